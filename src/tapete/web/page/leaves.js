// Groups of settings: sheets of paper with a title each. A small window shows one of them at a time, and
// buttons with their names turn the leaves.

import { app } from "./app.js";
import { button, h } from "./dom.js";

const last = new Map(); // by the title of the whole: the group that was looked at last

/** A group with its title. @param {string} key */
export const group = (key, ...lines) =>
  h("section", { "aria-label": app.say(key) }, h("h3", { text: app.say(key) }), ...lines);

/** Buttons that turn the leaves.
 * @param {string} title @param {string[]} keys @param {HTMLElement[]} sections */
export function leaves(title, keys, sections) {
  const turn = (n) => {
    last.set(title, n);
    sections.forEach((section, k) => section.classList.toggle("on", k === n));
    tabs.forEach((tab, k) => tab.setAttribute("aria-pressed", String(k === n)));
  };
  const tabs = keys.map((key, n) => button(app.say(key), () => turn(n)));
  turn(Math.min(last.get(title) ?? 0, keys.length - 1));
  return h("nav", { class: "leaves", "aria-label": title }, tabs);
}

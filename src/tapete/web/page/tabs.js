// Groups of settings with a title each. A small window shows one group at a time, with tabs to choose it.

import { app } from "./app.js";
import { button, h } from "./dom.js";

const last = new Map(); // the number of the group that was shown last, by the title of the dialog

/** A group with its title. @param {string} key */
export const group = (key, ...lines) =>
  h("section", { "aria-label": app.say(key) }, h("h3", { text: app.say(key) }), ...lines);

/** The tabs of a dialog; a window with room for all groups hides them.
 * @param {string} title @param {string[]} keys @param {HTMLElement[]} sections */
export function tabs(title, keys, sections) {
  const show = (n) => {
    last.set(title, n);
    sections.forEach((section, k) => section.classList.toggle("on", k === n));
    buttons.forEach((tab, k) => tab.setAttribute("aria-pressed", String(k === n)));
    sections[n].parentElement?.scrollTo(0, 0); // a group is read from its start
  };
  const buttons = keys.map((key, n) => button(app.say(key), () => show(n)));
  show(Math.min(last.get(title) ?? 0, keys.length - 1));
  return h("nav", { class: "section-tabs", "aria-label": title }, buttons);
}

// Small builders of elements. No style attributes: the content-security policy forbids them.

import { WORDS } from "./words.js";

/** @param {string} name @param {Attributes} [attributes] @param {any[]} children @returns {any} */
export function h(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "text") node.textContent = value;
    else if (key in node && typeof value !== "string" && key !== "list") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}
export const SVG = "http://www.w3.org/2000/svg";
/** @param {string} name @param {Attributes} [attributes] @param {any[]} children @returns {any} */
export function s(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key === "text") node.textContent = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}
/** @param {string} text @param {() => any} onclick @param {Attributes} [more] */
export function button(text, onclick, more = {}) {
  return h("button", { type: "button", onclick, text, ...more });
}
/** @param {string} selector @param {ParentNode} [root] @returns {any} */
export function $(selector, root = document) {
  return root.querySelector(selector);
}
// The sign of a seat: never by colour alone.
export function sign(seat, size = 12) {
  const shapes = [
    () => s("circle", { cx: 6, cy: 6, r: 5 }),
    () => s("path", { d: "M6 .8 11.4 11H.6Z" }),
    () => s("rect", { x: 1.2, y: 1.2, width: 9.6, height: 9.6 }),
    () => s("path", { d: "M6 0 12 6 6 12 0 6Z" }),
  ];
  const node = s(
    "svg",
    { viewBox: "0 0 12 12", width: size, height: size, "aria-hidden": "true" },
    shapes[seat % 4](),
  );
  node.style.fill = `var(--seat-${seat % 4})`;
  return node;
}
const TOUCH = matchMedia("(hover: none) and (pointer: coarse)");
/** Whether things are touched, and there is neither a mouse nor a keyboard. */
export const byTouch = () => TOUCH.matches;
/** Where there is no keyboard, no letter in brackets names a key, and no sentence speaks of Escape.
 * @param {string} text */
export const keyless = (text) =>
  byTouch() ? text.replace(/ \([A-Z]\)(?=\s|$)/g, "").replace(/ [^.?!]*\bEsc\b[^.?!]*\./g, "") : text;
let dialog = null;
// A dialog that the person asked for; Escape or the button closes it.
export function sheet(title, ...content) {
  dialog?.remove();
  const node = h(
    "dialog",
    { "aria-label": title },
    h("h2", { text: title }),
    ...content,
    button("×", () => node.close(), {
      class: "close",
      "aria-label": WORDS[document.documentElement.lang]?.close,
    }),
  );
  node.addEventListener("close", () => {
    node.remove();
    if (dialog === node) dialog = null;
  });
  node.addEventListener("click", (event) => {
    if (event.target === node) node.close();
  });
  document.body.append(node);
  node.showModal();
  dialog = node;
  return node;
}
/** For a moment presses do nothing where something has just gone away: they were meant for that.
 * @param {DOMRect} box */
export function shield({ left, top, width, height }, ms = 400) {
  const node = h("div", { class: "shield", "aria-hidden": "true" });
  Object.entries({ left, top, width, height }).forEach(([side, n]) => (node.style[side] = `${n}px`));
  document.body.append(node);
  setTimeout(() => node.remove(), ms);
}
export function closeSheet() {
  dialog?.close();
}
export function toast(text, { bad = false, seconds = 4, act = null } = {}) {
  const node = h(
    "div",
    { class: bad ? "toast bad" : "toast", role: bad ? "alert" : "status" },
    text,
    act
      ? button(act.text, () => {
          node.remove();
          act.run();
        })
      : null,
  );
  if (!act) node.addEventListener("click", () => node.remove());
  for (const other of document.querySelectorAll(".toast"))
    if (!act && other.textContent === text) other.remove(); // the same is said once
  if (dialog?.open) dialog.prepend(node);
  else $("#toasts").append(node); // a dialog is above everything else and dims it
  if (seconds) setTimeout(() => node.remove(), 1000 * seconds);
  return node;
}
export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    /* not allowed: the old way */
  }
  const area = h("textarea", { class: "sr" });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

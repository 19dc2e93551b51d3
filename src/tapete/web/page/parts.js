// Parts of drawings that are made once and copied at every use.
//
// A drawing that will take the place of another one is made with the shells of such parts: most of them are
// in the document already and stay there (renew.js). Only the shells of what is new are filled.

const OWN = "data-copy"; // says of which part something is a copy
// A part is always copied as a whole where something in it is looked for, named or changed by itself.
const ALIVE =
  "[data-key], [data-number], [data-zone], [data-moves], [data-toggle], [data-all], [data-why], [data-card]";
/** @type {WeakMap<Element, string | null>} */
const numbers = new WeakMap(); // null: copied as a whole
/** @type {WeakMap<Element, Element>} */
const origins = new WeakMap(); // the part that a shell stands for: gone with the last of its shells
let count = 0;
let sparing = false;

/** @param {Element} part */
function numberOf(part) {
  let number = numbers.get(part);
  if (number === undefined) {
    const whole = !part.firstElementChild || part.matches(ALIVE) || part.querySelector(ALIVE);
    number = whole ? null : String((count += 1));
    numbers.set(part, number);
  }
  return number;
}

/** A copy of a part; its shell while a drawing is made sparingly.
 * @template {Element} T @param {T} part @returns {T} */
export function copied(part) {
  const number = sparing ? numberOf(part) : null;
  const copy = /** @type {T} */ (part.cloneNode(number === null));
  if (number !== null) {
    copy.setAttribute(OWN, number);
    origins.set(copy, part);
  }
  return copy;
}
/** Make something with shells of parts (`yes`), or with whole ones.
 * @template T @param {() => T} make @returns {T} */
export function made(make, yes = false) {
  const before = sparing;
  sparing = yes;
  try {
    return make();
  } finally {
    sparing = before;
  }
}
/** Whether a node is a shell that stands for a part. A thing with a key is compared as a whole.
 * @param {Node} node */
export const isShell = (node) =>
  node instanceof Element && !node.firstChild && node.hasAttribute(OWN) && !node.hasAttribute("data-key");
/** @param {Node} node @returns {node is Element} */
export const hasShells = (node) =>
  node instanceof Element && (node.hasAttribute(OWN) || node.querySelector(`[${OWN}]`) !== null);
/** Whether two nodes are copies of the same part.
 * @param {Element} one @param {Element} other */
export const samePart = (one, other) => one.getAttribute(OWN) === other.getAttribute(OWN);
/** Fill the shells in a node that goes into the document.
 * @template {Node} T @param {T} node @returns {T} */
export function filled(node) {
  if (!(node instanceof Element)) return node;
  for (const shell of [node, ...node.querySelectorAll(`[${OWN}]`)])
    if (!shell.firstChild && shell.hasAttribute(OWN))
      shell.append(...origins.get(shell).cloneNode(true).childNodes);
  return node;
}

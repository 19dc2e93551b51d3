// A new drawing in the place of the old one. What is the same stays: it is not laid out or painted again, and
// of what differs only the parts that differ are changed.
//
// A thing with a key is found by it among its siblings; other children are compared in their order. Motion
// may still show how a thing looked before: `changes` is called with it before it changes. The shell of a
// part (parts.js) is the same as a copy of that part; it is filled where it is put in.

import { filled, hasShells, isShell, samePart } from "./parts.js";

const keyOf = (node) => node.dataset?.key;

/** Whether two elements have the same name and attributes.
 * @param {Node} old @param {Element} fresh */
function alike(old, fresh) {
  if (!(old instanceof Element) || old.nodeName !== fresh.nodeName) return false;
  const names = fresh.getAttributeNames();
  return (
    old.getAttributeNames().length === names.length &&
    names.every((name) => old.getAttribute(name) === fresh.getAttribute(name))
  );
}
/** Whether a node shows what a fresh one would. @param {Node} old @param {Node} fresh @returns {boolean} */
function same(old, fresh) {
  if (!hasShells(fresh)) return old.isEqualNode(fresh);
  if (!alike(old, fresh)) return false;
  if (isShell(fresh)) return true;
  if (!fresh.firstChild) filled(fresh);
  const were = old.childNodes,
    wanted = fresh.childNodes;
  return were.length === wanted.length && [...wanted].every((child, k) => same(were[k], child));
}

/** Turn `old`, which is in the document, into `fresh`; returns the one that is there now.
 * @template {Node} T @param {T} old @param {T} fresh @param {(thing: Element) => void} [changes]
 * @returns {T} */
export function renew(old, fresh, changes = () => {}) {
  if (same(old, fresh)) return old;
  return patched(old, fresh, changes);
}
/** Turn a node into one that is not equal to it.
 * @template {Node} T @param {T} old @param {T} fresh @param {(thing: Element) => void} changes
 * @returns {T} */
function patched(old, fresh, changes) {
  if (old instanceof Text && fresh instanceof Text) {
    old.data = fresh.data;
    return old;
  }
  const whole = !(old instanceof Element && fresh instanceof Element) || old.nodeName !== fresh.nodeName;
  if (whole || keyOf(old) !== keyOf(fresh)) {
    old.parentNode.replaceChild(filled(fresh), old);
    return fresh;
  }
  if (keyOf(old) !== undefined) changes(old);
  const copies = isShell(fresh) && samePart(old, fresh);
  attributes(old, fresh);
  if (!copies) children(old, isShell(fresh) ? filled(fresh) : fresh, changes);
  return old;
}
/** @param {Element} old @param {Element} fresh */
function attributes(old, fresh) {
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}
/** @param {Element} old @param {Element} fresh @param {(thing: Element) => void} changes */
function children(old, fresh, changes) {
  const were = [...old.childNodes];
  const wanted = [...fresh.childNodes];
  // Most often one child differs: those before and after it are the same.
  let first = 0;
  let last = 0;
  const most = Math.min(were.length, wanted.length);
  while (first < most && same(were[first], wanted[first])) first += 1;
  while (first + last < most && same(were.at(-1 - last), wanted.at(-1 - last))) last += 1;
  const end = last ? were.at(-last) : null;
  const keys = new Set(wanted.slice(first, wanted.length - last).map(keyOf));
  const keyed = new Map();
  const plain = [];
  for (const child of were.slice(first, were.length - last)) {
    const key = keyOf(child);
    if (key === undefined) plain.push(child);
    else if (!keyed.has(key) && keys.has(key)) keyed.set(key, child);
    else child.remove();
  }
  let next = 0;
  let place = first ? were[first - 1].nextSibling : old.firstChild;
  for (const child of wanted.slice(first, wanted.length - last)) {
    const key = keyOf(child);
    const stays = key === undefined ? plain[next++] : keyed.get(key);
    keyed.delete(key);
    if (stays && stays === place) place = place.nextSibling;
    else old.insertBefore(stays ?? filled(child), place);
    if (stays) renew(stays, child, changes);
  }
  while (place !== end) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

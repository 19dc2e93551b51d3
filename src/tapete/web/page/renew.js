// A new drawing in the place of the old one. What is the same stays: it is not laid out or painted again, and
// of what differs only the parts that differ are changed.
//
// A thing with a key is found by it among its siblings; other children are compared in their order. Motion
// may still show how a thing looked before: `changes` is called with it before it changes.

const keyOf = (node) => node.dataset?.key;

/** Turn `old`, which is in the document, into `fresh`; returns the one that is there now.
 * @template {Node} T @param {T} old @param {T} fresh @param {(thing: Element) => void} [changes]
 * @returns {T} */
export function renew(old, fresh, changes = () => {}) {
  if (old.isEqualNode(fresh)) return old;
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
    old.parentNode.replaceChild(fresh, old);
    return fresh;
  }
  if (keyOf(old) !== undefined) changes(old);
  attributes(old, fresh);
  children(old, fresh, changes);
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
  while (first < most && were[first].isEqualNode(wanted[first])) first += 1;
  while (first + last < most && were.at(-1 - last).isEqualNode(wanted.at(-1 - last))) last += 1;
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
    else old.insertBefore(stays ?? child, place);
    if (stays) renew(stays, child, changes);
  }
  while (place !== end) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

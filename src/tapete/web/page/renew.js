// A new drawing in the place of the old one. What is the same stays: it is not laid out or painted again.
//
// A thing with a key is kept whole or replaced whole, since motion may still show how it looked before. In
// groups without a key the children are compared one by one.

const keyOf = (node) => node.dataset?.key;

/** Turn `old`, which is in the document, into `fresh`; returns the one that is there now.
 * @template {Node} T @param {T} old @param {T} fresh @returns {T} */
export function renew(old, fresh) {
  if (old.isEqualNode(fresh)) return old;
  const whole = !(old instanceof Element && fresh instanceof Element) || old.nodeName !== fresh.nodeName;
  if (whole || keyOf(old) !== undefined || keyOf(fresh) !== undefined) {
    old.parentNode.replaceChild(fresh, old);
    return fresh;
  }
  attributes(old, fresh);
  children(old, fresh);
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
/** @param {Element} old @param {Element} fresh */
function children(old, fresh) {
  const wanted = new Map([...fresh.childNodes].map((child) => [keyOf(child), child]));
  const keyed = new Map();
  const plain = [];
  for (const child of [...old.childNodes]) {
    const key = keyOf(child);
    if (key === undefined) plain.push(child);
    else if (!keyed.has(key) && wanted.get(key)?.isEqualNode(child)) keyed.set(key, child);
    else child.remove();
  }
  let next = 0;
  let place = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const key = keyOf(child);
    const stays = key === undefined ? plain[next++] : keyed.get(key);
    keyed.delete(key);
    if (stays && stays === place) place = place.nextSibling;
    else old.insertBefore(stays ?? child, place);
    if (stays) renew(stays, child);
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

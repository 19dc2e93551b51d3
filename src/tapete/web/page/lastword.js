// Where the last word of a game is shown: beside or above the head of who speaks, over no face and no words.

import { $ } from "./dom.js";

const APART = 4, // pixels between what is said and everything else
  WIDTHS = [230, 180, 140, 112, 92],
  TAIL = 20; // pixels of the bubble's lower edge that are over the head

/** How much larger everything is on a huge screen. */
const large = () => (document.documentElement.hasAttribute("data-huge") ? 2.4 : 1);

/** @param {Box} one @param {Box} other */
const meet = (one, other) =>
  one.left < other.right + APART &&
  one.right > other.left - APART &&
  one.top < other.bottom + APART &&
  one.bottom > other.top - APART;

/** The box of a face where it stands, whatever moves it now. @param {HTMLElement} place */
function faceOf(place) {
  const box = place.getBoundingClientRect(),
    { width, height } = getComputedStyle($(".portrait", place)),
    [wide, high] = [parseFloat(width), parseFloat(height)];
  const left = (box.left + box.right - wide) / 2;
  return { left, right: left + wide, top: box.top, bottom: box.top + high };
}
/** Put a bubble at its place, and again whenever the scene or a part of it has another size.
 * @param {HTMLElement} scene @param {HTMLElement} bubble */
export function besideHead(scene, bubble) {
  const put = () => {
    if (bubble.isConnected) {
      place(scene, bubble);
      return;
    }
    sizes.disconnect();
    parts.disconnect();
  };
  const sizes = new ResizeObserver(put);
  const observe = (nodes) => {
    for (const node of nodes) if (node instanceof Element && !node.matches(".confetti")) sizes.observe(node);
  };
  const parts = new MutationObserver((changes) => observe(changes.flatMap((one) => [...one.addedNodes])));
  parts.observe(scene, { childList: true });
  observe([scene, ...scene.children]);
  put();
}
/** @param {HTMLElement} scene @param {HTMLElement} bubble */
function place(scene, bubble) {
  const own = /** @type {HTMLElement} */ (bubble.parentElement),
    list = /** @type {HTMLElement} */ (own.parentElement);
  list.style.marginTop = "";
  const found = free(scene, bubble, own, list) ?? above(bubble, own, list);
  bubble.classList.toggle("left", found.tail === "left");
  const frame = own.getBoundingClientRect();
  bubble.style.left = `${found.left - frame.left}px`;
  bubble.style.top = `${found.top - frame.top}px`;
}
/** The first place, the widest bubble first, that covers nothing.
 * @param {HTMLElement} scene @param {HTMLElement} bubble
 * @param {HTMLElement} own @param {HTMLElement} list */
function free(scene, bubble, own, list) {
  const room = scene.getBoundingClientRect(),
    head = faceOf(own);
  const places = /** @type {HTMLElement[]} */ ([...list.children]);
  const others = [
    ...places.map(faceOf),
    ...[...list.querySelectorAll(".step"), ...[...scene.children].filter((node) => node !== list)]
      .filter((node) => !node.matches(".confetti"))
      .map((node) => node.getBoundingClientRect()),
  ].filter(({ left, right }) => right > left);
  for (const width of WIDTHS) {
    bubble.style.maxWidth = `${large() * width}px`;
    const { offsetWidth: wide, offsetHeight: high } = bubble,
      middle = (head.left + head.right) / 2,
      over = head.top - high - APART - 1;
    const tried = [
      { left: head.right + APART + 1, top: head.top + APART, tail: "right" },
      { left: head.left - wide - APART - 1, top: head.top + APART, tail: "left" },
      { left: middle - TAIL, top: over, tail: "right" },
      { left: middle - wide + TAIL, top: over, tail: "left" },
      { left: middle - wide / 2, top: over, tail: "right" },
    ];
    for (const one of tried) {
      const box = { ...one, right: one.left + wide, bottom: one.top + high };
      const inside =
        box.left >= room.left + APART && box.right <= room.right - APART && box.top >= room.top + APART;
      if (inside && !others.some((other) => meet(box, other))) return one;
    }
  }
  return null;
}
/** Where nothing is free, the podium makes room above all heads.
 * @param {HTMLElement} bubble @param {HTMLElement} own @param {HTMLElement} list */
function above(bubble, own, list) {
  bubble.style.maxWidth = `${Math.min(large() * WIDTHS[0], list.clientWidth)}px`;
  const { offsetWidth: wide, offsetHeight: high } = bubble;
  list.style.marginTop = `${high + 2 * APART}px`;
  const room = list.getBoundingClientRect(), // beside it there may be buttons
    head = faceOf(own),
    middle = (head.left + head.right) / 2;
  const left = Math.max(room.left, Math.min(room.right - wide, middle - TAIL));
  return { left, top: room.top - high - 2 * APART, tail: left + wide / 2 < middle ? "left" : "right" };
}

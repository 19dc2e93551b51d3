// Where on the page something hides the least of what is drawn: a tip, the explanation of a card, a bubble.

const ACROSS = 12,
  DOWN = 36; // places that are tried

/** The area that two boxes share. @param {Box} a @param {Box} b */
export const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * The place within a frame where a box of a size costs the least, and that cost; null where it does not fit.
 * The right is tried before the left, and above before below.
 * @param {Box} frame @param {{wide: number, tall: number, edge?: number}} size
 * @param {(box: Box) => number} cost
 */
export function bestPlace(frame, { wide, tall, edge = 0 }, cost) {
  const across = frame.right - frame.left - wide - 2 * edge,
    down = frame.bottom - frame.top - tall - 2 * edge;
  if (across < 0 || down < 0) return null;
  let best = null;
  for (let i = ACROSS; i >= 0; i -= 1)
    for (let j = 0; j <= DOWN; j += 1) {
      const left = frame.left + edge + (i / ACROSS) * across,
        top = frame.top + edge + (j / DOWN) * down;
      const found = cost({ left, top, right: left + wide, bottom: top + tall });
      if (!best || found < best.cost) best = { left, top, cost: found };
    }
  return best;
}

const LARGE = 0.08; // of the stage: what is larger and has only a few parts is ground to lie on
const PARTS = 40;
const KEPT = 40; // times its area: own cards, what is explained, buttons
const READ = 3; // what is read, and faces

/**
 * Lay an explanation where nothing is happening: over bar and stage of a small window, as wide as the window
 * or as narrow as elsewhere, beside own cards and what it explains.
 * @param {HTMLElement} node @param {Element} thing @param {SVGElement} stage
 */
export function placeExplanation(node, thing, stage) {
  const whole = stage.getBoundingClientRect();
  const boxOf = (one) => one.getBoundingClientRect();
  const large = ({ width, height }) => width * height > LARGE * whole.width * whole.height;
  const ground = (one) => large(boxOf(one)) && one.querySelectorAll("*").length < PARTS;
  /** @param {string} query @param {ParentNode} root @returns {Box[]} */
  const found = (query, root = document) =>
    [...root.querySelectorAll(query)].filter((one) => !ground(one)).map(boxOf);
  /** @type {[number, Box[]][]} */
  const all = [
    [KEPT, [boxOf(thing), ...found("[data-zone=hand], [data-zone=my-hand], [data-key^='button:']", stage)]],
    [KEPT, found("[data-state=target]", stage)],
    [KEPT, found("#primary, #back, .tip, #advice, #guide .words")],
    [READ, found("text, [data-face]", stage)],
    [1, found("[data-key], [data-number]", stage)],
    [0.5, found("#bar button, #bar .title, #bar .turn")],
  ];
  const weighed = all.flatMap(([weight, boxes]) => boxes.map((box) => ({ weight, box })));
  const cost = (place) => weighed.reduce((sum, { weight, box }) => sum + weight * overlap(place, box), 0);
  const frame = { left: 0, top: 0, right: innerWidth, bottom: whole.bottom };
  let best = null;
  for (const width of [innerWidth - 8, Math.min(280, innerWidth - 8)]) {
    node.style.width = `${width}px`;
    const place = bestPlace(frame, { wide: width, tall: node.offsetHeight, edge: 4 }, cost);
    if (place && (!best || place.cost < best.cost)) best = { ...place, width };
  }
  if (!best) return;
  node.style.width = `${best.width}px`;
  node.style.left = `${best.left}px`;
  node.style.top = `${best.top}px`;
}

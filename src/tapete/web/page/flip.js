// What moved is animated from its old place to its new one: measured by data-key, before and after.

const EASE = "cubic-bezier(.3,0,.1,1)";

/** Where things are: their boxes from the stage's corner, and how each is placed on the screen.
 * @param {SVGSVGElement} stage @returns {Map<string, Measured>} */
export function measure(stage) {
  const found = new Map();
  const { left, top } = stage.getBoundingClientRect();
  const screen = stage.getScreenCTM?.();
  const matrices = new Map();
  const matrixOf = (group) => {
    if (!matrices.has(group)) matrices.set(group, group.getScreenCTM?.());
    return matrices.get(group);
  };
  /** @type {NodeListOf<SVGGraphicsElement>} */
  const things = stage.querySelectorAll("[data-key]");
  for (const node of things) {
    const { left: x, top: y, width, height } = node.getBoundingClientRect();
    if (width || height)
      found.set(node.dataset.key, {
        box: { left: x - left, top: y - top, width, height },
        zone: node.dataset.zone,
        node,
        matrix: node.getScreenCTM?.(),
        around: matrixOf(/** @type {any} */ (node.parentNode)),
        screen,
      });
  }
  return found;
}
function centre(box) {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
// A screen distance in the coordinates of a node's parent, whose matrix is given.
function inParent(m, dx, dy) {
  if (!m) return { x: dx, y: dy };
  const det = m.a * m.d - m.b * m.c || 1;
  return { x: (m.d * dx - m.c * dy) / det, y: (-m.b * dx + m.a * dy) / det };
}
function base(node) {
  const list = node.transform?.baseVal;
  if (!list || !list.numberOfItems) return new DOMMatrix();
  let matrix = new DOMMatrix();
  for (let i = 0; i < list.numberOfItems; i += 1) {
    const m = list.getItem(i).matrix;
    matrix = matrix.multiply(new DOMMatrix([m.a, m.b, m.c, m.d, m.e, m.f]));
  }
  return matrix;
}
function slide({ node, around }, from, to, ms, delay, fade) {
  const delta = inParent(around, from.x - to.x, from.y - to.y);
  const rest = base(node);
  const start = new DOMMatrix().translate(delta.x, delta.y).multiply(rest);
  const frames = [
    { transform: start.toString(), opacity: fade ? 0.2 : 1 },
    { transform: rest.toString(), opacity: 1 },
  ];
  return node.animate(frames, { duration: ms, delay, easing: EASE, fill: "backwards" });
}

// Animate the change from what was measured to what is drawn now (`after`, where that is known already).
// Returns when it is over (at once where there is no motion).
export function animate(
  stage,
  before,
  { speed = 1, less = false, sources = {}, ghosts = true, claimed = new Set(), after = null } = {},
) {
  if (!speed) return Promise.resolve();
  after ??= measure(stage);
  const running = [];
  const zones = new Map();
  for (const part of [before, after])
    for (const { box, zone } of part.values()) if (zone && !zones.has(zone)) zones.set(zone, centre(box));
  let arrivals = 0;
  for (const [key, thing] of after) {
    const { box, zone, node } = thing;
    if (node.parentNode.closest("[data-key]") || claimed.has(key)) continue; // another hand moves it
    const old = before.get(key);
    if (less) {
      if (!old) running.push(node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 }));
      continue;
    }
    if (old) {
      const a = centre(old.box),
        b = centre(box);
      if (Math.hypot(a.x - b.x, a.y - b.y) > 3) running.push(slide(thing, a, b, 260 * speed, 0, false));
    } else if (before.size) {
      const source = zones.get(sources[zone]);
      if (source) {
        running.push(
          slide(thing, source, centre(box), 260 * speed, 90 * speed * Math.min(arrivals, 6), true),
        );
        arrivals += 1;
      } else running.push(node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 220 * speed }));
    }
  }
  if (ghosts && !less) {
    for (const [key, { node, matrix: then, screen }] of before) {
      if (after.has(key) || node.isConnected || node.dataset.ghost === "no" || claimed.has(key)) continue;
      const matrix = then && screen?.inverse().multiply(then); // in the stage's own coordinates
      if (!matrix) continue;
      const copy = node.cloneNode(true);
      for (const inner of [copy, ...copy.querySelectorAll("[data-key],[data-moves],[id]")]) {
        for (const name of ["data-key", "data-moves", "id", "tabindex", "role", "aria-label"])
          inner.removeAttribute(name);
      }
      copy.setAttribute(
        "transform",
        `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${matrix.e} ${matrix.f})`,
      );
      copy.setAttribute("aria-hidden", "true");
      copy.style.pointerEvents = "none";
      stage.append(copy);
      const gone = copy.animate([{ opacity: 0.8 }, { opacity: 0 }], {
        duration: 260 * speed,
        fill: "forwards",
      });
      gone.finished.catch(() => {}).then(() => copy.remove());
      running.push(gone);
    }
  }
  return Promise.all(running.map((animation) => animation.finished.catch(() => {})));
}
export function finish(stage) {
  for (const animation of stage.getAnimations({ subtree: true })) animation.finish();
}

/* What every drawing is made of: SVG elements, text that fits its box, cards, plates, buttons, and the marks
of a thing's state.

A drawing works in CSS pixels of the stage. Colours come from the variables of kit.css, so a theme changes
without redrawing.
Text is measured on a canvas, before it is shown, so that a box can be made for it or it can be made to fit
its box. */

import { copied, made as whole } from "./parts.js";

export { copied };

const NAMESPACE = "http://www.w3.org/2000/svg";
export const SANS = 'Figtree, system-ui, "Segoe UI", Roboto, sans-serif';
export const SERIF = 'Caprasimo, Georgia, "Times New Roman", serif';
export const CARD_RATIO = 190 / 122;

/* Elements */

/**
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {any[]} children nodes, texts, lists of them; null, undefined and false are left out
 * @returns {SVGElement}
 */
export function el(name, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, round(value));
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

function round(value) {
  if (typeof value !== "number") return String(value);
  if (!Number.isFinite(value)) throw new Error("a drawing got a number that is none");
  return String(Math.round(value * 100) / 100);
}

/** @type {(attributes: Attributes, ...children: any[]) => SVGElement} */
export const group = (attributes, ...children) => el("g", attributes, ...children);
/** @type {(d: string, attributes?: Attributes) => SVGElement} */
export const path = (d, attributes = {}) => el("path", { d, ...attributes });
/** @type {(x: number, y: number, width: number, height: number, attributes?: Attributes) => SVGElement} */
export const rect = (x, y, width, height, attributes = {}) =>
  el("rect", { x, y, width: Math.max(0, width), height: Math.max(0, height), ...attributes });
/** @type {(cx: number, cy: number, r: number, attributes?: Attributes) => SVGElement} */
export const circle = (cx, cy, r, attributes = {}) =>
  el("circle", { cx, cy, r: Math.max(0, r), ...attributes });
/** @type {(x: number, y: number, ...children: any[]) => SVGElement} */
export const at = (x, y, ...children) =>
  el("g", { transform: `translate(${round(x)} ${round(y)})` }, ...children);

/** A picture drawn in a square of `unit`, put at a place in a given size.
 * @param {Node} picture @param {number} x @param {number} y @param {number} size */
export function placed(picture, x, y, size, unit = 100, turn = 0) {
  const scale = size / unit;
  const turned = turn ? ` rotate(${turn} ${unit / 2} ${unit / 2})` : "";
  return el(
    "g",
    { transform: `translate(${round(x)} ${round(y)}) scale(${Math.round(scale * 10000) / 10000})${turned}` },
    picture,
  );
}

const pictures = new Map();

/** A picture written as SVG markup: parsed once, copied at every use. Long markup is given as a function,
 * with a short name that tells it from all others.
 * @param {string | (() => string)} markup @param {any} [name] @returns {SVGElement} */
export function picture(markup, name = markup) {
  let known = pictures.get(name);
  if (!known) {
    const drawn = typeof markup === "function" ? markup() : markup;
    const source = `<svg xmlns="${NAMESPACE}"><g>${drawn}</g></svg>`;
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml").documentElement.firstElementChild;
    if (parsed?.localName !== "g") throw new Error("a picture is no SVG");
    known = document.importNode(parsed, true);
    if (pictures.size > 2000) pictures.clear();
    pictures.set(name, known);
  }
  return copied(known);
}

const parts = new Map();

/** A part of a drawing that depends on its name alone: made once, copied at every use.
 * @param {string} name @param {() => SVGElement} make @returns {SVGElement} */
export function kept(name, make) {
  let known = parts.get(name);
  if (!known) {
    known = whole(make);
    if (parts.size > 2000) parts.clear();
    parts.set(name, known);
  }
  return copied(known);
}

/** The mark of the house in a square of 100: a cloth laid cornerwise, stitched hem, fringe,
 * and its letter. */
export function logo(cloth = "#C23A26", edge = "#8E2416", { fringe = true } = {}) {
  let threads = "";
  for (let i = 0; i < 7; i += 1)
    threads += `M${14 + i * 5.4} ${54 + i * 5.6}l-5.5 5.6M${86 - i * 5.4} ${54 + i * 5.6}l5.5 5.6`;
  const letter =
    "M31 30H69V44H63C62 39 59 38 55 38V60C55 63 57 63 60 64V69" +
    "H40V64C43 63 45 63 45 60V38C41 38 38 39 37 44H31Z";
  const stitches = 'stroke-width="2.6" stroke-dasharray="6 4"';
  return picture(`
    ${fringe ? `<path d="${threads}" stroke="#F6BC3A" stroke-width="2.6" stroke-linecap="round"/>` : ""}
    <path d="M50 4 94 50 50 96 6 50Z" fill="${edge}"/><path d="M50 1 94 46 50 91 6 46Z" fill="${cloth}"/>
    <path d="M50 1 94 46 72 68 28 23Z" fill="#fff" opacity=".1"/>
    <path d="M50 11 84 46 50 81 16 46Z" fill="none" stroke="#F6BC3A" ${stitches}/>
    <path d="${letter}"
      fill="#FFF7E6"/>`);
}

/* Text */

const canvas = document.createElement("canvas").getContext("2d");
const measured = new Map();

/** The width of a line of text in pixels.
 * @param {string} string @param {number} size @param {{family?: string, weight?: number | string}} [style] */
export function measure(string, size, { family = SANS, weight = 400 } = {}) {
  const key = `${weight}|${family}|${string}`;
  if (!measured.has(key)) {
    if (measured.size > 20000) measured.clear();
    canvas.font = `${weight} 100px ${family}`;
    // Digits are drawn as wide as each other (kit.css); a canvas cannot do that, but its 4 is that wide.
    measured.set(key, canvas.measureText(string.replace(/\d/g, "4")).width / 100);
  }
  return measured.get(key) * size;
}

/** The smallest size that text may have in a layout.
 * @param {View} view */
export const least = (view) => (view.layout === "s" ? 12 : 13);
/** @param {View} view */
export const base = (view) => ({ s: 13, m: 15, l: 15, xl: 17 })[view.layout] || 15;

/** @param {string} string @param {number} x @param {number} y @param {Attributes} [options] */
export function text(
  string,
  x,
  y,
  { size = 15, anchor = "start", weight = 400, family = SANS, fill = "var(--on-cloth)", ...rest } = {},
) {
  const made = el("text", {
    x,
    y,
    "font-size": size,
    "font-family": family,
    "font-weight": weight,
    "text-anchor": anchor,
    fill,
    ...rest,
  });
  made.textContent = string;
  return made;
}

/** The lines of a text that are not wider than a width; null where a word alone is. A word is not left
 * alone on the last one where one more fits beside it. */
function wrapped(string, width, size, style) {
  const lines = [];
  let line = "";
  for (const word of string.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer, size, style) <= width) {
      line = longer;
      continue;
    }
    if (measure(word, size, style) > width) return null;
    lines.push(line);
    line = word;
  }
  const before = lines.at(-1)?.split(" ") ?? [];
  const last = `${before.at(-1)} ${line}`;
  if (line.includes(" ") || before.length < 3 || measure(last, size, style) > width) return [...lines, line];
  return [...lines.slice(0, -1), before.slice(0, -1).join(" "), last];
}

/** A line cut to a width, with an ellipsis where something is left out.
 * @param {string} string @param {number} width @param {number} size
 * @param {{family?: string, weight?: number | string}} [style] */
export function cut(string, width, size, style = {}) {
  if (measure(string, size, style) <= width) return string;
  let kept = string;
  while (kept && measure(`${kept}…`, size, style) > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

/** Text in a box: as large as fits, on as many lines as allowed, cut at the smallest size; `align` and
 * `valign` place it.
 * @param {string} string @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {Attributes} [options] */
export function fitted(
  string,
  x,
  y,
  width,
  height,
  { size = 15, smallest = 11, lines = 1, align = "middle", valign = "middle", leading = 1.18, ...style } = {},
) {
  const face = { family: style.family || SANS, weight: style.weight || 400 };
  const room = width - 0.5;
  let found = null;
  let used = Math.max(size, smallest);
  for (; used >= smallest - 0.01; used -= 0.5) {
    const tried =
      lines === 1
        ? measure(string, used, face) <= room
          ? [string]
          : null
        : wrapped(string, room, used, face);
    if (tried && tried.length <= lines && tried.length * used * leading <= height + 0.5) {
      found = tried;
      break;
    }
  }
  if (!found) {
    used = smallest;
    const allowed = Math.max(1, Math.min(lines, Math.floor((height + 0.5) / (used * leading))));
    found = broken(string, room, used, face, allowed);
  }
  const block = found.length * used * leading;
  const top = valign === "top" ? y : valign === "bottom" ? y + height - block : y + (height - block) / 2;
  const across = align === "start" ? x : align === "end" ? x + width : x + width / 2;
  const made = found.map((line, i) =>
    text(line, across, top + i * used * leading + used * (leading / 2 + 0.34), {
      size: used,
      anchor: align,
      ...style,
    }),
  );
  return group(found.join(" ") === string.trim() ? {} : { "data-cut": "" }, ...made);
}

/** Lines of a text that does not fit: words that are too wide and what goes beyond the last line are cut. */
function broken(string, width, size, face, allowed) {
  const lines = [];
  const words = string.split(/\s+/);
  while (words.length && lines.length < allowed) {
    let line = words.shift();
    while (words.length && measure(`${line} ${words[0]}`, size, face) <= width) line += ` ${words.shift()}`;
    lines.push(cut(line, width, size, face));
  }
  if (words.length)
    lines[lines.length - 1] = cut(
      `${lines[lines.length - 1].replace(/…$/, "")} ${words.join(" ")}`,
      width,
      size,
      face,
    );
  return lines;
}

/** A template with its places filled: `{name}`, or `{n:one|many}`.
 * @param {string} template @param {Record<string, any>} [values] */
export function fill(template, values = {}) {
  return template.replace(/\{(\w+)(?::([^}|]*)\|([^}]*))?\}/g, (_, name, one, many) =>
    many === undefined ? String(values[name]) : values[name] === 1 ? one : many,
  );
}

export const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
export const capital = (string) => (string ? string[0].toUpperCase() + string.slice(1) : string);

/* Grounds and definitions */

function patterns() {
  const hatch = el(
    "pattern",
    { id: "kit-hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    rect(0, 0, 3, 8, { fill: "#241F1B", opacity: 0.16 }),
  );
  const cloth = el(
    "pattern",
    { id: "kit-cloth", width: 8, height: 8, patternUnits: "userSpaceOnUse" },
    path("M0 2H8M2 0V8", { stroke: "#FFFFFF", "stroke-width": 0.5, opacity: 0.05 }),
  );
  const lattice = el(
    "pattern",
    { id: "kit-lattice", width: 10, height: 10, patternUnits: "userSpaceOnUse" },
    path("M0 5 5 0 10 5 5 10Z", { fill: "none", stroke: "#FFF7E6", "stroke-width": 1.1, opacity: 0.5 }),
  );
  const stripes = el(
    "pattern",
    {
      id: "kit-stripes",
      width: 8,
      height: 8,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(-45)",
    },
    rect(0, 0, 2.5, 8, { fill: "#FFFFFF", opacity: 0.13 }),
  );
  return el("defs", {}, hatch, cloth, lattice, stripes);
}
/** Patterns that marks and grounds use. */
export const definitions = () => kept("definitions", patterns);

/** The cloth with its weave. On the page the table itself is the cloth, and this ground is left out.
 * @param {View} view */
export function cloth(view) {
  const { width, height } = view;
  return group(
    { "aria-hidden": "true" },
    definitions(),
    group(
      { class: "ground" },
      rect(0, 0, width, height, { fill: "var(--cloth)" }),
      rect(0, 0, width, height, { fill: "url(#kit-cloth)" }),
    ),
  );
}

/** The whole drawing: what the frame puts into the stage.
 * @param {View} view @param {any[]} children */
export function drawing(view, ...children) {
  return group({ class: "drawing", "data-drawing": view.game }, ...children);
}

/* Things and their states */

/** The ids of the legal moves that pass a test.
 * @type {(view: View, test: (move: Move) => any) => number[]} */
export const movesOf = (view, test) => view.moves.filter(test).map((move) => move.id);

/** What a thing's state is: picked, legal, a target where the drawing says that it is one, or not possible.
 * @param {View} view @param {string} key @param {number[]} ids
 * @param {{target?: boolean | null, idle?: string}} [how] */
export function stateOf(view, key, ids, { target = false, idle = "" } = {}) {
  if (view.picked.includes(key)) return "picked";
  if (ids.some((id) => view.left.has(id))) return target ? "target" : "can";
  return idle;
}

/** A thing on the table, drawn in its own coordinates from 0 0, at a place.
 *
 * `raise` lifts cards that can be played, by so many pixels once they are picked; boards do not move. `why`
 * says why it cannot be used. `card` is the name under which it is explained; `commit` sends the move at the
 * first click, where only one is left; `begins` never does, as a target follows, nor does `marks`, as a
 * button follows ("several": the moves of one thing do not exclude those of another, the button sends all).
 * `toggle` opens or shuts a sheet of the drawing, `all` are several moves that are sent together. `plain`: by
 * touch it acts at once, as all that its move does is in sight. `behind`: the ring is below the thing. Where
 * a card is dropped is not `hinted`: a hint marks the card.
 * @param {View} view @param {Thing} about @param {any[]} children */
export function thing(
  view,
  {
    key,
    zone,
    x = 0,
    y = 0,
    width,
    height,
    radius = 8,
    ids = [],
    label = "",
    why = null,
    state,
    target = false,
    raise = false,
    order = null,
    hint = null,
    turn = 0,
    fresh = false,
    ring = null,
    behind = false,
    source = null,
    role = null,
    room = true,
    card = null,
    commit = false,
    plain = false,
    begins = false,
    marks = false,
    toggle = null,
    all = null,
    hinted = true,
  },
  ...children
) {
  const idle = why ? "no" : "";
  const found = state ?? stateOf(view, key, ids, { target, idle });
  const most = typeof raise === "number" ? raise : 24;
  const lift = raise ? (found === "picked" ? most : found === "can" ? 6 : 0) : 0;
  const turned = turn ? ` rotate(${round(turn)} ${round(width / 2)} ${round(height / 2)})` : "";
  const live = ids.length > 0;
  const frame = ring ? ring(found) : mark(found, width, height, radius, order);
  const acts = live || toggle || all;
  return el(
    "g",
    {
      transform: `translate(${round(x)} ${round(y - lift)})${turned}`,
      "data-key": key,
      "data-zone": zone,
      "data-state": found || null,
      "data-moves": live ? ids.join(" ") : null,
      "data-why": !acts && why ? why : null,
      "data-toggle": toggle,
      "data-all": all ? JSON.stringify(all) : null,
      "data-card": card,
      "data-commit": commit && live ? "" : null,
      "data-plain": plain && live ? "" : null,
      "data-begins": begins && live ? "" : null,
      "data-marks": marks && live ? (marks === true ? "" : marks) : null,
      "data-source": source,
      "data-role": role,
      "data-unhinted": hinted ? null : "",
      role: acts ? "button" : "img",
      "aria-label": label,
      "aria-pressed": found === "picked" ? "true" : null,
      "data-box": room ? `${round(width)} ${round(height)}` : null,
    },
    rect(0, 0, width, height, { fill: "transparent", class: "hit", rx: radius }),
    behind ? frame : null,
    ...children,
    behind ? null : frame,
    fresh
      ? rect(-3, -3, width + 6, height + 6, {
          rx: radius + 3,
          fill: "none",
          stroke: "var(--on-cloth)",
          "stroke-width": 2,
          "stroke-dasharray": "2 4",
          class: "mark-new",
        })
      : null,
    hint ? pennant(hint, width) : null,
  );
}

/** A coloured ring between two lines of ink, so that it is seen on every ground.
 * @param {number} width @param {number} height @param {number} radius @param {string} colour
 * @param {Attributes} [options] */
export function ringed(width, height, radius, colour, { wide = 3.5, out = 2.5, ...more } = {}) {
  const box = { rx: radius + out, fill: "none", ...more };
  return [
    rect(-out, -out, width + 2 * out, height + 2 * out, {
      ...box,
      stroke: "#38200F",
      "stroke-width": wide + 3,
    }),
    rect(-out, -out, width + 2 * out, height + 2 * out, { ...box, stroke: colour, "stroke-width": wide }),
  ];
}

/** The sign of a state round a box, never by colour alone. `aim` is the colour of a target, `ticks` are the
 * lines across its edges.
 * @param {string} state @param {number} width @param {number} height @param {number} [radius]
 * @param {number | null} [order] @param {{aim?: string, ticks?: boolean}} [how] */
export function mark(
  state,
  width,
  height,
  radius = 8,
  order = null,
  { aim = "var(--target)", ticks = true } = {},
) {
  if (state === "can") {
    const middle = width / 2;
    return group(
      { class: "mark" },
      ...ringed(width, height, radius, "var(--can)"),
      path(`M${round(middle - 7)} -6.5H${round(middle + 7)}L${round(middle)} 4Z`, {
        fill: "var(--can)",
        stroke: "#38200F",
        "stroke-width": 1.5,
        "stroke-linejoin": "round",
      }),
    );
  }
  if (state === "picked")
    return group(
      { class: "mark" },
      ...ringed(width, height, radius, "var(--can)", { wide: 5, out: 3.5 }),
      tick(width - 4, 4, order),
    );
  if (state === "target") {
    const middle = width / 2;
    const half = height / 2;
    const across = `M${round(middle)} -7V9M${round(middle)} ${round(height + 7)}v-16M-7 ${round(half)}H9`;
    const lines = `${across}M${round(width + 7)} ${round(half)}h-16`;
    const drawn = (stroke, wide) =>
      path(lines, { stroke, "stroke-width": wide, "stroke-linecap": "round", fill: "none" });
    return group(
      { class: "mark" },
      ...ringed(width, height, radius, aim, { "stroke-dasharray": "12 5" }),
      ...(ticks ? [drawn("#38200F", 7), drawn(aim, 4)] : []),
    );
  }
  if (state === "no")
    return group(
      { class: "mark", "pointer-events": "none" },
      rect(0, 0, width, height, { rx: radius, fill: "url(#kit-hatch)" }),
      path(`M5 ${round(height - 16)}V${round(height - 5)}H16`, {
        fill: "none",
        stroke: "#38200F",
        "stroke-width": 4,
        "stroke-linecap": "round",
      }),
    );
  return null;
}

/** A disc with a tick, or with the number of a pick. */
export function tick(x, y, order = null) {
  return at(
    x,
    y,
    circle(0, 0, 11, { fill: "var(--can)", stroke: "#38200F", "stroke-width": 2 }),
    order
      ? text(String(order), 0, 4.6, { size: 13, weight: 800, anchor: "middle", fill: "#2C1A10" })
      : path("M-5 0 -1.5 4 5.5 -4", {
          fill: "none",
          stroke: "#2C1A10",
          "stroke-width": 2.6,
          "stroke-linecap": "round",
          "stroke-linejoin": "round",
        }),
  );
}

/** The flag of a hint: H and its rank. */
function pennant(rank, width) {
  return at(
    width - 14,
    -14,
    path("M0 0V26", { stroke: "#2A2420", "stroke-width": 2.5 }),
    path("M1 0H25L20 8 25 16H1Z", { fill: "#F2C14E", stroke: "#2A2420", "stroke-width": 1.2 }),
    text(`H${rank}`, 11, 12.2, { size: 11, weight: 700, anchor: "middle", fill: "#2A2420" }),
  );
}

/** An eye: you know this card. */
export const eye = (x, y, size = 18) =>
  placed(
    group(
      {},
      circle(50, 50, 50, { fill: "#2A2420" }),
      path("M10 50Q50 8 90 50 50 92 10 50Z", { fill: "#FFF7E6" }),
      circle(50, 50, 18, { fill: "#2A2420" }),
    ),
    x,
    y,
    size,
  );

/* Plain pieces */

/** A shadow: a dark shape a little lower, no filter. */
export const shadow = (width, height, radius = 8, depth = 2) =>
  rect(0.5, depth, width, height, { rx: radius, fill: "#000000", opacity: 0.22 });

/** The blank front of a card. */
export function front(
  width,
  height,
  { fill: ground = "var(--card)", stroke = "var(--card-ink)", line = 1.2 } = {},
) {
  const radius = (width * 9) / 122;
  return group(
    {},
    shadow(width, height, radius),
    rect(0, 0, width, height, { rx: radius, fill: ground, stroke, "stroke-width": line }),
  );
}

/** The back of a card: a lattice and our own tile, the same upside down. */
export function back(width, height, { fill: ground = "#7A3B2A" } = {}) {
  const radius = (width * 9) / 122;
  const inset = Math.max(2, width * 0.06);
  const tile = Math.min(width * 0.42, height * 0.42);
  return group(
    { "data-state": "hidden" },
    shadow(width, height, radius),
    rect(0, 0, width, height, { rx: radius, fill: "var(--card)", stroke: "#2A2420", "stroke-width": 1 }),
    rect(inset, inset, width - 2 * inset, height - 2 * inset, { rx: radius * 0.7, fill: ground }),
    rect(inset, inset, width - 2 * inset, height - 2 * inset, {
      rx: radius * 0.7,
      fill: "url(#kit-lattice)",
    }),
    placed(
      group(
        {},
        path("M50 2 98 50 50 98 2 50Z", { fill: "#FFF7E6", stroke: "#2A2420", "stroke-width": 4 }),
        path("M32 30H68V40H55V60H68V70H32V60H45V40H32Z", { fill: ground }),
      ),
      (width - tile) / 2,
      (height - tile) / 2,
      tile,
    ),
  );
}

/** A number on a dark disc or pill. */
export function badge(
  string,
  x,
  y,
  { size = 13, fill: ground = "#2A2420", ink = "#FFF7E6", stroke = "#FFF7E6" } = {},
) {
  const width = Math.max(size * 1.6, measure(string, size, { weight: 700 }) + size * 0.9);
  return at(
    x - width / 2,
    y - size * 0.8,
    rect(0, 0, width, size * 1.6, { rx: size * 0.8, fill: ground, stroke, "stroke-width": 1 }),
    text(string, width / 2, size * 1.15, { size, weight: 700, anchor: "middle", fill: ink }),
  );
}

/** A rounded label as wide as its text, up to a width; returns the group with its `width`.
 * @returns {SVGElement & {width?: any}} */
export function chip(
  string,
  x,
  y,
  {
    size = 13,
    widest = Infinity,
    fill: ground = "var(--panel)",
    ink = "var(--ink)",
    icon = null,
    stroke = "none",
    height = size * 1.7,
    weight = 600,
    align = "start",
  } = {},
) {
  const inset = size * 0.6;
  const lead = icon ? height * 0.8 : 0;
  const shown = cut(string, widest - 2 * inset - lead, size, { weight });
  const width = measure(shown, size, { weight }) + 2 * inset + lead;
  const left = align === "middle" ? x - width / 2 : align === "end" ? x - width : x;
  /** @type {SVGElement & {width?: any}} */
  const made = at(
    left,
    y,
    rect(0, 0, width, height, { rx: height / 2, fill: ground, stroke, "stroke-width": 1 }),
    icon ? placed(icon, inset * 0.7, height * 0.14, height * 0.72) : null,
    text(shown, inset + lead, height / 2 + size * 0.35, { size, weight, fill: ink }),
  );
  made.setAttribute("data-box", `${round(width)} ${round(height)}`);
  made.width = width;
  return made;
}

/** An enamel token: a plate with a lip below, the ground of buttons. */
export function token(
  width,
  height,
  { fill: ground = "var(--panel)", edge = "var(--line)", lip = null } = {},
) {
  const radius = Math.min(12, height * 0.3);
  return group(
    {},
    rect(0, 2.5, width, height, { rx: radius, fill: "#1E0E06", opacity: 0.4 }),
    rect(0, 0, width, height, { rx: radius, fill: ground, stroke: edge, "stroke-width": 1.5 }),
    rect(1, height - 5, width - 2, 4, { rx: 2, fill: lip ?? "#1E0E06", opacity: lip ? 1 : 0.16 }),
  );
}

/** A button drawn on the table, for moves that touch nothing else.
 * @param {View} view
 * @param {Pick<Thing, "key" | "x" | "y" | "width" | "height" | "label" | "ids" | "role" | "why" | "zone"> &
 *   {icon?: Node | null, lines?: number, size?: number | null}} about */
export function button(
  view,
  {
    key,
    x,
    y,
    width,
    height,
    label,
    ids = [],
    role = "primary",
    icon = null,
    why = null,
    zone = "buttons",
    lines = 2,
    size = null,
  },
) {
  const live = ids.length > 0;
  const ground = !live ? "var(--panel-2)" : role === "primary" ? "var(--accent)" : "var(--panel)";
  const ink = !live ? "var(--ink-2)" : role === "primary" ? "var(--on-accent)" : "var(--ink)";
  const lead = icon ? Math.min(height * 0.6, 28) + 6 : 0;
  const inset = width < 80 ? 2 : 7;
  const made = thing(
    view,
    {
      key,
      zone,
      x,
      y,
      width,
      height,
      radius: 6,
      ids,
      label,
      why,
      role,
      commit: true,
      state: live ? (view.picked.includes(key) ? "picked" : "") : why ? "no" : "",
    },
    token(width, height, {
      fill: ground,
      edge: role === "primary" && live ? "var(--accent-2)" : "var(--line)",
      lip: role === "primary" && live ? "var(--accent-2)" : null,
    }),
    icon ? placed(icon, 8, (height - (lead - 6)) / 2, lead - 6) : null,
    fitted(label, inset + lead, 2, width - 2 * inset - lead, height - 8, {
      size: size ?? base(view),
      smallest: least(view),
      lines,
      weight: 700,
      fill: ink,
    }),
  );
  if (live) made.setAttribute("data-state", view.picked.includes(key) ? "picked" : "can");
  return made;
}

/** The shape of a seat: disc, triangle, square, diamond. */
export function seatShape(seat, x, y, size) {
  const fill = `var(--seat-${seat % 4})`;
  const style = { fill, stroke: "var(--on-cloth)", "stroke-width": 6 };
  const shapes = [
    circle(50, 50, 44, style),
    path("M50 6 95 90H5Z", style),
    rect(10, 10, 80, 80, style),
    path("M50 2 98 50 50 98 2 50Z", style),
  ];
  return placed(shapes[seat % 4], x, y, size);
}

/** A panel on the cloth that holds words or things; `lit` marks whose turn it is. */
export function panel(
  x,
  y,
  width,
  height,
  { lit = false, fill: ground = "var(--edge)", radius = 10, striped = false, opacity = 0.92 } = {},
  ...children
) {
  return el(
    "g",
    { transform: `translate(${round(x)} ${round(y)})`, "data-box": `${round(width)} ${round(height)}` },
    rect(0, 0, width, height, {
      rx: radius,
      fill: ground,
      opacity,
      stroke: lit ? "var(--can)" : "none",
      "stroke-width": lit ? 2.5 : 0,
    }),
    striped ? rect(0, 0, width, height, { rx: radius, fill: "url(#kit-stripes)" }) : null,
    ...children,
  );
}

/** Three dots: this seat is to move. */
export const dots = (x, y, size = 4, fill = "var(--can)") =>
  group({ class: "dots" }, ...[0, 1, 2].map((i) => circle(x + i * size * 2.6, y, size, { fill })));

/** A crown, a skull, a tick, a cloud and others that several games use, in a square of 100. */
export const signs = {
  crown: () =>
    path("M10 82V30L32 54 50 16 68 54 90 30V82Z", {
      fill: "#F2C14E",
      stroke: "#2A2420",
      "stroke-width": 6,
      "stroke-linejoin": "round",
    }),
  cloud: () =>
    path("M24 78Q4 78 6 58 8 42 26 42 30 20 52 22 70 24 74 42 94 42 94 60 94 78 74 78Z", {
      fill: "#6E7B86",
      stroke: "#20262B",
      "stroke-width": 6,
    }),
  skull: (fill = "#FFF7E6") =>
    group(
      {},
      path("M50 6Q90 8 90 46 90 62 76 70V90H24V70Q10 62 10 46 10 8 50 6Z", {
        fill,
        stroke: "#2A2420",
        "stroke-width": 6,
      }),
      circle(34, 46, 10, { fill: "#2A2420" }),
      circle(66, 46, 10, { fill: "#2A2420" }),
      path("M40 76V90M50 76V90M60 76V90", { stroke: "#2A2420", "stroke-width": 5 }),
    ),
  tick: (stroke = "#F2C14E") =>
    path("M14 54 38 78 88 24", {
      fill: "none",
      stroke,
      "stroke-width": 16,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  heart: (fill = "#C1443A") =>
    path("M50 92C-10 48 6 8 32 10 44 12 50 26 50 26 50 26 56 12 68 10 94 8 110 48 50 92Z", {
      fill,
      stroke: "#2A2420",
      "stroke-width": 6,
    }),
  shield: (fill = "#8D98A6") =>
    path("M50 4 90 18Q92 70 50 96 8 70 10 18Z", { fill, stroke: "#2A2420", "stroke-width": 6 }),
  hand: () =>
    group(
      {},
      rect(18, 26, 40, 62, {
        rx: 5,
        fill: "#FFFBF1",
        stroke: "#2A2420",
        "stroke-width": 5,
        transform: "rotate(-14 38 60)",
      }),
      rect(44, 22, 40, 62, {
        rx: 5,
        fill: "#FFFBF1",
        stroke: "#2A2420",
        "stroke-width": 5,
        transform: "rotate(10 64 56)",
      }),
    ),
  deck: () =>
    group(
      {},
      rect(26, 8, 56, 78, { rx: 6, fill: "#FFFBF1", stroke: "#2A2420", "stroke-width": 5 }),
      rect(18, 16, 56, 78, { rx: 6, fill: "#7A3B2A", stroke: "#2A2420", "stroke-width": 5 }),
    ),
  arrows: (fill = "#2A2420") =>
    path("M8 36H66V18L94 44 66 70V52H8ZM92 76H34V60L6 82 34 104V90H92Z", {
      fill,
      transform: "translate(0 -8)",
    }),
};

/** An arrow from one place to another, bent a little. */
export function arrow(x0, y0, x1, y1, { stroke = "var(--can)", width = 6, bend = 0.18 } = {}) {
  const cx = (x0 + x1) / 2 - (y1 - y0) * bend;
  const cy = (y0 + y1) / 2 + (x1 - x0) * bend;
  const angle = Math.atan2(y1 - cy, x1 - cx);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const head = [
    [0, 0],
    [-16, -9],
    [-16, 9],
  ].map(([a, b]) => `${round(x1 + a * cos - b * sin)} ${round(y1 + a * sin + b * cos)}`);
  const end = `${round(x1 - 10 * cos)} ${round(y1 - 10 * sin)}`;
  const d = `M${round(x0)} ${round(y0)}Q${round(cx)} ${round(cy)} ${end}`;
  return group(
    { class: "arrow", "pointer-events": "none" },
    path(d, { fill: "none", stroke: "#2A2420", "stroke-width": width + 3, "stroke-linecap": "round" }),
    path(`M${head.join("L")}Z`, { fill: stroke, stroke: "#2A2420", "stroke-width": 2 }),
    path(d, { fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round" }),
  );
}

/** Places of things side by side in a width: they overlap where they must. */
export function spread(count, size, width, gap) {
  if (count === 0) return [];
  const wanted = count * size + (count - 1) * gap;
  const step = wanted <= width || count === 1 ? size + gap : (width - size) / (count - 1);
  const start = wanted <= width ? (width - wanted) / 2 : 0;
  return Array.from({ length: count }, (_, i) => start + i * step);
}

/** Equal things in a list get keys of their own: the first `card`, the second `card#2`. */
export function keyed(prefix, items, named = (item) => item) {
  const seen = new Map();
  return items.map((item) => {
    const name = named(item);
    const number = (seen.get(name) || 0) + 1;
    seen.set(name, number);
    return number === 1 ? `${prefix}:${name}` : `${prefix}:${name}#${number}`;
  });
}

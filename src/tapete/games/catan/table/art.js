/* Catan: terrain, sea, harbours, pieces, dice and cards, made of paths only.

Terrain and pieces are drawn round 0 0, a hex having the radius 100; signs and cards are drawn in a
square of 100. */

import { circle, el, group, kept, path, rect, SANS, SERIF, text } from "/page/kit.js";

export const INK = "#38200F";
const LINE = "#2A1608";
const CREAM = "#FFF7E6";
const BRASS = "#F6BC3A";

/** Ground of each terrain: light, dark. */
export const LAND = {
  wood: ["#5C9A48", "#2F6B34"],
  brick: ["#D98A58", "#B0552F"],
  sheep: ["#B4DB72", "#7FB548"],
  wheat: ["#F6D562", "#D9A52E"],
  ore: ["#A9B0BC", "#767E8E"],
  desert: ["#F0DDA8", "#D9BC78"],
};
/** Colours of the seats: front, side, roof. */
export const SEATS = [
  ["#E0533A", "#A93420", "#FF8A6C"],
  ["#2F83C4", "#1B568A", "#7CC0EE"],
  ["#F7F0E0", "#C9BDA4", "#FFFFFF"],
  ["#8A5BB8", "#5C3684", "#BF98E2"],
];
const MARKS = [
  "M4.5 0A4.5 4.5 0 1 1-4.5 0 4.5 4.5 0 0 1 4.5 0Z",
  "M0-5.5 5.5 4.5H-5.5Z",
  "M-4.5-4.5h9v9h-9Z",
  "M0-6 6 0 0 6-6 0Z",
];

const short = (number) => Math.round(number * 10) / 10;
const filled = (d, fill, more = {}) => path(d, { fill, ...more });
const stroked = (d, stroke, width, more = {}) =>
  path(d, { fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", ...more });
const oval = (cx, cy, rx, ry, more = {}) => el("ellipse", { cx, cy, rx, ry, ...more });
/** Things drawn round 0 0, put at a place in a size. */
export const put = (x, y, scale, ...children) =>
  group(
    { transform: `translate(${short(x)} ${short(y)}) scale(${Math.round(scale * 1000) / 1000})` },
    ...children,
  );

/** A picture that depends on its arguments alone: built once, then copied.
 * @template {any[]} T @param {string} name @param {(...given: T) => SVGElement} make
 * @returns {(...given: T) => SVGElement} */
function once(name, make) {
  return (...given) => kept(`catan ${name} ${JSON.stringify(given)}`, () => make(...given));
}

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

let made = 0;
/** A name for a gradient or a clip that no other part of the document has. */
const fresh = (name) => `catan-${name}-${(made += 1)}`;

/* What grows and is on the land */

const tree = (x, y, scale, dark) =>
  put(
    x,
    y,
    scale,
    filled("M-10 2a13 4 0 1 1 26 0 13 4 0 1 1-26 0Z", "#12361A", { opacity: 0.4 }),
    filled("M-2.5 2V-6H2.5V2Z", "#6A4020"),
    filled("M0-42 13-16H6L16-4H-16L-6-16H-13Z", dark ? "#2B6B38" : "#3F8A45"),
    filled("M0-42 13-16H6L16-4H0Z", "#12401F", { opacity: 0.45 }),
    stroked("M0-42-5-31", "#A7D98A", 2),
  );
const lamb = (x, y, scale, way = 1) =>
  group(
    {
      transform:
        `translate(${short(x)} ${short(y)}) ` +
        `scale(${short(scale * 10 * way) / 10} ${short(scale * 10) / 10})`,
    },
    filled("M-15 11a15 4 0 1 1 30 0 15 4 0 1 1-30 0Z", "#2F5A1E", { opacity: 0.35 }),
    stroked("M-7 6v6M6 6v6", "#3A2A20", 3, { "stroke-linecap": "butt" }),
    filled("M-13 2C-18-4-12-12-6-10-4-16 6-16 8-10 15-11 17-2 12 2 12 8-11 9-13 2Z", "#FFFDF4", {
      stroke: "#4A3A2A",
      "stroke-width": 1.6,
    }),
    filled("M11-6C18-8 21-2 18 3 14 5 10 2 11-6Z", "#4A3A32"),
    circle(16, -2, 1.2, { fill: "#FFFFFF" }),
  );
const peak = (x, y, scale, snow = true) =>
  put(
    x,
    y,
    scale,
    filled("M-38 0-8-58 2-64 36 0Z", "#8C94A4"),
    filled("M2-64 36 0H4L-4-30Z", "#5C6474"),
    snow ? filled("M-8-58 2-64 12-44 6-40 2-46-4-38-10-44-15-43Z", "#FFFFFF") : null,
    snow ? filled("M2-64 12-44 6-40 2-46Z", "#D3DCE8") : null,
    stroked("M-22-10l8-12M14-8l-4-14", "#3F4656", 2.5, { "stroke-opacity": 0.5 }),
  );
const STACK = [
  [0, 0],
  [-14, 0],
  [14, 0],
  [-7, -9],
  [7, -9],
  [0, -18],
];
const WALL = [
  [-14, 0],
  [0, 0],
  [14, 0],
  [-7, -11],
  [7, -11],
  [-14, -22],
  [0, -22],
  [14, -22],
];
const bricks = (x, y, scale, stack = STACK) =>
  put(
    x,
    y,
    scale,
    oval(0, 8, 26, 5, { fill: "#5A2410", opacity: 0.35 }),
    ...stack.flatMap(([a, b]) => [
      filled(`M${a - 7} ${b}h13v8h-13Z`, "#D8683C", { stroke: "#6A2A12", "stroke-width": 1.4 }),
      filled(`M${a - 7} ${b}l3-3h13l-3 3Z`, "#F09A6A", { stroke: "#6A2A12", "stroke-width": 1.2 }),
    ]),
  );

/** An oval as part of a path, turned by degrees. */
function grain(x, y, rx, ry, degrees) {
  const turn = (degrees * Math.PI) / 180;
  const [dx, dy] = [Math.sin(turn) * ry, -Math.cos(turn) * ry];
  const arc = (toX, toY) => `A${rx} ${ry} ${short(degrees)} 1 1 ${short(toX)} ${short(toY)}`;
  return `M${short(x + dx)} ${short(y + dy)}${arc(x - dx, y - dy)}${arc(x + dx, y + dy)}Z`;
}
const EARS = [
  [-3, -24],
  [3, 24],
  [0, 0],
].map(([x, degrees]) => {
  const turn = (degrees * Math.PI) / 180;
  const turned = (a, b) => [
    x + a * Math.cos(turn) - b * Math.sin(turn),
    a * Math.sin(turn) + b * Math.cos(turn),
  ];
  const grains = [0, 1, 2].flatMap((i) =>
    [-1, 1].map((side) => grain(...turned(3.2 * side, -14 - i * 5.5), 2.6, 4, degrees + 24 * side)),
  );
  const [x0, y0] = turned(0, 4);
  const [x1, y1] = turned(0, -16);
  return {
    stalk: `M${short(x0)} ${short(y0)}L${short(x1)} ${short(y1)}`,
    grains: [...grains, grain(...turned(0, -31), 2.4, 4.4, degrees)].join(""),
  };
});
const sheaf = (x, y, scale) =>
  put(
    x,
    y,
    scale,
    oval(0, 4, 11, 3.5, { fill: "#7A5410", opacity: 0.4 }),
    stroked(EARS.map((ear) => ear.stalk).join(""), "#9A6A10", 2),
    filled(EARS.map((ear) => ear.grains).join(""), "#F6C944", { stroke: "#9A6A10", "stroke-width": 1 }),
    filled("M-5-4H5L4 0H-4Z", "#C23A26", { stroke: "#7A1D12", "stroke-width": 1 }),
  );
const cactus = (x, y, scale) =>
  put(
    x,
    y,
    scale,
    oval(2, 1, 15, 4, { fill: "#7A5A20", opacity: 0.35 }),
    filled("M-6 0V-40C-6-48 6-48 6-40V0Z", "#5FA04A", { stroke: "#2F5A26", "stroke-width": 2 }),
    stroked("M-6-18H-10C-17-18-18-24-18-32M6-24H10C17-24 18-30 18-38", "#2F5A26", 8),
    stroked("M-6-18H-10C-17-18-18-24-18-32M6-24H10C17-24 18-30 18-38", "#5FA04A", 5),
  );

/* Terrain */

export const HEX = "M86.6-50V50L0 100-86.6 50V-50L0-100Z";
const TRIMMED = "M84-48.5V48.5L0 97-84 48.5V-48.5L0-97Z";
const clear = (x, y) =>
  Math.hypot(x, y - 14) > 43 && Math.abs(x) < 78 && Math.abs(y) + Math.abs(x) * 0.577 < 88;

const GROUNDS = {
  wood(random) {
    const found = [];
    for (let i = 0; i < 120 && found.length < 17; i += 1) {
      const x = (random() - 0.5) * 150;
      const y = (random() - 0.42) * 170;
      if (clear(x, y - 14) && clear(x, y) && found.every(([a, b]) => Math.hypot(a - x, b - y) > 17))
        found.push([x, y]);
    }
    found.sort((a, b) => a[1] - b[1]);
    return found.map(([x, y], i) => tree(x, y, 0.8 + random() * 0.35, i % 3 === 0));
  },
  sheep(random) {
    const flock = [
      [-50, -42],
      [10, -66],
      [52, -34],
      [-58, 42],
      [50, 56],
    ];
    const flowers = Array.from({ length: 14 }, () => [(random() - 0.5) * 140, (random() - 0.5) * 150]);
    const dots = (even) =>
      flowers
        .filter(([x, y], i) => clear(x, y) && (i % 2 === 0) === even)
        .map(([x, y]) => grain(x, y, 2, 2, 0))
        .join("");
    return [
      filled("M-90-10C-50-34-10-14 20-28S80-20 95-34V-110H-95Z", "#C6E68A", { opacity: 0.8 }),
      filled("M-90 60C-40 40 20 64 90 42V120H-90Z", "#6FA53C", { opacity: 0.45 }),
      filled(dots(true), "#FFFFFF"),
      filled(dots(false), BRASS),
      ...flock.map(([x, y], i) =>
        lamb(x + (random() - 0.5) * 10, y + (random() - 0.5) * 8, 0.9 + random() * 0.2, i % 2 ? 1 : -1),
      ),
    ];
  },
  wheat(random) {
    const rows = Array.from({ length: 12 }, (_, i) => (i - 5) * 18);
    const furrow = (y) => `M-95 ${y + 8}C-40 ${y - 14} 30 ${y + 22} 95 ${y - 4}`;
    const places = [
      [-52, -30],
      [-14, -58],
      [38, -44],
      [64, -6],
      [-60, 26],
      [-44, 62],
      [50, 54],
      [8, 84],
    ];
    return [
      stroked(rows.map(furrow).join(""), "#B98216", 5, { "stroke-opacity": 0.45 }),
      stroked(rows.map((y) => furrow(y - 7)).join(""), "#FFE99A", 2.5, { "stroke-opacity": 0.7 }),
      ...places.map(([x, y]) => sheaf(x + (random() - 0.5) * 8, y + (random() - 0.5) * 6, 0.95)),
    ];
  },
  ore: (random) => [
    peak(-40, -12, 0.95),
    peak(30, -18, 1.1),
    peak(-4, -40, 0.7),
    peak(62, 22, 0.62, false),
    peak(-62, 44, 0.6, false),
    peak(-30, 84, 0.55, false),
    peak(36, 82, 0.64, false),
    filled(
      Array.from({ length: 6 }, () => {
        const size = 2 + random() * 3;
        return grain((random() - 0.5) * 120, 60 + random() * 24, size, size, 0);
      }).join(""),
      "#5C6474",
    ),
  ],
  brick: () => [
    filled("M-95-6C-60-48-30-52-8-18 14-58 56-58 95-14V-110H-95Z", "#C26C40"),
    stroked("M-95-6C-60-48-30-52-8-18 14-58 56-58 95-14", "#8E3E1C", 3),
    filled("M-84 66c30-12 70-6 96 4 26 8 50 4 80-6V120H-90Z", "#B0552F", {
      "fill-opacity": 0.5,
      stroke: "#8E3E1C",
      "stroke-width": 2.5,
    }),
    stroked("M-70-12c10-10 22-14 32-12M20-30c14-8 30-6 42 6", "#8E3E1C", 2.5),
    bricks(-46, -36, 0.95),
    bricks(42, -40, 1),
    bricks(-54, 56, 0.85),
    bricks(52, 60, 0.8),
  ],
  desert: () => [
    filled("M-95-16C-50-44-10-18 30-36S80-24 95-36V-110H-95Z", "#FFF0C4"),
    circle(44, -58, 15, { fill: "#FFE27A" }),
    stroked("M-90 30C-40 6 0 44 40 24S80 26 95 18M-90 66C-40 46 10 78 90 54", "#B9924C", 4, { opacity: 0.6 }),
    cactus(-48, -8, 1),
    cactus(54, 46, 0.7),
  ],
};

/** Gradients and clip of a set of terrains, and how to refer to them. */
function soils() {
  const ids = Object.fromEntries(Object.keys(LAND).map((kind) => [kind, fresh(kind)]));
  const clip = fresh("hex");
  return {
    ids,
    clip,
    defs: el(
      "defs",
      {},
      el("clipPath", { id: clip }, path(TRIMMED)),
      ...Object.entries(LAND).map(([kind, [light, dark]]) =>
        el(
          "radialGradient",
          { id: ids[kind], cx: 0.4, cy: 0.3, r: 0.9 },
          el("stop", { "stop-color": light }),
          el("stop", { offset: 1, "stop-color": dark }),
        ),
      ),
    ),
  };
}

/** One hex of land, the same for the same seed. */
const terrain = (kind, seed, soil) => [
  filled(HEX, `url(#${soil.ids[kind]})`),
  group({ "clip-path": `url(#${soil.clip})` }, ...GROUNDS[kind](numbers(seed * 77 + kind.length * 13))),
  stroked(HEX, LINE, 3, { "stroke-opacity": 0.28 }),
  stroked("M-84-49 0-97 84-49", "#FFFFFF", 3, { "stroke-opacity": 0.4 }),
];

/** The outline of hexes at places, as one path. */
const outline = (places) =>
  places.map(([x, y]) => `M${short(x + 86.6)} ${short(y - 50)}v100l-86.6 50-86.6-50v-100l86.6-50Z`).join("");

const SAND = { "stroke-linejoin": "round" };
const shallows = (d) => [
  path(d, { fill: "none", stroke: "#7FD3DE", "stroke-opacity": 0.35, "stroke-width": 110, ...SAND }),
  path(d, { fill: "none", stroke: "#A9E6E4", "stroke-opacity": 0.5, "stroke-width": 66, ...SAND }),
];
const beach = (d) => [
  group(
    { transform: "translate(4 14)", opacity: 0.45 },
    path(d, { fill: "#0A2C44", stroke: "#0A2C44", "stroke-width": 30, ...SAND }),
  ),
  path(d, { fill: "#F0D9A0", stroke: "#B9924C", "stroke-width": 34, ...SAND }),
  path(d, { fill: "#F4E2B0", stroke: "#F4E2B0", "stroke-width": 28, ...SAND }),
];

/** The whole island without pieces: hexes `[x, y, kind, seed]`, harbours with their place, corners,
 * good and rate. */
export function island(hexes, harbours, size = 1) {
  const soil = soils();
  const coast = outline(hexes);
  return group(
    { "aria-hidden": "true", "pointer-events": "none" },
    soil.defs,
    ...shallows(coast),
    ...harbours.flatMap((harbour) => [jetties(harbour), boat(harbour, size)]),
    ...beach(coast),
    ...hexes.map(([x, y, kind, seed]) => put(x, y, 1, ...terrain(kind, seed, soil))),
    ...harbours.map((harbour) => rateOf(harbour, size)),
  );
}

/* Harbours */

function jetties({ x, y, corners }) {
  const d = corners.map(([a, b]) => `M${short(x)} ${short(y + 16)}L${short(a)} ${short(b)}`).join("");
  return group(
    {},
    stroked(d, "#6A4020", 11),
    stroked(d, "#C89A5C", 7, { "stroke-dasharray": "9 3", "stroke-linecap": "butt" }),
  );
}

const boatScale = (size) => 1.15 + (size - 1) * 0.35;
/** The rate of a harbour, below its boat; on its hull where the coast is below it. Land covers none, and
 * `size` enlarges it where the island is small. */
function rateOf({ x, y, corners, rate }, size) {
  const scale = boatScale(size);
  const pill = Math.max(1, (size * 1.25) / scale);
  const coast = (corners[0][1] + corners[1][1]) / 2 - y;
  return put(
    x,
    y + (coast > 30 ? 18 : 27 + 7 * pill) * scale,
    pill * scale,
    rect(-19, -9, 38, 19, { rx: 9, fill: "#2C1A10" }),
    text(rate, 0, 6, {
      size: 15,
      weight: 800,
      anchor: "middle",
      family: SANS,
      fill: CREAM,
      "data-fine": "",
    }),
  );
}
/** A boat whose sail shows the good. */
function boat({ x, y, kind }, size) {
  const good = kind === "any" ? null : kind;
  const scale = boatScale(size);
  return put(
    x,
    y,
    scale,
    filled("M-30 16C-20 26 20 26 30 16L24 30H-24Z", "#FFFFFF", { opacity: 0.35 }),
    filled("M-28 8H28L18 24H-18Z", "#8A5A2E", { stroke: LINE, "stroke-width": 2 }),
    stroked("M0 8V-34", "#5A3818", 4),
    filled("M3-34C26-28 30-8 26 2H3Z", good ? LAND[good][1] : CREAM, { stroke: LINE, "stroke-width": 2 }),
    filled("M-3-28C-20-20-22-8-20 2H-3Z", CREAM, { stroke: LINE, "stroke-width": 2 }),
    good
      ? put(14, -10, 0.42, goods(good))
      : text("?", 14, -6, { size: 17, anchor: "middle", family: SERIF, fill: "#2C1A10", "data-fine": "" }),
  );
}

/* Numbers */

/** A number on an ivory disc round 0 12; grey under the robber. */
export const numberDisc = once("numberDisc", (number, pips, { grey = false } = {}) => {
  const often = number === 6 || number === 8;
  const ink = grey ? "#6E665C" : often ? "#B3261C" : "#2C1A10";
  return group(
    {},
    oval(2, 19, 31, 30, { fill: "#1A0C04", opacity: 0.35 }),
    circle(0, 14, 31, { fill: grey ? "#9C968C" : "#C9A870" }),
    circle(0, 12, 31, { fill: grey ? "#D6D0C4" : "#FFF4DC" }),
    circle(0, 12, 27, { fill: "none", stroke: grey ? "#9C968C" : "#C9A870", "stroke-width": 1.6 }),
    text(String(number), 0, 21, {
      size: often ? 34 : 29,
      anchor: "middle",
      family: SERIF,
      fill: ink,
      "data-fine": "",
    }),
    ...Array.from({ length: pips }, (_, i) => circle((i - (pips - 1) / 2) * 7, 31, 2.5, { fill: ink })),
  );
});

/* Pieces */

const OUTLINED = { stroke: LINE, "stroke-width": 2, "stroke-linejoin": "round" };
const mark = (seat, x, y) =>
  path(MARKS[seat], { transform: `translate(${x} ${y})`, fill: LINE, stroke: "none", opacity: 0.75 });

export const house = once("house", (seat) => {
  const [front, side, roof] = SEATS[seat];
  return group(
    OUTLINED,
    oval(5, 14, 26, 8, { fill: "#1A0C04", opacity: 0.35, stroke: "none" }),
    filled("M-18-4-4-20 10-4V14H-18Z", front),
    filled("M10-4 22-10V8L10 14Z", side),
    filled("M-4-20 10-26 24-10 10-4Z", roof),
    filled("M-8 14V4h8v10Z", LINE),
    mark(seat, -4, -5),
  );
});
export const city = once("city", (seat) => {
  const [front, side, roof] = SEATS[seat];
  return group(
    OUTLINED,
    oval(6, 16, 38, 9, { fill: "#1A0C04", opacity: 0.35, stroke: "none" }),
    filled("M-30 0H4V16H-30Z", front),
    filled("M-30 0-20-8H6L4 0Z", roof),
    filled("M-6-20 6-36 18-20V16H-6Z", front),
    filled("M18-20 30-26V10L18 16Z", side),
    filled("M6-36 20-42 32-26 18-20Z", roof),
    filled("M2 16V4h9v12Z", LINE),
    filled("M-24 6h6v5h-6ZM-12 6h5v5h-5Z", "#FFE9A0", { "stroke-width": 1.2 }),
    mark(seat, 6, -10),
  );
});
/** A road between two places, as thick as asked. */
export const road = once("road", (seat, [x0, y0], [x1, y1], thick = 7) => {
  const [front, side] = SEATS[seat];
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [u, v] = [(x1 - x0) / length, (y1 - y0) / length];
  const [a, b] = [-v * thick, u * thick];
  const cut = Math.min(20, length * 0.2);
  const ends = [
    [x0 + u * cut, y0 + v * cut],
    [x1 - u * cut, y1 - v * cut],
  ];
  const bar = (down) => {
    const at = (end, way) => `${short(ends[end][0] + a * way)} ${short(ends[end][1] + b * way + down)}`;
    return `M${at(0, 1)}L${at(1, 1)} ${at(1, -1)} ${at(0, -1)}Z`;
  };
  const middle = `${short((x0 + x1) / 2)} ${short((y0 + y1) / 2 - 2)}`;
  return group(
    OUTLINED,
    filled(bar(8), "#1A0C04", { opacity: 0.35, stroke: "none" }),
    filled(bar(5), side),
    filled(bar(-2), front),
    group(
      { transform: `translate(${middle}) scale(${short(thick) / 8.5})` },
      path(MARKS[seat], { fill: LINE, stroke: "none", opacity: 0.75 }),
    ),
  );
});
export const robber = once("robber", () =>
  group(
    { stroke: LINE, "stroke-width": 2 },
    oval(4, 22, 22, 7, { fill: "#1A0C04", opacity: 0.35, stroke: "none" }),
    filled("M-16 20C-18-4-10-14 0-14S18-4 16 20Z", "#3A3440"),
    circle(0, -20, 11, { fill: "#3A3440" }),
    filled("M-20-24C-10-30 10-30 20-24 10-20-10-20-20-24Z", "#2A242E"),
    filled("M-11-26C-10-40 10-40 11-26Z", "#2A242E"),
    stroked("M-8-17.5h16", BRASS, 4, { "stroke-linecap": "butt" }),
    circle(-4, -17.5, 1.4, { fill: LINE, stroke: "none" }),
    circle(4, -17.5, 1.4, { fill: LINE, stroke: "none" }),
  ),
);
/** The sign of a seat alone, round 0 0 with the radius 6. */
export const seatMark = (seat, fill = SEATS[seat][1]) => path(MARKS[seat], { fill });

/** A piece in a square of 100, for plates and tokens. */
export const piece = once("piece", (kind, seat) => {
  if (kind === "road") return put(50, 50, 1.1, road(seat, [-44, 16], [44, -16], 9));
  return kind === "city" ? put(48, 64, 1.32, city(seat)) : put(46, 58, 1.75, house(seat));
});

/* Goods */

/** A good round 0 0, about 60 high. */
export const goods = (kind) =>
  ({
    wood: () => tree(0, 22, 1.1, false),
    brick: () => bricks(0, 12, 1, WALL),
    sheep: () => lamb(0, 2, 1.3),
    wheat: () => sheaf(0, 16, 1.3),
    ore: () => group({}, peak(14, 24, 0.42), peak(-6, 25, 0.66)),
    desert: () => cactus(0, 24, 1.1),
  })[kind]();
const FIT = {
  wood: [50, 52, 1.95],
  brick: [50, 50, 1.9],
  sheep: [48, 52, 2.1],
  wheat: [50, 62, 1.75],
  ore: [51, 56, 1.66],
  desert: [50, 52, 1.7],
};

/** A good as a sign in a square of 100. */
export const resourceSign = once("resourceSign", (kind) => {
  const [x, y, scale] = FIT[kind];
  return group({ "aria-hidden": "true" }, put(x, y, scale, goods(kind)));
});

/** The picture of a resource card of a size: ground, hill and good; the caller writes its name. */
export const resourceCard = once("resourceCard", (kind, width, height, foot) => {
  const [light, dark] = LAND[kind];
  const inset = Math.max(2.5, width * 0.065);
  const [w, h] = [width - 2 * inset, height - inset - foot];
  const size = Math.min(w / 62, h / 70);
  const [right, bottom] = [short(inset + w), short(inset + h)];
  const within = (across, down) => `${short(inset + w * across)} ${short(inset + h * down)}`;
  const hill =
    `M${inset} ${short(inset + h * 0.6)}C${within(0.3, 0.46)} ${within(0.7, 0.7)} ` +
    `${right} ${short(inset + h * 0.54)}V${bottom}H${inset}Z`;
  return group(
    {},
    rect(0.5, 3, width, height, { rx: width * 0.12, fill: "#1A0C04", opacity: 0.35 }),
    rect(0, 0, width, height, { rx: width * 0.12, fill: "var(--card)", stroke: LINE, "stroke-width": 1.5 }),
    rect(inset, inset, w, h, { rx: width * 0.08, fill: dark }),
    filled(hill, light),
    put(inset + w / 2, inset + h * 0.54, size * 1.08, goods(kind)),
  );
});
/** An empty place for a resource card. */
export const resourceGap = (kind, width, height) =>
  group(
    {},
    rect(0, 0, width, height, { rx: width * 0.12, fill: "#5B3D22", stroke: LINE, "stroke-width": 1 }),
    rect(1, 1, width - 2, height - 2, {
      rx: width * 0.11,
      fill: "none",
      stroke: CREAM,
      "stroke-opacity": 0.55,
      "stroke-width": 1.5,
      "stroke-dasharray": "5 4",
    }),
    group(
      { opacity: 0.42 },
      put(width / 2, height * 0.42, Math.min(width / 74, height / 104) * 1.08, goods(kind)),
    ),
  );

/** The wooden tray under a hand. */
export const tray = once("tray", (width, height) =>
  group(
    { "aria-hidden": "true" },
    rect(2, 6, width, height, { rx: 14, fill: "#1A0C04", opacity: 0.35 }),
    rect(0, 0, width, height, { rx: 14, fill: "#5A3818" }),
    rect(0, 0, width, height - 5, { rx: 14, fill: "#8A5A2E", stroke: LINE, "stroke-width": 1.5 }),
    rect(5, 5, width - 10, height - 15, { rx: 10, fill: "#6E4522" }),
    stroked(
      `M14 ${short(height * 0.3)}H${short(width - 14)}M14 ${short(height * 0.55)}H${short(width - 40)}`,
      "#5A3818",
      2,
      { opacity: 0.6 },
    ),
  ),
);

/* Development cards */

const BOLD = { stroke: LINE, "stroke-width": 3, "stroke-linejoin": "round", "stroke-linecap": "round" };
const CARDS = {
  knight: () => [
    filled("M58 8C74 0 92 6 94 22 84 18 76 20 68 26Z", "#C23A26", BOLD),
    filled("M22 60V42C22 20 36 10 54 10S84 22 84 42V60L70 72H36Z", "#B9C0CB", BOLD),
    filled("M54 10C72 10 84 22 84 42V60L70 72H58Z", "#8C94A4"),
    filled("M22 40H62V50H22Z", "#2C1A10"),
    stroked("M30 58H56M32 66H54", "#5C6474", 3),
    filled("M28 72H78L82 92H22Z", "#8C94A4", BOLD),
    filled("M22 40H62V50H22Z", "none", BOLD),
  ],
  victory_point: () => [
    stroked("M28 20H12C12 44 24 48 34 48M72 20H88C88 44 76 48 66 48", LINE, 11),
    stroked("M28 20H12C12 44 24 48 34 48M72 20H88C88 44 76 48 66 48", BRASS, 6),
    filled("M26 8H74V36C74 56 62 62 50 62S26 56 26 36Z", BRASS, BOLD),
    filled("M60 8H74V36C74 56 62 62 54 62 62 50 62 30 60 8Z", "#C98A14"),
    filled("M44 62H56V76H44Z", "#C98A14", BOLD),
    filled("M30 76H70L74 92H26Z", BRASS, BOLD),
    filled("M50 18l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1Z", CREAM),
  ],
  road_building: () => [
    put(50, 40, 1, road(0, [-48, 14], [48, -18], 9)),
    put(50, 70, 1, road(1, [-48, -14], [48, 14], 9)),
  ],
  year_of_plenty: () => [
    put(28, 44, 0.9, goods("wheat")),
    put(52, 42, 0.8, goods("ore")),
    put(76, 40, 0.75, goods("wood")),
    filled("M6 50H94L84 92H16Z", "#C98A4B", BOLD),
    filled("M70 50H94L84 92H66Z", "#A5682E"),
    stroked("M10 64H90M14 78H86M32 50 36 92M68 50 64 92M50 50V92", "#7A4A1C", 2.5),
    filled("M6 50H94L84 92H16Z", "none", BOLD),
  ],
  monopoly: () => [
    filled("M30 34C6 52 4 92 24 92H76C96 92 94 52 70 34Z", "#B07A3A", BOLD),
    filled("M62 34H70C94 52 96 92 76 92H60C76 80 74 50 62 34Z", "#85551F"),
    stroked("M30 34H70", LINE, 11),
    stroked("M30 34H70", "#E0B15E", 6),
    filled("M30 30V6L42 18 50 2 58 18 70 6V30Z", BRASS, BOLD),
    circle(46, 64, 15, { fill: BRASS, ...BOLD }),
    stroked("M46 56V72", "#7A4F06", 4),
  ],
};
/** The picture of a development card in a square of 100. */
export const cardSign = once("cardSign", (kind) => group({ "aria-hidden": "true" }, ...CARDS[kind]()));

/** A development card of a size without its name: violet with a gold line, its picture above a paper foot. */
export const cardFace = once("cardFace", (kind, width, height, foot) => {
  const inset = Math.max(2.5, width * 0.055);
  const high = height - inset - foot;
  const size = Math.min(width * 0.74, high * 0.86);
  return group(
    {},
    rect(0.5, 3, width, height, { rx: width * 0.12, fill: "#1A0C04", opacity: 0.35 }),
    rect(0, 0, width, height, { rx: width * 0.12, fill: "var(--card)", stroke: LINE, "stroke-width": 1.5 }),
    rect(inset, inset, width - 2 * inset, high, { rx: width * 0.08, fill: "#6A4496" }),
    rect(inset + 2.5, inset + 2.5, width - 2 * inset - 5, high - 5, {
      rx: width * 0.06,
      fill: "none",
      stroke: BRASS,
      "stroke-width": 1.2,
    }),
    put((width - size) / 2, inset + (high - size) / 2, size / 100, cardSign(kind)),
  );
});
/** The back of a development card in a square of 100. */
export const cardBack = once("cardBack", () =>
  group(
    {},
    rect(17, 5, 66, 92, { rx: 11, fill: "#1A0C04", opacity: 0.35 }),
    rect(17, 2, 66, 92, { rx: 11, fill: "#7A4FA8", stroke: LINE, "stroke-width": 4 }),
    rect(24, 9, 52, 78, { rx: 7, fill: "none", stroke: BRASS, "stroke-width": 2.5 }),
    filled("M50 26l7 15 16 2-12 11 3 16-14-8-14 8 3-16-12-11 16-2Z", BRASS),
  ),
);
/** The back of a resource card in a square of 100. */
export const handBack = once("handBack", () =>
  group(
    {},
    rect(17, 2, 66, 92, { rx: 11, fill: "#C98A14", stroke: LINE, "stroke-width": 4 }),
    rect(26, 11, 48, 74, { rx: 7, fill: "none", stroke: CREAM, "stroke-width": 3 }),
    filled("M50 26 71 38V60L50 72 29 60V38Z", CREAM),
  ),
);

/* Dice */

const SPOTS = {
  1: [[0, 0]],
  2: [
    [-9, -9],
    [9, 9],
  ],
  3: [
    [-10, -10],
    [0, 0],
    [10, 10],
  ],
  4: [
    [-9, -9],
    [9, -9],
    [-9, 9],
    [9, 9],
  ],
  5: [
    [-10, -10],
    [10, -10],
    [0, 0],
    [-10, 10],
    [10, 10],
  ],
  6: [
    [-9, -11],
    [9, -11],
    [-9, 0],
    [9, 0],
    [-9, 11],
    [9, 11],
  ],
};
/** A die in a square of 100. */
export const die = once("die", (number) =>
  put(
    49,
    48,
    2,
    rect(-21, -18, 44, 43, { rx: 10, fill: "#1A0C04", opacity: 0.35 }),
    rect(-22, -18, 44, 42, { rx: 9, fill: "#C9A870", stroke: LINE, "stroke-width": 1.5 }),
    rect(-22, -22, 44, 42, { rx: 9, fill: CREAM, stroke: LINE, "stroke-width": 2 }),
    ...SPOTS[number].map(([x, y]) => circle(x, y - 1, 4.4, { fill: "#B3261C" })),
  ),
);

/* The sea */

/** Water over a whole stage, lighter round a place; `dark` is the lamp's light. */
export function sea(width, height, cx, cy, reach, dark = false) {
  const id = fresh("sea");
  const random = numbers(5);
  const tones = dark ? ["#2C7FA3", "#16507A", "#0C3150"] : ["#3FA6C4", "#1F6F98", "#124A70"];
  const waves = (share) =>
    Array.from({ length: Math.round((width * height) / 30000) + 6 }, () => {
      const [x, y] = [random() * width, random() * height];
      return random() < share ? `M${short(x)} ${short(y)}q7-6 14 0t14 0` : "";
    }).join("");
  return group(
    { "aria-hidden": "true" },
    el(
      "defs",
      {},
      el(
        "radialGradient",
        { id, gradientUnits: "userSpaceOnUse", cx: short(cx), cy: short(cy), r: short(reach) },
        el("stop", { "stop-color": tones[0] }),
        el("stop", { offset: 0.55, "stop-color": tones[1] }),
        el("stop", { offset: 1, "stop-color": tones[2] }),
      ),
    ),
    rect(0, 0, width, height, { fill: `url(#${id})` }),
    stroked(waves(1), "#FFFFFF", 2, { "stroke-opacity": 0.12 }),
    stroked(waves(0.6), "#FFFFFF", 2, { "stroke-opacity": 0.2 }),
  );
}

/* The lid of the box, 480 x 300 */

/** The game's own pieces as a still life, without a ground. */
export function still() {
  const hexes = [
    [-173.2, -75, "wood", 8],
    [0, -75, "wheat", 6],
    [173.2, -75, "ore", 5],
    [-86.6, 75, "sheep", 9],
    [86.6, 75, "brick", 10],
  ];
  const pips = { 8: 5, 6: 5, 5: 4, 9: 4, 10: 3 };
  const harbour = {
    x: -262,
    y: 96,
    kind: "sheep",
    rate: "2:1",
    corners: [
      [-173.2, 25],
      [-173.2, 125],
    ],
  };
  return put(
    244,
    150,
    0.66,
    island(
      hexes.map(([x, y, kind, number]) => [x, y, kind, number]),
      [harbour],
      1.2,
    ),
    ...hexes.map(([x, y, , number]) => put(x, y, 1, numberDisc(number, pips[number]))),
    road(0, [0, 25], [86.6, -25], 8),
    road(0, [0, 25], [-86.6, -25], 8),
    put(0, 22, 1.6, city(0)),
    put(-86.6, -28, 1.4, house(1)),
    put(86.6, -28, 1.4, house(0)),
    put(150, 62, 1.5, robber()),
  );
}
export const cover = () => group({}, sea(480, 300, 240, 150, 330), still());

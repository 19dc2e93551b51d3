/* The island of Catan in pixels: where hexes, corners and boats lie, the still board, pieces and the places
for new ones. */

import { circle, el, group, kept, path, SERIF, text } from "/page/kit.js";
import { city, HEX, house, INK, island, put, ratePlate, road, robber, sea } from "./art.js";

const CORNERS = [
  [0, -100],
  [86.6, -50],
  [86.6, 50],
  [0, 100],
  [-86.6, 50],
  [-86.6, -50],
];
const WIDE = 1090; // the island with its boats, a hex having the radius 100
const HIGH = 985;
const SMALL = 0.46; // below this scale pieces and rates are drawn larger

/** Hex centres and corners in pixels; `scale` is that of a drawing in which a hex has the radius 100. */
export function geometry(description, box) {
  const scale = Math.min(box.width / WIDE, box.height / HIGH);
  const cx = box.x + box.width / 2;
  const cy = box.y + box.height / 2 - 8 * scale;
  const centres = new Map();
  const nodes = new Map();
  for (const hex of description.hexes) {
    const x = (hex.q + hex.r / 2) * 173.2;
    const y = hex.r * 150;
    centres.set(hex.id, [cx + x * scale, cy + y * scale]);
    hex.corners.forEach((node, i) =>
      nodes.set(node, [cx + (x + CORNERS[i][0]) * scale, cy + (y + CORNERS[i][1]) * scale]),
    );
  }
  const more = scale < SMALL ? 1 + Math.min(0.45, (SMALL - scale) * 3) : 1;
  return { scale, radius: 100 * scale, more, cx, cy, centres, nodes };
}

/** Sea, shallows, harbours and land: built once for a size, a theme and an island, then copied. */
export function stillBoard(view, map) {
  const { description: d } = view;
  const key = [
    "catan island",
    view.width,
    view.height,
    map.cx,
    map.cy,
    map.scale,
    view.theme === "dark",
    ...d.hexes.map((hex) => `${hex.q} ${hex.r} ${hex.terrain}`),
    ...d.harbours.map((harbour) => `${harbour.kind} ${harbour.nodes}`),
  ].join("|");
  return kept(key, () => built(view, map));
}

/** A place of the map in a drawing in which a hex has the radius 100. */
const unitOf =
  ({ cx, cy, scale }) =>
  ([x, y]) => [(x - cx) / scale, (y - cy) / scale];
const landOf = (d, map) =>
  d.hexes.map((hex) => [...unitOf(map)(map.centres.get(hex.id)), hex.terrain, hex.id + 1]);

function built(view, map) {
  const { description: d, width, height } = view;
  const { scale, cx, cy } = map;
  const hexes = landOf(d, map);
  const harbours = d.harbours.map((harbour) => ({ ...boatOf(harbour, map), bare: true }));
  return group(
    {},
    sea(width, height, cx, cy, Math.max(width * 0.62, height * 0.8), view.theme === "dark"),
    put(cx, cy, scale, island(hexes, harbours, map.more)),
  );
}

/** The boat of a harbour in a drawing in which a hex has the radius 100, and which way the sea is. */
function boatOf(harbour, map) {
  const corners = harbour.nodes.map((node) => unitOf(map)(map.nodes.get(node)));
  const [x, y] = [0, 1].map((axis) => (corners[0][axis] + corners[1][axis]) / 2);
  const [a, b] = [corners[1][1] - corners[0][1], corners[0][0] - corners[1][0]];
  const way = (a * x + b * y > 0 ? 1 : -1) * 0.68; // towards the sea
  return {
    x: x + a * way,
    y: y + b * way - 4,
    sea: [a, b].map((part) => (part * way) / 68),
    corners,
    kind: harbour.kind,
    rate: `${harbour.rate}:1`,
  };
}

/** The rate of a harbour below its boat; on the boat's hull where the coast is below it. */
export function plateAt(harbour, map) {
  const boat = boatOf(harbour, map);
  const low = 27 * 1.15 + 12 * map.more;
  const [x, y] = boat.sea[1] < -0.2 ? [boat.sea[0] * 8, 16] : [0, low];
  return put(
    map.cx + (boat.x + x) * map.scale,
    map.cy + (boat.y + y) * map.scale,
    map.scale * map.more * 1.25,
    ratePlate(boat.rate),
  );
}

/* Pieces */

const scaleOf = (map) => map.scale * 1.25 * map.more;

/** A settlement or city at a corner.
 * @type {(kind: string, seat: number, place: number[], map: any) => SVGElement} */
export const building = (kind, seat, [x, y], map) =>
  put(x, y - 2 * map.scale, scaleOf(map), kind === "city" ? city(seat) : house(seat));

/** A road between two corners. */
export function roadAt(seat, edge, map) {
  const [[x0, y0], [x1, y1]] = edge.map((node) => map.nodes.get(node));
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  /** @returns {[number, number]} */
  const end = (a, b) => [(a - x) / map.scale, (b - y) / map.scale];
  return put(x, y, map.scale, road(seat, end(x0, y0), end(x1, y1), 7.5 * map.more));
}

/** The robber beside the number of a hex, drawn round the hex's centre. */
export const robberAt = (map, onNumber) =>
  put(onNumber ? -46 * map.scale : 0, 8 * map.scale, map.scale * (onNumber ? 1.35 : 1.5), robber());

/* The end */

const PICTURE = { x: 0, y: 0, width: 545, height: 492 };

/** The island at the end, in a box of 545 by 492: the winner's pieces are lit and bear their points, land
 * that paid only others is dark. */
export function islandAtTheEnd(d) {
  const map = geometry(d, PICTURE);
  const winner = d.players[d.winner];
  const own = (node) => winner.settlements.includes(node) || winner.cities.includes(node);
  const pieces = (player) => [
    ...player.roads.map((edge) => roadAt(player.seat, edge, map)),
    ...player.settlements.map((node) => building("settlement", player.seat, map.nodes.get(node), map)),
    ...player.cities.map((node) => building("city", player.seat, map.nodes.get(node), map)),
  ];
  const shade = d.hexes
    .filter((hex) => !hex.corners.some(own))
    .map((hex) => put(...map.centres.get(hex.id), map.scale, path(HEX, { fill: "#0B1E2E", opacity: 0.5 })));
  const worth = (node, points) => {
    const [x, y] = map.nodes.get(node);
    return group(
      {},
      circle(x + 17, y - 19, 13, { fill: "#F6BC3A", stroke: INK, "stroke-width": 2 }),
      text(`+${points}`, x + 17, y - 14, { size: 15, family: SERIF, anchor: "middle", fill: "#2C1A10" }),
    );
  };
  return group(
    {},
    put(map.cx, map.cy, map.scale, island(landOf(d, map), [], map.more)),
    ...shade,
    group({ opacity: 0.8 }, ...d.players.filter((player) => player !== winner).flatMap(pieces)),
    ...pieces(winner),
    ...winner.settlements.map((node) => worth(node, 1)),
    ...winner.cities.map((node) => worth(node, 2)),
  );
}

/* Places */

/** Round each place the area that is nearer to it than to any other, and at most `reach` away: corners of an
 * outline, from the place. */
export const nearest = (places, reach) =>
  places.map(([x, y], i) => {
    const round = Array.from({ length: 12 }, (_, k) => {
      const turn = (k * Math.PI) / 6;
      return [reach * Math.cos(turn), reach * Math.sin(turn)];
    });
    return places.reduce((area, [a, b], j) => {
      const [dx, dy] = [a - x, b - y];
      return i === j || Math.hypot(dx, dy) >= 2 * reach ? area : clipped(area, dx, dy);
    }, round);
  });

/** The part of an area round 0 0 that is nearer to there than to another place. */
function clipped(area, a, b) {
  const beyond = ([x, y]) => x * a + y * b - (a * a + b * b) / 2;
  return area.flatMap((corner, i) => {
    const next = area[(i + 1) % area.length];
    const [here, there] = [beyond(corner), beyond(next)];
    const kept = here <= 0 ? [corner] : [];
    if (here > 0 === there > 0) return kept;
    const part = here / (here - there);
    return [...kept, [0, 1].map((axis) => corner[axis] + (next[axis] - corner[axis]) * part)];
  });
}

/** A line round a hex: brass between two ink lines. */
export function hexRing(map, { size = 0.86, dashes = null, colour = "var(--can)", width = 3.5 } = {}) {
  const at = (more) => ({
    transform: `scale(${Math.round(map.scale * size * 1000) / 1000})`,
    fill: "none",
    "stroke-linejoin": "round",
    "vector-effect": "non-scaling-stroke",
    ...more,
  });
  return group(
    { "pointer-events": "none" },
    path(HEX, at({ stroke: INK, "stroke-width": width + 3 })),
    path(HEX, at({ stroke: colour, "stroke-width": width, "stroke-dasharray": dashes })),
  );
}

/** A brass spot between two ink lines, with a picture in it. */
export function spot(x, y, radius, ...children) {
  return group(
    { transform: `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})` },
    circle(0, 0, radius, { fill: "#FFF7E6", "fill-opacity": 0.92, stroke: INK, "stroke-width": 6 }),
    circle(0, 0, radius, { fill: "none", stroke: "var(--can)", "stroke-width": 3.5 }),
    ...children,
  );
}
/** A brass bead, where there are too many places for spots. */
export const bead = (x, y, radius) =>
  group(
    {},
    circle(x, y, radius, { fill: INK }),
    circle(x, y, radius - 1.5, { fill: "var(--can)" }),
    circle(x - radius * 0.25, y - radius * 0.3, radius * 0.28, { fill: "#FFF7E6", "fill-opacity": 0.8 }),
  );

/** A brass bar where a road may lie. */
export function bar([x0, y0], [x1, y1], map) {
  const cut = (a, b) => a + (b - a) * 0.25;
  const from = `${cut(x0, x1).toFixed(1)} ${cut(y0, y1).toFixed(1)}`;
  const to = `${cut(x1, x0).toFixed(1)} ${cut(y1, y0).toFixed(1)}`;
  const d = `M${from}L${to}`;
  const wide = Math.max(7, map.radius * 0.14);
  const line = (stroke, width, more) =>
    el("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", ...more });
  return group(
    {},
    line(INK, wide + 4.5),
    line("#FFF7E6", wide + 1.5),
    line("var(--can)", wide - 0.5),
    line(INK, Math.max(1.2, wide * 0.22), { "stroke-dasharray": `1 ${Math.max(5, wide)}` }),
  );
}

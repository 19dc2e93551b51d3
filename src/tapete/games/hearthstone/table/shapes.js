/* Hearthstone: the plain shapes of which creatures, spells and weapons are made, with one ink line. */

import { circle, path } from "/page/kit.js";

export const INK = "#38200F";
const edge = (width) =>
  width ? { stroke: INK, "stroke-width": width, "stroke-linejoin": "round", "stroke-linecap": "round" } : {};
export const shape = (d, fill, width = 2.6, opacity = null) => path(d, { fill, opacity, ...edge(width) });
export const line = (d, stroke, width) =>
  path(d, {
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
export const dot = (x, y, r, fill, width = 0) => circle(x, y, r, { fill, ...edge(width) });
export const ring = (x, y, r, stroke, width) =>
  circle(x, y, r, { fill: "none", stroke, "stroke-width": width });
export const eyes = (left, right, y, fill = "#FFFFFF", r = 5) => [
  dot(left, y, r, fill, 1.8),
  dot(right, y, r, fill, 1.8),
  dot(left + 1, y, r * 0.45, INK),
  dot(right - 1, y, r * 0.45, INK),
];

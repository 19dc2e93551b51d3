/* Catan: resources, terrains, pieces and cards, each in a square of 100, told apart by shape. */

import { circle, group, path, rect } from "/page/kit.js";

const INK = "#2A2420";
const LINE = { stroke: INK, "stroke-width": 4, "stroke-linejoin": "round", "stroke-linecap": "round" };

const RESOURCES = {
  wood: () => [
    rect(42, 66, 16, 28, { fill: "#7B4E28", ...LINE }),
    path("M50 4 78 40H66L86 70H14L34 40H22Z", { fill: "#4C8A3F", ...LINE }),
  ],
  brick: () => [
    rect(8, 30, 40, 22, { fill: "#C8643C", ...LINE }),
    rect(52, 30, 40, 22, { fill: "#D67D55", ...LINE }),
    rect(28, 54, 44, 22, { fill: "#C8643C", ...LINE }),
    path("M8 54H24V76H8ZM76 54H92V76H76Z", { fill: "#D67D55", ...LINE }),
  ],
  sheep: () => [
    path("M24 72Q6 70 10 52 6 34 26 34 34 18 50 26 68 16 76 34 92 40 84 56 84 72 68 72Z", {
      fill: "#FFFDF5",
      ...LINE,
    }),
    path("M32 72V92M62 72V92", { ...LINE, "stroke-width": 7 }),
    path("M66 40Q66 28 80 30 96 34 94 48 90 62 76 58 66 54 66 40Z", { fill: "#4B4039", ...LINE }),
    circle(82, 42, 3, { fill: "#FFFDF5" }),
  ],
  wheat: () => [
    group(
      { transform: "rotate(38 50 54)" },
      path("M50 96V34", { ...LINE, fill: "none", stroke: "#8A6414", "stroke-width": 6 }),
      path(
        "M50 4Q62 16 50 32 38 16 50 4ZM50 36Q54 20 70 20 70 38 50 46ZM50 36Q46 20 30 20 30 38 50 46ZM50 58Q54 42 72 42 72 60 50 68ZM50 58Q46 42 28 42 28 60 50 68ZM50 80Q54 64 70 64 70 80 50 88ZM50 80Q46 64 30 64 30 80 50 88Z",
        { fill: "#F0C64A", ...LINE, "stroke-width": 3 },
      ),
    ),
  ],
  ore: () => [
    path("M2 92 28 44 46 66 70 28 98 92Z", { fill: "#B4BBC6", ...LINE }),
    path("M28 44 18 62 30 58 38 66ZM70 28 58 50 70 47 80 54Z", {
      fill: "#FFFDF5",
      ...LINE,
      "stroke-width": 3,
    }),
    path("M34 80l7-9 7 9-7 9ZM62 82l6-8 6 8-6 8Z", { fill: "#5E6675", ...LINE, "stroke-width": 2 }),
  ],
  desert: () => [
    path("M44 92V30Q44 20 52 20 60 20 60 30V92Z", { fill: "#7FA058", ...LINE }),
    path("M44 62H30Q22 62 22 52V42M60 54H72Q80 54 80 44V36", {
      fill: "none",
      stroke: "#7FA058",
      "stroke-width": 11,
      "stroke-linecap": "round",
    }),
    path("M10 94H90", { ...LINE }),
  ],
};
export const resourceSign = (kind) => group({ "aria-hidden": "true" }, ...RESOURCES[kind]());

/** The robber: a dark figure with a hat. */
export const robber = () =>
  group(
    { "aria-hidden": "true" },
    path("M22 94Q24 60 40 52 28 44 32 28 36 14 50 14 64 14 68 28 72 44 60 52 76 60 78 94Z", {
      fill: "#3A322C",
      stroke: "#FFF7E6",
      "stroke-width": 5,
    }),
    path("M18 26H82Q80 18 66 16L62 4H38L34 16Q20 18 18 26Z", {
      fill: "#1E1A17",
      stroke: "#FFF7E6",
      "stroke-width": 4,
    }),
    circle(42, 34, 4, { fill: "#FFF7E6" }),
    circle(58, 34, 4, { fill: "#FFF7E6" }),
  );

const MARKS = [
  () => circle(50, 66, 11, { fill: "#FFF7E6" }),
  () => path("M50 52 64 78H36Z", { fill: "#FFF7E6" }),
  () => rect(40, 55, 21, 21, { fill: "#FFF7E6" }),
  () => path("M50 50 65 66 50 82 35 66Z", { fill: "#FFF7E6" }),
];

/** A settlement or city of a seat: its colour and its shape. */
export function piece(kind, seat) {
  const style = { fill: `var(--seat-${seat})`, stroke: INK, "stroke-width": 6, "stroke-linejoin": "round" };
  if (kind === "city")
    return group(
      {},
      path("M6 92V50L30 24 54 50V58H94V92Z", style),
      path("M6 92V50L30 24 54 50V92Z", style),
      group({ transform: "translate(-20 6)" }, MARKS[seat]()),
    );
  return group({}, path("M14 92V46L50 12 86 46V92Z", style), MARKS[seat]());
}

/** Development cards by what they do. */
const CARDS = {
  knight: () => [
    path("M30 92V70Q14 60 20 38 28 12 56 10L62 2 66 14Q88 26 86 56L74 64 62 54Q60 66 70 74V92Z", {
      fill: "#A7AEB8",
      ...LINE,
    }),
    circle(62, 34, 4, { fill: INK }),
  ],
  victory_point: () => [
    path("M26 8H74V34Q74 58 50 60 26 58 26 34Z", { fill: "#F2C14E", ...LINE }),
    path("M26 16H10Q10 40 28 42M74 16H90Q90 40 72 42", { fill: "none", ...LINE }),
    path("M44 60H56V76H70V92H30V76H44Z", { fill: "#F2C14E", ...LINE }),
  ],
  road_building: () => [
    path("M4 78 60 20 76 34 22 94Z", { fill: "#A9713F", ...LINE }),
    path("M40 94 84 50 96 62 62 96Z", { fill: "#A9713F", ...LINE }),
  ],
  year_of_plenty: () => [
    path("M14 48Q18 8 50 8 82 8 86 48", { fill: "none", ...LINE }),
    path("M6 46H94L84 92H16Z", { fill: "#C98A4B", ...LINE }),
    path("M12 60H88M14 76H86M34 46V92M62 46V92", { fill: "none", ...LINE, "stroke-width": 2.5 }),
  ],
  monopoly: () => [
    path("M50 4Q62 4 62 18 70 40 82 52L90 84H10L18 52Q30 40 38 18 38 4 50 4Z", { fill: "#B490D6", ...LINE }),
    path("M30 66Q50 54 70 66", { fill: "none", ...LINE }),
    circle(50, 18, 5, { fill: "#FFF7E6" }),
  ],
};
export const cardSign = (kind) => group({ "aria-hidden": "true" }, ...CARDS[kind]());

export const roadSign = (seat) => path("M8 70 76 14 92 32 24 90Z", { fill: `var(--seat-${seat})`, ...LINE });
export const cardBack = () =>
  group(
    {},
    rect(20, 6, 60, 88, { rx: 8, fill: "#6E4F9B", ...LINE }),
    path("M50 30 58 46 76 48 62 60 66 78 50 68 34 78 38 60 24 48 42 46Z", { fill: "#F2C14E" }),
  );
export const ship = () =>
  group(
    {},
    path("M10 66H90L76 90H24Z", { fill: "#7B4E28", ...LINE }),
    path("M46 8V62M46 12Q84 20 80 56H46Z", { fill: "#FFF7E6", ...LINE }),
  );

const SPOTS = {
  1: [[50, 50]],
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [26, 26],
    [74, 26],
    [50, 50],
    [26, 74],
    [74, 74],
  ],
  6: [
    [28, 22],
    [72, 22],
    [28, 50],
    [72, 50],
    [28, 78],
    [72, 78],
  ],
};
export const die = (n) =>
  group(
    {},
    rect(4, 4, 92, 92, { rx: 18, fill: "#FFFDF8", stroke: INK, "stroke-width": 5 }),
    ...SPOTS[n].map(([x, y]) => circle(x, y, 9, { fill: INK })),
  );

/* Our own dinosaurs in four moods, the things on the cards, and the kinds of disaster; each in a square of 100. */

import { circle, el, group, path, rect } from "/page/kit.js";

const INK = "#2A2420";
const LINE = { stroke: INK, "stroke-width": 3.2, "stroke-linejoin": "round", "stroke-linecap": "round" };
const COLOURS = {
  rex: ["#D0703F", "#F1B183"],
  cry: ["#8867B5", "#C3ACE0"],
  bronto: ["#4A8BB5", "#A5CDE6"],
  stego: ["#6B9A3E", "#B5D48C"],
};
const GREY = ["#9A948C", "#C9C4BC"];

const BODIES = {
  rex: (main, light) => [
    path("M30 80Q6 82 2 54 14 68 30 60Z", { fill: main, ...LINE }),
    path(
      "M24 72Q22 52 40 46 44 34 50 26 56 8 78 10 98 12 97 30 96 42 80 43L68 46Q76 62 66 78L68 93H52L51 82Q46 84 42 82L41 93H25Q27 84 24 72Z",
      { fill: main, ...LINE },
    ),
    path("M52 50Q66 56 60 74 54 80 46 78 54 66 52 50Z", { fill: light }),
    path("M64 55Q74 55 74 62", { fill: "none", ...LINE, "stroke-width": 4 }),
    path("M32 56 26 50M38 47 33 40M46 34 40 29", { fill: "none", ...LINE }),
  ],
  cry: (main, light) => [
    path("M18 62Q4 64 2 52 10 54 20 50Z", { fill: main, ...LINE }),
    path("M14 92V66Q14 44 42 44 66 44 70 62V92H57V76H30V92Z", { fill: main, ...LINE }),
    path("M22 66Q36 78 58 70 50 76 30 75Z", { fill: light }),
    path("M46 52Q38 40 46 30 44 18 56 16 62 6 72 14 84 12 84 26 94 34 86 44 88 58 74 58Z", {
      fill: light,
      ...LINE,
    }),
    path("M56 46Q58 34 72 36 92 40 97 58 90 60 88 66 74 72 62 64 54 58 56 46Z", { fill: main, ...LINE }),
    path("M66 38 62 18 74 35ZM80 40 84 22 87 46ZM94 52 100 42 97 58Z", {
      fill: "#FFF7E6",
      ...LINE,
      "stroke-width": 2.4,
    }),
  ],
  bronto: (main, light) => [
    path("M16 70Q2 66 1 46 10 60 24 56Z", { fill: main, ...LINE }),
    path(
      "M12 92V68Q14 50 40 50 56 48 62 32 64 10 82 8 98 8 98 20 97 28 82 29 78 30 76 42 72 62 66 70V92H54V77H28V92Z",
      { fill: main, ...LINE },
    ),
    path("M22 70Q38 80 60 68 52 78 30 76Z", { fill: light }),
    circle(36, 60, 3, { fill: light }),
    circle(46, 58, 2.4, { fill: light }),
    circle(27, 63, 2.2, { fill: light }),
    circle(68, 46, 2.2, { fill: light }),
  ],
  stego: (main, light) => [
    path("M16 62Q4 66 1 78 12 80 24 76Z", { fill: main, ...LINE }),
    path("M4 66 -1 56 10 64ZM2 74 -6 70 6 78Z", { fill: "#FFF7E6", ...LINE, "stroke-width": 2 }),
    path("M18 52 12 34 30 42ZM30 44 28 20 46 36ZM46 38 50 14 64 36ZM62 42 72 22 76 46ZM74 52 86 40 83 58Z", {
      fill: light,
      ...LINE,
    }),
    path("M14 92V70Q18 40 48 40 74 40 80 62 98 60 98 72 97 82 82 81L72 78V92H60V78H29V92Z", {
      fill: main,
      ...LINE,
    }),
    path("M24 70Q44 80 66 70 54 77 30 76Z", { fill: light }),
  ],
};
const EYES = { rex: [76, 22, 5], cry: [72, 50, 4.6], bronto: [84, 16, 4], stego: [84, 68, 4.2] };
const MOUTHS = { rex: [86, 36, 9], cry: [84, 64, 6], bronto: [91, 24, 5], stego: [91, 76, 5] };

function eyeOf(kind, mood) {
  const [x, y, r] = EYES[kind];
  if (mood === "out")
    return path(`M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`, {
      fill: "none",
      ...LINE,
    });
  if (mood === "proud")
    return path(`M${x - r} ${y + 1}Q${x} ${y - r - 3} ${x + r} ${y + 1}`, {
      fill: "none",
      ...LINE,
      "stroke-width": 3.6,
    });
  const wide = mood === "worried" ? 1.45 : 1.1;
  return group(
    {},
    circle(x, y, r * wide, { fill: "#FFFFFF", stroke: INK, "stroke-width": 2 }),
    circle(x + 1, y + (mood === "worried" ? -0.5 : 0.5), r * (mood === "worried" ? 0.42 : 0.62), {
      fill: INK,
    }),
  );
}

function mouthOf(kind, mood) {
  const [x, y, w] = MOUTHS[kind];
  const style = { fill: "none", ...LINE, "stroke-width": 2.6 };
  if (mood === "worried") return path(`M${x - w} ${y}q${w / 2} -4 ${w} 0t${w} 0`, style);
  if (mood === "out") return path(`M${x - w} ${y + 1}H${x + w * 0.6}`, style);
  return path(`M${x - w} ${y - 1}Q${x} ${y + (mood === "proud" ? 7 : 4)} ${x + w} ${y - 3}`, {
    ...style,
    fill: mood === "proud" ? "#7A2B20" : "none",
  });
}

/** A dinosaur: rex, cry, bronto or stego; calm, proud, worried or out. */
export function dinosaur(kind, mood = "calm") {
  const [main, light] = mood === "out" ? GREY : COLOURS[kind];
  const extra = {
    proud: () =>
      path("M8 18l3 7 7 3-7 3-3 7-3-7-7-3 7-3ZM30 6l2 4 4 2-4 2-2 4-2-4-4-2 4-2Z", {
        fill: "#F2C14E",
        stroke: INK,
        "stroke-width": 1.4,
      }),
    worried: () =>
      path(`M${EYES[kind][0] - 17} ${EYES[kind][1] - 12}q-6 9 0 11 6-2 0-11Z`, {
        fill: "#8CC3E6",
        stroke: INK,
        "stroke-width": 1.6,
      }),
    out: () =>
      path("M30 16q8-9 16-4M38 22q7-7 13-3", {
        fill: "none",
        stroke: INK,
        "stroke-width": 2,
        "stroke-dasharray": "3 3",
      }),
    calm: () => null,
  }[mood]();
  return group(
    { "aria-hidden": "true" },
    ...BODIES[kind](main, light),
    eyeOf(kind, mood),
    mouthOf(kind, mood),
    extra,
  );
}

export const colourOf = (kind) => COLOURS[kind][0];

/* Things on the cards */

const brown = { fill: "#A9713F", ...LINE };
const steel = { fill: "#B9C0C6", ...LINE };
const green = { fill: "#6B9A3E", ...LINE };
const blue = { fill: "#7FB8DB", ...LINE };
const red = { fill: "#D0543F", ...LINE };
const stone = { fill: "#A59A8C", ...LINE };
const gold = { fill: "#F2C14E", ...LINE };
const none = { fill: "none", ...LINE };

const THINGS = {
  P0E: () => [
    path("M16 68Q8 40 40 26 74 16 86 44 94 76 56 82 24 86 16 68Z", stone),
    circle(40, 48, 4, { fill: INK }),
    circle(60, 46, 4, { fill: INK }),
    path("M40 64Q50 72 62 62", none),
  ],
  P1: () => [
    path("M14 84 60 36 84 12 88 18 64 44 20 90Z", brown),
    path("M48 50 30 34M64 36V14", { ...none, stroke: "#7B4E28", "stroke-width": 6 }),
    path("M30 34Q16 34 18 18 34 20 30 34ZM64 14Q56 4 66 0 74 8 64 14Z", green),
  ],
  P2: () => [
    path("M22 34H78L72 84Q50 94 28 84Z", steel),
    rect(16, 24, 68, 12, { rx: 5, ...steel }),
    path("M30 56Q40 66 36 76M62 46 56 58 66 60 58 74", none),
    path("M26 24Q50-6 74 24", none),
  ],
  P3: () => [
    path("M46 4H54V54H46Z", brown),
    path("M30 52H70V74Q68 92 50 98 32 92 30 74Z", steel),
    path("M34 4H66V14H34Z", brown),
    path("M50 60V84", none),
  ],
  P4: () => [
    path("M24 90 60 42Q54 20 70 14 76 6 84 14 96 14 94 26 98 38 86 40 78 52 64 48L32 94Q26 96 24 90Z", {
      fill: "#F3E9D2",
      ...LINE,
    }),
    path("M74 22l4 4M82 28l4 2", none),
  ],
  P5: () => [
    path("M8 62Q8 52 26 54L60 58Q84 60 92 74 92 82 80 82H18Q8 80 8 62Z", brown),
    path("M30 56 40 40 56 58M40 40 48 34", { ...none, "stroke-width": 5 }),
    path("M0 48H16M4 38H22M-2 72H4", none),
  ],
  P6: () => [
    path("M44 96V58Q20 52 20 16H32Q32 42 50 46 68 42 68 16H80Q80 52 56 58V96Z", brown),
    path("M22 18Q50 40 78 18", { ...none, stroke: "#B23A2E" }),
    circle(50, 30, 7, stone),
  ],
  P7: () => [
    path("M10 94 70 26 76 32 16 98Z", brown),
    path("M66 30Q70 6 96 4 94 30 72 36Z", steel),
    path("M34 70 24 60M44 58 56 70M54 46 46 38", none),
  ],
  P8: () => [
    path("M0 60Q14 44 28 60T56 60 84 60 100 58V82Q86 94 72 82T44 82 16 82 0 84Z", blue),
    path("M8 40Q22 26 36 40T64 40 92 40", { ...none, stroke: "#3E7FA8" }),
    path("M50 6V22M40 12 60 18M60 12 40 18", { ...none, stroke: "#3E7FA8" }),
  ],
  P9: () => [
    path("M10 88H90M22 88 44 50 70 88Z", { ...brown }),
    path("M30 66 78 18", { ...none, stroke: "#7B4E28", "stroke-width": 7 }),
    path("M66 12Q86 8 92 26 78 38 66 28Z", brown),
    circle(80, 12, 10, stone),
    circle(32, 86, 8, steel),
    circle(70, 86, 8, steel),
  ],
  P1E: () => [
    path(
      "M24 96V60Q12 40 18 24 26 20 30 46L34 12Q42 6 46 14V42L54 10Q62 6 66 14L60 46 76 26Q84 26 82 36L68 66V96Z",
      { fill: "#C88A5B", ...LINE },
    ),
    path("M18 24 12 14 24 20ZM36 12 36 0 44 10ZM56 10 60 0 66 12ZM76 26 86 16 84 34Z", {
      fill: "#FFF7E6",
      ...LINE,
      "stroke-width": 2.2,
    }),
  ],
  P2E: () => [
    path("M30 0Q20 30 46 46 70 58 50 78 40 90 52 98", { ...none, stroke: "#4C7A2E", "stroke-width": 8 }),
    path(
      "M30 20Q8 20 8 36 26 40 34 30ZM54 50Q76 40 84 54 68 66 56 58ZM46 84Q28 76 22 88 34 96 46 92Z",
      green,
    ),
  ],
  P3E: () => [
    path("M26 30H74L68 92H32Z", { fill: "#E8F0E0", ...LINE }),
    path("M29 50H71L67 90H33Z", green),
    path("M58 30 70 2", { ...none, "stroke-width": 6 }),
    path("M40 62Q50 54 60 62M42 74H58", { ...none, stroke: "#FFF7E6" }),
  ],
  P4E: () => [
    path("M8 66Q8 56 24 58H76Q92 56 92 66 92 90 50 92 8 90 8 66Z", blue),
    path("M30 48Q22 38 30 30T30 12M50 46Q42 36 50 28T50 8M70 48Q62 38 70 30T70 12", {
      ...none,
      stroke: "#B23A2E",
      "stroke-width": 5,
    }),
    path("M20 72Q32 66 44 72T68 72 84 70", none),
  ],
  P5E: () => [
    path("M6 74Q6 58 50 58T94 74Q94 92 50 92T6 74Z", { fill: "#5B4636", ...LINE }),
    path("M30 46V14L20 24M30 14 40 24M70 12V46L60 36M70 46 80 36", { ...none, "stroke-width": 7 }),
  ],
  P6E: () => [
    circle(50, 58, 36, red),
    path("M50 22Q48 8 60 2M50 22Q36 10 22 16 30 28 48 24Q66 28 78 16 64 10 50 22Z", green),
    circle(38, 48, 8, { fill: "#F3B0A2" }),
  ],
  P7E: () => [
    path("M44 96 46 46H56L58 96Z", brown),
    path("M14 44Q4 24 24 20 28 2 50 6 74 0 78 20 98 26 86 46Z", green),
    rect(32, 30, 36, 20, { ...brown }),
    path("M34 40Q50 30 66 40 50 50 34 40Z", { fill: "#FFF7E6", ...LINE, "stroke-width": 2 }),
    circle(50, 40, 4, { fill: INK }),
  ],
  P8E: () => [
    path("M50 98V40", { ...none, stroke: "#4C7A2E", "stroke-width": 7 }),
    path(
      "M50 44Q20 54 6 30 30 22 50 40 70 22 94 30 80 54 50 44ZM50 66Q28 76 16 58 36 52 50 64 64 52 84 58 72 76 50 66Z",
      green,
    ),
    path("M34 20Q36 0 50 0 64 0 66 20 60 34 50 34 40 34 34 20Z", red),
    path("M36 18 44 26 50 18 56 26 64 18", { fill: "#FFF7E6", ...LINE, "stroke-width": 2.4 }),
  ],
  P9E: () => [
    circle(56, 50, 34, steel),
    path("M56 8l6 10 10-6 2 12 12 0-2 12 12 4-6 10 6 10-12 4 2 12-12 0-2 12-10-6-6 10-6-10", {
      fill: "none",
      ...LINE,
    }),
    circle(56, 50, 8, { fill: INK }),
    path("M26 6 8 44H24L14 76 44 34H26L38 6Z", gold),
  ],
  IB: () => [
    path("M50 4 90 46H66V64H34V46H10Z", { fill: "#5E9A54", ...LINE }),
    path("M34 74H66V84H34ZM34 90H66V98H34Z", { fill: "#5E9A54", ...LINE }),
  ],
  IS: () => [path("M50 96 10 54H34V36H66V54H90Z", red), path("M34 26H66V16H34ZM34 10H66V2H34Z", red)],
  II: () => [path("M28 6 52 34H36V94H20V34H4Z", gold), path("M72 94 48 66H64V6H80V66H96Z", gold)],
  ID: () => [
    path("M4 52Q8 10 50 8 92 10 96 52 84 42 73 52 62 42 50 52 38 42 27 52 16 42 4 52Z", {
      fill: "#7C9FC7",
      ...LINE,
    }),
    path("M50 8V84Q50 96 40 96 30 96 30 86", { ...none, "stroke-width": 5 }),
  ],
  IR: () => [
    path("M14 92V56Q14 30 42 30H62V10L94 40 62 70V50H44Q34 50 34 60V92Z", { fill: "#B490D6", ...LINE }),
    path("M60 92H90M66 82H84", none),
  ],
};

/** The picture of a card. */
export const pictureOf = (card) => group({ "aria-hidden": "true" }, ...THINGS[card]());

/* Kinds of disaster */

const KINDS = {
  natural: () => [
    path("M12 88Q4 20 88 10 96 84 30 80Z", { fill: "#7FB35A", ...LINE, "stroke-width": 5 }),
    path("M12 94Q30 50 66 30M34 62 34 44M34 62 56 62M48 46 48 32M48 46 66 48", {
      ...none,
      "stroke-width": 4,
    }),
  ],
  predatory: () => [
    path(
      "M10 10H90V30Q86 40 80 30 76 66 66 92 58 66 54 30 50 44 46 30 42 66 34 92 24 66 20 30 14 40 10 30Z",
      { fill: "#FFF7E6", ...LINE, "stroke-width": 5 },
    ),
    path("M6 6H94V24H6Z", { fill: "#C8493A", ...LINE, "stroke-width": 5 }),
  ],
  emotional: () => [
    path("M50 94C-12 46 6 6 32 8 44 10 50 24 50 24 50 24 56 10 68 8 94 6 112 46 50 94Z", {
      fill: "#6FA9CF",
      ...LINE,
      "stroke-width": 5,
    }),
    path("M52 22 40 42 58 54 44 72 52 92", { ...none, "stroke-width": 6 }),
  ],
  meteor: () => [
    path("M96 4 60 18 72 4 36 30 52 12 22 46Z", { fill: "#F2A33C", ...LINE, "stroke-width": 4 }),
    circle(36, 64, 30, { fill: "#7A6A5C", ...LINE, "stroke-width": 5 }),
    circle(28, 56, 7, { fill: "#4B3F36" }),
    circle(46, 70, 6, { fill: "#4B3F36" }),
    circle(30, 78, 4, { fill: "#4B3F36" }),
  ],
};
export const disasterSign = (kind) => group({ "aria-hidden": "true" }, ...KINDS[kind]());
export const star = (fill = "#F2C14E") =>
  path("M50 4 63 36 97 38 71 60 80 94 50 75 20 94 29 60 3 38 37 36Z", {
    fill,
    stroke: INK,
    "stroke-width": 5,
    "stroke-linejoin": "round",
  });
export const bolt = () =>
  path("M58 2 16 58H44L34 98 84 38H54Z", {
    fill: "#F2C14E",
    stroke: INK,
    "stroke-width": 5,
    "stroke-linejoin": "round",
  });
export const flag = () =>
  el(
    "g",
    {},
    path("M20 98V4", { ...none, "stroke-width": 7 }),
    path("M22 6H92L78 28 92 50H22Z", { fill: "#FFF7E6", ...LINE }),
    path("M22 6H45V20H22ZM68 6H92L84 20H68ZM45 20H68V36H45ZM22 36H45V50H22ZM68 36H84L92 50H68Z", {
      fill: INK,
    }),
  );

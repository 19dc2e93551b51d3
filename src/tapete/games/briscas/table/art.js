/* Spanish cards: suits told apart by shape and by the gaps of the frame (none, one, two, three), numbers, figures. */

import { circle, group, path, placed, rect, SERIF, text } from "/page/kit.js";

const CREAM = "var(--card)";
const SKIN = "#F7E3C8";

/** A suit's symbol in a square of 100, in the colour of its suit. */
export function suitSign(suit, colour = `var(--${suit})`) {
  const full = { fill: colour };
  if (suit === "oros") {
    return group(
      {},
      circle(50, 50, 46, { fill: "#F2C14E", stroke: colour, "stroke-width": 6 }),
      circle(50, 50, 34, { fill: "none", stroke: colour, "stroke-width": 3, "stroke-dasharray": "5 4" }),
      path("M50 24 56 41 73 34 64 50 73 66 56 59 50 76 44 59 27 66 36 50 27 34 44 41Z", full),
    );
  }
  if (suit === "copas") {
    return group(
      {},
      path(
        "M18 8H82C82 36 74 54 57 58L56 76C66 78 73 84 74 93H26C27 84 34 78 44 76L43 58C26 54 18 36 18 8Z",
        { ...full, stroke: colour, "stroke-width": 4, "stroke-linejoin": "round" },
      ),
      path("M24 20H76M35 86H65", { fill: "none", stroke: CREAM, "stroke-width": 5 }),
      circle(50, 38, 7, { fill: CREAM }),
    );
  }
  if (suit === "espadas") {
    return group(
      {},
      path("M50 0 62 16 59 60H41L38 16Z", full),
      path("M14 54Q50 64 86 54L90 68Q50 78 10 68Z", full),
      path("M43 70H57V86H43Z", full),
      circle(50, 91, 9, full),
      path("M50 14V54", { stroke: CREAM, "stroke-width": 4 }),
    );
  }
  return group(
    { transform: "rotate(32 50 50)" },
    path("M41 102 31 40C27 14 36-2 50-2S73 14 69 40L59 102Q50 106 41 102Z", full),
    circle(29, 26, 10, full),
    circle(72, 36, 10, full),
    circle(34, 60, 8, full),
    circle(64, 72, 7, full),
    path("M44 14Q50 8 56 14M42 38Q48 44 44 50M55 56Q60 62 55 68M46 84V92", {
      fill: "none",
      stroke: CREAM,
      "stroke-width": 5,
      "stroke-linecap": "round",
    }),
  );
}

export const GAPS = { oros: [], copas: [61], espadas: [47, 75], bastos: [37, 61, 85] };
const PIPS = {
  1: [[[61, 95]], 80],
  2: [
    [
      [61, 56],
      [61, 134],
    ],
    48,
  ],
  3: [
    [
      [61, 48],
      [61, 95],
      [61, 142],
    ],
    42,
  ],
  4: [
    [
      [41, 68],
      [81, 68],
      [41, 122],
      [81, 122],
    ],
    34,
  ],
  5: [
    [
      [41, 62],
      [81, 62],
      [61, 95],
      [41, 128],
      [81, 128],
    ],
    32,
  ],
  6: [
    [
      [41, 58],
      [81, 58],
      [41, 95],
      [81, 95],
      [41, 132],
      [81, 132],
    ],
    32,
  ],
  7: [
    [
      [41, 56],
      [81, 56],
      [61, 75.5],
      [41, 95],
      [81, 95],
      [41, 134],
      [81, 134],
    ],
    28,
  ],
};
const NUMBERS = { A: 1, K: 12, C: 11, S: 10 };
export const numberOf = (card) => NUMBERS[card.split("-")[0]] ?? Number(card.split("-")[0]);
export const suitOf = (card) => card.split("-")[1];

function frame(suit, colour) {
  let lines = "";
  for (const y of [7, 183]) {
    const stops = [13, ...GAPS[suit].flatMap((gap) => [gap - 6, gap + 6]), 109];
    for (let i = 0; i < stops.length; i += 2) lines += `M${stops[i]} ${y}H${stops[i + 1]}`;
  }
  lines +=
    "M7 13V177M115 13V177M13 7A6 6 0 0 0 7 13M109 7A6 6 0 0 1 115 13M7 177A6 6 0 0 0 13 183M115 177A6 6 0 0 1 109 183";
  return path(lines, {
    fill: "none",
    stroke: colour,
    "stroke-width": 2.5,
    class: "frame",
    "data-gaps": GAPS[suit].length,
  });
}

const sign = (suit, x, y, size) => placed(suitSign(suit), x - size / 2, y - size / 2, size);

function figure(number, suit, colour) {
  const line = { stroke: colour, "stroke-width": 2.5 };
  if (number === 10) {
    return [
      path("M46 62Q46 46 61 46T76 62L72 58H50Z", { fill: colour }),
      path("M74 52Q88 46 90 34Q78 36 72 48Z", { fill: colour }),
      circle(61, 66, 12, { fill: SKIN, ...line }),
      path("M43 150 49 84Q61 76 73 84L79 150Z", { fill: colour }),
      path("M58 84H64V150H58Z", { fill: CREAM }),
      path("M49 150H58V170H46V165H49ZM64 150H73V165H76V170H64Z", { fill: colour }),
      circle(57, 65, 1.8, { fill: colour }),
      circle(66, 65, 1.8, { fill: colour }),
      path("M57 71Q61 74 66 71", { fill: "none", stroke: colour, "stroke-width": 1.8 }),
      sign(suit, 97, 98, 38),
    ];
  }
  if (number === 11) {
    return [
      path(
        "M28 172V132Q28 116 44 114H70L82 88 79 82 86 80 88 73 93 80Q104 88 108 103L101 109 92 103 88 124V172H78V142Q62 150 44 142L38 172Z",
        { fill: colour },
      ),
      circle(94, 91, 2, { fill: CREAM }),
      path("M28 126Q16 132 20 152", { fill: "none", stroke: colour, "stroke-width": 5 }),
      circle(56, 66, 11, { fill: SKIN, ...line }),
      path("M43 62Q45 50 56 50T69 62Z", { fill: colour }),
      path("M47 116 48 84Q56 76 64 84L68 116Z", { fill: SKIN, ...line }),
      circle(60, 66, 1.8, { fill: colour }),
      sign(suit, 95, 50, 36),
    ];
  }
  return [
    path("M42 56V34L52 44 61 30 70 44 80 34V56Z", { fill: "#F2C14E", ...line, "stroke-linejoin": "round" }),
    circle(61, 66, 13, { fill: SKIN, ...line }),
    path("M48 68Q61 78 74 68Q74 90 61 94Q48 90 48 68Z", { fill: colour }),
    path("M34 172 46 92Q61 102 76 92L88 172Z", { fill: colour }),
    path("M61 102V168M42 160H80", { fill: "none", stroke: CREAM, "stroke-width": 4 }),
    circle(56, 63, 1.8, { fill: colour }),
    circle(66, 63, 1.8, { fill: colour }),
    sign(suit, 99, 98, 38),
  ];
}

const HEADS = {
  10: "M78 24Q96 16 102 36Q88 36 78 48Z",
  11: "M78 56V36L84 22 90 28Q104 34 106 46L98 50 92 46V56Z",
  12: "M76 52V26L86 36 92 20 98 36 108 26V52Z",
};

/** The front of a card of a width; below 64 px a compact face. `points` writes what it is worth. */
export function spanishCard(card, width, { points = 0, upright = true } = {}) {
  const number = numberOf(card);
  const suit = suitOf(card);
  const colour = `var(--${suit})`;
  const scale = width / 122;
  const style = { family: SERIF, weight: 700, fill: colour };
  const parts = [
    rect(1.5, 4, 120, 188, { rx: 9, fill: "#000000", opacity: 0.25 }),
    rect(0.75, 0.75, 120.5, 188.5, { rx: 9, fill: CREAM, stroke: "#2A2420", "stroke-width": 1.5 }),
    frame(suit, colour),
  ];
  if (width < 64) {
    parts.push(
      text(String(number), 12, 64, { size: number < 10 ? 58 : 50, "letter-spacing": -3, ...style }),
      sign(suit, 61, 124, 84),
    );
    if (number >= 10) parts.push(path(HEADS[number], { fill: colour }));
  } else {
    if (number >= 10)
      parts.push(group({ transform: "translate(2 22) scale(.82)" }, ...figure(number, suit, colour)));
    else parts.push(...PIPS[number][0].map(([x, y]) => sign(suit, x, y, PIPS[number][1])));
    const index = () => [
      text(String(number), 13, 31, { size: 22, "data-fine": "", ...style }),
      sign(suit, 19.5, 42, 13),
    ];
    parts.push(...index(), group({ transform: "rotate(180 61 95)", "data-turned": "" }, ...index()));
    if (points) {
      parts.push(
        rect(83, 12, 27, 20, { rx: 10, fill: "#2A2420" }),
        text(String(points), 96.5, 27, {
          size: 15,
          weight: 700,
          anchor: "middle",
          fill: "#FFFBF1",
          "data-fine": "",
        }),
      );
    }
  }
  return group(
    {
      transform: `scale(${Math.round(scale * 10000) / 10000})`,
      "data-fine": "",
      ...(upright ? {} : { "data-turned": "" }),
    },
    ...parts,
  );
}

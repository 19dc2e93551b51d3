// The cards of a game that brings no drawing: a colour and a sign of its own for every name.

import * as kit from "./kit.js";

const { at, group, path, rect } = kit;
const COLOURS = ["#B3261C", "#1D4F91", "#2C6E35", "#8C5E00", "#7A3E9D", "#0F6A73", "#A33B6B", "#5B4A3A"];
const INK = "#38200F";
const SIGNS = [
  "M50 8 61 38 93 39 67 58 77 90 50 71 23 90 33 58 7 39 39 38Z",
  "M12 80V30L33 52 50 18 67 52 88 30V80Z",
  "M50 8 88 20Q90 68 50 94 10 68 12 20Z",
  "M50 90C-8 48 8 10 32 12 44 14 50 28 50 28 50 28 56 14 68 12 92 10 108 48 50 90Z",
  "M50 6 92 50 50 94 8 50Z",
  "M66 10A42 42 0 1 0 92 66 34 34 0 0 1 66 10Z",
  "M22 92V44H12V16H28V28H42V14H58V28H72V16H88V44H78V92H60V66H40V92Z",
  "M50 6C78 36 84 54 80 68 76 84 64 92 50 92 36 92 24 84 20 68 16 54 22 36 50 6Z",
];

// A number that stays the same for a name.
function markOf(view, name) {
  const order = Object.keys(view.cards ?? {}).indexOf(String(name));
  if (order >= 0) return { colour: COLOURS[order % 8], sign: SIGNS[order % 8] };
  let sum = 7;
  for (const letter of String(name)) sum = (sum * 31 + letter.codePointAt(0)) % 65521;
  return { colour: COLOURS[sum % 8], sign: SIGNS[(sum >> 3) % 8] };
}
const style = { weight: 800, family: kit.SANS };

/** How wide a card must be for its name. @param {View} view */
export const neededFor = (view, card) =>
  Math.max(...card.label.split(/\s+/).map((word) => kit.measure(word, kit.least(view), style))) + 9;

const RAYS = Array.from({ length: 12 }, (_, k) => {
  const [a, b] = [k * 30 - 6, k * 30 + 6].map((degrees) => (degrees * Math.PI) / 180);
  const point = (angle) =>
    `${(50 + 70 * Math.cos(angle)).toFixed(1)} ${(50 + 70 * Math.sin(angle)).toFixed(1)}`;
  return `M50 50L${point(a)}L${point(b)}Z`;
}).join("");

// The words of a card where all of them fit.
function wordsOf(view, card, x, y, width, height) {
  const made = kit.fitted(card.text, x, y, width, height, {
    size: 13,
    smallest: kit.least(view),
    lines: 6,
    valign: "top",
    fill: "var(--card-ink-2)",
    leading: 1.12,
  });
  return made.hasAttribute("data-cut") ? null : made;
}

/** The face of a card: number, sign, name, and its words where there is room. @param {View} view */
export function cardFace(view, card, width, height) {
  const { colour, sign } = markOf(view, card.name);
  const least = kit.least(view);
  const full = width >= 96;
  const inset = Math.max(3, width * 0.045);
  const share = height * 0.36;
  const text = card.text && width >= 104 && height >= 150;
  const told = text ? wordsOf(view, card, inset + 3, height - share, width - 2 * inset - 6, share - 7) : null;
  const words = told ? share : 0;
  const long = kit.measure(card.label, least, style) > width - 9;
  const named = Math.max((full && !long ? 1 : 2) * least * 1.2 + 2, height * (full ? 0.17 : 0.3));
  const frame = height - 2 * inset - words - named;
  const size = Math.min(width * 0.5, frame * 0.74);
  const disc = Math.max(11, width * 0.12);
  return group(
    {},
    kit.front(width, height, { stroke: INK, line: 1.5 }),
    rect(inset, inset, width - 2 * inset, frame, { rx: width * 0.06, fill: colour }),
    rect(inset + 3, inset + 3, width - 2 * inset - 6, frame - 6, {
      rx: width * 0.045,
      fill: "#FFF7E6",
      opacity: 0.86,
    }),
    kit.placed(
      group(
        {},
        path(RAYS, { fill: colour, opacity: 0.13 }),
        path(sign, { fill: INK, opacity: 0.25, transform: "translate(4 5)" }),
        path(sign, { fill: colour, stroke: INK, "stroke-width": 5, "stroke-linejoin": "round" }),
      ),
      (width - size) / 2,
      inset + (frame - size) / 2,
      size,
    ),
    Number.isFinite(card.number) && frame > 2 * disc
      ? at(
          inset + disc + 1,
          inset + disc + 1,
          kit.circle(0, 0, disc, { fill: colour, stroke: "#FFF7E6", "stroke-width": 1.5 }),
          kit.text(String(card.number), 0, disc * 0.45, {
            size: disc * 1.3,
            anchor: "middle",
            family: kit.SERIF,
            fill: "#FFF7E6",
          }),
        )
      : null,
    kit.fitted(card.label, 4, inset + frame, width - 8, named, {
      size: full ? Math.min(19, width * 0.15) : least + 1,
      smallest: least,
      lines: 2,
      fill: "var(--card-ink)",
      ...(full && kit.measure(card.label, least, { family: kit.SERIF }) <= width - 9
        ? { family: kit.SERIF }
        : { weight: 800 }),
    }),
    told,
  );
}

/** How wide the label of a card is. @param {View} view */
export const tagWidth = (view, card, height) =>
  card.hidden ? height * 0.7 : kit.measure(card.label, kit.least(view), style) + height * 0.42 + 14;

/** A card that is too small for a picture: its colour and its name. @param {View} view */
export function tag(view, card, width, height, bare = false) {
  if (card.hidden) return kit.back(width, height, { fill: "#A3281F" });
  const { colour, sign } = markOf(view, card.name);
  const mark = height * 0.6;
  return group(
    {},
    rect(0.5, 2, width, height, { rx: 5, fill: "#000", opacity: 0.22 }),
    rect(0, 0, width, height, { rx: 5, fill: "var(--card)", stroke: INK, "stroke-width": 1.2 }),
    rect(1, 1, bare ? width - 2 : height * 0.42 + 4, height - 2, { rx: 4, fill: colour }),
    kit.placed(
      path(sign, { fill: "#FFF7E6" }),
      bare ? (width - mark) / 2 : 2,
      (height - mark) / 2,
      bare ? mark : Math.min(mark, height * 0.42 + 2),
    ),
    bare
      ? null
      : kit.fitted(card.label, height * 0.42 + 8, 0, width - height * 0.42 - 11, height, {
          size: kit.least(view),
          smallest: kit.least(view),
          fill: "var(--card-ink)",
          ...style,
        }),
  );
}

/* Hearthstone: the pieces. Gems with numbers, minions, card frames, heroes, crystals, tokens, the tavern
table, the lid of the box.

Pieces are drawn in boxes of their own and scaled by the caller; words are never part of a piece,
numbers are. */

import { circle, el, group, path, rect, SERIF, text } from "/page/kit.js";
import { INK, motif, pictured, TINTS } from "./creatures.js";

export const HUES = TINTS;
export { motif, pictured };

const edge = (width = 2.6) => ({
  stroke: INK,
  "stroke-width": width,
  "stroke-linejoin": "round",
  "stroke-linecap": "round",
});
/** Pictures cut to a shape: `ellipse(...)` or `path(...)` of CSS. It has no id, so that two drawings of a
 * card are equal and a copy keeps its shape. */
const clipped = (shape, ...children) => group({ "clip-path": `${shape} view-box` }, ...children);

export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const scaled = (picture, x, y, scale, rest = "") =>
  group({ transform: `translate(${x} ${y}) scale(${scale})${rest}` }, picture);

/* Gems with a number, in a box of 44 */

/** A number; one with a name (`roll`) can be rolled by `fx.count`. */
const numeral = (value, y, fill, roll = null) =>
  text(String(value), 22, y, {
    "data-number": roll,
    size: String(value).length > 1 ? 23 : 26,
    anchor: "middle",
    family: SERIF,
    fill,
    stroke: INK,
    "stroke-width": 4.5,
    "paint-order": "stroke",
    "stroke-linejoin": "round",
    "data-fine": "",
  });
const UP = path("M34 2 41 11H27Z", { fill: "#8EE06A", ...edge(1.8) });
const DOWN = path("M34 11 41 2H27Z", { fill: "#FF8A70", ...edge(1.8) });
const changed = (sign) => (sign > 0 ? UP.cloneNode() : sign < 0 ? DOWN.cloneNode() : null);

/** Attack: a golden hexagon; a mark says that it is more or less than printed. */
export const attackGem = (value, sign = 0, roll = null) =>
  group(
    { "data-fine": "" },
    path("M22 2 40 13V31L22 42 4 31V13Z", { fill: "#D9A32E", ...edge(3) }),
    path("M22 2 40 13V31L22 42Z", { fill: "#9A6A10" }),
    path("M22 7 35 15V29L22 37 9 29V15Z", { fill: "#F6C95A", opacity: 0.75 }),
    numeral(value, 31, sign > 0 ? "#C9FFB0" : "#FFFFFF", roll),
    changed(sign),
  );

/** Health: a heart; cracked where it is wounded. */
export const healthGem = (value, sign = 0, hurt = false, roll = null) =>
  group(
    { "data-fine": "" },
    path("M22 41C4 29 2 14 10 7 16 2 21 5 22 10 23 5 28 2 34 7 42 14 40 29 22 41Z", {
      fill: "#D63A2C",
      ...edge(3),
    }),
    path("M22 41C40 29 42 14 34 7 28 2 23 5 22 10Z", { fill: "#8E1E18", opacity: 0.8 }),
    path("M11 13C13 9 16 9 18 11", {
      fill: "none",
      stroke: "#FFFFFF",
      "stroke-opacity": 0.7,
      "stroke-width": 3,
      "stroke-linecap": "round",
    }),
    hurt
      ? path("M31 5l-4 6 5 3-4 6", {
          fill: "none",
          stroke: "#FFFFFF",
          "stroke-width": 2.2,
          class: "wound",
        })
      : null,
    numeral(value, 30, hurt ? "#FFD0C4" : sign > 0 ? "#C9FFB0" : "#FFFFFF", roll),
    hurt ? null : changed(sign),
  );

/** What a card costs: a crystal, dark where the card is shut; a mark where it is not the printed number. */
export const manaGem = (value, sign = 0, shut = false) =>
  group(
    { "data-fine": "" },
    path("M22 1 40 16 34 38 22 43 10 38 4 16Z", { fill: shut ? "#1A2A44" : "#2F7FD8", ...edge(3) }),
    path("M22 1 30 16 22 43 14 16Z", { fill: shut ? "#2E4468" : "#7CC0FF" }),
    shut ? null : path("M22 1 4 16H14ZM22 1 40 16H30Z", { fill: "#BFE3FF", opacity: 0.6 }),
    numeral(value, 31, "#FFFFFF"),
    sign < 0 ? DOWN.cloneNode() : sign > 0 ? UP.cloneNode() : null,
  );

/** A closed padlock in a box of 24. */
export const padlock = () =>
  group(
    { "data-fine": "" },
    path("M7 12V8C7 1 17 1 17 8V12", { fill: "none", stroke: INK, "stroke-width": 6.4 }),
    path("M7 12V8C7 1 17 1 17 8V12", { fill: "none", stroke: "#FFF4DC", "stroke-width": 3 }),
    rect(3, 10, 18, 13, { rx: 3, fill: "#FFF4DC", ...edge(2.2) }),
    circle(12, 16.5, 2.4, { fill: INK }),
  );

export const durabilityGem = (value) =>
  group(
    { "data-fine": "" },
    path("M22 2 40 8C41 30 32 38 22 43 12 38 3 30 4 8Z", { fill: "#8D98A6", ...edge(3) }),
    path("M22 2 40 8C41 30 32 38 22 43Z", { fill: "#5E6874" }),
    numeral(value, 31, "#FFFFFF"),
  );
export const armorGem = (value, roll = null) =>
  group(
    { "data-fine": "" },
    path("M22 2 41 7C42 30 33 38 22 43 11 38 2 30 3 7Z", { fill: "#C9D2DA", ...edge(3) }),
    path("M22 7 36 11C37 28 31 34 22 38Z", { fill: "#8E9AA6" }),
    numeral(value, 30, "#FFFFFF", roll),
  );

/** A crystal of mana in a box of 44: full, spent, locked by a chain, owed, or for this turn only. */
export function crystal(kind) {
  const full = kind === "full" || kind === "temporary";
  return group(
    {},
    path("M22 1 40 16 34 38 22 43 10 38 4 16Z", {
      fill: full ? "#2F7FD8" : kind === "owed" ? "none" : "#1A2A44",
      ...edge(3),
      "stroke-dasharray": kind === "owed" ? "4 4" : null,
    }),
    full ? path("M22 1 30 16 22 43 14 16Z", { fill: "#9AD0FF" }) : null,
    kind === "temporary"
      ? path("M22 10 25 18 33 19 27 25 29 33 22 29 15 33 17 25 11 19 19 18Z", {
          fill: "#FFF7E6",
          ...edge(1.5),
        })
      : null,
    kind === "locked" || kind === "owed"
      ? path("M4 12a5 5 0 1 1 8 6M14 20a5 5 0 1 1 8 6M24 28a5 5 0 1 1 8 6", {
          fill: "none",
          stroke: "#F6BC3A",
          "stroke-width": 4,
        })
      : null,
  );
}

/* Minions, in a box of 86 by 100: the oval */

export const RIMS = { plain: "#C9B48C", can: "#F6BC3A", target: "#FF6A4A", picked: "#FFF3B8" };
const oval = (grow, attributes) =>
  el("ellipse", { cx: 43, cy: 50, rx: 43 + grow, ry: 50 + grow, ...attributes });

/** Behind the oval of a minion with taunt: a pointed shield, larger than the rim. */
export const tauntShield = () =>
  group(
    { class: "taunt" },
    path("M-12-6Q43-22 98-6L101 62Q96 102 43 122-10 102-15 62Z", { fill: "#9AA0A8", ...edge(3) }),
    path("M-5 1Q43-12 91 1L93 62Q89 95 43 113-3 95-7 62Z", { fill: "#C9CED6" }),
    path("M43-9Q70-8 91 1L93 62Q89 95 43 113Z", { fill: "#8E96A2", opacity: 0.5 }),
    ...[
      [-4, 8],
      [90, 8],
      [-3, 66],
      [89, 66],
    ].map(([x, y]) => circle(x, y, 3, { fill: "#5E6874" })),
  );

/** The oval: rim, ground, creature. `rim` is a colour, `dashed` the edge of one in stealth. */
export function minionOval(facts, { rim = RIMS.plain, grey = false, dashed = false } = {}) {
  const { picture, tint, ground } = motif(facts);
  return group(
    {},
    el("ellipse", { cx: 46, cy: 58, rx: 50, ry: 57, fill: "#1A0C04", opacity: 0.32 }),
    oval(9, { fill: INK }),
    oval(7, {
      fill: rim,
      "stroke-dasharray": dashed ? "9 6" : null,
      stroke: dashed ? INK : null,
      "stroke-width": 3,
    }),
    path("M-3 36C1 12 18-5 43-6", {
      fill: "none",
      stroke: "#FFFFFF",
      "stroke-opacity": 0.55,
      "stroke-width": 2.6,
      "stroke-linecap": "round",
    }),
    oval(3, { fill: INK }),
    clipped(
      "ellipse(43px 50px at 43px 50px)",
      oval(0, { fill: grey ? "#8A857C" : ground }),
      circle(28, 22, 46, { fill: "#FFFFFF", opacity: 0.2 }),
      scaled(pictured(picture, grey ? "#A8A296" : tint), -7, 4, 1),
      grey ? oval(0, { fill: "#4A453E", opacity: 0.45 }) : null,
    ),
  );
}

/** Divine shield: a golden bubble over all of the minion. */
export const bubble = () =>
  group(
    { class: "bubble", "pointer-events": "none" },
    oval(11, { fill: "#FFE27A", opacity: 0.26 }),
    oval(11, { fill: "none", stroke: INK, "stroke-width": 5 }),
    oval(11, { fill: "none", stroke: "#FFE27A", "stroke-width": 3 }),
    path("M6 26C14 8 28 0 42-2", {
      fill: "none",
      stroke: "#FFFBE0",
      "stroke-width": 6,
      "stroke-linecap": "round",
      opacity: 0.9,
    }),
    circle(76, 72, 5, { fill: "#FFFBE0", opacity: 0.8 }),
  );

/** Frozen: six shards round the rim, and ice over the face. */
export const ice = () =>
  group(
    { class: "ice", "pointer-events": "none" },
    oval(1, { fill: "#9AD8F6", opacity: 0.45 }),
    ...[0, 60, 120, 180, 240, 300].map((turn) =>
      path("M43-16 52 8 43 20 34 8Z", {
        fill: turn % 120 ? "#DFF6FF" : "#A9DCF6",
        ...edge(2),
        transform: `rotate(${turn + 30} 43 50) translate(0 4)`,
      }),
    ),
    path("M28 36 58 64M58 36 28 64M43 28V72", {
      stroke: "#FFFFFF",
      "stroke-width": 3.4,
      "stroke-linecap": "round",
    }),
  );

/** Stealth: a dark veil with strands over the oval. */
export const veil = () =>
  group(
    { class: "veil", "pointer-events": "none" },
    oval(0, { fill: "#1E1A2E", opacity: 0.55 }),
    ...[12, 28, 44, 60].map((x) =>
      path(`M${x} 14q10 18 0 36t2 38`, {
        fill: "none",
        stroke: "#B8B0D8",
        "stroke-width": 2.4,
        "stroke-opacity": 0.7,
        "stroke-linecap": "round",
      }),
    ),
  );

/* Cards */

const FRAME =
  "M4 30C4 14 14 6 30 6H120C136 6 146 14 146 30V192C146 204 138 210 126 210H24C12 210 4 204 4 192Z";

/** The frame of a full card in a box of 150 by 214, without words: `split` is where the window ends and the
 * ribbon is, `seen` where the ribbon begins to cover it. */
export function cardFrame(facts, split = 92, seen = split) {
  const { picture, tint, ground } = motif(facts);
  const bend = Math.min(60, split - 6);
  const arch = `M20 ${split}V${bend}C20 ${bend * 0.45} 46 12 75 12S130 ${bend * 0.45} 130 ${bend}V${split}Z`;
  const zoom = clamp((seen - 2) / 92, Math.min(0.3, (split - 2) / 92), 0.96);
  const hue = TINTS[facts?.class] ?? TINTS.neutral;
  return group(
    { "aria-hidden": "true" },
    path(FRAME, { fill: "#1A0C04", opacity: 0.3, transform: "translate(3 5)" }),
    path(FRAME, { fill: hue, ...edge(3) }),
    path("M146 30V192C146 204 138 210 126 210H75V6H120C136 6 146 14 146 30Z", { fill: INK, opacity: 0.14 }),
    path(
      "M11 32C11 18 18 13 32 13H118C132 13 139 18 139 32" +
        "V190C139 200 132 203 124 203H26C18 203 11 200 11 190Z",
      {
        fill: "none",
        stroke: "#FFE9B0",
        "stroke-opacity": 0.55,
        "stroke-width": 2,
      },
    ),
    clipped(
      `path("${arch}")`,
      rect(16, 8, 120, 96, { fill: ground }),
      circle(60, 30, 46, { fill: "#FFFFFF", opacity: 0.18 }),
      scaled(pictured(picture, tint), 75 - 50 * zoom, Math.max(8, seen - 86 * zoom - 4), zoom),
    ),
    path(arch, { fill: "none", ...edge(3) }),
    path(`M14 ${split + 22}H136V190C136 197 132 200 124 200H26C18 200 14 197 14 190Z`, {
      fill: "#FBEBC8",
      ...edge(2.5),
    }),
  );
}

/** The ribbon for the name, over window and parchment: in the same box. */
export const ribbon = (top, height) =>
  path(`M2 ${top}Q75 ${top - 9} 148 ${top}V${top + height}Q75 ${top + height - 9} 2 ${top + height}Z`, {
    fill: "#FFF4DC",
    ...edge(2.5),
  });

/** A compact card in a box of 86 by 122 that is all window. */
export function windowFrame(facts) {
  const { picture, tint, ground } = motif(facts);
  return group(
    { "aria-hidden": "true" },
    rect(4, 6, 82, 118, { rx: 12, fill: "#1A0C04", opacity: 0.3 }),
    rect(2, 2, 82, 118, { rx: 12, fill: TINTS[facts?.class] ?? TINTS.neutral, ...edge(2.5) }),
    clipped(
      'path("M18 9H68Q77 9 77 18V104Q77 113 68 113H18Q9 113 9 104V18Q9 9 18 9Z")',
      rect(9, 9, 68, 104, { fill: ground }),
      circle(30, 30, 40, { fill: "#FFFFFF", opacity: 0.18 }),
      scaled(pictured(picture, tint), 7, 34, 0.72),
    ),
    rect(9, 9, 68, 104, { rx: 9, fill: "none", ...edge(2) }),
  );
}

/** The frame of a compact card in a box of 86 by 122: window above, paper below. */
export function smallFrame(facts, paper = 70) {
  const { picture, tint, ground } = motif(facts);
  const zoom = Math.min(0.6, (paper - 9) / 98);
  return group(
    { "aria-hidden": "true" },
    rect(4, 6, 82, 118, { rx: 12, fill: "#1A0C04", opacity: 0.3 }),
    rect(2, 2, 82, 118, { rx: 12, fill: TINTS[facts?.class] ?? TINTS.neutral, ...edge(2.5) }),
    clipped(
      'path("M18 9H68Q77 9 77 18V64Q77 73 68 73H18Q9 73 9 64V18Q9 9 18 9Z")',
      rect(9, 9, 68, 64, { fill: ground }),
      circle(30, 20, 32, { fill: "#FFFFFF", opacity: 0.18 }),
      scaled(pictured(picture, tint), 43 - 50 * zoom, Math.max(10, paper - 98 * zoom), zoom),
    ),
    rect(9, 9, 68, 64, { rx: 9, fill: "none", ...edge(2) }),
    path(`M4 ${paper}Q43 ${paper - 8} 82 ${paper}V108Q82 118 72 118H14Q4 118 4 108Z`, {
      fill: "#FBEBC8",
      ...edge(2),
    }),
  );
}

/** The back of a card in a box of 86 by 122: wine red, with a hearth. */
export const cardBack = () =>
  group(
    { "data-state": "hidden", "aria-hidden": "true" },
    rect(4, 6, 82, 118, { rx: 11, fill: "#1A0C04", opacity: 0.3 }),
    rect(1, 1, 84, 120, { rx: 11, fill: "#FFF4DC", ...edge(2.5) }),
    rect(7, 7, 72, 108, { rx: 7, fill: "#6A2A3A" }),
    path("M7 34 34 7M7 61 61 7M7 88 79 16M7 115 79 43M34 115 79 70M61 115 79 97", {
      stroke: "#8E4050",
      "stroke-width": 3,
    }),
    path("M43 26 66 50 43 96 20 50Z", { fill: "#C98A14", ...edge(2.5) }),
    path("M43 34 59 51 43 84 27 51Z", { fill: "#5A140C" }),
    path("M43 44C50 52 53 58 50 66 47 72 39 72 36 66 33 60 41 54 43 44Z", { fill: "#F6BC3A" }),
  );

/* Heroes */

const EMBLEMS = {
  druid: "leaf",
  hunter: "bow",
  mage: "frost",
  paladin: "hammer",
  priest: "light",
  rogue: "knives",
  shaman: "bolt",
  warlock: "shadow",
  warrior: "axe",
};

/** The emblem of a class in a box of 100. */
export const emblem = (kind) => pictured(EMBLEMS[kind] ?? "coin", TINTS[kind] ?? TINTS.neutral);

const ARCH = "M0 100V50C0 16 22 0 50 0S100 16 100 50V92Q100 100 92 100H8Q0 100 0 92Z";

/** A hero: an arch in the colour of the class, in it a face (a group in a box of 100), on it the emblem; in a
 * box of 100. */
export function heroArch(kind, face, { rim = "#F6BC3A", grey = false, cracked = false } = {}) {
  const wide = (grow) => {
    const [low, high] = [-grow, 100 + grow];
    return (
      `M${low} ${92 + grow}V50C${low} ${16 - grow} 22 ${low} 50 ${low}S${high} ${16 - grow} ${high} 50` +
      `V${92 + grow}Q${high} ${high} ${92 + grow} ${high}H${8 - grow}Q${low} ${high} ${low} ${92 + grow}Z`
    );
  };
  return group(
    {},
    path(wide(12), { fill: "#1A0C04", opacity: 0.35, transform: "translate(4 7)" }),
    path(wide(12), { fill: INK }),
    path(wide(9), { fill: rim }),
    path("M-4 46C-4 16 18-4 48-5", {
      fill: "none",
      stroke: "#FFF3C8",
      "stroke-width": 3,
      "stroke-linecap": "round",
    }),
    path(wide(4), { fill: INK }),
    clipped(
      `path("${ARCH}")`,
      path(ARCH, { fill: grey ? "#8A857C" : (TINTS[kind] ?? TINTS.neutral) }),
      circle(34, 26, 60, { fill: "#FFFFFF", opacity: 0.16 }),
      face,
      grey ? path(ARCH, { fill: "#4A453E", opacity: 0.5 }) : null,
    ),
    cracked ? crack() : null,
    group(
      { transform: "translate(-8 64)" },
      circle(16, 18, 20, { fill: TINTS[kind] ?? TINTS.neutral, ...edge(3.5) }),
      circle(16, 18, 16, { fill: "#2A1E3A", opacity: 0.5 }),
      scaled(emblem(kind), 4, 6, 0.24),
    ),
  );
}

/** A crack through an arch, from rim to rim, in a box of 100. */
export const crack = () =>
  group(
    { fill: "none", "stroke-linejoin": "round", "stroke-linecap": "round" },
    path("M58-12 44 14 60 34 40 56 56 78 46 112M60 34 84 42M40 56 14 62", {
      stroke: "#FFF3C8",
      "stroke-width": 9,
    }),
    path("M58-12 44 14 60 34 40 56 56 78 46 112M60 34 84 42M40 56 14 62", { stroke: INK, "stroke-width": 5 }),
  );

/** A stand-in for a portrait: a hooded head in the colour of the class. */
export const nobody = (kind) => {
  const drawn = { mage: "mage", priest: "priest", warrior: "orc", rogue: "rogue", hunter: "archer" };
  const other = { paladin: "knight", shaman: "chieftain", druid: "treant", warlock: "skull" };
  const tint = kind === "druid" ? "#6FB04A" : (TINTS[kind] ?? TINTS.neutral);
  return scaled(pictured(drawn[kind] ?? other[kind] ?? "recruit", tint), 4, 6, 0.92);
};

/** A deck for the lobby: a small arch of its class in a box of 100 by 120, the emblem on a plinth. */
export const deckPicture = (deckClass) =>
  group(
    { "aria-hidden": "true" },
    rect(14, 102, 72, 14, { rx: 5, fill: TINTS[deckClass] ?? TINTS.neutral, ...edge(3) }),
    rect(18, 105, 64, 4, { rx: 2, fill: "#FFFFFF", opacity: 0.35 }),
    scaled(heroArch(deckClass, nobody(deckClass)), 13, 12, 0.74),
  );

/** The hero power in a box of 60 by 66: a hexagon with its picture; face down once it is used. */
export const powerHex = (facts, used = false) =>
  group(
    {},
    path("M32 6 58 21V53L32 68 6 53V21Z", { fill: "#1A0C04", opacity: 0.35 }),
    path("M30 2 56 17V49L30 64 4 49V17Z", { fill: used ? "#5E5347" : "#C98A14", ...edge(4) }),
    path("M30 8 50 20V46L30 58 10 46V20Z", {
      fill: used ? "#443A30" : (TINTS[facts?.class] ?? TINTS.neutral),
    }),
    used
      ? path("M16 33H44M30 19V47M20 23 40 43M40 23 20 43", { stroke: "#7A6A58", "stroke-width": 3 })
      : scaled(pictured(motif(facts).picture, "#F6BC3A"), 13, 16, 0.34),
  );

/** A weapon in a box of 60: a round shield with the weapon on it. */
export const weaponDisc = (facts) =>
  group(
    {},
    circle(32, 33, 29, { fill: "#1A0C04", opacity: 0.35 }),
    circle(30, 30, 29, { fill: "#8A5A2E", ...edge(3.5) }),
    circle(30, 30, 23, { fill: "#4A2E1A" }),
    path("M12 20C16 12 24 8 32 8", {
      fill: "none",
      stroke: "#E2B77C",
      "stroke-width": 3,
      "stroke-linecap": "round",
    }),
    scaled(pictured(motif(facts).picture, motif(facts).tint), 9, 9, 0.42),
  );

/** A secret: a question mark on a disc of its class, in a box of 44. */
export const secretSign = (hue) =>
  group(
    { "data-fine": "" },
    circle(23, 24, 20, { fill: "#1A0C04", opacity: 0.35 }),
    circle(22, 22, 20, { fill: hue, ...edge(3) }),
    circle(22, 22, 15, { fill: "#2A1838", opacity: 0.55 }),
    text("?", 22, 32, { size: 28, anchor: "middle", family: SERIF, fill: "#FFF3B8", "data-fine": "" }),
  );

/** A pile of cards in a box of 60 by 74: as many edges as it is thick. */
export const pile = (count) =>
  group(
    {},
    ...Array.from({ length: Math.max(0, Math.min(4, Math.ceil(count / 8))) }, (_, i) =>
      rect(4 + i * 1.6, 6 - i * 2, 50, 66, { rx: 7, fill: i % 2 ? "#FFF4DC" : "#D9C7A2", ...edge(1.8) }),
    ),
    count
      ? group({ transform: "translate(8 -4) scale(.6)" }, cardBack())
      : rect(6, 4, 48, 64, {
          rx: 7,
          fill: "none",
          stroke: "#FFF4DC",
          "stroke-width": 2,
          "stroke-dasharray": "5 5",
        }),
  );

/* Tokens of what a minion is or does: on brass discs, in a box of 100 */

const dark = { fill: "#2C1A10" };
const thick = (width = 12) => ({
  fill: "none",
  stroke: "#2C1A10",
  "stroke-width": width,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
});
export const TOKENS = {
  windfury: () => path("M12 34 50 62 88 34M12 62 50 90 88 62", thick(13)),
  charge: () => path("M10 36H54V14L94 50 54 86V64H10Z", dark),
  asleep: () => path("M24 20H76L24 80H76", thick(14)),
  barred: () =>
    group(
      {},
      path("M50 4 62 20V62H38V20ZM26 62H74V72H26ZM44 72H56V94H44Z", dark),
      path("M10 90 90 10", {
        stroke: "#B32B1E",
        "stroke-width": 14,
      }),
    ),
  lifesteal: () => path("M50 4Q86 52 80 72 72 96 50 96 28 96 20 72 14 52 50 4Z", { fill: "#B32B1E" }),
  elusive: () => circle(50, 50, 36, { ...thick(13), "stroke-dasharray": "20 16", "stroke-linecap": "butt" }),
  immune: () => circle(50, 50, 34, thick(18)),
  deathrattle: () =>
    group(
      {},
      path("M50 6Q90 8 90 46 90 62 76 70V90H24V70Q10 62 10 46 10 8 50 6Z", dark),
      circle(34, 46, 11, { fill: "#F6BC3A" }),
      circle(66, 46, 11, { fill: "#F6BC3A" }),
    ),
  doomed: () => path("M20 4H80V16Q78 38 58 50 78 62 80 84V96H20V84Q22 62 42 50 22 38 20 16Z", dark),
  borrowed: () => path("M90 74Q80 26 34 30V10L4 42 34 72V52Q66 48 90 74Z", dark),
  spell: () =>
    group(
      {},
      path("M50 4Q86 52 80 72 72 96 50 96 28 96 20 72 14 52 50 4Z", { fill: "#1F6391" }),
      path("M50 44V84M30 64H70", { stroke: "#FFF7E6", "stroke-width": 11 }),
    ),
};
export const tokenDisc = (token) =>
  group(
    { "data-token": token },
    circle(52, 54, 48, { fill: "#1A0C04", opacity: 0.4 }),
    circle(50, 50, 47, { fill: "#F6BC3A", stroke: INK, "stroke-width": 7 }),
    scaled(TOKENS[token](), 24, 24, 0.52),
  );

/** A number that hits (a red star), heals (a green leaf) or is stopped, round 0 0 in a box of 100. */
export const splat = (amount) =>
  group(
    { "data-fine": "" },
    amount > 0
      ? group(
          {},
          path("M0-46C34-40 48-10 34 22 24 42-24 42-34 22-48-10-34-40 0-46Z", {
            fill: "#8EE06A",
            ...edge(4),
          }),
          path("M0-36C24-30 36-8 26 16 18 32-18 32-26 16-36-8-24-30 0-36Z", { fill: "#2F7A3A" }),
        )
      : group(
          {},
          path(
            "M0-48 10-22 34-34 24-10 48 0 24 10 34 34 10 22 0 48-10 22-34 34-24 10-48 0-24-10-34-34-10-22Z",
            { fill: amount ? "#F6BC3A" : "#FFF3B8", ...edge(4) },
          ),
          path("M0-34 7-15 24-24 17-7 34 0 17 7 24 24 7 15 0 34-7 15-24 24-17 7-34 0-17-7-24-24-7-15Z", {
            fill: amount ? "#D63A2C" : "#C98A14",
          }),
        ),
    text(amount > 0 ? `+${amount}` : amount < 0 ? `–${-amount}` : "0", 0, 13, {
      size: Math.abs(amount) > 9 ? 30 : 36,
      anchor: "middle",
      family: SERIF,
      fill: "#FFFFFF",
      stroke: INK,
      "stroke-width": 5,
      "paint-order": "stroke",
      "data-fine": "",
    }),
  );

/* The table: leather field on wood, a mug and a candle */

/** A mug of 124 by 150. */
export const mug = (jumps = false) =>
  group(
    { "aria-hidden": "true" },
    el("ellipse", { cx: 62, cy: 138, rx: 52, ry: 11, fill: "#2A1408", opacity: 0.45 }),
    path("M18 40H92V124Q92 138 78 138H32Q18 138 18 124Z", { fill: "#C98A3E", ...edge(3.5) }),
    path("M72 40H92V124Q92 138 78 138H70Z", { fill: "#8A5420" }),
    path("M34 44V134M54 44V136M74 44V134", { stroke: "#7A4A1E", "stroke-width": 2.5 }),
    path("M16 60H94M16 118H94", { stroke: "#5A3A24", "stroke-width": 8 }),
    path("M92 58H108Q120 58 120 74V96Q120 112 108 112H92V100H104Q108 100 108 94V76Q108 70 104 70H92Z", {
      fill: "#C98A3E",
      ...edge(3.5),
    }),
    group(
      { transform: jumps ? "translate(-3 -5) scale(1.06 1.12)" : "" },
      path(
        "M12 42C4 30 16 18 28 24 32 8 54 6 60 18 72 8 92 12 92 26 " +
          "104 28 102 44 92 46 88 58 78 56 76 48 66 54 52 54 46 48 38 56 18 54 12 42Z",
        { fill: "#FFF7E6", ...edge(3.5) },
      ),
      circle(36, 32, 5, { fill: "#E8D8B8" }),
      circle(70, 30, 4, { fill: "#E8D8B8" }),
    ),
    ...(jumps
      ? [
          [30, 2, 5],
          [58, -8, 7],
          [84, 4, 4],
        ]
      : []
    ).map(([x, y, r]) => circle(x, y, r, { fill: "#FFF7E6", ...edge(2.5) })),
  );

/** A candle of 84 by 130. */
export const candle = (bows = false) =>
  group(
    { "aria-hidden": "true" },
    el("ellipse", { cx: 42, cy: 118, rx: 38, ry: 10, fill: "#2A1408", opacity: 0.45 }),
    circle(42, 28, 40, { fill: "#FFD23A", opacity: 0.18 }),
    path("M6 104Q42 92 78 104L70 122Q42 130 14 122Z", { fill: "#C98A14", ...edge(3) }),
    path("M26 50H58V106Q42 114 26 106Z", { fill: "#FFF4DC", ...edge(3) }),
    path("M48 52H58V106Q52 109 48 109Z", { fill: "#D9C7A2" }),
    path("M26 50C26 44 58 44 58 50 54 58 52 64 50 60 46 56 40 62 36 70 30 64 28 58 26 50Z", {
      fill: "#FFE9B8",
      ...edge(2),
    }),
    path("M42 48V40", edge(3)),
    group(
      { transform: bows ? "rotate(34 42 42) scale(1 .9) translate(0 4)" : "" },
      path("M42 4C54 20 52 40 42 42 32 40 30 22 42 4Z", { fill: "#F6A23A", ...edge(2) }),
      path("M42 20C47 28 46 38 42 40 38 38 37 28 42 20Z", { fill: "#FFF2A0" }),
    ),
  );

/** Bent grain lines, the same every time. */
function grain(width, height) {
  let seed = 7;
  const next = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const lines = [];
  for (let y = 10; y < height; y += 26) {
    const [a, b] = [next() * 16 - 8, next() * 16 - 8];
    const at = y + next() * 14;
    lines.push(
      path(`M0 ${at}C${width * 0.3} ${at + a} ${width * 0.6} ${at + b} ${width} ${at}`, {
        fill: "none",
        stroke: "#4A2407",
        "stroke-opacity": 0.06 + 0.12 * next(),
        "stroke-width": 0.8 + 2.4 * next(),
      }),
    );
  }
  for (let y = 84; y < height; y += 84)
    lines.push(
      path(`M0 ${y}H${width}`, { stroke: "#2A1304", "stroke-opacity": 0.28, "stroke-width": 1.6 }),
      path(`M0 ${y + 1.8}H${width}`, { stroke: "#FFFFFF", "stroke-opacity": 0.08 }),
    );
  return lines;
}

/** The light of the tavern: by day, and by lamp, which falls on the middle of the field. */
const DAY = {
  wood: [
    [0, "#B9814E"],
    [0.62, "#8A5530"],
    [1, "#5A3218"],
  ],
  leather: [
    [0, "#E2B77C"],
    [1, "#C08E52"],
  ],
};
const NIGHT = {
  wood: [
    [0, "#6A4226"],
    [0.62, "#3E2413"],
    [1, "#221108"],
  ],
  leather: [
    [0, "#D9AC6E"],
    [0.55, "#A87A44"],
    [1, "#6B4822"],
  ],
};

/** The ground of a stage: the tavern table, and on it a leather field with a stitched edge and a line
 * in its middle. */
export function tavern(width, height, field, dark = false, wood = true) {
  // Named by what they are: the ground of the next drawing is the same, and is kept.
  const own = `${Math.round(width)}-${Math.round(height)}-${dark ? "night" : "day"}`;
  const light = `hearthstone-lamp-${own}`;
  const leather = `hearthstone-leather-${own}`;
  const gradient = (id, stops) =>
    el(
      "radialGradient",
      { id, cx: 0.5, cy: 0.46, r: 0.72 },
      ...stops.map(([offset, colour]) => el("stop", { offset, "stop-color": colour })),
    );
  const { x, y, width: w, height: h } = field;
  const radius = Math.min(30, h * 0.14);
  const inset = h > 200 ? 7 : 4;
  const [middleX, middleY] = [x + w / 2, y + h / 2];
  return group(
    { "aria-hidden": "true", class: "tavern" },
    gradient(light, dark ? NIGHT.wood : DAY.wood),
    gradient(leather, dark ? NIGHT.leather : DAY.leather),
    ...(wood ? [rect(0, 0, width, height, { fill: `url(#${light})` }), ...grain(width, height)] : []),
    rect(x - 3, y - 3, w + 6, h + 8, { rx: radius + 3, fill: "#3A1E0A", opacity: 0.45 }),
    rect(x, y, w, h, {
      rx: radius,
      fill: "#4A2A14",
      stroke: dark ? "#9A6E1C" : "#E0B04A",
      "stroke-width": 2,
    }),
    rect(x + inset / 2, y + inset / 2, w - inset, h - inset, {
      rx: radius - inset / 2,
      fill: `url(#${leather})`,
    }),
    rect(x + inset, y + inset, w - 2 * inset, h - 2 * inset, {
      rx: radius - inset / 2,
      fill: "none",
      stroke: "#7A4A1E",
      "stroke-opacity": 0.6,
      "stroke-width": 2,
      "stroke-dasharray": "8 6",
    }),
    path(`M${x + w * 0.06} ${middleY}H${x + w * 0.94}`, {
      stroke: "#7A4A1E",
      "stroke-opacity": 0.5,
      "stroke-width": 3,
      "stroke-linecap": "round",
    }),
    path(
      `M${middleX - 9} ${middleY}L${middleX} ${middleY - 7}` +
        `L${middleX + 9} ${middleY}L${middleX} ${middleY + 7}Z`,
      { fill: "#7A4A1E", opacity: 0.6 },
    ),
  );
}

/** Three minions on the board over crystals, mug and candle: viewBox 480x300, with or without the table. */
function scene(wood) {
  const minion = (name, race, attack, health, x, y, scale, more = []) =>
    group(
      { transform: `translate(${x} ${y}) scale(${scale})` },
      ...more.filter((part) => part.class === "behind").map((part) => part.node),
      minionOval({ name, race, kind: "minion", class: "neutral" }),
      ...more.filter((part) => part.class !== "behind").map((part) => part.node),
      group({ transform: "translate(-14 62) scale(1.05)" }, attackGem(attack)),
      group({ transform: "translate(54 62) scale(1.05)" }, healthGem(health)),
    );
  return group(
    { "aria-hidden": "true" },
    clipped(
      'path("M0 0H480V300H0Z")',
      tavern(480, 300, { x: 34, y: 40, width: 412, height: 216 }, false, wood),
      scaled(mug(), 2, 2, 0.72),
      scaled(candle(), 402, 2, 0.8),
      minion("Dire Wolf Alpha", "beast", 2, 2, 70, 108, 1.06),
      minion("Murloc Raider", "murloc", 2, 1, 318, 108, 1.06, [{ node: bubble() }]),
      minion("Azure Drake", "dragon", 4, 4, 184, 66, 1.3, [{ class: "behind", node: tauntShield() }]),
      ...[0, 1, 2, 3, 4, 5, 6].map((i) =>
        scaled(crystal(i < 5 ? "full" : "spent"), 122 + i * 36, 248 + Math.abs(i - 3) * -1.5, 0.86),
      ),
    ),
  );
}
/** The lid of the box. */
export const cover = () => scene(true);
/** The same without the table. */
export const still = () => scene(false);

/* Hearthstone: plain emblems of the classes and kinds, crests that tell cards apart, and the tokens of a minion's state. */

import { circle, group, path, rect, text } from "/page/kit.js";

const INK = "#2A2420";
const LINE = { stroke: INK, "stroke-width": 4, "stroke-linejoin": "round", "stroke-linecap": "round" };
export const HUES = {
  druid: "#8A5A2B",
  hunter: "#3F7A3A",
  mage: "#3F7FB5",
  paladin: "#C29A2E",
  priest: "#A9A295",
  rogue: "#4A4A55",
  shaman: "#2F5FA0",
  warlock: "#6E4596",
  warrior: "#A03A2C",
  neutral: "#8A7B62",
};

const EMBLEMS = {
  druid: () => path("M14 88Q6 20 86 12 94 84 30 80ZM14 92 60 40", { fill: "#7FB35A", ...LINE }),
  hunter: () => [
    path("M24 8Q86 20 78 88", { fill: "none", ...LINE, "stroke-width": 8 }),
    path("M24 8 78 88M14 86 70 28M70 28 50 30M70 28 68 48", { fill: "none", ...LINE }),
  ],
  mage: () =>
    path("M50 4Q84 38 74 66 66 94 50 94 30 94 26 68 24 52 38 44 40 60 48 58 40 30 50 4Z", {
      fill: "#F2A33C",
      ...LINE,
    }),
  paladin: () => [
    rect(20, 12, 60, 32, { rx: 6, fill: "#F2C14E", ...LINE }),
    rect(43, 44, 14, 50, { fill: "#A9713F", ...LINE }),
  ],
  priest: () => path("M40 6H60V34H92V54H60V96H40V54H8V34H40Z", { fill: "#FFFDF5", ...LINE }),
  rogue: () =>
    path("M50 2 64 22 58 62H76V72H58V92Q50 100 42 92V72H24V62H42L36 22Z", { fill: "#B9C0C6", ...LINE }),
  shaman: () => [
    rect(28, 6, 44, 88, { rx: 8, fill: "#A9713F", ...LINE }),
    path("M28 34H72M28 64H72", { ...LINE }),
    circle(41, 20, 5, { fill: INK }),
    circle(59, 20, 5, { fill: INK }),
    path("M38 46H62V54H38ZM40 78Q50 86 60 78", { fill: "#FFF7E6", ...LINE, "stroke-width": 3 }),
  ],
  warlock: () =>
    path("M50 40Q30 44 18 8 4 60 34 72 30 92 50 96 70 92 66 72 96 60 82 8 70 44 50 40Z", {
      fill: "#9A6AC8",
      ...LINE,
    }),
  warrior: () => [
    path("M50 4 90 18Q92 70 50 96 8 70 10 18Z", { fill: "#C8493A", ...LINE }),
    path("M50 16V84M22 44H78", { ...LINE }),
  ],
  neutral: () => circle(50, 50, 30, { fill: "#C9B994", ...LINE }),
};
export const emblem = (kind) =>
  group({ "aria-hidden": "true" }, ...[EMBLEMS[kind] ?? EMBLEMS.neutral].map((make) => make()).flat());

const RACES = {
  beast: () => [
    circle(50, 64, 22, { fill: "#FFF7E6", ...LINE }),
    circle(22, 40, 11, { fill: "#FFF7E6", ...LINE }),
    circle(42, 24, 11, { fill: "#FFF7E6", ...LINE }),
    circle(62, 24, 11, { fill: "#FFF7E6", ...LINE }),
    circle(80, 42, 11, { fill: "#FFF7E6", ...LINE }),
  ],
  dragon: () =>
    path("M8 80Q20 20 60 12L54 28 88 24 74 42 94 58 70 62 66 84 48 70Z", { fill: "#FFF7E6", ...LINE }),
  murloc: () => [
    path("M10 50Q36 14 66 44L90 24V78L66 58Q36 88 10 50Z", { fill: "#FFF7E6", ...LINE }),
    circle(32, 46, 5, { fill: INK }),
  ],
  demon: () =>
    path("M50 34Q26 36 14 6 6 54 28 64 32 94 50 94 68 94 72 64 94 54 86 6 74 36 50 34Z", {
      fill: "#FFF7E6",
      ...LINE,
    }),
  mechanical: () => [
    path(
      "M50 6 58 22 76 16 78 34 94 42 84 56 90 74 72 76 64 92 50 82 36 92 28 76 10 74 16 56 6 42 22 34 24 16 42 22Z",
      { fill: "#FFF7E6", ...LINE },
    ),
    circle(50, 50, 13, { fill: INK }),
  ],
  totem: () => [
    rect(30, 6, 40, 88, { rx: 8, fill: "#FFF7E6", ...LINE }),
    path("M30 36H70M30 64H70", { ...LINE }),
    circle(42, 20, 4, { fill: INK }),
    circle(58, 20, 4, { fill: INK }),
  ],
  pirate: () =>
    path("M50 8V44Q80 50 72 76 62 96 38 88 22 80 24 62L40 68Q40 78 52 76 62 70 50 58H40V8Z", {
      fill: "#FFF7E6",
      ...LINE,
    }),
  elemental: () =>
    path("M50 4Q84 40 72 72 64 94 50 94 36 94 28 72 16 40 50 4Z", { fill: "#FFF7E6", ...LINE }),
};
const SPELL = () => path("M50 4 60 38 96 50 60 62 50 96 40 62 4 50 40 38Z", { fill: "#FFF7E6", ...LINE });
const WEAPON = () =>
  path("M84 6 94 16 48 66 60 78 50 88 36 74 18 94 6 82 26 64 12 50 22 40 34 52Z", {
    fill: "#FFF7E6",
    ...LINE,
  });
const PERSON = () => [
  circle(50, 30, 20, { fill: "#FFF7E6", ...LINE }),
  path("M12 94Q14 56 50 56 86 56 88 94Z", { fill: "#FFF7E6", ...LINE }),
];
const POWER = () => path("M50 4 90 27V73L50 96 10 73V27Z", { fill: "#FFF7E6", ...LINE });

function chargeOf(facts) {
  if (facts?.kind === "spell") return SPELL();
  if (facts?.kind === "weapon") return WEAPON();
  if (facts?.kind === "hero power") return POWER();
  return (RACES[facts?.race] ?? PERSON)();
}

const DIVISIONS = [
  () => path("M0 0H50V100H0Z"),
  () => path("M0 0H100V50H0Z"),
  () => path("M0 0H100L0 100Z"),
  () => path("M0 100 50 40 100 100Z"),
  () => path("M0 30H100V70H0Z"),
  () => path("M30 0H70V100H30Z"),
  () => path("M0 0H50V50H0ZM50 50H100V100H50Z"),
  () => path("M0 20 20 0 100 80 80 100Z"),
  () => path("M0 0H25V100H0ZM50 0H75V100H50Z"),
  () => circle(50, 50, 44),
];

/** A crest for a card: the colour of its class, a division of its own, and a charge by its kind. */
export function crest(id, facts) {
  let sum = 7;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 100003;
  const division = DIVISIONS[sum % DIVISIONS.length]();
  division.setAttribute("fill", ["#FFFFFF", "#000000"][(sum >> 4) % 2]);
  division.setAttribute("opacity", "0.22");
  const charge = chargeOf(facts);
  return group(
    { "aria-hidden": "true" },
    rect(0, 0, 100, 100, { rx: 10, fill: HUES[facts?.class] ?? HUES.neutral }),
    division,
    group(
      { transform: `translate(22 22) scale(.56) rotate(${((sum % 3) - 1) * 8} 50 50)` },
      ...[charge].flat(),
    ),
    rect(0, 0, 100, 100, { rx: 10, fill: "none", ...LINE, "stroke-width": 3 }),
  );
}

/** A crystal of mana: full, spent, locked by a chain, owed, or for this turn only. */
export function crystal(kind) {
  const full = kind === "full" || kind === "temporary";
  const shape = path("M50 4 88 36 50 96 12 36Z", {
    fill: full ? "#3F7FD0" : kind === "locked" ? "#3A4152" : "none",
    stroke: full ? "#0E2A52" : "#A9C3EA",
    "stroke-width": 7,
    "stroke-dasharray": kind === "owed" ? "8 7" : null,
  });
  const extra =
    kind === "locked"
      ? path("M14 30 86 64M14 64 86 30", { stroke: "#E8B85B", "stroke-width": 8 })
      : kind === "temporary"
        ? path("M50 22 56 38 72 40 60 50 64 66 50 57 36 66 40 50 28 40 44 38Z", { fill: "#FFF7E6" })
        : full
          ? path("M50 14 70 36H50Z", { fill: "#FFFFFF", opacity: 0.5 })
          : null;
  return group({}, shape, extra);
}

export const attackBadge = () =>
  path("M50 2 96 36 78 94H22L4 36Z", {
    fill: "#3B3330",
    stroke: "#F2C14E",
    "stroke-width": 6,
    "stroke-linejoin": "round",
  });
export const brokenHeart = () =>
  group(
    {},
    path("M50 92C-10 48 6 8 32 10 44 12 50 26 50 26 50 26 56 12 68 10 94 8 110 48 50 92Z", {
      fill: "#8E2A22",
      ...LINE,
    }),
    path("M52 24 40 44 58 54 46 74", { fill: "none", stroke: "#FFF7E6", "stroke-width": 6 }),
  );
export const heart = () =>
  path("M50 92C-10 48 6 8 32 10 44 12 50 26 50 26 50 26 56 12 68 10 94 8 110 48 50 92Z", {
    fill: "#C1443A",
    ...LINE,
  });
export const armor = () => path("M50 4 90 18Q92 70 50 96 8 70 10 18Z", { fill: "#8D98A6", ...LINE });
export const secretSign = (hue) =>
  group(
    {},
    circle(50, 50, 46, { fill: hue, ...LINE }),
    text("?", 50, 76, { size: 72, weight: 700, anchor: "middle", fill: "#FFF7E6", "data-fine": "" }),
  );

/** Small tokens of what a minion is or does. */
export const TOKENS = {
  windfury: () =>
    path("M8 30 50 60 92 30M8 60 50 90 92 60", { fill: "none", stroke: "#FFF7E6", "stroke-width": 14 }),
  charge: () => path("M10 36H54V14L94 50 54 86V64H10Z", { fill: "#FFF7E6" }),
  asleep: () =>
    text("z", 50, 84, { size: 100, weight: 700, anchor: "middle", fill: "#FFF7E6", "data-fine": "" }),
  barred: () => path("M50 4 62 20V62H38V20ZM26 62H74V72H26ZM44 72H56V94H44Z", { fill: "#FFF7E6" }),
  lifesteal: () => path("M50 4Q86 52 80 72 72 96 50 96 28 96 20 72 14 52 50 4Z", { fill: "#E06A5E" }),
  elusive: () =>
    circle(50, 50, 36, { fill: "none", stroke: "#FFF7E6", "stroke-width": 12, "stroke-dasharray": "14 10" }),
  immune: () => circle(50, 50, 36, { fill: "none", stroke: "#F2C14E", "stroke-width": 16 }),
  deathrattle: () =>
    group(
      {},
      path("M50 6Q90 8 90 46 90 62 76 70V90H24V70Q10 62 10 46 10 8 50 6Z", { fill: "#FFF7E6" }),
      circle(34, 46, 10, { fill: INK }),
      circle(66, 46, 10, { fill: INK }),
    ),
  doomed: () =>
    path("M20 4H80V16Q78 38 58 50 78 62 80 84V96H20V84Q22 62 42 50 22 38 20 16Z", { fill: "#FFF7E6" }),
  borrowed: () => path("M90 74Q80 26 34 30V10L4 42 34 72V52Q66 48 90 74Z", { fill: "#FFF7E6" }),
  spell: () =>
    group(
      {},
      path("M50 4Q86 52 80 72 72 96 50 96 28 96 20 72 14 52 50 4Z", { fill: "#8CC3E6" }),
      path("M50 44V84M30 64H70", { stroke: INK, "stroke-width": 10 }),
    ),
};

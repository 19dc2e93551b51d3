// Pictures of the game's own pieces beside words: an open hand, and the rules in short (160 by 100 each).

import { group } from "/page/kit.js";
import { cardBack, dinosaur, disasterSign } from "./art.js";
import { sceneOf } from "./disasters.js";
import { cardFace } from "./draw.js";

const [WIDE, HIGH] = [66, 92];

/** @type {Pictures["hand"]} */
export const hand = (view, seat) =>
  (view.description.players[seat].hand ?? []).map((card) => ({
    node: cardFace(view, card, WIDE, HIGH, { bare: true }),
    width: WIDE,
    height: HIGH + 4,
    label: view.say(`name.${card}`),
  }));

const at = (x, y, scale, node) => group({ transform: `translate(${x} ${y}) scale(${scale})` }, node);
const card = (view, name, x, y) => at(x, y, 0.82, cardFace(view, name, WIDE, HIGH, { bare: true }));
const KINDS = ["natural", "predatory", "emotional"];

export const rules = [
  () => group({}, at(4, 10, 0.8, dinosaur("rex", "proud")), at(78, 8, 0.8, dinosaur("bronto"))),
  () => group({}, sceneOf("natural.1", 6, 14, 84, 72), at(98, 14, 0.8, cardBack(WIDE, HIGH))),
  (view) => group({}, card(view, "P9", 14, 12), card(view, "P1", 92, 12)),
  (view) =>
    group(
      {},
      ...KINDS.map((kind, i) => at(10 + i * 32, 34, 0.3, disasterSign(kind))),
      card(view, "P6E", 104, 12),
    ),
  (view) => group({}, card(view, "IB", 4, 14), card(view, "IS", 54, 14), card(view, "II", 104, 14)),
  () => group({}, ...KINDS.map((kind, i) => at(12 + i * 48, 28, 0.42, disasterSign(kind)))),
  (view) => group({}, card(view, "ID", 22, 12), card(view, "IR", 86, 12)),
];

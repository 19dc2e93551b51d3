// Pictures of the game's own pieces beside words: an open hand, and the rules in short (160 by 100 each).

import { group, path } from "/page/kit.js";
import { cardBack, spanishCard } from "./art.js";

const RATIO = 324 / 208;
const SMALL = 40;

/** @type {Pictures["hand"]} */
export const hand = (view, seat) =>
  (view.description.players[seat].hand ?? []).map((card) => ({
    node: spanishCard(card, 70),
    width: 70,
    height: 70 * RATIO,
    label: view.say(`name.${card}`),
  }));

const lay = (node, x, y, turn = 0) => group({ transform: `translate(${x} ${y}) rotate(${turn})` }, node);
const card = (name, x, y, turn = 0, width = SMALL) => lay(spanishCard(name, width), x, y, turn);
const arrow = (x, y) =>
  path(`M${x} ${y}h14m-6-6 6 6-6 6`, {
    fill: "none",
    stroke: "#C98A14",
    "stroke-width": 4,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });

export const rules = [
  () => group({}, card("A-oros", 20, 26, -12), card("3-copas", 60, 18), card("K-espadas", 100, 16, 10)),
  () =>
    group(
      {},
      ...["A-copas", "3-copas", "K-copas", "C-copas", "S-copas"].map((name, i) =>
        card(name, 4 + i * 31, 26, 0, 29),
      ),
    ),
  () => group({}, card("5-bastos", 36, 24, -6), card("K-bastos", 84, 16, 5)),
  () => group({}, card("A-oros", 24, 22, -6), lay(cardBack(SMALL), 74, 14, 8), card("2-espadas", 104, 20, 6)),
  () =>
    group(
      {},
      lay(cardBack(SMALL), 20, 18),
      lay(cardBack(SMALL), 24, 14),
      arrow(74, 50),
      card("7-copas", 100, 18),
    ),
  () => group({}, card("A-bastos", 24, 18, -4), card("2-oros", 92, 22, 8)),
  () =>
    group(
      {},
      card("S-oros", 66, 2, 0, 28),
      card("4-copas", 30, 26, -8, 28),
      card("6-bastos", 102, 24, 8, 28),
      card("3-oros", 66, 52, 0, 28),
    ),
];

// Pictures of the game's own pieces beside words: an open hand, and the rules in short (160 by 100 each).

import { group, placed } from "/page/kit.js";
import { cardFace, coin, heart, link, medal, power, prestige, restSign } from "./art.js";

/** @type {Pictures["hand"]} */
export const hand = (view, seat) =>
  (view.description.players[seat].hand ?? []).map((entry) => {
    const name = entry?.card ?? entry;
    return { node: cardFace(name, view.card(name), 74, 106), width: 74, height: 108, label: name };
  });

const card = (view, name, x) =>
  group({ transform: `translate(${x} 6) scale(.84)` }, cardFace(name, view.card(name), 74, 106));

export const rules = [
  () => group({}, placed(prestige(), 26, 22, 56), placed(medal("hlaalu"), 86, 22, 54)),
  (view) => group({}, card(view, "Gold", 10), card(view, "Peck", 82)),
  (view) =>
    group(
      {},
      placed(coin(), 10, 32, 40),
      card(view, "Currency Exchange", 56),
      placed(restSign(), 122, 36, 34),
    ),
  () => group({}, placed(power(), 24, 24, 50), placed(prestige(), 90, 24, 50)),
  (view) => group({}, card(view, "Hagraven Matron", 20), placed(heart(), 92, 26, 46)),
  () => group({}, placed(link(), 14, 30, 40), placed(link(), 60, 30, 40), placed(link(), 106, 30, 40)),
  () => group({}, placed(medal("red_eagle"), 22, 20, 56), placed(medal("pelin"), 84, 20, 56)),
];

// Pictures of the game's own pieces beside words: an open hand, and the rules in short (160 by 100 each).

import { group, path } from "/page/kit.js";
import {
  cardFace,
  city,
  die,
  HEX,
  house,
  LAND,
  numberDisc,
  put,
  resourceCard,
  resourceSign,
  road,
  robber,
} from "./art.js";

const counted = (cards) => Object.entries(cards ?? {}).filter(([, n]) => n > 0);

/** @type {Pictures["hand"]} */
export const hand = (view, seat) => {
  const { hand: held, cards } = view.description.players[seat];
  return [
    ...counted(held).map(([kind, count]) => ({
      node: resourceCard(kind, 60, 78, 8),
      width: 60,
      height: 80,
      count,
      label: view.say(`name.${kind}`),
    })),
    ...counted(cards).map(([kind, count]) => ({
      node: cardFace(kind, 60, 78, 8),
      width: 60,
      height: 80,
      count,
      label: view.say(`name.${kind}`),
    })),
  ];
};

const hex = (kind, x, y, scale, ...more) =>
  put(x, y, scale, path(HEX, { fill: LAND[kind][0], stroke: "#E9D2A0", "stroke-width": 9 }), ...more);
const goods = (kinds, x, y, step = 26) =>
  kinds.map((kind, i) => put(x + i * step, y, 1, resourceCard(kind, 24, 32, 4)));
const arrow = (x, y) =>
  path(`M${x} ${y}h16m-6-6 6 6-6 6`, {
    fill: "none",
    stroke: "#C98A14",
    "stroke-width": 4,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });

export const rules = [
  () => group({}, put(48, 58, 1.3, house(0)), put(112, 58, 1.3, city(0))),
  () =>
    group(
      {},
      hex("wheat", 80, 50, 0.46, put(0, -46, 0.62, resourceSign("wheat")), numberDisc(6, 5)),
      put(120, 30, 0.8, house(1)),
    ),
  () => group({}, road(0, [34, 66], [80, 40], 5), put(34, 64, 1, house(0)), put(116, 44, 1, house(0))),
  () =>
    group(
      {},
      put(24, 52, 0.8, house(0)),
      ...goods(["wood", "brick", "sheep", "wheat"], 50, 10),
      ...goods(["wheat", "wheat", "ore", "ore"], 50, 54),
    ),
  () =>
    group(
      {},
      road(0, [26, 64], [62, 42], 5),
      road(0, [62, 42], [98, 64], 5),
      put(26, 62, 0.9, house(0)),
      put(100, 60, 0.9, house(0)),
    ),
  () => group({}, put(24, 30, 0.4, die(3)), put(70, 30, 0.4, die(4)), put(134, 56, 1.5, robber())),
  () =>
    group(
      {},
      ...goods(["wood", "wood", "wood", "wood"], 8, 34, 17),
      arrow(92, 50),
      ...goods(["ore"], 122, 34),
    ),
];

// Tips: when each is given (its sentence is in hints.json under the same key), and `at` which zone of the
// drawing it speaks of where that is nothing to choose.

import { can, me } from "/page/tipkit.js";

const ORDER = ["A", "3", "K", "C", "S", "7", "6", "5", "4", "2"];
const WORTH = { A: 11, 3: 10, K: 4, C: 3, S: 2 };
const faceOf = (card) => card.split("-")[0];
const suitOf = (card) => card.split("-")[1];
const worth = (card) => WORTH[faceOf(card)] ?? 0;

const plays = (v) => v.moves.filter((m) => m.kind === "play").map((m) => m.card);
const leads = (v) => v.description.trick.length === 0;
/** Whether nobody plays after the reader: what holds the trick after that takes it. */
const closes = (v) => v.description.trick.length === v.description.players.length - 1;
const beats = (card, best, trump) =>
  suitOf(card) === suitOf(best)
    ? ORDER.indexOf(faceOf(card)) < ORDER.indexOf(faceOf(best))
    : suitOf(card) === trump;
const holdsIt = (v, card) => beats(card, v.description.holds.card, v.description.trump);
const partners = (v) => (me(v).partner ?? null) !== null && v.description.holds?.seat === me(v).partner;

export const TIPS = [
  { key: "tip.1", when: (v) => !leads(v) && plays(v).length > 1 && plays(v).length === me(v).hand.length },
  {
    key: "tip.2",
    at: "hand",
    when: (v) => leads(v) && plays(v).some((c) => worth(c) >= 10) && plays(v).some((c) => worth(c) < 10),
  },
  {
    key: "tip.3",
    when: (v) =>
      closes(v) &&
      v.description.trick_points === 0 &&
      !partners(v) &&
      plays(v).length > 1 &&
      plays(v).some((c) => worth(c) === 0) &&
      !plays(v).some((c) => worth(c) > 0 && holdsIt(v, c)),
  },
  {
    key: "tip.4",
    at: "trick",
    when: (v) =>
      closes(v) &&
      !partners(v) &&
      v.description.trick_points >= 10 &&
      plays(v).some((c) => suitOf(c) === v.description.trump && worth(c) === 0 && holdsIt(v, c)),
  },
  {
    key: "tip.5",
    at: "hand",
    when: (v, e) =>
      leads(v) &&
      e.findLast((x) => x.kind === "trick")?.seat === v.seat &&
      e.some((x) => ["draw", "face_up"].includes(x.kind) && x.seat === v.seat),
  },
  {
    key: "tip.6",
    when: (v, e) =>
      v.description.stock.left > 0 &&
      e.some((x) => x.kind === "draw" && x.seat === v.seat && suitOf(x.card) === v.description.trump),
  },
  { key: "tip.7", when: (v) => can(v, "exchange") },
  { key: "tip.8", when: (v) => closes(v) && partners(v) && plays(v).some((c) => worth(c) > 0) },
  {
    key: "tip.9",
    at: "stock",
    when: (v) =>
      v.description.players.length === 2 && v.description.stock.left === 2 && v.description.stock.face_up,
  },
  { key: "tip.10", at: "stock", when: (v) => v.description.stock.left === 0 && plays(v).length > 1 },
];

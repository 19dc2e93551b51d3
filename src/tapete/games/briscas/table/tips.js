// Tips: when each is given (its sentence is in hints.json under the same key), and `at` which zone of the
// drawing it speaks of where that is nothing to choose.

const me = (v) => v.description.players?.[v.seat] ?? {};

export const TIPS = [
  { key: "tip.1", when: () => true },
  { key: "tip.2", when: (v) => me(v).hand?.some((c) => /^[A3]-/.test(c)) },
  {
    key: "tip.3",
    when: (v) => v.description.trick.length === 1 && /^[24567]-/.test(v.description.trick[0].card),
  },
  {
    key: "tip.4",
    at: "trick",
    when: (v) =>
      v.description.trick.length > 0 &&
      /^[A3]-/.test(v.description.trick[0].card) &&
      !v.description.trick[0].card.endsWith(v.description.trump) &&
      me(v).hand?.some((c) => c.endsWith(v.description.trump)),
  },
  { key: "tip.5", at: "hand", when: (v, e) => e.some((x) => x.kind === "trick" && x.seat === v.seat) },
  {
    key: "tip.6",
    when: (v, e) =>
      e.some((x) => x.kind === "draw" && x.seat === v.seat && x.card.endsWith(v.description.trump)),
  },
  { key: "tip.7", when: (v) => v.moves.some((m) => m.kind === "exchange") },
  { key: "tip.8", when: (v) => me(v).partner !== null && v.description.holds?.seat === me(v).partner },
  {
    key: "tip.9",
    at: "stock",
    when: (v) =>
      v.description.players.length === 2 && v.description.stock.left === v.description.players.length,
  },
  { key: "tip.10", at: "stock", when: (v) => v.description.stock.left === 0 },
];

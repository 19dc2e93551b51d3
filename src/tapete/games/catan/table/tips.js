// Tips: when each is given (its sentence is in hints.json under the same key), and `at` which zone of the
// drawing it speaks of where that is nothing to choose.

const me = (v) => v.description.players?.[v.seat] ?? {};

export const TIPS = [
  {
    key: "tip.1",
    at: "board",
    when: (v) => v.description.phase === "setup_settlement" && !me(v).settlements.length,
  },
  {
    key: "tip.2",
    at: "board",
    when: (v) => v.description.phase === "setup_settlement" && me(v).settlements.length === 1,
  },
  { key: "tip.3", at: "actions", when: (v) => v.moves.some((m) => m.kind === "roll") },
  {
    key: "tip.4",
    when: (v) => v.description.rolled && v.moves.some((m) => ["road", "settle", "city"].includes(m.kind)),
  },
  { key: "tip.5", at: "hand", when: (v) => v.description.rolled && me(v).hand_count > 7 },
  { key: "tip.6", at: "bank", when: (v) => v.moves.some((m) => m.kind === "bank") },
  { key: "tip.7", at: "offer", when: (v) => v.description.phase === "answer" },
  { key: "tip.8", at: "cards", when: (v) => me(v).cards_count > 0 },
  { key: "tip.9", at: "board", when: (v) => v.moves.some((m) => m.kind === "robber") },
  { key: "tip.10", at: "players", when: (v) => v.description.players.some((p) => p.points >= 8) },
];

// Tips: when each is given (its sentence is in hints.json under the same key), and `at` which zone of the
// drawing it speaks of where that is nothing to choose.

const me = (v) => v.description.players?.[v.seat] ?? {};
const other = (v) => v.description.players?.[1 - v.seat] ?? {};

export const TIPS = [
  { key: "tip.1", when: (v) => v.description.phase === "draft" },
  { key: "tip.2", when: (v) => v.moves.some((m) => m.kind === "play") },
  {
    key: "tip.3",
    when: (v) => v.moves.some((m) => m.kind === "buy") && !v.moves.some((m) => m.kind === "play"),
  },
  {
    key: "tip.4",
    at: "tavern",
    when: (v) => v.description.patrons.some((p) => p.combo > 0) && v.moves.some((m) => m.kind === "buy"),
  },
  { key: "tip.5", at: "agents", when: (v) => me(v).agents?.length > 0 },
  { key: "tip.6", at: "agents", when: (v) => other(v).agents?.length > 0 && me(v).power > 0 },
  { key: "tip.7", at: "patrons", when: (v) => v.moves.some((m) => m.kind === "call") },
  { key: "tip.8", at: "hand", when: (v) => me(v).hand?.some((c) => c.card === "Bewilderment") },
  {
    key: "tip.9",
    when: (v) =>
      v.description.choice?.kind === "destroy" ||
      v.moves.some((m) => m.kind === "call" && m.patron === "treasury"),
  },
  { key: "tip.10", when: (v) => v.description.players.some((p) => p.prestige >= 30) },
];

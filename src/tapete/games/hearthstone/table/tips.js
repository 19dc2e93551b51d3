// Tips: when each is given (its sentence is in hints.json under the same key), and `at` which zone of the
// drawing it speaks of where that is nothing to choose.

const me = (v) => v.description.players?.[v.seat] ?? {};
const other = (v) => v.description.players?.[1 - v.seat] ?? {};

export const TIPS = [
  {
    key: "tip.1",
    at: "hand",
    when: (v) => v.description.phase === "mulligan" || v.moves[0]?.kind === "mulligan",
  },
  { key: "tip.2", when: (v) => v.moves.some((m) => m.kind === "play") },
  { key: "tip.3", when: (v) => v.moves.some((m) => m.kind === "attack") },
  { key: "tip.4", when: (v) => v.moves.some((m) => m.kind === "attack") && other(v).board?.length > 0 },
  { key: "tip.5", when: (v) => other(v).board?.some((m) => m.flags.includes("taunt")) },
  {
    key: "tip.6",
    when: (v) => v.moves.some((m) => m.kind === "power") && !v.moves.some((m) => m.kind === "play"),
  },
  { key: "tip.7", at: "secrets", when: (v) => other(v).secrets?.length > 0 },
  { key: "tip.8", at: "mana", when: (v) => me(v).mana?.owed > 0 || me(v).mana?.locked > 0 },
  { key: "tip.9", at: "hand", when: (v) => me(v).board?.length === 7 || me(v).hand?.length >= 9 },
  {
    key: "tip.10",
    when: (v) =>
      other(v).hero &&
      me(v).board?.reduce((n, m) => n + m.attack, 0) >= other(v).hero.health + other(v).hero.armor,
  },
];

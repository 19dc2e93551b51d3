// Tips: when each is given (its sentence is in hints.json under the same key), and `at` which zone of the
// drawing it speaks of where that is nothing to choose.

const me = (v) => v.description.players?.[v.seat] ?? {};
const sum = (counts) => Object.values(counts ?? {}).reduce((a, b) => a + b, 0);

export const TIPS = [
  { key: "tip.1", when: (v) => v.description.phase === "choose" },
  {
    key: "tip.2",
    at: "disaster",
    when: (v) =>
      ["predatory", "natural", "emotional"].includes(v.description.disaster) &&
      me(v).traits?.[v.description.disaster],
  },
  {
    key: "tip.3",
    when: (v) => v.description.phase === "choose" && me(v).hand?.some((c) => c.startsWith("I")),
  },
  {
    key: "tip.4",
    when: (v) =>
      [
        "add_point_card",
        "add_effect_card",
        "rob",
        "swap_with_neighbour",
        "swap_two",
        "throw",
        "look",
      ].includes(v.description.phase),
  },
  { key: "tip.5", when: (v) => v.description.phase === "target" },
  { key: "tip.6", when: (v, e) => e.some((x) => /won|wins|round_won/.test(x.kind) && x.seat === v.seat) },
  { key: "tip.7", at: "seats", when: (v) => sum(me(v).disasters) === 1 },
  { key: "tip.8", at: "seats", when: (v) => sum(me(v).disasters) >= 2 },
  { key: "tip.9", when: (v) => v.description.phase === "sudden_death" },
  {
    key: "tip.10",
    at: "track",
    when: (v) => v.description.players.some((p, seat) => seat !== v.seat && p.points >= 40),
  },
];

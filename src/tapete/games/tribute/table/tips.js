// Tips: when each is given (its sentence is in hints.json under the same key), and `at` which zone of the
// drawing it speaks of where that is nothing to choose.

import { can, me, other } from "/page/tipkit.js";

const FORTY = 40;

const gold = (cards) => cards?.some((c) => c.card === "Gold");

export const TIPS = [
  { key: "tip.1", when: (v) => v.description.phase === "draft" },
  {
    key: "tip.2",
    when: (v) => v.description.together?.length > 1 && can(v, "play") && can(v, "end_turn"),
  },
  { key: "tip.3", when: (v) => can(v, "buy") && can(v, "end_turn") && !can(v, "play") },
  {
    key: "tip.4",
    at: "tavern",
    when: (v) => {
      const begun = v.description.patrons.filter((p) => p.combo > 0).map((p) => p.patron);
      return can(v, "buy", (m) => begun.includes(v.card?.(m.card)?.patron));
    },
  },
  { key: "tip.5", at: "agents", when: (v) => me(v).agents?.length > 0 },
  { key: "tip.6", at: "agents", when: (v) => can(v, "attack") },
  {
    key: "tip.7",
    at: "patrons",
    when: (v) =>
      v.description.patrons.some(
        (p) => p.patron !== "treasury" && p.favour !== v.seat && can(v, "call", (m) => m.patron === p.patron),
      ),
  },
  { key: "tip.8", at: "hand", when: (v) => can(v, "play", (m) => m.card === "Bewilderment") },
  {
    key: "tip.9",
    when: (v) =>
      (v.description.choice?.kind === "destroy" && can(v, "pick", (m) => m.cards?.includes("Gold"))) ||
      (can(v, "call", (m) => m.patron === "treasury") && (gold(me(v).hand) || gold(me(v).played))),
  },
  {
    key: "tip.10",
    when: (v) => {
      const own = me(v).prestige,
        his = other(v).prestige;
      const decides = his > own + me(v).power ? his >= FORTY : own > his && own >= FORTY;
      return can(v, "end_turn") && decides; // then the line is there
    },
  },
];

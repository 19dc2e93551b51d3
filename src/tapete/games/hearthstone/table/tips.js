// Tips: when each is given (its sentence is in hints.json under the same key), and `at` which zone of the
// drawing it speaks of where that is nothing to choose.

import { can, me, other } from "/page/tipkit.js";

const CHEAP = 3; // mana

const minion = (board, at) => board?.find((one) => one.key === at?.key);
const hits = (v) => v.moves.filter((m) => m.kind === "attack");

export const TIPS = [
  { key: "tip.1", at: "hand", when: (v) => can(v, "mulligan") && me(v).hand.some((c) => c.cost > CHEAP) },
  {
    key: "tip.2",
    when: (v) => me(v).board?.length > 0 && can(v, "play", (m) => Number.isInteger(m.position)),
  },
  { key: "tip.3", when: (v) => can(v, "attack") },
  {
    key: "tip.4",
    when: (v) =>
      hits(v).some((m) => {
        const one = minion(me(v).board, m.attacker),
          aim = minion(other(v).board, m.target);
        return one && aim && !aim.flags.includes("divine_shield") && one.attack >= aim.health;
      }),
  },
  {
    key: "tip.5",
    when: (v) =>
      hits(v).length > 0 &&
      other(v).board?.some((m) => m.flags.includes("taunt") && !m.flags.includes("stealth")),
  },
  { key: "tip.6", when: (v) => can(v, "power") && !can(v, "play") },
  {
    key: "tip.7",
    at: "secrets",
    when: (v) => other(v).secrets?.length > 0 && hits(v).some((m) => minion(me(v).board, m.attacker)),
  },
  { key: "tip.8", at: "mana", when: (v) => me(v).mana?.owed > 0 },
  { key: "tip.9", at: "hand", when: (v) => me(v).board?.length === 7 || me(v).hand?.length >= 9 },
  {
    key: "tip.10",
    when: (v) => {
      const face = hits(v).filter((m) => m.target.key === other(v).hero.key);
      const able = new Set(face.map((m) => m.attacker.key));
      const sum = [...able].reduce((n, key) => n + (minion(me(v).board, { key })?.attack ?? 0), 0);
      return sum > 0 && sum >= other(v).hero.health + other(v).hero.armor && other(v).board.length > 0;
    },
  },
];

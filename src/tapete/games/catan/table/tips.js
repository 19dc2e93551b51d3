// Tips: when each is given (its sentence is in hints.json under the same key), and `at` which zone of the
// drawing it speaks of where that is nothing to choose.

import { can, me } from "/page/tipkit.js";

const CLOSE = 2; // points before the goal
const BUILDS = ["road", "settle", "city"];

/** The seat that has more points than all others as far as they are seen; null where several have. */
function leader(v) {
  const points = v.description.players.map((player) => player.points);
  const most = Math.max(...points);
  return points.filter((n) => n === most).length === 1 ? points.indexOf(most) : null;
}
const led = (v) => ![null, v.seat].includes(leader(v)); // by another one

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
  { key: "tip.3", at: "actions", when: (v) => can(v, "roll") },
  {
    key: "tip.4",
    when: (v) => v.description.phase === "main" && v.description.rolled && can(v, BUILDS),
  },
  {
    key: "tip.5",
    at: "hand",
    when: (v) =>
      v.description.phase === "main" &&
      v.description.rolled &&
      me(v).hand_count > 7 &&
      can(v, [...BUILDS, "buy", "bank", "offer"]),
  },
  { key: "tip.6", at: "hand", when: (v) => can(v, "bank") },
  { key: "tip.7", at: "offer", when: (v) => can(v, "accept") },
  {
    key: "tip.8",
    at: "cards",
    when: (v) => Object.entries(me(v).bought ?? {}).some(([card, n]) => n > 0 && card !== "victory_point"),
  },
  {
    key: "tip.9",
    at: "board",
    when: (v) => {
      const first = led(v) && v.description.players[leader(v)];
      const built = first ? [...first.settlements, ...first.cities] : [];
      const { hexes } = v.description;
      return can(v, "robber", (m) => hexes[m.hex].corners.some((corner) => built.includes(corner)));
    },
  },
  {
    key: "tip.10",
    at: "players",
    when: (v) =>
      led(v) &&
      v.description.players[leader(v)].points === v.description.rules.points_to_win - CLOSE &&
      (can(v, "offer") || (can(v, "accept") && v.description.player === leader(v))),
  },
];

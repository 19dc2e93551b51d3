// Tips: when each is given (its sentence is in hints.json under the same key), and `at` which zone of the
// drawing it speaks of where that is nothing to choose.

import { can, me } from "/page/tipkit.js";

const EARLY = 4; // rounds
const WINS = 9 + 2; // steps of the highest card with a Boost

const sum = (counts) => Object.values(counts ?? {}).reduce((a, b) => a + b, 0);
const chooses = (v) => v.description.phase === "choose" && can(v, "choose");

export const TIPS = [
  { key: "tip.1", when: chooses },
  {
    key: "tip.2",
    at: "disaster",
    when: (v) => chooses(v) && Boolean(me(v).traits?.[v.description.disaster]),
  },
  { key: "tip.3", when: (v) => chooses(v) && me(v).hand?.some((c) => c.startsWith("I")) },
  { key: "tip.4", when: (v) => can(v, "decline") },
  { key: "tip.5", when: (v) => can(v, "instant", ({ card }) => card === "IB" || card === "IS") },
  {
    key: "tip.6",
    when: (v, e) => e.some((x) => x.kind === "advanced" && x.seat === v.seat && x.steps > 0),
  },
  {
    key: "tip.7",
    at: "seats",
    when: (v) => me(v).alive && sum(me(v).disasters) === 1 && v.description.turn <= EARLY,
  },
  {
    key: "tip.8",
    at: "seats",
    when: (v) => chooses(v) && me(v).alive && me(v).fatal.includes(v.description.disaster),
  },
  { key: "tip.9", when: (v) => v.description.phase === "sudden_death" && v.moves.length > 0 },
  {
    key: "tip.10",
    at: "track",
    when: (v) => {
      const running = v.description.players.filter((p) => p.alive);
      const most = Math.max(...running.map((p) => p.points));
      const first = running.filter((p) => p.points === most);
      const near = first.length === 1 && first[0] !== me(v) && most + WINS >= v.description.rules.goal;
      // Where the highest and the lowest scores are exchanged a Sap helps the leader.
      return (
        near &&
        !v.description.inverted &&
        first[0].score?.standing === "highest" &&
        can(v, "instant", ({ card }) => card === "IS")
      );
    },
  },
];

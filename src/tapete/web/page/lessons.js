// The tour and the tips of a game, from its own folder: panels of the tour, and when each tip is given.

import { dataOf, scriptOf } from "./files.js";

const found = new Map();
const NONE = { panels: [], round: null, tips: [], hints: {} };

export async function loadLessons(game) {
  if (found.has(game)) return found.get(game);
  const [tour, hints, tips] = await Promise.all([
    dataOf(game, "tour.json"),
    dataOf(game, "hints.json"),
    scriptOf(game, "tips.js"),
  ]);
  found.set(game, {
    panels: tour?.panels ?? [],
    round: tour?.round ?? null,
    hints: hints ?? {},
    tips: tips?.TIPS ?? [],
  });
  return found.get(game);
}
// What was loaded of a game; nothing before that.
export const lessonsOf = (game) => found.get(game) ?? NONE;

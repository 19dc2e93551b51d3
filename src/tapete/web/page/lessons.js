// The tour and the tips of a game, from its own folder: panels of the tour, and when each tip is given.

const found = new Map();
const NONE = { panels: [], tips: [], hints: {} };
const json = (url) =>
  fetch(url)
    .then((r) => (r.ok ? r.json() : null))
    .catch(() => null);

export async function loadLessons(game) {
  if (found.has(game)) return found.get(game);
  const folder = `/page/games/${game}`;
  const [tour, hints, tips] = await Promise.all([
    json(`${folder}/tour.json`),
    json(`${folder}/hints.json`),
    import(`${folder}/tips.js`).catch(() => null),
  ]);
  found.set(game, { panels: tour?.panels ?? [], hints: hints ?? {}, tips: tips?.TIPS ?? [] });
  return found.get(game);
}
// What was loaded of a game; nothing before that.
export const lessonsOf = (game) => found.get(game) ?? NONE;

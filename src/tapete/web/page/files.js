// The files that a game brings for the page: nothing is fetched that is not there.

const known = new Map();
const read = new Map(); // data files by address: several parts of the page use the same

/** The names of a game's files, as `draw.js` or `tour.json`. */
function namesOf(game) {
  if (!known.has(game))
    known.set(
      game,
      fetch(`/api/games/${encodeURIComponent(game)}/files`)
        .then((answer) => (answer.ok ? answer.json() : []))
        .catch(() => []),
    );
  return known.get(game);
}
const has = async (game, name) => (await namesOf(game)).includes(name);

/** A data file of a game, or null. */
export async function dataOf(game, name) {
  if (!(await has(game, name))) return null;
  const address = `/page/games/${game}/${name}`;
  if (!read.has(address))
    read.set(
      address,
      fetch(address)
        .then((answer) => (answer.ok ? answer.json() : null))
        .catch(() => null),
    );
  return read.get(address);
}
/** A module of a game, or null. */
export async function scriptOf(game, name) {
  return (await has(game, name)) ? import(`/page/games/${game}/${name}`).catch(() => null) : null;
}

// The last game of a kind as the lobby shows it again: what is no longer possible is left out.

const LIVING = ["me", "friend"];

/** @typedef {{seats?: string[], options?: Record<string, any>, settings?: Record<string, any>,
 *   people?: Record<string, string>, figures?: string[] | null}} Kept */

/** What of a kept game can still be played.
 * @param {any} game @param {any} kept @param {{people: Record<string, any>}} cast @param {string[]} levels
 * @returns {Kept} */
export function stillPossible(game, kept, cast, levels) {
  const last = kept && typeof kept === "object" ? kept : {};
  const all = (value, fits) => Array.isArray(value) && value.every(fits);
  const sits = (who) =>
    typeof who === "string" &&
    (LIVING.includes(who) || levels.includes(who) || game.agents.includes(who.match(/^[\w-]*/)[0]));
  const seated =
    all(last.seats, sits) &&
    game.players.includes(last.seats.length) &&
    last.seats.filter((who) => who === "me").length < 2;
  const options = Object.entries(last.options ?? {}).filter(([name, value]) =>
    allowed(
      game.options.find((option) => option.name === name),
      value,
    ),
  );
  const known = Object.keys(game.lobby.figures?.people ?? {});
  const figured =
    known.length > 0 &&
    all(last.figures, (id) => known.includes(id)) &&
    new Set(last.figures).size === known.length;
  const people = Object.entries(last.people ?? {}).filter(([, id]) => id in cast.people);
  return {
    seats: seated ? last.seats : undefined,
    options: last.options ? Object.fromEntries(options) : undefined,
    settings: last.settings,
    people: Object.fromEntries(people),
    figures: figured ? last.figures : undefined,
  };
}
function allowed(option, value) {
  if (!option) return false;
  if (option.choices.length) return option.choices.includes(String(value));
  if (typeof option.default === "number")
    return (
      Number.isFinite(Number(value)) &&
      Number(value) >= (option.low ?? -Infinity) &&
      Number(value) <= (option.high ?? Infinity)
    );
  return true;
}

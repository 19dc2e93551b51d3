// What the tips of games ask about a view (`tips.js` of each game).

/** The reader's own member of `players`. @param {View} view */
export const me = (view) => view.description.players?.[view.seat] ?? {};
/** The opponent's, in a game of two. @param {View} view */
export const other = (view) => view.description.players?.[1 - view.seat] ?? {};

/** Whether a move of a kind, or of one of several, is legal that passes a test.
 * @param {View} view @param {string | string[]} kinds @param {(move: Move) => unknown} [test] */
export const can = (view, kinds, test = () => true) =>
  view.moves.some((move) => [kinds].flat().includes(move.kind) && test(move));

// The cloth of a game and its title, as its lobby declares them.

import { dataOf } from "./files.js";

/** Lay the cloth of a game below a part of the page, and return the game's titles by language.
 * @param {HTMLElement} node @param {string} game @returns {Promise<Record<string, string> | undefined>} */
export async function layCloth(node, game) {
  /** @type {{cloth?: Record<string, string>, title?: Record<string, string>}} */
  const { cloth, title } = (await dataOf(game, "lobby.json")) ?? {};
  if (cloth) {
    const { style } = node;
    style.setProperty("--cloth-day", cloth.ground);
    style.setProperty("--cloth-night", cloth.ground_dark ?? cloth.ground);
    if (cloth.hem) style.setProperty("--hem", cloth.hem);
    if (cloth.stitch) style.setProperty("--stitch", cloth.stitch);
    node.toggleAttribute("data-cloth", true);
  }
  return title;
}

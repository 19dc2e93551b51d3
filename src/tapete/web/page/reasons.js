// Why a move is good: statements that the server has checked, in the words of the game. The page adds none of
// its own.

import { percent } from "./words.js";

const amount = (value, language) => {
  const rounded = Number(value.toFixed(1)),
    size = Math.abs(rounded).toLocaleString(language === "es" ? "es-ES" : "en-US");
  return rounded < 0 ? `−${size}` : rounded > 0 ? `+${size}` : size;
};

/** A claim `{key, share, value, other}` as a sentence; null where the game has no words for it. */
export function reason(claim, say, language) {
  const key = `claim.${claim.key}`,
    told = (value) => (claim.share ? `${percent(value)}\u00a0%` : amount(value, language));
  const said = say(key, { a: told(claim.value), b: told(claim.other) });
  return said === key ? null : said;
}

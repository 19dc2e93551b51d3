// The options of the games in a player's words: the question, and the answers where they are names. Both come
// with the catalogue, from the game's own strings; what is missing there is shown as the game's
// code words it.

import { WORDS } from "./words.js";

/** The question of an option. */
export function labelOf(game, option, language) {
  return option.words?.[language]?.[""] ?? option.what ?? option.name;
}

/** A value of an option. */
export function valueOf(game, option, value, language) {
  if (typeof value === "boolean") return WORDS[language][value ? "yes" : "no"];
  return option.words?.[language]?.[value] ?? String(value);
}

/** Whether an option has anything to say as things are chosen now. */
export function matters(game, option, chosen) {
  return Object.entries(option.when ?? {}).every(([name, values]) =>
    values.map(String).includes(String(chosen[name])),
  );
}

export function forResearch(game, option) {
  return Boolean(option.research);
}

export function worded(game, option) {
  return Boolean(option.words?.en);
}

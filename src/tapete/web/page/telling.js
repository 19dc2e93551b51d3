// Moves and events in words: the server sends each with a phrase (`said`), the drawing may put things its own
// way, the reader's strings make the sentence.

import { phrase } from "./fill.js";

/**
 * A move or an event in words. A drawing's `wording(said, data, given)` answers the phrase as it should be
 * worded beside the drawing:
 * by what is seen there instead of by what is typed at a terminal.
 */
export function told(data, said, { words, names, reader = null, drawing = null, ...given }) {
  let own = said;
  try {
    own = drawing?.wording?.(said, data, { ...given, names, reader }) ?? said;
  } catch (error) {
    console.error(error); // a fault of the drawing: the game's own words will do
  }
  return phrase(words, { ...data, ...own }, { reader, names });
}

const capital = (text) => text.replace(/[^¡¿]/u, (first) => first.toUpperCase());

/** Give everything in a message that came with a phrase its text; `tell(data, said)` makes it. */
export function tellAll(node, tell) {
  if (Array.isArray(node)) {
    for (const item of node) tellAll(item, tell);
    return;
  }
  if (node === null || typeof node !== "object") return;
  if (node.said) node.text = node.move ? tell(node.move, node.said) : capital(tell(node, node.said));
  if (node.best_said) node.best_text = tell(node.best_move, node.best_said);
  for (const name of HOLD) if (node[name]) tellAll(node[name], tell);
}
const HOLD = ["moves", "log", "frames", "events", "actions", "line"]; // where messages have moves and events

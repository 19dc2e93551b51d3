// What the server refuses, in the reader's words.

import { app } from "./app.js";
import { whole } from "./fill.js";

/** A refusal: as data where people meet it, else as the server put it in English.
 * @param {{said?: Phrase, text?: string, error?: string}} message */
export function refusal({ said, text, error }) {
  return said ? whole(app.say(said.say, said)) : (text ?? error);
}

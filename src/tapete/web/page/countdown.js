// Some seconds after the end, back to the screen where the game begins; whoever does anything stays.

import {app} from "./app.js";
import {$, h, button} from "./dom.js";
import {CHOOSING} from "./choose.js";

const SECONDS = 20;

export function countDown(table, card) {
  const address = CHOOSING[table.about.game];
  if (!address || table.state.log) return; // a game that was over when it was opened is being looked at
  const text = h("span"), node = h("p", {id: "countdown"}, text, button(app.say("stay"), () => stay(), {class: "stay"}));
  let left = SECONDS;
  const show = () => { text.textContent = app.say("back-in", {n: left}); };
  const timer = setInterval(() => {
    if (!node.isConnected) { stay(); return; }
    left -= 1;
    show();
    if (left <= 0) { stay(); location.href = address; }
  }, 1000);
  const acts = ["pointerdown", "keydown", "click"], reads = ["wheel", "pointermove"];
  const hear = (names) => { if (node.isConnected) for (const name of names) addEventListener(name, stay, true); };
  const stay = () => { clearInterval(timer); node.remove(); for (const name of [...acts, ...reads]) removeEventListener(name, stay, true); };
  setTimeout(() => hear(acts), 0); // not the click that ended the game
  setTimeout(() => hear(reads), 1500); // nor what the hand does after it
  show();
  card.insertBefore(node, $(".row", card));
}

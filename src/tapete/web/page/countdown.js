// After the end of a game, once there was no input for minutes: a countdown back to the screen where the game
// begins. Any input cancels it.

import { app } from "./app.js";
import { $, h, button } from "./dom.js";

const SECONDS = 20;
const QUIET = 180_000; // ms without any input
const LIFE = ["pointerdown", "keydown", "click", "wheel", "touchstart"];
const MOVED = 3; // pixels: a page that is laid out anew also reports a pointer that has not moved

let last = -Infinity; // time of the last input
const noted = () => {
  last = performance.now();
};
for (const name of [...LIFE, "pointermove"]) addEventListener(name, noted, { capture: true, passive: true });

/** @param {PageTable} table @param {HTMLElement} card @param {number} [quiet] ms without input */
export function countDown(table, card, quiet = QUIET) {
  const soon = last + quiet - performance.now();
  if (soon > 0) {
    setTimeout(() => card.isConnected && countDown(table, card, quiet), soon);
    return;
  }
  const address = `/choose/${table.about.game}`;
  // A game that begins with choosing who one is.
  const figures = table.about.seats.some((chair) => chair.figure);
  if (!figures || table.state.log) return; // a game that was over when it was opened is being looked at
  const text = h("span"),
    node = h(
      "p",
      { id: "countdown" },
      text,
      button(app.say("stay"), () => stay(), { class: "stay" }),
    );
  let left = SECONDS,
    first = null;
  const show = () => {
    text.textContent = app.say("back-in", { n: left });
  };
  const timer = setInterval(() => {
    if (!node.isConnected) {
      stay();
      return;
    }
    left -= 1;
    show();
    if (left <= 0) {
      stay();
      location.href = address;
    }
  }, 1000);
  const moved = (event) => {
    first ??= event;
    if (Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) > MOVED) stay();
  };
  const stay = () => {
    clearInterval(timer);
    node.remove();
    removeEventListener("pointermove", moved, true);
    for (const name of LIFE) removeEventListener(name, stay, true);
  };
  setTimeout(() => {
    if (!node.isConnected) return;
    addEventListener("pointermove", moved, true);
    for (const name of LIFE) addEventListener(name, stay, true);
  }, 0); // not the click that ended the game
  show();
  card.insertBefore(node, $(".row", card));
}

// People who leave a table: the page asks the owner, after a while, whether a bot plays on for them.

import { app } from "./app.js";
import { $, h, button } from "./dom.js";

const LONG = 20; // seconds after which the server lets a bot in
const PATIENCE = 60; // seconds for which the owner who waits is not asked again

// Note when the server reported how long each person has been away.
export function noteAway(chairs) {
  for (const chair of chairs) chair.toldAt = performance.now();
}

const secondsAway = (chair) =>
  typeof chair.away === "number" && !chair.here && chair.kind === "person"
    ? chair.away + (performance.now() - chair.toldAt) / 1000
    : 0;

// The question to the owner, drawn anew; it goes when the person is back.
export function askAboutAway(table) {
  const { about, state } = table;
  table.patient ??= new Map();
  const going =
    table.owner &&
    state &&
    !state.over &&
    !about.settings.waiting &&
    !about.settings.reading &&
    !table.failure;
  const gone = going
    ? about.seats.find(
        (chair) => secondsAway(chair) >= LONG && performance.now() > (table.patient.get(chair.seat) ?? 0),
      )
    : null;
  const open = $("#away");
  if (!gone) {
    open?.remove();
    return;
  }
  const text = app.say("away-long", { who: table.nameOf(gone), n: Math.floor(secondsAway(gone)) });
  if (open?.dataset.seat === String(gone.seat)) {
    $("span", open).textContent = text;
    return;
  }
  open?.remove();
  const node = h(
    "div",
    { class: "toast asking", id: "away", role: "alert", "data-seat": String(gone.seat) },
    h("span", { text }),
    button(app.say("away-wait"), () => {
      table.patient.set(gone.seat, performance.now() + 1000 * PATIENCE);
      node.remove();
    }),
    button(app.say("away-bot"), () => {
      table.net.send({ type: "replace", seat: gone.seat, agent: "normal" });
      node.remove();
    }),
  );
  pose(table, node);
}
/** A question to the reader, below the table, where it covers nothing; in a small window above it.
 * @param {any} table @param {HTMLElement} node */
export function pose(table, node) {
  const wide = ["l", "xl"].includes(document.documentElement.dataset.layout);
  (wide && !table.past ? table.guide : $("#toasts")).append(node);
}

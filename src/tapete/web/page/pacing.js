// Watching agents play: controls for pause and speed, and reports to the server of the frame that is shown,
// so that the game does not run ahead of the page.

import { app } from "./app.js";
import { $, h } from "./dom.js";
import { icon } from "./icons.js";
import { set } from "./prefs.js";

export const SPEEDS = { relaxed: 1.6, normal: 1, fast: 0.5, instant: 0 }; // factors of all times
/** @param {string} speed */
export const speedName = (speed) => app.say(speed === "normal" ? "normal-speed" : speed);

/** Whether only agents play, and the game goes on or its end is still to be shown. @param {any} table */
const watched = ({ seat, about, state, director }) =>
  seat === null &&
  !about.settings.reading &&
  (!state.over || director.playing || director.holding) &&
  about.seats.every((chair) => chair.kind === "agent" && !chair.for);
const stopped = (table) => Boolean(table.director.holding) || table.state.paused;

/** Stop what is shown, or let it go on. @param {any} table */
export function toggleHold(table) {
  const hold = !stopped(table);
  table.director.hold(hold);
  if (table.owner) table.net.send({ type: "pause", paused: hold });
  table.guideNow();
}
/** The controls in the guide, and the report to the server. @param {any} table */
export function paceShown(table) {
  const last = $("#pacing", table.guide),
    old = last?.lang === app.language && watched(table) ? last : null;
  if (!old) last?.remove();
  if (!watched(table)) return;
  const node = old ?? controls(table);
  const key = stopped(table) ? "resume" : "pause",
    go = $(".go", node),
    pace = $("select", node);
  if (go.dataset.does !== key || go.title !== app.say(key)) {
    go.dataset.does = key;
    go.title = app.say(key);
    go.replaceChildren(icon(key === "pause" ? "pause" : "play"), h("span", { text: app.say(key) }));
  }
  if (pace.value !== table.pace) pace.value = table.pace;
  if (!old) table.guide.append(node);
  report(table);
}
function controls(table) {
  return h(
    "div",
    { id: "pacing", lang: app.language, role: "group", "aria-label": app.say("bots-watch") },
    h("button", { type: "button", class: "go", onclick: () => toggleHold(table) }),
    h(
      "label",
      {},
      h("span", { text: app.say("speed") }),
      h(
        "select",
        { "aria-label": app.say("speed"), onchange: (event) => set({ speed: event.target.value }) },
        Object.keys(SPEEDS).map((value) => h("option", { value, text: speedName(value) })),
      ),
    ),
  );
}
/** Report the frame that is shown. A person who looks back does not hold the agents up. @param {any} table */
export function report(table) {
  const frame = table.past ? table.state.frame : (table.director.shown?.frame ?? table.state.frame);
  if (!table.owner || !watched(table) || table.director.holding || table.reported === frame) return;
  table.reported = frame;
  table.net.send({ type: "shown", frame });
}

// Watching agents play: a pause and a pace in view, and telling the server how far the page has come, so that
// the game does not run away from what is shown.

import { app } from "./app.js";
import { $, h } from "./dom.js";
import { icon } from "./icons.js";
import { prefs, set } from "./prefs.js";

const PACES = ["relaxed", "normal", "fast", "instant"];

/** Whether only agents play, and the game goes on. @param {any} table */
const watched = ({ seat, about, state }) =>
  seat === null &&
  !about.settings.reading &&
  !state.over &&
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
        PACES.map((value) =>
          h("option", {
            value,
            text: app.say(value === "normal" ? "normal-speed" : value),
            selected: value === prefs.speed,
          }),
        ),
      ),
    ),
  );
}
function report(table) {
  const frame = table.director.shown?.frame ?? table.state.frame;
  if (!table.owner || table.director.holding || table.reported === frame) return;
  table.reported = frame;
  table.net.send({ type: "shown", frame });
}

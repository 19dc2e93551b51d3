// "Setting the table": what is shown while a game is compiled the first time, and how the page learns that it
// is done.

import { app } from "./app.js";
import { h, button } from "./dom.js";
import { loadLessons } from "./lessons.js";

// A card that counts; `told` is what the server says of a ticket.
export function settingCard(game = "") {
  const bar = h("progress", { max: 1, "aria-label": app.say("setting") }),
    seconds = h("p", { class: "seconds", "aria-live": "off" });
  let lessons = [];
  const shown = h("p", { class: "lesson", hidden: true, "aria-live": "polite" });
  let at = -1;
  const next = () => {
    at = (at + 1) % lessons.length;
    shown.hidden = false;
    shown.textContent = lessons[at];
    more.textContent = app.say("next");
  };
  const more = button(app.say("meanwhile"), next, { class: "more", hidden: true });
  if (game)
    loadLessons(game).then(({ panels }) => {
      lessons = panels.map((panel) => panel[app.language]);
      more.hidden = !lessons.length;
    });
  const node = h(
    "div",
    { class: "setting", role: "status" },
    h("h2", { text: app.say("setting") }),
    bar,
    seconds,
    h("p", { class: "promise", text: app.say("setting-why") }),
    shown,
    h(
      "div",
      { class: "row" },
      more,
      button(app.say("to-lobby"), () => location.assign("/"), { class: "back" }),
    ),
  );
  const started = performance.now();
  const tick = setInterval(() => {
    if (!node.isConnected && performance.now() - started > 2000) {
      clearInterval(tick);
      return;
    }
    if (!node.told)
      seconds.textContent = app.say("first-time", { n: Math.round((performance.now() - started) / 1000) });
  }, 250);
  node.tell = (told) => {
    node.told = true;
    const late = told.seconds > told.about; // then the time is unknown: no bar that seems almost full
    if (late) bar.removeAttribute("value");
    else bar.value = told.done;
    const passed = app.say("first-time", { n: Math.round(told.seconds) });
    const expected = app.say(late ? "setting-late" : "setting-about", { n: told.about });
    seconds.textContent = `${passed} · ${expected}`;
  };
  return node;
}
const SET = "table-set";
const SOON = 10000; // ms in which a table that was waited for is opened
const stored = (use) => {
  try {
    return use(sessionStorage);
  } catch {
    return null; // not allowed
  }
};
/** Whether the person has just waited for the table that is opened now; said once. */
export function justSet() {
  const at = Number(stored((storage) => storage.getItem(SET)));
  stored((storage) => storage.removeItem(SET));
  return Date.now() - at < SOON;
}
// Ask how far a table is until it is ready; gives what the server made of it, or {error}.
export async function awaited(ticket, tell) {
  for (;;) {
    const answer = await fetch(`/api/setting/${ticket}`)
      .then((r) => r.json())
      .catch((error) => ({ error: String(error) }));
    if (!answer.setting) {
      stored((storage) => storage.setItem(SET, String(Date.now())));
      return answer;
    }
    tell(answer);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}

// A whole game in one file: shows the frames that the file holds, without a server.

import { s, h, button, $ } from "./dom.js";
import * as flip from "./flip.js";
import { fill, wordsWith } from "./words.js";
import { accountParts, accountTold } from "./facts.js";
import { tellAll, told } from "./telling.js";
import * as drawing from "tapete-drawing";
import * as kit from "tapete-kit";

const story = JSON.parse($("#story").textContent);
drawing.declare?.(story.game, story.plain);
const last = story.frames.length - 1;
let language = story.language,
  at = 0,
  timer = null,
  open = null; // open: whether the account is, once the person has opened or closed it
const svg = s("svg", { id: "stage", role: "img" });
const say = (key, values = {}) => {
  const words = wordsWith(language, story.words[language]);
  return key in words ? fill(words, words[key], values, { names: story.names[language] }) : key;
};

// What happened in a frame, in the language that is shown.
function eventsOf(frame) {
  const words = wordsWith(language, story.words[language]);
  const given = { words, names: story.names[language], drawing, description: frame.describe, language, say };
  tellAll(frame.events, (data, said) => told(data, said, given));
  return frame.events;
}

/** @returns {View} */
function view() {
  const frame = story.frames[at],
    box = svg.parentNode.getBoundingClientRect();
  const cards = story.cards[language] ?? {};
  return {
    game: story.game,
    description: frame.describe,
    moves: [],
    left: new Set(),
    picked: [],
    seat: null,
    me: 0,
    over: frame.describe.over,
    language,
    say,
    width: box.width,
    height: box.height,
    layout: box.width < 600 || box.height < 480 ? "s" : box.width < 1000 ? "m" : "l",
    theme: document.documentElement.dataset.theme,
    events: eventsOf(frame),
    names: story.names[language],
    cards,
    card: (name) => cards[name] ?? null,
    preview: () => null,
    after: () => undefined,
    waiting: frame.describe.over ? [] : [frame.describe.seat],
    ready: [],
    chosen: [],
    result: null,
    options: story.options,
    prefs: { values: true },
    hints: [],
    replay: true,
    chairs: [],
  };
}
// The summary of the game is beside its last position; in a small window, or before, a reader who asks for it
// sees it.
function account() {
  if (!story.account) return;
  const shown = open ?? (at === last && innerWidth >= 900);
  const names = story.names[language],
    found = accountTold(story.account, wordsWith(language, story.words[language]), { names });
  $("#told").textContent = say("account");
  $("#told").setAttribute("aria-expanded", String(shown));
  $("#account").hidden = !shown;
  if (shown && $("#account").lang !== language)
    $("#account").replaceChildren(
      h("h2", { text: say("account") }),
      found.how ? h("p", { text: found.how }) : "",
      ...accountParts(found, { names, narrow: names.length > 3 }),
    );
  if (shown) $("#account").lang = language;
}
function show(next, move = false) {
  at = Math.max(0, Math.min(last, next));
  account();
  const before = move ? flip.measure(svg) : null;
  const seen = view();
  svg.setAttribute("viewBox", `0 0 ${seen.width} ${seen.height}`);
  svg.replaceChildren(drawing.draw(seen, kit));
  if (before) flip.animate(svg, before, { sources: drawing.sources, ghosts: false });
  $("#at").value = at;
  $("#now").textContent = eventsOf(story.frames[at])
    .map((event) => event.text.replace(/[^.!?…]$/, "$&."))
    .join(" ");
  $("#count").textContent = `${at}/${last}`;
  document.body.dataset.step = String(at);
}
function play() {
  if (timer) {
    clearInterval(timer);
    timer = null;
    $("#go").textContent = "▶";
    return;
  }
  $("#go").textContent = "❚❚";
  timer = setInterval(() => {
    if (at >= last) play();
    else show(at + 1, true);
  }, 900);
}
document.body.append(
  h(
    "header",
    {},
    h("strong", { text: story.title }),
    h("span", { id: "now", role: "status" }),
    story.account
      ? button(
          "",
          () => {
            open = $("#account").hidden;
            show(at);
          },
          { id: "told", "aria-controls": "account" },
        )
      : null,
    button(
      "EN/ES",
      () => {
        language = document.documentElement.lang = language === "en" ? "es" : "en";
        show(at);
      },
      { id: "language" },
    ),
  ),
  h(
    "div",
    { id: "room" },
    h("main", { id: "table" }, svg),
    h("section", { id: "account", tabindex: "0", hidden: true }),
  ),
  h(
    "footer",
    {},
    button("‹", () => show(at - 1, true)),
    button("▶", play, { id: "go" }),
    button("›", () => show(at + 1, true), { id: "on" }),
    h("input", {
      id: "at",
      type: "range",
      min: "0",
      max: String(last),
      value: "0",
      "aria-label": "step",
      oninput: (event) => show(Number(event.target.value)),
    }),
    h("output", { id: "count" }),
  ),
);
addEventListener("resize", () => show(at));
addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") show(at + 1, true);
  if (event.key === "ArrowLeft") show(at - 1, true);
});
show(0);

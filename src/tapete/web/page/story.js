// A whole game in one file: shows the frames that the file holds, without a server.

import {s, h, button, $} from "./dom.js";
import * as flip from "./flip.js";
import {WORDS, fill} from "./words.js";
import * as drawing from "tapete-drawing";
import * as kit from "tapete-kit";

const story = JSON.parse($("#story").textContent);
let language = story.language, at = 0, timer = null;
const svg = s("svg", {id: "stage", role: "img"});
const say = (key, values = {}) => { const words = {...WORDS[language], ...story.words[language]}; return key in words ? fill(words, words[key], values, {names: story.names}) : key; };

function view() {
  const frame = story.frames[at], box = svg.parentNode.getBoundingClientRect();
  const cards = story.cards[language] ?? {};
  return {game: story.game, description: frame.describe, moves: [], left: new Set(), picked: [], seat: null, me: 0, over: frame.describe.over, language, say, width: box.width, height: box.height,
    layout: box.width < 600 || box.height < 480 ? "s" : box.width < 1000 ? "m" : "l", portrait: box.height > box.width, theme: document.documentElement.dataset.theme, events: frame.events[language], names: story.names,
    cards, card: (name) => cards[name] ?? null, waiting: frame.describe.over ? [] : [frame.describe.seat], ready: [], chosen: [], result: null, options: story.options, prefs: {values: true}, hints: [], replay: true, chairs: []};
}
function show(next, move = false) {
  at = Math.max(0, Math.min(story.frames.length - 1, next));
  const before = move ? flip.measure(svg) : null;
  const seen = view();
  svg.setAttribute("viewBox", `0 0 ${seen.width} ${seen.height}`);
  svg.replaceChildren(drawing.draw(seen, kit));
  if (before) flip.animate(svg, before, {sources: drawing.sources, ghosts: false});
  $("#at").value = at;
  $("#now").textContent = story.frames[at].events[language].map((event) => event.text).join(" ");
  $("#count").textContent = `${at}/${story.frames.length - 1}`;
  document.body.dataset.step = at;
}
function play() {
  if (timer) { clearInterval(timer); timer = null; $("#go").textContent = "▶"; return; }
  $("#go").textContent = "❚❚";
  timer = setInterval(() => { if (at >= story.frames.length - 1) play(); else show(at + 1, true); }, 900);
}
document.body.append(
  h("header", {}, h("strong", {text: story.title}), h("span", {id: "now", role: "status"}), button("EN/ES", () => { language = language === "en" ? "es" : "en"; show(at); })),
  h("main", {id: "table"}, svg),
  h("footer", {}, button("‹", () => show(at - 1, true)), button("▶", play, {id: "go"}), button("›", () => show(at + 1, true), {id: "on"}), h("input", {id: "at", type: "range", min: "0", max: String(story.frames.length - 1), value: "0", "aria-label": "step", oninput: (event) => show(Number(event.target.value))}), h("output", {id: "count"})));
addEventListener("resize", () => show(at));
addEventListener("keydown", (event) => { if (event.key === "ArrowRight") show(at + 1, true); if (event.key === "ArrowLeft") show(at - 1, true); });
show(0);

// The first screen of Happy Little Dinosaurs: who one is, how good the others are, and off they run.

import { app } from "./app.js";
import { prefs, set, tables, listen } from "./prefs.js";
import { $, h, s, button } from "./dom.js";
import { make, newGame, post } from "./lobby.js";
import { colourOf, dinosaur, disasterSign } from "./games/dinosaurs/art.js";

// Games that begin with a choice, and where their players go when a game is over.
export const CHOOSING = { dinosaurs: "/choose/dinosaurs" };

const GAME = "dinosaurs";
const ORDER = ["cry", "rex", "bronto", "stego"];
const TRAITS = {
  rex: { predatory: 1, emotional: -1 },
  cry: { emotional: 1, natural: -1 },
  bronto: { natural: 1, predatory: -1 },
  stego: { meteor: 1 },
};
const LEVELS = ["easy", "normal", "hard"];
const WORDS = {
  en: {
    goal: "Run 50 steps, or be the last dinosaur standing.",
    who: "Who are you?",
    rivals: "How good are the others?",
    play: "Play as {name}",
    surprise: "Surprise me",
    more: "More …",
    how: "How to play",
    go_on: "Continue",
    see_last: "See the last game",
    against: "against",
    title: "Happy Little Dinosaurs",
    rex: "Rex",
    cry: "Trike",
    bronto: "Bronto",
    stego: "Stego",
    predatory: "Predators",
    emotional: "Feelings",
    natural: "Nature",
    meteor: "Meteors",
    line_rex: "Fears nothing but small talk.",
    line_cry: "Knows how you feel. Hates rain.",
    line_bronto: "Loves a storm. Easy to spot.",
    line_stego: "Has a plate for every meteor.",
    promise_easy: "throws its biggest card",
    promise_normal: "knows what each card is worth",
    promise_hard: "thinks ahead",
  },
  es: {
    goal: "Corre 50 casillas o sé el último dinosaurio en pie.",
    who: "¿Quién eres?",
    rivals: "¿Cómo juegan los demás?",
    play: "Jugar con {name}",
    surprise: "Sorpréndeme",
    more: "Más …",
    how: "Cómo se juega",
    go_on: "Continuar",
    see_last: "Ver la última partida",
    against: "contra",
    title: "Dinosaurios felices",
    rex: "Rex",
    cry: "Trici",
    bronto: "Bronto",
    stego: "Stego",
    predatory: "Depredadores",
    emotional: "Sentimientos",
    natural: "Naturaleza",
    meteor: "Meteoritos",
    line_rex: "No teme a nada, salvo a charlar.",
    line_cry: "Sabe cómo te sientes. Odia la lluvia.",
    line_bronto: "Le encanta la tormenta. Se le ve de lejos.",
    line_stego: "Tiene una placa para cada meteorito.",
    promise_easy: "tira su carta más alta",
    promise_normal: "sabe lo que vale cada carta",
    promise_hard: "piensa por delante",
  },
};
const FACES = {
  easy: "M30 42h.1M70 42h.1M28 62Q50 84 72 62",
  normal: "M30 42h.1M70 42h.1M30 66H70",
  hard: "M22 32 38 40M78 32 62 40M32 46h.1M68 46h.1M30 70Q50 58 70 70",
};
const say = (key, values = {}) => WORDS[app.language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const picture = (content, className) =>
  s("svg", { class: className, viewBox: "-8 -4 116 104", "aria-hidden": "true" }, content);

let games = [],
  chosen = null;

export async function choose() {
  games = await fetch("/api/games").then((r) => r.json());
  build();
  listen((changes) => {
    if ("language" in changes) build();
  });
}
const levelNow = () => (LEVELS.includes(prefs.level?.[GAME]) ? prefs.level[GAME] : "easy");

function build() {
  const game = games.find((entry) => entry.name === GAME);
  document.title = `${say("title")} · Tapete`;
  $("#bar").replaceChildren(
    h("a", { class: "title", href: "/", text: "Tapete" }),
    h("span", { class: "seats" }),
    button(app.language.toUpperCase(), () => set({ language: app.language === "en" ? "es" : "en" }), {
      "aria-label": app.say("language"),
      lang: app.language,
    }),
    button(app.say("options"), async () => {
      const { options } = await import("./menus.js");
      options({});
    }),
  );
  const go = button("", () => start(game), { id: "start", class: "primary" });
  const goOn = h("a", { class: "chip", hidden: true });
  const all = h(
    "div",
    { class: "dinosaurs", role: "group", "aria-label": say("who") },
    ORDER.map((kind) => card(game, kind)),
  );
  const levels = h(
    "div",
    { class: "levels", role: "group", "aria-label": say("rivals") },
    LEVELS.map((level) =>
      button(
        "",
        () => {
          set({ level: { ...prefs.level, [GAME]: level } });
          mark();
        },
        { "data-level": level },
      ),
    ),
  );
  for (const node of levels.children)
    node.replaceChildren(
      s(
        "svg",
        { class: "face", viewBox: "0 0 100 100", "aria-hidden": "true" },
        s("circle", { cx: 50, cy: 50, r: 44 }),
        s("path", { d: FACES[node.dataset.level] }),
      ),
      h("strong", { text: app.say(node.dataset.level) }),
      h("span", { class: "promise", text: say(`promise_${node.dataset.level}`) }),
    );
  $("#room").replaceChildren(
    h(
      "main",
      { id: "lobby", class: "choose" },
      h("h1", { text: say("title") }),
      h("p", { class: "goal", text: say("goal") }),
      all,
      levels,
      h(
        "div",
        { class: "row acts" },
        go,
        button(say("surprise"), () => {
          chosen = ORDER[Math.floor(Math.random() * ORDER.length)];
          start(game);
        }),
        button(say("how"), () => start(game, "?tour=1")),
        button(say("more"), () => newGame(game, wish())),
        goOn,
      ),
    ),
  );
  all.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const cards = [...all.children],
      at = cards.indexOf(document.activeElement);
    cards[(at + by + cards.length) % cards.length].focus();
    event.preventDefault();
  });
  mark();
  continued(goOn);
}
function card(game, kind) {
  const node = h(
    "button",
    {
      type: "button",
      "data-dinosaur": kind,
      onclick: () => {
        if (chosen === kind) start(game);
        else {
          chosen = kind;
          mark();
        }
      },
    },
    h("span", { class: "art" }),
    h("strong", { text: say(kind) }),
    h("span", { class: "line", text: say(`line_${kind}`) }),
    h(
      "span",
      { class: "traits" },
      Object.entries(TRAITS[kind]).map(([what, n]) =>
        h(
          "span",
          { class: n > 0 ? "chip good" : "chip bad" },
          s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, disasterSign(what)),
          h("b", { text: n > 0 ? "+1" : "−1" }),
          h("span", { class: "against", text: say("against") }),
          h("span", { text: say(what) }),
        ),
      ),
    ),
  );
  node.style.setProperty("--own", colourOf(kind));
  return node;
}
// What is chosen is proud, ringed and ticked; the button says what it will do.
function mark() {
  for (const node of document.querySelectorAll("[data-dinosaur]")) {
    const own = node.dataset.dinosaur === chosen;
    node.setAttribute("aria-pressed", String(own));
    $(".art", node).replaceChildren(
      picture(dinosaur(node.dataset.dinosaur, own ? "proud" : "calm"), "dinosaur"),
    );
  }
  for (const node of document.querySelectorAll("[data-level]"))
    node.setAttribute("aria-pressed", String(node.dataset.level === levelNow()));
  const go = $("#start");
  go.disabled = chosen === null;
  go.textContent = chosen ? say("play", { name: say(chosen) }) : say("who");
}
const wish = () => ({
  game: GAME,
  seats: ["me", ...Array(3).fill(levelNow())],
  options: chosen ? { dinosaurs: chosen } : {},
});
function start(game, query = "") {
  set({ played: { ...prefs.played, [GAME]: wish() } });
  make(wish(), query);
}
// The game that was played last: it waits to be gone on with, or can be looked at again.
async function continued(link) {
  const known = tables().filter((entry) => entry.game === GAME && !entry.shown);
  if (!known.length) return;
  const answer = await post("/api/mine", { tables: known.map(({ id, token }) => ({ id, token })) }).catch(
    () => null,
  );
  const last = known.find(({ id }) => answer?.tables?.some((entry) => entry.id === id));
  if (!last) return;
  link.href = `/table/${last.id}#${last.token}`;
  link.textContent = say(answer.tables.find(({ id }) => id === last.id).over ? "see_last" : "go_on");
  link.hidden = false;
}

// The lobby: what is chosen is on the table, Play starts what one sees, and everything else is
// one step away.

import { app } from "./app.js";
import { prefs, set, tables, forget, listen } from "./prefs.js";
import { $, h, button, sheet, toast, sign } from "./dom.js";
import { unpacked } from "./share.js";
import { LEVELS, isUnnamed, loadHouse, picture, portraitOf } from "./house.js";
import { balloon, box, chooser, greets, icon, mixed, picker, tableOf, titleOf, withName } from "./room.js";
import { make, openText, post } from "./wishes.js";
import { rulesOf } from "./houserules.js";
import { group, tabs } from "./tabs.js";
import { stillPossible } from "./lastgame.js";

// What a first table looks like: the shortest way to the first card.
const first = (game) => game.lobby.first_options ?? {};
const PATIENCE = 1500; // ms for which the page waits for one's own tables
let games = [],
  cast = { people: {} },
  game = null; // the box that is chosen
const wishes = new Map(); // by game: who sits where, and by which rules

export async function lobby() {
  const mine = asked();
  [games, cast] = await Promise.all([fetch("/api/games").then((r) => r.json()), loadHouse()]);
  await Promise.race([mine, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  const named = location.pathname.match(/^\/choose\/(\w+)$/)?.[1] ?? prefs.box;
  game = games.find(({ name }) => name === named) ?? shelf()[0];
  build();
  if (location.pathname === "/open" && location.hash.startsWith("#p=")) {
    try {
      await openText(await unpacked(location.hash.slice(3)), build);
    } catch {
      toast(app.say("gone"), { bad: true });
    }
  }
  listen((changes) => {
    if ("language" in changes) build();
  });
}
const shelf = () => [
  ...games.filter((one) => one.lobby.shelf).sort((a, b) => a.lobby.shelf - b.lobby.shelf),
  ...games.filter((one) => !one.lobby.shelf),
];

// Who sits where: as the last time, or me against the first level; the game's favourite comes first.
function wishOf(one) {
  if (!wishes.has(one.name)) {
    const last = stillPossible(one, prefs.played[one.name], cast, LEVELS);
    const level = prefs.level?.[one.name] ?? "easy";
    const figures = Object.keys(one.lobby.figures?.people ?? {});
    const seats = last.seats ? [...last.seats] : ["me", ...Array(one.seats - 1).fill(level)];
    wishes.set(one.name, {
      seats: seats.includes("me") ? seats : ["me", ...seats.slice(1)],
      options: { ...(last.options ?? first(one)) },
      settings: { ...(last.settings ?? {}) },
      people: [],
      figures: last.figures ? [...last.figures] : mixed(figures),
      surprise: false,
      last: last.people ?? {},
    });
  }
  const wish = wishes.get(one.name);
  const sitting = new Set();
  wish.seats.forEach((who, seat) => {
    const fits = (id) => id && cast.people[id]?.level === who && !sitting.has(id);
    const favourites = one.lobby.favourites ?? [];
    const order = [
      wish.people[seat],
      wish.last[seat],
      ...Object.keys(cast.people).sort((a, b) => favourites.includes(b) - favourites.includes(a)),
    ];
    wish.people[seat] = order.find(fits) ?? "";
    sitting.add(wish.people[seat]);
  });
  return wish;
}

function build() {
  document.documentElement.dataset.place = "lobby";
  document.title = "Tapete";
  const small = (name, label, act) => {
    const node = button("", act, { "aria-label": app.say(label), title: app.say(label) });
    node.replaceChildren(icon(name, 20));
    return node;
  };
  $("#bar").replaceChildren(
    h("a", { class: "title", href: "/" }, h("img", { src: "/page/icon.svg", alt: "" }), "Tapete"),
    h("span", { class: "seats" }),
    button(app.language.toUpperCase(), () => set({ language: app.language === "en" ? "es" : "en" }), {
      "aria-label": app.say("language"),
    }),
    small("theme", "lobby-theme", () =>
      set({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }),
    ),
    small("options", "options", async () => {
      const { options } = await import("./menus.js");
      options({});
    }),
  );
  const step = (name, key, act, more = {}) => {
    const node = button("", act, more);
    node.replaceChildren(icon(name), h("span", { text: app.say(key) }));
    return node;
  };
  const goOn = h("a", { class: "goon", hidden: true });
  $("#room").replaceChildren(
    h(
      "main",
      { id: "lobby", class: "place" },
      h("h1", { class: "sr", text: "Tapete" }),
      h(
        "nav",
        { id: "shelf", "aria-label": app.say("lobby-shelf") },
        shelf().map((one) => box(one, one === game, choose)),
      ),
      h("div", { class: "mat" }),
      h(
        "div",
        { class: "go" },
        button(app.say("lobby-play"), () => start(), { class: "primary", id: "start" }),
        h(
          "div",
          { class: "steps" },
          step("people", "lobby-invite", invite),
          step("eye", "lobby-watch", watch),
          step("book", "lobby-learn", learn, { class: "learn" }),
          step("folder", "lobby-files", files),
        ),
        goOn,
      ),
    ),
  );
  lay(false);
  continued(goOn);
  const chosen = $("#shelf [aria-pressed=true]");
  chosen?.scrollIntoView({ inline: "center", block: "nearest" });
}
function choose(one, node) {
  game = one;
  set({ box: one.name });
  for (const other of document.querySelectorAll("#shelf .tile"))
    other.setAttribute("aria-pressed", String(other === node));
  const less = document.documentElement.dataset.motion === "less";
  node.scrollIntoView({ inline: "center", block: "nearest", behavior: less ? "auto" : "smooth" });
  lay(true);
}
// Lay the cloth of the chosen game and seat everybody round it.
function lay(moving) {
  const wish = wishOf(game);
  const node = tableOf(game, cast, wish, {
    seat: (seat, at) => picker(at, game, cast, wish, seat, done),
    add: (node, at) => picker(node, game, cast, wish, wish.seats.length, done, at),
    choice: (choice, seat, who) => chooser(null, game, choice, wish, seat, who, done),
  });
  $("#lobby .mat").replaceWith(node);
  $("#lobby .learn").disabled = !game.tour;
  if (moving && document.documentElement.dataset.motion !== "less") arrive(node);
  function done() {
    const { hello } = wish;
    wish.hello = undefined;
    keepWish(wish);
    lay(false);
    if (hello !== undefined) greets(cast, game, wish, hello);
  }
}
const SPRING = "cubic-bezier(.34,1.5,.5,1)";
function arrive(node) {
  $("#cloth", node).animate(
    [
      { transform: "scale(.96,.86)", opacity: 0.4 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 360, easing: SPRING },
  );
  [...node.querySelectorAll(".chair")].forEach((one, k) =>
    one.animate(
      [
        { scale: 0.3, opacity: 0 },
        { scale: 1, opacity: 1 },
      ],
      {
        duration: 420,
        delay: 80 * k,
        easing: SPRING,
        fill: "backwards",
      },
    ),
  );
}

// What the table is to be, as it is sent to the server.
function wished(one, wish) {
  const options = { ...wish.options };
  if (one.players.length > 1) options.players = wish.seats.length;
  const { option } = one.lobby.figures ?? {};
  if (option) options[option] = wish.figures.slice(0, wish.seats.length).join(","); // whom the cloth shows
  return {
    game: one.name,
    seats: [...wish.seats],
    options,
    settings: { ...wish.settings },
    people: { ...wish.people },
  };
}
// The lobby shows the same seats, figures and rules the next time.
function keepWish(wish) {
  const ready = wished(game, wish);
  const levels = ready.seats.filter((who) => LEVELS.includes(who));
  set({
    box: game.name,
    level: levels.length ? { ...prefs.level, [game.name]: levels[0] } : prefs.level,
    played: { ...prefs.played, [game.name]: { ...ready, figures: wish.surprise ? null : wish.figures } },
  });
}
function start({ seed = "", query = "", shown = false } = {}) {
  const wish = wishOf(game),
    ready = wished(game, wish);
  if (!shown) keepWish(wish);
  const mine = ready.seats.indexOf("me");
  if (prefs.name && mine >= 0) ready.names = { [mine]: prefs.name };
  if (/^-?\d{1,18}$/.test(seed)) ready.seed = Number(seed);
  if (!ready.seats.some((who) => who === "me" || who === "friend")) ready.settings.open = true;
  if (ready.seats.includes("friend")) ready.settings.waiting = true;
  return make(ready, { query, failed: build });
}
function invite() {
  const wish = wishOf(game);
  keepWish(wish); // with the bot whose place the friend takes
  if (!wish.seats.includes("friend")) {
    const free = wish.seats.findLastIndex((who) => who !== "me");
    wish.seats[free] = "friend";
  }
  start({ shown: true });
}
// After the tour the game begins with the seats that were chosen; a bot takes the place of a friend, who has
// no invitation.
function learn() {
  const wish = wishOf(game),
    ready = wished(game, wish);
  keepWish(wish);
  const seats = ready.seats.map((who) => (who === "friend" ? "easy" : who));
  make({ ...ready, seats }, { query: "?tour=1", failed: build });
}
const ownName = () =>
  h("input", {
    type: "text",
    maxlength: 30,
    value: prefs.name,
    onchange: (event) => set({ name: event.target.value.trim() }),
  });
withName(() =>
  h(
    "form",
    { class: "row", method: "dialog" }, // Enter and the button keep the name and shut the balloon
    h("label", { class: "row" }, h("span", { text: app.say("name") }), ownName()),
    h("button", { type: "submit", class: "primary", text: app.say("done") }),
  ),
);

// What the server knows of this browser's tables; asked once, before anything is shown that it
// could push away.
let known = null;
function asked() {
  const list = tables();
  if (!list.length) return null;
  const mine = { language: app.language, tables: list.map(({ id, token }) => ({ id, token })) };
  return post("/api/mine", mine)
    .then((answer) => {
      known = answer;
    })
    .catch(() => null);
}
const addressOf = (entry) => `/table/${entry.id}#${tables().find(({ id }) => id === entry.id)?.token ?? ""}`;
const howOf = (entry) =>
  app.say(
    entry.over
      ? "over"
      : entry.seat === null
        ? "watched"
        : entry.waiting
          ? "waiting-friends"
          : entry.your_turn
            ? "your-turn"
            : "waiting",
  );
const rivalsOf = (entry) =>
  entry.names
    .filter((_, seat) => seat !== entry.seat)
    .map((name) => (isUnnamed(name) ? app.say("friend-short") : name))
    .join(", ");
const gameTitle = (name) => {
  const one = games.find((entry) => entry.name === name);
  return one ? titleOf(one) : name;
};
async function mineNow() {
  const list = tables();
  if (!list.length) return { open: [], done: [] };
  if (!known) await asked();
  const answer = known?.tables;
  if (!answer) return { open: [], done: [] };
  for (const { id } of list) if (!answer.some((entry) => entry.id === id)) forget(id);
  return {
    open: answer
      .filter((entry) => !entry.over && !list.find(({ id }) => id === entry.id)?.shown)
      .sort((a, b) => Number(b.your_turn) - Number(a.your_turn)),
    done: answer.filter((entry) => entry.over),
  };
}
// The game that waits for one's move, or the last one that goes on: one tap away.
async function continued(link) {
  const { open } = await mineNow();
  const entry = open[0];
  if (!entry) return;
  const watched = entry.seat === null;
  const shown = watched ? icon("eye", 30) : picture(await rivalFace(entry), 36);
  link.href = addressOf(entry);
  link.title = app.say(watched ? "lobby-watched" : "against", { who: rivalsOf(entry) });
  const values = { game: gameTitle(entry.game), how: howOf(entry) };
  link.replaceChildren(
    shown,
    h("span", { text: app.say(watched ? "lobby-watch-on" : "lobby-continue", values) }),
  );
  link.hidden = false;
}
async function rivalFace(entry) {
  const seat = entry.names.findIndex((_, k) => k !== entry.seat);
  await loadHouse(entry.game); // for the figures of its players
  const person = entry.people?.[seat];
  const chair = { seat, person, figure: entry.figures?.[seat], kind: person ? "person" : "agent" };
  return portraitOf(entry.game, chair, entry.your_turn ? "glad" : "calm");
}
// Bots against each other: one table, or up to nine side by side.
function watch() {
  const number = h(
    "select",
    { "aria-label": app.say("tables") },
    [1, 2, 4, 6, 9].map((n) =>
      h("option", {
        value: String(n),
        text: String(n),
        selected: n === 1,
      }),
    ),
  );
  const who = h(
    "select",
    { "aria-label": app.say("bots-level") },
    LEVELS.map((level) => h("option", { value: level, text: app.say(level), selected: level === "normal" })),
  );
  const go = () => {
    node.close();
    const { options, ...ready } = wished(game, wishOf(game));
    if (number.value !== "1") {
      const query = new URLSearchParams({ tables: number.value, against: who.value, ...options });
      location.href = `/watch/${game.name}?${query}`;
      return;
    }
    const seats = ready.seats.map(() => who.value);
    make(
      { game: game.name, options, seats, settings: { ...ready.settings, open: true, clock: 0 } },
      { failed: build },
    );
  };
  const line = (key, select) => h("label", {}, h("span", { text: app.say(key) }), select);
  const node = balloon(
    null,
    `${app.say("lobby-watch")} · ${titleOf(game)}`,
    h(
      "div",
      { id: "watching" },
      line("tables", number),
      line("bots-level", who),
      button(app.say("bots-watch"), go, { class: "primary" }),
    ),
  );
}

// The rules of the next game, its table, stored games and files, in groups as the options are.
function files() {
  const wish = wishOf(game);
  const line = (key, node, why = null) =>
    h("label", {}, h("span", {}, app.say(key), why ? h("small", { text: app.say(why) }) : null), node);
  const choice = (name, values, text) =>
    line(
      name,
      h(
        "select",
        {
          "aria-label": app.say(name),
          onchange: (event) => {
            wish.settings[name] = Number(event.target.value);
          },
        },
        values.map((n) =>
          h("option", { value: String(n), text: text(n), selected: (wish.settings[name] ?? 0) === n }),
        ),
      ),
    );
  const flag = (key, name) =>
    line(
      key,
      h("input", {
        type: "checkbox",
        checked: wish.settings[name] ?? true,
        "aria-label": app.say(key),
        onchange: (event) => {
          wish.settings[name] = event.target.checked;
        },
      }),
    );
  const seed = h("input", { type: "text", inputmode: "numeric", "aria-label": app.say("deal-number") });
  const kept = h("div", { hidden: true }),
    stored = h("div", { id: "runs", hidden: true });
  const { node: rules, research } = rulesOf(game, wish, learn);
  const groups = {
    rules,
    table: group(
      "table",
      choice("match", [0, 2, 3, 5], (n) => app.say(`match-${n}`)),
      choice("clock", [0, 15, 30, 60, 120], (n) =>
        n ? app.say("clock-seconds", { n }) : app.say("no-clock"),
      ),
      flag("hints", "hints"),
      flag("take-backs", "take_backs"),
      flag("spectators", "spectators"),
      line("deal-number", seed, "deal-number-why"),
    ),
    "files-group": group("files-group", kept, opening(), stored),
    ...(research ? { "research-options": research } : {}),
  };
  const sections = Object.values(groups);
  const title = `${app.say("house-rules")} · ${titleOf(game)}`;
  const node = sheet(
    title,
    tabs(title, Object.keys(groups), sections),
    h("div", { class: "settings house" }, sections),
    h(
      "div",
      { class: "row acts" },
      button(app.say("lobby-play"), () => start({ seed: seed.value.trim() }), { class: "primary" }),
    ),
  );
  node.addEventListener("close", () => {
    if (!$("#lobby .mat") || $("#lobby.being-set")) return;
    keepWish(wish);
    lay(false);
  });
  keptRow(kept);
  runsRow(stored);
}
async function keptRow(section) {
  const { open, done } = await mineNow();
  const chip = (entry) =>
    h(
      "a",
      { class: "chip", href: addressOf(entry), title: entry.names.join(", ") },
      h("strong", { text: gameTitle(entry.game) }),
      entry.seat === null ? "" : ` ${app.say("against", { who: rivalsOf(entry) })}`,
      " · ",
      howOf(entry),
    );
  section.hidden = !open.length && !done.length;
  section.replaceChildren(
    ...(open.length
      ? [h("h4", { text: app.say("continue") }), h("div", { class: "row kept" }, open.slice(0, 8).map(chip))]
      : []),
    ...(done.length
      ? [h("h4", { text: app.say("stored") }), h("div", { class: "row kept" }, done.slice(0, 8).map(chip))]
      : []),
  );
}
// What tapete duel and tapete tournament have kept on this machine: runs, their games, and each game to be
// looked at.
async function runsRow(section) {
  const answer = await fetch("/api/runs")
    .then((r) => r.json())
    .catch(() => ({ runs: [] }));
  if (!answer.runs?.length) return;
  section.hidden = false;
  const list = () =>
    section.replaceChildren(
      h("h4", { text: app.say("runs-title") }),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "rows" },
          h(
            "tbody",
            {},
            answer.runs.map((run) =>
              h(
                "tr",
                { "data-run": String(run.id) },
                h("td", { class: "number", text: String(run.id) }),
                h("td", { text: gameTitle(run.game) }),
                h("td", { text: run.agents.join(" · ") }),
                h("td", { class: "number", text: app.say("run-games", { n: run.games }) }),
                h("td", { text: run.started }),
                h(
                  "td",
                  {},
                  button(app.say("open-run"), () => show(run)),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  const show = async (run) => {
    const found = await fetch(`/api/runs/${run.id}`)
      .then((r) => r.json())
      .catch((error) => ({ error: String(error) }));
    if (found.error) {
      toast(found.error, { bad: true, seconds: 8 });
      return;
    }
    section.replaceChildren(
      h("h4", { text: `${app.say("runs-title")} · ${run.id} · ${gameTitle(run.game)}` }),
      h(
        "p",
        { class: "row" },
        button(`‹ ${app.say("run-back")}`, list),
        found.games.length < run.games ? app.say("shown-first", { n: found.games.length }) : "",
      ),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "rows" },
          h(
            "tbody",
            {},
            found.games.map((one, k) =>
              h(
                "tr",
                {},
                h("td", { class: "number", text: String(k + 1) }),
                h(
                  "td",
                  {},
                  one.agents.map((name, place) =>
                    h(
                      "div",
                      { class: "row" },
                      sign(place),
                      name,
                      one.returns[place] > 1 / one.agents.length
                        ? h("strong", { text: app.say("won") })
                        : null,
                    ),
                  ),
                ),
                h("td", {
                  class: "number",
                  text: one.points.map((value) => Math.round(100 * value) / 100).join(" : "),
                }),
                h(
                  "td",
                  {},
                  button(app.say("open"), () =>
                    make(
                      { run: run.id, match: one.match, number: one.number },
                      { query: "?replay=1", failed: build },
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    );
    section.scrollIntoView({ block: "nearest" });
  };
  list();
}
function opening() {
  const area = h("textarea", {
    rows: 2,
    cols: 40,
    "aria-label": app.say("paste"),
    placeholder: app.say("paste"),
  });
  const file = h("input", {
    type: "file",
    accept: ".json,.jsonl,.txt",
    class: "sr",
    tabindex: "-1",
    "aria-label": app.say("open-title"),
    onchange: async () => {
      if (file.files[0]) openText(await file.files[0].text(), build);
    },
  });
  const node = h(
    "div",
    { id: "opening" },
    h("h4", { text: app.say("open-title") }),
    h("p", { class: "promise", text: app.say("open-hint") }),
    h(
      "div",
      { class: "row" },
      button(app.say("lobby-file"), () => file.click()),
      file,
      area,
      button(app.say("open"), () => openText(area.value, build)),
    ),
  );
  node.addEventListener("dragover", (event) => event.preventDefault());
  node.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped) openText(await dropped.text(), build);
  });
  return node;
}

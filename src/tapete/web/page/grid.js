// Bots at several tables side by side: up to nine small stages, each a table of its own.

import { app, failed, layoutOf } from "./app.js";
import { listen, set } from "./prefs.js";
import { drawnFor } from "./bottomsheet.js";
import { Net } from "./net.js";
import { $, h, s, button, sign } from "./dom.js";
import { safely } from "./director.js";
import { Stage, moduleOf } from "./stage.js";
import { tellAll, told } from "./telling.js";
import { WORDS, fill, listed, wordsWith } from "./words.js";
import { whole } from "./fill.js";
import { settingCard, awaited } from "./setting.js";
import { icon } from "./icons.js";
import { layCloth } from "./cloth.js";
import { LEVELS, loadHouse, picture, portraitOf } from "./house.js";
import { SPEEDS, speedName } from "./pacing.js";
import { refusal } from "./refusal.js";
import { chapterNumber } from "./replay.js";

const MOST = 9;

export async function grid(game, query) {
  const number = Math.min(MOST, Math.max(1, Number(query.get("tables")) || 4));
  const against = (query.get("against") || "normal").split(/,(?![^,:]*=)/);
  const speed = query.get("speed") || "normal";
  const options = Object.fromEntries(
    [...query].filter(([name]) => !["tables", "against", "speed", "lang"].includes(name)),
  );
  const about = (await fetch("/api/games").then((r) => r.json())).find((entry) => entry.name === game);
  if (!about) {
    failed(app.say("gone"));
    return;
  }
  const seats =
    Number(options.players) ||
    (against.length > 1 && about.players.includes(against.length) ? against.length : about.seats);
  const wish = {
    game,
    options,
    settings: { speed, open: true },
    seats: Array.from({ length: seats }, (_, seat) => against[seat % against.length]),
  };
  await new Grid(about, number, against, speed).open(wish);
}

// All tables together: what is in the bar, and which of them is enlarged.
class Grid {
  constructor(about, number, against, speed) {
    this.about = about;
    this.against = against;
    this.speed = speed;
    this.paused = false;
    /** @type {Mini | null} */
    this.large = null;
    /** @type {Mini[]} */
    this.minis = [];
    this.cells = Array.from({ length: number }, () => h("article", { class: "mini-table" }));
    this.node = h("main", { id: "grid", "data-tables": String(number) }, this.cells);
    this.done = h("span", { class: "done", role: "status" });
    $("#room").replaceChildren(this.node);
    this.bar();
    listen((changes) => {
      if (!("language" in changes)) return;
      this.bar();
      for (const mini of this.minis) mini.reword();
    });
    addEventListener("resize", () => this.redraw());
    addEventListener("keydown", (event) => this.key(event));
  }
  get title() {
    const { name, title } = this.about;
    const own = app.say(`game-${name}`);
    return this.titles?.[app.language] ?? (own === `game-${name}` ? title : own);
  }
  // The agents, where every seat has the same; else each is named at its seat.
  get level() {
    return this.against.length > 1 ? null : agentName(this.against[0]);
  }
  // The tables of this page, with pause and speed: they come back when a person comes back to it.
  async open(wish) {
    const { tables: kept = [], paused = this.paused, speed = this.speed } = history.state ?? {};
    Object.assign(this, { paused, speed });
    this.titles = await layCloth(this.node, this.about.name);
    this.bar();
    for (const [k, cell] of this.cells.entries()) {
      const one = kept[k] ?? (await make(wish, cell, wish.game));
      if (one.error) {
        failed(one.error);
        return;
      }
      this.minis.push(new Mini(this, cell, k + 1, one, wish.game));
      this.keep();
    }
  }
  keep() {
    const tables = this.minis.map(({ id, owner }) => ({ id, owner }));
    history.replaceState({ tables, paused: this.paused, speed: this.speed }, "");
  }
  bar() {
    const tool = (name, key, run, more = {}) =>
      h(
        "button",
        { type: "button", onclick: run, title: app.say(key), "aria-label": app.say(key), ...more },
        icon(name),
        h("span", { text: app.say(key) }),
      );
    const tables = app.say("grid-title", { n: this.cells.length });
    $("#bar").replaceChildren(
      this.large
        ? tool("back", "grid-all", () => this.enlarge(null), { class: "all" })
        : h(
            "a",
            { class: "title", href: "/", title: app.say("to-lobby"), "aria-label": app.say("to-lobby") },
            icon("lobby"),
          ),
      h(
        "h1",
        { class: "seats" },
        h("span", { text: this.title }),
        h("small", { text: [tables, this.level].filter(Boolean).join(" · ") }),
        this.done,
      ),
      tool(this.paused ? "play" : "pause", this.paused ? "resume" : "pause", () => this.pause(), {
        class: "go",
      }),
      h(
        "select",
        {
          "aria-label": app.say("speed"),
          onchange: (event) => {
            this.speed = event.target.value;
            for (const mini of this.minis) mini.pace();
            this.keep();
          },
        },
        Object.keys(SPEEDS).map((value) =>
          h("option", { value, text: speedName(value), selected: value === this.speed }),
        ),
      ),
      tool("again", "grid-again", () => {
        history.replaceState(null, "");
        location.reload();
      }),
      button(app.language.toUpperCase(), () => set({ language: app.language === "en" ? "es" : "en" }), {
        "aria-label": app.say("language"),
      }),
    );
    document.title = `${this.title}: ${tables} · Tapete`;
    this.count();
  }
  // How many games are over.
  count() {
    const n = this.minis.filter((mini) => mini.state?.over).length;
    const text = n ? app.say("grid-over", { n, of: this.cells.length }) : "";
    if (this.done.textContent !== text) this.done.textContent = text;
  }
  pause() {
    this.paused = !this.paused;
    for (const mini of this.minis) mini.pace();
    this.keep();
    this.bar();
    $("#bar .go").focus();
  }
  /** @param {Mini | null} mini */
  enlarge(mini) {
    const back = this.large;
    this.large = mini;
    this.node.toggleAttribute("data-one", mini !== null);
    for (const one of this.minis) one.cell.toggleAttribute("data-large", one === mini);
    this.bar();
    this.redraw();
    if (mini) $("#bar .all").focus();
    else if (back) {
      back.cell.scrollIntoView({ block: "nearest" });
      back.wide.focus({ preventScroll: true });
    }
  }
  redraw() {
    for (const mini of this.minis) mini.redraw();
  }
  key(event) {
    if (event.target.closest?.("select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = this.minis[Number(event.key) - 1];
    if (event.key === "Escape" && this.large) this.enlarge(null);
    else if (event.key === "p" || (event.key === " " && !event.target.closest?.("button, a"))) this.pause();
    else if (chosen) this.enlarge(chosen);
    else return;
    event.preventDefault();
  }
}
/** An agent by its level, else as it was written. @param {string} label */
const agentName = (label) => (LEVELS.includes(label) ? app.say(label) : label);

async function make(wish, cell, game) {
  const post = (data) =>
    fetch("/api/tables", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
    })
      .then((r) => r.json())
      .catch((error) => ({ error: String(error) }));
  const answer = await post({ ...wish, patient: false });
  if (!answer.ticket) return answer;
  const card = settingCard(game);
  cell.replaceChildren(card);
  const made = await awaited(answer.ticket, card.tell);
  cell.replaceChildren();
  return made;
}

class Mini {
  /** @param {Grid} grid */
  constructor(grid, cell, number, made, game) {
    this.grid = grid;
    this.cell = cell;
    this.game = game;
    this.words = {};
    this.cards = {};
    this.parts = 0; // rounds, tricks or turns that have begun
    this.part = 0; // the number of the present one
    this.id = made.id;
    this.owner = made.owner;
    /** @type {Promise<void> | undefined} */
    this.ready = undefined;
    this.who = h("p", { class: "who" });
    this.wide = h(
      "button",
      { type: "button", class: "wide", onclick: () => grid.enlarge(this) },
      icon("wide"),
    );
    this.go = h("a", { href: `/table/${made.id}#${made.owner}` });
    this.head = h(
      "header",
      {},
      h("b", { class: "number", text: String(number) }),
      this.who,
      this.go,
      this.wide,
    );
    this.phase = h("strong");
    this.told = h("span");
    this.foot = h("p", { class: "now", role: "status" }, this.phase, this.told);
    this.won = h("div", { class: "result", role: "status", hidden: true });
    this.box = h("div", { class: "mini-stage" }, s("svg", { role: "img" }));
    this.box.addEventListener("click", () => {
      if (!grid.large) grid.enlarge(this);
    });
    const nothing = () => {};
    this.stage = new Stage($("svg", this.box), {
      pick: nothing,
      why: nothing,
      lens: nothing,
      preview: nothing,
    });
    cell.replaceChildren(this.head, this.box, this.foot, this.won);
    this.net = new Net(
      () => ({ table: made.id, token: made.owner, language: app.language, tab: `grid-${made.id}` }),
      { message: (message) => this.heard(message), lost: nothing, found: nothing },
    );
    this.label();
  }
  label() {
    this.wide.title = app.say("grid-enlarge");
    this.wide.setAttribute("aria-label", app.say("grid-enlarge"));
    this.go.textContent = app.say("grid-table");
  }
  /** @param {ServerMessage} message */
  async heard(message) {
    if (message.type === "table") {
      const first = !this.about;
      this.about = message;
      this.ready ??= this.load();
      if (first) this.pace();
    }
    if (message.type === "failed" || (message.type === "refused" && message.to === "join")) {
      this.failure = message.type === "failed" ? message.text : refusal(message);
      this.tellLast();
    }
    if (message.type !== "state") return;
    this.state = message;
    this.grid.count();
    await this.ready;
    if (message.log) this.parts = this.part = 0;
    const all = message.log ?? message.frames?.map((frame) => frame.events) ?? [];
    for (const events of all) this.chapter(events);
    const last = all.at(-1);
    if (last) this.events = this.tell(last, message);
    if (message === this.state) this.redraw();
  }
  // The pause and the speed of all tables, which may have been others while the page was left.
  pace() {
    this.net.send({ type: "pause", paused: this.grid.paused });
    this.net.send({ type: "speed", speed: this.grid.speed });
  }
  // Which round, trick or turn it is, as the log counts them.
  chapter(events) {
    const kinds = this.stage.module.chapters ?? ["turn", "round"];
    for (const event of events) {
      if (!kinds.includes(event.kind)) continue;
      this.parts += 1;
      this.part = chapterNumber(event, this.parts);
    }
  }
  async load() {
    this.words = await fetch(`/api/games/${this.game}/words`).then((r) => r.json());
    this.stage.module = await moduleOf(this.game, this.words.drawing);
    await Promise.all([this.loadCards(), loadHouse(this.game)]);
  }
  async loadCards() {
    this.cards = await fetch(`/api/tables/${this.id}/cards?lang=${app.language}`)
      .then((r) => r.json())
      .catch(() => ({}));
  }
  say(key, values = {}) {
    const words = wordsWith(app.language, this.words[app.language]);
    return key in words ? fill(words, words[key], values, { names: this.names }) : key;
  }
  tell(events, { describe }) {
    const words = wordsWith(app.language, this.words[app.language]);
    const given = {
      words,
      names: this.names,
      drawing: this.stage.module,
      description: describe,
      language: app.language,
    };
    tellAll(events, (data, said) => told(data, said, { ...given, say: (key) => this.say(key) }));
    return events;
  }
  get names() {
    return this.about.seats.map((chair) => chair.name);
  }
  /** @returns {View} */
  view() {
    const { width, height } = this.stage.size(),
      { state } = this;
    return {
      game: this.game,
      description: state.describe,
      moves: [],
      left: new Set(),
      picked: [],
      seat: null,
      me: 0,
      over: state.over,
      language: app.language,
      say: (key, values) => this.say(key, values),
      width,
      height,
      layout: layoutOf(width, height).layout,
      theme: document.documentElement.dataset.theme,
      events: this.events ?? [],
      names: this.names,
      portrait: (seat, mood) => portraitOf(this.game, this.about.seats[seat], mood),
      cards: this.cards,
      card: (name) => this.cards[name] ?? null,
      preview: () => null,
      after: () => undefined,
      waiting: state.waiting,
      ready: state.ready,
      chosen: [],
      result: state.result,
      options: this.about.options,
      prefs: { values: true },
      hints: [],
      replay: false,
      chairs: this.about.seats,
    };
  }
  // What is small is drawn for the smallest stage that every drawing knows, and shown smaller.
  fit() {
    this.stage.whole = null;
    this.stage.resized();
    const { width, height } = this.stage.size();
    this.stage.whole = drawnFor(width, height);
  }
  redraw() {
    if (!this.state || !this.about || !this.stage.module.draw) return;
    if (this.grid.large && this.grid.large !== this) return;
    this.label();
    this.ending();
    this.fit();
    this.stage.draw(this.view());
    for (const thing of this.stage.svg.querySelectorAll("[tabindex]")) thing.removeAttribute("tabindex");
    this.stage.svg.setAttribute(
      "aria-label",
      safely(() => this.stage.module.summary?.(this.view())) ?? this.game,
    );
    (safely(() => this.stage.module.seatColours?.(this.view())) ?? []).forEach((colour, seat) =>
      this.cell.style.setProperty(`--seat-${seat}`, colour),
    );
    this.who.replaceChildren(...this.about.seats.map((chair) => this.chip(chair)));
    this.phase.textContent = this.chapterNow();
    this.tellLast();
    this.cell.toggleAttribute("data-over", this.state.over);
  }
  // The part of the game as the drawing counts it; nothing where it says so itself.
  chapterNow() {
    const { module } = this.stage;
    if (module.status) return safely(() => module.status(this.view())) ?? "";
    return this.part ? this.say("chapter", { n: this.part }) : "";
  }
  chip(chair) {
    const { state } = this;
    const won = state.over && state.result?.winners.includes(chair.seat);
    const named = this.grid.level === null ? agentName(chair.label) : null;
    const turn = safely(() => this.stage.module.turn?.(this.view()));
    const asked = turn === undefined ? state.waiting : [turn];
    const how = won ? " won" : !state.over && asked.includes(chair.seat) ? " asked" : "";
    return h(
      "span",
      { class: `seat${how}`, title: agentName(chair.label) },
      picture(portraitOf(this.game, chair, won ? "glad" : "calm"), 24),
      sign(chair.seat, 10),
      h("span", {}, chair.name, named && named !== chair.name ? h("small", { text: named }) : null),
    );
  }
  // Who won, and with how much, in the place of what happened last.
  ending() {
    const { state, about } = this;
    this.won.hidden = !state.over || !state.result;
    this.foot.hidden = !this.won.hidden;
    if (this.won.hidden) return;
    const { winners, points, returns } = state.result;
    const best = (one, other) =>
      returns[other.seat] - returns[one.seat] || points[other.seat] - points[one.seat];
    const names = listed(
      WORDS[app.language],
      winners.map((seat) => this.names[seat]),
    );
    const many = winners.length === about.seats.length;
    const worth = (chair) => {
      const n = Math.round(100 * points[chair.seat]) / 100,
        text = this.say("result.points", { n });
      return text === "result.points" ? String(n) : text;
    };
    this.won.replaceChildren(
      ...winners.map((seat) => picture(portraitOf(this.game, about.seats[seat], "glad"), 44)),
      h(
        "p",
        {},
        h("strong", {
          text: many ? app.say("draw") : app.say(winners.length > 1 ? "win-both" : "wins", { who: names }),
        }),
        h(
          "span",
          {},
          [...about.seats]
            .sort(best)
            .map((chair) => h("span", {}, sign(chair.seat, 10), ` ${chair.name}: ${worth(chair)}`)),
        ),
      ),
    );
  }
  // What happened last: as many sentences of it as there is room for.
  tellLast() {
    const texts = (this.events ?? []).filter((event) => event.text).map((event) => whole(event.text));
    const { told, foot } = this;
    if (this.failure) {
      told.textContent = this.failure;
      return;
    }
    for (let first = 0; first <= texts.length; first += 1) {
      told.textContent = texts.slice(first).join(" ");
      if (foot.scrollHeight <= foot.clientHeight + 1) return;
    }
  }
  async reword() {
    await this.loadCards();
    this.net.send({ type: "language", language: app.language });
  }
}

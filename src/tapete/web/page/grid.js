// Bots at several tables side by side: up to nine small stages, each a table of its own.

import { app, failed, layoutOf } from "./app.js";
import { listen, set } from "./prefs.js";
import { Net } from "./net.js";
import { $, h, s, button, sign } from "./dom.js";
import { safely } from "./director.js";
import { Stage, moduleOf } from "./stage.js";
import { tellAll, told } from "./telling.js";
import { fill, wordsWith } from "./words.js";
import { whole } from "./fill.js";
import { settingCard, awaited } from "./setting.js";
import { loadHouse, portraitOf } from "./house.js";
import { SPEEDS, speedName } from "./pacing.js";

const MOST = 9;

export async function grid(game, query) {
  const number = Math.min(MOST, Math.max(1, Number(query.get("tables")) || 4));
  const against = (query.get("against") || "normal").split(/,(?![^,:]*=)/);
  const speed = query.get("speed") || "fast";
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
  const title = () => (app.say(`game-${game}`) === `game-${game}` ? about.title : app.say(`game-${game}`));
  const cells = h("main", { id: "grid", "data-tables": String(number) });
  const bar = () =>
    $("#bar").replaceChildren(
      h("a", { class: "title", href: "/", text: "Tapete" }),
      h("h1", { class: "seats", text: app.say("grid-title", { game: title(), n: number }) }),
      button(app.say("grid-again"), () => location.reload()),
      h(
        "select",
        {
          "aria-label": app.say("speed"),
          onchange: (event) => {
            for (const mini of minis) mini.pace(event.target.value);
          },
        },
        Object.keys(SPEEDS).map((value) =>
          h("option", { value, text: speedName(value), selected: value === speed }),
        ),
      ),
      button(app.language.toUpperCase(), () => set({ language: app.language === "en" ? "es" : "en" }), {
        "aria-label": app.say("language"),
      }),
    );
  const minis = [];
  $("#room").replaceChildren(cells);
  bar();
  document.title = `${app.say("grid-title", { game: title(), n: number })} · Tapete`;
  listen((changes) => {
    if ("language" in changes) {
      bar();
      for (const mini of minis) mini.reword();
    }
  });
  addEventListener("resize", () => {
    for (const mini of minis) mini.redraw();
  });
  for (let k = 0; k < number; k += 1) {
    const cell = h("article", { class: "mini-table" });
    cells.append(cell);
    const made = await make(wish, cell, game);
    if (made.error) {
      failed(made.error);
      return;
    }
    minis.push(new Mini(cell, made, game, wish.settings.speed));
  }
}
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
  constructor(cell, made, game, speed) {
    this.cell = cell;
    this.game = game;
    this.words = {};
    this.cards = {};
    this.speed = speed;
    this.id = made.id;
    /** @type {Promise<void> | undefined} */
    this.ready = undefined;
    this.head = h("p", { class: "row" });
    this.foot = h("p", { class: "now", role: "status" });
    this.box = h("div", { class: "mini-stage" }, s("svg", { role: "img" }));
    const nothing = () => {};
    this.stage = new Stage($("svg", this.box), {
      pick: nothing,
      why: nothing,
      lens: nothing,
      preview: nothing,
    });
    cell.replaceChildren(this.head, this.box, this.foot);
    this.address = `/table/${made.id}#${made.owner}`;
    this.net = new Net(
      () => ({ table: made.id, token: made.owner, language: app.language, tab: `grid-${made.id}` }),
      { message: (message) => this.heard(message), lost: nothing, found: nothing },
    );
  }
  /** @param {ServerMessage} message */
  async heard(message) {
    if (message.type === "table") {
      this.about = message;
      this.ready ??= this.load();
    }
    if (message.type !== "state") return;
    this.state = message;
    if (message.frames?.length)
      this.events = this.told(message.frames[message.frames.length - 1].events, message);
    await this.ready;
    if (message === this.state) this.redraw();
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
  told(events, { describe }) {
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
  redraw() {
    if (!this.state || !this.about) return;
    const { state } = this;
    this.stage.draw(this.view());
    for (const thing of this.stage.svg.querySelectorAll("[tabindex]")) thing.removeAttribute("tabindex");
    this.stage.svg.setAttribute(
      "aria-label",
      safely(() => this.stage.module.summary?.(this.view())) ?? this.game,
    );
    this.head.replaceChildren(
      ...this.about.seats.map((chair) => {
        const known = this.about.levels.includes(chair.label);
        const level = known ? ` · ${app.say(chair.label).toLowerCase()}` : "";
        return h(
          "span",
          { class: `chip${state.waiting.includes(chair.seat) ? " asked" : ""}`, title: chair.label },
          sign(chair.seat),
          ` ${chair.name}${level}`,
        );
      }),
      h("a", { class: "chip", href: this.address, text: app.say("go") }),
    );
    const last = (this.events ?? [])
      .filter((event) => event.text)
      .map((event) => whole(event.text))
      .join(" ");
    this.foot.textContent =
      state.over && state.result
        ? state.result.winners.length === this.about.seats.length
          ? app.say("draw")
          : `${state.result.winners.map((seat) => this.names[seat]).join(", ")} ${app.say("grid-won")}.`
        : last;
    this.cell.toggleAttribute("data-over", state.over);
  }
  async reword() {
    await this.loadCards();
    this.net.send({ type: "language", language: app.language });
  }
  pace(speed) {
    this.net.send({ type: "speed", speed });
  }
}

// The lobby: go on with a game, play at once, set a table up, watch bots, open what was kept.

import { app } from "./app.js";
import { prefs, set, tables, forget } from "./prefs.js";
import { $, h, s, button, sheet, closeSheet, toast, sign } from "./dom.js";
import { unpacked } from "./share.js";
import { settingCard, awaited } from "./setting.js";
import { CHOOSING } from "./choose.js";
import { PRESETS, forResearch, labelOf, matters, valueOf, worded } from "./optionwords.js";

const LEVELS = ["easy", "normal", "hard", "best"];
// What a first table looks like: the shortest way to the first card.
const first = (game) => game.lobby.first_options ?? {};
const EMBLEMS = {
  briscas: "M22 14h34v52H22Z M44 18l34 8-12 50-32-8",
  dinosaurs: "M14 62c4-22 18-34 34-34 4-12 18-16 28-8l6 8-16 4c0 18-8 28-18 32v10h-8V64H32v10h-8V64Z",
  catan: "M48 8l28 16v32L48 72 20 56V24Z M48 24l14 8v16l-14 8-14-8V32Z",
  hearthstone: "M48 8l34 30-34 36L14 38Z M48 24v34 M32 38h32",
  tribute: "M48 12a28 28 0 1 0 .1 0Z M48 24l6 14 15 1-11 10 4 15-14-8-14 8 4-15-11-10 15-1Z",
};
const PATIENCE = 1500; // ms for which the page waits for one's own tables; what comes later is shown below the games
let games = [];

export async function lobby() {
  const mine = asked();
  games = await fetch("/api/games").then((r) => r.json());
  await Promise.race([mine, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  build();
  if (location.pathname === "/open" && location.hash.startsWith("#p=")) {
    try {
      await openText(await unpacked(location.hash.slice(3)));
    } catch {
      toast(app.say("gone"), { bad: true });
    }
  }
  const { listen } = await import("./prefs.js");
  listen((changes) => {
    if ("language" in changes) build();
  });
}
function titleOf(game) {
  return app.say(`game-${game.name}`) === `game-${game.name}` ? game.title : app.say(`game-${game.name}`);
}

function build() {
  $("#bar").replaceChildren(
    h("a", { class: "title", href: "/", text: "Tapete" }),
    h("span", { class: "seats" }),
    button(app.language.toUpperCase(), () => set({ language: app.language === "en" ? "es" : "en" }), {
      "aria-label": app.say("language"),
    }),
    button(app.say("options"), async () => {
      const { options } = await import("./menus.js");
      options({});
    }),
  );
  const own = games.filter((game) => game.lobby.shelf).sort((a, b) => a.lobby.shelf - b.lobby.shelf);
  const others = games.filter((game) => !game.lobby.shelf);
  const goOn = h("section", { hidden: true }),
    stored = h("section", { id: "runs", hidden: true });
  $("#room").replaceChildren(
    h(
      "main",
      { id: "lobby" },
      goOn,
      h(
        "section",
        {},
        h("h1", { text: "Tapete" }),
        h("p", { text: app.say("welcome") }),
        h("div", { class: "tiles" }, own.map(tile)),
      ),
      others.length
        ? h(
            "section",
            {},
            h("h2", { text: app.say("other-games") }),
            h("div", { class: "tiles" }, others.map(tile)),
          )
        : null,
      watching(),
      stored,
      opening(),
    ),
  );
  continueRow(goOn);
  runsRow(stored);
}
// What the server knows of this browser's tables; asked once, before anything is shown that it could push away.
let known = null;
function asked() {
  const list = tables();
  if (!list.length) return null;
  return post("/api/mine", { tables: list.map(({ id, token }) => ({ id, token })) })
    .then((answer) => {
      known = answer;
    })
    .catch(() => null);
}
function tile(game) {
  const emblem = s(
    "svg",
    { class: "emblem", viewBox: "-60 0 216 84", "aria-hidden": "true" },
    s("path", {
      d: EMBLEMS[game.name] ?? "M20 14h56v56H20Z M34 28h28v28H34Z",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 4,
      "stroke-linejoin": "round",
    }),
  );
  const { players } = game;
  const number = players.length > 1 ? `${players[0]}–${players[players.length - 1]}` : String(players[0]);
  return h(
    "article",
    { class: "tile", "data-game": game.name },
    emblem,
    h("h3", { text: titleOf(game) }),
    h("p", {
      text: `${number} ${app.say("players")}${game.lobby.minutes ? ` · ${game.lobby.minutes} ${app.say("minutes")}` : ""}`,
    }),
    h(
      "div",
      { class: "row" },
      button(app.say("play-now"), () => playNow(game), { class: "primary" }),
      button(app.say("new-game"), () => newGame(game)),
      button(app.say("bots-watch"), () => {
        location.href = `/play/${game.name}?seat=none&against=normal`;
      }),
      game.tour
        ? button(app.say("tour"), () =>
            make(
              { game: game.name, seats: ["me", ...Array(game.seats - 1).fill("easy")], options: first(game) },
              "?tour=1",
            ),
          )
        : null,
    ),
  );
}
async function continueRow(section) {
  const list = tables();
  if (!list.length) return;
  if (!known) {
    section.parentNode.insertBefore(section, $("#watching"));
    await asked();
  }
  const answer = known;
  if (!answer?.tables) return;
  for (const { id } of list) if (!answer.tables.some((entry) => entry.id === id)) forget(id);
  const open = answer.tables
    .filter((entry) => !entry.over && !list.find(({ id }) => id === entry.id)?.shown)
    .sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
  const done = answer.tables.filter((entry) => entry.over);
  const others = (entry) =>
    entry.names
      .filter((_, seat) => seat !== entry.seat)
      .map((name) => (/^P\d+$/.test(name) ? app.say("friend-short") : name))
      .join(", ");
  const chip = (entry) => {
    const token = list.find(({ id }) => id === entry.id)?.token ?? "";
    const game = games.find(({ name }) => name === entry.game);
    return h(
      "a",
      { class: "chip", href: `/table/${entry.id}#${token}`, title: entry.names.join(", ") },
      h("strong", { text: game ? titleOf(game) : entry.title }),
      ` ${app.say("against", { who: others(entry) })} · `,
      app.say(entry.over ? "over" : entry.your_turn ? "your-turn" : "waiting"),
    );
  };
  section.hidden = !answer.tables.length;
  section.replaceChildren(
    ...(open.length
      ? [h("h2", { text: app.say("continue") }), h("div", { class: "row" }, open.slice(0, 8).map(chip))]
      : []),
    ...(done.length
      ? [h("h3", { text: app.say("stored") }), h("div", { class: "row" }, done.slice(0, 8).map(chip))]
      : []),
  );
}
// Bots against each other: one table, or up to nine side by side.
function watching() {
  const game = h(
    "select",
    { "aria-label": app.say("games") },
    games.map((entry) => h("option", { value: entry.name, text: titleOf(entry) })),
  );
  const number = h(
    "select",
    { "aria-label": app.say("tables") },
    [1, 2, 4, 6, 9].map((n) =>
      h("option", {
        value: String(n),
        text: `${n} ${app.say(n === 1 ? "table" : "tables").toLowerCase()}`,
        selected: n === 4,
      }),
    ),
  );
  const who = h(
    "select",
    { "aria-label": app.say("who-plays") },
    LEVELS.map((level) =>
      h("option", {
        value: level,
        text: `${app.say("bot")}: ${app.say(level)}`,
        selected: level === "normal",
      }),
    ),
  );
  const go = () => {
    location.href =
      number.value === "1"
        ? `/play/${game.value}?seat=none&against=${who.value}`
        : `/watch/${game.value}?tables=${number.value}&against=${who.value}`;
  };
  return h(
    "section",
    { id: "watching" },
    h("h2", { text: app.say("watch-bots") }),
    h("div", { class: "row" }, game, number, who, button(app.say("bots-watch"), go, { class: "primary" })),
  );
}
// What tapete duel and tapete tournament have kept on this machine: runs, their games, and each game to be looked at.
async function runsRow(section) {
  const answer = await fetch("/api/runs")
    .then((r) => r.json())
    .catch(() => ({ runs: [] }));
  if (!answer.runs?.length) return;
  section.hidden = false;
  const list = () =>
    section.replaceChildren(
      h("h2", { text: app.say("runs-title") }),
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
      h("h2", { text: `${app.say("runs-title")} · ${run.id} · ${gameTitle(run.game)}` }),
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
                    make({ run: run.id, match: one.match, number: one.number }, "?replay=1"),
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
function gameTitle(name) {
  const game = games.find((entry) => entry.name === name);
  return game ? titleOf(game) : name;
}
function opening() {
  const area = h("textarea", {
    rows: 3,
    cols: 60,
    "aria-label": app.say("paste"),
    placeholder: app.say("paste"),
  });
  const file = h("input", {
    type: "file",
    accept: ".json,.jsonl,.txt",
    "aria-label": app.say("open-title"),
    onchange: async () => {
      if (file.files[0]) openText(await file.files[0].text());
    },
  });
  const node = h(
    "section",
    {},
    h("h2", { text: app.say("open-title") }),
    h("p", { text: app.say("open-hint") }),
    h(
      "div",
      { class: "row" },
      file,
      area,
      button(app.say("open"), () => openText(area.value)),
    ),
  );
  node.addEventListener("dragover", (event) => event.preventDefault());
  node.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped) openText(await dropped.text());
  });
  return node;
}
// A record (a line of JSON with actions) or a position (a whole description), or a link to one.
async function openText(text) {
  const link = text.trim().match(/#p=([\w-]+)\s*$/);
  if (link) text = await unpacked(link[1]);
  let data = null;
  try {
    data = JSON.parse(text.trim().split("\n")[0]);
  } catch {
    try {
      data = JSON.parse(text);
    } catch {
      toast(app.say("needs-file"), { bad: true });
      return;
    }
  }
  if (!data || typeof data !== "object") {
    toast(app.say("needs-file"), { bad: true });
    return;
  }
  const wish = Array.isArray(data.actions)
    ? { record: text.trim().split("\n")[0] }
    : { position: data, seats: seatsFor(data) };
  await make(wish, wish.record ? "?replay=1" : "");
}
function seatsFor(position) {
  const seats = Array.isArray(position.players) ? position.players.length : 2;
  return Array.from({ length: seats }, (_, seat) =>
    seat === Math.max(0, position.seat ?? 0) ? "me" : "normal",
  );
}
export async function post(path, data) {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
  }).then((r) => r.json());
}
export async function make(wish, query = "") {
  let answer = await post("/api/tables", { ...wish, patient: false }).catch((error) => ({
    error: String(error),
  }));
  if (answer.ticket) {
    closeSheet();
    const card = settingCard(wish.game ?? wish.position?.game);
    $("#lobby")?.replaceChildren(card);
    answer = await awaited(answer.ticket, card.tell);
  }
  if (answer.error) {
    if (location.pathname === "/") build();
    toast(answer.error, { bad: true, seconds: 8 });
    return;
  }
  const mine = wish.seats?.indexOf("me") ?? -1;
  const token = answer.seats.find((entry) => entry.seat === mine)?.token ?? answer.owner;
  location.href = `/table/${answer.id}${query}#${token}`;
}
// One click to the first card: the last table of this kind, or a first one; a game with a first screen of its own shows that.
function playNow(game) {
  if (game.name in CHOOSING) {
    location.href = CHOOSING[game.name];
    return;
  }
  const last = prefs.played[game.name];
  make(
    last ?? { game: game.name, seats: ["me", ...Array(game.seats - 1).fill("easy")], options: first(game) },
  );
}

export function newGame(game, given = null) {
  const last = given ?? prefs.played[game.name] ?? {};
  const chosen = {
    players: last.seats?.length ?? game.seats,
    seats: [...(last.seats ?? [])],
    options: { ...(last.options ?? first(game)) },
    settings: { ...(last.settings ?? {}) },
  };
  const plates = h("div", { class: "plates" });
  const fillPlates = () => {
    chosen.seats = Array.from(
      { length: chosen.players },
      (_, seat) => chosen.seats[seat] ?? (seat ? "easy" : "me"),
    );
    plates.replaceChildren(...chosen.seats.map((who, seat) => plate(game, chosen, seat, who, fillPlates)));
    rules.refill();
  };
  const rules = rulesOf(game, chosen, () => chosen.players);
  fillPlates();
  const clock = h(
    "select",
    {
      "aria-label": app.say("clock"),
      onchange: (event) => {
        chosen.settings.clock = Number(event.target.value);
      },
    },
    [0, 15, 30, 60, 120].map((n) =>
      h("option", {
        value: String(n),
        text: n ? app.say("clock-seconds", { n }) : app.say("no-clock"),
        selected: (chosen.settings.clock ?? 0) === n,
      }),
    ),
  );
  const flag = (key, name, usual) =>
    h(
      "label",
      {},
      h("span", { text: app.say(key) }),
      h("input", {
        type: "checkbox",
        checked: chosen.settings[name] ?? usual,
        "aria-label": app.say(key),
        onchange: (event) => {
          chosen.settings[name] = event.target.checked;
        },
      }),
    );
  const seed = h("input", { type: "text", inputmode: "numeric", size: 10, "aria-label": app.say("seed") });
  const name = h("input", {
    type: "text",
    maxlength: 30,
    value: prefs.name,
    "aria-label": app.say("name"),
    onchange: (event) => set({ name: event.target.value.trim() }),
  });
  const start = () => {
    const wish = {
      game: game.name,
      seats: chosen.seats,
      options: { ...chosen.options },
      settings: { ...chosen.settings },
    };
    if (game.players.length > 1) wish.options.players = chosen.players;
    const mine = chosen.seats.indexOf("me");
    set({ played: { ...prefs.played, [game.name]: wish } });
    const more = { ...wish };
    if (prefs.name && mine >= 0) more.names = { [mine]: prefs.name };
    if (/^-?\d{1,18}$/.test(seed.value.trim())) more.seed = Number(seed.value.trim());
    if (!chosen.seats.some((who) => who === "me" || who === "friend"))
      more.settings = { ...more.settings, open: true };
    if (chosen.seats.includes("friend")) more.settings = { ...more.settings, waiting: true };
    make(more);
  };
  sheet(
    `${app.say("new-game")} · ${titleOf(game)}`,
    h("h3", { text: app.say("seats") }),
    game.players.length > 1
      ? h(
          "div",
          { class: "row" },
          h("span", { text: app.say("number-of-players") }),
          game.players.map((n) =>
            button(
              String(n),
              (event) => {
                chosen.players = n;
                for (const other of event.target.parentNode.querySelectorAll("button"))
                  other.setAttribute("aria-pressed", String(other === event.target));
                fillPlates();
              },
              { "aria-pressed": String(n === chosen.players) },
            ),
          ),
        )
      : null,
    plates,
    h("h3", { text: app.say("rules") }),
    rules,
    h("h3", { text: app.say("table") }),
    h(
      "div",
      { class: "sheet" },
      h("label", {}, h("span", { text: app.say("name") }), name),
      h("label", {}, h("span", { text: app.say("clock") }), clock),
      flag("hints", "hints", true),
      flag("take-backs", "take_backs", true),
      flag("spectators", "spectators", true),
      h("label", {}, h("span", { text: app.say("seed") }), seed),
    ),
    h("div", { class: "row acts" }, button(app.say("start"), start, { class: "primary" })),
  );
}
function plate(game, chosen, seat, who, redo) {
  const isLevel = LEVELS.includes(who),
    isAgent = !["me", "friend"].includes(who);
  const select = h(
    "select",
    {
      "aria-label": `${app.say("place")} ${seat + 1}`,
      onchange: () => {
        if (select.value === "me")
          chosen.seats = chosen.seats.map((other) => (other === "me" ? "easy" : other));
        chosen.seats[seat] = select.value === "other" ? "ismcts" : select.value;
        redo();
      },
    },
    [
      ["me", app.say("me")],
      ["friend", app.say("friend")],
      ...LEVELS.map((level) => [level, `${app.say("bot")}: ${app.say(level)}`]),
      ["other", app.say("other-agent")],
    ].map(([value, text]) =>
      h("option", { value, text, selected: value === who || (value === "other" && isAgent && !isLevel) }),
    ),
  );
  const list = h(
    "datalist",
    { id: `agents-${seat}` },
    game.agents.map((name) => h("option", { value: name })),
  );
  return h(
    "div",
    { class: "plate" },
    h("strong", { class: "row" }, sign(seat, 14), `${app.say("place")} ${seat + 1}`),
    select,
    isLevel || !isAgent ? h("span", { class: "promise", text: app.say(`promise-${who}`) }) : null,
    isAgent && !isLevel
      ? h(
          "span",
          {},
          h("input", {
            type: "text",
            value: who,
            list: `agents-${seat}`,
            "aria-label": app.say("agent-spec"),
            placeholder: app.say("agent-spec"),
            onchange: (event) => {
              chosen.seats[seat] = event.target.value.trim() || "easy";
            },
          }),
          list,
        )
      : null,
  );
}
// Rules: presets as chips, then one line for each option in words; those that depend on others appear when they matter.
function rulesOf(game, chosen, players) {
  const node = h("div", { class: "rules" });
  const given = () => ({
    ...Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    ...chosen.options,
    players: players(),
  });
  const keep = (option, value) => {
    if (String(value) === String(option.default)) delete chosen.options[option.name];
    else chosen.options[option.name] = value;
    node.refill();
  };
  const line = (option) => {
    const label = labelOf(game.name, option, app.language),
      value = given()[option.name];
    const usual = (one) =>
      String(one) === String(first(game)[option.name] ?? option.default) ? ` (${app.say("default")})` : "";
    const text = (one) => valueOf(game.name, option, one, app.language) + usual(one);
    let input;
    if (option.choices.length)
      input = h(
        "select",
        { "aria-label": label, onchange: (event) => keep(option, event.target.value) },
        option.choices.map((one) =>
          h("option", { value: one, text: text(one), selected: String(value) === one }),
        ),
      );
    else if (typeof option.default === "boolean")
      input = h(
        "select",
        { "aria-label": label, onchange: (event) => keep(option, event.target.value === "1") },
        [true, false].map((one) =>
          h("option", {
            value: one ? "1" : "0",
            text: text(one),
            selected: (value === true || value === "1") === one,
          }),
        ),
      );
    else if (typeof option.default === "number")
      input = h(
        "span",
        { class: "row" },
        h("input", {
          type: "number",
          "aria-label": label,
          value: String(value),
          min: option.low ?? "",
          max: option.high ?? "",
          onchange: (event) => keep(option, Number(event.target.value)),
        }),
        h("span", {
          class: "promise",
          text:
            String(value) === String(option.default)
              ? `(${app.say("default")})`
              : `${app.say("default")}: ${option.default}`,
        }),
      );
    else
      input = h("input", {
        type: "text",
        "aria-label": label,
        value: String(value),
        placeholder: valueOf(game.name, option, option.default, app.language),
        onchange: (event) => keep(option, event.target.value.trim()),
      });
    return h(
      "label",
      { "data-option": option.name },
      h("span", { lang: worded(game.name, option) ? null : "en", text: label }),
      input,
    );
  };
  node.refill = () => {
    const open = [...node.querySelectorAll("details")].map((details) => details.open);
    const focus = document.activeElement?.closest("[data-option]")?.dataset.option;
    const all = game.options.filter(
      (option) =>
        option.name !== "players" && option.name !== "preset" && matters(game.name, option, given()),
    );
    const usual = all.filter((option) => !forResearch(game.name, option)),
      rest = all.filter((option) => forResearch(game.name, option));
    const preset = game.presets.length
      ? h(
          "div",
          { class: "row" },
          h("span", { text: app.say("preset") }),
          game.presets.map((name) =>
            button(
              PRESETS[name]?.[app.language] ?? name,
              () => {
                if (chosen.options.preset === name) delete chosen.options.preset;
                else chosen.options.preset = name;
                node.refill();
              },
              {
                "aria-pressed": String(
                  (chosen.options.preset ??
                    game.options.find((option) => option.name === "preset")?.default) === name,
                ),
              },
            ),
          ),
        )
      : null;
    const part = (key, options, k) =>
      options.length
        ? h(
            "details",
            { open: open[k] ?? false },
            h("summary", { text: `${app.say(key)} (${options.length})` }),
            h("div", { class: "sheet" }, options.map(line)),
          )
        : null;
    node.replaceChildren(
      ...[preset, part("rules-options", usual, 0), part("research-options", rest, 1)].filter(Boolean),
    );
    if (focus) $(`[data-option="${focus}"] select, [data-option="${focus}"] input`, node)?.focus();
  };
  node.refill();
  return node;
}

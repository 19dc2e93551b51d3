// The lobby: go on with a game, play at once, set a table up, watch bots, open what was kept.

import {app} from "./app.js";
import {prefs, set, tables, forget} from "./prefs.js";
import {$, h, s, button, sheet, toast} from "./dom.js";
import {unpacked} from "./share.js";
import {hasTour} from "./tours.js";

const LEVELS = ["easy", "normal", "hard", "best"];
const OWN = ["briscas", "dinosaurs", "catan", "hearthstone", "tribute"];
const MINUTES = {briscas: 8, dinosaurs: 12, catan: 40, hearthstone: 12, tribute: 20};
// What a first table looks like: the shortest way to the first card.
const FIRST = {hearthstone: {deck0: "BasicPaladin", deck1: "BasicPaladin", variant: "full"}, tribute: {patrons: "duke_of_crows,hlaalu,pelin,red_eagle"}};
const EMBLEMS = {
  briscas: "M22 14h34v52H22Z M44 18l34 8-12 50-32-8", dinosaurs: "M14 62c4-22 18-34 34-34 4-12 18-16 28-8l6 8-16 4c0 18-8 28-18 32v10h-8V64H32v10h-8V64Z",
  catan: "M48 8l28 16v32L48 72 20 56V24Z M48 24l14 8v16l-14 8-14-8V32Z", hearthstone: "M48 8l34 30-34 36L14 38Z M48 24v34 M32 38h32", tribute: "M48 12a28 28 0 1 0 .1 0Z M48 24l6 14 15 1-11 10 4 15-14-8-14 8 4-15-11-10 15-1Z",
};
let games = [];

export async function lobby() {
  games = await fetch("/api/games").then((r) => r.json());
  build();
  if (location.pathname === "/open" && location.hash.startsWith("#p=")) {
    try { await openText(await unpacked(location.hash.slice(3))); } catch { toast(app.say("gone"), {bad: true}); }
  }
  const {listen} = await import("./prefs.js");
  listen((changes) => { if ("language" in changes) build(); });
}
function titleOf(game) { return app.say(`game-${game.name}`) === `game-${game.name}` ? game.title : app.say(`game-${game.name}`); }

function build() {
  $("#bar").replaceChildren(h("a", {class: "title", href: "/", text: "Tapete"}), h("span", {class: "seats"}),
    button(app.language.toUpperCase(), () => set({language: app.language === "en" ? "es" : "en"}), {"aria-label": app.say("language")}),
    button(app.say("options"), async () => { const {options} = await import("./menus.js"); options({}); }));
  const own = OWN.map((name) => games.find((game) => game.name === name)).filter(Boolean);
  const others = games.filter((game) => !OWN.includes(game.name));
  const goOn = h("section", {hidden: true});
  $("#room").replaceChildren(h("main", {id: "lobby"}, goOn,
    h("section", {}, h("h1", {text: "Tapete"}), h("p", {text: app.say("welcome")}), h("div", {class: "tiles"}, own.map(tile))),
    others.length ? h("section", {}, h("h2", {text: app.say("other-games")}), h("div", {class: "tiles"}, others.map(tile))) : null,
    watching(), opening()));
  continueRow(goOn);
}
function tile(game) {
  const emblem = s("svg", {class: "emblem", viewBox: "-60 0 216 84", "aria-hidden": "true"}, s("path", {d: EMBLEMS[game.name] ?? "M20 14h56v56H20Z M34 28h28v28H34Z", fill: "none", stroke: "currentColor", "stroke-width": 4, "stroke-linejoin": "round"}));
  const {players} = game;
  const number = players.length > 1 ? `${players[0]}–${players[players.length - 1]}` : String(players[0]);
  return h("article", {class: "tile", "data-game": game.name}, emblem, h("h3", {text: titleOf(game)}),
    h("p", {text: `${number} ${app.say("players")}${MINUTES[game.name] ? ` · ${MINUTES[game.name]} ${app.say("minutes")}` : ""}`}),
    h("div", {class: "row"}, button(app.say("play-now"), () => playNow(game), {class: "primary"}), button(app.say("new-game"), () => newGame(game)), button(app.say("bots-watch"), () => { location.href = `/play/${game.name}?seat=none&against=normal`; }), hasTour(game.name) ? button(app.say("tour"), () => make({game: game.name, seats: ["me", ...Array(game.seats - 1).fill("easy")], options: FIRST[game.name] ?? {}}, "?tour=1")) : null));
}
async function continueRow(section) {
  const known = tables();
  if (!known.length) return;
  const answer = await post("/api/mine", {tables: known.map(({id, token}) => ({id, token}))}).catch(() => null);
  if (!answer?.tables) return;
  for (const {id} of known) if (!answer.tables.some((entry) => entry.id === id)) forget(id);
  const open = answer.tables.filter((entry) => !entry.over).sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
  const done = answer.tables.filter((entry) => entry.over);
  const chip = (entry) => {
    const {token} = known.find(({id}) => id === entry.id);
    const game = games.find(({name}) => name === entry.game);
    return h("a", {class: "chip", href: `/table/${entry.id}#${token}`, text: `${game ? titleOf(game) : entry.title} · ${app.say(entry.over ? "over" : entry.your_turn ? "your-turn" : "waiting")}`});
  };
  section.hidden = !answer.tables.length;
  section.replaceChildren(...(open.length ? [h("h2", {text: app.say("continue")}), h("div", {class: "row"}, open.slice(0, 8).map(chip))] : []),
    ...(done.length ? [h("h3", {text: app.say("stored")}), h("div", {class: "row"}, done.slice(0, 8).map(chip))] : []));
}
function watching() {
  return h("section", {}, h("h2", {text: app.say("watch-bots")}), h("div", {class: "row"}, games.map((game) => h("a", {class: "chip", href: `/play/${game.name}?seat=none&against=normal`, text: titleOf(game)}))));
}
function opening() {
  const area = h("textarea", {rows: 3, cols: 60, "aria-label": app.say("paste"), placeholder: app.say("paste")});
  const file = h("input", {type: "file", accept: ".json,.jsonl,.txt", "aria-label": app.say("open-title"), onchange: async () => { if (file.files[0]) openText(await file.files[0].text()); }});
  const node = h("section", {}, h("h2", {text: app.say("open-title")}), h("p", {text: app.say("open-hint")}), h("div", {class: "row"}, file, area, button(app.say("open"), () => openText(area.value))));
  node.addEventListener("dragover", (event) => event.preventDefault());
  node.addEventListener("drop", async (event) => { event.preventDefault(); const [dropped] = event.dataTransfer.files; if (dropped) openText(await dropped.text()); });
  return node;
}
// A record (a line of JSON with actions) or a position (a whole description), or a link to one.
async function openText(text) {
  const link = text.trim().match(/#p=([\w-]+)\s*$/);
  if (link) text = await unpacked(link[1]);
  let data = null;
  try { data = JSON.parse(text.trim().split("\n")[0]); } catch { try { data = JSON.parse(text); } catch { toast(app.say("not-possible"), {bad: true}); return; } }
  const wish = Array.isArray(data.actions) ? {record: text.trim().split("\n")[0]} : {position: data, seats: seatsFor(data)};
  await make(wish);
}
function seatsFor(position) {
  const seats = Array.isArray(position.players) ? position.players.length : 2;
  return Array.from({length: seats}, (_, seat) => seat === Math.max(0, position.seat ?? 0) ? "me" : "normal");
}
async function post(path, data) {
  return fetch(path, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(data)}).then((r) => r.json());
}
async function make(wish, query = "") {
  const wait = setTimeout(() => { $("#lobby")?.replaceChildren(h("div", {class: "setting"}, h("h2", {text: app.say("setting")}), h("progress"))); }, 400);
  const answer = await post("/api/tables", wish).catch((error) => ({error: String(error)}));
  clearTimeout(wait);
  if (answer.error) { build(); toast(answer.error, {bad: true, seconds: 8}); return; }
  const mine = wish.seats?.indexOf("me") ?? -1;
  const token = answer.seats.find((entry) => entry.seat === mine)?.token ?? answer.owner;
  location.href = `/table/${answer.id}${query}#${token}`;
}
// One click to the first card: the last table of this kind, or a first one.
function playNow(game) {
  const last = prefs.played[game.name];
  make(last ?? {game: game.name, seats: ["me", ...Array(game.seats - 1).fill("easy")], options: FIRST[game.name] ?? {}});
}

function newGame(game) {
  const last = prefs.played[game.name] ?? {};
  const chosen = {players: last.seats?.length ?? game.seats, seats: [...(last.seats ?? [])], options: {...(last.options ?? FIRST[game.name] ?? {})}, settings: {...(last.settings ?? {})}};
  const plates = h("div", {class: "plates"});
  const fillPlates = () => {
    chosen.seats = Array.from({length: chosen.players}, (_, seat) => chosen.seats[seat] ?? (seat ? "easy" : "me"));
    plates.replaceChildren(...chosen.seats.map((who, seat) => plate(game, chosen, seat, who, fillPlates)));
  };
  fillPlates();
  const clock = h("select", {"aria-label": app.say("clock"), onchange: (event) => { chosen.settings.clock = Number(event.target.value); }}, [0, 15, 30, 60, 120].map((n) => h("option", {value: String(n), text: n ? app.say("clock-seconds", {n}) : app.say("no-clock"), selected: (chosen.settings.clock ?? 0) === n})));
  const flag = (key, name, usual) => h("label", {}, h("span", {text: app.say(key)}), h("input", {type: "checkbox", checked: chosen.settings[name] ?? usual, "aria-label": app.say(key), onchange: (event) => { chosen.settings[name] = event.target.checked; }}));
  const seed = h("input", {type: "text", inputmode: "numeric", size: 10, "aria-label": app.say("seed")});
  const name = h("input", {type: "text", maxlength: 30, value: prefs.name, "aria-label": app.say("name"), onchange: (event) => set({name: event.target.value.trim()})});
  const start = () => {
    const wish = {game: game.name, seats: chosen.seats, options: {...chosen.options}, settings: {...chosen.settings}};
    if (game.players.length > 1) wish.options.players = chosen.players;
    const mine = chosen.seats.indexOf("me");
    set({played: {...prefs.played, [game.name]: wish}});
    const more = {...wish};
    if (prefs.name && mine >= 0) more.names = {[mine]: prefs.name};
    if (/^-?\d{1,18}$/.test(seed.value.trim())) more.seed = Number(seed.value.trim());
    if (!chosen.seats.some((who) => who === "me" || who === "friend")) more.settings.open = true;
    make(more);
  };
  sheet(`${app.say("new-game")} · ${titleOf(game)}`,
    h("h3", {text: app.say("seats")}),
    game.players.length > 1 ? h("div", {class: "row"}, h("span", {text: app.say("number-of-players")}), game.players.map((n) => button(String(n), (event) => { chosen.players = n; for (const other of event.target.parentNode.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === event.target)); fillPlates(); }, {"aria-pressed": String(n === chosen.players)}))) : null,
    plates, h("h3", {text: app.say("rules")}), rulesOf(game, chosen), h("h3", {text: app.say("table")}),
    h("div", {class: "sheet"}, h("label", {}, h("span", {text: app.say("name")}), name), h("label", {}, h("span", {text: app.say("clock")}), clock), flag("hints", "hints", true), flag("take-backs", "take_backs", true), flag("spectators", "spectators", true), h("label", {}, h("span", {text: app.say("seed")}), seed)),
    h("div", {class: "row"}, button(app.say("start"), start, {class: "primary"})));
}
function plate(game, chosen, seat, who, redo) {
  const isLevel = LEVELS.includes(who), isAgent = !["me", "friend"].includes(who);
  const select = h("select", {"aria-label": `${app.say("place")} ${seat + 1}`, onchange: () => { chosen.seats[seat] = select.value === "other" ? "ismcts" : select.value; redo(); }},
    [["me", app.say("me")], ["friend", app.say("friend")], ...LEVELS.map((level) => [level, `${app.say("bot")}: ${app.say(level)}`]), ["other", app.say("other-agent")]].map(([value, text]) => h("option", {value, text, selected: value === who || (value === "other" && isAgent && !isLevel)})));
  const list = h("datalist", {id: `agents-${seat}`}, game.agents.map((name) => h("option", {value: name})));
  return h("div", {class: "plate"}, h("strong", {text: `${app.say("place")} ${seat + 1}`}), select,
    isLevel ? h("span", {class: "promise", text: app.say(`promise-${who}`)}) : null,
    isAgent && !isLevel ? h("span", {}, h("input", {type: "text", value: who, list: `agents-${seat}`, "aria-label": app.say("agent-spec"), placeholder: app.say("agent-spec"), onchange: (event) => { chosen.seats[seat] = event.target.value.trim() || "easy"; }}), list) : null);
}
function rulesOf(game, chosen) {
  const line = (option) => {
    const label = option.what || option.name;
    const given = chosen.options[option.name] ?? option.default;
    const note = (value) => String(value) === String(option.default) ? ` (${app.say("default")})` : "";
    let input;
    const keep = (value) => { if (String(value) === String(option.default)) delete chosen.options[option.name]; else chosen.options[option.name] = value; };
    if (option.choices.length) input = h("select", {"aria-label": label, onchange: (event) => keep(event.target.value)}, option.choices.map((value) => h("option", {value, text: value + note(value), selected: String(given) === value})));
    else if (typeof option.default === "boolean") input = h("input", {type: "checkbox", "aria-label": label, checked: given === true || given === "1", onchange: (event) => keep(event.target.checked)});
    else if (typeof option.default === "number") input = h("input", {type: "number", "aria-label": label, value: String(given), min: option.low ?? "", max: option.high ?? "", onchange: (event) => keep(Number(event.target.value))});
    else input = h("input", {type: "text", "aria-label": label, value: String(given), onchange: (event) => keep(event.target.value.trim())});
    return h("label", {}, h("span", {lang: "en", text: label}), input);
  };
  const shown = game.options.filter((option) => option.name !== "players" && option.name !== "preset");
  const preset = game.presets.length ? h("div", {class: "row"}, h("span", {text: app.say("preset")}), game.presets.map((name) => button(name, (event) => { if (chosen.options.preset === name) delete chosen.options.preset; else chosen.options.preset = name; for (const other of event.target.parentNode.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other.textContent === chosen.options.preset)); }, {"aria-pressed": String(chosen.options.preset === name)}))) : null;
  return h("div", {}, preset, h("details", {}, h("summary", {text: `${app.say("more-options")} (${shown.length})`}), h("div", {class: "sheet"}, shown.map(line))));
}

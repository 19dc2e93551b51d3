// What opens by the person's act: menu, options, sharing, the end of a game, replay.

import { app } from "./app.js";
import { prefs, set } from "./prefs.js";
import { $, h, s, button, byTouch, sheet, closeSheet, toast } from "./dom.js";
import { share } from "./share.js";
import { icon } from "./icons.js";
import { theKit } from "./stage.js";
import { tour, hasTour, tourTexts } from "./tours.js";
import { pictured } from "./hands.js";
import { waitingRoom } from "./waiting.js";
import { placeAccount } from "./account.js";
import { accountTold } from "./facts.js";
import { pose } from "./people.js";
import { countDown } from "./countdown.js";
import { SPEEDS, speedName, toggleHold } from "./pacing.js";
import { group, tabs } from "./tabs.js";
import { face, loadHouse, picture } from "./house.js";
import { begin, confetti, evenSteps, lastWord, matchBoard, matchOf, podium, scene } from "./scenes.js";

export function menu(table) {
  const entry = (key, sign, run) => {
    const node = button("", () => {
      closeSheet();
      run();
    });
    node.append(icon(sign), h("span", { text: app.say(key) }));
    return node;
  };
  const playing = table.seat !== null && !table.state?.over;
  sheet(
    app.say("menu"),
    h(
      "div",
      { class: "entries" },
      entry("options", "options", () => options(table)),
      entry("rules-tour", "rules", () => rules(table)),
      entry("share-title", "share", () => share(table)),
      entry("replay", "replay", () => table.goTo(table.state?.over ? 0 : table.log.length)),
      table.owner && table.about.invite?.length
        ? entry("friend", "friend", () => {
            table.roomShut = false;
            waitingRoom(table);
          })
        : null,
      playing ? entry("take-back", "undo", () => table.net.send({ type: "take_back" })) : null,
      table.state?.over
        ? entry("again", "again", () => table.net.send({ type: "again", rotate: false }))
        : null,
      table.owner && table.seat === null
        ? entry(table.state?.paused ? "resume" : "pause", table.state?.paused ? "play" : "pause", () =>
            toggleHold(table),
          )
        : null,
      entry("lobby", "lobby", () => {
        location.href = "/";
      }),
      playing
        ? entry("leave", "leave", () => {
            sureOf(app.say("leave"), app.say("leave-sure"), () => table.leave());
          })
        : null,
    ),
  );
}

// A question before what cannot be taken back; the way out is the first button.
function sureOf(title, text, run) {
  const node = sheet(
    title,
    h("p", { text }),
    h(
      "div",
      { class: "row" },
      button(app.say("back"), closeSheet),
      button(
        title,
        () => {
          closeSheet();
          run();
        },
        { class: "primary" },
      ),
    ),
  );
  $(".row button", node).focus();
}

export function options(table) {
  const choice = (key, name, values, label = (value) => value) =>
    h(
      "label",
      {},
      h("span", { text: app.say(key) }),
      h(
        "select",
        { "aria-label": app.say(key), onchange: (event) => set({ [name]: event.target.value }) },
        values.map((value) =>
          h("option", {
            value: String(value),
            text: label(value),
            selected: String(prefs[name]) === String(value),
          }),
        ),
      ),
    );
  const range = (key, name, min, max, step) => {
    const shown = h("output", { text: String(prefs[name]) });
    return h(
      "label",
      {},
      h("span", { text: app.say(key) }),
      h(
        "span",
        { class: "slider" },
        h("input", {
          type: "range",
          min: String(min),
          max: String(max),
          step: String(step),
          value: String(prefs[name]),
          "aria-label": app.say(key),
          oninput: (event) => {
            shown.textContent = event.target.value;
            set({ [name]: Number(event.target.value) });
          },
        }),
        shown,
      ),
    );
  };
  const flag = (key, name) =>
    h(
      "label",
      {},
      h("span", { text: app.say(key) }),
      h("input", {
        type: "checkbox",
        checked: Boolean(prefs[name]),
        "aria-label": app.say(key),
        onchange: (event) => set({ [name]: event.target.checked }),
      }),
    );
  const sizes = ["fit", "480x320", "640x480", "1280x720", "1366x768", "1920x1080", "2560x1440", "3840x2160"];
  const language = h(
    "label",
    {},
    h("span", { text: app.say("language") }),
    h(
      "select",
      {
        "aria-label": app.say("language"),
        autofocus: true,
        onchange: (event) => {
          set({ language: event.target.value });
          options(table);
        },
      },
      [
        ["en", "English"],
        ["es", "Español"],
      ].map(([value, text]) => h("option", { value, text, selected: app.language === value })),
    ),
  );
  const groups = {
    "options-look": [
      language,
      choice("theme", "theme", ["system", "light", "dark"], (value) => app.say(`theme-${value}`)),
      range("text-size", "text", 90, 150, 5),
      choice("stage-size", "size", sizes, (value) => (value === "fit" ? app.say("fit") : value)),
      button(app.say("full-screen"), fullScreen),
    ],
    "options-sound": [
      range("effects", "effects", 0, 100, 5),
      range("music", "music", 0, 100, 5),
      flag("mute", "mute"),
    ],
    "options-pace": [
      choice("speed", "speed", Object.keys(SPEEDS), speedName),
      choice("motion", "motion", ["system", "full", "less"], (value) => app.say(`motion-${value}`)),
      choice("confirm", "confirm", ["never", "touch", "always"], (value) => app.say(`confirm-${value}`)),
      flag("ask-forced", "forced"),
      level(table),
    ],
    keys: byTouch() // no keyboard, no keys
      ? null
      : [flag("letters", "letters"), button(app.say("options-keys"), () => allKeys(table))],
    "options-help": [
      choice("coach", "coach", ["off", "ask", "on"], (value) => app.say(`coach-${value}`)),
      choice("toast-time", "toasts", [2, 4, 8, 15], (value) => app.say("seconds", { n: value })),
      flag("tips", "tips"),
      flag("values", "values"),
      flag("bubbles", "bubbles"),
    ],
  };
  const shown = Object.entries(groups).filter(([, lines]) => lines);
  const sections = shown.map(([key, lines]) => group(key, ...lines));
  const title = app.say("options");
  const names = shown.map(([key]) => key);
  sheet(title, tabs(title, names, sections), h("div", { class: "settings" }, sections));
}
// What each key does, those of the game last: by the names of what they press.
function allKeys(table) {
  const own = Object.entries(table.stage?.module?.keys ?? {}).map(([key, name]) => [
    key.toUpperCase(),
    table.thing(name)?.getAttribute("aria-label").replace(` (${key.toUpperCase()})`, ""),
  ]);
  const all = app
    .say("keys-text")
    .split("\n")
    .map((line) => line.split(": "));
  sheet(
    app.say("options-keys"),
    h(
      "dl",
      { class: "all-keys" },
      [...all, ...own.filter(([, name]) => name)].map(([key, text]) =>
        h("div", {}, h("dt", {}, h("kbd", { text: key })), h("dd", { text })),
      ),
    ),
    button(app.say("back"), () => options(table)),
  );
}
// How good the bots are, where a person plays against bots alone; others take their seats when the
// next round begins.
function level(table) {
  const { about } = table;
  const bots = (about?.seats ?? []).filter((chair) => chair.kind === "agent");
  if (
    !bots.length ||
    !table.owner ||
    table.seat === null ||
    table.state?.over ||
    about.seats.length - bots.length > 1
  )
    return null;
  const now = about.next_level ?? (bots.every((chair) => chair.label === bots[0].label) ? bots[0].label : "");
  return h(
    "label",
    {},
    h("span", {}, app.say("bots-level"), h("small", { text: ` (${app.say("bots-level-when")})` })),
    h(
      "select",
      {
        id: "bots-level",
        "aria-label": app.say("bots-level"),
        onchange: (event) => {
          table.net.send({ type: "level", level: event.target.value });
          toast(app.say("bots-level-when"), { seconds: prefs.toasts });
        },
      },
      [
        ...(about.levels.includes(now) ? [] : [["", "–"]]),
        ...about.levels.map((name) => [name, app.say(name)]),
      ].map(([value, text]) => h("option", { value, text, selected: value === now, disabled: value === "" })),
    ),
  );
}
export function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

// What the game says of its rules, but for how a terminal writes its board; else what its tour says; and what
// words on cards mean.
export async function rules(table, learn = () => tour(table)) {
  await table.ready;
  const text = table.words[app.language]?.rules ?? "";
  const short = tourTexts(table.about.game);
  const lines = text ? text.split(/\n+/).filter((line) => line && !/\[\w+\]/.test(line)) : [];
  const spanish = new Set(
    Object.entries(table.words.es ?? {})
      .filter(([key]) => key.startsWith("name."))
      .map(([, name]) => name),
  );
  // Games explain words under their names in every language.
  const here = (name) => spanish.has(name) === (app.language === "es");
  const keywords = Object.entries(table.cards)
    .filter(([name, card]) => card?.kind === "keyword" && card.text && here(name))
    .map(([, card]) => card);
  const signs =
    table.stage.module.legend?.(app.language, (key, values) => table.say(key, values), theKit()) ?? [];
  const node = sheet(
    app.say("rules-title"),
    short.length ? pictured(table, short) : "",
    short.length && lines.length ? h("h3", { text: app.say("rules-more") }) : "",
    ...lines.map((line) => h("p", { text: line })),
    signs.length
      ? h(
          "details",
          { open: true },
          h("summary", { text: app.say("signs") }),
          h(
            "ul",
            { class: "legend" },
            signs.map(([sign, text]) =>
              h(
                "li",
                {},
                s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, sign),
                h("span", { text }),
              ),
            ),
          ),
        )
      : null,
    keywords.length
      ? h(
          "details",
          {},
          h("summary", { text: app.say("keywords") }),
          h(
            "ul",
            {},
            keywords.map((card) => h("li", { text: card.text.charAt(0).toUpperCase() + card.text.slice(1) })),
          ),
        )
      : null,
    h(
      "div",
      { class: "row" },
      hasTour(table.about.game)
        ? button(
            app.say("tour"),
            () => {
              closeSheet();
              learn();
            },
            { class: "primary" },
          )
        : null,
    ),
  );
  node.scrollTop = 0; // the focus goes to what can be opened, the reader begins above
}

export function takeBackAsked(table, by) {
  $("#take-back")?.remove();
  if (by === null) {
    if (table.askedBack) toast(app.say("refused"), { seconds: 2 });
    table.askedBack = false;
    return;
  }
  if (by === table.seat) {
    table.askedBack = true;
    toast(app.say("take-back-wait"), { seconds: 3 });
    return;
  }
  if (table.seat === null) return;
  const node = h(
    "div",
    { class: "toast asking", id: "take-back", role: "alert" },
    app.say("take-back-asked", { who: table.names[by] }),
    button(app.say("agree"), () => {
      node.remove();
      table.net.send({ type: "agree", yes: true });
    }),
    button(app.say("refuse"), () => {
      node.remove();
      table.net.send({ type: "agree", yes: false });
    }),
  );
  pose(table, node);
}
/** A move was made: the server asks nothing any more. */
export function takeBackOver(table) {
  table.askedBack = false;
  $("#take-back")?.remove();
}
export function nextTable(table, message) {
  if (!message.id) return;
  const go = () => {
    location.href = `/table/${message.id}${message.token ? `#${message.token}` : ""}`;
  };
  if (message.by === table.seat && (table.seat !== null || table.owner)) {
    go();
    return;
  }
  toast(app.say("next-ready", { who: message.by === null ? app.say("table") : table.names[message.by] }), {
    seconds: 0,
    act: { text: app.say("go"), run: go },
  });
}

// The end: a card above the stage, which stays visible; in a small window it covers it and can
// be put aside.
export function ending(table) {
  if ($("#end") || table.past) return;
  const { state } = table;
  const won = table.seat !== null && state.result?.winners.includes(table.seat);
  if (table.ended !== state.frame) {
    table.ended = state.frame;
    table.sound.play(table.seat === null || won ? "victory" : "defeat");
    table.alarm(table.resultText());
  }
  const own = table.stage.module.ending?.(table.view());
  // A game may rank otherwise than by shares and points.
  const ranks = table.stage.module.ranking?.(table.view());
  const order = [...table.about.seats].sort((a, b) =>
    ranks
      ? ranks.indexOf(a.seat) - ranks.indexOf(b.seat)
      : state.result.returns[b.seat] - state.result.returns[a.seat] ||
        state.result.points[b.seat] - state.result.points[a.seat],
  );
  const seated = (table.seat !== null || table.owner) && !table.about.settings.reading;
  const alone =
    table.seat !== null &&
    table.about.seats.every((chair) => chair.seat === table.seat || chair.kind === "agent");
  const help = state.help ?? {};
  const used = (chair) =>
    [
      ["hints-used", help.hints?.[chair.seat]],
      ["takebacks-used", help.take_backs?.[chair.seat]],
    ]
      .filter(([, n]) => n)
      .map(([key, n]) => app.say(key, { n }));
  const many = state.result.winners.length === table.about.seats.length;
  const node = scene({
    id: "end",
    title: table.resultText(),
    light: won || table.seat === null || many ? "warm" : "cool",
    body: [
      h("p", {
        class: "how",
        text: own?.sentence
          ? afterTitle(table.resultText(), own.sentence)
          : table.account
            ? decided(table)
            : "",
      }),
      matchBoard(table),
      own?.picture ? h("div", { class: "picture" }, own.picture) : null,
      own?.node ?? podium(table, order, used, own?.figure),
    ].filter(Boolean),
    actions: [
      seated
        ? button(
            app.say(matchOf(table)?.winner ? "match-again" : "again"),
            () => table.net.send({ type: "again", rotate: false }),
            { class: "brass" },
          )
        : null,
      button(app.say("replay"), () => table.goTo(0)),
      seated && alone ? button(app.say("other-level"), () => otherLevel(table)) : null,
      button(app.say("lobby"), () => {
        location.href = `/choose/${table.about.game}`;
      }),
      state.result.fault
        ? button(app.say("go-on-bot"), () =>
            table.net.send({ type: "replace", seat: state.result.fault.seat, agent: "easy" }),
          )
        : null,
    ].filter(Boolean),
    more: [
      h(
        "div",
        { class: "row small" },
        ...[
          button(app.say("small-end"), () => putAside(table), { class: "aside" }),
          seated ? button(app.say("rematch"), () => table.net.send({ type: "again", rotate: true })) : null,
          button(app.say("review"), () => {
            if (table.side.tab !== "analysis" || table.room.classList.contains("shut"))
              table.side.open("analysis");
            table.side.startReview();
            putAside(table);
          }),
          button(app.say("share-title"), () => share(table)),
        ].filter(Boolean),
      ),
    ],
  });
  table.room.append(node);
  table.room.classList.add("ended");
  evenSteps(node);
  lastWord(table, node);
  if (won && !state.log) confetti(node);
  table.side.showReview(true);
  if (!table.account) {
    table.net.send({ type: "account" });
    // Its place is kept, so that the buttons stay where they are when it comes
    node.append(h("p", { id: "accounting", text: `${app.say("account")} …` }));
  }
  if (seated && alone) {
    firstWin(table, won);
    countDown(table, node);
  }
  placeAccount(table);
  table.redraw();
  if (!state.log) begin(node);
}
// What decided a game that gives no account of itself: its points, or else how long it took.
function plainly(table) {
  const { points } = table.state.result;
  const scores = table.about.seats.map(({ seat }) => `${table.names[seat]} ${points[seat]}`);
  return points.some(Boolean)
    ? app.say("how-points", { text: scores.join(", ") })
    : app.say("how-moves", { n: table.log.length });
}
// A player who has won for the first time is offered better rivals the next time.
function firstWin(table, won) {
  const { game } = table.about;
  if (!won || table.state.log || prefs.wins[game]) return;
  set({
    wins: { ...prefs.wins, [game]: 1 },
    level: (prefs.level[game] ?? "easy") === "easy" ? { ...prefs.level, [game]: "normal" } : prefs.level,
  });
}
// The summary of the game has been computed: shown in the card, and beside the table.
export function accounted(table, message) {
  const { words, names, reader } = table.wording();
  table.account = accountTold(message, words, { names, reader });
  sayHow(table);
  placeAccount(table);
}
// What decided the game, once it is known whether the game gives an account of itself.
export function sayHow(table) {
  if (!table.account) $("#accounting")?.remove();
  const how = $("#end .how");
  if (!how || how.textContent) return;
  how.textContent = decided(table);
  table.speak(how.textContent);
}
// The title says who has won: the line below it does not say so again.
const decided = (table) => afterTitle(table.resultText(), table.account?.how ?? plainly(table));
function afterTitle(title, text) {
  const said = `${title.replace(/[.!]$/, "").replace(/^¡/, "")}: `;
  if (!text.toLowerCase().startsWith(said.toLowerCase())) return text;
  const rest = text.slice(said.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
export function noEnding(table) {
  $("#end")?.remove();
  $("#account")?.remove();
  $("#result")?.remove();
  if (table.room.classList.contains("ended")) {
    table.room.classList.remove("ended");
    return true;
  }
  return false;
}
/** Show the table instead of the end, and a way back to it. @param {any} table */
export function putAside(table) {
  if (!table.room.classList.contains("ended")) return;
  noEnding(table);
  table.guide.append(
    button(
      app.say("show-result"),
      () => {
        $("#result")?.remove();
        ending(table);
        $("#end button")?.focus();
      },
      { id: "result" },
    ),
  );
  table.redraw();
  $("#result").focus();
}
async function otherLevel(table) {
  const { about } = table;
  const { people } = await loadHouse(about.game);
  const figures = about.seats.some((chair) => chair.figure); // who plays there has no level of its own
  const met = about.seats.find((chair) => chair.kind === "agent")?.level;
  const facesOf = (level) =>
    Object.keys(people)
      .filter((one) => !figures && people[one].level === level)
      .map((one) => picture(face(one, level === met ? "glad" : "calm"), 40));
  const begin = async (level) => {
    closeSheet();
    const seats = about.seats.map((chair) => (chair.seat === table.seat ? "me" : level));
    const answer = await fetch("/api/tables", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ game: about.game, options: about.options, seats }),
    }).then((r) => r.json());
    if (answer.error) {
      toast(answer.error, { bad: true });
      return;
    }
    location.href = `/table/${answer.id}#${answer.seats.find(({ seat }) => seat === table.seat).token}`;
  };
  sheet(
    app.say("other-level"),
    h(
      "div",
      { class: "levels" },
      about.levels.map((level) =>
        h(
          "button",
          { type: "button", onclick: () => begin(level), "aria-current": level === met ? "true" : null },
          h("span", { class: "faces" }, facesOf(level)),
          h("strong", { text: app.say(level) }),
          h("span", { class: "promise", text: app.say(`promise-${level}`) }),
        ),
      ),
    ),
  );
}

// Looking back: a bar with what happened and why a bot did it, the way through the game with its rounds and
// mistakes, and whose eyes one looks through.

import { app } from "./app.js";
import { $, h, s, button, sheet, closeSheet, toast } from "./dom.js";
import { icon } from "./icons.js";
import { picture, portraitOf } from "./house.js";
import { toggleHold } from "./pacing.js";
import { whole } from "./fill.js";
import { WORDS, grouped, listed, scored } from "./words.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 50];
const FASTEST = 50;
const APART = 5,
  NUMBERS_APART = 30; // pixels between two rounds on the way through the game, and between their numbers
const LETTER = 0.52; // of the size of the text: how wide a letter is
const PAUSE = 250; // ms for which a person stays at a step before the bot's reason is requested
const REST = 500; // ms between two steps of a replay that runs
const SAME = 1e-6; // scores that differ by less are equal
export const COSTLY = 0.07; // of winning chance, from which a mistake is filled
/** Whether a decision of a review gave something away, and whether that was much.
 * @param {{loss: number, missed_win?: boolean, end?: boolean}} point */
export const isMistake = (point) => !point.end && (point.loss > 0 || Boolean(point.missed_win));
/** @param {{loss: number, missed_win?: boolean}} point */
export const isDear = (point) => point.loss >= COSTLY || Boolean(point.missed_win);
/** What would have been better. @param {{best_text: string, missed_win?: boolean}} point */
export const betterText = (point) =>
  app.say(point.missed_win ? "mistake-missed" : "mistake-better", { text: point.best_text });

const speedText = (n) => (n === FASTEST ? app.say("fastest") : `${grouped(n, app.language)}×`);

/** The parts of a game (rounds, tricks, turns) as its log tells them: where each begins, and its number. */
export function chaptersOf(table) {
  const kinds = table.stage.module.chapters ?? ["turn", "round"];
  const found = [];
  table.story.log.forEach((events, k) => {
    const event = events.find(({ kind }) => kinds.includes(kind));
    if (!event) return;
    found.push({ frame: k + 1, n: chapterNumber(event, found.length + 1) });
  });
  return found;
}
/** The number of a part of the game: its own, else how many there were.
 * @param {any} event @param {number} n */
export function chapterNumber(event, n) {
  const own = event[event.kind] ?? event.number;
  return typeof own === "number" ? own : n;
}
/** The name of a part of the game: the game's own word for it. */
export const chapterName = (table, n) => table.say("chapter", { n });
export const chapterAt = (table, frame) => table.chapters.findLast((chapter) => chapter.frame <= frame);

/** The frame of a step of the engine, for the current viewer. */
export function frameOf(table, step) {
  const { steps } = table.story;
  return steps ? steps.findIndex((one) => one > step) + 1 : null;
}

// Through whose eyes one may look.
const viewers = (table) =>
  table.state.over || table.about.settings.reading
    ? [
        ["all", app.say("eyes-all")],
        ["public", app.say("eyes-public")],
        ...table.about.seats.map(({ seat }) => [String(seat), table.names[seat]]),
      ]
    : [[String(table.about.viewer), app.say("you")]];
// The same moment, as another seat sees it.
function lookAs(table, value) {
  const eyes = /^\d+$/.test(value) ? Number(value) : value;
  const { steps } = table.story,
    step = steps?.[table.past.frame - 1] ?? 0;
  table.goTo(steps && step ? { step } : 0, eyes);
}

export function replayBar(table) {
  $("#replay")?.remove();
  table.guide.hidden = true;
  const over = table.state.over || table.about.settings.reading;
  const slider = h("input", {
    type: "range",
    min: "0",
    max: String(table.log.length),
    value: "0",
    "aria-label": app.say("replay"),
    oninput: () => {
      stopRolling(table);
      table.goTo(Number(slider.value));
    },
  });
  const speed = h(
    "select",
    { class: "pace", "aria-label": app.say("speed"), onchange: () => setSpeed(table, Number(speed.value)) },
    SPEEDS.map((n) =>
      h("option", { value: String(n), text: speedText(n), selected: n === (table.replaySpeed ?? 1) }),
    ),
  );
  const eyes = h(
    "select",
    { class: "eyes", "aria-label": app.say("eyes"), onchange: () => lookAs(table, eyes.value) },
    viewers(table).map(([value, text]) => h("option", { value, text })),
  );
  eyes.value = String(table.eyes);
  const tool = (name, key, run, more = {}) =>
    h(
      "button",
      { type: "button", onclick: run, "aria-label": app.say(key), title: app.say(key), ...more },
      icon(name),
    );
  const node = h(
    "section",
    { id: "replay", "aria-label": app.say("replay") },
    h(
      "div",
      { class: "what" },
      h("span", { class: "who" }),
      h("div", { class: "words" }, h("output", { class: "at" }), h("p", { class: "told", role: "status" })),
    ),
    h(
      "div",
      { class: "keys" },
      tool("chapter-back", "chapter-back", () => toChapter(table, -1)),
      tool("back", "step-back", () => step(table, -1)),
      tool("play", "play", () => togglePlay(table), { class: "go" }),
      tool("on", "step-on", () => step(table, 1), { class: "on" }),
      tool("chapter-on", "chapter-on", () => toChapter(table, 1)),
    ),
    h("div", { class: "track" }, h("div", { class: "marks" }), slider),
    speed,
    eyes,
    over && table.about.seats.length
      ? button(app.say("from-here"), () => fromHere(table), { class: "from" })
      : null,
    tool("menu", "more", () => moreSheet(table), { class: "more" }),
    tool("shut", "live", () => table.live(), { class: "quit" }),
    button(app.say("live"), () => table.live(), { class: "primary leave" }),
  );
  table.room.append(node);
  table.room.classList.add("past");
  table.fitStage();
}
function setSpeed(table, n) {
  table.replaySpeed = n;
  const select = $("#replay .pace");
  if (select) select.value = String(n);
}
// What has no room in the bar of a small window.
function moreSheet(table) {
  const over = table.state.over || table.about.settings.reading;
  const entry = (text, run, more = {}) =>
    button(
      text,
      () => {
        closeSheet();
        run();
      },
      more,
    );
  sheet(
    app.say("replay"),
    h("h3", { text: app.say("speed") }),
    h(
      "div",
      { class: "row speeds" },
      SPEEDS.map((n) =>
        entry(speedText(n), () => setSpeed(table, n), {
          "aria-pressed": String(n === (table.replaySpeed ?? 1)),
        }),
      ),
    ),
    h("h3", { text: app.say("eyes") }),
    h(
      "div",
      { class: "row speeds" },
      viewers(table).map(([value, text]) =>
        entry(text, () => lookAs(table, value), { "aria-pressed": String(value === String(table.eyes)) }),
      ),
    ),
    h(
      "div",
      { class: "row" },
      over && table.about.seats.length ? entry(app.say("from-here"), () => fromHere(table)) : null,
      entry(app.say("analysis"), () => table.side.open("analysis")),
      entry(app.say("first-step"), () => table.goTo(0)),
      entry(app.say("last-step"), () => table.goTo(table.past.frames)),
      entry(app.say("live"), () => table.live(), { class: "primary" }),
    ),
  );
}

/** The bar of the step that is shown. @param {any} table @param {PastMessage} message */
export function replayAt(table, message) {
  const node = $("#replay");
  const slider = $("input", node);
  slider.max = String(message.frames);
  slider.value = String(message.frame);
  const eyes = $(".eyes", node);
  if ([...eyes.options].some((option) => option.value === String(message.eyes)))
    eyes.value = String(message.eyes);
  const chapter = chapterAt(table, message.frame);
  const place = `${message.frame}/${message.frames}`;
  const named = chapter ? chapterName(table, chapter.n) : "";
  $(".at", node).replaceChildren(
    named ? h("b", { text: named }) : "",
    named ? " · " : "",
    h("span", { text: place }),
  );
  slider.setAttribute("aria-valuetext", named ? `${named}, ${place}` : place);
  table.main.dataset.step = String(message.frame);
  showEvents(table, message);
  drawMarks(table);
}
/** The share of a beat's time that a replay takes; 0: none is shown. */
export function paceOf(table) {
  const speed = table.replaySpeed ?? 1;
  return speed >= FASTEST ? 0 : 1 / speed;
}
/** A step has been shown: the next one follows while the replay runs. */
export function rollOn(table) {
  clearTimeout(table.rollTimer);
  const { frame, frames } = table.past;
  if (table.rolling && frame < frames)
    table.rollTimer = setTimeout(
      () => {
        if (!table.rolling || !table.past) return;
        table.stepping = true;
        table.goTo(frame + 1);
      },
      REST / (table.replaySpeed ?? 1),
    );
  else stopRolling(table);
}
// Who did what at this step, with the face.
function showEvents(table, message) {
  const node = $("#replay .what");
  if (showMistake(table, message, node)) return;
  const told = message.events.filter(({ text }) => text);
  const { seat } = told.find((event) => typeof event.seat === "number") ?? {};
  const chair = table.about.seats[seat];
  $(".who", node).replaceChildren(
    ...(chair ? [picture(portraitOf(table.about.game, chair, "calm", seat === table.seat), 40)] : []),
  );
  const place = $(".told", node);
  const size = parseFloat(getComputedStyle(place).fontSize);
  const room = (2 * place.clientWidth) / (LETTER * size); // letters in two lines
  const sentences = told.reduce((all, { text }) => {
    const more = [...all, whole(text)];
    return all.length && more.join(" ").length > room ? all : more;
  }, []);
  $(".told", node).textContent = sentences.join(" ") || app.say(message.frame ? "nothing-seen" : "the-deal");
  $("#replay .reason")?.remove();
  table.side.why(null);
  clearTimeout(table.whyTimer);
  const agent = chair && (chair.kind === "agent" || chair.spec);
  if (!agent || !message.frame || !(table.state.over || table.about.settings.reading)) return;
  table.whyTimer = setTimeout(
    () => table.net.send({ type: "why", frame: message.frame, eyes: message.eyes }),
    PAUSE,
  );
}
// The question before a costly decision that was pressed: what was decided there, and what was better.
function showMistake(table, message, node) {
  const point = table.side.pressed;
  const here = Boolean(point) && table.side.beforePoint(point) === message.frame;
  $(".words", node).classList.toggle("costly", here);
  if (!here) return false;
  const chair = table.about.seats[point.seat];
  $(".who", node).replaceChildren(
    picture(portraitOf(table.about.game, chair, "think", point.seat === table.seat), 40),
  );
  $(".told", node).replaceChildren(
    h("span", { text: app.say("mistake-here", { who: table.names[point.seat], text: point.text }) }),
    " ",
    h("b", { class: "better", text: betterText(point) }),
  );
  $("#replay .reason")?.remove();
  table.side.why(null);
  clearTimeout(table.whyTimer);
  return true;
}
/** Why a bot made the move of this step: the rule that decided, or what its score is made of. */
export function reasonHeard(table, message) {
  const { past } = table;
  if (past ? past.frame !== message.frame || past.eyes !== message.eyes : table.explained !== message.frame)
    return;
  const text = reasonOf(table, message);
  if (!text) return;
  table.side.why(message);
  $("#play .reason")?.remove();
  const who = past ? "" : `${app.say("why-move", { who: table.names[message.seat], text: message.text })} – `;
  (past ? $("#replay .what") : table.guide).append(
    h(
      "button",
      {
        type: "button",
        class: "reason",
        title: app.say("why"),
        onclick: () => {
          table.side.look("move");
          table.side.open("analysis");
        },
      },
      h("b", { text: app.say("why") }),
      h("span", { text: `${who}${text}` }),
    ),
  );
  table.fitNow(); // the words beside it have less room
}
/** Where bots play with open hands: why the one whose move is shown made it. */
export function explainShown(table) {
  const { state, about } = table;
  const frame = table.director.shown?.frame ?? state.frame;
  const open = table.seat === null && about.viewer === "all" && !table.past;
  if (!open || table.explained === frame) return;
  table.explained = frame;
  $("#guide .reason")?.remove();
  table.side.why(null);
  clearTimeout(table.whyTimer);
  if (!frame || about.settings.reading) return;
  table.whyTimer = setTimeout(() => table.net.send({ type: "why", frame, eyes: "all" }), PAUSE);
}
/** One line: the terms by which a move was better than the next best, else the rule in the game's words. */
export function reasonOf(table, { text, terms, next: other, rule }) {
  const next = other?.text === text ? null : other; // two cards alike are no alternative
  if (!terms || !Object.keys(terms).length) return rule ? ruleText(table, rule).text : "";
  const more = Object.entries(terms)
    .map(([name, part]) => ({ name, part: part - (next?.terms[name] ?? 0) }))
    .filter(({ part }) => part > SAME)
    .sort((a, b) => b.part - a.part);
  const what = more.slice(0, 2).map(({ name, part }) => `${termName(table, name)} ${signed(part)}`);
  if (!next) return what.length ? app.say("why-for", { what: listed(WORDS[app.language], what) }) : "";
  return what.length
    ? app.say("why-better", { other: next.text, what: listed(WORDS[app.language], what) })
    : app.say("why-equal", { other: next.text });
}
export const signed = (part) => `${part < 0 ? "−" : "+"}${scored(Math.abs(part), app.language)}`;
/** A term of a score by the game's name for it, or for the card that it speaks of, else as it is written in
 * the source. */
export function termName(table, name) {
  for (const key of [`term.${name}`, ...[name, ...name.split(/[ ,]+/)].map((word) => `name.${word}`)]) {
    const found = table.say(key);
    if (found !== key) return found;
  }
  return name.replaceAll("_", " ");
}
/** A rule in the game's words, else in those of its source, which are English. */
export function ruleText(table, rule) {
  const key = `rule.${rule.name}`,
    own = table.say(key);
  if (own !== key) return { text: own, lang: app.language };
  return { text: [rule.says, rule.note].filter(Boolean).join(" – ") || rule.name, lang: "en" };
}

// Rounds and mistakes above the slider.
export function drawMarks(table) {
  const host = $("#replay .marks");
  if (!host || !table.past) return;
  const { frames, frame } = table.past;
  const found = table.side.points.filter(isMistake);
  const state = `${frames} ${table.eyes} ${found.length} ${host.clientWidth}`;
  if (host.dataset.of !== state) {
    host.dataset.of = state;
    const at = (n) => `${(100 * n) / Math.max(1, frames)}%`;
    const wide = host.clientWidth / Math.max(1, frames);
    let [tick, number] = [-Infinity, -Infinity];
    host.replaceChildren(
      ...table.chapters.flatMap(({ frame: first, n }) => {
        if ((first - tick) * wide < APART) return [];
        tick = first;
        const mark = h("i", { class: "chapter", "data-frame": String(first) });
        if ((first - number) * wide >= NUMBERS_APART) {
          number = first;
          mark.append(h("span", { text: String(n) }));
        }
        mark.style.left = at(first);
        return [mark];
      }),
      ...found.map((point) => {
        const mark = s(
          "svg",
          {
            class: table.side.owns(point) ? "mistake" : "mistake other",
            viewBox: "0 0 10 9",
            "data-loss": String(point.loss),
          },
          s("path", { d: "M5 8.5.5.5h9Z", class: isDear(point) ? "full" : "" }),
        );
        mark.style.left = at(frameOf(table, point.step) ?? point.frame ?? 0);
        return mark;
      }),
    );
  }
  for (const mark of host.querySelectorAll(".chapter"))
    mark.classList.toggle("gone", Number(mark.dataset.frame) <= frame);
}

function showGo(name, key) {
  const go = $("#replay .go");
  if (!go) return;
  go.replaceChildren(icon(name));
  go.setAttribute("aria-label", app.say(key));
  go.title = app.say(key);
}
export function stopRolling(table) {
  table.rolling = false;
  clearTimeout(table.rollTimer);
  showGo("play", "play");
}
export function step(table, by) {
  stopRolling(table);
  if (!table.past) {
    table.goTo(Math.max(0, table.log.length + Math.min(0, by)), table.about.viewer);
    return;
  }
  table.stepping = by > 0;
  table.goTo(Math.min(table.past.frames, Math.max(0, table.past.frame + by)));
}
// To the beginning of the next part of the game, or of this one; of the one before where this one has begun.
export function toChapter(table, by) {
  stopRolling(table);
  const { frame, frames } = table.past;
  const found =
    by > 0
      ? table.chapters.find((chapter) => chapter.frame > frame)
      : table.chapters.findLast((chapter) => chapter.frame < frame);
  table.goTo(found ? found.frame : by > 0 ? frames : 0);
}
export function togglePlay(table) {
  if (!table.past) {
    if (table.seat === null) toggleHold(table);
    return;
  }
  if (table.rolling) {
    stopRolling(table);
    return;
  }
  table.rolling = true;
  showGo("pause", "pause");
  table.stepping = table.past.frame < table.past.frames;
  table.goTo(table.past.frame >= table.past.frames ? 0 : table.past.frame + 1);
}
function fromHere(table) {
  const { frame } = table.past,
    { steps } = table.story;
  table.playFrom = true;
  // To who sees everything each step of the engine is one frame.
  table.net.send({ type: "whole", frame: steps ? (steps[frame - 1] ?? 0) : frame });
}
export async function shareWhole(table, message) {
  if (!table.playFrom) {
    table.gotWhole?.(message.position);
    return;
  }
  table.playFrom = false;
  const seats = table.about.seats.map((chair) =>
    chair.seat === (table.seat ?? message.position.seat)
      ? "me"
      : chair.kind === "agent"
        ? chair.label
        : "normal",
  );
  const people = Object.fromEntries(table.about.seats.map(({ seat, person }) => [seat, person ?? ""]));
  await openPosition(message.position, seats, people);
}
export async function openPosition(position, seats, people = {}) {
  const answer = await fetch("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ position, seats, people }),
  }).then((r) => r.json());
  if (answer.error) {
    toast(answer.error, { bad: true });
    return false;
  }
  const seat = answer.seats[0];
  location.href = `/table/${answer.id}#${seat?.token ?? answer.owner}`;
  return true;
}

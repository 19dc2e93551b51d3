// The round that the reader of a tour plays: each step tells something, points at a thing, waits until that
// is played, and shows what follows. The positions are those of a real game (`round.json`), the words those
// of the game's `tour.json`.

import { app } from "./app.js";
import { prefs } from "./prefs.js";
import { $, h, s, button, toast } from "./dom.js";
import { beatsOf, written } from "./director.js";
import { dataOf } from "./files.js";
import { portraitOf } from "./house.js";
import { lessonsOf } from "./lessons.js";
import { overlap } from "./placement.js";
import { Selection } from "./select.js";
import { tellAll, told } from "./telling.js";
import { WORDS, fill, wordsWith } from "./words.js";

const ARROW = 40; // pixels
const GAP = 0;
const ALONG = [0.5, 0.82, 0.18]; // where on a side of the thing, best first
const LARGE = 0.2; // of the stage: things above this size are grounds, which an arrow may lie on
const STILL = 160, // ms for which a frame is shown where nothing moves
  LONGEST = 700; // ms of a beat, however long the drawing would like
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A description with the members of a patch: by path (none: the whole), `path+` for what a list gets at
 * its end. */
export function patched(description, patch) {
  let made = description;
  for (const [path, value] of Object.entries(patch)) made = path ? put(made, path.split("."), value) : value;
  return made;
}
/** @param {any} whole @param {string[]} path @param {any} value */
function put(whole, path, value) {
  const [name, ...rest] = path;
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  if (rest.length) copy[name] = put(whole[name], rest, value);
  else if (name.endsWith("+")) copy[name.slice(0, -1)] = [...whole[name.slice(0, -1)], ...value];
  else copy[name] = value;
  return copy;
}

/** Begin the round of a game's tour; false where it has none. */
export async function playRound(table) {
  const { game } = table.about;
  const steps = lessonsOf(game).round?.steps;
  const data = steps && table.stage.module.draw ? await dataOf(game, "round.json") : null;
  if (!data) return false;
  const { figures } = (await dataOf(game, "lobby.json")) ?? {};
  table.lesson?.leave();
  table.lesson = new Lesson(table, data, steps, figures?.member);
  table.lesson.show(0);
  return true;
}

class Lesson {
  constructor(table, data, steps, member) {
    this.table = table;
    this.data = data;
    this.steps = steps;
    this.member = member; // of a player: the figure it plays, where there are any
    this.selection = new Selection(() => this.draw());
    this.arrow = s(
      "svg",
      { class: "pointer", viewBox: "0 0 46 46", "aria-hidden": "true" },
      s("path", { d: "M16 3h14v20h12L23 46 4 23h12Z" }),
    );
    this.arrow.addEventListener("click", () => this.target && this.pick(this.target));
    table.main.append(this.arrow);
  }
  get names() {
    const own = this.table.names;
    return this.data.names[app.language].map((name, seat) =>
      seat === 0 ? app.say("you") : this.member || this.others ? name : own[seat],
    );
  }
  // Whether the round is played by others than those who sit at the table.
  get others() {
    return this.table.names.length !== this.data.names.en.length;
  }
  // Moves and events of the round in the reader's words.
  worded(message) {
    const { table } = this;
    const given = {
      words: wordsWith(app.language, table.words[app.language]),
      names: this.names,
      reader: 0,
      drawing: table.stage.module,
      description: this.describe,
      language: app.language,
      say: (key) => table.say(key),
    };
    tellAll(message, (data, said) => told(data, said, given));
    return message;
  }
  get text() {
    return this.textOf(this.at);
  }
  textOf(at) {
    return fill(WORDS[app.language], this.steps[at][app.language], { other: this.names[1] });
  }
  get step() {
    return this.data.steps[this.at];
  }
  // The position before a step.
  before(at) {
    return this.data.steps
      .slice(0, at)
      .flatMap(({ frames }) => frames)
      .reduce((description, { to }) => patched(description, to), this.data.first);
  }
  // `told`: what has just happened stays told.
  show(at, told = []) {
    const { table } = this;
    this.at = at;
    this.told = told;
    this.busy = false;
    this.describe = this.before(at);
    const last = at === this.steps.length - 1;
    this.node?.remove();
    this.node = h(
      "section",
      { class: "tour", role: "group", "aria-label": app.say("tour"), "data-step": String(at + 1) },
      h("p", { text: this.text }),
      h(
        "div",
        { class: "row" },
        h("span", { class: "promise", text: app.say("panel-of", { n: at + 1, of: this.steps.length }) }),
        button(app.say("previous"), () => this.show(at - 1), { disabled: !at }),
        last
          ? button(app.say("got-it"), () => this.leave(), { class: "primary" })
          : button(app.say("show-me"), () => this.play(), { class: "show" }),
        last ? null : button(app.say("leave-tour"), () => this.away(), { class: "leave" }),
      ),
    );
    table.room.append(this.node);
    this.fit();
    table.guide.hidden = true;
    table.bar();
    this.moves = this.step ? this.worded({ moves: this.step.moves }).moves : [];
    this.selection.reset(this.moves);
    this.draw();
    table.flags();
    table.speak(this.text);
    if (last) $(".primary", this.node).focus();
    else if (table.keyboard) this.target?.focus({ preventScroll: true });
  }
  // The words have the height of the longest step, so that the table keeps its place.
  fit() {
    const { node } = this,
      words = $("p", node),
      { text } = this;
    node.style.minHeight = "";
    const heights = this.steps.map((_, at) => {
      words.textContent = this.textOf(at);
      return node.offsetHeight;
    });
    words.textContent = text;
    node.style.minHeight = `${Math.max(...heights)}px`;
  }
  // The table of the tour, in place of the one that is played at.
  draw(describe = this.describe, events = this.told, motion = null) {
    const { table } = this;
    const asked = !this.busy && this.step;
    const flat = asked
      ? this.moves.map((move) => ({ ...move.move, id: move.id, text: move.text, move: move.move }))
      : [];
    table.past = {
      describe,
      events,
      waiting: asked ? [0] : [],
      over: Boolean(describe.over),
      eyes: 0,
      more: {
        seat: 0,
        me: 0,
        names: this.names,
        options: this.data.options,
        chairs: [],
        toggles: new Set(),
        replay: false,
        moves: flat,
        left: asked ? this.selection.left : new Set(),
        picked: asked ? this.selection.picked : [],
        ...(this.member || this.others
          ? { portrait: (seat, mood) => this.portrait(describe, seat, mood) }
          : {}),
      },
    };
    table.fitStage();
    const drawn = table.stage.draw(table.pastView(table.past), { motion });
    this.place();
    return drawn;
  }
  portrait(describe, seat, mood) {
    const figure = this.member && describe.players[seat][this.member];
    const person = this.data.names.en[seat].toLowerCase(); // of the house
    const own = !figure && seat === 0; // the reader's seat, also in another person's game
    const chair = own
      ? { seat, kind: "person" }
      : { seat, kind: "agent", ...(figure ? { figure } : { person }) };
    return portraitOf(this.table.about.game, chair, mood, own);
  }
  // The thing to press: what is drawn for the step's move and tells it apart best.
  get target() {
    if (this.busy || !this.step) return null;
    const id = String(this.step.id);
    const things = [...this.table.stage.svg.querySelectorAll("[data-moves]")].filter(
      (thing) =>
        thing.dataset.moves.split(" ").includes(id) && !this.selection.picked.includes(thing.dataset.key),
    );
    const begins = (thing) => (this.selection.picks.length || "begins" in thing.dataset ? 0 : 1);
    const fewest = (thing) => thing.dataset.moves.split(" ").length;
    return things.sort((a, b) => begins(a) - begins(b) || fewest(a) - fewest(b))[0] ?? null;
  }
  // What is seen of the thing: less than what can be pressed where that is larger.
  aimed(target) {
    const hit = target.querySelector(":scope > .hit");
    const whole = (hit ?? target).getBoundingClientRect();
    const seen = [...target.querySelectorAll(":scope > :not(.hit, .touch)")]
      .map((node) => node.getBoundingClientRect())
      .filter(({ width, height }) => width && height);
    if (!hit || !seen.length) return whole;
    const left = Math.max(whole.left, Math.min(...seen.map((box) => box.left))),
      right = Math.min(whole.right, Math.max(...seen.map((box) => box.right))),
      top = Math.max(whole.top, Math.min(...seen.map((box) => box.top))),
      bottom = Math.min(whole.bottom, Math.max(...seen.map((box) => box.bottom)));
    return right > left && bottom > top ? { left, right, top, bottom } : whole;
  }
  // What an arrow had better not lie on: words, numbers and things other than the one that it points at.
  near(target) {
    const { svg } = this.table.stage;
    const whole = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text, [data-key]")]
      .filter((node) => !target.contains(node) && !node.contains(target))
      .map((node) => node.getBoundingClientRect())
      .filter((box) => box.width * box.height < LARGE * whole.width * whole.height);
  }
  // The arrow ends at the edge of the thing and comes from the side where it covers the least.
  place() {
    const { target, arrow } = this;
    arrow.classList.toggle("away", !target);
    if (!target) return;
    const frame = this.table.main.getBoundingClientRect(),
      box = this.aimed(target);
    const along = (a, b, part, low, high) =>
      Math.max(low, Math.min(high, a + (b - a) * (b - a < 2 * ARROW ? 0.5 : part) - ARROW / 2)) - low;
    /** @type {[number, string, number, number][]} */
    const sides = ALONG.flatMap((part) => {
      const x = along(box.left, box.right, part, frame.left, frame.right - ARROW),
        y = along(box.top, box.bottom, part, frame.top, frame.bottom - ARROW);
      return [
        [box.top - frame.top, "down", x, box.top - frame.top - ARROW - GAP],
        [frame.bottom - box.bottom, "up", x, box.bottom - frame.top + GAP],
        [box.left - frame.left, "right", box.left - frame.left - ARROW - GAP, y],
        [frame.right - box.right, "left", box.right - frame.left + GAP, y],
      ];
    });
    const others = this.near(target);
    const covered = ([, , x, y]) => {
      const left = frame.left + x,
        top = frame.top + y;
      const own = { left, top, right: left + ARROW, bottom: top + ARROW };
      return others.reduce((sum, other) => sum + overlap(own, other), 0);
    };
    const free = sides.filter(([room]) => room >= ARROW + GAP).sort((a, b) => covered(a) - covered(b));
    const [, points, left, top] = free[0] ?? sides.sort((a, b) => b[0] - a[0])[0];
    arrow.dataset.points = points;
    arrow.style.left = `${left}px`;
    arrow.style.top = `${top}px`;
  }
  // The reader presses something: the step's move goes on, anything else is answered kindly.
  pick(thing) {
    if (this.busy || !this.step) return;
    const ids = (thing.dataset.moves ?? "").split(" ").map(Number);
    if (!ids.includes(this.step.id)) {
      this.astray();
      return;
    }
    const found = this.selection.pick(thing);
    if (found.what === "back" || found.what === "none") return;
    this.table.sound.play("tick");
    if (found.what !== "more" || !this.selection.told(this.table.stage.svg)) this.play();
    else this.target?.focus({ preventScroll: true });
  }
  astray() {
    this.table.sound.play("no");
    toast(app.say("follow-arrow"), { seconds: prefs.toasts / 2 });
  }
  // Make the step's move and show all that follows it.
  async play() {
    if (this.busy || !this.step) return;
    const { table, at } = this;
    const less = document.documentElement.dataset.motion === "less";
    this.busy = true;
    this.arrow.classList.add("away");
    table.sound.play("slide");
    const heard = []; // no result before its time
    for (const frame of this.step.frames) {
      const after = patched(this.describe, frame.to);
      const { events } = this.worded({ events: frame.events });
      const view = table.pastView({ ...table.past, describe: after, events });
      // With less motion, or at once, only where each frame ends.
      const beats =
        less || !table.speed
          ? [{ id: "step", shows: after, tells: events, ms: table.speed ? STILL : 0 }]
          : beatsOf(table.stage.module, this.describe, after, events, view);
      let shown = this.describe;
      for (const beat of beats) {
        shown = written(shown, beat);
        heard.push(...(beat.tells ?? []));
        await this.draw(shown, [...heard], less ? null : { speed: table.speed });
        await pause(Math.min(beat.ms ?? 0, LONGEST) * table.speed);
        if (!this.going(at)) return;
      }
      this.describe = after;
      for (const { text } of events) if (text) table.speak(text);
    }
    this.show(at + 1, heard);
  }
  going(at) {
    return this.table.lesson === this && this.busy && this.at === at;
  }
  unpick() {
    this.selection.clear();
  }
  // Who came for the tour alone goes back to where it was chosen; in a game that goes on it is a pause.
  away() {
    const { table } = this;
    const alone = table.wantsTour && !table.played;
    this.leave();
    if (alone) location.href = `/choose/${table.about.game}`;
  }
  // The table as it is now again.
  leave() {
    const { table } = this;
    if (table.lesson !== this) return;
    table.lesson = null;
    table.wantsTour = false; // from now on it is a table like any other
    this.node.remove();
    this.arrow.remove();
    table.past = null;
    table.guide.hidden = false;
    table.fitStage();
    table.bar();
    table.flags();
    table.redraw();
    table.focusNext();
  }
}

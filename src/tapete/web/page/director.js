// One timeline: everything that a person reads at a table advances by the same queue of beats.
//
// A message of the server brings frames: positions, with what happened before each. A drawing may tell a
// frame in beats (`beats(before, after, events, view)`); of one that does not, each frame is one beat, and
// what moved slides there. While beats run, stage, bar, guide, log, sounds and spoken sentences follow the
// *shown* position; at the end it is the one that was sent.

import * as flip from "./flip.js";
import { Fx } from "./fx.js";

const BUDGET = 12_000; // ms that one message may take
const LEAST = 0.25; // of the times that beats ask for, at most so little
const STEP = 600; // ms of a frame that nothing tells in beats
const HASTE = 0.3; // of all times when messages pile up
const PILED = 4;
const QUIET = 100; // ms after a drawing in which it has been laid out and painted

// A beat's work is spread over frames, each of which a slow processor must manage in time: what a message
// says, what it looks like, what changes in the document. Where no frames are drawn, as in a tab that is not
// seen, it goes on all the same.
const HIDDEN = 100; // ms
const nextFrame = () =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, HIDDEN);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(null);
    });
  });
// Between two frames: what is done then is seen with the next one.
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
/** @param {Record<string, any>} one @param {Record<string, any>} other */
const alike = (one, other) =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => one[name] === other[name]);

// A fault of a drawing, which may come from another package, does not stop the table.
export const safely = (act) => {
  try {
    return act();
  } catch (error) {
    console.error(error);
    return undefined;
  }
};

// A position with what a beat writes: a whole one, a function of it, or members by
// their path ("players.0.points").
/** @param {Description} description @param {Beat} beat @returns {Description} */
export function written(description, beat) {
  if (beat.shows) return beat.shows;
  if (typeof beat.writes === "function") return beat.writes(description);
  let made = description;
  for (const [path, value] of Object.entries(beat.writes ?? {}))
    made = replaced(made, path.split("."), value);
  return made;
}
/** @param {any} whole @param {string[]} path @param {any} value */
function replaced(whole, [name, ...rest], value) {
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  copy[name] = rest.length ? replaced(whole[name], rest, value) : value;
  return copy;
}

// The beats of a frame, as the drawing tells them; the last one shows what was sent and tells what
// no beat showed.
/**
 * @param {Drawing} module @param {Description} before @param {Description} after
 * @param {GameEvent[]} events @param {View} view @returns {Beat[]}
 */
export function beatsOf(module, before, after, events, view) {
  const told = before && module.beats ? safely(() => module.beats(before, after, events, view)) : null;
  const beats = (told ?? []).filter(Boolean);
  const listed = new Set(beats.flatMap((beat) => beat.tells ?? []));
  const rest = events.filter((event) => !listed.has(event));
  const shown = beats.reduce((position, beat) => written(position, beat), before);
  if (!beats.length || shown !== after || rest.length)
    beats.push({
      id: beats.length ? "rest" : "step",
      shows: after,
      tells: rest,
      ms: told?.length ? 0 : STEP,
    });
  return beats;
}
/** @param {Beat[]} beats */
export const lengthOf = (beats) => beats.reduce((sum, beat) => sum + (beat.ms ?? 0), 0);

export class Director {
  // `table` draws (`drawShown`), tells (`told`) and goes on (`after`).
  /** @param {PageTable} table @param {HTMLElement} layer */
  constructor(table, layer) {
    this.table = table;
    this.fx = new Fx(layer, table.stage.svg, (name, step) => table.sound.play(name, 1, step));
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {{step: Step | null, from: Description, moods: Record<string, Mood>, built: Built} | null} */
    this.ahead = null; // the next drawing, where it has been built already
    /** @type {Record<string, Mood>} */
    this.moods = {};
    /** @type {{things: Map<string, Measured>, places: Map<string, Place>} | null} */
    this.rest = null; // where everything is, once it has been measured in the present drawing
    this.messages = 0;
    this.generation = 0;
    /** @type {{until: Promise<any>, end: (value: any) => void} | null} */
    this.holding = null; // nothing more is shown until the person goes on
    /** @type {Promise<any>} */
    this.queue = Promise.resolve();
  }
  get playing() {
    return this.messages > 0;
  }
  get less() {
    return document.documentElement.dataset.motion === "less";
  }
  // How fast things go: 0 is at once.
  get speed() {
    return this.table.hasty ? 0 : this.table.speed * (this.messages > PILED ? HASTE : 1);
  }

  // Show what a message tells, after what is being shown.
  /** @param {Description} before @param {StateMessage} message */
  play(before, message) {
    const { generation } = this;
    this.messages += 1;
    if (this.speed && !this.shown)
      this.open(before ?? message.frames[0].describe, message.frames[0].frame - 1);
    this.queue = this.queue
      .then(() => (generation === this.generation ? this.run(before, message, generation) : null))
      .catch((error) => {
        console.error(error);
        safely(() => this.table.redraw());
      })
      .then(async () => {
        const ended = () => generation !== this.generation;
        const built = !ended() && this.messages === 1 && this.shown ? await this.ready(null) : null;
        if (ended()) return;
        this.messages -= 1;
        if (!this.messages) this.finish(message, built);
      })
      .catch((error) => console.error(error));
  }
  // Do something once all that was said before is shown.
  then(act) {
    const { generation } = this;
    this.queue = this.queue.then(() => generation === this.generation && safely(act));
  }
  // Show a position, with all that was told up to its frame.
  open(description, frame) {
    const last = this.table.log.findLast((one) => one.frame === frame);
    this.shown = { description, frame, told: new Set(last?.events), guide: null };
    this.table.showing();
  }
  /** @param {StateMessage} message @param {Built | null} built */
  finish(message, built) {
    this.shown = null;
    this.fx.clear();
    this.table.showing();
    this.table.redraw(built);
    const { generation } = this;
    nextFrame().then(() => {
      if (generation === this.generation && !this.playing)
        this.table.after(
          this.table.state,
          message.frames.flatMap((frame) => frame.events),
        );
    });
  }
  // What is shown after a step.
  /** @param {Step} step @returns {Shown} */
  following({ beat, frame, from }) {
    const now = from ? { ...this.shown, description: from, frame, told: new Set() } : this.shown;
    return {
      ...now,
      description: written(now.description, beat),
      told: new Set([...now.told, ...(beat.tells ?? [])]),
      guide: guideOf(beat, now),
      beat: beat.id,
    };
  }
  // Build the drawing after a step (null: the position that was sent).
  /** @param {Step | null} step */
  prepare(step) {
    const from = step?.from ?? this.shown.description;
    const shown = step && this.following(step);
    const moods = { ...this.moods, ...step?.beat.faces };
    const same = shown && shown.description === from && alike(moods, this.moods);
    if (same && !step.beat.redraw && !this.table.stage.asking) return;
    this.ahead = { step, from, moods, built: this.table.built(shown, moods) };
  }
  // While something moves, what comes next is built: not in the frame in which it began to move.
  /** @param {Step | null} step */
  async lookAhead(step) {
    const { generation, shown } = this,
      beat = shown.beat;
    this.ahead = null;
    if (!this.table.built || (!step && this.messages > 1)) return;
    await nextFrame();
    await nextFrame();
    if (generation !== this.generation || this.shown !== shown || shown.beat !== beat || !this.speed) return;
    safely(() => this.prepare(step));
  }
  // The drawing after a step: as it was built ahead, else it is built now and put in with the next frame.
  /** @param {Step | null} step @returns {Promise<Built | null>} */
  async ready(step) {
    if (!this.table.built) return null;
    const same = (ahead) =>
      ahead &&
      ahead.step?.beat === step?.beat &&
      (!step || ahead.from === this.shown.description) &&
      this.table.holds(ahead.built);
    if (!same(this.ahead)) {
      this.ahead = null;
      this.prepare(step);
      await nextFrame();
    }
    const { ahead } = this;
    this.ahead = null;
    const moods = { ...this.moods, ...step?.beat.faces };
    return same(ahead) && alike(ahead.moods, moods) ? ahead.built : null;
  }
  /** @param {Description} before @param {StateMessage} message @param {number} generation */
  async run(before, message, generation) {
    const ended = () => generation !== this.generation;
    const { module } = this.table.stage;
    if (this.speed) await nextFrame();
    if (ended()) return;
    let last = before;
    const frames = message.frames.map((frame) => {
      const view = this.table.view({ description: frame.describe, moves: [], events: frame.events });
      const beats = beatsOf(module, last, frame.describe, frame.events, view);
      last = frame.describe;
      return { ...frame, beats };
    });
    const asked = lengthOf(frames.flatMap((frame) => frame.beats));
    const fit = asked > BUDGET ? Math.max(LEAST, BUDGET / asked) : 1;
    for (const [n, frame] of frames.entries()) {
      await this.holding?.until;
      if (ended()) return;
      if (!this.speed) {
        for (const event of frame.events) this.table.noise(event);
        this.table.tell(frame.events);
        if (this.shown) this.shown.description = frame.describe;
        continue;
      }
      this.shown ??= { description: before, frame: frame.frame - 1, told: new Set(), guide: null };
      Object.assign(this.shown, { frame: frame.frame, told: new Set() });
      for (const [k, beat] of frame.beats.entries()) {
        await this.holding?.until;
        if (ended()) return;
        const more = frames[n + 1];
        const next = frame.beats[k + 1] ?? more?.beats[0];
        const step = frame.beats[k + 1] || !next ? null : { frame: more.frame, from: frame.describe };
        await this.beat(beat, this.speed * fit, next ? { beat: next, ...step } : null);
      }
      if (ended()) return;
      this.shown.description = frame.describe;
    }
  }
  // Where everything is. A drawing is measured once, after it was made: nothing is laid out for that again,
  // and what moves in it meanwhile ends there.
  measured() {
    if (!this.rest) {
      const things = flip.measure(this.table.stage.svg);
      this.rest = { things, places: this.fx.measure(things) };
    }
    return this.rest;
  }
  // The stage is drawn anew: what was measured holds no longer. It is measured again before it is needed.
  drawn() {
    this.rest = null;
    this.fx.places = new Map();
    clearTimeout(this.measuring);
    this.measuring = setTimeout(() => {
      if (!this.playing && !this.table.past) this.measured();
    }, QUIET);
  }
  // One beat: what it writes is shown and logged, what it does moves, and the next one waits for that.
  // Meanwhile the drawing after the step that follows is built.
  /** @param {Beat} beat @param {number} pace @param {Step | null} [next] */
  async beat(beat, pace, next = null) {
    const { fx, table, shown, generation } = this,
      { less } = this;
    const description = written(shown.description, beat);
    const feels = Object.keys(beat.faces ?? {}).some((seat) => this.moods[seat] !== beat.faces[seat]);
    // What is the same is not drawn again; a question that has been answered goes with the first beat.
    const changed = description !== shown.description || feels || beat.redraw || table.stage.asking;
    const built = changed ? await this.ready({ beat }) : null;
    // What changes in the document and what moves then are the work of two frames: the first is done between
    // frames, and nothing of it is seen before the second.
    if (changed) await nextTask();
    if (generation !== this.generation) return;
    const { things, places } = this.measured();
    if (changed) table.stage.carried = null;
    shown.description = description;
    shown.beat = beat.id;
    if (beat.faces) this.face(beat.faces);
    for (const event of beat.tells ?? []) shown.told.add(event);
    shown.guide = guideOf(beat, shown);
    table.stage.looks = new Map();
    if (changed) table.drawShown(built);
    fx.begin(places, { pace, less, looks: table.stage.looks });
    table.stage.looks = null;
    this.measured();
    table.told(beat);
    if (changed) await nextFrame();
    if (generation !== this.generation) return;
    const { things: now } = this.measured();
    const done = safely(() => beat.does?.(fx));
    const { sources } = table.stage.module;
    const slides = changed
      ? flip.animate(table.stage.svg, things, {
          speed: pace,
          less,
          sources,
          claimed: fx.claimed,
          after: now,
        })
      : Promise.resolve();
    this.lookAhead(next);
    await Promise.all([
      Promise.resolve(done).catch((error) => console.error(error)),
      Promise.race([slides, fx.wait(STEP)]),
      fx.wait(less ? Math.max(beat.ms ?? 0, 250) : (beat.ms ?? 0)),
    ]);
    flip.finish(table.stage.svg);
    fx.close();
  }
  // Faces go back to calm after a while.
  /** @param {Record<string, Mood>} faces */
  face(faces) {
    Object.assign(this.moods, faces);
    clearTimeout(this.calming);
    this.calming = setTimeout(() => {
      this.moods = {};
      if (!this.playing) this.table.redraw();
    }, 2000);
  }
  // The present beat ends, and no other begins until it goes on.
  /** @param {boolean} yes */
  hold(yes) {
    const { holding } = this;
    if (yes === Boolean(holding)) return;
    if (yes) {
      let end;
      const until = new Promise((resolve) => {
        end = resolve;
      });
      this.holding = { until, end };
      return;
    }
    this.holding = null;
    holding.end(null);
  }
  // End the present beat.
  endBeat() {
    flip.finish(this.table.stage.svg);
    if (!this.playing) return false;
    this.fx.end();
    return true;
  }
  // The window, the look or the language has changed: beats go on from where they are.
  refit() {
    flip.finish(this.table.stage.svg);
    this.fx.settle();
    this.ahead = null;
  }
  // The language has changed.
  reworded() {
    if (this.shown) this.shown.guide = lastText([...this.shown.told]);
  }
  // End everything: the table is as it was sent.
  endAll() {
    flip.finish(this.table.stage.svg);
    if (!this.playing) return false;
    const { ahead } = this;
    this.cut();
    const built = ahead && !ahead.step && alike(ahead.moods, this.moods) && this.table.holds(ahead.built);
    this.table.redraw(built ? ahead.built : null);
    this.table.after(this.table.state, []);
    return true;
  }
  // What is shown does not matter any more: another position is to be drawn.
  cut() {
    this.generation += 1;
    this.messages = 0;
    this.shown = null;
    this.ahead = null;
    this.queue = Promise.resolve();
    this.fx.clear();
    this.table.showing();
  }
}
/** @param {Beat} beat @param {Shown} shown */
const guideOf = (beat, shown) => beat.guide ?? lastText(beat.tells) ?? shown.guide;
/** @param {GameEvent[]} [events] */
function lastText(events) {
  return events?.filter((event) => event.text).at(-1)?.text ?? null;
}

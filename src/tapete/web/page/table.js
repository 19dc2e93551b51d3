// A table: what the server says of it, what is shown, what the person does.

import { app, failed, layoutOf } from "./app.js";
import { prefs, set, listen, remember, tab, tables, forget } from "./prefs.js";
import { Net } from "./net.js";
import { $, h, s, button, byTouch, keyless, shield, sign, toast } from "./dom.js";
import { Stage, moduleOf, theKit } from "./stage.js";
import { Previews, after } from "./previews.js";
import { Selection } from "./select.js";
import { WORDS, fill, named, listed, wordsWith } from "./words.js";
import { Side } from "./side.js";
import { tellAll, told } from "./telling.js";
import { refusal } from "./refusal.js";
import { Sound } from "./sound.js";
import { Director, safely } from "./director.js";
import { icon } from "./icons.js";
import * as menus from "./menus.js";
import * as replay from "./replay.js";
import { Tips, hasTour, tour } from "./tours.js";
import { layCloth } from "./cloth.js";
import { loadLessons } from "./lessons.js";
import { loadPictures } from "./hands.js";
import { justSet, settingCard } from "./setting.js";
import { showEmote, waitingRoom } from "./waiting.js";
import { foldAccount, placeAccount } from "./account.js";
import { askAboutAway, noteAway } from "./people.js";
import { isUnnamed, loadHouse, portraitOf } from "./house.js";
import { outScene } from "./scenes.js";
import { SPEEDS, paceShown, report, toggleHold } from "./pacing.js";
import { Reel } from "./reel.js";
import { Voices } from "./voices.js";
import { drawnFor, laySheet } from "./bottomsheet.js";
import { placeExplanation } from "./placement.js";

const GUARD = 400; // ms in which a press on a new button may have been meant for the one before
const ON = 0.55; // of the height of what was touched: there a button that lies on it begins
const ENDS = /^(end|end_turn)$/;
const BARS = 100; // what a window has above and below the stage
const LATELY = 80; // steps of the log that drawings may look back at
const NOTED = ["seen", "played", "level", "wins"]; // what is remembered of games, not what a person chose
// Moves that read the same get a number.
/** @param {SentMove[]} moves */
function numbered(moves) {
  const seen = new Map();
  for (const move of moves) {
    const n = (seen.get(move.text) ?? 0) + 1;
    seen.set(move.text, n);
    if (n > 1) move.text = `${move.text} (${n})`;
  }
}
// The mark of the house, as the kit draws it.
const mark = () => {
  const kit = theKit();
  const svg = s("svg", { class: "logo", viewBox: "0 0 100 104", "aria-hidden": "true" });
  if (kit?.logo) svg.append(kit.logo());
  else svg.append(s("image", { href: "/page/icon.svg", width: 100, height: 104 }));
  return svg;
};
/** @param {SentMove} move @returns {Move} */
const flat = (move) => ({ ...move.move, id: move.id, text: move.text, move: move.move });

export class Table {
  /** @param {string} id @param {string | null} token */
  constructor(id, token) {
    this.id = id;
    this.token = token;
    /** @type {TableMessage | null} */
    this.about = null;
    /** @type {StateMessage | null} */
    this.state = null;
    /** @type {Record<string, any>} */
    this.words = {};
    /** @type {Record<string, Card>} */
    this.cards = {};
    /** @type {{frame: number, events: GameEvent[]}[]} */
    this.log = [];
    /** @type {PastMessage | null} */
    this.past = null;
    /** @type {{eyes: any, log: GameEvent[][], steps: number[] | null}} */
    this.story = { eyes: null, log: [], steps: null }; // the game as who looks back sees it
    /** @type {{frame: number, n: number}[]} */
    this.chapters = [];
    this.whyTimer = 0;
    this.explained = -1; // the frame whose move is explained while bots are watched
    /** @type {any} */
    this.lesson = null; // the round of a tour that is being played
    /** @type {number[]} */
    this.hints = [];
    /** @type {string[]} */
    this.said = [];
    /** @type {number | null} */
    this.auto = null;
    /** @type {Set<string>} */
    this.open_sheets = new Set(); // what the person has opened in the drawing
    /** @type {Set<string>} */
    this.warned = new Set(); // the kinds of warning that were given
    /** @type {Map<string, number[]>} */
    this.pressedAt = new Map(); // where each button was pressed
    this.selection = new Selection(() => this.redraw());
    this.previews = new Previews(
      (message) => this.net.send(message),
      () => {
        this.redraw();
        if (this.pointed) this.preview(this.pointed);
      },
    );
    this.sound = new Sound();
    this.tips = new Tips(this);
    this.voices = new Voices(this);
    /** @type {boolean | undefined} */
    this.sideAsked = undefined; // whether the side was opened over the table
    this.sheetTall = false; // whether it has most of the room then
    this.stepping = false; // whether the step of a replay that comes next is to be shown with its motion
    this.outShown = false; // whether the person knows about being out
    this.skipping = false;
    this.advised = ""; // what was picked when the hint was given
    /** @type {{seat: number, note: HTMLElement} | null} */
    this.leaving = null; // the seat that a bot is about to take
    this.build();
    this.waiting = setTimeout(() => this.setting(), 400);
    this.net = new Net(() => ({ table: id, token: this.token, language: app.language, tab: tab() }), {
      message: (message) => this.heard(message),
      lost: (n) => this.lost(n),
      found: () => this.found(),
    });
    listen((changes) => this.changed(changes));
    addEventListener("resize", () => this.resized());
    addEventListener("keydown", (event) => this.key(event));
    $("#skip").addEventListener("click", (event) => {
      event.preventDefault();
      this.side.show("play");
      this.side.turn(true);
      $("button", this.side.movesList)?.focus();
    });
    addEventListener(
      "pointerdown",
      ({ target }) => {
        const node = /** @type {Element} */ (target);
        if (this.stage.touch && !this.stage.svg.contains(node)) this.lens(null);
        const sheet = /** @type {HTMLElement | null} */ (node.closest?.("#stage [data-toggle]"));
        if (!this.stage.module.passing?.includes(sheet?.dataset.toggle)) this.shutPassing();
      },
      true,
    );
    setInterval(() => this.tick(), 500);
  }

  build() {
    const side = h("aside", { id: "side", "aria-label": app.say("log") });
    const layer = h("div", { id: "fx", "aria-hidden": "true" });
    this.main = h(
      "main",
      { id: "table", tabindex: "-1", "data-bare": "" },
      s("svg", { id: "stage", role: "group" }),
      layer,
    );
    this.now = h("p", { id: "now", role: "status" });
    this.primary = button("", () => this.press(), { id: "primary", hidden: true });
    this.back = button(app.say("back"), () => this.escape(), { id: "back", hidden: true });
    this.hurry = button(app.say("play-now-hurry"), () => this.net.send({ type: "hurry" }), {
      id: "hurry",
      hidden: true,
    });
    this.coach = button("", () => this.askCoach(), { id: "coach", hidden: true });
    this.forward = button(app.say("out-skip"), () => this.skipToEnd(), { id: "forward", hidden: true });
    this.advice = h("div", { id: "advice", hidden: true });
    this.guide = h(
      "section",
      { id: "guide" },
      h("div", { class: "words" }, this.now, this.advice),
      this.hurry,
      this.forward,
      this.coach,
      this.back,
      this.primary,
    );
    const edge = h(
      "button",
      {
        id: "edge",
        type: "button",
        "aria-label": app.say("open-side"),
        title: app.say("open-side"),
        onclick: () => this.side.open(this.side.tab === "play" ? "log" : this.side.tab),
      },
      icon("open"),
    );
    this.room = h("div", { id: "play" }, this.main, this.guide, side, edge);
    $("#room").replaceChildren(this.room);
    this.stage = new Stage($("#stage", this.main), {
      pick: (thing, how) => this.pick(thing, how),
      why: (thing) => this.why(thing),
      lens: (thing) => this.lens(thing),
      preview: (thing) => this.preview(thing?.dataset.key ?? null),
      drop: (thing, how) => this.dropped(thing, how),
      empty: () => {
        this.closeBalloon();
        this.lens(null);
      },
      touched: () => this.touched(),
      failed: () => toast(app.say("drawing-failed"), { bad: true }),
      unfocused: () => this.focusNext(),
      drawn: () => this.timeline.drawn(),
      sent: () => this.sent === this.state?.decision,
      aims: () => safely(() => this.stage.module.aims?.(this.view())),
      refused: () => this.redraw(),
    });
    this.director = new Director(this, layer);
    this.reel = new Reel(this, layer); // shows steps that are looked back at
    this.side = new Side(side, this);
    this.fitSide();
    this.bar();
  }
  // What shows beats now: those of the game, or of a step that is looked back at.
  get timeline() {
    return this.past ? this.reel.director : this.director;
  }
  // Whether a person finds the way by keys.
  get keyboard() {
    return document.documentElement.hasAttribute("data-keys");
  }
  setting() {
    this.settingNode = settingCard(
      this.about?.game ?? tables().find((entry) => entry.id === this.id)?.game ?? "",
    );
    this.settingNode.classList.add("over-stage");
    this.main.append(this.settingNode);
  }

  // What the server says

  /** @param {ServerMessage} message */
  async heard(message) {
    const handler = this[`on_${message.type}`];
    if (handler) await handler.call(this, message);
  }
  /** @param {TableMessage} message */
  async on_table(message) {
    const first = this.about === null,
      before = this.about?.seats ?? [];
    this.about = message;
    if (this.leaving && message.seat !== this.leaving.seat) this.left();
    noteAway(message.seats);
    const people = message.seats.filter((chair) => chair.kind === "person" || chair.for);
    if (people.length > 1) for (const chair of message.seats) chair.first = chair === people[0];
    for (const chair of message.seats)
      if (before[chair.seat]?.for && !chair.for && chair.seat !== message.seat)
        toast(app.say("away-back", { who: this.nameOf(chair) }), { seconds: prefs.toasts });
    this.seatsHere();
    this.seat = message.seat;
    this.me = message.seat ?? this.me ?? 0; // who has left a seat looks on from there
    if (this.token)
      this.keep(
        (
          tables().find((entry) => entry.id === this.id) ?? {
            shown: new URLSearchParams(location.search).has("tour"),
          }
        ).shown,
      );
    this.main.dataset.game = message.game;
    document.title = `${message.title} · Tapete`;
    if (first) {
      this.ready = this.load();
      if (this.seat !== null && prefs.name && isUnnamed(message.seats[this.seat].name))
        this.net.send({ type: "name", name: prefs.name });
      this.pace = message.settings.speed === "normal" ? prefs.speed : message.settings.speed;
      if (this.pace !== message.settings.speed && (this.owner || this.seat !== null))
        this.net.send({ type: "speed", speed: this.pace });
    }
    if (message.active === false)
      toast(app.say("other-window"), {
        seconds: 0,
        act: { text: app.say("play-here"), run: () => this.net.send({ type: "here" }) },
      });
    await this.ready;
    document.title = `${this.title()} · Tapete`;
    this.bar();
    waitingRoom(this);
    // The drawing shows names and faces too.
    if (!first && JSON.stringify(before) !== JSON.stringify(message.seats))
      this.director.then(() => this.redraw());
  }
  keep(shown) {
    remember(this.id, this.token, this.about.game, Boolean(shown));
  }
  // In a recorded game no person is missing.
  seatsHere() {
    if (this.about.settings.reading) for (const chair of this.about.seats) chair.here = true;
  }
  get speed() {
    return this.skipping ? 0 : (SPEEDS[this.pace] ?? 1);
  }
  // Nothing is shown any more before the end; for who is out and waits for the others.
  skipToEnd() {
    this.skipping = true;
    this.forward.hidden = true;
    this.skip();
    this.net.send({ type: "hurry", skip: true });
  }
  // A bot takes the person's seat: it may have to be prepared first, and meanwhile nothing can be played.
  leave() {
    const { seat } = this;
    if (this.leaving || !this.net.send({ type: "replace", seat, agent: "normal" })) return;
    this.leaving = { seat, note: toast(app.say("leave-wait"), { seconds: 0 }) };
    this.skip();
    this.tips.close();
    this.noNotes();
    this.closeBalloon();
    this.flags();
    this.redraw();
    this.bar();
  }
  left() {
    this.leaving?.note.remove();
    this.leaving = null;
  }
  get owner() {
    return this.about?.owner;
  }
  /** Whether words, drawing and cards are here. */
  loaded = false;
  async load() {
    this.words = await fetch(`/api/games/${this.about.game}/words`).then((r) => r.json());
    this.stage.module = await moduleOf(this.about.game, this.words.drawing);
    this.sound.loop = this.stage.module.music;
    await Promise.all([
      this.loadCards(),
      this.words.drawing ? loadLessons(this.about.game) : null,
      this.words.drawing ? loadPictures(this.about.game) : null,
      loadHouse(this.words.drawing ? this.about.game : ""),
      this.layCloth(),
      document.fonts?.ready,
    ]);
    this.loaded = true;
  }
  // The cloth of the game, as its lobby declares it.
  async layCloth() {
    const titles = await layCloth(this.main, this.about.game);
    this.main.toggleAttribute("data-bare", false);
    this.ownTitle = titles;
    this.bar();
  }
  async loadCards() {
    this.cards = await fetch(`/api/tables/${this.id}/cards?lang=${app.language}`)
      .then((r) => r.json())
      .catch(() => ({}));
  }
  /** @param {PreviewsMessage} message */
  on_previews(message) {
    this.previews.heard(message);
  }
  /** @param {StateMessage} message */
  async on_state(message) {
    clearTimeout(this.waiting);
    const waited = this.settingNode?.isConnected || (!this.state && justSet());
    this.settingNode?.remove();
    if (!this.loaded) await this.ready; // nothing is worded without the game's words
    if (waited) shield(this.main.getBoundingClientRect(), 500); // a press was meant for the card that counted
    if (message.log) {
      // In another language the game comes once more: what is being shown goes on.
      const again = this.rewording && this.director.playing && message.log.length === this.log.length;
      this.rewording = false;
      this.reported = undefined; // it may be a new connection
      if (again) message = { ...message, log: undefined, frames: [] };
    }
    if (message.frames?.length) this.shutPassing();
    const before = this.state;
    const same =
      before && before.decision === message.decision && before.moves.length === message.moves.length;
    this.state = message;
    this.word(message);
    if (message.asks === null) menus.takeBackOver(this);
    if (this.sent !== message.decision || message.chosen.length) this.sent = null;
    this.since = performance.now();
    if (message.log) this.log = message.log.map((events, k) => ({ frame: k + 1, events }));
    else for (const frame of message.frames) this.log.push({ frame: frame.frame, events: frame.events });
    this.remember(message);
    if (same) this.selection.keep(message.moves);
    else {
      this.selection.reset(message.moves);
      this.side.noHint();
      this.closeBalloon();
      this.noNotes();
      this.coached = null; // the move that the coach has warned of
    }
    this.flags();
    if (!this.past && !message.log && message.frames?.length) {
      this.director.play(before?.describe, message); // what is read follows it
      this.side.freshen();
      this.side.hands();
      if (same && this.hints.length) this.side.hint(this.hinted);
      this.guideNow();
      return;
    }
    this.side.update();
    if (same && this.hints.length) this.side.hint(this.hinted); // in another language, perhaps
    this.status();
    if (this.past) {
      report(this);
      return;
    }
    if (!message.log && this.director.playing) {
      this.director.then(() => {
        if (message === this.state) {
          this.redraw();
          this.after(message, []);
        }
      });
      return;
    }
    if (message.log) this.director.cut();
    this.redraw();
    this.after(message, []);
  }
  // What happened since the person last decided: drawings tell it beside the question.
  /** @param {StateMessage} message */
  remember(message) {
    if (message.log) {
      this.recent = message.log.at(-1) ?? [];
      return;
    }
    const events = message.frames.flatMap((frame) => frame.events);
    this.recent = [...(this.answered ? [] : (this.recent ?? [])), ...events].slice(-40);
    if (message.frames.length) this.answered = false;
  }
  // Attributes that tell how things stand, at once, whatever still moves.
  flags() {
    const main = this.main,
      state = this.state;
    this.foresee();
    const mine = this.asked;
    main.toggleAttribute("data-your-turn", mine);
    main.toggleAttribute("data-over", state.over);
    main.dataset.decision = state.decision ?? "";
    this.side.moves();
  }
  // Whether the person must answer; not while an answer is on its way.
  get asked() {
    return this.due && this.auto === null;
  }
  get due() {
    return (
      !this.past &&
      !this.failure &&
      this.leaving === null &&
      this.sent !== this.state?.decision &&
      this.seat !== null &&
      this.about?.active !== false &&
      this.state?.waiting.includes(this.seat) &&
      this.state.moves.length > 0
    );
  }

  // What the person sees: the position that is being shown, else the one that was sent last.
  get seen() {
    return this.director.shown?.description ?? this.state?.describe;
  }
  // The frame up to which the log may tell; null where nothing is being shown.
  get upTo() {
    return this.director.shown?.frame ?? null;
  }
  // Something begins to be shown, or nothing is any more; moves can be made all the same.
  showing() {
    this.main.toggleAttribute("data-showing", this.director.shown !== null);
    this.readAgain();
  }
  // Whatever is read beside the stage goes with it, not ahead of it.
  readAgain() {
    this.status();
    this.side.fillLog();
    this.side.hands();
    this.guideNow();
  }
  // Draw the position of the present beat, or put in what was built for it.
  /** @param {Built | null} [built] */
  drawShown(built = null) {
    if (this.stage.touch) this.lens(null); // by touch nothing says when it has been read
    this.stage.draw(built?.view ?? this.shownView(), { built: built?.drawing });
    this.director.fx.drawn();
    this.side.hands();
    this.keepFocus();
  }
  // The drawing of a position that is about to be shown (null: the one that was sent), which is not in the
  // document yet.
  /** @param {Shown | null} shown @param {Record<string, Mood>} moods @returns {Built} */
  built(shown, moods) {
    const view = { ...(shown ? this.shownView(shown) : this.view()), moods };
    return { view, drawing: this.stage.build(view), of: this.madeOf(shown === null) };
  }
  // What a drawing depends on beside the position: where anything else changes, it is drawn anew anyway.
  madeOf(sent) {
    const { state, about, asked } = this,
      { version } = this.stage;
    const last = sent ? state : null; // while something is being shown only little of what was sent is seen
    const seen = JSON.stringify([state.ready, state.chosen]);
    return { about, version, last, seen, asked: sent && asked };
  }
  // Whether what was built would be built the same now.
  /** @param {Built} built */
  holds({ view, of }) {
    const { width, height } = this.stage.size();
    const now = this.madeOf(of.last !== null);
    return (
      Object.keys(now).every((name) => of[name] === now[name]) &&
      view.width === width &&
      view.height === height &&
      view.language === app.language
    );
  }
  /** @param {Shown} [shown] */
  shownView(shown = this.director.shown) {
    const { description, told } = shown;
    const asked = typeof description.seat === "number" && description.seat >= 0 ? [description.seat] : [];
    return this.view({
      description,
      moves: [],
      waiting: description.over ? [] : asked,
      over: Boolean(description.over),
      result: null,
      events: [...told],
      lately: this.log.slice(-LATELY).flatMap(({ frame, events }) => this.toldOf(frame, events, shown)),
      hints: [],
    });
  }
  // The events of a frame that have been shown.
  /** @param {number} frame @param {GameEvent[]} events @param {Shown | null} [shown] */
  toldOf(frame, events, shown = this.director.shown) {
    if (!shown || frame < shown.frame) return events;
    return frame === shown.frame ? events.filter((event) => shown.told.has(event)) : [];
  }
  /** @param {Beat} beat */
  sounds({ sound, tells = [] }) {
    if (sound === undefined) for (const event of tells) this.noise(event);
    else if (sound) this.sound.play(sound);
  }
  // What a beat tells: log, guide, sounds, sentences.
  /** @param {Beat} beat */
  told(beat) {
    const events = beat.tells ?? [];
    this.sounds(beat);
    this.tell(events);
    if (beat.say) this.speak(beat.say);
    this.status();
    if (events.length) this.side.fillLog();
    this.guideNow();
  }
  // End what is being shown: final positions at once.
  skip() {
    if (!this.state || this.past) return;
    this.director.endAll();
  }
  // A press on the stage ends all that is being shown if the person is asked, else the present beat. Says
  // whether it ended all.
  touched() {
    if (this.stage.touch) this.lens(null);
    if (!this.state) return false;
    if (this.asked) return this.director.endAll();
    this.timeline.endBeat();
    return false;
  }
  /** @param {StateMessage} message @param {GameEvent[]} events */
  after(message, events) {
    this.colourSeats();
    this.guideNow();
    this.giveAnswers();
    if (this.asked) this.hasty = false; // a person who ended a playback sees the next one again
    if (this.asked || message.over) this.skipping = false;
    if (this.asked && this.alarmed !== message.decision) {
      this.alarmed = message.decision;
      this.alarm(
        /^(Your turn|Te toca)/.test(this.now.textContent)
          ? this.now.textContent
          : app.say("alarm-turn", { text: this.now.textContent }),
      );
      this.sound.play("turn");
      this.tips.look(this.view(), events);
      if (this.keyboard && (document.activeElement === document.body || document.activeElement === this.main))
        this.focusNext();
    }
    if (this.wantsTour === undefined) {
      this.wantsTour = new URLSearchParams(location.search).has("tour");
      if (this.wantsTour && hasTour(this.about.game)) tour(this);
      if (this.about.settings.reading && new URLSearchParams(location.search).has("replay")) {
        this.goTo(0, "all");
        return;
      }
    }
    if (message.over) menus.ending(this);
    else {
      outScene(this);
      this.voices.greet();
      this.account = null;
      if (menus.noEnding(this)) this.redraw();
    }
  }
  // Signs and charts beside the table have the colours that the seats have on it.
  colourSeats() {
    const { module } = this.stage;
    (safely(() => module.seatColours?.(this.view())) ?? []).forEach((colour, seat) =>
      this.room.style.setProperty(`--seat-${seat}`, colour),
    );
  }
  /** @param {GameEvent[]} events */
  tell(events) {
    this.voices.hear(events);
    const sentences = events.map((event) => event.text).filter(Boolean);
    if (!sentences.length) return;
    this.said.push(...sentences);
    this.said = this.said.slice(-3);
    this.speak(...sentences);
  }
  // What is said within a moment is said together: nothing overwrites what a screen reader has not read yet.
  speak(...sentences) {
    clearTimeout(this.saying);
    this.toSay = [...(this.toSay ?? []), ...sentences];
    this.saying = setTimeout(() => {
      $("#say").textContent = this.toSay.join(" ");
      this.toSay = [];
    }, 300);
  }
  alarm(text) {
    $("#alarm").textContent = text;
  }
  /** @param {GameEvent} event */
  noise(event) {
    this.sound.event(event, this.seat, this.stage.module.sounds);
  }
  /** @param {PresenceMessage} message */
  on_presence(message) {
    if (!this.about) return;
    message.here.forEach((here, seat) => {
      if (this.about.seats[seat]) Object.assign(this.about.seats[seat], { here, away: message.away[seat] });
    });
    noteAway(this.about.seats);
    this.about.watching = message.watching;
    this.seatsHere();
    this.bar();
    waitingRoom(this);
  }
  /** @param {RefusedMessage} message */
  on_refused(message) {
    if (message.to === "play") this.sent = null;
    if (message.to === "replace" && this.leaving) {
      this.left();
      this.flags();
    }
    if (message.code === "stale") {
      this.flags();
      return;
    }
    if (["gone", "token", "closed", "version"].includes(message.code)) {
      this.net.close();
      if (message.code === "gone") forget(this.id);
      failed(
        message.code === "version"
          ? app.say("newer")
          : message.code === "gone"
            ? app.say("gone")
            : refusal(message),
      );
      return;
    }
    this.sound.play("no");
    if (message.to === "cost") this.tips.weighed = null;
    if (message.to === "hint") this.side.noHint();
    if (message.to === "analyse") this.side.refused(refusal(message));
    if (message.to === "review") this.side.noReview(refusal(message));
    const text =
      message.code === "illegal"
        ? app.say("not-possible")
        : message.code === "turn" && this.state
          ? app.say("wait-turn", { who: this.who(this.state.waiting) })
          : refusal(message);
    toast(text, { bad: true, seconds: prefs.toasts });
    this.redraw();
  }
  // The game's own code has failed: the table says so and stops.
  /** @param {FailedMessage} message */
  on_failed(message) {
    clearTimeout(this.waiting);
    this.settingNode?.remove();
    this.failure = message;
    this.sent = null;
    $("#strip")?.remove();
    this.main.append(
      h(
        "div",
        { id: "strip", class: "failed", role: "alert" },
        message.text,
        button(app.say("to-lobby"), () => {
          location.href = "/";
        }),
      ),
    );
    this.now.textContent = app.say("failed-now");
    for (const node of [this.hurry, this.primary, this.back, this.coach]) node.hidden = true;
    if (this.state) {
      this.flags();
      this.redraw();
    } // nothing can be played any more
    this.sound.play("no");
  }
  /** @param {HintMessage} message */
  on_hint(message) {
    if (message.decision !== this.state?.decision || !this.asked) return;
    this.hinted = message;
    this.showHint();
  }
  /** @param {CostMessage} message */
  on_cost(message) {
    this.tips.found(message);
  }
  /** @param {AnalysisMessage} message */
  on_analysis(message) {
    tellAll(message, this.tellers());
    this.side.analysis(message);
  }
  /** @param {OtherMessage} message */
  on_others(message) {
    tellAll(message, this.tellers());
    this.side.others(message);
  }
  /** @param {EmoteMessage} message */
  on_emote(message) {
    showEmote(this, message);
  }
  /** @param {OtherMessage} message */
  on_review(message) {
    tellAll(message, this.tellers());
    this.side.review(message);
  }
  /** @param {OtherMessage} message */
  on_account(message) {
    if (this.state?.over) menus.accounted(this, message);
  }
  /** @param {OtherMessage} message */
  on_done(message) {
    if (message.to === "account" && this.state?.over) menus.sayHow(this);
  }
  on_stopped() {
    this.side.stopped();
  }
  /** @param {PastMessage} message */
  on_past(message) {
    if (message.eyes !== this.eyes) return; // of an earlier request
    tellAll(message, this.tellers());
    if (message.log) {
      this.story = { eyes: message.eyes, log: message.log, steps: message.steps ?? null };
      this.chapters = replay.chaptersOf(this);
    }
    this.showPast(message);
    if (message.log) this.side.fillLog();
  }
  /** @param {OtherMessage} message */
  on_why(message) {
    tellAll(message, this.tellers());
    if (message.next) tellAll(message.next, this.tellers());
    replay.reasonHeard(this, message);
  }
  /** @param {OtherMessage} message */
  on_whole(message) {
    replay.shareWhole(this, message);
  }
  /** @param {OtherMessage} message */
  on_asked(message) {
    menus.takeBackAsked(this, message.by);
  }
  /** @param {OtherMessage} message */
  on_next(message) {
    menus.nextTable(this, message);
  }
  /** @param {OtherMessage} message */
  on_card(message) {
    this.cards[message.name] = message.card;
  }
  /** @param {number | null} seconds */
  lost(seconds) {
    let strip = $("#strip");
    if (!strip) {
      strip = h("div", { id: "strip", role: "alert" });
      this.main.append(strip);
      this.sound.play("no");
    }
    this.side.noReview();
    strip.textContent = seconds === null ? app.say("other-window") : app.say("lost", { n: seconds });
    this.sent = null;
    this.left();
    if (seconds === null && !$("button", strip))
      strip.append(button(app.say("play-here"), () => location.reload()));
    this.main.removeAttribute("data-your-turn");
  }
  found() {
    $("#strip")?.remove();
    toast(app.say("back-online"), { seconds: 2 });
  }

  // What is shown

  say(key, values = {}) {
    const words = wordsWith(app.language, this.words[app.language]);
    const template = words[key];
    if (template !== undefined)
      return keyless(
        template.includes("{")
          ? fill(words, template, values, { reader: this.seat, names: this.names })
          : template,
      );
    return key.startsWith("name.")
      ? named(words, key.slice(5)) === key.slice(5)
        ? key
        : named(words, key.slice(5))
      : key;
  }
  // The texts of a state's moves and events.
  /** @param {StateMessage} message */
  word(message) {
    tellAll(message, this.tellers());
    numbered(message.moves);
  }
  // By which words, and to whom, sentences are made here.
  wording() {
    const words = wordsWith(app.language, this.words[app.language]);
    return { words, names: this.names, reader: this.seat };
  }
  // How moves and events are worded here, for `tellAll`.
  tellers() {
    const given = {
      ...this.wording(),
      drawing: this.stage.module,
      description: this.state?.describe,
      language: app.language,
      say: (key) => this.say(key),
    };
    return (data, said) => told(data, said, given);
  }
  get names() {
    return this.about.seats.map((chair) => (chair.seat === this.seat ? app.say("you") : this.nameOf(chair)));
  }
  /** @param {Chair} chair */
  nameOf(chair) {
    if (!isUnnamed(chair.name)) return chair.name;
    return chair.figure_name || app.say("seat-name", { n: chair.seat + 1 });
  }
  /** @param {number[]} seats */
  who(seats) {
    return (
      listed(
        WORDS[app.language],
        seats.map((seat) => this.names[seat]),
      ) || app.say("nobody")
    );
  }
  /** @param {Partial<View>} [more] @returns {View} */
  view(more = {}) {
    const { width, height } = this.stage.size();
    const { layout } =
      this.stage.whole && (this.room.dataset.sheet || this.lesson)
        ? layoutOf(width, height + BARS)
        : layoutOf(innerWidth, innerHeight);
    const state = this.state;
    /** @type {View} */
    const base = {
      game: this.about.game,
      description: state.describe,
      moves: this.asked ? state.moves.map(flat) : [],
      left: this.selection.left,
      picked: this.selection.picked,
      seat: this.seat,
      own: this.seat,
      me: this.me,
      over: state.over,
      language: app.language,
      say: (key, values) => this.say(key, values),
      width,
      height,
      layout,
      portrait: (seat, mood) => portraitOf(this.about.game, this.about.seats[seat], mood, seat === this.seat),
      moods: this.director.moods,
      theme: document.documentElement.dataset.theme,
      events: this.recent ?? [],
      lately: this.log.slice(-LATELY).flatMap((frame) => frame.events),
      names: this.names,
      cards: this.cards,
      card: (name) => this.cards[name] ?? null,
      preview: (id) => (this.asked ? this.previews.of(state.decision, id) : null),
      after: (id, path) => after(state.describe, base.preview(id), path),
      waiting: state.waiting,
      ready: state.ready,
      chosen: state.chosen,
      toggles: this.open_sheets,
      result: state.result,
      options: this.about.options,
      prefs: { ...prefs },
      hints: this.hints,
      replay: false,
      chairs: this.about.seats,
      match: this.about.settings.match ?? 0,
    };
    if (more.moves && !more.left) more = { ...more, left: new Set(), picked: [] };
    return { ...base, ...more };
  }
  /** @param {Built | null} [built] */
  redraw(built = null) {
    if (!this.state || !this.about) return;
    if (this.past) {
      if (this.reel.director.shown) this.reel.drawShown();
      else this.stage.draw(this.pastView(this.past));
      this.lesson?.place();
      return;
    }
    if (this.director.shown) {
      this.drawShown();
      return;
    }
    const view = built?.view ?? this.view();
    this.stage.draw(view, { built: built?.drawing });
    this.noteShown();
    this.stage.svg.setAttribute(
      "aria-label",
      safely(() => this.stage.module.summary?.(view)) ?? this.title(),
    );
    this.guideNow();
    this.side.mark();
    this.tips.again();
    this.keepFocus();
  }
  // A keyboard user never loses the focus to nothing.
  keepFocus() {
    if (this.keyboard && (document.activeElement === document.body || document.activeElement === null))
      this.focusNext();
  }
  resized() {
    clearTimeout(this.resizing);
    this.resizing = setTimeout(() => {
      this.lesson?.fit();
      this.fitSide();
      this.bar();
      placeAccount(this);
      replay.drawMarks(this);
      this.timeline.refit();
      if (!this.past) this.side.log.scrollTop = this.side.log.scrollHeight;
      this.redraw();
      this.tips.fit();
      this.moveBalloon();
    }, 60);
  }
  // The side is shut until the person opens it; beside the table that is remembered.
  fitSide() {
    const { layout } = document.documentElement.dataset;
    const open = layout === "l" || layout === "xl" ? prefs.side === "open" : this.sideAsked;
    this.room.classList.toggle("shut", !open);
    this.fitStage();
  }
  // In a small window an open side takes its room from the stage, which is drawn for what is left; where that
  // is too little for a drawing, or taken for a while, it is shown smaller.
  fitStage() {
    const { layout } = document.documentElement.dataset;
    const small = layout === "s" || layout === "m",
      shared = small && !this.room.classList.contains("shut");
    this.stage.whole = null;
    if (shared) laySheet(this.room, this.sheetTall);
    else delete this.room.dataset.sheet;
    this.stage.resized();
    const { clientWidth: width, clientHeight: height } = this.main;
    if (shared || (small && this.lesson)) this.stage.whole = drawnFor(width, height);
  }
  // What is open beside a thing goes where the thing went.
  moveBalloon() {
    if (!this.open) return;
    const thing = this.openAt === undefined ? null : this.thing(this.openAt);
    if (this.openAt !== undefined && !thing) this.closeBalloon();
    else this.placeBalloon(this.open, thing);
  }
  guideNow() {
    const state = this.state;
    if (!state || this.past || this.failure) return;
    this.forward.hidden = !this.outShown || state.over || this.skipping;
    this.forward.textContent = app.say("out-skip");
    const left = this.selection.left,
      picks = this.selection.picks.length;
    const one =
      this.asked && !this.director.shown && left.size === 1 && (picks > 0 || state.moves.length === 1)
        ? state.moves.find((move) => left.has(move.id))
        : null;
    const own = this.director.shown ? null : safely(() => this.stage.module.guide?.(this.view()));
    let text;
    if (this.director.holding) text = app.say("paused");
    else if (this.director.shown)
      // No question, no result before its time.
      text =
        this.director.shown.guide ??
        app.say(this.seat === null ? "showing-bots" : byTouch() ? "showing-touch" : "showing");
    else if (state.over) text = $("#end") ? app.say("now-over") : this.resultText();
    else if (this.leaving) text = app.say("leave-wait");
    else if (this.about.settings.waiting)
      text = ""; // the waiting room says it
    else if (this.asked)
      text =
        own?.now ??
        own ??
        (one && picks ? app.say("now-ready") : picks ? app.say("now-picked") : app.say("now-yours"));
    else if (this.auto !== null && this.due && state.moves.length === 1)
      text = app.say("now-forced", { move: state.moves[0].text });
    else if (state.chosen.length) text = app.say("now-chosen", { who: this.who(state.waiting) });
    else if (state.paused) text = app.say("paused");
    else if (this.seat === null) text = app.say("now-watch", { who: this.who(state.waiting) });
    else {
      const others = state.waiting.filter((seat) => seat !== this.seat);
      // No other player has to decide: the own answer is on its way.
      text =
        (typeof own === "object" && own?.now) ||
        (others.length ? app.say("now-waiting", { who: this.who(others) }) : this.now.textContent);
    }
    if (this.now.textContent !== text) this.now.textContent = text;
    const buttons = picks ? "[data-role=primary][data-moves]" : "[data-key^='button:'][data-moves]";
    const drawn =
      one &&
      [...this.stage.svg.querySelectorAll(buttons)].some(
        (thing) => thing.dataset.moves === String(one.id) && thing.dataset.state !== "picked",
      ); // one button for one thing
    this.primary.hidden = !one || drawn || (picks > 0 && this.aimed);
    if (one) this.primary.textContent = `${one.text.charAt(0).toUpperCase()}${one.text.slice(1)}`;
    this.back.hidden = !(this.asked && picks) && !state.chosen.length;
    this.placePrimary(one && picks ? this.selection.picks.at(-1).key : null);
    const { layout } = document.documentElement.dataset;
    const small = layout === "s" || (layout === "m" && !this.primary.hidden);
    this.coach.hidden = !(
      prefs.coach === "ask" &&
      this.asked &&
      state.moves.length > 1 &&
      this.about.settings.hints
    );
    const words = app.say(small ? "hint" : "coach-ask");
    if (this.coach.textContent !== words)
      this.coach.replaceChildren(icon("coach"), h("span", { text: words }));
    this.coach.setAttribute("aria-label", app.say("coach-ask"));
    this.coach.title = app.say("coach-ask");
    this.back.textContent = state.chosen.length ? app.say("withdraw") : app.say("back");
    // Once something else is picked its question comes first, where there is no room for both.
    this.advice.classList.toggle("passed", picks > 0 && this.selection.picked.join() !== this.advised);
    replay.explainShown(this);
    paceShown(this);
    this.fitNow();
    this.keepFocus();
  }
  // A sentence too long for two lines is set smaller, in three.
  fitNow() {
    const { now } = this,
      room = [now.textContent, innerWidth, innerHeight, now.parentElement.clientWidth].join();
    if (this.fitted === room) return;
    this.fitted = room;
    now.classList.remove("long");
    now.classList.toggle("long", now.scrollHeight > now.clientHeight + 2);
  }
  // Under a thumb the button that confirms is beside what was touched, or on it where that is a button
  // itself; elsewhere it is in the guide.
  /** @param {string | null} key */
  placePrimary(key) {
    const { primary, main } = this;
    const thing = key !== null && this.thumb ? this.thing(key) : null;
    primary.classList.toggle("near", Boolean(thing));
    const own = Boolean(thing) && key.startsWith("button:"); // it lies on the button, over no other
    main.toggleAttribute("data-confirms", own);
    if (!thing) {
      this.near = null;
      if (primary.parentNode !== this.guide) this.guide.append(primary);
      primary.removeAttribute("style");
      return;
    }
    if (primary.parentNode !== main) main.append(primary);
    if (this.near?.key !== key) this.near = { key, since: performance.now() };
    primary.classList.toggle("own", own);
    primary.classList.remove("small");
    Object.assign(primary.style, { width: "", height: "", minWidth: "", maxWidth: "" });
    const place = own ? null : safely(() => this.stage.module.confirmPlace?.(this.view()));
    if (place) {
      this.layPrimary(place);
      return;
    }
    const frame = main.getBoundingClientRect(),
      box = ((own && thing.querySelector(":scope > .hit")) || thing).getBoundingClientRect();
    primary.style.width = own ? `${box.width}px` : "";
    primary.style.height = own ? `${box.height}px` : "";
    if (own) {
      primary.style.left = `${box.left - frame.left}px`;
      primary.style.top = `${box.top - frame.top}px`;
      primary.classList.toggle("small", primary.scrollHeight > primary.clientHeight + 1);
      return;
    }
    const { offsetWidth: wide, offsetHeight: high } = primary;
    const inside = (value, most) => Math.max(4, Math.min(value, most - 4));
    const left = inside((box.left + box.right - wide) / 2 - frame.left, frame.width - wide),
      above = box.top - high - 10,
      below = box.bottom + 10,
      on = this.stage.module.confirmOn ? [box.top + ON * box.height] : []; // its foot has room for the button
    const others = [...this.stage.svg.querySelectorAll("[data-key^='button:'][data-moves]")].map((other) =>
      (other.querySelector(":scope > .hit") ?? other).getBoundingClientRect(),
    );
    const free = (top) =>
      others.every(
        (other) =>
          other.bottom <= frame.top + top ||
          other.top >= frame.top + top + high ||
          other.right <= frame.left + left ||
          other.left >= frame.left + left + wide,
      );
    const tops = [...on, ...(above < frame.top + 4 ? [below, above] : [above, below])].map((top) =>
      inside(top - frame.top, frame.height - high),
    );
    primary.style.left = `${left}px`;
    primary.style.top = `${tops.find(free) ?? tops[0]}px`;
  }
  // A drawing may know where the button that confirms hides nothing: it is as wide as that place, and ends
  // where it ends.
  layPrimary({ x, y, width, height, text }) {
    const { primary, main } = this;
    if (text) primary.textContent = text;
    const { width: wide, height: high } = main.getBoundingClientRect(),
      scale = wide / this.stage.size().width;
    primary.style.minWidth = primary.style.maxWidth = `${width * scale}px`;
    primary.style.left = `${x * scale}px`;
    const top = (y + height) * scale - Math.max(primary.offsetHeight, 44);
    primary.style.top = `${Math.max(4, Math.min(top, high - primary.offsetHeight - 4))}px`;
  }
  resultText() {
    const { result } = this.state;
    if (!result) return app.say("now-over");
    if (result.fault)
      return app.say("forfeit", { who: this.names[result.fault.seat], text: result.fault.text });
    const sides = new Set(result.winners.map((seat) => this.about.seats[seat].side));
    const all = new Set(this.about.seats.map((chair) => chair.side));
    if (sides.size === all.size && sides.size > 1) return app.say("draw");
    if (sides.size > 1) return app.say("shared", { who: this.who(result.winners) });
    if (this.seat !== null && result.winners.includes(this.seat)) return app.say("win");
    return app.say(result.winners.length > 1 ? "win-both" : "wins", { who: this.who(result.winners) });
  }
  // Every half second: how long a player has been thinking, how much time is left.
  tick() {
    const state = this.state;
    if (!state || this.past || this.failure) return;
    askAboutAway(this);
    if (this.hinting) this.side.thinking();
    const seconds = Math.floor((performance.now() - this.since) / 1000);
    const bots = state.waiting.filter((seat) => this.about.seats[seat]?.kind === "agent");
    const thinks = bots.length > 0 && !state.over && !state.paused;
    const { shown, holding } = this.director;
    const waits = this.seat !== null || (this.owner && !shown && !holding); // agents may wait for the page
    this.hurry.hidden = !(thinks && seconds >= 1 && waits);
    if (thinks && seconds >= 2 && !state.chosen.length && !shown && !holding)
      this.now.textContent = app.say("now-thinking", { who: this.who(bots), n: seconds, bots: bots.length });
    if (state.clock !== null && this.asked)
      this.main.dataset.clock = Math.max(0, Math.round(state.clock - seconds));
    else delete this.main.dataset.clock;
    const clock = $("#bar .clock");
    if (clock) clock.textContent = this.main.dataset.clock ? `${this.main.dataset.clock} s` : "";
  }
  bar() {
    const phone = innerWidth < 600;
    /** @param {string} key @param {() => any} run @param {Attributes} [more] */
    const tool = (key, run, { picture = key, ...more } = {}) =>
      h(
        "button",
        { type: "button", onclick: run, "aria-label": app.say(key), title: app.say(key), ...more },
        icon(picture),
      );
    const silent = prefs.mute || !(prefs.music || prefs.effects);
    $("#bar").replaceChildren(
      ...[
        h(
          "a",
          { class: "title", href: "/", title: app.say("lobby"), "aria-label": app.say("lobby") },
          mark(),
          h("span", { text: this.main.hasAttribute("data-bare") ? "Tapete" : this.title() }),
        ),
        h("div", { class: "seats" }, this.chips()),
        tool("log", () => this.side.open("log")),
        tool("hint", () => this.askHint()),
        phone ? null : tool("analysis", () => this.side.open("analysis")),
        tool("sound", () => this.quiet(), {
          picture: silent ? "silent" : "sound",
          "aria-pressed": String(!silent),
        }),
        button(app.language.toUpperCase(), () => set({ language: app.language === "en" ? "es" : "en" }), {
          "aria-label": app.say("language"),
          lang: app.language,
        }),
        tool("menu", () => menus.menu(this)),
      ].filter(Boolean),
    );
  }
  // One tap on the speaker ends music and sounds for good, another brings them back.
  quiet() {
    set({ mute: !prefs.mute });
  }
  // The part of the bar that changes with the game.
  status() {
    const old = $("#bar .seats .chips"),
      now = old && this.chips();
    if (old && !old.isEqualNode(now)) old.replaceWith(now);
  }
  // How far the game is, as the stage shows it; who sits here and the scores only where the drawing does not
  // show the seats; who is away everywhere.
  chips() {
    const seats = this.about?.seats ?? [];
    const all = !this.stage?.module?.draw || this.stage.module.plain;
    // Before the game begins the waiting room shows who is there.
    const told = this.about?.settings?.waiting
      ? []
      : all
        ? seats
        : seats.filter((chair) => !chair.here || chair.for);
    const turn =
      this.state && this.stage?.module?.status && !this.about.settings.waiting
        ? safely(() => this.stage.module.status(this.statusView()))
        : null;
    return h(
      "span",
      { class: "chips" },
      $(".tour") ? h("span", { class: "chip", text: app.say("tour") }) : null,
      turn && !$(".tour") ? h("span", { class: "turn", text: turn }) : null,
      $(".tour") ? null : told.map((chair) => this.chip(chair)),
      h("span", { class: "clock" }),
      this.about?.settings?.practice && !this.about.settings.reading && innerWidth >= 1000
        ? h("span", { class: "chip", text: app.say("practice") })
        : null,
    );
  }
  statusView() {
    return this.director.shown ? this.shownView() : this.view();
  }
  chip(chair) {
    const waiting = this.director.shown ? [this.seen.seat] : (this.state?.waiting ?? []);
    const standsIn = chair.for
      ? ` ${app.say("away-for", { who: this.nameOf({ ...chair, name: chair.for }) })}`
      : "";
    const name = chair.seat === this.seat ? app.say("you") : this.nameOf(chair) + standsIn;
    return h(
      "span",
      {
        class: `chip${waiting.includes(chair.seat) ? " asked" : ""}${chair.here ? "" : " away"}`,
        title: chair.kind === "agent" ? chair.label : "",
      },
      sign(chair.seat),
      chair.here ? name : app.say("away-now", { who: name }),
      chair.here ? this.points(chair.seat) : null,
    );
  }
  // What the game is called: as in the lobby.
  title() {
    const own = this.ownTitle?.[app.language];
    if (own) return own;
    return this.stage?.module?.title?.[app.language] ?? this.about.title;
  }
  points(seat) {
    const d = this.seen;
    const value =
      d?.players?.[seat]?.points ??
      d?.sides?.[d.players?.[seat]?.side]?.points ??
      (Array.isArray(d?.points) ? d.points[seat] : undefined) ??
      d?.players?.[seat]?.prestige;
    return typeof value === "number" ? h("b", { text: ` ${value}` }) : null;
  }

  // What the person does

  /** @param {Element} thing @param {Record<string, boolean>} [how] */
  pick(thing, how = {}) {
    if (this.lesson) {
      this.lesson.pick(thing);
      return;
    }
    this.skip();
    if (!how.keyboard && !how.sure && this.tooSoon(thing)) return;
    this.by = thing.dataset.key;
    this.thumb = Boolean(how.touch);
    this.lens(null);
    if (thing.dataset.toggle) {
      this.toggle(thing.dataset.toggle);
      return;
    }
    if (!this.asked) {
      this.why(thing);
      return;
    }
    if (thing.dataset.all) {
      this.commit(JSON.parse(thing.dataset.all));
      return;
    }
    const key = thing.dataset.key;
    const commit = thing.dataset.commit !== undefined || thing.dataset.role !== undefined;
    const found = this.selection.pick(thing);
    this.closeBalloon();
    if (found.what === "none") {
      this.why(thing);
      return;
    }
    const begins = thing.dataset.begins !== undefined;
    if (found.what === "again") {
      if (begins && this.aimed)
        this.selection.undo(); // only its target sends it
      else this.commit([found.id]);
      return;
    }
    this.sound.play("tick");
    if (thing.dataset.marks !== undefined) return; // one of several things to mark: a button plays them
    if (found.what === "one") {
      // A sole move is not asked about, and one question before a move is enough.
      const sole = prefs.confirm === "touch" && how.touch && this.state.moves.length === 1;
      const confirm =
        prefs.confirm === "always" ||
        (prefs.confirm === "touch" && how.touch && found.first && !sole && !this.plain(thing, found.id));
      const mouse =
        prefs.confirm === "touch" &&
        !how.touch &&
        !how.keyboard &&
        !how.drag &&
        !begins &&
        !this.aims(key, found.id);
      const now =
        (prefs.confirm === "never" && !begins) ||
        how.drop ||
        (!found.first && !how.drag && !begins) ||
        (commit && !how.drag) ||
        mouse ||
        sole;
      if (now && !confirm) {
        this.commit([found.id]);
        return;
      }
      const warned = how.touch && key?.startsWith("button:") && this.warns(found.id);
      if (how.touch && !warned) this.lens(this.thing(key));
      return;
    }
    if (found.what === "more" && !this.selection.told(this.stage.svg))
      this.choose(this.thing(key), [...found.left]);
    else if (how.touch && /hand$/.test(thing.dataset.zone) && $("#stage [data-state=target]"))
      this.lens(this.thing(key)); // what its target will suffer
  }
  // A button whose words say all that the move does, as passing: it is not asked about, but for the end of a
  // turn in which something could still be done.
  plain(thing, id) {
    if (thing.dataset.plain !== undefined) return true;
    if (thing.dataset.role === undefined || thing.dataset.begins !== undefined) return false;
    const { move } = this.state.moves.find((one) => one.id === id);
    const names = (value) => value !== null && typeof value === "object" && Object.keys(value).length > 0;
    const ends = ENDS.test(move.kind) && this.state.moves.length > 1;
    return !ends && !Object.values(move).some(names);
  }
  // A thing was let go over nothing: a card of the hand with a single move is played out of the hand, what
  // needs a target goes back, and what cannot be its target says why.
  /** @param {SVGElement} thing @param {{left: boolean, on: SVGElement | null}} how */
  dropped(thing, { left: away, on }) {
    const { key, why } = on?.dataset ?? {};
    const left = [...this.selection.left];
    const plays = away && thing.dataset.zone === "hand" && this.selection.picks.length && left.length === 1;
    if (this.lesson) this.lesson.unpick();
    else if (plays && this.asked && prefs.confirm !== "always") this.commit(left);
    else this.escape();
    if (why && !this.lesson) this.refuse(this.say(why), this.thing(key));
  }
  // A button that has only just appeared where another one was pressed before: the press was meant
  // for that one.
  tooSoon(thing) {
    const { key } = thing.dataset;
    if (!key?.startsWith("button:")) return false;
    const box = thing.getBoundingClientRect();
    const there = [...this.pressedAt].some(
      ([other, [x, y]]) => other !== key && x > box.left && x < box.right && y > box.top && y < box.bottom,
    );
    if (there && performance.now() - this.shownAt < GUARD) return true;
    this.pressedAt.set(key, [box.left + box.width / 2, box.top + box.height / 2]);
    return false;
  }
  // When the moves of a question were first drawn.
  noteShown() {
    const { decision } = this.state;
    if (this.asked && this.shownFor !== decision) {
      this.shownFor = decision;
      this.shownAt = performance.now();
    }
  }
  // Whether a move that is picked by its beginning goes at something elsewhere on the table: that is shown
  // before it is hit.
  aims(key, id) {
    const zone = this.thing(key)?.dataset.zone;
    return [...this.stage.svg.querySelectorAll("[data-moves][data-state=target]")].some(
      (other) =>
        other.dataset.key !== key &&
        other.dataset.zone !== zone &&
        other.dataset.moves.split(" ").includes(String(id)),
    );
  }
  // A sheet of the drawing is opened or shut; nothing is sent.
  toggle(name) {
    if (!this.open_sheets.delete(name)) this.open_sheets.add(name);
    this.redraw();
    this.giveAnswers();
  }
  // Sheets that pass are shut by whatever else is done.
  shutPassing() {
    const open = (this.stage.module.passing ?? []).filter((name) => this.open_sheets.delete(name));
    if (open.length) this.redraw();
    return open.length > 0;
  }
  // What the drawing answers for the person: a question without content, or one that he has settled before.
  foresee() {
    this.auto = null;
    const forced = prefs.forced && this.state.moves.length === 1; // forced moves are played by hand
    if (this.asked && this.about && !forced && this.stage.module.answered)
      this.auto = safely(() => this.stage.module.answered(this.view())) ?? null;
  }
  giveAnswers() {
    this.flags();
    clearTimeout(this.giving);
    if (this.auto === null || !this.due) return;
    const { auto, state } = this,
      beat = (this.stage.module.beat ?? 0) * (this.hasty ? 0 : this.speed);
    const give = () => {
      if (this.auto !== auto || this.state.decision !== state.decision || !this.due) return;
      this.auto = null;
      this.commit([auto], { list: true, weighed: true });
      this.answered = false; // the person has decided nothing: what happened before stays told
    };
    if (beat) this.giving = setTimeout(give, beat);
    else give();
  }
  // Whether what is picked is sent together with a target that is drawn.
  get aimed() {
    const { svg } = this.stage;
    return Boolean(svg.querySelector("[data-begins][data-state=picked]") && svg.querySelector("[data-all]"));
  }
  /** @param {string} key @returns {Element | null} */
  thing(key) {
    return (
      [...this.stage.svg.querySelectorAll("[data-key]")].find((node) => node.dataset.key === key) ?? null
    );
  }
  // A move of the list: no thing on the stage was pressed for it.
  /** @param {number} id */
  playListed(id) {
    this.by = undefined;
    this.commit([id], { list: true });
  }
  // `list`: without a word of the game before; `weighed`: without the coach's.
  /** @param {number[]} ids */
  commit(ids, { list = false, weighed = false } = {}) {
    if (!this.state || !this.asked) return;
    this.skip();
    if (!list && ids.length === 1 && this.warns(ids[0])) return;
    if (!weighed && this.tips.weighs(ids)) return;
    if (!this.net.send({ type: "play", decision: this.state.decision, actions: ids })) {
      toast(app.say("lost", { n: "" }), { bad: true });
      return;
    }
    this.stage.note(this.by);
    this.closeBalloon();
    this.noNotes();
    this.side.noHint();
    this.answered = true;
    if (!this.played) {
      this.played = true;
      if (this.token) this.keep(false);
    }
    this.sent = this.state.decision;
    this.flags();
    this.sound.play("slide");
  }
  // A word before a move that gives something away, each kind once a game; the second press makes it.
  warns(id) {
    const found =
      prefs.tips === false ? null : safely(() => this.stage.module.warning?.(this.view(), id, this.warned));
    if (!found || this.warned.has(found.kind)) return false;
    this.warned.add(found.kind);
    this.selection.clear();
    const thing = [...this.stage.svg.querySelectorAll("[data-moves]")].find((node) =>
      node.dataset.moves.split(" ").includes(String(id)),
    );
    this.balloon(
      h(
        "div",
        { class: "balloon warning", role: "alert" },
        h("p", { text: found.text }),
        h(
          "div",
          { class: "row" },
          button(this.anyway(id), () => this.commit([id], { list: true }), { class: "primary" }),
          button(app.say("back"), () => this.closeBalloon()),
        ),
      ),
      thing,
    );
    this.alarm(found.text);
    return true;
  }
  // What a button says that makes a move after a warning: the move itself.
  anyway(id) {
    const text = this.state.moves.find((move) => move.id === id)?.text ?? "";
    const said = app.say("anyway-move", { move: text });
    return said.charAt(0).toUpperCase() + said.slice(1);
  }
  press() {
    if (this.director.holding || (this.state?.paused && this.owner)) {
      toggleHold(this);
      return;
    }
    if (this.near && performance.now() - this.near.since < GUARD / 2) return; // the tap that brought it here
    const left = [...this.selection.left];
    if (this.asked && left.length === 1) this.commit(left);
  }
  // One step back; says whether there was one.
  escape() {
    this.tips.weighed = null;
    if (this.closeBalloon() || this.shutPassing()) return true;
    if (this.lesson) {
      this.lesson.away();
      return true;
    }
    if (this.state?.chosen.length) return Boolean(this.net.send({ type: "withdraw" }));
    return this.selection.undo();
  }
  // Several moves are left and nothing drawn tells them apart: a small list beside the thing.
  choose(thing, ids) {
    const moves = this.state.moves.filter((move) => ids.includes(move.id));
    const node = h(
      "div",
      { class: "balloon chooser", role: "group", "aria-label": app.say("choose-one") },
      moves.map((move) => button(move.text, () => this.commit([move.id]))),
    );
    this.balloon(node, thing);
    $("button", node)?.focus();
  }
  balloon(node, thing) {
    this.closeBalloon();
    this.main.append(node);
    this.open = node;
    this.openAt = thing?.dataset.key;
    this.placeBalloon(node, thing);
  }
  placeBalloon(node, thing) {
    const frame = this.main.getBoundingClientRect(),
      box = thing?.getBoundingClientRect() ?? frame;
    const left = Math.min(Math.max(4, box.left - frame.left), frame.width - node.offsetWidth - 8);
    let top = box.top - frame.top - node.offsetHeight - 8;
    if (top < 4) top = Math.min(box.bottom - frame.top + 8, frame.height - node.offsetHeight - 8);
    node.style.left = `${left}px`;
    node.style.top = `${Math.max(4, top)}px`;
    if (node.classList.contains("chooser")) this.placeChooser(node, frame);
  }
  // A drawing may know where a list hides nothing that is needed for choosing.
  placeChooser(node, frame) {
    const room = this.stage.module.chooserPlace?.(this.view());
    if (!room) return;
    const { width } = this.stage.size(),
      scale = frame.width / width;
    const centred = (room.x + room.width / 2) * scale - node.offsetWidth / 2;
    const left = Math.min(frame.width - node.offsetWidth - 8, centred);
    node.style.left = `${Math.max(4, left)}px`;
    // At its place the list may be narrower, and so higher: only now its height is known.
    const halfFree = Math.max(0, (room.height * scale - node.offsetHeight) / 2);
    const lowest = (room.y + room.height) * scale - node.offsetHeight;
    const top = Math.min(room.y * scale + halfFree, lowest);
    node.style.top = `${Math.max(4, top)}px`;
  }
  closeBalloon() {
    if (!this.open) return false;
    this.open.remove();
    this.open = null;
    return true;
  }
  why(thing) {
    if (this.lesson) {
      this.lesson.astray();
      return;
    }
    if (this.past) {
      this.lens(thing); // nothing can be chosen there
      return;
    }
    const key = thing.dataset.why;
    const ready = this.asked && this.selection.picks.length > 0 && !this.primary.hidden; // what is picked
    const text =
      !this.asked && this.state && !this.state.over && !key
        ? app.say("wait-turn", { who: this.who(this.state.waiting) })
        : key
          ? this.say(key)
          : ready
            ? app.say("first-press", { move: this.primary.textContent })
            : app.say("not-possible");
    if (this.state?.over && !key) {
      this.lens(thing);
      return;
    }
    this.lens(null); // which would say the same once more
    // By touch nothing can be pointed at: a tap explains it, too.
    if (this.stage.touch && this.explanation(thing).length) {
      this.sound.play("no");
      this.lens(thing, text);
      this.alarm(text);
    } else this.refuse(text, thing);
  }
  // Why something cannot be done, beside it for a moment.
  refuse(text, thing) {
    this.sound.play("no");
    const node = h("div", { class: "balloon why", role: "alert", text });
    this.balloon(node, thing);
    setTimeout(() => {
      if (this.open === node) this.closeBalloon();
    }, 4000);
  }
  // What would change if this were chosen, drawn over the stage while it is pointed at.
  /** @param {string | null} key */
  preview(key) {
    const { module } = this.stage;
    this.pointed = key;
    this.layOver(
      "preview",
      key && module.preview && this.state && !this.past ? module.preview(this.view(), theKit(), key) : null,
    );
  }
  // Nothing is shown any more for what was pointed at before.
  noNotes() {
    this.lens(null);
    this.preview(null);
  }
  // Where on the table something of the log happened.
  point(event) {
    const { module } = this.stage;
    this.layOver(
      "place",
      event && module.place && this.state
        ? safely(() => module.place(this.past ? this.pastView(this.past) : this.view(), theKit(), event))
        : null,
    );
  }
  // Something drawn over the table that is not a part of it, in the place of what of its kind lay there.
  layOver(kind, over) {
    $(`#stage > .${kind}`)?.remove();
    if (!over) return;
    over.classList.add(kind);
    over.style.pointerEvents = "none";
    this.stage.svg.append(over);
  }
  // What a thing is: what the drawing says of it, or the words of its card.
  /** @param {Element} thing @returns {Node[]} */
  explanation(thing) {
    const view = this.past ? this.pastView(this.past) : this.view();
    const name = this.stage.module.lens?.(view, thing.dataset.key) ?? thing.dataset.card;
    if (name instanceof Node) return [name];
    const card = typeof name === "string" ? this.cards[name] : null;
    if (!card) return [];
    const title = this.say(`name.${name}`);
    const head = card.title ?? card.name ?? (title.startsWith("name.") ? name : title);
    const told = card.text ?? "";
    const rest = told.startsWith(`${head}: `) ? told.slice(head.length + 2) : told; // not the title twice
    const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
    const words = (card.keywords ?? [])
      .map((word) => (this.cards[named(this.words[app.language] ?? {}, word)] ?? this.cards[word])?.text)
      .filter(Boolean)
      .map((text) => h("li", { text: capital(text) }));
    return [
      h("h3", { text: head }),
      h("p", { text: capital(rest) }),
      ...(words.length ? [h("ul", {}, words)] : []),
    ];
  }
  lens(thing, why = thing?.dataset.why ? this.say(thing.dataset.why) : "") {
    $("#lens")?.remove();
    if (!thing || !this.about || this.open?.classList.contains("why")) return;
    const told = this.explanation(thing);
    if (!told.length && !why && !thing.dataset.preview) return;
    const node = h("div", { id: "lens", role: "note" }, told);
    if (thing.dataset.preview) node.append(h("p", { text: thing.dataset.preview }));
    if (why) node.append(h("p", { class: "why", text: why }));
    this.main.append(node);
    if (this.stage.touch) {
      node.classList.add("foot");
      placeExplanation(node, thing, this.stage.svg);
      return;
    }
    const frame = this.main.getBoundingClientRect(),
      box = thing.getBoundingClientRect();
    const rail = box.right - frame.left < frame.width * 0.24; // there things stand one above the other
    // Elsewhere neighbours stay in sight where there is room above.
    const above = rail ? -1 : box.top - frame.top - node.offsetHeight - 24;
    const right = box.right - frame.left + 10;
    const beside =
      right + node.offsetWidth < frame.width ? right : box.left - frame.left - node.offsetWidth - 10;
    const over = (box.left + box.right) / 2 - frame.left - node.offsetWidth / 2;
    const left = Math.min(above >= 4 ? over : beside, frame.width - node.offsetWidth - 4);
    node.style.left = `${Math.max(4, left)}px`;
    const top =
      above >= 4 ? above : Math.min(Math.max(4, box.top - frame.top), frame.height - node.offsetHeight - 4);
    node.style.top = `${top}px`;
  }
  // A request to the coach: what is best and why, and what the move that is picked would cost.
  askCoach() {
    const left = [...this.selection.left];
    this.askedPick = this.selection.picks.length && left.length === 1 ? left[0] : null;
    this.askHint();
  }
  askHint() {
    if (!this.asked) {
      toast(app.say("wait-turn", { who: this.who(this.state?.waiting ?? []) }), { seconds: 2 });
      return;
    }
    const { decision } = this.state;
    if (this.hinted?.decision === decision) {
      this.showHint();
      return;
    } // what was found is read again; nothing new is requested
    if (this.hinting?.decision === decision || !this.net.send({ type: "hint" })) return;
    this.hinting = { decision, since: performance.now() };
    this.side.thinking();
    this.redraw();
  }
  showHint() {
    this.hinting = null;
    this.hints = this.hinted.moves.map((move) => move.action);
    this.side.hint(this.hinted);
    this.redraw();
  }
  focusNext() {
    const next = $("#stage [data-moves]", this.main);
    if (next) {
      next.setAttribute("tabindex", "0");
      this.stage.elsewhere = true; // not chosen by a person: explained only where the focus is seen
      next.focus({ preventScroll: true });
      this.stage.elsewhere = false;
      return;
    }
    if (!this.primary.hidden) this.primary.focus();
    else this.main.focus({ preventScroll: true });
  }

  // Looking back

  // To a frame, from a viewpoint: at first with all hands open where the game is over.
  goTo(frame, eyes = this.eyes) {
    this.eyes = eyes ?? (this.state.over ? "all" : this.about.viewer);
    const story = this.story.eyes !== this.eyes;
    const at = typeof frame === "number" ? { frame } : frame; // a frame, or a step of the engine
    this.net.send({ type: "at", ...at, eyes: this.eyes, ...(story ? { story } : {}) });
  }
  // The log of what is shown: of the past as who looks back sees it, else of the game as it goes on.
  get toldLog() {
    return this.past && this.story.eyes === this.past.eyes
      ? this.story.log.map((events, k) => ({ frame: k + 1, events }))
      : this.log;
  }
  /** @param {PastMessage} message */
  showPast(message) {
    const before = this.past;
    const entering = !before;
    const speed = replay.paceOf(this);
    const next =
      before?.frame === message.frame - 1 && before.eyes === message.eyes && this.stepping && speed;
    const motion =
      before && Math.abs(before.frame - message.frame) === 1
        ? { speed: this.speed, less: document.documentElement.dataset.motion === "less" }
        : null;
    this.stepping = false;
    this.reel.cut();
    this.past = message;
    this.noNotes();
    this.main.removeAttribute("data-your-turn");
    if (entering) {
      this.director.cut();
      report(this);
      this.tips.close();
      replay.replayBar(this);
      menus.noEnding(this);
      this.fitSide();
    }
    replay.replayAt(this, message);
    if (next) this.reel.play(before.describe, message, speed, () => replay.rollOn(this));
    else {
      this.stage.draw(this.pastView(message), { motion });
      replay.rollOn(this);
    }
    this.side.at(message.frame);
    this.side.moves();
  }
  // What had happened up to a step that is looked back at.
  /** @param {number} frame */
  untilThen(frame) {
    return this.toldLog
      .filter((one) => one.frame <= frame)
      .slice(-LATELY)
      .flatMap(({ events }) => events);
  }
  /** @param {PastMessage} message */
  pastView(message) {
    return this.view({
      description: message.describe,
      moves: [],
      events: message.events,
      lately: this.lesson ? message.events : this.untilThen(message.frame),
      waiting: message.waiting,
      over: message.over,
      replay: true,
      seat: typeof message.eyes === "number" ? message.eyes : null,
      me: typeof message.eyes === "number" ? message.eyes : this.me,
      chosen: [],
      ready: [],
      result: message.over ? this.state.result : null,
      hints: [],
      ...message.more,
    });
  }
  live() {
    this.reel.cut();
    this.past = null;
    this.eyes = undefined;
    replay.stopRolling(this);
    clearTimeout(this.whyTimer);
    $("#replay")?.remove();
    this.room.classList.remove("past");
    this.guide.hidden = false;
    this.flags();
    this.side.at(null);
    this.side.why(null);
    this.side.fillLog();
    this.fitSide();
    this.redraw();
    this.after(this.state, []);
  }

  // Options changed

  async changed(changes) {
    if ("language" in changes && this.about) {
      await this.loadCards();
      this.rewording = this.director.playing && !this.past;
      if (this.rewording) {
        tellAll(this.log, this.tellers());
        this.director.reworded();
      }
      this.net.send({ type: "language", language: app.language });
      this.side.build();
      this.bar();
      waitingRoom(this);
      this.account = null;
      if (menus.noEnding(this)) menus.ending(this);
      if (this.lesson) this.lesson.show(this.lesson.at);
      else if (this.past) {
        this.story.eyes = null;
        replay.replayBar(this);
        this.goTo(this.past.frame, this.eyes);
      }
    }
    if ("coach" in changes && this.state) this.guideNow();
    if ("forced" in changes && this.state) this.giveAnswers();
    if ("speed" in changes) {
      this.pace = prefs.speed;
      this.hasty = false;
    }
    if ("speed" in changes && this.about && (this.seat !== null || this.owner))
      this.net.send({ type: "speed", speed: prefs.speed });
    if ("effects" in changes || "music" in changes || "mute" in changes) {
      this.sound.volumes();
      this.bar();
    }
    if (Object.keys(changes).every((name) => NOTED.includes(name))) return; // nothing looks different
    this.resized();
  }

  key(event) {
    if (
      event.target.closest?.("input, select, textarea, dialog") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    const key = event.key;
    if (key === "Escape") {
      const last = this.thing(this.stage.module.keys?.escape);
      if (!foldAccount() && !this.escape() && last) this.pick(last, { keyboard: true });
      return;
    }
    if (key === " " && !event.target.closest?.("button, a, #stage [data-moves]")) {
      event.preventDefault();
      if (this.timeline.holding || (!this.timeline.playing && !this.stage.moving)) this.press();
      else if (event.shiftKey) {
        this.hasty = !this.asked;
        this.skip();
        this.net.send({ type: "hurry", skip: true });
      } else if (!this.timeline.endBeat()) this.stage.finish();
      return;
    }
    if (/^[0-9]$/.test(key) && (this.asked || this.lesson)) {
      this.pickNth(key === "0" ? 9 : Number(key) - 1);
      return;
    }
    if (!prefs.letters && key.length === 1) return;
    const acts = {
      h: () => this.askHint(),
      a: () => this.side.open("analysis"),
      l: () => this.side.open("log"),
      m: () => this.side.open("moves"),
      n: () => this.net.send({ type: "hurry" }),
      u: () => this.net.send({ type: "take_back" }),
      o: () => menus.options(this),
      f: () => menus.fullScreen(),
      s: () => set({ mute: !prefs.mute }),
      r: () => {
        $("#say").textContent = "";
        setTimeout(() => {
          $("#say").textContent = this.said.join(" ");
        }, 50);
      },
      e: () => this.endTurn(),
      i: () => {
        const thing = this.stage.thingAt(document.activeElement);
        if (thing) this.lens(thing);
      },
      p: () => replay.togglePlay(this),
      "?": () => menus.rules(this),
      "[": () => replay.step(this, -1),
      "]": () => replay.step(this, 1),
      "{": () => this.past && replay.toChapter(this, -1),
      "}": () => this.past && replay.toChapter(this, 1),
      Home: () => this.past && this.goTo(0),
      End: () => this.past && this.goTo(this.past.frames),
    };
    const own = this.stage.module.keys?.[key.toLowerCase()];
    const act = own ? () => this.ownKey(own) : (acts[key] ?? acts[key.toLowerCase()]);
    if (act) {
      event.preventDefault();
      act();
    }
  }
  // A key of the game's own: it opens a sheet, or presses what is drawn under that key.
  ownKey(name) {
    const thing = this.thing(name);
    if (thing) {
      if (thing.dataset.moves || thing.dataset.all || thing.dataset.toggle)
        this.pick(thing, { keyboard: true });
      else this.why(thing);
    } else this.toggle(name);
  }
  pickNth(n) {
    this.skip();
    const own = [...this.stage.svg.querySelectorAll("[data-zone=hand], [data-zone=my-hand]")].filter(
      (node) => node.dataset.key,
    );
    const things = own.length ? own : [...this.stage.svg.querySelectorAll("[data-moves]")];
    if (things[n]) {
      if (things[n].dataset.moves) this.pick(things[n], { keyboard: true });
      else this.why(things[n]);
    }
  }
  endTurn() {
    const ending = this.asked
      ? this.state.moves.filter((move) => /^(end|end_turn|pass|done)$/.test(move.move.kind))
      : [];
    if (ending.length === 1) {
      this.skip();
      this.commit([ending[0].id]);
    }
  }
}

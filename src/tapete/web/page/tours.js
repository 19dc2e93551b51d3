// Tours of the rules at the table, tips at the first time of each thing, and the coach who warns
// of costly moves.

import { app } from "./app.js";
import { prefs, set } from "./prefs.js";
import { $, h, button, byTouch, keyless, shield, toast } from "./dom.js";
import { lessonsOf } from "./lessons.js";
import { bestPlace, overlap } from "./placement.js";
import { playRound } from "./rounds.js";
import { percent } from "./words.js";

const PLATE = 0.2; // of the stage: a larger thing with a face on it is not a plate
const EDGE = 8; // pixels from the edge of the stage
const RIM = 4; // the same of a strip in a small window
const LEAST = 320; // pixels in the bar that a tip has room in
const HIDES = 0.4; // of its own area: what a strip may hide of what is drawn
const COSTLY = 0.1; // of winning chance, from which the coach speaks up
const SOON = 300; // ms in which the coach mostly answers

export function hasTour(game) {
  return lessonsOf(game).panels.length > 0;
}
export function tourTexts(game) {
  return lessonsOf(game).panels.map((panel) => panel[app.language]);
}

/** The tour of a game: the round that it lets the reader play, else its panels. */
export async function tour(table) {
  $(".tip")?.remove();
  if (!(await playRound(table))) showPanel(table);
}
function showPanel(table, at = 0) {
  leave(table);
  const { panels } = lessonsOf(table.about.game);
  const panel = panels[at];
  const last = at === panels.length - 1;
  const end = () => {
    leave(table);
    table.focusNext();
  };
  const node = h(
    "section",
    { class: "tour", role: "group", "aria-label": app.say("tour") },
    h("p", { text: panel[app.language] }),
    h(
      "div",
      { class: "row" },
      h("span", { class: "promise", text: app.say("panel-of", { n: at + 1, of: panels.length }) }),
      // Always there: what goes on stays under the pointer.
      button(app.say("previous"), () => showPanel(table, at - 1), { disabled: !at }),
      last
        ? button(app.say("got-it"), end, { class: "primary" })
        : button(app.say("next"), () => showPanel(table, at + 1), { class: "primary" }),
      last ? null : button(app.say("leave-tour"), end),
    ),
  );
  node.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" && !last) showPanel(table, at + 1);
    else if (event.key === "ArrowLeft" && at) showPanel(table, at - 1);
    else if (event.key === "Escape") leave(table);
    else return;
    event.stopPropagation();
  });
  table.room.append(node);
  table.guide.hidden = true; // what the table asks waits until the tour is left
  table.bar();
  table.redraw();
  table.speak(panel[app.language]);
  $(".primary", node)?.focus();
}
function leave(table) {
  const node = $(".tour");
  if (!node) return;
  node.remove();
  table.guide.hidden = false;
  table.bar();
  table.redraw();
}

// The words of a tip; `KEY.touch` replaces them on touch screens.
function wordsOf(game, key) {
  const words = lessonsOf(game).hints[app.language];
  return keyless((byTouch() && words[`${key}.touch`]) || words[key]);
}

export class Tips {
  constructor(table) {
    this.table = table;
    this.weighed = null; // the move that the coach is looking at
    this.muted = false; // it was said that the coach cannot warn in this game
    /** @type {string | undefined} */
    this.at = undefined; // the zone of the drawing that the open tip speaks of
  }
  // A tip for the current question, if one fits that this person has not seen.
  look(view, events) {
    const { table } = this;
    if (!prefs.tips || $(".tip") || $(".tour")) return;
    const seen = prefs.seen[view.game] ?? [];
    const number = lessonsOf(view.game).tips.findIndex(
      (tip, k) => !seen.includes(k) && fits(tip, view, events),
    );
    if (number < 0) return;
    const keep = () => set({ seen: { ...prefs.seen, [view.game]: [...seen, number] } });
    keep();
    const node = h(
      "div",
      { class: "balloon tip", role: "note" },
      h("p", {
        text: wordsOf(view.game, lessonsOf(view.game).tips[number].key),
      }),
      h(
        "div",
        { class: "row" },
        button(app.say("got-it"), () => this.close(node)),
        button(
          app.say("no-more-tips"),
          () => {
            set({ tips: false });
            this.close(node);
          },
          { class: "link" },
        ),
      ),
    );
    node.dataset.tip = String(number);
    this.at = lessonsOf(view.game).tips[number].at;
    this.place(node);
    const decision = table.state.decision;
    const gone = setInterval(() => {
      if (!node.isConnected || table.state.decision !== decision) {
        this.close(node);
        clearInterval(gone);
      }
    }, 300);
  }
  close(node = $(".tip")) {
    if (node?.classList.contains("bar")) shield(node.getBoundingClientRect()); // buttons are below it
    node?.remove();
  }
  // What a tip must not lie on: what it speaks of, what can be chosen, an offer, the plates of the players.
  kept() {
    const { svg } = this.table.stage;
    const whole = svg.getBoundingClientRect();
    const box = (thing) => thing.getBoundingClientRect();
    const spoken = this.at ? [...svg.querySelectorAll(`[data-zone="${this.at}"]`)] : [];
    const plates = [...svg.querySelectorAll("[data-face]")].map((face) => {
      const plate = face.closest("[data-key], [data-box]");
      const small = plate && box(plate).width * box(plate).height < PLATE * whole.width * whole.height;
      return small ? plate : face;
    });
    const others = [...svg.querySelectorAll("[data-moves], [data-zone=offer], [data-zone=players]")];
    return [...spoken, ...plates, ...others].map(box).filter(({ width, height }) => width && height);
  }
  // Where it hides nothing: in the free part of the bar, else on the table, in a small window as a strip. If
  // a strip would hide much, or a tip what it must not, it lies over the bar. The table stays as it is.
  place(node) {
    const { main, room } = this.table;
    const small = /^[sm]$/.test(document.documentElement.dataset.layout);
    node.removeAttribute("style");
    node.classList.remove("bar", "free", "strip");
    if (this.inBar(node)) return;
    main.append(node);
    node.classList.toggle("strip", small);
    const frame = main.getBoundingClientRect();
    const size = { wide: node.offsetWidth, tall: node.offsetHeight };
    const best = bestPlace(frame, { ...size, edge: small ? RIM : EDGE }, this.hidden());
    const most = small ? HIDES * size.wide * size.tall : Infinity;
    if (best && best.cost < most) {
      node.style.left = `${best.left - frame.left}px`;
      node.style.top = `${best.top - frame.top}px`;
      return;
    }
    node.classList.remove("strip");
    node.classList.add("bar");
    room.append(node);
  }
  // What a box would hide of the table.
  hidden() {
    const kept = this.kept();
    const drawn = [...this.table.stage.svg.querySelectorAll("text, [data-key]:not([data-moves])")].map(
      (thing) => thing.getBoundingClientRect(),
    );
    return (box) =>
      kept.some((other) => overlap(box, other))
        ? Infinity
        : drawn.reduce((sum, other) => sum + overlap(box, other), 0);
  }
  // Whether it has room in the bar beside the title and the buttons.
  inBar(node) {
    const boxes = (query) => [...document.querySelectorAll(query)].map((one) => one.getBoundingClientRect());
    const [bar] = boxes("#bar");
    const left = Math.max(...boxes("#bar .title > *, #bar .chips > *").map((box) => box.right)) + EDGE;
    const right = Math.min(...boxes("#bar > button").map((box) => box.left)) - EDGE;
    if (right - left < LEAST) return false;
    node.classList.add("bar", "free");
    Object.assign(node.style, {
      left: "auto",
      right: `${innerWidth - right}px`,
      maxWidth: `${right - left}px`,
    });
    this.table.room.append(node);
    if (node.offsetHeight <= bar.height) return true;
    node.removeAttribute("style");
    node.classList.remove("bar", "free");
    return false;
  }
  // The window has another size.
  fit() {
    const node = $(".tip");
    if (node) this.place(node);
  }
  // What was drawn anew may lie under the tip now.
  again() {
    const node = $("#table > .tip");
    if (!node) return;
    const own = node.getBoundingClientRect();
    if (this.hidden()(own) === Infinity) this.place(node);
  }
  // Whether a move waits until the coach has looked at it; it is then played, or spoken of first.
  /** @param {number[]} ids */
  weighs(ids) {
    const { table } = this;
    const { decision, moves } = table.state;
    const looks = prefs.coach === "on" && table.about.settings.hints && table.coached !== ids[0];
    if (!looks || ids.length > 1 || moves.length < 2) return false;
    if (!table.net.send({ type: "cost", decision, action: ids[0] })) return false;
    const weighed = (this.weighed = { decision, ids });
    setTimeout(() => {
      if (this.weighed === weighed && table.asked) table.now.textContent = app.say("coach-looks");
    }, SOON);
    return true;
  }
  // What the coach has found: a move that costs a lot is stopped once.
  /** @param {CostMessage} message */
  found(message) {
    const { table, weighed } = this;
    if (weighed?.decision !== message.decision || weighed.ids[0] !== message.action) return;
    this.weighed = null;
    if (message.decision !== table.state?.decision) return;
    if (message.measure !== "chance") this.mute();
    else if (message.loss >= COSTLY) {
      this.warn(message);
      return;
    }
    table.commit(weighed.ids, { list: true, weighed: true });
  }
  // In this game moves have no chances to win, so there is nothing to warn of.
  mute() {
    if (!this.muted) toast(app.say("coach-mute"), { seconds: prefs.toasts });
    this.muted = true;
  }
  warn({ action, loss }) {
    const { table } = this;
    table.coached = action;
    table.guideNow();
    const node = h(
      "div",
      { class: "balloon", role: "alert" },
      app.say("coach-says", { n: percent(loss) }),
      h(
        "div",
        { class: "row" },
        button(app.say("why"), () => {
          table.closeBalloon();
          table.askHint();
        }),
        button(table.anyway(action), () => table.commit([action], { list: true }), { class: "primary" }),
      ),
    );
    table.balloon(node, $("#stage [data-state=picked]"));
  }
}
function fits(tip, view, events) {
  try {
    return Boolean(tip.when(view, events));
  } catch {
    return false;
  }
}

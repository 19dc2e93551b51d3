// Tours of the rules at the table, tips at the first time of each thing, and the coach who warns
// of costly moves.

import { app } from "./app.js";
import { prefs, set } from "./prefs.js";
import { $, h, button, byTouch, keyless, shield } from "./dom.js";
import { lessonsOf } from "./lessons.js";
import { bestPlace, overlap } from "./placement.js";
import { playRound } from "./rounds.js";
import { percent } from "./words.js";

const PLATE = 0.2; // of the stage: a larger thing with a face on it is not a plate
const EDGE = 8; // pixels from the edge of the stage
const COSTLY = 0.1; // of winning chance, from which the coach speaks up

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
    this.values = null;
    /** @type {string | undefined} */
    this.at = undefined; // the zone of the drawing that the open tip speaks of
  }
  // A tip for the current question, if one fits that this person has not seen.
  look(view, events) {
    this.values = null;
    const { table } = this;
    if (prefs.coach === "on") table.net.send({ type: "hint", quiet: true });
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
  // In a small window over the bar, always: the table keeps its size and place. Elsewhere where it hides the
  // least of what is written and drawn; over the bar where it would lie on what it must not.
  place(node) {
    const { main, stage, room } = this.table;
    const small = /^[sm]$/.test(document.documentElement.dataset.layout);
    node.removeAttribute("style");
    node.classList.toggle("bar", small);
    (small ? room : main).append(node);
    if (small) return;
    const frame = main.getBoundingClientRect();
    const kept = this.kept();
    const drawn = [...stage.svg.querySelectorAll("text, [data-key]:not([data-moves])")].map((thing) =>
      thing.getBoundingClientRect(),
    );
    const wide = node.offsetWidth,
      tall = node.offsetHeight;
    const hidden = (box) =>
      kept.some((other) => overlap(box, other))
        ? Infinity
        : drawn.reduce((sum, other) => sum + overlap(box, other), 0);
    const best = bestPlace(frame, { wide, tall, edge: EDGE }, hidden);
    if (!best || best.cost === Infinity) {
      node.classList.add("bar");
      room.append(node);
      return;
    }
    node.style.left = `${best.left - frame.left}px`;
    node.style.top = `${best.top - frame.top}px`;
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
    const covers = this.kept().some(
      (box) => box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top,
    );
    if (covers) this.place(node);
  }
  thought(message) {
    this.values = new Map((message.values ?? []).map(({ action, value }) => [action, value]));
  }
  // Whether the coach stops this move once, because it costs a lot.
  warns(id) {
    const { table } = this;
    if (prefs.coach !== "on" || !this.values?.size || table.coached) return false;
    const best = Math.max(...this.values.values()),
      mine = this.values.get(id);
    if (mine === undefined || best > 1 || best - mine < COSTLY) return false;
    table.coached = true;
    const node = h(
      "div",
      { class: "balloon", role: "alert" },
      app.say("coach-says", { n: percent(best - mine) }),
      h(
        "div",
        { class: "row" },
        button(app.say("why"), () => {
          table.closeBalloon();
          table.askHint();
        }),
        button(table.anyway(id), () => table.commit([id]), { class: "primary" }),
      ),
    );
    table.balloon(node, $("#stage [data-state=picked]"));
    return true;
  }
}
function fits(tip, view, events) {
  try {
    return Boolean(tip.when(view, events));
  } catch {
    return false;
  }
}

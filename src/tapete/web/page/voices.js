// What the others say: a bubble at a face on events that everybody sees. Seldom, kindly, and never
// while one chooses.

import { app } from "./app.js";
import { prefs } from "./prefs.js";
import { h } from "./dom.js";
import { overlap } from "./placement.js";
import { linesOf, rulesOfVoices } from "./scenes.js";

const APART = 8000; // ms between two bubbles
const MOST = 3; // of one person in a game
const SHOWN = 2600;
const WORDS = 4; // how much worse it is to cover words than a picture

export class Voices {
  constructor(table) {
    this.table = table;
    this.last = -APART;
    this.said = new Map(); // how often each seat has spoken
    this.met = false;
  }
  // Whether anybody may speak now: not while the person chooses, nor over what is only looked at.
  get free() {
    const { table } = this;
    const choosing = table.asked && !table.main.hasAttribute("data-showing");
    return (
      prefs.bubbles &&
      !choosing &&
      !table.past &&
      table.seat !== null &&
      !table.about.settings.reading &&
      performance.now() - this.last >= APART
    );
  }
  // Events as everybody saw them; a game's lobby.json says which of them please or annoy whom.
  async hear(events) {
    if (!this.free) return;
    const rules = await rulesOfVoices(this.table.about.game);
    for (const event of events)
      for (const rule of rules) {
        const least = Object.entries(rule.least ?? {}).every(([member, n]) => event[member] >= n);
        if (event.kind !== rule.kind || !least) continue;
        const seat = event[rule.seat ?? "seat"];
        const chair = this.table.about.seats[seat];
        if (chair?.kind === "agent" && this.free && (await this.say(chair, rule.say))) return;
      }
  }
  // A greeting, once, when a game begins.
  greet() {
    if (this.met || this.table.log.length > 2) return;
    this.met = true;
    const chair = this.table.about.seats.find((one) => one.kind === "agent");
    if (chair && this.free) this.say(chair, "hello");
  }
  async say(chair, key) {
    const times = this.said.get(chair.seat) ?? 0;
    const face = this.table.main.querySelector(`#stage [data-face="${chair.seat}"]`);
    if (times >= MOST || !face) return false;
    const text = (await linesOf(this.table.about.game, chair))?.[key]?.[app.language];
    if (!text || !this.free) return false;
    this.last = performance.now();
    this.said.set(chair.seat, times + 1);
    const node = h("p", { class: "bubble voice", role: "status", text });
    this.table.main.append(node);
    this.place(node, face);
    setTimeout(() => node.remove(), SHOWN);
    return true;
  }
  // Beside the face, above or below it: where it hides the least of what is written or stands there.
  /** @param {HTMLElement} node @param {Element} face */
  place(node, face) {
    const { main, stage } = this.table;
    const box = face.getBoundingClientRect(),
      home = main.getBoundingClientRect(),
      { offsetWidth: wide, offsetHeight: tall } = node;
    const drawn = [...stage.svg.querySelectorAll("text, [data-moves], [data-card]")]
      .filter((thing) => !thing.contains(face))
      .map((thing) => ({ box: thing.getBoundingClientRect(), worth: thing.nodeName === "text" ? WORDS : 1 }));
    const middle = (box.left + box.right - wide) / 2;
    const places = [box.right - 8, box.left - wide + 8].flatMap((left) =>
      [box.top - 6, box.top - tall + 10, box.bottom - 10].map((top) => ({ left, top })),
    );
    // Also below the plate of a player, which holds more than the face.
    for (const top of [
      box.bottom + 2,
      box.top - tall - 2,
      ...[0.5, 1, 1.5, 2].map((n) => box.bottom + n * tall),
    ])
      places.push({ left: middle, top });
    const found = places
      .map(({ left, top }) => ({
        left: Math.max(home.left + 6, Math.min(home.right - wide - 6, left)),
        top: Math.max(home.top + 6, Math.min(home.bottom - tall - 6, top)),
      }))
      .map(({ left, top }) => ({ left, top, right: left + wide, bottom: top + tall }))
      .map((place) => ({
        ...place,
        hidden:
          overlap(place, box) +
          drawn.reduce((sum, { box: other, worth }) => sum + worth * overlap(place, other), 0),
      }))
      .reduce((best, place) => (place.hidden < best.hidden ? place : best));
    node.classList.toggle("left", found.left < box.left);
    node.style.left = `${found.left - home.left}px`;
    node.style.top = `${found.top - home.top}px`;
  }
}

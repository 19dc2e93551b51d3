// What the others say: a bubble at a face on events that everybody sees. Seldom, kindly, and never
// while one chooses.

import { app } from "./app.js";
import { prefs } from "./prefs.js";
import { h } from "./dom.js";
import { linesOf, rulesOfVoices } from "./scenes.js";

const APART = 8000; // ms between two bubbles
const MOST = 3; // of one person in a game
const SHOWN = 2600;

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
    const box = face.getBoundingClientRect(),
      home = this.table.main.getBoundingClientRect();
    const room = home.width - node.offsetWidth - 6;
    node.style.left = `${Math.max(6, Math.min(room, box.right - home.left - 8))}px`;
    node.style.top = `${Math.max(6, box.top - home.top - 6)}px`;
    setTimeout(() => node.remove(), SHOWN);
    return true;
  }
}

// The drawing of a table: which module draws, when it is drawn anew, what pointer and keys do on it.

import * as flip from "./flip.js";
import { s } from "./dom.js";
import * as generic from "./generic.js";
import { dataOf } from "./files.js";
import { filled, made } from "./parts.js";
import { renew } from "./renew.js";

const CARD_HIGH = 60; // units of the stage from which an upright thing is a card
// A pennant: at a card's foot, on its pole, and one that points at a small place.
const PLAIN = "M0 0H30V14H0Z",
  POLE = "M0 0H30V14H0Z M0 14V26H2V14Z",
  POINTS = "M0 0H30V14H9L1 26L0 14Z";
const LONG_PRESS = 400,
  HOVER = 350,
  DRAG = 8,
  SHIFTED = 350, // ms in which a press may have been meant for what was there before
  NEAR = 12, // pixels that a hand may move meanwhile
  SETTLED = 120, // ms after a drawing in which things have come to lie where they are drawn
  CARRIED = 1500; // ms in which a dropped card waits for its move
/** @type {any} */
let kit = null;
const modules = new Map();

// The module that draws a game; the plain drawing where there is none, or where it cannot be loaded.
/** @param {string} game @returns {Promise<Drawing>} */
export async function moduleOf(game, drawn = true) {
  if (kit === null) kit = await import("./kit.js").catch(() => ({}));
  if (!modules.has(game)) {
    const found = !drawn
      ? null
      : await import(`./games/${game}/draw.js`).catch((error) => {
          if (!/Failed to fetch|404/.test(String(error))) console.warn(`drawing of ${game}: ${error}`);
          return null;
        });
    const own = typeof found?.draw === "function";
    if (!own) generic.declare(game, await dataOf(game, "plain.json"));
    modules.set(game, own ? found : generic);
  }
  return modules.get(game);
}
// Whether a click on a thing does something: a move, several at once, or a sheet that opens.
const acts = (thing) => Boolean(thing.dataset.moves || thing.dataset.all || thing.dataset.toggle);
/** @returns {Kit} */
export function theKit() {
  return kit;
}

export class Stage {
  // `act` is called with what the person does: pick(thing), why(thing), lens(thing|null), escape().
  /** @param {SVGSVGElement} svg @param {Record<string, (...said: any[]) => any>} act */
  constructor(svg, act) {
    this.svg = svg;
    this.act = act;
    /** @type {Drawing} */
    this.module = generic;
    this.group = null;
    this.version = 0; // how often something was drawn
    this.asking = false; // whether the drawing offers moves
    /** @type {{width: number, height: number} | null} */
    this.whole = null; // the room to draw for, where it is shown smaller
    /** @type {{width: number, height: number} | null} */
    this.room = null; // its size, as last measured
    this.touch = false;
    this.sure = false; // the last press ended what was being shown and was meant for what it found there
    this.elsewhere = false; // the page itself moves the focus to another thing
    /** @type {SVGElement | null} */
    this.hovered = null; // what a mouse points at
    /** @type {{clientX: number, clientY: number} | null} */
    this.pointer = null; // where it rests
    /** @type {{key: string, zone: string, at: number, clientX: number, clientY: number}[]} */
    this.rested = []; // on what it rested before the last drawings
    /** @type {string | undefined} */
    this.pressed = undefined; // the key of what was clicked: not explained until the mouse has left it
    /** @type {{key: string, box: DOMRect}[]} */
    this.buttons = []; // those that were there beside the one that gave the last answer
    /** @type {string | undefined} */
    this.answered = undefined; // the key of that one
    /** @type {Element | null} */
    this.chosen = null; // the thing with the focus, if the last drawing changed it
    /** @type {Map<Element, Element> | null} */
    this.looks = null; // how things looked before they changed, where that is wanted
    /** @type {{key: string, x: number, y: number} | null} */
    this.carried = null; // what was dropped and played, and how far from its place
    this.listen();
    new ResizeObserver(() => this.resized()).observe(svg.parentElement);
  }
  // In CSS pixels; half of them on a huge screen, where everything is drawn twice as large.
  size() {
    if (this.whole) return this.whole;
    this.room ??= this.measured();
    return this.room;
  }
  // The room may have changed: it is measured again when it is next asked for.
  resized() {
    this.room = null;
  }
  // Measuring what was just drawn anew would lay the whole page out, so that it is done only where the room
  // has changed.
  measured() {
    const parent = /** @type {HTMLElement} */ (this.svg.parentNode),
      scale = document.documentElement.hasAttribute("data-huge") ? 2 : 1;
    return {
      width: Math.max(200, parent.clientWidth) / scale,
      height: Math.max(120, parent.clientHeight) / scale,
    };
  }

  // Draw a view; with `motion` what changed is animated. Returns when that is over. Where the drawing has
  // been built before, it is given.
  /**
   * @param {View} view
   * @param {{motion?: {speed?: number, less?: boolean} | null, built?: SVGElement | null}} [how]
   */
  draw(view, { motion = null, built = null } = {}) {
    const focus = this.focused();
    const before = motion ? flip.measure(this.svg) : null;
    const box = `0 0 ${view.width} ${view.height}`;
    if (this.svg.getAttribute("viewBox") !== box) this.svg.setAttribute("viewBox", box);
    this.put(built ?? this.build(view));
    this.asking = view.moves.length > 0;
    this.flags(view);
    this.restore(focus);
    return before
      ? flip.animate(this.svg, before, { ...motion, sources: this.module.sources })
      : Promise.resolve();
  }
  // The drawing of a view, not yet in the document.
  /** @param {View} view @returns {SVGElement} */
  build(view) {
    let group;
    try {
      group = made(() => this.module.draw(view, kit), true);
    } catch (error) {
      if (this.module === generic) throw error;
      console.error(error);
      this.act.failed?.(error);
      this.module = generic;
      group = generic.draw(view);
    }
    this.prepare(view, group);
    return group;
  }
  // Put a drawing in the place of the last one; what moved there stands still.
  /** @param {SVGElement} group */
  put(group) {
    this.version += 1;
    this.act.drawn?.();
    for (const motion of this.svg.getAnimations({ subtree: true }))
      if (!(motion instanceof CSSAnimation || motion instanceof CSSTransition)) motion.cancel();
    if (this.group?.parentNode !== this.svg) {
      this.svg.replaceChildren(filled(group));
      this.group = group;
      return;
    }
    this.chosen = null;
    let same = true;
    this.noteRest();
    for (const other of [...this.svg.children])
      if (other !== this.group && !other.classList.contains("dragged")) other.remove();
    this.group = renew(this.group, group, (thing) => {
      if (thing === this.hovered) same = false;
      if (thing === document.activeElement) this.chosen = thing;
      this.looks?.set(thing, /** @type {Element} */ (thing.cloneNode(true)));
    });
    this.carry();
    this.settle(same);
  }
  // What the mouse points at, before it is drawn anew.
  noteRest() {
    const now = performance.now();
    this.rested = this.rested.filter(({ at }) => now - at < SHIFTED);
    const { key, zone } = (this.pointer && this.under(this.pointer)?.dataset) ?? {};
    if (key && zone) this.rested.push({ key, zone, at: now, ...this.pointer });
  }
  // Whether what is pressed came under a resting mouse only now, as the thing of its zone that was there went
  // elsewhere.
  /** @param {PointerEvent} event */
  slid(event) {
    const { key, zone } = this.thingAt(event.target)?.dataset ?? {};
    const { clientX: x, clientY: y } = event;
    const within = (box) => x > box.left && x < box.right && y > box.top && y < box.bottom;
    return this.rested.some((one) => {
      const near = Math.hypot(x - one.clientX, y - one.clientY) < NEAR;
      if (!near || one.zone !== zone || one.key === key || performance.now() - one.at > SHIFTED) return false;
      const there = this.byKey(one.key);
      return (
        there !== null && !within((there.querySelector(":scope > .hit") ?? there).getBoundingClientRect())
      );
    });
  }
  // What was dropped and played stays there until its move is shown, which begins there.
  carry() {
    if (!this.carried) return;
    const { key, x, y } = this.carried;
    const thing = [...this.svg.querySelectorAll("[data-key]")].find((node) => node.dataset.key === key);
    thing?.setAttribute("transform", `translate(${x} ${y}) ${thing.getAttribute("transform") ?? ""}`);
  }
  /** @param {string} key @param {number} x @param {number} y */
  dropped(key, x, y) {
    this.carried = { key, x, y };
    this.act.drawn?.();
    this.carry();
    clearTimeout(this.carrying);
    this.carrying = setTimeout(() => {
      if (!this.carried) return;
      this.carried = null;
      this.act.refused?.();
    }, CARRIED);
  }
  // What was pointed at may have changed, moved away or be gone: then nothing is pointed at until the mouse
  // moves.
  /** @param {boolean} same whether it looks as before */
  settle(same) {
    if (!this.hovered) return;
    if (!this.hovered.isConnected) this.hover(null);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      if (!this.pointer || this.under(this.pointer) !== this.hovered) this.hover(null);
      else if (this.hovered && !same) this.act.preview?.(this.hovered);
    }, SETTLED);
  }
  finish() {
    flip.finish(this.svg);
  }
  get moving() {
    return this.svg.getAnimations({ subtree: true }).length > 0;
  }

  // Things that can be chosen are reached by Tab (one for each zone) and arrows, and are named for readers.
  /** @param {View} view @param {SVGElement} group */
  prepare(view, group) {
    const zones = new Set();
    for (const thing of group.querySelectorAll(
      "[data-moves], [data-toggle], [data-all], [data-why], [data-card]",
    )) {
      const zone = thing.dataset.zone ?? "";
      const can = thing.dataset.moves || thing.dataset.toggle || thing.dataset.all;
      thing.setAttribute("tabindex", can && !zones.has(zone) ? "0" : "-1");
      if (can) {
        zones.add(zone);
        thing.setAttribute("role", "button");
      } else if (!thing.hasAttribute("role")) thing.setAttribute("role", "img");
      if (thing.dataset.state === "picked") thing.setAttribute("aria-pressed", "true");
      if (!thing.hasAttribute("aria-label")) {
        const first = view.moves.find((move) => ` ${can} `.includes(` ${move.id} `));
        thing.setAttribute("aria-label", first?.text ?? thing.dataset.card ?? thing.dataset.key ?? view.game);
      }
    }
  }
  // Pennants on the things that a hint is about.
  /** @param {View} view */
  flags(view) {
    const pennants = new Map();
    (view.hints ?? []).slice(0, 2).forEach((id, rank) => {
      /** @type {NodeListOf<SVGGraphicsElement>} */
      const things = this.svg.querySelectorAll("[data-moves]:not([data-unhinted])");
      const all = [...things].filter((thing) => thing.dataset.moves.split(" ").includes(String(id)));
      const fewest = Math.min(...all.map((thing) => thing.dataset.moves.split(" ").length));
      for (const thing of all.filter(
        (found) => found.dataset.moves.split(" ").length <= Math.max(12, fewest),
      )) {
        const first = pennants.get(thing),
          pennant = first ? { ...first, x: first.x + 32 } : this.pennant(thing); // two are side by side
        pennants.set(thing, pennant);
        const flag = s(
          "g",
          {
            class: "hintflag mark",
            transform: `translate(${this.inside(thing, pennant)})`,
            "aria-hidden": "true",
          },
          s("path", { d: pennant.form }),
          s("text", { x: 15, y: 11, "font-size": 11, "text-anchor": "middle", text: `H${rank + 1}` }),
        );
        thing.append(flag);
      }
    });
  }
  // Where a pennant is on a thing, and its form: at the foot of a card, whose numbers are above; on a board
  // above the mark of a place, not over it; else at the corner.
  /** @param {SVGGraphicsElement} thing */
  pennant(thing) {
    /** @type {SVGGraphicsElement} */
    const hit = thing.querySelector(":scope > .hit") ?? thing;
    const { x, y, width, height } = hit.getBBox();
    if (height > width && height >= CARD_HIGH)
      return { x: x + this.seen(thing, width) / 2 - 19, y: y + height + 2, form: PLAIN };
    if ("small" in thing.dataset) return { x: x + width / 2 - 5, y: y + height / 2 - 29, form: POINTS };
    const corner = thing.getBBox();
    return { x: corner.x, y: corner.y, form: POLE };
  }
  // How much of a card's width the next one of a fan leaves in sight.
  seen(thing, wide) {
    const own = thing.getBoundingClientRect();
    const next = [
      ...this.svg.querySelectorAll(`[data-zone="${CSS.escape(thing.dataset.zone ?? "")}"]`),
    ].flatMap((other) => {
      const box = other.getBoundingClientRect();
      const over =
        box.left > own.left && box.left < own.right && box.top < own.bottom && box.bottom > own.top;
      return over ? [box.left - own.left] : [];
    });
    return Math.max(34, wide * Math.min(1, Math.min(...next, own.width) / own.width));
  }
  // The place of a pennant on a thing: at its upper left corner or its foot, and wholly on the stage.
  inside(thing, box) {
    const m = this.svg.getScreenCTM().inverse().multiply(thing.getScreenCTM()),
      [, , wide, high] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    const left = m.e + m.a * (box.x + 4),
      top = m.f + m.d * (box.y - 6);
    const right = m.a > 0 ? (Math.min(Math.max(left, 4), wide - 34) - left) / m.a : 0,
      down = m.d > 0 ? (Math.min(Math.max(top, 2), high - 16) - top) / m.d : 0;
    return `${box.x + 4 + right} ${box.y - 6 + down}`;
  }
  focused() {
    const node = document.activeElement;
    if (!node || !this.svg.contains(node)) return null;
    return { node, key: node.dataset.key, zone: node.dataset.zone, acts: "moves" in node.dataset };
  }
  // The focus stays where it was, or goes to something else that can be chosen.
  restore(focus) {
    const now = this.focused();
    if (!focus) return;
    if (now && now.key === focus.key && (now.acts || !focus.acts)) {
      if (this.chosen === now.node) this.act.preview?.(now.node); // it may lead to something else now
      return;
    }
    const things = [...this.svg.querySelectorAll("[data-moves]")];
    const found =
      things.find((thing) => thing.dataset.key === focus.key) ??
      things.find((thing) => thing.dataset.zone === focus.zone) ??
      things[0];
    if (found) {
      found.setAttribute("tabindex", "0");
      this.elsewhere = found.dataset.key !== focus.key; // not chosen by a person
      found.focus({ preventScroll: true });
      this.elsewhere = false;
    } else this.act.unfocused?.();
  }
  /** @param {any} target @returns {SVGElement | null} */
  thingAt(target) {
    return target instanceof Element
      ? target.closest(
          "#stage [data-moves], #stage [data-toggle], #stage [data-all], " +
            "#stage [data-why], #stage [data-card]",
        )
      : null;
  }
  // Whether a pointer is outside the zone of a thing: the box round all things of that zone.
  /** @param {SVGElement} thing @param {PointerEvent} event */
  outside(thing, { clientX: x, clientY: y }) {
    /** @type {NodeListOf<SVGElement>} */
    const zone = this.svg.querySelectorAll(`[data-zone="${CSS.escape(thing.dataset.zone ?? "")}"]`);
    const boxes = [...zone].map((one) => one.getBoundingClientRect());
    const within = (low, high, at) =>
      at >= Math.min(...boxes.map((box) => box[low])) && at <= Math.max(...boxes.map((box) => box[high]));
    return !(boxes.length && within("left", "right", x) && within("top", "bottom", y));
  }
  under(event) {
    return this.thingAt(document.elementFromPoint(event.clientX, event.clientY));
  }

  /** @param {string | undefined} key @returns {SVGElement | null} */
  byKey(key) {
    /** @type {NodeListOf<SVGElement>} */
    const things = this.svg.querySelectorAll("[data-key]");
    return [...things].find((node) => node.dataset.key === key) ?? null;
  }
  // An answer is given by the thing with this key: what else could have been pressed, and where.
  /** @param {string | undefined} key */
  note(key) {
    /** @type {NodeListOf<SVGElement>} */
    const things = this.svg.querySelectorAll("[data-key^='button:']");
    this.answered = key;
    this.buttons = [...things]
      .filter((thing) => acts(thing) && thing.dataset.key !== key)
      .map((thing) => ({ key: thing.dataset.key, box: thing.getBoundingClientRect() }));
  }
  // What a press is meant for. Where it ended what was being shown, that is the same thing in the position
  // reached, or a button that was there before; but not the button of the last answer, pressed twice.
  /** @param {PointerEvent} event @returns {SVGElement | null} */
  meant(event) {
    const thing = this.thingAt(event.target),
      target = /** @type {Element} */ (event.target);
    /** @type {SVGElement | null} */
    const keyed = target.closest("#stage [data-key]");
    const { clientX: x, clientY: y } = event;
    const before = this.buttons.find(
      ({ key, box }) => x > box.left && x < box.right && y > box.top && y < box.bottom && !this.byKey(key),
    );
    const key = thing?.dataset.key ?? before?.key ?? keyed?.dataset.key;
    this.sure = this.act.touched?.() ?? false;
    if (!this.sure || key === undefined) return thing;
    return key === this.answered && key.startsWith("button:") ? null : this.byKey(key);
  }

  listen() {
    const svg = this.svg;
    /** @type {any} */
    let down = null;
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.touch = event.pointerType === "touch";
      const slid = !this.touch && this.slid(event);
      const meant = this.meant(event),
        thing = slid ? null : meant;
      clearTimeout(this.hoverTimer);
      this.pressed = thing?.dataset.key;
      down = { thing, x: event.clientX, y: event.clientY, dragging: false, long: false };
      if (thing && this.touch)
        down.timer = setTimeout(() => {
          if (down && !down.dragging) {
            down.long = true;
            this.act.lens(thing);
          }
        }, LONG_PRESS);
    });
    svg.addEventListener("pointermove", (event) => {
      if (
        down?.thing?.dataset.moves &&
        !down.dragging &&
        Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG
      ) {
        down.dragging = true;
        clearTimeout(down.timer);
        const key = down.thing.dataset.key;
        if (down.thing.dataset.state !== "picked") this.act.pick(down.thing, { drag: true });
        down.over = this.byKey(key);
        down.aims = this.act.aims?.() ?? false;
        down.ghost = down.aims ? this.aim() : this.ghost(key, down);
      }
      if (down?.ghost) this.follow(down, event);
      if (event.pointerType === "touch") return;
      this.pointer = { clientX: event.clientX, clientY: event.clientY };
      if (!down) this.hover(this.thingAt(event.target));
    });
    const up = (event) => {
      if (!down) return;
      clearTimeout(down.timer);
      const { dragging, long, aims, x, y } = down;
      const thing = down.thing && !down.thing.isConnected && !dragging ? this.under(event) : down.thing;
      down.ghost?.remove();
      down = null;
      if (long) return;
      const over = this.under(event);
      if (dragging) {
        const { key } = thing.dataset;
        this.act.preview?.(null);
        if (over && over.dataset.key !== key && (over.dataset.moves || over.dataset.all))
          this.act.pick(over, { drop: true });
        else if (!over || over.dataset.key !== key)
          this.act.drop?.(thing, { left: this.outside(thing, event), on: aims ? over : null });
        if (this.act.sent?.() && !aims && !thing.querySelector("[data-drag]"))
          this.dropped(key, this.toStage(event.clientX - x), this.toStage(event.clientY - y));
        return;
      }
      if (!thing) {
        this.act.empty?.();
        return;
      }
      if (acts(thing)) this.act.pick(thing, { touch: this.touch, sure: this.sure });
      else this.act.why(thing);
    };
    svg.addEventListener("pointerup", up);
    svg.addEventListener("pointercancel", () => {
      if (down) {
        clearTimeout(down.timer);
        down.ghost?.remove();
      }
      down = null;
    });
    svg.addEventListener("pointerleave", () => {
      this.pointer = null;
      this.hover(null);
    });
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focusin", (event) => {
      const thing = this.thingAt(event.target);
      const keys = document.documentElement.hasAttribute("data-keys"); // the focus is seen
      if (thing && (!this.elsewhere || keys)) this.act.preview?.(thing);
    });
  }
  toStage(pixels) {
    const m = this.svg.getScreenCTM();
    return m ? pixels / m.a : pixels;
  }
  // What is dragged follows the pointer: its copy, or an arrow that leads from it; what is below the pointer
  // shows what would come of it.
  /** @param {Record<string, any>} down @param {PointerEvent} event */
  follow(down, event) {
    const { ghost, aims, thing, x, y } = down,
      over = this.under(event);
    if (over !== down.over) this.act.preview?.(over);
    down.over = over;
    if (aims) {
      const target = over?.dataset.state === "target" ? this.middle(over) : null;
      const from = this.middle(this.byKey(thing.dataset.key) ?? thing),
        to = target ?? this.onStage(event.clientX, event.clientY);
      const drawn = target && this.svg.querySelector(":scope > .preview .arrow"); // by the drawing itself
      ghost.replaceChildren(
        ...(drawn ? [] : [kit.arrow(from.x, from.y, to.x, to.y, { stroke: "var(--target)", width: 9 })]),
      );
      return;
    }
    const [dx, dy] = [event.clientX - x, event.clientY - y].map((pixels) => this.toStage(pixels));
    ghost.setAttribute("transform", `${ghost.dataset.from} translate(${dx} ${dy})`);
  }
  // A place of the window on the stage.
  onStage(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
  }
  /** @param {Element} thing */
  middle(thing) {
    const box = (thing.querySelector(":scope > .hit") ?? thing).getBoundingClientRect();
    return this.onStage((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  }
  // Room for the arrow of what is dragged.
  aim() {
    const node = s("g", { class: "dragged", "aria-hidden": "true" });
    node.style.pointerEvents = "none";
    this.svg.append(node);
    return node;
  }
  // A copy of what is dragged: of the thing, or of the part of it that the drawing says, held by its middle.
  ghost(key, { x, y }) {
    const thing = /** @type {SVGGraphicsElement} */ (this.byKey(key));
    if (!thing) return null;
    const part = /** @type {SVGGraphicsElement} */ (thing.querySelector("[data-drag]") ?? thing);
    const copy = /** @type {SVGElement} */ (part.cloneNode(true));
    const m = this.svg.getScreenCTM().inverse().multiply(part.getScreenCTM());
    if (part !== thing) {
      const box = part.getBoundingClientRect();
      m.e += this.toStage(x - (box.left + box.right) / 2);
      m.f += this.toStage(y - (box.top + box.bottom) / 2);
    }
    for (const inner of [copy, ...copy.querySelectorAll("*")])
      for (const name of ["data-key", "data-moves", "tabindex", "role", "id", "data-why", "data-card"])
        inner.removeAttribute(name);
    copy.dataset.from = `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e} ${m.f})`;
    copy.setAttribute("transform", copy.dataset.from);
    copy.setAttribute("aria-hidden", "true");
    copy.style.pointerEvents = "none";
    copy.style.opacity = "0.8";
    copy.classList.add("dragged");
    this.svg.append(copy);
    return copy;
  }
  // A mouse points at something, or at nothing. What is picked has been read.
  /** @param {SVGElement | null} thing */
  hover(thing) {
    if (thing === this.hovered) return;
    this.hovered = thing;
    clearTimeout(this.hoverTimer);
    this.act.lens(null);
    this.act.preview?.(thing);
    if (!thing || thing.dataset.key !== this.pressed) this.pressed = undefined;
    if (!thing || this.pressed !== undefined) return;
    this.hoverTimer = setTimeout(() => {
      if (thing.isConnected && thing.dataset.state !== "picked") this.act.lens(thing);
    }, HOVER);
  }
  key(event) {
    const thing = this.thingAt(document.activeElement);
    if (!thing) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      if (acts(thing)) this.act.pick(thing, { keyboard: true });
      else this.act.why(thing);
    } else if (event.key.startsWith("Arrow")) {
      const zone = [...this.svg.querySelectorAll("[data-moves]")].filter(
        (node) => node.dataset.zone === thing.dataset.zone,
      );
      const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
      const next = zone[(zone.indexOf(thing) + step + zone.length) % zone.length];
      event.preventDefault();
      next?.setAttribute("tabindex", "0");
      next?.focus();
    } else if (event.key === "t" || event.key === "T") {
      const targets = [
        ...this.svg.querySelectorAll(
          "[data-moves][data-state=target], [data-all][data-state=target], [data-moves][data-state=can]",
        ),
      ];
      const next = targets[(targets.indexOf(thing) + 1) % targets.length];
      next?.setAttribute("tabindex", "0");
      next?.focus();
    }
  }
}

// What moves over the table: actors on a layer of their own, which end where the drawing has its things.
//
// An actor is a copy of a drawn thing (or a chip, a crown, a ribbon) in an element of its own, so that the
// drawing below is not painted again. Only transform and opacity are animated. The drawn thing is hidden
// until its actor has landed. A copy holds what the drawing held and nothing else: a card that is hidden is
// drawn as a back, and so is its actor.

import { h, s } from "./dom.js";
import * as flip from "./flip.js";

export const EASE = {
  out: "cubic-bezier(.2,.7,.2,1)",
  move: "cubic-bezier(.35,0,.1,1)",
  in: "cubic-bezier(.55,0,.9,.4)",
  back: "cubic-bezier(.34,1.5,.5,1)",
  spring:
    "linear(0,.009,.035 2.1%,.141 4.4%,.723 12.9%,.938 16.7%,1.017,1.077,1.121,1.149 24.3%," +
    "1.159,1.163,1.161,1.154 29.9%,1.129 32.8%,1.051 39.6%,1.017 43.1%,.991,.977 51%," +
    ".974 53.8%,.975 57.1%,.997 69.8%,1.003 76.9%,1)",
};
const FADE = 110; // ms of a cross-fade where less motion is wanted
const OWN = ["id", "data-key", "data-moves", "data-why", "data-card", "tabindex", "role", "aria-label"];
const PAINTS = new Set(["linearGradient", "radialGradient", "clipPath", "pattern", "mask"]);
const PAPERS = ["#F6BC3A", "#C23A26", "#2C77B0", "#5B8F34", "#7A4FA8", "#FFF7E6"];

export class Fx {
  // `layer` covers `svg`, which holds the drawing; `sound(name, step)` plays one.
  /**
   * @param {HTMLElement} layer @param {SVGSVGElement} svg
   * @param {(name: string, step: number) => void} [sound]
   */
  constructor(layer, svg, sound = () => {}) {
    this.layer = layer;
    this.svg = svg;
    this.sounds = sound;
    /** @type {Map<string, Place>} */
    this.was = new Map();
    /** @type {Map<Element, Place>} */
    this.places = new Map(); // of things that have not been drawn anew since they were measured
    /** @type {Map<string, SVGGraphicsElement>} */
    this.found = null;
    /** @type {Set<string>} */
    this.hidden = new Set();
    /** @type {Set<string>} */
    this.claimed = new Set();
    /** @type {Set<() => void>} */
    this.running = new Set();
    /** @type {Set<() => void>} */
    this.waits = new Set(); // those of them in which nothing moves
    this.pace = 1;
    this.less = false;
    this.ended = true;
  }

  // The director's side: before and after the drawing changes, and when a beat is over.

  // Where everything is now, to be used as `was` once the drawing has changed.
  /** @param {Map<string, Measured>} [things] */
  measure(things = flip.measure(this.svg)) {
    const found = new Map(),
      frame = this.layer.getBoundingClientRect();
    this.places = new Map();
    for (const [key, { node, matrix }] of things) {
      const place = this.placeOf(node, matrix, frame);
      if (!place) continue;
      found.set(key, place);
      this.places.set(node, place);
    }
    return found;
  }
  // What has changed since then is shown by how it looked (`looks`).
  /**
   * @param {Map<string, Place>} was
   * @param {{pace?: number, less?: boolean, looks?: Map<Element, Element>}} [how]
   */
  begin(was, { pace = 1, less = false, looks = new Map() } = {}) {
    this.was = new Map(
      [...was].map(([key, place]) => [
        key,
        looks.has(place.node) ? { ...place, node: /** @type {any} */ (looks.get(place.node)) } : place,
      ]),
    );
    this.found = null;
    this.claimed = new Set();
    this.pace = pace;
    this.less = less;
    this.ended = false;
    for (const node of this.layer.querySelectorAll(".passing")) node.remove();
  }
  // Finish what is under way: everything is at its end within this frame.
  end() {
    this.ended = true;
    for (const stop of [...this.running]) stop();
  }
  // What moves is at its end, and the time of the beat goes on: the stage has another size.
  settle() {
    for (const stop of [...this.running]) if (!this.waits.has(stop)) stop();
  }
  close() {
    this.end();
    for (const key of [...this.hidden]) this.show(key);
    for (const node of this.layer.querySelectorAll(".actor:not(.kept)")) node.remove();
  }
  // The stage is empty of actors.
  clear() {
    this.close();
    this.layer.replaceChildren();
    this.layer.classList.remove("dim");
  }
  // After the drawing was made anew: what is on its way stays hidden.
  drawn() {
    this.found = null;
    for (const key of this.hidden) this.veil(key, true);
  }

  // Places. A place is the middle, the size and the turn of a thing, in pixels of the layer.

  /** @param {string} key */
  node(key) {
    /** @type {NodeListOf<SVGGraphicsElement>} */
    const things = this.found ? null : this.svg.querySelectorAll("[data-key]");
    this.found ??= new Map([...things].map((node) => [node.dataset.key, node]));
    return this.found.get(key) ?? null;
  }
  /** @param {SVGGraphicsElement} node @returns {Place | null} */
  placeOf(node, m = node.getScreenCTM?.(), { left, top } = this.layer.getBoundingClientRect()) {
    if (!m) return null;
    /** @type {SVGRectElement} */
    const hit = node.querySelector(":scope > .hit");
    const box = hit
      ? {
          x: hit.x.baseVal.value,
          y: hit.y.baseVal.value,
          width: hit.width.baseVal.value,
          height: hit.height.baseVal.value,
        }
      : node.getBBox();
    if (!box.width || !box.height) return null;
    const x = box.x + box.width / 2,
      y = box.y + box.height / 2;
    return {
      x: m.a * x + m.c * y + m.e - left,
      y: m.b * x + m.d * y + m.f - top,
      w: box.width * Math.hypot(m.a, m.b),
      h: box.height * Math.hypot(m.c, m.d),
      turn: (Math.atan2(m.b, m.a) * 180) / Math.PI,
      box: { x: box.x, y: box.y, width: box.width, height: box.height },
      node,
    };
  }
  // Where a thing is now: by its key, by its zone (`zone:stock`), or as given.
  /** @param {Spot} [what] @returns {Place | null} */
  at(what) {
    if (what === null || what === undefined) return null;
    if (typeof what !== "string") return what;
    /** @type {SVGGraphicsElement} */
    const node = what.startsWith("zone:")
      ? this.svg.querySelector(`[data-zone="${CSS.escape(what.slice(5))}"]`)
      : this.node(what);
    return node ? (this.places.get(node) ?? this.placeOf(node)) : null;
  }
  // Where a thing was before this beat; where it is now if it is new.
  /** @param {Spot} [what] @returns {Place | null} */
  from(what) {
    return typeof what === "string" ? (this.was.get(what) ?? this.at(what)) : (what ?? null);
  }
  // The place on the stage of a point in the drawing's own coordinates.
  /** @param {number} x @param {number} y @returns {Place} */
  point(x, y, w = 0, high = w) {
    const m = this.svg.getScreenCTM(),
      { left, top } = this.layer.getBoundingClientRect();
    return { x: m.a * x + m.e - left, y: m.d * y + m.f - top, w: w * m.a, h: high * m.d, turn: 0 };
  }
  // The middle of the stage.
  get middle() {
    return { x: this.layer.clientWidth / 2, y: this.layer.clientHeight / 2, w: 0, h: 0, turn: 0 };
  }

  // Hide the drawn thing, and show it again.

  /** @param {string} key @param {boolean} yes */
  veil(key, yes) {
    const node = this.node(key);
    if (!node) return;
    node.style.visibility = yes ? "hidden" : "";
    if (!node.getAttribute("style")) node.removeAttribute("style"); // as it was drawn
  }
  /** @param {string} key */
  hide(key) {
    this.hidden.add(key);
    this.claimed.add(key);
    this.veil(key, true);
  }
  /** @param {string} key */
  show(key) {
    this.hidden.delete(key);
    this.veil(key, false);
  }

  // Time

  /**
   * @param {Element} node @param {Keyframe[]} frames @param {number} ms
   * @param {{easing?: string, delay?: number, fill?: FillMode}} [how]
   */
  animate(node, frames, ms, { easing = EASE.move, delay = 0, fill = "both" } = {}) {
    if (this.ended) ms = delay = 0;
    const animation = node.animate(frames, {
      duration: ms * this.pace,
      delay: delay * this.pace,
      easing,
      fill,
    });
    if (!ms) animation.finish();
    const stop = () => animation.finish();
    this.running.add(stop);
    return animation.finished.catch(() => {}).then(() => this.running.delete(stop));
  }
  /** @param {number} ms @returns {Promise<void>} */
  wait(ms) {
    if (this.ended || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = () => {
        clearTimeout(timer);
        this.running.delete(stop);
        this.waits.delete(stop);
        resolve();
      };
      const timer = setTimeout(stop, ms * this.pace);
      this.running.add(stop);
      this.waits.add(stop);
    });
  }
  /** @param {string} name @param {number} [step] */
  sound(name, step = 0) {
    if (!this.ended) this.sounds(name, step);
  }

  // Actors

  // A picture of a place's thing in a box of its own.
  /** @param {Place} place */
  copy(place) {
    const { x, y, width, height } = place.box;
    const copy = /** @type {SVGElement} */ (place.node.cloneNode(true));
    for (const inner of [copy, ...copy.querySelectorAll("*")])
      for (const name of OWN)
        // A gradient keeps its name: what it fills may be gone from the drawing.
        if (name !== "id" || !PAINTS.has(inner.tagName)) inner.removeAttribute(name);
    for (const mark of copy.querySelectorAll(".mark, .mark-new, .hintflag")) mark.remove();
    copy.removeAttribute("transform");
    copy.style.visibility = "";
    return s("svg", { viewBox: `${x} ${y} ${width} ${height}` }, s("g", { class: "drawing" }, copy));
  }
  // A picture from the kit, drawn in a square of `unit`.
  /** @param {Node} picture */
  pictured(picture, unit = 100) {
    return s("svg", { viewBox: `0 0 ${unit} ${unit}` }, picture.cloneNode(true));
  }
  /** @param {Place} place @param {Node} content */
  actor(place, content, more = "") {
    const inner = h("div", { class: "face" }, content);
    const node = h("div", { class: `actor ${more}`, "aria-hidden": "true" }, inner);
    node.style.width = `${place.w}px`;
    node.style.height = `${place.h}px`;
    node.style.transform = this.transform(place, place);
    node.inner = inner;
    this.layer.append(node);
    return node;
  }
  /** @param {Pick<Place, "x" | "y" | "w" | "turn">} place @param {{w: number, h: number}} size */
  transform(place, size, lift = 0) {
    const scale = size.w ? place.w / size.w : 1;
    const [left, top] = [place.x - size.w / 2, place.y - size.h / 2 - lift];
    return `translate(${left}px, ${top}px) rotate(${place.turn ?? 0}deg) scale(${scale})`;
  }
  // The frames of a way from a place to another, on a parabola where it has a height.
  /**
   * @param {Pick<Place, "x" | "y" | "w" | "turn">} a @param {Pick<Place, "x" | "y" | "w" | "turn">} b
   * @param {{w: number, h: number}} size @returns {Keyframe[]}
   */
  way(a, b, size, { arc = 0, spin = 0 } = {}) {
    const steps = arc ? 10 : 1;
    return Array.from({ length: steps + 1 }, (_, i) => {
      const k = i / steps,
        u = arc ? k * k * (3 - 2 * k) : k,
        mix = (from, to) => from + (to - from) * u;
      const place = {
        x: mix(a.x, b.x),
        y: mix(a.y, b.y),
        w: mix(a.w || size.w, b.w || size.w),
        turn: mix(a.turn ?? 0, (b.turn ?? 0) + spin),
      };
      return { transform: this.transform(place, size, arc * 4 * u * (1 - u)) };
    });
  }

  // A thing goes from where it was (or `from`) to where it is (or `to`); it is hidden meanwhile. With `as` it
  // begins with the look of another thing, with `becomes` it ends with one: it turns over half way. Else it
  // looks as it is drawn now. `fade` lets it vanish at the end.
  /**
   * @param {Spot} what
   * @param {{from?: Spot, to?: Spot, ms?: number, arc?: number, spin?: number, ease?: string, delay?: number,
   *   as?: Spot, becomes?: Spot, fade?: boolean, grow?: number | null}} [how]
   */
  async fly(
    what,
    {
      from = what,
      to = what,
      ms = 300,
      arc = 0,
      spin = 0,
      ease,
      delay = 0,
      as = what,
      becomes = as === what ? as : what,
      fade = false,
      grow = null,
    } = {},
  ) {
    const a = this.from(from),
      b = this.at(to) ?? this.from(to);
    const shown = typeof what === "string" ? (this.at(what) ?? this.was.get(what)) : what;
    const looks = (like, at) => (like === what ? shown : typeof like === "string" ? at(like) : like);
    const first = looks(as, (key) => this.from(key));
    const second = looks(becomes, (key) => this.at(key) ?? this.was.get(key));
    if (!a || !b || !shown?.node || !first?.node || !second?.node) return;
    const key = typeof what === "string" && this.node(what) ? what : null;
    if (typeof what === "string") this.claimed.add(what);
    if (this.less || this.ended) {
      if (key && this.less && !this.ended) await this.fadeIn(key);
      return;
    }
    if (key) this.hide(key);
    const size = { w: shown.w, h: shown.h };
    const node = this.actor({ ...a, ...size }, this.copy(first));
    const end = grow ? { ...b, w: size.w * grow } : b;
    if (first.node !== second.node) this.turnOver(node, this.copy(second), ms, delay);
    const frames = this.way(a, end, size, { arc, spin });
    if (fade) frames.at(-1).opacity = 0;
    await this.animate(node, frames, ms, { easing: ease ?? (arc ? "linear" : EASE.move), delay });
    node.remove();
    if (key) this.show(key);
  }
  // Half way the other face is seen.
  /** @param {any} node @param {Node} other @param {number} ms */
  turnOver(node, other, ms, delay = 0) {
    const back = h("div", { class: "face" }, other);
    node.append(back);
    const squeeze = [
      { transform: "scaleX(1)" },
      { transform: "scaleX(.04)", offset: 0.5 },
      { transform: "scaleX(1)" },
    ];
    const steps = { easing: "linear", delay };
    this.animate(
      node.inner,
      squeeze.map((frame, i) => ({
        ...frame,
        opacity: i === 2 ? 0 : 1,
        easing: i === 1 ? "step-start" : "linear",
      })),
      ms,
      steps,
    );
    this.animate(
      back,
      squeeze.map((frame, i) => ({
        ...frame,
        opacity: i === 2 ? 1 : 0,
        easing: i === 1 ? "step-start" : "linear",
      })),
      ms,
      steps,
    );
  }
  // A drawn thing turns over in its place: it was one picture and is another.
  /** @param {string} key */
  async flip(key, { ms = 320, delay = 0, grow = 1.12 } = {}) {
    const before = this.was.get(key),
      now = this.at(key);
    if (!before || !now || this.ended) return;
    this.claimed.add(key);
    if (this.less) {
      await this.fadeIn(key);
      return;
    }
    this.hide(key);
    const node = this.actor(now, this.copy(before));
    this.turnOver(node, this.copy(now), ms, delay);
    await this.animate(
      node,
      [0, 1, 0].map((k) => ({ transform: this.transform({ ...now, w: now.w * (1 + (grow - 1) * k) }, now) })),
      ms,
      { easing: "ease-in-out", delay },
    );
    node.remove();
    this.show(key);
  }
  // What is new appears: a cross-fade, also where less motion is wanted.
  /** @param {string} key */
  async fadeIn(key, { ms = FADE, delay = 0 } = {}) {
    const node = this.node(key);
    this.claimed.add(key);
    if (node && !this.ended)
      await this.animate(node, [{ opacity: 0 }, { opacity: 1 }], ms, {
        easing: "linear",
        delay,
        fill: "backwards",
      });
  }
  // Grow and shrink once; `times` more often.
  /** @param {Spot} key */
  async pulse(key, { ms = 260, scale = 1.2, times = 1 } = {}) {
    const now = this.at(key);
    if (!now?.node || this.less || this.ended) return;
    const drawn = typeof key === "string";
    if (drawn) this.hide(key);
    const node = this.actor(now, this.copy(now));
    const grown = this.transform({ ...now, w: now.w * scale }, now),
      still = this.transform(now, now);
    const frames = [
      { transform: still },
      ...Array.from({ length: times }, () => [{ transform: grown }, { transform: still }]).flat(),
    ];
    await this.animate(node, frames, ms * times, { easing: "ease-out" });
    node.remove();
    if (drawn) this.show(key);
  }
  // A thing, or the whole table, shakes.
  /** @param {Spot} [key] */
  async shake(key = null, { px = 6, ms = 360 } = {}) {
    if (this.less || this.ended) return;
    const sway = [0, -1, 0.8, -0.6, 0.4, -0.2, 0];
    if (key === null) {
      await this.animate(
        this.svg,
        sway.map((k) => ({ transform: `translateX(${k * px}px)` })),
        ms,
        { easing: "linear", fill: "none" },
      );
      return;
    }
    const now = this.at(key);
    if (!now?.node) return;
    const drawn = typeof key === "string";
    if (drawn) this.hide(key);
    const node = this.actor(now, this.copy(now));
    await this.animate(
      node,
      sway.map((k) => ({ transform: this.transform({ ...now, x: now.x + k * px }, now) })),
      ms,
      { easing: "linear" },
    );
    node.remove();
    if (drawn) this.show(key);
  }
  // A number rolls. The drawing names its text by `data-number`; at the end it is what the drawing says.
  /** @param {string} name @param {number} from @returns {Promise<void>} */
  count(name, from, { ms = 400 } = {}) {
    const node = this.svg.querySelector(`[data-number="${CSS.escape(name)}"]`);
    const to = Number(node?.textContent);
    if (!node || !Number.isFinite(to) || from === to || this.less || this.ended) return Promise.resolve();
    const begin = performance.now(),
      length = ms * this.pace || 1;
    node.dataset.rolling = "";
    return new Promise((resolve) => {
      let frame;
      const stop = () => {
        cancelAnimationFrame(frame);
        node.textContent = String(to);
        delete node.dataset.rolling;
        this.running.delete(stop);
        resolve();
      };
      const step = (now) => {
        const k = Math.min(1, Math.max(0, now - begin) / length);
        if (k === 1) stop();
        else {
          node.textContent = String(Math.round(from + (to - from) * (1 - (1 - k) ** 3)));
          frame = requestAnimationFrame(step);
        }
      };
      this.running.add(stop);
      node.textContent = String(from);
      frame = requestAnimationFrame(step);
    });
  }

  // Things that are not part of the drawing

  // A small label at a thing, which may go to another: "+14". It stays until the next beat where it
  // does not go.
  /**
   * @param {string} text @param {Spot} at
   * @param {{to?: Spot, bad?: boolean, ms?: number, arc?: number, hold?: number, delay?: number}} [how]
   */
  async chip(text, at, { to = null, bad = false, ms = 420, arc = 50, hold = 0, delay = 0 } = {}) {
    const a = this.at(at) ?? this.from(at);
    if (!a || this.ended) return;
    const node = h("div", { class: `actor chip-fx${bad ? " bad" : ""}`, "aria-hidden": "true", text });
    this.layer.append(node);
    const size = { w: node.offsetWidth, h: node.offsetHeight };
    const stay = {
      x: this.inside(a.x, size.w / 2, this.layer.clientWidth),
      y: this.inside(a.y, size.h / 2, this.layer.clientHeight),
      w: size.w,
      turn: 0,
    };
    const b = this.at(to);
    node.style.transform = this.transform(stay, size);
    if (this.less) {
      node.classList.replace("actor", "passing");
      return;
    }
    const still = this.transform(stay, size);
    await this.animate(
      node,
      [
        { transform: this.transform({ ...stay, w: size.w * 0.3 }, size), opacity: 0 },
        { transform: still, opacity: 1 },
      ],
      180,
      { easing: EASE.back, delay },
    );
    if (hold) await this.wait(hold);
    if (!b) {
      node.classList.replace("actor", "passing");
      return;
    }
    const end = { x: b.x, y: b.y, w: size.w * 0.7, turn: 0 };
    await this.animate(node, this.way(stay, end, size, { arc }), ms, { easing: "linear" });
    node.remove();
  }
  inside(value, half, most) {
    return Math.max(half + 4, Math.min(most - half - 4, value));
  }
  // A picture (in a square of 100) drops onto a thing and stays until the next beat, or with
  // `keep` until `drop(name)`.
  /**
   * @param {Node} picture @param {Spot} at
   * @param {{size?: number, dy?: number, dx?: number, ms?: number, fall?: number,
   *   keep?: string | null}} [how]
   */
  async put(picture, at, { size = 48, dy = 0, dx = 0, ms = 300, fall = 40, keep = null } = {}) {
    const a = this.at(at) ?? this.from(at);
    if (!a || (this.ended && !keep)) return;
    const place = { x: a.x + dx, y: a.y + dy, w: size, h: size, turn: 0 };
    const node = this.actor(place, this.pictured(picture), keep ? "kept" : "");
    if (keep) node.dataset.name = keep;
    if (this.less || this.ended) return;
    const still = this.transform(place, place);
    await this.animate(
      node,
      [
        { transform: this.transform({ ...place, turn: -14 }, place, fall), opacity: 0 },
        { transform: still, opacity: 1 },
      ],
      ms,
      { easing: EASE.spring },
    );
  }
  /** @param {string} name */
  drop(name) {
    for (const node of this.layer.querySelectorAll(".kept")) if (node.dataset.name === name) node.remove();
  }
  // Pieces fly apart.
  /** @param {Spot} at @returns {Promise<any>} */
  burst(at, { n = 9, colour = "#FFF7E6", reach = 46, size = 14, ms = 520 } = {}) {
    const a = this.at(at) ?? this.from(at);
    if (!a || this.less || this.ended) return Promise.resolve();
    return Promise.all(
      Array.from({ length: Math.min(n, 12) }, (_, i) => {
        const angle = (i / n) * 6.283 + 0.3;
        const node = h("i", { class: "actor bit", "aria-hidden": "true" });
        node.style.width = node.style.height = `${size}px`;
        node.style.background = colour;
        this.layer.append(node);
        const [left, top] = [a.x - size / 2, a.y - size / 2];
        const from = `translate(${left}px, ${top}px)`;
        const to = `translate(${left + Math.cos(angle) * reach}px, ${top + Math.sin(angle) * reach * 0.7}px)`;
        return this.animate(
          node,
          [
            { transform: `${from} scale(.4)`, opacity: 1 },
            { transform: `${to} scale(${0.5 + (i % 3) * 0.25})`, opacity: 0 },
          ],
          ms,
          { easing: "cubic-bezier(.1,.7,.3,1)" },
        ).then(() => node.remove());
      }),
    );
  }
  confetti({ n = 80 } = {}) {
    if (this.less || this.ended) return;
    const { clientWidth: w, clientHeight: high } = this.layer;
    for (let i = 0; i < Math.min(n, 90); i += 1) {
      const node = h("i", { class: "paper", "aria-hidden": "true" });
      node.style.background = PAPERS[i % PAPERS.length];
      node.style.left = `${Math.random() * w}px`;
      node.style.width = `${6 + Math.random() * 8}px`;
      node.style.height = `${10 + Math.random() * 8}px`;
      this.layer.append(node);
      const drift = () => `${(Math.random() - 0.5) * 180}px`;
      const falls = node.animate(
        [
          { transform: "translate(0, -20px) rotate(0)" },
          {
            transform: `translate(${drift()}, ${high * 0.5}px) rotate(${Math.random() * 700}deg)`,
            offset: 0.5,
          },
          { transform: `translate(${drift()}, ${high + 60}px) rotate(${Math.random() * 1400}deg)` },
        ],
        {
          duration: 2400 + Math.random() * 1800,
          delay: Math.random() * 900,
          easing: "cubic-bezier(.2,.3,.6,1)",
          fill: "both",
        },
      );
      falls.finished.catch(() => {}).then(() => node.remove());
    }
  }
  // A banner over the middle of the cloth.
  /** @param {string} text */
  async ribbon(text, { ms = 900, tone = "" } = {}) {
    if (this.ended) return;
    const node = h("div", { class: `passing ribbon-fx ${tone}`, "aria-hidden": "true", text });
    this.layer.append(node);
    if (!this.less)
      await this.animate(
        node,
        [
          { transform: "translate(-50%, -50%) scale(.3) rotate(-8deg)", opacity: 0 },
          { transform: "translate(-50%, -50%)", opacity: 1 },
        ],
        360,
        { easing: EASE.spring, fill: "none" },
      );
    await this.wait(ms);
    node.remove();
  }
  // A bubble at a thing: what a player says.
  /** @param {string} text @param {Spot} at */
  async say(text, at, { ms = 1700 } = {}) {
    const a = this.at(at) ?? this.from(at);
    if (!a || !text || this.ended) return;
    const node = h("div", { class: "kept bubble-fx", text });
    this.layer.append(node);
    const w = node.offsetWidth,
      high = node.offsetHeight;
    const above = a.y - a.h / 2 - high - 10;
    node.classList.toggle("below", above < 4);
    node.style.left = `${this.inside(a.x, w / 2, this.layer.clientWidth) - w / 2}px`;
    node.style.top = `${above < 4 ? a.y + a.h / 2 + 10 : above}px`;
    if (!this.less)
      this.animate(
        node,
        [
          { transform: "scale(.4)", opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        240,
        { easing: EASE.back, fill: "none" },
      );
    setTimeout(() => node.remove(), ms);
  }
  // The table darkens, or is light again.
  dim(yes = true) {
    this.layer.classList.toggle("dim", yes);
  }
}

/* A stage without a server: draws positions made by drawn_positions.py and looks for faults
of the drawing. */

import { phrase } from "/page/fill.js";
import * as kit from "/page/kit.js";
import { after } from "/page/previews.js";

const MOST_LISTED = 4; // moves in a list beside a thing; more must be distinguished by the drawing
const modules = {};
let facts = null;
let last = null;

const filled = (words, key, data) => phrase(words, { say: key, ...data });

export async function open(game, given) {
  facts = given;
  await Promise.all(["400 16px Caprasimo", "400 16px Figtree"].map((font) => document.fonts.load(font)));
  if (given.plain) (await import("/page/generic.js")).declare(game, given.plain);
  modules[game] ??= await import(given.plain ? "/page/generic.js" : `/page/games/${game}/draw.js`);
}

function viewOf(game, position, options) {
  const { width, height, layout, language, theme, picked = [] } = options;
  const words = facts.words[language];
  const missing = [];
  const moves = position.moves.map((move) => ({ ...move, text: move.text[language] }));
  return {
    game,
    description: position.description,
    moves,
    left: new Set(options.left ?? moves.map((move) => move.id)),
    picked,
    seat: position.seat,
    over: position.over,
    language,
    width,
    height,
    layout,
    replay: false,
    theme,
    missing,
    events: position.events.map((event) => ({ ...event, text: event.text[language] })),
    lately: position.lately?.map((event) => ({ ...event, text: event.text[language] })),
    names: Array.from({ length: 4 }, (_, seat) =>
      seat === position.seat ? { en: "You", es: "Tú" }[language] : `Bot ${seat}`,
    ),
    toggles: new Set(options.toggles ?? []),
    cards: facts.cards[language],
    me: position.seat ?? 0,
    waiting: [],
    ready: [],
    chosen: [],
    hints: [],
    prefs: {},
    options: {},
    chairs: options.chairs ?? [],
    match: options.match ?? 0,
    say: (key, values = {}) => {
      if (!(key in words)) throw new Error(`no words for ${key}`);
      return filled(words, key, values);
    },
    card: (name) => facts.cards[language][name] ?? null,
    preview: (id) => position.previews?.[id] ?? null,
    after: (id, path) => after(position.description, position.previews?.[id], path),
  };
}

export function show(game, position, options) {
  const root = document.documentElement;
  root.dataset.theme = options.theme;
  root.dataset.layout = options.layout;
  root.lang = options.language;
  const stage = document.getElementById("stage");
  stage.setAttribute("viewBox", `0 0 ${options.width} ${options.height}`);
  stage.setAttribute("width", options.width);
  stage.setAttribute("height", options.height);
  const view = viewOf(game, position, options);
  if (options.pick) {
    for (const key of options.pick) {
      const before = modules[game].draw(view, kit);
      const found = before.querySelector(`[data-key="${CSS.escape(key)}"]`);
      const ids = new Set((found?.dataset.moves ?? "").split(" ").map(Number));
      view.left = new Set([...view.left].filter((id) => ids.has(id)));
      view.picked = [...view.picked, key];
    }
  }
  const drawn = modules[game].draw(view, kit);
  stage.replaceChildren(drawn);
  if (options.point && modules[game].preview) {
    const over = modules[game].preview(view, kit, options.point);
    if (over) stage.append(over);
  }
  last = { view, drawn, options };
  return { guide: modules[game].guide?.(view), summary: modules[game].summary?.(view) };
}

const inside = (inner, outer, slack) =>
  inner.left >= outer.left - slack &&
  inner.right <= outer.right + slack &&
  inner.top >= outer.top - slack &&
  inner.bottom <= outer.bottom + slack;

/** A text's ink, about: a line box is taller than its letters. */
function inkOf(node) {
  const box = node.getBoundingClientRect();
  const trim = box.height * 0.16;
  return { left: box.left, right: box.right, top: box.top + trim, bottom: box.bottom - trim, node };
}

/** Whether a click can hit a thing: some point of its box belongs to it. */
function reached(node, box) {
  for (const down of [0.5, 0.2, 0.8, 0.35, 0.65, 0.08, 0.92]) {
    for (const across of [0.5, 0.2, 0.8, 0.08, 0.92, 0.35, 0.65]) {
      const hit = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
      if (hit?.closest("[data-moves]") === node) return true;
    }
  }
  return false;
}

/** How many moves a list beside a thing would have to tell apart, once it is picked and
 * nothing drawn does. */
function choosers() {
  const { view, drawn } = last;
  const longest = { count: 0, key: "" };
  for (const node of drawn.querySelectorAll("[data-moves]")) {
    const ids = new Set(node.dataset.moves.split(" ").map(Number));
    if (ids.size < 2) continue;
    const key = node.dataset.key;
    const next = modules[view.game].draw({ ...view, left: ids, picked: [key] }, kit);
    const distinct = [...next.querySelectorAll("[data-moves]")].some((other) => {
      const left = other.dataset.moves.split(" ").filter((id) => ids.has(Number(id))).length;
      return other.dataset.key !== key && left > 0 && left < ids.size;
    });
    if (!distinct && ids.size > longest.count) Object.assign(longest, { count: ids.size, key });
  }
  return longest;
}

export function faults() {
  const { view, drawn, options } = last;
  const found = [];
  const offered = new Set(
    [...drawn.querySelectorAll("[data-moves]")].flatMap((node) => node.dataset.moves.split(" ").map(Number)),
  );
  for (const move of view.moves)
    if (!offered.has(move.id)) found.push(`move ${move.id} (${move.text}) cannot be clicked`);
  for (const id of offered)
    if (!view.moves.some((move) => move.id === id)) found.push(`${id} can be clicked and is not a move`);
  if (/NaN|Infinity|undefined|\[object/.test(drawn.outerHTML)) {
    const where = drawn.outerHTML.match(/.{60}(NaN|Infinity|undefined|\[object).{40}/)?.[0];
    found.push(`not a number or not defined: ${where}`);
  }
  const keys = [...drawn.querySelectorAll("[data-key]")].map((node) => node.dataset.key);
  for (const key of new Set(keys))
    if (keys.filter((other) => other === key).length > 1) found.push(`two things have the key ${key}`);
  for (const node of drawn.querySelectorAll("[data-moves]")) {
    if (!node.getAttribute("aria-label")) found.push(`${node.dataset.key} has no label`);
    const box = node.querySelector(".hit").getBoundingClientRect();
    if (!inside(box, { left: 0, top: 0, right: options.width, bottom: options.height }, 1))
      found.push(`${node.dataset.key} is not on the stage`);
    if (!reached(node, box)) found.push(`${node.dataset.key} is covered`);
    const smallest = options.layout === "s" ? [30, 24] : [32, 30];
    if (!("small" in node.dataset) && (box.width < smallest[0] - 0.5 || box.height < smallest[1] - 0.5))
      found.push(
        `${node.dataset.key} is too small to hit: ${Math.round(box.width)}x${Math.round(box.height)}`,
      );
  }
  const listed = options.choosers ? choosers() : { count: 0 };
  if (listed.count > MOST_LISTED)
    found.push(`${listed.count} moves of ${listed.key} can only be distinguished in a list`);
  const boxes = new Map();
  for (const node of drawn.querySelectorAll("text")) {
    if (!node.textContent) continue;
    const ink = inkOf(node);
    if (!inside(ink, { left: 0, top: 0, right: options.width, bottom: options.height }, 1))
      found.push(`text off the stage: ${node.textContent}`);
    const size = Number(node.getAttribute("font-size")) * Math.abs(node.getCTM().a || 1);
    const owner = node.closest("[data-box]");
    if (
      size < (options.layout === "s" ? 10.9 : 12.9) &&
      !node.closest("[data-fine]") &&
      !node.closest("[data-turned]")
    )
      found.push(`text of ${size.toFixed(1)} px: ${node.textContent}`);
    if (owner && !owner.getAttribute("transform")?.includes("rotate")) {
      const [width, height] = owner.dataset.box.split(" ").map(Number);
      const matrix = owner.getScreenCTM();
      const room = {
        left: matrix.e,
        top: matrix.f,
        right: matrix.e + width * matrix.a,
        bottom: matrix.f + height * matrix.d,
      };
      if (!inside(ink, room, 3))
        found.push(`text outside its box ${owner.dataset.key ?? ""}: ${node.textContent}`);
    }
    const list = boxes.get(owner) ?? [];
    if (!node.closest("[data-turned]")) {
      for (const other of list) {
        const over = Math.min(ink.right, other.right) - Math.max(ink.left, other.left);
        const deep = Math.min(ink.bottom, other.bottom) - Math.max(ink.top, other.top);
        if (over > 2 && deep > 2)
          found.push(`text over text: ${node.textContent} / ${other.node.textContent}`);
      }
      list.push(ink);
      boxes.set(owner, list);
    }
  }
  return found;
}

/** A picture in grey at 24x24: how dark each pixel is. */
async function grey(picture) {
  const text = new XMLSerializer().serializeToString(picture).replace(/var\(--[\w-]+\)/g, "#ffffff");
  const image = new Image();
  const size = 'width="24" height="24" viewBox="-4 -4 108 108"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${text}</svg>`;
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const context = new OffscreenCanvas(24, 24).getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, 24, 24);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, 24, 24);
  return Array.from(
    { length: 576 },
    (_, i) => 255 - (0.3 * data[4 * i] + 0.59 * data[4 * i + 1] + 0.11 * data[4 * i + 2]),
  );
}

function correlation(one, other) {
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [a, b] = [mean(one), mean(other)];
  let [top, left, right] = [0, 0, 0];
  one.forEach((value, i) => {
    top += (value - a) * (other[i] - b);
    left += (value - a) ** 2;
    right += (other[i] - b) ** 2;
  });
  return top / Math.sqrt(left * right);
}

export const pair = async (one, other) => correlation(await grey(one), await grey(other));

/** How alike signs are without colour: the closest pair of each family. */
export async function likeness() {
  const spanish = await import("/page/games/briscas/art.js");
  const catan = await import("/page/games/catan/art.js");
  const dinosaurs = await import("/page/games/dinosaurs/art.js");
  const families = {
    suits: Object.keys(spanish.GAPS).map((suit) => spanish.suitSign(suit, "#444444")),
    resources: ["wood", "brick", "sheep", "wheat", "ore"].map(catan.resourceSign),
    disasters: ["natural", "predatory", "emotional", "meteor"].map(dinosaurs.disasterSign),
  };
  const found = {};
  for (const [name, pictures] of Object.entries(families)) {
    const greys = await Promise.all(pictures.map(grey));
    found[name] = Math.max(
      ...greys.flatMap((one, i) => greys.slice(i + 1).map((other) => correlation(one, other))),
    );
  }
  return found;
}

/** What a function of a drawing says of a position: `ask("tribute", position, options, "endOf")`. */
export function ask(game, position, options, name, ...more) {
  const view = viewOf(game, position, options);
  modules[game].draw(view, kit);
  const found = modules[game][name](view, ...more);
  return found instanceof Map ? Object.fromEntries(found) : found;
}

/** The beats between two positions: what each shows, and what is wrong with it. */
export function beats(game, before, after, options) {
  const pictures = modules[game]
    .beats(before.description, after.description, after.events, viewOf(game, after, options))
    .map((beat) => ({ description: beat.shows, hold: beat.ms, kind: beat.id }));
  return pictures.map(({ description, hold, kind }) => {
    show(game, { ...after, description, moves: [] }, options);
    return {
      kind: kind ?? description.beat?.kind ?? "",
      hold,
      faults: faults(),
      chips: document.querySelectorAll("#stage .beat > *").length,
    };
  });
}

/** How many pointer acts each move takes in the drawing: things picked until it is the only one left, and
 * what commits it. */
export function acts(game, position, options) {
  const whole = viewOf(game, position, options);
  const found = {};
  for (const move of whole.moves) {
    let left = new Set(whole.moves.map((one) => one.id));
    const picked = [];
    let done = 0;
    while (!done) {
      const drawn = modules[game].draw({ ...whole, left, picked }, kit);
      const things = [...drawn.querySelectorAll("[data-moves]")].filter(
        (node) =>
          !picked.includes(node.dataset.key) && node.dataset.moves.split(" ").includes(String(move.id)),
      );
      const rest = (node) =>
        node.dataset.moves
          .split(" ")
          .map(Number)
          .filter((id) => left.has(id));
      things.sort((a, b) => rest(a).length - rest(b).length);
      const next = things[0];
      if (!next || (picked.length && rest(next).length === left.size)) {
        done = picked.length + 1;
        break;
      } // a list beside the thing
      left = new Set(rest(next));
      picked.push(next.dataset.key);
      if (left.size === 1)
        done =
          picked.length +
          (picked.length > 1 || next.dataset.commit !== undefined || next.dataset.role ? 0 : 1);
      if (picked.length > 12) done = 99;
    }
    found[move.id] = { acts: done, keys: picked };
  }
  return found;
}

/** The keys of all things that a move can be made with, its beginning picked first. */
export function thingsOf(game, position, options, id) {
  const whole = viewOf(game, position, options);
  let left = new Set(whole.moves.map((one) => one.id));
  const picked = [],
    keys = new Set();
  for (let stage = 0; stage < 5; stage += 1) {
    const drawn = modules[game].draw({ ...whole, left, picked }, kit);
    const things = [...drawn.querySelectorAll("[data-moves]")].filter((node) =>
      node.dataset.moves.split(" ").includes(String(id)),
    );
    for (const node of things) keys.add(node.dataset.key);
    const rest = (node) =>
      node.dataset.moves
        .split(" ")
        .map(Number)
        .filter((one) => left.has(one));
    const next = things
      .filter((node) => !picked.includes(node.dataset.key))
      .sort((a, b) => rest(b).length - rest(a).length)[0];
    if (!next) break;
    left = new Set(rest(next));
    picked.push(next.dataset.key);
  }
  return [...keys];
}

/** The text of a lens on a thing, as a page would show it. */
export function lensText(game, position, options, key) {
  const view = viewOf(game, position, options);
  modules[game].draw(view, kit);
  const found = modules[game].lens?.(view, key);
  return found instanceof Node
    ? {
        text: [...found.querySelectorAll("h3, li")].map((node) => node.textContent),
        struck: [...found.querySelectorAll("s")].map((node) => node.textContent),
      }
    : (found ?? null);
}

/** Why a thing cannot be used, once others are picked. */
export function whyOf(game, position, options, key) {
  show(game, position, options);
  const found = [...document.querySelectorAll("#stage [data-key]")].find((node) => node.dataset.key === key);
  return found
    ? {
        why: found.dataset.why ?? null,
        state: found.dataset.state ?? "",
        moves: found.dataset.moves ?? "",
        all: found.dataset.all ? JSON.parse(found.dataset.all) : null,
      }
    : null;
}

window.harness = { acts, thingsOf, lensText, whyOf, ask, beats, likeness, open, show, faults, viewOf };

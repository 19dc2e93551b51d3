/* Hearthstone: both heroes and boards, mana, secrets, the own hand, targets and places, first
hands and choices. */

import * as art from "./art.js";
import { clamp } from "./art.js";
import { inBeats } from "./beats.js";

export const music = "minor";
export const title = { en: "Hearthstone", es: "Hearthstone" };
export const sources = { hand: "deck", board: "hand" };
/** By touch the button that confirms lies on what was touched: beside it are numbers that one compares. */
export const confirmOn = true;

/** @type {Kit} */
let kit;

const word = (view, key, values = {}) => view.say(`draw.${key}`, values);
const me = (view) => view.seat ?? 0;
const nameOf = (view, card) => view.say(`name.${card}`);
const textOf = (view, card) => (view.card(card)?.text ?? "").replace(/^[^:]*: /, "");

/** Remarks that are left out on a card's front; its lens has the whole sentence. */
const ASIDES = ["aside_spell_damage", "aside_if_possible"];

/** The sentence for a card's front: what its numbers and signs already say is left out. */
function shortText(view, card) {
  const whole = textOf(view, card);
  const stop = whole.search(/\.( |$)/);
  const head = (stop < 0 ? whole : whole.slice(0, stop))
    .split(", ")
    .slice(1)
    .filter((part) => !/^\d/.test(part));
  const rest = stop < 0 ? "" : whole.slice(stop + 2);
  const facts = view.card(card);
  // The numbers of a weapon alone would not say that it is one.
  const weapon =
    facts?.kind === "weapon" ? word(view, "weapon_front", { attack: facts.attack, n: facts.durability }) : "";
  const told = [weapon, head.length && !weapon ? `${kit.capital(head.join(", "))}.` : "", rest];
  return ASIDES.reduce(
    (text, aside) => text.replaceAll(word(view, aside), ""),
    told.filter(Boolean).join(" "),
  );
}

const SHOWN = { "who.minion": "shown.minion", "who.own": "shown.own", "who.enemy": "shown.enemy" };

/** The words for a character in a move of another player: whose it is, as the reader sees it. */
function seenBy(reader, mover, who, say) {
  if (!say || mover === reader) return SHOWN[say];
  if (say === "who.hero") return "shown.hero";
  if (say === "who.minion") return SHOWN[say];
  const hero = say.endsWith("_hero") ? "_hero" : "";
  if (who.seat === reader) return `shown.yours${hero}`;
  return who.seat === mover ? `shown.theirs${hero}` : SHOWN[say];
}

/** A move without the places by which it is typed, which read like numbers of cards; alike minions are
 * numbered in their order.
 * @type {Drawing["wording"]} */
export function wording(said, data, { description: d, reader = null }) {
  const named = (who, phrase) => {
    const say = seenBy(reader, data.seat, who, phrase?.say);
    if (!say) return phrase;
    const alike = (d.players[who.seat ?? data.seat]?.board ?? [])
      .map((minion, place) => (minion.card === who.card ? place : -1))
      .filter((place) => place >= 0);
    const told = alike.length > 1 && alike.includes(who.place);
    const which = told ? { say: "draw.which", n: alike.indexOf(who.place) + 1 } : "";
    return { ...phrase, say, which };
  };
  const shown = (phrase) => ({
    ...phrase,
    say: phrase.say === "move.play" ? "shown.play" : phrase.say,
    ...(phrase.attacker ? { attacker: named(data.attacker, phrase.attacker) } : {}),
    ...(phrase.target ? { target: named(data.target, phrase.target) } : {}),
  });
  if (!said.parts) return shown(said);
  const sole = d.players[data.seat]?.board.length === 0; // its only place needs no number
  const parts = said.parts.filter((part) => !(sole && part.say === "part.at"));
  return { ...said, parts: parts.map(shown) };
}

/** @type {Drawing["guide"]} */
export function guide(view) {
  const { description: d } = view;
  if (d.over) return view.say("phase.over");
  if (!view.moves.length) return word(view, "wait", { name: view.names[d.seat] });
  if (d.choice) return word(view, d.choice.kind);
  if (view.moves.length === 1 && view.moves[0].kind === "end") return word(view, "only_end");
  const asked = asking(view);
  if (asked === "form") return word(view, "form");
  if (asked === "attacker") return word(view, "who_attacks", { name: nameOfTarget(view) });
  const question = {
    attack: tauntStops(view) ? "whom_taunt" : "whom_attack",
    target: "whom",
    place: "where",
  }[asked];
  if (question) return kit.capital(word(view, question, { name: nameOfPicked(view) }));
  if (view.picked.length && view.left.size === 1) return null; // one move is left: the page asks for it
  return recap(view) || view.say(`phase.${d.phase}`);
}

const RECAP = 130; // letters that the bar of a low window has room for

/** What the other's turn has brought, for windows without a slate: until something is picked. */
function recap(view) {
  if (!isLow(view) || view.picked.length || view.description.phase !== "main") return "";
  const told = toldNow(view, (all) => all.join(". ").length <= RECAP).filter(
    ({ event }) => !QUIET.includes(event.kind),
  );
  return told.length ? `${told.map(({ text }) => text).join(". ")}.` : "";
}

/** The question once something is picked, one thing after the other: who attacks it; whom it attacks; or
 * which form, which target, which place. */
function asking(view) {
  if (!view.picked.length || view.description.phase !== "main") return null;
  const left = view.moves.filter((move) => view.left.has(move.id));
  const several = (of) => new Set(left.map(of)).size > 1;
  if (!beginning(view)) return left.some((move) => move.kind === "attack") ? "attacker" : null;
  if (left.some((move) => move.kind === "attack")) return view.picked.length === 1 ? "attack" : null;
  if (several((move) => move.option)) return "form";
  const unpicked = left.length === 1 && left[0].target && !view.picked.includes(left[0].target.key);
  if (several((move) => move.target?.key ?? null) || unpicked) return "target";
  return several((move) => move.position ?? null) ? "place" : null;
}

/** What acts of what is picked: a card of the hand, the power, or who attacks; a target alone does not. */
const beginning = (view) =>
  view.picked.find(
    (key) =>
      /^(hand|power):/.test(key) ||
      view.moves.some((move) => view.left.has(move.id) && move.attacker?.key === key),
  );

/** Whether what is dragged aims at something: an arrow leaves it in its place.
 * @type {Drawing["aims"]} */
export const aims = (view) => ["attack", "attacker", "target"].includes(asking(view));

/** The name of a target that was picked before who attacks it. */
function nameOfTarget(view) {
  const player = view.description.players[1 - me(view)];
  const minion = player.board.find((one) => one.key === view.picked[0]);
  return minion ? nameOf(view, minion.card) : view.names[1 - me(view)];
}

/** The name of what acts: a card of the hand, the power, a minion or the hero. */
function nameOfPicked(view) {
  const own = view.description.players[me(view)];
  const first = beginning(view) ?? view.picked[0];
  const place = handKeys(view).indexOf(first);
  if (place >= 0) return nameOf(view, own.hand[place].card);
  if (first.startsWith("power:")) return nameOf(view, own.power.card);
  const minion = own.board.find((one) => one.key === first);
  return minion ? nameOf(view, minion.card) : word(view, "your_hero");
}

const blocks = (minion) =>
  minion.flags.includes("taunt") &&
  !["stealth", "concealed", "immune"].some((flag) => minion.flags.includes(flag));
const tauntStops = (view) => view.description.players[1 - me(view)].board.some(blocks);

/** While a card or the power is under way the table offers what belongs to it alone: no click changes one
 * action into another. */
const underWay = (view) => view.description.phase === "main" && /^(hand|power):/.test(view.picked[0] ?? "");
/** The moves of a character: of who attacks, its target offers nothing else. */
const involving = (view, key) => {
  const [acts, aims] = [underWay(view), view.description.phase === "main" && Boolean(beginning(view))];
  return kit.movesOf(
    view,
    (move) =>
      (move.attacker?.key === key && (!acts || view.left.has(move.id))) ||
      (move.target?.key === key && (!aims || view.left.has(move.id))),
  );
};

/** Whether a click on a thing only begins an action; one that answers what else is picked does not. */
const onlyBegins = (view, key, ids) =>
  view.picked.every((one) => one === key) || !ids.some((id) => view.left.has(id));

/** @type {Drawing["summary"]} */
export function summary(view) {
  const { description: d } = view;
  const sides = d.players.map(({ hero, board }, seat) => {
    const name = nameOf(view, hero.card);
    return `${view.names[seat]}: ${name} ${shownHealth(hero)}, ${board.length}`;
  });
  return `${title[view.language]}. ${sides.join(". ")}.`;
}

/** Events of the short log, and those with which a part of the log begins. */
export const important = [
  "plays",
  "plays_on",
  "plays_on_hero",
  "sets",
  "sets_unseen",
  "fired",
  "hero_damage",
  "armor_lost",
  "hero_heal",
  "dies",
  "fatigue",
  "wins",
  "both_fall",
  "turn_limit",
];
export const chapters = ["turn"];
// These are shown only where nothing else happened, and cards of a turn's beginning.
const QUIET = ["ends", "turn", "decides_hand", "keeps"];
const DRAWS = ["draws", "draws_cards"];

export const sounds = {
  plays: "place",
  plays_on: "twist",
  plays_on_hero: "twist",
  uses: "up",
  uses_on: "up",
  uses_on_hero: "up",
  sets: "flip",
  sets_unseen: "flip",
  attack_on: "damage",
  attack_on_hero: "damage",
  hero_damage: "damage",
  damage: "damage",
  heal: "heal",
  hero_heal: "heal",
  shield_lost: "shield",
  dies: "death",
  fired: "twist",
  jousted: "flip",
  draws: "slide",
  draws_cards: "slide",
  gets: "slide",
  returns: "slide",
  shuffled: "shuffle",
  burnt: "death",
  discarded: "down",
  fatigue: "thud",
  equips: "build",
  weapon_gone: "thud",
  armor: "shield",
  grows: "up",
  shrinks: "down",
  gains: "chime",
  frozen: "chime",
  overload: "down",
  mana: "coin",
  stolen: "slide",
  turns: "twist",
};

/* One step, many consequences: shown one after the other */

/** A step of the game in beats; a ribbon says whose turn it is.
 * @type {Drawing["beats"]} */
export function beats(before, after, events, view) {
  /** @type {Beat[]} */
  const made = inBeats(before, after, events, view, {
    turn: (seatNumber) =>
      word(view, seatNumber === view.seat ? "your_turn" : "their_turn", { name: view.names[seatNumber] }),
  });
  if (isLow(view)) return made;
  // A slate or a strip tells what happens: the guide does not repeat it.
  for (const beat of made) beat.guide ??= whoActs(view, beat.shows ?? after);
  return made;
}

/** Who acts while something is shown. */
function whoActs(view, d) {
  if (d.over) return view.say("phase.over");
  if (d.phase === "mulligan") return view.say("phase.mulligan");
  return d.current === view.seat
    ? word(view, "your_turn")
    : word(view, "their_turn", { name: view.names[d.current] });
}

/** The cards that a beat shows in the middle, over the position. */
function beatOver(view, plan) {
  const { beat } = view.description;
  if (!beat) return [];
  const list = beat.cards ?? [{ card: beat.card, seat: beat.seat, why: null }];
  return [kit.group({ "pointer-events": "none", class: "beat" }, ...shownCards(view, plan, list))];
}

/** Cards that a step shows: face up in the middle, or a back where only its owner knows it. */
function shownCards(view, plan, list) {
  const high = plan.small ? Math.min(150, view.height * 0.44) : Math.min(view.height * 0.4, 300);
  const wide = Math.min(high / 1.427, (view.width - 30) / Math.min(4, list.length) - 14);
  const tall = wide * 1.427;
  const shown = list.slice(0, 4);
  const width = shown.length * (wide + 14) - 14;
  const x = (view.width - width) / 2;
  const y = Math.max(4, (view.height - tall) / 2 - view.height * 0.1);
  const line = plan.small ? 18 : 24;
  const faces_ = shown.map(({ card, why }, i) =>
    kit.group(
      {
        transform: `translate(${round(x + i * (wide + 14))} ${round(y)})`,
        "data-box": `${round(wide)} ${round(tall + line + 8)}`,
        "data-key": `shown:${i}`,
      },
      kit.rect(0, 0, wide, tall, { fill: "transparent", class: "hit" }),
      kit.rect(-6, -6, wide + 12, tall + 12 + (why ? line : 0), { rx: 14, fill: "#1A0C04", opacity: 0.8 }),
      ...(card ? wholeCard(view, card, wide, tall) : [sized(art.cardBack(), 0, 0, wide, 86)]),
      why
        ? words(
            word(view, { lost: "lost_card" }[why] ?? why),
            { x: 0, y: tall + 4, width: wide, height: line },
            {
              size: plan.small ? 13 : 17,
              smallest: plan.small ? 12 : 13,
              family: kit.SERIF,
              fill: FINE.can,
            },
          )
        : null,
    ),
  );
  return faces_;
}

/** A word before the turn ends with something left to do.
 * @type {Drawing["warning"]} */
export function warning(view, id, heard) {
  const move = view.moves.find((one) => one.id === id);
  if (move?.kind !== "end") return null;
  const { description: d } = view;
  const player = d.players[view.seat];
  const attackers = view.moves.filter((one) => one.kind === "attack");
  /** @type {[string, Record<string, any>][]} */
  const found = [];
  if (attackers.some((one) => one.attacker.place !== null)) found.push(["attack", {}]);
  if (attackers.some((one) => one.attacker.place === null)) found.push(["hero", {}]);
  if (view.moves.some((one) => one.kind === "play")) found.push(["play", { n: player.mana.available }]);
  if (view.moves.some((one) => one.kind === "power")) found.push(["power", {}]);
  if (player.hand.length >= 10) found.push(["full", {}]);
  const next = found.find(([kind]) => !heard.has(kind));
  return next ? { kind: next[0], text: word(view, `warn_${next[0]}`, next[1]) } : null;
}

/** What a face-down card may be: the possible secrets, and what is left in a deck.
 * @type {Drawing["lens"]} */
export function lens(view, key) {
  const [what, owner, place] = (key ?? "").split(":");
  const minion = view.description.players.flatMap((side) => side.board).find((one) => one.key === key);
  if (minion) return signsOf(view, minion);
  if (what !== "secret" && what !== "deck") return null;
  const player = view.description.players[Number(owner)];
  const box = document.createElement("div");
  const heading = (text) => {
    const made = document.createElement("h3");
    made.textContent = text;
    box.append(made);
  };
  const list = (items) => {
    const made = document.createElement("ul");
    for (const [text, out] of items) {
      const line = document.createElement("li");
      const inner = document.createElement(out ? "s" : "span");
      inner.textContent = text;
      line.append(inner);
      if (out) line.append(` (${word(view, "ruled_out")})`);
      made.append(line);
    }
    box.append(made);
  };
  if (what === "secret") {
    const secret = player.secrets[Number(place)];
    if (!secret || secret.card) return secret?.card ?? null;
    heading(word(view, "may_be", { class: view.say(`name.${secret.class}`) }));
    list(
      possibleSecrets(view, secret).map(([card, out]) => [
        `${view.say(`name.${card}`)}: ${textOf(view, card)}`,
        out,
      ]),
    );
    return box;
  }
  const own = Number(owner) === view.seat;
  const cards = own
    ? player.deck.cards?.map((entry) => entry.card ?? entry)
    : (player.deck.unseen ?? player.deck.seen);
  heading(word(view, own ? "deck_of" : player.deck.unseen ? "deck_unseen" : "deck_other"));
  const counts = new Map();
  for (const card of cards ?? []) counts.set(card, (counts.get(card) ?? 0) + 1);
  list(
    counts.size
      ? [...counts].map(([card, n]) => [`${n > 1 ? `${n} × ` : ""}${view.say(`name.${card}`)}`, false])
      : [[word(view, "no_cards"), false]],
  );
  return box;
}

/** A minion's card, and in words every sign that is drawn on it; null where it bears none. */
function signsOf(view, minion) {
  const told = [["taunt"], ["divine_shield"], ["stealth", "concealed"], ["frozen"]]
    .filter((flags) => flags.some((flag) => minion.flags.includes(flag)))
    .map(([flag]) => flag);
  const lines = [...told, ...tokensOf(view, minion, view.card(minion.card))].map((sign) =>
    word(view, `sign.${sign}`),
  );
  if (!lines.length) return null;
  const box = document.createElement("div");
  const add = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    box.append(made);
    return made;
  };
  add("h3", nameOf(view, minion.card));
  add("p", view.card(minion.card)?.text ?? "");
  const list = add("ul", "");
  for (const line of lines) {
    const item = document.createElement("li");
    item.textContent = line;
    list.append(item);
  }
  return box;
}

/** The secrets of a class, each with whether it has been ruled out. */
export const possibleSecrets = (view, secret) =>
  Object.entries(view.cards ?? {})
    .filter(([id, card]) => card?.secret && card.class === secret.class && id === card.id)
    .map(([id]) => [id, secret.ruled_out.includes(id)]);

/* The stage */

const DARK = "#2C1A10";
const CREAM = "#FFF7E6";
const DULL = "#8A6E52"; // under a card that cannot be played
const WHOLE = 106; // pixels: narrower cards show picture and name without their rules
const CLOSE = 5; // pixels between two cards of the hand
const ROOMY = 600; // pixels of height from which a phone keeps room for two ranks of cards
const EDGE = 32; // pixels of a row that its minions leave free, for shields and signs that stick out
const LIFT = 10; // pixels: what is picked hides no number of its hero
const NARROW = 66; // pixels: cards of the hand that would have to be narrower lie over each other

/** The layout: on a wide stage, on a phone held upright, and on a low one, where heroes stand
 * in a column. */
function layout(view) {
  const { width: w, height: h } = view;
  const tall = h > w * 1.05;
  const low = isLow(view);
  const own = view.description.players[me(view)];
  const plan = tall ? tallPlan(w, h, own.hand.length) : low ? lowPlan(w, h) : widePlan(w, h);
  const other = view.description.players[1 - me(view)];
  const most = Math.max(4, own.board.length, other.board.length);
  const { field, k } = plan;
  const row = (field.height - plan.mid) / 2;
  const size = plateSize(view, k);
  const across = Math.min(108 * k, (field.width - EDGE) / most / 0.98);
  const few = low && !plan.named && most <= 5; // in a low window names have room where minions are few
  const many = tall && most > 5; // on a phone their names would be narrower than their words
  const [lines, side] = (many ? [0] : few ? [1, 0] : plan.named ? [2, 1, 0] : [0])
    .map((n) => [
      n,
      Math.min(across, n ? (row - n * size * 1.08 - (few ? 7 : tall ? 24 : 12)) / 1.06 : row / 1.14),
    ])
    // Names on two lines, on one, or in the lens.
    .find(([n, high]) => !n || high >= Math.min(across, n > 1 ? 64 : 58));
  const tile = Math.max(46, side);
  return {
    ...plan,
    // Where nobody plays the seat at the foot it has its name, too.
    seats: view.seat === null ? { ...plan.seats, own: { ...plan.seats.own, ...plan.ofWatcher } } : plan.seats,
    tall,
    low,
    small: isSmall(view),
    plate: { size, lines, high: lines * size * 1.08 + 6 },
    tile,
    apart: few ? 154 : 0, // between minions, so that their names have room
    named: lines > 0,
    rows: {
      theirs: { x: field.x, y: field.y, width: field.width, height: row },
      own: { x: field.x, y: field.y + row + plan.mid, width: field.width, height: row },
    },
  };
}

/** Whether a stage is as small as a phone: its smallest text has 12 pixels, elsewhere 13. */
const isSmall = ({ width, height }) => Math.min(width, height) < 384;
/** Whether a stage is so low that the heroes stand in a column beside the field. */
const isLow = ({ width, height }) => height <= width * 1.05 && height < 440;
const plateSize = (view, k) => (isSmall(view) ? 12 : Math.max(13, 12.6 * k));

function widePlan(w, h) {
  const k = Math.min(h / 732, w / 700);
  const columns = w >= 900;
  const end = columns ? Math.min(150 * k, w * 0.145 - 26) : clamp(130 * k, 92, 130);
  const close = h < 560; // heroes give way to the minions and their names
  const card = close
    ? Math.min(columns ? 94 : 84, h * (columns ? 0.19 : 0.172))
    : Math.min(148 * k, (w - 40) / 5);
  const field = columns
    ? { x: w * 0.145, y: 116 * k, width: w * 0.71, height: 286 * k }
    : { x: 8, y: 116 * k, width: w - end - 30, height: 286 * k };
  if (close) Object.assign(field, { y: 64, height: h - 128 - card * 1.427 - 6 - (columns ? 4 : 0) });
  const middle = field.x + field.width / 2;
  const size = close ? 52 : 84 * k;
  const right = middle + size / 2 + 26 * k;
  const margin = !columns ? 10 : close ? 92 : field.x; // clear of the deck
  const hand = { x: margin, y: h - card * 1.427 - 6 * k, width: w - 2 * margin, card };
  hand.fan = true;
  const deck = 56 * k;
  const ownTop = field.y + field.height;
  const strip = hand.y - ownTop;
  const heroTop = ownTop + Math.max(8 * k, (strip - size) / 2 - 9 * k);
  const edge = columns ? w - (w * 0.145) / 2 : w - end / 2 - 10;
  const until = columns ? field.x + field.width : w - 12;
  const hang = field.y + (close ? 64 : 52) * k; // below the mug
  const beside = until - right - (columns ? 0 : deck + 24);
  return {
    k,
    field,
    columns,
    mid: columns ? 0 : close ? 20 : 24,
    named: true,
    hand,
    end: {
      x: edge - end / 2,
      y: field.y + field.height / 2 - 36 * k,
      width: end,
      height: Math.max(48, 72 * k),
    },
    slate: columns
      ? { x: 14 * k, y: hang, width: field.x - 34 * k, height: (close ? ownTop : h - 22 * k) - hang }
      : null,
    told: columns
      ? null
      : {
          x: field.x + 8,
          y: field.y + field.height / 2 - (close ? 10 : 11),
          width: field.width - 16,
          height: close ? 20 : 22,
        },
    toys: columns ? { mug: { x: 26 * k, y: 12 * k, scale: 0.94 * k } } : {},
    candle: columns ? { x: edge - 40 * k, y: field.y + field.height - 58 * k, scale: 0.84 * k } : null,
    ofWatcher: {
      name: { x: right, y: heroTop + (close ? -5 : 2 * k), width: beside, height: 28 * k },
      mana: { x: right, y: heroTop + (close ? 16 : 34 * k), size: close ? 16 : 24 * k, width: beside },
      notes: { x: right, y: heroTop + (close ? 35 : 62 * k), width: beside, height: 36 * k },
    },
    seats: {
      theirs: {
        hero: { x: middle - size / 2, y: close ? 8 : 16 * k, size },
        power: { x: right, y: 22 * k, size: 50 * k },
        weapon: { x: middle - size / 2 - 74 * k, y: 24 * k, size: 56 * k },
        fan: { x: field.x + 8, y: 14 * k, width: middle - size / 2 - 110 * k - field.x, size: 46 * k },
        name: {
          x: right + 62 * k,
          y: close ? 3 : 14 * k,
          width: until - right - 66 * k - (columns ? 0 : deck + 26),
          height: 28 * k,
        },
        mana: {
          x: right + 62 * k,
          y: close ? 24 : 46 * k,
          size: close ? 16 : 21 * k,
          width: until - right - 66 * k - (columns ? 0 : deck + 26),
        },
        notes: {
          x: right + 62 * k,
          y: close ? 43 : 72 * k,
          width: until - right - 66 * k - (columns ? 0 : deck + 26),
          height: 36 * k,
        },
        deck: { x: columns ? edge - deck / 2 : w - deck - 16, y: 14 * k, size: deck },
      },
      own: {
        hero: { x: middle - size / 2, y: heroTop, size },
        power: {
          x: middle - size / 2 - 84 * k,
          y: heroTop + (close ? 3 : 10 * k),
          size: close ? 42 : 60 * k,
        },
        weapon: {
          x: middle - size / 2 - 162 * k,
          y: heroTop + (close ? 5 : 14 * k),
          size: close ? 42 : 62 * k,
        },
        fan: null,
        name: null,
        mana: {
          x: right,
          y: heroTop + (close ? 4 : 14 * k),
          size: close ? 20 : 27 * k,
          width: beside,
        },
        notes: {
          x: right,
          y: heroTop + (close ? 29 : 48 * k),
          width: beside,
          height: 38 * k,
        },
        deck: {
          x: columns ? edge - deck / 2 : w - deck - 16,
          y: columns ? h - deck * 1.3 - 34 * k : heroTop,
          size: deck,
        },
      },
    },
  };
}

/** On a phone many cards lie in two ranks, so that each can be read; few have the same room, so that nothing
 * on the table moves with the number of cards. */
function tallPlan(w, h, cards) {
  const k = clamp(h / 736, 0.72, 1.4);
  const top = clamp(h * 0.138, 74, 108);
  const strip = clamp(h * 0.142, 82, 112);
  const told = clamp(h * 0.054, 24, 42);
  const ranks = cards > 5 ? 2 : 1;
  const kept = h >= ROOMY ? 2 : ranks;
  const most = ((h - top - strip - told - 2 * 96) / 1.42) * 0.9;
  const fifth = Math.min((w - 20 - 4 * CLOSE) / 5, 96, most);
  const high =
    kept > 1 ? kept * fifth * 1.42 + CLOSE : Math.min(cards > 4 ? fifth : (w - 42) / 4, 96, most) * 1.42;
  const few = Math.min(
    (w - 20 - 3 * CLOSE) / clamp(cards, 3, 4),
    (high - 8) / (cards < 4 ? 1.43 : 1.42),
    124,
  );
  const card = cards > 4 ? fifth : few;
  const field = { x: 6, y: top, width: w - 12, height: h - top - strip - told - high - 20 };
  const size = Math.min(66, top - 30);
  const left = 14 + size + 22;
  const ownTop = field.y + field.height;
  const end = clamp(w * 0.29, 92, 128);
  const piece = Math.min(42, strip - 48);
  return {
    k,
    field,
    columns: false,
    mid: 0,
    named: true,
    hand: { x: 10, y: h - high - 4, width: w - 20, high, card, fan: false, ranks },
    end: { x: w - end - 8, y: ownTop + strip - 54, width: end, height: 46 },
    slate: null,
    told: { x: 8, y: ownTop + strip, width: w - 16, height: told - 4 },
    toys: {},
    candle: null,
    ofWatcher: { name: { x: w - end - 8, y: ownTop + strip - 44, width: end, height: 24 } },
    seats: {
      theirs: {
        hero: { x: 16, y: 14, size },
        power: { x: left, y: top - 46, size: 36 },
        weapon: { x: left + 42, y: top - 46, size: 38 },
        fan: { x: w - 150, y: 8, width: 104, size: 25 },
        name: { x: left, y: 6, width: w - left - 156, height: 20 },
        mana: { x: left + 90, y: top - 36, size: 18, width: w - left - (top < 90 ? 146 : 108) },
        notes: null,
        deck: { x: w - 38, y: 8, size: 26 },
      },
      own: {
        hero: { x: 16, y: ownTop + 16, size: Math.min(size, strip - 30) },
        power: { x: left, y: ownTop + 40, size: piece },
        weapon: { x: left + piece + 6, y: ownTop + 40, size: piece },
        fan: null,
        name: null,
        mana: { x: left, y: ownTop + 10, size: 20, width: w - left - 12 },
        notes: null,
        deck: { x: left + 2 * (piece + 8), y: ownTop + 42, size: 27 },
      },
    },
  };
}

function lowPlan(w, h) {
  const column = clamp(w * 0.2, 118, 172);
  const end = clamp(w * 0.12, 66, 104);
  const high = clamp(h * 0.36, 88, 136);
  const card = Math.min(high / 1.42, 94);
  const field = { x: column, y: 4, width: w - column - end - 12, height: h - high - 20 };
  const half = h / 2;
  const narrow = column < 140 && half >= 170; // the weapon has room below the hero
  const size = narrow ? Math.min(column * 0.5, half * 0.4) : Math.min(column * 0.4, half * 0.46);
  const beside = 14 + size + (narrow ? 15 : 26);
  const broad = column > beside + 68;
  const below = half - 46 > size + 44;
  const seat = (top, own) => ({
    hero: { x: 14, y: top + 12, size },
    power: { x: beside, y: top + 8, size: 32 },
    weapon: broad
      ? { x: beside + 37, y: top + 8, size: 31 }
      : narrow
        ? { x: Math.min(beside + 4, column - 37), y: top + size + 18, size: 30 }
        : { x: Math.min(beside + 4, column - 32), y: top + 48, size: 30 },
    fan: null,
    name: own
      ? null
      : below
        ? { x: 6, y: top + size + (narrow ? 22 : 26), width: column - (narrow ? 44 : 14), height: 18 }
        : broad
          ? { x: beside - 2, y: top + 52, width: column - beside - 2, height: 18 }
          : null,
    mana: { x: 8, y: top + half - 46, size: 16, width: column - 16 },
    notes: null,
    deck: { x: 8, y: top + half - 25, size: 15, line: true },
  });
  return {
    k: clamp(h / 400, 0.7, 1),
    field,
    columns: false,
    mid: 0,
    named: h > 340,
    hand: { x: column, y: h - high - 3, width: w - column - 8, card: Math.max(card, 62), fan: false },
    end: { x: w - end - 6, y: field.y + field.height / 2 - 24, width: end, height: 48 },
    slate: null,
    told: null,
    toys: {},
    candle: null,
    ofWatcher: { name: seat(half, false).name },
    seats: { theirs: seat(0, false), own: seat(half, true) },
  };
}

/** @type {Drawing["draw"]} */
export function draw(view, given) {
  kit = given;
  const plan = layout(view);
  const { description: d } = view;
  const own = me(view);
  if (d.phase === "mulligan" && !plan.low) plan.seats.own = atTheFoot(plan, view.width, view.height);
  const parts = [
    kit.definitions(),
    kit.kept(JSON.stringify(["tavern", view.width, view.height, plan.field, view.theme]), () =>
      art.tavern(view.width, view.height, plan.field, view.theme === "dark"),
    ),
    plan.toys.mug ? toy(view, "mug", plan.toys.mug, 122, 148) : null,
    plan.candle ? toy(view, "candle", plan.candle, 84, 130) : null,
    ...seat(view, 1 - own, plan, plan.seats.theirs, false),
    ...seat(view, own, plan, plan.seats.own, true),
    ...told(view, plan),
  ];
  if (d.phase === "mulligan") return kit.drawing(view, ...parts, ...mulligan(view, plan));
  const offered = [...options(view, plan), ...choice(view, plan)];
  parts.push(
    ...boardRow(view, 1 - own, plan.rows.theirs, plan),
    ...boardRow(view, own, plan.rows.own, plan),
    offered.length ? null : endButton(view, plan),
    ...handRow(view, plan),
    ...offered,
    ...noTarget(view, plan),
    ...beatOver(view, plan),
  );
  return kit.drawing(view, ...parts);
}

/** Something on the table to play with: at a tap the foam jumps, the flame bows. */
const toy = (view, what, { x, y, scale }, width, height) =>
  kit.thing(
    view,
    {
      key: `toy:${what}`,
      zone: "toys",
      x,
      y,
      width: width * scale,
      height: height * scale,
      label: word(view, what),
      toggle: what,
      room: false,
      ring: () => null,
    },
    sized(art[what](view.toggles?.has(what)), 0, 0, width * scale, width),
  );

/** Before the first turn the own hero makes room for the cards: it is at the foot, the
 * button beside it. */
function atTheFoot({ seats: { own }, k, tall }, width, height) {
  const down = height - own.hero.size - 26 * k - own.hero.y;
  const left = tall ? 0 : 110 * k;
  const moved = (box) => box && { ...box, x: box.x - left, y: box.y + down };
  const deck = tall ? { ...own.deck, x: width - 38, y: height - own.hero.size - 22 * k } : own.deck;
  const [hero, power, weapon, name] = [own.hero, own.power, own.weapon, own.name].map(moved);
  return { ...own, hero, power, weapon, name, deck };
}

const scaled = (picture, { x, y, scale }) =>
  kit.group({ transform: `translate(${round(x)} ${round(y)}) scale(${round(scale)})` }, picture);
const round = (value) => Math.round(value * 1000) / 1000;
/** A picture of a box of `unit` units, so large that the box is `size` wide. */
const sized = (picture, x, y, size, unit) => scaled(picture, { x, y, scale: size / unit });

/* Words that fit: on two balanced lines first, then smaller, at last narrower; never cut */

function wrapped(string, width, size, face) {
  const lines = [""];
  for (const part of string.split(/\s+/)) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${part}` : part;
    if (!lines.at(-1) || kit.measure(longer, size, face) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** Lines of about the same length. */
function balanced(string, width, size, face) {
  let lines = wrapped(string, width, size, face);
  for (let narrow = width * 0.95; narrow > width * 0.5 && lines.length > 1; narrow *= 0.95) {
    const tried = wrapped(string, narrow, size, face);
    if (tried.length > lines.length || tried.some((one) => kit.measure(one, size, face) > width)) break;
    lines = tried;
  }
  return lines;
}

/** Words in a box; null where they do not fit and may not be squeezed. */
function words(
  string,
  { x, y, width, height },
  { size, smallest, most = 1, align = "middle", valign = "middle", leading = 1.12, squeeze = true, ...style },
) {
  const face = { family: style.family ?? kit.SANS, weight: style.weight ?? 400 };
  let lines = null;
  let used = Math.max(size, smallest);
  for (; used >= smallest - 0.01; used -= 0.5) {
    const tried = balanced(string, width, used, face);
    const wide = tried.some((one) => kit.measure(one, used, face) > width);
    if (!wide && tried.length <= most && tried.length * used * leading <= height + 1) {
      lines = tried;
      break;
    }
  }
  if (!lines) {
    if (!squeeze) return null;
    used = smallest;
    let room = width;
    do {
      lines = balanced(string, room, used, face);
      room *= 1.05;
    } while (lines.length > most && room < width * 4);
  }
  const block = lines.length * used * leading;
  const top = valign === "top" ? y : valign === "bottom" ? y + height - block : y + (height - block) / 2;
  const across = align === "start" ? x : align === "end" ? x + width : x + width / 2;
  return kit.group(
    {},
    ...lines.map((one, i) =>
      kit.text(one, across, top + i * used * leading + used * (leading / 2 + 0.34), {
        size: used,
        anchor: align,
        ...style,
        ...(kit.measure(one, used, face) > width
          ? { textLength: width, lengthAdjust: "spacingAndGlyphs" }
          : {}),
      }),
    ),
  );
}

/** A dark pill with a few words, as wide as they need. */
function pill(
  string,
  x,
  y,
  { size, height = size * 1.6, widest = Infinity, align = "start", icon = null, fill = DARK, ink = CREAM },
) {
  const lead = icon ? height * 0.9 : 0;
  const wide = Math.min(widest, kit.measure(string, size, { weight: 700 }) + size * 1.1 + lead);
  const left = align === "middle" ? x - wide / 2 : align === "end" ? x - wide : x;
  /** @type {SVGElement & {width?: any}} */
  const made = kit.group(
    { transform: `translate(${round(left)} ${round(y)})`, "data-box": `${round(wide)} ${round(height)}` },
    kit.rect(0, 0, wide, height, { rx: height / 2, fill, opacity: fill === DARK ? 0.9 : 1 }),
    icon ? sized(icon, height * 0.16, height * 0.1, height * 0.8, 44) : null,
    words(
      string,
      { x: size * 0.5 + lead, y: 0, width: wide - size - lead, height },
      { size, smallest: Math.min(size, 12), weight: 700, fill: ink },
    ),
  );
  made.width = wide;
  return made;
}

/* Marks of a state, never by colour alone */

const FINE = { can: "#F6BC3A", target: "#FF6A4A", picked: "#FFF3B8" };

/** A ring of brass or red between two ink lines, along a path that grows with `grow`. */
function rings(state, outline) {
  if (!FINE[state]) return [];
  const line = (grow, stroke, width, more = {}) =>
    kit.path(outline(grow), { fill: "none", stroke, "stroke-width": width, ...more });
  return [
    line(4, DARK, state === "picked" ? 9 : 7),
    line(
      4,
      FINE[state],
      state === "picked" ? 5 : 3.5,
      state === "target" ? { "stroke-dasharray": "11 5" } : {},
    ),
  ];
}

/** What goes with a ring: a notch for what can act, a tick for what is picked, a cross-hair for a target, a
 * bar for what cannot. */
function marks(state, width, height, size = 1) {
  const middle = round(width / 2);
  if (state === "can")
    return kit.path(`M${middle - 8 * size} ${-10 * size}h${16 * size}l${-8 * size} ${12 * size}Z`, {
      fill: FINE.can,
      stroke: DARK,
      "stroke-width": 1.6,
      "stroke-linejoin": "round",
    });
  if (state === "picked")
    return kit.at(
      width - 2,
      2,
      kit.circle(0, 0, 11, { fill: FINE.can, stroke: DARK, "stroke-width": 2 }),
      kit.path("M-5 0-1.5 4 5.5-4", {
        fill: "none",
        stroke: DARK,
        "stroke-width": 3,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }),
    );
  if (state === "target") {
    const d =
      `M${middle}-11V6M${middle} ${round(height + 11)}v-17` +
      `M-11 ${round(height / 2)}H6M${round(width + 11)} ${round(height / 2)}h-17`;
    return kit.group(
      {},
      kit.path(d, { stroke: DARK, "stroke-width": 7, "stroke-linecap": "round" }),
      kit.path(d, { stroke: FINE.target, "stroke-width": 4, "stroke-linecap": "round" }),
    );
  }
  return null;
}
const boxOutline = (width, height, radius) => (grow) => {
  const r = radius + grow;
  const [w, h] = [width + 2 * grow, height + 2 * grow];
  const corner = (x, y) => `a${r} ${r} 0 0 1 ${x} ${y}`;
  return (
    `M${round(r - grow)} ${-grow}h${round(w - 2 * r)}${corner(r, r)}v${round(h - 2 * r)}${corner(-r, r)}` +
    `h${round(2 * r - w)}${corner(-r, -r)}v${round(2 * r - h)}${corner(r, -r)}Z`
  );
};
const ovalOutline = (width, height) => (grow) => {
  const [rx, ry] = [round(width / 2 + grow), round(height / 2 + grow)];
  return `M${-grow} ${round(height / 2)}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0Z`;
};
/** The mark of a thing with an outline of its own. */
const marked =
  (outline, width, height, size = 1) =>
  (state) =>
    state === "no"
      ? kit.group(
          { class: "mark", "pointer-events": "none" },
          kit.path(outline(0), { fill: "url(#kit-hatch)" }),
        )
      : FINE[state]
        ? kit.group(
            { class: "mark", "pointer-events": "none" },
            ...rings(state, outline),
            marks(state, width, height, size),
          )
        : null;

/* Heroes and what belongs to them */

function seat(view, number, plan, box, own) {
  const { description: d } = view;
  const player = d.players[number];
  const parts = [];
  if (box.fan) parts.push(...fan(view, number, box.fan, plan));
  parts.push(deckPile(view, number, box.deck, plan, own));
  if (box.name) parts.push(nameOfSeat(view, number, box.name, plan));
  if (d.phase !== "mulligan") parts.push(...manaRow(view, number, box.mana, plan));
  if (box.notes) parts.push(...notesOf(view, number, box.notes, plan));
  if (player.weapon) parts.push(weaponThing(view, number, player.weapon, box.weapon));
  parts.push(powerThing(view, number, box.power));
  parts.push(heroThing(view, number, box.hero, plan));
  parts.push(...secretDiscs(view, number, box.hero));
  return parts;
}

function nameOfSeat(view, seatNumber, box, plan) {
  const { hero } = view.description.players[seatNumber];
  const kind = view.card(hero.card)?.class ?? "neutral";
  const size = plan.small ? 16 : Math.max(16, 24 * plan.k);
  const name = view.names[seatNumber];
  const wide = Math.min(box.width, kit.measure(name, size, { family: kit.SERIF }));
  const rest = box.width - wide - 12;
  const what = view.say(`name.${kind}`);
  const least = plan.small ? 12 : 13;
  return kit.group(
    { "data-box": `${view.width} ${view.height}` },
    words(
      name,
      { ...box, width: box.width },
      {
        size,
        smallest: 13,
        family: kit.SERIF,
        align: "start",
        fill: CREAM,
      },
    ),
    rest > kit.measure(what, least, { weight: 700 }) && !plan.low
      ? words(
          kit.capital(what),
          { x: box.x + wide + 10, y: box.y + 2, width: rest, height: box.height },
          {
            size: Math.max(least, 15 * plan.k),
            smallest: least,
            weight: 700,
            align: "start",
            fill: "#FBE3B4",
          },
        )
      : null,
  );
}

/** The hand of the other: backs in a fan, and how many; a card that is known shows its face. */
function fan(view, number, box, plan) {
  const { hand } = view.description.players[number];
  if (!hand.length) return [];
  const high = box.size * 1.42;
  const step = Math.min(box.size * 0.62, (box.width - box.size) / Math.max(1, hand.length - 1));
  const wide = box.size + step * (hand.length - 1);
  const start = plan.tall ? box.x + box.width - wide : box.x + box.width - wide;
  return [
    kit.group(
      {
        role: "img",
        "aria-label": word(view, "hand", { n: hand.length }),
        "data-key": `hand:${number}`,
        "data-zone": "their_hand",
      },
      ...hand.map((entry, i) => {
        const turn = (i - (hand.length - 1) / 2) * Math.min(7, 40 / hand.length);
        const place = `translate(${round(start + i * step)} ${round(box.y + Math.abs(turn) * 0.3)})`;
        const lean = `rotate(${round(turn)} ${round(box.size / 2)} ${round(high)})`;
        return kit.group(
          {
            transform: `${place} ${lean}`,
            "data-turned": "",
            "data-key": `back:${number}:${i}`,
            ...(entry.card ? { "data-card": entry.card } : {}),
          },
          entry.card
            ? kit.group(
                {},
                sized(art.smallFrame(view.card(entry.card), 96), 0, 0, box.size, 86),
                kit.eye(box.size * 0.3, high * 0.66, box.size * 0.4),
              )
            : sized(art.cardBack(), 0, 0, box.size, 86),
        );
      }),
      pill(String(hand.length), start + wide / 2, box.y + high - (plan.tall ? 12 : 10), {
        size: plan.small ? 12 : Math.max(13, 14 * plan.k),
        align: "middle",
      }),
    ),
  ];
}

function deckPile(view, number, box, plan, own) {
  const player = view.description.players[number];
  const left = player.deck.count ?? player.deck.cards?.length ?? 0;
  const attributes = {
    "data-key": `deck:${number}`,
    "data-zone": own ? "deck" : "their_deck",
    "data-card": "deck",
    role: "img",
    "aria-label": word(view, "deck", { n: left }),
  };
  const hurts = left === 0 ? word(view, "fatigue", { n: player.fatigue + 1 }) : "";
  if (box.line) {
    const cards = player.hand.length;
    const told = own ? `${left}` : `${left} · ${word(view, "in_hand", { n: cards })}`;
    const size = plan.small ? 12 : 13;
    return kit.group(
      { ...attributes, transform: `translate(${round(box.x)} ${round(box.y)})` },
      sized(art.pile(left), 0, 1, box.size, 60),
      kit.text(left ? told : `0 · -${player.fatigue + 1}`, box.size + 6, 14, {
        size,
        weight: 700,
        fill: CREAM,
      }),
    );
  }
  const high = box.size * 1.23;
  const size = plan.small ? 12 : Math.max(13, 15 * plan.k);
  return kit.group(
    { ...attributes, transform: `translate(${round(box.x)} ${round(box.y)})` },
    sized(art.pile(left), 0, 0, box.size, 60),
    pill(hurts && plan.columns ? hurts : String(left), box.size / 2, high - size * 0.7, {
      size,
      align: "middle",
      fill: left ? DARK : "#B32B1E",
      widest: plan.columns ? box.size * 3 : box.size * 1.6,
    }),
  );
}

/** The crystals: full, spent, chained; and how many of how many. */
function manaRow(view, number, box, plan) {
  const { mana } = view.description.players[number];
  const have = Math.max(0, mana.available ?? 0);
  /** @type {string[]} */
  const kinds = Array.from({ length: have }, (_, i) =>
    i >= have - (mana.temporary ?? 0) ? "temporary" : "full",
  );
  for (let i = 0; i < mana.locked; i += 1) kinds.push("locked");
  while (kinds.length < mana.crystals) kinds.push("spent");
  const size = plan.small ? 14 : Math.max(14, box.size * 0.86);
  const amount = `${have}/${mana.crystals}`;
  const owed = mana.owed ? kit.measure(String(mana.owed), size, { weight: 800 }) + box.size + 6 : 0;
  const words_ = kit.measure(amount, size, { family: kit.SERIF }) + 8 + owed;
  const step = Math.min(box.size + 1, (box.width - words_) / Math.max(1, kinds.length));
  const shown = step >= box.size * 0.7 ? kinds : [kinds[0] ?? "spent"];
  const pitch = shown.length > 1 ? step : box.size;
  const after = box.x + (shown.length - 1) * pitch + box.size + 6;
  const base = box.y + box.size / 2 + size * 0.36;
  return [
    kit.group(
      {
        role: "img",
        "aria-label": word(view, "mana", { n: have, all: mana.crystals }),
        "data-key": `mana:${number}`,
        "data-zone": "mana",
      },
      ...shown.map((kind, i) =>
        kit.group(
          { "data-key": `crystal:${number}:${i}` },
          sized(art.crystal(kind), box.x + i * pitch, box.y, box.size, 44),
        ),
      ),
      kit.text(amount, shown.length ? after : box.x, base, { size, family: kit.SERIF, fill: CREAM }),
      mana.owed
        ? kit.group(
            { role: "img", "aria-label": word(view, "owed", { n: mana.owed }) },
            sized(
              art.crystal("owed"),
              after + kit.measure(amount, size, { family: kit.SERIF }) + 6,
              box.y,
              box.size,
              44,
            ),
            kit.text(
              String(mana.owed),
              after + kit.measure(amount, size, { family: kit.SERIF }) + box.size + 8,
              base,
              { size: Math.max(plan.small ? 12 : 13, size * 0.9), weight: 800, fill: "#FFD0C4" },
            ),
          )
        : null,
    ),
  ];
}

/** What counts up or holds for the next card, as small plates. */
function notesOf(view, number, box, plan) {
  const player = view.description.players[number];
  const notes = [];
  if (player.jade) notes.push(word(view, "jade", { n: player.jade + 1 }));
  if (player.spell_damage) notes.push(word(view, "spell_damage", { n: player.spell_damage }));
  if (player.prepared) notes.push(word(view, "prepared", { n: player.prepared }));
  if (player.battlecries_twice) notes.push(word(view, "twice"));
  if (player.secrets_free) notes.push(word(view, "no_secret_cost"));
  if ((player.deck.count ?? 1) === 0 && !plan.columns)
    notes.push(word(view, "fatigue", { n: player.fatigue + 1 }));
  const size = plan.small ? 12 : 13;
  const made = [];
  let x = box.x;
  let y = box.y;
  for (const note of notes) {
    const wide = kit.measure(note, size, { weight: 700 }) + size * 1.1;
    if (x > box.x && x + wide > box.x + box.width) {
      x = box.x;
      y += size * 1.7;
    }
    if (y + size * 1.6 > box.y + box.height + 2 || wide > box.width) break;
    made.push(pill(note, x, y, { size }));
    x += wide + 5;
  }
  return made;
}

function secretDiscs(view, number, hero) {
  const { secrets } = view.description.players[number];
  const disc = Math.max(20, hero.size * 0.28);
  return secrets.map((secret, i) => {
    const angle = ((-90 + (i - (secrets.length - 1) / 2) * 36) * Math.PI) / 180;
    const x = hero.x + hero.size / 2 + Math.cos(angle) * hero.size * 0.58 - disc / 2;
    const y = Math.max(0, hero.y + hero.size * 0.5 + Math.sin(angle) * hero.size * 0.58 - disc / 2);
    return kit.group(
      {
        transform: `translate(${round(x)} ${round(y)})`,
        "data-key": `secret:${number}:${i}`,
        "data-zone": "secrets",
        role: "img",
        "aria-label": secret.card
          ? nameOf(view, secret.card)
          : word(view, "secret", { class: view.say(`name.${secret.class}`) }),
        "data-card": secret.card ?? "secret",
      },
      sized(art.secretSign(art.HUES[secret.class] ?? art.HUES.neutral), 0, 0, disc, 44),
    );
  });
}

/** The mood of a player: glad or sad at the end, thinking while asked. */
function moodOf(view, number) {
  const { description: d } = view;
  if (view.moods?.[number]) return view.moods[number];
  if (d.over) return d.winner === number ? "glad" : "sad";
  if (d.seat === number && number !== view.seat) return "think";
  return "calm";
}

/** The name by which a character's number rolls; open descriptions have no keys. */
const numberOf = (what, { key }) => (key ? `${what}:${key}` : null);
/** A hero that fell further than to nothing has none left. */
const shownHealth = (hero) => Math.max(0, hero.health);
const fallen = (d, number) => d.over && d.winner !== null && d.winner !== number;

function heroThing(view, number, box, plan) {
  const { description: d } = view;
  const { hero } = d.players[number];
  const { size } = box;
  const ids = involving(view, hero.key);
  const kind = view.card(hero.card)?.class ?? "neutral";
  const given = typeof view.portrait === "function" ? view.portrait(number, moodOf(view, number)) : null;
  const asked = !d.over && d.seat === number;
  const begins = view.moves.some((move) => move.attacker?.key === hero.key);
  // One click does nothing yet: who or whom is still asked.
  const opens = d.phase === "main" && ids.length > 0;
  const gem = Math.max(26, size * 0.46);
  const outline = boxOutline(size + size * 0.2, size + size * 0.2, size * 0.3);
  // The numbers lie over the ring; the attack stays within the stage.
  const left = Math.max(-gem * 0.62, 1 - box.x);
  const numbers = [
    hero.armor
      ? sized(
          art.armorGem(hero.armor, numberOf("armor", hero)),
          size - gem * 0.5,
          size - gem * 1.72,
          gem * 0.86,
          44,
        )
      : null,
    hero.attack
      ? sized(art.attackGem(hero.attack, 0, numberOf("attack", hero)), left, size - gem * 0.86, gem, 44)
      : null,
    kit.group(
      { "data-key": `health:${number}` },
      sized(
        art.healthGem(shownHealth(hero), 0, hero.health <= 10, numberOf("health", hero)),
        size - gem * 0.55,
        size - gem * 0.86,
        gem,
        44,
      ),
    ),
  ];
  const ring = (state) =>
    kit.group(
      { "pointer-events": "none" },
      FINE[state]
        ? kit.group(
            { transform: `translate(${round(-size * 0.1)} ${round(-size * 0.1)})` },
            marked(outline, size * 1.2, size * 1.2)(state),
          )
        : state === "no"
          ? kit.rect(0, 0, size, size, { rx: size * 0.3, fill: "url(#kit-hatch)" })
          : null,
      ...numbers,
    );
  const health = word(view, "health", { n: shownHealth(hero) });
  const attack = hero.attack ? `, ${word(view, "attack", { n: hero.attack })}` : "";
  return kit.thing(
    view,
    {
      state: begins || view.picked.length ? undefined : "",
      begins: opens && onlyBegins(view, hero.key, ids),
      key: hero.key,
      zone: "heroes",
      x: box.x,
      y: box.y,
      width: size,
      height: size,
      radius: size * 0.3,
      ids,
      target: view.picked.length > 0 && asking(view) !== "attacker",
      room: false,
      ring,
      label: `${view.names[number]}: ${nameOf(view, hero.card)}. ${health}${attack}`,
      why: ids.some((id) => view.left.has(id)) ? null : whyTarget(view, number, hero),
    },
    sized(
      art.heroArch(kind, given ?? art.nobody(kind), {
        rim: asked ? "#F6BC3A" : "#C9A878",
        grey: fallen(d, number),
        cracked: fallen(d, number),
      }),
      0,
      0,
      size,
      100,
    ),
    hero.flags.includes("frozen") ? sized(art.ice(), size * 0.07, 0, size, 100) : null,
    hero.flags.includes("immune")
      ? kit.rect(-size * 0.05, -size * 0.05, size * 1.1, size * 1.1, {
          rx: size * 0.4,
          fill: "#FFE27A",
          opacity: 0.4,
          stroke: "#FFE27A",
          "stroke-width": 4,
        })
      : null,
    d.over && d.winner === number
      ? kit.placed(kit.signs.crown(), size * 0.22, -size * 0.34, size * 0.56)
      : null,
    asked && number !== view.seat && !plan.low
      ? kit.dots(size * 0.36, -size * 0.02, Math.max(2.5, size * 0.045))
      : null,
  );
}

function powerThing(view, number, box) {
  const { description: d } = view;
  const { power } = d.players[number];
  const { size } = box;
  const high = size * 1.1;
  const ids = number === view.seat ? kit.movesOf(view, (move) => move.kind === "power") : [];
  const facts = view.card(power.card);
  const why =
    ids.length || number !== view.seat || !view.moves.length || d.phase !== "main"
      ? null
      : power.used
        ? word(view, "used_power")
        : power.cost > d.players[number].mana.available
          ? word(view, "cost", { n: power.cost, have: d.players[number].mana.available })
          : word(view, "target");
  const hexagon = (grow) => {
    const middle = round(size / 2);
    const [left, right] = [round(2 - grow), round(size + grow - 2)];
    const [upper, lower] = [round(high * 0.25 - grow * 0.4), round(high * 0.75 + grow * 0.4)];
    return (
      `M${middle} ${-grow}L${right} ${upper}V${lower}` +
      `L${middle} ${round(high + grow)}L${left} ${lower}V${upper}Z`
    );
  };
  const gem = Math.max(20, size * 0.42);
  const price = power.used
    ? null
    : sized(
        art.manaGem(power.cost, Math.sign(power.cost - (facts?.cost ?? power.cost))),
        -gem * 0.3,
        -gem * 0.3,
        gem,
        44,
      );
  const used = power.used ? ` (${word(view, "used")})` : "";
  return kit.thing(
    view,
    {
      key: `power:${number}`,
      zone: "powers",
      x: box.x,
      y: box.y,
      width: size,
      height: high,
      radius: 8,
      ids,
      card: power.card,
      target: null,
      room: false,
      ring: (state) =>
        kit.group(
          { "pointer-events": "none" },
          marked(hexagon, size, high, size < 46 ? 0.6 : 0.8)(state),
          price,
        ),
      label: `${nameOf(view, power.card)}, ${power.cost}. ${textOf(view, power.card)}${used}`,
      why,
      state: power.used && !view.picked.length ? "" : undefined,
    },
    sized(art.powerHex(facts, power.used), 0, 0, size, 60),
  );
}

function weaponThing(view, number, weapon, box) {
  const { size } = box;
  const attack = weapon.attack_now ?? weapon.attack;
  const gem = Math.max(20, size * 0.46);
  const strength = word(view, "attack", { n: attack });
  const durability = word(view, "weapon", { n: weapon.durability });
  return kit.group(
    {
      transform: `translate(${round(box.x)} ${round(box.y)})`,
      "data-key": `weapon:${number}:${weapon.card}`,
      "data-zone": "weapons",
      role: "img",
      "aria-label": `${nameOf(view, weapon.card)}: ${strength}, ${durability}`,
      "data-card": weapon.card,
    },
    sized(art.weaponDisc(view.card(weapon.card)), 0, 0, size, 60),
    sized(art.attackGem(attack), -gem * 0.24, size - gem * 0.86, gem, 44),
    sized(art.durabilityGem(weapon.durability), size - gem * 0.76, size - gem * 0.86, gem, 44),
  );
}

function endButton(view, plan) {
  const { description: d } = view;
  if (view.seat === null || d.over) return null;
  const { x, y, width, height } = plan.end;
  const ids = kit.movesOf(view, (move) => move.kind === "end");
  const last = ids.length > 0 && ids.length === view.moves.length;
  return enamel(view, {
    key: "button:end",
    x,
    y,
    width,
    height,
    label: word(view, plan.small || width < 120 ? "end_short" : "end"),
    ids,
    brass: last,
    why: ids.length ? null : word(view, "not_yours"),
    size: plan.small ? 15 : Math.max(16, 22 * plan.k),
  });
}

/** A button of enamel with a lip: brass where it is the thing to do, paper otherwise, dull where it is not to
 * be pressed. */
function enamel(view, { key, x, y, width, height, label, ids, brass, why = null, size, toggle = null }) {
  const live = ids.length > 0 || toggle !== null;
  const [ground, lip] = !live
    ? ["#8A7A68", "#5E5044"]
    : brass
      ? ["#F6BC3A", "#C98A14"]
      : ["#FFF7E6", "#D2BC98"];
  const made = kit.thing(
    view,
    {
      key,
      zone: "buttons",
      x,
      y,
      width,
      height,
      radius: 14,
      ids,
      label,
      why,
      role: brass ? "primary" : "secondary",
      commit: true,
      toggle,
      state: live ? "can" : why ? "no" : "",
      ring: () => null,
    },
    kit.rect(0, 5, width, height, { rx: 14, fill: "#2A1408", opacity: 0.5 }),
    kit.rect(0, 0, width, height, { rx: 14, fill: lip, stroke: DARK, "stroke-width": 2 }),
    kit.rect(2, 1.5, width - 4, height - 8, { rx: 12, fill: ground }),
    live
      ? kit.path(`M14 5H${round(width - 14)}`, {
          stroke: "#FFFFFF",
          "stroke-width": 2.4,
          "stroke-linecap": "round",
          opacity: 0.7,
        })
      : null,
    words(
      label,
      { x: 6, y: 3, width: width - 12, height: height - 11 },
      {
        size,
        smallest: 13,
        most: 2,
        leading: 1.02,
        family: kit.SERIF,
        fill: live ? DARK : "#2C1A10",
      },
    ),
  );
  return made;
}

/** Events with which something begins; those that follow are its consequences. */
const CAUSES = /^(plays|uses|sets|attack|hero_attack|fired|turn|ends|chooses)/;

/** What just happened, as much as fits: the latest first, each with its cause before its consequences, and of
 * these first what moves the game; in the order in which it happened. */
function toldNow(view, fits, from = view.events) {
  const events = from.filter((event) => event.text);
  let chain = 0;
  let ofTurn = true; // what follows comes with a turn, not of a card
  const listed = events.map((event, i) => {
    const causes = CAUSES.test(event.kind);
    if (causes) {
      chain += 1;
      ofTurn = QUIET.includes(event.kind);
    }
    const still = QUIET.includes(event.kind) || (ofTurn && DRAWS.includes(event.kind));
    const quiet = still ? 2 : important.includes(event.kind) || causes ? 0 : 1;
    return { i, quiet, chain, causes: causes && quiet < 2 };
  });
  const order = listed.sort(
    (a, b) =>
      Number(a.quiet > 1) - Number(b.quiet > 1) ||
      b.chain - a.chain ||
      Number(b.causes) - Number(a.causes) ||
      a.quiet - b.quiet ||
      b.i - a.i,
  );
  let chosen = [];
  for (const { i } of order) {
    const longer = [...chosen, i].sort((a, b) => a - b);
    if (!fits(longer.map((one) => kit.capital(events[one].text)))) {
      if (!chosen.length) continue;
      break;
    }
    chosen = longer;
  }
  return chosen.map((i) => ({ text: kit.capital(events[i].text), event: events[i] }));
}

const isLate = (d) => d.turn >= d.turn_limit - 6;
const turnWords = (view, d) =>
  word(view, "turn", { n: d.turn, limit: d.turn_limit }) +
  (isLate(d) ? ` · ${word(view, "turn_end", { limit: d.turn_limit })}` : "");

/** The turn for the bar, where the stage has no room for it.
 * @type {Drawing["status"]} */
export function status(view) {
  const { description: d } = view;
  return isLow(view) && d.phase !== "mulligan" && !d.over ? turnWords(view, d) : null;
}

/** What happened last, and the turn: on a slate beside the field, or on a dark strip. */
function told(view, plan) {
  const { description: d } = view;
  const late = isLate(d);
  const turn = d.phase === "mulligan" ? "" : turnWords(view, d);
  if (d.phase === "mulligan") return [];
  if (plan.slate) return [slate(view, plan, turn, late)];
  if (!plan.told) return [];
  const { x, y, width, height } = plan.told;
  const size = plan.small ? 12 : 13;
  const rows = Math.max(1, Math.floor(height / (size * 1.18)));
  const wide = kit.measure(turn, size, { weight: 700 }) + 16;
  const room = width - wide - 18;
  const face = { weight: 500 };
  const list = toldNow(view, (all) => wrapped(`${all.join(". ")}`, room, size, face).length <= rows).map(
    ({ text }) => text,
  );
  return [
    kit.group(
      { transform: `translate(${round(x)} ${round(y)})`, "data-box": `${round(width)} ${round(height)}` },
      kit.rect(0, 0, width, height, { rx: Math.min(12, height / 2), fill: DARK, opacity: 0.82 }),
      list.length
        ? words(
            list.join(". "),
            { x: 10, y: 0, width: room, height },
            {
              size,
              smallest: size,
              most: rows,
              align: "start",
              leading: 1.16,
              weight: 500,
              fill: CREAM,
            },
          )
        : null,
      kit.text(turn, width - 10, height / 2 + size * 0.36, {
        size,
        weight: 700,
        anchor: "end",
        fill: late ? "#FFD0C4" : "#FBE3B4",
      }),
    ),
  ];
}

function slate(view, plan, turn, late) {
  const { x, y, width, height } = plan.slate;
  const size = Math.max(13, 13.5 * plan.k);
  const inner = { x: 12, width: width - 24 };
  const face = { weight: 500 };
  const head = words(
    turn,
    { ...inner, y: 14, height: size * 2.4 },
    {
      size: size * 1.12,
      smallest: 13,
      most: 2,
      family: kit.SERIF,
      fill: late ? "#FFB8A8" : "#FBE3B4",
    },
  );
  const top = 24 + size * 2.6;
  const room = height - top - 12;
  const high = (all) =>
    all.reduce((sum, one) => sum + wrapped(one, inner.width, size, face).length * size * 1.14 + 6, 0);
  const list = toldNow(view, (all) => high(all) <= room, view.lately ?? view.events);
  let down = top;
  const lines = list.map(({ text: one, event }) => {
    const rows = wrapped(one, inner.width, size, face);
    const made = words(
      one,
      { ...inner, y: down, height: rows.length * size * 1.14 },
      {
        size,
        smallest: 13,
        most: rows.length,
        leading: 1.14,
        align: "start",
        weight: 500,
        fill: view.events.includes(event) ? CREAM : "#A9B8B2", // what is older is paler
      },
    );
    down += rows.length * size * 1.14 + 6;
    return made;
  });
  return kit.group(
    { transform: `translate(${round(x)} ${round(y)})`, "data-box": `${round(width)} ${round(height)}` },
    kit.path(`M${round(width * 0.3)} 4L${round(width / 2)} -16L${round(width * 0.7)} 4`, {
      fill: "none",
      stroke: "#3A1E0A",
      "stroke-width": 3,
    }),
    kit.rect(3, 5, width, height, { rx: 10, fill: "#1A0C04", opacity: 0.35 }),
    kit.rect(0, 0, width, height, { rx: 10, fill: "#9A6234", stroke: DARK, "stroke-width": 2.5 }),
    kit.rect(6, 6, width - 12, height - 12, { rx: 6, fill: "#2E3A36", stroke: DARK, "stroke-width": 1.5 }),
    head,
    kit.path(`M16 ${round(top - 6)}H${round(width - 16)}`, {
      stroke: "#FBE3B4",
      "stroke-opacity": 0.4,
      "stroke-width": 1.5,
    }),
    ...lines,
  );
}

/* Boards */

/** Whether the places between the own minions are open; a card that is dragged finds even the only one. */
function placing(view) {
  const left = view.moves.filter((move) => view.left.has(move.id) && move.position !== undefined);
  if (view.description.phase === "position") return left.length > 0;
  return asking(view) === "place" || (left.length === 1 && view.left.size === 1 && view.picked.length > 0);
}

const GAP = 34; // an open place between minions

function tilePlaces(view, count, box, plan, open = false) {
  const wide = plan.tile * 0.86;
  const room = box.width - EDGE;
  const close = Math.min(Math.max(plan.apart, plan.tile * 1.3), room / Math.max(1, count));
  const most = open ? Math.max(close, (room - GAP * 2) / Math.max(1, count)) : close;
  const plain = Math.max(plan.apart, plan.tile * 1.3);
  const pitch = Math.min(open ? Math.max(plain, wide + GAP + 18) : plain, most);
  const start = box.x + box.width / 2 - ((count - 1) * pitch + wide) / 2;
  const foot = plan.named ? plan.plate.high : plan.tile * 0.06;
  return {
    pitch,
    places: Array.from({ length: count }, (_, i) => start + i * pitch),
    top: box.y + (box.height - plan.tile - foot) / 2 + 2,
  };
}

function boardRow(view, owner, box, plan) {
  const { board } = view.description.players[owner];
  const open = owner === view.seat && placing(view);
  const { places, top, pitch } = tilePlaces(view, board.length, box, plan, open);
  const made = board.map((minion, i) => minionTile(view, owner, minion, places[i], top, plan, pitch));
  if (!open) return made;
  const picked = made.filter((tile) => tile.dataset.moves); // a target can be given back, all else is room
  const rest = made.filter((tile) => !tile.dataset.moves);
  return [...rest, ...gaps(view, places, top, plan, box, pitch), ...picked];
}

function whyIdle(view, minion) {
  if (minion.flags.includes("frozen")) return word(view, "frozen");
  if (minion.flags.includes("cannot_attack")) return word(view, "never");
  if (!minion.attack) return word(view, "no_attack");
  if (minion.flags.includes("fresh") || minion.flags.includes("exhausted"))
    return word(view, minion.attacks ? "attacked" : "asleep");
  return word(view, "not_now");
}

/** Why something on the table cannot be the target of what is picked. */
function whyTarget(view, owner, who) {
  const { description: d } = view;
  const [picked] = view.picked;
  if (!picked || view.picked.includes(who.key) || !view.moves.length || d.phase !== "main") return null;
  if (asking(view) === "attacker") return null;
  const own = d.players[me(view)];
  const attacker = picked === own.hero.key ? own.hero : own.board.find((minion) => minion.key === picked);
  const has = (flag) => who.flags.includes(flag);
  if (asking(view) === "place") return word(view, "place_first", { name: nameOfPicked(view) });
  if (has("immune")) return word(view, "is_immune");
  if (owner !== me(view) && (has("stealth") || has("concealed"))) return word(view, "is_stealth");
  if (!attacker) return word(view, has("elusive") ? "is_elusive" : "no_target");
  if (owner === me(view)) return null;
  if (tauntStops(view) && !has("taunt")) return word(view, "taunt_first");
  if (who === d.players[owner].hero && attacker.flags.includes("cannot_attack_heroes"))
    return word(view, "not_heroes");
  return word(view, "no_target");
}

function minionTile(view, owner, minion, x, y, plan, pitch) {
  const { description: d } = view;
  const { tile: high } = plan;
  const wide = high * 0.86;
  const unit = high / 100;
  const facts = view.card(minion.card);
  const has = (flag) => minion.flags.includes(flag);
  const ids = involving(view, minion.key);
  const own = owner === view.seat;
  const inTurn = own && view.moves.length > 0 && d.phase === "main";
  const hidden = has("stealth") || has("concealed");
  const printed = { attack: facts?.attack ?? 0, health: facts?.health ?? 0 };
  const gem = Math.max(22, high * 0.42);
  const out = clamp((pitch - wide) / 2 - 2, 0, wide * 0.14); // the numbers of neighbours keep apart
  const parts = [
    has("taunt") ? sized(art.tauntShield(), 0, 0, wide, 86) : null,
    sized(art.minionOval(facts, { dashed: hidden }), 0, 0, wide, 86),
    hidden ? sized(art.veil(), 0, 0, wide, 86) : null,
    has("frozen") ? sized(art.ice(), 0, 0, wide, 86) : null,
    has("divine_shield") ? sized(art.bubble(), 0, 0, wide, 86) : null,
  ];
  const front = [
    ...tokens(view, minion, facts, unit),
    sized(
      art.attackGem(minion.attack, Math.sign(minion.attack - printed.attack), numberOf("attack", minion)),
      -out,
      high * 1.1 - gem,
      gem,
      44,
    ),
    sized(
      art.healthGem(
        minion.health,
        Math.sign(minion.max_health - printed.health),
        minion.health < minion.max_health,
        numberOf("health", minion),
      ),
      wide + out - gem,
      high * 1.1 - gem,
      gem,
      44,
    ),
    plan.named ? namePlate(nameOf(view, minion.card), wide, high, pitch, plan) : null,
  ];
  const flags = minion.flags
    .filter((flag) => flag !== "exhausted" && flag !== "fresh")
    .map((flag) => flag.replaceAll("_", " "))
    .join(", ");
  const outline = (grow) => ovalOutline(wide, high)(grow + 3 * unit);
  const made = kit.thing(
    view,
    {
      key: minion.key,
      zone: own ? "own_board" : "their_board",
      x,
      y,
      width: wide,
      height: high,
      radius: wide / 2,
      ids,
      label: `${nameOf(view, minion.card)}, ${minion.attack}/${minion.health}. ${flags}`,
      target: view.picked.length > 0 && asking(view) !== "attacker",
      why: ids.some((id) => view.left.has(id))
        ? null
        : (whyTarget(view, owner, minion) ?? (ids.length || !inTurn ? null : whyIdle(view, minion))),
      state: view.picked.length
        ? undefined
        : view.moves.some((move) => move.attacker?.key === minion.key)
          ? "can"
          : "",
      begins: (own || d.phase === "main") && onlyBegins(view, minion.key, ids),
      room: false,
      ring: (state) => kit.group({}, marked(outline, wide, high, high < 70 ? 0.7 : 1)(state), ...front),
    },
    ...parts,
  );
  made.dataset.card = minion.card;
  if (inTurn && !ids.length) made.dataset.why = whyTarget(view, owner, minion) ?? whyIdle(view, minion);
  return made;
}

/** The least width in which a name needs two lines. */
function halfOf(name, size, face) {
  let width = kit.measure(name, size, face) / 2;
  while (wrapped(name, width, size, face).length > 2) width *= 1.04;
  return Math.max(width, ...wrapped(name, width, size, face).map((part) => kit.measure(part, size, face)));
}

/** The name under a minion, on one line or two. */
function namePlate(name, wide, high, pitch, plan) {
  const { size } = plan.plate;
  const face = { weight: 700 };
  const widest = Math.max(wide, pitch - 6);
  const lines = kit.measure(name, size, face) + 10 <= widest ? 1 : plan.plate.lines;
  const room = widest - 8;
  const inner = Math.min(
    room,
    Math.max(
      ...balanced(name, lines > 1 ? halfOf(name, size, face) : room, size, face).map((part) =>
        kit.measure(part, size, face),
      ),
    ) + 1,
  );
  const tall = lines * size * 1.08 + 4;
  const left = (wide - inner - 10) / 2;
  const top = high * 1.02 + (lines === 1 ? 2 : -1);
  return kit.group(
    {},
    kit.rect(left, top, inner + 10, tall, { rx: 7, fill: DARK, opacity: 0.9 }),
    words(
      name,
      { x: left + 5, y: top + 1, width: inner, height: tall - 2 },
      {
        size,
        smallest: size,
        most: lines,
        leading: 1.06,
        weight: 700,
        fill: CREAM,
      },
    ),
  );
}

/** The signs of what a minion is and does. */
function tokensOf(view, minion, facts) {
  const has = (flag) => minion.flags.includes(flag);
  const found = [];
  const keywords = facts?.keywords ?? [];
  if (has("windfury")) found.push("windfury");
  if (has("charge") || has("charge_by_weapon") || has("charge_granted")) found.push("charge");
  if (has("lifesteal")) found.push("lifesteal");
  if (has("elusive")) found.push("elusive");
  if (has("immune")) found.push("immune");
  if (has("cannot_attack") || has("cannot_attack_heroes")) found.push("barred");
  if (has("borrowed")) found.push("borrowed");
  if (has("doomed") || has("dies_in_turn_of_0") || has("dies_in_turn_of_1")) found.push("doomed");
  if (keywords.includes("deathrattle")) found.push("deathrattle");
  if (facts?.spell_damage) found.push("spell");
  // Who waits for the turn does not rest.
  const inTurn = view.description.players[view.description.seat]?.board.some((one) => one.key === minion.key);
  if (inTurn && (has("fresh") || has("exhausted")) && !found.includes("charge") && !has("frozen"))
    found.push("asleep");
  return found;
}

const SPOTS = [
  [43, 100],
  [88, 44],
  [-2, 44],
  [76, 12],
  [10, 12],
  [92, 62],
  [-6, 62],
]; // of the discs on the rim, in a box of 86 by 100

/** Discs on the rim: its signs; the lens explains each in words. */
function tokens(view, minion, facts, unit) {
  const disc = Math.max(14, 19 * unit);
  return tokensOf(view, minion, facts)
    .slice(0, SPOTS.length)
    .map((token, i) =>
      sized(art.tokenDisc(token), SPOTS[i][0] * unit - disc / 2, SPOTS[i][1] * unit - disc / 2, disc, 100),
    );
}

/** Places between the own minions, once a card that needs one is picked: each reaches to the middle of the
 * minions beside it and over the whole row, so that what is dropped anywhere goes to the nearest. */
function gaps(view, places, top, plan, box, pitch) {
  const left = view.moves.filter((move) => view.left.has(move.id) && move.position !== undefined);
  const positions = [...new Set(left.map((move) => move.position))].sort((a, b) => a - b);
  const wide = plan.tile * 0.86;
  const between = places.length > 1 ? pitch - wide : GAP + 14;
  const high = plan.tile * 0.84;
  const middles = places.map((x) => x + wide / 2);
  const only = positions.length < 2 && view.description.phase === "main"; // there is no question
  return positions.map((position) => {
    const x = places.length
      ? position < places.length
        ? places[position] - between / 2
        : places[places.length - 1] + wide + between / 2
      : box.x + box.width / 2;
    const ids = left.filter((move) => move.position === position).map((move) => move.id);
    const from = position > 0 ? middles[position - 1] : box.x;
    const to = position < middles.length ? middles[position] : box.x + box.width;
    const pill = clamp(x - GAP / 2, 0, view.width - GAP);
    const start = Math.max(0, Math.min(from, pill));
    return kit.thing(
      view,
      {
        key: `gap:${position}`,
        zone: "own_board",
        x: start,
        y: box.y,
        width: Math.min(view.width, Math.max(to, pill + GAP)) - start,
        height: box.height,
        radius: GAP / 2,
        ids,
        target: !only,
        label: word(view, "place", { n: position + 1 }),
        ring: () => null,
      },
      kit.at(
        pill - start,
        top + plan.tile * 0.08 - box.y,
        kit.rect(0, 0, GAP, high, { rx: GAP / 2, fill: DARK, opacity: 0.8 }),
        kit.rect(3, 3, GAP - 6, high - 6, {
          rx: GAP / 2 - 3,
          fill: "none",
          stroke: FINE.can,
          "stroke-width": 2.5,
          "stroke-dasharray": "6 4",
        }),
        kit.circle(GAP / 2, high / 2, 12, { fill: FINE.can, stroke: DARK, "stroke-width": 2 }),
        kit.text(String(position + 1), GAP / 2, high / 2 + 5.5, {
          size: 16,
          family: kit.SERIF,
          anchor: "middle",
          fill: DARK,
        }),
      ),
    );
  });
}

/* Cards */

/** A lens: there are more words than are shown. */
const looking = () =>
  kit.group(
    {},
    kit.circle(42, 42, 26, { fill: "#DFF0F2", stroke: DARK, "stroke-width": 9 }),
    kit.path("M62 62 90 90", { stroke: DARK, "stroke-width": 15, "stroke-linecap": "round" }),
  );

/** A card's face: whole from 96 pixels up, compact below. */
function cardFace(
  view,
  card,
  width,
  height,
  { cost = null, parts: potion = null, buff = 0, dim = false, ring = cardRing } = {},
) {
  const facts = view.card(card);
  const shown = cost ?? facts?.cost ?? null;
  const text = potion ? potion.map((part) => shortText(view, part)).join(" ") : shortText(view, card);
  const name = JSON.stringify(["face", view.language, kit.least(view), card, facts, text, width, dim]);
  const made = kit.kept(name, () =>
    kit.group(
      {},
      ...(width >= WHOLE
        ? wholeFace(view, card, facts, text, width, dim)
        : smallFace(view, card, facts, width, dim)),
    ),
  );
  const gem = gemOf(width);
  const foot = width >= WHOLE ? height * 1.012 : height * 0.98;
  const numbers = [];
  const change = facts && facts.cost !== undefined ? Math.sign(shown - facts.cost) : 0;
  if (shown !== null)
    numbers.push(
      sized(art.manaGem(shown, change, dim && ring === cardRing), -gem * 0.14, -gem * 0.14, gem, 44),
    );
  if (facts?.kind === "minion")
    numbers.push(
      sized(art.attackGem(facts.attack + buff, Math.sign(buff)), -gem * 0.14, foot - gem, gem * 0.94, 44),
      sized(
        art.healthGem(facts.health + buff, Math.sign(buff)),
        width - gem * 0.82,
        foot - gem,
        gem * 0.94,
        44,
      ),
    );
  if (facts?.kind === "weapon")
    numbers.push(
      sized(art.attackGem(facts.attack), -gem * 0.14, foot - gem, gem * 0.94, 44),
      sized(art.durabilityGem(facts.durability), width - gem * 0.82, foot - gem, gem * 0.94, 44),
    );
  if (facts?.secret)
    numbers.push(sized(art.secretSign(art.HUES[facts.class]), width - gem * 0.8, -gem * 0.08, gem * 0.8, 44));
  const mark = ring ? ring(width, height) : () => null;
  return {
    face: made,
    ring: (state) =>
      kit.group(
        { "pointer-events": "none" },
        ...(state === "no" ? [...numbers, mark(state)] : [mark(state), ...numbers]),
      ),
  };
}

/** The size of the numbers of a card. */
const gemOf = (width) => (width >= WHOLE ? width * 0.3 : Math.max(22, width * 0.36));

/** A card that is only looked at. */
function wholeCard(view, card, width, height) {
  const { face, ring } = cardFace(view, card, width, height);
  return [face, ring("")];
}

const LEAST_WINDOW = 16; // of 214: the picture above the ribbon is never smaller

/** Window, ribbon and parchment: the window gives way as far as the words need it, and a picture is left. */
function wholeFace(view, card, facts, text, width, dim) {
  const u = width / 150;
  const least = kit.least(view) < 13 ? 12 : 13;
  const name = facts?.name ?? card;
  const serif = { family: kit.SERIF };
  const nameSize = clamp(16 * u, least, 24);
  const lines = kit.measure(name, Math.max(least, nameSize * 0.86), serif) <= 136 * u ? 1 : 2;
  const band = Math.max((lines * Math.max(least, nameSize * (lines > 1 ? 0.86 : 1)) * 1.04) / u + 9, 26);
  const stats = facts?.kind === "minion" || facts?.kind === "weapon";
  let split = 92;
  let told = null;
  const room = (at) => ({
    x: 17 * u,
    y: (at + band - 1) * u,
    width: 116 * u,
    height: ((stats ? 176 : 199) - at - band + 1) * u, // above the numbers in the corners
  });
  const style = {
    size: clamp(14 * u, least, 18),
    smallest: least,
    most: 9,
    leading: 1.06,
    weight: 600,
    fill: DARK,
  };
  // The picture gives way as far as it can still be seen, then the words are smaller.
  for (const smallest of [...new Set([least, 12])])
    for (let at = 92; text && at >= LEAST_WINDOW + band && !told; at -= 4) {
      told = words(text, room(at), {
        ...style,
        size: Math.max(smallest, style.size),
        smallest,
        squeeze: false,
      });
      if (told) split = at;
    }
  told?.setAttribute("data-fine", ""); // on a card words may be as small as on a phone
  const cut = Boolean(text) && !told;
  if (cut) {
    split = LEAST_WINDOW + band;
    told = firstLines(text, room(split), { ...style, size: 12 });
  }
  const box = room(split);
  const beside = split < band + 10 ? 36 : 7; // the name is beside the cost where the ribbon is as high
  return [
    dim ? kit.rect(3 * u, 5 * u, 144 * u, 205 * u, { rx: 20 * u, fill: DULL }) : null,
    kit.group(
      dim ? { opacity: 0.6 } : {},
      sized(art.cardFrame(facts, split, split - band + 20), 0, 0, width, 150),
      sized(art.ribbon(split - band + 24, band), 0, 0, width, 150),
    ),
    words(
      name,
      { x: beside * u, y: (split - band + 18) * u, width: (143 - beside) * u, height: band * u },
      {
        size: nameSize,
        smallest: least,
        most: lines,
        leading: 1.02,
        family: kit.SERIF,
        fill: DARK,
      },
    ),
    told,
    cut ? kit.placed(looking(), 75 * u - 9, box.y + box.height - 16, 18) : null,
  ];
}

/** As many lines as there is room for above the lens, which has the rest. */
function firstLines(string, { x, y, width, height }, { size, leading, weight, fill }) {
  const lines = wrapped(string, width, size, { weight }).slice(
    0,
    Math.floor((height - 16) / (size * leading)),
  );
  return kit.group(
    { "data-fine": "" },
    ...lines.map((one, i) =>
      kit.text(one, x + width / 2, y + (i + 0.84) * size * leading, { size, weight, fill, anchor: "middle" }),
    ),
  );
}

/** Number, picture, name on two lines; its rules are in the lens. */
function smallFace(view, card, facts, width, dim) {
  const u = width / 86;
  const least = kit.least(view) < 13 ? 12 : 13;
  const name = facts?.name ?? card;
  const stats = facts?.kind === "minion" || facts?.kind === "weapon";
  const size = least;
  const lines = Math.min(3, wrapped(name, 74 * u, size, { weight: 800 }).length);
  const high = Math.max(1, lines) * size * 1.04;
  const bottom = (stats ? 92 : 110) * u;
  const paper = clamp((bottom - high) / u - 5, 40, 76);
  return [
    dim ? kit.rect(2 * u, 2 * u, 82 * u, 118 * u, { rx: 12 * u, fill: DULL }) : null,
    kit.group(dim ? { opacity: 0.6 } : {}, sized(art.smallFrame(facts, paper), 0, 0, width, 86)),
    words(
      name,
      { x: 6 * u, y: (paper + 1) * u, width: 74 * u, height: bottom - paper * u },
      {
        size,
        smallest: size,
        most: 3,
        leading: 1.03,
        weight: 800,
        fill: DARK,
      },
    ),
  ];
}

function whyCard(view, entry) {
  const { description: d } = view;
  const player = d.players[me(view)];
  if (!view.moves.length) return null;
  if (d.phase !== "main") return word(view, "not_now");
  if (entry.cost !== undefined && entry.cost > player.mana.available)
    return word(view, "cost", { n: entry.cost, have: player.mana.available });
  if (view.card(entry.card)?.kind === "minion" && player.board.length >= 7) return word(view, "full");
  if (view.card(entry.card)?.secret) {
    const set = player.secrets.some((secret) => secret.card === entry.card);
    return word(view, set ? "secret_set" : "secrets_full");
  }
  return word(view, "target");
}

/** In the own turn what costs too much stays dark while something is shown: it does not flicker. */
function tooDear(view, entry) {
  const { description: d } = view;
  return (
    d.phase === "main" &&
    !d.over &&
    d.current === view.seat &&
    entry.cost > d.players[me(view)].mana.available
  );
}

function handKeys(view) {
  return kit.keyed("hand", view.description.players[me(view)].hand, (entry) => entry.card ?? "back");
}

/** The mark round a card: ring and sign; what cannot be played is grey and has a padlock at its crystal. */
const cardRing = (wide, high) => (state) =>
  state === "no"
    ? kit.group({ class: "mark", "pointer-events": "none" }, padlock(wide))
    : FINE[state]
      ? kit.group(
          { class: "mark", "pointer-events": "none" },
          ...rings(state, boxOutline(wide, high, wide * 0.11)),
          state === "can" ? null : marks(state, wide, high),
        )
      : null;

/** A small padlock beside the crystal of a card. */
function padlock(wide) {
  const gem = gemOf(wide);
  return sized(art.padlock(), gem * 0.76, -gem * 0.02, clamp(gem * 0.5, 13, 22), 24);
}

/** In the first hand what is picked goes back: an arrow says so, where a tick would mean that it is kept. */
const firstRing = (wide, high) => (state) =>
  state === "picked"
    ? kit.group(
        { class: "mark", "pointer-events": "none" },
        ...rings(state, boxOutline(wide, high, wide * 0.11)),
        kit.at(
          wide - 2,
          2,
          kit.circle(0, 0, 12, { fill: FINE.can, stroke: DARK, "stroke-width": 2 }),
          kit.path("M-4.5-3.5H2A4 4 0 0 1 2 4.5H-4M-1-7-4.8-3.5-1 0", {
            fill: "none",
            stroke: DARK,
            "stroke-width": 2.4,
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
          }),
        ),
      )
    : cardRing(wide, high)(state);

/** The places of the cards in the hand, as wide as they can be without hiding each other's words. */
function handPlaces(plan, cards) {
  const { x: left, y: top, width: room, high, card: most, fan: bent, ranks = 1 } = plan.hand;
  const ratioOf = (wide) => (wide >= WHOLE ? 214 / 150 : 122 / 86);
  const gap = bent ? 6 : CLOSE;
  const perRank = Math.ceil(cards / ranks);
  const clear = most >= WHOLE ? 0.95 : 0.96; // of a card's width: what may not lie below the next one
  const wide = clamp(
    room / (clear * (perRank - 1) + 1),
    Math.min(most, most >= WHOLE ? WHOLE : NARROW),
    most,
  );
  const tall = wide * ratioOf(wide);
  const all = ranks * most * ratioOf(most) + (ranks - 1) * CLOSE;
  const foot = top + (high ? (high + all) / 2 : all);
  const places = Array.from({ length: cards }, (_, i) => {
    const rank = Math.floor(i / perRank);
    const count = Math.min(perRank, cards - rank * perRank);
    const step = Math.min(wide + gap, (room - wide) / Math.max(1, count - 1));
    const middle = (i % perRank) - (count - 1) / 2;
    const dip = bent ? Math.min(14, Math.abs(middle) * (count > 5 ? 2.4 : 4)) * plan.k - 6 * plan.k : 0;
    return {
      x: left + room / 2 - wide / 2 + middle * step,
      y: foot - (ranks - rank) * tall - (ranks - 1 - rank) * CLOSE + dip,
      turn: bent && count > 1 ? middle * (count > 5 ? 1.5 : 2.2) : 0,
    };
  });
  return { wide, tall, places };
}

function handRow(view, plan) {
  const { description: d } = view;
  const hand = d.players[me(view)].hand;
  const { wide, tall, places } = handPlaces(plan, hand.length);
  const keys = handKeys(view);
  return hand.map((entry, i) => {
    const { x, y, turn } = places[i];
    if (!entry.card) {
      const place = `translate(${round(x)} ${round(y)})`;
      const lean = `rotate(${round(turn)} ${round(wide / 2)} ${round(tall / 2)})`;
      return kit.group(
        {
          transform: `${place} ${lean}`,
          "data-key": keys[i],
          "data-zone": "hand",
          role: "img",
          "aria-label": word(view, "hand", { n: hand.length }),
        },
        sized(art.cardBack(), 0, 0, wide, 86),
      );
    }
    const ids = kit.movesOf(view, (move) => move.kind === "play" && move.place === i);
    const why = ids.length ? null : whyCard(view, entry);
    const { face, ring } = cardFace(view, entry.card, wide, tall, {
      cost: entry.cost,
      parts: entry.parts,
      buff: entry.buff ?? 0,
      dim: view.moves.length > 0 ? Boolean(why) : tooDear(view, entry),
    });
    const low = tall + (wide / 2) * Math.sin((Math.abs(turn) * Math.PI) / 180) + 1;
    const made = kit.thing(
      view,
      {
        key: keys[i],
        zone: "hand",
        x,
        y: Math.min(y, view.height - low),
        width: wide,
        height: tall,
        radius: wide * 0.11,
        ids,
        raise: LIFT,
        turn,
        label: `${nameOf(view, entry.card)}, ${entry.cost ?? ""}. ${textOf(view, entry.card)}`,
        why,
        source: "deck",
        target: null,
        ring,
      },
      face,
    );
    made.dataset.card = entry.card;
    if (turn) made.dataset.turned = "";
    return made;
  });
}

/* First hand */

function mulligan(view, plan) {
  const { description: d } = view;
  const hand = d.players[me(view)].hand;
  const keys = handKeys(view);
  const { height: h, width: w } = view;
  const { field, k } = plan;
  const from = plan.low ? 12 : field.y + (plan.tall ? 30 : 12 * k);
  const button = plan.small ? 44 : Math.max(50, 60 * k);
  const left = plan.low ? plan.field.x : 0;
  const span = w - left;
  const { hero } = plan.seats.own;
  const until = plan.low ? h - button - 12 : hero.y - (plan.tall ? 14 : 22 * k);
  const room = until - from - (plan.low ? 0 : 40);
  const ratio = 214 / 150;
  const gap = plan.small ? 10 : 18 * k;
  const most = plan.columns ? 206 * k : 210;
  const inRows = (rows) =>
    Math.min(
      (room - (rows - 1) * 14) / rows / ratio,
      (span - 30) / Math.ceil(hand.length / rows) - gap,
      most,
    );
  const rows = hand.length > 2 && inRows(2) > inRows(1) * 1.06 ? 2 : 1;
  const perRow = Math.ceil(hand.length / rows);
  const card = inRows(rows);
  const tall = card * (card >= WHOLE ? ratio : 122 / 86);
  const picked = view.picked
    .map((key) => keys.indexOf(key))
    .filter((i) => i >= 0)
    .sort((a, b) => a - b);
  const top = from + (plan.low ? 0 : 36) + Math.max(0, (room - rows * tall - (rows - 1) * 14) / 3);
  const wideButton = plan.small ? 150 : 250 * Math.max(0.8, k);
  const first = word(view, d.current === me(view) ? "you_first" : "you_second");
  const opening = `${word(view, "mulligan")} · ${first}`;
  // In a low window beside the button, so that the cards have all of the height.
  const beside = (span - wideButton) / 2;
  const made = [
    plan.low
      ? heading(view, opening, left + beside / 2, h - button / 2 - 18, beside - 16, plan)
      : heading(view, opening, left + span / 2, from, span - 24, plan),
  ];
  hand.forEach((entry, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, hand.length - row * perRow);
    const x = left + span / 2 - (inRow * (card + gap) - gap) / 2 + (i % perRow) * (card + gap);
    const y = top + row * (tall + 14);
    if (!entry.card)
      return made.push(
        kit.group(
          { transform: `translate(${round(x)} ${round(y)})`, "data-key": keys[i] },
          sized(art.cardBack(), 0, 0, card, 86),
        ),
      );
    const ids = kit.movesOf(view, (move) => move.places?.includes(i));
    const chosen = picked.includes(i);
    const { face, ring } = cardFace(view, entry.card, card, tall, {
      cost: entry.cost,
      dim: chosen,
      ring: firstRing,
    });
    const drawn = kit.thing(
      view,
      {
        key: keys[i],
        zone: "hand",
        x,
        y,
        width: card,
        height: tall,
        radius: card * 0.11,
        ids,
        target: null,
        ring,
        marks: true,
        state: chosen ? "picked" : ids.length ? "can" : view.moves.length ? "no" : "",
        label: `${nameOf(view, entry.card)}. ${textOf(view, entry.card)}`,
        why: ids.length || !view.moves.length ? null : word(view, "stays"),
      },
      face,
    );
    drawn.dataset.card = entry.card;
    made.push(drawn);
    if (chosen)
      made.push(
        kit.group(
          { "pointer-events": "none", transform: `translate(${round(x)} ${round(y)})` },
          kit.rect(2, 2, card - 4, tall - 4, { rx: card * 0.1, fill: DARK, opacity: 0.5 }),
          // At the foot: its name and its sentence stay readable.
          pill(word(view, "goes_back"), card / 2, tall - 10, {
            size: plan.small ? 13 : 16,
            align: "middle",
            widest: card - 4,
            fill: FINE.can,
            ink: DARK,
          }),
        ),
      );
    return null;
  });
  if (view.moves.length) {
    const exact = view.moves
      .filter(
        (move) =>
          move.places &&
          move.places.length === picked.length &&
          move.places.every((place, i) => place === picked[i]),
      )
      .map((move) => move.id);
    made.push(
      enamel(view, {
        key: "button:mulligan",
        x: plan.low
          ? left + (span - wideButton) / 2
          : plan.tall
            ? w - wideButton - 50
            : hero.x + hero.size + 50 * k,
        y: plan.low ? h - button - 6 : hero.y + (hero.size - button) / 2,
        width: wideButton,
        height: button,
        label: picked.length ? word(view, "replace", { n: picked.length }) : word(view, "keep"),
        ids: exact,
        brass: true,
        size: plan.small ? 17 : 22 * Math.max(0.8, k),
      }),
    );
  }
  return made;
}

/** A line over the cards that are to be looked at. */
function heading(view, text, middle, y, widest, plan) {
  const size = plan.small || plan.low ? 14 : Math.max(15, 19 * plan.k);
  const serif = { family: kit.SERIF };
  const lines = kit.measure(text, size, serif) + 28 > widest ? 2 : 1;
  const broad = lines > 1 ? halfOf(text, size, serif) : kit.measure(text, size, serif);
  const wide = Math.min(widest, broad + 28);
  const high = size * (lines > 1 ? 2.7 : 1.7);
  const top = lines > 1 ? y - size * 0.5 : y;
  return kit.group(
    {
      transform: `translate(${round(middle - wide / 2)} ${round(top)})`,
      "data-box": `${round(wide)} ${round(high)}`,
    },
    kit.rect(0, 0, wide, high, { rx: 10, fill: DARK, opacity: 0.92 }),
    words(
      text,
      { x: 10, y: 0, width: wide - 20, height: high },
      {
        size,
        most: lines,
        smallest: 12,
        family: kit.SERIF,
        fill: CREAM,
      },
    ),
  );
}

/* Forms and choices, over the field: both heroes stay in sight, and the table under them can be looked at */

/** The button that puts what is offered away, and brings it back. */
const FOLD = "button:fold";
export const keys = { v: FOLD };

function foldButton(view, plan, fold) {
  const { x, y, width, height } = plan.end;
  return enamel(view, {
    key: FOLD,
    x,
    y,
    width,
    height,
    label: word(view, view.toggles?.has(fold) ? "unfold" : "fold"),
    ids: [],
    toggle: fold,
    brass: view.toggles?.has(fold),
    size: plan.small ? 14 : Math.max(14, 18 * plan.k),
  });
}

/** `fold` names this question: another one is not put away with it. */
function faces(view, list, title_, plan, fold) {
  const { width: w, height: h } = view;
  if (view.toggles?.has(fold)) return [foldButton(view, plan, fold)];
  const { field } = plan;
  const ratio = 214 / 150;
  const head = plan.small ? 26 : 40;
  const most = plan.low ? h * 0.62 : field.height - head - 8;
  const gap = plan.tall ? 4 : plan.low ? 8 : 20;
  const room = plan.tall ? w - 22 : field.width - 22;
  const wide = Math.min(most / ratio, room / list.length - gap, 230);
  const tall = wide * (wide >= WHOLE ? ratio : 122 / 86);
  const span = list.length * (wide + gap) - gap;
  const y = clamp(field.y + (field.height - tall + head) / 2 - 4, head + 8, h - tall - 10);
  const x = field.x + (field.width - span) / 2;
  const made = [
    kit.rect(x - 12, y - head - 6, span + 24, tall + head + 18, { rx: 18, fill: "#1A0C04", opacity: 0.86 }),
    kit.rect(x - 8, y - head - 1, span + 16, tall + head + 8, {
      rx: 14,
      fill: "none",
      stroke: FINE.can,
      "stroke-opacity": 0.5,
      "stroke-width": 2,
      "stroke-dasharray": "8 6",
    }),
    words(
      title_,
      { x: x - 8, y: y - head + 2, width: span + 16, height: head - 10 },
      {
        size: plan.small ? 15 : 22 * Math.max(0.75, plan.k),
        smallest: plan.small ? 12 : 13,
        family: kit.SERIF,
        fill: CREAM,
      },
    ),
  ];
  list.forEach(({ key, card, ids }, i) => {
    const { face, ring } = cardFace(view, card, wide, tall);
    const drawn = kit.thing(
      view,
      {
        key,
        zone: "choice",
        x: x + i * (wide + gap),
        y,
        width: wide,
        height: tall,
        radius: wide * 0.11,
        ids,
        target: null,
        ring,
        label: `${nameOf(view, card)}. ${textOf(view, card)}`,
      },
      face,
    );
    drawn.dataset.card = card;
    made.push(drawn);
  });
  return [kit.group({ "data-box": `${w} ${h}` }, ...made), foldButton(view, plan, fold)];
}

/** The two forms of a card that is picked: asked before its target and its place. */
function options(view, plan) {
  if (!view.picked.some((key) => key.startsWith("hand:"))) return [];
  const left = view.moves.filter((move) => view.left.has(move.id) && move.option);
  const forms = [...new Set(left.map((move) => move.option))];
  if (forms.length < 2) return [];
  return faces(
    view,
    forms.map((form) => ({
      key: `option:${form}`,
      card: form,
      ids: left.filter((move) => move.option === form).map((move) => move.id),
    })),
    word(view, "form"),
    plan,
    `fold:${view.description.turn}:${forms.join()}`,
  );
}

function choice(view, plan) {
  const { choice: open } = view.description;
  if (!open) return [];
  if (!open.options) return [];
  const so_far = [open.size !== undefined ? `${open.size}` : "", open.first ? nameOf(view, open.first) : ""]
    .filter(Boolean)
    .join(" · ");
  const title_ = so_far
    ? `${word(view, open.kind)} (${word(view, "chosen", { what: so_far })})`
    : word(view, open.kind);
  return faces(
    view,
    open.options.map((card, i) => ({
      key: `choice:${i}`,
      card,
      ids: kit.movesOf(view, (move) => move.kind === "choose" && move.index === i),
    })),
    title_,
    plan,
    `fold:${view.description.turn}:${open.options.join()}:${so_far}`,
  );
}

/** Where a game is played in steps: the answer that there is no target. */
function noTarget(view, plan) {
  const ids = kit.movesOf(view, (move) => move.kind === "target" && move.target === null);
  if (!ids.length) return [];
  const wide = plan.small ? 130 : 220;
  const { field } = plan;
  return [
    enamel(view, {
      key: "button:none",
      x: field.x + (field.width - wide) / 2,
      y: field.y + field.height / 2 - 22,
      width: wide,
      height: 44,
      label: kit.capital(view.say("move.target.none")),
      ids,
      brass: false,
      size: plan.small ? 14 : 17,
    }),
  ];
}

/* What a move would do */

function placeOf(view, key, plan) {
  const { description: d } = view;
  for (const owner of [0, 1]) {
    const own = owner === me(view);
    const box = plan.seats[own ? "own" : "theirs"].hero;
    if (d.players[owner].hero.key === key)
      return { x: box.x + box.size / 2, y: box.y + box.size / 2, high: box.size, who: d.players[owner].hero };
    const { board } = d.players[owner];
    const i = board.findIndex((minion) => minion.key === key);
    if (i >= 0) {
      const { places, top } = tilePlaces(view, board.length, plan.rows[own ? "own" : "theirs"], plan);
      return {
        x: places[i] + plan.tile * 0.43,
        y: top + plan.tile * 0.5,
        high: plan.tile,
        who: board[i],
      };
    }
  }
  return null;
}

/** The health of a character before and after, with a drawn arrow; a skull where none is left. */
function foretold(place, left, plan) {
  const dies = left <= 0;
  const size = plan.small ? 15 : Math.max(16, 19 * plan.k);
  const [from, to] = [String(place.who.health), String(left)];
  const face = { family: kit.SERIF };
  const [a, b] = [kit.measure(from, size, face), kit.measure(to, size, face)];
  const lead = dies ? size * 1.25 : 0;
  const wide = lead + a + b + size * 2.5;
  const high = size * 1.6;
  const y = Math.max(2, place.y - place.high * 0.62);
  const x = place.x - wide / 2;
  const baseline = high / 2 + size * 0.35;
  const arrow = lead + size * 0.7 + a + size * 0.2;
  return kit.group(
    { transform: `translate(${round(x)} ${round(y)})`, "data-box": `${round(wide)} ${round(high)}` },
    kit.rect(0, 0, wide, high, {
      rx: high / 2,
      fill: dies ? "#F0745C" : FINE.can,
      stroke: DARK,
      "stroke-width": 2,
    }),
    dies ? kit.placed(kit.signs.skull(), size * 0.5, high * 0.14, high * 0.7) : null,
    kit.text(from, lead + size * 0.7, baseline, { size, family: kit.SERIF, fill: DARK }),
    kit.path(
      `M${round(arrow)} ${round(high / 2)}h${round(size * 0.6)}` +
        `m${round(-size * 0.28)} ${round(-size * 0.26)}l${round(size * 0.28)} ${round(size * 0.26)}` +
        `l${round(-size * 0.28)} ${round(size * 0.26)}`,
      {
        fill: "none",
        stroke: DARK,
        "stroke-width": 2.6,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      },
    ),
    kit.text(to, arrow + size * 0.85, baseline, { size, family: kit.SERIF, fill: DARK }),
  );
}

/** The health of every character that a move is certain to change, by key; 0 for those that die. The server
 * says what; what hangs on chance or on hidden cards is left out. */
export function foretoldHealth(view, id) {
  const found = view.preview(id);
  /** @type {Map<string, number>} */
  const left = new Map();
  if (!found) return left;
  view.description.players.forEach(({ hero, board }, owner) => {
    const path = `players.${owner}`;
    const health = found.to[`${path}.hero.health`];
    if (health !== undefined) left.set(hero.key, Math.max(0, health));
    const whole = found.to[`${path}.board`];
    board.forEach((minion, place) => {
      const now = whole
        ? (whole.find((one) => one.key === minion.key)?.health ?? 0)
        : found.to[`${path}.board.${place}.health`];
      if (now !== undefined && now !== minion.health) left.set(minion.key, now);
    });
  });
  return left;
}

/** The only move that a click on a thing would leave.
 * @param {View} view */
function moveOn(view, key) {
  const on = view.moves.filter((move) => view.left.has(move.id) && move.target?.key === key);
  const first = on.find((move) => move.position === undefined || move.position === on[0].position);
  return new Set(on.map((move) => move.option)).size === 1 ? first : null;
}

/** @type {Drawing["preview"]} */
export function preview(view, given, key) {
  kit = given;
  const plan = layout(view);
  const last = view.picked.at(-1);
  if (!last || last === key) return null;
  const attack = asking(view) === "attacker";
  const by = view.moves.find((move) => view.left.has(move.id) && move.attacker?.key === key);
  if (attack && !by) return null;
  const [start, aim] = attack ? [key, last] : [last, key];
  const to = placeOf(view, aim, plan);
  if (!to) return null;
  const from = placeOf(view, start, plan);
  const move = attack ? by : moveOn(view, key);
  const left = move ? foretoldHealth(view, move.id) : new Map();
  // A target that keeps its health is shown too, once the rest is known.
  if (move && from && !left.has(aim) && view.preview(move.id)?.sure) left.set(aim, to.who.health);
  if (!from && !left.size) return null;
  return kit.group(
    { class: "preview", "pointer-events": "none" },
    from ? kit.arrow(from.x, from.y, to.x, to.y, { stroke: "#E8432E", width: 9 }) : null,
    ...[...left].map(([one, health]) => foretold(placeOf(view, one, plan), health, plan)),
  );
}

/* The end */

/** The heroes on the podium: the winner's arch shines, the one that has fallen is cracked.
 * @type {Drawing["ending"]} */
export const ending = (view) => ({
  figure: (number, face) => {
    const { description: d } = view;
    const kind = view.card(d.players[number].hero.card)?.class ?? "neutral";
    const lost = fallen(d, number);
    const arch = art.heroArch(kind, face, { rim: lost ? "#8A857C" : "#F6BC3A", grey: lost, cracked: lost });
    arch.setAttribute("transform", "translate(10 10) scale(.8)");
    return arch;
  },
});

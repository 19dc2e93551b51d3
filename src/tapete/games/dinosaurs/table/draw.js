/* Happy Little Dinosaurs: the race through the landscape, the disaster, the seats, the hand, and the end. */

import {
  BODY,
  CARD_RATIO,
  INK,
  INSTANTS,
  cardBack,
  cardGround,
  colourOf,
  coloursOf,
  dinosaur,
  disasterSign,
  figure,
  gate,
  landscape,
  pictureOf,
  star,
  stepAt,
} from "./art.js";
import { sceneOf } from "./disasters.js";

export { beats } from "./beats.js";

export const music = "mixolydian";
export const sources = { hand: "deck", table: "hand", disaster: "disasters" };

const KINDS = ["natural", "predatory", "emotional", "meteor"];
const PHASES = [
  ["disaster", []],
  ["choose", ["choose"]],
  [
    "effects",
    [
      "add_point_card",
      "add_effect_card",
      "throw",
      "look",
      "keep",
      "rob",
      "take",
      "swap_with_neighbour",
      "swap_two",
    ],
  ],
  ["instants", ["scoring", "target"]],
  ["sudden", ["sudden_death"]],
  ["goes", ["response", "redirect", "discard"]],
];
const ACTIONS = [
  "P0E",
  "P1",
  "P1E",
  "P2",
  "P2E",
  "P3",
  "P3E",
  "P4",
  "P4E",
  "P5",
  "P5E",
  "P6",
  "P6E",
  "P7",
  "P7E",
  "P8",
  "P8E",
  "P9",
  "P9E",
  "IB",
  "IS",
  "II",
  "ID",
  "IR",
]; // cards by action
const PLAIN = ["pass", "decline", "accept", "keep_all", "stop", "look"];
const THEN = { IB: "aim", IS: "aim", IR: "redirect" }; // what follows an instant: its target is chosen
const VALUE = (card) => Number(card[1]);
const isPoint = (card) => card[0] === "P";

/** @type {Kit} */
let kit; // the builders, handed over with every drawing

export const word = (view, key, values) => view.say(`stage.${key}`, values);
export const nameOf = (view, seat) => view.say(`name.${view.description.players[seat].dinosaur}`);

/** Whether a Boost or Sap counts twice in this round. */
const isDoubled = (view, card) => view.description.doubled && (card === "IB" || card === "IS");

/** What a card does; a Boost or Sap says what it counts in this round. */
function helpOf(view, card) {
  return isDoubled(view, card) ? word(view, `help_${card}_doubled`) : (view.card(card)?.help ?? "");
}
const written = (number) => (number < 0 ? `−${-number}` : String(number));

/* An instant and its target are sent together: until the target is chosen the card can be put back. */

const aims = (view) => view.prefs?.confirm !== "always";

/** The instant that is picked and wants a target. */
function aimedFirst(view) {
  const played = (move) => ["instant", "avert"].includes(move.kind) && move.card in THEN;
  const picked = (move) => view.picked.some((key) => key.split("#")[0] === `hand:${move.card}`);
  return aims(view) ? (view.moves.find((move) => played(move) && picked(move)) ?? null) : null;
}

/** Both moves, the picked instant and a seat as its target; null where it cannot be one. */
function aimedAt(view, seat) {
  const first = aimedFirst(view);
  if (!first || !view.description.players[seat].alive) return null;
  const then = THEN[first.card];
  return then === "redirect" && seat === view.seat
    ? null
    : [
        { kind: first.kind, card: first.card },
        { kind: then, target: seat },
      ];
}

/* The question */

/** @type {Drawing["guide"]} */
export function guide(view) {
  const { description: d } = view;
  if (d.over) return view.say("phase.over");
  const mine = view.moves.length > 0;
  if (!mine) {
    if (view.seat !== null && !d.players[view.seat].alive) return view.say("guide.out");
    const waiting = d.waiting?.length ? d.waiting : [d.seat];
    const others = waiting.filter((seat) => seat !== view.seat && d.players[seat]);
    if (!others.length) return word(view, "stakes"); // something is being shown
    return view.say("guide.wait", { waiting: others.map((seat) => nameOf(view, seat)) });
  }
  if (d.phase === "sudden_death")
    return view.say("guide.sudden_death", {
      others: d.tied.filter((seat) => seat !== view.seat).map((seat) => nameOf(view, seat)),
    });
  const fatal = d.phase === "response" && d.players[d.bearer]?.fatal.includes(d.disaster);
  // A tie that was lost without a card to play is explained.
  const lost = d.phase === "response" && d.without?.includes(view.seat) ? word(view, "without_you") : "";
  if (d.phase === "response" && mustTake(view))
    return lost || word(view, fatal ? "take_only_fatal" : "take_only");
  const asked = view.say(fatal ? "guide.response.fatal" : `guide.${d.phase}`, {
    throws_left: d.throws_left,
    source: d.source,
  });
  const first = aimedFirst(view);
  if (first)
    return view.say(`guide.${THEN[first.card] === "aim" ? "target" : "redirect"}`, { source: first.card });
  if (lost) return `${lost} ${asked}`;
  if (view.picked.length && d.phase === "swap_two") return word(view, "swap_other");
  if (d.phase === "scoring" && !view.moves.some((move) => move.kind === "instant"))
    return word(view, "no_instant");
  return d.phase === "choose" && view.layout !== "s" ? `${asked} ${word(view, "stakes")}` : asked;
}

/** The sentence for a reader of the whole table.
 * @type {Drawing["summary"]} */
export function summary(view) {
  const { description: d } = view;
  const seats = d.players.map((player, seat) => `${nameOf(view, seat)} ${player.points}`).join(", ");
  return `${word(view, "title")}. ${disasterTitle(view)}. ${seats}.`;
}

/** A card by its name and what it does; a seat by what it holds and what would put it out.
 * @type {Drawing["lens"]} */
export function lens(view, key) {
  const [zone, rest] = (key ?? "").split(":");
  const { description: d } = view;
  const seat = Number(rest);
  const card =
    zone === "hand" || zone === "offer"
      ? rest.split("#")[0]
      : zone === "table"
        ? d.simultaneous
          ? null
          : d.players[seat]?.table
        : null;
  if (card) return explained(view.say(`name.${card}`), [helpOf(view, card)]);
  if (zone === "disaster" && d.disaster) return explained(disasterTitle(view), []); // what it says is added
  if (
    zone !== "seat" ||
    aimedFirst(view) ||
    view.moves.some((move) => move.target === seat || move.kind === "swap")
  )
    return null;
  return explained(nameOf(view, seat), heldLines(view, seat));
}

/** Moves call rivals by their dinosaurs, as plates, log and end do; a bot's own target is "itself".
 * @type {Drawing["wording"]} */
export function wording(said, data, { reader = null }) {
  const itself = said.say === "move.aim.self" && data.seat !== reader;
  return itself ? { ...said, say: "shown.itself" } : said;
}

function explained(heading, lines) {
  const box = document.createElement("div");
  for (const [name, text] of [["h3", heading], ...lines.filter(Boolean).map((line) => ["p", line])]) {
    const made = document.createElement(name);
    made.textContent = text;
    box.append(made);
  }
  return box;
}

/** Events that move the game, for who wants to read only these; and those with which a part of
 * the log begins. */
export const important = [
  "round",
  "advanced",
  "exchanged",
  "sudden_death",
  "took",
  "bottom",
  "out",
  "moved",
  "over",
];
/** Events that another one of the same player and card tells again, with more: the log leaves the
 * first out then. */
export const superseded = { announced: "played" };
export const chapters = ["round"];

export const sounds = {
  reveal: "flip",
  revealed: "flip",
  chose: "place",
  announced: "slide",
  played: "slide",
  cancelled: "hit",
  doubled: "chime",
  inverted: "twist",
  added: "coin",
  threw: "slide",
  swapped: "slide",
  stole: "slide",
  sudden_death: "thud",
  threatened: "tick",
  advanced: "trick_won",
  moved: "hop",
  took: "thud",
  out: "death",
  reshuffled: "shuffle",
  drew: "slide",
  bottom: "shield",
};

/** Where passing is all that can be done, the page passes, after a moment in which the scores can be seen;
 * not against persons, who could read from how soon it was. */
export const beat = 900;
/** @type {Drawing["answered"]} */
export function answered(view) {
  const [only, ...others] = view.moves;
  const alone = (view.chairs ?? []).every((chair) => chair.seat === view.seat || chair.kind === "agent");
  return alone && only && !others.length && ["pass", "decline"].includes(only.kind) ? only.id : null;
}

/* The whole stage */

/** @type {Drawing["draw"]} */
export function draw(view, given) {
  kit = given;
  const areas = layout(view);
  const { width, height } = view;
  const foreseen = view.moves.filter(changesScores);
  for (const move of foreseen) view.preview(move.id); // to be known when a person points at it
  if (aimedFirst(view)?.kind === "instant")
    for (const seat of view.description.players.keys()) {
      const line = aimedAt(view, seat);
      if (line) view.preview(line);
    }
  const ground = [kit.cloth(view), landscape(width, height, areas.race, view.theme === "dark")];
  if (view.description.over) return kit.drawing(view, ...ground, ending(view));
  const all = view.description.players.map((_, seat) => seat);
  const seats = all.map((seat) => seatOf(view, seat, areas));
  const discs = all.map((seat) => scoreAbove(view, seat, areas)); // no frame of a neighbour crosses them
  return kit.drawing(
    view,
    ...ground,
    race(view, areas.race),
    ...seats,
    ...discs,
    view.description.fallen ? null : disasterCard(view, areas.disaster), // until the next one comes
    ...beside(view, areas),
    ...buttons(view, areas.buttons),
    ...(view.description.scene?.kind === "out"
      ? [] // it says the same
      : handRow(view, areas.hand, areas.disaster.y + areas.disaster.height - 4)),
    sceneOver(view),
  );
}

/** Where a seat is drawn: the reader last, who sits at the right end, and the others in order of play. */
const place = (view, seat) => {
  const count = view.description.players.length;
  return (seat - (view.seat ?? 0) - 1 + 2 * count) % count;
};

const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
const least = (view) => (view.layout === "s" ? 12 : 13);

/** The layout: upright on a phone, else the race above, seats round the disaster,
 * the hand below. */
export function layout(view) {
  const { width: w, height: h } = view;
  return h > w * 1.05 && w < 600 ? uprightLayout(view, w, h) : wideLayout(view, w, h);
}

function uprightLayout(view, w, h) {
  const count = view.description.players.length;
  const gap = 5;
  const card = (w - 4 * gap - 12) / 5;
  const cardHigh = card * CARD_RATIO;
  const bar = h < 560 ? 38 : 46;
  const foot = h - bar - 6;
  const hand = foot - 22 - cardHigh;
  const short = h < 560; // race and disaster give way to the cards
  const tall = clamp(56, h * (short ? 0.12 : 0.155), 118);
  const banner = clamp(70, h * (short ? 0.14 : 0.18), 140);
  const seatTop = tall + banner + 14;
  const room = hand - 14 - seatTop;
  const column = (w - 8) / count;
  const rows = 3 * 20;
  const stack = h < 680 ? 2.5 : 2.3; // figure and card, by the width of the card
  const wide = clamp(40, Math.min((room - rows) / stack, column - 14), 92);
  const slack = Math.max(0, room - rows - wide * stack);
  return {
    upright: true,
    scale: 1,
    race: { x: 4, y: 2, w: w - 8, h: tall, foot: 0.62 },
    disaster: { x: 8, y: tall + 8, width: w - 16, height: banner, banner: true },
    seats: Array.from({ length: count }, (_, i) => ({
      x: 4 + column * i,
      y: seatTop + slack * 0.4,
      width: column,
      height: wide * stack + rows,
      card: wide,
      figure: Math.min(wide * 1.16, column - 4),
      row: 20,
    })),
    hand: { x: 6, y: hand, width: w - 12, card, height: cardHigh, gap, lift: 6, sums: true },
    buttons: { x: 6, y: foot - 2, width: w - 12, height: bar, flat: true },
    story: { x: 6, y: foot - 2, width: w - 12, height: bar, flat: true },
  };
}

function wideLayout(view, w, h) {
  const count = view.description.players.length;
  const k = clamp(0.3, h / 680, 1.6);
  const low = h < 430;
  const gap = low ? 5 : 10 * Math.min(1, k);
  const tall = clamp(44, h * (low ? 0.185 : 0.215), 232);
  const column = clamp(low ? 104 : 128, w * 0.17, 330);
  const wanted = Math.min(h * (low ? 0.31 : 0.25), 250) / CARD_RATIO;
  const both = (w - 2 * column - 36) / 5 - gap;
  const one = (w - column - 24) / 5 - gap;
  const card = Math.max(56, Math.min(wanted, both >= wanted * 0.92 ? both : one));
  const centred = 5 * (card + gap) + 2 * column + 36 <= w;
  const cardHigh = card * CARD_RATIO;
  const foot = low ? 20 : 26;
  const hand = h - cardHigh - foot - (low ? 2 : 6);
  const handWide = 5 * card + 4 * gap;
  const handX = centred ? (w - handWide) / 2 : 8;
  const top = tall + (low ? 3 : 8);
  const room = hand - top - (low ? 8 : 22);
  const side = room < 270;
  const middle = side ? clamp(86, w * 0.205, 300) : clamp(150, w * 0.215, 420);
  const rim = !side ? 0 : w >= 900 ? 20 : 8; // clear of the hem and of the handle of the drawer
  const clear = side ? 9 : 0; // the frame of the disaster covers no score
  const half = (w - middle) / 2 - rim - clear; // on each side of the disaster
  const left = Math.ceil(count / 2);
  const spots = Array.from({ length: count }, (_, i) =>
    i < left ? rim + (half * (i + 0.5)) / left : w - rim - half + (half * (i - left + 0.5)) / (count - left),
  );
  const cell = Math.min(half / (count === 2 ? 1.5 : 2) - 6, 320);
  const row = side ? (low ? 18 : 21) : 24 * Math.max(0.9, Math.min(1.25, k));
  const rows = 2 * row + 6;
  const wide = side
    ? Math.min((room - rows) / CARD_RATIO, cell * 0.5 - 4)
    : Math.min((room - rows) / 2.56, cell * 0.52, 168);
  const figure = side ? Math.min(cell - wide - 2, wide * 1.25) : wide * 1.34;
  const seatHigh = side ? Math.max(wide * CARD_RATIO, figure * 0.9) + rows : room;
  const disasterHigh = side
    ? Math.min(room + (low ? -3 : 8), middle * 1.7)
    : Math.min(room - 18, middle * 0.98);
  const right = centred ? { x: handX + handWide + 18, width: w - handX - handWide - 30 } : null;
  const buttons = right ?? { x: handX + handWide + 10, width: w - handX - handWide - 18 };
  const area = { y: hand, height: cardHigh + foot - 2 };
  return {
    side,
    low,
    scale: k,
    race: { x: 8, y: 2, w: w - 16, h: tall, foot: low ? 0.6 : 0.68 },
    disaster: { x: (w - middle) / 2, y: top + 2, width: middle, height: disasterHigh },
    seats: Array.from({ length: count }, (_, i) => ({
      x: spots[i] - cell / 2,
      y: top + Math.max(0, (room - seatHigh) * 0.5),
      width: cell,
      height: seatHigh,
      card: wide,
      figure,
      row,
      side,
    })).map((seat) => ({ ...seat, x: clamp(4, seat.x, w - seat.width - 4) })),
    hand: {
      x: handX,
      y: hand,
      width: handWide,
      card,
      height: cardHigh,
      gap,
      lift: low ? 4 : 10,
      sums: true,
      fan: !low && centred,
    },
    buttons: { ...buttons, ...area, shared: !centred },
    story: centred ? { x: 14, width: handX - 32, ...area } : { ...buttons, ...area },
    shared: !centred,
  };
}

/* Words that never end in dots */

/** Text in a box like the kit's; where it is too long at the smallest size it is set closer, not cut.
 * @param {string} string @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {Attributes} [options] */
function fit(string, x, y, width, height, { lines = 1, smallest = 12, ...more } = {}) {
  const made = kit.fitted(string, x, y, width, height, { lines, smallest, ...more });
  if (!("cut" in made.dataset)) return made;
  const face = { family: more.family ?? kit.SANS, weight: more.weight ?? 400 };
  const words = string.split(/\s+/);
  const rows = Math.max(1, Math.min(lines, words.length, Math.floor((height + 1) / (smallest * 1.02))));
  const split = balanced(words, rows, (text) => kit.measure(text, smallest, face));
  const align = more.align ?? "middle";
  const across = align === "start" ? x : align === "end" ? x + width : x + width / 2;
  const step = Math.min(smallest * (more.leading ?? 1.1), height / split.length);
  const top = y + (height - split.length * step) / 2;
  return kit.group(
    {},
    ...split.map((line, i) =>
      kit.text(line, across, top + i * step + step / 2 + smallest * 0.35, {
        ...more,
        leading: null,
        valign: null,
        align: null,
        size: smallest,
        anchor: align,
        ...(kit.measure(line, smallest, face) > width
          ? { textLength: Math.floor(width), lengthAdjust: "spacingAndGlyphs" }
          : {}),
      }),
    ),
  );
}

/** Words on a number of lines that are as equal in width as they can be. */
function balanced(words, rows, measure) {
  if (rows === 1) return [words.join(" ")];
  /** @type {any} */
  let best = null;
  const tried = (start, left, lines) => {
    if (left === 1) {
      const all = [...lines, words.slice(start).join(" ")];
      const widest = Math.max(...all.map(measure));
      if (!best || widest < best.widest) best = { widest, all };
      return;
    }
    for (let end = start + 1; end <= words.length - left + 1; end += 1)
      tried(end, left - 1, [...lines, words.slice(start, end).join(" ")]);
  };
  tried(0, rows, []);
  return best.all;
}

/** A plate of paper, or a dark pill, as wide as its words; `middle` is the middle of its place. */
function plate(view, string, middle, y, height, widest, look = {}) {
  const {
    size = height * 0.62,
    ground = PAPER,
    ink = DARK,
    family = kit.SANS,
    weight = 700,
    icon = null,
    lines = 1,
  } = look;
  const smallest = Math.min(size, least(view));
  const lead = icon ? height * 0.86 : 0;
  const inset = Math.max(5, height * 0.38);
  const wanted = kit.measure(string, size, { family, weight }) + 2 * inset + lead + 1;
  const width = Math.min(widest, wanted);
  return kit.group(
    { transform: `translate(${middle - width / 2} ${y})`, "data-box": `${width} ${height}` },
    kit.rect(0, 1.5, width, height, { rx: height / 2, fill: "#1A0C04", opacity: 0.3 }),
    kit.rect(0, 0, width, height, { rx: height / 2, fill: ground, stroke: INK, "stroke-width": 1.2 }),
    icon ? kit.placed(icon, inset * 0.6, height * 0.12, height * 0.76) : null,
    fit(
      string,
      (wanted > widest ? 3 : inset) + lead,
      0,
      width - (wanted > widest ? 6 : 2 * inset) - lead,
      height,
      {
        size,
        smallest,
        family,
        weight,
        lines,
        fill: ink,
      },
    ),
  );
}
const PAPER = "#FFF7E6";
const DARK = "#2C1A10";
const BRASS = "#F6BC3A";
const RED = "#F0745C";

/* Seats */

/** The mood of a dinosaur: out, worried by what it may take, proud of what it holds. */
function moodOf(view, seat) {
  const { description: d } = view;
  const player = d.players[seat];
  if (!player.alive) return "out";
  if (d.over) return d.winners.includes(seat) ? "proud" : "worried";
  const felt = { glad: "proud", proud: "proud", sad: "worried", wow: "worried", sly: "angry" }[
    view.moods?.[seat]
  ];
  if (felt) return felt;
  if (d.bearer === seat || player.score?.standing === "lowest" || player.fatal.length >= 3) return "worried";
  if (player.score?.standing === "highest") return "proud";
  return "calm";
}

/** Moves that name a seat. One whose card is swapped in any case is not chosen: the other one is. */
function seatMoves(view, seat) {
  if (seat === view.seat && view.description.phase === "swap_with_neighbour") return [];
  return kit.movesOf(
    view,
    (move) => move.target === seat || (move.kind === "swap" && (move.one === seat || move.other === seat)),
  );
}

/** Whether all have chosen, and the table shows one choice after the other: it tells none before the
 * last is in. */
const allIn = (view) =>
  Boolean(view.description.simultaneous) &&
  !view.moves.length &&
  view.description.players.some((player) => player.chosen);

const isAsked = (view, seat) => {
  const { description: d } = view;
  if (d.over || !d.players[seat].alive) return false;
  if (!d.waiting) return d.seat === seat;
  return d.waiting.includes(seat) && !(d.simultaneous && (view.ready?.includes(seat) || allIn(view)));
};

/** Where the figure and the card of a seat are in its box. */
function partsOf(box, areas) {
  const { width, height, card, figure: size, row } = box;
  const cardHigh = card * CARD_RATIO;
  const middle = width / 2;
  const figureX = box.side ? middle - (size + card) / 2 - 1 : middle - size / 2;
  const cardX = box.side ? figureX + size + 2 : middle - card / 2;
  const figureHigh = (size * BODY.height) / BODY.width;
  const top = height - 2 * row - 6 - (areas.upright ? row : 0);
  const cardY = box.side ? Math.max(0, top - cardHigh - 2) : top - cardHigh - 3;
  const figureY = box.side ? cardY + cardHigh - figureHigh : cardY - figureHigh * 0.92;
  return { cardHigh, middle, figureX, cardX, top, cardY, figureY };
}

/** The score of a seat, over all seats; a click on it means the seat. */
function scoreAbove(view, seat, areas) {
  const box = areas.seats[place(view, seat)];
  const { cardX, cardY } = partsOf(box, areas);
  const found = scoreOf(view, seat, { cardX, cardY, card: box.card, box, areas });
  const at = `translate(${box.x} ${box.y})`;
  return found.length ? kit.group({ transform: at, "pointer-events": "none" }, ...found) : null;
}

/** A seat: the figure, its card with the score, its name, what it holds and its status. */
function seatOf(view, seat, areas) {
  const box = areas.seats[place(view, seat)];
  const ids = seatMoves(view, seat);
  const all = aimedAt(view, seat);
  const { width, height, card, figure: size } = box;
  const { cardHigh, middle, figureX, cardX, top, cardY, figureY } = partsOf(box, areas);
  const { description: d } = view;
  const player = d.players[seat];
  const asked = isAsked(view, seat);
  const parts = [spot(view, seat, middle, top, box, asked)];
  parts.push(
    kit.group(
      { "data-key": `figure:${seat}`, "data-zone": "figures", "aria-hidden": "true" },
      kit.at(
        figureX,
        figureY,
        kit.placed(figure(player.dinosaur, moodOf(view, seat)), (6 * size) / BODY.width, 0, size, BODY.width),
      ),
      crown(view, seat, figureX, figureY, size),
    ),
  );
  parts.push(playedCard(view, seat, cardX, cardY, card, cardHigh, termLine(view, seat, box, areas)));
  if (player.alive && player.fatal.includes(d.disaster) && !d.over)
    parts.push(
      kit.group(
        // Who points at it reads what it means; on a target it means the seat.
        ids.length || all
          ? {}
          : {
              "data-key": `skull:${seat}`,
              "data-why": oneMore(view, seat),
            },
        kit.placed(skullDisc(), Math.max(0, figureX), figureY + size * 0.42, Math.max(18, size * 0.2)),
      ),
    );
  if (!box.side && !areas.upright && cardX > 46)
    parts.push(...heldSigns(view, seat, cardX - 30, cardY + 4, 22, cardHigh, true));
  if (!player.alive && !d.over)
    parts.push(
      kit.path(
        `M${cardX + 8} ${cardY + 8}l${card - 16} ${cardHigh - 16}` +
          `m0 ${16 - cardHigh}l${16 - card} ${cardHigh - 16}`,
        {
          stroke: PAPER,
          "stroke-width": 4,
          opacity: 0.5,
          "stroke-linecap": "round",
        },
      ),
    );
  parts.push(...namePlate(view, seat, middle, top, box, areas));
  return kit.thing(
    view,
    {
      key: `seat:${seat}`,
      zone: "seats",
      x: box.x,
      y: box.y,
      width,
      height,
      radius: 14,
      ids,
      all,
      state: all ? "target" : undefined,
      target: true,
      // Seats adjoin: their frames keep apart, behind the names and hanging below the dinosaurs' heads.
      ring: (state) => {
        const [apart, over] = [areas.upright ? 3 : 5, Math.max(0, Math.min(figureY, cardY - 4))];
        const aim = isHelp(view) ? BRASS : undefined;
        const frame = kit.mark(state, width - 2 * apart, height - over, 14, null, { aim, ticks: false });
        return frame && kit.at(apart, over, frame);
      },
      behind: true,
      label: seatLabel(view, seat),
    },
    ...parts,
  );
}

/** Whether the card that is aimed helps its target. */
const isHelp = (view) => view.description.source === "IB" || view.picked[0]?.startsWith("hand:IB");

/** Sand under a seat; brass round the seat to move. */
function spot(view, seat, middle, y, box, asked) {
  const own = seat === view.seat;
  const rx = Math.min(box.width * 0.48, box.side ? box.card * 1.15 : box.card * 0.98);
  return kit.el("ellipse", {
    cx: middle,
    cy: y - box.card * (box.side ? 0.42 : 0.5),
    rx,
    ry: box.card * (box.side ? 0.62 : 0.82),
    fill: own ? "#F0D08A" : "#D9BE7C",
    opacity: own ? 0.72 : 0.5,
    ...(asked ? { stroke: BRASS, "stroke-width": 4, "stroke-dasharray": "10 6" } : {}),
  });
}

const skullDisc = () =>
  kit.group(
    {},
    kit.circle(50, 50, 48, { fill: "#B32B1E", stroke: PAPER, "stroke-width": 6 }),
    kit.placed(kit.signs.skull(), 22, 20, 56),
  );

const isResponse = (d) => d.bearer !== null && PHASES[5][1].includes(d.phase);

/** How a score looks: as the highest, as the one the disaster comes at, or as neither. Once it is known whom
 * the disaster comes at, that is this one alone. */
function shownStanding(d, seat) {
  const standing = d.players[seat].score?.standing;
  if (!standing || standing === "highest") return standing;
  const hit = d.took ? d.took[seat] : isResponse(d) ? d.bearer === seat : standing === "lowest";
  return hit ? "lowest" : "between";
}

/** A crown on who has the highest score, a cloud over who has the lowest. */
function crown(view, seat, x, y, size) {
  const { description: d } = view;
  const standing = shownStanding(d, seat);
  if (d.simultaneous || !["highest", "lowest"].includes(standing)) return null;
  const [dx, dy, wide] = HEADS[d.players[seat].dinosaur];
  const big = size * wide;
  const sign = standing === "highest" ? kit.signs.crown() : kit.signs.cloud();
  return kit.placed(sign, x + size * dx - big / 2, y + size * dy - big * 0.8, big);
}
const HEADS = {
  rex: [0.63, 0.07, 0.34],
  cry: [0.68, 0.26, 0.3],
  bronto: [0.78, 0.05, 0.3],
  stego: [0.8, 0.56, 0.28],
};

function seatLabel(view, seat) {
  const player = view.description.players[seat];
  const parts = [nameOf(view, seat), word(view, "points", { n: player.points })];
  if (seat === view.seat) parts.push(word(view, "you"));
  if (!player.alive) parts.push(word(view, "out"));
  for (const kind of KINDS)
    if (player.disasters[kind]) parts.push(`${player.disasters[kind]} ${view.say(`name.${kind}`)}`);
  if (player.table) parts.push(view.say(`name.${player.table}`));
  if (player.score) parts.push(`${player.score.final} (${view.say(`standing.${player.score.standing}`)})`);
  return parts.join(", ");
}

/** A dinosaur's name; the reader's own is marked, and a person's name is beside it. */
function called(view, seat) {
  if (seat === view.seat) return `${nameOf(view, seat)} (${word(view, "you")})`;
  const chair = view.chairs?.find((one) => one.seat === seat);
  const name = nameOf(view, seat);
  const person = chair && chair.kind !== "agent" && view.names[seat] !== name;
  return person ? `${name} · ${view.names[seat]}` : name;
}

/** Disasters held, each by its sign on paper, in a row or one below the other; a dashed place
 * means none. */
function heldSigns(view, seat, x, y, size, room, down = false) {
  const player = view.description.players[seat];
  const held = KINDS.flatMap((kind) => Array.from({ length: player.disasters[kind] }, () => kind));
  if (!held.length) return [];
  const step = Math.min(size + 3, (room - size) / Math.max(1, held.length - 1));
  const length = size + (held.length - 1) * step;
  const signs = held.map((kind, i) =>
    kit.group(
      {
        transform: `translate(${x + (down ? 0 : i * step)} ${y + (down ? i * step : 0)})`,
        "data-key": `held:${seat}:${i}`,
        "data-zone": "held",
      },
      kit.rect(0, 0, size, size, { rx: size * 0.28, fill: PAPER, stroke: INK, "stroke-width": 1 }),
      kit.placed(disasterSign(kind), size * 0.12, size * 0.12, size * 0.76),
    ),
  );
  // Who points at them reads what they mean; on a target they mean the seat.
  const why = heldLines(view, seat).join(" ");
  const tip = { "data-key": `holds:${seat}`, "data-zone": "holds", "data-why": why, "aria-label": why };
  return [
    kit.group(
      seatMoves(view, seat).length || aimedAt(view, seat) ? {} : tip,
      kit.rect(x - 2, y - 2, (down ? size : length) + 4, (down ? length : size) + 4, { fill: "transparent" }),
      ...signs,
    ),
  ];
}

/** What a seat holds, what more would put it out, and the rule. */
function heldLines(view, seat) {
  const player = view.description.players[seat];
  const held = KINDS.filter((kind) => player.disasters[kind])
    .map((kind) => `${player.disasters[kind]} ${view.say(`name.${kind}`)}`)
    .join(", ");
  return [
    word(view, "holds", { what: held || word(view, "no_disasters") }),
    oneMore(view, seat),
    word(view, "three"),
  ].filter(Boolean);
}

/** Which disasters would put a seat out. */
function oneMore(view, seat) {
  const { alive, fatal } = view.description.players[seat];
  if (!alive || !fatal.length) return "";
  const what = fatal.map((kind) => view.say(`name.${kind}`)).join(", ");
  return word(view, seat === view.seat ? "one_more_you" : "one_more", { what });
}

/** The rows below a seat's card: the name with the hand's size, and its status or action. */
function namePlate(view, seat, middle, y, box, areas) {
  const { description: d } = view;
  const player = d.players[seat];
  const own = seat === view.seat;
  const { row } = box;
  const inline = box.side || areas.upright;
  const held = Object.values(player.disasters).reduce((sum, n) => sum + n, 0);
  const sign = row - 4;
  const parts = [];
  const room = box.width - 4;
  const count = String(player.cards - Number(isLaid(view, seat) && !own && !player.chosen));
  const badge = row * 1.1;
  const beside = box.side ? Math.min(held * (sign + 2), room * 0.36) : 0;
  const short = own && (inline || areas.low) ? kit.capital(word(view, "you")) : called(view, seat);
  const widest = Math.min(room - badge - beside, 220);
  const size = clamp(least(view), row * 0.72, 20);
  const wide = Math.min(
    widest,
    kit.measure(short, size, { family: kit.SERIF, weight: 400 }) + Math.max(5, row * 0.38) * 2 + 1,
  );
  const whole = wide + badge + beside;
  const left = middle - whole / 2;
  parts.push(
    plate(view, short, left + wide / 2, y, row, widest, {
      size,
      family: kit.SERIF,
      weight: 400,
      ground: own ? BRASS : PAPER,
    }),
    kit.group(
      { transform: `translate(${left + wide + 1} ${y})`, "data-box": `${badge} ${row}` },
      kit.placed(cardsSign(), 0, row * 0.06, row * 0.9),
      kit.text(count, row * 0.5, row * 0.5 + 4.6, {
        size: 13,
        weight: 800,
        anchor: "middle",
        fill: DARK,
      }),
    ),
  );
  if (box.side) parts.push(...heldSigns(view, seat, left + wide + badge + 3, y + 2, sign, beside));
  let next = y + row + 2;
  if (areas.upright) {
    const wider = held * (sign + 3);
    parts.push(...heldSigns(view, seat, middle - Math.min(wider, room) / 2, next, sign, room));
    next += row;
  }
  const told = standingOf(view, seat, room, row - 2);
  if (told)
    parts.push(
      plate(view, told.text, middle, next, row - 2, room, {
        size: clamp(least(view), row * 0.58, 16),
        ground: told.ground,
        ink: told.ink,
        icon: told.icon,
      }),
    );
  return parts;
}

/** A hand of cards, on which their number is written. */
const cardsSign = () =>
  kit.group(
    {},
    kit.rect(14, 14, 62, 76, { rx: 10, fill: "#2F7D6A", stroke: INK, "stroke-width": 5 }),
    kit.rect(26, 6, 62, 80, { rx: 10, fill: PAPER, stroke: INK, "stroke-width": 5 }),
  );

/** What the picked Boost or Sap would make of a seat's score, as the server previews it. */
function outcomeAt(view, seat) {
  const { score } = view.description.players[seat];
  const line = aimedFirst(view)?.kind === "instant" && score ? aimedAt(view, seat) : null;
  const final = line ? view.after(line, `players.${seat}.score.final`) : undefined;
  if (final === undefined) return null;
  const standing = view.after(line, `players.${seat}.score.standing`);
  return {
    text: `${dashed(score.final)} › ${dashed(final)}`,
    ground: final > score.final ? BRASS : final < score.final ? RED : PAPER,
    icon: { highest: kit.signs.crown, lowest: kit.signs.cloud }[standing]?.() ?? null,
  };
}

/** What the row of a seat says: its score, what it does, or what would put it out. */
function standingOf(view, seat, room, row) {
  const { description: d } = view;
  const player = d.players[seat];
  const small = { ground: PAPER, ink: DARK, icon: null };
  const aimed = outcomeAt(view, seat);
  if (aimed) return { ...small, ...aimed };
  if (player.score && !d.simultaneous && player.alive) {
    const lowest = d.players.filter((other) => other.score?.standing === "lowest").length;
    const label = verdict(view, seat, player.score.standing, lowest > 1);
    if (label) {
      const good = ["wins", "may_win"].includes(label);
      const icon = good ? kit.signs.crown() : label === "tied" ? null : kit.signs.cloud();
      const size = least(view);
      const lead = icon ? row * 0.86 : 0;
      const inset = 2 * Math.max(5, row * 0.38);
      const fits = kit.measure(word(view, label), size, { weight: 700 }) + lead + inset <= room;
      return {
        text: word(view, fits ? label : `${label}_short`),
        ground: good ? BRASS : label === "tied" ? PAPER : RED,
        ink: DARK,
        icon,
      };
    }
  }
  const doing = status(view, seat);
  if (doing) {
    const quiet = ["passed", "passed_you", "ready"].some((key) => word(view, key) === doing);
    return { ...small, text: doing, ground: quiet ? "#DDE8C4" : isAsked(view, seat) ? "#FFE9B0" : PAPER };
  }
  return null;
}

const EFFECTS = ["added", "threw", "looked", "kept", "robbed", "stole", "swapped", "doubled", "inverted"];

/** Whether the effect of a seat's card is being asked for or shown: then the card says what it does. */
function acts(view, seat) {
  const { description: d } = view;
  const { table } = d.players[seat];
  if (!table?.endsWith("E") || d.simultaneous || d.effects.cancelled.includes(seat)) return false;
  const shown = view.moves.length ? null : view.events.findLast((event) => EFFECTS.includes(event.kind));
  const asked = PHASES[2][1].includes(d.phase) && d.seat === seat;
  return asked || shown?.seat === seat;
}

/** Whether a card of a seat lies face down: the position may count it with the hand until all have chosen. */
const isLaid = (view, seat) => {
  const { description: d } = view;
  const ready = view.ready?.includes(seat) || (allIn(view) && d.waiting?.includes(seat));
  return Boolean(d.players[seat].chosen || (d.simultaneous && ready));
};

/** A card on the table: full or compact by its width. */
function playedCard(view, seat, x, y, width, height, terms = "") {
  const { description: d } = view;
  const player = d.players[seat];
  const mine = d.simultaneous && seat === view.seat && view.chosen?.length ? ACTIONS[view.chosen[0]] : null;
  const laid = mine || isLaid(view, seat);
  const shown =
    (d.simultaneous ? null : player.table) ??
    mine ??
    (player.chosen ? player.face_down : null) ??
    (d.simultaneous && !laid ? player.table : null);
  const parts = [];
  if (shown)
    parts.push(
      cardFace(view, shown, width, height, {
        brief: width < 96 || !acts(view, seat),
        tells: acts(view, seat),
        terms,
      }),
    );
  else if (laid) parts.push(cardBack(width, height));
  else if (player.alive)
    parts.push(
      kit.rect(0, 0, width, height, {
        rx: (width * 9) / 122,
        fill: "#FFF7E6",
        "fill-opacity": 0.22,
        stroke: PAPER,
        "stroke-width": 2,
        "stroke-dasharray": "6 5",
      }),
    );
  if (shown && (mine || player.face_down) && d.simultaneous)
    parts.push(kit.eye(4, height * 0.4, Math.min(20, width * 0.3)));
  if (d.effects.cancelled.includes(seat) && player.table && !d.simultaneous)
    parts.push(
      kit.path(`M${width * 0.08} ${height * 0.7}L${width * 0.92} ${height * 0.16}`, {
        stroke: PAPER,
        "stroke-width": 9,
        "stroke-linecap": "round",
      }),
      kit.path(`M${width * 0.08} ${height * 0.7}L${width * 0.92} ${height * 0.16}`, {
        stroke: "#B32B1E",
        "stroke-width": 5,
        "stroke-linecap": "round",
      }),
      plate(view, word(view, "cancelled"), width / 2, height * 0.5 - 10, 20, width + 8, {
        size: least(view),
        ground: "#B32B1E",
        ink: PAPER,
      }),
    );
  const order = d.effects.order.indexOf(seat);
  if (order >= 0 && player.table && !d.simultaneous && d.effects.order.length > 1)
    parts.push(
      kit.group(
        { "data-sign": "order" },
        kit.badge(String(order + 1), ...(y < 10 ? [-8, height * 0.6] : [width * 0.46, 1]), {
          size: 13,
          fill: order < d.effects.asked ? "#6B6259" : DARK,
        }),
      ),
    );
  if (order >= 0 && player.table && order === d.effects.asked && PHASES[2][1].includes(d.phase))
    parts.push(
      kit.rect(-3, -3, width + 6, height + 6, {
        rx: width * 0.1,
        fill: "none",
        stroke: BRASS,
        "stroke-width": 3,
        "stroke-dasharray": "9 5",
      }),
    );
  return kit.group(
    {
      transform: `translate(${x} ${y})`,
      "data-key": shown || laid ? `table:${seat}` : null,
      "data-zone": "table",
      // On a target a click on it means the seat.
      "data-card": seatMoves(view, seat).length || aimedAt(view, seat) ? null : shown,
    },
    ...parts,
  );
}

/** The disc of a score at the card's corner, and its terms as chips below it where there is room. */
function scoreOf(view, seat, { cardX, cardY, card, box, areas }) {
  const { description: d } = view;
  const { score } = d.players[seat];
  if (!score || d.simultaneous) return [];
  const disc = clamp(box.side ? 28 : 34, card * 0.5, 68);
  const x = Math.min(cardX + card - disc * 0.42, box.width - disc + 3);
  const y = cardY - disc * (box.side ? 0.16 : 0.36);
  const standing = shownStanding(d, seat);
  const ground = { highest: BRASS, lowest: RED }[standing] ?? PAPER;
  const parts = [
    kit.group(
      {
        transform: `translate(${x} ${y})`,
        "data-key": `score:${seat}`,
        "data-zone": "scores",
        "data-box": `${disc} ${disc}`,
      },
      kit.circle(disc / 2, disc / 2 + 2, disc / 2, { fill: "#1A0C04", opacity: 0.35 }),
      kit.circle(disc / 2, disc / 2, disc / 2, { fill: ground, stroke: INK, "stroke-width": disc * 0.055 }),
      standing === "lowest"
        ? kit.circle(disc / 2, disc / 2, disc * 0.41, {
            fill: "none",
            stroke: INK,
            "stroke-width": 1.4,
            "stroke-dasharray": "3 3",
          })
        : null,
      kit.text(dashed(score.final), disc / 2, disc * 0.5 + disc * 0.2, {
        "data-count": `score:${seat}`,
        size: disc * (Math.abs(score.final) > 9 || score.final < 0 ? 0.5 : 0.58),
        family: kit.SERIF,
        anchor: "middle",
        fill: DARK,
      }),
    ),
  ];
  const chips = termsOf(view, score);
  if (chips.length < 2) return parts;
  const size = least(view);
  const high = size + 6;
  const left = cardX + card + 5;
  if (!box.side && !areas.upright && box.width - left > 42) {
    chips.forEach(([icon, text], i) =>
      parts.push(term(icon, text, left, y + disc + 4 + i * (high + 2), high, size, box.width - left - 2)),
    );
  }
  return parts;
}

/** The terms of a score as one line, where chips have no room: 4 +2 −1, or 8 −1 = 7 → 5 where the highest and
 * the lowest score change places. */
function termLine(view, seat, box, areas) {
  const { description: d } = view;
  const { score } = d.players[seat];
  if (!score || d.simultaneous || !(box.side || areas.upright)) return "";
  const found = termsOf(view, score).filter(([icon]) => icon !== EXCHANGE);
  if (found.length < 2 && score.final === score.total) return "";
  if (score.final === score.total) return found.map(([, text]) => text).join(" ");
  const sum = found.length > 1 ? `${found.map(([, text]) => text).join("")} = ` : "";
  return `${sum}${dashed(score.total)} → ${dashed(score.final)}`; // exchanged: what the disc shows
}

/** A negative number with a dash that the display face has. */
const dashed = (number) => (number < 0 ? `–${-number}` : String(number));

/** The terms of a score, each with its sign: the card, what was added, the trait, Boosts and
 * Saps, an exchange. */
function termsOf(view, score) {
  /** @type {[any, string][]} */
  const found = [[null, String(score.card)]];
  if (score.added) found.push([star(), kit.signed(score.added)]);
  if (score.trait) found.push([disasterSign(view.description.disaster), kit.signed(score.trait)]);
  if (score.boosts) found.push([arrowSign("IB"), kit.signed(score.boosts)]);
  if (score.saps) found.push([arrowSign("IS"), kit.signed(score.saps)]);
  if (score.final !== score.total) found.push([EXCHANGE, dashed(score.final)]);
  return found;
}
const EXCHANGE = "exchange";
const arrowSign = (card) => kit.group({}, pictureOf(card));

function term(icon, text, x, y, height, size, widest) {
  const lead = icon ? height * 0.9 : 3;
  const width = Math.min(widest, lead + kit.measure(text, size, { weight: 800 }) + 10);
  return kit.group(
    { transform: `translate(${x} ${y})`, "data-box": `${width} ${height}` },
    kit.rect(0, 0, width, height, { rx: height / 2, fill: DARK }),
    icon ? kit.placed(icon === EXCHANGE ? arrowSign("II") : icon, 3, height * 0.16, height * 0.68) : null,
    kit.text(text, lead + 3, height / 2 + size * 0.36, { size, weight: 800, fill: "#FFE9B0" }),
  );
}

function status(view, seat) {
  const { description: d } = view;
  const player = d.players[seat];
  if (!player.alive) return word(view, "out");
  if (d.over) return "";
  if (d.simultaneous && (view.ready?.includes(seat) || (seat === view.seat && view.chosen?.length)))
    return word(view, "ready");
  if (d.simultaneous && d.waiting)
    return d.waiting.includes(seat) && !allIn(view)
      ? word(view, "choosing")
      : player.chosen || d.waiting.includes(seat)
        ? word(view, "ready")
        : "";
  if (d.tied.includes(seat) && d.phase === "sudden_death") return word(view, "sudden");
  if (player.passed) return word(view, seat === view.seat ? "passed_you" : "passed");
  return "";
}

/** Whether the reader has nothing that averts the disaster. */
const mustTake = (view) => view.moves.length > 0 && view.moves.every((move) => move.kind === "accept");

/** What a score means: what would happen while others may still act, and what does once they cannot. */
function verdict(view, seat, standing, tie) {
  const { description: d } = view;
  if (standing === "tied") return "tied";
  if (d.over) return standing === "highest" ? "wins" : null; // nothing would happen any more
  if (d.took?.[seat]) return "takes";
  if (!d.took && isResponse(d) && d.bearer === seat) return mustTake(view) ? "takes" : "may_take";
  const counted = d.took || PHASES[4][1].includes(d.phase) || PHASES[5][1].includes(d.phase);
  if (standing === "highest") return counted ? "wins" : "may_win";
  if (d.took || isResponse(d)) return null;
  if (standing === "lowest") return tie ? (counted ? "tie" : "may_tie") : "may_take";
  return null;
}

/* The race */

const runnerSize = (box) => clamp(28, box.h * 0.44, 104);

/** Places of the runners: at their steps; at one step behind each other, closer before the start. */
export function runners(view, box) {
  const { players } = view.description;
  const size = runnerSize(box);
  const order = players
    .map((_, seat) => seat)
    .sort((a, b) => players[b].points - players[a].points || place(view, b) - place(view, a));
  const apart = size * 0.46;
  const found = [];
  for (const seat of order) {
    const { x, y } = stepAt(box, players[seat].points);
    const ahead = found.at(0);
    found.unshift({ seat, step: { x, y }, x: ahead ? Math.min(x, ahead.x - apart) : x, y, size });
  }
  const edge = box.x + size * 0.42;
  found.forEach((one, i) => {
    one.x = Math.max(one.x, edge + i * apart * 0.6);
  });
  return found;
}

/** The gate at the last step. Its board is above the runners and their numbers, as far as there is room. */
function finish(view, box) {
  const end = stepAt(box, 50);
  const foot = end.y + box.h * 0.13;
  const wide = Math.max(30, box.h * 0.5);
  const small = least(view);
  const size = Math.max(small, wide * 0.29);
  const crowd = box.h * 0.055 + (runnerSize(box) * BODY.height * 0.92) / BODY.width + small + 3;
  const posts = clamp(wide * 0.6, crowd + wide * 0.22 + 2, foot - 1 - wide * 0.14);
  return kit.group(
    { transform: `translate(${end.x + box.h * 0.05} ${foot})`, "data-zone": "finish" },
    gate(wide, posts),
    kit.text("50", 0, -posts + wide * 0.04 + size * 0.35, {
      size,
      family: kit.SERIF,
      anchor: "middle",
      fill: PAPER,
    }),
  );
}

function race(view, box) {
  const { players } = view.description;
  const parts = [];
  const small = least(view);
  for (let tens = 10; tens < 50; tens += 10) {
    const { x, y } = stepAt(box, tens);
    const wide = small * 1.75;
    const high = small * 1.2;
    const down = Math.min(y + box.h * 0.1 + Math.max(8, box.h * 0.09), box.y + box.h - high + 2);
    parts.push(
      kit.group(
        { transform: `translate(${x - wide / 2} ${down})`, "data-box": `${wide} ${high}` },
        kit.rect(0, 0, wide, high, { rx: 4, fill: PAPER, stroke: INK, "stroke-width": 1 }),
        kit.text(String(tens), wide / 2, high * 0.5 + small * 0.35, {
          size: small,
          weight: 800,
          anchor: "middle",
          fill: DARK,
        }),
      ),
    );
  }
  parts.push(finish(view, box));
  const found = runners(view, box);
  for (const { seat, step } of found)
    parts.push(
      kit.el("ellipse", {
        cx: step.x,
        cy: step.y + box.h * 0.1,
        rx: Math.max(4, box.h * 0.05),
        ry: Math.max(2.6, box.h * 0.034),
        fill: colourOf(players[seat].dinosaur),
        stroke: INK,
        "stroke-width": 1.4,
      }),
    );
  const lanes = (one) => (place(view, one.seat) - 1.5) * box.h * 0.03;
  const shifts = apart(view, found);
  for (const one of [...found].sort((a, b) => lanes(a) - lanes(b)))
    parts.push(runner(view, one, box, lanes(one), shifts.get(one.seat)));
  return kit.group(
    {
      role: "img",
      "aria-label": players.map((player, seat) => `${nameOf(view, seat)} ${player.points}`).join(", "),
    },
    ...parts,
  );
}

/** Where on its figure, in parts of it, the number of a runner is. */
const NUMBER = { rex: [0.63, 0.06], cry: [0.62, 0.18], bronto: [0.8, 0.03], stego: [0.5, 0.18] };
const numberWide = (view, seat) =>
  kit.measure(String(view.description.players[seat].points), least(view), { weight: 800 }) + 8;

/** By how much the numbers of runners go aside so that none lies on another. */
function apart(view, found) {
  const all = found
    .map(({ seat, x, size }) => ({
      seat,
      from: x + size * (NUMBER[view.description.players[seat].dinosaur][0] - 0.46),
      wide: numberWide(view, seat),
    }))
    .map((one) => ({ ...one, at: one.from }))
    .sort((a, b) => a.at - b.at);
  for (let pass = 0; pass < 8; pass += 1)
    for (let i = 1; i < all.length; i += 1) {
      const [left, right] = [all[i - 1], all[i]];
      const over = (left.wide + right.wide) / 2 + 1 - (right.at - left.at);
      if (over <= 0) continue;
      left.at -= over / 2;
      right.at += over / 2;
    }
  return new Map(all.map(({ seat, at, from }) => [seat, at - from]));
}

function runner(view, { seat, x, y, size }, box, lane, shift = 0) {
  const player = view.description.players[seat];
  const high = (size * BODY.height) / BODY.width;
  const small = least(view);
  const tall = small + 3;
  const number = String(player.points);
  const wide = numberWide(view, seat);
  const [across, down] = NUMBER[player.dinosaur];
  const top = down * high;
  const own = seat === view.seat;
  const numberX = size * across - wide / 2 + shift;
  const numberY = Math.max(top - tall + 1, 2 - (y - high));
  return kit.group(
    {
      "data-key": `runner:${seat}`,
      "data-zone": "track",
      transform: `translate(${x - size * 0.46} ${y + box.h * 0.12 - high * 0.95 + lane})`,
    },
    kit.placed(
      figure(player.dinosaur, player.alive ? "calm" : "out"),
      (6 * size) / BODY.width,
      0,
      size,
      BODY.width,
    ),
    kit.group(
      {
        transform: `translate(${numberX} ${numberY})`,
        "data-box": `${wide} ${tall}`,
      },
      kit.rect(0, 0, wide, tall, {
        rx: tall / 2,
        fill: own ? BRASS : PAPER,
        stroke: INK,
        "stroke-width": 1.1,
      }),
      kit.text(number, wide / 2, tall / 2 + small * 0.35, {
        size: small,
        weight: 800,
        anchor: "middle",
        fill: DARK,
      }),
    ),
  );
}

/* The disaster */

const kindOf = (view, kind) =>
  kind === "meteor" ? kit.capital(view.say("help.wild")) : view.say(`name.${kind}`);
export const disasterTitle = (view) => {
  const { description: d } = view;
  return d.disaster ? view.say(`title.${d.title}`) : word(view, "disaster");
};

/** What the disaster's kind gives or costs the reader. */
const forYou = (view, number) => word(view, "for_you", { n: kit.signed(number) });

/** Whom the disaster's kind helps or hinders: Bronto +1, Trike −1. Not the reader where `effect` says it. */
function touched(view, effect) {
  const { description: d } = view;
  return d.players
    .map((player, seat) => [seat, player.alive ? (player.traits[d.disaster] ?? 0) : 0])
    .filter(([seat, number]) => number && !(seat === view.seat && effect === forYou(view, number)))
    .sort(([, a], [, b]) => b - a)
    .map(
      ([seat, number]) =>
        `${seat === view.seat ? word(view, "you") : nameOf(view, seat)} ${kit.signed(number)}`,
    )
    .join(" · ");
}

export const disasterKey = (d) => `disaster:${d.title ?? "none"}:${d.turn}`;

/** Why it matters who takes the disaster; where it would put the reader out, because of what. */
function stakesOf(view) {
  const { players, disaster } = view.description;
  const own = view.seat === null ? null : players[view.seat];
  if (own?.alive && own.fatal.includes(disaster)) return heldLines(view, view.seat).join(" ");
  const traits = touched(view, "");
  return [traits && `${traits}.`, word(view, "stakes"), word(view, "three")].filter(Boolean).join(" ");
}

function disasterCard(view, box) {
  const { description: d } = view;
  const { width, height } = box;
  const kind = d.disaster;
  const ids = kit.movesOf(view, (move) => move.kind === "accept");
  const own = view.seat === null ? null : d.players[view.seat];
  const number = own?.traits[kind] ?? 0;
  const fatal = Boolean(own?.alive && own.fatal.includes(kind));
  const mine = isResponse(d) && d.bearer === view.seat;
  const effect = !own?.alive
    ? ""
    : fatal
      ? word(view, "dies")
      : mine
        ? word(view, "comes")
        : number
          ? forYou(view, number)
          : word(view, "no_trait");
  const r = clamp(8, width * 0.06, 18);
  const parts = [
    kit.rect(0, 5, width, height, { rx: r, fill: "#1A0C04", opacity: 0.35 }),
    kit.rect(0, 0, width, height, { rx: r, fill: kind ? `var(--${kind})` : "#2F7D6A" }),
  ];
  if (!kind) {
    const label = d.disaster_deck.count ? word(view, "left", { n: d.disaster_deck.count }) : "";
    const high = least(view) + 12;
    parts.push(cardBack(width, height, r));
    if (label)
      parts.push(
        plate(view, label, width / 2, height * 0.86 - high / 2, high, width - 12, { size: least(view) + 2 }),
      );
  } else
    parts.push(
      ...(box.banner ? bannerOf(view, box, effect, fatal, r) : pictureCard(view, box, effect, fatal, r)),
    );
  const line = clamp(3, width * 0.02, 5);
  parts.push(
    kit.rect(line / 2, line / 2, width - line, height - line, {
      rx: r - line / 2,
      fill: "none",
      stroke: PAPER,
      "stroke-width": line,
    }),
    kit.rect(0, 0, width, height, { rx: r, fill: "none", stroke: INK, "stroke-width": 1.4 }),
  );
  return kit.thing(
    view,
    {
      key: disasterKey(d),
      zone: "disaster",
      x: box.x,
      y: box.y,
      width,
      height,
      radius: r,
      ids,
      state: ids.length ? undefined : "", // not forbidden: a press explains it
      why: kind && stakesOf(view),
      card: kind,
      label: `${disasterTitle(view)}. ${kind ? view.say(`name.${kind}`) : ""}. ${effect}`,
    },
    ...parts,
  );
}

/** Upright: words on the left, the scene on the right. */
function bannerOf(view, { width, height }, effect, fatal, r) {
  const { description: d } = view;
  const left = width * 0.46;
  const size = least(view);
  const icon = clamp(18, height * 0.24, 30);
  const rows = [
    [kindOf(view, d.disaster), 14, kit.SANS, 700],
    [effect, 13, kit.SANS, 700],
  ];
  const title = disasterTitle(view);
  const top = Math.max(6, height * 0.07);
  const head = height - top * 2 - rows.length * (size + 5);
  const wide = rows.map(([text, large]) => kit.measure(text, large, { weight: 700 }));
  const free = wide[0] <= wide[1] ? 0 : 1; // the row with room for what holds in this round
  const taken = Math.min(wide[free] + 1, left * 0.5);
  const flagged = d.doubled || d.inverted;
  return [
    sceneOf(d.title, left, 3, width - left - 3, height - 6, [0, r - 3, r - 3, 0]),
    kit.placed(disasterSign(d.disaster), 9, top + (head - icon) / 2, icon),
    fit(title, 14 + icon, top, left - icon - 18, head, {
      size: 18,
      smallest: size,
      lines: 3,
      leading: 1.02,
      align: "start",
      family: kit.SERIF,
      fill: PAPER,
    }),
    ...rows.map(([text, large, family, weight], i) =>
      fit(text, 9, top + head + i * (size + 5), i === free && flagged ? taken : left - 14, size + 5, {
        size: large,
        smallest: size,
        align: "start",
        family,
        weight,
        fill: fatal && i === 1 ? "#FFE08A" : PAPER,
      }),
    ),
    roundChip(view, width - 10, 8, "end"),
    ...flags(view, {
      right: left - 4,
      y: top + head + free * (size + 5) - 1,
      room: left - taken - 20,
      height: size + 6,
    }),
  ];
}

/** Elsewhere: the scene, and its title below. */
function pictureCard(view, { width, height }, effect, fatal, r) {
  const { description: d } = view;
  const size = least(view);
  const tight = height < 200;
  const lines = tight ? 1 : 2;
  const caption = tight ? Math.min(height * 0.5, size * 2.1 * 1.15 + size + 12) : height * 0.29 + size;
  const y = height - caption;
  const icon = tight ? Math.min(20, width * 0.16) : clamp(24, height * 0.13, 46);
  const title = disasterTitle(view);
  const told = [effect, tight ? "" : touched(view, effect)].filter(Boolean);
  const rows = told.length * (size + 4);
  const left = icon + (tight ? 10 : 20);
  // The words at the foot leave room for what holds in this round; a low card has a free corner above.
  const line = lines > 1 ? clamp(13, width * 0.05, 17) : size;
  const words = Math.max(0, ...told.map((text) => kit.measure(text, line, { weight: 700 })));
  const room = width - (tight ? 12 : 24);
  const both = d.doubled && d.inverted;
  const small = tight || width < 190;
  const flagged = !small && (d.doubled || d.inverted);
  const step = size + 4;
  const down = small ? height >= 130 : told.length > 1;
  const beside = flagged ? Math.min(words + 2, width * 0.5) : room;
  const place = small
    ? { right: width - 8, y: 8, room: width * 0.36, height: size + 6, down }
    : {
        right: width - 9,
        y: height - 6 - step * (both && down ? 2 : 1),
        room: room - beside - 2,
        height: step - 1,
        down,
      };
  return [
    sceneOf(d.title, 3, 3, width - 6, y - 1, [r - 3, r - 3, 0, 0]),
    kit.rect(3, y, width - 6, caption - 4, { fill: `var(--${d.disaster})` }),
    kit.placed(disasterSign(d.disaster), tight ? 6 : 12, y + (caption - rows - icon) / 2, icon),
    fit(title, left, y + 2, width - left - 7, caption - rows - 7, {
      size: tight ? 15 : clamp(16, width * 0.075, 28),
      smallest: size,
      lines: 2,
      leading: 1.02,
      align: "start",
      family: kit.SERIF,
      fill: PAPER,
    }),
    ...told.map((text, i) =>
      fit(text, tight ? 6 : 12, height - rows - 7 + i * (size + 4), beside, size + 4, {
        size: line,
        smallest: size,
        align: tight ? "middle" : "start",
        weight: 700,
        fill: fatal && i === 0 ? "#FFE08A" : PAPER,
      }),
    ),
    tight && height < 130 ? null : roundChip(view, 9, 9, "start"),
    ...flags(view, place),
  ];
}

const roundChip = (view, x, y, align) =>
  kit.chip(word(view, "round", { n: view.description.turn }), x, y, {
    size: least(view),
    height: least(view) + 8,
    align,
    fill: DARK,
    ink: PAPER,
    weight: 700,
  });

/** What holds for the whole round, doubled Boosts and exchanged scores, as chips that end at the right edge:
 * in words where there is room for them, and explained where one points at them.
 * @param {View} view
 * @param {{right: number, y: number, room: number, height: number, down?: boolean}} at */
function flags(view, { right, y, room, height, down = false }) {
  const { description: d } = view;
  const size = least(view);
  const holds = ["doubled", "inverted"].filter((key) => d[key]);
  const asked = view.moves.some((move) => move.kind === "accept"); // a click on it means the disaster
  const each = down ? room : (room - 4 * (holds.length - 1)) / Math.max(1, holds.length);
  let [x, top] = [right, y];
  return holds.map((key) => {
    const [icons, ...texts] =
      key === "doubled"
        ? [room < 60 ? [] : ["IB", "IS"], word(view, key), "×2"]
        : [["II"], word(view, key), word(view, "inverted_short"), ""];
    const lead = icons.length * height * 0.7;
    const wide = (text) => kit.measure(text, size, { weight: 800 }) + lead + height * 0.6;
    const text = texts.find((one) => wide(one) <= each) ?? texts.at(-1);
    const width = wide(text);
    const made = kit.group(
      {
        transform: `translate(${x - width} ${top})`,
        "data-box": `${width} ${height}`,
        ...(asked
          ? {}
          : { "data-key": `flag:${key}`, "data-why": word(view, key), "aria-label": word(view, key) }),
      },
      kit.rect(0, 0, width, height, { rx: height / 2, fill: BRASS, stroke: INK, "stroke-width": 1.2 }),
      ...icons.map((card, i) =>
        kit.placed(arrowSign(card), height * (0.22 + 0.7 * i), height * 0.14, height * 0.72),
      ),
      kit.text(text, lead + height * 0.34, height / 2 + size * 0.36, { size, weight: 800, fill: DARK }),
    );
    if (down) top += height + 1;
    else x -= width + 4;
    return made;
  });
}

/* Buttons, and what is beside the hand */

const slotHigh = (box, rows) => Math.min(58, (box.height * (box.shared ? 0.62 : 0.9)) / rows - 6);

function buttons(view, box) {
  /** @type {[string, number[]][]} */
  const all = PLAIN.map((kind) => [kind, kit.movesOf(view, (move) => move.kind === kind)]);
  const found = all.filter(([, ids]) => ids.length);
  const below = found.some(([kind]) => kind === "accept") ? 1 : 0; // taking the disaster has its own place
  const count = found.length + below;
  const columns = Math.max(2, count);
  const made = found.map(([kind, ids], number) => {
    const i = number + below;
    const high = box.flat ? box.height - 4 : slotHigh(box, columns);
    const at = box.flat
      ? { x: box.x + (i * box.width) / columns, y: box.y + 2, width: box.width / columns - 6 }
      : {
          x: box.x + Math.max(0, box.width - 220) / 2,
          y: box.y + box.height - (columns - i) * (high + 6),
          width: Math.min(box.width, 220),
        };
    const role = kind === "look" ? "primary" : "secondary"; // passing or taking the disaster is not advised
    return kit.button(view, {
      key: `button:${kind}`,
      ...at,
      height: high,
      label: word(view, kind),
      ids,
      role,
      icon: kind === "accept" && at.width > 90 ? disasterSign(view.description.disaster) : null,
    });
  });
  return made;
}

/** Beside the hand: what happened, and the pile to draw from with what was thrown away last. */
function beside(view, areas) {
  const { description: d } = view;
  const box = areas.story;
  const plain = view.moves.filter((move) => PLAIN.includes(move.kind)).length;
  if (areas.upright) return plain || !view.moves.length ? [] : note(view, box, storyOf(view));
  const only = view.moves.every((move) => !PLAIN.includes(move.kind) || move.kind === "accept");
  const taken = areas.shared && plain ? (slotHigh(areas.buttons, 2) + 6) * (only ? 1 : 2) : 0;
  const room = box.height - taken;
  const parts = [];
  const wide = taken ? 24 : clamp(24, Math.min(areas.hand.card * 0.44, box.width * 0.26), 70);
  const high = wide * CARD_RATIO;
  const piles = room > high + 4;
  const y = box.y + (areas.shared ? 2 : room - high - 2);
  if (piles) {
    parts.push(
      kit.group(
        {
          transform: `translate(${box.x + 4} ${y})`,
          "data-key": "deck",
          "data-zone": "deck",
          role: "img",
          "aria-label": word(view, "deck", { n: d.deck.count }),
        },
        d.deck.count > 1 ? kit.group({ transform: "translate(3 -3)" }, cardBack(wide, high)) : null,
        cardBack(wide, high),
        plate(view, String(d.deck.count), wide / 2, high - 16, 19, wide, {
          size: 13,
          ground: DARK,
          ink: PAPER,
        }),
      ),
    );
    const shown = d.discards.at(-1);
    if (shown && box.width > wide * 2.6)
      parts.push(
        kit.group(
          {
            transform: `translate(${box.x + wide + 16} ${y}) rotate(4 ${wide / 2} ${high / 2})`,
            "data-key": "discards",
            "data-zone": "discards",
            "data-turned": "",
            role: "img",
            "aria-label": word(view, "discards", { n: d.discards.length }),
          },
          cardFace(view, shown, wide, high, { bare: true }),
        ),
      );
  } else
    parts.push(
      kit.group(
        {
          "data-key": "deck",
          "data-zone": "deck",
          role: "img",
          "aria-label": word(view, "deck", { n: d.deck.count }),
        },
        kit.rect(box.x, box.y, 1, 1, { fill: "none" }),
      ),
    );
  const from = areas.shared && piles ? y + high + 8 : box.y;
  const tall = areas.shared ? box.y + room - from : piles ? room - high - 16 : room;
  const asked = view.moves.length > 0 || d.phase === "choose"; // else the guide says the same
  if (tall > 30 && asked) parts.push(...note(view, { ...box, y: from, height: tall }, storyOf(view)));
  return parts;
}

/** What happened, in a dark pill. */
function note(view, box, story) {
  if (!story) return [];
  const size = least(view);
  const most = clamp(size, 15 * Math.min(1.2, box.width / 220), 18);
  const lines = Math.max(1, Math.floor((box.height - 10) / (size * 1.2)));
  const inner = box.width - 20;
  const words = kit.fitted(story, 10, 5, inner, box.height - 10, {
    size: most,
    smallest: size,
    lines,
    align: box.flat ? "middle" : "start",
    fill: PAPER,
    weight: 600,
  });
  if ("cut" in words.dataset) return [];
  const used = [...words.querySelectorAll("text")];
  const tall = Math.min(box.height, used.length * Number(used[0].getAttribute("font-size")) * 1.18 + 14);
  const shift = (box.height - tall) / 2;
  const y = box.flat ? box.y + shift : box.y;
  return [
    kit.group(
      { transform: `translate(${box.x} ${y})`, "data-box": `${box.width} ${tall}`, "data-zone": "story" },
      kit.rect(0, 0, box.width, tall, { rx: 12, fill: DARK, opacity: 0.87 }),
      kit.group({ transform: `translate(0 ${-shift})` }, words),
    ),
  ];
}

/** What to tell beside the hand: at the start of a round how the last one ended, else the last
 * thing that happened. */
export function storyOf(view) {
  const { description: d } = view;
  const name = (seat) => nameOf(view, seat);
  const last = kit.capital(view.events.findLast((event) => event.text)?.text ?? "");
  const events = view.lately ?? view.events;
  const begins = events.findLastIndex((event) => event.kind === "round" && event.round === d.turn);
  if (d.phase !== "choose" || begins < 0) return last;
  const found = [];
  const tell = (key, values) => {
    const text = kit.capital(word(view, key, values));
    if (!found.includes(text)) found.push(text);
  };
  const before = events.slice(0, begins);
  const own = (seat) => (seat === view.seat ? "_you" : "");
  for (const event of before.slice(before.findLastIndex((one) => one.kind === "round") + 1)) {
    const { kind, seat } = event;
    if (kind === "advanced")
      tell(view.layout === "s" ? "story_short" : `story_won${own(seat)}`, {
        name: seat === view.seat ? word(view, "you") : name(seat),
        n: event.steps,
      });
    else if (kind === "played" && event.card === "ID")
      tell(`story_shelter${own(seat)}`, { name: name(seat) });
    else if (kind === "played" && event.card === "IR") tell(`story_detour${own(seat)}`, { name: name(seat) });
    else if (kind === "took") tell(`story_took${own(seat)}`, { name: name(seat) });
    else if (kind === "bottom" && event.why !== "sheltered") tell("story_nobody");
    else if (kind === "out") tell(`story_out${own(seat)}`, { name: name(seat) });
  }
  return found.length ? found.join(" ") : last;
}

/* Cards */

/** A card's face: number, picture and name; its rule in a few words where the card is wide enough. */
export function cardFace(
  view,
  card,
  width,
  height,
  { brief = false, bare = false, tells = false, terms: sum = "" } = {},
) {
  const point = isPoint(card);
  const rule = !point || card.endsWith("E") ? ruleOf(view, card) : "";
  const full = width >= 96 && !brief && rule;
  const size = least(view);
  // No room for both: the rule instead of the name, where the number stays free.
  const small = tells && !full && height >= size * 4.2 + width * 0.36;
  const terms = tells && (full || small) ? "" : sum;
  const name = small ? rule : terms || view.say(`name.${card}`);
  const large = width >= 96 && !terms && !small;
  const nameSize = large ? clamp(15, width * 0.135, 26) : size;
  const rows = full ? 3 : 0;
  const ruleSize = clamp(size, width * 0.105, 18);
  const nameHigh = terms
    ? size * 1.5
    : large
      ? nameSize * (full ? 1.3 : 2.2)
      : Math.max(size * (small ? 4.2 : 2.15), height * 0.29);
  const foot = bare ? height * 0.74 : height - nameHigh - rows * ruleSize * 1.14 - (full ? 4 : 1);
  const parts = [cardGround(card, width, height, foot)];
  if (point) {
    const big = width * (large ? 0.27 : 0.31);
    parts.push(
      kit.text(String(VALUE(card)), width * 0.16, width * 0.155 + big * 0.37, {
        size: big,
        family: kit.SERIF,
        anchor: "middle",
        fill: PAPER,
        ...(bare || big < size ? { "data-fine": "" } : {}),
      }),
    );
  }
  if (bare) return kit.group({}, ...parts);
  parts.push(
    fit(name, 2, foot + (large ? 2 : 0), width - 4, nameHigh - (large ? 2 : 1), {
      size: nameSize,
      smallest: size,
      lines: full || terms ? 1 : small ? 4 : 2,
      leading: 1.02,
      weight: large ? 400 : 800,
      family: large ? kit.SERIF : kit.SANS,
      fill: DARK,
    }),
  );
  if (full)
    parts.push(
      fit(rule, 5, foot + nameHigh - 1, width - 10, height - foot - nameHigh - 3, {
        size: ruleSize,
        smallest: Math.min(size, ruleSize),
        lines: rows,
        leading: 1.1,
        weight: 600,
        fill: INSTANTS[card]?.d ?? "#6A4B35",
      }),
    );
  return kit.group({}, ...parts);
}

/** The rule of a card in a few words; a Boost or Sap says what it counts in this round. */
function ruleOf(view, card) {
  return word(view, isDoubled(view, card) ? `rule_${card}_doubled` : `rule_${card}`);
}

/** A card as something that flies: its face (or the back of an unknown one) at a place of the layer. */
export function actorOf(fx, view, card, place, width) {
  const scale = fx.point(0, 0, 1).w;
  const height = width * CARD_RATIO;
  const node = card ? cardFace(view, card, width, height, { brief: true }) : cardBack(width, height);
  return { ...place, w: width * scale, h: height * scale, turn: 0, box: { x: 0, y: 0, width, height }, node };
}

/** Where a step of the race is on the stage. */
export const runnerAt = (view, step) => stepAt(layout(view).race, step);

/** Why a card of the hand cannot be used now. */
function whyNot(view, card) {
  const { phase } = view.description;
  if (!view.moves.length) return null;
  if (phase === "choose" || phase === "sudden_death")
    return isPoint(card) ? null : word(view, card === "ID" || card === "IR" ? "why_defence" : "why_instant");
  if (phase === "scoring") return word(view, isPoint(card) ? "why_point" : "why_defence");
  if (phase === "response") return word(view, isPoint(card) ? "why_point" : "why_scoring");
  return word(view, "why_effect");
}

/** What a card of the hand would make of the own score: with the trait while cards are chosen, else as
 * the server previews its move. */
function outcome(view, card, id) {
  const { description: d } = view;
  if (view.seat === null) return null;
  const own = d.players[view.seat];
  if (d.phase === "choose" && isPoint(card)) {
    const number = own.traits[d.disaster] ?? 0;
    return number
      ? `${VALUE(card)} ${number < 0 ? "−" : "+"} ${Math.abs(number)} = ${written(VALUE(card) + number)}`
      : null;
  }
  const total =
    d.phase.startsWith("add_") && own.score && id !== undefined
      ? view.after(id, `players.${view.seat}.score.total`)
      : undefined;
  return total === undefined
    ? null
    : `${written(own.score.total)} + ${total - own.score.total} = ${written(total)}`;
}

/** Whether the target of an instant of a seat's is being asked for. */
export const isAimed = (d, seat) =>
  Boolean(d.source) && d.seat === seat && (d.phase === "target" || d.phase === "redirect");

/** The own hand, or cards to choose from; `over` is where the disaster ends, whose words are not covered. */
function handRow(view, box, over) {
  const { description: d } = view;
  const size = least(view);
  let cards;
  let caption = "";
  let zone = "hand";
  let kinds = ["choose", "fight", "instant", "avert", "discard", "add", "throw"];
  let aimed = -1;
  if (d.phase === "take" && view.moves.length) {
    cards = d.players[d.victim].seen_by[view.seat ?? 0] ?? [];
    caption = word(view, "hand_of", { name: nameOf(view, d.victim) });
    zone = "offer";
    kinds = ["take"];
  } else if (d.phase === "keep" && d.looked) {
    cards = d.looked;
    caption = word(view, "two");
    zone = "offer";
    kinds = ["keep"];
  } else {
    const seat = view.seat ?? 0;
    if (!d.players[seat].alive && view.seat !== null) return lying(view, box);
    cards = d.players[seat].hand ?? [];
    if (isAimed(d, seat)) {
      const order = ACTIONS.indexOf(d.source);
      const at = cards.findIndex((card) => ACTIONS.indexOf(card) >= order);
      aimed = at < 0 ? cards.length : at;
      cards = cards.toSpliced(aimed, 0, d.source); // it leaves with its target
    }
    if (view.seat === null) caption = word(view, "hand_of", { name: nameOf(view, seat) });
  }
  const keys = kit.keyed(zone, cards);
  const places = kit.spread(cards.length, box.card, box.width, box.gap);
  const made = cards.map((card, i) => {
    const ids = kit.movesOf(view, (move) => move.card === card && kinds.includes(move.kind));
    const result = outcome(view, card, ids[0]);
    const off = i - (cards.length - 1) / 2;
    const label = `${view.say(`name.${card}`)}${isPoint(card) ? ` ${VALUE(card)}` : ""}.`;
    // One that is picked leaves no frame on another copy of it either.
    const back = !view.picked.includes(keys[i]) && view.picked.some((key) => keys.includes(key));
    return kit.thing(
      view,
      {
        key: keys[i],
        zone,
        x: box.x + places[i],
        y: box.y + (box.fan ? Math.abs(off) * 3 : 0) - (i === aimed ? box.lift : 0),
        width: box.card,
        height: box.height,
        radius: (box.card * 9) / 122,
        turn: box.fan ? off * 1.6 : 0,
        ids,
        raise: i !== aimed,
        begins: card in THEN && aims(view),
        state: i === aimed ? "picked" : back && ids.length ? "" : undefined,
        why: ids.length || i === aimed ? null : whyNot(view, card),
        source: zone === "hand" ? "deck" : null,
        card,
        label: `${label} ${helpOf(view, card)}${result ? ` ${result}` : ""}`,
        ring: (state) =>
          state === "no"
            ? shut(box.card, box.height, (box.card * 9) / 122)
            : kit.mark(state, box.card, box.height, (box.card * 9) / 122),
      },
      cardFace(view, card, box.card, box.height),
      result && box.sums
        ? plate(view, result, box.card / 2, box.height + 3, size + 5, box.card + 4, {
            size,
            ground: DARK,
            ink: "#FFE9B0",
            weight: 800,
          })
        : null,
    );
  });
  if (caption && box.y - size - 14 > over)
    made.push(
      plate(view, caption, box.x + box.width / 2, box.y - size - 14, size + 9, box.width, {
        size: size + 2,
        ground: BRASS,
        family: kit.SERIF,
        weight: 400,
      }),
    );
  return made;
}

/** What cannot be used: hatched. */
const shut = (width, height, rx) =>
  kit.group(
    { class: "mark", "pointer-events": "none" },
    kit.rect(0, 0, width, height, { rx, fill: "url(#kit-hatch)" }),
  );

/* Scenes over the table: they are shown by beats and go by themselves */

/** What covers the table for a moment: the lanes after a round, or that the reader is out. */
function sceneOver(view) {
  const { scene } = view.description;
  if (scene?.kind === "scores") return scores(view, scene);
  return scene?.kind === "out" ? fallen(view, scene) : null;
}

const veil = (view, opacity) =>
  kit.rect(0, 0, view.width, view.height, { fill: "#120804", opacity, "data-veil": "" });

/** Where the lanes lie: the panel, each lane, and where a step is in it. */
function lanesOf(view, d) {
  const { width: w, height: h } = view;
  const count = d.players.length;
  const upright = h > w && w < 600;
  const wide = Math.min(w - 16, 1060);
  const title = clamp(20, h * 0.055, 38);
  const head = title * 1.5 + (d.over ? least(view) * 1.5 : 0);
  const lane = clamp(30, (h - head - 30) / count - 6, upright ? 104 : 100);
  const tall = head + count * (lane + 6) + 16;
  const x = (w - wide) / 2;
  const y = Math.max(4, (h - tall) / 2);
  const name = upright ? 12 : clamp(84, wide * 0.14, 150);
  const numbers = clamp(54, wide * 0.07, 74);
  const strip = upright ? 22 : 0;
  const high = lane - strip;
  const room = wide - name - numbers;
  const reach = upright ? (high * BODY.width) / BODY.height : high * 1.05; // the name is above
  const size = Math.min(reach, room * 0.3); // of a figure
  return { x, y, wide, tall, head, title, lane, name, strip, upright, high, room, size };
}

/** Seats from the first to the last: winners, then who still runs, then by steps. */
const laneOrder = (d) =>
  d.players
    .map((_, seat) => seat)
    .sort(
      (a, b) =>
        Number(d.winners?.includes(b) ?? 0) - Number(d.winners?.includes(a) ?? 0) ||
        d.players[b].alive - d.players[a].alive ||
        d.players[b].points - d.players[a].points,
    );

/** Where a step of a seat's lane is on the stage: the middle of its runner, which covers no number. */
export function laneAt(view, d, seat, step) {
  const at = lanesOf(view, d);
  const row = laneOrder(d).indexOf(seat);
  const left = at.x + at.name + 4;
  const room = at.room - 12;
  return {
    x: left + clamp(at.size * 0.5, (room * Math.min(step, 52)) / 52, room - at.size * 0.5),
    y: at.y + at.head + row * (at.lane + 6) + at.strip + at.high / 2,
  };
}

/** All lanes, the leader first; a figure is where its dinosaur is now. */
function scores(view, scene) {
  const { description: d } = view;
  const at = lanesOf(view, d);
  const small = least(view);
  const title = scene.title ?? word(view, "after_round", { n: scene.turn });
  const parts = [
    veil(view, d.over ? 0.2 : 0.45),
    kit.rect(at.x, at.y + 5, at.wide, at.tall, { rx: 22, fill: "#1A0C04", opacity: 0.4 }),
    kit.rect(at.x, at.y, at.wide, at.tall, { rx: 22, fill: PAPER, stroke: INK, "stroke-width": 1.5 }),
    kit.group(
      { "data-box": `${view.width} ${view.height}` },
      fit(title, at.x + 14, at.y + 4, at.wide - 28, at.title * 1.4, {
        size: at.title,
        smallest: small,
        family: kit.SERIF,
        fill: DARK,
      }),
      scene.note
        ? fit(scene.note, at.x + 14, at.y + at.title * 1.4, at.wide - 28, small * 1.5, {
            size: small + 2,
            smallest: small,
            weight: 700,
            fill: DARK,
          })
        : null,
    ),
  ];
  laneOrder(d).forEach((seat, row) => {
    const player = d.players[seat];
    const { c, d: dark } = coloursOf(player.dinosaur);
    const y = at.y + at.head + row * (at.lane + 6);
    const { high, room, size } = at;
    const left = at.x + at.name;
    const spot = laneAt(view, d, seat, player.points);
    const body = (size * BODY.height) / BODY.width;
    const label = player.alive ? called(view, seat) : `${called(view, seat)} · ${word(view, "out")}`;
    const gain = scene.gains[seat];
    parts.push(
      kit.group(
        { "data-box": `${view.width} ${view.height}` },
        fit(
          label,
          at.upright ? at.x + 14 : at.x + 12,
          y,
          at.upright ? room - 60 : at.name - 18,
          at.upright ? at.strip : high,
          {
            size: clamp(small, high * 0.3, 22),
            smallest: small,
            lines: at.upright ? 1 : 2,
            align: "start",
            family: kit.SERIF,
            fill: DARK,
          },
        ),
        kit.text(String(player.points), at.x + at.wide - 14, y + at.strip + high / 2 + high * 0.16, {
          size: clamp(16, high * 0.45, 34),
          family: kit.SERIF,
          anchor: "end",
          fill: DARK,
        }),
      ),
      kit.rect(left, y + at.strip, room - 8, high, {
        rx: 12,
        fill: c,
        "fill-opacity": 0.22,
        stroke: c,
        "stroke-width": 2,
      }),
      player.points
        ? kit.rect(left, y + at.strip, ((room - 8) * Math.min(player.points, 52)) / 52, high, {
            rx: Math.min(12, ((room - 8) * player.points) / 104),
            fill: c,
            opacity: 0.55,
          })
        : null,
      ...[10, 20, 30, 40].map((ten) => {
        const x = left + ((room - 8) * ten) / 52;
        return kit.path(`M${x} ${y + at.strip + 5}V${y + at.strip + high - 5}`, {
          stroke: dark,
          "stroke-width": 2,
          "stroke-dasharray": "2 4",
          opacity: 0.6,
        });
      }),
      kit.group(
        {
          "data-key": `lane:${seat}`,
          "data-zone": "lanes",
          "data-ghost": "no", // it goes with the panel
          transform: `translate(${spot.x - size / 2} ${y + at.strip + high - body * 0.98})`,
        },
        kit.placed(
          figure(
            player.dinosaur,
            player.alive ? (gain > 4 || d.winners?.includes(seat) ? "proud" : "calm") : "out",
          ),
          (6 * size) / BODY.width,
          0,
          size,
          BODY.width,
        ),
      ),
    );
    if (gain > 0)
      parts.push(
        kit.chip(`+${gain}`, left + room - 16, y + at.strip + high / 2 - small, {
          size: small + 2,
          height: small * 2,
          align: "end",
          fill: BRASS,
          ink: DARK,
          stroke: INK,
          weight: 800,
        }),
      );
  });
  const numbers = laneOrder(d).map((seat) => `${nameOf(view, seat)} ${d.players[seat].points}`);
  return kit.group(
    {
      class: "scene",
      "pointer-events": "none",
      ...(d.over
        ? { role: "img", "aria-label": `${title} ${scene.note} ${numbers.join(", ")}` }
        : { "aria-hidden": "true" }),
    },
    ...parts,
  );
}

/** Why a dinosaur is out: three of a kind, one of each, or with the help of a meteor. */
function causeOf(view, cause) {
  const kinds = [...new Set(cause)];
  const names = kinds.map((kind) => view.say(`name.${kind}`)).join(" + ");
  if (kinds.includes("meteor")) return word(view, "with_meteor", { kinds: names });
  const three = kinds.find((kind) => cause.filter((one) => one === kind).length >= 3);
  if (three) return word(view, "three_alike", { kind: view.say(`name.${three}`) });
  return word(view, "one_of_each", { kinds: names });
}

/** Who sent the disaster to a seat, or turned the scores against it, among the things played in
 * its last round. */
export function whoDid(view, played, seat, d) {
  const others = played.filter((entry) => entry.kind === "played" && entry.seat !== seat);
  const told = (key, entry) => word(view, key, { name: nameOf(view, entry.seat) });
  const sent = others.findLast((entry) => entry.card === "IR" && entry.target === seat);
  if (sent) return told("by_detour", sent);
  const turned = others.findLast((entry) => entry.card === "II");
  if (turned && d.inverted) return told("by_flip", turned);
  const sapped = others.findLast((entry) => entry.card === "IS" && entry.target === seat);
  if (sapped) return told("by_sap", sapped);
  return d.title ? word(view, "by_disaster", { title: view.say(`title.${d.title}`) }) : "";
}

/** For the page's scene of a player who is out while others go on: what did it and who,
 * and the own dinosaur.
 * @type {Drawing["out"]} */
export function out(view) {
  const { description: d, seat } = view;
  if (seat === null || d.over || d.players[seat].alive) return null;
  const own = d.players[seat];
  const events = view.lately ?? view.events;
  const end = events.findLastIndex((event) => event.kind === "out" && event.seat === seat);
  const before = events.slice(0, Math.max(0, end));
  const begin = before.findLastIndex((event) => event.kind === "round");
  const played = before.slice(begin + 1);
  const taken = played.findLast((event) => event.kind === "took" && event.seat === seat);
  const inverted = played.some((event) => event.kind === "exchanged");
  return {
    title: word(view, "out_title"),
    text: causeOf(view, heldOf(own)),
    rule: word(view, "three"),
    more: whoDid(view, played, seat, { inverted, title: taken?.title ?? null }),
    node: kit.el(
      "svg",
      { viewBox: "0 0 100 100", width: 180, height: 180, "aria-hidden": "true" },
      kit.placed(dinosaur(own.dinosaur, "out"), 0, 0, 100, 100, 180),
    ),
  };
}
const heldOf = (player) =>
  KINDS.flatMap((kind) => Array.from({ length: player.disasters[kind] }, () => kind));

/** The reader is out: the own dinosaur on its back in a spot of light, what did it and who. */
function fallen(view, scene) {
  const { width: w, height: h } = view;
  const own = view.description.players[scene.seat];
  const low = h < 430;
  const size = Math.min(h * (low ? 0.34 : 0.36), w * 0.5, 280);
  const title = clamp(26, Math.min(h * 0.1, w * 0.09), 64);
  const sign = clamp(24, h * 0.06, 44);
  const text = clamp(least(view), h * 0.028, 20);
  const lines = [causeOf(view, scene.cause), scene.by].filter(Boolean);
  const tall = size + title * 1.25 + sign + 12 + lines.length * text * 2.5;
  let y = Math.max(4, (h - tall) / 2);
  const parts = [
    veil(view, 0.95), // what is written below is not read through it
    kit.circle(w / 2, y + size * 0.55, size * 0.78, { fill: "#5A3A1E", opacity: 0.8 }),
    kit.circle(w / 2, y + size * 0.55, size * 0.56, { fill: "#8A5A2E", opacity: 0.7 }),
    kit.group(
      {
        "data-key": "fallen",
        "data-zone": "scene",
        "data-ghost": "no",
        transform: `translate(${w / 2 - size / 2} ${y})`,
      },
      kit.placed(dinosaur(own.dinosaur, "out"), 0, 0, size, 100, 180),
    ),
  ];
  y += size + 2;
  const words = [
    kit.text(word(view, "out_title"), w / 2, y + title * 0.95, {
      size: title,
      family: kit.SERIF,
      anchor: "middle",
      fill: PAPER,
    }),
  ];
  y += title * 1.25;
  const wide = scene.cause.length * (sign + 8);
  scene.cause.forEach((kind, i) =>
    parts.push(
      kit.group(
        { transform: `translate(${w / 2 - wide / 2 + i * (sign + 8)} ${y})` },
        kit.rect(0, 0, sign, sign, { rx: sign * 0.26, fill: PAPER }),
        kit.placed(disasterSign(kind), sign * 0.12, sign * 0.12, sign * 0.76),
      ),
    ),
  );
  y += sign + 10;
  for (const line of lines) {
    words.push(
      fit(line, 16, y, w - 32, text * 2.4, {
        size: text,
        smallest: least(view),
        lines: 2,
        weight: 700,
        fill: PAPER,
      }),
    );
    y += text * 2.5;
  }
  return kit.group(
    { role: "img", "aria-label": [word(view, "out_title"), ...lines].join(" "), class: "scene" },
    ...parts,
    kit.group({ "data-box": `${w} ${h}` }, ...words),
  );
}

/** The own dinosaur on its back, where the hand was. */
function lying(view, box) {
  const own = view.description.players[view.seat];
  const size = Math.min(box.height * 0.95, box.width * 0.3);
  const text = word(view, "you_out");
  const wide = Math.min(box.width, size + kit.measure(text, 22, { family: kit.SERIF }) + 60);
  const x = box.x + (box.width - wide) / 2;
  return [
    kit.group(
      { transform: `translate(${x} ${box.y})`, "data-box": `${wide} ${box.height}` },
      kit.rect(0, 0, wide, box.height, { rx: 16, fill: DARK, opacity: 0.87 }),
      kit.placed(dinosaur(own.dinosaur, "out"), 12, (box.height - size) / 2, size, 100, 180),
      fit(text, size + 22, 0, wide - size - 34, box.height, {
        size: 22,
        smallest: least(view),
        lines: 3,
        family: kit.SERIF,
        fill: PAPER,
      }),
    ),
  ];
}

/* What pointing at a thing would change */

const changesScores = (move) =>
  ["aim", "swap", "add"].includes(move.kind) || (move.kind === "instant" && move.card === "II");

/** The one move that is left with a thing that is pointed at: a target, a card, a swap. */
function pointed(view, key) {
  const [zone, rest] = key.split(":");
  const seat = Number(rest);
  if (zone === "seat" && aimedFirst(view)) return aimedAt(view, seat);
  const involves =
    zone === "seat"
      ? (move) => [move.target, move.one, move.other].includes(seat)
      : (move) => zone === "hand" && move.card === rest.split("#")[0];
  const left = view.moves.filter((move) => view.left.has(move.id) && changesScores(move) && involves(move));
  return left.length === 1 ? left[0].id : null;
}

/** Every score after what is pointed at, by seat, as the server previews it; null where no score is known. */
export function foretold(view, key) {
  const id = pointed(view, key);
  if (id === null || !view.preview(id)) return null;
  const found = view.description.players.map(({ score }, seat) => {
    const final = score ? view.after(id, `players.${seat}.score.final`) : undefined;
    const standing = view.after(id, `players.${seat}.score.standing`);
    return final === undefined
      ? null
      : { final, crown: standing === "highest", cloud: standing === "lowest" };
  });
  const changes = (score, seat) => score && score.final !== view.description.players[seat].score.final;
  return found.some(changes) ? found : null;
}

/** Everybody's new score while a thing is pointed at.
 * @type {Drawing["preview"]} */
export function preview(view, given, key) {
  kit = given;
  const { description: d } = view;
  const found = foretold(view, key);
  if (!found) return null;
  const areas = layout(view);
  const size = least(view) + (areas.low ? 1 : 4);
  const made = found.map((score, seat) => {
    if (!score) return null;
    const box = areas.seats[place(view, seat)];
    const old = d.players[seat].score.final;
    const label = old === score.final ? dashed(score.final) : `${dashed(old)} › ${dashed(score.final)}`;
    const better = score.final > old;
    return plate(
      view,
      label,
      box.x + box.width / 2,
      box.y + box.height - 2 * box.row - (areas.upright ? box.row : 0) - size * 2.4,
      size * 1.7,
      box.width,
      {
        size,
        weight: 800,
        ground: old === score.final ? PAPER : better ? BRASS : RED,
        icon: score.crown ? kit.signs.crown() : score.cloud ? kit.signs.cloud() : null,
      },
    );
  });
  return kit.group({ class: "preview", "pointer-events": "none" }, ...made);
}

/* The end */

/** @type {Drawing["ranking"]} */
export const ranking = ({ description }) => laneOrder(description);
/** @type {Drawing["seatColours"]} */
export const seatColours = ({ description }) => description.players.map(({ dinosaur }) => colourOf(dinosaur));

/** Who made it, in a sentence. */
function sentenceOf(view) {
  const { description: d } = view;
  const names = d.winners.map((seat) => nameOf(view, seat));
  if (d.winners.length > 1) return word(view, "share", { names: names.join(", ") });
  return word(view, "made_it", { name: names[0] ?? "" });
}

/** The whole race as lanes, the first on top; the podium is the scene of the page. */
const ending = (view) =>
  scores(view, {
    title: sentenceOf(view),
    note: kit.capital(view.say(`ending.${view.description.reason}`)),
    gains: view.description.players.map(() => 0),
  });

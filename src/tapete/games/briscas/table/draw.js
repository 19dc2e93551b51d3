/* Briscas: the trick, the stock with the face-up trump, everybody's cards, what has been won, and the end. */

import { cardBack, inkOf, numberOf, spanishCard, suitOf, suitSign } from "./art.js";

export { beats } from "./beats.js";

export const music = "dorian";
export const sources = { hand: "stock", trick: "hands" };

const ORDER = ["A", "3", "K", "C", "S", "7", "6", "5", "4", "2"];
const WORTH = { A: 11, 3: 10, K: 4, C: 3, S: 2 };

/** @type {Kit} */
let kit;

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const word = (view, key, values) => view.say(`stage.${key}`, values);
const faceOf = (card) => card.split("-")[0];
const worth = (card) => WORTH[faceOf(card)] ?? 0;
const seatName = (view, seat) => view.names[seat];
const sideName = (view, { seats }) => seats.map((seat) => seatName(view, seat)).join(" + ");
const scores = (view) =>
  view.description.sides.map((side) => `${sideName(view, side)} ${side.points}`).join(", ");
const cardName = (view, card) => view.say(`name.${card}`);

/** At the table cards go by their names, not by the ids that are typed.
 * @type {Drawing["wording"]} */
export const wording = (said) => (said.say === "move.play" ? { ...said, say: "shown.play" } : said);

/** @type {Drawing["guide"]} */
export function guide(view) {
  const { description: d } = view;
  if (d.over) return view.say("phase.over");
  if (!view.moves.length) return word(view, "wait", { name: seatName(view, d.seat) });
  return d.trick.length ? word(view, "answer", { card: d.trick[0].card }) : word(view, "lead");
}

/** @type {Drawing["summary"]} */
export function summary(view) {
  const { description: d } = view;
  const trump = word(view, "trump", { suit: view.say(`name.${d.trump}`) });
  const stock = word(view, "stock", { n: d.stock.left });
  return `${word(view, "title")}. ${trump}. ${stock}. ${scores(view)}.`;
}

/** Events that move the game, for who wants to read only these; and those with which a part of
 * the log begins. */
export const important = [
  "exchange",
  "trick",
  "face_up",
  "stock_empty",
  "stopped",
  "won",
  "won_by_cards",
  "tie",
];
export const chapters = ["lead"];

export const sounds = { trick: "trick_won", exchange: "flip", face_up: "flip", stock_empty: "shuffle" };

/** Keys of the game's own: the last trick, and the cards counted. */
export const keys = { v: "last", c: "counting" };
export const passing = ["last"];

/** Ranks with what they are worth, the eye, and the gaps in the frames, for the rules in short.
 * @type {Drawing["legend"]} */
export function legend(language, say, given) {
  const sign = (text) =>
    given.text(text, 50, 72, {
      size: text.length > 1 ? 60 : 74,
      weight: 700,
      anchor: "middle",
      fill: "#2A2420",
    });
  /** @type {[Node, string][]} */
  const ranks = ["1", "3", "12", "11", "10"].map((number, i) => [
    sign(number),
    say(`stage.legend_ranks.${i}`),
  ]);
  return [
    ...ranks,
    [sign("7"), say("stage.legend_rest")],
    [given.group({}, given.eye(6, 20, 88)), say("stage.they_know")],
    [sign("– –"), say("stage.legend_gaps")],
  ];
}

/* The stage */

/** The seat at the bottom: the reader's, or the one that a reader without a seat looks on from. */
const ownSeat = (view) => view.seat ?? view.me ?? 0;
/** Where a seat sits as the reader sees it: counter-clockwise, the next one to the right. */
function positionOf(view, seat) {
  const players = view.description.players.length;
  const steps = (seat - ownSeat(view) + players) % players;
  return { 2: ["me", "top"], 3: ["me", "topright", "topleft"], 4: ["me", "right", "top", "left"] }[players][
    steps
  ];
}

/** Boxes of everything, by the shape of the stage: tall (a phone), low (a phone turned, a small
 * window), or wide. */
function layout(view) {
  const { width: w, height: h } = view;
  const players = view.description.players.length;
  const tall = h > w;
  const low = !tall && h < 420;
  const short = tall && players === 2 && h < 600; // the stock lies beside the trick
  const made = short ? shortPlan : tall ? tallPlan : low ? lowPlan : widePlan;
  const plan = made(w, h, players, view.toggles?.has("counting"));
  const middle = plan.middle ?? {
    x: plan.trick.x - plan.trick.size * 1.6,
    y: plan.trick.y - plan.trick.size,
    width: plan.trick.size * 3.2,
    height: plan.trick.size * 2,
  };
  return {
    ...plan,
    w,
    h,
    players,
    tall,
    short,
    low,
    small: tall || low,
    pad: tall ? 6 : low ? 6 : 12,
    middle,
  };
}

function widePlan(w, h, players) {
  const k = Math.min(w / 1000, h / 724);
  const card = 152 * k;
  const handY = h - card * kit.CARD_RATIO - 40 * k;
  const scoreHigh = (players === 3 ? 116 : 84) * Math.max(k, 0.78);
  const scoreWide = Math.min(Math.max(220 * k, 150), (w - 3.5 * card) / 2 - 20);
  const score = { x: w - scoreWide - 22 * k, y: h - scoreHigh - 20 * k, width: scoreWide, height: scoreHigh };
  const four = players === 4;
  const size = players === 2 ? 146 * k : 98 * k;
  const trick = { x: w / 2, y: players === 2 ? 140 * k + (size * kit.CARD_RATIO) / 2 : 276 * k, size };
  const face = (four ? 78 : 96) * k;
  const pile = (four ? 58 : 80) * k;
  const pileX = score.x + score.width - pile - 20 * k;
  const stockWide = (four ? 92 : 116) * k;
  const across = (x, y, fan = 68 * k) => ({ row: true, x: x - 190 * k, y, face, fan, wide: 380 * k });
  const down = (x) => ({ row: false, x, y: 40 * k, face, fan: 46 * k, wide: Math.min(200 * k, w * 0.2) });
  const besideTop = Math.min(four ? 252 * k : 112 * k, score.y - LEAST_COUNT - 8); // below the seat there
  const beside = Math.min(scoreWide + 12, 290);
  const besideTrick = { y: besideTop, width: beside, narrow: beside, height: score.y - besideTop - 8 };
  const asked = clamp(w * 0.43 - 1.5 * card - 50 * k, 150, 300); // up to the hand
  return {
    k,
    hand: { size: card, y: handY, gap: 20 * k, lean: 2.5, chips: true },
    trick,
    seats: {
      top: four ? across(w / 2, 12 * k, 44 * k) : across(w / 2, 14 * k),
      topleft: across(w * 0.27, 14 * k, 56 * k),
      topright: across(w * 0.75, 14 * k, 56 * k),
      left: down(w * 0.11),
      right: down(w * 0.89),
      me: { row: true, x: 22 * k, y: h - 78 * k, face: 60 * k, fan: 0, wide: (w - 3.4 * card) / 2 - 40 * k },
    },
    stock: { x: w * 0.07, y: (four ? 300 : 176) * k, size: stockWide },
    score,
    piles: {
      size: pile,
      theirs: { x: pileX, y: (four ? 262 : 170) * k },
      mine: { x: pileX, y: score.y - pile * kit.CARD_RATIO - 16 * k },
      drawn: players !== 3,
    },
    count: { x: 22 * k, y: h - 78 * k - 44, width: 112, height: 34 },
    exchange: {
      x: w * 0.07,
      y: Math.min((four ? 300 : 176) * k + stockWide * kit.CARD_RATIO + 62 * k, h - 78 * k - 104),
      width: asked,
      height: 56,
    },
    beside: besideTrick,
  };
}

function tallPlan(w, h, players, counts) {
  const many = players > 2;
  const card = Math.min(118, (w - 34) / 3) * (!many ? 1 : h < 680 ? 0.84 : 0.92);
  const handY = h - card * kit.CARD_RATIO - 30;
  const own = handY - (many ? 58 : 64); // a card that can be played is lifted and ringed
  const rowY = own - (many ? 92 : 122);
  const face = many ? (h < 680 ? 44 : 54) : 64;
  const top = many ? face + 70 : 88; // where the seats end, with the word below a name
  const free = rowY - top - 10;
  // The count lies between trick and stock, where the cards of a trick can lie side by side above it.
  const under = counts && free - COUNT_HIGH > LEAST_TRICK * kit.CARD_RATIO ? COUNT_HIGH : 0;
  const room = free - under;
  const high = room / kit.CARD_RATIO;
  const row = many && high / 2.04 < 50; // no room for two cards one above the other: all side by side
  const size = row
    ? Math.min(high * 0.88, (w - 24) / players / 1.08)
    : many
      ? Math.min(86, high / 2.04)
      : Math.min(126, (room - 14) / kit.CARD_RATIO);
  const aside = size * 0.54 * (players - 1);
  const trick = { x: w / 2, y: top + (many ? 0 : 10) + room / 2, size, row, aside, up: 0 };
  const share = w / (players - 1);
  const up = (i) => ({ row: false, x: share * (i + 0.5), y: 8, face, fan: 22, wide: share - 6 });
  const score = { x: w - 182, y: rowY + 2, width: 174, height: players === 3 ? 100 : 80 };
  return {
    k: Math.min(1, w / 382),
    hand: { size: card, y: handY, gap: (w - 20) / 3 - card, lean: 0, chips: true },
    trick,
    seats: {
      top: many ? up(1) : { row: true, x: 12, y: 12, face, fan: 46, wide: w - 24 },
      topleft: up(0),
      topright: up(1),
      left: up(0),
      right: up(2),
      me: { row: true, x: 10, y: own + 2, face: many ? 40 : 44, fan: 0, wide: many ? 0 : 124 },
    },
    stock: { x: 14, y: rowY + 2, size: many ? 40 : 56 },
    score,
    piles: {
      size: 36,
      theirs: { x: w - 60, y: trick.y - 28 }, // one card lies across and is wider
      mine: { x: score.x - 54, y: rowY + 10 },
      drawn: !many,
    },
    count: { x: many ? 60 : 136, y: own + 6, width: 74, height: 34 },
    exchange: { x: many ? 142 : 218, y: own - 4, width: w - (many ? 150 : 226), height: 50 },
    middle: { x: 6, y: top, width: w - 12, height: rowY - top },
    countEnd: under ? rowY - 9 : null,
  };
}

function shortPlan(w, h) {
  const card = Math.min(118, (w - 34) / 3, (h - 344) / kit.CARD_RATIO);
  const handY = h - card * kit.CARD_RATIO - 30;
  const own = handY - 68; // a card that can be played is lifted and ringed
  const top = 82; // where the other seat ends
  const left = 116; // where the stock ends
  const room = own - top - 8;
  const size = Math.min(110, (room - 8) / kit.CARD_RATIO, (w - left - 12) / 2.24);
  const trick = { x: (left + w) / 2, y: top + room / 2, size };
  const score = { x: w - 158, y: own - 2, width: 150, height: 58 };
  return {
    k: Math.min(1, w / 382),
    hand: { size: card, y: handY, gap: (w - 20) / 3 - card, lean: 0, chips: true },
    trick,
    seats: {
      top: { row: true, x: 12, y: 10, face: 60, fan: 44, wide: w - 24 },
      me: { row: true, x: 10, y: own + 2, face: 44, fan: 0, wide: 124 },
    },
    stock: { x: 14, y: top + 4, size: 50 },
    score,
    piles: {
      size: 36,
      theirs: { x: w - 60, y: top },
      mine: { x: score.x, y: own },
      drawn: false,
    },
    count: { x: 10, y: own - 38, width: 74, height: 34 },
    exchange: { x: left - 6, y: own - 48, width: w - left, height: 44 },
    middle: { x: 6, y: top, width: w - 12, height: room },
  };
}

function lowPlan(w, h, players) {
  const many = players > 2;
  const strip = many ? 44 : 0;
  const card = Math.min(100, (h * (many ? 0.39 : 0.42)) / kit.CARD_RATIO, (w * 0.5) / 3.3);
  const handY = h - card * kit.CARD_RATIO - 6;
  const room = handY - strip - 28;
  const size = Math.min(
    104,
    (room - (many ? 3 : 0)) / kit.CARD_RATIO,
    (w * 0.5) / (many ? players * 1.08 : 2.2),
  );
  const stock = clamp((handY - strip - 74) / kit.CARD_RATIO, 34, 58);
  const pileEnd = 12 + stock * (0.42 + kit.CARD_RATIO); // where the face-up card ends
  const aside = clamp(w * 0.165, size * 0.54 * (players - 1), w / 2 - pileEnd - size * 0.62);
  const trick = { x: w / 2, y: strip + 14 + room / 2, size, row: many, aside, up: 4 };
  const share = w / (players - 1);
  const along = (i) => ({ row: true, x: share * i + 8, y: 5, face: 36, fan: 22, wide: share - 16 });
  const trickEnd = w / 2 + (many ? aside + size * 0.58 : size * 1.16);
  const scoreWide = Math.min(170, (w - 3.3 * card) / 2 - 10);
  const scoreHigh = players === 3 ? 98 : 70;
  const score = { x: w - scoreWide - 8, y: h - scoreHigh - 8, width: scoreWide, height: scoreHigh };
  const asked = 56; // three lines of words
  const aboveScore = !many && h > 330 ? 76 : 0; // the own pile lies there
  const besideTop = many ? strip + 2 : 6;
  const besideTrick = {
    y: besideTop,
    width: Math.max(150, w - trickEnd - 12),
    narrow: Math.max(150, (w - 3.3 * card) / 2 - 4), // below the trick it lies beside the hand
    height: score.y - besideTop - 6,
  };
  return {
    k: 0.6,
    hand: { size: card, y: handY, gap: 8, lean: 0, chips: false },
    trick,
    seats: {
      top: many ? along(1) : { row: true, x: 10, y: 8, face: 44, fan: 26, wide: (w - 2.3 * size) / 2 - 16 },
      topleft: along(0),
      topright: along(1),
      left: along(0),
      right: along(2),
      me: { row: true, x: 8, y: h - 44, face: 36, fan: 0, wide: (w - 3.3 * card) / 2 - 10 },
    },
    stock: { x: 12, y: strip + (many ? 8 : 62), size: stock },
    score,
    piles: {
      size: 40,
      theirs: { x: w - 68, y: strip + 14 },
      mine: { x: w - 68, y: score.y - 74 },
      drawn: !many && h > 330,
    },
    count: { x: 8, y: h - 44 - 34, width: 66, height: 30 },
    exchange: { x: w - scoreWide - 8, y: score.y - aboveScore - asked - 6, width: scoreWide, height: asked },
    beside: besideTrick,
    middle: { x: w * 0.2, y: strip + 6, width: w * 0.6, height: handY - strip - 10 },
  };
}

/** By touch the button that confirms is on the card, where it hides neither trump nor points. */
export const confirmOn = true;
/** @type {Drawing["draw"]} */
export function draw(view, given) {
  kit = given;
  const plan = layout(view);
  const { description: d } = view;
  const parts = [kit.cloth(view), embroidery(view, plan)];
  d.players.forEach((_, seat) => {
    if (positionOf(view, seat) !== "me") parts.push(...seated(view, seat, plan));
  });
  if (d.over) return kit.drawing(view, ...parts, ending(view, plan));
  parts.push(stock(view, plan), ...piles(view, plan), score(view, plan), pegs(view, plan));
  parts.push(
    trickZone(view, plan),
    ...trick(view, plan),
    ...own(view, plan),
    ...counting(view, plan),
    ...lastLarge(view, plan),
  );
  return kit.drawing(view, ...parts);
}

/** How far the game is, for the bar: a trick lasts until its points are counted, and none follows the last.
 * @type {Drawing["status"]} */
export const status = (view) => {
  const { description: d } = view;
  const goes = !d.taking && (d.trick.length > 0 || d.players.some(({ count }) => count > 0));
  return d.over ? "" : word(view, "trick_n", { n: d.tricks.length + (goes ? 1 : 0) });
};

const CORNER = `<g fill="none" stroke="#F6BC3A" stroke-width="2.5" stroke-linecap="round" opacity=".5">
  <path d="M14 86V34Q14 14 34 14H86M24 70V40Q24 24 40 24H70"/><circle cx="40" cy="40" r="6"/>
  <path d="M40 34Q46 20 62 34 50 40 46 40M34 40Q20 46 34 62 40 50 40 46"/></g>`;
const GHOST =
  '<path fill-rule="evenodd" fill="#F6BC3A"' +
  ` d="M50 1 94 46 50 91 6 46ZM31 30V44H37C38 39 41 38 45 38V60C45 63 43 63
  40 64V69H60V64C57 63 55 63 55 60V38C59 38 62 39 63 44H69V30Z"/>`;

/** What is stitched on the cloth: corners, and the mark of the house in the middle. */
function embroidery(view, { w, h, k, tall, low, trick: { x, y } }) {
  if (low) return null;
  const size = tall ? 52 : 92 * k;
  const far = tall ? 8 : 16 * k;
  const turned = (sx, sy) =>
    kit.el(
      "g",
      { transform: `translate(${sx > 0 ? far : w - far} ${sy > 0 ? far : h - far}) scale(${sx} ${sy})` },
      kit.placed(kit.picture(CORNER), 0, 0, size),
    );
  const ghost = tall ? 190 : 320 * k;
  return kit.group(
    { "aria-hidden": "true" },
    ...(tall ? [turned(1, -1), turned(-1, -1)] : [turned(1, 1), turned(-1, 1)]),
    kit.group({ opacity: 0.12 }, kit.placed(kit.picture(GHOST), x - ghost / 2, y - ghost * 0.46, ghost)),
  );
}

/* Who sits there */

const RINGS = ["#F6BC3A", "#E8643F", "#8FC1EA"];
const sideOf = (view, seat) => view.description.players[seat].side;
/** The colour of a side: the reader's own is brass. */
function sideColour(view, side) {
  const own = view.description.players[ownSeat(view)].side;
  return RINGS[(side - own + 3) % 3];
}

/** @type {Drawing["seatColours"]} */
export const seatColours = (view) => view.description.players.map(({ side }) => sideColour(view, side));

/** A face with the ring of its side; brass runs round the seat to move. */
function face(view, seat, x, y, size) {
  const { description: d } = view;
  const asked = !d.over && d.seat === seat;
  const mood = view.moods?.[seat] ?? (asked && seat !== view.seat ? "think" : "calm");
  const half = size / 2;
  const plain = () =>
    kit.group({}, kit.circle(50, 50, 46, { fill: "#F4E6C9" }), kit.seatShape(seat, 25, 25, 50));
  return kit.at(
    x,
    y,
    kit.circle(half, half + 3, half, { fill: "#000000", opacity: 0.25 }),
    kit.placed(view.portrait?.(seat, mood) ?? plain(), 0, 0, size),
    kit.circle(half, half, half, {
      fill: "none",
      stroke: "#38200F",
      "stroke-width": asked ? Math.max(7, size * 0.1) : Math.max(4, size * 0.06),
    }),
    kit.circle(half, half, half, {
      fill: "none",
      stroke: sideColour(view, sideOf(view, seat)),
      "stroke-width": asked ? Math.max(4, size * 0.065) : Math.max(2, size * 0.03),
      "stroke-dasharray":
        sideOf(view, seat) === 1 && d.players.length === 4 ? `${size * 0.12} ${size * 0.05}` : null,
    }),
    asked && seat !== view.seat
      ? kit.dots(half - size * 0.13, size + Math.max(6, size * 0.07), Math.max(2.5, size * 0.04))
      : null,
  );
}

/** What is said of a seat under its name. While cards move to who took the trick nobody leads yet. */
function notesOf(view, seat) {
  const { description: d } = view;
  const player = d.players[seat];
  const leads = d.leader === seat && player.count > 0 && !d.over && !d.taking && !d.trick.length;
  const notes = [leads ? word(view, "leads") : word(view, "tricks", { n: player.tricks })];
  if (view.seat !== null && player.partner === view.seat) notes.unshift(word(view, "partner"));
  return notes.join(" · ");
}

const HELD = 3; // cards of a full hand

function seated(view, seat, plan) {
  const place = plan.seats[positionOf(view, seat)];
  const player = view.description.players[seat];
  const high = place.fan * kit.CARD_RATIO;
  const shows = (player.hand ?? player.known).length > 1; // numbers and suits of open cards need room
  const made = [];
  const least = kit.least(view);
  const named = (x, y, width, align, wider = 0) => {
    if (width < 52) return [];
    const size = Math.min(28 * plan.k, place.face * 0.42);
    return [
      kit.fitted(seatName(view, seat), x, y, width, size * 1.2, {
        size: Math.max(15, size),
        smallest: least + 1,
        align,
        family: kit.SERIF,
        fill: "var(--on-cloth)",
      }),
      kit.fitted(notesOf(view, seat), x - wider, y + Math.max(18, size * 1.15), width + 2 * wider, 17, {
        size: Math.max(13, 15 * plan.k),
        smallest: least,
        align,
        weight: 600,
        fill: "var(--on-cloth-2)",
      }),
    ];
  };
  if (place.row) {
    const narrow = place.fan * (plan.low && plan.players > 2 ? 1.7 : 2.1);
    const besideName = place.wide - place.face - 150;
    const fanWide = shows ? clamp(place.fan * 3.1, narrow, Math.max(narrow, besideName)) : narrow;
    const nameWide = place.wide - place.face - fanWide - 20;
    const textHigh = Math.max(18, Math.min(28 * plan.k, place.face * 0.42) * 1.15) + 17;
    made.push(
      kit.group(
        { "data-seat": seat, "data-key": `seat:${seat}`, "data-zone": "seats" },
        face(view, seat, place.x, place.y, place.face),
        ...named(
          place.x + place.face + 9,
          place.y + Math.max(0, (place.face - textHigh) / 2),
          nameWide,
          "start",
        ),
      ),
    );
    if (place.fan)
      made.push(
        ...fan(
          view,
          seat,
          place.x + place.wide - fanWide,
          place.y + Math.max(0, (place.face - high) / 2),
          fanWide,
          place.fan,
        ),
      );
    return made;
  }
  const top = place.y + place.face + 8;
  const several = plan.tall && shows;
  // On a phone the backs lie beside the face, and both together stay between the neighbours.
  const backs = plan.tall ? 2 + place.fan * (1 + 0.34 * (HELD - 1)) : 0;
  const faceX = several ? place.x - place.wide / 2 + 2 : place.x - (place.face + backs) / 2;
  const among = positionOf(view, seat) === "top" ? place.wide * 0.15 : 0; // its neighbours have short words
  made.push(
    kit.group(
      { "data-seat": seat, "data-key": `seat:${seat}`, "data-zone": "seats" },
      face(view, seat, faceX, place.y, place.face),
      ...named(place.x - place.wide / 2, top, place.wide, "middle", among),
    ),
  );
  const wide = place.fan * (shows ? 3.1 : 2.2);
  const under = top + Math.max(18, Math.min(28 * plan.k, place.face * 0.42) * 1.15) + 20;
  const step = several ? (place.wide - place.face - place.fan - 6) / (player.count - 1) : place.fan * 0.34;
  const beside = plan.tall ? { x: faceX + place.face + 2, step: Math.min(step, place.fan) } : null;
  if (player.count)
    made.push(...fan(view, seat, place.x - wide / 2, plan.tall ? place.y : under, wide, place.fan, beside));
  return made;
}

/** The cards of another player: backs, and those that are known face up, with one eye where it hides no suit.
 * On a phone with more players beside the face. */
function fan(view, seat, x, y, width, size, beside = null) {
  const player = view.description.players[seat];
  const open = player.hand ?? player.known ?? [];
  const high = size * kit.CARD_RATIO;
  const places = kit.spread(player.count, size, width, open.length > 1 ? 1 : -size * 0.38);
  const left = beside?.x ?? x;
  const seen = Math.min(20, size * 0.5);
  return places.map((at, i) => {
    const card = open[i];
    const lean = (i - (player.count - 1) / 2) * 6;
    const key = card ? `card:${card}` : `back:${seat}:${i}`;
    const label = card
      ? `${cardName(view, card)}. ${word(view, "known")}`
      : word(view, "hand", { n: player.count });
    const dx = beside ? i * beside.step : at;
    const place = `translate(${left + dx} ${y + (beside ? 8 : 0)})`;
    const turn = `rotate(${beside ? 0 : lean} ${size / 2} ${high})`;
    return kit.group(
      {
        transform: `${place} ${turn}`,
        "data-key": key,
        "data-zone": "hands",
        role: "img",
        "aria-label": label,
        "data-card": card && player.hand === null ? card : null,
        "data-preview": card && player.hand === null ? word(view, "you_know") : null,
        "data-state": card ? "known" : "hidden",
      },
      card ? spanishCard(card, size) : cardBack(size),
      card && player.hand === null && !i ? kit.eye(-seen * 0.55, high - seen * 0.9, seen) : null,
    );
  });
}

/* The middle */

const trickCentre = ({ trick: { x, y } }) => [x, y];

/** No card of a trick covers another's number. */
function trickPlace(view, seat, plan) {
  const { x: cx, y: cy, size } = plan.trick;
  const high = size * kit.CARD_RATIO;
  const where = positionOf(view, seat);
  if (plan.players === 2) {
    const mine = where === "me";
    return { x: cx + (mine ? size * 0.08 : -size * 1.08), y: cy - high / 2, turn: mine ? 4 : -4 };
  }
  if (plan.trick.row) {
    const { aside, up } = plan.trick; // in one row, each a little towards its player
    const four = plan.players === 4 ? 0.55 : 0;
    const [dx, dy, turn] = {
      me: [four * size, up, 2],
      top: [-four * size, -up, -2],
      left: [-aside, 0, -4],
      right: [aside, 0, 4],
      topleft: [-aside, -up, -4],
      topright: [aside, -up, 4],
    }[where];
    return { x: cx + dx - size / 2, y: cy + dy - high / 2, turn };
  }
  const [dx, dy, turn] = {
    me: [0, 0.52, 2],
    top: [0, -0.52, -3],
    right: [1.26, 0, 5],
    left: [-1.26, 0, -5],
    topright: [0.64, -0.52, 4],
    topleft: [-0.64, -0.52, -4],
  }[where];
  return { x: cx + dx * size - size / 2, y: cy + dy * high - high / 2, turn };
}

/** Where a card is dropped: once one is picked it lists every play and lights up. */
function trickZone(view, plan) {
  const { x, y, size, row } = plan.trick;
  const high = size * kit.CARD_RATIO;
  const many = plan.players > 2;
  const wide = many
    ? row
      ? 2 * plan.trick.aside + size * 1.1
      : Math.min(size * 3.7, view.width - 16)
    : size * 2.4;
  const tall = many && !row ? high * 2.06 : high * 1.1;
  const ids = view.picked.length ? kit.movesOf(view, (move) => move.kind === "play") : [];
  const state = view.picked.length && ids.some((id) => view.left.has(id)) ? "can" : "";
  const { description: d } = view;
  const holder = d.trick_points ? word(view, "in_trick", { n: d.trick_points }) : "";
  return kit.thing(view, {
    key: "trick",
    zone: "trick",
    x: x - wide / 2,
    y: y - tall / 2,
    width: wide,
    height: tall,
    radius: 14,
    ids,
    state,
    hinted: false, // the cards themselves are
    label: `${word(view, "trick_empty")} ${holder}`,
  });
}

function trick(view, plan) {
  const { description: d } = view;
  const { size } = plan.trick;
  const high = size * kit.CARD_RATIO;
  return d.trick.map(({ seat, card }) => {
    const { x, y, turn } = trickPlace(view, seat, plan);
    const holds = d.holds?.card === card && d.trick.length > 1;
    return kit.group(
      {
        transform: `translate(${x} ${y}) rotate(${turn} ${size / 2} ${high / 2})`,
        "data-key": `card:${card}`,
        "data-zone": "trick",
        "data-card": card,
        "data-source": `hand:${seat}`,
        "pointer-events": "none",
        role: "img",
        "aria-label": `${seatName(view, seat)}: ${cardName(view, card)}`,
      },
      kit.rect(0, 0, size, high, { fill: "transparent", class: "hit" }),
      spanishCard(card, size, { points: worth(card) }),
      holds ? kit.mark("can", size, high, size * 0.075) : null,
    );
  });
}

/** The number of the card that lies across, upright in the corner that the stock leaves free. */
function upright(card, high, size) {
  const r = Math.max(11, size * 0.16);
  return kit.at(
    high - r - 3,
    size - r - 3,
    kit.circle(0, 0, r, { fill: "#FFFBF0", stroke: inkOf(card), "stroke-width": 2 }),
    kit.text(String(numberOf(card)), 0, r * 0.46, {
      size: r * 1.3,
      family: kit.SERIF,
      anchor: "middle",
      fill: inkOf(card),
    }),
  );
}

function stock(view, plan) {
  const { description: d } = view;
  const { small } = plan;
  const { x, y, size } = plan.stock;
  const high = size * kit.CARD_RATIO;
  const shown = d.stock.face_up ?? (d.options.thesis_engine ? d.turned : null);
  const parts = [];
  if (shown) {
    const ids = kit.movesOf(view, (move) => move.kind === "exchange");
    parts.push(
      kit.thing(
        view,
        {
          key: `card:${shown}`,
          zone: "stock",
          x: size * 0.42,
          y: (high - size) / 2,
          width: high,
          height: size,
          radius: size * 0.07,
          ids,
          label: cardName(view, shown),
          room: false,
          card: shown,
        },
        kit.group(
          { transform: `translate(${high} 0) rotate(90)`, "data-turned": "" },
          spanishCard(shown, size),
        ),
        upright(shown, high, size),
        d.options.thesis_engine
          ? kit.path(`M4 4L${high - 4} ${size - 4}M4 ${size - 4}L${high - 4} 4`, {
              stroke: "#A3281F",
              "stroke-width": 4,
            })
          : null,
      ),
    );
  }
  if (d.stock.left > (d.stock.face_up ? 1 : 0)) {
    const deep = Math.min(4, Math.ceil(d.stock.left / 6));
    for (let i = 0; i < deep; i += 1)
      parts.push(kit.group({ transform: `translate(${-i * 1.5} ${-i * 2})` }, cardBack(size)));
    parts.push(
      kit.group(
        {
          transform: `translate(${-deep * 1.5} ${-deep * 2})`,
          "data-key": "stock",
          "data-zone": "stock",
        },
        kit.rect(0, 0, size, high, { fill: "transparent", class: "hit" }),
        cardBack(size),
      ),
      kit.badge(String(d.stock.left), size / 2, high - (small ? 8 : 10), {
        size: small ? 14 : Math.max(15, 19 * plan.k),
        fill: "#F6BC3A",
        ink: "#2C1A10",
        stroke: "#38200F",
      }),
    );
  } else if (!d.stock.left) {
    parts.push(
      kit.rect(0, 0, size, high, {
        rx: 6,
        fill: "none",
        stroke: "var(--on-cloth-2)",
        "stroke-width": 1.6,
        "stroke-dasharray": "6 5",
      }),
    );
  }
  const suit = word(view, "trump", { suit: view.say(`name.${d.trump}`) });
  const whole = shown ? word(view, "trump", { suit: cardName(view, shown) }) : suit;
  const note = d.stock.left ? word(view, "stock", { n: d.stock.left }) : word(view, "empty");
  const aside = plan.tall || plan.low; // then words about the empty place stand beside it
  const sign = small ? 22 : Math.max(24, 30 * plan.k);
  const row = plan.trick.row
    ? plan.trick.aside + plan.trick.size * 0.56
    : plan.trick.size * plan.players * 0.54;
  const reach = plan.players === 2 ? plan.trick.size * 1.1 : row;
  const held = (plan.w - 3 * (plan.hand.size + plan.hand.gap)) / 2; // where the hand begins
  const room = plan.tall
    ? (plan.short ? plan.trick.x - reach - 2 : plan.score.x - 10) - x
    : plan.low
      ? Math.min(plan.trick.x - reach, held) - x - 8
      : plan.exchange.width;
  const twoLines = plan.low || plan.short;
  const free = plan.tall && !plan.short && plan.players === 2; // nothing stands beside it there
  const line = free ? plan.w - x - 12 : room;
  const fits = (said) => kit.measure(said, kit.least(view), { weight: 700 }) < line - sign - 8;
  parts.push(
    kit.at(
      0,
      high + (small ? 5 : 12),
      kit.placed(suitSign(d.trump), 0, 0, sign),
      kit.fitted(
        twoLines || fits(whole) ? whole : suit,
        sign + 7,
        0,
        line - sign - 7,
        twoLines ? sign + 6 : sign,
        {
          size: Math.max(14, 18 * plan.k),
          smallest: kit.least(view),
          lines: twoLines ? 2 : 1,
          leading: 1,
          align: "start",
          weight: 700,
          fill: "var(--on-cloth)",
        },
      ),
      d.stock.left || aside
        ? null
        : kit.fitted(note, 0, sign + 3, room, 34, {
            size: 14,
            smallest: kit.least(view),
            lines: 2,
            align: "start",
            valign: "top",
            weight: 600,
            fill: "var(--on-cloth-2)",
          }),
    ),
  );
  if (!d.stock.left && aside)
    parts.push(
      kit.fitted(
        note,
        size + 8,
        0,
        Math.max(50, Math.min(110, room - size - (plan.tall && plan.piles.drawn ? 52 : 8))),
        high,
        {
          size: 13,
          smallest: kit.least(view),
          lines: 5,
          align: "start",
          weight: 600,
          fill: "var(--on-cloth-2)",
        },
      ),
    );
  return kit.group(
    {
      transform: `translate(${x} ${y})`,
      "data-zone": "stock",
      role: "group",
      "aria-label": `${whole}. ${note}`,
    },
    ...parts,
  );
}

/** What each side has won, face down; a press shows the last trick again. */
function piles(view, plan) {
  const { description: d } = view;
  const { size, theirs, mine, drawn } = plan.piles;
  if (!drawn) return [];
  const own = d.players[ownSeat(view)].side;
  const last = d.tricks.at(-1);
  return d.sides.map((side, at) => {
    const { x, y } = at === own ? mine : theirs;
    const high = size * kit.CARD_RATIO;
    const cards = d.tricks.filter((won) => side.seats.includes(won.winner)).length;
    const turns = cards ? [84, -6, 4].slice(0, Math.min(3, cards)) : [];
    const latest = last && side.seats.includes(last.winner);
    const label = `${sideName(view, side)}: ${word(view, "tricks", { n: cards })}`;
    return kit.thing(
      view,
      {
        key: `pile:${at}`,
        zone: `pile-${at}`,
        x,
        y,
        width: size,
        height: high,
        label: latest ? `${label}. ${word(view, "last_key")}` : label,
        state: "",
        room: false,
        toggle: latest && view.toggles ? "last" : null,
      },
      turns.length
        ? null
        : kit.rect(0, 0, size, high, {
            rx: 6,
            fill: "none",
            stroke: "var(--on-cloth-2)",
            "stroke-width": 1.4,
            "stroke-dasharray": "4 6",
            opacity: 0.5,
          }),
      ...turns.map((turn) =>
        kit.group({ transform: `rotate(${turn} ${size / 2} ${high / 2})` }, cardBack(size)),
      ),
    );
  });
}

const HALF = 60; // points: a side with more of them has won, whatever comes
/** Points of the sides on bars of 120, with a white mark at 61. */
function score(view, plan) {
  const { description: d } = view;
  const { x, y, width, height } = plan.score;
  const own = d.players[ownSeat(view)].side;
  const order = d.sides.map((_, i) => i).sort((a, b) => (a === own ? -1 : b === own ? 1 : a - b));
  const row = (height - 12) / order.length;
  const big = Math.min(22, row * 0.5);
  const inner = width - 24;
  const bar = Math.min(12, row * 0.3);
  const parts = [kit.rect(0, 0, width, height, { rx: 14, fill: "#000000", opacity: 0.42 })];
  order.forEach((side, i) => {
    const top = 6 + i * row;
    const { points, seats } = d.sides[side];
    const name =
      seats.length === 2 && view.seat !== null
        ? word(view, side === own ? "us" : "them")
        : sideName(view, d.sides[side]);
    const line = top + row - bar - 3;
    const pile = plan.piles.drawn || width < 130 ? 0 : 20; // its back stands before the name
    const room = inner - 36 - pile;
    const fits = (said) => kit.measure(said, kit.least(view), { weight: 700 }) < room - 2;
    const over = points > HALF ? [`${name} · ${word(view, "decided")}`, `${name} ✓`] : [];
    parts.push(
      plan.piles.drawn
        ? null
        : kit.group(
            { transform: `translate(12 ${top})`, "data-key": `pile:${side}`, "data-zone": `pile-${side}` },
            kit.rect(0, 0, 13, 20, { fill: "transparent", class: "hit" }),
            pile ? cardBack(13) : null,
          ),
      kit.fitted(over.find(fits) ?? name, 12 + pile, top, room, row - bar - 4, {
        size: Math.max(14, big * 0.8),
        smallest: kit.least(view),
        align: "start",
        weight: 700,
        fill: "#FFF7E6",
      }),
      kit.group(
        { "data-key": `score:${side}`, "data-zone": `score-${side}` },
        kit.text(String(points), width - 12, top + (row - bar) / 2 + big * 0.33, {
          size: Math.max(16, big),
          family: kit.SERIF,
          anchor: "end",
          fill: points > HALF ? "#F6BC3A" : "#FFF7E6",
          "data-number": `score:${side}`,
        }),
      ),
      kit.rect(12, line, inner, bar, { rx: bar / 2, fill: "#000000", opacity: 0.5 }),
      kit.rect(12, line, Math.max(0.01, (inner * points) / 120), bar, {
        rx: Math.min(bar / 2, (inner * points) / 240),
        fill: sideColour(view, side),
      }),
      kit.rect(12 + (inner * 61) / 120, line - 2, 3, bar + 4, { fill: "#FFFFFF" }),
    );
  });
  return kit.group(
    {
      transform: `translate(${x} ${y})`,
      role: "img",
      "aria-label": `${scores(view)}. ${word(view, "goal")}`,
    },
    ...parts,
  );
}

/** Games of the match that each side has won, as pegs on the right hem; the reader's side is nearest. */
function pegs(view, plan) {
  const { description: d } = view;
  const wins = d.sides.map(({ seats }) => view.chairs?.find((chair) => chair.seat === seats[0])?.wins ?? 0);
  const holes = view.match || Math.max(...wins);
  if (!holes) return null;
  const own = d.players[ownSeat(view)].side;
  const order = d.sides.map((_, side) => side).sort((a, b) => Number(a === own) - Number(b === own));
  const wide = plan.small ? 8 : clamp(14 * plan.k, 10, 20);
  const each = wide * 1.35;
  const long = holes * each + wide * 0.3;
  const top = (plan.h - order.length * (long + wide)) / 2;
  const strips = order.map((side, row) =>
    kit.at(
      0,
      top + row * (long + wide),
      kit.rect(0, 0, wide, long, { rx: wide / 2, fill: "#5A3418", stroke: "#F6BC3A", "stroke-width": 1 }),
      ...Array.from({ length: holes }, (_, i) => {
        const y = wide * 0.15 + each * (i + 0.5);
        const won = side === own ? i < wins[side] : i >= holes - wins[side]; // both fill from the middle
        return kit.circle(wide / 2, y, wide * (won ? 0.42 : 0.26), {
          fill: won ? sideColour(view, side) : "#1A0C04",
          stroke: won ? "#1A0C04" : "none",
          "data-peg": won ? side : null,
        });
      }),
    ),
  );
  const scores = d.sides.map(({ seats }, side) => `${seatName(view, seats[0])} ${wins[side]}`).join(", ");
  const label = word(view, view.match ? "match_to" : "match", { scores, n: holes });
  return kit.group(
    {
      transform: `translate(${plan.w - wide - 1} 0)`,
      "data-key": "pegs",
      role: "img",
      "aria-label": label,
      "data-why": label, // who points at them reads what they count
    },
    ...strips,
  );
}

/** The last trick large, in the middle: who played what, and who took it. */
function lastLarge(view, plan) {
  const last = view.description.tricks.at(-1);
  if (!view.toggles?.has("last") || !last) return [];
  const { small } = plan;
  const [cx, cy] = trickCentre(plan);
  const text = kit.base(view);
  const line = small ? 15 : 22;
  const room = Math.min(view.width - 2 * plan.pad, plan.middle.width * (small ? 1.6 : 1.15));
  const size = Math.min(
    plan.trick.size,
    (room - 20) / last.cards.length - 8,
    (plan.middle.height - 2 * line - 16) / kit.CARD_RATIO,
  );
  const width = Math.max(last.cards.length * (size + 8) + 12, small ? 150 : 260);
  const height = size * kit.CARD_RATIO + 2 * line + 14;
  const start = (width - last.cards.length * (size + 8) + 8) / 2;
  const parts = [
    kit.fitted(
      `${word(view, "last")}: ${seatName(view, last.winner)} +${last.points}`,
      6,
      3,
      width - 12,
      line,
      { size: text, smallest: kit.least(view), weight: 700, fill: "var(--on-cloth)" },
    ),
  ];
  last.cards.forEach(({ seat, card }, i) => {
    const x = start + i * (size + 8);
    parts.push(
      kit.at(
        x,
        line + 6,
        spanishCard(card, size),
        seat === last.winner ? kit.placed(kit.signs.crown(), size * 0.36, -size * 0.12, size * 0.28) : null,
      ),
      kit.fitted(seatName(view, seat), x - 4, line + 8 + size * kit.CARD_RATIO, size + 8, line, {
        size: text,
        smallest: kit.least(view),
        weight: seat === last.winner ? 700 : 400,
        fill: "var(--on-cloth)",
      }),
    );
  });
  return [
    kit.thing(
      view,
      {
        key: "last-large",
        zone: "sheet",
        x: Math.max(2, cx - width / 2),
        y: Math.max(2, cy - height / 2),
        width,
        height,
        label: word(view, "last"),
        toggle: "last",
        state: "",
        room: false,
      },
      kit.rect(0, 0, width, height, { rx: 12, fill: "#14100D", opacity: 0.94, stroke: "var(--on-cloth-2)" }),
      ...parts,
    ),
  ];
}

/* Counting: what is out follows from what everybody has seen */

const NUMBERS = { A: 1, 3: 3, K: 12, C: 11, S: 10, 7: 7, 6: 6, 5: 5, 4: 4, 2: 2 };
const SUITS = ["oros", "copas", "espadas", "bastos"];

/** Where every card is, as far as the reader can know: [state, seat that is known to hold it]. One that is
 * `coming` is not seen yet. */
export function whereabouts(view) {
  const { description: d } = view;
  const found = new Map();
  for (const suit of SUITS) for (const face of ORDER) found.set(`${face}-${suit}`, ["unseen", null]);
  d.players.forEach((player, seat) => {
    for (const card of player.hand ?? player.known)
      found.set(card, seat === ownSeat(view) && player.hand ? ["hand", seat] : ["known", seat]);
  });
  for (const { cards } of d.tricks) for (const { card } of cards) found.set(card, ["gone", null]);
  for (const { card } of d.trick) found.set(card, ["table", null]);
  if (d.stock.face_up) found.set(d.stock.face_up, ["table", null]);
  if (d.removed) found.set(d.removed, ["out", null]);
  else if (d.options.thesis_engine) found.set(d.turned, ["out", null]);
  if (d.coming) found.set(d.coming, ["unseen", null]);
  return found;
}

function countButton(view, { small, count: { x, y, width, height } }) {
  const open = view.toggles.has("counting");
  return kit.thing(
    view,
    {
      key: "counting",
      zone: "sheet",
      x,
      y,
      width,
      height,
      radius: 10,
      label: word(view, "counting"),
      toggle: "counting",
      state: "",
    },
    kit.token(width, height, { fill: open ? "var(--brass)" : "var(--panel)" }),
    kit.fitted(word(view, small ? "short_counting" : "counting"), 3, 0, width - 6, height - 3, {
      size: 15,
      smallest: kit.least(view),
      weight: 700,
      fill: open ? "#2C1A10" : "var(--ink)",
    }),
  );
}

const COUNT_HIGH = 139; // of four lines and what is said below them, between trick and stock
const LEAST_TRICK = 56; // width of a card above it
const LEAST_COUNT = 258; // height of ten lines and what is said below them
const ROOMY = 400; // from this height on everything is said
const LINE = 210; // from which ten numbers stand side by side
const LONG = 260;
const NOTE = 16; // a line of words on a small stage
const FEW = 4; // lines of words where there is little room

/** Words one after the other, in as many lines as they need. */
function inLines(notes, width, size) {
  const lines = [];
  for (const note of notes) {
    const longer = lines.length ? `${lines.at(-1)} · ${note}` : note;
    if (lines.length && kit.measure(longer, size) <= width - 2) lines[lines.length - 1] = longer;
    else lines.push(note);
  }
  return lines;
}

/** Four lines of ten numbers over what lies between trick and hand, or right of the trick. */
function countAcross(view, plan, notes) {
  const { beside, pad } = plan;
  const [head, high] = [20, 19];
  const width = beside ? Math.min(beside.width, LONG) : view.width - 2 * pad;
  const wide = (width - head - 6) / 10;
  const lines = inLines(notes.slice(0, FEW), width - 14, kit.least(view));
  const foot = lines.length * NOTE + 2;
  const height = 4 * high + foot + 6;
  return {
    x: beside ? view.width - width - 6 : pad,
    y: beside
      ? beside.y
      : plan.countEnd
        ? plan.countEnd - height
        : Math.max(plan.short ? 0 : plan.stock.y - 22, plan.seats.me.y - height),
    width,
    height,
    sign: high - 3,
    signAt: (i) => [4, 3 + i * high],
    cellAt: (i, j) => ({ x: head + 4 + j * wide, y: 3 + i * high, width: wide - 2, height: high - 2 }),
    lines,
    noteHigh: NOTE,
    foot,
  };
}

/** Ten lines of four numbers right of the trick. */
function countDown(view, { beside, small }, notes) {
  const roomy = !small && beside.height > ROOMY;
  const lines = roomy ? notes : notes.slice(0, FEW);
  const noteHigh = roomy ? 18 : NOTE;
  const foot = lines.length * noteHigh + 6;
  const high = Math.min(30, (beside.height - foot - 8) / 11);
  const width = Math.min(beside.width, beside.narrow);
  const wide = (width - 8) / 4;
  const sign = high - 3;
  return {
    x: view.width - width - 6,
    y: beside.y,
    width,
    height: 11 * high + foot + 8,
    sign,
    signAt: (i) => [4 + (i + 0.5) * wide - sign / 2, 4],
    cellAt: (i, j) => ({ x: 4 + i * wide, y: high + 5 + j * high, width: wide - 2, height: high - 2 }),
    lines,
    noteHigh,
    foot,
  };
}

/** All cards with where they are, and how many are out: the trick stays in sight. */
function counting(view, plan) {
  if (!view.toggles?.has("counting")) return [];
  const { description: d } = view;
  const where = whereabouts(view);
  const least = kit.least(view);
  const unseen = [...where]
    .filter(([, [state]]) => state === "unseen" || state === "known")
    .map(([card]) => card);
  const notes = [
    word(view, "counted", { n: unseen.length }),
    word(view, "unseen_trumps", { n: unseen.filter((card) => suitOf(card) === d.trump).length }),
    word(view, "unseen_high", { n: unseen.filter((card) => worth(card) >= 10).length }),
    word(view, "still_out", { n: unseen.reduce((sum, card) => sum + worth(card), 0) }),
    ...d.voids.slice(-2).map((one) =>
      word(view, "no_suit", {
        name: seatName(view, one.seat),
        suit: view.say(`name.${one.suit}`),
        n: one.trick,
      }),
    ),
  ];
  const across = plan.small && !(plan.beside && plan.beside.width < LINE);
  const box = (across ? countAcross : countDown)(view, plan, notes);
  const { x, y, width, height, sign, lines, noteHigh } = box;
  const parts = [kit.rect(0, 0, width, height, { rx: 10, fill: "#14100D", stroke: "var(--on-cloth-2)" })];
  SUITS.forEach((suit, i) => {
    const [left, top] = box.signAt(i);
    parts.push(
      kit.at(
        left,
        top,
        kit.circle(sign / 2, sign / 2, sign / 2, {
          fill: "var(--card)",
          stroke: suit === d.trump ? "var(--can)" : "none",
          "stroke-width": 2.5,
        }),
        kit.placed(suitSign(suit), sign * 0.14, sign * 0.14, sign * 0.72),
      ),
    );
    ORDER.forEach((face, j) => {
      const [state, seat] = where.get(`${face}-${suit}`);
      const told =
        state === "gone"
          ? word(view, "gone")
          : word(view, `state_${state}`, { name: seat === null ? "" : seatName(view, seat) });
      parts.push(
        countCell(
          view,
          NUMBERS[face],
          state,
          seat,
          box.cellAt(i, j),
          least,
          `${cardName(view, `${face}-${suit}`)}: ${told}`,
        ),
      );
    });
  });
  lines.forEach((note, i) =>
    parts.push(
      kit.fitted(note, 8, height - box.foot + i * noteHigh, width - 14, noteHigh, {
        size: noteHigh > NOTE ? 13 : 12.5,
        smallest: least,
        align: "start",
        fill: "#FFF7E6",
      }),
    ),
  );
  return [
    kit.thing(
      view,
      {
        key: "counted",
        zone: "sheet",
        x,
        y,
        width,
        height,
        label: notes.join(". "),
        toggle: "counting",
        state: "",
        room: false,
      },
      ...parts,
    ),
  ];
}

/** One card of the count: mine filled, on the table ringed, gone struck through, known with an eye,
 * not seen plain. */
function countCell(view, number, state, seat, { x, y, width, height }, size, label) {
  const gone = state === "gone" || state === "out";
  const ink = gone ? "#A99E8C" : state === "hand" ? "#2A2420" : "#FFF7E6";
  return kit.group(
    { transform: `translate(${x} ${y})`, role: "img", "aria-label": label, "data-count": state },
    kit.rect(0, 0, width, height, {
      rx: 4,
      fill: state === "hand" ? "var(--can)" : gone ? "none" : "#3A332B",
      stroke: state === "table" ? "var(--can)" : "none",
      "stroke-width": 2,
    }),
    kit.text(String(number), width / 2, height / 2 + size * 0.36, {
      size: Math.max(size, Math.min(15, height * 0.62)),
      anchor: "middle",
      weight: gone ? 400 : 700,
      fill: ink,
    }),
    gone ? kit.path(`M3 ${height / 2}H${width - 3}`, { stroke: "#A99E8C", "stroke-width": 1.6 }) : null,
    state === "known"
      ? kit.group({}, kit.seatShape(seat, width - 11, height - 11, 9), kit.eye(1, height - 12, 11))
      : null,
  );
}

/* My own cards */

/** Who takes the trick, or holds it so far, after a move as the server previews it; null where that is not
 * known. */
function outcome(view, id) {
  const { description: d } = view;
  const found = d.trick.length ? view.preview(id) : null;
  if (!found) return null;
  const trick = found.events.find((event) => event.kind === "trick");
  const seat = trick?.seat ?? view.after(id, "holds")?.seat;
  if (seat === undefined) return null;
  const wins = seat === view.seat;
  if (!wins && seat === d.players[view.seat].partner)
    return trick
      ? { wins: null, text: word(view, "partner_takes", { n: trick.points }) }
      : { wins: null, text: word(view, "partner_holds") };
  if (trick) return { wins, text: word(view, wins ? "takes" : "loses", { n: trick.points }) };
  return { wins, text: word(view, wins ? "holds" : "holds_not") };
}

function whyNot(view) {
  const { description: d } = view;
  if (!view.moves.length || !d.must_follow) return view.moves.length ? null : word(view, "not_now");
  const hand = d.players[view.seat].hand ?? [];
  if (hand.some((held) => suitOf(held) === d.must_follow))
    return word(view, "follow", { suit: view.say(`name.${d.must_follow}`) });
  return word(view, "must_trump", { led: view.say(`name.${d.must_follow}`) });
}

function own(view, plan) {
  const { description: d } = view;
  const { w } = plan;
  const { size, y, gap, lean } = plan.hand;
  const seat = ownSeat(view);
  const player = d.players[seat];
  const cards = player.hand ?? [];
  const high = size * kit.CARD_RATIO;
  const number = player.hand ? cards.length : player.count;
  const span = Math.max(1, number) * (size + gap) - gap;
  const left = w / 2 - span / 2;
  const made = [...seated(view, seat, plan)];
  if (view.toggles) made.push(countButton(view, plan));
  const place = (i) => {
    const off = i - (number - 1) / 2;
    return { x: left + i * (size + gap), y: y + (lean ? Math.abs(off) * 6 : 0), turn: off * lean };
  };
  if (!player.hand) {
    for (let i = 0; i < number; i += 1) {
      const { x, y: top, turn } = place(i);
      made.push(
        kit.group(
          {
            transform: `translate(${x} ${top}) rotate(${turn} ${size / 2} ${high / 2})`,
            "data-key": `back:${seat}:${i}`,
            "data-zone": "hand",
            role: "img",
            "aria-label": word(view, "hand", { n: player.count }),
          },
          cardBack(size),
        ),
      );
    }
    return made;
  }
  cards.forEach((card, i) => {
    const ids = kit.movesOf(view, (move) => move.card === card || move.gives === card);
    const played = view.moves.find((move) => move.kind === "play" && move.card === card);
    const result = played ? outcome(view, played.id) : null;
    const eye = player.known.includes(card) && d.players.length > 1;
    const points = word(view, "points", { n: worth(card) });
    const outlook = result ? `. ${result.text}` : "";
    const known = eye ? `. ${word(view, "they_know")}` : "";
    const label = `${cardName(view, card)}, ${points}${outlook}${known}`;
    const { x, y: top, turn } = place(i);
    const thing = kit.thing(
      view,
      {
        key: `card:${card}`,
        zone: "hand",
        x,
        y: top,
        width: size,
        height: high,
        radius: (size * 9) / 122,
        turn,
        ids,
        raise: true,
        label,
        why: ids.length ? null : whyNot(view),
        state: view.moves.length ? undefined : "",
        source: "stock",
        room: false,
        card,
        commit: true,
      },
      spanishCard(card, size, { points: worth(card) }),
      eye ? kit.eye(size * 0.06, high * 0.42, plan.small ? 18 : 24) : null,
      result ? foretold(view, result, plan) : null,
    );
    if (eye) thing.dataset.preview = word(view, "they_know"); // shown when the reader points at the eye
    made.push(thing);
  });
  const exchanges = view.moves.filter((move) => move.kind === "exchange");
  const { x, y: top, width, height } = plan.exchange;
  exchanges.forEach((move, i) => {
    made.push(
      kit.button(view, {
        key: `button:exchange:${move.gives}`,
        x,
        y: top - i * (height + 6),
        width,
        height,
        label: word(view, "exchange", { gives: move.gives, takes: move.takes }),
        ids: [move.id],
        role: "secondary",
        lines: 3,
        size: plan.small ? 13 : 15,
      }),
    );
  });
  if (d.removed && d.stock.left && !plan.small && !exchanges.length)
    made.push(
      kit.fitted(word(view, "out", { card: cardName(view, d.removed) }), x, top, width, 20, {
        size: 14,
        smallest: 13,
        align: "start",
        weight: 600,
        fill: "var(--on-cloth-2)",
      }),
    );
  return made;
}

const CHIP = { weight: 800 };
/** What would become of the trick: a chip below the card, or on its foot in one line or in two; a sign where
 * there is no room for words. */
function foretold(view, result, plan) {
  const { size, gap, chips } = plan.hand;
  const high = size * kit.CARD_RATIO;
  const widest = size + gap - 2;
  const wide = (text, font) => kit.measure(text, font, CHIP) + font * 1.2 + 1;
  const fonts = [14, 13, kit.least(view)];
  const fits = (text) => fonts.find((font) => wide(text, font) <= widest);
  const ground = result.wins ? "#F6BC3A" : "#2C1A10";
  const ink = result.wins ? "#2C1A10" : "#FFE9B0";
  const font = fits(result.text);
  if (font)
    return kit.chip(result.text, size / 2, chips ? high + 5 : high - 26, {
      ...CHIP,
      size: font,
      height: 22,
      align: "middle",
      widest,
      fill: ground,
      ink,
    });
  if (chips || !result.text.split(" ").every(fits)) return mini(result, size, high);
  return kit.at(
    3,
    high - 38,
    kit.rect(0, 0, size - 6, 34, { rx: 12, fill: ground }),
    kit.fitted(result.text, 2, 1, size - 10, 32, {
      ...CHIP,
      size: fonts[1],
      smallest: fonts[2],
      lines: 2,
      leading: 1.1,
      fill: ink,
    }),
  );
}

/** Where there is no room for words: a crown or a cloud says what would become of the trick. */
const mini = (result, size, high) =>
  kit.placed(result.wins === false ? kit.signs.cloud() : kit.signs.crown(), size / 2 - 11, high - 26, 22);

/* The end: the piles counted against each other, then the words */

function ending(view, plan) {
  const { description: d } = view;
  const { w, h, tall, low } = plan;
  const counts = d.counted ?? d.sides.map((side) => side.points);
  const own = d.players[ownSeat(view)].side;
  const best = Math.max(...d.returns);
  const winners = d.sides.filter((side) => d.returns[side.seats[0]] >= best - 1e-9);
  const nameOf = (side) => sideName(view, side);
  const others = d.sides
    .filter((side) => !winners.includes(side))
    .map((side) => side.points)
    .join(", ");
  const won = view.seat !== null && winners.length === 1 && d.sides[own] === winners[0];
  const sentence =
    winners.length > 1
      ? word(view, "draw", { a: winners[0].points })
      : won
        ? word(view, "you_win", { a: winners[0].points, b: others })
        : word(view, winners[0].seats.length > 1 ? "win_both" : "wins", {
            name: nameOf(winners[0]),
            a: winners[0].points,
            b: others,
          });
  const width = Math.min(w - 20, 760);
  const order = d.sides.map((_, i) => i).sort((a, b) => (a === own ? -1 : b === own ? 1 : a - b));
  const two = d.sides.length === 2;
  const k = low ? 0.5 : tall ? 0.62 : Math.min(1, plan.k + 0.05);
  const head = 66 * k;
  const rowHigh = (two ? 100 : 44) * k;
  const barHigh = 32 * k;
  const rows = [
    ["A", "aces"],
    ["3", "threes"],
    ["K", "kings"],
    ["C", "horses"],
    ["S", "jacks"],
  ];
  const line = low ? 17 : 24 * Math.max(k, 0.8);
  const tableHigh = rows.length * line;
  const names = Math.max(19, 24 * k);
  const topHigh = two ? rowHigh + names + barHigh + 26 * k : d.sides.length * rowHigh;
  const room = h - (low && plan.players === 2 ? 8 : plan.seats.top.face + (tall ? 60 : 40) * k);
  const withTable = head + topHigh + tableHigh + 40 * k <= room;
  const height = head + topHigh + (withTable ? tableHigh + 14 * k : 0) + 30 * k;
  const x = (w - width) / 2;
  const y = Math.max(4, h - height - (low ? 4 : Math.max(8, (room - height) / 2)));
  const parts = [kit.rect(0, 0, width, height, { rx: 20, fill: "#0B2E23", opacity: 0.94 })];
  if (!d.counted)
    parts.push(
      kit.rect(16, 12 * k, width - 32, head, { rx: 16 * k, fill: won ? "#C23A26" : "#2C1A10" }),
      kit.rect(16, 12 * k + head - 7 * k, width - 32, 7 * k, {
        rx: 4 * k,
        fill: won ? "#8E2416" : "#120A05",
      }),
      kit.fitted(sentence, 28, 12 * k, width - 56, head - 7 * k, {
        size: 40 * k,
        smallest: 15,
        lines: 2,
        leading: 1.05,
        family: kit.SERIF,
        fill: "#FFF7E6",
      }),
    );
  let top = head + 24 * k;
  const mood = (side) => (d.counted ? "think" : winners.includes(d.sides[side]) ? "proud" : "sad");
  const portrait = (side, left, size) => {
    const [seat] = d.sides[side].seats;
    const drawn = view.portrait?.(seat, mood(side));
    return drawn
      ? kit.placed(drawn, left, top, size)
      : kit.seatShape(seat, left + size * 0.2, top + size * 0.2, size * 0.6);
  };
  if (two) {
    const [mine, theirs] = order;
    const size = rowHigh * 0.92;
    const number = (side, at, fill) =>
      kit.text(String(counts[side]), at, top + rowHigh * 0.72, {
        size: rowHigh * 0.68,
        anchor: "middle",
        family: kit.SERIF,
        fill,
        "data-number": `total:${side}`,
      });
    parts.push(
      portrait(mine, 20, size),
      portrait(theirs, width - 20 - size, size),
      number(mine, width / 2 - rowHigh * 0.72, "#F6BC3A"),
      number(theirs, width / 2 + rowHigh * 0.72, "#FF9C7C"),
    );
    top += rowHigh;
    const named = (side, left, align) =>
      kit.fitted(nameOf(d.sides[side]), left, top, (width - 48) / 2, names, {
        size: 18 * Math.max(k, 0.85),
        smallest: kit.least(view),
        align,
        weight: 700,
        fill: "#FFF7E6",
      });
    parts.push(named(mine, 20, "start"), named(theirs, width / 2 + 4, "end"));
    top += names + 3;
    const inner = width - 40;
    const part = (side) => (inner * counts[side]) / 120;
    parts.push(
      kit.rect(20, top, inner, barHigh, { rx: barHigh / 2, fill: "#000000", opacity: 0.55 }),
      kit.rect(20, top, Math.max(0.01, part(mine)), barHigh, {
        rx: Math.min(barHigh, part(mine)) / 2,
        fill: "#F6BC3A",
      }),
      kit.rect(20 + inner - part(theirs), top, Math.max(0.01, part(theirs)), barHigh, {
        rx: Math.min(barHigh, part(theirs)) / 2,
        fill: "#E8643F",
      }),
      kit.rect(20 + inner * 0.5 - 1.5, top - 3, 3, barHigh + 6, { fill: "#FFFFFF" }),
    );
    top += barHigh + 14 * k;
  } else {
    const longest = Math.max(1, ...d.sides.map((side) => side.points));
    for (const side of order) {
      const wide = width - 250 * k - 90;
      parts.push(
        portrait(side, 18, rowHigh - 4),
        kit.fitted(nameOf(d.sides[side]), 24 + rowHigh, top, 200 * k + 20, rowHigh - 4, {
          size: 17,
          smallest: kit.least(view),
          align: "start",
          weight: 700,
          fill: "#FFF7E6",
        }),
        kit.rect(
          40 + rowHigh + 200 * k,
          top + rowHigh * 0.25,
          Math.max(0.01, (Math.max(20, wide - rowHigh) * counts[side]) / longest),
          rowHigh * 0.4,
          { rx: 6, fill: sideColour(view, side) },
        ),
        kit.text(String(counts[side]), width - 20, top + rowHigh * 0.66, {
          size: rowHigh * 0.62,
          anchor: "end",
          family: kit.SERIF,
          fill: "#FFF7E6",
          "data-number": `total:${side}`,
        }),
      );
      top += rowHigh;
    }
    top += 8 * k;
  }
  if (withTable && !d.counted) {
    const count = (side, rank) =>
      d.tricks
        .filter((one) => side.seats.includes(one.winner))
        .flatMap((one) => one.cards)
        .filter(({ card }) => faceOf(card) === rank).length;
    const first = width * 0.3;
    const column = (width - first - 24) / d.sides.length;
    rows.forEach(([rank, name], j) => {
      parts.push(
        kit.fitted(kit.capital(word(view, name)), 24, top + j * line, first - 26, line, {
          size: 15,
          smallest: kit.least(view),
          align: "start",
          weight: 600,
          fill: "#DCE3CF",
        }),
      );
      order.forEach((side, i) => {
        const n = count(d.sides[side], rank);
        parts.push(
          kit.fitted(`${n} (${n * WORTH[rank]})`, first + i * column, top + j * line, column - 4, line, {
            size: 15,
            smallest: kit.least(view),
            weight: 700,
            fill: "#FFF7E6",
          }),
        );
      });
    });
  }
  return kit.group(
    { transform: `translate(${x} ${y})`, role: "img", "aria-label": d.counted ? "" : sentence },
    ...parts,
  );
}

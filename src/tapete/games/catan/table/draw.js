/* Catan: the island with its numbers and harbours, the players, the own hand, trade and what
can be built. */

import * as kit from "/page/kit.js";
import {
  cardBack,
  cardFace,
  cardSign,
  die,
  handBack,
  HEX,
  house,
  INK,
  LAND,
  numberDisc,
  piece,
  put,
  resourceCard,
  resourceGap,
  resourceSign,
  seatMark,
  SEATS,
  tray,
} from "./art.js";
import {
  bar,
  bead,
  building,
  geometry,
  hexRing,
  islandAtTheEnd,
  nearest,
  plateAt,
  roadAt,
  robberAt,
  spot,
  stillBoard,
} from "./board.js";

export { beats } from "./beats.js";

export const music = "major";
export const title = { en: "Catan", es: "Catan" };
const LAST_NAMED = "named:last";
/** Things that keys press: the last card named for an offer is taken back by Escape. */
export const keys = { escape: LAST_NAMED };
export const sources = { hand: "bank", cards: "deck" };

const RESOURCES = ["wood", "brick", "sheep", "wheat", "ore"];
const KINDS = ["knight", "road_building", "year_of_plenty", "monopoly", "victory_point"];
const MOVE_OF_CARD = {
  knight: "knight",
  road_building: "road_building",
  year_of_plenty: "plenty",
  monopoly: "monopoly",
};

const word = (view, key, values = {}) => view.say(`draw.${key}`, values);
const name = (view, id) => view.say(`name.${id}`);
const me = (view) => view.seat ?? 0;

/** @type {Drawing["guide"]} */
export function guide(view) {
  const { description: d } = view;
  if (d.over) return view.say("phase.over");
  if (!view.moves.length) return word(view, "wait", { name: view.names[d.seat] });
  const [what, kind] = (view.picked.at(-1) ?? "").split(":");
  const left = view.moves.filter((move) => view.left.has(move.id));
  if (view.moves.length === 1 && view.moves[0].kind === "end") return word(view, "only_end");
  const trade = view.picked.length && left.length ? tradeGuide(view, what, kind, left) : null;
  if (trade) return trade;
  if (what === "build" && left.length > 1)
    return word(view, { road: "where_road", city: "where_city" }[kind] ?? "where_node");
  if (left.length > 1 && left.every((move) => move.kind === "plenty"))
    return word(view, what === "bank" ? "which_second" : "which_two");
  if (left.length > 1 && left.every((move) => move.kind === "monopoly")) return word(view, "which_all");
  if (what === "button" && left.length > 1 && ["bank", "offer"].includes(kind))
    return word(view, `how_${kind}`);
  if (discarding(view)) {
    const short = d.players[me(view)].owed - markedCards(view).length;
    return word(view, short ? "mark_guide" : "marked", { n: short });
  }
  const sole = soleTrade(view);
  if (sole) return word(view, sole.kind === "bank" ? "trade_ready" : "offer_ready");
  if (d.phase === "before_roll" && view.moves.length === 1) return word(view, "only_roll");
  const values = { owed: d.players[me(view)].owed, free_roads: d.free_roads };
  const leads = d.offer && !offerFoot(offerBox(view, layout(view))) ? offerWords(view).then : "";
  return `${leads ? kit.capital(leads) : view.say(`ask.${d.phase}`, values)}.`;
}

/** What a trade that is begun still needs, and with whom it is: the bank, the other players, or either. */
function tradeGuide(view, what, kind, left) {
  if (!["hand", "bank"].includes(what) || !left.every(isTrade)) return null;
  const of = (zone) => view.picked.find((key) => key.startsWith(`${zone}:`))?.split(":")[1];
  const ways = new Set(left.filter((move) => !named(move)).map((move) => move.kind));
  if (of("hand") && of("bank"))
    return left.length > 1
      ? word(view, "which_trade", {
          give: kit.capital(name(view, of("hand"))),
          get: name(view, of("bank")),
        })
      : null;
  const player = view.description.players[me(view)];
  if (what === "bank")
    return word(view, ways.has("bank") ? "give_for" : "offer_of", { what: name(view, kind) });
  return word(view, ways.size > 1 ? "either_for" : ways.has("bank") ? "what_for" : "offer_for", {
    what: name(view, kind),
    rate: player.rates[kind],
    n: player.hand[kind],
  });
}

/** @type {Drawing["summary"]} */
export function summary(view) {
  const { description: d } = view;
  const scores = d.players.map((player) => `${view.names[player.seat]} ${player.points}`).join(", ");
  return `${title[view.language]}. ${scores}.`;
}

/** Events of the short log, and those with which a part of the log begins. */
export const important = [
  "settle",
  "city",
  "robber",
  "steal",
  "discards",
  "monopoly",
  "longest_road",
  "longest_road_lost",
  "road_cut",
  "largest_army",
  "won",
  "cap",
];
export const chapters = ["roll"];

export const sounds = {
  roll: "dice",
  first_cards: "slide",
  settle: "build",
  road: "build",
  city: "build",
  buy: "flip",
  bank: "coin",
  trade: "coin",
  offer: "slide",
  accept: "up",
  reject: "tick",
  refused: "down",
  steal: "slide",
  discard: "slide",
  discards: "slide",
  robber: "thud",
  knight: "flip",
  plenty: "coin",
  monopoly: "coin",
  road_building: "flip",
  longest_road: "trick_won",
  longest_road_lost: "down",
  road_cut: "down",
  largest_army: "trick_won",
};

/* What the page does for the person */

const refusing = (d) => `refuse-all:${d.turn}:${d.player}`;

/** Offers that one cannot pay, and all of this turn once that is said, are refused without asking.
 * @type {Drawing["answered"]} */
export function answered(view) {
  const { description: d } = view;
  if (d.phase !== "answer") return null;
  const reject = view.moves.find((move) => move.kind === "reject");
  return reject && (view.moves.length === 1 || view.toggles?.has(refusing(d))) ? reject.id : null;
}

/** A word before the robber stops an own hex, and before the turn ends with something left to build, or with
 * a hand that a seven would halve.
 * @type {Drawing["warning"]} */
export function warning(view, id, heard) {
  const move = view.moves.find((one) => one.id === id);
  const { description: d } = view;
  const player = d.players[view.seat];
  if (move?.kind === "robber") {
    const { corners, token } = d.hexes.find((hex) => hex.id === move.hex);
    const pays =
      token !== null && [...player.settlements, ...player.cities].some((node) => corners.includes(node));
    return pays && !heard.has("own") ? { kind: "own", text: word(view, "warn_own") } : null;
  }
  if (move?.kind !== "end") return null;
  const can = PIECES.filter(([, kind]) => view.moves.some((one) => one.kind === kind)).map(([what]) =>
    word(view, what).toLowerCase(),
  );
  if (can.length && !heard.has("build"))
    return { kind: "build", text: word(view, "warn_build", { what: can.join(", ") }) };
  if (player.hand_count > d.rules.hand_limit && !heard.has("seven"))
    return { kind: "seven", text: word(view, "warn_seven", { n: player.hand_count }) };
  return null;
}

/** What an offer leads to for the seat that answers: what it could build then, and who leads. */
function offerLeads(view) {
  const { players, offer } = view.description;
  const builds = view.moves.find((move) => move.kind === "accept")?.builds ?? [];
  const rival = players[offer.seat];
  const ahead = players.every((player) => player === rival || player.points <= rival.points);
  return [
    builds.length
      ? word(view, "then_build", { what: builds.map((what) => word(view, what).toLowerCase()).join(", ") })
      : "",
    ahead && rival.points > players[me(view)].points
      ? word(view, "then_leads", { name: view.names[offer.seat], n: rival.points })
      : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/* Places by what one sees: the hexes round them, and the side of a hex at the sea */

const hexWords = (hex, say) => `${say(`name.${hex.terrain}`)}${hex.token ? ` ${hex.token}` : ""}`;
// Of the eight sides those at which a hex has corners, and edges between a corner and the next.
const CORNER_SIDES = [0, 1, 3, 4, 5, 7];
const EDGE_SIDES = [1, 2, 3, 5, 6, 7];
const sideOf = (say, number) => say("draw.sides").split(" ")[number];

/** The side of its hex on which a corner of the coast is; "" where several hexes meet. */
function coastOf(node, d, say) {
  const round = d.hexes.filter((hex) => hex.corners.includes(node));
  return round.length === 1 ? sideOf(say, CORNER_SIDES[round[0].corners.indexOf(node)]) : "";
}
/** An edge as a phrase: between two hexes, or at a coast of one.
 * @returns {Phrase} */
function edgePhrase(edge, d, say) {
  const [one, other] = d.hexes.filter((hex) => edge.every((node) => hex.corners.includes(node)));
  if (other) return { say: "draw.edge_inner", one: hexWords(one, say), other: hexWords(other, say) };
  const [a, b] = edge.map((node) => one.corners.indexOf(node)).sort((x, y) => x - y);
  const side = sideOf(say, EDGE_SIDES[b - a === 1 ? a : b]);
  return { say: "draw.edge_coast", one: hexWords(one, say), side };
}
function edgeWords(view, edge) {
  const { say, ...values } = edgePhrase(edge, view.description, view.say);
  return view.say(say, values);
}

/** Word a move or an event by what is seen and by names, without the numbers of corners, edges and hexes.
 * @type {Drawing["wording"]} */
export function wording(said, data, { description: d, say, names = [] }) {
  const found = { ...said };
  if (said.victim && names[data.victim]) found.victim = { say: "shown.to", name: names[data.victim] };
  if (said.partner && names[data.partner]) found.partner = { say: "shown.with", name: names[data.partner] };
  if (said.edge) found.edge = edgePhrase(data.edge, d, say);
  if (said.ground) found.ground = said.ground.ground;
  if (said.place) {
    const side = coastOf(data.node, d, say);
    found.place = { ...said.place, say: side ? "shown.coast" : "shown.place", side };
  }
  return found;
}

/** A ring where an event happened, while its line in the log is pointed at.
 * @type {Drawing["place"]} */
export function place(view, _kit, event) {
  const map = geometry(view.description, layout(view).board);
  const spots = event.edge?.map((node) => map.nodes.get(node)) ?? [
    event.node !== undefined ? map.nodes.get(event.node) : event.terrain && map.centres.get(event.hex),
  ];
  if (!spots.every(Boolean)) return null;
  const middle = (axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length;
  const ring = (extra) =>
    kit.circle(middle(0), middle(1), map.radius * (event.terrain ? 0.8 : 0.5), { fill: "none", ...extra });
  return kit.group(
    {},
    ring({ stroke: "#2A2420", "stroke-width": 8 }),
    ring({ stroke: "var(--can)", "stroke-width": 4 }),
  );
}

/* The stage: three arrangements, by the room there is */

/** The height of the line that says whose hand lies at the foot. */
const WHOSE = 20;
/** The smallest text of a stage. */
const least = (view) => (Math.min(view.width, view.height) < 384 ? 12 : 13);
const clamp = (number, low, high) => Math.max(low, Math.min(high, number));

function layout(view) {
  const plan = arranged(view);
  if (view.seat !== null || !plan.small) return plan;
  // Nothing is built by who looks on: there the hand goes down, and above it is whose it is.
  const down = (box) =>
    box && {
      ...box,
      y: box.y + WHOSE,
      height: box.height - WHOSE,
      ...(box.whole && { whole: box.whole - WHOSE }),
    };
  return {
    ...plan,
    tray: { ...plan.tray, y: plan.tray.y + WHOSE },
    hand: { ...plan.hand, y: plan.hand.y + WHOSE },
    sheet: down(plan.sheet),
    offer: down(plan.offer),
  };
}
function arranged(view) {
  const { width: w, height: h } = view;
  const count = view.description.players.length;
  if (h > w * 1.05) return tallLayout(w, h, count);
  return h < 560 || w < 640 ? sideLayout(w, h, count) : wideLayout(w, h, count);
}

function grid(x, y, width, height, columns, count, gap) {
  const wide = (width - gap * (columns - 1)) / columns;
  return Array.from({ length: count }, (_, i) => ({
    x: x + (i % columns) * (wide + gap),
    y: y + Math.floor(i / columns) * (height + gap),
    width: wide,
    height,
  }));
}

/** The island at the left, players and dice in a column, the hand in a tray below. */
function wideLayout(w, h, count) {
  const u = clamp(Math.min(w / 1260, h / 680), 0.72, 1.6);
  const pad = 12 * u;
  const gap = 8 * u;
  const column = Math.max(226, 270 * u);
  const x = w - column - pad;
  const card = Math.max(58, 74 * u);
  const step = card + (w < 800 ? 5 : 14 * u);
  const tray = { x: pad, width: 4 * step + card + 24 * u, height: card * 1.1 };
  tray.y = h - pad - tray.height;
  const top = tray.y - card * 0.46;
  const high = clamp(84 * u, 60, 116);
  const y = pad + count * (high + gap);
  const size = Math.max(38, 46 * u);
  const second = y + size + gap;
  const buttons = Math.max(34, 40 * u);
  const third = second + buttons + gap;
  const bank = Math.max(57, 62 * u);
  const token = Math.max(60, 78 * u);
  const end = Math.max(66, 108 * u);
  const between = 6 * u;
  const room = w - 2 * pad - (tray.x + tray.width);
  const wide = Math.min(96 * u, (room - end - 4 * between) / 4);
  const left = w - pad - end - 4 * (wide + between);
  const foot = h - pad - token;
  const roomy = left - pad - (tray.x + tray.width + pad) >= 190;
  const half = (column - gap) / 2;
  const dice = 2 * size + gap * 2;
  return {
    small: false,
    u,
    board: { x: 0, y: 0, width: x - 4, height: top - 2 },
    players: grid(x, pad, column, high, 1, count, gap),
    dice: { x, y, size },
    tray,
    hand: { x: pad + 12 * u, y: top, card, high: card * 1.4, step },
    bank: { x, y: third, width: column, height: bank },
    buttons: {
      roll: { x: x + dice, y, width: column - dice, height: size },
      bank: { x, y: second, width: half, height: buttons },
      offer: { x: x + half + gap, y: second, width: half, height: buttons },
      end: { x: w - pad - end, y: foot, width: end, height: token },
    },
    build: grid(left, foot, 4 * wide + 3 * between, token, 4, 4, between),
    cards: roomy
      ? {
          x: tray.x + tray.width + pad,
          y: top,
          width: left - 2 * pad - tray.x - tray.width,
          height: card * 1.4,
        }
      : { x, y: third + bank + gap, width: column, height: foot - third - bank - 2 * gap },
    sheet: { x, y, width: column, height: third - gap - y, whole: foot - gap - y },
    answers: { x: left, y: foot, width: 4 * wide + 3 * between, height: token },
    offer: null,
    confirm: { x, y: second, width: column, height: buttons },
  };
}

/** The height of the bank's title, where there is room for one. */
const HEAD = 17;

/** A low stage: the island at the left in its full height, everything else beside it. */
function sideLayout(w, h, count) {
  const room = Math.max(w - 1.107 * h, Math.min(w * 0.437, 330), 206) - 4;
  const two = room >= 420;
  const x = w - room - (two ? 10 : 4); // clear of the handle of the drawer
  const tall = clamp((h - 256) / 236, 0, 1);
  const mix = (low, high, middle = (low + high) / 2) =>
    tall < 0.5 ? low + (middle - low) * tall * 2 : middle + (high - middle) * (tall * 2 - 1);
  const gap = mix(3, 8, 4);
  const board = { x: 0, y: 0, width: x - 2, height: h };
  const dice = { x: 5, y: 5, size: mix(22, 38) };
  if (two) {
    const columns = h < 360 ? count : 2;
    const high = h < 360 ? 46 : 62;
    const y = 4 + Math.ceil(count / columns) * (high + gap);
    const left = clamp(room * 0.66, 306, 340);
    const rest = { x: x + left + gap, width: room - left - gap };
    const bank = mix(30, 40);
    const spare = h - y - mix(76, 92) - bank - mix(50, 66) - 3 * gap - 8 - 46;
    const head = spare >= HEAD + 4 ? HEAD + 2 : 0;
    const told = spare - head >= 44 ? 44 : 0;
    const more = Math.max(0, spare - head - (told ? told + gap : 0)) * 0.3;
    const cards = mix(76, 92) + Math.min(16, more);
    const card = Math.min(cards / 1.3, (left - 4 * 5) / 5);
    const token = mix(50, 66) + Math.min(18, more);
    const second = y + bank + head + gap + 4;
    const third = second + cards + gap + 4;
    const last = third + token + gap;
    const half = (cards - gap) / 2;
    const foot = h - 4 - (told ? told + gap : 0);
    const answer = Math.min(56, h - 4 - last); // an offer covers the story, which says the same
    const offered = h - 4 - answer - gap - third;
    return {
      small: true,
      u: 1,
      board,
      dice,
      players: grid(x, 4, room, high, columns, count, gap),
      bank: { x, y, width: left, height: bank + head },
      tray: { x, y: second + cards * 0.5, width: left, height: cards * 0.5 + 5 },
      hand: { x: x + 3, y: second, card, high: cards, step: (left - 6 - card) / 4 },
      buttons: {
        roll: { ...rest, y: second, height: cards },
        bank: { ...rest, y: second, height: half },
        offer: { ...rest, y: second + half + gap, height: half },
        end: { ...rest, y: third, height: token },
      },
      build: grid(x, third, left, token, 4, 4, gap),
      cards: { x, y: last, width: room, height: foot - last },
      sheet: { x, y: third, width: left, height: token, whole: token },
      offer: { x, y: third, width: room, height: offered },
      answers: { x, y: h - 4 - answer, width: room, height: answer },
      story: told ? { x, y: h - 4 - told, width: room, height: told } : null,
      confirm: { x, y: last, width: room, height: h - 4 - last },
    };
  }
  const high = mix(29, 60, 43);
  const cards = mix(54, 88, 71.5);
  const y = 4 + Math.ceil(count / 2) * (high + gap);
  const bank = mix(28, 40, 36);
  const token = mix(33, 66, 54);
  const buttons = mix(26, 44, 35);
  const spare = h - y - bank - cards - token - buttons - 4 * gap - 14 - 34;
  const head = spare >= HEAD ? HEAD : 0;
  const told = spare - head >= 36 ? Math.min(54, spare - head) : 0;
  return {
    small: true,
    u: 1,
    board,
    dice,
    ...stack(x, y, room, h - y - 4 - (told ? told + gap : 0), gap, {
      bank: bank + head,
      cards,
      card: clamp((room - 24) / 5, Math.min(room >= 236 ? 56 : 40, cards / 1.3), cards / 1.3),
      token,
      buttons,
    }),
    players: grid(x, 4, room, high, 2, count, gap),
    story: told ? { x, y: h - 4 - told, width: room, height: told } : null,
  };
}

/** Bank, hand, pieces, buttons and cards one below the other, of given heights. */
function stack(x, y, room, height, gap, { bank, cards, card, token, buttons }) {
  const second = y + bank + gap + 3; // the numbers on the cards are above them
  const third = second + cards + gap + 3;
  const fourth = third + token + gap;
  const last = fourth + buttons + gap;
  const [trade, offer] = grid(x, fourth, room, buttons, 4, 4, gap);
  const [, end] = grid(x, fourth, room, buttons, 2, 2, gap);
  const roll = { x, y: fourth, width: room, height: buttons };
  return {
    bank: { x, y, width: room, height: bank },
    tray: { x, y: second + cards * 0.5, width: room, height: cards * 0.5 + 4 },
    hand: { x: x + 5, y: second, card, high: cards, step: (room - 10 - card) / 4 },
    build: grid(x, third, room, token, 4, 4, gap),
    buttons: { roll, bank: trade, offer, end },
    cards: { x, y: last, width: room, height: y + height - last - 1 },
    sheet: { x, y: third, width: room, height: last - gap - third, whole: last - gap - third },
    answers: { x, y: last, width: room, height: Math.min(56, y + height - last) },
    offer: null, // in the place of the sheet
    confirm: roll,
  };
}

/** A phone: players in a row, the island across, the rest below within reach of a thumb. */
function tallLayout(w, h, count) {
  const gap = 4;
  const high = w >= 600 ? 64 : h >= 700 ? 80 : 62;
  const top = 4 + high + 2;
  const long = clamp((h - 500) / 236, 0, 1.2);
  const mix = (low, most) => low + (most - low) * long;
  const most = HEAD + 34 + 96 + 64 + 50 + 42 + 4 * gap + 15;
  const least = 28 + 60 + 44 + 34 + 32 + 4 * gap + 12;
  const below = clamp(h - top - w * 0.904, least, w >= 600 ? most * 1.25 : most);
  const share = clamp((below - least) / (most - least), 0, 1.3);
  const grown = (low, high) => low + (high - low) * share;
  const y = h - below;
  const card = Math.min((w - 36) / 5, Math.max(57, grown(50, 66)));
  return {
    small: w < 600,
    u: 1,
    board: { x: 0, y: top, width: w, height: y - top - 2 },
    dice: { x: 6, y: top + 4, size: mix(24, 32) },
    ...stack(4, y, w - 8, below - 4, gap, {
      bank: grown(28, 34) + (share >= 0.7 ? HEAD : 0),
      cards: Math.min(card * 1.42, grown(62, 96)),
      card,
      token: grown(44, 64),
      buttons: grown(34, 50),
    }),
    players: grid(4, 4, w - 8, high, count, count, 3),
  };
}

/** @type {Drawing["draw"]} */
export function draw(view) {
  const plan = layout(view);
  const { description: d } = view;
  const map = geometry(d, plan.board);
  const parts = [kit.definitions(), stillBoard(view, map), islandOf(view, map)];
  d.players.forEach((player) =>
    parts.push(
      plate(view, player, plan.players[(player.seat - me(view) + d.players.length) % d.players.length]),
    ),
  );
  parts.push(diceOf(view, plan));
  if (d.over) return kit.drawing(view, ...parts, accounts(view, plan));
  const trade = tradeSheet(view, plan);
  const foot = awaited(view) !== null && plan.confirm.y >= plan.cards.y; // where one confirms
  // A trade takes the place of the story.
  if (!foot && (!trade.length || d.offer || !plan.offer)) parts.push(story(view, map, plan));
  const chosen =
    trade.length > 0 && ["hand:", "bank:"].every((zone) => view.picked.some((key) => key.startsWith(zone)));
  if (!chosen || plan.small) parts.push(...bankOf(view, plan));
  parts.push(...handOf(view, plan));
  if (!chosen && (!foot || cardOf(awaited(view)))) parts.push(...cardsHeld(view, plan));
  if (discarding(view)) return kit.drawing(view, ...parts, ...discardSheet(view, plan));
  if (d.offer || !trade.length || !plan.small) parts.push(...actions(view, plan, trade.length > 0));
  parts.push(...trade);
  return kit.drawing(view, ...parts);
}

/* The island */

function islandOf(view, map) {
  const { description: d } = view;
  const lit = (seat) => (d.over && d.winner !== null && d.winner !== seat ? 0.4 : null);
  const parts = [...d.hexes.map((hex) => hexTile(view, hex, map))];
  for (const player of d.players)
    for (const edge of player.roads)
      parts.push(onBoard(`road:${edge.join("-")}`, lit(player.seat), roadAt(player.seat, edge, map)));
  const near = touchAreas(view, map);
  const lights = comparing(view);
  parts.push(...justBuilt(view, map), ...closedCorners(view, map), ...edgePlaces(lights, map, near));
  const buildings = d.players
    .flatMap((player) => [
      ...player.settlements
        .filter((node) => !view.moves.some((move) => move.kind === "city" && move.node === node))
        .map((node) => ["settlement", player.seat, node]),
      ...player.cities.map((node) => ["city", player.seat, node]),
    ])
    .sort((a, b) => map.nodes.get(a[2])[1] - map.nodes.get(b[2])[1]);
  for (const [kind, seat, node] of buildings)
    parts.push(onBoard(`node:${node}:${kind}`, lit(seat), building(kind, seat, map.nodes.get(node), map)));
  parts.push(
    robberOf(d, map),
    ...d.harbours.map((harbour) => harbourPlate(view, harbour, map)),
    ...nodePlaces(lights, map, near),
  );
  return kit.group({ "data-zone": "board" }, ...parts);
}

/** The rate of a harbour, above the pieces beside it; its boat is part of the still board. */
function harbourPlate(view, harbour, map) {
  const { kind, rate } = harbour;
  const label = word(view, "harbour", { kind: kind === "any" ? "" : name(view, kind), rate });
  return kit.group({ role: "img", "aria-label": label, "pointer-events": "none" }, plateAt(harbour, map));
}

/** The robber, above the pieces round its hex. */
function robberOf(d, map) {
  const hex = d.hexes.find((one) => one.id === d.robber);
  const [x, y] = map.centres.get(d.robber);
  return kit.group(
    { "data-key": "robber", "data-zone": "board", "pointer-events": "none" },
    kit.at(x, y, robberAt(map, hex.token !== null)),
  );
}

const onBoard = (key, opacity, drawn) =>
  kit.group(
    { "data-key": key, "data-zone": "board", "data-source": "supply", "pointer-events": "none", opacity },
    drawn,
  );

/** A ring round what others have just built, so that the log can be found on the board. */
function justBuilt(view, { radius, nodes }) {
  const ring = ([x, y], size) =>
    kit.circle(x, y, size, {
      fill: "none",
      stroke: "#FFF7E6",
      "stroke-width": 2.5,
      "stroke-dasharray": "3 4",
      "pointer-events": "none",
      class: "mark-new",
    });
  return view.events
    .filter((event) => event.seat !== view.seat)
    .flatMap((event) => {
      if (["settle", "city"].includes(event.kind) && nodes.has(event.node))
        return [ring(nodes.get(event.node), radius * 0.46)];
      if (event.kind !== "road" || !event.edge?.every((node) => nodes.has(node))) return [];
      const [[x0, y0], [x1, y1]] = event.edge.map((node) => nodes.get(node));
      return [ring([(x0 + x1) / 2, (y0 + y1) / 2], radius * 0.42)];
    });
}

function hexTile(view, hex, map) {
  const { description: d } = view;
  const { radius, centres } = map;
  const [x, y] = centres.get(hex.id);
  const ids = kit.movesOf(view, (move) => move.kind === "robber" && move.hex === hex.id);
  const here = d.robber === hex.id;
  const pays = d.dice && d.rolled && hex.token === d.dice[0] + d.dice[1] && !here;
  const state = kit.stateOf(comparing(view), `hex:${hex.id}`, ids);
  const parts = [];
  if (here)
    parts.push(
      kit.path(HEX, {
        transform: `scale(${Math.round(map.scale * 1000) / 1000})`,
        fill: "#1A0C04",
        opacity: 0.22,
        "pointer-events": "none",
      }),
    );
  if (pays)
    parts.push(
      hexRing(map, { size: 0.9, dashes: "9 6", colour: "#FFF7E6", width: Math.max(2, radius * 0.06) }),
    );
  if (hex.token)
    parts.push(
      kit.group(
        { "data-key": `token:${hex.id}` },
        put(0, 0, map.scale * (1 + (map.more - 1) * 0.5), numberDisc(hex.token, hex.pips, { grey: here })),
      ),
    );
  if (state) {
    parts.push(
      hexRing(map, {
        dashes: state === "picked" ? null : "9 6",
        width: state === "picked" ? 5 : clamp(radius * 0.07, 2.2, 4),
      }),
    );
    if (state === "picked") parts.push(kit.tick(radius * 0.5, -radius * 0.5));
  }
  const land = word(view, "hex", { terrain: name(view, hex.terrain), token: hex.token ?? "" });
  const blocked = here ? `, ${word(view, "blocked")}` : "";
  return kit.thing(
    view,
    {
      key: `hex:${hex.id}`,
      zone: "board",
      x: x - radius * 0.8,
      y: y - radius * 0.8,
      width: radius * 1.6,
      height: radius * 1.6,
      ids,
      label: `${land}${blocked}`,
      ring: () => null,
      room: false,
    },
    kit.at(radius * 0.8, radius * 0.8, ...parts),
  );
}

/** A place on the board where a piece may be built: touched where it is nearer than any other. */
function site(view, { key, x, y, reach, id, label, near }, ...parts) {
  const made = kit.thing(
    view,
    {
      key,
      zone: "board",
      x: x - reach,
      y: y - reach,
      width: 2 * reach,
      height: 2 * reach,
      ids: [id],
      label,
      ring: () => null,
      room: false,
    },
    ...parts,
  );
  const outline = near.get(key).map(([a, b]) => `${(a + reach).toFixed(1)} ${(b + reach).toFixed(1)}`);
  made.firstElementChild.setAttribute("pointer-events", "none");
  made.prepend(kit.path(`M${outline.join("L")}Z`, { fill: "transparent", class: "touch" }));
  made.dataset.small = "";
  return made;
}

const keyOfSite = (move) => (move.kind === "road" ? `edge:${move.edge.join("-")}` : `node:${move.node}`);
const isSite = (move) => ["road", "settle", "city"].includes(move.kind);
const middleOf = (edge, { nodes }) => {
  const ends = edge.map((node) => nodes.get(node));
  return [0, 1].map((axis) => (ends[0][axis] + ends[1][axis]) / 2);
};
const TOUCH = 24; // px round a place in which it is meant

/** The outlines of the areas in which each place is touched, by key. */
function touchAreas(view, map) {
  const moves = view.moves.filter(isSite);
  const places = moves.map((move) => (move.edge ? middleOf(move.edge, map) : map.nodes.get(move.node)));
  const areas = nearest(places, Math.max(TOUCH, map.radius * 0.4));
  return new Map(moves.map((move, i) => [keyOfSite(move), areas[i]]));
}

/** The move of the place or card that waits for its confirmation. */
function awaited(view) {
  const key = view.picked.at(-1) ?? "";
  if (view.left.size !== 1 || !/^(node|edge|hex|player|build|card):/.test(key)) return null;
  return view.moves.find((move) => view.left.has(move.id)) ?? null;
}
/** The view in which the other places of a piece stay lit while one of them waits. */
function comparing(view) {
  const move = awaited(view);
  if (!move) return view;
  const alike = view.moves.filter((one) => one.kind === move.kind).map((one) => one.id);
  return { ...view, left: new Set(alike) };
}

/** All other corners while one may settle: who presses one reads which can be chosen. */
function closedCorners(view, map) {
  const open = new Set(view.moves.filter((move) => "node" in move).map((move) => move.node));
  const settles = view.moves.some((move) => move.kind === "settle");
  if (!settles || view.picked.some((key) => !/^(node|build:settlement)/.test(key))) return [];
  const why = word(view, view.description.phase === "main" ? "lit_corners" : "free_corners");
  const reach = Math.min(20, map.radius * 0.36);
  return [...map.nodes]
    .filter(([node]) => !open.has(node))
    .map(([node, [x, y]]) => {
      const box = { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach };
      const about = { key: `corner:${node}`, zone: "closed", ...box, why, ring: () => null, room: false };
      const made = kit.thing(view, about);
      made.setAttribute("aria-hidden", "true"); // nothing is to be read of them but the reason
      return made;
    });
}

/** Edges where a road may be built. */
function edgePlaces(view, map, near) {
  const { radius, nodes } = map;
  return view.moves
    .filter((move) => move.kind === "road")
    .map((move) => {
      const ends = move.edge.map((node) => nodes.get(node));
      const [x, y] = middleOf(move.edge, map);
      const reach = radius * 0.36;
      const key = `edge:${move.edge.join("-")}`;
      const state = kit.stateOf(view, key, [move.id], { target: null });
      const inside = ends.map(([a, b]) => [a - x + reach, b - y + reach]);
      return site(
        view,
        { key, x, y, reach, id: move.id, label: `${word(view, "road")} ${edgeWords(view, move.edge)}`, near },
        state === "picked" ? ghost(kit.at(reach - x, reach - y, roadAt(me(view), move.edge, map))) : null,
        state && state !== "picked" ? bar(...inside, map) : null,
        state === "picked" ? chosenRing(reach, reach, radius * 0.5) : null,
      );
    });
}

/** A piece that is not there yet. */
const ghost = (drawn) => kit.group({ opacity: 0.82 }, drawn);
/** The place that waits for its confirmation. */
const chosenRing = (x, y, radius) =>
  kit.group(
    { "pointer-events": "none" },
    kit.circle(x, y, radius, { fill: "none", stroke: INK, "stroke-width": 6 }),
    kit.circle(x, y, radius, { fill: "none", stroke: "var(--can)", "stroke-width": 3.5 }),
  );

/** Corners where one may settle or make a city; many, as in the set-up, are drawn as plain beads. */
function nodePlaces(view, map, near) {
  const { radius, nodes } = map;
  const found = view.moves.filter((move) => move.kind === "settle" || move.kind === "city");
  const many = found.length > 12;
  const alone = !view.moves.some((move) => move.kind === "road");
  return found.map((move) => {
    const [x, y] = nodes.get(move.node);
    const reach = alone ? Math.max(radius * 0.4, Math.min(20, radius * 0.49)) : radius * 0.36;
    const key = `node:${move.node}`;
    const state = kit.stateOf(view, key, [move.id], { target: null });
    const kind = move.kind === "city" ? "city" : "settlement";
    const yields = move.hexes.map((hex) => hexWords(hex, view.say)).join(", ");
    /** @type {[number, number]} */
    const middle = [reach, reach];
    const parts = [];
    if (kind === "city") parts.push(building("settlement", me(view), middle, map));
    if (state === "picked")
      parts.push(
        ghost(building(kind, me(view), middle, map)),
        chosenRing(...middle, Math.max(14, radius * 0.44)),
      );
    else if (state && kind === "city") {
      const size = Math.max(11, radius * 0.36);
      parts.push(
        kit.circle(...middle, size, { fill: "none", stroke: INK, "stroke-width": 6.5 }),
        kit.circle(...middle, size, { fill: "none", stroke: "var(--can)", "stroke-width": 3.5 }),
        put(
          reach + size * 0.8,
          reach - size * 0.8,
          Math.max(0.8, map.scale * 1.5),
          kit.circle(0, 0, 8, { fill: "var(--can)", stroke: INK, "stroke-width": 2 }),
          kit.path("M0 5V-4M-4 0 0-4.500 4 0", { fill: "none", stroke: INK, "stroke-width": 2.4 }),
        ),
      );
    } else if (state && many) parts.push(bead(...middle, Math.max(7.5, radius * 0.13)));
    else if (state)
      parts.push(
        spot(
          ...middle,
          Math.max(9, radius * 0.21),
          put(0, Math.max(2, radius * 0.03), Math.max(0.34, radius * 0.0075), house(me(view))),
        ),
      );
    const label = `${word(view, kind)}: ${yields}; ${word(view, "dots", { n: move.pips })}`;
    return site(view, { key, x, y, reach, id: move.id, label, near }, ...parts);
  });
}

/* Players */

/** How a player looks: what has just befallen him, or that he is thinking. */
function mood(view, seat) {
  const { description: d } = view;
  if (view.moods?.[seat]) return view.moods[seat];
  if (d.over) return d.winner === seat ? "proud" : "calm";
  const told = (kind, who = "seat") =>
    view.events.some((event) => event.kind === kind && event[who] === seat);
  const robbed = ({ kind, taken }) => kind === "monopoly" && taken?.some((part) => part.seat === seat);
  if (told("steal", "victim") || view.events.some(robbed)) return "wow";
  if (told("longest_road") || told("largest_army") || told("city")) return "proud";
  if (
    gainsOf(view, seat).length ||
    told("monopoly") ||
    told("plenty") ||
    told("trade") ||
    told("trade", "partner")
  )
    return "glad";
  if (told("discard") || told("road_cut") || told("longest_road_lost")) return "sad";
  return d.seat === seat ? "think" : "calm";
}

/** A face in a ring of the seat's colour; the seat's sign where there is no face. */
function face(view, seat, x, y, size) {
  const drawn = typeof view.portrait === "function" ? view.portrait(seat, mood(view, seat)) : null;
  const middle = size / 2;
  const [front, side] = SEATS[seat];
  return kit.at(
    x,
    y,
    kit.circle(middle, middle, middle, { fill: drawn ? "#FFF7E6" : front, stroke: INK, "stroke-width": 1.5 }),
    drawn ? kit.placed(drawn, size * 0.04, size * 0.04, size * 0.92) : null,
    drawn
      ? kit.circle(middle, middle, middle - 2, { fill: "none", stroke: side, "stroke-width": 3.5 })
      : put(middle, middle, size / 17, seatMark(seat, INK)),
  );
}

/** A tick, a cross or dots on a face: how its player answers an offer. */
function answerDisc(answer, x, y, size) {
  const sign = {
    accept: kit.path("M-5 0-1.500 4 5.500-4", { fill: "none" }),
    reject: kit.path("M-4-4 4 4M4-4-4 4", { fill: "none" }),
    hidden: kit.path("M-4.500 0h.1M0 0h.1M4.500 0h.1", { fill: "none" }),
  }[answer];
  return put(
    x,
    y,
    size / 10,
    kit.circle(0, 0, 10, {
      fill: { accept: "#2F7A3A", reject: "#B32B1E", hidden: "#6A4B35" }[answer],
      stroke: "#FFF7E6",
      "stroke-width": 2,
    }),
    kit.group(
      { stroke: "#FFF7E6", "stroke-width": 3, "stroke-linecap": "round", "stroke-linejoin": "round" },
      sign,
    ),
  );
}

/** The room that numbers of a player take at least. */
const statsWidth = (stats, size) =>
  stats.reduce(
    (sum, [, number, award]) =>
      sum + kit.measure(String(number), size, { weight: 800 }) + size * 0.75 + 4 + (award ? 8 : 0),
    0,
  );
/** Numbers of a player with their signs, as wide as there is room for; what holds an award is on brass. */
function statRow(stats, x, y, width, size) {
  const measured = (wide) =>
    stats.map(([, number]) =>
      kit.measure(wide ? spaced(String(number)) : String(number), size, { weight: 800 }),
    );
  const sum = (lengths) => lengths.reduce((all, one) => all + one, 0);
  const awards = stats.filter(([, , award]) => award).length;
  const numbers = measured(sum(measured(true)) + stats.length * 8 + awards * 8 <= width);
  const room = width - sum(numbers);
  const pad = clamp((room - stats.length * 10) / (2 * awards || 1), 0, 4); // the brass goes beyond its number
  const pads = stats.map(([, , award]) => (award ? pad : 0));
  const spare = room - 2 * sum(pads);
  const icon = clamp(spare / (stats.length * 1.35), 6, size * 1.3);
  const gap = clamp((spare - stats.length * (icon + 2)) / Math.max(1, stats.length - 1), 0, size * 0.8);
  let left = x;
  return stats.flatMap(([picture, number, award, warn], i) => {
    const wide = icon + 2 + numbers[i];
    left += pads[i];
    const made = [
      award
        ? kit.rect(left - 3, y - 1, wide + 6, size * 1.4 + 2, {
            rx: size * 0.5,
            fill: "var(--brass)",
            stroke: INK,
            "stroke-width": 1.2,
          })
        : null,
      kit.placed(picture, left, y + (size * 1.4 - icon) / 2, icon),
      kit.text(String(number), left + icon + 2, y + size * 1.06, {
        size,
        weight: 800,
        fill: award ? "#2C1A10" : warn ? "var(--bad)" : "var(--ink-2)",
      }),
    ];
    left += wide + gap + pads[i];
    return made;
  });
}

function plate(view, player, box) {
  const { description: d } = view;
  const { width, height } = box;
  const { seat } = player;
  const ids = kit.movesOf(
    view,
    (move) => move.victim === seat || (move.kind === "confirm" && move.partner === seat),
  );
  const inTurn = !d.over && d.player === seat;
  const goal = d.rules.points_to_win;
  const radius = Math.min(16, height * 0.22);
  const stats = [
    [handBack(), player.hand_count, false, player.hand_count > d.rules.hand_limit],
    [cardBack(), player.cards_count, false],
    [cardSign("knight"), player.played.knight, d.largest_army === seat],
    [piece("road", seat), player.road_length, d.longest_road === seat],
  ];
  const answer = d.offer?.answers[seat];
  const said = answer ? `. ${word(view, { accept: "yes", reject: "no", hidden: "hidden" }[answer])}` : "";
  const longest = d.longest_road === seat ? `. ${word(view, "longest")}` : "";
  const largest = d.largest_army === seat ? `. ${word(view, "army")}` : "";
  const label = [
    `${view.names[seat]}: ${word(view, "points", { n: player.points, goal })}.`,
    `${word(view, "cards", { n: player.hand_count })}.`,
    `${word(view, "knights")} ${player.played.knight},`,
    `${word(view, "length")} ${player.road_length}${longest}${largest}${said}`,
  ].join(" ");
  const parts = [
    kit.rect(1, 4, width, height, { rx: radius, fill: "#1A0C04", opacity: 0.3 }),
    inTurn ? kit.rect(-3, -3, width + 6, height + 6, { rx: radius + 3, fill: INK }) : null,
    inTurn ? kit.rect(-1.8, -1.8, width + 3.6, height + 3.6, { rx: radius + 2, fill: "var(--brass)" }) : null,
    kit.rect(1.5, 1.5, width - 3, height - 3, {
      rx: radius - 1,
      fill: "var(--panel)",
      stroke: INK,
      "stroke-width": inTurn ? 1.2 : 1.5,
    }),
    kit.rect(0, 0, Math.min(7, width * 0.05), height, {
      rx: 3,
      fill: SEATS[seat][0],
      stroke: INK,
      "stroke-width": 1.2,
    }),
  ];
  if (width < 180 && height >= 40) parts.push(...narrowPlate(view, player, box, stats, answer));
  else parts.push(...broadPlate(view, player, box, stats, answer));
  return kit.thing(
    view,
    {
      key: `player:${seat}`,
      zone: "players",
      ...box,
      radius,
      ids,
      target: true,
      label,
      ring: (state) => plateRing(view, state, width, height, radius),
    },
    ...parts,
  );
}

/** The mark of a plate: without lines across its edges, which would cover its numbers; brass for a trade that
 * is confirmed, red for a robbery. */
function plateRing(view, state, width, height, radius) {
  const trades = view.moves.some((move) => move.kind === "confirm");
  return kit.mark(state, width, height, radius, null, {
    aim: trades ? "var(--can)" : undefined,
    ticks: false,
  });
}

/** The points that win, written small behind a player's own: 6/10. */
const goalOf = (view, size) => {
  const small = Math.max(least(view), size * 0.44);
  const text = `/${view.description.rules.points_to_win}`;
  return { text, size: small, width: kit.measure(text, small, { weight: 800 }) + 1 };
};
/** The points of a player, and the goal where there is room for it; both end at `x`. */
const pointsText = (player, x, y, size, goal = null) => [
  kit.text(String(player.points), x - (goal?.width ?? 0), y, {
    size,
    family: kit.SERIF,
    anchor: "end",
    fill: "var(--ink)",
    "data-key": `points:${player.seat}`,
    "data-number": `points:${player.seat}`,
  }),
  goal
    ? kit.text(goal.text, x, y, { size: goal.size, weight: 800, anchor: "end", fill: "var(--ink-2)" })
    : null,
];

/** Where there is little room: face and points, the name beside or below, the numbers at the foot. */
function narrowPlate(view, player, { width, height }, stats, answer) {
  const { seat } = player;
  const below = width < 128 && height >= 56; // a line of its own for the name
  const rows = below && height >= 76 ? 2 : 1; // of the numbers
  const text = clamp(height * 0.2, least(view), rows > 1 ? 13 : 14);
  const size = rows > 1 ? 26 : below ? height * 0.46 : height - text * 1.4 - 7;
  const left = Math.min(7, width * 0.05) + 2;
  const points = Math.min(24, size * 0.84);
  const own = kit.measure(String(player.points), points, { family: kit.SERIF });
  const limit = goalOf(view, points);
  const goal = width - left - size - own - limit.width >= (below ? 20 : 70) ? limit : null;
  const wide = own + (goal?.width ?? 0);
  const title = { smallest: least(view), weight: 800, align: "start", fill: "var(--ink)" };
  const room = width - left - size - wide - 31;
  return [
    kit.group({ "data-key": `face:${seat}` }, face(view, seat, left, 3, size)),
    put(below ? left + size + 10 : width - wide - 15, 3 + size / 2, 0.95, seatMark(seat, "var(--ink)")),
    ...pointsText(player, width - 6, 3 + size / 2 + points * 0.36, points, goal),
    below
      ? kit.fitted(view.names[seat], left, size + 3, width - left - 3, 15, { ...title, size: 13 })
      : kit.fitted(view.names[seat], left + size + 4, 3, room, size, {
          ...title,
          size: clamp(size * 0.5, 13, 17),
          lines: size > 30 ? 2 : 1,
        }),
    ...(rows > 1
      ? grid(left + 2, size + 15, width - left - 6, (height - size - 19) / 2, 2, stats.length, 0).flatMap(
          (at, i) => statRow([stats[i]], at.x, at.y, at.width - 6, text),
        )
      : statRow(stats, left + 1, height - text * 1.4 - (below ? 1 : 3), width - left - 6, text)),
    answer ? answerDisc(answer, below ? left + size - 2 : left + 6, size - 3, 8) : null,
  ];
}

function broadPlate(view, player, { width, height }, stats, answer) {
  const { description: d } = view;
  const { seat } = player;
  const edge = Math.min(7, width * 0.05);
  const low = height < 40;
  const tight = !low && width < 240; // the numbers have a row of their own below the face
  const size = low
    ? Math.min(height - 6, 24)
    : tight
      ? 36
      : clamp(height - 14, 28, Math.min(width * 0.28, 74));
  const left = edge + (low ? 3 : 6);
  const x = left + size + (low ? 4 : 8);
  const points = low ? 14 : tight ? 26 : clamp(height * 0.38, 15, 36);
  const limit = goalOf(view, points);
  const own = kit.measure(String(player.points), points, { family: kit.SERIF }) + (width > 180 ? 16 : 7);
  const small = clamp(height * 0.165, least(view), 16);
  // The numbers of a player come before the goal, which is the same for all.
  const aside = width - x - own - 4;
  const goal = low || (!tight && aside - limit.width < statsWidth(stats, small)) ? null : limit;
  const wide = own + (goal?.width ?? 0);
  const known = height >= 74 ? knownCards(view, player) : [];
  const gains = height >= 56 ? gainsOf(view, seat) : [];
  const third = known.length || (gains.length && height >= 74);
  const title = low ? 12 : clamp(height * 0.24, 13, 22);
  const lines = low
    ? [0, height - 15]
    : tight
      ? [6 + (30 - title) / 2, height - small * 1.4 - (height >= 74 ? 21 : 3)]
      : third
        ? [height * 0.08, height * 0.4]
        : [height * 0.14, height * 0.54];
  const family = title >= 15 ? kit.SERIF : kit.SANS;
  const named = kit.measure(view.names[seat], title, { family, weight: family === kit.SERIF ? 400 : 800 });
  const room = width - x - wide - 4;
  const sign = title * 0.42;
  const parts = [
    kit.group({ "data-key": `face:${seat}` }, face(view, seat, left, tight ? 4 : (height - size) / 2, size)),
    kit.fitted(view.names[seat], x, lines[0], room - sign * 2 - 3, title * 1.3, {
      size: title,
      smallest: low ? 11 : least(view),
      weight: family === kit.SERIF ? 400 : 800,
      family,
      align: "start",
      fill: "var(--ink)",
    }),
    put(
      x + Math.min(named, room - sign * 2 - 3) + sign + 4,
      lines[0] + title * 0.68,
      sign / 6,
      seatMark(seat, "var(--ink)"),
    ),
    ...pointsText(
      player,
      width - (width > 180 && !tight ? 14 : 8),
      low ? 13 : (tight ? 22 : height / 2) + points * 0.36,
      points,
      goal,
    ),
    ...(tight
      ? statRow(stats, left + 2, lines[1], width - left - 14, small)
      : statRow(stats, x, lines[1], low ? width - x - 5 : room, low ? 11 : small)),
    d.seat === seat && !d.over && !answer && width > 180 && height > 50 && known.length < 4
      ? kit.dots(width - (width > 180 ? 34 : 24), height - 9, 2.6, "var(--brass-2)")
      : null,
    answer
      ? answerDisc(
          answer,
          left + size * 0.14,
          tight ? size : (height + size) / 2 - 4,
          clamp(size * 0.2, 7, 13),
        )
      : null,
  ];
  if (third)
    parts.push(
      ...(tight
        ? thirdRow(known, gains, left + 2, height - small * 1.5 - 3, width - left - 10, small)
        : thirdRow(known, gains, x, height * 0.69, width - x - 10, small)),
    );
  return parts;
}

/** What is known of a hand, and what the last roll brought. */
function thirdRow(hand, gains, x, y, width, size) {
  const parts = [];
  const wideAs = (text, weight) => kit.measure(spaced(text), size, { weight });
  const bare = (cards) => cards.reduce((sum, [, range]) => sum + size * 1.3 + wideAs(range, 600), 0);
  // Where ranges of all kinds have no room, they are said by what is held at least.
  const known = bare(hand) <= width ? hand : hand.map(([kind, n]) => [kind, n.replace(/–.*/, "+")]);
  const cells = gains.map(([kind, n]) => [kind, `+${n}`]);
  const wide = cells.reduce((sum, [, text]) => sum + wideAs(text, 800) + size * 1.35, 10);
  // A hand is planned with as long as it is seen, the last roll is also in the story: the hand comes first.
  const chip = gains.length > 0 && bare(known) + wide <= width;
  const gap = clamp((width - (chip ? wide : 0) - bare(known)) / Math.max(1, known.length), 0, size * 0.4);
  if (chip) {
    const right = x + width - wide;
    parts.push(
      kit.rect(right, y - 1, wide, size * 1.5, {
        rx: size * 0.75,
        fill: "var(--brass)",
        stroke: INK,
        "stroke-width": 1.2,
      }),
    );
    let left = right + 5;
    for (const [kind, text] of cells) {
      parts.push(
        kit.text(text, left, y + size * 1.02, { size, weight: 800, fill: "#2C1A10" }),
        kit.placed(
          resourceSign(kind),
          left + kit.measure(text, size, { weight: 800 }) + 1,
          y + size * 0.12,
          size * 1.2,
        ),
      );
      left += kit.measure(text, size, { weight: 800 }) + size * 1.35;
    }
  }
  let left = x;
  for (const [kind, range] of known) {
    parts.push(
      kit.placed(resourceSign(kind), left, y + size * 0.08, size * 1.2),
      kit.text(range, left + size * 1.3, y + size * 1.02, { size, weight: 600, fill: "var(--ink-2)" }),
    );
    left += size * 1.3 + wideAs(range, 600) + gap;
  }
  return parts;
}

/** The cards of a hand that is open, or how many of each kind it holds at least and at most. */
function knownCards(view, player) {
  if (player.hand)
    return player.seat === me(view) && view.seat !== null
      ? []
      : RESOURCES.filter((kind) => player.hand[kind]).map((kind) => [kind, `${player.hand[kind]}`]);
  if (!player.least) return [];
  const { least, most } = player;
  return RESOURCES.filter((kind) => least[kind]).map((kind) => [
    kind,
    least[kind] === most[kind] ? `${least[kind]}` : `${least[kind]}–${most[kind]}`,
  ]);
}

/** What the last roll brought a player. */
function gainsOf(view, seat) {
  const roll = view.events.filter((event) => event.kind === "roll").at(-1);
  return Object.entries(roll?.gains?.find((one) => one.seat === seat)?.cards ?? {});
}

/* Dice, turn and what happened */

function diceOf(view, { dice }) {
  const { description: d } = view;
  if (!d.dice || (view.description.offer && dice.size > 36)) return null;
  return kit.group(
    {
      "data-key": `dice:${d.turn}`,
      "data-zone": "dice",
      role: "img",
      "aria-label": String(d.dice[0] + d.dice[1]),
      opacity: d.rolled ? 1 : 0.5,
    },
    kit.placed(die(d.dice[0]), dice.x, dice.y, dice.size),
    kit.placed(die(d.dice[1]), dice.x + dice.size + 5, dice.y + (dice.size > 36 ? 2 : 0), dice.size, 100, 6),
  );
}

/** The round as people count: the first turns after the set-up are round 1. */
export const roundOf = (d) => Math.floor(d.turn / d.players.length) - 1;

const roundWords = (view, d) =>
  d.phase.startsWith("setup") ? word(view, "setup") : word(view, "turn", { n: roundOf(d) });

/** The room for the story in the corner of the sea where no boat is; 0 where that is too little. */
function storyWidth(map, { small }) {
  const width = Math.min(300, map.cx - 365 * map.scale - 22);
  return small || width < 130 ? 0 : width;
}

/** The round for the bar, where the stage has no room for it.
 * @type {Drawing["status"]} */
export function status(view) {
  const plan = layout(view);
  const shown = storyWidth(geometry(view.description, plan.board), plan) > 0;
  return shown || view.description.over ? null : roundWords(view, view.description);
}

/** Whose turn it is: who answers an offer has none.
 * @type {Drawing["turn"]} */
export const turn = ({ description: d }) => d.player;

/** Talk about trade: shown only if no event has changed the table. */
const TALK = ["offer", "accept", "hidden_answer", "answers", "refused", "cancel"];

/** What is said of an event: of a trade with another one, too, after the reader had accepted it. */
function toldOf(view, event) {
  const all = view.lately ?? view.events;
  if (event.kind === "trade" && ![event.seat, event.partner].includes(view.seat)) {
    const at = all.findLastIndex((one) => one.kind === "trade" && one.seat === event.seat);
    const offered = all.findLastIndex((one, i) => one.kind === "offer" && (at < 0 || i < at));
    const mine = all.slice(Math.max(0, offered), at < 0 ? undefined : at);
    if (mine.some((one) => one.kind === "accept" && one.seat === view.seat && view.seat !== null)) {
      const [name, other] = [view.names[event.seat], view.names[event.partner]];
      return word(view, "chose_other", { name, other });
    }
  }
  return `${kit.capital(event.text)}.`;
}

/** The round, and what has just happened. */
function story(view, map, plan) {
  const { description: d } = view;
  const found = view.events.filter((event) => event.text && !["end", "reject", "named"].includes(event.kind));
  const changes = found.filter((event) => !TALK.includes(event.kind));
  const shown = changes.length ? changes : found;
  const told = shown.map((event) => toldOf(view, event));
  const strip = (d.offer && plan.offer ? null : plan.story) ?? storyStrip(view, plan);
  if (strip) return told.length ? storyLine(view, told, strip, shown.map(weightOf)) : null;
  const width = storyWidth(map, plan);
  const most = clamp(Math.floor((map.cy - map.radius * 1.7 - 52) / STORY_LINE), 3, 9);
  return width ? storyBox(roundWords(view, view.description), told, width, most) : null;
}
/** What stays told the longest where there is little room. */
const weightOf = (event) => (important.includes(event.kind) ? 2 : event.kind === "roll" ? 1 : 0);

/** On a phone the story is at the foot, beside the cards in hand; while an offer has that place, above the
 * hand. */
function storyStrip(view, { small, cards: box, bank }) {
  const { description: d } = view;
  if (!small) return null;
  if (["answer", "decide"].includes(d.phase)) {
    // Where one answers by a plate, the button that confirms has that place.
    const plate = view.picked.some((key) => key.startsWith("player:"));
    return view.moves.length && !plate ? bank : null;
  }
  if (box.height < 24 || d.phase === "compose") return null;
  const held = KINDS.filter((kind) => d.players[me(view)].cards?.[kind]).length;
  const taken = held ? held * (heldWidth(box, held) + 6) : 0;
  return { x: box.x + taken, y: box.y, width: box.width - taken, height: Math.min(box.height, 46) };
}
/** The width of a development card that is held in a low row: the story beside it always has room. */
const heldWidth = ({ width }, held) => clamp((width - Math.max(150, width * 0.5)) / held - 6, 32, 112);

/** What has just happened, on a strip below the rest: as much as fits; what matters least, then what is
 * oldest goes first. */
function storyLine(view, told, { x, y, width, height }, weights) {
  const smallest = least(view);
  const made = (text) =>
    // Small digits are drawn wider than they are measured.
    kit.fitted(text, 10, 2, (width - 20) * 0.97, height - 4, {
      size: 14,
      smallest,
      lines: Math.max(1, Math.floor((height - 3.5) / (smallest * 1.14))),
      leading: 1.14,
      align: "start",
      weight: 500,
      fill: "#FFF7E6",
    });
  let left = told.map((text, i) => ({ text, weight: weights[i] }));
  const drawn = () => made(left.map(({ text }) => text).join(" "));
  let shown = drawn();
  while (left.length > 1 && shown.dataset.cut !== undefined) {
    const older = left.slice(0, -1).map(({ weight }) => weight);
    const dropped = older.indexOf(Math.min(...older));
    left = left.filter((_, i) => i !== dropped);
    shown = drawn();
  }
  return kit.group(
    {
      transform: `translate(${x} ${y})`,
      "data-box": `${width} ${height}`,
      "pointer-events": "none",
      "data-zone": "story",
    },
    kit.rect(0, 0, width, height, { rx: 12, fill: "#2C1A10", opacity: 0.87 }),
    shown,
  );
}

const STORY_LINE = 18.2;

/** The round, and below it the last things that happened, as many as have room; the newest stands out. */
function storyBox(turn, told, width, most) {
  const style = { weight: 500, size: 14, smallest: 13, leading: 1.26, align: "start", valign: "top" };
  const drawn = (text, y, lines, fill) =>
    kit.fitted(text, 14, y, width - 28, lines * STORY_LINE + 2, { ...style, lines, fill });
  const shown = [];
  let lines = 0;
  for (const text of [...told].reverse()) {
    const own = drawn(spaced(text), 0, 5, INK).childNodes.length;
    if (shown.length && lines + own > most) break;
    shown.unshift({ text, own });
    lines += own;
  }
  const high = 30 + lines * STORY_LINE + (lines ? 8 : 0);
  let y = 29;
  return kit.group(
    {
      transform: "translate(14 14)",
      "data-box": `${width} ${high}`,
      "pointer-events": "none",
      "data-zone": "story",
    },
    kit.rect(0, 0, width, high, { rx: 14, fill: "#2C1A10", opacity: 0.87 }),
    kit.text(turn, 14, 20, { size: 14.5, weight: 800, fill: "#F6BC3A" }),
    ...shown.map(({ text, own }, i) => {
      const made = drawn(text, y, own, i === shown.length - 1 ? "#FFF7E6" : "#D2BC9C");
      y += own * STORY_LINE;
      return made;
    }),
  );
}

/** Why no offer can be made any more, in the turn in which all have been. */
function spentOffers(view) {
  const { phase, rules, offers_left: left } = view.description;
  return phase === "main" && view.moves.length && rules.max_offers && !left
    ? `${kit.capital(view.say("why.offers", { n: rules.max_offers }))}.`
    : null;
}

/* The own hand: cards in a wooden tray; the bank: what one takes */

const named = (move) => move.kind === "name_give" || move.kind === "name_want";
const isTrade = (move) => ["bank", "offer"].includes(move.kind) || named(move);
const gives = (move, kind) =>
  (move.give &&
    kind in move.give &&
    move.kind !== "open" &&
    move.kind !== "confirm" &&
    move.kind !== "accept") ||
  (move.kind === "discard" && move.resource === kind) ||
  (move.kind === "name_give" && move.resource === kind);
const takes = (move, kind) =>
  (move.kind === "bank" && kind in move.get) ||
  (move.kind === "offer" && kind in move.want) ||
  (move.kind === "monopoly" && move.resource === kind) ||
  (move.kind === "plenty" && move.resources.includes(kind)) ||
  (move.kind === "name_want" && move.resource === kind);
/** The development card with which a move is played, if any. */
const cardOf = (move) => KINDS.find((kind) => MOVE_OF_CARD[kind] === move.kind);
/** A move of a development card begins with that card: until it is picked, the bank asks nothing of it. */
const begun = (view, move) => !cardOf(move) || view.picked.includes(`card:${cardOf(move)}`);
/** A card that is picked on one side keeps the free offer that begins with it, whatever is picked
 * on the other but its like. */
const begins = (view, move, zone, kinds, other) =>
  move.kind === kinds && move.resource !== other && view.picked.includes(`${zone}:${move.resource}`);

/** A number on a dark disc. */
const disc = (number, x, y, size) =>
  kit.group(
    {},
    kit.circle(x, y, size, { fill: "#2C1A10", stroke: "#FFF7E6", "stroke-width": 1.5 }),
    kit.text(String(number), x, y + size * 0.38, {
      size: Math.max(13, size * 1.1),
      weight: 800,
      anchor: "middle",
      fill: "#FFF7E6",
    }),
  );

/** Whose hand is at the foot, for who looks on. */
function whoseHand(view, x, y, small) {
  const key = view.own === me(view) ? "hand_own" : "hand_of";
  const label = word(view, key, { name: view.names[me(view)] });
  const size = small ? 13 : 15;
  const style = { size, weight: 800 };
  const high = small ? WHOSE : 26;
  const width = kit.measure(label, size, style) + size + 24;
  return kit.group(
    { transform: `translate(${x} ${y})`, "pointer-events": "none", "data-zone": "whose" },
    kit.rect(0, 0, width, high, { rx: high / 2, fill: "#2C1A10", opacity: 0.87 }),
    put(high / 2 + 2, high / 2, size / 14, seatMark(me(view), SEATS[me(view)][0])),
    kit.text(label, size + 14, high / 2 + size * 0.36, { ...style, fill: "#FFF7E6" }),
  );
}

/** Why a card of the hand cannot be given. */
const whyHand = (view, count) => (count && spentOffers(view)) || word(view, "not_now");

function handOf(view, { hand: box, tray: wood, small }) {
  const { description: d } = view;
  const player = d.players[me(view)];
  const made = [kit.group({ "data-zone": "hand" }, kit.at(wood.x, wood.y, tray(wood.width, wood.height)))];
  if (view.seat === null) made.push(whoseHand(view, wood.x, box.y - (small ? WHOSE + 4 : 30), small));
  const { card, high, step } = box;
  const seen = Math.min(card, step) - 4; // of a card, below the next one
  const style = { size: clamp(card * 0.19, least(view), 18), smallest: least(view), weight: 800 };
  const fits = RESOURCES.every(
    (kind) => kit.fitted(name(view, kind), 0, 0, seen, 18, style).dataset.cut === undefined,
  );
  const foot = card >= 52 && fits ? Math.max(19, high * 0.235) : Math.max(5, card * 0.07);
  const marking = discarding(view);
  RESOURCES.forEach((kind, i) => {
    const count = player.hand && player.hand[kind] - marked(view, kind);
    const more = marking ? markMore(view, kind) : null;
    const full = marking && !more;
    const ids = full
      ? []
      : kit.movesOf(view, (move) => gives(move, kind) || begins(view, move, "bank", "name_want", kind));
    const own = full ? [] : kit.movesOf(view, (move) => gives(move, kind));
    const changes = view.moves.some((move) => move.kind === "bank" && kind in move.give);
    const rate = player.rates[kind];
    const size = clamp(card * 0.19, 9, 17);
    const lap = step < card;
    const parts = count
      ? [
          count > 1 ? kit.at(3, -3, resourceCard(kind, card, high, foot)) : null,
          resourceCard(kind, card, high, foot),
        ]
      : [resourceGap(kind, card, high)];
    if (card >= 52 && fits)
      parts.push(
        kit.fitted(name(view, kind), 2, high - foot, seen, foot - 1, {
          ...style,
          fill: count ? "var(--card-ink)" : "#FFF7E6",
        }),
      );
    if (rate < 4 || changes)
      parts.push(
        kit.badge(word(view, "rate", { n: rate }), lap ? step - 15 : 19, high - foot - 9, {
          size: clamp(card * 0.17, least(view), 15),
          fill: "#F6BC3A",
          ink: "#2C1A10",
          stroke: "#38200F",
        }),
      );
    const left = lap || view.picked.includes(`hand:${kind}`);
    const number = () =>
      disc(count, left ? size * 0.75 : Math.min(card - size * 0.5, step - size - 4), size * 0.5, size);
    made.push(
      kit.thing(
        view,
        {
          key: `hand:${kind}`,
          zone: "hand",
          x: box.x + i * step,
          y: box.y,
          width: card,
          height: high,
          radius: card * 0.12,
          ids: own.length ? ids : [],
          label: `${name(view, kind)}: ${count ?? "?"}, ${word(view, "rate", { n: rate })}`,
          why: own.length || !view.moves.length ? null : full ? word(view, "marked") : whyHand(view, count),
          state: own.length ? undefined : "",
          commit: d.phase === "discard" || d.phase === "compose",
          begins: d.phase === "main",
          toggle: more,
          room: false,
          ring: (state) =>
            kit.group(
              { "pointer-events": "none" },
              kit.mark(state, card, high, card * 0.12),
              player.hand ? number() : null,
            ),
        },
        ...parts,
      ),
    );
  });
  return made;
}

/* A seven: cards to discard are marked one by one, and leave together */

const discarding = (view) =>
  Boolean(view.toggles) && view.moves.length > 0 && view.moves.every((move) => move.kind === "discard");
const markKey = (view, kind, n) => `discard:${view.description.turn}:${kind}:${n}`;
/** How many cards of a kind are marked. */
function marked(view, kind) {
  if (!discarding(view)) return 0;
  const held = view.description.players[me(view)].hand[kind];
  return Array.from({ length: held }, (_, n) => markKey(view, kind, n)).filter((key) => view.toggles.has(key))
    .length;
}
const markedCards = (view) =>
  RESOURCES.flatMap((kind) => Array.from({ length: marked(view, kind) }, () => kind));
/** What marks one more card of a kind; null where none is left or enough are marked. */
function markMore(view, kind) {
  const { hand, owed } = view.description.players[me(view)];
  const own = marked(view, kind);
  return own < hand[kind] && markedCards(view).length < owed ? markKey(view, kind, own) : null;
}

/** The cards that are marked, each of which goes back when touched, and the button that discards all. */
function discardSheet(view, { build, buttons, small }) {
  const { owed } = view.description.players[me(view)];
  const found = markedCards(view);
  const [{ x, y, height }] = build;
  const width = build.at(-1).x + build.at(-1).width - x;
  const aside = clamp(width * 0.24, 66, 120);
  const high = height - 8;
  const wide = Math.min(high / 1.32, 50);
  const room = width - aside - 8;
  const step = Math.min(wide + 5, owed > 1 ? (room - wide) / (owed - 1) : wide);
  const tall = wide * 1.32;
  const top = y + (height - tall) / 2;
  const left = (i) => x + aside + i * step;
  const size = clamp(height * 0.42, 17, 30);
  const short = owed - found.length;
  const title = word(view, "mark_count", { n: found.length, of: owed });
  return [
    kit.group(
      { "data-zone": "discards" },
      kit.at(
        x,
        y,
        kit.rect(0.5, 3, width, height, { rx: 12, fill: "#1A0C04", opacity: 0.35 }),
        kit.rect(0, 0, width, height, { rx: 12, fill: "var(--panel)", stroke: INK, "stroke-width": 1.5 }),
        kit.fitted(title, 6, 2, aside - 10, height - 4, {
          size,
          smallest: least(view),
          family: kit.SERIF,
          fill: "var(--ink)",
        }),
      ),
      ...Array.from({ length: short }, (_, i) =>
        kit.rect(left(found.length + i), top, wide, tall, {
          rx: 6,
          fill: "none",
          stroke: "var(--line)",
          "stroke-width": 1.5,
          "stroke-dasharray": "4 4",
        }),
      ),
    ),
    ...found.map((kind, i) =>
      kit.thing(
        view,
        {
          key: `back:${i}`,
          zone: "back",
          x: left(i),
          y: top,
          width: i === owed - 1 ? wide : Math.min(wide, step),
          height: tall,
          label: `${word(view, "mark_back")}: ${name(view, kind)}`,
          toggle: markKey(view, kind, marked(view, kind) - 1),
          room: false,
          ring: () => null,
        },
        resourceCard(kind, wide, tall, wide * 0.08),
      ),
    ),
    enamel(view, {
      key: "button:discard",
      box: small && buttons.roll.width > buttons.end.width ? buttons.roll : buttons.end,
      label: word(view, "discard_all", { n: owed }),
      all: short ? null : found.map((kind) => ({ kind: "discard", resource: kind })),
      why: short ? word(view, "mark_more", { n: short }) : null,
    }),
  ];
}

/** The mark of a pile: its tick is clear of the number at the right. */
const pileMark = (state, wide, high) =>
  state === "picked"
    ? kit.group(
        { class: "mark" },
        ...kit.ringed(wide, high, 7, "var(--can)", { wide: 5, out: 3.5 }),
        kit.tick(9, 4),
      )
    : kit.mark(state, wide, high, 7);

/** The piles of the bank: what one can take, and how much of it is left. */
function bankOf(view, { bank: box }) {
  const { description: d } = view;
  if (["answer", "decide"].includes(d.phase) && view.moves.length) return [];
  const head = box.height >= 45 ? HEAD : 0;
  const gap = 4;
  const wide = (box.width - 10 - 4 * gap) / 5;
  const inset = box.height >= 56 ? 4 : 2;
  const high = box.height - 2 * inset - head;
  const plenty = view.moves.filter((move) => move.kind === "plenty" && view.left.has(move.id));
  // One may begin here, but more often begins with a card of one's own.
  const quiet = d.phase === "main" && !view.picked.length;
  const made = [
    kit.at(
      box.x,
      box.y,
      kit.rect(0, 0, box.width, box.height, { rx: 10, fill: "#2C1A10", opacity: 0.72 }),
      head
        ? kit.text(word(view, "bank_title"), 9, head - 6, { size: 13, weight: 800, fill: "#FFF7E6" })
        : null,
    ),
  ];
  RESOURCES.forEach((kind, i) => {
    const own = kit.movesOf(view, (move) => takes(move, kind) && begun(view, move));
    const ids = own.length
      ? kit.movesOf(
          view,
          (move) => (takes(move, kind) && begun(view, move)) || begins(view, move, "hand", "name_give", kind),
        )
      : [];
    const at = {
      x: box.x + 5 + i * (wide + gap),
      y: box.y + inset + head,
      width: wide,
      height: high,
      radius: 7,
    };
    const size = clamp(high * 0.36, least(view), 16);
    const number = kit.measure(spaced(String(d.bank[kind])), size, { weight: 800 });
    const icon = Math.min(high - 2, wide - number - 8);
    made.push(
      kit.thing(
        view,
        {
          key: `bank:${kind}`,
          zone: "bank",
          ...at,
          ids,
          target: null,
          state: quiet ? "" : undefined,
          commit: d.phase === "compose",
          begins: view.moves.some((move) => ids.includes(move.id) && view.left.has(move.id) && isTrade(move)),
          label: `${word(view, "bank_title")}: ${name(view, kind)} ${d.bank[kind]}`,
          ring: (state) => pileMark(state, wide, high),
        },
        kit.rect(0, 0, wide, high, { rx: 7, fill: LAND[kind][1], stroke: INK, "stroke-width": 1.2 }),
        kit.rect(2, 2, wide - 4, high - 4, { rx: 5, fill: LAND[kind][0] }),
        kit.placed(resourceSign(kind), 1, (high - icon) / 2, icon),
        kit.text(String(d.bank[kind]), wide - 4, high / 2 + size * 0.36, {
          size,
          weight: 800,
          anchor: "end",
          fill: "#2C1A10",
        }),
      ),
    );
    const pair = plenty.find((move) => move.resources[0] === kind && move.resources[1] === kind);
    if (pair && view.picked.includes(`bank:${kind}`))
      // the first card is this one: the same pile gives a second
      made.push(
        kit.thing(
          view,
          { key: `pair:${kind}`, zone: "bank", ...at, ids: [pair.id], label: `2 ${name(view, kind)}` },
          kit.badge("1", wide / 2, high / 2, { size: 13 }),
        ),
      );
  });
  return made;
}

/* Development cards */

function whyCard(view, kind) {
  const { description: d } = view;
  const player = d.players[me(view)];
  if (kind === "victory_point") return word(view, "vp");
  if (d.card_played) return word(view, "one_card");
  if ((player.bought?.[kind] ?? 0) >= (player.cards?.[kind] ?? 0)) return word(view, "new_card");
  return word(view, "not_now");
}

const cardIds = (view, kind) => kit.movesOf(view, (move) => move.kind === MOVE_OF_CARD[kind]);

/** The whole name of a card where it fits, its short one where it does not. */
function cardName(view, kind, x, y, width, height, style) {
  const made = (label) =>
    kit.fitted(label, x, y, width, height, { smallest: least(view), leading: 1.1, ...style });
  const whole = made(kit.capital(name(view, kind)));
  return whole.dataset.cut === undefined ? whole : made(word(view, `short_${kind}`));
}

function cardsHeld(view, { cards: box, small }) {
  const { description: d } = view;
  const player = d.players[me(view)];
  const held = KINDS.filter((kind) => player.cards?.[kind]);
  if (!held.length || ["answer", "decide", "compose"].includes(d.phase)) return [];
  const flat = box.height < 70;
  const high = flat ? Math.min(box.height, 46) : Math.min(box.height, small ? 96 : 150);
  const room = (box.width - 6 * (held.length - 1)) / held.length;
  const strip = flat && small && box.width > 200; // the story is beside them
  const wide = strip
    ? heldWidth(box, held.length)
    : flat
      ? Math.min(112, room)
      : Math.max(Math.min(high / 1.22, room, 112), Math.min(56, room));
  const start =
    box.x + (flat || small ? 0 : Math.max(0, (box.width - held.length * wide - 6 * (held.length - 1)) / 2));
  return held.map((kind, i) => {
    const ids = cardIds(view, kind);
    const count = player.cards[kind];
    const foot = Math.min(34, Math.max(28, high * 0.3));
    const bare = wide < 78; // no room for its name
    const icon = Math.min(high - 6, 30, wide * (bare ? 0.8 : 0.36));
    return kit.thing(
      view,
      {
        key: `card:${kind}`,
        zone: "cards",
        card: name(view, kind),
        x: start + i * (wide + 6),
        y: box.y,
        width: wide,
        height: high,
        radius: 8,
        ids,
        label: `${name(view, kind)} × ${count}. ${view.card(name(view, kind))?.text ?? ""}`,
        why: ids.length ? null : whyCard(view, kind),
        state: kind === "victory_point" ? "" : undefined, // it counts: nothing about it is shut
      },
      ...(flat
        ? [
            kit.rect(0, 3, wide, high, { rx: 8, fill: "#1A0C04", opacity: 0.35 }),
            kit.rect(0, 0, wide, high, { rx: 8, fill: "var(--card)", stroke: INK, "stroke-width": 1.5 }),
            kit.rect(2.5, 2.5, bare ? wide - 5 : icon + 4, high - 5, { rx: 6, fill: "#6A4496" }),
            kit.placed(cardSign(kind), bare ? (wide - icon) / 2 : 4.5, (high - icon) / 2, icon),
            bare
              ? null
              : cardName(view, kind, icon + 8, 1, wide - icon - 10, high - 2, {
                  size: 13,
                  lines: high >= 30 ? 2 : 1,
                  weight: 800,
                  fill: "var(--card-ink)",
                }),
          ]
        : [
            cardFace(kind, wide, high, foot),
            cardName(view, kind, 3, high - foot, wide - 6, foot - 1, {
              size: 13,
              lines: 2,
              weight: 800,
              fill: "var(--card-ink)",
            }),
          ]),
      count > 1 ? kit.badge(`×${count}`, wide - 13, 9, { size: 13 }) : null,
    );
  });
}

/* What can be done */

/** Why a piece cannot be built, and what is missing. */
function whyBuild(view, what) {
  const { description: d } = view;
  const player = d.players[me(view)];
  if (!view.moves.length) return null;
  /** @type {[string, number][]} */
  const costs = Object.entries(d.costs[what]);
  const missing = costs
    .map(([kind, n]) => /** @type {[string, number]} */ ([kind, n - (player.hand?.[kind] ?? 0)]))
    .filter(([, n]) => n > 0);
  if (missing.length)
    return word(view, "short", {
      what: missing.map(([kind, n]) => view.say(`count.${kind}`, { n })).join(", "),
    });
  const left = {
    road: player.roads_left,
    settlement: player.settlements_left,
    city: player.cities_left,
    card: d.deck_left,
  }[what];
  return word(view, left === 0 ? "none_left" : d.phase !== "main" ? "not_now" : `no_place_${what}`);
}

const PIECES = [
  ["road", "road"],
  ["settlement", "settle"],
  ["city", "city"],
  ["card", "buy"],
];

const UNSHORTENED = ["accept", "reject", "open"];

/** A whole word where it fits its box, a short one where it does not, at last that of another key. */
function labelFor(view, key, width, height, style, values = {}, other = null) {
  const fits = (text) =>
    kit.fitted(text, 0, 0, width, height, { smallest: least(view), ...style }).dataset.cut === undefined;
  const whole = word(view, key, values);
  const short = UNSHORTENED.includes(key) ? whole : word(view, `short_${key}`, values);
  if (fits(whole)) return whole;
  return other && !fits(short) ? labelFor(view, other, width, height, style) : short;
}

/** An enamel token with a lip: what is pressed to do something. */
function enamel(
  view,
  {
    key,
    box,
    label,
    ids = [],
    role = "primary",
    toggle = null,
    all = null,
    plain = false,
    spoken = label,
    why = null,
  },
) {
  const { x, y, width, height } = box;
  const picked = view.picked.includes(key);
  const [ground, lip, ink] =
    role === "primary"
      ? ["var(--accent)", "var(--accent-2)", "var(--on-accent)"]
      : ["var(--panel)", "var(--card-edge)", "var(--ink)"];
  const rx = Math.min(13, height * 0.28);
  const deep = Math.min(5, height * 0.1);
  const inset = width >= 120 ? 9 : 4;
  const made = kit.thing(
    view,
    {
      key,
      zone: "actions",
      x,
      y,
      width,
      height,
      radius: rx,
      ids,
      label: spoken,
      role: ids.length || all ? role : null,
      commit: true,
      plain,
      toggle,
      all,
      state: picked ? "picked" : why ? "no" : "",
      why,
    },
    kit.rect(0.5, 3, width, height, { rx, fill: "#1A0C04", opacity: 0.35 }),
    kit.rect(0, 0, width, height, { rx, fill: lip, stroke: INK, "stroke-width": 1.5 }),
    kit.rect(0.8, 0.8, width - 1.6, height - deep, { rx, fill: ground }),
    kit.fitted(label, inset, 1, width - 2 * inset, height - deep - 2, {
      size: clamp(height * 0.36, 13, 20),
      smallest: least(view),
      lines: height >= 32 ? 2 : 1,
      leading: 1.12,
      weight: 800,
      fill: ink,
    }),
  );
  if (ids.length || all) made.setAttribute("data-state", picked ? "picked" : "can");
  return made;
}

const touches = (one, other) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const BUTTON = { lines: 2, weight: 800, leading: 1.12, size: 13 };

function actions(view, plan, busy) {
  const { description: d } = view;
  if (["answer", "decide", "compose"].includes(d.phase)) return answers(view, plan);
  if (view.seat === null) return []; // nobody builds here
  const found = [];
  const button = (kind, test, role, { why = null, label = kind, values = {} } = {}) => {
    const ids = kit.movesOf(view, test);
    const box = plan.buttons[kind];
    const style = { ...BUTTON, lines: box.height >= 32 ? 2 : 1 };
    if (ids.length || why)
      found.push(
        enamel(view, {
          key: `button:${kind}`,
          box,
          label: labelFor(view, label, box.width - 8, box.height - 8, style, values, kind),
          spoken: word(view, label, values),
          ids,
          role,
          why: ids.length ? null : why,
        }),
      );
  };
  const builds = view.moves.some((move) => PIECES.some(([, kind]) => kind === move.kind));
  const confirms = awaited(view) !== null; // the button that does it lies on these
  const overlaps = (kind) => confirms && touches(plan.buttons[kind], plan.confirm);
  button("roll", (move) => move.kind === "roll", "primary");
  if (!busy && !overlaps("bank")) button("bank", (move) => move.kind === "bank", "secondary");
  if (!busy && !overlaps("offer"))
    button("offer", (move) => move.kind === "offer" || named(move), "secondary", {
      why: spentOffers(view),
      ...(d.rules.max_offers && d.offers_left ? { label: "offer_left", values: { n: d.offers_left } } : {}),
    });
  if (!overlaps("end")) button("end", (move) => move.kind === "end", builds ? "secondary" : "primary");
  PIECES.forEach(([what, kind], i) => {
    const ids = kit.movesOf(view, (move) => move.kind === kind);
    found.push(
      buildToken(view, { what, ids, why: ids.length ? null : whyBuild(view, what), box: plan.build[i] }),
    );
  });
  return found;
}

/** What answers, makes or withdraws an offer; never where one rolls or ends a turn. */
function answers(view, { answers: box }) {
  const { description: d } = view;
  const list = [];
  const single = (kind, role, plain = false) => {
    const ids = kit.movesOf(view, (move) => move.kind === kind);
    if (ids.length) list.push({ key: `button:${kind}`, word: kind, ids, role, plain });
  };
  single("accept", "primary");
  single("reject", "secondary");
  if (view.toggles && d.phase === "answer" && view.moves.length > 1)
    list.push({ key: "button:refuse-all", word: "refuse_all", toggle: refusing(d), role: "secondary" });
  for (const move of view.moves.filter((one) => one.kind === "confirm"))
    list.push({
      key: `button:with:${move.partner}`,
      word: "with",
      values: { name: view.names[move.partner] },
      ids: [move.id],
      role: "primary",
      plain: true, // the own offer is in sight
    });
  single("open", "primary", true);
  single("cancel", "secondary");
  return grid(box.x, box.y, box.width, box.height, Math.max(1, list.length), list.length, 6).map((at, i) => {
    const item = list[i];
    const style = { ...BUTTON, lines: box.height >= 32 ? 2 : 1 };
    const label = kit.capital(labelFor(view, item.word, at.width - 8, at.height - 8, style, item.values));
    return enamel(view, { ...item, box: at, label, spoken: word(view, item.word, item.values) });
  });
}

/** A piece with its price; what is missing is pale. */
function buildToken(view, { what, ids, why, box }) {
  const { description: d } = view;
  const { width, height } = box;
  const player = d.players[me(view)];
  const live = ids.length > 0;
  const free = d.phase.startsWith("setup") || d.phase === "free_road";
  const costs = free
    ? []
    : Object.entries(d.costs[what]).map(([kind, n]) => [kind, n, n <= (player.hand?.[kind] ?? 0)]);
  const rx = Math.min(13, height * 0.2);
  const deep = Math.min(5, height * 0.08);
  const line = clamp(height * 0.2, 13, 19);
  const above = height - deep - line - 2;
  const beside = height < 48; // price beside the piece, else below it
  const digit = 0.62; // the width of a number beside its sign
  const cells = costs.reduce((sum, [, n]) => sum + (n > 1 ? 1 + digit : 1), 0);
  const aside = Math.min(above, width * 0.3); // of the piece, where its price is beside it
  const coin = beside
    ? Math.min(above - 3, 19, (width - aside - 9) / Math.max(2, cells))
    : Math.min(height * 0.28, (width - 8) / Math.max(2, cells));
  const icon = beside ? aside : Math.min(above - (costs.length ? coin + 1 : 0), width * 0.6);
  const parts = [
    kit.rect(0.5, 3, width, height, { rx, fill: "#1A0C04", opacity: 0.35 }),
    kit.rect(0, 0, width, height, { rx, fill: "var(--card-edge)", stroke: INK, "stroke-width": 1.5 }),
    kit.rect(0.8, 0.8, width - 1.6, height - deep, { rx, fill: live ? "var(--panel)" : "var(--panel-2)" }),
  ];
  const picture = what === "card" ? cardBack() : piece(what, me(view));
  const along = beside && costs.length ? 3 : (width - icon) / 2;
  parts.push(
    kit.group(
      { opacity: live ? 1 : 0.85, "data-drag": what === "card" ? null : "" },
      kit.placed(picture, along, beside ? (above - icon) / 2 + 1 : 2, icon),
    ),
  );
  const left = beside
    ? icon + 4 + Math.max(0, (width - icon - 7 - cells * coin) / 2)
    : (width - cells * coin) / 2;
  const top = beside ? (above - coin) / 2 + 1 : height - deep - coin - 1;
  let next = left;
  for (const [kind, n, has] of costs) {
    if (n > 1) {
      const size = Math.max(least(view), coin * 0.8);
      parts.push(
        kit.text(String(n), next + coin * digit * 0.5, top + coin * 0.5 + size * 0.36, {
          size,
          weight: 800,
          anchor: "middle",
          fill: has ? "var(--ink)" : "var(--bad)",
        }),
      );
      next += coin * digit;
    }
    parts.push(
      kit.group(
        { opacity: has ? 1 : 0.55 },
        kit.rect(next + 0.5, top, coin - 1, coin, { rx: coin * 0.24, fill: "var(--card)" }),
        kit.placed(resourceSign(kind), next + 1, top + 0.5, coin - 2),
      ),
    );
    next += coin;
  }
  const style = { size: clamp(line * 0.86, least(view), 17), weight: 800 };
  const label = labelFor(view, what, width - 4, line, style);
  parts.push(
    kit.fitted(label, 2, beside ? above + 1 : icon + 2, width - 4, line, {
      ...style,
      smallest: least(view),
      fill: "var(--ink)",
    }),
  );
  return kit.thing(
    view,
    {
      key: `build:${what}`,
      zone: "actions",
      ...box,
      radius: rx,
      ids,
      why,
      label: `${word(view, what)}. ${why ?? ""}`,
      ring: (state) =>
        state === "no"
          ? shut(width, costs.length && !beside ? top - 1 : height, rx)
          : kit.at(4, 4, kit.mark(state, width - 8, height - 8, rx - 3)), // on no neighbour nor the edge
    },
    ...parts,
  );
}
/** What cannot be used: hatched but for its price, a bar in the upper corner, where no word is. */
const shut = (width, height, rx) =>
  kit.group(
    { class: "mark", "pointer-events": "none" },
    kit.rect(0, 0, width, height, { rx, fill: "url(#kit-hatch)" }),
    kit.path("M6 15V6H15", {
      fill: "none",
      stroke: "var(--ink-2)",
      "stroke-width": 3,
      "stroke-linecap": "round",
    }),
  );

/* Trade: two trays, mine and theirs */

/** How a card leaves an offer that is being put together: the offer is withdrawn, and its other cards are
 * named again; null where too few are left to name. */
function unnamed(view, side) {
  const { phase, offer, rules, cards_named: named } = view.description;
  if (phase !== "compose" || !view.moves.length) return null;
  const cards = (which) =>
    Object.entries(offer[which]).flatMap(([resource, n]) =>
      Array.from({ length: n }, () => ({ kind: `name_${which}`, resource })),
    );
  const others = (kind) => {
    const all = [...cards("give"), ...cards("want")];
    all.splice(
      all.findIndex((move) => move.kind === `name_${side}` && move.resource === kind),
      1,
    );
    return all;
  };
  const [given, wanted] = [cards("give").length, cards("want").length];
  const last = (wanted ? "want" : "give") === side ? (wanted || given) - 1 : null;
  const count = given + wanted;
  if (named + count - 1 > rules.cards_to_name) return null;
  return (card, key, box, drawn) =>
    kit.thing(
      view,
      {
        key: key === last ? LAST_NAMED : `named:${side}:${key}`,
        zone: "named",
        ...box,
        label: `${word(view, "mark_back")}: ${name(view, card)}`,
        all: [{ kind: "cancel" }, ...others(card)],
        room: false,
        ring: () => null,
      },
      drawn,
      answerDisc("reject", box.width - 3, 3, 6),
    );
}

/** Cards side by side in a box, as large as fits; `back` makes of each one that can be taken back. */
function cardsIn(cards, x, y, width, height, back = null) {
  const list = Object.entries(cards).flatMap(([kind, n]) => Array.from({ length: n }, () => kind));
  if (!list.length) return [];
  const wide = Math.min(height / 1.32, 60);
  const step = Math.min(wide + 4, list.length > 1 ? (width - wide) / (list.length - 1) : wide);
  const start = x + (width - step * (list.length - 1) - wide) / 2;
  const high = wide * 1.32;
  const top = y + (height - high) / 2;
  return list.map((kind, i) => {
    const drawn = resourceCard(kind, wide, high, wide * 0.08);
    const left = start + i * step;
    return back
      ? back(kind, i, { x: left, y: top, width: wide, height: high }, drawn)
      : kit.at(left, top, drawn);
  });
}

/** An offer from the reader's side: its maker, what is given and got, and what it leads to. */
function offerWords(view) {
  const { offer } = view.description;
  const own = offer.seat === me(view) && view.seat !== null;
  const head = own ? word(view, "your_offer") : word(view, "offers", { name: view.names[offer.seat] });
  const asked = view.moves.some((move) => move.kind === "accept") || offer.answers[me(view)] === "accept";
  if (own || view.seat === null || !asked)
    return {
      head,
      gives: word(view, own ? "give" : "gives"),
      gets: word(view, own ? "get" : "wants"),
      give: offer.give,
      get: offer.want,
      then: "",
    };
  return {
    head,
    gives: word(view, "give"),
    gets: word(view, "get"),
    give: offer.want,
    get: offer.give,
    then: offerLeads(view),
  };
}

/** The place of the offer on the table: also that of the bank, while nothing is taken from it. */
function offerBox(view, { sheet, bank, small, offer }) {
  if (offer) return offer;
  if (view.description.phase === "compose") return sheet;
  const height = small ? sheet.whole : Math.min(sheet.whole, bank.y + bank.height - sheet.y);
  return { ...sheet, height };
}
/** Whether an offer is lower than wide: its words are then beside its trays. */
const isLow = ({ width, height }) => width >= 400 && height < 140;
/** Whether an offer has room for what it leads to; where it has not, the guide says it. */
const offerFoot = (box) => (isLow(box) ? box.height >= 84 : box.height >= 120);

function tradeSheet(view, plan) {
  const { sheet, bank, answers, small } = plan;
  const { description: d } = view;
  if (d.offer) return [offerSheet(view, offerBox(view, plan), offerWords(view))];
  const picked = view.picked
    .map((key) => key.split(":"))
    .filter(([zone]) => zone === "hand" || zone === "bank");
  const left = view.moves.filter((move) => view.left.has(move.id));
  if (!picked.length || !left.length || !left.every(isTrade)) return [];
  const sides = Object.fromEntries(picked.map(([zone, kind]) => [zone, kind]));
  const sole = soleTrade(view);
  if (sole) return soleSheet(view, plan, sole);
  const shown = sides.hand && sides.bank ? left : left.filter(named);
  const both = sides.hand && sides.bank;
  const end = !both ? sheet.y + sheet.height : small ? answers.y + answers.height : bank.y + bank.height;
  return shown.length ? waysToTrade(view, { ...sheet, height: end - sheet.y }, shown) : [];
}

/** The only trade that a give and a take leave open. */
function soleTrade(view) {
  const both = ["hand:", "bank:"].every((zone) => view.picked.some((key) => key.startsWith(zone)));
  if (!both || view.left.size !== 1 || view.description.phase !== "main") return null;
  const move = view.moves.find((one) => view.left.has(one.id));
  return move && isTrade(move) && !named(move) ? move : null;
}
/** The place of a trade: down to the foot on a small stage, where nothing else is pressed meanwhile. */
function tradePlace({ sheet, bank, answers, small }) {
  const end = small ? answers.y + answers.height : bank.y + bank.height;
  return { ...sheet, height: end - sheet.y };
}
const tradeButton = ({ x, y, width, height }) => ({ x, y: y + height - 44, width, height: 44 });

/** A trade in two trays, and the button that makes it. */
function soleSheet(view, plan, move) {
  const place = tradePlace(plan);
  const bank = move.kind === "bank";
  const { players } = view.description;
  const one = players.length === 2 ? word(view, "to_one", { name: view.names[1 - me(view)] }) : null;
  const [gave] = Object.values(move.give);
  return [
    offerSheet(
      view,
      { ...place, height: place.height - 49 },
      {
        head: bank
          ? `${word(view, "to_bank")} ${word(view, "rate", { n: gave })}`
          : (one ?? word(view, "to_others")),
        gives: word(view, "give"),
        gets: word(view, "get"),
        give: move.give,
        get: move.get ?? move.want,
        then: "",
      },
    ),
    enamel(view, {
      key: `trade:${move.id}`,
      box: tradeButton(place),
      label: word(view, bank ? "trade_now" : "offer"),
      spoken: move.text,
      ids: [move.id],
    }),
  ];
}

/** The offer on the table: the left tray is mine, the right one theirs. */
function offerSheet(view, box, words) {
  const { x, y, width, height } = box;
  const low = isLow(box);
  const aside = low ? clamp(width * 0.36, 150, 220) : 0;
  const bare = !low && height < 88; // no room for who offers: the guide says it
  const top = low || bare ? 4 : clamp(height * 0.2, 24, 40);
  const then = offerFoot(box) ? words.then : "";
  const foot = then && !low ? 20 * (kit.measure(then, 13, { weight: 700 }) > width - 20 ? 1.8 : 1) : 0;
  const middle = clamp((width - aside) * 0.1, 20, 32);
  const half = (width - aside - middle - 12) / 2;
  const label = 16;
  const trays = { y: top + label + 2, height: height - top - label - foot - 8 };
  const style = { size: 13.5, smallest: least(view), weight: 800, fill: "var(--ink)" };
  const side = (left, text, cards, back = null) => [
    kit.fitted(text, left, top, half, label, style),
    kit.rect(left, trays.y, half, trays.height, { rx: 9, fill: "#6E4522", stroke: INK, "stroke-width": 1.5 }),
    kit.rect(left + 2, trays.y + 2, half - 4, 4, { rx: 2, fill: "#3E2411", opacity: 0.5 }),
    ...cardsIn(cards, left + 4, trays.y + 4, half - 8, trays.height - 8, back),
  ];
  const own = low ? { width: aside, height } : { width, height: top };
  const head = !low ? top : then ? Math.max(34, height * 0.36) : height;
  return kit.group(
    { transform: `translate(${x} ${y})`, "data-box": `${width} ${height}`, "data-zone": "offer" },
    kit.rect(0.5, 4, width, height, { rx: 13, fill: "#1A0C04", opacity: 0.35 }),
    kit.rect(0, 0, width, height, { rx: 13, fill: "var(--panel)", stroke: INK, "stroke-width": 1.5 }),
    ...(bare ? [] : offerHead(view, { ...own, head, then: low ? then : "" }, words.head)),
    ...side(aside + 6, words.gives, words.give, unnamed(view, "give")),
    ...side(width - 6 - half, words.gets, words.get, unnamed(view, "want")),
    kit.placed(
      kit.signs.arrows("#C98A14"),
      aside + half + 6 + middle * 0.14,
      trays.y + (trays.height - middle * 0.72) / 2,
      middle * 0.72,
    ),
    foot
      ? kit.fitted(then, 8, height - foot - 4, width - 16, foot, {
          size: 13,
          smallest: least(view),
          lines: 2,
          weight: 700,
          fill: "var(--good)",
        })
      : null,
  );
}
/** Who makes the offer, and below it what it leads to where there is room for it. */
function offerHead(view, { width, height, head, then }, text) {
  const size = Math.min(head, 44) - 5;
  const seat = view.description.offer?.seat ?? me(view);
  return [
    face(view, seat, 6, (head - size) / 2 + 0.5, size),
    kit.fitted(text, size + 11, 2, width - size - 17, head - 4, {
      size: clamp(head * 0.5, 14, 18),
      smallest: least(view),
      lines: head >= 32 ? 2 : 1,
      family: kit.SERIF,
      align: "start",
      fill: "var(--ink)",
    }),
    then
      ? kit.fitted(then, 8, head, width - 10, height - head - 4, {
          size: 13,
          smallest: least(view),
          lines: Math.max(1, Math.floor((height - head - 4) / 16)),
          leading: 1.2,
          align: "start",
          weight: 700,
          fill: "var(--good)",
        })
      : null,
  ];
}

/** The kind that is picked in a zone. */
const pickedOf = (view, zone) => view.picked.find((key) => key.startsWith(`${zone}:`))?.split(":")[1];
const wantOf = (move, want) => {
  const kind = move.kind === "name_want" ? move.resource : want;
  return kind ? { [kind]: 1 } : {};
};

/** A free offer that begins with what is given and wanted already. */
const namesOf = (give, want) => [
  { kind: "name_give", resource: give },
  { kind: "name_want", resource: want },
];

/** Offers of this turn with what is picked that nobody took: they keep their places. */
function refusedOffers(view, moves) {
  const [give, want] = [pickedOf(view, "hand"), pickedOf(view, "bank")];
  if (!give || !want) return [];
  const told = view.lately ?? view.events;
  const since = told.slice(told.findLastIndex((event) => event.kind === "end") + 1);
  const same = (one, other) =>
    JSON.stringify([one.give, one.want]) === JSON.stringify([other.give, other.want]);
  return since
    .filter((event) => event.kind === "offer" && event.seat === view.seat)
    .filter((event) => Object.keys(event.give).join() === give && Object.keys(event.want).join() === want)
    .filter((event, i, all) => all.findIndex((other) => same(event, other)) === i)
    .filter((event) => !moves.some((move) => move.kind === "offer" && same(event, move)))
    .map(({ give: given, want: wanted }) => ({ kind: "refused", give: given, want: wanted }));
}
/** Offers from few cards to many, which so keep their places; then the bank, any cards last. */
const tradeRank = (move) => {
  if (move.kind === "bank") return 98;
  if (named(move)) return 99;
  const [gave, got] = [move.give, move.want].map((cards) => Object.values(cards)[0]);
  return 1 + gave * 8 + got;
};

/** The trades that a give and a take leave open, each as a token with its cards. */
function waysToTrade(view, whole, open) {
  const { players } = view.description;
  const moves = [...open, ...refusedOffers(view, open)].sort((a, b) => tradeRank(a) - tradeRank(b));
  const rival = players.length === 2 ? view.names[1 - me(view)] : null;
  const head = 18;
  const box = { ...whole, y: whole.y + head, height: whole.height - head };
  const columns = box.width > 170 || moves.length > 3 ? Math.min(2, moves.length) : 1;
  const rows = Math.ceil(moves.length / columns);
  const high = Math.min((box.height - 5 * (rows - 1)) / rows, 72);
  const words = (text, x, width) =>
    kit.fitted(text, x, whole.y - 1, width, head - 2, {
      size: 13,
      smallest: least(view),
      weight: 700,
      fill: "#FFF7E6",
    });
  return [
    kit.rect(box.x - 3, whole.y - 3, box.width + 6, head + rows * (high + 5) + 1, {
      rx: 12,
      fill: "#2C1A10", // nothing of the dice shines through
    }),
    ...grid(box.x, box.y, box.width, high, columns, columns, 5).flatMap((at) => [
      words(word(view, "give"), at.x, at.width / 2 - 1),
      words(word(view, "get"), at.x + at.width / 2 + 1, at.width / 2 - 1),
    ]),
    ...grid(box.x, box.y, box.width, high, columns, moves.length, 5).map((at, i) => {
      const move = moves[i];
      const own = named(move);
      const others = rival ? word(view, "to_one", { name: rival }) : word(view, "to_others");
      const gone = move.kind === "refused";
      const label = own
        ? word(view, "any_cards")
        : ({ refused: word(view, "nobody"), bank: word(view, "to_bank") }[move.kind] ?? others);
      const give = move.give ?? (move.kind === "name_give" ? { [move.resource]: 1 } : {});
      const want = move.kind === "name_give" ? pickedOf(view, "bank") : null;
      const get = move.get ?? move.want ?? wantOf(move, want);
      const line = 16;
      const top = line + 6; // clear of the label
      const cards = at.height - top - 6;
      const sign = Math.min(16, at.width * 0.14);
      const half = at.width / 2 - sign / 2 - 11; // clear of the frame and of the arrows
      return kit.thing(
        view,
        {
          key: gone ? `refused:${i}` : `trade:${move.id}`,
          zone: "trade",
          ...at,
          radius: 10,
          why: gone ? `${kit.capital(view.say("why.refused"))}.` : null,
          ids: gone ? [] : [move.id],
          all: own && want ? namesOf(move.resource, want) : null,
          label: move.text || label,
          commit: true,
          role: "primary",
          ring: () => null,
        },
        kit.rect(-1.5, -1.5, at.width + 3, at.height + 3, { rx: 11, fill: INK }),
        kit.rect(0, 0, at.width, at.height, { rx: 10, fill: gone ? "var(--panel-2)" : "var(--brass)" }),
        kit.rect(3, 3, at.width - 6, at.height - 6, {
          rx: 8,
          fill: gone ? "var(--panel-2)" : "var(--panel)",
          stroke: INK,
          "stroke-width": 1,
        }),
        kit.fitted(label, 5, 3, at.width - 10, line, {
          size: 13,
          smallest: least(view),
          weight: 800,
          fill: "var(--ink)",
        }),
        kit.group(
          { opacity: gone ? 0.45 : null },
          ...cardsIn(give, 7, top, half, cards),
          kit.placed(kit.signs.arrows("#C98A14"), (at.width - sign) / 2, top + (cards - sign) / 2, sign),
          ...cardsIn(get, at.width - 7 - half, top, half, cards),
        ),
      );
    }),
  ];
}

/** Where a list of trades opens: beside the own cards, so that bank, harbours and story
 * stay in sight.
 * @type {Drawing["chooserPlace"]} */
export function chooserPlace(view) {
  return layout(view).cards;
}

/** Where by touch the button lies that confirms: on nothing that is still needed.
 * @type {Drawing["confirmPlace"]} */
export function confirmPlace(view) {
  const plan = layout(view);
  const { phase } = view.description;
  if (["answer", "decide"].includes(phase)) return plan.small ? plan.bank : footOf(plan.cards);
  const move = awaited(view);
  if (!move) return null;
  if (cardOf(move) && plan.confirm.y >= plan.cards.y) return plan.bank; // not on the card itself
  const here = { settle: "here_settlement", city: "here_city", road: "here_road" }[move.kind];
  return { ...plan.confirm, text: here ? word(view, here) : undefined };
}
const footOf = ({ x, y, width, height }) => ({ x, y: y + Math.max(0, height - 56), width, height: 56 });

/* Previews of a place that is pointed at */

/** What a road leads to, by the server's preview: how long the longest one becomes, and the award; "" until
 * that is known. */
export function roadLeads(view, move) {
  const seat = me(view);
  const before = view.description.players[seat].road_length;
  const after = view.after(move.id, `players.${seat}.road_length`);
  if (after === undefined) return "";
  const takes =
    view.description.longest_road !== seat && view.after(move.id, "longest_road") === seat
      ? ` · ${word(view, "road_takes")}`
      : "";
  return word(view, before === after ? "road_same" : "road_grows", { a: before, b: after }) + takes;
}

/** The names of the cards that a move brings, by the server's preview. */
export function gainsOfMove(view, move) {
  const { hand } = view.description.players[me(view)];
  return RESOURCES.flatMap((kind) => {
    const after = view.after(move.id, `players.${me(view)}.hand.${kind}`) ?? 0;
    return Array.from({ length: Math.max(0, after - (hand?.[kind] ?? 0)) }, () => name(view, kind));
  });
}

/** What a corner would yield, what a road leads to, or who would suffer from the robber.
 * @type {Drawing["preview"]} */
export function preview(view, _kit, key) {
  const map = geometry(view.description, layout(view).board);
  const [what, id] = key.split(":");
  const trading = view.picked.some((one) => /^(hand|bank):|^button:(bank|offer)/.test(one));
  if (trading && ["node", "edge"].includes(what)) return null; // a trade has no place on the map
  let place = null;
  let told = "";
  if (what === "node") {
    const move = view.moves.find((one) => one.node === Number(id));
    if (!move) return null;
    place = map.nodes.get(move.node);
    const hexes = move.hexes.map((hex) => hexWords(hex, view.say)).join(", ");
    told = `${hexes} · ${word(view, "dots", { n: move.pips })}`;
    if (move.harbour) told += ` · ${move.harbour === "any" ? "3:1" : `${name(view, move.harbour)} 2:1`}`;
    const gains = gainsOfMove(view, move);
    if (gains.length) told += ` · ${word(view, "you_get", { cards: gains.join(", ") })}`;
  } else if (what === "edge") {
    const edge = id.split("-").map(Number);
    const [[x0, y0], [x1, y1]] = edge.map((node) => map.nodes.get(node));
    place = [(x0 + x1) / 2, (y0 + y1) / 2];
    const move = view.moves.find((one) => one.kind === "road" && one.edge.join("-") === id);
    told = [kit.capital(edgeWords(view, edge)), move ? roadLeads(view, move) : ""].filter(Boolean).join(": ");
  } else if (what === "hex" && view.moves.some((move) => move.kind === "robber" && move.hex === Number(id))) {
    const hex = view.description.hexes.find((one) => one.id === Number(id));
    place = map.centres.get(hex.id);
    const there = view.description.players.filter((player) =>
      [...player.settlements, ...player.cities].some((node) => hex.corners.includes(node)),
    );
    told = [
      `${name(view, hex.terrain)} ${hex.token ?? ""}`.trim(),
      ...there.map((player) => `${view.names[player.seat]} (${player.hand_count})`),
    ].join(" · ");
  }
  if (!place) return null;
  const plan = layout(view);
  return plan.small ? strip(view, told, plan.bank) : bubble(view, told, place, map);
}

/** A sentence in the place of the bank, where a stage is too small for it beside its place. */
function strip(view, told, { x, y, width, height }) {
  return kit.group(
    { class: "preview", "pointer-events": "none" },
    kit.group(
      { transform: `translate(${x} ${y})`, "data-box": `${width} ${height}` },
      kit.rect(0, 0, width, height, { rx: 10, fill: "#FFF7E6", stroke: INK, "stroke-width": 1.5 }),
      kit.fitted(told, 8, 1, width - 16, height - 2, {
        weight: 700,
        size: 15,
        smallest: least(view),
        lines: Math.max(1, Math.floor((height - 2) / 15)),
        leading: 1.16,
        fill: INK,
      }),
    ),
  );
}

/** A sentence over a place of the map, on one line or two, wholly on the stage. */
function bubble(view, told, [x, y], map) {
  const size = kit.base(view);
  const style = { weight: 600 };
  const inset = size * 0.8;
  const most = Math.min(view.width - 8, Math.max(340, layout(view).board.width * 0.62));
  const whole = kit.measure(spaced(told), size, style) + 2 * inset;
  const lines = whole > most ? 2 : 1;
  const wide = lines > 1 ? Math.min(most, whole * 0.58 + 2 * inset) : whole;
  const high = size * (lines * 1.25 + 0.6);
  const left = clamp(x - wide / 2, 4, view.width - wide - 4);
  // Beyond the hexes that meet there, whose numbers it would hide.
  const above = y - map.radius * 1.1 - high;
  const top = above < 2 ? y + map.radius * 1.1 : above;
  return kit.group(
    { class: "preview", "pointer-events": "none" },
    kit.group(
      { transform: `translate(${left.toFixed(1)} ${top.toFixed(1)})`, "data-box": `${wide} ${high}` },
      kit.rect(0, 0, wide, high, {
        rx: Math.min(high / 2, size),
        fill: "#FFF7E6",
        stroke: INK,
        "stroke-width": 1.2,
      }),
      kit.fitted(told, inset * 0.6, 0, wide - inset * 1.2, high, {
        ...style,
        size,
        smallest: least(view),
        lines,
        leading: 1.25,
        fill: INK,
      }),
    ),
  );
}
/** A text with its digits as wide as drawn: figures at the table all have the width of the widest. */
const spaced = (string) => string.replaceAll(/[0-9]/g, "0");

/* The end */

/** @type {[string, (seat: number) => SVGElement][]} */
const SOURCES = [
  ["settlements", (seat) => piece("settlement", seat)],
  ["cities", (seat) => piece("city", seat)],
  ["longest_road", (seat) => piece("road", seat)],
  ["largest_army", () => cardSign("knight")],
  ["cards", () => cardSign("victory_point")],
];

/** The island of the winner, for the scene at the end.
 * @type {Drawing["ending"]} */
export function ending(view) {
  const { description: d } = view;
  if (d.winner === null) return null;
  const { points, points_from: from } = d.players[d.winner];
  const parts = SOURCES.filter(([source]) => from[source]).map(
    ([source]) => `${word(view, `source_${source}`)} ${from[source]}`,
  );
  return {
    sentence: word(view, "won_by", { name: view.names[d.winner], n: points, parts: parts.join(", ") }),
    picture: kit.el(
      "svg",
      { viewBox: "20 10 505 470", "aria-hidden": "true" },
      islandAtTheEnd(d),
      ...elsewhere(d.winner, from),
    ),
  };
}

/** Points of the winner that no house shows: awards and cards, in the corner below the island. */
function elsewhere(seat, from) {
  const found = SOURCES.slice(2).filter(([source]) => from[source]);
  if (!found.length) return [];
  const ground = { rx: 26, fill: "#2C1A10", opacity: 0.87 };
  return [
    kit.rect(22, 424, 30 + found.length * 54, 52, ground),
    ...found.map(([source, picture], i) =>
      kit.at(
        38 + i * 54,
        432,
        kit.placed(picture(seat), 0, 0, 38),
        kit.circle(34, 6, 13, { fill: "#F6BC3A", stroke: INK, "stroke-width": 2 }),
        kit.text(`+${from[source]}`, 34, 11, {
          size: 15,
          family: kit.SERIF,
          anchor: "middle",
          fill: "#2C1A10",
        }),
      ),
    ),
  ];
}

/** Where the points of each player came from, in the place of hand and buttons; the island stays in
 * sight, the winner's pieces lit. */
function accounts(view, plan) {
  const { description: d } = view;
  const boxes = [plan.bank, plan.cards, ...plan.build, plan.buttons.end, plan.small ? plan.tray : plan.bank];
  const wide = !plan.small;
  const x = wide ? plan.tray.x : Math.min(...boxes.map((box) => box.x));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const y = wide ? plan.hand.y : plan.bank.y;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  const width = Math.min(right - x, 860);
  const height = Math.min(bottom - y, 46 * (d.players.length + 1));
  const row = (height - 10) / (d.players.length + 1);
  const size = clamp(row * 0.52, least(view), 17);
  const first = clamp(width * 0.28, 84, 200);
  const column = (width - first - 14) / (SOURCES.length + 1);
  const icon = Math.min(row - 2, 28, column - 2);
  const named = SOURCES.every(
    ([source]) => kit.measure(word(view, `source_${source}`), 13, { weight: 700 }) < column - icon - 9,
  );
  const fits = (text) => kit.measure(text, least(view), { weight: 700 }) < column - 1;
  const most = Math.max(...d.players.map((player) => player.points));
  const whole = `${most}/${d.rules.points_to_win}`;
  const goal = kit.measure(spaced(whole), Math.max(15, least(view)), { family: kit.SERIF }) < column - 1;
  const parts = SOURCES.flatMap(([source, picture], j) => {
    const left = first + j * column;
    // No piece tells what that is.
    const under = !named && source === "cards" && row - icon >= 14 && fits(word(view, "source_cards"));
    return [
      kit.group(
        { role: "img", "aria-label": word(view, `source_${source}`) },
        kit.placed(
          picture(d.winner ?? 0),
          named ? left + 2 : left + (column - icon) / 2,
          under ? 5 : 5 + (row - icon) / 2,
          icon,
        ),
      ),
      under
        ? kit.fitted(word(view, "source_cards"), left, 4 + icon, column, row - icon, {
            size: 13,
            smallest: least(view),
            weight: 700,
            fill: "var(--ink-2)",
          })
        : null,
      named
        ? kit.fitted(word(view, `source_${source}`), left + icon + 6, 5, column - icon - 8, row, {
            size: 13,
            smallest: least(view),
            align: "start",
            weight: 700,
            fill: "var(--ink-2)",
          })
        : null,
    ];
  });
  [...d.players]
    .sort((a, b) => b.points - a.points)
    .forEach((player, i) => {
      const line = 5 + (i + 1) * row;
      const won = player.seat === d.winner;
      const sign = Math.min(row - 3, 30);
      parts.push(
        won
          ? kit.rect(3, line, width - 6, row, {
              rx: row * 0.3,
              fill: "var(--brass)",
              stroke: INK,
              "stroke-width": 1.2,
            })
          : null,
        face(view, player.seat, 8, line + (row - sign) / 2, sign),
        kit.fitted(view.names[player.seat], sign + 13, line, first - sign - 15, row, {
          size,
          smallest: least(view),
          align: "start",
          weight: 800,
          fill: won ? "#2C1A10" : "var(--ink)",
        }),
      );
      SOURCES.forEach(([source], j) => {
        const points = player.points_from[source];
        parts.push(
          kit.fitted(
            points ? `+${points}` : points === 0 ? "–" : "?",
            first + j * column,
            line,
            column,
            row,
            {
              size,
              smallest: least(view),
              weight: 700,
              fill: won ? "#2C1A10" : "var(--ink-2)",
            },
          ),
        );
      });
      parts.push(
        kit.fitted(
          goal ? `${player.points}/${d.rules.points_to_win}` : String(player.points),
          first + SOURCES.length * column,
          line,
          column,
          row,
          {
            size: size * 1.25,
            smallest: least(view),
            family: kit.SERIF,
            fill: won ? "#2C1A10" : "var(--ink)",
          },
        ),
      );
    });
  return kit.group(
    { transform: `translate(${x} ${y})`, "data-box": `${width} ${height}`, "data-zone": "ending" },
    kit.rect(0.5, 4, width, height, { rx: 14, fill: "#1A0C04", opacity: 0.35 }),
    kit.rect(0, 0, width, height, { rx: 14, fill: "var(--panel)", stroke: INK, "stroke-width": 1.5 }),
    ...parts,
  );
}

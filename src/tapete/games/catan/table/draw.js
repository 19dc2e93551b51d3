/* Catan: the island with its numbers and harbours, everybody's state, the own hand, trade and what can be built. */

import { cardBack, cardSign, die, piece, put, resourceSign, robber as figure } from "./art.js";

const robber = () => put(50, 58, 1.5, figure());
const roadSign = (seat) => piece("road", seat);
const ship = () => piece("road", 2);

export const title = { en: "Catan", es: "Catan" };
export const sources = { hand: "bank", cards: "deck" };

const WORDS = {
  en: {
    points: "{n} of {goal}",
    cards: "{n} cards in hand",
    roll: "Roll the dice",
    end: "End turn",
    road: "Road",
    settlement: "Settlement",
    city: "City",
    card: "Card",
    bank: "Bank trade",
    offer: "Make an offer",
    accept: "Accept",
    reject: "Refuse",
    cancel: "Withdraw the offer",
    open: "Make this offer",
    short: "{what} short",
    none_left: "no piece left",
    no_place: "no place for it now",
    give: "you give",
    get: "you get",
    gives: "gives",
    wants: "wants",
    offers: "{name} offers",
    your_offer: "Your offer",
    yes: "yes",
    no: "no",
    hidden: "answered",
    bank_title: "Bank",
    rate: "{n}:1",
    rate_bank: "bank {n}:1",
    owed: "discard {n}",
    corner_coast: "{hex}, coast {side}",
    edge_inner: "between {one} and {other}",
    edge_coast: "on the coast, {side} of {one}",
    sides: "N NE E SE S SW W NW",
    offer_for:
      "You offer {what} to the others: what do you want from them? Choose in the upper row. (The bank takes {rate} for 1; you have {n}.)",
    either_for: "What do you want for the {what}, from the bank or from the others? Choose in the upper row.",
    which_trade: "{give} for {get}: which trade? Choose in the list.",
    which_way: "{give} for {get}: press “{bank}” or “{offer}”.",
    offer_of: "What do you offer the others for their {what}? Choose among your cards.",
    short_settlement: "Settle",
    short_road: "Road",
    short_city: "City",
    short_card: "Card",
    short_knight: "Knight",
    short_road_building: "Roads",
    short_year_of_plenty: "Plenty",
    short_monopoly: "Monop.",
    short_victory_point: "Point",
    longest: "Longest Road",
    army: "Largest Army",
    new_card: "Playable from your next turn.",
    one_card: "One card a turn, and you have played one.",
    not_now: "Not possible now.",
    vp: "1 point, stays hidden",
    seven: "more than 7 cards: a seven costs half",
    wait: "Waiting for {name} …",
    over_cap: "Nobody has won.",
    wins: "{name} wins with {n} points",
    you_win: "You win with {n} points!",
    deck: "{n} left",
    knights: "knights",
    length: "road",
    turn: "Round {n}",
    setup: "Set-up",
    hex: "{terrain} {token}",
    blocked: "robber",
    corner: "corner",
    edge: "road here",
    harbour: "harbour {kind} {rate}:1",
    source_settlements: "settlements",
    source_cities: "cities",
    source_longest_road: "road",
    source_largest_army: "army",
    source_cards: "cards",
    with: "trade with {name}",
    trades: "trade",
    short_end: "End",
    short_bank: "Bank",
    short_offer: "Offer",
    short_cancel: "Withdraw",
    short_roll: "Roll",
    dots: "{n} dots",
    refuse_all: "Refuse all this turn",
    short_refuse_all: "Refuse all",
    then_build: "then you can build: {what}",
    then_leads: "{name} leads with {n} points",
    warn_build: "You can still build: {what}.",
    warn_seven: "You hold {n} cards: a seven would cost you half.",
    you_get: "you get {cards}",
    only_end: "Nothing more can be done: end your turn.",
    stat_hand: "hand",
    stat_cards: "cards",
    stat_knights: "knights",
    stat_road: "road",
    what_for: "What do you want from the bank for the {what}? Choose in the upper row.",
    give_for: "What do you give for the {what}? Choose among your cards.",
    how_trade:
      "To trade: click one of your cards, then what you want in the row above it. The bank trades at the rate on your card; with fewer cards it becomes an offer to the others.",
    of_goal: "/{goal}",
    where_road: "Where? The lit edges are free.",
    where_node: "Where? The lit corners are free.",
    where_city: "Which settlement becomes a city? The lit ones are yours.",
    which_two: "Choose two cards in the upper row, or ×2 for two alike.",
    which_second: "And the second card? ×2 takes two alike.",
    which_all: "Of which kind must all others give you their cards? Choose in the upper row.",
    how_offer: "Offer to the others: click a card that you give, then in the upper row what you want for it.",
    how_bank: "Trade with the bank: click a card that you give, then in the upper row what you want for it.",
    no_place_settlement: "no free corner at your roads that is two edges away from every building",
    no_place_city: "you have no settlement to turn into one",
    no_place_road: "no free edge at your roads",
    short_with: "{name}",
    road_grows: "your longest road: {a} → {b}",
    road_same: "your longest road stays {a}",
    road_takes: "you get Longest Road: +2 points",
  },
  es: {
    points: "{n} de {goal}",
    cards: "{n} cartas en la mano",
    roll: "Tirar los dados",
    end: "Terminar turno",
    road: "Carretera",
    settlement: "Poblado",
    city: "Ciudad",
    card: "Carta",
    bank: "Con la banca",
    offer: "Ofrecer",
    accept: "Aceptar",
    reject: "Rechazar",
    cancel: "Retirar la oferta",
    open: "Hacer esta oferta",
    short: "falta {what}",
    none_left: "no te quedan piezas",
    no_place: "ahora no hay sitio",
    give: "das",
    get: "recibes",
    gives: "da",
    wants: "quiere",
    offers: "Oferta de {name}",
    your_offer: "Tu oferta",
    yes: "sí",
    no: "no",
    hidden: "ha respondido",
    bank_title: "Banca",
    rate: "{n}:1",
    rate_bank: "banca {n}:1",
    owed: "descarta {n}",
    corner_coast: "{hex}, costa {side}",
    edge_inner: "entre {one} y {other}",
    edge_coast: "en la costa, al {side} de {one}",
    sides: "N NE E SE S SO O NO",
    offer_for:
      "Ofreces {what} a los demás: ¿qué quieres de ellos? Elige en la fila de arriba. (La banca pide {rate} por 1; tienes {n}.)",
    either_for: "¿Qué quieres por {what}, de la banca o de los demás? Elige en la fila de arriba.",
    which_trade: "{give} por {get}: ¿qué cambio? Elige en la lista.",
    which_way: "{give} por {get}: pulsa «{bank}» o «{offer}».",
    offer_of: "¿Qué ofreces a los demás por su {what}? Elige entre tus cartas.",
    short_settlement: "Pobl.",
    short_road: "Ruta",
    short_city: "Ciudad",
    short_card: "Carta",
    short_knight: "Caball.",
    short_road_building: "Rutas",
    short_year_of_plenty: "Abund.",
    short_monopoly: "Monop.",
    short_victory_point: "Punto",
    longest: "Ruta más larga",
    army: "Mayor ejército",
    new_card: "Se puede jugar desde tu próximo turno.",
    one_card: "Una carta por turno, y ya has jugado una.",
    not_now: "Ahora no es posible.",
    vp: "1 punto, sigue oculta",
    seven: "más de 7 cartas: un siete cuesta la mitad",
    wait: "Esperando a {name} …",
    over_cap: "No ha ganado nadie.",
    wins: "{name} gana con {n} puntos",
    you_win: "¡Ganas con {n} puntos!",
    deck: "quedan {n}",
    knights: "caballeros",
    length: "ruta",
    turn: "Ronda {n}",
    setup: "Preparación",
    hex: "{terrain} {token}",
    blocked: "ladrón",
    corner: "esquina",
    edge: "carretera aquí",
    harbour: "puerto {kind} {rate}:1",
    source_settlements: "poblados",
    source_cities: "ciudades",
    source_longest_road: "ruta",
    source_largest_army: "ejército",
    source_cards: "cartas",
    with: "cambiar con {name}",
    trades: "cambiar",
    short_end: "Fin",
    short_bank: "Banca",
    short_offer: "Oferta",
    short_cancel: "Retirar",
    short_roll: "Tirar",
    dots: "{n} puntos",
    refuse_all: "Rechazar todo este turno",
    short_refuse_all: "Todo no",
    then_build: "así puedes construir: {what}",
    then_leads: "{name} va primero con {n} puntos",
    warn_build: "Aún puedes construir: {what}.",
    warn_seven: "Tienes {n} cartas: un siete te costaría la mitad.",
    you_get: "recibes {cards}",
    only_end: "No puedes hacer nada más: termina el turno.",
    stat_hand: "mano",
    stat_cards: "cartas",
    stat_knights: "caball.",
    stat_road: "ruta",
    what_for: "¿Qué quieres de la banca por {what}? Elige en la fila de arriba.",
    give_for: "¿Qué das por {what}? Elige entre tus cartas.",
    how_trade:
      "Para cambiar: pulsa una carta tuya y luego lo que quieres en la fila de encima. La banca cambia a la tasa de tu carta; con menos cartas es una oferta a los demás.",
    of_goal: "/{goal}",
    where_road: "¿Dónde? Las aristas encendidas están libres.",
    where_node: "¿Dónde? Las esquinas encendidas están libres.",
    where_city: "¿Qué poblado se convierte en ciudad? Los encendidos son tuyos.",
    which_two: "Elige dos cartas en la fila de arriba, o ×2 para dos iguales.",
    which_second: "¿Y la segunda carta? Con ×2 tomas dos iguales.",
    which_all: "¿De qué recurso te dan todas sus cartas los demás? Elige en la fila de arriba.",
    how_offer:
      "Oferta a los demás: pulsa una carta que das y, en la fila de arriba, lo que quieres por ella.",
    how_bank:
      "Cambio con la banca: pulsa una carta que das y, en la fila de arriba, lo que quieres por ella.",
    no_place_settlement: "no hay esquina libre junto a tus carreteras a dos aristas de todo edificio",
    no_place_city: "no tienes poblado que convertir",
    no_place_road: "no hay arista libre junto a tus carreteras",
    short_with: "{name}",
    road_grows: "tu ruta más larga: {a} → {b}",
    road_same: "tu ruta más larga sigue en {a}",
    road_takes: "consigues la Ruta más larga: +2 puntos",
  },
};
const RESOURCES = ["wood", "brick", "sheep", "wheat", "ore"];
const KINDS = ["knight", "road_building", "year_of_plenty", "monopoly", "victory_point"];
const MOVE_OF_CARD = {
  knight: "knight",
  road_building: "road_building",
  year_of_plenty: "plenty",
  monopoly: "monopoly",
};

let kit;

const word = (view, key, values) => kit.fill(WORDS[view.language][key], values);
const name = (view, id) => view.say(`name.${id}`);
const me = (view) => view.seat ?? 0;

export function guide(view) {
  const { description: d } = view;
  if (d.over) return view.say("phase.over");
  if (!view.moves.length) return WORDS[view.language].wait.replace("{name}", view.names[d.seat]);
  const [what, kind] = (view.picked.at(-1) ?? "").split(":");
  const words = WORDS[view.language];
  const left = view.moves.filter((move) => view.left.has(move.id));
  if (view.moves.length === 1 && view.moves[0].kind === "end") return words.only_end;
  const trade = view.picked.length && left.length ? tradeGuide(view, what, kind, left) : null;
  if (trade) return trade;
  if (what === "build" && left.length > 1)
    return words[{ road: "where_road", city: "where_city" }[kind] ?? "where_node"];
  if (left.length > 1 && left.every((move) => move.kind === "plenty"))
    return what === "bank" ? words.which_second : words.which_two;
  if (left.length > 1 && left.every((move) => move.kind === "monopoly")) return words.which_all;
  if (what === "button" && left.length > 1 && ["bank", "offer"].includes(kind)) return words[`how_${kind}`];
  if (d.phase === "before_roll" && view.moves.length === 1) return `${words.roll}.`;
  const values = { owed: d.players[me(view)].owed, free_roads: d.free_roads };
  const leads = view.layout === "s" && d.offer && kit ? offerWords(view).then : ""; // where the offer itself has no room for it
  return `${view.say(`ask.${d.phase}`, values)}.${leads ? ` ${kit.capital(leads)}.` : ""}`;
}

/** What a trade that is begun still needs, and with whom it is: the bank, the other players, or either. */
function tradeGuide(view, what, kind, left) {
  if (!["hand", "bank"].includes(what) || !left.every((move) => ["bank", "offer"].includes(move.kind)))
    return null;
  const of = (zone) => view.picked.find((key) => key.startsWith(`${zone}:`))?.split(":")[1];
  const ways = new Set(left.map((move) => move.kind));
  if (of("hand") && of("bank"))
    return left.length > 1
      ? word(view, ways.size > 1 ? "which_way" : "which_trade", {
          give: kit.capital(name(view, of("hand"))),
          get: name(view, of("bank")),
          bank: shortOr(view, "bank"),
          offer: shortOr(view, "offer"),
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

export function summary(view) {
  const { description: d } = view;
  return `${title[view.language]}. ${d.players.map((player) => `${view.names[player.seat]} ${player.points}`).join(", ")}.`;
}

/** Events that move the game, for who wants to read only these; and those with which a part of the log begins. */
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
  settle: "place",
  road: "place",
  city: "place",
  buy: "coin",
  bank: "coin",
  trade: "coin",
  offer: "slide",
  accept: "tick",
  reject: "tick",
  steal: "trick_lost",
  discard: "trick_lost",
  robber: "death",
  knight: "flip",
  plenty: "coin",
  monopoly: "coin",
  road_building: "flip",
  longest_road: "trick_won",
  largest_army: "trick_won",
};

/** The dice and the hexes that pay are shown before the cards come. */
export function between(before, after, events) {
  return events.some((event) => event.kind === "roll")
    ? [{ description: { ...before, dice: after.dice, rolled: true }, hold: 650 }]
    : [];
}

/* What the page does for the person */

const refusing = (d) => `refuse-all:${d.turn}:${d.player}`;

/** Offers that one cannot pay, and all of this turn once that is said, are refused without asking. */
export function answered(view) {
  const { description: d } = view;
  if (d.phase !== "answer") return null;
  const reject = view.moves.find((move) => move.kind === "reject");
  return reject && (view.moves.length === 1 || view.toggles?.has(refusing(d))) ? reject.id : null;
}

/** A word before the turn ends with something left to build, or with a hand that a seven would halve. */
export function warning(view, id, heard) {
  const move = view.moves.find((one) => one.id === id);
  if (move?.kind !== "end") return null;
  const words = WORDS[view.language];
  const { description: d } = view;
  const player = d.players[view.seat];
  const can = PIECES.filter(([, kind]) => view.moves.some((one) => one.kind === kind)).map(([what]) =>
    words[what].toLowerCase(),
  );
  if (can.length && !heard.has("build"))
    return { kind: "build", text: words.warn_build.replace("{what}", can.join(", ")) };
  if (player.hand_count > d.rules.hand_limit && !heard.has("seven"))
    return { kind: "seven", text: words.warn_seven.replace("{n}", player.hand_count) };
  return null;
}

/** What a hand could pay for. */
const affordable = (d, hand) =>
  Object.entries(d.costs)
    .filter(([, cost]) => Object.entries(cost).every(([kind, n]) => (hand[kind] ?? 0) >= n))
    .map(([what]) => what);

/** What an offer would lead to for the one who answers. */
function consequence(view, give, get) {
  const { description: d } = view;
  const { hand } = d.players[me(view)];
  if (!hand) return "";
  const later = { ...hand };
  for (const [kind, n] of Object.entries(give)) later[kind] = (later[kind] ?? 0) - n;
  for (const [kind, n] of Object.entries(get)) later[kind] = (later[kind] ?? 0) + n;
  const before = affordable(d, hand);
  const fresh = affordable(d, later).filter((what) => !before.includes(what));
  const rival = d.players[d.offer.seat];
  const leads =
    d.offer.seat !== me(view) &&
    rival.points === Math.max(...d.players.map((player) => player.points)) &&
    rival.points > d.players[me(view)].points;
  return [
    fresh.length
      ? word(view, "then_build", { what: fresh.map((what) => word(view, what).toLowerCase()).join(", ") })
      : "",
    leads ? word(view, "then_leads", { name: view.names[d.offer.seat], n: rival.points }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/* Places by what one sees: the hexes round them, and the side of a hex that lies at the sea */

const hexWords = (hex, say) => `${say(`name.${hex.terrain}`)}${hex.token ? ` ${hex.token}` : ""}`;
const CORNER_SIDES = [0, 1, 3, 4, 5, 7]; // of the eight sides those at which a hex has corners, and edges between a corner and the next
const EDGE_SIDES = [1, 2, 3, 5, 6, 7];
const sideOf = (language, number) => WORDS[language].sides.split(" ")[number];

/** Where a corner is, if a single hex cannot tell: at which of its coasts. */
function coastOf(node, d, language) {
  const round = d.hexes.filter((hex) => hex.corners.includes(node));
  return round.length === 1 ? sideOf(language, CORNER_SIDES[round[0].corners.indexOf(node)]) : "";
}
/** Where an edge is: between two hexes, or at a coast of one. */
export function edgeWords(edge, { d, language, say }) {
  const [one, other] = d.hexes.filter((hex) => edge.every((node) => hex.corners.includes(node)));
  if (other)
    return kitless(WORDS[language].edge_inner, { one: hexWords(one, say), other: hexWords(other, say) });
  const [a, b] = edge.map((node) => one.corners.indexOf(node)).sort((x, y) => x - y);
  return kitless(WORDS[language].edge_coast, {
    one: hexWords(one, say),
    side: sideOf(language, EDGE_SIDES[b - a === 1 ? a : b]),
  });
}
const kitless = (template, values) => template.replace(/\{(\w+)\}/g, (_, key) => values[key]); // before anything is drawn there is no kit

/** A move or an event told without the numbers of corners, edges and hexes, which stand nowhere on the board, and by names. */
export function wording(said, data, { description: d, language, say, names = [] }) {
  const found = { ...said };
  if (said.victim && names[data.victim]) found.victim = { say: "shown.to", name: names[data.victim] };
  if (said.partner && names[data.partner]) found.partner = { say: "shown.with", name: names[data.partner] };
  if (said.edge) found.edge = edgeWords(data.edge, { d, language, say });
  if (said.ground) found.ground = said.ground.ground;
  if (said.place) {
    const side = coastOf(data.node, d, language);
    found.place = { ...said.place, say: side ? "shown.coast" : "shown.place", side };
  }
  return found;
}

/** A ring where an event happened, for who points at its line in the log. */
export function place(view, given, event) {
  kit = given;
  const map = geometry(view, layout(view).board);
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

/* The stage */

function layout(view) {
  const { width: w, height: h } = view;
  const small = view.layout === "s";
  const tall = h > w;
  const pad = small ? 4 : 10;
  const count = view.description.players.length;
  if (small && !tall) {
    const board = { x: 0, y: 0, width: h * 1.06, height: h };
    const x = board.width + 2;
    const room = w - x - pad - 4; // the border of the turn lies over the edge
    return {
      small,
      tall,
      pad,
      board,
      players: grid(x, pad, room, 84, 2, count, 3),
      hand: { x, y: 94, width: room, height: 80 },
      actions: { x, y: 178, width: room, height: h - 178 - pad, columns: 4 },
      info: { x: pad, y: pad, width: 66, height: 34 },
      cards: null,
    };
  }
  if (small) {
    const board = { x: 0, y: 92, width: w, height: h - 92 - 190 };
    return {
      small,
      tall,
      pad,
      board,
      players: grid(pad, pad, w - 2 * pad, 84, 2, count, 4),
      hand: { x: pad, y: h - 186, width: w - 2 * pad, height: 86 },
      actions: { x: pad, y: h - 94, width: w - 2 * pad, height: 90, columns: 4 },
      info: { x: pad, y: 94, width: 70, height: 36 },
      cards: null,
    };
  }
  if (tall || w < 900) {
    const top = 92;
    const bottom = Math.min(240, h * 0.31);
    const y = h - bottom;
    return {
      small,
      tall,
      pad,
      board: { x: 0, y: top + pad, width: w, height: h - top - bottom - pad },
      players: grid(pad, pad, w - 2 * pad, top - 4, count, count, 8),
      hand: { x: pad, y: y + 4, width: w * 0.52, height: bottom - 76 },
      cards: { x: pad * 2 + w * 0.52, y: y + 4, width: w * 0.48 - 3 * pad, height: bottom - 76 },
      actions: { x: pad, y: h - 66, width: w - 2 * pad, height: 60, columns: 8 },
      info: { x: pad, y: top + 14, width: 150, height: 90 },
    };
  }
  const column = Math.max(262, w * 0.265);
  const bottom = view.layout === "xl" ? 214 : Math.min(178, h * 0.27);
  const y = h - bottom;
  const x = w - column - pad;
  const hand = Math.min(w * 0.36, 560);
  const cards = x - hand - 3 * pad;
  return {
    small,
    tall,
    pad,
    board: { x: 0, y: 0, width: x, height: y },
    players: grid(x, pad, column, y - 2 * pad, 1, count, 8),
    info: { x: pad, y: pad, width: Math.min(190, (x - y * 1.05) / 2 + 40), height: 150 },
    hand: { x: pad, y: y + 2, width: hand, height: bottom - pad },
    cards: { x: hand + 2 * pad, y: y + 2, width: cards, height: bottom - pad },
    actions: { x, y: y + 2, width: column, height: bottom - pad, columns: 2 },
  };
}

function grid(x, y, width, height, columns, count, gap) {
  const rows = Math.ceil(count / columns);
  const wide = (width - gap * (columns - 1)) / columns;
  const high = Math.min((height - gap * (rows - 1)) / rows, 150);
  return Array.from({ length: count }, (_, i) => ({
    x: x + (i % columns) * (wide + gap),
    y: y + Math.floor(i / columns) * (high + gap),
    width: wide,
    height: high,
  }));
}

export function draw(view, given) {
  kit = given;
  const plan = layout(view);
  const { description: d } = view;
  const parts = [kit.cloth(view), sea(plan.board), island(view, plan)];
  d.players.forEach((player) =>
    parts.push(
      playerPanel(view, player, plan.players[(player.seat - me(view) + d.players.length) % d.players.length]),
    ),
  );
  parts.push(info(view, plan));
  if (d.over) return kit.drawing(view, ...parts, ending(view, plan));
  parts.push(
    ...handRow(view, plan),
    ...(plan.cards && !d.offer ? cardsOrHelp(view, plan.cards) : []),
    ...actions(view, plan),
    ...offerBanner(view, plan),
    turnBorder(view),
  );
  return kit.drawing(view, ...parts);
}

const sea = ({ x, y, width, height }) =>
  kit.group(
    { "aria-hidden": "true" },
    kit.rect(x, y, width, height, { fill: "var(--sea)" }),
    ...Array.from({ length: 14 }, (_, i) =>
      kit.path(
        `M${x + 10 + ((i * 97) % Math.max(1, width - 60))} ${y + 12 + ((i * 61) % Math.max(1, height - 24))}q6 -6 12 0t12 0`,
        { fill: "none", stroke: "var(--sea-2)", "stroke-width": 2 },
      ),
    ),
  );

/** A border in the colour of the player in turn. */
const turnBorder = (view) =>
  kit.rect(2.5, 2.5, view.width - 5, view.height - 5, {
    fill: "none",
    stroke: `var(--seat-${view.description.player})`,
    "stroke-width": 5,
    "pointer-events": "none",
  });

/* The island */

const CORNERS = [
  [0, -1],
  [0.866, -0.5],
  [0.866, 0.5],
  [0, 1],
  [-0.866, 0.5],
  [-0.866, -0.5],
];

/** Hex centres and node places in pixels. */
function geometry(view, box) {
  const radius = Math.min(box.width / 10.5, box.height / 9.75);
  const cx = box.x + box.width / 2;
  const cy = box.y + box.height / 2;
  const centres = new Map();
  const nodes = new Map();
  for (const hex of view.description.hexes) {
    const x = cx + (hex.q + hex.r / 2) * 1.732 * radius;
    const y = cy + hex.r * 1.5 * radius;
    centres.set(hex.id, [x, y]);
    hex.corners.forEach((node, i) =>
      nodes.set(node, [x + CORNERS[i][0] * radius, y + CORNERS[i][1] * radius]),
    );
  }
  return { radius, cx, cy, centres, nodes };
}

function island(view, plan) {
  const { description: d } = view;
  const map = geometry(view, plan.board);
  const parts = [
    ...d.harbours.map((harbour) => harbourMark(view, harbour, map)),
    ...d.hexes.map((hex) => hexTile(view, hex, map)),
  ];
  for (const player of d.players)
    for (const edge of player.roads) parts.push(road(player.seat, edge, map, `road:${edge.join("-")}`));
  parts.push(...justBuilt(view, map));
  parts.push(...edgePlaces(view, map));
  for (const player of d.players) {
    for (const node of player.settlements)
      if (!hasMove(view, "city", node)) parts.push(built("settlement", player.seat, node, map));
    for (const node of player.cities) parts.push(built("city", player.seat, node, map));
  }
  parts.push(...nodePlaces(view, map));
  return kit.group({ "data-zone": "board" }, ...parts);
}

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
        return [ring(nodes.get(event.node), radius * 0.4)];
      if (event.kind !== "road" || !event.edge?.every((node) => nodes.has(node))) return [];
      const [[x0, y0], [x1, y1]] = event.edge.map((node) => nodes.get(node));
      return [ring([(x0 + x1) / 2, (y0 + y1) / 2], radius * 0.42)];
    });
}

const hasMove = (view, kind, node) => view.moves.some((move) => move.kind === kind && move.node === node);

function hexTile(view, hex, { radius, centres }) {
  const { description: d } = view;
  const [x, y] = centres.get(hex.id);
  const outline = (scale) =>
    `M${CORNERS.map(([a, b]) => `${(a * radius * scale).toFixed(1)} ${(b * radius * scale).toFixed(1)}`).join("L")}Z`;
  const ids = kit.movesOf(view, (move) => move.kind === "robber" && move.hex === hex.id);
  const rolled = d.dice && d.rolled && hex.token === d.dice[0] + d.dice[1] && d.robber !== hex.id;
  const here = d.robber === hex.id;
  const state = kit.stateOf(view, `hex:${hex.id}`, ids);
  const icon = radius * 0.62;
  const token = radius * 0.36;
  const parts = [
    kit.path(outline(0.985), {
      fill: `var(--${hex.terrain})`,
      stroke: "#EBDDBB",
      "stroke-width": Math.max(2, radius * 0.07),
      "stroke-linejoin": "round",
    }),
  ];
  const low = hex.token ? -radius * 0.78 : -icon / 2;
  parts.push(kit.placed(resourceSign(hex.terrain), -icon / 2, low, icon));
  if (rolled)
    parts.push(
      kit.path(outline(0.88), {
        fill: "none",
        stroke: "#FFF7E6",
        "stroke-width": 4,
        "stroke-dasharray": "8 5",
      }),
    );
  if (hex.token) parts.push(numberToken(hex, token, radius));
  if (here)
    parts.push(
      kit.group(
        { "data-key": "robber", "data-zone": "board" },
        kit.placed(robber(), -radius * 0.78, -radius * 0.42, radius * 0.82),
      ),
    );
  if (state) {
    parts.push(
      kit.path(outline(0.86), { fill: "none", stroke: "#2A2420", "stroke-width": 6, opacity: 0.6 }),
      kit.path(outline(0.86), {
        fill: "none",
        stroke: "var(--can)",
        "stroke-width": state === "picked" ? 6 : 3.5,
        "stroke-dasharray": state === "picked" ? null : "7 4",
      }),
    );
    if (state === "picked") parts.push(kit.tick(radius * 0.5, -radius * 0.5));
  }
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
      label: `${word(view, "hex", { terrain: name(view, hex.terrain), token: hex.token ?? "" })}${here ? `, ${word(view, "blocked")}` : ""}`,
      ring: () => null,
      room: false,
    },
    kit.at(radius * 0.8, radius * 0.8, ...parts),
  );
}

function numberToken(hex, size, radius) {
  const often = hex.token === 6 || hex.token === 8;
  const ink = often ? "#A3281F" : "#2A2420";
  const label = String(hex.token);
  const text = Math.max(11, size * (often ? 1.02 : 0.92));
  const spots = Array.from({ length: hex.pips }, (_, i) =>
    kit.circle((i - (hex.pips - 1) / 2) * size * 0.27, size * 0.6, size * 0.1, { fill: ink }),
  );
  return kit.at(
    0,
    radius * 0.3,
    kit.circle(0, 0, size, { fill: "#FFFBF1", stroke: "#2A2420", "stroke-width": 1.2 }),
    kit.text(label, 0, text * 0.22, {
      size: text,
      weight: 700,
      anchor: "middle",
      family: kit.SERIF,
      fill: ink,
      "data-fine": "",
    }),
    ...spots,
  );
}

function harbourMark(view, harbour, { radius, cx, cy, nodes }) {
  const [[x0, y0], [x1, y1]] = harbour.nodes.map((node) => nodes.get(node));
  const mx = (x0 + x1) / 2;
  const my = (y0 + y1) / 2;
  const far = Math.hypot(mx - cx, my - cy);
  const x = mx + ((mx - cx) / far) * radius * 0.62;
  const y = my + ((my - cy) / far) * radius * 0.62;
  const size = radius * 0.42;
  const any = harbour.kind === "any";
  const label = `${harbour.rate}:1`;
  return kit.group(
    {
      role: "img",
      "aria-label": word(view, "harbour", { kind: any ? "" : name(view, harbour.kind), rate: harbour.rate }),
    },
    kit.path(
      `M${x0.toFixed(1)} ${y0.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}L${x1.toFixed(1)} ${y1.toFixed(1)}`,
      {
        fill: "none",
        stroke: "#EBDDBB",
        "stroke-width": Math.max(2, radius * 0.09),
        "stroke-dasharray": "4 3",
      },
    ),
    kit.circle(x, y, size, {
      fill: any ? "#EBDDBB" : `var(--${harbour.kind})`,
      stroke: "#2A2420",
      "stroke-width": 1.2,
    }),
    radius > 34
      ? kit.group(
          {},
          kit.placed(any ? ship() : resourceSign(harbour.kind), x - size * 0.5, y - size * 0.88, size),
          kit.text(label, x, y + size * 0.66, {
            size: Math.max(11, size * 0.62),
            weight: 700,
            anchor: "middle",
            fill: "#2A2420",
            "data-fine": "",
          }),
        )
      : any
        ? kit.text(label, x, y + 4, {
            size: 11,
            weight: 700,
            anchor: "middle",
            fill: "#2A2420",
            "data-fine": "",
          })
        : kit.placed(resourceSign(harbour.kind), x - size * 0.7, y - size * 0.7, size * 1.4),
  );
}

function road(seat, edge, { radius, nodes }, key) {
  const [[x0, y0], [x1, y1]] = edge.map((node) => nodes.get(node));
  const cut = 0.2;
  const line = `M${(x0 + (x1 - x0) * cut).toFixed(1)} ${(y0 + (y1 - y0) * cut).toFixed(1)}L${(x1 - (x1 - x0) * cut).toFixed(1)} ${(y1 - (y1 - y0) * cut).toFixed(1)}`;
  const mark = radius * 0.2;
  return kit.group(
    { "data-key": key, "data-zone": "board", "data-source": "supply", "pointer-events": "none" },
    kit.path(line, { stroke: "#2A2420", "stroke-width": radius * 0.24, "stroke-linecap": "round" }),
    kit.path(line, {
      stroke: `var(--seat-${seat})`,
      "stroke-width": radius * 0.16,
      "stroke-linecap": "round",
    }),
    radius > 30 ? kit.seatShape(seat, (x0 + x1) / 2 - mark / 2, (y0 + y1) / 2 - mark / 2, mark) : null,
  );
}

function built(kind, seat, node, { radius, nodes }) {
  const [x, y] = nodes.get(node);
  const size = radius * (kind === "city" ? 0.66 : 0.52);
  return kit.group(
    {
      "data-key": `node:${node}:${kind}`,
      "data-zone": "board",
      "data-source": "supply",
      "pointer-events": "none",
    },
    kit.placed(piece(kind, seat), x - size / 2, y - size * 0.62, size),
  );
}

/** Edges where a road may be built. */
function edgePlaces(view, map) {
  const { radius, nodes } = map;
  return view.moves
    .filter((move) => move.kind === "road")
    .map((move) => {
      const [[x0, y0], [x1, y1]] = move.edge.map((node) => nodes.get(node));
      const reach = radius * 0.34;
      const key = `edge:${move.edge.join("-")}`;
      const state = kit.stateOf(view, key, [move.id], { target: null });
      const line = `M${(x0 - (x0 + x1) / 2) * 0.5 + reach} ${(y0 - (y0 + y1) / 2) * 0.5 + reach}L${(x1 - (x0 + x1) / 2) * 0.5 + reach} ${(y1 - (y0 + y1) / 2) * 0.5 + reach}`;
      const made = kit.thing(
        view,
        {
          key,
          zone: "board",
          x: (x0 + x1) / 2 - reach,
          y: (y0 + y1) / 2 - reach,
          width: 2 * reach,
          height: 2 * reach,
          ids: [move.id],
          label: `${word(view, "road")} ${edgeWords(move.edge, { d: view.description, language: view.language, say: view.say })}`,
          ring: () => null,
          room: false,
        },
        state === "picked"
          ? kit.path(line, { stroke: "#2A2420", "stroke-width": radius * 0.24, "stroke-linecap": "round" })
          : null,
        state && state !== "picked"
          ? kit.path(line, {
              stroke: "#2A2420",
              "stroke-width": Math.max(8, radius * 0.26),
              "stroke-linecap": "round",
              opacity: 0.85,
            })
          : null,
        kit.path(line, {
          stroke: state === "picked" ? `var(--seat-${me(view)})` : state ? "var(--can)" : "none",
          "stroke-width": state === "picked" ? radius * 0.17 : Math.max(4.5, radius * 0.15),
          "stroke-linecap": "round",
          "stroke-dasharray":
            state === "picked" ? null : `${Math.max(3, radius * 0.1)} ${Math.max(6, radius * 0.24)}`,
        }),
        state === "picked" ? kit.tick(reach * 1.5, reach * 0.4) : null,
      );
      made.dataset.small = "";
      return made;
    });
}

/** Corners where one may settle or make a city. */
function nodePlaces(view, map) {
  const { radius, nodes } = map;
  const found = view.moves.filter((move) => move.kind === "settle" || move.kind === "city");
  const best = new Set(
    found
      .filter(() => view.description.phase === "setup_settlement")
      .sort((a, b) => b.pips - a.pips)
      .slice(0, 5)
      .map((move) => move.node),
  );
  return found.map((move) => {
    const [x, y] = nodes.get(move.node);
    const reach = radius * 0.36;
    const key = `node:${move.node}`;
    const state = kit.stateOf(view, key, [move.id], { target: null });
    const kind = move.kind === "city" ? "city" : "settlement";
    const yields = move.hexes
      .map((hex) => `${name(view, hex.terrain)}${hex.token ? ` ${hex.token}` : ""}`)
      .join(", ");
    const parts = [];
    if (kind === "city")
      parts.push(
        kit.placed(
          piece("settlement", me(view)),
          reach - radius * 0.26,
          reach - radius * 0.32,
          radius * 0.52,
        ),
      );
    if (state === "picked")
      parts.push(
        kit.placed(piece(kind, me(view)), reach - radius * 0.36, reach - radius * 0.42, radius * 0.72),
        kit.tick(reach * 1.7, reach * 0.2),
      );
    else if (state)
      parts.push(
        kit.circle(reach, reach, radius * (kind === "city" ? 0.34 : best.has(move.node) ? 0.3 : 0.2), {
          fill: kind === "city" ? "none" : "#2A2420",
          "fill-opacity": 0.35,
          stroke: "var(--can)",
          "stroke-width": best.has(move.node) ? 4 : 3,
        }),
      );
    if (state && state !== "picked" && best.has(move.node) && radius > 40)
      parts.push(
        kit.text(`${move.pips}•`, reach, reach + 5, {
          size: 13,
          weight: 700,
          anchor: "middle",
          fill: "#FFF7E6",
        }),
      );
    const made = kit.thing(
      view,
      {
        key,
        zone: "board",
        x: x - reach,
        y: y - reach,
        width: 2 * reach,
        height: 2 * reach,
        ids: [move.id],
        label: `${word(view, kind)}: ${yields}; ${word(view, "dots", { n: move.pips })}`,
        ring: () => null,
        room: false,
      },
      ...parts,
    );
    made.dataset.small = "";
    return made;
  });
}

/* Players */

function playerPanel(view, player, box) {
  const { description: d } = view;
  const { width, height } = box;
  const size = kit.base(view);
  const least = kit.least(view);
  const { seat } = player;
  const ids = kit.movesOf(
    view,
    (move) => move.victim === seat || (move.kind === "confirm" && move.partner === seat),
  );
  const asked = !d.over && d.seat === seat;
  const inTurn = d.player === seat;
  const small = height < 56 || width < 130;
  const goal = d.rules.points_to_win;
  const parts = [
    kit.rect(0, 0, width, height, {
      rx: 8,
      fill: "var(--edge)",
      stroke: `var(--seat-${seat})`,
      "stroke-width": inTurn ? 4 : 1.5,
    }),
  ];
  const stats = [
    [kit.signs.hand(), player.hand_count, player.hand_count > d.rules.hand_limit, "stat_hand"],
    [cardBack(), player.cards_count, false, "stat_cards"],
    [cardSign("knight"), player.played.knight, d.largest_army === seat, "stat_knights"],
    [roadSign(seat), player.road_length, d.longest_road === seat, "stat_road"],
  ];
  const points = String(player.points);
  const label = `${view.names[seat]}: ${word(view, "points", { n: player.points, goal })}. ${word(view, "cards", { n: player.hand_count })}. ${word(view, "knights")} ${player.played.knight}, ${word(view, "length")} ${player.road_length}${d.longest_road === seat ? `. ${word(view, "longest")}` : ""}${d.largest_army === seat ? `. ${word(view, "army")}` : ""}`;
  const answer = d.offer?.answers[seat];
  const shape = small ? 11 : 16;
  const head = small ? 18 : Math.min(34, height * 0.42);
  const big = small ? 15 : Math.min(30, head);
  const goalWide = small ? 0 : kit.measure(word(view, "of_goal", { goal }), 14) + 2;
  const pointsWide = kit.measure(points, big, { weight: 700, family: kit.SERIF }) + goalWide;
  parts.push(
    kit.seatShape(seat, 6, (head - shape) / 2 + 1, shape),
    kit.fitted(
      view.names[seat],
      10 + shape,
      1,
      width - shape - 22 - pointsWide - (answer ? (small ? 32 : 70) : asked ? 26 : 0),
      head,
      { size: size * 1.1, smallest: least, align: "start", weight: 700, fill: "var(--on-cloth)" },
    ),
    kit.text(points, width - 7 - goalWide, head / 2 + big * 0.36, {
      size: big,
      weight: 700,
      family: kit.SERIF,
      anchor: "end",
      fill: "var(--can)",
    }),
    goalWide
      ? kit.text(word(view, "of_goal", { goal }), width - 6, head / 2 + big * 0.36, {
          size: 14,
          anchor: "end",
          fill: "var(--on-cloth)",
        })
      : null,
  );
  if (asked) parts.push(kit.dots(width - pointsWide - 32, head / 2, small ? 2.5 : 3.5));
  const row = height - head;
  const icon = Math.min(row - 4, small ? 11 : 22, width / 10);
  const step = (width - 10) / stats.length;
  const lineY = head + (height > 110 || row > 52 ? 3 : Math.max(0, (row - icon) / 2 - 2));
  const named = row > 52 && !small;
  stats.forEach(([picture, number, gold, label], i) => {
    const x = 6 + i * step;
    if (gold)
      parts.push(
        kit.rect(x - 3, lineY - 2, step - 2, icon + 5, {
          rx: 5,
          fill: "#6A5012",
          stroke: "#F2C14E",
          "stroke-width": 1.5,
        }),
      );
    if (named)
      parts.push(
        kit.fitted(word(view, label), x - 2, lineY + icon + 2, step - 2, 17, {
          size: 13,
          smallest: 13,
          align: "start",
          fill: "var(--on-cloth-2)",
        }),
      );
    parts.push(
      kit.placed(picture, x, lineY, icon),
      kit.text(String(number), x + icon + (small ? 1 : 3), lineY + icon / 2 + (small ? 4 : size * 0.36), {
        size: small ? 11 : size,
        weight: gold ? 700 : 500,
        fill: "var(--on-cloth)",
      }),
    );
  });
  if (height > 96) {
    const badges = [
      d.longest_road === seat ? word(view, "longest") : "",
      d.largest_army === seat ? word(view, "army") : "",
    ]
      .filter(Boolean)
      .join(" · ");
    const open = player.hand && seat !== me(view); // all hands are open, and only the hand of the seat in front is drawn below
    const known = open
      ? RESOURCES.filter((kind) => player.hand[kind]).map((kind) => [kind, `${player.hand[kind]}`])
      : !player.hand && player.least
        ? RESOURCES.filter((kind) => player.least[kind]).map((kind) => [
            kind,
            player.least[kind] === player.most[kind]
              ? `${player.least[kind]}`
              : `${player.least[kind]}–${player.most[kind]}`,
          ])
        : [];
    let y = lineY + icon + (named ? 20 : 8);
    const pill = gainsOf(view, seat).length * GAIN_WIDE + 10;
    if (badges && y + 18 <= height)
      parts.push(
        kit.fitted(badges, 8, y, width - 16 - pill, 18, {
          size,
          smallest: least,
          align: "start",
          weight: 700,
          fill: "var(--can)",
        }),
      );
    if (badges && open) y += 20;
    if ((!badges || open) && y + 18 <= height) {
      let x = 8;
      for (const [kind, range] of known) {
        const wide = 18 + kit.measure(range, 13) + 10;
        if (x + wide > width - pill || y + 18 > height) break;
        parts.push(
          kit.placed(resourceSign(kind), x, y, 16),
          kit.text(range, x + 19, y + 13, { size: 13, fill: "var(--on-cloth-2)" }),
        );
        x += wide;
      }
    }
  }
  if (!small) parts.push(gained(view, seat, width, height));
  if (answer)
    parts.push(
      kit.badge(
        small && answer === "hidden"
          ? "✓"
          : word(view, { accept: "yes", reject: "no", hidden: "hidden" }[answer]),
        width - pointsWide - (small ? 27 : answer === "hidden" ? 62 : 34),
        head / 2 + 1,
        { size: small ? 11 : 13, fill: answer === "accept" ? "#2F6B3C" : "#5E5347" },
      ),
    );
  return kit.thing(
    view,
    { key: `player:${seat}`, zone: "players", ...box, radius: 8, ids, target: true, label },
    ...parts,
  );
}

const GAIN_WIDE = 42;

/** What the last roll brought a player. */
function gainsOf(view, seat) {
  const roll = view.events.filter((event) => event.kind === "roll").at(-1);
  return Object.entries(roll?.gains?.find((one) => one.seat === seat)?.cards ?? {});
}

/** The same, at the foot of his panel. */
function gained(view, seat, width, height) {
  const cards = gainsOf(view, seat);
  if (!cards.length) return null;
  const cell = GAIN_WIDE;
  const wide = cards.length * cell + 6;
  return kit.at(
    width - wide - 4,
    height - 22,
    kit.rect(0, 0, wide, 20, { rx: 10, fill: "#FFF7E6", stroke: "#2A2420", "stroke-width": 1 }),
    ...cards.flatMap(([kind, n], i) => [
      kit.text(`+${n}`, 6 + i * cell, 15, { size: 13, weight: 700, fill: "#2A2420" }),
      kit.placed(resourceSign(kind), 28 + i * cell, 3, 14),
    ]),
  );
}

/* Dice, turn and what happened */

function info(view, { info: box, small, board }) {
  const { description: d } = view;
  const parts = [];
  const size = small ? 26 : view.layout === "xl" ? 46 : 38;
  if (d.dice)
    parts.push(
      kit.group(
        {
          "data-key": `dice:${d.turn}`,
          "data-zone": "dice",
          role: "img",
          "aria-label": String(d.dice[0] + d.dice[1]),
          opacity: d.rolled ? 1 : 0.45,
        },
        kit.placed(die(d.dice[0]), 0, 0, size),
        kit.placed(die(d.dice[1]), size + 4, 0, size),
      ),
    );
  if (small) return kit.at(box.x, box.y, ...parts);
  const turn = d.phase.startsWith("setup") ? word(view, "setup") : word(view, "turn", { n: roundOf(d) });
  parts.push(
    kit.chip(turn, 0, d.dice ? size + 6 : 0, { size: 13, fill: "var(--edge)", ink: "var(--on-cloth)" }),
  );
  return kit.group({}, kit.at(box.x, box.y, ...parts), story(view, board));
}

/** The round as people count: everybody's first turn after the set-up is the first. */
export const roundOf = (d) => Math.floor(d.turn / d.players.length) - 1;

/** What has just happened, in the corner of the sea where no harbour is. */
function story(view, board) {
  const told = view.events
    .filter((event) => event.text && event.kind !== "end")
    .slice(-3)
    .map((event) => kit.capital(event.text))
    .join(". ");
  if (!told) return null;
  const width = Math.max(
    118,
    (board.width - Math.min(board.width / 10.5, board.height / 9.75) * 7.2) / 2 - 12,
  );
  const lines = Math.min(6, Math.ceil(kit.measure(told, 13) / (width - 30)) + 1);
  const high = lines * 16 + 8;
  return kit.panel(
    board.x + 8,
    board.y + board.height - high - 8,
    width,
    high,
    { opacity: 0.8, radius: 6 },
    kit.fitted(told, 7, 3, width - 14, high - 6, {
      size: 14,
      smallest: 13,
      lines,
      leading: 1.18,
      align: "start",
      fill: "var(--on-cloth)",
    }),
  );
}

/* The own hand over the bank: give below, take above */

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

function handRow(view, { hand: box, small }) {
  const { description: d } = view;
  const player = d.players[me(view)];
  const least = kit.least(view);
  const made = [];
  const gap = small ? 4 : 8;
  const wide = (box.width - gap * 4) / 5;
  const chip = small ? 28 : Math.min(42, box.height * 0.27);
  const plenty = view.moves.filter((move) => move.kind === "plenty" && view.left.has(move.id));
  RESOURCES.forEach((kind, i) => {
    const x = box.x + i * (wide + gap);
    const want = kit.movesOf(view, (move) => takes(move, kind));
    const icon = Math.min(chip * 0.72, wide * 0.42);
    made.push(
      kit.thing(
        view,
        {
          key: `bank:${kind}`,
          zone: "bank",
          x,
          y: box.y,
          width: wide,
          height: chip,
          radius: 6,
          ids: want,
          target: view.picked.length > 0,
          label: `${word(view, "bank_title")}: ${name(view, kind)} ${d.bank[kind]}`,
        },
        kit.rect(0, 0, wide, chip, {
          rx: 6,
          fill: "var(--edge)",
          stroke: "var(--on-cloth-2)",
          "stroke-width": 1,
        }),
        kit.placed(resourceSign(kind), small ? 2 : 5, (chip - icon) / 2, icon),
        kit.text(String(d.bank[kind]), wide - (small ? 3 : 6), chip / 2 + 5, {
          size: small ? 12 : 14,
          anchor: "end",
          fill: "var(--on-cloth)",
        }),
      ),
    );
    const pair = plenty.find((move) => move.resources[0] === kind && move.resources[1] === kind);
    if (pair && view.picked.includes(`bank:${kind}`)) {
      // the first card is this one: the same tile gives a second
      made.push(
        kit.thing(
          view,
          {
            key: `pair:${kind}`,
            zone: "bank",
            x,
            y: box.y,
            width: wide,
            height: chip,
            radius: 6,
            ids: [pair.id],
            label: `2 ${name(view, kind)}`,
          },
          kit.badge("1", wide / 2, chip / 2, { size: small ? 11 : 14 }),
        ),
      );
    }
  });
  const y = box.y + chip + gap;
  const high = box.height - chip - gap - (small ? 0 : 2);
  RESOURCES.forEach((kind, i) => {
    const count = player.hand?.[kind];
    const ids = kit.movesOf(view, (move) => gives(move, kind));
    const x = box.x + i * (wide + gap);
    const empty = !count;
    const rate = player.rates[kind];
    const icon = Math.min(wide * 0.56, high * (small ? 0.6 : 0.46));
    const stack = Math.min(2, Math.max(0, (count ?? 0) - 1));
    const parts = [];
    for (let s = stack; s > 0; s -= 1)
      parts.push(
        kit.rect(s * 3, -s * 3, wide - 6, high, {
          rx: 6,
          fill: "var(--card)",
          stroke: "var(--card-ink)",
          "stroke-width": 1,
        }),
      );
    parts.push(
      kit.rect(0, 0, wide - 6, high, {
        rx: 6,
        fill: empty ? "none" : "var(--card)",
        stroke: empty ? "var(--on-cloth-2)" : "var(--card-ink)",
        "stroke-width": 1.2,
        "stroke-dasharray": empty ? "4 4" : null,
      }),
      empty
        ? null
        : kit.rect(3, 3, wide - 12, high * (small ? 0.72 : 0.62), { rx: 4, fill: `var(--${kind})` }),
      kit.group(
        { opacity: empty ? 0.45 : 1 },
        kit.placed(
          resourceSign(kind),
          (wide - 6 - icon) / 2,
          high * (small ? 0.36 : 0.33) - icon / 2 + 3,
          icon,
        ),
      ),
    );
    if (small)
      parts.push(
        kit.text(player.hand ? String(count) : "?", (wide - 6) / 2, high - 3, {
          size: 12,
          weight: 700,
          anchor: "middle",
          fill: empty ? "var(--on-cloth)" : "var(--card-ink)",
        }),
      );
    else {
      parts.push(
        kit.fitted(name(view, kind), 0, high * 0.64, wide - 6, high * 0.18, {
          size: kit.base(view),
          smallest: least,
          weight: 500,
          fill: empty ? "var(--on-cloth)" : "var(--card-ink)",
        }),
        kit.fitted(
          word(
            view,
            kit.measure(word(view, "rate_bank", { n: rate }), 13, { weight: 700 }) <= wide - 11
              ? "rate_bank"
              : "rate",
            { n: rate },
          ),
          2,
          high * 0.81,
          wide - 10,
          high * 0.17,
          {
            size: 13,
            smallest: 13,
            weight: rate < 4 ? 700 : 400,
            fill: empty ? "var(--on-cloth-2)" : "var(--card-ink-2)",
            opacity: (count ?? 0) < rate ? 0.6 : 1,
          },
        ),
        player.hand
          ? kit.badge(String(count), view.picked.includes(`hand:${kind}`) ? 10 : wide - 14, 6, { size: 15 })
          : null,
      );
    }
    made.push(
      kit.thing(
        view,
        {
          key: `hand:${kind}`,
          zone: "hand",
          x,
          y,
          width: wide - 6,
          height: high,
          radius: 6,
          ids,
          label: `${name(view, kind)}: ${count ?? "?"}, ${word(view, "rate", { n: rate })}`,
          why: ids.length || !view.moves.length ? null : word(view, "not_now"),
          state: ids.length ? undefined : "",
          commit: d.phase === "discard",
        },
        ...parts,
      ),
    );
  });
  if (player.owed && view.moves.some((move) => move.kind === "discard"))
    made.push(
      kit.chip(
        word(view, "owed", { n: player.owed }),
        box.x + box.width / 2,
        box.y + chip / 2 - (small ? 10 : 13),
        { size: small ? 12 : 15, align: "middle", fill: "var(--can)", ink: "#2A2420" },
      ),
    );
  return made;
}

/** How one trades, where nothing else lies. */
function tradeHelp(view, box) {
  if (view.seat === null || !view.moves.some((move) => move.kind === "bank" || move.kind === "offer"))
    return [];
  const size = kit.base(view);
  return [
    kit.fitted(
      word(view, "how_trade"),
      box.x + 8,
      box.y + 8,
      Math.min(box.width - 16, 330),
      box.height - 16,
      { size, smallest: kit.least(view), lines: 6, align: "start", fill: "var(--on-cloth)" },
    ),
  ];
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

function cardIds(view, kind) {
  return kit.movesOf(view, (move) => move.kind === MOVE_OF_CARD[kind]);
}

function cardsOrHelp(view, box) {
  const held = cardRow(view, box);
  return held.length ? held : tradeHelp(view, box);
}

/** Name and rule of a development card; the name alone where the whole rule does not fit. */
function cardWords(view, kind, wide, high) {
  const title = kit.capital(name(view, kind));
  const style = {
    size: kit.base(view),
    smallest: kit.least(view),
    lines: 3,
    leading: 1.08,
    weight: 700,
    family: kit.SERIF,
    fill: "#2A2420",
  };
  const rule = (view.card(name(view, kind))?.text ?? "").split(/(?<=\.) /)[0];
  const short = kit.fitted(kit.capital(rule), 5, high * 0.5, wide - 10, high * 0.44, {
    size: 14,
    smallest: kit.least(view),
    lines: 6,
    leading: 1.08,
    fill: "#2A2420",
  });
  if (!rule || short.dataset.cut !== undefined)
    return [kit.fitted(title, 4, high * 0.54, wide - 8, high * 0.38, style)];
  return [kit.fitted(title, 4, high * 0.34, wide - 8, high * 0.16, { ...style, lines: 1 }), short];
}

function cardRow(view, box) {
  const player = view.description.players[me(view)];
  const held = KINDS.filter((kind) => player.cards?.[kind]);
  const high = box.height - 8;
  const wide = Math.min(
    high / 1.05,
    (box.width - 8 * (Math.max(1, held.length) - 1)) / Math.max(1, held.length),
    160,
  );
  if (!held.length || wide < 30) return [];
  const places = kit.spread(held.length, wide, box.width, 8);
  return held.map((kind, i) => {
    const ids = cardIds(view, kind);
    const count = player.cards[kind];
    const words = cardWords(view, kind, wide, high);
    const icon = words.length > 1 ? high * 0.28 : Math.min(wide * 0.6, high * 0.44);
    return kit.thing(
      view,
      {
        key: `card:${kind}`,
        zone: "cards",
        card: name(view, kind),
        x: box.x + places[i],
        y: box.y + 6,
        width: wide,
        height: high - 4,
        radius: 7,
        ids,
        label: `${name(view, kind)} × ${count}. ${view.card(name(view, kind))?.text ?? ""}`,
        why: ids.length ? null : whyCard(view, kind),
      },
      kit.shadow(wide, high - 4, 7),
      kit.rect(0, 0, wide, high - 4, { rx: 7, fill: "#E9DDF5", stroke: "#2A2420", "stroke-width": 1.2 }),
      kit.placed(cardSign(kind), (wide - icon) / 2, high * (words.length > 1 ? 0.05 : 0.08), icon),
      ...words,
      count > 1 ? kit.badge(`×${count}`, wide - 12, 8, { size: 13 }) : null,
    );
  });
}

/* What can be done */

/** Why a piece cannot be built, and what is missing. */
function whyBuild(view, piece_) {
  const { description: d } = view;
  const player = d.players[me(view)];
  if (!view.moves.length) return null;
  const missing = Object.entries(d.costs[piece_])
    .map(([kind, n]) => [kind, n - (player.hand?.[kind] ?? 0)])
    .filter(([, n]) => n > 0);
  if (missing.length)
    return word(view, "short", { what: missing.map(([kind, n]) => `${n} ${name(view, kind)}`).join(", ") });
  const left = {
    road: player.roads_left,
    settlement: player.settlements_left,
    city: player.cities_left,
    card: d.deck_left,
  }[piece_];
  return word(
    view,
    left === 0
      ? "none_left"
      : d.phase !== "main"
        ? "not_now"
        : `no_place_${piece_}` in WORDS.en
          ? `no_place_${piece_}`
          : "no_place",
  );
}

const PIECES = [
  ["road", "road"],
  ["settlement", "settle"],
  ["city", "city"],
  ["card", "buy"],
];
const pictureOf = (view, what) =>
  ({
    road: () => roadSign(me(view)),
    settlement: () => piece("settlement", me(view)),
    city: () => piece("city", me(view)),
    card: cardBack,
  })[what]();

/** A short word for a small stage, where there is one. */
const shortOr = (view, key) =>
  word(view, view.layout === "s" && `short_${key}` in WORDS.en ? `short_${key}` : key);

function actionList(view) {
  const { description: d } = view;
  const found = [];
  const plain = (kind, role) => {
    const ids = kit.movesOf(view, (move) => move.kind === kind);
    if (ids.length) found.push({ key: `button:${kind}`, label: shortOr(view, kind), ids, role });
  };
  plain("accept", "primary");
  plain("reject", "secondary");
  if (view.toggles && d.phase === "answer" && view.moves.length > 1)
    found.push({
      key: "button:refuse-all",
      label: shortOr(view, "refuse_all"),
      ids: [],
      toggle: refusing(d),
      role: "secondary",
    });
  for (const move of view.moves.filter((one) => one.kind === "confirm"))
    found.push({
      key: `button:with:${move.partner}`,
      label: kit.capital(
        word(view, view.layout === "s" ? "short_with" : "with", { name: view.names[move.partner] }),
      ),
      ids: [move.id],
      role: "primary",
    });
  plain("cancel", "secondary");
  plain("open", "primary");
  plain("roll", "primary");
  if (!["answer", "decide", "compose"].includes(d.phase)) {
    for (const [what, kind] of PIECES) {
      const ids = kit.movesOf(view, (move) => move.kind === kind);
      found.push({
        key: `build:${what}`,
        label: word(view, what),
        ids,
        role: "build",
        what,
        why: ids.length ? null : whyBuild(view, what),
      });
    }
  }
  for (const kind of ["bank", "offer"]) {
    const ids = kit.movesOf(view, (move) => move.kind === kind);
    if (ids.length) found.push({ key: `button:${kind}`, label: shortOr(view, kind), ids, role: "secondary" });
  }
  plain("end", "primary");
  return found;
}

/** Where each button of a turn stands, whatever else there is: whoever knows the place hits it. Nothing that answers an offer lies where one rolls or ends. */
const SLOTS = [
  "build:road",
  "build:settlement",
  "build:city",
  "build:card",
  "button:bank",
  "button:offer",
  "button:roll",
  "button:end",
];

/** The places of a list of buttons; development cards, on a small stage, take those that are left. */
function slotsOf(list) {
  const taken = new Set(list.map((item) => SLOTS.indexOf(item.key)).filter((slot) => slot >= 0));
  let next = 0;
  return list.map((item) => {
    if (SLOTS.includes(item.key)) return SLOTS.indexOf(item.key);
    while (taken.has(next)) next += 1;
    taken.add(next);
    return next;
  });
}

function actions(view, plan) {
  const { small } = plan;
  const list = actionList(view);
  const box = plan.actions;
  if (small) {
    const held = KINDS.filter((kind) => view.description.players[me(view)].cards?.[kind]);
    for (const kind of held) {
      const ids = cardIds(view, kind);
      if (ids.length || list.length < 8)
        list.push({
          key: `card:${kind}`,
          label: kit.capital(name(view, kind)),
          ids,
          role: "card",
          kind,
          why: ids.length ? null : whyCard(view, kind),
        });
    }
  }
  const gap = small ? 4 : 7;
  const fixed = list.some((item) => item.role === "build");
  const slots = fixed ? slotsOf(list) : list.map((_, i) => i);
  const columns = fixed ? box.columns : Math.min(box.columns, Math.max(1, list.length));
  const rows = Math.ceil(Math.max(fixed ? SLOTS.length : 1, ...slots.map((slot) => slot + 1)) / columns);
  const room = !fixed && box.columns === SLOTS.length ? box.width * 0.74 : box.width; // in a single row the places of the last two stay free
  const wide = (room - gap * (columns - 1)) / columns;
  const high = Math.min((box.height - gap * (rows - 1)) / rows, small ? 36 : 62);
  return list.map((item, i) => {
    const place = {
      x: box.x + (slots[i] % columns) * (wide + gap),
      y: box.y + Math.floor(slots[i] / columns) * (high + gap),
      width: wide,
      height: high,
    };
    if (item.role === "build") return buildButton(view, item, place);
    if (item.toggle) return toggleButton(view, item, place);
    if (item.role === "card" && wide < 80)
      return smallBuild(
        view,
        item,
        place,
        [
          kit.shadow(wide, high, 6),
          kit.rect(0, 0, wide, high, { rx: 6, fill: "#E9DDF5", stroke: "#2A2420", "stroke-width": 1 }),
        ],
        [],
        "#2A2420",
      );
    return kit.button(view, {
      ...item,
      ...place,
      role: item.role === "card" ? "secondary" : item.role,
      icon: item.role === "card" && wide > 66 ? cardSign(item.kind) : null,
      size: small ? 11 : undefined,
    });
  });
}

function toggleButton(view, item, { x, y, width, height }) {
  return kit.thing(
    view,
    {
      key: item.key,
      zone: "actions",
      x,
      y,
      width,
      height,
      radius: 6,
      label: item.label,
      toggle: item.toggle,
      state: "",
    },
    kit.shadow(width, height, 6),
    kit.rect(0, 0, width, height, {
      rx: 6,
      fill: "var(--panel)",
      stroke: "var(--line)",
      "stroke-width": 1.2,
    }),
    kit.fitted(item.label, 5, 2, width - 10, height - 4, {
      size: plainSize(view),
      smallest: kit.least(view),
      lines: 2,
      weight: 600,
      fill: "var(--ink)",
    }),
  );
}

const plainSize = (view) => (view.layout === "s" ? 11 : kit.base(view));

/** A piece with its cost; what is missing is crossed out. */
function buildButton(view, item, { x, y, width, height }) {
  const { description: d } = view;
  const live = item.ids.length > 0;
  const player = d.players[me(view)];
  const icon = Math.min(height * 0.62, width * 0.24, 34);
  const free = d.phase.startsWith("setup") || d.phase === "free_road";
  const parts = [
    kit.shadow(width, height, 6),
    kit.rect(0, 0, width, height, {
      rx: 6,
      fill: live ? "var(--panel)" : "var(--edge)",
      stroke: "var(--line)",
      "stroke-width": 1,
    }),
    kit.placed(pictureOf(view, item.what), 4, (height - icon) / 2, icon),
  ];
  const costs = free
    ? []
    : Object.entries(d.costs[item.what]).flatMap(([kind, n]) =>
        Array.from({ length: n }, (_, i) => [kind, i < (player.hand?.[kind] ?? 0)]),
      );
  const left = icon + 8;
  const ink = live ? "var(--ink)" : "var(--on-cloth)";
  const named = height >= 38;
  if (named)
    parts.push(
      kit.fitted(item.label, left, 2, width - left - 3, height * (free ? 0.94 : 0.46), {
        size: kit.base(view),
        smallest: kit.least(view),
        align: "start",
        weight: 600,
        fill: ink,
      }),
    );
  if (!named) return smallBuild(view, item, { x, y, width, height }, parts, costs, ink);
  const coin = Math.min(named ? height * 0.36 : height * 0.5, (width - left - 4) / Math.max(1, costs.length));
  const top = named ? height * 0.54 : (height - coin) / 2;
  costs.forEach(([kind, has], i) => {
    parts.push(
      kit.group(
        { opacity: has ? 1 : 0.5 },
        kit.placed(resourceSign(kind), left + i * coin, top, coin * 0.92),
      ),
    );
    if (!has)
      parts.push(
        kit.path(`M${left + i * coin} ${top + coin * 0.9}L${left + (i + 0.9) * coin} ${top}`, {
          stroke: live ? "#A3281F" : "#F2938A",
          "stroke-width": 2,
        }),
      );
  });
  return kit.thing(
    view,
    {
      key: item.key,
      zone: "actions",
      x,
      y,
      width,
      height,
      radius: 6,
      ids: item.ids,
      why: item.why,
      label: `${item.label}. ${item.why ?? ""}`,
    },
    ...parts,
  );
}

/** The same where there is little room: sign and cost above, a short word below. */
function smallBuild(view, item, { x, y, width, height }, parts, costs, ink) {
  const size = kit.least(view);
  const line = size + 2;
  const top = height - line;
  const icon = Math.min(16, top - 2);
  const coin = Math.min(top - 3, (width - icon - 6) / Math.max(1, costs.length));
  const made = [
    parts[0],
    parts[1],
    kit.placed(
      item.kind ? cardSign(item.kind) : pictureOf(view, item.what),
      item.kind ? (width - icon) / 2 : 3,
      (top - icon) / 2 + 1,
      icon,
    ),
    kit.fitted(
      width > 90 ? item.label : word(view, `short_${item.kind ?? item.what}`),
      2,
      top - 1,
      width - 4,
      line,
      { size, smallest: size, weight: 400, fill: ink },
    ),
  ];
  costs.forEach(([kind, has], i) => {
    const left = icon + 5 + i * coin;
    made.push(
      kit.group(
        { opacity: has ? 1 : 0.5 },
        kit.placed(resourceSign(kind), left, (top - coin) / 2 + 1, coin * 0.92),
      ),
    );
    if (!has)
      made.push(
        kit.path(`M${left} ${(top + coin) / 2}L${left + coin * 0.9} ${(top - coin) / 2 + 1}`, {
          stroke: "#F2938A",
          "stroke-width": 1.5,
        }),
      );
  });
  return kit.thing(
    view,
    {
      key: item.key,
      zone: "actions",
      x,
      y,
      width,
      height,
      radius: 6,
      ids: item.ids,
      why: item.why,
      label: `${item.label}. ${item.why ?? ""}`,
    },
    ...made,
  );
}

/* Offers */

function cardsOf(view, cards, x, y, size) {
  let left = x;
  const parts = [];
  for (const [kind, n] of Object.entries(cards)) {
    for (let i = 0; i < n; i += 1) {
      parts.push(
        kit.rect(left, y, size * 0.82, size, {
          rx: 4,
          fill: "var(--card)",
          stroke: "var(--card-ink)",
          "stroke-width": 1,
        }),
        kit.placed(resourceSign(kind), left + size * 0.09, y + size * 0.18, size * 0.64),
      );
      left += size * 0.9;
    }
  }
  parts.width = left - x;
  return parts;
}

function offerBanner(view, plan) {
  const { description: d } = view;
  if (!d.offer) return [];
  if (plan.small) return [smallOffer(view, plan)];
  const board = plan.cards;
  const { head, gives, gets, give, get, then } = offerWords(view);
  const size = 44;
  const width = Math.min(board.width - 12, 400);
  const foot = then ? 24 : 0;
  const height = 104 + foot;
  const x = board.x + (board.width - width) / 2;
  const y = board.y + Math.max(0, (board.height - height) / 2);
  const half = width / 2;
  const text = kit.base(view);
  const line = 24;
  const label = 20;
  return [
    kit.panel(
      x,
      y,
      width,
      height,
      { lit: true, opacity: 0.95 },
      kit.fitted(head, 8, 2, width - 16, line, {
        size: text,
        smallest: kit.least(view),
        weight: 700,
        fill: "var(--on-cloth)",
      }),
      kit.fitted(gives, 8, line + 1, half - 24, label, {
        size: text,
        smallest: kit.least(view),
        fill: "var(--on-cloth)",
      }),
      kit.fitted(gets, half + 16, line + 1, half - 24, label, {
        size: text,
        smallest: kit.least(view),
        fill: "var(--on-cloth)",
      }),
      kit.placed(kit.signs.arrows("#F2C14E"), half - 11, line + label - 6, 22),
      ...centred(view, give, 8, line + label + 2, half - 24, size),
      ...centred(view, get, half + 16, line + label + 2, half - 24, size),
      then
        ? kit.fitted(then, 8, height - foot - 2, width - 16, foot, {
            size: text,
            smallest: kit.least(view),
            weight: 700,
            fill: "var(--can)",
          })
        : null,
    ),
  ];
}

/** An offer as the one who looks at it reads it: whose it is, what he gives, what he gets, what it leads to. */
function offerWords(view) {
  const { offer } = view.description;
  const own = offer.seat === me(view) && view.seat !== null;
  const head = own ? word(view, "your_offer") : word(view, "offers", { name: view.names[offer.seat] });
  if (own || view.seat === null)
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
    then: consequence(view, offer.want, offer.give),
  };
}

/** The same on a small stage, below the buttons that answer it: it hides nothing of the island. */
function smallOffer(view, { actions: box }) {
  const { gives, gets, give, get } = offerWords(view);
  const { offer } = view.description;
  const head =
    offer.seat === me(view) && view.seat !== null ? word(view, "your_offer") : view.names[offer.seat];
  const high = Math.min(44, box.height - 40);
  const y = box.y + box.height - high;
  const side = box.width * 0.29;
  const middle = box.width - 2 * side;
  const style = { size: 11, smallest: 11, fill: "var(--on-cloth)" };
  const cards = high - 17;
  return kit.panel(
    box.x,
    y,
    box.width,
    high,
    { lit: true, opacity: 0.95, radius: 6 },
    kit.fitted(gives, 2, 1, side - 4, 14, style),
    kit.fitted(head, side, 1, middle, 14, { ...style, weight: 700 }),
    kit.fitted(gets, side + middle + 2, 1, side - 4, 14, style),
    ...centred(view, give, 2, 15, side - 4, cards),
    kit.placed(kit.signs.arrows("#F2C14E"), side + (middle - cards) / 2, 15, cards),
    ...centred(view, get, side + middle + 2, 15, side - 4, cards),
  );
}

/** Where a list of trades opens: beside the own cards, so that bank, harbours and what was told stay in sight. */
export function chooserPlace(view) {
  const plan = layout(view);
  return plan.cards ?? plan.board;
}

function centred(view, cards, x, y, width, size) {
  const total = Object.values(cards).reduce((sum, n) => sum + n, 0);
  const fit = Math.min(size, total ? width / (total * 0.9) : size);
  const used = total * fit * 0.9;
  return cardsOf(view, cards, x + (width - used) / 2, y, fit);
}

/* What pointing at a place tells */

/** How long a seat's longest trail of roads would be with one more: no road is used twice, and none goes on past another's building. */
export function roadWith(d, seat, edge = null) {
  const roads = [...d.players[seat].roads, ...(edge ? [edge] : [])];
  const walls = new Set(
    d.players
      .filter((player) => player.seat !== seat)
      .flatMap((player) => [...player.settlements, ...player.cities]),
  );
  const at = new Map();
  roads.forEach((road, i) => {
    for (const node of road) at.set(node, [...(at.get(node) ?? []), i]);
  });
  const used = roads.map(() => false);
  const longest = (node, first) => {
    if (!first && walls.has(node)) return 0;
    let best = 0;
    for (const i of at.get(node) ?? []) {
      if (used[i]) continue;
      used[i] = true;
      best = Math.max(best, 1 + longest(roads[i][0] === node ? roads[i][1] : roads[i][0], false));
      used[i] = false;
    }
    return best;
  };
  return Math.max(0, ...[...at.keys()].map((node) => longest(node, true)));
}

const LEAST_AWARDED = 5; // roads

/** What a road leads to: how long the longest one becomes, and whether it takes the award. */
export function roadLeads(view, edge) {
  const { description: d } = view;
  const seat = me(view);
  const length = roadWith(d, seat, edge);
  const others =
    d.longest_road === null
      ? d.players.filter((player) => player.seat !== seat)
      : [d.players[d.longest_road]];
  return {
    before: d.players[seat].road_length,
    after: length,
    takes:
      d.longest_road !== seat &&
      length >= LEAST_AWARDED &&
      others.every((player) => player.road_length < length),
  };
}

/** What a corner would yield, what a road leads to, or who would suffer from the robber. */
export function preview(view, given, key) {
  kit = given;
  const map = geometry(view, layout(view).board);
  const [what, id] = key.split(":");
  let place = null;
  let told = "";
  if (what === "node") {
    const move = view.moves.find((one) => one.node === Number(id));
    if (!move) return null;
    place = map.nodes.get(move.node);
    told = `${move.hexes.map((hex) => hexWords(hex, view.say)).join(", ")} · ${word(view, "dots", { n: move.pips })}${move.harbour ? ` · ${move.harbour === "any" ? "3:1" : `${name(view, move.harbour)} 2:1`}` : ""}`;
    const second =
      view.description.phase === "setup_settlement" &&
      view.description.players[me(view)].settlements.length === 1;
    if (second)
      told += ` · ${word(view, "you_get", {
        cards: move.hexes
          .filter((hex) => hex.terrain !== "desert")
          .map((hex) => name(view, hex.terrain))
          .join(", "),
      })}`;
  } else if (what === "edge") {
    const edge = id.split("-").map(Number);
    const [[x0, y0], [x1, y1]] = edge.map((node) => map.nodes.get(node));
    place = [(x0 + x1) / 2, (y0 + y1) / 2];
    const { before, after, takes } = roadLeads(view, edge);
    told =
      `${kit.capital(edgeWords(edge, { d: view.description, language: view.language, say: view.say }))}: ` +
      word(view, before === after ? "road_same" : "road_grows", { a: before, b: after }) +
      (takes ? ` · ${word(view, "road_takes")}` : "");
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
  const size = kit.base(view);
  const wide = Math.min(view.width - 8, kit.measure(told, size, { weight: 600 }) + size * 2);
  const x = Math.max(wide / 2 + 4, Math.min(view.width - wide / 2 - 4, place[0]));
  return kit.group(
    { class: "preview", "pointer-events": "none" },
    kit.chip(told, x, Math.max(2, place[1] - map.radius * 0.4 - size * 2), {
      size,
      align: "middle",
      widest: view.width - 8,
      fill: "#FFF7E6",
      ink: "#2A2420",
      stroke: "#2A2420",
    }),
  );
}

/* The end */

const SOURCES = [
  ["settlements", (seat) => piece("settlement", seat)],
  ["cities", (seat) => piece("city", seat)],
  ["longest_road", roadSign],
  ["largest_army", () => cardSign("knight")],
  ["cards", () => cardSign("victory_point")],
];

/** What everybody's points came from, where the hand and the buttons were: the island stays in sight. */
function ending(view, plan) {
  const { description: d } = view;
  const boxes = [plan.hand, plan.cards, plan.actions].filter(Boolean);
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.min(Math.max(...boxes.map((box) => box.x + box.width)) - x, 760);
  const height = Math.min(Math.max(...boxes.map((box) => box.y + box.height)) - y, 240);
  const size = kit.base(view);
  const least = kit.least(view);
  const row = (height - 8) / (d.players.length + 1);
  const first = width * (plan.small ? 0.3 : 0.24);
  const column = (width - first - 12) / (SOURCES.length + 1);
  const icon = Math.min(row - 2, 22);
  const parts = SOURCES.flatMap(([source, picture], j) => {
    const named = column > 84;
    const left = first + j * column + (named ? 0 : (column - icon) / 2);
    return [
      kit.group(
        { role: "img", "aria-label": word(view, `source_${source}`) },
        kit.placed(picture(d.winner ?? 0), left, 4 + (row - icon) / 2, icon),
      ),
      named
        ? kit.fitted(word(view, `source_${source}`), left + icon + 3, 4, column - icon - 4, row, {
            size: 13,
            smallest: least,
            align: "start",
            fill: "var(--on-cloth-2)",
          })
        : null,
    ];
  });
  [...d.players]
    .sort((a, b) => b.points - a.points)
    .forEach((player, i) => {
      const line = 4 + (i + 1) * row;
      const strong = player.seat === d.winner;
      const sign = Math.min(row - 2, 16);
      parts.push(
        strong
          ? kit.placed(kit.signs.crown(), 5, line + (row - sign) / 2, sign)
          : kit.seatShape(player.seat, 6, line + (row - sign) / 2 + 1, sign - 2),
        kit.fitted(view.names[player.seat], sign + 10, line, first - sign - 12, row, {
          size,
          smallest: least,
          align: "start",
          weight: strong ? 700 : 500,
          fill: "var(--on-cloth)",
        }),
      );
      SOURCES.forEach(([source], j) =>
        parts.push(
          kit.fitted(
            String(player.points_from[source] ?? "?"),
            first + j * column,
            line,
            column > 84 ? icon : column,
            row,
            { size, smallest: least, fill: "var(--on-cloth)" },
          ),
        ),
      );
      parts.push(
        kit.fitted(String(player.points), first + SOURCES.length * column, line, column, row, {
          size: size * 1.2,
          smallest: least,
          weight: 700,
          family: kit.SERIF,
          fill: "var(--can)",
        }),
      );
    });
  return kit.panel(x, y, width, height, { opacity: 0.95, lit: d.winner === view.seat }, ...parts);
}

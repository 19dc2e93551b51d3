/* Happy Little Dinosaurs: the race, the seats with their cards and score lines, the disaster, the hand, and the end. */

import { bolt, dinosaur, disasterSign, flag, pictureOf, star } from "./art.js";

export const title = { en: "Happy Little Dinosaurs", es: "Dinosaurios felices" };
export const sources = { hand: "deck", table: "hand", disaster: "disasters" };

const WORDS = {
  en: {
    no_instant: "Scores are being counted. You hold no instant for now: pass.",
    stakes: "The highest score runs that far; the lowest takes the disaster.",
    you: "you",
    points: "{n} of 50",
    instant: "instant",
    only_you: "only you see it",
    ready: "ready",
    out: "out",
    choosing: "choosing",
    disaster: "Disaster",
    left: "{n} left",
    deck: "{n} in the deck",
    for_you: "you: {n}",
    no_trait: "no change for you",
    dies: "would put you out",
    passed: "passed",
    wins: "wins the round",
    takes: "takes the disaster",
    tied: "all equal",
    may_win: "would win the round",
    may_win_short: "would win",
    may_take: "would take the disaster",
    may_take_short: "would take it",
    may_tie: "tied for last",
    may_tie_short: "tied last",
    no_disasters: "no disasters",
    holds: "Disasters: {what}.",
    out_with: "out with",
    one_more: "One more of these puts it out of the game: {what}.",
    three: "Three of one kind, or one of each of the three kinds, put a dinosaur out.",
    exchanged: "exchanged: was {n}",
    doubled: "Boost and Sap ×2",
    inverted: "highest ⇄ lowest",
    takes_short: "takes it",
    tie: "sudden death",
    tie_short: "tie",
    wins_short: "wins",
    tied_short: "equal",
    cancelled: "cancelled",
    card: "card",
    added: "added",
    trait: "trait",
    boost: "Boost",
    sap: "Sap",
    why_instant: "Instants are played after the cards are up.",
    why_defence: "Shelter and Detour are played when a disaster comes at you.",
    why_point: "Point cards are chosen at the start of a round.",
    why_effect: "This card cannot be used for it.",
    why_scoring: "Boost, Sap and Flip are played while scores are counted.",
    hand: "Your hand",
    hand_of: "The hand of {name}",
    two: "The top two cards",
    you_out: "You are out of the game",
    total: "= {n}",
    steps: "{n} steps",
    discards: "{n} thrown away",
    pass: "Pass",
    decline: "Do not use it",
    accept: "Take the disaster",
    keep_all: "Keep all cards",
    stop: "Done",
    look: "Look at two cards",
    phase_disaster: "Disaster",
    phase_choose: "Choose",
    phase_effects: "Effects",
    phase_instants: "Instants",
    phase_sudden: "Sudden death",
    phase_goes: "Who takes it",
    place: "place",
    sudden: "sudden death",
    made_it: "{name} made it!",
    share: "{names} share the win",
    wins_game: "{name} wins!",
    fight: "only the number counts",
    round: "Round {n}",
    happened: "Last",
    told_short: "{name} +{n}.",
    told_won: "{name} won the round: {n} {n:step|steps}.",
    told_won_you: "You won the round: {n} {n:step|steps}.",
    told_shelter: "{name} escaped with Shelter.",
    told_shelter_you: "you escaped with Shelter.",
    told_detour: "{name} sent the disaster on.",
    told_detour_you: "you sent the disaster on.",
    told_took: "{name} took the disaster.",
    told_took_you: "you took the disaster.",
    told_nobody: "nobody took the disaster.",
    told_out: "{name} is out.",
    told_out_you: "you are out.",
  },
  es: {
    no_instant: "Se cuentan los puntos. No tienes instantes para ahora: pasa.",
    stakes: "La puntuación más alta corre esas casillas; la más baja se lleva el desastre.",
    you: "tú",
    points: "{n} de 50",
    instant: "instantánea",
    only_you: "solo la ves tú",
    ready: "listo",
    out: "fuera",
    choosing: "eligiendo",
    disaster: "Desastre",
    left: "quedan {n}",
    deck: "{n} en el mazo",
    for_you: "tú: {n}",
    no_trait: "no te afecta",
    dies: "te dejaría fuera",
    passed: "ha pasado",
    wins: "gana la ronda",
    takes: "recibe el desastre",
    tied: "todos iguales",
    may_win: "ganaría la ronda",
    may_win_short: "ganaría",
    may_take: "recibiría el desastre",
    may_take_short: "lo recibiría",
    may_tie: "empate en el último puesto",
    may_tie_short: "empate abajo",
    no_disasters: "sin desastres",
    holds: "Desastres: {what}.",
    out_with: "fuera con",
    one_more: "Uno más de estos lo deja fuera de la partida: {what}.",
    three: "Tres de un tipo, o uno de cada uno de los tres, dejan fuera a un dinosaurio.",
    exchanged: "cambiada: era {n}",
    doubled: "Empujón y Bajón ×2",
    inverted: "más alta ⇄ más baja",
    takes_short: "lo recibe",
    tie: "muerte súbita",
    tie_short: "empate",
    wins_short: "gana",
    tied_short: "iguales",
    cancelled: "anulado",
    card: "carta",
    added: "suma",
    trait: "rasgo",
    boost: "Empujón",
    sap: "Bajón",
    why_instant: "Las instantáneas se juegan con las cartas descubiertas.",
    why_defence: "Refugio y Desvío se juegan cuando te llega un desastre.",
    why_point: "Las cartas de Puntos se eligen al empezar la ronda.",
    why_effect: "Esta carta no sirve para eso.",
    why_scoring: "Empujón, Bajón y Vuelco se juegan al contar puntos.",
    hand: "Tu mano",
    hand_of: "La mano de {name}",
    two: "Las dos primeras cartas",
    you_out: "Estás fuera de la partida",
    total: "= {n}",
    steps: "{n} casillas",
    discards: "{n} descartadas",
    pass: "Pasar",
    decline: "No usarla",
    accept: "Recibir el desastre",
    keep_all: "Quedármelas todas",
    stop: "Hecho",
    look: "Mirar dos cartas",
    phase_disaster: "Desastre",
    phase_choose: "Elegir",
    phase_effects: "Efectos",
    phase_instants: "Instantes",
    phase_sudden: "Muerte súbita",
    phase_goes: "Quién lo recibe",
    place: "puesto",
    sudden: "muerte súbita",
    made_it: "¡{name} lo ha logrado!",
    share: "Comparten la victoria {names}",
    wins_game: "¡Gana {name}!",
    fight: "solo cuenta el número",
    round: "Ronda {n}",
    happened: "Último",
    told_short: "{name} +{n}.",
    told_won: "{name} ganó la ronda: {n} {n:casilla|casillas}.",
    told_won_you: "ganaste la ronda: {n} {n:casilla|casillas}.",
    told_shelter: "{name} se libró con Refugio.",
    told_shelter_you: "te libraste con Refugio.",
    told_detour: "{name} desvió el desastre.",
    told_detour_you: "desviaste el desastre.",
    told_took: "{name} recibió el desastre.",
    told_took_you: "recibiste el desastre.",
    told_nobody: "nadie recibió el desastre.",
    told_out: "{name} queda fuera.",
    told_out_you: "quedas fuera.",
  },
};
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
const VALUE = (card) => Number(card[1]);
const isPoint = (card) => card[0] === "P";

let kit; // the builders, handed over with every drawing

const word = (view, key, values) => kit.fill(WORDS[view.language][key], values);
const nameOf = (view, seat) => view.say(`name.${view.description.players[seat].dinosaur}`);

/** What a card does; a Boost or Sap says what it counts in this round. */
function helpOf(view, card) {
  const help = view.card(card)?.help ?? "";
  return view.description.doubled && (card === "IB" || card === "IS") ? help.replace("2", "4") : help;
}
const written = (number) => (number < 0 ? `−${-number}` : String(number));

/* What is asked */

export function guide(view) {
  const { description: d } = view;
  if (d.over) return view.say("phase.over");
  const mine = view.moves.length > 0;
  if (!mine) {
    if (view.seat !== null && !d.players[view.seat].alive) return view.say("guide.out");
    const waiting = d.waiting?.length ? d.waiting : [d.seat];
    return view.say("guide.wait", {
      waiting: waiting.filter((seat) => seat !== view.seat).map((seat) => view.names[seat]),
    });
  }
  if (d.phase === "sudden_death")
    return view.say("guide.sudden_death", {
      others: d.tied.filter((seat) => seat !== view.seat).map((seat) => view.names[seat]),
    });
  const fatal = d.phase === "response" && d.players[d.bearer]?.fatal.includes(d.disaster);
  const asked = view.say(fatal ? "guide.response.fatal" : `guide.${d.phase}`, {
    throws_left: d.throws_left,
    source: d.source,
  });
  if (d.phase === "scoring" && !view.moves.some((move) => move.kind === "instant"))
    return WORDS[view.language].no_instant;
  return d.phase === "choose" ? `${asked} ${WORDS[view.language].stakes}` : asked;
}

/** The sentence for a reader of the whole table. */
export function summary(view) {
  const { description: d } = view;
  const seats = d.players.map((player, seat) => `${nameOf(view, seat)} ${player.points}`).join(", ");
  return `${title[view.language]}. ${disasterTitle(view)}. ${seats}.`;
}

/** The end of a round stays for a moment: who ran, who took the disaster, on the cards that were played. */
export function between(before, after) {
  if (after.turn === before.turn && !after.over) return [];
  const players = before.players.map((player, seat) => ({
    ...player,
    points: after.players[seat].points,
    disasters: after.players[seat].disasters,
    fatal: after.players[seat].fatal,
    alive: after.players[seat].alive,
  }));
  const total = (player) => Object.values(player.disasters).reduce((sum, n) => sum + n, 0);
  const took = after.players.map((player, seat) => total(player) > total(before.players[seat]));
  return [
    { description: { ...before, players, took, seat: -1, waiting: [], simultaneous: false }, hold: 1100 },
  ];
}

/** A card by its name and what it does; a seat by what it holds and what would put it out. */
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
  if (card) return note(view.say(`name.${card}`), [helpOf(view, card)]);
  if (zone !== "seat" || view.moves.some((move) => move.target === seat || move.kind === "swap")) return null;
  const player = d.players[seat];
  const held = KINDS.filter((kind) => player.disasters[kind])
    .map((kind) => `${player.disasters[kind]} ${view.say(`name.${kind}`)}`)
    .join(", ");
  const fatal = player.fatal.map((kind) => view.say(`name.${kind}`)).join(", ");
  return note(nameOf(view, seat), [
    word(view, "holds", { what: held || word(view, "no_disasters") }),
    player.alive && fatal ? word(view, "one_more", { what: fatal }) : "",
    word(view, "three"),
  ]);
}

/** Moves call rivals as the log does: a dinosaur's name stands on its plate alone. */
export function wording(said, data, { names, reader = null }) {
  if (!data.dinosaurs || said.say === "sentence") return said;
  if (data.target === data.seat) return data.seat === reader ? said : { ...said, say: "shown.itself" };
  const called = ["target", "one", "other"].filter((name) => names[data[name]] !== undefined);
  return { ...said, ...Object.fromEntries(called.map((name) => [name, names[data[name]]])) };
}

function note(heading, lines) {
  const box = document.createElement("div");
  for (const [name, text] of [["h3", heading], ...lines.filter(Boolean).map((line) => ["p", line])]) {
    const made = document.createElement(name);
    made.textContent = text;
    box.append(made);
  }
  return box;
}

/** Events that move the game, for who wants to read only these; and those with which a part of the log begins. */
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
/** Events that another one of the same player and card tells again, with more: the log leaves the first out then. */
export const superseded = { announced: "played" };
export const chapters = ["round"];

export const sounds = {
  reveal: "flip",
  revealed: "flip",
  chose: "place",
  announced: "slide",
  played: "slide",
  added: "coin",
  advanced: "trick_won",
  took: "trick_lost",
  out: "death",
  reshuffled: "shuffle",
  drew: "slide",
  bottom: "shield",
};

/** Where passing is all that can be done, the page passes, after a moment in which the scores can be seen; not against persons, who could read from how soon it was. */
export const beat = 900;
export function answered(view) {
  const [only, ...others] = view.moves;
  const alone = (view.chairs ?? []).every((chair) => chair.seat === view.seat || chair.kind === "agent");
  return alone && only && !others.length && ["pass", "decline"].includes(only.kind) ? only.id : null;
}

/* The whole stage */

export function draw(view, given) {
  kit = given;
  const areas = layout(view);
  const parts = [kit.cloth(view)];
  if (areas.phases) parts.push(phaseLine(view, areas.phases));
  view.description.players.forEach((_, seat) =>
    parts.push(seatPanel(view, seat, areas.seats[place(view, seat)])),
  );
  if (areas.track) parts.push(track(view, areas.track));
  if (view.description.over) return kit.drawing(view, ...parts, ending(view, areas.bottom));
  parts.push(
    disasterCard(view, areas.disaster),
    ...buttons(view, areas.buttons),
    ...handRow(view, areas.hand),
  );
  return kit.drawing(view, ...parts);
}

/** Where a seat is drawn: the reader first, then in order of play. */
const place = (view, seat) =>
  (seat - (view.seat ?? 0) + view.description.players.length) % view.description.players.length;

function layout(view) {
  const { width: w, height: h } = view;
  const count = view.description.players.length;
  const small = view.layout === "s";
  const tall = h > w;
  const pad = small ? 5 : 10;
  const row = (y, height, columns = count) =>
    Array.from({ length: count }, (_, i) => {
      const wide = (w - pad * (columns + 1)) / columns;
      return {
        x: pad + (i % columns) * (wide + pad),
        y: y + Math.floor(i / columns) * (height + pad),
        width: wide,
        height,
      };
    });
  if (small && !tall) {
    const top = Math.max(88, h * 0.36);
    const y = top + 2 * pad;
    const high = h - y - pad;
    const side = Math.min(92, w * 0.175);
    return {
      seats: row(pad, top),
      disaster: { x: pad, y, width: side, height: high },
      hand: { x: side + 2 * pad, y, width: w - 2 * side - 4 * pad, height: high },
      buttons: { x: w - side - pad, y, width: side, height: high },
      bottom: { x: pad, y, width: w - 2 * pad, height: high },
    };
  }
  if (small) {
    const top = Math.min(104, h * 0.19);
    const y = 2 * top + 3 * pad;
    const banner = 76;
    const high = h - y - banner - 44 - 4 * pad;
    return {
      seats: row(pad, top, 2),
      disaster: { x: pad, y, width: w - 2 * pad, height: banner },
      buttons: { x: pad, y: y + banner + pad, width: w - 2 * pad, height: 44, flat: true },
      hand: { x: pad, y: y + banner + 44 + 3 * pad, width: w - 2 * pad, height: high },
      bottom: { x: pad, y, width: w - 2 * pad, height: h - y - pad },
    };
  }
  const phases = { x: pad, y: pad, width: w - 2 * pad, height: 26 };
  const lanes = count * (h > 800 ? 21 : h > 660 ? 17 : 14) + 20;
  if (tall || w < 900) {
    const banner = Math.min(116, h * 0.15);
    const hand = Math.min(((w - 60) / 5.2) * kit.CARD_RATIO + 40, h * 0.29);
    const top = h - 26 - lanes - banner - hand - 7 * pad;
    let y = 2 * pad + 26;
    const seats = row(y, top);
    y += top + pad;
    const trackBox = { x: pad, y, width: w - 2 * pad, height: lanes };
    y += lanes + pad;
    return {
      phases,
      seats,
      track: trackBox,
      disaster: { x: pad, y, width: w - 2 * pad - 170, height: banner },
      buttons: { x: w - pad - 160, y, width: 160, height: banner },
      hand: { x: pad, y: y + banner + pad, width: w - 2 * pad, height: hand },
      bottom: { x: pad, y, width: w - 2 * pad, height: h - y - pad },
    };
  }
  const hand = Math.min(h * 0.34, w * 0.25);
  const top = h - 26 - lanes - hand - 6 * pad;
  const side = w * 0.165;
  let y = 2 * pad + 26;
  const seats = row(y, top);
  y += top + pad;
  const trackBox = { x: pad, y, width: w - 2 * pad, height: lanes };
  y += lanes + pad;
  return {
    phases,
    seats,
    track: trackBox,
    disaster: { x: pad, y, width: side, height: hand },
    buttons: { x: w - pad - side * 0.86, y, width: side * 0.86, height: hand },
    hand: { x: side + 2 * pad, y, width: w - side * 1.86 - 4 * pad, height: hand },
    bottom: { x: pad, y, width: w - 2 * pad, height: hand },
  };
}

/* Phases of a round */

function phaseLine(view, box) {
  const { description: d } = view;
  const found = PHASES.filter(([name]) => name !== "sudden" || d.phase === "sudden_death");
  const size = view.layout === "xl" ? 15 : 13;
  const parts = [
    kit.text(word(view, "round", { n: d.turn }), 8, 18, { size: size + 1, weight: 700, family: kit.SERIF }),
  ];
  let x = kit.measure(word(view, "round", { n: d.turn }), size + 1, { weight: 700, family: kit.SERIF }) + 28;
  for (const [name, phases] of found) {
    const lit = phases.includes(d.phase);
    const made = kit.chip(word(view, `phase_${name}`), x, 2, {
      size,
      height: 22,
      fill: lit ? "var(--can)" : "var(--edge)",
      ink: lit ? "#2A2420" : "var(--on-cloth-2)",
      weight: lit ? 700 : 400,
    });
    parts.push(made);
    x += made.width + 8;
  }
  let right = box.width;
  for (const [holds, key] of [
    [d.doubled, "doubled"],
    [d.inverted, "inverted"],
  ]) {
    if (!holds || right - x < 60) continue;
    const made = kit.chip(word(view, key), right, 2, {
      size,
      height: 22,
      align: "end",
      widest: right - x,
      fill: "#FFF7E6",
      ink: "#2A2420",
      weight: 700,
    });
    parts.push(made);
    right -= made.width + 8;
  }
  return kit.at(box.x, box.y, ...parts);
}

/* Seats */

/** The mood of a dinosaur: out, worried by what it may take, proud of what it holds. */
function moodOf(view, seat) {
  const { description: d } = view;
  const player = d.players[seat];
  if (!player.alive) return "out";
  if (d.over) return d.winners.includes(seat) ? "proud" : "worried";
  if (d.bearer === seat || player.score?.standing === "lowest" || player.fatal.length >= 3) return "worried";
  if (player.score?.standing === "highest") return "proud";
  return "calm";
}

function seatMoves(view, seat) {
  return kit.movesOf(
    view,
    (move) => move.target === seat || (move.kind === "swap" && (move.one === seat || move.other === seat)),
  );
}

/** Whether all have chosen, and the table shows one choice after the other: it tells none before the last is in. */
const allIn = (view) =>
  Boolean(view.description.simultaneous) &&
  !view.moves.length &&
  view.description.players.some((player) => player.chosen);

function seatPanel(view, seat, box) {
  const { description: d } = view;
  const player = d.players[seat];
  const ids = seatMoves(view, seat);
  const asked =
    !d.over &&
    (d.waiting
      ? d.waiting.includes(seat) && !(d.simultaneous && (view.ready?.includes(seat) || allIn(view)))
      : d.seat === seat);
  const { width, height } = box;
  const small = height < 170;
  const own = seat === view.seat;
  const parts = [kit.panel(0, 0, width, height, { lit: asked, striped: own })];
  parts.push(...(small ? smallSeat(view, seat, width, height) : largeSeat(view, seat, width, height)));
  if (!player.alive)
    parts.push(
      kit.rect(0, 0, width, height, { rx: 10, fill: "#000000", opacity: 0.35, "pointer-events": "none" }),
    );
  return kit.thing(
    view,
    {
      key: `seat:${seat}`,
      zone: "seats",
      ...box,
      radius: 10,
      ids,
      target: true,
      label: seatLabel(view, seat),
    },
    ...parts,
  );
}

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

const called = (view, seat) =>
  seat === view.seat
    ? `${nameOf(view, seat)} (${word(view, "you")})`
    : view.names[seat] === nameOf(view, seat)
      ? view.names[seat]
      : `${nameOf(view, seat)} · ${view.names[seat]}`;

/** Disasters held, each by its sign; what would put the player out has a skull. */
function disastersHeld(view, seat, x, y, size, width) {
  const player = view.description.players[seat];
  const parts = [];
  const held = KINDS.flatMap((kind) => Array.from({ length: player.disasters[kind] }, () => kind));
  const step = Math.min(size + 3, (width - size) / Math.max(1, held.length - 1));
  held.forEach((kind, i) => parts.push(kit.placed(disasterSign(kind), x + i * step, y, size)));
  const none = word(view, "no_disasters");
  if (!held.length && kit.measure(none, kit.least(view)) <= width)
    parts.push(kit.text(none, x, y + size * 0.74, { size: kit.least(view), fill: "var(--on-cloth-2)" }));
  return parts;
}

/** A skull, in words too where there is room, and a sign for each kind that would put the player out. */
function danger(view, seat, x, y, size, width = 0) {
  const { description: d } = view;
  const player = d.players[seat];
  if (!player.alive || !player.fatal.length) return [];
  const parts = [kit.placed(kit.signs.skull(), x, y, size)];
  const words = word(view, "out_with");
  const wide = kit.measure(words, kit.least(view), { weight: 600 }) + 5;
  const told = wide + (player.fatal.length + 1) * (size + 2) <= width;
  if (told)
    parts.push(
      kit.text(words, x + size + 4, y + size * 0.76, {
        size: kit.least(view),
        weight: 600,
        fill: "var(--can)",
      }),
    );
  player.fatal.forEach((kind, i) =>
    parts.push(kit.placed(disasterSign(kind), x + (i + 1) * (size + 2) + 1 + (told ? wide : 0), y, size)),
  );
  return parts;
}

/** A card on the table with its rule where the whole of it fits, and otherwise with its name alone. */
function withRule(view, card, width, height) {
  const whole = card.endsWith("E") && width >= 84 ? cardFace(view, card, width, height) : null;
  return whole && !whole.querySelector("[data-cut]")
    ? whole
    : cardFace(view, card, width, height, { brief: true });
}

/** Whether the card of a seat bears the number of its turn among the effects. */
const numbered = (d, seat) =>
  d.effects.order.includes(seat) && Boolean(d.players[seat].table) && d.effects.order.length > 1;

function playedCard(view, seat, x, y, width, height) {
  const { description: d } = view;
  const player = d.players[seat];
  const mine = d.simultaneous && seat === view.seat && view.chosen?.length ? ACTIONS[view.chosen[0]] : null;
  const laid =
    player.chosen ||
    mine ||
    (d.simultaneous && (view.ready?.includes(seat) || (allIn(view) && d.waiting?.includes(seat))));
  const shown =
    (d.simultaneous ? null : player.table) ??
    mine ??
    (player.chosen ? player.face_down : null) ??
    (d.simultaneous && !laid ? player.table : null);
  const parts = [];
  if (shown) parts.push(withRule(view, shown, width, height));
  else if (laid) parts.push(kit.back(width, height));
  else
    parts.push(
      kit.rect(0, 0, width, height, {
        rx: (width * 9) / 122,
        fill: "none",
        stroke: "var(--on-cloth-2)",
        "stroke-width": 1.2,
        "stroke-dasharray": "4 4",
        opacity: 0.6,
      }),
    );
  if (d.effects.cancelled.includes(seat) && player.table) {
    parts.push(
      kit.path(`M${width * 0.1} ${height * 0.86}L${width * 0.9} ${height * 0.14}`, {
        stroke: "#A3281F",
        "stroke-width": 5,
      }),
    );
  }
  const order = d.effects.order.indexOf(seat);
  if (numbered(d, seat))
    parts.push(
      kit.badge(String(order + 1), width - 4, view.layout === "s" ? height - 6 : 4, {
        size: view.layout === "s" ? 11 : 13,
        fill: order < d.effects.asked ? "#6B6259" : "#2A2420",
      }),
    );
  if (order >= 0 && player.table && order === d.effects.asked && PHASES[2][1].includes(d.phase)) {
    parts.push(
      kit.rect(-3, -3, width + 6, height + 6, {
        rx: width * 0.1,
        fill: "none",
        stroke: "var(--can)",
        "stroke-width": 2.5,
      }),
    );
  }
  return kit.group(
    {
      transform: `translate(${x} ${y})`,
      "data-key": shown || laid ? `table:${seat}` : null,
      "data-zone": "table",
      "data-card": shown,
    },
    ...parts,
  );
}

/** The terms of a score: 4 card + 5 added - 1 trait + 2 Boost. */
function terms(view, score) {
  const found = [[String(score.card), word(view, "card")]];
  for (const name of ["added", "trait", "boosts", "saps"]) {
    if (score[name])
      found.push([kit.signed(score[name]), word(view, { boosts: "boost", saps: "sap" }[name] ?? name)]);
  }
  return found;
}

function standing(view, seat, x, y, size) {
  const score = view.description.players[seat].score;
  if (!score) return null;
  if (score.standing === "highest") return kit.placed(kit.signs.crown(), x, y, size);
  if (score.standing === "lowest") return kit.placed(kit.signs.cloud(), x, y, size);
  return null;
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
  if (player.passed) return word(view, "passed");
  return "";
}

function largeSeat(view, seat, width, height) {
  const { description: d } = view;
  const player = d.players[seat];
  const size = kit.base(view);
  const least = kit.least(view);
  const parts = [];
  const picture = Math.min(width * 0.36, height * 0.27);
  parts.push(kit.placed(dinosaur(player.dinosaur, moodOf(view, seat)), 4, 4, picture));
  const left = picture + 12;
  const room = width - left - 8;
  parts.push(
    kit.fitted(called(view, seat), left, 5, room, size * 1.3, {
      size: size * 1.1,
      smallest: least,
      align: "start",
      weight: 700,
      family: kit.SERIF,
      fill: "var(--on-cloth)",
    }),
  );
  parts.push(
    kit.fitted(word(view, "points", { n: player.points }), left, 6 + size * 1.35, room, size * 1.3, {
      size,
      smallest: least,
      align: "start",
      fill: "var(--on-cloth)",
      weight: 600,
    }),
  );
  const bar = 10 + size * 2.75;
  parts.push(
    kit.rect(left, bar, room, 6, { rx: 3, fill: "#000000", opacity: 0.35 }),
    kit.rect(left, bar, room * Math.min(1, player.points / 50), 6, { rx: 3, fill: "var(--can)" }),
  );
  parts.push(...traits(view, seat, left, bar + 11, Math.max(13, size - 1), room));
  const y = Math.max(picture, bar + 11 + Math.max(13, size - 1)) + 9;
  const foot = player.score ? size * 3.4 : size * 1.7;
  const high = Math.min(height - y - foot - 5, width * 0.5 * kit.CARD_RATIO);
  const wide = high / kit.CARD_RATIO;
  const cardX = 9;
  parts.push(playedCard(view, seat, cardX, y, wide, high));
  parts.push(...besideCard(view, seat, cardX + wide + 10, y, width - wide - cardX - 16, high));
  if (player.score) parts.push(scoreLine(view, seat, 6, height - foot - 1, width - 12, foot));
  else if (status(view, seat))
    parts.push(
      kit.fitted(status(view, seat), 8, height - size * 1.6, width - 16, size * 1.4, {
        size,
        smallest: least,
        fill: "var(--on-cloth)",
        weight: 600,
      }),
    );
  return parts;
}

/** What a dinosaur adds or loses against kinds of disaster; the one that counts now is lit. */
function traits(view, seat, x, y, size, room) {
  const { description: d } = view;
  const parts = [];
  let left = x;
  for (const [kind, number] of Object.entries(d.players[seat].traits)) {
    const lit = kind === d.disaster;
    const wide = size + 5 + kit.measure(kit.signed(number), size, { weight: 700 });
    if (left + wide > x + room) break;
    if (lit) parts.push(kit.rect(left - 4, y - 2, wide + 8, size + 5, { rx: 5, fill: "var(--can)" }));
    parts.push(
      kit.placed(disasterSign(kind), left, y, size),
      kit.text(kit.signed(number), left + size + 3, y + size * 0.86, {
        size,
        weight: 700,
        fill: lit ? "#2A2420" : "var(--on-cloth)",
      }),
    );
    left += wide + 9;
  }
  return parts;
}

/** Cards in hand, instants that lie on the played card, added value. */
function besideCard(view, seat, x, y, width, height) {
  const { description: d } = view;
  const player = d.players[seat];
  const size = kit.base(view);
  const parts = [];
  if (width < 30) return parts;
  const icon = Math.min(22, width * 0.24);
  parts.push(...disastersHeld(view, seat, x, y, icon, width));
  let row = y + icon + 6;
  const skull = Math.min(20, (width - 8) / 5.4);
  if (player.alive && player.fatal.length) {
    parts.push(...danger(view, seat, x, row, skull, width));
    row += skull + 6;
  }
  if (row + size * 1.4 <= y + height || !player.score) {
    parts.push(
      kit.placed(kit.signs.hand(), x - 2, row, size * 1.4),
      kit.text(`× ${player.cards}`, x + size * 1.6, row + size, { size, weight: 600 }),
    );
    row += size * 1.75;
  }
  const step = size * 1.6;
  const marks = [];
  if (player.added) marks.push([star(), kit.signed(player.added)]);
  const worth = d.doubled ? 4 : 2;
  if (player.boosts) marks.push([pictureOf("IB"), kit.signed(worth * player.boosts)]);
  if (player.saps) marks.push([pictureOf("IS"), kit.signed(-worth * player.saps)]);
  for (const [picture, label] of marks) {
    if (row + step > y + height) break;
    parts.push(
      kit.placed(picture, x, row, size * 1.4),
      kit.text(label, x + size * 1.8, row + size * 1.15, { size: size * 1.1, weight: 700 }),
    );
    row += step;
  }
  if (d.effects.cancelled.includes(seat) && row + size * 1.4 <= y + height) {
    parts.push(
      kit.fitted(word(view, "cancelled"), x, row, width, size * 1.4, {
        size,
        smallest: kit.least(view),
        align: "start",
        weight: 700,
        fill: "var(--can)",
      }),
    );
    row += step;
  }
  if (seat === view.seat && (player.face_down || view.chosen?.length) && d.simultaneous) {
    parts.push(
      kit.fitted(word(view, "only_you"), x, y + height - size * 3.6, width, size * 3.6, {
        size,
        smallest: kit.least(view),
        lines: 3,
        align: "start",
        valign: "bottom",
        fill: "var(--on-cloth-2)",
      }),
    );
  }
  return parts;
}

/** What a score means: what would happen while somebody may still act, and what does once nobody can. */
function verdict(d, seat, standing, tie) {
  if (standing === "tied") return "tied";
  if (d.over) return standing === "highest" ? "wins" : null; // nothing would happen any more
  if (d.took) return standing === "highest" ? "wins" : d.took[seat] ? "takes" : null;
  const counted = PHASES[4][1].includes(d.phase) || PHASES[5][1].includes(d.phase);
  if (standing === "highest") return counted ? "wins" : "may_win";
  if (d.bearer !== null && PHASES[5][1].includes(d.phase)) return d.bearer === seat ? "may_take" : null;
  if (standing === "lowest") return tie ? (counted ? "tie" : "may_tie") : "may_take";
  return null;
}

function scoreLine(view, seat, x, y, width, height) {
  const player = view.description.players[seat];
  const { score } = player;
  const size = kit.base(view);
  const least = kit.least(view);
  const lowest = view.description.players.filter((other) => other.score?.standing === "lowest").length;
  let label = verdict(view.description, seat, score.standing, lowest > 1);
  const exchanged = score.final !== score.total;
  const low = score.standing === "lowest";
  const big = height * 0.92;
  const number = String(score.final);
  const sign = standing(view, seat, 4, height * 0.2, big * 0.62);
  const at = sign ? big * 0.72 + 4 : 8;
  const lead = at + kit.measure(number, big * 0.62, { weight: 700, family: kit.SERIF }) + 7;
  const was = exchanged ? `; ${word(view, "exchanged", { n: score.total })}` : "";
  const worded =
    terms(view, score)
      .map(([term, name]) => `${term} ${name}`)
      .join(" ") + was;
  const bare =
    terms(view, score)
      .map(([term]) => term)
      .join(" ") + (exchanged ? ` = ${score.total} ⇄ ${score.final}` : "");
  const line = kit.measure(worded, least) > (width - lead - 6) * 1.7 ? bare : worded;
  if (label && kit.measure(word(view, label), least, { weight: 700 }) > width - lead - 5)
    label = `${label}_short`;
  return kit.at(
    x,
    y,
    kit.rect(0, 0, width, height, {
      rx: 7,
      fill: low ? "#20262B" : score.standing === "highest" ? "#5B4310" : "#000000",
      opacity: low || score.standing === "highest" ? 0.85 : 0.25,
    }),
    sign,
    kit.text(number, at, height * 0.5 + big * 0.22, {
      size: big * 0.62,
      weight: 700,
      family: kit.SERIF,
      fill: "#FFF7E6",
    }),
    kit.fitted(line, lead, 2, width - lead - 4, height * (label ? 0.56 : 0.94), {
      size,
      smallest: least,
      lines: 2,
      leading: 1.05,
      align: "start",
      fill: "#FFF7E6",
    }),
    label
      ? kit.fitted(word(view, label), lead, height * 0.58, width - lead - 4, height * 0.4, {
          size,
          smallest: least,
          align: "start",
          weight: 700,
          fill: "#F2C14E",
        })
      : null,
  );
}

function smallSeat(view, seat, width, height) {
  const { description: d } = view;
  const player = d.players[seat];
  const least = kit.least(view);
  const parts = [];
  const picture = Math.min(34, height * 0.36);
  parts.push(kit.placed(dinosaur(player.dinosaur, moodOf(view, seat)), 3, 2, picture));
  const left = picture + 6;
  const whole =
    kit.measure(called(view, seat), least, { weight: 700 }) <= width - left - 4
      ? called(view, seat)
      : view.names[seat]; // the picture tells which dinosaur it is
  parts.push(
    kit.fitted(whole, left, 1, width - left - 3, 14, {
      size: 12,
      smallest: least,
      align: "start",
      weight: 700,
      fill: "var(--on-cloth)",
    }),
  );
  parts.push(kit.text(`${player.points}/50`, left, 27, { size: 12, weight: 600 }));
  const after = left + kit.measure(`${player.points}/50`, 12, { weight: 600 }) + 5;
  const trait = player.traits[d.disaster];
  if (trait)
    parts.push(
      kit.rect(after - 2, 16.5, 22, 14, { rx: 5, fill: "var(--can)" }),
      kit.text(kit.signed(trait), after + 9, 27.5, {
        size: 12,
        weight: 700,
        anchor: "middle",
        fill: "#2A2420",
      }),
    );
  const rowY = picture + 3;
  parts.push(...disastersHeld(view, seat, 4, rowY, 13, 44));
  parts.push(...danger(view, seat, width - 4 - (player.fatal.length + 1) * 13, rowY + 1, 11));
  const top = rowY + 17;
  const high = height - top - 3;
  const wide = Math.min(high / kit.CARD_RATIO, width * 0.36);
  parts.push(playedCard(view, seat, 4, top, wide, high));
  const x = wide + (numbered(d, seat) && view.layout !== "s" ? 17 : 9); // beside the number, not under it
  if (player.score) {
    const size = Math.min(24, high * 0.5);
    parts.push(
      kit.text(String(player.score.final), x, top + size * 0.86, { size, weight: 700, family: kit.SERIF }),
    );
    const after2 = x + kit.measure(String(player.score.final), size, { weight: 700, family: kit.SERIF }) + 4;
    parts.push(standing(view, seat, after2, top + 1, size * 0.9));
    const line = terms(view, player.score)
      .map(([number]) => number)
      .join(" ");
    parts.push(
      kit.fitted(line, x, top + size, width - x - 3, 13, {
        size: 12,
        smallest: least,
        align: "start",
        fill: "var(--on-cloth)",
      }),
    );
    if (player.passed && high > size + 26)
      parts.push(
        kit.fitted(word(view, "passed"), x, top + size + 13, width - x - 3, 13, {
          size: 11,
          smallest: least,
          align: "start",
          fill: "var(--on-cloth-2)",
        }),
      );
  } else {
    parts.push(
      kit.placed(kit.signs.hand(), x, top, 14),
      kit.text(`× ${player.cards}`, x + 17, top + 11, { size: 12, weight: 600 }),
    );
    parts.push(
      kit.fitted(status(view, seat), x, top + 16, width - x - 3, Math.max(13, high - 17), {
        size: 12,
        smallest: least,
        lines: 2,
        valign: "top",
        leading: 1.1,
        align: "start",
        fill: "var(--on-cloth)",
      }),
    );
  }
  return parts;
}

/* The race */

function track(view, box) {
  const { description: d } = view;
  const { width, height } = box;
  const lanes = d.players.length;
  const lane = (height - 20) / lanes;
  const left = 12;
  const end = width - lane * 2.2 - 18;
  const x = (points) => left + (Math.min(points, 53) / 50) * (end - left);
  const parts = [kit.rect(0, 0, width, height, { rx: 8, fill: "var(--edge)" })];
  for (let tens = 0; tens <= 50; tens += 10) {
    parts.push(
      kit.path(`M${x(tens)} 4V${height - 4}`, {
        stroke: "var(--on-cloth-2)",
        "stroke-width": tens === 50 ? 3 : 1,
        opacity: 0.5,
        "stroke-dasharray": tens === 50 ? "5 4" : null,
      }),
    );
    parts.push(kit.text(String(tens), x(tens) + 4, height - 5, { size: 13, fill: "var(--on-cloth-2)" }));
  }
  parts.push(kit.placed(flag(), width - lane * 1.6 - 8, 6, lane * 1.9));
  const order = d.players.map((_, seat) => seat).sort((a, b) => place(view, b) - place(view, a));
  for (const seat of order) {
    const player = d.players[seat];
    const row = place(view, seat);
    const middle = 5 + row * lane + lane / 2;
    const own = seat === view.seat;
    parts.push(
      kit.path(`M${left} ${middle}H${x(player.points)}`, {
        stroke: own ? "var(--can)" : "var(--on-cloth-2)",
        "stroke-width": own ? 4 : 2.5,
        "stroke-linecap": "round",
        opacity: player.alive ? 1 : 0.4,
      }),
    );
    parts.push(
      kit.group(
        {
          "data-key": `runner:${seat}`,
          "data-zone": "track",
          transform: `translate(${Math.min(x(player.points) - 4, width - lane * 1.5 - 2)} ${middle - lane * 0.8})`,
        },
        kit.placed(dinosaur(player.dinosaur, player.alive ? "calm" : "out"), 0, 0, lane * 1.5),
      ),
    );
  }
  return kit.group(
    {
      transform: `translate(${box.x} ${box.y})`,
      role: "img",
      "aria-label": d.players.map((player, seat) => `${nameOf(view, seat)} ${player.points}`).join(", "),
    },
    ...parts,
  );
}

/* The disaster */

const kindOf = (view, kind) =>
  kind === "meteor" ? kit.capital(view.say("help.wild")) : view.say(`name.${kind}`);
const disasterTitle = (view) => {
  const { description: d } = view;
  return d.disaster ? view.say(`title.${d.title}`) : word(view, "disaster");
};

function disasterCard(view, box) {
  const { description: d } = view;
  const { width, height } = box;
  const size = kit.base(view);
  const least = kit.least(view);
  const kind = d.disaster;
  const ground = kind ? `var(--${kind})` : "var(--edge)";
  const ids = kit.movesOf(view, (move) => move.kind === "accept");
  const own = view.seat === null ? null : d.players[view.seat];
  const number = own?.traits[kind] ?? 0;
  const fatal = own?.alive && own.fatal.includes(kind);
  const effect = !own?.alive
    ? ""
    : fatal
      ? word(view, "dies")
      : number
        ? word(view, "for_you", { n: kit.signed(number) })
        : word(view, "no_trait");
  const parts = [
    kit.shadow(width, height, 10, 3),
    kit.rect(0, 0, width, height, { rx: 10, fill: ground, stroke: "#FFF7E6", "stroke-width": 2 }),
  ];
  const light = { fill: "#FFF7E6" };
  if (!kind) {
    parts.push(
      kit.fitted(
        d.disaster_deck.count ? word(view, "left", { n: d.disaster_deck.count }) : "",
        6,
        6,
        width - 12,
        height - 12,
        { size, smallest: least, ...light },
      ),
    );
  } else if (width > height) {
    const icon = height * 0.74;
    parts.push(kit.placed(disasterSign(kind), height * 0.13, height * 0.13, icon));
    const left = icon + height * 0.28;
    const room = width - left - 8;
    parts.push(
      kit.fitted(disasterTitle(view), left, 4, room, height * 0.4, {
        size: size * 1.44,
        smallest: least,
        lines: 2,
        align: "start",
        weight: 700,
        family: kit.SERIF,
        ...light,
      }),
      kit.fitted(kindOf(view, kind), left, height * 0.43, room, height * 0.24, {
        size: size * 1.1,
        smallest: least,
        align: "start",
        ...light,
      }),
      kit.fitted(effect, left, height * 0.7, room, height * 0.26, {
        size: size * 1.1,
        smallest: least,
        align: "start",
        weight: 700,
        fill: fatal ? "#F2C14E" : "#FFF7E6",
      }),
    );
  } else {
    const icon = Math.min(width * 0.56, height * 0.34);
    parts.push(
      kit.placed(disasterSign(kind), (width - icon) / 2, height * 0.05, icon),
      kit.fitted(disasterTitle(view), 6, height * 0.06 + icon, width - 12, height * 0.26, {
        size: size * 1.3,
        smallest: least,
        lines: 3,
        leading: 1.08,
        weight: 700,
        family: kit.SERIF,
        ...light,
      }),
      kit.fitted(kindOf(view, kind), 4, height * 0.64, width - 8, height * 0.16, {
        size,
        smallest: least,
        lines: 2,
        leading: 1.05,
        ...light,
      }),
      kit.fitted(effect, 4, height * 0.8, width - 8, height * 0.18, {
        size,
        smallest: least,
        lines: 2,
        leading: 1.05,
        weight: 700,
        fill: fatal ? "#F2C14E" : "#FFF7E6",
      }),
    );
  }
  return kit.thing(
    view,
    {
      key: `disaster:${d.title ?? "none"}:${d.turn}`,
      zone: "disaster",
      ...box,
      radius: 10,
      ids,
      card: kind,
      label: `${disasterTitle(view)}. ${kind ? view.say(`name.${kind}`) : ""}. ${effect}`,
    },
    ...parts,
  );
}

/* Buttons */

function buttons(view, box) {
  const found = PLAIN.map((kind) => [kind, kit.movesOf(view, (move) => move.kind === kind)]).filter(
    ([, ids]) => ids.length,
  );
  const below = found.some(([kind]) => kind === "accept") ? 1 : 0; // taking the disaster never lies where one passes
  const count = found.length + below;
  const columns = Math.max(2, count);
  const made = found.map(([kind, ids], number) => {
    const i = number + below;
    const high = box.flat
      ? box.height
      : Math.min(view.layout === "s" ? 48 : 64, box.height / Math.max(1, count) - 6);
    const place_ = box.flat
      ? { x: box.x + (i * box.width) / columns, y: box.y, width: box.width / columns - 6 }
      : { x: box.x, y: box.y + i * (high + 10), width: box.width };
    const role = kind === "look" ? "primary" : "secondary"; // doing nothing, or taking the disaster, is no advice
    return kit.button(view, {
      key: `button:${kind}`,
      ...place_,
      height: high,
      label: word(view, kind),
      ids,
      role,
      icon: kind === "accept" && place_.width > 90 ? disasterSign(view.description.disaster) : null,
    });
  });
  if (!box.flat) made.push(...piles(view, box, count, below));
  else if (!found.length) made.push(...lastEvent(view, box));
  return made;
}

/** The last thing that happened, where there is room for it. */
function lastEvent(view, box) {
  const told = storyOf(view);
  if (!told) return [];
  return [
    kit.panel(
      box.x,
      box.y,
      box.width,
      box.height,
      {},
      kit.fitted(told, 8, 2, box.width - 16, box.height - 4, {
        size: kit.base(view),
        smallest: kit.least(view),
        lines: 2,
        fill: "var(--on-cloth)",
      }),
    ),
  ];
}

/** What to tell beside the hand: at the start of a round how the last one ended, else the last thing that happened. */
export function storyOf(view) {
  const { names, description: d } = view;
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
      tell(view.layout === "s" ? "told_short" : `told_won${own(seat)}`, {
        name: names[seat],
        n: event.steps,
      });
    else if (kind === "played" && event.card === "ID")
      tell(`told_shelter${own(seat)}`, { name: names[seat] });
    else if (kind === "played" && event.card === "IR") tell(`told_detour${own(seat)}`, { name: names[seat] });
    else if (kind === "took") tell(`told_took${own(seat)}`, { name: names[seat] });
    else if (kind === "bottom" && event.why !== "sheltered") tell("told_nobody");
    else if (kind === "out") tell(`told_out${own(seat)}`, { name: names[seat] });
  }
  return found.length ? found.join(" ") : last;
}

function piles(view, box, taken, below = 0) {
  const { description: d } = view;
  const size = kit.base(view);
  const used = taken * (view.layout === "s" ? 54 : 74);
  const room = box.height - used - 6;
  const story = storyOf(view);
  if (room < (view.layout === "s" ? 40 : 60)) return room < 18 ? [] : [deckCount(view, box)];
  const y = box.y + used;
  const parts = [];
  const wide = view.layout === "s" ? 22 : Math.min(46, box.width * 0.3);
  const high = wide * kit.CARD_RATIO;
  if (view.layout !== "s" || room > 90) {
    parts.push(
      kit.group(
        {
          transform: `translate(${box.x + 4} ${box.y + box.height - high - 6})`,
          "data-key": "deck",
          "data-zone": "deck",
          role: "img",
          "aria-label": word(view, "deck", { n: d.deck.count }),
        },
        d.deck.count > 1 ? kit.group({ transform: "translate(3 -3)" }, kit.back(wide, high)) : null,
        kit.back(wide, high),
      ),
      kit.text(String(d.deck.count), box.x + wide + 12, box.y + box.height - 8, {
        size: view.layout === "s" ? 11 : 13,
        fill: "var(--on-cloth-2)",
      }),
    );
    const shown = d.discards.at(-1);
    if (shown && box.width > wide * 3.2) {
      parts.push(
        kit.group(
          {
            transform: `translate(${box.x + box.width - wide - 4} ${box.y + box.height - high - 6})`,
            "data-key": "discards",
            "data-zone": "discards",
            role: "img",
            "aria-label": word(view, "discards", { n: d.discards.length }),
          },
          cardFace(view, shown, wide, high, { brief: true }),
        ),
      );
    }
  }
  const told = below ? (view.layout === "s" ? 46 : 64) : room - high - 10; // above a button that stands lower
  if (story && told > 40 && (view.layout !== "s" || view.description.phase === "choose")) {
    const smallest = Math.min(13, kit.least(view));
    parts.push(
      kit.fitted(story, box.x, below ? box.y : y, box.width, told, {
        size: Math.min(size, 15),
        smallest,
        lines: Math.floor(told / (smallest * 1.25)),
        align: "start",
        valign: "top",
        fill: "var(--on-cloth)",
      }),
    );
  }
  return parts;
}

/** Where there is no room for the pile: its number alone. */
function deckCount(view, box) {
  const size = kit.least(view);
  const label = word(view, "deck", { n: view.description.deck.count });
  return kit.group(
    {
      transform: `translate(${box.x} ${box.y + box.height - size - 6})`,
      "data-key": "deck",
      "data-zone": "deck",
      role: "img",
      "aria-label": label,
      "data-box": `${box.width} ${size + 4}`,
    },
    kit.placed(kit.signs.deck(), 2, 0, size + 3),
    kit.text(String(view.description.deck.count), size + 10, size, { size, fill: "var(--on-cloth-2)" }),
  );
}

/* Cards */

function cardFace(view, card, width, height, { brief = false } = {}) {
  const point = isPoint(card);
  const effect = point && card.endsWith("E");
  const tint = point ? (effect ? "#DDEBE3" : "#F4E4C6") : "#F3D9D2";
  const size = kit.base(view);
  const least = kit.least(view);
  const name = view.say(`name.${card}`);
  const parts = [kit.front(width, height)];
  const inset = width < 72 ? 2.5 : width * 0.06;
  parts.push(
    kit.rect(inset, inset, width - 2 * inset, height - 2 * inset, {
      rx: width * 0.05,
      fill: tint,
      stroke: point ? "none" : "#B23A2E",
      "stroke-width": 1.5,
    }),
  );
  if (width < 42) {
    parts.push(
      point
        ? kit.text(String(VALUE(card)), width / 2, height * 0.48, {
            size: width * 0.72,
            weight: 700,
            anchor: "middle",
            family: kit.SERIF,
            fill: "var(--card-ink)",
          })
        : null,
      kit.placed(
        pictureOf(card),
        width * (point ? 0.25 : 0.14),
        height * (point ? 0.55 : 0.25),
        width * (point ? 0.5 : 0.72),
      ),
    );
    return kit.group({}, ...parts);
  }
  const head = width * 0.34;
  if (point)
    parts.push(
      kit.text(String(VALUE(card)), inset + 4, inset + head * 0.86, {
        size: head,
        weight: 700,
        family: kit.SERIF,
        fill: "var(--card-ink)",
      }),
    );
  parts.push(
    point
      ? effect
        ? kit.placed(star(), width - inset - head * 0.72, inset + 3, head * 0.62)
        : null
      : kit.placed(bolt(), inset + 4, inset + 3, head * 0.7),
  );
  const full = !brief && width >= 84;
  const plain = point && !effect;
  const long = full && !plain && helpOf(view, card).length > 46;
  const picture = full ? width * (plain ? 0.62 : long ? 0.28 : 0.42) : Math.min(width * 0.62, height * 0.36);
  const top = full ? (long ? inset + 5 : inset + head * (plain ? 1 : 0.55)) : inset + head * 0.95;
  parts.push(
    kit.placed(pictureOf(card), (width - picture) / 2 + (full && !plain ? width * 0.06 : 0), top, picture),
  );
  const nameTop = long ? inset + head + 1 : top + picture + (full ? 2 : 3);
  const nameHigh = full && !plain ? size * 1.25 : Math.min(height - nameTop - inset - 1, size * 2.6);
  parts.push(
    kit.fitted(name, inset + 1, nameTop, width - 2 * inset - 2, nameHigh, {
      size: full ? size * 1.05 : size,
      smallest: least,
      lines: full && !plain ? 1 : 2,
      leading: 1.05,
      weight: 700,
      family: kit.SERIF,
      fill: "var(--card-ink)",
    }),
  );
  if (full) {
    const helped = effect || !point ? helpOf(view, card) : "";
    const from = nameTop + nameHigh + 1;
    if (helped)
      parts.push(
        kit.fitted(helped, inset + 3, from, width - 2 * inset - 6, height - from - inset - 2, {
          size,
          smallest: least,
          lines: 9,
          leading: 1.12,
          fill: "var(--card-ink)",
        }),
      );
  }
  return kit.group({}, ...parts);
}

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

/** What a card of the hand would make of the own score. */
function outcome(view, card) {
  const { description: d } = view;
  if (view.seat === null) return null;
  const own = d.players[view.seat];
  if (d.phase === "choose" && isPoint(card)) {
    const number = own.traits[d.disaster] ?? 0;
    return number
      ? `${VALUE(card)} ${number < 0 ? "−" : "+"} ${Math.abs(number)} = ${written(VALUE(card) + number)}`
      : null;
  }
  if ((d.phase === "add_point_card" || d.phase === "add_effect_card") && own.score && isPoint(card)) {
    return `${written(own.score.total)} + ${VALUE(card)} = ${written(own.score.total + VALUE(card))}`;
  }
  return null;
}

function handRow(view, box) {
  const { description: d } = view;
  const size = kit.base(view);
  let cards;
  let caption;
  let zone = "hand";
  let kinds = ["choose", "fight", "instant", "avert", "discard", "add", "throw"];
  if (d.phase === "take" && view.moves.length) {
    const victim = d.victim;
    cards = d.players[victim].seen_by[view.seat ?? 0] ?? [];
    caption = word(view, "hand_of", { name: nameOf(view, victim) });
    zone = "offer";
    kinds = ["take"];
  } else if (d.phase === "keep" && d.looked) {
    cards = d.looked;
    caption = word(view, "two");
    zone = "offer";
    kinds = ["keep"];
  } else {
    const seat = view.seat ?? 0;
    if (!d.players[seat].alive && view.seat !== null) {
      return [
        kit.panel(
          box.x,
          box.y + box.height * 0.2,
          box.width,
          box.height * 0.5,
          {},
          kit.fitted(word(view, "you_out"), 10, 0, box.width - 20, box.height * 0.5, {
            size: size * 1.44,
            smallest: kit.least(view),
            lines: 2,
            family: kit.SERIF,
            weight: 700,
            fill: "var(--on-cloth)",
          }),
        ),
      ];
    }
    cards = d.players[seat].hand ?? [];
    caption = "";
  }
  const foot = view.layout === "s" ? 0 : size * 1.5;
  const lift = view.layout === "s" ? 8 : 18;
  const most = box.height - foot - lift;
  const gap = view.layout === "s" ? 4 : 10;
  const wide = Math.min(
    most / (view.layout === "s" ? kit.CARD_RATIO : 1.4),
    (box.width - gap * 4) / (zone === "hand" ? 5 : Math.max(4, cards.length)),
  );
  const high = Math.min(most, wide * (view.layout === "s" ? 2 : 1.76));
  const keys = kit.keyed(zone, cards);
  const made = [];
  if (caption) {
    const shown = kit.chip(caption, box.x + box.width / 2, box.y - (view.layout === "s" ? 2 : 4), {
      size: view.layout === "s" ? 12 : size,
      align: "middle",
      widest: box.width,
      fill: "var(--can)",
      ink: "#2A2420",
    });
    made.push(shown);
  }
  const shift = caption ? (view.layout === "s" ? 24 : 10) : 0;
  const places = kit.spread(cards.length, wide, box.width, gap);
  cards.forEach((card, i) => {
    const ids = kit.movesOf(view, (move) => move.card === card && kinds.includes(move.kind));
    const result = outcome(view, card);
    made.push(
      kit.thing(
        view,
        {
          key: keys[i],
          zone,
          x: box.x + places[i],
          y: box.y + lift + shift,
          width: wide,
          height: high - shift,
          radius: (wide * 9) / 122,
          ids,
          raise: true,
          why: ids.length ? null : whyNot(view, card),
          source: zone === "hand" ? "deck" : null,
          card,
          label: `${view.say(`name.${card}`)}${isPoint(card) ? ` ${VALUE(card)}` : ""}. ${helpOf(view, card)}${result ? ` ${result}` : ""}`,
        },
        cardFace(view, card, wide, high - shift),
        result && view.layout !== "s"
          ? kit.chip(result, wide / 2, high + 3, {
              size: 13,
              height: 19,
              align: "middle",
              fill: "var(--edge)",
              ink: "var(--on-cloth)",
            })
          : null,
      ),
    );
  });
  for (const node of made)
    if (node.dataset?.box && node.dataset.key && view.layout !== "s")
      node.dataset.box = `${wide} ${high + 26}`;
  return made;
}

/* What pointing at a thing would change */

function recount(view, changes, flips) {
  const { description: d } = view;
  const totals = d.players.map((player, seat) =>
    player.score ? player.score.total + (changes[seat] ?? 0) : null,
  );
  const scores = totals.filter((total) => total !== null);
  const high = Math.max(...scores);
  const low = Math.min(...scores);
  const inverted = d.inverted !== flips;
  return totals.map((total) => {
    if (total === null) return null;
    const final = inverted ? (total === high ? low : total === low ? high : total) : total;
    return { final, crown: high !== low && final === high, cloud: high !== low && final === low };
  });
}

/** Everybody's score if what is pointed at were done: an instant, its target, a card that is added, cards that are swapped. */
export function foretold(view, key) {
  const { description: d } = view;
  const step = d.doubled ? 4 : 2;
  const [zone, rest] = key.split(":");
  if (d.phase === "target" && zone === "seat")
    return recount(view, { [Number(rest)]: d.source === "IB" ? step : -step }, false);
  if (d.phase === "scoring" && zone === "hand" && rest.startsWith("II")) return recount(view, {}, true);
  if (d.phase.startsWith("add_") && zone === "hand" && isPoint(rest) && d.players[view.seat]?.score)
    return recount(view, { [view.seat]: VALUE(rest) }, false);
  if (d.phase.startsWith("swap_") && zone === "seat") return swapped(view, Number(rest));
  return null;
}

/** The scores after the one swap that is left with a seat in it. */
function swapped(view, seat) {
  const { players } = view.description;
  const left = view.moves.filter(
    (move) => view.left.has(move.id) && move.kind === "swap" && (move.one === seat || move.other === seat),
  );
  if (left.length !== 1) return null;
  const [{ one, other }] = left;
  const gain = VALUE(players[other].table) - VALUE(players[one].table);
  return recount(view, { [one]: gain, [other]: -gain }, false);
}

/** Everybody's new score while a thing is pointed at. */
export function preview(view, given, key) {
  kit = given;
  const { description: d } = view;
  const found = foretold(view, key);
  if (!found) return null;
  const boxes = layout(view).seats;
  const made = found.map((score, seat) => {
    if (!score) return null;
    const box = boxes[place(view, seat)];
    const size = kit.base(view) * 1.2;
    const old = d.players[seat].score.final;
    const label = old === score.final ? String(score.final) : `${old} → ${score.final}`;
    const above = box.height >= 170; // over the score line, beside the card, so that both can be read
    return kit.group(
      {},
      kit.chip(
        label,
        above ? box.x + box.width - 10 : box.x + box.width / 2,
        box.y + box.height - (above ? kit.base(view) * 3.4 + size * 1.7 + 6 : size * 2.4),
        {
          size,
          align: above ? "end" : "middle",
          fill: "#FFF7E6",
          ink: "#2A2420",
          stroke: "#2A2420",
          icon: score.crown ? kit.signs.crown() : score.cloud ? kit.signs.cloud() : null,
        },
      ),
    );
  });
  return kit.group({ class: "preview", "pointer-events": "none" }, ...made);
}

/* The end */

/** Seats from the first to the last: winners, then who is still running, then by steps. */
export function ranking({ description: d }) {
  return d.players
    .map((_, seat) => seat)
    .sort(
      (a, b) =>
        d.winners.includes(b) - d.winners.includes(a) ||
        d.players[b].alive - d.players[a].alive ||
        d.players[b].points - d.players[a].points,
    );
}

function ending(view, box) {
  const { description: d } = view;
  const { width, height } = box;
  const size = kit.base(view);
  const least = kit.least(view);
  const won = d.winners.includes(view.seat);
  const names = d.winners.map((seat) => (seat === view.seat ? word(view, "you") : view.names[seat]));
  const sentence =
    d.winners.length > 1
      ? word(view, "share", { names: names.join(", ") })
      : won
        ? word(view, "made_it", { name: nameOf(view, view.seat) })
        : word(view, "wins_game", { name: names[0] });
  const reason = kit.capital(view.say(`ending.${d.reason}`));
  const big = Math.min(height - 16, width * 0.24);
  const hero = view.seat ?? d.winners[0] ?? 0;
  const parts = [
    kit.rect(0, 0, width, height, {
      rx: 12,
      fill: won ? "#5B4310" : "var(--edge)",
      stroke: "var(--can)",
      "stroke-width": won ? 3 : 1,
    }),
  ];
  if (won) {
    for (let i = 0; i < 46; i += 1)
      parts.push(
        kit.rect(((i * 61) % (width - 10)) + 3, ((i * 37) % (height - 10)) + 3, 5, 8, {
          fill: ["#F2C14E", "#D0703F", "#8FC1EA", "#B5D48C"][i % 4],
          transform: `rotate(${(i * 47) % 180} ${(i * 61) % width} ${(i * 37) % height})`,
          opacity: 0.55,
        }),
      );
  } else {
    parts.push(kit.placed(kit.signs.cloud(), 4, height - big * 0.62, big * 0.9));
  }
  parts.push(
    kit.placed(
      dinosaur(d.players[hero].dinosaur, won ? "proud" : d.players[hero].alive ? "worried" : "out"),
      8,
      won ? (height - big) / 2 : (height - big) / 2 - big * 0.06,
      big * (won ? 1 : 0.82),
    ),
  );
  const left = big + 24;
  const middle = (width - left) * 0.42;
  parts.push(
    kit.fitted(sentence, left, height * 0.1, middle, height * 0.42, {
      size: size * 2.07,
      smallest: least,
      lines: 2,
      align: "start",
      family: kit.SERIF,
      weight: 700,
      fill: "#FFF7E6",
    }),
    kit.fitted(reason, left, height * 0.54, middle, height * 0.36, {
      size: size * 1.2,
      smallest: least,
      lines: 3,
      align: "start",
      valign: "top",
      fill: "#FFF7E6",
    }),
  );
  const order = ranking(view);
  const right = left + middle + 12;
  const room = width - right - 10;
  const row = Math.min((height - 12) / d.players.length, 52);
  order.forEach((seat, i) => {
    const player = d.players[seat];
    const y = 6 + i * row;
    parts.push(
      kit.rect(right, y + 2, room, row - 4, {
        rx: 6,
        fill: "#000000",
        opacity: seat === view.seat ? 0.45 : 0.22,
      }),
      kit.placed(
        dinosaur(player.dinosaur, d.winners.includes(seat) ? "proud" : player.alive ? "calm" : "out"),
        right + 4,
        y + 4,
        row - 8,
      ),
    );
    const points = word(view, "steps", { n: player.points });
    const wide = kit.measure(points, size, { weight: 700 });
    const enough = room - row - wide - 16;
    if (enough > 60)
      parts.push(
        kit.fitted(called(view, seat), right + row + 2, y, enough, row, {
          size,
          smallest: least,
          align: "start",
          weight: 600,
          fill: "#FFF7E6",
        }),
      );
    parts.push(
      kit.text(points, right + room - 6, y + row / 2 + size * 0.35, {
        size,
        weight: 700,
        anchor: "end",
        fill: "#FFF7E6",
      }),
    );
  });
  return kit.group(
    { transform: `translate(${box.x} ${box.y})`, role: "img", "aria-label": `${sentence} ${reason}` },
    ...parts,
  );
}

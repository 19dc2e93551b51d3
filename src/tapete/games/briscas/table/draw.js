/* Briscas: the trick, the stock with the face-up trump, everybody's cards, what has been won, and the end. */

import { cardBack, spanishCard, suitOf, suitSign } from "./art.js";

export { beats } from "./beats.js";

export const title = { en: "Briscas", es: "Brisca" };
export const sources = { hand: "stock", trick: "hands" };

const WORDS = {
  en: {
    trump: "Trump: {suit}",
    stock: "{n} in the stock",
    empty: "No more cards: last tricks",
    partner: "partner",
    points: "{n} {n:point|points}",
    tricks: "{n} {n:trick|tricks}",
    last: "Last trick",
    takes: "takes {n}",
    loses: "loses {n}",
    holds: "holds so far",
    holds_not: "does not win it",
    partner_holds: "your partner holds it",
    exchange: "Exchange your {gives} for the {takes}",
    follow: "You must follow {suit}.",
    must_trump: "You have no {led}: you must trump.",
    not_now: "It is not your turn.",
    answer: "Answer the {card}.",
    lead: "Your turn: lead any card.",
    wait: "Waiting for {name} …",
    you_win: "You win {a} to {b}.",
    wins: "{name} wins {a} to {b}.",
    win_both: "{name} win {a} to {b}.",
    draw: "{a} to {a}: nobody wins.",
    trick_empty: "the trick",
    goal: "61 wins",
    us: "your side",
    them: "the others",
    aces: "aces",
    threes: "threes",
    kings: "kings",
    horses: "horses",
    jacks: "jacks",
    out: "The {card} is out.",
    leads: "plays first",
    they_know: "The others know that you hold this card.",
    legend_ranks: [
      "Ace: 11 points, beats all others of its suit",
      "Three: 10 points, beats all but the ace",
      "King: 4 points",
      "Horse: 3 points",
      "Jack: 2 points",
    ],
    legend_rest: "7, 6, 5, 4 and 2: worth nothing; the higher number beats the lower",
    legend_gaps: "Gaps in the frame tell the suit: none oros, one copas, two espadas, three bastos",
    you_know: "You know that this card is in this hand.",
    in_trick: "{n} in the trick",
    known: "you know this card",
    hand: "{n} {n:card|cards} in hand",
    counting: "Count (C)",
    short_counting: "Count",
    counted: "Cards not seen yet: {n}",
    unseen_trumps: "of them {n} {n:trump|trumps}",
    unseen_high: "{n} {n:ace or three|aces and threes}",
    still_out: "{n} points still out",
    gone: "gone",
    no_suit: "{name}: no {suit} (trick {n})",
    last_key: "Last trick (V)",
    state_hand: "in your hand",
    state_table: "on the table",
    state_unseen: "not seen yet",
    state_known: "{name} holds it",
    state_out: "out of the game",
  },
  es: {
    trump: "Triunfo: {suit}",
    stock: "{n} en el mazo",
    empty: "No hay más cartas: últimas bazas",
    partner: "compañero",
    points: "{n} {n:punto|puntos}",
    tricks: "{n} {n:baza|bazas}",
    last: "Última baza",
    takes: "se lleva {n}",
    loses: "pierde {n}",
    holds: "iría ganando",
    holds_not: "no la gana",
    partner_holds: "gana tu compañero",
    exchange: "Cambiar {gives} por {takes}",
    follow: "Tienes que seguir el palo: {suit}.",
    must_trump: "No tienes {led}: tienes que jugar triunfo.",
    not_now: "No te toca.",
    answer: "Responde a: {card}.",
    lead: "Te toca: sal con cualquier carta.",
    wait: "Esperando a {name} …",
    you_win: "Ganas {a} a {b}.",
    wins: "{name} gana {a} a {b}.",
    win_both: "{name} ganan {a} a {b}.",
    draw: "{a} a {a}: no gana nadie.",
    trick_empty: "la baza",
    goal: "61 gana",
    us: "tu pareja",
    them: "la otra",
    aces: "ases",
    threes: "treses",
    kings: "reyes",
    horses: "caballos",
    jacks: "sotas",
    out: "Sin {card}.",
    leads: "sale",
    they_know: "Los demás saben que tienes esta carta.",
    legend_ranks: [
      "As: 11 puntos, gana a todas las de su palo",
      "Tres: 10 puntos, gana a todas menos al as",
      "Rey: 4 puntos",
      "Caballo: 3 puntos",
      "Sota: 2 puntos",
    ],
    legend_rest: "7, 6, 5, 4 y 2: no valen nada; gana la más alta",
    legend_gaps: "Los cortes del marco dicen el palo: ninguno oros, uno copas, dos espadas, tres bastos",
    you_know: "Sabes que esta carta está en esta mano.",
    in_trick: "{n} en la baza",
    known: "conoces esta carta",
    hand: "{n} {n:carta|cartas} en la mano",
    counting: "Contar (C)",
    short_counting: "Contar",
    counted: "Cartas sin ver: {n}",
    unseen_trumps: "de ellas {n} {n:triunfo|triunfos}",
    unseen_high: "{n} {n:as o tres|ases y treses}",
    still_out: "{n} puntos por salir",
    gone: "ya salió",
    no_suit: "{name}: sin {suit} (baza {n})",
    last_key: "Última baza (V)",
    state_hand: "en tu mano",
    state_table: "en la mesa",
    state_unseen: "sin ver",
    state_known: "la tiene {name}",
    state_out: "fuera del juego",
  },
};
const ORDER = ["A", "3", "K", "C", "S", "7", "6", "5", "4", "2"];
const WORTH = { A: 11, 3: 10, K: 4, C: 3, S: 2 };

let kit;

const word = (view, key, values) => kit.fill(WORDS[view.language][key], values);
const faceOf = (card) => card.split("-")[0];
const worth = (card) => WORTH[faceOf(card)] ?? 0;
const seatName = (view, seat) => view.names[seat];
const cardName = (view, card) => view.say(`name.${card}`);

/** Whether a card takes the trick from another that holds it. */
export function takes(card, best, trump) {
  if (suitOf(card) === suitOf(best)) return ORDER.indexOf(faceOf(card)) < ORDER.indexOf(faceOf(best));
  return suitOf(card) === trump;
}

/** At the table cards go by their names, not by the ids that are typed. */
export const wording = (said) => (said.say === "move.play" ? { ...said, say: "shown.play" } : said);

export function guide(view) {
  const { description: d } = view;
  if (d.over) return view.say("phase.over");
  if (!view.moves.length) return kitless(view, "wait", { name: seatName(view, d.seat) });
  return d.trick.length
    ? kitless(view, "answer", { card: cardName(view, d.trick[0].card) })
    : kitless(view, "lead");
}

const kitless = (view, key, values = {}) =>
  WORDS[view.language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

export function summary(view) {
  const { description: d } = view;
  const sides = d.sides
    .map((side) => `${side.seats.map((seat) => seatName(view, seat)).join(" + ")} ${side.points}`)
    .join(", ");
  return `${title[view.language]}. ${kitless(view, "trump", { suit: view.say(`name.${d.trump}`) })}. ${kitless(view, "stock", { n: d.stock.left })}. ${sides}.`;
}

/** Events that move the game, for who wants to read only these; and those with which a part of the log begins. */
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

/** Ranks with what they are worth, the eye, and the gaps in the frames, for the rules in short. */
export function legend(language, say, given) {
  const words = WORDS[language];
  const sign = (text) =>
    given.text(text, 50, 72, {
      size: text.length > 1 ? 60 : 74,
      weight: 700,
      anchor: "middle",
      fill: "#2A2420",
    });
  return [
    ...["1", "3", "12", "11", "10"].map((number, i) => [sign(number), words.legend_ranks[i]]),
    [sign("7"), words.legend_rest],
    [given.group({}, given.eye(6, 20, 88)), words.they_know],
    [sign("– –"), words.legend_gaps],
  ];
}

/* The stage */

/** Where a seat sits as the reader sees it: counter-clockwise, the next one to the right. */
function positionOf(view, seat) {
  const players = view.description.players.length;
  const steps = (seat - (view.seat ?? 0) + players) % players;
  return { 2: ["me", "top"], 3: ["me", "topright", "topleft"], 4: ["me", "right", "top", "left"] }[players][
    steps
  ];
}

/** Rows from top to bottom: the others, the middle (stock, trick, what was won), the own hand. */
function layout(view) {
  const { width: w, height: h } = view;
  const players = view.description.players.length;
  const small = view.layout === "s";
  const tall = h > w;
  const pad = small ? 5 : 12;
  const top = small ? (tall ? 74 : 44) : h * 0.18;
  const bottom = small ? (tall ? 180 : 110) : h * 0.33;
  const wanted = { s: tall ? 84 : 62, m: 132, l: 124, xl: 168 }[view.layout];
  const hand = Math.min(wanted, (bottom - (small ? (tall ? 44 : 12) : 44)) / kit.CARD_RATIO, (w - 40) / 3.4);
  const centre = { y: top + pad, height: h - top - bottom - 2 * pad };
  const columns = small
    ? tall
      ? w / 2 - 8
      : 104
    : view.layout === "xl"
      ? 280
      : view.layout === "m"
        ? 176
        : 196;
  const under =
    small && tall ? centre.height * 0.44 : players === 4 && !small ? Math.min(126, centre.height * 0.36) : 0;
  const column = (x) => ({ x, y: centre.y + under, width: columns, height: centre.height - under });
  const left = column(pad + (small ? 0 : 6));
  const right = column(w - columns - pad - (small ? 0 : 6));
  const middle =
    small && tall
      ? { x: pad, y: centre.y, width: w - 2 * pad, height: centre.height * 0.42 }
      : {
          x: left.x + columns + pad,
          y: centre.y,
          width: w - 2 * columns - 4 * pad - (small ? 0 : 12),
          height: centre.height,
        };
  const across = players === 2 ? 2.5 : small ? (players === 4 ? 4.2 : 3.3) : 3.2;
  const trick = Math.min(
    { s: 58, m: 130, l: 112, xl: 150 }[view.layout],
    middle.height / (players > 2 && !small ? 1.66 : 1.14) / kit.CARD_RATIO,
    middle.width / across,
  );
  return { pad, top, bottom, hand, trick, centre, left, right, middle, across, small, tall, players };
}

export function draw(view, given) {
  kit = given;
  const plan = layout(view);
  const { description: d } = view;
  const parts = [kit.cloth(view)];
  d.players.forEach((_, seat) => {
    if (positionOf(view, seat) !== "me") parts.push(...opponent(view, seat, plan));
  });
  if (d.over) return kit.drawing(view, ...parts, ending(view, plan));
  parts.push(stock(view, plan), ...points(view, plan));
  parts.push(
    trickZone(view, plan),
    ...trick(view, plan),
    ...lastTrick(view, plan),
    ...own(view, plan),
    ...counting(view, plan),
    ...lastLarge(view, plan),
  );
  return kit.drawing(view, ...parts);
}

/* Others */

function plate(view, seat, x, y, width, height) {
  const { description: d } = view;
  const player = d.players[seat];
  const asked = !d.over && d.seat === seat;
  const small = view.layout === "s";
  const size = kit.base(view);
  const least = kit.least(view);
  const side = d.sides[player.side];
  const shape = Math.min(height * 0.42, small ? 12 : 18);
  const partner = view.seat !== null && player.partner === view.seat;
  const two = height > (small ? 24 : 34);
  const notes = [];
  if (partner) notes.push(word(view, "partner"));
  if (d.leader === seat && !d.over) notes.push(word(view, "leads"));
  const won =
    d.players.length === 4
      ? word(view, "tricks", { n: player.tricks })
      : word(view, "points", { n: side.points });
  const second = small && notes.length ? notes.join(" · ") : [won, ...notes].join(" · ");
  const made = kit.panel(
    x,
    y,
    width,
    height,
    { lit: asked, striped: player.side === 1 },
    kit.seatShape(seat, 6, two ? height * 0.25 - shape / 2 + 2 : (height - shape) / 2, shape),
    kit.fitted(
      seatName(view, seat),
      shape + 10,
      2,
      width - shape - 14 - (asked ? 22 : 0),
      two ? height * 0.5 : height - 4,
      { size: size * 1.05, smallest: least, align: "start", weight: 700, fill: "var(--on-cloth)" },
    ),
    two
      ? kit.fitted(second, 6, height * 0.5, width - 12, height * 0.46, {
          size,
          smallest: least,
          align: "start",
          fill: "var(--on-cloth)",
        })
      : null,
    asked ? kit.dots(width - 22, 10, 3) : null,
  );
  made.dataset.seat = seat;
  return made;
}

/** The cards of somebody else: backs, and those that are known face up with an eye. */
function fan(view, seat, x, y, width, size) {
  const player = view.description.players[seat];
  const open = player.hand ?? player.known ?? [];
  const high = size * kit.CARD_RATIO;
  const places = kit.spread(player.count, size, width, -size * 0.3);
  return places.map((left, i) => {
    const card = open[i];
    const key = card ? `card:${card}` : `back:${seat}:${i}`;
    const label = card
      ? `${cardName(view, card)}. ${word(view, "known")}`
      : word(view, "hand", { n: player.count });
    return kit.group(
      {
        transform: `translate(${x + left} ${y})`,
        "data-key": key,
        "data-zone": "hands",
        role: "img",
        "aria-label": label,
        "data-card": card && player.hand === null ? card : null,
        "data-preview": card && player.hand === null ? word(view, "you_know") : null,
        "data-state": card ? "known" : "hidden",
      },
      card ? spanishCard(card, size) : cardBack(size),
      card && player.hand === null ? kit.eye(-5, high - 18, Math.min(20, size * 0.5)) : null,
    );
  });
}

function opponent(view, seat, plan) {
  const { width: w } = view;
  const where = positionOf(view, seat);
  const { small, pad, top, centre } = plan;
  if (small) {
    const places = { 2: ["top"], 3: ["topleft", "topright"], 4: ["left", "top", "right"] }[plan.players];
    const room = (w - pad * 2) / places.length;
    const x = pad + places.indexOf(where) * room;
    const reach = 54;
    if (plan.tall)
      return [
        plate(view, seat, x + 3, 3, room - 6, 34),
        ...fan(view, seat, x + (room - reach) / 2, 41, reach, 22),
      ];
    const wide = Math.min(room - reach - 10, 110);
    const start = x + (room - wide - reach - 6) / 2;
    return [plate(view, seat, start, 4, wide, 36), ...fan(view, seat, start + wide + 6, 4, reach, 24)];
  }
  const plateWide = view.layout === "xl" ? 220 : 168;
  const high = top - 2 * pad - 4;
  const size = Math.min(high / kit.CARD_RATIO, 100);
  const span = size * 2.4;
  if (where === "left" || where === "right") {
    const column = where === "left" ? plan.left : plan.right;
    const mini = Math.min(40, (column.y - centre.y - 66) / kit.CARD_RATIO);
    const y = centre.y - 6;
    return [
      plate(view, seat, column.x, y, plateWide, 48),
      ...fan(view, seat, column.x + 8, y + 54, mini * 2.4, mini),
    ];
  }
  const middle = { top: w / 2, topleft: w * 0.25, topright: w * 0.75 }[where];
  const start = middle - (span + plateWide + 12) / 2;
  return [
    plate(view, seat, start, pad + (high - 48) / 2, plateWide, 48),
    ...fan(view, seat, start + plateWide + 12, pad, span, size),
  ];
}

/* The middle */

const trickCentre = ({ middle }) => [middle.x + middle.width / 2, middle.y + middle.height / 2];

function trickPlace(view, seat, place, plan) {
  const [cx, cy] = trickCentre(plan);
  const size = plan.trick;
  const high = size * kit.CARD_RATIO;
  const where = positionOf(view, seat);
  if (plan.players === 2)
    return {
      x: cx + (place === 0 ? -size * 1.06 : size * 0.06),
      y: cy - high / 2,
      turn: place === 0 ? -4 : 3,
    };
  if (plan.small) {
    const slot = {
      left: -1.5,
      topleft: -1,
      top: -0.5,
      me: plan.players === 4 ? 0.5 : 0,
      topright: 1,
      right: 1.5,
    }[where];
    return { x: cx + slot * (size + 3) - size / 2, y: cy - high / 2 + (where === "me" ? 3 : -2), turn: 0 };
  }
  const [dx, dy, turn] = {
    me: [0, 0.3, 0],
    right: [1.02, 0.02, 5],
    left: [-1.02, 0.02, -5],
    top: [0, -0.3, 2],
    topright: [0.82, -0.16, 9],
    topleft: [-0.82, -0.16, -9],
  }[where];
  return { x: cx + dx * size - size / 2, y: cy + dy * high - high / 2, turn };
}

/** Where a card is dropped: once one is picked it lists every play and lights up. */
function trickZone(view, plan) {
  const [cx, cy] = trickCentre(plan);
  const size = plan.trick;
  const high = size * kit.CARD_RATIO;
  const wide = size * plan.across;
  const tall = Math.min(high * (plan.players === 2 || plan.small ? 1.12 : 1.66), plan.middle.height);
  const ids = view.picked.length ? kit.movesOf(view, (move) => move.kind === "play") : [];
  const state = view.picked.length && ids.some((id) => view.left.has(id)) ? "target" : "";
  const { description: d } = view;
  const holder = d.trick_points ? word(view, "in_trick", { n: d.trick_points }) : "";
  return kit.thing(
    view,
    {
      key: "trick",
      zone: "trick",
      x: cx - wide / 2,
      y: cy - tall / 2,
      width: wide,
      height: tall,
      radius: 14,
      ids,
      state,
      label: `${word(view, "trick_empty")} ${holder}`,
    },
    kit.rect(0, 0, wide, tall, {
      rx: 14,
      fill: "#000000",
      opacity: 0.1,
      stroke: "var(--on-cloth-2)",
      "stroke-width": 1.2,
      "stroke-dasharray": "3 6",
      "stroke-opacity": 0.5,
    }),
  );
}

function trick(view, plan) {
  const { description: d } = view;
  const size = plan.trick;
  const made = d.trick.map(({ seat, card }, i) => {
    const { x, y, turn } = trickPlace(view, seat, i, plan);
    const holds = d.holds?.card === card && d.trick.length > 0;
    return kit.group(
      {
        transform: `translate(${x} ${y}) rotate(${turn} ${size / 2} ${size * 0.78})`,
        "data-key": `card:${card}`,
        "data-zone": "trick",
        "data-card": card,
        "data-source": `hand:${seat}`,
        "pointer-events": "none",
        role: "img",
        "aria-label": `${seatName(view, seat)}: ${cardName(view, card)}`,
      },
      spanishCard(card, size, { points: worth(card) }),
      holds
        ? kit.rect(-2, -2, size + 4, size * kit.CARD_RATIO + 4, {
            rx: 8,
            fill: "none",
            stroke: "#F2C14E",
            "stroke-width": 2,
          })
        : null,
      holds ? kit.placed(kit.signs.crown(), size / 2 - size * 0.16, -size * 0.22, size * 0.32) : null,
      kit.seatShape(
        seat,
        size - (plan.small ? 11 : 16),
        size * kit.CARD_RATIO - (plan.small ? 11 : 16),
        plan.small ? 14 : 22,
      ),
    );
  });
  return made;
}

function stock(view, plan) {
  const { description: d } = view;
  const { small, left: column } = plan;
  const foot = small ? 24 : 58;
  const size = Math.min(small ? 44 : 96, (column.height - foot - 8) / kit.CARD_RATIO, column.width / 1.95);
  const high = size * kit.CARD_RATIO;
  const shown = d.stock.face_up ?? (d.options.thesis_engine ? d.turned : null);
  const { x } = column;
  const y = column.y + Math.max(4, (column.height - high - foot) / 2);
  const parts = [];
  const text = kit.base(view);
  if (shown) {
    const ids = kit.movesOf(view, (move) => move.kind === "exchange");
    const left = 0;
    const top = (high - size) / 2;
    parts.push(
      kit.thing(
        view,
        {
          key: `card:${shown}`,
          zone: "stock",
          x: left,
          y: top,
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
    const from = high * 0.55;
    for (const shift of d.stock.left > 12 ? [4, 2, 0] : d.stock.left > 4 ? [2, 0] : [0])
      parts.push(kit.group({ transform: `translate(${from + shift} ${-shift})` }, cardBack(size)));
    parts.push(
      kit.badge(String(d.stock.left), from + size / 2, high - (small ? 8 : 14), { size: small ? 12 : 16 }),
    );
  } else if (!d.stock.left) {
    parts.push(
      kit.rect(high * 0.55, 0, size, high, {
        rx: 6,
        fill: "none",
        stroke: "var(--on-cloth-2)",
        "stroke-width": 1.4,
        "stroke-dasharray": "5 5",
      }),
    );
  }
  const signSize = small ? 20 : 36;
  const whole = word(view, "trump", { suit: view.say(`name.${d.trump}`) });
  const label =
    small && kit.measure(whole, kit.least(view), { weight: 700 }) > column.width - 27
      ? kit.capital(view.say(`name.${d.trump}`))
      : whole;
  const note = d.stock.left ? word(view, "stock", { n: d.stock.left }) : word(view, "empty");
  const labelTop = high + (small ? 3 : 10);
  const room = column.width;
  parts.push(
    kit.at(
      0,
      labelTop,
      kit.circle(signSize / 2, signSize / 2, signSize / 2 + 1, {
        fill: "var(--card)",
        stroke: "#2A2420",
        "stroke-width": 1,
      }),
      kit.placed(suitSign(d.trump), signSize * 0.16, signSize * 0.16, signSize * 0.68),
      kit.fitted(label, signSize + 6, 0, room - signSize - 6, small ? 20 : 20, {
        size: text,
        smallest: kit.least(view),
        align: "start",
        weight: 700,
        fill: "var(--on-cloth)",
        lines: 1,
      }),
      small
        ? null
        : kit.fitted(note, signSize + 6, 20, room - signSize - 6, 34, {
            size: 13,
            smallest: kit.least(view),
            lines: 2,
            align: "start",
            valign: "top",
            fill: "var(--on-cloth-2)",
          }),
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

/** Points of both sides on a bar of 120, with the mark at 61. */
function points(view, plan) {
  const { description: d } = view;
  const { small, right: column } = plan;
  const size = kit.base(view);
  const least = kit.least(view);
  const wide = column.width;
  const row = small ? 15 : 22;
  const sides = d.sides;
  const high = sides.length * row + (small || sides.length > 2 ? 2 : 20);
  const { x } = column;
  const y = column.y + column.height - high;
  const own = view.seat === null ? 0 : d.players[view.seat].side;
  const order = sides.map((_, i) => i).sort((a, b) => (a === own ? -1 : b === own ? 1 : a - b));
  const label = small ? 0 : kit.measure("120", size, { weight: 700 }) + 8;
  const nameWide = wide * (plan.players === 4 ? 0.56 : small ? 0.5 : 0.42);
  const barX = nameWide + 4;
  const barWide = wide - barX - (small ? 22 : label);
  const parts = [];
  order.forEach((side, i) => {
    const top = i * row;
    const name =
      sides[side].seats.length === 2 && view.seat !== null
        ? word(view, side === own ? "us" : "them")
        : sides[side].seats.map((seat) => seatName(view, seat)).join(" + ");
    const leader =
      sides[side].points === Math.max(...sides.map((other) => other.points)) && sides[side].points > 0;
    parts.push(
      kit.seatShape(sides[side].seats[0], 0, top + (row - (small ? 10 : 14)) / 2, small ? 10 : 14),
      kit.fitted(name, small ? 13 : 19, top, nameWide - (small ? 14 : 20), row, {
        size,
        smallest: least,
        align: "start",
        weight: leader ? 700 : 400,
        fill: "var(--on-cloth)",
      }),
      kit.rect(barX, top + row * 0.25, barWide, row * 0.5, { rx: row * 0.2, fill: "#000000", opacity: 0.35 }),
      kit.rect(barX, top + row * 0.25, Math.max(0.01, (barWide * sides[side].points) / 120), row * 0.5, {
        rx: row * 0.2,
        fill: `var(--seat-${sides[side].seats[0]})`,
        stroke: "var(--on-cloth)",
        "stroke-width": sides[side].points ? 1 : 0,
      }),
      kit.text(String(sides[side].points), wide, top + row / 2 + size * 0.36, {
        size,
        weight: 700,
        anchor: "end",
      }),
    );
  });
  if (sides.length === 2)
    parts.push(
      kit.path(`M${barX + (barWide * 61) / 120} ${1}V${sides.length * row - 1}`, {
        stroke: "var(--can)",
        "stroke-width": 2,
      }),
    );
  if (!small && sides.length === 2 && kit.measure(word(view, "goal"), 13, { weight: 600 }) < barWide)
    parts.push(
      kit.fitted(word(view, "goal"), barX, sides.length * row, barWide, 18, {
        size: 13,
        smallest: 13,
        fill: "var(--can)",
        weight: 600,
      }),
    );
  return [
    kit.group(
      {
        transform: `translate(${x} ${y})`,
        role: "img",
        "aria-label": sides
          .map((side) => `${side.seats.map((seat) => seatName(view, seat)).join(" + ")} ${side.points}`)
          .join(", "),
      },
      ...parts,
    ),
  ];
}

/** The last trick, small, with who took it. */
function lastTrick(view, plan) {
  const { description: d } = view;
  const last = d.tricks.at(-1);
  if (!last) return [];
  const { small, right: column } = plan;
  const text = kit.base(view);
  const wide = column.width;
  const line = small ? 15 : 22;
  const below = d.sides.length * (small ? 15 : 22) + (small ? 6 : 30);
  const size = Math.min(
    small ? 34 : 60,
    (column.height - below - line - 8) / kit.CARD_RATIO,
    (wide - 10) / Math.min(4, last.cards.length) / 1.1,
  );
  const { x } = column;
  if (size < 16) return [];
  const spare = column.height - below - line - size * kit.CARD_RATIO;
  const y = column.y + Math.max(0, Math.min(spare / 2, spare - 8));
  const head = small && !plan.tall ? "" : `${word(view, "last")}: `;
  const sentence = `${head}${seatName(view, last.winner)} +${last.points}`;
  const fresh = new Set(d.trick.map(({ card }) => card));
  const step = Math.min(size * 1.12, (wide - size) / Math.max(1, last.cards.length - 1));
  const parts = [
    kit.fitted(sentence, 0, 0, wide, small ? 15 : 22, {
      size: text,
      smallest: kit.least(view),
      align: "start",
      weight: 600,
      fill: "var(--on-cloth)",
    }),
  ];
  last.cards.forEach(({ seat, card }, i) => {
    if (fresh.has(card)) return;
    parts.push(
      kit.group(
        {
          transform: `translate(${i * step} ${line + size * 0.2})`,
          "data-key": `card:${card}`,
          "data-zone": "last",
          "data-card": card,
          role: "img",
          "aria-label": cardName(view, card),
          opacity: seat === last.winner ? 1 : 0.75,
        },
        spanishCard(card, size),
        seat === last.winner
          ? kit.placed(kit.signs.crown(), size / 2 - size * 0.2, -size * 0.2, size * 0.4)
          : null,
      ),
    );
  });
  const high = line + size * (kit.CARD_RATIO + 0.2);
  const lid = view.toggles
    ? kit.thing(view, {
        key: "last",
        zone: "sheet",
        x,
        y,
        width: wide,
        height: high,
        label: `${sentence}. ${word(view, "last_key")}`,
        state: "",
        room: false,
        toggle: "last",
      })
    : null;
  return [kit.group({ transform: `translate(${x} ${y})` }, ...parts), lid];
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
    plan.trick,
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

/** Where every card is, as far as the reader can know: [state, seat that is known to hold it]. */
export function whereabouts(view) {
  const { description: d } = view;
  const found = new Map();
  for (const suit of SUITS) for (const face of ORDER) found.set(`${face}-${suit}`, ["unseen", null]);
  d.players.forEach((player, seat) => {
    for (const card of player.hand ?? player.known)
      found.set(card, seat === (view.seat ?? 0) && player.hand ? ["hand", seat] : ["known", seat]);
  });
  for (const { cards } of d.tricks) for (const { card } of cards) found.set(card, ["gone", null]);
  for (const { card } of d.trick) found.set(card, ["table", null]);
  if (d.stock.face_up) found.set(d.stock.face_up, ["table", null]);
  if (d.removed) found.set(d.removed, ["out", null]);
  else if (d.options.thesis_engine) found.set(d.turned, ["out", null]);
  return found;
}

function countButton(view, { small, tall }, place) {
  const width = small ? 58 : Math.min(place.width, 110);
  const height = small ? 26 : 34;
  const [x, y] = small && tall ? [place.x + place.width + 6, place.y + 4] : [place.x, place.y - height - 6];
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
      radius: 6,
      label: word(view, "counting"),
      toggle: "counting",
      state: "",
    },
    kit.rect(0, 0, width, height, {
      rx: 6,
      fill: open ? "var(--can)" : "var(--panel)",
      stroke: "var(--line)",
      "stroke-width": 1,
    }),
    kit.fitted(word(view, small ? "short_counting" : "counting"), 3, 0, width - 6, height, {
      size: kit.base(view),
      smallest: kit.least(view),
      weight: 600,
      fill: open ? "#2A2420" : "var(--ink)",
    }),
  );
}

function counting(view, plan) {
  if (!view.toggles?.has("counting")) return [];
  const { description: d } = view;
  const { small, pad, centre } = plan;
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
  const across = small; // four lines of ten on a small stage, ten lines of four beside the trick on a larger one
  const width = across ? view.width - 2 * pad : Math.min(plan.right.width + 12, 290);
  const cellHigh = across ? 19 : Math.min(30, (view.height - 2 * pad - 130) / 11);
  const head = across ? 20 : cellHigh;
  const cellWide = across ? (width - head - 6) / 10 : (width - 8) / 4;
  const foot = across ? 16 : notes.length * 18 + 6;
  const height = across ? 4 * cellHigh + foot + 6 : 10 * cellHigh + head + foot + 8;
  const x = across ? pad : view.width - width - 6;
  const y = across ? centre.y - 4 : Math.max(pad, Math.min(centre.y - 10, view.height - height - 130));
  const parts = [kit.rect(0, 0, width, height, { rx: 10, fill: "#14100D", stroke: "var(--on-cloth-2)" })];
  SUITS.forEach((suit, i) => {
    const sign = Math.min(head, cellHigh) - 3;
    parts.push(
      kit.at(
        across ? 4 : 4 + (i + 0.5) * cellWide - sign / 2,
        across ? 3 + i * cellHigh : 4,
        kit.circle(sign / 2, sign / 2, sign / 2, { fill: "var(--card)" }),
        kit.placed(suitSign(suit), sign * 0.14, sign * 0.14, sign * 0.72),
      ),
    );
    ORDER.forEach((face, j) => {
      const [state, seat] = where.get(`${face}-${suit}`);
      const left = across ? head + 4 + j * cellWide : 4 + i * cellWide;
      const top = across ? 3 + i * cellHigh : head + 5 + j * cellHigh;
      parts.push(
        countCell(
          view,
          NUMBERS[face],
          state,
          seat,
          { x: left, y: top, width: cellWide - 2, height: cellHigh - 2 },
          least,
          `${cardName(view, `${face}-${suit}`)}: ${state === "gone" ? word(view, "gone") : word(view, `state_${state}`, { name: seat === null ? "" : seatName(view, seat) })}`,
        ),
      );
    });
  });
  if (across)
    parts.push(
      kit.fitted(notes.slice(0, 4).join(" · "), 6, height - foot - 2, width - 12, foot, {
        size: 12,
        smallest: least,
        fill: "#FFF7E6",
      }),
    );
  else
    notes.forEach((note, i) =>
      parts.push(
        kit.fitted(note, 8, height - foot + i * 18, width - 16, 18, {
          size: 13,
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

/** One card of the count: mine filled, on the table ringed, gone struck through, known with an eye, not seen plain. */
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

/** What would become of the trick with this card. */
function outcome(view, card) {
  const { description: d } = view;
  if (!d.trick.length || !view.moves.length) return null;
  const wins = takes(card, d.holds.card, d.trump);
  const total = d.trick_points + worth(card);
  const lastOne = d.trick.length === d.players.length - 1;
  const partner = view.seat !== null && d.players[view.seat].partner === d.holds.seat;
  if (!wins && partner) return { wins: null, text: word(view, "partner_holds") };
  if (lastOne)
    return { wins, text: wins ? word(view, "takes", { n: total }) : word(view, "loses", { n: total }) };
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
  const { width: w, height: h } = view;
  const { small, pad, hand: size } = plan;
  const seat = view.seat ?? 0;
  const player = d.players[seat];
  const cards = player.hand ?? [];
  const high = size * kit.CARD_RATIO;
  const foot = small ? 0 : 26;
  const y = h - high - foot - (small ? 4 : 8);
  const gap = small ? 6 : 16;
  const span = Math.max(3, player.count) * (size + gap);
  const places = kit.spread(player.hand ? cards.length : player.count, size, span, gap);
  const made = [];
  const plateWide = small
    ? plan.tall
      ? 130
      : 104
    : view.layout === "xl"
      ? 220
      : view.layout === "m"
        ? 140
        : 170;
  const plateHigh = small ? 34 : 52;
  const plateY = small && plan.tall ? y - 42 : h - plateHigh - pad;
  made.push(plate(view, seat, pad, plateY, plateWide, plateHigh));
  if (view.toggles) made.push(countButton(view, plan, { x: pad, y: plateY, width: plateWide }));
  const left = w / 2 - span / 2;
  if (!player.hand) {
    places.forEach((x, i) =>
      made.push(
        kit.group(
          {
            transform: `translate(${left + x} ${y})`,
            "data-key": `back:${seat}:${i}`,
            "data-zone": "hand",
            role: "img",
            "aria-label": word(view, "hand", { n: player.count }),
          },
          cardBack(size),
        ),
      ),
    );
    return made;
  }
  cards.forEach((card, i) => {
    const ids = kit.movesOf(view, (move) => move.card === card || move.gives === card);
    const result = ids.length ? outcome(view, card) : null;
    const eye = player.known.includes(card) && d.players.length > 1;
    const label = `${cardName(view, card)}, ${word(view, "points", { n: worth(card) })}${result ? `. ${result.text}` : ""}${eye ? `. ${word(view, "they_know")}` : ""}`;
    const thing = kit.thing(
      view,
      {
        key: `card:${card}`,
        zone: "hand",
        x: left + places[i],
        y,
        width: size,
        height: high,
        radius: (size * 9) / 122,
        ids,
        raise: true,
        label,
        why: ids.length ? null : whyNot(view, card),
        source: "stock",
        room: false,
        card,
        commit: true,
      },
      spanishCard(card, size, { points: worth(card) }),
      eye ? kit.eye(size - (small ? 18 : 26), high * 0.42, small ? 16 : 22) : null,
      result && small ? mini(result, size, high) : null,
      result && !small
        ? kit.chip(result.text, size / 2, high + 9, {
            size: 13,
            height: 21,
            align: "middle",
            widest: size + gap + 6,
            fill: result.wins ? "var(--can)" : "var(--edge)",
            ink: result.wins ? "#2A2420" : "var(--on-cloth)",
          })
        : null,
    );
    if (eye) thing.dataset.preview = word(view, "they_know"); // told to who points at the eye
    made.push(thing);
  });
  const exchanges = view.moves.filter((move) => move.kind === "exchange");
  const wide = small ? (plan.tall ? 150 : 110) : 190;
  exchanges.forEach((move, i) => {
    const tall = small ? 38 : 52;
    made.push(
      kit.button(view, {
        key: `button:exchange:${move.gives}`,
        x: w - wide - pad,
        y: small && plan.tall ? y - 42 : h - (i + 1) * (tall + 6) - pad,
        width: wide,
        height: tall,
        label: word(view, "exchange", {
          gives: cardName(view, move.gives),
          takes: cardName(view, move.takes),
        }),
        ids: [move.id],
        role: "secondary",
        lines: 3,
        size: small ? 11 : 14,
      }),
    );
  });
  if (d.removed && !small && !exchanges.length)
    made.push(
      kit.fitted(word(view, "out", { card: cardName(view, d.removed) }), w - 200 - pad, h - 30, 200, 20, {
        size: 13,
        smallest: 13,
        align: "end",
        fill: "var(--on-cloth-2)",
      }),
    );
  return made;
}

/** On a small stage: a crown or a cloud says what would become of the trick. */
const mini = (result, size, high) =>
  result.wins === null
    ? null
    : kit.placed(result.wins ? kit.signs.crown() : kit.signs.cloud(), size / 2 - 8, high - 20, 16);

/* The end */

function ending(view, plan) {
  const { description: d } = view;
  const { small } = plan;
  const size = kit.base(view);
  const least = kit.least(view);
  const width = Math.min(view.width - 2 * plan.pad, small ? 470 : 640);
  const rows = [["tricks"], ["aces", "A"], ["threes", "3"], ["kings", "K"], ["horses", "C"], ["jacks", "S"]];
  const height = small
    ? Math.min(view.height - 10, plan.tall ? 300 : 200)
    : Math.min(view.height * 0.62, 400);
  const x = (view.width - width) / 2;
  const y = view.height - height - (small ? 4 : 16);
  const own = view.seat === null ? -1 : d.players[view.seat].side;
  const best = Math.max(...d.returns);
  const winners = d.sides.filter((side) => d.returns[side.seats[0]] >= best - 1e-9);
  const nameOf = (side) => side.seats.map((seat) => seatName(view, seat)).join(" + ");
  const others = d.sides
    .filter((side) => !winners.includes(side))
    .map((side) => side.points)
    .join(", ");
  const won = winners.length === 1 && d.sides[own] === winners[0];
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
  const parts = [
    kit.placed(
      winners.length > 1 ? kit.signs.arrows("#F2C14E") : kit.signs.crown(),
      14,
      small ? 6 : 14,
      small ? 26 : 48,
    ),
    kit.fitted(sentence, small ? 48 : 78, small ? 4 : 12, width - (small ? 56 : 92), small ? 30 : 54, {
      size: size * 2,
      smallest: least,
      lines: 2,
      align: "start",
      family: kit.SERIF,
      weight: 700,
      fill: "var(--on-cloth)",
    }),
  ];
  const count = (side, face) =>
    d.tricks
      .filter((trick) => side.seats.includes(trick.winner))
      .flatMap((trick) => trick.cards)
      .filter(({ card }) => faceOf(card) === face).length;
  const top = small ? 40 : 80;
  const line = (height - top - 6) / (rows.length + 1);
  const first = width * 0.3;
  const column = (width - first - 12) / d.sides.length;
  d.sides.forEach((side, i) => {
    const left = first + i * column;
    const strong = winners.includes(side);
    parts.push(
      kit.fitted(`${nameOf(side)}: ${side.points}`, left, top, column - 4, line, {
        size: size * 1.1,
        smallest: least,
        weight: strong ? 700 : 500,
        fill: strong ? "var(--can)" : "var(--on-cloth)",
      }),
    );
    rows.forEach(([, face], j) => {
      const n = face
        ? count(side, face)
        : d.tricks.filter((trick) => side.seats.includes(trick.winner)).length;
      const value = face ? `${n} (${n * WORTH[face]})` : String(n);
      parts.push(
        kit.fitted(value, left, top + (j + 1) * line, column - 4, line, {
          size,
          smallest: least,
          fill: "var(--on-cloth)",
        }),
      );
    });
  });
  rows.forEach(([name, face], j) => {
    parts.push(
      kit.fitted(
        kit.capital(face ? word(view, name) : word(view, "tricks", { n: 2 }).replace("2 ", "")),
        16,
        top + (j + 1) * line,
        first - 20,
        line,
        { size, smallest: least, align: "start", fill: "var(--on-cloth-2)" },
      ),
    );
  });
  return kit.panel(x, y, width, height, { opacity: 0.97, lit: won }, ...parts);
}

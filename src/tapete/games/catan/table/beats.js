/* Catan in motion: dice and harvest, what is paid and built, the robber, thefts, trades, awards
and the end. */

import { group, picture } from "/page/kit.js";
import { cardBack, cardFace, cardSign, die, handBack, piece, put, resourceCard } from "./art.js";

const CARD = { width: 74, height: 104 };
const MOST = 12; // cards in flight at once
const HAND = ["hand", "hand_count", "least", "most", "doubts", "owed", "discarded", "discarded_count"];
const BUILT = [
  "roads",
  "settlements",
  "cities",
  "roads_left",
  "settlements_left",
  "cities_left",
  "road_length",
  "rates",
];
const POINTS = ["points", "points_from"];
const PRICES = { road: "road", settle: "settlement", city: "city", buy: "card" };

/** A position with members of some seats, or of the table, as they are in a later one. */
function taken(shown, after, seats, members, table = []) {
  const copied = (at) =>
    Object.fromEntries(
      members.filter((name) => name in after.players[at]).map((name) => [name, after.players[at][name]]),
    );
  return {
    ...shown,
    ...Object.fromEntries(table.map((name) => [name, after[name]])),
    players: shown.players.map((player, at) => (seats.includes(at) ? { ...player, ...copied(at) } : player)),
  };
}
const everybody = (d) => d.players.map((_, seat) => seat);

/** A position in which open hands have given what they give and not yet got what they get. */
const given = (shown, after) => ({
  ...shown,
  players: shown.players.map((player, seat) => {
    const next = after.players[seat].hand;
    if (!player.hand || !next) return player;
    const kept = Object.entries(player.hand).map(([kind, n]) => [kind, Math.min(n, next[kind])]);
    return { ...player, hand: Object.fromEntries(kept) };
  }),
});

/* Things that fly */

/** A picture that is not part of the drawing, as a thing that can fly. */
const figure = (drawn, place, wide, { width, height } = { width: 100, height: 100 }) => ({
  ...place,
  w: wide,
  h: (wide * height) / width,
  turn: 0,
  box: { x: 0, y: 0, width, height },
  node: group({}, drawn),
});
const resource = (kind) => (kind ? resourceCard(kind, CARD.width, CARD.height, 6) : null);
/** @param {Fx} fx */
const widthOf = (fx) => Math.max(26, Math.min(56, fx.layer.clientWidth * 0.045));

/** One card from a place to another; a back where its kind is hidden. */
async function flies(
  fx,
  kind,
  from,
  to,
  { ms = 420, arc = 60, delay = 0, step = 0, sound = "coin", end = 0.5 } = {},
) {
  const [a, b] = [fx.at(from) ?? fx.from(from), fx.at(to)];
  if (!a || !b || fx.less || fx.ended) return;
  const wide = widthOf(fx);
  const card = kind ? figure(resource(kind), a, wide, CARD) : figure(handBack(), a, wide * 1.3);
  const target = {
    ...b,
    w: typeof to === "string" && to.startsWith("hand:") ? wide * 1.2 : wide * end,
    turn: 0,
  };
  await fx.fly(card, { from: { ...a, w: card.w * 0.6, turn: 0 }, to: target, ms, arc, delay, spin: 6 });
  if (sound) fx.sound(sound, step);
}

/** Cards one after the other: `[kind, from, to]`.
 * @param {Fx} fx @param {any[][]} list
 * @param {{apart?: number, ms?: number, arc?: number, sound?: string | null, end?: number}} [how] */
function stream(fx, list, { apart = 90, ...how } = {}) {
  const some = list.slice(0, MOST);
  const gap = Math.min(apart, 1000 / Math.max(1, some.length));
  return Promise.all(
    some.map(([kind, from, to], i) => flies(fx, kind, from, to, { delay: i * gap, step: i, ...how })),
  );
}
const streamTime = (count, apart, ms) =>
  ms + Math.min(apart, 1000 / Math.max(1, count)) * Math.max(0, Math.min(MOST, count) - 1);

/** Where a seat keeps a kind of card: the tray for the reader's own seat, the face for others.
 * @param {View} view */
const keeps = (view, seat, kind) => (seat === (view.seat ?? 0) && kind ? `hand:${kind}` : `face:${seat}`);
const listed = (cards) =>
  Object.entries(cards ?? {}).flatMap(([kind, n]) => Array.from({ length: n }, () => kind));

/* The dice and what they bring */

/** @param {Fx} fx */
async function throwDice(fx, key, dice) {
  const end = fx.at(key);
  if (!end || fx.less || fx.ended) return;
  const { middle } = fx;
  const from = { x: (end.x + middle.x) / 2, y: (end.y + middle.y) / 2 }; // over the sea, not over the players
  fx.hide(key);
  const size = end.w * 0.47;
  await Promise.all(
    dice.map(async (number, i) => {
      const place = { x: end.x + (i ? 0.27 : -0.27) * end.w, y: end.y, w: size, h: size, turn: i * 6 };
      const node = fx.actor(place, fx.pictured(die(((number + 2) % 6) + 1)));
      const way = (k, lift, turn) => ({
        transform: fx.transform(
          { ...place, x: from.x + (place.x - from.x) * k, y: from.y + (place.y - from.y) * k, turn },
          place,
          lift,
        ),
      });
      const rolls = fx.animate(
        node,
        [way(0, 0, 0), way(0.5, 60 + i * 20, 300), way(0.8, 16, 560), way(1, 0, 720 + i * 6)],
        720,
        {
          easing: "ease-out",
        },
      );
      for (let turn = 0; turn < 8; turn += 1) {
        await fx.wait(70);
        node.inner.replaceChildren(fx.pictured(die(((number + turn * 2 + i) % 6) + 1)));
      }
      node.inner.replaceChildren(fx.pictured(die(number)));
      await rolls;
      node.remove();
    }),
  );
  fx.show(key);
}

/** Hexes of a number that give a seat a kind of card. */
function hexesFor(d, seat, kind, number) {
  const player = d.players[seat];
  return d.hexes.filter(
    (hex) =>
      hex.terrain === kind &&
      (number === null ? true : hex.token === number) &&
      hex.id !== d.robber &&
      hex.corners.some((node) => player.settlements.includes(node) || player.cities.includes(node)),
  );
}

/** @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function roll(shown, after, event, view) {
  const rolled = { ...shown, dice: after.dice, rolled: true };
  const pays = after.hexes.filter((hex) => hex.token === event.sum && hex.id !== after.robber);
  const cards = event.gains.flatMap(({ seat, cards: gained }) =>
    Object.entries(gained).flatMap(([kind, n]) => {
      const from = hexesFor(after, seat, kind, event.sum);
      return Array.from({ length: n }, (_, i) => [
        kind,
        `hex:${from[i % Math.max(1, from.length)]?.id}`,
        keeps(view, seat, kind),
      ]);
    }),
  );
  /** @type {Beat[]} */
  const beats = [
    {
      id: "dice",
      shows: { ...rolled, rolled: false }, // which hexes pay is shown once the dice lie still
      guide: view.say(event.seat === view.seat ? "draw.rolling_you" : "draw.rolling", {
        name: view.names[event.seat],
      }),
      sound: "dice",
      ms: 760,
      does: (fx) =>
        Promise.all([
          fx.pulse(`face:${event.seat}`, { ms: 300, scale: 1.14 }),
          throwDice(fx, `dice:${after.turn}`, after.dice),
        ]),
    },
  ];
  const jumps = event.sum === 7 ? [] : pays;
  beats.push({
    id: "numbers",
    shows: rolled,
    ms: !jumps.length ? 0 : cards.length ? 240 : 460,
    does: (fx) =>
      Promise.all(
        jumps.map((hex) => fx.pulse(`token:${hex.id}`, { ms: cards.length ? 320 : 460, scale: 1.35 })),
      ),
  });
  if (cards.length)
    beats.push({
      id: "harvest",
      ms: streamTime(cards.length, 160, 460),
      faces: Object.fromEntries(event.gains.map(({ seat }) => [seat, "glad"])),
      does: (fx) => stream(fx, cards, { apart: 160, ms: 460 }),
    });
  if (event.owed.length)
    beats.push({
      id: "seven",
      ms: 400,
      faces: Object.fromEntries(event.owed.map(({ seat }) => [seat, "sad"])),
      does: (fx) => fx.shake(null, { px: 5 }),
    });
  const next = taken(rolled, after, everybody(after), HAND, ["bank"]);
  beats.push(
    arrive(
      next,
      event.gains.map(({ seat }) => seat),
      [event],
    ),
  );
  return [next, beats];
}

/** Hands have changed: the plates of the seats that got cards pulse.
 * @returns {Beat} */
const arrive = (shows, seats, tells = []) => ({
  id: "cards",
  shows,
  tells,
  sound: false,
  ms: seats.length ? 200 : 0,
  does: (fx) => Promise.all(seats.map((seat) => fx.pulse(`face:${seat}`, { ms: 200, scale: 1.12 }))),
});

/** Cards that come at the set-up.
 * @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function firstCards(shown, after, event, view) {
  const cards = listed(event.cards).map((kind) => [
    kind,
    `hex:${hexesFor(after, event.seat, kind, null).at(-1)?.id}`,
    keeps(view, event.seat, kind),
  ]);
  const next = taken(shown, after, [event.seat], HAND, ["bank"]);
  return [
    next,
    [
      {
        id: "first_cards",
        tells: [event],
        ms: streamTime(cards.length, 160, 460),
        does: (fx) => stream(fx, cards, { apart: 160, ms: 460 }),
      },
      arrive(next, [event.seat]),
    ],
  ];
}

/* Building */

/** @param {GameEvent} event */
const siteOf = (event) =>
  event.kind === "road"
    ? `road:${event.edge.join("-")}`
    : `node:${event.node}:${event.kind === "city" ? "city" : "settlement"}`;

/** A piece falls onto its place, is squashed for a moment and rests.
 * @param {Fx} fx */
async function drops(fx, key) {
  const place = fx.at(key);
  if (!place || fx.ended) return;
  const above = Math.min(120, place.h * 2.4); // not from beyond the island
  if (fx.less) {
    await fx.fadeIn(key);
    return;
  }
  fx.hide(key);
  const node = fx.actor(place, fx.copy(place));
  const at = (lift, wide = 1, high = 1) =>
    `${fx.transform(place, place, lift - (place.h * (1 - high)) / 2)} scale(${wide}, ${high})`;
  await fx.animate(
    node,
    [
      { transform: at(above, 1.2, 1.2), opacity: 0 },
      { transform: at(above * 0.92, 1.2, 1.2), opacity: 1, offset: 0.1 },
      { transform: at(0), offset: 0.6, easing: "cubic-bezier(.5,0,.9,.4)" },
      { transform: at(0, 1.22, 0.7), offset: 0.74 },
      { transform: at(6, 0.95, 1.08), offset: 0.88 },
      { transform: at(0) },
    ],
    620,
    { easing: "linear" },
  );
  node.remove();
  fx.show(key);
}

/** Points that are won or lost: a chip goes to the plate, then the number rolls.
 * @returns {[Description, Beat[]]} */
function points(shown, after, seat, key, { tells = [] } = {}) {
  const [old, now] = [shown.players[seat].points, after.players[seat].points];
  const next = taken(shown, after, [seat], POINTS);
  if (old === now) return [next, []];
  const sign = now > old ? `+${now - old}` : `–${old - now}`;
  return [
    next,
    [
      {
        id: "point",
        tells,
        sound: now > old ? "chime" : "down",
        ms: 520,
        does: (fx) => fx.chip(sign, key, { to: `points:${seat}`, bad: now < old, ms: 420, arc: 8 }),
      },
      {
        id: "points",
        shows: next,
        faces: { [seat]: now > old ? "proud" : "sad" },
        sound: false,
        ms: 400,
        async does(fx) {
          await fx.count(`points:${seat}`, old, { ms: 200 });
          await fx.pulse(`points:${seat}`, { scale: 1.5, ms: 200 });
        },
      },
    ],
  ];
}

/** @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function build(shown, after, event, view) {
  const free = event.free || shown.phase.startsWith("setup") || shown.phase === "free_road";
  const price = free ? [] : listed(shown.costs[PRICES[event.kind]]);
  const key = siteOf(event);
  const old = event.kind === "city" ? `node:${event.node}:settlement` : null;
  const paid = free ? shown : taken(shown, after, [event.seat], HAND);
  const stands = taken(paid, after, everybody(after), BUILT, ["bank", "last_settlement", "free_roads"]);
  /** @type {Beat[]} */
  const beats = [];
  if (price.length)
    beats.push({
      id: "price",
      shows: paid,
      sound: "slide",
      ms: streamTime(price.length, 80, 420),
      does: (fx) => {
        const site = old ? fx.at(old) : placeOfSite(fx, event, shown);
        return stream(
          fx,
          price.map((kind) => [kind, keeps(view, event.seat, kind), site]),
          { apart: 80, arc: 70, sound: null, end: 0.3 },
        );
      },
    });
  beats.push({
    id: event.kind,
    shows: stands,
    tells: [event],
    sound: false,
    ms: 640,
    async does(fx) {
      await drops(fx, key);
      fx.sound("build");
      const at = fx.at(key);
      if (at && event.seat === view.seat)
        fx.chip(view.say(`draw.${PRICES[event.kind]}`), { ...at, y: at.y - at.h / 2 - 18 });
      fx.burst(key, { colour: "#F0D9A0", reach: 44, size: 12 });
    },
  });
  const [next, won] = event.kind === "road" ? [stands, []] : points(stands, after, event.seat, key);
  return [next, [...beats, ...won]];
}

/** Where something will be built: between or at hexes that are drawn.
 * @param {Fx} fx @param {GameEvent} event */
function placeOfSite(fx, event, d) {
  const nodes = event.edge ?? [event.node];
  const hexes = d.hexes.filter((hex) => nodes.every((node) => hex.corners.includes(node)));
  const spots = hexes.map((hex) => fx.at(`hex:${hex.id}`)).filter(Boolean);
  if (!spots.length) return fx.middle;
  const mean = (axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length;
  if (spots.length > 1) return { x: mean("x"), y: mean("y"), w: 20, h: 20, turn: 0 };
  const radius = spots[0].w / 1.6;
  const turns = nodes.map((node) => ((hexes[0].corners.indexOf(node) * 60 - 90) * Math.PI) / 180);
  const part = (way) => turns.reduce((sum, turn) => sum + way(turn), 0) / turns.length;
  return {
    x: spots[0].x + radius * part(Math.cos),
    y: spots[0].y + radius * part(Math.sin),
    w: 20,
    h: 20,
    turn: 0,
  };
}

/* Awards */

const SHIELD_OUTLINE = "M50 4 92 16C94 62 76 86 50 97 24 86 6 62 8 16Z";
const SHIELD_SHADE = "M50 4 92 16C94 62 76 86 50 97Z";
const SHIELD = `<path d="${SHIELD_OUTLINE}" fill="#F6BC3A" stroke="#38200F" stroke-width="5"
  stroke-linejoin="round"/><path d="${SHIELD_SHADE}" fill="#C98A14" opacity=".55"/>`;
const shield = (kind, seat) =>
  group(
    {},
    picture(SHIELD),
    put(20, 20, 0.6, kind === "longest_road" ? piece("road", seat) : cardSign("knight")),
  );

/** @param {GameEvent} event @returns {[Description, Beat[]]} */
function award(shown, after, event) {
  const { kind, seat } = event;
  const from = event.from ?? null;
  const roads =
    kind === "longest_road" ? after.players[seat].roads.map((edge) => `road:${edge.join("-")}`) : [];
  const held = taken(shown, after, [], [], [kind]);
  /** @type {Beat[]} */
  const beats = [
    {
      id: kind,
      tells: [event],
      sound: "trick_won",
      ms: 700 + roads.length * 40,
      faces: { [seat]: "proud", ...(from === null ? {} : { [from]: "sad" }) },
      async does(fx) {
        await Promise.all(
          roads.slice(0, 15).map(async (key, i) => {
            await fx.wait(i * 40);
            await fx.pulse(key, { ms: 260, scale: 1.3 });
          }),
        );
        const start = from === null ? fx.middle : fx.at(`face:${from}`);
        const end = fx.at(`face:${seat}`);
        if (start && end && !fx.less)
          await fx.fly(figure(shield(kind, seat), start, 64), {
            from: { ...start, w: 64 },
            to: { ...end, w: 40 },
            ms: 700,
            arc: 80,
          });
      },
    },
    { id: "held", shows: held, ms: 0 },
  ];
  let next = held;
  for (const one of from === null ? [seat] : [from, seat]) {
    const [then, more] = points(next, after, one, `face:${one}`);
    next = then;
    beats.push(...more);
  }
  return [next, beats];
}
/** @param {GameEvent} event @returns {[Description, Beat[]]} */
function awardLost(shown, after, event) {
  const held = taken(shown, after, [], [], ["longest_road"]);
  const [next, beats] = points(held, after, event.seat, `face:${event.seat}`);
  return [
    next,
    [{ id: event.kind, shows: held, tells: [event], ms: 300, faces: { [event.seat]: "sad" } }, ...beats],
  ];
}
/** @param {GameEvent} event @returns {[Description, Beat[]]} */
const cut = (shown, event) => [
  shown,
  [
    {
      id: "road_cut",
      tells: [event],
      sound: "down",
      ms: 420,
      faces: { [event.seat]: "sad" },
      does: (fx) =>
        Promise.all(
          shown.players[event.seat].roads
            .slice(0, 15)
            .map((edge) => fx.shake(`road:${edge.join("-")}`, { px: 4, ms: 360 })),
        ),
    },
  ],
];

/* The robber, thefts and sevens */

/** @param {Fx} fx */
async function walks(fx) {
  const [a, b] = [fx.from("robber"), fx.at("robber")];
  if (!a || !b || fx.ended) return;
  if (fx.less) {
    await fx.fadeIn("robber");
    return;
  }
  fx.hide("robber");
  const node = fx.actor(b, fx.copy(b));
  const steps = 18;
  const frames = Array.from({ length: steps + 1 }, (_, i) => {
    const k = i / steps;
    const place = { ...b, x: a.x + (b.x - a.x) * k, y: a.y + (b.y - a.y) * k };
    return { transform: fx.transform(place, b, Math.abs(Math.sin(k * 3 * Math.PI)) * 26) };
  });
  const hops = [0, 1, 2].map(async (i) => {
    await fx.wait(i * 175);
    fx.sound("hop", i);
  });
  await Promise.all([fx.animate(node, frames, 560, { easing: "linear" }), ...hops]);
  node.remove();
  fx.show("robber");
}
/** @param {GameEvent} event @returns {[Description, Beat[]]} */
function robber(shown, after, event) {
  const next = { ...shown, robber: after.robber };
  return [next, [{ id: "robber", shows: next, tells: [event], sound: false, ms: 560, does: walks }]];
}
/** @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function steal(shown, after, event, view) {
  const next = taken(shown, after, [event.seat, event.victim], HAND);
  return [
    next,
    [
      {
        id: "steal",
        tells: [event],
        sound: "slide",
        ms: 440,
        faces: { [event.victim]: "wow", [event.seat]: "sly" },
        does: (fx) =>
          flies(fx, event.card, keeps(view, event.victim, event.card), keeps(view, event.seat, event.card), {
            arc: 70,
            sound: null,
          }),
      },
      arrive(next, [event.seat]),
    ],
  ];
}
/** @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function discard(shown, after, event, view) {
  const all =
    event.kind === "discards"
      ? event.discards.flatMap(({ seat, cards }) => listed(cards).map((kind) => [seat, kind]))
      : [[event.seat, event.resource ?? null]];
  const next = taken(shown, after, everybody(after), HAND, ["bank"]);
  return [
    next,
    [
      {
        id: event.kind,
        shows: next,
        tells: [event],
        sound: "slide",
        ms: event.kind === "discards" ? 700 : 260,
        does: (fx) =>
          stream(
            fx,
            all.map(([seat, kind]) => [kind, keeps(view, seat, kind), kind ? `bank:${kind}` : "zone:bank"]),
            {
              apart: 60,
              ms: event.kind === "discards" ? 420 : 260,
              sound: null,
            },
          ),
      },
    ],
  ];
}

/* Development cards */

/** A card is held up over the table.
 * @param {Fx} fx */
async function heldUp(fx, kind, from) {
  const a = fx.at(from) ?? fx.from(from);
  if (!a || fx.less || fx.ended) return;
  const wide = Math.min(150, fx.layer.clientWidth * 0.26);
  const card = figure(cardFace(kind, CARD.width, CARD.height, 6), a, wide, CARD);
  const end = { ...fx.middle, w: wide };
  await fx.fly(card, { from: { ...a, w: wide * 0.3, turn: 0 }, to: end, ms: 320, arc: 40 });
  const node = fx.actor({ ...end, h: card.h }, fx.copy({ ...card }));
  await fx.wait(420);
  await fx.animate(node, [{ opacity: 1 }, { opacity: 0 }], 160, { easing: "linear" });
  node.remove();
}
const CARD_OF = {
  knight: "knight",
  road_building: "road_building",
  plenty: "year_of_plenty",
  monopoly: "monopoly",
};
/** @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function showsCard(shown, after, event, view) {
  const next = taken(
    shown,
    after,
    [event.seat],
    ["cards", "cards_count", "played"],
    ["card_played", "free_roads"],
  );
  const kind = CARD_OF[event.kind];
  const own = event.seat === (view.seat ?? 0);
  return [
    next,
    [
      {
        id: `card_${event.kind}`,
        shows: next,
        tells: ["knight", "road_building"].includes(event.kind) ? [event] : [],
        sound: "flip",
        ms: 900,
        does: (fx) =>
          heldUp(
            fx,
            kind,
            own && fx.was.has(`card:${kind}`) ? fx.was.get(`card:${kind}`) : `face:${event.seat}`,
          ),
      },
    ],
  ];
}
/** @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function plenty(shown, after, event, view) {
  const [held, first] = showsCard(shown, after, event, view);
  const cards = listed(event.cards).map((kind) => [kind, `bank:${kind}`, keeps(view, event.seat, kind)]);
  const next = taken(held, after, [event.seat], HAND, ["bank"]);
  return [
    next,
    [
      ...first,
      {
        id: "plenty",
        tells: [event],
        sound: false,
        ms: streamTime(cards.length, 160, 420),
        does: (fx) => stream(fx, cards, { apart: 160 }),
      },
      arrive(next, [event.seat]),
    ],
  ];
}
/** @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function monopoly(shown, after, event, view) {
  const [held, first] = showsCard(shown, after, event, view);
  const cards = event.taken.flatMap(({ seat, count }) =>
    Array.from({ length: count }, () => [
      event.resource,
      keeps(view, seat, event.resource),
      keeps(view, event.seat, event.resource),
    ]),
  );
  const next = taken(held, after, everybody(after), HAND);
  return [
    next,
    [
      ...first,
      {
        id: "monopoly",
        tells: [event],
        sound: false,
        faces: Object.fromEntries(event.taken.map(({ seat }) => [seat, "wow"])),
        ms: streamTime(cards.length, 70, 600),
        does: (fx) => stream(fx, cards, { apart: 70, ms: 600 }),
      },
      arrive(next, [event.seat]),
    ],
  ];
}
/** @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function buy(shown, after, event, view) {
  const price = listed(shown.costs.card);
  const paid = taken(shown, after, [event.seat], HAND);
  const next = taken(
    paid,
    after,
    [event.seat],
    ["cards", "cards_count", "bought", "bought_count", ...POINTS],
    ["bank", "deck_left"],
  );
  const own = event.seat === (view.seat ?? 0) && event.card;
  return [
    next,
    [
      {
        id: "price",
        shows: paid,
        sound: "slide",
        ms: streamTime(price.length, 80, 360),
        does: (fx) =>
          stream(
            fx,
            price.map((kind) => [kind, keeps(view, event.seat, kind), `bank:${kind}`]),
            { apart: 80, ms: 360, sound: null },
          ),
      },
      {
        id: "buy",
        shows: next,
        tells: [event],
        sound: "flip",
        ms: 320,
        async does(fx) {
          const from = fx.at("build:card");
          const place = own ? fx.at(`card:${event.card}`) : null;
          const to = place ?? fx.at(`face:${event.seat}`);
          if (!from || !to || fx.less || fx.ended) return;
          // The first of its kind is not there before it has come.
          const first = place && !fx.was.has(`card:${event.card}`);
          if (first) fx.hide(`card:${event.card}`);
          await fx.fly(figure(cardBack(), from, 60), {
            from: { ...from, w: 50, turn: 0 },
            to: { ...to, w: 60, turn: 0 },
            ms: 300,
            arc: 40,
          });
          if (first) fx.show(`card:${event.card}`);
        },
      },
    ],
  ];
}

/* Trade */

/** @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function bankTrade(shown, after, event, view) {
  const give = listed(event.give).map((kind) => [kind, keeps(view, event.seat, kind), `bank:${kind}`]);
  const get = listed(event.get).map((kind) => [kind, `bank:${kind}`, keeps(view, event.seat, kind)]);
  const next = taken(shown, after, [event.seat], HAND, ["bank"]);
  return [
    next,
    [
      {
        id: "bank",
        shows: given(shown, after),
        tells: [event],
        sound: "slide",
        ms: 520,
        does: (fx) => Promise.all([stream(fx, give, { apart: 60, sound: null }), stream(fx, get)]),
      },
      arrive(next, [event.seat]),
    ],
  ];
}
/** @param {GameEvent} event @param {View} view @returns {[Description, Beat[]]} */
function trade(shown, after, event, view) {
  const { seat, partner } = event;
  const ways = (cards, from, to) =>
    listed(cards).map((kind) => [kind, keeps(view, from, kind), keeps(view, to, kind)]);
  const next = taken({ ...shown, offer: null }, after, [seat, partner], HAND);
  return [
    next,
    [
      {
        id: "trade",
        shows: given(shown, after),
        tells: [event],
        sound: false,
        faces: { [seat]: "glad", [partner]: "glad" },
        ms: 520,
        does: (fx) =>
          Promise.all([
            stream(fx, ways(event.give, seat, partner), { apart: 60 }),
            stream(fx, ways(event.get, partner, seat), { apart: 60, arc: -60, sound: null }),
          ]),
      },
      arrive(next, [seat, partner]),
    ],
  ];
}
/** @param {GameEvent} event @returns {[Description, Beat[]]} */
function spoken(shown, after, event) {
  const next = after.offer ? { ...shown, offer: after.offer, phase: after.phase } : shown;
  const asks = event.kind === "offer";
  return [
    next,
    [
      {
        id: event.kind,
        shows: next,
        tells: [event],
        sound: asks ? "slide" : "tick",
        ms: asks ? 450 : 200,
        does: (fx) =>
          event.seat === undefined ? null : fx.pulse(`face:${event.seat}`, { ms: 200, scale: 1.14 }),
      },
    ],
  ];
}

/* The end */

/** @param {GameEvent} event @returns {[Description, Beat[]]} */
function ends(shown, after, event) {
  if (event.kind === "cap") return [after, [{ id: "cap", shows: after, tells: [event], ms: 600 }]];
  const player = after.players[event.seat];
  const pieces = [
    ...player.settlements.map((node) => [`node:${node}:settlement`, "+1"]),
    ...player.cities.map((node) => [`node:${node}:city`, "+2"]),
  ];
  return [
    after,
    [
      {
        id: "won",
        shows: after,
        tells: [event],
        sound: false,
        faces: { [event.seat]: "proud" },
        ms: pieces.length * 140 + 700,
        async does(fx) {
          await Promise.all(
            pieces.map(async ([key, sign], i) => {
              await fx.wait(i * 140);
              fx.sound("coin", i);
              await Promise.all([fx.pulse(key, { scale: 1.4 }), fx.chip(sign, key, {})]);
            }),
          );
          fx.confetti({ n: 70 });
        },
      },
    ],
  ];
}

const TOLD = {
  roll,
  first_cards: firstCards,
  settle: build,
  road: build,
  city: build,
  longest_road: award,
  largest_army: award,
  longest_road_lost: awardLost,
  road_cut: (shown, after, event) => cut(shown, event),
  robber,
  knight: showsCard,
  road_building: showsCard,
  steal,
  discard,
  hidden_discard: discard,
  discards: discard,
  plenty,
  monopoly,
  buy,
  bank: bankTrade,
  trade,
  offer: spoken,
  accept: spoken,
  reject: spoken,
  hidden_answer: spoken,
  answers: spoken,
  refused: spoken,
  cancel: spoken,
  won: ends,
  cap: ends,
};

/** Turn the events of one step into beats.
 * @type {Drawing["beats"]} */
export function beats(before, after, events, view) {
  /** @type {Beat[]} */
  const made = [];
  let shown = before;
  for (const event of events) {
    if (!(event.kind in TOLD)) continue;
    const [next, more] = TOLD[event.kind](shown, after, event, view);
    shown = next;
    made.push(...more);
  }
  return made;
}

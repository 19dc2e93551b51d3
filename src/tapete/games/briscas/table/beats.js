/* Briscas in motion: a card is played, the trick is taken and swept, its points are counted, cards are drawn,
the end is counted. */

import { picture } from "/page/kit.js";
import { suitSign } from "./art.js";

const CROWN = `<path d="M6 84V32l24 20L50 18l20 34 24-20v52Z" fill="#F6BC3A" stroke="#38200F" stroke-width="6"
  stroke-linejoin="round"/><path d="M6 84V72H94V84Z" fill="#C98A14" stroke="#38200F" stroke-width="6"/>`;
const STRUCK = `<path d="M8 8 92 92" stroke="#FF6A4A" stroke-width="14" stroke-linecap="round"/>`;
const STEPS = 10; // in which the end is counted
const NEAR = 24; // px
const HIGH = 10; // points of a trick from which faces change

const without = (list, card) => list?.filter((other) => other !== card) ?? null;

/** A seat's hand after it has given a card away or got one. */
function held(d, seat, { gives = null, gets = null }) {
  const players = d.players.map((player, at) => {
    if (at !== seat) return player;
    const known = gives ? without(player.known, gives) : player.known;
    const hand = player.hand && gives ? without(player.hand, gives) : player.hand;
    const grown = gets?.card && hand && !hand.includes(gets.card) ? [...hand, gets.card] : hand;
    return { ...player, count: player.count + (gets ? 1 : 0) - (gives ? 1 : 0), hand: grown, known };
  });
  return { ...d, players };
}

/** The back that leaves a hidden hand: the middle one, as the others must not know which. */
const hiddenOf = (d, seat) => `back:${seat}:${Math.floor(((d.players[seat].count || 1) - 1) / 2)}`;

/** A card from a hidden hand or the stock is told, and counted where the count is open, once it has landed.
 * @param {Beat} beat @returns {Beat[]} */
const landing = (beat, card, counting) => [
  { ...beat, shows: counting ? { ...beat.shows, coming: card } : beat.shows, tells: [] },
  { id: "landed", shows: beat.shows, tells: beat.tells, ms: 0, sound: false },
];

/** @param {GameEvent} event @returns {Beat[]} */
function play(before, shows, event, counting) {
  const key = `card:${event.card}`;
  const { hand, known } = before.players[event.seat];
  /** @type {Beat} */
  const beat = {
    id: event.kind,
    shows,
    tells: [event],
    ms: 280,
    sound: false,
    async does(fx) {
      const seen = fx.was.has(key);
      const from = seen ? key : hiddenOf(before, event.seat);
      await fx.fly(key, { from, as: seen ? key : from, ms: 280, arc: 18 });
      fx.sound("place");
    },
  };
  return (hand ?? known).includes(event.card) ? [beat] : landing(beat, event.card, counting);
}

/** @param {GameEvent} event @returns {Beat} */
function exchange(after, event) {
  return {
    id: "exchange",
    shows: after,
    tells: [event],
    ms: 520,
    sound: "twist",
    does: (fx) =>
      Promise.all([
        fx.fly(`card:${event.takes}`, { ms: 520, arc: 70 }),
        fx.fly(`card:${event.gives}`, {
          from: fx.was.has(`card:${event.gives}`) ? `card:${event.gives}` : `back:${event.seat}:0`,
          ms: 520,
          arc: -50,
        }),
      ]),
  };
}

/** @param {GameEvent} event @returns {Beat} */
const voided = (event) => ({
  id: "void",
  tells: [event],
  ms: 300,
  does: (fx) => {
    const sign = picture(STRUCK);
    const both = suitSign(event.suit);
    both.append(sign);
    return fx.put(both, `seat:${event.seat}`, { size: 44, dy: 30, ms: 260, fall: 16 });
  },
});

/** The crown, the sweep into the winner's pile, and only then the numbers.
 * @param {GameEvent} event @returns {Beat[]} */
function taken(before, full, after, event, mine) {
  const trick = after.tricks.at(-1);
  const side = after.players[trick.winner].side;
  /** @type {Record<string, Mood>} */
  const moods = {};
  if (trick.points >= HIGH)
    after.players.forEach((player, seat) => {
      moods[seat] = player.side === side ? "glad" : "sad";
    });
  // Until its points are counted it is still this trick, and nobody leads the next one.
  const swept = { ...full, trick: [], trick_points: 0, holds: null, tricks: after.tricks, taking: true };
  const scored = {
    ...swept,
    taking: false,
    leader: after.leader,
    sides: after.sides,
    players: swept.players.map((player, seat) => ({ ...player, tricks: after.players[seat].tricks })),
  };
  const old = before.sides[side].points;
  const pile = `pile:${side}`;
  // Where the pile lies in the line of its points, nothing flies over the line of another side.
  const arcTo = (fx) => (Math.abs(fx.at(pile)?.y - fx.at(`score:${side}`)?.y) < NEAR ? 0 : 50);
  return [
    {
      id: "crown",
      tells: [event],
      faces: moods,
      sound: mine ? "up" : "down",
      ms: 900,
      does: (fx) => {
        const key = `card:${event.card}`,
          place = fx.at(key);
        if (place)
          fx.put(picture(CROWN), key, { size: place.w * 0.42, dy: -place.h / 2 - place.w * 0.1, ms: 300 });
        return fx.pulse(key, { scale: 1.07, ms: 320 });
      },
    },
    {
      id: "sweep",
      shows: swept,
      sound: "slide",
      ms: 340,
      async does(fx) {
        const first = !before.tricks.some(({ winner }) => after.players[winner].side === side);
        if (first) fx.hide(pile); // the place is empty before the cards arrive
        await Promise.all(
          trick.cards.map(({ card }, i) =>
            fx.fly(`card:${card}`, { to: pile, becomes: pile, ms: 340, arc: 26, spin: i % 2 ? 8 : -8 }),
          ),
        );
        if (first) fx.show(pile);
      },
    },
    trick.points
      ? {
          id: "points",
          sound: "coin",
          ms: 420,
          does: (fx) => fx.chip(`+${trick.points}`, pile, { to: `score:${side}`, ms: 420, arc: arcTo(fx) }),
        }
      : null,
    {
      id: "score",
      shows: scored,
      ms: trick.points ? 260 : 0,
      sound: false,
      does: (fx) =>
        Promise.all([
          fx.count(`score:${side}`, old, { ms: 400 }),
          fx.pulse(`score:${side}`, { scale: 1.25 }),
        ]),
    },
  ];
}

/** @param {GameEvent} event @returns {[Description, Beat]} */
function drawn(shown, after, event) {
  const known = event.kind !== "hidden_draw";
  const seat = event.seat;
  const grown = held(shown, seat, { gets: { card: known ? event.card : null } });
  const { left } = shown.stock;
  const next = {
    ...grown,
    stock: { ...shown.stock, left: left - 1, face_up: event.kind === "face_up" ? null : shown.stock.face_up },
    players: grown.players.map((player, at) =>
      at === seat
        ? { ...player, known: left - 1 === after.stock.left ? after.players[at].known : player.known }
        : player,
    ),
  };
  if (event.kind === "face_up" && !next.players[seat].hand)
    next.players[seat].known = after.players[seat].known;
  const key =
    event.kind === "hidden_draw" ? `back:${seat}:${next.players[seat].count - 1}` : `card:${event.card}`;
  return [
    next,
    {
      id: event.kind,
      shows: next,
      tells: [event],
      ms: event.kind === "face_up" ? 420 : known ? 300 : 220,
      sound: "slide",
      async does(fx) {
        if (event.kind === "face_up") await fx.fly(key, { ms: 420, arc: 60 });
        else await fx.fly(key, { from: "stock", as: "stock", ms: known ? 300 : 260, arc: 24 });
        if (known) fx.sound("flip");
      },
    },
  ];
}

/** The two piles are counted against each other in ten beats; the words come after the numbers.
 * @param {GameEvent[]} events @returns {Beat[]} */
function counted(after, events) {
  const totals = after.sides.map((side) => side.points);
  /** @type {Beat[]} */
  const steps = Array.from({ length: STEPS }, (_, i) => ({
    id: "count",
    shows: { ...after, counted: totals.map((points) => Math.round((points * (i + 1)) / STEPS)) },
    sound: false,
    guide: "",
    ms: 200,
    does: (fx) => fx.sound("coin", i),
  }));
  return steps.concat({
    id: "end",
    shows: after,
    tells: events,
    ms: 600,
    does: (fx) => fx.confetti({ n: 60 }),
  });
}

/** @type {Drawing["beats"]} */
export function beats(before, after, events, view) {
  const of = (kind) => events.find((event) => event.kind === kind);
  /** @type {Beat[]} */
  const made = [];
  const counting = view.toggles?.has("counting");
  if (of("exchange")) return [exchange(after, of("exchange"))];
  const card = of("lead") ?? of("play");
  const trick = of("trick");
  const ends = events.filter((event) =>
    ["stopped", "unfinished", "won", "won_by_cards", "tie"].includes(event.kind),
  );
  if (!card || card.seat === undefined) return [];
  const voids = events.filter((event) => event.kind === "void");
  if (!trick) {
    const shows = ends.length ? { ...after, over: false } : after;
    made.push(...play(before, shows, card, counting), ...voids.map(voided));
    return ends.length ? [...made, ...counted(after, ends)] : made;
  }
  const won = after.tricks.at(-1);
  const best = won.cards.find(({ seat }) => seat === won.winner);
  const full = {
    ...held(before, card.seat, { gives: card.card }),
    trick: won.cards,
    trick_points: won.points,
    holds: best,
    seat: -1,
  };
  const mine = view.seat !== null && after.players[won.winner].side === after.players[view.seat].side;
  made.push(...play(before, full, card, counting), ...voids.map(voided));
  made.push(...taken(before, full, after, trick, mine));
  let shown = made.findLast((beat) => beat?.id === "score").shows;
  for (const event of events.filter(({ kind }) => ["draw", "hidden_draw", "face_up"].includes(kind))) {
    const [next, beat] = drawn(shown, after, event);
    shown = next;
    made.push(...(event.kind === "draw" ? landing(beat, event.card, counting) : [beat]));
  }
  const empty = of("stock_empty");
  if (empty) made.push({ id: "stock_empty", writes: {}, tells: [empty], ms: 700 });
  if (of("partner")) made.push({ id: "partner", shows: after, tells: [of("partner")], ms: 400 });
  return ends.length ? [...made, ...counted(after, ends)] : made;
}

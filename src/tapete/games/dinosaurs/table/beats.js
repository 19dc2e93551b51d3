/* Happy Little Dinosaurs in motion: the reveal, instants in flight, the race, the disaster that falls, and
the end. */

import { pictureOf } from "./art.js";
import { actorOf, disasterKey, isAimed, laneAt, nameOf, runnerAt, whoDid, word } from "./draw.js";

const HOP = 125; // ms of a step on the trail
const LONGEST = 1000; // ms of a whole run
const SCORES = 2200; // ms that the lanes stay after a round

/** A description with some members of some players changed. */
function changed(d, change) {
  return { ...d, players: d.players.map((player, seat) => ({ ...player, ...change(player, seat) })) };
}
const total = (player) => Object.values(player.disasters).reduce((sum, n) => sum + n, 0);

/** The table after a round has ended and before the next one begins: the same cards, what was
 * gained and taken. */
function settled(before, after, parts) {
  return {
    ...changed(before, (_, seat) =>
      Object.fromEntries(parts.map((part) => [part, after.players[seat][part]])),
    ),
    seat: -1,
    waiting: [],
    simultaneous: false,
    bearer: null,
    took: after.players.map((player, seat) => total(player) > total(before.players[seat])),
  };
}

/** Nobody takes the disaster. */
const untaken = (d) => d.players.map(() => false);

/** A hand without one card; of a hidden hand only the number of its cards is known. One whose target was
 * asked for has left the hand already. */
function spent(d, seat, card) {
  if (d.source === card && isAimed(d, seat)) return { ...d, source: null };
  return changed(d, (player, at) => {
    if (at !== seat) return {};
    const place = player.hand?.indexOf(card) ?? -1;
    return {
      cards: Math.max(0, player.cards - 1),
      ...(place < 0 ? {} : { hand: player.hand.filter((_, i) => i !== place) }),
    };
  });
}

/* What moves */

/** What is no longer drawn in a place leaves it at once.
 * @param {Fx} fx @param {Spot} from */
function leave(fx, from) {
  for (const key of typeof from === "string" ? fx.was.keys() : [])
    if (key.split("#")[0] === from && !fx.node(key)) fx.claimed.add(key);
}

/** A card that flies from a seat (or from the own hand) to another place, over the stage.
 * @param {Fx} fx @param {View} view @param {string | null} card @param {Spot} from @param {Spot} to
 * @param {{width?: number, ms?: number, arc?: number, spin?: number, fade?: boolean,
 *   delay?: number, as?: Spot}} [how] */
function throwCard(fx, view, card, from, to, { width = 84, ...how } = {}) {
  const start = fx.from(from);
  if (!start) return Promise.resolve();
  leave(fx, from);
  const thing = actorOf(fx, view, card, start, width);
  return fx.fly(thing, { from: { ...start, w: thing.w, turn: 0 }, to, ...how });
}
/** @param {Fx} fx @param {View} view @param {GameEvent} event */
const hold = (fx, view, event) =>
  event.seat === view.seat && fx.was.has(`hand:${event.card}`)
    ? `hand:${event.card}`
    : `figure:${event.seat}`;

/** How each dinosaur runs: its pace, stones of a stride, how high it lifts, how many degrees it rocks and its
 * parts swing. Rex hops, Trike gallops, Bronto strides and sways, Stego waddles.
 * @type {Record<string, {pace: number, stride: number, lift: number, rock: number, waddles?: boolean,
 *   swing: Record<string, number>}>} */
const GAITS = {
  rex: { pace: 1, stride: 1, lift: 0.36, rock: 3, swing: { legA: 26, legB: 26, arm: 18 } },
  cry: { pace: 0.9, stride: 1, lift: 0.16, rock: 7, swing: { legA: 28, legB: -28 } },
  bronto: { pace: 1.1, stride: 2, lift: 0.08, rock: 2, swing: { legA: 20, legB: -20, head: 8 } },
  stego: {
    pace: 1.35,
    stride: 1,
    lift: 0.05,
    rock: 5,
    waddles: true,
    swing: { legA: 16, legB: -16, tail: 12 },
  },
};

/** Legs and what else swings, in a copy of a figure that runs.
 * @param {Fx} fx */
function run(fx, node, ms, strides, swing) {
  for (const [part, angle] of Object.entries(swing))
    for (const limb of node.querySelectorAll(`[data-part=${part}]`)) {
      const frames = Array.from({ length: 2 * strides + 1 }, (_, i) => ({
        transform: `rotate(${i % 2 ? -angle : angle}deg)`,
      }));
      fx.animate(limb, frames, ms, { easing: "linear", fill: "none" });
    }
}

/** A runner goes from step to step in its own gait; `where` gives the place of a step.
 * @param {Fx} fx */
async function hops(fx, key, dinosaur, steps, where) {
  const now = fx.at(key);
  if (!now?.node || steps <= 0 || fx.less || fx.ended) return;
  const { pace, stride, lift, rock, waddles, swing } = GAITS[dinosaur];
  const strides = Math.ceil(steps / stride);
  const ms = Math.min(HOP * steps, LONGEST) * pace;
  fx.hide(key);
  const node = fx.actor(now, fx.copy(now));
  const end = where(steps);
  const frames = [];
  for (let i = 0; i <= 2 * strides; i += 1) {
    const at = where((steps * i) / (2 * strides));
    const side = (waddles ? i % 4 < 2 : i % 2) ? 1 : -1;
    const turn = i && i < 2 * strides ? rock * side : 0;
    const spot = { ...now, x: now.x + at.x - end.x, y: now.y + at.y - end.y, turn };
    frames.push({ transform: fx.transform(spot, now, i % 2 ? now.h * lift : 0) });
  }
  run(fx, node, ms, strides, swing);
  for (let i = 0; i < strides; i += 1) fx.wait((i * ms) / strides).then(() => fx.sound("hop", i));
  await fx.animate(node, frames, ms, { easing: "linear" });
  node.remove();
  fx.show(key);
}

/** @param {Fx} fx */
const tilt = (fx) =>
  fx.less || fx.ended
    ? Promise.resolve()
    : fx.animate(
        fx.svg,
        [0, 1.6, -1.6, 0].map((turn) => ({ transform: `rotate(${turn}deg)` })),
        620,
        { easing: "ease-in-out", fill: "none" },
      );

/** @param {Fx} fx */
const above = (fx, place) => ({ ...place, y: -place.h, turn: -6 });

/* What each event does; every function gets what is shown and gives the next picture and its beats */

/** @param {GameEvent} event @param {View} view @returns {[Description, Beat]} */
function chose(shown, after, event, view, revealed) {
  const { seat } = event;
  const next = revealed
    ? {
        ...changed(spent(shown, seat, event.card), (_, at) =>
          at === seat ? { chosen: true, face_down: event.card ?? null } : {},
        ),
        waiting: [],
      }
    : after;
  const own = seat === view.seat;
  return [
    next,
    {
      id: "chose",
      shows: next,
      tells: [event],
      ms: own ? 340 : 140,
      sound: own ? "slide" : false,
      async does(fx) {
        const from = own ? hold(fx, view, event) : `figure:${seat}`;
        const table = `table:${seat}`;
        leave(fx, from);
        // In sudden death the card of the round lies there already: what flies is the new one.
        if (own || !fx.was.has(table))
          await fx.fly(table, { from, as: fx.at(table), ms: own ? 340 : 220, arc: 30 });
        if (own) fx.sound("place");
      },
    },
  ];
}

/** All cards turn at once; then the discs come up, then the traits, then the ranks.
 * @param {GameEvent[]} events @param {View} view @returns {[Description, ...Beat[]]} */
function reveal(shown, after, events, view) {
  // What a card does to the round is seen when its beat comes.
  const quiet = {
    inverted: false,
    doubled: false,
    effects: { ...after.effects, order: [], cancelled: [] },
  };
  const up = { ...changed(after, () => ({ score: null })), ...quiet };
  const seats = after.players.map((_, seat) => seat).filter((seat) => after.players[seat].table);
  const bare = {
    ...changed(after, (player) => ({
      score: player.score && {
        ...player.score,
        trait: 0,
        boosts: 0,
        saps: 0,
        total: player.score.card,
        final: player.score.card,
        standing: "between",
      },
    })),
    ...quiet,
  };
  const plain = !after.inverted
    ? { ...after, ...quiet }
    : {
        ...changed(after, ({ score }) => ({
          score: score && { ...score, final: score.total, standing: "between" },
        })),
        ...quiet,
      };
  const touched = seats.filter((seat) => after.players[seat].score?.trait);
  const of = (kind) => events.filter((event) => event.kind === kind);
  /** @type {Beat[]} */
  const made = [
    {
      id: "reveal",
      shows: up,
      tells: of("reveal"),
      ms: 640,
      sound: false,
      does: (fx) =>
        Promise.all(
          seats.map((seat, i) => {
            fx.wait(i * 40).then(() => fx.sound("flip"));
            return fx.flip(`table:${seat}`, { ms: 560, delay: i * 40, grow: 1.18 });
          }),
        ),
    },
    {
      id: "count",
      shows: bare,
      tells: of("revealed"), // a card is named once it is seen
      ms: 380,
      sound: false,
      does: (fx) =>
        Promise.all(
          seats.map((seat) => {
            fx.count(`score:${seat}`, 0, { ms: 280 });
            return fx.pulse(`score:${seat}`, { scale: 1.35 });
          }),
        ),
    },
  ];
  if (touched.length)
    made.push({
      id: "traits",
      ms: 620,
      sound: false,
      does: (fx) =>
        Promise.all(
          touched.map((seat) => {
            const { trait } = after.players[seat].score;
            fx.sound(trait > 0 ? "up" : "down");
            const text = trait > 0 ? `+${trait}` : `−${-trait}`;
            return fx.chip(text, disasterKey(after), {
              to: `score:${seat}`,
              bad: trait < 0,
              ms: 420,
              arc: 40,
            });
          }),
        ),
    });
  made.push({
    id: "standing",
    shows: plain,
    ms: 700,
    sound: false,
    does: (fx) =>
      Promise.all(
        touched.map((seat) => {
          fx.count(`score:${seat}`, after.players[seat].score.card, { ms: 180 });
          return fx.pulse(`score:${seat}`, { scale: 1.3 });
        }),
      ),
  });
  made.push(...automatic(plain, after, events, view));
  made.at(-1).shows = after;
  return [after, ...made];
}

/** What revealed cards do by themselves, one after the other.
 * @param {GameEvent[]} events @param {View} view @returns {Beat[]} */
function automatic(shown, after, events, view) {
  /** @type {Beat[]} */
  const made = [];
  for (const event of events) {
    if (event.kind === "cancelled") {
      shown = { ...shown, effects: { ...shown.effects, cancelled: after.effects.cancelled } };
      made.push({
        id: "cancelled",
        shows: shown,
        tells: [event],
        ms: 700,
        sound: "hit",
        does: (fx) => Promise.all(event.seats.map((seat) => fx.shake(`table:${seat}`, { px: 7 }))),
      });
    }
    if (event.kind === "doubled") {
      shown = { ...shown, doubled: true };
      made.push({
        id: "doubled",
        shows: shown,
        tells: [event],
        ms: 700,
        sound: "chime",
        does: (fx) => fx.ribbon(word(view, "doubled"), { ms: 700 }),
      });
    }
    if (event.kind === "inverted") {
      const next = { ...after, doubled: shown.doubled, effects: shown.effects };
      made.push(flipped(event, view), crossed(shown, next, "exchange"));
      shown = next;
    }
    if (event.kind === "effects") {
      shown = { ...shown, effects: after.effects };
      made.push({ id: "effects", shows: shown, tells: [event], ms: 200 });
    }
  }
  return made;
}

/** @param {GameEvent} event @param {View} view @returns {Beat} */
const flipped = (event, view) => ({
  id: "inverted",
  tells: [event],
  ms: 900,
  sound: "twist",
  does: (fx) => Promise.all([fx.ribbon(word(view, "flip"), { ms: 800 }), tilt(fx)]),
});

/** Two discs cross and change their colours on landing. */
function crossed(shown, after, id) {
  const moved = after.players
    .map((player, seat) => [seat, shown.players[seat].score?.final, player.score?.final])
    .filter(([, old, now]) => old !== undefined && now !== undefined && old !== now);
  return {
    id,
    shows: after,
    ms: 760,
    sound: "place",
    does: (fx) =>
      Promise.all(
        moved.map(([seat, , now], i) => {
          const [other] = moved.find(([one, old]) => one !== seat && old === now) ?? [seat];
          return other === seat
            ? fx.pulse(`score:${seat}`, { scale: 1.3 })
            : fx.fly(`score:${seat}`, {
                from: `score:${other}`,
                ms: 680,
                arc: i % 2 ? -80 : 110,
                spin: i % 2 ? -360 : 360,
              });
        }),
      ),
  };
}

/** Boost and Sap fly to whom they are meant for, and the number rolls.
 * @param {GameEvent} event @param {View} view @returns {Beat[]} */
function aimed(shown, after, event, view) {
  const up = event.card === "IB";
  const { target } = event;
  const old = shown.players[target].score?.final;
  return [
    {
      id: up ? "boost" : "sap",
      shows: shown,
      tells: [event],
      ms: 500,
      sound: up ? "up" : "down",
      faces: { [event.seat]: event.seat === target ? "glad" : "sly" },
      does: (fx) =>
        throwCard(fx, view, event.card, hold(fx, view, event), `figure:${target}`, {
          ms: up ? 460 : 520,
          arc: up ? 70 : 90,
          spin: up ? 360 : -14,
          fade: true,
        }),
    },
    {
      id: up ? "boosted" : "sapped",
      shows: after,
      ms: 420,
      sound: false,
      does(fx) {
        fx.burst(`figure:${target}`, { colour: up ? "#B8F08C" : "#F0745C", reach: 60 });
        if (old !== undefined) fx.count(`score:${target}`, old, { ms: 300 });
        return Promise.all([
          fx.pulse(`score:${target}`, { scale: 1.35 }),
          up ? fx.pulse(`figure:${target}`, { scale: 1.06 }) : fx.shake(`figure:${target}`, { px: 9 }),
        ]);
      },
    },
  ];
}

/** @param {GameEvent} event @param {View} view @returns {Beat[]} */
function flip(shown, after, event, told, view) {
  return [
    {
      id: "flip",
      shows: shown,
      tells: [event, ...told],
      ms: 900,
      sound: "twist",
      faces: { [event.seat]: "sly" },
      async does(fx) {
        await throwCard(
          fx,
          view,
          event.card,
          hold(fx, view, event),
          { ...fx.middle, w: 150 },
          {
            ms: 380,
            arc: 50,
            fade: false,
          },
        );
        tilt(fx);
        await fx.ribbon(word(view, "flip"), { ms: 700 });
      },
    },
    crossed(shown, after, "exchange"),
  ];
}

/** The card flies to who plays it and opens over its head.
 * @param {GameEvent} event @param {View} view @returns {Beat} */
function shelter(shown, event, view) {
  return {
    id: "shelter",
    shows: shown,
    tells: [event],
    ms: 860,
    sound: "shield",
    async does(fx) {
      const place = fx.at(`figure:${event.seat}`);
      if (event.seat === view.seat)
        await throwCard(fx, view, event.card, hold(fx, view, event), `figure:${event.seat}`, {
          ms: 380,
          arc: 50,
          fade: true,
        });
      await (place
        ? fx.put(pictureOf("ID"), `figure:${event.seat}`, {
            size: place.w * 0.9,
            dy: -place.h * 0.34,
            ms: 300,
            fall: 30,
          })
        : null);
    },
  };
}

/** The card flies to the disaster and on to who shall have it; the disaster stays until it is taken.
 * @param {GameEvent} event @param {View} view @returns {Beat} */
function detour(shown, event, view) {
  const { seat, target } = event;
  const key = seat === view.seat ? "sends_on_you" : target === view.seat ? "sends_on_to_you" : "sends_on";
  const told = word(view, key, { name: nameOf(view, seat), other: nameOf(view, target) });
  return {
    id: "detour",
    shows: shown,
    tells: [event],
    ms: 1000,
    sound: "twist",
    faces: { [seat]: "sly", [target]: "wow" },
    async does(fx) {
      const read = fx.ribbon(told, { ms: 1000 });
      const between = fx.at(disasterKey(shown)) ?? fx.middle;
      const stop = { ...between, y: between.y - between.h * 0.3, w: 110, turn: 0 }; // above the ribbon
      await throwCard(fx, view, event.card, hold(fx, view, event), stop, { width: 110, ms: 420, arc: 40 });
      await throwCard(fx, view, event.card, stop, `figure:${target}`, {
        width: 110,
        ms: 480,
        arc: 70,
        fade: true,
      });
      await read; // what shakes would hide a word of it
      await fx.shake(`figure:${target}`, { px: 6 });
    },
  };
}

/** The winner's card pulses twice, and it runs.
 * @param {View} view @returns {[Description, ...Beat[]]} */
function advanced(shown, after, found, view) {
  const seats = found.map((event) => event.seat);
  const next = changed(shown, (player, seat) =>
    seats.includes(seat) ? { points: after.players[seat].points } : {},
  );
  return [
    next,
    {
      id: "wins",
      tells: found,
      ms: 540,
      sound: "trick_won",
      faces: Object.fromEntries(seats.map((seat) => [seat, "glad"])),
      does: (fx) =>
        Promise.all(
          ["table", "score"].flatMap((part) =>
            // the score last, so that it stays over its card
            seats.map((seat) => fx.pulse(`${part}:${seat}`, { scale: 1.2, times: 2 })),
          ),
        ),
    },
    runs("runs", shown, next, found, view),
  ];
}

/** Several runners hop together, each as far as it goes.
 * @param {View} view @returns {Beat} */
function runs(id, shown, next, found, view) {
  const most = Math.max(...found.map((event) => event.steps), 1);
  return {
    id,
    shows: next,
    ms: Math.min(HOP * most, LONGEST) + 300,
    sound: false,
    does: (fx) =>
      Promise.all(
        found.map(async ({ seat, steps }) => {
          const from = shown.players[seat].points;
          await hops(fx, `runner:${seat}`, next.players[seat].dinosaur, steps, (step) => {
            const { x, y } = runnerAt(view, from + step);
            return fx.point(x, y);
          });
          await fx.chip(`+${steps}`, `runner:${seat}`);
        }),
      ),
  };
}

/** The disaster falls on who has to take it.
 * @param {GameEvent} event @param {View} view @returns {Beat[]} */
function took(shown, next, event, view, told) {
  const key = disasterKey(shown);
  const { seat } = event;
  return [
    {
      id: "falls",
      shows: { ...shown, fallen: true, took: shown.players.map((_, at) => at === seat) },
      tells: [event],
      ms: 740,
      sound: "whistle",
      faces: { [seat]: "wow" },
      async does(fx) {
        const start = fx.from(key);
        const place = fx.at(`figure:${seat}`);
        if (!start || !place) return;
        await fx.fly(key, { to: { ...place, w: start.w * 0.36, turn: 8 }, ms: 700, arc: 60 });
        fx.sound("thud");
        fx.burst(`figure:${seat}`, { n: 12, colour: "#F2772E", reach: 90, size: 20 });
        await fx.shake(null, { px: 9, ms: 400 });
      },
    },
    {
      id: "took",
      shows: next,
      ms: 420,
      sound: false,
      tells: told,
      does: (fx) =>
        Promise.all(
          Array.from({ length: total(next.players[seat]) }, (_, i) =>
            fx.wait(i * 90).then(() => fx.pulse(`held:${seat}:${i}`, { scale: 1.6 })),
          ),
        ),
    },
  ];
}

/** A player is out: a ribbon for another, a scene for the reader.
 * @param {GameEvent} event @param {View} view @returns {[Description, Beat]} */
function out(next, event, view, who) {
  const { seat } = event;
  const cause = Object.entries(event.disasters ?? {}).flatMap(([kind, n]) =>
    Array.from({ length: n }, () => kind),
  );
  const gone = changed(next, (_, at) => (at === seat ? { alive: false } : {}));
  if (seat !== view.seat)
    return [
      gone,
      {
        id: "out",
        shows: gone,
        tells: [event],
        ms: 1200,
        sound: "death",
        async does(fx) {
          fx.ribbon(word(view, "is_out", { name: nameOf(view, seat) }), { ms: 1000 });
          await fx.flip(`runner:${seat}`, { ms: 700 }); // it stays where it is, without its colour
        },
      },
    ];
  const scene = { kind: "out", seat, cause, by: who };
  return [
    gone,
    {
      id: "you_out",
      shows: { ...gone, scene },
      tells: [event],
      ms: 2000,
      sound: "death",
      does: async (fx) => {
        const place = fx.at("fallen");
        if (place)
          await fx.fly("fallen", {
            from: { ...place, y: -place.h, turn: 0 },
            ms: 900,
            spin: 0,
            ease: "cubic-bezier(.5,0,.6,1)",
          });
        fx.sound("thud");
        await fx.shake("fallen", { px: 8 });
      },
    },
  ];
}

/** The lanes after a round: everybody's way, and what the round gave.
 * @param {View} view @returns {Beat} */
function lanes(shown, after, gains, view) {
  const from = after.players.map((player, seat) => player.points - (gains[seat] ?? 0));
  const scene = { kind: "scores", from, gains, turn: shown.turn };
  return {
    id: "scores",
    shows: { ...shown, scene },
    ms: SCORES,
    sound: false,
    does: (fx) =>
      Promise.all(
        after.players.map(({ dinosaur }, seat) =>
          gains[seat]
            ? hops(fx, `lane:${seat}`, dinosaur, gains[seat], (step) => {
                const { x, y } = laneAt(view, after, seat, from[seat] + step);
                return fx.point(x, y);
              })
            : null,
        ),
      ),
  };
}

/** A new disaster falls from above, or is turned up where the deck is seen.
 * @returns {Beat} */
const round = (after, told) => ({
  id: "round",
  shows: after,
  tells: told,
  ms: 460,
  sound: "slide",
  async does(fx) {
    const key = disasterKey(after);
    const place = fx.at(key);
    const deck = [...fx.was.keys()].find((one) => one.startsWith("disaster:none"));
    if (deck) {
      fx.claimed.add(deck);
      await fx.fly(key, { from: deck, as: deck, ms: 420 });
    } else if (place)
      await fx.fly(key, { from: above(fx, place), ms: 420, ease: "cubic-bezier(.34,1.5,.5,1)" });
    fx.sound("place");
  },
});

/** Cards that tied players lay against each other meet in the middle; the lower one falls. Those of the
 * round are seen again below.
 * @param {View} view @returns {Beat} */
function fought(shown, events, view) {
  const lowest = Math.min(...events.map((event) => Number(event.card[1])));
  return {
    id: "fought",
    shows: shown,
    tells: events,
    ms: 900,
    sound: false,
    async does(fx) {
      const across = ({ seat }) => fx.at(`figure:${seat}`)?.x ?? 0;
      const found = [...events].sort((a, b) => across(a) - across(b));
      const width = 110;
      const spots = found.map((_, i) => ({
        ...fx.middle,
        x: fx.middle.x + (i - (found.length - 1) / 2) * width * 1.25,
        w: width,
      }));
      await Promise.all(
        found.map((event, i) =>
          throwCard(fx, view, event.card, `table:${event.seat}`, spots[i], {
            as: fx.was.get(`table:${event.seat}`),
            width,
            ms: 380,
            arc: 30,
          }),
        ),
      );
      fx.sound("thud");
      fx.shake(null, { px: 6 });
      await Promise.all(
        found.map((event, i) => {
          const thing = actorOf(fx, view, event.card, spots[i], width);
          const falls = Number(event.card[1]) === lowest;
          return fx.fly(thing, {
            from: spots[i],
            to: falls ? { ...spots[i], y: spots[i].y + 120, turn: 24 } : spots[i],
            ms: 700,
            fade: falls,
          });
        }),
      );
    },
  };
}

/** How a card goes from one seat to another, to the pile or to a score, by kind of event.
 * @type {Record<string, (event: GameEvent, view: View) => Partial<Beat>>} */
const CARRIES = {
  swapped({ seat, one = seat, other }) {
    const [here, there] = [`table:${one}`, `table:${other}`];
    return {
      ms: 460,
      does: (fx) =>
        Promise.all([
          fx.fly(here, { from: there, ms: 420, arc: 60 }),
          fx.fly(there, { from: here, ms: 420, arc: -50 }),
        ]),
    };
  },
  added: (event, view) => ({
    ms: 520,
    sound: "coin",
    async does(fx) {
      const score = `score:${event.seat}`;
      await throwCard(fx, view, event.card, hold(fx, view, event), score, { ms: 420, arc: 60, fade: true });
      if (event.before !== undefined) fx.count(score, event.before);
      await fx.pulse(score, { scale: 1.35 });
    },
  }),
  threw: thrown,
  gave_up: thrown,
  stole: ({ seat, from, card = null }, view) => ({
    ms: 460,
    faces: { [from]: "wow" },
    does: (fx) =>
      throwCard(fx, view, card, `figure:${from}`, `figure:${seat}`, { ms: 420, arc: 60, fade: true }),
  }),
  peeked: drawn,
  kept: drawn,
};

const SPENDS = ["added", "threw", "gave_up"];

/** @param {GameEvent} event @param {View} view @returns {Partial<Beat>} */
function thrown(event, view) {
  const how = { ms: 300, arc: 20, spin: 200, fade: true };
  return {
    ms: 320,
    does: (fx) => throwCard(fx, view, event.card, hold(fx, view, event), "discards", how),
  };
}

/** @param {GameEvent} event @param {View} view @returns {Partial<Beat>} */
function drawn({ seat }, view) {
  const how = { ms: 280, arc: 40, fade: true, width: 50 };
  return { ms: 300, does: (fx) => throwCard(fx, view, null, "deck", `figure:${seat}`, how) };
}

/** @param {GameEvent} event @param {View} view @returns {Beat} */
const carried = (after, event, view) => ({
  id: event.kind,
  shows: after,
  tells: [event],
  sound: "slide",
  ...CARRIES[event.kind](event, view),
});

/** Who has no card to play in sudden death takes the disaster; nobody does where several have none.
 * @param {GameEvent[]} events @param {View} view @returns {Beat} */
function without(events, view) {
  const seats = events.map((event) => event.seat);
  const [seat] = seats;
  const told =
    seats.length > 1
      ? word(view, "without_several", { n: seats.length })
      : seat === view.seat
        ? word(view, "without_you")
        : word(view, "without", { name: nameOf(view, seat) });
  return {
    id: "without",
    tells: events,
    ms: 1300,
    sound: "thud",
    faces: Object.fromEntries(seats.map((one) => [one, "wow"])),
    does: (fx) =>
      Promise.all([
        fx.ribbon(told, { ms: 1200 }),
        ...seats.map((one) => fx.shake(`figure:${one}`, { px: 6 })),
      ]),
  };
}

/* One step of the game */

/** What one step shows, in time; `view` is of whom it is shown to.
 * @type {Drawing["beats"]} */
export function beats(before, after, events, view) {
  const of = (...kinds) => events.filter((event) => kinds.includes(event.kind));
  const first = (kind) => events.find((event) => event.kind === kind);
  /** @type {Beat[]} */
  const made = [];
  let shown = before;
  const ended = after.turn !== before.turn || after.over;
  const revealed = first("reveal");
  const choice = first("chose");
  if (choice) {
    const [next, beat] = chose(shown, after, choice, view, revealed || first("fought"));
    shown = next;
    made.push(beat);
  }
  if (revealed) {
    const [next, ...more] = reveal(shown, after, events, view);
    shown = next;
    made.push(...more);
  }
  const passed = of("passed", "declined", "stopped", "kept_all", "announced");
  if (passed.length) {
    if (first("announced") && !ended) shown = after; // it stays raised until it has a target
    made.push({ id: passed[0].kind, shows: shown, tells: passed, ms: 110, sound: false });
  }
  const fights = of("fought");
  if (fights.length) {
    shown = {
      ...changed(shown, (_, seat) =>
        fights.some((event) => event.seat === seat) ? { chosen: false, face_down: null } : {},
      ),
      waiting: [],
    };
    made.push(fought(shown, fights, view));
  }
  for (const event of of(...Object.keys(CARRIES))) {
    shown = !ended ? after : SPENDS.includes(event.kind) ? spent(shown, event.seat, event.card) : shown;
    made.push(carried(shown, event, view));
  }
  for (const event of of("played")) {
    shown = spent(shown, event.seat, event.card);
    if (event.card === "IB" || event.card === "IS") made.push(...aimed(shown, after, event, view));
    else if (event.card === "II") made.push(...flip(shown, after, event, of("inverted", "restored"), view));
    else if (event.card === "ID") {
      shown = { ...shown, took: untaken(shown) };
      made.push(shelter(shown, event, view));
    } else if (event.card === "IR") made.push(detour(shown, event, view));
  }
  const counted = of("exchanged", "scored");
  if (counted.length) made.push({ id: "scored", tells: counted, ms: 420, sound: false });
  const winners = of("advanced");
  if (winners.length) {
    const [next, ...more] = advanced(shown, after, winners, view);
    shown = next;
    made.push(...more);
  }
  if (first("without")) made.push(without(of("without"), view));
  if (first("lowest")) made.push({ id: "lowest", tells: of("lowest"), ms: 260 });
  const death = first("sudden_death");
  if (death)
    made.push({
      id: "sudden_death",
      tells: [death],
      ms: 1000,
      sound: "thud",
      does: async (fx) => {
        fx.dim(true);
        await Promise.all([
          fx.ribbon(word(view, "sudden_big"), { ms: 800 }),
          ...death.seats.map((seat) => fx.shake(`figure:${seat}`, { px: 6 })),
        ]);
        fx.dim(false);
      },
    });
  const threat = first("threatened");
  if (threat)
    made.push({
      id: "threatened",
      shows: after,
      tells: [threat],
      ms: 420,
      sound: threat.fatal ? "whistle" : "tick",
      faces: { [threat.seat]: "wow" },
      does: (fx) =>
        Promise.all([
          fx.pulse(disasterKey(after), { scale: 1.06, ms: 360 }),
          fx.shake(`figure:${threat.seat}`, { px: 5 }),
          ...(threat.fatal ? [0, 1, 2].map((i) => fx.pulse(`held:${threat.seat}:${i}`, { scale: 1.5 })) : []),
        ]),
    });
  const taker = first("took");
  if (taker) {
    const next = ended ? { ...settled(shown, after, ["disasters", "fatal"]), fallen: true } : after;
    made.push(...took(shown, next, taker, view, []));
    shown = next;
  }
  for (const event of of("out")) {
    const [next, beat] = out(shown, event, view, whoDid(view, before.log, event.seat, before));
    shown = next;
    made.push(beat);
  }
  const saved = first("bottom");
  if (saved) {
    const next = { ...shown, fallen: true, took: untaken(shown) };
    made.push({
      id: "bottom",
      shows: next,
      tells: [saved],
      ms: 480,
      sound: "shield",
      does: (fx) => {
        const place = fx.from(disasterKey(before));
        return place ? fx.fly(disasterKey(before), { to: above(fx, place), ms: 460, fade: true }) : null;
      },
    });
    shown = next;
  }
  if (ended) made.push(...ending(shown, before, after, events, view));
  return made;
}

/** The end of a round, and what comes after it.
 * @param {GameEvent[]} events @param {View} view @returns {Beat[]} */
function ending(shown, before, after, events, view) {
  /** @type {Beat[]} */
  const made = [];
  const steps = events.filter((event) => event.kind === "moved");
  let now = shown;
  if (steps.length) {
    const next = changed(now, (_, seat) => ({ points: after.players[seat].points }));
    made.push({ ...runs("moved", now, next, steps, view), tells: steps });
    now = next;
  }
  if (after.over) {
    made.push({
      id: "over",
      shows: after,
      tells: events.filter((event) => event.kind === "over"),
      ms: 1600,
      sound: view.seat === null || after.winners.includes(view.seat) ? "victory" : "defeat",
      async does(fx) {
        if (view.seat === null || after.winners.includes(view.seat)) fx.confetti({ n: 90 });
        await Promise.all(after.winners.map((seat) => fx.pulse(`lane:${seat}`, { scale: 1.12, times: 3 })));
      },
    });
    return made;
  }
  const gains = after.players.map(
    (_, seat) => after.players[seat].points - startOf(before, events, seat, after),
  );
  const still = { ...settled(now, after, ["points", "disasters", "fatal", "alive"]), took: now.took };
  if (gains.some((n) => n > 0)) made.push(lanes(still, after, gains, view));
  const told = events.filter((event) =>
    ["refilled", "round", "redrew", "drew", "reshuffled"].includes(event.kind),
  );
  made.push(round(after, told));
  return made;
}

/** Where a seat stood when the round began: its steps without what the round gave.
 * @param {GameEvent[]} events */
function startOf(before, events, seat, after) {
  const moved = events.filter((event) => event.kind === "moved" && event.seat === seat);
  const ran = before.log.filter((entry) => entry.kind === "advanced" && entry.seat === seat);
  const now = events.filter((event) => event.kind === "advanced" && event.seat === seat);
  const sum = [...moved, ...ran, ...now].reduce((all, event) => all + (event.steps ?? 0), 0);
  return after.players[seat].points - sum;
}

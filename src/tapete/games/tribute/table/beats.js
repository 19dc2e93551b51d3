/* Tales of Tribute in motion: each step in beats, from the card that is played to the peg on the ribbon. */

import { picture } from "/page/kit.js";

const MOST = 6; // signs that fly for one gain

/* Positions between two */

const NUMBERS = ["coins", "power", "prestige", "calls"];
const pick = (player, names) => Object.fromEntries(names.map((name) => [name, player[name]]));

/** Cards are at their new places, but numbers, favours and the question are as before, and what comes to a
 * cooldown pile is not yet there. */
const moved = (before, after) => ({
  ...after,
  ...pick(before, ["current", "seat", "turn"]),
  over: false,
  phase: "play",
  choice: null,
  patrons: after.patrons.map((entry, i) => ({ ...entry, favour: before.patrons[i].favour })),
  players: after.players.map((player, seat) => ({
    ...player,
    ...pick(before.players[seat], NUMBERS),
    cooldown: stillThere(before.players[seat].cooldown, player.cooldown),
  })),
});

/** @param {any[]} before @param {any[]} after */
const stillThere = (before, after) => before.filter(({ key }) => keysOf(after).has(key));

/** Cards have arrived: they are counted in the cooldown pile where they are.
 * @param {any[]} keys @returns {[Description, Beat[]]} */
function rested(shown, after, keys) {
  const players = shown.players.map((player, seat) => {
    const known = keysOf(player.cooldown);
    const come = after.players[seat].cooldown.filter(({ key }) => keys.includes(key) && !known.has(key));
    return come.length ? { ...player, cooldown: [...player.cooldown, ...come] } : player;
  });
  if (players.every((player, seat) => player === shown.players[seat])) return [shown, []];
  const shows = { ...shown, players };
  return [shows, [{ id: "rests", shows, sound: false, ms: 0 }]];
}

/** Other members for one player. */
const withPlayer = (d, seat, members) => ({
  ...d,
  players: d.players.map((player, at) => (at === seat ? { ...player, ...members } : player)),
});

const cardKey = (key) => `card:${key}`;
const keysOf = (list) => new Set((list ?? []).map((entry) => entry.key));

/* Flights */

/** The first of several places that is drawn.
 * @param {Fx} fx @param {string[]} names @returns {Place} */
const spot = (fx, ...names) =>
  names.map((name) => fx.at(name) ?? fx.was.get(name)).find(Boolean) ?? fx.middle;
/** @param {Fx} fx */
const counter = (fx, what, seat) => spot(fx, `sign:${what}:${seat}`, `face:${seat}`, `seat:${seat}`);
const small = (place, w) => ({ ...place, w, h: w, turn: 0 });

/** Signs fly one after the other; each lands with a higher tone.
 * @param {Fx} fx */
function signs(fx, what, n, from, to, { ms = 460, arc = 70, gap = 110, sound = "coin" } = {}) {
  const sign = spot(fx, `sign:${what}:0`, `sign:${what}:1`);
  if (!sign.node || fx.less) return Promise.resolve();
  const width = Math.max(18, Math.min(40, sign.w));
  return Promise.all(
    Array.from({ length: Math.min(n, MOST) }, async (_, i) => {
      await fx.wait(i * gap);
      fx.sound(sound, i);
      await fx.fly(
        { ...sign, w: width, h: width },
        { from: small(from, width), to: small(to, width), ms, arc, spin: what === "coin" ? 360 : 0 },
      );
    }),
  );
}

/** A thing that stays goes to its new place as it looks there: it does not turn over.
 * @param {Fx} fx */
const goes = (fx, key, how) => fx.fly(key, { as: fx.at(key) ?? key, ...how });

/** A card that leaves the table flies to a pile and shrinks. */
const leaves = (fx, key, to, { ms = 400, arc = 60, spin = 16, delay = 0 } = {}) =>
  fx.fly(cardKey(key), { to: small(to, to.w || 20), ms, arc, spin, delay, fade: true });

/* Gains: what was won flies from its source to its counter, and the number rolls */

const GAINS = {
  gain_coins: ["coins", "coin"],
  gain_power: ["power", "power"],
  passive: ["coins", "coin"],
  gain_prestige: ["prestige", "star"],
  lose_prestige: ["prestige", "star"],
  gain_calls: ["calls", "calls"],
};

/** What was won flies while the numbers are as before; they change when it has landed.
 * @param {GameEvent[]} events @returns {[Description, Beat[]]} */
function gains(shown, before, after, events, source) {
  const found = events.filter((event) => event.kind in GAINS);
  if (!found.length) return [shown, []];
  const most = Math.max(...found.map((event) => Math.min(event.number, MOST)));
  const [shows, counted] = counts(shown, after, found);
  /** @type {Beat} */
  const beat = {
    id: "gains",
    tells: found,
    sound: false,
    ms: 300 + 90 * most,
    does: (fx) =>
      Promise.all(
        found.map((event) => {
          const [member, what] = GAINS[event.kind];
          const { seat } = event;
          const at = spot(fx, ...(source ? [source] : []), `face:${seat}`);
          const to = member === "prestige" ? spot(fx, `peg:${seat}`) : counter(fx, what, seat);
          if (event.kind !== "lose_prestige")
            return signs(fx, what, event.number, at, to, { ms: 380, gap: 90 });
          fx.chip(`−${event.number}`, `peg:${seat}`, { bad: true });
          fx.sound("down");
          return null;
        }),
      ),
  };
  return [shows, [beat, ...counted]];
}

/** The numbers of gains roll, and pegs move.
 * @param {GameEvent[]} events @returns {[Description, Beat[]]} */
function counts(shown, after, events) {
  const shows = events.reduce(
    (d, { kind, seat }) => withPlayer(d, seat, pick(after.players[seat], [GAINS[kind][0]])),
    shown,
  );
  const pegs = events.filter(({ kind }) => GAINS[kind][0] === "prestige").map(({ seat }) => `peg:${seat}`);
  const ms = pegs.length ? 380 : 200;
  const does = (fx) => {
    for (const { kind, seat } of events) {
      const [member, what] = GAINS[kind];
      const names = member === "prestige" ? [`${what}:${seat}`, `peg:${seat}`] : [`${what}:${seat}`];
      for (const name of names) fx.count(name, shown.players[seat][member], { ms });
    }
    return Promise.all(pegs.map((key) => goes(fx, key, { ms })));
  };
  return [shows, [{ id: "counts", shows, sound: false, ms, does }]];
}

/* What is the same after every move: favours, agents that fall, new cards, draws */

/** @param {GameEvent[]} events @returns {[Description, Beat[]]} */
function favours(shown, after, events) {
  const found = events.filter((event) => ["favour", "neutral"].includes(event.kind));
  if (!found.length) return [shown, []];
  const shows = { ...shown, patrons: after.patrons };
  const third = (event) =>
    event.kind === "favour" && after.patrons.filter((entry) => entry.favour === event.seat).length >= 3;
  return [
    shows,
    [
      {
        id: "favour",
        shows,
        tells: found,
        sound: "chime",
        ms: 420,
        does: (fx) =>
          Promise.all(
            found.map(async (event) => {
              await goes(fx, `bead:${event.patron}`, { ms: 420 });
              if (third(event)) await fx.pulse(`patron:${event.patron}`, { scale: 1.06, times: 2 });
            }),
          ),
      },
    ],
  ];
}

/** @param {GameEvent[]} events @returns {[Description, Beat[]]} */
function falls(shown, after, events) {
  const found = events.filter((event) => ["falls", "back"].includes(event.kind));
  if (!found.length) return [shown, []];
  const gone = keysOf(found);
  const without = {
    ...shown,
    players: shown.players.map((player) => ({
      ...player,
      agents: player.agents.filter((entry) => !gone.has(entry.key)),
    })),
  };
  const to = (fx, event) => (event.kind === "back" ? spot(fx, "pile") : counter(fx, "cooldown", event.seat));
  const [shows, rests] = rested(without, after, [...gone]);
  return [
    shows,
    [
      {
        id: "falls",
        shows: without,
        tells: found,
        sound: "death",
        ms: 400,
        does: (fx) => Promise.all(found.map((event) => leaves(fx, event.key, to(fx, event), { spin: 90 }))),
      },
      ...rests,
    ],
  ];
}

/** A new card goes to a cooldown pile: its name flies there.
 * @param {GameEvent[]} events @returns {[Description, Beat[]]} */
function creations(shown, after, events) {
  const found = events.filter((event) => event.kind === "create");
  /** @type {Beat[]} */
  const flights = found.map((event) => ({
    id: "create",
    tells: [event],
    sound: "chime",
    ms: 520,
    does: (fx) => fx.chip(event.card, fx.middle, { to: counter(fx, "cooldown", event.seat), hold: 200 }),
  }));
  const [shows, rests] = rested(
    shown,
    after,
    found.map(({ key }) => key),
  );
  return [shows, [...flights, ...rests]];
}

/** Cards come to the own hand from the pile; the other's are shown by the number alone.
 * @param {GameEvent[]} events @returns {Beat[]} */
function draws(before, after, events) {
  return events
    .filter((event) => ["reshuffle", "draw", "draws"].includes(event.kind))
    .map((event) => {
      const { seat } = event;
      if (event.kind === "reshuffle")
        return {
          id: "reshuffle",
          tells: [event],
          sound: "shuffle",
          ms: 400,
          does: (fx) => fx.pulse(`sign:draw:${seat}`, { times: 2 }),
        };
      const had = keysOf(before.players[seat].hand);
      const fresh = (after.players[seat].hand ?? [])
        .filter((entry) => !had.has(entry.key))
        .slice(-event.number);
      return {
        id: "draw",
        tells: [event],
        writes: (d) =>
          withPlayer(
            d,
            seat,
            pick(after.players[seat], ["hand", "hand_size", "draw_size", "cooldown", "draw", "next_draws"]),
          ),
        sound: "slide",
        ms: 220 + 90 * Math.max(0, fresh.length - 1),
        does: (fx) =>
          fresh.length
            ? Promise.all(
                fresh.map((entry, i) =>
                  fx.fly(cardKey(entry.key), {
                    from: small(counter(fx, "draw", seat), 22),
                    ms: 240,
                    arc: 24,
                    delay: 90 * i,
                  }),
                ),
              )
            : fx.pulse(`sign:hand:${seat}`),
      };
    });
}

/* Moves */

/** @param {GameEvent} event @returns {Beat} */
function play(before, after, event, shown) {
  const own = before.players[event.seat].hand !== null;
  const key = cardKey(event.key);
  const { patron } = after.patrons.find((entry, i) => entry.combo > before.patrons[i].combo) ?? {};
  return {
    id: event.kind,
    shows: shown,
    tells: [event],
    sound: false,
    ms: event.kind === "play" ? 280 : 220,
    async does(fx) {
      if (event.kind === "play") {
        fx.sound("slide");
        const from = own ? key : small(counter(fx, "hand", event.seat), 22);
        await goes(fx, key, { from, ms: 280, arc: 40 });
        fx.sound("place");
      } else {
        fx.sound("flip");
        await fx.pulse(key, { ms: 220, scale: 1.1 });
      }
      if (patron && patron !== "treasury") fx.pulse(`links:${patron}`, { scale: 1.4 });
    },
  };
}

/** The cards of a patron that lie on the table and run its combo.
 * @param {View} view */
function comboKeys(d, seat, patron, view) {
  const lie = [...d.players[seat].agents.filter((entry) => !entry.ready), ...d.players[seat].played];
  return lie.filter((entry) => view.card(entry.card)?.patron === patron).map((entry) => cardKey(entry.key));
}

/** @param {GameEvent} event @param {View} view @returns {Beat[]} */
function combo(shown, event, seat, view) {
  const keys = comboKeys(shown, seat, event.patron, view);
  return [
    {
      id: "combo",
      shows: { ...shown, thread: keys },
      tells: [event],
      sound: "chime",
      ms: 520,
      does: (fx) => Promise.all(keys.map((key) => fx.pulse(key, { ms: 420, scale: 1.12 }))),
    },
    { id: "thread", shows: shown, sound: false, ms: 0 },
  ];
}

/** @param {GameEvent} event @param {View} view @returns {Beat[]} */
function buy(before, after, event, shown, view) {
  const { seat, cost } = event;
  const coins = before.players[seat].coins - cost;
  const paid = withPlayer(before, seat, { coins });
  const leaving = withPlayer(shown, seat, { coins });
  const stays = after.players[seat].agents.some((entry) => entry.key === event.key);
  const contract = view.card(event.card)?.type === "contract_action";
  return [
    {
      id: "pay",
      shows: { ...paid, choice: null, phase: "play" },
      sound: false,
      ms: 240 + 70 * Math.min(cost, MOST),
      does: (fx) => {
        fx.count(`coin:${seat}`, before.players[seat].coins, { ms: 260 });
        return signs(fx, "coin", cost, counter(fx, "coin", seat), spot(fx, cardKey(event.key)), {
          ms: 320,
          arc: 50,
          gap: 70,
        });
      },
    },
    {
      id: "buy",
      shows: leaving,
      tells: [event],
      sound: "slide",
      ms: 420,
      does: (fx) => taken(fx, event.key, seat, stays, contract),
    },
    ...rested(leaving, after, [event.key])[1],
  ];
}

/** A card of the tavern goes to its taker: to the cooldown, to the agents, or as a contract to the pile.
 * @param {Fx} fx */
function taken(fx, key, seat, stays, contract) {
  if (stays) return goes(fx, cardKey(key), { ms: 420, arc: 60 });
  return leaves(fx, key, contract ? spot(fx, "pile", `face:${seat}`) : counter(fx, "cooldown", seat), {
    ms: 420,
  });
}

/** New cards of the tavern slide in from the pile.
 * @param {GameEvent[]} events @returns {Beat[]} */
const arrivals = (after, events) => {
  const found = events.filter((event) => event.kind === "tavern");
  return found.length
    ? [
        {
          id: "tavern",
          writes: (d) => ({ ...d, tavern: after.tavern }),
          tells: found,
          sound: "flip",
          ms: 340,
          does: (fx) =>
            Promise.all(
              found.map((event, i) => {
                const now = fx.at(cardKey(event.key));
                const from = fx.at("pile") ?? (now ? { ...now, w: now.w * 0.4 } : fx.middle);
                return fx.fly(cardKey(event.key), {
                  from, // as small as the pile: a whole card there would lie over the frame
                  ms: 340,
                  delay: 60 * i,
                });
              }),
            ),
        },
      ]
    : [];
};

/** @param {GameEvent} event @returns {[Description, Beat]} */
function attack(before, after, event, shown) {
  const { seat, damage } = event;
  const other = 1 - seat;
  const left = before.players[seat].power - damage;
  const agents = before.players[other].agents.map((entry) =>
    entry.key === event.key ? { ...entry, health: Math.max(0, entry.health - damage) } : entry,
  );
  const shows = withPlayer(withPlayer(shown, seat, { power: left }), other, { agents });
  return [
    shows,
    {
      id: "attack",
      shows,
      tells: [event],
      sound: false,
      ms: 420,
      async does(fx) {
        fx.count(`power:${seat}`, before.players[seat].power, { ms: 260 });
        await signs(fx, "power", 1, counter(fx, "power", seat), spot(fx, cardKey(event.key)), {
          ms: 320,
          arc: 0,
          sound: "slide",
        });
        fx.sound("hit");
        fx.chip(`−${damage}`, cardKey(event.key), { bad: true });
        await fx.shake(cardKey(event.key), { px: 7, ms: 300 });
      },
    },
  ];
}

/** @param {GameEvent[]} events @param {GameEvent} event @returns {[Description, Beat]} */
function call(before, after, events, event, shown) {
  const { seat, patron } = event;
  const pays = events.filter(({ kind }) => ["pay_coins", "pay_power"].includes(kind));
  const members = Object.fromEntries(
    ["coins", "power"].map((name) => {
      const paid = pays.find(({ kind }) => kind === `pay_${name}`)?.number ?? 0;
      return [name, before.players[seat][name] - paid];
    }),
  );
  const shows = withPlayer(shown, seat, { ...members, calls: before.players[seat].calls - 1 });
  return [
    shows,
    {
      id: "call",
      shows,
      tells: [event, ...pays],
      sound: "turn",
      ms: 420,
      does: (fx) =>
        Promise.all([
          fx.pulse(`patron:${patron}`, { scale: 1.08, ms: 260 }),
          ...pays.map((pay) => {
            const what = pay.kind === "pay_coins" ? "coin" : "power";
            fx.count(`${what}:${seat}`, before.players[seat][what === "coin" ? "coins" : "power"], {
              ms: 260,
            });
            return signs(fx, what, pay.number, counter(fx, what, seat), spot(fx, `patron:${patron}`), {
              ms: 360,
              arc: 50,
              gap: 70,
            });
          }),
        ]),
    },
  ];
}

/* Answers to a choice: where the cards that it names go */

const GONE = ["destroy", "hlaalu", "treasury"];
const TEETH = [0, 5, -3, 4, -5, 3, -4, 5, 0]; // how ragged a burning edge is, in parts of the height
const HIGH_FLAMES = "M0 62 8 34 15 52 24 22 33 50 42 28 50 54 59 20 68 50 77 30 86 54 93 34 100 62Z";
const LOW_FLAMES = "M0 66 9 48 17 60 26 38 35 60 44 44 52 62 60 38 69 60 78 46 87 62 93 50 100 66Z";
const FLAMES = `<path d="${HIGH_FLAMES}" fill="#E8642E"/>
  <path d="${LOW_FLAMES}" fill="#FFD36A"/>`;

/** What is left of a card above a burning edge, `at` parts of a hundred from its top. */
function unburnt(at) {
  const edge = TEETH.map((tooth, i) => `${100 - (100 * i) / (TEETH.length - 1)}% ${at + tooth}%`);
  return { clipPath: `polygon(0% -20%, 100% -20%, ${edge.join(", ")})` };
}

/** A card burns from its lower edge upwards; flames go along the edge.
 * @param {Fx} fx @param {string} key */
async function burns(fx, key, { ms = 400, delay = 0 } = {}) {
  const was = fx.was.get(key);
  if (!was?.node || fx.less || fx.ended) return;
  const card = fx.actor(was, fx.copy(was));
  const fire = { ...was, h: was.w, turn: 0 };
  const flames = fx.actor(fire, fx.pictured(picture(FLAMES)));
  const along = (y) => ({ transform: fx.transform({ ...fire, y: was.y + y - was.w * 0.12 }, fire) });
  const edge = { easing: "linear", delay };
  await Promise.all([
    fx.animate(card, [unburnt(106), unburnt(-8)], ms, edge),
    fx.animate(flames, [along(was.h / 2), along(-was.h / 2)], ms, edge),
  ]);
  card.remove();
  flames.remove();
}

/** @param {GameEvent} event @param {View} view @returns {Beat} */
function answer(before, after, event, shown, view) {
  const { seat, kind } = event;
  const flies = (fx, key, i) => {
    const delay = 60 * i;
    if (GONE.includes(kind)) return burns(fx, cardKey(key), { delay });
    if (kind === "acquire") {
      const card = event.cards[i];
      const stays = after.players[seat].agents.some((entry) => entry.key === key);
      return taken(fx, key, seat, stays, view.card(card)?.type === "contract_action");
    }
    if (kind === "replace") return leaves(fx, key, spot(fx, "pile", "face:0"), { delay });
    if (kind === "return") return leaves(fx, key, counter(fx, "draw", seat), { delay, spin: 0 });
    const owner = ["knockout", "psijic"].includes(kind) ? 1 - seat : seat;
    return leaves(fx, key, counter(fx, "cooldown", owner), { delay, spin: owner === seat ? 16 : 90 });
  };
  return {
    id: kind,
    shows: shown,
    tells: [event],
    sound: GONE.includes(kind) || ["knockout", "psijic"].includes(kind) ? "death" : "slide",
    ms: 420,
    does: (fx) => Promise.all((event.keys ?? []).map((key, i) => flies(fx, key, i))),
  };
}

/* The end of a turn */

/** @param {GameEvent[]} events @param {View} view @returns {Beat[]} */
function endTurn(before, after, events, view) {
  const { seat } = events[0];
  const other = 1 - seat;
  const soaks = events.filter((event) => event.kind === "soak");
  const gained = events.filter((event) => event.kind === "gain_prestige" && event.seat === seat);
  const lost = events.filter((event) => event.kind === "lose_coins");
  const hurt = new Map(soaks.map((event) => [event.key, event.damage]));
  const { coins, power } = before.players[seat];
  const spent = withPlayer(withPlayer(before, seat, { coins: 0, power: 0 }), other, {
    agents: before.players[other].agents.map((entry) => ({
      ...entry,
      health: Math.max(0, entry.health - (hurt.get(entry.key) ?? 0)),
    })),
  });
  const [left, counted] = gained.length ? counts(spent, after, gained) : [spent, []];
  /** @type {Beat[]} */
  const made = [
    {
      id: "end_turn",
      shows: spent,
      tells: [events[0], ...soaks, ...gained, ...lost],
      sound: false,
      ms: 380 + (gained.length ? 70 * Math.min(gained[0].number, MOST) : 0),
      async does(fx) {
        fx.count(`power:${seat}`, power);
        fx.count(`coin:${seat}`, coins);
        const from = counter(fx, "power", seat);
        const rolls = lost.map(() => {
          const at = counter(fx, "coin", seat);
          const off = { ...at, x: fx.layer.clientWidth + 60, y: at.y + 40 };
          return signs(fx, "coin", Math.min(coins, 3), at, off, { arc: 20, sound: "tick" });
        });
        const hits = soaks.map(async (event) => {
          await signs(fx, "power", 1, from, spot(fx, cardKey(event.key)), {
            arc: 0,
            ms: 320,
            sound: "slide",
          });
          fx.sound("hit");
          await fx.shake(cardKey(event.key));
        });
        const stars = gained.map((event) =>
          signs(fx, "power", event.number, from, spot(fx, `peg:${seat}`), { gap: 70 }),
        );
        await Promise.all([...rolls, ...hits, ...stars]);
      },
    },
    ...counted,
  ];
  const [fallen, down] = falls(left, after, events);
  made.push(...down);
  const over = endings(after, events, view, fallen);
  if (over.length) return [...made, ...over]; // the result is not kept back by cards that are put away
  const hand = fallen.players[seat].hand;
  const cards = [...fallen.players[seat].played, ...(hand ?? [])].map((entry) => entry.key);
  const swept = withPlayer(fallen, seat, {
    played: [],
    hand: hand && [],
    hand_size: 0,
    agents: after.players[seat].agents,
  });
  const put = [...fallen.players[seat].cooldown, ...fallen.players[seat].played, ...(hand ?? [])];
  const rests = withPlayer(swept, seat, { cooldown: put });
  made.push({
    id: "sweep",
    shows: swept,
    sound: cards.length ? "slide" : false,
    ms: cards.length ? 320 : 0,
    does: (fx) =>
      Promise.all(
        cards.map((key, i) =>
          leaves(fx, key, counter(fx, "cooldown", seat), { ms: 300, arc: 20, delay: 24 * i }),
        ),
      ),
  });
  if (cards.length) made.push({ id: "rests", shows: rests, sound: false, ms: 0 });
  made.push(
    ...draws(
      rests,
      after,
      events.filter((event) => event.seat === seat),
    ),
  );
  const turn = events.filter((event) => ["turn", "passive", "must_discard"].includes(event.kind));
  if (turn.length)
    made.push({
      id: "turn",
      shows: after,
      tells: turn,
      ms: 260,
      does: (fx) => fx.pulse(`face:${after.current}`),
    });
  for (const event of events.filter(({ kind }) => kind === "threat"))
    made.push({
      id: "threat",
      shows: after,
      tells: [event],
      sound: "twist",
      ms: 1300,
      does: (fx) =>
        Promise.all([
          fx.pulse(`peg:${event.seat}`, { scale: 1.5, times: 3 }),
          fx.ribbon(event.text ?? "", {
            ms: 1300,
            tone: event.seat === view.seat ? "long good" : view.seat === null ? "long brass" : "long",
          }),
        ]),
    });
  return made;
}

/** The result, over the position in which it is shown.
 * @param {GameEvent[]} events @param {View} view @returns {Beat[]} */
const endings = (after, events, view, shown = after) =>
  events
    .filter(({ kind }) => ["won", "drawn"].includes(kind))
    .map((event) => ({
      id: event.kind,
      shows: { ...shown, ...pick(after, ["over", "phase", "winner", "reason"]) },
      tells: [event],
      faces: event.kind === "won" ? { [event.seat]: "proud", [1 - event.seat]: "sad" } : {},
      ms: 900,
      does: (fx) => {
        if (event.kind === "won" && event.seat === view.seat) fx.confetti({ n: 60 });
        const won = after.patrons.filter((entry) => entry.favour === event.seat);
        return event.reason === "favour"
          ? Promise.all(won.map(({ patron }) => fx.pulse(`patron:${patron}`, { scale: 1.1, times: 2 })))
          : fx.pulse(`peg:${event.seat}`, { scale: 1.6, times: 3 });
      },
    }));

const MOVES = ["play", "activate", "buy", "attack", "call"];
const ANSWERS = ["replace", "acquire", "discard", "return", "toss", "knockout", "donate", "psijic", ...GONE];

/** @type {Drawing["beats"]} */
export function beats(before, after, events, view) {
  const [first] = events;
  if (!first) return [];
  if (first.kind === "draft") return drafted(after, events);
  if (before.phase === "draft" || !before.patrons.length) return [];
  if (first.kind === "end_turn") return endTurn(before, after, events, view);
  if (!MOVES.includes(first.kind) && !ANSWERS.includes(first.kind)) return [];
  /** @type {Beat[]} */
  const made = [];
  let shown = moved(before, after);
  const fallen = keysOf(events.filter(({ kind }) => ["falls", "back"].includes(kind)));
  const coming = keysOf(events.filter(({ kind }) => kind === "tavern"));
  shown = {
    ...shown,
    tavern: {
      ...shown.tavern,
      row: shown.tavern.row.map((entry) => (coming.has(entry?.key) ? null : entry)),
    },
    players: shown.players.map((player, seat) => ({
      ...player,
      ...pick(before.players[seat], ["hand_size", "draw_size"]),
      hand: player.hand?.filter((entry) => keysOf(before.players[seat].hand).has(entry.key)) ?? null,
      agents: [...before.players[seat].agents.filter((entry) => fallen.has(entry.key)), ...player.agents],
    })),
  };
  let source = first.key === undefined ? null : cardKey(first.key);
  if (["play", "activate"].includes(first.kind)) made.push(play(before, after, first, shown));
  else if (first.kind === "buy") {
    const bought = buy(before, after, first, shown, view);
    shown = bought.at(-1).shows;
    made.push(...bought);
  } else if (first.kind === "attack") {
    const [shows, beat] = attack(before, after, first, shown);
    shown = shows;
    made.push(beat);
  } else if (first.kind === "call") {
    const [shows, beat] = call(before, after, events, first, shown);
    source = `patron:${first.patron}`;
    shown = shows;
    made.push(beat);
  } else made.push(answer(before, after, first, shown, view));
  const arrived = rested(shown, after, [first.key, ...(first.keys ?? [])]);
  shown = arrived[0];
  made.push(...arrived[1]);
  for (const event of events.filter(({ kind }) => kind === "combo"))
    made.push(...combo(shown, event, first.seat, view));
  for (const part of [gains(shown, before, after, events, source)]) {
    shown = part[0];
    made.push(...part[1]);
  }
  for (const step of [favours, falls, creations]) {
    const [next, more] = step(shown, after, events);
    shown = next;
    made.push(...more);
  }
  made.push(...arrivals(after, events), ...draws(before, after, events), ...endings(after, events, view));
  return made;
}

/** A medal goes from the arc to its place among the patrons of the game.
 * @param {GameEvent[]} events @returns {Beat[]} */
function drafted(after, events) {
  const [first] = events;
  return [
    {
      id: "draft",
      shows: after,
      tells: events,
      sound: "place",
      ms: 460,
      does: (fx) => goes(fx, `patron:${first.patron}`, { ms: 420, arc: 40 }),
    },
  ];
}

/* Hearthstone in motion: a card is shown and lands, a minion strikes, numbers roll, the dead fall, others
come, cards are drawn, offered and chosen.

Beats show only what both positions and the events hold, no cause: the card, the arrival of what was played,
the attack, what was revealed, wounds, changes, deaths, arrivals, cards, the turn, the end. Each beat writes
the position so far. */

import { group } from "/page/kit.js";
import { crack, splat } from "./art.js";

const MS = {
  card: 320,
  other: 900,
  place: 300,
  cast: 240,
  strike: 400,
  shown: 800,
  hurt: 620,
  last: 420, // the blow that ends the game
  changed: 280,
  died: 440,
  ranks: 260,
  come: 320,
  draw: 320,
  turn: 560,
  offers: 420,
  chooses: 300,
  end: 900,
};
const CROWD = 12; // wounds in one step from which they get less time
const HEAVY = 4; // damage from which the table shakes
const DRAWS = 220; // ms of a card on its way from the deck
const BETWEEN = 90; // ms from one card to the next
const CRYSTAL = 60; // ms from one crystal to the next
const ROLL = 320; // ms in which a number reaches its new value
const OUT = "cubic-bezier(.2,.7,.2,1)";
const IN = "cubic-bezier(.6,0,1,.6)";
const SPRING = "cubic-bezier(.34,1.5,.5,1)";
const CHANGES = [
  "grows",
  "shrinks",
  "changes",
  "gains",
  "loses",
  "frozen",
  "thaws",
  "hero_frozen",
  "hero_not_frozen",
  "hero_immune",
  "hero_not_immune",
  "armor",
  "equips",
  "weapon_changes",
  "weapon_gone",
  "stolen",
  "turns",
  "new_power",
  "power_cost",
  "hand_grows",
  "hand_card_grows",
  "overload",
  "mana",
];
const WOUNDS = ["damage", "heal", "shield_lost", "hero_damage", "armor_lost", "hero_heal", "fatigue"];
const DRAWN = ["draws", "draws_cards", "gets", "gets_unseen", "returns", "shuffled"];
const ENDS = ["wins", "both_fall", "turn_limit"];
const SHOWN = ["fired", "jousted", "burnt", "discarded", "lost"];

const playersOf = (d, change) => ({ ...d, players: d.players.map(change) });
const minions = (d) =>
  new Map(d.players.flatMap((player) => player.board.map((minion) => [minion.key, minion])));
const burstAt = (place) => ({ x: place.x, y: place.y + place.h * 0.35, w: place.w, h: place.h, turn: 0 });

/** The key of a card in the hand of whom it is shown to; the same cards are numbered. */
function handKey(hand, place) {
  const { card } = hand[place];
  const number = hand.slice(0, place + 1).filter((entry) => entry.card === card).length;
  return number === 1 ? `hand:${card}` : `hand:${card}#${number}`;
}

/** What was paid and played has left the hand.
 * @param {GameEvent} event */
function paid(d, after, event) {
  return playersOf(d, (player, owner) => {
    if (owner !== event.seat) return player;
    const later = after.players[owner];
    if (event.kind.startsWith("uses")) return { ...player, mana: later.mana, power: later.power };
    const place = player.hand.findIndex((entry) => entry.card === (event.card ?? null));
    const gone = place < 0 ? player.hand.length - 1 : place;
    return {
      ...player,
      mana: after.turn === d.turn ? later.mana : player.mana,
      secrets: event.kind.startsWith("sets") ? later.secrets : player.secrets,
      hand: player.hand.filter((_, i) => i !== gone),
    };
  });
}

/** How much each lost or gained, and which minions die; the loss of some of them is not known. */
export function woundsOf(d, events) {
  const hurt = {};
  const dead = new Set();
  for (const event of events) {
    const hero = event.seat === undefined ? null : d.players[event.seat].hero.key;
    if (event.kind === "damage") hurt[event.key] = -event.amount;
    else if (event.kind === "heal") hurt[event.key] = event.amount;
    else if (event.kind === "shield_lost") hurt[event.key] ??= 0;
    else if (event.kind === "dies" && event.key) {
      dead.add(event.key);
      if (event.amount) hurt[event.key] = -event.amount;
    } else if (event.kind === "hero_damage" || event.kind === "armor_lost")
      hurt[hero] = (hurt[hero] ?? 0) - event.amount;
    else if (event.kind === "hero_heal") hurt[hero] = event.amount;
  }
  return { hurt, dead };
}

/** Who survives has what the game sent; who dies of a known loss has nothing left. */
function wounded(d, after, hurt) {
  const later = minions(after);
  return playersOf(d, (player, owner) => ({
    ...player,
    hero: {
      ...player.hero,
      health: Math.max(0, after.players[owner].hero.health),
      armor: Math.min(player.hero.armor, after.players[owner].hero.armor),
    },
    board: player.board.map((minion) => {
      const next = later.get(minion.key);
      return next
        ? {
            ...minion,
            health: Math.min(next.health, minion.max_health),
            flags: next.flags.includes("divine_shield")
              ? minion.flags
              : minion.flags.filter((flag) => flag !== "divine_shield"),
          }
        : { ...minion, health: Math.max(0, minion.health + Math.min(0, hurt[minion.key] ?? 0)) };
    }),
  }));
}

function changed(d, after) {
  const later = minions(after);
  return playersOf(d, (player, owner) => {
    const { hero, weapon, power } = after.players[owner];
    return {
      ...player,
      hero,
      weapon,
      power: after.turn === d.turn ? power : player.power,
      board: player.board.map((minion) => later.get(minion.key) ?? minion),
    };
  });
}

/** The minion that was played is at its place among those that are there. */
function placed(d, after, owner, key) {
  const there = new Set([key, ...d.players[owner].board.map((minion) => minion.key)]);
  const now = minions(d);
  const order = after.players[owner].board.filter((minion) => there.has(minion.key));
  const kept = d.players[owner].board.filter((minion) => !order.some((other) => other.key === minion.key));
  return playersOf(d, (player, seat) =>
    seat === owner
      ? { ...player, board: [...kept, ...order.map((minion) => now.get(minion.key) ?? minion)] }
      : player,
  );
}

/* What moves */

/** The numbers of every character that differ between two positions roll to their new values; that of mana
 * does not, as it would contradict the crystals beside it meanwhile.
 * @param {Fx} fx */
function roll(fx, before, after) {
  const rolls = [];
  const [old, now] = [before, after].map((d) => {
    /** @type {Map<string, number>} */
    const found = new Map();
    d.players.forEach((player) => {
      for (const one of [player.hero, ...player.board])
        for (const what of ["attack", "health", "armor"])
          found.set(`${what}:${one.key}`, one[what] && Math.max(0, one[what]));
    });
    return found;
  });
  for (const [name, value] of now) {
    const from = old.get(name);
    if (from !== undefined && value !== undefined && from !== value)
      rolls.push(fx.count(name, from, { ms: ROLL }));
  }
  return Promise.all(rolls);
}

/** Crystals of a seat fill from left to right, as many as it has to spend.
 * @param {Fx} fx */
const fillCrystals = (fx, seat, count) =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => {
      await fx.wait(i * CRYSTAL);
      await fx.pulse(`crystal:${seat}:${i}`, { scale: 1.4, ms: 200 });
    }),
  );

/** The card goes from the hand into the middle; a hidden one is a back from the middle of its fan
 * until it turns.
 * @param {GameEvent} event */
const showCard = (before, event, own) => (fx) => {
  const { hand } = before.players[event.seat];
  const place = hand.findIndex((entry) => entry.card === (event.card ?? null));
  const open = own && place >= 0;
  const from = open ? handKey(hand, place) : `back:${event.seat}:${Math.floor((hand.length - 1) / 2)}`;
  fx.claimed.add(from);
  return fx.fly("shown:0", { from, as: open ? "shown:0" : from, ms: own ? 260 : 380, arc: 40 });
};

/** A spell goes into its target, or bursts where it is. */
const cast = (target) => async (fx) => {
  const to = target ? fx.at(target) : fx.was.get("shown:0");
  if (!to) return;
  await fx.fly("shown:0", { from: "shown:0", to, ms: 220, grow: target ? 0.2 : 1.2, fade: true });
  fx.burst(to, { colour: "#9FE0FF", reach: 60 });
  await fx.wait(120);
};

const land = (key) => async (fx) => {
  const from = fx.was.has("shown:0") ? "shown:0" : key;
  fx.claimed.add(from);
  await fx.fly(key, { from, as: from, ms: 260, arc: 30 });
  const place = fx.at(key);
  fx.sound("thud");
  if (place) fx.burst(burstAt(place), { colour: "#E2C79A", reach: place.w * 0.8, n: 8, ms: 380 });
};

/** Where an attacker meets its target. */
const contact = (a, b) => ({ ...a, x: b.x + (a.x - b.x) * 0.3, y: b.y + (a.y - b.y) * 0.3, w: a.w * 1.12 });

/** Draw back, lunge, and stand still for the moment of the blow. */
const strike = (from, to) => async (fx) => {
  const [a, b] = [fx.at(from), fx.at(to)];
  if (!a || !b || fx.less || fx.ended) return;
  fx.hide(from);
  const node = fx.actor(a, fx.copy(a));
  const back = {
    ...a,
    x: a.x + (a.x - b.x) * 0.06,
    y: a.y + Math.sign(a.y - b.y || 1) * a.h * 0.2,
    w: a.w * 1.14,
  };
  const pose = (place) => ({ transform: fx.transform(place, a) });
  await fx.animate(node, [pose(a), pose(back)], 200, { easing: OUT });
  fx.sound("slide");
  await fx.animate(node, [pose(back), pose(contact(a, b))], 130, { easing: IN });
  fx.sound("hit");
  await fx.wait(70);
};

/** Stars with numbers; the attacker goes home; heavy blows shake the table. */
const wounds = (hurt, attack) => async (fx) => {
  const amounts = Object.entries(hurt);
  const moves = [];
  let home = Promise.resolve();
  if (attack) {
    const [a, b] = [fx.at(attack.from), fx.at(attack.to)];
    if (a && b && !fx.less && !fx.ended) {
      fx.burst(b, { colour: "#FFE9B0", reach: b.w * 0.8, n: 11 });
      home = fx.fly(attack.from, { from: contact(a, b), as: a, becomes: a, ms: 300 });
      moves.push(home);
    }
  }
  if (amounts.some(([, amount]) => amount <= -HEAVY)) moves.push(fx.shake(null, { px: 8, ms: 300 }));
  for (const [key, amount] of amounts) {
    const place = fx.at(key);
    if (!place) continue;
    const picture = group({}, group({ transform: "translate(50 50)" }, splat(amount)));
    const drop = () =>
      fx.put(picture, key, { size: Math.max(44, place.w * 0.95), dy: -place.h * 0.06, ms: 260, fall: 12 });
    moves.push(key === attack?.from ? home.then(drop) : drop()); // what struck is hit where it is seen
    if (!amount) fx.burst(place, { colour: "#FFE27A", n: 8, reach: place.w * 0.7 });
  }
  await Promise.all(moves);
};

/** The dead turn, sink and are gone in a puff. */
const fall = (keys) => (fx) =>
  Promise.all(
    keys.map(async (key) => {
      const place = fx.at(key);
      if (!place?.node || fx.less || fx.ended) return;
      fx.hide(key);
      const node = fx.actor(place, fx.copy(place));
      const still = fx.transform(place, place);
      await fx.animate(
        node,
        [
          { transform: still, opacity: 1 },
          { transform: `${still} scale(1.06) rotate(-3deg)`, opacity: 1, offset: 0.3 },
          { transform: `${still} scale(.7,.3) rotate(8deg)`, opacity: 0 },
        ],
        420,
        { easing: "ease-in" },
      );
      node.remove();
      fx.burst(place, { colour: "#6A5A4A", reach: 50, n: 10, ms: 360 });
    }),
  );

/** Who comes drops from above, one after the other. */
const drop = (keys) => (fx) =>
  Promise.all(
    keys.map((key, i) => {
      const place = fx.at(key);
      if (!place) return null;
      fx.hide(key);
      const above = { ...place, y: place.y - place.h * 0.6, w: place.w * 1.2 };
      return fx.fly(key, { from: above, ms: 300, ease: SPRING, delay: i * BETWEEN });
    }),
  );

/** New cards come from the deck, face down where they are hidden, or face up from a choice, which is over. */
const deal =
  (list, gone = []) =>
  (fx) => {
    for (const key of gone) fx.claimed.add(key);
    return Promise.all(
      list.map(({ key, from }, i) => {
        const place = fx.at(key);
        if (!place) return null;
        fx.hide(key);
        const looks = from.startsWith("choice:") ? { as: place, becomes: place } : { as: from };
        return fx.fly(key, { from, ...looks, ms: DRAWS, delay: i * BETWEEN, arc: 24 });
      }),
    );
  };

/** Cards that a step reveals turn over on their way into the middle. */
const reveal = (cards, d) => (fx) =>
  Promise.all(
    cards.slice(0, 4).map(({ why, seat }, i) => {
      if (why === "jousted") return null;
      const from = why === "fired" ? `secret:${seat}:0` : `deck:${seat}`;
      const there = fx.from(from) ? from : d.players[seat]?.hero.key;
      const flight = fx.fly(`shown:${i}`, { from: there, as: there, ms: 420, arc: 30 });
      return why === "burnt" || why === "lost"
        ? flight.then(() => fx.burst(`shown:${i}`, { colour: "#3A2A22", reach: 70 }))
        : flight;
    }),
  );

/** Two cards of a joust come out of their decks, meet in the middle, and the dearer one glows. */
const joust = (cards, costOf) => async (fx) => {
  const list = cards
    .map((entry, i) => ({ ...entry, key: `shown:${i}` }))
    .filter(({ why }) => why === "jousted");
  if (!list.length) return;
  await Promise.all(
    list.map(({ seat, key }) => fx.fly(key, { from: `deck:${seat}`, as: `deck:${seat}`, ms: 420, arc: 30 })),
  );
  const middle = list.reduce((sum, { key }) => sum + (fx.at(key)?.x ?? 0), 0) / list.length;
  await Promise.all(
    list.map(async ({ key }) => {
      const place = fx.at(key);
      if (!place) return;
      const met = { ...place, x: place.x + (middle - place.x) * 0.24 };
      await fx.fly(key, { from: key, to: met, ms: 140, ease: IN });
      await fx.fly(key, { from: met, to: key, ms: 180, ease: OUT });
    }),
  );
  fx.sound("hit");
  const most = Math.max(...list.map(({ card }) => costOf(card)));
  const dearest = list.filter(({ card }) => costOf(card) === most);
  if (dearest.length === 1) {
    fx.burst(dearest[0].key, { colour: "#FFE27A", reach: 90, n: 12 });
    await fx.pulse(dearest[0].key, { scale: 1.14, ms: 320 });
  }
};

/** Cards that are offered rise over the middle, one after the other. */
const offer = (count) => (fx) =>
  Promise.all(
    Array.from({ length: count }, (_, i) => {
      const key = `choice:${i}`;
      const place = fx.at(key);
      if (!place) return null;
      fx.hide(key);
      const below = { ...place, y: place.y + place.h * 0.5, w: place.w * 0.5 };
      return fx.fly(key, { from: below, ms: 300, ease: SPRING, delay: i * BETWEEN });
    }),
  );

/** The card that is chosen is held up, the others sink. */
const choose = (count, chosen) => (fx) =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const key = `choice:${i}`;
      if (i === chosen) return fx.pulse(key, { scale: 1.1, ms: 260 });
      const place = fx.at(key);
      if (!place || fx.less || fx.ended) return null;
      fx.hide(key);
      const node = fx.actor(place, fx.copy(place));
      const sunk = { ...place, y: place.y + place.h * 0.4, w: place.w * 0.8 };
      return fx.animate(
        node,
        [
          { transform: fx.transform(place, place), opacity: 1 },
          { transform: fx.transform(sunk, place), opacity: 0 },
        ],
        240,
      );
    }),
  );

/** The arch of the hero that has fallen cracks and bursts; the winner's is lifted.
 * @param {string | null} loser @param {string | null} winner */
const topple = (loser, winner) => async (fx) => {
  const place = fx.at(loser);
  if (!place) return;
  const lifts = fx.pulse(winner, { scale: 1.3, ms: 760 });
  fx.put(crack(), loser, { size: place.w, ms: 200, fall: 0 });
  fx.sound("thud");
  await fx.shake(loser, { px: 9, ms: 360 });
  await Promise.all([
    fx.burst(place, { colour: "#8A857C", reach: place.w * 1.3, n: 12, size: 18 }),
    fx.burst(place, { colour: "#F6BC3A", reach: place.w * 0.9, n: 9, size: 12 }),
    lifts,
  ]);
};

/* The beats */

/** Cards that are new in a hand, with their keys, and where they come from. */
function newCards(before, after, seat, taken = null) {
  return after.players.flatMap((player, owner) => {
    const old = before.players[owner];
    const from = `deck:${owner}`;
    if (owner !== (seat ?? 0)) {
      const more = player.hand.length - old.hand.length;
      return Array.from({ length: Math.max(0, more) }, (_, i) => ({
        key: `back:${owner}:${old.hand.length + i}`,
        from,
      }));
    }
    const keys = (hand) => hand.map((_, place) => (hand[place].card ? handKey(hand, place) : null));
    const had = new Set(keys(old.hand));
    return keys(player.hand)
      .filter((key) => key && !had.has(key))
      .map((key) => ({
        key,
        from: taken && key.replace(/#\d+$/, "") === `hand:${taken.card}` ? taken.key : from,
      }));
  });
}

export function inBeats(before, after, events, view, words) {
  if (!before.players || after.partial || before.partial) return [];
  const of = (...kinds) => events.filter((event) => kinds.includes(event.kind));
  if (before.phase === "mulligan") {
    const list = newCards(before, after, view.seat);
    if (after.phase === "mulligan" || !list.length) return [];
    return [{ id: "deal", shows: after, tells: events, ms: MS.draw, sound: "shuffle", does: deal(list) }];
  }
  /** @type {Beat[]} */
  const made = [];
  let now = { ...before, choice: null };
  const told = new Set();
  const add = (id, ms, { shows = now, over = null, tells = [], ...rest }) => {
    now = shows;
    const fresh = tells.filter((event) => !told.has(event)); // an event belongs to the first beat that has it
    for (const event of fresh) told.add(event);
    made.push({ id, ms, shows: over ? { ...shows, beat: over } : shows, tells: fresh, ...rest });
  };
  const chose = events.find((event) => event.kind.startsWith("chooses_"));
  const offered = before.choice?.options;
  const place = chose && offered ? offered.indexOf(chose.card) : -1;
  if (place >= 0)
    add("chooses", MS.chooses, {
      shows: before,
      tells: [chose],
      sound: "up",
      does: choose(offered.length, place),
    });
  if (chose) now = { ...before, choice: null };
  const first = events.find((event) => /^(plays|uses|sets|sets_unseen)(_on|_on_hero)?$/.test(event.kind));
  const arrived = new Set();
  if (first) {
    const own = view.seat === first.seat;
    const pays = paid(now, after, first);
    if (first.kind.startsWith("uses"))
      add("card", own ? MS.card : MS.card * 1.6, {
        shows: pays,
        tells: [first],
        does: async (fx) => {
          roll(fx, before, pays);
          await fx.pulse(`power:${first.seat}`, { scale: 1.3 });
          if (first.target_key)
            await fx.fly(`power:${first.seat}`, {
              to: first.target_key,
              ms: 260,
              arc: 30,
              grow: 0.5,
              fade: true,
            });
        },
      });
    else {
      add("card", own ? MS.card : MS.other, {
        shows: pays,
        over: { kind: "card", seat: first.seat, card: first.card ?? null, to: first.target_key ?? null },
        tells: [first],
        does: (fx) => {
          roll(fx, before, pays);
          return showCard(before, first, own)(fx);
        },
      });
      const there = minions(before);
      const form = of("form")[0]?.card;
      const key = after.players[first.seat].board.find(
        (minion) => !there.has(minion.key) && (minion.card === first.card || minion.card === form),
      )?.key;
      if (key && first.card) {
        const lands = of("form").concat(of("arrives").filter((event) => event.key === key));
        for (const event of lands) arrived.add(event);
        add("place", MS.place, {
          shows: placed(now, after, first.seat, key),
          tells: lands,
          sound: false,
          does: land(key),
        });
      } else if (first.kind.startsWith("sets"))
        add("place", MS.place, {
          does: (fx) => fx.fly("shown:0", { to: `secret:${first.seat}:0`, ms: 260, grow: 0.2, fade: true }),
        });
      else add("cast", MS.cast, { does: cast(first.target_key ?? null) });
    }
  }
  const blow = events.find((event) => /^(hero_)?attack(_on|_on_hero)?$/.test(event.kind));
  const attack = blow?.target_key ? { from: blow.key, to: blow.target_key } : null;
  if (blow)
    add("attack", MS.strike, {
      tells: [blow],
      faces: { [blow.seat]: "sly" },
      sound: false,
      does: attack ? strike(attack.from, attack.to) : undefined,
    });
  // A turn begins with its banner and its crystals; what its beginning does and the drawn card follow. What
  // the end of the turn before did is shown first.
  const passed = after.over ? null : of("turn")[0];
  const acts = (list) =>
    list.some((event) =>
      [...WOUNDS, ...CHANGES, ...SHOWN, "dies", "arrives", "returns"].includes(event.kind),
    );
  const opens = passed && !acts(events.slice(0, events.indexOf(passed)));
  const turnBegins = () => {
    const spent = now;
    const more = opens && acts(events.slice(events.indexOf(passed)));
    const shows = playersOf(after, (player, owner) => {
      const { hand, deck, board, hero, secrets } = spent.players[owner];
      return { ...player, hand, deck, ...(more ? { board, hero, secrets } : {}) };
    });
    add("turn", MS.turn, {
      shows,
      tells: of("ends", "turn"),
      sound: after.current === view.seat ? "turn" : false,
      does: (fx) =>
        Promise.all([
          fx.ribbon(words.turn(after.current), { ms: 420 }),
          roll(fx, spent, shows),
          fillCrystals(fx, after.current, after.players[after.current].mana.available),
        ]),
    });
  };
  if (opens) turnBegins();
  const shown = (after.shown ?? []).filter((entry) => SHOWN.includes(entry.why));
  if (shown.length)
    add("shown", MS.shown, {
      over: { kind: "shown", cards: shown },
      tells: of(...SHOWN),
      sound: "twist",
      does: (fx) =>
        Promise.all([reveal(shown, now)(fx), joust(shown, (card) => view.card(card)?.cost ?? 0)(fx)]),
    });
  const { hurt, dead } = woundsOf(now, events);
  const struck = Object.keys(hurt).length + dead.size;
  // Who is destroyed without a wound falls at once.
  if (struck && (Object.keys(hurt).length || attack)) {
    const hit = now.players.findIndex((player) => (hurt[player.hero.key] ?? 0) < 0);
    const whole = now;
    const left = wounded(now, after, hurt);
    add("hurt", after.over ? MS.last : MS.hurt * (struck > CROWD ? 0.6 : 1), {
      shows: left,
      tells: of(...WOUNDS),
      faces: hit < 0 ? undefined : { [hit]: hurt[now.players[hit].hero.key] <= -5 ? "wow" : "sad" },
      does: (fx) => Promise.all([wounds(hurt, attack)(fx), roll(fx, whole, left)]),
    });
  }
  const changes = of(...CHANGES);
  if (changes.length) {
    const keys = changes.map((event) => event.key).filter(Boolean);
    const equips = of("equips")[0];
    const old = now;
    const next = changed(now, after);
    add("changed", MS.changed, {
      shows: next,
      tells: changes,
      async does(fx) {
        await roll(fx, old, next); // a pulse would hide it
        await Promise.all([
          ...[...new Set(keys)].map((key) => fx.pulse(key, { scale: 1.12, ms: 260 })),
          equips ? fx.pulse(`weapon:${equips.seat}:${equips.card}`, { scale: 1.3 }) : null,
          ...of("weapon_gone").map((event) => {
            const gone = fx.was.get(`weapon:${event.seat}:${event.card}`);
            return gone ? fx.burst(gone, { colour: "#8A5A2E", reach: 50 }) : null;
          }),
          ...of("frozen").map((event) =>
            event.key ? fx.burst(event.key, { colour: "#DFF6FF", reach: 50 }) : null,
          ),
          ...of("overload", "mana").map((event) => fx.pulse(`mana:${event.seat}`, { scale: 1.1 })),
        ]);
      },
    });
  }
  if (dead.size) {
    add("died", MS.died, { tells: of("dies"), does: fall([...dead]) });
    add("ranks", MS.ranks, {
      shows: playersOf(now, (player) => ({
        ...player,
        board: player.board.filter((minion) => !dead.has(minion.key)),
      })),
      sound: false,
      does(fx) {
        for (const key of dead) fx.claimed.add(key); // they are gone: only the others move
      },
    });
  }
  const known = minions(now);
  const come = [...minions(after).keys()].filter((key) => !known.has(key));
  const others = of("arrives").filter((event) => !arrived.has(event));
  if (come.length || others.length)
    add("come", MS.come + come.length * BETWEEN, {
      shows: playersOf(now, (player, owner) => ({ ...player, board: after.players[owner].board })),
      tells: others,
      sound: "place",
      does: drop(come),
    });
  if (passed && !opens) turnBegins();
  const cards = newCards(
    now,
    after,
    view.seat,
    place < 0 ? null : { card: chose.card, key: `choice:${place}` },
  );
  if (cards.length)
    add("draw", MS.draw + cards.length * BETWEEN, {
      shows: playersOf(now, (player, owner) => ({
        ...player,
        hand: after.players[owner].hand,
        deck: after.players[owner].deck,
      })),
      tells: of(...DRAWN),
      sound: "slide",
      does: deal(cards, place < 0 ? [] : offered.map((_, i) => `choice:${i}`)),
    });
  const options = after.choice?.options;
  if (options && after.choice !== before.choice)
    add("offers", MS.offers, {
      shows: after,
      tells: events.filter((event) => event.kind.startsWith("offer_")),
      sound: "flip",
      does: offer(options.length),
    });
  if (after.over) {
    const won = after.winner;
    const [winner, loser] =
      won === null ? [null, null] : [won, 1 - won].map((one) => after.players[one].hero.key);
    add("end", MS.end, {
      shows: after,
      tells: of(...ENDS),
      faces: won === null ? undefined : { [won]: "glad", [1 - won]: "sad" },
      sound: "thud",
      does: async (fx) => {
        await topple(loser, winner)(fx);
        if (won === view.seat) fx.confetti({ n: 70 });
      },
    });
  }
  return made;
}

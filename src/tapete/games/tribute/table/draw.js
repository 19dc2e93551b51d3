/* Tales of Tribute: patrons and their favour, tavern, both players' agents, hand, choices and the draft. */

import {
  back,
  bell,
  cardFace,
  coin,
  deckSign,
  effectSign,
  handSign,
  heart,
  link,
  medal,
  power,
  prestige,
  restSign,
} from "./art.js";

export { beats } from "./beats.js";

export const music = "phrygian";
export const sources = { hand: "draw", tavern: "pile", played: "hand" };

/** @type {Kit} */
let kit;

const word = (view, key, values) => view.say(`stage.${key}`, values);
const me = (view) => view.seat ?? 0;
const patronName = (view, patron) => view.say(`name.${patron}`);
const thingKey = (entry) => `card:${entry.key}${entry.copy ? `#${entry.copy}` : ""}`;

/** @type {Drawing["guide"]} */
export function guide(view) {
  const { description: d } = view;
  if (d.over) return view.say("phase.over");
  if (!view.moves.length) return word(view, d.choice ? "choosing" : "wait", { name: view.names[d.seat] });
  if (d.phase === "draft") return view.say("phase.draft", { number: d.draft.number });
  const first = calledFirst(view);
  if (first) return word(view, `first_${first.patron}`);
  if (d.choice) {
    const asked = view.say(`ask.${d.choice.kind}`, {
      most: d.choice.most,
      number: d.choice.number,
      count: d.choice.count ?? 0,
    });
    const several = severalOf(view);
    return several ? `${asked} ${word(view, "chosen", { n: several.count, most: several.most })}` : asked;
  }
  if (winsByEnding(view)) return word(view, "end_wins");
  if (view.moves.length === 1 && view.moves[0].kind === "end_turn") return word(view, "only_end");
  const can = ["play", "activate", "buy", "call", "attack"]
    .filter((kind) => view.moves.some((move) => move.kind === kind))
    .map((kind) => word(view, `may_${kind}`));
  const listed =
    can.length < 2 ? can.join("") : `${can.slice(0, -1).join(", ")} ${word(view, "or")} ${can.at(-1)}`;
  return can.length ? word(view, "may", { what: listed }) : view.say("phase.play");
}

/** @type {Drawing["summary"]} */
export function summary(view) {
  const { description: d } = view;
  const standing = d.players.map((player, seat) => `${view.names[seat]}: ${player.prestige}`);
  return `${word(view, "title")}. ${standing.join(", ")}.`;
}

/** Events that move the game, for who wants to read only these; and those that begin a part of the log. */
export const important = [
  "draft",
  "buy",
  "acquire",
  "call",
  "favour",
  "destroy",
  "hlaalu",
  "knockout",
  "falls",
  "gain_prestige",
  "lose_prestige",
  "threat",
  "won",
  "drawn",
];
export const chapters = ["turn"];

export const sounds = {
  play: "place",
  buy: "coin",
  acquire: "coin",
  call: "turn",
  attack: "damage",
  falls: "death",
  knockout: "death",
  draw: "slide",
  drawn: "slide",
  draws: "slide",
  reshuffle: "shuffle",
  activate: "flip",
  combo: "trick_won",
  destroy: "death",
  gain_coins: "coin",
  soak: "damage",
  heal: "heal",
};

/** Keys of the game's own: all simple cards at once. */
export const keys = { k: "button:all" };

/* What a move would bring, as the server previews it */

/** The events that are certain to come of a move; none while that is not known. */
const foreseen = (view, move) => (move ? (view.preview(move.id)?.events ?? []) : []);
const sumOf = (events, kind, seat) =>
  events
    .filter((event) => event.kind === kind && event.seat === seat)
    .reduce((sum, { number }) => sum + number, 0);

/** Moves that play, one after the other, all cards of the hand that ask nothing; or the only card left. */
function playsTogether(view) {
  const plays = view.moves.filter((move) => move.kind === "play");
  if (plays.length === 1) return [{ kind: "play", card: plays[0].card, key: plays[0].key }];
  return plays.length ? (view.description.together ?? []).map((entry) => ({ kind: "play", ...entry })) : [];
}

/** What the end of the turn does: agents that take power, prestige gained, coins lost, who wins. */
export function endOf(view) {
  const seat = me(view);
  const events = foreseen(
    view,
    view.moves.find((move) => move.kind === "end_turn"),
  );
  const gained = sumOf(events, "gain_prestige", seat);
  return {
    hits: events.filter((event) => event.kind === "soak").map(({ card, damage }) => ({ card, n: damage })),
    gained,
    coins: sumOf(events, "lose_coins", seat),
    total: view.description.players[seat].prestige + gained,
    winner: events.find((event) => event.kind === "won")?.seat ?? null,
    threat: events.find((event) => event.kind === "threat" && event.seat === seat)?.prestige ?? null,
  };
}

const winsByEnding = (view) => view.moves.length > 0 && endOf(view).winner === view.seat;

const favoursOf = (view, seat) => view.description.patrons.filter((patron) => patron.favour === seat).length;

/** A word before the turn ends with something left to do; above all where ending it loses.
 * @type {Drawing["warning"]} */
export function warning(view, id, heard) {
  const move = view.moves.find((one) => one.id === id);
  if (move?.kind !== "end_turn") return null;
  const { description: d } = view;
  const own = d.players[view.seat];
  const enemy = d.players[1 - view.seat];
  const { total, winner } = endOf(view);
  /** @type {[string, Record<string, any>][]} */
  const found = [];
  if (winner === view.seat) return null;
  if (winner !== null) found.push(["lose", { own: total, n: enemy.prestige }]);
  const unplayed = view.moves.some((one) => one.kind === "play" && view.card(one.card)?.type !== "curse");
  if (unplayed) found.push(["play", {}]);
  if (view.moves.some((one) => one.kind === "activate")) found.push(["activate", {}]);
  if (view.moves.some((one) => one.kind === "buy")) found.push(["buy", { n: own.coins }]);
  if (view.moves.some((one) => one.kind === "call")) found.push(["call", {}]);
  // a card that is left unplayed is lost each time: each turn says so
  const once = (kind) => (kind === "play" ? `play:${d.turn}` : kind);
  const next = found.find(([kind]) => !heard.has(once(kind)));
  return next ? { kind: once(next[0]), text: word(view, `warn_${next[0]}`, next[1]) } : null;
}

/** A choice without content is not put to the person.
 * @type {Drawing["answered"]} */
export function answered(view) {
  return view.description.choice && view.moves.length === 1 && view.moves[0].kind === "done"
    ? view.moves[0].id
    : null;
}

const ON_TABLE = ["hand", "played", "agents", "enemy_agents"];

/** The cards among which a call asks for one, where all of them are on the table; else null. */
function wantedBy(view, call) {
  const options = call && view.after(call.id, "choice")?.options;
  return options?.every(({ zone }) => ON_TABLE.includes(zone)) ? options : null;
}
/** The patron that is picked and wants a card of the table, and which it may be: the card is chosen first,
 * then call and choice are sent together. */
function calledFirst(view) {
  const move = view.moves.find((one) => one.kind === "call" && view.picked.includes(`patron:${one.patron}`));
  const options = wantedBy(view, move);
  return options ? { patron: move.patron, options } : null;
}

/** Both moves, where a card is what the picked patron wants. */
function callWith(view, entry) {
  const first = calledFirst(view);
  return first?.options.some(({ key }) => key === entry.key)
    ? [
        { kind: "call", patron: first.patron },
        { kind: "pick", card: entry.card, key: entry.key },
      ]
    : null;
}

/** The combo that playing a card sets off, its own or one that waits; null: none, or not known. */
const comboOf = (view, move) => foreseen(view, move).find((event) => event.kind === "combo")?.number ?? null;

/* The stage: patrons at the left, or in a row on a tall stage; rows from the other player to the own hand */

const GOLD = "#F6BC3A";
const LINE = "#1A0C24";
const CREAM = "#FFF2D0";
const LILAC = "#C9B0E8";
const FULL = 226 / 150; // height by width of a whole card, and of a compact one
const COMPACT = 132 / 74;

const least = (view) => Math.max(12, kit.least(view));
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

const [SEAM_ABOVE, SEAM_BELOW] = [3, 3]; // free edges of the rows on both sides of a seam

/** Boxes of the rows, by the size of the stage alone. */
function layout(view) {
  const { width: w, height: h } = view;
  const tall = h > w * 0.8;
  const narrow = tall && w < 560;
  const k = clamp(Math.min(w / 1260, h / 680), 0.4, 1.5);
  const pad = h < 420 || narrow ? 4 : 8 * clamp(k, 0.8, 1.4);
  const edge = h < 420 || w < 600 ? 7 : 15; // inside the stitches of the hem
  const beside = !tall && (h < 340 || (h < 560 && w >= 960)); // the other's agents lie beside the tavern
  const stacked = beside && h < 340 && w >= 700; // and the own ones below them
  const rail = tall ? 0 : railWide(w, h);
  const x = edge + (rail ? rail + pad : 0);
  const width = w - x - edge;
  const shares = Object.entries(
    tall
      ? narrow
        ? h < 690
          ? { top: 46, patrons: 102, their: 76, tavern: 124, own: 82, purse: 46, hand: 128, foot: 44 }
          : { top: 46, patrons: 94, their: 94, tavern: 122, own: 94, purse: 44, hand: 130, foot: 44 }
        : { top: 50, patrons: 100, their: 74, tavern: 158, own: 78, hand: 160 }
      : stacked
        ? { top: 28, tavern: 118, hand: 126 }
        : beside
          ? { top: 44, tavern: 178, own: 68, hand: 178 }
          : h < 420
            ? { top: 50, their: 68, tavern: 232, own: 80, hand: 206 } // pictures of the cards need the room
            : { top: 56, their: 86, tavern: 202, own: 86, hand: 196 },
  );
  // A line about what decides lies over the seam of two rows: it takes hardly any room, and always has it.
  const told = h < 420 || narrow ? 17 : 22;
  const seam = Math.max(0, told - pad - SEAM_ABOVE - SEAM_BELOW);
  const free = h - 2 * edge - pad * (shares.length - 1) - seam;
  const scale = free / shares.reduce((sum, [, part]) => sum + part, 0);
  const rows = {};
  let y = edge;
  for (const [name, share] of shares) {
    if (name === (stacked ? "hand" : "own")) {
      rows.alarm = { x, y: y - pad - SEAM_ABOVE, width, height: told };
      y += seam;
    }
    rows[name] = { x, y, width, height: share * scale };
    y += share * scale + pad;
  }
  if (beside) {
    const cards = Math.min(
      width * 0.68,
      5 * (rows.tavern.height / (rows.tavern.height > 150 ? 1.46 : 1.62)) + 40,
    );
    rows.their = { ...rows.tavern, x: x + cards + pad, width: width - cards - pad };
    rows.tavern = { ...rows.tavern, width: cards };
  }
  if (stacked) {
    const { their, hand } = rows;
    const half = (their.height - pad) / 2;
    rows.own = { ...their, y: their.y + half + pad, height: half };
    rows.their = { ...their, height: half };
    rows.purse = { ...their, y: hand.y, height: 32 };
    rows.foot = { ...their, y: hand.y + 34, height: hand.height - 34 };
    rows.hand = { ...hand, width: rows.tavern.width };
  }
  if (!rows.purse) {
    const wide = clamp(width * (h < 420 ? 0.42 : 0.32), 172, 310 * Math.max(1, k));
    rows.purse = { ...rows.own, x: x + width - wide, width: wide };
    rows.own = { ...rows.own, width: width - wide - pad };
  }
  const beneath = (stacked ? rows.hand : rows.own).width;
  if (beneath > 400) rows.alarm.width = beneath; // not over counters beside the row
  const side = narrow ? 0 : clamp(width * 0.2, 92, 216 * Math.max(1, k));
  rows.foot ??= { ...rows.hand, x: x + width - side, width: side };
  if (side && !stacked) rows.hand = { ...rows.hand, width: width - side - pad };
  return {
    w,
    h,
    k,
    pad,
    tall,
    narrow,
    beside,
    stacked,
    rows,
    rail: rail ? { x: edge, y: edge, width: rail, height: h - 2 * edge } : null,
  };
}

function railWide(w, h) {
  if (h < 340) return w >= 700 ? 150 : 96;
  if (w >= 900) return Math.max(212, w * 0.195);
  return w >= 760 ? 178 : w >= 640 && h >= 440 ? 152 : 124;
}

/** @type {Drawing["draw"]} */
export function draw(view, given) {
  kit = given;
  const plan = layout(view);
  const { description: d } = view;
  const parts = [kit.cloth(view)];
  if (d.phase === "draft") return kit.drawing(view, ...parts, ...draft(view));
  const own = me(view);
  const raised = candidates(view);
  const shown = new Set(raised.map(thingKey));
  const open = raised.length ? stageOf(raised.length, plan, guide(view)) : null;
  const covers = (name) => open?.covers.includes(name);
  parts.push(...patrons(view, plan), ...strip(view, 1 - own, plan.rows.top, plan));
  if (open) parts.push(...rise(view, raised, plan, open));
  else parts.push(...row(view, 1 - own, plan.rows.their, plan, shown), ...tavern(view, plan));
  if (!covers("purse")) parts.push(purse(view, own, plan.rows.purse));
  if (view.moves.some((move) => move.kind === "effect")) parts.push(...eitherSide(view, plan));
  else if (!covers("own")) parts.push(...row(view, own, plan.rows.own, plan, shown));
  if (!covers("hand")) parts.push(...handRow(view, plan, shown), ...restOf(view, plan, shown));
  if (!d.over) parts.push(...buttons(view, plan));
  if (view.seat === null && !covers("hand")) parts.push(playerPlate(view, own, plan));
  if (!covers("alarm")) parts.push(...alarm(view, plan));
  if (d.thread) parts.push(thread(parts, d.thread));
  return kit.drawing(view, ...parts);
}

/** A gold thread over the cards that run a combo together. */
function thread(parts, keys) {
  const ends = keys.flatMap((key) => {
    const card = parts.find((part) => part?.dataset?.key === key);
    const at = card?.getAttribute("transform").match(/translate\(([-\d.]+) ([-\d.]+)\)/);
    return at
      ? [
          {
            x: Number(at[1]) + Number(card.querySelector(".hit").getAttribute("width")) / 2,
            y: Number(at[2]),
          },
        ]
      : [];
  });
  const bows = ends
    .slice(1)
    .map(
      ({ x, y }, i) =>
        `M${ends[i].x} ${ends[i].y + 4}Q${(ends[i].x + x) / 2} ${Math.min(y, ends[i].y) - 26} ${x} ${y + 4}`,
    );
  return kit.group(
    { "pointer-events": "none" },
    kit.path(bows.join(""), { fill: "none", stroke: LINE, "stroke-width": 7, "stroke-linecap": "round" }),
    kit.path(bows.join(""), {
      fill: "none",
      stroke: "#FFE27A",
      "stroke-width": 4,
      "stroke-linecap": "round",
    }),
  );
}

/** A dark inlay in the velvet. */
const inlay = (box, { radius = 14, opacity = 0.42 } = {}) =>
  kit.group(
    {},
    kit.rect(box.x, box.y, box.width, box.height, { rx: radius, fill: LINE, opacity }),
    kit.path(`M${box.x + radius} ${box.y + 1.5}H${box.x + box.width - radius}`, {
      stroke: "#000000",
      "stroke-width": 2,
      opacity: 0.35,
    }),
  );

/** A text, or nothing where its box is too small for it. */
function whole(string, x, y, width, height, style) {
  if (width < 20 || height < style.smallest * (style.leading ?? 1) - 1) return null;
  const made = kit.fitted(string, x, y, width, height, style);
  return made.dataset.cut === undefined ? made : null;
}

/* Patrons */

const whom = (view, favour) => (favour === null ? "nobody" : favour === me(view) ? "you" : "enemy");

function favourWords(view, { patron, favour }) {
  if (patron === "treasury") return word(view, "no_favour");
  if (favour === null) return word(view, "favours_none");
  return favour === view.seat
    ? word(view, "favours_you")
    : word(view, "favours_name", { name: view.names[favour] });
}

function patrons(view, plan) {
  const { description: d } = view;
  const count = d.patrons.length;
  if (plan.rail) {
    const { rail, pad } = plan;
    const head = plan.h < 420 ? 0 : 20 * clamp(plan.k, 0.85, 1.3) + 8; // with the notch of the first patron
    const high = (rail.height - head - pad * (count - 1)) / count;
    return [
      head ? favourCount(view, { ...rail, height: head - 9 }) : null,
      ...d.patrons.map((entry, i) =>
        patronPlate(view, entry, { ...rail, y: rail.y + head + i * (high + pad), height: high }, plan),
      ),
    ];
  }
  const box = plan.rows.patrons;
  const wide = (box.width - 4 * (count - 1)) / count;
  return d.patrons.map((entry, i) =>
    patronPlate(view, entry, { ...box, x: box.x + i * (wide + 4), width: wide }, plan),
  );
}

/** How many of the four patrons favour each player. */
function favourCount(view, box) {
  const seats = [me(view), 1 - me(view)];
  const [mine, theirs] = seats.map((seat) => favoursOf(view, seat));
  const values = { mine, theirs, name: view.names[seats[0]], other: view.names[seats[1]] };
  const style = {
    size: 15,
    smallest: least(view),
    weight: 700,
    fill: mine >= 3 || theirs >= 3 ? GOLD : CREAM,
  };
  const made = (key) => kit.fitted(word(view, key, values), box.x, box.y, box.width, box.height, style);
  const whole = made("favour_score");
  return whole.dataset.cut === undefined ? whole : made("favour_short");
}

function patronPlate(view, entry, box, plan) {
  const { patron } = entry;
  const ids = kit.movesOf(view, (move) => move.kind === "call" && move.patron === patron);
  const favour = whom(view, entry.favour);
  const call = view.say(`call.${patron}.${favour}`);
  const barred = entry.barred
    ? kit.capital(view.say(`barred.${entry.barred.reason}`, { n: entry.barred.n ?? 0 }))
    : null;
  const own = view.seat !== null && view.description.current === view.seat && !view.description.choice;
  const calling = view.moves.find((move) => move.kind === "call" && move.patron === patron);
  const told = own ? (barred ?? promises(view, calling).join(" · ")) : "";
  const played = `${word(view, "combo")} ${entry.combo}`;
  const label = `${patronName(view, patron)}: ${favourWords(view, entry)}. ${call}. ${played}`;
  const made = kit.thing(
    view,
    {
      key: `patron:${patron}`,
      zone: "patrons",
      ...box,
      radius: plan.rail ? 14 : 10,
      ids,
      begins: wantedBy(view, calling) !== null,
      label,
      why: ids.length || !own ? null : (barred ?? word(view, "not_now")),
      state: ids.length ? undefined : "",
    },
    kit.rect(0, 0, box.width, box.height, {
      rx: plan.rail ? 14 : 10,
      fill: "#2A1438",
      opacity: 0.72,
    }),
    kit.rect(1, 1, box.width - 2, box.height - 2, {
      rx: plan.rail ? 13 : 9,
      fill: "none",
      stroke: favour === "you" ? GOLD : favour === "enemy" ? LILAC : "#F6BC3A",
      "stroke-width": favour === "nobody" ? 1 : 2.5,
      "stroke-dasharray": favour === "enemy" ? "7 4" : null,
      opacity: favour === "nobody" ? 0.4 : 0.95,
    }),
    ...(plan.rail
      ? box.height < 74
        ? plateLow(view, entry, box, call, told)
        : plateWide(view, entry, box, plan, call, told, barred !== null)
      : plateTall(view, entry, box, plan)),
  );
  if (!ids.length && own && barred) made.dataset.why = barred;
  made.dataset.card = patronName(view, patron);
  return made;
}

/** The plate at the left: medal, name, favour in words, links, slider, what a call does and gives. */
function plateWide(view, entry, box, plan, call, told, barred, way = "favour") {
  const { width, height } = box;
  const { patron } = entry;
  const close = way !== "favour"; // the slider shows the favour, too
  const size = way === "call" ? 29 : clamp(height * 0.44, 34, 76 * Math.max(1, plan.k * 0.95));
  const bead = clamp(height * 0.11, 12, 19);
  const slide = patron === "treasury" ? 0 : bead + 12;
  const left = size + 14;
  const room = width - left - slide - 4;
  const name = clamp(19 * plan.k, 14, 25);
  const small = least(view);
  const font = clamp(13.5 * plan.k, small, 18);
  const long = kit.measure(patronName(view, patron), name, { family: kit.SERIF }) > room;
  const nameHigh = long
    ? Math.max(name * (height > 100 ? 2 : 1.6), small * 2.1)
    : name * (close ? 1.15 : 1.2);
  const first = close ? 3 : 5;
  const parts = [
    kit.placed(medal(patron), 7, first + 1, size),
    kit.fitted(patronName(view, patron), left, first, room, nameHigh, {
      size: name,
      smallest: small,
      lines: 2,
      leading: 1,
      align: "start",
      family: kit.SERIF,
      fill: CREAM,
    }),
  ];
  const favourTop = first + nameHigh + (close ? 0 : 1);
  const words =
    way === "call"
      ? null
      : whole(close ? told : favourWords(view, entry), left, favourTop, room, font * 1.25, {
          size: font,
          smallest: small,
          align: "start",
          weight: close && barred ? 500 : close ? 700 : 600,
          fill: close ? GOLD : "#E9DCF4",
        });
  if (way === "told" && !words) return plateWide(view, entry, box, plan, call, told, barred, "call");
  parts.push(words);
  const linksTop = favourTop + (words ? font * (close ? 1.36 : 1.3) : 2) + 1;
  const linksHigh = clamp(9 * plan.k, 7, 12);
  if (patron !== "treasury" && linksTop + linksHigh < height - 2)
    parts.push(links(entry, left, linksTop, linksHigh));
  const top = Math.max(
    size + (close ? 6 : 9),
    patron === "treasury" ? 0 : linksTop + linksHigh + (close ? 2 : 4),
  );
  if (slide) parts.push(slider(view, entry, width - bead - 8, 7, bead, (height < 96 ? height : top) - 13));
  const rest = height - top - (close ? 3 : 5);
  const wide = width - 18 - (height < 96 ? slide : 0);
  const foot = told && way !== "told" ? noteFoot(told, wide, small, barred) : 0;
  const said = (room) =>
    whole(call, 9, top, wide, room, {
      size: font,
      smallest: small,
      lines: 4,
      leading: 1.06,
      align: "start",
      valign: "top",
      fill: CREAM,
    });
  const noted = (y, room, valign) =>
    whole(told, 9, y, wide, room, {
      size: font,
      smallest: small,
      lines: 2,
      leading: 1.05,
      align: "start",
      valign,
      weight: barred ? 500 : 700,
      fill: GOLD,
    });
  const text = said(rest - foot);
  if (text) return [...parts, text, foot ? noted(height - foot - 4, foot, "middle") : null];
  // What a call does comes before what stands in its way, and that before whom the patron favours.
  if (way === "call") return [...parts, said(rest) ?? (told ? noted(top, rest, "top") : null)];
  return plateWide(view, entry, box, plan, call, told, barred, told && !close ? "told" : "call");
}

const noteFoot = (told, wide, size, barred) =>
  kit.measure(told, size, { weight: barred ? 500 : 700 }) > wide - 1 ? size * 2.25 : size * 1.2;

/** A low plate: medal and slider, name beside the medal, links; at the foot a line on a call. */
function plateLow(view, entry, box, call, told) {
  const { patron } = entry;
  const { width } = box;
  const line = box.height < 52 ? null : callLine(view, box, [told, call, call.split(":")[0]]);
  const height = box.height - (line ? 14 : 0);
  const size = clamp(height - 10, 24, width < 110 ? 26 : 44);
  const bead = width < 110 ? 8 : 10;
  const slide = patron === "treasury" ? 2 : bead + 6;
  const left = size + 9;
  const room = width - left - slide - 2;
  const linked = patron !== "treasury" && height >= 40;
  return [
    kit.placed(medal(patron), 5, (height - size) / 2, size),
    kit.fitted(patronName(view, patron), left, 2, room, height - (linked ? 13 : 4), {
      size: 14,
      smallest: 11,
      lines: height < 44 ? 2 : 3,
      leading: 1,
      align: "start",
      weight: 700,
      fill: CREAM,
    }),
    linked ? links(entry, left, height - 11, 6) : null,
    slide > 4 ? slider(view, entry, width - bead - 5, 5, bead, height - 10) : null,
    line,
  ];
}

/** The first of some texts that fits on the last line of a plate. */
function callLine(view, { width, height }, texts) {
  const style = { size: 13, smallest: 12, weight: 500, "data-fine": "" };
  for (const text of texts.filter(Boolean)) {
    const fill = text === texts[0] ? GOLD : CREAM;
    const made = whole(text, 6, height - 18, width - 12, 16, { ...style, fill });
    if (made) return made;
  }
  return null;
}

/** A plate of the row on a tall stage: medal and slider, name, favour in a word, links. */
function plateTall(view, entry, { width, height }, plan) {
  const { patron, favour } = entry;
  const words = height >= 86;
  const names = height >= 84 ? 26 : height >= 64 ? 24 : 13;
  const size = clamp(
    height - names - (words ? 28 : 12),
    26,
    Math.min(64 * Math.max(1, plan.k), width * 0.78),
  );
  const bead = 10;
  const slide = patron === "treasury" ? 0 : bead + 2;
  const x = (width - size - slide) / 2;
  const short =
    patron === "treasury" || favour === null
      ? word(view, "short_none")
      : favour === view.seat
        ? word(view, "short_you")
        : word(view, "short_enemy", { name: view.names[favour] });
  const parts = [
    kit.placed(medal(patron), x, 3, size),
    slide ? slider(view, entry, x + size + 2, 4, bead, size - 2) : null,
    kit.fitted(patronName(view, patron), 2, size + 3, width - 4, names, {
      size: Math.max(13, least(view)),
      smallest: kit.least(view),
      lines: names > 20 ? 2 : 1,
      leading: 0.98,
      weight: 700,
      fill: CREAM,
    }),
  ];
  if (patron !== "treasury" && height >= 66)
    parts.push(links(entry, width / 2, height - (words ? 23 : 9), 6, true));
  if (words)
    parts.push(
      whole(short, 2, height - 16, width - 4, 14, {
        size: least(view),
        smallest: kit.least(view),
        weight: 600,
        fill: "#E9DCF4",
      }) ??
        whole(word(view, "short_them"), 2, height - 16, width - 4, 14, {
          size: least(view),
          smallest: kit.least(view),
          weight: 600,
          fill: "#E9DCF4",
        }),
    );
  return parts;
}

/** Four links: how many cards of the patron were played this turn. */
function links(entry, x, y, high, centred = false) {
  const wide = high * 1.7;
  const start = centred ? x - (4 * wide + 9) / 2 : x;
  return kit.group(
    { "data-key": `links:${entry.patron}` },
    ...Array.from({ length: 4 }, (_, i) =>
      kit.rect(start + i * (wide + 3), y, wide, high, {
        rx: high / 2,
        fill: i < entry.combo ? GOLD : "#12081A",
        stroke: i < entry.combo ? "#FFE9A0" : GOLD,
        "stroke-width": 1.5,
        "stroke-opacity": i < entry.combo ? 1 : 0.55,
      }),
    ),
  );
}

/** What a call would come to now: what it gives, and where the favour goes. */
function promises(view, move) {
  const events = foreseen(view, move);
  const [coins, power, prestige, paid] = ["gain_coins", "gain_power", "gain_prestige", "pay_coins"].map(
    (kind) => sumOf(events, kind, view.seat),
  );
  const favour = events.find((event) => event.kind === "favour" || event.kind === "neutral");
  if (favour?.kind === "favour" && favoursOf(view, view.seat) === 3) return [word(view, "last_favour")];
  return [
    power && paid
      ? word(view, "pays", { a: paid, b: power })
      : power && word(view, "gives_power", { n: power }),
    coins && word(view, "gives_coins", { n: coins }),
    prestige && word(view, "sells", { n: prestige }),
    favour && word(view, favour.kind === "favour" ? "to_you" : "nobody"),
  ].filter(Boolean);
}

/** Whom a patron favours: a bead in a groove, up for the other, in the middle for neither, down for you. */
function slider(view, { patron, favour }, x, y, width, height) {
  const groove = width * 0.62;
  const middle = x + width / 2;
  const notch = groove * 0.3;
  const at = favour === null ? 0.5 : favour === me(view) ? 1 : 0;
  const cy = y + width / 2 + at * (height - width);
  return kit.group(
    {},
    kit.rect(middle - groove / 2, y, groove, height, {
      rx: groove / 2,
      fill: "#12081A",
      stroke: GOLD,
      "stroke-width": 1,
      "stroke-opacity": 0.5,
    }),
    kit.path(
      [y + width * 0.7, y + height - width * 0.7]
        .map((end) => `M${middle - notch} ${end}h${2 * notch}`)
        .join(""),
      {
        stroke: GOLD,
        "stroke-width": 1.2,
        opacity: 0.6,
      },
    ),
    kit.group(
      { "data-key": `bead:${patron}` },
      kit.circle(middle, cy + 1.2, width / 2, { fill: "#7A4F06" }),
      kit.circle(middle, cy, width / 2, { fill: at === 0 ? LILAC : GOLD, stroke: LINE, "stroke-width": 1.2 }),
      kit.circle(middle - width * 0.12, cy - width * 0.14, width * 0.16, { fill: "#FFFFFF", opacity: 0.75 }),
    ),
  );
}

/* The other player, the ribbon of prestige, the own counters */

/** A face, or the sign of the seat in a gold ring. */
function faceOf(view, seat, size) {
  const { description: d } = view;
  const asked = !d.over && d.seat === seat;
  const mood =
    view.moods?.[seat] ?? (d.over ? (d.winner === seat ? "proud" : "calm") : asked ? "think" : "calm");
  const face = typeof view.portrait === "function" ? view.portrait(seat, mood) : null;
  return kit.group(
    { "data-key": `face:${seat}` },
    kit.circle(size / 2, size / 2, size / 2, {
      fill: asked ? GOLD : "#C98A14",
      stroke: LINE,
      "stroke-width": 1.5,
    }),
    kit.circle(size / 2, size / 2, size * 0.44, { fill: "#6A4A86" }),
    face
      ? kit.placed(face, size * 0.06, size * 0.06, size * 0.88)
      : kit.seatShape(seat, size * 0.27, size * 0.25, size * 0.46),
  );
}

const numbersOf = (view, seat) => {
  const player = view.description.players[seat];
  const say = (key, n) => word(view, key, { n });
  return [
    say("prestige", player.prestige),
    `${player.coins} ${word(view, "coins")}`,
    `${player.power} ${word(view, "power")}`,
    say("calls", player.calls),
    say("hand", player.hand_size),
    say("draw", player.draw_size),
    say("cooldown", player.cooldown.length),
  ].join(", ");
};

const WIDE_STRIP = 330; // beside a ribbon so wide there is room for two large numbers

/** Who sits opposite with his cards in numbers, and the ribbon with both pegs. */
function strip(view, seat, box, plan) {
  const { description: d } = view;
  const player = d.players[seat];
  const { width, height } = box;
  const low = height < 40;
  const size = Math.min(height, 58 * Math.max(1, plan.k));
  const small = low ? 11 : least(view);
  const name = low ? 13 : clamp(21 * plan.k, 14, 28);
  const sign = low ? 13 : clamp(17 * plan.k, 13, 23);
  const font = low ? 12 : clamp(15 * plan.k, 12, 20);
  const playing = d.current === seat && !d.over;
  const counts = [
    ...(low ? [["star", prestige(), player.prestige]] : []),
    ["hand", handSign(), player.hand_size],
    ["draw", deckSign(), player.draw_size],
    ["cooldown", restSign(), player.cooldown.length],
    ...(playing
      ? [
          ["coin", coin(), player.coins],
          ["power", power(), player.power],
        ]
      : []),
  ];
  const step = sign + 5 + kit.measure("88", font, { weight: 700 }) + 4;
  const nameWide = kit.measure(view.names[seat], name, { family: kit.SERIF });
  const block = low
    ? Math.min(nameWide, width * 0.16) + counts.length * step
    : clamp(Math.max(nameWide, 3 * step), 3 * step, Math.max(width * 0.3, 3 * step));
  const left = size + 7;
  const parts = [
    kit.placed(faceOf(view, seat, size), 0, (height - size) / 2, 1, 1),
    d.over && d.winner === seat
      ? kit.placed(kit.signs.crown(), size * 0.25, (height - size) / 2 - size * 0.16, size * 0.5)
      : null,
  ];
  // On a phone his coins and his power are in the places of his piles while he plays.
  const besides = !low && width - (left + block + 16) <= WIDE_STRIP;
  const listed = low ? counts : besides && playing ? [counts[0], ...counts.slice(-2)] : counts.slice(0, 3);
  if (low) {
    const wide = Math.min(nameWide, width * 0.16);
    parts.push(
      kit.fitted(view.names[seat], left, 0, wide + 1, height, {
        size: name,
        smallest: 10.5,
        align: "start",
        family: kit.SERIF,
        fill: CREAM,
        "data-fine": "",
      }),
    );
    listed.forEach(([key, picture, n], i) =>
      parts.push(
        ...counted(`${key}:${seat}`, picture, n, left + wide + 6 + i * step, height / 2, sign, font),
      ),
    );
  } else {
    parts.push(
      kit.fitted(view.names[seat], left, 0, block, height * 0.52, {
        size: name,
        smallest: small,
        align: "start",
        family: kit.SERIF,
        fill: CREAM,
      }),
    );
    listed.forEach(([key, picture, n], i) =>
      parts.push(...counted(`${key}:${seat}`, picture, n, left + i * step, height * 0.76, sign, font)),
    );
  }
  let start = left + block + (low ? 14 : 16);
  if (!low && !besides) {
    const big = clamp(24 * plan.k, 18, 34);
    const shown = [
      ["coin", coin(), player.coins],
      ["power", power(), player.power],
    ];
    if (playing)
      shown.forEach(([key, picture, n], i) =>
        parts.push(
          ...counted(`${key}:${seat}`, picture, n, start + i * (big * 2.1), height / 2, big, big * 0.82),
        ),
      );
    // Their place is kept: the ribbon is as long in every turn.
    start += big * 4.4 + 8;
  }
  if (width - start < 90) start = Math.max(left, width - 90); // a table as small as a stamp
  const track = ribbon(view, seat, start + 8, height, width - start - 24);
  track.setAttribute("transform", `translate(${box.x} ${box.y})`);
  track.dataset.box = `${width} ${height}`;
  const sits = kit.group(
    {
      transform: `translate(${box.x} ${box.y})`,
      role: "img",
      "aria-label": `${view.names[seat]}: ${numbersOf(view, seat)}`,
      "data-box": `${width} ${height}`,
      "data-key": `seat:${seat}`,
    },
    ...parts,
  );
  return [sits, track];
}

/** A sign and a number beside it, on a middle line, both named: signs fly to it and the number rolls. */
const counted = (name, picture, n, x, middle, sign, font, serif = false) => [
  kit.group({ "data-key": `sign:${name}` }, kit.placed(picture, x, middle - sign / 2, sign)),
  kit.text(String(n), x + sign * (serif ? 1.08 : 1) + (serif ? 2 : 3), middle + font * 0.36, {
    size: font,
    weight: serif ? 400 : 700,
    family: serif ? kit.SERIF : kit.SANS,
    fill: CREAM,
    "data-fine": "",
    "data-number": name,
  }),
];

/** The beaded ribbon from 0 to 80, 40 and 80 in gold; the other's peg hangs above, the own is below. */
function ribbon(view, seat, x, height, width) {
  const { players } = view.description;
  const y = height / 2;
  const fine = height < 40;
  const gold = clamp(height * 0.2, fine ? 8 : 9, 14);
  const band = clamp(height * 0.14, 4, 9);
  const at = (value) => x + (Math.min(80, value) / 80) * width;
  const parts = [
    kit.path(`M${x} ${y}H${x + width}`, {
      stroke: LINE,
      "stroke-width": band + 4,
      "stroke-linecap": "round",
    }),
    kit.path(`M${x} ${y}H${x + width}`, {
      stroke: "#6A4A86",
      "stroke-width": band,
      "stroke-linecap": "round",
    }),
  ];
  const step = width > 300 ? 2 : width > 140 ? 5 : 10;
  const furthest = Math.max(players[0].prestige, players[1].prestige);
  for (let value = 0; value < 80; value += step)
    if (value !== 40)
      parts.push(
        kit.circle(at(value), y, band * (value % 10 ? 0.28 : 0.5), {
          fill: value <= furthest ? "#FFE27A" : "#C98A14",
          stroke: LINE,
          "stroke-width": 0.8,
        }),
      );
  for (const [who, up] of [
    [seat, -1],
    [1 - seat, 1],
  ])
    parts.push(peg(view, who, at(players[who].prestige), y, up, height));
  // the numbers of both goals stay in sight where a peg points at them
  for (const value of [40, 80])
    parts.push(
      kit.circle(at(value), y + 1.5, gold, { fill: "#8A5A08" }),
      kit.circle(at(value), y, gold, { fill: "#FFE27A", stroke: LINE, "stroke-width": 1.5 }),
      kit.text(String(value), at(value), y + gold * 0.38, {
        size: gold * 1.08,
        anchor: "middle",
        family: kit.SERIF,
        fill: "#2A1230",
        "data-fine": "",
      }),
    );
  if (!fine) parts.push(ribbonTitle(view, seat, { x, width, at, height, gap: y - gold - 1 }));
  return kit.group({}, ...parts);
}

/** What the ribbon counts and who wins by it, above or below it where the pegs leave room; else a word. */
function ribbonTitle(view, seat, { x, width, at, height, gap }) {
  const smallest = kit.least(view);
  const reach = ((height / 2 - 3) / 2.3) * 1.15 + 5; // half of a peg, and air
  const rooms = [
    [seat, 0],
    [1 - seat, height - gap],
  ].flatMap(([who, top]) => {
    const middle = at(view.description.players[who].prestige);
    return [
      { top, x: middle + reach, width: x + width - middle - reach, align: "end" },
      { top, x, width: middle - reach - x, align: "start" },
    ];
  });
  for (const key of ["ribbon", "ribbon_brief", "ribbon_word"])
    for (const room of rooms) {
      const made = whole(word(view, key), room.x, room.top, room.width, gap, {
        size: clamp(gap * 0.8, smallest, 16),
        smallest,
        align: room.align,
        weight: 600,
        fill: "#E9DCF4",
      });
      if (made) return made;
    }
  return null;
}

/** A peg: a pointer on the ribbon with a disc that carries the number. */
function peg(view, seat, x, y, up, height) {
  const value = view.description.players[seat].prestige;
  const radius = (height / 2 - 3) / 2.3;
  const near = y + up * 4;
  const far = near + up * radius * 0.9;
  const cy = far + up * radius * 0.62;
  const fill = up < 0 ? LILAC : GOLD;
  if (height < 40) {
    const tip = `M${x} ${y + up * 2}l-5 ${up * (height / 2 - 4)}h10Z`;
    return kit.group(
      { "data-key": `peg:${seat}` },
      kit.path(tip, { fill, stroke: LINE, "stroke-width": 1.2 }),
    );
  }
  return kit.group(
    { "data-key": `peg:${seat}` },
    kit.path(`M${x} ${near}L${x - radius * 0.62} ${far}H${x + radius * 0.62}Z`, {
      fill,
      stroke: LINE,
      "stroke-width": 1.2,
    }),
    kit.rect(x - radius * 1.15, cy - radius * 0.78, radius * 2.3, radius * 1.56, {
      rx: radius * 0.78,
      fill,
      stroke: LINE,
      "stroke-width": 1.4,
    }),
    kit.text(String(value), x, cy + radius * 0.43, {
      "data-number": `peg:${seat}`,
      size: radius * 1.24,
      anchor: "middle",
      family: kit.SERIF,
      fill: "#2A1230",
      "data-fine": "",
    }),
  );
}

/** Face and name of the player below, for a spectator: in the place of the buttons. */
function playerPlate(view, seat, plan) {
  const box = plan.rows.foot;
  const size = clamp(Math.min(box.height - 4, box.width * 0.36), 24, 56 * Math.max(1, plan.k));
  return kit.group(
    {
      transform: `translate(${box.x} ${box.y + Math.max(0, Math.min(box.height * 0.1, box.height - size))})`,
      role: "img",
      "aria-label": view.names[seat],
    },
    kit.placed(faceOf(view, seat, size), 0, 0, 1, 1),
    kit.fitted(view.names[seat], size + 7, 0, box.width - size - 8, size, {
      size: clamp(21 * plan.k, 15, 30),
      smallest: 11,
      align: "start",
      family: kit.SERIF,
      fill: CREAM,
    }),
  );
}

/** The own coins, power and prestige in large numbers, and calls and piles in small ones. */
const LIFTED = 6; // by which a card below that can be played reaches above its place
function purse(view, seat, box) {
  const player = view.description.players[seat];
  const { width, height } = box;
  const line = height < 56;
  const large = [
    ["coin", coin(), player.coins],
    ["power", power(), player.power],
    ["star", prestige(), player.prestige],
  ];
  const little = [
    ["calls", bell(), player.calls],
    ["draw", deckSign(), player.draw_size],
    ["cooldown", restSign(), player.cooldown.length],
  ];
  const parts = [];
  const font = kit.least(view);
  const foot = font * 1.2;
  const place = (list, x, middle, wide, sign, size, serif) =>
    list.forEach(([key, picture, n], i) =>
      parts.push(...counted(`${key}:${seat}`, picture, n, x + i * wide, middle, sign, size, serif)),
    );
  const label = (list, x, y, wide, align = "start") =>
    list.forEach(([key], i) =>
      parts.push(
        whole(word(view, `label_${key}`), x + i * wide, y, wide - 4, foot, {
          size: clamp(foot, font, 14),
          smallest: font,
          align,
          weight: 600,
          fill: LILAC,
        }),
      ),
    );
  if (line) {
    const share = width / 6;
    const lifted = view.replay ? 0 : LIFTED;
    const labels = height - foot - lifted >= 22 && share >= 54;
    const middle = (height - (labels ? foot + lifted : 0)) / 2;
    const sign = clamp(Math.min(middle * 1.72, width / 12), 13, 28);
    const small = Math.max(12, sign * 0.56);
    if (labels) {
      // Six equal places; sign and number in the middle of each, over their word.
      [...large, ...little].forEach(([key, picture, n], i) => {
        const serif = i < large.length;
        const [high, figure] = serif ? [sign, sign * 0.8] : [sign * 0.72, small];
        const face = { family: serif ? kit.SERIF : kit.SANS, weight: serif ? 400 : 700 };
        const wide = high + 4 + kit.measure(String(n), figure, face);
        parts.push(
          ...counted(`${key}:${seat}`, picture, n, share * (i + 0.5) - wide / 2, middle, high, figure, serif),
        );
      });
      label([...large, ...little], 2, 2 * middle, share, "middle");
    } else {
      place(large, 0, middle, share * 1.13, sign, sign * 0.8, true);
      place(little, share * 3.45, middle, share * 0.78, sign * 0.72, small);
    }
  } else {
    const labels = height >= 74 && width >= 210;
    const free = height - (labels ? 2 * foot + 2 : 0);
    const sign = clamp(Math.min(free * (labels ? 0.6 : 0.46), width / 6.6), 20, 54);
    const low = labels ? free - sign : sign * 0.62; // height of the lower signs
    const top = labels ? sign / 2 : height * 0.31;
    const second = labels ? sign + foot + 2 + low / 2 : height * 0.79;
    place(large, 2, top, width / 3, sign, sign * 0.8, true);
    place(little, labels ? 2 : 6, second, width / 3, Math.min(low, sign * 0.7), clamp(sign * 0.44, 13, 20));
    if (labels) label(large, 2, sign, width / 3);
    if (labels) label(little, 2, height - foot, width / 3);
  }
  return kit.group(
    {
      transform: `translate(${box.x} ${box.y})`,
      role: "img",
      "aria-label": `${view.names[seat]}: ${numbersOf(view, seat)}`,
      "data-box": `${width} ${height}`,
      "data-key": `seat:${seat}`,
    },
    ...parts,
  );
}

/* Cards */

/** Effects that the table says in full, other than lists of cards for programs. */
const ON_TABLE_SAID = {
  gain_coin: "gives_coins",
  patron_call: "more_calls",
  return_top: "return_top",
  return_agent_top: "return_agent_top",
};

/** An effect in a few words. */
function shortOf(view, [name, ...rest]) {
  if (name === "either")
    return view.say("short.either", { left: shortOf(view, rest[0]), right: shortOf(view, rest[1]) });
  const key = name in ON_TABLE_SAID ? `stage.${ON_TABLE_SAID[name]}` : `short.${name}`;
  return view.say(key, { n: rest[0], card: "Summerset Sacking" });
}

const cardLabel = (view, name) => view.card(name)?.text ?? name;

/** Width and height of cards in a row: whole faces where they are 96 wide, compact ones else. */
function cardSize(count, room, high, gap, { widest = 190, overlap = false } = {}) {
  const share = (room - gap * (count - 1)) / Math.max(1, count);
  const full = Math.min(high / FULL, overlap ? Infinity : share, widest);
  if (full >= 96) return { wide: full, tall: full * FULL };
  const wide = Math.min(high / 1.3, overlap ? Math.max(share, 56) : share, 94);
  return { wide, tall: Math.min(high, wide * COMPACT) };
}

/** Moves that touch one copy of a card in a zone. */
function idsOf(view, entry, kinds, zone = null) {
  return kit.movesOf(
    view,
    (move) =>
      kinds.includes(move.kind) &&
      move.key === entry.key &&
      (move.copy ?? 0) === (entry.copy ?? 0) &&
      (move.kind !== "pick" || !zone || move.zone === zone),
  );
}

function withCopies(entries) {
  const seen = new Map();
  return entries.map((entry) => {
    if (!entry) return entry;
    const copy = seen.get(entry.key) ?? 0;
    seen.set(entry.key, copy + 1);
    return copy ? { ...entry, copy } : entry;
  });
}

const ORDERED = ["return", "return_agent"]; // the last one is drawn first

/** A question that takes several cards, which are marked in any order and sent together: its options, those
 * that are sent already and those that are marked, and how many it takes; else null. */
function severalOf(view) {
  const { choice } = view.description;
  const picks = view.moves.filter((move) => move.kind === "pick");
  if (!choice?.options || choice.most < 2 || view.moves.length < 2 || !picks.length) return null;
  const options = withCopies(choice.options);
  const sent = (choice.picked ?? []).map((position) => options[position]);
  const marked = view.picked.flatMap((key) => options.filter((entry) => thingKey(entry) === key));
  if (!ORDERED.includes(choice.kind)) marked.sort((a, b) => options.indexOf(a) - options.indexOf(b));
  const most = Math.min(choice.most, options.length);
  return { options, sent, marked, most, count: sent.length + marked.length, least: choice.least, picks };
}

/** What a card is in a question that takes several. */
function markOf(view, entry, zone) {
  const several = severalOf(view);
  if (!several) return null;
  const key = thingKey(entry);
  const is = (one) => thingKey(one) === key;
  if (!several.options.some((one) => is(one) && (!zone || one.zone === zone))) return null;
  const { sent, marked, count, most, picks } = several;
  const at = [...sent, ...marked].findIndex(is);
  const order = at >= 0 && ORDERED.includes(view.description.choice.kind) ? at + 1 : null;
  if (sent.some(is)) return { ids: [], state: "picked", order, why: word(view, "settled") };
  if (at < 0 && count >= most) return { ids: [], state: "no", order, why: word(view, "enough", { n: most }) };
  const own = picks.filter((move) => move.key === entry.key && (move.copy ?? 0) === (entry.copy ?? 0));
  return {
    ids: (own.length ? own : picks.slice(0, 1)).map((move) => move.id),
    state: at < 0 ? "can" : "picked",
    order,
    why: null,
  };
}

/** The moves that answer a question with all that is marked; null while that is not enough. */
function answersOf(view, { marked, most, count, least }) {
  if (!marked.length || count < Math.min(least, most)) return null;
  const picks = marked.map(({ card, key, zone, copy }) => ({
    kind: "pick",
    card,
    key,
    zone,
    ...(copy ? { copy } : {}),
  }));
  return count < most ? [...picks, { kind: "done" }] : picks;
}

/** Which place of the answer so far an option has. */
function orderOf(view, entry) {
  const { choice } = view.description;
  if (!choice?.picked?.length || !choice.options) return null;
  const i = choice.picked.findIndex((position) => choice.options[position]?.key === entry.key);
  return i < 0 ? null : i + 1;
}

function cardThing(
  view,
  entry,
  {
    zone,
    x,
    y,
    width,
    height,
    kinds,
    pickZone,
    raise = false,
    why = null,
    face = {},
    note = null,
    source = null,
    turn = 0,
    plain = false,
  },
) {
  const mark = kinds.includes("pick") ? markOf(view, entry, pickZone) : null;
  const ids = mark ? mark.ids : idsOf(view, entry, kinds, pickZone);
  const order = mark ? mark.order : orderOf(view, entry);
  const all = callWith(view, entry);
  let state = plain && !ids.length ? "" : undefined;
  if (mark) ({ state } = mark);
  else if (order) state = "picked";
  else if (all) state = zone === "their_agents" ? "target" : "can";
  const radius = width >= 96 ? (width * 12) / 150 : 7;
  const { bare: crowded = false } = /** @type {{bare?: boolean}} */ (face);
  const made = kit.thing(
    view,
    {
      all,
      key: thingKey(entry),
      zone,
      x,
      y,
      width,
      height,
      turn,
      radius,
      ids,
      raise,
      label: `${cardLabel(view, entry.card)}${note ? ` ${note}` : ""}`,
      why: ids.length ? null : (mark?.why ?? why),
      marks: mark ? "several" : false,
      state,
      order,
      source,
      target: null,
      ring: note
        ? (state) =>
            kit.group(
              { "pointer-events": "none" },
              kit.mark(state, width, height, radius),
              noteChip(view, note, width, height),
            )
        : undefined,
      commit:
        !mark &&
        (zone === "hand" || zone === "own_agents" || kinds.length === 1 || view.description.choice !== null),
      card: entry.card,
    },
    cardFace(entry.card, view.card(entry.card), width, height, {
      stamp: word(view, "contract"),
      idle: word(view, "curse"),
      least: least(view),
      ...face,
      bare: crowded || (order !== null && width < 76 && height < 70), // its number would lie over the name
    }),
  );
  if (note) made.dataset.box = `${width} ${height + 14}`;
  if (turn) made.dataset.turned = "";
  return made;
}

/** A word at the foot of a card, in brass. */
const noteChip = (view, note, width, height) =>
  kit.chip(note, width / 2, height - 9, {
    size: least(view),
    align: "middle",
    widest: width + 16,
    fill: GOLD,
    ink: "#2A1230",
    stroke: LINE,
    weight: 800,
    height: 19,
  });

/* Tavern */

const TOLD = [
  "buy",
  "acquire",
  "call",
  "attack",
  "falls",
  "knockout",
  "gain_prestige",
  "lose_prestige",
  "destroy",
  "must_discard",
  "favour",
  "hlaalu",
  "treasury",
];

/** Whose favour was taken from the reader, or came: that decides games, so it is always named. */
const changedFavour = (event) => event.kind === "favour" || event.kind === "neutral";

/** What the reader's own cards gave since he last decided, added up. */
function gains(view) {
  const sum = (kind) =>
    lately(view)
      .filter((event) => event.kind === kind && event.seat === view.seat)
      .reduce((total, event) => total + event.number, 0);
  const found = [
    ["gain_coins", "sum_coins"],
    ["gain_power", "sum_power"],
  ]
    .map(([kind, key]) => [sum(kind), key])
    .filter(([n]) => n)
    .map(([n, key]) => word(view, key, { n }));
  return found.length ? word(view, "sum", { what: found.join(", ") }) : "";
}

/** What is said: while the other's turn is shown all of it so far, as each step comes by itself; after it the
 * whole of it without the end of the own turn before; else what came since the reader last decided. */
function lately(view) {
  const other = (event) => event.kind === "turn" && event.seat !== view.seat;
  const turned = view.events.findLastIndex(other);
  if (turned >= 0) return view.events.slice(turned + 1);
  const own = view.description.current === view.seat && !view.events.some((event) => event.kind === "turn");
  const begun = view.moves.length || own ? -1 : (view.lately ?? []).findLastIndex(other);
  return begun < 0 ? view.events : view.lately.slice(begun + 1);
}

/** What has happened since the reader last decided, in order, and what of it is always said. */
function newsOf(view) {
  const events = lately(view).filter(
    (event) => (TOLD.includes(event.kind) || event.kind === "neutral") && event.text,
  );
  const said = (event) => kit.capital(event.text).replace(/\.$/, "");
  const told = events.map(said); // what was done, then its effects
  const own = gains(view);
  if (own && view.description.current === view.seat) told.push(own);
  const last = view.events.filter((event) => event.text).at(-1);
  if (!told.length && last) told.push(kit.capital(last.text));
  return { told, kept: new Set(events.filter(changedFavour).map(said)) };
}

/** News without the earliest ones, but for what is always said, as long as there is too much. */
function shortened({ told, kept }, tooMuch) {
  const left = [...told];
  while (left.length > 1 && tooMuch(left))
    left.splice(
      Math.max(
        0,
        left.findIndex((text) => !kept.has(text)),
      ),
      1,
    );
  return left;
}

/** What has happened since the reader last decided, in a line: what was bought, called, attacked and won. */
export function happenedIn(view, wide, lines = 1) {
  if (view.description.choice) return ""; // a choice covers it
  const room = wide * (lines > 1 ? lines * 0.9 : 1);
  return shortened(newsOf(view), (told) => kit.measure(told.join(" · "), kit.least(view)) > room).join(" · ");
}

const COLUMN = 250; // least width of a column of news

/** The news one below the other, in columns where there are many; as prose where the room is too narrow. */
function story(view, plan, { x, y, width, height }) {
  if (view.description.choice) return [];
  const style = { smallest: least(view), align: "start", weight: 500, fill: "#E9DCF4" };
  const largest = clamp(15 * plan.k, style.smallest, 20);
  const lines = clamp(Math.floor(height / (style.smallest * 1.3)), 1, 4);
  const most = lines * Math.max(1, Math.floor(width / COLUMN));
  const told = shortened(newsOf(view), ({ length }) => length > most);
  const wide = width / Math.ceil(told.length / lines);
  const room = wide - 16; // figures are drawn wider than they are measured
  const size = Math.min(largest, ...told.map((text) => (largest * room) / kit.measure(text, largest, style)));
  if (told.length > 1 && size >= style.smallest) {
    const high = Math.min(height / lines, largest * 1.5);
    const top = y + (height - high * Math.min(lines, told.length)) / 2;
    return told.map((text, i) =>
      whole(text, x + Math.floor(i / lines) * wide, top + (i % lines) * high, wide, high, { ...style, size }),
    );
  }
  const prose = happenedIn(view, width, lines).replaceAll(" · ", ". ");
  return prose ? [whole(prose, x, y, width, height, { ...style, size: largest, lines: 4 })] : [];
}

function tavern(view, plan) {
  const { description: d } = view;
  const box = plan.rows.tavern;
  const cards = withCopies(d.tavern.row); // null: its card is taken, and the next one not yet there
  const edge = plan.narrow || plan.h < 420 ? 5 : 10 * plan.k;
  const gap = plan.narrow ? 5 : clamp(14 * plan.k, 5, 20);
  const pile = plan.narrow || plan.beside || box.width < 560 ? 0 : clamp(box.width * 0.075, 40, 84);
  const room = box.width - 2 * edge - (pile ? pile + gap : 0);
  const { wide, tall } = cardSize(5, room, box.height - edge - 6, gap, { widest: 176 });
  const step = clamp((room - wide) / 4, wide + 3, wide * 1.32);
  const left = box.x + edge + (room - wide - 4 * step) / 2;
  const top = box.y + (box.height - tall) / 2 + 2;
  const own = d.players[me(view)];
  const made = [inlay(box)];
  cards.forEach((entry, i) => {
    if (!entry) return;
    const lacks = (view.card(entry.card)?.cost ?? 0) - own.coins;
    const asked = view.moves.length && (d.choice || d.phase === "play");
    const why = !asked
      ? null
      : d.choice
        ? word(view, "settle_first")
        : lacks > 0
          ? kit.capital(word(view, "short", { n: lacks }))
          : word(view, "not_now");
    made.push(
      cardThing(view, entry, {
        zone: "tavern",
        x: left + i * step,
        y: top,
        width: wide,
        height: tall,
        kinds: ["buy", "pick"],
        pickZone: "row",
        why,
        source: "pile",
        plain: !d.choice,
      }),
    );
  });
  if (pile) {
    const high = pile * 1.5;
    made.push(
      kit.group(
        {
          transform: `translate(${box.x + box.width - pile - edge} ${box.y + (box.height - high) / 2})`,
          "data-key": "pile",
          "data-zone": "pile",
          role: "img",
          "aria-label": word(view, "pile", { n: d.tavern.pile_size }),
        },
        kit.at(3, 4, back(pile * 0.92, high)),
        back(pile * 0.92, high),
        kit.badge(String(d.tavern.pile_size), pile * 0.46, high - 12, { size: 13, fill: LINE, stroke: GOLD }),
      ),
    );
  }
  return made;
}

/* Agents and what was played, of either side */

const NARROW = 50; // by which a card in a row has its name

function agentThing(view, seat, entry, place, bare) {
  const { description: d } = view;
  const own = seat === me(view);
  const facts = view.card(entry.card);
  const taunts = d.players[1 - me(view)].agents.some((one) => view.card(one.card)?.taunt);
  let why = null;
  if (view.moves.length && d.phase === "play")
    why = own
      ? kit.capital(word(view, entry.ready ? "not_now" : "acted"))
      : !d.players[me(view)].power
        ? word(view, "no_power")
        : taunts && !facts?.taunt
          ? word(view, "taunt_first")
          : word(view, "not_now");
  return cardThing(view, entry, {
    zone: own ? "own_agents" : "their_agents",
    ...place,
    kinds: ["activate", "attack", "pick"],
    pickZone: null,
    why,
    face: { health: entry.health, cost: false, bare },
    turn: own && !entry.ready ? 6 : 0,
    plain: true,
  });
}

const playedThing = (view, seat, entry, place, bare) =>
  cardThing(view, entry, {
    zone: seat === me(view) ? "played" : "their_played",
    ...place,
    kinds: ["pick"],
    pickZone: "played",
    face: { cost: false, bare },
    plain: true,
  });

function row(view, seat, box, plan, raised) {
  const { description: d } = view;
  if (box.height >= 124 && box.width < 300) {
    const shown = [...d.players[seat].agents, ...d.players[seat].played];
    const open = seat !== me(view) && d.players[seat].hand?.length;
    if (!open && shown.length && shown.length <= 15 && !shown.some((entry) => raised.has(thingKey(entry))))
      return inLines(view, seat, box, shown.length);
  }
  const player = d.players[seat];
  const own = seat === me(view);
  const agents = withCopies(player.agents).filter((entry) => !raised.has(thingKey(entry)));
  const played = withCopies(player.played).filter((entry) => !raised.has(thingKey(entry)));
  const edge = box.height < 60 ? 3 : 6;
  const high = box.height - 2 * edge;
  const count = agents.length + played.length;
  const free = box.width - 2 * edge - 4 - (agents.length && played.length ? 14 : 0);
  const upright = high >= 56;
  const liked = upright ? clamp(high * 0.82, 58, 92) : clamp(high * 1.75, high < 48 ? 92 : 78, 104);
  const shared = (gap, number = count) => (free - gap * (number - 1)) / Math.max(1, number);
  const close = plan.narrow ? 4 : 7;
  // as if there were five, where that leaves room or cards are played: later ones change nothing
  const crowd = played.length || shared(close, 5) >= NARROW ? Math.max(5, count) : count;
  const bare = shared(close, crowd) < (upright ? NARROW : 66); // too many for names: pictures
  const gap = bare ? 3 : close;
  const wide = bare
    ? clamp(shared(gap, crowd), 32, Math.max(32, Math.min(56, high * 0.94)))
    : Math.min(liked, upright ? high * 0.9 : Infinity, shared(gap, crowd));
  const fits = count * (wide + gap) - gap <= free + 0.5;
  const tile = Math.min(high, wide * COMPACT);
  const top = box.y + (box.height - tile) / 2;
  const first = fits
    ? 0
    : clamp((free * agents.length) / Math.max(1, count), wide, free - (played.length ? wide : 0));
  const stepOf = (number, room) =>
    fits || number < 2 ? wide + gap : Math.min(wide + gap, (room - wide) / (number - 1));
  const agentStep = stepOf(agents.length, first);
  const playedStep = stepOf(played.length, agents.length ? free - first : free);
  const made = [inlay(box, { opacity: own ? 0.42 : 0.3 })];
  let x = box.x + edge + 4;
  for (const entry of agents) {
    made.push(agentThing(view, seat, entry, { x, y: top, width: wide, height: tile }, bare));
    x += agentStep;
  }
  if (!fits && agents.length) x += wide - agentStep;
  if (agents.length && played.length) {
    made.push(
      kit.path(`M${x + 4} ${box.y + 10}V${box.y + box.height - 10}`, {
        stroke: GOLD,
        "stroke-width": 1.5,
        opacity: 0.4,
      }),
    );
    x += 14;
  }
  for (const entry of played) {
    made.push(playedThing(view, seat, entry, { x, y: top, width: wide, height: tile }, bare));
    x += playedStep;
  }
  const rest = box.x + box.width - 12 - x;
  const open = own ? [] : withCopies(player.hand ?? []); // only where all hands are open
  if (open.length) made.push(...openHand(view, open, { x, y: top, width: rest, height: tile, wide }));
  const asked = !own && d.choice && view.moves.length && d.choice.kind !== "effect" && !raised.size;
  if (open.length) return made;
  if (asked && rest > 150)
    made.push(
      whole(guide(view), x + 8, box.y + 4, rest - 4, box.height - 8, {
        size: clamp(22 * plan.k, 15, 30),
        smallest: least(view),
        lines: 3,
        weight: 700,
        fill: "#FFE9B0",
      }),
    );
  else if (!own && rest > 150)
    made.push(...story(view, plan, { x: x + 8, y: box.y + 4, width: rest - 28, height: box.height - 8 }));
  else if (own && !count && box.height > 40)
    made.push(
      kit.fitted(
        `${word(view, "agents")} · ${word(view, "played")}`,
        box.x + 10,
        box.y,
        box.width - 20,
        box.height,
        {
          size: clamp(15 * plan.k, least(view), 20),
          smallest: least(view),
          fill: "#C9B0E8",
        },
      ),
    );
  return made;
}

/** A high and narrow row: agents and played cards in two lines, or three. */
function inLines(view, seat, box, count) {
  const player = view.description.players[seat];
  const gap = 5;
  const lines = count > 8 ? 3 : 2;
  const columns = Math.max(3, Math.ceil(count / lines));
  const wide = Math.min(78, (box.width - 16 - gap * (columns - 1)) / columns);
  const tall = Math.min(wide * 1.5, (box.height - 12 - gap * (lines - 1)) / lines);
  const left = box.x + (box.width - columns * (wide + gap) + gap) / 2;
  const top = box.y + (box.height - lines * (tall + gap) + gap) / 2;
  const at = (i) => ({
    width: wide,
    height: tall,
    x: left + (i % columns) * (wide + gap),
    y: top + Math.floor(i / columns) * (tall + gap),
  });
  const agents = withCopies(player.agents);
  return [
    inlay(box, { opacity: 0.3 }),
    ...agents.map((entry, i) => agentThing(view, seat, entry, at(i), wide < NARROW)),
    ...withCopies(player.played).map((entry, i) =>
      playedThing(view, seat, entry, at(agents.length + i), wide < NARROW),
    ),
  ];
}

/** The hand of the other, where a game is looked at with all hands open: at the right of his row. */
function openHand(view, cards, { x, y, width, height, wide: liked }) {
  const sign = 18;
  const room = width - sign - 14;
  const share = (room - 5 * (cards.length - 1)) / cards.length;
  const wide = Math.min(liked, Math.max(36, share));
  if (room < wide) return [];
  const step = cards.length > 1 ? Math.min(wide + 5, (room - wide) / (cards.length - 1)) : 0;
  const left = x + width - wide - step * (cards.length - 1);
  return [
    kit.placed(handSign(), left - sign - 8, y + (height - sign) / 2, sign),
    ...cards.map((entry, i) =>
      cardThing(view, entry, {
        zone: "their_hand",
        x: left + i * step,
        y,
        width: wide,
        height,
        kinds: [],
        pickZone: null,
        face: { cost: false, bare: wide < 66 },
        plain: true,
      }),
    ),
  ];
}

/* The own hand */

function handRow(view, plan, raised) {
  const { description: d } = view;
  const player = d.players[me(view)];
  const box = plan.rows.hand;
  const cards = player.hand ? withCopies(player.hand).filter((entry) => !raised.has(thingKey(entry))) : null;
  const count = cards ? cards.length : player.hand_size;
  if (!count) return [];
  const lift = clamp(10 * plan.k, 6, 14);
  const bow = plan.narrow || box.height < 130 ? 0 : Math.min(2.5, 14 / count);
  const dip = bow ? clamp(5 * plan.k, 2, 7) : 0;
  const gap = plan.narrow ? 4 : clamp(12 * plan.k, 4, 18);
  const high = box.height - lift - (bow ? 10 * plan.k : 4);
  const room = box.width - 8;
  const { wide, tall } = cardSize(Math.max(count, 5), room, high, gap, { widest: 160, overlap: true });
  const step = count > 1 ? Math.min(wide + gap, (room - wide) / (count - 1)) : 0;
  const left = box.x + 4 + (room - wide - step * (count - 1)) / 2;
  const middle = (count - 1) / 2;
  const y = (i) => box.y + lift + Math.abs(i - middle) * dip * (count > 6 ? 0.5 : 1);
  if (!cards)
    return Array.from({ length: count }, (_, i) =>
      kit.group(
        { transform: `translate(${left + i * step} ${y(i)})`, "data-key": `back:${i}`, "data-zone": "hand" },
        back(wide, Math.min(tall, high)),
      ),
    );
  return cards.map((entry, i) =>
    cardThing(view, entry, {
      zone: "hand",
      x: left + i * step,
      y: y(i),
      width: wide,
      height: Math.min(tall, high),
      turn: (i - middle) * bow,
      kinds: ["play", "pick"],
      pickZone: "hand",
      raise: true,
      why: view.moves.length ? word(view, "not_now") : null,
      face: { cost: false },
      source: "draw",
      note: noteOf(view, entry, wide < 96),
    }),
  );
}

/** What the end of the turn would bring, each part by itself. */
function forecast(view) {
  if (!view.moves.some((move) => move.kind === "end_turn")) return [];
  const { hits, gained, coins } = endOf(view);
  return [
    ...hits.map((hit) => word(view, "end_hits", hit)),
    gained ? word(view, "end_prestige", { n: gained }) : "",
    coins ? word(view, "lost", { n: coins }) : "",
  ].filter(Boolean);
}

/** Whether the place of the hand has room for both piles: all its cards are played. */
function laidOut(view, plan, raised = new Set()) {
  const { hand, hand_size: size } = view.description.players[me(view)];
  const held = hand ? withCopies(hand).filter((entry) => !raised.has(thingKey(entry))).length : size;
  return view.seat !== null && !held && plan.rows.hand.height >= 84;
}

/** In the place of a hand that is played: draw pile, cooldown, and between them what the end would bring. */
function restOf(view, plan, raised) {
  if (!laidOut(view, plan, raised)) return [];
  const { hand: box } = plan.rows;
  const player = view.description.players[me(view)];
  const font = least(view);
  const words = font * 1.3;
  const tall = Math.min(box.height - words - 16, 150 * Math.max(1, plan.k));
  const wide = tall / (plan.narrow ? 1.6 : 1.5);
  const room = Math.min(box.width, wide * 2 + clamp(box.width * 0.5, 150, 420));
  const left = box.x + (box.width - room) / 2;
  const top = box.y + (box.height - tall - words) / 2;
  const right = left + room - wide - 10;
  const resting = player.cooldown.at(-1);
  const named = (key, n, x) =>
    whole(word(view, key, { n }), Math.max(box.x, x - 24), top + tall + 2, wide + 48, words, {
      size: font,
      smallest: kit.least(view),
      weight: 600,
      fill: LILAC,
    });
  const frame = (x) =>
    kit.rect(x, top, wide, tall, {
      rx: 8,
      fill: "#12081A",
      "fill-opacity": 0.45,
      stroke: GOLD,
      "stroke-width": 1.4,
      "stroke-dasharray": "6 5",
      "stroke-opacity": 0.6,
    });
  const pile = (x, n, ...faces) => (n ? faces : [frame(x)]);
  const made = [
    ...pile(
      left + 10,
      player.draw_size,
      player.draw_size > 1 ? kit.at(left + 13, top + 3, back(wide, tall)) : null,
      kit.at(left + 10, top, back(wide, tall)),
    ),
    ...pile(
      right,
      player.cooldown.length,
      player.cooldown.length > 1 ? kit.at(right + 3, top + 3, back(wide, tall)) : null,
      resting
        ? kit.at(
            right,
            top,
            cardFace(resting.card, view.card(resting.card), wide, tall, { cost: false, least: font }),
          )
        : null,
    ),
    named("draw", player.draw_size, left + 10),
    named("cooldown", player.cooldown.length, right),
  ];
  const x = left + wide + 24;
  const between = { x, y: top, width: right - 14 - x, height: tall, most: tall + words };
  return [kit.group({ "pointer-events": "none" }, ...made, ...forecastLines(view, plan, between))];
}

/** What the end of the turn would bring, in lines; `most` is the height that they may have at most. */
function forecastLines(view, plan, { x, y, width, height, most }) {
  const lines = forecast(view);
  if (!lines.length) return [];
  const size = clamp(17 * plan.k, 14, 24);
  const said = [word(view, "at_end"), ...lines];
  const style = (i) => ({ size: i ? size : size * 0.86, weight: i ? 700 : 600 });
  const highs = said.map((line, i) =>
    kit.measure(line, style(i).size, style(i)) < width - 6 ? size * 1.35 : size * 2.35,
  );
  const all = highs.reduce((sum, high) => sum + high, 0);
  const squeezed = Math.min(1, most / all);
  let top = y + Math.max(0, (height - all) / 2);
  return said.map((line, i) => {
    const high = highs[i] * squeezed;
    top += high;
    return whole(line, x, top - high, width, high, {
      ...style(i),
      smallest: kit.least(view),
      lines: 2,
      leading: 1.04,
      fill: i ? "#FFE9B0" : LILAC,
    });
  });
}

/** What is worth saying of a card in hand: the combo that it would run, or what Hlaalu gives for it. */
function noteOf(view, entry, small) {
  if (small || !view.moves.length) return null;
  if (view.description.choice) return soldFor(view, entry);
  const play = view.moves.find((move) => move.kind === "play" && move.key === entry.key);
  const combo = comboOf(view, play);
  if (combo) return word(view, "combo_now", { n: combo });
  const plays = play ? playsTogether(view) : [];
  if (plays.length < 2 || plays.some((one) => one.key === entry.key)) return null;
  return word(view, view.after(play.id, "choice") ? "asks" : "alone");
}

/* Buttons */

/** A brass token with a lip, or an enamel one. */
function token(view, { key, x, y, width, height, label, ids = [], all = null, brass = true, size }) {
  const lip = clamp(height * 0.1, 3, 6);
  const radius = Math.min(16, height * 0.32);
  const [ground, dark, edge] = brass ? [GOLD, "#C98A14", "#7A4F06"] : ["#FFF7E6", "#D9C7A2", "#6A4B35"];
  const made = kit.thing(
    view,
    {
      key,
      zone: "buttons",
      x,
      y,
      width,
      height,
      radius,
      ids,
      all,
      label,
      role: "secondary",
      commit: true,
      state: "",
    },
    kit.rect(0, 3, width, height, { rx: radius, fill: "#0C0414", opacity: 0.45 }),
    kit.rect(0, 0, width, height, { rx: radius, fill: dark, stroke: edge, "stroke-width": 1.5 }),
    kit.rect(1, 1, width - 2, height - lip - 1, { rx: radius - 1, fill: ground }),
    kit.path(`M${radius} 2.5H${width - radius}`, {
      stroke: "#FFFFFF",
      "stroke-width": 2,
      opacity: 0.6,
      "stroke-linecap": "round",
    }),
    kit.fitted(label, 6, 1, width - 12, height - lip - 1, {
      size,
      smallest: 12,
      lines: 2,
      leading: 1.02,
      family: kit.SERIF,
      fill: "#2C1A10",
    }),
  );
  if (ids.length) made.setAttribute("data-state", view.picked.includes(key) ? "picked" : "can");
  return made;
}

/** One card may ask something; of several none does. */
const playLabel = (view, { length: n }, short) =>
  word(view, short ? "short_all" : n === 1 ? "play_last" : "play_all", { n });

function buttons(view, plan) {
  const { description: d } = view;
  const box = plan.rows.foot;
  const made = [];
  const end = kit.movesOf(view, (move) => move.kind === "end_turn");
  const done = kit.movesOf(view, (move) => move.kind === "done");
  const together = end.length ? playsTogether(view) : [];
  const plays = view.moves.filter((move) => move.kind === "play").length;
  const both = together.length > 1 || (plays === 1 && together.length === 1);
  const wins = winsByEnding(view);
  const size = clamp(21 * plan.k, 15, 30);
  const low = box.height < 150;
  const high = plan.stacked ? 44 : plan.narrow ? box.height - 3 : clamp(box.height * 0.3, 34, 68);
  const across = plan.narrow || plan.stacked;
  // Each button keeps its place whether the other is there or not: a press is never meant for its neighbour.
  const first = {
    x: box.x,
    y: across ? box.y : box.y + (low ? 4 : box.height * 0.1),
    width: across ? (box.width - 6) * 0.46 : box.width,
    height: high,
  };
  const second = across
    ? { ...first, x: first.x + first.width + 6, width: box.width - first.width - 6 }
    : { ...first, y: first.y + high + 8 };
  if (end.length) {
    const notes = laidOut(view, plan) ? "" : forecast(view).join(" · ");
    if (both)
      made.push(
        token(view, {
          key: "button:all",
          ...first,
          label: playLabel(view, together, box.width < 150),
          all: together,
          brass: !wins,
          size: size * 0.86,
        }),
      );
    made.push(
      token(view, {
        key: "button:end",
        ...second,
        label: word(view, second.width < 110 ? "end_short" : "end"),
        ids: end,
        brass: wins || !plays,
        size,
      }),
    );
    if (notes) {
      const room = plan.narrow
        ? both
          ? null
          : { x: box.x + 8, y: box.y, width: box.width * 0.46 - 12, height: box.height }
        : {
            x: box.x,
            y: second.y + high + 7,
            width: box.width,
            height: box.y + box.height - second.y - high - 9,
          };
      if (room)
        made.push(
          whole(notes, room.x, room.y, room.width, room.height, {
            size: clamp(14 * plan.k, least(view), 18),
            smallest: least(view),
            lines: 4,
            leading: 1.08,
            align: plan.narrow ? "end" : "middle",
            valign: plan.narrow ? "middle" : "top",
            weight: 700,
            fill: "#FFE9B0",
          }),
        );
    }
  }
  const several = severalOf(view);
  const all = several && answersOf(view, several);
  if (done.length || all) {
    const n = several?.count ?? 0;
    made.push(
      token(view, {
        key: "button:done",
        ...first,
        label: n ? word(view, `finish_${d.choice.kind}`, { n }) : word(view, "none"),
        ids: done,
        all,
        brass: n > 0,
        size,
      }),
    );
  }
  return made;
}

/* Choices */

const RISING = ["destroy", "return", "return_agent", "pelin", "toss", "hlaalu", "treasury"];

/** The cards of a choice that rise to a row in the middle. */
function candidates(view) {
  const { choice } = view.description;
  if (!choice?.options || !view.moves.length) return [];
  const hidden = choice.options.some((entry) => ["cooldown", "draw"].includes(entry.zone));
  return hidden || RISING.includes(choice.kind) ? withCopies(choice.options) : [];
}

/** The place for so many cards: tavern and the other's row, and own rows where cards would be small. */
function stageOf(count, plan, asked) {
  const { rows } = plan;
  const top = Math.min(rows.their.y, rows.tavern.y);
  const { x } = rows.tavern;
  const right = (box) => box.x + box.width;
  const across = plan.beside ? right(rows.their) : right(rows.tavern);
  const stacked = [
    [["own"], rows.tavern, across],
    [["own", "hand"], rows.hand, right(rows.hand)],
  ];
  const levels = plan.stacked
    ? stacked
    : [
        [[], rows.tavern, across],
        [["own"], rows.own, right(rows.own)],
        [
          ["own", "hand", ...(plan.narrow ? ["purse"] : [])],
          rows.hand,
          Math.min(right(rows.hand), right(rows.own)),
        ],
      ];
  let found = null;
  for (const [covers, last, end] of levels) {
    const box = { x, y: top, width: end - x, height: last.y + last.height - top };
    const edge = plan.narrow || plan.h < 420 ? 6 : 14;
    const line = clamp(18 * plan.k, 14, 24);
    const long = kit.measure(asked, line, { weight: 700 }) > box.width - 2 * edge - 4;
    const head = Math.max(clamp(30 * plan.k, 18, 40), long ? line * 2.2 : 0);
    const room = { width: box.width - 2 * edge, height: box.height - head - edge };
    found = { covers, box, head, edge, room, ...grid(count, room, plan) };
    if (found.wide >= 64 && found.tall >= (plan.stacked ? 88 : 44)) break;
  }
  if (found.covers.includes("own")) found.covers.push("alarm");
  return found;
}

function rise(view, cards, plan, { box, head, edge, room, columns, wide, tall }) {
  const gap = plan.h < 420 ? 4 : 8;
  const lines = Math.ceil(cards.length / columns);
  const made = [
    inlay(box, { opacity: 0.66 }),
    kit.rect(box.x + 1, box.y + 1, box.width - 2, box.height - 2, {
      rx: 13,
      fill: "none",
      stroke: GOLD,
      "stroke-width": 1.5,
      opacity: 0.7,
    }),
    whole(guide(view), box.x + edge, box.y + 2, box.width - 2 * edge, head - 2, {
      size: clamp(18 * plan.k, 14, 24),
      smallest: least(view) - 1,
      lines: 2,
      leading: 1,
      weight: 700,
      fill: CREAM,
    }),
  ];
  const free = room.height - lines * (tall + gap) + gap;
  // What is touched is confirmed above it: not over the heading.
  const first = box.y + head + 4 + Math.min(free, Math.max(free / 2, severalOf(view) ? 0 : 50));
  cards.forEach((entry, i) => {
    const line = Math.floor(i / columns);
    const here = line === lines - 1 ? cards.length - line * columns : columns;
    const x = box.x + (box.width - here * (wide + gap) + gap) / 2 + (i % columns) * (wide + gap);
    made.push(
      cardThing(view, entry, {
        zone: "sheet",
        x,
        y: first + line * (tall + gap),
        width: wide,
        height: tall,
        kinds: ["pick"],
        pickZone: entry.zone,
        why: word(view, "not_now"),
        face: { cost: true, named: true },
        note: wide >= 96 ? soldFor(view, entry) : null,
      }),
    );
  });
  return made;
}

/** What Hlaalu gives for a card. */
function soldFor(view, entry) {
  if (view.description.choice?.kind !== "hlaalu") return null;
  const pick = view.moves.find((move) => move.kind === "pick" && move.key === entry.key);
  const found = pick && view.preview(pick.id);
  return found ? word(view, "sells", { n: sumOf(found.events, "gain_prestige", view.seat) }) : null;
}

/** Columns and size of cards that fill a box best. */
function grid(count, room, plan) {
  const gap = plan.h < 420 ? 4 : 8;
  const narrowest = plan.w < 520 ? 36 : 64;
  let best = { columns: 1, wide: 0, tall: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const high = (room.height - 6) / Math.ceil(count / columns) - gap;
    const share = room.width / columns - gap;
    const { wide, tall } =
      high < 88
        ? { wide: share >= narrowest ? Math.min(share, 108) : 0, tall: Math.min(high, 64) }
        : cardSize(columns, room.width, high, gap, { widest: 150 * Math.max(1, plan.k) });
    if (wide > 20 && tall > 23.5 && wide * tall > best.wide * best.tall + 1) best = { columns, wide, tall };
  }
  return best.wide
    ? best
    : { columns: count, wide: Math.max(20, room.width / count - gap), tall: room.height - 16 };
}

/** The two sides of a card that lets one choose, in the place of the own row. */
function eitherSide(view, plan) {
  const box = plan.rows.own;
  const found = view.moves.filter((move) => move.kind === "effect");
  const gap = 10;
  const wide = Math.min((box.width - gap) / 2, 330 * Math.max(1, plan.k));
  const left = box.x + (box.width - 2 * wide - gap) / 2;
  return found.map((move, i) => {
    const label = shortOf(view, [move.effect, move.number]);
    const high = box.height;
    const sign = clamp(high * 0.62, 20, wide * 0.24);
    const number = move.number ? String(move.number) : "";
    const figure = sign * 0.82;
    const lead = sign + (number ? kit.measure(number, figure, { family: kit.SERIF }) + 6 : 0) + 16;
    const words = whole(kit.capital(label), lead, 3, wide - lead - 8, high - 6, {
      size: clamp(16 * plan.k, least(view), 22),
      smallest: least(view) - 1,
      lines: 4,
      leading: 1.04,
      align: "start",
      weight: 600,
      fill: "#2A1230",
    });
    const shift = words ? 0 : (wide - lead) / 2;
    return kit.thing(
      view,
      {
        key: `side:${move.side}`,
        zone: "choice",
        x: left + i * (wide + gap),
        y: box.y,
        width: wide,
        height: high,
        radius: 12,
        ids: [move.id],
        label,
        target: null,
        commit: true,
      },
      kit.rect(0, 3, wide, high, { rx: 12, fill: "#0C0414", opacity: 0.45 }),
      kit.rect(0, 0, wide, high, { rx: 12, fill: "#FBF0DA", stroke: "#2A1230", "stroke-width": 2 }),
      kit.rect(4, 4, wide - 8, high - 8, { rx: 9, fill: "none", stroke: GOLD, "stroke-width": 1.6 }),
      kit.placed(effectSign(move.effect), 8 + shift, (high - sign) / 2, sign),
      number
        ? kit.text(number, 12 + sign + shift, high / 2 + figure * 0.35, {
            size: figure,
            family: kit.SERIF,
            fill: "#2A1230",
            "data-fine": "",
          })
        : null,
      words,
    );
  });
}

/** The rule of forty and that of four favours, when they are about to decide. */
function alarmOf(view) {
  const { description: d } = view;
  if (view.seat === null || d.over) return null;
  const enemy = d.players[1 - view.seat];
  const { total, winner, threat } = endOf(view);
  const [mine, theirs] = [view.seat, 1 - view.seat].map((seat) => favoursOf(view, seat));
  const good = (text) => ({ text, good: true });
  const bad = (text) => ({ text, good: false });
  if (mine === 4) return good(word(view, "favours_win"));
  if (winner === view.seat) return good(word(view, "ending_wins"));
  if (winner !== null) return bad(word(view, "warn_lose", { own: total, n: enemy.prestige }));
  if (threat !== null) return good(word(view, "win_soon", { n: threat }));
  if (theirs === 3) return bad(word(view, "three_favours"));
  return mine === 3 ? good(word(view, "own_favours")) : null;
}

/** What decides, else how the favours are where nothing above counts them. */
function alarm(view, plan) {
  const { alarm: box } = plan.rows;
  const found = alarmOf(view);
  if (!found && (plan.rail || view.description.over)) return [];
  const wide = Math.min(box.width, found ? box.width : 240);
  const fill = found ? (found.good ? "#1F5A30" : "#7A1F16") : "#2A1438";
  const room = { x: 8, y: 0, width: wide - 16, height: box.height };
  const style = { size: clamp(16 * plan.k, least(view), 21), weight: 700, fill: "#FFF7E6" };
  const smallest = plan.h < 420 || plan.narrow ? 11 : least(view);
  const line = found
    ? kit.fitted(found.text, room.x, room.y, room.width, room.height, { ...style, smallest })
    : favourCount(view, room);
  const look = { fill, opacity: 1, radius: 8, lit: Boolean(found) };
  return [kit.panel(box.x + (box.width - wide) / 2, box.y, wide, box.height, look, line)];
}

/* What signs mean, for the rules in short */

/** A sign and what it says: effects as on a card with the number 1, then what else is on the table.
 * @type {Drawing["legend"]} */
export function legend(language, say, given) {
  kit = given;
  const view = { language, say };
  const effects = [
    "gain_coin",
    "gain_power",
    "gain_prestige",
    "draw",
    "opp_discard",
    "opp_lose_prestige",
    "acquire_tavern",
    "replace_tavern",
    "destroy",
    "return_top",
    "return_agent_top",
    "toss",
    "knockout",
    "knockout_all",
    "patron_call",
    "heal_self",
    "donate",
    "create_card",
  ];
  const pale = "#E9DFC8";
  const peg = kit.group(
    {},
    kit.path("M50 10V90", { stroke: "#6B6259", "stroke-width": 8 }),
    kit.circle(50, 10, 8, { fill: "#6B6259" }),
    kit.circle(50, 90, 8, { fill: "#6B6259" }),
    kit.circle(50, 50, 24, { fill: pale, stroke: "#2A2420", "stroke-width": 5 }),
  );
  const links = kit.group(
    {},
    kit.rect(2, 36, 42, 28, { rx: 14, fill: "#F2C14E", stroke: "#6B6259", "stroke-width": 5 }),
    kit.rect(54, 36, 42, 28, { rx: 14, fill: "none", stroke: "#6B6259", "stroke-width": 5 }),
  );
  const contract = kit.path("M4 40 92 22V60L4 78Z", {
    fill: "#B83A2A",
    stroke: "#2A2420",
    "stroke-width": 4,
  });
  return [
    ...effects.map((name) => [effectSign(name), kit.capital(shortOf(view, [name, 1]))]),
    [coin(), "coin"],
    [link(), "link"],
    [links, "links"],
    [peg, "peg"],
    [bell(), "bell"],
    [contract, "contract"],
    [heart(), "heart"],
  ].map(([sign, text]) => [
    sign,
    text in { coin: 1, link: 1, links: 1, peg: 1, bell: 1, contract: 1, heart: 1 }
      ? kit.capital(word(view, `legend_${text}`))
      : text,
  ]);
}

/* The draft: medals in two arcs, and what the one that is picked or pointed at brings */

/** The dearest cards that come with a patron. */
function typicalCards(view, patron) {
  return Object.entries(view.cards ?? {})
    .filter(
      ([name, card]) =>
        card?.kind === "card" && card.patron === patron && card.cost > 0 && name === card.name,
    )
    .map(([, card]) => card)
    .sort((a, b) => b.cost - a.cost)
    .slice(0, 3);
}

function draftPlan(view) {
  const { width: w, height: h } = view;
  const { pool, taken } = view.description.draft;
  const all = [...pool, ...taken].sort(); // each medal keeps its place, and leaves it empty
  const upper = Math.ceil(all.length / 2);
  const names = h < 420 ? 15 : h > w ? 28 : 22;
  const size = clamp(Math.min(w / (upper + 0.9), h * (h < 420 ? 0.19 : 0.185)), 30, 170);
  const bend = h < 420 ? 3 : clamp(h * 0.03, 8, 26);
  const arc = size + names + bend + 10;
  const pad = h < 420 || w < 600 ? 8 : 16;
  const middle = {
    x: pad + (h > w ? 0 : w * 0.04),
    y: pad + arc,
    width: w - 2 * pad - (h > w ? 0 : w * 0.08),
    height: h - 2 * (pad + arc),
  };
  const k = clamp(Math.min(w / 1260, h / 680), 0.4, 1.5);
  return { w, h, all, upper, names, size, bend, pad, middle, k };
}

function draft(view) {
  const plan = draftPlan(view);
  const { w, h, all, upper, size, bend, pad, names } = plan;
  const { pool } = view.description.draft;
  const made = pool.map((patron) => {
    const i = all.indexOf(patron);
    const above = i < upper;
    const count = above ? upper : all.length - upper;
    const place = above ? i : i - upper;
    const off = count > 1 ? (place - (count - 1) / 2) / ((count - 1) / 2) : 0;
    const share = (w - 2 * pad) / upper;
    const x = w / 2 + (place - (count - 1) / 2) * share - size / 2;
    const y = above ? pad + bend * off * off : h - pad - size - names - bend * off * off;
    const ids = kit.movesOf(view, (move) => move.kind === "draft" && move.patron === patron);
    const plate = kit.thing(
      view,
      {
        key: `patron:${patron}`,
        zone: "draft",
        x,
        y,
        width: size,
        height: size,
        radius: size / 2,
        ids,
        label: `${patronName(view, patron)}. ${kit.capital(view.say(`patron.${patron}`))}`,
        target: null,
        room: false,
        ring: (state) => medalRing(state, size),
      },
      kit.placed(medal(patron), 0, 0, size),
      kit.fitted(patronName(view, patron), size / 2 - share / 2 + 2, size + 4, share - 4, names - 2, {
        size: clamp(18 * plan.k, 13, 24),
        smallest: h < 420 ? 11 : 12,
        lines: 2,
        leading: 1,
        family: h < 420 ? kit.SANS : kit.SERIF,
        weight: h < 420 ? 700 : 400,
        fill: CREAM,
      }),
    );
    return plate;
  });
  const picked = pool.find((patron) => view.picked.includes(`patron:${patron}`));
  return [inlay(plan.middle), ...(picked ? detail(view, picked, plan) : waiting(view, plan)), ...made];
}

/** The ring of a medal by its state. */
function medalRing(state, size) {
  const middle = size / 2;
  if (state !== "can" && state !== "picked") return null;
  const wide = state === "picked" ? 5 : 3.5;
  return kit.group(
    { class: "mark" },
    kit.circle(middle, middle, middle + 2.5, { fill: "none", stroke: LINE, "stroke-width": wide + 3 }),
    kit.circle(middle, middle, middle + 2.5, { fill: "none", stroke: GOLD, "stroke-width": wide }),
    state === "picked" ? kit.tick(size * 0.86, size * 0.14) : null,
  );
}

/** Four places for the patrons of this game with who chose them, and what the choice is about. */
function waiting(view, plan) {
  const { middle, k } = plan;
  const { taken } = view.description.draft;
  const size = Math.min(middle.height * 0.44, middle.width / 6, 120);
  const step = size * 1.3;
  const font = clamp(19 * k, 13, 26);
  const under = taken.length ? 42 : 10;
  const top = middle.y + Math.max(6, (middle.height - size - under - font * 2.6) / 2);
  const left = middle.x + (middle.width - 3 * step - size) / 2;
  const made = [];
  for (let i = 0; i < 4; i += 1)
    made.push(
      taken[i] ? chosen(view, i, left + i * step, top, size, step) : freeSlot(left + i * step, top, size),
    );
  const text = top + size + under;
  const room = Math.min(font * 3.6, middle.y + middle.height - text - 3);
  made.push(
    kit.fitted(word(view, "both_use"), middle.x + 12, text, middle.width - 24, room, {
      size: font,
      smallest: 11,
      lines: 3,
      leading: 1.1,
      weight: 600,
      fill: CREAM,
    }),
  );
  return made;
}

const freeSlot = (x, y, size) =>
  kit.circle(x + size / 2, y + size / 2, size / 2 - 2, {
    fill: "#12081A",
    "fill-opacity": 0.5,
    stroke: GOLD,
    "stroke-width": 2,
    "stroke-dasharray": "6 5",
    opacity: 0.7,
  });

/** A patron of this game: its medal comes with its name and with who chose it. */
function chosen(view, i, x, y, size, step) {
  const { taken, by } = view.description.draft;
  const middle = size / 2;
  const line = (string, top, height, style) =>
    whole(string, middle - step / 2, top, step, height, { smallest: 11, leading: 1, ...style });
  return kit.group(
    { "data-key": `patron:${taken[i]}`, transform: `translate(${x} ${y})` },
    kit.rect(0, 0, size, size, { class: "hit", fill: "none" }),
    kit.placed(medal(taken[i]), 0, 0, size),
    line(patronName(view, taken[i]), size + 1, 26, { size: 13, lines: 2, weight: 700, fill: CREAM }),
    line(view.names[by[i]], size + 27, 16, {
      size: 13,
      weight: 600,
      fill: by[i] === me(view) ? GOLD : LILAC,
    }),
  );
}

/** What a patron does and three of its cards. */
function detail(view, patron, plan) {
  const { middle, k } = plan;
  const cards = typicalCards(view, patron);
  const edge = middle.height < 170 ? 6 : 16;
  const upright = middle.height > middle.width;
  const area = upright
    ? {
        x: middle.x + edge,
        y: middle.y + middle.height * 0.46,
        width: middle.width - 2 * edge,
        height: middle.height * 0.54 - edge,
      }
    : {
        x: middle.x + middle.width * 0.46,
        y: middle.y + edge,
        width: middle.width * 0.54 - edge,
        height: middle.height - 2 * edge,
      };
  const words = upright
    ? {
        x: middle.x + edge,
        y: middle.y + edge,
        width: middle.width - 2 * edge,
        height: middle.height * 0.46 - edge,
      }
    : {
        x: middle.x + edge,
        y: middle.y + edge,
        width: middle.width * 0.46 - 2 * edge,
        height: middle.height - 2 * edge,
      };
  const title = clamp(26 * k, 15, 36);
  const { wide, tall } = cardSize(cards.length, area.width, area.height - 6, 12, { widest: 176 });
  const left = area.x + (area.width - cards.length * (wide + 12) + 12) / 2;
  return [
    kit.fitted(patronName(view, patron), words.x, words.y, words.width, title * 1.2, {
      size: title,
      smallest: 12,
      align: "start",
      family: kit.SERIF,
      fill: "#FFE27A",
    }),
    kit.fitted(
      kit.capital(view.say(`patron.${patron}`)),
      words.x,
      words.y + title * 1.3,
      words.width,
      words.height - title * 1.3,
      {
        size: clamp(17 * k, 13, 24),
        smallest: 11,
        lines: 12,
        leading: 1.12,
        align: "start",
        valign: "top",
        weight: 500,
        fill: CREAM,
      },
    ),
    ...cards.map((card, i) =>
      kit.at(
        left + i * (wide + 12),
        area.y + (area.height - tall) / 2 + 3,
        cardFace(card.name, card, wide, tall, { stamp: word(view, "contract"), least: 12 }),
      ),
    ),
  ];
}

/** Pointing at a medal of the draft lays what it brings on the cloth.
 * @type {Drawing["preview"]} */
export function preview(view, given, key) {
  kit = given;
  const { draft: open } = view.description;
  const patron = open?.pool.find((one) => key === `patron:${one}`);
  if (!patron || view.picked.length) return null;
  const plan = draftPlan(view);
  const { x, y, width, height } = plan.middle;
  return kit.group(
    { "pointer-events": "none", class: "preview" },
    kit.rect(x, y, width, height, { rx: 14, fill: "#26123A" }),
    ...detail(view, patron, plan),
  );
}

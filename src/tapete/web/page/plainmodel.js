// What the drawing of any game shows: members of a description as facts, cards and piles of seats and table.

const MOST_BACKS = 12; // cards face down that are drawn of a hand; its number is written
const MOST_CARDS = 40;
const HEADER = new Set(
  ["game", "observer", "seat", "turn", "over", "returns", "options", "rng", "moves", "lines"].concat([
    "players",
    "zones",
    "numbers",
    "points",
    "phase",
  ]),
);
const COUNTS = ["hand_size", "hand_count", "cards", "count"]; // number of cards in a hand, by usual names
const place = /\{(\w+):(?:seat|object|seats)\}/g;

/** Words of the game or of the page, or null. @param {View} view @param {string} key */
export function worded(view, key) {
  try {
    const text = view.say(key);
    return text === key ? null : text;
  } catch {
    return null; // a stage without words for it
  }
}
/** What a member is called: `label.MEMBER` in the game's strings. @param {View} view */
export const labelOf = (view, member) => worded(view, `label.${member}`) ?? valueOf(view, member);

/** A value as people read it: by `name.VALUE`. @param {View} view */
export function valueOf(view, value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return view.say(value ? "yes" : "no");
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map((item) => valueOf(view, item)).join(", ") || "–";
  if (typeof value === "object") return valueOf(view, value.name ?? value.card ?? value.id ?? value.key);
  return worded(view, `name.${value}`) ?? String(value).replaceAll("_", " ").replaceAll("-", " ");
}

/** The seats that a move names, as its sentence says (`{target:seat}`).
 * @param {View} view @param {Move} move */
export function seatsOf(view, move) {
  const template = worded(view, `move.${move.kind}`) ?? "";
  const members = [...template.matchAll(place)]
    .map((found) => found[1])
    .filter((member) => member !== "seat");
  return members.flatMap((member) => move[member]).filter((seat) => Number.isInteger(seat));
}

/** The moves that touch a card: those that name it, if it is before the reader or on the table; of another
 * seat's cards those that name its own id, unless its zone is declared with `touch`. @param {View} view */
export function touches(view, card, owner, touch) {
  const near = owner === null || owner === view.me;
  if (card.hidden || touch === false || (!near && !touch && card.id === card.name)) return [];
  return view.moves
    .filter((move) => {
      if (!near && touch && !seatsOf(view, move).includes(owner)) return false;
      const found = namesIn(move);
      return found.has(card.id) || found.has(card.name);
    })
    .map((move) => move.id);
}
// Every name in a move's members.
function namesIn(move) {
  const found = new Set();
  const walk = (value) => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (value && typeof value === "object") Object.values(value).forEach(walk);
    else if (typeof value === "string") found.add(value);
  };
  for (const [name, value] of Object.entries(move.move ?? move))
    if (!["seat", "kind", "text", "said"].includes(name)) walk(value);
  return found;
}

const isName = (view, value) => typeof value === "string" && Boolean(view.cards?.[value]);
const isCard = (value) =>
  typeof value === "string" ||
  (value &&
    typeof value === "object" &&
    !Array.isArray(value) &&
    ["name", "key", "card", "id"].some((m) => m in value));

// A card as the drawing holds it: what it is called, by what moves name it, what is written on it.
function cardOf(view, value) {
  if (value === null || value === undefined || value.hidden)
    return { key: "back", hidden: true, label: view.say("plain-hidden") };
  const held = typeof value === "object" ? value : { name: value };
  const name = held.name ?? held.card ?? held.id ?? held.key;
  const about = view.cards?.[name] ?? {};
  const number = [held.value, held.cost, about.value, about.cost].find((one) => Number.isFinite(one));
  const id = String(held.key ?? held.id ?? name);
  return {
    key: id,
    id,
    name,
    label: valueOf(view, name),
    number,
    text: about.text ?? "",
    numbers: held.numbers,
  };
}
const backs = (view, n) => Array.from({ length: Math.min(n, MOST_BACKS) }, () => cardOf(view, null));

// One member as it was declared: `{member, as, count, when, label, at}`.
function shown(view, data, entry, into, alone) {
  const about = typeof entry === "string" ? { member: entry } : entry;
  const value = data[about.member];
  const label = labelOf(view, about.label ?? about.member);
  const kind = about.as ?? guessed(view, value);
  if (kind === "hidden") return;
  if (kind === "title") {
    if (value !== null && value !== undefined && value !== "") into.title = valueOf(view, value);
  } else if (kind === "flag") {
    if (value === (about.when ?? true)) into.facts.push({ label, flag: true });
  } else if (kind === "seat") {
    if (Number.isInteger(value))
      into.facts.push({ label, text: view.names[value] ?? String(value), seat: value });
  } else if (kind === "pile")
    into.zones.push({ name: about.member, label, pile: true, count: Number(value) || 0, cards: [] });
  else if (kind === "cards") {
    const count = about.count ? data[about.count] : undefined;
    const found = cardsOf(view, value, count, alone);
    if (found.length)
      into.zones.push({
        name: about.member,
        label,
        cards: found,
        count: found.length < count ? count : undefined,
        touch: about.touch,
      });
  } else if (value !== null && value !== undefined && value !== "")
    into.facts.push({ label, text: valueOf(view, value) });
}
function cardsOf(view, value, count, alone) {
  if (Array.isArray(value)) return value.map((card) => cardOf(view, card));
  if (value === null || value === undefined)
    return backs(view, Number.isInteger(count) ? count : alone ? 1 : 0);
  return value === "" ? [] : [cardOf(view, value)];
}
// As what a member is shown that is not declared.
function guessed(view, value) {
  if (Array.isArray(value))
    return value.length && value.every(isCard) && value.length <= MOST_CARDS ? "cards" : "hidden";
  if (isName(view, value)) return "cards";
  if (typeof value === "number" || typeof value === "boolean") return "fact";
  return typeof value === "string" && value.length <= 24 ? "fact" : "hidden";
}

/** Seats and table of a description. @param {View} view @param {Record<string, any>} plain */
export function modelOf(view, plain) {
  const data = view.description;
  const players = Array.isArray(data.players) ? data.players : [];
  const count = Math.max(view.names.length, players.length);
  const empty = () => ({ facts: [], zones: [], title: "", lines: [] });
  const seats = Array.from({ length: count }, (_, k) => {
    const seat = (view.me + 1 + k) % count;
    return { seat, ...empty() };
  });
  const of = (seat) => seats.find((one) => one.seat === seat);
  const table = empty();
  const lone = typeof players[view.me]?.hand === "string";
  for (const one of seats) {
    const own = players[one.seat];
    if (!own || typeof own !== "object") continue;
    const entries = plain.players ?? guessedMembers(own).filter((entry) => !usual(players, own, entry));
    for (const entry of entries) shown(view, own, entry, one, alone(plain, own, entry, lone));
  }
  if (!plain.players)
    for (const [seat, points] of (Array.isArray(data.points) ? data.points : []).entries())
      of(seat)?.facts.push({ label: labelOf(view, "points"), text: String(points) });
  const entries = plain.table ?? ["phase", ...Object.keys(data).filter((name) => !HEADER.has(name))];
  for (const entry of entries) {
    const about = typeof entry === "string" ? { member: entry } : entry;
    const whose = about.at === undefined ? null : of(data[about.at]);
    const own = about.member === "phase" && !about.as ? { ...about, as: "title" } : about;
    if (about.at === undefined) shown(view, data, own, table, false);
    else if (whose) beside(view, data, own, whose);
  }
  conventions(view, data, table, of);
  if (Array.isArray(data.lines) && !table.zones.length) table.lines = data.lines.filter(Boolean);
  return { seats, table, busy: table.zones.length > 0 || table.lines.length > 0 };
}
// A member of the table that is drawn before a seat: its cards go to the hand there.
function beside(view, data, about, seat) {
  const into = { facts: seat.facts, zones: [] };
  shown(view, data, about, into, true);
  for (const zone of into.zones) {
    const hand = seat.zones.find((one) => one.name === about.with);
    if (hand) hand.cards = [...hand.cards, ...zone.cards];
    else seat.zones.unshift(zone);
  }
}
// Whether an unknown hand is one card: the seat is still in, and hands are of one card.
function alone(plain, player, entry, lone) {
  const member = typeof entry === "string" ? entry : entry.member;
  if (typeof entry === "object" && entry.while) return Boolean(player[entry.while]);
  return !plain.players && lone && member === "hand" && player.in !== false;
}
// Whether a yes or no, undeclared, says nothing here: most seats have the same.
function usual(players, own, name) {
  if (typeof own[name] !== "boolean") return false;
  return 2 * players.filter((player) => player?.[name] === own[name]).length > players.length;
}
function guessedMembers(player) {
  const names = Object.keys(player);
  const size =
    player.hand === null || player.hand === undefined
      ? COUNTS.find((name) => Number.isInteger(player[name]))
      : null;
  const others = names.filter((name) => name !== "hand" && name !== size);
  const hand = names.includes("hand") || size;
  return [...(hand ? [{ member: "hand", as: "cards", count: size }] : []), ...others];
}
// What descriptions hold by convention: `zones` with owner, name, cards, count, and `numbers`.
function conventions(view, data, table, of) {
  for (const zone of Array.isArray(data.zones) ? data.zones : []) {
    const into = zone.owner === null || zone.owner === undefined ? table : (of(zone.owner) ?? table);
    const held = zone.cards?.length
      ? zone.cards.map((card) => cardOf(view, card))
      : backs(view, zone.count ?? 0);
    into.zones.push({ name: zone.name, label: labelOf(view, zone.name), cards: held, count: zone.count });
  }
  for (const [name, value] of Object.entries(data.numbers ?? {}))
    table.facts.push({ label: labelOf(view, name), text: valueOf(view, value) });
}

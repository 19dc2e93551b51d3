// The drawing of any game that brings none: seats, cards and numbers of `describe`, without knowing what they
// mean. A game says in `table/plain.json` which members are shown, in which order and as what
// (docs/how-to/draw-a-game.md).

import * as kit from "./kit.js";
import { cardFace, neededFor, tag, tagWidth } from "./plaincards.js";
import { modelOf, seatsOf, touches, worded } from "./plainmodel.js";

const { at, circle, group, rect } = kit;
const PAD = 10;
const RATIO = 1.46; // of a card's height to its width
const CREAM = "var(--on-cloth)";
const NOTES = 3; // sentences of what just happened

/** @type {Drawing["sources"]} */
export const sources = {};
const declared = new Map();

/** What a game's `table/plain.json` says, before its first drawing. */
export const declare = (game, plain) => declared.set(game, plain ?? {});

/** The question, in the game's own words: `guide.PHASE`. @param {View} view */
export function guide(view) {
  const phase = view.description.phase;
  return view.moves.length && typeof phase === "string" ? worded(view, `guide.${phase}`) : null;
}

/** @param {View} view @returns {SVGElement} */
export function draw(view) {
  const model = modelOf(view, declared.get(view.game) ?? {});
  const { width, height } = view;
  const tall = width < 600 && height > width;
  const low = height < 430;
  const keys = buttonsOf(view, tall, low);
  const foot = keys.rows * (keys.height + 7) + 3;
  const room = height - foot - 2 * PAD;
  const others = model.seats.filter((seat) => seat.seat !== view.me);
  const mine = model.seats.find((seat) => seat.seat === view.me);
  const cells = cellsOf({ others: others.length, width, room, tall, low, busy: model.busy });
  const parts = [];
  others.forEach((seat, k) => parts.push(plate(view, seat, cells.others[k], tall)));
  parts.push(middle(view, model.table, cells.table));
  if (mine) parts.push(plate(view, mine, cells.mine, tall));
  parts.push(...keys.draw(height - foot));
  return kit.drawing(view, kit.cloth(view), ...parts);
}

// The layout: the others above, the table in the middle, the reader below.
function cellsOf({ others, width, room, tall, low, busy }) {
  const wide = width - 2 * PAD;
  const share = busy ? 0.25 : 0.3;
  let top = 0;
  const cells = [];
  if (tall) {
    const each = others ? Math.min(112, Math.max(62, (room * 0.44) / others)) : 0;
    for (let k = 0; k < others; k += 1)
      cells.push({ x: PAD, y: PAD + k * each, width: wide, height: each - 6 });
    top = others * each;
  } else if (others) {
    const each = (wide - 8 * (others - 1)) / others;
    top = Math.min(190, Math.max(low ? (each < 300 ? 102 : 86) : 96, room * share));
    for (let k = 0; k < others; k += 1)
      cells.push({ x: PAD + k * (each + 8), y: PAD, width: each, height: top });
    top += 8;
  }
  const own = Math.min(
    tall ? 230 : 264,
    Math.max(low ? 112 : 120, room * (tall ? 0.34 : busy ? 0.34 : 0.42)),
  );
  return {
    others: cells,
    table: { x: PAD, y: PAD + top, width: wide, height: Math.max(40, room - top - own - 8) },
    mine: { x: PAD, y: PAD + room - own, width: wide, height: own },
  };
}

// A seat: face, name, numbers, and the cards that lie before it.
function plate(view, seat, cell, tall) {
  const { x, y, width, height } = cell;
  const me = seat.seat === view.me;
  const asked = view.waiting.includes(seat.seat);
  const small = view.layout === "s";
  const beside = width >= 300 && (height < 126 || !tall);
  const part = Math.min(width * (seat.zones.length ? 0.46 : 1), me && !small ? 270 : 210);
  const face = Math.min(beside ? height - 16 : height < 110 ? 34 : 56, small ? 42 : me ? 76 : 60);
  const left = face + 18;
  const widest = Math.max(0, ...seat.facts.map((fact) => chipWidth(view, fact)));
  const side = beside ? Math.min(width, Math.max(part, left + widest + 10)) : width;
  const names = kit.fitted(
    view.names[seat.seat] ?? String(seat.seat),
    left,
    7,
    side - left - 8,
    small ? 20 : 26,
    {
      size: small ? 16 : 20,
      smallest: kit.least(view),
      align: "start",
      family: kit.SERIF,
      fill: CREAM,
    },
  );
  const chips = chipsOf(view, seat.facts, left, small ? 29 : 36, side - left - 6, beside ? height - 34 : 60);
  const head = Math.max(face + 14, chips.bottom + 4);
  const ids = kit.movesOf(view, (move) => seatsOf(view, move).includes(seat.seat));
  const portrait = view.portrait?.(seat.seat, asked ? "think" : (view.moods?.[seat.seat] ?? "calm"));
  const disc = group(
    { "aria-hidden": "true" },
    circle(face / 2, face / 2, face / 2 + 1.5, { fill: "#38200F" }),
    portrait
      ? kit.placed(portrait, 0, 0, face)
      : kit.seatShape(seat.seat, face * 0.1, face * 0.1, face * 0.8),
    asked
      ? circle(face / 2, face / 2, face / 2 + 2, { fill: "none", stroke: "var(--can)", "stroke-width": 4 })
      : null,
  );
  const body = beside
    ? { x: side, y: 4, width: width - side - 8, height: height - 8 }
    : { x: 8, y: head, width: width - 16, height: height - head - 5 };
  const owner = ids.length
    ? kit.thing(
        view,
        {
          key: `seat:${seat.seat}`,
          zone: "seats",
          x: 8,
          y: 8,
          width: face,
          height: face,
          radius: face / 2,
          ids,
          label: view.names[seat.seat],
        },
        disc,
      )
    : at(8, 8, disc);
  return at(
    x,
    y,
    rect(0, 0, width, height, { rx: 16, fill: "#06251a", opacity: me ? 0.34 : 0.26 }),
    rect(1, 1, width - 2, height - 2, {
      rx: 15,
      fill: "none",
      stroke: asked ? "var(--can)" : "#F6BC3A",
      "stroke-width": asked ? 3 : 1,
      opacity: asked ? 1 : 0.28,
    }),
    owner,
    group({ "pointer-events": "none" }, names, chips.node),
    zonesOf(view, seat.zones, body, { most: me ? 236 : 150, owner: seat.seat, middle: width / 2 }),
  );
}

const GAP = 0.25; // between a label and its number, of the size of the text
const chipSize = (view) => (view.layout === "s" ? 12 : 13.5);
function chipWidth(view, fact) {
  const size = chipSize(view);
  const words = kit.measure(fact.text ? `${fact.label} ` : fact.label, size, {
    weight: fact.text ? 500 : 700,
  });
  const number = fact.text ? kit.measure(fact.text, size + 1, { weight: 800 }) : 0;
  return (
    words +
    number +
    (fact.text ? size * GAP : 0) +
    (fact.seat !== undefined && view.portrait ? size * 1.75 : 0) +
    size * 1.3
  );
}

// Numbers and facts as paper labels, in as many lines as they need.
function chipsOf(view, facts, x, y, width, height) {
  const size = chipSize(view);
  const tall = size * 1.75;
  const parts = [];
  let [across, down, right] = [x, y, x];
  for (const fact of facts) {
    const text = fact.label && fact.text ? `${fact.label} ` : fact.label;
    const words = kit.measure(text, size, { weight: 500 });
    const face = fact.seat === undefined ? null : view.portrait?.(fact.seat, "calm");
    const lead = face ? tall : 0;
    const wide = chipWidth(view, fact);
    if (across > x && across + wide > x + width) {
      across = x;
      down += tall + 4;
    }
    if (down + tall > y + height && across === x && parts.length) break;
    parts.push(
      at(
        across,
        down,
        rect(0, 0, Math.min(wide, width), tall, {
          rx: tall / 2,
          fill: fact.flag ? "var(--brass)" : "var(--panel)",
          stroke: "#38200F",
          "stroke-width": 1,
        }),
        face ? kit.placed(face, 2, 2, tall - 4) : null,
        kit.text(text, size * 0.65 + lead, tall / 2 + size * 0.35, {
          size,
          weight: fact.text ? 500 : 700,
          fill: fact.flag ? "#2C1A10" : fact.text ? "var(--ink-2)" : "var(--ink)",
        }),
        fact.text
          ? kit.text(fact.text, size * (0.65 + GAP) + lead + words, tall / 2 + size * 0.36, {
              size: size + 1,
              weight: 800,
              fill: "var(--ink)",
            })
          : null,
      ),
    );
    across += wide + 5;
    right = Math.max(right, across);
  }
  return { node: group({}, ...parts), bottom: parts.length ? down + tall : y, right };
}

// Cards in their zones, side by side; what is too small for a card is a label with its name.
function zonesOf(view, zones, cell, { most, owner, middle: about }) {
  if (!zones.length || cell.width < 40 || cell.height < 22) return group({});
  const me = owner === view.me;
  const text = kit.least(view);
  const titled = cell.height > (me ? 110 : 64) ? text + 7 : 0;
  const lift = me ? 12 : 4;
  const tall = Math.min(most, cell.height - titled - lift - 4);
  const gap = view.layout === "s" ? 12 : 22;
  const sized = zones.map((zone) => sizeOf(view, zone, tall));
  const wanted = sized.map((size, k) =>
    Math.max(size.wanted, titled ? kit.measure(zones[k].label, text, { weight: 700 }) + 10 : 0),
  );
  const space = cell.width - gap * (zones.length - 1);
  const single = (k) => zones[k].cards.length < 2 || (me && k === 0 && wanted[k] < 0.6 * space);
  const fixed = wanted.reduce((sum, one, k) => sum + (single(k) ? one : 0), 0);
  const total = wanted.reduce((sum, one) => sum + one, 0);
  const scale = total <= space ? 1 : Math.max(0.2, (space - fixed) / Math.max(1, total - fixed));
  const widths = wanted.map((one, k) => (single(k) ? one : one * scale));
  const row = widths.reduce((sum, one) => sum + one, 0) + gap * (zones.length - 1);
  const centred = Math.min(Math.max(about - row / 2, cell.x), cell.x + cell.width - row);
  let across = me || owner === null ? centred : cell.x;
  const parts = [];
  zones.forEach((zone, k) => {
    const own = widths[k];
    if (titled)
      parts.push(
        kit.fitted(zone.label, across, cell.y, own + gap - 4, titled, {
          size: text,
          smallest: text,
          weight: 700,
          align: "start",
          fill: "var(--on-cloth-2)",
        }),
      );
    const box = { x: across, y: cell.y + titled + lift, width: own, height: tall, card: sized[k].card };
    parts.push(zone.pile ? pile(view, zone, box) : cards(view, zone, box, owner));
    across += own + gap;
  });
  return group({}, ...parts);
}

// How wide a zone's cards are, and all of them side by side: wider than usual where a name needs it.
function sizeOf(view, zone, tall) {
  const open = zone.cards.filter((card) => !card.hidden);
  const usual = tall / RATIO;
  const needed = Math.max(usual, ...open.map((card) => neededFor(view, card)));
  if (needed <= tall * 0.95) return { card: needed, wanted: Math.max(zone.cards.length, 1) * (needed + 6) };
  const each = tagHeight(view);
  const rows = Math.max(1, Math.floor((tall + 4) / (each + 4)));
  const widest = Math.max(...zone.cards.map((card) => tagWidth(view, card, each)));
  return { card: usual, wanted: Math.ceil(zone.cards.length / rows) * (widest + 5) };
}
const tagHeight = (view) => (view.layout === "s" ? 24 : 30);

function cards(view, zone, box, owner) {
  const prefix = `${owner ?? "table"}-${zone.name}`;
  const keys = kit.keyed(prefix, zone.cards, (card) => card.key);
  const faces = zone.cards.map((card) => ({ ...card, ids: touches(view, card, owner, zone.touch) }));
  const open = faces.filter((card) => !card.hidden);
  // Names stay free: cards get smaller before they overlap, and are labels where even that is too narrow.
  const n = faces.length;
  const needed = Math.max(0, ...open.map((card) => neededFor(view, card)));
  const free = (box.width - 4 * (n - 1)) / n;
  const wide = open.length ? Math.min(box.card, Math.max(free, needed)) : box.card;
  const tall = Math.min(box.height, wide * RATIO * 1.15);
  const step = n > 1 ? Math.min(wide + 6, (box.width - wide) / (n - 1)) : 0;
  if (open.length && (needed > wide + 0.5 || (n > 1 && step < needed)))
    return tags(view, faces, keys, box, prefix);
  const made = faces.map((card, k) =>
    kit.thing(
      view,
      {
        key: keys[k],
        zone: prefix,
        x: box.x + k * step,
        y: box.y,
        width: wide,
        height: tall,
        radius: wide * 0.08,
        ids: card.ids,
        label: card.label,
        raise: owner === view.me,
        card: card.name && view.cards[card.name] ? card.name : null,
      },
      card.hidden ? kit.back(wide, tall, { fill: "#A3281F" }) : cardFace(view, card, wide, tall),
    ),
  );
  if (zone.count !== undefined && zone.count > faces.length)
    made.push(kit.badge(String(zone.count), box.x + (n - 1) * step + wide - 8, box.y + 10));
  return group({}, ...made);
}

// Cards as labels in lines; with nothing but their signs where not even a name has room.
function tags(view, faces, keys, box, prefix) {
  const tall = tagHeight(view);
  const widths = faces.map((card) => tagWidth(view, card, tall));
  const bare = Math.max(...widths) > box.width + 1 || overflows(widths, box, tall);
  const narrow = tall * 0.8;
  const step = bare ? Math.min(narrow + 3, (box.width - narrow) / Math.max(1, faces.length - 1)) : 0;
  let [across, down] = [box.x, box.y];
  return group(
    {},
    ...faces.map((card, k) => {
      const wide = bare ? narrow : widths[k];
      if (!bare && across > box.x && across + wide > box.x + box.width + 2) {
        across = box.x;
        down += tall + 4;
      }
      const made = kit.thing(
        view,
        {
          key: keys[k],
          zone: prefix,
          x: across,
          y: down,
          width: wide,
          height: tall,
          radius: 5,
          ids: card.ids,
          label: card.label,
          card: card.name && view.cards[card.name] ? card.name : null,
        },
        tag(view, card, wide, tall, bare),
      );
      across += bare ? step : wide + 5;
      return made;
    }),
  );
}
// Whether labels of these widths need more lines than there are.
function overflows(widths, box, tall) {
  let [across, lines] = [0, 1];
  for (const wide of widths) {
    if (across && across + wide > box.width + 2) {
      across = 0;
      lines += 1;
    }
    across += wide + 5;
  }
  return lines * (tall + 4) > box.height + 8;
}

// Cards face down of which only the number is known.
function pile(view, zone, box) {
  const layers = Math.min(3, zone.count);
  const place = rect(0, 0, box.card, box.height, {
    rx: box.card * 0.08,
    fill: "none",
    stroke: CREAM,
    "stroke-width": 1.5,
    "stroke-dasharray": "5 5",
    opacity: 0.6,
  });
  return at(
    box.x,
    box.y,
    zone.count ? null : place,
    ...Array.from({ length: layers }, (_, k) =>
      at(k * 2.5, -k * 2.5, kit.back(box.card, box.height, { fill: "#A3281F" })),
    ),
    kit.badge(String(zone.count), box.card - 4, box.height - 8, { size: view.layout === "s" ? 13 : 16 }),
  );
}

// The middle: what goes on, what is there, what just happened.
function middle(view, table, cell) {
  const { x, y, width, height } = cell;
  const small = view.layout === "s" || height < 110;
  const size = small ? 15 : 19;
  const slim = height < 120; // no room for cards: a pile is shown by its number
  const piles = slim ? table.zones.filter((zone) => zone.pile) : [];
  const zones = table.zones.filter((zone) => !piles.includes(zone));
  const facts = [...table.facts, ...piles.map((zone) => ({ label: zone.label, text: String(zone.count) }))];
  const parts = [];
  const pill = table.title ? Math.min(width, kit.measure(table.title, size, { family: kit.SERIF }) + 36) : 0;
  const lead = slim && pill ? pill + 10 : 0;
  const chips = chipsOf(view, facts, 0, 0, width - lead, slim ? height - 4 : 60);
  const wide = Math.min(width - lead, chips.right - 5);
  const start = Math.max(0, (width - wide - lead) / 2);
  let top = 2;
  if (pill) {
    const left = slim ? start : (width - pill) / 2;
    parts.push(
      rect(left, top, pill, size * 1.8, { rx: size * 0.9, fill: "var(--pill)" }),
      kit.fitted(table.title, left + 10, top, pill - 20, size * 1.8, {
        size,
        smallest: kit.least(view),
        family: kit.SERIF,
        fill: "#FFF7E6",
      }),
    );
    if (!slim) top += size * 1.8 + 6;
  }
  if (facts.length) parts.push(at(start + lead, top + (slim ? 2 : 0), chips.node));
  top += Math.max(facts.length ? chips.bottom + 6 : 0, slim && pill ? size * 1.8 + 4 : 0);
  const notes = notesOf(view);
  const room = { x: 0, y: top, width, height: height - top - 4 };
  const aside = Math.min(360, width * 0.3);
  const lay = (box) => zonesOf(view, zones, box, { most: 170, owner: null, middle: width / 2 });
  if (table.lines.length)
    parts.push(paper(view, table.lines, centredIn(room, Math.min(width, 560)), { mono: true }));
  else if (width > 760 && zones.length) {
    parts.push(paper(view, notes, { ...room, x: width - aside - 14, width: aside }));
    parts.push(lay({ ...room, width: width - aside - 34 }));
  } else if (!zones.length) parts.push(paper(view, notes, centredIn(room, Math.min(width, 560))));
  else {
    const below = room.height > 130 && notes.length ? notes.length * 22 + 16 : 0;
    parts.push(lay({ ...room, height: room.height - below }));
    if (below)
      parts.push(
        paper(
          view,
          notes,
          centredIn({ ...room, y: top + room.height - below, height: below }, Math.min(width, 560)),
        ),
      );
  }
  return at(x, y, ...parts);
}
const centredIn = (cell, wide) => ({ ...cell, x: cell.x + (cell.width - wide) / 2, width: wide });

// The last things that happened, the newest below.
function notesOf(view) {
  const seen = (view.events.length ? view.events : (view.lately ?? [])).filter((event) => event.text);
  return seen.slice(-NOTES).map((event) => ({ text: event.text, seat: event.seat }));
}

// Sentences on a sheet of paper.
function paper(view, lines, cell, { mono = false } = {}) {
  const size = view.layout === "s" ? 12.5 : 14.5;
  const rows = Math.floor((cell.height - 12) / (size * 1.55));
  if (!lines.length || rows < 1) return null;
  const shown = mono ? lines.slice(0, rows) : lines.slice(-rows);
  const face = size * 1.5;
  const deep = mono ? 1 : Math.min(2, Math.floor(rows / shown.length));
  const each = size * (deep > 1 ? 2.6 : 1.6);
  const tall = shown.length * each + 14;
  const top = cell.y + Math.max(0, (cell.height - tall) / 2);
  return at(
    cell.x,
    top,
    rect(1.5, 3, cell.width, tall, { rx: 8, fill: "#1E0E06", opacity: 0.35 }),
    rect(0, 0, cell.width, tall, { rx: 8, fill: "var(--panel)", stroke: "var(--line)", "stroke-width": 1 }),
    ...shown.flatMap((line, k) => {
      const said = typeof line === "string" ? line : line.text;
      const picture = typeof line === "string" ? null : view.portrait?.(line.seat, "calm");
      const lead = picture ? face + 8 : 0;
      return [
        picture ? kit.placed(picture, 10, 7 + k * each + (each - face) / 2, face) : null,
        kit.fitted(said, 12 + lead, 7 + k * each, cell.width - 24 - lead, each, {
          size,
          smallest: kit.least(view),
          lines: deep,
          align: "start",
          fill: "var(--ink)",
          family: mono ? "ui-monospace, Menlo, Consolas, monospace" : kit.SANS,
          weight: k === shown.length - 1 && !mono ? 700 : 500,
        }),
      ];
    }),
  );
}

// A button for every move; where there are too many, one for those that begin alike.
function buttonsOf(view, tall, low) {
  const small = view.layout === "s";
  const height = low ? 42 : small ? 44 : 48;
  const wide = view.width - 2 * PAD;
  const left = view.moves.filter((move) => !view.picked.length || view.left.has(move.id));
  let columns = Math.max(1, Math.min(6, Math.floor(wide / (small ? 148 : 200))));
  let groups = grouped(view, left, columns * (tall ? 4 : low ? 2 : 3));
  while (columns > 1 && groups.some((moves) => needs(view, moves) > (wide + 7) / columns - 7)) {
    columns -= 1; // every sentence is whole, on two lines
    groups = grouped(view, left, columns * (tall ? 4 : low ? 2 : 3));
  }
  const rows = Math.max(1, Math.ceil(groups.length / columns));
  const across = Math.min(columns, Math.ceil(groups.length / rows) || 1);
  const each = Math.min(300, (wide - 7 * (across - 1)) / across);
  const start = (view.width - (across * (each + 7) - 7)) / 2;
  const draw = (top) =>
    groups.map((moves, k) => {
      const one = moves.length === 1;
      const said = saidOf(moves);
      const seats = [...new Set(moves.map((move) => seatsOf(view, move)[0]))];
      const who = seats.length === 1 && seats[0] !== undefined ? view.portrait?.(seats[0], "calm") : null;
      const made = kit.button(view, {
        key: one ? `button:${moves[0].id}` : `button:${said}`,
        x: start + (k % across) * (each + 7),
        y: top + Math.floor(k / across) * (height + 7) + 3,
        width: each,
        height,
        label: one ? said : view.say("plain-several", { text: said, n: moves.length }),
        ids: moves.map((move) => move.id),
        role: one && groups.length <= 3 ? "primary" : "secondary",
        icon: who,
      });
      if (!one) made.removeAttribute("data-commit");
      if (!one) made.removeAttribute("data-role");
      return made;
    });
  return { rows, height, draw };
}
const saidOf = (moves) =>
  capital(moves.length === 1 ? moves[0].text : `${alike(moves.map((move) => move.text))} …`);
// How wide a button must be for its sentence on two lines.
function needs(view, moves) {
  const words = saidOf(moves).split(" ");
  const style = { weight: 700 };
  const size = kit.least(view);
  const cuts = words.map((_, k) =>
    Math.max(...[words.slice(0, k), words.slice(k)].map((part) => kit.measure(part.join(" "), size, style))),
  );
  return Math.min(...cuts) + 64;
}
const capital = (text) => text.replace(/[^¡¿]/u, (first) => first.toUpperCase());

// Moves that share a member, by the member that leaves few enough groups and tells most apart.
function grouped(view, moves, most) {
  if (moves.length <= most) return moves.map((move) => [move]);
  const members = [...new Set(moves.flatMap((move) => Object.keys(move.move ?? move)))].filter(
    (member) => !["id", "seat", "text", "said", "move", "action"].includes(member),
  );
  const ways = members.map((member) => [
    ...moves
      .reduce((found, move) => {
        const value = JSON.stringify([move.kind, move[member] ?? null]);
        return found.set(value, [...(found.get(value) ?? []), move]);
      }, new Map())
      .values(),
  ]);
  const labels = (way) => new Set(way.map((group) => alike(group.map((move) => move.text)))).size;
  const good = ways.filter((way) => way.length > 1 && way.length <= most && labels(way) === way.length);
  good.sort((a, b) => b.length - a.length);
  if (good.length) return good[0];
  return [...moves.slice(0, most - 1).map((move) => [move]), moves.slice(most - 1)];
}

// The words with which all texts begin.
function alike(texts) {
  const words = texts.map((text) => text.split(" "));
  let same = 0;
  while (words.every((own) => own[same] !== undefined && own[same] === words[0][same])) same += 1;
  return words[0].slice(0, Math.max(1, same)).join(" ");
}

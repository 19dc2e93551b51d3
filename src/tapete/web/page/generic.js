// The plain drawing of any game: zones, cards and numbers of `describe`, without knowing what they mean.

import { s } from "./dom.js";

/** @type {Drawing["sources"]} */
export const sources = {};
const MOST_BACKS = 12; // cards face down that are drawn of a pile; its number is written
const HEADER = new Set([
  "game",
  "observer",
  "seat",
  "turn",
  "over",
  "returns",
  "options",
  "rng",
  "moves",
  "lines",
]);

function text(
  x,
  y,
  content,
  { size = 14, anchor = "start", bold = false, fill = "var(--on-cloth)", serif = false, most = 0 } = {},
) {
  const shown =
    most && String(content).length > most ? `${String(content).slice(0, most - 1)}…` : String(content);
  const node = s("text", { x, y, "font-size": size, "text-anchor": anchor, text: shown });
  node.style.fill = fill;
  if (bold) node.style.fontWeight = "700";
  if (serif) node.style.fontFamily = "var(--serif)";
  return node;
}
function rect(x, y, width, height, fill, more = {}) {
  const node = s("rect", { x, y, width, height, rx: 6, ...more });
  node.style.fill = fill;
  return node;
}
function isCard(value) {
  return (
    typeof value === "string" ||
    (value &&
      typeof value === "object" &&
      !Array.isArray(value) &&
      ("name" in value || "key" in value || "card" in value || "id" in value))
  );
}
function label(value, say) {
  if (value === null || value === undefined) return "?";
  if (typeof value === "object") return label(value.name ?? value.card ?? value.id ?? value.key, say);
  const worded = say(`name.${value}`);
  return worded === `name.${value}` ? String(value).replaceAll("_", " ").replaceAll("-", " ") : worded;
}
function keyOf(value, zone, place) {
  return typeof value === "object" && value !== null
    ? String(value.key ?? value.id ?? `${zone}/${place}`)
    : `${zone}/${value}/${place}`;
}

// Everything that a move touches, as plain values.
function touched(move) {
  const found = new Set();
  const walk = (value) => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (value && typeof value === "object") Object.values(value).forEach(walk);
    else if (typeof value === "string") found.add(value);
  };
  for (const [name, value] of Object.entries(move)) if (!["seat", "kind", "text"].includes(name)) walk(value);
  return found;
}

// What the description holds, as zones: lists of cards by owner, the convention of `zones` first.
function zonesOf(description) {
  const zones = [];
  const numbers = [];
  for (const zone of Array.isArray(description.zones) ? description.zones : [])
    zones.push({
      owner: zone.owner ?? null,
      name: zone.name,
      cards: zone.cards ?? [],
      count: zone.count,
      size: zone.size,
      kind: zone.kind,
    });
  const collect = (data, owner) => {
    for (const [name, value] of Object.entries(data)) {
      if (HEADER.has(name) || name === "zones" || name === "players" || name === "numbers") continue;
      if (Array.isArray(value)) {
        if (value.length && value.every(isCard) && value.length <= 40)
          zones.push({ owner, name, cards: value });
      } else if (typeof value === "number" || typeof value === "boolean")
        numbers.push({ owner, name, value });
      else if (typeof value === "string" && value.length <= 24) numbers.push({ owner, name, value });
      else if (value && typeof value === "object" && owner === null)
        for (const [inner, content] of Object.entries(value)) {
          if (typeof content === "number" || typeof content === "string")
            numbers.push({ owner, name: `${name} ${inner}`, value: content });
        }
    }
  };
  collect(description, null);
  for (const zone of zones)
    // what is only counted lies there face down
    if (!zone.cards.length && Number.isInteger(zone.count) && zone.count > 0)
      zone.cards = Array.from({ length: Math.min(zone.count, MOST_BACKS) }, () => ({
        name: "",
        hidden: true,
      }));
  for (const [name, value] of Object.entries(description.numbers ?? {}))
    numbers.push({ owner: null, name, value });
  (description.players ?? []).forEach((player, seat) => {
    if (!player || typeof player !== "object") return;
    collect(player, seat);
    const held =
      player.hand === null || player.hand === undefined ? (player.hand_size ?? player.count) : null;
    if (Number.isInteger(held) && held > 0)
      zones.push({
        owner: seat,
        name: "hand",
        cards: Array.from({ length: Math.min(held, MOST_BACKS) }, () => ({ name: "", hidden: true })),
        count: held,
      });
  });
  (Array.isArray(description.points) ? description.points : []).forEach((value, seat) =>
    numbers.push({ owner: seat, name: "points", value }),
  );
  return { zones, numbers };
}

/** @param {View} view @returns {SVGElement} */
export function draw(view) {
  const { width, height, description, say } = view;
  const g = s("g");
  const { zones, numbers } = zonesOf(description);
  const things = new Map();
  const byValue = new Map();
  for (const move of view.moves)
    for (const value of touched(move.move)) {
      if (!byValue.has(value)) byValue.set(value, []);
      byValue.get(value).push(move.id);
    }
  const small = view.layout === "s";
  const size = small ? 12 : 15;
  const seats = [
    ...new Set([
      ...(description.players ?? []).keys(),
      ...numbers.map((n) => n.owner).filter((o) => o !== null),
    ]),
  ];
  const seatCount = Math.max(view.names.length, seats.length);
  const others = Array.from({ length: seatCount }, (_, k) => (view.me + 1 + k) % seatCount).filter(
    (seat) => seat !== view.me,
  );
  const bands = [
    ...others.map((seat) => ({ owner: seat, weight: 1 })),
    { owner: null, weight: 1.3 },
    { owner: view.me, weight: 1.5 },
  ];
  const used = new Set();
  const moveBar = small ? 34 : 52;
  const weights = bands.reduce((sum, band) => sum + band.weight, 0);
  let y = 6;
  const room = height - moveBar - 12;
  for (const band of bands) {
    const tall = (room * band.weight) / weights;
    const asked = band.owner !== null && view.waiting.includes(band.owner);
    g.append(rect(12, y, width - 24, tall - 6, "#00000030", { rx: 14 }));
    if (asked) {
      const ring = s("rect", { x: 12, y, width: width - 24, height: tall - 6, rx: 14, class: "ring" });
      g.append(ring);
    }
    const title =
      band.owner === null
        ? description.phase
          ? label(description.phase, say)
          : say("table")
        : `${view.names[band.owner] ?? band.owner}${view.waiting.includes(band.owner) ? " …" : ""}`;
    const face = band.owner === null ? null : (view.portrait?.(band.owner, asked ? "think" : "calm") ?? null);
    const left = face ? 52 : 22;
    if (face) {
      const k = (small ? 24 : 30) / 100;
      g.append(s("g", { transform: `translate(18 ${y + 3}) scale(${k})` }, face));
    }
    g.append(text(left, y + size + 6, title, { size: size + 2, serif: true }));
    const told = numbers
      .filter((n) => n.owner === band.owner)
      .slice(0, small ? 6 : 14)
      .map(
        (n) =>
          `${label(n.name, say)} ${typeof n.value === "boolean" ? say(n.value ? "yes" : "no") : label(n.value, say)}`,
      )
      .join(" · ");
    g.append(
      text(left + (title.length + 2) * size * 0.7, y + size + 6, told, {
        size,
        bold: true,
        fill: "var(--on-cloth-2)",
        most: Math.floor((width - left - 40 - title.length * size * 0.7) / (size * 0.56)),
      }),
    );
    const mineZones = zones.filter((zone) => zone.owner === band.owner);
    const lines = band.owner === null && Array.isArray(description.lines) ? description.lines : [];
    lines.slice(0, Math.max(1, Math.floor((tall - 30) / (size * 1.4)))).forEach((line, k) =>
      g.append(
        text(22, y + (size + 4) * 2 + k * size * 1.4, line, {
          size,
          most: Math.floor(width / (size * 0.55)),
        }),
      ),
    );
    let x = 22;
    const cardHeight = Math.max(26, Math.min(tall - size - 26, small ? 54 : 120));
    const cardWidth = cardHeight * 0.72;
    for (const zone of mineZones) {
      const count = zone.cards.length || 0;
      const fit = Math.max(12, Math.min(cardWidth + 6, (width - x - 30) / Math.max(1, count)));
      if (x + 60 > width) break;
      g.append(
        text(
          x,
          y + size * 2 + 12,
          `${label(zone.name, say)}${zone.count !== undefined ? ` ${zone.count}` : ""}`,
          { size: Math.max(12, size - 2), fill: "var(--on-cloth-2)", most: 22 },
        ),
      );
      const top = y + size * 2 + 18;
      zone.cards.forEach((card, place) => {
        const value =
          typeof card === "object" && card !== null
            ? String(card.key ?? card.id ?? card.name ?? card.card)
            : card;
        const name = typeof card === "object" && card !== null ? (card.name ?? card.card ?? card.id) : card;
        let key = keyOf(card, `${zone.owner ?? "t"}-${zone.name}`, place);
        while (used.has(key)) key += "'";
        used.add(key);
        const ids = [...new Set([...(byValue.get(value) ?? []), ...(byValue.get(name) ?? [])])];
        const thing = cardAt(
          x + place * fit,
          top,
          cardWidth,
          Math.max(20, tall - size * 2 - 26),
          label(card, say),
          typeof card === "object" ? card : {},
          size,
        );
        mark(thing, view, ids, cardWidth, Math.max(20, tall - size * 2 - 26));
        thing.dataset.key = key;
        thing.dataset.zone = `${zone.owner ?? "table"}-${zone.name}`;
        if (typeof name === "string" && view.cards[name]) thing.dataset.card = name;
        thing.setAttribute("aria-label", label(card, say));
        if (ids.length) things.set(key, ids);
        g.append(thing);
      });
      x += count * fit + 24;
      if (!count) x += 70;
    }
    y += tall;
  }
  // Moves that touch nothing drawn become buttons along the foot.
  const drawn = new Set([...things.values()].flat());
  const loose = view.moves.filter((move) => !drawn.has(move.id));
  buttons(g, view, loose, height - moveBar, moveBar, size);
  return g;
}
function cardAt(x, y, width, height, name, card, size) {
  const thing = s("g", { transform: `translate(${x} ${y})` });
  thing.append(
    rect(1.5, 4, width, height, "#0006", { rx: 8 }),
    rect(0, 0, width, height, card.hidden ? "#fffbf0" : "var(--card)", {
      rx: 8,
      stroke: "#38200F",
      "stroke-width": 1.5,
    }),
  );
  if (card.hidden) {
    thing.append(
      rect(4, 4, width - 8, height - 8, "#a3281f", { rx: 5 }),
      rect(8, 8, Math.max(1, width - 16), Math.max(1, height - 16), "none", {
        rx: 3,
        stroke: "#F6BC3A",
        "stroke-width": 1.5,
        "stroke-dasharray": "5 4",
      }),
      text(width / 2, height / 2 + size * 0.5, "T", {
        anchor: "middle",
        size: Math.min(size * 1.8, width * 0.5),
        serif: true,
        fill: "#fff7e6",
      }),
    );
    return thing;
  }
  const words = name.split(" ");
  const lines = [""];
  const most = Math.max(4, Math.floor(width / (size * 0.58)));
  for (const word of words) {
    const last = lines.length - 1;
    if ((lines[last] + " " + word).trim().length > most && lines[last]) lines.push(word);
    else lines[last] = `${lines[last]} ${word}`.trim();
  }
  lines.slice(0, Math.max(1, Math.floor((height - 6) / (size + 2)))).forEach((line, k) =>
    thing.append(
      text(width / 2, 4 + (k + 1) * (size + 1), line, {
        size,
        anchor: "middle",
        fill: "var(--card-ink)",
        serif: true,
        most: most + 3,
      }),
    ),
  );
  Object.entries(card.numbers ?? {})
    .slice(0, 4)
    .forEach(([label_, value], k) =>
      thing.append(
        text(5, height - 6 - k * size, `${label_} ${value}`, { size: 12, fill: "var(--card-ink-2)" }),
      ),
    );
  return thing;
}
function mark(thing, view, ids, width, height) {
  if (!ids.length) return;
  thing.dataset.moves = ids.join(" ");
  const can = ids.some((id) => view.left.has(id));
  const state = can ? "can" : "no";
  thing.dataset.state = state;
  if (can)
    thing.append(
      s("rect", { x: -2, y: -2, width: width + 4, height: height + 4, rx: 9, class: "ring under" }),
      s("rect", { x: -2, y: -2, width: width + 4, height: height + 4, rx: 9, class: "ring" }),
      s("path", { d: `M${width / 2 - 5} -2h10l-5 7Z`, class: "notch" }),
    );
}
function buttons(g, view, moves, top, tall, size) {
  const shown = [...moves];
  const kinds = [...new Set(shown.map((move) => move.move.kind))];
  const groups =
    shown.length <= 6
      ? shown.map((move) => [move])
      : kinds.map((kind) => shown.filter((move) => move.move.kind === kind));
  const each = Math.min(260, (view.width - 20) / Math.max(1, groups.length));
  groups.forEach((group, k) => {
    const wide = each - 8;
    const name =
      group.length === 1 ? group[0].text : `${group[0].move.kind.replaceAll("_", " ")} (${group.length})`;
    const thing = s("g", {
      transform: `translate(${10 + k * each} ${top + 4})`,
      "aria-label": name,
      "data-key": `button-${k}-${name}`,
      "data-zone": "buttons",
      "data-moves": group.map((move) => move.id).join(" "),
    });
    const can = group.some((move) => view.left.has(move.id));
    thing.dataset.state = view.picked.includes(`button-${k}-${name}`) ? "picked" : can ? "can" : "no";
    if (group.length === 1) thing.dataset.commit = "1";
    thing.append(
      rect(0, 3, wide, tall - 12, "#1e0e0666", { rx: 12 }),
      rect(0, 0, wide, tall - 12, can ? "var(--accent)" : "var(--edge)", { rx: 12 }),
      rect(2, tall - 18, wide - 4, 5, can ? "var(--accent-2)" : "#0004", { rx: 2.5 }),
      text(wide / 2, (tall - 14) / 2 + size / 3, name, {
        anchor: "middle",
        bold: true,
        size,
        fill: "var(--on-accent)",
        most: Math.floor(wide / (size * 0.54)),
      }),
    );
    g.append(thing);
  });
}

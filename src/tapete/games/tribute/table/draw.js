/* Tales of Tribute: patrons and their favour, the tavern, both players' agents, the own hand, choices and the draft. */

import { bell, coin, effectSign, HUES, link, medal as emblem, power, prestige } from "./art.js";

export const music = "phrygian";
export const title = { en: "Tales of Tribute", es: "Tales of Tribute" };
export const sources = { hand: "draw", tavern: "pile", played: "hand" };

const WORDS = {
  en: {
    sum: "You gain {what}",
    sum_coins: "{n} {n:coin|coins}",
    sum_power: "{n} power",
    alone: "not with K",
    legend_link: "combo: counts once you have played this many cards of the patron in a turn",
    legend_links: "on a patron: how many of its cards were played this turn",
    legend_bell: "calls of patrons that are left this turn",
    legend_peg: "on a patron: above it favours the enemy, below you, in the middle nobody",
    legend_contract: "contract: acts at once and goes back to the tavern",
    legend_heart: "health of an agent; with a shield (taunt) it must be attacked first",
    legend_coin: "in the corner: what the card costs",
    end: "End turn",
    end_short: "End turn",
    ends: "{power} power → prestige",
    lost: "{n} {n:coin|coins} lost",
    none: "None",
    done: "Done ({n})",
    buy: "buy for {n}",
    short: "{n} {n:coin|coins} short",
    acted: "acted",
    you: "You",
    enemy: "Enemy",
    favours_you: "favours you",
    favours_enemy: "favours the enemy",
    favours_none: "favours nobody",
    no_favour: "favours nobody ever",
    calls: "{n} {n:call|calls}",
    draw: "draw pile {n}",
    cooldown: "cooldown {n}",
    hand: "hand {n}",
    wait: "Waiting for {name} …",
    choosing: "{name} is choosing",
    taunt_first: "Taunt is in the way.",
    no_power: "You have no power.",
    not_now: "Not possible now.",
    combo: "combo",
    curse: "does nothing",
    contract: "contract",
    settle_first: "First answer what is asked.",
    may: "You can {what}, or end your turn.",
    or: "or",
    may_play: "play cards",
    may_activate: "use agents",
    may_buy: "buy",
    may_call: "call a patron",
    may_attack: "attack",
    favours: "{n} of 4 favour you",
    enemy_favours: "{n} of 4 favour the enemy",
    win_soon: "If the enemy does not reach {n} in the next turn, you win.",
    prestige: "prestige {n}",
    taken: "taken by {name}",
    picked: "chosen",
    played: "Played",
    agents: "Agents",
    tavern: "Tavern",
    pile: "{n} in the pile",
    drafted: "In the game",
    health: "health {n}",
    power: "power",
    coins: "coins",
    next: "next: {cards}",
    play_all: "Play {n} cards (K)",
    short_all: "Play {n}",
    end_hits: "{n} power hits {card}",
    end_prestige: "{n} power → {n} prestige",
    warn_play: "You have a card that you have not played.",
    warn_activate: "An agent of yours has not acted yet.",
    warn_buy: "You have {n} {n:coin|coins}, and coins are lost: buy something?",
    warn_call: "You could still call a patron.",
    warn_lose: "You have {own}, and need {n} this turn, or you lose.",
    ending_wins: "Ending now wins.",
    three_favours: "3 favours: one more wins the enemy the game.",
    nobody: "favour → nobody",
    to_you: "favour → you",
    crows: "{a} {a:coin|coins} → {b} power",
    orgnum: "{a} cards → {b} power",
    waits: "waits for {n}",
    combo_now: "combo {n} now",
    sells: "+{n} prestige",
    own_favours: "3 favours: one more wins you the game.",
    only_end: "Nothing more can be done: end your turn.",
    stat_prestige: "prestige",
    stat_calls: "calls",
    both_use: "Both players use the four patrons that are chosen, and their cards.",
    typical: "Cards: {cards}",
    first_hlaalu: "Which card do you sell? Esc calls nobody.",
    first_treasury: "Which card do you trade for a Writ of Coin? Esc calls nobody.",
    first_psijic: "Which enemy agent? Esc calls nobody.",
  },
  es: {
    sum: "Ganas {what}",
    sum_coins: "{n} {n:moneda|monedas}",
    sum_power: "{n} de poder",
    alone: "no con K",
    legend_link: "combo: cuenta cuando has jugado tantas cartas de ese patrón en el turno",
    legend_links: "en un patrón: cuántas cartas suyas se han jugado en el turno",
    legend_bell: "llamadas a patrones que quedan en el turno",
    legend_peg: "en un patrón: arriba favorece al enemigo, abajo a ti, en medio a nadie",
    legend_contract: "contrato: actúa al momento y vuelve a la taberna",
    legend_heart: "salud de un agente; con escudo (provocación) hay que atacarlo primero",
    legend_coin: "en la esquina: lo que cuesta la carta",
    end: "Terminar turno",
    end_short: "Terminar",
    ends: "{power} de poder → prestigio",
    lost: "se {n:pierde|pierden} {n} {n:moneda|monedas}",
    none: "Ninguna",
    done: "Hecho ({n})",
    buy: "comprar por {n}",
    short: "{n:falta|faltan} {n} {n:moneda|monedas}",
    acted: "ya actuó",
    you: "Tú",
    enemy: "Enemigo",
    favours_you: "te favorece",
    favours_enemy: "favorece al enemigo",
    favours_none: "no favorece a nadie",
    no_favour: "nunca favorece a nadie",
    calls: "{n} {n:llamada|llamadas}",
    draw: "mazo {n}",
    cooldown: "descanso {n}",
    hand: "mano {n}",
    wait: "Esperando a {name} …",
    choosing: "{name} está eligiendo",
    taunt_first: "Hay una provocación por medio.",
    no_power: "No tienes poder.",
    not_now: "Ahora no es posible.",
    combo: "combo",
    curse: "no hace nada",
    contract: "contrato",
    settle_first: "Contesta antes a lo que se pregunta.",
    may: "Puedes {what}, o terminar el turno.",
    or: "o",
    may_play: "jugar cartas",
    may_activate: "usar agentes",
    may_buy: "comprar",
    may_call: "llamar a un patrón",
    may_attack: "atacar",
    favours: "{n} de 4 te favorecen",
    enemy_favours: "{n} de 4 con el enemigo",
    win_soon: "Si el enemigo no llega a {n} en su próximo turno, ganas.",
    prestige: "prestigio {n}",
    taken: "elegido por {name}",
    picked: "elegida",
    played: "Jugadas",
    agents: "Agentes",
    tavern: "Taberna",
    pile: "{n} en la pila",
    drafted: "En la partida",
    health: "salud {n}",
    power: "poder",
    coins: "monedas",
    next: "próximas: {cards}",
    play_all: "Jugar {n} cartas (K)",
    short_all: "Jugar {n}",
    end_hits: "{n} de poder a {card}",
    end_prestige: "{n} poder → {n} prestigio",
    warn_play: "Tienes una carta sin jugar.",
    warn_activate: "Un agente tuyo aún no ha actuado.",
    warn_buy: "Tienes {n} {n:moneda|monedas} y se {n:pierde|pierden}: ¿compras algo?",
    warn_call: "Aún puedes llamar a un patrón.",
    warn_lose: "Tienes {own} y necesitas {n} este turno, o pierdes.",
    ending_wins: "Si terminas ahora, ganas.",
    three_favours: "3 favores: con uno más gana el enemigo.",
    nobody: "favor → nadie",
    to_you: "favor → ti",
    crows: "{a} {a:moneda|monedas} → {b} de poder",
    orgnum: "{a} cartas → {b} de poder",
    waits: "espera {n}",
    combo_now: "combo {n} ya",
    sells: "+{n} de prestigio",
    own_favours: "3 favores: con uno más ganas.",
    only_end: "No puedes hacer nada más: termina el turno.",
    stat_prestige: "prestigio",
    stat_calls: "llamadas",
    both_use: "Los dos jugadores usan los cuatro patrones elegidos y sus cartas.",
    typical: "Cartas: {cards}",
    first_hlaalu: "¿Qué carta vendes? Con Esc no llamas a nadie.",
    first_treasury: "¿Qué carta cambias por un Writ of Coin? Con Esc no llamas a nadie.",
    first_psijic: "¿Qué agente enemigo? Con Esc no llamas a nadie.",
  },
};
const LEVELS = ["play", "combo2", "combo3", "combo4"];

let kit;

const word = (view, key, values) => kit.fill(WORDS[view.language][key], values);
const me = (view) => view.seat ?? 0;
const patronName = (view, patron) => view.say(`name.${patron}`);
const thingKey = (entry) => `card:${entry.key}${entry.copy ? `#${entry.copy}` : ""}`;

export function guide(view) {
  const { description: d } = view;
  const words = WORDS[view.language];
  if (d.over) return view.say("phase.over");
  if (!view.moves.length) return words[d.choice ? "choosing" : "wait"].replace("{name}", view.names[d.seat]);
  if (d.phase === "draft") return view.say("phase.draft", { number: d.draft.number });
  const first = calledFirst(view);
  if (first) return words[`first_${first}`];
  if (d.choice)
    return view.say(`ask.${d.choice.kind}`, {
      most: d.choice.most,
      number: d.choice.number,
      count: d.choice.count ?? 0,
    });
  if (view.moves.length === 1 && view.moves[0].kind === "end_turn") return words.only_end;
  const can = ["play", "activate", "buy", "call", "attack"]
    .filter((kind) => view.moves.some((move) => move.kind === kind))
    .map((kind) => words[`may_${kind}`]);
  const listed = can.length < 2 ? can.join("") : `${can.slice(0, -1).join(", ")} ${words.or} ${can.at(-1)}`;
  return can.length ? words.may.replace("{what}", listed) : view.say("phase.play");
}

export function summary(view) {
  const { description: d } = view;
  return `${title[view.language]}. ${d.players.map((player, seat) => `${view.names[seat]}: ${player.prestige}`).join(", ")}.`;
}

/** Events that move the game, for who wants to read only these; and those with which a part of the log begins. */
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

/* What a card or the end of the turn would bring */

const SIMPLE = new Set(["gain_coin", "gain_power", "gain_prestige", "heal_self"]);
const simple = (list) => (list ?? []).every(([name]) => SIMPLE.has(name));

/** The cards of the hand that only give coins, power or prestige, in order, up to one that would open a choice or draw.
 *
 * A card may run combos: its own up to the number of cards played, and those of earlier cards that wait for that number.
 */
export function simplePlays(view) {
  const { description: d } = view;
  const hand = d.players[me(view)].hand;
  if (!hand || d.phase !== "play" || !view.moves.some((move) => move.kind === "play")) return [];
  const combo = new Map(d.patrons.map((entry) => [entry.patron, entry.combo]));
  const earlier = new Map(d.patrons.map((entry) => [entry.patron, [...entry.combo_cards]]));
  const found = [];
  for (const entry of hand) {
    const facts = view.card(entry.card);
    const legal = view.moves.some((move) => move.kind === "play" && move.key === entry.key);
    if (!facts || !legal || facts.type === "agent") continue;
    const number = (combo.get(facts.patron) ?? 0) + 1;
    const own = LEVELS.slice(0, Math.min(number, 4)).every((level) => simple(facts.effects?.[level]));
    const others = (earlier.get(facts.patron) ?? []).every((card) =>
      simple(view.card(card)?.effects?.[LEVELS[Math.min(number, 4) - 1]]),
    );
    if (!own || !others) continue;
    combo.set(facts.patron, number);
    earlier.get(facts.patron)?.push(entry.card);
    found.push({
      kind: "play",
      card: entry.card,
      key: entry.key,
      ...(entry.copy ? { copy: entry.copy } : {}),
    });
  }
  return found;
}

/** What the end of the turn does with the power that is left: agents with taunt take it first, in their order. */
export function endOf(view) {
  const { description: d } = view;
  let left = d.players[me(view)].power;
  const hits = [];
  for (const entry of d.players[1 - me(view)].agents) {
    if (left <= 0 || !view.card(entry.card)?.taunt) continue;
    const hit = Math.min(left, entry.health);
    hits.push({ card: entry.card, n: hit });
    left -= hit;
  }
  return { hits, prestige: left, total: d.players[me(view)].prestige + left };
}

const favoursOf = (view, seat) => view.description.patrons.filter((patron) => patron.favour === seat).length;

/** A word before the turn ends with something left to do; above all where ending it loses. */
export function warning(view, id, heard) {
  const move = view.moves.find((one) => one.id === id);
  if (move?.kind !== "end_turn") return null;
  const { description: d } = view;
  const own = d.players[view.seat];
  const enemy = d.players[1 - view.seat];
  const { total } = endOf(view);
  const found = [];
  if (total >= 80 || favoursOf(view, view.seat) === 4) return null;
  if (enemy.prestige >= 40 && total < enemy.prestige) found.push(["lose", { own: total, n: enemy.prestige }]);
  if (view.moves.some((one) => one.kind === "play")) found.push(["play", {}]);
  if (view.moves.some((one) => one.kind === "activate")) found.push(["activate", {}]);
  if (view.moves.some((one) => one.kind === "buy")) found.push(["buy", { n: own.coins }]);
  if (view.moves.some((one) => one.kind === "call")) found.push(["call", {}]);
  const next = found.find(([kind]) => !heard.has(kind));
  return next ? { kind: next[0], text: word(view, `warn_${next[0]}`, next[1]) } : null;
}

/** A choice without content is not put to the person. */
export function answered(view) {
  return view.description.choice && view.moves.length === 1 && view.moves[0].kind === "done"
    ? view.moves[0].id
    : null;
}

/** The patron that is picked and wants a card: that card is chosen first, and call and choice are sent together. */
const calledFirst = (view) =>
  view.description.phase === "play"
    ? (["hlaalu", "treasury", "psijic"].find((patron) => view.picked.includes(`patron:${patron}`)) ?? null)
    : null;

/** Both moves, where a card is what the picked patron wants. */
function callWith(view, entry, zone) {
  const patron = calledFirst(view);
  if (!patron) return null;
  const wanted =
    patron === "psijic"
      ? zone === "their_agents"
      : ["hand", "played", "own_agents"].includes(zone) &&
        (patron === "treasury" || (view.card(entry.card)?.cost ?? 0) >= 1);
  return wanted
    ? [
        { kind: "call", patron },
        { kind: "pick", card: entry.card, key: entry.key },
      ]
    : null;
}

/** What playing a card sets off: the combo that it completes, its own or one that waits. */
function comboOf(view, card) {
  const facts = view.card(card);
  const entry = view.description.patrons.find((one) => one.patron === facts?.patron);
  if (!entry || view.description.current !== view.seat) return null;
  const number = Math.min(entry.combo + 1, 4);
  if (number < 2) return null;
  const own = LEVELS.slice(1, number).some((level) => facts.effects?.[level]?.length);
  return own || entry.waiting.some((one) => one.level === number) ? number : null;
}

/* The stage */

function layout(view) {
  const { width: w, height: h } = view;
  const small = view.layout === "s";
  const tall = h > w;
  const pad = small ? 3 : 8;
  const rail = small ? (tall ? 84 : 82) : view.layout === "xl" ? 230 : view.layout === "m" ? 172 : 204;
  const x = rail + 2 * pad;
  const width = w - x - pad;
  const shares = small
    ? tall
      ? [26, 62, 112, 62, 26, 120]
      : [25, 36, 70, 36, 25, 58]
    : [46, 96, 178, 96, 46, 172];
  const total = shares.reduce((sum, part) => sum + part, 0);
  const told = small || !alarmText(view) ? 0 : 26 + pad; // a row of its own, over nothing
  const scale = (h - pad * 7 - told) / total;
  const rows = {};
  let y = pad;
  ["their", "their_agents", "tavern", "own_agents", "own", "hand"].forEach((name, i) => {
    if (name === "own_agents") y += told;
    rows[name] = { x, y, width, height: shares[i] * scale };
    y += shares[i] * scale + pad;
  });
  return {
    small,
    tall,
    pad,
    rail: { x: pad, y: pad, width: rail, height: h - 2 * pad },
    rows,
    area: { x, y: pad, width, height: h - 2 * pad },
  };
}

export function draw(view, given) {
  kit = given;
  const plan = layout(view);
  const { description: d } = view;
  const parts = [kit.cloth(view)];
  if (d.phase === "draft") return kit.drawing(view, ...parts, ...draft(view, plan));
  const own = me(view);
  parts.push(
    ...patronRail(view, plan),
    strip(view, 1 - own, plan.rows.their, plan),
    strip(view, own, plan.rows.own, plan),
    ...agentRow(view, 1 - own, plan.rows.their_agents, plan),
    ...agentRow(view, own, plan.rows.own_agents, plan),
    ...tavern(view, plan),
  );
  if (d.over) return kit.drawing(view, ...parts, ...handRow(view, plan));
  parts.push(...handRow(view, plan), ...buttons(view, plan), ...alarm(view, plan), ...sheet(view, plan));
  return kit.drawing(view, ...parts);
}

/* Patrons */

const whom = (view, favour) => (favour === null ? "nobody" : favour === me(view) ? "you" : "enemy");

function patronRail(view, plan) {
  const { description: d } = view;
  const { rail, small, pad } = plan;
  const count = d.patrons.length;
  const mine = d.patrons.filter((patron) => patron.favour === me(view)).length;
  const theirs = d.patrons.filter((patron) => patron.favour !== null && patron.favour !== me(view)).length;
  const head = small ? 0 : 24;
  const made = [];
  if (head)
    made.push(
      kit.fitted(
        theirs > mine ? word(view, "enemy_favours", { n: theirs }) : word(view, "favours", { n: mine }),
        rail.x,
        rail.y,
        rail.width,
        head - 4,
        {
          size: kit.base(view),
          smallest: kit.least(view),
          weight: 700,
          fill: mine >= 3 || theirs >= 3 ? "var(--can)" : "var(--on-cloth)",
        },
      ),
    );
  const high = (rail.height - head - pad * (count - 1)) / count;
  d.patrons.forEach((patron, i) =>
    made.push(
      patronPlate(
        view,
        patron,
        { x: rail.x, y: rail.y + head + i * (high + pad), width: rail.width, height: high },
        plan,
      ),
    ),
  );
  return made;
}

function patronPlate(view, entry, box, plan) {
  const { width, height } = box;
  const { small } = plan;
  const { patron } = entry;
  const ids = kit.movesOf(view, (move) => move.kind === "call" && move.patron === patron);
  const favour = whom(view, entry.favour);
  const size = kit.base(view);
  const least = kit.least(view);
  const short = !small && height < 160;
  const icon = small ? Math.min(26, height * 0.56) : Math.min(46, height * (short ? 0.3 : 0.4));
  const parts = [
    kit.rect(0, 0, width, height, {
      rx: 8,
      fill: "var(--edge)",
      stroke: favour === "nobody" ? "none" : `var(--seat-${entry.favour})`,
      "stroke-width": 3,
    }),
    kit.placed(emblem(patron), 4, 4, icon),
  ];
  const slide = small ? 15 : short ? 20 : 24;
  const nameWide = width - icon - slide - 14;
  if (patron !== "treasury")
    parts.push(
      slider(
        view,
        entry.favour,
        width - slide - 3,
        4,
        slide,
        small ? height - 8 : short ? icon + 6 : Math.min(height - 27, 84),
      ),
    );
  const brief = small && height < 84;
  const nameBox = brief
    ? [4, height - 16, width - slide - 8, 14]
    : [icon + 8, 2, patron === "treasury" ? nameWide + slide : nameWide, small ? icon : icon * 0.6 + 6];
  parts.push(
    kit.fitted(patronName(view, patron), ...nameBox, {
      size: size * 1.05,
      smallest: least,
      lines: brief ? 1 : 2,
      leading: 1.02,
      align: "start",
      weight: 700,
      family: kit.SERIF,
      fill: "var(--on-cloth)",
    }),
  );
  const links = small ? 8 : 13;
  const linksY = brief ? 8 : small ? icon + 6 : icon - links + 5;
  const linksX = brief ? icon + 7 : small ? 5 : icon + 8;
  if (patron !== "treasury")
    for (let i = 0; i < 4; i += 1)
      parts.push(
        kit.rect(
          linksX + (brief ? i % 2 : i) * (links + 3),
          linksY + (brief ? Math.floor(i / 2) * 8 : 0),
          links,
          links * 0.62,
          {
            rx: links * 0.3,
            fill: i < entry.combo ? "var(--can)" : "none",
            stroke: i < entry.combo ? "#2A2420" : "var(--on-cloth-2)",
            "stroke-width": 1.2,
          },
        ),
      );
  const call = view.say(`call.${patron}.${favour}`);
  const promise = promises(view, entry).join(" · ");
  const barred = entry.barred ? view.say(`barred.${entry.barred.reason}`, { n: entry.barred.n ?? 0 }) : null;
  const own = view.seat !== null && view.description.current === view.seat && !view.description.choice;
  if (!brief) {
    const top = icon + (small ? 15 : short ? 9 : 10);
    const room = width - 12 - (patron === "treasury" || short ? 0 : slide);
    const told = barred ?? promise;
    const long = !small && kit.measure(told, 13, { weight: barred ? 400 : 700 }) > width - 13;
    const foot = own && told ? (long ? 29 : 17) : 0;
    parts.push(
      kit.fitted(call, 6, top, room, height - top - foot - 3, {
        size: short ? least : size * 0.95,
        smallest: least,
        lines: 5,
        leading: short ? 1.03 : 1.08,
        align: "start",
        valign: "top",
        fill: "var(--on-cloth)",
      }),
    );
    if (foot)
      parts.push(
        kit.fitted(told, 6, height - foot - 2, width - 12, foot, {
          size: 13,
          smallest: least,
          lines: long ? 2 : 1,
          leading: 1.03,
          align: "start",
          weight: barred ? 400 : 700,
          fill: "var(--can)",
        }),
      );
  }
  const label = `${patronName(view, patron)}: ${patron === "treasury" ? word(view, "no_favour") : word(view, { you: "favours_you", enemy: "favours_enemy", nobody: "favours_none" }[favour])}. ${call}. ${word(view, "combo")} ${entry.combo}`;
  const made = kit.thing(
    view,
    {
      key: `patron:${patron}`,
      zone: "patrons",
      ...box,
      radius: 8,
      ids,
      label,
      why: ids.length || !own ? null : (barred ?? word(view, "not_now")),
      state: ids.length ? undefined : "",
    },
    ...parts,
  );
  if (!ids.length && own && barred) made.dataset.why = barred;
  made.dataset.card = patronName(view, patron);
  return made;
}

/** What a call would come to now: numbers that follow from the table, and where the favour goes. */
function promises(view, { patron, favour }) {
  const { description: d } = view;
  if (view.seat === null || d.current !== view.seat) return [];
  const own = d.players[view.seat];
  const found = [];
  if (patron === "duke_of_crows" && favour !== view.seat && own.coins > 0)
    found.push(word(view, "crows", { a: own.coins, b: own.coins - 1 }));
  const cards = own.hand_size + own.draw_size + own.cooldown.length + own.played.length + own.agents.length;
  if (patron === "orgnum" && (favour === null || favour === view.seat))
    found.push(word(view, "orgnum", { a: cards, b: Math.floor(cards / (favour === null ? 6 : 4)) }));
  if (patron !== "treasury" && favour !== view.seat)
    found.push(word(view, favour === null || patron === "ansei" ? "to_you" : "nobody"));
  return found;
}

/** Whom a patron favours: up the enemy, down you, and a peg with the seat's shape. */
function slider(view, favour, x, y, width, height) {
  const own = me(view);
  const peg = width * 0.82;
  const stops = [y + peg / 2, y + height / 2, y + height - peg / 2];
  const at = favour === null ? 1 : favour === own ? 2 : 0;
  const parts = [
    kit.path(`M${x + width / 2} ${stops[0]}V${stops[2]}`, {
      stroke: "var(--on-cloth-2)",
      "stroke-width": 2.5,
      opacity: 0.6,
    }),
    ...stops.map((stop, i) =>
      i === at ? null : kit.circle(x + width / 2, stop, 2.6, { fill: "var(--on-cloth-2)" }),
    ),
  ];
  parts.push(
    favour === null
      ? kit.circle(x + width / 2, stops[1], peg / 2, {
          fill: "var(--panel-2)",
          stroke: "#2A2420",
          "stroke-width": 1.5,
        })
      : kit.seatShape(favour, x + (width - peg) / 2, stops[at] - peg / 2, peg),
  );
  return kit.group({}, ...parts);
}

/* Strips */

const TRACK = 72; // the least width of the way to eighty prestige, where it is drawn with its numbers

function strip(view, seat, box, plan) {
  const { description: d } = view;
  const player = d.players[seat];
  const { width, height } = box;
  const { small } = plan;
  const size = small ? 12 : kit.base(view);
  const least = kit.least(view);
  const asked = !d.over && d.seat === seat;
  const parts = [
    kit.rect(0, 0, width, height, {
      rx: 7,
      fill: "var(--edge)",
      stroke: asked ? "var(--can)" : "none",
      "stroke-width": 2,
    }),
    d.over && d.winner === seat
      ? kit.placed(kit.signs.crown(), 3, (height - size - 4) / 2, size + 4)
      : kit.seatShape(seat, 4, (height - size) / 2, size),
  ];
  const icon = small ? 13 : Math.min(22, height * 0.5);
  const text = (value) => kit.measure(String(value), size, { weight: 700 });
  const stats = [
    [prestige(), player.prestige, "stat_prestige"],
    [coin(), player.coins, "coins"],
    [power(), player.power, "power"],
    [bell(), player.calls, "stat_calls"],
  ];
  const labelled = !small && height >= 36;
  const line = labelled ? height / 2 - 8 : height / 2;
  const piles = small
    ? [
        [kit.signs.deck(), player.draw_size],
        [kit.signs.hand(), player.hand_size],
      ]
    : [
        [kit.signs.deck(), word(view, "draw", { n: player.draw_size })],
        [null, word(view, "cooldown", { n: player.cooldown.length })],
        [kit.signs.hand(), word(view, "hand", { n: player.hand_size })],
      ];
  const statWide = ([, value, name]) =>
    labelled
      ? Math.max(icon + 3 + text(value), kit.measure(word(view, name), 13)) + 12
      : icon + text(value) + (small ? 8 : 16);
  const pileWide = ([sign, label]) =>
    (sign ? icon + 3 : 0) + kit.measure(String(label), small ? 11 : 13) + (small ? 7 : 14);
  const needed =
    [...stats.map(statWide), ...piles.map(pileWide)].reduce((sum, wide) => sum + wide, 0) + TRACK + 30; // the way to forty and eighty is never left out
  const nameWide = small
    ? 46
    : Math.max(
        40,
        Math.min(
          width * 0.13,
          kit.measure(view.names[seat], size * 1.05, { weight: 700 }) + 6,
          width - size - needed,
        ),
      );
  parts.push(
    kit.fitted(view.names[seat], size + 8, 0, nameWide, height, {
      size: size * 1.05,
      smallest: least,
      align: "start",
      weight: 700,
      fill: "var(--on-cloth)",
    }),
  );
  let x = size + nameWide + 12;
  for (const [sign, value, name] of stats) {
    const label = word(view, name);
    parts.push(
      kit.placed(sign, x, line - icon / 2, icon),
      kit.text(String(value), x + icon + 3, line + size * 0.36, { size, weight: 700 }),
      labelled ? kit.text(label, x, height - 6, { size: 13, fill: "var(--on-cloth-2)" }) : null,
    );
    x += statWide([sign, value, name]);
  }
  for (const [sign, label] of piles) {
    const wide = pileWide([sign, label]);
    if (x + wide > width - (small ? -3 : TRACK)) continue;
    if (sign) parts.push(kit.placed(sign, x, (height - icon) / 2, icon));
    parts.push(
      kit.text(String(label), x + (sign ? icon + 3 : 0), height / 2 + 4.5, {
        size: small ? 11 : 13,
        fill: "var(--on-cloth)",
      }),
    );
    x += wide;
  }
  const track = width - x - 14;
  if (track > (small ? 40 : 50)) parts.push(prestigeTrack(view, seat, x, height, track));
  const label = `${view.names[seat]}: ${word(view, "prestige", { n: player.prestige })}, ${player.coins} ${word(view, "coins")}, ${player.power} ${word(view, "power")}, ${word(view, "calls", { n: player.calls })}, ${word(view, "draw", { n: player.draw_size })}, ${word(view, "cooldown", { n: player.cooldown.length })}`;
  return kit.group(
    {
      transform: `translate(${box.x} ${box.y})`,
      role: "img",
      "aria-label": label,
      "data-box": `${width} ${height}`,
    },
    ...parts,
  );
}

/** Prestige from 0 to 80 with a mark at 40. */
function prestigeTrack(view, seat, x, height, width) {
  const value = Math.min(80, view.description.players[seat].prestige);
  const y = height / 2;
  return kit.group(
    {},
    kit.rect(x, y - 4, width, 8, { rx: 4, fill: "#000000", opacity: 0.4 }),
    kit.rect(x, y - 4, Math.max(0.01, (width * value) / 80), 8, {
      rx: 4,
      fill: `var(--seat-${seat})`,
      stroke: "var(--on-cloth)",
      "stroke-width": value ? 1 : 0,
    }),
    kit.path(`M${x + width / 2} ${y - 8}V${y + 8}M${x + width} ${y - 8}V${y + 8}`, {
      stroke: "var(--can)",
      "stroke-width": 2,
    }),
    height >= 36
      ? kit.text("40", x + width / 2, height - 3, { size: 13, anchor: "middle", fill: "var(--can)" })
      : null,
    height >= 36
      ? kit.text("80", x + width + 2, height - 3, { size: 13, anchor: "end", fill: "var(--can)" })
      : null,
  );
}

/* Cards */

const effectsOf = (facts) =>
  LEVELS.map((level, i) => [i + 1, facts?.effects?.[level] ?? []]).filter(([, list]) => list.length);

function rowWidth(list, size) {
  return list.reduce(
    (sum, [name, ...rest]) =>
      sum +
      (name === "either"
        ? rowWidth(rest, size) + size * 0.5
        : size * 1.3 + 2 + kit.measure(String(rest[0]), size, { weight: 700 })),
    0,
  );
}

/** One row of effects: sign and number, or two with a stroke between. */
function effectRow(list, x, y, largest, room, lead = null) {
  const parts = [];
  let size = largest;
  while (size > 8 && rowWidth(list, size) + (lead ? size * 1.55 : 0) > room) size -= 1;
  let left = x;
  const put = ([name, ...rest]) => {
    if (name === "either") {
      put(rest[0]);
      parts.push(
        kit.text("/", left, y + size * 0.82, { size, weight: 700, fill: "var(--card-ink)", "data-fine": "" }),
      );
      left += size * 0.5;
      put(rest[1]);
      return;
    }
    const label = String(rest[0]);
    const wide = size + 2 + kit.measure(label, size, { weight: 700 }) + size * 0.3;
    if (left + wide > x + room + 2) return;
    parts.push(
      kit.placed(effectSign(name), left, y, size),
      kit.text(label, left + size + 2, y + size * 0.86, {
        size,
        weight: 700,
        fill: "var(--card-ink)",
        "data-fine": "",
      }),
    );
    left += wide;
  };
  if (lead) {
    parts.push(
      kit.placed(link(), left, y + size * 0.1, size * 0.8),
      kit.text(String(lead), left + size * 0.84, y + size * 0.86, {
        size: size * 0.9,
        weight: 700,
        fill: "#7A5200",
        "data-fine": "",
      }),
    );
    left += size * 1.55;
  }
  list.forEach(put);
  return kit.group({}, ...parts);
}

/** An effect in a few words. */
function shortOf(view, [name, ...rest]) {
  if (name === "either")
    return view.say("short.either", { left: shortOf(view, rest[0]), right: shortOf(view, rest[1]) });
  return view.say(`short.${name}`, { n: rest[0], card: "Summerset Sacking" });
}

function cardFace(view, name, width, height, { cost = true, health = null, tilt = false } = {}) {
  const facts = view.card(name);
  const patron = facts?.patron ?? "treasury";
  const least = kit.least(view);
  const parts = [
    kit.front(width, height),
    kit.rect(2.5, 2.5, width - 5, Math.max(5, height * 0.035), { rx: 2, fill: HUES[patron] }),
  ];
  const low = height < 50;
  const icon = low ? Math.min(15, height * 0.34) : height < 90 ? 16 : Math.max(16, width * 0.22);
  const top = low ? 6 : Math.max(5, height * 0.06);
  const wide = width >= 88;
  if (cost && facts)
    parts.push(
      kit.circle(4 + icon / 2, top + icon / 2, icon / 2, {
        fill: "#F2C14E",
        stroke: "#2A2420",
        "stroke-width": 1,
      }),
      kit.text(String(facts.cost), 4 + icon / 2, top + icon / 2 + icon * 0.26, {
        size: icon * 0.72,
        weight: 700,
        anchor: "middle",
        fill: "#2A2420",
        "data-fine": "",
      }),
    );
  parts.push(kit.placed(emblem(patron), width - icon - 4, top, icon));
  const nameTop = low ? 4 : top + icon + 1;
  const nameLeft = low ? icon + 6 : 4;
  const strip = Math.min(15, height * 0.36);
  const nameHigh = low ? height - strip - 7 : Math.max(27, height * 0.2);
  parts.push(
    kit.fitted(name, nameLeft, nameTop, width - nameLeft - (low ? icon + 6 : 4), nameHigh, {
      size: wide ? 15 : 12,
      smallest: least,
      lines: low ? 1 : 2,
      leading: 1,
      weight: 700,
      family: kit.SERIF,
      fill: "var(--card-ink)",
      lang: "en",
    }),
  );
  const rows = effectsOf(facts);
  const agent = facts?.health;
  let y = low ? height - strip - 3 : nameTop + nameHigh + 1;
  if (wide && !low) {
    const whole = view.say(`name.${facts?.type ?? "action"}`);
    const type =
      kit.measure(whole, 13) > width - 9 && facts?.type?.startsWith("contract")
        ? word(view, "contract")
        : whole;
    parts.push(kit.fitted(type, 4, y, width - 8, 16, { size: 13, smallest: 13, fill: "var(--card-ink-2)" }));
    y += 18;
  }
  const foot = agent && !low ? icon + 4 : 5;
  const row = low
    ? strip
    : Math.min(wide ? 22 : 15, (height - y - foot) / Math.max(1, rows.length) - 2, width * 0.24);
  const tight = row < 9 && !low && height - y - 3 >= 10;
  if (tight)
    parts.push(
      effectRow(rows[0]?.[1] ?? [], 5, y, Math.min(13, height - y - 3), width - 10 - (agent ? icon : 0)),
    );
  else if (row >= 9) {
    rows.forEach(([level, list]) => {
      if (y + row > height - (low ? 0 : 2)) return;
      parts.push(
        effectRow(
          list,
          low ? 5 : 6,
          y,
          row,
          width - 10 - (low && agent ? icon + 8 : 0),
          level > 1 ? level : null,
        ),
      );
      y += row + (low ? 50 : 4);
    });
  }
  const rest = height - y - foot;
  if (wide && !low && rest > 30 && rows.length) {
    const words = rows
      .flatMap(([level, list]) =>
        list.map((effect) =>
          level > 1
            ? view.say("short.combo", { level, effects: shortOf(view, effect) })
            : shortOf(view, effect),
        ),
      )
      .join("; ");
    const said = kit.fitted(words, 6, y, width - 12, rest, {
      size: 14,
      smallest: least,
      lines: Math.floor(rest / 15),
      leading: 1.08,
      fill: "var(--card-ink-2)",
    });
    if (said.dataset.cut === undefined) parts.push(said); // the signs above say the same
  }
  if (facts?.type === "curse" && !low)
    parts.push(
      kit.path(`M6 ${height - 6}L${width - 6} ${height * 0.4}`, { stroke: "#A3281F", "stroke-width": 3 }),
    );
  if (agent) {
    const now = health ?? agent;
    const size = low ? Math.max(15, icon) : icon;
    const beside = !low && height < 76;
    const hx = beside ? (width - size) / 2 : width - size - 4;
    const hy = beside ? top : height - size - 3;
    if (facts.taunt)
      parts.push(kit.placed(kit.signs.shield("#AEB8C4"), hx - size * 0.22, hy - size * 0.22, size * 1.44));
    parts.push(
      kit.placed(kit.signs.heart(), hx, hy, size),
      kit.text(String(now), hx + size / 2, hy + size * 0.68, {
        size: Math.max(11, size * 0.56),
        weight: 700,
        anchor: "middle",
        fill: now < agent ? "#FFD9A0" : "#FFF7E6",
        "data-fine": "",
      }),
    );
  }
  if (facts?.type?.startsWith("contract"))
    parts.push(
      kit.path(
        `M${agent ? 0 : width} ${height * 0.76}V${height * 0.94}L${agent ? Math.min(12, width * 0.1) : width - Math.min(12, width * 0.1)} ${height * 0.85}Z`,
        { fill: "#7A3B2A", stroke: "#2A2420", "stroke-width": 1 },
      ),
    );
  return kit.group(tilt ? { transform: `rotate(5 ${width / 2} ${height / 2})` } : {}, ...parts);
}

const cardLabel = (view, name) => view.card(name)?.text ?? name;

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
    const copy = seen.get(entry.key) ?? 0;
    seen.set(entry.key, copy + 1);
    return copy ? { ...entry, copy } : entry;
  });
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
  },
) {
  const ids = idsOf(view, entry, kinds, pickZone);
  const order = orderOf(view, entry);
  const all = callWith(view, entry, zone);
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
      radius: (width * 9) / 122,
      ids,
      raise,
      label: `${cardLabel(view, entry.card)}${note ? ` ${note}` : ""}`,
      why: ids.length ? null : why,
      state: order ? "picked" : all ? "target" : undefined,
      order,
      source,
      target: null,
      commit:
        zone === "hand" || zone === "own_agents" || kinds.length === 1 || view.description.choice !== null,
      card: entry.card,
    },
    cardFace(view, entry.card, width, height, face),
    note
      ? kit.chip(note, width / 2, height - 9, {
          size: kit.least(view),
          align: "middle",
          widest: width + 10,
          fill: "#2A2420",
          ink: "#FFF7E6",
          height: 18,
        })
      : null,
  );
  if (note) made.dataset.box = `${width} ${height + 12}`;
  return made;
}

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

/** Whose favour was taken from the reader, or came: that decides games, so it is told before the rest. */
const changedFavour = (event) => event.kind === "favour" || event.kind === "neutral";

/** What the reader's own cards gave since he last decided, added up. */
function gains(view) {
  const sum = (kind) =>
    view.events
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

/** What has happened since the reader last decided, in a line: what was bought, called, attacked and won. */
export function happenedIn(view, wide, lines = 1) {
  if (view.description.choice) return ""; // a choice lies over it
  const events = view.events.filter(
    (event) => (TOLD.includes(event.kind) || event.kind === "neutral") && event.text,
  );
  const told = [...events.filter((event) => !changedFavour(event)), ...events.filter(changedFavour)].map(
    (event) => kit.capital(event.text).replace(/\.$/, ""),
  );
  const own = gains(view);
  if (own && view.description.current === view.seat) told.push(own);
  const last = view.events.filter((event) => event.text).at(-1);
  while (
    told.length > 1 &&
    kit.measure(told.join(" · "), kit.least(view)) > wide * (lines > 1 ? lines * 0.9 : 1)
  )
    told.shift();
  return told.length ? told.join(" · ") : last ? kit.capital(last.text) : "";
}

function tavern(view, plan) {
  const { description: d } = view;
  const box = plan.rows.tavern;
  const { small } = plan;
  const row = withCopies(d.tavern.row);
  const pile = small ? 0 : Math.min(64, box.width * 0.09);
  const room = box.width - pile - 8;
  const gap = small ? 5 : 12;
  const story = small || box.height < 170 ? "" : happenedIn(view, box.width - 13);
  const line = story ? 20 : 0;
  const high = box.height - (small ? 4 : 10) - line;
  const wide = Math.min((room - gap * 4) / 5, small ? 76 : (high / kit.CARD_RATIO) * 1.14);
  const places = kit.spread(row.length, wide, room, gap);
  const own = d.players[me(view)];
  const made = [
    kit.rect(box.x - 2, box.y, box.width + 4, box.height, { rx: 10, fill: "#000000", opacity: 0.14 }),
  ];
  if (story)
    made.push(
      kit.fitted(story, box.x + 6, box.y + 2, box.width - 12, 18, {
        size: kit.base(view),
        smallest: kit.least(view),
        align: "start",
        fill: "var(--on-cloth)",
      }),
    );
  row.forEach((entry, i) => {
    const facts = view.card(entry.card);
    const lacks = (facts?.cost ?? 0) - own.coins;
    const why =
      view.moves.length && d.choice
        ? word(view, "settle_first")
        : view.moves.length && d.phase === "play"
          ? lacks > 0
            ? word(view, "short", { n: lacks })
            : word(view, "not_now")
          : null;
    made.push(
      cardThing(view, entry, {
        zone: "tavern",
        x: box.x + places[i] + 2,
        y: box.y + line + (box.height - line - high) / 2 + 2,
        width: wide,
        height: high - 4,
        kinds: ["buy", "pick"],
        pickZone: "row",
        why,
        source: "pile",
      }),
    );
  });
  if (pile) {
    const tall = pile * kit.CARD_RATIO * 0.9;
    made.push(
      kit.group(
        {
          transform: `translate(${box.x + box.width - pile - 2} ${box.y + (box.height - tall) / 2})`,
          "data-key": "pile",
          "data-zone": "pile",
          role: "img",
          "aria-label": word(view, "pile", { n: d.tavern.pile_size }),
        },
        kit.back(pile * 0.9, tall, { fill: "#4B3A5E" }),
        kit.badge(String(d.tavern.pile_size), pile * 0.45, tall - 12, { size: 13 }),
      ),
    );
  }
  return made;
}

/* Agents and what was played */

function agentRow(view, seat, box, plan) {
  const { description: d } = view;
  const player = d.players[seat];
  const own = seat === view.seat;
  const { small } = plan;
  const agents = withCopies(player.agents);
  const played = withCopies(player.played);
  const high = box.height - 2;
  const made = [];
  const most = agents.length + played.length;
  const wide = Math.min(
    small ? 72 : high * 1.2,
    (box.width * (played.length ? 0.55 : 1)) / Math.max(1, Math.min(agents.length, 4)) - 6,
    small ? 72 : 150,
  );
  const agentRoom = agents.length
    ? Math.min(box.width * (played.length ? 0.62 : 1), agents.length * (wide + 8))
    : 0;
  const places = kit.spread(agents.length, wide, agentRoom, 8);
  const taunts = d.players[1 - me(view)].agents.some((entry) => view.card(entry.card)?.taunt);
  agents.forEach((entry, i) => {
    const facts = view.card(entry.card);
    let why = null;
    if (view.moves.length && d.phase === "play")
      why = own
        ? word(view, entry.ready ? "not_now" : "acted")
        : !d.players[me(view)].power
          ? word(view, "no_power")
          : taunts && !facts?.taunt
            ? word(view, "taunt_first")
            : word(view, "not_now");
    made.push(
      cardThing(view, entry, {
        zone: own ? "own_agents" : "their_agents",
        x: box.x + places[i] + 2,
        y: box.y + 2,
        width: wide,
        height: high - 4,
        kinds: ["activate", "attack", "pick"],
        pickZone: null,
        why,
        face: { health: entry.health, cost: false, tilt: own && !entry.ready },
      }),
    );
  });
  if (played.length) {
    const x = box.x + agentRoom + (agentRoom ? 12 : 0);
    const room = box.x + box.width - x;
    const tile = Math.min(small ? 64 : high * 0.95, 120);
    const steps = kit.spread(played.length, tile, room - 4, 6).map((place, i, all) => place - all[0]);
    played.forEach((entry, i) =>
      made.push(
        cardThing(view, entry, {
          zone: own ? "played" : "their_played",
          x: x + 2 + steps[i],
          y: box.y + 2,
          width: tile,
          height: high - 4,
          kinds: ["pick"],
          pickZone: "played",
          face: { cost: false },
        }),
      ),
    );
  }
  const told =
    !most && !small && !own && plan.rows.tavern.height < 170 ? happenedIn(view, box.width - 17, 2) : "";
  if (told)
    made.push(
      kit.fitted(told, box.x + 8, box.y, box.width - 16, box.height, {
        size: kit.base(view),
        smallest: kit.least(view),
        lines: 2,
        align: "start",
        fill: "var(--on-cloth)",
      }),
    );
  else if (!most && !small)
    made.push(
      kit.text(`${word(view, "agents")} · ${word(view, "played")}`, box.x + 8, box.y + box.height / 2 + 5, {
        size: 13,
        fill: "var(--on-cloth-2)",
        opacity: 0.75,
      }),
    );
  return made;
}

/* The own hand */

function handRow(view, plan) {
  const { description: d } = view;
  const player = d.players[me(view)];
  const box = plan.rows.hand;
  const { small } = plan;
  const buttonsWide = small ? (plan.tall ? 0 : 84) : view.layout === "xl" ? 230 : 176;
  const room = box.width - buttonsWide - 8;
  const lift = small ? 7 : 16;
  const foot = small && plan.tall ? 44 : 0;
  const high = box.height - lift - foot;
  const cards = player.hand ? withCopies(player.hand) : null;
  const count = cards ? cards.length : player.hand_size;
  const wide = Math.min(
    small ? 72 : (high / kit.CARD_RATIO) * 1.1,
    (room - 6) / Math.min(Math.max(count, 1), 5) - (small ? 3 : 8),
  );
  const places = kit.spread(count, wide, room, small ? 3 : 8);
  if (!cards)
    return places.map((x, i) =>
      kit.group(
        {
          transform: `translate(${box.x + x} ${box.y + lift})`,
          "data-key": `back:${i}`,
          "data-zone": "hand",
        },
        kit.back(wide, Math.min(high, wide * kit.CARD_RATIO)),
      ),
    );
  return cards.map((entry, i) =>
    cardThing(view, entry, {
      zone: "hand",
      x: box.x + places[i],
      y: box.y + lift,
      width: wide,
      height: high - 2,
      kinds: ["play", "pick"],
      pickZone: "hand",
      raise: true,
      why: view.moves.length ? word(view, "not_now") : null,
      face: { cost: false },
      source: "draw",
      note: noteOf(view, entry, small),
    }),
  );
}

/** What is worth saying of a card in hand: the combo that it would run, or what Hlaalu gives for it. */
function noteOf(view, entry, small) {
  const { choice } = view.description;
  if (choice?.kind === "hlaalu" && view.moves.length)
    return small ? null : word(view, "sells", { n: Math.max(0, (view.card(entry.card)?.cost ?? 0) - 1) });
  const combo = view.moves.some((move) => move.kind === "play" && move.key === entry.key)
    ? comboOf(view, entry.card)
    : null;
  if (combo && !small) return word(view, "combo_now", { n: combo });
  const plays =
    small || !view.moves.some((move) => move.kind === "play" && move.key === entry.key)
      ? []
      : simplePlays(view);
  return plays.length > 1 &&
    !plays.some((one) => one.key === entry.key && (one.copy ?? 0) === (entry.copy ?? 0))
    ? word(view, "alone")
    : null; // what asks something, or draws, is played by itself
}

/* Buttons */

function buttons(view, plan) {
  const { description: d } = view;
  const { small } = plan;
  const box = plan.rows.hand;
  const wide = small ? (plan.tall ? box.width : 84) : view.layout === "xl" ? 230 : 176;
  const x = box.x + box.width - wide;
  const made = [];
  const end = kit.movesOf(view, (move) => move.kind === "end_turn");
  const done = kit.movesOf(view, (move) => move.kind === "done");
  const all = end.length ? simplePlays(view) : [];
  const both = all.length > 1;
  const top =
    small && plan.tall ? box.y + box.height - 40 : box.y + (small ? (both ? 2 : 8) : both ? 58 : 16);
  const high = small ? (both && !plan.tall ? (box.height - 5) / 2 : 38) : 56;
  if (end.length) {
    const own = d.players[me(view)];
    const { hits, prestige: gained } = endOf(view);
    const notes = [
      ...hits.map((hit) => word(view, "end_hits", hit)),
      gained ? word(view, "end_prestige", { n: gained }) : "",
      own.coins ? word(view, "lost", { n: own.coins }) : "",
    ]
      .filter(Boolean)
      .join("; ");
    made.push(
      kit.button(view, {
        key: "button:end",
        x,
        y: top,
        width: both && small && plan.tall ? (wide - 6) / 2 : wide,
        height: high,
        label: word(view, small ? "end_short" : "end"),
        ids: end,
        role: view.moves.length === 1 ? "primary" : "secondary",
      }),
    );
    if (both) {
      const half = (wide - 6) / 2;
      const [allX, allY, allWide] = small
        ? plan.tall
          ? [x + half + 6, top, half]
          : [x, top + high + 3, wide]
        : [x, top - 44, wide];
      const room = small ? high : 38;
      made.push(
        kit.thing(
          view,
          {
            key: "button:all",
            zone: "buttons",
            x: allX,
            y: allY,
            width: allWide,
            height: room,
            radius: 6,
            label: word(view, "play_all", { n: all.length }),
            all,
            state: "",
          },
          kit.shadow(allWide, room, 6),
          kit.rect(0, 0, allWide, room, {
            rx: 6,
            fill: "var(--accent)",
            stroke: "var(--on-cloth)",
            "stroke-width": 1.2,
          }),
          kit.fitted(
            word(view, small ? "short_all" : "play_all", { n: all.length }),
            5,
            1,
            allWide - 10,
            room - 2,
            { size: kit.base(view), smallest: kit.least(view), weight: 600, fill: "var(--on-accent)" },
          ),
        ),
      );
    }
    if (notes && !small)
      made.push(
        kit.fitted(notes, x, top + high + 4, wide, box.y + box.height - top - high - 6, {
          size: kit.base(view),
          smallest: kit.least(view),
          lines: 4,
          align: "start",
          valign: "top",
          fill: "var(--on-cloth)",
        }),
      );
  }
  if (done.length) {
    const n = d.choice?.picked?.length ?? 0;
    made.push(
      kit.button(view, {
        key: "button:done",
        x,
        y: top,
        width: wide,
        height: high,
        label: n ? word(view, "done", { n }) : word(view, "none"),
        ids: done,
        role: "secondary",
      }),
    );
  }
  made.push(...sides(view, plan));
  return made;
}

/** The two sides of a card that lets one choose. */
function sides(view, plan) {
  const found = view.moves.filter((move) => move.kind === "effect");
  if (!found.length) return [];
  const { area, small } = plan;
  const wide = Math.min(area.width / 2 - 16, small ? 150 : 280);
  const high = small ? 64 : 120;
  const y = plan.rows.tavern.y + (plan.rows.tavern.height - high) / 2;
  const start = area.x + area.width / 2 - wide - 10;
  const made = [
    kit.rect(start - 14, y - (small ? 24 : 46), 2 * wide + 48, high + (small ? 32 : 64), {
      rx: 12,
      fill: "#14100D",
      opacity: 0.86,
    }),
    kit.fitted(
      view.description.choice?.card ?? "",
      start,
      y - (small ? 22 : 40),
      2 * wide + 20,
      small ? 20 : 32,
      {
        size: kit.base(view) * 1.2,
        smallest: kit.least(view),
        weight: 700,
        family: kit.SERIF,
        fill: "#FFF7E6",
      },
    ),
  ];
  found.forEach((move, i) => {
    const label = shortOf(view, [move.effect, move.number]);
    const sign = small ? 26 : 50;
    made.push(
      kit.thing(
        view,
        {
          key: `side:${move.side}`,
          zone: "choice",
          x: start + i * (wide + 20),
          y,
          width: wide,
          height: high,
          radius: 10,
          ids: [move.id],
          label,
          target: null,
          commit: true,
        },
        kit.front(wide, high),
        kit.placed(effectSign(move.effect), wide / 2 - sign - 4, high * 0.12, sign),
        kit.text(String(move.number), wide / 2 + 8, high * 0.12 + sign * 0.76, {
          size: sign * 0.72,
          weight: 700,
          family: kit.SERIF,
          fill: "var(--card-ink)",
        }),
        kit.fitted(kit.capital(label), 6, high * 0.16 + sign, wide - 12, high * 0.82 - sign, {
          size: kit.base(view),
          smallest: kit.least(view),
          lines: 2,
          fill: "var(--card-ink)",
        }),
      ),
    );
  });
  return made;
}

/** Options that lie in no open place: piles, spread out. */
function sheet(view, plan) {
  const { description: d } = view;
  const { choice } = d;
  if (!choice?.options || !view.moves.length) return [];
  const hidden = withCopies(choice.options.filter((entry) => ["cooldown", "draw"].includes(entry.zone)));
  if (!hidden.length) return [];
  const { area, small } = plan;
  const top = plan.rows.their_agents.y;
  const bottom = plan.rows.own.y + (small ? plan.rows.own.height : 0);
  const height = bottom - top;
  const width = area.width;
  const head = small ? 18 : 36;
  const columns = bestColumns(hidden.length, width - 16, height - head - 8, small);
  const rows = Math.ceil(hidden.length / columns);
  const wide = Math.min((width - 16) / columns - 6, small ? 90 : 130);
  const high = Math.min((height - head - 8) / rows - 6, wide * kit.CARD_RATIO);
  const span = Math.min(hidden.length, columns) * (wide + 6);
  const made = [
    kit.rect(area.x, top, width, height, { rx: 12, fill: "#14100D", opacity: 0.9 }),
    kit.fitted(guide(view), area.x + 10, top + 2, width - 20, head - 2, {
      size: kit.base(view) * 1.15,
      smallest: kit.least(view),
      weight: 700,
      fill: "#FFF7E6",
    }),
  ];
  hidden.forEach((entry, i) => {
    const x = area.x + (width - span) / 2 + (i % columns) * (wide + 6) + 3;
    const y = top + head + Math.floor(i / columns) * (high + 6) + 4;
    made.push(
      cardThing(view, entry, {
        zone: "sheet",
        x,
        y,
        width: wide,
        height: high,
        kinds: ["pick"],
        pickZone: entry.zone,
        why: word(view, "not_now"),
        face: { cost: true },
      }),
    );
  });
  return made;
}

function bestColumns(count, width, height, small) {
  let best = 1;
  let size = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const wide = Math.min(width / columns - 6, small ? 90 : 130);
    const high = Math.min(height / Math.ceil(count / columns) - 6, wide * 1.557);
    if (wide > 20 && wide * high > size + 1) {
      size = wide * high;
      best = columns;
    }
  }
  return best;
}

/** The rule of forty and that of four favours, when they are about to decide. */
function alarmText(view) {
  const { description: d } = view;
  if (view.seat === null || d.over || d.phase !== "play" || d.current !== view.seat) return null;
  const enemy = d.players[1 - view.seat];
  const { total } = endOf(view);
  if (total >= 80 || favoursOf(view, view.seat) === 4) return word(view, "ending_wins");
  if (enemy.prestige >= 40 && total < enemy.prestige)
    return word(view, "warn_lose", { own: total, n: enemy.prestige });
  if (total >= 40 && total > enemy.prestige) return word(view, "win_soon", { n: total });
  if (favoursOf(view, 1 - view.seat) === 3) return word(view, "three_favours");
  return favoursOf(view, view.seat) === 3 ? word(view, "own_favours") : null;
}

function alarm(view, plan) {
  const text = alarmText(view);
  if (!text) return [];
  const box = plan.rows.own_agents;
  const height = plan.small ? 18 : 26;
  const { players } = view.description;
  const free = [
    ["their_agents", 1 - view.seat],
    ["own_agents", view.seat],
  ].find(([, seat]) => !players[seat].agents.length && !players[seat].played.length); // on a small stage a row where nothing lies
  const row = free ? plan.rows[free[0]] : null;
  const y = !plan.small
    ? box.y - height - plan.pad
    : row
      ? row.y + (row.height - height) / 2
      : box.y - height / 2 - 4;
  return [
    kit.panel(
      box.x,
      y,
      box.width,
      height,
      { fill: "#5B1F18", opacity: 0.95, radius: 6, lit: true },
      kit.fitted(text, 8, 0, box.width - 16, height, {
        size: kit.base(view),
        smallest: kit.least(view),
        weight: 700,
        fill: "#FFF7E6",
      }),
    ),
  ];
}

/* What signs mean, for the rules in short */

/** A sign and what it says: those of effects as on a card with the number 1, then what else stands on cards and patrons. */
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
  const contract = kit.path("M80 10V90L20 50Z", { fill: "#7A3B2A", stroke: "#2A2420", "stroke-width": 4 });
  return [
    ...effects.map((name) => [effectSign(name), kit.capital(shortOf(view, [name, 1]))]),
    [coin(), "coin"],
    [link(), "link"],
    [links, "links"],
    [peg, "peg"],
    [bell(), "bell"],
    [contract, "contract"],
    [kit.signs.heart(), "heart"],
  ].map(([sign, text]) => [
    sign,
    text in { coin: 1, link: 1, links: 1, peg: 1, bell: 1, contract: 1, heart: 1 }
      ? kit.capital(word(view, `legend_${text}`))
      : text,
  ]);
}

/* The draft */

/** The dearest cards that come with a patron. */
function typicalCards(view, patron) {
  const own = Object.entries(view.cards ?? {})
    .filter(
      ([name, card]) =>
        card?.kind === "card" && card.patron === patron && card.cost > 0 && name === card.name,
    )
    .map(([, card]) => card);
  return own
    .sort((a, b) => b.cost - a.cost)
    .slice(0, 3)
    .map((card) => `${card.name} (${card.cost})`)
    .join(", ");
}

function draft(view, plan) {
  const { description: d } = view;
  const { width: w, height: h } = view;
  const { small, pad } = plan;
  const { pool, taken } = d.draft;
  const head = small ? 26 : 52;
  const size = kit.base(view);
  const made = [
    kit.fitted(
      taken.length
        ? `${word(view, "drafted")}: ${taken.map((patron) => patronName(view, patron)).join(", ")}. ${small ? "" : word(view, "both_use")}`
        : word(view, "both_use"),
      pad + 6,
      pad,
      w - 2 * pad - 12,
      head - 6,
      {
        size: size * 1.15,
        smallest: kit.least(view),
        align: "start",
        lines: 2,
        weight: 600,
        fill: "var(--on-cloth)",
      },
    ),
  ];
  const columns = w > h ? (pool.length > 6 ? 5 : 3) : 2;
  const rows = Math.ceil(pool.length / columns);
  const gap = small ? 5 : 12;
  const wide = (w - 2 * pad - gap * (columns - 1)) / columns;
  const high = Math.min((h - head - pad - gap * rows) / rows, small ? 120 : 300);
  pool.forEach((patron, i) => {
    const ids = kit.movesOf(view, (move) => move.kind === "draft" && move.patron === patron);
    const x = pad + (i % columns) * (wide + gap);
    const y = head + pad + Math.floor(i / columns) * (high + gap);
    const icon = Math.min(small ? 30 : 72, wide * 0.32, high * 0.34);
    const text = kit.capital(view.say(`patron.${patron}`));
    const typical = small || high < 230 ? "" : typicalCards(view, patron);
    const plate = kit.thing(
      view,
      {
        key: `patron:${patron}`,
        zone: "draft",
        x,
        y,
        width: wide,
        height: high,
        radius: 10,
        ids,
        label: `${patronName(view, patron)}. ${text}`,
        target: null,
      },
      kit.rect(0, 0, wide, high, { rx: 10, fill: "var(--edge)", stroke: HUES[patron], "stroke-width": 3 }),
      kit.placed(emblem(patron), 8, 8, icon),
      kit.fitted(patronName(view, patron), icon + 14, 6, wide - icon - 20, icon + 2, {
        size: size * 1.25,
        smallest: kit.least(view),
        lines: 2,
        leading: 1.05,
        align: "start",
        weight: 700,
        family: kit.SERIF,
        fill: "var(--on-cloth)",
      }),
      typical
        ? kit.fitted(word(view, "typical", { cards: typical }), 8, high - 58, wide - 16, 54, {
            size: 13,
            smallest: 13,
            lines: 3,
            leading: 1.1,
            align: "start",
            valign: "bottom",
            fill: "var(--on-cloth-2)",
          })
        : null,
      kit.fitted(text, 8, icon + 14, wide - 16, high - icon - 20 - (typical ? 58 : 0), {
        size,
        smallest: kit.least(view),
        lines: 12,
        leading: 1.12,
        align: "start",
        valign: "top",
        fill: "var(--on-cloth)",
      }),
    );
    plate.dataset.card = patronName(view, patron);
    made.push(plate);
  });
  return made;
}

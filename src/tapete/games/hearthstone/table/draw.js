/* Hearthstone: both heroes and boards, mana, secrets, the own hand, targets and places, first hands and choices. */

import {
  armor,
  attackBadge,
  brokenHeart,
  crest,
  crystal,
  emblem,
  heart,
  HUES,
  secretSign,
  TOKENS,
} from "./crests.js";

export const title = { en: "Hearthstone", es: "Hearthstone" };
export const sources = { hand: "deck", board: "hand" };

const WORDS = {
  en: {
    end: "End turn",
    end_short: "End turn",
    keep: "Keep all",
    replace: "Replace {n}",
    stays: "The Coin stays.",
    mana: "mana {n} of {all}",
    owed: "{n} locked next turn",
    deck: "{n} {n:card|cards} in the deck",
    fatigue: "next draw hurts: {n}",
    turn: "Turn {n} of {limit}",
    turn_end: "draw at {limit}",
    mulligan: "First hand",
    cost: "costs {n}, you have {have}",
    full: "your board is full (7)",
    target: "no target now",
    frozen: "frozen",
    asleep: "arrived this turn",
    attacked: "has attacked",
    no_attack: "has no attack",
    never: "cannot attack",
    not_yours: "It is not your turn.",
    not_now: "Not possible now.",
    used: "used",
    hand: "{n} {n:card|cards} in hand",
    wait: "Waiting for {name} …",
    where: "Put {name} at which place?",
    whom: "{name}: whom does it affect? Choose a lit target.",
    whom_attack: "Whom does {name} attack?",
    whom_taunt: "Whom does {name} attack? Taunt stands in the way: only those that are lit.",
    form: "Which form?",
    your_hero: "your hero",
    potion_size: "Size of the potion",
    first_part: "First part",
    second_part: "Second part",
    discover: "Take one.",
    hero_power: "Choose your hero power.",
    goes_back: "goes back",
    place: "place {n}",
    health: "health {n}",
    attack: "attack {n}",
    secret: "secret ({class})",
    weapon: "{n} {n:use|uses} left",
    jade: "next golem {n}/{n}",
    spell_damage: "spell damage +{n}",
    prepared: "next spell {n} less",
    twice: "battlecries twice",
    no_secret_cost: "secrets cost 0",
    chosen: "so far: {what}",
    place_first: "First choose a place for {name}, or go back.",
    taunt_first: "A minion with taunt is in the way.",
    is_stealth: "It is stealthed: nobody can target it.",
    is_immune: "It is immune.",
    is_elusive: "Spells and powers cannot target it.",
    not_heroes: "It cannot attack heroes this turn.",
    no_target: "This cannot be its target.",
    known: "you know this card",
    used_power: "used this turn",
    fired: "Secret!",
    weapon_front: "Weapon: your hero attacks for {attack}, {n} {n:time|times}.",
    jousted: "joust",
    burnt: "hand full: burnt",
    discarded: "discarded",
    lost_card: "lost",
    your_turn: "Your turn",
    their_turn: "{name}'s turn",
    dies: "dies",
    warn_attack: "A minion can still attack.",
    warn_hero: "Your hero can still attack.",
    warn_play: "You have {n} mana and a card for it.",
    warn_power: "Your hero power is unused.",
    warn_full: "Your hand is full: the next card you draw burns.",
    may_be: "One of these ({class}):",
    ruled_out: "not this one",
    deck_of: "Left in your deck",
    deck_other: "Seen of this deck",
    deck_unseen: "Not seen yet of this deck",
    no_cards: "nothing",
    only_end: "Nothing more can be done: end your turn.",
    mana_word: "mana",
    deck_word: "deck",
    hand_word: "hand",
  },
  es: {
    end: "Terminar turno",
    end_short: "Terminar",
    keep: "Quedármelas",
    replace: "Cambiar {n}",
    stays: "La Moneda se queda.",
    mana: "maná {n} de {all}",
    owed: "{n} bloqueados el próximo turno",
    deck: "{n} {n:carta|cartas} en el mazo",
    fatigue: "el próximo robo duele: {n}",
    turn: "Turno {n} de {limit}",
    turn_end: "empate en el {limit}",
    mulligan: "Mano inicial",
    cost: "cuesta {n}, tienes {have}",
    full: "tu mesa está llena (7)",
    target: "ahora no hay objetivo",
    frozen: "congelado",
    asleep: "acaba de llegar",
    attacked: "ya ha atacado",
    no_attack: "no tiene ataque",
    never: "no puede atacar",
    not_yours: "No te toca.",
    not_now: "Ahora no es posible.",
    used: "usado",
    hand: "{n} {n:carta|cartas} en la mano",
    wait: "Esperando a {name} …",
    where: "¿En qué sitio pones a {name}?",
    whom: "{name}: ¿a quién afecta? Elige un objetivo iluminado.",
    whom_attack: "¿A quién ataca {name}?",
    whom_taunt: "¿A quién ataca {name}? Hay provocación por medio: solo a los iluminados.",
    form: "¿Qué forma?",
    your_hero: "tu héroe",
    potion_size: "Tamaño de la poción",
    first_part: "Primer ingrediente",
    second_part: "Segundo ingrediente",
    discover: "Quédate una.",
    hero_power: "Elige tu poder.",
    goes_back: "se cambia",
    place: "sitio {n}",
    health: "salud {n}",
    attack: "ataque {n}",
    secret: "secreto ({class})",
    weapon: "{n:queda|quedan} {n} {n:uso|usos}",
    jade: "próximo gólem {n}/{n}",
    spell_damage: "daño con hechizos +{n}",
    prepared: "próximo hechizo: {n} menos",
    twice: "gritos dobles",
    no_secret_cost: "secretos a 0",
    chosen: "hasta ahora: {what}",
    place_first: "Elige antes un sitio para {name}, o vuelve atrás.",
    taunt_first: "Hay un esbirro con provocación por medio.",
    is_stealth: "Está en sigilo: no se le puede elegir.",
    is_immune: "Es inmune.",
    is_elusive: "Ni hechizos ni poderes pueden elegirlo.",
    not_heroes: "Este turno no puede atacar a héroes.",
    no_target: "No puede ser su objetivo.",
    known: "conoces esta carta",
    used_power: "usado este turno",
    fired: "¡Secreto!",
    weapon_front: "Arma: tu héroe ataca con {attack}, {n} {n:vez|veces}.",
    jousted: "justa",
    burnt: "mano llena: quemada",
    discarded: "descartada",
    lost_card: "perdida",
    your_turn: "Te toca",
    their_turn: "Turno de {name}",
    dies: "muere",
    warn_attack: "Un esbirro todavía puede atacar.",
    warn_hero: "Tu héroe todavía puede atacar.",
    warn_play: "Tienes {n} de maná y una carta para gastarlo.",
    warn_power: "No has usado tu poder.",
    warn_full: "Tienes la mano llena: la próxima carta que robes se quema.",
    may_be: "Uno de estos ({class}):",
    ruled_out: "este no es",
    deck_of: "Quedan en tu mazo",
    deck_other: "Vistas de este mazo",
    deck_unseen: "Sin ver de este mazo",
    no_cards: "nada",
    only_end: "No puedes hacer nada más: termina el turno.",
    mana_word: "maná",
    deck_word: "mazo",
    hand_word: "mano",
  },
};

/** What the signs on a minion mean, for who points at it. */
const SIGNS = {
  en: {
    taunt: "Shield behind it: taunt, it must be attacked before others.",
    divine_shield: "Golden beads: the next damage is ignored.",
    stealth: "Dashed edge: stealth, the enemy cannot choose it.",
    frozen: "Ice: it misses its next attack.",
    windfury: "Whirl: it may attack twice a turn.",
    charge: "Arrow: charge, it may attack in the turn in which it comes.",
    lifesteal: "Its damage heals its hero.",
    elusive: "Spells and hero powers cannot choose it.",
    immune: "It takes no damage and cannot be attacked.",
    barred: "It cannot attack, or not heroes.",
    borrowed: "It goes back at the end of the turn.",
    doomed: "It dies at the end of a turn.",
    deathrattle: "Skull: something happens when it dies.",
    spell: "It makes spells stronger.",
    asleep: "z: it cannot attack this turn, or not again.",
  },
  es: {
    taunt: "Escudo detrás: provocación, hay que atacarlo antes que a otros.",
    divine_shield: "Cuentas doradas: el próximo daño no cuenta.",
    stealth: "Borde a trazos: sigilo, el enemigo no puede elegirlo.",
    frozen: "Hielo: pierde su próximo ataque.",
    windfury: "Remolino: puede atacar dos veces por turno.",
    charge: "Flecha: carga, puede atacar el turno en que llega.",
    lifesteal: "Su daño cura a su héroe.",
    elusive: "Ni hechizos ni poderes pueden elegirlo.",
    immune: "No recibe daño ni puede ser atacado.",
    barred: "No puede atacar, o no a héroes.",
    borrowed: "Vuelve al final del turno.",
    doomed: "Muere al final de un turno.",
    deathrattle: "Calavera: al morir pasa algo.",
    spell: "Refuerza los hechizos.",
    asleep: "z: este turno no puede atacar, o no otra vez.",
  },
};

let kit;

const word = (view, key, values) => kit.fill(WORDS[view.language][key], values);
const me = (view) => view.seat ?? 0;
const nameOf = (view, card) => view.say(`name.${card}`);
const textOf = (view, card) => (view.card(card)?.text ?? "").replace(/^[^:]*: /, "");

/** What goes without saying on a card's front; who points at it reads the whole sentence. */
const ASIDES = / \((more with spell damage|más con daño con hechizos|if possible|si es posible)\)/g;

/** The sentence for a card's front: what its numbers and signs already say is left out. */
function shortText(view, card) {
  const whole = textOf(view, card);
  const stop = whole.search(/\.( |$)/);
  const head = (stop < 0 ? whole : whole.slice(0, stop))
    .split(", ")
    .slice(1)
    .filter((part) => !/^\d/.test(part));
  const rest = stop < 0 ? "" : whole.slice(stop + 2);
  const facts = view.card(card);
  const weapon =
    facts?.kind === "weapon" ? word(view, "weapon_front", { attack: facts.attack, n: facts.durability }) : ""; // its numbers alone would not say that it is one
  return [weapon, head.length && !weapon ? `${kit.capital(head.join(", "))}.` : "", rest]
    .filter(Boolean)
    .join(" ")
    .replace(ASIDES, "");
}

const ORDINALS = { en: (n) => `${n}${["th", "st", "nd", "rd"][n] ?? "th"}`, es: (n) => `${n}.º` };

const SHOWN = { "who.minion": "shown.minion", "who.own": "shown.own", "who.enemy": "shown.enemy" };

/** A move without the places by which it is typed, which read like numbers of cards; alike minions are told apart by their order. */
export function wording(said, data, { description: d, language }) {
  const named = (who, phrase) => {
    if (!SHOWN[phrase?.say]) return phrase;
    const alike = (d.players[who.seat ?? data.seat]?.board ?? [])
      .map((minion, place) => (minion.card === who.card ? place : -1))
      .filter((place) => place >= 0);
    const told = alike.length > 1 && alike.includes(who.place);
    const which = told ? ` (${ORDINALS[language](alike.indexOf(who.place) + 1)})` : "";
    return { ...phrase, say: SHOWN[phrase.say], which };
  };
  const shown = (phrase) => ({
    ...phrase,
    say: phrase.say === "move.play" ? "shown.play" : phrase.say,
    ...(phrase.attacker ? { attacker: named(data.attacker, phrase.attacker) } : {}),
    ...(phrase.target ? { target: named(data.target, phrase.target) } : {}),
  });
  return said.parts ? { ...said, parts: said.parts.map(shown) } : shown(said);
}

export function guide(view) {
  const { description: d } = view;
  const words = WORDS[view.language];
  if (d.over) return view.say("phase.over");
  if (!view.moves.length) return words.wait.replace("{name}", view.names[d.seat]);
  if (d.choice) return words[d.choice.kind];
  if (view.moves.length === 1 && view.moves[0].kind === "end") return words.only_end;
  const asked = asking(view);
  if (asked === "form") return words.form;
  if (asked)
    return word(
      view,
      { attack: tauntStops(view) ? "whom_taunt" : "whom_attack", target: "whom", place: "where" }[asked],
      { name: kit.capital(nameOfPicked(view)) },
    );
  return view.say(`phase.${d.phase}`);
}

/** What is asked once a beginning is picked, one thing after the other: whom it attacks; or which form, which target, which place. */
function asking(view) {
  if (!view.picked.length || view.description.phase !== "main") return null;
  const left = view.moves.filter((move) => view.left.has(move.id));
  const several = (of) => new Set(left.map(of)).size > 1;
  if (left.some((move) => move.kind === "attack")) return view.picked.length === 1 ? "attack" : null;
  if (several((move) => move.option)) return "form";
  const unpicked = left.length === 1 && left[0].target && !view.picked.includes(left[0].target.key);
  if (several((move) => move.target?.key ?? null) || unpicked) return "target";
  return left.some((move) => move.kind === "play" && move.position !== undefined) ? "place" : null;
}

/** The name of what was picked first: a card of the hand, the power, a minion or the hero. */
function nameOfPicked(view) {
  const own = view.description.players[me(view)];
  const [first] = view.picked;
  const place = handKeys(view).indexOf(first);
  if (place >= 0) return nameOf(view, own.hand[place].card);
  if (first.startsWith("power:")) return nameOf(view, own.power.card);
  const minion = own.board.find((one) => one.key === first);
  return minion ? nameOf(view, minion.card) : word(view, "your_hero");
}

const blocks = (minion) =>
  minion.flags.includes("taunt") &&
  !["stealth", "concealed", "immune"].some((flag) => minion.flags.includes(flag));
const tauntStops = (view) => view.description.players[1 - me(view)].board.some(blocks);

/** While a card or the power is under way the table offers what belongs to it alone: no click changes one action into another. */
const underWay = (view) => view.description.phase === "main" && /^(hand|power):/.test(view.picked[0] ?? "");
const involving = (view, key) =>
  kit.movesOf(
    view,
    (move) =>
      (move.attacker?.key === key || move.target?.key === key) && (!underWay(view) || view.left.has(move.id)),
  );

export function summary(view) {
  const { description: d } = view;
  return `${title[view.language]}. ${d.players.map((player, seat) => `${view.names[seat]}: ${nameOf(view, player.hero.card)} ${player.hero.health}, ${player.board.length}`).join(". ")}.`;
}

/** Events that move the game, for who wants to read only these; and those with which a part of the log begins. */
export const important = [
  "plays",
  "plays_on",
  "plays_on_hero",
  "sets",
  "sets_unseen",
  "fired",
  "hero_damage",
  "armor_lost",
  "hero_heal",
  "dies",
  "fatigue",
  "wins",
  "both_fall",
  "turn_limit",
];
export const chapters = ["turn"];
const QUIET = ["ends", "turn", "draws", "draws_cards", "decides_hand", "keeps"]; // told on the table only where nothing else happened

export const sounds = {
  plays: "place",
  plays_on: "place",
  attack_on: "damage",
  attack_on_hero: "damage",
  hero_damage: "damage",
  damage: "damage",
  heal: "heal",
  hero_heal: "heal",
  shield_lost: "shield",
  dies: "death",
  fired: "flip",
  draws: "slide",
  draws_cards: "slide",
  burnt: "death",
  fatigue: "damage",
  equips: "flip",
  armor: "shield",
};

/* One step, many consequences: shown one after the other */

const HOLD = {
  card: 320,
  other: 900,
  attack: 320,
  shown: 800,
  hurt: 520,
  changed: 260,
  died: 300,
  come: 240,
  turn: 520,
};
const CROWD = 12; // changes in one step from which its wounds get less time
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
];

/** Pictures between two positions, in the order of a table: the card, the attack, what is revealed, wounds, changes, deaths, arrivals, the turn.
 *
 * Each is the position so far with a `beat`: what to draw over it. Only what both positions and the events hold is told, no cause.
 */
export function between(before, after, events, seat) {
  if (!before.players || after.phase === "mulligan" || before.phase === "mulligan" || after.partial)
    return [];
  const pictures = [];
  let now = { ...before, choice: null };
  const add = (kind, hold, beat, change = {}) => {
    now = { ...now, ...change };
    pictures.push({ description: { ...now, beat: { kind, ...beat } }, hold });
  };
  const first = events.find((event) => /^(plays|uses|sets|sets_unseen)(_on|_on_hero)?$/.test(event.kind));
  if (first)
    add(
      "card",
      seat === first.seat ? HOLD.card : HOLD.other,
      { seat: first.seat, card: first.card ?? null, to: first.target_key ?? null },
      { players: paid(now, after, first) },
    );
  const strike = events.find((event) => /^(hero_)?attack_on/.test(event.kind));
  if (strike) add("attack", HOLD.attack, { from: strike.key, to: strike.target_key });
  const shown = after.shown.filter((entry) =>
    ["fired", "jousted", "burnt", "discarded", "lost"].includes(entry.why),
  );
  if (shown.length) add("shown", HOLD.shown, { cards: shown });
  const { hurt, dead } = woundsOf(now, after, events);
  if (Object.keys(hurt).length || dead.size)
    add(
      "hurt",
      HOLD.hurt * (Object.keys(hurt).length + dead.size > CROWD ? 0.6 : 1),
      { hurt, dead: [...dead] },
      { players: wounded(now, after) },
    );
  if (events.some((event) => CHANGES.includes(event.kind)))
    add(
      "changed",
      HOLD.changed,
      {
        keys: events.filter((event) => CHANGES.includes(event.kind) && event.key).map((event) => event.key),
        dead: [...dead],
      },
      { players: grown(now, after) },
    );
  if (dead.size)
    add(
      "died",
      HOLD.died,
      {},
      {
        players: now.players.map((player) => ({
          ...player,
          board: player.board.filter((minion) => !dead.has(minion.key)),
        })),
      },
    );
  const come = after.players
    .flatMap((player) => player.board.map((minion) => minion.key))
    .filter((key) => !before.players.some((player) => player.board.some((minion) => minion.key === key)));
  if (come.length)
    add(
      "come",
      HOLD.come,
      { keys: come },
      { players: now.players.map((player, owner) => ({ ...player, board: after.players[owner].board })) },
    );
  if (events.some((event) => event.kind === "turn") && !after.over)
    add("turn", HOLD.turn, { seat: after.current }, after);
  return pictures;
}

/** What was paid and played has left the hand. */
function paid(now, after, event) {
  return now.players.map((player, owner) => {
    if (owner !== event.seat) return player;
    if (event.kind.startsWith("uses"))
      return { ...player, mana: after.players[owner].mana, power: after.players[owner].power };
    const place = player.hand.findIndex((entry) => entry.card === (event.card ?? null));
    const gone = place < 0 ? player.hand.length - 1 : place;
    return {
      ...player,
      mana: after.turn === now.turn ? after.players[owner].mana : player.mana,
      hand: player.hand.filter((_, i) => i !== gone),
    };
  });
}

/** How much each survivor lost or gained, and who dies; of the dead the amount is not known. */
function woundsOf(now, after, events) {
  const hurt = {};
  const dead = new Set();
  for (const event of events) {
    if (event.kind === "damage") hurt[event.key] = -event.amount;
    else if (event.kind === "heal") hurt[event.key] = event.amount;
    else if (event.kind === "shield_lost") hurt[event.key] ??= 0;
    else if (event.kind === "dies") dead.add(event.key);
    else if (event.kind === "hero_damage" || event.kind === "armor_lost")
      hurt[now.players[event.seat].hero.key] = -event.amount;
    else if (event.kind === "hero_heal") hurt[now.players[event.seat].hero.key] = event.amount;
  }
  return { hurt, dead };
}

const byKey = (description) =>
  new Map(description.players.flatMap((player) => player.board.map((minion) => [minion.key, minion])));

function wounded(now, after) {
  const later = byKey(after);
  return now.players.map((player, owner) => ({
    ...player,
    hero: {
      ...player.hero,
      health: after.players[owner].hero.health,
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
        : minion;
    }),
  }));
}

function grown(now, after) {
  const later = byKey(after);
  return now.players.map((player, owner) => ({
    ...player,
    hero: after.players[owner].hero,
    weapon: after.players[owner].weapon,
    board: player.board.map((minion) => later.get(minion.key) ?? minion),
  }));
}

/** What a beat draws over the position. */
function beatOver(view, plan) {
  const { beat } = view.description;
  if (!beat) return [];
  const size = kit.base(view) * 1.15;
  const made = [];
  const from = beat.from ? placeOf(view, beat.from, plan) : null;
  const to = beat.to ? placeOf(view, beat.to, plan) : null;
  if (beat.kind === "attack" && from && to)
    made.push(kit.arrow(from.x, from.y, to.x, to.y, { stroke: "#F2938A" }));
  if (beat.kind === "card" || beat.kind === "shown") {
    const list = beat.cards ?? [{ card: beat.card, seat: beat.seat, why: null }];
    const { faces: shapes, middle } = shownCards(view, plan, list);
    made.push(...shapes);
    if (to) made.push(kit.arrow(middle.x, middle.y, to.x, to.y));
  }
  for (const [key, amount] of Object.entries(beat.hurt ?? {})) {
    const place = placeOf(view, key, plan);
    if (place)
      made.push(
        kit.chip(amount ? kit.signed(amount) : "0", place.x, place.y - size * 1.2, {
          size: size * 1.25,
          align: "middle",
          fill: amount < 0 ? "#A3281F" : "#2F6B3C",
          ink: "#FFF7E6",
          stroke: "#FFF7E6",
        }),
      );
  }
  for (const key of beat.dead ?? []) {
    const place = placeOf(view, key, plan);
    if (place)
      made.push(
        kit.placed(
          kit.signs.skull(),
          place.x - plan.tile * 0.26,
          place.y - plan.tile * 0.3,
          plan.tile * 0.52,
        ),
      );
  }
  for (const key of beat.keys ?? []) {
    const place = placeOf(view, key, plan);
    if (place)
      made.push(
        kit.rect(
          place.x - plan.tile / 2 - 4,
          place.y - plan.tile * 0.58 - 4,
          plan.tile + 8,
          plan.tile * 1.1667 + 8,
          { rx: 12, fill: "none", stroke: "var(--on-cloth)", "stroke-width": 2.5, "stroke-dasharray": "2 5" },
        ),
      );
  }
  if (beat.kind === "turn") {
    const told =
      beat.seat === view.seat
        ? word(view, "your_turn")
        : word(view, "their_turn", { name: view.names[beat.seat] });
    made.push(
      kit.chip(told, view.width / 2, plan.rows.middle.y - size * 1.4, {
        size: size * 1.6,
        align: "middle",
        fill: "var(--can)",
        ink: "#2A2420",
      }),
    );
  }
  return [kit.group({ "pointer-events": "none", class: "beat" }, ...made)];
}

/** Cards that a step shows: face up in the middle, or a back where nobody but its owner knows it. */
function shownCards(view, plan, list) {
  const high = plan.small ? Math.min(110, view.height * 0.44) : Math.min(view.height * 0.36, 270);
  const wide = plan.small ? high / 1.3 : high / kit.CARD_RATIO;
  const width = list.length * (wide + 10);
  const x = (view.width - width) / 2;
  const y = (view.height - high) / 2 - view.height * 0.1;
  const line = plan.small ? 14 : 20;
  const faces = list.slice(0, 4).map(({ card, why }, i) =>
    kit.group(
      {
        transform: `translate(${x + i * (wide + 10)} ${Math.max(2, y)})`,
        "data-box": `${wide} ${high + line + 6}`,
      },
      kit.rect(-4, -4, wide + 8, high + 8 + (why ? line : 0), { rx: 10, fill: "#14100D", opacity: 0.85 }),
      card ? cardFace(view, card, wide, high) : kit.back(wide, high),
      why
        ? kit.fitted(word(view, { lost: "lost_card" }[why] ?? why), 0, high + 3, wide, line, {
            size: kit.base(view),
            smallest: kit.least(view),
            weight: 700,
            fill: "#F2C14E",
          })
        : null,
    ),
  );
  return { faces, middle: { x: view.width / 2, y: y + high / 2 } };
}

/** A word before the turn ends with something left to do. */
export function warning(view, id, heard) {
  const move = view.moves.find((one) => one.id === id);
  if (move?.kind !== "end") return null;
  const { description: d } = view;
  const player = d.players[view.seat];
  const attackers = view.moves.filter((one) => one.kind === "attack");
  const found = [];
  if (attackers.some((one) => one.attacker.place !== null)) found.push(["attack", {}]);
  if (attackers.some((one) => one.attacker.place === null)) found.push(["hero", {}]);
  if (view.moves.some((one) => one.kind === "play")) found.push(["play", { n: player.mana.available }]);
  if (view.moves.some((one) => one.kind === "power")) found.push(["power", {}]);
  if (player.hand.length >= 10) found.push(["full", {}]);
  const next = found.find(([kind]) => !heard.has(kind));
  return next
    ? {
        kind: next[0],
        text: Object.entries(next[1]).reduce(
          (text, [name, value]) => text.replace(`{${name}}`, value),
          WORDS[view.language][`warn_${next[0]}`],
        ),
      }
    : null;
}

/** What lies under a face that is down: which secrets one may be, and what is left in a deck. */
export function lens(view, key) {
  const [what, owner, place] = (key ?? "").split(":");
  const minion = view.description.players.flatMap((side) => side.board).find((one) => one.key === key);
  if (minion) return signsOf(view, minion);
  if (what !== "secret" && what !== "deck") return null;
  const player = view.description.players[Number(owner)];
  const box = document.createElement("div");
  const heading = (text) => {
    const made = document.createElement("h3");
    made.textContent = text;
    box.append(made);
  };
  const list = (items) => {
    const made = document.createElement("ul");
    for (const [text, out] of items) {
      const line = document.createElement("li");
      const inner = document.createElement(out ? "s" : "span");
      inner.textContent = text;
      line.append(inner);
      if (out) line.append(` (${WORDS[view.language].ruled_out})`);
      made.append(line);
    }
    box.append(made);
  };
  if (what === "secret") {
    const secret = player.secrets[Number(place)];
    if (!secret || secret.card) return secret?.card ?? null;
    heading(WORDS[view.language].may_be.replace("{class}", view.say(`name.${secret.class}`)));
    list(
      possibleSecrets(view, secret).map(([card, out]) => [
        `${view.say(`name.${card}`)}: ${textOf(view, card)}`,
        out,
      ]),
    );
    return box;
  }
  const own = Number(owner) === view.seat;
  const cards = own
    ? player.deck.cards?.map((entry) => entry.card ?? entry)
    : (player.deck.unseen ?? player.deck.seen);
  heading(WORDS[view.language][own ? "deck_of" : player.deck.unseen ? "deck_unseen" : "deck_other"]);
  const counts = new Map();
  for (const card of cards ?? []) counts.set(card, (counts.get(card) ?? 0) + 1);
  list(
    counts.size
      ? [...counts].map(([card, n]) => [`${n > 1 ? `${n} × ` : ""}${view.say(`name.${card}`)}`, false])
      : [[WORDS[view.language].no_cards, false]],
  );
  return box;
}

/** A minion's card, and in words every sign that is drawn on it; null where it bears none. */
function signsOf(view, minion) {
  const told = [["taunt"], ["divine_shield"], ["stealth", "concealed"], ["frozen"]]
    .filter((flags) => flags.some((flag) => minion.flags.includes(flag)))
    .map(([flag]) => flag);
  const lines = [...told, ...tokensOf(view, minion, view.card(minion.card))].map(
    (sign) => SIGNS[view.language][sign],
  );
  if (!lines.length) return null;
  const box = document.createElement("div");
  const add = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    box.append(made);
    return made;
  };
  add("h3", nameOf(view, minion.card));
  add("p", view.card(minion.card)?.text ?? "");
  const list = add("ul", "");
  for (const line of lines) {
    const item = document.createElement("li");
    item.textContent = line;
    list.append(item);
  }
  return box;
}

/** The secrets of a class, each with whether it has been ruled out. */
export const possibleSecrets = (view, secret) =>
  Object.entries(view.cards ?? {})
    .filter(([id, card]) => card?.secret && card.class === secret.class && id === card.id)
    .map(([id]) => [id, secret.ruled_out.includes(id)]);

/* The stage */

function layout(view) {
  const { width: w, height: h } = view;
  const small = view.layout === "s";
  const tall = h > w;
  const pad = small ? 3 : 8;
  const strip = small ? (tall ? 54 : 29) : Math.min(h * 0.12, 112);
  const board = small ? (tall ? Math.min(110, h * 0.2) : 66) : Math.min(h * 0.2, 190);
  const middle = small ? (tall ? 20 : 0) : Math.max(24, h * 0.036);
  const hand = h - 2 * strip - 2 * board - middle - pad * (small ? 1 : 3);
  const gap = small ? 6 : 10;
  const tile = Math.min((board - (small ? 2 : 10)) / 1.1667, (w - 2 * pad - 7 * gap) / 7);
  let y = 0;
  const rows = {};
  for (const [name, high] of [
    ["theirs", strip],
    ["their_board", board],
    ["middle", middle],
    ["own_board", board],
    ["own", strip],
    ["hand", hand],
  ]) {
    rows[name] = { x: pad, y: y + (name === "hand" && !small ? 4 : 0), width: w - 2 * pad, height: high };
    y += high + (small ? 0 : pad / 2);
  }
  return { small, tall, pad, gap, tile, rows };
}

export function draw(view, given) {
  kit = given;
  const plan = layout(view);
  const { description: d } = view;
  const own = me(view);
  const parts = [
    kit.cloth(view),
    kit.rect(0, plan.rows.their_board.y, view.width, plan.rows.their_board.height, {
      fill: "#000000",
      opacity: 0.1,
    }),
    kit.rect(0, plan.rows.own_board.y, view.width, plan.rows.own_board.height, {
      fill: "#FFFFFF",
      opacity: 0.04,
    }),
  ];
  parts.push(...strip(view, 1 - own, plan.rows.theirs, plan, false));
  if (d.phase === "mulligan") return kit.drawing(view, ...parts, ...mulligan(view, plan));
  parts.push(...strip(view, own, plan.rows.own, plan, true));
  parts.push(
    ...boardRow(view, 1 - own, plan.rows.their_board, plan),
    ...boardRow(view, own, plan.rows.own_board, plan),
  );
  if (!plan.small || plan.tall) parts.push(middleRow(view, plan.rows.middle, plan));
  parts.push(
    ...handRow(view, plan.rows.hand, plan),
    ...options(view, plan),
    ...choice(view, plan),
    ...noTarget(view, plan),
    ...beatOver(view, plan),
  );
  return kit.drawing(view, ...parts);
}

/* Heroes */

function strip(view, seat, box, plan, own) {
  const { description: d } = view;
  const player = d.players[seat];
  const { small } = plan;
  const high = box.height - (small ? 2 : 4);
  const made = [kit.rect(0, box.y, view.width, box.height, { fill: "var(--edge)", opacity: 0.85 })];
  const size = kit.base(view);
  let x = box.x;
  const heroWide = small ? (plan.tall ? 112 : 106) : Math.min(view.width * 0.24, 300);
  made.push(heroThing(view, seat, { x, y: box.y + 1, width: heroWide, height: high }, plan));
  x += heroWide + (small ? 4 : 8);
  const cell = small ? (plan.tall ? 44 : 34) : high;
  made.push(
    powerThing(
      view,
      seat,
      {
        x,
        y: box.y + 1 + (small && plan.tall ? 3 : 0),
        width: cell,
        height: small && plan.tall ? high - 6 : high,
      },
      plan,
    ),
  );
  x += cell + (small ? 3 : 6);
  if (!player.weapon && !small)
    made.push(
      kit.fitted(
        `${nameOf(view, player.power.card)}${player.power.used ? ` (${word(view, "used")})` : ""}`,
        x,
        box.y + 4,
        cell * 1.2,
        high - 8,
        { size: 14, smallest: 13, lines: 3, leading: 1.05, align: "start", fill: "var(--on-cloth)" },
      ),
    );
  if (player.weapon)
    made.push(
      weaponDisc(
        view,
        seat,
        player.weapon,
        { x, y: box.y + 1, width: cell * (small ? 1.2 : 1.25), height: high },
        plan,
      ),
    );
  x += cell * (small ? 1.25 : 1.3);
  const end = own && view.seat !== null && d.phase !== "mulligan" && !d.over;
  const endWide = small ? (plan.tall ? 66 : 70) : Math.min(150, view.width * 0.15);
  const right = box.x + box.width - (end ? endWide + 6 : 0);
  made.push(...counters(view, seat, { x, y: box.y, width: right - x, height: box.height }, plan, own));
  if (end) {
    const ids = kit.movesOf(view, (move) => move.kind === "end");
    const last = ids.length === view.moves.length;
    made.push(
      kit.button(view, {
        key: "button:end",
        x: right + 6,
        y: box.y + (small ? 1 : high * 0.14),
        width: endWide,
        height: small ? Math.min(high, 34) : high * 0.72,
        label: word(view, small ? "end_short" : "end"),
        ids,
        role: last ? "primary" : "secondary",
        size: small ? 11 : size,
        why: ids.length ? null : word(view, "not_yours"),
      }),
    );
  }
  return made;
}

function heroThing(view, seat, box, plan) {
  const { description: d } = view;
  const { hero } = d.players[seat];
  const { width, height } = box;
  const { small } = plan;
  const ids = involving(view, hero.key);
  const facts = view.card(hero.card);
  const disc = Math.min(height - 2, small ? 34 : 100);
  const asked = !d.over && d.seat === seat;
  const size = kit.base(view);
  const kind = facts?.class ?? "neutral";
  const parts = [
    kit.rect(0, 0, width, height, {
      rx: 8,
      fill: asked ? "#00000055" : "none",
      stroke: asked ? "var(--can)" : "none",
      "stroke-width": 1.5,
    }),
    kit.circle(disc / 2 + 1, height / 2, disc / 2, {
      fill: HUES[kind] ?? HUES.neutral,
      stroke: seat === view.seat ? "var(--can)" : "var(--on-cloth)",
      "stroke-width": 2,
    }),
    kit.placed(emblem(kind), disc * 0.22 + 1, height / 2 - disc * 0.28, disc * 0.56),
    d.over
      ? kit.placed(
          d.winner === seat ? kit.signs.crown() : kit.signs.skull(),
          disc * 0.2 + 1,
          height / 2 - disc * 0.3,
          disc * 0.6,
        )
      : null,
  ];
  const low = hero.health <= 10;
  const stats = [[low ? brokenHeart() : heart(), hero.health, low]];
  if (hero.armor) stats.push([armor(), hero.armor, false]);
  if (hero.attack) stats.push([attackBadge(), hero.attack, false]);
  const icon = small
    ? stats.length > 2
      ? 10
      : 15
    : Math.min(30, height * 0.42, (width - disc) / stats.length / 2.1);
  const number = small ? (stats.length > 2 ? 11 : 13) : Math.max(13, icon * 0.72);
  const left = disc + (small ? 5 : 9);
  const twoRows = height >= 44;
  const rowY = twoRows ? height - icon - 4 : (height - icon) / 2;
  if (twoRows)
    parts.push(
      kit.fitted(view.names[seat], left, 2, width - left - 4, height - icon - 6, {
        size: size * 1.05,
        smallest: kit.least(view),
        align: "start",
        weight: 700,
        fill: "var(--on-cloth)",
      }),
    );
  let x = left;
  for (const [picture, value, alarm] of stats) {
    parts.push(
      kit.placed(picture, x, rowY, icon),
      kit.text(String(value), x + icon + (small ? 1 : 3), rowY + icon / 2 + number * 0.36, {
        size: number,
        weight: 700,
        fill: alarm ? "var(--can)" : "var(--on-cloth)",
      }),
    );
    x += icon + (small ? 4 : 7) + kit.measure(String(value), number, { weight: 700 });
  }
  if (hero.flags.includes("frozen")) parts.push(frost(disc, disc, 0, (height - disc) / 2));
  if (hero.flags.includes("immune")) parts.push(kit.placed(TOKENS.immune(), 0, (height - disc) / 2, disc));
  const label = `${view.names[seat]}: ${nameOf(view, hero.card)}. ${word(view, "health", { n: hero.health })}${hero.attack ? `, ${word(view, "attack", { n: hero.attack })}` : ""}`;
  const begins = view.moves.some((move) => move.attacker?.key === hero.key);
  return kit.thing(
    view,
    {
      state: begins || view.picked.length ? undefined : "",
      begins,
      key: hero.key,
      zone: "heroes",
      ...box,
      radius: 8,
      ids,
      target: view.picked.length > 0,
      label,
      why: ids.some((id) => view.left.has(id)) ? null : whyTarget(view, seat, hero),
    },
    ...parts,
  );
}

function powerThing(view, seat, box) {
  const { description: d } = view;
  const { power } = d.players[seat];
  const { width, height } = box;
  const ids = seat === view.seat ? kit.movesOf(view, (move) => move.kind === "power") : [];
  const facts = view.card(power.card);
  const side = Math.min(width, height);
  const why =
    ids.length || seat !== view.seat || !view.moves.length || d.phase !== "main"
      ? null
      : power.used
        ? word(view, "used_power")
        : power.cost > d.players[seat].mana.available
          ? word(view, "cost", { n: power.cost, have: d.players[seat].mana.available })
          : word(view, "target");
  const hexagon = (fill) =>
    kit.path("M50 2 92 26V74L50 98 8 74V26Z", { fill, stroke: "#2A2420", "stroke-width": 4 });
  const picture = kit.group(
    {},
    hexagon(power.used ? "#5E5347" : (HUES[facts?.class] ?? HUES.neutral)),
    power.used
      ? null
      : kit.group({ transform: "translate(26 30) scale(.48)" }, emblem(facts?.class ?? "neutral")),
  );
  const cost = Math.max(kit.least(view), side * 0.24);
  return kit.thing(
    view,
    {
      key: `power:${seat}`,
      zone: "powers",
      ...box,
      radius: 8,
      ids,
      card: power.card,
      label: `${nameOf(view, power.card)}, ${power.cost}. ${textOf(view, power.card)}${power.used ? ` (${word(view, "used")})` : ""}`,
      why,
    },
    kit.placed(picture, (width - side) / 2, (height - side) / 2, side),
    power.used
      ? null
      : kit.badge(String(power.cost), width / 2, (height - side) / 2 + cost * 0.75, {
          size: Math.max(11, cost * 0.86),
          fill: "#1F4A80",
        }),
  );
}

function weaponDisc(view, seat, weapon, { x, y, width, height }, plan) {
  const size = kit.least(view);
  const label = `${nameOf(view, weapon.card)}: ${word(view, "attack", { n: weapon.attack_now ?? weapon.attack })}, ${word(view, "weapon", { n: weapon.durability })}`;
  const numbers = `${weapon.attack_now ?? weapon.attack}/${weapon.durability}`;
  const disc = plan.small ? Math.min(22, height - 4) : height * 0.56;
  const parts = plan.small
    ? [
        kit.placed(crest(weapon.card, view.card(weapon.card)), 0, (height - 18) / 2, 18),
        kit.text(numbers, 21, height / 2 + 4, { size, weight: 700 }),
      ]
    : [
        kit.placed(crest(weapon.card, view.card(weapon.card)), (width - disc) / 2, 0, disc),
        kit.badge(numbers, width / 2, disc - 2, { size: 14 }),
        kit.fitted(nameOf(view, weapon.card), 0, disc + 10, width, height - disc - 10, {
          size: 13,
          smallest: 13,
          fill: "var(--on-cloth)",
        }),
      ];
  return kit.group(
    {
      transform: `translate(${x} ${y})`,
      "data-key": `weapon:${seat}:${weapon.card}`,
      "data-zone": "weapons",
      role: "img",
      "aria-label": label,
      "data-card": weapon.card,
    },
    ...parts,
  );
}

/** Mana, secrets, deck, hand of the other, and what counts up. */
function counters(view, seat, box, plan, own) {
  const { description: d } = view;
  const player = d.players[seat];
  const { mana } = player;
  const { small } = plan;
  const parts = [];
  const size = kit.base(view);
  const least = kit.least(view);
  const crystals = [
    ...Array.from({ length: Math.max(0, mana.available ?? 0) }, (_, i) =>
      i >= (mana.available ?? 0) - (mana.temporary ?? 0) ? "temporary" : "full",
    ),
  ];
  for (let i = 0; i < mana.locked; i += 1) crystals.push("locked");
  while (crystals.length < mana.crystals) crystals.push("spent");
  const amount = `${Math.max(0, mana.available ?? 0)}/${mana.crystals}`;
  const rowHigh = small ? (plan.tall ? box.height / 2 : box.height) : box.height / 2;
  let x = box.x;
  const icon = small ? 13 : Math.min(20, rowHigh * 0.62);
  const wideMana = small ? 0 : Math.min(10, crystals.length) * icon * 0.82 + 6;
  const manaLabel = word(view, "mana", { n: Math.max(0, mana.available ?? 0), all: mana.crystals });
  if (small) {
    parts.push(
      kit.placed(crystal("full"), x, box.y + (rowHigh - 14) / 2, 14),
      kit.text(amount, x + 15, box.y + rowHigh / 2 + 4, { size: 12, weight: 700 }),
    );
    x += 20 + kit.measure(amount, 12, { weight: 700 });
    if (mana.locked || mana.owed) {
      parts.push(
        kit.placed(crystal("locked"), x - 2, box.y + (rowHigh - 12) / 2, 12),
        kit.text(String(mana.locked || mana.owed), x + 11, box.y + rowHigh / 2 + 4, { size: 11 }),
      );
      x += 20;
    }
  } else {
    crystals
      .slice(0, 10)
      .forEach((kind, i) =>
        parts.push(kit.placed(crystal(kind), x + i * icon * 0.82, box.y + (rowHigh - icon) / 2, icon)),
      );
    const told = `${amount} ${word(view, "mana_word")}`;
    const shift = kit.measure(told, size, { weight: 700 }) - 32;
    parts.push(kit.text(told, x + wideMana, box.y + rowHigh / 2 + size * 0.36, { size, weight: 700 }));
    if (mana.owed)
      parts.push(
        kit.placed(crystal("owed"), x + wideMana + 42 + shift, box.y + (rowHigh - icon) / 2, icon),
        kit.text(String(mana.owed), x + wideMana + 46 + icon + shift, box.y + rowHigh / 2 + size * 0.36, {
          size,
          weight: 600,
        }),
      );
  }
  const y2 = small ? (plan.tall ? box.y + rowHigh : box.y) : box.y + rowHigh;
  let x2 = small && !plan.tall ? x : box.x;
  const piece = (picture, label, width, more = {}) => {
    if (x2 + width > box.x + box.width) return;
    parts.push(
      kit.group(
        more,
        kit.rect(x2, y2, width, rowHigh, { fill: "transparent" }),
        kit.placed(picture, x2, y2 + (rowHigh - icon * 1.1) / 2, icon * 1.1),
        kit.text(label, x2 + icon * 1.1 + 3, y2 + rowHigh / 2 + (small ? 4 : size * 0.36), {
          size: small ? 12 : size,
          weight: 600,
        }),
      ),
    );
    x2 += width;
  };
  const left = player.deck.count ?? player.deck.cards?.length ?? 0;
  const named = (n, key) => (small ? String(n) : `${n} ${word(view, key)}`);
  const pieceWide = (text) => icon * 1.1 + (small ? 20 : kit.measure(text, size, { weight: 600 }) + 18);
  piece(kit.signs.deck(), named(left, "deck_word"), pieceWide(named(left, "deck_word")), {
    "data-key": `deck:${seat}`,
    "data-zone": own ? "deck" : "their_deck",
    "data-card": "deck",
    role: "img",
    "aria-label": word(view, "deck", { n: left }),
  });
  if (!own || view.seat === null)
    piece(
      kit.signs.hand(),
      named(player.hand.length, "hand_word"),
      pieceWide(named(player.hand.length, "hand_word")),
    );
  player.secrets.forEach((secret, i) => {
    const disc = icon * (small ? 1.15 : 1.5);
    if (x2 + disc > box.x + box.width) return;
    const label = secret.card
      ? nameOf(view, secret.card)
      : word(view, "secret", { class: view.say(`name.${secret.class}`) });
    parts.push(
      kit.group(
        {
          transform: `translate(${x2} ${y2 + (rowHigh - disc) / 2})`,
          "data-key": `secret:${seat}:${i}`,
          "data-zone": "secrets",
          role: "img",
          "aria-label": label,
          "data-card": secret.card ?? "secret",
        },
        kit.placed(secretSign(HUES[secret.class] ?? HUES.neutral), 0, 0, disc),
      ),
    );
    x2 += disc + 3;
  });
  const notes = [];
  if ((player.deck.count ?? 1) === 0) notes.push(word(view, "fatigue", { n: player.fatigue + 1 }));
  if (player.jade) notes.push(word(view, "jade", { n: player.jade + 1 }));
  if (player.spell_damage) notes.push(word(view, "spell_damage", { n: player.spell_damage }));
  if (player.prepared) notes.push(word(view, "prepared", { n: player.prepared }));
  if (player.battlecries_twice) notes.push(word(view, "twice"));
  if (player.secrets_free) notes.push(word(view, "no_secret_cost"));
  const room = box.x + box.width - x2 - 6;
  if (!small && notes.length && room > 50)
    parts.push(
      kit.fitted(notes.join(" · "), x2 + 4, y2, room, rowHigh, {
        size: 14,
        smallest: least,
        lines: 2,
        leading: 1.05,
        align: "start",
        fill: "var(--on-cloth)",
      }),
    );
  return [
    kit.group(
      {
        role: "img",
        "aria-label": `${manaLabel}. ${word(view, "deck", { n: player.deck.count ?? 0 })}. ${word(view, "hand", { n: player.hand.length })}. ${notes.join(". ")}`,
      },
      ...parts,
    ),
  ];
}

/** What just happened, as much as fits: first what moves the game, and of that the latest; told in the order in which it happened. */
function toldNow(view, fits) {
  const events = view.events.filter((event) => event.text);
  const quiet = (event) =>
    QUIET.includes(event.kind)
      ? 2
      : important.includes(event.kind) || /attack|arrives/.test(event.kind)
        ? 0
        : 1;
  const order = events
    .map((event, i) => ({ i, quiet: quiet(event) }))
    .sort((a, b) => a.quiet - b.quiet || b.i - a.i);
  const sentence = (list) => list.map((i) => kit.capital(events[i].text)).join(". ");
  let chosen = [];
  for (const { i } of order) {
    const longer = [...chosen, i].sort((a, b) => a - b);
    if (chosen.length && !fits(sentence(longer))) break;
    chosen = longer;
  }
  return sentence(chosen);
}

/** What happened last, and the turn. */
function middleRow(view, box, plan) {
  const { description: d } = view;
  const size = plan.small ? 12 : kit.base(view);
  const late = d.turn >= d.turn_limit - 6;
  const turn =
    d.phase === "mulligan"
      ? word(view, "mulligan")
      : `${word(view, "turn", { n: d.turn, limit: d.turn_limit })}${late ? ` · ${word(view, "turn_end", { limit: d.turn_limit })}` : ""}`;
  const wide = kit.measure(turn, size, { weight: 600 }) + 10;
  const told = toldNow(view, (text) => kit.measure(text, kit.least(view)) <= box.width - wide - 16);
  return kit.at(
    box.x,
    box.y,
    kit.rect(-box.x, 0, view.width, box.height, { fill: "#000000", opacity: 0.18 }),
    told
      ? kit.fitted(told, 4, 0, box.width - wide - 14, box.height, {
          size,
          smallest: kit.least(view),
          align: "start",
          fill: "var(--on-cloth)",
        })
      : null,
    kit.text(turn, box.width - 2, box.height / 2 + size * 0.36, {
      size,
      weight: 600,
      anchor: "end",
      fill: late ? "var(--can)" : "var(--on-cloth-2)",
    }),
  );
}

/* Boards */

function frost(width, height, x = 0, y = 0) {
  const star = (cx, cy, r) =>
    kit.path(
      [0, 60, 120]
        .map((turn) => {
          const a = (turn * Math.PI) / 180;
          return `M${cx - r * Math.cos(a)} ${cy - r * Math.sin(a)}L${cx + r * Math.cos(a)} ${cy + r * Math.sin(a)}`;
        })
        .join(""),
      { stroke: "#E8F6FF", "stroke-width": 3.5 },
    );
  return kit.group(
    { transform: `translate(${x} ${y})`, "pointer-events": "none" },
    kit.rect(0, 0, width, height, { rx: 8, fill: "#9AD0F0", opacity: 0.4 }),
    star(width * 0.32, height * 0.4, width * 0.2),
    star(width * 0.7, height * 0.62, width * 0.16),
  );
}

/** Whether the places between the own minions are open. */
const placing = (view) =>
  (view.description.phase === "position" &&
    view.moves.some((move) => view.left.has(move.id) && move.position !== undefined)) ||
  asking(view) === "place";

function tilePlaces(view, count, box, plan, open = false) {
  const { tile } = plan;
  const gap = open
    ? Math.max(plan.gap, Math.min(36, (box.width - 40 - count * tile) / Math.max(1, count - 1)))
    : plan.gap;
  const places = kit.spread(count, tile, box.width, gap);
  return { places: places.map((x) => box.x + x), top: box.y + (box.height - tile * 1.1667) / 2 };
}

function boardRow(view, seat, box, plan) {
  const { board } = view.description.players[seat];
  const open = seat === view.seat && placing(view);
  const { places, top } = tilePlaces(view, board.length, box, plan, open);
  const made = board.map((minion, i) => minionTile(view, seat, minion, places[i], top, plan));
  if (open) made.push(...gaps(view, places, top, plan, box));
  return made;
}

function whyIdle(view, minion) {
  if (minion.flags.includes("frozen")) return word(view, "frozen");
  if (minion.flags.includes("cannot_attack")) return word(view, "never");
  if (!minion.attack) return word(view, "no_attack");
  if (minion.flags.includes("fresh") || minion.flags.includes("exhausted"))
    return word(view, minion.attacks ? "attacked" : "asleep");
  return word(view, "not_now");
}

/** Why something on the table cannot be the target of what is picked. */
function whyTarget(view, seat, who) {
  const { description: d } = view;
  const [picked] = view.picked;
  if (!picked || view.picked.includes(who.key) || !view.moves.length || d.phase !== "main") return null;
  const own = d.players[me(view)];
  const attacker = picked === own.hero.key ? own.hero : own.board.find((minion) => minion.key === picked);
  const has = (flag) => who.flags.includes(flag);
  if (asking(view) === "place") return word(view, "place_first", { name: nameOfPicked(view) });
  if (has("immune")) return word(view, "is_immune");
  if (seat !== me(view) && (has("stealth") || has("concealed"))) return word(view, "is_stealth");
  if (!attacker) return word(view, has("elusive") ? "is_elusive" : "no_target");
  if (seat === me(view)) return null;
  if (tauntStops(view) && !has("taunt")) return word(view, "taunt_first");
  if (who === d.players[seat].hero && attacker.flags.includes("cannot_attack_heroes"))
    return word(view, "not_heroes");
  return word(view, "no_target");
}

function minionTile(view, seat, minion, x, y, plan) {
  const { description: d } = view;
  const { tile: wide } = plan;
  const high = wide * 1.1667;
  const facts = view.card(minion.card);
  const has = (flag) => minion.flags.includes(flag);
  const ids = involving(view, minion.key);
  const own = seat === view.seat;
  const inTurn = own && view.moves.length > 0 && d.phase === "main";
  const parts = [];
  if (has("taunt"))
    parts.push(
      kit.path(
        `M${wide / 2} ${-high * 0.06}L${wide * 1.075} ${high * 0.05}V${high * 0.74}Q${wide} ${high} ${wide / 2} ${high * 1.09}Q0 ${high} ${-wide * 0.075} ${high * 0.74}V${high * 0.05}Z`,
        { fill: "#AEB8C4", stroke: "#2A2420", "stroke-width": 2.5 },
      ),
    );
  parts.push(
    kit.shadow(wide, high, 9),
    kit.rect(0, 0, wide, high, {
      rx: 9,
      fill: "var(--card)",
      stroke: "#2A2420",
      "stroke-width": 1.3,
      "stroke-dasharray": has("stealth") || has("concealed") ? "5 3" : null,
    }),
  );
  const named = wide >= 72;
  const nameHigh = named ? high * 0.25 : 0;
  const picture = Math.min(wide * 0.58, high * (named ? 0.42 : 0.56));
  parts.push(
    kit.placed(crest(minion.card, facts), (wide - picture) / 2, named ? nameHigh + 3 : high * 0.08, picture),
  );
  if (named)
    parts.push(
      kit.fitted(nameOf(view, minion.card), 4, 2, wide - 8, nameHigh, {
        size: 14,
        smallest: kit.least(view),
        lines: 2,
        leading: 1,
        weight: 700,
        family: kit.SERIF,
        fill: "var(--card-ink)",
      }),
    );
  const badge = Math.max(22, wide * 0.3);
  const number = badge * 0.54;
  const printed = { attack: facts?.attack ?? 0, health: facts?.health ?? 0 };
  parts.push(
    kit.placed(attackBadge(), -2, high - badge + 2, badge),
    kit.text(String(minion.attack), -2 + badge / 2, high - badge / 2 + 2 + number * 0.38, {
      size: number,
      weight: 700,
      anchor: "middle",
      fill: minion.attack > printed.attack ? "#8CE08F" : "#FFF7E6",
      "data-fine": "",
    }),
  );
  const hurt = minion.health < minion.max_health;
  parts.push(
    kit.placed(heart(), wide - badge + 2, high - badge + 2, badge),
    kit.text(String(minion.health), wide - badge / 2 + 2, high - badge / 2 + number * 0.38, {
      size: number,
      weight: 700,
      anchor: "middle",
      fill: hurt ? "#FFD9A0" : minion.max_health > printed.health ? "#B8F0BA" : "#FFF7E6",
      "data-fine": "",
    }),
  );
  if (hurt)
    parts.push(
      kit.path(`M${wide - badge * 0.16} ${high - badge + 1}l-4 5h5l-4 5`, {
        fill: "none",
        stroke: "#2A2420",
        "stroke-width": 2,
      }),
    );
  parts.push(...tokens(view, minion, facts, wide, high, plan));
  if (has("divine_shield")) parts.push(beads(wide, high));
  if (has("stealth") || has("concealed"))
    parts.push(kit.rect(0, 0, wide, high, { rx: 9, fill: "url(#kit-hatch)", "pointer-events": "none" }));
  if (has("frozen")) parts.push(frost(wide, high));
  const flags = minion.flags
    .filter((flag) => flag !== "exhausted" && flag !== "fresh")
    .map((flag) => (view.language === "en" ? flag.replaceAll("_", " ") : flag.replaceAll("_", " ")))
    .join(", ");
  const label = `${nameOf(view, minion.card)}, ${minion.attack}/${minion.health}. ${flags}`;
  const made = kit.thing(
    view,
    {
      key: minion.key,
      zone: own ? "own_board" : "their_board",
      x,
      y,
      width: wide,
      height: high,
      radius: 9,
      ids,
      label,
      target: view.picked.length > 0,
      why: ids.some((id) => view.left.has(id))
        ? null
        : (whyTarget(view, seat, minion) ?? (ids.length || !inTurn ? null : whyIdle(view, minion))),
      state: view.picked.length
        ? undefined
        : view.moves.some((move) => move.attacker?.key === minion.key)
          ? "can"
          : "",
      begins: own,
      room: false,
    },
    ...parts,
  );
  made.dataset.card = minion.card;
  if (inTurn && !ids.length) made.dataset.why = whyTarget(view, seat, minion) ?? whyIdle(view, minion);
  return made;
}

function beads(wide, high) {
  const points = [
    [0.5, 0.02],
    [0.96, 0.06],
    [0.99, 0.4],
    [0.97, 0.66],
    [0.5, 0.98],
    [0.03, 0.66],
    [0.01, 0.4],
    [0.04, 0.06],
  ];
  return kit.group(
    { "pointer-events": "none" },
    kit.rect(3, 3, wide - 6, high - 6, { rx: 8, fill: "none", stroke: "#F2C14E", "stroke-width": 2.4 }),
    ...points.map(([x, y]) =>
      kit.circle(x * wide, y * high, Math.max(2.4, wide * 0.04), {
        fill: "#F2C14E",
        stroke: "#2A2420",
        "stroke-width": 1,
      }),
    ),
  );
}

/** The signs of what a minion is and does. */
function tokensOf(view, minion, facts) {
  const has = (flag) => minion.flags.includes(flag);
  const found = [];
  const keywords = facts?.keywords ?? [];
  if (has("windfury")) found.push("windfury");
  if (has("charge") || has("charge_by_weapon") || has("charge_granted")) found.push("charge");
  if (has("lifesteal")) found.push("lifesteal");
  if (has("elusive")) found.push("elusive");
  if (has("immune")) found.push("immune");
  if (has("cannot_attack") || has("cannot_attack_heroes")) found.push("barred");
  if (has("borrowed")) found.push("borrowed");
  if (has("doomed") || has("dies_in_turn_of_0") || has("dies_in_turn_of_1")) found.push("doomed");
  if (keywords.includes("deathrattle")) found.push("deathrattle");
  if (facts?.spell_damage) found.push("spell");
  const inTurn = view.description.players[view.description.seat]?.board.some((one) => one.key === minion.key); // who waits for the turn does not rest
  if (inTurn && (has("fresh") || has("exhausted")) && !found.includes("charge") && !has("frozen"))
    found.push("asleep");
  return found;
}

/** Discs at the foot: its signs, each of which is told in words to who points at it. */
function tokens(view, minion, facts, wide, high) {
  const found = tokensOf(view, minion, facts);
  const disc = Math.max(11, wide * 0.15);
  const most = Math.max(1, Math.floor((wide * 0.46) / (disc + 1)));
  const shown = found.slice(0, 2 * most);
  return shown.map((token, i) => {
    const x = wide / 2 + (i % most) * (disc + 1) - (Math.min(most, shown.length) * (disc + 1)) / 2;
    const y = high - disc - 2 - Math.floor(i / most) * (disc + 1);
    return kit.group(
      {},
      kit.circle(x + disc / 2, y + disc / 2, disc / 2, { fill: "#2A2420" }),
      kit.placed(TOKENS[token](), x + disc * 0.2, y + disc * 0.2, disc * 0.6),
    );
  });
}

/** Places between the own minions, once a card that needs one is picked. */
function gaps(view, places, top, plan, box) {
  const left = view.moves.filter((move) => view.left.has(move.id) && move.position !== undefined);
  const positions = [...new Set(left.map((move) => move.position))].sort((a, b) => a - b);
  const { tile } = plan;
  const gap = places.length > 1 ? places[1] - places[0] - tile : 36;
  const high = tile * 1.1667;
  const wide = 32;
  return positions.map((position) => {
    const x = places.length
      ? position < places.length
        ? places[position] - gap / 2
        : places[places.length - 1] + tile + gap / 2
      : box.x + box.width / 2;
    const ids = left.filter((move) => move.position === position).map((move) => move.id);
    return kit.thing(
      view,
      {
        key: `gap:${position}`,
        zone: "own_board",
        x: Math.max(0, Math.min(view.width - wide, x - wide / 2)),
        y: top + high * 0.1,
        width: wide,
        height: high * 0.8,
        radius: 6,
        ids,
        target: true,
        label: word(view, "place", { n: position + 1 }),
      },
      kit.rect(0, 0, wide, high * 0.8, { rx: 6, fill: "#2A2420", opacity: 0.75 }),
      kit.text(String(position + 1), wide / 2, high * 0.4 + 5, {
        size: 14,
        weight: 700,
        anchor: "middle",
        fill: "var(--can)",
      }),
    );
  });
}

/* Cards */

function cardFace(view, card, width, height, { cost = null, parts: potion = null, buff = 0 } = {}) {
  const facts = view.card(card);
  const size = kit.base(view);
  const least = kit.least(view);
  const inset = Math.max(3, width * 0.045);
  const parts = [kit.front(width, height)];
  const shownCost = cost ?? facts?.cost;
  const full = width >= 88;
  const crystalSize = full ? Math.min(width * 0.27, height * 0.17) : height < 64 ? 18 : 21;
  const hue = HUES[facts?.class] ?? HUES.neutral;
  parts.push(
    kit.rect(inset, inset, width - 2 * inset, height - 2 * inset, {
      rx: width * 0.05,
      fill: "none",
      stroke: hue,
      "stroke-width": 2,
    }),
  );
  const tight = full && height < 190; // the name goes under the cost, over the whole width, and the crest beside it
  const title = facts?.name ?? card;
  const serif = { weight: 700, family: kit.SERIF };
  const between = width - crystalSize - 32; // the room between cost and crest
  const raised =
    tight &&
    !facts?.secret &&
    kit.measure(title, 13) > width * 0.8 &&
    title.split(" ").length === 2 &&
    title.split(" ").every((part) => kit.measure(part, 13, serif) <= between);
  const nameTop = raised ? inset : tight ? crystalSize : full ? inset + 2 : crystalSize;
  const nameLeft = raised ? crystalSize + 2 : full && !tight ? crystalSize + 1 : inset + 1;
  const nameWide = raised ? between + 1 : width - nameLeft - inset - 2;
  const oneLine = kit.measure(title, 13.5, serif) <= nameWide - 1;
  const nameHigh = tight
    ? oneLine
      ? 17
      : 29
    : full
      ? Math.max(crystalSize + 2, size * 2.1)
      : height < 64
        ? height - 34
        : Math.max(23, height - 66);
  parts.push(
    kit.fitted(title, nameLeft, nameTop, nameWide, nameHigh, {
      size: full ? 15 : 12,
      smallest: least,
      lines: full || height < 80 ? 2 : 3,
      leading: full ? 1.02 : 0.98,
      ...serif,
      fill: "var(--card-ink)",
    }),
  );
  const beside = tight || !full;
  const picture = tight
    ? 0
    : full
      ? Math.min(width * 0.36, height * 0.22)
      : Math.min(width * 0.42, height * 0.28);
  const pictureTop = nameTop + nameHigh + (tight ? 0 : 2);
  parts.push(
    kit.placed(
      crest(card, facts),
      beside ? width - (tight ? 26 : 21) : (width - picture) / 2,
      beside ? (tight ? 5 : 3) : pictureTop,
      tight ? 20 : full ? picture : 17,
    ),
  );
  const stats = facts && ["minion", "weapon"].includes(facts.kind);
  const badge = full ? Math.min(width * 0.24, height * 0.17) : height < 64 ? 16 : 22;
  if (full) {
    const from = pictureTop + picture + (tight ? 0 : 3);
    const words = potion ? potion.map((part) => shortText(view, part)).join(" ") : shortText(view, card);
    const foot = stats ? badge + 3 : inset + 2;
    parts.push(
      kit.fitted(words, inset + 4, from, width - 2 * inset - 8, height - from - foot, {
        size: Math.min(size, 15),
        smallest: least,
        lines: 9,
        leading: 1.1,
        fill: "var(--card-ink)",
      }),
    );
  }
  if (shownCost !== undefined && shownCost !== null) {
    parts.push(
      kit.placed(
        kit.path("M50 2 96 30V70L50 98 4 70V30Z", { fill: "#1F4A80", stroke: "#FFF7E6", "stroke-width": 5 }),
        1,
        1,
        crystalSize,
      ),
      kit.text(String(shownCost), 1 + crystalSize / 2, 1 + crystalSize / 2 + crystalSize * 0.2, {
        size: crystalSize * 0.56,
        weight: 700,
        anchor: "middle",
        fill:
          facts && shownCost < facts.cost
            ? "#9CF0A0"
            : facts && shownCost > facts.cost
              ? "#FFB3A8"
              : "#FFF7E6",
        "data-fine": "",
      }),
    );
  }
  if (stats) {
    const values = [
      [attackBadge(), facts.attack + buff, 2],
      [
        facts.kind === "weapon" ? armor() : heart(),
        (facts.health ?? facts.durability) + (facts.kind === "minion" ? buff : 0),
        width - badge - 2,
      ],
    ];
    for (const [sign, value, x] of values)
      parts.push(
        kit.placed(sign, x, height - badge - 2, badge),
        kit.text(String(value), x + badge / 2, height - badge / 2 - 2 + badge * 0.2, {
          size: Math.max(11, badge * 0.54),
          weight: 700,
          anchor: "middle",
          fill: buff ? "#B8F0BA" : "#FFF7E6",
          "data-fine": "",
        }),
      );
  }
  if (facts?.secret && full)
    parts.push(
      tight
        ? kit.placed(secretSign(hue), width / 2 - 8, 5, 18)
        : kit.placed(secretSign(hue), width / 2 + picture / 2 + 4, pictureTop, picture * 0.5),
    );
  return kit.group({}, ...parts);
}

function whyCard(view, entry) {
  const { description: d } = view;
  const player = d.players[me(view)];
  if (!view.moves.length) return null;
  if (d.phase !== "main") return word(view, "not_now");
  if (entry.cost !== undefined && entry.cost > player.mana.available)
    return word(view, "cost", { n: entry.cost, have: player.mana.available });
  if (view.card(entry.card)?.kind === "minion" && player.board.length >= 7) return word(view, "full");
  return word(view, "target");
}

function handKeys(view) {
  return kit.keyed("hand", view.description.players[me(view)].hand, (entry) => entry.card ?? "back");
}

function handRow(view, box, plan) {
  const { description: d } = view;
  const hand = d.players[me(view)].hand;
  const { small } = plan;
  const lift = small ? 7 : 18;
  const high = Math.min(box.height - lift - 2, small ? 130 : 240);
  const slim = Math.min(high / (small ? 1.12 : kit.CARD_RATIO), small ? (plan.tall ? 82 : 56) : 160);
  const wide = small
    ? slim
    : Math.max(slim, Math.min(high / 1.06, 160, box.width / Math.max(1, hand.length) - 8)); // where there is room the words get it
  const tall = Math.min(high, wide * kit.CARD_RATIO);
  const keys = handKeys(view);
  const places = kit.spread(hand.length, wide, box.width, small ? 3 : 8);
  const dimmed = d.choice && view.moves.length > 0;
  return hand.map((entry, i) => {
    const x = box.x + places[i];
    const y = box.y + lift;
    if (!entry.card)
      return kit.group(
        {
          transform: `translate(${x} ${y})`,
          "data-key": keys[i],
          "data-zone": "hand",
          role: "img",
          "aria-label": word(view, "hand", { n: hand.length }),
        },
        kit.back(wide, tall),
      );
    const ids = kit.movesOf(view, (move) => move.kind === "play" && move.place === i);
    const made = kit.thing(
      view,
      {
        key: keys[i],
        zone: "hand",
        x,
        y,
        width: wide,
        height: tall,
        radius: (wide * 9) / 122,
        ids,
        raise: true,
        label: `${nameOf(view, entry.card)}, ${entry.cost ?? ""}. ${textOf(view, entry.card)}`,
        why: ids.length ? null : whyCard(view, entry),
        source: "deck",
        target: null,
      },
      cardFace(view, entry.card, wide, tall, { cost: entry.cost, parts: entry.parts, buff: entry.buff ?? 0 }),
    );
    made.dataset.card = entry.card;
    if (dimmed) made.setAttribute("opacity", 0.7);
    return made;
  });
}

/* First hand */

function mulligan(view, plan) {
  const { description: d } = view;
  const hand = d.players[me(view)].hand;
  const { small } = plan;
  const keys = handKeys(view);
  const { height: h, width: w } = view;
  const room = small ? (plan.tall ? h * 0.42 : h * 0.5) : h * 0.46;
  const wide = Math.min(room / kit.CARD_RATIO, (w - 30) / Math.max(4, hand.length) - 8, 220);
  const tall = wide * kit.CARD_RATIO;
  const y = plan.rows.their_board.y + (small ? 6 : h * 0.1);
  const places = kit.spread(hand.length, wide, w - 20, small ? 6 : 16);
  const picked = view.picked
    .map((key) => keys.indexOf(key))
    .filter((i) => i >= 0)
    .sort((a, b) => a - b);
  const made = [];
  hand.forEach((entry, i) => {
    if (!entry.card)
      return made.push(
        kit.group(
          { transform: `translate(${10 + places[i]} ${y})`, "data-key": keys[i] },
          kit.back(wide, tall),
        ),
      );
    const ids = kit.movesOf(view, (move) => move.places?.includes(i));
    const chosen = picked.includes(i);
    const card = kit.thing(
      view,
      {
        key: keys[i],
        zone: "hand",
        x: 10 + places[i],
        y,
        width: wide,
        height: tall,
        radius: (wide * 9) / 122,
        ids,
        target: null,
        state: chosen ? "picked" : ids.length ? "can" : view.moves.length ? "no" : "",
        label: `${nameOf(view, entry.card)}. ${textOf(view, entry.card)}`,
        why: ids.length || !view.moves.length ? null : word(view, "stays"),
      },
      cardFace(view, entry.card, wide, tall, { cost: entry.cost }),
      chosen
        ? kit.group(
            { "pointer-events": "none" },
            kit.rect(0, 0, wide, tall, { rx: 8, fill: "#2A2420", opacity: 0.45 }),
            kit.chip(word(view, "goes_back"), wide / 2, tall / 2 - 12, {
              size: small ? 11 : 15,
              align: "middle",
              widest: wide,
              fill: "var(--can)",
              ink: "#2A2420",
            }),
          )
        : null,
    );
    card.dataset.card = entry.card;
    return made.push(card);
  });
  if (view.moves.length) {
    const exact = view.moves
      .filter(
        (move) =>
          move.places &&
          move.places.length === picked.length &&
          move.places.every((place, i) => place === picked[i]),
      )
      .map((move) => move.id);
    const wideButton = small ? 130 : 240;
    made.push(
      kit.button(view, {
        key: "button:mulligan",
        x: (w - wideButton) / 2,
        y: Math.min(y + tall + (small ? 8 : 24), h - (small ? 42 : 66)),
        width: wideButton,
        height: small ? 38 : 54,
        label: picked.length ? word(view, "replace", { n: picked.length }) : word(view, "keep"),
        ids: exact,
        size: kit.base(view) * 1.1,
      }),
    );
  }
  return made;
}

/* Forms and choices, over the middle */

function faces(view, list, heading, plan) {
  const { width: w, height: h } = view;
  const { small } = plan;
  const high = small ? (plan.tall ? 150 : 108) : Math.min(h * 0.42, 320);
  const wide = Math.min(high / (small ? 1.2 : kit.CARD_RATIO), (w - 40) / list.length - 12);
  const tall = Math.min(high, wide * kit.CARD_RATIO);
  const span = list.length * (wide + 14);
  const y = small ? plan.rows.their_board.y + 18 : (h - tall) / 2 - h * 0.1;
  const x = (w - span) / 2;
  const made = [
    kit.rect(Math.max(0, x - 12), y - (small ? 20 : 42), Math.min(w, span + 18), tall + (small ? 26 : 58), {
      rx: 12,
      fill: "#14100D",
      opacity: 0.82,
    }),
    kit.fitted(heading, x, y - (small ? 18 : 36), span - 12, small ? 15 : 28, {
      size: kit.base(view) * 1.3,
      smallest: kit.least(view),
      weight: 700,
      family: kit.SERIF,
      fill: "#FFF7E6",
    }),
  ];
  list.forEach(({ key, card, ids }, i) => {
    const face = kit.thing(
      view,
      {
        key,
        zone: "choice",
        x: x + i * (wide + 14),
        y,
        width: wide,
        height: tall,
        radius: (wide * 9) / 122,
        ids,
        target: null,
        label: `${nameOf(view, card)}. ${textOf(view, card)}`,
      },
      cardFace(view, card, wide, tall),
    );
    face.dataset.card = card;
    made.push(face);
  });
  return [kit.group({ "data-box": `${w} ${h}` }, ...made)];
}

/** The two forms of a card that is picked: asked before its target and its place. */
function options(view, plan) {
  if (!view.picked.some((key) => key.startsWith("hand:"))) return [];
  const left = view.moves.filter((move) => view.left.has(move.id) && move.option);
  const forms = [...new Set(left.map((move) => move.option))];
  if (forms.length < 2) return [];
  return faces(
    view,
    forms.map((form) => ({
      key: `option:${form}`,
      card: form,
      ids: left.filter((move) => move.option === form).map((move) => move.id),
    })),
    word(view, "form"),
    plan,
  );
}

function choice(view, plan) {
  const { choice: open } = view.description;
  if (!open) return [];
  if (!open.options || !view.moves.length) return [];
  const so_far = [open.size !== undefined ? `${open.size}` : "", open.first ? nameOf(view, open.first) : ""]
    .filter(Boolean)
    .join(" · ");
  const heading = so_far
    ? `${word(view, open.kind)} (${word(view, "chosen", { what: so_far })})`
    : word(view, open.kind);
  return faces(
    view,
    open.options.map((card, i) => ({
      key: `choice:${i}`,
      card,
      ids: kit.movesOf(view, (move) => move.kind === "choose" && move.index === i),
    })),
    heading,
    plan,
  );
}

/** Where a game is played in steps: the answer that there is no target. */
function noTarget(view, plan) {
  const ids = kit.movesOf(view, (move) => move.kind === "target" && move.target === null);
  if (!ids.length) return [];
  const wide = plan.small ? 120 : 220;
  return [
    kit.button(view, {
      key: "button:none",
      x: (view.width - wide) / 2,
      y: plan.rows.middle.y - 6,
      width: wide,
      height: plan.small ? 36 : 44,
      label: kit.capital(view.say("move.target.none")),
      ids,
      role: "secondary",
    }),
  ];
}

/* What an attack would do */

function placeOf(view, key, plan) {
  const { description: d } = view;
  for (const seat of [0, 1]) {
    const own = seat === me(view);
    const row = own ? plan.rows.own : plan.rows.theirs;
    if (d.players[seat].hero.key === key)
      return { x: row.x + row.height / 2, y: row.y + row.height / 2, who: d.players[seat].hero };
    const i = d.players[seat].board.findIndex((minion) => minion.key === key);
    if (i >= 0) {
      const { places, top } = tilePlaces(
        view,
        d.players[seat].board.length,
        own ? plan.rows.own_board : plan.rows.their_board,
        plan,
      );
      return { x: places[i] + plan.tile / 2, y: top + plan.tile * 0.58, who: d.players[seat].board[i] };
    }
  }
  return null;
}

export function preview(view, given, key) {
  kit = given;
  const plan = layout(view);
  const from = view.picked.length ? placeOf(view, view.picked[view.picked.length - 1], plan) : null;
  const to = placeOf(view, key, plan);
  if (!from || !to || from.who === to.who) return null;
  const move = view.moves.find(
    (one) => view.left.has(one.id) && one.kind === "attack" && one.target.key === key,
  );
  if (!move)
    return kit.group({ class: "preview", "pointer-events": "none" }, kit.arrow(from.x, from.y, to.x, to.y));
  const size = kit.base(view) * 1.2;
  const after = (who, hit) => {
    if (who.flags.includes("divine_shield") || who.flags.includes("immune")) return String(who.health);
    return String(Math.max(0, Math.min(who.health, who.health + (who.armor ?? 0) - hit)));
  };
  const chipAt = (place, hit) => {
    const left = after(place.who, hit);
    return kit.chip(`${place.who.health} → ${left}`, place.x, place.y - size, {
      size,
      align: "middle",
      fill: "#FFF7E6",
      ink: "#2A2420",
      stroke: "#2A2420",
      icon: Number(left) <= 0 ? kit.signs.skull() : null,
    });
  };
  const hits = (who) => who.attack ?? 0;
  const back =
    to.who.max_health !== undefined && to.who.card && move.target.place !== null ? hits(to.who) : 0;
  return kit.group(
    { class: "preview", "pointer-events": "none" },
    kit.arrow(from.x, from.y, to.x, to.y),
    chipAt(to, hits(from.who)),
    back ? chipAt(from, back) : null,
  );
}

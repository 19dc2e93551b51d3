// Why a move is a good one, in a sentence: the first true reason of the game's list. Only what the seat sees is looked at.

import {fill} from "./words.js";

const SENTENCES = {
  "bri.exchange": ["the card under the stock is better than the one you give", "la carta de debajo del mazo es mejor que la que das"],
  "bri.lead": ["few cards that are still out can take it", "pocas cartas de las que quedan pueden ganarle"],
  "bri.least": ["of your cards this one costs least here", "de tus cartas es la que menos cuesta aquí"],
  "bri.holds": ["it does most for the trick as it stands", "es lo que más hace por la baza tal como está"],
  "cat.start": ["{pips} dots of numbers and {n} kinds of land: it will earn often", "{pips} puntos de dado y {n} clases de terreno: dará mucho"],
  "cat.new-land": ["{pips} dots, and {what}, which you have not got yet", "{pips} puntos de dado y además {what}, que aún no tienes"],
  "cat.harbour": ["{pips} dots and a harbour that makes trade cheaper", "{pips} puntos de dado y un puerto que abarata el comercio"],
  "cat.settle": ["a victory point, and {pips} more dots of numbers", "un punto de victoria y {pips} puntos de dado más"],
  "cat.wins": ["this wins the game", "con esto ganas la partida"],
  "cat.city": ["a victory point, and these {pips} dots pay twice", "un punto de victoria y estos {pips} puntos de dado pagan doble"],
  "cat.longest": ["it brings the longest road nearer, worth two points", "acerca la carretera más larga, que vale dos puntos"],
  "cat.road": ["it opens the way to a new place for a settlement", "abre camino a un sitio para otro poblado"],
  "cat.road-start": ["from here the next settlement is near", "desde aquí el siguiente poblado queda cerca"],
  "cat.buy": ["a development card may be a point, and nobody knows what it is", "una carta de desarrollo puede ser un punto, y nadie sabe cuál es"],
  "cat.roll": ["the dice come first", "primero, los dados"],
  "cat.knight-away": ["the robber sits on your own land: drive it away", "el ladrón está en tu terreno: échalo"],
  "cat.knight": ["a step towards the largest army, and a stolen card", "un paso hacia el mayor ejército y una carta robada"],
  "cat.robber": ["it costs {who} {pips} dots and you nothing", "le cuesta a {who} {pips} puntos de dado y a ti nada"],
  "cat.steal": ["{who} has most points or cards of those you can rob", "{who} es quien más puntos o cartas tiene de los que puedes robar"],
  "cat.bank": ["you have too much {give} and lack {get}", "te sobra {give} y te falta {get}"],
  "cat.offer": ["you can spare {give}, and {get} brings you further", "puedes ceder {give}, y {get} te hace avanzar"],
  "cat.accept": ["you need {get} more than {give}", "necesitas más {get} que {give}"],
  "cat.reject": ["it would help the other more than you", "ayudaría más al otro que a ti"],
  "cat.monopoly": ["the others hold much {what}", "los demás tienen mucho {what}"],
  "cat.plenty": ["just what the next building lacks", "justo lo que falta para construir"],
  "cat.roads": ["two roads for nothing", "dos carreteras gratis"],
  "cat.end": ["nothing left that is worth its cost: save for the next turn", "no queda nada que valga su coste: guarda para el próximo turno"],
  "cat.discard": ["the card you can best do without", "la carta que menos falta te hace"],
  "din.win": ["with {value} you win the round unless somebody has more, and move on as many squares", "con {value} ganas la ronda si nadie tiene más, y avanzas esas casillas"],
  "din.trait": ["your trait adds 1 against this disaster", "tu rasgo suma 1 contra este desastre"],
  "din.danger": ["one more disaster of this kind would put you out: do not lose this round", "otro desastre como este te elimina: no pierdas esta ronda"],
  "din.middle": ["enough not to be last, and the higher cards stay for a round that counts", "basta para no ser el último, y las altas quedan para otra ronda"],
  "din.effect": ["its effect is worth more than a higher number here", "su efecto vale aquí más que un número mayor"],
  "din.throw": ["you can do without it, and a new card comes", "puedes prescindir de ella y llega otra"],
  "din.instant-up": ["it lifts you at the right moment", "te sube en el momento justo"],
  "din.aim-me": ["it lifts your own score", "sube tu puntuación"],
  "din.aim-other": ["it pulls {who} down, who stands in your way", "baja a {who}, que te estorba"],
  "din.pass": ["an instant would change nothing now: keep it", "un instante no cambiaría nada ahora: guárdalo"],
  "din.avert": ["it keeps the disaster off you", "te libra del desastre"],
  "din.redirect": ["{who} takes the disaster instead of you", "{who} se lleva el desastre en tu lugar"],
  "din.accept": ["this disaster does not hurt you much: keep the card for a worse one", "este desastre te hace poco daño: guarda la carta para otro peor"],
  "din.keep": ["all your cards are worth keeping", "todas tus cartas merecen quedarse"],
  "din.rob": ["{who} is ahead and holds cards worth having", "{who} va por delante y tiene cartas que valen la pena"],
  "din.take": ["the best of what you are shown", "lo mejor de lo que te enseñan"],
  "din.add": ["it adds the most to your score", "es lo que más suma"],
  "din.swap": ["after the swap you stand better", "tras el cambio quedas mejor"],
  "din.fight": ["the highest card you have for this tie", "la carta más alta que tienes para este desempate"],
  "din.stop": ["what is left in your hand is better than what you would draw", "lo que queda en tu mano es mejor que lo que robarías"],
  "hs.lethal": ["it brings the other hero to 0", "deja al otro héroe a 0"],
  "hs.face": ["{n} damage to the hero, with nothing better to hit", "{n} de daño al héroe, sin nada mejor que golpear"],
  "hs.kill": ["it kills {what} and survives", "mata a {what} y sobrevive"],
  "hs.trade": ["it trades for {what}, which is worth more", "se cambia por {what}, que vale más"],
  "hs.weaken": ["it wounds {what} for the next blow", "hiere a {what} para el siguiente golpe"],
  "hs.curve": ["it uses {n} of your {of} mana: nothing goes to waste", "usa {n} de tus {of} de maná: no se desperdicia"],
  "hs.spell": ["the best target for it is there now", "ahora tiene su mejor objetivo"],
  "hs.power": ["there is mana left for it", "sobra maná para usarlo"],
  "hs.end": ["nothing left to do that helps", "no queda nada útil que hacer"],
  "hs.mulligan": ["dear cards are slow: change them for cheaper ones", "las cartas caras son lentas: cámbialas"],
  "hs.mulligan-keep": ["these cards are cheap enough to keep", "estas cartas son bastante baratas para quedárselas"],
  "hs.pick": ["the most useful of these now", "la más útil de estas ahora"],
  "tri.wins": ["it ends the game for you", "con esto ganas"],
  "tri.play": ["playing cards costs nothing: they give coins, power or more", "jugar cartas no cuesta: dan monedas, poder o más"],
  "tri.combo": ["card number {n} of {who} this turn: combos light up", "carta {n} de {who} este turno: se encienden los combos"],
  "tri.buy": ["the best card for {n} of your {of} coins", "la mejor carta por {n} de tus {of} monedas"],
  "tri.call": ["its help now, and its favour moves towards you", "su ayuda ahora, y su favor se acerca a ti"],
  "tri.treasury": ["a weak card, such as {what}, becomes one that gives coins", "una carta floja, como {what}, se convierte en una que da monedas"],
  "tri.call-fourth": ["with the favour of all four you win", "con el favor de los cuatro ganas"],
  "tri.attack": ["{what} would work for the enemy every turn", "{what} trabajaría para el enemigo cada turno"],
  "tri.activate": ["an agent acts once each turn for nothing", "un agente actúa una vez por turno sin coste"],
  "tri.end": ["nothing better is left; {n} power becomes prestige", "no queda nada mejor; {n} de poder pasa a prestigio"],
  "tri.end-plain": ["nothing better is left to do", "no queda nada mejor que hacer"],
  "tri.thin": ["fewer weak cards mean better hands later", "menos cartas flojas, mejores manos después"],
  "tri.pick": ["the most useful of these", "la más útil de estas"],
  "tri.draft": ["its cards fit what is chosen already", "sus cartas encajan con lo elegido"],
  "tri.none": ["nothing here is worth changing", "nada de esto merece cambiarse"],
};

const kinds = (counts) => Object.keys(counts ?? {});

const REASONS = {
  briscas(view, move) {
    const d = view.description;
    if (move.kind !== "play") return ["bri.exchange"];
    if (!d.trick.length) return ["bri.lead"];
    const last = d.trick.length === d.players.length - 1;
    return [last ? "bri.least" : "bri.holds"];
  },
  catan(view, move, name) {
    const d = view.description, me = d.players[view.seat];
    const goal = Number(view.options.points ?? 10), near = (me.points ?? 0) + 1 >= goal;
    if (move.kind === "settle" || move.kind === "city") {
      if (near) return ["cat.wins"];
      if (move.kind === "city") return ["cat.city", {pips: move.pips}];
      const own = new Set([...me.settlements, ...me.cities].flatMap((node) => d.hexes.filter((hex) => hex.corners.includes(node)).map((hex) => hex.terrain)));
      const lands = (move.hexes ?? []).map((hex) => hex.terrain).filter((terrain) => terrain !== "desert");
      const fresh = lands.find((terrain) => own.size && !own.has(terrain));
      if (fresh) return ["cat.new-land", {pips: move.pips, what: name(fresh)}];
      if (move.harbour) return ["cat.harbour", {pips: move.pips}];
      return own.size > 3 || me.settlements.length > 1 ? ["cat.settle", {pips: move.pips}] : ["cat.start", {pips: move.pips, n: new Set(lands).size}];
    }
    if (move.kind === "road") return me.roads.length < 2 ? ["cat.road-start"] : me.road_length >= 3 ? ["cat.longest"] : ["cat.road"];
    if (move.kind === "robber") {
      const hex = d.hexes[move.hex];
      const who = d.players.find((p) => p.seat !== view.seat && [...p.settlements, ...p.cities].some((node) => hex.corners.includes(node)));
      return who ? ["cat.robber", {who: view.names[who.seat], pips: hex.pips}] : null;
    }
    if (move.kind === "steal") return ["cat.steal", {who: view.names[move.victim]}];
    if (move.kind === "knight") return d.hexes[d.robber].corners.some((node) => me.settlements.includes(node) || me.cities.includes(node)) ? ["cat.knight-away"] : ["cat.knight"];
    if (["bank", "offer", "accept", "confirm"].includes(move.kind)) {
      const give = kinds(move.give).map(name).join(", "), get = kinds(move.get ?? move.want).map(name).join(", ");
      return [{bank: "cat.bank", offer: "cat.offer"}[move.kind] ?? "cat.accept", {give, get}];
    }
    if (move.kind === "monopoly") return ["cat.monopoly", {what: name(move.resource)}];
    const plain = {buy: "cat.buy", roll: "cat.roll", reject: "cat.reject", cancel: "cat.reject", plenty: "cat.plenty", roads: "cat.roads", road_building: "cat.roads", end: "cat.end", discard: "cat.discard"};
    return move.kind in plain ? [plain[move.kind]] : null;
  },
  dinosaurs(view, move) {
    const d = view.description, me = d.players[view.seat];
    const value = (card) => Number(/^P(\d+)/.exec(card ?? "")?.[1] ?? NaN);
    if (move.kind === "choose") {
      const best = Math.max(...(me.hand ?? []).map(value).filter((n) => !Number.isNaN(n)));
      if (/E$/.test(move.card) && value(move.card) < best) return ["din.effect"];
      if ((me.fatal ?? []).includes(d.disaster)) return ["din.danger"];
      if (value(move.card) < best) return ["din.middle"];
      return ["din.win", {value: value(move.card) + (me.traits?.[d.disaster] ?? 0)}];
    }
    if (move.kind === "aim") return move.target === view.seat ? ["din.aim-me"] : ["din.aim-other", {who: view.names[move.target]}];
    if (["redirect", "rob"].includes(move.kind)) return [`din.${move.kind}`, {who: view.names[move.target]}];
    const plain = {throw: "din.throw", discard: "din.throw", instant: "din.instant-up", pass: "din.pass", avert: "din.avert", accept: "din.accept", keep_all: "din.keep", keep: "din.take", take: "din.take", add: "din.add", swap: "din.swap", fight: "din.fight", stop: "din.stop", decline: "din.stop", look: "din.take"};
    return move.kind in plain ? [plain[move.kind]] : null;
  },
  hearthstone(view, move, name) {
    const d = view.description, me = d.players[view.seat], other = d.players[1 - view.seat];
    if (move.kind === "attack") {
      const attacker = me.board.find((minion) => minion.key === move.attacker.key), attack = attacker?.attack ?? me.hero.attack;
      if (move.target.place === null || move.target.place === undefined) return attack >= other.hero.health + other.hero.armor ? ["hs.lethal"] : ["hs.face", {n: attack}];
      const target = other.board.find((minion) => minion.key === move.target.key);
      if (!target) return null;
      const what = name(target.card), kills = attack >= target.health && !target.flags.includes("divine_shield"), lives = !attacker || attacker.health > target.attack || attacker.flags.includes("divine_shield");
      return [kills ? lives ? "hs.kill" : "hs.trade" : "hs.weaken", {what}];
    }
    if (move.kind === "play") {
      const card = me.hand[move.place], cost = card?.cost ?? 0;
      return move.target ? ["hs.spell"] : ["hs.curve", {n: cost, of: me.mana.available}];
    }
    if (move.kind === "mulligan") return [move.places.length ? "hs.mulligan" : "hs.mulligan-keep"];
    const plain = {power: "hs.power", end: "hs.end"};
    return [plain[move.kind] ?? "hs.pick"];
  },
  tribute(view, move, name) {
    const d = view.description, me = d.players[view.seat];
    const card = (key) => view.card?.(key) ?? null;
    if (move.kind === "play") {
      const patron = card(move.card)?.patron, entry = d.patrons.find((one) => one.patron === patron);
      return entry?.combo ? ["tri.combo", {n: entry.combo + 1, who: name(patron)}] : ["tri.play"];
    }
    if (move.kind === "buy") return ["tri.buy", {n: move.cost, of: me.coins}];
    if (move.kind === "call" && move.patron === "treasury") {
      const own = [...me.played, ...(me.hand ?? []), ...me.agents].map((entry) => entry.card);
      const [weakest] = own.sort((a, b) => (card(a)?.cost ?? 0) - (card(b)?.cost ?? 0)); // what is played already goes first among equals
      return weakest ? ["tri.treasury", {what: weakest}] : null;
    }
    if (move.kind === "call") return [d.patrons.filter((one) => one.patron !== "treasury" && one.favour === view.seat).length === 3 && d.patrons.find((one) => one.patron === move.patron)?.favour !== view.seat ? "tri.call-fourth" : "tri.call"];
    if (move.kind === "attack") return ["tri.attack", {what: name(move.card)}];
    if (move.kind === "end_turn") return me.prestige + me.power >= 80 ? ["tri.wins"] : me.power ? ["tri.end", {n: me.power}] : ["tri.end-plain"];
    if (move.kind === "done") return [move.cards?.length ? "tri.pick" : "tri.none"];
    if (move.kind === "pick") return [["destroy", "treasury"].includes(move.choice) ? "tri.thin" : "tri.pick"];
    const plain = {activate: "tri.activate", draft: "tri.draft"};
    return move.kind in plain ? [plain[move.kind]] : null;
  },
};

// The sentence, or nothing where no reason of the game's list holds.
export function reason(view, move) {
  const find = REASONS[view.game];
  if (!find || !move) return null;
  const name = (value) => { const found = view.say(`name.${value}`); return found.startsWith("name.") ? view.card?.(value)?.title ?? view.card?.(value)?.name ?? String(value) : found; };
  let found = null;
  try { found = find(view, move.move ?? move, name); } catch { return null; }
  if (!found) return null;
  const [key, values = {}] = found;
  return fill({}, SENTENCES[key][view.language === "es" ? 1 : 0], values);
}
export const sentences = SENTENCES;

// The options of the games in a player's words, in both languages: the question, and the answers where they are names.
// `when` says which other options must hold for one to matter. What is missing here is shown as the game itself words it.

const YES = { en: "yes", es: "sí" },
  NO = { en: "no", es: "no" };
const SUITS = {
  oros: { en: "oros", es: "oros" },
  copas: { en: "copas", es: "copas" },
  espadas: { en: "espadas", es: "espadas" },
  bastos: { en: "bastos", es: "bastos" },
};
const seat = (n) => ({ en: `player ${n + 1}`, es: `jugador ${n + 1}` });

export const OPTIONS = {
  briscas: {
    follow_suit: {
      en: "Following suit",
      es: "Seguir el palo",
      values: {
        none: { en: "no duty: any card", es: "sin obligación: cualquier carta" },
        follow: { en: "follow suit if you can", es: "seguir el palo si se puede" },
        follow_or_trump: { en: "follow, or else trump", es: "seguir o fallar con triunfo" },
      },
    },
    phase: {
      en: "From when on",
      es: "Desde cuándo",
      values: {
        always: { en: "always", es: "siempre" },
        stock_empty: { en: "when the stock is empty", es: "cuando se acaba el mazo" },
      },
      when: (o) => o.follow_suit && o.follow_suit !== "none",
    },
    exchange: {
      en: "Exchanging the face-up trump for the 7 or the 2",
      es: "Cambiar el triunfo descubierto por el 7 o el 2",
      values: { off: { en: "not allowed", es: "no se puede" }, on: { en: "allowed", es: "se puede" } },
    },
    exchange_min_rounds: {
      en: "Rounds of draws that must be left",
      es: "Rondas de robo que deben quedar",
      when: (o) => o.exchange === "on",
    },
    exchange_requires_won_trick: {
      en: "Only after winning a trick",
      es: "Solo tras ganar una baza",
      when: (o) => o.exchange === "on",
    },
    exchange_on_lead_only: {
      en: "Only before you lead",
      es: "Solo antes de salir",
      when: (o) => o.exchange === "on",
    },
    tie_break: {
      en: "At 60 to 60",
      es: "Con 60 a 60",
      values: {
        draw: { en: "nobody wins", es: "empate" },
        most_cards: { en: "more cards win", es: "gana quien tiene más cartas" },
      },
    },
    first_player: {
      en: "Who leads first",
      es: "Quién sale primero",
      values: {
        seeded: { en: "by lot", es: "por sorteo" },
        0: seat(0),
        1: seat(1),
        2: seat(2),
        3: seat(3),
        alternate: { en: "in turn", es: "por turno" },
      },
    },
    removed_two: {
      en: "The two that is taken out",
      es: "El dos que se quita",
      values: SUITS,
      when: (o) => Number(o.players) === 3,
    },
    early_stop: { en: "Stop as soon as a side has 61", es: "Parar cuando alguien llega a 61" },
    partners_see_hands: {
      en: "Partners see each other's cards",
      es: "Los compañeros se ven las cartas",
      values: {
        never: { en: "never", es: "nunca" },
        start: { en: "the first three", es: "las tres primeras" },
        stock_empty: { en: "when the stock is empty", es: "cuando se acaba el mazo" },
      },
      when: (o) => Number(o.players) === 4,
    },
    thesis_engine: {
      en: "Research: the 39-card game of the thesis's program",
      es: "Investigación: el juego de 39 cartas del programa de la tesis",
      research: true,
    },
  },
  catan: {
    numbers: {
      en: "Numbers on the board",
      es: "Números del tablero",
      values: { spiral: { en: "in a spiral", es: "en espiral" }, random: { en: "at random", es: "al azar" } },
    },
    spiral_start: {
      en: "Where the spiral starts",
      es: "Dónde empieza la espiral",
      values: { random: { en: "any corner", es: "cualquier esquina" } },
      when: (o) => (o.numbers ?? "spiral") === "spiral",
      research: true,
    },
    no_adjacent_red: {
      en: "No 6 and 8 side by side",
      es: "Ningún 6 junto a un 8",
      when: (o) => o.numbers === "random",
    },
    harbours: {
      en: "Harbours",
      es: "Puertos",
      values: {
        shuffled: { en: "shuffled", es: "barajados" },
        fixed: { en: "in fixed places", es: "en sitios fijos" },
      },
    },
    shortage: {
      en: "When the bank runs short",
      es: "Si al banco le faltan cartas",
      values: {
        current: { en: "one player alone gets what is left", es: "un solo jugador recibe lo que quede" },
        all_or_nothing: { en: "nobody gets any of it", es: "nadie recibe de ese recurso" },
      },
    },
    roads: { en: "Roads of each player", es: "Carreteras de cada jugador" },
    bank: {
      en: "Cards of each resource in the bank (0: no limit)",
      es: "Cartas de cada recurso en el banco (0: sin límite)",
    },
    cards_before_roll: {
      en: "Development cards may be played before the roll",
      es: "Se puede jugar una carta de desarrollo antes de tirar",
    },
    hidden_discards: { en: "Discards are shown together", es: "Los descartes se enseñan a la vez" },
    max_offers: {
      en: "Offers to other players in a turn (0: no trade)",
      es: "Ofertas a otros jugadores por turno (0: sin comercio)",
    },
    offer_menu: {
      en: "Offers to choose from",
      es: "Ofertas para elegir",
      values: {
        standard: { en: "the usual ones", es: "las habituales" },
        student: { en: "those of the thesis", es: "las de la tesis" },
      },
      research: true,
    },
    compose_trade: {
      en: "Offers of any cards, put together one by one",
      es: "Ofertas con cualquier carta, una a una",
    },
    blind_answers: {
      en: "Answers to an offer are shown together",
      es: "Las respuestas a una oferta se enseñan a la vez",
    },
    trade_close: {
      en: "Who gets the trade",
      es: "Con quién se cierra el trato",
      values: {
        confirm: { en: "the one who offered chooses", es: "elige quien ofreció" },
        first_acceptor: { en: "the first to accept", es: "el primero que acepta" },
      },
    },
    win: {
      en: "When one can win",
      es: "Cuándo se puede ganar",
      values: {
        own_turn: { en: "in one's own turn", es: "en el propio turno" },
        any_time: { en: "at any time", es: "en cualquier momento" },
      },
    },
    points: { en: "Victory points to win", es: "Puntos de victoria para ganar" },
    hand_cap: {
      en: "Hand size at which production stops (0: none)",
      es: "Cartas en mano que paran la producción (0: sin tope)",
      research: true,
    },
    turn_cap: {
      en: "Turns after which the game is a draw",
      es: "Turnos tras los que hay empate",
      research: true,
    },
  },
  dinosaurs: {
    two_player_mode: {
      en: "The published rules for two (no cards of 1 to 3, four disasters to lose)",
      es: "Las reglas publicadas para dos (sin cartas de 1 a 3, cuatro desastres para perder)",
      when: (o) => Number(o.players) === 2,
    },
    insurance_after_sudden_death: {
      en: "Shelter and Detour work after sudden death too",
      es: "Refugio y Desvío valen también tras la muerte súbita",
    },
    fifty_tie: {
      en: "When several reach 50 at once",
      es: "Si varios llegan a 50 a la vez",
      values: {
        highest: { en: "the highest wins", es: "gana el más alto" },
        joint: { en: "they share the win", es: "comparten la victoria" },
      },
    },
    max_rounds: {
      en: "Rounds after which those alive share the win",
      es: "Rondas tras las que los vivos comparten la victoria",
      research: true,
    },
    dinosaurs: {
      en: "Dinosaurs by seat (such as stego or rex,cry,bronto,stego)",
      es: "Dinosaurios por sitio (por ejemplo stego o rex,cry,bronto,stego)",
      values: { random: { en: "by lot", es: "por sorteo" } },
    },
  },
  hearthstone: {
    deck: { en: "Deck of both players", es: "Mazo de ambos jugadores" },
    deck0: { en: "Deck of player 1, if another", es: "Mazo del jugador 1, si es otro" },
    deck1: { en: "Deck of player 2, if another", es: "Mazo del jugador 2, si es otro" },
    decks: {
      en: "Which decks",
      es: "Qué mazos",
      values: {
        given: { en: "those chosen here", es: "los elegidos aquí" },
        mixed: { en: "drawn by lot", es: "por sorteo" },
      },
    },
    variant: {
      en: "Card lists",
      es: "Listas de cartas",
      values: {
        framework: {
          en: "short lists of the research program",
          es: "listas cortas del programa de investigación",
        },
        full: { en: "all 30 cards", es: "las 30 cartas" },
      },
    },
    positions: {
      en: "Where a minion may be put",
      es: "Dónde se puede poner un esbirro",
      values: {
        all: { en: "anywhere in the row", es: "en cualquier sitio de la fila" },
        right: { en: "always at the right end", es: "siempre a la derecha" },
      },
    },
    turn_limit: { en: "Turn at which the game is a draw", es: "Turno en que hay empate" },
    sim: {
      en: "Research: the simulator's own behaviour",
      es: "Investigación: como el simulador",
      research: true,
    },
    deck_known: { en: "Both know the other's deck list", es: "Los dos conocen la lista del otro" },
    mulligan: { en: "The first hand may be changed", es: "Se puede cambiar la primera mano" },
    factored: {
      en: "Research: decisions in small steps",
      es: "Investigación: decisiones en pasos",
      research: true,
    },
    ordered: {
      en: "Research: decks in a fixed order",
      es: "Investigación: mazos en orden fijo",
      research: true,
    },
    start_crystals: {
      en: "Mana crystals before the first turn",
      es: "Cristales de maná antes del primer turno",
    },
  },
  tribute: {
    pool: {
      en: "Patrons that can be drafted",
      es: "Patrones que se pueden elegir",
      values: {
        9: { en: "all nine", es: "los nueve" },
        thesis: { en: "the eight of the thesis", es: "los ocho de la tesis" },
        cog2023: { en: "competition of 2023", es: "competición de 2023" },
        cog2024: { en: "competition of 2024", es: "competición de 2024" },
        cog2025: { en: "competition of 2025", es: "competición de 2025" },
      },
    },
    patrons: {
      en: "Four fixed patrons instead of a draft",
      es: "Cuatro patrones fijos en vez de elegirlos",
      values: { draft: { en: "draft", es: "elegir" } },
    },
    turn_limit: { en: "Turns after which the game is a draw", es: "Turnos tras los que hay empate" },
  },
};
export const PRESETS = {
  official: { en: "official rules", es: "reglas oficiales" },
  thesis: { en: "rules of the thesis", es: "reglas de la tesis" },
  none: { en: "usual rules", es: "reglas habituales" },
};

export function labelOf(game, option, language) {
  return OPTIONS[game]?.[option.name]?.[language] ?? option.what ?? option.name;
}
export function valueOf(game, option, value, language) {
  if (typeof value === "boolean") return (value ? YES : NO)[language];
  return OPTIONS[game]?.[option.name]?.values?.[value]?.[language] ?? String(value);
}
// Whether an option has anything to say as things are chosen now.
export function matters(game, option, chosen) {
  return OPTIONS[game]?.[option.name]?.when?.(chosen) ?? true;
}
export function forResearch(game, option) {
  return Boolean(OPTIONS[game]?.[option.name]?.research);
}
export function worded(game, option) {
  return option.name in (OPTIONS[game] ?? {});
}

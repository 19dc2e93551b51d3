// What the page itself says, in both languages, and how templates are filled (as tapete/words.py does).

export const WORDS = {
  en: {
    "setting-about": "about {n} s", "setting-late": "longer than the usual {n} s: the machine is busy", "against": "against {who}", "setting-why": "The rules are turned into machine code once; after that the game starts at once.", "meanwhile": "Read the rules meanwhile",
    "room-title": "Waiting for friends", "room-text": "Send each friend a link. The game begins when you press Start.", "room-guest": "You sit here. The game begins when its owner starts it.", "room-late": "The game has begun; whoever opens this link can still sit down.", "alarm-turn": "Your turn: {text}", "room-here": "is here", "room-missing": "has not come yet",
    "room-local": "This address is that of your own machine: it works in another window here. For friends on the network start the table with “tapete serve --host ADDRESS”.", "room-bot": "Put a bot here", "room-start": "Start", "room-start-anyway": "Start without waiting", "link-for": "Link for seat {n}", "your-link": "Your name", "show-code": "QR code", "now-room": "The game has not begun.",
    "grid": "Several tables", "grid-title": "{game}: bots at {n} {n:table|tables}", "grid-again": "New games", "grid-won": "wins", "tables": "Tables", "watch-settings": "Watch bots play", "who-plays": "Who plays", "runs-title": "Stored runs", "runs-none": "No runs are stored yet: tapete duel and tapete tournament keep theirs.", "run-games": "{n} games", "run-back": "Runs", "open-run": "Games", "won": "won", "shown-first": "The first {n} games",
    "needs-file": "This is neither a recorded game nor a position.", "offered": "offered", "drop-here": "Let it go to open it.", "hint-reason": "Why", "reviewed-by": "by {agent}", "score-terms": "What decided: the score of each move, term by term", "share-of": "share", "rule": "Its rule:", "no-terms": "This bot plays by fixed rules, without a score for each move.", "all-rows": "All {n} moves", "fewer-rows": "Best of each", "would-play": "would play", "chosen-by": "its move", "best-line": "Expected",
    "rules-options": "Rules in detail", "research-options": "For research", "friend-short": "a friend", "review-done": "{n} decisions looked at,", "hint-rated": "rated highest when tried out", "small-end": "Show the table", "show-result": "Show the result", "hints-used": "hints {n}", "takebacks-used": "take-backs {n}", "copy-failed": "Copy it from here:", "link-long": "Link", "sent-by": "From", "clock-left": "{n} s left", "promise-me": "you, in this window", "promise-friend": "you get a link to send",
    "lobby": "Lobby", "continue": "Continue", "your-turn": "your turn", "over": "over", "waiting": "waiting",
    "play-now": "Play now", "new-game": "New game", "tour": "Tour", "other-games": "Other games", "watch-bots": "Watch bots",
    "open-title": "Open a record, a stored game or a position", "open-hint": "Choose a file, drop it here, or paste its text.",
    "open": "Open", "paste": "Text of a record or position", "games": "Games", "players": "players", "minutes": "min",
    "welcome": "A table for games with hidden cards: against bots, with friends, and under the magnifying glass.",
    "me": "Me", "friend": "A friend, by link", "bot": "Bot", "easy": "Easy", "normal": "Normal", "hard": "Hard", "best": "Best",
    "promise-easy": "plays simply", "promise-normal": "knows the game", "promise-hard": "thinks ahead",
    "promise-best": "the strongest we have, may need seconds", "other-agent": "Other agent", "agent-spec": "agent, such as ismcts:iterations=500",
    "seats": "Seats", "rules": "Rules", "table": "Table", "start": "Start", "cancel": "Cancel", "close": "Close", "default": "usual",
    "clock": "Clock", "no-clock": "none", "clock-seconds": "{n} s a decision", "hints": "Hints and analysis", "take-backs": "Take-backs",
    "spectators": "Others may watch", "open-hands": "Open hands (bots only)", "seed": "Seed (then it is practice)", "yes": "yes", "no": "no",
    "preset": "Preset", "name": "Your name", "number-of-players": "Number of players", "more-options": "More options",
    "log": "Log", "moves": "Moves", "analysis": "Analysis", "hint": "Hint", "menu": "Menu", "language": "Language", "sound": "Sound",
    "you": "You", "partner": "partner", "away": "not here", "spectating": "You watch this table.", "watching": "{n} watching",
    "now-yours": "Your turn: choose a move.", "now-picked": "… and now?", "now-ready": "Do it?", "now-waiting": "Waiting for {who} …",
    "now-chosen": "You have chosen; waiting for {who} …", "now-over": "The game is over.", "now-watch": "{who} to move.", "now-thinking": "{who} {bots:thinks|think} … {n} s", "away-long": "{who} has been away for {n} s.", "away-wait": "Wait", "away-bot": "A bot plays on", "away-for": "(for {who})", "away-back": "{who} is back.", "failed-now": "This table cannot go on.",
    "back": "Back", "withdraw": "Take it back", "play-now-hurry": "Answer now", "choose-one": "Which?",
    "not-possible": "That is not possible now.", "wait-turn": "Wait: {who} decides.", "and": "and", "all": "All", "mine": "Mine", "points": "Points",
    "copy": "Copy", "copied": "Copied.", "turn": "Turn {n}", "begin": "The game begins.",
    "lost": "Connection lost. Trying again … {n}", "back-online": "Connected again.", "other-window": "You play in another window.",
    "play-here": "Play here", "gone": "There is no such table.", "to-lobby": "Back to the lobby", "newer": "The server is another version; reload the page.",
    "setting": "Setting the table …", "first-time": "{n} s (only the first time)",
    "win": "You win!", "lose": "{who} wins.", "wins": "{who} wins.", "win-both": "{who} win.", "draw": "A draw.", "shared": "Shared by {who}.", "forfeit": "{who} broke down and lost the game: {text}.",
    "go-on-bot": "Go on with another bot", "place": "Seat", "score": "Points", "share": "Share", "again": "Again", "rematch": "Rematch, change seats",
    "other-level": "Other level", "replay": "Replay", "live": "Back to the end", "leave": "Leave the game to a bot", "leave-sure": "A bot will play on in your place. Leave?",
    "take-back": "Take back", "take-back-asked": "{who} would like to take a move back.", "agree": "Agree", "refuse": "Refuse", "take-back-wait": "Asking the others …", "refused": "Refused.",
    "invite": "Invite a friend to seat {n}: send this link", "next-ready": "{who} set a new game up.", "go": "Go there",
    "theme": "Theme", "theme-system": "as the system", "theme-light": "light", "theme-dark": "dark", "text-size": "Text size", "speed": "Speed",
    "relaxed": "relaxed", "normal-speed": "normal", "fast": "fast", "instant": "instant", "motion": "Motion", "motion-system": "as the system", "motion-full": "full", "motion-less": "less",
    "confirm": "Confirm moves", "confirm-never": "never", "confirm-touch": "on touch", "confirm-always": "always", "effects": "Effects", "music": "Music", "mute": "Mute",
    "signs": "What the signs mean", "ask-forced": "Ask even where only one move is possible", "now-forced": "Nothing else is possible: {move}.", "tips": "Tips", "coach": "Coach", "coach-off": "off", "coach-ask": "Ask the coach", "coach-on": "warn me of costly moves", "coach-good": "Your pick is as good as any.", "coach-cost": "Your pick costs about {n} %.", "coach-unseen": "Your pick was hardly looked at.", "log-filter": "What the log shows", "important": "Important", "values": "Show values", "letters": "Letter keys", "toast-time": "Messages stay", "full-screen": "Full screen", "stage-size": "Size of the table", "fit": "fit the window",
    "options": "Options", "rules-tour": "Rules and tour", "rules-title": "The rules in short", "keywords": "Words on the cards", "showing": "What happened is being shown. A click or Space goes on to your turn.", "restart": "New game, same table", "resign": "Leave",
    "analyse": "Analyse", "stop": "Stop", "agent": "Agent", "budget": "Budget", "until-stopped": "until stopped", "seconds": "{n} s", "iterations": "{n} tries", "exact": "exact",
    "rank": "", "move": "Move", "chance": "Chance", "value": "Value", "visits": "Tries", "line": "Expected", "others-play": "Others would play", "no-analysis": "Nothing to analyse here.", "analysis-old": "This was an earlier position. Press Analyse to look at the one on the table.", "thinking": "Thinking …", "adviser": "Search", "only-move": "only one move is possible.", "chance-why": "Chance: how often the move won when tried out. Tries: how often it was tried.", "chance-rated-why": "Chance: of winning, as the search rates the table after the move; compare moves by it. Tries: how often it was tried.", "value-why": "Value: how good the table looks after the move; more is better, and only the order counts. Tries: how often it was tried.", "hint-thinking": "Looking for a hint …", "hint-thinking-for": "Looking for a hint … {n} s", "analysis-hint": "Press Analyse to see what each move is worth.",
    "terms": "Terms of the score", "term": "term", "weight": "weight", "here": "here", "part": "part",
    "review": "Analyse all", "reviewing": "Looking at every decision … {n}", "curve": "Chance of winning", "mistake": "{turn}: {text} cost {n} %; {best} was better.", "no-mistakes": "No decision cost 3 % or more.", "curve-rated": "How the search rates each side (not a chance of winning)", "mistake-rated": "{turn}: {text} is rated lower than {best}.", "no-mistakes-rated": "No decision is rated clearly lower than another.", "par": "even: {n} %", "par-rated": "equal shares",
    "share-title": "Share", "share-svg": "Picture (SVG)", "share-png": "Picture (PNG)", "share-png2": "Picture (PNG, twice as large)", "share-link": "Position as a link", "share-text": "Position as text", "share-record": "Record (file)", "share-html": "Whole game as one HTML file", "share-own": "The game goes on: pictures show only what you see.", "share-after": "when the game is over",
    "hint-says": "{agent}: {text}", "hint-why": "won most often when tried out: {a} % against {b} %", "hint-equal": "won as often as the next best when tried out: {a} %", "hint-best": "won most often when tried out: {a} %", "hint-exact": "worked out to the end: nothing is better", "hint-chance": "chance of winning about {a} %, the next best {b} %", "hint-chance-only": "chance of winning about {a} %", "hint-none": "its choice by its rules",
    "coach-says": "Wait: this costs about {n} %.", "why": "Why", "anyway": "Play it anyway", "got-it": "Got it", "no-more-tips": "No more tips",
    "next": "Next", "previous": "Back", "leave-tour": "Leave", "panel-of": "{n} of {of}", "first-step": "First", "last-step": "Last", "step-back": "One back", "step-on": "One on", "play": "Play", "pause": "Pause", "eyes": "Seen by", "eyes-all": "all hands open", "eyes-public": "what everybody sees", "from-here": "Play from here",
    "account": "How it went", "back-in": "Back to the dinosaurs in {n} s.", "stay": "Stay here", "bots-level": "Level of the bots", "bots-level-when": "from the next round", "practice": "practice", "about-score": "{name} {points}", "drawing-failed": "The drawing of this game failed; the plain one is shown.", "error": "Something went wrong", "details": "Details", "choice-secret": "Only you see it.", "keys": "Keys", "keys-text": "Tab and arrows move, Enter chooses, Esc takes back, 1–9 play a card, Space ends an animation, E end turn, H hint, A analysis, L log, M moves, U take back, N answer now, O options, ? rules, F full screen, S sound, R repeats what was said.",
    "whole-needed": "A running game shares only what you see.", "bots-watch": "Watch", "paused": "Paused.", "resume": "Go on", "nobody": "nobody", "plain-drawing": "Plain drawing", "more": "More", "english-only": "EN", "seat-name": "Player {n}", "stored": "Stored games",
  },
  es: {
    "setting-about": "unos {n} s", "setting-late": "más que los {n} s habituales: el ordenador está ocupado", "against": "contra {who}", "setting-why": "Las reglas se convierten una vez en código de máquina; después la partida empieza al momento.", "meanwhile": "Leer las reglas mientras tanto",
    "room-title": "Esperando a los amigos", "room-text": "Envía un enlace a cada amigo. La partida empieza cuando pulses Empezar.", "room-guest": "Este es tu sitio. La partida empieza cuando la inicie su dueño.", "room-late": "La partida ha empezado; quien abra este enlace aún puede sentarse.", "alarm-turn": "Te toca: {text}", "room-here": "ya está", "room-missing": "aún no ha llegado",
    "room-local": "Esta dirección es la de tu propio ordenador: vale en otra ventana de aquí. Para amigos de la red abre la mesa con «tapete serve --host DIRECCIÓN».", "room-bot": "Poner un bot", "room-start": "Empezar", "room-start-anyway": "Empezar sin esperar", "link-for": "Enlace para el sitio {n}", "your-link": "Tu nombre", "show-code": "Código QR", "now-room": "La partida no ha empezado.",
    "grid": "Varias mesas", "grid-title": "{game}: bots en {n} {n:mesa|mesas}", "grid-again": "Otras partidas", "grid-won": "gana", "tables": "Mesas", "watch-settings": "Ver jugar a los bots", "who-plays": "Quién juega", "runs-title": "Series guardadas", "runs-none": "Aún no hay series guardadas: tapete duel y tapete tournament guardan las suyas.", "run-games": "{n} partidas", "run-back": "Series", "open-run": "Partidas", "won": "ganó", "shown-first": "Las primeras {n} partidas",
    "needs-file": "Esto no es ni una partida grabada ni una posición.", "offered": "ofrecido", "drop-here": "Suéltalo para abrirlo.", "hint-reason": "Por qué", "reviewed-by": "según {agent}", "score-terms": "Lo que decidió: la puntuación de cada jugada, término a término", "share-of": "parte", "rule": "Su regla (en inglés):", "no-terms": "Este bot juega con reglas fijas, sin puntuar cada jugada.", "all-rows": "Las {n} jugadas", "fewer-rows": "La mejor de cada", "would-play": "jugaría", "chosen-by": "su jugada", "best-line": "Se espera",
    "rules-options": "Reglas en detalle", "research-options": "Para investigar", "friend-short": "un amigo", "review-done": "{n} decisiones miradas,", "hint-rated": "lo mejor valorado al probarlo", "small-end": "Ver la mesa", "show-result": "Ver el resultado", "hints-used": "pistas {n}", "takebacks-used": "deshechas {n}", "copy-failed": "Cópialo de aquí:", "link-long": "Enlace", "sent-by": "De", "clock-left": "quedan {n} s", "promise-me": "tú, en esta ventana", "promise-friend": "recibes un enlace para enviar",
    "lobby": "Inicio", "continue": "Continuar", "your-turn": "te toca", "over": "terminada", "waiting": "esperando",
    "play-now": "Jugar ya", "new-game": "Nueva partida", "tour": "Guía", "other-games": "Otros juegos", "watch-bots": "Ver bots",
    "open-title": "Abrir una partida grabada, guardada o una posición", "open-hint": "Elige un archivo, suéltalo aquí o pega su texto.",
    "open": "Abrir", "paste": "Texto de una partida o posición", "games": "Juegos", "players": "jugadores", "minutes": "min",
    "welcome": "Una mesa para juegos con cartas ocultas: contra bots, con amigos y bajo la lupa.",
    "me": "Yo", "friend": "Un amigo, por enlace", "bot": "Bot", "easy": "Fácil", "normal": "Normal", "hard": "Difícil", "best": "El mejor",
    "promise-easy": "juega sencillo", "promise-normal": "conoce el juego", "promise-hard": "piensa por delante",
    "promise-best": "lo más fuerte que hay; puede tardar", "other-agent": "Otro agente", "agent-spec": "agente, por ejemplo ismcts:iterations=500",
    "seats": "Sitios", "rules": "Reglas", "table": "Mesa", "start": "Empezar", "cancel": "Cancelar", "close": "Cerrar", "default": "habitual",
    "clock": "Reloj", "no-clock": "sin reloj", "clock-seconds": "{n} s por decisión", "hints": "Pistas y análisis", "take-backs": "Deshacer jugadas",
    "spectators": "Otros pueden mirar", "open-hands": "Manos abiertas (solo bots)", "seed": "Semilla (entonces es práctica)", "yes": "sí", "no": "no",
    "preset": "Variante", "name": "Tu nombre", "number-of-players": "Número de jugadores", "more-options": "Más opciones",
    "log": "Diario", "moves": "Jugadas", "analysis": "Análisis", "hint": "Pista", "menu": "Menú", "language": "Idioma", "sound": "Sonido",
    "you": "Tú", "partner": "compañero", "away": "no está", "spectating": "Miras esta mesa.", "watching": "{n} mirando",
    "now-yours": "Te toca: elige una jugada.", "now-picked": "… ¿y ahora?", "now-ready": "¿La juegas?", "now-waiting": "Esperando a {who} …",
    "now-chosen": "Has elegido; esperando a {who} …", "now-over": "La partida ha terminado.", "now-watch": "Le toca a {who}.", "now-thinking": "{who} {bots:piensa|piensan} … {n} s", "away-long": "{who} lleva {n} s fuera.", "away-wait": "Esperar", "away-bot": "Que siga un bot", "away-for": "(por {who})", "away-back": "{who} ha vuelto.", "failed-now": "Esta mesa no puede seguir.",
    "back": "Atrás", "withdraw": "Recuperarla", "play-now-hurry": "Responde ya", "choose-one": "¿Cuál?",
    "not-possible": "Eso no es posible ahora.", "wait-turn": "Espera: decide {who}.", "and": "y", "all": "Todo", "mine": "Lo mío", "points": "Puntos",
    "copy": "Copiar", "copied": "Copiado.", "turn": "Turno {n}", "begin": "Empieza la partida.",
    "lost": "Sin conexión. Reintentando … {n}", "back-online": "Conectado de nuevo.", "other-window": "Juegas en otra ventana.",
    "play-here": "Jugar aquí", "gone": "No existe esa mesa.", "to-lobby": "Volver al inicio", "newer": "El servidor es de otra versión; recarga la página.",
    "setting": "Poniendo la mesa …", "first-time": "{n} s (solo la primera vez)",
    "win": "¡Ganas!", "lose": "Gana {who}.", "wins": "Gana {who}.", "win-both": "Ganan {who}.", "draw": "Empate.", "shared": "Comparten {who}.", "forfeit": "{who} ha fallado y pierde la partida: {text}.",
    "go-on-bot": "Seguir con otro bot", "place": "Sitio", "score": "Puntos", "share": "Compartir", "again": "Otra vez", "rematch": "Revancha, cambiando de sitio",
    "other-level": "Otro nivel", "replay": "Repetición", "live": "Volver al final", "leave": "Dejar la partida a un bot", "leave-sure": "Un bot seguirá en tu lugar. ¿Salir?",
    "take-back": "Deshacer", "take-back-asked": "{who} quiere deshacer una jugada.", "agree": "De acuerdo", "refuse": "No", "take-back-wait": "Preguntando a los demás …", "refused": "No aceptan.",
    "invite": "Invita a un amigo al sitio {n}: envía este enlace", "next-ready": "{who} ha preparado otra partida.", "go": "Ir",
    "theme": "Tema", "theme-system": "como el sistema", "theme-light": "claro", "theme-dark": "oscuro", "text-size": "Tamaño del texto", "speed": "Velocidad",
    "relaxed": "tranquila", "normal-speed": "normal", "fast": "rápida", "instant": "al instante", "motion": "Movimiento", "motion-system": "como el sistema", "motion-full": "completo", "motion-less": "menos",
    "confirm": "Confirmar jugadas", "confirm-never": "nunca", "confirm-touch": "al tocar", "confirm-always": "siempre", "effects": "Efectos", "music": "Música", "mute": "Silencio",
    "signs": "Qué dicen los signos", "ask-forced": "Preguntar aunque solo haya una jugada", "now-forced": "No hay otra jugada: {move}.", "tips": "Consejos", "coach": "Entrenador", "coach-off": "no", "coach-ask": "Preguntar al entrenador", "coach-on": "avisa de jugadas caras", "coach-good": "Tu elección es tan buena como la mejor.", "coach-cost": "Tu elección cuesta cerca de un {n} %.", "coach-unseen": "Tu elección apenas se ha mirado.", "log-filter": "Qué muestra el diario", "important": "Importante", "values": "Mostrar valores", "letters": "Teclas de letras", "toast-time": "Los avisos duran", "full-screen": "Pantalla completa", "stage-size": "Tamaño de la mesa", "fit": "ajustar a la ventana",
    "options": "Opciones", "rules-tour": "Reglas y guía", "rules-title": "Las reglas en breve", "keywords": "Palabras de las cartas", "showing": "Se muestra lo que ha pasado. Un clic o Espacio pasa a tu turno.", "restart": "Nueva partida, misma mesa", "resign": "Salir",
    "analyse": "Analizar", "stop": "Parar", "agent": "Agente", "budget": "Tiempo", "until-stopped": "hasta parar", "seconds": "{n} s", "iterations": "{n} intentos", "exact": "exacto",
    "rank": "", "move": "Jugada", "chance": "Prob.", "value": "Valor", "visits": "Intentos", "line": "Se espera", "others-play": "Otros jugarían", "no-analysis": "Aquí no hay nada que analizar.", "analysis-old": "Esto era de una posición anterior. Pulsa Analizar para ver la de la mesa.", "thinking": "Pensando …", "adviser": "Búsqueda", "only-move": "solo hay una jugada posible.", "chance-why": "Prob.: cuántas veces ganó la jugada al probarla. Intentos: cuántas veces se probó.", "chance-rated-why": "Prob.: de ganar, según valora la búsqueda la mesa tras la jugada; sirve para comparar jugadas. Intentos: cuántas veces se probó.", "value-why": "Valor: lo buena que queda la mesa tras la jugada; más es mejor y solo cuenta el orden. Intentos: cuántas veces se probó.", "hint-thinking": "Buscando una pista …", "hint-thinking-for": "Buscando una pista … {n} s", "analysis-hint": "Pulsa Analizar para ver cuánto vale cada jugada.",
    "terms": "Términos de la puntuación", "term": "término", "weight": "peso", "here": "aquí", "part": "parte",
    "review": "Analizar todo", "reviewing": "Mirando cada decisión … {n}", "curve": "Probabilidad de ganar", "mistake": "{turn}: {text} costó un {n} %; era mejor {best}.", "no-mistakes": "Ninguna decisión costó un 3 % o más.", "curve-rated": "Cómo valora la búsqueda a cada bando (no es una probabilidad)", "mistake-rated": "{turn}: {text} se valora menos que {best}.", "no-mistakes-rated": "Ninguna decisión se valora claramente menos que otra.", "par": "igualdad: {n} %", "par-rated": "a partes iguales",
    "share-title": "Compartir", "share-svg": "Imagen (SVG)", "share-png": "Imagen (PNG)", "share-png2": "Imagen (PNG, al doble)", "share-link": "Posición como enlace", "share-text": "Posición como texto", "share-record": "Partida grabada (archivo)", "share-html": "Toda la partida en un archivo HTML", "share-own": "La partida sigue: las imágenes muestran solo lo que ves.", "share-after": "cuando termine la partida",
    "hint-says": "{agent}: {text}", "hint-why": "es lo que más gana al probarlo: {a} % frente a {b} %", "hint-equal": "gana tanto como la siguiente al probarlo: {a} %", "hint-best": "es lo que más gana al probarlo: {a} %", "hint-exact": "calculado hasta el final: nada es mejor", "hint-chance": "probabilidad de ganar, cerca del {a} %; la siguiente jugada, {b} %", "hint-chance-only": "probabilidad de ganar, cerca del {a} %", "hint-none": "lo elige por sus reglas",
    "coach-says": "Espera: esto cuesta cerca de un {n} %.", "why": "Por qué", "anyway": "Jugarla igual", "got-it": "Entendido", "no-more-tips": "No más consejos",
    "next": "Siguiente", "previous": "Atrás", "leave-tour": "Salir", "panel-of": "{n} de {of}", "first-step": "Principio", "last-step": "Final", "step-back": "Uno atrás", "step-on": "Uno adelante", "play": "Seguir", "pause": "Pausa", "eyes": "Visto por", "eyes-all": "todas las manos", "eyes-public": "lo que ven todos", "from-here": "Jugar desde aquí",
    "account": "Así ha ido", "back-in": "Vuelta a los dinosaurios en {n} s.", "stay": "Quedarme aquí", "bots-level": "Nivel de los bots", "bots-level-when": "desde la próxima ronda", "practice": "práctica", "about-score": "{name} {points}", "drawing-failed": "El dibujo de este juego ha fallado; se muestra el sencillo.", "error": "Algo ha fallado", "details": "Detalles", "choice-secret": "Solo la ves tú.", "keys": "Teclas", "keys-text": "Tabulador y flechas mueven, Intro elige, Esc deshace, 1–9 juegan una carta, Espacio termina una animación, E terminar turno, H pista, A análisis, L diario, M jugadas, U deshacer, N responde ya, O opciones, ? reglas, F pantalla completa, S sonido, R repite lo dicho.",
    "whole-needed": "Una partida en curso comparte solo lo que ves.", "bots-watch": "Mirar", "paused": "En pausa.", "resume": "Seguir", "nobody": "nadie", "plain-drawing": "Dibujo sencillo", "more": "Más", "english-only": "EN", "seat-name": "Jugador {n}", "stored": "Partidas guardadas",
  },
};

export function named(words, value) {
  if (typeof value === "boolean") return words[value ? "yes" : "no"] ?? String(value);
  if (Array.isArray(value)) return value.map((item) => named(words, item)).join(", ");
  return words[`name.${value}`] ?? String(value);
}

export function listed(words, items) {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${words.and} ${items[items.length - 1]}`;
}

// A template with its places filled: {x}, {x:seat}, {n:one|many}, {list:and}.
export function fill(words, template, data, {reader = null, names = null} = {}) {
  return template.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, member, kind) => {
    const value = data[member];
    if (value === undefined) return whole;
    if (kind === "seat") return value === reader ? words.you : names ? names[value] : (words.seat ?? "{seat}").replace("{seat}", value);
    if (kind && kind.includes("|")) return kind.split("|")[value === 1 ? 0 : 1];
    if (kind === "and") return listed(words, value.map((item) => named(words, item)));
    return named(words, value);
  });
}

export function percent(value) { return Math.round(100 * value); }

// Numbers as people of a language write them.
export function grouped(number, language) { return Number(number).toLocaleString(language === "es" ? "es-ES" : "en-US", {useGrouping: "always"}); }

// What the page's modules and the drawings of games hand to each other, for `tsc` (make lint); no browser loads this.
// These names are global: an import of them, even within a comment, would be looked for by export.js.
// docs/how-to/draw-a-game.md tells it to people, docs/reference/table-protocol.md has the messages.

type Language = "en" | "es";
type Mood = "calm" | "think" | "glad" | "sad" | "wow" | "sly" | "proud";
type Kit = typeof import("./kit.js");
type Fx = import("./fx.js").Fx;
type PageTable = import("./table.js").Table;
type Attributes = Record<string, any>;
/** A game's `describe(state, seat)`: every game has its own. */
type Description = any;

/** What a sentence is made of: the key of a template and what fills its places. */
interface Phrase {
  say: string;
  [member: string]: any;
}
interface GameEvent {
  kind?: string;
  seat?: number;
  said?: Phrase;
  text?: string;
  [member: string]: any;
}
/** A legal move as the server sends it; `text` is made by the page. */
interface SentMove {
  id: number;
  move: Record<string, any>;
  said: Phrase;
  text?: string;
}
/** A legal move as drawings read it: its members beside its number and its sentence. */
interface Move {
  id: number;
  text: string;
  move: Record<string, any>;
  kind?: string;
  [member: string]: any;
}
/** What a move is certain to change, by path; `sure` where nothing else changes; and what is certain to happen. */
interface Preview {
  sure: boolean;
  to: Record<string, any>;
  events: GameEvent[];
}
interface Card {
  name?: string;
  title?: string;
  text?: string;
  keywords?: string[];
  [member: string]: any;
}
/** A part of the page or of the stage, by its edges. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
interface Chair {
  seat: number;
  kind: "person" | "agent";
  name: string;
  label: string;
  side: number;
  here: boolean;
  away: number | null;
  for: string | null;
  level?: string;
  spec?: string;
  person?: string;
  figure?: string;
  figure_name?: string;
  wins?: number;
  ready?: boolean;
  /** Where several people sit, whether this is the first: each has the same face on every page. */
  first?: boolean;
}
interface Result {
  winners: number[];
  fault?: { seat: number; text: string };
  [member: string]: any;
}

/** What a drawing gets. */
interface View {
  game: string;
  description: Description;
  moves: Move[];
  /** Ids of the moves that are still possible after what is picked. */
  left: Set<number>;
  /** Keys of the things that are picked. */
  picked: string[];
  /** The reader's seat; null for a spectator. */
  seat: number | null;
  /** The reader's own seat, also where all hands are open and `seat` is null. */
  own?: number | null;
  /** The seat that is drawn at the bottom. */
  me: number;
  over: boolean;
  language: Language;
  say(key: string, values?: Record<string, any>): string;
  width: number;
  height: number;
  layout: "s" | "m" | "l" | "xl";
  portrait?(seat: number, mood?: Mood): SVGElement | null;
  moods?: Record<number, Mood>;
  theme: string;
  events: GameEvent[];
  lately?: GameEvent[];
  names: string[];
  cards: Record<string, Card>;
  card(name: string): Card | null;
  preview(move: number | object[]): Preview | null;
  after(id: number, path: string): any;
  waiting: number[];
  ready: number[];
  chosen: number[];
  /** Names of the sheets of the drawing that are open. */
  toggles?: Set<string>;
  result: Result | null;
  options: Record<string, any>;
  prefs: Record<string, any>;
  /** Ids of the moves that a hint is about, the best first. */
  hints: number[];
  replay: boolean;
  chairs: Chair[];
  /** Games that decide a series of rematches; 0: no series. */
  match?: number;
}

/** The options of `kit.thing` for a thing on the table. */
interface Thing {
  key: string;
  zone?: string;
  x?: number;
  y?: number;
  width: number;
  height: number;
  radius?: number;
  /** The legal moves that involve it. */
  ids?: number[];
  label?: string;
  why?: string | null;
  state?: string;
  target?: boolean | null;
  raise?: boolean | number;
  order?: number | null;
  hint?: number | null;
  turn?: number;
  fresh?: boolean;
  ring?: ((state: string) => any) | null;
  behind?: boolean;
  source?: string | null;
  role?: string | null;
  room?: boolean;
  card?: string | null;
  commit?: boolean;
  plain?: boolean;
  begins?: boolean;
  marks?: boolean | "several";
  toggle?: string | null;
  /** Moves that are sent together, by number or as data. */
  all?: any[] | null;
  hinted?: boolean;
}
/** What is being shown: a position on the way to the one that was sent, and what has been told of it. */
interface Shown {
  description: Description;
  frame: number;
  told: Set<GameEvent>;
  guide: string | null;
  beat?: string;
}
/** A beat that is to come; with `from` it is the first one of a frame, which begins with that position. */
interface Step {
  beat: Beat;
  frame?: number;
  from?: Description;
}
/** A drawing that is not in the document yet, and what it was made of. */
interface Built {
  view: View;
  drawing: SVGElement;
  of: Record<string, any>;
}

/** One step of what is shown in time. */
interface Beat {
  id: string;
  ms?: number;
  writes?: Record<string, any> | ((description: Description) => Description);
  shows?: Description;
  tells?: GameEvent[];
  guide?: string;
  say?: string;
  sound?: string | false;
  faces?: Record<string, Mood>;
  /** Draw again even where nothing is written. */
  redraw?: boolean;
  does?(fx: Fx): unknown;
}
/** The middle, size and turn of a thing, in pixels of the layer of actors. */
interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
  turn?: number;
  box?: { x: number; y: number; width: number; height: number };
  node?: SVGElement;
}
/** A thing as `flip.js` measures it: its box from the stage's corner, its and the stage's way to the screen. */
interface Measured {
  box: { left: number; top: number; width: number; height: number };
  zone?: string;
  node: any;
  matrix?: DOMMatrix;
  /** Of the group that it is in. */
  around?: DOMMatrix;
  screen?: DOMMatrix;
}
/** A thing by its `data-key`, a zone (`zone:NAME`), or a place. */
type Spot = string | Place | null;

/** What a game adds to the scene at its end. */
interface Ending {
  sentence?: string;
  /** Beside the podium, or above it. */
  picture?: SVGElement;
  /** The figure on the podium for a seat, in a box of 100; its face is given. */
  figure?(seat: number, face: SVGElement): SVGElement;
  /** In the place of the podium. */
  node?: Node;
}
/** The module `draw.js` of a game. */
interface Drawing {
  draw(view: View, kit: Kit): SVGElement;
  title?: Record<Language, string>;
  plain?: boolean;
  guide?(view: View): string | { now: string } | null;
  summary?(view: View): string;
  status?(view: View): string | null;
  /** The seat whose turn it is, where that is not the one that is asked. */
  turn?(view: View): number;
  preview?(view: View, kit: Kit, key: string): SVGElement | null;
  place?(view: View, kit: Kit, event: GameEvent): SVGElement | null;
  lens?(view: View, key: string): Node | string | null;
  legend?(language: Language, say: View["say"], kit: Kit): [Node, string][];
  beats?(before: Description, after: Description, events: GameEvent[], view: View): Beat[];
  out?(view: View): { title: string; text: string; rule?: string; more?: string; node?: Node } | null;
  ending?(view: View): Ending | null;
  ranking?(view: View): any;
  /** The colours of the seats on the table, where they are not those of the page: charts show them too. */
  seatColours?(view: View): string[];
  warning?(view: View, id: number, heard: Set<string>): { kind: string; text: string } | null;
  wording?(said: Phrase, data: Record<string, any>, given: Record<string, any>): Phrase;
  answered?(view: View): number | null;
  chooserPlace?(view: View): { x: number; y: number; width: number; height: number } | null;
  /** Whether what is dragged aims at something else: an arrow leads there, and it stays in its place. */
  aims?(view: View): boolean;
  /** Where by touch the button that confirms lies, and what it says instead of the whole move. */
  confirmPlace?(view: View): { x: number; y: number; width: number; height: number; text?: string } | null;
  /** Whether by touch the button that confirms lies on the foot of what was touched. */
  confirmOn?: boolean;
  /** ms before an answer that needs no person is given. */
  beat?: number;
  sounds?: Record<string, string>;
  music?: string;
  sources?: Record<string, string>;
  important?: string[];
  superseded?: Record<string, string>;
  chapters?: string[];
  keys?: Record<string, string>;
  /** Sheets over the table that whatever is done or happens next shuts. */
  passing?: string[];
}

/** A picture of a game's own piece, to stand beside words. */
interface Picture {
  node: SVGElement;
  width: number;
  height: number;
  label?: string;
  count?: number;
}
/** The module `pictures.js` of a game. */
interface Pictures {
  /** The cards of a seat, as far as the description shows them. */
  hand?(view: View, seat: number): Picture[];
  /** One picture for each sentence of the rules in short, in a box of 160 by 100. */
  rules?: ((view: View) => SVGElement)[];
}

/* Messages of the server */

interface Frame {
  frame: number;
  events: GameEvent[];
  describe: Description;
}
interface TableMessage {
  type: "table";
  id: string;
  game: string;
  title: string;
  options: Record<string, any>;
  seats: Chair[];
  seat: number | null;
  viewer: number | "public" | "all";
  active: boolean;
  owner: boolean;
  language: Language;
  levels: string[];
  settings: Record<string, any>;
  watching: number;
  next_level?: string;
  invite?: { seat: number; token: string }[];
}
interface StateMessage {
  type: "state";
  frame: number;
  decision: string | null;
  describe: Description;
  moves: SentMove[];
  waiting: number[];
  ready: number[];
  chosen: number[];
  over: boolean;
  result: Result | null;
  asks: number | null;
  paused: boolean;
  clock: number | null;
  /** All events so far, one list per frame: on joining, after a take-back, in another language. */
  log?: GameEvent[][];
  /** What happened since the last message, where there is no `log`. */
  frames?: Frame[];
  seed?: string;
  help?: Record<string, any>;
  next?: { id: string; token: string } | null;
}
interface PresenceMessage {
  type: "presence";
  here: boolean[];
  away: (number | null)[];
  watching: number;
}
interface RefusedMessage {
  type: "refused";
  code: string;
  text: string;
  said?: Phrase;
  to?: string;
}
interface FailedMessage {
  type: "failed";
  where: string;
  text: string;
}
interface HintMessage {
  type: "hint";
  decision: string;
  moves: { action: number; [member: string]: any }[];
  values?: Record<string, number>;
  measure?: string;
  claims?: Record<string, any>[];
}
interface CostMessage {
  type: "cost";
  decision: string;
  action: number;
  loss: number;
  measure: string | null;
}
interface AnalysisMessage {
  type: "analysis";
  frame: number;
  tag: number;
  final?: boolean;
  [member: string]: any;
}
interface PastMessage {
  type?: "past";
  frame?: number;
  frames?: number;
  eyes: number | "public" | "all";
  describe: Description;
  events: GameEvent[];
  waiting: number[];
  over: boolean;
  /** All events so far as this viewer saw them, one list per frame: where they were asked for. */
  log?: GameEvent[][];
  /** The engine's step after each frame; not while a game goes on. */
  steps?: number[];
  /** Members of the view that a tour sets. */
  more?: Partial<View>;
}
interface PreviewsMessage {
  type: "previews";
  decision: string;
  moves: Record<string, Preview | null>;
  lines?: (Preview | null)[];
}
interface EmoteMessage {
  type: "emote";
  seat: number;
  mood: Mood;
}
interface OtherMessage {
  type: "others" | "review" | "account" | "stopped" | "whole" | "asked" | "next" | "card" | "done" | "pong";
  [member: string]: any;
}
type ServerMessage =
  | TableMessage
  | StateMessage
  | PresenceMessage
  | RefusedMessage
  | FailedMessage
  | HintMessage
  | CostMessage
  | AnalysisMessage
  | PastMessage
  | PreviewsMessage
  | EmoteMessage
  | OtherMessage;

/** Every element of the page is one of HTML or SVG. */
interface Element extends HTMLOrSVGElement {}
interface Window {
  table?: PageTable;
  tapeteStory?: unknown;
}
// The game's drawing in a file that holds a whole game.
declare module "tapete-drawing" {
  export const draw: Drawing["draw"];
  export const sources: Drawing["sources"];
  export const wording: Drawing["wording"];
  export const declare: ((game: string, plain: unknown) => void) | undefined;
}

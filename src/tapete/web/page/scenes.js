// Scenes lie on the mat, not in dialogues: who won and by what, who is out. One brass button leaves
// each of them.

import { app } from "./app.js";
import { $, h, s, button } from "./dom.js";
import { dataOf } from "./files.js";
import { loadHouse, picture, portraitOf } from "./house.js";
import { besideHead } from "./lastword.js";

const CONFETTI = ["#F6BC3A", "#C23A26", "#2C77B0", "#5B8F34", "#7A4FA8", "#FFF7E6"];
const PIECES = 60;
const GUARD = 600; // ms in which a press may have been meant for what was there before the scene
const quiet = () => document.documentElement.dataset.motion === "less";

/**
 * A scene: a title on a ribbon, what it shows, and what can be done; the first action is the brass one. `id`
 * names it in the document, `light` its mood: warm, cool or night.
 */
export function scene({ id = "scene", title, light = "warm", body = [], actions = [], more = [] }) {
  return h(
    "section",
    { id, class: "scene", "data-light": light, "aria-label": title, tabindex: "-1" },
    h("h2", { class: "ribbon", text: title }),
    ...body,
    h("div", { class: "row acts" }, ...actions),
    ...more,
  );
}
/** Begin a scene: its buttons are inert for a moment and the focus is on the scene itself, so that a key
 * pressed to skip what comes before does not leave the scene. */
export function begin(node) {
  const rows = [...node.querySelectorAll(".row")];
  for (const row of rows) row.inert = true;
  setTimeout(() => {
    for (const row of rows) row.inert = false;
  }, GUARD);
  node.focus({ preventScroll: true });
}
/** Paper that falls from above, for a moment. */
export function confetti(host) {
  if (quiet()) return;
  const { width, height } = host.getBoundingClientRect();
  for (let k = 0; k < PIECES; k += 1) {
    const piece = h("i", { class: "confetti", "aria-hidden": "true" });
    piece.style.left = `${Math.random() * width}px`;
    piece.style.background = CONFETTI[k % CONFETTI.length];
    host.append(piece);
    const fall = `translate(${(Math.random() - 0.5) * 200}px, ${height + 40}px)`;
    const spin = `rotate(${Math.random() * 1200}deg)`;
    piece
      .animate([{ transform: "translateY(-24px) rotate(0)" }, { transform: `${fall} ${spin}` }], {
        duration: 2400 + Math.random() * 1800,
        delay: Math.random() * 700,
        easing: "ease-in",
        fill: "both",
      })
      .finished.then(
        () => piece.remove(),
        () => piece.remove(),
      );
  }
}

// What a seat ended with, in the game's words where it has some.
function worthOf(table, seat) {
  const n = Math.round(100 * table.state.result.points[seat]) / 100;
  const said = table.say("result.points", { n });
  return said === "result.points" ? String(n) : said;
}
// Pedestals 2-1-3, all others stand beside them; seats of one side share a place.
const STEPS = [150, 108, 78],
  RISE = 10;
function pedestal(table, chair, place, used, figure) {
  const { result } = table.state;
  const won = result.winners.includes(chair.seat);
  const mood = won ? "proud" : chair.seat === table.seat ? "sad" : "calm";
  const step = h(
    "div",
    { class: "step", "data-place": String(place) },
    h("b", { text: String(place) }),
    h("strong", { text: table.names[chair.seat] }),
    h("span", { class: "points", text: worthOf(table, chair.seat) }),
    table.state.describe.players?.[chair.seat]?.alive === false
      ? h("small", { class: "gone", text: app.say("place-out") })
      : null,
    chair.level || chair.label
      ? h("small", { text: chair.level ? app.say(chair.level) : chair.label })
      : null,
    used.map((help) => h("small", { class: "used", text: help })),
  );
  step.style.setProperty("--step", `${STEPS[place - 1] ?? 52}px`);
  return h(
    "li",
    { "data-seat": String(chair.seat), class: won ? "won" : "" },
    picture(figure(chair.seat, portraitOf(table.about.game, chair, mood, chair.seat === table.seat)), 100),
    step,
  );
}
/** A worse place never stands higher, whatever is written on its step. @param {HTMLElement} node */
export function evenSteps(node) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = node.querySelectorAll(".podium .step");
  const placeOf = (step) => Number(step.dataset.place);
  let below = { place: Infinity, height: 0 };
  for (const step of [...found].sort((one, other) => placeOf(other) - placeOf(one))) {
    const place = placeOf(step),
      least = below.height + (place < below.place && below.height ? RISE : 0);
    if (step.offsetHeight < least) step.style.minHeight = `${least}px`;
    below = { place, height: Math.max(step.offsetHeight, least) };
  }
}
/** The podium of a game that is over: `order` is its one ranking, `figure(seat, face)` is placed there. */
export function podium(table, order, used, figure = (_, face) => face) {
  const { result } = table.state;
  const worth = (chair) => `${result.returns[chair.seat]} ${result.points[chair.seat]}`;
  const places = [];
  order.forEach((chair, k) => {
    const before = order[k - 1];
    const winners = result.returns[chair.seat] === result.returns[order[0].seat];
    const equal = k && worth(before) === worth(chair) && (winners || !table.stage?.module.ranking);
    const same = k && (before.side === chair.side || equal);
    const better = new Set(order.slice(0, k).map(({ side }) => side)); // places count sides
    places.push(same ? places[k - 1] : better.size + 1);
  });
  const steps = order.map((chair, k) => pedestal(table, chair, places[k], used(chair), figure));
  const shown = steps.length > 1 ? [steps[1], steps[0], ...steps.slice(2)] : steps;
  // Readers hear them in order; eyes see the winner in the middle.
  steps.forEach((node) => node.style.setProperty("order", String(shown.indexOf(node))));
  return h("ol", { class: "podium" }, ...steps);
}
/** What is said at the end: the winner's voice where one has lost, else that of whom one has beaten. */
export async function lastWord(table, node) {
  const { result } = table.state;
  const agents = table.about.seats.filter(
    (chair) => chair.kind === "agent" && (chair.person || chair.figure),
  );
  const mine = table.seat !== null && result.winners.includes(table.seat);
  const speaker = agents.find((chair) => result.winners.includes(chair.seat)) ?? (mine ? agents[0] : null);
  if (!speaker || table.seat === null) return;
  const lines = await linesOf(table.about.game, speaker);
  const line = lines?.[result.winners.includes(speaker.seat) ? "won" : "lost"]?.[app.language];
  const at = $(`li[data-seat="${speaker.seat}"]`, node);
  if (!line || !at) return;
  const bubble = h("p", { class: "bubble", text: line });
  at.prepend(bubble);
  besideHead(node, bubble);
}
const lobbyOf = async (game) => (await dataOf(game, "lobby.json")) ?? {};
/** Which events make a character speak, as a game's lobby.json says. */
export const rulesOfVoices = async (game) => (await lobbyOf(game)).voices ?? [];
/** The lines of a chair: a game's own for its figures or for a character of the house, else those
 * of the cast. */
export async function linesOf(game, chair) {
  if (!chair.figure && !chair.person) return null;
  const [cast, about] = await Promise.all([loadHouse(game), lobbyOf(game)]);
  if (chair.figure) return about.figures?.people?.[chair.figure]?.lines ?? null;
  const own = cast.people[chair.person]?.lines;
  return own ? { ...own, ...about.lines?.[chair.person] } : null;
}
/** The score of a series of games, and whether it is decided. */
export function matchOf(table) {
  const chairs = table.about.seats;
  const sides = [...new Map(chairs.map((chair) => [chair.side, chair])).values()];
  const wins = sides.map((chair) => chair.wins ?? 0);
  const over = table.state.over ? table.state.result.winners : [];
  const counted = sides.map(
    (chair, k) => wins[k] + (over.length < chairs.length && over.includes(chair.seat) ? 1 : 0),
  );
  const target = table.about.settings.match ?? 0;
  if (!target && !wins.some(Boolean)) return null;
  const leader = counted.findIndex((n) => target && n >= target);
  return { target, sides, wins: counted, winner: leader >= 0 ? sides[leader] : null };
}
/** The score of the match as pegs in holes, one row for each side. */
export function matchBoard(table) {
  const match = matchOf(table);
  if (!match) return null;
  const holes = match.target || Math.max(...match.wins);
  const title = match.winner
    ? app.say(match.winner.seat === table.seat ? "match-won" : "match-lost", {
        who: table.names[match.winner.seat],
      })
    : app.say(match.target ? "match-to" : "match-score", { n: match.target });
  return h(
    "div",
    { class: "match" },
    h("strong", { text: title }),
    match.sides.map((chair, k) =>
      h(
        "p",
        {},
        h("span", { text: table.names[chair.seat] }),
        s(
          "svg",
          { viewBox: `0 0 ${holes * 20} 20`, width: holes * 20, height: 20, "aria-hidden": "true" },
          Array.from({ length: holes }, (_, n) =>
            s("circle", { cx: 10 + 20 * n, cy: 10, r: 7, class: n < match.wins[k] ? "peg" : "hole" }),
          ),
        ),
        h("b", { text: String(match.wins[k]) }),
      ),
    ),
  );
}

/**
 * You are out, and the others go on: the game says by what (`module.out(view) -> {title, text, rule,
 * more, node}`, or null). Told once; then one watches, lets the rest be shown at once, or begins anew.
 */
export function outScene(table) {
  const { state, seat } = table;
  if (seat === null || state.over || table.past || table.outShown || state.log) return;
  const own = table.stage.module.out?.(table.view());
  if (!own) return;
  table.outShown = true;
  const leave = () => node.remove();
  const node = scene({
    id: "out",
    title: own.title,
    light: "night",
    body: [
      own.node ? h("div", { class: "fallen" }, own.node) : "",
      h("p", { class: "how", text: own.text ?? "" }),
      own.more ? h("p", { class: "pill", text: own.more }) : "",
      own.rule ? h("p", { class: "rule", text: own.rule }) : "",
    ],
    actions: [
      button(
        app.say("out-skip"),
        () => {
          leave();
          table.skipToEnd();
        },
        { class: "brass" },
      ),
      button(app.say("out-watch"), leave),
      button(app.say("out-new"), () => {
        location.href = `/choose/${table.about.game}`;
      }),
    ],
  });
  node.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
  });
  table.room.append(node);
  table.speak(`${own.title} ${own.text ?? ""}`);
  table.guideNow();
  begin(node);
}

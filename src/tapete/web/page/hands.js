// Pictures of a game's own pieces beside words: the open hands of all seats, and the rules in short.

import { app } from "./app.js";
import { h, s } from "./dom.js";
import { scriptOf } from "./files.js";
import { picture, portraitOf } from "./house.js";
import { theKit } from "./stage.js";

/** @type {Map<string, Pictures>} */
const found = new Map();
/** Read what a game brings; its pictures are drawn with the kit, which is loaded with its drawing. */
export async function loadPictures(game) {
  if (!found.has(game)) found.set(game, (await scriptOf(game, "pictures.js")) ?? {});
  return found.get(game);
}
const drawn = (act) => {
  try {
    return act();
  } catch (error) {
    console.error(error);
    return null;
  }
};

// The cards of a seat in words, for a game that has no pictures of them.
function named(table, player) {
  const held = player?.hand;
  const names = Array.isArray(held)
    ? held.map((card) => card?.card ?? card?.name ?? card)
    : Object.entries(held ?? {}).flatMap(([name, n]) => (n ? [`${n} × ${table.say(`name.${name}`)}`] : []));
  return names.map((name) => {
    const text = table.say(`name.${name}`);
    return h("li", { class: "chip", text: text.startsWith("name.") ? String(name) : text });
  });
}
// What each pane was drawn for: beat follows beat, and few of them change a hand.
/** @type {WeakMap<HTMLElement, string>} */
const looksOf = new WeakMap();
/** Everybody with face, name and hand, as the table shows them. */
export function handsPane(pane, table) {
  const view = table.past ? table.pastView(table.past) : table.statusView();
  const { hand } = found.get(table.about.game) ?? {};
  const { players } = view.description;
  const looks = JSON.stringify([
    app.language,
    table.names,
    players,
    table.about.seats.map(({ level }) => level),
  ]);
  if (looksOf.get(pane) === looks) return;
  looksOf.set(pane, looks);
  pane.replaceChildren(
    ...table.about.seats.map((chair) => {
      const player = players?.[chair.seat];
      const cards = (hand && theKit() && drawn(() => hand(view, chair.seat))) || null;
      const items = cards
        ? cards.map((card) =>
            h(
              "li",
              {},
              s(
                "svg",
                { viewBox: `-2 -2 ${card.width + 4} ${card.height + 4}`, "aria-hidden": "true" },
                card.node,
              ),
              card.count > 1 ? h("b", { class: "count", text: String(card.count) }) : null,
              h("span", { text: card.label ?? "" }),
            ),
          )
        : named(table, player);
      return h(
        "section",
        { "data-seat": String(chair.seat) },
        h(
          "h3",
          {},
          picture(portraitOf(table.about.game, chair, "calm", chair.seat === table.seat), 40),
          h(
            "span",
            {},
            table.names[chair.seat],
            h("small", { text: chair.level ? app.say(chair.level) : (chair.label ?? "") }),
          ),
        ),
        h(
          "ul",
          { class: cards ? "cards" : "row" },
          items.length ? items : h("li", { text: app.say("no-cards") }),
        ),
      );
    }),
  );
}
/** The rules in short: sentences with a picture of the game's own pieces beside each. */
export function pictured(table, texts) {
  const { rules = [] } = found.get(table.about.game) ?? {};
  const view = table.view();
  const cloth = getComputedStyle(table.main).backgroundColor;
  const framed = (node) => {
    const svg = s("svg", { viewBox: "0 0 160 100", "aria-hidden": "true" }, node);
    svg.style.backgroundColor = cloth;
    return svg;
  };
  return h(
    "ol",
    { class: "short" },
    texts.map((text, k) => {
      const node = rules[k] && theKit() ? drawn(() => rules[k](view)) : null;
      return h("li", {}, node ? framed(node) : null, h("p", { text }));
    }),
  );
}

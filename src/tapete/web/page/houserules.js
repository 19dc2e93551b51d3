// House rules of the next game: presets, one line for each option that has an effect, and the rules in short.

import { app } from "./app.js";
import { $, button, h } from "./dom.js";
import { loadPictures } from "./hands.js";
import { icon } from "./icons.js";
import { loadLessons } from "./lessons.js";
import { forResearch, labelOf, matters, valueOf, worded } from "./optionwords.js";
import { optionOf } from "./room.js";
import { group } from "./tabs.js";
import { fill, wordsWith } from "./words.js";

/** Show the rules in short, before there is a table. @param {any} game @param {() => any} learn */
async function shortRules(game, learn) {
  const read = (path) => fetch(`/api/games/${game.name}/${path}`).then((answer) => answer.json());
  const [menus, { moduleOf }, words, cards] = await Promise.all([
    import("./menus.js"),
    import("./stage.js"),
    read("words"),
    read(`cards?lang=${app.language}`),
    loadLessons(game.name),
    loadPictures(game.name),
  ]);
  const module = await moduleOf(game.name, words.drawing);
  const say = (key, values = {}) => {
    const all = wordsWith(app.language, words[app.language]);
    return all[key] === undefined ? key : fill(all, all[key], values, { reader: null, names: [] });
  };
  const card = (name) => cards[name] ?? null;
  const about = { game: game.name };
  const view = () => ({ say, card, cards, language: app.language });
  menus.rules({ words, cards, about, stage: { module }, main: $("#cloth"), say, view }, learn);
}

/** The usual value of an option: the one of a first game, else the default. */
const usualOf = (game, option) => game.lobby.first_options?.[option.name] ?? option.default;
// Options that are chosen elsewhere in the lobby: players, figures, decks.
const onCloth = ({ lobby }, wish) =>
  new Set([
    "players",
    "preset",
    lobby.figures?.option,
    ...(lobby.choices ?? []).flatMap((choice) => [
      choice.instead, // what one choice for each seat makes idle
      ...wish.seats.map((_, seat) => optionOf(choice, seat)),
    ]),
  ]);
const same = (one, other) => String(one) === String(other);

/** Two groups: the rules, and the options for research (null if there are none). */
export function rulesOf(game, wish, learn) {
  const node = group("rules"),
    research = group("research-options", h("p", { class: "promise", text: app.say("research-why") }));
  const lines = h("div", {}),
    others = h("div", {});
  const about = button("", () => shortRules(game, learn), { class: "about" });
  about.append(icon("rules"), h("span", { text: app.say("rules-title") }));
  node.append(about, lines);
  research.append(others);
  const elsewhere = onCloth(game, wish);
  const options = game.options.filter(({ name }) => !elsewhere.has(name));
  const given = () => ({
    ...Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    ...wish.options,
    players: wish.seats.length,
  });
  const put = (option, value) => {
    if (same(value, option.default)) delete wish.options[option.name];
    else wish.options[option.name] = value;
  };
  const keep = (option, value) => {
    put(option, value);
    refill();
  };
  const line = (option) => {
    const label = labelOf(game.name, option, app.language),
      usual = usualOf(game, option),
      value = given()[option.name];
    const back = app.say("usual-is", { value: valueOf(game.name, option, usual, app.language) });
    return h(
      "label",
      { "data-option": option.name, class: same(value, usual) ? "" : "other" },
      h(
        "span",
        { lang: worded(game.name, option) ? null : "en" },
        label,
        same(value, usual)
          ? null
          : button(back, () => keep(option, usual), { class: "link usual", title: app.say("usual-back") }),
      ),
      input(game, option, value, { label, keep: (given) => keep(option, given) }),
    );
  };
  const preset = () => {
    const option = game.options.find(({ name }) => name === "preset");
    const now = wish.options.preset ?? option?.default;
    const choose = (name) => {
      if (wish.options.preset === name) delete wish.options.preset;
      else wish.options.preset = name;
      refill();
    };
    return h(
      "div",
      { class: "row preset", role: "group", "aria-label": app.say("preset") },
      h("span", { text: app.say("preset") }),
      game.presets.map((name) =>
        button(option ? valueOf(game.name, option, name, app.language) : name, () => choose(name), {
          "aria-pressed": String(now === name),
        }),
      ),
      option && worded(game.name, option)
        ? h("p", { class: "promise", text: labelOf(game.name, option, app.language) })
        : null,
    );
  };
  const usually = () => {
    for (const option of options) put(option, usualOf(game, option));
    delete wish.options.preset;
    refill();
  };
  const refill = () => {
    const focus = document.activeElement?.closest("[data-option]")?.dataset.option;
    const all = options.filter((option) => matters(game.name, option, given()));
    const other = all.some((option) => !same(given()[option.name], usualOf(game, option)));
    lines.replaceChildren(
      ...[
        game.presets.length ? preset() : null,
        ...all.filter((option) => !forResearch(game.name, option)).map(line),
        other ? button(app.say("usual-all"), usually, { class: "all-usual" }) : null,
      ].filter(Boolean),
    );
    others.replaceChildren(...all.filter((option) => forResearch(game.name, option)).map(line));
    if (focus) $(`dialog [data-option="${focus}"] :is(select, input)`)?.focus();
  };
  refill();
  return { node, research: options.some((option) => forResearch(game.name, option)) ? research : null };
}

function input(game, option, value, { label, keep }) {
  if (option.choices.length)
    return h(
      "select",
      { "aria-label": label, onchange: (event) => keep(event.target.value) },
      option.choices.map((one) =>
        h("option", {
          value: one,
          text: valueOf(game.name, option, one, app.language),
          selected: same(value, one),
        }),
      ),
    );
  if (typeof option.default === "boolean")
    return h("input", {
      type: "checkbox",
      "aria-label": label,
      checked: value === true || value === "1" || value === "true",
      onchange: (event) => keep(event.target.checked),
    });
  if (typeof option.default === "number")
    return h("input", {
      type: "number",
      "aria-label": label,
      value: String(value),
      min: option.low ?? "",
      max: option.high ?? "",
      onchange: (event) => keep(Number(event.target.value)),
    });
  return h("input", {
    type: "text",
    "aria-label": label,
    value: same(value, option.default) ? "" : String(value),
    placeholder: valueOf(game.name, option, option.default, app.language),
    onchange: (event) => keep(event.target.value.trim() || option.default),
  });
}

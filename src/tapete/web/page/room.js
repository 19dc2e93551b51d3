// The lobby as a place: boxes on a shelf, the cloth of the chosen game, and chairs round it with faces.

import { scriptOf } from "./files.js";
import { app } from "./app.js";
import { $, h, s, button } from "./dom.js";
import { LEVELS, face, picture } from "./house.js";

const ICONS = {
  people:
    "M9 4.6a3.4 3.4 0 1 0 .1 0ZM3 20c0-4 2.6-6.4 6-6.4s6 2.4 6 6.4" +
    "M16 5.2a3.2 3.2 0 0 1 0 6M17.6 14c2.2.7 3.6 2.8 3.6 6",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 0 .1 0Z",
  book: "M12 6c-2-1.6-5-2-8.5-1.6V18c3.5-.4 6.5 0 8.5 1.6 2-1.6 5-2 8.5-1.6V4.4C17 4 14 4.4 12 6Zm0 0v13.6",
  folder: "M3 6.5h6l2 2.5h10v10.5H3Z",
  clock: "M12 3.5a8.5 8.5 0 1 0 .1 0ZM12 7v5.4l3.4 2",
  theme: "M12 3.5a8.5 8.5 0 1 0 .1 0ZM12 3.5v17M12 8h6M12 12h8M12 16h6",
  options:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z" +
    "M8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
};
export function icon(name, size = 22) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" },
    s("path", {
      d: ICONS[name],
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.1,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}
const inWords = (texts) => texts?.[app.language] ?? texts?.en ?? "";
export const titleOf = (game) => inWords(game.lobby.title) || game.title;

// Covers and still lifes are drawings of the games themselves; a game without them has a plain box.
const art = new Map();
export async function loadArt(name) {
  if (!art.has(name))
    art.set(
      name,
      scriptOf(name, "art.js").then((art) => art ?? {}),
    );
  return art.get(name);
}
function plainCover(game) {
  return s(
    "g",
    {},
    s("rect", { width: 480, height: 300, fill: "#1F6B50" }),
    s("circle", { cx: 240, cy: 130, r: 210, fill: "#2E8767" }),
    [-14, 12].map((turn, k) =>
      s("rect", {
        x: 180,
        y: 40,
        width: 120,
        height: 172,
        rx: 14,
        fill: k ? "#FFFBF0" : "#C23A26",
        stroke: "#38200F",
        "stroke-width": 4,
        transform: `rotate(${turn} 240 190)`,
      }),
    ),
    s("text", {
      x: 262,
      y: 158,
      "font-size": 96,
      "text-anchor": "middle",
      fill: "#2C1A10",
      class: "initial",
      text: titleOf(game).slice(0, 1).toUpperCase(),
    }),
  );
}
function filled(svg, game, kind) {
  loadArt(game.name).then((drawn) => {
    const make = drawn[kind] ?? drawn.cover ?? (() => plainCover(game));
    svg.replaceChildren(make());
  });
  return svg;
}
const canvas = (name) =>
  s("svg", {
    class: name,
    viewBox: "0 0 480 300",
    preserveAspectRatio: "xMidYMid meet",
    "aria-hidden": "true",
  });

/** A box on the shelf. */
export function box(game, chosen, pick) {
  const lid = canvas("lid");
  lid.setAttribute("preserveAspectRatio", "xMidYMid slice");
  return h(
    "button",
    {
      type: "button",
      class: "tile",
      "data-game": game.name,
      "aria-pressed": String(chosen),
      onclick: (event) => pick(game, event.currentTarget),
    },
    filled(lid, game, "cover"),
    h("span", { class: "label", text: titleOf(game) }),
  );
}
/** Where the chairs of others are, in the order of play: the next to play sits at one's left, or, as the
 * lobby.json of a game may say (`next_at`), at one's right.
 * @param {number} others @param {{next_at?: string} | null} lobby */
export function placesOf(others, lobby) {
  const places = { 1: ["top"], 2: ["left", "right"], 3: ["left", "top", "right"] }[others] ?? [];
  return lobby?.next_at === "right" ? places.reverse() : places;
}
const inTurn = (game) => placesOf(3, game.lobby);
// The place of each seat stays the same while others come and go.
function placed(game, wish, others) {
  const order = others.map((seat) => inTurn(game).indexOf(wish.places?.[seat]));
  const kept = wish.places?.length === wish.seats.length && order.every((at, k) => at > (order[k - 1] ?? -1));
  if (!kept) {
    wish.places = wish.seats.map(() => "me");
    others.forEach((seat, k) => {
      wish.places[seat] = placesOf(others.length, game.lobby)[k];
    });
  }
  return others.map((seat) => wish.places[seat]);
}
/** Seat the player added last at a free place; the order of play follows the places. */
function seatAt(game, wish, at) {
  const last = wish.seats.length - 1,
    mine = Math.max(0, wish.seats.indexOf("me"));
  wish.places[last] = at;
  const order = inTurn(game);
  const before = (k) => order.indexOf(wish.places[k]) < order.indexOf(at);
  let to = mine + 1;
  while (to < last && before(to)) to += 1;
  for (const all of [wish.seats, wish.people, wish.figures, wish.places])
    if (all.length > last) all.splice(to, 0, ...all.splice(last, 1));
  if (wish.hello === last) wish.hello = to;
}
const CORNERS = ["nw", "ne", "sw", "se"];
function corner(at) {
  return s(
    "svg",
    { class: "corner", "data-at": at, viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("path", {
      d:
        "M14 86V34Q14 14 34 14H86M24 70V40Q24 24 40 24H70M40 34a6 6 0 1 0 .1 0Z" +
        "M40 34Q46 20 62 34 50 40 46 40M34 40Q20 46 34 62 40 50 40 46",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.5,
      "stroke-linecap": "round",
    }),
  );
}

/** Who a seat of the wish is: drawing, name and level, for the cast and the game's own figures. */
export function sitter(game, cast, wish, seat) {
  const who = wish.seats[seat];
  const figure = wish.figures?.[seat];
  const figures = game.lobby.figures?.people;
  const level = LEVELS.includes(who) ? who : "";
  if (figures && figure) {
    const name = who === "me" ? app.say("you") : inWords(figures[figure].name);
    const more = who === "me" ? inWords(figures[figure].name) : level ? app.say(level) : who;
    return { name, more, level, draw: (mood) => figureOf(game, figure, mood), figure };
  }
  if (who === "me") return { name: app.say("you"), more: "", draw: (mood) => picture(face("you", mood)) };
  if (who === "friend")
    return {
      name: app.say("lobby-friend"),
      more: "",
      draw: (mood) => picture(face(`guest${seat % 4}`, mood)),
    };
  if (!level) return { name: who, more: "", draw: (mood) => picture(face("engine", mood)) };
  const person = wish.people[seat];
  return {
    name: cast.people[person]?.name ?? app.say(level),
    more: app.say(level),
    level,
    person,
    draw: (mood) => picture(face(person, mood)),
  };
}
function figureOf(game, figure, mood) {
  const svg = s("svg", { class: "portrait", viewBox: "0 0 100 100", "aria-hidden": "true" });
  loadArt(game.name).then((drawn) => {
    if (drawn.portrait) svg.replaceChildren(drawn.portrait(figure, mood));
  });
  return svg;
}
function chair(at, content, onclick, more = {}) {
  return h("button", { type: "button", class: "chair", "data-at": at, onclick, ...more }, ...content);
}
const plate = (name, more, note = "") =>
  h(
    "span",
    { class: "who" },
    h("b", { text: name }),
    more ? h("small", { text: more }) : null,
    note ? h("small", { class: "note", text: note }) : null,
  );
// Where so many players form pairs: what the game calls who plays with the reader.
function noteOf(game, wish, seat) {
  const { length } = wish.seats,
    pairs = game.lobby.pairs?.[length],
    mine = wish.seats.indexOf("me");
  return pairs && mine >= 0 && seat === (mine + pairs.partner) % length ? inWords(pairs.name) : "";
}

/** The cloth with its chairs. `act` says what a tap does: seat(seat, node),
 * add(node), choice(choice, seat). */
export function tableOf(game, cast, wish, act) {
  const mine = wish.seats.indexOf("me");
  const others = wish.seats
    .map((_, k) => (k + Math.max(0, mine)) % wish.seats.length)
    .filter((k) => k !== mine);
  const cloth = h(
    "div",
    { id: "cloth" },
    CORNERS.map(corner),
    filled(canvas("still"), game, "still"),
    facts(game),
  );
  const node = h("div", { class: "mat", "data-count": String(wish.seats.length) }, cloth);
  const spots = placed(game, wish, others);
  others.forEach((seat, k) => {
    const one = sitter(game, cast, wish, seat);
    const note = noteOf(game, wish, seat);
    const label = app.say(one.more ? "lobby-level" : "lobby-change", { who: one.name, level: one.more });
    const seated = chair(
      spots[k] ?? "round",
      [one.draw("calm"), plate(one.name, one.more, note)],
      (event) => act.seat(seat, event.currentTarget),
      { "data-seat": String(seat), "aria-label": note ? `${label} ${note}.` : label },
    );
    if (!spots[k]) around(seated, k, others.length);
    node.append(seated, ...seatChoices(game, wish, seat, spots[k], one.name, act));
  });
  const most = Math.max(...game.players);
  const free = others.length > 3 ? [] : inTurn(game).filter((at) => !spots.includes(at));
  for (const at of free.slice(0, most - wish.seats.length))
    node.append(
      chair(at, [freeChair()], (event) => act.add(event.currentTarget, at), {
        class: "chair free",
        "aria-label": app.say("lobby-sit"),
      }),
    );
  if (mine >= 0) {
    const me = sitter(game, cast, wish, mine);
    node.append(
      chair(
        "me",
        [me.draw("calm"), plate(me.name, me.more)],
        (event) => act.seat(mine, event.currentTarget),
        {
          "data-seat": String(mine),
          "aria-label": app.say("lobby-change", { who: me.name }),
        },
      ),
      ...seatChoices(game, wish, mine, "me", me.name, act),
    );
  }
  cloth.append(...tableChoices(game, wish, act));
  const colours = game.lobby.cloth ?? {};
  for (const [name, colour] of Object.entries(colours))
    node.style.setProperty(`--cloth-${name.replace("_", "-")}`, colour);
  return node;
}
function around(node, k, n) {
  const angle = Math.PI * (1 + k / Math.max(1, n - 1));
  node.style.left = `${50 + 46 * Math.cos(angle)}%`;
  node.style.top = `${46 + 44 * Math.sin(angle)}%`;
}
function freeChair() {
  return s(
    "svg",
    { class: "portrait", viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("circle", { cx: 50, cy: 50, r: 45, class: "ring" }),
    s("path", { d: "M50 34v32M34 50h32", class: "plus" }),
  );
}
function facts(game) {
  const { players } = game;
  const number = players.length > 1 ? `${players[0]}–${players.at(-1)}` : String(players[0]);
  return h(
    "p",
    { class: "facts" },
    icon("people", 16),
    h("span", { text: number }),
    ...(game.lobby.minutes
      ? [icon("clock", 16), h("span", { text: `${game.lobby.minutes} ${app.say("minutes")}` })]
      : []),
  );
}

// What a game lets its players choose by pictures: for each seat (a deck), or for the table (patrons).
const choicesOf = (game, per) => (game.lobby.choices ?? []).filter((choice) => choice.per === per);
export const optionOf = (choice, seat) => choice.option.replace("{seat}", String(seat));
const lists = new Map();
/** The items of a choice; what each is about may be a string of the game (`about`: its key). */
export async function itemsOf(game, choice) {
  const listed = (address, empty) => {
    if (!lists.has(address))
      lists.set(
        address,
        fetch(address)
          .then((answer) => answer.json())
          .catch(() => empty),
      );
    return lists.get(address);
  };
  if (typeof choice.items === "string") return listed(`/page/games/${game.name}/${choice.items}`, []);
  if (!choice.about) return choice.items;
  const words = await listed(`/api/games/${game.name}/words`, {});
  return choice.items.map((item) => ({
    ...item,
    about: aboutOf(words, choice.about.replace("{id}", item.id)),
  }));
}
const aboutOf = (words, key) => {
  const text = words[app.language]?.[key];
  return text ? { [app.language]: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` } : null;
};
// What was chosen: an item of the list, or a pasted code.
function itemOf(choice, items, value) {
  const found = items.find(({ id }) => id === value);
  const pasted = !found && choice.paste && value;
  return found ?? (pasted ? { ...choice.paste, id: value, pasted: true } : items[0]);
}
// A sheet of paper with a code on it.
const sheetPicture = ([width, height]) =>
  s(
    "g",
    {},
    s("rect", { x: 8, y: 6, width: width - 16, height: height - 12, rx: 8, fill: "#FFFBF0", class: "inked" }),
    s("path", {
      d: [0.28, 0.42, 0.56, 0.7].map((k) => `M20 ${Math.round(height * k)}H${width - 20}`).join(""),
      fill: "none",
      stroke: "#9B7449",
      "stroke-width": 5,
      "stroke-linecap": "round",
      "stroke-dasharray": "16 7 9 7",
    }),
  );
export function itemPicture(game, choice, item) {
  if (item.pasted)
    return s(
      "svg",
      { class: "item", viewBox: `0 0 ${choice.box.join(" ")}`, "aria-hidden": "true" },
      sheetPicture(choice.box),
    );
  const svg = s("svg", { class: "item", viewBox: `0 0 ${choice.box.join(" ")}`, "aria-hidden": "true" });
  loadArt(game.name).then((drawn) => {
    if (drawn[choice.art]) svg.replaceChildren(drawn[choice.art](item.art ?? item.id));
  });
  return svg;
}
function seatChoices(game, wish, seat, at, who, act) {
  return choicesOf(game, "seat").map((choice) => {
    const node = h("button", {
      type: "button",
      class: "choice",
      "data-at": at,
      "data-option": optionOf(choice, seat),
      onclick: () => act.choice(choice, seat, who),
    });
    itemsOf(game, choice).then((items) => {
      const item = itemOf(choice, items, wish.options[optionOf(choice, seat)]);
      if (!item) return;
      node.replaceChildren(
        itemPicture(game, choice, item),
        h("span", { text: inWords(item.short ?? item.name) }),
      );
      node.setAttribute(
        "aria-label",
        `${inWords(choice.title).replace("{who}", who)}: ${inWords(item.name)}`,
      );
    });
    return node;
  });
}
function tableChoices(game, wish, act) {
  return choicesOf(game, "table").map((choice) => {
    const value = String(wish.options[choice.option] ?? choice.otherwise);
    const chosen = choice.items.filter(({ id }) => value.split(",").includes(id));
    const chosenNames = chosen.map((item) => inWords(item.name)).join(", ");
    return h(
      "button",
      {
        type: "button",
        class: "choice medals",
        "data-option": choice.option,
        "aria-label": `${inWords(choice.title)}: ${chosenNames || inWords(choice.otherwise_name)}`,
        onclick: () => act.choice(choice, null, ""),
      },
      h("b", { text: inWords(choice.title) }),
      chosen.length
        ? chosen.map((item) => itemPicture(game, choice, item))
        : h("span", { text: inWords(choice.otherwise_name) }),
    );
  });
}

/** A balloon beside a chair, or a sheet at the foot of a small window; Escape or a tap beside
 * it closes it. */
export function balloon(anchor, title, ...content) {
  $("dialog.balloon-sheet")?.remove();
  const node = h(
    "dialog",
    { class: "balloon-sheet", "aria-label": title },
    h("h2", { text: title }),
    ...content,
    button("×", () => node.close(), { class: "close", "aria-label": app.say("close") }),
  );
  node.addEventListener("close", () => node.remove());
  node.addEventListener("click", (event) => {
    if (event.target === node) node.close();
  });
  document.body.append(node);
  node.showModal();
  $("[aria-pressed=true]:not(.levels *)", node)?.focus({ preventScroll: true }); // its title stays in sight
  if (anchor) {
    const near = anchor.getBoundingClientRect();
    // Again where it grows: what is unfolded in it stays in the window.
    new ResizeObserver(() => placeBeside(node, near)).observe(node);
    placeBeside(node, near);
  }
  return node;
}
function placeBeside(node, near) {
  const own = node.getBoundingClientRect();
  const room = { x: innerWidth - own.width - 8, y: innerHeight - own.height - 8 };
  node.style.left = `${Math.max(8, Math.min(room.x, near.left + near.width / 2 - own.width / 2))}px`;
  node.style.top = `${Math.max(8, Math.min(room.y, near.bottom + 8))}px`;
}

/** Who sits here? Levels as tabs with three faces each; for a game with figures the figures themselves. */
export function picker(anchor, game, cast, wish, seat, done, at = null) {
  const figures = game.lobby.figures?.people;
  const own = wish.seats[seat] === "me";
  const adding = seat >= wish.seats.length;
  let level = LEVELS.includes(wish.seats[seat]) ? wish.seats[seat] : "easy";
  const tabs = h("div", { class: "levels", role: "group", "aria-label": app.say("bots-level") });
  const faces = h("div", { class: "faces" });
  const said = h("p", { class: "said", "aria-live": "polite" });
  const close = (change) => {
    change();
    node.close();
    done();
  };
  const put = (who, more) =>
    close(() => {
      wish.seats[seat] = who;
      more?.();
      if (adding && at) seatAt(game, wish, at);
    });
  const fillTabs = () => {
    tabs.replaceChildren(
      ...LEVELS.map((one) =>
        button(
          app.say(one),
          () => {
            level = one;
            if (!adding) {
              wish.seats[seat] = one;
              done();
            }
            fillTabs();
            fillFaces();
          },
          { "aria-pressed": String(one === level), "data-level": one },
        ),
      ),
    );
    said.textContent = app.say(`promise-${level}`);
  };
  const option = (attributes, drawing, name, pressed, act) =>
    h(
      "button",
      { type: "button", "aria-pressed": String(pressed), onclick: act, ...attributes },
      drawing,
      h("span", { text: name }),
    );
  const fillFaces = () => {
    if (figures)
      faces.replaceChildren(
        ...Object.entries(figures).map(([id, one]) => {
          const pressed = wish.figures[seat] === id;
          return option(
            { "data-figure": id },
            figureOf(game, id, pressed ? "proud" : "calm"),
            inWords(one.name),
            pressed,
            () =>
              put(own ? "me" : level, () => {
                const other = wish.figures.indexOf(id);
                if (other >= 0) wish.figures[other] = wish.figures[seat];
                wish.figures[seat] = id;
                wish.surprise = false;
              }),
          );
        }),
      );
    else
      faces.replaceChildren(
        ...Object.entries(cast.people)
          .filter(([, one]) => one.level === level)
          .map(([id, one]) => {
            const pressed = wish.people[seat] === id;
            return option(
              { "data-person": id },
              picture(face(id, pressed ? "glad" : "calm"), 62),
              one.name,
              pressed,
              () =>
                put(level, () => {
                  const other = wish.people.indexOf(id);
                  if (other >= 0 && other !== seat) wish.people[other] = wish.people[seat];
                  wish.people[seat] = id;
                  wish.hello = seat;
                }),
            );
          }),
      );
  };
  fillTabs();
  fillFaces();
  const fewer = game.players.includes(wish.seats.length - 1) && !own && !adding;
  const list = h(
    "datalist",
    { id: "agents" },
    game.agents.map((name) => h("option", { value: name })),
  );
  const spec = h("input", {
    type: "text",
    list: "agents",
    "aria-label": app.say("agent-spec"),
    placeholder: app.say("agent-example"),
    value: ["me", "friend", ...LEVELS].includes(wish.seats[seat]) ? "" : (wish.seats[seat] ?? ""),
  });
  const other = h(
    "details",
    { open: Boolean(spec.value) },
    h("summary", { text: app.say("lobby-other") }),
    h(
      "div",
      { class: "row" },
      spec,
      list,
      button(app.say("lobby-take"), () => (spec.value.trim() ? put(spec.value.trim()) : spec.focus())),
    ),
  );
  const acts = own
    ? [
        figures
          ? button(app.say("lobby-surprise"), () =>
              close(() => {
                wish.surprise = true;
                wish.figures = mixed(Object.keys(figures));
              }),
            )
          : null,
      ]
    : [
        button(app.say("lobby-friend"), () => put("friend"), { title: app.say("lobby-friend-why") }),
        fewer
          ? button(app.say("lobby-nobody"), () =>
              close(() => {
                for (const all of [wish.seats, wish.people, wish.figures, wish.places]) all.splice(seat, 1);
              }),
            )
          : null,
      ];
  const node = balloon(
    anchor,
    app.say(own ? "lobby-you" : "lobby-who"),
    ...(own ? [] : [tabs, said]),
    own && !figures ? "" : faces,
    ...(own ? [nameField()] : []),
    h("div", { class: "row" }, acts),
    own ? "" : other,
  );
  return node;
}
export const mixed = (all) => {
  const found = [...all];
  for (let k = found.length - 1; k > 0; k -= 1) {
    const j = Math.floor(Math.random() * (k + 1));
    [found[k], found[j]] = [found[j], found[k]];
  }
  return found;
};
let nameField = () => "";
/** The field for one's own name comes from the module that keeps it. */
export function withName(make) {
  nameField = make;
}

/** Choose by pictures: one for a seat, with its curve and list; or several for the table. */
export async function chooser(anchor, game, choice, wish, seat, who, done) {
  const items = await itemsOf(game, choice);
  const key = optionOf(choice, seat);
  const own = wish.seats[seat] === "me";
  const title = inWords(own ? (choice.title_own ?? choice.title) : choice.title).replace("{who}", who);
  if (choice.pick) {
    severalOf(anchor, game, choice, items, wish, key, title, done);
    return;
  }
  let at = Math.max(
    0,
    items.findIndex(({ id }) => id === wish.options[key]),
  );
  const about = h("div", { class: "about" });
  const grid = h("div", { class: "pictures" });
  const fill = () => {
    grid.replaceChildren(
      ...items.map((item, k) =>
        h(
          "button",
          {
            type: "button",
            "data-item": item.id,
            "aria-pressed": String(k === at),
            onclick: () => {
              at = k;
              fill();
              grid.children[k].focus();
            },
          },
          itemPicture(game, choice, item),
          h("span", { text: inWords(item.name) }),
        ),
      ),
    );
    const item = items[at];
    about.replaceChildren(
      h("h3", { text: inWords(item.name) }),
      item.curve ? curve(item.curve) : "",
      item.list
        ? h(
            "ul",
            { class: "cards", lang: "en" },
            item.list.map(([cost, name, count]) =>
              h(
                "li",
                {},
                h("b", { text: String(cost) }),
                name,
                count > 1 ? h("i", { text: `×${count}` }) : "",
              ),
            ),
          )
        : "",
    );
  };
  fill();
  const keep = (value) => {
    wish.options[key] = value;
    node.close();
    done();
  };
  const take = button(app.say("lobby-take"), () => keep(items[at].id), { class: "primary" });
  const node = balloon(
    anchor,
    title,
    h("div", { class: "shown" }, grid, about),
    choice.paste ? pasting(game, choice, key, itemOf(choice, items, wish.options[key]), keep) : "",
    h("div", { class: "row acts" }, take),
  );
  node.classList.add("wide");
}
// A field for a code from elsewhere: looked for in what is pasted, and tried before it is taken.
function pasting(game, choice, key, chosen, keep) {
  const { find, label, take: verb, good, bad } = choice.paste;
  const said = h("p", { class: "said", role: "status" });
  const field = h("input", {
    type: "text",
    "aria-label": inWords(label),
    placeholder: inWords(label),
    value: chosen?.pasted ? chosen.id : "",
    autocomplete: "off",
    spellcheck: "false",
  });
  const take = button(inWords(verb), () => keep(code()), { disabled: true });
  const code = () => field.value.match(new RegExp(find))?.[0] ?? "";
  const tried = async () => {
    const value = code();
    take.disabled = true;
    said.classList.remove("bad");
    said.textContent = "";
    if (!field.value.trim()) return;
    const asked = value
      ? await fetch(`/api/games/${game.name}/check`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ options: { ...game.lobby.first_options, [key]: value } }),
        })
          .then((answer) => answer.json())
          .catch((error) => ({ error: String(error) }))
      : { error: "" };
    if (value !== code()) return; // something else was typed meanwhile
    take.disabled = asked.error !== undefined;
    said.classList.toggle("bad", asked.error !== undefined);
    said.textContent = inWords(asked.error === undefined ? good : bad);
    said.title = asked.error ?? "";
  };
  field.addEventListener("paste", (event) => {
    event.preventDefault(); // the game copies several lines: the code is one of them
    const text = event.clipboardData.getData("text");
    field.value = text.match(new RegExp(find))?.[0] ?? text.trim().split("\n")[0];
    tried();
  });
  field.addEventListener("change", tried);
  field.addEventListener("input", () => {
    take.disabled = true;
  });
  return h("div", { class: "pasting" }, h("div", { class: "row" }, field, take), said);
}
function curve(counts) {
  const most = Math.max(1, ...counts);
  return h(
    "div",
    { class: "costs", role: "img", "aria-label": `${app.say("lobby-curve")}: ${counts.join(", ")}` },
    counts.map((n, cost) => {
      const bar = h("i");
      bar.style.height = `${Math.round((44 * n) / most)}px`;
      return h(
        "span",
        {},
        h("em", { text: n ? String(n) : "" }),
        bar,
        h("b", { text: cost === counts.length - 1 ? `${cost}+` : String(cost) }),
      );
    }),
  );
}
function severalOf(anchor, game, choice, items, wish, key, title, done) {
  const value = String(wish.options[key] ?? choice.otherwise);
  const chosen = value === choice.otherwise ? [] : value.split(",");
  const described = items.some((item) => item.about);
  const grid = h("div", { class: described ? "pictures described" : "pictures" });
  const take = button(
    app.say("lobby-take"),
    () => {
      wish.options[key] = items
        .map(({ id }) => id)
        .filter((id) => chosen.includes(id))
        .join(",");
      node.close();
      done();
    },
    { class: "primary" },
  );
  const count = h("p", { class: "said", "aria-live": "polite" });
  const mark = () => {
    for (const one of grid.children)
      one.setAttribute("aria-pressed", String(chosen.includes(one.dataset.item)));
    take.disabled = chosen.length !== choice.pick;
    count.textContent = app.say("lobby-picked", { n: chosen.length, of: choice.pick });
  };
  grid.append(
    ...items.map((item) =>
      h(
        "button",
        {
          type: "button",
          "data-item": item.id,
          onclick: () => {
            const k = chosen.indexOf(item.id);
            if (k >= 0) chosen.splice(k, 1);
            else {
              if (chosen.length >= choice.pick) chosen.shift();
              chosen.push(item.id);
            }
            mark();
          },
        },
        itemPicture(game, choice, item),
        h("span", { text: inWords(item.name) }),
        item.about ? h("small", { text: inWords(item.about) }) : "",
      ),
    ),
  );
  mark();
  const node = balloon(
    described ? null : anchor,
    title,
    count,
    grid,
    h(
      "div",
      { class: "row acts" },
      button(inWords(choice.otherwise_name), () => {
        wish.options[key] = choice.otherwise;
        node.close();
        done();
      }),
      take,
    ),
  );
  node.classList.toggle("wide", described);
}
/** What a character says when sitting down. */
export function greets(cast, game, wish, seat) {
  const lines =
    game.lobby.figures?.people[wish.figures[seat]]?.lines ?? cast.people[wish.people[seat]]?.lines;
  const node = $(`.chair[data-seat="${seat}"]`);
  if (!lines || !node) return;
  const said = h("span", { class: "bubble", role: "status", text: inWords(lines.hello) });
  node.append(said);
  setTimeout(() => said.remove(), 2600);
}

// The waiting room: the same table, before it begins. Free chairs breathe, the invitation is on the cloth,
// the owner starts.

import { app } from "./app.js";
import { prefs, set } from "./prefs.js";
import { $, h, s, button, copyText, toast } from "./dom.js";
import { isUnnamed, picture, portraitOf } from "./house.js";
import { code } from "./qr.js";
import { dataOf } from "./files.js";
import { loadArt, placesOf } from "./room.js";

const local = () => ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
const EMOTES = ["glad", "wow", "think", "sly"];
const SERVE_TO_ALL = "tapete serve --host 0.0.0.0"; // also to other devices of the network
const SHOWN = 2200; // ms for which a face keeps a mood that a player chose

// Draw the room anew; without a reason to wait it goes away.
export function waitingRoom(table) {
  const { about } = table;
  const invited = about?.invite ?? [];
  const missing = invited.filter(({ seat }) => !about.seats[seat].here);
  const wanted = about?.settings.waiting || (table.owner && missing.length > 0 && !table.roomShut);
  const open = $("#room .room");
  const typing = document.activeElement?.closest(".room input");
  if (!wanted) {
    open?.remove();
    return;
  }
  if (typing && open) return; // not while a name is being written
  const all = about.seats.every((chair) => chair.here);
  const title = app.say(all ? "room-all-title" : "room-title");
  const owners = all ? "room-all" : "room-text";
  const text = app.say(!about.settings.waiting ? "room-late" : table.owner ? owners : "room-guest");
  const node = h(
    "section",
    { class: "room", "aria-label": title },
    h("h2", { text: title }),
    h(
      "div",
      { class: "mat" },
      h(
        "div",
        { class: "cloth" },
        missing.length
          ? missing.map((invitation) => paper(table, invitation, missing.length > 1))
          : [still(table.about.game), h("p", { class: "note", text })],
      ),
      h("ul", { class: "places" }, seatsRound(table)),
    ),
    missing.length ? h("p", { class: "note", text }) : null,
    missing.length && local() ? opening(table) : null,
    h(
      "div",
      { class: "row own" },
      table.seat !== null && about.settings.waiting ? figures(table) : null,
      table.seat !== null ? emotes(table) : null,
    ),
    h(
      "div",
      { class: "row acts" },
      table.seat !== null ? nameField(table) : null,
      about.settings.waiting && table.seat !== null && !table.owner ? readyButton(table) : null,
      about.settings.waiting && table.owner
        ? button(
            app.say(missing.length ? "room-start-anyway" : "room-start"),
            () => {
              table.roomShut = true;
              table.net.send({ type: "start" });
            },
            { class: "brass", id: "start" },
          )
        : null,
      about.settings.waiting
        ? null
        : button(app.say("close"), () => {
            table.roomShut = true;
            node.remove();
          }),
    ),
  );
  if (open) open.replaceWith(node);
  else table.main.append(node);
}
// The pieces of the game lie on the cloth once everybody is here.
const stills = new Map();
function still(game) {
  if (!stills.has(game)) {
    const drawn = s("svg", { class: "still", viewBox: "0 0 480 300", "aria-hidden": "true" });
    stills.set(game, drawn);
    loadArt(game).then(
      (art) => (art.still ?? art.cover) && drawn.replaceChildren((art.still ?? art.cover)()),
    );
  }
  return stills.get(game);
}
function seatsRound(table) {
  const { seats } = table.about;
  const mine = table.seat ?? -1;
  const others = seats.map((_, k) => (k + Math.max(0, mine)) % seats.length).filter((k) => k !== mine);
  const spots = placesOf(others.length, lobbyOf(table));
  const at = (seat) => (seat === mine ? "me" : (spots[others.indexOf(seat)] ?? "top"));
  return seats.map((chair) => place(table, chair, at(chair.seat)));
}
function place(table, chair, at) {
  const face = chair.here
    ? picture(
        portraitOf(
          table.about.game,
          chair,
          table.moods?.get(chair.seat) ?? "calm",
          chair.seat === table.seat,
        ),
      )
    : s(
        "svg",
        { class: "portrait", viewBox: "0 0 100 100", "aria-hidden": "true" },
        s("circle", { cx: 50, cy: 50, r: 45, class: "ring" }),
        s("path", { d: "M32 50h.1M50 50h.1M68 50h.1", class: "plus" }),
      );
  const { name, more } = plateOf(table, chair);
  return h(
    "li",
    { class: `chair ${chair.here ? "here" : "missing"}`, "data-seat": String(chair.seat), "data-at": at },
    face,
    h(
      "span",
      { class: "who" },
      h("b", { text: name }),
      more ? h("small", { text: more }) : null,
      chair.ready ? tickDisc() : null,
    ),
  );
}
// The plate of a seat: whether another person is here, or the reader's own name.
function plateOf(table, chair) {
  const name = table.names[chair.seat];
  if (chair.seat !== table.seat) return { name, more: app.say(chair.level ? chair.level : stateOf(chair)) };
  const own = isUnnamed(chair.name) ? null : chair.name;
  return { name: own ?? name, more: chair.ready ? app.say("room-is-ready") : own ? name.toLowerCase() : "" };
}
const stateOf = (chair) => (chair.ready ? "room-is-ready" : chair.here ? "room-here" : "room-missing");
const tickDisc = () =>
  s(
    "svg",
    { class: "tick", viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" },
    s("circle", { cx: 12, cy: 12, r: 11 }),
    s("path", { d: "M7 12.5 10.5 16 17 8.5" }),
  );
// An invited player says that the game may begin; the owner starts it.
function readyButton(table) {
  const { ready } = table.about.seats[table.seat];
  return button(
    app.say(ready ? "room-not-ready" : "room-ready"),
    () => table.net.send({ type: "ready", ready: !ready }),
    { class: ready ? "" : "brass", id: "ready", "aria-pressed": String(Boolean(ready)) },
  );
}
// What a game says about itself in its lobby.json; until it is there, nothing.
const lobbies = new Map();
function lobbyOf(table) {
  const { game } = table.about;
  if (!lobbies.has(game)) {
    lobbies.set(game, {});
    dataOf(game, "lobby.json").then((found) => {
      lobbies.set(game, found ?? {});
      waitingRoom(table);
    });
  }
  return lobbies.get(game);
}
// A game whose players are figures lets everybody choose one, here too.
function figures(table) {
  const { game, seats } = table.about;
  const about = lobbyOf(table).figures;
  if (!about?.option) return null;
  const mine = seats[table.seat];
  return h(
    "div",
    { class: "emotes figures", role: "group", "aria-label": app.say("room-figure") },
    Object.entries(about.people).map(([figure, one]) => {
      const name = one.name[app.language];
      const chosen = mine.figure === figure;
      const node = button("", () => table.net.send({ type: "figure", figure }), {
        "aria-label": name,
        title: name,
        "data-figure": figure,
        "aria-pressed": String(chosen),
      });
      node.replaceChildren(
        picture(portraitOf(game, { ...mine, figure }, chosen ? "proud" : "calm", false), 44),
        h("span", { text: name }),
      );
      return node;
    }),
  );
}
// The invitation: a sheet of paper on the cloth.
function paper(table, invitation, several) {
  const { seat } = invitation;
  const link = `${location.origin}/table/${table.id}#${invitation.token}`;
  const label = app.say("link-for", { n: seat + 1 });
  return h(
    "div",
    { class: `invitation${several ? " several" : ""}` },
    code(link, label),
    h(
      "div",
      {},
      h("strong", { text: app.say(several ? "link-for" : "room-come", { n: seat + 1 }) }),
      h("input", {
        type: "text",
        readonly: true,
        value: link,
        "aria-label": label,
        onfocus: (event) => event.target.select(),
      }),
      h(
        "div",
        { class: "row" },
        button(
          app.say("room-copy"),
          async () => {
            if (await copyText(link)) toast(app.say("copied"), { seconds: 2 });
          },
          { class: "primary" },
        ),
        button(app.say("room-bot"), () => table.net.send({ type: "replace", seat, agent: "normal" })),
      ),
    ),
  );
}
// Friends on other devices reach only a server that is open to the network: how that is done, one tap away.
function opening(table) {
  return h(
    "div",
    { class: "note small opening" },
    h("span", { text: app.say("room-local") }),
    h(
      "details",
      {
        open: Boolean(table.openingShown),
        ontoggle: (event) => {
          table.openingShown = event.target.open;
          if (event.target.open) event.target.parentNode.scrollIntoView({ block: "nearest" });
        },
      },
      h("summary", { text: app.say("room-local-how") }),
      h("p", { text: app.say("room-local-steps") }),
      h("code", { text: SERVE_TO_ALL }),
    ),
  );
}
// One's name; the tick keeps it, as leaving the field does, and shows that it is kept.
function nameField(table) {
  const input = h("input", { type: "text", maxlength: 30, value: prefs.name, autocomplete: "nickname" });
  const keep = h("button", {
    type: "button",
    class: "keep",
    "aria-label": app.say("name-keep"),
    title: app.say("name-keep"),
  });
  keep.append(tickDisc());
  const mark = () => keep.classList.toggle("kept", Boolean(prefs.name) && input.value.trim() === prefs.name);
  const save = () => {
    set({ name: input.value.trim() });
    if (prefs.name) table.net.send({ type: "name", name: prefs.name });
    mark();
  };
  input.addEventListener("input", mark);
  input.addEventListener("change", () => {
    save();
    input.blur();
  });
  keep.addEventListener("click", save);
  mark();
  return h("div", { class: "name" }, h("label", {}, h("span", { text: app.say("your-link") }), input), keep);
}
// Moods instead of words: everybody sees the face of who chose one, for a moment.
function emotes(table) {
  const chair = table.about.seats[table.seat];
  return h(
    "div",
    { class: "emotes", role: "group", "aria-label": app.say("emotes") },
    EMOTES.map((mood) => {
      const node = button("", () => table.net.send({ type: "emote", mood }), {
        "aria-label": app.say(`emote-${mood}`),
        title: app.say(`emote-${mood}`),
        "data-mood": mood,
      });
      node.replaceChildren(
        picture(portraitOf(table.about.game, chair, mood, true), 36),
        ...(chair.figure ? [h("span", { text: app.say(`emote-${mood}`) })] : []), // figures change little
      );
      return node;
    }),
  );
}
/** A player shows a mood. */
export function showEmote(table, { seat, mood }) {
  table.moods ??= new Map();
  table.moods.set(seat, mood);
  waitingRoom(table);
  setTimeout(() => {
    if (table.moods.get(seat) === mood) table.moods.delete(seat);
    waitingRoom(table);
  }, SHOWN);
}

// The waiting room: who sits where, a link and a QR code for each friend who has not come, and the owner's Start.

import { app } from "./app.js";
import { prefs, set } from "./prefs.js";
import { $, h, button, copyText, toast, sign } from "./dom.js";
import { code } from "./qr.js";

const local = () => ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

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
  const node = h(
    "section",
    { class: "room", "aria-label": app.say("room-title") },
    h("h2", { text: app.say("room-title") }),
    h("p", {
      text: app.say(!about.settings.waiting ? "room-late" : table.owner ? "room-text" : "room-guest"),
    }),
    h(
      "ul",
      { class: "places" },
      about.seats.map((chair) =>
        place(
          table,
          chair,
          invited.find(({ seat }) => seat === chair.seat),
        ),
      ),
    ),
    table.seat !== null
      ? h(
          "label",
          { class: "row" },
          app.say("your-link"),
          h("input", {
            type: "text",
            maxlength: 30,
            value: prefs.name,
            onchange: (event) => {
              set({ name: event.target.value.trim() });
              if (prefs.name) table.net.send({ type: "name", name: prefs.name });
              event.target.blur();
            },
          }),
        )
      : null,
    missing.length && local() ? h("p", { class: "promise", text: app.say("room-local") }) : null,
    h(
      "div",
      { class: "row acts" },
      about.settings.waiting && table.owner
        ? button(
            app.say(missing.length ? "room-start-anyway" : "room-start"),
            () => {
              table.roomShut = true;
              table.net.send({ type: "start" });
            },
            { class: "primary", id: "start" },
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
function place(table, chair, invitation) {
  const link = invitation ? `${location.origin}/table/${table.id}#${invitation.token}` : "";
  const waiting = invitation && !chair.here;
  const picture = waiting ? code(link, app.say("link-for", { n: chair.seat + 1 })) : null;
  return h(
    "li",
    { class: chair.here ? "here" : "missing", "data-seat": String(chair.seat) },
    h(
      "p",
      { class: "row" },
      sign(chair.seat, 14),
      h("strong", { text: table.names[chair.seat] }),
      h("span", { class: "promise", text: app.say(chair.here ? "room-here" : "room-missing") }),
    ),
    waiting
      ? h(
          "div",
          { class: "invitation" },
          picture,
          h(
            "div",
            {},
            h("input", {
              type: "text",
              readonly: true,
              value: link,
              "aria-label": app.say("link-for", { n: chair.seat + 1 }),
              onfocus: (event) => event.target.select(),
            }),
            h(
              "div",
              { class: "row" },
              button(
                app.say("copy"),
                async () => {
                  if (await copyText(link)) toast(app.say("copied"), { seconds: 2 });
                },
                { class: "primary" },
              ),
              button(app.say("room-bot"), () =>
                table.net.send({ type: "replace", seat: chair.seat, agent: "normal" }),
              ),
            ),
          ),
        )
      : null,
  );
}

// Tables as requested: made by the server, which may take a while the first time, then opened.

import { app } from "./app.js";
import { $, closeSheet, toast } from "./dom.js";
import { unpacked } from "./share.js";
import { refusal } from "./refusal.js";
import { settingCard, awaited } from "./setting.js";

export async function post(path, data) {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
  }).then((r) => r.json());
}
/** Make a table and go there; `failed` puts back what stood where the table was being set. */
export async function make(wish, { query = "", failed = () => {} } = {}) {
  let answer = await post("/api/tables", { ...wish, patient: false }).catch((error) => ({
    error: String(error),
  }));
  if (answer.ticket) {
    closeSheet();
    const card = settingCard(wish.game ?? wish.position?.game);
    const lobby = $("#lobby");
    lobby?.classList.add("being-set");
    ($("#cloth", lobby ?? document) ?? lobby)?.replaceChildren(card);
    answer = await awaited(answer.ticket, card.tell);
  }
  if (answer.error) {
    failed();
    toast(refusal(answer), { bad: true, seconds: 8 });
    return;
  }
  const mine = wish.seats?.indexOf("me") ?? -1;
  const token = answer.seats.find((entry) => entry.seat === mine)?.token ?? answer.owner;
  location.href = `/table/${answer.id}${query}#${token}`;
}
// A record (a line of JSON with actions) or a position (a whole description), or a link to one.
export async function openText(text, failed = () => {}) {
  const link = text.trim().match(/#p=([\w-]+)\s*$/);
  if (link) text = await unpacked(link[1]);
  let data = null;
  try {
    data = JSON.parse(text.trim().split("\n")[0]);
  } catch {
    try {
      data = JSON.parse(text);
    } catch {
      toast(app.say("needs-file"), { bad: true });
      return;
    }
  }
  if (!data || typeof data !== "object") {
    toast(app.say("needs-file"), { bad: true });
    return;
  }
  const wish = Array.isArray(data.actions)
    ? { record: text.trim().split("\n")[0] }
    : { position: data, seats: seatsFor(data) };
  await make(wish, { query: wish.record ? "?replay=1" : "", failed });
}
function seatsFor(position) {
  const seats = Array.isArray(position.players) ? position.players.length : 2;
  return Array.from({ length: seats }, (_, seat) =>
    seat === Math.max(0, position.seat ?? 0) ? "me" : "normal",
  );
}

// The lobby: continue, play now, new game, watch, open.

import {app} from "./app.js";
import {$, h, button} from "./dom.js";

export async function lobby() {
  const games = await fetch("/api/games").then((r) => r.json());
  $("#bar").replaceChildren(h("a", {class: "title", href: "/", text: "Tapete"}));
  $("#room").replaceChildren(h("div", {id: "lobby"}, h("section", {}, h("p", {text: app.say("welcome")}), h("div", {class: "tiles"}, games.map((game) => h("article", {class: "tile"}, h("h3", {text: game.title}), h("p", {text: game.summary}), button(app.say("play-now"), () => { location.href = `/play/${game.name}?seat=0&against=easy`; }, {class: "primary"})))))));
}

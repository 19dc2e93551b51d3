// Where everything begins: language, theme, layout, and which page this is.

import { WORDS, fill } from "./words.js";
import { prefs, set, listen, language } from "./prefs.js";
import { $, h } from "./dom.js";

const WAYS = /^(Tab|Enter|Arrow\w+|Home|End|Page\w+)$/;

export const app = {
  /** @type {Language} */
  language: language(),
  // A sentence of the page in the person's language.
  say(key, values = {}) {
    const words = WORDS[app.language];
    return key in words ? fill(words, words[key], values) : key;
  },
};

function theme() {
  return prefs.theme === "system"
    ? matchMedia("(prefers-color-scheme: dark)").matches
      ? "dark"
      : "light"
    : prefs.theme;
}
function motion() {
  return prefs.motion === "system"
    ? matchMedia("(prefers-reduced-motion: reduce)").matches
      ? "less"
      : "full"
    : prefs.motion;
}
/** @param {number} width @param {number} height @returns {{layout: View["layout"], portrait: boolean}} */
export function layoutOf(width, height) {
  const portrait = height > width;
  if (width < 600 || height < 480) return { layout: "s", portrait };
  if (width < 1000 || portrait) return { layout: "m", portrait };
  return { layout: width >= 1600 ? "xl" : "l", portrait: false };
}
export function look() {
  const root = document.documentElement;
  const [width, height] =
    prefs.size === "fit" ? [innerWidth, innerHeight] : prefs.size.split("x").map(Number);
  const { layout, portrait } = layoutOf(Math.min(width, innerWidth), Math.min(height, innerHeight));
  root.lang = app.language;
  root.dataset.theme = theme();
  root.dataset.layout = layout;
  root.dataset.motion = motion();
  root.toggleAttribute("data-portrait", portrait);
  root.toggleAttribute("data-huge", innerWidth >= 2600);
  root.style.setProperty("--text-size", String(prefs.text / 100));
  const body = document.body.style;
  const fixed = prefs.size !== "fit" && (width < innerWidth || height < innerHeight);
  body.width = fixed ? `${Math.min(width, innerWidth)}px` : "";
  body.height = fixed ? `${Math.min(height, innerHeight)}px` : "";
  body.margin = fixed ? "auto" : "";
}

// The bar of a page without a table: the sign of the house and its name.
function bareBar() {
  const sign = h("img", { src: "/page/icon.svg", class: "logo", alt: "" });
  $("#bar").replaceChildren(h("a", { class: "title", href: "/" }, sign, "Tapete"));
}
// One sentence, what to do, and the way back; never a blank page.
export function failed(text, detail = "") {
  bareBar();
  $("#room").replaceChildren(
    h(
      "div",
      { class: "error", role: "alert" },
      h("h1", { text: app.say("error") }),
      h("p", { text }),
      detail
        ? h("details", {}, h("summary", { text: app.say("details") }), h("pre", { text: detail }))
        : null,
      h("p", {}, h("a", { href: "/", text: app.say("to-lobby") })),
    ),
  );
}

// A link was followed whose game is compiled first: say so until the table is ready.
async function setTable(ticket) {
  const { settingCard, awaited } = await import("./setting.js");
  const card = settingCard(location.pathname.split("/")[2]);
  bareBar();
  $("#room").replaceChildren(h("main", { id: "lobby" }, card));
  const answer = await awaited(ticket, card.tell);
  if (answer.address) location.replace(answer.address);
  else failed(answer.error ?? app.say("gone"));
}

export async function begin() {
  const asked = new URLSearchParams(location.search).get("lang");
  if (asked === "en" || asked === "es") {
    app.language = asked;
    if (prefs.language !== asked) set({ language: asked });
  }
  look();
  const problem = document.body.dataset.error;
  if (problem) {
    failed(problem);
    return;
  }
  const place = location.pathname.match(/^\/table\/([\w-]+)$/),
    watched = location.pathname.match(/^\/watch\/(\w+)$/);
  try {
    if (document.body.dataset.setting) await setTable(document.body.dataset.setting);
    else if (watched) {
      const { grid } = await import("./grid.js");
      await grid(watched[1], new URLSearchParams(location.search));
    } else if (place) {
      const { Table } = await import("./table.js");
      window.table = new Table(place[1], location.hash.slice(1) || null);
    } else {
      const { lobby } = await import("./lobby.js");
      await lobby();
    }
  } catch (error) {
    console.error(error);
    failed(app.say("error"), String(error?.stack ?? error));
  }
}

listen((changes) => {
  if ("language" in changes && prefs.language) app.language = prefs.language;
  look();
});
addEventListener("resize", look);
// Who finds the way by keys sees where the focus is; to others it is of no use.
const byKeys = (yes) => document.documentElement.toggleAttribute("data-keys", yes);
addEventListener("keydown", ({ key }) => WAYS.test(key) && byKeys(true), true);
addEventListener("pointerdown", () => byKeys(false), true);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look);
if (!window.tapeteStory) begin();

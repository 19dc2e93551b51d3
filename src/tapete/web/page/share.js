// Pictures, positions, records and whole games to take away.

import { app } from "./app.js";
import { h, button, sheet, download, copyText, toast } from "./dom.js";
import { icon } from "./icons.js";

export function share(table) {
  const over = table.state.over || table.about.settings.reading;
  const free = over || table.about.settings.seed_given;
  const name = `${table.about.game}-${table.past?.frame ?? table.state.frame}`;
  const entry = (key, run, allowed = true) =>
    button(app.say(key) + (allowed ? "" : ` (${app.say("share-after")})`), run, { disabled: !allowed });
  const tile = (sign, ...about) => {
    const node = entry(...about);
    node.prepend(icon(sign));
    return node;
  };
  sheet(
    app.say("share-title"),
    over ? null : h("p", { text: app.say("share-own") }),
    h(
      "div",
      { class: "entries" },
      tile("picture", "share-png", async () => download(`${name}.png`, await bitmap(table, 1))),
      tile("link", "share-link", async () => copied(await link(table)), free),
      tile(
        "page",
        "share-html",
        async () => {
          const { wholeGame } = await import("./export.js");
          download(`${table.about.game}.html`, await wholeGame(table), "text/html");
        },
        over,
      ),
      tile(
        "log",
        "share-record",
        () => {
          location.href = `/api/tables/${table.id}/record`;
        },
        free && over,
      ),
    ),
    h("h3", { text: app.say("share-other") }),
    h(
      "div",
      { class: "row" },
      entry("share-svg", () => download(`${name}.svg`, picture(table), "image/svg+xml")),
      entry("share-png2", async () => download(`${name}@2x.png`, await bitmap(table, 2))),
      entry("share-text", async () => copied(JSON.stringify(await whole(table))), free),
    ),
  );
}
async function copied(text) {
  if (await copyText(text)) toast(app.say("copied"), { seconds: 2 });
}
function whole(table) {
  return new Promise((resolve) => {
    table.gotWhole = resolve;
    table.net.send({ type: "whole", frame: table.past?.frame ?? table.state.frame });
  });
}
async function link(table) {
  return `${location.origin}/open#p=${await packed(JSON.stringify(await whole(table)))}`;
}

export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let raw = "";
  for (const byte of bytes) raw += String.fromCharCode(byte);
  return btoa(raw).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
export async function unpacked(text) {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(raw, (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

// The stage as a picture of its own: every style that its parts have is written into it.
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "fill-opacity",
  "stroke-opacity",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
  "letter-spacing",
  "visibility",
  "display",
  "color",
  "paint-order",
];
export function picture(table) {
  const stage = table.stage.svg;
  const { width, height } = stage.viewBox.baseVal;
  const copy = stage.cloneNode(true);
  const from = [...stage.querySelectorAll("*")],
    to = [...copy.querySelectorAll("*")];
  from.forEach((node, k) => {
    const style = getComputedStyle(node);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value) to[k].setAttribute(name, value.replaceAll('"', "'"));
    }
    for (const name of ["tabindex", "data-moves", "data-key", "data-zone", "data-why", "class", "style"])
      to[k].removeAttribute(name);
  });
  for (const name of ["id", "tabindex", "class"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", width);
  ground.setAttribute("height", height);
  ground.setAttribute("fill", getComputedStyle(table.main).backgroundColor);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}
export async function bitmap(table, scale) {
  const { width, height } = table.stage.svg.viewBox.baseVal;
  const url = URL.createObjectURL(new Blob([picture(table)], { type: "image/svg+xml" }));
  const image = new Image();
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
    image.src = url;
  });
  const canvas = h("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

// A whole game as one HTML file: its frames, the drawing's own modules, and a content-security policy that
// allows nothing else.

import { app } from "./app.js";
import { WORDS } from "./words.js";

const STYLE = [
  "html,body{margin:0;height:100%}",
  "body{display:flex;flex-direction:column;background:var(--page);color:var(--ink);" +
    "font:15px/1.4 Figtree,system-ui,sans-serif}",
  "header,footer{display:flex;gap:12px;align-items:center;padding:6px 12px;background:var(--panel);" +
    "min-height:44px}",
  "#now{flex:1}",
  "#room{flex:1;min-height:0;display:flex;position:relative}",
  "#table{flex:1;min-width:0;background:var(--cloth);position:relative}",
  "#stage{position:absolute;inset:0;width:100%;height:100%}",
  "footer input{flex:1}",
  "button{min-width:44px;min-height:40px;font:inherit}",
  "#account{width:min(26rem,100%);overflow:auto;padding:8px 14px;box-sizing:border-box;" +
    "background:var(--panel)}",
  "#account[hidden]{display:none}",
  "#account h2{margin:0;font-size:1.2rem}",
  ".sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}",
  "@media(max-width:899px){#account{position:absolute;inset:0 0 0 auto}}",
].join("");

// Every module that a module needs, with its own imports named by what they are here.
async function gather(path, found) {
  if (found.has(path)) return;
  found.set(path, "");
  let text = await fetch(`/page/${path}`).then((r) => {
    if (!r.ok) throw new Error(path);
    return r.text();
  });
  const needed = [];
  text = text.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(["'])((?:\.{1,2}|\/page)\/[^"']+)\2/g,
    (whole, start, quote, name) => {
      const full = new URL(name, `http://x/page/${path}`).pathname.slice(6);
      needed.push(full);
      return `${start}${quote}tapete/${full}${quote}`;
    },
  );
  found.set(path, text);
  for (const other of needed) await gather(other, found);
}
function encoded(text) {
  let raw = "";
  for (const byte of new TextEncoder().encode(text)) raw += String.fromCharCode(byte);
  return btoa(raw);
}
// The fonts within the file itself, as it may ask for nothing.
async function withFonts(css) {
  let made = css;
  for (const [whole, path] of css.matchAll(/url\("(\/page\/fonts\/[^"]+)"\)/g)) {
    /** @type {ArrayBuffer} */
    const held = await fetch(path).then((r) => r.arrayBuffer());
    const bytes = new Uint8Array(held);
    let raw = "";
    for (const byte of bytes) raw += String.fromCharCode(byte);
    made = made.replace(whole, `url("data:font/woff2;base64,${btoa(raw)}")`);
  }
  return made;
}
async function hash(text) {
  if (!crypto.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`;
}

export async function wholeGame(table) {
  const story = await fetch(`/api/tables/${table.id}/story`).then((r) => r.json());
  if (story.error) throw new Error(story.error);
  story.language = app.language;
  const modules = new Map();
  const own = table.words.drawing ? `games/${table.about.game}/draw.js` : "generic.js";
  await gather("story.js", modules);
  await gather(own, modules);
  const kit = table.words.drawing ? "kit.js" : "dom.js";
  await gather(kit, modules);
  const imports = Object.fromEntries(
    [...modules].map(([name, text]) => [`tapete/${name}`, `data:text/javascript;base64,${encoded(text)}`]),
  );
  imports["tapete-drawing"] = imports[`tapete/${own}`];
  imports["tapete-kit"] = imports[`tapete/${kit}`];
  const sheet = (name) =>
    fetch(`/page/${name}`).then((r) => {
      if (!r.ok) throw new Error(name);
      return r.text();
    });
  const css = await withFonts(`${await sheet("kit.css")}${await sheet("account.css")}${STYLE}`);
  const map = JSON.stringify({ imports }),
    start = 'import "tapete/story.js";';
  const scripts = [await hash(map), await hash(start)];
  const allowedScripts = scripts.every(Boolean) ? scripts.join(" ") : "'unsafe-inline'";
  const allowedStyle = (await hash(css)) ?? "'unsafe-inline'";
  const policy = [
    "default-src 'none'",
    `script-src ${allowedScripts} data:`,
    `style-src ${allowedStyle}`,
    "img-src data:",
    "font-src data:",
  ].join("; ");
  const inert = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");
  const theme = document.documentElement.dataset.theme;
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${story.title} · Tapete</title>`,
    `<style>${css}</style>`,
    `<script type="importmap">${map}</script>`,
  ].join("");
  const body = [
    `<script type="application/json" id="strings">${inert(WORDS)}</script>`,
    `<script type="application/json" id="story">${inert(story)}</script>`,
    `<script type="module">${start}</script>`,
  ].join("");
  const html = `<html lang="${app.language}" data-theme="${theme}" data-motion="full">`;
  return `<!doctype html>\n${html}<head>${head}</head><body>${body}</body></html>\n`;
}

// The people of the house: their faces, made of parts, and what they say. Names, levels and lines
// are data (cast.json).

import { s } from "./dom.js";
import { scriptOf } from "./files.js";
import { copied } from "./parts.js";

export const LEVELS = ["easy", "normal", "hard", "best"];
const INK = "#38200F";
const SHADE = "rgba(70,20,0,.18)";
const line = (d, stroke, width, more = "") =>
  `<path d="${d}" stroke="${stroke}" stroke-width="${width}" fill="none" stroke-linecap="round"${more}/>`;
const shape = (d, fill, more = "") =>
  `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="2"${more}/>`;
const dots = (places, r, fill, more = "") =>
  places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more}/>`).join("");
const EDGE = ` stroke="${INK}" stroke-width="2"`;
const ROUND = ' stroke-linejoin="round"';

// Hair or hat of a head: what is behind the face, and what is over it.
const HAIR = {
  cap: (c) => [
    "",
    shape("M26 42C25 22 36 14 50 14S75 22 74 42C64 34 36 34 26 42Z", c.hat) +
      shape("M26 41C14 40 8 44 10 48 16 49 22 47 28 44Z", c.hat2) +
      line("M50 14v14M38 17c3 4 4 8 4 13M62 17c-3 4-4 8-4 13", INK, 1.6, ' stroke-opacity=".25"'),
  ],
  bun: (c) => [
    dots([[50, 13]], 11, c.hair, EDGE) + shape("M24 56C18 24 34 16 50 16S82 24 76 56Z", c.hair),
    `<path d="M27 46C26 30 36 22 50 22S74 30 73 46C68 36 60 31 50 31S32 36 27 46Z" fill="${c.hair}"/>` +
      line("M36 29c8-4 20-4 28 0", "#fff", 2, ' stroke-opacity=".5"'),
  ],
  bald: (c) => [
    line("M24 54c-3-8-2-14 2-18M76 54c3-8 2-14-2-18", c.hair, 7),
    line("M38 26c4-4 10-5 15-4", "#fff", 3, ' stroke-opacity=".55"'),
  ],
  curls: (c) => [
    dots(
      [
        [24, 40],
        [22, 54],
        [26, 66],
        [76, 40],
        [78, 54],
        [74, 66],
        [34, 24],
        [50, 18],
        [66, 24],
      ],
      11,
      c.hair,
      EDGE,
    ) + `<ellipse cx="50" cy="44" rx="27" ry="26" fill="${c.hair}"/>`,
    dots(
      [
        [32, 30],
        [43, 25],
        [56, 25],
        [68, 30],
      ],
      7.5,
      c.hair,
    ),
  ],
  short: (c) => [
    "",
    shape(
      "M26 46C22 24 36 15 51 15 68 15 79 26 74 46 72 38 68 34 64 31 54 36 38 35 31 33 28 37 27 41 26 46Z",
      c.hair,
      ROUND,
    ),
  ],
  braids: (c) => [
    line("M26 58c-6 10-6 18-3 26M74 58c6 10 6 18 3 26", INK, 13) +
      line("M26 58c-6 10-6 18-3 26M74 58c6 10 6 18 3 26", c.hair, 9.5),
    shape("M25 44C24 24 36 13 50 13S76 24 75 44C66 38 34 38 25 44Z", c.hat) +
      shape("M23 46C23 38 36 35 50 35S77 38 77 46C68 42 32 42 23 46Z", c.hat2) +
      dots([[50, 12]], 7, c.hat2, EDGE) +
      line("M34 28l5-5 5 5 5-5 5 5 5-5 5 5", "#fff", 2),
  ],
  flat: (c) => [
    line("M25 56c-2-6-2-10 0-16M75 56c2-6 2-10 0-16", c.hair, 6),
    shape("M22 38C20 24 34 14 52 15 70 15 80 24 79 35 82 37 86 40 85 43 70 38 38 37 22 40Z", c.hat, ROUND) +
      line("M30 26c8-6 24-8 36-3M28 33c12-3 30-4 46-1", INK, 1.6, ' stroke-opacity=".3"'),
  ],
  bob: (c) => [
    shape("M20 68C16 28 32 14 50 14S84 28 80 68C76 71 70 71 66 68V40H34V68C30 71 24 71 20 68Z", c.hair),
    `<path d="M27 44C27 27 38 20 50 20S73 27 73 44H66L64 37 58 44 52 37 46 44 40 37 35 44Z"` +
      ` fill="${c.hair}"/>` +
      line("M34 24c8-4 18-5 26-2", "#fff", 3, ' stroke-opacity=".35"'),
  ],
  afro: (c) => [
    shape("M50 8C72 8 82 24 79 42 77 50 23 50 21 42 18 24 28 8 50 8Z", c.hair),
    `<path d="M27 42C30 30 38 26 50 26S70 30 73 42C66 33 34 33 27 42Z" fill="${c.hair}"/>` +
      line("M25 40c1 4 2 8 3 11M75 40c-1 4-2 8-3 11", "#B9B2A6", 4),
  ],
  updo: (c) => [
    shape("M50 4C66 4 72 12 70 20L30 20C28 12 34 4 50 4Z", c.hair) +
      shape("M23 54C17 26 33 14 50 14S83 26 77 54Z", c.hair),
    `<path d="M26 46C27 28 38 20 52 20 66 21 74 30 74 46 70 36 62 31 52 30 42 33 32 36 26 46Z"` +
      ` fill="${c.hair}"/>` +
      line("M36 12c8-4 18-4 27 1M34 26c10-4 22-4 32 2", "#fff", 2, ' stroke-opacity=".6"') +
      line("M60 8l12-6", "#C23A26", 3.4) +
      `<circle cx="73" cy="2" r="3.6" fill="#F6BC3A" stroke="${INK}" stroke-width="1.4"/>`,
  ],
  scarf: (c) => [
    line("M24 50C20 66 18 76 24 86M76 50C80 66 82 76 76 86", c.hair, 12),
    shape("M24 46C22 22 36 12 50 12S78 22 76 46C70 38 60 36 50 36S30 38 24 46Z", c.hat) +
      shape("M76 44c8 2 12 8 10 14-4-3-8-4-11-4Z", c.hat2) +
      dots(
        [
          [36, 24],
          [50, 20],
          [64, 24],
          [43, 31],
          [57, 31],
        ],
        2.4,
        "#F6BC3A",
      ),
  ],
  tin: (c) => [
    "",
    shape("M24 44C24 22 36 14 50 14S76 22 76 44C66 40 34 40 24 44Z", c.hair) +
      `<path d="M50 14V4" stroke="${INK}" stroke-width="3"/>` +
      dots([[50, 5]], 5, c.hat ?? "#F6BC3A", EDGE) +
      dots(
        [
          [30, 36],
          [42, 36],
          [58, 36],
          [70, 36],
        ],
        2,
        "#5F3D04",
      ) +
      line("M32 26c6-6 14-8 22-7", "#FFE7A0", 3),
  ],
};
// How each face looks. Who is not of the house: you, guests who come by link, and engines that were asked for
// by name.
const LOOKS = {
  nico: {
    bg: "#F6BC3A",
    skin: "#F2B98C",
    hair: "#7A4320",
    style: "cap",
    hat: "#C23A26",
    hat2: "#8E2416",
    shirt: "#2C77B0",
    freckles: true,
    young: true,
  },
  pilar: {
    bg: "#F2A48C",
    skin: "#F3C9A5",
    hair: "#D9D5CE",
    brows: "#9A9188",
    style: "bun",
    shirt: "#7A4FA8",
    glasses: "round",
    pearls: true,
    old: true,
  },
  bruno: {
    bg: "#9CC98A",
    skin: "#E8A878",
    hair: "#5A3018",
    brows: "#4A2A14",
    style: "bald",
    shirt: "#FFF7E6",
    stache: "#5A3018",
    apron: true,
    wide: true,
  },
  marina: { bg: "#86C5DF", skin: "#C98558", hair: "#3A1F14", style: "curls", shirt: "stripes", ear: true },
  omar: {
    bg: "#E6C28C",
    skin: "#B97A4C",
    hair: "#2A1A14",
    style: "short",
    shirt: "#2F7A5A",
    beard: "#2A1A14",
  },
  ingrid: {
    bg: "#BCD4F0",
    skin: "#F6D3B8",
    hair: "#E0A83C",
    style: "braids",
    hat: "#B32B1E",
    hat2: "#FFF7E6",
    shirt: "#1F6391",
    freckles: true,
  },
  evaristo: {
    bg: "#C7B8A0",
    skin: "#E9B48C",
    hair: "#E8E4DC",
    style: "flat",
    hat: "#5C6650",
    shirt: "#4A3728",
    stache: "#EDE9E1",
    old: true,
    brow: "#EDE9E1",
  },
  lin: { bg: "#F0A7B4", skin: "#F0C79E", hair: "#20181C", style: "bob", shirt: "#2A2A36", glasses: "square" },
  kwame: { bg: "#F3D06E", skin: "#7A4A2C", hair: "#1E1512", style: "afro", shirt: "#2E4F7A", bow: true },
  luz: {
    bg: "#B39AD0",
    skin: "#E4A97F",
    hair: "#F0ECE6",
    brows: "#9A9188",
    style: "updo",
    shirt: "#1E1A2A",
    pearls: true,
    old: true,
    stern: true,
  },
  vesper: {
    bg: "#5B7FB0",
    skin: "#9C6440",
    hair: "#1C1216",
    style: "scarf",
    hat: "#6A3A86",
    hat2: "#4A2560",
    shirt: "#3A1E4E",
    ear: true,
    stern: true,
  },
  tictac: {
    bg: "#8FA7A0",
    skin: "#E9C46A",
    hair: "#C98A14",
    brows: "#4A2A14",
    style: "tin",
    shirt: "#7A4F06",
    metal: true,
  },
  you: { bg: "#FFF7E6", skin: "#EBB98F", hair: "#6A3A1C", style: "short", shirt: "#C23A26" },
  guest0: { bg: "#F4D9C0", skin: "#D99A6C", hair: "#3B2012", style: "curls", shirt: "#2C77B0" },
  guest1: { bg: "#D9E6C4", skin: "#F2C49E", hair: "#B8782C", style: "bob", shirt: "#7A4FA8" },
  guest2: { bg: "#CFE2EE", skin: "#8A5633", hair: "#22150F", style: "short", shirt: "#5B8F34" },
  guest3: { bg: "#EAD3E6", skin: "#EBB98F", hair: "#8E5A2E", style: "bun", shirt: "#C98A14" },
  engine: {
    bg: "#6F7F8C",
    skin: "#C9D3DA",
    hair: "#8696A3",
    hat: "#8FCBF2",
    brows: "#38434C",
    style: "tin",
    shirt: "#46535E",
    metal: true,
  },
};
const GUESTS = 4;
// Moods that games name and faces show by another one's parts.
const SAME = { worried: "sad", angry: "sly", out: "sad", happy: "glad" };
const MOODS = ["calm", "glad", "sad", "sly", "wow", "think", "proud"];

const glint = (x, y) =>
  `<ellipse cx="${x}" cy="${y}" rx="3" ry="3.8" fill="${INK}"/>` +
  `<circle cx="${x + 1}" cy="${y - 1.4}" r="1.1" fill="#fff"/>`;
const EYES = {
  calm: glint,
  glad: (x, y) => line(`M${x - 4} ${y + 1}q4-6 8 0`, INK, 2.6),
  sad: (x, y) =>
    `<ellipse cx="${x}" cy="${y + 1}" rx="2.6" ry="3.2" fill="${INK}"/>` +
    line(`M${x - 4} ${y - 3.5}h8`, SHADE, 3),
  sly: (x, y) =>
    `<ellipse cx="${x + 1.5}" cy="${y + 0.5}" rx="2.8" ry="2.6" fill="${INK}"/>` +
    line(`M${x - 4.5} ${y - 2}h9`, INK, 2.2),
  wow: (x, y) =>
    `<circle cx="${x}" cy="${y}" r="5" fill="#fff" stroke="${INK}" stroke-width="1.6"/>` +
    `<circle cx="${x}" cy="${y}" r="2.2" fill="${INK}"/>`,
  think: (x, y) => `<ellipse cx="${x + 2}" cy="${y - 1.5}" rx="2.8" ry="3.4" fill="${INK}"/>`,
  proud: (x, y) => line(`M${x - 4} ${y}q4 4 8 0`, INK, 2.6),
};
const GRIN =
  `<path d="M40 65q10 3 20 0q-2 11-10 11t-10-11Z" fill="#7A2318" stroke="${INK}" stroke-width="1.8"/>` +
  '<path d="M43 66.8q7 2 14 0l-1 3q-6 1.5-12 0Z" fill="#fff"/>';
const MOUTHS = {
  calm: line("M43 66q7 5 14 0", INK, 2.4),
  glad: GRIN,
  sad: line("M43 70q7-6 14 0", INK, 2.4),
  sly: line("M43 67q8 3 14-3", INK, 2.4),
  wow: `<ellipse cx="50" cy="69" rx="5" ry="6.5" fill="#7A2318" stroke="${INK}" stroke-width="1.8"/>`,
  think: line("M44 67q5-2 10 1", INK, 2.4),
  proud: GRIN,
};
function browsOf(c, mood, apart) {
  const up = { wow: -4, sad: -1, proud: -2 }[mood] ?? 0,
    tilt = c.stern || mood === "sly" ? 2.5 : mood === "sad" ? -2.5 : 0,
    y = 43 + up - tilt;
  return line(
    `M${50 - apart - 5} ${y}q5-3 10 ${tilt}M${50 + apart + 5} ${y}q-5-3-10 ${tilt}`,
    c.brow ?? c.brows ?? c.hair,
    c.brow ? 4.5 : 3,
  );
}
function clothesOf(c) {
  const cut = "M10 104C12 84 30 77 50 77S88 84 90 104Z";
  const shirt =
    c.shirt === "stripes"
      ? shape(cut, "#FFF7E6") + line("M17 88q33-10 66 0M13 97q37-12 74 0", "#1F4E8C", 4)
      : shape(cut, c.shirt);
  return shirt + (c.apron ? '<path d="M34 80v24h32V80" fill="#E8643F" opacity=".85"/>' : "");
}
function glassesOf(c, apart) {
  if (c.glasses === "round")
    return (
      '<g fill="#fff" fill-opacity=".25" stroke="#7A4F06" stroke-width="2.2">' +
      `<circle cx="${50 - apart}" cy="51" r="8"/><circle cx="${50 + apart}" cy="51" r="8"/>` +
      '<path d="M47 50q3-2 6 0"/></g>'
    );
  if (!c.glasses) return "";
  return (
    '<g fill="#fff" fill-opacity=".2" stroke="#20181C" stroke-width="2.6">' +
    `<rect x="${42 - apart}" y="44" width="16" height="13" rx="3"/>` +
    `<rect x="${42 + apart}" y="44" width="16" height="13" rx="3"/><path d="M48 49h4"/></g>`
  );
}
function cheeksOf(c, apart) {
  if (c.metal)
    return (
      line("M38 70h24M40 64v14M46 64v14M54 64v14M60 64v14", INK, 1.5) +
      dots(
        [
          [30, 62],
          [70, 62],
        ],
        2,
        "#7A4F06",
      )
    );
  const blush = (x) =>
    `<ellipse cx="${x}" cy="61" rx="5" ry="3.4" fill="#E0533A" opacity="${c.young ? 0.45 : 0.26}"/>`;
  const freckles = [
    [36, 58],
    [40, 60],
    [33, 61],
    [60, 60],
    [64, 58],
    [67, 61],
  ];
  return (
    blush(46 - apart) +
    blush(54 + apart) +
    (c.freckles ? dots(freckles, 1, "#A8562A") : "") +
    (c.old ? line(`M${43 - apart} 57q3 2 6 1M${57 + apart} 57q-3 2-6 1`, SHADE, 1.6) : "")
  );
}
function trinketsOf(c, w) {
  const pearls = [
    [36, 84],
    [43, 87],
    [50, 88],
    [57, 87],
    [64, 84],
  ];
  const ring = (x) => `<circle cx="${x}" cy="62" r="3.4" fill="none" stroke="#F6BC3A" stroke-width="2.4"/>`;
  return (
    (c.pearls ? dots(pearls, 3, "#FFF7E6", ` stroke="${INK}" stroke-width="1"`) : "") +
    (c.ear ? ring(49 - w) + ring(51 + w) : "") +
    (c.bow
      ? `<path d="M50 86l-12-6v12Zm0 0 12-6v12Z" fill="#C23A26" stroke="${INK}" stroke-width="1.6"/>`
      : "")
  );
}
const drawn = new Map(); // parts of faces by person and mood
function partsOf(id, mood) {
  const key = `${id} ${mood}`;
  if (drawn.has(key)) return drawn.get(key);
  const c = LOOKS[id],
    [behind, over] = HAIR[c.style](c);
  const w = c.wide ? 26 : c.young ? 24.5 : 23.5,
    apart = c.wide ? 11 : 10,
    top = c.style === "bald" ? 8 : 28;
  const ear = (x) => `<circle cx="${x}" cy="54" r="5" fill="${c.skin}"${EDGE}/>`;
  const head =
    `M${50 - w} 46C${50 - w} ${top} ${50 + w} ${top} ${50 + w} 46` +
    `C${50.5 + w} 66 ${c.wide ? 64 : 60} 80 50 80S${49.5 - w} 66 ${50 - w} 46Z`;
  const side = `M${49 + w} 46C${50 + w} 66 60 79 50 79 62 72 64 54 60 34 68 36 ${49 + w} 40 ${49 + w} 46Z`;
  const beard =
    `M${50 - w} 54C28 62 34 82 50 82S72 62 ${50 + w} 54` +
    `C70 60 64 61 60 60 54 58 46 58 40 60 36 61 30 60 ${50 - w} 54Z`;
  const opening = ["glad", "wow", "proud"].includes(mood) ? 9 : 4;
  const grille = `<rect x="41" y="65" width="18" height="${opening}" rx="2" fill="#2C1A10"/>`;
  const stache = "M50 61c-5-3-13-2-17 5 6 2 12 2 17-1 5 3 11 3 17 1-4-7-12-8-17-5Z";
  const text =
    `<circle cx="50" cy="50" r="46" fill="${c.bg}"/>` +
    '<circle cx="34" cy="26" r="34" fill="#fff" opacity=".22"/>' +
    behind +
    clothesOf(c) +
    `<path d="M42 66h16v13q-8 7-16 0Z" fill="${c.skin}"/>` +
    `<path d="M42 72q8 7 16 0v5q-8 6-16 0Z" fill="${SHADE}"/>` +
    ear(50 - w) +
    ear(50 + w) +
    shape(head, c.skin) +
    `<path d="${side}" fill="${SHADE}" opacity=".7"/>` +
    (c.beard ? `<path d="${beard}" fill="${c.beard}"/>` : "") +
    cheeksOf(c, apart) +
    over +
    EYES[mood](50 - apart, 51) +
    EYES[mood](50 + apart, 51) +
    browsOf(c, mood, apart) +
    line("M50 53q-3.5 5-1.5 7.5t4 0", INK, 2, ' stroke-opacity=".55"') +
    (c.metal ? grille : MOUTHS[mood]) +
    (c.stache ? `<path d="${stache}" fill="${c.stache}" stroke="${INK}" stroke-width="1.6"/>` : "") +
    glassesOf(c, apart) +
    trinketsOf(c, w);
  drawn.set(key, text);
  return text;
}

// Named by its shape, not by an id: two drawings of a face are equal, and a redraw keeps it.
const DISC = "circle(46px at 50px 50px) view-box";

const faces = new Map();
/** A face in a box of 100x100; it is parsed once. */
export function face(id, mood = "calm") {
  const who = id in LOOKS ? id : "you",
    felt = MOODS.includes(mood) ? mood : (SAME[mood] ?? "calm");
  const name = `${who} ${felt}`;
  let known = faces.get(name);
  if (!known) {
    known = s("g", { class: "face", "data-person": who, "data-mood": felt });
    known.innerHTML =
      `<circle cx="50" cy="50" r="49" fill="${INK}"/><g clip-path="${DISC}">${partsOf(who, felt)}</g>` +
      '<circle cx="50" cy="50" r="46" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>';
    faces.set(name, known);
  }
  return copied(known);
}
/** A drawing in a box of 100x100 as a picture of its own, for what is not drawn on the stage. */
export function picture(drawing, size = 64) {
  return s(
    "svg",
    { class: "portrait", viewBox: "0 0 100 100", width: size, height: size, "aria-hidden": "true" },
    drawing,
  );
}
/** Whether a name is the one that the server gives to a person without one: P1. @param {string} name */
export const isUnnamed = (name) => /^P\d+$/.test(name);
/** Whose face a chair has: a character of the house, you, a guest, or an engine. */
export function personOf(chair, mine = false) {
  if (chair.person in LOOKS) return chair.person;
  if (chair.kind === "agent") return "engine";
  return (chair.first ?? mine) ? "you" : `guest${chair.seat % GUESTS}`;
}

let house = null;
// Drawings of a game whose players have figures of their own: by game, portrait(kind, mood).
const figures = new Map();

/** Read the cast, and the portraits of a game whose players have figures of their own. */
export async function loadHouse(game = "") {
  house ??= fetch("/page/cast.json")
    .then((answer) => answer.json())
    .catch(() => ({ people: {} }));
  const [cast] = await Promise.all([house, loadFigures(game)]);
  return cast;
}
async function loadFigures(game) {
  if (!game || figures.has(game)) return;
  figures.set(game, null);
  const art = await scriptOf(game, "art.js");
  figures.set(game, art?.portrait ?? null);
}
/** The portrait of a chair in a box of 100x100: the figure it plays, else a face. */
export function portraitOf(game, chair, mood = "calm", mine = false) {
  const figure = chair.figure ? figures.get(game)?.(chair.figure, mood) : null;
  const node = figure ?? face(personOf(chair, mine), mood);
  node.setAttribute("data-face", String(chair.seat));
  return node;
}

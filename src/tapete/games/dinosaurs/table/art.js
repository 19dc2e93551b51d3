/* Our own dinosaurs, the things on the cards, the kinds of disaster, the landscape and the lid of the box.

Drawings are written as SVG text, parsed once and copied: the same dinosaur in the same mood is not
built twice. */

import { circle, copied, el, group, kept, path, rect } from "/page/kit.js";

export const INK = "#38200F";
const COLOURS = {
  rex: { c: "#E5733B", d: "#B84E1E", l: "#FFC48C" },
  cry: { c: "#8E63C0", d: "#663F96", l: "#D5BDF0" },
  bronto: { c: "#3E93C8", d: "#236A99", l: "#AEE0F7" },
  stego: { c: "#7BAA35", d: "#537C1B", l: "#D3E88C" },
};
const GREY = { c: "#A9A096", d: "#857C72", l: "#D8D1C6" };

const parsed = new Map();
let serial = 0;

/** A name for a gradient or clip that no other has in the document. */
export const fresh = (name) => `dino-${name}-${(serial += 1)}`;

/** Elements from SVG text of our own; parsed once for each key, copied at every use. */
export function markup(key, write) {
  if (!parsed.has(key)) {
    const made = el("g");
    made.innerHTML = write();
    parsed.set(key, made);
  }
  return copied(parsed.get(key));
}

/** The line of every piece, in a width and colour. */
export const lined = (width, colour = INK) =>
  `stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`;
const line = lined(4);

/* Four bodies in a box of 212 by 196 (from x -6), facing right, feet at y 184. Parts move by themselves:
   tail, head, body, legA, legB, arm. */

const BODIES = {
  rex: ({ d, l, main, far, eye, mouth, jaw, open }) => `
    <g data-part="tail" transform-origin="64 138"><path d="M86 160C50 172 12 150 4 104 26 128 48 122
    78 108Z" ${main}/><path d="M18 128l-3 10M32 138l-2 11M47 142l0 12" stroke="${d}" stroke-width="6"
    stroke-linecap="round"/></g> <g data-part="legB" transform-origin="112 150"><path d="M100 146C116
    140 128 150 126 166L128 176Q140 176 142 184H106Q104 170 100 146Z" ${far}/></g> <g
    data-part="body"><path d="M62 128C58 92 84 70 116 74 142 78 152 108 144 140 136 168 104 178 84 168
    70 160 64 146 62 128Z" ${main}/><path d="M112 92C132 100 140 122 132 148 124 164 108 168 98 162
    116 146 120 118 112 92Z" fill="${l}"/><path d="M66 104l12 6M62 120l12 4M64 136l11 1" stroke="${d}"
    stroke-width="7" stroke-linecap="round"/></g> <g data-part="legA" transform-origin="88 146"><path
    d="M70 142C76 128 100 130 104 148 106 160 100 168 98 174Q112 174 114 184H74Q70 170 78 164 68 156
    70 142Z" ${main}/><path d="M90 184v-5M100 184v-5" stroke="${INK}" stroke-width="3"/></g> <g
    data-part="head" transform-origin="104 84">${jaw} <path d="M78 66C70 34 96 10 132 12 170 13 196 30
    195 54 194 72 182 78 164 ${open ? 76 : 80}L116 ${open ? 80 : 90}C96 90 82 82 78 66Z" ${main}/>
    <path d="M82 60C80 40 98 22 128 20 112 30 100 44 100 66 92 68 84 66 82 60Z" fill="#fff"
    opacity=".16"/> ${mouth} <ellipse cx="183" cy="40" rx="3" ry="4.5" fill="${INK}"/><ellipse
    cx="120" cy="66" rx="9" ry="6" fill="#fff" opacity=".22"/>${eye}</g> <g data-part="arm"
    transform-origin="132 108"><path d="M126 104C142 100 154 108 154 118 150 124 144 122 142 118 136
    122 128 118 126 104Z" ${main}/><path d="M154 116l6 3M150 121l4 5" stroke="${INK}"
    stroke-width="3.4" stroke-linecap="round"/></g>`,
  cry: ({ c, d, l, main, far, eye, mouth }) => `
    <g data-part="tail" transform-origin="34 120"><path d="M44 136C22 140 6 128 2 106 16 114 28 108 42
    100Z" ${main}/></g> <g data-part="legB" transform-origin="52 146"><path d="M40 140H66V176Q66 184
    58 184H46Q38 184 38 176Z" ${far}/></g><g data-part="legA" transform-origin="112 146"><path d="M98
    140H124V176Q124 184 116 184H104Q96 184 96 176Z" ${far}/></g> <g data-part="body"><path d="M22
    124C22 84 60 70 100 78 130 84 138 106 134 134 130 158 104 166 76 166 44 166 22 152 22 124Z"
    ${main}/><path d="M34 140C56 158 98 160 122 146 112 162 92 166 76 166 56 165 42 156 34 140Z"
    fill="${l}"/><ellipse cx="52" cy="104" rx="9" ry="7" fill="${d}" opacity=".6"/><ellipse cx="72"
    cy="94" rx="7" ry="5" fill="${d}" opacity=".6"/><ellipse cx="66" cy="116" rx="5" ry="4"
    fill="${d}" opacity=".6"/></g> <g data-part="legA" transform-origin="42 150"><path d="M26 138Q39
    126 52 138V176Q52 184 44 184H32Q24 184 24 176Z" fill="${c}"/><path d="M52 148V176Q52 184 44
    184H32Q24 184 24 176V148" fill="none" ${line}/><path d="M30 184v-4M38 184v-4M46 184v-4"
    stroke="${INK}" stroke-width="3"/></g><g data-part="legB" transform-origin="94 150"><path d="M82
    140Q95 128 108 140V176Q108 184 100 184H88Q80 184 80 176Z" fill="${c}"/><path d="M108 150V176Q108
    184 100 184H88Q80 184 80 176V150" fill="none" ${line}/><path d="M86 184v-4M94 184v-4M102 184v-4"
    stroke="${INK}" stroke-width="3"/></g> <g data-part="head" transform-origin="118 112"><path
    d="M104 134C88 126 84 112 92 102 80 92 84 74 98 72 94 54 110 44 124 50 130 34 150 34 156 48 172 44
    182 58 176 70 188 80 184 96 174 102L150 136Z" fill="${l}" ${line}/><g fill="${c}"><circle cx="104"
    cy="82" r="5"/><circle cx="122" cy="62" r="5"/><circle cx="146" cy="54" r="5"/><circle cx="98"
    cy="104" r="4"/><circle cx="168" cy="68" r="4.5"/></g> <path d="M112 116C108 92 126 78 148 82 170
    86 192 104 197 122 190 124 188 128 189 136 178 148 150 152 132 144 120 138 114 128 112 116Z"
    ${main}/><path d="M197 122C190 124 188 128 189 136L180 130 184 118Z" fill="#F3D9A0" ${lined(3)}/>
    <g fill="#FFF4DC" ${lined(3.4)}><path d="M128 88C116 72 114 56 118 40 130 52 138 66 142 82Z"/>
    <path d="M160 86C158 68 164 54 174 44 178 60 178 76 174 92Z"/><path d="M182 106C186 96 192 92 199
    90 199 100 198 108 195 116Z"/></g> ${eye}<ellipse cx="134" cy="122" rx="8" ry="5" fill="#F0745C"
    opacity=".55"/>${mouth}</g>`,
  bronto: ({ c, l, main, far, eye, mouth }) => `
    <g data-part="tail" transform-origin="40 134"><path d="M56 156C26 154 4 132 0 84 16 112 32 116 58
    112Z" ${main}/></g> <g data-part="legB" transform-origin="56 150"><path d="M44 146H68V177Q68 184
    61 184H49Q42 184 42 177Z" ${far}/></g><g data-part="legA" transform-origin="112 150"><path d="M100
    146H124V177Q124 184 117 184H105Q98 184 98 177Z" ${far}/></g> <g data-part="head"
    transform-origin="112 128"><path d="M92 132C112 122 122 96 122 64 120 28 134 8 158 8 182 8 198 20
    197 36 196 50 180 54 166 52 154 52 152 62 151 76 150 108 138 144 116 156Z" ${main}/><path d="M122
    150C138 134 146 106 146 74 146 60 148 54 154 50 142 50 138 62 138 78 138 106 130 130 112 144Z"
    fill="${l}"/><path d="M126 40C128 22 140 14 156 14 144 20 136 30 134 46Z" fill="#fff"
    opacity=".2"/> ${eye}<ellipse cx="190" cy="28" rx="2.4" ry="3.4" fill="${INK}"/>${mouth}<ellipse
    cx="152" cy="42" rx="6" ry="4" fill="#F0745C" opacity=".5"/><g fill="${l}"><circle cx="130"
    cy="84" r="4"/><circle cx="128" cy="102" r="3"/></g></g> <g data-part="body"><path d="M24 132C26
    104 56 96 84 100 112 104 130 122 126 144 122 160 98 168 74 168 44 168 24 156 24 132Z" ${main}/>
    <path d="M114 128C120 134 122 140 120 146" fill="none" stroke="${c}" stroke-width="8"/><path
    d="M34 146C56 162 98 160 118 148 108 162 92 167 74 167 56 167 42 158 34 146Z" fill="${l}"/><g
    fill="${l}"><circle cx="48" cy="118" r="6"/><circle cx="66" cy="112" r="4.5"/><circle cx="60"
    cy="128" r="3.6"/><circle cx="84" cy="114" r="5"/></g></g> <g data-part="legA"
    transform-origin="44 154"><path d="M30 142Q42 130 54 142V177Q54 184 46 184H36Q28 184 28 177Z"
    fill="${c}"/><path d="M54 152V177Q54 184 46 184H36Q28 184 28 177V152" fill="none" ${line}/><path
    d="M34 184v-4M42 184v-4M50 184v-4" stroke="${INK}" stroke-width="3"/></g><g data-part="legB"
    transform-origin="98 154"><path d="M86 144Q98 132 110 144V177Q110 184 102 184H92Q84 184 84 177Z"
    fill="${c}"/><path d="M110 154V177Q110 184 102 184H92Q84 184 84 177V154" fill="none" ${line}/>
    <path d="M90 184v-4M98 184v-4M106 184v-4" stroke="${INK}" stroke-width="3"/></g>`,
  stego: ({ c, d, l, main, far, eye, mouth }) => `
    <g data-part="tail" transform-origin="40 142"><path d="M56 164C30 168 10 156 0 134 18 142 34 136
    52 122Z" ${main}/><g fill="#FFF4DC" ${lined(3)}><path d="M10 142L-4 122 20 138Z"/><path d="M22
    146L14 122 34 140Z"/><path d="M6 148L-8 148 12 156Z"/></g></g> <g fill="#F2A03C" ${line}><path
    d="M34 118L18 88 56 96Z"/><path d="M54 98L48 56 84 80Z"/><path d="M80 84L90 36 116 80Z"/><path
    d="M112 82L138 46 142 96Z"/><path d="M138 98L166 84 156 122Z"/></g><g fill="#FFD27A"><path d="M40
    110L30 96 48 99Z"/><path d="M60 92L56 70 74 83Z"/><path d="M88 78L93 54 106 77Z"/><path d="M118
    80L132 60 134 90Z"/></g> <g data-part="legB" transform-origin="60 152"><path d="M48 146H74V177Q74
    184 67 184H53Q46 184 46 177Z" ${far}/></g><g data-part="legA" transform-origin="124 154"><path
    d="M112 148H134V177Q134 184 127 184H117Q110 184 110 177Z" ${far}/></g> <g data-part="head"
    transform-origin="142 138"><path d="M132 118C150 106 176 112 190 124 200 132 200 150 188 156 172
    164 148 160 136 150Z" ${main}/>${eye}<ellipse cx="193" cy="136" rx="2.2" ry="3"
    fill="${INK}"/>${mouth}<ellipse cx="157" cy="146" rx="6" ry="4" fill="#F0745C" opacity=".5"/></g>
    <g data-part="body"><path d="M22 142C26 98 62 72 98 74 134 76 156 104 156 136 155 156 128 168 92
    168 52 168 20 162 22 142Z" ${main}/><path d="M32 150C60 166 120 164 148 146 140 160 118 167 92 167
    64 167 42 164 32 150Z" fill="${l}"/><path d="M44 114C56 94 76 84 98 84" stroke="#fff"
    stroke-opacity=".25" stroke-width="7" stroke-linecap="round" fill="none"/><g fill="${d}"
    opacity=".55"><circle cx="60" cy="124" r="6"/><circle cx="84" cy="108" r="7"/><circle cx="110"
    cy="118" r="6"/><circle cx="92" cy="130" r="4.5"/></g></g> <g data-part="legA"
    transform-origin="46 156"><path d="M34 144Q46 132 58 144V177Q58 184 50 184H40Q32 184 32 177Z"
    fill="${c}"/><path d="M58 154V177Q58 184 50 184H40Q32 184 32 177V154" fill="none" ${line}/><path
    d="M38 184v-4M46 184v-4M54 184v-4" stroke="${INK}" stroke-width="3"/></g><g data-part="legB"
    transform-origin="110 156"><path d="M98 146Q110 134 122 146V177Q122 184 114 184H104Q96 184 96
    177Z" fill="${c}"/><path d="M122 156V177Q122 184 114 184H104Q96 184 96 177V156" fill="none"
    ${line}/><path d="M102 184v-4M110 184v-4M118 184v-4" stroke="${INK}" stroke-width="3"/></g>`,
};
const MOUTHS = {
  // open, sad, calm
  rex: [
    `<path d="M136 78l4 9 6-10 5 9 6-10 5 8 5-9Z" fill="#fff" stroke="${INK}" stroke-width="2"/>`,
    `<path d="M132 76q12-10 24-2t30-6" fill="none" ${lined(3.6)}/>`,
    `<path d="M122 72Q150 84 188 64" fill="none" ${lined(3.6)}/><path d="M142 76l5 9 5-10ZM160 74l5 9
     4-11Z" fill="#fff" stroke="${INK}" stroke-width="2"/>`,
  ],
  cry: [
    `<path d="M156 134q12 8 26 0-4 12-14 12t-12-12Z" fill="#8A2A20" ${lined(3)}/>`,
    `<path d="M160 138q10-8 22-2" fill="none" ${lined(3.4)}/>`,
    `<path d="M156 132q12 9 26 1" fill="none" ${lined(3.4)}/>`,
  ],
  bronto: [
    `<path d="M168 40q14 6 28-4 0 14-14 15-12 0-14-11Z" fill="#8A2A20" ${lined(3)}/>`,
    `<path d="M172 46q10-6 22-3" fill="none" ${lined(3.4)}/>`,
    `<path d="M168 41q14 7 28-3" fill="none" ${lined(3.4)}/>`,
  ],
  stego: [
    `<path d="M166 147q14 6 28-2-2 12-14 13-10 0-14-11Z" fill="#8A2A20" ${lined(3)}/>`,
    `<path d="M170 152q10-6 22-1" fill="none" ${lined(3.4)}/>`,
    `<path d="M164 148q14 7 29-2" fill="none" ${lined(3.4)}/>`,
  ],
};
const JAW = `<path d="M112 76L176 72Q178 96 150 98 122 98 112 84Z" fill="#8A2A20" ${line}/><path d="M126
  90q14-6 34-2-6 8-18 9t-16-7Z" fill="#F0745C"/>`;

const EYES = { rex: [136, 40, 12], cry: [150, 108, 10.5], bronto: [160, 27, 9.5], stego: [170, 131, 8.5] };
const LIDS = { cry: ["calm"], stego: ["calm", "angry"] };

function eyeOf(kind, mood, lid) {
  const [x, y, r] = EYES[kind];
  const stroke = (width) => `fill="none" stroke="${INK}" stroke-width="${width}" stroke-linecap="round"`;
  if (mood === "out")
    return `<path d="M${x - r} ${y - r}l${2 * r} ${2 * r}m0-${2 * r}l-${2 * r} ${2 * r}" ${stroke(4)}/>`;
  if (mood === "proud") return `<path d="M${x - r} ${y + r * 0.3}q${r}-${r * 1.5} ${2 * r} 0" ${stroke(4)}/>`;
  const worried = mood === "worried";
  const ball = `fill="#fff" stroke="${INK}" stroke-width="2.6"`;
  const shut = LIDS[kind]?.includes(mood)
    ? `<path d="M${x - r - 1} ${y - r * 0.1}a${r + 1} ${r + 1} 0 0 1 ${2 * r + 2} 0Z" fill="${lid}"
      stroke="${INK}" stroke-width="2.6"/>`
    : "";
  const brow = worried
    ? `<path d="M${x - r} ${y - r * 1.9}q${r} -${r * 0.5} ${2 * r} ${r * 0.5}" ${stroke(3.4)}/>`
    : mood === "angry"
      ? `<path d="M${x - r - 2} ${y - r * 1.5}L${x + r} ${y - r * 0.7}" ${stroke(4.5)}/>`
      : "";
  return `<circle cx="${x}" cy="${y}" r="${r * (worried ? 1.18 : 1)}" ${ball}/>
    <circle cx="${x + (worried ? -1 : r * 0.22)}" cy="${y + (worried ? r * 0.2 : 0)}"
    r="${r * (worried ? 0.38 : 0.56)}" fill="${INK}"/>
    <circle cx="${x + r * 0.4}" cy="${y - r * 0.35}" r="${r * 0.24}" fill="#fff"/>${shut}${brow}`;
}

/** The size of a body's box, and how far down its feet are. */
export const BODY = { left: -6, width: 212, height: 196, feet: 184 };

/** A dinosaur in its own box of 212 by 196: rex, cry, bronto or stego; calm, proud, worried, angry or out. */
export function figure(kind, mood = "calm") {
  return markup(`figure ${kind} ${mood}`, () => {
    const colours = mood === "out" ? GREY : COLOURS[kind];
    const open = mood === "proud";
    const sad = mood === "worried" || mood === "out";
    const drawn = BODIES[kind]({
      ...colours,
      main: `fill="${colours.c}" ${line}`,
      far: `fill="${colours.d}" ${line}`,
      eye: eyeOf(kind, mood, colours.d),
      mouth: MOUTHS[kind][open ? 0 : sad ? 1 : 2],
      jaw: open ? JAW : "",
      open,
    });
    return `<ellipse cx="92" cy="185" rx="72" ry="8" fill="#1A0C04" opacity=".24"/>
      <g data-part="whole" transform-origin="96 184">${drawn}</g>`;
  });
}

/** The same in a square of 100. */
export function dinosaur(kind, mood = "calm") {
  return group(
    { "aria-hidden": "true" },
    group({ transform: "translate(2.8 7.5) scale(.4717)" }, figure(kind, mood)),
  );
}

const FACES = { rex: [-36, 6], cry: [-48, -18], bronto: [-52, 8], stego: [-62, -40] };
const MOODS = { think: "calm", glad: "proud", sad: "worried", wow: "worried", sly: "angry" };

/** The head of a dinosaur in a disc, in a square of 100, for a seat. */
export function portrait(kind, mood = "calm") {
  const [x, y] = FACES[kind];
  return group(
    { "aria-hidden": "true" },
    circle(50, 50, 49, { fill: INK }),
    circle(50, 50, 46, { fill: COLOURS[kind].l }),
    group(
      { "clip-path": "circle(46px at 50px 50px) view-box" },
      group({ transform: `translate(${x} ${y}) scale(.7)` }, figure(kind, MOODS[mood] ?? mood)),
    ),
  );
}

export const colourOf = (kind) => COLOURS[kind].c;
export const coloursOf = (kind) => COLOURS[kind];

/* The lid of the box, 480 by 300 */

const VOLCANO = `<path d="M-120 70L-34-66H34L124 70Z" fill="#7A5648" ${line}/>
  <path d="M34-66L124 70H62L22-66Z" fill="#5F4138"/>
  <path d="M-34-66H34L48-38 30-46 14-20-6-42-28-24-48-44Z" fill="#F2772E" ${line}/>
  <path d="M-14-72C-30-100 10-108-6-130M14-72C34-96 8-110 20-132" fill="none" ${lined(9, "#F6BC3A")}/>
  <circle cx="-18" cy="16" r="11" fill="#fff" ${lined(3)}/><circle cx="18" cy="16" r="11" fill="#fff"
  ${lined(3)}/><circle cx="-16" cy="18" r="5" fill="${INK}"/><circle cx="20" cy="18" r="5" fill="${INK}"/>
  <ellipse cx="0" cy="46" rx="8" ry="11" fill="#4A1E14"/>`;

const sized = (kind, mood, x, y, size) =>
  group(
    {
      transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / BODY.width}) translate(6 0)`,
    },
    figure(kind, mood),
  );

/** The volcano and the four, on no ground. */
export const still = () =>
  group(
    { "aria-hidden": "true" },
    group(
      { transform: "translate(240 140) scale(.96)" },
      markup("volcano", () => VOLCANO),
    ),
    sized("bronto", "calm", 412, 196, 152),
    sized("rex", "proud", 84, 208, 156),
    sized("cry", "proud", 312, 234, 140),
    sized("stego", "calm", 190, 242, 136),
  );

/** The same in their landscape. */
export const cover = () =>
  group(
    { "aria-hidden": "true" },
    rect(0, 0, 480, 300, { fill: "#7CCBE4" }),
    circle(400, 60, 66, { fill: "#FFF2B0", opacity: 0.5 }),
    circle(400, 60, 44, { fill: "#FFE27A" }),
    path("M0 176C90 130 180 176 270 158S420 126 480 170V300H0Z", { fill: "#8CCB86" }),
    path("M0 206C120 166 330 170 480 210V300H0Z", { fill: "#5CA85A" }),
    still(),
  );

const LINE = { stroke: INK, "stroke-width": 4, "stroke-linejoin": "round", "stroke-linecap": "round" };

/* Things on the cards */

const brown = { fill: "#A9713F", ...LINE };
const steel = { fill: "#B9C0C6", ...LINE };
const green = { fill: "#6BAA3E", ...LINE };
const blue = { fill: "#7FB8DB", ...LINE };
const red = { fill: "#E0533A", ...LINE };
const stone = { fill: "#A59A8C", ...LINE };
const cream = { fill: "#FFF7E6", ...LINE };
const gold = { fill: "#F6BC3A", ...LINE };
const none = { fill: "none", ...LINE };

const THINGS = {
  P0E: () => [
    path("M16 68Q8 40 40 26 74 16 86 44 94 76 56 82 24 86 16 68Z", stone),
    circle(40, 48, 4, { fill: INK }),
    circle(60, 46, 4, { fill: INK }),
    path("M40 64Q50 72 62 62", none),
  ],
  P1: () => [
    path("M12 88 62 34 84 10 90 16 66 44 20 94Z", brown),
    path("M48 50 30 34M64 36V14", { ...none, stroke: "#7B4E28", "stroke-width": 7 }),
    path("M30 36Q12 36 14 16 34 18 30 36ZM64 16Q54 4 66-2 76 8 64 16Z", green),
  ],
  P2: () => [
    path("M22 34H78L72 84Q50 94 28 84Z", steel),
    rect(16, 24, 68, 13, { rx: 6, ...LINE, fill: "#D8DEE2" }),
    path("M30 56q10 10 6 20M62 48l-6 10 9 2-7 14M26 24Q50-6 74 24", none),
  ],
  P3: () => [
    path("M46 4H54V54H46Z", brown),
    path("M30 52H70V74Q68 92 50 98 32 92 30 74Z", steel),
    path("M34 4H66V14H34Z", brown),
    path("M50 60V84", none),
  ],
  P4: () => [
    path("M24 90 60 42Q54 20 70 14 76 6 84 14 96 14 94 26 98 38 86 40 78 52 64 48L32 94Q26 96 24 90Z", {
      fill: "#FFF4DC",
      ...LINE,
    }),
    path("M34 84 64 46", { fill: "none", stroke: "#D9C7A2", "stroke-width": 4, "stroke-linecap": "round" }),
  ],
  P5: () => [
    path("M8 62Q8 52 26 54L60 58Q84 60 92 74 92 82 80 82H18Q8 80 8 62Z", brown),
    path("M30 56 40 40 56 58M40 40 48 34", { ...none, "stroke-width": 5 }),
    path("M0 48H16M4 38H22M-2 72H4", none),
  ],
  P6: () => [
    path("M42 98V60Q18 52 18 14H32Q32 42 50 46 68 42 68 14H82Q82 52 58 60V98Z", brown),
    path("M22 18Q50 42 78 18", { fill: "none", stroke: "#C23A26", "stroke-width": 5 }),
    circle(50, 30, 8, stone),
  ],
  P7: () => [
    path("M10 94 68 30 74 36 16 98Z", brown),
    path("M64 32Q70 6 96 4 94 30 72 38Z", steel),
    path("M34 70 24 60M44 58l12 12M54 48l-9-9", none),
  ],
  P8: () => [
    path("M0 60Q14 44 28 60T56 60 84 60 100 58V82Q86 94 72 82T44 82 16 82 0 84Z", blue),
    path("M8 40Q22 26 36 40T64 40 92 40", { ...none, stroke: "#3E7FA8" }),
    path("M50 6V22M40 12 60 18M60 12 40 18", { ...none, stroke: "#3E7FA8" }),
  ],
  P9: () => [
    path("M12 88 44 46 72 88Z", brown),
    path("M30 66 78 18", { fill: "none", stroke: "#7B4E28", "stroke-width": 9 }),
    path("M64 12Q86 8 94 28 78 40 64 30Z", brown),
    circle(80, 12, 11, stone),
    circle(30, 88, 9, steel),
    circle(62, 88, 9, steel),
  ],
  P1E: () => [
    path(
      "M24 96V60Q12 40 18 24 26 20 30 46L34 12Q42 6 46 14V42" +
        "L54 10Q62 6 66 14L60 46 76 26Q84 26 82 36L68 66V96Z",
      { fill: "#C88A5B", ...LINE },
    ),
    path("M18 24 12 14 24 20ZM36 12 36 0 44 10ZM56 10 60 0 66 12ZM76 26 86 16 84 34Z", {
      fill: "#FFF7E6",
      ...LINE,
      "stroke-width": 2.2,
    }),
  ],
  P2E: () => [
    path("M30 0Q20 30 46 46 70 58 50 78 40 90 52 98", { ...none, stroke: "#4C7A2E", "stroke-width": 8 }),
    path(
      "M30 20Q8 20 8 36 26 40 34 30ZM54 50Q76 40 84 54 68 66 56 58ZM46 84Q28 76 22 88 34 96 46 92Z",
      green,
    ),
  ],
  P3E: () => [
    path("M26 30H74L68 92H32Z", { fill: "#E8F0E0", ...LINE }),
    path("M29 50H71L67 90H33Z", green),
    path("M58 30 70 2", { ...none, "stroke-width": 6 }),
    path("M40 62Q50 54 60 62M42 74H58", { ...none, stroke: "#FFF7E6" }),
  ],
  P4E: () => [
    path("M8 66Q8 56 24 58H76Q92 56 92 66 92 90 50 92 8 90 8 66Z", blue),
    path("M30 48Q22 38 30 30T30 12M50 46Q42 36 50 28T50 8M70 48Q62 38 70 30T70 12", {
      ...none,
      stroke: "#B23A2E",
      "stroke-width": 5,
    }),
    path("M20 72Q32 66 44 72T68 72 84 70", none),
  ],
  P5E: () => [
    path("M6 74Q6 58 50 58T94 74Q94 92 50 92T6 74Z", { fill: "#5B4636", ...LINE }),
    path("M30 46V14L20 24M30 14 40 24M70 12V46L60 36M70 46 80 36", { ...none, "stroke-width": 7 }),
  ],
  P6E: () => [
    circle(50, 58, 36, red),
    path("M50 24Q36 10 22 16 30 28 48 26 66 28 78 16 64 10 50 24Z", green),
    circle(38, 46, 9, { fill: "#F7A796" }),
  ],
  P7E: () => [
    path("M44 96 46 46H56L58 96Z", brown),
    path("M14 44Q4 24 24 20 28 2 50 6 74 0 78 20 98 26 86 46Z", green),
    rect(32, 30, 36, 20, { ...brown }),
    path("M34 40Q50 30 66 40 50 50 34 40Z", { fill: "#FFF7E6", ...LINE, "stroke-width": 2 }),
    circle(50, 40, 4, { fill: INK }),
  ],
  P8E: () => [
    path("M50 98V40", { ...none, stroke: "#4C7A2E", "stroke-width": 7 }),
    path(
      "M50 44Q20 54 6 30 30 22 50 40 70 22 94 30 80 54 50 44Z" +
        "M50 66Q28 76 16 58 36 52 50 64 64 52 84 58 72 76 50 66Z",
      green,
    ),
    path("M34 20Q36 0 50 0 64 0 66 20 60 34 50 34 40 34 34 20Z", red),
    path("M36 18 44 26 50 18 56 26 64 18", { fill: "#FFF7E6", ...LINE, "stroke-width": 2.4 }),
  ],
  P9E: () => [
    circle(56, 50, 34, steel),
    path("M56 8l6 10 10-6 2 12 12 0-2 12 12 4-6 10 6 10-12 4 2 12-12 0-2 12-10-6-6 10-6-10", {
      fill: "none",
      ...LINE,
    }),
    circle(56, 50, 8, { fill: INK }),
    path("M26 6 8 44H24L14 76 44 34H26L38 6Z", gold),
  ],
  IB: () => [path("M50 2 92 46H68V66H32V46H8Z", cream), path("M32 74H68V84H32ZM32 90H68V98H32Z", cream)],
  IS: () => [path("M50 98 8 54H32V34H68V54H92Z", cream), path("M32 26H68V16H32ZM32 10H68V2H32Z", cream)],
  II: () => [path("M28 4 54 36H38V94H18V36H2Z", cream), path("M72 96 46 64H62V6H82V64H98Z", cream)],
  ID: () => [
    path("M4 52Q8 10 50 8 92 10 96 52 84 42 73 52 62 42 50 52 38 42 27 52 16 42 4 52Z", {
      ...cream,
    }),
    path("M50 8V84Q50 96 40 96 30 96 30 86", { ...none, "stroke-width": 5 }),
  ],
  IR: () => [
    path("M14 92V56Q14 30 42 30H62V10L94 40 62 70V50H44Q34 50 34 60V92Z", cream),
    path("M60 92H90M66 82H84", none),
  ],
};

/** The picture of a card. */
export const pictureOf = (card) => group({ "aria-hidden": "true" }, ...THINGS[card]());

/* Kinds of disaster */

const SIGNS = {
  natural: `<path d="M10 90C4 24 40 8 92 8 94 66 70 96 24 82Z" fill="#7FC04E" ${lined(6)}/>
    <path d="M10 96C26 60 46 42 70 28M34 66V44M34 66h24M52 46V32" fill="none" ${lined(5)}/>`,
  predatory: `<path d="M6 14H94V34C90 44 86 44 82 36 78 64 70 84 62 94 56 76 54 56 54 38 52 46 48 46 46 38 46
    56 44 76 38 94 30 84 22 64 18 36 14 44 10 44 6 34Z" fill="#FFF7E6" ${lined(6)}/>
    <path d="M4 8H96V26H4Z" fill="#E0533A" ${lined(6)}/>`,
  emotional: `<path d="M50 94C-10 50 4 8 30 8 42 8 48 18 50 24 52 18 58 8 70 8 96 8 110 50 50 94Z"
    fill="#6FB4E6" ${lined(6)}/><path d="M52 22 38 44 60 54 44 74 52 90" fill="none" ${lined(6)}/>`,
  meteor: `<path d="M98 2 58 18 72 2 34 30 50 10 14 56Z" fill="#F6A23A" ${lined(6)}/>
    <circle cx="38" cy="62" r="32" fill="#8A7466" ${lined(6)}/><circle cx="28" cy="54" r="8" fill="#5A4940"/>
    <circle cx="50" cy="70" r="7" fill="#5A4940"/>`,
};
export const disasterSign = (kind) =>
  group(
    { "aria-hidden": "true" },
    markup(`sign ${kind}`, () => SIGNS[kind]),
  );
export const star = (fill = "#F6BC3A") =>
  path("M50 4 63 36 97 38 71 60 80 94 50 75 20 94 29 60 3 38 37 36Z", {
    fill,
    stroke: INK,
    "stroke-width": 5,
    "stroke-linejoin": "round",
  });
export const bolt = () =>
  path("M58 2 16 58H44L34 98 84 38H54Z", {
    fill: "#F6BC3A",
    stroke: INK,
    "stroke-width": 5,
    "stroke-linejoin": "round",
  });

/* Faces and backs of cards */

const TINTS = [
  "#CFC6B6",
  "#D3C3A0",
  "#D9C58C",
  "#C7D08A",
  "#A9D08A",
  "#8ECFA6",
  "#86C9D8",
  "#9DB8EC",
  "#C9A6EA",
  "#F4C24A",
];
export const INSTANTS = {
  IB: { c: "#3F9A4E", d: "#1F6330" },
  IS: { c: "#C4402E", d: "#8A2418" },
  II: { c: "#E0A020", d: "#7A4F06" },
  ID: { c: "#3478B5", d: "#1B4F80" },
  IR: { c: "#8152B2", d: "#583086" },
};
export const CARD_RATIO = 170 / 122;

/** A picture that is built once for a size and copied.
 * @type {(key: string, build: () => SVGElement) => SVGElement} */
export const cached = (key, build) => kept(`dinosaurs ${key}`, build);

const edge = (width, height, r) =>
  rect(0, 0, width, height, {
    rx: r,
    fill: "none",
    stroke: INK,
    "stroke-width": Math.max(1.2, width * 0.013),
  });

/** A card without its words: number's leaf, picture, and a foot of paper from `foot` on. */
export function cardGround(card, width, height, foot) {
  return cached(`card ${card} ${width} ${height} ${foot}`, () => {
    const r = (width * 9) / 122;
    const instant = INSTANTS[card];
    const small = width < 96;
    const bend = width * 0.08;
    const top = small ? 0.02 : 0.04;
    const size = Math.min(width * (instant ? 0.58 : 0.66), (foot - bend * 0.4) * 0.78);
    const middle = (foot - bend * 0.3) / 2 + height * top;
    const parts = [
      rect(0.5, Math.max(2, width * 0.03), width, height, { rx: r, fill: "#1A0C04", opacity: 0.3 }),
      rect(0, 0, width, height, { rx: r, fill: instant?.c ?? "#FFFBF0" }),
    ];
    if (instant) {
      const long = Math.min(width / 2, middle) - 2;
      const rays = Array.from({ length: 12 }, (_, i) => {
        const [a, b] = [i * 0.5236, i * 0.5236 + 0.24];
        const end = (angle) => `${width / 2 + long * Math.cos(angle)} ${middle + long * Math.sin(angle)}`;
        return `M${width / 2} ${middle}L${end(a)} ${end(b)}Z`;
      });
      parts.push(path(rays.join(""), { fill: "#FFFFFF", opacity: 0.2 }));
    } else {
      parts.push(
        rect(0, 0, width, height, { rx: r, fill: TINTS[Number(card[1])], opacity: 0.75 }),
        circle(width / 2, middle, Math.min(width * 0.4, middle - 2), { fill: "#FFFBF0", opacity: 0.66 }),
      );
    }
    const scale = size / 100;
    const x = (width - size) / 2 + (instant ? 0 : width * 0.05);
    parts.push(
      group({ transform: `translate(${x} ${middle - size / 2}) scale(${scale})` }, ...THINGS[card]()),
      path(
        `M0 ${foot}Q${width / 2} ${foot - bend} ${width} ${foot}V${height - r}Q${width} ${height} ${width - r}
        ${height}H${r}Q0 ${height} 0 ${height - r}Z`,
        { fill: "#FFF7E6" },
      ),
      path(`M0 ${foot}Q${width / 2} ${foot - bend} ${width} ${foot}`, {
        fill: "none",
        stroke: INK,
        "stroke-width": Math.max(1.4, width * 0.018),
      }),
    );
    if (!instant) {
      const leaf = width * (small ? 0.46 : 0.41);
      parts.push(path(`M0 ${r}Q0 0 ${r} 0H${leaf}Q${leaf} ${leaf * 0.88} 0 ${leaf}Z`, { fill: "#2C1A10" }));
      if (card.endsWith("E")) {
        const wide = width * (small ? 0.22 : 0.18);
        parts.push(
          group(
            { transform: `translate(${width - wide - width * 0.05} ${width * 0.05}) scale(${wide / 100})` },
            star(),
          ),
        );
      }
    } else {
      const wide = width * 0.2;
      parts.push(
        group({ transform: `translate(${width * 0.05} ${width * 0.05}) scale(${wide / 100})` }, bolt()),
      );
    }
    parts.push(edge(width, height, r));
    return group({}, ...parts);
  });
}

/** The back of a card: ferns and an egg. */
export function cardBack(width, height, radius = null) {
  return cached(`back ${width} ${height} ${radius}`, () => {
    const scale = width / 122;
    const egg = Math.min(scale, height / 170);
    const r = radius ?? 9 * egg;
    const ferns = Array.from({ length: 5 }, (_, i) => {
      const x = 19 + i * 21;
      return `M${x} 158C${x + 12} 130 ${x - 12} 104 ${x + 3} 84S${x - 8} 34 ${x + 4} 12`;
    });
    return group(
      { "data-state": "hidden" },
      rect(0.5, Math.max(2, width * 0.03), width, height, { rx: r, fill: "#1A0C04", opacity: 0.3 }),
      rect(0, 0, width, height, { rx: r, fill: "#FFF7E6" }),
      rect(7 * egg, 7 * egg, width - 14 * egg, height - 14 * egg, {
        rx: Math.max(r - 7 * egg, 6 * egg),
        fill: "#2F7D6A",
      }),
      group(
        { transform: `scale(${scale} ${height / 170})` },
        path(ferns.join(""), {
          fill: "none",
          stroke: "#3F9A82",
          "stroke-width": 5,
          "stroke-linecap": "round",
        }),
      ),
      // The egg keeps its shape on a back that is wider than a card.
      group(
        { transform: `translate(${width / 2} ${height / 2}) scale(${egg}) translate(-61 -85)` },
        el("ellipse", { cx: 61, cy: 85, rx: 30, ry: 36, fill: "#FFF7E6", stroke: INK, "stroke-width": 3 }),
        path("M47 65C39 77 39 97 49 107M63 53C59 55 55 57 53 59M71 65l6-6M77 79h8M73 95l8 5M63 107l4 8", {
          fill: "none",
          stroke: "#2F7D6A",
          "stroke-width": 5,
          "stroke-linecap": "round",
        }),
        circle(65, 83, 6, { fill: "#F6BC3A" }),
      ),
      edge(width, height, r),
    );
  });
}

/* The landscape of the race */

const DAY = {
  sky: ["#6CC3E0", "#BDE8E4", "#FCE9B8"],
  hill: "#8CCB86",
  grass: ["#7DBB58", "#2F7A4C"],
  sun: ["#FFF2B0", "#FFE27A"],
  fern: "#1E5B3A",
  rock: ["#8E7A92", "#6E5C76"],
};
const DUSK = {
  sky: ["#26355E", "#6A5A86", "#E3A06E"],
  hill: "#4F7A66",
  grass: ["#457A4C", "#1B4A38"],
  sun: ["#F7E9CF", "#FFF7E6"],
  fern: "#103A2A",
  rock: ["#5A4C66", "#43384E"],
};

const shade = (id, colours) =>
  el(
    "linearGradient",
    { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    ...colours.map((colour, i) =>
      el("stop", { offset: [0, colours.length > 2 ? 0.35 : 1, 1][i], "stop-color": colour }),
    ),
  );

/** The place of a step of the race; the trail waves through its box. */
export function stepAt(race, step) {
  const part = Math.min(53, step) / 50;
  const pad = Math.max(race.h * 0.34, 18);
  const queue = Math.max(race.h * 0.56, 24); // room before the start for who waits there
  return {
    x: race.x + queue + (race.w - queue - pad * 1.3) * part,
    y: race.y + race.h * (race.foot + 0.07 * Math.sin(part * 9)),
  };
}

/** Sky, volcano, hills, meadow and the trail with its fifty stones; `race` is the box of the trail. */
export function landscape(width, height, race, dusk = false) {
  return cached(`landscape ${width} ${height} ${race.h} ${dusk}`, () => {
    const look = dusk ? DUSK : DAY;
    const [sky, grass, lamp] = [fresh("sky"), fresh("grass"), fresh("lamp")];
    const end = race.y + race.h;
    const up = (part) => end - race.h * part;
    const tufts = Array.from({ length: 22 }, (_, i) => {
      const x = (i * 197 + 40) % width;
      const y = end + 30 + ((i * 131) % Math.max(40, height - end - 50));
      return `M${x} ${y}c-2-8-6-12-8-14M${x} ${y}c0-8 0-14 1-18M${x} ${y}c2-8 6-12 9-13`;
    });
    const leaf = Math.min(150, height * 0.2);
    const ferns = [0, 1].map((side) =>
      group(
        { transform: side ? `translate(${width} ${height}) scale(-1 1)` : `translate(0 ${height})` },
        path(
          `M-10 0C0 ${-leaf * 0.6} 20 ${-leaf * 0.86} 60 ${-leaf} 44 ${-leaf * 0.73} 40 ${-leaf * 0.4} 44 0Z
          M-10 ${-leaf * 0.13}C40 ${-leaf * 0.46} 80 ${-leaf * 0.53} 120 ${-leaf * 0.46} 90 ${-leaf * 0.33} 70
          ${-leaf * 0.13} 66 4Z`,
        ),
      ),
    );
    return group(
      { "aria-hidden": "true", "data-still": "" },
      shade(sky, look.sky),
      shade(grass, look.grass),
      el(
        "radialGradient",
        { id: lamp, cx: 0.5, cy: 0.5, r: 0.62 },
        el("stop", { offset: 0, "stop-color": "#FFF7D0", "stop-opacity": dusk ? 0.2 : 0.38 }),
        el("stop", { offset: 0.6, "stop-color": "#FFF7D0", "stop-opacity": 0.06 }),
        el("stop", { offset: 1, "stop-color": "#0B3A24", "stop-opacity": dusk ? 0.5 : 0.3 }),
      ),
      rect(0, 0, width, end + 4, { fill: `url(#${sky})` }),
      circle(width * 0.82, race.y + race.h * 0.25, race.h * 0.3, { fill: look.sun[0], opacity: 0.5 }),
      circle(width * 0.82, race.y + race.h * 0.25, race.h * 0.19, { fill: look.sun[1] }),
      group(
        { transform: `translate(${width * 0.18} ${up(0.3)}) scale(${race.h / 170})` },
        path("M-150 40L-36-86H36L160 40Z", { fill: look.rock[0] }),
        path("M36-86L160 40H60L20-86Z", { fill: look.rock[1] }),
        path("M-36-86H36L52-62 30-70 14-46-6-66-28-50-52-68Z", { fill: "#F2772E" }),
        path("M-6-92C-26-120 18-128-4-156 40-150 10-124 20-92Z", { fill: "#FFFFFF", opacity: 0.75 }),
      ),
      path(
        `M0 ${up(0.3)}C${width * 0.15} ${up(0.55)} ${width * 0.3} ${up(0.18)} ${width * 0.45} ${up(0.33)}
        S${width * 0.8} ${up(0.62)} ${width} ${up(0.3)}V${height}H0Z`,
        { fill: look.hill },
      ),
      path(
        `M0 ${up(0.12)}C${width * 0.2} ${up(0.3)} ${width * 0.5} ${up(0.05)} ${width * 0.7} ${up(0.18)}
        S${width * 0.9} ${up(0.25)} ${width} ${up(0.1)}V${height}H0Z`,
        { fill: `url(#${grass})` },
      ),
      path(tufts.join(""), {
        fill: "none",
        stroke: look.grass[1],
        "stroke-opacity": 0.5,
        "stroke-width": 3,
        "stroke-linecap": "round",
      }),
      rect(0, 0, width, height, { fill: `url(#${lamp})` }),
      group({ fill: look.fern, opacity: 0.9 }, ...ferns),
      trail(race),
    );
  });
}

function trail(race) {
  const low = race.h * 0.1;
  const way = Array.from({ length: 27 }, (_, i) => stepAt(race, i * 2))
    .map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${(y + low).toFixed(1)}`)
    .join("");
  const road = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  const stones = Array.from({ length: 51 }, (_, i) => {
    const { x, y } = stepAt(race, i);
    const ten = i % 10 === 0;
    return el("ellipse", {
      cx: x,
      cy: y + low,
      rx: Math.max(ten ? 4 : 1.6, race.h * (ten ? 0.05 : 0.024)),
      ry: Math.max(ten ? 2.6 : 1.1, race.h * (ten ? 0.033 : 0.016)),
      fill: ten ? "#FFF7E6" : "#E8CF98",
      stroke: INK,
      "stroke-opacity": 0.5,
      "stroke-width": 1.1,
    });
  });
  return group(
    {},
    path(way, { ...road, stroke: "#A9773C", "stroke-width": Math.max(9, race.h * 0.16) }),
    path(way, { ...road, stroke: "#D9B274", "stroke-width": Math.max(6, race.h * 0.115) }),
    ...stones,
  );
}

/** The gate at fifty steps, without its number: how wide it is and how high its posts; its foot is at 0 0. */
export const gate = (wide, posts) =>
  group(
    { "aria-hidden": "true" },
    path(`M${-wide * 0.34} 0V${-posts}M${wide * 0.34} 0V${-posts}`, {
      fill: "none",
      stroke: "#7B4E28",
      "stroke-width": wide * 0.09,
      "stroke-linecap": "round",
    }),
    rect(-wide * 0.5, -posts - wide * 0.14, wide, wide * 0.36, {
      rx: 4,
      fill: "#C23A26",
      stroke: INK,
      "stroke-width": 2,
    }),
  );

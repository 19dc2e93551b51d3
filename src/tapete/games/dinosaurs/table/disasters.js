/* The twenty-four disasters and the meteor as scenes of 240 by 150: a ground by kind, one actor by title. */

import { INK, lined, markup } from "./art.js";
import { el, path, rect } from "/page/kit.js";

const line = lined(3);
const range = (count) => Array.from({ length: count }, (_, i) => i);

const hills = (far, near, y = 104) =>
  `<path d="M0 ${y + 14}C40 ${y - 12} 80 ${y + 6} 120 ${y - 2}S200 ${y - 14} 240 ${y + 8}V150H0Z"
  fill="${far}"/>
  <path d="M0 ${y + 28}C50 ${y + 10} 110 ${y + 30} 160 ${y + 16}S220 ${y + 18} 240 ${y + 24}V150H0Z"
  fill="${near}"/>`;
const palm = (x, y, scale = 1) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-4 0C-6-24 0-44 8-58L14-55C8-40 4-22 6 0Z"
  fill="#8A5A2E" ${line}/><path d="M11-56C-8-70-26-62-32-50-18-56-4-54 11-56ZM11-56C4-76-14-80-24-74-12-72
  0-66 11-56ZM11-56C22-76 40-76 48-66 34-68 22-64 11-56ZM11-56C30-64 44-54 46-42 36-52 24-54 11-56Z"` +
  ` fill="#3F9A4E"
  ${line}/></g>`;
const sun = (x, y, r, colour = "#FFE08A") =>
  `<circle cx="${x}" cy="${y}" r="${r * 1.5}" fill="${colour}" opacity=".35"/>
  <circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;
const cloud = (x, y, scale, colour = "#fff") =>
  `<path transform="translate(${x} ${y}) scale(${scale})" fill="${colour}"
  d="M-30 12C-44 12-44-8-28-8-26-22-4-26 2-12 14-22 32-12 28 0 42 0 42 12 30 12Z"/>`;
const eyes = (x, y, scale = 1, colour = "#FFE96A") =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-22 0C-18-10-6-8-4 4-12 8-20 6-22 0ZM22
  0C18-10 6-8 4 4 12 8 20 6 22 0Z" fill="${colour}"/><ellipse cx="-11" cy="0" rx="2.4" ry="5" fill="#1A0C04"/>
  <ellipse cx="11" cy="0" rx="2.4" ry="5" fill="#1A0C04"/></g>`;
const tiny = (x, y, colour = "#7BAA35", scale = 1, sad = true) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-22 0V-12C-22-26-6-28 4-24 8-30 10-42 22-42
  34-42 38-34 36-26 34-20 26-20 22-20L20 0H12V-8H-8V0H-16V-6Q-30-4-34-20-28-12-22-12Z" fill="${colour}"
  ${line}/><circle cx="24" cy="-32" r="4" fill="#fff" ${lined(2)}/>` +
  `<circle cx="24.5" cy="-31" r="1.8" fill="${INK}"/>
  <path d="${sad ? "M27-24q4-3 7 0" : "M26-25q4 3 8 0"}" fill="none" ${lined(2)}/></g>`;

const GROUNDS = {
  natural: ["#8FD3E8", "#E8F3C8", sun(206, 28, 14) + hills("#6DB35E", "#3F8A48")],
  predatory: [
    "#4A2350",
    "#E2683C",
    `<circle cx="196" cy="40" r="20" fill="#FFD27A" opacity=".85"/>${hills("#3E2A4A", "#241830")}`,
  ],
  emotional: ["#2C4A86", "#8FB4E0", hills("#5C7FB8", "#3C5A92")],
  meteor: ["#2A1030", "#E2542C", hills("#5A2A30", "#2E141C")],
};
const ACTORS = {
  natural: [
    () =>
      palm(170, 128, 1.6) +
      `<circle cx="96" cy="52" r="17" fill="#7A4A22" ${line}/><path d="M88 46l4
      3M100 46l-3 4M95 56l3 2" ${line} fill="none"/><path d="M84 22v-14M96 20V4M108 22v-14"
      ${lined(3, "#fff")} fill="none"/>` +
      tiny(92, 134, "#E5733B", 0.9),
    () =>
      `<path d="M30 118C60 96 180 96 214 118 214 142 30 142 30 118Z" fill="#5A6B2E" ${line}/><path
      d="M60 118q12-8 24 0M140 122q14-8 28 0" stroke="#93A552" stroke-width="4"
      fill="none"/>` +
      `<g><path d="M112 118V92C112 78 136 76 140 92L142 118Z" fill="#3E93C8"
      ${line}/><circle cx="134" cy="92" r="5" fill="#fff" stroke="${INK}" stroke-width="2"/>
      <circle cx="135" cy="92" r="2" fill="${INK}"/></g><circle cx="76" cy="112" r="7"
      fill="#93A552" ${line}/><circle cx="176" cy="112" r="9" fill="#93A552"
      ${line}/>` +
      palm(30, 112, 0.9),
    () =>
      cloud(70, 38, 1.3, "#6A6470") +
      cloud(160, 32, 1.5, "#57515C") +
      range(18)
        .map(
          (i) => `<circle
      cx="${16 + ((i * 53) % 216)}" cy="${58 + ((i * 29) % 70)}" r="${2 + (i % 3)}" fill="#4A444E"/>`,
        )
        .join("") +
      `<path
      d="M96 118C96 92 160 92 160 118Z" fill="#E0533A" ${line}/><path d="M128 96V130"
      ${line}/>` +
      tiny(118, 140, "#8E63C0", 0.8),
    () =>
      `<path d="M40 140L96 46H144L204 140Z" fill="#7A5648" ${line}/><path d="M96 46H144L152 62 140
      58 130 74 120 58 106 72 88 62Z" fill="#F2772E" ${line}/><path d="M110 44C100 26 116 18 112
      6M128 44C138 28 124 20 132 4" stroke="#F6BC3A" stroke-width="6" fill="none"
      stroke-linecap="round"/><circle cx="112" cy="96" r="7" fill="#fff" stroke="${INK}"
      stroke-width="2"/><circle cx="136" cy="96" r="7" fill="#fff" stroke="${INK}"
      stroke-width="2"/><circle cx="113" cy="97" r="3" fill="${INK}"/><circle cx="137" cy="97"
      r="3" fill="${INK}"/><ellipse cx="124" cy="116" rx="6" ry="8" fill="#4A1E14"/>`,
    () =>
      `<rect width="240" height="150" fill="#CFE6F5" opacity=".55"/>` +
      range(20)
        .map(
          (i) => `<circle
      cx="${(i * 67) % 236}" cy="${(i * 41) % 110}" r="${2 + (i % 3)}" fill="#fff"/>`,
        )
        .join("") +
      `<path d="M0
      118C60 100 170 104 240 116V150H0Z" fill="#F2FAFF"/>` +
      `<path d="M86 128C84 96 150 96 150
      128Z" fill="#BFE0F2" ${line}/>` +
      tiny(112, 128, "#3E93C8", 0.9) +
      `<path d="M88 124C88 92 150 92
      150 124" fill="#DFF2FC" opacity=".5" ${line}/>`,
    () =>
      `<path d="M0 150V60L240 130V150Z" fill="#8A6A3E"/><circle cx="96" cy="64" r="34"
      fill="#A39A90" ${line}/><path d="M82 50q8-8 16-4M104 80q10 0 14-8" ${line} fill="none"/>
      <path d="M48 40l-16-8M52 26l-12-12" stroke="#fff" stroke-width="4"
      stroke-linecap="round"/>` + tiny(190, 124, "#7BAA35", 0.9),
    () =>
      `<path d="M0 96C30 84 60 108 90 96S150 84 180 96 220 104 240 94V150H0Z" fill="#3E93C8"/>
      <path d="M0 112C30 100 60 124 90 112S150 100 180 112 220 120 240 110" stroke="#AEE0F7"
      stroke-width="4" fill="none"/><path d="M70 86H168C168 116 154 124 142 124H96C84 124 70 116
      70 86Z" fill="#FFF7E6" ${line}/>` +
      tiny(116, 96, "#E5733B", 0.9) +
      `<circle cx="92" cy="80" r="8"
      fill="#fff" ${line}/><circle cx="150" cy="80" r="10" fill="#fff" ${line}/><circle cx="160"
      cy="70" r="5" fill="#fff" ${line}/>`,
    () =>
      sun(188, 40, 28, "#FFD23A") +
      `<path d="M0 110C60 96 150 118 240 104V150H0Z" fill="#E2B860"/>
      <path d="M20 134l22-8 18 10 26-12 20 12 30-10M120 120l14-10 22 12" stroke="#A9762E"
      stroke-width="3" fill="none"/><path d="M64 126V76C64 66 78 66 78 76V126ZM64 104H54C46 104 46
      84 46 84M78 96H88C96 96 96 78 96 78" fill="#5FA04A" ${line}/>` +
      tiny(150, 136, "#8E63C0", 0.9),
  ],
  predatory: [
    () =>
      [0, 1, 2]
        .map(
          (i) => `<g transform="translate(${52 + i * 66} ${112 - (i % 2) * 18}) scale(${1.1 - i * 0.08})">
      <path d="M-26 14C-34-2-20-18 0-14L8-14C8-34 14-48 24-46 36-44 34-30 24-28 22-6 18 18-4 20-14
      20-22 20-26 14Z" fill="#FFF7E6" ${line}/><path d="M32-42L50-38 33-33Z" fill="#F29A2E"
      ${line}/><path d="M20-42l8 3" stroke="${INK}" stroke-width="3.5"/><circle cx="26" cy="-37"
      r="2.2" fill="${INK}"/><path d="M-6 20v10M6 20v10" stroke="#F29A2E" stroke-width="4"/>
      </g>`,
        )
        .join(""),
    () =>
      `<path d="M20 150C20 60 70 30 120 30S220 60 220 150Z"
      fill="#160C1E"/>` +
      eyes(120, 80, 1.9) +
      `<path d="M82 112C100 128 140 128 158 112L150 124 142 116
      134 128 126 118 118 130 110 118 102 127 96 116Z" fill="#FFF7E6"/>`,
    () =>
      [0, 1, 2]
        .map(
          (i) => `<g transform="translate(${60 + i * 62} 132) scale(.95)"><path d="M-16
      0L-12-20C-30-20-34-34-34-34-22-30-14-38-4-40 0-54 14-58 28-50L30-42 10-38C8-28 6-20 6-18L12
      0H4L0-14-6 0Z" fill="${["#C96A3A", "#7A9A3A", "#B2844A"][i]}" ${line}/><path d="M4-50h20v7H14"
      fill="#1A1420" ${lined(2)}/><path d="M-20-62C0-74 30-70 34-58L-2-56Z" fill="#F4E0A0"
      ${line}/></g>`,
        )
        .join("") + `<path d="M196 60l28-10-6 30Z" fill="#F6BC3A" ${line}/>`,
    () =>
      `<path d="M10 118C10 92 40 86 70 92L120 70C150 60 190 66 232 84L230 98 210 92 206 102 194 92
      190 104 178 94 172 106 160 98C140 108 130 124 120 138H20C12 138 10 128 10 118Z"
      fill="#5C8A3A" ${line}/><path d="M126 118C160 108 190 116 226 112 214 128 150 136 122 134Z"
      fill="#5C8A3A" ${line}/><circle cx="118" cy="76" r="11" fill="#fff" ${line}/><circle
      cx="121" cy="76" r="4" fill="${INK}"/><path d="M96 52C96 32 132 30 134 48L146 52 90 58Z"
      fill="#241830" ${line}/><path d="M92 112l20 8 20-8v18l-20-8-20 8Z" fill="#C23A26"
      ${line}/>`,
    () =>
      `<ellipse cx="120" cy="84" rx="44" ry="24" fill="#6A4A3A" ${line}/><path d="M98 66C70 20 40
      40 60 66 80 72 90 70 98 66ZM132 64C150 16 186 34 168 62 152 70 142 70 132 64Z"
      fill="#DFF2FC" fill-opacity=".8" ${line}/><circle cx="164" cy="78" r="18" fill="#6A4A3A"
      ${line}/><circle cx="170" cy="72" r="8" fill="#fff" ${line}/><circle cx="172" cy="73" r="3"
      fill="${INK}"/><path d="M180 84L226 112" stroke="${INK}" stroke-width="5"
      stroke-linecap="round"/><path d="M94 104l-12 26M114 108l-4 26M136 106l8 26" stroke="${INK}"
      stroke-width="4" stroke-linecap="round"/>`,
    () =>
      `<path d="M16 150C20 50 70 22 120 22S220 50 224 150Z" fill="#5E4652" ${line}/><path d="M52
      150C54 84 84 58 120 58S186 84 188 150Z" fill="#120A14"/><path d="M60 96L74 116 82 84 94 110
      104 72 116 104 126 68 136 106 148 76 158 110 168 88 178 114 182 104C172 76 150 58 120 58S70
      72 60 96Z" fill="#FFF7E6" ${line}/><path d="M66 150l10-20 12 20 12-22 14 22 14-22 12 22
      14-20 12 20" fill="#FFF7E6" ${line}/>`,
    () =>
      `<path d="M70 136C60 90 84 66 120 66S180 90 170 136Z" fill="#F0B45A" ${line}/><path d="M76
      84L66 44 100 64ZM164 84L174 44 140 64Z" fill="#F0B45A" ${line}/><circle cx="102" cy="92"
      r="10" fill="#fff" ${line}/><circle cx="138" cy="92" r="10" fill="#fff" ${line}/><circle
      cx="104" cy="93" r="5" fill="${INK}"/><circle cx="136" cy="93" r="5" fill="${INK}"/><path
      d="M114 104h12l-6 6Z" fill="#E0533A" ${line}/><path d="M106 112C110 118 130 118 134 112L132
      142 126 116H114L108 142Z" fill="#FFF7E6" ${line}/><path d="M86 106l-26-4M86 112l-24 6M154
      106l26-4M154 112l24 6" stroke="${INK}" stroke-width="2.5"/><path d="M98 72l4 12M120
      68v12M142 72l-4 12" stroke="#B2732A" stroke-width="5"/>`,
    () =>
      tiny(150, 136, "#7BAA35", 1.2) +
      `<path d="M0 150V40C40 20 84 40 96 70 112 66 118 84 108 94 116
      110 104 122 92 118 80 140 60 150 40 150Z" fill="#160C1E"/>` +
      eyes(58, 78, 1.3) +
      `<path d="M106
      74l20 4M110 92l20 4M100 112l18 8" stroke="#FFF7E6" stroke-width="6"
      stroke-linecap="round"/>`,
  ],
  emotional: [
    () =>
      `<rect x="40" y="100" width="160" height="12" rx="4" fill="#FFF7E6" ${line}/><path d="M56
      112v30M184 112v30" ${line}/><path d="M92 100V76H150V100Z" fill="#F0A7B4" ${line}/><path
      d="M92 84q10 8 19 0t20 0 19 0" stroke="#fff" stroke-width="5" fill="none"/><path d="M121
      76V58" stroke="#F6BC3A" stroke-width="5"/><path d="M121 52c5 5 3 10 0 10s-5-5 0-10Z"
      fill="#F2772E"/>${[
        [46, 34, "#E0533A"],
        [196, 30, "#F6BC3A"],
        [172, 50, "#7BAA35"],
      ]
        .map(
          (/** @type {any[]} */ [x, y, c]) => `<path
      d="M${x} ${y + 18}v44" stroke="${INK}" stroke-width="2"/><ellipse cx="${x}" cy="${y}" rx="15"
      ry="18" fill="${c}" ${line}/>`,
        )
        .join("")}` + tiny(66, 100, "#8E63C0", 0.8),
    () =>
      tiny(60, 136, "#E5733B", 1.15) +
      `<path d="M84 92C96 74 108 66 112 56" stroke="#E5733B"
      stroke-width="12" stroke-linecap="round"/><path d="M100 48q10-10 22-4M102 38q14-12 30-2"
      stroke="#fff" stroke-width="4" fill="none" stroke-linecap="round"/><g opacity=".9"><path
      d="M170 138V96C170 80 206 80 206 96V138Z" fill="#1B2A4A" ${line}/><circle cx="188" cy="70"
      r="18" fill="#1B2A4A" ${line}/>` +
      `<path d="M180 66q1-8 8-8t8 7-8 8v4M188 84v.1" fill="none" ${lined(4, "#fff")}/></g>`,
    () =>
      `<path d="M58 136C50 84 70 50 96 50S140 70 134 104L128 136Z" fill="#E5733B" ${line}/><path
      d="M78 48C80 22 128 16 146 34 158 50 140 64 118 64Z" fill="#E5733B" ${line}/><circle
      cx="120" cy="40" r="7" fill="#fff" stroke="${INK}" stroke-width="2"/><circle cx="121"
      cy="42" r="3" fill="${INK}"/><path d="M128 84l16 2M130 98l14 4" stroke="#E5733B"
      stroke-width="9" stroke-linecap="round"/><path d="M128 84l16 2M130 98l14 4" stroke="${INK}"
      stroke-width="2"/><g opacity=".95">${tiny(196, 136, "#8E63C0", 1.05, false)}</g><path d="M152
      78h10M154 92h10M152 106h10" stroke="#fff" stroke-width="3" stroke-dasharray="3 5"/>`,
    () =>
      `<rect x="70" y="50" width="112" height="66" rx="10" fill="#FFF7E6" ${line}/><rect x="70"
      y="50" width="112" height="22" rx="8" fill="#E0533A" ${line}/><path d="M88 92C100 82 108 104
      120 92S144 84 164 96" stroke="${INK}" stroke-width="5" fill="none" stroke-linecap="round"/>
      <path d="M82 98L170 88" stroke="#E0533A" stroke-width="5"/>` + tiny(34, 136, "#3E93C8", 0.9),
    () =>
      `<rect x="84" y="26" width="72" height="112" rx="14" fill="#1B2A4A" ${line}/><rect x="92"
      y="38" width="56" height="84" rx="4" fill="#DFF2FC"/><rect x="98" y="46" width="36"
      height="14" rx="7" fill="#3E93C8"/><rect x="98" y="66" width="42" height="14" rx="7"
      fill="#3E93C8"/><rect x="98" y="86" width="30" height="14" rx="7" fill="#3E93C8"/><path
      d="M120 110h.1M130 110h.1M140 110h.1" stroke="#7A8AA8" stroke-width="6"
      stroke-linecap="round"/>` + tiny(40, 138, "#7BAA35", 0.9),
    () =>
      `<path d="M70 136C62 96 84 74 116 74S166 96 160 136Z" fill="#8E63C0" ${line}/><path d="M92
      98q6 8 12 0M124 98q6 8 12 0" ${line} fill="none"/><path d="M104 120q10-6 20 0" ${line}
      fill="none"/>${[
        [40, 50],
        [82, 30],
        [130, 26],
        [182, 44],
        [204, 84],
      ]
        .map(
          ([x, y], i) => `<g
      transform="translate(${x} ${y}) rotate(${i * 20 - 40})"><path d="M0 0V-24L16-20V4" fill="none"
      stroke="#FFE96A" stroke-width="4.5"/><ellipse cx="-5" cy="0" rx="7" ry="5" fill="#FFE96A"/>
      <ellipse cx="11" cy="4" rx="7" ry="5" fill="#FFE96A"/></g>`,
        )
        .join("")}`,
    () =>
      `<path d="M0 112H240V150H0Z" fill="#7A4A2E"/><path d="M0 0H46C40 50 30 90 0 112ZM240
      0H194C200 50 210 90 240 112Z" fill="#B3262A"/><path d="M120 0L60 112H180Z" fill="#FFF2B0"
      opacity=".5"/><g transform="rotate(78 120 120)">${tiny(112, 132, "#7BAA35", 1)}</g><path d="M60
      122l-10-8M176 120l12-8M120 84V70" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`,
    () =>
      tiny(66, 136, "#E5733B", 1.2) +
      `<g transform="translate(172 136)"><path d="M-26-16C-26-42 0-44
      8-40 8-56 20-62 28-54 36-46 30-38 26-34 28-12 8-2-6-4L-6 0M6-4V0" fill="#fff" ${line}/><path
      d="M16-58c-4-8 4-12 6-6 2-8 10-4 8 4Z" fill="#E0533A" ${line}/><path d="M33-48l12 4-11 5Z"
      fill="#F29A2E" ${line}/><circle cx="24" cy="-48" r="2.5" fill="${INK}"/></g><path d="M112
      84h24M112 96h24" stroke="#fff" stroke-width="6" stroke-linecap="round"/>`,
  ],
  meteor: [
    () =>
      range(14)
        .map(
          (i) => `<circle cx="${(i * 71) % 238}" cy="${(i * 37) % 80}" r="1.6"
      fill="#fff"/>`,
        )
        .join("") +
      `<path d="M236-8L150 46 176 14 118 66 150 10 82 86Z"
      fill="#F6A23A"/><path d="M226-4L146 54 120 70Z" fill="#FFE08A"/><circle cx="98" cy="84"
      r="36" fill="#7A6458" ${line}/><circle cx="84" cy="74" r="9" fill="#4E3E38"/><circle
      cx="112" cy="96" r="8" fill="#4E3E38"/><circle cx="94" cy="102" r="5" fill="#4E3E38"/><path
      d="M68 66A36 36 0 0 1 98 48" stroke="#F2772E" stroke-width="6"
      fill="none"/>` +
      tiny(30, 142, "#7BAA35", 0.55) +
      tiny(200, 142, "#3E93C8", 0.55),
  ],
};

/** A box whose corners (upper left and right, lower right and left) are rounded. */
function cornered(x, y, w, h, corners, scale) {
  const [a, b, c, d] = corners.map((r) => r / scale);
  return (
    `M${x + a} ${y}H${x + w - b}A${b} ${b} 0 0 1 ${x + w} ${y + b}V${y + h - c}A${c} ${c} 0 0 1 ` +
    `${x + w - c} ${y + h}H${x + d}A${d} ${d} 0 0 1 ${x} ${y + h - d}V${y + a}A${a} ${a} 0 0 1 ${x + a} ${y}Z`
  );
}

/** The scene of a disaster by its title, such as natural.3: it fills a box; what does not fit is left out. */
export function sceneOf(title, x, y, width, height, corners = [0, 0, 0, 0]) {
  const [kind, number = "0"] = title.split(".");
  const [above, below, ground] = GROUNDS[kind];
  const actors = ACTORS[kind];
  const scale = Math.max(width / 240, height / 150);
  const [wide, high] = [width / scale, height / scale];
  const [left, top] = [(240 - wide) / 2, (150 - high) / 2];
  const sky = `dino-sky-${kind}`; // named by what they are: a copy in flight finds those of the next drawing
  const room = `dino-room-${[wide, high, ...corners].map(Math.round).join("-")}`;
  const form = cornered(left, top, wide, high, corners, scale);
  return el(
    "g",
    {
      transform: `translate(${x} ${y}) scale(${scale}) translate(${-left} ${-top})`,
      "clip-path": `url(#${room})`,
      "aria-hidden": "true",
    },
    el("clipPath", { id: room }, path(form, { visibility: "visible" })),
    el(
      "linearGradient",
      { id: sky, x1: 0, y1: 0, x2: 0, y2: 150, gradientUnits: "userSpaceOnUse" },
      el("stop", { offset: 0, "stop-color": above }),
      el("stop", { offset: 1, "stop-color": below }),
    ),
    rect(left, top, wide, high, { fill: `url(#${sky}) ${above}` }),
    markup(`scene ${title}`, () => ground + actors[Number(number) % actors.length]()),
  );
}

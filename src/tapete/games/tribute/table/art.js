/* Tales of Tribute: medals of the patrons, still lifes, signs, faces of cards, and the lid of the box.

Pictures are SVG markup in a square of 100, read once and copied: a redraw does not build them anew. */

import {
  circle,
  fitted,
  group,
  kept,
  measure,
  path,
  picture,
  placed,
  rect,
  SANS,
  SERIF,
  text,
} from "/page/kit.js";

export const INK = "#2A1230";
const GOLD = "#F6BC3A";
const CREAM = "#FFF2D0";
const PARCHMENT = "#FBF0DA";
const BAND = "#2A1438";

const ink = (width = 3) =>
  `stroke="${INK}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`;
const bare = (width) => `fill="none" ${ink(width)}`;
const many = (count, made) => Array.from({ length: count }, (_, i) => made(i)).join("");

/* Patrons: colour, its dark side, and what is embroidered on the medal */

export const HUES = {
  ansei: "#D9662E",
  duke_of_crows: "#454A78",
  rajhin: "#8A4FB0",
  psijic: "#3A86B8",
  orgnum: "#1F8A86",
  hlaalu: "#C2932A",
  pelin: "#7C88A4",
  red_eagle: "#B83A2A",
  treasury: "#4A7A5A",
  saint_alessia: "#B4687E",
};
export const DARKS = {
  ansei: "#8E3A12",
  duke_of_crows: "#23264A",
  rajhin: "#55287A",
  psijic: "#174A70",
  orgnum: "#0C4A4C",
  hlaalu: "#7A5A0C",
  pelin: "#454F6C",
  red_eagle: "#74180E",
  treasury: "#23492F",
  saint_alessia: "#6E2B42",
};

const EMBLEMS = {
  ansei: `<circle cx="50" cy="36" r="17" fill="#FFD866" ${ink()}/>
    ${many(
      9,
      (i) =>
        `<path transform="rotate(${i * 40 - 160} 50 36)" d="M50 12V4" stroke="#FFD866" stroke-width="5"
      stroke-linecap="round"/>`,
    )}
    <path d="M14 66C40 78 66 74 90 54 80 86 44 96 14 66Z" fill="#F4EDE0" ${ink()}/>
    <path d="M18 64l-10 12 10 8 10-8Z" fill="#C98A14" ${ink(2.5)}/>`,
  duke_of_crows: `<path d="M20 84C20 50 34 22 76 12 78 46 66 72 36 78L24 92Z" fill="#1C1E36" ${ink()}/>
    <path d="M26 86C38 60 52 40 72 18M40 62l18 2M46 50l20 0M38 70l14 6" fill="none" stroke="#9AA4E0"
      stroke-width="3" stroke-linecap="round"/>
    <circle cx="74" cy="76" r="11" fill="${GOLD}" ${ink()}/><path d="M74 70v12M69 76h10" ${ink(2.4)}/>`,
  rajhin: `<path d="M4 52C22 22 78 22 96 52 78 80 22 80 4 52Z" fill="${CREAM}" ${ink()}/>
    <circle cx="50" cy="52" r="20" fill="#6FBF4E" ${ink()}/><ellipse cx="50" cy="52" rx="6" ry="18"
      fill="#1A1020"/>
    <circle cx="56" cy="44" r="4" fill="#fff"/>
    <path d="M12 30L22 12 34 26M88 30L78 12 66 26" fill="#E8B06A" ${ink()}/>`,
  psijic: `<path d="M22 12H78M22 88H78" ${ink(13)}/><path d="M22 12H78M22 88H78" stroke="${GOLD}"
      stroke-width="8"
      stroke-linecap="round"/>
    <path d="M28 18H72C72 36 62 44 54 50 62 56 72 64 72 82H28C28 64 38 56 46 50 38 44 28 36 28 18Z"
      fill="#DDF1FA" ${ink()}/>
    <path d="M34 28H66C64 36 56 42 50 47 44 42 36 36 34 28ZM32 82C34 70 44 66 50 60 56 66 66 70 68 82Z"
      fill="#F2C14E"/>
    <path d="M50 46V62" stroke="#F2C14E" stroke-width="3"/><path d="M35 30V38" stroke="#fff" stroke-width="4"
      stroke-linecap="round"/>`,
  orgnum: `<path d="M4 70C10 30 40 12 68 22 88 30 92 52 76 60 64 64 56 54 62 46 66 40 74 42 74 42 66 30 44
      34 38 54
      34 66 44 80 96 76V92H4Z" fill="#BFEFE8" ${ink()}/>
    <path d="M10 84C30 78 60 86 92 82" stroke="#1F8A86" stroke-width="4" fill="none"/>`,
  hlaalu: `<path d="M50 14V84M28 88H72" ${ink(8)}/><path d="M50 14V84M28 88H72" stroke="#FFE08A"
      stroke-width="4"/>
    <path d="M14 30L86 22" stroke="${INK}" stroke-width="9" stroke-linecap="round"/>
    <path d="M14 30L86 22" stroke="#FFE08A" stroke-width="5" stroke-linecap="round"/>
    <path d="M0 62L16 30 32 62Q16 76 0 62ZM68 54L84 22 100 54Q84 68 68 54Z" fill="${CREAM}" ${ink()}/>
    <circle cx="16" cy="60" r="6" fill="${GOLD}" ${ink(2)}/>`,
  pelin: `<path d="M24 92V36H16V12H30V22H42V12H58V22H70V12H84V36H76V92Z" fill="#E4E8F0" ${ink()}/>
    <path d="M60 36H76V92H60Z" fill="#A8B0C4"/>
    <path d="M42 92V66C42 52 58 52 58 66V92Z" fill="#2A2440" ${ink()}/><path d="M24 46H76" ${ink(2.5)}/>
    <path d="M50 34v-2M36 60h.1M64 60h.1" ${ink(5)}/>`,
  red_eagle: `<path d="M50 90C44 74 38 66 22 66 30 60 32 54 26 44 14 44 8 36 4 22 20 28 34 34 42 46 40 32 44
      20 50 8
      56 20 60 32 58 46 66 34 80 28 96 22 92 36 86 44 74 44 68 54 70 60 78 66 62 66 56 74 50 90Z"
      fill="#FFE3C0" ${ink()}/>
    <path d="M50 24V74M34 48l10 8M66 48l-10 8" fill="none" stroke="#B83A2A" stroke-width="3.5"
      stroke-linecap="round"/>`,
  treasury: `<path d="M12 46C12 26 24 18 50 18S88 26 88 46Z" fill="#B97A3A" ${ink()}/>
    <path d="M12 46H88V84H12Z" fill="#8A5424" ${ink()}/><path d="M12 46H88M30 20V84M70 20V84" ${ink(3)}/>
    <path d="M42 42H58V60H42Z" fill="${GOLD}" ${ink()}/><circle cx="50" cy="50" r="3" fill="${INK}"/>
    <path d="M50 50v6" ${ink(2.5)}/><circle cx="26" cy="88" r="7" fill="${GOLD}" ${ink(2.5)}/>
    <circle cx="76" cy="90" r="7" fill="${GOLD}" ${ink(2.5)}/>`,
  saint_alessia: `<g fill="none" stroke-linejoin="round" stroke-linecap="round">
    <path d="M38 34H24A16 16 0 0 0 24 66H38M62 34H76A16 16 0 0 1 76 66H62" stroke="${INK}" stroke-width="17"/>
    <path d="M38 34H24A16 16 0 0 0 24 66H38M62 34H76A16 16 0 0 1 76 66H62" stroke="#F4E6D0"
      stroke-width="10"/></g>
    <path d="M50 8 55 40 50 50 45 40ZM50 92 55 62 50 54 45 62Z" fill="#FFE27A" ${ink(2.5)}/>
    <path d="M40 42l-8-6M60 42l8-6M40 58l-8 6M60 58l8 6" stroke="#FFE27A" stroke-width="4"
      stroke-linecap="round"/>`,
};

/** A patron's medal: gold rim with twenty beads, field in the patron's colour, emblem; box 100x100. */
export function medal(patron) {
  const hue = HUES[patron];
  const bead = (i) =>
    `<circle cx="${(60 + 52.5 * Math.cos(i * 0.314)).toFixed(1)}"
      cy="${(59 + 52.5 * Math.sin(i * 0.314)).toFixed(1)}"
      r="2" fill="#8A5A08"/>`;
  return picture(`<g transform="scale(.8333)"><circle cx="60" cy="64" r="55" fill="#1A0A20" opacity=".4"/>
    <circle cx="60" cy="60" r="56" fill="#C98A14"/><circle cx="60" cy="58" r="56" fill="${GOLD}"/>
    <circle cx="60" cy="59" r="49" fill="${DARKS[patron]}"/><circle cx="60" cy="59" r="46" fill="${hue}"/>
    <path d="M20 44A44 44 0 0 1 100 44 60 60 0 0 0 20 44Z" fill="#fff" opacity=".2"/>
    ${many(20, bead)}<g transform="translate(25 24) scale(.7)">${EMBLEMS[patron]}</g></g>`);
}

/* Still lifes for the window of a card */

const STILLS = {
  crate:
    `<path d="M10 34H90V90H10Z" fill="#B07A3C" ${ink()}/>` +
    `<path d="M10 34 22 16H78L90 34Z" fill="#D9A860" ${ink()}/>
    <path d="M10 52H90M10 72H90M14 88 86 38" ${ink(3)}/>
    <path d="M14 88 86 38" stroke="#8A5424" stroke-width="7"/><path d="M10 34H90V90H10Z" ${bare(4)}/>
    <circle cx="50" cy="26" r="8" fill="${GOLD}" ${ink(2.5)}/>`,
  hire: `<path d="M4 66 30 50 62 56C70 58 70 66 62 68L46 68 72 62 90 50C98 48 100 56 94 62L68 84H34L4 90Z"
      fill="#E0A878" ${ink()}/>
    <path d="M0 62H16V94H0Z" fill="#8A3A1E" ${ink()}/><circle cx="56" cy="30" r="18" fill="${GOLD}" ${ink()}/>
    <circle cx="56" cy="30" r="11" fill="none" stroke="#B97D10" stroke-width="3"/>
    <path d="M26 18l-8-5M22 32h-9M86 18l8-5M88 32h9" stroke="#FFE27A" stroke-width="4"
      stroke-linecap="round"/>`,
  toll: `<path d="M14 94V34C14 8 86 8 86 34V94H70V44C70 30 30 30 30 44V94Z" fill="#8A92A4" ${ink()}/>
    <path d="M14 52H30M70 52H86M14 72H30M70 72H86M50 16V32" ${ink(2.5)}/>
    <path d="M6 68H94" ${ink(13)}/><path d="M6 68H94" stroke="#E4E8F0" stroke-width="8"/>
    <path d="M16 68H30M44 68H58M72 68H86" stroke="#B83A2A" stroke-width="8"/>
    <circle cx="50" cy="52" r="10" fill="#E4E8F0" ${ink(2.5)}/>`,
  rags: `<path d="M22 92 34 24H70L82 92Z" fill="#7A6248" ${ink()}/>
    <path d="M34 24C30 10 40 14 44 8 50 14 60 4 62 12 70 10 74 16 70 24Z" fill="#B8644A" ${ink()}/>
    <path d="M36 48H58V66H36ZM56 72H74V88H56Z" fill="#5F86A8" ${ink(2.5)}/>
    <path d="M34 52h4M34 60h4M56 52h4M56 60h4M54 78h4M72 78h4" ${ink(2.5)}/>
    <path d="M88 30C80 34 78 46 86 52" ${bare(9)}/>
    <path d="M88 30C80 34 78 46 86 52" fill="none" stroke="#C9CED6" stroke-width="5"/>`,
  writ: `<path d="M16 8H84V78L76 92 66 82 56 94 46 82 36 92 26 82 16 90Z" fill="${CREAM}" ${ink()}/>
    <path d="M28 22H72M28 32H60" ${ink(3)}/>
    <circle cx="50" cy="56" r="19" fill="${GOLD}" ${ink()}/><circle cx="50" cy="56" r="12" fill="none"
      stroke="#B97D10"
      stroke-width="3"/>`,
  coins: `${many(
    4,
    (i) =>
      `<path d="M14 ${84 - i * 12}v-8h34v8a17 6 0 0 1-34 0Z" fill="#C98A14" ${ink(2.5)}/>
      <ellipse cx="31" cy="${76 - i * 12}" rx="17" ry="6" fill="${GOLD}" ${ink(2.5)}/>`,
  )}
    ${many(
      2,
      (i) =>
        `<path d="M54 ${86 - i * 12}v-8h34v8a17 6 0 0 1-34 0Z" fill="#C98A14" ${ink(2.5)}/>
      <ellipse cx="71" cy="${78 - i * 12}" rx="17" ry="6" fill="${GOLD}" ${ink(2.5)}/>`,
    )}
    <circle cx="70" cy="34" r="17" fill="${GOLD}" ${ink()}/><circle cx="70" cy="34" r="10" fill="none"
      stroke="#B97D10"
      stroke-width="3"/>`,
  dagger: `<path d="M78 8L44 54 54 62Z" fill="#E4E8F0" ${ink()}/><path d="M34 46L62 70" ${ink(10)}/>
    <path d="M34 46L62 70" stroke="${GOLD}" stroke-width="6" stroke-linecap="round"/><path d="M46 60L24 90"
      ${ink(13)}/>
    <path d="M46 60L24 90" stroke="#74180E" stroke-width="8" stroke-linecap="round"/>
    <path d="M20 12c10 4 10 14 4 20M88 60c-2 10-10 14-18 14" stroke="#fff" stroke-opacity=".6"
      stroke-width="3" fill="none"/>`,
  ship: `<path d="M8 66H92L80 88H22Z" fill="#8A5424" ${ink()}/><path d="M50 66V8" ${ink(5)}/>
    <path d="M54 10C84 22 88 46 84 58H54ZM46 16C24 26 18 44 20 58H46Z" fill="${CREAM}" ${ink()}/>
    <path d="M2 92q12-8 24 0t24 0 24 0 24 0" stroke="#fff" stroke-width="4" fill="none"/>`,
  mask: `<path d="M12 26C30 12 70 12 88 26 90 66 70 92 50 92S10 66 12 26Z" fill="${CREAM}" ${ink()}/>
    <path d="M24 44q12-12 22 2-12 10-22-2ZM76 44q-12-12-22 2 12 10 22-2Z" fill="${INK}"/>
    <path d="M36 70q14 12 28-2" ${bare(4)}/><path d="M50 50v12" ${ink(3)}/>
    <path d="M50 18C66 18 80 20 88 26 90 66 70 92 50 92Z" fill="#8A4FB0" opacity=".35"/>`,
  helm: `<path d="M20 56C20 24 36 12 50 12S80 24 80 56V74L60 88H40L20 74Z" fill="#C9CED6" ${ink()}/>
    <path d="M50 12C64 12 80 24 80 56V74L60 88H50Z" fill="#8A92A4"/>
    <path d="M30 50H70L66 60H54V84H46V60H34Z" fill="${INK}"/>
    <path d="M50 12C46-4 26-4 18 8 32 8 40 14 44 22Z" fill="#B83A2A" ${ink()}/>`,
  scroll: `<path d="M22 18H74C84 18 84 34 74 34V82H26C14 82 14 66 26 66V30C26 24 24 18 22 18Z"
      fill="${CREAM}" ${ink()}/>
    <path d="M36 42H64M36 52H64M36 62H56" ${ink(3)}/><circle cx="68" cy="78" r="12" fill="#B83A2A" ${ink()}/>
    <path d="M68 71v14M61 78h14" stroke="#FFB8A0" stroke-width="3"/>`,
  swords: `<path d="M18 10C44 20 64 44 74 70L66 76C52 54 34 34 18 10Z" fill="#E4E8F0" ${ink()}/>
    <path d="M82 10C56 20 36 44 26 70L34 76C48 54 66 34 82 10Z" fill="#C9CED6" ${ink()}/>
    <path d="M58 80L84 62M42 80L16 62" ${ink(9)}/><path d="M58 80L84 62M42 80L16 62" stroke="${GOLD}"
      stroke-width="5"
      stroke-linecap="round"/>
    <path d="M74 74L84 92M26 74L16 92" ${ink(10)}/><path d="M74 74L84 92M26 74L16 92" stroke="#8A3A1E"
      stroke-width="6"
      stroke-linecap="round"/>`,
  shield: `<path d="M16 16Q50 4 84 16 88 66 50 94 12 66 16 16Z" fill="#C9CED6" ${ink()}/>
    <path d="M26 24Q50 15 74 24 76 60 50 82 24 60 26 24Z" fill="#4F6FA8" ${ink(2.5)}/>
    <path d="M50 18V82M26 42H74" stroke="#E4E8F0" stroke-width="8"/><circle cx="50" cy="42" r="9"
      fill="${GOLD}" ${ink()}/>`,
  banner: `<path d="M26 6V96" ${ink(9)}/><path d="M26 6V96" stroke="#A9713F" stroke-width="5"
      stroke-linecap="round"/>
    <path d="M28 12C46 4 58 22 84 12V58C60 68 48 48 28 58Z" fill="#D63A2C" ${ink()}/>
    <path d="M48 24l5 8 9 1-7 6 2 9-9-5-8 5 2-9-7-6 9-1Z" fill="#FFE27A" ${ink(2)}/><circle cx="26" cy="8"
      r="6" fill="${GOLD}" ${ink()}/>`,
  book: `<path d="M50 26C36 14 18 16 8 22V82C20 76 36 76 50 86 64 76 80 76 92 82V22C82 16 64 14 50 26Z"
      fill="#7A3B2A" ${ink()}/>
    <path d="M50 26C36 16 22 18 14 24V74C24 70 38 70 50 78 62 70 76 70 86 74V24C78 18 64 16 50 26Z"
      fill="${CREAM}" ${ink(2.5)}/>
    <path d="M50 26V78M22 34h18M22 44h18M22 54h14M60 34h18M60 44h18" ${ink(2.5)}/>
    <path d="M69 52l3 6 6 1-5 4 1 6-5-3-6 3 1-6-4-4 6-1Z" fill="${GOLD}" ${ink(1.6)}/>`,
  orb: `<path d="M28 92H72L64 76H36Z" fill="#8A5424" ${ink()}/><circle cx="50" cy="46" r="36" fill="#8FD0F0"
      ${ink()}/>
    <path d="M20 54C36 40 44 70 60 54 70 44 78 52 84 48A36 36 0 0 1 20 58Z" fill="#4F9CCB"/>
    <path d="M50 26l5 11 12 2-9 8 2 12-10-6-11 6 3-12-9-8 12-2Z" fill="#FFF7E6" opacity=".95"/>
    <path d="M26 36A28 28 0 0 1 44 20" stroke="#fff" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  hourglass: `<path d="M20 10H80M20 90H80" ${ink(13)}/><path d="M20 10H80M20 90H80" stroke="#A9713F"
      stroke-width="8"
      stroke-linecap="round"/>
    <path d="M28 16H72C72 36 60 44 54 50 60 56 72 64 72 84H28C28 64 40 56 46 50 40 44 28 36 28 16Z"
      fill="#E6F5FB" ${ink()}/>
    <path d="M36 30H64C62 38 54 42 50 47 46 42 38 38 36 30ZM32 84C34 70 46 68 50 62 54 68 66 70 68 84Z"
      fill="#E8B84A"/>`,
  quiver: `<path d="M34 40L58 28 76 80 52 92Z" fill="#8A5424" ${ink()}/><path d="M36 50L62 38M44 74L70 62"
      ${ink(4)}/>
    <path d="M40 34L22 8M48 30L38 4M56 28L56 4" ${ink(5)}/><path d="M40 34L22 8M48 30L38 4M56 28L56 4"
      stroke="#E0C08A" stroke-width="2.5"/>
    <path d="M22 8l-8 4 2-10ZM38 4l-8 2 4-8ZM56 4l-6-2 6-6 6 6Z" fill="#E4E8F0" ${ink(2)}/>
    <path d="M14 62L84 30" stroke="#fff" stroke-opacity=".35" stroke-width="3" stroke-dasharray="8 6"/>`,
  gate: `<path d="M10 94V40C10 18 28 8 50 8S90 18 90 40V94H74V44C74 30 62 24 50 24S26 30 26 44V94Z"
      fill="#A8B0C4" ${ink()}/>
    <path d="M26 44C26 30 38 24 50 24S74 30 74 44V94H26Z" fill="#3A2A50"/>
    <path d="M34 30V88M50 24V92M66 30V88M26 48H74M26 66H74" ${ink(6)}/>
    <path d="M34 30V88M50 24V92M66 30V88M26 48H74M26 66H74" stroke="#8A92A4" stroke-width="3"/>`,
  crow: `<path d="M8 54C22 50 26 44 30 34 36 20 56 14 68 24L90 30 72 38C74 62 60 78 40 80L12 92 26 74C14 70
      10 62 8 54Z"
      fill="#2A2C48" ${ink()}/><path d="M30 58C42 66 56 62 64 50 62 66 48 76 32 74Z" fill="#4A5080"/>
    <circle cx="58" cy="30" r="5" fill="#FFE27A"/><circle cx="59" cy="30" r="2" fill="${INK}"/>
    <path d="M68 24L90 30 72 36Z" fill="${GOLD}" ${ink(2.5)}/><path d="M42 80v12M52 78v14" ${ink(4)}/>`,
  feather: `<path d="M14 92C20 50 44 16 86 8 92 46 66 76 30 78Z" fill="#5A62A0" ${ink()}/>
    <path d="M14 92C34 66 54 40 80 14M36 64l-2-18M36 64l22 0M50 46l-2-18M50 46l22-2" fill="none"
      stroke="#C8CEF4"
      stroke-width="3" stroke-linecap="round"/>`,
  fire: `<path d="M50 4C74 26 84 44 78 62 74 78 64 84 50 84S24 78 22 60C22 48 30 42 34 32 38 40 42 42 44 42
      40 26 44 14 50 4Z"
      fill="#E8642E" ${ink()}/><path d="M50 40C62 50 66 58 62 68 60 76 56 80 50 80S38 76 38 66C40 56 48 52
      50 40Z" fill="#FFD866"/>
    <path d="M14 88L86 78M14 78L86 88" ${ink(11)}/><path d="M14 88L86 78M14 78L86 88" stroke="#8A5424"
      stroke-width="7"
      stroke-linecap="round"/>`,
  goblet: `<path d="M22 14H78C80 46 68 60 56 62V78H68C74 78 76 90 76 92H24C24 90 26 78 32 78H44V62C32 60 20
      46 22 14Z"
      fill="${GOLD}" ${ink()}/><path d="M24 22H76C76 30 74 36 72 40 56 34 44 46 28 40 26 36 24 30 24 22Z"
      fill="#B3261C"/>
    <path d="M50 62V78" ${ink(3)}/><path d="M32 26v10" stroke="#fff" stroke-opacity=".7" stroke-width="4"
      stroke-linecap="round"/>
    <circle cx="50" cy="52" r="5" fill="#6FBF4E" ${ink(2)}/>`,
  pick: `<path d="M8 92L20 64 42 58 64 68 88 92Z" fill="#5A5470" ${ink()}/><path d="M20 64L30 78 42 58M42
      58L52 80 64 68" ${bare(2.5)}/>
    <path d="M34 72l8 4-6 6ZM58 76l6 6-8 2Z" fill="#9AE0D0"/><path d="M70 20L34 66" ${ink(10)}/>
    <path d="M70 20L34 66" stroke="#A9713F" stroke-width="6" stroke-linecap="round"/>
    <path d="M40 8C60 6 82 20 92 44 80 32 72 26 62 22 54 18 46 14 40 8Z" fill="#C9CED6" ${ink()}/>`,
  serpent: `<path d="M2 92q12-8 24 0t24 0 24 0 24 0" stroke="#fff" stroke-width="4" fill="none"/>
    <path d="M16 84C12 60 22 46 40 50 58 54 60 70 50 84H34C42 74 42 64 34 64 28 64 30 74 32 84ZM60 84C62 60
      62 44 48 40
      34 34 38 10 60 8 78 8 90 20 92 30L72 34C72 26 58 24 58 30 58 38 84 40 82 84Z" fill="#3FB0A0" ${ink()}/>
    <circle cx="66" cy="18" r="4" fill="${INK}"/><path d="M92 30l6 8M92 30l8 0" stroke="#B83A2A"
      stroke-width="3"/>
    <path d="M64 48c6 8 8 20 8 34M26 58c-4 8-3 16-1 24" stroke="#BFEFE8" stroke-width="4" fill="none"/>`,
  hood: `<path d="M50 4C26 8 16 36 14 94H86C84 36 74 8 50 4Z" fill="#4A2E6E" ${ink()}/>
    <path d="M50 20C36 22 30 40 32 56 40 70 60 70 68 56 70 40 64 22 50 20Z" fill="#170B22" ${ink(2.5)}/>
    <path d="M38 44q6-6 10 2-6 5-10-2ZM62 44q-6-6-10 2 6 5 10-2Z" fill="#FFE27A"/>
    <path d="M50 70V94" ${ink(2.5)}/><path d="M24 60C20 70 19 82 18 92" stroke="#7A56A8" stroke-width="4"
      fill="none"/>`,
  skull: `<path d="M26 40C14 36 8 22 10 6 16 14 22 12 22 4 30 14 34 24 36 32M74 40C86 36 92 22 90 6 84 14 78
      12 78 4 70 14
      66 24 64 32" fill="#C9A06A" ${ink()}/>
    <path d="M50 26C70 26 76 40 72 54 68 62 64 66 62 82L50 94 38 82C36 66 32 62 28 54 24 40 30 26 50 26Z"
      fill="${CREAM}" ${ink()}/>
    <path d="M34 50l12 4-6 8ZM66 50l-12 4 6 8Z" fill="${INK}"/><path d="M46 80l4-6 4 6Z" fill="${INK}"/>`,
  lute: `<path d="M60 40L86 8" ${ink(11)}/><path d="M60 40L86 8" stroke="#8A5424" stroke-width="7"/>
    <path d="M78 6l14 10M84 0l12 9" ${ink(4)}/>
    <path d="M62 36C74 48 66 88 36 92 8 92 4 62 22 48 36 38 52 26 62 36Z" fill="#D89A4E" ${ink()}/>
    <circle cx="42" cy="62" r="10" fill="#5A3214" ${ink(2.5)}/><path d="M28 80L84 12" stroke="#FFF7E6"
      stroke-width="1.6"/>
    <path d="M24 72l16 12" ${ink(4)}/>`,
  sack: `<path d="M34 30C14 44 8 92 50 92S86 44 66 30Z" fill="#8A4FB0" ${ink()}/>
    <path d="M30 12C38 20 62 20 70 12L66 30H34Z" fill="#B07AD0" ${ink()}/><path d="M30 32H70" ${ink(8)}/>
    <path d="M30 32H70" stroke="${GOLD}" stroke-width="4"/>
    <path d="M50 46l5 10 11 2-8 8 2 11-10-5-10 5 2-11-8-8 11-2Z" fill="#FFE27A" ${ink(2)}/>`,
  egg: `<path d="M8 88C14 66 32 60 50 64 68 60 86 66 92 88Z" fill="#8A5424" ${ink()}/>
    <path d="M50 12C66 12 74 40 72 56 68 76 32 76 28 56 26 40 34 12 50 12Z" fill="#F2E2C0" ${ink()}/>
    <path d="M38 34h.1M58 26h.1M62 48h.1M46 54h.1" stroke="#B98A4A" stroke-width="8" stroke-linecap="round"/>
    <path d="M10 88C22 76 34 78 40 84M60 84C68 76 82 78 90 88" stroke="#C98A4E" stroke-width="4"
      fill="none"/>`,
  ring: `<circle cx="50" cy="62" r="27" fill="none" ${ink(15)}/><circle cx="50" cy="62" r="27" fill="none"
      stroke="${GOLD}"
      stroke-width="9"/><path d="M28 28L40 10H60L72 28 50 46Z" fill="#8A4FB0" ${ink()}/>
    <path d="M28 28H72M40 10L50 46 60 10" ${bare(2)}/><path d="M80 12l4 8 8 2-6 6" stroke="#fff"
      stroke-width="3" fill="none"/>`,
  stall: `<path d="M16 40V94M84 40V94" ${ink(7)}/><path d="M16 40V94M84 40V94" stroke="#A9713F"
      stroke-width="4"/>
    <path d="M10 64H90V78H10Z" fill="#A9713F" ${ink()}/><path d="M8 40L18 12H82L92 40Z" fill="${CREAM}"
      ${ink()}/>
    <path d="M8 40L18 12H30L25 40ZM42 40V12H56L58 40ZM75 40L70 12H82L92 40Z" fill="#D63A2C"/>
    <path d="M8 40q8.500 12 17 0 8.500 12 17 0 8 12 16 0 8.500 12 17 0 8.500 12 17 0" fill="${CREAM}"
      ${ink(2.5)}/>
    <circle cx="32" cy="60" r="8" fill="${GOLD}" ${ink(2)}/><circle cx="50" cy="59" r="8" fill="#6FBF4E"
      ${ink(2)}/>
    <circle cx="68" cy="60" r="8" fill="#E8642E" ${ink(2)}/>`,
  house: `<path d="M6 40L50 8 94 40Z" fill="#C98A4E" ${ink()}/><path d="M14 40H86V50H14ZM10 84H90V94H10Z"
      fill="${CREAM}" ${ink()}/>
    <path d="M20 50H32V84H20ZM44 50H56V84H44ZM68 50H80V84H68Z" fill="#F4E6C9" ${ink()}/>
    <path d="M32 50H44V84H32ZM56 50H68V84H56Z" fill="#5A3A20"/><circle cx="50" cy="29" r="7" fill="${GOLD}"
      ${ink(2)}/>`,
  bull: `<path d="M30 34C14 36 4 24 8 8 14 20 26 20 36 24M70 34C86 36 96 24 92 8 86 20 74 20 64 24"
      fill="${CREAM}" ${ink()}/>
    <path d="M50 20C68 20 78 30 76 46L66 82C62 94 38 94 34 82L24 46C22 30 32 20 50 20Z" fill="#9A5A34"
      ${ink()}/>
    <path d="M38 66C38 60 62 60 62 66L62 84C58 90 42 90 38 84Z" fill="#D8A06A" ${ink(2.5)}/>
    <circle cx="38" cy="46" r="4" fill="${INK}"/><circle cx="62" cy="46" r="4" fill="${INK}"/>
    <path d="M45 74h.1M55 74h.1" ${ink(5)}/><path d="M43 82a7 6 0 0 0 14 0" fill="none" stroke="${GOLD}"
      stroke-width="4"/>`,
  horn: `<path d="M8 28C10 66 36 90 70 84L92 90C94 70 92 52 84 40L76 60C52 66 34 52 28 26Z" fill="#D8B078"
      ${ink()}/>
    <path d="M84 40C94 54 94 74 92 90L76 84C82 74 80 66 76 60Z" fill="#8A5424" ${ink()}/>
    <path d="M8 28L28 26" ${ink(9)}/><path d="M8 28L28 26" stroke="${GOLD}" stroke-width="5"/>
    <path d="M22 58L38 48M42 78L50 62" ${ink(7)}/><path d="M22 58L38 48M42 78L50 62" stroke="${GOLD}"
      stroke-width="3.500"/>
    <path d="M60 12v18M76 8l-4 18M46 14l6 16" stroke="#fff" stroke-opacity=".8" stroke-width="4"
      stroke-linecap="round"/>`,
  chain: `<g fill="none" stroke-linecap="round"><path d="M34 42l-9-9a13 13 0 0 0-18 18l14 14a13 13 0 0 0 18
      0M66 58l9 9a13 13 0 0 0
      18-18L79 35a13 13 0 0 0-18 0" stroke="${INK}" stroke-width="15"/>
    <path d="M34 42l-9-9a13 13 0 0 0-18 18l14 14a13 13 0 0 0 18 0M66 58l9 9a13 13 0 0 0 18-18L79 35a13 13 0
      0 0-18 0"
      stroke="#C9CED6" stroke-width="9"/></g>
    <path d="M50 10l4 18-4 10-4-10ZM50 90l4-18-4-10-4 10Z" fill="#FFE27A" ${ink(2.5)}/>
    <path d="M32 18l6 10M68 82l-6-10M68 18l-6 10M32 82l6-10" stroke="#FFE27A" stroke-width="4"
      stroke-linecap="round"/>`,
  cage: `<path d="M50 4V16" ${ink(5)}/><path d="M18 34C18 20 32 14 50 14S82 20 82 34Z" fill="#8A92A4"
      ${ink()}/>
    <path d="M18 34H82V84H18Z" fill="#2A1E3A" ${ink()}/><path d="M30 34V84M43 34V84M57 34V84M70 34V84"
      ${ink(7)}/>
    <path d="M30 34V84M43 34V84M57 34V84M70 34V84" stroke="#C9CED6" stroke-width="3.500"/>
    <path d="M12 84H88V94H12Z" fill="#8A92A4" ${ink()}/><circle cx="50" cy="60" r="9" fill="${GOLD}"
      ${ink()}/>
    <path d="M50 58v6" ${ink(3)}/>`,
  wheat: `<path d="M50 94V40M34 94C36 70 30 56 22 46M66 94C64 70 70 56 78 46" ${ink(5)}/>
    <path d="M50 94V40M34 94C36 70 30 56 22 46M66 94C64 70 70 56 78 46" stroke="#D8A83A"
      stroke-width="2.500" fill="none"/>
    ${[
      [50, 0, 0],
      [20, 14, -24],
      [80, 14, 24],
    ]
      .map(
        ([x, y, turn]) =>
          `<g transform="rotate(${turn} ${x} ${y + 24})">${many(
            3,
            (i) =>
              `<path d="M${x} ${y + 12 + i * 12}c-10-2-12-8-10-14 8 1 11 6 10 14ZM${x}
      ${y + 12 + i * 12}c10-2 12-8 10-14-8 1-11
            6-10 14Z" fill="#F2C14E" ${ink(2)}/>`,
          )}</g>`,
      )
      .join("")}
    <path d="M26 74H74" ${ink(9)}/><path d="M26 74H74" stroke="#B83A2A" stroke-width="5"/>`,
  moon: `<path d="M62 6A44 44 0 1 0 94 68 36 36 0 0 1 62 6Z" fill="#F4EBC4" ${ink()}/><circle cx="36"
      cy="44" r="6" fill="#D8CC98"/>
    <circle cx="48" cy="70" r="8" fill="#D8CC98"/><circle cx="26" cy="64" r="4" fill="#D8CC98"/>
    <path d="M76 22l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1Z" fill="#FFE27A" ${ink(2)}/>`,
  claw: `<path d="M18 8C34 30 34 60 22 92 12 64 10 34 18 8ZM46 4C62 30 62 64 50 96 38 64 36 32 46 4ZM76 8C90
      30 90 60 80 90
      68 64 66 34 76 8Z" fill="#F4E6D0" ${ink()}/><path d="M22 20c6 18 6 40 2 58M51 16c7 20 7 46 2 66M80
      20c5 18 5 38 1 54"
      stroke="#B83A2A" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  drum: `<path d="M16 40V76C16 86 32 92 50 92S84 86 84 76V40Z" fill="#B83A2A" ${ink()}/>
    <ellipse cx="50" cy="40" rx="34" ry="13" fill="${CREAM}" ${ink()}/>
    <path d="M18 50L32 82 46 54 60 86 72 54 82 78" fill="none" stroke="${GOLD}" stroke-width="4"/>
    <path d="M44 36L14 8M58 36L88 10" ${ink(7)}/><path d="M44 36L14 8M58 36L88 10" stroke="#C98A4E"
      stroke-width="4"/>
    <circle cx="44" cy="36" r="6" fill="#F4E6C9" ${ink(2)}/><circle cx="58" cy="36" r="6" fill="#F4E6C9"
      ${ink(2)}/>`,
  ballista: `<circle cx="28" cy="80" r="14" fill="#8A5424" ${ink()}/><circle cx="72" cy="80" r="14"
      fill="#8A5424" ${ink()}/>
    <path d="M28 66V94M14 80H42M72 66V94M58 80H86" ${ink(2.5)}/><path d="M10 62H90V72H10Z" fill="#A9713F"
      ${ink()}/>
    <path d="M50 62L80 18" ${ink(11)}/><path d="M50 62L80 18" stroke="#C98A4E" stroke-width="7"/>
    <path d="M62 8C76 2 92 10 94 24 84 30 70 26 62 8Z" fill="#8A5424" ${ink()}/><circle cx="80" cy="12"
      r="10" fill="#8A92A4" ${ink()}/>
    <path d="M18 62L50 40" ${ink(6)}/>`,
  candle: `<path d="M36 44H64V84H36Z" fill="${CREAM}" ${ink()}/><path d="M36 44c4 8 6 0 10 6s6-2 18-6Z"
      fill="#E8D8B0"/>
    <path d="M50 44V36" ${ink(3)}/><path d="M50 6C60 18 60 24 58 30 56 36 44 36 42 30 40 24 46 18 50 6Z"
      fill="#FFB53A" ${ink()}/>
    <path d="M22 84H78C78 92 70 96 50 96S22 92 22 84Z" fill="${GOLD}" ${ink()}/><path d="M26 22l-8-4M74
      22l8-4M24 34h-9M76 34h9"
      stroke="#FFE27A" stroke-width="3" stroke-linecap="round"/>`,
};

const STILL_OF = {
  crate: ["Goods Shipment"],
  hire: ["Hireling"],
  toll: ["Toll of Silver"],
  rags: ["Ragpicker"],
  writ: ["Writ of Coin"],
  coins: ["Gold", "Currency Exchange", "Tithe"],
  dagger: [
    "Pilfer",
    "Blackfeather Brigand",
    "Black Sacrament",
    "Grand Larceny",
    "Snakeskin Freebooter",
    "Ambush",
  ],
  ship: [
    "Maormer Boarding Party",
    "Maormer Cutter",
    "Pyandonean War Fleet",
    "Serpentprow Schooner",
    "Sea Elf Raid",
  ],
  mask: ["Blackfeather Knave", "Jeering Shadow", "Bewilderment", "Twilight Revelry"],
  helm: [
    "Blackfeather Knight",
    "Knight Commander",
    "Soldier of the Empire",
    "Reinforcements",
    "Chainbreaker Captain",
  ],
  scroll: [
    "Customs Seizure",
    "Law of Sovereign Roost",
    "King Orgnum's Command",
    "Mainland Inquiries",
    "Blackmail",
    "Oathman",
  ],
  swords: [
    "Conquest",
    "Way of the Sword",
    "Warrior Wave",
    "Ansei Assault",
    "Hira's End",
    "Pelinal Whitestrake",
  ],
  shield: ["Shield Bearer", "Stubborn Shadow", "Knights of Saint Pelin", "Fortify"],
  banner: ["Banneret", "March on Hattu", "Legion's Arrival", "Ansei's Victory", "Alessian Rebel", "Rally"],
  book: ["Sage Counsel", "Augur's Counsel", "Psijic Apprentice", "No Shira Poet", "Ceporah's Insight"],
  orb: ["Scrying Globe", "Prophesy", "Prescience", "Psijic's Insight", "Psijic Relicmaster"],
  hourglass: ["Time Mastery"],
  quiver: ["Archers' Volley", "Morihaus, the Archer", "Karth Man-Hunter"],
  gate: ["The Portcullis", "Bangkorai Sentries", "The Dreaming Cave"],
  crow: ["Murder of Crows", "Squawking Oratory", "Peck"],
  feather: ["Pool of Shadow"],
  fire: ["Bonfire", "Saint's Wrath", "Shehai Summoning", "Whitestrake Ascendant"],
  goblet: ["Blood Sacrifice", "Bloody Offering", "Toll of Flesh"],
  pick: ["Ebony Mine"],
  serpent: ["Ghostscale Sea Serpent", "Sea Serpent Colossus", "Serpentguard Rider", "Storm Shark Wavecaller"],
  hood: ["Prowling Shadow", "Clan-Witch", "Elder Witch", "Ayleid Defector", "Shadow's Slumber"],
  skull: ["Hagraven", "Hagraven Matron", "Briarheart Ritual"],
  lute: ["Jarring Lullaby"],
  sack: ["Bag of Tricks", "Plunder", "Imperial Plunder", "Imperial Spoils", "Summerset Sacking"],
  egg: ["Kwama Egg Mine"],
  ring: ["Ring's Guile", "Slight of Hand", "Hlaalu Kinsman", "Luxury Exports"],
  stall: ["House Marketplace", "Barterer", "Ayleid Quartermaster"],
  house: ["House Embassy", "Hlaalu Councilor", "Hostile Takeover"],
  bull: ["Morihaus, Sacred Bull"],
  horn: ["Grand Oratory", "Hel Shira Herald", "Sea Raider's Glory"],
  chain: ["Chainbreaker Sergeant"],
  cage: ["Imprisonment"],
  wheat: ["Harvest Season"],
  moon: ["Moonlit Illusion", "Midnight Raid"],
  claw: ["Scratch", "Pounce and Profit", "Swipe"],
  drum: ["War Song"],
  ballista: ["Siege Weapon Volley", "The Armory"],
  candle: ["Priestess of the Eight", "Battle Meditation"],
};
const stillOf = new Map(
  Object.entries(STILL_OF).flatMap(([kind, names]) => names.map((name) => [name, kind])),
);
export const stillLife = (name) => picture(STILLS[stillOf.get(name) ?? "scroll"]);

/* Signs of what is counted and of what a card does */

const SIGNS = {
  gain_coin: `<circle cx="50" cy="56" r="42" fill="#8A5A08"/><circle cx="50" cy="48" r="42" fill="${GOLD}"
      ${ink(6)}/>
    <circle cx="50" cy="48" r="28" fill="none" stroke="#B97D10" stroke-width="6"/>
    <path d="M50 30v36M40 38h15q7 5 0 10h-10q-7 5 0 10h15" stroke="#8A5A08" stroke-width="5" fill="none"/>`,
  gain_power: `<path d="M15 8V95" ${ink(15)}/><path d="M15 8V95" stroke="#C98A4E" stroke-width="8"
      stroke-linecap="round"/>
    <path d="M20 12H93L73 35 93 58H20Z" fill="#D63A2C" ${ink(6)}/>`,
  gain_prestige: `<path d="M50 5l14 29 31 4-22 22 5 31L50 76 22 91 27 60 5 38l31-4Z" fill="#FFE27A"
      ${ink(6)}/>
    <path d="M50 5l14 29L50 55Z" fill="#fff" opacity=".6"/>`,
  draw: `<rect x="12" y="12" width="50" height="72" rx="9" fill="${CREAM}" ${ink(6)}/>
    <path d="M74 36v36M56 54h36" ${ink(18)}/><path d="M74 36v36M56 54h36" stroke="#6FBF4E" stroke-width="10"
      stroke-linecap="round"/>`,
  opp_discard: `<rect x="12" y="12" width="50" height="72" rx="9" fill="${CREAM}" ${ink(6)}/>
    <path d="M56 58h36" ${ink(18)}/><path d="M56 58h36" stroke="#E0533A" stroke-width="10"
      stroke-linecap="round"/>`,
  opp_lose_prestige: `<path d="M50 5l14 29 31 4-22 22 5 31L50 76 22 91 27 60 5 38l31-4Z" fill="#D8CFC0"
      ${ink(6)}/>
    <path d="M30 8L56 44 42 56 74 92" fill="none" stroke="#B3261C" stroke-width="9"
      stroke-linejoin="round"/>`,
  replace_tavern: `<path d="M18 50A32 32 0 0 1 74 28L64 38H96V6L84 18A46 46 0 0 0 4 50ZM82 50A32 32 0 0 1 26
      72L36 62H4V94L16
    82A46 46 0 0 0 96 50Z" fill="#3E8FC0" ${ink(5)}/>`,
  acquire_tavern: `<path d="M26 96V60Q14 44 20 34 28 30 32 48L34 18Q42 12 46 20V46L52 14Q60 10 64 20L60 46
      70 26Q78 24 80 34L68
    66V96Z" fill="#F0C89A" ${ink(5)}/>`,
  destroy: `<path d="M50 4Q84 38 76 66 68 95 50 95 30 95 24 68 22 52 38 44 40 60 48 58 40 30 50 4Z"
      fill="#E8642E" ${ink(5)}/>
    <path d="M50 58Q64 72 58 84 54 90 50 90 42 90 40 82 40 72 50 58Z" fill="#FFD866"/>`,
  return_top: `<path d="M50 5 90 46H66V95H34V46H10Z" fill="#6FBF4E" ${ink(6)}/>`,
  return_agent_top: `<path d="M50 5 90 46H66V95H34V46H10Z" fill="#6FBF4E" ${ink(6)}/>
    <path d="M50 86C24 68 32 50 42 52 48 53 50 59 50 59 50 59 52 53 58 52 68 50 76 68 50 86Z" fill="#D63A2C"
      ${ink(3)}/>`,
  toss: `<path d="M4 50Q50 6 96 50 50 94 4 50Z" fill="${CREAM}" ${ink(6)}/><circle cx="50" cy="50" r="18"
      fill="#3E8FC0" ${ink(4)}/>
    <circle cx="50" cy="50" r="8" fill="${INK}"/>`,
  knockout: `<path d="M14 44Q14 26 30 28L32 20Q46 14 48 24L52 18Q66 14 66 26L70 24Q86 22 86 40V64Q84 92 52
      92 18 92 14 62Z"
    fill="#F0C89A" ${ink(5)}/><path d="M31 30V50M49 26V50M67 28V50M16 60H60" ${bare(4)}/>`,
  knockout_all: `<path d="M14 44Q14 26 30 28L32 20Q46 14 48 24L52 18Q66 14 66 26L70 24Q86 22 86 40V64Q84 92
      52 92 18 92 14 62Z"
    fill="#E0533A" ${ink(5)}/><path d="M31 30V50M49 26V50M67 28V50M16 60H60" ${bare(4)}/><path d="M4 6 16
      18M96 6 84 18" ${ink(7)}/>`,
  patron_call: `<path d="M50 6Q82 14 80 54L92 78H8L20 54Q18 14 50 6Z" fill="${GOLD}" ${ink(6)}/><circle
      cx="50" cy="87" r="9" fill="${INK}"/>
    <path d="M36 22Q28 34 29 54" stroke="#FFF0BE" stroke-width="6" fill="none" stroke-linecap="round"/>`,
  create_card: `<rect x="22" y="8" width="56" height="82" rx="10" fill="${CREAM}" ${ink(6)}/>
    <path d="M50 26l6 14 15 2-11 10 3 15-13-8-13 8 3-15-11-10 15-2Z" fill="${GOLD}" ${ink(3)}/>`,
  heal_self: `<path d="M50 92C-10 48 6 8 32 10 44 12 50 26 50 26 50 26 56 12 68 10 94 8 110 48 50 92Z"
      fill="#D63A2C" ${ink(6)}/>
    <path d="M50 34V66M34 50H66" stroke="#FFF7E6" stroke-width="10" stroke-linecap="round"/>`,
  donate: `<path d="M8 28H66V10L94 36 66 62V44H8ZM92 72H34V56L6 78 34 100V86H92Z" fill="#8A5BB8" ${ink(4)}/>`,
  heart: `<path d="M50 92C-10 48 6 8 32 10 44 12 50 26 50 26 50 26 56 12 68 10 94 8 110 48 50 92Z"
      fill="#C8303A" ${ink(6)}/>
    <path d="M24 24Q16 30 18 44" stroke="#FF9A8A" stroke-width="6" fill="none" stroke-linecap="round"/>`,
  taunt: `<path d="M50 2 94 16Q98 72 50 98 2 72 6 16Z" fill="#C9CED6" ${ink(6)}/>`,
  link: `<g fill="none" stroke="${INK}" stroke-width="11" stroke-linecap="round"><path d="M42 32H26A18 18 0
      0 0 26 68H42M58 32H74A18
    18 0 0 1 74 68H58M34 50H66"/></g>`,
  deck: `<rect x="30" y="4" width="54" height="78" rx="9" fill="#6A4A86" stroke="${GOLD}" stroke-width="5"/>
    <rect x="16" y="16" width="54" height="78" rx="9" fill="#8A4FB0" stroke="${GOLD}" stroke-width="5"/>
    <path d="M43 38 57 55 43 72 29 55Z" fill="none" stroke="${GOLD}" stroke-width="4"/>`,
  rest: `<g transform="rotate(-14 50 50)"><rect x="20" y="10" width="54" height="78" rx="9" fill="#4A3A5E"
      stroke="#C9B0E0" stroke-width="5"/></g>
    <g transform="rotate(8 50 50)"><rect x="24" y="12" width="54" height="78" rx="9" fill="#5E4A76"
      stroke="#C9B0E0" stroke-width="5"/>
    <path d="M40 42H60L42 64H62" fill="none" stroke="#E0CFF2" stroke-width="6" stroke-linejoin="round"
      stroke-linecap="round"/></g>`,
  hand: `<g transform="rotate(-16 40 80)"><rect x="16" y="20" width="42" height="64" rx="7" fill="#8A4FB0"
      stroke="${GOLD}" stroke-width="4"/></g>
    <g transform="rotate(10 60 80)"><rect x="42" y="18" width="42" height="64" rx="7" fill="#A868D0"
      stroke="${GOLD}" stroke-width="4"/></g>`,
};

const sign = (name) => picture(SIGNS[name] ?? SIGNS.create_card);
export const effectSign = sign;
export const coin = () => sign("gain_coin");
export const power = () => sign("gain_power");
export const prestige = () => sign("gain_prestige");
export const bell = () => sign("patron_call");
export const link = () => sign("link");
export const heart = () => sign("heart");
export const deckSign = () => sign("deck");
export const restSign = () => sign("rest");
export const handSign = () => sign("hand");

/** The back of a card: violet lattice, a gold line, a star in the middle. */
export function back(width, height) {
  const inset = Math.max(2, width * 0.05);
  const radius = width * 0.08;
  const size = Math.min(width, height) * 0.5;
  return group(
    { "data-state": "hidden" },
    rect(0.5, 2.5, width, height, { rx: radius, fill: "#0C0414", opacity: 0.45 }),
    rect(0, 0, width, height, { rx: radius, fill: "#5B3280", stroke: INK, "stroke-width": 1.6 }),
    rect(inset, inset, width - 2 * inset, height - 2 * inset, {
      rx: radius * 0.7,
      fill: "#6F3F98",
      stroke: GOLD,
      "stroke-width": Math.max(1, width * 0.02),
    }),
    placed(sign("gain_prestige"), (width - size) / 2, (height - size) / 2, size),
  );
}

/* Rows of effects */

const WIDER = 0.62; // a digit of a number beside its sign, in sizes of the sign
const partWide = ([name, ...rest], size) =>
  name === "either"
    ? partWide(rest[0], size) + partWide(rest[1], size) + size * 0.62
    : size * (1.08 + WIDER * String(rest[0] || "").length) + size * 0.16;
const rowWide = (list, size, lead) =>
  list.reduce((sum, one) => sum + partWide(one, size), 0) + (lead ? size * 1.75 : 0);

/** A row: sign and number, or two with a stroke between; a combo begins with the number of cards it takes. */
function effectRow(list, x, y, high, room, { lead = null, dark = INK, largest = 36 } = {}) {
  let size = Math.min(high, largest);
  while (size > 7 && rowWide(list, size, lead) > room) size -= 0.5;
  const parts = [];
  const top = y + (high - size) / 2;
  let left = x + (room - rowWide(list, size, lead)) / 2;
  const figure = (string, at, fill) =>
    text(string, at, top + size * 0.82, { size: size * 0.92, family: SERIF, fill, "data-fine": "" });
  if (lead) {
    parts.push(
      rect(left, top + size * 0.06, size * 1.5, size * 0.88, { rx: size * 0.44, fill: dark }),
      path(`M${left + size * 0.22} ${top + size * 0.5}h${size * 0.16}m${size * 0.2} 0h${size * 0.16}`, {
        stroke: GOLD,
        "stroke-width": size * 0.17,
        "stroke-linecap": "round",
        fill: "none",
      }),
      text(String(lead), left + size * 1.14, top + size * 0.79, {
        size: size * 0.8,
        family: SERIF,
        anchor: "middle",
        fill: GOLD,
        "data-fine": "",
      }),
    );
    left += size * 1.75;
  }
  const put = ([name, ...rest]) => {
    if (name === "either") {
      put(rest[0]);
      parts.push(
        path(
          `M${(left + size * 0.4).toFixed(1)}
      ${(top + size * 0.08).toFixed(1)}L${(left + size * 0.12).toFixed(1)} ${(top + size * 0.92).toFixed(1)}`,
          { stroke: dark, "stroke-width": Math.max(1.5, size * 0.1), "stroke-linecap": "round" },
        ),
      );
      left += size * 0.62;
      put(rest[1]);
      return;
    }
    parts.push(placed(sign(name), left, top, size));
    if (rest[0]) parts.push(figure(String(rest[0]), left + size * 1.06, INK));
    left += partWide([name, ...rest], size);
  };
  list.forEach(put);
  return group({}, ...parts);
}

/* Names in narrow bands: broken where a reader would break them */

const BREAKS = `
  Rein|force|ments Be|wilder|ment Free|booter Market|place Black|feather Im|prison|ment
  Chain|breaker Serpent|guard Serpent|prow Quarter|master White|strake Relic|master Wave|caller
  Ghost|scale Pyan|donean Snake|skin Ap|pren|tice Coun|cilor Medi|tation Sum|moning As|cen|dant
  Bang|korai Squawk|ing Sove|reign Sacra|ment Sacri|fice Briar|heart Port|cullis Illu|sion
  Pre|science Black|mail Rag|picker De|fector Ser|geant Priest|ess Ales|sian Mori|haus, Ex|change
  Cur|rency Ship|ment Take|over Man-|Hunter Mid|night Offer|ing Hag|raven Brig|and Colos|sus
  School|ner Summer|set Com|mander Ques|tions In|quiries Main|land Board|ing Orga|num's Slum|ber
  Revel|ry Moon|lit Stub|born Prowl|ing Jeer|ing Lul|laby Lar|ceny Em|bassy Ship|ments Im|perial
  Maor|mer Ora|tory Mas|tery Prof|it Arch|ers' Legion's Ar|rival Con|quest Sol|dier Cap|tain Season
  Har|vest`;
const breaks = new Map(
  BREAKS.trim()
    .split(/\s+/)
    .map((word) => [word.replaceAll("|", ""), word.split("|")]),
);

/** The lines of a name in a width, words broken with a hyphen only where one alone is too wide. */
function nameLines(name, width, size, style) {
  const lines = [""];
  const fits = (string) => measure(string, size, style) <= width;
  for (const word of name.split(" ")) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (fits(longer)) {
      lines[lines.length - 1] = longer;
      continue;
    }
    if (fits(word)) {
      lines.push(word);
      continue;
    }
    const parts = breaks.get(word) ?? [
      word.slice(0, Math.ceil(word.length / 2)),
      word.slice(Math.ceil(word.length / 2)),
    ];
    let rest = "";
    parts.forEach((part, i) => {
      const hyphen = i < parts.length - 1 && !part.endsWith("-") ? "-" : "";
      if (fits(`${rest}${part}${hyphen}`)) rest += part;
      else {
        lines.push(rest.endsWith("-") ? rest : `${rest}-`);
        rest = part;
      }
    });
    lines.push(rest);
  }
  return lines.filter((line) => line && line !== "-");
}

/** A name as large as fits in at most so many lines; balanced, never cut. */
function nameOf(name, width, { largest, least, most, family, weight }) {
  const style = { family, weight };
  let size = largest;
  let lines = nameLines(name, width, size, style);
  while (
    size > least &&
    (lines.length > most || lines.some((line) => line.endsWith("-") && !name.includes(line)))
  ) {
    size -= 0.5;
    lines = nameLines(name, width, size, style);
  }
  let narrow = width;
  while (narrow > width * 0.5) {
    const tried = nameLines(name, narrow - 2, size, style);
    if (tried.length > lines.length || tried.join(" ") !== lines.join(" ").replace(/- /g, "- ")) break;
    narrow -= 2;
    if (tried.some((line) => line.endsWith("-"))) break;
    lines = tried;
  }
  return { lines, size, style };
}

/** Whether a line of a name ends within a word. */
const isBroken = (name, { lines }) => lines.some((line) => line.endsWith("-") && !name.includes(line));

const STAMPED = 28; // least height of the window of a small card that has the word of its stamp
const NAMED = 50; // narrowest small card that has a name
const UNBROKEN = 58; // narrowest one on which a long word may be broken
/** A name, or none on a card so narrow that words would be broken. */
const nameOn = (width, name, found) =>
  width < NAMED || (width < UNBROKEN && isBroken(name, found)) ? { ...found, lines: [] } : found;

/* Faces of cards */

const LEVELS = ["play", "combo2", "combo3", "combo4"];
const rowsOf = (facts) =>
  LEVELS.map((level, i) => [i + 1, facts?.effects?.[level] ?? []]).filter(([, list]) => list.length);
const rays = (x0, x1, top, foot) =>
  Array.from(
    { length: 7 },
    (_, i) => `M${(x0 + x1) / 2} ${foot}L${(x0 + ((x1 - x0) * i) / 6).toFixed(1)} ${top}`,
  ).join("");

/** A card: frame and window in its patron's colour, still life, name, signs; compact below a width of 96.
 *
 * `named` keeps a name that has to be broken, `cost` shows the coin, `health` an agent's health, `stamp` a
 * contract's word, `idle` a curse's. */
export function cardFace(name, facts, width, height, options = {}) {
  const all = JSON.stringify(["tribute card", name, facts, width, height, options]);
  return kept(all, () => faceOf(name, facts, width, height, options));
}
function faceOf(
  name,
  facts,
  width,
  height,
  {
    cost = true,
    health = null,
    stamp = "",
    idle = "",
    least = 12,
    bare = false,
    named: wanting = false,
  } = {},
) {
  const patron = facts?.patron ?? "treasury";
  const [hue, dark] = [HUES[patron], DARKS[patron]];
  if (bare) return bareFace(name, facts, width, height, health);
  if (height < 70 && width > height) return tileFace(name, facts, width, height, cost, health);
  const full = width >= 96 && height >= 118;
  const u = width / (full ? 150 : 74);
  const radius = (full ? 12 : 8) * u;
  const pad = (full ? 9 : 4) * u;
  const contract = facts?.type?.startsWith("contract");
  const agent = facts?.health;
  const written = nameOf(name, width - (full ? 20 * u : 7), {
    largest: full ? Math.max(14, 17.5 * u) : Math.min(13.5, 12.5 * Math.max(1, u)),
    least: full ? Math.max(least, 12) : width < 62 ? 10.5 : height < 100 ? 11 : 12,
    most: full ? 2 : 3,
    family: full ? SERIF : SANS,
    weight: full ? 400 : 800,
  });
  const named = full || (wanting && width >= NAMED) ? written : nameOn(width, name, written);
  const leading = named.size * (full ? 1.06 : 1.02);
  const band = named.lines.length * leading + (full ? 13 * u : 6);
  const rows = rowsOf(facts);
  const low = !full && height - band < 34;
  const heartRoom = contract && agent ? 26 : 0; // beside the signs: the stamp is above
  const foot = full ? 10 * u : 4 * u;
  const wanted = low
    ? 0
    : full
      ? Math.max(height * 0.3, rows.length > 2 ? rows.length * 17 : 0)
      : Math.min(
          height - band - 24,
          rows.length ? Math.max(rows.length * (height > 100 ? 22 : 17), heartRoom) : 32,
        );
  const paperTop = height - foot - wanted;
  // on a small contract the window is high enough for the word, where that leaves room for the signs
  const lead =
    contract && !full ? Math.max(16, Math.min(36, height - foot - band - 4 - 8 * rows.length)) : 16;
  const bandTop = Math.max(low ? 2 : lead, paperTop - band);
  const curve = full ? 11 * u : low ? 0 : 4 * u;
  const bow = `Q${width / 2} ${bandTop + curve} ${pad} ${bandTop}Z`;
  const window = `M${pad} ${pad}H${width - pad}V${bandTop}${bow}`;
  const parts = [
    rect(1, 3 * Math.max(0.6, u), width, height, { rx: radius, fill: "#0C0414", opacity: 0.4 }),
    rect(0, 0, width, height, { rx: radius, fill: dark, stroke: INK, "stroke-width": full ? 2 : 1.6 }),
    full
      ? rect(4.5 * u, 4.5 * u, width - 9 * u, height - 9 * u, {
          rx: radius * 0.75,
          fill: "none",
          stroke: GOLD,
          "stroke-width": 2 * u,
        })
      : null,
    path(window, { fill: hue }),
    path(rays(pad, width - pad, pad, bandTop + curve * 0.5), {
      stroke: "#FFFFFF",
      "stroke-width": 2 * u,
      opacity: 0.22,
    }),
  ];
  const room = bandTop + curve * 0.5 - pad;
  const size = Math.min(room * 0.98, width * 0.62);
  if (size > 12) parts.push(placed(stillLife(name), (width - size) / 2, pad + (room - size) / 2, size));
  parts.push(path(window, { fill: "none", stroke: GOLD, "stroke-width": (full ? 2.2 : 1.4) * u }));
  if (wanted)
    parts.push(
      path(`M${pad} ${paperTop - band * 0.4}H${width - pad}V${height - foot}H${pad}Z`, {
        fill: PARCHMENT,
        stroke: INK,
        "stroke-width": full ? 1.4 : 0,
        "stroke-linejoin": "round",
      }),
    );
  const [x0, x1] = full ? [1.5 * u, width - 1.5 * u] : [0.6, width - 0.6];
  const bandFoot = low ? height - 2 : bandTop + band;
  parts.push(
    path(
      `M${x0} ${bandTop}Q${width / 2} ${bandTop + curve} ${x1} ${bandTop}V${bandFoot}Q${width / 2}
      ${bandFoot + curve * 0.8} ${x0} ${bandFoot}Z`,
      { fill: BAND, stroke: GOLD, "stroke-width": full ? 1.8 * u : 1.2, "stroke-linejoin": "round" },
    ),
  );
  const block = named.lines.length * leading;
  const start = bandTop + (bandFoot - bandTop - block) / 2 + curve * 0.42;
  named.lines.forEach((line, i) =>
    parts.push(
      text(line, width / 2, start + i * leading + named.size * 0.8, {
        size: named.size,
        anchor: "middle",
        family: named.style.family,
        weight: named.style.weight,
        fill: CREAM,
        lang: "en",
        "data-fine": "",
      }),
    ),
  );
  const hearts = agent ? (full ? Math.min(36 * u, 40) : Math.min(24, height * 0.3, bandTop + 1)) : 0;
  const clear = wanted ? height - foot - (bandTop + band) - curve * 0.8 : 0;
  const disc = full ? 43 * u : Math.min(25 * Math.max(0.9, u), height * 0.32, bandTop + 6);
  const priced = cost && facts?.cost > 0;
  const heartAt = placeOfHeart(hearts, disc, {
    full,
    priced,
    pad,
    bandTop,
    wanted,
    height,
    u,
    stamped: contract && bandTop >= STAMPED,
  });
  const shift = heartAt.paper ? hearts * 0.72 : 0;
  // Where not all lines fit, the first one is better than none.
  const lines = rows.length && (clear - 2) / rows.length < 7 ? rows.slice(0, 1) : rows;
  const each = lines.length ? (clear - 2) / lines.length : 0;
  lines.forEach(([level, list], i) => {
    if (each < 7) return;
    const y = bandTop + band + curve * 0.8 + 1 + i * each;
    if (i && each > 12)
      parts.push(
        path(`M${pad + 6 * u} ${y}H${width - pad - 6 * u}`, {
          stroke: "#C9A870",
          "stroke-width": 1.2,
          "stroke-dasharray": "3 3",
        }),
      );
    parts.push(
      effectRow(
        list,
        pad + 2 + (i === rows.length - 1 ? shift : 0),
        y + each * 0.07,
        each * 0.86,
        width - 2 * pad - 4 - (i === rows.length - 1 ? shift : 0),
        { lead: level > 1 ? level : null, dark, largest: rows.length > 1 ? 27 * Math.max(u, 0.9) : 36 * u },
      ),
    );
  });
  if (!rows.length && idle && wanted) {
    const said = fitted(idle, pad + 1, bandTop + band + curve, width - 2 * pad - 2, clear - curve, {
      size: 14,
      smallest: 11,
      lines: 2,
      leading: 1,
      fill: INK,
      "data-fine": "",
    });
    if (said.dataset.cut === undefined) parts.push(said);
  }
  if (facts?.type === "curse")
    parts.push(
      path(`M${pad + 4} ${bandTop - 2}L${width - pad - 4} ${pad + 4}`, {
        stroke: "#E0533A",
        "stroke-width": 5 * u,
      }),
    );
  // on a small agent the heart may be where the word would be
  const worded = full || !agent || heartAt.paper;
  if (contract) parts.push(stampOf(worded ? stamp : "", full, u, pad, bandTop, width, least));
  const seal = full ? 44 * u : Math.min(24 * Math.max(1, u), height * 0.3);
  parts.push(placed(medal(patron), width - seal * 0.86, -seal * 0.1, seal));
  if (priced) parts.push(...coinOf(facts.cost, -disc * 0.12, -disc * 0.12, disc));
  if (agent) parts.push(...healthOf(facts, health ?? agent, hearts, heartAt.x, heartAt.y));
  return group({}, ...parts);
}

/** A low card: the medal and the heart or the coin at the left, the name beside them. */
function tileFace(name, facts, width, height, cost, health) {
  const patron = facts?.patron ?? "treasury";
  const side = Math.min(height * 0.62, width * 0.36, 34);
  const agent = facts?.health;
  const priced = cost && facts?.cost > 0;
  const named = nameOf(name, width - side - 5, {
    largest: 13,
    least: 10.5,
    most: Math.max(1, Math.floor((height - 4) / 12)),
    family: SANS,
    weight: 800,
  });
  // a low card without its name is its picture
  if (width < UNBROKEN + 8 && isBroken(name, named)) return bareFace(name, facts, width, height, health);
  const leading = Math.min(named.size * 1.02, (height - 3) / named.lines.length);
  const start = (height - named.lines.length * leading) / 2;
  const small = Math.min(side * 0.94, height * 0.5);
  const mark = Math.min(side, height * 0.5);
  const foot = height - mark - 1;
  return group(
    {},
    rect(1, 2, width, height, { rx: 7, fill: "#0C0414", opacity: 0.4 }),
    rect(0, 0, width, height, { rx: 7, fill: BAND, stroke: INK, "stroke-width": 1.4 }),
    path(`M7 1H${side}V${height - 1}H7Q1 ${height - 1} 1 ${height - 7}V7Q1 1 7 1Z`, { fill: HUES[patron] }),
    rect(1, 1, width - 2, height - 2, { rx: 6, fill: "none", stroke: GOLD, "stroke-width": 1.3 }),
    placed(medal(patron), (side - small) / 2, 1, small),
    agent || priced ? null : placed(stillLife(name), (side - mark) / 2, foot, mark),
    ...(agent ? healthOf(facts, health ?? agent, mark, (side - mark) / 2, foot) : []),
    ...(priced && !agent ? coinOf(facts.cost, (side - mark) / 2, foot, mark) : []),
    ...named.lines.map((line, i) =>
      text(line, side + (width - side) / 2, start + i * leading + leading * 0.78, {
        size: Math.min(named.size, leading),
        anchor: "middle",
        weight: 800,
        fill: CREAM,
        lang: "en",
        "data-fine": "",
      }),
    ),
  );
}

/** A card in a crowd: its picture, the colour of its patron, the health of an agent; no name. */
function bareFace(name, facts, width, height, health) {
  const patron = facts?.patron ?? "treasury";
  const size = Math.min(width - 4, height - 6);
  const mark = Math.min(width * 0.5, height * 0.5, 22);
  return group(
    {},
    rect(1, 2, width, height, { rx: 7, fill: "#0C0414", opacity: 0.4 }),
    rect(0, 0, width, height, { rx: 7, fill: HUES[patron], stroke: INK, "stroke-width": 1.4 }),
    path(rays(2, width - 2, 2, height - 2), { stroke: "#FFFFFF", "stroke-width": 1.5, opacity: 0.22 }),
    placed(stillLife(name), (width - size) / 2, (height - size) / 2, size),
    rect(1, 1, width - 2, height - 2, { rx: 6, fill: "none", stroke: GOLD, "stroke-width": 1.3 }),
    ...(facts?.health ? healthOf(facts, health ?? facts.health, mark, 0, height - mark) : []),
  );
}

/** A coin with a price on it. */
const coinOf = (cost, x, y, size) => [
  placed(sign("gain_coin"), x, y, size),
  circle(x + size * 0.5, y + size * 0.48, size * 0.3, { fill: GOLD }),
  text(String(cost), x + size * 0.5, y + size * 0.68, {
    size: size * 0.56,
    anchor: "middle",
    family: SERIF,
    fill: INK,
    "data-fine": "",
  }),
];

/** The place of the heart: on the parchment; on a small card in the corner, on the window or by the coin. */
function placeOfHeart(size, disc, { full, priced, pad, bandTop, wanted, height, u, stamped }) {
  if (!size) return { paper: false };
  if (full) return { x: 3 * u, y: height - size * 1.02, paper: wanted > 0 };
  if (!priced) return { x: -1, y: -1, paper: false };
  const onWindow = bandTop - size * 0.9;
  if (!stamped && onWindow > pad + disc * 0.55) return { x: 0, y: onWindow, paper: false };
  if (wanted > size) return { x: 0, y: height - size * 1.02, paper: true };
  return { x: disc * 0.82, y: -1, paper: false };
}

/** The red stamp of a contract: its word on a large card, a ribbon on a small one. */
function stampOf(word, full, u, pad, foot, width, least) {
  const ground = { fill: "#B83A2A", stroke: "#FFE3C0", "stroke-width": 1.4, "stroke-linejoin": "round" };
  const size = Math.max(least, 12.5 * u);
  if (!full || !word) {
    const long = word ? measure(word, size, { weight: 800 }) + 8 : Infinity;
    if (long > width - 2 || foot < STAMPED)
      return path(`M${width - pad} ${foot - 3}l-17 -5v-9l17 5Z`, ground);
    return group(
      { transform: `translate(${width - long - 1} ${foot - 16})` },
      rect(0, 0, long, 16, { rx: 3, ...ground }),
      text(word, long / 2, 8 + size * 0.36, { size, weight: 800, anchor: "middle", fill: CREAM }),
    );
  }
  const wide = Math.min(measure(word, size, { weight: 800 }) + 12, width * 0.8);
  return group(
    { transform: `translate(${pad - 3} ${foot - size * 1.15}) rotate(-7)`, "data-turned": "" },
    rect(0, 0, wide, size * 1.5, { rx: 4, ...ground }),
    text(word, wide / 2, size * 1.1, { size, weight: 800, anchor: "middle", fill: CREAM }),
  );
}

/** A heart with the health that is left, a shield behind it where the agent has taunt. */
function healthOf(facts, now, size, x, y) {
  return [
    facts.taunt ? placed(sign("taunt"), x - size * 0.14, y - size * 0.2, size * 1.28) : null,
    placed(sign("heart"), x, y, size),
    text(String(now), x + size / 2, y + size * 0.68, {
      size: Math.max(11, size * 0.58),
      anchor: "middle",
      family: SERIF,
      fill: now < facts.health ? "#FFE27A" : "#FFF7E6",
      "data-fine": "",
    }),
  ];
}

/* The lid of the box and the still life on the cloth */

const LID = [
  { name: "Ebony Mine", patron: "hlaalu", cost: 3, type: "action", effects: { play: [["gain_coin", 3]] } },
  {
    name: "Murder of Crows",
    patron: "duke_of_crows",
    cost: 4,
    type: "action",
    effects: { play: [["gain_coin", 2]] },
  },
  {
    name: "Serpentprow Schooner",
    patron: "orgnum",
    cost: 3,
    type: "action",
    effects: { play: [["gain_power", 2]] },
  },
];

/** A card of the lid: window and signs, no words. */
function plainCard({ name, patron, cost, effects }) {
  const [w, h] = [96, 138];
  return group(
    {},
    rect(2, 5, w, h, { rx: 9, fill: "#0C0414", opacity: 0.45 }),
    rect(0, 0, w, h, { rx: 9, fill: DARKS[patron], stroke: INK, "stroke-width": 2.4 }),
    rect(4, 4, w - 8, h - 8, { rx: 6, fill: "none", stroke: GOLD, "stroke-width": 1.8 }),
    path("M9 9H87V84Q48 94 9 84Z", { fill: HUES[patron] }),
    path(rays(9, 87, 9, 90), { stroke: "#FFFFFF", "stroke-width": 1.6, opacity: 0.24 }),
    placed(stillLife(name), 15, 14, 66),
    path("M9 9H87V84Q48 94 9 84Z", { fill: "none", stroke: GOLD, "stroke-width": 2 }),
    path("M9 100H87V128H9Z", { fill: PARCHMENT, stroke: INK, "stroke-width": 1.4 }),
    path("M2 84Q48 94 94 84V98Q48 106 2 98Z", { fill: BAND, stroke: GOLD, "stroke-width": 1.6 }),
    effectRow(effects.play[0].length ? effects.play : [], 12, 103, 23, 72),
    placed(sign("gain_coin"), -6, -6, 30),
    circle(9, 8.4, 9, { fill: GOLD }),
    text(String(cost), 9, 14.4, { size: 17, anchor: "middle", family: SERIF, fill: INK }),
    placed(medal(patron), 70, -6, 32),
  );
}

/** Five medals in an arc over three cards, coins, a star and a pennant: viewBox 480x300, no ground. */
export function still() {
  const arc = ["rajhin", "ansei", "hlaalu", "psijic", "red_eagle"];
  return group(
    { "aria-hidden": "true" },
    ...arc.map((patron, i) =>
      placed(medal(patron), 30 + i * 85, 50 - 32 * Math.sin(((i + 0.5) / 5) * Math.PI), 80),
    ),
    ...LID.map((card, i) =>
      group(
        {
          transform:
            `translate(${116 + i * 76} ${114 + Math.abs(i - 1) * 10})` +
            ` rotate(${(i - 1) * 9} 48 138) scale(1.08)`,
        },
        plainCard(card),
      ),
    ),
    placed(sign("gain_coin"), 58, 190, 50),
    placed(sign("gain_coin"), 88, 216, 44),
    placed(sign("gain_coin"), 44, 226, 38),
    placed(sign("gain_power"), 388, 164, 58),
    placed(sign("gain_prestige"), 372, 214, 54),
  );
}

/** The lid: velvet with a double gold line, and the still life on it; viewBox 480x300. */
export const cover = () =>
  group(
    { "aria-hidden": "true" },
    rect(0, 0, 480, 300, { fill: "#45265C" }),
    path(Array.from({ length: 20 }, (_, i) => `M${i * 40 - 300} 300L${i * 40} 0`).join(""), {
      stroke: "#FFFFFF",
      "stroke-width": 12,
      opacity: 0.03,
    }),
    circle(240, 120, 200, { fill: "#FFFFFF", opacity: 0.05 }),
    circle(240, 120, 130, { fill: "#FFFFFF", opacity: 0.05 }),
    rect(10, 10, 460, 280, { rx: 16, fill: "none", stroke: GOLD, "stroke-width": 2.4, opacity: 0.8 }),
    rect(15, 15, 450, 270, { rx: 12, fill: "none", stroke: GOLD, "stroke-width": 1, opacity: 0.6 }),
    still(),
  );

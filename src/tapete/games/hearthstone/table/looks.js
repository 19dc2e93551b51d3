/* Hearthstone: cards that share a creature, a spell or a weapon have looks of their own, so that no two cards
of a deck look alike. A look draws the whole picture anew or lays something over it; `of(picture, tint)` are
the shapes of a picture. */

import { group } from "/page/kit.js";
import { dot, eyes, INK, line, ring, shape } from "./shapes.js";

const at = (x, y, scale, nodes, turn = 0) =>
  group(
    { transform: `translate(${x} ${y}) scale(${scale})${turn ? ` rotate(${turn} 50 50)` : ""}` },
    ...nodes,
  );

/* What is worn, on a head between 20 and 80 */

const GOLD = "#F6BC3A";
const glasses = (y = 50, colour = "#BFE8F4") => [
  dot(39, y, 9, colour, 2.8),
  dot(61, y, 9, colour, 2.8),
  dot(40, y + 1, 3, INK),
  dot(60, y + 1, 3, INK),
  line(`M48 ${y}h4`, INK, 2.8),
];
const crown = (y = 24) => [
  shape(`M26 ${y}L22 ${y - 22} 38 ${y - 10} 50 ${y - 26} 62 ${y - 10} 78 ${y - 22} 74 ${y}Z`, GOLD),
  dot(50, y - 7, 4, "#C23A26", 1.8),
];
const topHat = (y = 26, band = "#C23A26") => [
  shape(`M34 ${y}V${y - 30}H66V${y}Z`, "#2A2230"),
  shape(`M34 ${y - 10}H66V${y - 2}H34Z`, band, 1.8),
  shape(`M22 ${y}H78V${y + 6}H22Z`, "#2A2230"),
];
const fedora = (y = 36, colour = "#4A4652", band = "#C23A26") => [
  shape(`M28 ${y}C28 ${y - 28} 38 ${y - 32} 50 ${y - 26} 62 ${y - 32} 72 ${y - 28} 72 ${y}Z`, colour),
  shape(`M28 ${y - 8}Q50 ${y - 14} 72 ${y - 8}V${y}H28Z`, band, 1.8),
  shape(`M12 ${y + 2}Q50 ${y - 12} 88 ${y + 2}Q50 ${y + 8} 12 ${y + 2}Z`, colour),
];
const cap = (colour, sign = GOLD) => [
  shape("M22 42C22 18 34 10 50 10S78 18 78 42Q50 32 22 42Z", colour),
  shape("M20 42Q50 30 80 42L86 50Q50 36 14 50Z", colour),
  dot(50, 24, 6, sign, 2),
];
const helmet = (colour, horn = "#FFF4DC") => [
  shape("M24 34C8 30 2 16 8 2 16 14 24 18 34 20ZM76 34C92 30 98 16 92 2 84 14 76 18 66 20Z", horn),
  shape("M20 46C20 22 34 12 50 12S80 22 80 46L56 42 50 58 44 42Z", colour),
  line("M50 14V40", GOLD, 4),
];
const chefHat = () => [
  shape("M30 34V22C16 20 18 2 34 4 40-6 60-6 66 4 82 2 84 20 70 22V34Z", "#FFFFFF"),
  line("M42 24V12M58 24V12", "#C9B48C", 2.4),
];
const halo = () => [ring(50, 8, 17, INK, 7), ring(50, 8, 17, "#FFE27A", 4)];
const chains = () => [
  line("M18 84L82 100M82 84L18 100", INK, 8),
  group({ "stroke-dasharray": "5 5" }, line("M18 84L82 100M82 84L18 100", "#C9D2DA", 4.6)),
];
const book = (colour) => [
  shape("M26 78L50 84 74 78V102L50 108 26 102Z", colour),
  shape("M31 80L50 85V101L31 97ZM69 80L50 85V101L69 97Z", "#FFF4DC", 1.8),
];
const flamesOver = () => [
  shape(
    "M28 30C20 16 30 10 32-2 40 6 42 14 44 18 46 8 50 0 52-8 60 4" +
      " 60 10 60 16 66 10 68 4 68-2 78 8 80 20 72 30Q50 20 28 30Z",
    "#F2772E",
  ),
  shape(
    "M38 27C36 20 42 16 43 12 47 18 49 20 49 20 51 14 54 10 55 8 60 16 60 22 60 25Q50 22 38 27Z",
    "#FFD23A",
    0,
  ),
];
const antlers = () => [
  line("M34 24L20 2M27 13L14 12M66 24L80 2M73 13L86 12", INK, 8),
  line("M34 24L20 2M27 13L14 12M66 24L80 2M73 13L86 12", "#E8CF98", 4.4),
];

/* Pirates: head gear, hair, beard, eye patch and skin of each */

const TRICORN = "M12 40C30 26 70 26 88 40 84 24 66 6 50 8 34 6 16 24 12 40Z";
const HATS = {
  tricorn: (cloth) => [
    shape(TRICORN, cloth),
    dot(50, 22, 6, "#FFF4DC"),
    line("M44 30l12 5M56 30l-12 5", "#FFF4DC", 2.6),
  ],
  feather: (cloth) => [
    shape("M70 22C74 2 92-4 100 4 96 8 100 12 96 16 92 18 92 24 84 26Z", "#FFF7E6"),
    line("M74 22L94 6", INK, 2),
    shape(TRICORN, cloth),
    line("M16 37C34 24 66 24 84 37", GOLD, 3.6),
  ],
  band: (cloth) => [
    shape("M72 38L96 30 88 44 98 52 74 46Z", cloth),
    shape("M24 46C22 22 36 12 50 12S78 22 76 46C62 36 38 36 24 46Z", cloth),
    line("M27 40C42 30 58 30 73 40", "#FFFFFF", 3),
  ],
  spots: (cloth) => [
    shape("M28 40L4 34 14 46 4 56 28 48Z", cloth),
    shape("M24 46C22 22 36 12 50 12S78 22 76 46C62 36 38 36 24 46Z", cloth),
    ...[
      [36, 30],
      [50, 22],
      [64, 30],
    ].map(([x, y]) => dot(x, y, 4, "#FFF7E6")),
  ],
  hood: (cloth) => [
    shape("M20 82C10 38 26 6 50 6S90 38 80 82C78 58 70 38 50 38S22 58 20 82Z", cloth),
    dot(50, 22, 6.5, "#FFF4DC", 1.8),
    dot(47.6, 21, 1.6, INK),
    dot(52.4, 21, 1.6, INK),
  ],
  fins: (cloth) => [
    shape("M30 30C26 8 38 12 42 0 50 10 56 4 60-2 62 10 74 10 70 30Q50 20 30 30Z", cloth),
    shape("M26 50L2 36 8 50 0 60 26 64ZM74 50L98 36 92 50 100 60 74 64Z", cloth),
    shape("M26 40Q50 28 74 40V48Q50 36 26 48Z", "#8E2A3A", 2),
  ],
  plume: (cloth) => [
    shape("M24 30C4 20 2 0 16-6 18 4 30 6 38 18Z", "#C23A26"),
    shape("M8 42C26 28 74 28 92 42 88 20 70 14 66 22 60 4 40 4 34 22 30 14 12 20 8 42Z", cloth),
    line("M30 30Q50 22 70 30", GOLD, 3.6),
  ],
};
const BEARDS = {
  full: (hair) => [
    shape("M30 62C34 84 42 92 50 92S66 84 70 62C62 70 58 66 50 66S38 70 30 62Z", hair, 2),
    line("M42 70q8 5 16 0", "#fff", 3.5),
  ],
  forked: (hair) => [
    shape("M28 60C30 84 34 96 40 102L50 84 60 102C66 96 70 84 72 60 62 70 58 66 50 66S38 70 28 60Z", hair, 2),
    line("M43 72q7 3 14 0", INK, 2.2),
  ],
  moustache: (hair) => [
    shape("M50 64C40 58 30 62 24 54 24 70 40 74 50 68 60 74 76 70 76 54 70 62 60 58 50 64Z", hair, 2),
    line("M44 75q6 3 12 0", INK, 2.2),
  ],
  goatee: (hair) => [line("M43 67q7 4 14 0", INK, 2.4), shape("M43 74Q50 71 57 74L50 92Z", hair, 2)],
  none: () => [shape("M40 66Q50 70 60 66 57 75 50 75T40 66Z", "#FFFFFF", 2)],
  tentacles: (hair) => [
    shape(
      "M28 60C24 76 24 86 30 94 34 90 34 84 36 80 36 90 40 100 46 102 48 96 46 88 48 82" +
        " 50 90 52 98 58 102 62 96 60 88 62 80 66 86 66 92 72 94 76 84 74 72 72 60 60 68 40 68 28 60Z",
      hair,
      2,
    ),
    line("M42 70q8-4 16 0", INK, 2.2),
  ],
  fangs: () => [
    line("M38 68Q50 74 62 68", INK, 2.6),
    shape("M41 69l3 8 3-7ZM59 69l-3 8-3-7Z", "#FFFFFF", 1.4),
  ],
};
const pirate =
  ({
    skin = "#E8A878",
    hair = "#3A2014",
    hat = "tricorn",
    cloth = "#2A2230",
    beard = "full",
    patch = "right",
    eye = "#FFFFFF",
    locks = false,
    ears = false,
    ringed = true,
    more = [],
  }) =>
  (TINT) => [
    shape("M10 104C12 82 30 76 50 76S88 82 90 104Z", TINT),
    ...(locks
      ? [shape("M24 36C12 58 14 80 22 92L38 84 34 40ZM76 36C88 58 86 80 78 92L62 84 66 40Z", hair)]
      : []),
    ...(ears ? [shape("M28 50L2 38 12 56 28 64ZM72 50L98 38 88 56 72 64Z", skin)] : []),
    shape("M28 48C28 30 36 26 50 26S72 30 72 48 66 80 50 80 28 66 28 48Z", skin),
    ...BEARDS[beard](hair),
    ...HATS[hat](cloth),
    ...(patch
      ? [
          dot(patch === "right" ? 60 : 40, 50, 7, "#1A1420"),
          line(patch === "right" ? "M30 42L66 46" : "M70 42L34 46", INK, 2),
          dot(patch === "right" ? 40 : 60, 51, 4.6, eye, 1.6),
          dot(patch === "right" ? 41 : 59, 51, 2.2, INK),
        ]
      : eyes(40, 60, 51, eye, 4.8)),
    ...(ringed ? [ring(patch === "left" ? 73 : 27, 60, 4, GOLD, 2.6)] : []),
    ...more,
  ];
const PARROT = [
  shape("M74 100C70 82 74 66 84 66S98 78 94 100Z", "#4CAF4A"),
  dot(85, 66, 9, "#D63A2C", 2.2),
  shape("M77 66L68 70 77 74Z", GOLD, 1.8),
  dot(83, 64, 2, INK),
];

/* Flames, ice and knives in other numbers and colours */

const flame = (outer, inner) => [
  shape(
    "M54 4C60 24 86 32 84 62 82 86 66 96 48 96S14 84 16 60" +
      "C18 44 28 40 32 26 38 32 40 40 44 44 42 28 48 16 54 4Z",
    outer,
  ),
  shape(
    "M52 38C56 48 70 52 68 68 66 82 58 88 48 88S30 80 32 66C33" +
      " 58 38 56 40 50 44 54 48 54 48 54 47 48 50 42 52 38Z",
    inner,
    0,
  ),
];
const torch = (of) => [
  line("M50 98V50", INK, 15),
  line("M50 98V50", "#A9713F", 9),
  shape("M36 48H64L58 62H42Z", "#8E9AA6"),
  at(22, -4, 0.56, of("fire")),
];
const knife = (turn, x = 0) =>
  group(
    { transform: `translate(${x} 0) rotate(${turn} 50 54)` },
    shape("M50 2L59 24V62H41V24Z", "#D6DEE6"),
    shape("M50 2L59 24V62H50Z", "#8E9AA6", 0),
    shape("M34 62H66V70H34Z", GOLD, 2),
    shape("M44 70h12v26H44Z", "#7A4A1E", 2),
  );
const totem =
  (top, body = "#9A6234", dark = "#6A3F1C") =>
  (TINT) => [
    shape("M30 104V22C30 10 70 10 70 22V104Z", body),
    shape("M54 14C66 14 70 18 70 22V104H58Z", dark, 0, 0.6),
    ...top(TINT),
  ];
const face = (brow = "#FFF4DC", glow = "#C23A26") => [
  shape("M34 34h14v12H34ZM52 34h14v12H52Z", brow, 2),
  dot(41, 40, 3.6, glow),
  dot(59, 40, 3.6, glow),
];

/** Looks that draw all of the picture. */
const WHOLE = {
  "N'Zoth's First Mate": pirate({
    skin: "#8FB39A",
    hair: "#5A8A7A",
    hat: "band",
    cloth: "#6A4A9A",
    beard: "tentacles",
    patch: null,
    eye: "#FFE27A",
    ringed: false,
  }),
  "Bloodsail Cultist": pirate({
    skin: "#C98A62",
    hat: "hood",
    cloth: "#9A2A2A",
    beard: "goatee",
    patch: null,
    eye: "#C9A0FF",
    ringed: false,
  }),
  "Patches the Pirate": pirate({
    skin: "#C85A86",
    hair: "#A83E6A",
    beard: "tentacles",
    cloth: "#3A2A5A",
    ringed: false,
  }),
  "Small-Time Buccaneer": pirate({
    skin: "#8FBF5A",
    hat: "spots",
    cloth: "#2F7FA8",
    beard: "none",
    patch: "left",
    ears: true,
    ringed: false,
  }),
  "Southsea Deckhand": pirate({
    hair: "#E8C25A",
    hat: "band",
    cloth: "#C23A26",
    beard: "none",
    patch: null,
    locks: true,
  }),
  "Southsea Captain": pirate({
    skin: "#9A6240",
    hair: "#F2E8D8",
    hat: "feather",
    cloth: "#8E2A3A",
    beard: "forked",
    patch: null,
    more: PARROT,
  }),
  "Dread Corsair": pirate({
    skin: "#C8CDB8",
    hair: "#A93A2E",
    hat: "feather",
    cloth: "#2A2230",
    beard: "fangs",
    patch: "left",
    eye: "#FF8A70",
    locks: true,
  }),
  "Naga Corsair": pirate({
    skin: "#4FA898",
    hair: "#2A6A62",
    hat: "fins",
    cloth: "#F2A03C",
    beard: "fangs",
    patch: null,
    eye: "#FFE27A",
    ringed: false,
  }),
  Swashburglar: pirate({
    hair: "#5A3418",
    hat: "plume",
    cloth: "#3A3A6A",
    beard: "moustache",
    patch: null,
    ringed: false,
  }),
  "Bloodsail Raider": pirate({ skin: "#D8946A", hair: "#C86A2E", cloth: "#8E2416" }),
  "Healing Totem": totem((TINT) => [
    shape("M30 40C8 44 4 30 6 22 22 20 30 28 30 40ZM70 40C92 44 96 30 94 22 78 20 70 28 70 40Z", "#6FB04A"),
    ...face("#FFF4DC", "#2F7A3A"),
    shape("M44 54h12v10h10v12H56v10H44V76H34V64h10Z", TINT, 2.2),
  ]),
  "Searing Totem": totem((TINT) => [
    shape("M36 22C28 8 40 2 42-8 52 2 50 8 54 8 58 4 58-2 60-6 70 6 70 14 64 22Z", "#F2772E"),
    ...face("#FFE27A", "#C23A26"),
    shape("M36 58H64L60 72 55 64 50 72 45 64 40 72Z", TINT, 2),
    line("M30 84h40M30 94h40", "#F2772E", 4),
  ]),
  "Stoneclaw Totem": totem(
    (TINT) => [
      shape("M30 46L4 28 8 56 2 64 30 70ZM70 46L96 28 92 56 98 64 70 70Z", TINT),
      ...face("#DFF6FF", INK),
      shape("M34 60H66V72H34Z", "#4A525A", 2),
      line("M42 60v12M50 60v12M58 60v12", "#FFF4DC", 2.6),
    ],
    "#8E9AA6",
    "#5E6874",
  ),
  "Wrath of Air Totem": totem((TINT) => [
    shape("M30 40C10 34 4 18 4 8 16 12 24 12 32 20ZM70 40C90 34 96 18 96 8 84 12 76 12 68 20Z", "#F4F8FF"),
    shape("M50 16L40-4H60Z", TINT),
    ...face("#DFF6FF", "#2F6FB0"),
    line("M38 64q6-8 12 0t12 0M38 78q6-8 12 0t12 0", "#DFF6FF", 4),
  ]),
  "Flametongue Totem": totem((TINT) => [
    shape("M30 46L6 34 10 58 30 62ZM70 46L94 34 90 58 70 62Z", "#C23A26"),
    shape("M36 20l6-14 8 10 8-10 6 14Z", TINT),
    ...face("#FFE27A", "#C23A26"),
    shape("M36 54H64V64Q58 62 56 70 60 84 50 98 40 84 44 70 42 62 36 64Z", "#F2772E", 2.2),
  ]),
  Flamestrike: (_, of) => [
    at(-6, 26, 0.5, of("fire")),
    at(56, 26, 0.5, of("fire")),
    at(18, 0, 0.66, of("fire")),
  ],
  "Forbidden Flame": () => flame("#7A3FA0", "#E49AF0"),
  Soulfire: () => flame("#4C9A4A", "#D8F28A"),
  "Forgotten Torch": (_, of) => torch(of),
  "Roaring Torch": (_, of) => torch(of),
  "Volcanic Potion": (_, of) => [...of("potion", "#E8562A"), at(30, 52, 0.4, of("fire"))],
  "Dragonfire Potion": (_, of) => [...of("potion", "#8E2A3A"), at(30, 52, 0.4, of("fire"))],
  "Firelands Portal": (_, of) => [...of("portal", "#F2772E"), at(38, 34, 0.34, of("fire"))],
  Frostbolt: () => [
    line("M10 92L44 58", "#9FD8F6", 6),
    line("M8 70L30 52M34 94L50 74", "#DFF6FF", 4),
    shape("M94 6L80 58 60 66 42 58 34 40 42 20Z", "#8FD0F4"),
    shape("M94 6L80 58 60 66Z", "#4F9FE0", 0),
    shape("M94 6L42 20 34 40 60 34Z", "#E4F6FF", 0),
  ],
  Blizzard: (_, of) => [
    at(-4, -4, 0.52, of("frost")),
    at(48, 8, 0.46, of("frost")),
    at(20, 46, 0.54, of("frost")),
  ],
  "Ice Barrier": (_, of) => [...of("shield", "#8FD0F4"), at(26, 26, 0.48, of("frost"))],
  "Ice Block": () => [
    shape("M50 4L90 24V74L50 96 10 74V24Z", "#A8DCF6"),
    shape("M50 48L90 24V74L50 96Z", "#5FA8DC", 0, 0.75),
    shape("M50 4L90 24 50 48 10 24Z", "#E4F6FF", 0, 0.9),
    line("M10 24L50 48 90 24M50 48V96", INK, 2.6),
    line("M20 40V64M28 44V54", "#FFFFFF", 4),
  ],
  "Cabalist's Tome": (TINT, of) => [at(30, -6, 0.7, of("scroll"), 14), at(-4, 18, 0.84, of("tome", TINT))],
  "Lightning Storm": (_, of) => [at(2, 0, 0.7, of("bolt")), at(38, 30, 0.62, of("bolt"))],
  "Jade Lightning": (_, of) => [...of("bolt"), at(34, 40, 0.6, of("golem", "#5FB88A"))],
  "Hammer of Wrath": (_, of) => [...of("hammer"), at(-2, 40, 0.5, of("bolt"))],
  Backstab: () => [knife(154)],
  Eviscerate: () => [knife(-38), knife(38)],
  "Cold Blood": () => [
    knife(0),
    shape("M78 40C90 58 94 66 88 76 84 82 72 82 68 76 62 66 68 56 78 40Z", "#8FD0F4"),
    shape("M20 20C28 32 30 38 27 44 24 48 16 48 13 44 10 38 13 32 20 20Z", "#8FD0F4"),
  ],
  Conceal: () => [
    shape("M18 80C2 78 2 56 18 56 14 36 36 26 48 38 60 20 86 30 82 52 100 54 98 80 80 80Z", "#8E8698"),
    shape("M30 92C18 90 20 74 32 76 40 64 58 66 60 78 72 76 74 92 62 92Z", "#B8B0C4"),
    ...eyes(42, 62, 58, "#FFE27A", 5),
  ],
  Sap: () => [
    shape("M26 96C14 80 20 60 40 52L34 38Q50 30 66 38L60 52C80 60 86 80 74 96Z", "#A9713F"),
    line("M36 46Q50 40 64 46", GOLD, 4),
    line("M20 12l8 12M50 4v14M80 12l-8 12", "#FFE27A", 5),
  ],
  "Shadow Word: Death": (_, of) => [
    line("M14 98L74 12", INK, 9),
    line("M14 98L74 12", "#8A5420", 5),
    shape("M80 8C56-2 28 6 14 32 34 18 54 18 72 26Z", "#D6DEE6"),
    at(34, 36, 0.6, of("shadow")),
  ],
  Entomb: () => [
    shape("M34 4H66L84 30 70 98H30L16 30Z", "#5A4632"),
    shape("M38 12H62L75 32 64 90H36L25 32Z", "#8A6A42", 2),
    shape("M46 30h8v12h10v8H54v26h-8V50H36v-8h10Z", GOLD, 2),
  ],
  "Snake Trap": (_, of) => [at(4, 34, 0.9, of("trap")), at(18, -8, 0.66, of("snake", "#5FA04A"))],
  "Kill Command": (_, of) => [...of("claw"), at(10, 10, 0.84, of("arrow"))],
  "Living Roots": (_, of) => [
    line("M30 98C20 76 44 70 36 48M52 98C60 80 46 68 58 44M74 98C66 84 84 74 72 58", INK, 11),
    line("M30 98C20 76 44 70 36 48M52 98C60 80 46 68 58 44M74 98C66 84 84 74 72 58", "#8A5A2E", 6.4),
    at(14, 10, 0.4, of("leaf")),
    at(50, 2, 0.46, of("leaf")),
  ],
  "Mark of Y'Shaarj": (_, of) => of("mind", "#C23A26"),
  "Heroic Strike": (_, of) => [...of("sword"), line("M60 84l10 8M72 66l14 4M40 20L30 8", "#FFE27A", 5)],
  Charge: (_, of) => [line("M2 30H30M0 54H22M4 78H30", "#FFE27A", 6), at(18, 4, 0.9, of("boar", "#8A5A3A"))],
  "Arcanite Reaper": () => [
    line("M50 98V6", INK, 13),
    line("M50 98V6", "#5A4A6A", 8),
    shape(
      "M56 16C76 2 98 14 98 42 98 58 88 66 76 66 82 54 72 48 56 50Z" +
        "M44 16C24 2 2 14 2 42 2 58 12 66 24 66 18 54 28 48 44 50Z",
      "#B8A8E0",
    ),
    shape(
      "M98 42C98 58 88 66 76 66 82 54 72 48 56 50V44C76 42 90 46 98 42Z" +
        "M2 42C2 58 12 66 24 66 18 54 28 48 44 50V44C24 42 10 46 2 42Z",
      "#6A5A9A",
      0,
    ),
  ],
};

/** Looks that lay something over the picture. */
const OVER = {
  "Sir Finley Mrrgglton": () => [
    ...topHat(22),
    ring(65, 40, 12, GOLD, 3.4),
    line("M74 50Q82 62 78 76", GOLD, 2.4),
    shape("M50 88L36 82V96ZM50 88L64 82V96Z", "#C23A26", 2),
  ],
  "Murloc Warleader": () => [
    ...crown(26),
    line("M24 56l12 6M22 66l10 2M76 56l-12 6M78 66l-10 2", "#C23A26", 4),
    line("M94 104V30", INK, 8),
    line("M94 104V30", "#A9713F", 4),
    shape("M94 8L102 32H86Z", "#D6DEE6"),
  ],
  "Finja, the Flying Star": () => [
    shape("M14 44Q50 30 86 44V30Q50 14 14 30Z", "#2A2230"),
    shape("M86 38L100 30 96 42 102 52 86 46Z", "#2A2230"),
    shape("M50 16l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1Z", "#D6DEE6", 1.8),
    shape("M20 66Q50 56 80 66 76 84 50 86 24 84 20 66Z", "#2A2230"),
  ],
  "Murloc Raider": () => [
    line("M84 104L92 40", INK, 9),
    line("M84 104L92 40", "#A9713F", 5),
    shape("M93 44L84 22 98 8 102 36Z", "#D6DEE6"),
    line("M26 30l14 8M30 26l14 8", "#FFF4DC", 3),
  ],
  "Twilight Whelp": () => [
    dot(54, 44, 11, "#FFFFFF", 2.4),
    dot(56, 45, 5.4, INK),
    dot(58, 43, 1.8, "#FFFFFF"),
  ],
  "Twilight Drake": () => [
    line("M14 20l8-4M10 34l8-2", "#FFF4DC", 3),
    shape("M22 72L8 76 18 82 6 90 20 92 14 102 30 98Z", "#5A3A8A", 2),
    dot(54, 44, 4, "#FF8AE0"),
  ],
  "Twilight Guardian": () => [
    shape("M18 46C18 24 36 16 56 22L70 34 44 36 34 60 20 58Z", "#AEB8C4"),
    line("M30 34L48 26", "#FFFFFF", 3),
    dot(28, 52, 3, "#5E6874"),
  ],
  "Book Wyrm": () => [
    dot(54, 44, 11, "#DFF0F2", 3),
    dot(55, 45, 4, INK),
    line("M43 44L30 40", INK, 3),
    ...book("#2F6FB0"),
  ],
  "Faerie Dragon": () => [
    shape("M30 62C2 60-4 38 4 26 22 26 34 42 34 58Z", "#F2A8D8"),
    shape("M34 66C10 80 8 96 18 104 32 98 40 84 40 70Z", "#C8A0F0"),
    dot(12, 40, 4, "#FFFFFF"),
  ],
  "Kor'kron Elite": () => helmet("#5E6874"),
  "Warsong Commander": () => [
    line("M90 104V4", INK, 8),
    line("M90 104V4", "#A9713F", 4),
    shape("M90 6H56L66 20 56 34H90Z", "#C23A26"),
    dot(76, 20, 5, GOLD, 1.8),
  ],
  Armorsmith: () => [
    shape("M20 36H80V46H20Z", "#5A4632", 2),
    dot(38, 38, 10, "#F2C25A", 2.8),
    dot(62, 38, 10, "#F2C25A", 2.8),
  ],
  "Abusive Sergeant": () => cap("#4A6A4A"),
  "Second-Rate Bruiser": () => [
    shape("M30 30C30 8 70 8 70 30Z", "#5A4632"),
    shape("M18 30H82V37H18Z", "#5A4632"),
    line("M58 52l12 8M70 52l-12 8", "#FFF4DC", 3),
  ],
  "Don Han'Cho": () => [
    ...fedora(34, "#2A2A38", "#C23A26"),
    line("M58 76L80 82", INK, 8),
    line("M58 76L78 81.5", "#8A5420", 4.6),
    dot(81, 82, 4, "#F2772E", 1.4),
  ],
  "Grimestreet Enforcer": () => [
    ...glasses(50, "#1A1420"),
    shape("M40 86L50 80 60 86 54 104H46Z", "#C23A26", 2),
  ],
  "Aldor Peacekeeper": () => [...halo(), line("M50 62V92M40 72H60", "#FFF7E6", 5)],
  "Tirion Fordring": () => [
    shape("M34 58Q50 70 66 58L62 92 50 104 38 92Z", "#F2F0E8"),
    line("M44 70v20M50 72v24M56 70v20", "#B8B4A8", 2.2),
    ...crown(26),
  ],
  "Argent Horserider": () => [
    line("M90 104L78-4", INK, 9),
    line("M90 104L78-4", "#F4E2BC", 5),
    shape("M50 16C44 0 30-2 22 6 34 6 40 12 44 22Z", "#2F6FB0"),
  ],
  "Stormwind Champion": () => crown(22),
  "Flame Imp": () => flamesOver(),
  "Imp Gang Boss": () => [
    ...fedora(34),
    line("M60 74L80 80", INK, 8),
    line("M60 74L79 79.6", "#8A5420", 4.6),
    dot(81, 80, 4, "#F2772E", 1.4),
  ],
  "Kabal Courier": () => [...cap("#6A3A86"), shape("M80 34C92 30 98 20 96 10 88 12 78 20 74 28Z", "#FFF7E6")],
  "Manic Soulcaster": () => [
    dot(16, 72, 12, "#9FF0FF", 2.4),
    dot(84, 72, 12, "#9FF0FF", 2.4),
    dot(13, 69, 4, "#FFFFFF"),
    dot(81, 69, 4, "#FFFFFF"),
    line("M40 14L34-2M50 10V-6M60 14L66-2", "#9FF0FF", 4),
  ],
  Doomsayer: () => [
    shape("M16 70C6 30 26 2 50 2S94 30 84 70C80 44 70 24 50 24S20 44 16 70Z", "#2A2230"),
    dot(40, 48, 4.4, "#FF6A4A"),
    dot(60, 48, 4.4, "#FF6A4A"),
  ],
  "Bloodmage Thalnos": () => [
    line("M30 14L22-4M70 14L78-4M50 10V-6", "#C23A26", 6),
    dot(50, 94, 9, "#C23A26", 2.6),
  ],
  "Refreshment Vendor": () => chefHat(),
  "Stormpike Commando": () => [line("M92 104L66 20", INK, 9), line("M92 104L66 20", "#7E8A96", 5)],
  "Wyrmrest Agent": () => [
    shape("M30 26C14 20 10 6 14-4 22 8 34 10 42 16ZM70 26C86 20 90 6 86-4 78 8 66 10 58 16Z", "#C23A26"),
    line("M28 40Q50 28 72 40", "#C23A26", 5),
  ],
  "Kabal Talonpriest": () => [
    shape("M30 46Q50 34 70 46L64 56 50 82 36 56Z", "#3A2A4A"),
    dot(40, 50, 4, "#FFE27A", 1.6),
    dot(60, 50, 4, "#FFE27A", 1.6),
    line("M34 22L24 4M50 16V-2M66 22L76 4", "#3A2A4A", 6),
  ],
  "Priest of the Feast": () => [...chefHat(), shape("M36 84H64L58 98H54V104H46V98H42Z", GOLD, 2.2)],
  "Raza the Chained": () => [
    ...chains(),
    line("M34 56l8 6M34 62l8-6", "#C23A26", 2.6),
    shape("M34 66C36 84 44 90 50 90S64 84 66 66Q50 74 34 66Z", "#4A3A6A", 2),
  ],
  "Netherspite Historian": () => [...glasses(50), ...book("#7A3FA0")],
  "Darkshire Librarian": () => [...glasses(50), ...book("#8E2A3A")],
  "Darkshire Councilman": () => [
    line("M28 82Q50 104 72 82", INK, 7),
    line("M28 82Q50 104 72 82", GOLD, 4),
    dot(50, 94, 6, "#C23A26", 2),
  ],
  Chillmaw: () => [
    line("M30 70l4 12 4-12M62 70l4 12 4-12M46 86l4 12 4-12", "#DFF6FF", 4),
    shape("M40 22L44 4 50 16 56 4 60 22Z", "#DFF6FF"),
  ],
  Ysera: () => [...crown(24), line("M30 48Q36 52 42 48M58 48Q64 52 70 48", INK, 3)],
  "Drakonid Operative": () => [
    shape("M20 40H80V54Q66 60 50 52 34 60 20 54Z", "#2A2230"),
    dot(37, 48, 5, "#FFE27A", 1.6),
    dot(63, 48, 5, "#FFE27A", 1.6),
  ],
  "Edwin VanCleef": () => [
    line("M30 46l10 4", "#FFF4DC", 2),
    shape("M14 66L4 34 18 62 24 72Z", "#D6DEE6", 2),
    shape("M12 76l16-8 4 6-16 8Z", "#8A5420", 2),
  ],
  "Tomb Pillager": () => [
    dot(50, 26, 9, "#FFE27A", 2.6),
    line("M50 8V14M34 16l5 5M66 16l-5 5", "#FFE27A", 4),
  ],
  "Leeroy Jenkins": () => [
    shape(
      "M22 46C10 18 30 0 50 4 70 0 90 18 78 46 70 30 62 34 58 24 52 34 40 26 38 36 32 32 26 36 22 46Z",
      "#F6D24A",
    ),
    shape("M40 64Q50 60 60 64 60 80 50 80T40 64Z", "#7A2318", 2),
  ],
  "Questing Adventurer": () => [
    ...fedora(40, "#8A5A2E", "#C23A26"),
    shape("M70 14C78-2 90-4 96 2 92 10 84 16 72 20Z", "#6FB04A", 2),
  ],
  Secretkeeper: () => [
    dot(50, 74, 9, "#F2C25A", 2.4),
    line("M50 71v7", INK, 3.4),
    line("M30 44h12M58 44h12", "#9A7AC8", 3),
  ],
  "Savage Combatant": () => antlers(),
  "The Curator": () => [...topHat(20, "#C9A24A"), shape("M50 84L34 76V92ZM50 84L66 76V92Z", "#C23A26", 2)],
  Innervate: () => [line("M20 10V34M8 22H32M76 66V94M62 80H90", "#FFE27A", 6)],
  "Fiery War Axe": (_, of) => [at(40, -14, 0.5, of("fire"))],
  "Inner Rage": () => [
    line("M16 66l-10 6M86 60l10 6M14 18L4 10", "#FF6A4A", 5),
    shape("M40 58h24v8H40Z", "#C23A26", 2),
  ],
  Voidwalker: () => [dot(38, 50, 5, "#DFF6FF", 1.6), dot(62, 50, 5, "#DFF6FF", 1.6)],
  "Spirit Claws": () => [dot(50, 78, 8, "#DFF6FF", 2.4)],
};

export const hasLook = (name) => name in WHOLE || name in OVER;
/** The shapes of a card with a look of its own. */
export const lookOf = (name, picture, tint, of) =>
  WHOLE[name] ? WHOLE[name](tint, of) : [...of(picture, tint), ...OVER[name](tint, of)];

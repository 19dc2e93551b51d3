/* Tales of Tribute: emblems of the patrons, signs of the effects, and what is counted, each in a square of 100. */

import { circle, group, path, rect } from "/page/kit.js";

const INK = "#2A2420";
const LINE = { stroke: INK, "stroke-width": 4, "stroke-linejoin": "round", "stroke-linecap": "round" };
export const HUES = {
  ansei: "#C0663A",
  duke_of_crows: "#3C3A55",
  rajhin: "#7A4FA0",
  psijic: "#3E7FA8",
  orgnum: "#2F7F7A",
  hlaalu: "#B58A1E",
  pelin: "#6C7480",
  red_eagle: "#A03A2C",
  treasury: "#8A7B62",
  saint_alessia: "#B0785A",
};

const pale = { fill: "#FFF7E6", ...LINE };
const EMBLEMS = {
  ansei: () => [
    circle(50, 32, 20, { fill: "#F2C14E", ...LINE }),
    path("M50 4V0M24 12 20 8M76 12 80 8M14 34H8M86 34H92", { ...LINE }),
    path("M14 92Q60 82 88 50 82 94 22 98Z", pale),
  ],
  duke_of_crows: () => [
    path("M16 96Q30 40 84 6 92 50 54 78 40 86 28 82Z", pale),
    path("M16 96Q40 60 72 28M44 66 46 46M44 66 66 62M56 50 58 34M56 50 74 46", { fill: "none", ...LINE }),
  ],
  rajhin: () => [
    path("M4 50Q50 2 96 50 50 98 4 50Z", pale),
    path("M50 18Q66 50 50 82 34 50 50 18Z", { fill: INK }),
  ],
  psijic: () => [
    path("M20 6H80V16Q78 38 58 50 78 62 80 84V94H20V84Q22 62 42 50 22 38 20 16Z", pale),
    path("M34 20H66L50 42ZM30 88H70Q66 72 50 66 34 72 30 88Z", { fill: "#D9B25A" }),
  ],
  orgnum: () =>
    path(
      "M4 70Q20 20 56 26 84 32 76 56 70 70 56 64 48 58 54 48 40 50 42 66 48 86 96 78 60 100 30 92 10 90 4 70Z",
      pale,
    ),
  hlaalu: () => [
    path("M50 6V84M24 92H76M12 24H88", { fill: "none", ...LINE, "stroke-width": 6 }),
    path("M12 24 2 58H30ZM88 24 70 58H98Z", pale),
  ],
  pelin: () => [
    path("M22 96V34H12V8H28V20H42V8H58V20H72V8H88V34H78V96Z", pale),
    rect(42, 62, 16, 34, { fill: INK }),
  ],
  red_eagle: () =>
    path(
      "M50 4Q60 22 58 38L84 22Q76 44 62 52L92 60Q72 72 56 66L64 96 50 80 36 96 44 66Q28 72 8 60L38 52Q24 44 16 22L42 38Q40 22 50 4Z",
      pale,
    ),
  treasury: () => [
    path("M10 44Q10 18 50 18T90 44V88H10Z", pale),
    path("M10 50H90M50 40V62", { ...LINE, fill: "none" }),
    rect(40, 44, 20, 18, { fill: "#F2C14E", ...LINE }),
  ],
  saint_alessia: () => [
    path(
      "M6 50Q6 28 28 28 44 28 46 44M54 44Q58 28 74 28 94 28 94 50 94 72 74 72 58 72 54 56M46 56Q42 72 28 72 6 72 6 50",
      { fill: "none", stroke: "#FFF7E6", "stroke-width": 12 },
    ),
    path("M44 24 56 34 46 42ZM56 76 44 66 54 58Z", { fill: "#FFF7E6" }),
  ],
};
export const emblem = (patron) =>
  group(
    { "aria-hidden": "true" },
    rect(0, 0, 100, 100, { rx: 16, fill: HUES[patron] }),
    group({ transform: "translate(13 13) scale(.74)" }, ...[EMBLEMS[patron]()].flat()),
  );

export const coin = () =>
  group(
    {},
    circle(50, 50, 44, { fill: "#F2C14E", ...LINE, "stroke-width": 6 }),
    circle(50, 50, 28, { fill: "none", stroke: INK, "stroke-width": 4 }),
  );
export const power = () =>
  group(
    {},
    path("M18 4V98", { ...LINE, "stroke-width": 8 }),
    path("M20 8H92L72 32 92 56H20Z", { fill: "#D0543F", ...LINE }),
  );
export const prestige = () =>
  path("M50 4 63 36 97 38 71 60 80 94 50 75 20 94 29 60 3 38 37 36Z", {
    fill: "#FFF7E6",
    ...LINE,
    "stroke-width": 6,
  });
export const bell = () =>
  group(
    {},
    path("M50 6Q82 14 80 54L92 78H8L20 54Q18 14 50 6Z", { fill: "#E0B95A", ...LINE, "stroke-width": 5 }),
    circle(50, 86, 9, { fill: INK }),
  );
const card = (sign) =>
  group(
    {},
    rect(16, 6, 54, 80, { rx: 8, fill: "#FFFBF1", ...LINE, "stroke-width": 5 }),
    path(sign, { fill: "none", stroke: INK, "stroke-width": 9 }),
  );
export const link = () =>
  path("M8 50Q8 30 28 30H48M52 30H72Q92 30 92 50 92 70 72 70H52M48 70H28Q8 70 8 50M32 50H68", {
    fill: "none",
    stroke: INK,
    "stroke-width": 11,
    "stroke-linecap": "round",
  });

const SIGNS = {
  gain_coin: coin,
  gain_power: power,
  gain_prestige: prestige,
  opp_lose_prestige: () =>
    group(
      {},
      prestige(),
      path("M20 10 54 50 40 60 80 96", { fill: "none", stroke: "#A3281F", "stroke-width": 9 }),
    ),
  draw: () => card("M62 66H98M80 48V84"),
  opp_discard: () => card("M60 70H98"),
  replace_tavern: () =>
    path(
      "M18 50A32 32 0 0 1 74 28L64 38H96V6L84 18A46 46 0 0 0 4 50ZM82 50A32 32 0 0 1 26 72L36 62H4V94L16 82A46 46 0 0 0 96 50Z",
      { fill: "#3E7FA8", stroke: INK, "stroke-width": 3 },
    ),
  acquire_tavern: () =>
    path(
      "M26 96V60Q14 44 20 34 28 30 32 48L34 18Q42 12 46 20V46L52 14Q60 10 64 20L60 46 70 26Q78 24 80 34L68 66V96Z",
      { fill: "#E9C9A2", ...LINE },
    ),
  destroy: () =>
    path("M50 4Q84 38 74 66 66 94 50 94 30 94 26 68 24 52 38 44 40 60 48 58 40 30 50 4Z", {
      fill: "#E0702F",
      ...LINE,
    }),
  return_top: () => path("M50 4 88 44H64V96H36V44H12Z", { fill: "#5E9A54", ...LINE }),
  return_agent_top: () =>
    group(
      {},
      path("M50 4 88 44H64V96H36V44H12Z", { fill: "#5E9A54", ...LINE }),
      circle(50, 66, 12, { fill: "#FFF7E6" }),
    ),
  toss: () =>
    group(
      {},
      path("M4 50Q50 6 96 50 50 94 4 50Z", { fill: "#FFF7E6", ...LINE }),
      circle(50, 50, 17, { fill: INK }),
    ),
  knockout: () =>
    path(
      "M14 44Q14 26 30 28L32 20Q46 14 48 24L52 18Q66 14 66 26L70 24Q86 22 86 40V64Q84 92 52 92 18 92 14 62Z",
      { fill: "#E9C9A2", ...LINE },
    ),
  knockout_all: () =>
    group(
      {},
      path(
        "M14 44Q14 26 30 28L32 20Q46 14 48 24L52 18Q66 14 66 26L70 24Q86 22 86 40V64Q84 92 52 92 18 92 14 62Z",
        { fill: "#C8493A", ...LINE },
      ),
      path("M4 8 18 22M96 8 82 22", { ...LINE, "stroke-width": 7 }),
    ),
  patron_call: bell,
  create_card: () => card("M28 46H58M43 30V62"),
  heal_self: () =>
    path("M50 92C-10 48 6 8 32 10 44 12 50 26 50 26 50 26 56 12 68 10 94 8 110 48 50 92Z", {
      fill: "#C1443A",
      ...LINE,
    }),
  donate: () =>
    path("M8 36H66V18L94 44 66 70V52H8ZM92 76H34V60L6 82 34 104V90H92Z", {
      fill: "#6E4F9B",
      transform: "translate(0 -8)",
    }),
};
export const effectSign = (name) => group({ "aria-hidden": "true" }, (SIGNS[name] ?? SIGNS.create_card)());

/* Hearthstone: what lives on the cards. Creatures, spells and weapons in a box of 100, each a list of plain
shapes; `TINT` is the colour that its class or its card gives it. Light comes from the upper left; every shape
has the same ink line. */

import { group, kept } from "/page/kit.js";
import { hasLook, lookOf } from "./looks.js";
import { dot, eyes, INK, line, ring, shape } from "./shapes.js";

export { INK };
const SHOULDERS = "M10 104C12 82 30 76 50 76S88 82 90 104Z";

const CREATURES = {
  knight: (TINT) => [
    shape("M10 104C12 76 30 70 50 70S88 76 90 104Z", TINT),
    shape("M44 72h12v32H44Z", "#F6BC3A", 1.8),
    shape("M26 52C24 26 36 16 50 16S76 26 74 52L70 74Q50 84 30 74Z", "#C9D2DA"),
    shape("M54 18C70 22 74 34 74 52L70 74Q62 78 54 79Z", "#8E9AA6", 0),
    shape("M32 46H68L64 56 54 58V76H46V58L36 56Z", "#2A2230", 2),
    dot(42, 51, 2.6, "#FFE08A"),
    dot(58, 51, 2.6, "#FFE08A"),
    shape("M50 16C44 0 30-2 22 6 34 6 40 12 44 22Z", "#C23A26"),
  ],
  wolf: (TINT) => [
    shape("M14 104C10 80 24 62 50 62S90 80 86 104Z", "#6A5A50"),
    shape("M22 46L16 10 40 28ZM78 46L84 10 60 28Z", TINT),
    shape("M24 34L21 19 34 28ZM76 34L79 19 66 28Z", "#F2A48C", 0),
    shape(
      "M20 50C20 30 34 24 50 24S80 30 80 50C80 66 66 72 60 80 56 86 44 86 40 80 34 72 20 66 20 50Z",
      TINT,
    ),
    shape("M38 56C40 50 60 50 62 56L60 78C56 84 44 84 40 78Z", "#FFF4DC", 2),
    shape("M44 58h12l-6 8Z", INK, 0),
    line("M50 66v6M42 74q8 5 16 0", INK, 2),
    shape("M45 75l2 5 2-4M52 76l2 4 2-5", "#fff", 1.2),
    line("M30 42l12 4M70 42l-12 4", INK, 3),
    dot(38, 49, 3.6, "#FFE27A", 1.6),
    dot(62, 49, 3.6, "#FFE27A", 1.6),
  ],
  fish: (TINT) => [
    shape("M22 104C20 84 34 76 50 76S80 84 78 104Z", "#2F8A6A"),
    shape("M50 20C40 0 60-4 64 10 70 4 76 12 70 24Z", "#F2A03C"),
    shape("M10 58C-2 44 8 36 18 44ZM90 58C102 44 92 36 82 44Z", "#F2A03C"),
    shape("M14 56C14 32 30 22 50 22S86 32 86 56 70 86 50 86 14 78 14 56Z", TINT),
    shape("M22 62C34 54 66 54 78 62 76 78 64 84 50 84S24 78 22 62Z", "#D8F0B8", 0),
    line("M24 62C40 56 60 56 76 62", INK, 2.4),
    shape("M32 60l4 9 4-10M58 59l4 9 4-10", "#fff", 1.4),
    dot(34, 40, 10, "#fff", 1.8),
    dot(66, 40, 10, "#fff", 1.8),
    dot(35, 40, 4.5, INK),
    dot(65, 40, 4.5, INK),
  ],
  drake: (TINT) => [
    shape("M20 104C14 80 20 62 40 56L66 74 74 104Z", TINT),
    shape("M30 34C22 20 12 16 4 18 12 24 14 32 20 42ZM46 24C44 10 36 2 28 0 32 10 30 20 34 30Z", "#FFF4DC"),
    shape(
      "M20 52C18 32 34 22 52 26 70 28 92 44 96 58 96 68 84 70 76 68" +
        "L60 70C56 80 44 86 34 80 24 74 20 64 20 52Z",
      TINT,
    ),
    shape("M44 66C60 68 80 66 94 60 94 70 84 72 76 70L58 72C54 80 46 82 40 80Z", "#FFE9B8", 2),
    shape("M66 66l3-7 4 7 4-8 4 7 4-8 3 6", "#fff", 1.4),
    dot(54, 44, 7, "#FFE27A", 2),
    shape("M53 44a2 5.5 0 1 0 4 0 2 5.5 0 1 0 -4 0", INK, 0),
    line("M44 36l18 3", INK, 3.4),
    dot(88, 52, 2, INK),
  ],
  golem: (TINT) => [
    shape("M8 104C8 78 26 70 50 70S92 78 92 104Z", "#2F7A5A"),
    shape("M24 30L44 14 70 18 80 40 74 70 54 84 30 76 18 54Z", TINT),
    shape("M44 14L50 40 24 30ZM70 18L50 40 80 40ZM50 40L54 84 74 70 80 40Z", "#fff", 0, 0.22),
    shape("M50 40L54 84 30 76 18 54 24 30Z", "#0B3A2A", 0, 0.16),
    shape("M30 46l14 4-4 8-10-4ZM70 46l-14 4 4 8 10-4Z", "#EFFFD8", 2),
    shape("M38 68h26l-6 6H44Z", "#14352A", 2),
    line("M20 90l14-8M66 84l14 8", "#BFF0CE", 3),
  ],
  totem: (TINT) => [
    shape("M30 104V22C30 10 70 10 70 22V104Z", "#9A6234"),
    shape("M54 14C66 14 70 18 70 22V104H58Z", "#6A3F1C", 0, 0.6),
    shape("M30 46L6 34 10 58 30 62ZM70 46L94 34 90 58 70 62Z", TINT),
    shape("M34 32h14v12H34ZM52 32h14v12H52Z", "#FFF4DC", 2),
    dot(41, 38, 3.6, "#C23A26"),
    dot(59, 38, 3.6, "#C23A26"),
    shape("M36 58H64L60 70 55 63 50 70 45 63 40 70Z", "#FFF4DC", 2),
    line("M30 80h40M30 92h40", INK, 2),
    shape("M36 20l6-14 8 10 8-10 6 14Z", "#F2772E"),
  ],
  pirate: (TINT) => [
    shape("M10 104C12 82 30 76 50 76S88 82 90 104Z", TINT),
    shape("M28 48C28 30 36 26 50 26S72 30 72 48 66 80 50 80 28 66 28 48Z", "#E8A878"),
    shape("M30 62C34 84 42 92 50 92S66 84 70 62C62 70 58 66 50 66S38 70 30 62Z", "#3A2014", 2),
    line("M42 70q8 5 16 0", "#fff", 3.5),
    shape("M12 40C30 26 70 26 88 40 84 24 66 6 50 8 34 6 16 24 12 40Z", "#2A2230"),
    dot(50, 22, 6, "#FFF4DC"),
    line("M44 30l12 5M56 30l-12 5", "#FFF4DC", 2.6),
    dot(60, 50, 7, "#1A1420"),
    line("M30 42L66 46", INK, 2),
    dot(40, 51, 3.4, INK),
    ring(27, 60, 4, "#F6BC3A", 2.6),
  ],
  mech: (TINT) => [
    shape("M12 104V84Q12 74 24 74H76Q88 74 88 84V104Z", "#8A7A5A"),
    shape("M22 30Q22 20 32 20H68Q78 20 78 30V64Q78 74 68 74H32Q22 74 22 64Z", TINT),
    shape("M60 20H68Q78 20 78 30V64Q78 74 68 74H60Z", "#000", 0, 0.16),
    line("M50 20V8", INK, 3),
    dot(50, 7, 5, "#F2772E", 2),
    dot(38, 42, 9, "#DFF6FF", 2.4),
    dot(64, 42, 6, "#DFF6FF", 2.4),
    dot(39, 43, 3.4, INK),
    dot(64, 43, 2.4, INK),
    shape("M32 58H68V67H32Z", "#2A2230", 2),
    line("M40 58v9M48 58v9M56 58v9", "#F6BC3A", 2),
    dot(20, 48, 5, "#C9A24A", 2),
    dot(80, 48, 5, "#C9A24A", 2),
  ],
  imp: (TINT) => [
    shape("M20 104C20 82 34 76 50 76S80 82 80 104Z", "#5A1E2A"),
    shape("M28 32C12 28 10 12 18 4 20 16 28 20 38 24ZM72 32C88 28 90 12 82 4 80 16 72 20 62 24Z", "#FFF4DC"),
    shape("M6 50L24 44V60ZM94 50L76 44V60Z", TINT),
    shape("M22 50C22 30 34 22 50 22S78 30 78 50 68 82 50 82 22 70 22 50Z", TINT),
    line("M32 42l12 6M68 42l-12 6", INK, 3.4),
    shape("M32 50q6-4 12 2-6 4-12-2ZM68 50q-6-4-12 2 6 4 12-2Z", "#FFE27A", 1.6),
    shape("M34 64C42 70 58 70 66 64 64 76 58 78 50 78S36 76 34 64Z", "#3A0E14", 2),
    shape("M38 66l3 6 3-5 3 6 3-6 3 6 3-6 3 5 3-6", "#fff", 0),
  ],
  mage: (TINT) => [
    shape("M8 104C10 74 26 60 50 60S90 74 92 104Z", TINT),
    shape("M20 74C12 36 30 8 50 8S88 36 80 74C74 60 66 56 50 56S26 60 20 74Z", TINT),
    shape("M30 62C24 36 36 22 50 22S76 36 70 62C64 74 36 74 30 62Z", "#241830"),
    shape("M36 48q6-5 11 1-6 4-11-1ZM64 48q-6-5-11 1 6 4 11-1Z", "#9FF0FF", 0),
    dot(50, 90, 10, "#9FF0FF", 2.6),
    line("M50 76v5M36 90h5M59 90h5M40 80l4 4M60 80l-4 4", "#9FF0FF", 2.6),
  ],
  cat: (TINT) => [
    shape("M16 104C14 82 28 70 50 70S86 82 84 104Z", TINT),
    shape("M20 44L18 12 42 26ZM80 44L82 12 58 26Z", TINT),
    shape("M25 36L24 22 36 29ZM75 36L76 22 64 29Z", "#F2A48C", 0),
    shape("M18 52C18 32 32 24 50 24S82 32 82 52 68 82 50 82 18 72 18 52Z", TINT),
    shape("M34 64C38 58 46 58 50 62 54 58 62 58 66 64 64 74 58 78 50 78S36 74 34 64Z", "#FFF4DC", 1.8),
    shape("M44 58h12l-6 7Z", "#D9705A", 1.8),
    line("M50 65v5M44 71q3 3 6 0 3 3 6 0", INK, 2),
    line("M8 60l20 3M8 70l20-2M92 60l-20 3M92 70l-20-2", INK, 1.6),
    line("M42 26v10M50 24v12M58 26v10", INK, 2.4),
    shape("M29 50q7-9 15 0-8 7-15 0Z", "#D8F06A", 1.8),
    shape("M56 50q8-9 15 0-7 7-15 0Z", "#D8F06A", 1.8),
    shape("M36 45q3 5 0 9-3-4 0-9Z", INK, 0),
    shape("M64 45q3 5 0 9-3-4 0-9Z", INK, 0),
  ],
  lion: (TINT) => [
    shape("M50 4C78 0 98 22 94 50 98 78 80 100 50 98 20 100 2 78 6 50 2 22 22 0 50 4Z", "#8A4A1E"),
    line("M50 8V20M24 16l8 10M76 16l-8 10M10 42l12 4M90 42l-12 4M14 72l12-6M86 72l-12-6", "#5E2E10", 3),
    shape("M22 50C22 32 34 24 50 24S78 32 78 50 66 84 50 84 22 70 22 50Z", TINT),
    shape("M36 62C40 54 60 54 64 62L62 76C56 82 44 82 38 76Z", "#FFF0CC", 1.8),
    shape("M42 56h16l-8 9Z", INK, 0),
    line("M50 65v6M42 73q8 5 16 0", INK, 2.2),
    line("M30 42l12 3M70 42l-12 3", INK, 3.4),
    dot(38, 50, 3.6, "#FFE27A", 1.6),
    dot(62, 50, 3.6, "#FFE27A", 1.6),
  ],
  bear: (TINT) => [
    shape("M8 104C8 78 26 68 50 68S92 78 92 104Z", TINT),
    dot(24, 28, 13, TINT, 2.6),
    dot(76, 28, 13, TINT, 2.6),
    dot(24, 28, 6, "#D9A070"),
    dot(76, 28, 6, "#D9A070"),
    shape("M16 52C16 30 30 20 50 20S84 30 84 52 70 84 50 84 16 74 16 52Z", TINT),
    shape("M30 62C30 52 40 48 50 48S70 52 70 62 62 80 50 80 30 72 30 62Z", "#E8C496", 2),
    shape("M42 52Q50 48 58 52L50 61Z", INK, 0),
    line("M50 61v6M40 68q10 8 20 0", INK, 2.2),
    line("M28 38l12 3M72 38l-12 3", INK, 3.2),
    dot(36, 45, 3.4, INK),
    dot(64, 45, 3.4, INK),
  ],
  boar: (TINT) => [
    shape("M8 104C8 78 26 66 50 66S92 78 92 104Z", TINT),
    shape("M44 22L50 6 56 22ZM30 26L30 10 42 22ZM70 26L70 10 58 22Z", "#4A2E22"),
    shape("M20 42L6 26 30 30ZM80 42L94 26 70 30Z", TINT),
    shape("M18 50C18 30 32 22 50 22S82 30 82 50 68 84 50 84 18 70 18 50Z", TINT),
    shape("M30 66C30 56 40 54 50 54S70 56 70 66 62 80 50 80 30 76 30 66Z", "#F2B8A0", 2.2),
    shape("M41 63a4 5 0 1 0 .1 0ZM59 63a4 5 0 1 0 .1 0Z", "#7A3A30", 0),
    shape(
      "M24 74C14 72 12 60 16 52 20 60 26 62 32 66ZM76 74C86 72 88 60 84 52 80 60 74 62 68 66Z",
      "#FFF7E6",
      2,
    ),
    line("M28 40l12 5M72 40l-12 5", INK, 3.2),
    dot(37, 48, 3.2, "#FFE27A", 1.4),
    dot(63, 48, 3.2, "#FFE27A", 1.4),
  ],
  raptor: (TINT) => [
    shape("M12 104C10 82 20 64 42 60L60 74 66 104Z", TINT),
    shape("M20 34L8 14 32 22ZM32 24L26 2 48 16ZM14 48L0 36 20 38Z", "#E8643F", 2.2),
    shape(
      "M18 46C18 26 36 18 52 22 74 26 92 40 96 50 94 58 78 58 70 58 " +
        "84 62 88 66 84 72 70 76 50 74 40 78 26 76 18 64 18 46Z",
      TINT,
    ),
    shape("M58 60l4 6 4-6 4 6 4-7 4 6 3-5", "#FFFFFF", 1.2),
    line("M52 60C64 64 78 64 90 56", INK, 2),
    dot(48, 40, 7, "#FFE27A", 2),
    shape("M48 34q4 6 0 12-4-6 0-12Z", INK, 0),
    line("M38 32l18 3", INK, 3.4),
    line("M26 84l10-6M24 94l14-6", "#FFF4DC", 2.4),
  ],
  snake: (TINT) => [
    shape(
      "M8 98C2 78 28 70 54 76 78 80 90 66 78 58 60 50 32 62 22 46 12 26 36 8 58 14" +
        "L60 36C46 30 38 34 42 40 52 50 84 40 94 58 102 82 72 96 44 92Z",
      TINT,
    ),
    line("M22 90q6-6 12-4M50 86q8 2 14-1M80 72q6-6 6-12M30 52q6-4 10-4", "#FFF4DC", 3),
    shape("M48 10C66 2 88 12 90 28 88 42 66 44 52 36Z", TINT),
    line("M88 30l10 4-6 1 5 6", "#D63A2C", 2.4),
    dot(68, 22, 5, "#FFE27A", 1.8),
    shape("M68 18q2 4 0 8-2-4 0-8Z", INK, 0),
  ],
  frog: (TINT) => [
    shape("M8 104C6 82 26 72 50 72S94 82 92 104Z", TINT),
    dot(28, 30, 15, TINT, 2.6),
    dot(72, 30, 15, TINT, 2.6),
    shape("M10 56C10 38 28 32 50 32S90 38 90 56 74 84 50 84 10 76 10 56Z", TINT),
    shape("M18 62C36 70 64 70 82 62 80 76 66 82 50 82S20 76 18 62Z", "#E4F2B0", 0),
    line("M16 60C36 70 64 70 84 60", INK, 2.6),
    ...eyes(28, 72, 28, "#FFF7C8", 9),
    dot(45, 50, 1.6, INK),
    dot(55, 50, 1.6, INK),
  ],
  sheep: (_) => [
    shape("M8 104C2 86 14 72 24 74 34 64 66 64 76 74 86 72 98 86 92 104Z", "#FFF7E6"),
    shape("M24 44C8 40 4 52 10 58 18 62 26 58 28 54ZM76 44C92 40 96 52 90 58 82 62 74 58 72 54Z", "#8A6A5A"),
    shape("M30 46C30 36 40 34 50 34S70 36 70 46 66 82 50 82 30 66 30 46Z", "#A8846E"),
    shape(
      "M22 40C14 28 26 16 36 20 40 8 60 8 64 20 74 16 86 28 78 40 " +
        "70 48 62 42 58 44 52 48 46 48 42 44 38 42 30 48 22 40Z",
      "#FFF7E6",
    ),
    ...eyes(40, 60, 54, "#FFFFFF", 5),
    line("M44 72q6 4 12 0M46 66l4 3 4-3", INK, 2.2),
  ],
  bird: (TINT) => [
    shape("M14 104C12 76 26 58 50 58S88 76 86 104Z", TINT),
    shape(
      "M20 98C14 78 22 70 34 72 32 84 34 92 40 100ZM80 98C86 78 78 70 66 72 68 84 66 92 60 100Z",
      "#2A2230",
      2.2,
      0.75,
    ),
    shape("M36 22L26 6 44 14 50 2 56 14 74 6 64 22Z", TINT),
    shape("M22 46C22 28 34 20 50 20S78 28 78 46 66 72 50 72 22 62 22 46Z", TINT),
    shape("M36 54Q50 46 64 54L50 80Z", "#F2A03C", 2.4),
    line("M42 58h16", INK, 1.8),
    ...eyes(37, 63, 42, "#FFE27A", 8),
    line("M26 34l16 3M74 34l-16 3", INK, 3),
  ],
  ooze: (TINT) => [
    shape("M4 100C2 84 16 82 18 66 18 36 30 16 50 16S82 36 82 66C84 82 98 84 96 100Z", TINT),
    shape("M28 44C30 30 38 24 46 24 40 34 36 44 36 56 32 56 28 52 28 44Z", "#FFFFFF", 0, 0.45),
    dot(70, 74, 6, "#FFFFFF", 0),
    dot(30, 82, 4, "#FFFFFF", 0),
    ...eyes(40, 64, 48, "#FFFFFF", 8),
    shape("M36 66C46 74 58 74 68 64 66 80 58 84 50 84S38 78 36 66Z", "#2E4A12", 2.2),
    shape("M44 71l3 5 3-5 3 5 3-5Z", "#FFFFFF", 0),
  ],
  flame: (TINT) => [
    shape(
      "M50 2C58 20 88 26 88 62 88 90 70 100 50 100S12 90 12 62" +
        "C12 46 22 40 26 28 32 36 34 40 40 42 36 24 42 12 50 2Z",
      TINT,
    ),
    shape(
      "M52 30C58 42 76 46 76 68 76 86 64 94 50 94S24 86 24 68" +
        "C24 58 30 54 34 46 38 54 44 54 46 54 44 44 48 36 52 30Z",
      "#FFD23A",
      0,
    ),
    shape("M30 60l14 5-5 8-9-5ZM70 60l-14 5 5 8 9-5Z", "#FFF9DC", 2),
    shape("M36 80Q50 74 64 80 58 90 50 90T36 80Z", "#5A1408", 2),
  ],
  wave: (TINT) => [
    shape(
      "M4 104C4 82 16 72 20 56 14 58 10 54 8 48 20 46 22 30 36 20 " +
        "48 10 70 12 78 28 84 40 82 50 92 54 86 62 78 60 78 60 82 76 96 84 96 104Z",
      TINT,
    ),
    shape("M36 24C46 16 60 18 66 26 54 24 42 32 40 44 36 40 34 32 36 24Z", "#FFFFFF", 0, 0.55),
    shape("M34 50q8-6 14 1-7 5-14-1ZM68 50q-8-6-14 1 7 5 14-1Z", "#EAF9FF", 2),
    shape("M40 68Q50 62 62 68 56 76 50 76T40 68Z", "#12406A", 2),
    line("M18 90q10-10 20 0t20 0 20 0M26 100q8-6 16 0t16 0", "#EAF9FF", 3.4),
  ],
  storm: (TINT) => [
    shape("M10 104C12 80 22 74 34 74H66C78 74 88 80 90 104Z", "#5A6A8A"),
    shape("M50 100L34 78 66 78Z", TINT),
    shape(
      "M20 54C6 48 8 28 24 28 26 12 46 6 54 16 70 8 88 20 82 34 98 40 94 58 78 58 72 76 30 78 20 54Z",
      TINT,
    ),
    shape("M24 38C30 26 44 22 54 26 44 28 36 36 34 46Z", "#FFFFFF", 0, 0.5),
    shape("M32 46l14 4-5 7-9-4ZM72 46l-14 4 5 7 9-4Z", "#FFF7B0", 2),
    shape("M58 64L44 84H52L46 102 66 78H56L64 64Z", "#FFE03A", 2),
    shape("M8 62l10 2-6 10Z", "#FFE03A", 1.8),
    shape("M92 66l-10 0 6 12Z", "#FFE03A", 1.8),
  ],
  priest: (TINT) => [
    shape(SHOULDERS, TINT),
    shape("M42 78L50 104 58 78Z", "#F6BC3A", 1.8),
    ring(50, 14, 20, "#F6BC3A", 4.5),
    shape(
      "M22 60C16 28 32 14 50 14S84 28 78 60C74 66 70 62 70 56L64 34H36L30 56C30 62 26 66 22 60Z",
      "#F2E8D0",
    ),
    shape("M30 48C30 34 38 28 50 28S70 34 70 48 62 78 50 78 30 64 30 48Z", "#F0C49E"),
    shape("M29 42C34 28 66 28 71 42 62 36 38 36 29 42Z", "#F2E8D0", 1.8),
    line("M37 50q4-4 8 0M55 50q4-4 8 0", INK, 2.6),
    line("M44 66q6 4 12 0", INK, 2.2),
    shape("M47 84h6v5h5v6h-5v7h-6v-7h-5v-6h5Z", "#FFF7E6", 1.6),
  ],
  archer: (TINT) => [
    shape(SHOULDERS, TINT),
    line("M82 20Q104 58 80 98", "#8A5420", 5),
    line("M82 20L80 98", "#FFF4DC", 1.6),
    shape("M28 50L6 40 12 54 28 60ZM72 50L94 40 88 54 72 60Z", "#F0C49E"),
    shape("M28 48C28 32 38 26 50 26S72 32 72 48 62 80 50 80 28 64 28 48Z", "#F0C49E"),
    shape("M24 58C16 22 34 8 50 8S84 22 76 58C74 40 64 34 50 34S26 40 24 58Z", TINT),
    shape("M50 8L50 34C38 34 28 38 24 50 20 24 34 8 50 8Z", "#FFFFFF", 0, 0.2),
    ...eyes(41, 59, 52, "#D8F8C8", 4.6),
    line("M36 44l9 2M64 44l-9 2", INK, 2.6),
    line("M44 68q6 3 12 0", INK, 2.2),
  ],
  dwarf: (TINT) => [
    shape(SHOULDERS, TINT),
    shape("M28 46C28 32 38 28 50 28S72 32 72 46V62H28Z", "#EAB088"),
    shape("M24 54C24 92 38 102 50 102S76 92 76 54C70 62 60 58 50 62 40 58 30 62 24 54Z", "#C8641E"),
    line("M36 70q2 14 6 22M50 68v30M64 70q-2 14-6 22", "#8E3F0E", 2.4),
    shape("M40 62Q50 56 60 62 56 68 50 66 44 68 40 62Z", "#C8641E", 2),
    shape("M22 44C20 24 34 12 50 12S80 24 78 44C70 38 30 38 22 44Z", "#AEB8C4"),
    shape("M46 12h8v30h-8Z", "#F6BC3A", 2),
    shape("M22 38C8 34 4 18 12 8 14 20 20 24 30 26ZM78 38C92 34 96 18 88 8 86 20 80 24 70 26Z", "#FFF4DC"),
    ...eyes(40, 60, 50, "#FFFFFF", 4.4),
    dot(50, 56, 5, "#D98A60", 1.8),
  ],
  orc: (TINT) => [
    shape(SHOULDERS, "#5A4632"),
    shape("M16 84l8-12 10 8 10-10 10 10 10-8 12 12-4 20H22Z", TINT),
    shape("M24 52L10 40 14 60ZM76 52L90 40 86 60Z", "#7DA04A"),
    shape("M22 48C22 28 34 20 50 20S78 28 78 48 70 84 50 84 22 68 22 48Z", "#8CB055"),
    shape("M60 22C74 28 78 38 78 48 78 68 66 82 54 84 66 70 70 44 60 22Z", "#4E7028", 0, 0.35),
    shape("M40 22L44 2 50 14 56 2 60 22Z", "#2A2230"),
    shape("M34 66Q50 60 66 66 62 76 50 76T34 66Z", "#3A1A14", 2),
    shape("M37 70l2-14 6 12ZM63 70l-2-14-6 12Z", "#FFF7E6", 1.8),
    line("M30 42l14 5M70 42l-14 5", INK, 4),
    dot(39, 50, 3.2, "#FFE27A", 1.4),
    dot(61, 50, 3.2, "#FFE27A", 1.4),
  ],
  troll: (TINT) => [
    shape(SHOULDERS, TINT),
    shape("M34 24C26 4 40-4 50 6 60-4 74 4 66 24Z", "#E8643F"),
    shape("M24 50L4 34 12 58ZM76 50L96 34 88 58Z", "#5F9CC0"),
    shape("M26 48C26 28 36 20 50 20S74 28 74 48 66 86 50 86 26 66 26 48Z", "#5F9CC0"),
    shape("M46 46H54L60 64H40Z", "#4A84A8", 2),
    shape(
      "M34 70C22 72 16 60 20 50 26 58 32 60 40 64ZM66 70C78 72 84 60 80 50 74 58 68 60 60 64Z",
      "#FFF7E6",
      2,
    ),
    line("M42 74q8 4 16 0", INK, 2.4),
    line("M32 38l11 4M68 38l-11 4", INK, 3),
    dot(39, 45, 3.2, "#FFE27A", 1.4),
    dot(61, 45, 3.2, "#FFE27A", 1.4),
    line("M30 58h6M64 58h6M32 30h8M60 30h8", "#FFF7E6", 2.2),
  ],
  gnome: (TINT) => [
    shape(SHOULDERS, TINT),
    shape("M22 46C12 26 28 4 50 8 72 4 88 26 78 46Z", "#E07AA0"),
    shape("M26 52C26 34 36 28 50 28S74 34 74 52 64 82 50 82 26 68 26 52Z", "#F4C8A4"),
    shape("M20 40H80V48H20Z", "#6A4A2E", 2),
    dot(38, 44, 11, "#BFE8F4", 3),
    dot(62, 44, 11, "#BFE8F4", 3),
    dot(39, 45, 4, INK),
    dot(61, 45, 4, INK),
    line("M32 39q3-4 7-4M56 39q3-4 7-4", "#FFFFFF", 2.2),
    dot(50, 60, 6, "#E89A78", 1.8),
    shape("M40 70Q50 74 60 70 58 78 50 78T40 70Z", "#7A2318", 1.8),
  ],
  rogue: (TINT) => [
    shape(SHOULDERS, "#3A3440"),
    shape("M22 62C16 24 34 10 50 10S84 24 78 62L66 82H34Z", TINT),
    shape("M30 50C30 36 38 30 50 30S70 36 70 50L66 62H34Z", "#E8B48C"),
    shape("M28 56Q50 64 72 56L66 82Q50 92 34 82Z", "#A93A2E"),
    line("M40 70l8 4M60 70l-8 4", "#6E1E16", 2),
    line("M33 43l12 4M67 43l-12 4", INK, 3.2),
    ...eyes(41, 59, 50, "#FFFFFF", 4),
    shape("M78 66L96 34 92 70 84 76Z", "#D6DEE6", 2),
    shape("M74 72l14 8-4 6-14-8Z", "#8A5420", 2),
  ],
  ghost: (TINT) => [
    shape("M14 100C14 88 10 30 50 14 90 30 86 88 86 100L74 90 62 102 50 90 38 102 26 90Z", TINT),
    shape("M50 14C30 24 24 50 24 80 18 60 18 26 50 14Z", "#FFFFFF", 0, 0.35),
    shape("M30 46q10-8 16 4-10 6-16-4ZM70 46q-10-8-16 4 10 6 16-4Z", "#C8FFF0", 2),
    shape("M42 68Q50 58 58 68 58 82 50 82T42 68Z", "#1A1030", 2),
  ],
  kraken: (TINT) => [
    shape(
      "M10 100C-2 84 6 66 18 70 8 78 16 90 26 84L34 70H66L74 84" +
        "C84 90 92 78 82 70 94 66 102 84 90 100 78 110 66 100 62 92 " +
        "58 104 42 104 38 92 34 100 22 110 10 100Z",
      TINT,
    ),
    shape("M16 50C16 20 32 6 50 6S84 20 84 50 70 80 50 80 16 72 16 50Z", TINT),
    shape("M26 36C28 22 36 14 46 14 38 22 34 30 34 44Z", "#FFFFFF", 0, 0.35),
    shape("M34 46q16-18 32 0-16 18-32 0Z", "#FFF3A8", 2.4),
    shape("M50 36q6 10 0 20-6-10 0-20Z", INK, 0),
    dot(28, 60, 3, "#FFF3A8", 1.4),
    dot(72, 60, 3, "#FFF3A8", 1.4),
    line("M40 68l4 5 4-5 4 5 4-5 4 5", INK, 2),
  ],
  treant: (TINT) => [
    shape("M24 104L30 50 20 30 32 40 36 18 44 36 54 14 58 38 72 22 70 50 78 104Z", "#9A6A3A"),
    shape("M58 40L72 22 70 50 78 104H58Z", "#5E3C1A", 0, 0.5),
    shape(
      "M14 32C4 20 14 8 24 12 26 0 46-2 50 8 60-2 78 2 78 14 " +
        "92 12 96 30 84 34 78 42 68 36 64 32 56 38 42 38 38 32 30 40 20 40 14 32Z",
      TINT,
    ),
    shape("M36 54l12 5-4 6-10-3ZM64 54l-12 5 4 6 10-3Z", "#FFF7B0", 2),
    shape("M40 78Q50 70 60 78 56 88 50 88T40 78Z", "#2E1A08", 2),
  ],
  rat: (TINT) => [
    shape("M12 104C12 82 28 72 50 72S88 82 88 104Z", "#6A4A3A"),
    dot(24, 30, 18, TINT, 2.6),
    dot(76, 30, 18, TINT, 2.6),
    dot(24, 30, 11, "#F2A48C"),
    dot(76, 30, 11, "#F2A48C"),
    shape("M24 48C24 34 36 28 50 28S76 34 76 48C76 66 62 84 50 84S24 66 24 48Z", TINT),
    ...eyes(40, 60, 50, "#FFFFFF", 5),
    dot(50, 72, 6, "#E0705A", 2),
    line("M44 72L22 66M44 75L24 78M56 72L78 66M56 75L76 78", INK, 1.5),
    shape("M46 80h8v8h-8Z", "#FFFFFF", 1.6),
    line("M50 80v8", INK, 1.4),
  ],
  skull: (TINT) => [
    shape("M10 104C12 78 30 72 50 72S88 78 90 104Z", TINT),
    shape("M18 66C10 30 28 8 50 8S90 30 82 66L74 84H26Z", TINT),
    shape("M26 48C26 30 36 22 50 22S74 30 74 48C74 60 66 62 66 68V80H34V68C34 62 26 60 26 48Z", "#F4EBD4"),
    dot(40, 48, 8, "#2A1838", 2),
    dot(60, 48, 8, "#2A1838", 2),
    dot(41, 49, 3, "#B8F06A"),
    dot(59, 49, 3, "#B8F06A"),
    shape("M50 56l4 8h-8Z", "#2A1838", 0),
    line("M42 70v10M50 70v10M58 70v10", INK, 2),
  ],
  jester: (TINT) => [
    shape(SHOULDERS, TINT),
    shape(
      "M30 38C6 36 2 14 14 6 20 18 32 12 42 22 44 4 60 0 68 6 " +
        "60 12 60 20 62 24 74 12 92 16 96 34 84 30 78 36 70 40Z",
      TINT,
    ),
    shape("M42 22C44 4 60 0 68 6 60 12 60 20 62 24L66 38H38Z", "#F6BC3A", 2.2),
    dot(14, 7, 5, "#F6BC3A", 2),
    dot(68, 7, 5, "#E8643F", 2),
    dot(95, 35, 5, "#F6BC3A", 2),
    shape("M28 52C28 40 38 36 50 36S72 40 72 52 62 82 50 82 28 66 28 52Z", "#FBE6CC"),
    line("M36 50q4-5 8 0M56 50q4-5 8 0", INK, 2.6),
    dot(50, 60, 5, "#D63A2C", 1.8),
    shape("M36 66Q50 74 64 66 62 78 50 78T36 66Z", "#7A2318", 2),
    shape("M30 88l10-8 10 8 10-8 10 8-8 12H38Z", "#FFF7E6", 2),
  ],
  tome: (TINT) => [
    shape("M50 30C36 18 16 20 6 26V92C18 86 36 86 50 96 64 86 82 86 94 92V26C84 20 64 18 50 30Z", TINT),
    shape("M50 34C38 26 22 26 12 30V84C24 80 38 82 50 88Z", "#FFF4DC", 2),
    shape("M50 34C62 26 78 26 88 30V84C76 80 62 82 50 88Z", "#F4E2BC", 2),
    ...eyes(32, 68, 50, "#FFFFFF", 8),
    shape("M34 68Q50 76 66 68 62 80 50 80T34 68Z", "#7A2318", 2),
    shape("M50 4l4 10 10 2-8 7 2 10-8-6-8 6 2-10-8-7 10-2Z", "#FFE27A", 2),
  ],
  dragon: (TINT) => [
    shape("M4 100C4 70 20 58 50 58S96 70 96 100L78 92 64 104 50 94 36 104 22 92Z", TINT),
    shape("M22 40C8 32 4 14 12 2 18 16 30 22 40 24ZM78 40C92 32 96 14 88 2 82 16 70 22 60 24Z", "#FFF4DC"),
    shape(
      "M24 44C24 26 36 20 50 20S76 26 76 44C76 58 68 64 66 76 62 86 38 86 34 76 32 64 24 58 24 44Z",
      TINT,
    ),
    shape("M36 66C42 60 58 60 64 66L62 80C56 86 44 86 38 80Z", "#FFE9B8", 2),
    line("M46 70v4M54 70v4", INK, 2.6),
    shape("M28 42l18 6-6 8-10-4ZM72 42l-18 6 6 8 10-4Z", "#FFE27A", 2),
    shape("M38 48q2 3 0 6-2-3 0-6ZM62 48q2 3 0 6-2-3 0-6Z", INK, 0),
    shape("M46 20l4-12 4 12ZM44 30l6-8 6 8Z", "#FFF4DC", 1.8),
    line("M20 72l6 6M80 72l-6 6", "#FFF4DC", 2.4),
  ],
  demon: (TINT) => [
    shape("M2 100C2 60 22 56 26 72L32 104ZM98 100C98 60 78 56 74 72L68 104Z", "#3A1A2A"),
    shape("M14 104C14 80 30 70 50 70S86 80 86 104Z", TINT),
    shape("M30 34C10 30 2 12 12-2 20 14 32 14 42 24ZM70 34C90 30 98 12 88-2 80 14 68 14 58 24Z", "#2A2230"),
    shape("M22 48C22 30 34 22 50 22S78 30 78 48L70 78 50 88 30 78Z", TINT),
    shape("M28 44l18 6-4 9-12-4ZM72 44l-18 6 4 9 12-4Z", "#B8F06A", 2),
    shape("M34 68H66L60 80H40Z", "#2A0E14", 2),
    shape("M36 68l4 8 4-8ZM64 68l-4 8-4-8Z", "#FFFFFF", 1.2),
    shape("M46 24h8l-4 14Z", "#F2772E", 1.8),
  ],
  recruit: (TINT) => [
    shape(SHOULDERS, "#C9D2DA"),
    shape("M36 78H64L58 104H42Z", TINT, 2),
    shape("M28 50C28 34 38 28 50 28S72 34 72 50 62 80 50 80 28 66 28 50Z", "#F0BE96"),
    shape("M20 44C20 22 34 14 50 14S80 22 80 44L92 48Q50 36 8 48Z", "#AEB8C4"),
    shape("M56 15C72 20 80 30 80 44L92 48Q72 41 58 40Z", "#7E8A96", 0),
    ...eyes(41, 59, 53, "#FFFFFF", 4.4),
    line("M36 46h9M64 46h-9", INK, 2.6),
    line("M44 68q6 4 12 0", INK, 2.2),
    shape("M46 14L50 0 54 14Z", "#F6BC3A", 2),
  ],
  chieftain: (TINT) => [
    shape(SHOULDERS, TINT),
    shape("M18 40L2 8 26 26ZM34 26L28-2 44 18ZM82 40L98 8 74 26ZM66 26L72-2 56 18Z", "#FFF7E6", 2.2),
    shape("M26 46C26 28 36 22 50 22S74 28 74 46 64 82 50 82 26 66 26 46Z", "#B97A4C"),
    shape("M26 40H74V48H26Z", "#C23A26", 2),
    dot(50, 44, 4.5, "#F6BC3A", 1.8),
    line("M32 62h10M58 62h10M34 68h8M58 68h8", "#FFF7E6", 3),
    ...eyes(41, 59, 55, "#FFFFFF", 4),
    line("M43 73q7 3 14 0", INK, 2.4),
    line("M30 82q20 14 40 0", "#F6BC3A", 3),
  ],
};

/* Spells: one thing each, on a dark ground */
const SPELLS = {
  fire: () => [
    shape(
      "M54 4C60 24 86 32 84 62 82 86 66 96 48 96S14 84 16 60" +
        "C18 44 28 40 32 26 38 32 40 40 44 44 42 28 48 16 54 4Z",
      "#F2772E",
    ),
    shape(
      "M52 38C56 48 70 52 68 68 66 82 58 88 48 88S30 80 32 66" +
        "C33 58 38 56 40 50 44 54 48 54 48 54 47 48 50 42 52 38Z",
      "#FFD23A",
      0,
    ),
    shape("M50 62C58 68 60 74 56 80 52 84 44 84 42 78 41 72 48 70 50 62Z", "#FFF7D0", 0),
  ],
  frost: () => [
    line("M50 6V94M12 28L88 72M12 72L88 28", "#38200F", 13),
    line("M50 6V94M12 28L88 72M12 72L88 28", "#DFF6FF", 8),
    line(
      "M38 14l12 12 12-12M38 86l12-12 12 12M14 42l16-4-4-16M86 58l-16 4 4 16" +
        "M14 58l16 4-4 16M86 42l-16-4 4-16",
      "#9FD8F6",
      5,
    ),
    dot(50, 50, 11, "#FFFFFF", 2.6),
  ],
  bolt: () => [
    shape("M14 44C2 38 6 22 20 22 24 6 48 2 56 14 72 6 92 18 84 32 98 36 96 50 84 52H20Z", "#7E8CB0"),
    shape("M58 38L26 72H44L34 98 76 58H56L72 38Z", "#FFE03A"),
    shape("M60 42L46 58H56L50 74 66 60H54L66 42Z", "#FFF9C8", 0),
  ],
  light: () => [
    line("M50 4V22M50 78V96M4 50H22M78 50H96M18 18l12 12M70 70l12 12M18 82l12-12M70 30l12-12", "#FFE27A", 6),
    dot(50, 50, 24, "#F6BC3A", 2.6),
    dot(46, 45, 15, "#FFF3B8"),
    shape("M46 34h8v12h12v8H54v14h-8V54H34v-8h12Z", "#FFFFFF", 2),
  ],
  shadow: () => [
    shape("M50 6C80 6 94 30 92 54 90 82 72 96 50 94 26 94 8 80 8 52 8 26 24 6 50 6Z", "#4A2560"),
    shape(
      "M50 20C70 20 78 32 78 46 78 58 70 62 68 68V82H32V68C30 62 22 58 22 46 22 32 30 20 50 20Z",
      "#E9DDF2",
    ),
    dot(39, 48, 8, "#2A1238", 2),
    dot(61, 48, 8, "#2A1238", 2),
    shape("M50 56l5 9H45Z", "#2A1238", 0),
    line("M42 72v9M50 72v9M58 72v9", INK, 2.4),
  ],
  potion: (TINT) => [
    shape("M40 8H60V34L84 78C90 90 82 98 72 98H28C18 98 10 90 16 78L40 34Z", "#DFF0F2"),
    shape("M32 56H68L80 80C84 88 80 93 72 93H28C20 93 16 88 20 80Z", TINT, 2),
    shape("M36 2H64V12H36Z", "#A9713F"),
    dot(40, 74, 5, "#FFFFFF"),
    dot(56, 66, 3.4, "#FFFFFF"),
    dot(60, 82, 4, "#FFFFFF"),
    line("M44 20V36L30 62", "#FFFFFF", 3),
  ],
  scroll: (TINT) => [
    shape("M18 14H80C90 14 90 30 80 30H76V84H22C10 84 10 68 22 68H28V24C28 18 22 14 18 14Z", "#FFF4DC"),
    shape("M22 68H70C82 68 82 84 76 84H22C10 84 10 68 22 68Z", "#E8CF98"),
    line("M36 34H66M36 44H66M36 54H58", "#A9713F", 3.4),
    shape("M66 58l4 8 9 1-7 6 2 9-8-4-8 4 2-9-7-6 9-1Z", TINT, 2),
  ],
  trap: () => [
    shape(
      "M8 62C8 34 26 18 50 18S92 34 92 62L82 60 76 74 66 62 58 76 50 62 42 76 34 62 24 74 18 60Z",
      "#AEB8C4",
    ),
    shape(
      "M8 66C8 86 26 96 50 96S92 86 92 66L82 72 76 60 66 74 58 62 50 76 42 62 34 74 24 60 18 72Z",
      "#8693A0",
    ),
    dot(50, 26, 9, "#F6BC3A", 2.6),
    line("M50 17V4", INK, 4),
    line("M18 44C22 34 30 28 40 27", "#FFFFFF", 3.4),
  ],
  coin: () => [
    dot(53, 54, 40, "#9A6A10", 2.6),
    dot(48, 49, 40, "#F6BC3A", 2.6),
    ring(48, 49, 31, "#C98A14", 3.4),
    shape("M48 24l7 17 18 1-14 12 5 18-16-10-16 10 5-18-14-12 18-1Z", "#FFE9A8", 2.2),
    line("M20 36C24 26 32 19 42 17", "#FFFFFF", 4),
  ],
  arrow: () => [
    line("M16 90L74 32", INK, 12),
    line("M16 90L74 32", "#A9713F", 7),
    shape("M92 8L86 44 74 32 56 18Z", "#D6DEE6"),
    shape("M8 82L24 66 34 76 18 92ZM16 92L8 98 4 88 10 80Z", "#C23A26"),
    shape("M24 66l10 10-4 12-14 8Z", "#8E2416", 2),
  ],
  leaf: () => [
    shape("M10 92C4 40 34 8 92 8 94 62 64 94 22 84Z", "#6FB04A"),
    shape("M92 8C94 62 64 94 22 84Z", "#3F7A2C", 0, 0.55),
    line("M8 96C26 66 48 42 80 20M36 60V40M52 46L52 28M40 66H62M56 48H74", "#E4F2B0", 3.4),
  ],
  claw: () => [
    shape(
      "M20 12C30 34 30 62 12 92 26 72 40 40 36 10Z" +
        "M46 8C56 34 54 66 34 96 52 74 66 40 62 6Z" +
        "M74 12C82 36 80 64 62 90 78 70 92 42 90 12Z",
      "#F6E3B8",
    ),
    shape(
      "M26 14C34 36 32 62 18 84 30 64 38 40 34 12Z" +
        "M54 10C62 36 58 66 42 88 56 66 64 38 60 8Z" +
        "M82 14C88 38 84 62 70 82 82 62 90 40 88 14Z",
      "#D63A2C",
      0,
    ),
  ],
  shield: (TINT) => [
    shape("M50 4L90 16C92 62 76 86 50 98 24 86 8 62 10 16Z", "#AEB8C4"),
    shape("M50 14L81 23C82 60 70 78 50 88 30 78 18 60 19 23Z", TINT, 2),
    shape("M50 14L81 23C82 60 70 78 50 88Z", INK, 0, 0.2),
    shape("M44 30h12v14h14v12H56v20H44V56H30V44h14Z", "#FFF7E6", 2),
  ],
  knives: () => [
    ...[-34, 0, 34].map((turn) =>
      group(
        { transform: `rotate(${turn} 50 96)` },
        shape("M50 6L58 24V60H42V24Z", "#D6DEE6"),
        shape("M50 6L58 24V60H50Z", "#8E9AA6", 0),
        shape("M36 60H64V67H36Z", "#F6BC3A", 2),
        shape("M45 67h10v22H45Z", "#7A4A1E", 2),
      ),
    ),
  ],
  portal: (TINT) => [
    dot(50, 50, 46, "#2A1E4A", 2.6),
    shape(
      "M50 10C76 10 90 30 88 52 86 76 66 88 48 84 30 80 24 62 32 50 40 40 56 42 58 52 58 60 50 62 48 58",
      TINT,
      2.6,
    ),
    line("M50 18C70 18 80 34 80 50 78 68 64 78 50 76 38 74 32 64 38 56", "#FFFFFF", 3.4),
    dot(18, 30, 3, "#FFF3B8"),
    dot(24, 76, 4, "#FFF3B8"),
    dot(80, 84, 3, "#FFF3B8"),
  ],
  roar: (TINT) => [
    shape("M10 104C10 80 26 70 50 70S90 80 90 104Z", TINT),
    shape("M20 40L14 10 38 24ZM80 40L86 10 62 24Z", TINT),
    shape("M18 48C18 28 32 20 50 20S82 28 82 48 72 88 50 88 18 70 18 48Z", TINT),
    shape("M30 56Q50 46 70 56L66 80Q50 90 34 80Z", "#5A1408"),
    shape("M34 56l5 11 5-12ZM66 56l-5 11-5-12ZM40 82l4-9 4 10ZM60 82l-4-9-4 10Z", "#FFFFFF", 1.4),
    shape("M42 74Q50 66 58 74 56 82 50 82T42 74Z", "#E8705A", 1.8),
    line("M26 36l16 6M74 36l-16 6", INK, 4),
    dot(37, 44, 3.4, "#FFE27A", 1.4),
    dot(63, 44, 3.4, "#FFE27A", 1.4),
  ],
  mind: (TINT) => [
    shape("M6 50C24 22 76 22 94 50 76 78 24 78 6 50Z", "#FFF7E6"),
    dot(50, 50, 20, TINT, 2.6),
    dot(50, 50, 10, INK),
    dot(45, 44, 5, "#FFFFFF"),
    line("M50 20V6M24 26L16 14M76 26L84 14M50 80V94M24 74L16 86M76 74L84 86", "#FFE27A", 4.5),
  ],
  fist: (TINT) => [
    shape(
      "M22 100V70C10 60 14 44 22 42V30C22 22 34 22 36 28 38 18 50 18 52 26 " +
        "54 18 66 18 68 28 72 22 82 24 82 32V62C82 74 76 80 74 84V100Z",
      "#F0BE96",
    ),
    line("M36 30V46M52 28V46M68 30V46M22 44C34 46 42 50 40 60", INK, 2.4),
    shape("M18 86H80V100H18Z", TINT),
    line("M8 20l8 8M50 2v10M92 20l-8 8", "#FFE27A", 5),
  ],
};

const WEAPONS = {
  axe: () => [
    line("M22 94L66 22", INK, 13),
    line("M22 94L66 22", "#A9713F", 8),
    shape("M52 10C70-2 96 14 96 40 88 30 78 34 72 42L46 26C52 22 54 16 52 10Z", "#D6DEE6"),
    shape("M96 40C88 30 78 34 72 42L66 38C76 30 88 28 96 40Z", "#7E8A96", 0),
    shape("M14 90l14 10M18 84l14 10", "#F6BC3A", 2),
  ],
  sword: () => [
    shape("M86 4L94 12 90 30 46 74 28 56 72 10Z", "#D6DEE6"),
    shape("M94 12L90 30 46 74 38 66Z", "#8E9AA6", 0),
    shape("M18 54L48 84 40 92 10 62Z", "#F6BC3A"),
    shape("M26 72l6 6-20 20-8-8Z", "#7A4A1E"),
    dot(9, 93, 6, "#C23A26", 2.4),
  ],
  bow: () => [
    line("M20 8C82 14 88 76 92 84", INK, 12),
    line("M20 8C82 14 88 76 92 84", "#8A5420", 7),
    line("M20 8L92 84", "#FFF4DC", 2.4),
    line("M14 88L68 34", INK, 8),
    line("M14 88L68 34", "#D9A86A", 4),
    shape("M82 20L76 44 60 28Z", "#D6DEE6"),
    shape("M8 82l14-4 4 4-4 14Z", "#C23A26", 2),
  ],
  claws: (TINT) => [
    shape("M24 96C12 82 14 62 28 58H70C86 62 88 84 76 96Z", "#7A4A1E"),
    shape(
      "M24 60C18 40 24 18 40 4 36 24 38 44 40 60Z" +
        "M44 60C42 36 52 14 68 2 60 22 58 44 58 60Z" +
        "M62 60C66 40 78 24 94 20 82 34 78 48 76 60Z",
      TINT,
    ),
    line("M24 72H76M24 84H76", "#F6BC3A", 4),
  ],
  hammer: () => [
    line("M26 94L58 44", INK, 13),
    line("M26 94L58 44", "#A9713F", 8),
    shape("M40 8L88 34 74 60 26 34Z", "#F6BC3A"),
    shape("M88 34L74 60 26 34 30 27 72 50Z", "#9A6A10", 0, 0.6),
    shape("M34 4L46 11 32 38 20 31ZM82 31L94 37 80 64 68 58Z", "#AEB8C4"),
  ],
  hook: () => [
    shape("M38 98V52H52V60C74 58 80 40 68 26L58 38 50 8 84 14 76 20C100 46 82 78 52 76V98Z", "#B08A6A"),
    shape("M32 84H58V98H32Z", "#7A4A1E"),
    line("M64 64q12-6 12-22", "#FFE9D0", 3.4),
    dot(58, 68, 2.4, "#7A3A1E"),
    dot(74, 56, 2, "#7A3A1E"),
  ],
  lance: () => [
    shape("M96 4L44 66 34 56Z", "#F4E2BC"),
    line("M82 18L74 22M70 30L60 34M58 42L48 48", "#C23A26", 5),
    shape("M28 52L48 72 36 78 22 64Z", "#F6BC3A"),
    shape("M28 68l6 6L12 98 4 90Z", "#7A4A1E"),
  ],
};

/* Which picture a card has: a fixed table by name, then its race, its kind and its words. `@`
begins a colour. */
const NAMED = {
  tome: ["Babbling Book@#7A4FA8"],
  bird: ["Enchanted Raven@#3E4A6A"],
  cat: [
    "Alleycat@#E8964A",
    "Tabbycat@#E8964A",
    "Druid of the Saber@#B88A5A",
    "Panther Form@#4A4652",
    "Cat Form@#4A4652",
  ],
  lion: ["Savannah Highmane@#E8B45A", "Lion Form@#E8B45A"],
  bear: [
    "Misha@#A86A3A",
    "Ironfur Grizzly@#8A5A3A",
    "Druid of the Claw@#9A6A42",
    "Bear Form@#9A6A42",
    "Savage Combatant@#7A4A30",
  ],
  boar: ["Huffer@#A86A4A", "Stonetusk Boar@#B87A52", "Leokk@#8A5AA0"],
  raptor: ["Bloodfen Raptor@#7BAA35"],
  wolf: [
    "Scavenging Hyena@#B89A62",
    "Hyena@#B89A62",
    "Hound@#A87A4A",
    "Dire Wolf Alpha@#9AA0A8",
    "Worgen Infiltrator@#5E6470",
  ],
  snake: ["Snake@#5FA04A"],
  frog: ["Frog@#6FB04A", "Hex@#6FB04A"],
  sheep: ["Sheep", "Polymorph", "Mystic Wool"],
  ooze: ["Acidic Swamp Ooze@#8CC84A", "Psych-o-Tron@#C9A24A"],
  flame: ["Ragnaros the Firelord@#E8562A", "Flame Juggler@#F2772E"],
  wave: ["Water Elemental@#4F9FE0"],
  storm: ["Al'Akir the Windlord@#A8B8E0"],
  kraken: ["Thing from Below@#4F8F9A", "Possessed Villager@#6A5A8A"],
  ghost: ["Shadowbeast@#6A4A8A", "Laughing Sister@#9AE0C8", "Cabal Shadow Priest@#7A5AA0"],
  treant: ["Sapling@#6FB04A", "Savage Roar"],
  rat: ["Dirty Rat@#9A8A7A"],
  skull: ["Bloodmage Thalnos@#8E2A3A", "Doomsayer@#4A4652", "Nightblade@#3A3A52", "Acolyte of Pain@#6A2A3A"],
  jester: ["Barnes@#8A3FA0", "Crazed Alchemist@#5F9A4A", "Kazakus@#5A2E6A"],
  dwarf: [
    "Brann Bronzebeard@#A86A2E",
    "Ironforge Rifleman@#6A7A8A",
    "Stormpike Commando@#4A6A9A",
    "Wickerflame Burnbristle@#C86A2E",
    "Houndmaster@#4C8A3C",
    "Refreshment Vendor@#D8A04A",
  ],
  orc: [
    "Frothing Berserker@#A93A2E",
    "Kor'kron Elite@#7A2A22",
    "Warsong Commander@#A93A2E",
    "Armorsmith@#8A8A94",
    "Abusive Sergeant@#A85A3A",
    "Second-Rate Bruiser@#5A6A8A",
    "Don Han'Cho@#3A4A6A",
    "Grimestreet Enforcer@#6A6A4A",
    "Raid Leader@#8A5A3A",
  ],
  troll: ["Sen'jin Shieldmasta@#B86A3A", "Tunnel Trogg@#8A7A5A", "Lord of the Arena@#8A3A2E"],
  gnome: [
    "Gnomish Inventor@#4F8FD8",
    "Mind Control Tech@#C9A24A",
    "Gadgetzan Auctioneer@#4C8A3C",
    "Knife Juggler@#7A4FA8",
    "Manic Soulcaster@#8A3FA0",
    "Kabal Courier@#6A3A86",
    "Grimestreet Outfitter@#5A7A9A",
  ],
  rogue: [
    "Edwin VanCleef@#2A2A38",
    "Tomb Pillager@#5A4A3A",
    "Aya Blackpaw@#3A8A6A",
    "Cloaked Huntress@#3E5A4A",
    "Secretkeeper@#5A4A7A",
    "Dark Peddler@#5A3A6A",
    "Sap@#4A4652",
    "Conceal@#4A4652",
  ],
  archer: ["Elven Archer@#4C8A3C", "Sylvanas Windrunner@#5A3A6A"],
  priest: [
    "Northshire Cleric",
    "Wyrmrest Agent@#8A3A4A",
    "Kabal Talonpriest@#6A3A86",
    "Priest of the Feast@#E0A830",
    "Raza the Chained@#7A4FA8",
    "Argent Commander@#E0C860",
    "Darkshire Librarian@#6A4A8A",
    "Darkshire Councilman@#5A3A5A",
    "Netherspite Historian@#4F6AA8",
  ],
  knight: [
    "Defender of Argus@#7A4FA8",
    "Argent Horserider@#E0C860",
    "Stormwind Knight@#2F6FB0",
    "Stormwind Champion@#E0A830",
    "Tirion Fordring@#E0A830",
    "Aldor Peacekeeper@#C8B060",
  ],
  recruit: [
    "Silver Hand Recruit@#4F8FD8",
    "Goldshire Footman@#2F6FB0",
    "Questing Adventurer@#C86A2E",
    "Leeroy Jenkins@#C23A26",
    "Reno Jackson@#A86A2E",
  ],
  chieftain: ["Bloodhoof Brave@#8A4A2E", "Blackwing Corruptor@#3A2A3A"],
  golem: ["Jade Golem@#5FB88A", "Jade Lightning@#5FB88A", "Silverware Golem@#AEB8C4", "Totem Golem@#8A9AAA"],
  mech: ["Zoobot@#8FB0C8", "The Curator@#C9A24A"],
  dragon: [
    "Alexstrasza@#D0402E",
    "Deathwing@#4A3A3A",
    "Ysera@#4CAF7A",
    "Chillmaw@#6AB0D8",
    "Drakonid Operative@#B8862E",
    "Emerald Drake@#5FB88A",
  ],
  imp: ["Flame Imp@#E8562A", "Imp@#C4402E", "Malchezaar's Imp@#7A3FA0", "Imp Gang Boss@#B03A5A"],
  demon: ["Doomguard@#8A3A4A", "Voidwalker@#4A5AB0", "Kabal Demon@#7A3FA0"],
  drake: [
    "Azure Drake@#4F8FD8",
    "Twilight Drake@#7A5AA8",
    "Twilight Whelp@#9A7AC8",
    "Twilight Guardian@#5A4A8A",
    "Faerie Dragon@#5FB0A0",
    "Book Wyrm@#A86A3A",
    "Whelp@#D0402E",
  ],
  pirate: ["Patches the Pirate@#C23A26", "Naga Corsair@#3A8A7A"],
  fish: ["Murloc Raider@#4FA87A", "Bluegill Warrior@#4F8FD8", "Finja, the Flying Star@#E8964A"],
  // spells
  coin: ["The Coin", "Counterfeit Coin", "Smuggler's Run"],
  frost: ["Frostbolt", "Blizzard", "Ice Barrier", "Ice Block", "Icecap"],
  fire: [
    "Fireball",
    "Flamestrike",
    "Firelands Portal",
    "Forbidden Flame",
    "Soulfire",
    "Roaring Torch",
    "Forgotten Torch",
    "Volcanic Potion",
    "Dragonfire Potion",
    "Heart of Fire",
    "Explosive Trap",
  ],
  bolt: ["Lightning Bolt", "Lightning Storm", "Hammer of Wrath"],
  light: ["Holy Nova", "Holy Light", "Kingsblood", "Ysera Awakens"],
  shadow: [
    "Shadow Word: Pain",
    "Shadow Word: Death",
    "Entomb",
    "Shadow Oil",
    "Ichor of Undeath",
    "Execute",
    "Nightmare",
  ],
  potion: [
    "Potion of Madness",
    "Kazakus Potion",
    "Lesser Potion",
    "Greater Potion",
    "Superior Potion",
    "Netherbloom",
    "Felbloom",
    "Stonescale Oil",
  ],
  scroll: ["Arcane Intellect", "Cabalist's Tome", "Upgrade!", "Blessing of Might"],
  trap: ["Bear Trap", "Snake Trap"],
  arrow: ["Quick Shot", "Kill Command"],
  leaf: ["Innervate", "Living Roots", "Grasping Roots", "One, Two, Trees!", "Goldthorn", "Dream"],
  claw: ["Swipe", "Mark of Y'Shaarj", "Whirlwind"],
  shield: ["Power Word: Shield", "Hand of Protection"],
  knives: ["Backstab", "Fan of Knives", "Eviscerate", "Cold Blood"],
  portal: ["Maelstrom Portal", "Arcane Blast", "Animal Companion"],
  roar: ["Unleash the Hounds"],
  mind: ["Preparation"],
  fist: ["Heroic Strike", "Inner Rage", "Charge"],
  // weapons
  axe: ["Fiery War Axe", "Arcanite Reaper", "Heavy Axe"],
  sword: ["Truesilver Champion", "Ashbringer", "Wicked Knife"],
  bow: ["Eaglehorn Bow"],
  claws: ["Jade Claws@#5FB88A", "Spirit Claws@#8FC1EA"],
  hammer: ["Light's Justice"],
  hook: ["Rusty Hook"],
  lance: ["Argent Lance"],
};
const BY_NAME = new Map(
  Object.entries(NAMED).flatMap(([picture, names]) =>
    names.map((entry) => {
      const [name, tint] = entry.split("@");
      return [name, { picture, tint }];
    }),
  ),
);
const BY_RACE = {
  beast: "wolf",
  dragon: "drake",
  murloc: "fish",
  demon: "imp",
  mech: "mech",
  mechanical: "mech",
  totem: "totem",
  pirate: "pirate",
  elemental: "flame",
};
const BY_CLASS = {
  druid: "treant",
  hunter: "archer",
  mage: "mage",
  paladin: "knight",
  priest: "priest",
  rogue: "rogue",
  shaman: "chieftain",
  warlock: "mage",
  warrior: "orc",
  neutral: "recruit",
};
const SPELL_OF = {
  druid: "leaf",
  hunter: "arrow",
  mage: "portal",
  paladin: "shield",
  priest: "light",
  rogue: "knives",
  shaman: "bolt",
  warlock: "shadow",
  warrior: "fist",
  dream: "leaf",
};
export const TINTS = {
  druid: "#8A5A2E",
  hunter: "#4C8A3C",
  mage: "#4FB0D8",
  paladin: "#E0A830",
  priest: "#E4DCC8",
  rogue: "#5E5868",
  shaman: "#2F6FB0",
  warlock: "#7A3FA0",
  warrior: "#A93A2E",
  neutral: "#9A8468",
  dream: "#4CAF7A",
};
const TOTEMS = ["#F2A03C", "#8FC1EA", "#A8C86A", "#E0705A", "#C9B48C"];
const POWER_OF = {
  druid: "claw",
  hunter: "arrow",
  mage: "fire",
  paladin: "recruit",
  priest: "light",
  rogue: "knives",
  shaman: "totem",
  warlock: "shadow",
  warrior: "shield",
};
const GROUNDS = {
  knight: "#7C93B8",
  recruit: "#9AB0C8",
  fish: "#E8C98A",
  golem: "#3A4A6A",
  mech: "#6A86A0",
  wolf: "#3E5A4A",
  drake: "#E9D2A0",
  dragon: "#5A3A3A",
  totem: "#4A6A8A",
  pirate: "#7CB4D0",
  imp: "#3A2A3A",
  demon: "#5A4A2E",
  mage: "#C7B0E0",
  cat: "#8FB0C8",
  lion: "#9AC0D0",
  bear: "#6A8A5A",
  boar: "#A8B86A",
  raptor: "#D8A86A",
  snake: "#E0CFA0",
  frog: "#7AA8C8",
  sheep: "#8CC05A",
  bird: "#C8D8E8",
  ooze: "#5A4A6A",
  flame: "#4A2230",
  wave: "#C8E4F0",
  storm: "#4A5478",
  priest: "#A8B8D8",
  archer: "#A8C890",
  dwarf: "#8AA0B0",
  orc: "#C89A6A",
  troll: "#C8B070",
  gnome: "#A8C8D0",
  rogue: "#6A5A7A",
  ghost: "#2E2A4A",
  kraken: "#1E3A4A",
  treant: "#A8D0E0",
  rat: "#8A9A7A",
  skull: "#4A5A5A",
  jester: "#D8A8B8",
  tome: "#3A3A5A",
  chieftain: "#D8B88A",
};

function seed(name) {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 100003;
  return sum;
}

/** What a card shows: the name of its picture, its colour, and the ground behind it. */
export function motif(facts) {
  const kind = facts?.kind ?? "minion";
  const named = BY_NAME.get(facts?.name);
  const hue = TINTS[facts?.class] ?? TINTS.neutral;
  const fallback =
    kind === "spell"
      ? (SPELL_OF[facts.class] ?? "potion")
      : kind === "weapon"
        ? "sword"
        : kind === "hero power"
          ? (POWER_OF[facts.class] ?? "mind")
          : (BY_RACE[facts?.race] ?? BY_CLASS[facts?.class] ?? "recruit");
  const picture = named?.picture ?? fallback;
  const turned = picture === "totem" ? TOTEMS[seed(facts?.name ?? "") % TOTEMS.length] : null;
  const drake =
    picture === "drake" ? ["#4F8FD8", "#7A5AA8", "#5FA86A", "#C86A3A"][seed(facts?.name ?? "") % 4] : null;
  const tint = named?.tint ?? turned ?? drake ?? (picture === "treant" ? "#6FB04A" : hue);
  const own = hasLook(facts?.name) ? `${picture}/${facts.name}` : picture;
  return { picture: own, tint, ground: GROUNDS[picture] ?? "#3A2E4A" };
}

const DRAWN = { ...CREATURES, ...SPELLS, ...WEAPONS };
export const PICTURES = {
  creatures: Object.keys(CREATURES),
  spells: Object.keys(SPELLS),
  weapons: Object.keys(WEAPONS),
};

/** A picture in a box of 100, or a card's own look of one ("pirate/Dread Corsair"); it is built once in each
 * colour, and what is drawn is a copy of it. */
export const pictured = (picture, tint) =>
  kept(`hearthstone ${picture} ${tint}`, () => {
    const [plain, card] = picture.split("/");
    const of = (name, colour = tint) => DRAWN[name](colour);
    return group({ "aria-hidden": "true" }, ...(card ? lookOf(card, plain, tint, of) : of(plain)));
  });

// The side of the table in a small window: a bottom sheet, or a side sheet beside the stage, as large as a
// readable stage allows.

import { $ } from "./dom.js";

// Every drawing fits a stage of one of these sizes; a smaller one is drawn for it and shown smaller.
const PORTRAIT = { width: 352, height: 524 },
  LANDSCAPE = { width: 480, height: 256 };
const WIDER = 1.12; // than high: a stage that is drawn in landscape
const BELOW = { least: 144, most: 0.45, tall: 0.66 }, // pixels, and parts of the height of both
  BESIDE = { least: 236, most: 344 };

const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
// By how much a stage must be drawn larger than it is shown.
/** @param {number} width @param {number} height */
export const excess = (width, height) =>
  Math.min(...[PORTRAIT, LANDSCAPE].map((least) => Math.max(1, least.width / width, least.height / height)));
// The size to draw a stage for.
/** @param {number} width @param {number} height */
export function drawnFor(width, height) {
  const more = excess(width, height);
  return { width: Math.round(width * more), height: Math.round(height * more) };
}
// Place and size of a sheet that shares this space with the stage: the place that leaves the larger stage.
/** @param {number} width @param {number} height @param {{upright: boolean, tall: boolean}} how */
export function shared(width, height, { upright, tall }) {
  const high = height - (width >= LANDSCAPE.width ? LANDSCAPE : PORTRAIT).height,
    wide = width - (height >= PORTRAIT.height ? PORTRAIT.width : Math.max(LANDSCAPE.width, height * WIDER));
  const below = clamp(BELOW.least, high, height * BELOW.most),
    beside = Math.min(clamp(BESIDE.least, wide, BESIDE.most), width * 0.48);
  return upright || excess(width, height - below) < excess(width - beside, height)
    ? { place: "below", size: Math.round(tall ? height * BELOW.tall : below) }
    : { place: "beside", size: Math.round(beside) };
}
// Place the sheet of a table; the stage has another size then.
/** @param {HTMLElement} room @param {boolean} tall */
export function laySheet(room, tall) {
  delete room.dataset.sheet; // the stage has the space of both
  const { width, height } = $("#table", room).getBoundingClientRect();
  const upright = document.documentElement.hasAttribute("data-portrait");
  const { place, size } = shared(width, height, { upright, tall });
  room.dataset.sheet = place;
  room.classList.toggle("stretched", tall && place === "below");
  room.style.setProperty("--sheet", `${size}px`);
}

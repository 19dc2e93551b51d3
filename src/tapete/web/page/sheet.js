// The side of the table in a small window: a sheet below the stage or beside it, as large as a stage that can
// be read leaves room for.

import { $ } from "./dom.js";

// Every drawing fits a stage of one of these sizes; a smaller one is drawn for it and shown smaller.
const UPRIGHT = { width: 352, height: 524 },
  LYING = { width: 480, height: 256 };
const LIES = 1.12; // a stage that is wider by this is drawn as one that lies
const BELOW = { least: 144, most: 0.45, tall: 0.66 }, // pixels, and parts of the height of both
  BESIDE = { least: 236, most: 344 };

const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
// By how much a stage must be drawn larger than it is shown.
/** @param {number} width @param {number} height */
export const excess = (width, height) =>
  Math.min(...[UPRIGHT, LYING].map((least) => Math.max(1, least.width / width, least.height / height)));
// The size to draw a stage for.
/** @param {number} width @param {number} height */
export function drawnFor(width, height) {
  const more = excess(width, height);
  return { width: Math.round(width * more), height: Math.round(height * more) };
}
// Where a sheet lies that shares a room with the stage, and how much of it is the sheet's: what makes the
// stage the least smaller.
/** @param {number} width @param {number} height @param {{upright: boolean, tall: boolean}} how */
export function shared(width, height, { upright, tall }) {
  const high = height - (width >= LYING.width ? LYING : UPRIGHT).height,
    wide = width - (height >= UPRIGHT.height ? UPRIGHT.width : Math.max(LYING.width, height * LIES));
  const below = clamp(BELOW.least, high, height * BELOW.most),
    beside = Math.min(clamp(BESIDE.least, wide, BESIDE.most), width * 0.48);
  return upright || excess(width, height - below) < excess(width - beside, height)
    ? { place: "below", size: Math.round(tall ? height * BELOW.tall : below) }
    : { place: "beside", size: Math.round(beside) };
}
// Lay the sheet of a table; the room of the stage may be another one then.
/** @param {HTMLElement} room @param {boolean} tall */
export function laySheet(room, tall) {
  delete room.dataset.sheet; // the stage has the room of both
  const { width, height } = $("#table", room).getBoundingClientRect();
  const upright = document.documentElement.hasAttribute("data-portrait");
  const { place, size } = shared(width, height, { upright, tall });
  room.dataset.sheet = place;
  room.classList.toggle("stretched", tall && place === "below");
  room.style.setProperty("--sheet", `${size}px`);
}

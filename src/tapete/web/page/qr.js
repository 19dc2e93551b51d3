// A QR code of a short text, drawn as SVG: byte mode, error correction M, versions 1 to 10 (up to 213 bytes).

import { s } from "./dom.js";

// By version: error-correction bytes of a block, and the data bytes of each of its blocks.
/** @type {[number, number[]][]} */
const BLOCKS = [
  null,
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const ALIGN = [
  null,
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

// The field of 256 elements that the code's bytes are reckoned in.
const EXP = new Uint8Array(512),
  LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x <<= 1;
  if (x & 256) x ^= 0x11d;
}
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

function correction(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i += 1) {
    const next = new Array(generator.length + 1).fill(0);
    generator.forEach((value, k) => {
      next[k] ^= value;
      next[k + 1] ^= times(value, EXP[i]);
    });
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let i = 0; i < data.length; i += 1) {
    const lead = rest[i];
    if (lead)
      generator.forEach((value, k) => {
        rest[i + k] ^= times(value, lead);
      });
  }
  return rest.slice(data.length);
}
function codewords(bytes, version) {
  const [count, sizes] = BLOCKS[version];
  const room = sizes.reduce((a, b) => a + b, 0);
  const bits = [];
  const put = (value, length) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, 8 * room - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const blocks = [];
  for (let k = 0, at = 0; k < sizes.length; at += sizes[k], k += 1)
    blocks.push(data.slice(at, at + sizes[k]));
  const checks = blocks.map((block) => correction(block, count));
  const found = [];
  for (let i = 0; i < Math.max(...sizes); i += 1)
    for (const block of blocks) if (i < block.length) found.push(block[i]);
  for (let i = 0; i < count; i += 1) for (const check of checks) found.push(check[i]);
  return found;
}
const remainder = (value, generator, degree) => {
  let rest = value;
  for (let i = 31 - Math.clz32(rest); i >= degree; i = 31 - Math.clz32(rest))
    rest ^= generator << (i - degree);
  return rest;
};

function frame(version) {
  const size = 17 + 4 * version;
  const cells = Array.from({ length: size }, () => new Array(size).fill(null));
  const set = (r, c, dark) => {
    if (r >= 0 && c >= 0 && r < size && c < size) cells[r][c] = dark;
  };
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ]) {
    for (let r = -1; r <= 7; r += 1)
      for (let c = -1; c <= 7; c += 1) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        set(top + r, left + c, ring <= 3 && ring !== 2);
      }
  }
  const spots = ALIGN[version],
    last = spots[spots.length - 1];
  for (const r of spots)
    for (const c of spots) {
      if ((r === 6 && (c === 6 || c === last)) || (r === last && c === 6)) continue;
      for (let y = -2; y <= 2; y += 1)
        for (let x = -2; x <= 2; x += 1) set(r + y, c + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  for (let i = 8; i < size - 8; i += 1) {
    cells[6][i] = i % 2 === 0;
    cells[i][6] = i % 2 === 0;
  }
  if (version >= 7) {
    const word = (version << 12) | remainder(version << 12, 0x1f25, 12);
    for (let i = 0; i < 18; i += 1) {
      const dark = Boolean((word >> i) & 1),
        a = Math.floor(i / 3),
        b = size - 11 + (i % 3);
      cells[a][b] = dark;
      cells[b][a] = dark;
    }
  }
  for (let i = 0; i < 9; i += 1) {
    cells[8][i] ??= false;
    cells[i][8] ??= false;
  }
  for (let i = 0; i < 8; i += 1) {
    cells[8][size - 1 - i] ??= false;
    cells[size - 1 - i][8] ??= false;
  }
  return cells;
}
function format(cells, mask) {
  const size = cells.length,
    value = mask; // level M is 00
  const word = ((value << 10) | remainder(value << 10, 0x537, 10)) ^ 0x5412;
  const bit = (i) => Boolean((word >> i) & 1);
  for (let i = 0; i <= 5; i += 1) cells[i][8] = bit(i);
  cells[7][8] = bit(6);
  cells[8][8] = bit(7);
  cells[8][7] = bit(8);
  for (let i = 9; i < 15; i += 1) cells[8][14 - i] = bit(i);
  for (let i = 0; i < 8; i += 1) cells[8][size - 1 - i] = bit(i);
  for (let i = 8; i < 15; i += 1) cells[size - 15 + i][8] = bit(i);
  cells[size - 8][8] = true;
}
// How hard a pattern is to read: the four rules of the standard.
function penalty(cells) {
  const size = cells.length;
  const lines = [...cells, ...cells.map((_, c) => cells.map((row) => row[c]))];
  let found = 0;
  for (const line of lines) {
    for (let i = 0, run = 1; i < size; i += 1, run += 1)
      if (i + 1 === size || line[i + 1] !== line[i]) {
        if (run >= 5) found += run - 2;
        run = 0;
      }
    const text = line.map(Number).join("");
    for (let i = 0; i + 7 <= size; i += 1) {
      if (text.slice(i, i + 7) !== "1011101") continue;
      const before = text.slice(Math.max(0, i - 4), i),
        after = text.slice(i + 7, i + 11);
      if (!before.includes("1") || !after.includes("1")) found += 40;
    }
  }
  for (let r = 0; r + 1 < size; r += 1)
    for (let c = 0; c + 1 < size; c += 1)
      if (
        cells[r][c] === cells[r][c + 1] &&
        cells[r][c] === cells[r + 1][c] &&
        cells[r][c] === cells[r + 1][c + 1]
      )
        found += 3;
  const dark = cells.flat().filter(Boolean).length;
  return found + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}

// The code as rows of true (dark) and false; null where the text is too long. `mask`: a pattern of 0 to 7
// instead of the best.
export function matrix(text, mask = null) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex(
    (entry, v) =>
      entry && entry[1].reduce((a, b) => a + b, 0) * 8 >= 4 + (v < 10 ? 8 : 16) + 8 * bytes.length,
  );
  if (version < 0) return null;
  const words = codewords(bytes, version);
  const made = (mask === null ? [0, 1, 2, 3, 4, 5, 6, 7] : [mask]).map((number) => {
    const cells = frame(version),
      size = cells.length;
    let at = 0;
    for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right = 5;
      for (let i = 0; i < size; i += 1)
        for (const c of [right, right - 1]) {
          const r = up ? size - 1 - i : i;
          if (cells[r][c] !== null) continue;
          const dark = Boolean(((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
          at += 1;
          cells[r][c] = dark !== MASKS[number](r, c);
        }
    }
    format(cells, number);
    return cells;
  });
  return made.reduce((best, cells) => (penalty(cells) < penalty(best) ? cells : best));
}
// The code as a picture with the quiet border it needs, dark on light in every theme.
export function code(text, label) {
  const cells = matrix(text);
  if (!cells) return null;
  const size = cells.length + 8;
  const path = cells
    .flatMap((row, r) => row.map((dark, c) => (dark ? `M${c + 4} ${r + 4}h1v1h-1Z` : "")))
    .join("");
  return s(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${size} ${size}`,
      role: "img",
      "aria-label": label,
      "shape-rendering": "crispEdges",
    },
    s("rect", { width: size, height: size, fill: "#FFFFFF" }),
    s("path", { d: path, fill: "#000000" }),
  );
}

/* Spanish cards in the manner of the Castilian pattern: suits differ by shape and by the gaps of the
frame (none, one, two, three), court figures come from one template each. A card is 208 x 324 units. */

import { group, kept, logo, picture, placed, rect } from "/page/kit.js";

const INK = "#2A1608";
const SKIN = "#F6D3AE";
const SHADE = "#DDA77C";
const DISPLAY = "Caprasimo, Georgia, serif";
const WIDE = 208;
const HIGH = 324;
const line = (width = 2) =>
  `stroke="${INK}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`;

/** Colours of a suit: of its frame and numbers, of cloak and of robe. */
const SUITS = {
  oros: { ink: "#8C5E00", a: "#C8321F", b: "#1F5E9E" },
  copas: { ink: "#B3261C", a: "#1F5E9E", b: "#F2B632" },
  espadas: { ink: "#1D4F91", a: "#1F5E9E", b: "#C8321F" },
  bastos: { ink: "#2C6E35", a: "#2C7A3F", b: "#F2B632" },
};
/** The colour of a card's numbers. */
export const inkOf = (card) => SUITS[suitOf(card)].ink;
/** Where the upper and lower lines of the frame have gaps. */
export const GAPS = { oros: [], copas: [104], espadas: [80, 128], bastos: [62, 104, 146] };
const NUMBERS = { A: 1, K: 12, C: 11, S: 10 };
export const numberOf = (card) => NUMBERS[card.split("-")[0]] ?? Number(card.split("-")[0]);
export const suitOf = (card) => card.split("-")[1];

/* Suit signs, in a square of 100 */

const SUN = [...Array(8)]
  .map((_, i) => `<path transform="rotate(${i * 45} 50 50)" d="M50 18Q57 30 50 38 43 30 50 18Z"/>`)
  .join("");
const SIGNS = {
  oros: `
    <circle cx="50" cy="50" r="47" fill="#E9A91E" ${line(3)}/>
    <circle cx="50" cy="50" r="47" fill="none" stroke="#FFE08A" stroke-width="5" stroke-dasharray="3 6.8"/>
    <circle cx="50" cy="50" r="36" fill="#FFCB45" ${line(2.5)}/><g fill="#C8321F" ${line(1.6)}>${SUN}</g>
    <circle cx="50" cy="50" r="13" fill="#FFE9A6" ${line(2)}/>
    <circle cx="46" cy="48" r="1.8" fill="${INK}"/><circle cx="54" cy="48" r="1.8" fill="${INK}"/>
    <path d="M45 54q5 4 10 0" fill="none" ${line(1.8)}/>`,
  copas: `
    <path d="M20 10H80C81 38 72 54 58 58L57 72C68 74 74 82 75 93H25C26 82 32 74 43 72L42 58C28 54 19 38 20
    10Z" fill="#E9A91E" ${line(3)}/><path d="M20 10H80C80 20 79 26 77 32H23C21 26 20 20 20 10Z"
    fill="#C8321F" ${line(2.5)}/><ellipse cx="50" cy="10" rx="30" ry="6" fill="#8E1E14" ${line(2.5)}/>
    <path d="M28 40Q50 52 72 40" fill="none" stroke="#FFE9A6" stroke-width="4" stroke-linecap="round"/>
    <path d="M37 36q3 8 8 12M63 36q-3 8-8 12" fill="none" ${line(2)}/>
    <rect x="40" y="60" width="20" height="8" rx="4" fill="#1F5E9E" ${line(2.2)}/>
    <path d="M30 86Q50 78 70 86" fill="none" stroke="#FFE9A6" stroke-width="3.5"/>
    <path d="M27 14v14" stroke="#fff" stroke-opacity=".5" stroke-width="3" stroke-linecap="round"/>`,
  espadas: `
    <path d="M50 -2 60 12 57 62H43L40 12Z" fill="#8FC1E6" ${line(3)}/>
    <path d="M50 2 57 12 55 60H50Z" fill="#D6ECFA"/><path d="M50 10V58" ${line(1.6)}/>
    <path d="M16 56C26 66 40 62 50 62S74 66 84 56C90 62 88 72 80 72 68 70 58 72 50 72S32 70 20 72C12 72 10
    62 16 56Z" fill="#E9A91E" ${line(2.8)}/><path d="M43 72H57L56 90H44Z" fill="#C8321F" ${line(2.5)}/>
    <path d="M44 77l12-3M44 83l12-3M44 89l12-3" stroke="#FFE08A" stroke-width="2"/>
    <circle cx="50" cy="95" r="8" fill="#E9A91E" ${line(2.8)}/>`,
  bastos: `
    <g transform="rotate(24 50 50)"><path d="M40 104 30 44C24 16 32-6 50-6S76 16 70 44L60 104Q50 108 40
    104Z" fill="#4C9A3C" ${line(3)}/><path d="M58 2C68 12 68 30 64 46L56 102Q60 102 60 102L70 44C74 20 68 4
    58 2Z" fill="#2C6E35"/><path d="M30 30C18 26 16 14 22 8 32 10 36 20 34 30ZM70 36C82 34 86 22 82 16 72 16
    66 26 66 36ZM36 66C26 64 22 54 26 48 36 50 40 58 38 66Z" fill="#7CC04E" ${line(2.5)}/>
    <ellipse cx="50" cy="-2" rx="12" ry="6" fill="#E8B06A" ${line(2.5)}/>
    <path d="M44 18q6 6 4 14M54 52q-6 6-4 14M46 80v10" fill="none" ${line(2.5)}/>
    <path d="M40 104Q50 110 60 104L58 94Q50 98 42 94Z" fill="#C8321F" ${line(2.5)}/></g>`,
};
const sign = (suit, x, y, size) =>
  `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})">${SIGNS[suit]}</g>`;

/** A suit's symbol in a square of 100. */
export const suitSign = (suit) => picture(SIGNS[suit], `briscas ${suit}`);

/* Court figures */

const MOUTH = `<path d="M-4 15q4 4 9 0" fill="none" stroke="#A3281F" stroke-width="2.4"
  stroke-linecap="round"/>`;
const beardOf = (hair) => `
    <path d="M-15 4C-18 22-12 40-6 48L0 38 6 48C12 40 18 22 15 4 12 12 8 12 4 11 2 13-2 13-4 11-8 12-12
    12-15 4Z" fill="${hair}" ${line(1.8)}/><path d="M-4 16q4 3 8 0" fill="none" ${line(1.8)}/>
    <path d="M-9 20q1 10 4 16M9 20q-1 10-4 16" fill="none" stroke="${INK}" stroke-opacity=".4"
    stroke-width="1.2"/>`;
const headOf = (x, y, hair, beard = false) => `
    <g transform="translate(${x} ${y})"><path d="M-20-4C-24 10-24 24-18 30 -8 34 8 34 18 30 24 24 24 10
    20-4Z" fill="${hair}" ${line(1.8)}/><path d="M-15-12C-18 8-14 24 0 28 14 24 18 8 15-12 8-18-8-18-15-12Z"
    fill="${SKIN}" ${line(2)}/><path d="M15-12C18 8 14 24 0 28 8 20 10 4 8-14Z" fill="${SHADE}"
    opacity=".5"/><path d="M-10-3q4-4 8 0M3-3q4-4 8 0" fill="none" ${line(2)}/>
    <circle cx="-6" cy="1" r="1.9" fill="${INK}"/><circle cx="7" cy="1" r="1.9" fill="${INK}"/>
    <path d="M1 0q4 7-1 9" fill="none" ${line(1.6)}/><circle cx="-9" cy="9" r="3.6" fill="#E0533A"
    opacity=".4"/><circle cx="10" cy="9" r="3.6" fill="#E0533A"
    opacity=".4"/>${beard ? beardOf(hair) : MOUTH}</g>`;
const hand = (x, y) =>
  `<circle cx="${x}" cy="${y}" r="8" fill="${SKIN}" ${line(2)}/>
   <path d="M${x - 4} ${y - 1}h8M${x - 4} ${y + 3}h7" stroke="${INK}" stroke-width="1"/>`;
const GROUND = `<path d="M24 286C60 278 148 278 184 286V292H24Z" fill="#7BAA35" ${line(1.6)}/>
  <path d="M34 284l4-8 4 8M160 284l4-9 5 9M148 284l3-6 3 6" fill="none" stroke="#3F7A2A" stroke-width="2"/>`;
const HAIR = { oros: "#E8E2D4", copas: "#7A3A18", espadas: "#2E1C14", bastos: "#C88A2E" };
const COAT = {
  oros: ["#E8DCC6", "#C7B48E"],
  copas: ["#B9B2AA", "#8C857C"],
  espadas: ["#8A5A34", "#5E3A1E"],
  bastos: ["#D9A866", "#A87838"],
};
const legOf = (b) => (b === "#F2B632" ? "#C8321F" : "#F2B632");
const ERMINE = [...Array(7)]
  .map((_, i) => {
    const [left, right, y] = [62 - i * 2.3, 140 + i * 2.3, 150 + i * 20];
    return `<path d="M${left} ${y}l3 7 3-7ZM${right} ${y}l3 7 3-7Z" fill="${INK}"/>`;
  })
  .join("");
const TAILS = [72, 88, 104, 120, 136]
  .map((x, i) => `<path d="M${x - 3} ${[126, 134, 137, 134, 126][i]}l3 7 3-7Z" fill="${INK}"/>`)
  .join("");

function rey(suit) {
  const { a, b } = SUITS[suit];
  const lozenges = [0, 1, 2, 3, 4]
    .map((i) => `<path d="M104 ${158 + i * 24}l8 10-8 10-8-10Z" fill="${a}" ${line(1.2)}/>`)
    .join("");
  const held = sign(suit, 160, suit === "oros" ? 132 : 118, suit === "espadas" ? 84 : 60);
  const grip = hand(suit === "oros" ? 152 : 156, suit === "espadas" ? 152 : 158);
  return `${GROUND}
    <path d="M70 284q-12-2-14-8l12-6h20v14ZM138 284q12-2 14-8l-12-6h-20v14Z" fill="${INK}"/>
    <path d="M66 122C44 150 34 220 30 276 50 284 60 280 68 274L80 150ZM142 122C164 150 174 220 178 276 158
    284 148 280 140 274L128 150Z" fill="${a}" ${line(2.4)}/>
    <path d="M160 170C168 206 172 244 176 274 166 279 158 279 152 277 154 240 154 200 146 160Z" fill="#000"
    opacity=".16"/>
    <path d="M68 132L60 274C74 282 134 282 148 274L140 132Z" fill="${b}" ${line(2.4)}/>
    <path d="M92 150H116L118 278H90Z" fill="#FFF4DC" ${line(1.6)}/>${lozenges}
    <path d="M66 122L54 276 64 278 78 150ZM142 122L154 276 144 278 130 150Z" fill="#FFFBF0"
    ${line(1.6)}/>${ERMINE}
    <path d="M68 208Q104 222 140 208L141 222Q104 236 67 222Z" fill="#E9A91E" ${line(2)}/>
    <circle cx="104" cy="222" r="8" fill="#C8321F" ${line(2)}/>
    <path d="M60 128C70 108 138 108 148 128 140 144 122 150 104 150S68 144 60 128Z" fill="#FFFBF0"
    ${line(2)}/>${TAILS}
    ${headOf(104, 84, HAIR[suit], true)}
    <path d="M80 74L74 40 88 54 96 32 104 50 112 32 120 54 134 40 128 74C118
    66 90 66 80 74Z" fill="#F2B632" ${line(2.4)}/><path d="M80 74C90 66 118 66 128 74L127 80C118 72 90 72 81
    80Z" fill="#C8321F" ${line(1.8)}/><circle cx="74" cy="39" r="3.6" fill="#C8321F" ${line(1.6)}/>
    <circle cx="104" cy="47" r="3.6" fill="#1F5E9E" ${line(1.6)}/>
    <circle cx="134" cy="39" r="3.6" fill="#C8321F" ${line(1.6)}/>
    <path d="M142 136C162 142 168 158 158 166L140 158Z" fill="${b}" ${line(2)}/>
    <path d="M66 136C48 146 44 178 60 190L76 182C66 172 68 160 78 154Z" fill="${b}"
    ${line(2)}/>${hand(72, 186)}${held}${grip}`;
}

function sota(suit) {
  const { a, b } = SUITS[suit];
  const leg = legOf(b);
  const long = suit === "espadas" || suit === "bastos";
  const hair = suit === "oros" ? "#B8702A" : HAIR[suit];
  const buttons = [146, 164, 182]
    .map((y) => `<circle cx="104" cy="${y}" r="3.6" fill="#E9A91E" ${line(1.4)}/>`)
    .join("");
  const held = sign(suit, 158, { espadas: 124, bastos: 126 }[suit] ?? 130, long ? 88 : 62);
  const grip = hand(156, long ? 162 : 164);
  return `${GROUND}
    <path d="M66 124C46 150 44 196 50 228L72 216 84 140Z" fill="${a}" ${line(2.4)}/>
    <path d="M54 170C52 190 52 208 54 222M62 156C60 176 60 196 62 216" fill="none" stroke="#000"
    stroke-opacity=".25" stroke-width="2"/>
    <path d="M82 216H102L100 276H86ZM106 216H126L122 276H108Z" fill="#FFF4DC" ${line(2.2)}/>
    <path d="M82 216H102L100 276H86Z" fill="${leg}" ${line(2.2)}/>
    <path d="M84 234h16M85 248h15M86 262h14" stroke="${INK}" stroke-opacity=".3" stroke-width="2"/>
    <path d="M84 274H102V284H72Q74 276 84 274ZM106 274H124Q134 276 136 284H106Z" fill="${a}" ${line(2)}/>
    <path d="M76 130C86 122 122 122 132 130L140 222 132 212 124 226 114 214 104 228 94 214 84 226 76 212 68
    222Z" fill="${b}" ${line(2.4)}/><path d="M104 128V216" ${line(1.6)}/>
    <path d="M122 130C128 160 132 190 134 214L140 222 132 130Z" fill="#000" opacity=".14"/>${buttons}
    <path d="M72 190Q104 204 136 190L137 202Q104 216 71 202Z" fill="${a}" ${line(2)}/>
    <path d="M84 122Q104 142 124 122L120 114H88Z" fill="#FFFBF0" ${line(2)}/>
    ${headOf(104, 86, hair)}<path d="M78 76C70 56 88 44 108 46 130 46 142 60 132 76 120 66 92 66 78 76Z"
    fill="${a}" ${line(2.4)}/><path d="M78 76C92 66 120 66 132 76L134 70C122 60 90 60 76 70Z" fill="#E9A91E"
    ${line(1.8)}/><path d="M84 60C72 48 58 44 46 50 56 52 60 58 62 64 70 62 78 64 84 68Z" fill="#FFFBF0"
    ${line(1.8)}/><path d="M80 62C70 54 62 52 54 52" fill="none" ${line(1.2)}/>
    <path d="M130 132C150 138 164 150 162 166L146 168C142 158 134 154 128 156Z" fill="${a}" ${line(2.2)}/>
    <path d="M78 132C62 142 58 170 72 186L86 178C76 168 78 158 86 152Z" fill="${a}"
    ${line(2.2)}/>${hand(80, 182)}${held}${grip}`;
}

function caballo(suit) {
  const { a, b } = SUITS[suit];
  const leg = legOf(b);
  const long = suit === "espadas" || suit === "bastos";
  const [hc, hd] = COAT[suit];
  const hair = suit === "oros" ? "#5A3018" : HAIR[suit];
  const held = sign(suit, 158, long ? 100 : 108, long ? 80 : 58);
  const grip = hand(154, long ? 140 : 142);
  return `${GROUND}
    <path d="M38 204C24 210 18 232 24 254 32 248 36 236 44 226Z" fill="${hd}" ${line(2)}/>
    <path d="M66 232L62 258 66 284H54L50 256 52 230ZM140 222L168 234 170 252 158 262 152 254 158 246 156 240
    130 238Z" fill="${hd}" ${line(2)}/>
    <path d="M40 218C40 198 62 192 92 196 116 198 132 192 140 176 144 160 150 148 162 142L164 130 171
    140C182 146 190 162 194 176 194 186 184 188 178 184 170 180 166 182 164 190 162 208 156 226 144 234L140
    284H126L124 244C106 250 88 248 76 244L78 284H64L58 246C46 242 40 232 40 218Z" fill="${hc}"
    ${line(2.4)}/><path d="M162 142C150 146 142 160 138 178 132 192 118 198 106 198 128 206 148 196 152 176
    154 162 158 152 164 148Z" fill="${hd}" ${line(1.6)}/><circle cx="173" cy="157" r="2.6" fill="${INK}"/>
    <circle cx="189" cy="177" r="1.6" fill="${INK}"/><path d="M186 184C176 172 166 168 156 166M164 148L186
    168" fill="none" stroke="#C8321F" stroke-width="3.6" stroke-linecap="round"/>
    <path d="M64 280h14M126 280h14" stroke="${INK}" stroke-width="6"/>
    <path d="M74 190C84 184 118 186 126 192L122 218C108 226 88 224 76 216Z" fill="${a}" ${line(2)}/>
    <path d="M76 214Q98 226 122 216" fill="none" stroke="#E9A91E" stroke-width="4"/>
    <path d="M96 186C112 188 124 200 122 218L116 250 122 260H100L104 216Z" fill="${leg}" ${line(2.2)}/>
    <path d="M102 250H118L130 262H100Z" fill="${INK}"/>
    <path d="M76 126C54 146 50 178 58 204L78 196 90 140Z" fill="${a}" ${line(2.2)}/>
    <path d="M78 124C86 116 116 116 124 126L126 192C112 200 90 200 78 194Z" fill="${b}" ${line(2.4)}/>
    <path d="M80 150h44M80 160h45" stroke="${INK}" stroke-opacity=".35" stroke-width="2"/>
    <path d="M78 178Q102 190 126 178L126 190Q102 202 78 190Z" fill="${a}" ${line(2)}/>
    <path d="M84 116Q102 132 120 116L116 108H88Z" fill="#FFFBF0" ${line(2)}/>
    ${headOf(102, 80, hair)}<path d="M66 66C84 54 122 54 142 66 132 74 76 74 66 66Z" fill="${a}"
    ${line(2.2)}/><path d="M82 62C82 42 122 42 122 62 112 56 92 56 82 62Z" fill="${a}" ${line(2.2)}/>
    <path d="M118 54C132 44 140 34 136 26 124 32 114 40 112 52Z" fill="#FFFBF0" ${line(1.8)}/>
    <path d="M122 130C140 132 152 138 156 148L144 158C138 152 130 150 124 152Z" fill="${a}"
    ${line(2.2)}/>${held}${grip}<path d="M80 140C70 150 72 170 86 178L110 182V172L92 164C88 156 90 150 94
    146Z" fill="${a}" ${line(2.2)}/>${hand(112, 178)}`;
}

/* Aces: rays, and a ribbon with our name on its curve */

const RAYS = [...Array(16)]
  .map(
    (_, i) =>
      `<path transform="rotate(${i * 22.5} 104 158)" d="M100 82L104 66 108 82Z"
        fill="${i % 2 ? "#F2B632" : "#C8321F"}"/>`,
  )
  .join("");
const NAME = [..."TAPETE"]
  .map((letter, i) => {
    const t = (i + 0.85) / 6.7;
    const x = 44 + 120 * t;
    const y = 280 - 52 * t * (1 - t);
    const turn = (Math.atan2(-52 * (1 - 2 * t), 120) * 180) / Math.PI;
    return `<text transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})"
      font-family="${DISPLAY}" font-size="17" fill="#FFF4DC" text-anchor="middle">${letter}</text>`;
  })
  .join("");
function ace(suit) {
  const size = { oros: 130, espadas: 170, bastos: 160, copas: 140 }[suit];
  const ribbon = suit === "oros" ? "#C8321F" : SUITS[suit].ink;
  return `<circle cx="104" cy="158" r="${suit === "oros" ? 78 : 70}" fill="#FFF0C4" opacity=".8"/>${RAYS}
    ${sign(suit, 104, 158, size)}
    <path d="M36 262L22 272 34 282 42 288ZM172 262L186 272 174 282 166 288Z" fill="#7A1D12" ${line(2)}/>
    <path d="M36 262Q104 236 172 262L166 288Q104 262 42 288Z" fill="${ribbon}" ${line(2.2)}/>${NAME}`;
}

/* Whole cards */

const PIPS = {
  2: [84, [104, 92], [104, 232]],
  3: [70, [104, 74], [104, 162], [104, 250]],
  4: [66, [66, 104], [142, 104], [66, 220], [142, 220]],
  5: [62, [64, 90], [144, 90], [104, 162], [64, 234], [144, 234]],
  6: [58, [66, 82], [142, 82], [66, 162], [142, 162], [66, 242], [142, 242]],
  7: [54, [64, 82], [144, 82], [104, 118], [64, 162], [144, 162], [64, 242], [144, 242]],
};
const COURT = { 10: sota, 11: caballo, 12: rey };
const HEADS = {
  10: (a) => `<path d="M-26 18C-30-8 22-14 28 14 14 6-12 8-26 18Z" fill="${a}" ${line(3)}/>`,
  11: () =>
    `<path d="M-22 30C-20 4-4-10 6-26L12-16C28-8 34 10 36 22 28 30 16 22 10 20 8 26 8 30 8 34Z" 
      fill="#B98A54" ${line(3)}/>`,
  12: () => `<path d="M-28 26L-34-16-14 2 0-26 14 2 34-16 28 26Z" fill="#F2B632" ${line(3)}/>`,
};

function frame(suit, width) {
  const gaps = GAPS[suit];
  const stops = [22, ...gaps.flatMap((gap) => [gap - 10, gap + 10]), 186];
  let d = "M12 22V302M196 22V302M22 12Q12 12 12 22M186 12Q196 12 196 22";
  d += "M12 302Q12 312 22 312M196 302Q196 312 186 312";
  for (const y of [12, 312])
    for (let i = 0; i < stops.length; i += 2) d += `M${stops[i]} ${y}H${stops[i + 1]}`;
  return `<path class="frame" data-gaps="${gaps.length}" d="${d}" fill="none" stroke="${SUITS[suit].ink}"
    stroke-width="${width}"/>`;
}

function body(number, suit) {
  if (number === 1) return ace(suit);
  if (number >= 10) return `<g transform="translate(4 8) scale(.965)">${COURT[number](suit)}</g>`;
  const [size, ...places] = PIPS[number];
  return places.map(([x, y]) => sign(suit, x, y, size)).join("");
}

function large(number, suit, points) {
  const index = `<text x="20" y="50" font-family="${DISPLAY}" font-size="34" letter-spacing="-1" 
    fill="${SUITS[suit].ink}" stroke="#FFFBF0" stroke-width="5" paint-order="stroke">${number}</text>`;
  const worth = `<circle cx="170" cy="48" r="17" fill="#2C1A10"/>
    <circle cx="170" cy="48" r="14" fill="none" stroke="#F6BC3A" stroke-width="1.5"/>
    <text x="170" y="55" text-anchor="middle" font-family="${DISPLAY}" font-size="19"
      fill="#FFF7E6">${points}</text>`;
  return `${frame(suit, 3)}${body(number, suit)}${index}
    <g transform="rotate(180 104 162)" data-turned="">${index}</g>${points ? worth : ""}`;
}

function small(number, suit) {
  const head =
    number >= 10 ? `<g transform="translate(158 66) scale(.8)">${HEADS[number](SUITS[suit].a)}</g>` : "";
  return `${frame(suit, 5)}<text x="${number < 10 ? 26 : 20}" y="106" font-family="${DISPLAY}"
    font-size="${number < 10 ? 96 : 84}" letter-spacing="-5" fill="${SUITS[suit].ink}">${number}</text>
    ${sign(suit, 104, 214, 150)}${head}`;
}

const ground = (fill = "var(--card)") => [
  rect(3, 7, WIDE - 2, HIGH - 2, { rx: 15, fill: "#000000", opacity: 0.26 }),
  rect(1, 1, WIDE - 2, HIGH - 2, { rx: 15, fill, stroke: "#38200F", "stroke-width": 2 }),
];
const sized = (width, more, ...parts) =>
  group(
    { transform: `scale(${Math.round((width / WIDE) * 10000) / 10000})`, "data-fine": "", ...more },
    ...parts,
  );

/** The front of a card of a width; below 64 px a compact face. `points` writes what it is worth. */
export function spanishCard(card, width, { points = 0, upright = true } = {}) {
  const compact = width < 64;
  const markup = () => (compact ? small : large)(numberOf(card), suitOf(card), points);
  const name = `briscas ${card} ${compact ? "compact" : points}`;
  return sized(width, upright ? {} : { "data-turned": "" }, ...ground(), picture(markup, name));
}

/** The back of a card: a red lattice with brass dots and our mark, the same upside down. */
function lattice() {
  let d = "";
  for (let c = -170; c <= 290; c += 26) {
    const [from, to] = [Math.max(12, 12 - c), Math.min(196, 312 - c)];
    if (from < to)
      d += `M${from} ${from + c}L${to} ${to + c}M${208 - from} ${from + c}L${208 - to} ${to + c}`;
  }
  return d;
}
const BACK = `<rect x="12" y="12" width="184" height="300" rx="9" fill="#A3281F"/>
  <path d="${lattice()}" fill="none" stroke="#FFF4DC" stroke-opacity=".28" stroke-width="2"/>
  <rect x="12" y="12" width="184" height="300" rx="9" fill="none" ${line(2)}/>
  <rect x="20" y="20" width="168" height="284" rx="6" fill="none" stroke="#F6BC3A" stroke-width="2.5"
    stroke-dasharray="7 5"/>`;
export const cardBack = (width) =>
  kept(`briscas back ${width}`, () =>
    sized(
      width,
      { "data-state": "hidden" },
      ...ground("#FFFBF0"),
      picture(BACK),
      placed(logo("#8E2416", "#5E140A", { fringe: false }), 44, 106, 120),
    ),
  );

/* The lid of the box: three cards fanned on the green cloth, in a picture of 480 x 300 */

const laid = (card, x, y, width, turn, half = (width * HIGH) / WIDE / 2) =>
  group(
    {
      transform: `translate(${x} ${y}) rotate(${turn}) translate(${-width / 2} ${-half})`,
    },
    spanishCard(card, width),
  );
export const cover = () =>
  group(
    {},
    picture(
      `<rect width="480" height="300" fill="#1F6B50"/><circle cx="240" cy="120" r="220" fill="#2E8767"/>`,
    ),
    still(),
  );
export const still = () =>
  group(
    {},
    laid("C-espadas", 150, 160, 136, -16),
    laid("K-copas", 240, 146, 136, -2),
    laid("A-oros", 332, 160, 136, 13),
  );

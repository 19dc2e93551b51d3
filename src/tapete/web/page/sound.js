// Sounds made by the page: small recipes for Web Audio, from the first gesture on. Music is generated too,
// soft at first.

import { prefs } from "./prefs.js";

// voice: [wave, f0, f1, at, attack, decay, gain, filter?]   filter: [type, f0, f1, Q]
const RECIPES = {
  slide: [["noise", 0, 0, 0, 0.012, 0.13, 0.55, ["bandpass", 1700, 900, 0.8]]],
  place: [
    ["noise", 0, 0, 0, 0.002, 0.05, 0.45, ["lowpass", 900, 500, 0.7]],
    ["sine", 150, 90, 0, 0.002, 0.08, 0.35],
  ],
  flip: [
    ["noise", 0, 0, 0, 0.001, 0.03, 0.25, ["highpass", 2600, 2600, 0.7]],
    ["noise", 0, 0, 0.045, 0.001, 0.025, 0.18, ["highpass", 2600, 2600, 0.7]],
  ],
  shuffle: [0, 0.05, 0.1, 0.15, 0.2, 0.25].map((t, i) => [
    "noise",
    0,
    0,
    t,
    0.004,
    0.05,
    0.4,
    ["bandpass", 2200 + 200 * i, 1500, 0.9],
  ]),
  trick_won: [
    [523, 0],
    [659, 0.07],
    [784, 0.14],
  ].map(([f, t]) => ["triangle", f, f, t, 0.005, 0.24, 0.2]),
  trick_lost: [
    [392, 0],
    [330, 0.1],
  ].map(([f, t]) => ["triangle", f, f, t, 0.005, 0.2, 0.13]),
  dice: [0, 0.07, 0.13, 0.18, 0.22].flatMap((t, i) => [
    ["noise", 0, 0, t, 0.001, 0.035, 0.9, ["bandpass", 2500 - 150 * i, 1900, 3]],
    ["square", 190 - 8 * i, 120, t, 0.001, 0.04, 0.06],
  ]),
  coin: [
    ["sine", 1319, 1319, 0, 0.002, 0.1, 0.12],
    ["sine", 1976, 1976, 0.05, 0.002, 0.16, 0.1],
  ],
  damage: [
    ["sawtooth", 220, 70, 0, 0.002, 0.17, 0.24, ["lowpass", 1200, 400, 0.8]],
    ["noise", 0, 0, 0, 0.001, 0.09, 0.45, ["lowpass", 600, 200, 0.7]],
  ],
  heal: [
    ["sine", 660, 990, 0, 0.03, 0.32, 0.13],
    ["sine", 990, 1320, 0.08, 0.03, 0.3, 0.07],
  ],
  shield: [
    ["noise", 0, 0, 0, 0.001, 0.13, 0.26, ["highpass", 4200, 3000, 0.8]],
    ["triangle", 1568, 1175, 0, 0.002, 0.2, 0.11],
  ],
  death: [
    ["triangle", 196, 92, 0, 0.01, 0.36, 0.22],
    ["noise", 0, 0, 0.02, 0.02, 0.28, 0.3, ["lowpass", 320, 120, 0.7]],
  ],
  up: [
    ["triangle", 392, 784, 0, 0.006, 0.22, 0.16],
    ["triangle", 523, 1047, 0.06, 0.006, 0.22, 0.1],
  ],
  down: [["triangle", 466, 196, 0, 0.006, 0.3, 0.17]],
  twist: [
    ["sawtooth", 220, 660, 0, 0.006, 0.25, 0.06],
    ["sawtooth", 660, 220, 0.22, 0.006, 0.28, 0.06],
    ["noise", 0, 0, 0, 0.006, 0.45, 0.1, ["bandpass", 600, 3000, 0.8]],
  ],
  hop: [["sine", 260, 420, 0, 0.004, 0.09, 0.16]],
  whistle: [["sine", 1500, 240, 0, 0.01, 1, 0.09]],
  thud: [
    ["sine", 120, 45, 0, 0.002, 0.28, 0.5],
    ["noise", 0, 0, 0, 0.002, 0.2, 0.4, ["lowpass", 400, 120, 0.7]],
  ],
  hit: [
    ["sawtooth", 220, 70, 0, 0.002, 0.17, 0.24, ["lowpass", 1200, 400, 0.8]],
    ["noise", 0, 0, 0, 0.001, 0.09, 0.45, ["lowpass", 600, 200, 0.7]],
  ],
  build: [
    ["noise", 0, 0, 0, 0.002, 0.05, 0.4, ["lowpass", 1200, 500, 0.7]],
    ["noise", 0, 0, 0.14, 0.002, 0.05, 0.4, ["lowpass", 1200, 500, 0.7]],
    ["sine", 180, 120, 0.14, 0.002, 0.1, 0.3],
  ],
  chime: [880, 1320, 1760].map((f, i) => ["sine", f, f, i * 0.06, 0.006, 0.5, 0.06]),
  turn: [
    ["sine", 587, 587, 0, 0.006, 0.22, 0.13],
    ["sine", 784, 784, 0.12, 0.006, 0.22, 0.13],
  ],
  no: [
    ["sine", 196, 185, 0, 0.004, 0.13, 0.18],
    ["sine", 175, 165, 0.11, 0.004, 0.13, 0.18],
  ],
  tick: [["square", 1000, 1000, 0, 0.001, 0.02, 0.05]],
  victory: [
    ...[
      [523, 0],
      [659, 0.12],
      [784, 0.24],
      [1047, 0.36],
    ].map(([f, t]) => ["triangle", f, f, t, 0.006, 0.45, 0.17]),
    ...[523, 659, 784].map((f) => ["sine", f, f, 0.55, 0.03, 1.4, 0.09]),
  ],
  defeat: [
    [392, 0],
    [349, 0.18],
    [311, 0.36],
    [262, 0.54],
  ].map(([f, t]) => ["triangle", f, f, t, 0.01, 0.5, 0.15]),
};
// Loops of music: beats a minute, chords, roots of the bass, and the notes of the line over them. A drawing
// names its own.
const LOOPS = {
  dorian: {
    bpm: 72,
    chords: [
      [294, 349, 440, 523],
      [392, 494, 587, 392],
      [440, 523, 659, 784],
      [262, 330, 392, 523],
    ],
    roots: [73.4, 98, 110, 65.4],
    line: [587, 659, 784, 880, 1047],
  },
  mixolydian: {
    bpm: 96,
    chords: [
      [392, 494, 587],
      [349, 440, 523],
      [330, 392, 523],
      [392, 494, 587],
    ],
    roots: [98, 87.3, 65.4, 98],
    line: [784, 880, 988, 1175, 1319],
    wood: true,
  },
  major: {
    bpm: 66,
    chords: [
      [440, 554, 659],
      [294, 370, 440],
      [330, 415, 494],
      [370, 440, 554],
    ],
    roots: [110, 73.4, 82.4, 92.5],
    line: [880, 988, 1109, 1319, 1480],
    waves: true,
  },
  minor: {
    bpm: 84,
    chords: [
      [294, 349, 440],
      [233, 294, 349],
      [349, 440, 523],
      [262, 330, 392],
    ],
    roots: [73.4, 58.3, 87.3, 65.4],
    line: [587, 698, 784, 880, 1047],
    drum: true,
  },
  phrygian: {
    bpm: 60,
    chords: [
      [330, 392, 494],
      [349, 440, 523],
      [330, 392, 494],
      [294, 349, 440],
    ],
    roots: [82.4, 87.3, 82.4, 73.4],
    line: [659, 698, 784, 880, 988],
    drone: true,
  },
};
// What an event sounds like, by the end of its kind's name; a drawing may know better.
const EVENTS = {
  play: "place",
  lead: "place",
  draw: "slide",
  hidden_draw: "slide",
  roll: "dice",
  dice: "dice",
  buy: "coin",
  trade: "coin",
  build: "place",
  attack: "damage",
  damage: "damage",
  heal: "heal",
  shield: "shield",
  death: "death",
  dies: "death",
  reveal: "flip",
  shuffle: "shuffle",
  eliminated: "death",
  out: "death",
};

export function gainOf(volume) {
  return (volume / 100) ** 2;
}

export class Sound {
  constructor() {
    /** @type {string | undefined} */
    this.loop = undefined;
    const start = () => {
      removeEventListener("pointerdown", start, true);
      removeEventListener("keydown", start, true);
      this.begin();
    };
    addEventListener("pointerdown", start, true);
    addEventListener("keydown", start, true);
  }
  begin() {
    if (this.context || typeof AudioContext === "undefined") return;
    const context = (this.context = new AudioContext());
    const compressor = context.createDynamicsCompressor();
    compressor.threshold.value = -18;
    compressor.ratio.value = 4;
    compressor.connect(context.destination);
    this.effects = context.createGain();
    this.music = context.createGain();
    this.effects.connect(compressor);
    this.music.connect(compressor);
    const buffer = (this.noise = context.createBuffer(1, context.sampleRate, context.sampleRate));
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i += 1) data[i] = 2 * Math.random() - 1;
    this.volumes();
  }
  volumes() {
    if (!this.context) return;
    this.effects.gain.value = prefs.mute ? 0 : gainOf(prefs.effects);
    this.music.gain.value = prefs.mute ? 0 : gainOf(prefs.music);
    if (prefs.music > 0 && !prefs.mute) this.startMusic();
    else this.stopMusic();
  }
  play(name, scale = 1, step = 0) {
    if (!this.context || prefs.mute || !prefs.effects || !(name in RECIPES)) return;
    const now = this.context.currentTime + 0.005;
    for (const voice of RECIPES[name]) this.voice(voice, now, this.effects, scale, 1 + 0.06 * step);
    if (this.beat) {
      const gain = this.music.gain,
        full = gainOf(prefs.music);
      gain.setTargetAtTime(full / 2, now, 0.02);
      gain.setTargetAtTime(full, now + 0.25, 0.1);
    }
  }
  /**
   * @param {any[]} recipe as in RECIPES @param {number} now @param {AudioNode} out
   * @param {number} [scale] @param {number} [higher]
   */
  voice([wave, f0, f1, at, attack, decay, level, filter], now, out, scale = 1, higher = 1) {
    const c = this.context,
      gain = c.createGain(),
      begin = now + at,
      end = begin + attack + decay;
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(level * scale, begin + attack);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    let node;
    if (wave === "noise") {
      node = c.createBufferSource();
      node.buffer = this.noise;
      node.loop = true;
    } else {
      node = c.createOscillator();
      node.type = wave;
      node.frequency.setValueAtTime(f0 * higher, begin);
      node.frequency.exponentialRampToValueAtTime(f1 * higher, end);
    }
    /** @type {AudioNode} */
    let last = node;
    if (filter) {
      const f = c.createBiquadFilter();
      f.type = filter[0];
      f.frequency.setValueAtTime(filter[1], begin);
      f.frequency.exponentialRampToValueAtTime(filter[2], end);
      f.Q.value = filter[3];
      node.connect(f);
      last = f;
    }
    last.connect(gain);
    gain.connect(out);
    node.start(begin);
    node.stop(end + 0.02);
  }
  event(event, seat, own = {}) {
    const kind = event.kind ?? "";
    if (kind === "trick") {
      this.play(event.seat === seat ? "trick_won" : "trick_lost");
      return;
    }
    if (own?.[kind]) {
      this.play(own[kind]);
      return;
    }
    const found = EVENTS[kind] ?? EVENTS[kind.split("_").pop()] ?? EVENTS[kind.split("_")[0]];
    if (found)
      this.play(
        found,
        kind.includes("damage") ? Math.min(1.6, 0.7 + 0.1 * (event.n ?? event.amount ?? 1)) : 1,
      );
  }
  // The loop that the game's drawing names: a pad of chords, a bass, a line, and what makes its own colour.
  startMusic() {
    if (this.beat) return;
    const loop = LOOPS[this.loop] ?? LOOPS.dorian,
      length = 60 / loop.bpm,
      out = this.music;
    let count = 0,
      next = this.context.currentTime + 0.1;
    const pad = (chord) => {
      for (const f of chord)
        for (const cents of [-4, 4]) {
          const tuned = f * 2 ** (cents / 1200);
          const long = 8 * length - 1.2;
          this.voice(["triangle", tuned, tuned, 0, 1.2, long, 0.035, ["lowpass", 700, 700, 0.7]], next, out);
        }
    };
    const note = (at) => {
      const f = loop.line[Math.floor(Math.random() * loop.line.length)];
      if (loop.wood) this.voice(["triangle", f, f, at, 0.004, 0.18, 0.07], next, out);
      else {
        this.voice(["sine", f, f, at, 0.004, 0.9, 0.05], next, out);
        this.voice(["triangle", 2 * f, 2 * f, at, 0.004, 0.5, 0.012], next, out);
      }
    };
    const one = () => {
      while (next < this.context.currentTime + 0.6) {
        const chord = Math.floor(count / 8) % 4,
          root = loop.roots[chord];
        if (count % 8 === 0) pad(loop.chords[chord]);
        if (count % 4 === 0) this.voice(["sine", root, root, 0, 0.02, 1.6, 0.08], next, out);
        if (loop.drum && count % 4 === 0) this.voice(["sine", 70, 45, 0, 0.004, 0.5, 0.16], next, out);
        if (loop.drone && count % 8 === 0)
          this.voice(["sawtooth", 82.4, 82.4, 0, 2, 8 * length, 0.02, ["lowpass", 300, 300, 0.7]], next, out);
        if (loop.waves && count % 8 === 0)
          this.voice(["noise", 0, 0, 0, 2.5, 3.5, 0.05, ["bandpass", 300, 700, 0.6]], next, out);
        for (const half of [0, 0.5]) if (Math.random() < 0.45) note(half * length);
        count += 1;
        next += length;
      }
    };
    this.beat = setInterval(one, 200);
    one();
  }
  stopMusic() {
    clearInterval(this.beat);
    this.beat = null;
  }
}

// A step that is looked back at, shown as it was when it was played: its beats, on a timeline of its own.

import { Director } from "./director.js";

export class Reel {
  /** @param {PageTable} table @param {HTMLElement} layer */
  constructor(table, layer) {
    this.table = table;
    this.stage = table.stage;
    this.sound = table.sound;
    /** @type {PastMessage | null} */
    this.message = null; // the step that is shown
    this.state = null;
    this.log = [];
    this.hasty = false;
    this.speed = 1;
    /** @type {() => void} */
    this.ended = () => {};
    this.director = new Director(/** @type {any} */ (this), layer);
  }
  /**
   * Show what leads from a position to the one of a message.
   * @param {Description} before @param {PastMessage} message
   * @param {number} speed @param {() => void} ended
   */
  play(before, message, speed, ended) {
    this.cut();
    Object.assign(this, { message, speed, ended });
    const { frame, describe, events } = message;
    this.director.play(before, /** @type {any} */ ({ frames: [{ frame, describe, events }] }));
  }
  cut() {
    this.director.cut();
  }

  // What a director asks of its table

  /** @param {any} more */
  view({ description, events }) {
    return this.table.pastView({ ...this.message, describe: description, events });
  }
  drawShown() {
    const { fx, shown, moods } = this.director;
    const { description } = shown,
      events = [...shown.told];
    const { message, table } = this;
    const more = {
      moods,
      lately: [...table.untilThen(message.frame - 1), ...events],
      over: Boolean(description.over),
      result: description.over ? table.state.result : null,
    };
    this.stage.draw(table.pastView({ ...message, describe: description, events, more }));
    fx.drawn();
  }
  /** @param {Beat} beat */
  told(beat) {
    this.table.sounds(beat);
  }
  showing() {}
  redraw() {
    this.table.redraw();
  }
  after() {
    this.ended();
  }
}

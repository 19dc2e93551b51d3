// What a move would change, as the server foretells it. A drawing asks by `view.preview(id)`: what is not
// known yet is asked for once, together with the other moves that are wanted meanwhile, and the table is
// drawn again when the answer is here.

const MOST = 60; // moves in one question, as the server allows

export class Previews {
  /** @param {(message: any) => any} ask @param {() => void} changed */
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = changed;
    this.reset(null);
  }
  reset(decision) {
    this.decision = decision;
    /** @type {Map<number, Preview | null>} */
    this.known = new Map();
    /** @type {Set<number>} */
    this.wanted = new Set();
    this.busy = false;
  }

  /** `{sure, to}` of a move: the members of the description that are certain to change, by path; null: not
   * known (yet).
   * @param {string} decision @param {number} id */
  of(decision, id) {
    if (decision !== this.decision) this.reset(decision);
    if (!this.known.has(id)) {
      this.known.set(id, null);
      if (!this.wanted.size && !this.busy) queueMicrotask(() => this.send());
      this.wanted.add(id);
    }
    return this.known.get(id);
  }
  send() {
    const moves = [...this.wanted].slice(0, MOST);
    for (const id of moves) this.wanted.delete(id);
    this.busy = moves.length > 0;
    if (this.busy) this.ask({ type: "preview", decision: this.decision, moves });
  }
  /** @param {PreviewsMessage} message */
  heard({ decision, moves }) {
    if (decision !== this.decision) return;
    for (const [id, found] of Object.entries(moves)) this.known.set(Number(id), found);
    this.send();
    this.changed();
  }
}

/** A member of a description (`players.0.points`) after a move; undefined where that is not known.
 * @param {Description} description @param {Preview | null} preview @param {string} path */
export function after(description, preview, path) {
  if (!preview) return undefined;
  if (path in preview.to) return preview.to[path];
  return preview.sure ? path.split(".").reduce((value, name) => value?.[name], description) : undefined;
}

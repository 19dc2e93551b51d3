// Selecting a move in a drawing: each pick leaves the legal moves that involve all that is picked (no
// knowledge of any game).

export class Selection {
  constructor(changed) {
    this.changed = changed;
    this.reset([]);
  }
  /** @param {{id: number}[]} moves */
  reset(moves) {
    this.moves = moves.map((move) => move.id);
    /** @type {{key: string, moves: Set<number>}[]} */
    this.picks = [];
  }
  // Ids still possible after what is picked.
  get left() {
    let left = new Set(this.moves);
    for (const pick of this.picks) left = new Set([...left].filter((id) => pick.moves.has(id)));
    return left;
  }
  get picked() {
    return this.picks.map((pick) => pick.key);
  }
  // Keep what is picked where it is still possible, after the same question came again.
  keep(moves) {
    this.moves = moves.map((move) => move.id);
    while (this.picks.length && this.left.size === 0) this.picks.pop();
  }
  undo() {
    if (!this.picks.length) return false;
    this.picks.pop();
    this.changed();
    return true;
  }
  clear() {
    this.picks = [];
    this.changed();
  }
  // Pick a thing. Says what came of it: "none" (it cannot be), "back" (it was picked), "one" (a single move
  // is left: `id`), "more".
  /** @param {Element} thing @returns {{what: string, id?: number, first?: boolean, left?: Set<number>}} */
  pick(thing) {
    const key = thing.dataset.key ?? thing.dataset.moves;
    const at = this.picks.findIndex((pick) => pick.key === key);
    if (thing.dataset.marks === "several") {
      // One of several for one answer, in any order: the others stay possible.
      if (at >= 0) this.picks.splice(at, 1);
      else this.picks.push({ key, moves: new Set(this.moves) });
      this.changed();
      return at >= 0 ? { what: "back" } : { what: "more", left: this.left };
    }
    const ids = (thing.dataset.moves || "").split(" ").filter(Boolean).map(Number);
    if (at >= 0) {
      const marks = thing.dataset.marks !== undefined;
      if (this.left.size === 1 && at === this.picks.length - 1 && !marks)
        return { what: "again", id: [...this.left][0] };
      this.picks.splice(at, 1);
      this.changed();
      return { what: "back" };
    }
    let possible = ids.filter((id) => this.left.has(id));
    if (!possible.length) {
      // Another beginning: what was picked gives way to what is legal on its own.
      possible = ids.filter((id) => this.moves.includes(id));
      if (!possible.length) return { what: "none" };
      this.picks = [];
    }
    this.picks.push({ key, moves: new Set(ids) });
    const left = this.left;
    this.changed();
    return left.size === 1
      ? { what: "one", id: [...left][0], first: this.picks.length === 1 }
      : { what: "more", left };
  }
  // Whether some drawn thing tells the moves that are left apart.
  told(stage) {
    const left = this.left;
    for (const thing of stage.querySelectorAll("[data-moves]")) {
      if (this.picked.includes(thing.dataset.key)) continue;
      const ids = thing.dataset.moves
        .split(" ")
        .filter(Boolean)
        .map(Number)
        .filter((id) => left.has(id));
      if (ids.length && ids.length < left.size) return true;
    }
    return false;
  }
}

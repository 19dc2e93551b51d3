// What a move would change, as the server foretells it. A drawing asks by `view.preview(id)`: what is not
// known yet is requested once, together with the other moves that are wanted meanwhile, and the table is
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
    /** @type {Map<number | string, Preview | null>} */
    this.known = new Map();
    /** @type {Set<number | string>} */
    this.wanted = new Set();
    /** @type {string[]} */
    this.lines = []; // of the question that is being answered
    this.busy = false;
  }

  /** `{sure, to, events}` of a move: the members of the description that are certain to change, by path, and
   * the events that are certain; null: not known (yet). Several moves that are sent together are given as
   * they are sent.
   * @param {string} decision @param {number | object[]} move */
  of(decision, move) {
    const id = typeof move === "number" ? move : JSON.stringify(move);
    if (decision !== this.decision) this.reset(decision);
    if (!this.known.has(id)) {
      this.known.set(id, null);
      if (!this.wanted.size && !this.busy) queueMicrotask(() => this.send());
      this.wanted.add(id);
    }
    return this.known.get(id);
  }
  send() {
    const asked = [...this.wanted].slice(0, MOST);
    const moves = asked.filter((id) => typeof id === "number");
    this.lines = asked.filter((id) => typeof id === "string");
    for (const id of asked) this.wanted.delete(id);
    this.busy = asked.length > 0;
    const lines = this.lines.map((line) => JSON.parse(line));
    if (this.busy)
      this.ask({
        type: "preview",
        decision: this.decision,
        moves,
        ...(lines.length ? { lines } : {}),
      });
  }
  /** @param {PreviewsMessage} message */
  heard({ decision, moves, lines = null }) {
    if (decision !== this.decision) return;
    for (const [id, found] of Object.entries(moves)) this.known.set(Number(id), found);
    lines?.forEach((found, i) => this.known.set(this.lines[i], found));
    if (lines || !this.lines.length) this.send();
    this.changed();
  }
}

/** A member of a description (`players.0.points`) after a move; undefined where that is not known.
 * @param {Description} description @param {Preview | null} preview @param {string} path */
export function after(description, preview, path) {
  if (!preview) return undefined;
  const member = (value, names) => names.reduce((found, name) => found?.[name], value);
  const names = path.split(".");
  for (let end = names.length; end; end -= 1) {
    const whole = names.slice(0, end).join(".");
    if (whole in preview.to) return member(preview.to[whole], names.slice(end));
  }
  const old = member(description, names);
  if (`${path}+` in preview.to) return [...old, ...preview.to[`${path}+`]];
  const parts = Object.entries(preview.to).filter(([key]) => key.startsWith(`${path}.`));
  // Of a list all items are certain or none, of anything else only where nothing more changes.
  if (!preview.sure && !(parts.length && Array.isArray(old) && names.length > 1)) return undefined;
  return parts.reduce((value, [key, to]) => replaced(value, key.slice(path.length + 1).split("."), to), old);
}

/** A copy of a value in which one member, named from the outside in, is another.
 * @param {any} value @param {string[]} names @param {any} to */
function replaced(value, names, to) {
  const [name, ...inner] = names;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const appends = !inner.length && name.endsWith("+");
  const key = appends ? name.slice(0, -1) : name;
  copy[key] = appends ? [...copy[key], ...to] : inner.length ? replaced(copy[key], inner, to) : to;
  return copy;
}

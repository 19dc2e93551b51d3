// How templates are filled: as tapete/words.py fills them, which says what a place may be (both are
// tested on tests/data/filled.json).

const JOINTS = { spaced: " ", semi: "; " };

/** A value as a person reads it, by a form of its name. */
export function named(words, value, form = "name") {
  if (typeof value === "boolean") return words[value ? "yes" : "no"] ?? String(value);
  if (Array.isArray(value)) return value.map((item) => named(words, item, form)).join(", ");
  return words[`${form}.${value}`] ?? words[`name.${value}`] ?? String(value);
}

/** Items joined as in a sentence: one, two and three. */
export function listed(words, items) {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${words.and} ${items[items.length - 1]}`;
}

/** A seat as a reader calls it. */
export function seatName(words, seat, { reader = null, names = null, you = "you" } = {}) {
  if (seat === reader) return words[you];
  return names ? names[seat] : fill(words, words.seat ?? "{seat}", { seat });
}

/** A template with its places filled from the data; `tapete/words.py` says what a place may be. */
export function fill(words, template, data, { reader = null, names = null } = {}) {
  const written = (value, form = "name") => {
    if (Array.isArray(value)) return value.map((item) => written(item, form)).join(", ");
    if (value !== null && typeof value === "object")
      return phrase(words, { ...data, ...value }, { reader, names });
    return form === "raw" ? String(value) : named(words, value, form);
  };
  return template.replace(/\{(\w+)(?::([^{}]*))?\}/g, (place, member, kind) => {
    const value = data[member];
    if (value === undefined) return place;
    if (kind === undefined) return written(value);
    if (kind === "seat") return seatName(words, value, { reader, names });
    if (kind === "object") return seatName(words, value, { reader, names, you: "object" });
    if (kind === "seats")
      return listed(
        words,
        value.map((seat) => seatName(words, seat, { reader, names })),
      );
    if (kind in JOINTS) return value.map((item) => written(item)).join(JOINTS[kind]);
    if (kind === "sentence") return whole(written(value));
    if (kind.includes("|")) {
      const forms = kind.split("|");
      if (!kind.includes("=")) return forms[value === 1 ? 0 : 1];
      const own = forms.find((form) => form.startsWith(`${value}=`));
      return own === undefined ? forms[forms.length - 1] : own.slice(own.indexOf("=") + 1);
    }
    if (kind !== "and" && !kind.endsWith(" and")) return written(value, kind);
    const form = kind === "and" ? "name" : kind.slice(0, -4);
    return listed(
      words,
      value.map((item) => written(item, form)),
    );
  });
}

/** A phrase, `{say: key, ...data}`, in words for a reader: where the reader's own seat did it,
 * `KEY.you` is used. */
export function phrase(words, { say, ...data }, { reader = null, names = null } = {}) {
  const own = reader !== null && data.seat === reader && `${say}.you` in words ? `${say}.you` : say;
  return fill(words, words[own] ?? own, data, { reader, names });
}

/** A text with a capital, and a full stop where it ends without a mark. */
export function whole(text) {
  const started = text.replace(/[^¡¿]/u, (first) => first.toUpperCase());
  return /[.!?…]$/.test(started) ? started : `${started}.`;
}

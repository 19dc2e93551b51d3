// What the page itself says: strings/en.json and strings/es.json, read before anything is drawn.

export * from "./fill.js";

/** The page's strings by language. A file that holds a whole game has them in itself. */
async function read() {
  const held = document.querySelector("#strings");
  if (held) return JSON.parse(held.textContent);
  const one = (language) =>
    fetch(`/page/strings/${language}.json`)
      .then((answer) => answer.json())
      .catch(() => ({})); // keys instead of sentences are better than a blank page
  const [en, es] = await Promise.all([one("en"), one("es")]);
  return { en, es };
}

export const WORDS = await read();

/** @type {WeakMap<object, Record<string, string>>} */
const joined = new WeakMap();
/** The page's words with a game's own over them; made once, since drawings ask for words all the time.
 * @param {string} language @param {Record<string, string>} [own] @returns {Record<string, string>} */
export function wordsWith(language, own) {
  if (!own) return WORDS[language];
  if (!joined.has(own)) joined.set(own, { ...WORDS[language], ...own });
  return joined.get(own);
}

export function percent(value) {
  return Math.round(100 * value);
}

/** Numbers as people of a language write them. */
export function grouped(number, language) {
  return Number(number).toLocaleString(language === "es" ? "es-ES" : "en-US", { useGrouping: "always" });
}
/** A score with its first three digits. */
export function scored(score, language) {
  const digits = { maximumSignificantDigits: 3 };
  return score.toLocaleString(language === "es" ? "es-ES" : "en-US", digits).replace("-", "−");
}

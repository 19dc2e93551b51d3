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

export function percent(value) {
  return Math.round(100 * value);
}

/** Numbers as people of a language write them. */
export function grouped(number, language) {
  return Number(number).toLocaleString(language === "es" ? "es-ES" : "en-US", { useGrouping: "always" });
}

// What a person chose, remembered in this browser; and the tables they sit at.

const DEFAULTS = {
  language: null,
  theme: "system",
  text: 100,
  speed: "normal",
  motion: "system",
  confirm: "touch",
  effects: 60,
  music: 40,
  mute: false,
  forced: false,
  tips: true,
  coach: "ask",
  values: true,
  letters: true,
  toasts: 4,
  size: "fit",
  side: null,
  name: "",
  filter: "all",
  seen: {},
  played: {},
  box: null,
  bubbles: true,
  level: {},
  wins: {},
};
const KEY = "tapete";
let kept = {};
try {
  kept = JSON.parse(localStorage.getItem(KEY) || "{}");
} catch {
  kept = {};
}
export const prefs = { ...DEFAULTS, ...(kept && typeof kept === "object" ? kept : {}) };
const listeners = new Set();

export function set(changes) {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    /* a private window keeps nothing */
  }
  for (const listener of listeners) listener(changes);
}
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** @returns {Language} */
export function language() {
  return prefs.language ?? ((navigator.language || "en").startsWith("es") ? "es" : "en");
}

const TABLES = "tapete-tables";
export function tables() {
  try {
    const found = JSON.parse(localStorage.getItem(TABLES) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
// A table that was set up for a tour is only shown until its first move: it is not a game to go on with.
export function remember(id, token, game, shown = false) {
  const others = tables().filter((entry) => entry.id !== id);
  try {
    localStorage.setItem(
      TABLES,
      JSON.stringify([{ id, token, game, ...(shown ? { shown } : {}) }, ...others].slice(0, 30)),
    );
  } catch {
    /* nothing to do */
  }
}
export function forget(id) {
  try {
    localStorage.setItem(TABLES, JSON.stringify(tables().filter((entry) => entry.id !== id)));
  } catch {
    /* nothing to do */
  }
}
export function tab() {
  try {
    let id = sessionStorage.getItem("tapete-tab");
    if (!id) {
      id = Math.random().toString(36).slice(2) + Date.now().toString(36);
      sessionStorage.setItem("tapete-tab", id);
    }
    return id;
  } catch {
    return "";
  }
}

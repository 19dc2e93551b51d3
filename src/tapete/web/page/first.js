// Theme and language before anything is painted; everything else waits for app.js.
(() => {
  const root = document.documentElement;
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem("tapete") ?? "null");
  } catch {
    /* a private window keeps nothing */
  }
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = ["light", "dark"].includes(kept?.theme) ? kept.theme : system;
  root.lang = kept?.language ?? (navigator.language?.startsWith("es") ? "es" : "en");
})();

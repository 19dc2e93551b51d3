// Icons of the page's own controls: a grid of 24, lines of 2.1 with round ends, in the colour of the text.

import { s } from "./dom.js";

const LINES = {
  log: "M5 6h14M5 12h14M5 18h9",
  moves: "M5 5v14M9 12h10M14.5 7l5 5-5 5",
  hint: "M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.6 10.8c.5.5.6 1 .6 1.7h6c0-.7.1-1.2.6-1.7A6 6 0 0 0 12 3.5Z",
  analysis: "M4 19.5h16M5 15.5l4.5-5 4 3L19 6",
  menu: "M5 12h.1M12 12h.1M19 12h.1",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  silent: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  open: "M15 5l-7 7 7 7",
  shut: "M6 6l12 12M18 6 6 18",
  play: "M8 5.5v13l10.5-6.5Z",
  pause: "M8.5 6v12M15.5 6v12",
  back: "M14.5 6l-6 6 6 6",
  on: "M9.5 6l6 6-6 6",
  "chapter-back": "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  "chapter-on": "M6 6l6 6-6 6M13 6l6 6-6 6",
};

export function icon(name) {
  const wide = name === "menu" ? 4 : 2.1;
  return s(
    "svg",
    {
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": wide,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
    },
    s("path", { d: LINES[name] }),
  );
}

// Icons of the page's own controls: a grid of 24, lines of 2.1 with round ends, in the colour of the text.

import { s } from "./dom.js";

const LINES = {
  log: "M5 6h14M5 12h14M5 18h9",
  moves: "M5 5v14M9 12h10M14.5 7l5 5-5 5",
  hint: "M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.6 10.8c.5.5.6 1 .6 1.7h6c0-.7.1-1.2.6-1.7A6 6 0 0 0 12 3.5Z",
  coach:
    "M5 4c1.2 1.4 2.6 1.8 4 1.8h6c1.4 0 2.8-.4 4-1.8v9.5a7 7 0 0 1-14 0Z" +
    "M9 9.4a1.9 1.9 0 1 0 .1 0ZM15 9.4a1.9 1.9 0 1 0 .1 0ZM12 13.5v2",
  analysis: "M4 19.5h16M5 15.5l4.5-5 4 3L19 6",
  menu: "M5 12h.1M12 12h.1M19 12h.1",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  silent: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  open: "M15 5l-7 7 7 7",
  taller: "M6 14.5l6-6 6 6",
  lower: "M6 9.5l6 6 6-6",
  shut: "M6 6l12 12M18 6 6 18",
  play: "M8 5.5v13l10.5-6.5Z",
  pause: "M8.5 6v12M15.5 6v12",
  back: "M14.5 6l-6 6 6 6",
  on: "M9.5 6l6 6-6 6",
  "chapter-back": "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  "chapter-on": "M6 6l6 6-6 6M13 6l6 6-6 6",
  options:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z" +
    "M8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  rules: "M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5ZM12 6.5v13",
  picture: "M4 5h16v14H4ZM4 15.5l4.5-4.5 4 4 3-3 4.5 4M15.5 9h.1",
  link:
    "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1" + "M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  page: "M6 3.5h8l4 4v13H6ZM14 3.5v4h4M10 12v5.5l4-2.75Z",
  share: "M12 15V4M8 7.5 12 3.5l4 4M5 12.5v7h14v-7",
  replay: "M4.5 12a7.5 7.5 0 1 0 2.6-5.7M4.5 4v4.5H9M12 8v4.5l3 2",
  friend:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 19.5c.5-4 3-5.5 6-5.5s5.5 1.5 6 5.5M18.5 8v6M15.5 11h6",
  undo: "M9 5 4.5 9.5 9 14M5 9.5h9a5 5 0 0 1 0 10H9",
  again: "M19.5 12a7.5 7.5 0 1 1-2.600-5.700M19.5 4v4.5H15",
  lobby: "M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10M10.5 19.5v-5h3v5",
  wide: "M14 4.5h5.5v5.5M10 19.5H4.5V14M19 5l-6 6M5 19l6-6",
  leave: "M13.5 4.5h-8v15h8M10.5 12h10M17 8.5l3.5 3.5-3.5 3.5",
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

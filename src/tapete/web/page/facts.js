// Account of a game: facts of every seat, moments, curves, and lists to unfold. It needs no page around it:
// files of whole games use it too.

import { h, s, sign } from "./dom.js";
import { fill, named, phrase } from "./fill.js";

const LONG = 28; // letters from which a list of names is folded away

/** An account in the words of a language, for a reader's eyes: as tapete/core/summary.py tells it. */
export function accountTold(account, words, { reader = null, names = null } = {}) {
  const sentence = (event) => {
    const key = `account.${event.kind}`;
    const own = reader !== null && event.loser === reader && `${key}.at_you` in words ? `${key}.at_you` : key;
    return upper(phrase(words, { ...event, say: own }, { reader, names }));
  };
  return {
    how: account.how && sentence(account.how),
    moments: account.moments.map(sentence),
    facts: account.facts.map(({ name, values }) => ({
      name,
      label: words[`fact.${name}`],
      list: values.some(Array.isArray),
      values: values.map((value) => factOf(words, name, value)),
    })),
    charts: account.charts.map((chart) => ({ ...chart, label: words[`chart.${chart.name}`] })),
  };
}
// A fact of a seat: a number, names with how often each is there, or what fills a template.
function factOf(words, name, value) {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) {
    const counted = new Map();
    for (const item of value) counted.set(item, (counted.get(item) ?? 0) + 1);
    return [...counted].map(([item, n]) => `${n > 1 ? `${n} × ` : ""}${named(words, item)}`).join(", ");
  }
  if (typeof value === "object") return fill(words, words[`fact.${name}.value`], value);
  return String(value);
}

// The parts of an account, for the seats that have these names; where it is narrow, names of more seats stand
// below their signs.
export function accountParts(account, { names, narrow = false }) {
  const folded = (fact) => fact.list && fact.values.some((text) => text.length > LONG);
  const facts = account.facts.filter((fact) => !folded(fact)),
    lists = account.facts.filter(folded);
  const seats = names.map((_, seat) => seat);
  const few = seats.length < 3 || !narrow;
  const head = h(
    "tr",
    {},
    h("td"),
    seats.map((seat) =>
      h(
        "th",
        { scope: "col", title: names[seat] },
        sign(seat),
        " ",
        h("span", { class: few ? null : "under", text: names[seat] }),
      ),
    ),
  );
  return [
    account.moments.length
      ? h(
          "ul",
          {},
          account.moments.map((text) => h("li", { text })),
        )
      : null,
    facts.length
      ? h(
          "table",
          {},
          h("thead", {}, head),
          h(
            "tbody",
            {},
            facts.map((fact) =>
              h(
                "tr",
                { "data-fact": fact.name, class: fact.label.startsWith("·") ? "part" : "" },
                h("th", { scope: "row", text: upper(fact.label) }),
                fact.values.map((text) => h("td", { class: "number", text: text || "–" })),
              ),
            ),
          ),
        )
      : null,
    ...account.charts.map((chart) => figure(names, chart)),
    ...lists.map((fact) =>
      h(
        "details",
        { "data-fact": fact.name },
        h("summary", { text: upper(fact.label) }),
        h(
          "dl",
          {},
          seats.flatMap((seat) => [
            h("dt", {}, sign(seat), " ", names[seat]),
            h("dd", { lang: "en", text: fact.values[seat] || "–" }),
          ]),
        ),
      ),
    ),
  ].filter(Boolean);
}
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const WIDE = 300,
  HIGH = 110,
  FOOT = 16;
function figure(names, chart) {
  const told = chart.rows.map((row, seat) => {
    const whose = chart.rows.length > 1 ? `${names[seat]} ` : "";
    const values = row.map((value, k) => `${chart.labels[k]}: ${value}`).join(", ");
    return `${whose}${values}`;
  });
  const svg = s("svg", {
    class: "chart",
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "img",
    "aria-label": `${chart.label}: ${told.join("; ")}`,
  });
  svg.append(...(chart.rows.length > 1 ? lines(chart) : bars(chart)));
  return h("figure", { "data-chart": chart.name }, h("figcaption", { text: chart.label }), svg);
}
function bars(chart) {
  const [row] = chart.rows;
  const most = Math.max(1, ...row, ...(chart.expected ?? []));
  const step = WIDE / row.length,
    top = 14,
    room = HIGH - FOOT - top;
  const high = (value) => (room * value) / most;
  const made = row.flatMap((value, k) => [
    s("rect", {
      class: "bar",
      x: k * step + 3,
      y: top + room - high(value),
      width: step - 6,
      height: high(value),
    }),
    s("text", {
      class: "label",
      x: (k + 0.5) * step,
      y: HIGH - 3,
      "text-anchor": "middle",
      text: String(chart.labels[k]),
    }),
  ]);
  if (chart.expected)
    made.push(
      s("path", {
        class: "expected",
        d: chart.expected
          .map(
            (value, k) =>
              `${k ? "L" : "M"}${((k + 0.5) * step).toFixed(1)} ${(top + room - high(value)).toFixed(1)}`,
          )
          .join(""),
      }),
    );
  const numbers = row.map((value, k) => {
    const x = (k + 0.5) * step,
      y = top + room - high(value) - 3;
    return s("text", { class: "value", x, y, "text-anchor": "middle", text: String(value) });
  });
  return [...made, ...numbers]; // above the line
}
// One line for each seat, ending in the seat's sign, so that lines differ without colour.
function lines(chart) {
  const most = Math.max(1, ...chart.rows.flat());
  const left = 22,
    right = WIDE - 12,
    room = HIGH - FOOT - 6,
    last = Math.max(1, chart.labels.length - 1);
  const x = (k) => left + ((right - left) * k) / last,
    y = (value) => 6 + room * (1 - value / most);
  const every = Math.max(1, Math.ceil(chart.labels.length / 10));
  const made = [
    s("path", { class: "axis", d: `M${left} 6V${6 + room}H${right}` }),
    s("text", { x: left - 3, y: 12, "text-anchor": "end", text: String(most) }),
    s("text", { x: left - 3, y: 8 + room, "text-anchor": "end", text: "0" }),
  ];
  chart.labels.forEach((label, k) => {
    if (k % every === 0)
      made.push(
        s("text", { class: "label", x: x(k), y: HIGH - 3, "text-anchor": "middle", text: String(label) }),
      );
  });
  chart.rows.forEach((row, seat) => {
    const path = s("path", {
      class: "line",
      d: row.map((value, k) => `${k ? "L" : "M"}${x(k).toFixed(1)} ${y(value).toFixed(1)}`).join(""),
    });
    path.style.stroke = `var(--seat-${seat % 4})`;
    const under = path.cloneNode(); // a light colour is seen on paper too
    under.removeAttribute("style");
    under.setAttribute("class", "line under");
    const end = sign(seat, 10);
    end.setAttribute("x", x(last) - 5);
    end.setAttribute("y", y(row.at(-1)) - 5);
    made.push(under, path, end);
  });
  return made;
}

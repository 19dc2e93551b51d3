// The side of the table: log, list of moves, analysis.

import { app } from "./app.js";
import { prefs, set } from "./prefs.js";
import { $, h, s, button, copyText, sign, toast } from "./dom.js";
import { icon } from "./icons.js";
import { grouped, percent, scored } from "./words.js";
import { reason } from "./reasons.js";
import { placeAccount } from "./account.js";
import { handsPane } from "./hands.js";
import { putAside } from "./menus.js";
import {
  COSTLY,
  betterText,
  chapterAt,
  chapterName,
  chapterNumber,
  drawMarks,
  frameOf,
  isDear,
  isMistake,
  ruleText,
  signed,
  termName,
} from "./replay.js";

const MOST_LINES = 400,
  MOST_MISTAKES = 12,
  FEWEST = 4; // of the others' mistakes that are listed after one's own
const SURE = 0.995; // a chance of winning that is written as 100 %
const UNTIL_STOPPED = 600,
  BUDGETS = [0.5, 2, 10, UNTIL_STOPPED]; // seconds

/** A value as what it is: a chance of winning, a rating out of 100, or a bot's own score.
 * @param {number} value @param {string | null} measure */
const worthText = (value, measure) =>
  measure === "chance"
    ? `${percent(value)} %`
    : measure === "evaluation"
      ? String(percent(value))
      : scored(value, app.language);

/** Whether two lists offer the same moves, in the same words.
 * @param {SentMove[]} one @param {SentMove[]} other */
const sameList = (one, other) =>
  one.length === other.length &&
  one.every((move, k) => move.id === other[k].id && move.text === other[k].text);

export class Side {
  constructor(node, table) {
    this.node = node;
    this.table = table;
    this.tab = "play";
    this.points = [];
    /** @type {boolean | undefined} */
    this.reviewed = undefined; // whether a review that has begun is done
    node.addEventListener("focusin", () => {
      if (table.room.classList.contains("shut")) this.turn(true);
    });
    this.build();
  }
  build() {
    const keep = this.rows;
    this.logList = h("ol");
    this.filled = null;
    this.movesList = h("ol", { id: "moves", "aria-label": app.say("moves") });
    this.log = h(
      "div",
      { class: "pane log", tabindex: "-1" },
      h(
        "div",
        { class: "row filters" },
        h("strong", { class: "sr", text: app.say("log") }),
        this.filters(),
        button(app.say("copy"), () => this.copy()),
      ),
      this.logList,
    );
    this.movesPane = h(
      "div",
      { class: "pane moves", tabindex: "-1" },
      h("strong", { class: "head", text: app.say("moves"), "data-showing": app.say("showing-moves") }),
      this.movesList,
    );
    this.analysisPane = h("div", { class: "pane analysis", tabindex: "-1", hidden: true });
    this.handsPane = h("div", { class: "pane hands", tabindex: "-1", hidden: true });
    this.buildAnalysis();
    const tabs = [
      ["play", `${app.say("log")} · ${app.say("moves")}`],
      ["analysis", app.say("analysis")],
      ["hands", app.say("hands")],
    ];
    this.tabs = h(
      "div",
      { class: "tablist", role: "tablist" },
      tabs.map(([name, text]) =>
        button(
          text,
          () => {
            this.show(name);
            this.begin();
          },
          { role: "tab", "data-tab": name, "aria-selected": String(name === this.tab) },
        ),
      ),
    );
    const shut = h(
      "button",
      { type: "button", class: "close", "aria-label": app.say("close"), onclick: () => this.close() },
      icon("shut"),
    );
    this.taller = h("button", { type: "button", class: "taller", onclick: () => this.stretch() });
    this.stretch(this.table.sheetTall);
    this.node.replaceChildren(
      h("div", { class: "tabs" }, this.tabs, this.taller, shut),
      h("div", { class: "panes" }, this.log, this.movesPane, this.analysisPane, this.handsPane),
    );
    this.show(this.tab);
    this.update();
    if (keep) this.analysis({ ...keep, tag: this.tag });
  }
  show(name) {
    this.tab = name;
    for (const tab of this.tabs.querySelectorAll("[role=tab]"))
      tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
    this.log.hidden = this.movesPane.hidden = name !== "play";
    this.analysisPane.hidden = name !== "analysis";
    this.handsPane.hidden = name !== "hands";
    this.hands();
    if (name === "play" && this.logList?.isConnected) this.scrollLog(); // hidden, it could not be scrolled
  }
  // The open hands of all seats, where everything may be seen.
  hands() {
    const { table } = this;
    const open = (table.past ? table.past.eyes : table.about?.viewer) === "all";
    $("[data-tab=hands]", this.tabs).hidden = !open;
    if (!open && this.tab === "hands") this.show("play");
    if (open && this.tab === "hands") handsPane(this.handsPane, table);
  }
  // A button of the bar: show that part, or shut the side if it is shown.
  open(name) {
    const room = this.table.room,
      tab = name === "log" || name === "moves" ? "play" : name;
    const shut = room.classList.contains("shut");
    const again = !shut && this.tab === tab && this.opened === name;
    this.turn(!again);
    this.opened = again ? null : name;
    this.show(tab);
    if (!again) this.begin();
    if (!again && name === "moves") $("button", this.movesList)?.focus();
  }
  close() {
    this.opened = null;
    this.turn(false);
    this.table.focusNext();
  }
  // Open or shut; beside the table that is remembered.
  turn(open) {
    const { table } = this,
      { layout } = document.documentElement.dataset;
    table.sideAsked = open;
    table.room.classList.toggle("shut", !open);
    if (layout === "l" || layout === "xl") set({ side: open ? "open" : "shut" });
    placeAccount(table);
    if (open && layout !== "l" && layout !== "xl") {
      table.tips.close(); // there is no room for both
      putAside(table);
    }
    table.fitStage();
    table.redraw();
    if (open) this.scrollLog();
  }
  // Below the stage it has as much room as a stage that can be read leaves, or most of it.
  stretch(tall = !this.table.sheetTall) {
    const { table, taller } = this;
    taller.replaceChildren(icon(tall ? "lower" : "taller"));
    taller.setAttribute("aria-label", app.say(tall ? "side-lower" : "side-taller"));
    if (tall === table.sheetTall) return;
    table.sheetTall = tall;
    table.fitStage();
    table.redraw();
    if (this.rows) this.analysis(this.rows);
    this.scrollLog();
  }
  // All that happened, what oneself did, or what moved the game.
  filters() {
    const node = h(
      "span",
      { class: "row", role: "group", "aria-label": app.say("log-filter") },
      ["all", "mine", "important"].map((name) =>
        button(
          app.say(name),
          () => {
            set({ filter: name });
            this.filled = null;
            mark();
            this.fillLog();
          },
          { "data-filter": name },
        ),
      ),
    );
    const mark = () => {
      for (const one of node.children)
        one.setAttribute("aria-pressed", String(one.dataset.filter === prefs.filter));
    };
    mark();
    return node;
  }
  shows(event) {
    if (!event.text) return false;
    if (prefs.filter === "mine") return event.seat === this.table.seat;
    if (prefs.filter !== "important") return true;
    const kinds = this.table.stage.module.important;
    return kinds
      ? kinds.includes(event.kind)
      : ["points", "score", "winner", "winners"].some((name) => name in event);
  }
  // Whether an event tells what the one before it announced.
  repeats(before, event) {
    return (
      this.table.stage.module.superseded?.[before.kind] === event.kind &&
      before.seat === event.seat &&
      before.card === event.card
    );
  }
  update() {
    this.fillLog();
    this.moves();
    this.freshen();
    this.hands();
  }
  fillLog() {
    const { table } = this;
    /** @type {{frame: number, event: GameEvent, part?: number}[]} */
    const lines = [];
    for (const { frame, events } of table.toldLog) {
      if (table.upTo !== null && frame > table.upTo) break;
      for (const event of table.toldOf(frame, events))
        if (this.shows(event)) {
          if (lines.length && this.repeats(lines.at(-1).event, event)) lines.pop();
          lines.push({ frame, event });
        }
    }
    const chapters = table.stage.module.chapters ?? ["turn", "round"];
    let parts = 0;
    for (const line of lines)
      if (chapters.includes(line.event.kind)) {
        parts += 1;
        line.part = chapterNumber(line.event, parts);
      }
    // Of a long game: the end, or what is round the step that is looked at.
    const last = table.past
      ? lines.findLastIndex(({ frame }) => frame <= table.past.frame) + 100
      : lines.length;
    const end = Math.max(Math.min(last, lines.length), Math.min(MOST_LINES, lines.length));
    const shown = lines.slice(Math.max(0, end - MOST_LINES), end);
    // The log grows at its end, and there it may be shortened until what happened has been shown.
    const filled = this.filled ?? [];
    const other = shown.findIndex(({ event }, k) => event !== filled[k]);
    const same = other < 0 ? shown.length : other;
    while (this.logList.children.length > same) this.logList.lastChild.remove();
    this.filled = shown.map(({ event }) => event);
    this.logList.append(
      ...shown.slice(same).map(({ frame, event, part }) => {
        const mine = event.seat === table.seat && table.seat !== null ? "mine" : "";
        const now = this.frame === frame ? " now" : "";
        const chapter = chapters.includes(event.kind) ? " chapter" : "";
        return h(
          "li",
          {
            "data-chapter": part === undefined ? null : chapterName(table, part),
            class: `${mine}${now}${chapter}`,
            "data-frame": String(frame),
          },
          button(event.text, () => table.goTo(frame, table.past ? undefined : table.about.viewer), {
            onmouseenter: () => table.point(event),
            onfocus: () => table.point(event),
            onmouseleave: () => table.point(null),
            onblur: () => table.point(null),
          }),
        );
      }),
    );
    this.markMistakes();
    this.markLater();
    // With the frame: measured now, the page would be laid out twice.
    cancelAnimationFrame(this.scrolling);
    this.scrolling = requestAnimationFrame(() => {
      if (!table.room?.classList.contains("shut")) this.scrollLog();
    });
  }
  // To what is shown: the step that is looked at, else the newest.
  scrollLog() {
    const { past } = this.table;
    const told = (line) => Number(line.dataset.frame) <= past.frame;
    const now = past ? [...this.logList.children].findLast(told) : null;
    if (now)
      now.scrollIntoView({ block: "end" }); // what follows is not told yet
    else this.log.scrollTop = past ? 0 : this.log.scrollHeight;
  }
  // Lines of what comes after the step that is looked at.
  markLater() {
    const { past } = this.table;
    for (const line of this.logList.children)
      line.classList.toggle("later", Boolean(past) && Number(line.dataset.frame) > past.frame);
  }
  // Lines of the log at which something was given away, once the game has been reviewed.
  markMistakes() {
    const lost = new Map(
      this.points.filter(isMistake).map((point) => [this.frameAt(point), this.lossText(point)]),
    );
    for (const line of this.logList.children) {
      const loss = lost.get(Number(line.dataset.frame));
      line.classList.toggle("lapse", loss !== undefined);
      if (loss !== undefined) line.dataset.lapse = loss;
    }
  }
  at(frame) {
    const long = this.table.toldLog.length > MOST_LINES / 3;
    this.frame = frame;
    if (frame !== null && long) this.fillLog(); // other lines may be in reach now
    for (const line of this.logList.children)
      line.classList.toggle("now", frame !== null && Number(line.dataset.frame) === frame);
    this.markLater();
    if (frame !== null) this.scrollLog();
    this.hands();
    this.freshen();
    this.drawCurve();
  }
  async copy() {
    if (await copyText([...this.logList.children].map((line) => line.textContent).join("\n")))
      toast(app.say("copied"), { seconds: 2 });
  }

  // Every legal move as a button; one press commits.
  moves() {
    const { table } = this;
    const state = table.state;
    const moves = state && table.asked ? state.moves : [];
    if (this.listed?.list === this.movesList && sameList(this.listed.moves, moves)) return;
    this.listed = { list: this.movesList, moves };
    const one = (move) =>
      h(
        "li",
        {},
        button(move.text, () => table.playListed(move.id), { "data-action": String(move.id) }),
      );
    if (moves.length <= 12) {
      this.movesList.replaceChildren(...moves.map(one));
      return;
    }
    const groups = new Map();
    for (const move of moves) {
      const name = groupOf(move, table);
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(move);
    }
    const plain = groups.size > moves.length / 2 ? [["", moves]] : [...groups];
    this.movesList.replaceChildren(
      ...plain.map(([, group]) =>
        h(
          "li",
          {},
          h(
            "fieldset",
            {},
            common(group) ? h("legend", { text: common(group) }) : null,
            h("ol", {}, group.map(one)),
          ),
        ),
      ),
    );
  }
  mark() {
    const left = this.table.selection.left;
    for (const item of this.movesList.querySelectorAll("[data-action]"))
      item.classList.toggle("off", !left.has(Number(item.dataset.action)));
  }

  // Analysis

  buildAnalysis() {
    const { table } = this;
    const agent = h("input", {
      id: "analysis-agent",
      placeholder: app.say("adviser"),
      size: 14,
      title: app.say("agent-spec"),
      value: this.agent ?? "",
    });
    agent.addEventListener("change", () => {
      this.agent = agent.value.trim();
    });
    const budget = h(
      "select",
      {},
      BUDGETS.map((n) =>
        h("option", {
          value: String(n),
          text:
            n === UNTIL_STOPPED
              ? app.say("until-stopped")
              : app.say("seconds", { n: grouped(n, app.language) }),
        }),
      ),
    );
    budget.value = String(this.budget ?? 2);
    budget.addEventListener("change", () => {
      this.budget = Number(budget.value);
    });
    this.run = button(app.say("analyse"), () => this.start(), { class: "primary" });
    this.halt = button(app.say("stop"), () => table.net.send({ type: "stop" }), { disabled: true });
    this.note = h("p", { class: "promise", text: app.say("analysis-hint") });
    this.old = h("p", { class: "old", role: "status", text: app.say("analysis-old"), hidden: true });
    this.legend = h("p", { class: "promise", hidden: true });
    this.rule = h("p", { class: "promise", hidden: true });
    this.body = h("tbody");
    this.head = h("thead", { hidden: true });
    this.changed = h("p", { class: "promise", hidden: true });
    this.allButton = button(
      "",
      () => {
        this.allRows = !this.allRows;
        if (this.rows) this.analysis(this.rows);
      },
      { class: "link", hidden: true },
    );
    this.chips = h("div", { class: "row" });
    this.curve = h("div");
    this.whyBox = h("section", { class: "whybox", hidden: true });
    this.all = button(app.say("review"), () => this.startReview(), { class: "primary" });
    this.progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": app.say("review") });
    this.reviewNote = h("p", { class: "promise", role: "status", text: app.say("review-why") });
    const mode = (name) =>
      button(app.say(`look-${name}`), () => this.look(name), { "data-look": name, class: "mode" });
    this.modes = h(
      "div",
      { class: "modes", role: "group", "aria-label": app.say("analysis"), hidden: !this.reviewable },
      mode("move"),
      mode("game"),
    );
    this.looks = {
      move: h("section", { class: "look" }),
      game: h("section", { class: "look game" }, this.reviewNote, this.progress, this.all, this.curve),
    };
    this.looks.move.append(
      h("p", { class: "none", text: app.say("look-back") }),
      this.whyBox,
      h(
        "div",
        { class: "row" },
        h("label", {}, h("span", { text: app.say("agent") }), agent),
        h("label", {}, h("span", { text: app.say("budget") }), budget),
        this.run,
        this.halt,
      ),
      this.old,
      this.note,
      h("table", { class: "rows" }, this.head, this.body),
      this.rule,
      this.allButton,
      this.changed,
      this.legend,
      this.chips,
    );
    this.analysisPane.replaceChildren(this.modes, this.looks.move, this.looks.game);
    this.look(this.looked ?? "move");
    if (this.reviewed !== undefined) this.reviewNoted();
  }
  // One thing at a time: what the moves of a position are worth, or the decisions of the whole game.
  look(name) {
    this.looked = this.reviewable ? name : "move";
    for (const [key, section] of Object.entries(this.looks)) section.hidden = key !== this.looked;
    for (const one of this.modes.children)
      one.setAttribute("aria-pressed", String(one.dataset.look === this.looked));
    if (this.looked !== "game") return;
    this.drawCurve();
    if (this.points.length && !this.table.past) this.stretch(true);
  }
  // Which position is looked at now.
  get position() {
    const { past, state } = this.table;
    return past ? `${past.frame} of ${past.eyes}` : (state?.decision ?? "");
  }
  // Who opens the analysis at a question of his own wants to see one.
  begin() {
    if (
      this.tab === "analysis" &&
      this.table.asked &&
      this.table.about.settings.hints &&
      (!this.rows || this.of !== this.position)
    )
      this.start();
  }
  // What was found for another position says so, and the search for it stops.
  freshen() {
    const old =
      this.of !== undefined && this.of !== this.position && Boolean(this.rows || !this.halt.disabled);
    this.old.hidden = !old;
    this.analysisPane.classList.toggle("stale", old);
    this.looks.move.classList.toggle("ended", Boolean(this.table.state?.over && !this.table.past));
    if (old && !this.halt.disabled) {
      this.halt.disabled = true;
      this.table.net.send({ type: "stop" });
    }
  }
  start() {
    const { table } = this;
    this.tag = (this.tag ?? 0) + 1;
    this.of = this.position;
    this.rows = null;
    this.look("move");
    this.legend.hidden = this.rule.hidden = this.changed.hidden = true;
    const message = { type: "analyse", seconds: this.budget ?? 2, tag: this.tag };
    if (this.agent) message.agent = this.agent;
    if (table.past) Object.assign(message, { frame: table.past.frame, eyes: table.past.eyes });
    this.halt.disabled = false;
    this.chips.replaceChildren();
    this.body.replaceChildren();
    this.openRows = new Set();
    this.note.textContent = app.say("thinking");
    this.freshen();
    table.net.send(message);
    table.net.send({ ...message, type: "others" });
  }
  refused(text) {
    this.note.textContent = text;
    this.halt.disabled = true;
  }
  stopped() {
    this.halt.disabled = true;
  }
  // Who looked: a level by its name, the table's own search as such, anything else as it was written.
  agentName(found) {
    return !this.agent
      ? app.say("adviser")
      : this.table.about.levels.includes(this.agent)
        ? app.say(this.agent)
        : found.agent;
  }
  analysis(found) {
    if (found.tag !== this.tag) return; // of an earlier request
    this.rows = found;
    const actions = oneOfAlike(found);
    const language = app.language;
    // Only a chance is a part of a hundred games; a rating has its own scale, and a score none.
    const measure =
      found.measure ?? (actions.some((row) => typeof row.chance === "number") ? "chance" : "score");
    const chance = measure === "chance";
    const worth = (row) => (chance ? row.chance : row.value) ?? null;
    const values = actions.map(worth).filter((value) => value !== null);
    this.note.title = found.agent;
    const searched = found.solved
      ? app.say("exact")
      : app.say("iterations", { n: grouped(found.iterations, language) });
    const alike = chance ? decidedBy(values) : null;
    this.note.textContent = [this.agentName(found), searched, alike].filter(Boolean).join(" · ");
    if (found.final) this.halt.disabled = true;
    const many = actions.length > 12,
      shown = many && !this.allRows ? bestOfEach(actions) : actions;
    const told = (step) => `${this.table.names[step.seat] ?? step.seat}: ${step.text}`;
    const kept = (this.openRows ??= new Set()),
      low = this.table.room.dataset.sheet === "below" && !this.table.sheetTall; // room for the moves alone
    this.body.replaceChildren(
      ...shown.flatMap((row, rank) => {
        const line =
          row.line?.length > 1
            ? h(
                "tr",
                { class: "more" },
                h("td"),
                h("td", {
                  class: "line",
                  colspan: "4",
                  text: `→ ${row.line.slice(1).map(told).join(" → ")}`,
                }),
              )
            : null;
        const terms =
          row.terms && Object.keys(row.terms).length
            ? h(
                "tr",
                { class: "more" },
                h("td"),
                h("td", { colspan: "4" }, termsTable(this.table, row.terms)),
              )
            : null;
        const open = kept.has(row.action) || rank < (low ? 0 : terms ? 1 : 3);
        for (const more of [line, terms]) if (more) more.hidden = !open;
        const { text } = row;
        const name =
          line || terms
            ? button(
                text,
                () => {
                  const now = kept.has(row.action);
                  if (now) kept.delete(row.action);
                  else kept.add(row.action);
                  for (const more of [line, terms]) if (more) more.hidden = !more.hidden;
                  name.setAttribute("aria-expanded", String(!(line ?? terms).hidden));
                },
                { class: "link", "aria-expanded": String(open) },
              )
            : text;
        return [
          h(
            "tr",
            {
              "data-action-row": String(row.action),
              class: row.action === found.chosen ? "chosen" : "",
              onmouseenter: () => this.point(row.action),
              onmouseleave: () => this.point(null),
            },
            h("td", { class: "number", text: String(rank + 1) }),
            h("td", {}, name, row.wins ? h("small", { class: "wins", text: app.say("wins-now") }) : null),
            ...(values.length
              ? [
                  h(
                    "td",
                    {},
                    worth(row) !== null && measure !== "score"
                      ? h("meter", {
                          min: "0",
                          max: "1",
                          value: String(worth(row)),
                          "aria-label": `${app.say(measure)} ${worthText(worth(row), measure)}`,
                        })
                      : null,
                  ),
                  h("td", {
                    class: "number",
                    text: worth(row) === null ? "" : worthText(worth(row), measure),
                  }),
                  h("td", { class: "number", text: row.visits ? grouped(row.visits, language) : "" }),
                ]
              : []),
          ),
          line,
          terms,
        ].filter(Boolean);
      }),
    );
    this.head.hidden = !actions.length;
    this.head.replaceChildren(
      h(
        "tr",
        {},
        ["", app.say("move"), ...(values.length ? ["", app.say(measure), app.say("visits")] : [])].map(
          (text) => h("th", { scope: "col", text }),
        ),
      ),
    );
    this.allButton.hidden = !many;
    this.allButton.textContent = this.allRows
      ? app.say("fewer-rows")
      : app.say("all-rows", { n: actions.length });
    if (found.final && !found.iterations && !found.solved && actions.every((row) => !row.terms)) {
      const unweighed = app.say(actions.length === 1 ? "only-move" : "no-terms");
      this.note.textContent = `${this.agentName(found)} · ${unweighed}`;
    }
    const rule = found.rule?.at(-1); // of a bot that plays by rules: what decided, in the words of its source
    this.rule.hidden = !rule;
    this.rule.replaceChildren(
      ...(rule ? [h("strong", { text: `${app.say("rule")} ` }), h("span", ruleText(this.table, rule))] : []),
    );
    this.legend.hidden = !values.length;
    this.legend.textContent = app.say(
      !chance ? `${measure}-why` : found.counted === false ? "chance-rated-why" : "chance-why",
    );
    this.besideHint(found);
    this.freshen();
  }
  // A longer search may come to another order than the hint did: then that is said.
  besideHint(found) {
    const { hinted, past, state } = this.table;
    const best = hinted?.decision === state?.decision && !past && !this.agent ? hinted.moves[0].action : null;
    const text = best === null ? null : found.actions.find((row) => row.action === best)?.text;
    this.changed.hidden = !text || found.chosen === best;
    if (!this.changed.hidden) this.changed.textContent = app.say("hint-changed", { text });
  }
  // Why the bot whose move is looked at made it; null: nothing is known.
  why(found) {
    this.whyBox.hidden = !found;
    if (!found) return;
    const { table } = this;
    const rule = found.rule ? ruleText(table, found.rule) : null;
    const next = found.next;
    this.whyBox.replaceChildren(
      h("h3", { text: app.say("why-move", { who: table.names[found.seat], text: found.text }) }),
      rule ? h("p", {}, h("span", { lang: rule.lang, text: rule.text })) : "",
      found.terms ? h("p", { class: "promise", text: app.say("why-score", { n: signed(found.total) }) }) : "",
      found.terms ? termsTable(table, found.terms) : "",
      found.terms && next
        ? h("p", { class: "promise", text: app.say("why-next", { text: next.text, n: signed(next.total) }) })
        : "",
    );
  }
  // What a row of the analysis is about, marked on the stage while it is pointed at.
  point(action) {
    for (const thing of this.table.stage.svg.querySelectorAll(".pointed")) thing.classList.remove("pointed");
    if (action === null) return;
    for (const thing of this.table.stage.svg.querySelectorAll("[data-moves]"))
      thing.classList.toggle("pointed", thing.dataset.moves.split(" ").includes(String(action)));
  }
  others(found) {
    if (found.tag !== this.tag) return;
    if (!this.chips.firstChild) this.chips.append(h("strong", { text: app.say("others-play") }));
    const offered =
      this.of === this.position && this.table.state.moves.find((move) => move.id === found.action)?.text;
    this.chips.append(
      h("span", {
        class: "chip",
        title: found.agent,
        text: `${app.say(found.level)}: ${offered || found.text}`,
      }),
    );
  }
  hint(message) {
    const { table } = this;
    const [best, second] = message.moves;
    const text = table.state.moves.find((move) => move.id === best.action)?.text ?? "";
    const told = (message.claims ?? [])
      .map((claim) => reason(claim, (key, values) => table.say(key, values), app.language))
      .filter(Boolean);
    const a = percent(best.value ?? 0),
      b = typeof second?.value === "number" ? percent(second.value) : null;
    const worth =
      table.state.moves.length === 1
        ? app.say("only-move")
        : message.wins
          ? app.say("hint-wins")
          : best.value === null
            ? app.say("hint-none")
            : message.measure !== "chance"
              ? app.say("hint-rated")
              : message.solved
                ? app.say("hint-exact")
                : b === null
                  ? app.say(message.counted ? "hint-best" : "hint-chance-only", { a })
                  : message.close || a < b
                    ? app.say(message.counted ? "hint-close" : "hint-close-chance", { a, b })
                    : !message.counted
                      ? app.say("hint-chance", { a, b })
                      : app.say(a === b ? "hint-equal" : "hint-why", { a, b });
    const pick =
      table.askedPick === null || table.askedPick === undefined
        ? null
        : this.pickWorth(message, table.askedPick);
    table.askedPick = null;
    const saying = (n) => {
      const why = [...told.slice(0, n), worth].join("; ").replaceAll(" %", "\u00a0%");
      return `${pick ? `${pick} ` : ""}${text}: ${why}`;
    };
    const said = saying(told.length);
    const other = second ? table.state.moves.find((found) => found.id === second.action)?.text : null;
    const found = message.seconds ? app.say("hint-found", { n: grouped(message.seconds, app.language) }) : "";
    const first = this.advise(said, other, found);
    // Where not all of it has room, reasons are left out from the last, and the number stays.
    const full = () => first.parentNode.scrollHeight > first.parentNode.clientHeight + 1;
    for (let n = told.length - 1; n >= 0 && full(); n -= 1) first.lastChild.textContent = saying(n);
    if (said !== this.advised) table.speak(said);
    this.advised = said;
  }
  // That a hint is being found, for how long already; it is where the hint will be.
  thinking() {
    const { table } = this,
      seconds = Math.floor((performance.now() - table.hinting.since) / 1000);
    const text = seconds ? app.say("hint-thinking-for", { n: seconds }) : app.say("hint-thinking");
    if (this.shown?.isConnected && this.shown.classList.contains("thinking")) {
      $("p", this.shown).lastChild.textContent = text;
      return;
    }
    this.advise(text);
    this.shown.classList.add("thinking");
    table.speak(app.say("hint-thinking"));
  }
  // A hint stays below the table until the question is answered, in a small window in the place of the
  // question. What the marks on the table mean stands beside them.
  /** @param {string} text @param {string | null} [other] @param {string | null} [found] */
  advise(text, other, found = null) {
    const { table } = this;
    this.shown?.remove();
    const marked = (mark, key) =>
      found === null ? [] : [h("b", { text: mark }), " ", h("em", { text: app.say(key) }), " "];
    const line = (mark, key, ...said) => h("p", {}, marked(mark, key), ...said);
    const first = line("H1", "hint-first", h("span", { text }));
    const rest = [h("span", { text: other ?? "" }), " ", h("small", { text: found ?? "" })];
    const node = (this.shown = h(
      "div",
      { class: "toast hint" },
      h("div", {}, first, other ? line("H2", "hint-second", ...rest) : ""),
      button(
        "×",
        () => {
          this.noHint({ keep: true });
          table.redraw();
        },
        { class: "link", "aria-label": app.say("close") },
      ),
    ));
    if (found !== null) node.title = `${text}\n${[app.say("hint-marks"), found].filter(Boolean).join(" ")}`;
    table.advice.hidden = false;
    table.advised = table.selection.picked.join();
    table.advice.append(node);
    if (document.documentElement.dataset.layout === "s") table.tips.close(); // one thing to read at a time
    return first;
  }
  noHint({ keep = false } = {}) {
    const { table } = this;
    this.shown?.remove();
    table.advice.hidden = true;
    table.hints = [];
    this.advised = null;
    if (keep) return;
    table.hinted = table.hinting = null;
  }

  // What the person was about to play, beside the best that was found.
  pickWorth(message, id) {
    const values = new Map((message.values ?? []).map(({ action, value }) => [action, value]));
    const best = Math.max(...values.values()),
      mine = values.get(id);
    if (message.moves[0].action === id) return app.say("coach-good");
    if (message.measure !== "chance") return null;
    if (mine === undefined || !Number.isFinite(best)) return app.say("coach-unseen");
    return best - mine < 0.03 ? app.say("coach-good") : app.say("coach-cost", { n: percent(best - mine) });
  }

  // The whole game

  startReview() {
    this.points = [];
    this.reviewed = false;
    this.look("game");
    this.stretch(true);
    this.table.net.send({ type: "review", eyes: this.table.session?.eyes ?? this.table.about.viewer });
    this.reviewNoted();
  }
  // How far the review is, or what it has done.
  reviewNoted() {
    const n = this.decided.length,
      last = this.points.findLast((point) => point.frame)?.frame ?? 0,
      part = Math.min(0.99, last / Math.max(1, this.table.log.length));
    this.all.hidden = true;
    this.progress.hidden = this.reviewed;
    this.progress.value = part;
    const by = app.say("reviewed-by", { agent: app.say("adviser").toLowerCase() });
    this.reviewNote.textContent = this.reviewed
      ? `${app.say("review-done", { n })} ${by}`
      : app.say("reviewing", { n, of: Math.round(100 * part) });
  }
  review(found) {
    this.reviewed = Boolean(found.final);
    if (!found.final) this.points.push(found);
    this.reviewNoted();
    this.drawCurve();
    if (isMistake(found)) {
      drawMarks(this.table);
      this.markMistakes();
    }
  }
  // A review that has begun will not go on: it can be started again.
  noReview(text = app.say("review-why")) {
    if (this.reviewed !== false) return;
    this.reviewed = undefined;
    this.all.hidden = false;
    this.progress.hidden = true;
    this.reviewNote.textContent = text;
  }
  showReview(allowed) {
    this.reviewable = allowed;
    this.modes.hidden = !allowed;
    // Of a position that is no longer on the table nothing is left to say.
    if (allowed && !this.table.past && this.looked !== "game") this.look("game");
  }
  // The decisions among the points; the last one of a finished game is its result.
  get decided() {
    return this.points.filter((point) => !point.end);
  }
  // To the step of a point of the review, or to the question before it.
  goToPoint(point, by = 0) {
    const { table } = this,
      frame = this.frameAt(point);
    if (frame) table.goTo(Math.max(0, frame + by), table.past ? undefined : table.about.viewer);
  }
  // The sides that have a line: in a game of two the reader's own, else all of them.
  lines(sides) {
    const { table } = this,
      mine = sides[table.seat ?? 0];
    const seatsOf = (side) => sides.flatMap((one, seat) => (one === side ? [seat] : []));
    const all = [...new Set(sides)].map((side) => ({
      side,
      seats: seatsOf(side),
      name: seatsOf(side)
        .map((seat) => table.names[seat])
        .join(" + "),
    }));
    return sides.length === 2 ? all.filter(({ side }) => side === mine) : all;
  }
  drawCurve() {
    const drawn = this.points.filter((point) => point.chances);
    if (!this.points.length) {
      this.curve.replaceChildren();
      return;
    }
    const { table } = this;
    const last = Math.max(1, ...this.points.map((point) => point.step));
    const sides = this.points[0].sides ?? table.about.seats.map((chair) => chair.seat);
    const rated = this.points[0].measure !== "chance"; // by an evaluation, which is not a chance
    const count = new Set(sides).size,
      par = 1 / count,
      lines = this.lines(sides);
    const title = app.say(rated ? "curve-rated" : "curve");
    const svg = s(
      "svg",
      {
        class: "curve",
        viewBox: "0 -3 300 106",
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": title,
      },
      s("path", { class: "par", d: `M0 ${(100 - 100 * par).toFixed(1)}H300` }),
    );
    for (const { side, seats } of lines) {
      const own = drawn.map((point) => [(300 * point.step) / last, 100 - 100 * point.chances[side]]);
      const path = s("path", {
        class: `side-${side}`,
        "data-side": String(side),
        d: own.map(([x, y], k) => `${k ? `H${x.toFixed(1)}V` : `M${x.toFixed(1)} `}${y.toFixed(1)}`).join(""),
      });
      path.style.stroke = `var(--seat-${seats[0] % 4})`;
      svg.append(path);
    }
    const costly = drawn
      .filter(isMistake)
      .sort((a, b) => Number(Boolean(b.missed_win)) - Number(Boolean(a.missed_win)) || b.loss - a.loss);
    for (const point of costly) {
      const side = lines.some((line) => line.side === sides[point.seat]) ? sides[point.seat] : lines[0].side;
      const x = (300 * point.step) / last,
        y = Math.min(88, 100 - 100 * point.chances[side]);
      svg.append(triangle(`M${x - 4} ${y + 9}h8l-4 -8Z`, this.owns(point), isDear(point)));
    }
    if (this.frame) {
      const at = this.points.find((point) => (frameOf(table, point.step) ?? point.frame) >= this.frame);
      if (at) {
        const line = s("path", { d: `M${(300 * at.step) / last} 0V100` });
        line.style.stroke = "var(--ink)";
        svg.append(line);
      }
    }
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect(),
        step = (last * (event.clientX - box.left)) / box.width;
      const near = this.points.reduce((best, point) =>
        Math.abs(point.step - step) < Math.abs(best.step - step) ? point : best,
      );
      this.goToPoint(near);
    });
    const sample = (kind, colour) => {
      const line = s("path", { class: kind, d: "M0 6H26" });
      if (colour) line.style.stroke = colour;
      return s("svg", { class: "curve sample", viewBox: "0 0 26 12", "aria-hidden": "true" }, line);
    };
    const legend = h(
      "ul",
      { class: "lines" },
      lines.map(({ side, seats, name }) =>
        h(
          "li",
          {},
          sample(`side-${side}`, `var(--seat-${seats[0] % 4})`),
          ...seats.map((seat) => sign(seat, 10)),
          h("span", { text: name }),
        ),
      ),
      h(
        "li",
        {},
        sample("par"),
        h("span", { text: app.say(rated ? "par-rated" : "par", { n: percent(par) }) }),
      ),
      ...this.signs(costly, rated),
    );
    const one = (point) => {
      const now = typeof this.frame === "number" && this.frame === this.beforePoint(point);
      return h(
        "li",
        {},
        h(
          "button",
          { type: "button", "aria-current": now ? "step" : null, onclick: () => this.goToMistake(point) },
          h("b", { class: "loss", text: this.lossText(point) }),
          h(
            "span",
            {},
            h("small", { text: this.whereOf(point) }),
            h("span", { text: point.text }),
            h("span", { class: "better", text: betterText(point) }),
          ),
        ),
      );
    };
    const own = costly.filter((point) => this.owns(point)),
      others = costly.filter((point) => !this.owns(point));
    const split = own.length > 0 && others.length > 0;
    const list = h("ol", { class: "mistakes" }, [
      ...own.slice(0, MOST_MISTAKES).map(one),
      split ? h("li", { class: "of", text: app.say("mistakes-others") }) : null,
      ...others.slice(0, Math.max(split ? FEWEST : 0, MOST_MISTAKES - own.length)).map(one),
    ]);
    const none = this.reviewed
      ? h("p", { class: "promise", text: app.say(rated ? "no-mistakes-rated" : "no-mistakes") })
      : "";
    const ends = rated ? ["100", "0"] : ["100 %", "0 %"];
    this.curve.replaceChildren(
      h(
        "figure",
        {},
        h(
          "figcaption",
          {},
          h("h3", { text: title }),
          rated ? h("p", { class: "promise", text: app.say("curve-rated-why") }) : "",
        ),
        h("div", { class: "graph" }, svg, ...ends.map((text) => h("span", { "aria-hidden": "true", text }))),
        legend,
      ),
      ...(costly.length
        ? [
            h(
              "section",
              {},
              h("h3", { text: app.say("mistakes") }),
              h("p", { class: "promise", text: app.say(rated ? "mistakes-rated-why" : "mistakes-why") }),
              list,
            ),
          ]
        : [none]),
    );
    $("[aria-current]", list)?.scrollIntoView({ block: "nearest" });
  }
  // What a decision cost; the sides' values are all of one kind.
  lossText(point) {
    return point.missed_win ? app.say("missed-win") : `−${worthText(point.loss, this.points[0].measure)}`;
  }
  // Whether a decision was the reader's own. A spectator has none: all are treated alike.
  owns(point) {
    return this.table.seat === null || point.seat === this.table.seat;
  }
  // What the triangles on the curve mean.
  signs(costly, rated) {
    const line = (own, full, key) =>
      h(
        "li",
        {},
        s(
          "svg",
          { class: "sample", viewBox: "0 0 12 12", width: 12, height: 12, "aria-hidden": "true" },
          triangle("M2 11h8l-4 -9Z", own, full),
        ),
        h("span", { text: app.say(key, { n: `${percent(COSTLY)}${rated ? "" : "\u00a0%"}` }) }),
      );
    return [
      costly.some((point) => !isDear(point)) ? line(true, false, "sign-costly") : null,
      costly.some(isDear) ? line(true, true, "sign-dear") : null,
      costly.some((point) => !this.owns(point)) ? line(false, true, "sign-others") : null,
    ];
  }
  // To the question before it; a sheet that lies over the table makes room for it.
  goToMistake(point) {
    this.pressed = point;
    this.stretch(false);
    this.goToPoint(point, -1);
  }
  // The frame of a point of the review, as the present viewer counts them.
  frameAt({ step, frame }) {
    return this.table.past ? frameOf(this.table, step) : frame;
  }
  // The frame of the question of a point of the review.
  beforePoint(point) {
    const frame = this.frameAt(point);
    return frame ? Math.max(0, frame - 1) : null;
  }
  // Who decided, and in which part of the game.
  whereOf(point) {
    const { table } = this,
      frame = this.beforePoint(point); // an end of a turn belongs to that turn
    const part = table.past && frame !== null ? chapterAt(table, frame)?.n : undefined;
    const who = table.names[point.seat];
    return part === undefined ? who : `${chapterName(table, part)} · ${who}`;
  }
}

// Where no move changes who wins, the column of chances says nothing.
/** @param {number[]} chances */
function decidedBy(chances) {
  if (chances.length < 2) return null;
  if (chances.every((one) => one >= SURE)) return app.say("all-win");
  return chances.every((one) => one <= 1 - SURE) ? app.say("all-lose") : null;
}
// The sign of a costly decision; filled: a dear one.
function triangle(d, own, full) {
  const mark = s("path", { d, class: own ? "mistake" : "mistake other" }),
    colour = own ? "var(--bad)" : "var(--ink-2)";
  mark.style.stroke = colour;
  mark.style.fill = full ? colour : "none";
  return mark;
}
// What decided, term by term: bars left and right of nothing.
function termsTable(table, terms) {
  const entries = Object.entries(terms)
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    .slice(0, 12);
  const most = Math.max(1e-9, ...entries.map(([, part]) => Math.abs(part)));
  return h(
    "table",
    { class: "terms" },
    h("caption", { text: app.say("terms") }),
    h(
      "tbody",
      {},
      entries.map(([name, part]) =>
        h(
          "tr",
          {},
          h("td", { text: termName(table, name) }),
          h("td", { class: "number", text: signed(part) }),
          h(
            "td",
            {},
            s(
              "svg",
              {
                class: "termbar",
                viewBox: "-50 0 100 10",
                preserveAspectRatio: "none",
                "aria-hidden": "true",
              },
              s("path", { d: "M0 0V10" }),
              s("rect", {
                class: part < 0 ? "minus" : "plus",
                x: part < 0 ? (50 * part) / most : 0,
                y: 2,
                width: (50 * Math.abs(part)) / most,
                height: 6,
              }),
            ),
          ),
        ),
      ),
    ),
  );
}
function groupOf(move, table) {
  const kind = move.move.kind ?? "";
  const touched = move.move.card ?? move.move.attacker ?? move.move.patron ?? move.move.place ?? null;
  const named = touched !== null && typeof touched !== "object" ? table.say(`name.${touched}`) : "";
  return named && !named.startsWith("name.") ? named : String(kind).replaceAll("_", " ");
}
// The words with which all moves of a group begin.
function common(group) {
  const words = group.map((move) => move.text.split(" "));
  let n = 0;
  while (words.length > 1 && n < words[0].length - 1 && words.every((one) => one[n] === words[0][n])) n += 1;
  return words[0]
    .slice(0, n)
    .join(" ")
    .replace(/[,:(]+$/, "");
}
// Of moves in the same words with equal cards the first alone, or the one that is chosen.
function oneOfAlike({ actions, chosen }) {
  const kept = new Map();
  for (const row of actions) {
    const { kind, card } = row.move ?? {};
    const key = card ? `${kind} ${card} ${row.text}` : row.action;
    if (!kept.has(key) || row.action === chosen) kept.set(key, row);
  }
  return [...kept.values()];
}

// Of many moves the best of each beginning.
function bestOfEach(actions) {
  const seen = new Set(),
    found = [];
  for (const row of actions) {
    const start = row.text.split(/[,:(]| on | sobre | en | at /)[0];
    if (!seen.has(start)) {
      seen.add(start);
      found.push(row);
    }
  }
  return found.length >= 5 ? found.slice(0, 30) : actions.slice(0, 30);
}

// The place of the account of a game on the page: its summary, once it is over.

import { app } from "./app.js";
import { $, h, button } from "./dom.js";
import { accountParts } from "./facts.js";

/** Fold the account if it is open. @returns {boolean} whether it was */
export function foldAccount() {
  const open = $("#account[open]");
  open?.removeAttribute("open");
  open?.querySelector("summary").focus();
  return Boolean(open);
}

// The account is in the card of the end, folded: it opens over what is there, so that nothing moves, and
// below the headline where there is room.
export function placeAccount(table) {
  const { account } = table;
  $("#account")?.remove();
  if (account) $("#accounting")?.remove();
  if (!account || !table.state?.over || table.past || !$("#end")) return;
  const folded = h(
    "details",
    { id: "account" },
    h("summary", { text: app.say("account") }),
    h(
      "section",
      { tabindex: "0", "aria-label": app.say("account") },
      h(
        "header",
        {},
        h("h3", { text: app.say("account") }),
        button("×", () => folded.removeAttribute("open"), { class: "close", "aria-label": app.say("close") }),
      ),
      ...accountParts(account, { names: table.names }),
    ),
  );
  folded.addEventListener("toggle", () => {
    const { bottom } = $("#end .ribbon").getBoundingClientRect();
    folded.classList.toggle("under", bottom < innerHeight * 0.4);
    folded.style.setProperty("--headline", `${Math.round(bottom)}px`);
  });
  $("#end").append(folded); // below the buttons, which stay in sight
}

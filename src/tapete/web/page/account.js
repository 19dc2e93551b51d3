// The place of the account of a game on the page: its summary, once it is over.

import { app } from "./app.js";
import { $, h } from "./dom.js";
import { accountParts } from "./facts.js";

// The account is beside the table where the list of moves has become empty, and in the card of
// the end elsewhere.
export function placeAccount(table) {
  const { account } = table;
  $("#account")?.remove();
  if (account) $("#accounting")?.remove();
  if (!account || !table.state?.over || table.past || !$("#end")) return;
  const { layout } = document.documentElement.dataset;
  const beside = (layout === "l" || layout === "xl") && !table.room.classList.contains("shut");
  const parts = accountParts(account, { names: table.names, narrow: beside });
  const node = h(
    "section",
    { id: "account", tabindex: "0", "aria-label": app.say("account") },
    beside ? h("strong", { text: app.say("account") }) : null,
    ...parts,
  );
  if (beside) {
    table.side.movesPane.append(node);
    return;
  }
  const folded = h(
    "details",
    { id: "account", open: layout === "m" },
    h("summary", { text: app.say("account") }),
    node,
  );
  node.removeAttribute("id");
  $("#end").append(folded); // below the buttons, which stay in sight
}

// The end of a game: who has won, and how all have fared.

import { SEATS, seatToken, sign } from "./cards.js";
import { percent } from "./choices.js";
import { h } from "./dom.js";

/** The result in one sentence. */
function headline(rows) {
  const best = rows.filter((row) => row.share > 0);
  const winners = best.map((row) => row.name).join(" and ");
  if (!best.some((row) => row.name === "you")) return `The win goes to ${winners}.`;
  return best.length > 1 ? `You share the win: ${winners}` : "You have won!";
}

/** The standings of a view whose game is over, the best first; `tools` follow the headline. */
export function ending(view, ...tools) {
  const rows = [...view.standings].sort((a, b) => b.share - a.share || b.score - a.score);
  const most = Math.max(1, ...rows.map((row) => row.score));
  const line = (row) => {
    const k = view.players.findIndex((player) => player.seat === row.seat);
    return h(
      "tr",
      { class: row.share > 0 ? "best" : null },
      h("th", { scope: "row" }, seatToken(k, row.name)),
      h("td", {}, String(row.score)),
      h("td", { class: "length", "aria-hidden": "true" }, h("span", { style: { width: `${(Math.max(0, row.score) / most) * 100}%`, background: SEATS[k] } })),
      h("td", {}, row.share > 0 && [sign("crown", { name: "wins" }), row.share < 1 && percent(row.share)]),
    );
  };
  return h(
    "div",
    { class: "ending" },
    h("div", { class: "ending-head" }, h("p", { class: "winner" }, headline(rows)), tools),
    view.tie_break ? h("p", {}, `Scores are equal: ${view.tie_break}.`) : null,
    h(
      "table",
      { class: "standings" },
      h("thead", { class: "unseen" }, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "Points"), h("td"), h("th", { scope: "col" }, "Win"))),
      h("tbody", {}, rows.map(line)),
    ),
  );
}

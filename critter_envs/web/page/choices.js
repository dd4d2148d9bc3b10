// The choices of a person as buttons, as they are for the keyboard and for screen readers.

import { h } from "./dom.js";

export const percent = (share) => `${Math.round(share * 100)}\u00a0%`;

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** All legal actions as buttons, under the headings that the game gives them. */
export function listed(context, game) {
  const groups = new Map();
  for (const one of context.view.legal) {
    const heading = game.heading?.(one.action, context) ?? "";
    if (!groups.has(heading)) groups.set(heading, []);
    groups.get(heading).push(one);
  }
  return [...groups].map(([heading, actions]) =>
    h(
      "div",
      { class: "choice-group", role: "group", "aria-label": heading || "Choices" },
      heading && h("h2", {}, heading),
      h("div", { class: "choice-row" }, actions.map((one) => choice(context, one, game))),
    ),
  );
}

/** One legal action as a button: its label or, where its heading says the rest, a short one. */
function choice(context, one, game) {
  const short = game.caption?.(one.action, context);
  return h(
    "button",
    { type: "button", class: "choice", title: one.meaning, "aria-label": short ? `${capital(short)} (${one.label})` : null, onclick: () => context.act(one.action) },
    game.icon?.(one.action, context),
    capital(short ?? one.label),
    context.share(one.action),
  );
}


// What a game's module gets to draw its table from, and the modules of all games.

import { seatToken } from "./cards.js";
import { percent } from "./choices.js";
import { h } from "./dom.js";
import * as boo from "./games/boo_to_the_goose.js";
import * as breakfast from "./games/goblins_breakfast.js";
import * as critters from "./games/good_critters.js";
import * as goose from "./games/greedy_goose.js";
import * as goblins from "./games/greedy_greedy_goblins.js";

export const GAMES = {
  boo_to_the_goose: boo,
  goblins_breakfast: breakfast,
  good_critters: critters,
  greedy_goose: goose,
  greedy_greedy_goblins: goblins,
};

/** The view, and ways to show and take actions. */
export class Context {
  /** `hints` maps actions to the shares that an agent gives them; `act(action)` takes one. */
  constructor(view, hints, act) {
    this.view = view;
    this.o = view.over ? { ...view.observation, turn: view.observation.turn.map(() => 0) } : view.observation;
    this.players = view.players;
    this.size = view.players.length;
    this.legal = new Map(view.legal.map((one) => [one.action, one]));
    this.hints = hints;
    this.act = act;
    this.shared = new Set();
  }

  /** What a seat is called, counted from the viewer. */
  name(k) {
    return this.players[k].name;
  }

  /** The head of a seat's panel: a token in the seat's colour, who sits there, and marks. */
  seat(k, ...marks) {
    const player = this.players[k];
    const who = player.agent ?? (player.kind === "person" ? `person${player.connected ? "" : ", away"}` : "");
    return h("h2", { class: "seat" }, seatToken(k, player.name), who && h("span", { class: "seat-who" }, who), marks);
  }

  /** A piece of the table that can be clicked where the action is legal, and is only shown where it isn't. */
  playable(action, content, extra = "") {
    const one = this.legal.get(action);
    if (!one) return h("span", { class: `piece ${extra}` }, content);
    const share = this.shared.has(action) ? null : this.share(action);
    this.shared.add(action);
    return h(
      "button",
      {
        type: "button",
        class: `piece lit ${extra}`,
        tabindex: "-1",
        "aria-label": one.label,
        title: `${one.label}: ${one.meaning}`,
        onclick: () => this.act(action),
      },
      content,
      share,
    );
  }

  /** How often the agent would take this action, if that is known. */
  share(action) {
    const share = this.hints.get(action);
    return share >= 0.005 ? h("span", { class: "share" }, percent(share)) : null;
  }
}

// What has happened, in words: each decision, and what came of it.

import { seatToken } from "./cards.js";
import { h } from "./dom.js";
import { does } from "./lines.js";

/** What is told of a choice that several make at once; the news of the last one says what came of them all. */
const SECRET = "choose in secret";

const LONGEST_LOG = 200;

/** A view with its whole log: if it goes on from the one that came before, it brings only what is new since then. */
export function whole(view, before) {
  if (view.after !== before?.number) return view;
  return { ...view, log: [...before.log, ...view.log].slice(-LONGEST_LOG) };
}

/** Whether a view goes on from the one before, and isn't one after an undo or of a new game: then the log is numbered anew. */
export function follows(view, before) {
  if (!view.log.length) return false;
  if (!before.log.length) return view.log[0].number > before.number;
  if (view.log.length < LONGEST_LOG) return view.log[0].number === before.log[0].number;
  const last = before.log.at(-1);
  const same = view.log.find((entry) => entry.number === last.number);
  return same !== undefined && same.seat === last.seat && same.text === last.text;
}

export class Log {
  constructor() {
    this.entries = h("ol");
    this.box = h("div", { class: "log", role: "log", "aria-label": "What has happened", tabindex: "0" }, this.entries);
    this.element = [
      h(
        "div",
        { class: "log-head" },
        h("h2", {}, "What has happened"),
        h("label", {}, h("input", { type: "checkbox", onchange: (event) => this.box.classList.toggle("full", event.target.checked) }), "details"),
      ),
      this.box,
    ];
    this.clear();
  }

  clear() {
    this.entries.replaceChildren();
    this.told = 0;
    this.last = ""; // what somebody else did last
    this.latest = ""; // what anybody did
  }

  /** Show a view's log; only what is new is added, if the view goes on from the one shown before. */
  show(view, game, isNext) {
    if (!isNext) this.clear();
    for (const entry of view.log.filter(({ number }) => number > this.told)) {
      const brief = briefly(entry, game).map(view.say);
      this.entries.append(item(view, entry, brief));
      if (entry.text !== SECRET) this.latest = sentence(entry, brief);
      if (entry.text !== SECRET && entry.seat !== view.seat) this.last = this.latest;
      this.told = entry.number;
    }
    while (this.entries.children.length > LONGEST_LOG) this.entries.firstChild.remove();
  }

  /** Bring the newest entry in sight; this is slow while the page is being changed. */
  scroll() {
    this.box.scrollTop = this.box.scrollHeight;
  }
}

/** Those news of a decision that matter most, as the game puts them. */
const briefly = (entry, game) => entry.raw.map((line, k) => game.told(line, entry.was[k])).filter(Boolean);

/** A decision in words; what is said to "you" needs no other form of the verb. */
const verb = (entry) => (entry.name === "you" ? entry.text : does(entry.text));

const sentence = (entry, brief) => `${entry.name} ${[verb(entry), ...brief].join(" · ")}`;

function item(view, entry, brief) {
  const k = view.players.findIndex((player) => player.seat === entry.seat);
  return h(
    "li",
    { class: entry.text === SECRET && !brief.length ? "secret" : null },
    h("p", {}, seatToken(k, entry.name), ` ${verb(entry)}`),
    brief.length > 0 && h("p", { class: "news brief" }, brief.join(" · ")),
    entry.news.length > 0 && h("p", { class: "news whole" }, entry.news.join(" · ")),
  );
}

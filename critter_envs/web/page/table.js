// The frame around each game's table: whose turn it is and why, the choices, tools, and a log in words.

import { listed, percent } from "./choices.js";
import { h } from "./dom.js";
import { SEATS } from "./cards.js";
import { flash, fly, moves } from "./motion.js";
import { offerRules } from "./rules.js";
import * as boo from "./games/boo_to_the_goose.js";
import * as breakfast from "./games/goblins_breakfast.js";
import * as critters from "./games/good_critters.js";
import * as goose from "./games/greedy_goose.js";
import * as goblins from "./games/greedy_greedy_goblins.js";

const GAMES = {
  boo_to_the_goose: boo,
  goblins_breakfast: breakfast,
  good_critters: critters,
  greedy_goose: goose,
  greedy_greedy_goblins: goblins,
};

/** What is told of a choice that several make at once; the news of the last one says what came of them all. */
const SECRET = "choose in secret";

const LONGEST_LOG = 200;

/** What a game's drawing gets: the view, and ways to show and take actions. */
class Context {
  constructor(view, hints, act) {
    this.view = view;
    this.o = view.observation;
    this.players = view.players;
    this.size = view.players.length;
    this.legal = new Map(view.legal.map((one) => [one.action, one]));
    this.hints = hints;
    this.act = act;
  }

  /** What a seat is called, counted from the viewer. */
  name(k) {
    return this.players[k].name;
  }

  /** The head of a seat's panel: a token in the seat's colour, who sits there, and marks. */
  seat(k, ...marks) {
    const player = this.players[k];
    const who = player.kind === "agent" ? player.agent : player.kind === "person" ? `person${player.connected ? "" : ", away"}` : "";
    return h(
      "h2",
      { class: "seat" },
      h("span", { class: "seat-token", style: { "--seat": SEATS[k] } }, player.name),
      who && h("span", { class: "seat-who" }, who),
      marks,
    );
  }

  /** A piece of the table that can be clicked where the action is legal, and is only shown where it isn't. */
  playable(action, content, extra = "") {
    const one = this.legal.get(action);
    if (!one) return h("span", { class: `piece ${extra}` }, content);
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
      this.share(action),
    );
  }

  /** How often the trained agent would take this action, if a hint was asked for. */
  share(action) {
    const share = this.hints.get(action);
    return share >= 0.005 ? h("span", { class: "share" }, percent(share)) : null;
  }
}

export class TableView {
  constructor(root, { table, token, send, complain }) {
    this.root = root;
    this.send = send;
    this.complain = complain;
    this.links = JSON.parse(sessionStorage.getItem(`links-${table}`) ?? "[]");
    this.token = token;
    this.view = null;
    this.hints = new Map();
    this.logged = 0;
    this.waiting = false;
    this.build();
  }

  build() {
    const tool = (label, message) => h("button", { type: "button", onclick: () => this.send({ type: message }) }, label);
    this.status = h("div", { class: "status", id: "status", tabindex: "-1" }, "Sitting down…");
    this.board = h("section", { class: "board", "aria-label": "The table" });
    this.choices = h("section", { class: "choices", "aria-label": "Your choices" });
    this.entries = h("ol");
    this.log = h("div", { class: "log", role: "log", "aria-label": "What has happened", tabindex: "0" }, this.entries);
    this.title = h("h1", { class: "unseen" }, "A table");
    this.chances = h("div", { class: "chances", "aria-live": "polite" });
    this.words = h("div", { class: "words" });
    this.spoken = h("p", { class: "unseen", "aria-live": "polite" });
    this.hintButton = tool("Hint", "hint");
    this.chancesButton = tool("Chances", "chances");
    this.undoButton = tool("Undo", "undo");
    this.againButton = h("button", { type: "button", onclick: () => this.again() }, "New game");
    this.speed = h("input", {
      type: "range",
      min: "0",
      max: "5",
      step: "0.5",
      id: "speed",
      onchange: (event) => this.send({ type: "delay", seconds: Number(event.target.value) }),
      oninput: () => this.showSpeed(),
    });
    this.speedText = h("output", { for: "speed" });
    this.root.replaceChildren(
      h(
        "div",
        { class: "table" },
        h(
          "div",
          { class: "play" },
          this.title,
          this.status,
          h(
            "div",
            { class: "tools", role: "group", "aria-label": "Tools" },
            [this.hintButton, this.chancesButton, this.undoButton, this.againButton],
            h("div", { class: "speed" }, h("label", { for: "speed" }, "Bots wait"), this.speed, this.speedText),
          ),
          this.chances,
          this.board,
          this.choices,
        ),
        h(
          "aside",
          { class: "side", "aria-label": "Log" },
          this.invitations(),
          h(
            "div",
            { class: "log-head" },
            h("h2", {}, "What has happened"),
            h("label", {}, h("input", { type: "checkbox", onchange: (event) => this.log.classList.toggle("full", event.target.checked) }), "details"),
          ),
          this.log,
          h("details", {}, h("summary", {}, "The table in words"), this.words),
        ),
        this.spoken,
      ),
    );
  }

  /** Links for the other persons, which only the page that made the table knows. */
  invitations() {
    const others = this.links.filter((link) => !link.hash.endsWith(`.${this.token}`));
    if (!others.length) return null;
    const row = (link) => {
      const address = `${location.origin}/${link.hash}`;
      const copy = h("button", { type: "button", onclick: async () => (await navigator.clipboard.writeText(address), (copy.textContent = "Copied")) }, "Copy");
      return h("li", {}, h("label", {}, `Seat ${link.seat + 1}`, h("input", { readonly: true, value: address, onfocus: (event) => event.target.select() })), copy);
    };
    return h("details", { class: "invitations", open: true }, h("summary", {}, "Links for the others"), h("ul", {}, others.map(row)));
  }

  linked(state) {
    this.root.classList.toggle("offline", state !== "open");
    if (state === "refused") this.status.textContent = "There is no such seat. The link may be old, or mistyped.";
  }

  receive(message) {
    if (message.type === "view") this.show(message);
    else if (message.type === "hint" && message.number === this.view?.number) this.showHint(message.actions);
    else if (message.type === "chances" && message.number === this.view?.number) this.showChances(message.seats);
    else if (message.type === "error") {
      this.waiting = false;
      this.complain(message.message);
      this.choices.classList.remove("sent");
    }
  }

  act(action) {
    if (this.waiting) return;
    this.waiting = this.send({ type: "act", number: this.view.number, action });
    this.choices.classList.toggle("sent", this.waiting);
    if (!this.waiting) this.complain("The line is down: nothing was sent. Try again in a moment.");
  }

  again() {
    if (this.view?.over || confirm("Leave this game unfinished, and begin a new one at this table?")) this.send({ type: "again" });
  }

  // --- a view ---------------------------------------------------------------------------------------------------

  show(view) {
    const before = this.view;
    const game = GAMES[view.game];
    const isNext = before !== null && follows(view, before);
    this.view = view;
    this.waiting = false;
    if (!before || before.number !== view.number) {
      this.hints = new Map();
      this.chances.replaceChildren();
    }
    this.head(view);
    this.showStatus(view);
    const hadFocus = [this.choices, this.board, this.status].some((part) => part.contains(document.activeElement));
    this.draw();
    if (hadFocus) (this.choices.querySelector("button, input") ?? this.status).focus({ preventScroll: true });
    if (view.legal.length) this.board.querySelector("[data-look]")?.scrollIntoView({ block: "nearest" });
    if (isNext) {
      const found = moves(game.zones(before.observation), game.zones(view.observation));
      fly(this.board, found, game.piece);
      flash(this.board, found);
    }
    this.showLog(view, isNext);
    this.showTools(view);
    this.words.replaceChildren(...view.lines.map((line) => h("p", {}, line)));
  }

  head(view) {
    document.getElementById("title").textContent = view.title;
    this.title.textContent = view.title;
    document.documentElement.dataset.game = view.game;
    document.title = `${view.legal.length && !view.over ? "Your turn · " : ""}${view.title}`;
    offerRules(view.game);
  }

  draw() {
    const game = GAMES[this.view.game];
    const context = new Context(this.view, this.hints, (action) => this.act(action));
    const open = [...this.board.querySelectorAll("details[data-keep][open]")].map((one) => one.dataset.keep);
    this.board.replaceChildren(game.draw(context));
    for (const name of open) this.board.querySelector(`details[data-keep="${name}"]`)?.setAttribute("open", "");
    this.choices.classList.remove("sent");
    this.choices.replaceChildren(...(this.view.legal.length ? [(game.controls ?? listed)(context, game)].flat() : []));
    this.choices.hidden = !this.view.legal.length;
  }

  showStatus(view) {
    const yours = view.legal.length > 0 && !view.over;
    const last = view.log.filter((entry) => entry.seat !== view.seat && entry.text !== SECRET).at(-1);
    this.status.className = `status ${view.over ? "over" : yours ? "yours" : "theirs"}`;
    this.status.replaceChildren(
      h("p", { class: "why" }, view.turn.why, yours ? ` ${GAMES[view.game].task(view.observation)}` : ""),
      !view.over && last ? h("p", { class: "last" }, `${last.name}: ${[last.text, ...briefly(view, last)].join(" · ")}`) : "",
      view.over && view.standings ? standings(view) : "",
    );
  }

  showLog(view, isNext) {
    if (!isNext) this.entries.replaceChildren();
    const fresh = view.log.filter((entry) => !isNext || entry.number > this.logged);
    this.entries.append(...fresh.map((entry) => logged(view, entry)));
    this.logged = view.log.at(-1)?.number ?? 0;
    while (this.entries.children.length > LONGEST_LOG) this.entries.firstChild.remove();
    this.log.scrollTop = this.log.scrollHeight;
    if (view.legal.length || view.over) this.spoken.textContent = view.turn.why;
  }

  showTools(view) {
    const yours = view.legal.length > 0 && !view.over;
    this.hintButton.disabled = !yours;
    this.chancesButton.disabled = view.over;
    this.undoButton.hidden = !view.players.every((player) => player.kind !== "person");
    this.undoButton.disabled = !view.can_undo;
    if (document.activeElement !== this.speed) this.speed.value = String(view.delay);
    this.showSpeed();
  }

  showSpeed() {
    this.speedText.textContent = `${Number(this.speed.value)} s`;
    this.speed.setAttribute("aria-valuetext", `${Number(this.speed.value)} seconds`);
  }

  showHint(actions) {
    this.hints = new Map(actions.map(({ action, share }) => [action, share]));
    this.draw();
    const [best] = [...actions].sort((a, b) => b.share - a.share);
    const label = this.view.legal.find((one) => one.action === best?.action)?.label;
    if (label) this.spoken.textContent = `The trained agent would most likely ${label}: ${percent(best.share)}`;
  }

  showChances(shares) {
    this.chances.replaceChildren(
      h("h2", {}, "Chances to win"),
      h(
        "ul",
        {},
        this.view.players.map(({ name, seat }, k) =>
          h(
            "li",
            {},
            h("span", { class: "seat-token", style: { "--seat": SEATS[k] } }, name),
            h("span", { class: "meter", "aria-hidden": "true" }, h("span", { style: { width: `${shares[seat] * 100}%`, background: SEATS[k] } })),
            h("b", {}, percent(shares[seat])),
          ),
        ),
      ),
    );
  }
}

/** Whether a view goes on from the one before, and isn't one after an undo or of a new game: then the log is numbered anew. */
function follows(view, before) {
  if (!view.log.length) return false;
  if (!before.log.length) return view.log[0].number > before.number;
  if (view.log.length < LONGEST_LOG) return view.log[0].number === before.log[0].number;
  const last = before.log.at(-1);
  const same = view.log.find((entry) => entry.number === last.number);
  return same !== undefined && same.seat === last.seat && same.text === last.text;
}

/** Those news of a decision that matter most. */
const briefly = (view, entry) => entry.news.map((line) => line.match(GAMES[view.game].news)?.[0].trim()).filter(Boolean);

function logged(view, entry) {
  const k = view.players.findIndex((player) => player.seat === entry.seat);
  const brief = briefly(view, entry);
  return h(
    "li",
    { class: entry.text === SECRET && !brief.length ? "secret" : null },
    h("p", {}, h("span", { class: "seat-token", style: { "--seat": SEATS[k] } }, entry.name), ` ${entry.text}`),
    brief.length > 0 && h("p", { class: "news brief" }, brief.join(" · ")),
    entry.news.length > 0 && h("p", { class: "news whole" }, entry.news.join(" · ")),
  );
}

function standings(view) {
  const best = view.standings.filter((row) => row.share > 0);
  const winners = best.map((row) => row.name).join(" and ");
  const head = best.some((row) => row.name === "you") ? (best.length > 1 ? `You share the win: ${winners}` : "You have won!") : `The win goes to ${winners}.`;
  return h(
    "div",
    {},
    h("p", { class: "winner" }, head),
    h(
      "table",
      { class: "standings" },
      h("thead", {}, h("tr", {}, ["Player", "Points", "Share of the win"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, view.standings.map((row) => h("tr", {}, h("th", { scope: "row" }, row.name), h("td", {}, String(row.score)), h("td", {}, percent(row.share))))),
    ),
  );
}

// The frame around each game's table: whose turn it is and why, the choices, tools, and a log in words.

import { seatToken, SEATS } from "./cards.js";
import { listed, percent } from "./choices.js";
import { Context, GAMES } from "./context.js";
import { h } from "./dom.js";
import { ending } from "./end.js";
import { inThisTab } from "./kept.js";
import { follows, Log, whole } from "./log.js";
import { flash, fly, moves } from "./motion.js";
import { named, usual, written } from "./names.js";
import { offerRules } from "./rules.js";

/** Seconds that bots may be told to wait. */
const DELAYS = [0, 0.5, 1, 2, 3, 5];

export class TableView {
  /** `send(message)` says whether it went out; `complain(sentence)` shows what went wrong; `names` are those of the seats. */
  constructor(root, { table, token, names, send, complain }) {
    this.root = root;
    this.names = names;
    this.send = send;
    this.complain = complain;
    this.links = JSON.parse(inThisTab.getItem(`links-${table}`) ?? "[]");
    this.token = token;
    this.view = null;
    this.hints = new Map();
    this.answered = null;
    this.problem = ""; // what the server said last was wrong
    this.received = null; // the view that came last
    this.coming = null; // it, if it isn't drawn yet
    this.since = 0; // the number of the view in which the last question came up
    this.estimated = 0; // that of the view whose chances are shown
    this.offered = "";
    this.build();
  }

  build() {
    const tool = (label, message) => h("button", { type: "button", onclick: () => this.send({ type: message }) }, label);
    const question = (label, message) => h("button", { type: "button", onclick: () => this.ask(message) }, label);
    this.status = h("div", { class: "status", id: "status", tabindex: "-1" }, "Sitting down…");
    this.board = h("section", { class: "board", "aria-label": "The table", tabindex: "0" });
    this.choices = h("section", { class: "choices", "aria-label": "Your choices", hidden: true });
    this.log = new Log();
    this.title = h("h1", { class: "unseen" }, "A table");
    this.chances = h("div", { class: "chances", "aria-live": "polite" });
    this.words = h("div", { class: "words" });
    this.spoken = h("p", { class: "unseen", "aria-live": "polite" });
    this.hintButton = question("Hint", "hint");
    this.chancesButton = question("Chances", "chances");
    this.undoButton = tool("Undo", "undo");
    this.againButton = h("button", { type: "button", "aria-label": "New game", onclick: () => this.again() }, "New", h("span", { class: "roomy" }, " game"));
    this.speed = h("select", { "aria-label": "Bots wait", onchange: (event) => this.send({ type: "delay", seconds: Number(event.target.value) }) });
    this.root.replaceChildren(
      h(
        "div",
        { class: "table" },
        h(
          "div",
          { class: "play" },
          this.title,
          h(
            "div",
            { class: "head" },
            this.status,
            h(
              "div",
              { class: "tools", role: "group", "aria-label": "Tools" },
              [this.hintButton, this.chancesButton, this.undoButton, this.againButton],
              h("span", { class: "speed" }, h("span", { class: "roomy", "aria-hidden": "true" }, "bots wait"), this.speed),
            ),
          ),
          this.chances,
          this.board,
          this.choices,
        ),
        h("aside", { class: "side", "aria-label": "Log" }, this.invitations(), this.log.element, h("details", {}, h("summary", {}, "The table in words"), this.words)),
        this.spoken,
      ),
    );
  }

  /** Links for the other persons, which only the page that made the table knows. */
  invitations() {
    const others = this.links.filter((link) => !link.hash.includes(`.${this.token}`));
    if (!others.length) return null;
    const row = (link) => {
      const address = `${location.origin}/${link.hash}`;
      const copy = h("button", { type: "button", onclick: async () => (await navigator.clipboard.writeText(address), (copy.textContent = "Copied")) }, "Copy");
      const name = this.names[link.seat] || usual(link.seat);
      return h("li", {}, h("label", {}, `for ${name}`, h("input", { readonly: true, value: address, onfocus: (event) => event.target.select() })), copy);
    };
    return h("details", { class: "invitations", open: true }, h("summary", {}, "Links for the others"), h("ul", {}, others.map(row)));
  }

  /** Take leave of the page. */
  close() {
    clearTimeout(this.patience);
    this.coming = null;
  }

  linked(state) {
    this.root.classList.toggle("offline", state !== "open");
    if (state !== "open") this.answer();
    if (state === "waiting") this.answered = null; // it may not have arrived; the next view tells
    if (state === "refused") this.status.textContent = this.problem;
  }

  receive(message) {
    if (message.type === "view") this.expect(message);
    else if (message.type === "hint") this.showHint(message);
    else if (message.type === "chances" && this.view) this.showChances(message);
    else if (message.type === "show") this.lookBack(message.show);
    else if (message.type === "error") {
      this.answer();
      this.answered = null;
      this.problem = message.message;
      this.complain(message.message);
      this.choices.classList.remove("sent");
    }
  }

  /** Whether the choice that a view offers is made already, and its answer on the way. */
  isAnswered(view) {
    return this.answered !== null && view.asked === this.answered;
  }

  act(action) {
    if (this.isAnswered(this.view)) return;
    if (!this.send({ type: "act", number: this.view.number, action })) {
      this.complain("The line is down: nothing was sent. Try again in a moment.");
      return;
    }
    this.answered = this.view.asked;
    this.choices.classList.add("sent");
  }

  /** Ask for something that may take a while; the first time it is asked for, much has to be loaded. */
  ask(message) {
    if (!this.send({ type: message })) return;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.chances.append(h("p", { class: "note" }, "One moment: working it out…")), 700);
  }

  /** What was asked for has come, or won't. */
  answer() {
    clearTimeout(this.patience);
    this.chances.querySelector(".note")?.remove();
  }

  /** Leave for the show of this game, from which there is a way back. */
  lookBack(show) {
    inThisTab.setItem(`table-of-${show}`, location.hash);
    location.hash = `#show.${show}${written(this.names)}`;
  }

  again() {
    if (this.view?.over || confirm("Leave this game unfinished, and begin a new one at this table?")) this.send({ type: "again" });
  }

  /** Show a view with the next picture on the screen: of several that come at once, only the last one is drawn. */
  expect(message) {
    const isFirst = this.coming === null;
    this.received = this.coming = whole(message, this.received);
    const show = () => {
      const last = this.coming;
      this.coming = null;
      if (last) this.show(named(last, this.names));
    };
    if (document.hidden) show();
    else if (isFirst) requestAnimationFrame(show);
  }

  // --- a view ---------------------------------------------------------------------------------------------------

  show(view) {
    const before = this.view;
    const game = GAMES[view.game];
    const isNext = before !== null && follows(view, before);
    this.view = view;
    if (!this.isAnswered(view)) this.answered = null;
    if (!before || before.asked !== view.asked || view.asked === null) {
      this.hints = new Map();
      this.since = view.number;
    }
    if (view.over) this.chances.replaceChildren();
    this.markChances();
    this.head(view);
    this.log.show(view, game, isNext);
    const hadFocus = [this.choices, this.board, this.status].some((part) => part.contains(document.activeElement));
    this.showStatus(view);
    this.draw();
    if (hadFocus) (this.choices.querySelector("button, input") ?? this.status).focus({ preventScroll: true });
    if (view.legal.length) this.board.querySelector("[data-look]")?.scrollIntoView({ block: "nearest" });
    if (isNext) {
      const found = moves(game.zones(before.observation), game.zones(view.observation));
      fly(this.board, found, game.piece);
      flash(this.board, found);
    }
    this.log.scroll();
    if (view.legal.length || view.over) this.spoken.textContent = view.turn.why;
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
    const { view } = this;
    const game = GAMES[view.game];
    const context = new Context(view, this.hints, (action) => this.act(action));
    const open = [...this.board.querySelectorAll("details[data-keep][open]")].map((one) => one.dataset.keep);
    this.board.replaceChildren(game.draw(context));
    for (const name of open) this.board.querySelector(`details[data-keep="${name}"]`)?.setAttribute("open", "");
    this.choices.classList.toggle("sent", this.isAnswered(view));
    if (this.isOffered(view)) return;
    this.choices.replaceChildren(...(view.legal.length ? [(game.controls ?? listed)(context, game)].flat() : []));
    this.choices.hidden = !view.legal.length;
  }

  /** Whether the choices of a view are on the page already: what is half chosen there stays, while others choose. */
  isOffered(view) {
    const before = this.offered;
    this.offered = JSON.stringify([view.asked, view.legal.map((one) => one.action), [...this.hints]]);
    return this.offered === before;
  }

  showStatus(view) {
    const yours = view.legal.length > 0 && !view.over;
    this.status.className = `status ${view.over ? "over" : yours ? "yours" : "theirs"}`;
    this.status.replaceChildren(
      h("p", { class: "why" }, view.turn.why, yours ? ` ${GAMES[view.game].task(view.observation)}` : ""),
      !view.over && this.log.last ? h("p", { class: "last", title: this.log.last }, this.log.last) : "",
      view.over && view.standings ? ending(view, h("button", { type: "button", class: "strong", onclick: () => this.again() }, "Play again"), h("button", { type: "button", onclick: () => this.send({ type: "look_back" }) }, "Look back")) : "",
    );
  }

  showTools(view) {
    const yours = view.legal.length > 0 && !view.over;
    this.hintButton.disabled = !yours;
    this.chancesButton.disabled = view.over;
    this.undoButton.hidden = !view.players.every((player) => player.kind !== "person");
    this.undoButton.disabled = !view.can_undo;
    this.againButton.hidden = view.over;
    if (document.activeElement === this.speed) return;
    const delays = [...new Set([...DELAYS, view.delay])].sort((a, b) => a - b);
    this.speed.replaceChildren(...delays.map((seconds) => h("option", { value: seconds, selected: seconds === view.delay }, `${seconds} s`)));
  }

  showHint({ number, actions }) {
    this.answer();
    if (number < this.since) return;
    this.hints = new Map(actions.map(({ action, share }) => [action, share]));
    this.draw();
    const [best] = [...actions].sort((a, b) => b.share - a.share);
    const label = this.view.legal.find((one) => one.action === best?.action)?.label;
    if (label) this.spoken.textContent = `The trained agent would most likely ${label}: ${percent(best.share)}`;
  }

  showChances({ number, seats: shares }) {
    this.answer();
    this.estimated = number;
    this.chances.replaceChildren(
      h("h2"),
      h(
        "ul",
        {},
        this.view.players.map(({ name, seat }, k) =>
          h(
            "li",
            {},
            seatToken(k, name),
            h("span", { class: "meter", "aria-hidden": "true" }, h("span", { style: { width: `${shares[seat] * 100}%`, background: SEATS[k] } })),
            h("b", {}, percent(shares[seat])),
          ),
        ),
      ),
    );
    this.markChances();
  }

  /** Say so if the chances that are shown are those of an earlier decision. */
  markChances() {
    const isOld = this.estimated < this.since;
    this.chances.classList.toggle("old", isOld);
    const heading = this.chances.querySelector("h2");
    if (heading) heading.textContent = isOld ? "Chances earlier" : "Chances to win";
  }
}

// A game to look at: a record, or one that agents play. The page steps through it, forwards and backwards.

import { seatToken, sign } from "./cards.js";
import { percent } from "./choices.js";
import { Context, GAMES } from "./context.js";
import { h, range } from "./dom.js";
import { ending } from "./end.js";
import { inThisTab } from "./kept.js";
import { does } from "./lines.js";
import { follows, Log } from "./log.js";
import { flash, fly, moves } from "./motion.js";
import { named, usual } from "./names.js";
import { offerRules } from "./rules.js";

/** Seconds between decisions that a person may choose. */
const PACES = [0.2, 0.5, 1, 2, 3, 5];

/** Milliseconds between two questions at least: the server answers so many a second. */
const BREATH = 60;

/** So many of an agent's choices are shown. */
const MOST_BARS = 8;

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export class ShowView {
  /** `send(message)` says whether it went out; `complain(sentence)` shows what went wrong; `names` are those of the seats. */
  constructor(root, { token, names, send, complain }) {
    this.root = root;
    this.table = inThisTab.getItem(`table-of-${token}`); // that this game was played at, if one comes from there
    this.names = names;
    this.send = send;
    this.complain = complain;
    this.scene = null;
    this.wanted = null; // {number, seat, open} that is to be shown, if it isn't yet
    this.isAgain = false; // a new game is wanted, if it isn't asked for yet
    this.isAsking = false;
    this.isPlaying = false;
    this.problem = ""; // what the server said last was wrong
    this.build();
  }

  build() {
    const step = (symbol, words, change) => h("button", { type: "button", "aria-label": words, title: words, onclick: () => this.step(change) }, sign(symbol));
    this.title = h("h1", { class: "unseen" }, "A game to look at");
    this.status = h("div", { class: "status", role: "status" }, "Opening the curtain…");
    this.board = h("section", { class: "board", "aria-label": "The table", tabindex: "0" });
    this.coming = h("section", { class: "coming", "aria-label": "The next decision" });
    this.log = new Log();
    this.words = h("div", { class: "words" });
    this.seat = h("select", { "aria-label": "Seen by", onchange: () => this.turnTo() });
    this.playButton = h("button", { type: "button", class: "strong", onclick: () => this.play(!this.isPlaying) }, "Play");
    this.againButton = h("button", { type: "button", hidden: true, onclick: () => this.again() }, "New", h("span", { class: "roomy" }, " game"));
    this.saveButton = h("button", { type: "button", onclick: () => this.send({ type: "record" }) }, "Save");
    this.slider = h("input", { type: "range", min: "0", step: "1", "aria-label": "Decision", oninput: (event) => (this.play(false), this.go(Number(event.target.value))) });
    this.place = h("output", { class: "place-in" });
    this.pace = h("select", { "aria-label": "Seconds between decisions" }, PACES.map((seconds) => h("option", { value: seconds, selected: seconds === 1 }, `${seconds} s`)));
    this.root.replaceChildren(
      h(
        "div",
        { class: "table show" },
        h(
          "div",
          { class: "play" },
          this.title,
          h("div", { class: "head" }, this.status, h("div", { class: "tools", role: "group", "aria-label": "Tools" }, this.seat, this.againButton, this.saveButton, this.table && h("a", { href: this.table, "aria-label": "Back to the table" }, "Back", h("span", { class: "roomy" }, " to the table")))),
          this.board,
          this.coming,
          h(
            "div",
            { class: "stepper", role: "group", "aria-label": "Steps" },
            h("div", { class: "steps" }, step("first", "To the deal", -Infinity), step("back", "One decision back", -1), this.playButton, step("on", "One decision on", 1), step("last", "To the last decision", Infinity)),
            h("label", { class: "slide" }, this.slider, this.place),
            this.pace,
          ),
        ),
        h("aside", { class: "side", "aria-label": "Log" }, this.log.element, h("details", {}, h("summary", {}, "The table in words"), this.words)),
      ),
    );
    this.listener = (event) => this.key(event);
    document.addEventListener("keydown", this.listener);
  }

  /** Take leave of the page. */
  close() {
    this.play(false);
    document.removeEventListener("keydown", this.listener);
  }

  linked(state) {
    if (state === "refused") this.status.textContent = this.problem;
    if (state !== "waiting") return;
    this.setAsking(false);
    if (this.scene) this.wanted ??= this.shown();
  }

  receive(message) {
    if (message.type === "error") {
      this.play(false);
      this.setAsking(false);
      this.wanted = null;
      this.isAgain = false;
      this.problem = message.message;
      this.complain(message.message);
    }
    if (message.type === "record") this.save(message.text);
    if (message.type !== "scene") return;
    this.setAsking(false);
    if (!this.scene) this.begin(message);
    const { wanted } = this;
    if (this.isAgain || (wanted && (wanted.number !== message.number || wanted.seat !== message.seat || wanted.open !== message.open))) {
      this.ask();
      return;
    }
    this.wanted = null;
    this.show(message);
    if (this.isPlaying) this.schedule();
  }

  begin(scene) {
    const name = (seat) => this.names[seat] || usual(seat);
    const seats = range(scene.view.players.length);
    const option = (open, seat) => h("option", { value: `${open ? "open" : "own"}-${seat}` }, open ? `all cards, by ${name(seat)}` : `as ${name(seat)} saw it`);
    this.seat.replaceChildren(
      h("optgroup", { label: "All cards open, seen from the place of" }, seats.map((seat) => option(true, seat))),
      h("optgroup", { label: "What one player could see" }, seats.map((seat) => option(false, seat))),
    );
    this.seat.value = `${scene.open ? "open" : "own"}-${scene.seat}`;
    this.againButton.hidden = scene.kind !== "watch";
    this.pace.value = String(PACES.find((seconds) => seconds >= scene.view.delay) ?? PACES.at(-1));
    this.isPlaying = scene.kind === "watch";
    this.showPlaying();
  }

  // --- where to look --------------------------------------------------------------------------------------------

  shown() {
    const { number, seat, open } = this.scene;
    return { number, seat, open };
  }

  /** The last decision that can be asked for. */
  get last() {
    return this.scene.played + (this.scene.more ? 1 : 0);
  }

  go(number) {
    if (!this.scene) return;
    this.wanted = { ...(this.wanted ?? this.shown()), number };
    this.ask();
  }

  turnTo() {
    const [how, seat] = this.seat.value.split("-");
    this.wanted = { ...(this.wanted ?? this.shown()), seat: Number(seat), open: how === "open" };
    this.ask();
  }

  /** Go forwards or backwards; to the ends with infinite steps. */
  step(change) {
    if (!this.scene) return;
    this.play(false);
    const from = (this.wanted ?? this.scene).number;
    const end = change > 1 ? this.scene.played : this.last;
    this.go(Math.max(0, Math.min(from + change, end)));
  }

  /** Ask for what is wanted, when the last question is answered. */
  ask() {
    if (this.isAsking || !this.wanted) return;
    const wait = (this.asked ?? 0) + BREATH - performance.now();
    if (wait > 0) {
      clearTimeout(this.later);
      this.later = setTimeout(() => this.ask(), wait);
      return;
    }
    this.asked = performance.now();
    this.setAsking(this.send(this.isAgain ? { type: "again" } : { type: "look", ...this.wanted }));
    this.isAgain &&= !this.isAsking;
  }

  setAsking(isAsking) {
    this.isAsking = isAsking;
    this.root.firstChild.classList.toggle("asking", isAsking);
  }

  again() {
    clearTimeout(this.timer);
    this.isAgain = true;
    this.isPlaying = true;
    this.wanted = { ...(this.wanted ?? this.shown()), number: 0 };
    this.showPlaying();
    this.ask();
  }

  /** Let the browser save the record of the game, for the lobby or for `critter replay`. */
  save(text) {
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    h("a", { href: address, download: `${this.scene.view.game}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  key(event) {
    const { tagName } = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || ["INPUT", "SELECT"].includes(tagName) || event.target.closest?.("dialog")) return;
    if (event.key in KEYS) this.step(KEYS[event.key]);
    else if (event.key === " " && tagName !== "BUTTON" && tagName !== "SUMMARY") this.play(!this.isPlaying);
    else return;
    event.preventDefault();
  }

  // --- going on by itself ---------------------------------------------------------------------------------------

  play(isPlaying) {
    this.isPlaying = isPlaying;
    clearTimeout(this.timer);
    if (isPlaying && this.scene) {
      if (this.scene.number >= this.last) this.go(0);
      else this.go(this.scene.number + 1);
    }
    this.showPlaying();
  }

  schedule() {
    if (this.scene.number >= this.last) this.play(false);
    else this.timer = setTimeout(() => this.go(this.scene.number + 1), Number(this.pace.value) * 1000);
  }

  showPlaying() {
    this.playButton.textContent = this.isPlaying ? "Pause" : "Play";
  }

  // --- what is shown --------------------------------------------------------------------------------------------

  show(scene) {
    const before = this.scene;
    const view = named(scene.view, this.names, false);
    const game = GAMES[view.game];
    const isSame = before !== null && before.deal === scene.deal && before.seat === scene.seat && before.open === scene.open;
    const isNext = isSame && scene.number > before.number && follows(scene.view, before.view);
    this.scene = scene;
    document.getElementById("title").textContent = view.title;
    this.title.textContent = view.title;
    document.documentElement.dataset.game = view.game;
    document.title = `${scene.kind === "watch" ? "Watch" : "Replay"} · ${view.title}`;
    offerRules(view.game);
    this.log.show(view, game, isNext);
    this.showStatus(view);
    this.board.replaceChildren(game.draw(new Context(view, new Map(), () => {})));
    if (isNext) {
      const found = moves(game.zones(before.view.observation), game.zones(view.observation));
      fly(this.board, found, game.piece);
      flash(this.board, found);
    }
    this.log.scroll();
    this.showComing(view);
    this.slider.max = String(this.last);
    this.slider.value = String(scene.number);
    this.slider.setAttribute("aria-valuetext", `${scene.number} of ${scene.played}`);
    this.place.textContent = `${scene.number} / ${scene.played}${scene.more ? "+" : ""}`;
    this.words.replaceChildren(...view.lines.map((line) => h("p", {}, line)));
  }

  showStatus(view) {
    this.status.className = `status ${view.over ? "over" : "theirs"}`;
    this.status.replaceChildren(
      h("p", { class: "why" }, this.log.latest || "The cards are dealt."),
      view.over ? "" : h("p", { class: "last" }, together(view) || view.turn.why),
      view.over && view.standings ? ending(view) : "",
    );
  }

  /** What is decided next, and how probable it was. */
  showComing(view) {
    const { next } = this.scene;
    if (!next) {
      this.coming.replaceChildren(h("p", { class: "note" }, view.over ? "The game is over." : "What others decide is seen from this place when it is done."));
      return;
    }
    const k = view.players.findIndex(({ seat }) => seat === next.seat);
    const { name, agent } = view.players[k];
    const bars = (next.actions ?? []).slice(0, MOST_BARS);
    const chosen = bars.some(({ action }) => action === next.action);
    this.coming.replaceChildren(
      h("h2", {}, seatToken(k, name), ` ${next.label ? does(view.say(next.label)) : "is to decide"}`, !next.actions && h("span", { class: "note" }, `${agent ?? "a person"}: how probable it was can't be told`)),
      h(
        "ul",
        { class: "bars", "aria-label": "How probable each choice was" },
        bars.map(({ action, label, share }) =>
          h(
            "li",
            { class: action === next.action ? "chosen" : null },
            h("span", { class: "bar-label" }, view.say(label), action === next.action && h("span", { class: "unseen" }, " (chosen)")),
            h("span", { class: "meter", "aria-hidden": "true" }, h("span", { style: { width: `${share * 100}%` } })),
            h("b", {}, percent(share)),
          ),
        ),
      ),
      bars.length > 0 && !chosen && next.action !== null ? h("p", { class: "note" }, "What it chose was less probable than these.") : "",
    );
  }
}

/** Who chooses at the same time, if several do. */
function together(view) {
  const names = view.players.filter(({ seat }) => view.turn.together.includes(seat)).map(({ name }) => name);
  return names.length > 1 && `${names.slice(0, -1).join(", ")} and ${names.at(-1)} choose at the same time.`;
}

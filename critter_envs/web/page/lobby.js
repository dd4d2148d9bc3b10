// Before a game: which one, who sits where, and by which rules.

import { h, range } from "./dom.js";
import { sign } from "./cards.js";
import { forLonger, inThisTab } from "./kept.js";
import { LONGEST_NAME, usual, written } from "./names.js";
import { control } from "./parameters.js";

const PERSON = "person";

/** Bytes of a file that the server would look at. */
const LONGEST_RECORD = 262144;

const SIGNS = {
  boo_to_the_goose: "fox",
  goblins_breakfast: "drumstick",
  good_critters: "crown",
  greedy_goose: "goose",
  greedy_greedy_goblins: "gem",
};

const BLURBS = {
  boo_to_the_goose: "Hide geese among dogs, and send foxes after the others.",
  goblins_breakfast: "Grab, arm yourself, steal, and eat before it is stolen from you.",
  good_critters: "Share out the loot, talk, threaten, and vote.",
  greedy_goose: "Turn up snacks while your luck holds, and don't get too greedy.",
  greedy_greedy_goblins: "Fill caves in secret, claim the rich ones, and mind the dynamite.",
};

/** What kinds of agents do, by the beginning of their names. */
const AGENTS = { random: "plays anything", rules: "plays by rules of thumb", search: "thinks ahead, slowly", ppo: "trained" };

const agentName = (spec) => [spec, AGENTS[spec.split(":")[0]]].filter(Boolean).join(": ");

/** Show the lobby, unless `left` is aborted before the games are known. */
export async function showLobby(root, complain, left) {
  root.replaceChildren(h("p", { class: "loading" }, "Setting out the games…"));
  const answer = await fetch("/api/games").catch(() => null);
  const games = answer?.ok && (await answer.json());
  if (left.aborted) return;
  if (!games) {
    root.replaceChildren(h("p", { class: "loading" }, "The server can't be reached. Is it running?"));
    return;
  }
  new Lobby(root, games, complain, left);
}

class Lobby {
  constructor(root, games, complain, left) {
    this.root = root;
    this.games = games;
    this.complain = complain;
    this.left = left;
    this.seats = h("div", { class: "seat-list" });
    this.parameters = h("div", { class: "parameter-list" });
    this.sizes = h("div", { class: "sizes", role: "radiogroup", "aria-label": "Players" });
    this.startButton = h("button", { class: "start" }, "Begin");
    this.form = h(
      "form",
      { class: "lobby", novalidate: true, onsubmit: (event) => this.start(event) },
      h("h1", {}, "What shall we play?"),
      h("fieldset", {}, h("legend", {}, "Game"), h("div", { class: "game-list" }, games.map((game) => this.gameCard(game)))),
      h("fieldset", {}, h("legend", {}, "Players"), this.sizes, this.seats),
      h("details", {}, h("summary", {}, "Rules and variations"), this.parameters),
      h("div", { class: "start-row" }, this.startButton, h("a", { id: "lobby-rules", target: "_blank" }, "Read the rules")),
      h("p", { class: "open-row" }, h("label", {}, "Look at a game that was saved: ", h("input", { type: "file", accept: ".json,application/json", onchange: (event) => this.open(event.target) }))),
    );
    root.replaceChildren(this.form);
    const last = forLonger.getItem("critter-game");
    this.choose(games.find((game) => game.name === last) ?? games[0]);
  }

  gameCard(game) {
    return h(
      "label",
      { class: "game-card" },
      h("input", { type: "radio", name: "game", value: game.name, onchange: () => this.choose(game) }),
      sign(SIGNS[game.name] ?? "goose", { ground: "var(--panel)" }),
      h("span", { class: "game-words" }, h("b", {}, game.title), h("span", {}, BLURBS[game.name] ?? ""), h("small", {}, `${game.min_players} to ${game.max_players} players`)),
    );
  }

  choose(game) {
    this.game = game;
    forLonger.setItem("critter-game", game.name);
    document.documentElement.dataset.game = game.name;
    this.form.querySelector(`input[name="game"][value="${game.name}"]`).checked = true;
    this.form.querySelector("#lobby-rules").href = `/#rules.${game.name}`;
    const size = Math.min(Math.max(4, game.min_players), game.max_players);
    this.sizes.replaceChildren(
      ...range(game.max_players - game.min_players + 1).map((k) => {
        const players = k + game.min_players;
        return h(
          "label",
          { class: "size" },
          h("input", { type: "radio", name: "size", value: players, checked: players === size, onchange: () => this.setTable(players) }),
          h("span", {}, String(players)),
        );
      }),
    );
    this.setTable(size);
  }

  setTable(size) {
    this.size = size;
    const trained = this.game.agents.find((spec) => spec === "ppo") ?? this.game.agents.find((spec) => spec === "rules") ?? this.game.agents[0];
    const chosen = this.chosenSeats();
    const names = this.names();
    const name = (seat) =>
      h("input", { name: "name", type: "text", maxlength: LONGEST_NAME, value: names[seat] ?? "", placeholder: usual(seat), "aria-label": `Name of seat ${seat + 1}`, autocomplete: "off", spellcheck: "false" });
    this.seats.replaceChildren(
      h(
        "div",
        { class: "seat-row" },
        name(0),
        h(
          "select",
          { name: "seat", "aria-label": "Who plays seat 1", onchange: () => this.showStart() },
          [[PERSON, "you"], ...this.game.agents.map((spec) => [spec, agentName(spec)])].map(([spec, words]) => h("option", { value: spec, selected: spec === chosen[0] }, words)),
        ),
      ),
      ...range(size - 1).map((k) => {
        const choices = [...this.game.agents.map((spec) => [spec, agentName(spec)]), [PERSON, "another person, by a link"]];
        const value = choices.some(([spec]) => spec === chosen[k + 1]) ? chosen[k + 1] : trained;
        return h(
          "div",
          { class: "seat-row" },
          name(k + 1),
          h("select", { name: "seat", "aria-label": `Who plays seat ${k + 2}`, onchange: () => this.showStart() }, choices.map(([spec, words]) => h("option", { value: spec, selected: spec === value }, words))),
        );
      }),
    );
    this.showStart();
    this.controls = this.game.parameters.map((one) => control(one, size, (seat) => this.names()[seat] || usual(seat)));
    this.parameters.replaceChildren(...this.controls.map(({ element }) => element));
  }

  /** Who sits where: "person" or the spec of an agent for each seat. */
  chosenSeats() {
    return [...this.seats.querySelectorAll("select")].map((select) => select.value);
  }

  /** Without persons there is a game to look at. */
  showStart() {
    this.startButton.textContent = this.chosenSeats().includes(PERSON) ? "Begin" : "Watch";
  }

  /** The names that were chosen, by seat; those left empty are the usual ones. */
  names() {
    return [...this.seats.querySelectorAll("input")].map((field) => field.value.trim());
  }

  /** Only what differs from the usual. */
  chosenParameters() {
    return Object.fromEntries(this.controls.filter((one) => one.isChosen()).map((one) => [one.name, one.value()]));
  }

  /** Set something up; what the server answers, or null, and then a complaint is shown. */
  async ask(path, body) {
    const words = this.startButton.textContent;
    this.startButton.disabled = true;
    this.startButton.textContent = "One moment…";
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
    const made = answer && (await answer.json().catch(() => null));
    this.startButton.disabled = false;
    this.startButton.textContent = words;
    if (answer?.ok) return this.left.aborted ? null : made;
    this.complain(made?.message ?? "The server can't be reached.");
    return null;
  }

  async open(field) {
    const [file] = field.files;
    field.value = "";
    if (!file) return;
    if (file.size > LONGEST_RECORD) {
      this.complain(`${file.name} is too long for the record of a game: at most ${LONGEST_RECORD / 1024} KiB.`);
      return;
    }
    const made = await this.ask("/api/records", file);
    if (made) location.hash = `#show.${made.show}`;
  }

  async start(event) {
    event.preventDefault();
    const seats = this.chosenSeats();
    const isShow = !seats.includes(PERSON);
    if (!isShow && seats[0] !== PERSON) {
      this.complain("Take the first seat yourself, or let agents have them all.");
      return;
    }
    const setup = { game: this.game.name, [isShow ? "agents" : "seats"]: seats, parameters: this.chosenParameters() };
    const made = await this.ask(isShow ? "/api/shows" : "/api/tables", JSON.stringify(setup));
    if (!made) return;
    const names = written(this.names());
    if (isShow) {
      location.hash = `#show.${made.show}${names}`;
      return;
    }
    const links = made.seats.filter((seat) => seat.token).map((seat) => ({ seat: seat.seat, hash: `#${made.table}.${seat.token}${names}` }));
    inThisTab.setItem(`links-${made.table}`, JSON.stringify(links));
    location.hash = links[0].hash;
  }
}

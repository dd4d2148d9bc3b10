// Before a game: which one, who sits where, and by which rules.

import { h, range } from "./dom.js";
import { sign } from "./cards.js";
import { LONGEST_NAME, usual, written } from "./names.js";

const PERSON = "person";

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
  new Lobby(root, games, complain);
}

class Lobby {
  constructor(root, games, complain) {
    this.root = root;
    this.games = games;
    this.complain = complain;
    this.seats = h("div", { class: "seat-list" });
    this.parameters = h("div", { class: "parameter-list" });
    this.sizes = h("div", { class: "sizes", role: "radiogroup", "aria-label": "Players" });
    this.startButton = h("button", { class: "start" }, "Begin");
    this.form = h(
      "form",
      { class: "lobby", onsubmit: (event) => this.start(event) },
      h("h1", {}, "What shall we play?"),
      h("fieldset", {}, h("legend", {}, "Game"), h("div", { class: "game-list" }, games.map((game) => this.gameCard(game)))),
      h("fieldset", {}, h("legend", {}, "Players"), this.sizes, this.seats),
      h("details", {}, h("summary", {}, "Rules and variations"), this.parameters),
      h("div", { class: "start-row" }, this.startButton, h("a", { id: "lobby-rules", target: "_blank" }, "Read the rules")),
    );
    root.replaceChildren(this.form);
    const last = localStorage.getItem("critter-game");
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
    localStorage.setItem("critter-game", game.name);
    document.documentElement.dataset.game = game.name;
    this.form.querySelector(`input[name="game"][value="${game.name}"]`).checked = true;
    this.form.querySelector("#lobby-rules").href = `/page/rules/${game.name}.html`;
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
    this.parameters.replaceChildren(...this.game.parameters.map((one) => this.parameter(one)).filter(Boolean));
  }

  /** Who sits where: "person" or the spec of an agent for each seat. */
  chosenSeats() {
    return [...this.seats.querySelectorAll("select")].map((select) => select.value);
  }

  /** Without persons there is a game to look at. */
  showStart() {
    this.startButton.textContent = this.chosenSeats().includes(PERSON) ? "Begin" : "Watch";
  }

  parameter(one) {
    const usual = one.defaults?.[String(this.size)] ?? one.default;
    const attributes = { name: `parameter-${one.name}`, "data-name": one.name, "data-usual": JSON.stringify(usual) };
    let field;
    if (one.choices) {
      const choices = one.kind === "seat" ? [null, ...range(this.size)] : one.choices;
      field = h("select", attributes, choices.map((value) => h("option", { value: JSON.stringify(value), selected: JSON.stringify(value) === JSON.stringify(usual) }, wordFor(value, one.kind))));
    } else if (one.range && !one.kinds) {
      field = h("input", { ...attributes, type: "number", min: one.range[0], max: one.range[1], value: usual, required: true });
    } else {
      field = h("input", { ...attributes, type: "text", placeholder: "as usual", "data-json": true, spellcheck: "false" });
    }
    return h("label", {}, h("span", { class: "parameter-name" }, one.name.replaceAll("_", " ")), field, h("small", {}, one.meaning));
  }

  /** The names that were chosen, by seat; those left empty are the usual ones. */
  names() {
    return [...this.seats.querySelectorAll("input")].map((field) => field.value.trim());
  }

  /** Only what differs from the usual. */
  chosenParameters() {
    const chosen = {};
    for (const field of this.parameters.querySelectorAll("[data-name]")) {
      if (field.dataset.json !== undefined && !field.value.trim()) continue;
      const value = JSON.parse(field.value);
      if (JSON.stringify(value) !== field.dataset.usual) chosen[field.dataset.name] = value;
    }
    return chosen;
  }

  async start(event) {
    event.preventDefault();
    const seats = this.chosenSeats();
    const isShow = !seats.includes(PERSON);
    if (!isShow && seats[0] !== PERSON) {
      this.complain("Take the first seat yourself, or let agents have them all.");
      return;
    }
    let parameters;
    try {
      parameters = this.chosenParameters();
    } catch {
      this.complain("One of the variations can't be read: lists and mappings are written as in JSON, for example [1, 2].");
      return;
    }
    const setup = { game: this.game.name, [isShow ? "agents" : "seats"]: seats, parameters };
    const answer = await fetch(isShow ? "/api/shows" : "/api/tables", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(setup),
    }).catch(() => null);
    const made = answer && (await answer.json().catch(() => null));
    if (!answer?.ok) {
      this.complain(made?.message ?? made?.error ?? made?.detail ?? "The server can't be reached.");
      return;
    }
    const names = written(this.names());
    if (isShow) {
      location.hash = `#show.${made.show}${names}`;
      return;
    }
    const links = made.seats.filter((seat) => seat.token).map((seat) => ({ seat: seat.seat, hash: `#${made.table}.${seat.token}${names}` }));
    sessionStorage.setItem(`links-${made.table}`, JSON.stringify(links));
    location.hash = links[0].hash;
  }
}

function wordFor(value, kind) {
  if (value === null) return kind === "seat" ? "drawn" : "as usual";
  if (kind === "seat") return `seat ${value + 1}`;
  return { true: "yes", false: "no" }[String(value)] ?? String(value);
}

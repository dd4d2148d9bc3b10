// Greedy Greedy Goblins: the players on top, then what the viewer holds and what is being scored, then the caves.

import { card, SEATS, sign, slot, tile, tileBack, token } from "../cards.js";
import { count, h, listed, place, range, spread, sum } from "../dom.js";
import { HIDDEN } from "../motion.js";

const TILES = ["emerald", "ruby", "sapphire", "gold", "diamond", "dynamite", "double dynamite", "monster", "minion", "torch"];
const SYMBOLS = ["emerald", "ruby", "sapphire", "gold", "diamond", "dynamite", "doubledynamite", "monster", "minion", "torch"];
const PAINTS = ["#00704f", "#b3261e", "#0067a5", "#8a6100", "#47618a", "#9a3412", "#9a3412", "#66389a", "#45571b", "#a04d00"];
const CLANS = ["Fangferalz", "Warraaage", "Snazdoodle", "Glittergreed"];
const MINIONS = ["Emerald Cutter", "Ruby Cutter", "Sapphire Cutter", "Gold Smelter", "Diamond Cutter", "Canary", "Expert Miner", "Guildmaster", "Sapper", "Scavenger", "Wrangler", "Banker", "Claim Jumper"];
const MINION_SYMBOLS = ["emerald", "ruby", "sapphire", "gold", "diamond", "canary", "pick", "house", "barrel", "bag", "lasso", "coin", "flag"];
const MINION_PAINTS = [...PAINTS.slice(0, 5), "#7a5f00", "#55595e", "#0067a5", "#9a3412", "#45571b", "#66389a", "#8a6100", "#a04d00"];
const STAGES = ["Mining", "Choosing the next location", "Playing cards", "Adding tiles with a Scavenger", "Feeding the monsters", "Showing a Banker", "Discarding down to three cards"];
const TASKS = [
  "",
  "Choose which of your places is scored next.",
  "Play minion cards on the cave, until you want no more.",
  "Add a tile from the pool, or no more.",
  "Choose what the monster eats.",
  "Show the Banker, or keep it.",
  "Discard down to three cards.",
];
const MANY = 255;

const DRAW = 0;
const RETIRE = 1;
const CLAIM = 2;
const JUMP = 11;
const FACE_DOWN = 19;
const TORCH_UP = 27;
const TURN_UP = 35;
const SCORE = 46;
const PLAY = 55;
const DONE = 66;
const FEED = 69;
const SHOW = 74;
const DISCARD = 76;
const GUILDHALL = 8;

/** What can be done with a cave: the first action, a word for its button, and one for the viewer's plan. */
const VERBS = [
  [CLAIM, "Claim", "you claim it"],
  [JUMP, "Jump", "you jump the claim"],
  [FACE_DOWN, "Place", "you place your tile"],
  [TORCH_UP, "Torch", "you place the torch"],
];

const front = (kind, name = TILES[kind]) => tile({ symbol: SYMBOLS[kind], paint: PAINTS[kind], name });
const minionCard = (kind) => card({ symbol: MINION_SYMBOLS[kind], paint: MINION_PAINTS[kind], foot: MINIONS[kind], name: MINIONS[kind] });
const gem = (kind) => token({ symbol: SYMBOLS[kind], paint: PAINTS[kind], name: TILES[kind] });

export function piece(kind) {
  return kind === HIDDEN ? tileBack() : front(Number(kind), "");
}

export function zones(o) {
  const found = { pool: { [HIDDEN]: o.pool_size } };
  range(o.present.length).forEach((k) => {
    const held = place(o.held[k]);
    found[`seat-${k}`] = { [held >= 0 ? held : HIDDEN]: o.holding[k] };
  });
  o.caves.forEach((cave, number) => {
    found[`cave-${number}`] = { [HIDDEN]: cave.down - sum(cave.known) };
    cave.up.forEach((up, kind) => (found[`cave-${number}`][kind] = up + cave.known[kind]));
  });
  return found;
}

/** What the log makes of a line that is new after a decision: what a cave shows while it is scored, what it pays, and coins. */
export function told(line, before) {
  if (line.startsWith("As things are")) return line.replace("As things are, ", "");
  if (line.startsWith("Cave")) return line.match(/being scored; (face up [^(;]*)/)?.[1].trim();
  const coins = (text) => text.match(/: clan [^,]*, (\d+) coins?/)?.[1] ?? "0";
  return coins(line) !== coins(before ?? "") && `${line.split(":")[0]}: ${coins(line)} coins`;
}

/** What a person is to do now. */
export function task(o) {
  const stage = place(o.stage);
  if (stage > 0) return TASKS[stage];
  if (sum(o.plan) || o.caves.some((cave) => sum(cave.plan))) return "Choose the tile that your torch turns up.";
  return o.holding[0] ? "Place your tile, or a goblin." : "Draw a tile, claim a cave, or retire.";
}

// --- choices ----------------------------------------------------------------------------------------------------

export function heading(action, context) {
  if (action >= CLAIM && action < JUMP) return "Claim cave";
  if (action >= JUMP && action < FACE_DOWN) return "Jump the claim to cave";
  if (action >= FACE_DOWN && action < TORCH_UP) {
    const held = place(context.o.held[0]);
    return `Place ${held >= 0 ? `the ${TILES[held]}` : "the tile"} face down in cave`;
  }
  if (action >= TORCH_UP && action < TURN_UP) return "Place the torch face up in cave";
  if (action >= TURN_UP && action < SCORE) return "Turn up with the torch";
  if (action >= SCORE && action < PLAY) return "Score next: cave";
  if (action >= PLAY && action <= DONE) return "Play on this cave";
  if (action >= FEED && action < SHOW) return "The monster eats";
  return action >= DISCARD ? "Discard" : "";
}

export function caption(action, context) {
  const location = (start) => (action - start === GUILDHALL ? "the guildhall" : String(action - start + 1));
  if (action >= CLAIM && action < JUMP) return location(CLAIM);
  if (action >= JUMP && action < FACE_DOWN) return location(JUMP);
  if (action >= FACE_DOWN && action < TORCH_UP) return location(FACE_DOWN);
  if (action >= TORCH_UP && action < TURN_UP) return location(TORCH_UP);
  if (action >= TURN_UP && action < SCORE) return action - TURN_UP < TILES.length ? `your ${TILES[action - TURN_UP]}` : "a tile of others";
  if (action >= SCORE && action < PLAY) return location(SCORE);
  if (action >= PLAY && action < DONE) return MINIONS[action - PLAY];
  if (action === DONE) return "no more cards";
  if (action >= FEED && action < SHOW) return TILES[action - FEED];
  return action >= DISCARD ? MINIONS[action - DISCARD] : null;
}

export function icon(action) {
  if (action >= TURN_UP && action < SCORE) return action - TURN_UP < TILES.length ? gem(action - TURN_UP) : null;
  if (action >= FEED && action < SHOW) return gem(action - FEED);
  if (action >= PLAY && action < DONE) return sign(MINION_SYMBOLS[action - PLAY]);
  return action >= DISCARD ? sign(MINION_SYMBOLS[action - DISCARD]) : null;
}

// --- the table --------------------------------------------------------------------------------------------------

export function draw(context) {
  const { o } = context;
  return h(
    "div",
    { class: "goblins-table" },
    h("div", { class: "others" }, range(context.size).map((k) => player(context, k))),
    h("div", { class: "own-row" }, own(context), supplies(context)),
    h("div", { class: "caves" }, o.caves.map((cave, number) => cave.there > 0 && caveOf(context, cave, number)), guildhall(context)),
  );
}

const coins = (number) => (number === MANY ? "255 or more" : String(number));

function player(context, k) {
  const { o } = context;
  const clan = place(o.clan[k]);
  const held = place(o.held[k]);
  const sure = k > 0 && sum(o.sure[k - 1]) > 0;
  return h(
    "section",
    { class: `panel ${o.turn[k] ? "turn" : ""}`, "data-zone": `seat-${k}`, "aria-label": `${context.name(k)}: ${coins(o.coins[k])} coins` },
    context.seat(k, h("span", { class: "mark with-sign coins" }, sign("coin", { name: "coins" }), coins(o.coins[k]))),
    h(
      "div",
      { class: "goblin-row" },
      h("span", { class: "with-sign", title: `favours ${TILES[clan]}` }, gem(clan), h("span", { class: "note" }, CLANS[clan])),
      h(
        "span",
        { class: "pawns", role: "img", "aria-label": `${count(o.goblins[k], "goblin")} at home${o.retired[k] ? ", retired" : ""}` },
        range(o.goblins[k]).map(() => sign("goblin", { paint: o.retired[k] ? "var(--faint)" : SEATS[k] })),
      ),
      o.retired[k] > 0 && h("span", { class: "tag" }, "retired"),
      o.holding[k] > 0 && h("span", { class: "held", title: "tile in hand" }, held >= 0 ? front(held, `holds ${TILES[held]}`) : tileBack({ name: "holds a tile" })),
    ),
    h(
      "p",
      { class: "note" },
      `${count(o.hand_size[k], "minion card")}${o.drawn[k] ? `, ${o.drawn[k]} new` : ""}${o.rank[k] ? `, scores as number ${o.rank[k]}` : ""}${sure ? `, among them ${listed(o.sure[k - 1], MINIONS)}` : ""}`,
    ),
  );
}

const pawn = (context, seats, verb) => {
  const k = place(seats);
  return k >= 0 && h("span", { class: "pawn", style: { "--seat": SEATS[k] } }, sign("goblin", { paint: "#fff", ground: SEATS[k], name: `${verb} by` }), context.name(k));
};

function caveOf(context, cave, number) {
  const { o } = context;
  const buttons = [...VERBS.map(([start, word]) => [start + number, word]), [SCORE + number, "Score"]].filter(([action]) => context.legal.has(action));
  const plans = VERBS.filter((verb, k) => cave.plan[k]).map(([, , plan]) => plan);
  const pay = context.view.lines.find((line) => line.startsWith(`Cave ${number + 1}:`))?.match(/would pay [^(]*(.*)$/)?.[1];
  const dynamite = cave.up[5] + cave.known[5] + 2 * (cave.up[6] + cave.known[6]);
  return h(
    "section",
    { class: `panel cave ${cave.current ? "turn" : ""} ${cave.scored && !cave.current ? "done" : ""} ${plans.length ? "planned" : ""}`, "data-zone": `cave-${number}`, "aria-label": `Cave ${number + 1}` },
    h("h2", { class: "seat" }, `Cave ${number + 1}`, cave.scored > 0 && h("span", { class: "seat-who" }, cave.current ? "being scored" : "scored"), pawn(context, cave.claimer, "claimed"), pawn(context, cave.jumper, "jumped")),
    plans.map((plan) => h("p", { class: "tag" }, context.view.say(`${plan} here`))),
    h(
      "div",
      { class: "tiles" },
      cave.up.map((up, kind) => up > 0 && range(up).map(() => front(kind))),
      cave.known.map((known, kind) => known > 0 && range(known).map(() => h("span", { class: "known", title: "face down, known to you" }, front(kind, `${TILES[kind]}, face down, known to you`)))),
      range(cave.down - sum(cave.known)).map(() => tileBack({ name: "face down" })),
    ),
    cave.down > 0 && sum(cave.down_by) > 0 && h("p", { class: "note" }, "face down by ", cave.down_by.map((down, k) => down > 0 && h("span", { class: "chip" }, h("span", { class: "seat-token", style: { "--seat": SEATS[k] } }, context.name(k)), h("b", {}, String(down))))),
    dynamite > 0 && h("p", { class: `note ${dynamite > 2 ? "danger" : ""}` }, `${dynamite} dynamite seen${dynamite > 2 ? ": it blows up" : ""}`),
    pay && h("p", { class: "note" }, `by what you know: ${pay}`),
    buttons.length > 0 && h("div", { class: "cave-buttons" }, buttons.map(([action, word]) => h("button", { type: "button", tabindex: "-1", "aria-label": context.legal.get(action).label, onclick: () => context.act(action) }, word, context.share(action)))),
  );
}

function guildhall(context) {
  const { o } = context;
  const buttons = [[CLAIM + GUILDHALL, "Claim"], [SCORE + GUILDHALL, "Score"]].filter(([action]) => context.legal.has(action));
  return h(
    "section",
    { class: `panel cave guildhall ${o.guildhall_scored ? "done" : ""}`, "aria-label": "Guildhall" },
    h("h2", { class: "seat" }, sign("house"), "Guildhall", o.guildhall_scored > 0 && h("span", { class: "seat-who" }, "scored"), pawn(context, o.guildhall, "claimed")),
    h("p", { class: "note" }, "gives a minion card"),
    buttons.length > 0 && h("div", { class: "cave-buttons" }, buttons.map(([action, word]) => h("button", { type: "button", tabindex: "-1", "aria-label": context.legal.get(action).label, onclick: () => context.act(action) }, word, context.share(action)))),
  );
}

function own(context) {
  const { o } = context;
  const cards = spread(o.own_hand);
  const held = place(o.held[0]);
  const plan = [["you draw", 0], ["you retire", 1], ["you claim the guildhall", 2]].filter(([, k]) => o.plan[k]).map(([words]) => words);
  const actionOf = (kind) => (context.legal.has(PLAY + kind) && kind < DONE - PLAY ? PLAY + kind : DISCARD + kind);
  const sums = context.view.lines.filter((line) => line.startsWith("As things are,") || line.startsWith("The monsters have eaten") || line.startsWith("The Scavenger may"));
  return h(
    "section",
    { class: `panel own ${o.turn[0] || context.legal.size ? "turn" : ""}`, "aria-label": "What you hold" },
    h("h2", { class: "seat" }, STAGES[place(o.stage)], h("span", { class: "seat-who" }, `round ${o.round_number}, ${o.target} coins end the game`), plan.map((words) => h("span", { class: "tag" }, context.view.say(words)))),
    sums.length > 0 && h("ul", { class: "sums" }, sums.map((line) => h("li", {}, line))),
    h(
      "div",
      { class: "own-goblin" },
      o.stage[0] > 0 && h("figure", {}, h("figcaption", {}, context.view.say("your tile")), h("span", { class: "big-tile" }, held >= 0 ? front(held) : slot({ name: "none", symbol: "pick" })), held >= 0 && h("figcaption", {}, TILES[held])),
      h("figure", {}, h("figcaption", {}, context.view.say("your minion cards")), h("div", { class: "row" }, cards.length ? cards.map((kind) => context.playable(actionOf(kind), minionCard(kind))) : h("span", { class: "note" }, "none"))),
      (context.legal.has(DRAW) || context.legal.has(RETIRE)) &&
        h("div", { class: "cave-buttons" }, [[DRAW, "Draw a tile"], [RETIRE, "Retire"]].filter(([action]) => context.legal.has(action)).map(([action, word]) => h("button", { type: "button", tabindex: "-1", onclick: () => context.act(action) }, word, context.share(action)))),
    ),
    o.shown > 0 && h("p", { class: "note" }, `All know of ${count(o.shown, "Banker")} in your hand.`),
  );
}

function supplies(context) {
  const { o } = context;
  const returned = place(o.returned);
  return h(
    "div",
    { class: "panel supplies" },
    h("span", { class: "chip", "data-zone": "pool" }, tileBack(), h("b", {}, String(o.pool_size)), "tiles in the pool"),
    returned >= 0 && h("span", { class: "chip" }, "your", front(returned), "among them"),
    h("span", { class: "chip" }, sign("minion"), h("b", {}, String(o.deck_size)), "cards in the deck"),
    h("span", { class: "note" }, `discarded: ${listed(o.discards, MINIONS)}`),
    h("span", { class: "note" }, `a Guildmaster pays ${count(o.guildmaster_coins, "coin")} for each minion tile`),
    o.last_one > 0 && h("span", { class: "tag" }, `only one player has goblins left: ${count(o.draws_left, "more draw")}`),
  );
}

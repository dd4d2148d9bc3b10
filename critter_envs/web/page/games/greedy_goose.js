// Greedy Goose: the centre and the face-up snacks in the middle, the others above, the own hand below.

import { back, card, chip, fan, pile, slot, token } from "../cards.js";
import { count, h, listed, place, range, spread, sum } from "../dom.js";
import { compare, gained } from "../lines.js";
import { HIDDEN } from "../motion.js";

const COLOURS = ["blue", "red", "yellow", "green", "purple"];
const KINDS = [...COLOURS, "gift", "steal", "gift or steal"];
const SYMBOLS = ["star", "heart", "cheese", "leaf", "grapes", "parcel", "mask", "parcel"];
const PAINTS = ["#0067a5", "#bb2d1b", "#8f6400", "#00704f", "#7a3a97", "#3f474a", "#3f474a", "#3f474a"];
const LIMITS = [1, 2, 3, 3, 4];
const POINTS = [3, 1, 1, 1, 1];

const FLIP = 0;
const STOP = 1;
const GIVE = 4;
const STEAL = 29;
const OTHERS = 5;

const front = (kind, extra = "") =>
  kind < COLOURS.length
    ? card({ symbol: SYMBOLS[kind], paint: PAINTS[kind], corner: String(LIMITS[kind]), extra })
    : card({ symbol: SYMBOLS[kind], paint: PAINTS[kind], foot: KINDS[kind], mark: kind === 7 ? "mask" : null, extra });

const disc = (kind) => token({ symbol: SYMBOLS[kind], paint: PAINTS[kind] });

export function piece(kind) {
  return kind === HIDDEN ? back() : front(Number(kind));
}

export function zones(o) {
  const found = { centre: { [HIDDEN]: o.centre_size }, action: { ...o.action_card.reduce((all, there, k) => ({ ...all, [k + 5]: there }), {}) } };
  range(5).forEach((colour) => (found[`table-${colour}`] = { [colour]: o.table[colour] }));
  found["hand-0"] = { ...o.own_hand };
  range(o.present.length - 1).forEach((k) => {
    found[`hand-${k + 1}`] = { ...o.known[k], [HIDDEN]: o.hand_size[k + 1] - sum(o.known[k]) };
  });
  found.out = { ...o.out };
  return found;
}

/** What the log makes of a line that is new after a decision; `before` is the one of its kind that stood there before, if there was one. */
export function told(line, before) {
  if (line.startsWith("Your hand")) return gained(line, before);
  if (!line.startsWith("Seen out")) return line.match(/^(Face up|Action card).*/)?.[0].toLowerCase();
  const snacks = compare(line, before).more.split(", ").filter((lost) => COLOURS.includes(lost.split(" ")[1]));
  return snacks.length && snacks.join(", ") && `too greedy: ${snacks.join(", ")} lost`;
}

/** What a person is to do now. */
export function task(o) {
  if (place(o.action_card) >= 0) return `Use the action card (${KINDS[5 + place(o.action_card)]}), or decline it.`;
  return sum(o.table) ? "Flip on, stop and take what lies face up, or pass." : "Flip a card, or pass.";
}

export function heading(action, context) {
  if (action >= STEAL) return "Steal a card, unseen";
  if (action >= GIVE) return `Give to ${context.name(1 + ((action - GIVE) % OTHERS))}`;
  return "";
}

export function caption(action, context) {
  if (action >= STEAL) return `from ${context.name(1 + action - STEAL)}`;
  if (action >= GIVE) return COLOURS[Math.floor((action - GIVE) / OTHERS)];
  return null;
}

export function icon(action) {
  return action >= GIVE && action < STEAL ? disc(Math.floor((action - GIVE) / OTHERS)) : null;
}

export function draw(context) {
  return h(
    "div",
    { class: "goose-table" },
    h("div", { class: "others" }, range(context.size - 1).map((k) => other(context, k))),
    middle(context),
    own(context),
  );
}

function other(context, k) {
  const { o } = context;
  const known = spread(o.known[k]);
  const hidden = o.hand_size[k + 1] - known.length;
  const words = `${count(o.hand_size[k + 1], "card")}, known to you: ${listed(o.known[k], COLOURS)}`;
  return h(
    "section",
    { class: `panel ${o.turn[k + 1] ? "turn" : ""}`, "data-zone": `hand-${k + 1}`, "aria-label": `${context.name(k + 1)}: ${words}` },
    context.seat(k + 1, h("span", { class: "mark" }, count(o.hand_size[k + 1], "card"))),
    context.playable(STEAL + k, fan(words, [...known.map((kind) => front(kind)), ...range(hidden).map(() => back())], "small"), "wide"),
    h(
      "p",
      { class: "note" },
      context.view.say(sum(o.shown[k]) ? "knows of yours " : "knows nothing of yours"),
      COLOURS.map((name, kind) => o.shown[k][kind] > 0 && chip(disc(kind), o.shown[k][kind], `${o.shown[k][kind]} ${name}`)),
    ),
  );
}

function middle(context) {
  const { o } = context;
  const action = place(o.action_card);
  const faceUp = COLOURS.map((name, colour) => {
    const shown = o.table[colour] ? front(colour) : slot({ symbol: SYMBOLS[colour] });
    return h("span", { class: "place", "data-zone": `table-${colour}` }, o.table[colour] ? context.playable(STOP, shown) : h("span", { class: "piece" }, shown));
  });
  return h(
    "div",
    { class: "middle" },
    h(
      "figure",
      {},
      h("figcaption", {}, "centre"),
      h("span", { "data-zone": "centre" }, context.playable(FLIP, pile(o.centre_size, back(), `${count(o.centre_size, "card")} face down in the centre`))),
    ),
    h("figure", { class: "grow" }, h("figcaption", {}, "face up"), h("div", { class: "row", role: "group", "aria-label": `Face up: ${listed(o.table, COLOURS)}` }, faceUp)),
    h(
      "figure",
      {},
      h("figcaption", {}, "action card"),
      h("span", { class: `place ${action >= 0 ? "waits" : ""}`, "data-zone": "action" }, action >= 0 ? front(action + 5) : slot()),
    ),
  );
}

function own(context) {
  const { o } = context;
  const points = sum(o.own_hand.map((number, colour) => number * POINTS[colour]));
  return h(
    "div",
    { class: "own-row" },
    h(
      "section",
      { class: `panel own ${o.turn[0] ? "turn" : ""}`, "data-zone": "hand-0", "aria-label": `Your hand: ${listed(o.own_hand, COLOURS)}, worth ${count(points, "point")}` },
      context.seat(0, h("span", { class: "mark" }, `${count(o.hand_size[0], "card")}, ${count(points, "point")}`)),
      h("div", { class: "suits" }, COLOURS.map((name, colour) => suit(o, name, colour))),
    ),
    h(
      "section",
      { class: "panel", "data-zone": "out", "aria-label": `Seen out of play: ${listed(o.out, KINDS)}` },
      h("h2", {}, "Out of play"),
      h(
        "ul",
        { class: "tally" },
        KINDS.map((name, kind) => h("li", {}, disc(kind), h("span", {}, h("b", {}, String(o.out[kind])), ` of ${o.deck[kind]} ${name}`))),
      ),
    ),
  );
}

function suit(o, name, colour) {
  const [number, limit] = [o.own_hand[colour], LIMITS[colour]];
  const full = number === limit;
  return h(
    "div",
    { class: "suit" },
    fan(`${number} ${name}, limit ${limit}`, number ? range(number).map(() => front(colour)) : [slot({ symbol: SYMBOLS[colour] })], "own-fan"),
    h("p", { class: full ? "note full" : "note" }, `${number}/${limit}${full ? " full" : ""}`),
    POINTS[colour] > 1 && h("p", { class: "note" }, `worth ${POINTS[colour]}`),
  );
}

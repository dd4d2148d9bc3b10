// Goblins Breakfast: the supply in the middle, around it what everybody holds in two hands and has eaten.

import { back, card, chip, pile, sign, slot, token } from "../cards.js";
import { count, h, place, range, spread, sum } from "../dom.js";
import { compare } from "../lines.js";
import { HIDDEN } from "../motion.js";

const GOODS = 16;
const KINDS = 19;
const SPECIALS = ["Feeding Frenzy", "Food Fight", "Snatch"];
const SPECIAL_SYMBOLS = ["frenzy", "splat", "hand"];
const FOODS = ["mushroom", "apple", "fish", "drumstick", "pie", "pot"];
const WEAPONS = ["spoon", "knife", "fork", "axe", "hammer", "sword"];
const FOOD_PAINT = "#00704f";
const WEAPON_PAINT = "#a8321f";
const SPECIAL_PAINT = "#6c4a9c";

const TAKE = 0;
const EAT = TAKE + KINDS;
const DISCARD = EAT + GOODS;
const STEAL = DISCARD + GOODS;
const FIGHT = STEAL + 5 * GOODS;

/** What is on the cards of a kind; the observation's `deck` holds one fact of all kinds after the other. */
function facts(o, kind) {
  const [food, weapon, hands, grab, copies] = range(5).map((fact) => o.deck[fact * KINDS + kind]);
  const value = food || weapon;
  if (kind >= GOODS) return { name: SPECIALS[kind - GOODS], symbol: SPECIAL_SYMBOLS[kind - GOODS], paint: SPECIAL_PAINT, corner: "", foot: SPECIALS[kind - GOODS], copies };
  const symbols = food ? FOODS : WEAPONS;
  return {
    name: `${hands === 2 ? "two-handed " : ""}${grab ? "grab-berries" : food ? "food" : "weapon"} ${value}`,
    symbol: grab ? "berries" : symbols[Math.min(value, symbols.length) - 1],
    paint: food ? FOOD_PAINT : WEAPON_PAINT,
    corner: String(value),
    foot: grab ? "extra turn" : hands === 2 ? "two hands" : food ? "food" : "weapon",
    copies,
    food,
    weapon,
    hands,
  };
}

let deck = null; // of the game that is shown: pieces that fly are drawn from it

const front = (o, kind, extra = "") => card({ ...facts(o, kind), name: facts(o, kind).name, extra });

export function piece(kind) {
  return kind === HIDDEN ? back({ symbol: "pot", paint: "#6b4a26" }) : front({ deck }, Number(kind));
}

export function zones(o) {
  deck = o.deck;
  const found = { deck: { [HIDDEN]: o.pile_size }, supply: { ...o.supply }, discard: { ...o.discard } };
  range(o.present.length).forEach((k) => {
    found[`hand-${k}`] = { ...o.hand[k] };
    found[`stomach-${k}`] = { ...o.stomach[k] };
  });
  return found;
}

/** What the log makes of a line that is new after a decision: what has come to the supply, and a special card being played. */
export function told(line, before) {
  if (!line.startsWith("Supply")) return line.match(/^(Being played|After this action).*/)?.[0].toLowerCase();
  const { more } = compare(line, before);
  return more && `new: ${more}`;
}

/** What a person is to do now. */
export function task(o) {
  const special = place(o.special);
  if (special >= 0) return ["Choose the food to eat.", "Choose the card that is thrown away.", "Choose the card to take."][special];
  const hands = sum(o.hand[0].map((number, kind) => number * (facts(o, kind).hands ?? 0)));
  return hands > 2 ? "You hold too much: discard something." : "Take, steal, or eat.";
}

export function heading(action, context) {
  if (action >= FIGHT) return `Throw it at ${context.name(1 + Math.floor((action - FIGHT) / GOODS))}, who loses`;
  if (action >= STEAL) return `Take from ${context.name(1 + Math.floor((action - STEAL) / GOODS))}`;
  if (action >= DISCARD) return "Too much for two hands: discard";
  return action >= EAT ? "Eat" : "Take from the supply";
}

const kindOf = (action) => (action < EAT ? action : (action - EAT) % GOODS);

export function caption(action, context) {
  const label = context.legal.get(action).label;
  return (label.includes(": ") ? label.slice(label.indexOf(": ") + 2) : label.replace(/^\w+ /, "")).replace(/ is gone$/, "");
}

export function icon(action, context) {
  const { symbol, paint } = facts(context.o, kindOf(action));
  return token({ symbol, paint });
}

export function draw(context) {
  deck = context.o.deck;
  return h("div", { class: "breakfast-table" }, h("div", { class: "others wide" }, range(context.size - 1).map((k) => player(context, k + 1))), middle(context), player(context, 0), discards(context));
}

function middle(context) {
  const { o } = context;
  const special = place(o.special);
  const food = sum(o.supply.map((number, kind) => (facts(o, kind).food ? number : 0))) + sum(o.hand.flatMap((held) => held.map((number, kind) => (facts(o, kind).food ? number : 0))));
  return h(
    "div",
    { class: "middle" },
    h("figure", {}, h("figcaption", {}, "deck"), h("span", { "data-zone": "deck" }, pile(o.pile_size, back({ symbol: "pot", paint: "#6b4a26" }), `${count(o.pile_size, "card")} in the deck`))),
    h(
      "figure",
      { class: "grow" },
      h("figcaption", {}, "supply"),
      h("div", { class: "row", "data-zone": "supply" }, spread(o.supply).map((kind) => context.playable(TAKE + kind, front(o, kind)))),
      h("p", { class: "note" }, food ? `Food in sight: ${count(food, "card")}. If none is left, the Matron takes everything away.` : "No food is in sight."),
    ),
    special >= 0 && h("figure", {}, h("figcaption", {}, "being played"), h("span", { class: "place waits" }, front(o, GOODS + special))),
    o.extra > 0 && h("p", { class: "tag" }, "then an extra turn"),
  );
}

function player(context, k) {
  const { o } = context;
  const held = spread(o.hand[k]);
  const strength = sum(o.hand[k].map((number, kind) => number * (facts(o, kind).weapon ?? 0)));
  const points = sum(o.stomach[k].map((number, kind) => number * (facts(o, kind).food ?? 0)));
  const remembered = sum(o.stomach[k]) > 0 || o.stomach_size[k] === 0;
  const free = 2 - sum(held.map((kind) => facts(o, kind).hands));
  const actionOf = (kind) => {
    const options = k === 0 ? [DISCARD + kind, EAT + kind] : [STEAL + (k - 1) * GOODS + kind, FIGHT + (k - 1) * GOODS + kind];
    return options.find((action) => context.legal.has(action)) ?? options[0];
  };
  const eaten = remembered ? count(points, "point") : count(o.stomach_size[k], "card");
  return h(
    "section",
    { class: `panel ${o.turn[k] ? "turn" : ""} ${k === 0 ? "own" : ""}`, "aria-label": `${context.name(k)}: weapons ${strength}, eaten ${eaten}` },
    context.seat(
      k,
      h("span", { class: "mark with-sign", title: "weapons in hand, added up" }, sign("sword", { paint: "currentColor", name: "weapons" }), String(strength)),
      h("span", { class: "mark with-sign flush", title: "eaten" }, sign("frenzy", { paint: "currentColor", name: "eaten" }), eaten),
    ),
    h(
      "div",
      { class: "two-hands", "data-zone": `hand-${k}` },
      held.map((kind) => context.playable(actionOf(kind), front(o, kind, facts(o, kind).hands === 2 ? "both-hands" : ""))),
      range(Math.max(0, free)).map(() => h("span", { class: "piece" }, slot({ symbol: "hand", name: "a free hand" }))),
    ),
    h(
      "p",
      { class: "note stomach", "data-zone": `stomach-${k}` },
      "eaten ",
      remembered && o.stomach_size[k] > 0
        ? o.stomach[k].map((number, kind) => number > 0 && chip(token(facts(o, kind)), number, `${number} times ${facts(o, kind).name}`))
        : o.stomach_size[k]
          ? count(o.stomach_size[k], "card")
          : "nothing",
    ),
  );
}

function discards(context) {
  const { o } = context;
  const rows = range(KINDS).filter((kind) => facts(o, kind).copies > 0);
  return h(
    "details",
    { class: "panel", "data-zone": "discard", "data-keep": "discard" },
    h("summary", {}, `Discard pile: ${count(sum(o.discard), "card")}, of each kind`),
    h(
      "ul",
      { class: "tally" },
      rows.map((kind) => h("li", {}, token({ ...facts(o, kind), name: "" }), h("span", {}, h("b", {}, String(o.discard[kind])), ` of ${facts(o, kind).copies} ${facts(o, kind).name}`))),
    ),
  );
}

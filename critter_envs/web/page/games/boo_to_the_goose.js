// Boo to the Goose: a strip for each player with row, piles and win pile; the viewer's comes last, with the hand.

import { back, card, SEATS, sign, token } from "../cards.js";
import { count, h, place, range, spread, sum } from "../dom.js";
import { HIDDEN } from "../motion.js";

const KINDS = ["goose", "fox", "dog"];
const PLURALS = ["geese", "foxes", "dogs"];
const SET = [15, 5, 4];
const [GOOSE, FOX, DOG] = [0, 1, 2];
const STOP = 3;
const TURN = 4;
const MEANINGS = [null, GOOSE, DOG];

const front = (kind, owner, extra = "") => card({ symbol: KINDS[kind], paint: SEATS[owner], foot: KINDS[kind], extra });
const hidden = (owner, known = null) => back({ symbol: "unknown", paint: SEATS[owner], known: known === null ? null : KINDS[known] });

/** A kind is named together with its owner, since both are seen. */
export function piece(kind) {
  const [owner, what] = String(kind).split(":").map(Number);
  return Number.isNaN(what) ? hidden(Number.isNaN(owner) ? 0 : owner) : front(what, owner);
}

export function zones(o) {
  const found = {};
  const add = (zone, kind, number) => {
    found[zone] ??= {};
    found[zone][kind] = (found[zone][kind] ?? 0) + number;
  };
  range(place([...o.present, 0].map((there) => !there))).forEach((k) => {
    range(3).forEach((kind) => add(`hand-${k}`, k === 0 ? `${k}:${kind}` : HIDDEN, k === 0 ? o.hand[k][kind] : 0));
    o.face_down[k].forEach((down, spot) => {
      const known = MEANINGS[o.kind[k][spot]];
      if (down || known !== null) add(`row-${k}`, known === null ? HIDDEN : `${k}:${known}`, 1);
    });
    o.won_geese[k].forEach((number, owner) => add(`won-${k}`, `${owner}:${GOOSE}`, number));
    o.won_foxes[k].forEach((number, owner) => add(`won-${k}`, `${owner}:${FOX}`, number));
    add(`won-${k}`, `${k}:${DOG}`, o.won_dogs[k]);
    if (k > 0) add(`hand-${k}`, HIDDEN, o.hand_size[k]);
  });
  return found;
}

/** What the log makes of a line that is new after a decision: a chase's progress, and what was won. */
export function told(line) {
  if (line.startsWith("Chase")) return line.match(/[1-9]\d* g\w+ turned so far/)?.[0];
  const [, whose, won] = line.match(/^  win pile of ([^:]*): \d+ cards?: (.*)/) ?? [];
  return won && `${whose}: ${won} won`;
}

/** What a person is to do now. */
export function task(o) {
  if (place(o.target) < 0) return "Lay a card, or send out a fox.";
  return o.flips ? "Turn another card, or stop the chase." : "Turn a card: the first one is compulsory.";
}

export function heading(action, context) {
  return action >= TURN ? `Turn a card of ${context.name(place(context.o.target))}, the oldest first` : "";
}

export function caption(action) {
  return action >= TURN ? String(action - TURN + 1) : null;
}

export function icon(action) {
  return action < STOP ? sign(KINDS[action]) : null;
}

export function draw(context) {
  const { o } = context;
  const order = [...range(context.size - 1).map((k) => k + 1), 0];
  return h("div", { class: `boo-table ${context.size < 5 ? "few" : ""}` }, chase(context), order.map((k) => strip(context, k)), remarks(o));
}

/** What a chase under way has brought, and what stopping would bring. */
function chase(context) {
  const { o } = context;
  const target = place(o.target);
  if (target < 0) return null;
  const chaser = o.turn[0] ? context.view.say("Your fox") : `A fox of ${context.name(place(o.turn))}`;
  const next = target === 0 ? context.view.say("your row") : `the row of ${context.name(target)}`;
  return h(
    "div",
    { class: "panel chase" },
    sign("fox", { paint: SEATS[place(o.turn)] }),
    h("p", {}, `${chaser} is out: ${count(o.flips, "goose", "geese")} turned so far, next comes ${next}.`),
    context.legal.has(STOP) && h("button", { type: "button", tabindex: "-1", onclick: () => context.act(STOP) }, "Stop the chase", context.share(STOP)),
  );
}

function strip(context, k) {
  const { o } = context;
  const won = sum(o.won_geese[k]) + sum(o.won_foxes[k]) + o.won_dogs[k];
  const marks = [
    h("span", { class: "seat-who" }, `${o.hand_size[k]} in hand, ${o.pile_size[k]} to draw, ${o.turns[k]} played`),
    o.target[k] > 0 && h("span", { class: "tag" }, "chased"),
    h("span", { class: "mark" }, `${won} won`),
  ];
  return h(
    "section",
    { class: `panel strip ${o.turn[k] ? "turn" : ""} ${o.target[k] ? "chased" : ""}`, "aria-label": `${context.name(k)}: ${won} won`, "data-look": o.target[k] > 0 },
    context.seat(k, marks),
    h("div", { class: "strip-body" }, row(context, k), winPile(context, k)),
    k === 0 ? ownHand(context) : h("span", { "data-zone": `hand-${k}` }),
  );
}

function row(context, k) {
  const { o } = context;
  const spots = o.face_down[k].map((down, spot) => ({ down, spot, known: MEANINGS[o.kind[k][spot]] })).filter(({ down, known }) => down || known !== null);
  if (!spots.length) return h("div", { class: "goose-row empty", "data-zone": `row-${k}` }, h("p", { class: "note" }, "no cards in the row"));
  const spell = ({ down, spot, known }) => {
    const what = down ? `face down${known === null ? "" : `, ${KINDS[known]}`}` : `${KINDS[known]}, turned`;
    return `card ${spot + 1}: ${what}${o.laid[k][spot] ? `, laid in turn ${o.laid[k][spot]}` : ""}`;
  };
  const drawn = ({ down, spot, known }) => {
    const shown = down ? hidden(k, known) : front(known, k, "turned");
    const content = [
      shown,
      h("span", { class: "spot", "aria-hidden": "true" }, h("b", {}, String(spot + 1)), o.laid[k][spot] > 0 && h("small", { title: `laid in turn ${o.laid[k][spot]}` }, ` t${o.laid[k][spot]}`)),
    ];
    return h("li", { "aria-label": spell({ down, spot, known }) }, o.target[k] ? context.playable(TURN + spot, content) : h("span", { class: "piece" }, content));
  };
  return h("ol", { class: "goose-row", "data-zone": `row-${k}`, "aria-label": `Row of ${context.name(k)}, the oldest first` }, spots.map(drawn));
}

function winPile(context, k) {
  const { o } = context;
  const part = (kind, owner, number) =>
    number > 0 &&
    h(
      "span",
      { class: "chip", role: "img", "aria-label": `${count(number, KINDS[kind], PLURALS[kind])} of ${context.name(owner)}` },
      token({ symbol: KINDS[kind], paint: SEATS[owner] }),
      h("b", {}, String(number)),
      h("small", {}, context.name(owner)),
    );
  const parts = [...o.won_geese[k].map((number, owner) => part(GOOSE, owner, number)), ...o.won_foxes[k].map((number, owner) => part(FOX, owner, number)), part(DOG, k, o.won_dogs[k])].filter(Boolean);
  return h("div", { class: "won", "data-zone": `won-${k}` }, h("span", { class: "note" }, "win pile"), parts.length ? parts : h("span", { class: "note" }, "nothing yet"));
}

function ownHand(context) {
  const { o } = context;
  const cards = spread(o.hand[0]);
  return h(
    "div",
    { class: "own-hand", "data-zone": "hand-0" },
    h("span", { class: "note" }, context.view.say("your hand")),
    cards.length ? cards.map((kind) => context.playable(kind, front(kind, 0))) : h("span", { class: "note" }, "no cards left"),
  );
}

function remarks(o) {
  const set = SET.map((number, kind) => `${number} ${PLURALS[kind]}`).join(", ");
  return h("p", { class: "note" }, `Each set: ${set}${o.remove_four ? "; four cards of each were removed unseen" : ""}. A card's number is its place in the row, t its owner's turn in which it was laid.`);
}

// The controls for the parameters of a game, one kind of parameter each: `{element, value()}`.

import { h, range } from "./dom.js";

const KINDS = { clans, counts, deck };

/** The control for a parameter at a table of so many seats, whose names `called(seat)` tells; `usual` is its value unless chosen. */
export function control(one, size, called) {
  const usual = one.defaults?.[String(size)] ?? one.default;
  const { element, value } = (KINDS[one.kind] ?? (one.choices ? choice : number))(one, usual, size, called);
  element.dataset.name = one.name;
  return { name: one.name, element, value, isChosen: () => JSON.stringify(value()) !== JSON.stringify(usual) };
}

/** A control with what it is for. */
const labelled = (one, ...fields) => [h("span", { class: "parameter-name" }, words(one.name)), fields, h("small", {}, one.meaning)];
const line = (one, field) => h("label", { class: "parameter" }, labelled(one, field));
const group = (one, ...fields) => h("fieldset", { class: "parameter wide" }, h("legend", {}, words(one.name)), h("small", {}, one.meaning), fields);
const words = (name) => name.replaceAll("_", " ");

const amount = (value, [least, most], attributes = {}) => h("input", { type: "number", min: least, max: most, value, required: true, ...attributes });

const options = (values, chosen, word) => values.map((value, k) => h("option", { value: String(k), selected: JSON.stringify(value) === JSON.stringify(chosen) }, word(value)));

function choice(one, usual, size, called) {
  const values = one.kind === "seat" ? [null, ...range(size)] : one.choices;
  const word = (value) => (one.kind !== "seat" ? ({ true: "yes", false: "no" }[String(value)] ?? value) : value === null ? "drawn" : called(value));
  const field = h("select", {}, options(values, usual, word));
  return { element: line(one, field), value: () => values[field.value] };
}

function number(one, usual) {
  const field = amount(usual, one.range);
  return { element: line(one, field), value: () => Number(field.value) };
}

/** A number for each kind. */
function counts(one, usual) {
  const fields = one.kinds.map((kind) => [kind, amount(usual[kind] ?? 0, one.range)]);
  const element = group(one, h("div", { class: "counts" }, fields.map(([kind, field]) => h("label", {}, field, ` ${kind}`))));
  return { element, value: () => Object.fromEntries(fields.map(([kind, field]) => [kind, Number(field.value)])) };
}

/** Dealt, or one for each seat. */
function clans(one, usual, size, called) {
  const seats = range(size).map((seat) => h("select", { "aria-label": `Clan of ${called(seat)}` }, options(one.options, one.options[seat], (clan) => clan)));
  const rows = h("div", { class: "counts", hidden: true }, seats.map((field, seat) => h("label", {}, `${called(seat)} `, field)));
  const how = h("select", { "aria-label": words(one.name), onchange: () => (rows.hidden = how.value === "dealt") }, h("option", { value: "dealt" }, "dealt"), h("option", { value: "chosen" }, "chosen"));
  return { element: group(one, how, rows), value: () => (how.value === "dealt" ? null : seats.map((field) => one.options[field.value])) };
}

/** A row for each kind of card. */
function deck(one, usual) {
  const sorts = sortsOf(usual);
  const rows = h("tbody", {});
  const add = (card) => rows.append(deckRow(card, sorts));
  usual.forEach(add);
  const more = h("button", { type: "button", onclick: () => (add({ ...usual[0], copies: 1 }), rows.lastChild.querySelector("select").focus()) }, "Add a card");
  const heading = ["copies", "of", "value", "hands", ""].map((text) => h("th", { scope: "col" }, text || h("span", { class: "unseen" }, "remove")));
  const element = group(one, h("table", { class: "deck" }, h("thead", {}, h("tr", {}, heading)), rows), more);
  return { element, value: () => [...rows.children].map((row) => row.card()).filter(({ copies }) => copies) };
}

/** What a card may be: whatever there is in the usual deck, which holds cards of all sorts. */
function sortsOf(cards) {
  const sorts = cards.map(({ kind, effect }) => [effect === "none" ? kind : effect, { kind, effect }]);
  return [...new Map(sorts)];
}

function deckRow(card, sorts) {
  const copies = amount(card.copies, [0], { "aria-label": "Copies" });
  const what = h("select", { "aria-label": "Of", onchange: () => show() }, sorts.map(([word, { kind, effect }], k) => h("option", { value: k, selected: kind === card.kind && effect === card.effect }, word)));
  const value = amount(card.value || 1, [1], { "aria-label": "Value" });
  const hands = amount(card.hands || 1, [1], { "aria-label": "Hands" });
  const isSpecial = () => sorts[what.value][1].kind === "special";
  const show = () => (value.disabled = hands.disabled = isSpecial());
  const away = h("button", { type: "button", "aria-label": "Remove this card", title: "Remove this card", onclick: () => row.remove() }, "×");
  const row = h("tr", {}, [copies, what, value, hands, away].map((field) => h("td", {}, field)));
  row.card = () => {
    const [strength, width] = isSpecial() ? [0, 0] : [value, hands].map((field) => Number(field.value));
    const { kind, effect } = sorts[what.value][1];
    return { kind, value: strength, hands: width, copies: Number(copies.value), effect };
  };
  show();
  return row;
}

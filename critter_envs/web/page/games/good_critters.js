// Good Critters: pile and loot above, then what is the viewer's own, then all that is seen and remembered of the others.

import { back, card, chip, pile, SEATS, sign, token } from "../cards.js";
import { listed as listedChoices, percent } from "../choices.js";
import { count, h, listed, place, range, spread, sum } from "../dom.js";
import { gained } from "../lines.js";
import { HIDDEN } from "../motion.js";

const VALUES = [2, 3, 4, 5];
const ITEMS = ["$2000", "$3000", "$4000", "$5000", "Payoff card"];
const SYMBOLS = ["coin", "ringband", "gem", "crown", "card"];
const PAINTS = ["#2f6b4c", "#0f6a98", "#8a6100", "#a8321f", "#674a9d"];
const CARDS = ["vote yes", "vote no", "guard", "rob", "skim"];
const CARD_SYMBOLS = ["yes", "no", "shield", "mask", "ladle"];
const CARD_PAINTS = ["#00704f", "#a8321f", "#0067a5", "#3f474a", "#8a6100"];
const WORDS = ["say nothing", "I vote yes", "I vote no", "I guard", "I rob", "I skim"];
const PHASES = ["The Boss hands out loot", "Talk", "Deals", "A trade is answered", "Action cards"];
const PARTS = ["bottom", "middle", "top", "anywhere"];
const RESULTS = ["passed", "tied", "failed"];
const DEALS = ["offered for a Yes to", "offered for a No to", "an open bribe to", "a hidden bribe to", "a trade with", "a sale to", "a purchase from"];

const TALKING = 1;
const HAND_OUT = 0;
const TALK = 8;
const CARD = 56;
const DONE = 61;
const DEAL = 62;
const ADD = 97;
const OTHERS = 7;
const DEAL_HEADINGS = ["Offer something for a Yes", "Offer something for a No", "Bribe openly", "Slip a hidden bribe", "Propose a trade"];

const loot = (kind, extra = "") => card({ symbol: SYMBOLS[kind], paint: PAINTS[kind], foot: ITEMS[kind], extra });
const coin = (kind) => token({ symbol: SYMBOLS[kind], paint: PAINTS[kind] });
const actionCard = (kind, extra = "") => card({ symbol: CARD_SYMBOLS[kind], paint: CARD_PAINTS[kind], foot: CARDS[kind], name: CARDS[kind], extra });

export function piece(kind) {
  return kind === HIDDEN ? back({ symbol: "badge", paint: "#3d4f80" }) : loot(Number(kind));
}

export function zones(o) {
  const found = { pile: { [HIDDEN]: o.pile_size }, middle: { ...o.loot } };
  range(o.present.length).forEach((k) => {
    found[`share-${k}`] = { ...o.share[k] };
    found[`stash-${k}`] = k === 0 ? { ...o.own_stash } : { ...o.known[k - 1], [HIDDEN]: o.stash_size[k] - sum(o.known[k - 1]) };
  });
  return found;
}

/** What the log makes of a line that is new after a decision: the vote, everybody's cards, and what changed the own stash. */
export function told(line, before) {
  if (line.startsWith("Your stash")) return gained(line, before);
  return line.match(/^(Last round.*|Bundle.*|[^:]+: played [^,;]*)/)?.[0];
}

/** What a person is to do now. */
export function task(o) {
  return ["Hand out the loot, card by card.", "Threaten somebody, and say something.", "Make a deal, or none.", "Accept the trade, or decline it.", "Choose an action card."][place(o.phase)];
}

// --- choices ----------------------------------------------------------------------------------------------------

export function heading(action, context) {
  const top = spread(context.o.loot).at(-1);
  if (action < TALK) return `The ${ITEMS[top] ?? "next card"} goes to`;
  if (action >= CARD && action < DONE) return "Play face down";
  if (action >= DEAL && action < ADD) return DEAL_HEADINGS[Math.floor((action - DEAL) / OTHERS)];
  return "";
}

export function caption(action, context) {
  if (action < TALK) return action === HAND_OUT ? "yourself" : context.name(action);
  if (action >= DEAL && action < ADD) return context.name(1 + ((action - DEAL) % OTHERS));
  return action >= CARD && action < DONE ? CARDS[action - CARD] : null;
}

export function icon(action) {
  return action >= CARD && action < DONE ? sign(CARD_SYMBOLS[action - CARD]) : null;
}

/** Talk and deals are two choices in one: what, and with whom. */
export function controls(context, game) {
  if (context.legal.has(TALK)) return [talkForm(context)];
  if (![...context.legal.keys()].some((action) => action >= DEAL && action < ADD)) return listedChoices(context, game);
  return [h("button", { type: "button", class: "choice", onclick: () => context.act(DONE) }, "Make no more deals", context.share(DONE)), dealForm(context)];
}

const others = (context) => range(context.size - 1).map((k) => ({ value: k + 1, words: context.name(k + 1) }));

function talkForm(context) {
  const words = WORDS.map((word, value) => ({ value, words: word, symbol: CARD_SYMBOLS[value - 1] })).filter(({ value }) => context.legal.has(TALK + value));
  return pairForm(context, {
    first: { name: "target", legend: "Threaten (to rob)", options: [{ value: 0, words: "nobody" }, ...others(context)] },
    second: { name: "word", legend: "and say", options: words },
    actionOf: (target, word) => TALK + target * WORDS.length + word,
    button: words.length > 1 ? "Say it" : "Lay the marker",
  });
}

function dealForm(context) {
  const actionOf = (kind, partner) => DEAL + kind * OTHERS + partner - 1;
  const fits = (kind, partner) => context.legal.has(actionOf(kind, partner));
  const partners = others(context);
  const kinds = DEAL_HEADINGS.map((words, value) => ({ value, words })).filter(({ value }) => partners.some((one) => fits(value, one.value)));
  return pairForm(context, {
    first: { name: "deal", legend: "Or a deal", options: kinds },
    second: { name: "partner", legend: "with", options: partners.filter((one) => kinds.some(({ value }) => fits(value, one.value))) },
    actionOf,
    button: "Put it together",
  });
}

/** Two groups of radio buttons that together name one action; with a hint each shows its part of the shares. */
function pairForm(context, { first, second, actionOf, button }) {
  const chosen = [first.options[0].value, second.options[0].value];
  const group = ({ name, legend, options }, side) =>
    options.length > 1 &&
    h(
      "fieldset",
      {},
      h("legend", {}, legend),
      h(
        "div",
        { class: "radios" },
        options.map(({ value, words, symbol }, k) => {
          const rest = side === 0 ? second.options.map((one) => actionOf(value, one.value)) : first.options.map((one) => actionOf(one.value, value));
          const share = sum(rest.map((action) => context.hints.get(action) ?? 0));
          return h(
            "label",
            {},
            h("input", { type: "radio", name, id: `${name}-${value}`, value, checked: k === 0, onchange: () => (chosen[side] = value) }),
            h("span", { class: "radio" }, symbol && sign(symbol, { ground: "transparent" }), words, share >= 0.005 && h("span", { class: "share" }, percent(share))),
          );
        }),
      ),
    );
  return h(
    "form",
    {
      class: "talk-form",
      onsubmit: (event) => {
        event.preventDefault();
        context.act(actionOf(...chosen));
      },
    },
    group(first, 0),
    group(second, 1),
    h("button", { class: "strong" }, button),
  );
}

// --- the table --------------------------------------------------------------------------------------------------

export function draw(context) {
  return h("div", { class: "critters-table" }, h("div", { class: "own-row" }, middle(context), own(context)), h("div", { class: "others" }, range(context.size - 1).map((k) => other(context, k + 1))));
}

function middle(context) {
  const { o } = context;
  const where = PARTS[place(o.fuzz)];
  const fuzz = where === "anywhere" ? "anywhere in the pile" : `in the ${where} of ${o.fuzz_parts} parts of the pile at the start`;
  const limit = o.boss_terms ? ` of at most ${o.boss_terms}` : "";
  const left = spread(o.loot).reverse();
  const draft = place(o.draft);
  const result = place(o.last_result);
  return h(
    "div",
    { class: "middle panel" },
    h("figure", {}, h("figcaption", {}, "pile"), h("span", { "data-zone": "pile" }, pile(o.pile_size, back({ symbol: "badge", paint: "#3d4f80" }), `${count(o.pile_size, "card")} in the pile`))),
    h(
      "figure",
      {},
      h("figcaption", {}, left.length ? "loot to hand out, the most valuable first" : "all loot is handed out"),
      h("div", { class: "loot-row", role: "img", "aria-label": `In the middle: ${listed(o.loot, ITEMS)}`, "data-zone": "middle" }, left.map((kind, k) => loot(kind, k === 0 ? "next" : ""))),
    ),
    h(
      "div",
      {},
      h("p", {}, h("b", {}, PHASES[place(o.phase)])),
      h("p", { class: "note" }, `Round ${o.term}${limit} of the Boss. THE FUZZ! was put ${fuzz}.`),
      o.phase[TALKING] > 0 && o.talk_rounds > 0 && h("p", { class: "note" }, `Round of talk ${o.talked + 1} of ${o.talk_rounds}`),
      result >= 0 && h("p", { class: "note" }, `The last vote ${RESULTS[result]} under ${context.name(place(o.last_boss))} as Boss.`),
      place(o.dealer) >= 0 && h("p", { class: "note" }, `${context.name(place(o.dealer))}: ${o.deals_made} of ${count(o.deals, "deal")} made`),
      draft >= 0 && h("p", {}, `Deal in the making: ${DEALS[draft]} ${context.name(place(o.partner))} `, chips(o.draft_cards), o.price > 0 && ` for ${count(o.price, "Payoff card")}`),
    ),
  );
}

const chips = (counts) => counts.map((number, kind) => number > 0 && chip(coin(kind), number, `${number} ${ITEMS[kind]}`));

function head(context, k, ...marks) {
  const { o } = context;
  return context.seat(k, o.boss[k] > 0 && h("span", { class: "boss-tag" }, sign("crown", { ground: "transparent" }), "Boss"), marks);
}

function other(context, k) {
  const { o } = context;
  const unknown = o.stash_size[k] - sum(o.known[k - 1]);
  const handing = context.legal.has(HAND_OUT + k);
  const facts = [
    ["stash", h("span", { class: "chip-row", "data-zone": `stash-${k}` }, chips(o.known[k - 1]), unknown > 0 ? ` ${unknown} unknown` : "")],
    ...shared(context, k),
    sum(o.shown[k - 1]) > 0 && ["knows", h("span", { class: "chip-row" }, context.view.say("of yours "), chips(o.shown[k - 1]))],
  ];
  return h(
    "section",
    { class: `panel ${o.turn[k] ? "turn" : ""}`, "aria-label": `${context.name(k)}${o.boss[k] ? ", Boss" : ""}` },
    head(context, k, h("span", { class: "mark" }, count(o.stash_size[k], "card"))),
    h("dl", { class: "facts" }, facts.filter(Boolean).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    handing && h("button", { type: "button", class: "select-seat", tabindex: "-1", onclick: () => context.act(HAND_OUT + k) }, `Give to ${context.name(k)}`, context.share(HAND_OUT + k)),
    context.legal.has(TALK) && h("button", { type: "button", class: "select-seat", tabindex: "-1", onclick: () => document.getElementById(`target-${k}`).click() }, `Threaten ${context.name(k)}`),
  );
}

/** What is told of everybody: loot to come, talk, deals, the last round, and the whole game so far. */
function shared(context, k) {
  const { o } = context;
  const rows = [["gets", h("span", { class: "chip-row", "data-zone": `share-${k}` }, sum(o.share[k]) ? [chips(o.share[k]), ` = $${worth(o.share[k])}000`] : "nothing")]];
  const talk = range(o.word.length).map((round) => said(context, o.marker[round][k], o.word[round][k])).filter(Boolean);
  if (talk.length) rows.push(["says", talk]);
  if (o.deals) rows.push(["Payoffs", [chip(coin(4), o.payoff_cards[k], count(o.payoff_cards[k], "Payoff card")), bundles(context, k)]]);
  const last = place(o.last_card[k]);
  if (last >= 0) rows.push(["last", [played(last), said(context, o.last_marker[k], o.last_word[k], true)]]);
  if (sum(o.played[k])) {
    const record = o.played[k].map((number, kind) => number > 0 && h("span", { class: "record", role: "img", "aria-label": `${CARDS[kind]} ${number} times` }, sign(CARD_SYMBOLS[kind], { paint: "currentColor" }), String(number)));
    rows.push(["so far", [record, o.spoke[k] > 0 && h("span", { class: "note", title: `kept ${o.kept[k]} of ${count(o.spoke[k], "word")}` }, `kept ${o.kept[k]}/${o.spoke[k]}`)]]);
  }
  return rows;
}

const played = (kind) => h("span", { class: "played", style: { "--paint": CARD_PAINTS[kind] } }, sign(CARD_SYMBOLS[kind], { paint: "#fff", ground: CARD_PAINTS[kind] }), CARDS[kind]);

const worth = (counts) => sum(counts.map((number, kind) => number * VALUES[kind]));

/** What somebody says, and whom they threaten; of a round that is over, in short. */
function said(context, marker, word, isPast = false) {
  const [target, spoken] = [place(marker), place(word)];
  if (target < 0 && spoken < 0) return null;
  return [
    spoken >= 0 &&
      h("span", { class: "bubble", title: `“${WORDS[spoken + 1]}”` }, "“", isPast ? sign(CARD_SYMBOLS[spoken], { name: WORDS[spoken + 1], ground: "transparent" }) : WORDS[spoken + 1], "”"),
    target >= 0 && h("span", { class: "threat" }, sign("mask", { paint: "currentColor", name: "threatens" }), h("span", { class: "seat-token", style: { "--seat": SEATS[target] } }, context.name(target))),
  ];
}

function bundles(context, k) {
  const { o } = context;
  return o.bundle_kind[k].map((kind, spot) => {
    if (place(kind) < 0) return null;
    const open = sum(o.bundle[k][spot]) > 0;
    return h("span", {}, `${DEALS[place(kind)]} ${context.name(place(o.bundle_to[k][spot]))}: `, open ? chips(o.bundle[k][spot]) : count(o.bundle_size[k][spot], "card"));
  });
}

function own(context) {
  const { o } = context;
  const chosen = place(o.own_card);
  return h(
    "section",
    { class: `panel own ${o.turn[0] ? "turn" : ""}`, "aria-label": `You${o.boss[0] ? ", Boss" : ""}` },
    head(context, 0, h("span", { class: "mark" }, `${count(o.stash_size[0], "card")} worth $${worth(o.own_stash)}000`)),
    h(
      "div",
      { class: "own-critter" },
      h(
        "dl",
        { class: "facts" },
        h("dt", {}, context.view.say("your stash")),
        h("dd", { "data-zone": "stash-0" }, sum(o.own_stash) ? chips(o.own_stash) : "empty"),
        shared(context, 0).map(([name, value]) => [h("dt", {}, context.view.say(name.replace("gets", "you get").replace("says", "you say"))), h("dd", {}, value)]),
      ),
      h(
        "div",
        { class: `action-cards ${context.legal.has(CARD) ? "" : "idle"}`, role: "group", "aria-label": "Your action cards" },
        CARDS.map((name, kind) => context.playable(CARD + kind, actionCard(kind), chosen === kind ? "chosen" : "")),
      ),
    ),
    context.legal.has(HAND_OUT) && h("button", { type: "button", class: "select-seat", tabindex: "-1", onclick: () => context.act(HAND_OUT) }, "Take it yourself", context.share(HAND_OUT)),
  );
}

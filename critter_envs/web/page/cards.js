// Cards, tiles and tokens as SVG: a colour and a symbol for each kind, so that no colour has to be told apart.

import { h, s } from "./dom.js";
import { glyph } from "./glyphs.js";

const WIDTH = 60;
const HEIGHT = 84;

/** The seats' colours, the viewer's first. */
export const SEATS = ["#0067a5", "#b8400e", "#00755a", "#984085", "#55595e", "#7a5f00", "#4a47b8", "#7b3418"];

/** A name in the colour of its seat, counted from the viewer. */
export function seatToken(k, name) {
  return h("span", { class: "seat-token", style: { "--seat": SEATS[k] } }, name);
}

function picture(width, height, name, extra, ...parts) {
  const hidden = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  return s("svg", { viewBox: `0 0 ${width} ${height}`, class: extra, ...hidden }, ...parts);
}

/** A card from the front: symbol in the middle, numbers in the corners, words at the foot. */
export function card({ symbol, paint, corner = "", foot = "", name = "", extra = "", dark = false, mark = null }) {
  const ground = dark ? paint : "var(--card-paper)";
  const ink = dark ? "var(--card-paper)" : paint;
  return picture(
    WIDTH,
    HEIGHT,
    name,
    `card ${extra}`,
    s("rect", { x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 7, fill: "var(--card-paper)", stroke: "var(--card-edge)", "stroke-width": 1.5 }),
    s("rect", { x: 4, y: 4, width: 52, height: 76, rx: 5, fill: dark ? paint : "none", stroke: paint, "stroke-width": 2 }),
    glyph(symbol, { x: 30, y: foot ? 37 : 42, size: 34, fill: ink, ground }),
    corner && s("text", { x: 9, y: 20, class: "corner", fill: ink }, corner),
    corner && s("text", { x: 51, y: 76, class: "corner", "text-anchor": "end", fill: ink }, foot ? "" : corner),
    foot && footer(foot, ink),
    mark && glyph(mark, { x: 47, y: 15, size: 12, fill: ink, ground }),
  );
}

/** Words at the foot of a card, in two lines where one hasn't room. */
function footer(words, fill) {
  const lines = words.length > 10 ? words.split(" ") : [words];
  return lines.map((text, k) => {
    const y = 74 - 9 * (lines.length - 1 - k);
    return s("text", { x: 30, y, class: text.length > 6 || lines.length > 1 ? "foot long" : "foot", "text-anchor": "middle", fill }, text);
  });
}

/** A card from behind. */
export function back({ symbol = "goose", paint = "var(--back)", name = "", extra = "", known = null } = {}) {
  return picture(
    WIDTH,
    HEIGHT,
    name,
    `card ${extra}`,
    s("rect", { x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 7, fill: "var(--card-paper)", stroke: "var(--card-edge)", "stroke-width": 1.5 }),
    s("rect", { x: 4, y: 4, width: 52, height: 76, rx: 5, fill: paint }),
    s("path", { d: "M4 24L24 4M4 44L44 4M4 64L56 12M12 80L56 36M32 80L56 56", stroke: "#fff", "stroke-opacity": 0.16, "stroke-width": 3 }),
    glyph(known ?? symbol, { x: 30, y: 42, size: known ? 32 : 26, fill: "var(--card-paper)", ground: paint }),
    known && s("rect", { x: 8, y: 8, width: 44, height: 68, rx: 4, fill: "none", stroke: "var(--card-paper)", "stroke-width": 1.5, "stroke-dasharray": "4 3" }),
  );
}

/** The place of a card that isn't there. */
export function slot({ symbol = null, name = "", extra = "" } = {}) {
  return picture(
    WIDTH,
    HEIGHT,
    name,
    `card slot ${extra}`,
    s("rect", { x: 1.5, y: 1.5, width: 57, height: 81, rx: 7, fill: "var(--slot)", stroke: "var(--slot-edge)", "stroke-width": 1.5, "stroke-dasharray": "5 4" }),
    symbol && glyph(symbol, { x: 30, y: 42, size: 26, fill: "var(--slot-edge)", ground: "var(--slot)" }),
  );
}

/** A square tile, from the front. */
export function tile({ symbol, paint, name = "", extra = "" }) {
  return picture(
    36,
    36,
    name,
    `tile ${extra}`,
    s("rect", { x: 1, y: 1, width: 34, height: 34, rx: 6, fill: "var(--card-paper)", stroke: paint, "stroke-width": 2 }),
    glyph(symbol, { x: 18, y: 18, size: 25, fill: paint }),
  );
}

/** A square tile, from behind. */
export function tileBack({ name = "", extra = "" } = {}) {
  return picture(
    36,
    36,
    name,
    `tile ${extra}`,
    s("rect", { x: 1, y: 1, width: 34, height: 34, rx: 6, fill: "var(--back)", stroke: "var(--card-paper)", "stroke-width": 2 }),
    glyph("pick", { x: 18, y: 18, size: 20, fill: "var(--card-paper)" }),
  );
}

/** A round token with a symbol, as for a kind in a list. */
export function token({ symbol, paint, name = "", extra = "" }) {
  return picture(
    24,
    24,
    name,
    `token ${extra}`,
    s("circle", { cx: 12, cy: 12, r: 11.2, fill: paint, stroke: "var(--card-paper)", "stroke-width": 1.2 }),
    glyph(symbol, { x: 12, y: 12, size: 14, fill: "#fff", ground: paint }),
  );
}

/** A symbol alone. */
export function sign(symbol, { paint = "currentColor", name = "", extra = "", ground = "var(--panel)" } = {}) {
  return picture(24, 24, name, `sign ${extra}`, glyph(symbol, { x: 12, y: 12, size: 22, fill: paint, ground }));
}

/** Cards side by side, or one over the other where room is short; read out as one thing. */
export function fan(name, cards, extra = "") {
  return h("span", { class: `fan ${extra}`, role: "img", "aria-label": name }, cards);
}

/** A pile: a few backs, and how many there are. */
export function pile(number, piece, name) {
  return h(
    "span",
    { class: "pile", role: "img", "aria-label": name },
    number ? Array.from({ length: Math.min(number, 3) }, () => piece.cloneNode(true)) : slot(),
    h("span", { class: "pile-count" }, String(number)),
  );
}

/** A kind and a number, as in tallies. */
export function chip(piece, number, name, extra = "") {
  return h("span", { class: `chip ${extra}`, role: "img", "aria-label": name }, piece, h("b", {}, String(number)));
}

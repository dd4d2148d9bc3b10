// The symbols on cards, tiles and tokens, drawn for this project. Each lies within 12 units around its middle and is made
// of parts: "ink" is filled with the symbol's colour, "hole" with the ground, "line" is a stroke of the colour.

import { range, s } from "./dom.js";

const ring = (corners, radii, turn = -90) =>
  `M${range(corners)
    .map((k) => {
      const angle = ((turn + (360 * k) / corners) * Math.PI) / 180;
      const radius = radii[k % radii.length];
      return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
    })
    .join("L")}Z`;

const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const box = (x, y, w, height, r = 0) =>
  r
    ? `M${x + r} ${y}h${w - 2 * r}q${r} 0 ${r} ${r}v${height - 2 * r}q0 ${r} ${-r} ${r}h${2 * r - w}q${-r} 0 ${-r} ${-r}v${2 * r - height}q0 ${-r} ${r} ${-r}Z`
    : `M${x} ${y}h${w}v${height}h${-w}Z`;

const stick = (x) => `${box(x - 2.6, -4, 5.2, 15, 1)}`;
const ink = (...parts) => parts.map((part) => ["ink", part]);
const hole = (...parts) => parts.map((part) => ["hole", part]);
const line = (...parts) => parts.map((part) => ["line", part]);

const GLYPHS = {
  // snacks
  star: ink(ring(10, [12, 5.2])),
  heart: ink("M0 11C-16 0-12-10-6-10C-2.5-10 0-7 0-5C0-7 2.5-10 6-10C12-10 16 0 0 11Z"),
  cheese: [...ink("M-11 0L7-9.5Q11-6 11-1V0ZM-11 2H11V10H-11Z"), ...hole(circle(-5, 6, 1.8), circle(3, 5, 1.3), circle(7, 7.5, 1.1), circle(4, -4, 1.6))],
  leaf: [...ink("M-8 9C-12-4-2-12 11-11C12 3 3 11-8 9Z"), ...hole("M-7 8.6Q0 2 6-6Q-1 0.5-8 7.6Z"), ...line("M-7 8L-11 12")],
  grapes: [...ink(...[[-7, -3], [0, -3], [7, -3], [-3.5, 3], [3.5, 3], [0, 9]].map(([x, y]) => circle(x, y, 3.4))), ...line("M0-5Q0-10 5-11")],
  parcel: [...ink(box(-10, -1, 9, 12, 1), box(1, -1, 9, 12, 1), box(-12, -6, 24, 4, 1), "M0-6Q-3-13-8-11Q-10-8-2-6ZM0-6Q3-13 8-11Q10-8 2-6Z")],
  mask: [...ink("M-11-4Q-6-7 0-4Q6-7 11-4Q12 4 6 5Q2 5 0 1Q-2 5-6 5Q-12 4-11-4Z"), ...hole(circle(-5.6, -0.4, 2.1), circle(5.6, -0.4, 2.1))],
  // animals
  goose: [...ink("M-12 1C-8 10 0 11.5 5 9C10.5 7 9 1 6-1C5-3 6-4 7-5L12-5.2L11.4-7.4L7.5-8.5C6-12 1-11.5 .8-7.5C.6-5 2-3 1.4-1C.5 1-3 0-6 2C-8 3-10 2.5-12 1Z"), ...hole(circle(4.6, -7.6, 0.95))],
  fox: [...ink("M-11-10L-5-4.5H5L11-10L10.5 1Q6 5 0 11Q-6 5-10.5 1Z"), ...hole("M-7-.5L-3 .8L-5.5 2ZM7-.5L3 .8L5.5 2Z", circle(0, 8, 1.4))],
  dog: [...ink("M-6-8Q0-11 6-8Q8-2 5 3Q5 11 0 11Q-5 11-5 3Q-8-2-6-8Z", "M-7-8Q-12-7-11.5 0Q-11 5-8.5 4Q-7-2-7-8Z", "M7-8Q12-7 11.5 0Q11 5 8.5 4Q7-2 7-8Z"), ...hole(circle(-2.8, -2.5, 1.3), circle(2.8, -2.5, 1.3), "M-2.6 4H2.6L0 7Z")],
  // goblins' breakfast
  berries: [...ink(circle(-5, 4, 4.8), circle(5, 5, 4.8), circle(0, -2.5, 4.6)), ...line("M0-6Q2-10 7-11"), ...hole(circle(-6, 2.6, 1), circle(4, 3.6, 1), circle(-1, -4, 1))],
  mushroom: [...ink("M-11 0Q-10-10 0-10.5Q10-10 11 0Q6 2.5-6 2.5Q-10 2-11 0Z", "M-3.5 3.5H3.5Q3 8 5 11H-5Q-3 8-3.5 3.5Z"), ...hole(circle(-4.5, -4, 1.8), circle(3, -5.5, 1.5), circle(6, -1.5, 1.2))],
  apple: [...ink("M0-4C-4-8-11-6-11 1C-11 8-5 12 0 9.5C5 12 11 8 11 1C11-6 4-8 0-4Z", "M1-7Q3-12 8-11.5Q7-7 1-7Z"), ...line("M0-4Q0-8-2-10")],
  fish: [...ink("M-12 0Q-5-8 3-6Q7-5 8-1L12-6V6L8 1Q7 5 3 6Q-5 8-12 0Z"), ...hole(circle(-6, -1.2, 1.4)), ...hole("M-2-5Q1 0-2 5L-1 5Q2.4 0-1-5Z")],
  drumstick: [...ink("M-3-10Q6-13 10-6Q12 1 6 4Q1 6-2 5L-6 8Q-5 11-8 11Q-10 10-9.5 9Q-12 9-11.5 7Q-10.5 5-8 6L-5 2Q-8-6-3-10Z")],
  pie: [...ink("M-12 2H12Q10 10 6 10H-6Q-10 10-12 2Z", "M-11 0Q-10-7 0-7Q10-7 11 0Z"), ...hole("M-4-4L-3 -1.4H-4.4L-5-4ZM0-5L.7-1.4H-.7ZM4-4L5-4L4.4-1.4H3Z"), ...line("M-3-9Q-5-10.5-3-12M3-9Q1-10.5 3-12")],
  pot: [...ink("M-10-2H10Q12 11 4 11H-4Q-12 11-10-2Z", box(-12, -4.5, 24, 2.6, 1)), ...line("M-4-7Q-6-9-4-11M0-7Q-2-9 0-11M4-7Q2-9 4-11")],
  spoon: [...ink("M3-11Q10-12 10-5Q8 0 3-1L-9 11L-11 9L1-3Q-1-9 3-11Z")],
  knife: [...ink("M11-11Q12-3 1 3L-3-1ZM-4 0L2 5L-1 6L-8 11.5Q-11 12-11 9L-6 2Z")],
  fork: [...ink("M4-12L0-4Q-1-1 1 0L-11 10L-9 12L0 2Q2 3 5 2L12-5L11-6L5-1L4.5-1.5L10-8L9-9L3-3.5L2.5-4L5.5-11Z")],
  sword: [...ink("M11-12L12-11L9-4L0 5L-4 1L5-8ZM-7 0L6.5 0L-1 7L-3.5 4.5L-8 9.5Q-8 12-10 12Q-12 12-12 10Q-12 8-9.5 8L-5 3Z")],
  axe: [...ink("M-2-6Q3-13 12-9Q9-7 10-3Q11 1 12 3Q3 5-1 0ZM-4-3L-1.5-.5L-9 11Q-12 12-11.5 9Z")],
  hammer: [...ink(box(-9, -11, 18, 9, 2), box(-2, -2, 4, 14, 1))],
  frenzy: [...ink(circle(0, 0, 11.5)), ...hole("M-8-1H8Q8 9 0 9Q-8 9-8-1Z", circle(-4, -5, 1.6), circle(4, -5, 1.6)), ...ink("M-6-1.4H-2L-4 3ZM2-1.4H6L4 3Z")],
  splat: [...ink("M0-12L2.5-6L7-10L6.5-4L12-3L7.5 1L11 6L5.5 5L4 11L0 7L-5 12L-5 6L-11 7L-8 2L-12-2L-6.5-3L-8-9L-3-6Z")],
  hand: [...ink("M-7 1V-7Q-7-9-5.5-9Q-4-9-4-7V-10Q-4-12-2.3-12Q-.6-12-.6-10V-10.5Q-.6-12 1-12Q2.8-12 2.8-10V-8Q2.8-9.5 4.3-9.5Q6-9.5 6-7.5V1L8.5-2.5Q10-4 11-2.5Q11.5-1.5 10 1L6 8Q4 11.5 0 11.5Q-7 11.5-7 5Z")],
  // good critters
  coin: [...ink(circle(0, 0, 11)), ...hole("M-1.2-8H1.2V-6Q5-5 5-2.5H2.4Q2-4 0-4Q-2.4-4-2.4-2.4Q-2.4-1.2 0-.9Q5.2-.2 5.2 3Q5.2 5.6 1.2 6.2V8H-1.2V6.2Q-5 5.5-5.2 2.6H-2.6Q-2.2 4.2 0 4.2Q2.6 4.2 2.6 3Q2.6 1.6 0 1.2Q-5-.5-5-2.5Q-5-5.4-1.2-6Z")],
  ringband: [...ink("M-5-12H5L8-8L3.4-3.6Q9-1.6 9 4Q9 12 0 12Q-9 12-9 4Q-9-1.6-3.4-3.6L-8-8Z"), ...hole(circle(0, 4, 5.4))],
  gem: [...ink("M-7-9H7L12-3L0 11L-12-3Z"), ...hole("M-10-3.4H10V-2.6H-10ZM-4-3L-.4 8L.4 8L-3-3ZM4-3L.4 8L-.4 8L3-3Z")],
  crown: [...ink("M-11 8L-12-6L-5 0L0-10L5 0L12-6L11 8Z", box(-11, 9, 22, 2.6, 1))],
  yes: [...ink("M-12 0L-8-4L-3 1L8-10L12-6L-3 9Z")],
  no: [...ink("M-11-7L-7-11L0-4L7-11L11-7L4 0L11 7L7 11L0 4L-7 11L-11 7L-4 0Z")],
  shield: [...ink("M0-12Q5-9 10-9Q11 6 0 12Q-11 6-10-9Q-5-9 0-12Z"), ...hole("M0-9Q4-6.8 7.5-6.6Q8 4 0 9Z")],
  ladle: [...ink("M8-12L10.5-10.5L3 4Q3 11-4 11Q-11 11-11 4H.2Z")],
  badge: [...ink(ring(16, [12, 9.6])), ...hole(ring(10, [7, 3]))],
  card: [...ink(box(-8, -11, 16, 22, 2)), ...hole(circle(0, 0, 4))],
  // mines
  emerald: [...ink(ring(6, [11.5])), ...hole("M0-7L6-3.5V3.5L0 7L-6 3.5V-3.5ZM0-5.8L-5-2.9V2.9L0 5.8L5 2.9V-2.9Z")],
  ruby: [...ink(ring(4, [12])), ...hole("M0-7.5L7.5 0L0 7.5L-7.5 0ZM0-6.2L-6.2 0L0 6.2L6.2 0Z")],
  sapphire: [...ink(circle(0, 0, 11)), ...hole("M-7 0a7 7 0 0 1 7-7v1.3a5.7 5.7 0 0 0-5.7 5.7Z")],
  gold: [...ink("M-12 8L-7-6H7L12 8Z"), ...hole("M-6-4.6H6L6.5-3.4H-6.5Z")],
  diamond: [...ink("M-6.5-9H6.5L12-3L0 11L-12-3Z"), ...hole("M-11-2.8H11V-1.8H-11ZM-4.6-2L0 8.6L-3.2-2ZM4.6-2L0 8.6L3.2-2Z")],
  dynamite: [...ink(stick(0)), ...line("M0-4Q0-9 6-10")],
  doubledynamite: [...ink(stick(-4), stick(4)), ...line("M-4-4Q-4-9 1-10M4-4Q4-9 9-10")],
  monster: [...ink("M-10 11V-2Q-10-11 0-11Q10-11 10-2V11L6.7 7.5L3.3 11L0 7.5L-3.3 11L-6.7 7.5Z"), ...hole(circle(0, -3.5, 4.2), "M-6 3H6L4.5 5.5L3 3.4L1.5 5.5L0 3.4L-1.5 5.5L-3 3.4L-4.5 5.5Z"), ...ink(circle(0, -3.5, 2))],
  minion: [...ink("M-12-7Q-7-6-6-4Q-5-10 0-10Q5-10 6-4Q7-6 12-7Q11 0 6.4 1.5Q5 10 0 11Q-5 10-6.4 1.5Q-11 0-12-7Z"), ...hole(circle(-2.8, -1, 1.5), circle(2.8, -1, 1.5), "M-3 5Q0 7.6 3 5Q0 6-3 5Z")],
  torch: [...ink("M0-12Q7-6 5-1Q4 2 0 2Q-4 2-5-1Q-6-5-2-7Q-1-9 0-12ZM-3.4 3H3.4L1.6 12H-1.6Z"), ...hole("M0-5Q3-2 1.6-.2Q0 .8-1.6-.2Q-2.6-2 0-5Z")],
  canary: [...ink("M-11 6Q-6 6-4 0Q-3-8 3-8.5Q7-9 8-5.5L12-4L8-2.6Q9 6 0 8Q-6 9-11 6Z"), ...hole(circle(4.4, -5, 1.1)), ...line("M-1 8V11.5M2 7.4V11.5")],
  pick: [...ink("M-11-5Q0-14 11-5L9-3Q0-9.5-9-3ZM-1.7-8H1.7V12H-1.7Z")],
  house: [...ink("M0-11L12-1H9V11H-9V-1H-12Z"), ...hole("M-2.6 11V3.4Q0 .6 2.6 3.4V11Z")],
  barrel: [...ink("M-7-8Q0-10 7-8Q11 1 7 10Q0 12-7 10Q-11 1-7-8Z"), ...hole("M-8.4-2.6H8.4V-1.2H-8.4ZM-8.4 4H8.4V5.4H-8.4Z"), ...line("M0-9Q1-12 5-12")],
  bag: [...ink("M-3.5-7L-6-11.5H6L3.5-7Q11-1 10 6Q9 11.5 0 11.5Q-9 11.5-10 6Q-11-1-3.5-7Z"), ...hole("M-4.2-6.4H4.2V-5H-4.2Z")],
  lasso: [...line("M0 1C-13 1-13-10 0-10C13-10 13 1 0 1C-4 1-4 6 0 7C3 8 2 12-6 11.4")],
  flag: [...ink("M-8-12H-5.6V12H-8ZM-5-11Q0-14 3-11Q7-8.5 11-10.5V0Q7 2 3-.5Q0-3-5-1Z")],
  goblin: [...ink("M-12-8Q-8-8-6-5Q-5-11 0-11Q5-11 6-5Q8-8 12-8Q11-2 6-1Q5 2 3 3Q8 5 8 12H-8Q-8 5-3 3Q-5 2-6-1Q-11-2-12-8Z")],
  // steps
  first: ink("M11-10V10L-6 0ZM-11-10H-7.5V10H-11Z"),
  back: ink("M9-11V11L-10 0Z"),
  on: ink("M-9-11V11L10 0Z"),
  last: ink("M-11-10V10L6 0ZM7.5-10H11V10H7.5Z"),
  unknown: [...ink("M-5-5Q-5-11 1-11Q7-11 7-5.5Q7-2.5 4-.5Q2 1 2 3.5H-1.6Q-1.8 0 1-2Q3.2-3.6 3.2-5.4Q3.2-7.8 .8-7.8Q-1.6-7.8-1.6-5ZM-1.8 6H2.2V10H-1.8Z")],
};

/** A symbol around (x, y), `size` high; `fill` and `ground` are colours. */
export function glyph(name, { x = 0, y = 0, size = 24, fill = "currentColor", ground = "var(--card-paper)" } = {}) {
  const parts = (GLYPHS[name] ?? GLYPHS.unknown).map(([role, d]) =>
    role === "line"
      ? s("path", { d, fill: "none", stroke: fill, "stroke-width": 2, "stroke-linecap": "round" })
      : s("path", { d, fill: role === "ink" ? fill : ground, "fill-rule": role === "hole" ? "evenodd" : null }),
  );
  return s("g", { transform: `translate(${x} ${y}) scale(${size / 24})` }, parts);
}

// Small helpers that make elements. Text always goes in as text, so that nothing a server sends can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `on…` attributes are listeners, `style` is an object, false and null attributes are left out. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, part] of Object.entries(value)) element.style.setProperty(key, part);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** `3 cards`, `1 card`. */
export function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** 0, 1, … up to `number` - 1. */
export function range(number) {
  return Array.from({ length: number }, (_, k) => k);
}

/** Each kind as often as it is counted: `[2, 0, 1]` becomes `[0, 0, 2]`. */
export function spread(counts) {
  return counts.flatMap((number, kind) => Array(number).fill(kind));
}

/** `2 red, 1 green`, or `nothing`. */
export function listed(counts, names) {
  return counts.map((number, kind) => (number ? `${number} ${names[kind]}` : "")).filter(Boolean).join(", ") || "nothing";
}

/** The first place that holds something, or -1. */
export function place(flags) {
  return flags.findIndex(Boolean);
}

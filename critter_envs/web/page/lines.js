// Lines that tell how things are, compared with those before: what has come, and what has gone.

/** What is counted in a line, as `2 red, 1 green`, by what it is. */
function counted(line) {
  const list = line.slice(line.indexOf(":") + 1).replace(/\(.*?\)/g, "");
  return new Map([...list.matchAll(/(\d+) (?:× )?([^,;:]+)/g)].map(([, number, what]) => [what.trim(), Number(number)]));
}

const without = (one, other) =>
  [...one]
    .map(([what, number]) => [what, number - (other.get(what) ?? 0)])
    .filter(([, number]) => number > 0)
    .map(([what, number]) => `${number} ${what}`)
    .join(", ");

/** What a line counts more, and less, than the one before. */
export function compare(line, before) {
  const [now, then] = [counted(line), counted(before)];
  return { more: without(now, then), less: without(then, now) };
}

/** How what one holds has changed, in words. */
export function gained(line, before) {
  const { more, less } = compare(line, before);
  return [more && `you get ${more}`, less && `you lose ${less}`].filter(Boolean).join(", ");
}

/** What another player does, from the words of a choice: "stop and take all" becomes "stops and takes all". */
export function does(text) {
  return text
    .replace(/^don't /, "do not ")
    .replace(/^(?!at )([a-z]+)|(?<= and | nobody, |[^ ], )(take|say)\b/g, (verb) => verb + (/(s|h|o)$/.test(verb) ? "es" : "s"))
    .replace(" yourself", "")
    .replace("a … card", "a card");
}

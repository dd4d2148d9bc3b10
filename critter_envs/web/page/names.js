// What the seats are called. The server counts them from the viewer, "+1" being the left neighbour; the page gives each a
// name: the one that whoever set up the table chose, which comes with the link, or that of an animal.

const USUAL = ["Badger", "Otter", "Hedgehog", "Hare", "Mole", "Weasel", "Squirrel", "Stoat"];

export const LONGEST_NAME = 12;

/** The usual name of a seat. */
export const usual = (seat) => USUAL[seat % USUAL.length];

/** Names for the end of a link; nothing where all are the usual ones. */
export function written(names) {
  return names.some(Boolean) ? `/${names.map((name) => encodeURIComponent(name)).join(",")}` : "";
}

/** The names at the end of a link. */
export function read(text = "") {
  return text.split(",").map((name) => {
    try {
      return decodeURIComponent(name).trim().slice(0, LONGEST_NAME);
    } catch {
      return "";
    }
  });
}

/**
 * The same view with names in all its texts; `names` holds those that were chosen, by seat. Its `say(text)` puts them into
 * others; `news` of the log stay as they came in `raw`, and so does what they `was`. Where a person only looks on (`isOwn` false), nobody is "you".
 */
export function named(view, names, isOwn = true) {
  const called = view.players.map(({ seat, kind }) => (isOwn && kind === "you" ? "you" : names[seat] || usual(seat)));
  const put = (text) => (isOwn ? text : aside(text, called[0])).replace(/\+(\d+)/g, (sign, k) => called[k] ?? sign);
  return {
    ...view,
    say: put,
    players: view.players.map((player, k) => ({ ...player, name: called[k] })),
    turn: { ...view.turn, why: put(view.turn.why) },
    lines: view.lines.map(put),
    legal: view.legal.map((one) => ({ ...one, label: put(one.label), meaning: put(one.meaning) })),
    log: view.log.map((entry) => ({ ...entry, name: put(entry.name), text: put(entry.text), news: entry.news.map(put), raw: entry.news })),
    standings: view.standings?.map((row) => ({ ...row, name: put(row.name) })) ?? null,
  };
}

/** Words to "you" as words about somebody. */
function aside(text, name) {
  return text
    .replace("It is your turn", `It is the turn of ${name}`)
    .replace("You have chosen", `${name} has chosen`)
    .replace(/\byou (get|lose|say|claim|jump|place|draw|retire)\b/g, `${name} $1s`)
    .replace(/\b[Yy]ours?\b/g, `${name}'s`)
    .replace(/\b[Yy]ou\b/g, name);
}

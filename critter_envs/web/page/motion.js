// What has moved is shown moving: pieces that left one zone of the table and came into another fly across.

const MOST = 10;
const DURATION = 480;
const STAGGER = 70;

/** Any piece whose kind isn't known. */
export const HIDDEN = "?";

/** From the pieces in each zone before and after, `{zone: {kind: number}}`, a list of `{kind, from, to}`. */
export function moves(before, after) {
  const lost = [];
  const gained = [];
  for (const zone of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const kinds = new Set([...Object.keys(before[zone] ?? {}), ...Object.keys(after[zone] ?? {})]);
    for (const kind of kinds) {
      const change = (after[zone]?.[kind] ?? 0) - (before[zone]?.[kind] ?? 0);
      for (let k = 0; k < Math.abs(change); k++) (change < 0 ? lost : gained).push({ zone, kind });
    }
  }
  return [
    ...pair(lost, gained, (a, b) => a.kind === b.kind && a.zone !== b.zone),
    ...pair(lost, gained, (a, b) => a.kind === HIDDEN && a.zone !== b.zone),
    ...pair(lost, gained, (a, b) => b.kind === HIDDEN && a.zone !== b.zone),
  ];
}

function pair(lost, gained, fits) {
  const found = [];
  for (let i = lost.length - 1; i >= 0; i--) {
    const j = gained.findIndex((other) => fits(lost[i], other));
    if (j < 0) continue;
    const kind = lost[i].kind === HIDDEN ? gained[j].kind : lost[i].kind;
    found.unshift({ kind, from: lost[i].zone, to: gained[j].zone });
    lost.splice(i, 1);
    gained.splice(j, 1);
  }
  return found;
}

/** Let pieces fly over the board between the elements with these `data-zone`s; `piece(kind)` draws one. */
export function fly(board, found, piece) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  document.querySelectorAll(".ghost").forEach((late) => late.remove());
  const target = (zone) => board.querySelector(`[data-zone="${zone}"]`)?.getBoundingClientRect();
  found.slice(0, MOST).forEach(({ kind, from, to }, k) => {
    const [start, end] = [target(from), target(to)];
    if (!start || !end || !inSight(start) || !inSight(end)) return;
    const ghost = document.createElement("span");
    ghost.className = "ghost";
    ghost.setAttribute("aria-hidden", "true");
    ghost.append(piece(kind));
    document.body.append(ghost);
    const { width, height } = ghost.getBoundingClientRect();
    const at = (box) => `translate(${box.x + (box.width - width) / 2}px, ${box.y + (box.height - height) / 2}px)`;
    ghost
      .animate([{ transform: at(start), opacity: 0.4 }, { opacity: 1, offset: 0.2 }, { transform: at(end), opacity: 1 }], {
        duration: DURATION,
        delay: k * STAGGER,
        easing: "cubic-bezier(.3,.1,.2,1)",
        fill: "both",
      })
      .finished.finally(() => ghost.remove());
  });
}

const inSight = (box) => box.bottom > 0 && box.top < innerHeight;

/** Set off for a moment what has come into a zone. */
export function flash(board, found) {
  for (const zone of new Set(found.map((move) => move.to))) {
    board.querySelector(`[data-zone="${zone}"]`)?.classList.add("fresh");
  }
}

// The rules of each game, a page without a frame: in a dialog at the table, or by themselves at "#rules.GAME".

import { h } from "./dom.js";

const dialog = document.getElementById("rules");
const text = document.getElementById("rules-text");
const button = document.getElementById("rules-button");
let shown = null;

export function startRules() {
  button.addEventListener("click", () => open(button.dataset.game));
  document.getElementById("rules-close").addEventListener("click", () => dialog.close());
}

/** Offer the rules of this game in the bar on top. */
export function offerRules(game) {
  button.dataset.game = game;
  button.hidden = false;
}

/** The rules of a game: its title, and what follows it; null if they can't be had. */
async function rulesOf(game) {
  const answer = await fetch(`/page/rules/${encodeURIComponent(game)}.html`).catch(() => null);
  if (!answer?.ok) return null;
  const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
  const title = body.querySelector("h1");
  title.remove();
  return { title: title.textContent, nodes: [...body.childNodes] };
}

const missing = () => h("p", {}, "The rules can't be had: is the server running?");

/** Show the rules of a game by themselves, unless `left` is aborted before they are known. */
export async function showRules(root, game, left) {
  const found = await rulesOf(game);
  if (left.aborted) return;
  root.replaceChildren(h("article", { class: "prose" }, h("h1", {}, found?.title ?? "Rules"), found?.nodes ?? missing()));
  document.documentElement.dataset.game = game;
  document.title = `${found?.title ?? "Critter games"}: rules`;
}

async function open(game) {
  if (shown !== game) {
    const found = await rulesOf(game);
    document.getElementById("rules-title").textContent = found?.title ?? "Rules";
    text.replaceChildren(...(found?.nodes ?? [missing()]));
    shown = found && game;
  }
  dialog.showModal();
  text.scrollTop = 0;
}

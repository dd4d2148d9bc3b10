// The rules in a dialog. Each game's rules are a page of their own, too: what is shown is its main part.

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

async function open(game) {
  if (shown !== game) {
    const answer = await fetch(`/page/rules/${encodeURIComponent(game)}.html`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.getElementById("rules-title").textContent = page.querySelector("h1").textContent;
    page.querySelector("h1").remove();
    text.replaceChildren(...page.querySelector("main").childNodes);
    shown = game;
  }
  dialog.showModal();
  text.scrollTop = 0;
}

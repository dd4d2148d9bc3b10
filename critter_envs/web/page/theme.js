// Light or dark: the system's setting, until the person chooses.

import { forLonger } from "./kept.js";

const KEY = "critter-theme";

export function startTheme(button) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => forLonger.getItem(KEY);
  const show = () => {
    const theme = chosen() ?? (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", `${button.textContent} colours`);
  };
  button.addEventListener("click", () => {
    forLonger.setItem(KEY, document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    show();
  });
  system.addEventListener("change", show);
  show();
}

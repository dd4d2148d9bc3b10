// The start: which page to show, by the fragment. "#TABLE.TOKEN" is a seat at a table, where "/NAME,NAME" with the
// names of the seats may follow; "#show.TOKEN" is a game to look at, "#rules.GAME" tells the rules, and anything else is the lobby.

import { Connection } from "./connection.js";
import { showLobby } from "./lobby.js";
import { read } from "./names.js";
import { ShowView } from "./show.js";
import { startTheme } from "./theme.js";
import { TableView } from "./table.js";
import { showRules, startRules } from "./rules.js";

const main = document.getElementById("main");
const linkState = document.getElementById("link-state");
const complaint = document.getElementById("complaint");
let connection = null;
let shown = null;
let leaving = new AbortController();
let complaintTimer = 0;

function complain(sentence) {
  clearTimeout(complaintTimer);
  complaint.textContent = sentence;
  complaintTimer = setTimeout(() => (complaint.textContent = ""), 7000);
}

function showLinkState(state) {
  linkState.dataset.state = state;
  linkState.textContent = { open: "", waiting: "Connection lost. Trying again…", refused: "Refused" }[state];
}

function route() {
  connection?.close();
  connection = null;
  shown?.close();
  shown = null;
  leaving.abort();
  leaving = new AbortController();
  showLinkState("open");
  complaint.textContent = "";
  document.getElementById("title").textContent = "";
  document.getElementById("rules-button").hidden = true;
  document.title = "Critter games";
  delete document.documentElement.dataset.game;
  const [, table, token, names] = location.hash.match(/^#([^.]+)\.([^/]+)(?:\/(.*))?$/) ?? [];
  if (table === "rules") showRules(main, token, leaving.signal);
  else if (token) open(table, token, read(names));
  else showLobby(main, complain, leaving.signal);
}

/** Open a seat at a table, or a show. */
function open(table, token, names) {
  const send = (message) => connection.send(message);
  const isShow = table === "show";
  shown = isShow ? new ShowView(main, { token, names, send, complain }) : new TableView(main, { table, token, names, send, complain });
  const view = shown;
  connection = new Connection({ type: isShow ? "watch" : "sit", token }, (message) => view.receive(message), (state) => {
    showLinkState(state);
    view.linked(state);
  });
}

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the fragment says which page is shown
  main.focus();
});
startTheme(document.getElementById("theme-button"));
startRules();
addEventListener("hashchange", route);
route();

"""From a click on a legal move to the drawn answer, in a real browser and with a server in a process of its own."""

import random
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from person import Person
from playwright.sync_api import Browser, Page, sync_playwright
from process import post, server
from report import Demand, Figures, milliseconds, told_times

import critter_envs

#: Milliseconds within which the answers to 95 of 100 clicks must be drawn.
MOST = 150

#: Agents at the table, where the game has so many seats.
AGENTS = 3

#: Milliseconds between an answer and the next click, and after which an answer counts as one that doesn't come.
_PAUSES, _PATIENCE = (100, 300), 60_000

_HEADERS = ["game", ">players", ">clicks", ">drawn: median", ">p95", ">most", ">all bots done: median", ">p95", ">most"]


def measure(clicks: int, seed: int) -> Figures:
    """Click so often in each game.

    Raises:
        SystemExit: there is no Chromium, or a click got no answer.
    """
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise SystemExit("there is no Chromium here")
    rows, drawn = [], []
    with TemporaryDirectory() as folder, server(Path(folder) / "games.db") as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        for name in critter_envs.games():
            players, times = _play(browser, address, name, clicks, seed)
            first, done = ([one[kind] / 1000 for one in times] for kind in ("first", "done"))
            rows.append([name, str(players), str(len(times)), *told_times(first), *told_times(done)])
            drawn.append((name, milliseconds(first, 0.95)))
        browser.close()
    return Figures(
        "From a click on a legal move to the drawn answer, milliseconds by the page's own clock. Bots are ppo and wait 0 s; "
        '"drawn" is the first answer, "all bots done" is when there is something to decide again, or the game is over.',
        _HEADERS,
        rows,
        [Demand(f"{name}: p95 of the drawn answer at most {MOST} ms", p95 <= MOST) for name, p95 in drawn],
    )


def _play(browser: Browser, address: str, name: str, clicks: int, seed: int) -> tuple[int, list[dict[str, float]]]:
    """Play whole games until there were so many clicks; returns the number of players and what the page has measured."""
    game = critter_envs.game(name)
    players = min(AGENTS + 1, game.max_players)
    times: list[dict[str, float]] = []
    chance = random.Random(seed)
    while len(times) < clicks:
        setup = {"game": name, "seats": ["person"] + ["ppo"] * (players - 1), "delay": 0, "seed": chance.randrange(2**31)}
        made = post(address, setup)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(path=Path(__file__).with_name("watch.js"))
        page.goto(f"http://{address}/#{made['table']}.{made['seats'][0]['token']}")
        person = Person(page, chance.randrange(2**31))
        while len(times) < clicks and person.waits():
            page.wait_for_timeout(chance.uniform(*_PAUSES))
            person.moves()
            times.append(_answer(page))
        page.close()
        print(f"{name}: {len(times)} clicks", file=sys.stderr)
    return players, times


def _answer(page: Page) -> dict[str, float]:
    """What the page has measured of the last click."""
    found: dict[str, float] | None = page.evaluate("patience => answer(patience)", _PATIENCE)
    if found is None:
        raise SystemExit(f"a click got no answer; the page says {page.locator('#complaint').inner_text()!r}")
    return found

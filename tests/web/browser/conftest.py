"""The page in a real browser: a server of its own in this process, the system's Chromium, and what a person does with both."""

import random
import re
import shutil
import socket
import threading
import time

import pytest

pytest.importorskip("playwright", reason="the page is tried in a browser only where Playwright is installed")

import uvicorn
from playwright.sync_api import sync_playwright

import critter_envs
from critter_envs.web.server import Settings, create_app

SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 800}}

#: Rounds of the longer games are few, so that whole games are short.
SHORT = {"greedy_greedy_goblins": {"target": 2}, "good_critters": {"fuzz": "top"}}

#: It is this person's turn, and the choice isn't made yet; or the game is over.
_TURN = ".choices:not(.sent) button"
_OVER = ".status.over"

#: Milliseconds, for what is there already, and for what may have to be compiled first.
PATIENCE, COMPILING = 60_000, 300_000


@pytest.fixture(scope="module")
def address():
    """Where a server listens."""
    never = (1e9, 1e9)
    app = create_app(Settings(messages=never, requests=never))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def chromium():
    """The system's Chromium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("the page is tried in a browser only where there is a Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, address):
    """Opens the page as a new visitor of a size; at the end nothing may have gone wrong on any of the pages."""
    contexts, wrong = [], []

    def look(message):
        refused = "400 (Bad Request)" in message.text  # the page tells why
        if message.type in ("error", "warning") and not refused:
            wrong.append(message.text)

    def open_page(size="desktop", path="/", **more):
        phone = size == "phone"
        context = chromium.new_context(viewport=SIZES[size], is_mobile=phone, has_touch=phone, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", look)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith((address, "data:")) else wrong.append(request.url))
        page.on("websocket", lambda line: None if line.url == f"{address.replace('http', 'ws')}/ws" else wrong.append(line.url))
        page.goto(address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def sit(visit, address):
    """Sets up a table for one person, and takes the seat; agents play at random unless told otherwise."""

    def take(name, size="desktop", bot="random", parameters=None, browser=None, players=None, **more):
        count = players or max(3, critter_envs.game(name).min_players)
        page = visit(size, **(browser or {}))
        setup = {
            "game": name,
            "seats": ["person"] + [bot] * (count - 1),
            "delay": 0,
            "seed": 1,
            "parameters": parameters or SHORT.get(name, {}),
        }
        made = page.request.post(f"{address}/api/tables", data=setup | more).json()
        page.goto(f"{address}/#{made['table']}.{made['seats'][0]['token']}")
        return Person(page)

    return take


class Person:
    """What a person does at a table.

    Args:
        page: the page of a seat.
        seed: of the choices.
    """

    def __init__(self, page, seed=0):
        self.page = page
        self._chance = random.Random(seed)
        self._offered = 0
        self.on_the_table = 0  # moves that were taken there

    def waits(self):
        """Wait until this person is to choose; False if the game is over instead."""
        self.page.locator(f"{_OVER}, {_TURN}").first.wait_for(timeout=COMPILING)
        return self.page.locator(_OVER).count() == 0

    def moves(self):
        """Take any of the legal actions: by turns on the table, if it can be taken there, and from the list."""
        pieces = self.page.locator(".board button.piece.lit, .board .cave-buttons button").all()
        self._offered += bool(pieces)
        if pieces and self._offered % 2:
            self.on_the_table += 1
            self._chance.choice(pieces).click()
            return
        form = self.page.locator(".choices form")
        buttons = self.page.locator(".choices button.choice").all()
        if form.count() and not (buttons and self._chance.random() < 0.5):
            for group in form.locator("fieldset").all():
                self._chance.choice(group.locator("label").all()).click()
            form.locator("button").click()
        else:
            self._chance.choice(buttons).click()

    def plays(self, most=None):
        """Move until the game is over, or so many times; returns how often."""
        count = 0
        while count != most and self.waits():
            self.moves()
            count += 1
        return count

    def asks_for_a_hint(self):
        """Ask what the trained agent would do, and wait for it."""
        self.page.get_by_role("button", name="Hint").click()
        self.page.locator(".choices .share").first.wait_for(timeout=COMPILING)

    def asks_for_chances(self):
        """Ask for everybody's chance to win, and wait for it."""
        self.page.get_by_role("button", name="Chances").click()
        self.page.locator(".chances li").first.wait_for(timeout=COMPILING)

    def log(self):
        """What the log says, entry by entry."""
        return self.page.locator(".log li").all_text_contents()

    def scores(self):
        """Points by player at the end."""
        rows = self.page.locator(".standings tbody tr").all_text_contents()
        return sorted(int(re.search(r"-?\d+", row.replace("%", "")).group()) for row in rows)


@pytest.fixture
def person():
    """Whoever sits before a page."""
    return Person

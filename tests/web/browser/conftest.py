"""The page in a real browser: a server of its own in this process, the system's Chromium, and what a person does with both."""

import shutil
import socket
import threading
import time

import pytest

pytest.importorskip("playwright", reason="the page is tried in a browser only where Playwright is installed")

import uvicorn
from person import Person
from playwright.sync_api import sync_playwright

import critter_envs
from critter_envs.web.server import Settings, create_app

SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 800}}

#: Rounds of the longer games are few, so that whole games are short.
SHORT = {"greedy_greedy_goblins": {"target": 2}, "good_critters": {"fuzz": "top"}}

#: Milliseconds for what is there already.
PATIENCE = 60_000


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


@pytest.fixture
def person():
    """Whoever sits before a page."""
    return Person

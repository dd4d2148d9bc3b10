"""Games to look at in the browser: of agents, and records."""

import re

import pytest

GAME = "greedy_goose"


@pytest.fixture
def watch(visit, address):
    """Opens a game of agents that nobody has played yet, and stops it at the deal."""

    def look(agents=("ppo", "random", "rules"), **parameters):
        page = visit()
        setup = {"game": GAME, "agents": agents, "seed": 3, "parameters": parameters}
        made = page.request.post(f"{address}/api/shows", data=setup).json()
        page.goto(f"{address}/#show.{made['show']}")
        page.get_by_role("button", name="Pause").click()
        return page

    return look


def place(page):
    """At which decision the page is; waits until that is known."""
    page.locator(".table:not(.asking)").wait_for()
    return int(page.locator(".place-in").inner_text().split("/")[0])


def at(page, number):
    page.locator(".place-in", has_text=re.compile(rf"^{number} /")).wait_for()


def step(page, name):
    page.get_by_role("button", name=name).click()


def test_steps(watch):
    page = watch()
    start = place(page)
    for number in range(start + 1, start + 4):
        step(page, "One decision on")
        at(page, number)
    log = page.locator(".log li").all_text_contents()
    assert len(log) == start + 3
    board = page.locator(".board").inner_text()
    step(page, "One decision back")
    at(page, start + 2)
    assert page.locator(".log li").all_text_contents() == log[:-1]
    step(page, "One decision on")
    at(page, start + 3)
    assert page.locator(".board").inner_text() == board
    step(page, "To the deal")
    at(page, 0)
    assert page.locator(".log li").count() == 0
    step(page, "To the last decision")
    at(page, start + 3)
    assert page.locator(".log li").all_text_contents() == log


def test_keys_and_slider(watch):
    page = watch()
    start = place(page)
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    for key, number in (
        ("ArrowRight", start + 1),
        ("ArrowRight", start + 2),
        ("ArrowLeft", start + 1),
        ("Home", 0),
        ("End", start + 2),
    ):
        page.keyboard.press(key)
        at(page, number)
    page.get_by_label("Decision", exact=True).fill("1")
    at(page, 1)
    page.get_by_label("Decision", exact=True).focus()
    page.keyboard.press("ArrowRight")
    at(page, 2)


def test_agents_play_to_the_end(watch):
    page = watch(max_decisions=12)
    page.get_by_label("Seconds between decisions").select_option("0.2")
    step(page, "Play")
    page.locator(".status.over").wait_for()
    assert page.locator(".standings tbody tr").count() == 3
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.get_by_role("button", name="New game").click()
    page.locator(".status:not(.over)").wait_for()


def test_a_new_game_is_new_in_each_tab(watch, visit):
    """The one that has seen the game before doesn't go on with its log."""
    one = watch(agents=["random"] * 3)
    for _ in range(4):
        number = place(one)
        step(one, "One decision on")
        at(one, number + 1)
    other = visit(path=one.evaluate("'/' + location.hash"))
    step(other, "New game")
    at(other, 0)
    at(other, number + 2)
    step(other, "Pause")
    step(one, "One decision on")
    at(one, number + 2)
    fresh = visit(path=one.evaluate("'/' + location.hash"))
    step(fresh, "Pause")
    fresh.get_by_label("Decision", exact=True).fill(str(number + 2))
    at(fresh, number + 2)
    assert one.locator(".log li").all_text_contents() == fresh.locator(".log li").all_text_contents()


@pytest.mark.parametrize("before", ["One decision on", "To the deal"])
def test_a_new_game_waits_for_what_was_asked_before(watch, before):
    page = watch()
    number = place(page) + 1
    step(page, "One decision on")
    at(page, number)
    clicks = """(before) => {
        document.querySelector(`[aria-label='${before}']`).click();
        [...document.querySelectorAll("button")].find((button) => button.textContent === "New game").click();
    }"""
    page.evaluate(clicks, before)
    page.locator(".place-in", has_text="0 / 0+").wait_for()
    at(page, 1)
    assert page.locator(".log li").count() == 1


def test_from_any_seat(watch):
    """With all cards open nothing lies face down in hands; one player sees less of them, and not what others decide next."""
    page = watch()
    for _ in range(25):
        number = place(page)
        step(page, "One decision on")
        at(page, number + 1)
    hidden = page.locator('.others .card rect[fill="var(--back)"]')
    assert hidden.count() == 0
    assert "Badger" in page.locator(".board .own").inner_text()
    page.get_by_label("Seen by").select_option("own-1")
    page.locator(".board .own", has_text="Otter").wait_for()
    assert "you" not in page.locator(".log").inner_text().split()
    shown = {}
    for seat in range(3):
        page.get_by_label("Seen by").select_option(f"own-{seat}")
        page.locator(".board .own", has_text=["Badger", "Otter", "Hedgehog"][seat]).wait_for()
        shown[seat] = "What others decide" not in page.locator(".coming").inner_text()
    assert list(shown.values()).count(True) == 1  # the seat whose turn it is
    page.get_by_label("Seen by").select_option("open-0")
    page.locator(".board .own", has_text="Badger").wait_for()
    assert hidden.count() == 0


def test_probabilities(watch):
    page = watch(agents=("ppo", "ppo"))
    for _ in range(6):
        number = place(page)
        step(page, "One decision on")
        at(page, number + 1)
    step(page, "One decision back")
    at(page, number)
    shares = [int(text.replace("\u00a0%", "")) for text in page.locator(".bars b").all_text_contents()]
    assert shares == sorted(shares, reverse=True)
    assert abs(sum(shares) - 100) <= 2
    assert page.locator(".bars .chosen").count() == 1


def test_watching_from_the_lobby(visit):
    page = visit("phone")
    page.locator(f'input[value="{GAME}"]').check()
    page.locator(".size input").first.check()
    assert page.locator(".start").inner_text() == "Begin"
    for row in page.get_by_label("Who plays").all():
        row.select_option("random")
    page.get_by_label("Name of seat 2").fill("Rex")
    page.get_by_role("button", name="Watch").click()
    page.locator(".place-in", has_text="3 /").wait_for()
    assert page.locator(".board .seat-token", has_text="Rex").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_to_look_at(visit):
    page = visit("desktop", "/#show.nothing")
    page.locator(".status", has_text="nothing to look at").wait_for()

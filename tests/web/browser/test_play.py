"""Whole games in the browser, and what else there is to do at a table."""

import json
import re

import pytest

import critter_envs

GAMES = critter_envs.games()


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game(sit, name, size):
    player = sit(name, size)
    while player.waits():
        fits, why = player.page.evaluate(
            "[document.documentElement.scrollWidth <= innerWidth, document.querySelector('.status .why').textContent]"
        )
        assert fits  # nothing sticks out
        assert re.match("(It is your turn|You choose, and .* at the same time).*[.] .+", why)
        player.moves()
    assert player.page.locator(".standings tbody tr").count() == max(3, critter_envs.game(name).min_players)
    assert player.page.locator(".choices").is_hidden()
    assert len(player.log()) > 5
    assert player.on_the_table > 0


def test_from_the_lobby_to_the_table(visit, person):
    page = visit()
    page.get_by_label("Boo to the Goose").check()
    page.locator(".size", has_text="3").click()
    page.get_by_label("Name of seat 2").fill("Kim, the 2nd")
    page.get_by_label("Who plays seat 2").select_option("random")
    page.get_by_label("Who plays seat 3").select_option("rules")
    page.get_by_role("button", name="Begin").click()
    player = person(page)
    assert player.waits()
    assert page.locator(".board .seat").all_text_contents()[0].startswith("Kim, the 2ndrandom")
    assert page.locator(".board .seat").all_text_contents()[1].startswith("Hedgehogrules")
    player.plays(2)
    player.waits()
    assert any(entry.startswith("Kim, the 2nd") for entry in player.log())
    assert "+1" not in page.locator("main").inner_text()


def test_a_reload_resumes(sit):
    player = sit("greedy_goose")
    player.plays(3)
    player.waits()
    before = player.log(), player.page.locator(".board").inner_text()
    player.page.reload()
    player.waits()
    assert (player.log(), player.page.locator(".board").inner_text()) == before
    assert player.plays() > 0


def test_a_long_log_is_that_of_a_reload(sit):
    """Of a game with more decisions than are shown, both show the last ones, in the same words."""
    player = sit("good_critters", parameters={"fuzz": "bottom"}, players=6)
    while player.page.locator(".log li").count() < 200:
        assert player.waits()
        player.moves()
    player.plays(5)
    assert player.waits()
    before = player.log()
    player.page.reload()
    player.waits()
    assert len(before) == 200
    assert player.log() == before


def test_what_was_dealt_is_not_told_as_gained(sit):
    player = sit("greedy_goose", parameters={"first_player": 0}, players=4)
    for choice in ("Flip", "Stop"):
        player.waits()
        player.page.locator(".choices button", has_text=choice).click()
    player.waits()
    (entry,) = [entry for entry in player.log() if entry.startswith("you stop")]
    assert "you get 1 red, 1 yellow" in entry


def test_a_lost_line_comes_back(sit):
    """What is chosen while it is down is not sent, and the game goes on when it is up again."""
    player = sit("greedy_goose")
    page, lines = player.page, []

    def connect(line):
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket("**/ws", connect)
    page.reload()
    player.plays(2)
    player.waits()
    lines[-1].close(code=3000)
    page.locator("#link-state", has_text="Connection lost").wait_for()
    page.locator(".choices button").first.click()
    page.locator("#complaint", has_text="nothing was sent").wait_for()
    page.locator("#link-state", has_not_text="lost").wait_for(state="attached")
    assert player.plays() > 0
    assert len(lines) > 1


@pytest.mark.parametrize("name", ["greedy_goose", "good_critters"])
def test_two_people_at_one_table(visit, person, name):
    """The second one comes by the link that the first one sees; each sees the other one's moves, and both the same end."""
    first = visit()
    first.locator(f'input[value="{name}"]').check()
    first.locator(".size input").first.check()
    for row in first.get_by_label("Who plays").all()[1:]:
        row.select_option("random")
    first.get_by_label("Who plays seat 2").select_option("person")
    first.get_by_label("Name of seat 1").fill("Ann")
    if name == "good_critters":  # a short one
        first.get_by_text("Rules and variations").click()
        first.locator('[data-name="fuzz"] select').select_option(label="top")
    first.get_by_role("button", name="Begin").click()
    link = first.get_by_label("for Otter").input_value()
    first.get_by_label("Bots wait").select_option("0")
    second = visit("phone", link[link.index("/#") :])
    second.locator(".board .seat-token", has_text="Ann").first.wait_for()
    both = [person(first, 1), person(second, 2)]
    while all(one.page.locator(".status.over").count() == 0 for one in both):
        for one in both:
            if one.page.locator(".choices:not(.sent) button").count():
                one.moves()
    for one in both:
        one.page.locator(".status.over").wait_for()
    assert both[0].scores() == both[1].scores()
    assert any(entry.startswith("Otter") for entry in both[0].log())
    assert any(entry.startswith("Ann") for entry in both[1].log())


def sent(page):
    """The kinds of messages that a page sends, as they are sent."""
    kinds = []
    page.on("websocket", lambda line: line.on("framesent", lambda text: kinds.append(json.loads(text)["type"])))
    page.reload()
    return kinds


def test_a_second_click_does_nothing(sit):
    player = sit("greedy_goose")
    kinds = sent(player.page)
    for _ in range(3):
        player.waits()
        player.page.locator(".choices button").first.dblclick()
    player.waits()
    assert kinds.count("act") == 3
    assert player.page.locator("#complaint").inner_text() == ""


def test_tools(sit):
    """Hint, chances, undo, the bots' speed, and a new game."""
    player = sit("greedy_goose", bot="rules")
    page = player.page
    kinds = sent(page)
    player.plays(2)
    player.waits()
    player.asks_for_a_hint()
    player.asks_for_chances()
    shares = [int(one.replace("\u00a0%", "")) for one in page.locator(".chances li b").all_text_contents()]
    assert len(shares) == 3
    assert abs(sum(shares) - 100) <= 2
    log, mine = player.log(), ".log li:has(.seat-token:text-is('you'))"
    count = page.locator(mine).count()
    page.get_by_role("button", name="Undo").click()
    page.locator(f"{mine} >> nth={count - 1}").wait_for(state="detached")
    player.waits()
    assert log[: len(player.log())] == player.log()
    page.get_by_label("Bots wait").select_option("0.5")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="New game").click()
    page.wait_for_timeout(300)
    player.waits()
    assert page.locator(mine).count() == 0
    assert page.get_by_label("Bots wait").input_value() == "0.5"
    assert {"hint", "chances", "undo", "again", "delay"} <= set(kinds)


def test_an_old_link(visit):
    page = visit("desktop", "/#nothing.here")
    page.locator("#status", has_text="No seat here has this token").wait_for()


def test_a_game_that_can_not_go_on_says_why(sit):
    """Not only for a moment."""
    player = sit("greedy_goose")
    player.waits()
    page = player.page

    def refuse(line):
        line.on_message(lambda text: (line.send('{"type":"error","message":"It is damaged."}'), line.close(code=4401)))

    page.route_web_socket("**/ws", refuse)
    page.reload()
    page.locator("#status", has_text="It is damaged.").wait_for()


def test_a_browser_that_may_keep_nothing(visit):
    """As one that refuses all cookies: what the page would keep is forgotten when it is left."""
    page = visit()
    page.add_init_script(
        """for (const area of ["localStorage", "sessionStorage"]) {
            Object.defineProperty(window, area, { get() { throw new DOMException("denied", "SecurityError"); } });
        }"""
    )
    page.reload()
    page.locator('input[value="greedy_goose"]').check()
    for row in page.get_by_label("Who plays").all()[1:]:
        row.select_option("random")
    page.get_by_label("Who plays seat 2").select_option("person")
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("for Otter").wait_for()
    page.locator("#theme-button").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_a_seat_that_is_opened_while_the_lobby_is_fetched(visit, sit):
    """The lobby that comes late doesn't take the table's place."""
    player = sit("greedy_goose")
    player.waits()
    seat, page = player.page.url, visit()
    answers = []
    page.route("**/api/games", lambda route: answers.append(route))
    page.reload()
    page.locator(".loading").wait_for()
    page.evaluate("seat => { location.href = seat; }", seat)
    page.locator(".choices button").first.wait_for()
    answers[0].continue_()
    page.wait_for_timeout(500)
    assert page.locator(".lobby").count() == 0
    assert page.locator(".choices button").count() > 0

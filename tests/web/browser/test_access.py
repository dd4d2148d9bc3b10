"""The page for those who use a keyboard, or a screen reader."""

import re

import pytest
from playwright.sync_api import expect

import critter_envs

axe = pytest.importorskip("axe_core_python.sync_playwright", reason="accessibility is checked only with axe-core-python")

GAMES = critter_envs.games()


def problems(page):
    """What axe-core finds that is serious, or worse, each in a line."""
    found = axe.Axe().run(page)["violations"]
    return [
        f"{one['id']}: {one['help']}: {node['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def problems_in_both_themes(page):
    first = problems(page)
    page.locator("#theme-button").click()
    return first + problems(page)


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), ("desktop", "light")])
@pytest.mark.parametrize("name", GAMES)
def test_tables(sit, name, size, scheme):
    """In the middle of a game, with a hint and the chances; then at its end."""
    player = sit(name, size, bot="rules", parameters={"max_decisions": 24}, seed=1, browser={"color_scheme": scheme})
    page = player.page
    player.plays(2)
    if player.waits():
        player.asks_for_a_hint()
        player.asks_for_chances()
        page.get_by_text("The table in words").click()
    assert problems(page) == []
    player.plays()
    assert problems(page) == []


@pytest.mark.parametrize(("size", "name"), [("phone", "goblins_breakfast"), ("desktop", "greedy_greedy_goblins")])
def test_lobby(visit, size, name):
    page = visit(size)
    page.locator(f'input[value="{name}"]').check()
    page.get_by_text("Rules and variations").click()
    if name == "greedy_greedy_goblins":
        page.get_by_label("clans").select_option("chosen")
    assert problems_in_both_themes(page) == []


@pytest.mark.parametrize("name", GAMES)
def test_rules(visit, name):
    page = visit("phone", f"/#rules.{name}")
    page.get_by_role("heading", name=critter_envs.game(name).title).wait_for()
    assert page.locator("article p").count() > 3
    assert problems_in_both_themes(page) == []


def test_rules_at_the_table(sit):
    """They are in a dialog, which Escape closes; then the focus is where it was."""
    page = sit("greedy_goose").page
    button = page.get_by_role("button", name="Rules")
    button.click()
    expect(page.get_by_role("dialog")).to_contain_text("Too greedy")
    assert problems(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(button).to_be_focused()


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), ("desktop", "light")])
def test_show(visit, address, size, scheme):
    page = visit(size, color_scheme=scheme)
    setup = {"game": "greedy_goose", "agents": ["random", "ppo"], "seed": 3, "parameters": {"max_decisions": 6}}
    made = page.request.post(f"{address}/api/shows", data=setup).json()
    page.goto(f"{address}/#show.{made['show']}")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="One decision on").click()
    page.locator(".bars li").first.wait_for()
    assert problems(page) == []
    page.get_by_label("Seconds between decisions").select_option("0.2")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".status.over").wait_for()
    assert problems(page) == []


@pytest.mark.parametrize("name", GAMES)
def test_keyboard_alone(sit, name):
    """From the top of the page to the choices with Tab, then from turn to turn: the focus stays with the choices."""
    player = sit(name, parameters={"max_decisions": 60})
    page = player.page
    assert page.get_by_role("log", name="What has happened").count() == 1  # what is new in it is read out
    in_choices = "() => document.activeElement.closest('.choices') !== null"
    player.waits()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(in_choices):
            break
    for move in range(4):
        if not player.waits():
            break
        assert page.evaluate(in_choices)
        expect(page.locator(".unseen[aria-live]")).to_have_text(re.compile("your turn|You choose"))
        before = page.locator(".log li").count()
        if page.locator(".choices form").count() and page.evaluate("() => document.activeElement.type === 'radio'"):
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Tab")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")  # sends the form
        else:
            page.keyboard.press("Enter" if move % 2 else " ")
        page.locator(f".log li >> nth={before}").wait_for(state="attached")


def test_skipping_to_the_table_stays_there(sit):
    player = sit("greedy_goose")
    page, table = player.page, player.page.url
    player.waits()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the table")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    assert page.url == table
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.table') !== null")
    assert player.waits()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_theme(visit, scheme):
    """The system's, until another one is chosen, which is kept."""
    other = {"light": "dark", "dark": "light"}[scheme]
    page = visit(color_scheme=scheme)
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", scheme)
    page.locator("#theme-button").click()
    expect(root).to_have_attribute("data-theme", other)
    page.reload()
    expect(root).to_have_attribute("data-theme", other)


def test_nothing_flies_where_motion_is_unwanted(sit):
    player = sit("greedy_goose", browser={"reduced_motion": "reduce"})
    page = player.page
    page.evaluate(
        """() => {
            window.ghosts = 0;
            new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
                if (node.classList?.contains('ghost')) window.ghosts += 1;
            }))).observe(document.body, { childList: true });
        }"""
    )
    player.plays(3)
    assert page.evaluate("window.ghosts") == 0
    page.emulate_media(reduced_motion="no-preference")
    while player.waits() and not page.evaluate("window.ghosts"):
        player.moves()
    assert page.evaluate("window.ghosts") > 0

"""Before a game in the browser: its variations, and the files of records."""

import json

from critter_envs.core.records import read_record


def begin(page):
    """What is asked of the server when the game begins, at a table of the usual size."""
    with page.expect_request("**/api/tables") as asked:
        page.get_by_role("button", name="Begin").click()
    return asked.value.post_data_json


def choose(page, name, agent="random"):
    page.locator(f'input[value="{name}"]').check()
    for row in page.get_by_label("Who plays").all()[1:]:
        row.select_option(agent)
    page.get_by_text("Rules and variations").click()


def test_what_is_not_chosen_is_not_sent(visit):
    page = visit()
    choose(page, "goblins_breakfast")
    assert begin(page)["parameters"] == {}


def test_numbers_of_cards(visit):
    page = visit("phone")
    choose(page, "greedy_goose")
    page.get_by_label("blue").fill("0")
    page.get_by_label("gift or steal").fill("5")
    deck = {"blue": 0, "red": 8, "yellow": 12, "green": 8, "purple": 16, "gift": 3, "steal": 3, "gift or steal": 5}
    assert begin(page)["parameters"] == {"deck": deck}
    page.locator(".board").get_by_text("of 5 gift or steal").wait_for()


def test_a_deck_of_ones_own(visit, person):
    page = visit("phone")
    choose(page, "goblins_breakfast")
    rows = page.locator(".deck tbody tr")
    count = rows.count()
    rows.last.get_by_label("Remove").click()
    rows.nth(1).get_by_label("Copies").fill("0")
    rows.first.get_by_label("Of").select_option("food")
    rows.first.get_by_label("Value").fill("7")
    page.get_by_role("button", name="Add a card").click()
    rows.last.get_by_label("Of").select_option("snatch")
    assert rows.last.get_by_label("Value").is_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    deck = begin(page)["parameters"]["deck"]
    assert len(deck) == count - 1
    assert deck[0] == {"kind": "food", "value": 7, "hands": 1, "copies": 4, "effect": "none"}
    assert deck[-1] == {"kind": "special", "value": 0, "hands": 0, "copies": 1, "effect": "snatch"}
    assert person(page).waits()


def test_clans(visit, person):
    page = visit("phone")
    choose(page, "greedy_greedy_goblins")
    page.get_by_label("clans").select_option("chosen")
    mine = page.get_by_label("Clan of Badger")
    mine.select_option("Glittergreed")
    with page.expect_response("**/api/tables") as answer:
        page.get_by_role("button", name="Begin").click()
    sentence = answer.value.json()["message"]
    assert answer.value.status == 400
    page.locator("#complaint", has_text="4 different clans").wait_for()
    assert page.locator("#complaint").inner_text() == sentence
    page.get_by_label("Clan of Hare").select_option("Fangferalz")
    assert begin(page)["parameters"] == {"clans": ["Glittergreed", "Warraaage", "Snazdoodle", "Fangferalz"]}
    person(page).waits()
    assert "Glittergreed" in page.locator(".board").inner_text()


def test_back_to_a_game_that_is_over_and_a_file_of_it(sit, visit, tmp_path):
    player = sit("greedy_goose", "phone", parameters={"max_decisions": 6})
    page, table = player.page, player.page.url
    player.plays()
    page.get_by_role("button", name="Look back").click()
    page.locator(".place-in", has_text="0 / 6").wait_for()
    assert page.locator('.card rect[fill="var(--back)"]').locator("visible=true").count() <= 3  # the pile
    page.get_by_role("button", name="To the last decision").click()
    page.locator(".place-in", has_text="6 / 6").wait_for()
    scores = player.scores()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    record = read_record(file)
    record.replay()
    assert list(record.agents) == ["person", "random", "random"]
    page.get_by_role("link", name="Back to the table").click()
    page.get_by_role("button", name="Play again").wait_for()
    assert page.url == table
    assert page.get_by_role("button", name="Undo").is_disabled()

    other = visit()
    other.get_by_label("Look at a game").set_input_files(file)
    other.locator(".place-in", has_text="0 / 6").wait_for()
    other.get_by_role("button", name="To the last decision").click()
    other.locator(".place-in", has_text="6 / 6").wait_for()
    assert type(player)(other).scores() == scores


def test_files_that_are_no_records(visit, tmp_path):
    page = visit()
    file = tmp_path / "file.json"
    for content, sentence in (
        (b"x", "it isn't JSON"),
        (json.dumps({}).encode(), "a mapping with the keys"),
        (b" " * 300_000, "too long"),
    ):
        file.write_bytes(content)
        page.get_by_label("Look at a game").set_input_files(file)
        page.locator("#complaint", has_text=sentence).wait_for()
    assert page.get_by_role("button", name="Begin").is_enabled()

"""The whole terminal, without one: keys are pressed, and what is shown is read."""

import asyncio

import pytest

import critter_envs
from critter_envs.core.errors import RecordError
from critter_envs.core.records import read_record
from critter_envs.play import session as session_module
from critter_envs.play.course import PERSON
from critter_envs.play.screen.playing import PlayApp, play_on_screen
from critter_envs.play.screen.watching import WatchApp
from critter_envs.play.session import Session
from critter_envs.play.show import Show, Viewer
from critter_envs.play.table import Table

PLAYERS = ["random", PERSON, "rules"]


def act_out(app, scenario, size=(120, 40)):
    async def run():
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await scenario(pilot)

    asyncio.run(run())


async def settle(pilot):
    """Until nobody is thinking any more, and all is drawn."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot, *keys):
    await pilot.press(*keys)
    await settle(pilot)


def shown(app, name):
    """What a widget shows, line by line."""
    widget = app.query_one(name)
    lines = widget.lines if name == "#log" else [widget.render_line(y) for y in range(widget.size.height)]
    return "\n".join(strip.text.rstrip() for strip in lines)


def moves(app):
    return [str(option.prompt) for option in app.query_one("#moves").options]


@pytest.mark.parametrize("name", critter_envs.games())
def test_a_whole_game_by_keys(name):
    count = max(3, critter_envs.game(name).min_players)
    session = Session(name, [*PLAYERS, "rules"][:count], 4, max_decisions=12)

    async def play(pilot):
        while not session.over:
            assert "your turn" in shown(pilot.app, "#turn").lower() or "You choose" in shown(pilot.app, "#turn")
            assert moves(pilot.app) == [f"{k:>3}  {session.label(action)}" for k, action in enumerate(session.legal(), 1)]
            assert shown(pilot.app, "#position").split("\n")[0].strip("• ").startswith(session.journal.lines[0][:20])
            await press(pilot, "enter")
        assert moves(pilot.app) == []
        assert "win share" in shown(pilot.app, "#told")
        assert "is over" in shown(pilot.app, "#turn") or "cut off" in shown(pilot.app, "#turn")

    act_out(PlayApp(session, None), play, size=(100, 30))  # most of the time goes into drawing
    session.record().replay()


def test_digits_choose_a_move():
    session = Session("good_critters", ["rules", PERSON, "rules", "rules"], 4)

    async def choose(pilot):
        await press(pilot, "1", "2")
        assert pilot.app.query_one("#moves").highlighted == 11
        twelfth = session.legal()[11]
        await press(pilot, "9", "9", "9", "down")  # there is no such move
        pilot.app._typed = "1" * 5000  # what comes of a key that is held for long
        await press(pilot, "1", "down")
        await press(pilot, "1", "2", "enter")
        assert (1, twelfth) in session.table.decisions

    act_out(PlayApp(session, None), choose)


def test_what_the_others_did_and_what_is_new():
    session = Session("greedy_goose", PLAYERS, 4)

    async def look(pilot):
        await press(pilot, "enter")
        log = shown(pilot.app, "#log")
        assert [line.split()[0] for line in log.split("\n")] == [str(one.count) for one in session.journal.entries]
        assert "you:" in log
        assert "+2:" in log
        marked = [line for line in shown(pilot.app, "#position").split("\n") if line.startswith("•")]
        assert any("Centre" in line for line in marked)
        assert not any("Limits" in line for line in marked)

    act_out(PlayApp(session, None), look)


def test_hint_and_chances():
    session = Session("greedy_goose", PLAYERS, 4)

    async def ask(pilot):
        before = session.record()
        await press(pilot, "h")
        assert "The trained agent would: " in shown(pilot.app, "#told")
        assert "%" in shown(pilot.app, "#told")
        await press(pilot, "c")
        told = " ".join(shown(pilot.app, "#told").split())
        assert "Chances to win" in told
        assert sum(int(word.strip("%,")) for word in told.split() if word.strip(",").endswith("%")) in range(98, 103)
        assert session.record() == before

    act_out(PlayApp(session, None), ask)


def test_undo_and_a_new_game(monkeypatch):
    monkeypatch.setattr(session_module, "randbits", lambda bits: 77)
    session = Session("greedy_goose", PLAYERS, 4, max_decisions=20)

    async def play(pilot):
        first = shown(pilot.app, "#position")
        await press(pilot, "enter")
        assert shown(pilot.app, "#position") != first
        await press(pilot, "u")
        assert shown(pilot.app, "#position").replace("•", " ") == first.replace("•", " ")
        await press(pilot, "u")  # nothing is left to take back
        assert shown(pilot.app, "#position").replace("•", " ") == first.replace("•", " ")
        await press(pilot, "n")
        assert session.seed == 4  # the game isn't over
        while not session.over:
            await press(pilot, "enter")
        await press(pilot, "n")
        assert session.seed == 77
        assert not session.over
        assert moves(pilot.app)

    act_out(PlayApp(session, None), play)


def test_saving(tmp_path):
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    other.write_text("precious")
    session = Session("greedy_goose", PLAYERS, 4)

    async def save(pilot):
        await press(pilot, "s", *"x", "escape")
        await press(pilot, "s")
        await type_in(pilot, other)
        assert other.read_text() == "precious"
        await press(pilot, "s")
        await type_in(pilot, "x" * 300)  # there can be no such file
        await press(pilot, "s")
        await type_in(pilot, file)
        assert f"kept in {file}"[:20] in shown(pilot.app, "#told")
        kept = len(read_record(file).actions)
        await press(pilot, "enter")
        assert len(read_record(file).actions) > kept

    async def type_in(pilot, name):
        pilot.app.screen.query_one("Input").value = str(name)
        await press(pilot, "enter")

    act_out(PlayApp(session, None), save)
    assert (
        read_record(file).actions[: len(session.table.decisions)]
        == tuple(session.table.decisions)[: len(read_record(file).actions)]
    )


def test_what_is_taken_back_leaves_the_file_too(tmp_path):
    file, session = tmp_path / "game.json", Session("greedy_goose", PLAYERS, 4)

    async def play(pilot):
        await press(pilot, "enter")
        await press(pilot, "u")
        assert read_record(file) == session.record()

    act_out(PlayApp(session, file), play)


def test_a_new_game_does_not_replace_the_last_one_in_its_file(tmp_path):
    file, session = tmp_path / "game.json", Session("greedy_goose", PLAYERS, 4, max_decisions=6)

    async def play(pilot):
        while not session.over:
            await press(pilot, "enter")
        kept = file.read_bytes()
        assert read_record(file) == session.record()
        await press(pilot, "n")
        await press(pilot, "enter")
        assert session.seed != 4
        assert session.table.decisions
        assert file.read_bytes() == kept

    act_out(PlayApp(session, file), play)


def test_a_game_is_kept_from_its_beginning_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(PlayApp, "fill", lambda app: 0)
    file, session = tmp_path / "game.json", Session("greedy_goose", PLAYERS, 4)
    assert play_on_screen(session, file) == 0
    assert read_record(file) == session.record()
    assert capsys.readouterr().out == f"Go on with: critter play --load {file}\n"
    with pytest.raises(RecordError, match="can't be written"):
        play_on_screen(session, tmp_path / "no" / "game.json")


def test_a_narrow_terminal_shows_all_of_it():
    session = Session("greedy_goose", PLAYERS, 4)

    async def look(pilot):
        assert pilot.app.query_one("#log").region.y > pilot.app.query_one("#board").region.y
        for name in ("#heading", "#turn", "#board", "#log", "#moves"):
            region = pilot.app.query_one(name).region
            assert region.height >= 1
            assert region.bottom <= 24

    act_out(PlayApp(session, None), look, size=(60, 24))


# --- looking on ------------------------------------------------------------------------------------------------


def game_of_agents(seed=5):
    show = Show(Table("greedy_goose", ["random", "ppo", "rules"], seed))
    while show.more:
        show.go(show.played + 1)
    return show


def test_forwards_and_backwards():
    show = Show.of(game_of_agents().record())

    async def step(pilot):
        assert f"Decision 0 of {show.played}, paused" in shown(pilot.app, "#turn")
        deal = shown(pilot.app, "#position")
        await press(pilot, "right")
        await press(pilot, "right")
        assert "Decision 2 of" in shown(pilot.app, "#turn")
        assert len(shown(pilot.app, "#log").split("\n")) == 2
        await press(pilot, "left")
        assert "Decision 1 of" in shown(pilot.app, "#turn")
        await press(pilot, "end")
        assert f"Decision {show.played} of {show.played}" in shown(pilot.app, "#turn")
        assert "win share" in shown(pilot.app, "#next")
        await press(pilot, "right")
        assert f"Decision {show.played} of {show.played}" in shown(pilot.app, "#turn")
        await press(pilot, "home")
        await press(pilot, "left")
        assert shown(pilot.app, "#position").replace("•", " ") == deal
        assert not list(pilot.app._notifications)

    act_out(WatchApp(show, Viewer(), 1.0), step)


def test_seats_and_probabilities():
    show = Show.of(game_of_agents().record())

    async def look(pilot):
        open_lines = shown(pilot.app, "#position")
        assert "with all cards open" in shown(pilot.app, "#turn")
        await press(pilot, "o")
        assert shown(pilot.app, "#turn").endswith("Seen from seat 0.")
        assert shown(pilot.app, "#position") != open_lines
        await press(pilot, "v")
        assert shown(pilot.app, "#turn").endswith("Seen from seat 1.")
        kinds = set()
        for _ in range(20):
            below = shown(pilot.app, "#next")
            kinds.add(("(ppo)" in below, "%" in below, "turn of" in below))
            await press(pilot, "right")
        assert kinds == {(True, True, False), (False, False, True)}  # its own decisions, and those of others

    act_out(WatchApp(show, Viewer(), 1.0), look)


def test_agents_play_by_themselves_at_the_pace_that_is_asked_for():
    show = Show(Table("greedy_goose", ["random", "rules"], 5, max_decisions=20))

    async def watch(pilot):
        while show.more:
            await pilot.pause(0.05)
        await settle(pilot)
        assert show.course.over
        assert not list(pilot.app._notifications)
        assert "paused" in shown(pilot.app, "#turn")
        await press(pilot, "minus")
        assert pilot.app.delay == pytest.approx(0.2)
        await press(pilot, *["minus"] * 9)
        assert pilot.app.delay == 5.0
        await press(pilot, "home", "space")
        assert "one every 5 s" in shown(pilot.app, "#turn")
        await press(pilot, "space")
        assert "paused" in shown(pilot.app, "#turn")

    act_out(WatchApp(show, Viewer(), 0.0), watch)

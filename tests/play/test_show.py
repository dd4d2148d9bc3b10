"""Games to look at: forwards, backwards, through whose eyes, in words and as a moving picture."""

import numpy as np
import pytest
from PIL import Image
from toy_game import HIGH, LOW

import critter_envs
from critter_envs.core.errors import RecordError
from critter_envs.play import movie
from critter_envs.play.course import SECRET, Course, PlayError
from critter_envs.play.movie import MovieError, write_movie
from critter_envs.play.show import Show, Viewer
from critter_envs.play.table import Table
from critter_envs.play.transcript import transcript


def played(name, agents=("random", "rules", "random"), seed=5, **parameters):
    """A game that agents have played to its end."""
    game = critter_envs.game(name)
    show = Show(Table(name, [*agents, *["rules"] * (game.min_players - len(agents))], seed, **parameters))
    while show.more:
        show.go(show.played + 1)
    return show


def told(show, viewer):
    """What a viewer sees and was told at each position."""
    found = []
    for number in range(show.played + 1):
        show.go(number)
        journal = show.journal(viewer)
        found.append((journal.lines, journal.entries, [entry.news for entry in journal.entries]))
    return found


def test_backwards_as_forwards(game):
    show = played(game, max_decisions=40)
    for viewer in (Viewer(), Viewer(1, open=False)):
        forwards = told(show, viewer)
        for number in reversed(range(show.played + 1)):
            show.go(number)
            journal = show.journal(viewer)
            assert (journal.lines, journal.entries, [entry.news for entry in journal.entries]) == forwards[number]
        assert len(forwards[-1][1]) == show.journal(viewer).number or show.number == 0


def test_news_tell_what_stood_there_before(game):
    show = played(game, max_decisions=40)
    show.go(0)
    lines = show.journal(Viewer()).lines
    for number in range(1, show.played + 1):
        show.go(number)
        journal = show.journal(Viewer())
        for line, was in zip(journal.entries[-1].news, journal.entries[-1].was, strict=True):
            kind = line.split(":")[0]
            assert was == next((before for before in reversed(lines) if before.split(":")[0] == kind), None)
        lines = journal.lines


def test_a_record_is_the_game_that_was_played(game):
    show = played(game, max_decisions=40)
    again = Show.of(show.record())
    for viewer in (Viewer(2), Viewer(0, open=False)):
        assert told(again, viewer) == told(show, viewer)
    assert not again.more
    assert again.record() == show.record()
    with pytest.raises(PlayError, match="no position"):
        again.go(again.played + 1)
    with pytest.raises(PlayError, match="no seat 3"):
        again.journal(Viewer(3))


def test_who_looks_while_agents_play_makes_no_difference():
    alone, watched = played("greedy_goose"), Show(Table("greedy_goose", ["random", "rules", "random"], 5))
    while watched.more:
        watched.go(watched.played + 1)
        watched.journal(Viewer(1, open=False))
        watched.go(watched.played // 2)
        watched.next(Viewer())
    assert watched.record() == alone.record()
    assert told(watched, Viewer(1, open=False)) == told(alone, Viewer(1, open=False))


def test_a_record_that_does_not_fit():
    record = played("greedy_goose").record()
    broken = type(record)(**{**vars(record), "seed": record.seed + 1})
    with pytest.raises(RecordError, match="stops fitting at the deal"):
        Show.of(broken)


def test_open_cards_hide_nothing_and_closed_ones_what_the_seat_did_not_see(toy):
    show = played(toy)
    texts = {viewer: {entry.text for entry in told(show, viewer)[-1][1]} for viewer in (Viewer(), Viewer(0, open=False))}
    assert SECRET in texts[Viewer(0, open=False)]
    assert SECRET not in texts[Viewer()]
    show.go(0)
    record = show.course.seen(0), show.course.seen(0, open=True)
    assert not record[0].others.any()
    np.testing.assert_array_equal(record[1].others[:2], show.course.batch.states[0].hand[1:3])


def test_probabilities_are_those_of_the_agent():
    show = played("greedy_goose", ("random", "rules", "ppo"))
    taken = []
    for number in range(show.played):
        show.go(number)
        following = show.next(Viewer())
        seat, action = show._decisions[number]
        assert (following.seat, following.action) == (seat, action)
        assert (following.shares is None) == (show.players[seat] == "rules")
        if following.shares:
            shares = dict(following.shares)
            assert sorted(shares) == show.course.legal(seat)
            assert sum(shares.values()) == pytest.approx(1)
            assert [share for _, share in following.shares] == sorted(shares.values(), reverse=True)
            if show.players[seat] == "random":
                assert set(shares.values()) == {1 / len(shares)}
            else:
                taken.append(shares[action])
    assert np.mean(taken) > 0.5  # it is this agent's own decisions that are looked at
    show.go(show.played)
    assert show.next(Viewer()) is None


def test_probabilities_are_those_of_who_decides_while_others_choose_at_the_same_time():
    course, seat = Course("good_critters", ["ppo"] * 4, 3), 2
    agent = critter_envs.agent("ppo", course.game)

    def would_do(position):
        return agent.distribution(position.observation, position.mask)[0]

    while len(course.pending) < 4 or np.allclose(would_do(course.position_of(seat)), would_do(course.batch)):
        course.act(course.turn, course.legal(course.turn)[-1])
    first, expected = len(course.decisions), would_do(course.position_of(seat))
    course.act(seat, course.legal(seat)[0])
    show = Show.of(course.record())
    show.go(first)
    following = show.next(Viewer())
    assert following.seat == seat
    assert dict(following.shares) == pytest.approx({action: expected[action] for action in dict(following.shares)})


def test_of_others_a_seat_is_not_told_what_they_would_do():
    show = played("greedy_goose", ("random", "random", "random"))
    for number in range(show.played):
        show.go(number)
        following = show.next(Viewer(1, open=False))
        assert (following is not None) == (show._decisions[number][0] == 1)


def test_names_that_no_agent_has_stop_no_replay():
    course = Course("greedy_goose", ["person", "somebody", "ppo:no/file.zip", "x" * 300, "ppo:" + "x" * 300], 3)
    while course.turn != 4 or len(course.decisions) < 6:
        course.act(course.turn, course.legal(course.turn)[0])
    show = Show.of(course.record())
    text = "\n".join(transcript(show, Viewer()))
    assert "(somebody): " in text
    assert "expected" not in text
    assert text.endswith("The game isn't over.")


# --- in words --------------------------------------------------------------------------------------------------


def test_the_words_of_a_whole_game(game):
    show = played(game, max_decisions=40)
    for viewer in (Viewer(), Viewer(2, open=False)):
        lines = "\n".join(transcript(show, viewer)).split("\n")
        assert lines[0] == f"{show.game.title}, 3 players, seed 5"
        assert lines[1].startswith("Clockwise: you are ")
        numbered = [line for line in lines if line[:4].strip().isdecimal() and line[4:6] == "  "]
        entries = show.journal(viewer).entries
        assert [int(line.split()[0]) for line in numbered] == [entry.count for entry in entries]
        assert all(entry.text in line for entry, line in zip(entries, numbered, strict=True))
        places = [lines.index(line) for line in numbered]
        for entry, start, end in zip(entries, places, [*places[1:], None], strict=True):
            told = [line.strip() for line in lines[start + 1 : end]]
            assert set(map(str.strip, entry.news)) <= set(told)
        assert any(entry.news for entry in entries)
        assert lines[-4].split() == ["player", "agent", "score", "win", "share"]
    assert any("expected: " in line for line in transcript(show, Viewer()))


def test_agents_play_on_while_their_game_is_told():
    show = Show(Table("greedy_goose", ["random", "rules"], 5))
    assert list(transcript(show, Viewer())) == list(transcript(played("greedy_goose", ("random", "rules")), Viewer()))


# --- as a moving picture ---------------------------------------------------------------------------------------


def pixels_of(show, seat, open):
    return np.asarray(show.game.picture(show.course.seen(seat, open)).convert("RGB"), int)


@pytest.mark.parametrize("viewer", [Viewer(), Viewer(1, open=False)])
def test_a_moving_picture_holds_what_the_viewer_saw(tmp_path, viewer):
    show, file = played("greedy_goose", max_decisions=12), tmp_path / "game.gif"
    assert list(write_movie(show, viewer, file, 0.5)) == list(range(13))
    with Image.open(file) as gif:
        assert gif.n_frames == 13
        assert gif.info["loop"] == 0
        for number in range(13):
            gif.seek(number)
            show.go(number)
            expected, other = (pixels_of(show, viewer.seat, open) for open in (viewer.open, not viewer.open))
            height, width, _ = expected.shape
            shown = np.asarray(gif.convert("RGB").crop((0, 0, width, height)), int)
            assert np.abs(shown - expected).mean() < 3
            hidden = (expected != other).any(axis=2)
            assert hidden.any()  # the cards that not everybody sees
            assert np.abs(shown - expected)[hidden].mean() < np.abs(shown - other)[hidden].mean() / 4
            assert gif.info["duration"] == (2000 if number == 12 else 500)
    assert [one.name for one in tmp_path.iterdir()] == ["game.gif"]


def test_secret_choices_of_others_are_no_pictures_of_their_own(tmp_path, toy, monkeypatch):
    """Whoever lays down a one says at once, in secret, too, what it counts as."""
    games = (played(toy, ("random", "random", "random"), seed) for seed in range(20))
    show = next(one for one in games if any(seat and action in (LOW, HIGH) for seat, action in one.record().actions))
    viewer = Viewer(0, open=False)
    monkeypatch.setattr(movie, "_picture", lambda course, journal, caption, below: caption)
    numbers = [number for number, _ in movie._pictures(show, viewer)]
    counts = [entry.count for entry in show.journal(viewer).entries]
    assert len(counts) < show.played
    assert numbers == [0, *counts]


def test_a_picture_that_can_not_be_written_leaves_nothing(tmp_path):
    show = played("greedy_goose", max_decisions=4)
    with pytest.raises(MovieError, match="can't be written: No such file"):
        list(write_movie(show, Viewer(), tmp_path / "no" / "game.gif", 1.0))
    file = tmp_path / "game.gif"
    file.write_text("precious")
    drawing = write_movie(show, Viewer(), file, 1.0)
    next(drawing)
    drawing.close()  # as Ctrl-C does
    assert file.read_text() == "precious"
    assert [one.name for one in tmp_path.iterdir()] == ["game.gif"]

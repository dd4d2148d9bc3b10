import dataclasses

import numpy as np
import pytest

import critter_envs
from critter_envs.core.errors import IllegalAction, RecordError
from critter_envs.core.records import record_of
from critter_envs.play.course import PERSON, SECRET, Course, PlayError
from critter_envs.play.journal import Journal
from critter_envs.play.session import Session
from critter_envs.play.words import standings_table
from critter_envs.web.views import view_of

PLAYERS = ["rules", PERSON, "random"]


def finish(session, chance=None):
    """Play on with the first legal action each time, or by chance; all that was told about the others."""
    told = session.others()
    while not session.over:
        legal = session.legal()
        session.act(legal[0] if chance is None else int(chance.choice(legal)))
        told += session.others()
    return told


def test_a_whole_game(game):
    session = Session(game, PLAYERS, seed=4)
    finish(session)
    record = session.record()
    assert record.agents == tuple(PLAYERS)
    assert record.result is not None
    record.replay()
    ranked = session.standings()
    assert sorted(seat for seat, _, _ in ranked) == [0, 1, 2]
    assert [share for _, _, share in ranked] == sorted((share for _, _, share in ranked), reverse=True)
    assert [score for seat, score, _ in sorted(ranked)] == list(record.result.scores)


@pytest.mark.parametrize(
    ("scores", "shares", "needed"),
    [
        ([5, 5, 3], [1, 0, 0], True),
        ([5, 5, 5], [0.5, 0.5, 0], True),
        ([5, 5, 3], [0.5, 0.5, 0], False),
        ([6, 5, 5], [1, 0, 0], False),
    ],
)
def test_what_decides_between_equal_scores_is_told_where_it_did(scores, shares, needed, monkeypatch):
    course = Session("greedy_goose", PLAYERS, seed=4).table
    monkeypatch.setattr(course.batch, "standings", lambda: (np.array([scores]), np.array([shares])))
    told = "Scores are equal: the hand with more different colours wins."
    assert (standings_table(course, 0).splitlines()[-1] == told) == needed
    assert view_of(course, Journal(course, 0), 0, 0, ())["tie_break"] == ""  # it isn't over
    monkeypatch.setattr(Course, "over", True)
    assert view_of(course, Journal(course, 0), 0, 0, ())["tie_break"] == (course.game.tie_break if needed else "")


def test_one_seed_one_game(game):
    sessions = [Session(game, PLAYERS, seed=seed) for seed in (4, 4, 5)]
    for session in sessions:
        finish(session)
    assert sessions[0].record() == sessions[1].record()
    assert sessions[0].record() != sessions[2].record()


def test_the_person_is_asked_only_where_it_is_to_act(game):
    session = Session(game, PLAYERS, seed=4)
    session.others()
    while not session.over:
        _, mask = session.table.batch.observe(0, 1)
        assert session.legal() == np.flatnonzero(mask[0]).tolist() != []
        session.act(session.legal()[-1])
        session.others()


def test_names_go_round_from_the_person():
    session = Session("greedy_goose", ["random", PERSON, "random", "random"])
    assert [session.name(seat) for seat in range(4)] == ["+3", "you", "+1", "+2"]
    assert session.table.others(0, 1) == ["you", "+1", "+2"]
    last = session.game.num_actions - 1
    assert session.game.label(last - 2, session.table.others(1, 1)).endswith("+3")


def test_the_parameters_are_kept(toy):
    session = Session(toy, [PERSON, "random"], seed=1, cards=5)
    finish(session)
    assert session.record().parameters["cards"] == 5
    assert len(session.record().actions) >= 10  # two players with five cards
    assert Session.load(session.record()).record() == session.record()


def test_an_illegal_action_changes_nothing(game):
    session = Session(game, PLAYERS, seed=4)
    session.others()
    before = session.record()
    with pytest.raises(IllegalAction):
        session.act(session.game.num_actions)
    assert session.record() == before


# --- what is told of the others --------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_all_choose_at_once_is_not_told(toy, seat):
    """Not even that a one was laid down, which asks for a second choice; and not by the last to choose either."""
    players = ["random", "random", "random"]
    players[seat] = PERSON
    session = Session(toy, players, seed=2, cards=6)
    told = finish(session)
    assert len(session.record().actions) > 18
    assert {turn.labels for turn in told} == {(SECRET,)}
    session.undo()
    assert {turn.labels for turn in session.others()} <= {(SECRET,)}


def test_what_one_chooses_alone_is_told():
    told = finish(Session("greedy_goose", PLAYERS, seed=4))
    labels = {label for turn in told for label in turn.labels}
    assert {"flip a card", "pass"} < labels
    assert SECRET not in labels


def test_after_a_choice_of_all_what_one_chooses_alone_is_told_again():
    session = Session("greedy_goose", [PERSON, "random", "random"], seed=4, first_player=1)
    session.table._together = 0b010  # as if seat 1 were the last to choose
    told = finish(session)
    assert told[0].labels == (SECRET,)
    assert SECRET not in {label for turn in told[1:] for label in turn.labels}


def test_a_gift_is_told_without_its_card_and_with_its_receiver():
    game = critter_envs.game("greedy_goose")
    gifts = [action for action in range(game.num_actions) if game.label(action).startswith("give")]
    assert len(gifts) == 25
    told = {game.label(action, looking_on=True) for action in gifts}
    assert told == {f"give a … card to +{k}" for k in range(1, 6)}


def test_a_game_may_say_what_is_seen_of_an_action():
    game = critter_envs.game("greedy_goose")
    secret = dataclasses.replace(game.actions[4], seen="make a present to {1}")
    game = dataclasses.replace(game, actions=(*game.actions[:4], secret, *game.actions[5:]))
    assert game.label(secret.start, looking_on=True) == "make a present to +1"
    assert game.label(secret.start) == "give a blue card to +1"
    assert game.label(0, looking_on=True) == game.label(0)


def test_the_view_is_that_of_the_persons_observation():
    """Dealing anew what the person can't know leaves it as it is."""
    session = Session("greedy_goose", ["rules", PERSON, "random", "random"], seed=8)
    session.others()
    for _ in range(5):
        view, hands = session.view(), session.table.batch.states[0].hand.tolist()
        session.table.batch.redeal(0, 1)
        assert session.view() == view
        assert session.table.batch.states[0].hand.tolist() != hands


def test_the_news_are_lines_of_the_view_that_were_not_there():
    session = Session("greedy_goose", [PERSON, "random", "random"], seed=3, first_player=1)
    before = session.view().split("\n")
    turns = session.others()
    assert turns
    assert not set(turns[0].news) & set(before)
    assert set(turns[-1].news) <= set(session.view().split("\n"))


def test_each_line_of_a_view_says_what_it_is_about(game):
    """The news are told by the line: one that looks like another, of another player, would not be among them."""
    session = Session(game, PLAYERS, seed=5)
    while not session.over:
        session.others()
        lines = session.view().split("\n")
        assert len(set(lines)) == len(lines), lines
        if not session.over:
            session.act(session.legal()[0])


# --- taking back, and going on later ---------------------------------------------------------------------------


def test_undo_takes_back_the_last_decision_and_the_answers_to_it(game):
    session = Session(game, PLAYERS, seed=6)
    session.others()
    positions = []
    for _ in range(3):
        positions.append((session.record(), session.view()))
        session.act(session.legal()[-1])
        session.others()
    while positions:
        session.undo()
        assert (session.record(), session.view()) == positions.pop()
    with pytest.raises(PlayError, match="no decision of yours"):
        session.undo()
    finish(session)


def test_undo_works_in_a_game_that_was_loaded(game):
    session = Session(game, PLAYERS, seed=6)
    session.others()
    before = session.record()
    session.act(session.legal()[0])
    session.others()
    loaded = Session.load(session.record())
    loaded.undo()
    assert loaded.record() == before


def test_a_game_that_was_loaded_goes_on(game):
    session = Session(game, PLAYERS, seed=6)
    session.others()
    session.act(session.legal()[0])
    session.others()
    loaded = Session.load(session.record())
    assert loaded.view() == session.view()
    assert loaded.legal() == session.legal()
    finish(loaded)
    assert loaded.record().actions[: len(session.record().actions)] == session.record().actions
    loaded.record().replay()


def test_a_game_that_does_not_fit_is_refused():
    session = Session("greedy_goose", [PERSON, "random"], seed=6)
    finish(session)
    with pytest.raises(RecordError, match="stops fitting"):
        Session.load(dataclasses.replace(session.record(), seed=7))


@pytest.mark.parametrize("players", [["random", "random"], [PERSON, PERSON]])
def test_one_seat_is_the_persons(players):
    with pytest.raises(PlayError, match="one seat must be"):
        Session("greedy_goose", players)
    with pytest.raises(PlayError, match="one seat must be"):
        Session.load(record_of("greedy_goose", 2, 0, players, []))


def test_only_the_person_acts_for_the_person():
    session = Session("greedy_goose", [PERSON, "random", "random"], seed=3, first_player=1)
    for call in (session.legal, lambda: session.act(2)):
        with pytest.raises(PlayError, match=r"it is the turn of \+1, not yours"):
            call()

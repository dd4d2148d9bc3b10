"""The deck, and positions that no game could be in."""

import pytest
from games.greedy_goose.table import table

from critter_envs import Batch
from critter_envs.core.errors import ParameterError, PositionError
from critter_envs.games.greedy_goose import GAME
from critter_envs.games.greedy_goose.position import reveal


def test_deck_replaces_the_cards_and_survives_the_next_game():
    deck = {"blue": 3, "red": 5, "purple": 11, "gift or steal": 2}
    batch = Batch("greedy_goose", 4, 2, deck=deck)
    assert batch.play_random(500) > 4
    assert (batch.states.deck == [3, 5, 0, 0, 11, 0, 0, 2]).all()


@pytest.mark.parametrize(
    ("num_players", "deck"),
    [
        (2, {"blue": 9, "red": 3}),  # two players may hold two blue and three red cards of these: five for six places
        (3, {"purple": 8, "gift": 4}),
        (2, {"purple": 6}),  # nothing to flip
        (2, {}),
    ],
)
def test_a_deck_that_cannot_serve_the_deal_is_refused(num_players, deck):
    with pytest.raises(ParameterError, match="can't serve"):
        Batch("greedy_goose", 1, num_players, deck=deck)


@pytest.mark.parametrize("deck", [{"pink": 3}, {"blue": -1}, {"blue": 256}, {"blue": 1.5}, {"blue": True}, [12, 12], None, "all"])
def test_what_is_no_deck_is_refused(deck):
    with pytest.raises(ParameterError, match=r"deck can't be .* mapping from blue, red"):
        Batch("greedy_goose", 1, 2, deck=deck)


@pytest.mark.parametrize("deck", [{"purple": 6, "steal": 1}, {"blue": 2, "red": 4, "gift": 1}, {"yellow": 255, "gift": 255}])
def test_the_smallest_and_the_largest_decks_are_playable(deck):
    assert Batch("greedy_goose", 4, 2, deck=deck).play_random(3000) > 0


@pytest.mark.parametrize(
    ("field", "place", "value", "message"),
    [
        ("centre", 0, 9, "blue cards in hands, centre, table and out of play"),
        ("out", 7, 1, "gift or steal cards in hands"),
        ("table", 1, 0, "red cards in hands"),
        ("action_card", (), 1, "gift cards in hands"),
        ("hand", (0, 0), 2, "exceed the limits"),
        ("hand", (3, 4), 1, "a seat from 3 on"),
        ("known", (3, 0, 1), 1, "a seat from 3 on"),
        ("known", (0, 4, 1), 1, "a seat from 3 on"),
        ("known", (1, 0, 1), 3, "known must be at most"),
        ("known", (0, 0, 1), 1, "zero for one's own"),
        ("turn", (), 4, "the turn is seat 4's"),
        ("turn", (), 1, "pending must be 2"),
    ],
)
def test_a_position_that_no_game_could_be_in_is_refused(field, place, value, message):
    batch = table(["1 blue, 2 red", "1 green", "1 purple"], "1 gift, 1 blue", "1 red")
    s = batch.states[0]
    if place == ():
        s[field] = value
    else:
        s[field][place] = value
    if field == "hand":  # the numbers of cards shall not be what is wrong
        s.out[place[1]] -= 1
    with pytest.raises(PositionError, match=message):
        GAME.check(s)


def test_reveal_lets_every_seat_see_everything():
    batch = table(["1 blue, 2 red", "1 green", "1 purple"], "1 gift", "1 red", memory=False)
    state = batch.states[0].copy()
    reveal(state)
    assert not batch.states[0].known.any()
    assert state.memory == 1
    for observer in range(3):
        for holder in range(3):
            expected = state.hand[holder] if observer != holder else [0] * 5
            assert state.known[observer, holder].tolist() == list(expected)
    GAME.check(state)

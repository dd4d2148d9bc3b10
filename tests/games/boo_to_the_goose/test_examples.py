"""The example game of the rulebook, with both of its endings."""

from games.boo_to_the_goose.table import PLAY_FOX, PLAY_GOOSE, act, legal, row, table, turn, won

from critter_envs import Batch
from critter_envs.games.boo_to_the_goose.rules import STOP

MATT, EMMA, TOM = range(3)

NOTHING = ([0, 0, 0], [0, 0, 0], 0)


def after_three_rounds(emma):
    """Everybody has laid three cards, and Matt's hand holds a fox."""
    return table(["goose dog goose", emma, "dog goose goose"], ["1 fox, 4 goose"], turn=MATT)


def test_matt_emma_and_tom_lay_three_cards_each():
    """From the deal on: a card goes to the own row, face down, the hand is five cards again, and it is the next one's turn."""
    batch = Batch("boo_to_the_goose", 1, 3, seed=4, first_player=MATT, autoreset=False)
    for number in range(9):
        assert batch.player[0] == number % 3
        act(batch, PLAY_GOOSE)
        assert batch.states[0].hand[number % 3].sum() == 5
    assert [row(batch, seat) for seat in range(3)] == ["goose goose goose"] * 3


def test_matt_ends_the_round_voluntarily():
    batch = after_three_rounds("goose goose dog")
    act(batch, PLAY_FOX)
    assert legal(batch) == {turn(1), turn(2), turn(3)}  # Emma's, on his left
    act(batch, turn(2))
    assert row(batch, EMMA) == "goose GOOSE dog"
    assert legal(batch) == {STOP, turn(1), turn(2), turn(3)}  # Tom's
    act(batch, turn(3))
    assert legal(batch) == {STOP, turn(1), turn(3)}  # Emma's again
    act(batch, turn(1), STOP)
    assert won(batch, MATT) == ([0, 2, 1], [1, 0, 0], 0)
    assert won(batch, EMMA) == won(batch, TOM) == NOTHING
    assert [row(batch, seat) for seat in range(3)] == ["goose dog goose", "dog", "dog goose"]
    assert batch.player[0] == EMMA
    assert batch.states[0].hand[MATT].sum() == 5


def test_matt_turns_over_a_dog_instead():
    """Emma's second card is the dog."""
    batch = after_three_rounds("goose goose dog")
    act(batch, PLAY_FOX, turn(2), turn(3), turn(3))
    assert won(batch, MATT) == NOTHING
    assert won(batch, EMMA) == ([0, 1, 0], [1, 0, 0], 1)
    assert won(batch, TOM) == ([0, 0, 1], [0, 0, 0], 0)
    assert [row(batch, seat) for seat in range(3)] == ["goose dog goose", "goose", "dog goose"]
    assert batch.player[0] == EMMA
    assert batch.states[0].hand[MATT].sum() == 5


def test_matt_turns_over_a_dog_on_his_first_attempt():
    batch = after_three_rounds("goose dog goose")
    act(batch, PLAY_FOX, turn(2))
    assert won(batch, EMMA) == ([0, 0, 0], [1, 0, 0], 1)
    assert won(batch, MATT) == won(batch, TOM) == NOTHING
    assert row(batch, EMMA) == "goose goose"
    assert batch.player[0] == EMMA

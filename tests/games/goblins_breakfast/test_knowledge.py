"""What an observation holds: all that lies open, what was ever eaten, and not the order of the deck."""

import numpy as np
import pytest
from games.goblins_breakfast.table import act, cards, eat, table, take, view, words

from critter_envs import Batch

HANDS = ["food 1, weapon 2", "big food 4", ""]
STOMACHS = ["food 3", "2 food 2", ""]


def sample(**parameters):
    return table(HANDS, "food 1, 2 food 2, Snatch", "weapon 1, food 3", turn=1, stomachs=STOMACHS, **parameters)


def test_seats_of_an_observation_count_from_the_observer():
    batch = sample()
    o = view(batch, 1)
    assert o.present.tolist() == [1, 1, 1, 0, 0, 0]
    assert o.turn.tolist() == [1, 0, 0, 0, 0, 0]
    assert view(batch, 0).turn.tolist() == [0, 1, 0, 0, 0, 0]
    assert [words(row, batch) for row in o.hand] == ["big food 4", "", "food 1, weapon 2", "", "", ""]
    assert [words(row, batch) for row in o.stomach] == ["2 food 2", "", "food 3", "", "", ""]
    assert o.stomach_size.tolist() == [2, 0, 1, 0, 0, 0]


def test_what_lies_open_is_seen_by_all():
    batch = sample()
    s = batch.states[0]
    for seat in range(3):
        o = view(batch, seat)
        assert words(o.supply, batch) == "food 1, 2 food 2, Snatch"
        assert o.discard.tolist() == s.discard.tolist()
        assert o.pile_size == 2
        assert o.deck.tolist() == s.deck.tolist()


@pytest.mark.parametrize(("special", "place"), [("feeding frenzy", 0), ("food fight", 1), ("snatch", 2)])
def test_a_special_card_is_seen_while_it_is_played(special, place):
    batch = table(["food 1", "food 2"], "food 1, food 2", special=special, extra=int(special == "feeding frenzy"))
    for seat in range(2):
        assert view(batch, seat).special.tolist() == [int(k == place) for k in range(3)]


def test_an_extra_turn_that_is_due_is_seen():
    batch = table(["2 weapon 1", ""], "grab-berries 1, 2 food 2", "food 3")
    assert view(batch, 0).extra == 0
    act(batch, take, "grab-berries 1")
    assert [view(batch, seat).extra for seat in range(2)] == [1, 1]


def test_everybody_saw_what_was_eaten():
    batch = sample()
    act(batch, eat, "big food 4")
    for seat in range(3):
        o = view(batch, seat)
        assert words(o.stomach[(1 - seat) % 3], batch) == "2 food 2, big food 4"
        assert o.stomach_size[(1 - seat) % 3] == 3


def test_without_memory_stomachs_are_a_number_of_cards_ones_own_too():
    with_memory, without = sample(), sample(memory=False)
    for seat in range(3):
        remembered, seen = view(with_memory, seat), view(without, seat)
        assert remembered.stomach.any()
        assert not seen.stomach.any()
        for field in with_memory.game.observation_dtype.names:
            if field != "stomach":
                assert (remembered[field] == seen[field]).all()


def test_nobody_knows_the_order_of_the_deck():
    batch = sample()
    before = [view(batch, seat).tobytes() for seat in range(3)]
    batch.states[0].pile[:2] = batch.states[0].pile[:2][::-1].copy()
    assert [view(batch, seat).tobytes() for seat in range(3)] == before


def test_the_largest_deck_fits_its_field():
    deck = [{"kind": "food", "value": value, "hands": 1, "copies": 25} for value in (1, 2, 3, 20)]
    batch = Batch("goblins_breakfast", 1, 2, deck=deck)
    o = view(batch, 0)
    assert o.pile_size == 97
    assert (np.frombuffer(o.tobytes(), np.uint8) <= batch.game.observation_high).all()
    assert cards("food 20", batch) == [3]

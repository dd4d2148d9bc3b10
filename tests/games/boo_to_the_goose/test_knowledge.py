"""Who sees what: each sentence about knowledge, and that an observation holds all of it and nothing more."""

import numpy as np
from games.boo_to_the_goose.table import PLAY_DOG, PLAY_FOX, act, table, turn, view

from critter_envs.games.boo_to_the_goose.rules import STOP

FOX = "1 fox, 4 goose"


def cards_of(o, k):
    """A row as an observation shows it: what is known of each card, ``?`` if nothing is; turned cards in capitals."""
    shown = []
    for down, kind in zip(o.face_down[k], o.kind[k], strict=True):
        if down or kind:
            name = "?gd"[kind]
            shown.append(name if down else name.upper())
    return "".join(shown)


def test_hands_are_known_to_their_owners_and_their_sizes_to_all():
    batch = table(["", ""], ["3 goose, 2 dog", "1 goose, 4 fox"])
    for seat, hand in enumerate(([3, 0, 2], [1, 4, 0])):
        o = view(batch, seat)
        assert o.hand[0].tolist() == hand
        assert not o.hand[1:].any()
        assert o.hand_size.tolist() == [5, 5, 0, 0, 0]
        assert o.pile_size.tolist() == [19, 19, 0, 0, 0]


def test_a_row_is_known_to_its_owner_and_its_length_to_all():
    batch = table(["goose dog goose", "dog goose"], ["3 goose, 2 dog"], played=3)
    act(batch, PLAY_DOG)
    assert cards_of(view(batch, 0), 0) == "gdgd"
    assert cards_of(view(batch, 1), 1) == "????"
    assert cards_of(view(batch, 0), 1) == "??"
    assert cards_of(view(batch, 1), 0) == "dg"


def test_everybody_saw_when_each_card_was_laid():
    batch = table(["goose goose", "goose dog goose goose"], [FOX], played=4)
    act(batch, PLAY_FOX, turn(3), STOP)
    for seat in range(2):
        laid = view(batch, seat).laid
        assert laid[seat, :3].tolist() == [1, 2, 0]
        assert laid[1 - seat, :4].tolist() == [1, 2, 4, 0]


def test_cards_turned_in_a_chase_are_seen_by_all():
    batch = table(["goose dog", "goose dog goose", "dog goose"], [FOX], played=3)
    act(batch, PLAY_FOX, turn(3), turn(2))
    assert cards_of(view(batch, 0), 1) == "??G"
    assert cards_of(view(batch, 0), 2) == "?G"
    assert cards_of(view(batch, 2), 2) == "??G"
    assert cards_of(view(batch, 1), 0) == "gdG"
    assert cards_of(view(batch, 2), 0) == "dG"
    assert cards_of(view(batch, 2), 1) == "??"


def test_how_a_chase_stands_is_seen_by_all():
    batch = table(["", "goose dog goose", "dog goose"], [FOX], played=3)
    act(batch, PLAY_FOX, turn(3))
    for seat in range(3):
        o = view(batch, seat)
        assert o.flips == 1
        assert o.turn.tolist() == [(seat + k) % 3 == 0 if k < 3 else 0 for k in range(5)]
        assert o.target.tolist() == [(seat + k) % 3 == 2 if k < 3 else 0 for k in range(5)]
        assert o.hand_size.tolist() == [4 if (seat + k) % 3 == 0 and k < 3 else 5 * (k < 3) for k in range(5)]
        assert o.turns.tolist() == [4 if (seat + k) % 3 == 0 and k < 3 else 3 * (k < 3) for k in range(5)]


def test_everybody_sees_whose_cards_are_in_whose_win_pile():
    batch = table(["", "goose goose", "goose dog"], [FOX, FOX], played=2)
    act(batch, PLAY_FOX, turn(1), turn(1), STOP)
    act(batch, PLAY_FOX, turn(1))  # seat 2's dog
    for seat in range(3):
        o = view(batch, seat)
        pile = {(k, j): o.won_geese[k, j] for k in range(5) for j in range(5) if o.won_geese[k, j]}
        chaser, second, third = ((k - seat) % 3 for k in range(3))
        assert pile == {(chaser, chaser): 2, (chaser, second): 1, (chaser, third): 1}
        assert {(k, j) for k, j in np.argwhere(o.won_foxes).tolist()} == {(chaser, chaser), (third, second)}
        assert o.won_dogs.tolist() == [int(k == third) for k in range(5)]


def test_a_fox_on_the_hunt_is_in_no_win_pile_yet():
    batch = table(["", "goose goose"], [FOX], played=2)
    act(batch, PLAY_FOX)
    assert not view(batch, 1).won_foxes.any()


def test_the_removed_cards_are_known_to_nobody():
    """Two tables that differ in nothing but which cards were removed, and which are still to be drawn."""
    one, other = (table(["goose", "dog"], [FOX, FOX], remove_four=True) for _ in range(2))
    s = other.states[0]
    for seat in range(2):
        s.removed[seat] += [-1, 0, 1]
        s.pile[seat] += [1, 0, -1]
    other.set_position(0, other.position(0))
    for seat in range(2):
        assert view(one, seat).remove_four == 1
        assert view(one, seat).tobytes() == view(other, seat).tobytes()
    assert view(table(["goose", "dog"]), 0).remove_four == 0


def test_without_memory_only_what_can_be_seen_now_is_observed():
    with_memory, without = (
        table(["goose dog", "goose dog goose", "dog"], [FOX], played=3, memory=memory) for memory in (True, False)
    )
    for batch in with_memory, without:
        act(batch, PLAY_FOX, turn(3))
    for seat in range(3):
        remembered, seen = view(with_memory, seat), view(without, seat)
        assert remembered.laid.any()
        assert not seen.laid.any()
        assert cards_of(remembered, 0) == ("gd", "gdG", "d")[seat]
        assert cards_of(seen, 0) == ("??", "??G", "?")[seat]
        for field in set(remembered.dtype.names) - {"laid", "kind"}:
            assert (remembered[field] == seen[field]).all()


def test_seats_of_an_observation_count_from_the_observer():
    batch = table(["goose", "dog dog", "goose goose goose"], [FOX, None, "2 dog, 3 goose"], played=3, turn=2)
    o = view(batch, 1)
    assert o.present.tolist() == [1, 1, 1, 0, 0]
    assert o.turn.tolist() == [0, 1, 0, 0, 0]
    assert o.turns.tolist() == [4, 3, 4, 0, 0]
    assert o.face_down.sum(axis=1).tolist() == [2, 3, 1, 0, 0]
    assert o.won_geese[:3, :3].tolist() == [[2, 0, 0], [0, 0, 0], [0, 0, 3]]

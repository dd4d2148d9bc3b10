"""An observation in words and as a picture."""

import numpy as np
import pytest
from games.good_critters.table import act, deal, propose, random_action, reveal, table, talk, view

from critter_envs import Batch
from critter_envs.games.good_critters import GAME, picture, text
from critter_envs.games.good_critters import actions as a


def records(num_players, **parameters):
    """Observations of two seats through a random game, the end included."""
    rng = np.random.default_rng(num_players)
    batch = Batch("good_critters", 1, num_players, seed=num_players, autoreset=False, max_decisions=1500, **parameters)
    while True:
        yield from (view(batch, seat) for seat in (0, num_players - 1))
        if batch.player[0] < 0:
            return
        batch.step([random_action(batch, rng)])


@pytest.mark.parametrize(("num_players", "parameters"), [(4, {"payoffs": True}), (8, {"talk_rounds": 2})])
def test_observations_with_the_same_text_are_equal(num_players, parameters):
    by_text = {}
    for o in records(num_players, **parameters):
        assert by_text.setdefault(text.describe(o), o.tobytes()) == o.tobytes()


def full():
    """An observation in which each field has something: a trade waits for an answer, after a round and some deals."""
    batch = table(["5432"] * 3, payoffs=True, boss_terms=5, talk_rounds=2, deals=3)
    batch.states[0].payoff_cards[:4] = 5
    for _ in range(2):
        talk(batch, {0: 1}, {2: "no"})
        talk(batch, {0: 2, 3: 0}, {1: "yes"})
        if batch.states[0].last_result:
            break
        act(batch, *[a.DONE] * 4)
        reveal(batch, "yes", "yes", "yes", "skim")
        act(batch, *[a.HAND_OUT] * 3, *[a.HAND_OUT + 2] * 3)
    deal(batch, a.OFFER_NO, 2, "5", 1)
    deal(batch, a.SLIP, 1, "4")
    propose(batch, 2, a.BUY, "3", 2)
    return view(batch, 0)


def test_the_text_of_a_position():
    assert text.describe(full()).splitlines() == [
        "Now: a trade is answered; turn: +2",
        "Boss: you, in round 2 of 5 of the term",
        "Pile: 17 cards, THE FUZZ! was put anywhere",
        "Still in the middle: nothing",
        "Your stash: 2 $2000, 1 $3000 (3 cards, worth $7000)",
        "you: assigned 1 $4000, 2 $5000; Payoff cards 4",
        "+1: assigned nothing; stash 4 cards, known to you nothing; knows of yours 1 $2000; Payoff cards 5",
        "+2: assigned 2 $2000, 1 $3000; stash 4 cards, known to you nothing; knows of yours nothing; Payoff cards 5",
        "+3: assigned nothing; stash 104 cards, known to you nothing; knows of yours nothing; Payoff cards 5",
        "Rounds of talk: 2 of 2",
        "Talk 1: you: marker at +1, says nothing; +2: no marker, says: I vote no",
        "Talk 2: you: marker at +2, says nothing; +1: no marker, says: I vote yes; +3: marker at you, says nothing",
        "Bundle 1 of you: offered to +2 for a No, 2 cards: 1 $5000, 1 Payoff card",
        "Bundle 2 of you: a hidden bribe to +1, 1 card: 1 $4000",
        "Dealing: you, 2 of 3 deals made",
        "Deal in the making: a purchase from +2, 1 $3000, price 2",
        "Last round: passed, the Boss was you",
        "you: played vote yes, marker at +2, said nothing; so far yes 1, no 0, guard 0, rob 0, skim 0; kept 0 of 0 words",
        "+1: played vote yes, no marker, said: I vote yes; so far yes 1, no 0, guard 0, rob 0, skim 0; kept 1 of 1 words",
        "+2: played vote yes, no marker, said nothing; so far yes 1, no 0, guard 0, rob 0, skim 0; kept 0 of 0 words",
        "+3: played skim, marker at you, said nothing; so far yes 0, no 0, guard 0, rob 0, skim 1; kept 0 of 0 words",
    ]


def test_what_is_hidden_or_yet_to_be_named_is_not_called_nothing():
    batch = table(["5432"] * 3, payoffs=True)
    batch.states[0].payoff_cards[:4] = 5
    talk(batch)
    deal(batch, a.SLIP, 2, "54")
    act(batch, a.OFFER_YES)
    others, own = (text.describe(view(batch, seat)).splitlines() for seat in (1, 0))
    assert "Bundle 1 of +3: a hidden bribe to +1, 2 cards" in others
    assert "Bundle 1 of you: a hidden bribe to +2, 2 cards: 1 $4000, 1 $5000" in own
    assert "Deal in the making: offered to +1 for a Yes" in own


def test_the_painter_is_told_the_styles():
    painted = text.describe(full(), lambda words, style: f"<{style}>{words}</>")
    assert "turn: <strong>+2</>" in painted
    assert "<red>1 $5000</>" in painted


HIGH = {field.name: field.high for field in GAME.observation}


def variants(o, field):
    """Copies of an observation, each with another choice in place of one, or with one number greater."""
    values = np.atleast_1d(o[field])
    rows = values.reshape(-1, values.shape[-1])
    if HIGH[field] == 1:
        for row in np.flatnonzero(rows.any(axis=1)):
            choices = 4 if rows.shape[1] == 8 else rows.shape[1]  # only four seats are taken
            changed = rows.copy()
            changed[row, :choices] = np.roll(changed[row, :choices], 1)
            yield replaced(o, field, changed)
    else:
        places = np.flatnonzero(values)
        for place in places if places.size else [0]:
            changed = rows.copy()
            changed.flat[place] += 1
            yield replaced(o, field, changed)


def replaced(o, field, values):
    other = o.copy()
    other[field] = values.reshape(o[field].shape)
    return other


def full_for(field):
    """The same, with what it lacks to show a field."""
    o = full()
    if field == "fuzz_parts":
        o.fuzz = [0, 1, 0, 0]
    if field == "own_card":
        o.own_card[3] = 1
    return o


FIELDS = [name for name in GAME.observation_dtype.names if name not in ("present", "turn")]


@pytest.mark.parametrize("field", FIELDS)
def test_whatever_changes_in_an_observation_its_text_changes(field):
    o = full_for(field)
    others = list(variants(o, field))
    assert others
    for other in others:
        assert text.describe(other) != text.describe(o)


@pytest.mark.parametrize("field", FIELDS)
def test_the_picture_depends_on_each_part_of_the_observation(field):
    o = full_for(field)
    assert picture.draw(o).tobytes() != picture.draw(next(variants(o, field))).tobytes()


@pytest.mark.parametrize("num_players", [4, 8])
def test_every_observation_can_be_drawn(num_players):
    for o in list(records(num_players, payoffs=True))[::701]:
        image = picture.draw(o)
        assert (image.size, image.mode) == ((1200, 720), "RGB")

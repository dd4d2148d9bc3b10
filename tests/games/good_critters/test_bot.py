"""The rule-based player: strong enough, and sensible where it is clear what is sensible."""

import numpy as np
import pytest
from games.good_critters.table import GUARD, NO, ROB, SKIM, YES, act, place, table, talk, view

import critter_envs
from critter_envs import Batch
from critter_envs.games.good_critters import actions as a
from critter_envs.games.good_critters.bot import predict, size_up, wishes

RULES = critter_envs.agent("rules", "good_critters")
EQUAL = ["5432", "5432", "5432", "5432"]


def choice(batch, style="rules"):
    """What it does in the game of a batch of one."""
    agent = RULES if style == "rules" else critter_envs.agent(f"rules:{style}", "good_critters")
    return int(agent.act(batch.observation, batch.mask)[0])


def handed_out(batch, style="rules"):
    """What each seat is worth more when the Boss has handed out, in thousands."""
    while batch.states[0].phase == a.HANDING_OUT:
        act(batch, choice(batch, style))
    return (batch.states[0].share @ [2, 3, 4, 5])[: batch.states[0].num_players].tolist()


def poor_last(stashes, **options):
    """A table at which the last seat has a stash like any other, and the rest of the loot is in the pile."""
    batch = table(stashes[:-1], **options)
    s = batch.states[0]
    last = np.array([stashes[-1].count(value) for value in "2345"])
    s.pile[:] += s.stash[len(stashes) - 1] - last
    s.stash[len(stashes) - 1] = last
    s.fuzz_above = s.pile.sum()
    for observer in range(len(stashes)):
        s.known[observer, : len(stashes)] = s.stash[: len(stashes)]
        s.known[observer, observer] = 0
    batch.set_position(0, batch.position(0))
    return batch


# --- strength --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("num_players", "share"), [(4, 0.45), (6, 0.40), (8, 0.30)])
def test_it_beats_random_players(num_players, share):
    result = critter_envs.play_match("good_critters", ["rules"] + ["random"] * (num_players - 1), num_players, 800, seed=1)
    assert result["rules"].wins.low > share


@pytest.mark.parametrize("style", ["selfish", "fair"])
@pytest.mark.parametrize("num_players", [4, 6, 8])
def test_it_does_better_than_its_other_styles(num_players, style):
    result = critter_envs.play_match(
        "good_critters", ["rules"] + [f"rules:{style}"] * (num_players - 1), num_players, 800, seed=1
    )
    assert result["rules"].wins.low > 1 / num_players


@pytest.mark.parametrize("num_players", [4, 6, 8])
def test_it_does_not_hand_the_game_to_the_first_boss(num_players):
    batch = Batch("good_critters", 600, num_players, first_player=0, autoreset=False)
    while (running := np.flatnonzero(batch.player >= 0)).size:
        batch.step_some(running, RULES.act(batch.observation[running], batch.mask[running]))
    assert batch.standings()[1][:, 0].mean() < 2.5 / num_players


@pytest.mark.parametrize("style", ["rules", "selfish", "fair"])
@pytest.mark.parametrize(
    "parameters", [{}, {"payoffs": True, "talk_rounds": 2}, {"memory": False, "talk_rounds": 0}, {"payoffs": True, "deals": 3}]
)
def test_it_plays_legally_at_every_table(style, parameters):
    """Half of the choices are random, so that it has to go on from whatever somebody else has begun."""
    batch = Batch("good_critters", 100, range(4, 9), **parameters)
    agent, rng = critter_envs.agent("rules" if style == "rules" else f"rules:{style}", "good_critters"), np.random.default_rng(0)
    for _ in range(300):
        actions = agent.act(batch.observation, batch.mask)
        random = np.where(batch.mask, rng.random(batch.mask.shape), -1.0).argmax(axis=1)
        batch.step(np.where(rng.random(len(batch)) < 0.5, actions, random))  # an illegal action raises


def test_it_ends_its_games():
    for parameters in {}, {"payoffs": True}, {"boss_terms": 3}:
        batch = Batch("good_critters", 50, 6, autoreset=False, **parameters)
        while (running := np.flatnonzero(batch.player >= 0)).size:
            _, _, truncated = batch.step_some(running, RULES.act(batch.observation[running], batch.mask[running]))
            assert not truncated.any()


# --- judging ---------------------------------------------------------------------------------------------------


def test_it_values_what_it_knows_and_the_mean_of_the_rest():
    batch = table(["5", "5555", "22"], known=[(0, 1, "55"), (0, 2, "2")], payoffs=True)
    batch.states[0].payoff_cards[:4] = [5, 5, 4, 6]
    batch.refresh(0)
    assert size_up(view(batch, 0))[:3].tolist() == [5 + 5, 10 + 7 + 5, 2 + 3.5 + 4]


def test_who_is_behind_the_boss_asks_for_more():
    def wish(boss):
        o = view(poor_last(["5432", boss, "5432", "5432"], shares=["4", "5"], boss=1), 0)
        return wishes(o, size_up(o))[0]

    assert wish("5432") == wish("2") == pytest.approx(4 - 0.65 * 5)
    assert wish("55554") == pytest.approx(4 - 0.65 * 5 - 0.2 * (24 - 14))


@pytest.mark.parametrize(("kept", "trust"), [(8, 0.9), (0, 0.1)])
def test_it_believes_those_who_keep_their_word(kept, trust):
    """A discontent player, of whom no Skim was seen in eight rounds: 0.15 at first sight, which counts for five rounds."""
    batch = poor_last(EQUAL, shares=["5"])
    talk(batch, words={1: "skim"})
    s = batch.states[0]
    s.spoke[1], s.kept[1], s.played[1] = 8, kept, [0, 8, 0, 0, 0]
    s.last_result, s.last_card[:4] = 1, 1
    batch.refresh(0)
    o = view(batch, 0)
    likely = predict(o, wishes(o, size_up(o)))[1]
    assert likely.sum() == pytest.approx(1)
    assert likely[SKIM - a.CARD] == pytest.approx(trust + (1 - trust) * 0.15 * 5 / 13)


# --- the Boss --------------------------------------------------------------------------------------------------


def test_the_boss_buys_half_of_the_others():
    given = handed_out(poor_last(EQUAL, loot="543332"))
    assert sorted(value > 0 for value in given) == [False, True, True, True]
    assert given[0] == max(given)


def test_the_boss_buys_the_poorest():
    given = handed_out(poor_last(["5432", "5555", "2", "3"], loot="543332"))
    assert given[1] == 0


def test_the_selfish_boss_keeps_everything():
    assert handed_out(poor_last(EQUAL, loot="543332"), "selfish") == [20, 0, 0, 0]


def test_the_fair_boss_gives_to_everybody():
    given = handed_out(poor_last(EQUAL, loot="5544333322"), "fair")
    assert min(given) >= 0.6 * given[0]


# --- talk and cards --------------------------------------------------------------------------------------------


def test_it_threatens_the_richest():
    batch = poor_last(["5", "2", "55555", "3"], shares=["", "5"])
    assert (choice(batch) - a.TALK) // 6 == place(batch, 0, 2)


def test_it_says_what_it_plays():
    batch = poor_last(["22", "22", "22", "22"], shares=["55555"], boss=1)
    words = []
    for _ in range(4):
        words.append((choice(batch) - a.TALK) % 6)
        act(batch, choice(batch))
    cards = []
    for _ in range(4):
        cards.append(choice(batch) - a.CARD + 1)
        act(batch, choice(batch))
    assert words == cards


def test_it_votes_against_a_boss_who_keeps_all_if_the_vote_hangs_on_it():
    """A Yes and a No were announced, and a third player abstains."""
    batch = poor_last(EQUAL, shares=["", "5555555"], boss=1)
    talk(batch, words={0: "no", 1: "yes", 2: "no", 3: "rob"})
    assert choice(batch) == NO


def test_the_boss_votes_for_itself():
    batch = poor_last(EQUAL, shares=["55", "5", "5"])
    talk(batch, words={0: "yes", 1: "yes", 2: "no", 3: "no"})
    assert choice(batch) == YES


def test_it_guards_when_it_is_rich_and_many_say_that_they_rob():
    batch = poor_last(["5555555", "2", "3", "2", "3"], shares=["", "3"], boss=1)
    talk(batch, {1: 0, 2: 0, 3: 0, 4: 0}, {1: "rob", 2: "rob", 3: "rob", 4: "rob"})
    assert choice(batch) == GUARD


@pytest.mark.parametrize("word", ["yes", "skim"])
def test_it_keeps_its_word_where_little_hangs_on_it(word):
    batch = poor_last(EQUAL, shares=["3", "4"], boss=1)
    talk(batch, words={0: word, 1: "yes", 2: "yes", 3: "no"})
    assert choice(batch) == (YES if word == "yes" else SKIM)


def test_it_does_not_rob_without_a_marker():
    batch = poor_last(EQUAL, shares=["5", "5", "5"])
    talk(batch, words=dict.fromkeys(range(4), "rob"))
    assert choice(batch) != ROB


# --- deals -----------------------------------------------------------------------------------------------------


def dealing(shares, **options):
    batch = poor_last(EQUAL, shares=shares, payoffs=True, **options)
    batch.states[0].payoff_cards[:4] = 5
    batch.refresh(0)
    talk(batch)
    return batch


def test_it_buys_the_vote_that_decides():
    """One other is content, one is nearly so, one gets nothing."""
    batch = dealing(["54", "5", "52"])
    assert choice(batch) == a.OFFER_YES
    while batch.states[0].bundle_kind[0, 0] == 0:
        act(batch, choice(batch))
    assert batch.states[0].bundle[0, 0].tolist() == [0, 0, 0, 0, 2]
    assert choice(batch) == a.DONE


def test_it_pays_for_no_vote_that_does_not_suffice():
    """All three others are discontent, if only a little: one vote leaves a tie."""
    assert choice(dealing(["5", "2", "2", "2"])) == a.DONE


def test_it_pays_for_no_vote_that_it_has():
    assert choice(dealing(["54", "55", "55"])) == a.DONE


@pytest.mark.parametrize(
    ("kind", "value", "price", "answer"),
    [
        (a.SELL, "5", 4, a.ACCEPT),
        (a.SELL, "5", 5, a.DECLINE),
        (a.SELL, "2", 3, a.DECLINE),
        (a.BUY, "5", 4, a.DECLINE),
        (a.BUY, "4", 4, a.ACCEPT),
        (a.BUY, "2", 3, a.ACCEPT),
    ],
)
def test_it_accepts_trades_that_pay(kind, value, price, answer):
    batch = dealing(["54", "5", "52"])
    act(batch, a.TRADE, kind + "2345".index(value), a.PRICE + price - 1)
    assert choice(batch) == answer


def test_it_looks_at_nothing_but_the_observation():
    """Another deal of what it can't know, the same choice."""
    batch = Batch("good_critters", 1, 5, seed=8, payoffs=True)
    rng = np.random.default_rng(1)
    for _ in range(150):
        chosen = choice(batch)
        other = batch.clone()
        other.redeal(0, int(batch.player[0]))
        assert choice(other) == chosen
        batch.step([int(rng.choice(np.flatnonzero(batch.mask[0])))])

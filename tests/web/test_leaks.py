"""Nothing that a seat can't know reaches it: whatever it is sent stays the same when all of that is dealt anew."""

import asyncio
import copy
import json

import numpy as np
import pytest
from asgi import new_table, seated, serving
from test_games import finish

import critter_envs
from critter_envs.core.actions import range_of
from critter_envs.games.greedy_greedy_goblins.actions import FEED
from critter_envs.play.chances import chances
from critter_envs.play.course import PERSON
from critter_envs.play.hints import hint
from critter_envs.play.journal import Journal
from critter_envs.play.show import Show, Viewer
from critter_envs.play.table import Table
from critter_envs.web import chance
from critter_envs.web import room as room_module
from critter_envs.web.views import log_of, scene_of, view_of

GAMES = [*critter_envs.games(), "toy"]

#: Scores at the end are told to all, though hidden cards make them; and so is what decided between equal ones.
TOLD_AT_THE_END = ("standings", "tie_break")

#: What all hear of a decision, of its kind, even if another one leaves the same. In Greedy Goose a blue card is put away as one
#: too many, whether it was given or stolen; in Goblins Breakfast all is open, and one fight may sweep it all away; in Greedy
#: Greedy Goblins a new round does so with what a monster ate from.
HEARD = {
    "greedy_goose": lambda kind, action: kind,
    "goblins_breakfast": lambda kind, action: action,
    "greedy_greedy_goblins": lambda kind, action: action if kind == FEED else None,
}


def redealt(table, seat):
    """The same table, with all that a seat can't know drawn anew."""
    twin = copy.copy(table)
    twin.batch = table.batch.clone()
    twin.batch.redeal(0, seat)
    twin.seed += 1
    return twin


def text_of(data):
    return json.dumps(data, separators=(",", ":"))


class Watch:
    """Looks at each view and each line of a log when it is made, and makes it again of games that the seat can't tell apart."""

    def __init__(self):
        self.seen, self.hidden = set(), set()

    def view(self, table, journal, *rest):
        return self.made(view_of, table, journal, *rest)

    def log(self, table, journal, *rest):
        return self.made(log_of, table, journal, *rest)

    def made(self, make, table, journal, *rest):
        made = make(table, journal, *rest)
        for _ in range(2):
            twin = redealt(table, journal.viewer)
            other = copy.copy(journal)
            other._observe(twin)
            again = make(twin, other, *rest)
            if table.over:
                again |= {name: made[name] for name in TOLD_AT_THE_END if name in made}
            assert json.dumps(again) == json.dumps(made)
            if twin.batch.states.tobytes() != table.batch.states.tobytes():
                self.hidden.add(journal.viewer)
        self.seen.add((journal.viewer, text_of(made)))
        return made

    def has_seen(self, seat, text):
        """Whether all of a view, to the byte, was looked at when it was made for a seat."""
        view = json.loads(text)
        log = {name: view.pop(name) for name in ("after", "log")}
        return text_of({**view, **log}) == text and {(seat, text_of(view)), (seat, text_of(log))} <= self.seen

    def decision(self, table, journals, seat, action):
        """Of decisions that look alike to a seat, the same is told."""
        for viewer in (journal.viewer for journal in journals):
            if viewer != seat:
                told = table.told(viewer, seat, action)
                assert redealt(table, viewer).told(viewer, seat, action) == told
                seen = seen_of(table, seat, action, viewer)
                alike = [other for other in table.legal(seat) if seen_of(table, seat, other, viewer) == seen]
                assert {table.told(viewer, seat, other) for other in alike} == {told}


def seen_of(table, seat, action, viewer):
    """What a viewer sees of a decision at the table, and hears of it."""
    heard = HEARD.get(table.game.name, lambda *decision: None)
    return heard(range_of(table.game.actions, action).start, action), table.tried(seat, action).observe(0, viewer)[0].tobytes()


@pytest.fixture
def watch(monkeypatch):
    watch = Watch()
    carry_out = room_module.carry_out

    def watched(table, journals, seat, action):
        watch.decision(table, journals, seat, action)
        carry_out(table, journals, seat, action)

    monkeypatch.setattr(room_module, "view_of", watch.view)
    monkeypatch.setattr(room_module, "log_of", watch.log)
    monkeypatch.setattr(room_module, "carry_out", watched)
    return watch


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_each_byte_of_whole_games(name, seed, toy, watch, monkeypatch):
    monkeypatch.setattr(chance, "seed", lambda: seed)

    async def play():
        async with serving() as app:
            game = critter_envs.game(name)
            count = max(3, game.min_players)
            seats = [PERSON, "random", *[PERSON] * (count - 2)]
            tokens = await new_table(app, name, seats, parameters={"max_decisions": 150})
            await asyncio.gather(*(one_person(app, token, seat) for seat, token in tokens.items()))
            assert watch.hidden == set(tokens)

    async def one_person(app, token, seat):
        async with seated(app, token) as (socket, view):
            await finish(socket, view, np.random.default_rng(seat))
            assert all(watch.has_seen(seat, text) for text in socket.texts)

    asyncio.run(play())


@pytest.mark.parametrize("name", GAMES)
def test_whoever_looks_as_a_seat_is_shown_what_it_saw(name, toy):
    """What follows, too, is the same when all is dealt anew that the seat couldn't know."""
    game = critter_envs.game(name)
    show = Show(Table(name, ["random"] * max(3, game.min_players), 3, max_decisions=30))
    viewer, hidden, following = Viewer(1, open=False), 0, 0
    while show.more:
        show.go(show.played + 1)
    for number in range(show.played):
        show.go(number)
        scene = scene_of(show, viewer, 1.0)
        twin = copy.copy(show)
        twin.course = redealt(show.course, 1)
        twin._journals = {viewer: copy.copy(show._journals[viewer])}
        again = scene_of(twin, viewer, 1.0)
        assert json.dumps(again) == json.dumps(scene)
        hidden += twin.course.batch.states.tobytes() != show.course.batch.states.tobytes()
        following += scene["next"] is not None
    assert hidden
    assert following


def test_how_often_somebody_chooses_in_secret_is_not_told(toy):
    """A one asks for a second choice, another card doesn't; nobody else may see in the numbers which it was."""
    seed = next(seed for seed in range(100) if has_one_and_two(seed))
    texts = []
    for actions in ([1], [0, 4], [0, 5]):
        table = Table(toy, [PERSON] * 3, seed)
        journal = Journal(table, 1)
        for action in actions:
            text = journal.told(table, 0, action)
            table.act(0, action)
            journal.add(table, 0, text)
        texts.append(json.dumps([view_of(table, journal, 0, 0.0, [0]), log_of(table, journal, 0, 0)]))
    assert len(set(texts)) == 1
    assert "choose in secret" in texts[0]


def has_one_and_two(seed):
    hand = Table("toy", [PERSON] * 3, seed).batch.states[0].hand[0]
    return hand[0] > 0 and hand[1] > 0


@pytest.mark.parametrize("name", critter_envs.games())
def test_hints_and_chances_come_from_what_the_seat_sees(name):
    game = critter_envs.game(name)
    table = Table(game, [PERSON] * game.min_players, 3)
    chance = np.random.default_rng(3)
    differ = set()
    for _ in range(12):
        seat = table.pending[-1]
        twins = [table, redealt(table, seat), redealt(table, seat)]
        hints = [hint(game, twin.position_of(seat)) for twin in twins]
        estimates = [chances(twin.batch, seat, 3) for twin in twins]
        assert hints[1:] == hints[:-1]
        assert estimates[1:] == estimates[:-1]
        assert sum(estimates[0]) == pytest.approx(1)
        assert sum(share for _, share in hints[0]) == pytest.approx(1)
        assert sorted(action for action, _ in hints[0]) == table.legal(seat)
        differ.add(json.dumps(estimates[0]))
        table.act(seat, int(chance.choice(table.legal(seat))))
    assert len(differ) > 1

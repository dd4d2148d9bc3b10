"""What a person may ask for at a table, and what happens when it is asked for twice, too late, or from two places."""

import asyncio
import json
import time

import asgi
import numpy as np
import pytest
from asgi import Socket, new_table, room_of, seated, serving
from test_games import finish

from critter_envs.play.table import Table
from critter_envs.web import chance, views

GOOSE = ("greedy_goose", ["person", "random", "random"])


def play(scenario, **settings):
    """Run a scenario against the application."""

    async def run():
        async with serving(**settings) as app:
            await scenario(app)

    asyncio.run(run())


async def own_turn(socket, view, after=-1):
    """The next view in which there is something new to decide."""
    while not view["legal"] or view["asked"] <= after:
        view = await socket.receive()
    return view


def without_number(view):
    return {name: value for name, value in view.items() if name not in ("number", "asked", "after", "log")}


def told(view):
    return [(one["seat"], one["text"], one["news"]) for one in view["log"]]


def test_undo_takes_back_the_last_decision():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4)
        async with seated(app, tokens[0]) as (socket, view):
            first = view = await own_turn(socket, view)
            assert not view["can_undo"]
            socket.act(view, view["legal"][-1]["action"])
            second = view = await own_turn(socket, view, view["asked"])
            assert view["can_undo"]
            socket.act(view, view["legal"][0]["action"])
            last = await own_turn(socket, view, view["asked"])
            for before in (second, first):
                socket.send({"type": "undo"})
                view = await own_turn(socket, view, last["asked"])
                assert without_number(view) == without_number(before)
                assert told(view) == told(before)
                assert view["number"] > last["number"]
                last = view
            answer = await socket.ask({"type": "undo"})
            assert answer == {"type": "error", "message": "There is no decision of yours to take back."}
            await finish(socket, view, np.random.default_rng(0))

    play(scenario)


def test_undo_of_the_last_decision_of_a_game():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4)
        async with seated(app, tokens[0]) as (socket, view):
            over = await finish(socket, view, np.random.default_rng(0))
            assert over["can_undo"]
            socket.send({"type": "undo"})
            view = await own_turn(socket, over, over["number"])
            assert not view["over"]
            assert await app.state.store.records(room_of(app).id) == []
            await finish(socket, view, np.random.default_rng(1))
            assert len(await app.state.store.records(room_of(app).id)) == 1

    play(scenario)


def test_nothing_is_taken_back_from_other_persons():
    async def scenario(app):
        tokens = await new_table(app, "greedy_goose", ["person", "person"])
        async with seated(app, tokens[0]) as (socket, view):
            assert not view["can_undo"]
            assert "several persons" in (await socket.ask({"type": "undo"}))["message"]
            assert "others play it" in (await socket.ask({"type": "again"}))["message"]

    play(scenario)


def test_a_new_game_at_the_same_table():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE)
        async with seated(app, tokens[0]) as (socket, view):
            over = await finish(socket, view, np.random.default_rng(0))
            socket.send({"type": "again"})
            view = await socket.next("view")
            assert (view["over"], view["log"]) == (False, [])
            assert view["number"] > over["number"]
            view = await own_turn(socket, view)
            socket.send({"type": "again"})  # a person alone may begin anew at any time
            view = await own_turn(socket, view, view["number"])
            await finish(socket, view, np.random.default_rng(0))
            assert len(await app.state.store.records(room_of(app).id)) == 2

    play(scenario)


def test_a_decision_counts_once():
    """Doubled, from an older view, from a newer one, or out of turn: it is refused, and the game is as it was."""

    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4, parameters={"first_player": 0}, delay=5)
        async with seated(app, tokens[0]) as (socket, view):
            for _ in range(2):
                socket.act(view, 0)  # a card is flipped, and it is still the same seat's turn
            after = await socket.next("view")
            assert after["legal"]
            assert (await socket.next("error"))["message"].startswith("This decision was chosen in view 0")
            number = after["number"]
            for late in (0, number + 1, number + 100):
                answer = await socket.ask({"type": "act", "number": late, "action": 0})
                assert "but the game is at view 1" in answer["message"]
            socket.act(after, after["legal"][-1]["action"])
            after = await socket.next("view")
            assert not after["legal"]
            answer = await socket.ask({"type": "act", "number": after["number"], "action": 0})
            assert answer["message"] == "It is not your turn."
            assert len(room_of(app)._table.decisions) == 2

    play(scenario)


def test_what_is_chosen_at_once_is_not_late_when_others_have_chosen(toy):
    async def scenario(app):
        tokens = await new_table(app, toy, ["person", "person", "person"], parameters={"ones": False})
        async with seated(app, tokens[0]) as (left, first), seated(app, tokens[1]) as (right, second):
            assert first["turn"]["together"] == [0, 1, 2]
            assert "at the same time" in first["turn"]["why"]
            right.act(second, second["legal"][0]["action"])
            seen = first
            while seen["number"] == first["number"]:
                seen = await left.receive()
            assert seen["asked"] == first["asked"]
            assert seen["log"][-1]["text"] == "choose in secret"
            left.act(first, first["legal"][0]["action"])  # chosen in the older view
            while len(seen["log"]) < 2:
                seen = await left.receive()
                assert seen["type"] == "view"
            assert seen["legal"] == []
            assert seen["log"][0]["text"] == "choose in secret"
            assert seen["turn"]["seat"] == 2

    play(scenario)


def test_two_tabs():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4, parameters={"first_player": 0})
        async with seated(app, tokens[0]) as (one, view), seated(app, tokens[0]) as (two, same):
            assert same == view
            one.act(view, view["legal"][-1]["action"])
            two.act(same, same["legal"][0]["action"])  # a moment too late
            error = await two.next("error")
            assert error["type"] == "error"
            first, second = await own_turn(one, view, view["asked"]), await own_turn(two, same, same["asked"])
            assert first == second
            assert sum(entry["seat"] == 0 for entry in first["log"]) == 1

    play(scenario)


def test_a_seat_may_not_be_open_everywhere():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE)
        sockets = [await Socket(app).__aenter__() for _ in range(9)]
        views = [await socket.sit(tokens[0]) for socket in sockets]
        assert [view["type"] for view in views] == ["view"] * 8 + ["error"]
        for socket in sockets:
            await socket.__aexit__()

    play(scenario)


def test_others_see_who_is_there():
    async def scenario(app):
        tokens = await new_table(app, "greedy_goose", ["person", "person"])
        async with seated(app, tokens[0]) as (socket, view):
            assert [one["connected"] for one in view["players"]] == [True, False]
            async with seated(app, tokens[1]):
                assert [one["connected"] for one in (await socket.receive())["players"]] == [True, True]
            assert [one["connected"] for one in (await socket.receive())["players"]] == [True, False]

    play(scenario)


def test_a_table_at_which_something_is_being_changed_is_not_closed():
    async def scenario(app):
        await new_table(app, "greedy_goose", ["person", "random"])
        room = room_of(app)
        async with room._lock:
            assert not room.idle
        assert room.idle

    play(scenario)


def test_a_connection_that_was_lost_resumes():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4)
        async with seated(app, tokens[0]) as (socket, view):
            view = await own_turn(socket, view)
            socket.act(view, view["legal"][-1]["action"])
            view = await own_turn(socket, view, view["asked"])
        async with seated(app, tokens[0]) as (socket, again):
            assert again == view
            await finish(socket, again, np.random.default_rng(0))

    play(scenario)


def sent(socket):
    """All views that came, as they came."""
    return [view for view in map(json.loads, socket.texts) if view["type"] == "view"]


def test_each_entry_of_the_log_is_sent_once():
    """Whoever comes later is sent what there is by then, and then no more than the others."""

    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4)
        async with seated(app, tokens[0]) as (socket, view):
            view = await finish(socket, view, np.random.default_rng(0), last=3)
            async with seated(app, tokens[0]) as (late, whole):
                assert whole == view
                end = await finish(socket, view, np.random.default_rng(0))
                while whole["number"] < end["number"]:
                    whole = await late.receive()
                assert whole == end
            for one in (socket, late):
                numbers = [entry["number"] for each in sent(one) for entry in each["log"]]
                assert numbers == list(range(1, end["number"] + 1))
                assert [each["after"] for each in sent(one)[1:]] == [each["number"] for each in sent(one)[:-1]]

    play(scenario)


@pytest.mark.parametrize("change", ["undo", "again"])
def test_after_an_undo_and_in_a_new_game_the_log_is_sent_whole(change):
    """The page can tell that it doesn't go on from what it was sent before, in each of its tabs."""

    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4)
        async with seated(app, tokens[0]) as (socket, view), seated(app, tokens[0]) as (other, _):
            for _ in range(3):
                before = await finish(socket, view, np.random.default_rng(0), last=2)
                socket.send({"type": change})
                view = await own_turn(socket, before, before["asked"])
                first = next(one for one in sent(socket) if one["number"] > before["number"])
                assert first["after"] > before["number"]
                async with seated(app, tokens[0]) as (_, fresh):
                    assert fresh == view
                while (seen := await other.receive()) != view:
                    assert seen["number"] <= view["number"]

    play(scenario)


def test_of_a_long_game_only_the_end_of_the_log_is_sent(monkeypatch):
    monkeypatch.setattr(views, "LONGEST_LOG", 3)
    monkeypatch.setattr(asgi, "LONGEST_LOG", 3)

    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4)
        async with seated(app, tokens[0]) as (socket, view):
            view = await finish(socket, view, np.random.default_rng(0), last=5)
            assert [entry["number"] for entry in view["log"]] == [view["number"] - k for k in (2, 1, 0)]
            async with seated(app, tokens[0]) as (_, fresh):
                assert fresh == view

    play(scenario)


def test_what_is_chosen_in_secret_and_not_told_sends_nothing(toy, monkeypatch):
    """A view without anything new would tell that there was a choice."""
    seed = next(seed for seed in range(100) if 0 in Table(toy, ["person"] * 3, seed).legal(0))
    monkeypatch.setattr(chance, "seed", lambda: seed)

    async def scenario(app):
        tokens = await new_table(app, toy, ["person"] * 3)
        async with seated(app, tokens[0]), seated(app, tokens[1]) as (socket, _):
            room = room_of(app)
            for seat, action in ((2, room._table.legal(2)[-1]), (0, 0), (0, 4)):  # the second one asks for the third one
                await room.act(seat, room._number(seat), action)
            assert await socket.ask({"type": "ping"}) == {"type": "pong"}
            assert [view["number"] for view in sent(socket)] == [0, 1, 2]

    play(scenario)


def test_agents_take_their_time():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4, parameters={"first_player": 1}, delay=0.2)
        begun = time.monotonic()
        async with seated(app, tokens[0]) as (socket, _):
            await socket.receive()
            assert time.monotonic() - begun >= 0.2

    play(scenario)


def test_agents_can_be_hurried_in_the_middle_of_a_turn():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4, parameters={"first_player": 1}, delay=5)
        async with seated(app, tokens[0]) as (socket, view):
            begun = time.monotonic()
            await asyncio.sleep(0.1)
            socket.send({"type": "delay", "seconds": 0})
            view = await own_turn(socket, view)
            assert view["delay"] == 0
            assert time.monotonic() - begun < 4

    play(scenario)


def test_hint_and_chances():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4, parameters={"first_player": 1}, delay=5)
        async with seated(app, tokens[0]) as (socket, view):
            assert "only when you are to act" in (await socket.ask({"type": "hint"}))["message"]
            socket.send({"type": "delay", "seconds": 0})
            view = await own_turn(socket, view)
            advice = await socket.ask({"type": "hint"})
            assert advice["number"] == view["number"]
            assert sorted(one["action"] for one in advice["actions"]) == [one["action"] for one in view["legal"]]
            estimate = await socket.ask({"type": "chances"})
            assert estimate["number"] == view["number"]
            assert sum(estimate["seats"]) == pytest.approx(1)
            assert await socket.ask({"type": "chances"}) == estimate
            await finish(socket, view, np.random.default_rng(0))
            assert "is over" in (await socket.ask({"type": "chances"}))["message"]

    play(scenario)


def test_questions_wait_for_each_other():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE)
        async with seated(app, tokens[0]) as (socket, _):
            for _ in range(3):
                socket.send({"type": "chances"})
            assert "not answered yet" in (await socket.next("error"))["message"]
            for _ in range(2):
                await socket.next("chances")

    play(scenario)

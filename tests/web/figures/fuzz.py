"""Messages and requests that aren't right: none may bring the server down, change a game, or be told what is hidden."""

import asyncio
import copy
import json
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

from asgi import Socket, new_table, request, seated, serving
from report import Demand, Figures
from test_leaks import redealt
from test_server import WRONG, is_one_sentence

import critter_envs
from critter_envs.play.course import LONGEST_DELAY
from critter_envs.web import chance as drawn
from critter_envs.web.server import REFUSED

#: A message, as text or as bytes.
Text = str | bytes

#: Messages of one seat between two moves.
_BURST = 100

#: Seconds after which a message counts as one without an answer.
_PATIENCE = 30.0

#: So many faults are shown.
_EXAMPLES = 5

#: What may stand in the place of any character.
_CHARACTERS = ['"', "{", "}", "[", "]", ":", ",", "e", "9", "-", ".", "\\", "\x00", "\x7f", "é", "\ud83d", "", " ", "\\u0000"]

#: What may stand in the place of any value.
_VALUES = [None, True, False, -1, 0, 0.5, 1e300, 2**63, -(2**64), "", "0", "x" * 500, "é", [], [0], {}, {"type": "ping"}, "\x00"]

#: Requests that set up nothing, whichever few of their characters are others.
_BODIES = [
    {"game": "chess", "seats": ["nobody at all", "rules"], "seed": 7},
    {"game": "greedy_goose", "seats": ["rules"] * 40, "delay": -1, "parameters": {"nothing": "like it"}},
    {"game": "good_critters", "agents": ["ppo:/etc/passwd"] * 3, "parameters": {"num_players": [1]}},
    {"format": -5, "game": "boo_to_the_goose", "actions": [[0, 0], [9, 9]], "agents": "everybody"},
]

_PATHS = ["/", "/ws", "/api", "/api/games", "/api/tables", "/api/shows", "/api/records", "/page/main.js", "/page/../server.py"]
_METHODS = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]
_TYPES = ["application/json", "text/plain", "", "application/json; charset=x", "multipart/form-data"]

#: What may go wrong: the server ends a connection, fails, or is silent; a game is another one afterwards; an answer is no
#: sentence; it depends on what its seat can't know.
FAULTS = CRASHED, CHANGED, NO_SENTENCE, TOLD = "crashed", "game changed", "no sentence", "tells hidden things"


@dataclass
class Tally:
    """What was sent, by its kind, and what went wrong."""

    sent: Counter[str] = field(default_factory=Counter)
    faults: dict[str, Counter[str]] = field(default_factory=lambda: {name: Counter() for name in FAULTS})
    examples: list[str] = field(default_factory=list)

    def wrong(self, fault: str, kind: str, what: object) -> None:
        """Note a fault."""
        self.faults[fault][kind] += 1
        if len(self.examples) < _EXAMPLES:
            self.examples.append(f"{fault}, {kind}: {str(what)[:300]}")

    @property
    def count(self) -> int:
        """How many faults there were."""
        return sum(one.total() for one in self.faults.values())


class Twins:
    """A table of persons, and its twin on another server, in which all is dealt anew that one seat can't know. What that seat
    is told at both must be the same, to the byte.

    Args:
        rooms: the two tables.
        tokens: by seat, of each of them.
    """

    def __init__(self, rooms: list[Any], tokens: list[dict[int, str]]) -> None:
        self.room, self.twin = rooms
        self.tokens = tokens
        self.last: dict[int, str] = {}  # by seat: the last move that was accepted

    def deal(self, seat: int) -> None:
        """Make the twin anew, for a seat; when a game is over there is nothing to hide."""
        table = copy.copy(self.room._table) if self.room._table.over else redealt(self.room._table, seat)
        table.decisions = list(table.decisions)
        self.twin._table = table
        self.twin._journals = {viewer: copy.copy(journal) for viewer, journal in self.room._journals.items()}
        self.twin._saved = replace(self.room._saved, id=self.twin.id)

    def position(self) -> list[Any]:
        """All that a message could change."""
        return [_position(room) for room in (self.room, self.twin)]


def _position(room: Any) -> tuple[Any, ...]:
    table, journals = room._table, room._journals.values()
    told = [(journal.number, journal.asked) for journal in journals]
    return table.batch.states.tobytes(), tuple(table.decisions), room._saved, told


@asynccontextmanager
async def _all_twins() -> AsyncIterator[tuple[list[Any], list[Twins]]]:
    """Two servers with a table of persons of each game."""
    async with serving() as app, serving() as other:
        twins = []
        for name in critter_envs.games():
            rooms, tokens = [], []
            for server in (app, other):
                before = set(server.state.rooms._rooms)
                tokens.append(await new_table(server, name, ["person"] * max(3, critter_envs.game(name).min_players)))
                (new,) = set(server.state.rooms._rooms) - before
                rooms.append(server.state.rooms._rooms[new].result())
            twins.append(Twins(rooms, tokens))
        yield [app, other], twins


class Stranger:
    """Whoever sends what isn't right.

    Args:
        apps: the two servers.
        seed: of all of it.
        tally: where it is noted.
    """

    def __init__(self, apps: list[Any], seed: int, tally: Tally) -> None:
        self._apps = apps
        self._chance = random.Random(seed)
        self._tally = tally
        self._last: tuple[str, Text] = "", ""  # what was sent last, and its kind

    async def go_on(self, twins: Twins, messages: int) -> None:
        """Move, and send so many messages; what brings the server down ends it."""
        try:
            await self._move(twins)
            await self._burst(twins, messages)
        except Exception as error:
            kind, text = self._last
            self._tally.wrong(CRASHED, kind, f"{text!r}: {error!r}")

    def _note(self, kind: str, text: Text) -> None:
        self._tally.sent[kind] += 1
        self._last = kind, text

    async def _move(self, twins: Twins) -> None:
        """Go on with the game: a move is sent twice at once, and must be accepted once."""
        table = twins.room._table
        if table.over:
            await twins.room.again(0)
            return
        seat = self._chance.choice(table.pending)
        action = self._chance.choice(table.legal(seat))
        text = json.dumps({"type": "act", "number": twins.room._number(seat), "action": action})
        self._note("doubled", text)
        expected, count, refused = table.tried(seat, action).states.tobytes(), len(table.decisions) + 1, []
        async with seated(self._apps[0], twins.tokens[0][seat]) as (socket, _):
            for one in (text, text, {"type": "ping"}):
                socket.send(one)
            while (message := await socket.receive(_PATIENCE)) != {"type": "pong"}:
                refused += [] if message["type"] == "view" else [message]
        if len(refused) != 1 or not is_refusal(refused[0]):
            self._tally.wrong(NO_SENTENCE, "doubled", refused)
        if (table.batch.states.tobytes(), len(table.decisions)) != (expected, count):
            self._tally.wrong(CHANGED, "doubled", text)
        twins.last[seat] = text

    async def _burst(self, twins: Twins, messages: int) -> None:
        """Send so many messages from one seat, and some from elsewhere."""
        seat = self._chance.randrange(len(twins.tokens[0]))
        twins.deal(seat)
        (app, other), tokens = self._apps, [tokens[seat] for tokens in twins.tokens]
        async with seated(app, tokens[0]) as (socket, view), seated(other, tokens[1]) as (twin, again):
            if not view["over"] and view != again:
                self._tally.wrong(TOLD, "view", view)
            for _ in range(messages):
                kind, text = self._message(twins, seat, view)
                before = twins.position()
                self._note(kind, text)
                await self._try(kind, text, [socket, twin])
                if twins.position() != before:
                    self._tally.wrong(CHANGED, kind, text)
            if [await one.ask({"type": "ping"}) for one in (socket, twin)] != [{"type": "pong"}] * 2:
                self._tally.wrong(NO_SENTENCE, "ping", "there was more than one answer to something")

    async def _try(self, kind: str, text: Text, sockets: list[Socket]) -> None:
        """Send something to both servers, and compare what they say."""
        if kind == "request":
            answers = await self._requests()
        elif kind == "first message":
            answers = [await _first(app, text) for app in self._apps]
        else:
            answers = []
            for socket in sockets:
                socket.send(text)
                answers.append(await socket.receive(_PATIENCE))
                if answers[-1] is None:
                    raise ConnectionError(f"the connection ended with {socket.code}")
                answers[-1] = socket.texts[-1]
            if not is_right_answer(json.loads(answers[0])):
                self._tally.wrong(NO_SENTENCE, kind, f"{text!r}: {answers[0]}")
        if answers[0] != answers[1]:
            self._tally.wrong(TOLD, kind, f"{text!r}: {answers}")

    # --- what is sent ------------------------------------------------------------------------------------------

    def _message(self, twins: Twins, seat: int, view: dict[str, Any]) -> tuple[str, Text]:
        """Something that isn't right, and its kind."""
        while True:
            kind = self._chance.choice(KINDS)
            text = self._text(kind, twins, seat, view)
            token = twins.tokens[0][seat] if kind == "first message" else None
            if isinstance(text, bytes) or not may_be(text, view, token):
                return kind, text

    def _text(self, kind: str, twins: Twins, seat: int, view: dict[str, Any]) -> Text:
        chance, right = self._chance, self._right(view)
        match kind:
            case "no message":
                return cast(Text, chance.choice(WRONG))
            case "mutated":
                return self._mutated(json.dumps(right))
            case "wrong fields":
                right[chance.choice([*right, "more"])] = chance.choice(_VALUES)
                for _ in range(chance.randrange(2)):
                    del right[chance.choice(list(right))]
                return json.dumps(right)
            case "wrong move":
                return json.dumps({"type": "act", "number": view["number"], "action": chance.randrange(2**15)})
            case "late":
                late = {"type": "act", "number": chance.randrange(view["number"] + 50), "action": self._right(view)["action"]}
                return twins.last.get(seat, "") if chance.random() < 0.5 else json.dumps(late)
            case "not now":
                return json.dumps(
                    chance.choice([{"type": one} for one in ("undo", "again", "look_back", "hint", "record")] + OTHERS)
                )
            case "huge":
                return self._huge(right)
            case "bytes":
                return chance.randbytes(chance.randrange(200))
            case _:
                token = twins.tokens[0][seat]
                first = chance.choice([{"type": "sit", "token": token}, {"type": "watch", "token": token}, right])
                return self._mutated(json.dumps(first))

    def _right(self, view: dict[str, Any]) -> dict[str, Any]:
        """A move, or what looks like one."""
        actions = [one["action"] for one in view["legal"]] or list(range(40))
        return {"type": "act", "number": view["number"], "action": self._chance.choice(actions)}

    def _mutated(self, text: str) -> str:
        """A text in which some characters are others, and stretches are left out or doubled."""
        chance = self._chance
        for _ in range(chance.randint(1, 6)):
            begin = chance.randrange(len(text) + 1)
            end = min(len(text), begin + chance.choice([1, 1, 1, 5, 20]))
            text = text[:begin] + chance.choice([chance.choice(_CHARACTERS), text[begin:end] * 2, ""]) + text[end:]
        return text

    def _huge(self, right: dict[str, Any]) -> str:
        """Long in one way or another."""
        size = self._chance.randrange(100, 60_000)
        return self._chance.choice(
            [
                json.dumps(right | {"more": "x" * size}),
                json.dumps(right) + " " * max(size, 2048),
                json.dumps(right)[:-1] + "," + '"a":{' * (size // 5),
                "[" * size,
                '{"type":"act","number":' + "9" * size + ',"action":0}',
                '{"type":"' + "\u00e9" * size + '"}',
            ]
        )

    async def _requests(self) -> list[Any]:
        """The answers of both servers to a request; one has a game that the other hasn't, and says the same.

        Raises:
            RuntimeError: it isn't refused.
        """
        chance = self._chance
        method, path, kind = chance.choice(_METHODS), chance.choice(_PATHS), chance.choice(_TYPES)
        if chance.random() < 0.3:
            path = "/" + self._mutated(path[1:]).encode("ascii", "ignore").decode()
        body = self._mutated(json.dumps(chance.choice(_BODIES))).encode("utf-8", "surrogatepass")
        if chance.random() < 0.05:
            body += b" " * chance.randrange(400_000)
        answers = [await request(app, method, path, body, kind) for app in self._apps]
        if not (answers[0][0] < 500 if method in ("GET", "HEAD") else 400 <= answers[0][0] < 500):
            raise RuntimeError(f"{method} {path} {kind} {body[:200]!r} is answered by {answers[0]}")
        return answers


async def _first(app: Any, text: Text) -> Any:
    """What a new connection is told of its first message.

    Raises:
        ConnectionError: it isn't sent away.
    """
    async with Socket(app) as socket:
        socket.send(text)
        answer = await socket.receive(_PATIENCE)
        if not is_refusal(answer) or await socket.receive(_PATIENCE) is not None or socket.code != REFUSED:
            raise ConnectionError(f"it is not refused: {socket.texts}, {socket.code}")
    return socket.texts


#: Messages that others may send, or in other positions.
OTHERS: list[dict[str, Any]] = [
    *({"type": one} for one in ("undo", "again", "look_back", "hint", "record")),
    {"type": "sit", "token": "x"},
    {"type": "watch", "token": "x"},
    {"type": "look", "number": 0, "seat": 0, "open": True},
]

#: One in seventeen messages begins a new connection, and as many are requests.
KINDS = [
    *["no message", "mutated", "wrong fields", "wrong move", "late", "not now", "huge", "bytes"] * 2,
    "first message",
    "request",
]


def is_right_answer(answer: dict[str, Any]) -> bool:
    """Whether it is what something wrong deserves; some of what is mutated is a ping."""
    return answer == {"type": "pong"} or is_refusal(answer)


def is_refusal(answer: dict[str, Any] | None) -> bool:
    """Whether it is a sentence that tells what is wrong."""
    return answer is not None and answer["type"] == "error" and is_one_sentence(answer)


def may_be(text: str, view: dict[str, Any], token: str | None = None) -> bool:
    """Whether a message is one that a seat may send now, strictly read; pings aside, which do nothing.

    Args:
        text: the message.
        view: what the seat is shown.
        token: that of the seat, if it is the first message of a connection.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if token is not None:
        return bool(data == {"type": "sit", "token": token})
    if not isinstance(data, dict):
        return False
    match data.pop("type", None):
        case "act":
            return data.keys() == {"number", "action"} and all(type(one) is int for one in data.values()) and _is_in(data, view)
        case "delay":
            seconds: Any = data.get("seconds")
            return data.keys() == {"seconds"} and type(seconds) in (int, float) and 0 <= seconds <= LONGEST_DELAY
        case "hint":
            return not data and bool(view["legal"])
        case "chances":
            return not data and not view["over"]
        case "again" | "look_back":
            return not data and view["over"]
    return False


def _is_in(move: dict[str, int], view: dict[str, Any]) -> bool:
    """Whether a move is legal in a view."""
    return (
        bool(view["legal"])
        and view["asked"] <= move["number"] <= view["number"]
        and any(one["action"] == move["action"] for one in view["legal"])
    )


async def _fuzz(messages: int, seed: int) -> Tally:
    """Send so many messages."""
    tally, chance = Tally(), random.Random(seed)
    drawn.seed, drawn.token = (lambda: chance.getrandbits(63)), (lambda: chance.randbytes(24).hex())  # the same in each run

    def complain(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        tally.wrong(CRASHED, "background", context.get("exception") or context["message"])

    asyncio.get_running_loop().set_exception_handler(complain)
    async with _all_twins() as (apps, all_twins):
        stranger, turn = Stranger(apps, seed, tally), 0
        while tally.sent.total() < messages:
            twins = all_twins[turn % len(all_twins)]
            await stranger.go_on(twins, min(_BURST, messages - tally.sent.total()))
            turn += 1
            if turn % 100 == 0:
                print(f"{tally.sent.total():,} messages, {tally.count} faults", file=sys.stderr)
    return tally


def measure(messages: int, seed: int) -> Figures:
    """Send so many messages that aren't right."""
    tally = asyncio.run(_fuzz(messages, seed))
    kinds = [*sorted(tally.sent), *sorted({kind for one in tally.faults.values() for kind in one} - set(tally.sent))]
    rows = [[kind, f"{tally.sent[kind]:,}", *(str(tally.faults[fault][kind]) for fault in FAULTS)] for kind in kinds]
    totals = {fault: tally.faults[fault].total() for fault in FAULTS}
    rows.append(["all", f"{tally.sent.total():,}", *(str(total) for total in totals.values())])
    return Figures(
        "What isn't right, sent to tables of persons in the midst of all games, and to a twin of each where all is dealt anew "
        "that the seat can't know. After each, both games must be as they were, to the byte, and both answers the same.",
        ["kind", ">sent", *(f">{fault}" for fault in FAULTS)],
        rows,
        [Demand(f"{fault}: never", total == 0) for fault, total in totals.items()],
        tally.examples,
    )

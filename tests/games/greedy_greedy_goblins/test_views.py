"""An observation in words and as a picture."""

import re
import subprocess
import sys

import numpy as np
import pytest
from games.greedy_greedy_goblins.table import CLANS, GAME, LABELS, coins, do, make, random_action, scored, table, view

import critter_envs
from critter_envs import Batch
from critter_envs.core.drawing import Canvas, _font
from critter_envs.games.greedy_greedy_goblins import picture, text
from critter_envs.games.greedy_greedy_goblins.position import reveal

ONE_OF = ("stage", "turn")  # fields in which exactly one place, or none, is 1


def records(num_players, every=1, **parameters):
    """Observations of all seats through a game of mostly sensible players, the end included."""
    rules = critter_envs.agent("rules", GAME)
    rng = np.random.default_rng(num_players)
    batch = Batch(GAME, 1, num_players, seed=num_players, autoreset=False, target=30, max_decisions=700, **parameters)
    while True:
        if batch.states[0].decisions % every == 0 or batch.player[0] < 0:
            yield from (view(batch, seat).copy() for seat in range(num_players))
        if batch.player[0] < 0:
            return
        sensible = rng.random() < 0.8
        batch.step(rules.act(batch.observation, batch.mask) if sensible else [random_action(batch, rng)])


@pytest.mark.parametrize("num_players", [2, 4])
def test_observations_with_the_same_text_are_equal(num_players):
    by_text = {}
    for o in records(num_players, every=3):
        assert by_text.setdefault(text.describe(o), o.tobytes()) == o.tobytes()


@pytest.mark.parametrize("num_players", [2, 3])
def test_whatever_changes_in_an_observation_its_text_changes(num_players):
    for o in list(records(num_players, every=41))[::3]:
        told = text.describe(o)
        for field, other in changed(o, num_players):
            assert text.describe(other) != told, field


def changed(o, num_players):
    """Copies of an observation, each with one number changed, or with another stage, turn or clan, where that can be."""
    caves = 5 if num_players == 2 else 8
    being_scored = any(cave.current for cave in o.caves)
    for field in o.dtype.names:
        if field in ("present", "caves") or (field in ("played", "eaten", "left_to_add") and not being_scored):
            continue
        if field in ONE_OF:
            if o[field].any():
                other = o.copy()
                other[field] = np.roll(o[field][: 7 if field == "stage" else num_players], 1).tolist() + [0] * (
                    4 - num_players
                ) * (field == "turn")
                yield field, other
            continue
        if field == "asked" and not o.turn.any():
            continue
        jumped = any(cave.current and cave.jumper.any() for cave in o.caves)
        places = 1 + jumped if field == "played" else seats(field, num_players)
        yield from one_more(o, lambda other, field=field: other[field], field, places)
    for number in range(caves):
        for field in o.caves.dtype.names:
            cave = o.caves[number]
            if (
                field in ("there", "current")
                or (field == "up_by" and not cave.up.all())
                or (field == "down_by" and not cave.down)
            ):
                continue  # what isn't there is nobody's
            yield from one_more(
                o, lambda other, field=field, number=number: other.caves[number][field], field, seats(field, num_players)
            )


def seats(field, num_players):
    """How many places of the first axis can be other than zero."""
    by_seat = ("rank", "coins", "goblins", "retired", "hand_size", "drawn", "guildhall", "claimer", "jumper", "up_by", "down_by")
    if field in by_seat:
        return num_players
    return {"holding": num_players, "clan": 0, "held": 0, "sure": num_players - 1}.get(field)


def one_more(o, part, field, places):
    """One more in each place, or, where at most one place is 1, that one somewhere else."""
    value = np.asarray(part(o))
    if field in ("claimer", "jumper", "guildhall", "turn_up", "returned"):
        for place in range(len(value) if places is None else places):
            if not value[place]:
                other = o.copy()
                part(other)[:] = np.arange(len(value)) == place
                yield field, other
        return
    for place in np.ndindex(value.shape):
        if places is not None and place[0] >= places:
            continue
        if field in ("scored", "plan", "retired", "holding", "guildhall_scored", "last_one") and value[place]:
            continue
        other = o.copy()
        if place:
            part(other)[place] += 1
        elif field in o.dtype.names:
            other[field] += 1
        else:
            continue  # a lone number in a cave: set below
        yield field, other


def test_everything_about_a_cave_is_told():
    batch = table(2, {1: {"down": {0: "1 gold"}, "up": {1: "1 ruby"}, "claimer": 1}})
    told = text.describe(view(batch, 0))
    for field, place in (("scored", ()), ("down", ()), ("up_by", (1, 1)), ("up_by", (0, 1)), ("down_by", 0), ("down_by", 1)):
        other = view(batch, 0).copy()
        part = other.caves[0]
        part[field] = part[field] + (np.ones((), np.uint8) if place == () else one_at(place, part[field].shape))
        assert text.describe(other) != told, (field, place)


def one_at(place, shape):
    """Zeros, and a single one."""
    found = np.zeros(shape, np.uint8)
    found[place] = 1
    return found


def test_the_text_of_mining():
    caves = {
        1: {"down": {0: "1 gold, 1 dynamite", 1: "1 monster"}, "up": {1: "1 torch, 1 diamond"}},
        2: {"down": {1: "2 ruby"}, "claimer": 1, "jumper": 0},
    }
    batch = table(2, caves, held={0: "minion", 1: "ruby"}, hands={0: "1 Canary", 1: "1 Banker"}, coins=(12, 1), clans=CLANS)
    do(batch, "place the tile face down in cave 3")
    assert text.describe(view(batch, 0)).splitlines() == [
        "Round 1, mining; to win: 100 coins, and more than anybody else",
        "you: clan Snazdoodle (sapphire), 12 coins, 2 goblins at home, holds one minion, 1 card",
        "+1: clan Glittergreed (gold), 1 coin, 2 goblins at home, holds a tile, 1 card, among them 1 Banker",
        "Your cards: 1 Canary",
        "Your commit: place the tile face down in cave 3",
        "Guildhall: free",
        "Cave 1: free; face up 1 diamond, 1 torch (1 diamond, 1 torch by +1); face down 3 (2 by you, 1 by +1), you know 1 gold, "
        "1 dynamite; what you know of would pay you (1 + 2) × 2 with 1 dynamite = 6",
        "Cave 2: claimed by +1, jumped by you; face down 2 (2 by +1)",
        "Cave 3: free",
        "Cave 4: free",
        "Cave 5: free",
        "Pool: 51 tiles",
        "Deck: 22 cards; discarded: nothing",
        "A Guildmaster pays 2 coins for each minion tile",
    ]


# --- pay as a sum ----------------------------------------------------------------------------------------------

SUMS = [
    ("1 sapphire, 2 ruby", [], "(1 + 1 + 2) × 1 with 0 dynamite = 4"),
    ("1 sapphire, 1 ruby, 2 dynamite", ["Ruby Cutter"], "(2 + 2) × 3 with 2 dynamite = 12"),
    ("1 diamond, 3 dynamite", ["Diamond Cutter", "Expert Miner"], "(4) × 2 with 3 dynamite halved to 1 = 8"),
    ("2 minion, 1 ruby", ["Guildmaster", "Sapper"], "(1) × 2 with 1 dynamite + 2 × 2 for minions = 6"),
    ("1 monster, 1 dynamite", ["Wrangler"], "(0) × 2 with 1 dynamite + 1 × 1 for monsters = 1"),
    ("1 monster, 2 ruby", [], "(1 + 1) × 1 with 0 dynamite = 2, before monsters eat 1 of the treasures"),
    ("3 dynamite", ["Canary"], "3 dynamite: blown up, but saved by a Canary"),
    ("1 dynamite, 1 double dynamite", [], "3 dynamite: blown up, up to 5 coins lost"),
]


@pytest.mark.parametrize(("tiles", "cards", "told"), SUMS)
def test_what_a_cave_pays_is_told_as_a_sum(tiles, cards, told):
    batch = being_scored(tiles, cards)
    assert (
        f"As things are, you ({', '.join(f'1 {card}' for card in sorted_cards(cards)) or 'no cards'}): {told}"
        in text.describe(view(batch, 0))
    )


def sorted_cards(cards):
    return [card for card in text.ON_CAVES if card in cards]


def being_scored(tiles, cards, **cave):
    batch = table(
        2,
        {1: {"down": {1: tiles}, "claimer": 0, **cave}},
        stage="score",
        hands={0: ", ".join(f"1 {card}" for card in cards)},
        clans=CLANS,
    )
    do(batch, "score cave 1")
    for card in cards:
        make(batch, card)
    return batch


def test_a_shared_cave_is_told_for_both():
    told = text.describe(view(being_scored("2 gold, 1 ruby", [], jumper=1), 1))
    assert "As things are, +1 (no cards): ((1 + 1 + 1) × 1 with 0 dynamite) / 2 rounded up = 2" in told
    assert "As things are, you (no cards): ((1 + 2 + 2) × 1 with 0 dynamite) / 2 rounded up = 3" in told


@pytest.mark.parametrize(
    ("cave", "told"),
    [
        ({}, "(1 + 2 + 1) × 1 with 0 dynamite = 4"),
        ({"claimer": 0}, "(1 + 2 + 1) × 1 with 0 dynamite = 4"),
        ({"claimer": 0, "jumper": 1}, "((1 + 2 + 1) × 1 with 0 dynamite) / 2 rounded up = 2"),
        ({"claimer": 1, "jumper": 0}, "((1 + 2 + 1) × 1 with 0 dynamite) / 2 rounded up = 2"),
        ({"claimer": 1}, "((1 + 2 + 1) × 1 with 0 dynamite) / 2 rounded up = 2"),  # by jumping the claim
        ({"claimer": 1, "jumper": 2}, None),
    ],
)
def test_what_a_cave_would_pay_is_half_where_it_is_shared(cave, told):
    clans = ["Warraaage", "Snazdoodle", "Glittergreed"]
    batch = table(3, {1: {"up": {2: "1 ruby, 1 gold"}, "down": {0: "1 emerald"}, **cave}}, clans=clans)
    line = described(batch, "Cave 1")
    if told is None:
        assert "would pay" not in line
    else:
        assert "what you know of would pay you " + told in line


def test_when_mining_is_over_only_the_own_caves_would_pay():
    caves = {1: {"claimer": 0}, 2: {}, 3: {"claimer": 1}, 4: {"claimer": 1, "jumper": 0}}
    batch = table(2, {number: {"up": {1: "1 ruby"}, **cave} for number, cave in caves.items()}, stage="score")
    assert ["would pay" in described(batch, f"Cave {number}") for number in range(1, 5)] == [True, False, False, True]


def test_the_last_draws_are_told_as_they_are_and_afterwards_as_they_were():
    mining = table(2, {1: {"claimer": 0}, 2: {"claimer": 0}, 3: {"claimer": 0}}, draws_left=2)
    assert described(mining, "Only one") == "Only one player has unplaced goblins: 2 more draws"
    scoring = table(2, {1: {"claimer": 0}}, draws_left=2, stage="score")
    assert described(scoring, "Only one") == "Only one player had unplaced goblins in the end: 2 draws were left"


def described(batch, beginning):
    """The line of seat 0's view that begins so."""
    return next(line for line in text.describe(view(batch, 0)).splitlines() if line.startswith(beginning))


def test_what_monsters_have_eaten_is_left_out():
    batch = scored("1 gold, 2 ruby, 2 monster")
    do(batch, "let the monster eat gold")
    told = text.describe(view(batch, 0))
    assert "The monsters have eaten 1 gold" in told
    assert "(1 + 1) × 1 with 0 dynamite = 2, before monsters eat 1 of the treasures" in told


def test_the_sums_are_what_is_paid():
    """Whenever the last choice of a cave is made in games of sensible players, the coins are those of the text before."""
    rules = critter_envs.agent("rules", GAME)
    batch, paid = Batch(GAME, 1, 3, seed=7, autoreset=False), 0
    while batch.player[0] >= 0:
        seat, s = int(batch.player[0]), batch.states[0]
        told = re.search(r"As things are, you \(.*\): .* = (\d+)$", text.describe(view(batch, seat)), re.MULTILINE)
        action, before, cave = rules.act(batch.observation, batch.mask), coins(batch), int(s.cave)
        jumped = cave >= 0 and s.jumper[cave] >= 0
        batch.step(action)
        if told and action[0] == LABELS["play no more cards"] and s.cave != cave and not jumped:
            assert coins(batch)[seat] - before[seat] == int(told[1])
            paid += 1
    assert paid > 5


def test_the_painter_is_told_the_colours():
    painted = text.describe(view(table(2, held={0: "gold"}, clans=CLANS), 0), lambda words, style: f"<{style}>{words}</>")
    assert "clan Snazdoodle (<blue>sapphire</>)" in painted
    assert "holds <strong>one gold</>" in painted


def test_labels_tell_those_who_look_on_no_more_than_they_see():
    game = critter_envs.game(GAME)
    for label in ("place the tile face down in cave 2", "score cave 3", "play Canary", "discard Banker"):
        assert "…" not in game.label(LABELS[label], looking_on=True)
    for label in (
        "claim cave 2",
        "jump the claim to cave 2",
        "place the torch face up in cave 2",
        "turn up your gold with the torch",
    ):
        assert "…" in game.label(LABELS[label], looking_on=True)


# --- pictures --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_observation_can_be_drawn(num_players):
    for o in list(records(num_players, every=31))[::5]:
        image = picture.draw(o)
        assert (image.size, image.mode) == ((960, 640), "RGB")


def test_the_picture_depends_on_each_part_of_the_observation():
    cave = {"down": {0: "1 gold", 1: "1 ruby"}, "up": {1: "1 torch, 1 emerald"}, "claimer": 1, "jumper": 0}
    caves = {1: {"claimer": 0}, 2: cave}
    batch = table(2, caves, stage="score", hands={0: "1 Canary, 1 Banker"}, coins=(3, 4), drawn={1: 1})
    do(batch, "score cave 1")
    o = view(batch, 0)
    before = picture.draw(o).tobytes()
    assert picture.draw(o).tobytes() == before
    places = {"present": 2, "held": (1, 3), "holding": 1, "clan": None, "sure": (0, 5), "turn_up": 3, "plan": 1}
    for field in o.dtype.names:
        if field == "caves":
            continue
        other = o.copy()
        if field in ("stage", "turn", "clan"):
            other[field] = np.roll(o[field], 1, axis=-1)
        elif field == "last_one":
            other[field] = 1 - other[field]
        elif other[field].ndim == 0:
            other[field] += 1
        elif field == "retired":
            other[field] = 1 - other[field]
        else:
            other[field][places.get(field, 0)] += 1
        assert picture.draw(other).tobytes() != before, field
    for field in o.caves.dtype.names:
        other = o.copy()
        part = other.caves[1]
        if part[field].ndim == 0:
            part[field] = 1 - part[field] if field != "down" else 3
        elif field in ("claimer", "jumper") or field == "up_by":
            part[field][:2] = part[field][1::-1]
        else:
            part[field][0] += 1
        assert picture.draw(other).tobytes() != before, field


def test_a_cave_with_everything_stays_inside_its_panel():
    """All kinds of tile face up, all known face down: the ground between the panels stays free."""
    everything = "1 emerald, 1 ruby, 1 sapphire, 1 gold, 1 diamond, 1 dynamite, 1 double dynamite, 1 monster, 1 minion, 1 torch"
    batch = table(4, {number: {"down": {0: everything}, "up": {1: everything}} for number in (1,)}, guildhall=2)
    pixels = np.asarray(picture.draw(view(batch, 0)))
    ground = np.array([int(picture.GROUND[k : k + 2], 16) for k in (1, 3, 5)])
    row = picture.CAVE_TOP + picture.CAVE_HEIGHT + picture.GAP // 2
    assert (pixels[row, picture.MARGIN : picture.SIDE_LEFT - picture.GAP] == ground).all()


def written(o, monkeypatch):
    """The texts in a picture, and the rectangle (left, top, right, bottom) of each in its pixels."""
    found = []

    class Written(Canvas):
        def text(self, x, y, text, size, colour, anchor="lm", bold=False):
            super().text(x, y, text, size, colour, anchor, bold)
            box = self._draw.textbbox((2 * x, 2 * y), text.translate({215: "x"}), _font(size), anchor)
            found.append((text, [side / 2 for side in box]))

    monkeypatch.setattr(picture, "Canvas", Written)
    picture.draw(o)
    return found


def rich_cave():
    """A shared cave with many treasures, scored with many cards, seen by a spectator."""
    tiles = "4 emerald, 5 ruby, 5 sapphire, 5 gold, 3 diamond, 1 dynamite, 4 minion, 4 monster"
    first = "2 Emerald Cutter, 2 Ruby Cutter, 1 Expert Miner, 1 Guildmaster, 1 Wrangler, 1 Banker, 1 Sapper"
    other = "2 Sapphire Cutter, 2 Gold Smelter, 1 Diamond Cutter, 1 Expert Miner, 1 Guildmaster, 1 Wrangler, 2 Canary"
    caves = {1: {"down": {0: tiles}, "claimer": 0, "jumper": 1}}
    batch = table(4, caves, stage="score", hands={0: first, 1: other}, discards="2 Scavenger, 1 Sapper")
    do(
        batch,
        "score cave 1",
        *(f"play {card}" for card in ("Emerald Cutter", "Ruby Cutter", "Wrangler", "Guildmaster", "Expert Miner")),
    )
    do(
        batch,
        "play no more cards",
        *(f"play {card}" for card in ("Sapphire Cutter", "Gold Smelter", "Diamond Cutter", "Guildmaster", "Wrangler")),
    )
    reveal(batch.states[0])
    return view(batch, 2)


def test_all_that_is_to_be_said_stays_inside_its_panel(monkeypatch):
    o = rich_cave()
    bottom = [box for _, box in written(o, monkeypatch) if box[1] > picture.BOTTOM]
    assert len(bottom) > 7
    assert max(box[3] for box in bottom) < picture.HEIGHT - picture.MARGIN
    assert max(box[2] for box in bottom) < picture.WIDTH - picture.MARGIN
    tops = sorted(box[1] for box in bottom)
    assert min(np.diff(tops[1:])) > 9


def test_a_spectators_picture_names_every_card_of_every_hand(monkeypatch):
    o = rich_cave()
    hands = [(words, box) for words, box in written(o, monkeypatch) if 60 < box[1] < picture.CAVE_TOP - picture.GAP]
    for k in (2, 3):
        left = picture.MARGIN + k * 235
        said = " ".join(words for words, box in hands if left <= box[0] < left + 227)
        assert text.count_cards(o.sure[k - 1]) in said
    assert max(box[3] for _, box in hands) < picture.MARGIN + 96
    assert all((box[2] - picture.MARGIN) % 235 < 227 for _, box in hands)


def test_numbers_of_tiles_with_two_digits_leave_the_next_tile_free(monkeypatch):
    tiles = "4 emerald, 12 dynamite, 4 monster"
    o = view(table(4, {1: {"down": {0: tiles}}}), 0)
    inside = [box for words, box in written(o, monkeypatch) if words in ("20", "12")]
    for box in inside:
        assert (box[2] - picture.MARGIN - 10) % 36 <= 34


def test_spectators_see_all_tiles_and_hands():
    batch = table(2, {1: {"down": {1: "1 gold"}}}, held={1: "ruby"}, hands={1: "1 Canary"})
    assert "gold, " not in text.describe(view(batch, 0))
    reveal(batch.states[0])
    told = text.describe(view(batch, 0))
    assert "holds one ruby, 1 card, among them 1 Canary" in told
    assert "face down 1 (1 by +1), you know 1 gold" in told


def test_playing_needs_no_drawing_library():
    code = "import sys, critter_envs; critter_envs.game('greedy_greedy_goblins'); print('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"

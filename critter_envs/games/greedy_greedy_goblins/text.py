"""The words of the game: labels of actions, a seat's view for people and language models, and what a cave pays as a sum."""

from collections.abc import Iterable, Sequence

from critter_envs.core.actions import ActionRange
from critter_envs.core.jit import Record
from critter_envs.core.paint import Painter, plain

from .actions import (
    ADD,
    CLAIM,
    DISCARD,
    DONE,
    DRAW,
    FACE_DOWN,
    FEED,
    JUMP,
    KEEP,
    PLAY,
    RETIRE,
    SCORE,
    SHOW,
    STOP,
    TORCH_UP,
    TURN_UP,
)
from .cards import (
    CANARY,
    CLANS,
    CUTTER_BONUS,
    DIAMOND,
    DOUBLE_DYNAMITE,
    DYNAMITE,
    EXPERT_MINER,
    GUILDMASTER,
    MAX_CAVES,
    MINION,
    MINIONS,
    MONSTER,
    ON_CAVES,
    SAPPER,
    TILES,
    TOO_MUCH_DYNAMITE,
    TREASURES,
    WRANGLER,
)

CAVE_NAMES = tuple(f"cave {cave + 1}" for cave in range(MAX_CAVES))
LOCATION_NAMES = (*CAVE_NAMES, "the guildhall")

ACTIONS = (
    ActionRange(DRAW, "draw a tile", "Take a tile from the pool and look at it; you must place it on a cave later."),
    ActionRange(RETIRE, "retire", "Place no more goblins in this round; those left are safe at home."),
    ActionRange(
        CLAIM,
        "claim {0}",
        "Place a goblin there: the location is yours to score, and takes no more tiles.",
        (LOCATION_NAMES,),
        per_part=True,
    ),
    ActionRange(
        JUMP,
        "jump the claim to {0}",
        "Use a Claim Jumper to share a cave that another player has claimed.",
        (CAVE_NAMES,),
        per_part=True,
    ),
    ActionRange(
        FACE_DOWN,
        "place the tile face down in {0}",
        "Only you know which tile it is.",
        (CAVE_NAMES,),
        "place a tile in {0}",
        per_part=True,
    ),
    ActionRange(
        TORCH_UP,
        "place the torch face up in {0}",
        "It turns up one face-down tile, if there is one.",
        (CAVE_NAMES,),
        per_part=True,
    ),
    ActionRange(
        TURN_UP,
        "turn up {0} with the torch",
        "A tile of yours by its kind, or one of the others' at random.",
        ((*(f"your {kind}" for kind in TILES), "a tile of others"),),
    ),
    ActionRange(
        SCORE,
        "score {0}",
        "Turn up its tiles, or draw your card in the guildhall.",
        (LOCATION_NAMES,),
        "score {0}",
        per_part=True,
    ),
    ActionRange(PLAY, "play {0}", "Lay this minion card on the cave.", (ON_CAVES,), "play {0}"),
    ActionRange(DONE, "play no more cards", "All your cards for this cave are down."),
    ActionRange(ADD, "add a tile", "Draw a tile from the pool and add it to the cave, whatever it is."),
    ActionRange(STOP, "add no more tiles", "The Scavenger is done."),
    ActionRange(
        FEED, "let the monster eat {0}", "One treasure of this kind is removed.", (TREASURES,), "let the monster eat {0}"
    ),
    ActionRange(SHOW, "show the Banker", "Score a coin, and keep the card."),
    ActionRange(KEEP, "don't show the Banker", "Keep the card, and score nothing."),
    ActionRange(DISCARD, "discard {0}", "Only three cards may be kept for the next round.", (MINIONS,), "discard {0}"),
)

STAGES = (
    "mining",
    "choosing the next location",
    "playing cards",
    "adding tiles with a Scavenger",
    "feeding the monsters",
    "showing a Banker",
    "discarding down to three cards",
)

#: Colours of tiles, for painters.
STYLES = ("green", "red", "blue", "yellow", "cyan", "strong", "strong", "purple", "white", "yellow")

TORCH_CHOICES = (*(f"one's own {kind}" for kind in TILES), "a tile of others")


# --- a seat's view ---------------------------------------------------------------------------------------------


def describe(o: Record, paint: Painter = plain) -> str:
    """An observation in words: all that it holds. Seats are named as in the labels of actions, "+1" is the left neighbour."""
    names = ["you", *(f"+{k}" for k in range(1, int(o.present.sum())))]
    lines = [f"Round {o.round_number}, {stage_of(o, names, paint)}; to win: {coins(o.target)}, and more than anybody else"]
    lines += [f"{name}: {describe_player(o, k, paint)}" for k, name in enumerate(names)]
    lines.append(f"Your cards: {count_cards(o.own_hand)}{f' (all know of Bankers: {o.shown})' if o.shown else ''}")
    plan = own_plan(o)
    if plan:
        lines.append(f"Your commit: {paint(plan, 'strong')}")
    lines.append(f"Guildhall: {claims(o.guildhall, names)}{', scored' if o.guildhall_scored else ''}")
    for cave in range(MAX_CAVES):
        if o.caves[cave].there:
            lines.append(f"Cave {cave + 1}: {describe_cave(o, o.caves[cave], names, paint)}")
    if any(cave.current for cave in o.caves):
        lines += describe_scoring(o, names)
    lines.append(
        f"Pool: {tiles(o.pool_size)}{f', your {TILES[int(o.returned.argmax())]} among them' if o.returned.any() else ''}"
    )
    if o.last_one and o.turn.any():
        lines.append(f"Only one player had unplaced goblins in the end: {o.draws_left} draws were left")
    elif o.last_one:
        lines.append(f"Only one player has unplaced goblins: {o.draws_left} more draws")
    elif o.draws_left != 5:
        lines.append(f"Draws for the last player: {o.draws_left}")
    lines.append(f"Deck: {cards(o.deck_size)}; discarded: {count_cards(o.discards)}")
    lines.append(f"A Guildmaster pays {coins(o.guildmaster_coins)} for each minion tile")
    return "\n".join(lines)


def stage_of(o: Record, names: Sequence[str], paint: Painter) -> str:
    """What is chosen, and whose turn it is."""
    stage = STAGES[int(o.stage.argmax())]
    if not o.turn.any():
        return stage
    who = paint(names[int(o.turn.argmax())], "strong")
    return f"{stage}{f' (number {o.asked})' if o.asked else ''}: {who}"


def describe_player(o: Record, k: int, paint: Painter) -> str:
    """What is known of a player."""
    clan = int(o.clan[k].argmax())
    parts = [f"clan {CLANS[clan]} ({paint(TREASURES[clan], STYLES[clan])})", coins(o.coins[k])]
    parts.append(f"{o.goblins[k]} goblin{'' if o.goblins[k] == 1 else 's'} at home{', retired' if o.retired[k] else ''}")
    if o.holding[k]:
        parts.append(f"holds {paint(tile(o.held[k]), 'strong')}")
    parts.append(cards(o.hand_size[k]))
    if k and o.sure[k - 1].any():
        parts.append(f"among them {count_cards(o.sure[k - 1])}")
    if o.drawn[k]:
        parts.append(f"{cards(o.drawn[k])} drawn in this round")
    if o.rank[k]:
        parts.append(f"scores as number {o.rank[k]}")
    return ", ".join(parts)


def tile(held: Record) -> str:
    """The tile in a hand, as far as it is known."""
    return f"one {TILES[int(held.argmax())]}" if held.any() else "a tile"


def own_plan(o: Record) -> str:
    """What the observer has committed in this tick, or nothing."""
    parts = [f"{what}" for what, planned in zip(("draw", "retire", "claim the guildhall"), o.plan, strict=True) if planned]
    for number, cave in enumerate(o.caves):
        verbs = ("claim", "jump the claim to", "place the tile face down in", "place the torch in")
        parts += [f"{verb} cave {number + 1}" for verb, planned in zip(verbs, cave.plan, strict=True) if planned]
    parts += [f"turn up {what}" for what, chosen in zip(TORCH_CHOICES, o.turn_up, strict=True) if chosen]
    return ", ".join(parts)


def claims(seats: Record, names: Sequence[str]) -> str:
    """Whose goblin is there."""
    return f"claimed by {names[int(seats.argmax())]}" if seats.any() else "free"


def describe_cave(o: Record, cave: Record, names: Sequence[str], paint: Painter) -> str:
    """Whose the cave is, which tiles lie there, who placed them, and what the known ones are worth to the observer."""
    parts = [claims(cave.claimer, names)]
    if cave.jumper.any():
        parts[0] += f", jumped by {names[int(cave.jumper.argmax())]}"
    if cave.scored:
        parts[0] += ", being scored" if cave.current else ", scored"
    if cave.up.any():
        placed = (f"{count_tiles(row)} by {name}" for name, row in zip(names, cave.up_by[: len(names)], strict=True) if row.any())
        parts.append(f"face up {count_tiles(cave.up, paint)}{in_brackets(placed)}")
    if cave.down or cave.known.any():
        placed = (f"{count} by {name}" for name, count in zip(names, cave.down_by[: len(names)], strict=True) if count)
        known = f", you know {count_tiles(cave.known, paint)}" if cave.known.any() else ""
        parts.append(f"face down {cave.down}{in_brackets(placed)}{known}")
    if can_pay_observer(o, cave) and (cave.up.any() or cave.known.any()):
        parts.append(f"what you know of would pay you {known_pay(o, cave)}")
    return "; ".join(parts)


def describe_scoring(o: Record, names: Sequence[str]) -> Iterable[str]:
    """The cards on the cave being scored, and what it pays as things are."""
    if o.left_to_add:
        yield f"The Scavenger may still add {tiles(o.left_to_add)}"
    if o.eaten.any():
        yield f"The monsters have eaten {count_tiles(o.eaten)}"
    cave = next(cave for cave in o.caves if cave.current)
    for side, seats in enumerate((cave.claimer, cave.jumper)):
        if seats.any():
            k = int(seats.argmax())
            played = ", ".join(in_kinds(o.played[side], ON_CAVES)) or "no cards"
            yield f"As things are, {names[k]} ({played}): {scored_pay(o, cave, side, k)}"


# --- pay as a sum ----------------------------------------------------------------------------------------------


def can_pay_observer(o: Record, cave: Record) -> bool:
    """Whether a goblin of the observer's is there to be scored, or could still come there, if only by jumping a claim."""
    if cave.scored or cave.claimer[0] or cave.jumper[0]:
        return not cave.scored
    return not cave.jumper.any() and not o.turn.any()


def known_pay(o: Record, cave: Record) -> str:
    """What the tiles that the observer knows in a cave would pay the observer, without any cards."""
    shared = bool(cave.jumper.any() or cave.claimer[1:].any())
    return total_pay(cave.up + cave.known, cave.up[:0], clan=int(o.clan[0].argmax()), shared=shared)


def scored_pay(o: Record, cave: Record, side: int, k: int) -> str:
    """What the cave being scored pays to a player there, with the cards that have been played and what has been eaten."""
    return total_pay(
        cave.up,
        o.eaten,
        clan=int(o.clan[k].argmax()),
        own=o.played[side],
        both=o.played.sum(axis=0),
        guildmaster_coins=int(o.guildmaster_coins),
        shared=bool(cave.jumper.any()),
    )


def total_pay(
    found: Record,
    eaten: Record,
    clan: int,
    own: Record | None = None,
    both: Record | None = None,
    guildmaster_coins: int = 0,
    shared: bool = False,
) -> str:
    """A sum that a person can check: ``(2 + 1 + 1) × 3 with 2 dynamite + 2 × 1 for minions = 14``.

    Args:
        found: tiles in the cave, by kind.
        eaten: treasures that the monsters have eaten.
        clan: whose favourite counts double.
        own, both: cards played on the cave by this player, and by both players there.
        guildmaster_coins: what a Guildmaster pays for a minion tile.
        shared: whether two players share the cave.
    """
    number = [int(count) for count in found]
    mine = [0] * len(ON_CAVES) if own is None else [int(count) for count in own]
    all_cards = mine if both is None else [int(count) for count in both]
    for treasure, count in enumerate(eaten):
        number[treasure] -= int(count)
    dynamite, how = dynamite_as_sum(number, all_cards)
    if dynamite >= TOO_MUCH_DYNAMITE:
        return f"{how}: blown up, {'but saved by a Canary' if mine[CANARY] else 'up to 5 coins lost'}"
    worths = [1 + (t in (clan, DIAMOND)) + mine[t] * int(CUTTER_BONUS[t]) for t in range(len(TREASURES))]
    each = [worth for treasure, worth in enumerate(worths) for _ in range(number[treasure])]
    pay = sum(each) * (1 + dynamite)
    terms = [f"({' + '.join(map(str, each)) or '0'}) × {1 + dynamite} with {how}"]
    if mine[GUILDMASTER] and number[MINION]:
        each_pays = mine[GUILDMASTER] * guildmaster_coins
        pay += number[MINION] * each_pays
        terms.append(f"{number[MINION]} × {each_pays} for minions")
    if mine[WRANGLER] and number[MONSTER]:
        pay += number[MONSTER] * mine[WRANGLER]
        terms.append(f"{number[MONSTER]} × {mine[WRANGLER]} for monsters")
    told = " + ".join(terms)
    if shared:
        told, pay = f"({told}) / 2 rounded up", (pay + 1) // 2
    hungry = 0 if all_cards[WRANGLER] else min(number[MONSTER] - int(sum(eaten)), len(each))
    return f"{told} = {pay}{f', before monsters eat {hungry} of the treasures' if hungry > 0 else ''}"


def dynamite_as_sum(number: Sequence[int], all_cards: Sequence[int]) -> tuple[int, str]:
    """How much dynamite counts, and how that comes about."""
    dynamite = number[DYNAMITE] + 2 * number[DOUBLE_DYNAMITE] + all_cards[SAPPER]
    told = f"{dynamite} dynamite"
    for _ in range(all_cards[EXPERT_MINER]):
        dynamite //= 2
        told += f" halved to {dynamite}"
    return dynamite, told


# --- words -----------------------------------------------------------------------------------------------------


def in_kinds(counts: Record, kinds: Sequence[str]) -> Iterable[str]:
    """``2 gold``, ``1 torch`` …"""
    return (f"{count} {kind}" for count, kind in zip(counts, kinds, strict=False) if count)


def count_tiles(counts: Record, paint: Painter = plain) -> str:
    """``2 gold, 1 torch``, or ``nothing``."""
    styled = zip(counts, TILES, STYLES, strict=False)
    return ", ".join(paint(f"{count} {kind}", style) for count, kind, style in styled if count) or "nothing"


def count_cards(counts: Record) -> str:
    """``1 Canary, 2 Sapper``, or ``nothing``."""
    return ", ".join(in_kinds(counts, MINIONS)) or "nothing"


def in_brackets(parts: Iterable[str]) -> str:
    """``  (2 by you, 1 by +1)``, or nothing."""
    inside = ", ".join(parts)
    return f" ({inside})" if inside else ""


def coins(number: int) -> str:
    """``1 coin``, ``2 coins`` …"""
    return f"{number} coin" if number == 1 else f"{number} coins"


def tiles(number: int) -> str:
    """``1 tile``, ``2 tiles`` …"""
    return f"{number} tile" if number == 1 else f"{number} tiles"


def cards(number: int) -> str:
    """``1 card``, ``2 cards`` …"""
    return f"{number} card" if number == 1 else f"{number} cards"

"""The words of the game: labels of actions, and a seat's view for people and language models."""

from collections.abc import Iterator, Sequence

from critter_envs.core.actions import OTHERS, ActionRange
from critter_envs.core.jit import Record
from critter_envs.core.paint import Painter, plain

from .actions import (
    ACCEPT,
    ADD,
    BRIBE,
    BUY,
    CARD,
    CLOSE,
    DECLINE,
    DONE,
    HAND_OUT,
    OFFER_NO,
    OFFER_YES,
    PRICE,
    SELL,
    SLIP,
    TALK,
    TRADE,
)
from .cards import ACTION_CARDS, FUZZ_PARTS, LOOT, MAX_PRICE, VALUES, WORDS
from .payoffs import HIDDEN_BRIBE, PURCHASE, SALE, SWAP

PRICES = tuple(map(str, range(1, MAX_PRICE + 1)))
PHASES = ("the Boss hands out loot", "all talk at once", "deals", "a trade is answered", "all choose an action card at once")
RESULTS = ("passed", "tied", "failed")

#: What is put into a bundle, and how it is painted.
ITEMS = (*LOOT, "Payoff card")
STYLES = ("green", "cyan", "yellow", "red", "purple")

ACTIONS = (
    ActionRange(HAND_OUT, "take the card yourself", "The most valuable card left in the middle is assigned to you, the Boss."),
    ActionRange(
        HAND_OUT + 1,
        "assign the card to {0}",
        "They get the most valuable card left in the middle, if the vote doesn't fail.",
        (OTHERS,),
    ),
    ActionRange(
        TALK,
        "threaten nobody, {0}",
        "You keep your marker, and can rob nobody; words bind nobody.",
        (WORDS,),
        seen="decide whom to threaten and what to say",
    ),
    ActionRange(
        TALK + len(WORDS),
        "threaten {0}, {1}",
        "Your marker goes before them: a Rob card will rob them, and no one else. Words bind nobody.",
        (OTHERS, WORDS),
        seen="decide whom to threaten and what to say",
    ),
    ActionRange(
        CARD,
        "play {0}",
        "Vote for or against the loot and the Boss, guard against robbers, rob whom you threaten, or skim the pile.",
        (ACTION_CARDS,),
        seen="play a card face down",
    ),
    ActionRange(DONE, "make no more deals", "The next player deals."),
    ActionRange(
        OFFER_YES,
        "offer {0} something for a Yes",
        "They get it if they vote Yes, else you get it back.",
        (OTHERS,),
        seen="prepare a deal",
    ),
    ActionRange(
        OFFER_NO,
        "offer {0} something for a No",
        "They get it if they vote No, else you get it back.",
        (OTHERS,),
        seen="prepare a deal",
    ),
    ActionRange(BRIBE, "bribe {0} openly", "They get it whatever they do.", (OTHERS,), seen="prepare a deal"),
    ActionRange(
        SLIP,
        "slip {0} a hidden bribe",
        "They get loot whatever they do; others see only how many cards.",
        (OTHERS,),
        seen="prepare a deal",
    ),
    ActionRange(
        TRADE, "propose a trade to {0}", "One loot card against Payoff cards; they may decline.", (OTHERS,), seen="prepare a deal"
    ),
    ActionRange(ADD, "add a {0}", "Bundles are put together from the highest card down.", (ITEMS,), seen="prepare a deal"),
    ActionRange(CLOSE, "close the bundle", "The cards are laid before the other player, and the deal is made."),
    ActionRange(SELL, "sell a {0}", "Offer this card of your stash against Payoff cards.", (LOOT,), seen="prepare a deal"),
    ActionRange(BUY, "buy a {0}", "Ask for such a card of their stash against Payoff cards.", (LOOT,), seen="prepare a deal"),
    ActionRange(PRICE, "at a price of {0}", "So many Payoff cards go one way, the loot card the other.", (PRICES,)),
    ActionRange(ACCEPT, "accept the trade", "Loot card and Payoff cards change hands at once, openly."),
    ActionRange(DECLINE, "decline the trade", "Nothing changes hands."),
)


def describe(o: Record, paint: Painter = plain) -> str:
    """An observation in words: all that it holds. Seats are named as in the labels of actions, "+1" is the left neighbour."""
    names = ["you", *(f"+{k}" for k in range(1, int(o.present.sum())))]
    return "\n".join(
        [
            *describe_table(o, names, paint),
            *describe_players(o, names, paint),
            *describe_talk(o, names, paint),
            *describe_deals(o, names, paint),
            *describe_past(o, names),
        ]
    )


def describe_table(o: Record, names: Sequence[str], paint: Painter) -> Iterator[str]:
    """Whose turn it is for what, the Boss, the pile and the middle."""
    turn = [name for name, its in zip(names, o.turn, strict=False) if its]
    yield f"Now: {PHASES[int(o.phase.argmax())]}; turn: {paint(', '.join(turn) or 'nobody', 'strong')}"
    limit = f" of {o.boss_terms}" if o.boss_terms else ""
    yield f"Boss: {paint(names[int(o.boss.argmax())], 'strong')}, in round {o.term}{limit} of the term"
    place = FUZZ_PARTS[int(o.fuzz.argmax())]
    where = place if place == "anywhere" else f"in the {place} of {o.fuzz_parts} parts"
    yield f"Pile: {cards(o.pile_size)}, THE FUZZ! was put {where}"
    yield f"Still in the middle: {in_words(o.loot, paint)}"


def describe_players(o: Record, names: Sequence[str], paint: Painter) -> Iterator[str]:
    """Shares and stashes."""
    worth = int((o.own_stash * VALUES).sum())
    yield f"Your stash: {in_words(o.own_stash, paint)} ({cards(o.stash_size[0])}, worth ${worth}000)"
    for k, name in enumerate(names):
        parts = [f"assigned {in_words(o.share[k], paint)}"]
        if k:
            known, shown = in_words(o.known[k - 1], paint), in_words(o.shown[k - 1], paint)
            parts.append(f"stash {cards(o.stash_size[k])}, known to you {known}; knows of yours {shown}")
        if o.deals:
            parts.append(f"Payoff cards {o.payoff_cards[k]}")
        yield f"{name}: {'; '.join(parts)}"


def describe_talk(o: Record, names: Sequence[str], paint: Painter) -> Iterator[str]:
    """Each round of talk, and the own card."""
    yield f"Rounds of talk: {o.talked} of {o.talk_rounds or 'one without words'}"
    for talked in range(len(o.word)):
        said = [
            f"{name}: {threat(o.marker[talked, k], names)}, {WORDS[spoken(o.word[talked, k])].replace('say', 'says')}"
            for k, name in enumerate(names)
            if o.marker[talked, k].any() or o.word[talked, k].any()
        ]
        if said:
            yield f"Talk {talked + 1}: {'; '.join(said)}"
    if o.own_card.any():
        yield f"Your card: {paint(ACTION_CARDS[int(o.own_card.argmax())], 'strong')}"


def describe_deals(o: Record, names: Sequence[str], paint: Painter) -> Iterator[str]:
    """The bundles on the table and the deal in the making."""
    for k, name in enumerate(names):
        for place in range(len(o.bundle_kind[k])):
            if o.bundle_kind[k, place].any():
                kind = bundle_label(int(o.bundle_kind[k, place].argmax()), names[int(o.bundle_to[k, place].argmax())])
                content = f": {in_words(o.bundle[k, place], paint)}" if o.bundle[k, place].any() else ""
                yield f"Bundle {place + 1} of {name}: {kind}, {cards(o.bundle_size[k, place])}{content}"
    if o.dealer.any():
        yield f"Dealing: {names[int(o.dealer.argmax())]}, {o.deals_made} of {o.deals} deals made"
    elif o.deals:
        yield f"Deals in a turn: {o.deals}"
    if o.draft.any():
        label = draft_label(int(o.draft.argmax()), names[int(o.partner.argmax())])
        content = f", {in_words(o.draft_cards, paint)}" if o.draft_cards.any() else ""
        price = f", price {o.price}" if o.price else ""
        yield f"Deal in the making: {label}{content}{price}"


def describe_past(o: Record, names: Sequence[str]) -> Iterator[str]:
    """The last round and the whole game so far."""
    if o.last_result.any():
        yield f"Last round: {RESULTS[int(o.last_result.argmax())]}, the Boss was {names[int(o.last_boss.argmax())]}"
        for k, name in enumerate(names):
            word = WORDS[spoken(o.last_word[k])].replace("say", "said")
            counts = ", ".join(
                f"{card.removeprefix('vote ')} {count}" for card, count in zip(ACTION_CARDS, o.played[k], strict=True)
            )
            yield (
                f"{name}: played {ACTION_CARDS[int(o.last_card[k].argmax())]}, {threat(o.last_marker[k], names)}, {word}; "
                f"so far {counts}; kept {o.kept[k]} of {o.spoke[k]} words"
            )


# --- phrases ---------------------------------------------------------------------------------------------------


def spoken(word: Record) -> int:
    """The word that a row of an observation holds; 0 is silence."""
    return int(word.argmax()) + 1 if word.any() else 0


def threat(marker: Record, names: Sequence[str]) -> str:
    """Where a marker stands."""
    return f"marker at {names[int(marker.argmax())]}" if marker.any() else "no marker"


def bundle_label(kind: int, to: str) -> str:
    """What a bundle is, by its place in an observation."""
    return (f"offered to {to} for a Yes", f"offered to {to} for a No", f"an open bribe to {to}", f"a hidden bribe to {to}")[kind]


def draft_label(kind: int, partner: str) -> str:
    """What a deal in the making is, by its place in an observation."""
    if kind < HIDDEN_BRIBE:
        return bundle_label(kind, partner)
    return {SWAP: f"a trade with {partner}", SALE: f"a sale to {partner}", PURCHASE: f"a purchase from {partner}"}[kind + 1]


def in_words(counts: Record, paint: Painter) -> str:
    """``2 $3000, 1 Payoff card``, or ``nothing``."""
    named = list(zip(counts, ITEMS, STYLES, strict=False))
    return ", ".join(paint(f"{count} {name}", style) for count, name, style in named if count) or "nothing"


def cards(number: int) -> str:
    """``1 card``, ``2 cards`` …"""
    return f"{number} card" if number == 1 else f"{number} cards"

"""What a player may know: the fields of a state and of an observation, and how the one is seen in the other."""

from critter_envs.core.counts import copy, seat_after, total
from critter_envs.core.fields import Field
from critter_envs.core.jit import Record, inlined, rule

from .actions import ANSWERING, BUNDLE_KINDS, CHOOSING, DEALING, HANDING_OUT, LOOT_KINDS, OTHERS, TALKING
from .cards import (
    ACTION_CARDS,
    COPIES,
    FUZZ_PARTS,
    MAX_DEALS,
    MAX_PARTS,
    MAX_PLAYERS,
    MAX_PRICE,
    MAX_ROUNDS,
    MAX_TALK,
    PAYOFF_CARDS,
    WORDS,
)
from .payoffs import HIDDEN_BRIBE, PURCHASE
from .pile import LOOT_CARDS, parts_of

MOST = int(COPIES.max())  # loot cards of one value
ALL_PAYOFFS = MAX_PLAYERS * PAYOFF_CARDS
PHASES = CHOOSING + 1
SPOKEN = len(WORDS) - 1  # words but for silence

STATE = (
    Field("phase", (), CHOOSING, "0 handing out, 1 talking, 2 dealing, 3 answering a trade, 4 choosing action cards"),
    Field("boss", (), MAX_PLAYERS - 1, "the seat of the Boss"),
    Field("term", (), MAX_ROUNDS, "rounds of the Boss so far, this one included"),
    Field("pile", (LOOT_KINDS,), MOST, "loot in the pile, by value"),
    Field("fuzz_above", (), LOOT_CARDS, "loot cards above THE FUZZ!; -1 when it has come up", low=-1),
    Field("loot", (LOOT_KINDS,), MOST, "loot in the middle, by value"),
    Field("share", (MAX_PLAYERS, LOOT_KINDS), MOST, "loot handed out to each seat in this round, by value"),
    Field("stash", (MAX_PLAYERS, LOOT_KINDS), MOST, "loot in each stash, by value"),
    Field(
        "known",
        (MAX_PLAYERS, MAX_PLAYERS, LOOT_KINDS),
        MOST,
        "how many cards of each value the first seat is sure of in the second seat's stash; nothing of the own stash",
    ),
    Field("talked", (), MAX_TALK, "rounds of talk that are over"),
    Field("marker", (MAX_TALK, MAX_PLAYERS), MAX_PLAYERS, "in each round of talk, the seat that each seat threatens, plus one"),
    Field("word", (MAX_TALK, MAX_PLAYERS), SPOKEN, "in each round of talk, what each seat says; 0 is nothing"),
    Field("card", (MAX_PLAYERS,), len(ACTION_CARDS), "the action card that each seat has chosen, plus one"),
    Field("payoff_cards", (MAX_PLAYERS,), ALL_PAYOFFS, "Payoff cards of each seat"),
    Field("dealer", (), MAX_PLAYERS - 1, "the seat that deals"),
    Field("deals_made", (), MAX_DEALS, "deals that it has made in this turn"),
    Field(
        "draft", (), PURCHASE, "the deal in the making: none, offer for yes, for no, bribe, hidden bribe, trade, sale, purchase"
    ),
    Field("partner", (), MAX_PLAYERS - 1, "with whom"),
    Field("draft_cards", (BUNDLE_KINDS,), ALL_PAYOFFS, "the cards of it: loot by value, Payoff cards"),
    Field("price", (), MAX_PRICE, "the price of a trade that waits for an answer"),
    Field(
        "bundle_kind", (MAX_PLAYERS, MAX_DEALS), HIDDEN_BRIBE, "each seat's bundles: none, offer for yes, for no, bribe, hidden"
    ),
    Field("bundle_to", (MAX_PLAYERS, MAX_DEALS), MAX_PLAYERS - 1, "before whom each bundle lies"),
    Field("bundle", (MAX_PLAYERS, MAX_DEALS, BUNDLE_KINDS), ALL_PAYOFFS, "what is in it: loot by value, Payoff cards"),
    Field("last_result", (), 3, "the vote of the last round: none yet, passed, tied, failed"),
    Field("last_boss", (), MAX_PLAYERS - 1, "the Boss of the last round"),
    Field("last_card", (MAX_PLAYERS,), len(ACTION_CARDS), "the card of each seat in the last round, plus one"),
    Field("last_marker", (MAX_PLAYERS,), MAX_PLAYERS, "whom each seat threatened in the last round, plus one"),
    Field("last_word", (MAX_PLAYERS,), SPOKEN, "what each seat said at last in the last round"),
    Field("played", (MAX_PLAYERS, len(ACTION_CARDS)), MAX_ROUNDS, "how often each seat has played each card"),
    Field("spoke", (MAX_PLAYERS,), MAX_ROUNDS, "in how many rounds each seat's last word was not silence"),
    Field("kept", (MAX_PLAYERS,), MAX_ROUNDS, "in how many of these its card was the one announced"),
)

GONE = "; zeros with memory=False"

OBSERVATION = (
    Field("present", (MAX_PLAYERS,), 1, "1 for each seat that is taken, the observer's first"),
    Field("phase", (PHASES,), 1, "1 for what is being done: handing out, talking, dealing, answering a trade, choosing cards"),
    Field("turn", (MAX_PLAYERS,), 1, "1 for the seat whose turn it is, or for all who choose at once"),
    Field("boss", (MAX_PLAYERS,), 1, "1 for the Boss"),
    Field("term", (), MAX_ROUNDS, "rounds of the Boss so far, this one included"),
    Field("boss_terms", (), MAX_ROUNDS, "after so many rounds another player is Boss; 0 is no limit"),
    Field("pile_size", (), LOOT_CARDS, "loot cards in the pile"),
    Field("fuzz", (len(FUZZ_PARTS),), 1, "1 for where THE FUZZ! was shuffled in: bottom part, middle, top, anywhere"),
    Field("fuzz_parts", (), MAX_PARTS, "parts that the pile was divided into"),
    Field("loot", (LOOT_KINDS,), MOST, "loot in the middle that is not handed out: 2000, 3000, 4000, 5000"),
    Field("share", (MAX_PLAYERS, LOOT_KINDS), MOST, "loot handed out to each seat in this round, by value"),
    Field("own_stash", (LOOT_KINDS,), MOST, "the observer's stash, by value"),
    Field("stash_size", (MAX_PLAYERS,), LOOT_CARDS, "cards in each stash"),
    Field("known", (OTHERS, LOOT_KINDS), MOST, "at least so many cards of each value are in each other stash" + GONE),
    Field("shown", (OTHERS, LOOT_KINDS), MOST, "so many each other player is sure of in the observer's stash" + GONE),
    Field("talk_rounds", (), MAX_TALK, "rounds of talk in each round; with 0 markers are laid without words"),
    Field("talked", (), MAX_TALK, "rounds of talk that are over in this round"),
    Field(
        "marker",
        (MAX_TALK, MAX_PLAYERS, MAX_PLAYERS),
        1,
        "in each round of talk, 1 for the seat (last place) that each seat threatens; the observer's own choice at once",
    ),
    Field(
        "word", (MAX_TALK, MAX_PLAYERS, SPOKEN), 1, "in each round of talk, 1 for what each seat said: I vote yes, no, guard …"
    ),
    Field("own_card", (len(ACTION_CARDS),), 1, "1 for the action card that the observer has chosen: yes, no, guard, rob, skim"),
    Field("last_result", (3,), 1, "1 for the vote of the last round: passed, tied, failed" + GONE),
    Field("last_boss", (MAX_PLAYERS,), 1, "1 for the Boss of the last round" + GONE),
    Field("last_card", (MAX_PLAYERS, len(ACTION_CARDS)), 1, "1 for each seat's card in the last round" + GONE),
    Field("last_marker", (MAX_PLAYERS, MAX_PLAYERS), 1, "1 for whom each seat threatened in the last round" + GONE),
    Field("last_word", (MAX_PLAYERS, SPOKEN), 1, "1 for what each seat said at last in the last round" + GONE),
    Field("played", (MAX_PLAYERS, len(ACTION_CARDS)), MAX_ROUNDS, "how often each seat has played each card" + GONE),
    Field("spoke", (MAX_PLAYERS,), MAX_ROUNDS, "in how many rounds each seat's last word announced a card" + GONE),
    Field("kept", (MAX_PLAYERS,), MAX_ROUNDS, "in how many of these it played that card" + GONE),
    Field("deals", (), MAX_DEALS, "deals allowed in a turn; 0 without Payoffs"),
    Field("payoff_cards", (MAX_PLAYERS,), ALL_PAYOFFS, "Payoff cards of each seat"),
    Field("dealer", (MAX_PLAYERS,), 1, "1 for the seat that deals"),
    Field("deals_made", (), MAX_DEALS, "deals that it has made in this turn"),
    Field(
        "draft",
        (PURCHASE,),
        1,
        "1 for the deal in the making: offer for yes, for no, bribe, hidden bribe, trade, sale, purchase; "
        "the dealer sees it, and all when an answer is awaited",
    ),
    Field("partner", (MAX_PLAYERS,), 1, "1 for the partner of this deal"),
    Field("draft_cards", (BUNDLE_KINDS,), ALL_PAYOFFS, "the cards of this deal: loot by value, Payoff cards"),
    Field("price", (), MAX_PRICE, "what is asked or offered in this trade"),
    Field("bundle_kind", (MAX_PLAYERS, MAX_DEALS, HIDDEN_BRIBE), 1, "1 for what each seat's bundles are, in the order of draft"),
    Field("bundle_to", (MAX_PLAYERS, MAX_DEALS, MAX_PLAYERS), 1, "1 for the seat before which each bundle lies"),
    Field("bundle_size", (MAX_PLAYERS, MAX_DEALS), LOOT_CARDS, "cards in each bundle"),
    Field(
        "bundle",
        (MAX_PLAYERS, MAX_DEALS, BUNDLE_KINDS),
        ALL_PAYOFFS,
        "these cards, where they lie open, or are a hidden bribe from or to the observer (zeros with memory=False)",
    ),
)


@rule
def observe(s: Record, seat: int, o: Record) -> None:
    """Write what the seat may know; seats count from the observer."""
    observe_table(s, seat, o)
    observe_stashes(s, seat, o)
    observe_talk(s, seat, o)
    if s.memory and s.last_result:
        observe_past(s, seat, o)
    if s.payoffs:
        observe_deals(s, seat, o)


@inlined
def seen_from(s: Record, seat: int, other: int) -> int:
    """The place of a seat when they are counted from the observer."""
    steps = other - seat
    return steps + s.num_players if steps < 0 else steps


@rule
def observe_table(s: Record, seat: int, o: Record) -> None:
    """Whose turn it is for what, and the loot."""
    o.phase[s.phase] = 1
    o.boss[seen_from(s, seat, s.boss)] = 1
    o.term = s.term
    o.boss_terms = s.boss_terms
    o.pile_size = total(s.pile)
    o.fuzz[s.fuzz] = 1
    o.fuzz_parts = parts_of(s)
    copy(s.loot, o.loot)
    for k in range(s.num_players):
        other = seat_after(s, seat, k)
        o.present[k] = 1
        o.turn[k] = takes_part(s, other)
        copy(s.share[other], o.share[k])


@rule
def takes_part(s: Record, seat: int) -> bool:
    """Whether it is the seat's turn; who of those that choose at once has chosen already is not said."""
    if s.over:
        return False
    if s.phase == HANDING_OUT:
        return seat == s.boss
    if s.phase == DEALING:
        return seat == s.dealer
    return s.phase != ANSWERING or seat == s.partner


@rule
def observe_stashes(s: Record, seat: int, o: Record) -> None:
    """The own stash, the sizes of all, and what is certain of the others."""
    copy(s.stash[seat], o.own_stash)
    for k in range(s.num_players):
        other = seat_after(s, seat, k)
        o.stash_size[k] = total(s.stash[other])
        if s.memory and k > 0:
            copy(s.known[seat, other], o.known[k - 1])
            copy(s.known[other, seat], o.shown[k - 1])


@rule
def observe_talk(s: Record, seat: int, o: Record) -> None:
    """What was said in the rounds of talk that are over; of the one that isn't, and of the cards, only one's own choice."""
    o.talk_rounds = s.talk_rounds
    o.talked = s.talked
    for talked in range(s.talked + (s.phase == TALKING)):
        for k in range(s.num_players if talked < s.talked else 1):
            observe_words(s, seat, talked, k, o)
    if s.card[seat]:
        o.own_card[s.card[seat] - 1] = 1


@rule
def observe_words(s: Record, seat: int, talked: int, k: int, o: Record) -> None:
    """The marker and the word of one player in one round of talk."""
    other = seat_after(s, seat, k)
    if s.marker[talked, other]:
        o.marker[talked, k, seen_from(s, seat, s.marker[talked, other] - 1)] = 1
    if s.word[talked, other]:
        o.word[talked, k, s.word[talked, other] - 1] = 1


@rule
def observe_past(s: Record, seat: int, o: Record) -> None:
    """The last round, and how often what was done and kept in all of them."""
    o.last_result[s.last_result - 1] = 1
    o.last_boss[seen_from(s, seat, s.last_boss)] = 1
    for k in range(s.num_players):
        other = seat_after(s, seat, k)
        o.last_card[k, s.last_card[other] - 1] = 1
        if s.last_marker[other]:
            o.last_marker[k, seen_from(s, seat, s.last_marker[other] - 1)] = 1
        if s.last_word[other]:
            o.last_word[k, s.last_word[other] - 1] = 1
        copy(s.played[other], o.played[k])
        o.spoke[k] = s.spoke[other]
        o.kept[k] = s.kept[other]


@rule
def observe_deals(s: Record, seat: int, o: Record) -> None:
    """Payoff cards, the bundles on the table, and the deal in the making for its maker, or when an answer is awaited."""
    o.deals = s.deals
    for k in range(s.num_players):
        other = seat_after(s, seat, k)
        o.payoff_cards[k] = s.payoff_cards[other]
        for place in range(s.deals):
            if s.bundle_kind[other, place]:
                observe_bundle(s, seat, k, place, o)
    if s.phase == DEALING or s.phase == ANSWERING:
        o.dealer[seen_from(s, seat, s.dealer)] = 1
        o.deals_made = s.deals_made
        if s.draft and (s.dealer == seat or s.phase == ANSWERING):
            o.draft[s.draft - 1] = 1
            o.partner[seen_from(s, seat, s.partner)] = 1
            copy(s.draft_cards, o.draft_cards)
            o.price = s.price


@rule
def observe_bundle(s: Record, seat: int, k: int, place: int, o: Record) -> None:
    """All see what kind of bundle lies where and how large it is; the cards, if they lie open or were given or got."""
    owner = seat_after(s, seat, k)
    kind = s.bundle_kind[owner, place]
    o.bundle_kind[k, place, kind - 1] = 1
    o.bundle_to[k, place, seen_from(s, seat, s.bundle_to[owner, place])] = 1
    o.bundle_size[k, place] = total(s.bundle[owner, place])
    if knows_bundle(s, seat, owner, place):
        copy(s.bundle[owner, place], o.bundle[k, place])


@rule
def knows_bundle(s: Record, seat: int, owner: int, place: int) -> bool:
    """Whether the seat sees the cards of a bundle, or remembers to have given or got them."""
    if s.bundle_kind[owner, place] != HIDDEN_BRIBE:
        return True
    return s.memory and (seat == owner or seat == s.bundle_to[owner, place])

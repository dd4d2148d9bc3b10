"""Step 3, in words: threats that allow a robbery, and announcements that bind nobody."""

from critter_envs.core.counts import seat_after
from critter_envs.core.jit import Record, rule

from .actions import TALK
from .cards import WORDS
from .stash import wide


@rule
def rounds_of_talk(s: Record) -> int:
    """Without talk there still is a round in which the markers are laid."""
    return max(int(s.talk_rounds), 1)


@rule
def allow_talk(s: Record, mask: Record) -> None:
    """A marker before any other player, or before nobody; with a word, if there is talk."""
    words = len(WORDS) if s.talk_rounds else 1
    for k in range(s.num_players):
        for word in range(words):
            mask[TALK + k * len(WORDS) + word] = 1


@rule
def talk(s: Record, seat: int, action: int) -> None:
    """Keep what a seat has chosen in this round of talk: it is heard when all have spoken."""
    k, word = divmod(action - TALK, len(WORDS))
    s.marker[s.talked, seat] = seat_after(s, seat, k) + 1 if k else 0
    s.word[s.talked, seat] = word


@rule
def threatened(s: Record, seat: int) -> int:
    """Before whom the seat's marker stands after the talk, or -1."""
    return s.marker[s.talked - 1, seat] - 1


@rule
def last_word(s: Record, seat: int) -> int:
    """What the seat said in the last round of talk."""
    return wide(s.word[s.talked - 1, seat])

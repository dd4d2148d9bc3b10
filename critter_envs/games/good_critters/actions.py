"""The phases of a round and the actions by number. ``k`` names the player k seats to the left, ``OTHERS`` of whom there are."""

from .cards import ACTION_CARDS, MAX_PLAYERS, MAX_PRICE, VALUES, WORDS

OTHERS = MAX_PLAYERS - 1
LOOT_KINDS = len(VALUES)

#: A bundle holds loot of each value and, in the last place, Payoff cards.
BUNDLE_KINDS = LOOT_KINDS + 1
PAYOFF = LOOT_KINDS

#: What ``s.phase`` is. The Boss hands out; all talk at once; the dealer deals; a trade is answered; all choose cards at once.
HANDING_OUT, TALKING, DEALING, ANSWERING, CHOOSING = range(5)

#: The Boss hands the card to the player k seats to the left; 0 is the Boss.
HAND_OUT = 0

#: ``TALK + k * len(WORDS) + word``: the marker goes before the player k seats to the left; 0 is nobody.
TALK = HAND_OUT + MAX_PLAYERS

CARD = TALK + MAX_PLAYERS * len(WORDS)

#: A deal: with whom, then what. ``OFFER_YES + k - 1`` and so on.
DONE = CARD + len(ACTION_CARDS)
OFFER_YES = DONE + 1
OFFER_NO = OFFER_YES + OTHERS
BRIBE = OFFER_NO + OTHERS
SLIP = BRIBE + OTHERS
TRADE = SLIP + OTHERS
ADD = TRADE + OTHERS
CLOSE = ADD + BUNDLE_KINDS
SELL = CLOSE + 1
BUY = SELL + LOOT_KINDS
PRICE = BUY + LOOT_KINDS
ACCEPT = PRICE + MAX_PRICE
DECLINE = ACCEPT + 1

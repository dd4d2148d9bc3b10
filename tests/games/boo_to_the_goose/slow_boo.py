"""Boo to the Goose a second time, slow and plain: cards as objects, and each player's observation worked out from them.

It is written from the rulebook and knows nothing of how the package does it, except the numbers of actions and the
generator, of which it asks for a number wherever chance comes in.
"""

from dataclasses import dataclass

from critter_envs.core.generator import below

SET = ["goose"] * 15 + ["fox"] * 5 + ["dog"] * 4


@dataclass(eq=False)
class Card:
    owner: int
    kind: str
    laid: int = 0
    face_up: bool = False


class SlowBoo:
    """One game. ``rng`` are the words of a generator, which are used up."""

    def __init__(self, players, rng, remove_four=False, first_player=None):
        self.rng = rng
        self.players = players
        self.remove_four = remove_four
        self.piles = [[Card(seat, kind) for kind in SET] for seat in range(players)]
        self.removed = [[] for _ in range(players)]
        self.hands = [[] for _ in range(players)]
        self.rows = [[] for _ in range(players)]
        self.won = [[] for _ in range(players)]
        self.played = [0] * players
        self.fox = None  # on the hunt
        self.last_chased = None
        self.over = False
        for seat in range(players):
            for _ in range(4 if remove_four else 0):
                self.removed[seat].append(self.top_card(seat))
            self.fill_hand(seat)
        self.turn = below(rng, players) if first_player is None else first_player

    def top_card(self, seat):
        return self.piles[seat].pop(below(self.rng, len(self.piles[seat])))

    def fill_hand(self, seat):
        while len(self.hands[seat]) < 5 and self.piles[seat]:
            self.hands[seat].append(self.top_card(seat))

    # --- choices, by the numbers of actions

    def options(self):
        if self.fox is None:
            return {["goose", "fox", "dog"].index(card.kind) for card in self.hands[self.turn]}
        places = {4 + place for place, card in enumerate(self.rows[self.target()]) if not card.face_up}
        return places | ({3} if self.turned() else set())

    def choose(self, number):
        if number < 3:
            self.play(["goose", "fox", "dog"][number])
        elif number == 3:
            self.end_voluntarily()
        else:
            self.turn_over(self.rows[self.target()][number - 4])

    def play(self, kind):
        hand = self.hands[self.turn]
        card = next(card for card in hand if card.kind == kind)
        hand.remove(card)
        self.played[self.turn] += 1
        if kind == "fox":
            self.fox = card
            self.last_chased = self.turn
            if self.target() is None:
                self.end_voluntarily()
        else:
            card.laid = self.played[self.turn]
            self.rows[self.turn].append(card)
            self.finish_turn()

    # --- catch the geese

    def target(self):
        """Who is next: clockwise after the one chased last, anybody with a card to turn over but the chaser."""
        for step in range(1, self.players + 1):
            seat = (self.last_chased + step) % self.players
            if seat != self.turn and any(not card.face_up for card in self.rows[seat]):
                return seat
        return None

    def turned(self):
        return [card for row in self.rows for card in row if card.face_up]

    def turn_over(self, card):
        self.last_chased = card.owner
        card.face_up = True
        if card.kind == "dog":
            for each in self.turned():
                self.won[each.owner].append(each)
            self.won[card.owner].append(self.fox)
            self.clear_up()
        elif self.target() is None:
            self.end_voluntarily()

    def end_voluntarily(self):
        self.won[self.turn] += [*self.turned(), self.fox]
        self.clear_up()

    def clear_up(self):
        self.fox = None
        self.rows = [[card for card in row if not card.face_up] for row in self.rows]
        self.finish_turn()

    def finish_turn(self):
        self.fill_hand(self.turn)
        self.turn = (self.turn + 1) % self.players
        if not any(self.hands):
            self.over = True
            for pile, row in zip(self.won, self.rows, strict=True):
                pile += row
            self.rows = [[] for _ in self.rows]

    # --- looking

    def observation(self, seat, memory=True):
        """What a seat observes, by field, as nested lists; absent seats and places left out."""
        order = [(seat + k) % self.players for k in range(self.players)]
        chased = self.target() if self.fox else None

        def won(kind):
            return [[sum(c.kind == kind and c.owner == owner for c in self.won[who]) for owner in order] for who in order]

        def known(card):
            if card.face_up or (card.owner == seat and memory):
                return 1 if card.kind == "goose" else 2
            return 0

        return {
            "present": [1] * self.players,
            "turn": [int(who == self.turn) for who in order],
            "target": [int(who == chased) for who in order],
            "flips": len(self.turned()),
            "hand": [[sum(card.kind == kind for card in self.hands[seat]) for kind in ("goose", "fox", "dog")]],
            "hand_size": [len(self.hands[who]) for who in order],
            "pile_size": [len(self.piles[who]) for who in order],
            "turns": [self.played[who] for who in order],
            "face_down": [[int(not card.face_up) for card in self.rows[who]] for who in order],
            "kind": [[known(card) for card in self.rows[who]] for who in order],
            "laid": [[card.laid if memory else 0 for card in self.rows[who]] for who in order],
            "won_geese": won("goose"),
            "won_foxes": won("fox"),
            "won_dogs": [sum(card.kind == "dog" for card in self.won[who]) for who in order],
            "remove_four": int(self.remove_four),
        }

    def results(self):
        """Scores, and who wins."""
        scores = [len(pile) for pile in self.won]
        return scores, [score == max(scores) for score in scores]

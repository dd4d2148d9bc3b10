"""Goblins Breakfast a second time, slow and plain: cards are records of their own, that lie in lists.

It is written from the rulebook and knows nothing of how the package does it, except the names and numbers of kinds and
actions, and the generator, of which it asks for a number wherever chance comes in.
"""

from critter_envs.core.generator import below

GOODS = 16
SPECIALS = ["feeding frenzy", "food fight", "snatch"]


class SlowGoblins:
    """One game. ``rng`` are the words of a generator, which are used up; ``deck`` is a list of rows, one for each kind."""

    def __init__(self, players, deck, rng, first_player=None):
        self.players = players
        goods = [row for row in deck if row["kind"] != "special"]
        self.rows = dict(enumerate(goods))
        for row in deck:
            if row["kind"] == "special":
                self.rows[GOODS + SPECIALS.index(row["effect"])] = row
        self.hands = [[] for _ in range(players)]
        self.stomachs = [[] for _ in range(players)]
        self.supply = []
        self.discards = []
        self.being_played = None
        self.extra_turn = False
        self.over = False
        self.turn = below(rng, players) if first_player is None else first_player
        self.deck = [kind for kind in sorted(self.rows) for _ in range(self.rows[kind]["copies"])]
        for last in reversed(range(1, len(self.deck))):
            other = below(rng, last + 1)
            self.deck[last], self.deck[other] = self.deck[other], self.deck[last]
        self.replace_cards()
        self.matron()

    # --- what is on cards

    def is_food(self, kind):
        return self.rows[kind]["kind"] == "food"

    def is_weapon(self, kind):
        return self.rows[kind]["kind"] == "weapon"

    def strength(self, seat):
        return sum(self.rows[kind]["value"] for kind in self.hands[seat] if self.is_weapon(kind))

    def too_full(self):
        return sum(self.rows[kind]["hands"] for kind in self.hands[self.turn]) > 2

    def others(self):
        return [(self.turn + k) % self.players for k in range(1, self.players)]

    # --- table

    def draw(self):
        if self.deck:
            return self.deck.pop()
        self.over = True
        return None

    def replace_cards(self):
        while not self.over and len(self.supply) <= self.players:
            card = self.draw()
            if card is not None:
                self.supply.append(card)

    def matron(self):
        in_play = self.supply + [kind for hand in self.hands for kind in hand]
        if not self.over and not any(self.is_food(kind) for kind in in_play):
            self.discards += in_play
            self.supply = []
            self.hands = [[] for _ in range(self.players)]
            self.replace_cards()
            self.matron()

    # --- choices, by the numbers of actions

    def options(self):
        hand = self.hands[self.turn]
        if self.too_full():
            return {35 + kind for kind in hand}
        if self.being_played == "food fight":
            return {131 + 16 * k + kind for k, other in enumerate(self.others()) for kind in self.hands[other]}
        if self.being_played == "snatch":
            return {51 + 16 * k + kind for k, other in enumerate(self.others()) for kind in self.hands[other]}
        numbers = {19 + kind for kind in hand if self.is_food(kind)}
        if self.being_played is None:
            numbers |= set(self.supply)
            for k, other in enumerate(self.others()):
                if self.strength(self.turn) > self.strength(other):
                    numbers |= {51 + 16 * k + kind for kind in self.hands[other]}
        return numbers

    def choose(self, number):
        hand = self.hands[self.turn]
        if number < 19:
            self.supply.remove(number)
            row = self.rows[number]
            if row["kind"] == "special":
                self.play(row["effect"])
            else:
                hand.append(number)
                self.extra_turn = row["effect"] == "grab-berries"
        elif number < 35:
            hand.remove(number - 19)
            self.stomachs[self.turn].append(number - 19)
            self.waiting = False
        elif number < 51:
            hand.remove(number - 35)
            self.discards.append(number - 35)
        else:
            k, kind = divmod((number - 51) % 80, 16)
            self.hands[self.others()[k]].remove(kind)
            (hand if number < 131 else self.discards).append(kind)
            self.waiting = False
        if not self.waiting and not self.too_full():
            self.finish()

    waiting = False

    def play(self, effect):
        self.being_played = effect
        if effect == "feeding frenzy":
            self.extra_turn = True
            self.waiting = any(self.is_food(kind) for kind in self.hands[self.turn])
        else:
            self.waiting = any(self.hands[other] for other in self.others())

    def finish(self):
        if self.being_played is not None:
            self.discards.append(GOODS + SPECIALS.index(self.being_played))
            self.being_played = None
        again, self.extra_turn = self.extra_turn, False
        self.replace_cards()
        self.matron()
        if self.over:
            for hand, eaten in zip(self.hands, self.stomachs, strict=True):
                eaten += [kind for kind in hand if self.is_food(kind)]
                hand[:] = [kind for kind in hand if not self.is_food(kind)]
        elif not again:
            self.turn = (self.turn + 1) % self.players

    # --- looking

    def observation(self, seat, memory=True):
        """What a seat observes, by field, absent seats left out."""
        order = [(seat + k) % self.players for k in range(self.players)]
        kinds, goods = range(GOODS + 3), range(GOODS)
        facts = [[0] * (GOODS + 3) for _ in range(5)]
        for kind, row in self.rows.items():
            facts[0][kind] = row["value"] if row["kind"] == "food" else 0
            facts[1][kind] = row["value"] if row["kind"] == "weapon" else 0
            facts[2][kind] = row["hands"]
            facts[3][kind] = int(row["effect"] == "grab-berries")
            facts[4][kind] = row["copies"]
        return {
            "present": [1] * self.players,
            "turn": [int(other == self.turn) for other in order],
            "extra": int(self.extra_turn),
            "special": [int(effect == self.being_played) for effect in SPECIALS],
            "pile_size": len(self.deck),
            "supply": [self.supply.count(kind) for kind in kinds],
            "hand": [[self.hands[other].count(kind) for kind in goods] for other in order],
            "discard": [self.discards.count(kind) for kind in kinds],
            "stomach_size": [len(self.stomachs[other]) for other in order],
            "stomach": [[self.stomachs[other].count(kind) * memory for kind in goods] for other in order],
            "deck": [number for fact in facts for number in fact],
        }

    def results(self):
        """Scores, and who wins."""
        scores = [sum(self.rows[kind]["value"] for kind in eaten) for eaten in self.stomachs]
        return scores, [score == max(scores) for score in scores]

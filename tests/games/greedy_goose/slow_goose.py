"""Greedy Goose a second time, slow and plain: cards in lists, and a diary of who saw what.

It is written from the rulebook and knows nothing of how the package does it, except the names of kinds, the numbers of
actions and the generator, of which it asks for a number wherever chance comes in.
"""

from critter_envs.core.generator import below

LIMIT = {"blue": 1, "red": 2, "yellow": 3, "green": 3, "purple": 4}
COLOURS = list(LIMIT)
ACTION_CARDS = ["gift", "steal", "gift or steal"]
EVERYBODY = range(6)


class SlowGoose:
    """One game. ``rng`` are the words of a generator, which are used up."""

    def __init__(self, players, deck, rng, first_player=None):
        self.rng = rng
        self.players = players
        self.centre = [kind for kind, number in deck.items() for _ in range(number)]
        self.deck = list(self.centre)
        self.hands = [[] for _ in range(players)]
        self.face_up = []
        self.action_card = None
        self.out = []
        self.diary = []  # what happened to hands: (who saw it, "in" or "out" or "greed", seat, colour)
        self.over = False
        self.turn = below(rng, players) if first_player is None else first_player
        for k in range(players):
            self.fill_hand((self.turn + k) % players)
        self.open_turn()

    def fill_hand(self, seat):
        hand = self.hands[seat]
        while len(hand) < 3:
            card = self.centre[below(self.rng, len(self.centre))]
            if card in LIMIT and hand.count(card) < LIMIT[card]:
                self.centre.remove(card)
                hand.append(card)

    # --- a turn

    def open_turn(self):
        self.flip()

    def flip(self):
        card = self.centre.pop(below(self.rng, len(self.centre)))
        if card in ACTION_CARDS:
            self.action_card = card
            return
        self.face_up.append(card)
        if self.face_up.count(card) == 2:
            self.take_all()

    def take_all(self):
        for card in self.face_up:
            self.add(EVERYBODY, self.turn, card)
        self.face_up = []
        for colour in COLOURS:
            self.check_greed(self.turn, colour)
        self.end_turn()

    def end_turn(self):
        if self.centre:
            self.turn = (self.turn + 1) % self.players
            self.open_turn()
        else:
            self.over = True

    # --- hands

    def add(self, who, seat, colour):
        self.hands[seat].append(colour)
        self.diary.append((who, "in", seat, colour))

    def remove(self, who, seat, colour):
        self.hands[seat].remove(colour)
        self.diary.append((who, "out", seat, colour))

    def check_greed(self, seat, colour):
        hand = self.hands[seat]
        if hand.count(colour) > LIMIT[colour]:
            self.out += [card for card in hand if card == colour]
            self.hands[seat] = [card for card in hand if card != colour]
            self.diary.append((EVERYBODY, "greed", seat, colour))

    def move(self, source, target, colour):
        too_greedy = self.hands[target].count(colour) == LIMIT[colour]
        who = EVERYBODY if too_greedy else (source, target)
        self.remove(who, source, colour)
        self.add(who, target, colour)
        self.check_greed(target, colour)

    # --- choices, by the numbers of actions

    def options(self):
        neighbours = [(self.turn + k) % self.players for k in range(1, self.players)]
        if self.action_card is None:
            return {number for number, possible in enumerate((self.centre, self.face_up, True)) if possible}
        numbers = {3}
        if "gift" in self.action_card:
            numbers |= {4 + 5 * COLOURS.index(card) + k for card in self.hands[self.turn] for k in range(len(neighbours))}
        if "steal" in self.action_card:
            numbers |= {29 + k for k, victim in enumerate(neighbours) if self.hands[victim]}
        return numbers

    def choose(self, number):
        if number == 0:
            self.flip()
        elif number == 1:
            self.take_all()
        elif number == 2:
            self.end_turn()
        else:
            self.out.append(self.action_card)
            self.action_card = None
            if number >= 29:
                victim = (self.turn + 1 + number - 29) % self.players
                hand = sorted(self.hands[victim], key=COLOURS.index)
                self.move(victim, self.turn, hand[below(self.rng, len(hand))])
            elif number >= 4:
                colour, k = COLOURS[(number - 4) // 5], (number - 4) % 5
                self.move(self.turn, (self.turn + 1 + k) % self.players, colour)

    # --- looking

    def sure_of(self, observer, holder):
        """The colours that the observer is sure of in another hand, from the diary."""
        bounds = dict.fromkeys(COLOURS, 0)
        for who, what, seat, colour in self.diary if observer != holder else ():
            if seat != holder:
                continue
            if what == "greed":
                bounds[colour] = 0
            elif what == "in" and observer in who:
                bounds[colour] += 1
            elif what == "out":
                for each in [colour] if observer in who else COLOURS:
                    bounds[each] = max(0, bounds[each] - 1)
        return list(bounds.values())

    def observation(self, seat, memory=True):
        """What a seat observes, by field, absent seats left out."""
        order = [(seat + k) % self.players for k in range(self.players)]
        return {
            "present": [1] * self.players,
            "turn": [int(other == self.turn) for other in order],
            "action_card": [int(card == self.action_card) for card in ACTION_CARDS],
            "table": [self.face_up.count(colour) for colour in COLOURS],
            "centre_size": len(self.centre),
            "deck": [self.deck.count(kind) for kind in COLOURS + ACTION_CARDS],
            "out": [self.out.count(kind) * memory for kind in COLOURS + ACTION_CARDS],
            "own_hand": [self.hands[seat].count(colour) for colour in COLOURS],
            "hand_size": [len(self.hands[other]) for other in order],
            "known": [self.sure_of(seat, other) if memory else [0] * 5 for other in order[1:]],
            "shown": [self.sure_of(other, seat) if memory else [0] * 5 for other in order[1:]],
        }

    def results(self):
        """Scores, and who wins."""
        scores = [sum(3 if card == "blue" else 1 for card in hand) for hand in self.hands]
        ranks = [(score, len(set(hand))) for score, hand in zip(scores, self.hands, strict=True)]
        return scores, [rank == max(ranks) for rank in ranks]

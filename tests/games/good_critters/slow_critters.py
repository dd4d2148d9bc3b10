"""Good Critters a second time, slow and plain: cards in lists, deals as dictionaries, and a diary of who saw what.

It is written from the rulebook and knows nothing of how the package does it, except the numbers of actions, the names
of fields and the generator, of which it asks for a number wherever chance comes in.
"""

from critter_envs.core.generator import below

CARDS = ["yes", "no", "guard", "rob", "skim"]
KINDS = ["yes offer", "no offer", "bribe", "slip", "trade", "sale", "purchase"]
ALL = range(8)


class SlowCritters:
    """One game. ``rng`` are the words of a generator, which are used up."""

    def __init__(
        self, players, rng, payoffs=False, deals=2, boss_terms=0, fuzz="bottom", fuzz_parts=0, talk_rounds=1, first_player=None
    ):
        self.rng, self.n = rng, players
        self.payoffs, self.deals, self.boss_terms, self.talk_rounds = payoffs, deals, boss_terms, talk_rounds
        self.fuzz, self.parts = fuzz, 1 if fuzz == "anywhere" else fuzz_parts or 3
        self.pile = [value for value in (2, 3, 4, 5) for _ in range(35 - players)]
        self.stash = [[] for _ in range(players)]
        self.diary = []  # (who saw it, what, whose stash, value)
        for seat in range(players):
            for value in (2, 3, 4, 5):
                self.add(seat, value, ALL)
        self.money = [5 * payoffs] * players
        self.boss = below(rng, players) if first_player is None else first_player
        self.term = 1
        self.middle = [self.take(self.pile) for _ in range(players + 2)]
        self.above = self.shuffle_in_the_fuzz()
        self.busted = self.over = False
        self.shares = [[] for _ in range(players)]
        self.talks = []  # of this round: each a list of (threatened seat or None, word) by seat
        self.chosen = {}  # what seats have chosen unseen
        self.bundles = []
        self.last = None  # the round before: cards, talk, result, boss
        self.history = [{"cards": [], "words": [], "kept": 0} for _ in range(players)]
        self.phase = "hand out"
        self.dealer, self.deals_made, self.draft = None, 0, None

    # --- chance

    def take(self, cards):
        """A random card of a heap."""
        cards.sort()
        return cards.pop(below(self.rng, len(cards)))

    def shuffle_in_the_fuzz(self):
        part = {"bottom": self.parts - 1, "middle": (self.parts - 1) // 2, "top": 0, "anywhere": 0}[self.fuzz]
        first, last = part * len(self.pile) // self.parts, (part + 1) * len(self.pile) // self.parts
        return first + below(self.rng, last - first + 1)

    def top_of_the_pile(self):
        """A card, or None for THE FUZZ!."""
        if not self.busted and self.above == 0:
            self.busted = True
            return None
        self.above -= 1
        return self.take(self.pile)

    # --- stashes

    def add(self, seat, value, who):
        self.stash[seat].append(value)
        self.diary.append((who, "in", seat, value))

    def remove(self, seat, value, who):
        self.stash[seat].remove(value)
        self.diary.append((who, "out", seat, value))

    def add_from_pile(self, seat):
        value = self.top_of_the_pile()
        if value is None and self.pile:
            value = self.top_of_the_pile()
        if value is not None:
            self.add(seat, value, [seat])

    # --- who is to act, and how

    def left(self, seat, k):
        return (seat + k) % self.n

    def to_act(self):
        """The lowest seat that has to choose."""
        if self.over:
            return -1
        alone = {"hand out": self.boss, "deal": self.dealer, "answer": self.draft and self.draft.get("to")}
        if self.phase in alone:
            return alone[self.phase]
        return next(seat for seat in range(self.n) if seat not in self.chosen)

    def options(self):
        others = range(self.n - 1)
        if self.phase == "hand out":
            return set(range(self.n))
        if self.phase == "talk":
            return {8 + 6 * k + word for k in range(self.n) for word in range(6 if self.talk_rounds else 1)}
        if self.phase == "choose":
            return set(range(56, 61))
        if self.phase == "answer":
            kind, value = self.draft["kind"], self.draft["cards"][0]
            return {117} | ({116} if kind == "sale" or value in self.stash[self.draft["to"]] else set())
        loot, money, draft = self.stash[self.dealer], self.money[self.dealer], self.draft
        if draft is None:
            found = {61}
            tokens = 2 - sum("offer" in bundle["kind"] for bundle in self.bundles if bundle["from"] == self.dealer)
            for k in others:
                other = self.left(self.dealer, k + 1)
                if loot or money:
                    found |= {62 + k, 69 + k} if tokens else set()
                    found.add(76 + k)
                if loot:
                    found.add(83 + k)
                if (loot and self.money[other]) or (money and self.stash[other]):
                    found.add(90 + k)
            return found
        if draft["kind"] == "trade":
            sales = {103 + value - 2 for value in loot} if self.money[draft["to"]] else set()
            return sales | (set(range(107, 111)) if money and self.stash[draft["to"]] else set())
        if draft["kind"] in ("sale", "purchase"):
            payer = draft["to"] if draft["kind"] == "sale" else self.dealer
            return {111 + price for price in range(min(5, self.money[payer]))}
        found = {102} if draft["cards"] or draft["money"] else set()
        if not draft["money"]:
            lowest = min(draft["cards"], default=5)
            found |= {97 + v - 2 for v in (2, 3, 4, 5) if v <= lowest and loot.count(v) > draft["cards"].count(v)}
        if draft["kind"] != "slip" and money > draft["money"]:
            found.add(101)
        return found

    def choose(self, action):
        seat = self.to_act()
        if self.phase == "hand out":
            value = max(self.middle)
            self.middle.remove(value)
            self.shares[self.left(seat, action)].append(value)
            if not self.middle:
                self.phase = "talk"
        elif self.phase == "talk":
            k, word = divmod(action - 8, 6)
            self.chosen[seat] = (self.left(seat, k) if k else None, word)
            if len(self.chosen) == self.n:
                self.hear()
        elif self.phase == "deal":
            self.deal(action)
        elif self.phase == "answer":
            if action == 116:
                self.trade()
            self.phase = "deal"
            self.deal_made()
        else:
            self.chosen[seat] = CARDS[action - 56]
            if len(self.chosen) == self.n:
                self.resolve()

    def hear(self):
        self.talks.append([self.chosen[seat] for seat in range(self.n)])
        self.chosen = {}
        if len(self.talks) >= self.talk_rounds:
            self.phase = "deal" if self.payoffs else "choose"
            self.dealer, self.deals_made = self.boss, 0

    # --- deals

    def deal(self, action):
        if action == 61:
            self.pass_deals()
        elif action < 97:
            kind, k = divmod(action - 62, 7)
            self.draft = {"kind": KINDS[kind], "from": self.dealer, "to": self.left(self.dealer, k + 1), "cards": [], "money": 0}
        elif action < 101:
            self.draft["cards"].append(action - 97 + 2)
        elif action == 101:
            self.draft["money"] += 1
        elif action == 102:
            self.close_bundle()
        elif action < 111:
            self.draft["kind"] = "sale" if action < 107 else "purchase"
            self.draft["cards"] = [(action - 103) % 4 + 2]
        else:
            self.draft["price"] = action - 110
            self.phase = "answer"
            if self.draft["kind"] == "sale":
                self.diary.append((ALL, "shown", self.dealer, self.draft["cards"][0]))

    def close_bundle(self):
        bundle = self.draft
        self.bundles.append(bundle)
        self.money[bundle["from"]] -= bundle["money"]
        for value in bundle["cards"]:
            self.remove(bundle["from"], value, self.eyes(bundle))
        self.deal_made()

    def deal_made(self):
        self.draft = None
        self.deals_made += 1
        if self.deals_made == self.deals:
            self.pass_deals()

    def pass_deals(self):
        self.dealer, self.deals_made = self.left(self.dealer, 1), 0
        if self.dealer == self.boss:
            self.phase = "choose"

    def eyes(self, bundle):
        return [bundle["from"], bundle["to"]] if bundle["kind"] == "slip" else ALL

    def trade(self):
        seller, buyer = self.draft["from"], self.draft["to"]
        if self.draft["kind"] == "purchase":
            seller, buyer = buyer, seller
        self.remove(seller, self.draft["cards"][0], ALL)
        self.add(buyer, self.draft["cards"][0], ALL)
        self.money[seller] += self.draft["price"]
        self.money[buyer] -= self.draft["price"]

    # --- step 4

    def resolve(self):
        order = [self.left(self.boss, k) for k in range(self.n)]
        cards, talk = [self.chosen[seat] for seat in range(self.n)], self.talks[-1]
        skimmers = [seat for seat in order if cards[seat] == "skim"]
        for seat in order:
            victim = talk[seat][0]
            if cards[seat] == "rob" and victim is not None:
                thief, robbed = (victim, seat) if cards[victim] == "guard" else (seat, victim)
                if self.stash[robbed]:
                    value = self.take(list(self.stash[robbed]))
                    self.remove(robbed, value, [thief, robbed])
                    self.add(thief, value, [thief, robbed])
            if seat in skimmers[:1]:
                self.add_from_pile(seat)
        self.bundles.sort(key=lambda bundle: bundle["from"])
        for bundle in self.bundles:
            wish = bundle["kind"].removesuffix(" offer")
            taker = bundle["to"] if wish in ("bribe", "slip", cards[bundle["to"]]) else bundle["from"]
            self.money[taker] += bundle["money"]
            for value in bundle["cards"]:
                self.add(taker, value, self.eyes(bundle))
        self.bundles = []
        yes, no = cards.count("yes"), cards.count("no")
        result = "passed" if yes > no else "failed" if no > yes else "tied"
        self.last = {"cards": cards, "talk": talk, "result": result, "boss": self.boss}
        for seat, past in enumerate(self.history):
            past["cards"].append(cards[seat])
            word = talk[seat][1]
            if word:
                past["words"].append(word)
                past["kept"] += CARDS[word - 1] == cards[seat]
        self.talks, self.chosen, self.dealer = [], {}, None
        self.carry_out(result, cards, order)

    def carry_out(self, result, cards, order):
        for seat, share in enumerate(self.shares):
            for value in share:
                if result == "failed":
                    self.middle.append(value)
                else:
                    self.add(seat, value, ALL)
        self.shares = [[] for _ in range(self.n)]
        if result == "tied":
            successor = self.left(self.boss, 1)
        elif result == "failed":
            successor = next(seat for seat in order[1:] + order[:1] if cards[seat] == "no")
        else:
            successor = self.boss
        if successor == self.boss and self.boss_terms and self.term == self.boss_terms:
            if result == "passed":
                self.add_from_pile(self.boss)
            successor = self.left(self.boss, 1)
        self.term = self.term + 1 if successor == self.boss else 1
        self.boss = successor
        self.phase = "hand out"
        for _ in range(2 if result == "failed" else self.n + 2):
            value = None if self.busted else self.top_of_the_pile()
            if value is None:
                self.over = True
                return
            self.middle.append(value)

    # --- looking

    def sure_of(self, observer, holder):
        """What the observer is sure of in another stash, from the diary."""
        bounds = dict.fromkeys((2, 3, 4, 5), 0)
        for who, what, seat, value in self.diary:
            if seat == holder:
                if what == "out":
                    for each in [value] if observer in who else bounds:
                        bounds[each] = max(0, bounds[each] - 1)
                elif observer in who:
                    bounds[value] = bounds[value] + 1 if what == "in" else max(1, bounds[value])
        return list(bounds.values())

    def observation(self, me, memory=True):
        """What a seat observes, by field; seats that are absent and places that are unused are left out at the ends."""
        order = [self.left(me, k) for k in range(self.n)]
        phases = ["hand out", "talk", "deal", "answer", "choose"]
        seen = {
            "present": [1] * self.n,
            "phase": one_hot(phases.index(self.phase), 5),
            "turn": [int(self.takes_part(seat)) for seat in order],
            "boss": [int(seat == self.boss) for seat in order],
            "term": self.term,
            "boss_terms": self.boss_terms,
            "pile_size": len(self.pile),
            "fuzz": [int(self.fuzz == place) for place in ("bottom", "middle", "top", "anywhere")],
            "fuzz_parts": self.parts,
            "loot": tally(self.middle),
            "share": [tally(self.shares[seat]) for seat in order],
            "own_stash": tally(self.stash[me]),
            "stash_size": [len(self.stash[seat]) for seat in order],
            "talk_rounds": self.talk_rounds,
            "talked": len(self.talks),
            "deals": self.deals * self.payoffs,
            "payoff_cards": [self.money[seat] for seat in order],
        }
        heard = [[talk[seat] for seat in order] for talk in self.talks]
        if self.phase == "talk" and me in self.chosen:
            heard.append([self.chosen[me]])
        seen["marker"] = [[self.one_hot_seat(me, threat) for threat, _ in talk] for talk in heard]
        seen["word"] = [[one_hot(word - 1, 5) for _, word in talk] for talk in heard]
        own = self.chosen.get(me) if self.phase == "choose" else None
        seen["own_card"] = one_hot(CARDS.index(own) if own else -1, 5)
        seen.update(self.remembered(me, order) if memory else {})
        seen.update(self.on_the_table(me, order, memory))
        return seen

    def takes_part(self, seat):
        if self.over:
            return False
        return self.phase in ("talk", "choose") or seat == self.to_act()

    def remembered(self, me, order):
        seen = {
            "known": [self.sure_of(me, seat) for seat in order[1:]],
            "shown": [self.sure_of(seat, me) for seat in order[1:]],
            "played": [[self.history[seat]["cards"].count(card) for card in CARDS] for seat in order],
            "spoke": [len(self.history[seat]["words"]) for seat in order],
            "kept": [self.history[seat]["kept"] for seat in order],
        }
        if self.last:
            cards, talk = self.last["cards"], self.last["talk"]
            seen["last_result"] = [int(self.last["result"] == result) for result in ("passed", "tied", "failed")]
            seen["last_boss"] = self.one_hot_seat(me, self.last["boss"])
            seen["last_card"] = [one_hot(CARDS.index(cards[seat]), 5) for seat in order]
            seen["last_marker"] = [self.one_hot_seat(me, talk[seat][0]) for seat in order]
            seen["last_word"] = [one_hot(talk[seat][1] - 1, 5) for seat in order]
        return seen

    def on_the_table(self, me, order, memory):
        laid = [[bundle for bundle in self.bundles if bundle["from"] == seat] for seat in order]
        knows = [
            [bundle["kind"] != "slip" or (memory and me in (bundle["from"], bundle["to"])) for bundle in row] for row in laid
        ]
        seen = {
            "bundle_kind": [[one_hot(KINDS.index(bundle["kind"]), 4) for bundle in row] for row in laid],
            "bundle_to": [[self.one_hot_seat(me, bundle["to"]) for bundle in row] for row in laid],
            "bundle_size": [[len(bundle["cards"]) + bundle["money"] for bundle in row] for row in laid],
            "bundle": [
                [[*tally(bundle["cards"]), bundle["money"]] if known else [0] * 5 for bundle, known in zip(*pair, strict=True)]
                for pair in zip(laid, knows, strict=True)
            ],
        }
        if self.phase in ("deal", "answer"):
            seen["dealer"] = self.one_hot_seat(me, self.dealer)
            seen["deals_made"] = self.deals_made
            if self.draft and (me == self.dealer or self.phase == "answer"):
                seen["draft"] = one_hot(KINDS.index(self.draft["kind"]), 7)
                seen["partner"] = self.one_hot_seat(me, self.draft["to"])
                seen["draft_cards"] = [*tally(self.draft["cards"]), self.draft["money"]]
                seen["price"] = self.draft.get("price", 0)
        return seen

    def one_hot_seat(self, me, seat):
        return one_hot(-1 if seat is None else (seat - me) % self.n, self.n)

    def scores(self):
        scores = [sum(stash) + money for stash, money in zip(self.stash, self.money, strict=True)]
        for bundle in self.bundles:
            scores[bundle["from" if "offer" in bundle["kind"] else "to"]] += sum(bundle["cards"]) + bundle["money"]
        return scores


def one_hot(place, length):
    return [int(k == place) for k in range(length)]


def tally(cards):
    return [cards.count(value) for value in (2, 3, 4, 5)]

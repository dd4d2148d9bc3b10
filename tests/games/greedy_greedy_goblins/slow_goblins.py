"""Greedy Greedy Goblins a second time, slow and plain: things in lists, and the course of the game from top to bottom.

It is written from the rulebook and knows nothing of how the package does it, except the names of kinds, the labels of
actions and the generator, of which it asks for a number wherever chance comes in. Choices are asked for by ``yield``.
"""

from critter_envs.core.generator import below

FAVOURITE = {"Fangferalz": "emerald", "Warraaage": "ruby", "Snazdoodle": "sapphire", "Glittergreed": "gold"}
CUTTER = {
    "emerald": "Emerald Cutter",
    "ruby": "Ruby Cutter",
    "sapphire": "Sapphire Cutter",
    "gold": "Gold Smelter",
    "diamond": "Diamond Cutter",
}
TREASURES = list(CUTTER)
TILES = [*TREASURES, "dynamite", "double dynamite", "monster", "minion", "torch"]
ON_CAVES = [*CUTTER.values(), "Canary", "Expert Miner", "Guildmaster", "Sapper", "Scavenger", "Wrangler"]
CARDS = [*ON_CAVES, "Banker", "Claim Jumper"]
BOX_OF_TILES = [5, 5, 5, 5, 3, 16, 4, 5, 6, 6]
STAGES = ["mining", "location", "cards", "scavenger", "monsters", "banker", "discard"]
HALL = "the guildhall"


class Tile:
    """A tile in a cave."""

    def __init__(self, kind, placer, face_up):
        self.kind, self.placer, self.face_up = kind, placer, face_up


class SlowGoblins:
    """One game. ``rng`` are the words of a generator, which are used up."""

    def __init__(self, players, rng, clans=None, target=100, guildmaster_coins=2):
        self.players, self.rng, self.target, self.guildmaster_coins = players, rng, target, guildmaster_coins
        dealt = list(FAVOURITE)
        if clans is None:
            for last in range(3, 0, -1):
                place = below(rng, last + 1)
                dealt[place], dealt[last] = dealt[last], dealt[place]
        self.clans = (clans or dealt)[:players]
        self.coins = [0] * players
        self.hands = [[] for _ in range(players)]
        self.deck = [card for card in CARDS for _ in range(1 if card in ("Diamond Cutter", "Banker") else 2)]
        self.discards = []
        self.known_bankers = [0] * players
        self.drawn = [0] * players
        self.round_number = 0
        self.over = False
        self.turn, self.options = None, set()
        self.order, self.asked = [], 0
        self.caves = [f"cave {k}" for k in range(1, 6 if players == 2 else 9)]
        self.course = self.rounds()
        next(self.course)

    def choose(self, label):
        """Answer the question that is open."""
        try:
            self.course.send(label)
        except StopIteration:
            self.over = True

    def ask(self, seat, *options):
        self.turn, self.options = seat, set(options)
        return (yield)

    def rounds(self):
        while True:
            self.begin_round()
            yield from self.mine()
            self.order_seats()
            yield from self.score()
            yield from self.show_bankers()
            if max(self.coins) >= self.target and self.coins.count(max(self.coins)) == 1:
                return
            yield from self.cut_hands()

    def begin_round(self):
        self.round_number += 1
        self.pool = [kind for kind, number in zip(TILES, BOX_OF_TILES, strict=True) for _ in range(number)]
        self.goblins = [2 if self.players == 4 else 3] * self.players
        self.retired = set()
        self.held, self.returned = {}, {}
        self.tiles = {cave: [] for cave in self.caves}
        self.claims, self.jumps, self.scored = {}, {}, set()
        self.commits = {}
        self.limit = None
        self.order, self.cave = [], None
        self.played, self.eaten, self.may_add = {}, [], 0

    # --- mining

    def free(self):
        return [cave for cave in self.caves if cave not in self.claims]

    def diggers(self):
        return [seat for seat in range(self.players) if self.goblins[seat] and seat not in self.retired]

    def mine(self):
        self.stage = "mining"
        while miners := [seat for seat in range(self.players) if seat in self.held or seat in self.diggers()]:
            for seat in miners:
                label = yield from self.ask(seat, *self.mining_options(seat))
                self.commits[seat] = [label]
                if label.startswith("place the torch") and self.face_down(label[-6:]):
                    choices = {f"turn up {self.name(tile, seat)} with the torch" for tile in self.face_down(label[-6:])}
                    self.commits[seat].append((yield from self.ask(seat, *choices)))
            while self.commits:
                waiting = sorted(self.commits)
                seat = waiting[below(self.rng, len(waiting))] if len(waiting) > 1 else waiting[0]
                self.try_to(seat, *self.commits.pop(seat))
                self.give_back()
                if self.limit is None and len(self.diggers()) == 1:
                    self.limit = 5

    def mining_options(self, seat):
        free = self.free()
        if seat in self.held:
            yield from (f"place the tile face down in {cave}" for cave in free)
            if self.held[seat] == "torch":
                yield from (f"place the torch face up in {cave}" for cave in free)
        else:
            yield "retire"
            if self.can_draw():
                yield "draw a tile"
        if self.goblins[seat]:
            yield from (f"claim {place}" for place in [*free, HALL] if place not in self.claims)
            if "Claim Jumper" in self.hands[seat]:
                yield from (f"jump the claim to {cave}" for cave in self.caves if self.can_jump(seat, cave))

    def can_draw(self):
        return bool(self.pool and self.free() and self.limit != 0)

    def can_jump(self, seat, cave):
        return self.claims.get(cave, seat) != seat and cave not in self.jumps

    def face_down(self, cave):
        return [tile for tile in self.tiles[cave] if not tile.face_up]

    def name(self, tile, seat):
        return f"your {tile.kind}" if tile.placer == seat else "a tile of others"

    def try_to(self, seat, label, choice=None):
        """Carry out a commit, if it is legal at this moment."""
        place = HALL if label.endswith(HALL) else label[-6:]
        if label == "retire":
            self.retired.add(seat)
        elif label == "draw a tile":
            if self.can_draw():
                self.held[seat] = self.take(self.pool, TILES)
                if self.limit is not None:
                    self.limit -= 1
        elif label.startswith("jump"):
            if self.can_jump(seat, place):
                self.jumps[place] = seat
                self.goblins[seat] -= 1
                self.hands[seat].remove("Claim Jumper")
                self.discards.append("Claim Jumper")
        elif place in self.claims:
            return
        elif label.startswith("claim"):
            self.claims[place] = seat
            self.goblins[seat] -= 1
        elif label.startswith("place the tile"):
            self.tiles[place].append(Tile(self.held.pop(seat), seat, False))
        else:
            self.place_torch(seat, place, choice)

    def place_torch(self, seat, cave, choice):
        there = self.face_down(cave)
        fitting = [tile for tile in there if choice == f"turn up {self.name(tile, seat)} with the torch"]
        if (there or choice) and not fitting:
            return
        self.tiles[cave].append(Tile(self.held.pop(seat), seat, True))
        if choice and "others" in choice:
            fitting.sort(key=lambda tile: (tile.placer, TILES.index(tile.kind)))
            fitting[below(self.rng, len(fitting))].face_up = True
        elif choice:
            fitting[0].face_up = True

    def give_back(self):
        """When all caves are claimed, tiles in hands go back."""
        if not self.free():
            for seat in list(self.held):
                self.returned[seat] = self.held.pop(seat)
                self.pool.append(self.returned[seat])

    def take(self, heap, kinds):
        """One thing of a heap, each equally likely; they are looked through by kind."""
        heap.sort(key=kinds.index)
        return heap.pop(below(self.rng, len(heap)))

    # --- scoring

    def order_seats(self):
        waiting = list(range(self.players))
        while waiting:
            best = [seat for seat in waiting if self.coins[seat] == max(self.coins[other] for other in waiting)]
            seat = best[below(self.rng, len(best))] if len(best) > 1 else best[0]
            waiting.remove(seat)
            self.order.append(seat)

    def own_locations(self, seat):
        places = [place for place in [*self.caves, HALL] if seat in (self.claims.get(place), self.jumps.get(place))]
        return [place for place in places if place not in self.scored]

    def score(self):
        for seat in self.order:
            while places := self.own_locations(seat):
                self.stage = "location"
                place = (yield from self.ask(seat, *(f"score {place}" for place in places))).removeprefix("score ")
                self.scored.add(place)
                if place == HALL:
                    self.draw_card(seat)
                else:
                    yield from self.score_cave(place)

    def score_cave(self, cave):
        self.cave = cave
        sides = [self.claims[cave], *([self.jumps[cave]] if cave in self.jumps else [])]
        self.played = {seat: [] for seat in sides}
        for tile in self.tiles[cave]:
            tile.face_up = True
        for seat in sides:
            yield from self.play_cards(seat)
        if self.dynamite() >= 3:
            for seat in sides:
                if "Canary" not in self.played[seat]:
                    self.coins[seat] = max(0, self.coins[seat] - 5)
        else:
            yield from self.feed(sides[0])
            for seat in sides:
                pay = self.pay(seat)
                self.coins[seat] += -(-pay // 2) if len(sides) == 2 else pay
                for _ in range(self.count("minion")):
                    self.draw_card(seat)
        self.discards += [card for cards in self.played.values() for card in cards]
        self.cave, self.played, self.eaten = None, {}, []

    def play_cards(self, seat):
        while True:
            self.stage = "cards"
            cards = {card for card in self.hands[seat] if card in ON_CAVES and (card != "Sapper" or self.dynamite() == 0)}
            label = yield from self.ask(seat, "play no more cards", *(f"play {card}" for card in cards))
            if label == "play no more cards":
                return
            card = label.removeprefix("play ")
            self.hands[seat].remove(card)
            self.played[seat].append(card)
            if card == "Scavenger":
                yield from self.scavenge(seat)

    def scavenge(self, seat):
        self.may_add = 3
        while self.may_add and self.pool:
            self.stage = "scavenger"
            if (yield from self.ask(seat, "add a tile", "add no more tiles")) == "add no more tiles":
                break
            tile = Tile(self.take(self.pool, TILES), seat, True)
            self.tiles[self.cave].append(tile)
            self.returned = {who: kind for who, kind in self.returned.items() if kind != tile.kind}
            self.may_add -= 1
        self.may_add = 0

    def feed(self, seat):
        for _ in range(self.count("monster") if self.cards("Wrangler") == 0 else 0):
            self.stage = "monsters"
            food = {kind for kind in TREASURES if self.count(kind)}
            if food:
                label = yield from self.ask(seat, *(f"let the monster eat {kind}" for kind in food))
                self.eaten.append(label.removeprefix("let the monster eat "))

    def count(self, kind):
        """Tiles of a kind on the cave at hand that haven't been eaten."""
        return sum(tile.kind == kind for tile in self.tiles[self.cave]) - self.eaten.count(kind)

    def cards(self, card):
        return sum(cards.count(card) for cards in self.played.values())

    def dynamite(self):
        number = self.count("dynamite") + 2 * self.count("double dynamite") + self.cards("Sapper")
        for _ in range(self.cards("Expert Miner")):
            number //= 2
        return number

    def pay(self, seat):
        own, pay = self.played[seat], 0
        for kind in TREASURES:
            worth = 2 if kind == "diamond" or kind == FAVOURITE[self.clans[seat]] else 1
            worth += own.count(CUTTER[kind]) * (2 if kind == "diamond" else 1)
            pay += self.count(kind) * worth
        pay *= 1 + self.dynamite()
        pay += own.count("Guildmaster") * self.count("minion") * self.guildmaster_coins
        return pay + own.count("Wrangler") * self.count("monster")

    def draw_card(self, seat):
        if not self.deck:
            self.deck, self.discards = self.discards, []
        if self.deck:
            self.hands[seat].append(self.take(self.deck, CARDS))
            self.drawn[seat] += 1

    # --- the end of a round

    def show_bankers(self):
        for seat in self.order:
            for number in range(1, self.hands[seat].count("Banker") + 1):
                self.stage, self.asked = "banker", number
                self.known_bankers[seat] = max(self.known_bankers[seat], number)
                self.coins[seat] += (yield from self.ask(seat, "show the Banker", "don't show the Banker")) == "show the Banker"
            self.drawn[seat] = 0
            self.asked = 0

    def cut_hands(self):
        for seat in self.order:
            while len(self.hands[seat]) > 3:
                self.stage = "discard"
                card = (yield from self.ask(seat, *(f"discard {card}" for card in self.hands[seat]))).removeprefix("discard ")
                self.hands[seat].remove(card)
                self.discards.append(card)
                self.known_bankers[seat] -= card == "Banker"

    # --- looking

    def observation(self, seat, memory=True):
        """What a seat observes, by field, absent seats left out; the caves by field under their names."""
        order = [(seat + k) % self.players for k in range(self.players)]
        mining = self.stage == "mining"
        commit = self.commits.get(seat, [])
        own_clans = [[int(self.clans[other] == clan) for clan in FAVOURITE] for other in order]
        claimer, jumper = self.claims.get(self.cave), self.jumps.get(self.cave)
        sides = [self.played.get(claimer, []), self.played.get(jumper, []) if self.cave in self.jumps else []]
        table = {
            "present": [1] * self.players,
            "stage": [int(self.stage == stage) for stage in STAGES],
            "turn": [int(not mining and other == self.turn) for other in order],
            "rank": [0 if mining else 1 + self.order.index(other) for other in order],
            "round_number": self.round_number,
            "target": self.target,
            "guildmaster_coins": self.guildmaster_coins,
            "clan": own_clans,
            "coins": [self.coins[other] for other in order],
            "goblins": [self.goblins[other] for other in order],
            "retired": [int(other in self.retired) for other in order],
            "holding": [int(other in self.held) for other in order],
            "held": [[int(self.held.get(other) == kind and other == seat) for kind in TILES] for other in order],
            "own_hand": tally(self.hands[seat], CARDS),
            "shown": self.known_bankers[seat] * memory,
            "hand_size": [len(self.hands[other]) for other in order],
            "sure": [[self.known_bankers[other] * memory * (card == "Banker") for card in CARDS] for other in order[1:]],
            "drawn": [self.drawn[other] * memory for other in order],
            "asked": self.asked,
            "discards": tally(self.discards, CARDS),
            "deck_size": len(self.deck),
            "pool_size": len(self.pool),
            "returned": [int(memory and self.returned.get(seat) == kind) for kind in TILES],
            "last_one": int(self.limit is not None),
            "draws_left": 5 if self.limit is None else self.limit,
            "guildhall": [int(self.claims.get(HALL) == other) for other in order],
            "guildhall_scored": int(HALL in self.scored),
            "plan": [int(commit[:1] == [label]) for label in ("draw a tile", "retire", "claim the guildhall")],
            "turn_up": [
                int(commit[1:] == [f"turn up {what} with the torch"])
                for what in [*(f"your {kind}" for kind in TILES), "a tile of others"]
            ],
            "played": [tally(cards, ON_CAVES) for cards in sides],
            "left_to_add": self.may_add,
            "eaten": tally(self.eaten, TREASURES),
        }
        return table, [self.cave_seen(cave, seat, order, commit, memory) for cave in self.caves]

    def cave_seen(self, cave, seat, order, commit, memory):
        tiles, down = self.tiles[cave], self.face_down(cave)
        torch_here = commit[:1] == [f"place the torch face up in {cave}"]
        plans = ("claim {}", "jump the claim to {}", "place the tile face down in {}", "place the torch face up in {}")
        return {
            "there": 1,
            "claimer": [int(self.claims.get(cave) == other) for other in order],
            "jumper": [int(self.jumps.get(cave) == other) for other in order],
            "scored": int(cave in self.scored),
            "current": int(self.cave == cave),
            "up": tally([tile.kind for tile in tiles if tile.face_up], TILES),
            "down": len(down),
            "known": tally([tile.kind for tile in down if tile.placer == seat and (memory or torch_here)], TILES),
            "up_by": [
                tally([tile.kind for tile in tiles if tile.face_up and tile.placer == other and memory], TILES) for other in order
            ],
            "down_by": [sum(tile.placer == other for tile in down) * memory for other in order],
            "plan": [int(commit[:1] == [plan.format(cave)]) for plan in plans],
        }


def tally(things, kinds):
    """How many there are of each kind."""
    return [things.count(kind) for kind in kinds]

"""The minion cards: each sentence of their clarifications, from a cave that is scored."""

import pytest
from games.greedy_greedy_goblins.table import coins, discards, do, gains, hand, legal, scored, table, up

CUTTERS = [
    ("Emerald Cutter", "emerald", "Fangferalz"),
    ("Ruby Cutter", "ruby", "Warraaage"),
    ("Sapphire Cutter", "sapphire", "Snazdoodle"),
    ("Gold Smelter", "gold", "Glittergreed"),
]


def other_clan(clan):
    return "Warraaage" if clan != "Warraaage" else "Snazdoodle"


# --- all cards -------------------------------------------------------------------------------------------------


def test_cards_are_played_after_the_tiles_are_revealed():
    batch = table(caves={1: {"down": {0: "1 ruby", 1: "2 dynamite"}, "claimer": 0}}, stage="score", hands={0: "1 Canary"})
    do(batch, "score cave 1")
    assert up(batch, 1) == "1 ruby, 2 dynamite"
    assert legal(batch) == {"play Canary", "play no more cards"}


def test_cards_are_discarded_after_the_cave_has_been_scored():
    batch = scored("1 ruby", ["Sapper", "Ruby Cutter"])
    assert discards(batch) == "1 Ruby Cutter, 1 Sapper"
    assert hand(batch, 0) == ""


def test_any_card_may_be_played_useful_or_not_but_the_banker_and_the_claim_jumper():
    everything = "1 Emerald Cutter, 1 Canary, 1 Guildmaster, 1 Scavenger, 1 Wrangler, 1 Expert Miner, 1 Banker, 1 Claim Jumper"
    batch = table(caves={1: {"down": {1: "1 torch"}, "claimer": 0}}, stage="score", hands={0: everything})
    do(batch, "score cave 1")
    playable = {"Emerald Cutter", "Canary", "Guildmaster", "Scavenger", "Wrangler", "Expert Miner"}
    assert legal(batch) == {"play no more cards", *(f"play {card}" for card in playable)}


def test_a_card_drawn_when_scoring_a_cave_can_only_be_played_on_caves_scored_later():
    batch = table(
        caves={1: {"down": {1: "1 minion"}, "claimer": 0}, 2: {"down": {1: "1 ruby"}, "claimer": 0}},
        stage="score",
        deck="1 Sapper",
    )
    do(batch, "score cave 1")
    assert legal(batch) == {"play no more cards"}
    do(batch, "play no more cards")
    assert hand(batch, 0) == "1 Sapper"
    do(batch, "score cave 2")
    assert legal(batch) == {"play Sapper", "play no more cards"}


# --- Banker ----------------------------------------------------------------------------------------------------


def test_banker_scores_a_coin_after_all_locations_and_returns_to_the_hand():
    batch = table(
        caves={1: {"down": {1: "1 ruby"}, "claimer": 0}},
        stage="score",
        hands={0: "1 Banker"},
        clans=["Snazdoodle", "Glittergreed"],
    )
    do(batch, "score cave 1", "play no more cards")
    assert coins(batch) == [1, 0]
    assert legal(batch) == {"show the Banker", "don't show the Banker"}
    do(batch, "show the Banker")
    assert coins(batch) == [2, 0]
    assert hand(batch, 0) == "1 Banker"


def test_banker_need_not_be_shown():
    batch = table(stage="banker", hands={0: "1 Banker"}, coins=(3, 2))
    do(batch, "don't show the Banker")
    assert coins(batch) == [3, 2]
    assert hand(batch, 0) == "1 Banker"


def test_banker_may_be_used_again_in_the_next_round():
    batch = table(stage="banker", hands={0: "1 Banker"})
    do(batch, "show the Banker")
    do(batch, "retire", "retire")
    assert legal(batch) == {"show the Banker", "don't show the Banker"}
    do(batch, "show the Banker")
    assert coins(batch) == [2, 0]


def test_banker_may_be_shown_in_the_round_in_which_it_was_drawn():
    batch = table(guildhall=0, stage="score", deck="1 Banker")
    do(batch, "score the guildhall")
    assert legal(batch) == {"show the Banker", "don't show the Banker"}


def test_banker_may_be_discarded_when_there_are_four_cards():
    batch = table(stage="discard", hands={0: "1 Banker, 1 Canary, 1 Sapper, 1 Wrangler"})
    do(batch, "discard Banker")
    assert discards(batch) == "1 Banker"
    assert hand(batch, 0) == "1 Canary, 1 Sapper, 1 Wrangler"


# --- Canary ----------------------------------------------------------------------------------------------------


def test_canary_saves_the_goblin_and_the_cave_is_not_scored_either():
    batch = scored("2 ruby, 3 dynamite, 1 minion", ["Canary"])
    assert gains(batch) == [0, 0]
    assert hand(batch, 0) == ""


def test_canary_only_saves_one_goblin_from_one_cave():
    caves = {number: {"down": {1: "1 ruby, 3 dynamite"}, "claimer": 0} for number in (1, 2)}
    batch = table(caves=caves, stage="score", hands={0: "1 Canary"}, coins=(10, 0))
    do(batch, "score cave 1", "play Canary", "play no more cards")
    assert coins(batch) == [10, 0]
    do(batch, "score cave 2", "play no more cards")
    assert coins(batch) == [5, 0]


def test_canary_leaves_no_effect_to_cards_that_award_coins():
    assert gains(scored("3 dynamite, 2 minion, 2 monster", ["Canary", "Guildmaster", "Wrangler"])) == [0, 0]


def test_canary_does_nothing_in_a_cave_that_does_not_blow_up():
    assert gains(scored("2 ruby, 2 dynamite", ["Canary"])) == [6, 0]


# --- Claim Jumper, when the cave is scored (how it is played: see the tests of turns) -------------------------


def test_claim_jumper_both_calculate_separately_and_halve_rounding_up():
    """Five sapphires and a gold are eleven coins to one clan, seven to the other: six and four."""
    batch = scored("5 sapphire, 1 gold", jumper_moves=[])
    assert gains(batch) == [6, 4]


def test_claim_jumper_seven_coins_become_four():
    assert gains(scored("5 ruby, 1 diamond", jumper_moves=[])) == [4, 4]


def test_claim_jumper_both_lose_a_full_five_coins_when_the_cave_blows_up():
    assert gains(scored("1 dynamite, 1 double dynamite", jumper_moves=[])) == [-5, -5]


def test_claim_jumper_the_claimer_decides_which_treasures_are_removed():
    batch = scored("1 sapphire, 1 gold, 1 monster", jumper_moves=[])
    assert batch.player[0] == 0
    do(batch, "let the monster eat gold")
    assert gains(batch) == [1, 1]


def test_claim_jumper_both_draw_for_each_minion_tile_the_claimer_first():
    """The deck holds two cards, so the jumper's come out of the discards."""
    batch = scored("2 minion", jumper_moves=[], deck="2 Sapper")
    assert hand(batch, 0) == "2 Sapper"
    assert batch.states[0].hand[1].sum() == 2


def test_claim_jumper_the_claimer_plays_cards_first_then_the_jumper():
    batch = table(
        caves={1: {"down": {1: "1 ruby"}, "claimer": 0, "jumper": 1}}, stage="score", hands={0: "1 Sapper", 1: "1 Ruby Cutter"}
    )
    do(batch, "score cave 1")
    assert batch.player[0] == 0
    do(batch, "play no more cards")
    assert batch.player[0] == 1
    assert legal(batch) == {"play Ruby Cutter", "play no more cards"}


def test_claim_jumper_the_cave_is_scored_once_when_the_first_of_the_two_picks_it():
    batch = table(
        caves={1: {"down": {1: "1 ruby"}, "claimer": 0, "jumper": 1}},
        stage="score",
        order=[1, 0],
        clans=["Snazdoodle", "Glittergreed"],
    )
    assert legal(batch) == {"score cave 1"}
    do(batch, "score cave 1", "play no more cards", "play no more cards")
    assert coins(batch) == [1, 1]
    assert batch.states[0].round_number == 2


@pytest.mark.parametrize(
    ("tiles", "card", "expected"),
    [
        ("2 ruby, 5 dynamite", "Expert Miner", [3, 3]),
        ("3 ruby", "Sapper", [3, 3]),
        ("3 ruby, 1 monster", "Wrangler", [2, 2]),
    ],
)
@pytest.mark.parametrize("player", [0, 1])
def test_claim_jumper_these_cards_affect_both(tiles, card, expected, player):
    """Of the Wrangler only that monsters eat nothing; the coins for monsters are its player's alone."""
    moves = [[card] if player == side else [] for side in range(2)]
    batch = scored(tiles, moves[0], jumper_moves=moves[1])
    assert gains(batch) == expected


def test_claim_jumper_a_scavengers_tiles_affect_both():
    assert gains(scored("1 ruby", [], jumper_moves=["Scavenger", "+emerald", "+dynamite", "stop"])) == [2, 2]


@pytest.mark.parametrize(("card", "treasure", "clan"), CUTTERS)
@pytest.mark.parametrize("player", [0, 1])
def test_claim_jumper_cutters_affect_only_who_played_them(card, treasure, clan, player):
    clans = [name for name in ("Fangferalz", "Warraaage", "Snazdoodle", "Glittergreed") if name != clan][:2]
    moves = [[card] if player == side else [] for side in range(2)]
    assert gains(scored(f"4 {treasure}", moves[0], jumper_moves=moves[1], clans=clans)) == ([4, 2] if player == 0 else [2, 4])


@pytest.mark.parametrize("player", [0, 1])
def test_claim_jumper_a_diamond_cutter_affects_only_who_played_it(player):
    moves = [["Diamond Cutter"] if player == side else [] for side in range(2)]
    assert gains(scored("3 diamond", moves[0], jumper_moves=moves[1])) == ([6, 3] if player == 0 else [3, 6])


@pytest.mark.parametrize("player", [0, 1])
def test_claim_jumper_a_guildmaster_affects_only_who_played_it(player):
    moves = [["Guildmaster"] if player == side else [] for side in range(2)]
    assert gains(scored("3 minion", moves[0], jumper_moves=moves[1])) == ([3, 0] if player == 0 else [0, 3])


@pytest.mark.parametrize("player", [0, 1])
def test_claim_jumper_a_canary_affects_only_who_played_it(player):
    moves = [["Canary"] if player == side else [] for side in range(2)]
    assert gains(scored("3 dynamite", moves[0], jumper_moves=moves[1])) == ([0, -5] if player == 0 else [-5, 0])


@pytest.mark.parametrize("player", [0, 1])
def test_claim_jumper_a_wrangler_awards_coins_only_to_who_played_it_but_no_monster_eats(player):
    """Four rubies to both, and four coins for the monsters to one: four and two."""
    moves = [["Wrangler"] if player == side else [] for side in range(2)]
    assert gains(scored("4 ruby, 4 monster", moves[0], jumper_moves=moves[1])) == ([4, 2] if player == 0 else [2, 4])


# --- cutters ---------------------------------------------------------------------------------------------------


def test_diamond_cutter_makes_each_diamond_worth_2_more():
    assert gains(scored("2 diamond, 1 ruby", ["Diamond Cutter"])) == [9, 0]


@pytest.mark.parametrize(("dynamite", "times"), [(1, 2), (2, 3)])
def test_diamond_cutter_dynamite_multiplies_all_bonuses(dynamite, times):
    assert gains(scored(f"2 diamond, {dynamite} dynamite", ["Diamond Cutter"])) == [8 * times, 0]


@pytest.mark.parametrize(("card", "treasure", "clan"), CUTTERS)
def test_cutter_makes_each_of_its_treasures_worth_1_more(card, treasure, clan):
    others = ", ".join(f"1 {kind}" for _, kind, _ in CUTTERS if kind != treasure)
    plain = gains(scored(f"3 {treasure}, {others}", clans=[other_clan(clan), clan]))[0]
    assert gains(scored(f"3 {treasure}, {others}", [card], clans=[other_clan(clan), clan])) == [plain + 3, 0]


@pytest.mark.parametrize(("card", "treasure", "clan"), CUTTERS)
def test_cutter_several_may_be_played_on_the_same_cave(card, treasure, clan):
    assert gains(scored(f"2 {treasure}", [card, card], clans=[other_clan(clan), clan])) == [6, 0]


@pytest.mark.parametrize(("card", "treasure", "clan"), CUTTERS)
def test_cutter_adds_to_what_the_clan_favours(card, treasure, clan):
    assert gains(scored(f"2 {treasure}", [card], clans=[clan, other_clan(clan)])) == [6, 0]


@pytest.mark.parametrize(("dynamite", "times"), [(1, 2), (2, 3)])
@pytest.mark.parametrize(("card", "treasure", "clan"), CUTTERS)
def test_cutter_dynamite_multiplies_after_all_bonuses(card, treasure, clan, dynamite, times):
    batch = scored(f"2 {treasure}, {dynamite} dynamite", [card, card], clans=[clan, other_clan(clan)])
    assert gains(batch) == [8 * times, 0]


# --- Expert Miner ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tiles", "times"), [("1 dynamite", 1), ("2 dynamite", 2), ("3 dynamite", 2), ("4 dynamite", 3)])
def test_expert_miner_halves_the_dynamite_rounding_down(tiles, times):
    assert gains(scored(f"1 ruby, {tiles}", ["Expert Miner"])) == [times, 0]


def test_expert_miner_counts_double_dynamite_as_two_first():
    """One and two double ones are five: halved to two."""
    assert gains(scored("1 ruby, 1 dynamite, 2 double dynamite", ["Expert Miner"])) == [3, 0]


def test_expert_miner_six_are_still_too_many():
    assert gains(scored("1 ruby, 6 dynamite", ["Expert Miner"])) == [-5, 0]


def test_expert_miner_two_of_them_work_one_at_a_time():
    """Five become two, and two become one."""
    assert gains(scored("1 ruby, 5 dynamite", ["Expert Miner", "Expert Miner"])) == [2, 0]


@pytest.mark.parametrize(
    "moves", [["Expert Miner", "Scavenger", "+dynamite", "stop"], ["Scavenger", "+dynamite", "stop", "Expert Miner"]]
)
def test_expert_miner_applies_to_the_new_total_after_a_scavenger(moves):
    """Three and one more are four, halved to two, whichever card came first; one by one they would be 3 / 2 + 1."""
    assert gains(scored("1 ruby, 4 dynamite", moves)) == [3, 0]


# --- Guildmaster -----------------------------------------------------------------------------------------------


def test_guildmaster_scores_2_coins_for_each_minion_tile_besides_the_cards():
    batch = scored("3 minion", ["Guildmaster"])
    assert gains(batch) == [6, 0]
    assert batch.states[0].hand[0].sum() == 3


def test_guildmaster_scores_1_coin_by_the_clarification():
    assert gains(scored("3 minion", ["Guildmaster"], guildmaster_coins=1)) == [3, 0]


def test_guildmaster_dynamite_does_not_multiply_its_coins():
    assert gains(scored("2 minion, 1 ruby, 2 dynamite", ["Guildmaster"])) == [7, 0]


def test_guildmaster_has_no_effect_when_the_goblin_is_blown_up():
    batch = scored("2 minion, 3 dynamite", ["Guildmaster"])
    assert gains(batch) == [-5, 0]
    assert hand(batch, 0) == ""


# --- Sapper ----------------------------------------------------------------------------------------------------


def test_sapper_makes_a_cave_without_dynamite_have_one():
    assert gains(scored("3 ruby", ["Sapper"])) == [6, 0]


@pytest.mark.parametrize("tiles", ["1 dynamite", "1 double dynamite", "5 dynamite"])
def test_sapper_can_only_be_played_on_a_cave_that_has_no_dynamite(tiles):
    batch = table(caves={1: {"down": {1: tiles}, "claimer": 0}}, stage="score", hands={0: "1 Sapper"})
    do(batch, "score cave 1")
    assert legal(batch) == {"play no more cards"}


@pytest.mark.parametrize(("added", "expected"), [(1, 3), (2, -5)])
def test_sapper_stays_in_effect_when_a_scavenger_adds_dynamite(added, expected):
    assert gains(scored("1 ruby", ["Sapper", "Scavenger", *["+dynamite"] * added, "stop"])) == [expected, 0]


# --- Scavenger -------------------------------------------------------------------------------------------------


def test_scavenger_adds_up_to_3_tiles_one_at_a_time():
    batch = table(caves={1: {"claimer": 0}}, stage="score", hands={0: "1 Scavenger"})
    do(batch, "score cave 1", "play Scavenger")
    for number in range(3):
        assert legal(batch) == {"add a tile", "add no more tiles"}
        assert batch.states[0].up[0].sum() == number
        do(batch, "add a tile")
    assert legal(batch) == {"play no more cards"}
    assert batch.states[0].up[0].sum() == 3


@pytest.mark.parametrize("number", range(3))
def test_scavenger_may_stop_at_any_time(number):
    batch = table(caves={1: {"claimer": 0}}, stage="score", hands={0: "1 Scavenger"})
    do(batch, "score cave 1", "play Scavenger", *["add a tile"] * number, "add no more tiles")
    assert legal(batch) == {"play no more cards"}
    assert batch.states[0].up[0].sum() == number


def test_scavenger_takes_its_tiles_from_the_pool_and_they_lie_face_up():
    batch = table(caves={1: {"claimer": 0}}, stage="score", hands={0: "1 Scavenger"}, pool="1 ruby, 1 gold")
    do(batch, "score cave 1", "play Scavenger", "add a tile")
    assert up(batch, 1) in ("1 ruby", "1 gold")
    assert batch.states[0].pool.sum() == 1


def test_scavenger_must_stop_when_the_pool_runs_out():
    batch = table(caves={1: {"claimer": 0}}, stage="score", hands={0: "1 Scavenger"}, pool="1 ruby, 1 gold")
    do(batch, "score cave 1", "play Scavenger", "add a tile", "add a tile")
    assert up(batch, 1) == "1 ruby, 1 gold"
    assert legal(batch) == {"play no more cards"}


def test_scavenger_adds_nothing_from_an_empty_pool():
    batch = table(caves={1: {"claimer": 0}}, stage="score", hands={0: "1 Scavenger"}, pool="")
    do(batch, "score cave 1", "play Scavenger")
    assert legal(batch) == {"play no more cards"}


def test_scavenger_a_tile_must_be_added_even_if_it_is_not_wanted():
    batch = table(
        caves={1: {"down": {1: "1 ruby, 2 dynamite"}, "claimer": 0}}, stage="score", hands={0: "1 Scavenger"}, pool="1 dynamite"
    )
    do(batch, "score cave 1", "play Scavenger", "add a tile", "play no more cards")
    assert coins(batch) == [0, 0]


def test_scavenger_several_may_be_played_on_the_same_cave():
    batch = scored("1 ruby", ["Scavenger", "+ruby", "+ruby", "+ruby", "Scavenger", "+ruby", "stop"])
    assert gains(batch) == [5, 0]


# --- Wrangler --------------------------------------------------------------------------------------------------


def test_wrangler_monsters_eat_nothing_and_score_1_coin_each():
    assert gains(scored("2 ruby, 3 monster", ["Wrangler"])) == [5, 0]


def test_wrangler_stays_in_effect_when_a_scavenger_adds_monsters():
    assert gains(scored("2 ruby", ["Wrangler", "Scavenger", "+monster", "stop"])) == [3, 0]


def test_wrangler_dynamite_does_not_multiply_its_coins():
    assert gains(scored("1 ruby, 2 monster, 2 dynamite", ["Wrangler"])) == [5, 0]


def test_wrangler_has_no_effect_when_the_goblin_is_blown_up():
    assert gains(scored("2 monster, 3 dynamite", ["Wrangler"])) == [-5, 0]


# --- monsters, which no card holds -----------------------------------------------------------------------------


def test_each_monster_takes_one_treasure_of_the_players_choice():
    batch = scored("1 ruby, 2 sapphire, 2 monster")
    assert legal(batch) == {"let the monster eat ruby", "let the monster eat sapphire"}
    do(batch, "let the monster eat ruby")
    assert legal(batch) == {"let the monster eat sapphire"}
    do(batch, "let the monster eat sapphire")
    assert gains(batch) == [2, 0]


def test_monsters_take_only_while_there_is_treasure():
    batch = scored("1 ruby, 4 monster, 1 minion")
    do(batch, "let the monster eat ruby")
    assert gains(batch) == [0, 0]
    assert batch.states[0].hand[0].sum() == 1


@pytest.mark.parametrize("moves", [[], ["Canary"]])
def test_a_cave_that_blows_up_or_is_saved_asks_for_no_choices(moves):
    batch = scored("1 ruby, 1 monster, 3 dynamite", moves)
    assert batch.states[0].round_number == 2


def test_a_scavengers_tile_is_drawn_at_random():
    found = set()
    for seed in range(30):
        batch = table(caves={1: {"claimer": 0}}, stage="score", hands={0: "1 Scavenger"}, pool="1 ruby, 1 gold", seed=seed)
        do(batch, "score cave 1", "play Scavenger", "add a tile")
        found.add(up(batch, 1))
    assert found == {"1 ruby", "1 gold"}

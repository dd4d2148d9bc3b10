"""The worked examples of scoring in the rulebook."""

from games.greedy_greedy_goblins.table import do, gains, hand, legal, scored


def cards(batch, seat=0):
    return int(batch.states[0].hand[seat].sum())


def test_glittergreed_scores_4_coins():
    """One coin for each ruby, two for the gold that the clan favours."""
    batch = scored("2 ruby, 1 gold", clans=["Glittergreed", "Warraaage"])
    assert gains(batch) == [4, 0]


def test_fangferalz_scores_12_coins():
    """Two coins for each emerald, one for each sapphire, doubled by one dynamite."""
    batch = scored("2 emerald, 2 sapphire, 1 dynamite", clans=["Fangferalz", "Warraaage"])
    assert gains(batch) == [12, 0]


def test_snazdoodle_scores_9_coins_and_draws_a_minion():
    """The monster eats the emerald; diamond and gold are three coins, tripled by two dynamite; the torch does nothing."""
    batch = scored("1 emerald, 1 diamond, 1 gold, 2 dynamite, 1 monster, 1 minion, 1 torch", clans=["Snazdoodle", "Warraaage"])
    assert legal(batch) == {f"let the monster eat {kind}" for kind in ("emerald", "diamond", "gold")}
    do(batch, "let the monster eat emerald")
    assert gains(batch) == [9, 0]
    assert cards(batch) == 1


def test_a_goblin_is_blown_up_by_three_dynamite():
    batch = scored("1 ruby, 2 gold, 3 dynamite, 1 minion")
    assert gains(batch) == [-5, 0]
    assert hand(batch, 0) == ""


def test_warraaage_scores_27_coins_and_draws_a_minion():
    """Two Ruby Cutters and the clan make each ruby worth four coins; with the gold nine, tripled."""
    batch = scored("2 ruby, 1 gold, 2 dynamite, 1 minion", ["Ruby Cutter", "Ruby Cutter"], clans=["Warraaage", "Snazdoodle"])
    assert gains(batch) == [27, 0]
    assert cards(batch) == 1

from collections import Counter
from itertools import combinations

import pytest

from critter_envs.arena.schedule import round_robin, swiss


def test_everybody_sits_alone_among_everybody_else():
    assert round_robin(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert round_robin(3, 4) == [(0, 1, 1, 1), (0, 2, 2, 2), (1, 0, 0, 0), (1, 2, 2, 2), (2, 0, 0, 0), (2, 1, 1, 1)]


def test_near_ones_meet():
    assert swiss([4, 2, 0, 5, 1, 3], {}, 3) == [(4, 2, 0), (5, 1, 3)]


def test_who_has_met_meets_others_first():
    met = Counter({frozenset((4, 2)): 1, frozenset((4, 0)): 2})
    assert swiss([4, 2, 0, 5], met, 2) == [(4, 5), (2, 0)]
    met[frozenset((4, 5))] = 1
    assert swiss([4, 2, 0, 5], met, 2) == [(4, 2), (0, 5)]


def test_at_larger_tables_all_who_sit_there_count():
    met = Counter({frozenset((0, 2)): 1})
    assert swiss([0, 1, 2, 3], met, 3)[0] == (0, 1, 3)


def test_the_last_table_is_filled_up_with_others():
    assert swiss([0, 1, 2, 3, 4], {}, 3) == [(0, 1, 2), (3, 4, 0)]


@pytest.mark.parametrize(("agents", "size"), [(7, 2), (9, 4), (4, 4), (13, 6)])
def test_all_sit_in_each_round_and_meet_all_others_soon(agents, size):
    met = Counter()
    for _ in range(2 * agents):
        tables = swiss(list(range(agents)), met, size)
        assert len(tables) == -(-agents // size)
        assert all(len(set(table)) == len(table) == size for table in tables)
        assert {one for table in tables for one in table} == set(range(agents))
        met.update(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert len(met) == agents * (agents - 1) // 2

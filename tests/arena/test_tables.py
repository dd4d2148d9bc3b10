import io

import pytest

import critter_envs
from critter_envs.agents import RandomAgent
from critter_envs.arena import Comparison, Estimate, Matrix, Pairing, TournamentResult, play_match
from critter_envs.arena.statistics import share_interval
from critter_envs.arena.tables import Cell, format_table, matches_table, painter_for, tournament_table
from critter_envs.arena.tournament import Overall
from critter_envs.core.paint import coloured, plain

GAME = critter_envs.game("greedy_goose")


def test_columns_are_aligned():
    table = format_table(["name", ">points"], [["a", "1"], ["longer", "1,000"]])
    assert table.split("\n") == ["name    points", "a            1", "longer   1,000"]


def test_colours_do_not_shift_the_columns():
    rows = [["a", Cell("1", "green")], ["longer", Cell("1,000", "red")]]
    painted = format_table(["name", ">points"], rows, coloured)
    assert painted != format_table(["name", ">points"], rows)
    for code in ("\x1b[1m", "\x1b[92m", "\x1b[91m", "\x1b[0m"):
        assert code in painted
        painted = painted.replace(code, "")
    assert painted == format_table(["name", ">points"], rows)


def wins(low, mean, high):
    return Pairing("one", "other", 4, 100, 25, 0, Estimate(mean, low, high), Estimate(5.0, None, None))


def outcome(pairings, *overall, rounds=None, matrices=(), comparisons=()):
    return TournamentResult("g", 0, {}, rounds, 100, True, overall, matrices, comparisons, tuple(pairings))


@pytest.mark.parametrize(
    ("pairing", "colour"),
    [
        (wins(0.26, 0.3, 0.4), "\x1b[92m0.300"),
        (wins(0.1, 0.2, 0.24), "\x1b[91m0.200"),
        (wins(0.2, 0.26, 0.3), "0.260"),
        (wins(0.2, 0.24, 0.3), "0.240"),
    ],
)
def test_sure_differences_are_coloured(pairing, colour):
    table = tournament_table(outcome([pairing], Overall("one", pairing.wins, pairing.wins, 1)), coloured)
    cell = next(line for line in table.split("\n") if "other" in line and "0." in line)
    assert colour in cell
    assert ("\x1b[9" in cell) == ("\x1b" in colour)
    assert "too few" in cell


def test_a_row_for_each_match():
    matches = [play_match(GAME, ["rules"] + ["random"] * (size - 1), size, 200) for size in (2, 3)]
    lines = matches_table(matches).split("\n")
    assert len(lines) == 3
    for line, match in zip(lines[1:], matches, strict=True):
        assert line.split()[:4] == [str(match.num_players), "rules", "random", str(match.games)]
        assert f"{match['rules'].wins.mean:.3f}" in line
        assert f"{match['rules'].score.low:.2f}" in line
        assert f"{1 / match.num_players:.3f}" in line


def test_all_others_are_named():
    class Third(RandomAgent):
        pass

    line = matches_table([play_match(GAME, ["rules", "random", Third(GAME)], 3, 3)]).split("\n")[1]
    assert "random, Third" in line
    assert matches_table([play_match(GAME, ["random", "random"], 2, 3)]).split("\n")[1].split()[1:3] == ["random", "random"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_colours_are_for_terminals_that_want_them(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert painter_for(Terminal()) is coloured
    assert painter_for(io.StringIO()) is plain
    monkeypatch.setenv("TERM", "dumb")
    assert painter_for(Terminal()) is plain
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert painter_for(Terminal()) is plain


def test_ratings_and_strengths_of_agents_are_told():
    rating = Estimate(27.5, 26.25, 28.75)
    overall = Overall("one", rating, share_interval([0.5] * 40), 1)
    lines = tournament_table(outcome([wins(0.2, 0.3, 0.4)], overall)).split("\n")
    assert lines[0].split() == ["agent", "rating", "95", "%", "strength", "95", "%", "pairings"]
    assert lines[1].split() == ["one", "27.50", "26.25", "–", "28.75", "0.500", "0.500", "–", "0.500", "1"]


def compared(agent, other, difference, p, num_players=4):
    return Comparison(agent, other, num_players, 40, Estimate(difference, None, None), p)


def test_the_matrix_marks_sure_differences():
    matrix = Matrix(4, ("a", "b", "c"), ((None, 0.3, 0.2), (0.25, None, None), (0.4, 0.1, None)))
    comparisons = (compared("a", "b", 0.1, 0.04), compared("a", "c", -0.2, 0.01), compared("b", "c", 0.1, 0.06))
    comparisons += (compared("b", "c", 0.1, 0.01, num_players=2),)  # of another table size
    result = outcome([], rounds=3, matrices=(matrix,), comparisons=comparisons)
    parts = tournament_table(result).split("\n\n")
    assert [line.split() for line in parts[2].split("\n")[1:]] == [
        ["1", "a", "·", "0.300+", "0.200-"],
        ["2", "b", "0.250-", "·", "·"],
        ["3", "c", "0.400+", "0.100", "·"],
    ]
    assert parts[2].startswith("4 players, even is 0.250 ")
    assert "corrected for 4 comparisons" in parts[3]
    assert len(parts) == 4  # a Swiss tournament has too many pairings to list
    painted = tournament_table(result, coloured)
    assert "\x1b[92m0.300+" in painted
    assert "\x1b[91m0.250-" in painted

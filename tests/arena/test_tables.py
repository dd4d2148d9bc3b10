import io

import pytest

import critter_envs
from critter_envs.agents import RandomAgent
from critter_envs.arena import Estimate, Pairing, TournamentResult, play_match
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
    table = tournament_table(TournamentResult("g", 0, {}, True, (pairing,), (Overall("one", 1, pairing.wins),)), coloured)
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


def test_the_strength_of_agents_is_told():
    result = TournamentResult("g", 0, {}, True, (wins(0.2, 0.3, 0.4),), (Overall("one", 1, share_interval([0.5] * 40)),))
    assert tournament_table(result).split("\n")[3].split()[:2] == ["agent", "strength"]
    assert "0.500" in tournament_table(result).split("\n")[4]

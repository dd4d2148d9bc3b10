"""The learning curve."""

from matplotlib.figure import Figure
from matplotlib.image import imread

from critter_envs.arena import AgentResult, Estimate, MatchResult
from training.report import draw_curve


def result(opponent, size, mean):
    one = AgentResult("ppo", 1, Estimate(mean, mean - 0.05, mean + 0.05), Estimate(5.0, 4.0, 6.0))
    return MatchResult("greedy_goose", size, 0, {}, 100, 50, 0, (one, AgentResult(opponent, size - 1, one.wins, one.score)))


def test_the_curve_shows_every_opponent_and_table_size(tmp_path, monkeypatch):
    history = [
        (steps, [result(opponent, size, steps / 4000 / size) for opponent in ("rules", "random") for size in (2, 4)])
        for steps in (1000, 2000, 3000)
    ]
    drawn = []
    save = Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda figure, *args, **kwargs: (drawn.append(figure), save(figure, *args, **kwargs)))
    path = tmp_path / "curve.png"
    draw_curve(history, "a title", path)
    assert imread(path).std() > 0.05
    assert [file.name for file in tmp_path.iterdir()] == ["curve.png"]
    [figure] = drawn
    assert [panel.get_title() for panel in figure.axes] == ["alone against rules", "alone against random"]
    for panel in figure.axes:
        curves = {line.get_label(): line.get_xydata().tolist() for line in panel.lines if "players" in str(line.get_label())}
        assert curves == {f"{size} players": [[steps, steps / 4000 / size] for steps in (1000, 2000, 3000)] for size in (2, 4)}
        even = [line.get_ydata()[0] for line in panel.lines if "players" not in str(line.get_label())]
        assert even == [1 / 2, 1 / 4]

"""A game as it goes on, and back."""

import numpy as np
import pytest

import critter_envs
from critter_envs.core.paint import plain
from critter_envs.play.course import Course
from critter_envs.play.journal import Journal, carry_out

PLAYERS = ["a", "b", "c"]


def play_on(course, chance, count):
    """So many decisions by chance, or as many as are left."""
    for _ in range(count):
        if not course.over:
            seat = int(chance.choice(course.pending))
            course.act(seat, int(chance.choice(course.legal(seat))))


def same(course, other):
    """Whether two courses stand alike, to the byte, and for whoever chooses at the same time as others."""
    states = course.batch.states.tobytes() == other.batch.states.tobytes()
    secret = [[one.chooses_with_others(seat) for seat in range(3)] for one in (course, other)]
    turns = (course.turn, course.pending) == (other.turn, other.pending)
    return states and secret[0] == secret[1] and turns and course.decisions == other.decisions


def test_back_is_where_it_was(game):
    course = Course(game, PLAYERS, 3)
    play_on(course, np.random.default_rng(0), 30)
    decisions = list(course.decisions)
    for count in reversed(range(len(decisions))):
        course.go_back(count)
        assert same(course, Course(game, PLAYERS, 3, decisions[:count]))


def test_another_way_from_there(game):
    course, chance = Course(game, PLAYERS, 3), np.random.default_rng(0)
    for _ in range(4):
        play_on(course, chance, 12)
        course.go_back(int(chance.integers(len(course.decisions))))
        assert same(course, Course(game, PLAYERS, 3, course.decisions))
        course.go_back(len(course.decisions) // 2)
        assert same(course, Course(game, PLAYERS, 3, course.decisions))


@pytest.mark.parametrize("name", [*critter_envs.games(), "toy"])
def test_words_are_those_of_the_observation(toy, name):
    """What is looked up once for many words is the same as what is looked up for each."""
    chance, course = np.random.default_rng(3), Course(name, ["person"] * max(3, critter_envs.game(name).min_players), 3)
    journal = Journal(course, 1)
    for _ in range(60):
        if course.over:
            break
        seat = course.pending[0]
        assert course.labels(seat) == {action: course.label(seat, action) for action in course.legal(seat)}
        assert journal.lines == course.game.describe(course.seen(1), plain).split("\n")
        carry_out(course, [journal], seat, int(chance.choice(course.legal(seat))))

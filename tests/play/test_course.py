"""A game as it goes on, and back."""

import numpy as np

from critter_envs.play.course import Course

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

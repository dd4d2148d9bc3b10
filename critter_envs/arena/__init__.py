"""Agents against agents: matches, tournaments, ratings, and how sure one can be of what came out."""

from .habits import Habit
from .match import AgentResult, Match, MatchResult, play_all, play_match
from .statistics import Estimate
from .tournament import Comparison, Matrix, Overall, Pairing, Tournament, TournamentResult, tournament

__all__ = [
    "AgentResult",
    "Comparison",
    "Estimate",
    "Habit",
    "Match",
    "MatchResult",
    "Matrix",
    "Overall",
    "Pairing",
    "Tournament",
    "TournamentResult",
    "play_all",
    "play_match",
    "tournament",
]

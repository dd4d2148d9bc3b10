"""Agents against agents: matches, tournaments, and how sure one can be of what came out."""

from .habits import Habit
from .match import AgentResult, Match, MatchResult, play_match
from .statistics import Estimate
from .tournament import Overall, Pairing, Tournament, TournamentResult, tournament

__all__ = [
    "AgentResult",
    "Estimate",
    "Habit",
    "Match",
    "MatchResult",
    "Overall",
    "Pairing",
    "Tournament",
    "TournamentResult",
    "play_match",
    "tournament",
]

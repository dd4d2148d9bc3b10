"""Players of seats, all with one interface. Nothing here imports torch until a checkpoint is asked for."""

from .base import Agent, AgentError
from .simple import RandomAgent, RulesAgent
from .spec import agent

__all__ = ["Agent", "AgentError", "RandomAgent", "RulesAgent", "agent"]

"""What the PettingZoo environments have in common: one game, its agents, spaces, views and saved games."""

from functools import partial
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Dict
from numpy.typing import NDArray

from critter_envs.core.batch import Batch
from critter_envs.core.errors import ParameterError, PositionError
from critter_envs.core.game import Game
from critter_envs.core.registry import find

from . import saving, views
from .spaces import LegalActions, masked_observation

Observation = dict[str, NDArray[np.uint8]]

SEED_BITS = 63


class Table:
    """One game with a seat for each agent, ``player_0`` to ``player_{n-1}``, clockwise.

    An observation is ``{"observation": (D,), "action_mask": (A,)}``, both ``uint8``. The mask is empty unless the
    agent is to act.

    Args:
        game: its name or its description.
        num_players: the table size.
        render_mode: None, ``"ansi"`` (text), ``"human"`` (text with colours, printed) or ``"rgb_array"`` (a picture).
        spectator: whether ``render`` shows everything, or only what one agent may see.
        parameters: the game's parameters.

    Raises:
        ParameterError: an unknown parameter, or a value that it can't take.
    """

    def __init__(
        self,
        game: str | Game,
        num_players: int = 4,
        render_mode: str | None = None,
        spectator: bool = False,
        **parameters: Any,
    ) -> None:
        self.game = find(game)
        players = self.game.check_players(num_players)
        self.render_mode = views.check_render_mode(render_mode)
        self.spectator = views.check_spectator(spectator)
        self.metadata: dict[str, Any] = {
            "name": f"{self.game.name}_v0",
            "render_modes": list(views.RENDER_MODES),
            "render_fps": views.FRAMES_PER_SECOND,
            "is_parallelizable": False,
        }
        self.batch = Batch(self.game, 1, players, autoreset=False, **parameters)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._begun = False
        self._observation_spaces = {agent: masked_observation(self.game) for agent in self.possible_agents}
        self._make_action_spaces(dict.fromkeys(self.possible_agents))

    def _make_action_spaces(self, generators: dict[str, Any]) -> None:
        self._action_spaces = {
            agent: LegalActions(self.game.num_actions, partial(self._mask, self._seats[agent]), generator)
            for agent, generator in generators.items()
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_action_spaces({agent: space._np_random for agent, space in self._action_spaces.items()})

    def observation_space(self, agent: str) -> Dict:
        """The bounds of what an agent observes."""
        self._seat(agent)
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> LegalActions:
        """The actions; ``sample()`` draws one that the agent may take now."""
        self._seat(agent)
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent observes now, whether it is to act or not; nothing changes."""
        self._need_game("observe")
        seat = self._seat(agent)
        if seat == self.batch.player[0]:
            return {"observation": self.batch.observation[0].copy(), "action_mask": self.batch.mask[0].copy()}
        observation, mask = self.batch.observe(0, seat)
        return {"observation": observation[0], "action_mask": mask[0]}

    def observation_text(self, agent: str) -> str:
        """What an agent observes now, in words: for people and for language models."""
        self._need_game("observation_text")
        return views.text(self.batch, 0, self._seat(agent))

    def redeal(self, agent: str) -> None:
        """Draw all that an agent can't know anew, the chance to come included; what it observes stays the same."""
        self._need_game("redeal")
        self.batch.redeal(0, self._seat(agent))

    def state_bytes(self) -> bytes:
        """The game as it stands, chance included, to go on from with ``set_state_bytes``."""
        self._need_game("state_bytes")
        return saving.save(self.batch, 0, len(self.possible_agents) - len(self.agents))

    def set_state_bytes(self, data: bytes) -> None:
        """Go on from a saved game of an environment of the same kind and with the same parameters.

        Raises:
            PositionError: these bytes are not of such a game; nothing has changed.
        """
        self._need_game("set_state_bytes")
        position, gone = saving.read(self.batch, 0, data)
        if gone > (len(self.possible_agents) if position["state"]["over"] else 0):
            raise PositionError(f"the saved game is damaged: {gone} agents have left it")
        self.batch.set_position(0, position)
        self._take_over(gone)

    # --- for the environments ----------------------------------------------------------------------------------

    agents: list[str]

    def render(self) -> Any:
        """What the environment shows in its render mode."""
        raise NotImplementedError

    def _take_over(self, gone: int) -> None:
        """Bring agents, rewards and so on in line with the game; ``gone`` agents have left it after its end."""
        raise NotImplementedError

    def _begin(self, seed: int | None) -> None:
        """The game of a seed; without one, the following game, or at first any game."""
        if seed is not None:
            self.batch.reset(seed)
        elif self._begun:
            self.batch.restart(0)
        else:
            self.batch.reset(randbits(SEED_BITS))
        self._begun = True

    def _final_infos(self) -> dict[str, dict[str, Any]]:
        """What is told of a game that is over: each agent's score and share of the win."""
        scores, shares = self.batch.standings()
        return {
            agent: {"score": int(scores[0, seat]), "win_share": float(shares[0, seat])} for agent, seat in self._seats.items()
        }

    def _mask(self, seat: int) -> NDArray[np.uint8]:
        """What a seat may do now."""
        return self.batch.mask[0] if seat == self.batch.player[0] else self.batch.observe(0, seat)[1][0]

    def _show_people(self) -> None:
        """Render by itself, as people expect it."""
        if self.render_mode == "human":
            self.render()

    def _render(self, seat: int) -> Any:
        self._need_game("render")
        return views.frame(self.batch, 0, seat, self.render_mode, self.spectator)

    def _seat(self, agent: str) -> int:
        if not isinstance(agent, str) or agent not in self._seats:
            raise ParameterError(f"there is no agent {agent!r}: the agents are {', '.join(self.possible_agents)}")
        return self._seats[agent]

    def _need_game(self, method: str) -> None:
        if not self._begun:
            raise ResetNeeded(f"reset() needs to be called before {method}()")

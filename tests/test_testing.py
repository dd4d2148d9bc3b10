"""The shared checks: they pass on the games of the package, and find each thing that can be wrong."""

import copy

import numpy as np
import pytest
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper, TerminateIllegalWrapper

from critter_envs import Batch, testing
from critter_envs.envs.aec import AECGame, env

CHECKS = [
    testing.check_clones,
    testing.check_observe,
    testing.check_no_leak,
    testing.check_masks,
    testing.check_conservation,
]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("arguments", [{"num_players": 2}, {"num_players": 4, "memory": False, "render_mode": "ansi"}])
def test_our_environments_pass(game, check, arguments):
    # A game of Boo to the Goose or Goblins Breakfast takes 100 decisions and more: only some of them are looked at.
    long = game in ("boo_to_the_goose", "goblins_breakfast")
    part = {"share": 0.1} if long and check is not testing.check_conservation else {}
    check(lambda: env(game, **arguments), seed=1, **part)
    check(lambda: AECGame(game, **arguments), seed=2, **part)


@pytest.mark.parametrize("num_players", [2, 4])
@pytest.mark.parametrize("memory", [True, False])
def test_our_redeals_reach_all_that_is_hidden(game, num_players, memory):
    # Greedy Goose settles what others know of one another: as much as the seat itself.
    testing.check_redeals(game, num_players, settled=("known",), memory=memory)


# --- each breakage is found ------------------------------------------------------------------------------------


class Broken(BaseWrapper):
    """The toy game with something wrong."""

    def __init__(self, inner=None):
        super().__init__(inner or AECGame("toy", num_players=3))

    def __reduce__(self):
        return Broken, (self.env,)

    def state(self):
        return self.unwrapped.batch.states[0]


def finds(check, kind, complaint, **arguments):
    with pytest.raises(AssertionError, match=complaint):
        check(kind, **arguments)


@pytest.fixture(autouse=True)
def _toy(toy):
    """All of them are broken versions of the toy game."""


def fresh():
    broken = Broken()
    broken.reset(seed=0)
    return broken


def test_a_copy_that_forgets_the_game_is_found():
    class Forgets(Broken):
        def __deepcopy__(self, memo):
            return fresh()

    finds(testing.check_clones, Forgets, "decision 0, player_0 to act: a copy made by deepcopy at decision 0 plays", seed=1)


def test_a_copy_that_shares_the_game_is_found():
    class Shares(Broken):
        def __deepcopy__(self, memo):
            return Broken(copy.copy(self.env))

    finds(testing.check_clones, Shares, "a copy made by deepcopy at decision 0 plays another game")


def test_a_pickle_that_forgets_the_game_is_found():
    class Forgets(Broken):
        def __deepcopy__(self, memo):
            return Broken(copy.deepcopy(self.env))

        def __reduce__(self):
            return fresh, ()

    finds(testing.check_clones, Forgets, "a copy made by pickle at decision 0 plays another game", seed=1)


def test_loading_that_forgets_the_chance_to_come_is_found(monkeypatch):
    load = AECGame.set_state_bytes

    def load_without_chance(self, data):
        load(self, data)
        self.batch.states["rng"][0, 0] ^= 1

    monkeypatch.setattr(AECGame, "set_state_bytes", load_without_chance)
    finds(testing.check_clones, Broken, "a copy made by state_bytes at decision 0 plays another game")


def test_a_copy_that_does_not_end_is_found():
    class Lingers(Broken):
        def __deepcopy__(self, memo):
            return Lingering(copy.deepcopy(self.env))

    finds(testing.check_clones, Lingers, "a copy made by deepcopy at decision 0 goes on after the end")


class Lingering(Broken):
    """Its last agent stays."""

    def step(self, action):
        if action is not None or len(self.env.agents) > 1:
            super().step(action)


def test_looking_that_changes_the_game_is_found():
    class Changes(Broken):
        def observe(self, agent):
            """Costs the one who is to act a card of which it has more, which nobody else sees."""
            observation = super().observe(agent)
            hand = self.state().hand[int(self.agent_selection[-1])]
            if agent != self.agent_selection and hand.max() > 1:
                hand[hand.argmax()] -= 1
                self.unwrapped.batch.refresh(0)
            return observation

    def make():
        return Changes(AECGame("toy", num_players=3, cards=6))

    finds(testing.check_observe, make, r"decision \d, player_\d to act: observing has changed the game")


def test_a_legal_action_that_is_refused_is_found():
    class Refuses(Broken):
        def step(self, action):
            if self.state().decisions == 2:
                raise ValueError("not now")
            super().step(action)

    for check in CHECKS:
        finds(check, Refuses, r"decision 2, player_\d to act: .*not now|plays another game")


def test_looking_that_shows_something_else_each_time_is_found():
    class Flickers(Broken):
        looks = 0

        def observe(self, agent):
            observation = super().observe(agent)
            if agent != self.agent_selection:
                self.looks += 1
                observation["observation"][0] = self.looks
            return observation

    finds(testing.check_observe, Flickers, "observes something else when it looks again: 'observation'")


@pytest.mark.parametrize("part", ["observation", "action_mask", "info", "text", "frame"])
def test_a_leak_anywhere_is_found(part):
    class Leaks(Broken):
        render_mode = "ansi"

        def hidden(self, agent):
            return int(self.state().hand[(int(agent[-1]) + 1) % 3] @ [1, 4, 16, 64])

        def observe(self, agent):
            observation = super().observe(agent)
            if part in observation:
                observation[part][-1] = self.hidden(agent) % 2
            return observation

        @property
        def infos(self):
            return {agent: {"hint": self.hidden(agent)} if part == "info" else {} for agent in self.agents}

        def observation_text(self, agent):
            return str(self.hidden(agent)) if part == "text" else ""

        def render(self):
            return str(self.hidden(self.agent_selection)) if part == "frame" else ""

    finds(testing.check_no_leak, Leaks, f"is shown what it can't know: .*'{part}'")


def test_a_redeal_that_does_nothing_is_found():
    class Idle(Broken):
        def redeal(self, agent):
            pass

    finds(testing.check_no_leak, Idle, "redealing for player_0 never changed anything")
    finds(
        testing.check_no_leak,
        Broken,
        "redealing for player_1 never",
        redeal=lambda env, agent: agent == "player_1" or env.redeal(agent),
    )


def test_what_nobody_is_shown_counts_as_changed_too():
    """Where all but the order of a deck is open, a redeal changes what no agent observes. Chance to come doesn't count."""

    class OnlyStock(Broken):
        def redeal(self, agent):
            """Shows nobody anything else: a card of the stock goes to those played, which are hidden without memory."""
            value = self.state().stock.argmax()
            self.state().stock[value] -= self.moved
            self.state().played[value] += self.moved
            self.state().rng[0] += 1

    def make(moved):
        broken = OnlyStock(AECGame("toy", num_players=3, memory=False))
        broken.moved = moved
        return broken

    testing.check_no_leak(lambda: make(1), lambda env, agent: env.redeal(agent), redeals=1)
    finds(testing.check_no_leak, lambda: make(0), "redealing for player_0 never", redeal=lambda env, agent: env.redeal(agent))


def test_a_redeal_that_loses_a_card_is_found():
    class Loses(Broken):
        def redeal(self, agent):
            self.env.redeal(agent)
            self.state().stock[0] -= 1

    finds(testing.check_no_leak, Loses, "redealt for player_0: .*cards of each value")


@pytest.mark.parametrize("field", ["hand", "stock", "choice"])
def test_a_redeal_that_leaves_something_as_it_was_is_found(monkeypatch, field):
    redeal = Batch.redeal

    def leave(self, i, seat):
        before = self.states[field][i].copy()
        redeal(self, i, seat)
        self.states[field][i] = before

    monkeypatch.setattr(Batch, "redeal", leave)
    with pytest.raises(AssertionError, match=rf"redealing for seat \d never changes {field} at"):
        testing.check_redeals("toy", 3)


def test_a_field_may_be_settled_by_the_redeal(monkeypatch):
    test_a_redeal_that_leaves_something_as_it_was_is_found(monkeypatch, "stock")
    testing.check_redeals("toy", 3, settled=("stock",))


def test_a_mask_that_allows_too_much_is_found():
    class Allows(Broken):
        def observe(self, agent):
            observation = super().observe(agent)
            if observation["action_mask"].any():
                observation["action_mask"][:] = 1
            return observation

    with pytest.raises(AssertionError, match=r"the mask allows action \d, but it raises IllegalAction"):
        testing.check_masks(Allows)


def test_a_mask_that_hides_a_legal_action_is_found():
    class Hides(Broken):
        def observe(self, agent):
            observation = super().observe(agent)
            legal = np.flatnonzero(observation["action_mask"])
            observation["action_mask"][legal[1:]] = 0
            return observation

    finds(testing.check_masks, Hides, r"the mask rules action \d out, but it was carried out")


def test_an_empty_mask_is_found():
    class Empty(Broken):
        def observe(self, agent):
            observation = super().observe(agent)
            observation["action_mask"][:] = 0
            return observation

    finds(testing.check_masks, Empty, "decision 0, player_0 to act: the mask is empty")


def test_an_illegal_action_that_is_quietly_replaced_is_found():
    class Replaces(Broken):
        def step(self, action):
            mask = self.observe(self.agent_selection)["action_mask"]
            if action is not None and not (0 <= action < len(mask) and mask[action]):
                action = mask.argmax()
            super().step(action)

    finds(testing.check_masks, Replaces, "the mask rules action -1 out, but it was carried out")


def test_an_illegal_action_that_ends_the_game_is_found():
    finds(testing.check_masks, lambda: TerminateIllegalWrapper(AECGame("toy"), -1), "out, but it was carried out|changed")


def test_an_illegal_action_that_changes_something_is_found():
    class Changes(Broken):
        def step(self, action):
            try:
                super().step(action)
            except ValueError:
                self.state().prize = 1 + self.state().prize % 3
                self.unwrapped.batch.refresh(0)
                raise

    finds(testing.check_masks, Changes, "the refused action -1 has changed something: ")


def test_an_illegal_action_that_spoils_the_next_game_is_found():
    class Spoils(Broken):
        refused = 0

        def step(self, action):
            try:
                super().step(action)
            except ValueError:
                self.refused += 1
                raise

        def reset(self, seed=None, options=None):
            super().reset(seed=seed + self.refused, options=options)

    testing.check_masks(Spoils, games=1)
    finds(testing.check_masks, Spoils, "game with seed 1, decision 0.*illegal actions before have left a trace")


def test_a_lost_card_is_found():
    class Loses(Broken):
        def step(self, action):
            super().step(action)
            if self.state().decisions == 4:
                self.state().stock[0] -= 1

    finds(testing.check_conservation, Loses, "decision 4, player_1 to act: .*cards of each value")


# --- other people's environments -------------------------------------------------------------------------------


class Nim(AECEnv):
    """Two players take one or two matches in turn; how many there are is known to the first alone."""

    metadata = {"name": "nim"}  # noqa: RUF012
    possible_agents = ["player_0", "player_1"]  # noqa: RUF012

    def reset(self, seed=None, options=None):
        self.matches = int(np.random.default_rng(seed).integers(5, 9))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent):
        return np.array([self.matches if agent == "player_0" else 0])

    def observation_space(self, agent):
        return Box(0, 9, (1,), np.int64)

    def action_space(self, agent):
        return Discrete(2)

    def step(self, action):
        if self.terminations[self.agent_selection]:
            return self._was_dead_step(action)
        if action not in (0, 1):
            raise ValueError(f"{action} is neither one match nor two")
        self.matches = max(self.matches - 1 - action, 0)
        if self.matches == 0:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[self.agent_selection == "player_0"]
        return None


def test_other_peoples_environments_are_checked_too():
    testing.check_clones(Nim)
    testing.check_observe(Nim)
    testing.check_masks(Nim)


def test_other_peoples_environments_may_bring_a_redeal():
    def redeal(env, agent):
        if agent == "player_1":
            env.matches = env.matches % 8 + 1

    finds(testing.check_no_leak, Nim, "redealing for player_0 never changed anything", redeal=redeal)  # who knows it all
    finds(
        testing.check_no_leak,
        Nim,
        "player_0 is shown what it can't know",
        redeal=lambda env, agent: setattr(env, "matches", env.matches + 1),
    )


def test_other_peoples_environments_may_bring_a_check():
    def count(env):
        if env.matches < 4:
            raise ValueError(f"only {env.matches} matches")

    testing.check_conservation(Nim)  # without one, there is nothing to check
    with pytest.raises(AssertionError, match=r"game with seed 0, decision \d, player_\d to act: only \d matches"):
        testing.check_conservation(Nim, check=count)
    with pytest.raises(AssertionError, match="no attribute 'matches'"):  # instead of the check that ours have
        testing.check_conservation(lambda: AECGame("toy"), check=count)


def test_a_check_may_look_at_a_part_of_the_decisions():
    looked = []

    class Counts(Broken):
        def redeal(self, agent):
            looked.append(agent)
            self.env.redeal(agent)

    testing.check_no_leak(Counts, games=4, share=0.5, redeals=1)
    assert 30 < len(looked) < 80  # of 4 games, 9 decisions, 3 agents

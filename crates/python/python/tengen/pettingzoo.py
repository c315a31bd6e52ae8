"""Games as PettingZoo environments, for agents in turn (AEC). The extra ``pettingzoo`` brings what this needs.

>>> from tengen.pettingzoo import env
>>> e = env("othello")
>>> e.reset(seed=1)
>>> observation, reward, termination, truncation, info = e.last()
>>> observation["action_mask"].sum()
4
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel

from tengen import ArgumentError, Game

if TYPE_CHECKING:
    from tengen._types import Size

__all__ = ["env", "parallel_env", "raw_env"]

AGENTS = ("player_0", "player_1")


def env(game: str = "gomoku", **options: Any) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game with reward −1.

    The arguments are those of :class:`raw_env`.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def parallel_env(game: str = "gomoku", **options: Any) -> Any:
    """The environment in PettingZoo's parallel form: in each cycle both players act, one after the other.

    An illegal action ends the game as in :func:`env`.

    Raises:
        tengen.ArgumentError: the players of this game do not alternate (Connect6, opening rules, handicaps).
    """
    start = raw_env(game, **options).game
    if not _alternates(start):
        raise ArgumentError(f"{start!r}: its players do not alternate, so that it has no parallel form")
    return aec_to_parallel(env(game, **options))


def _alternates(game: Game) -> bool:
    """Whether each action is followed by one of the other player."""
    return game.game != "connect6" and game.opening is None and "handicap" not in game.rules


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801 - PettingZoo's name
    """The environment without wrappers.

    ``game``, ``rules`` and ``size`` are those of :class:`tengen.Game`. An observation is a dictionary: ``observation``,
    ``uint8`` planes of shape ``(C, rows, columns)`` from the side to move, as :meth:`tengen.Game.observation` gives them, and
    ``action_mask``, ``int8`` of shape ``(A,)``, zero for the player who is not to move. The reward at the end is 1, −1
    or 0. After ``max_cycles`` actions of each player the game is truncated.

    Raises:
        tengen.SpecError: an unknown game, rule set or size.
        tengen.ArgumentError: an argument out of range.
        tengen.IllegalMove: from ``step``, with an illegal action.
    """

    metadata = {  # noqa: RUF012
        "render_modes": ["ansi", "human"],
        "name": "tengen_v0",
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str = "gomoku",
        *,
        rules: str | None = None,
        size: Size | None = None,
        history: int = 1,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise ArgumentError(f"render_mode is 'ansi', 'human' or None, not {render_mode!r}")
        is_count = isinstance(max_cycles, (int, np.integer)) and max_cycles >= 1
        if max_cycles is not None and not is_count:
            raise ArgumentError(f"max_cycles is a whole number from 1, or None for no limit, not {max_cycles!r}")
        self._start = Game(game, rules, size)
        self.metadata = {**self.metadata, "is_parallelizable": _alternates(self._start)}
        self._game = self._start.copy()
        self._history = history
        self._max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        count = self._start.num_actions
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, self._start.observation(history).shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        # Samples without a mask rarely meet: spaces with neighbouring seeds draw nearly the same numbers.
        self.action_spaces = {agent: spaces.Discrete(count, seed=7919 * i) for i, agent in enumerate(AGENTS)}
        self._clear()

    def _clear(self) -> None:
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._game.player_to_move]

    @property
    def game(self) -> Game:
        """A copy of the game."""
        return self._game.copy()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the game again. The rules draw no numbers, so that ``seed`` changes nothing."""
        self._game = self._start.copy()
        self._clear()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent."""
        mask = np.zeros(self._game.num_actions, np.int8)
        if agent == AGENTS[self._game.player_to_move]:
            mask[self._game.legal_actions()] = 1
        return {"observation": self._game.observation(self._history), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the agent that is to move; ``None`` once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ArgumentError("the game goes on: an action is a number")
        self._game.play(operator.index(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        outcome = self._game.outcome
        if outcome is not None:
            if outcome.winner is not None:
                for player, name in enumerate(AGENTS):
                    self.rewards[name] = 1.0 if self._game.color_of(player) == outcome.winner else -1.0
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self._max_cycles is not None and self._game.ply >= 2 * self._max_cycles:
            self.truncations = dict.fromkeys(AGENTS, True)
        over = outcome is not None or any(self.truncations.values())
        # After the end every agent acts again, in turn, with None.
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)] if over else AGENTS[self._game.player_to_move]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text: returned with ``ansi``, printed with ``human``."""
        text = str(self._game)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)  # noqa: T201
        return None

    def close(self) -> None:
        """There is nothing to close."""

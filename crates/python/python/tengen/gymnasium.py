"""Games as Gymnasium environments for one agent. The extra ``gymnasium`` brings what this needs.

:class:`TengenEnv` is one game against an opponent, :class:`TengenVectorEnv` many games at once against random play or with
the agent on both sides. Legal actions come as ``info["action_mask"]``.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tengen import ArgumentError, BatchEnv, Engine, Game, IllegalMove

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen._types import Size

__all__ = ["TengenEnv", "TengenVectorEnv"]


def _is_count(number: object) -> bool:
    return isinstance(number, (int, np.integer)) and bool(number >= 1)


class TengenEnv(gymnasium.Env[Any, Any]):
    """One game against an opponent.

    ``opponent`` is ``"random"`` or an :class:`tengen.Engine`, which thinks for ``opponent_nodes`` nodes a move. The agent is
    player ``seat``, 0 or 1. ``game``, ``rules`` and ``size`` are those of :class:`tengen.Game`. A game of ``max_plies``
    without an end is truncated.

    Observations are ``uint8`` planes ``(C, rows, columns)`` from the side to move, with ``history`` boards; ``info`` has
    ``action_mask``, ``int8 (A,)``. The reward is 1, −1 or 0 at the end. An illegal action ends the episode with reward −1,
    and ``info["illegal"]`` is the rule it breaks.

    Raises:
        tengen.SpecError: an unknown game, rule set or size.
        tengen.ArgumentError: an argument out of range.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str = "gomoku",
        *,
        rules: str | None = None,
        size: Size | None = None,
        history: int = 1,
        seat: int = 0,
        opponent: Literal["random"] | Engine = "random",
        opponent_nodes: int = 1000,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if seat not in (0, 1):
            raise ArgumentError(f"seat is 0 or 1, not {seat}")
        if not (opponent == "random" or isinstance(opponent, Engine)):
            raise ArgumentError(f"opponent is 'random' or an Engine, not {opponent!r}")
        if max_plies is not None and not _is_count(max_plies):
            raise ArgumentError(f"max_plies is a whole number from 1, or None for no limit, not {max_plies!r}")
        if not _is_count(opponent_nodes):
            raise ArgumentError(f"opponent_nodes is a whole number from 1, not {opponent_nodes!r}")
        if render_mode not in (None, "ansi"):
            raise ArgumentError(f"render_mode is 'ansi' or None, not {render_mode!r}")
        self._start = Game(game, rules, size)
        self._game = self._start.copy()
        self._history = history
        self._seat = seat
        self._opponent = opponent
        self._nodes = opponent_nodes
        self._max_plies = max_plies
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 255, self._start.observation(history).shape, np.uint8)
        self.action_space = spaces.Discrete(self._start.num_actions)

    @property
    def game(self) -> Game:
        """A copy of the game."""
        return self._game.copy()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, ``bool (A,)``, under the name that sb3-contrib asks for."""
        mask = np.zeros(self._game.num_actions, bool)
        mask[self._game.legal_actions()] = True
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "to_move": self._game.player_to_move}

    def _reply(self) -> None:
        while not self._game.is_over and self._game.player_to_move != self._seat and not self._cut():
            if isinstance(self._opponent, Engine):
                seed = int(self.np_random.integers(1 << 32))
                best = self._opponent.analyze(self._game, nodes=self._nodes, seed=seed).best
                if best is None:
                    raise ArgumentError("the opponent gives no move")
                self._game.play(best)
            else:
                self._game.play(int(self.np_random.choice(self._game.legal_actions())))

    def _cut(self) -> bool:
        return self._max_plies is not None and self._game.ply >= self._max_plies

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Starts a game; an opponent who is to move has moved. Random play depends on ``seed``."""
        super().reset(seed=seed)
        self._game = self._start.copy()
        self._reply()
        return self._game.observation(self._history), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays an action and the opponent's answer."""
        try:
            self._game.play(operator.index(action))
        except IllegalMove as error:
            return self._game.observation(self._history), -1.0, True, False, {**self._info(), "illegal": error.rule}
        self._reply()
        outcome = self._game.outcome
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if self._game.color_of(self._seat) == outcome.winner else -1.0
        cut = outcome is None and self._cut()
        return self._game.observation(self._history), reward, outcome is not None, cut, self._info()

    def render(self) -> Any:
        """The board as text, with ``render_mode="ansi"``."""
        return str(self._game) if self.render_mode == "ansi" else None


class TengenVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games at once.

    With ``opponent="random"`` the agent is player ``seat`` in every game, and a uniformly random opponent answers. With
    ``opponent=None`` the agent plays both sides, and the reward is that of the side that moved. Observations are
    ``uint8 (n, C, rows, columns)``, ``info["action_mask"]`` is ``bool (n, A)``. The other arguments are those of
    :class:`tengen.BatchEnv`.

    ``autoreset_mode`` is Gymnasium's. With ``NEXT_STEP`` the observation of a game that is over is its last one. The game
    starts again with the next step, whose action it ignores: its mask then allows every action. With ``SAME_STEP`` a game
    that is over starts again at once. The observation is that of the new game, and the last one of the old game is in
    ``info["final_obs"]``, with ``info["final_info"]`` beside it: arrays for all games, of which ``info["_final_obs"]`` marks
    the rows that count.

    Raises:
        tengen.SpecError, tengen.ArgumentError: as :class:`tengen.BatchEnv`; another ``autoreset_mode``.
        tengen.IllegalMove: from ``step``: names the game and the rule; no action has been played.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str = "gomoku",
        num_envs: int = 1,
        *,
        rules: str | None = None,
        size: Size | None = None,
        history: int = 1,
        seat: int = 0,
        opponent: Literal["random"] | None = "random",
        threads: int = 1,
        max_plies: int | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        if seat not in (0, 1):
            raise ArgumentError(f"seat is 0 or 1, not {seat}")
        if opponent not in ("random", None):
            raise ArgumentError(f"opponent is 'random' or None, not {opponent!r}")
        if autoreset_mode not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            raise ArgumentError(f"autoreset_mode is NEXT_STEP or SAME_STEP of AutoresetMode, not {autoreset_mode!r}")
        self.metadata = {**self.metadata, "autoreset_mode": autoreset_mode}
        self._same_step = autoreset_mode == AutoresetMode.SAME_STEP
        self._batch = BatchEnv(
            game,
            num_envs,
            rules=rules,
            size=size,
            history=history,
            threads=threads,
            max_plies=max_plies,
            auto_reset=False,
        )
        self.num_envs = num_envs
        self._seat = seat
        self._opponent = opponent
        self._over = np.zeros(num_envs, bool)
        self.single_observation_space = spaces.Box(0, 255, self._batch.observation_shape, np.uint8)
        self.single_action_space = spaces.Discrete(self._batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts all games; an opponent who is to move has moved. Random play depends on ``seed``, a number."""
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise ArgumentError("seed is one number for all games: each has random numbers of its own")
        if seed is not None or self._np_random is None:
            super().reset(seed=None if seed is None else int(seed))
        obs, mask = self._batch.reset(seed=int(self.np_random.integers(1 << 62)))
        self._over[:] = False
        obs, mask, _, _ = self._reply(obs, mask, np.zeros(self.num_envs, np.float32), self._over)
        return obs, {"action_mask": mask}

    def _reply(self, obs: Any, mask: Any, reward: Any, done: Any) -> tuple[Any, Any, Any, Any]:
        """Plays the opponent's moves until the agent is to move everywhere."""
        if self._opponent is None:
            return obs, mask, reward, done
        while True:
            waiting = ~done & (self._batch.to_move != self._seat)
            if not waiting.any():
                return obs, mask, reward, done
            obs, mask, theirs, over = self._batch.step(np.where(waiting, self._batch.random_actions(), -1))
            reward = reward - theirs
            done = done | over

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays an action in every game, and the opponent's answers.

        Raises:
            tengen.ArgumentError: ``actions`` are no integers of shape ``(n,)``.
        """
        restarted = self._over.copy()
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ArgumentError(f"actions: expected integers of shape ({self.num_envs},), got {given.dtype} {given.shape}")
        obs, mask, reward, done = self._batch.step(np.where(restarted, -1, given))
        truncated = self._batch.truncated
        if restarted.any():
            obs, mask = self._batch.reset(restarted)
            done = done & ~restarted
        obs, mask, reward, done = self._reply(obs, mask, reward, done)
        truncated = done & (truncated | self._batch.truncated)
        terminated = done & ~truncated
        info: dict[str, Any] = {}
        if not self._same_step:
            self._over = done
            mask[done] = True
        elif done.any():
            info = self._last(obs, mask, done)
            obs, mask = self._batch.reset(done)
            obs, mask, _, _ = self._reply(obs, mask, np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, bool))
        return obs, reward.astype(np.float64), terminated, truncated, {"action_mask": mask, **info}

    def _last(self, obs: Any, mask: Any, done: Any) -> dict[str, Any]:
        """What a step of games that begin again at once would lose."""
        final_obs, final_mask = np.zeros_like(obs), np.zeros_like(mask)
        final_obs[done], final_mask[done] = obs[done], mask[done]
        # A key with an underscore marks the rows of its twin, as Gymnasium's own vectors do.
        final_info = {"action_mask": final_mask, "_action_mask": done}
        return {"final_obs": final_obs, "_final_obs": done, "final_info": final_info, "_final_info": done}

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to close."""

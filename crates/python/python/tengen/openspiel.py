"""Games as OpenSpiel games. The extra ``openspiel`` brings what this needs.

Importing this module registers the game ``tengen``:

>>> import pyspiel
>>> import tengen.openspiel
>>> game = pyspiel.load_game("tengen(game=othello)")
>>> game.new_initial_state().legal_actions()
[19, 26, 37, 44]
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

import tengen

__all__ = ["TengenGame", "TengenState"]

_TYPE = pyspiel.GameType(
    short_name="tengen",
    long_name="Tengen: games played by putting stones on a grid",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "gomoku", "rules": "", "size": 0},
)


class TengenGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Tengen. The parameters are ``game`` and ``rules`` as in :class:`tengen.Game`, and ``size``, the side of the
    board; 0 is the usual one.

    A game of more than ``max_game_length()`` plies (four times the points of the board) is a draw.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"game": "gomoku", "rules": "", "size": 0, **(params or {})}
        self.start = tengen.Game(str(given["game"]), str(given["rules"]) or None, int(given["size"]) or None)
        rows, columns = self.start.size
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=4 * rows * columns + 16,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self, state: object = None) -> TengenState:
        """The start of a game."""
        if state is not None:
            raise tengen.ArgumentError("a state is made by its actions: use the start and apply_action")
        return TengenState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> _Observer:
        """What writes a state as planes."""
        return _Observer(self.start)


class TengenState(pyspiel.State):  # type: ignore[misc]
    """A state of a :class:`TengenGame`."""

    def __init__(self, game: TengenGame) -> None:
        super().__init__(game)
        self.game = game.start.copy()
        self._longest = game.max_game_length()

    def current_player(self) -> int:
        """The player to move."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.game.player_to_move

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.game.legal_actions())

    def _apply_action(self, action: int) -> None:
        self.game.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game.move(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.game.is_over or self.game.ply >= self._longest

    def returns(self) -> list[float]:
        """The result of each player."""
        outcome = self.game.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if self.game.color_of(player) == outcome.winner else -1.0 for player in (0, 1)]

    def __str__(self) -> str:
        return self.game.text(ascii=True) + f"{self.game.to_move} to move"


class _Observer:
    """Planes and text of a state, as OpenSpiel asks for them."""

    def __init__(self, start: tengen.Game) -> None:
        shape = start.observation().shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: TengenState, player: int) -> None:
        """Writes the planes of ``state``."""
        self.dict["observation"][:] = state.game.observation()

    def string_from(self, state: TengenState, player: int) -> str:
        """The state as text."""
        return str(state)


pyspiel.register_game(_TYPE, TengenGame)

"""The projects' own tests of their interfaces. Each part is skipped where its package is missing."""

from __future__ import annotations

import types
import warnings
from typing import Any

import numpy as np
import pytest

import tengen

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}),
    ("connect-four", {}),
    ("gomoku", {"rules": "renju+swap2"}),
    ("othello", {}),
    ("go", {"size": 5, "rules": "tromp-taylor"}),
    ("connect6", {"size": 9}),
]
quiet = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


@quiet
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_pettingzoo(game: str, options: dict[str, Any]) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, render_test, seed_test

    from tengen.pettingzoo import env

    api_test(env(game, **options), num_cycles=300)
    seed_test(lambda: env(game, **options), num_cycles=20)
    render_test(lambda render_mode=None: env(game, render_mode=render_mode, **options))


@quiet
def test_pettingzoo_max_cycles() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import max_cycles_test

    from tengen.pettingzoo import env, parallel_env

    module = types.SimpleNamespace(
        env=lambda max_cycles: env("gomoku", max_cycles=max_cycles),
        parallel_env=lambda max_cycles: parallel_env("gomoku", max_cycles=max_cycles),
    )
    max_cycles_test(module)


@quiet
def test_pettingzoo_refuses_games_of_no_cycle() -> None:
    pytest.importorskip("pettingzoo")
    from tengen.pettingzoo import env

    for cycles in (0, -1, "many"):
        with pytest.raises(tengen.ArgumentError, match="max_cycles is a whole number from 1"):
            env("othello", max_cycles=cycles)


@quiet
def test_the_parallel_form_is_for_players_who_alternate() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import parallel_api_test

    from tengen.pettingzoo import parallel_env

    parallel_api_test(parallel_env("othello"), num_cycles=100)
    for game, rules in (("connect6", None), ("gomoku", "renju+swap2")):
        with pytest.raises(tengen.ArgumentError, match="do not alternate"):
            parallel_env(game, rules=rules)


@quiet
def test_pettingzoo_rewards_are_those_of_the_rules() -> None:
    pytest.importorskip("pettingzoo")
    from tengen.pettingzoo import env

    e = env("tic-tac-toe")
    e.reset()
    for action in (0, 3, 1, 4, 2):
        e.step(action)
    assert e.rewards == {"player_0": 1.0, "player_1": -1.0} and all(e.terminations.values())
    e.reset()
    e.step(0)
    e.step(0)
    assert e.rewards["player_1"] == -1 and all(e.terminations.values())


@quiet
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_gymnasium(game: str, options: dict[str, Any]) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from tengen.gymnasium import TengenEnv

    for seat in (0, 1):
        check_env(TengenEnv(game, seat=seat, max_plies=200, render_mode="ansi", **options))
    env = TengenEnv(game, render_mode="ansi", max_plies=300, **options)
    _, info = env.reset(seed=1)
    random = np.random.default_rng(1)
    for _ in range(500):
        assert env.action_masks().sum() == info["action_mask"].sum() > 0
        action = random.choice(np.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            assert reward in (-1.0, 0.0, 1.0) and env.render()
            break
    else:
        pytest.fail("the game has no end")


@quiet
def test_gymnasium_against_an_engine_and_illegal_actions() -> None:
    pytest.importorskip("gymnasium")
    from tengen.gymnasium import TengenEnv

    env = TengenEnv("tic-tac-toe", opponent=tengen.Engine("tic-tac-toe"), opponent_nodes=10_000, seat=1)
    random = np.random.default_rng(3)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        assert reward <= 0, "a perfect opponent never loses"
    env.reset()
    before = env.game
    for wrong in (3.7, None, "a1"):
        with pytest.raises(TypeError, match="integer"):
            env.step(wrong)
    assert env.game == before
    taken = next(i for i in range(9) if not env.game.is_legal(i))
    _, reward, terminated, _, info = env.step(taken)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, "occupied")


@quiet
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_gymnasium_vector(game: str, options: dict[str, Any], seat: int) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.spaces import Discrete

    from tengen.gymnasium import TengenVectorEnv

    def play(seed: int) -> tuple[list[bytes], float]:
        env = TengenVectorEnv(game, 6, seat=seat, max_plies=150, **options)
        obs, info = env.reset(seed=seed)
        space = env.single_action_space
        assert isinstance(space, Discrete)
        random, seen, total = np.random.default_rng(seed), [], 0.0
        ended = np.zeros(6, bool)
        for _ in range(80):
            mask = info["action_mask"]
            assert env.observation_space.contains(obs) and mask.shape == (6, space.n)
            # Where a game has ended, every action is ignored, and a policy needs one to draw.
            assert mask.any(axis=1).all() and mask[ended].all()
            actions = np.array([random.choice(np.flatnonzero(row)) for row in mask])
            obs, reward, terminated, truncated, info = env.step(actions)
            assert not reward[ended].any(), "a step that starts a game has no reward"
            ended = terminated | truncated
            total += float(np.abs(reward).sum())
            seen.append(obs.tobytes() + reward.tobytes())
        return seen, total

    first, total = play(1)
    assert first == play(1)[0] and first != play(2)[0]
    if game in ("tic-tac-toe", "connect-four"):
        assert total > 0


@quiet
def test_gymnasium_options_out_of_range() -> None:
    pytest.importorskip("gymnasium")
    from tengen.gymnasium import TengenEnv, TengenVectorEnv

    refused: list[dict[str, Any]] = [
        {"max_plies": 0},
        {"max_plies": -3},
        {"max_plies": "many"},
        {"opponent_nodes": 0},
        {"history": 0},
    ]
    for options in refused:
        with pytest.raises(tengen.ArgumentError, match=next(iter(options))):
            TengenEnv("othello", **options)
    modes: list[dict[str, Any]] = [{"max_plies": 0}, {"autoreset_mode": "sometimes"}]
    for options in modes:
        with pytest.raises(tengen.ArgumentError):
            TengenVectorEnv("othello", 2, **options)


@quiet
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("opponent", ["random", None])
def test_gymnasium_vector_that_begins_again_in_the_same_step(seat: int, opponent: Any) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from tengen.gymnasium import TengenVectorEnv

    mode = gymnasium.vector.AutoresetMode.SAME_STEP
    env = TengenVectorEnv("tic-tac-toe", 6, seat=seat, opponent=opponent, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] == mode
    obs, info = env.reset(seed=4)
    random, ended = np.random.default_rng(4), 0
    for _ in range(60):
        actions = np.array([random.choice(np.flatnonzero(row)) for row in info["action_mask"]])
        obs, reward, terminated, truncated, info = env.step(actions)
        over = terminated | truncated
        assert info["action_mask"].any(axis=1).all()
        assert (obs[over, :2].sum(axis=(1, 2, 3)) <= 1).all(), "the observation is that of the next game"
        assert ("final_obs" in info) == over.any()
        if over.any():
            ended += int(over.sum())
            assert np.array_equal(info["_final_obs"], over) and np.array_equal(info["_final_info"], over)
            stones = info["final_obs"][over, :2].sum(axis=(1, 2, 3))
            assert (stones >= 5).all() and not info["final_obs"][~over].any()
            assert not info["final_info"]["action_mask"][over].any(), "a game that is over has no legal action"
            assert reward[over].any() or (stones == 9).all()
    assert ended > 10


@quiet
@pytest.mark.parametrize("parameters", [{"game": "othello"}, {"game": "go", "size": 5}, {"game": "tic-tac-toe"}])
def test_openspiel(parameters: dict[str, Any]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import tengen.openspiel  # noqa: F401

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game = pyspiel.load_game("tengen", parameters)
        pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)

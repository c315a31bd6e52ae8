"""`BatchEnv`: held to `Game`, which plays one position at a time."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tengen
from threads import counted_during, interrupted_after

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}),
    ("connect-four", {}),
    ("gomoku", {"rules": "freestyle"}),
    ("gomoku", {"rules": "renju"}),
    ("gomoku", {"rules": "renju+swap2"}),
    ("gomoku", {"rules": "renju+taraguchi10"}),
    ("othello", {}),
    ("go", {"size": 5, "rules": "tromp-taylor"}),
    ("go", {"size": 9, "rules": "japanese"}),
    ("connect6", {"size": 9}),
    ("pente", {"size": 9}),
]


def planes_of(game: tengen.Game, past: list[np.ndarray[Any, Any]], env: tengen.BatchEnv) -> np.ndarray[Any, Any]:
    """The slow observation, from the board and the description of the planes."""
    mine = 1 if game.to_move == "black" else 2
    planes = []
    for name in env.planes:
        words = name.split(", ")
        back = int(words[1].split()[0]) if len(words) == 2 else 0
        boards = [game.board(), *past]
        board = boards[back] if back < len(boards) else np.zeros_like(boards[0])
        if words[0] == "own stones":
            planes.append(board == mine)
        elif words[0] == "opponent's stones":
            planes.append(board == 3 - mine)
        else:
            captures = game.captures if mine == 1 else game.captures[::-1]
            value = {
                "black to move": int(mine == 1),
                "own captures": captures[0],
                "opponent's captures": captures[1],
                "last move was a pass": int(game.last_move == "pass"),
            }.get(name)
            if value is None:
                assert name == "stones left in the turn"
                # The first stone of the game is a turn of its own.
                value = 1 if game.ply % 2 == 0 else 2
            planes.append(np.full(board.shape, value))
    return np.array(planes)


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("history", [1, 3])
def test_a_batch_plays_as_single_games_do(name: str, options: dict[str, Any], history: int) -> None:
    n = 5
    env = tengen.BatchEnv(name, n, seed=3, history=history, **options)
    start = tengen.Game(name, **options)
    games = [start.copy() for _ in range(n)]
    pasts: list[list[np.ndarray[Any, Any]]] = [[] for _ in range(n)]
    obs, mask = env.reset()
    random = np.random.default_rng(5)
    ended = 0
    for _ in range(90):
        assert obs.shape == (n, *env.observation_shape) and mask.shape == (n, env.num_actions)
        assert obs.dtype == np.uint8 and mask.dtype == np.bool_
        for i, game in enumerate(games):
            assert np.flatnonzero(mask[i]).tolist() == sorted(game.legal_actions())
            assert np.array_equal(obs[i], planes_of(game, pasts[i], env)), env.planes
            assert env.to_move[i] == game.player_to_move
            assert env.plies[i] == game.ply
            assert np.array_equal(game.observation(history), obs[i])
        actions = np.array([random.choice(np.flatnonzero(row)) for row in mask])
        obs, mask, reward, done = env.step(actions)
        for i, game in enumerate(games):
            player = game.player_to_move
            pasts[i] = [game.board(), *pasts[i]][: history - 1]
            game.play(actions[i])
            expected = 0.0
            if game.outcome is not None and game.outcome.winner is not None:
                expected = 1.0 if game.color_of(player) == game.outcome.winner else -1.0
            assert (reward[i], done[i]) == (expected, game.is_over)
            if game.is_over:
                ended += 1
                games[i], pasts[i] = start.copy(), []
    if name in ("tic-tac-toe", "connect-four", "othello"):
        assert ended > 0


def test_the_issues_example() -> None:
    env = tengen.BatchEnv("go", 64, size=9, rules="tromp-taylor", seed=1)
    obs, mask = env.reset()
    assert obs.shape[0] == 64 and obs.shape[2:] == (9, 9) and mask.shape == (64, 82)
    actions = env.random_actions()
    assert actions.shape == (64,) and mask[np.arange(64), actions].all()
    obs, mask, reward, done = env.step(actions)
    assert reward.dtype == np.float32 and done.dtype == np.bool_ and not done.any()


def run(env: tengen.BatchEnv, steps: int) -> list[bytes]:
    env.reset()
    seen = []
    for _ in range(steps):
        actions = env.random_actions()
        seen.append(actions.tobytes() + b"".join(array.tobytes() for array in env.step(actions)))
    seen.append(env.rollouts(3).tobytes())
    return seen


@pytest.mark.parametrize("name", ["othello", "go", "renju", "connect6"])
def test_a_seed_gives_the_same_games_whatever_the_threads(name: str) -> None:
    runs = [run(tengen.BatchEnv(name, 33, seed=seed, threads=threads), 70) for seed, threads in ((5, 1), (5, 3), (6, 1))]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]
    env = tengen.BatchEnv(name, 4, seed=9)
    first = env.random_actions()
    env.reset(seed=9)
    assert np.array_equal(env.random_actions(), first)


def test_out_is_written_without_a_copy_and_float_planes_are_the_same() -> None:
    n = 8
    env, other = tengen.BatchEnv("othello", n, dtype="float32"), tengen.BatchEnv("othello", n)
    obs = np.full((n, *env.observation_shape), 9, np.float32)
    mask, reward, done = np.ones((n, env.num_actions), bool), np.ones(n, np.float32), np.ones(n, bool)
    got = env.reset(out=(obs, mask))
    assert got[0] is obs and got[1] is mask
    expected = other.reset()
    for _ in range(70):
        assert np.array_equal(obs, expected[0]) and np.array_equal(mask, expected[1])
        actions = env.random_actions()
        assert env.step(actions, out=(obs, mask, reward, done))[0] is obs
        result = other.step(actions)
        assert np.array_equal(reward, result[2]) and np.array_equal(done, result[3])
        expected = result[:2]
    drawn = np.empty(n, np.int64)
    assert env.random_actions(out=drawn) is drawn


def test_out_may_be_a_list_and_says_what_it_lacks() -> None:
    env = tengen.BatchEnv("othello", 4)
    obs, mask = env.reset()
    listed: Any = [obs, mask]
    assert env.observe(out=listed)[0] is obs
    wrong: list[tuple[Callable[..., object], Any, str]] = [
        (env.reset, (obs,), r"expected \(observations, mask\), got tuple of length 1"),
        (env.observe, obs, r"got uint8 array of shape \(4, 3, 8, 8\)"),
        (env.observe, 7, "got int"),
        (lambda out: env.step([-1] * 4, out=out), (obs, mask), r"expected \(observations, mask, reward, done\), got"),
    ]
    for call, out, words in wrong:
        with pytest.raises(tengen.ArgumentError, match="^out: .*" + words):
            call(out=out)


def test_a_dtype_is_what_numpy_takes_for_one() -> None:
    for dtype in ("float32", np.float32, np.dtype("float32")):
        env = tengen.BatchEnv("othello", 2, dtype=dtype)
        assert env.dtype == "float32" and env.reset()[0].dtype == np.float32
    for wrong in ("int32", np.float64, None, 7):
        with pytest.raises(tengen.ArgumentError, match="dtype is 'uint8' or 'float32', not "):
            tengen.BatchEnv("othello", 2, dtype=wrong)  # type: ignore[arg-type]


def test_dlpack_shares_the_memory() -> None:
    env = tengen.BatchEnv("go", 3, size=5)
    obs, _ = env.reset()
    shared = np.from_dlpack(obs)
    assert shared.__array_interface__["data"][0] == obs.__array_interface__["data"][0]

    class Foreign:
        """An array of another library, which knows DLPack alone."""

        def __init__(self, array: np.ndarray[Any, Any]) -> None:
            self.array = array

        def __dlpack__(self, **options: Any) -> Any:
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self) -> tuple[int, int]:
            return 1, 0

    env.step(Foreign(np.array([0, 1, 2])))
    assert env.plies.tolist() == [1, 1, 1]

    class Elsewhere(Foreign):
        """An array on a device that NumPy does not reach."""

        def __dlpack__(self, **options: Any) -> Any:
            raise BufferError("it is on cuda:0")

        def __dlpack_device__(self) -> tuple[int, int]:
            return 2, 0

    with pytest.raises(tengen.ArgumentError, match="^actions: no array can be made of this Elsewhere: .*") as caught:
        env.step(Elsewhere(np.array([0, 1, 2])))
    assert isinstance(caught.value.__cause__, BufferError)
    assert env.plies.tolist() == [1, 1, 1]


def test_without_auto_reset_games_stay_over() -> None:
    env = tengen.BatchEnv("tic-tac-toe", 2, auto_reset=False)
    env.reset()
    for action in (0, 3, 1, 4, 2):
        _, mask, reward, done = env.step([action, action if action != 2 else 8])
    assert done.tolist() == [True, False] and reward.tolist() == [1.0, 0.0]
    assert not mask[0].any() and mask[1].any()
    assert env.random_actions()[0] == -1
    with pytest.raises(tengen.ArgumentError, match="game 0: it is over"):
        env.step([5, 5])
    _, mask, reward, done = env.step([-1, 5])
    assert done.tolist() == [True, True] and reward.tolist() == [0.0, 1.0]
    _, mask = env.reset(np.array([True, False]))
    assert mask[0].all() and not mask[1].any()
    env.reset()
    assert env.plies.tolist() == [0, 0]


def test_minus_one_leaves_a_game_as_it_is() -> None:
    env = tengen.BatchEnv("go", 3, size=5)
    env.reset()
    obs, mask, reward, done = env.step([-1, 12, -1])
    assert env.plies.tolist() == [0, 1, 0] and not reward.any() and not done.any()
    assert mask.sum(axis=1).tolist() == [26, 25, 26]
    assert obs[1, 1].sum() == 1 and not obs[0, :2].any()


def test_max_plies_cut_games_off() -> None:
    env = tengen.BatchEnv("go", 2, size=9, max_plies=3)
    env.reset()
    for ply in range(1, 7):
        _, _, reward, done = env.step(env.random_actions())
        assert done.all() == (ply % 3 == 0) and env.truncated.all() == (ply % 3 == 0)
        assert not reward.any()


def test_an_illegal_action_names_its_game_and_its_rule_and_nothing_is_played() -> None:
    env = tengen.BatchEnv("othello", 32, seed=2)
    obs, mask = env.reset()
    actions = env.random_actions()
    actions[17] = 0
    with pytest.raises(tengen.IllegalMove, match=r"^game 17: move 1 \(a1\)") as caught:
        env.step(actions)
    assert (caught.value.game, caught.value.rule) == (17, "no-flip")
    assert not env.plies.any()
    again, same = env.observe()
    assert np.array_equal(obs, again) and np.array_equal(mask, same)
    for wrong in (65, -2, 1 << 40, -(1 << 63)):
        actions[17] = wrong
        with pytest.raises(tengen.ArgumentError, match="game 17: there is no action"):
            env.step(actions)
    assert not env.plies.any()


def test_wrong_arrays_say_what_is_expected() -> None:
    env = tengen.BatchEnv("othello", 4)
    obs, mask = env.reset()
    good = env.random_actions()
    wrong: list[tuple[Any, str]] = [
        (good.astype(float), r"integers of shape \(4,\), got float64"),
        (good[:3], r"got int64 array of shape \(3,\)"),
        (good.reshape(2, 2), "shape"),
        ("abcd", "integers"),
        (None, "integers"),
        (7, "integers"),
        (np.array([1 << 63] * 4, np.uint64), "too large"),
        ([[1, 2], [3]], "actions"),
    ]
    for actions, words in wrong:
        with pytest.raises(tengen.ArgumentError, match=words):
            env.step(actions)
    reward, done = np.zeros(4, np.float32), np.zeros(4, bool)
    readonly = np.zeros_like(done)
    readonly.flags.writeable = False
    outs: list[tuple[tuple[Any, ...], str]] = [
        ((obs.astype(np.float32), mask, reward, done), r"observations: expected a uint8 array of shape \(4, 3, 8, 8\)"),
        ((obs, mask[:, :5], reward, done), "mask: expected a bool array"),
        ((obs, mask, reward.astype(float), done), "reward"),
        ((obs, mask, reward, readonly), "writable"),
        ((obs[:, :, ::-1], mask, reward, done), "C-contiguous"),
        ((obs, mask, reward, "done"), "done"),
    ]
    for out, words in outs:
        with pytest.raises(tengen.ArgumentError, match=words):
            env.step(good, out=out)
    assert not env.plies.any()
    env.step(good.astype(np.int8))
    env.step(env.random_actions().tolist())
    assert env.plies.tolist() == [2] * 4


@pytest.mark.parametrize(
    "options",
    [{"n": 0}, {"n": 1 << 40}, {"threads": 0}, {"threads": 1000}, {"dtype": "int32"}, {"history": 0}, {"max_plies": 0}],
)
def test_options_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(tengen.ArgumentError):
        tengen.BatchEnv("othello", **{"n": 2, **options})


def test_a_batch_starts_from_a_position() -> None:
    start = tengen.Game("othello", moves="f5 d6")
    env = tengen.BatchEnv(start, 2)
    assert env.game(0) == start and env.game(-1) == start and env.plies.tolist() == [0, 0]
    assert env.move(0, env.action("c3")) == "c3"
    with pytest.raises(IndexError):
        env.game(2)
    with pytest.raises(tengen.ArgumentError):
        tengen.BatchEnv(start, 2, size=6)
    with pytest.raises(tengen.ArgumentError):
        tengen.BatchEnv(tengen.Game("tic-tac-toe", moves="a1 b1 a2 b2 a3"), 2)


def test_rollouts_know_who_wins() -> None:
    # Three of four legal moves lose or draw for white here; black to move wins at once or later.
    start = tengen.Game("tic-tac-toe", moves="a1 b1 a2 b2")
    values = tengen.BatchEnv(start, 4, seed=4).rollouts(400)
    # Exact: with five empty points, black wins at a3 with 1/5; the others are counted by hand in this loop.
    assert np.allclose(values, expected_of_random_play(start), atol=0.15)


def expected_of_random_play(game: tengen.Game) -> float:
    """The mean result of uniformly random play for the player to move, by the whole tree."""
    player = game.player_to_move

    def value(position: tengen.Game) -> float:
        if position.outcome is not None:
            if position.outcome.winner is None:
                return 0.0
            return 1.0 if position.color_of(player) == position.outcome.winner else -1.0
        values = []
        for move in position.legal_moves():
            position.play(move)
            values.append(value(position))
            position.undo()
        return sum(values) / len(values)

    return value(game.copy())


def test_the_gil_is_released_while_a_batch_plays() -> None:
    env = tengen.BatchEnv("go", 64, size=19, seed=1)
    assert counted_during(lambda: env.rollouts(4)) > 1000


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupt_ends_rollouts_and_the_batch_goes_on(threads: int) -> None:
    env = tengen.BatchEnv("go", 64, size=9, seed=1, threads=threads)
    env.step(env.random_actions())
    obs, mask = env.observe()
    # Two processors that others use as well may take longer than the tenth of a second of an idle machine.
    assert interrupted_after(0.2, lambda: env.rollouts(20_000)) < 1
    again, same = env.observe()
    assert np.array_equal(obs, again) and np.array_equal(mask, same)
    env.step(env.random_actions())
    assert env.plies.tolist() == [2] * 64 and env.rollouts(1).shape == (64,)


def test_an_interrupt_ends_the_making_of_a_large_batch() -> None:
    # Each game has a board of 25 x 25 and its past: all of them take some seconds.
    assert interrupted_after(0.05, lambda: tengen.BatchEnv("go", 20_000, size=25)) < 1
    assert len(tengen.BatchEnv("go", 1000, size=5)) == 1000


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_a_step_and_a_reset_of_a_very_large_batch(threads: int) -> None:
    n = 1 << 18
    env = tengen.BatchEnv("othello", n, seed=1, history=4, threads=threads)
    obs, mask = env.reset()
    reward, done = np.zeros(n, np.float32), np.zeros(n, bool)
    actions = env.random_actions()
    interrupted_after(0.05, lambda: env.step(actions, out=(obs, mask, reward, done)))
    played = env.plies
    assert 0 < played.sum() < n, "some games have played, and not all"
    interrupted_after(0.05, lambda: env.reset(out=(obs, mask)))
    env.reset(out=(obs, mask))
    assert not env.plies.any() and mask.sum() == 4 * n
    env.step(actions, out=(obs, mask, reward, done))
    assert (env.plies == 1).all()


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("name", "dtype"), [("tic-tac-toe", "uint8"), ("othello", "float32"), ("go", "uint8")])
def test_the_last_observation_of_a_game_is_kept_where_it_is_asked_for(name: str, dtype: Any, threads: int) -> None:
    n = 16
    options: dict[str, Any] = {"seed": 3, "dtype": dtype, "history": 2, "max_plies": 40, "threads": threads}
    env = tengen.BatchEnv(name, n, **options)
    # A batch that does not begin again shows the last position itself.
    other = tengen.BatchEnv(name, n, auto_reset=False, **options)
    final = np.full((n, *env.observation_shape), 77, dtype)
    ended = 0
    for _ in range(90):
        final[:] = 77
        actions = env.random_actions()
        obs, _, _, done = env.step(actions, final=final)
        expected, _, _, over = other.step(actions)
        assert np.array_equal(done, over)
        assert np.array_equal(final[done], expected[done]) and (final[~done] == 77).all()
        assert np.array_equal(obs[~done], expected[~done])
        other.reset(over)
        ended += int(done.sum())
    assert ended > 0
    for wrong in (final[:3], final.astype("int16"), obs[:, :, ::-1], 5):
        with pytest.raises(tengen.ArgumentError, match="final: expected a"):
            env.step(env.random_actions(), final=wrong)  # type: ignore[arg-type]
    with pytest.raises(tengen.ArgumentError, match="given once"):
        env.step(env.random_actions(), out=(final, *env.observe()[1:], np.zeros(n, np.float32), np.zeros(n, bool)), final=final)
    with pytest.raises(tengen.ArgumentError, match="auto_reset"):
        other.step(other.random_actions(), final=final)


def test_rollouts_without_plies_are_refused() -> None:
    env = tengen.BatchEnv("othello", 2)
    for options in ({"count": 0}, {"max_plies": 0}):
        with pytest.raises(tengen.ArgumentError, match="at least 1"):
            env.rollouts(**options)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_batch_goes_on_after_a_fork() -> None:
    env = tengen.BatchEnv("othello", 64, seed=1, threads=3)
    env.reset()
    env.step(env.random_actions())
    child = os.fork()
    if child == 0:
        # A fork copies no thread but this one.
        env.step(env.random_actions())
        os._exit(0)
    deadline = time.monotonic() + 20
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < deadline:
        time.sleep(0.01)
    if ended == (0, 0):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert ended == (child, 0)


def test_memory_that_is_not_there_is_a_memory_error() -> None:
    pytest.importorskip("resource", reason="the system does not limit memory")
    script = """
import resource, tengen
env = tengen.BatchEnv("othello", 100_000, size=16, history=64)
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
try:
    env.observe()
except MemoryError:
    print("no memory", env.num_actions)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.stdout.startswith("no memory"), run.stderr


def test_games_without_memory_are_refused_before_they_are_made() -> None:
    # A limit that the batch needs many times over, or the system would have to give much of its memory.
    pytest.importorskip("resource", reason="the system does not limit memory")
    script = """
import resource, sys, tengen
used = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmSize:"))
limit = (used << 10) + (256 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
game, options = sys.argv[1], eval(sys.argv[2])
try:
    tengen.BatchEnv(game, **options)
except MemoryError as error:
    print(error)
assert len(tengen.BatchEnv(game, **{**options, "n": 300})) == 300
"""
    for game, options, words in (
        ("go", {"n": 100_000, "size": 19}, r"^100000 games of go:chinese on 19x19: \d\.\d GiB of memory are needed, \d+\.\d MiB"),
        ("go", {"n": 1 << 20, "threads": 2}, "GiB of memory are needed"),
        # Boards are kept once games are played.
        ("othello", {"n": 100_000, "size": 16, "history": 64}, "GiB of memory are needed"),
        ("pente", {"n": 1 << 20}, "GiB of memory are needed"),
    ):
        arguments = [sys.executable, "-c", script, game, repr(options)]
        run = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert re.search(words, run.stdout) and run.returncode == 0, (run.returncode, run.stdout, run.stderr)


def test_more_games_than_a_batch_has_say_what_they_would_need() -> None:
    for n in (1 << 20 | 1, 10**9, 1 << 60):
        with pytest.raises(tengen.ArgumentError, match=rf"^n is 1 to 1048576, not {n}: so many games need [\d.]+ GiB"):
            tengen.BatchEnv("go", n)


@pytest.mark.skipif(not os.path.exists("/proc/meminfo"), reason="the system does not say how much memory there is")
def test_arrays_without_memory_are_refused_before_the_system_ends_the_process() -> None:
    with open("/proc/meminfo") as file:
        available = next(int(line.split()[1]) for line in file if line.startswith("MemAvailable:")) << 10
    options: dict[str, Any] = {"rules": "freestyle", "size": 20, "dtype": "float32", "history": 64, "max_plies": 1}
    one = 4 * int(np.prod(tengen.BatchEnv("gomoku", 1, **options).observation_shape))
    # Other processes may free some meanwhile.
    n = available * 3 // 2 // one
    if n > 1 << 20:
        pytest.skip("this machine has the memory of the largest batch")
    env = tengen.BatchEnv("gomoku", n, **options)
    # The system may give addresses for these, and end the process once they are written to.
    with pytest.raises(MemoryError, match="observations, a float32 array of shape"):
        env.observe()


def test_numbers_out_of_range_are_refused_in_words() -> None:
    env = tengen.BatchEnv("tic-tac-toe", 2)
    refused: list[Callable[[], object]] = [
        lambda: tengen.BatchEnv("tic-tac-toe", -1),
        lambda: tengen.BatchEnv("tic-tac-toe", 1, max_plies=-1),
        lambda: tengen.BatchEnv("tic-tac-toe", 1, history=1 << 70),
        lambda: tengen.BatchEnv(5, 5),  # type: ignore[arg-type]
        lambda: env.rollouts(-1),
        lambda: env.move(0, -1),
        lambda: tengen.Game("gomoku").perft(-1),
        lambda: tengen.Game("gomoku").svg(numbers=-1),
    ]
    for call in refused:
        with pytest.raises(tengen.ArgumentError, match="small|large|name such as|number from 0"):
            call()

"""Steps a second with uniformly random legal actions: `BatchEnv` beside OpenSpiel and Pgx.

    python bench/steps.py [--seconds 0.5] [--repeats 5] [--games go-9,othello] [--threads 2] [--peers openspiel,pgx]

Every side has one turn of so many seconds in each repeat, so that all of them see the same machine. A line has the
median, with the lowest and the highest; `x` is the median of the ratios of `BatchEnv` with one thread to this side
within a repeat, or for more threads the other way round.

With one thread the process keeps to one CPU, and its peers too; a second is one of CPU time. `BatchEnv` has `--batch`
games and writes masks and observations in every step. Of OpenSpiel there are, from the least work to the most: states
with their legal actions; these with the observation tensor of each state; `rl_environment.Environment`, its own
environment of one game; and `vector_env.SyncVectorEnv`, its own of many. Pgx has the same number of games in one
compiled function that draws the actions, plays them and starts games again. A peer that does not have a game or is not
installed is left out.

With `--threads` above 1 `BatchEnv` is measured with one thread and with so many, and Pgx with all CPUs.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

Turn = Callable[[float], float]

# Name, arguments of BatchEnv, game of OpenSpiel, game of Pgx.
GAMES: list[tuple[str, str, dict[str, Any], str | None, str | None]] = [
    ("tic-tac-toe", "tic-tac-toe", {}, "tic_tac_toe", "tic_tac_toe"),
    ("connect-four", "connect-four", {}, "connect_four", "connect_four"),
    ("othello", "othello", {}, "othello", "othello"),
    ("go-9", "go", {"size": 9, "rules": "tromp-taylor"}, "go(board_size=9)", "go_9x9"),
    ("go-19", "go", {"size": 19, "rules": "tromp-taylor"}, "go(board_size=19)", "go_19x19"),
    ("gomoku", "gomoku", {"rules": "freestyle"}, "gomoku", None),
]


#: CPU time of the process while one thread works, so that other work on the machine does not count.
clock = time.process_time


def timed(step: Callable[[], int], seconds: float) -> float:
    """Steps a second; `step` returns how many it has made."""
    steps, start = 0, clock()
    while (spent := clock() - start) < seconds:
        steps += step()
    return steps / spent


def batch(game: str, options: dict[str, Any], n: int, threads: int) -> Turn:
    import tengen

    env = tengen.BatchEnv(game, n, seed=1, threads=threads, **options)
    arrays = env.reset()
    actions = env.random_actions()
    out = (*arrays, *env.step(actions)[2:])

    def step() -> int:
        env.random_actions(out=actions)
        env.step(actions, out=out)
        return n

    # The games are spread over all lengths first.
    timed(step, 0.3)
    return lambda seconds: timed(step, seconds)


def states(name: str, observe: bool) -> Turn:
    import pyspiel

    game = pyspiel.load_game(name)

    def step() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
            if observe and not state.is_terminal():
                state.observation_tensor()
        return steps

    return lambda seconds: timed(step, seconds)


def environment(name: str) -> Turn:
    import pyspiel
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(pyspiel.load_game(name))
    now = env.reset()

    def step() -> int:
        nonlocal now
        if now.last():
            now = env.reset()
        now = env.step([random.choice(now.observations["legal_actions"][now.observations["current_player"]])])
        return 1

    return lambda seconds: timed(step, seconds)


def vector(name: str, n: int = 64) -> Turn:
    import pyspiel
    from open_spiel.python import rl_environment, vector_env
    from open_spiel.python.rl_agent import StepOutput

    game = pyspiel.load_game(name)
    env = vector_env.SyncVectorEnv([rl_environment.Environment(game) for _ in range(n)])
    now = env.reset()

    def step() -> int:
        nonlocal now
        seen = [one.observations for one in now]
        drawn = [StepOutput(random.choice(of["legal_actions"][of["current_player"]]), None) for of in seen]
        now = env.step(drawn, reset_if_done=True)[0]
        return n

    return lambda seconds: timed(step, seconds)


def pgx_batch(name: str, n: int) -> Turn:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    init, play = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def act(state: Any, key: Any) -> Any:
        key, draw, again = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return play(state, jax.random.categorical(draw, logits, axis=-1), jax.random.split(again, n)), key

    key = jax.random.PRNGKey(1)
    state = jax.jit(init)(jax.random.split(key, n))

    def step() -> int:
        nonlocal state, key
        state, key = act(state, key)
        jax.block_until_ready(state)
        return n

    step()
    timed(step, 1.0)
    return lambda seconds: timed(step, seconds)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--games", help="some of the names, with commas between")
    parser.add_argument("--peers", default="openspiel,pgx")
    how = parser.parse_args()
    global clock
    if how.threads > 1:
        clock = time.perf_counter
    else:
        # Before Pgx is imported: XLA makes its threads then.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    chosen = how.games.split(",") if how.games else [label for label, *_ in GAMES]
    for label, game, options, spiel, pgx in (row for row in GAMES if row[0] in chosen):
        makers: list[tuple[str, Callable[[], Turn]]] = []
        for threads in sorted({1, how.threads}):
            name = f"BatchEnv, {threads} thread{'s' * (threads > 1)}"
            makers.append((name, lambda threads=threads: batch(game, options, how.batch, threads)))
        if spiel and "openspiel" in how.peers:
            makers += [
                ("OpenSpiel, states", lambda: states(spiel, False)),
                ("OpenSpiel, states observed", lambda: states(spiel, True)),
                ("OpenSpiel, Environment", lambda: environment(spiel)),
                ("OpenSpiel, SyncVectorEnv", lambda: vector(spiel)),
            ]
        if pgx and "pgx" in how.peers:
            makers.append((f"Pgx, batch {how.batch}", lambda: pgx_batch(pgx, how.batch)))
        turns: dict[str, Turn] = {}
        for name, make in makers:
            try:
                turns[name] = make()
            except Exception as error:  # noqa: BLE001 - whatever the peer lacks is said
                print(f"{label}: {name}: {(str(error).splitlines() or [repr(error)])[0]}", flush=True)  # noqa: T201
        rates: dict[str, list[float]] = {name: [] for name in turns}
        for _ in range(how.repeats):
            for name, turn in turns.items():
                rates[name].append(turn(how.seconds))
        first = next(iter(rates))
        for name, found in rates.items():
            line = f"{label}: {name}: {statistics.median(found):,.0f} ({min(found):,.0f} to {max(found):,.0f})"
            if name != first:
                ratios = sorted(ours / theirs for ours, theirs in zip(rates[first], found, strict=True))
                if name.startswith("BatchEnv"):
                    ratios = sorted(1 / ratio for ratio in ratios)
                line += f" x{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
            print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

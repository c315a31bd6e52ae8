"""Steps a second with uniformly random legal actions: `BatchEnv` against OpenSpiel in the same run, one thread each.

    python bench/steps.py [SECONDS] [--threads N]

Tengen writes masks and observations in each step. OpenSpiel is measured twice: legal actions alone, and with the observation
tensor of each state, which is the same work. A game that OpenSpiel does not have is left out there.
"""

from __future__ import annotations

import argparse
import random
import statistics
import timeit
import time
from typing import Any

import tengen

GAMES: list[tuple[str, dict[str, Any], str | None]] = [
    ("tic-tac-toe", {}, "tic_tac_toe"),
    ("connect-four", {}, "connect_four"),
    ("othello", {}, "othello"),
    ("go", {"size": 9, "rules": "tromp-taylor"}, "go(board_size=9)"),
    ("go", {"size": 19, "rules": "tromp-taylor"}, "go(board_size=19)"),
    ("gomoku", {"rules": "freestyle"}, "mnk(m=15,n=15,k=5)"),
]


def batch(game: str, options: dict[str, Any], seconds: float, threads: int) -> float:
    """Steps a second of 1,024 games."""
    env = tengen.BatchEnv(game, 1024, seed=1, threads=threads, **options)
    arrays = env.reset()
    out = (*arrays, *env.step(env.random_actions())[2:])
    actions = env.random_actions()
    steps, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        env.random_actions(out=actions)
        env.step(actions, out=out)
        steps += 1024
    return steps / spent


def openspiel(name: str, seconds: float, observe: bool) -> float:
    """Steps a second of one game after another."""
    import pyspiel

    game = pyspiel.load_game(name)
    steps, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
            if observe and not state.is_terminal():
                state.observation_tensor()
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", nargs="?", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    for game, options, peer in GAMES:
        own = batch(game, options, arguments.seconds, arguments.threads)
        line = f"{game} {options.get('size', '')}: BatchEnv {own:,.0f}"
        if peer:
            try:
                for observe, word in ((False, "actions alone"), (True, "with observations")):
                    rate = openspiel(peer, arguments.seconds, observe)
                    line += f", OpenSpiel {word} {rate:,.0f} (x{own / rate:.1f})"
            except Exception as error:  # noqa: BLE001 - whatever the peer lacks is said
                line += f", OpenSpiel: {str(error).splitlines()[0]}"
        print(line, flush=True)  # noqa: T201
    position = tengen.Game("gomoku")
    points = [position.move(i) for i in range(0, 224, 3)]

    def play() -> None:
        for point in points:
            position.play(point)
        for _ in points:
            position.undo()

    with_undo = statistics.median(timeit.repeat(play, number=50, repeat=9)) / 50 / len(points)
    print(f"play and undo of a stone by its text: {with_undo * 1e9:.0f} ns")  # noqa: T201


if __name__ == "__main__":
    main()

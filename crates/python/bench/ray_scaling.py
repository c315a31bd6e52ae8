"""How bulk work scales on a cluster: a simulation with chunk times that are measured here.

    python bench/ray_scaling.py [--chunks 10000] [--measured 40] [--nodes 2000]

The work of chunks of one game each is measured as CPU time of one process, so that other work on the machine does not count.
A simulated cluster then takes the same times, drawn at random. Its workers differ in speed (a normal factor with `--spread`),
some are stragglers (a part of `--stragglers`, four times slower), and each is preempted once in `--preempted` hours of work on
average. A preempted worker loses its chunk's work so far and comes back after `--restart` seconds. A chunk costs `--dispatch`
seconds of the driver, which hands out one at a time.
"""

from __future__ import annotations

import argparse
import heapq
import random
import statistics
import time

import tengen
from tengen import batch

WORKERS = (1, 2, 8, 32, 128, 512, 1000)


def measured(chunks: int, nodes: int) -> list[float]:
    """CPU seconds of the analysis of chunks of one game of Othello each."""
    analyzer, times = batch.Analyzer(nodes=nodes), []
    for seed in range(chunks):
        draw, game = random.Random(seed), tengen.Game("othello")
        while not game.is_over:
            game.play(draw.choice(game.legal_moves()))
        rows = batch.record_rows(tengen.Record.from_game(game), to_analyze=True)
        start = time.process_time()
        for row in rows:
            analyzer.analyze(row)
        times.append(time.process_time() - start)
    return times


def simulated(times: list[float], chunks: int, workers: int, how: argparse.Namespace) -> tuple[float, float]:
    """Seconds until the last chunk is done, and seconds of work that was done twice."""
    draw = random.Random(workers)
    speeds = []
    for worker in range(workers):
        speed = max(0.2, draw.gauss(1, how.spread))
        speeds.append(speed * (4 if worker < int(how.stragglers * workers) else 1))
    # When each worker is free. The driver hands out one chunk after another.
    free = [(0.0, worker) for worker in range(workers)]
    heapq.heapify(free)
    driver = lost = last = 0.0
    for _ in range(chunks):
        at, worker = heapq.heappop(free)
        driver = max(driver, at) + how.dispatch
        at, work = driver, draw.choice(times) * speeds[worker]
        while how.preempted and (alive := draw.expovariate(1 / (how.preempted * 3600))) < work:
            lost += alive
            at += alive + how.restart
        at += work
        last = max(last, at)
        heapq.heappush(free, (at, worker))
    return last, lost


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--measured", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--games", type=int, default=256, help="games of a simulated chunk")
    parser.add_argument("--spread", type=float, default=0.1)
    parser.add_argument("--stragglers", type=float, default=0.02)
    parser.add_argument("--preempted", type=float, default=2.0)
    parser.add_argument("--restart", type=float, default=30.0)
    parser.add_argument("--dispatch", type=float, default=0.005)
    how = parser.parse_args()
    times = measured(how.measured, how.nodes)
    print(f"one game: {statistics.mean(times):.3f} s, standard deviation {statistics.pstdev(times):.3f} s")  # noqa: T201
    draw = random.Random(0)
    chunk = [sum(draw.choice(times) for _ in range(how.games)) for _ in range(1000)]
    total = statistics.mean(chunk) * how.chunks
    print(f"{how.chunks} chunks of {how.games} games: {total / 3600:.1f} hours of one core")  # noqa: T201
    print("workers   hours  speed-up  efficiency  work lost")  # noqa: T201
    for workers in WORKERS:
        spent, lost = simulated(chunk, how.chunks, workers, how)
        print(  # noqa: T201
            f"{workers:7} {spent / 3600:7.2f} {total / spent:9.1f} {total / spent / workers:10.0%} {lost / total:10.1%}"
        )


if __name__ == "__main__":
    main()

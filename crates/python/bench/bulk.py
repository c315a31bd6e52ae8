"""Rows of bulk work a second: `tengen batch analyze`, the package in threads, and Ray, on the same games.

    python bench/bulk.py --command target/release/tengen [--games 60] [--nodes 2000] [--repeats 5] [--ray]

The games are random ones of Othello in files of SGF, a row for each position. Each side has a turn in each repeat, so
that all of them see the same machine: the command with one thread and with two; an `Analyzer` in one thread of Python
and in two, with the rows of `input_games`; with `--ray`, `tengen.ray` with one actor and with two, on a node that says
it has three CPUs, since each node keeps one. The clock of Ray starts when Ray is up. The start of its actors takes
seconds, so its rate from the first shard of each actor to the last one is there too. Every side writes Parquet files.
Medians, with the lowest and the highest. A second is one of the clock, or with `--cpu` one of CPU time of this process
and its children, so that other work on the machine does not count; Ray has no place there.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import tengen
from tengen import batch

CHUNK = 4
"""Games of a file, a chunk and a shard."""


def make_games(folder: str, games: int) -> int:
    """Writes random games, and returns the number of their positions."""
    rows = 0
    for number in range(0, games, CHUNK):
        records = []
        for seed in range(number, min(number + CHUNK, games)):
            draw, game = random.Random(seed), tengen.Game("othello")
            while not game.is_over:
                game.play(draw.choice(game.legal_moves()))
                rows += 1
            records.append(tengen.Record.from_game(game))
        tengen.write(os.path.join(folder, f"{number:05}.sgf"), records)
    return rows


def in_threads(inputs: str, out: str, nodes: int, threads: int) -> None:
    """What a user would write: an analyzer a thread, each of which takes the next chunk of games."""
    games = batch.input_games(inputs)
    chunks = enumerate(iter(lambda: list(itertools.islice(games, CHUNK)), []))

    def work(mine: list[tuple[int, list[list[batch.Row]]]]) -> None:
        analyzer = batch.Analyzer(nodes=nodes)
        while mine:
            try:
                number, chunk = mine.pop()
            except IndexError:
                return
            rows = analyzer.analyze_all(row for game in chunk for row in game)
            batch.write_parquet(os.path.join(out, f"{number:06}.parquet"), rows)

    todo = list(chunks)[::-1]
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(work, todo) for _ in range(threads)]:
            done.result()


def after_the_start(out: str, workers: int) -> float:
    """Rows a second after the first shard of each worker."""
    shards = sorted((os.path.getmtime(path), path) for path in map(str, Path(out).glob("*.parquet")))
    made = sum(batch.read_parquet(path).num_rows for _, path in shards[workers:])
    return made / (shards[-1][0] - shards[workers - 1][0])


def cpu_time() -> float:
    """Seconds of CPU time of this process and of its children that have ended."""
    return sum(os.times()[:4])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", help="the command `tengen`, of the same build profile as the wheel")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--cpu", action="store_true", help="seconds of CPU time")
    how = parser.parse_args()
    if how.cpu and how.ray:
        parser.error("--cpu does not see the processes of Ray")
    clock = cpu_time if how.cpu else time.perf_counter
    with tempfile.TemporaryDirectory() as root:
        inputs = os.path.join(root, "games")
        os.mkdir(inputs)
        rows = make_games(inputs, how.games)
        sides: dict[str, Callable[[str], object]] = {}
        for threads in (1, 2):
            if how.command:
                options = ["--nodes", str(how.nodes), "--threads", str(threads), "--shard", str(CHUNK)]
                sides[f"tengen batch, {threads}"] = lambda out, options=options: subprocess.run(
                    [how.command, "batch", "analyze", inputs, *options, "-o", out], check=True, capture_output=True
                )
            sides[f"Python, threads {threads}"] = lambda out, threads=threads: in_threads(
                inputs, out, how.nodes, threads
            )
        if how.ray:
            import ray
            import tengen.ray

            ray.init(num_cpus=3, log_to_driver=False)
            for actors in (1, 2):
                sides[f"Ray, actors {actors}"] = lambda out, actors=actors: tengen.ray.run(
                    "analyze", [inputs], out, workers=actors, shard=CHUNK, nodes=how.nodes
                )
        print(f"{how.games} games, {rows} rows, {how.nodes} nodes a row")  # noqa: T201
        rates: dict[str, list[float]] = {name: [] for name in sides}
        running: dict[str, list[float]] = {name: [] for name in sides if name.startswith("Ray")}
        for turn in range(how.repeats):
            for name, work in sides.items():
                out = os.path.join(root, f"{turn} {name}")
                os.mkdir(out)
                start = clock()
                work(out)
                rates[name].append(rows / (clock() - start))
                assert batch.read_parquet(out).num_rows == rows, name
                if name in running:
                    running[name].append(after_the_start(out, int(name[-1])))
        for name, found in rates.items():
            line = f"{name}: {statistics.median(found):.0f} rows/s ({min(found):.0f} to {max(found):.0f})"
            for other in ("tengen batch, 1", "tengen batch, 2"):
                if other in rates and name != other:
                    ratios = sorted(ours / theirs for ours, theirs in zip(found, rates[other], strict=True))
                    line += f"; to {other}: {statistics.median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})"
            print(line)  # noqa: T201
            if name in running:
                some = running[name]
                print(f"  after the start: {statistics.median(some):.0f} rows/s ({min(some):.0f} to {max(some):.0f})")  # noqa: T201


if __name__ == "__main__":
    main()

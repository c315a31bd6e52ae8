"""One position, records and the package itself: time of `play`, files of SGF beside sgfmill, time of the import.

    python bench/single.py [--sgf FOLDER] [--repeats 7] [--wheel FILE]

Medians, with the lowest and the highest; seconds of CPU time, but for the import. The files of SGF are in memory before
the clock starts, and the sides have turns. sgfmill makes the nodes of a tree when they are asked for, as the package
makes their objects of Python. So each is measured twice: read alone, and with every node of the tree visited. Only files
that sgfmill reads are in the comparison.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import tengen


def shown(name: str, values: list[float], unit: str, scale: float) -> None:
    low, middle, high = min(values), statistics.median(values), max(values)
    print(f"{name}: {middle * scale:.4g} {unit} ({low * scale:.4g} to {high * scale:.4g})", flush=True)  # noqa: T201


def plays(repeats: int) -> None:
    """The time of `play`, the loop of Python included, on a board that fills to a third."""
    for name, game in (
        ("gomoku", tengen.Game("gomoku", rules="freestyle")),
        ("renju", tengen.Game("renju")),
        ("go 19x19", tengen.Game("go", size=19)),
        ("go 19x19, superko", tengen.Game("go", size=19, rules="tromp-taylor")),
    ):
        count = game.size[0] * game.size[1]
        actions, texts, position = [], [], game.copy()
        for action in (number * 97 % count for number in range(count // 3)):
            if position.is_legal(action):
                position.play(action)
                actions.append(action)
                texts.append(position.last_move)
        assert not position.is_over
        for word, moves in (("text", texts), ("action", actions)):
            times = []
            for _ in range(repeats):
                spent = 0.0
                for _ in range(2000):
                    position = game.copy()
                    play = position.play
                    start = time.process_time()
                    for move in moves:
                        play(move)
                    spent += time.process_time() - start
                times.append(spent / 2000 / len(moves))
            shown(f"play by {word}, {name}", times, "ns", 1e9)


def records(folder: str, repeats: int) -> None:
    from sgfmill import sgf

    files = [(path, path.read_bytes()) for path in sorted(Path(folder).rglob("*.sgf"))]

    def visit(data: bytes) -> int:
        nodes, todo = 0, [sgf.Sgf_game.from_bytes(data).get_root()]
        while todo:
            nodes += 1
            todo.extend(todo.pop())
        return nodes

    def visit_ours(data: bytes) -> int:
        nodes = 0
        for record in tengen.read(data, format="sgf", lenient=True):
            todo = [record.root]
            while todo:
                nodes += 1
                todo.extend(todo.pop().children)
        return nodes

    both, refused = [], {"sgfmill": 0, "tengen": 0}
    nodes = [0, 0]
    for _, data in files:
        try:
            found = visit(data)
        except ValueError:
            refused["sgfmill"] += 1
            found = None
        try:
            ours = visit_ours(data)
        except tengen.RecordError:
            refused["tengen"] += 1
            ours = 0
        if found and ours:
            both.append(data)
            nodes[0] += found
            nodes[1] += ours
    size = sum(map(len, both)) / 1e6
    counts = f"{len(files)} files, refused: {refused}; {len(both)} files of both"
    print(f"{counts}, {size:.1f} MB, nodes {nodes}")  # noqa: T201
    sides: dict[str, Callable[[bytes], object]] = {
        "tengen": lambda data: tengen.read(data, format="sgf", lenient=True),
        "tengen, every node": visit_ours,
        "sgfmill, from_bytes": sgf.Sgf_game.from_bytes,
        "sgfmill, every node": visit,
    }
    times: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(repeats):
        for name, read in sides.items():
            start = time.process_time()
            for data in both:
                read(data)
            times[name].append(time.process_time() - start)
    for name, found_times in times.items():
        shown(f"records, {name}", found_times, "s", 1)
        for other in ("tengen", "tengen, every node"):
            if not name.startswith("tengen"):
                ratios = [theirs / ours for ours, theirs in zip(times[other], found_times, strict=True)]
                shown(f"records, {name} to {other}", ratios, "times", 1)


def imports(repeats: int) -> None:
    for what in ("tengen", "numpy"):
        code = f"import time; start = time.perf_counter(); import {what}; print(time.perf_counter() - start)"
        times = []
        for _ in range(2 * repeats + 1):
            done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
            times.append(float(done.stdout))
        shown(f"import {what}", times[1:], "ms", 1e3)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sgf", help="a folder with files of SGF")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--wheel", help="the file of the wheel")
    how = parser.parse_args()
    warnings.simplefilter("ignore")
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    plays(how.repeats)
    imports(how.repeats)
    if how.sgf:
        records(how.sgf, how.repeats)
    if how.wheel:
        print(f"wheel: {os.path.getsize(how.wheel) / 1e6:.2f} MB")  # noqa: T201


if __name__ == "__main__":
    main()

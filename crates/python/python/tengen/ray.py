"""Bulk work on a cluster of Ray: one engine an actor, chunks with fixed numbers, each written once.

    python -m tengen.ray analyze IN OUT --nodes 10000
    python -m tengen.ray relabel ROWS OUT --nodes 50000

The driver reads the inputs game by game and puts them into chunks, files below ``OUT/.chunks``. An actor takes the number
of a chunk, analyses its rows and writes ``OUT/shard-NUMBER.parquet``: beside its place, synced and renamed. So a chunk
that is done twice, after the death of an actor or of a node, is written once. A run that is interrupted goes on where it
stopped. ``OUT`` must be a folder that every node sees.

A row that fails has its ``error`` and the others go on. This holds for a game that breaks the rules and for an engine that
takes too long. It also holds for a row on which the process of an actor has died three times: a chunk that has lost a
process is done row by row.

:func:`run` is the same from Python. This module needs the extra ``ray``.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import Any

import tengen
from tengen import batch
from tengen._errors import ArgumentError

__all__ = ["Summary", "Worker", "run", "share_of_cpu"]

#: How often the process of an actor may die on a row before the row fails.
MOST_DEATHS = 3
#: The note in the footer of a shard with its counts, as ``tengen batch`` writes it.
NOTE = "tengen.counts"
#: Rows with an error that are named on standard error.
NAMED = 20


@dataclass
class Summary:
    """What a run has done. ``named`` has the source, number, ply and error of each row that failed."""

    games: int = 0
    rows: int = 0
    failed: int = 0
    shards: int = 0
    resumed: int = 0
    named: list[tuple[str, int, int | None, str]] = field(default_factory=list)


def share_of_cpu(cpus: list[float]) -> float:
    """The CPUs that an actor asks for so that each node keeps one for Ray's own work.

    ``cpus`` are those of the nodes. With C CPUs on the largest node an actor asks for C / (C − 1), rounded down. Then a
    node with c ≤ C CPUs has room for c − 1 actors. A node with one CPU has room for none, unless every node has one.
    """
    most = int(max(cpus, default=1))
    if most <= 1:
        return 1.0
    # Ray counts in ten thousandths.
    return max(int(most / (most - 1) * 10_000) / 10_000, 1.0001)


def _shard(out: str, chunk: int) -> str:
    return os.path.join(out, f"shard-{chunk:06}.parquet")


def _chunk(out: str, chunk: int) -> str:
    return os.path.join(out, ".chunks", f"chunk-{chunk:06}.parquet")


class Worker:
    """An actor: it analyses chunks, each given by its number, and writes their shards."""

    def __init__(self, out: str, options: dict[str, Any]) -> None:
        self._out = out
        self._analyzer = batch.Analyzer(**options)

    def __call__(self, numbers: dict[str, Any]) -> dict[str, list[Any]]:
        done = [self.work(int(number)) for number in numbers["chunk"]]
        return {"chunk": [chunk for chunk, _ in done], "rows": [rows for _, rows in done]}

    def work(self, chunk: int) -> tuple[int, int]:
        """Analyses a chunk unless its shard is there. Returns its number and its number of rows."""
        import pyarrow.parquet as pq

        shard = _shard(self._out, chunk)
        if os.path.exists(shard):
            return chunk, pq.read_metadata(shard).num_rows
        source = pq.ParquetFile(_chunk(self._out, chunk))
        games = json.loads((source.schema_arrow.metadata or {})[NOTE.encode()])["games"]
        rows = source.read().to_pylist()
        todo = [number for number, row in enumerate(rows) if row["error"] is None]
        deaths = _Deaths(_chunk(self._out, chunk) + ".at")
        if deaths.is_first:
            # All rows in one call take less time. If the process dies, it is not known on which of them.
            deaths.begin(None)
            for number, row in zip(todo, self._analyzer.analyze_all(rows[number] for number in todo), strict=True):
                rows[number] = row
            todo = []
        for number in todo:
            if deaths.of(number) >= MOST_DEATHS:
                error = f"the process of the engine died {MOST_DEATHS} times on this position"
                rows[number] = {**rows[number], "error": error}
            else:
                deaths.begin(number)
                rows[number] = self._analyzer.analyze(rows[number])
        failed = sum(row["error"] is not None for row in rows)
        notes = {NOTE: json.dumps({"games": games, "failed": failed})}
        batch.write_parquet(shard, rows, notes=notes)
        return chunk, len(rows)


class _Deaths:
    """How often the process died on each row of a chunk, kept in a file that says which row is under way."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._deaths: dict[str, int] = {}
        #: No process has begun the chunk.
        self.is_first = not os.path.exists(path)
        try:
            with open(path, encoding="utf-8") as file:
                state = json.load(file)
        except (OSError, ValueError):
            return
        self._deaths = state["deaths"]
        if state["row"] is not None:
            row = str(state["row"])
            self._deaths[row] = self._deaths.get(row, 0) + 1

    def of(self, row: int) -> int:
        return self._deaths.get(str(row), 0)

    def begin(self, row: int | None) -> None:
        """A row is under way, or all of them."""
        draft = f"{self._path}.{os.getpid()}"
        with open(draft, "w", encoding="utf-8") as file:
            json.dump({"row": row, "deaths": self._deaths}, file)
        os.replace(draft, self._path)


def _write_json(path: str, value: Any) -> None:
    draft = path + ".part"
    with open(draft, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)


def _stage(inputs: list[str], out: str, shard: int, **how: Any) -> int:
    """Puts the inputs into chunks of so many games, and returns the number of chunks."""
    marker = os.path.join(out, ".chunks", "staged.json")
    if os.path.exists(marker):
        with open(marker, encoding="utf-8") as file:
            return int(json.load(file)["chunks"])
    chunks, games = 0, 0
    rows: list[batch.Row] = []

    def write() -> None:
        batch.write_parquet(_chunk(out, chunks), rows, notes={NOTE: json.dumps({"games": games})})

    for game in batch.input_games(*inputs, **how):
        rows += game
        games += 1
        if games == shard:
            write()
            chunks, games, rows = chunks + 1, 0, []
    if games:
        write()
        chunks += 1
    _write_json(marker, {"chunks": chunks})
    return chunks


def _open(out: str, job: dict[str, Any]) -> None:
    """Makes the folder of a job, or checks that it has this job."""
    os.makedirs(os.path.join(out, ".chunks"), exist_ok=True)
    # Arrow, pandas and Spark leave out names with an underscore when they read the folder.
    path = os.path.join(out, "_ray.json")
    try:
        with open(path, encoding="utf-8") as file:
            stored = json.load(file)
    except FileNotFoundError:
        if any(name.endswith((".parquet", ".json")) for name in os.listdir(out)):
            raise ArgumentError(f"{out} has files of something else: choose an empty folder") from None
        _write_json(path, job)
        return
    except ValueError as error:
        raise ArgumentError(f"{path} is no description of a job: {error}") from None
    for name in sorted({*stored, *job}):
        if stored.get(name) != job.get(name):
            raise ArgumentError(
                f"{out} has another job: its {name} is {stored.get(name)!r}, not {job.get(name)!r}. Choose another folder"
            )


def run(
    work: str,
    inputs: list[str],
    out: str,
    *,
    workers: int | None = None,
    shard: int = 256,
    at: str = "all",
    game: str | None = None,
    rules: str | None = None,
    size: str | None = None,
    progress: bool = False,
    **options: Any,
) -> Summary:
    """Analyses the positions of games (``work="analyze"``) or the rows of Parquet files again (``"relabel"``).

    ``options`` are those of :class:`tengen.batch.Analyzer`. ``workers`` is the number of actors; without it there is one
    for each CPU but one of each node. ``shard`` is the number of games, or rows with ``relabel``, of a chunk. The rows do
    not depend on ``workers``. Ray must be initialised, or is started on this machine.

    Raises:
        ArgumentError: an unknown option, a path that does not exist, or ``out`` has another job.
    """
    import ray
    import ray.data

    if work not in ("analyze", "relabel"):
        raise ArgumentError(f"work is 'analyze' or 'relabel', not {work!r}")
    if shard < 1 or (workers is not None and workers < 1):
        raise ArgumentError("shard and workers are at least 1")
    try:
        batch.Analyzer(**options)
    except TypeError as error:
        raise ArgumentError(str(error)) from None
    out = os.path.abspath(out)
    inputs = [os.path.abspath(path) for path in inputs]
    how = {"at": at, "relabel": work == "relabel", "game": game, "rules": rules, "size": size}
    files = [[path, *_length(path)] for path in inputs]
    _open(out, {"work": work, "tengen": tengen.__version__, "inputs": files, "shard": shard, **how, **options})
    chunks = _stage(inputs, out, shard, **how)
    todo = [chunk for chunk in range(chunks) if not os.path.exists(_shard(out, chunk))]
    if todo:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        cpus = [node["Resources"].get("CPU", 0.0) for node in ray.nodes() if node["Alive"]]
        share = share_of_cpu(cpus)
        room = max(1, sum(int(count / share + 1e-6) for count in cpus))
        size_of_pool = min(workers or room, len(todo), room)
        ray.data.DataContext.get_current().enable_progress_bars = False
        data = ray.data.from_items([{"chunk": chunk} for chunk in todo], override_num_blocks=len(todo))
        done = data.map_batches(
            Worker,
            batch_size=1,
            num_cpus=share,
            # A node may die while the pool has all of its actors on it: the pool shrinks and goes on.
            compute=ray.data.ActorPoolStrategy(min_size=1, max_size=size_of_pool, initial_size=size_of_pool),
            fn_constructor_kwargs={"out": out, "options": options},
        )
        begun, made = time.monotonic(), 0
        for count, row in enumerate(done.iter_rows(), 1):
            made += row["rows"]
            if progress:
                rate = made / (time.monotonic() - begun)
                print(f"{count} of {len(todo)} shards, {made} rows, {rate:.1f} a second", file=sys.stderr, flush=True)
    summary = _count(out, chunks)
    summary.resumed = chunks - len(todo)
    return summary


def _length(path: str) -> tuple[int, int]:
    """The number of files below a path and their bytes: enough to notice another input."""
    if os.path.isfile(path):
        return 1, os.path.getsize(path)
    sizes = [
        os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names
    ]
    return len(sizes), sum(sizes)


def _count(out: str, chunks: int) -> Summary:
    """The counts of all shards, and the rows that failed. Removes the chunks once every shard is there."""
    import pyarrow.parquet as pq

    summary = Summary()
    for chunk in range(chunks):
        shard = pq.ParquetFile(_shard(out, chunk))
        counts = json.loads((shard.schema_arrow.metadata or {})[NOTE.encode()])
        summary.games += counts["games"]
        summary.rows += shard.metadata.num_rows
        summary.failed += counts["failed"]
        summary.shards += 1
        if counts["failed"]:
            table = shard.read(columns=["source", "number", "ply", "error"])
            summary.named += [tuple(row.values()) for row in table.to_pylist() if row["error"] is not None]
        for path in (_chunk(out, chunk), _chunk(out, chunk) + ".at"):
            if os.path.exists(path):
                os.unlink(path)
    return summary


def _place(source: str, number: int, ply: int | None) -> str:
    """Where a row is from, as ``tengen batch`` writes it. A game that cannot be read has no plies."""
    if ply is None:
        return f"{source}, game {number}"
    return f"{source}, game {number}, after {ply} {'move' if ply == 1 else 'moves'}"


def main(arguments: list[str] | None = None) -> int:
    """The command. Returns 0, or 1 if rows failed."""
    parser = argparse.ArgumentParser(prog="python -m tengen.ray", description="Bulk work on a cluster of Ray")
    commands = parser.add_subparsers(dest="work", required=True)
    for work, text in (("analyze", "analyse the positions of games"), ("relabel", "analyse rows again")):
        command = commands.add_parser(work, help=text)
        command.add_argument("inputs", nargs="+", metavar="IN", help="files and folders")
        command.add_argument("out", metavar="OUT", help="folder for the shards, which every node sees")
        command.add_argument("--nodes", type=int, help="nodes or playouts for each position")
        command.add_argument("--depth", type=int, help="depth for each position, in plies")
        command.add_argument("--time", type=float, help="seconds for each position; rows then depend on the machine")
        command.add_argument("--lines", type=int, default=1, help="how many best moves to rank")
        command.add_argument("--seed", type=int, default=0, help="seed of everything drawn at random")
        command.add_argument("--engine", help="one of Tengen's engines; without it, each game's own")
        command.add_argument("--level", type=int, help="level of the engine, 1 the weakest; without it, the strongest")
        command.add_argument("--memory", type=int, help="memory of each engine, in MiB")
        command.add_argument("--command", type=shlex.split, help="a program instead, quoted as in a shell")
        command.add_argument("--protocol", choices=["gomocup", "gtp", "nboard", "json"], help="its protocol")
        command.add_argument("--timeout", type=float, default=600.0, help="seconds that an engine may take for one row")
        command.add_argument("--workers", type=int, help="actors; without it, one for each CPU but one of each node")
        command.add_argument("--shard", type=int, default=256, help="games, or rows, in each output file")
        command.add_argument("--address", help="address of the cluster; without it, Ray is started on this machine")
        if work == "analyze":
            command.add_argument("--at", default="all", help="positions: all, end, or a number N for every Nth")
            command.add_argument("--game", help="game of records that do not name it")
            command.add_argument("--rules", help="rules of records that do not name their game")
            command.add_argument("--size", help="board size of records that do not name their game")
    options = vars(parser.parse_args(arguments))
    address = options.pop("address")
    if address is not None:
        import ray

        ray.init(address=address, log_to_driver=False)
    try:
        summary = run(options.pop("work"), options.pop("inputs"), options.pop("out"), progress=True, **options)
    except tengen.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for source, number, ply, why in summary.named[:NAMED]:
        print(f"failed: {_place(source, number, ply)}: {why}", file=sys.stderr)
    if summary.failed > NAMED:
        print(f"failed: {summary.failed - NAMED} more rows: the column error says why", file=sys.stderr)
    counts = asdict(summary)
    print(", ".join(f"{name} {counts[name]}" for name in ("games", "rows", "failed", "shards", "resumed")))
    return 1 if summary.failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""``tengen.ray`` on a local cluster of two nodes: every row once, whatever dies on the way."""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tengen
from tengen import batch
from tengen import ray as bulk

ray: Any = pytest.importorskip("ray", reason="ray is not installed")
pytest.importorskip("ray.data", reason="ray has no data")

NODES = 400

# A program for gomoku. With `die` stones on the board it kills its parent, the process of the actor, once; with `die2` it
# does so every time; with `hang` stones it gives no answer.
PROGRAM = """
import os, signal, sys, time
flag, die, die2, hang = sys.argv[1], *map(int, sys.argv[2:5])
stones = 0
for line in sys.stdin:
    word = line.split()[0].upper() if line.split() else ""
    if word in ("START", "RESTART"):
        print("OK", flush=True)
    elif word == "BOARD":
        stones = 0
    elif word == "BEGIN":
        print("0,0", flush=True)
    elif line[0].isdigit():
        stones += 1
    elif word == "DONE":
        time.sleep(0.05)
        if stones == hang:
            time.sleep(600)
        if stones == die2 or (stones == die and not os.path.exists(flag)):
            open(flag, "w").close()
            os.kill(os.getppid(), signal.SIGKILL)
        print("14,14", flush=True)
    elif word == "END":
        break
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    memory = {"object_store_memory": 100 * 2**20}
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, **memory})
    made.add_node(num_cpus=2, **memory)
    ray.init(address=made.address, log_to_driver=False)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


def write_games(path: Path, count: int, game: str = "othello", plies: int = 9) -> Path:
    records = []
    for seed in range(count):
        position, draw = tengen.Game(game), random.Random(seed)
        for _ in range(plies):
            # The corner stays free for the program.
            position.play(draw.choice([move for move in position.legal_moves() if move != "o1"]))
        records.append(tengen.Record.from_game(position))
    tengen.write(path, records)
    return path


def rows(out: Path) -> list[dict[str, Any]]:
    return sorted(batch.read_parquet(out).to_pylist(), key=lambda row: (row["source"], row["number"], row["ply"]))


def places(found: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(row["number"], row["ply"]) for row in found]


def program(tmp_path: Path, die: int = -1, always: int = -1, hang: int = -1) -> dict[str, Any]:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    flag = str(tmp_path / "died")
    command = [sys.executable, str(script), flag, str(die), str(always), str(hang)]
    return {"nodes": 1, "command": command, "protocol": "gomocup", "timeout": 8.0}


def test_each_node_keeps_a_cpu() -> None:
    for most in range(2, 130):
        share = bulk.share_of_cpu([float(most), 2.0])
        for cpus in range(2, most + 1):
            assert int(cpus / share + 1e-9) == cpus - 1, (most, cpus, share)
    assert bulk.share_of_cpu([1.0, 1.0]) == 1.0


def test_a_chunk_that_lost_a_process_is_done_row_by_row(tmp_path: Path) -> None:
    file = write_games(tmp_path / "games.sgf", 2)
    found = []
    states: list[Any] = [None, {"row": None, "deaths": {}}, {"row": 3, "deaths": {"3": 2, "1": 2}}]
    for number, died in enumerate(states):
        out = tmp_path / f"out{number}"
        (out / ".chunks").mkdir(parents=True)
        bulk._stage([str(file)], str(out), 2, at="all", relabel=False, game=None, rules=None, size=None)
        if died is not None:
            Path(bulk._chunk(str(out), 0) + ".at").write_text(json.dumps(died))
        assert bulk.Worker(str(out), {"nodes": NODES, "seed": 5}).work(0) == (0, 20)
        found.append(rows(out))
    whole, after, deadly = found
    assert whole == after and all(row["best"] for row in whole)
    assert [row["error"] is None for row in deadly] == [at != 3 for at in range(20)]
    assert "died 3 times" in deadly[3]["error"] and deadly[1] == whole[1]


def test_the_rows_do_not_depend_on_the_pool(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_games(tmp_path / "games.sgf", 6)
    with open(file, "ab") as games:
        games.write(b"(;GM[1]SZ[9];B[ee];W[ee])")
    analyzer = batch.Analyzer(nodes=NODES, lines=2, seed=3)
    expected = [row if row["error"] else analyzer.analyze(row) for game in batch.input_games(file) for row in game]
    batch.write_parquet(tmp_path / "expected.parquet", expected)
    for workers in (1, 2):
        out = tmp_path / f"out{workers}"
        summary = bulk.run("analyze", [str(file)], str(out), workers=workers, shard=2, nodes=NODES, lines=2, seed=3)
        assert (summary.games, summary.rows, summary.failed, summary.shards) == (7, len(expected), 1, 4)
        assert summary.named[0][1] == 7 and "illegal" in summary.named[0][3]
        assert rows(out) == rows(tmp_path / "expected.parquet")
    # The same again does nothing, a lost shard is made again, and another job is refused.
    out = tmp_path / "out2"
    (out / "shard-000001.parquet").unlink()
    (out / ".chunks" / "staged.json").unlink()
    summary = bulk.run("analyze", [str(file)], str(out), shard=2, nodes=NODES, lines=2, seed=3)
    assert summary.resumed == 3 and rows(out) == rows(tmp_path / "expected.parquet")
    with pytest.raises(tengen.ArgumentError, match="another job"):
        bulk.run("analyze", [str(file)], str(out), shard=2, nodes=NODES + 1, lines=2, seed=3)
    assert bulk.main(["relabel", str(out), str(tmp_path / "better"), "--nodes", "50"]) == 1
    assert f"failed: {file}, game 7, after 1 move: move 2" in capsys.readouterr().err
    assert places(rows(tmp_path / "better")) == places(rows(out))


def test_a_killed_actor_loses_no_row_and_a_deadly_one_is_named(cluster: Any, tmp_path: Path) -> None:
    file = write_games(tmp_path / "games.sgf", 1, "gomoku", 6)
    out = tmp_path / "out"
    # The process dies once with 2 stones, and each time with 4; with 5 the engine hangs.
    options = program(tmp_path, die=2, always=4, hang=5)
    summary = bulk.run("analyze", [str(file)], str(out), shard=4, at="all", **options)
    found = rows(out)
    assert (tmp_path / "died").exists()
    assert places(found) == [(1, ply) for ply in range(7)]
    failed = {(row["number"], row["ply"]): row["error"] for row in found if row["error"] is not None}
    assert sorted(failed) == sorted((1, ply) for ply in (4, 5))
    assert all(("died 3 times" in error) == (ply == 4) for (_, ply), error in failed.items())
    assert summary.failed == len(failed) and sorted(named[1:3] for named in summary.named) == sorted(failed)
    assert all(row["best"] == "o1" for row in found if row["error"] is None and row["ply"] > 0)


def test_a_killed_node_loses_no_row(cluster: Any, tmp_path: Path) -> None:
    node = cluster.add_node(num_cpus=2, object_store_memory=100 * 2**20)
    cluster.wait_for_nodes()
    file = write_games(tmp_path / "games.sgf", 40, "gomoku", 8)
    out, options = tmp_path / "out", program(tmp_path)
    killed = threading.Event()

    def kill() -> None:
        until = time.monotonic() + 120
        while time.monotonic() < until and len(list(out.glob("*.parquet"))) < 2:
            time.sleep(0.05)
        cluster.remove_node(node, allow_graceful=False)
        killed.set()

    killer = threading.Thread(target=kill)
    killer.start()
    summary = bulk.run("analyze", [str(file)], str(out), shard=1, **options)
    killer.join()
    assert killed.is_set()
    assert (summary.rows, summary.failed) == (40 * 9, 0)
    assert places(rows(out)) == [(number, ply) for number in range(1, 41) for ply in range(9)]

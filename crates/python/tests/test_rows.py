"""Rows of bulk work: the same as the positions of the games, and as those of ``tengen batch``."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import tengen
from tengen import batch

BROKEN = b"(;GM[1]SZ[9];B[ee];W[ce];B[ee])"


def random_game(seed: int, game: str = "othello", plies: int = 12) -> tengen.Game:
    position, draw = tengen.Game(game), random.Random(seed)
    for _ in range(plies):
        if not position.is_over:
            position.play(draw.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("game", sorted(tengen.games()))
def test_rows_are_the_positions_of_the_game(game: str) -> None:
    position = random_game(5, game)
    rows = batch.record_rows(tengen.Record.from_game(position), "x.sgf", 7)
    replayed = tengen.Game(game)
    for ply, row in enumerate(rows):
        assert batch.game_of(row) == replayed
        assert (row["source"], row["number"], row["ply"], row["key"]) == ("x.sgf", 7, ply, replayed.key)
        assert (row["to_move"], row["error"]) == (replayed.to_move, None)
        if ply < position.ply:
            assert row["played"] == position.moves[ply]
            replayed.play(position.moves[ply])
    assert replayed == position and rows[-1]["played"] is None


def test_a_set_up_is_kept_and_what_breaks_the_rules_is_named() -> None:
    position = tengen.Game.set_up("go", ["A1", "B2"], ["E5"], "white", size=5)
    position.play("C3")
    last = batch.record_rows(tengen.Record.from_game(position))[-1]
    assert last["set_up"] == "....O" "....." "....." ".X..." "X...." " O"
    assert batch.game_of(last) == position
    rows = batch.record_rows(tengen.read(BROKEN)[0])
    assert [row["error"] is None for row in rows] == [True, True, True, False]
    assert "move 3 (E5) is illegal" in rows[3]["error"]
    assert [row["ply"] for row in batch.record_rows(tengen.read(BROKEN)[0], at="2")[:-1]] == [0, 2]
    with pytest.raises(tengen.ArgumentError, match="every Nth"):
        batch.record_rows(tengen.read(BROKEN)[0], at="some")


@pytest.mark.parametrize(
    "change", [{"game": None}, {"size": "9"}, {"set_up": "XO X"}, {"moves": "f5 f5"}, {"rules": "mine"}, {"moves": "z99"}]
)
def test_a_row_that_is_no_position_is_an_error_and_a_failed_row(change: dict[str, Any]) -> None:
    row = {**batch.record_rows(tengen.Record.from_game(random_game(1)))[2], **change}
    with pytest.raises(tengen.Error):
        batch.game_of(row)
    assert batch.Analyzer(nodes=10).analyze(row)["error"]


def test_a_row_depends_on_its_position_and_seed_alone() -> None:
    rows = batch.record_rows(tengen.Record.from_game(random_game(2)), to_analyze=True)
    forwards = [batch.Analyzer(nodes=300, lines=3, seed=4).analyze(row) for row in rows]
    analyzer = batch.Analyzer(nodes=300, lines=3, seed=4)
    backwards = [analyzer.analyze(row) for row in reversed(rows)]
    assert forwards == backwards[::-1]
    for row in forwards:
        assert row["engine"] == "Tengen Othello" and row["engine_version"] == tengen.__version__
        assert batch.game_of(row).is_legal(row["best"]) and row["policy"][0]["move"] == row["best"]


def test_many_rows_are_as_one_after_another() -> None:
    rows = [row for game in ("othello", "gomoku") for row in batch.record_rows(tengen.Record.from_game(random_game(4, game)))]
    rows[3] = {**rows[3], "moves": "f5 f5", "mine": 7}
    analyzer = batch.Analyzer(nodes=200, lines=2, seed=1)
    together = analyzer.analyze_all(iter(rows))
    assert together == [analyzer.analyze(row) for row in rows]
    assert [row["error"] is None for row in together] == [at != 3 for at in range(len(rows))]
    assert together[3]["mine"] == 7 and "best" not in rows[0] and analyzer.analyze_all([]) == []
    for change in ({"moves": 5}, {"ply": "x"}, {"to_move": "red"}):
        with pytest.raises(tengen.ArgumentError):
            analyzer.analyze_all([rows[0], {**rows[1], **change}])


def test_an_interrupt_ends_an_analysis() -> None:
    analyzer = batch.Analyzer(time=60)
    rows = batch.record_rows(tengen.Record.from_game(random_game(6)))
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        analyzer.analyze_all(rows)
    assert time.monotonic() - start < 20
    timer.join()


def test_an_engine_that_hangs_costs_one_row(tmp_path: Path) -> None:
    script = tmp_path / "hangs.py"
    script.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('START'): print('OK', flush=True)\n"
        "    elif line.startswith('BEGIN'): print('7,7', flush=True)\n"
        "    elif line.startswith('DONE'): time.sleep(600)\n"
    )
    analyzer = batch.Analyzer(nodes=5, command=[sys.executable, str(script)], protocol="gomocup", timeout=5)
    rows = batch.record_rows(tengen.Record.from_game(tengen.Game("gomoku", moves="a1")))
    hung, fine = analyzer.analyze_all(rows[::-1])
    assert hung["error"] and hung["best"] is None
    assert (fine["error"], fine["best"]) == (None, "h8")


def test_wrong_options_are_refused() -> None:
    program = {"nodes": 1, "command": "x", "protocol": "gtp"}
    for options in ({}, {"nodes": 1, "lines": 0}, {"nodes": 1, "command": ["x"]}, program, {"nodes": 1, "timeout": 0}):
        with pytest.raises(tengen.ArgumentError):
            batch.Analyzer(**options)


def test_an_engine_that_does_not_exist_is_refused_at_once() -> None:
    with pytest.raises(tengen.EngineError, match="deep-thought.*choose.*gomoku: gomoku, ") as caught:
        batch.Analyzer(nodes=1, engine="deep-thought")
    assert caught.value.kind == "no-engine"
    with pytest.raises(tengen.EngineError, match="level 99.*1 to"):
        batch.Analyzer(nodes=1, level=99)


def test_a_column_that_a_file_does_not_have_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    rows = batch.record_rows(tengen.Record.from_game(random_game(3)))
    rows[2] = {**rows[2], "wining": 0.5, "mine": 1}
    with pytest.raises(tengen.ArgumentError, match=r"row 2 .*'wining'.*'win'"):
        batch.write_parquet(tmp_path / "rows.parquet", rows)
    assert list(tmp_path.iterdir()) == []


def test_rows_survive_a_parquet_file(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    rows = batch.record_rows(tengen.Record.from_game(random_game(3)), "g", 1, to_analyze=True)
    rows = [batch.Analyzer(nodes=200, lines=2).analyze(row) for row in rows] + batch.record_rows(tengen.read(BROKEN)[0])
    assert batch.write_parquet(tmp_path / "rows.parquet", rows) == len(rows)
    assert [path.name for path in tmp_path.iterdir()] == ["rows.parquet"]
    table = batch.read_parquet(tmp_path)
    assert table.schema.equals(batch.schema())
    for row, read in zip(rows, table.to_pylist(), strict=True):
        for name, value in row.items():
            expected = pytest.approx(value, rel=1e-6) if isinstance(value, float) else value
            assert name == "policy" or read[name] == expected, name
    (games,) = zip(*batch.input_games(tmp_path / "rows.parquet", relabel=True), strict=True)
    assert [row["moves"] for row in games] == [row["moves"] for row in rows]


def test_what_a_file_leaves_out_is_an_error_and_no_shorter_game(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_bytes(b"(;GM[1]SZ[9];B[ee];W[zz];B[cc])(;GM[1]SZ[9];B[ee];W[cc])")
    (tmp_path / "b.psq").write_bytes(b"Piskvorky 15x15, 11:11, 0\n8,8,0\n8,99,0\n9,9,0\n")
    (tmp_path / "c.sgf").write_bytes(b"no record")
    games = list(batch.input_games(tmp_path))
    ends = [(Path(game[-1]["source"]).name, game[-1]["number"], game[-1]["error"] is None) for game in games]
    assert ends == [("a.sgf", 1, False), ("a.sgf", 2, True), ("b.psq", 1, False), ("c.sgf", 1, False)]
    assert [row["moves"] for row in games[0]] == ["", "E5", "E5"] and "zz" in games[0][-1]["error"]
    assert [row["moves"] for row in games[2]] == ["", "h8", "h8"]


@pytest.mark.parametrize("library", ["pyarrow", "pandas", "polars", "duckdb"])
def test_other_libraries_read_the_shards(library: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    reader: Any = pytest.importorskip(library, reason=f"{library} is not installed")
    rows = batch.record_rows(tengen.Record.from_game(random_game(3)), "g", 1)
    rows[2] = batch.Analyzer(nodes=200, lines=2).analyze(rows[2])
    for number, part in enumerate((rows[:5], rows[5:])):
        batch.write_parquet(tmp_path / f"shard-{number:06}.parquet", part)
    (tmp_path / "_ray.json").write_text("{}")
    every = str(tmp_path / "*.parquet")
    if library == "pyarrow":
        found = reader.parquet.read_table(tmp_path).to_pylist()
    elif library == "pandas":
        found = reader.read_parquet(tmp_path).to_dict("records")
    elif library == "polars":
        found = reader.read_parquet(every).to_dicts()
    else:
        found = [{"key": key, "policy": policy} for key, policy in reader.sql(f"SELECT key, policy FROM '{every}'").fetchall()]
    assert [row["key"] for row in found] == [row["key"] for row in rows]
    assert [len(row["policy"]) for row in found] == [2 if at == 2 else 0 for at in range(len(rows))]
    assert found[2]["policy"][0]["move"] == rows[2]["best"]


def test_the_page_has_the_columns() -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    page = (Path(__file__).parents[3] / "docs" / "batch.md").read_text(encoding="utf-8")
    table = page.split("| column | type | meaning |")[1].split("\n\n")[0]
    described: list[tuple[str, str]] = []
    for line in table.splitlines()[2:]:
        names, kinds = (cell.replace("`", "").strip().split(", ") for cell in line.split("|")[1:3])
        described += zip(names, kinds * (len(names) if len(kinds) == 1 else 1), strict=True)
    words = {"double": "float", "list<item: struct<": "list of struct"}
    real = []
    for field in batch.schema():
        kind = "list of struct" if str(field.type).startswith("list") else words.get(str(field.type), str(field.type))
        real.append((field.name, kind))
    assert described == real


def program() -> str | None:
    built = Path(__file__).parents[3] / "target" / "debug" / "tengen"
    named = os.environ.get("TENGEN_BIN", str(built))
    return named if os.path.exists(named) else None


@pytest.mark.skipif(program() is None, reason="there is no program tengen beside the package (TENGEN_BIN names it)")
def test_the_command_writes_the_same_rows(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    folder, out = tmp_path / "games", tmp_path / "out"
    folder.mkdir()
    tengen.write(folder / "a.sgf", [tengen.Record.from_game(random_game(seed)) for seed in range(4)])
    (folder / "b.sgf").write_bytes(BROKEN + b"(;GM[1]SZ[9];B[ee];W[zz];B[cc])")
    arguments = ["batch", "analyze", str(folder), "-o", str(out), "--nodes", "200", "--lines", "2", "--seed", "9"]
    done = subprocess.run([str(program()), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr  # one game breaks the rules, one cannot be read to its end
    analyzer = batch.Analyzer(nodes=200, lines=2, seed=9)
    rows = [row for game in batch.input_games(folder) for row in game]
    batch.write_parquet(tmp_path / "own.parquet", [row if row["error"] else analyzer.analyze(row) for row in rows])
    written, own = batch.read_parquet(out), batch.read_parquet(tmp_path / "own.parquet")
    assert written.schema.equals(own.schema)
    assert written.to_pylist() == own.to_pylist()
    # Its folder is a data set for other libraries: what is no shard has a name that they pass over.
    import pyarrow.parquet as pq

    assert pq.read_table(out).to_pylist() == written.to_pylist()

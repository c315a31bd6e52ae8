"""Rows of bulk work: positions of games with an engine's analysis, in the columns that ``tengen batch`` writes.

>>> import tengen
>>> from tengen import batch
>>> record = tengen.Record.from_game(tengen.Game("tic-tac-toe", moves="b2 a1"))
>>> analyzer = batch.Analyzer(nodes=10_000)
>>> rows = analyzer.analyze_all(batch.record_rows(record))
>>> [(row["ply"], row["proof"]) for row in rows]
[(0, 'draw'), (1, 'draw'), (2, 'draw')]

A row is a dictionary. ``docs/batch.md`` describes the columns. Nothing here needs more than the package itself, but for
:func:`schema`, :func:`read_parquet` and :func:`write_parquet`, which need pyarrow.
"""

from __future__ import annotations

import difflib
import itertools
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tengen import _tengen
from tengen._errors import ArgumentError, EngineError, Error
from tengen._files import EXTENSIONS
from tengen._tengen import Game, Record

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Analyzer", "game_of", "input_games", "read_parquet", "record_rows", "schema", "write_parquet"]

Row = dict[str, Any]
Path = str | os.PathLike[str]

#: The columns that describe a game and a position, with their types in Arrow's words.
GAME_COLUMNS = {
    "source": "string",
    "number": "int64",
    "game": "string",
    "rules": "string",
    "size": "string",
    "set_up": "string",
    "moves": "string",
    "ply": "int32",
    "key": "uint64",
    "to_move": "string",
    "played": "string",
    "black": "string",
    "white": "string",
    "date": "string",
    "result": "string",
    "outcome": "float",
}
#: The columns that an engine fills in.
ENGINE_COLUMNS = {
    "engine": "string",
    "engine_version": "string",
    "level": "uint8",
    "score": "float",
    "win": "float",
    "proof": "string",
    "proof_plies": "int32",
    "best": "string",
    "pv": "string",
    "depth": "int32",
    "nodes": "int64",
    "policy": "list",
    "error": "string",
}
REQUIRED = ("source", "number", "policy")


def schema() -> pa.Schema:
    """The columns as a schema of pyarrow."""
    import pyarrow as pa

    policy = pa.struct(
        [pa.field("move", pa.string(), False), pa.field("share", pa.float32()), pa.field("win", pa.float32(), False)]
    )
    fields = []
    for name, kind in {**GAME_COLUMNS, **ENGINE_COLUMNS}.items():
        of_kind = pa.list_(pa.field("item", policy, False)) if kind == "list" else pa.type_for_alias(kind)
        fields.append(pa.field(name, of_kind, name not in REQUIRED))
    return pa.schema(fields)


def write_parquet(path: Path, rows: Iterable[Row], *, notes: dict[str, str] | None = None) -> int:
    """Writes ``rows`` as a Parquet file, whole or not at all, and returns their number.

    ``notes`` are words and texts that the file keeps as metadata of its schema.

    Raises:
        ArgumentError: a row has a column that the file has not.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns, filled = {*GAME_COLUMNS, *ENGINE_COLUMNS}, []
    for number, row in enumerate(rows):
        if not columns.issuperset(row):
            unknown = next(name for name in row if name not in columns)
            raise ArgumentError(f"row {number} (from 0) has a column that the file has not: {_meant(unknown)}")
        filled.append({**row, "policy": row.get("policy") or []})
    table = pa.Table.from_pylist(filled, schema=schema())
    table = table.replace_schema_metadata(notes)
    draft = f"{os.fspath(path)}.{os.getpid()}.part"
    try:
        pq.write_table(table, draft, compression="snappy")
        with open(draft, "rb+") as written:
            os.fsync(written.fileno())
        os.replace(draft, path)
    finally:
        if os.path.exists(draft):
            os.unlink(draft)
    return int(table.num_rows)


def _meant(unknown: str) -> str:
    """A column that does not exist, and those that do, the likely ones first."""
    known = [*GAME_COLUMNS, *ENGINE_COLUMNS]
    likely = difflib.get_close_matches(str(unknown), known, cutoff=0.5)
    if likely:
        return f"{unknown!r}. Is {' or '.join(repr(name) for name in likely)} meant?"
    return f"{unknown!r}. The columns are {', '.join(known)}"


def read_parquet(*paths: Path, columns: list[str] | None = None) -> pa.Table:
    """The rows of Parquet files, and of every Parquet file of folders in the order of their names, as a table of pyarrow.

    ``columns`` are the names of those to read, else all.

    Raises:
        ArgumentError: there is no Parquet file.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    files = [file for path in paths for file in _parquet_files(path)]
    if not files:
        raise ArgumentError(f"there is no Parquet file in {', '.join(os.fspath(path) for path in paths)}")
    return pa.concat_tables([pq.read_table(file, columns=columns) for file in files])


def _parquet_files(path: Path) -> list[str]:
    path = os.fspath(path)
    if not os.path.isdir(path):
        return [path]
    return sorted(os.path.join(path, name) for name in os.listdir(path) if name.endswith(".parquet"))


def record_rows(
    record: Record, source: str = "", number: int = 1, *, at: str = "all", to_analyze: bool = False
) -> list[Row]:
    """The positions of a record's main line as rows. ``source`` and ``number`` say where the game is from: a file, and the
    number of the game in it. ``at`` is ``"all"``, ``"end"`` or the text of a number N, for every
    Nth; with ``to_analyze`` positions in which the game is over are left out. A line that breaks the rules ends with a row
    whose ``error`` says so.

    Raises:
        ArgumentError: ``at`` is something else.
    """
    return _tengen.record_rows(record, source, number, at, to_analyze)


def game_of(row: Row) -> Game:
    """The position of ``row``.

    Raises:
        ArgumentError: a column that a position needs is empty, or the set-up is none.
        SpecError, SetUpError, MoveError, IllegalMove: what the columns hold.
    """
    for name in ("game", "rules", "size", "moves"):
        if row.get(name) is None:
            raise ArgumentError(f"the row has no {name}: a position needs game, rules, size and moves")
    columns, sep, rows = row["size"].partition("x")
    if not (sep and columns.isdigit() and rows.isdigit()):
        raise ArgumentError(f"size is {row['size']!r}: expected COLUMNSxROWS, such as 19x19")
    set_up = None
    if row.get("set_up") is not None:
        stones, _, side = row["set_up"].partition(" ")
        codes = {".": 0, "X": 1, "O": 2}
        if side not in ("X", "O") or set(stones) - set(codes) or len(stones) != int(columns) * int(rows):
            raise ArgumentError("set_up has X, O or . for each point, a space, and X or O for the side to move")
        set_up = (bytes(codes[stone] for stone in stones), "black" if side == "X" else "white")
    return Game._restore(row["game"], row["rules"], (int(rows), int(columns)), set_up, row["moves"].split())


def input_games(
    *paths: Path,
    at: str = "all",
    relabel: bool = False,
    game: str | None = None,
    rules: str | None = None,
    size: int | str | None = None,
) -> Iterator[list[Row]]:
    """The rows of one game after another, from record files of every format, Parquet files and folders of them. A row of a
    Parquet file is a game; with ``relabel`` it is a position. What cannot be read is a row with its ``error``. ``game``,
    ``rules`` and ``size`` are those of files that do not name their game; ``at`` is that of :func:`record_rows`.

    Raises:
        ArgumentError: a path does not exist, or with ``relabel`` is no Parquet file; ``at`` names no positions.
    """
    for path in paths:
        if not os.path.exists(path):
            raise ArgumentError(f"there is no file or folder {os.fspath(path)}")
    for file in _files(paths):
        name = str(file)
        if name.endswith(".parquet"):
            yield from _games_of_parquet(name, at, relabel)
            continue
        if relabel:
            raise ArgumentError(f"{name} has games, not rows: relabel takes Parquet files")
        try:
            games = _tengen.GameFile(file, game=game, rules=rules, size=size, lenient=True)
        except (OSError, Error) as error:
            yield [{"source": name, "number": 1, "error": str(error)}]
            continue
        for number in itertools.count(1):
            rows = games.next_rows(name, number, at)
            if rows is None:
                break
            yield rows


def _files(paths: Iterable[Path]) -> Iterator[str]:
    """Files, and of folders the records and Parquet files in the order of their paths."""
    for path in paths:
        if not os.path.isdir(path):
            yield os.fspath(path)
            continue
        found = []
        for folder, folders, names in os.walk(path):
            folders[:] = [name for name in folders if not name.startswith(".")]
            known = (*EXTENSIONS, ".parquet")
            found += [os.path.join(folder, name) for name in names if name.lower().endswith(tuple(known))]
        yield from sorted(found)


def _games_of_parquet(name: str, at: str, relabel: bool) -> Iterator[list[Row]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    number = 0
    try:
        file = pq.ParquetFile(name)
        for batch in file.iter_batches(4096):
            for row in batch.to_pylist():
                number += 1
                if row.get("source") is None or row.get("number") is None:
                    row["source"], row["number"] = name, number
                row = {column: row.get(column) for column in (*GAME_COLUMNS, *ENGINE_COLUMNS)}
                if relabel or row["error"] is not None:
                    yield [row]
                    continue
                try:
                    record = Record.from_game(game_of(row))
                    for field in ("black", "white", "date", "result"):
                        setattr(record, field, row[field])
                    yield record_rows(record, row["source"], row["number"], at=at, to_analyze=True)
                except Error as error:
                    yield [{**row, "error": str(error)}]
    except (OSError, pa.ArrowException) as error:
        yield [{"source": name, "number": number + 1, "error": str(error)}]


def _check_engine(name: str | None, level: int | None) -> None:
    """Refuses an engine that no game has: each row would fail. A game without it is the error of its rows alone."""
    entries = [(game, engine) for game, row in _tengen.games().items() for engine in row["engines"]]
    named = [entry for entry in entries if name in (None, entry[1])]
    if not named:
        known = "; ".join(f"{game}: {', '.join(e for g, e in entries if g == game)}" for game in _tengen.games())
        raise EngineError(f"no game has an engine {name!r}: choose {known}", kind="no-engine")
    most = max(_tengen.Engine.levels(game, engine) for game, engine in named)
    if level is not None and not 1 <= level <= most:
        raise EngineError(f"there is no level {level}: choose 1 to {most}", kind="no-engine")


class Analyzer:
    """An engine that fills in rows.

    ``engine`` is the name of one of Tengen's engines, else each game's own, at ``level`` or its strongest. ``command`` and
    ``protocol`` are those of a program instead. One of ``nodes``, ``depth`` and ``time`` (seconds) bounds each search. With
    ``nodes`` or ``depth`` a row depends on its position and ``seed`` alone. ``lines`` is how many best moves the policy
    has, and ``memory`` bounds the engine's tables, in MiB. ``timeout`` is how many seconds an engine may
    take for one row: an engine that takes longer is given up, and the row has the error. It can be pickled: another process
    makes an engine of its own.

    Raises:
        ArgumentError: no limit, or a limit out of range.
        EngineError: no game has an engine of this name, or such a level.
    """

    def __init__(
        self,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        time: float | None = None,
        lines: int = 1,
        seed: int = 0,
        engine: str | None = None,
        level: int | None = None,
        memory: int | None = None,
        command: list[str] | None = None,
        protocol: str | None = None,
        timeout: float = 600.0,
    ) -> None:
        if nodes is None and depth is None and time is None:
            raise ArgumentError("give nodes, depth or time: a search without a limit does not end")
        if (command is None) != (protocol is None):
            raise ArgumentError("a program needs command and protocol")
        if command is not None and (engine is not None or level is not None):
            raise ArgumentError("engine and level are those of Tengen's engines: a program has neither")
        if command is None:
            _check_engine(engine, level)
        if lines < 1 or timeout <= 0:
            raise ArgumentError("lines is at least 1, and timeout more than 0")
        self._arguments: dict[str, Any] = {
            "nodes": nodes,
            "depth": depth,
            "time": time,
            "lines": lines,
            "seed": seed,
            "engine": engine,
            "level": level,
            "memory": memory,
            "command": command,
            "protocol": protocol,
            "timeout": timeout,
        }
        self._engine = _tengen.RowAnalyzer(**self._arguments)

    def __getstate__(self) -> dict[str, Any]:
        # A row does not depend on the rows before: another engine of the same arguments does as well.
        return self._arguments

    def __setstate__(self, arguments: dict[str, Any]) -> None:
        self._arguments = arguments
        self._engine = _tengen.RowAnalyzer(**arguments)

    def analyze(self, row: Row) -> Row:
        """``row`` with the columns of an engine filled in. A row that fails has an ``error``; no error is raised."""
        return self.analyze_all([row])[0]

    def analyze_all(self, rows: Iterable[Row]) -> list[Row]:
        """``rows`` with the columns of an engine filled in, as :meth:`analyze` does with one. Many rows in one call take
        less time than a call for each.

        Raises:
            ArgumentError: a column has a value of the wrong type; no row has been analysed.
        """
        return self._engine.analyze(list(rows))

"""Reading records from files, bytes and folders."""

from __future__ import annotations

from tengen import _tengen
from tengen._errors import ArgumentError, ReadWarning, RecordError

# What only annotations and folders need would be most of the time of `import tengen`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Literal

    from tengen._tengen import GameFile, Record
    from tengen._types import Size

__all__ = ["read", "read_folder", "read_games"]

EXTENSIONS = frozenset({".sgf", ".psq", ".rec", ".lib", ".rif", ".ggf", ".ggs", ".wtb", ".obf", ".moves"})
"""Extensions that mean a game record. ``.xml`` and ``.txt`` files are often something else: name them in ``pattern``."""


def read(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview,
    *,
    format: str | None = None,  # noqa: A002
    game: str | None = None,
    rules: str | None = None,
    size: Size | None = None,
    lenient: bool = False,
) -> list[Record]:
    """Every record of ``source``: a file (a path), or the bytes of one.

    ``format`` is ``sgf``, ``psq``, ``renlib``, ``rif``, ``ggf``, ``wthor``, ``obf`` or ``moves``; without it the format is
    recognised. ``game``, ``rules`` and ``size`` are those of files that do not name their game. ``lenient`` skips what
    cannot be read, with a :class:`ReadWarning` for each thing.

    Raises:
        OSError: the file cannot be read.
        RecordError: it is no record; with the place and what was expected.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _tengen.read_bytes(bytes(source), format=format, game=game, rules=rules, size=size, lenient=lenient)
    return _tengen.read_file(source, format=format, game=game, rules=rules, size=size, lenient=lenient)


def read_games(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002
    game: str | None = None,
    rules: str | None = None,
    size: Size | None = None,
    lenient: bool = False,
) -> GameFile:
    """An iterator over the records of a file of any size, with memory for some of them.

    The arguments and the errors are those of :func:`read`; an error comes with the game that has it.
    """
    return _tengen.GameFile(path, format=format, game=game, rules=rules, size=size, lenient=lenient)


def read_folder(
    folder: str | os.PathLike[str],
    *,
    pattern: str | None = None,
    on_error: Literal["raise", "warn"] = "raise",
    format: str | None = None,  # noqa: A002
    game: str | None = None,
    rules: str | None = None,
    size: Size | None = None,
    lenient: bool = False,
) -> Iterator[tuple[Path, Record]]:
    """An iterator over ``(path, record)`` of every record below ``folder``, in the order of the paths.

    Files are those with the extension of a record format, or those that match ``pattern`` (as in :meth:`Path.rglob`). With
    ``on_error="warn"`` a file that cannot be read gives a :class:`ReadWarning`, and the next one follows. The other
    arguments are those of :func:`read`.

    Raises:
        ArgumentError: the folder does not exist, or ``on_error`` is another word.
        OSError, RecordError: as :func:`read`, with ``on_error="raise"``.
    """
    import warnings
    from pathlib import Path

    root = Path(folder)
    if not root.is_dir():
        raise ArgumentError(f"{root} is not a folder")
    if on_error not in ("raise", "warn"):
        raise ArgumentError(f"on_error is 'raise' or 'warn', not {on_error!r}")

    def records() -> Iterator[tuple[Path, Record]]:
        for path in sorted(root.rglob(pattern or "*")):
            if not path.is_file() or (pattern is None and path.suffix.lower() not in EXTENSIONS):
                continue
            try:
                for record in read_games(path, format=format, game=game, rules=rules, size=size, lenient=lenient):
                    yield path, record
            except (OSError, RecordError) as error:
                if on_error == "raise":
                    raise
                warnings.warn(f"{error}; the rest of the file is left out", ReadWarning, stacklevel=2)

    return records()

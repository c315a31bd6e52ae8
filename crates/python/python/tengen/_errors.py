"""The exceptions and warnings of the package."""

from __future__ import annotations

__all__ = [
    "ArgumentError",
    "EngineError",
    "Error",
    "IllegalMove",
    "LibraryError",
    "LossWarning",
    "MoveError",
    "ProofError",
    "ReadWarning",
    "RecordError",
    "ReplayError",
    "SetUpError",
    "SpecError",
]


class Error(Exception):
    """Every error of the package."""

    def __init__(self, message: str = "", **fields: object) -> None:
        super().__init__(message)
        self.__dict__.update(fields)


class ArgumentError(Error, ValueError):
    """An argument that is not understood, such as an array of the wrong dtype or shape."""


class SpecError(Error, ValueError):
    """A game, a rule set or a size that does not exist; the message says what there is."""


class MoveError(Error, ValueError):
    """Text that is no move of the game; the message says what is expected."""


class IllegalMove(Error, ValueError):
    """A move that the rules refuse. The position is unchanged."""

    move: str
    """The move, as players of the game write it."""
    ply: int
    """Plies played before it."""
    rule: str
    """The rule it breaks, as a word: ``occupied``, ``ko``, ``superko``, ``suicide``, ``forbidden``, ``opening``..."""
    game: int | None = None
    """The index of the game in a batch; ``None`` outside a batch."""


class SetUpError(Error, ValueError):
    """A position that cannot be set up."""


class RecordError(Error, ValueError):
    """A file or text that cannot be read or written as a game record."""

    path: str | None = None
    """The file, if there is one."""
    format: str | None = None
    """The name of the format."""
    line: int | None = None
    """The line, from 1; ``None`` in binary formats."""
    column: int | None = None
    """The column in bytes, from 1; ``None`` in binary formats."""
    offset: int | None = None
    """Bytes before the place."""


class ReplayError(Error, ValueError):
    """A record that breaks the rules."""

    node: int
    """The number of the node that cannot be played."""
    number: int
    """The number of its move, from 1."""
    move: str
    """The move as players write it; empty if the node has none."""
    rule: str
    """The rule it breaks, as in :class:`IllegalMove`; or ``set-up`` or ``turn``."""


class EngineError(Error, RuntimeError):
    """An engine that does not play this, or that failed."""

    kind: str = "other"
    """``no-engine`` (there is none of this name or level), ``unsupported`` (not this game, rules or limit), ``busy``,
    ``start`` (a program that does not start), ``crash``, ``hang`` (no answer), ``time loss``, ``illegal move``, ``garbage``
    (an answer that is none) or ``refused``."""


class ProofError(Error, ValueError):
    """A certificate that cannot be read, or that proves nothing."""


class LibraryError(Error, RuntimeError):
    """A library file that cannot be opened, read or changed."""


class LossWarning(UserWarning):
    """Something in a record that the format cannot hold."""


class ReadWarning(UserWarning):
    """Something in a file that was skipped, or read differently from what is written."""

"""Tengen: games played by putting stones on a grid.

Exact rules (:class:`Game`), records (:func:`read`, :class:`Record`, :class:`Library`), engines (:class:`Engine`,
:func:`solve`, :func:`play_match`) and batches of games as NumPy arrays (:class:`BatchEnv`).

>>> import tengen
>>> g = tengen.Game("othello")
>>> g.perft(5)
1396
>>> g.play("f5")
>>> g.legal_moves()
['f4', 'd6', 'f6']

Adapters are modules of their own, each with an extra of the same name: ``tengen.pettingzoo``, ``tengen.gymnasium`` and
``tengen.openspiel``.
"""

from __future__ import annotations

from tengen._errors import (
    ArgumentError,
    EngineError,
    Error,
    IllegalMove,
    LibraryError,
    LossWarning,
    MoveError,
    ProofError,
    ReadWarning,
    RecordError,
    ReplayError,
    SetUpError,
    SpecError,
)
from tengen._files import read, read_folder, read_games
from tengen._tengen import (
    Analysis,
    BatchEnv,
    Engine,
    Game,
    GameFile,
    Library,
    Line,
    MatchResult,
    Node,
    Outcome,
    Played,
    Record,
    Score,
    Search,
    Solution,
    Suite,
    SuiteReport,
    Verification,
    __version__,
    explain,
    games,
    play_match,
    solve,
    verify,
    write,
)

__all__ = [
    "Analysis",
    "ArgumentError",
    "BatchEnv",
    "Engine",
    "EngineError",
    "Error",
    "Game",
    "GameFile",
    "IllegalMove",
    "Library",
    "LibraryError",
    "Line",
    "LossWarning",
    "MatchResult",
    "MoveError",
    "Node",
    "Outcome",
    "Played",
    "ProofError",
    "ReadWarning",
    "Record",
    "RecordError",
    "ReplayError",
    "Score",
    "Search",
    "SetUpError",
    "Solution",
    "SpecError",
    "Suite",
    "SuiteReport",
    "Verification",
    "__version__",
    "explain",
    "games",
    "play_match",
    "read",
    "read_folder",
    "read_games",
    "solve",
    "verify",
    "write",
]

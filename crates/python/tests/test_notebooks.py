"""The notebooks run from top to bottom, with less data where they are slow, and find what they must find."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import tengen

pytest.importorskip("pyarrow", reason="pyarrow is not installed")

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
#: Games of the whole database to 2024, as its files count them.
ALL_GAMES = 137_548


def run(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, Any]:
    """Runs the code cells of a notebook, and returns their names."""
    monkeypatch.chdir(folder)
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    cells = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{name}, cell {number}", "exec"), names)
    return names


def wthor(folder: Path) -> tuple[Path, int]:
    """Two years of the database if it is here, with ``TENGEN_WHOLE`` all of it; else a file of random games."""
    root = os.environ.get("TENGEN_TRUTH", str(Path(__file__).parents[4] / "shared" / "truth"))
    whole = Path(root) / "othello" / "wthor"
    if root and whole.is_dir() and os.environ.get("TENGEN_WHOLE"):
        return whole, ALL_GAMES
    made, draw = folder / "wthor", random.Random(1)
    made.mkdir()
    if root and whole.is_dir():
        years = [whole / f"WTH_{year}.wtb" for year in (2023, 2024)]
        for path in (*years, whole / "WTH.JOU", whole / "WTH.TRN"):
            shutil.copy(path, made)
        # The header of a file has the number of its games.
        return made, sum(int.from_bytes(path.read_bytes()[4:8], "little") for path in years)
    records = []
    for _ in range(300):
        game = tengen.Game("othello", moves="f5")
        while not game.is_over:
            game.play(draw.choice(game.legal_moves()))
        record = tengen.Record.from_game(game)
        record.date = "1999"
        records.append(record)
    tengen.write(made / "WTH_1999.wtb", records)
    return made, len(records)


def test_openings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    folder, games = wthor(tmp_path)
    names = run("openings", tmp_path, monkeypatch, WTHOR=str(folder))
    assert names["games"] == games and int(names["count"].sum()) == len(names["played"]) <= games
    shown = capsys.readouterr().out
    assert "all games" in shown
    if games > 1000:
        # After f5 people play diagonally or beside it, hardly ever in parallel.
        assert names["shown"][int(names["found"][names["best"][0]])].split()[1] in ("d6", "f6")


def test_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = run("levels", tmp_path, monkeypatch, GAMES="2", LEVELS="3")
    assert sorted(names["curve"]) == [1, 2, 3]
    assert all(sum(standing) == 2 for _, standing in names["steps"])


def test_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = run("policy", tmp_path, monkeypatch, GAMES="30", EPOCHS="4")
    # It learns: better than before and than chance on games that it has not seen, and better than chance in a match.
    assert names["after"] > 1.25 * max(names["before"], names["guess"])
    wins, draws, losses = names["match"].standings["policy"]
    assert names["game"].ply == 8 and wins + draws + losses == 12 and wins >= 9

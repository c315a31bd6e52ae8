"""What is plain data can be pickled and copied; what cannot says why."""

from __future__ import annotations

import copy
import pickle
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tengen
from tengen import batch

WAYS: list[Callable[[Any], Any]] = [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy]
WON = "i7 h9 g6 h8 h10 e9 f9 g11 h7 g7"  # black to move wins by threats


def fields(thing: object) -> dict[str, Any]:
    """The public attributes of an object that are no methods, arrays as lists."""
    names = [name for name in dir(thing) if not name.startswith("_")]
    values = {name: getattr(thing, name) for name in names if not callable(getattr(thing, name))}
    return {
        name: [fields(item) for item in value] if isinstance(value, list) and value and isinstance(value[0], tengen.Line)
        else value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in values.items()
    }  # fmt: skip


ANALYSED = [
    ("gomoku", WON),
    ("othello", "f5 d6"),
    ("go", "E5 pass"),
    ("connect-four", "4 4 4"),
    ("tic-tac-toe", "a1 b1 a2 b2"),
    ("connect6", "k10"),
]


@pytest.mark.parametrize(("game", "moves"), ANALYSED)
def test_an_analysis_and_its_parts(game: str, moves: str) -> None:
    position = tengen.Game(game, moves=moves, size=9 if game == "go" else None)
    analysis = tengen.Engine(game, level=2).analyze(position, nodes=200, lines=3)
    for way in WAYS:
        other = way(analysis)
        assert fields(other) == fields(analysis)
        assert (str(other), repr(other), other.to_json()) == (str(analysis), repr(analysis), analysis.to_json())
        assert other._repr_svg_() == analysis._repr_svg_()
        assert tengen.explain(position, other) == tengen.explain(position, analysis)
        assert way(analysis.score) == analysis.score
        for line in analysis.lines:
            assert fields(way(line)) == fields(line)
    assert all(way([analysis, analysis])[1].best == analysis.best for way in WAYS)


def test_an_analysis_of_a_position_that_was_set_up() -> None:
    game = tengen.Game.set_up("go", ["C1", "C2", "C3", "B3", "A3"], ["E5"], "black", size=5)
    analysis = tengen.Engine("go").analyze(game, nodes=200)
    for way in WAYS:
        assert fields(way(analysis)) == fields(analysis)
    over = tengen.Game("go", "tromp-taylor", 5, moves="C3 pass pass")
    counted = tengen.Engine("go").analyze(over, nodes=50)
    assert fields(pickle.loads(pickle.dumps(counted))) == fields(counted)


def test_what_a_game_a_proof_and_a_match_give() -> None:
    line = tengen.Game("tic-tac-toe", moves="a1 b1 a2 b2 a3")
    flip = tengen.Game("othello", moves="f5")
    solution = tengen.solve(tengen.Game("gomoku", moves=WON), "vct")
    assert solution.certificate is not None
    exact = tengen.solve(tengen.Game("tic-tac-toe", moves="a1 b1 a2 b2"))
    verified = tengen.verify(solution.certificate)
    match = tengen.play_match("tic-tac-toe", ["tengen:level=1,name=a", "tengen:level=1,name=b"], depth=1, sprt=(0, 10))
    for thing in (line.outcome, line.played, flip.played, flip.outcome, solution, exact, verified, match):
        for way in WAYS:
            assert fields(way(thing)) == fields(thing)
            assert repr(way(thing)) == repr(thing)
    assert pickle.loads(pickle.dumps(match)).to_html() == match.to_html()
    assert pickle.loads(pickle.dumps(line.outcome)) == line.outcome


def test_what_is_equal_is_found_in_a_set() -> None:
    line, flip = tengen.Game("tic-tac-toe", moves="a1 b1 a2 b2 a3"), tengen.Game("othello", moves="f5")
    score = tengen.Engine("othello", level=1).analyze(tengen.Game("othello"), nodes=20).score
    proof = tengen.solve(tengen.Game("tic-tac-toe", moves="a1 b1 a2 b2")).score
    for thing in (line.outcome, line.played, flip.played, score, proof):
        assert pickle.loads(pickle.dumps(thing)) in {thing}


def test_a_suite_report(tmp_path: Path) -> None:
    game = tengen.Game("othello", moves="f5 d6 c3 d3 c4 f4")
    (tmp_path / "one.obf").write_text(f"{''.join('-XO'[cell] for cell in game.board().ravel())} X; c5:+2;\n")
    suite = tengen.Suite(tmp_path / "one.obf")
    report = suite.run(level=1, nodes=50)
    for way in WAYS:
        assert fields(way(report)) == fields(report)


RECORD = b"""(;GM[4]SZ[15]PB[Ada]PW[Bo]RE[B+R]C[a \\[b\\] \xe7\x9f\xb3];B[hh]C[centre]TR[hh]BL[12.5]
(;W[ih];B[hg]LB[hg:a])(;W[gg]XX[own][two]))"""


def test_records_and_their_nodes() -> None:
    record = tengen.read(RECORD)[0]
    for game, moves in [*ANALYSED, ("renju", "h8 h9 j10"), ("pente", "k10 k11")]:
        made = tengen.Record.from_game(tengen.Game(game, moves=moves))
        assert all(way(made) == made for way in WAYS), game
    set_up = tengen.Record.from_game(tengen.Game.set_up("othello", ["a1"], ["b1"], "white"))
    opening = tengen.Record.from_game(tengen.Game("gomoku", "renju+swap2", moves="h8 a1 a2 white"))
    changed = tengen.Record("connect-four")
    changed.root.set_up = {"d1": "black", "d2": "white"}
    changed.root.add("4").value = 0.5
    for thing in (record, set_up, opening, changed):
        for way in WAYS:
            other = way(thing)
            assert other == thing and other is not thing
            assert [node.properties for node in other.main_line()] == [node.properties for node in thing.main_line()]
            other.black = "somebody else"
            assert thing.black != "somebody else"
    node = record.root.children[0].children[1]
    again = pickle.loads(pickle.dumps(node))
    assert (again.number, again.move, again.record) == (node.number, node.move, record)
    deep_record, deep_node = copy.deepcopy((record, node))
    assert deep_node.record is deep_record and deep_node != node


def test_errors_keep_what_they_name() -> None:
    with pytest.raises(tengen.IllegalMove) as caught:
        tengen.Game("othello").play("a1")
    for way in WAYS:
        other = way(caught.value)
        assert (str(other), other.move, other.rule, other.ply) == (str(caught.value), "a1", "no-flip", 0)


def things() -> list[tuple[object, str]]:
    engine = tengen.Engine("tic-tac-toe")
    return [
        (tengen.BatchEnv("othello", 2), "env.game"),
        (engine, "Engine"),
        (engine.search(tengen.Game("tic-tac-toe"), nodes=10), "result"),
        (tengen.Library(), "path"),
    ]


def test_what_cannot_be_copied_says_why_and_what_to_do() -> None:
    for thing, words in things():
        for way in WAYS:
            with pytest.raises(TypeError, match=rf"{type(thing).__name__} cannot be pickled or copied: .*{words}"):
                way(thing)


def test_files_that_are_open(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_bytes(RECORD)
    for way in WAYS:
        with pytest.raises(TypeError, match="GameFile cannot be pickled or copied: .*path"):
            way(tengen.GameFile(tmp_path / "a.sgf"))
    game = tengen.Game("othello", moves="f5 d6 c3 d3 c4 f4")
    (tmp_path / "one.obf").write_text(f"{''.join('-XO'[cell] for cell in game.board().ravel())} X; c5:+2;\n")
    for way in WAYS:
        with pytest.raises(TypeError, match="Suite cannot be pickled or copied: .*path"):
            way(tengen.Suite(tmp_path / "one.obf"))


def test_an_analyzer_takes_its_arguments_along() -> None:
    analyzer = batch.Analyzer(nodes=100, lines=2, seed=3, level=2)
    rows = batch.record_rows(tengen.Record.from_game(tengen.Game("othello", moves="f5 d6")))
    for way in WAYS:
        assert way(analyzer).analyze_all(rows) == analyzer.analyze_all(rows)


def test_another_process_reads_an_analysis(tmp_path: Path) -> None:
    import subprocess

    analysis = tengen.Engine("othello", level=1).analyze(tengen.Game("othello"), nodes=20)
    (tmp_path / "a").write_bytes(pickle.dumps(analysis))
    script = textwrap.dedent("""
        import pickle, sys
        print(pickle.load(open(sys.argv[1], "rb")).to_json())
    """)
    run = subprocess.run([sys.executable, "-c", script, str(tmp_path / "a")], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == analysis.to_json()

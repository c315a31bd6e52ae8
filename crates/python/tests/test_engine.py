"""Engines, searches, proofs, matches."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import tengen
from threads import counted_during

WON = "i7h9g6h8h10e9f9g11h7g7"  # black to move wins by threats


def position(text: str = WON) -> tengen.Game:
    (record,) = tengen.read(text.encode(), format="moves", game="gomoku")
    return record.replay()


def test_the_issues_example() -> None:
    best = tengen.Engine("gomoku", level=5).analyze(tengen.Game("gomoku", rules="renju"), time=0.2).best
    assert best is not None and tengen.Game("gomoku", rules="renju").is_legal(best)


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "gomoku", "renju", "othello", "go", "connect6", "pente"])
def test_every_game_has_an_engine(name: str) -> None:
    game = tengen.Game(name)
    engine = tengen.Engine(name, level=1)
    assert engine.level == 1 and tengen.Engine.levels(name) >= 1 and engine.name
    found = engine.analyze(game, nodes=200, lines=2, seed=3)
    assert found.best in game.legal_moves()
    assert found.score is not None and 0 <= found.score.win <= 1
    assert found.lines[0].move == found.best == found.lines[0].moves[0]
    assert json.loads(found.to_json())["best"] == found.best
    again = tengen.Engine(name, level=1).analyze(game, nodes=200, lines=2, seed=3)
    assert (again.best, again.nodes) == (found.best, found.nodes)
    assert "<svg" in found._repr_svg_() and "<svg" in game.svg(analysis=found) and game.text(analysis=found)


def test_scores_are_exact_where_the_game_is_solved() -> None:
    game = tengen.Game("tic-tac-toe")
    found = tengen.Engine("tic-tac-toe").analyze(game, depth=9)
    assert found.score is not None and (found.score.kind, found.score.win, found.score.is_proof) == ("draw", 0.5, True)
    # Known values of m,n,k games: 4,4,4 is a draw, 6,5,4 a win of the first player (Uiterwijk and van den Herik, 2000).
    assert tengen.solve(tengen.Game("mnk", "4,4,4")).wins is False
    assert tengen.solve(tengen.Game("mnk", "6,5,4")).wins is True
    won = tengen.solve(tengen.Game("tic-tac-toe", moves="a1 b1 a2 b2"), time=None)
    assert won.wins is True and won.plies == 1 and won.line == ["a3"]


def test_streaming_ends_with_the_result_and_cancel_stops_it() -> None:
    engine = tengen.Engine("othello")
    search = engine.search(tengen.Game("othello", moves="f5 d6 c3"))
    with pytest.raises(tengen.EngineError) as caught:
        engine.analyze(tengen.Game("othello"), nodes=1)
    assert caught.value.kind == "busy"
    with pytest.raises(TimeoutError):
        search.result(timeout=0.01)
    depths = []
    for analysis in search:
        depths.append(analysis.depth)
        if len(depths) == 3:
            search.cancel()
    assert len(depths) >= 3 and search.done
    assert search.result().depth == depths[-1]
    assert list(search) == []
    assert engine.analyze(tengen.Game("othello"), depth=1).best is not None
    engine.new_game()


def test_a_dropped_search_is_cancelled() -> None:
    engine = tengen.Engine("gomoku")
    game = tengen.Game("gomoku", moves="h8 i9")
    for _ in range(20):
        search = engine.search(game)
        time.sleep(0.01)
        del search
        # The next call waits for its end.
        engine.analyze(game, nodes=1)
    engine.search(game).cancel()
    engine.new_game()
    goes_on = engine.search(game)
    with pytest.raises(tengen.EngineError, match="searching"):
        engine.new_game()
    goes_on.cancel()


def test_searches_are_awaited_and_run_beside_each_other() -> None:
    async def both() -> list[str | None]:
        engines = [tengen.Engine("othello"), tengen.Engine("gomoku")]
        searches = [engines[0].search(tengen.Game("othello"), nodes=2000), engines[1].search(tengen.Game(), nodes=2000)]
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        found = [await search for search in searches]
        ticking.cancel()
        assert ticks > 0
        return [analysis.best for analysis in found]

    assert all(asyncio.run(both()))

    async def streamed() -> list[int]:
        search = tengen.Engine("othello").search(tengen.Game("othello", moves="f5 d6 c3"), depth=6)
        return [analysis.depth async for analysis in search]

    depths = asyncio.run(streamed())
    assert depths[-1] == 6 and len(depths) > 1

    async def cancelled() -> tengen.Search:
        search = tengen.Engine("gomoku").search(tengen.Game("gomoku", moves="h8 i9"))

        async def wait() -> None:
            await search

        task = asyncio.create_task(wait())
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return search

    search = asyncio.run(cancelled())
    assert search.result(timeout=20).best is not None


def test_awaited_searches_leave_the_threads_of_the_loop_to_others() -> None:
    async def other_work() -> int:
        # As with more searches than the executor has threads.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        search = tengen.Engine("gomoku").search(tengen.Game("gomoku", moves="h8 i9"))

        async def wait() -> tengen.Analysis:
            return await search

        task = asyncio.create_task(wait())
        await asyncio.sleep(0.05)
        try:
            return await asyncio.wait_for(asyncio.to_thread(lambda: 7), 10)
        finally:
            search.cancel()
            assert (await task).best is not None

    assert asyncio.run(other_work()) == 7


def test_the_gil_is_released_while_an_engine_searches() -> None:
    engine, game = tengen.Engine("gomoku"), tengen.Game("gomoku", moves="h8 i9")
    assert counted_during(lambda: engine.analyze(game, time=0.3)) > 1000


def test_limits_are_checked() -> None:
    engine, game = tengen.Engine("gomoku", level=1), tengen.Game("gomoku")
    wrong = ({"time": -1.0}, {"time": float("nan")}, {"nodes": 1, "lines": 0}, {"nodes": 1, "threads": 0}, {"nodes": -5})
    for limits in ({}, {"depth": -1}, {"nodes": 1 << 70}, *wrong):
        with pytest.raises(tengen.ArgumentError):
            engine.analyze(game, **limits)
    with pytest.raises(tengen.EngineError) as caught:
        engine.analyze(tengen.Game("othello"), nodes=1)
    assert caught.value.kind in ("unsupported", "no-engine")
    for options in ({"level": 99}, {"name": "deep-thought"}):
        with pytest.raises(tengen.EngineError, match="1 to|choose"):
            tengen.Engine("gomoku", **options)


def program(tmp_path: Path, body: str) -> tengen.Engine:
    """A program that speaks the Gomocup protocol."""
    path = tmp_path / "engine.py"
    path.write_text("import sys, time\n" + textwrap.dedent(body))
    command = [sys.executable, "-u", str(path)]
    return tengen.Engine.external(command, "gomocup", start_timeout=20, move_timeout=1)


ANSWERS = """
for line in sys.stdin:
    word = line.split()[0].upper() if line.split() else ""
    if word in ("START", "RECTSTART", "RESTART"):
        print("OK")
    elif word in ("BEGIN", "DONE", "TURN"):
        {move}
    elif word == "END":
        break
"""


def test_a_program_plays(tmp_path: Path) -> None:
    engine = program(tmp_path, ANSWERS.format(move='print("3,4")'))
    found = engine.analyze(tengen.Game("gomoku", moves="h8 i9"), time=1)
    assert found.best == "d11" and found.score is None and not found.resigned
    assert engine.analyze(tengen.Game("gomoku"), time=1).best == "d11"


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ("sys.exit(3)", "crash"),
        ("pass", "hang"),
        ('print("7,7")', "illegal move"),
        ('print("what?")', "garbage"),
    ],
)
def test_a_program_that_fails_says_how(tmp_path: Path, move: str, kind: str) -> None:
    engine = program(tmp_path, ANSWERS.format(move=move))
    with pytest.raises(tengen.EngineError) as caught:
        engine.analyze(tengen.Game("gomoku", moves="h8 i9"), nodes=1000)
    assert caught.value.kind == kind, str(caught.value)
    assert str(caught.value).startswith(f"{sys.executable}: {kind}: ")


def test_a_depth_that_a_protocol_does_not_know_is_refused() -> None:
    engine = tengen.Engine.external([sys.executable, "-c", "input()"], "gtp", start_timeout=20, move_timeout=20)
    with pytest.raises(tengen.EngineError, match="no limit of depth") as caught:
        engine.analyze(tengen.Game("go", size=9), depth=2)
    assert caught.value.kind == "unsupported"
    with pytest.raises(tengen.ArgumentError, match="list of texts"):
        tengen.Engine.external("gnugo --mode gtp", "gtp")
    with pytest.raises(tengen.ArgumentError, match="list of texts"):
        tengen.Engine.external(["gnugo"], "gtp", init="komi 5")


def test_a_missing_folder_is_not_a_missing_program(tmp_path: Path) -> None:
    engine = tengen.Engine.external([sys.executable], "gtp", dir=tmp_path / "none")
    with pytest.raises(tengen.EngineError, match="there is no folder .*none") as caught:
        engine.analyze(tengen.Game("go"), nodes=1)
    assert caught.value.kind == "start"


def test_a_program_of_go_plays(tmp_path: Path) -> None:
    path = tmp_path / "gtp.py"
    path.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    words = line.split()\n"
        "    if words[0].isdigit(): words.pop(0)\n"
        "    number = line.split()[0] if line.split()[0].isdigit() else ''\n"
        "    answers = {'protocol_version': '2', 'name': 'corner', 'version': '1', 'genmove': 'A1', 'known_command': 'false'}\n"
        "    print(f'={number} {answers.get(words[0], \"\")}\\n', flush=True)\n"
        "    if words[0] == 'quit': break\n"
    )
    engine = tengen.Engine.external([sys.executable, str(path)], "gtp", start_timeout=20, move_timeout=20)
    assert engine.analyze(tengen.Game("go", size=9, moves="E5"), time=1).best == "A1"


#: A program that accepts every command, but those about its game only if `known` has them.
ONE_GAME = """
import sys

KNOWN = {known}
for line in sys.stdin:
    words = line.split()
    if words[0] in ("set_game", "gogui-rules_game_id") and words[0] not in KNOWN:
        print("? unknown command\\n", flush=True)
    else:
        print("= " + {{"genmove": "D3", **KNOWN}}.get(words[0], "") + "\\n", flush=True)
    if words[0] == "quit":
        break
"""


def test_a_program_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "gtp.py"

    def engine(known: dict[str, str]) -> tengen.Engine:
        path.write_text(ONE_GAME.format(known=known))
        return tengen.Engine.external([sys.executable, str(path)], "gtp", start_timeout=20, move_timeout=20)

    for known in ({}, {"gogui-rules_game_id": "Go"}):
        with pytest.raises(tengen.EngineError, match="set_game Othello: unknown command") as caught:
            engine(known).analyze(tengen.Game("othello"), nodes=10)
        assert caught.value.kind == "start" and str(caught.value).startswith(sys.executable)
    for known in ({"set_game": ""}, {"gogui-rules_game_id": "Othello"}):
        assert engine(known).analyze(tengen.Game("othello"), nodes=10).best is not None
    assert engine({}).analyze(tengen.Game("go", size=9), nodes=10).best == "D3"


#: Reports like those of KataGo: `slow` is how long the first report takes after a change of the game, `visits` their number.
ANALYSES = """
import sys, threading, time
slow, visits, fresh, stop = {slow}, {visits}, True, None

def report(first, end):
    global fresh
    wait, fresh = (slow if fresh else 0.01), False
    while not end.wait(wait):
        print(f"info move {{first}} visits {{visits}} winrate 0.5 scoreLead 0 order 0 pv {{first}}", flush=True)
        wait = 1000 if visits < 100 else 0.05

for line in sys.stdin:
    word = line.split()[0]
    if stop:
        stop.set(); thread.join(); print(flush=True); stop = None
    if word in ("boardsize", "clear_board"):
        fresh = True
    if word == "kata-analyze":
        {fault}
        print("=", flush=True)
        stop = threading.Event()
        thread = threading.Thread(target=report, args=("A1", stop)); thread.start()
        continue
    print("= " + ("kata-analyze" if word == "list_commands" else "x") + "\\n", flush=True)
    if word == "quit":
        break
"""


def analyzes(tmp_path: Path, slow: float = 0.0, visits: int = 100, fault: str = "") -> tengen.Engine:
    path = tmp_path / "gtp.py"
    path.write_text(ANALYSES.format(slow=slow, visits=visits, fault=fault or "pass"))
    return tengen.Engine.external([sys.executable, "-u", str(path)], "gtp", start_timeout=20, move_timeout=20)


def test_a_program_that_makes_its_tables_first_is_waited_for(tmp_path: Path) -> None:
    engine = analyzes(tmp_path, slow=0.6)
    for game in (
        tengen.Game("go", size=9),
        tengen.Game("go", "japanese", 9),
        tengen.Game("go", size=13),
        tengen.Game("tic-tac-toe"),
        tengen.Game("go", size=9, moves="E5"),
    ):
        found = engine.analyze(game, time=0.05)
        assert found.best in ("A1", "a1") and found.lines[0].moves == [found.best]
    # Once it has reported, its time is what was asked for.
    start = time.monotonic()
    assert engine.analyze(game, time=0.3).best == "A1"
    assert time.monotonic() - start < 0.3 + 0.5


def test_a_program_that_is_certain_need_not_reach_the_nodes(tmp_path: Path) -> None:
    start = time.monotonic()
    assert analyzes(tmp_path, visits=7).analyze(tengen.Game("go", size=9), nodes=1000).nodes == 7
    assert time.monotonic() - start < 15


def test_a_program_that_cannot_analyse_says_why(tmp_path: Path) -> None:
    engine = analyzes(tmp_path, fault='print("= \\nerror there is no network for this size\\n", flush=True); continue')
    with pytest.raises(tengen.EngineError, match="no network for this size") as caught:
        engine.analyze(tengen.Game("go", size=9), time=0.2)
    assert caught.value.kind == "refused"


def test_go_has_an_owner_for_each_point() -> None:
    # Black has the board but for a corner.
    game = tengen.Game.set_up("go", ["C1", "C2", "C3", "B3", "A3"], ["E5"], "black", size=5)
    found = tengen.Engine("go").analyze(game, nodes=400).ownership
    assert found is not None and found.shape == (5, 5) and found.dtype == "float32"
    assert abs(found).max() <= 1 and found[4, 0] > 0.5, "the corner at the lower left is black's"
    assert tengen.Engine("othello").analyze(tengen.Game("othello"), nodes=50).ownership is None


def test_a_program_that_is_not_there() -> None:
    engine = tengen.Engine.external(["/no/such/engine"], "gtp")
    with pytest.raises(tengen.EngineError, match="/no/such/engine") as caught:
        engine.analyze(tengen.Game("go"), time=0.1)
    assert caught.value.kind == "start"
    with pytest.raises(tengen.ArgumentError):
        tengen.Engine.external([], "gtp")
    with pytest.raises(tengen.ArgumentError, match="gomocup"):
        tengen.Engine.external(["x"], "uci")  # type: ignore[arg-type]


def test_a_win_is_proven_and_its_certificate_verified() -> None:
    game = position()
    solution = tengen.solve(game, "vct")
    assert solution.wins is True and solution.certificate is not None and solution.plies is not None
    report = tengen.verify(solution.certificate)
    assert (report.winner, report.plies) == ("black", solution.plies)
    assert tengen.verify(solution.certificate, exhaustive=True).plies == report.plies
    assert tengen.verify(solution.certificate.encode()).plies == report.plies
    binary = b"tengen-proof 2\nrules freestyle 15x15\nblack h8 i8 j8 k8\nwhite a1\nside black\nnodes 1\n\x6f\0end\n"
    assert tengen.verify(binary).plies == 1
    with pytest.raises(tengen.ProofError, match="byte 85"):
        tengen.verify(binary.replace(b"\0end", b"\1end"))
    with pytest.raises(TypeError):
        tengen.verify(7)  # type: ignore[arg-type]
    lines = solution.certificate.splitlines()
    last = next(i for i in reversed(range(len(lines))) if ">" in lines[i])
    words = lines[last].split()
    lines[last] = " ".join(word for word in words if ">" not in word)
    for broken in ("\n".join(lines), "", "tengen-proof 1", solution.certificate[:-20]):
        with pytest.raises(tengen.ProofError):
            tengen.verify(broken)
    assert tengen.solve(tengen.Game("gomoku"), "vcf").wins is False
    assert tengen.solve(game, "vcf", side="white").wins is False
    with pytest.raises(tengen.ArgumentError, match="gomoku"):
        tengen.solve(tengen.Game("othello"), "vcf")
    with pytest.raises(tengen.ArgumentError):
        tengen.solve(game, "xyz")  # type: ignore[arg-type]


def test_explanations_in_two_languages() -> None:
    game = tengen.Game("gomoku", moves="h8 i9 h9 i8 h10")
    english = tengen.explain(game, time=0.1)
    assert "open" in english and any(line.startswith("The best move is") for line in english.splitlines())
    assert "活" in tengen.explain(game, time=0.1, language="zh")
    with pytest.raises(tengen.ArgumentError):
        tengen.explain(game, language="la")
    with pytest.raises(tengen.ArgumentError, match="another position"):
        tengen.explain(game, tengen.Engine(level=1).analyze(tengen.Game(), nodes=10))


def test_a_match_is_played_stored_and_continued(tmp_path: Path) -> None:
    seen: list[dict[str, object]] = []
    options = {"nodes": 100, "rules": "freestyle", "size": 9, "dir": tmp_path / "match"}
    players = ["tengen:level=1,name=a", "tengen:level=1,name=b"]
    result = tengen.play_match("gomoku", players, games=4, on_game=seen.append, **options)  # type: ignore[arg-type]
    assert len(result.games) == len(seen) == 4
    wins, draws, losses = result.standings["a"]
    assert wins + draws + losses == 4 and result.standings["b"] == (losses, draws, wins)
    assert result.summary.startswith("a: ") and "a - b" in result.table and "<html" in result.to_html()
    assert result.elo is not None and result.sprt is None
    for game in result.games:
        replay = tengen.Game("gomoku", "freestyle", 9, moves=game["moves"])
        assert replay.is_over
    again = tengen.play_match("gomoku", players, games=4, **options)  # type: ignore[arg-type]
    assert again.games == result.games
    tested = tengen.play_match("tic-tac-toe", players, games=2, depth=1, sprt=(0, 10), openings=[["b2"]])
    assert tested.sprt is not None and tested.sprt[0] == "open"
    with pytest.raises(tengen.ArgumentError, match="two players"):
        tengen.play_match("gomoku", ["tengen"], nodes=1)
    with pytest.raises(tengen.ArgumentError):
        tengen.play_match("gomoku", players)
    for wrong in ({"max_plies": 0}, {"threads": 0}):
        with pytest.raises(tengen.ArgumentError, match="at least 1"):
            tengen.play_match("gomoku", players, nodes=1, **wrong)  # type: ignore[arg-type]

    def refuse(game: object) -> None:
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        tengen.play_match("tic-tac-toe", players, depth=1, on_game=refuse)


def test_a_suite_is_run(tmp_path: Path) -> None:
    path = tmp_path / "wins.txt"
    path.write_text("i7h9g6h8h10e9f9g11h7g7\nsolve vct 9\n")
    # FFO-like: one Othello position in OBF whose best move the rules give, since it is the only one.
    obf = tmp_path / "one.obf"
    game = tengen.Game("othello", moves="f5 d6 c3 d3 c4 f4")
    cells = "".join("-XO"[cell] for cell in game.board().ravel())
    found = tengen.Engine("othello").analyze(game, depth=4)
    obf.write_text(f"{cells} X; {found.best}:+2;\n")
    suite = tengen.Suite(obf)
    assert len(suite) == 1 and suite.problems[0][1].board().sum() == game.board().sum()
    report = suite.run(level=3, nodes=500)
    assert report.total == 1 and report.summary and report.table and len(report.answers) == 1
    with pytest.raises(tengen.RecordError):
        tengen.Suite(tmp_path / "none")
    with pytest.raises(tengen.ArgumentError):
        suite.run()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_engine_searches_on_after_a_fork() -> None:
    # The thread that searches is not copied into the child.
    engine, game = tengen.Engine("othello"), tengen.Game("othello", moves="f5")
    best = engine.analyze(game, depth=3).best
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            os._exit(0 if engine.analyze(game, depth=3).best == best else 1)
        except BaseException:  # noqa: BLE001 - the child must not go on with the tests
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert engine.analyze(game, depth=3).best == best

"""Records, files, folders and the library."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import tengen

SGF = b"(;GM[4]SZ[15]PB[Ann]PW[Bo]RE[B+R]C[start];B[hh]C[centre];W[ii]LB[hh:1]TR[aa](;B[gg];W[jj])(;B[ff]))"


def test_a_column_is_read_after_the_moves_before_it() -> None:
    node = tengen.Record("connect-four").root
    for column in ["4", "4", "4", "1"]:
        node = node.add(column)
    assert node.replay() == tengen.Game("connect-four", moves="4 4 4 1")


def test_a_tree_is_read_changed_and_written() -> None:
    (record,) = tengen.read(SGF)
    assert (record.game, record.size, record.black, record.white, record.result) == ("gomoku", (15, 15), "Ann", "Bo", "B+R")
    assert record.moves == ["h8", "i7", "g9", "j6"] and len(record) == 6
    root = record.root
    assert root.move is None and root.parent is None and root.comment == "start"
    (first,) = root.children
    (second,) = first.children
    assert (first.move, first.color, first.comment) == ("h8", "black", "centre")
    assert second.marks == {"h8": "1", "a15": "triangle"}
    assert [child.move for child in second.children] == ["g9", "f10"]
    assert second.children[1].parent == second and second.path() == [root, first, second]
    assert [node.move for node in record.ends()] == ["j6", "f10"]
    assert record.replay() == tengen.Game("gomoku", moves="h8 i7 g9 j6")
    assert second.children[1].replay().moves == ["h8", "i7", "f10"]
    assert record.violations() == []

    added = second.add("a1", "black")
    added.comment, added.value, added.marks = "a corner]", 1.5, {"b2": "circle"}
    record.black = "Anna"
    (again,) = tengen.read(record.to_bytes("sgf"))
    assert again.black == "Anna" and [node.move for node in again.ends()] == ["j6", "f10", "a1"]
    assert again.ends()[2].comment == "a corner]" and again.ends()[2].marks == {"b2": "circle"}
    assert again != tengen.read(SGF)[0] and tengen.read(SGF) == tengen.read(SGF)
    with pytest.raises(tengen.MoveError):
        root.add("z99")
    with pytest.raises(IndexError):
        record.node(99)
    assert len(record) == 7


@pytest.mark.filterwarnings("ignore::tengen.LossWarning")
@pytest.mark.parametrize("format", ["sgf", "psq", "renlib", "moves"])
def test_a_game_goes_through_every_format(format: str) -> None:
    game = tengen.Game("gomoku", moves="h8 i9 g7 h9 j10")
    data = tengen.Record.from_game(game).to_bytes(format)
    (record,) = tengen.read(data, format=format, game="gomoku")
    assert record.moves == game.moves and record.replay() == game


@pytest.mark.parametrize("format", ["sgf", "ggf", "moves"])
def test_othello_goes_through_its_formats(format: str) -> None:
    game = tengen.Game("othello", moves="f5 d6 c3 d3 c4")
    record = tengen.Record.from_game(game)
    record.date = "2020-01-01"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tengen.LossWarning)
        data = record.to_bytes(format)
    (again,) = tengen.read(data, format=format, game="othello")
    assert again.moves == game.moves


def test_a_database_of_renju_is_read() -> None:
    data = b"""<?xml version="1.0"?><database><players><player id="1" name="Ann" surname="Lee"/>
<player id="2" name="Bo" surname="Ek"/></players><games><game id="7" black="1" white="2" bresult="1">
<move>h8 h9 i10</move></game></games></database>"""
    (record,) = tengen.read(data, format="rif")
    assert record.moves == ["h8", "h9", "i10"] and "Lee" in (record.black or "")


def test_losses_are_warnings_and_nothing_else_is_lost() -> None:
    (record,) = tengen.read(SGF)
    with pytest.warns(tengen.LossWarning, match="comments"):
        record.to_bytes("psq")
    with pytest.raises(tengen.RecordError, match="choose"):
        record.to_bytes("docx")
    with pytest.raises(tengen.RecordError, match="GGF cannot hold gomoku"):
        record.to_bytes("ggf")
    with pytest.raises(tengen.RecordError, match="read, not written"):
        record.to_bytes("rif")


def test_records_that_break_the_rules_are_kept_and_reported() -> None:
    (record,) = tengen.read(b"(;GM[1]SZ[9];B[ee];W[ce];B[ee];W[aa])")
    assert record.moves == ["E5", "C5", "E5", "A9"]
    with pytest.raises(tengen.ReplayError) as caught:
        record.replay()
    assert (caught.value.number, caught.value.move, caught.value.rule) == (3, "E5", "occupied")
    (violation,) = record.violations()
    assert isinstance(violation, tengen.ReplayError) and violation.node == caught.value.node
    assert record.node(2).replay().ply == 2


def test_bytes_of_any_kind_are_read_and_records_of_any_iterable_written(tmp_path: Path) -> None:
    text = b"(;GM[4]SZ[15];B[hh];W[ii])"
    for source in (text, bytearray(text), memoryview(text)):
        assert tengen.read(source)[0].moves == ["h8", "i7"]
    path = tmp_path / "two.sgf"
    tengen.write(path, (record for record in tengen.read(text) * 2))
    assert len(tengen.read(path)) == 2
    for wrong in (tengen.read(text)[0], [tengen.Game()], 7):
        with pytest.raises(TypeError, match=r"write takes records such as \[record\], not "):
            tengen.write(path, wrong)  # type: ignore[arg-type]
    assert len(tengen.read(path)) == 2


def test_errors_name_the_file_and_the_place(tmp_path: Path) -> None:
    path = tmp_path / "bad.sgf"
    path.write_bytes(b"(;GM[4]SZ[15]\n;B[hh];W[zzz])")
    with pytest.raises(tengen.RecordError, match="bad.sgf") as caught:
        tengen.read(path)
    assert (caught.value.path, caught.value.format, caught.value.line) == (str(path), "sgf", 2)
    with pytest.warns(tengen.ReadWarning):
        (record,) = tengen.read(path, lenient=True)
    assert record.moves[0] == "h8"
    with pytest.raises(FileNotFoundError) as missing:
        tengen.read(tmp_path / "none.sgf")
    assert str(missing.value) == f"[Errno 2] No such file or directory: '{tmp_path / 'none.sgf'}'"
    with pytest.raises(IsADirectoryError):
        tengen.read(tmp_path)
    with pytest.raises(tengen.RecordError):
        tengen.read(b"\x00\x01\x02 nothing")
    with pytest.raises(tengen.ArgumentError, match="game"):
        tengen.read(path, rules="renju")


def test_files_are_written_whole_and_folders_are_read_one_by_one(tmp_path: Path) -> None:
    records = [tengen.Record.from_game(tengen.Game("othello", moves=moves)) for moves in ("f5 d6", "f5 f6 e6")]
    tengen.write(tmp_path / "b.sgf", records)
    tengen.write(tmp_path / "a.moves", records)
    (tmp_path / "deep").mkdir()
    tengen.write(tmp_path / "deep" / "c.sgf", records[:1])
    (tmp_path / "note.md").write_text("no record")
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".part")]
    found = [(path.name, record.moves) for path, record in tengen.read_folder(tmp_path, game="othello")]
    moves = [record.moves for record in records]
    assert found == [("a.moves", moves[0]), ("a.moves", moves[1]), ("b.sgf", moves[0]), ("b.sgf", moves[1]), ("c.sgf", moves[0])]
    assert [record.moves for record in tengen.read_games(tmp_path / "b.sgf")] == moves

    (tmp_path / "aa.sgf").write_bytes(b"(;GM[2]SZ[8];B[")
    with pytest.raises(tengen.RecordError, match="aa.sgf"):
        list(tengen.read_folder(tmp_path, game="othello"))
    with pytest.warns(tengen.ReadWarning, match="aa.sgf"):
        assert len(list(tengen.read_folder(tmp_path, game="othello", on_error="warn"))) == 5
    with pytest.raises(tengen.ArgumentError):
        tengen.read_folder(tmp_path / "none")
    with pytest.raises(tengen.RecordError, match="extension"):
        tengen.write(tmp_path / "nameless", records)
    before = (tmp_path / "b.sgf").read_bytes()
    with pytest.raises(tengen.RecordError):
        tengen.write(tmp_path / "b.sgf", records, format="psq")
    assert (tmp_path / "b.sgf").read_bytes() == before
    with pytest.raises(OSError):
        tengen.write(tmp_path / "no" / "folder.sgf", records)


def test_wthor_takes_its_names_along(tmp_path: Path) -> None:
    record = tengen.Record.from_game(tengen.Game("othello", moves="f5 d6 c3"))
    record.black, record.white, record.event, record.date = "Tamenori", "Shaman", "World", "2001"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tengen.LossWarning)
        tengen.write(tmp_path / "wth_2001.wtb", [record])
    (again,) = tengen.read_games(tmp_path / "wth_2001.wtb")
    assert (again.black, again.white, again.moves) == ("Tamenori", "Shaman", ["f5", "d6", "c3"])


def test_wthor_is_recognised_by_its_bytes() -> None:
    record = tengen.Record.from_game(tengen.Game("othello", moves="f5 d6 c3"))
    record.black = "Alice"
    with pytest.warns(tengen.LossWarning, match="names of players"):
        data = record.to_bytes("wthor")
    assert [found.moves for found in tengen.read(data)] == [["f5", "d6", "c3"]]
    with pytest.raises(tengen.RecordError):
        tengen.read(data[:-1])


def test_only_properties_of_the_file_are_shown() -> None:
    (record,) = tengen.read(b"(;FF[4]GM[1]SZ[9]XX[a][b];B[aa])")
    assert record.root.properties == {"XX": [b"a", b"b"]}
    with pytest.raises(IndexError, match="no node -1"):
        record.node(-1)


def test_a_file_that_is_not_read_to_its_end_is_let_go(tmp_path: Path) -> None:
    path = tmp_path / "many.sgf"
    path.write_bytes(SGF * 2000)
    games = tengen.read_games(path)
    assert next(games).black == "Ann"
    del games
    assert sum(1 for _ in tengen.read_games(path)) == 2000


def test_a_large_file_is_read_in_little_memory(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="the system does not count memory")
    path, games = tmp_path / "large.sgf", 8000
    moves = "".join(f";{'BW'[ply % 2]}[{chr(97 + ply // 15)}{chr(97 + ply % 15)}]C[words of a game]" for ply in range(90))
    with open(path, "w", encoding="utf-8") as file:
        for number in range(games):
            file.write(f"(;GM[1]SZ[19]GN[{number}]{moves})\n")
    most = "resource.getrusage(resource.RUSAGE_SELF).ru_maxrss"
    script = (
        f"import resource, sys, tengen; first = next(tengen.read_games(sys.argv[1])); before = {most}\n"
        f"print(sum(1 for _ in tengen.read_games(sys.argv[1])), {most} - before)"
    )
    run = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    read, grown = map(int, run.stdout.split())
    unit = 1 if sys.platform == "darwin" else 1024
    assert resource and read == games and grown * unit < path.stat().st_size // 2


def test_the_library_finds_games_by_position(tmp_path: Path) -> None:
    library = tengen.Library(tmp_path / "library.db")
    first = tengen.Record.from_game(tengen.Game("othello", moves="f5 d6 c3"))
    first.black, first.white, first.result, first.date = "Ann", "Bo", "B+2", "2001-05-01"
    number = library.add(first, tags=["club"])
    # The same opening, turned.
    turned = tengen.Record.from_game(tengen.Game("othello", moves="f5 f6 e6").transform("rotate180"))
    turned.black, turned.result = "Cy", "W+4"
    library.add(turned)
    assert len(library) == 2 and library.count(player="ann") == 1
    (row,) = library.games(tag="club")
    assert (row["id"], row["black"], row["outcome"], row["plies"]) == (number, "Ann", "black", 3)
    assert library.record(number).moves == first.moves

    found = library.find(tengen.Game("othello", moves="f5"))
    assert found["total"] == 2 and {game["ply"] for game in found["games"]} == {1}
    table = {row["move"]: (row["games"], row["black"], row["white"]) for row in found["moves"]}
    assert table == {"d6": (1, 1, 0), "f6": (1, 0, 1)}
    assert len(library.find(tengen.Game("othello"), limit=1)["games"]) == 1

    assert library.export(tmp_path / "out.sgf", player="Ann") == 1
    # The ending of the name decides, as in `write`; nothing is written where there is nothing.
    library.export(tmp_path / "out.ggf", player="Ann")
    assert (tmp_path / "out.ggf").read_bytes().startswith(b"(;GM[Othello]")
    with pytest.raises(tengen.ArgumentError, match="no game matches"):
        library.export(tmp_path / "none.sgf", player="Nobody")
    assert not (tmp_path / "none.sgf").exists()
    with pytest.raises(tengen.ArgumentError, match="1999-05"):
        library.games(since="yesterday")
    assert tengen.read(tmp_path / "out.sgf")[0].black == "Ann"
    other = tengen.Library()
    result = other.import_files(tmp_path / "out.sgf", tags=["new"])
    assert (result["read"], len(result["games"]), result["problems"]) == (1, 1, [])
    assert other.import_files(tmp_path / "out.sgf")["duplicates"] == 1
    library.delete(number)
    assert len(library) == 1
    with pytest.raises(tengen.LibraryError):
        library.record(999)
    with pytest.raises(tengen.LibraryError):
        library.import_files(tmp_path / "none.sgf")
    with pytest.raises(tengen.ArgumentError, match="list of texts"):
        library.add(first, tags="club")
    with pytest.raises(tengen.ArgumentError, match="rules and size need the name of the game"):
        library.import_files(tmp_path / "out.sgf", rules="renju")
    with pytest.raises(tengen.ArgumentError, match="choose among"):
        library.games(colour="red")
    (tmp_path / "foreign.db").write_bytes(b"not a database, but long enough to be taken for one" * 100)
    with pytest.raises(tengen.LibraryError):
        tengen.Library(tmp_path / "foreign.db")

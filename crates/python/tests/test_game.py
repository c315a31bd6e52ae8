"""Games: rules, errors, texts, symmetries."""

from __future__ import annotations

import copy
import itertools
import pickle
import xml.etree.ElementTree
from typing import Any

import numpy as np
import pytest

import tengen
from threads import interrupted_after

GAMES = [
    ("tic-tac-toe", None, None),
    ("connect-four", None, None),
    ("gomoku", "freestyle", 15),
    ("renju", None, None),
    ("gomoku", "renju+swap2", 15),
    ("gomoku", "renju+taraguchi10", 15),
    ("gomoku", "renju+soosorv8", 15),
    ("gomoku", "renju+rif", 15),
    ("othello", None, None),
    ("go", "tromp-taylor", 5),
    ("go", "japanese", 9),
    ("connect6", None, None),
    ("pente", None, None),
]


def play_out(game: tengen.Game, seed: int, plies: int = 60) -> None:
    random = np.random.default_rng(seed)
    for _ in range(plies):
        moves = game.legal_moves()
        if not moves:
            return
        game.play(moves[int(random.integers(len(moves)))])


# The numbers are published: Othello by the Chess Programming Wiki, tic-tac-toe by counting games, Go by Tromp's site.
@pytest.mark.parametrize(
    ("name", "size", "rules", "counts"),
    [
        ("othello", None, None, [4, 12, 56, 244, 1396, 8200, 55092]),
        ("tic-tac-toe", None, None, [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
        ("connect-four", None, None, [7, 49, 343, 2401, 16807, 117649]),
    ],
)
def test_perft_is_what_others_count(name: str, size: int | None, rules: str | None, counts: list[int]) -> None:
    game = tengen.Game(name, rules, size)
    assert [game.perft(depth) for depth in range(1, len(counts) + 1)] == counts
    assert game.ply == 0


def test_an_interrupt_ends_perft() -> None:
    # It counts for a minute or more, most of it below the first move.
    game = tengen.Game("othello", moves="f5")
    assert interrupted_after(0.2, lambda: game.perft(13)) < 4
    assert (game.perft(7), game.ply) == (390_216 // 4, 1)


def test_the_readme_example() -> None:
    g = tengen.Game("othello")
    assert g.perft(5) == 1396
    g.play("f5")
    assert len(g.legal_moves()) == 3


@pytest.mark.parametrize(("name", "rules", "size"), GAMES)
def test_play_and_undo_restore_the_position(name: str, rules: str | None, size: int | None) -> None:
    game = tengen.Game(name, rules, size)
    start = game.copy()
    play_out(game, 7)
    moves = game.moves
    assert len(moves) == game.ply > 0
    hashes = [game.hash]
    while game.undo() is not None:
        hashes.append(game.hash)
    assert game == start
    again = tengen.Game(name, rules, size)
    for move, expected in zip(moves, reversed(hashes[:-1]), strict=True):
        again.play(move)
        assert again.hash == expected
    assert again == tengen.Game(name, rules, size, moves=moves)


@pytest.mark.parametrize(("name", "rules", "size"), GAMES)
def test_a_game_is_pickled_copied_and_made_of_its_own_words(
    name: str, rules: str | None, size: int | None
) -> None:
    game = tengen.Game(name, rules, size)
    play_out(game, 3, plies=9)
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert other == game
        assert (other.moves, other.hash, other.rules, other.size) == (game.moves, game.hash, game.rules, game.size)
        other.undo()
        assert other.ply == game.ply - 1
    assert tengen.Game(game.game, game.rules, game.size, moves=game.moves) == game


@pytest.mark.parametrize(("name", "rules", "size"), GAMES)
def test_actions_and_moves_are_one_to_one(name: str, rules: str | None, size: int | None) -> None:
    game = tengen.Game(name, rules, size)
    random = np.random.default_rng(11)
    for _ in range(40):
        moves, actions = game.legal_moves(), game.legal_actions()
        assert len(moves) == len(actions) == len(set(actions))
        assert all(0 <= action < game.num_actions for action in actions)
        assert [game.move(action) for action in actions] == moves
        assert [game.action(move) for move in moves] == actions
        if not moves:
            break
        game.play(actions[int(random.integers(len(actions)))])


def test_refusals_name_the_rule() -> None:
    game = tengen.Game("othello")
    cases = [("a1", "no-flip"), ("d4", "occupied"), ("pass", "no-pass")]
    for move, rule in cases:
        with pytest.raises(tengen.IllegalMove) as caught:
            game.play(move)
        assert (caught.value.rule, caught.value.ply, caught.value.game) == (rule, 0, None)
        assert caught.value.move == move
        assert not game.is_legal(move)
    assert game.ply == 0

    ko = tengen.Game("go", "japanese", 5, moves="B5 C5 A4 D4 B3 C3 C4 B4")
    with pytest.raises(tengen.IllegalMove, match="the ko may not be retaken at once") as caught:
        ko.check("C4")
    assert caught.value.rule == "ko"

    renju = tengen.Game.set_up("renju", ["g8", "h7", "h9", "i8"], ["a1", "a15", "o1", "o15"])
    with pytest.raises(tengen.IllegalMove) as caught:
        renju.play("h8")
    assert caught.value.rule == "forbidden"

    swap = tengen.Game("gomoku", "renju+swap2")
    with pytest.raises(tengen.IllegalMove) as caught:
        swap.play("black")
    assert caught.value.rule in ("no-choice", "opening")
    swap.play_all("h8 a1 a2")
    assert set(swap.legal_moves()) == {"black", "white", "two-more"}
    assert swap.color_of(0) is None
    swap.play("white")
    assert swap.color_of(1) == "white"


@pytest.mark.parametrize("move", ["z99", "", "h8 i9", (15, 0), (-1, 3), 10_000, -1, 2.5, None, b"h8", [1], 1 << 80])
def test_what_is_no_move_is_a_move_error(move: object) -> None:
    game = tengen.Game("gomoku")
    with pytest.raises((tengen.MoveError, TypeError)):
        game.play(move)  # type: ignore[arg-type]
    assert game.ply == 0


def test_a_move_is_a_text_an_action_or_a_pair() -> None:
    games = [tengen.Game("gomoku", moves=[move]) for move in ("h8", 112, (7, 7), np.int64(112))]
    assert all(game == games[0] for game in games)
    falling = tengen.Game("connect-four", moves=[3, 3])
    assert falling.board()[4:, 3].tolist() == [2, 1]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("chess",), "choose"),
        (("gomoku", "chess960"), "choose"),
        (("othello", None, 7), "othello"),
        (("gomoku", None, 26), "1 to 25"),
        (("gomoku", None, "wide"), "not a board size"),
        (("gomoku", None, 9.0), "a size is a number"),
        (("gomoku", None, -3), "a size is a number"),
        (("gomoku", None, (9,)), "a size is a number"),
        (("go", "japanese,komi=x"), "komi"),
    ],
)
def test_unknown_games_say_what_there_is(arguments: tuple[Any, ...], word: str) -> None:
    with pytest.raises(tengen.SpecError, match=word):
        tengen.Game(*arguments)


def test_a_size_in_the_place_of_the_rules_is_named() -> None:
    for size in (19, (9, 9), 9.0):
        with pytest.raises(TypeError, match=r"rules are a text such as 'renju', not .*size=") as caught:
            tengen.Game("go", size)  # type: ignore[arg-type]
        assert repr(size) in str(caught.value)


def test_set_ups() -> None:
    game = tengen.Game.set_up("go", ["A1", "B1"], ["C3"], "white", size=5, rules="chinese")
    assert (game.at("A1"), game.at("C3"), game.at("E5"), game.to_move) == ("black", "white", None, "white")
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(tengen.SetUpError, match="liberty"):
        tengen.Game.set_up("go", ["A1"], ["A2", "B1"], size=5)
    with pytest.raises(tengen.SetUpError):
        tengen.Game.set_up("gomoku", ["h8"], ["h8"])
    with pytest.raises(tengen.MoveError):
        tengen.Game.set_up("gomoku", ["z1"], [])
    with pytest.raises(tengen.ArgumentError, match="list of texts"):
        tengen.Game.set_up("go", "A1 B1", [])
    with pytest.raises(tengen.ArgumentError):
        tengen.Game.set_up("gomoku", [], [], "red")  # type: ignore[arg-type]
    drawn = tengen.Game.from_diagram("gomoku", str(tengen.Game("gomoku", moves="h8 i9").text(ascii=True)))
    assert (drawn.at("h8"), drawn.at("i9"), drawn.ply) == ("black", "white", 0)


@pytest.mark.parametrize(("name", "rules", "size"), [*GAMES, ("mnk", "12,12,5", None), ("othello", None, 16)])
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_text_of_a_board_reads_back(name: str, rules: str | None, size: int | None, ascii: bool, seed: int) -> None:
    game = tengen.Game(name, rules, size)
    rules = game.rules.partition("+")[0]
    for plies in (0, 1, 2, 5, 20, 80):
        play_out(game, seed + plies, plies)
        if game.opening is not None and game.ply < 20:
            continue  # an opening rule may take stones back
        texts = [game.text(ascii=ascii), game.text(ascii=ascii, numbers="all"), game.text(ascii=ascii, hints=True)]
        for text in texts if ascii else [str(game), *texts]:
            drawn = tengen.Game.from_diagram(name, text, game.to_move, rules=rules)
            assert np.array_equal(drawn.board(), game.board()), text
            assert (drawn.to_move, drawn.size) == (game.to_move, game.size)
            if name in ("tic-tac-toe", "connect-four", "mnk", "othello") and not game.is_over:
                assert drawn == game, text


def test_other_diagrams_read_as_before() -> None:
    expected = tengen.Game.set_up("tic-tac-toe", ["a3", "c1"], ["b3"])
    labelled = "  a b c\n3 |x|o|.|\n2 |.|.|.|\n1 |.|.|x|"
    for text in ("X O .\n. . .\n. . X", "xo.\n...\n..x", "|X|O| . |\n|.|.|.|\n|.|.|X|", labelled, "*o-\n---\n--*"):
        assert tengen.Game.from_diagram("tic-tac-toe", text) == expected, text
    with pytest.raises(tengen.SetUpError, match="line 2, column 3: '\\?' is no point"):
        tengen.Game.from_diagram("gomoku", "X O\nX ? X")


def test_what_is_wrong_with_a_set_up_is_named_as_players_write_it() -> None:
    with pytest.raises(tengen.SetUpError, match="A1"):
        tengen.Game.set_up("go", ["A1"], ["A2", "B1"], size=5)
    with pytest.raises(tengen.SetUpError, match="h8"):
        tengen.Game.set_up("gomoku", ["h8"], ["h8"])
    with pytest.raises(tengen.SetUpError, match="d3"):
        tengen.Game.set_up("connect-four", ["d3"], ["d1"])


def test_where_stones_fall_points_are_points_and_moves_are_columns() -> None:
    game = tengen.Game("connect-four", moves="4 4 5 5 6 6 7")
    assert game.moves[-1] == "7" and game.played is not None
    assert game.played.placed == ("g1", "black") and sorted(game.played.line) == ["d1", "e1", "f1", "g1"]
    assert [game.at(point) for point in ("d1", "d2", "d3")] == ["black", "white", None]
    with pytest.raises(tengen.IllegalMove, match=r"move 1 \(d5\) is illegal: a stone falls") as caught:
        tengen.Game("connect-four").play("d5")
    assert caught.value.rule == "hanging"
    # A column is no point: which of its points is meant?
    for column in ("4", "d"):
        with pytest.raises(tengen.MoveError, match="point such as 'd1'"):
            game.at(column)
        with pytest.raises(tengen.MoveError, match="point such as 'd1'"):
            game.svg(marks={column: "circle"})
        with pytest.raises(tengen.MoveError, match="point such as 'd1'"):
            tengen.Game.set_up("connect-four", [column], [])
    record = tengen.Record("connect-four")
    record.root.set_up = {"d3": "black"}
    with pytest.raises(tengen.ReplayError, match="the stone at d3 hangs"):
        record.replay()
    assert "d3" in str(record.violations()[0])
    node = tengen.Record.from_game(tengen.Game.set_up("connect-four", ["d1"], ["d2"])).root
    assert node.set_up == {"d1": "black", "d2": "white"}
    node.marks = {"d2": "circle", "d3": "square"}
    assert node.marks == {"d2": "circle", "d3": "square"}


def test_symmetries_are_those_of_numpy() -> None:
    game = tengen.Game("go", size=9, moves="C3 D5 pass E7")
    board = game.board()
    turned = {
        "identity": board,
        "mirror-columns": board[:, ::-1],
        "mirror-rows": board[::-1],
        "rotate180": board[::-1, ::-1],
        "transpose": board.T,
        "rotate90": np.rot90(board, -1),
        "rotate270": np.rot90(board),
        "anti-transpose": np.rot90(board, 2).T,
    }
    assert set(game.symmetries()) == set(turned)
    for name, expected in turned.items():
        other = game.transform(name)
        assert np.array_equal(other.board(), expected), name
        assert other.key == game.key
        assert other.to_move == game.to_move
    assert tengen.Game("connect-four").symmetries() == ["identity", "mirror-columns"]
    with pytest.raises(tengen.ArgumentError, match="choose"):
        game.transform("inside-out")
    othello = tengen.Game("othello", moves="f5 d6 c3")
    for name in othello.symmetries():
        assert sorted(othello.transform(name).legal_moves(), key=len) != []
        assert othello.transform(name).key == othello.key


def test_outcomes_and_what_a_move_did() -> None:
    line = tengen.Game("tic-tac-toe", moves="a1 b1 a2 b2 a3")
    assert line.is_over and line.legal_moves() == []
    assert line.outcome is not None and (line.outcome.winner, line.outcome.reason) == ("black", "line")
    assert line.played is not None and sorted(line.played.line) == ["a1", "a2", "a3"]
    with pytest.raises(tengen.IllegalMove) as caught:
        line.play("c3")
    assert caught.value.rule == "game-over"
    flip = tengen.Game("othello", moves="f5")
    assert flip.played is not None and flip.played.flipped == ["e5"] and flip.played.placed == ("f5", "black")
    passed = tengen.Game("go", "tromp-taylor", 5, moves="C3 pass pass")
    assert passed.outcome is not None
    assert (passed.outcome.winner, passed.outcome.reason) == ("black", "score")
    assert passed.outcome.margin is not None and passed.outcome.margin > 0
    capture = tengen.Game("go", "chinese", 9, moves="A2 A1 B1")
    assert capture.played is not None and capture.played.captured == ["A1"]
    assert capture.captures == (1, 0)


def test_pictures() -> None:
    game = tengen.Game("gomoku", "renju", moves="h8 i9 g7")
    for picture in (
        game._repr_svg_(),
        game.svg(numbers="all", marks={"a1": "triangle", "b2": "42"}, width=300, theme="print", hints=True),
        game.svg(numbers=2, coords=False),
    ):
        assert xml.etree.ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert "●" in str(game) and "X" in game.text(ascii=True)
    with pytest.raises(tengen.ArgumentError):
        game.svg(theme="neon")  # type: ignore[arg-type]
    with pytest.raises(tengen.ArgumentError):
        game.svg(numbers="some")  # type: ignore[arg-type]
    with pytest.raises(tengen.MoveError):
        game.svg(marks={"z99": "circle"})
    with pytest.raises(tengen.ArgumentError):
        game.svg(width=1 << 30)


def test_the_analysis_of_another_position_is_not_drawn() -> None:
    game, other = tengen.Game("gomoku", moves="h8"), tengen.Game("othello")
    analysis = tengen.Engine("othello", level=1).analyze(other, nodes=20)
    for draw in (game.svg, game.text):
        with pytest.raises(tengen.ArgumentError, match=r"of othello.*, not of gomoku"):
            draw(analysis=analysis)
    later = other.copy()
    later.play("f5")
    with pytest.raises(tengen.ArgumentError, match=r"at ply 0, not of .* at ply 1"):
        later.svg(analysis=analysis)
    assert other.svg(analysis=analysis) and other.text(analysis=analysis)


def test_the_table_of_games() -> None:
    table = tengen.games()
    assert set(table) == {"mnk", "gomoku", "othello", "go", "connect6", "pente"}
    for name, row in table.items():
        for rules in row["rules"]:
            game = tengen.Game(name, rules)
            assert game.game == name and game.legal_moves()
        assert set(row["engines"]) == set(tengen.Engine.names(name))


def test_equality_is_that_of_the_future() -> None:
    a, b = (tengen.Game("gomoku", moves=moves) for moves in ("h8 a1 i9", "i9 a1 h8"))
    assert a == b and a.hash == b.hash and a != tengen.Game("gomoku") and a != "h8"
    with pytest.raises(TypeError):
        hash(a)
    for one, other in itertools.combinations([tengen.Game("gomoku"), tengen.Game("renju"), tengen.Game("go")], 2):
        assert one != other

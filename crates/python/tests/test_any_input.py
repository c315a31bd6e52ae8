"""No input ends the interpreter: every argument gives a result or an exception of Python."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tengen

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.extra import numpy as arrays  # noqa: E402

NAMES = ["tic-tac-toe", "connect-four", "gomoku", "renju", "othello", "go", "connect6", "pente"]
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=12),
    st.binary(max_size=12),
    st.tuples(st.integers(), st.integers()),
    st.lists(st.integers(), max_size=4),
)
quick = settings(max_examples=60, deadline=None)


@quick
@given(st.sampled_from(NAMES), st.lists(ANYTHING, max_size=8))
def test_moves_of_any_kind(name: str, moves: list[Any]) -> None:
    game = tengen.Game(name)
    for move in moves:
        before = game.copy()
        try:
            game.play(move)
        except (tengen.Error, TypeError, OverflowError, UnicodeEncodeError):
            assert game == before
        else:
            assert game.undo() is not None and game == before
            game.play(move)


@quick
@given(st.sampled_from([*NAMES, "chess"]), st.one_of(st.none(), st.text(max_size=20)), ANYTHING)
def test_any_game_rules_and_size(name: str, rules: str | None, size: Any) -> None:
    try:
        game = tengen.Game(name, rules, size)
    except (tengen.Error, TypeError, ValueError, OverflowError):
        return
    assert game.legal_moves()


@quick
@given(st.sampled_from(["othello", "connect-four", "go"]), st.data())
def test_any_actions_of_a_batch(name: str, data: Any) -> None:
    env = tengen.BatchEnv(name, 3, seed=1)
    _, mask = env.reset()
    dtype = data.draw(st.one_of(arrays.integer_dtypes(), arrays.floating_dtypes(), arrays.boolean_dtypes()))
    actions = data.draw(arrays.arrays(dtype, arrays.array_shapes(max_dims=2, max_side=4)))
    legal = actions.shape == (3,) and actions.dtype.kind in "iu" and all(
        int(a) == -1 or (0 <= int(a) < mask.shape[1] and mask[i, int(a)]) for i, a in enumerate(actions)
    )
    try:
        env.step(actions)
    except tengen.Error:
        assert not legal and not env.plies.any()
    else:
        assert legal and env.plies.tolist() == [int(a != -1) for a in actions]


@quick
@given(ANYTHING)
def test_any_object_as_actions_and_out(value: Any) -> None:
    env = tengen.BatchEnv("tic-tac-toe", 2)
    for call in (lambda: env.step(value), lambda: env.step([0, 0], out=value), lambda: env.reset(value), lambda: env.reset(out=value)):
        try:
            call()
        except (tengen.Error, TypeError, ValueError, OverflowError):
            pass


@quick
@given(st.binary(max_size=200), st.sampled_from([None, "sgf", "psq", "renlib", "rif", "ggf", "wthor", "obf", "moves"]))
@pytest.mark.filterwarnings("ignore::tengen.ReadWarning")
def test_any_bytes_as_a_file(data: bytes, format: str | None) -> None:
    for lenient in (False, True):
        try:
            records = tengen.read(data, format=format, game="othello", lenient=lenient)
        except tengen.RecordError:
            continue
        for record in records:
            record.violations()
            assert repr(record)


@quick
@given(st.text(max_size=80))
def test_any_text_as_a_certificate_or_a_diagram(text: str) -> None:
    with pytest.raises((tengen.ProofError, UnicodeEncodeError)):
        tengen.verify(text)
    try:
        tengen.Game.from_diagram("gomoku", text)
    except (tengen.Error, UnicodeEncodeError):
        pass


@quick
@given(st.lists(st.integers(0, 224), max_size=40))
def test_actions_played_at_random_agree_with_the_mask(actions: list[int]) -> None:
    env = tengen.BatchEnv("renju", 1)
    _, mask = env.reset()
    for action in actions:
        if mask[0, action]:
            _, mask, _, done = env.step(np.array([action]))
            if done[0]:
                return
        else:
            with pytest.raises(tengen.IllegalMove):
                env.step([action])


def objects() -> list[object]:
    """One object of each class, for every method to be called on."""
    game, engine = tengen.Game("gomoku", moves="h8 i9"), tengen.Engine("gomoku", level=1)
    analysis = engine.analyze(game, nodes=20, lines=2)
    record = tengen.Record.from_game(game)
    search, solution = engine.search(game, nodes=10), tengen.solve(tengen.Game("tic-tac-toe"))
    search.result()
    return [
        game, tengen.Game("go", size=5), tengen.BatchEnv("othello", 3), engine, search, analysis, analysis.lines[0],
        analysis.score, record, record.root, record.root.children[0], tengen.Library(), solution,
    ]  # fmt: skip


#: Limits of what searches: without them a call with no arguments may take long, or not end.
LIMITED: dict[str, dict[str, Any]] = {
    "analyze": {"nodes": 5}, "search": {"nodes": 5}, "solve": {"nodes": 5}, "play_match": {"nodes": 2, "games": 2},
    "explain": {"time": 0.01},
}  # fmt: skip
#: Whose first number says how much work there is.
LONG = {"perft", "rollouts"}
FUNCTIONS = ["Game", "Engine", "Record", "solve", "verify", "explain", "play_match", "read", "read_games"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder for what some calls write."""
    before = os.getcwd()
    os.chdir(tmp_path_factory.mktemp("any"))
    yield
    os.chdir(before)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("folder")
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_anything_given_to_anything(data: Any) -> None:
    owner = data.draw(st.one_of(st.just(tengen), st.sampled_from(objects())))
    public = FUNCTIONS if owner is tengen else [name for name in dir(owner) if not name.startswith("_")]
    name = data.draw(st.sampled_from(public))
    words = st.sampled_from(["gomoku", "go", "h8", "pass", "black", "sgf", "vct", "9x9", "renju+swap2", "all"])
    anything = st.one_of(ANYTHING, words, st.sampled_from(objects()))
    arguments = data.draw(st.lists(anything, max_size=3))
    if name in LONG and arguments and isinstance(arguments[0], int) and arguments[0] > 2:
        return
    if owner is not tengen and data.draw(st.booleans()) and not callable(getattr(owner, name, None)):
        with contextlib.suppress(Exception):
            setattr(owner, name, data.draw(anything))
    # A panic of Rust is a BaseException alone, and is not suppressed.
    with contextlib.suppress(Exception):
        function = getattr(owner, name)
        if callable(function):
            result = function(*arguments[: 2 if name in LIMITED else 3], **LIMITED.get(name, {}))
            repr(result)

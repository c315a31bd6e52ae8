"""What the pages show works as written, and everything public is described."""

from __future__ import annotations

import ast
import asyncio
import doctest
import importlib.metadata
import inspect
import os
import re
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

import tengen
from tengen import _errors, batch

ROOT = Path(__file__).parents[3]
WON = "i7 h9 g6 h8 h10 e9 f9 g11 h7 g7"  # black to move wins by threats


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page, named from the root."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def run_session(text: str, name: str) -> None:
    """Runs the prompts of a text, and compares what they print."""
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert examples.examples, f"{name} has no prompt"
    shown: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(examples, out=shown.append)
    assert not shown, "".join(shown)


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md", "docs/python.md"])
def test_what_the_pages_print_is_real(page: str) -> None:
    for number, block in enumerate(blocks(page, "pycon")):
        run_session(block, f"{page}, block {number}")


@pytest.mark.parametrize("module", [tengen, batch])
def test_what_the_docstrings_print_is_real(module: types.ModuleType) -> None:
    run_session(module.__doc__ or "", module.__name__)


def test_the_page_of_the_package_works_as_written() -> None:
    (block,) = blocks("crates/python/README.md", "python")
    exec(compile(block, "crates/python/README.md", "exec"), {})


def test_the_guide_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.print", lambda *_: None)
    record = tengen.Record.from_game(tengen.Game("othello", moves="f5 d6 c3"))
    Path("games").mkdir()
    for path in ("games/one.sgf", "game.sgf"):
        tengen.write(path, [record])
    tengen.Library("library.db").add(record)
    records, engines = blocks("docs/python.md", "python")
    names: dict[str, Any] = {"tengen": tengen, "g": tengen.Game("gomoku", moves=WON)}
    exec(compile(records, "docs/python.md", "exec"), names)
    assert names["record"].root.children[0].comment == "the main line"
    assert tengen.read("copy.sgf")[0].root.children[0].comment == "the main line"
    # A match of two games shows as much as one of twenty.
    engines = engines.replace("games=20", "games=2")
    code = compile(engines, "docs/python.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)

    async def run() -> None:
        await types.FunctionType(code, names)()

    asyncio.run(run())
    assert names["a"].best is not None and names["s"].wins


def test_everything_public_is_described() -> None:
    lacking = []
    for module in (tengen, batch, _errors):
        for name in module.__all__:
            thing = getattr(module, name)
            if not isinstance(thing, type) and not callable(thing):
                continue
            members = {f"{name}.{part}": value for part, value in vars(thing).items()} if isinstance(thing, type) else {}
            for place, value in {name: thing, **members}.items():
                described = callable(value) or inspect.isdatadescriptor(value)
                if described and "_" not in place.rpartition(".")[2][:1] and not inspect.getdoc(value):
                    lacking.append(place)
    assert not lacking


def parameters(thing: Any) -> list[str]:
    """The names of the arguments of a function; none where there is no signature."""
    try:
        return [name for name in inspect.signature(thing).parameters if name != "self"]
    except (TypeError, ValueError):
        return []


#: Arguments that need no word of their own.
PLAIN = {"path", "paths", "record", "records", "position", "move", "symmetry", "action", "actions", "index", "point", "data"}


def test_every_argument_is_explained() -> None:
    lacking = []
    for module in (tengen, batch):
        for name in module.__all__:
            thing = getattr(module, name)
            parts = vars(thing) if isinstance(thing, type) else ()
            members = {f"{name}.{part}": getattr(thing, part) for part in parts}
            for place, value in {name: thing, **members}.items():
                is_error = isinstance(value, type) and issubclass(value, (BaseException, Warning))
                if "_" in place.rpartition(".")[2][:1] or not callable(value) or is_error:
                    continue
                text = " ".join((inspect.getdoc(value) or "").split())
                # A relative may explain them: "The arguments are those of :func:`read`".
                refers = re.search(r"(arguments|words)[^.]* (are those )?of :\w+:", text)
                lacking += [f"{place}: {p}" for p in parameters(value) if p not in PLAIN and f"``{p}" not in text and not refers]
    assert not lacking, "\n".join(lacking)


def test_the_core_needs_numpy_alone() -> None:
    needed = [line for line in importlib.metadata.requires("tengen") or [] if "extra ==" not in line]
    assert [re.split(r"[<>=!~ ]", line)[0] for line in needed] == ["numpy"]
    # What takes long to import is left for its first use.
    script = (
        "import sys; before = set(sys.modules); import tengen; new = set(sys.modules) - before\n"
        "print(*sorted(new & {'numpy', 'asyncio', 'pathlib', 'typing', 'pyarrow', 'ray', 'gymnasium', 'pettingzoo'}))"
    )
    run = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, env=_paths(), check=True)
    assert run.stdout.split() == []
    assert (Path(tengen.__file__).parent / "py.typed").exists()


def _paths() -> dict[str, str]:
    """The environment without the site's own imports, which may bring some of the modules."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}

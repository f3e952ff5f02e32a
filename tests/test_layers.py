"""The floors of the house: imports go down only, the game is pure, and a sheet's numbers stand in sheets.py alone."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "referee"
FILES = sorted(ROOT.rglob("*.py"))
FLOORS = ("spades", "mail", "store", "desk", "handle", "guarded", "watch", "daemon", "cli")
"""From the bottom up; a module may import its own floor and those below."""

FREE = ("config", "resources")
"""What every floor but the game may import."""

BESIDE = {"daemon": ("alarm",)}
"""What one floor alone may import."""
IMPURE = {"datetime", "time", "random", "secrets", "os", "logging", "asyncio", "sqlalchemy", "io", "socket", "pathlib"}


def imports(path: Path) -> Iterator[str]:
    """The dotted names of all modules that a file imports, `from` imports with what they name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}:{node.lineno} imports relatively"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part(dotted: str) -> str:
    """The floor, or the free-standing module, that `referee.part.x` belongs to."""
    return dotted.split(".")[1]


def floor_of(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").parts[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_down_only(path: Path) -> None:
    own = floor_of(path)
    if own not in FLOORS[:-1]:
        return
    below = {*FLOORS[: FLOORS.index(own) + 1], *(() if own == "spades" else FREE), *BESIDE.get(own, ())}
    for name in imports(path):
        assert not name.startswith("referee.") or part(name) in below, f"{own} imports {name}"


@pytest.mark.parametrize("name", ["config", "resources"])
def test_what_every_floor_may_import_stands_below_them(name: str) -> None:
    parts = {part(dotted) for dotted in imports(ROOT / f"{name}.py") if dotted.startswith("referee.")}
    assert parts <= {"spades", "config", "resources"}


@pytest.mark.parametrize("path", sorted((ROOT / "spades").glob("*.py")), ids=lambda path: path.name)
def test_the_game_is_pure(path: Path) -> None:
    for name in imports(path):
        top = name.split(".")[0]
        assert name.startswith("referee.spades.") or top in sys.stdlib_module_names, f"{path.name} imports {name}"
        assert top not in IMPURE, f"{path.name} imports {name}"
    calls = [node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    called = {function.id for function in calls if isinstance(function, ast.Name)}
    assert not called & {"open", "print", "input", "exec", "eval", "id", "hash"}


def test_only_the_sheets_name_109_and_its_target() -> None:
    """In mail/ 500 is a reply code of SMTP or a size, and no rule."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"
        for path in FILES
        if path.name != "sheets.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and type(node.value) in (int, str)
        if node.value in ("109", 109) or (node.value == 500 and floor_of(path) != "mail")
    ]
    assert not found, "a rule of one sheet stands outside sheets.py: " + ", ".join(found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_below_the_guards_nobody_catches_everything_and_keeps_it(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ExceptHandler) and floor_of(path) not in FLOORS[FLOORS.index("guarded") :]:
            caught = {name.id for name in ast.walk(node.type) if isinstance(name, ast.Name)} if node.type else {"all"}
            last = node.body[-1]
            again = isinstance(last, ast.Raise) and last.exc is None
            assert again or not caught & {"Exception", "BaseException", "all"}, f"{path.name}:{node.lineno} {caught}"

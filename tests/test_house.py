"""The floors of the house: imports go down only, the game is pure, and the numbers of sheets are in sheets.py alone."""

import ast
import re
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house import BELOW, ROOT, climbs

FILES = sorted(ROOT.rglob("*.py"))
IMPURE = {"datetime", "time", "random", "secrets", "os", "logging", "asyncio", "sqlalchemy", "io", "socket", "pathlib"}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all that a file is written with."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Return the dotted names of all modules that a file imports, `from` imports with what they name."""
    found: list[str] = []
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found.extend(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}:{node.lineno} imports relatively"
            assert node.module is not None
            found.extend(f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(found)


def room(path: Path) -> str:
    """Return a file's room: `referee/desk/table/act.py` -> `desk`; a file at the root is a room of its own."""
    return path.relative_to(ROOT).with_suffix("").parts[0]


@cache
def module_of(dotted: str) -> Path | None:
    """Return the file behind `referee.desk.case.Case` or `referee.desk.case`."""
    parts = dotted.split(".")
    for end in (len(parts), len(parts) - 1):
        inside = ROOT.joinpath(*parts[1:end])
        if (file := inside.with_suffix(".py")).is_file():
            return file
        if end == len(parts) and (file := inside / "__init__.py").is_file():
            return file
    return None


def seen_from(path: Path) -> set[Path]:
    """Return all files of the program that a file imports, directly or through others."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        names = (name for name in imports(waiting.pop()) if name.startswith("referee."))
        new = {file for name in names if (file := module_of(name))} - found
        found |= new
        waiting.extend(new)
    return found


def test_imports_go_down_only() -> None:
    for path in FILES:
        own = room(path)
        if own in ("__init__", "__main__"):
            continue
        wrong = {file for file in seen_from(path) if room(file) not in {own, "__init__", *BELOW[own]}}
        assert not wrong, f"{path} sees {sorted(str(file.relative_to(ROOT)) for file in wrong)}"


def test_imports_of_the_desk_go_down_its_floors_only() -> None:
    assert not list(climbs())


PUBLIC = {
    "referee.table.seats",
    "referee.table.sheet",
    "referee.table.terms",
    "referee.spades.cards",
    "referee.spades.rulesheet",
    "referee.spades.sheets",
    "referee.spades.law.scoring",
    "referee.spades.law.moves.winner",
    "referee.spades.law.moves.in_order",
    "referee.spades.game.Played",
    "referee.table.fairness.Deck",
    "referee.spades.fairness.deal",
    "referee.spades.fairness.deal_key",
    "referee.dominoes.events.RoundScored",
    "referee.dominoes.fairness.TILES",
    "referee.dominoes.line",
    "referee.dominoes.sheets",
    "referee.dominoes.tiles",
}
"""The parts of the game that the site may take: modules without any state, a card on the table, and how a revealed seed
deals."""


@pytest.mark.parametrize("path", sorted((ROOT / "site").rglob("*.py")), ids=lambda path: path.name)
def test_the_site_takes_nothing_that_could_hold_a_hand(path: Path) -> None:
    games = ("referee.spades.", "referee.dominoes.", "referee.table.", "referee.games.")
    taken = {name for name in imports(path) if name.startswith(games)}
    assert not {name for name in taken if name not in PUBLIC and name.rpartition(".")[0] not in PUBLIC}
    assert not {name for name in imports(path) if name.startswith("referee.telling") and "view" in name.lower()}


@pytest.mark.parametrize("room", ["records", "table", "spades", "dominoes"])
def test_the_game_is_pure(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        check_pure(path)


def check_pure(path: Path) -> None:
    for name in imports(path):
        top = name.split(".")[0]
        own = name.startswith(("referee.records.", "referee.table.", "referee.spades.", "referee.dominoes."))
        assert own or top in sys.stdlib_module_names, f"{path.name} imports {name}"
        assert top not in IMPURE, f"{path.name} imports {name}"
    calls = [node.func for node in nodes(path) if isinstance(node, ast.Call)]
    called = {function.id for function in calls if isinstance(function, ast.Name)}
    assert not called & {"open", "print", "input", "exec", "eval", "id", "hash"}


def test_tournaments_know_of_spades_the_names_of_sheets_and_ways_to_play_a_last_trick() -> None:
    taken = {name for path in (ROOT / "tournaments").rglob("*.py") for name in imports(path)}
    of_games = {name for name in taken if name.startswith(("referee.spades", "referee.table"))}
    assert of_games == {"referee.spades.sheets.DEFAULT_SHEET", "referee.table.terms.LastTrick"}


def test_only_the_sheets_name_109_and_its_target() -> None:
    """In post/ 500 is a reply code of SMTP or a size, and no rule."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"
        for path in FILES
        if path.name != "sheets.py"
        for node in nodes(path)
        if isinstance(node, ast.Constant) and type(node.value) in (int, str)
        if node.value in ("109", 109) or (node.value == 500 and room(path) not in ("post", "telling"))
    ]
    assert not found, "a rule of one sheet stands outside sheets.py: " + ", ".join(found)


CLOCK = ROOT / "clock.py"
READS_THE_CLOCK = {
    *(f"datetime.{kind}.{read}" for kind in ("datetime", "date") for read in ("now", "today", "utcnow")),
    *(f"time.{read}" for read in ("time", "time_ns", "localtime", "gmtime", "ctime", "strftime")),
    *(f"email.utils.{read}" for read in ("formatdate", "localtime", "make_msgid")),
}
"""The calls that tell the moment. A monotonic clock, which measures how long something takes, may be read anywhere."""


def dotted(node: ast.AST, names: dict[str, str]) -> str:
    """Return the whole name of what an expression says; `names`: what each name of the file stands for."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value, names)}.{node.attr}"
    return names.get(node.id, node.id) if isinstance(node, ast.Name) else ""


def mentioned(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the whole name of whatever a file mentions, and its line."""
    names: dict[str, str] = {}
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    for node in nodes(path):
        if isinstance(node, (ast.Attribute, ast.Name)):
            yield dotted(node, names), node.lineno


def test_one_file_reads_the_clock() -> None:
    found = [f"{path}:{line}: {name}" for path in FILES for name, line in mentioned(path) if name in READS_THE_CLOCK]
    assert len(found) == 1 and found[0].startswith(f"{CLOCK}:"), found


def test_only_commands_and_what_they_open_with_take_the_machines_clock() -> None:
    """Everything below gets its clock from them."""
    takes = {path for path in FILES if "referee.clock.system_clock" in imports(path)}
    assert {room(path) for path in takes} <= {"commands", "demo", "running"}
    assert {path.relative_to(ROOT).as_posix() for path in takes if room(path) == "running"} == {"running/opening.py"}


@pytest.mark.parametrize("module", ["referee.clock", "tests.talk", "benchmarks.path"])
@pytest.mark.parametrize("kind", [DeprecationWarning, PendingDeprecationWarning])
def test_what_will_go_is_an_error_where_we_call_it(kind: type[Warning], module: str) -> None:
    with pytest.raises(kind):
        warnings.warn_explicit("it will go", kind, "a file", 1, module)


def test_below_the_guards_nobody_catches_everything_and_keeps_it() -> None:
    for path in (path for path in FILES if room(path) not in ("running", "commands", "demo")):
        handlers = (x for x in nodes(path) if isinstance(x, ast.ExceptHandler))
        for node in handlers:
            caught = {name.id for name in ast.walk(node.type) if isinstance(name, ast.Name)} if node.type else {"all"}
            last = node.body[-1]
            again = isinstance(last, ast.Raise) and last.exc is None
            assert again or not caught & {"Exception", "BaseException", "all"}, f"{path.name}:{node.lineno} {caught}"


ENGINE = re.compile(r"sqlite|pragma\b|fcntl|flock|/proc/locks", re.IGNORECASE)
"""Words that only a file uses that knows which database it is, or how it is locked."""
ENGINE_KNOWN = {"config.py"}
"""The file beside the backend that knows the engine: the setting that names a database, with its default."""


def test_one_folder_knows_which_database_it_is() -> None:
    for path in FILES:
        known = ROOT / "store" / "backend" in path.parents
        if not known and str(path.relative_to(ROOT)) not in ENGINE_KNOWN:
            found = [line for line in path.read_text("utf-8").splitlines() if ENGINE.search(line)]
            assert not found, f"{path} knows the engine: {found}"
        assert not any("sqlalchemy.dialects" in name for name in imports(path)) or known, path

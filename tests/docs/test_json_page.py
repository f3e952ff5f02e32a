"""docs/json.md has every key of `--json` as the types of the code have it, and what is printed has just these keys.

Set REFEREE_WRITE_PAGES to rewrite it; then read the difference.
"""

import ast
import inspect
import json
import os
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import datetime
from pathlib import Path
from textwrap import fill
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from referee.commands.log import log_lines
from referee.commands.status import StatusData, status_of
from referee.commands.tournament import Whole, find, whole
from referee.spades.cards import Card
from referee.spades.events import KINDS, VERSION
from referee.spades.rulesheet import RuleSheet
from referee.store import tournaments
from referee.table.events import Private, secrets_of
from referee.tournaments.export import Entry, Moment, StageData, stages_of, teams_of
from referee.tournaments.formats import StageKind
from tests.docs.pages import DOCS
from tests.docs.test_rules_pages import WRITE
from tests.talk import STARTER, Talk
from tests.telling.tournament_samples import TIMES
from tests.tournaments import drawn_samples as samples

PAGE = DOCS / "json.md"
CUP = "tournament Spring Cup\nformat: usag\nteams: 2 to 4\nsign-up until: 1 December\nbegins: 5 December"
OPENING = """
`referee status --json`, `referee tournament NAME --json` and `referee log GAME --json` are for programs. A key that is
here stays; new ones may be added. A moment is text, in UTC, as RFC 3339 has it. A test writes this page from the types
in the code.
"""
OF_THE_LOG = f"""
One object a line, in order. Each has `v`, the version ({VERSION}), and `e`, the kind of event, and the kind's own keys.
Seats are numbers from 1 to 4. A list of 4 goes by seat, one of 2 by team. Cards are written as in the
[headers](robots.md#headers). A key in *italics* is there only with `--secret`.
"""
WORDS = {int: "number", str: "text", bool: "true or false", Moment: "moment", Card: "card", NoneType: "null"}


def test_the_page_of_keys_is_up_to_date() -> None:
    written = "\n".join(page_of_keys())
    if os.environ.get(WRITE):
        PAGE.write_text(written, encoding="utf-8")
    assert PAGE.read_text("utf-8") == written, f"{WRITE}=1 rewrites it"


def page_of_keys() -> Iterator[str]:
    """Yield the lines of the page."""
    yield f"# Keys of the JSON outputs\n\n{filled(OPENING)}\n"
    told: list[Any] = []
    for command, whole_of_it in (("status", StatusData), ("tournament", Whole)):
        yield f"## referee {command}\n\n{table(whole_of_it)}\n"
        for part in parts_of(whole_of_it):
            if part not in told:
                told.append(part)
                more = summary(part).partition(". ")[2]
                heading = f"### {title(part)[0].upper()}{title(part)[1:]}"
                yield "\n\n".join(filter(None, [heading, more, f"{table(part)}\n"]))
    yield f"## referee log\n\n{filled(OF_THE_LOG)}\n\n| `e` | its keys | meaning |\n| --- | --- | --- |"
    yield from (f"| `{name}` | {event_keys(kind)} | {event_meaning(kind)} |" for name, kind in KINDS.items())
    yield ""


def summary(kind: Any) -> str:
    """Sum up a type by its docstring; an event's docstring with all that it says of keys."""
    return " ".join(str(inspect.getdoc(kind)).split())


def title(kind: Any) -> str:
    """Return the name of an object: the first sentence of its type's docstring without its article."""
    return re.sub("^(A|An|The) ", "", summary(kind).partition(".")[0])


def table(kind: Any) -> str:
    """Return the keys of an object."""
    hints = get_type_hints(kind, include_extras=True)
    rows = [f"| `{key}` | {words(get_args(hint)[0])} | {get_args(hint)[1]} |" for key, hint in hints.items()]
    return "\n".join(["| key | value | meaning |", "| --- | --- | --- |", *rows])


def parts_of(kind: Any) -> Iterator[Any]:
    """Yield the types of the objects within an object of that type, each before those within it."""
    if is_typeddict(kind):
        for hint in get_type_hints(kind).values():
            yield from inside(hint)


def inside(hint: Any) -> Iterator[Any]:
    """Yield the types of the objects that a value may hold."""
    if is_typeddict(hint):
        yield hint
        yield from parts_of(hint)
    for part in get_args(hint):
        yield from inside(part)


def words(hint: Any, many: bool = False) -> str:
    """Put a value's type into words."""
    if hint in WORDS:
        word = WORDS[hint]
        return f"{word}s" if many and hint not in (bool, NoneType) else word
    if is_typeddict(hint):
        return f"[{title(hint)}](#{title(hint).replace(' ', '-')})"
    if hint is RuleSheet:
        return "`name` and all [parameters](rules.md#rule-sheets)"
    if is_dataclass(hint):
        return ", ".join(f"`{key}` ({words(kind)})" for key, kind in get_type_hints(hint).items())
    of = get_args(hint)
    match get_origin(hint):
        case origin if origin is Literal:
            return " or ".join(filter(None, [", ".join(f"`{one}`" for one in of[:-1]), f"`{of[-1]}`"]))
        case origin if origin is list:
            each = f"objects, {words(of[0])}" if is_typeddict(of[0]) else words(of[0], many=True)
            return f"{'lists' if many else 'list'} of {each}"
        case origin if origin is tuple:
            size = "" if of[-1] is Ellipsis else f"{len(of)} "
            return f"{'lists' if many else 'list'} of {size}{words(of[0], many=True)}"
        case origin if origin is dict:
            return f"{words(of[1], many=True)} by name"
    assert isinstance(hint, UnionType) or NoneType in of, hint
    return " or ".join(words(one) for one in of)


def event_keys(kind: Any) -> str:
    """Return the keys of an event, each with its meaning; those in italics are secret."""
    secret = [field.name for field in fields(kind)] if issubclass(kind, Private) else secrets_of(kind)
    hints = get_type_hints(kind)
    told = [f"{f'*`{key}`*' if key in secret else f'`{key}`'} ({words(hint)})" for key, hint in hints.items()]
    return ", ".join(told) or "none"


def event_meaning(kind: Any) -> str:
    """Put an event into words, as its docstrings do."""
    said = [summary(kind)]
    (of,) = [one for one in ast.parse(inspect.getsource(kind)).body if isinstance(one, ast.ClassDef)]
    for field, line in zip(of.body, of.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
            assert isinstance(field.target, ast.Name)
            text = " ".join(str(line.value.value).split())
            said.append(f"`{field.target.id}`: {text[0].lower()}{text[1:]}")
    return " ".join(said).replace("None", "null")


def filled(text: str) -> str:
    """Return a paragraph, its lines broken as in pages that people write."""
    return fill(" ".join(text.split()), 124, break_long_words=False, break_on_hyphens=False)


def test_what_is_printed_has_the_keys_of_the_page(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.deliver(talk.mail("gm", STARTER, proven=True))
    talk.master(CUP)
    with talk.store.reading() as tx:
        check(as_printed(status_of(tx, None)), StatusData)
        row = find(tx, "Spring Cup")
        check(as_printed(whole(tx, row, tournaments.state_of(tx, row), {})), Whole)
        lines = list(log_lines(tx, 1, secret=True))
    talk.store.close()
    for line in lines:
        assert {*line} == {"v", "e", *(field.name for field in fields(KINDS[line["e"]]))}
    for kind in (StageKind.LEAGUE, StageKind.DOUBLE):
        played = samples.event(samples.of_kind(kind), 3, 1).t
        check(as_printed(stages_of(played, {}, TIMES)), list[StageData])
        check(as_printed(teams_of(played)), list[Entry])


def as_printed(data: Any) -> Any:
    """Return data after its way through JSON."""
    return json.loads(json.dumps(data))


def check(value: Any, hint: Any) -> None:
    """Fail unless a value is what its type says."""
    if is_typeddict(hint):
        hints = get_type_hints(hint)
        assert {*value} == {*hints}
        for key, kind in hints.items():
            check(value[key], kind)
        return
    of = get_args(hint)
    match get_origin(hint):
        case None:
            assert isinstance(value, str if hint is Moment else hint), (value, hint)
            assert hint is not Moment or datetime.fromisoformat(value).tzinfo is not None
        case origin if origin is Literal:
            assert value in of
        case origin if origin in (list, dict):
            for one in value if origin is list else value.values():
                check(one, of[-1])
        case _ if value is None:
            assert NoneType in of
        case _:
            check(value, next(one for one in of if one is not NoneType))

"""Mails built to stop the reader: each is handled within its bounds, changes nothing, and gets nothing through."""

import io
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console

from referee.commands.log import log_lines, show_log
from referee.commands.status import show_status, status_of
from referee.store import inbox, marks, outbox
from tests.reading.bomb_reader import Cost, reader
from tests.reading.bombs import BOMBS, BY_MARKS, MARKS, Frame
from tests.reading.escapes import escaped, unsafe
from tests.talk import Letter, Talk

SECONDS, MB = 2.0, 200
LARGE = 3 * 1024 * 1024
"""The size at which bombs are cut here: more than a mailbox hands out. The fault run on real servers sends them
whole."""
HARMLESS = ("Say/", "SetName/", "Help/", "Hand/")


Costs = dict[str, tuple[Cost, list[Letter]]]
"""The cost of each bomb, its letters, and last the bid of the player in whose name all came."""


def measured(names: Iterable[str]) -> Costs:
    found = {}
    with reader() as reads:
        frame = Frame(reads.sender, reads.to, LARGE)
        for name in names:
            cost = reads.read(BOMBS[name](frame))
            found[name] = cost, reads.letters
        found["a bid"] = reads.read(frame.mail(body=b"bid 3")), reads.letters
    return found


@pytest.fixture(scope="module")
def costs() -> Costs:
    return measured(BOMBS)


def test_each_is_handled_in_its_bounds(costs: Costs) -> None:
    assert len(costs) > 60
    slow = {name: cost for name, (cost, _) in costs.items() if cost.seconds > SECONDS}
    large = {name: cost for name, (cost, _) in costs.items() if cost.mb > MB}
    assert (slow, large) == ({}, {})


def test_none_changes_anything(costs: Costs) -> None:
    *bombs, bid = costs.items()
    for name, (cost, _) in bombs:
        done = [word for word in cost.outcome.split() if word.endswith("/accepted")]
        assert all(word.startswith(HARMLESS) for word in done), (name, cost.outcome)
        assert len(cost.outcome) < 1000 and not unsafe(cost.outcome), name
    assert bid[1][0].outcome == "MakeBid/accepted", "the sender's own move still counts"


def test_nothing_gets_into_a_letter(costs: Costs) -> None:
    through = {name: found for name, (_, letters) in costs.items() for x in letters if (found := [*escaped(x)])}
    assert through == {}
    assert sum(len(letters) for name, (_, letters) in costs.items() if name in BY_MARKS) > len(
        BY_MARKS.keys() & costs.keys()
    )


WORDS_ONLY = ("{{", "[red]", "%s", "=?")
"""Marks that are harmless as words, and have tests of their own."""


@pytest.mark.parametrize("mark", [mark for mark in MARKS if not mark.startswith(WORDS_ONLY)], ids=ascii)
def test_what_is_looked_for_would_be_found(mark: str) -> None:
    page = f'<p title="{mark}">x</p>' if mark.startswith('"') else f"<p>{mark}</p>"
    parts = "".join(
        f"--b\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n{text}\r\n"
        for kind, text in {"plain": mark, "html": page}.items()
    )
    head = f"Subject: {mark}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n"
    assert [*escaped(Letter("x", f"{head}{parts}--b--\r\n".encode("utf-8", "surrogatepass")))] != []


def test_templates_and_markup_are_shown_as_they_are_written(table: Talk) -> None:
    who = table.due()
    assert table.says(who, "say {{ 7*7 }} [red]loud[/] <b>big</b>") == "Say/accepted"
    for letter in table.letters[-4:]:
        assert "{{ 7*7 }} [red]loud[/] <b>big</b>" in letter.text
        assert "&lt;b&gt;big&lt;/b&gt;" in letter.html and "<b>" not in letter.html


@pytest.mark.parametrize("mark", MARKS, ids=range(len(MARKS)))
def test_nothing_gets_to_a_terminal(table: Talk, mark: str) -> None:
    with table.store.transaction() as tx:
        number = inbox.receive(tx, b"x", mark.encode("utf-8", "replace").hex(), table.now)
        inbox.shunt(tx, number, f"Traceback\n  {mark}\nValueError: {mark}", "shunted")
        marks.set_mark(tx, "mailbox-trouble", f"{table.now.isoformat()} {mark}")
        marks.set_mark(tx, "mail-trouble", f"{table.now.isoformat()} {mark}")
        letter = outbox.due_letters(tx, table.now)
        assert letter == [], "all is sent"
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, color_system=None, width=80)
    with table.store.reading() as tx:
        show_status(console, status_of(tx, None), table.now, None)
        show_log(console, log_lines(tx, 1, secret=False))
    assert unsafe(shown.getvalue()) == []
    assert "could not be handled" in shown.getvalue() and "BidMade" not in shown.getvalue()


def test_the_program_itself_reads_a_bomb_from_a_file(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk.deliver(b"From: a@b.test\n" * 200_000) == "ignored/no single sender"
    assert talk.letters == []

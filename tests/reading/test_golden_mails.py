"""Mails as real programs write them (tests/mails), each with the reading that a person would give it."""

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from referee.asking.commands import Command
from referee.asking.grammar import read_mail
from referee.post.messages import Message
from referee.post.reading.message import read_message

MAILS = sorted((Path(__file__).parent.parent / "mails").glob("*.eml"))


def shown(request: Command) -> str:
    """Write a request as the expected readings do, such as `PlayCard(QS)`: no mail is `planned`, and equal requests
    look equal."""
    assert not getattr(request, "planned", False), "no mail says so"
    meant = (field.name for field in fields(request) if field.compare and field.name != "planned")
    values = ", ".join(str(getattr(request, name)) for name in meant)
    return f"{type(request).__name__}({values})"


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_mail_reads_as_a_person_reads_it(path: Path, line_end: bytes) -> None:
    expected = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    message = read_message(path.read_bytes().replace(b"\n", line_end))
    assert isinstance(message, Message)
    reading = read_mail(message)
    assert [shown(each.command) for each in reading.asked] == expected["asked"]
    assert [each.line for each in reading.unclear] == expected.get("unclear", [])
    assert [each.line for each in reading.doubtful] == expected.get("doubtful", [])
    assert [each.line for each in reading.old] == expected.get("old", [])
    assert message.sender == expected.get("sender", "ann@example.org")
    assert message.sender_name == expected.get("sender_name", "Ann Smith")
    assert message.automatic.value == expected.get("automatic", "no")
    assert message.listed is expected.get("listed", False)
    assert message.references == ("turn.12.37@example.org", "round.12.3@example.org")
    assert message.delivered == ("referee@example.org",)


def test_every_mail_has_its_reading() -> None:
    assert len(MAILS) >= 20
    assert {path.stem for path in MAILS} == {path.stem for path in MAILS[0].parent.glob("*.toml")}

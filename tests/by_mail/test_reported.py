"""Mails as people reported them to the makers of other programs: each is done, asked about, or answered with a reason.
reported.toml names the reports, and shows what they are made of."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.desk.outgoing import envelope_sender
from referee.post.wire.smtp import fate_of
from referee.spades import events as ev
from tests.by_mail.returned import notices, queued
from tests.by_mail.test_badly_typed import cards, dealt
from tests.talk import Laid, Talk

HANDS = cards("""
    AS QS JS AH KH TH 5H 4H 2H AD 3D 2D 5C
    KS TS 9S QH JH 9H KD QD JD AC KC QC JC
    8S 7S 6S 8H 7H TD 9D 8D 7D TC 9C 8C 7C
    5S 4S 3S 2S 6H 3H 6D 5D 4D 6C 4C 3C 2C
""")
TYPED, OLD = "play QS", "play KH"
REPEATED = re.compile(r"<<(\d+)\*((?:(?!<<).)*?)>>", re.DOTALL)
FIELD = re.compile(r"^([!-9;-~]+):", re.MULTILINE)
REPORTED: dict[str, list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("reported.toml").read_text("utf-8"))
ELSEWHERE = ("returned", "refused")
"""The classes that are no mails to the referee."""


def reports(*classes: str) -> pytest.MarkDecorator:
    """Return a parametrisation by the reports of these classes."""
    found = [(each["report"], each) for name in classes for each in REPORTED[name]]
    return pytest.mark.parametrize("made", [made for _, made in found], ids=[name for name, _ in found])


def text_of(made: dict[str, Any], head: dict[str, str], **facts: str) -> bytes:
    """Return the mail that was reported: `head`, but for the fields that it has or lacks itself."""
    own, body = made.get("head", ""), made.get("body", TYPED)
    if "plain" in made:
        own = "Content-Type: multipart/alternative; boundary=b"
        body = (
            f"--b\nContent-Type: text/plain\n\n{made['plain']}\n--b\nContent-Type: text/html\n\n{made['html']}\n--b--"
        )
    elif "html" in made:
        own, body = "Content-Type: text/html", made["html"]
    other = {name.lower() for name in (*FIELD.findall(own), *made.get("without", ()))}
    fields = [f"{name}: {value}" for name, value in head.items() if name.lower() not in other]
    text: str = made.get("above", "") + "\n".join(filter(None, (*fields, own))) + f"\n\n{body}\n"
    for name, value in (facts | {"old": OLD}).items():
        text = text.replace(f"{{{name}}}", value)
    while REPEATED.search(text):
        text = REPEATED.sub(lambda found: found[2] * int(found[1]), text)
    return text.replace("\n", "\r\n").encode()


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> Laid:
    """Return a table at which Ann leads to the first trick."""
    return dealt(tmp_path_factory.mktemp("reported"), HANDS, "bid 4", "bid 3", "bid 3", "bid 3").laid()


@pytest.fixture
def turn(tmp_path: Path, position: Laid) -> Talk:
    return Talk(tmp_path).stand_as(position)


@reports(*(name for name in REPORTED if name not in ELSEWHERE))
def test_what_comes_of_a_mail(turn: Talk, made: dict[str, Any]) -> None:
    letter = next(each for each in reversed(turn.to("ann")) if "turn" in each.events)
    head = {"From": "ann@club.test", "To": letter["Reply-To"], "Subject": f"Re: {letter['Subject']}"}
    head |= {"Message-ID": "<reported@club.test>", "Date": "Tue, 24 Nov 2026 12:00:00 +0000"}
    facts = {"to": letter["Reply-To"], "id": letter["Message-ID"], "subject": letter["Subject"]}
    trail, count, until = turn.trail(), len(turn.letters), turn.kept().deadline
    assert turn.deliver(text_of(made, head | {"In-Reply-To": letter["Message-ID"]}, **facts)), (
        "the log says what became"
    )
    played = [str(event.card) for event in turn.trail()[len(trail) :] if isinstance(event, ev.CardPlayed)]
    comes, _, words = made.get("comes", "played").partition(": ")
    if comes == "played":
        assert played == [TYPED.removeprefix("play ")]
        return
    answers = turn.letters[count:]
    assert (turn.trail(), turn.kept().deadline) == (trail, until)
    assert any(("asked" if "confirm" in each.events else "told") == comes and words in each.flat for each in answers)
    again = turn.says("ann", TYPED, answers=letter)
    assert again.startswith("PlayCard/unproven" if "seen" in made else "PlayCard/accepted"), (
        "is its reply address good?"
    )


@reports("returned")
def test_what_comes_of_a_mail_at_the_return_address_of_a_letter(turn: Talk, made: dict[str, Any]) -> None:
    to, subject = envelope_sender(turn.settings, queued(turn, "ann").secret), turn.last("ann")["Subject"]
    head = {"Return-Path": "<>", "From": "Mail Delivery System <mailer-daemon@else.test>", "To": to}
    kept = turn.trail(), turn.kept().deadline
    outcome = turn.deliver(text_of(made, head | {"Message-ID": "<reported@else.test>"}, subject=subject))
    assert outcome.startswith(made["comes"]) and len(notices(turn)) == (outcome == "bounce")
    assert (turn.trail(), turn.kept().deadline) == kept


@reports("refused")
def test_what_a_refusal_is_about(made: dict[str, Any]) -> None:
    lines = made["said"].split(" / ")
    assert fate_of(int(lines[0][:3]), "\n".join(line[4:] for line in lines)) == made.get("comes", "unreachable")


def test_ten_of_each_class() -> None:
    assert all(len({each["report"] for each in made}) >= 10 for made in REPORTED.values())

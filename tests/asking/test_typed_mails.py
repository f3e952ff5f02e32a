"""Mails as people type them: what is plainly meant acts, and nothing else does. Words that turn a command turn it in
every mail, and talk turns none."""

import textwrap
from email.message import EmailMessage
from functools import cache
from html import escape
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.asking import commands as ask
from referee.asking.command_table import SPADES, row_of
from referee.asking.commands import Command
from referee.asking.grammar import read_commands, read_mail
from referee.asking.second_thoughts import Writer, what_turns
from referee.post.messages import Message
from referee.post.reading.message import read_message
from referee.spades import commands as spades


class Typed(NamedTuple):
    """A row of typed_mails.txt."""

    label: str
    due: str
    does: str
    subject: str
    text: str


def rows() -> list[Typed]:
    lines = (Path(__file__).parent / "typed_mails.txt").read_text("utf-8").splitlines()
    parted = (line.split(" | ", 4) for line in lines if line and not line.startswith("#"))
    return [Typed(*(part.replace("\\n", "\n") for part in row)) for row in parted]


TYPED = rows()
FINAL = tuple(typed for typed in TYPED if any(row_of(asked.command).final for asked in read_commands(typed.does).asked))


def wanted(typed: Typed) -> list[Command]:
    return [plainly(asked.command) for line in typed.does.split("; ") for asked in read_commands(line).asked]


def plainly(command: Command) -> Command:
    match command:
        case ask.BareNumber(number):
            return spades.MakeBid(number)
        case ask.BareCard(card):
            return spades.PlayCard(card)
    return command


def done(text: str, subject: str = "-", who: str = "Ann", game: str = SPADES, **how: Any) -> list[Command]:
    """Return the commands that a mail gives at once; none if it is unclear or turned. `how`: the packing of its
    text."""
    mail = EmailMessage()
    mail["From"], mail["To"] = f"{who} <{who.lower()}@club.test>", "referee@club.test"
    mail["Subject"], mail["Message-ID"] = "Re: Your turn" if subject == "-" else subject, "<typed@club.test>"
    mail.set_content(text or "\n", **how)
    message = read_message(mail.as_bytes())
    assert isinstance(message, Message)
    reading = read_mail(message, game=game)
    turned = what_turns(reading, Writer(frozenset([who.lower()]), known=True))
    return [] if turned or reading.unclear else [plainly(asked.command) for asked in reading.asked]


@cache
def does(typed: Typed) -> list[Command]:
    return done(typed.text, typed.subject, "Gina" if typed.due == "gm" else "Ann")


def packed(way: str, text: str) -> dict[str, Any]:
    """Return a text as a program packs it, with the words for `done` that say how."""
    match way:
        case "flowed":
            soft = (textwrap.wrap(line, 66, break_on_hyphens=False) or [""] for line in text.split("\n"))
            return {"text": "\n".join(" \n".join(pieces) for pieces in soft), "params": {"format": "flowed"}}
        case "html":
            return {"text": f"<div>{escape(text).replace(chr(10), '<br>')}</div>", "subtype": "html"}
    return {"text": text, "cte": way}


@pytest.mark.parametrize(("first", "way"), [*enumerate(["flowed", "html", "quoted-printable", "base64"])])
def test_a_mail_reads_the_same_however_it_is_packed(first: int, way: str) -> None:
    for typed in TYPED[first::16]:
        who = "Gina" if typed.due == "gm" else "Ann"
        assert done(subject=typed.subject, who=who, **packed(way, typed.text)) == does(typed), typed.text


def test_nothing_acts_that_is_not_meant() -> None:
    for typed in TYPED:
        if typed.label in ("ask", "talk"):
            acted = [each for each in does(typed) if not row_of(each).looks]
            # a Gamesmaster who does not play makes no move
            assert not [each for each in acted if typed.due != "gm" or not row_of(each).moves], typed.text
        elif typed.label in ("either", "acts"):
            assert does(typed) in ([], wanted(typed)) or typed.label == "acts", typed.text
    known = [typed for typed in TYPED if typed.label == "acts"]
    assert len(known) <= 7 and not {*known} & {*FINAL}


def test_of_a_hundred_plain_mails_ninety_seven_act() -> None:
    plain = [typed for typed in TYPED if typed.label == "act" and typed not in FINAL]
    kept = [typed.text for typed in plain if does(typed) != wanted(typed)]
    assert len(plain) > 200 and len(kept) <= 0.03 * len(plain), "\n---\n".join(kept)


ACTS = (
    "bid 4",
    "4",
    "nil",
    "Hi all,\n\nI bid 4\n\nThanks, Ann",
    "play QS",
    "QS",
    "I play the queen of spades",
    "pause",
)
FINAL_ACTS = ("abort", "concede", "forfeit team 1", "Hello,\n\nabort\n\nKind regards\nAnn")
TURNS = (
    "No, wait.",
    "Scratch that.",
    "Sorry, that was a mistake.",
    "Not yet!",
    "Maybe not.",
    "Or should I wait?",
    "Is that allowed?",
    "But only if Bob agrees.",
    "I changed my mind",
    "Just kidding!",
    "Please do not count that.",
    "Oops, wrong game.",
    "Forget it.",
    "I will decide tomorrow.",
    "Let me think about it first.",
    "Nein, doch nicht.",
    "Halt!",
    "Ignore this mail.",
)
ABOVE = (
    "Please do not",
    "I would never",
    "Should I say",
    "What happens if I write",
    "Not",
    "If Bob agrees:",
    "When I come home I will probably have to say that my bid is",
)
TALK = (
    "What a storm we had last night, the whole garden is under water.",
    "How was your holiday, Dave?",
    "My sister never liked the sea.",
    "Bob, did the parcel arrive in time?",
    "We have not had such cold weather for years and nobody can remember the last time it snowed in May.",
    "No rain today.",
    "See you at 8!",
    "The children are not well, so I may be slow to answer this week.",
    "I have 3 cats and they all want their dinner at 6.",
    "If any of you ever comes to Devon, you must stay with us.",
    "Wish me luck!",
    "I can't wait!",
)


ANY_ACT, GAPS = st.sampled_from((*ACTS, *FINAL_ACTS)), st.sampled_from(["\n", "\n\n", "\n\nThanks,\n\n"])


@pytest.mark.parametrize("turning", TURNS)
@settings(max_examples=5)
@given(ANY_ACT, GAPS)
def test_what_turns_a_command_turns_it_below_every_one(turning: str, act: str, gap: str) -> None:
    assert done(f"{act}{gap}{turning}") == []
    assert done(turning, act.split("\n", maxsplit=1)[0]) == [] or "\n" in act


@pytest.mark.parametrize("act", ["bid 4", "4", "QS", "nil", "abort", "concede"])
def test_a_line_that_goes_on_in_a_command_turns_it(act: str) -> None:
    for above, gap in product(ABOVE, ("\n", "\n\n")):
        assert done(f"{above}{gap}{act}") == []


@pytest.mark.parametrize("talk", TALK)
@settings(max_examples=5)
@given(st.sampled_from(ACTS))
def test_talk_turns_no_move(talk: str, act: str) -> None:
    alone = done(act)
    assert alone and done(f"{act}\n\n{talk}") == alone
    assert done(f"{talk}\n\n{act}") == alone and done(f"{talk}\n\n{act}\n\n{talk}\n\nThanks,\nAnn") == alone
    assert done(talk, act.split("\n", maxsplit=1)[0]) == alone or "\n" in act


@settings(max_examples=12)
@given(st.sampled_from(FINAL_ACTS), st.sampled_from(TALK[:6]))
def test_what_cannot_be_undone_is_turned_by_all_talk(act: str, talk: str) -> None:
    assert done(act) != [] and done(f"{act}\n\n{talk}") == [] == done(f"{talk}\n\n{act}")

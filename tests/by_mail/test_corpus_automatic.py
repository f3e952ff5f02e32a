"""Real delivery reports and mails of machines: as they are, in a player's name with a good reply address, and at the
envelope address of a letter. None is answered, and none moves anything."""

import os
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.desk.outgoing import envelope_sender
from tests import outgoing
from tests.by_mail.returned import notices
from tests.talk import MASTER, REFEREE, Talk

CORPUS = os.environ.get("REFEREE_MAIL_CORPUS")
pytestmark = pytest.mark.skipif(CORPUS is None, reason="set REFEREE_MAIL_CORPUS to a folder of real mail")

A_PERSONS = {"groupwise_03.txt"}
"""A hotel's own answer to a booking, which lies among the reports."""

MACHINES = re.compile(r"auto_generated|bounced?_")
LATE = {
    "dsn_05.txt", "dsn_06.txt", "dsn_07.txt", "dsn_08.txt", "dsn_17.txt", "simple_03.txt", "simple_21.txt",
    "simple_22.txt", "simple_28.txt", "simple_35.txt", "simple_40.txt",
}  # fmt: skip
"""Reports that a letter is late and still tried, by their own words; their suite calls these failures temporary."""

ADDRESSED = re.compile(rb"^(?:From|To|Cc|Reply-To|Sender):.*(?:\r?\n[ \t].*)*\r?\n?", re.MULTILINE | re.IGNORECASE)


def automatic() -> Iterator[tuple[str, bytes]]:
    folder = Path(CORPUS or "")
    for path in sorted(folder.glob("bounces/*.txt")):
        if path.name not in A_PERSONS:
            yield path.name, path.read_bytes()
    for path in sorted(folder.glob("incoming/*.eml")):
        if MACHINES.search(path.name):
            yield path.name, path.read_bytes()


def readdressed(raw: bytes, sender: str, to: str) -> bytes:
    """Return the mail with another From and To, and nothing else of its head changed."""
    head, gap, body = re.split(rb"(\r?\n\r?\n)", raw, maxsplit=1)
    rest = ADDRESSED.sub(b"", head + b"\n").strip(b"\r\n")
    return f"From: {sender}\nTo: {to}\n".encode() + rest + gap + body


def counts(talk: Talk) -> tuple[int, int]:
    return len(talk.letters), len(talk.trail())


def test_as_they_are(table: Talk) -> None:
    before, mails = counts(table), list(automatic())
    for _, raw in mails:
        table.deliver(raw)
        table.deliver(readdressed(raw, "someone@else.test", REFEREE))
    letters, moves = (after - was for after, was in zip(counts(table), before, strict=True))
    print(f"{2 * len(mails)} mails, answers {letters}, moves {moves}")
    assert len(mails) == 126 and (letters, moves) == (0, 0)


@pytest.mark.parametrize("proven", [False, True])
def test_in_a_players_name_with_a_good_reply_address(table: Talk, proven: bool) -> None:
    who, before, mails = table.due(), counts(table), list(automatic())
    answered = []
    for name, raw in mails:
        mail = readdressed(raw, f"{who}@club.test", table.last(who)["Reply-To"])
        count = len(table.letters)
        table.deliver((table.stamp(f"{who}@club.test") if proven else b"") + mail)
        answered += [name] * (len(table.letters) - count)
        table.now += timedelta(days=1)
    letters, moves = (after - was for after, was in zip(counts(table), before, strict=True))
    print(f"{len(mails)} mails, answers {letters}, moves {moves}")
    assert answered == [] and (len(mails), letters, moves) == (126, 0, 0)


def test_at_the_envelope_address_of_a_letter(table: Talk) -> None:
    """Each report is about a letter of its own; reports that a letter is only late do nothing."""
    before, late = counts(table), set()
    for name, raw in automatic():
        if not name.endswith(".txt"):
            continue
        table.says("bob", "score", answers=None, subject="[Spades 1]", proven=True)
        with table.store.reading() as tx:
            letter = outgoing.letter(tx, table.seen)
        to = envelope_sender(table.settings, letter.secret)
        outcome = table.deliver(readdressed(raw, "mailer-daemon@else.test", to))
        late |= {name} if outcome == "ignored/delayed" else set()
        assert (outcome == "bounce") == (name not in LATE), (name, outcome)
        table.now += timedelta(days=1)
    assert late == LATE and table.trail() == table.trail()[: before[1]]
    assert len(notices(table)) == 116 - len(LATE), "each is told once, on its own day"
    assert {x.to for x in table.letters[before[0] :]} == {MASTER, "bob@club.test"}

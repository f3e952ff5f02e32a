"""Forged results over Postfix and Dovecot as they come: a stranger gets words into the servers' own lines, and plays,
pauses and ends nothing.
"""

import re
import smtplib
import time
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest

from tests.servers.real_table import (
    MASTER,
    PLAYERS,
    REFEREE,
    Referee,
    address,
    events_of,
    mail_system,
    mailbox,
    write_config,
)
from tests.servers.servers import MailStack
from tests.servers.signed_mail import comes, turn_of

pytestmark = pytest.mark.servers

SECONDS = 20
HOST = "mx.club.test"
WORDS = (
    "from a by b with LMTP c",
    "x) by b with LMTP (c",
    "a by b with LMTP id 1 for b; Sat, 21 Nov 2026 12:00:00 +0000",
)
"""Words within a quoted envelope address that read as a hand-over to a reader who looks for them anywhere."""


@pytest.fixture
def stack() -> Iterator[MailStack]:
    with mail_system() as running:
        yield running


def forged(sender: str, text: str, number: int) -> bytes:
    """Return a mail in someone's name below results that our own server never wrote."""
    return (
        f"Authentication-Results: {HOST}; auth=pass smtp.auth={sender}; dkim=pass header.d=club.test\r\n"
        f"Authentication-Results: {HOST}; spf=pass smtp.mailfrom={sender}\r\n"
        f"Received: from out.club.test by {HOST} with ESMTPS id 7; Wed, 02 Dec 2026 12:00:00 +0000\r\n"
        f"From: {sender}\r\nTo: {REFEREE}\r\nSubject: [Spades 1]\r\nMessage-ID: <forged{number}@attack.test>\r\n"
        f"\r\n{text}\r\n"
    ).encode()


def post(
    stack: MailStack, raw: bytes, *, sender: str = "x@attack.test", to: str = REFEREE, helo: str = "attack.test"
) -> int:
    """Submit a mail with exactly these commands; return the server's last reply."""
    with smtplib.SMTP("127.0.0.1", stack.smtp_port) as smtp:
        smtp.ehlo(helo)
        for command in (f"MAIL FROM:<{sender}>", f"RCPT TO:<{to}>"):
            code, _ = smtp.docmd(command)
            if code >= 400:
                return code
        return smtp.data(raw)[0]


def outcomes(folder: Path) -> list[str]:
    """Read from the log what became of each mail."""
    return re.findall(r"event=mail .*?outcome=(\"[^\"]*\"|\S+)", (folder / "log").read_text())


def test_nobody_acts_by_words_in_the_servers_own_lines(stack: MailStack, tmp_path: Path) -> None:
    settings = f'[auth]\ntrusted_authserv = ["{HOST}", "localhost", "vm"]\nsmtp_auth = true'
    referee = Referee(write_config(stack, tmp_path, "builtin", settings))
    referee.start()
    try:
        listed = ", ".join(f"{name.title()} <{address(name)}>" for name in PLAYERS)
        plain = f"From: {MASTER}\r\nTo: {REFEREE}\r\nSubject: a game\r\n\r\nstart\r\nplayers: {listed}\r\n"
        assert post(stack, plain.encode(), sender=MASTER) == 250
        question = comes(stack, "gm", lambda mail: "confirm" in events_of(mail))
        answers(stack, MASTER, question, "yes")
        who, letter = turn_of(stack, "- - - -")
        before = len(outcomes(tmp_path))
        sent = 0
        for words in WORDS:
            for sender, text in ((address(who), "bid 3"), (MASTER, "abort"), (MASTER, "pause")):
                for more in (
                    {"to": f'"referee+{words}"@club.test'},
                    {"sender": f'"{words}"@attack.test'},
                    {"helo": words.replace(" ", "_")},
                ):
                    sent += post(stack, forged(sender, text, sent), **more) == 250
        assert sent > 20
        end = time.monotonic() + SECONDS
        while len(outcomes(tmp_path)) < before + sent and time.monotonic() < end:
            time.sleep(0.1)
        found = outcomes(tmp_path)[before:]
        assert len(found) == sent
        assert not [outcome for outcome in found if "/accepted" in outcome], found
        answers(stack, address(who), letter, "bid 3")
        bids = " ".join("3" if str(n) == str(letter["Spades-To-Act"])[0] else "-" for n in range(1, 5))
        turn_of(stack, bids)
        shown = {mail["Spades-Bids"] for name in PLAYERS for mail in mailbox(stack, address(name))}
        assert shown - {None} == {"- - - -", bids}
    finally:
        assert referee.stop() == 0


def answers(stack: MailStack, who: str, letter: Message, text: str) -> None:
    """Reply to a letter as someone."""
    raw = f"From: {who}\r\nTo: {letter['Reply-To']}\r\nSubject: Re: {letter['Subject']}\r\n\r\n{text}\r\n"
    assert post(stack, raw.encode(), sender=who, to=str(letter["Reply-To"])) == 250

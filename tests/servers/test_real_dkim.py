"""Signed mails over Dovecot and Postfix: `referee run` asks a name server for the keys, and nobody has a token."""

import smtplib
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime
from pathlib import Path

import pytest

from tests.proof.signing import NameServer, Records, sign
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


@pytest.fixture
def stack() -> Iterator[MailStack]:
    with mail_system() as running:
        yield running


def signed(sender: str, text: str, number: int) -> bytes:
    """Return a fresh mail, as the sender's server hands it on."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = sender, REFEREE, "spades"
    message["Date"], message["Message-ID"] = format_datetime(localtime()), f"<{number}@club.test>"
    message.set_content(text)
    names = ("from", "to", "subject", "date", "message-id", "content-type", "mime-version", "content-transfer-encoding")
    return sign(message.as_bytes(), names=names, canon="relaxed/simple")


def post(stack: MailStack, raw: bytes, sender: str) -> None:
    with smtplib.SMTP("127.0.0.1", stack.smtp_port) as smtp:
        smtp.sendmail(sender, [REFEREE], raw)


def test_a_game_is_started_and_played_by_signed_mails(stack: MailStack, tmp_path: Path) -> None:
    with NameServer(Records()) as names:
        settings = f'[auth]\naccept = ["token", "dkim"]\nnameservers = ["{names.address}"]'
        referee = Referee(write_config(stack, tmp_path, "builtin", settings))
        referee.start()
        try:
            listed = ", ".join(f"{name.title()} <{address(name)}>" for name in PLAYERS)
            post(stack, signed(MASTER, f"start\nplayers: {listed}", 1), MASTER)
            who, letter = turn_of(stack, "- - - -")
            raw = signed(address(who), "bid 3", 2)
            post(stack, raw, address(who))
            bids = " ".join("3" if str(n) == str(letter["Spades-To-Act"])[0] else "-" for n in range(1, 5))
            turn_of(stack, bids)
            # whoever has the mail sends it again as another mail; the next one only says who they are
            other = next(name for name in PLAYERS if name != who)
            post(stack, raw.replace(b"bid 3", b"bid 4"), address(who))
            comes(stack, who, lambda mail: "confirm" in events_of(mail))
            post(stack, b"X-Again: 1\r\n" + raw, address(who))
            post(stack, signed(address(other), "status", 4), address(other))
            comes(stack, other, lambda mail: "reply" in events_of(mail))
            # somebody else at the domain, whose provider signs any From; the server notes their envelope
            post(stack, signed(MASTER, "abort", 5), "stranger@club.test")
            comes(stack, "gm", lambda mail: "confirm" in events_of(mail))
            shown = {mail["Spades-Bids"] for name in PLAYERS for mail in mailbox(stack, address(name))}
            assert shown - {None} == {"- - - -", bids}
        finally:
            assert referee.stop() == 0
    log = (tmp_path / "log").read_text()
    assert "ignored/seen-before" in log
    assert "Abort/unproven" in log
    assert set(names.records.asked) == {"s1._domainkey.club.test."}

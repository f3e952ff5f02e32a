"""The mail server inside the process, as mail clients see it, such as the standard library's."""

import asyncio
import imaplib
import smtplib
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from referee.demo.servers import EmbeddedMail, mailbox_of
from tests.wire.scripted import within

GM, ANN, BOB = (f"{name}@demo.test" for name in ("gm", "ann", "bob"))
USERS = {GM: "gm's", ANN: "ann's", BOB: "bob's"}
LETTER = b"From: ann@demo.test\r\nTo: list@demo.test\r\nSubject: hi\r\n\r\nbid 4\r\n.\r\n..end\r\n"


def with_client(client: Callable[[EmbeddedMail], None], **more: Any) -> None:
    """Run a blocking client in a thread, beside the server."""

    async def run() -> None:
        async with within(10), EmbeddedMail(USERS, **more) as mail:
            await asyncio.to_thread(client, mail)

    asyncio.run(run())


def smtp(mail: EmbeddedMail, user: str | None = None) -> smtplib.SMTP:
    client = smtplib.SMTP(mail.host, mail.smtp_port, "client.test", timeout=5)
    if user is not None:
        client.login(user, USERS[user.lower()])
    return client


def mails(mail: EmbeddedMail, user: str, folder: str = "INBOX") -> list[bytes]:
    with imaplib.IMAP4(mail.host, mail.imap_port, timeout=5) as client:
        client.login(user, USERS[user])
        client.select(folder)
        numbers = client.search(None, "ALL")[1][0].split()
        return [client.fetch(number.decode(), "(BODY.PEEK[])")[1][0][1] for number in numbers]  # type: ignore[index,misc]


def test_a_letter_with_the_lines_that_a_server_adds() -> None:
    def client(mail: EmbeddedMail) -> None:
        assert smtp(mail).sendmail("gm+b.secret@demo.test", ["ann+TOKEN@demo.test"], LETTER) == {}
        (raw,) = mails(mail, ANN)
        assert raw.endswith(b"\r\n" + LETTER)
        top = message_from_bytes(raw)
        assert top["Return-Path"] == "<gm+b.secret@demo.test>"
        assert top["Delivered-To"] == "ann+TOKEN@demo.test"
        assert top["Received"].startswith("from client.test")
        assert "Authentication-Results" not in top
        assert (mail.accepted, mail.sent, mail.delivered) == (1, {GM: 1}, {ANN: 1})

    with_client(client)


def test_nobody_else_is_delivered_to() -> None:
    def client(mail: EmbeddedMail) -> None:
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            smtp(mail).sendmail(GM, ["carol@demo.test", "ann@elsewhere.test"], LETTER)
        assert {code for code, _ in refused.value.recipients.values()} == {550}
        assert mail.accepted == 0

    with_client(client)


def test_who_may_send_where_a_log_in_is_asked_for() -> None:
    def client(mail: EmbeddedMail) -> None:
        with pytest.raises(smtplib.SMTPSenderRefused, match="Log in"):
            smtp(mail).sendmail(ANN, [BOB], LETTER)
        with pytest.raises(smtplib.SMTPAuthenticationError):
            smtp(mail).login(ANN, "bob's")
        with pytest.raises(smtplib.SMTPSenderRefused):
            smtp(mail, ANN).sendmail(BOB, [BOB], LETTER)
        for sender in (ANN, "ann+x@demo.test", "Ann@Demo.Test", ""):
            assert smtp(mail, "Ann@demo.test").sendmail(sender, [BOB], LETTER) == {}
        assert len(mails(mail, BOB)) == 4

    with_client(client, log_in=True)


def test_a_log_in_is_noted_above_what_the_sender_wrote() -> None:
    def client(mail: EmbeddedMail) -> None:
        forged = b"Authentication-Results: mx.demo.test; spf=pass smtp.mailfrom=gm@demo.test\r\n" + LETTER
        smtp(mail, ANN).sendmail(ANN, [BOB], forged)
        smtp(mail).sendmail(ANN, [BOB], forged)
        vouched, plain = (raw.split(b"Received:")[0] for raw in mails(mail, BOB))
        assert b"Authentication-Results: mx.demo.test; spf=pass smtp.mailfrom=ann@demo.test\r\n" in vouched
        assert b"Authentication-Results" not in plain

    with_client(client, authserv="mx.demo.test")


def test_every_mail_is_kept_as_a_file(tmp_path: Path) -> None:
    def client(mail: EmbeddedMail) -> None:
        smtp(mail).sendmail(GM, [ANN, BOB], LETTER)
        smtp(mail).sendmail(GM, ["ann+x@demo.test"], LETTER)
        kept = sorted((tmp_path / "mails").iterdir())
        assert [path.name for path in kept] == [f"0000{n}-{who}.eml" for n, who in ((1, ANN), (2, BOB), (3, ANN))]
        assert kept[2].read_bytes() == mails(mail, ANN)[1]

    with_client(client, keep=tmp_path / "mails")


def test_what_mail_clients_do_with_a_mailbox() -> None:
    def client(mail: EmbeddedMail) -> None:
        smtp(mail).sendmail(GM, [ANN], LETTER)
        with imaplib.IMAP4(mail.host, mail.imap_port, timeout=5) as imap:
            with pytest.raises(imaplib.IMAP4.error):
                imap.login(ANN, "wrong")
            imap.login(ANN, USERS[ANN])
            assert imap.create("Sent")[0] == imap.subscribe("Sent")[0] == "OK"
            assert imap.append("Sent", r"(\Seen)", "", LETTER)[0] == "OK"
            assert imap.select()[1] == [b"1"]
            for items in (
                "FULL",
                "(BODYSTRUCTURE)",
                "(BODY.PEEK[HEADER.FIELDS (FROM SUBJECT DATE)])",
                "(BODY.PEEK[TEXT])",
            ):
                assert imap.fetch("1", items)[0] == "OK"
            assert imap.store("1", "+FLAGS", r"(\Seen \Answered)")[0] == "OK"
            assert imap.search(None, "UNSEEN")[1] == [b""]
        assert mails(mail, ANN, "Sent") == [LETTER]

    with_client(client)


def test_two_at_once_and_clients_left_connected_at_the_end() -> None:
    async def run() -> None:
        async with within(10), EmbeddedMail(USERS) as one, EmbeddedMail(USERS) as other:
            await one.deliver(ANN, b"one")
            streams = [
                await asyncio.open_connection(m.host, p) for m in (one, other) for p in (m.imap_port, m.smtp_port)
            ]
            assert [mail.delivered.total() for mail in (one, other)] == [1, 0]
        for reader, writer in streams:
            await asyncio.wait_for(reader.read(), 2)
            writer.close()

    asyncio.run(run())


def test_mailbox_of() -> None:
    assert mailbox_of("Referee+b.XYZ@Demo.test") == "referee@demo.test"
    assert mailbox_of("ann@demo.test") == ANN
    assert mailbox_of("") == ""


def test_mail_can_be_handed_over_instead_of_kept(tmp_path: Path) -> None:
    """Ann's mail comes byte for byte, in order, and counts; their mailbox stays empty, and Bob's is as ever."""

    async def run() -> list[bytes]:
        async with within(10), EmbeddedMail(USERS, keep=tmp_path) as mail:
            handed = mail.hand_over(ANN.upper())
            for raw in (LETTER, LETTER.replace(b"bid 4", b"bid 5")):
                for user in (ANN, BOB):
                    await mail.deliver(user, raw)
            kept = await asyncio.to_thread(lambda: (mails(mail, ANN), mails(mail, BOB)))
            assert kept[0] == [] and len(kept[1]) == 2
            assert mail.delivered[ANN] == 2 and len(list(tmp_path.glob(f"*-{ANN}.eml"))) == 2
            return [handed.get_nowait(), handed.get_nowait()]

    assert asyncio.run(run()) == [LETTER, LETTER.replace(b"bid 4", b"bid 5")]

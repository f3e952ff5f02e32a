"""Inbox and outbox against Dovecot and Postfix: TLS both ways, MOVE, IDLE, a restart, a full mailbox."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from referee.post.settings import ImapSettings, SmtpSettings
from referee.post.wire.inbox import Arrived, Inbox, MailboxLost, MailboxRefused
from referee.post.wire.smtp import Outbox
from tests.servers.servers import MailStack, missing
from tests.wire.scripted import within

pytestmark = pytest.mark.servers

ME, ANN, BOB, LIST = (f"{name}@example.test" for name in ("referee", "ann", "bob", "list"))
USERS = {ME: 'pass "word" \\ 1', ANN: "secret", BOB: "secret"}
LETTER = (
    b"From: referee@example.test\r\nTo: ann@example.test\r\nSubject: x\r\nMessage-ID: <1@example.test>\r\n"
    b"Date: Sat, 21 Nov 2026 12:00:00 +0000\r\n\r\n* one\r\n.two\r\n"
)


@pytest.fixture(scope="module")
def stack() -> Iterator[MailStack]:
    if why := missing():
        pytest.skip(why)
    with MailStack(USERS, {LIST: (ANN, BOB)}, log_in=True) as running:
        yield running


def imap_settings(stack: MailStack, user: str = ME, **more: Any) -> ImapSettings:
    given = {"port": stack.imap_port, "tls": "starttls", "ca_file": stack.ca_file, "timeout_seconds": 5, **more}
    return ImapSettings(host=stack.host, **{"username": user, "password": USERS[user], **given})


def smtp_settings(stack: MailStack, **more: Any) -> SmtpSettings:
    given = {"port": stack.smtp_port, "tls": "starttls", "ca_file": stack.ca_file, "timeout_seconds": 5, **more}
    return SmtpSettings(host=stack.host, **{"username": ME, "password": USERS[ME], **given})


def with_inbox(stack: MailStack, test: Callable[[Inbox], Awaitable[None]], user: str = ME, **more: Any) -> None:
    async def run() -> None:
        async with within(30):
            inbox = Inbox(imap_settings(stack, user, **more))
            await inbox.open()
            await empty(inbox)
            await test(inbox)
            await inbox.close()

    asyncio.run(run())


async def empty(inbox: Inbox) -> list[Arrived]:
    """Take all that lies there, and move it away."""
    every: list[Arrived] = []
    while found := await inbox.fetch_new():
        await inbox.mark_done(inbox.uidvalidity, [one.uid for one in found])
        every += found
    return every


async def arrival(inbox: Inbox, sent_from: str) -> Arrived:
    """Return the mail with that envelope sender, whatever else arrives before it."""
    seen: dict[int, Arrived] = {}
    while True:
        for mail in await inbox.fetch_new(lambda _, uid: uid in seen):
            seen[mail.uid] = mail
            if mail.raw.startswith(f"Return-Path: <{sent_from}>\r\n".encode()):
                return mail
        await inbox.wait_for_mail(5)


@pytest.mark.parametrize("tls", ["implicit", "starttls", "none"])
def test_mail_in_under_every_kind_of_tls(stack: MailStack, tls: str) -> None:
    async def test(inbox: Inbox) -> None:
        assert all(inbox.offers(extension) for extension in ("IDLE", "MOVE", "UIDPLUS"))
        stack.deliver(ME, LETTER)
        (one,) = await inbox.fetch_new()
        assert one.raw.endswith(LETTER)
        assert abs(one.arrived - datetime.now(UTC)) < timedelta(seconds=10)

    with_inbox(stack, test, tls=tls, port=stack.imaps_port if tls == "implicit" else stack.imap_port)


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
def test_letters_out_under_both_kinds_of_tls(stack: MailStack, tls: str) -> None:
    async def test(inbox: Inbox) -> None:
        port = stack.smtps_port if tls == "implicit" else stack.smtp_port
        out = Outbox(smtp_settings(stack, tls=tls, port=port), "localhost")
        assert (await out.check_login()).fate == "accepted"
        envelope = f"referee+b.{tls}@example.test"
        assert (await out.send(envelope, "ann+token@example.test", LETTER)).fate == "accepted"
        refused = await out.send(ME, "nobody@example.test", LETTER)
        assert (refused.fate, refused.code) == ("refused", 550)
        assert (await out.send(ME, "list@example.test", LETTER)).fate == "accepted"
        await out.close()
        one = await arrival(inbox, envelope)
        assert one.raw.endswith(LETTER)
        assert b"Delivered-To: ann+token@example.test\r\n" in one.raw

    with_inbox(stack, test, user=ANN)


def test_what_a_person_has_to_mend(stack: MailStack) -> None:
    async def run() -> None:
        for more, says in (
            ({"password": "wrong"}, r"imap\.password"),
            ({"folder": "Nowhere"}, r"imap\.folder"),
            ({"ca_file": None}, r"imap\.ca_file"),
            ({"ca_file": None, "tls": "implicit", "port": stack.imaps_port}, r"imap\.ca_file"),
            ({"port": stack.smtp_port}, r"imap\.port"),
            ({"tls": "implicit"}, r"imap\.tls"),
        ):
            with pytest.raises(MailboxRefused, match=says):
                await Inbox(imap_settings(stack, **more)).open()
        for wrong, says in (
            ({"password": "wrong"}, "smtp.password"),
            ({"ca_file": None}, "smtp.ca_file"),
            ({"ca_file": None, "tls": "implicit", "port": stack.smtps_port}, "smtp.ca_file"),
            ({"username": None, "password": None}, "Relay access denied"),
            ({"tls": "none"}, "AUTH"),
        ):
            outcome = await Outbox(smtp_settings(stack, **wrong), "localhost").send(ME, "x@elsewhere.test", LETTER)
            assert (outcome.fate, says in outcome.text) == ("unreachable", True), outcome

    asyncio.run(run())


def test_a_certificate_for_another_name_is_not_taken(stack: MailStack) -> None:
    async def run() -> None:
        settings = imap_settings(stack).model_copy(update={"host": "127.0.0.1"})
        with pytest.raises(MailboxRefused, match=r"certificate.*imap\.host"):
            await Inbox(settings).open()

    asyncio.run(run())


def test_moved_mail_lies_in_the_other_folder(stack: MailStack) -> None:
    async def test(inbox: Inbox) -> None:
        for number in range(3):
            stack.deliver(ME, b"Subject: %d\r\n\r\n" % number)
        first, second, third = await inbox.fetch_new()
        for _ in range(2):
            await inbox.mark_done(inbox.uidvalidity, [first.uid, third.uid])
        assert await inbox.fetch_new() == [second]
        handled = Inbox(imap_settings(stack, folder="Referee/Handled", processed_folder="Else"))
        await handled.open()
        assert {first.raw, third.raw} <= {one.raw for one in await handled.fetch_new()}
        await handled.close()

    with_inbox(stack, test)


def test_idle_pushes_and_polling_finds(stack: MailStack) -> None:
    async def test(inbox: Inbox) -> None:
        waiting = asyncio.create_task(inbox.wait_for_mail(10))
        await asyncio.sleep(0.3)
        began = time.monotonic()
        await asyncio.to_thread(stack.deliver, ME, LETTER)
        assert await waiting
        assert time.monotonic() - began < 3
        assert len(await empty(inbox)) == 1
        assert not await inbox.wait_for_mail(0.3)
        await asyncio.to_thread(stack.deliver, ME, LETTER)
        assert len(await empty(inbox)) == 1

    with_inbox(stack, test)


def test_five_hundred_waiting_mails(stack: MailStack) -> None:
    async def test(inbox: Inbox) -> None:
        for number in range(500):
            stack.deliver(ME, b"Subject: %d\r\n\r\n" % number + b"* (some text\r\n" * 80)
        found = await empty(inbox)
        assert [one.raw.partition(b"Subject: ")[2].split(b"\r\n")[0] for one in found] == [
            b"%d" % number for number in range(500)
        ]

    with_inbox(stack, test)


def test_a_mail_over_the_limit_is_cut(stack: MailStack) -> None:
    async def test(inbox: Inbox) -> None:
        stack.deliver(ME, b"Subject: huge\r\n\r\n" + b"0123456789abcd\r\n" * 200_000)
        stack.deliver(ME, LETTER)
        huge, small = await inbox.fetch_new()
        assert len(huge.raw) == 2 * 1024 * 1024
        assert small.raw.endswith(LETTER)

    with_inbox(stack, test)


def test_a_restart_of_the_server_in_idle(stack: MailStack) -> None:
    async def test(inbox: Inbox) -> None:
        validity = inbox.uidvalidity
        waiting = asyncio.create_task(inbox.wait_for_mail(60))
        await asyncio.sleep(0.3)
        stack.stop_imap()
        with pytest.raises(MailboxLost):
            await waiting
        with pytest.raises(MailboxLost):
            await inbox.open()
        stack.start_imap()
        await inbox.open()
        assert inbox.uidvalidity == validity
        stack.deliver(ME, LETTER)
        assert len(await inbox.fetch_new()) == 1

    with_inbox(stack, test)


def test_a_restart_of_the_smtp_server(stack: MailStack) -> None:
    async def run() -> None:
        out = Outbox(smtp_settings(stack), "localhost")
        while (await out.check_login()).code == 454:
            # Postfix takes a moment to find a Dovecot that was restarted
            await asyncio.sleep(0.2)
        assert (await out.send(ME, BOB, LETTER)).fate == "accepted"
        stack.stop_smtp()
        assert (await out.send(ME, BOB, LETTER)).fate == "unreachable"
        stack.start_smtp()
        assert (await out.send(ME, BOB, LETTER)).fate == "accepted"
        await out.close()

    asyncio.run(asyncio.wait_for(run(), 30))


@pytest.mark.parametrize(("separator", "prefix"), [(".", ""), (".", "INBOX."), ("/", "INBOX/")])
def test_other_ways_to_nest_folders(separator: str, prefix: str) -> None:
    if why := missing():
        pytest.skip(why)
    with MailStack(USERS, separator=separator, prefix=prefix) as stack:

        async def test(inbox: Inbox) -> None:
            stack.deliver(ME, LETTER)
            assert len(await empty(inbox)) == 1
            folder = stack.base / "home" / ME / "Maildir" / ".Referee.Gepr&APw-ft &- more"
            assert len([*folder.glob("cur/*"), *folder.glob("new/*")]) == 1

        with_inbox(stack, test, processed_folder="Referee/Geprüft & more")

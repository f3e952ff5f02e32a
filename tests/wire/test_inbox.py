"""The inbox against the embedded server, and against servers that break off, fall silent or talk nonsense."""

import asyncio
import imaplib
import random
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any

import pytest

from referee.demo.servers import EmbeddedMail
from referee.post.settings import ImapSettings
from referee.post.wire.imap import Hierarchy, modified_utf7
from referee.post.wire.imap_fetch import BATCH, BATCH_BYTES, CALL_BYTES, MESSAGE_BYTES, Fetched, batches
from referee.post.wire.inbox import Arrived, Inbox, MailboxLost, MailboxRefused
from tests.wire.scripted import (
    IMPATIENT,
    PATIENT,
    FakeImap,
    Part,
    Talk,
    about,
    body,
    cut,
    half_a_line,
    patience,
    shut_politely,
    silence,
    within,
)

ME = "referee@demo.test"
SECRET = 'a "quoted" \\ secret'
MARKING = r"UID STORE 7,9 +FLAGS.SILENT (\Answered)"
MAIL = b"From: ann@demo.test\r\nSubject: x\r\n\r\n* bid 4 (or * 5\r\n* so\r\n"


def settings(host: str, port: int, **more: Any) -> ImapSettings:
    given = {"tls": "none", "username": ME, "password": SECRET, "timeout_seconds": PATIENT, **more}
    return ImapSettings(host=host, port=port, **given)


def with_embedded(test: Callable[[EmbeddedMail, Inbox], Coroutine[Any, Any, None]], **more: Any) -> None:
    async def run() -> None:
        async with within(10), EmbeddedMail({ME: SECRET}) as mail:
            inbox = Inbox(settings(mail.host, mail.imap_port, **more))
            await inbox.open()
            await test(mail, inbox)
            await inbox.close()

    asyncio.run(run())


def with_fake(fake: FakeImap, test: Callable[[Inbox], Coroutine[Any, Any, None]], **more: Any) -> None:
    async def run() -> None:
        async with within(5), fake:
            inbox = Inbox(settings(fake.host, fake.port, **more))
            await test(inbox)
            await inbox.close()

    asyncio.run(run())


def test_mails_come_in_order_unchanged_and_with_their_time() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        when = datetime(2026, 3, 1, 9, 30, 15, tzinfo=timezone(timedelta(hours=5, minutes=30)))
        for number in range(3):
            await mail.deliver(ME, MAIL + b"%d\r\n" % number, when + timedelta(days=-number))
        found = await inbox.fetch_new()
        assert [one.raw for one in found] == [MAIL + b"%d\r\n" % number for number in range(3)]
        assert [one.arrived for one in found] == [when - timedelta(days=number) for number in range(3)]
        assert all(one.arrived.tzinfo is UTC and one.uidvalidity == inbox.uidvalidity > 0 for one in found)
        assert sorted(one.uid for one in found) == [one.uid for one in found]

    with_embedded(test)


def test_mail_that_came_after_the_last_command_is_seen_without_idle() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        for _ in range(3):
            await mail.deliver(ME, MAIL)
            (one,) = await inbox.fetch_new()
            await inbox.mark_done(one.uidvalidity, [one.uid])

    with_embedded(test)


def test_an_empty_mail_and_an_empty_mailbox() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        assert await inbox.fetch_new() == []
        await mail.deliver(ME, b"")
        assert [one.raw for one in await inbox.fetch_new()] == [b""]

    with_embedded(test)


def test_what_is_known_is_not_fetched_and_the_limit_holds() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        for number in range(7):
            await mail.deliver(ME, b"%d" % number)
        seen: set[tuple[int, int]] = set()

        def known(uidvalidity: int, uid: int) -> bool:
            return (uidvalidity, uid) in seen

        rounds = []
        while found := await inbox.fetch_new(known, limit=3):
            rounds.append([one.raw for one in found])
            seen.update((one.uidvalidity, one.uid) for one in found)
        assert rounds == [[b"0", b"1", b"2"], [b"3", b"4", b"5"], [b"6"]]

    with_embedded(test)


def test_done_mail_moves_and_moving_twice_is_moving_once() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        for number in range(3):
            await mail.deliver(ME, b"%d" % number)
        first, second, third = await inbox.fetch_new()
        for _ in range(2):
            await inbox.mark_done(first.uidvalidity, [third.uid, first.uid, first.uid, 99_999])
        assert await inbox.fetch_new() == [second]
        await inbox.mark_done(first.uidvalidity, [])
        handled = Inbox(settings(mail.host, mail.imap_port, folder="Referee/Handled", processed_folder="Back"))
        await handled.open()
        moved = await handled.fetch_new()
        assert [one.raw for one in moved] == [b"0", b"2"]
        assert [one.arrived for one in moved] == [first.arrived, third.arrived]
        await handled.close()

    with_embedded(test)


def put_into(mail: EmbeddedMail, folder: str, raw: bytes) -> None:
    """Put mail into a folder, as a server that files mail by itself does, or a person who copies it."""
    with imaplib.IMAP4(mail.host, mail.imap_port, timeout=5) as client:
        client.login(ME, SECRET)
        assert client.append(folder, "", imaplib.Time2Internaldate(time.time()), raw)[0] == "OK"


@pytest.mark.parametrize("moves", [True, False], ids=["MOVE", "by hand"])
def test_only_what_we_moved_into_the_folder_was_handled(monkeypatch: pytest.MonkeyPatch, moves: bool) -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        if not moves:
            monkeypatch.setattr(inbox, "offers", lambda name: name != "MOVE")
        for raw in (MAIL, b"From: bob@demo.test\r\n\r\nbid 3\r\n", b"From: %s\r\n\r\na probe\r\n" % ME.encode()):
            await mail.deliver(ME, raw)
        lying = await inbox.fetch_new()
        await asyncio.to_thread(put_into, mail, "Referee/Handled", MAIL + b"from a stranger\r\n")
        await inbox.mark_done(inbox.uidvalidity, [one.uid for one in lying])
        found = await inbox.handled(datetime.now(UTC) - timedelta(hours=1), but_from=ME)
        assert set(found) == {sha256(one.raw).hexdigest() for one in lying[:2]}
        assert await inbox.handled(datetime.now(UTC) + timedelta(hours=1), but_from=ME) == {}
        await mail.deliver(ME, b"another")
        assert [one.raw for one in await inbox.fetch_new()] == [b"another"], "the folder that is read is open again"

    with_embedded(test)


def test_a_mail_of_one_word_is_found_in_the_folder_by_its_mark() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        await mail.deliver(ME, b"Subject: Probe 12ab.own\r\n\r\nx\r\n")
        (one,) = await inbox.fetch_new()
        assert not await inbox.keeps_mark("12ab")
        await inbox.mark_done(one.uidvalidity, [one.uid])
        assert await inbox.keeps_mark("12ab")
        await asyncio.to_thread(put_into, mail, "Referee/Handled", b"Subject: Probe 34cd\r\n\r\nx\r\n")
        assert not await inbox.keeps_mark("34cd"), "nobody marked it"
        await mail.deliver(ME, b"another")
        assert [one.raw for one in await inbox.fetch_new()] == [b"another"]

    with_embedded(test)


def test_a_hundred_mails_are_marked_by_one_command() -> None:
    fake = FakeImap()

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.mark_done(inbox.uidvalidity, range(1, 151))

    with_fake(fake, test)
    assert [line.split()[1] for line in fake.heard if line.startswith("UID")] == ["STORE", "MOVE"] * 2


def test_mail_moved_back_by_hand_comes_again_under_a_new_uid() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        await mail.deliver(ME, MAIL)
        (one,) = await inbox.fetch_new()
        await inbox.mark_done(one.uidvalidity, [one.uid])
        hand = Inbox(settings(mail.host, mail.imap_port, folder="Referee/Handled", processed_folder="INBOX"))
        await hand.open()
        await hand.mark_done(hand.uidvalidity, [mail.uid for mail in await hand.fetch_new()])
        await hand.close()
        (again,) = await inbox.fetch_new()
        assert (again.raw, again.arrived) == (one.raw, one.arrived)
        assert again.uid > one.uid

    with_embedded(test)


def test_mail_that_is_flagged_as_deleted_is_left_alone() -> None:
    def flag(mail: EmbeddedMail) -> None:
        with imaplib.IMAP4(mail.host, mail.imap_port, timeout=5) as client:
            client.login(ME, SECRET)
            client.select()
            client.store("1", "+FLAGS", r"(\Deleted)")

    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        for raw in (b"deleted", b"not deleted"):
            await mail.deliver(ME, raw)
        await asyncio.to_thread(flag, mail)
        assert [one.raw for one in await inbox.fetch_new()] == [b"not deleted"]

    with_embedded(test)


def test_uids_of_another_uidvalidity_move_nothing() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        await mail.deliver(ME, MAIL)
        (one,) = await inbox.fetch_new()
        await inbox.mark_done(one.uidvalidity + 1, [one.uid])
        assert await inbox.fetch_new() == [one]

    with_embedded(test)


def test_a_huge_mail_is_cut_and_harms_no_other() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        huge = b"Subject: huge\r\n\r\n" + b"0123456789abcde\n" * 200_000
        for raw in (b"before", huge, b"after"):
            await mail.deliver(ME, raw)
        assert [one.raw for one in await inbox.fetch_new()] == [b"before", huge[: 2 * 1024 * 1024], b"after"]

    with_embedded(test)


def test_idle_announces_a_mail_at_once() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        await inbox.fetch_new()
        waiting = asyncio.create_task(inbox.wait_for_mail(5))
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await mail.deliver(ME, MAIL)
        assert await waiting
        assert time.monotonic() - began < 1
        assert len(await inbox.fetch_new()) == 1
        assert not await inbox.wait_for_mail(0.2)

    with_embedded(test)


def test_a_nudge_ends_the_wait_and_is_kept_for_the_next_one() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        await inbox.fetch_new()
        waiting = asyncio.create_task(inbox.wait_for_mail(60))
        await asyncio.sleep(0.05)
        inbox.nudge()
        assert await waiting
        inbox.nudge()
        await inbox.fetch_new()
        assert await inbox.wait_for_mail(60)
        await inbox.close()
        inbox.nudge()
        await inbox.open()
        await inbox.fetch_new()
        assert await inbox.wait_for_mail(60)
        await inbox.fetch_new()
        assert not await inbox.wait_for_mail(0.1)

    with_embedded(test)


def test_idle_is_renewed_while_nothing_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.post.wire.inbox.RENEW_SECONDS", 0.05)
    fake = FakeImap({"IDLE": "+ idling"})

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.fetch_new()
        assert not await inbox.wait_for_mail(0.3)

    with_fake(fake, test)
    assert fake.heard.count("IDLE") == fake.heard.count("DONE") >= 3


def test_two_at_once_wait_for_one_another() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        await mail.deliver(ME, MAIL)
        rounds = await asyncio.gather(*(inbox.fetch_new() for _ in range(5)))
        assert [[one.raw for one in found] for found in rounds] == [[MAIL]] * 5

    with_embedded(test)


def test_after_a_cancelled_command_the_connection_is_not_used_again() -> None:
    async def slow(talk: Talk, tag: str) -> None:
        await asyncio.sleep(0.2)
        await talk.say("* SEARCH 7", f"{tag} OK late")

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(inbox.fetch_new(), 0.05)
        with pytest.raises(MailboxLost):
            await inbox.fetch_new()
        await inbox.open()
        assert [one.uid for one in await inbox.fetch_new()] == [7]

    with_fake(FakeImap({"UID SEARCH": slow}), test)


def test_cancelling_the_wait_ends_it_at_once() -> None:
    async def test(mail: EmbeddedMail, inbox: Inbox) -> None:
        await inbox.fetch_new()
        waiting = asyncio.create_task(inbox.wait_for_mail(60))
        await asyncio.sleep(0.05)
        began = time.monotonic()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert time.monotonic() - began < 0.2

    with_embedded(test)


STEPS = [
    "",
    "CAPABILITY",
    "LOGIN",
    "LIST",
    "STATUS",
    "SELECT",
    "NOOP",
    "UID SEARCH",
    "UID FETCH",
    "UID STORE",
    "UID MOVE",
]


async def all_steps(inbox: Inbox) -> list[Arrived]:
    await inbox.open()
    found = await inbox.fetch_new()
    await inbox.mark_done(inbox.uidvalidity, [one.uid for one in found])
    return found


def test_the_fake_server_is_a_good_one_unless_told_otherwise() -> None:
    async def test(inbox: Inbox) -> None:
        found = await all_steps(inbox)
        assert found == [
            Arrived(77, uid, datetime(1996, 7, 17, 9, 44, 25, tzinfo=UTC), b"Subject: hi\r\n\r\nyo\r\n")
            for uid in (7, 9)
        ]

    with_fake(FakeImap(), test)


@pytest.mark.parametrize(
    ("step", "part"),
    [
        *((step, part) for step in STEPS for part in (cut, silence, shut_politely)),
        *((step, half_a_line) for step in ("", "LOGIN", "UID FETCH")),
    ],
)
def test_a_connection_that_breaks_or_falls_silent_is_lost_soon(step: str, part: Part) -> None:
    async def test(inbox: Inbox) -> None:
        began = time.monotonic()
        with pytest.raises(MailboxLost):
            await all_steps(inbox)
        assert time.monotonic() - began < 1

    with_fake(FakeImap({step: part}), test, timeout_seconds=patience(part))


@pytest.mark.parametrize("step", ["UID COPY", "UID STORE", "UID EXPUNGE"])
def test_moving_by_hand_is_lost_with_its_connection(step: str) -> None:
    async def test(inbox: Inbox) -> None:
        with pytest.raises(MailboxLost):
            await all_steps(inbox)

    with_fake(FakeImap({step: cut}, capabilities="IMAP4rev1 UIDPLUS"), test)


@pytest.mark.parametrize("ending", [cut, silence])
def test_a_literal_that_never_ends(ending: Part) -> None:
    async def fetch(talk: Talk, tag: str) -> None:
        await talk.send(about(7).encode() + b"* 1 FETCH (UID 7 BODY[] {5000}\r\nSubject: half\r\n")
        await ending(talk, tag)

    async def test(inbox: Inbox) -> None:
        with pytest.raises(MailboxLost):
            await all_steps(inbox)

    with_fake(FakeImap({"UID FETCH": fetch}), test, timeout_seconds=patience(ending))


@pytest.mark.parametrize(
    "answer",
    [
        b"WRONG OK another tag\r\n",
        b"\x00\xff\xfe nonsense\r\n* \xff\xff\r\n",
        b"* 1 FETCH (UID 7 BODY[] {99999999999999999999}\r\nx\r\n",
        b"x" * 100_000,
    ],
)
def test_nonsense_ends_in_lost_not_in_a_hang(answer: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def talk_nonsense(talk: Talk, tag: str) -> None:
        await talk.send(answer)
        await talk.silence()

    async def test(inbox: Inbox) -> None:
        with pytest.raises(MailboxLost):
            await all_steps(inbox)

    with_fake(FakeImap({"UID FETCH": talk_nonsense}), test, timeout_seconds=IMPATIENT)
    assert caplog.records == []


def test_an_endless_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.post.wire.imap.ANSWER_BYTES", 1_000_000)

    async def endless(talk: Talk, tag: str) -> None:
        while True:
            await talk.send(b"* OK and so on\r\n" * 1000)

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        with pytest.raises(MailboxLost, match="far more"):
            await inbox.fetch_new()

    with_fake(FakeImap({"NOOP": endless}), test)


def test_a_slow_answer_is_waited_for_as_long_as_something_comes() -> None:
    async def slowly(talk: Talk, tag: str) -> None:
        for _ in range(6):
            await asyncio.sleep(0.1)
            await talk.say("* OK working on it")
        await talk.say("* SEARCH 7 9", f"{tag} OK done")

    async def test(inbox: Inbox) -> None:
        assert len(await all_steps(inbox)) == 2

    with_fake(FakeImap({"UID SEARCH": slowly}), test, timeout_seconds=0.4)


def test_an_answer_that_only_drips_is_given_up() -> None:
    async def drips(talk: Talk, tag: str) -> None:
        while True:
            await talk.send(b"*")
            await asyncio.sleep(0.05)

    async def test(inbox: Inbox) -> None:
        began = time.monotonic()
        with pytest.raises(MailboxLost, match="does not answer"):
            await all_steps(inbox)
        assert 2 * IMPATIENT <= time.monotonic() - began < 1

    with_fake(FakeImap({"UID SEARCH": drips}), test, timeout_seconds=IMPATIENT)


def test_a_long_answer_that_comes_steadily_is_waited_for() -> None:
    async def steadily(talk: Talk, tag: str) -> None:
        for _ in range(10):
            await talk.send(b"* OK " + b"x" * 500 + b"\r\n")
            await asyncio.sleep(0.06)
        await talk.say("* SEARCH 7 9", f"{tag} OK done")

    async def test(inbox: Inbox) -> None:
        assert len(await all_steps(inbox)) == 2

    with_fake(FakeImap({"UID SEARCH": steadily}), test, timeout_seconds=IMPATIENT)


def test_thousands_of_lines_at_once_are_read() -> None:
    async def flags(talk: Talk, tag: str) -> None:
        lines = "".join(f"* {number} FETCH (FLAGS (\\Seen))\r\n" for number in range(1, 5000))
        await talk.send(f"{lines}{tag} OK done\r\n".encode())

    async def test(inbox: Inbox) -> None:
        assert len(await all_steps(inbox)) == 2

    with_fake(FakeImap({"NOOP": flags}), test)


def test_flags_of_a_fetched_mail_thrown_in_do_no_harm() -> None:
    async def fetch(talk: Talk, tag: str) -> None:
        unasked = "* 1 FETCH (UID 7 FLAGS (\\Seen))\r\n* 4 FETCH (UID 22 FLAGS ())\r\n"
        await talk.send(f"{about(7)}{body(7)}{unasked}{tag} OK done\r\n".encode())

    async def test(inbox: Inbox) -> None:
        assert [(one.uid, one.raw[:8]) for one in await all_steps(inbox)] == [(7, b"Subject:")]

    with_fake(FakeImap({"UID FETCH": fetch}), test)


def test_one_unreadable_mail_does_not_hide_the_others() -> None:
    fake = FakeImap()

    async def fetch(talk: Talk, tag: str) -> None:
        if "7" in fake.heard[-1].split(" ")[2].split(","):
            await talk.say(f"{tag} NO cannot read it")
        else:
            await talk.send(f"{about(9)}{body(9)}{tag} OK done\r\n".encode())

    fake.parts["UID FETCH"] = fetch

    async def test(inbox: Inbox) -> None:
        assert [one.uid for one in await all_steps(inbox)] == [9]

    with_fake(fake, test)
    assert 'UID MOVE 9 "Referee/Handled"' in fake.heard


def test_a_mail_that_is_withheld_is_known_until_it_comes_or_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuses(talk: Talk, tag: str) -> None:
        await talk.say(f"{tag} NO cannot read it")

    async def says_nothing(talk: Talk, tag: str) -> None:
        await talk.say(f"{tag} OK done")

    fake = FakeImap()

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.fetch_new()
        assert not inbox.withheld()
        for part in (refuses, says_nothing):
            fake.parts["UID FETCH"] = part
            assert await inbox.fetch_new() == []
            assert inbox.withheld()
            with monkeypatch.context() as later:
                later.setattr("referee.post.wire.inbox.monotonic", lambda: time.monotonic() + 24 * 3600 + 60)
                assert not inbox.withheld()
            del fake.parts["UID FETCH"]
            assert len(await inbox.fetch_new()) == 2
            assert not inbox.withheld()
        fake.parts["UID FETCH"] = refuses
        await inbox.fetch_new()
        fake.parts["UID SEARCH"] = "* SEARCH\r\nTAG OK done"
        await inbox.fetch_new()
        assert not inbox.withheld(), "somebody else has taken them away"

    with_fake(fake, test)


def test_withheld_mails_do_not_crowd_out_others() -> None:
    fake = FakeImap({"UID SEARCH": "* SEARCH 1 2 3 9\r\nTAG OK done"})

    async def fetch(talk: Talk, tag: str) -> None:
        if "9" in fake.heard[-1].split(" ")[2].split(","):
            await talk.send(f"{about(9)}{body(9)}{tag} OK done\r\n".encode())
        else:
            await talk.say(f"{tag} NO cannot read it")

    fake.parts["UID FETCH"] = fetch

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        assert await inbox.fetch_new(limit=3) == []
        assert [one.uid for one in await inbox.fetch_new(limit=3)] == [9]

    with_fake(fake, test)


@pytest.mark.parametrize("date", ["", "31-Feb-2026 00:00:00 +0000", "17-Foo-1996 02:44:25 -0700", "today"])
def test_a_mail_without_a_time_of_arrival_is_left_where_it_is(date: str) -> None:
    async def fetch(talk: Talk, tag: str) -> None:
        await talk.send(f"{about(7, date)}{about(9)}{body(7)}{body(9)}{tag} OK done\r\n".encode())

    async def test(inbox: Inbox) -> None:
        assert [one.uid for one in await all_steps(inbox)] == [9]

    with_fake(FakeImap({"UID FETCH": fetch}), test)


def test_idle_hints() -> None:
    """Only a new count of messages is a hint; a server's small talk is not."""

    async def small_talk(talk: Talk, tag: str) -> None:
        await talk.say("+ idling", "* OK Still here", "* 1 FETCH (FLAGS (\\Seen))", "* 1 EXPUNGE")

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.fetch_new()
        assert not await inbox.wait_for_mail(0.15)
        assert await inbox.fetch_new()

    with_fake(FakeImap({"IDLE": small_talk}), test)


def test_news_during_another_command_is_not_lost() -> None:
    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.fetch_new()
        assert await inbox.wait_for_mail(5)

    with_fake(FakeImap({"UID FETCH": f"{about(7)}{body(7)}* 3 EXISTS\r\nTAG OK done", "IDLE": silence}), test)


@pytest.mark.parametrize("part", [cut, shut_politely, half_a_line])
@pytest.mark.parametrize("step", ["IDLE", "DONE"])
def test_a_connection_lost_in_idle(step: str, part: Part) -> None:
    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.fetch_new()
        began = time.monotonic()
        with pytest.raises(MailboxLost):
            await inbox.wait_for_mail(5)
        assert time.monotonic() - began < 1

    with_fake(FakeImap({step: part}), test, timeout_seconds=patience(part))


def test_a_connection_lost_while_idling() -> None:
    async def idle(talk: Talk, tag: str) -> None:
        await talk.say("+ idling")
        await asyncio.sleep(0.05)
        talk.cut()

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.fetch_new()
        with pytest.raises(MailboxLost):
            await inbox.wait_for_mail(60)
        await inbox.open()
        assert len(await inbox.fetch_new()) == 2

    with_fake(FakeImap({"IDLE": idle}), test)


@pytest.mark.parametrize("capabilities", ["IMAP4rev1", "IMAP4rev1 IDLE"])
def test_without_idle_the_wait_is_a_sleep(capabilities: str) -> None:
    """The server does not offer IDLE, or refuses it."""

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.fetch_new()
        began = time.monotonic()
        assert not await inbox.wait_for_mail(0.2)
        assert 0.15 < time.monotonic() - began < 1

    with_fake(FakeImap({"IDLE": "TAG BAD no"}, capabilities), test)


def test_a_connection_lost_during_the_sleep() -> None:
    async def fetch(talk: Talk, tag: str) -> None:
        await talk.say(f"{tag} OK nothing")
        await asyncio.sleep(0.05)
        talk.cut()

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.fetch_new()
        with pytest.raises(MailboxLost):
            await inbox.wait_for_mail(60)

    with_fake(FakeImap({"UID FETCH": fetch}, "IMAP4rev1"), test)


def test_capabilities_are_asked_again_after_the_log_in() -> None:
    fake = FakeImap(capabilities="IMAP4rev1")

    async def login(talk: Talk, tag: str) -> None:
        fake.capabilities = "IMAP4rev1 MOVE"
        await talk.say(f"{tag} OK [CAPABILITY IMAP4rev1] in")

    fake.parts["LOGIN"] = login

    async def test(inbox: Inbox) -> None:
        await all_steps(inbox)
        assert inbox.offers("MOVE")
        assert not inbox.offers("IDLE")

    with_fake(fake, test)
    assert fake.heard[fake.heard.index(MARKING) :][:2] == [MARKING, 'UID MOVE 7,9 "Referee/Handled"']


@pytest.mark.parametrize(("capabilities", "last"), [("IMAP4rev1 UIDPLUS", "UID EXPUNGE 7,9"), ("IMAP4rev1", "EXPUNGE")])
def test_without_move_it_is_done_by_hand(capabilities: str, last: str) -> None:
    fake = FakeImap(capabilities=capabilities)

    async def test(inbox: Inbox) -> None:
        await all_steps(inbox)

    with_fake(fake, test)
    assert fake.heard[fake.heard.index(MARKING) :][:4] == [
        MARKING,
        'UID COPY 7,9 "Referee/Handled"',
        r"UID STORE 7,9 +FLAGS.SILENT (\Deleted)",
        last,
    ]


def test_a_processed_folder_that_vanished_is_made_anew() -> None:
    fake = FakeImap()

    async def move(talk: Talk, tag: str) -> None:
        made = any(line.startswith("CREATE") for line in fake.heard)
        await talk.say(f"{tag} OK moved" if made else f"{tag} NO [TRYCREATE] no such folder")

    async def status(talk: Talk, tag: str) -> None:
        await talk.say(f"{tag} NO no such folder" if len(fake.heard) > 8 else f"{tag} OK there")

    fake.parts |= {"UID MOVE": move, "STATUS": status}

    async def test(inbox: Inbox) -> None:
        assert len(await all_steps(inbox)) == 2

    with_fake(fake, test)
    assert fake.heard.count('CREATE "Referee/Handled"') == 1


@pytest.mark.parametrize(
    ("parts", "more", "says"),
    [
        ({"LOGIN": "TAG NO [AUTHENTICATIONFAILED] no"}, {}, "imap.password"),
        ({"LOGIN": f"TAG NO {SECRET} is wrong"}, {}, "imap.username"),
        ({"SELECT": "TAG NO no such folder"}, {"folder": "Nowhere"}, "imap.folder"),
        ({"SELECT": "* OK [UIDVALIDITY 5]\r\nTAG OK [READ-ONLY] look"}, {}, "move mail"),
        ({"SELECT": "TAG OK but no numbers"}, {}, "UIDVALIDITY"),
        ({"STATUS": "TAG NO", "CREATE": "TAG NO forbidden"}, {}, "imap.processed_folder"),
        ({"": "220 smtp.example.org ESMTP"}, {}, "imap.port"),
        ({"": "* PREAUTH come in"}, {}, "imap.host"),
        ({"": "x" * 10_000}, {}, "imap.host"),
        ({}, {"processed_folder": "inbox"}, "imap.processed_folder"),
        ({}, {"password": "two\r\nlines"}, "line ends"),
        ({}, {"tls": "starttls", "ca_file": "/nonexistent/ca.pem"}, "imap.ca_file"),
        ({"STARTTLS": "TAG BAD unknown"}, {"tls": "starttls"}, "imap.tls"),
        ({}, {"tls": "implicit"}, "imap.tls"),
    ],
)
def test_what_a_person_has_to_mend_is_refused_with_a_remedy(
    parts: dict[str, str | Part], more: dict[str, Any], says: str
) -> None:
    async def test(inbox: Inbox) -> None:
        with pytest.raises(MailboxRefused, match=says) as refused:
            await inbox.open()
        assert SECRET not in str(refused.value)
        assert "\n" not in str(refused.value)

    with_fake(FakeImap(parts), test, **more)


@pytest.mark.parametrize(
    "parts",
    [
        {"LOGIN": "TAG NO [UNAVAILABLE] the password server is down"},
        {"SELECT": "TAG NO [INUSE] locked"},
        {"": "* BYE too many connections"},
    ],
)
def test_a_refusal_that_will_pass_is_lost_not_refused(parts: dict[str, str | Part]) -> None:
    async def test(inbox: Inbox) -> None:
        with pytest.raises(MailboxLost):
            await inbox.open()

    with_fake(FakeImap(parts), test)


def test_a_server_that_takes_no_password_in_the_clear_never_gets_it() -> None:
    fake = FakeImap(capabilities="IMAP4rev1 STARTTLS LOGINDISABLED")

    async def test(inbox: Inbox) -> None:
        with pytest.raises(MailboxRefused, match=r"imap\.tls"):
            await inbox.open()

    with_fake(fake, test)
    assert not any(line.startswith("LOGIN") for line in fake.heard)


def test_nobody_listens_and_not_open() -> None:
    async def run() -> None:
        async with FakeImap() as fake:
            port = fake.port
        inbox = Inbox(settings("127.0.0.1", port))
        with pytest.raises(MailboxLost, match="cannot reach"):
            await inbox.open()
        for call in (inbox.fetch_new(), inbox.mark_done(0, [1]), inbox.wait_for_mail(1)):
            with pytest.raises(MailboxLost):
                await call
        await inbox.close()
        await inbox.close()

    asyncio.run(run())


def test_closing_says_goodbye_and_takes_no_time_even_from_a_silent_server() -> None:
    fake = FakeImap()

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.close()
        assert fake.heard[-1] == "LOGOUT"
        fake.parts["LOGOUT"] = silence
        await inbox.open()
        began = time.monotonic()
        await inbox.close()
        assert time.monotonic() - began < 1

    with_fake(fake, test, timeout_seconds=IMPATIENT)


def test_opening_anew_closes_what_was_open() -> None:
    fake = FakeImap()

    async def test(inbox: Inbox) -> None:
        await inbox.open()
        await inbox.open()
        assert len(await inbox.fetch_new()) == 2

    with_fake(fake, test)
    assert fake.connections == 2


@pytest.mark.parametrize(
    ("parts", "capabilities", "wanted"),
    [
        ({"LIST": '* LIST (\\Noselect) "." ""\r\nTAG OK'}, "", '"Referee.Gepr&APw-ft"'),
        ({"LIST": '* LIST (\\Noselect) "\\\\" ""\r\nTAG OK'}, "", '"Referee\\\\Gepr&APw-ft"'),
        ({"LIST": '* LIST (\\Noselect) NIL ""\r\nTAG OK'}, "", '"Referee/Gepr&APw-ft"'),
        (
            {"NAMESPACE": '* NAMESPACE (("INBOX." ".")) NIL NIL\r\nTAG OK'},
            "NAMESPACE",
            '"INBOX.Referee.Gepr&APw-ft"',
        ),
        ({"NAMESPACE": '* NAMESPACE (("" "/")) NIL NIL\r\nTAG OK'}, "NAMESPACE", '"Referee/Gepr&APw-ft"'),
    ],
)
def test_folders_are_named_as_the_server_nests_them(
    parts: dict[str, str | Part], capabilities: str, wanted: str
) -> None:
    fake = FakeImap({"STATUS": "TAG NO", **parts}, f"IMAP4rev1 MOVE {capabilities}")

    async def test(inbox: Inbox) -> None:
        await all_steps(inbox)

    with_fake(fake, test, processed_folder="Referee/Geprüft")
    assert f"CREATE {wanted}" in fake.heard
    assert f"UID MOVE 7,9 {wanted}" in fake.heard
    assert 'SELECT "INBOX"' in fake.heard


@pytest.mark.parametrize(
    ("name", "on_the_wire"),
    [
        ("~peter/mail/台北/日本語", "~peter/mail/&U,BTFw-/&ZeVnLIqe-"),  # RFC 3501, 5.1.3
        ("Q&A", "Q&-A"),
        ("tab\there", "tab&AAk-here"),
        ("Spiele ♠", "Spiele &JmA-"),
        ("😀", "&2D3eAA-"),
    ],
)
def test_modified_utf7(name: str, on_the_wire: str) -> None:
    assert modified_utf7(name) == on_the_wire


def test_inbox_is_the_same_in_any_case_and_stays_on_top() -> None:
    nesting = Hierarchy(".", below_inbox=True)
    assert [nesting.wire_name(name) for name in ("inbox", "Inbox/Done", "INBOX.Done", "Inboxes")] == [
        "INBOX",
        "INBOX.Done",
        "INBOX.Done",
        "INBOX.Inboxes",
    ]


def test_batches_are_bounded_in_count_and_bytes() -> None:
    assert [len(group) for group in batches(dict.fromkeys(range(250), 10))] == [BATCH, BATCH, 50]
    megabytes = dict.fromkeys(range(40), 1_500_000)
    groups = list(batches(megabytes))
    assert all(sum(megabytes[uid] for uid in group) <= BATCH_BYTES for group in groups)
    fetched = [uid for group in groups for uid in group]
    assert fetched == list(range(len(fetched)))
    assert CALL_BYTES - 1_500_000 < sum(megabytes[uid] for uid in fetched) <= CALL_BYTES
    assert list(batches({1: 5, 2: 10**12, 3: 5, 4: MESSAGE_BYTES})) == [[1], [2], [3, 4]]
    assert len(list(batches(dict.fromkeys(range(100), 10**9)))) == CALL_BYTES // MESSAGE_BYTES
    assert list(batches({})) == []


def test_a_size_that_is_kept_secret_counts_as_a_big_one() -> None:
    assert Fetched(b"1 FETCH (UID 3)").size == MESSAGE_BYTES


def written(writer: str, to: str, number: int) -> bytes:
    return f"From: {writer} <{writer}@demo.test>\r\nTo: {to}\r\nSubject: {number}\r\n\r\nhello\r\n".encode()


def who(mail: Arrived) -> tuple[str, int]:
    """Return the writer of a mail, and its number."""
    head = mail.raw.decode().splitlines()
    return head[0].split()[1], int(head[2].split()[1])


FLOOD = [("mallory", ME)] * 6
ANSWER = "Spades <referee+abc@demo.test>"
LEAKED = "Spades <referee+xyz@demo.test>"
"""An address to which nobody's letter is answered."""


async def answerers(heads: list[bytes]) -> list[str]:
    """Say who answers a letter in each mail."""
    return [head.decode().split("<")[1].split(">")[0] if b"+abc@" in head else "" for head in heads]


async def drawn(mail: EmbeddedMail, lies_there: list[tuple[str, str]]) -> list[list[tuple[str, int]]]:
    """Return the mails that lie there as they are fetched, four at a time."""
    for number, (writer, to) in enumerate(lies_there):
        await mail.deliver(ME, written(writer, to, number))
    inbox = Inbox(settings(mail.host, mail.imap_port), 'TO "referee+"', answerers)
    await inbox.open()
    rounds: list[list[tuple[str, int]]] = []
    left = {*range(101, 101 + len(lies_there))}
    while some := await inbox.fetch_new(lambda _, uid: uid not in left, limit=4):  # noqa: B023
        rounds.append([who(one) for one in some])
        left -= {one.uid for one in some}
        assert inbox.oldest_left == min(left, default=0)
    await inbox.close()
    return rounds


@pytest.mark.parametrize(
    ("lies_there", "first"),
    [
        ([*FLOOD, ("ann", ANSWER), *FLOOD, ("bob", ANSWER)], [("ann", 6), ("bob", 13), ("mallory", 0), ("mallory", 1)]),
        ([*FLOOD, ("ann", ME), *FLOOD, ("ann", ANSWER), ("bob", ANSWER)], [("bob", 14), ("mallory", 0)]),
        ([*FLOOD, ("ann", ANSWER), ("ann", ANSWER)], [("ann", 6), *(("mallory", number) for number in range(3))]),
        ([*FLOOD, ("ann", ME)], [("mallory", number) for number in range(4)]),
        ([*FLOOD, ("mallory", ANSWER)], [("mallory", number) for number in range(4)]),
        ([*FLOOD[:3], ("ann", ANSWER)], [*(("mallory", number) for number in range(3)), ("ann", 3)]),
        ([("mallory", LEAKED)] * 6 + [("ann", ANSWER)], [("ann", 6), *(("mallory", number) for number in range(3))]),
        ([("mallory", ANSWER)] * 6 + [("ann", ANSWER)], [("mallory", 0), ("ann", 6), ("mallory", 1), ("mallory", 2)]),
    ],
    ids=[
        "answers",
        "own mails keep their order",
        "two of one",
        "none",
        "by the flood",
        "no flood",
        "to a dead reply address",
        "all are answers",
    ],
)
def test_answers_come_first_if_more_mails_wait_than_are_fetched_at_once(
    lies_there: list[tuple[str, str]], first: list[tuple[str, int]]
) -> None:
    async def test(mail: EmbeddedMail, _: Inbox) -> None:
        assert (await drawn(mail, lies_there))[0][: len(first)] == first

    with_embedded(test)


@pytest.mark.parametrize("seed", range(20))
def test_the_oldest_is_always_fetched_and_nobodys_own_mails_change_places(seed: int) -> None:
    async def test(mail: EmbeddedMail, _: Inbox) -> None:
        chance = random.Random(seed)
        writers = ["ann", "bob", "carol", "mallory", "mallory", "mallory"]
        lies_there = [(chance.choice(writers), chance.choice([ME, ME, ANSWER])) for _ in range(30)]
        waiting = dict(enumerate(lies_there))
        for some in await drawn(mail, lies_there):
            numbers = [number for _, number in some]
            assert len(numbers) == min(4, len(waiting)) and min(waiting) in numbers
            next_ones = {writer: (number, to) for number, (writer, to) in reversed(waiting.items())}
            if any(to == ANSWER for _, to in next_ones.values()):
                assert any((number, ANSWER) in next_ones.values() for number in numbers)
            for writer, number in some:
                del waiting[number]
                assert not [one for one, (whose, _) in waiting.items() if whose == writer and one < number]
        assert not waiting, "each comes once"

    with_embedded(test)


def test_where_the_server_does_not_search_for_recipients_the_order_stays() -> None:
    async def refuses(talk: Talk, tag: str) -> None:
        refused = " TO " in fake.heard[-1]
        await talk.say(f"{tag} NO what is that" if refused else f"* SEARCH 7 9\r\n{tag} OK done")

    async def test(_: Inbox) -> None:
        inbox = Inbox(settings(fake.host, fake.port), 'TO "referee+"', answerers)
        await inbox.open()
        for _time in range(2):
            assert [mail.uid for mail in await inbox.fetch_new(limit=1)] == [7]
        assert [line for line in fake.heard if " TO " in line] == ['UID SEARCH UID 7:9 TO "referee+"'], "asked once"
        await inbox.close()

    fake = FakeImap({"UID SEARCH": refuses})
    with_fake(fake, test)

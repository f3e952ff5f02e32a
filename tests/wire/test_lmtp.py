"""LMTP at the socket (RFC 2033): who may hand in what, one answer for each recipient, and nothing that a text could
smuggle in."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.post.settings import LmtpSettings
from referee.post.wire import handed_in, lmtp
from referee.post.wire.handed_in import HandedIn
from referee.post.wire.imap_fetch import MESSAGE_BYTES
from referee.post.wire.inbox import Arrived, MailboxRefused
from tests.running.handing import Client, client
from tests.servers.servers import free_port
from tests.wire.scripted import within

REFEREE, STORED = "referee@club.test", "250 2.0.0 Stored"
MAIL = b"From: ann@club.test\r\nSubject: x\r\n\r\nbid 3\r\n"


def is_ours(address: str) -> bool:
    local, _, host = address.lower().rpartition("@")
    return host == "club.test" and local.partition("+")[0] == "referee"


class Store:
    """Takes what was handed in, as the daemon does, unless it fails."""

    def __init__(self, door: HandedIn) -> None:
        self.door, self.mails, self.works = door, list[Arrived](), True

    async def run(self) -> None:
        while True:
            await self.door.wait_for_mail(1)
            if self.works:
                while mails := await self.door.fetch_new():
                    self.mails += mails
                    self.door.stored(mails)
            else:
                self.door._news.clear()


@asynccontextmanager
async def listening(**more: Any) -> AsyncIterator[tuple[Store, Any]]:
    """A place to hand mail in, and where it is."""
    settings = LmtpSettings(**{"listen": f"127.0.0.1:{free_port()}", "queue_seconds": 3600, **more})
    door = HandedIn(settings, is_ours, 60)
    store = Store(door)
    await door.open()
    task = asyncio.create_task(store.run())
    try:
        yield store, str(settings.place) if isinstance(settings.place, Path) else settings.place
    finally:
        task.cancel()
        await door.close()


def talks(test: Callable[[Any], Any], **more: Any) -> tuple[Store, Any]:
    """Runs a client in a thread beside the server. Returns what was stored, and what the client returned."""

    async def run() -> tuple[Store, Any]:
        async with within(20), listening(**more) as (store, where):
            return store, await asyncio.to_thread(test, where)

    return asyncio.run(run())


def one_mail(where: Any) -> Any:
    with client(where) as one:
        return one.hands_in(MAIL)


def test_a_mail_is_taken_with_its_envelope_on_top() -> None:
    store, replies = talks(one_mail)
    assert replies == [STORED]
    (mail,) = store.mails
    assert mail.raw == b"Return-Path: <ann@club.test>\r\nDelivered-To: referee@club.test\r\n" + MAIL
    assert mail.place is None and mail.arrived.tzinfo is UTC


def test_each_recipient_has_an_answer_and_a_mail() -> None:
    to = ("referee+one@club.test", REFEREE, "referee+Two@club.test")

    def test(where: Any) -> Any:
        with client(where) as one:
            return one.begins(*to, "ann@club.test"), [one.text(MAIL), one.reply(), one.reply()], one.hands_in(MAIL)

    store, (begun, answers, after) = talks(test)
    assert [line[:3] for line in begun] == ["250"] * 4 + ["550", "354"]
    assert answers == [STORED] * 3 and after == answers[:1], "no answer is left over"
    assert [mail.raw.split(b"\r\n")[1] for mail in store.mails] == [
        f"Delivered-To: {one}".encode() for one in (*to, REFEREE)
    ]


@pytest.mark.parametrize(
    "to", ["ann@club.test", "referee@other.test", "referees@club.test", "ref@club.test", '"referee"@club.test', "x"]
)
def test_only_the_referees_addresses_are_taken(to: str) -> None:
    def test(where: Any) -> Any:
        with client(where) as one:
            return one.begins(to)

    store, replies = talks(test)
    assert replies[1].startswith("550 5.1.1") and replies[2].startswith("503") and not store.mails


@pytest.mark.parametrize(
    "sender",
    ["", "a..b.@docomo.test", '"a b"@club.test', "b+x=y/z@club.test", "prvs=1a2b=ann@club.test", "@x,@y:ann@club.test"],
)
def test_any_sender_that_a_mail_server_writes_is_taken(sender: str) -> None:
    """What it says is a header line like another: nobody is refused for it, and nothing is tried for ever."""

    def test(where: Any) -> Any:
        with client(where) as one:
            return one.hands_in(MAIL, REFEREE, sender=sender)

    store, replies = talks(test)
    assert replies == [STORED]
    assert store.mails[0].raw.startswith(f"Return-Path: <{sender}>\r\n".encode())


@pytest.mark.parametrize("sender", ["a>\r\nb", "a b@club.test", "a<b@club.test", "ä@club.test"])
def test_a_sender_that_breaks_the_grammar_is_refused_for_good(sender: str) -> None:
    def test(where: Any) -> Any:
        with client(where) as one:
            said = one.says(f"MAIL FROM:<{sender}>".split("\r\n")[0] if "\r" in sender else f"MAIL FROM:<{sender}>")
            return said if "\r" in sender else [said, one.says(f"RCPT TO:<{REFEREE}>"), one.says("DATA")]

    store, said = talks(test)
    if isinstance(said, list):
        assert said[0][0] == "5" and said[2].startswith("503")
    assert not store.mails


SMUGGLED = b"MAIL FROM:<gm@club.test>\r\nRCPT TO:<referee@club.test>\r\nDATA\r\nFrom: gm@club.test\r\n\r\nabort"
ENDS = (
    b"\n.\n",
    b"\n.\r\n",
    b"\r\n.\n",
    b"\r.\r\n",
    b"\r\n.\r",
    b"\r.\r",
    b"\r\n\x00.\r\n",
    b"\r\r\n.\r\r\n",
    b"\r\n. \r\n",
)


@pytest.mark.parametrize("end", ENDS, ids=repr)
def test_nothing_but_crlf_dot_crlf_ends_a_text(end: bytes) -> None:
    """What stands behind another end is text of the same mail, if it is taken at all (SMTP smuggling)."""

    def test(where: Any) -> Any:
        with client(where) as one:
            one.begins(REFEREE)
            said = one.says(MAIL + b"the end" + end + SMUGGLED + b"\r\n.")
            return said, one.hands_in(MAIL)

    store, (said, after) = talks(test)
    assert after == [STORED], "there was one answer, to one mail"
    whole = b"\n" not in end.replace(b"\r\n", b"")
    assert said[:3] == ("250" if whole else "554")
    assert [b"gm@club.test" in mail.raw for mail in store.mails] == ([True, False] if whole else [False])
    assert all(mail.raw.startswith(b"Return-Path: <ann@club.test>") for mail in store.mails)


def test_a_lone_lf_is_refused_and_a_line_of_dots_comes_as_it_was() -> None:
    dots = MAIL + b".\r\n..\r\n...x\r\n"

    def test(where: Any) -> Any:
        with client(where) as one:
            return one.hands_in(MAIL + b"a\nAuthentication-Results: mx; dkim=pass\r\n"), one.hands_in(dots)

    store, (bare, dotted) = talks(test)
    assert bare[0].startswith("554 5.6.0") and dotted == [STORED]
    assert [mail.raw.partition(b"From")[2] for mail in store.mails] == [dots.partition(b"From")[2]]


def test_commands_that_did_not_wait_for_an_answer_are_not_read() -> None:
    """With DATA refused, the text behind it would be read as commands."""

    def test(where: Any) -> Any:
        with client(where, polite=False) as one:
            one.socket.sendall(
                b"MAIL FROM:<ann@club.test>\r\nRCPT TO:<bob@club.test>\r\nDATA\r\n" + SMUGGLED + b"\r\n.\r\n"
            )
            return [one.reply()[:3] for _ in range(4)]

    store, said = talks(test)
    assert said == ["250", "550", "503", ""] and not store.mails


def test_a_mail_that_is_too_large_is_refused_for_good_and_says_why() -> None:
    def test(where: Any) -> Any:
        with client(where) as one:
            told = one.says(f"MAIL FROM:<ann@club.test> SIZE={MESSAGE_BYTES + 1}")
            sent = one.hands_in(
                MAIL + b"x" * 998 + b"\r\n" * 1 + (b"y" * 998 + b"\r\n") * (MESSAGE_BYTES // 1000), REFEREE, REFEREE
            )
            long = one.hands_in(MAIL + b"z" * (lmtp.LINE_BYTES + 1) + b"\r\n")
            return told, sent, long, one.hands_in(MAIL)

    store, (told, sent, long, after) = talks(test)
    assert told.startswith("552 5.3.4 The referee takes mail of up to 2 MB") and sent == [told, told]
    assert long[0].startswith("554 5.6.0") and after == [STORED] and len(store.mails) == 1


def test_a_line_without_end_is_cut_off() -> None:
    def test(where: Any) -> Any:
        with client(where, polite=False) as one:
            one.begins(REFEREE)
            try:
                for _ in range(1000):
                    one.socket.sendall(b"x" * 65536)
            except OSError:
                return True
        return False

    store, cut = talks(test)
    assert cut and not store.mails


def test_who_falls_silent_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lmtp, "SILENT_SECONDS", 0.2)

    def test(where: Any) -> Any:
        with client(where, polite=False) as one:
            one.begins(REFEREE)
            one.socket.sendall(b"From: ")
            return one.reply()

    store, said = talks(test)
    assert said == "" and store.door.why == "a mail server's connection broke off"


def test_there_are_so_many_connections_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handed_in, "CONNECTIONS", 2)

    def test(where: Any) -> Any:
        with client(where) as one, client(where):
            third = Client(where)
            said = third.reply(), third.reply()
            third.close()
            return said, one.hands_in(MAIL)

    _store, (said, taken) = talks(test)
    assert said == ("421 4.3.2 Too many connections: please try again later", "") and taken == [STORED]


def test_what_cannot_be_stored_is_left_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handed_in, "ANSWER_SECONDS", 0.1)

    async def run() -> None:
        async with within(20), listening() as (store, where):
            store.works = False
            said = await asyncio.to_thread(one_mail, where)
            assert said[0].startswith("451 4.3.0") and await store.door.fetch_new() == []
            assert store.door.why == "a mail could not be stored"

    asyncio.run(run())


def test_who_waits_when_we_stop_hears_that_it_was_not_stored() -> None:
    async def run() -> Any:
        async with within(20):
            async with listening() as (store, where):
                store.works = False
                task = asyncio.create_task(asyncio.to_thread(impolite, where))
                while not store.door._waiting:
                    await asyncio.sleep(0.01)
            return await task

    assert asyncio.run(run())[0].startswith("451 4.3.0")


def impolite(where: Any) -> Any:
    with client(where, polite=False) as one:
        return one.hands_in(MAIL)


def test_a_unix_socket_is_for_its_group_and_goes_with_the_server(tmp_path: Path) -> None:
    place = tmp_path / "lmtp"

    def test(where: Any) -> Any:
        return one_mail(where), Path(where).stat().st_mode & 0o777

    _store, (said, mode) = talks(test, listen=str(place))
    assert said == [STORED] and mode == 0o660 and not place.exists()


@pytest.mark.parametrize("kind", ["tcp", "unix"])
def test_a_place_that_is_taken_is_refused(kind: str, tmp_path: Path) -> None:
    where = str(tmp_path / "lmtp") if kind == "unix" else f"127.0.0.1:{free_port()}"

    async def run() -> None:
        async with listening(listen=where):
            with pytest.raises(MailboxRefused, match=r"cannot listen at .* set lmtp\.listen to another place"):
                await HandedIn(LmtpSettings(listen=where), is_ours, 60).open()

    asyncio.run(run())


def test_a_socket_that_nobody_listens_at_is_replaced(tmp_path: Path) -> None:
    place = tmp_path / "lmtp"
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(place))
    left.close()
    assert talks(one_mail, listen=str(place))[1] == [STORED]


def test_other_machines_hand_in_mail_only_if_they_are_named() -> None:
    """Loopback always may."""
    with pytest.raises(ValueError, match="name in peers the mail servers that may"):
        LmtpSettings(listen="0.0.0.0:2424")
    with pytest.raises(ValueError, match="peers is for an address that other machines reach"):
        LmtpSettings(listen="127.0.0.1:2424", peers=("192.0.2.1",))
    assert LmtpSettings(listen="0.0.0.0:2424", peers=("192.0.2.0/24", "2001:db8::7")).far
    where = f"0.0.0.0:{free_port()}"
    assert talks(lambda at: one_mail(("127.0.0.1", at[1])), listen=where, peers=("192.0.2.1",))[1] == [STORED]


@pytest.mark.parametrize(
    ("peer", "speaks"),
    [
        (("192.0.2.9", 1), True),
        (("192.0.3.9", 1), False),
        (("::ffff:192.0.2.9", 1, 0, 0), True),
        (("::ffff:198.51.100.1", 1, 0, 0), False),
        (("2001:db8::7", 1, 0, 0), True),
        (("2001:db8::8", 1, 0, 0), False),
        (("127.0.0.1", 1), True),
        (("::1", 1, 0, 0), True),
    ],
)
def test_who_may_speak(peer: tuple[Any, ...], speaks: bool) -> None:
    assert lmtp.may_speak(peer, ("192.0.2.0/24", "2001:db8::7")) == speaks
    assert lmtp.may_speak(peer, None)


def test_a_stranger_from_afar_hears_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lmtp, "may_speak", lambda peer, peers: False)

    def hears(where: Any) -> str:
        one = Client(where)
        try:
            return one.reply()
        except ConnectionError:
            return ""
        finally:
            one.close()

    store, said = talks(hears)
    assert said == "" and store.door.why == handed_in.BEGAN


# until when all mail has come


def test_nobody_knows_before_the_queue_must_be_empty() -> None:
    async def run() -> None:
        async with listening(queue_seconds=0.3) as (store, _):
            door, began = store.door, datetime.now(UTC)
            assert door.complete_until(began) is None and door.waits_until is not None
            assert door.waits_until == door.since + timedelta(seconds=0.3)
            await asyncio.sleep(0.35)
            assert door.waits_until is None
            assert door.complete_until(began) == began - handed_in.HAND_OVER

    asyncio.run(run())


def test_a_flush_counts_only_after_we_began_to_listen() -> None:
    async def run() -> None:
        async with listening() as (store, _):
            door = store.door
            door.flushed(door.since - timedelta(microseconds=1))
            assert door.complete_until(datetime.now(UTC)) is None
            door.flushed(datetime.now(UTC))
            assert door.complete_until(datetime.now(UTC)) is not None
            door.turned_away("a mail was turned away")
            assert door.complete_until(datetime.now(UTC)) is None

    asyncio.run(run())


BROKEN: tuple[tuple[str, ...], ...] = (
    ("LHLO mx",),
    ("LHLO mx", "MAIL FROM:<a@b.test>"),
    ("LHLO mx", "MAIL FROM:<a@b.test>", f"RCPT TO:<{REFEREE}>"),
    ("LHLO mx", "MAIL FROM:<a@b.test>", f"RCPT TO:<{REFEREE}>", "DATA"),
    ("LHLO mx", "NOOP"),
)
WHOLE: tuple[tuple[str, ...], ...] = ((), ("LHLO mx", "QUIT"), ("LHLO mx", "MAIL FROM:<a@b.test>", "RSET"))


@pytest.mark.parametrize("said", BROKEN + WHOLE, ids=" ".join)
def test_who_breaks_off_may_have_a_mail_left(said: tuple[str, ...]) -> None:
    """But somebody who only looked whether we listen has none."""

    async def run() -> None:
        async with within(10), listening() as (store, where):
            door = store.door

            def test() -> None:
                one = Client(where)
                one.reply()
                for line in said:
                    one.says(line)
                one.close()

            door.flushed(datetime.now(UTC))
            await asyncio.to_thread(test)
            while door._open:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.02)
            assert (door.waits_until is not None) == (said in BROKEN)

    asyncio.run(run())


def test_an_idle_connection_after_a_mail_may_simply_end() -> None:
    async def run() -> None:
        async with within(10), listening() as (store, where):
            store.door.flushed(datetime.now(UTC))
            assert await asyncio.to_thread(impolite, where) == [STORED]
            while store.door._open:
                await asyncio.sleep(0.01)
            assert store.door.waits_until is None

    asyncio.run(run())


def test_a_mail_in_hand_holds_the_clocks() -> None:
    async def run() -> None:
        async with within(10), listening() as (store, where):
            store.door.flushed(datetime.now(UTC))
            one = await asyncio.to_thread(Client, where)
            for line in ("LHLO mx", "MAIL FROM:<a@b.test>"):
                await asyncio.to_thread(one.says, line)
            await asyncio.to_thread(one.reply)
            assert store.door.complete_until(datetime.now(UTC)) is None
            assert store.door.complete_until(datetime.now(UTC) - timedelta(seconds=5)) is not None, "it came later"
            await asyncio.to_thread(one.says, "RSET")
            assert store.door.complete_until(datetime.now(UTC)) is not None
            one.close()

    asyncio.run(run())


def test_a_process_that_stood_still_took_no_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handed_in, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(handed_in, "HUNG_SECONDS", 0.2)

    async def run() -> None:
        async with listening() as (store, _):
            store.door.flushed(datetime.now(UTC))
            await asyncio.sleep(0.1)
            assert store.door.waits_until is None
            time.sleep(0.3)
            await asyncio.sleep(0.1)
            assert store.door.waits_until is not None and store.door.why == handed_in.HUNG

    asyncio.run(run())

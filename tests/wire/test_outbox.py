"""The outbox against the embedded server, and against servers that refuse, break off or fall silent at each step."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from referee.demo.servers import EmbeddedMail
from referee.post.settings import SmtpSettings
from referee.post.wire.smtp import Fate, Outbox
from referee.post.wire.sockets import next_try, printable
from tests.wire.scripted import IMPATIENT, PATIENT, FakeSmtp, Part, Talk, cut, patience, silence, within

ME, ANN = "referee@demo.test", "ann@demo.test"
BOUNCES = "referee+b.secret@demo.test"
SECRET = "hush hush"
LETTER = b"From: referee@demo.test\r\nSubject: x\r\n\r\n.one\r\n..two\r\n.\r\nend\r\n"


def outbox(host: str, port: int, **more: Any) -> Outbox:
    given = {"tls": "none", "timeout_seconds": PATIENT, **more}
    return Outbox(SmtpSettings(host=host, port=port, **given), "referee.demo.test")


def with_fake(fake: FakeSmtp, test: Callable[[Outbox], Awaitable[None]], **more: Any) -> None:
    async def run() -> None:
        async with within(5), fake:
            out = outbox(fake.host, fake.port, **more)
            await test(out)
            await out.close()

    asyncio.run(run())


def with_embedded(test: Callable[[EmbeddedMail, Outbox], Awaitable[None]], **more: Any) -> None:
    async def run() -> None:
        async with within(10), EmbeddedMail({ME: SECRET, ANN: "x"}, log_in=True) as mail:
            out = outbox(mail.host, mail.smtp_port, **{"username": ME, "password": SECRET, **more})
            await test(mail, out)
            await out.close()

    asyncio.run(run())


def test_a_letter_arrives_as_it_was_sent() -> None:
    fake = FakeSmtp()

    async def test(out: Outbox) -> None:
        for _ in range(2):
            outcome = await out.send(BOUNCES, ANN, LETTER)
            assert (outcome.fate, outcome.code, outcome.text) == (Fate.ACCEPTED, 250, "taken")

    with_fake(fake, test)
    assert fake.letters == ["From: referee@demo.test\nSubject: x\n\n..one\n...two\n..\nend"] * 2
    assert fake.connections == 1
    assert fake.heard.count(f"MAIL FROM:<{BOUNCES}>") == fake.heard.count(f"RCPT TO:<{ANN}>") == 2
    assert fake.heard[0] == "EHLO referee.demo.test"
    assert fake.heard[-1] == "QUIT"


def test_line_ends_of_any_kind_arrive_as_line_ends() -> None:
    fake = FakeSmtp()

    async def test(out: Outbox) -> None:
        assert (await out.send(ME, ANN, b".a\n.b\r.c\r\n\r\n..d")).fate == "accepted"

    with_fake(fake, test)
    assert fake.letters == ["..a\n..b\n..c\n\n...d"]


def test_what_a_server_says_unasked_is_no_reply_to_the_next_command() -> None:
    async def chatty(talk: Talk, tag: str) -> None:
        await talk.say("250 taken")
        await asyncio.sleep(0.05)
        await talk.say("250 by the way")

    fake = FakeSmtp({".": chatty})

    async def test(out: Outbox) -> None:
        assert (await out.send(ME, ANN, LETTER)).fate == "accepted"
        await asyncio.sleep(0.1)
        fake.parts["MAIL"] = "550 5.1.8 bad sender"
        outcome = await out.send(ME, ANN, LETTER)
        assert (outcome.fate, outcome.greeted) == ("unreachable", False)

    with_fake(fake, test)


def test_a_second_reply_to_one_command_never_makes_a_letter_lost_or_double() -> None:
    fake = FakeSmtp({".": "250 taken\r\n250 taken again"})

    async def test(out: Outbox) -> None:
        letters = [b"Subject: %d\r\n\r\n" % number for number in range(3)]
        fates = [(await out.send(ME, ANN, letter)).fate for letter in letters]
        assert len(fake.letters) == fates.count(Fate.ACCEPTED) >= 2
        assert set(fates) <= {Fate.ACCEPTED, Fate.DEFERRED}

    with_fake(fake, test)


def test_a_reply_that_comes_in_pieces_is_one() -> None:
    async def torn(talk: Talk, tag: str) -> None:
        for piece in (b"25", b"0-taken\r", b"\n250", b" indeed\r\n"):
            await talk.send(piece)
            await asyncio.sleep(0.02)

    fake = FakeSmtp({"MAIL": torn, ".": torn})

    async def test(out: Outbox) -> None:
        for _ in range(2):
            outcome = await out.send(ME, ANN, LETTER)
            assert (outcome.fate, outcome.code) == (Fate.ACCEPTED, 250)

    with_fake(fake, test)
    assert len(fake.letters) == 2 and fake.connections == 1


@pytest.mark.parametrize(("step", "kind"), [("MAIL", "unreachable"), ("RCPT", "unreachable"), (".", "deferred")])
def test_a_reply_of_which_half_is_lost_is_not_finished_by_the_next(step: str, kind: str) -> None:
    fake = FakeSmtp({step: "250-half of"})

    async def test(out: Outbox) -> None:
        assert (await out.send(ME, ANN, LETTER)).fate == kind
        del fake.parts[step]
        assert (await out.send(ME, ANN, LETTER)).fate == "accepted"
        assert fake.connections == 2

    with_fake(fake, test, timeout_seconds=IMPATIENT)


def test_a_server_that_knows_only_helo_takes_letters() -> None:
    async def test(out: Outbox) -> None:
        assert (await out.send(ME, ANN, LETTER)).fate == "accepted"

    with_fake(FakeSmtp({"EHLO": "502 5.5.1 what?"}), test)


def test_the_embedded_server_takes_it_after_a_log_in() -> None:
    async def test(mail: EmbeddedMail, out: Outbox) -> None:
        assert (await out.check_login()).fate == "accepted"
        assert (await out.send(BOUNCES, ANN, LETTER)).fate == "accepted"
        assert (await out.send("", ANN, LETTER)).fate == "accepted"
        assert (await out.send(ME, "nobody@demo.test", LETTER)).fate == "refused"
        assert (await out.send(ANN, ANN, LETTER)).fate == "unreachable"
        assert mail.delivered == {ANN: 2}

    with_embedded(test)


@pytest.mark.parametrize("more", [{"password": "wrong"}, {"username": None, "password": None}])
def test_a_log_in_that_fails_says_nothing_about_the_letter(more: dict[str, Any]) -> None:
    async def test(mail: EmbeddedMail, out: Outbox) -> None:
        outcome = await out.send(ME, ANN, LETTER)
        assert outcome.fate == "unreachable"
        assert outcome.code in (530, 535)
        assert mail.accepted == 0

    with_embedded(test, **more)


@pytest.mark.parametrize(
    ("step", "reply", "kind"),
    [
        ("", "421 4.3.2 not now", "unreachable"),
        ("", "554 5.3.2 never", "unreachable"),
        ("", "* OK this is IMAP", "unreachable"),
        ("EHLO", "421 4.7.0 too many", "unreachable"),
        ("MAIL", "451 4.3.0 try later", "unreachable"),
        ("MAIL", "550 5.1.8 bad sender", "unreachable"),
        ("MAIL", "530 5.7.0 must issue STARTTLS first", "unreachable"),
        ("RCPT", "450 4.2.0 greylisted", "deferred"),
        ("RCPT", "452 4.2.2 mailbox full", "deferred"),
        ("RCPT", "550 5.1.1 no such user", "refused"),
        ("RCPT", "550 no such user", "refused"),
        ("RCPT", "554 5.7.1 blocked by policy", "refused"),
        ("RCPT", "421 4.4.2 timeout", "unreachable"),
        ("RCPT", "530 5.7.0 Must issue a STARTTLS command first", "unreachable"),
        ("RCPT", "553 5.1.8 sender domain not found", "unreachable"),
        ("RCPT", "554 5.7.1 Relay access denied", "unreachable"),
        ("RCPT", "554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied", "unreachable"),
        ("RCPT", "nonsense", "unreachable"),
        ("DATA", "451 4.3.0 later", "deferred"),
        ("DATA", "554 5.6.0 no", "refused"),
        (".", "452 4.3.1 disk full", "deferred"),
        (".", "550 5.7.1 spam", "refused"),
        (".", "552 5.3.4 too big", "refused"),
        (".", "421 4.3.0 going down", "unreachable"),
        (".", "nonsense", "deferred"),
        ("RCPT", "999 nonsense", "deferred"),
        (".", "999 nonsense", "deferred"),
    ],
)
def test_what_a_reply_means(step: str, reply: str, kind: str) -> None:
    async def test(out: Outbox) -> None:
        outcome = await out.send(ME, ANN, LETTER)
        assert outcome.fate == kind
        code = reply[:3]
        assert outcome.code == (int(code) if code.isdigit() else None)
        assert reply[4:] in outcome.text or not code.isdigit()

    with_fake(FakeSmtp({step: reply}), test)


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        ("", "unreachable"),
        ("EHLO", "unreachable"),
        ("MAIL", "unreachable"),
        ("RCPT", "unreachable"),
        ("DATA", "deferred"),
        (".", "deferred"),
    ],
)
@pytest.mark.parametrize("part", [cut, silence])
def test_a_connection_that_breaks_or_falls_silent(step: str, kind: str, part: Part) -> None:
    fake = FakeSmtp({step: part})

    async def test(out: Outbox) -> None:
        began = time.monotonic()
        assert (await out.send(ME, ANN, LETTER)).fate == kind
        assert time.monotonic() - began < 2
        del fake.parts[step]
        assert (await out.send(ME, ANN, LETTER)).fate == "accepted"

    with_fake(fake, test, timeout_seconds=patience(part))


@pytest.mark.parametrize(("step", "greeted"), [("", False), ("EHLO", False), ("MAIL", False), ("RCPT", True)])
def test_whether_the_server_let_a_letter_begin(step: str, greeted: bool) -> None:
    async def test(out: Outbox) -> None:
        outcome = await out.send(ME, ANN, LETTER)
        assert (outcome.fate, outcome.greeted) == (Fate.UNREACHABLE, greeted)

    with_fake(FakeSmtp({step: "421 4.3.2 closing"}), test)


def test_the_server_may_look_into_a_letter_twice_as_long_as_anything_else() -> None:
    async def test(out: Outbox) -> None:
        began = time.monotonic()
        assert (await out.send(ME, ANN, LETTER)).fate == "deferred"
        assert 2 * IMPATIENT <= time.monotonic() - began < 3 * IMPATIENT

    with_fake(FakeSmtp({".": silence}), test, timeout_seconds=IMPATIENT)


def test_the_answer_to_a_cancelled_letter_is_not_taken_for_the_next_one() -> None:
    async def late(talk: Talk, tag: str) -> None:
        await asyncio.sleep(0.15)
        await talk.say("250 the first letter is taken")

    fake = FakeSmtp({".": late})

    async def test(out: Outbox) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(out.send(ME, ANN, b"Subject: first\r\n\r\n"), 0.05)
        del fake.parts["."]
        assert (await out.send(ME, ANN, b"Subject: second\r\n\r\n")).fate == "accepted"
        assert fake.connections == 2

    with_fake(fake, test)


def test_letters_sent_at_once_wait_for_one_another() -> None:
    fake = FakeSmtp()

    async def test(out: Outbox) -> None:
        letters = (out.send(ME, f"p{number}@demo.test", b"Subject: %d\r\n\r\n" % number) for number in range(9))
        assert {outcome.fate for outcome in await asyncio.gather(*letters)} == {Fate.ACCEPTED}

    with_fake(fake, test)
    assert fake.connections == 1
    to = [line for line in fake.heard if line.startswith("RCPT")]
    assert to == [f"RCPT TO:<p{number}@demo.test>" for number in range(9)]
    assert fake.letters == [f"Subject: {number}\n" for number in range(9)]


@pytest.mark.parametrize("tired", ["cut", "421 4.4.2 you were idle too long"])
def test_a_kept_connection_that_the_server_tired_of_is_replaced(tired: str) -> None:
    fake = FakeSmtp()

    async def mail(talk: Talk, tag: str) -> None:
        del fake.parts["MAIL"]
        if tired == "cut":
            talk.cut()
        await talk.say(tired)

    async def test(out: Outbox) -> None:
        assert (await out.send(ME, ANN, LETTER)).fate == "accepted"
        fake.parts["MAIL"] = mail
        assert (await out.send(ME, ANN, LETTER)).fate == "accepted"
        assert fake.connections == 2

    with_fake(fake, test)


def test_a_refused_letter_does_not_spoil_the_next() -> None:
    fake = FakeSmtp({"RCPT": "550 5.1.1 no such user"})

    async def test(out: Outbox) -> None:
        assert (await out.send(ME, ANN, LETTER)).fate == "refused"
        del fake.parts["RCPT"]
        assert (await out.send(ME, ANN, LETTER)).fate == "accepted"

    with_fake(fake, test)


@pytest.mark.parametrize(
    "recipient",
    [
        "",
        "ann",
        "ann@demo.test, bob@demo.test",
        "ann@demo.test\r\nRCPT TO:<bob@demo.test>",
        "ann@demo.test> SIZE=1",
        "Ann <ann@demo.test>",
        "änn@demo.test",
        "ann@demo.test\0",
    ],
)
def test_only_a_plain_address_is_put_on_an_envelope(recipient: str) -> None:
    fake = FakeSmtp()

    async def test(out: Outbox) -> None:
        outcome = await out.send(ME, recipient, LETTER)
        assert (outcome.fate, outcome.code) == (Fate.REFUSED, None)
        assert outcome.text.isprintable()
        with pytest.raises(ValueError, match="plain mail address"):
            await out.send(recipient or "@", ANN, LETTER)

    with_fake(fake, test)
    assert fake.connections == 0


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"tls": "implicit"}, "smtp.tls"),
        ({"tls": "starttls"}, "STARTTLS"),
        ({"tls": "starttls", "ca_file": "/nonexistent.pem"}, "smtp.ca_file"),
        ({"username": "me", "password": SECRET}, "smtp.password"),
    ],
)
def test_trouble_with_the_connection_is_reported_with_a_remedy_and_no_secret(more: dict[str, Any], says: str) -> None:
    fake = FakeSmtp({"AUTH": f"535 5.7.8 {SECRET} is =?utf-8?q?wrong?=\x07"})

    async def test(out: Outbox) -> None:
        for outcome in (await out.check_login(), await out.send(ME, ANN, LETTER)):
            assert outcome.fate == "unreachable"
            assert says in outcome.text
            assert SECRET not in outcome.text
            assert "=?" not in outcome.text

    with_fake(fake, test, **more, timeout_seconds=IMPATIENT)
    assert fake.letters == []


def test_nobody_listens() -> None:
    async def run() -> None:
        async with FakeSmtp() as fake:
            port = fake.port
        out = outbox("127.0.0.1", port)
        assert (await out.send(ME, ANN, LETTER)).fate == "unreachable"
        assert (await out.check_login()).fate == "unreachable"
        await out.close()

    asyncio.run(run())


def test_check_login_connects_anew() -> None:
    fake = FakeSmtp()

    async def test(out: Outbox) -> None:
        assert (await out.send(ME, ANN, LETTER)).fate == "accepted"
        assert (await out.check_login()).fate == "accepted"
        assert fake.connections == 2
        assert len(fake.letters) == 1

    with_fake(fake, test)


def test_closing_a_silent_connection_takes_no_time() -> None:
    fake = FakeSmtp({"QUIT": silence})

    async def test(out: Outbox) -> None:
        await out.send(ME, ANN, LETTER)
        began = time.monotonic()
        await out.close()
        assert time.monotonic() - began < 2

    with_fake(fake, test)


def test_pauses_grow_and_end_after_five_days() -> None:
    pauses: list[timedelta] = []
    while (pause := next_try(len(pauses) + 1)) is not None:
        pauses.append(pause)
    minutes = [pause / timedelta(minutes=1) for pause in pauses]
    assert minutes[:10] == [0.5, 1, 2, 5, 15, 30, 60, 120, 240, 240]
    assert minutes == sorted(minutes)
    assert timedelta(days=4, hours=20) < sum(pauses, timedelta()) <= timedelta(days=5)
    assert next_try(10**6) is None
    with pytest.raises(ValueError, match="from 1"):
        next_try(0)


def test_a_servers_words_are_repeated_safely() -> None:
    assert printable("2.0.0 Ok\r\nX-Header: evil\0\x1b[2J") == "2.0.0 Ok X-Header: evil [2J"
    assert printable(b"caf\xc3\xa9 =?utf-8?q?x?=") == "caf = ?utf-8?q?x?="
    assert printable("the password hush hush is wrong", SECRET) == "the password *** is wrong"
    assert len(printable("x" * 5000)) == 300

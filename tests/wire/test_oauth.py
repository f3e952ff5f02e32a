"""Logging in with access tokens: where they come from, when they are renewed, what a refusal means, and that no log
holds one."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from referee.post import login
from referee.post.login import NoSecret, TokenAway, TokenRefused, Tokens, printed, tokens_of
from referee.post.settings import ImapSettings, SmtpSettings
from referee.post.wire.imap import initial_response
from referee.post.wire.inbox import Inbox, MailboxLost, MailboxRefused
from referee.post.wire.smtp import Fate, Outbox
from tests.running.token_mail import TokenMail
from tests.running.token_service import TokenService
from tests.wire.scripted import FakeImap, FakeSmtp, Talk, within

ME, ANN = "referee@demo.test", "ann@demo.test"
LETTER = b"From: referee@demo.test\r\nSubject: x\r\n\r\nhello\r\n"
EXPLAINED = "eyJzdGF0dXMiOiI0MDAifQ=="


@pytest.fixture
def service() -> Iterator[TokenService]:
    with TokenService(ME) as running:
        yield running


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    """Return all that was logged, by whomever but the servers in this process, at any level."""
    servers = ("pymap", "mail", "pysasl", "_pytest")
    names = [name for name in logging.root.manager.loggerDict if not name.startswith(servers)]
    for name in ("pymap", "mail.log"):
        caplog.set_level(logging.ERROR, name)
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        caplog.set_level(logging.DEBUG, name)
    caplog.set_level(logging.DEBUG)

    def text() -> str:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
        return caplog.text

    return text


def inbox(service: TokenService, port: int, **more: Any) -> Inbox:
    given = {"tls": "none", "timeout_seconds": 3, "auth": "xoauth2", "token_command": service.command, **more}
    return Inbox(ImapSettings(host="127.0.0.1", port=port, username=ME, **given))


def outbox(service: TokenService, port: int) -> Outbox:
    given: dict[str, Any] = {"auth": "xoauth2", "token_command": service.command}
    settings = SmtpSettings(host="127.0.0.1", port=port, tls="none", timeout_seconds=3, username=ME, **given)
    return Outbox(settings, "referee.demo.test")


def play(test: Awaitable[None]) -> None:
    async def run() -> None:
        async with within(15):
            await test

    asyncio.run(run())


# a secret that a command prints


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("printf 'se cret'", "se cret"),
        ("echo ' first '; echo second", "first"),
        ("printf '%s\\n' ünï | cat", "ünï"),
        ("echo it; echo more >&2", "it"),
    ],
)
def test_the_first_line_that_a_command_prints(command: str, line: str) -> None:
    assert printed(command) == line


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("echo pa55word; exit 3", "exit status 3"),
        ("no-such-program-pa55word", "exit status 127"),
        ("true", "printed nothing"),
        ("echo; echo pa55word", "printed nothing"),
        ("sleep 9; echo pa55word", "did not end within"),
        ("yes pa55word", "did not end within"),
        ("(trap '' TERM; sleep 9) & sleep 9 # pa55word", "did not end within"),
    ],
)
def test_a_command_that_gives_none(monkeypatch: pytest.MonkeyPatch, command: str, why: str) -> None:
    monkeypatch.setattr(login, "SECONDS", 0.2)
    began = time.monotonic()
    with pytest.raises(NoSecret, match=why) as raised:
        printed(command)
    assert "pa55word" not in str(raised.value)
    assert time.monotonic() - began < 2


# tokens


def test_a_token_is_asked_for_once_and_renewed_before_it_ends(
    service: TokenService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        found = Tokens(service.command)
        first = [await found.token() for _ in range(3)]
        assert first == service.given * 3
        assert await asyncio.gather(*(found.instead_of(first[0]) for _ in range(4))) == service.given[1:] * 4
        assert len(service.given) == 2, "four connections whose token was refused ask for one"
        monkeypatch.setattr(login, "FRESH_SECONDS", 0.1)
        short = await found.instead_of(service.given[-1])
        await asyncio.sleep(0.12)
        assert await found.token() != short

    play(test())


@pytest.mark.parametrize(
    ("command", "kind", "said"),
    [
        ("echo t0ken; false", TokenAway, "token_command failed .exit status 1.: run it by hand as the referee's user"),
        ("echo t0ken t0ken", TokenRefused, "it has spaces"),
        ("echo t0kén", TokenRefused, "letters outside ASCII"),
    ],
)
def test_a_command_that_gives_no_token(command: str, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said) as raised:
        play(_token(command))
    assert "t0k" not in str(raised.value)


async def _token(command: str) -> None:
    await Tokens(command).token()


# the log-in, with servers that take nothing else


def test_one_token_lets_us_read_and_send(
    service: TokenService, logged: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with TokenMail({ME: "", ANN: ""}, service) as mail:
            reading, sending = inbox(service, mail.imap_port), outbox(service, mail.smtp_port)
            await reading.open()
            assert reading.offers("IDLE"), "the capabilities were asked for again"
            assert (await sending.send(ME, ANN, LETTER)).fate is Fate.ACCEPTED
            assert mail.imap_tried == mail.smtp_tried == service.given and len(service.given) == 1
            # the token ends early: both sides find out by themselves, and ask once
            service.dead.update(service.given)
            await reading.open()
            assert (await sending.check_login()).fate is Fate.ACCEPTED
            assert mail.imap_tried[1:] == service.given
            assert mail.smtp_tried[1:] == service.given[1:]
            await reading.close()
            await sending.close()

    play(test())
    out = logged() + "".join(capsys.readouterr())
    assert "AUTHENTICATE" in out, "aioimaplib logs what it sends"
    for token in service.given:
        for secret in (token, initial_response(ME, token).decode()):
            assert secret not in out


def test_a_token_that_is_always_refused(
    service: TokenService, logged: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with TokenMail({ME: "", ANN: ""}, service) as mail:
            service.user = "somebody@else.test"
            began = time.monotonic()
            with pytest.raises(MailboxRefused, match=r"refused the access token: .*check imap\.username"):
                await inbox(service, mail.imap_port).open()
            outcome = await outbox(service, mail.smtp_port).send(ME, ANN, LETTER)
            assert time.monotonic() - began < 2
            assert (outcome.fate, outcome.code) == (Fate.UNREACHABLE, 535)
            assert "check smtp.username and where its token comes from: 5.7.8" in outcome.text
            assert len(service.given) == 3, "one token, one more for each server"

    play(test())
    out = logged() + "".join(capsys.readouterr())
    assert not [token for token in service.given if token in out or initial_response(ME, token).decode() in out]


def test_the_challenge_that_explains_a_refusal_is_answered(service: TokenService) -> None:
    async def refuse(talk: Talk, tag: str) -> None:
        await talk.say("+ ")
        heard.append(await talk.hear())
        await talk.say(f"+ {EXPLAINED}")
        heard.append(await talk.hear())
        await talk.say(f"{tag} NO [AUTHENTICATIONFAILED] not with {service.given[-1]}")

    heard: list[str] = []
    fake = FakeImap({"AUTHENTICATE": refuse}, FakeImap.capabilities + " AUTH=XOAUTH2")

    async def test() -> None:
        async with fake:
            began = time.monotonic()
            with pytest.raises(MailboxRefused, match=r"not with \*\*\*"):
                await inbox(service, fake.port, timeout_seconds=10).open()
            assert time.monotonic() - began < 2
            assert heard == [line for token in service.given for line in (initial_response(ME, token).decode(), "")]
            assert fake.heard[0] == "CAPABILITY" and fake.heard[1] == "AUTHENTICATE XOAUTH2"

    play(test())


def test_a_refusal_that_calls_itself_temporary_brings_another_token(service: TokenService) -> None:
    """Dovecot says so of a token whose service answers 401."""

    async def judge(talk: Talk, tag: str) -> None:
        await talk.say("+ ")
        heard.append(await talk.hear())
        await talk.say(f"{tag} NO [UNAVAILABLE] Temporary authentication failure." if len(heard) != 2 else f"{tag} OK")

    heard: list[str] = []
    fake = FakeImap({"AUTHENTICATE": judge}, FakeImap.capabilities + " AUTH=XOAUTH2")

    async def test() -> None:
        async with fake:
            await inbox(service, fake.port).open()
            assert len({*heard}) == len(service.given) == 2
            with pytest.raises(MailboxLost, match="UNAVAILABLE"):
                await inbox(service, fake.port).open()
            assert len(heard) == 4

    play(test())


def test_servers_without_it_are_named_as_such(service: TokenService) -> None:
    async def test() -> None:
        async with FakeImap() as imap, FakeSmtp() as smtp:
            with pytest.raises(MailboxRefused, match="does not offer XOAUTH2"):
                await inbox(service, imap.port).open()
            outcome = await outbox(service, smtp.port).send(ME, ANN, LETTER)
            assert outcome.fate is Fate.UNREACHABLE and "does not offer XOAUTH2" in outcome.text

    play(test())


def test_without_a_token_the_servers_count_as_away(service: TokenService) -> None:
    async def test() -> None:
        async with TokenMail({ME: "", ANN: ""}, service) as mail:
            reading, sending = inbox(service, mail.imap_port), outbox(service, mail.smtp_port)
            service.status = 503
            with pytest.raises(MailboxLost, match="token_command failed"):
                await reading.open()
            outcome = await sending.send(ME, ANN, LETTER)
            assert (outcome.fate, outcome.code) == (Fate.UNREACHABLE, None)
            assert "token_command failed" in outcome.text
            assert mail.imap_tried == mail.smtp_tried == []

    play(test())


def test_settings_that_name_the_same_command_share_its_token() -> None:
    assert tokens_of("echo a") is tokens_of("echo a") is not tokens_of("echo b")

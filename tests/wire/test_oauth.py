"""Logging in with access tokens: where they come from, when they are renewed, what a refusal means, and that no log
holds one."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.post.login import programs, token_service
from referee.post.login.programs import NoSecret, printed
from referee.post.login.tokens import TokenAway, TokenRefused, Tokens, tokens_of
from referee.post.settings import ImapSettings, SmtpSettings, TokenSource
from referee.post.wire.imap import initial_response
from referee.post.wire.inbox import Inbox, MailboxLost, MailboxRefused
from referee.post.wire.smtp import Fate, Outbox
from tests.running.token_mail import TokenMail
from tests.running.token_service import CLIENT, REFRESH, TokenService
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


def source(service: TokenService, folder: Path, **more: Any) -> TokenSource:
    file = folder / "refresh"
    if not file.exists():
        file.write_text(f"{REFRESH}\n")
    given: dict[str, Any] = {"url": service.token_url, "client_id": CLIENT, "refresh_file": file}
    return TokenSource(**{"command": None, "secret_file": None, **given, **more})


def keys(service: TokenService, folder: Path) -> dict[str, Any]:
    """Return the settings of a log-in with a token."""
    one = source(service, folder)
    return {"auth": "xoauth2", "token_url": one.url, "client_id": one.client_id, "refresh_token_file": one.refresh_file}


def inbox(service: TokenService, folder: Path, port: int, **more: Any) -> Inbox:
    given = {"tls": "none", "timeout_seconds": 3, **keys(service, folder), **more}
    return Inbox(ImapSettings(host="127.0.0.1", port=port, username=ME, **given))


def outbox(service: TokenService, folder: Path, port: int) -> Outbox:
    given: dict[str, Any] = {"tls": "none", "timeout_seconds": 3, **keys(service, folder)}
    return Outbox(SmtpSettings(host="127.0.0.1", port=port, username=ME, **given), "referee.demo.test")


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
    monkeypatch.setattr(programs, "SECONDS", 0.2)
    began = time.monotonic()
    with pytest.raises(NoSecret, match=why) as raised:
        printed(command)
    assert "pa55word" not in str(raised.value)
    assert time.monotonic() - began < 2


# tokens


@pytest.mark.parametrize(
    "seconds", [-5, 0, -0.0, "-5", "0", math.nan, math.inf, -math.inf, "nan", "inf", "1e999", -1e300], ids=str
)
def test_a_token_that_is_over_before_it_begins_is_refused(service: TokenService, tmp_path: Path, seconds: Any) -> None:
    service.seconds = seconds
    with pytest.raises(TokenAway, match="expires_in is"):
        asyncio.run(Tokens(source(service, tmp_path)).token())


def test_a_token_is_asked_for_once_and_renewed_before_it_ends(service: TokenService, tmp_path: Path) -> None:
    async def test() -> None:
        tokens = Tokens(source(service, tmp_path))
        first = [await tokens.token() for _ in range(3)]
        assert first == service.given * 3
        assert service.asked == [{"grant_type": "refresh_token", "refresh_token": REFRESH, "client_id": CLIENT}]
        assert await asyncio.gather(*(tokens.instead_of(first[0]) for _ in range(4))) == service.given[1:] * 4
        assert len(service.given) == 2, "four connections whose token was refused ask for one"
        service.seconds = 0.4
        short = await tokens.instead_of(service.given[-1])
        assert await tokens.token() == short
        await asyncio.sleep(0.34)
        assert await tokens.token() != short, "a fifth of its life is left"

    play(test())


def test_a_new_refresh_token_takes_the_place_of_the_old_one(service: TokenService, tmp_path: Path) -> None:
    service.rotates = True
    one = source(service, tmp_path)
    assert one.refresh_file is not None

    async def test() -> None:
        tokens = Tokens(one)
        await tokens.instead_of(await tokens.token())
        assert [form["refresh_token"] for form in service.asked] == [REFRESH, "refresh-token-2"]
        assert one.refresh_file is not None and one.refresh_file.read_text() == "refresh-token-3\n"
        assert one.refresh_file.stat().st_mode & 0o777 == 0o600

    play(test())


def test_a_new_refresh_token_that_cannot_be_written_is_still_the_one_to_use(
    service: TokenService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    service.rotates = True
    # no room for the ending of a temporary name
    file = tmp_path / ("r" * 250)
    file.write_text(REFRESH)

    async def test() -> None:
        tokens = Tokens(source(service, tmp_path, refresh_file=file))
        await tokens.instead_of(await tokens.token())
        assert [form["refresh_token"] for form in service.asked] == [REFRESH, "refresh-token-2"]
        assert file.read_text() == REFRESH
        # unless somebody put a new one there by hand
        service.refresh = "by-hand"
        file.write_text("by-hand")
        await tokens.instead_of(service.given[-1])
        assert service.asked[-1]["refresh_token"] == "by-hand"

    play(test())


def test_a_client_secret_is_sent_where_there_is_one(service: TokenService, tmp_path: Path) -> None:
    (tmp_path / "client").write_text("c1ient-secret\n")
    play(_token(source(service, tmp_path, secret_file=tmp_path / "client")))
    assert service.asked[0]["client_secret"] == "c1ient-secret"


def test_a_command_gives_tokens_too(tmp_path: Path) -> None:
    file = tmp_path / "count"
    command = f"echo x >> {file}; echo token-$(wc -l < {file})"

    async def test() -> None:
        tokens = Tokens(TokenSource(command, None, None, None, None))
        assert [await tokens.token() for _ in range(2)] == ["token-1"] * 2
        assert await tokens.instead_of("token-1") == "token-2"

    play(test())


async def _token(one: TokenSource) -> None:
    await Tokens(one).token()


@pytest.mark.parametrize(
    ("status", "answer", "kind", "said"),
    [
        (500, b"oops", TokenAway, "does not work now: 500"),
        (429, b'{"error": "slow_down"}', TokenAway, "429 slow_down"),
        (200, b"<html>sign in", TokenAway, "gave no access token"),
        (200, b'{"access_token": ""}', TokenAway, "gave no access token"),
        (200, b'{"access_token": "a b"}', TokenRefused, "is none"),
        (400, b'{"error": "invalid_grant", "error_description": "gone: refresh-token-1"}', TokenRefused, "gone: ***"),
        (401, b'{"error": "invalid_client"}', TokenRefused, "check token_url, client_id"),
        (302, b"", TokenRefused, "302"),
        (404, b"nothing here", TokenRefused, "404"),
    ],
)
def test_what_a_service_may_answer(
    service: TokenService, tmp_path: Path, status: int, answer: bytes, kind: type[Exception], said: str
) -> None:
    service.status, service.answer = status, answer
    with pytest.raises(kind, match=said.replace("*", r"\*")) as raised:
        play(_token(source(service, tmp_path)))
    assert REFRESH not in str(raised.value)


def test_a_service_that_is_away_or_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_service, "SECONDS", 0.2)
    away = TokenService(ME)
    away.port = 1
    with pytest.raises(TokenAway, match=r"cannot reach the token service 127\.0\.0\.1"):
        play(_token(source(away, tmp_path)))

    async def silent() -> None:
        async with FakeSmtp({"": _mute}) as fake:
            away.port = fake.port
            with pytest.raises(TokenAway):
                await _token(source(away, tmp_path))

    play(silent())


async def _mute(talk: Talk, tag: str) -> None:
    await talk.silence()


def test_files_that_hold_no_token(service: TokenService, tmp_path: Path) -> None:
    (tmp_path / "refresh").write_text("\n")
    with pytest.raises(TokenRefused, match=r"refresh_token_file .* is empty"):
        play(_token(source(service, tmp_path)))
    with pytest.raises(TokenRefused, match="cannot read client_secret_file"):
        (tmp_path / "refresh").write_text(REFRESH)
        play(_token(source(service, tmp_path, secret_file=tmp_path / "none")))
    with pytest.raises(TokenAway, match="token_command failed"):
        play(_token(TokenSource("echo tok; false", None, None, None, None)))


# the log-in, with servers that take nothing else


def test_one_token_lets_us_read_and_send(
    service: TokenService, tmp_path: Path, logged: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with TokenMail({ME: "", ANN: ""}, service) as mail:
            reading, sending = inbox(service, tmp_path, mail.imap_port), outbox(service, tmp_path, mail.smtp_port)
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
        for secret in (token, initial_response(ME, token).decode(), REFRESH):
            assert secret not in out


def test_a_token_that_is_always_refused(
    service: TokenService, tmp_path: Path, logged: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with TokenMail({ME: "", ANN: ""}, service) as mail:
            service.user = "somebody@else.test"
            began = time.monotonic()
            with pytest.raises(MailboxRefused, match=r"refused the access token: .*check imap\.username"):
                await inbox(service, tmp_path, mail.imap_port).open()
            outcome = await outbox(service, tmp_path, mail.smtp_port).send(ME, ANN, LETTER)
            assert time.monotonic() - began < 2
            assert (outcome.fate, outcome.code) == (Fate.UNREACHABLE, 535)
            assert "check smtp.username and where its token comes from: 5.7.8" in outcome.text
            assert len(service.given) == 3, "one token, one more for each server"

    play(test())
    out = logged() + "".join(capsys.readouterr())
    assert not [token for token in service.given if token in out or initial_response(ME, token).decode() in out]


def test_the_challenge_that_explains_a_refusal_is_answered(service: TokenService, tmp_path: Path) -> None:
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
                await inbox(service, tmp_path, fake.port, timeout_seconds=10).open()
            assert time.monotonic() - began < 2
            assert heard == [line for token in service.given for line in (initial_response(ME, token).decode(), "")]
            assert fake.heard[0] == "CAPABILITY" and fake.heard[1] == "AUTHENTICATE XOAUTH2"

    play(test())


def test_a_refusal_that_calls_itself_temporary_brings_another_token(service: TokenService, tmp_path: Path) -> None:
    """Dovecot says so of a token whose service answers 401."""

    async def judge(talk: Talk, tag: str) -> None:
        await talk.say("+ ")
        heard.append(await talk.hear())
        await talk.say(f"{tag} NO [UNAVAILABLE] Temporary authentication failure." if len(heard) != 2 else f"{tag} OK")

    heard: list[str] = []
    fake = FakeImap({"AUTHENTICATE": judge}, FakeImap.capabilities + " AUTH=XOAUTH2")

    async def test() -> None:
        async with fake:
            await inbox(service, tmp_path, fake.port).open()
            assert len({*heard}) == len(service.given) == 2
            with pytest.raises(MailboxLost, match="UNAVAILABLE"):
                await inbox(service, tmp_path, fake.port).open()
            assert len(heard) == 4

    play(test())


def test_servers_without_it_are_named_as_such(service: TokenService, tmp_path: Path) -> None:
    async def test() -> None:
        async with FakeImap() as imap, FakeSmtp() as smtp:
            with pytest.raises(MailboxRefused, match="does not offer XOAUTH2"):
                await inbox(service, tmp_path, imap.port).open()
            outcome = await outbox(service, tmp_path, smtp.port).send(ME, ANN, LETTER)
            assert outcome.fate is Fate.UNREACHABLE and "does not offer XOAUTH2" in outcome.text

    play(test())


def test_without_a_token_the_servers_count_as_away_or_as_refusing(service: TokenService, tmp_path: Path) -> None:
    async def test() -> None:
        async with TokenMail({ME: "", ANN: ""}, service) as mail:
            reading, sending = inbox(service, tmp_path, mail.imap_port), outbox(service, tmp_path, mail.smtp_port)
            service.status = 503
            with pytest.raises(MailboxLost, match="the token service 127"):
                await reading.open()
            outcome = await sending.send(ME, ANN, LETTER)
            assert (outcome.fate, outcome.code) == (Fate.UNREACHABLE, None)
            assert "the token service 127" in outcome.text
            service.status, service.refresh = 200, "another"
            with pytest.raises(MailboxRefused, match="put a new one into refresh_token_file"):
                await reading.open()
            outcome = await sending.send(ME, ANN, LETTER)
            assert (outcome.fate, outcome.code) == (Fate.UNREACHABLE, 535)
            assert "refresh_token_file" in outcome.text
            assert mail.imap_tried == mail.smtp_tried == []

    play(test())


def test_settings_that_name_the_same_source_share_it(service: TokenService, tmp_path: Path) -> None:
    one, other = source(service, tmp_path), source(service, tmp_path, client_id="other")
    assert tokens_of(one) is tokens_of(source(service, tmp_path)) is not tokens_of(other)

"""The findings of `referee check` by mail as a stranger might send it: servers that strip, refuse or lose it."""

import asyncio
import imaplib
import re
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.commands.check import findings
from referee.commands.check_machine import Finding
from referee.commands.check_probes import judge_returned, judge_stored, send_forged, send_plain
from referee.commands.handle import store_mails
from referee.config import Settings, load_settings
from referee.demo.servers import EmbeddedMail
from referee.post.wire import inbox as inbox_module
from referee.post.wire.inbox import Inbox
from referee.post.wire.smtp import Delivery, Fate, Outbox
from referee.running.opening import open_database
from tests.running.post_office import PASSWORD, REFEREE, config_text
from tests.wire.scripted import within

WORD = "0123456789abcdef"
OWN_RESULTS = "Authentication-Results: mx.club.test; spf=pass smtp.mailfrom=referee@club.test\r\n"
RECEIVED = "Received: from somewhere by mx.club.test with ESMTPSA id 1; Sun, 22 Nov 2026 12:00:00 +0000\r\n"
FORGED = re.compile(rb"^Authentication-Results:\s+mx\.club\.test;.*\r\n(?:[ \t].*\r\n)*", re.MULTILINE)


@dataclass
class Server(Outbox):
    """A server that delivers into an embedded mailbox, and does on the way what real servers do."""

    mail: EmbeddedMail
    strips: bool = False
    receives: bool = True
    writes: bool = False
    results: str = OWN_RESULTS
    loses: str = ""
    answer: Delivery | None = None
    """The server's answer to forged results."""
    delivered: int = 0
    """The number of mails put into the inbox."""

    async def send(self, envelope_from: str, recipient: str, raw: bytes) -> Delivery:
        if b".forged" in raw and self.answer is not None:
            return self.answer
        head = (self.results if self.writes else "") + (RECEIVED if self.receives else "")
        raw = head.encode() + (FORGED.sub(b"", raw) if self.strips else raw)
        if not (self.loses and self.loses.encode() in raw):
            await self.mail.deliver(recipient, raw)
            self.delivered += 1
        return Delivery(Fate.ACCEPTED, 250, "taken")


def folder_of(mail: EmbeddedMail) -> list[bytes]:
    with imaplib.IMAP4(mail.host, mail.imap_port, timeout=5) as client:
        client.login(REFEREE, PASSWORD)
        client.select("Referee/Handled")
        found = client.uid("FETCH", "1:*", "(BODY.PEEK[])")[1]
        return [bytes(one[1]) for one in found if isinstance(one, tuple)]


def settings_of(folder: Path, mail: EmbeddedMail, **more: str) -> Settings:
    path = folder / "referee.toml"
    path.write_text(config_text(mail.imap_port, mail.smtp_port, **more), "utf-8")
    return load_settings(path)


def told(folder: Path, *, config: dict[str, str] | None = None, **does: object) -> dict[str, Finding]:
    """Return the lines of a check on such a server; what came to its inbox was moved."""

    async def run() -> dict[str, Finding]:
        async with within(10), EmbeddedMail({REFEREE: PASSWORD}) as mail:
            settings = settings_of(folder, mail, **(config or {}))
            server, inbox = Server(mail, **does), Inbox(settings.imap)  # type: ignore[arg-type]
            await inbox.open()
            sent, said = await send_plain(settings, server, WORD)
            forged, more = await send_forged(settings, server, WORD)
            said += more + await judge_returned(settings, inbox, sent + forged, WORD, 1.0)
            assert await inbox.fetch_new() == [], "no probe is left where mail is read"
            await inbox.close()
            lying = await asyncio.to_thread(folder_of, mail)
            assert len(lying) == server.delivered
            assert len({finding.name for finding in said}) == len(said)
            return {finding.name: finding for finding in said}

    return asyncio.run(run())


def test_a_forged_line_that_comes_through_is_a_note(tmp_path: Path) -> None:
    found = told(tmp_path)["forged results"]
    assert (found.ok, found.note) == (True, True)
    assert "forged as mx.club.test came through" in found.said
    assert 'docs/proofs.md, "Forged results"' in found.said


def test_one_that_the_server_strips_is_well(tmp_path: Path) -> None:
    found = told(tmp_path, strips=True)["forged results"]
    assert (found.ok, found.note) == (True, False)
    assert "takes out what others write" in found.said


def test_one_that_would_be_believed_fails(tmp_path: Path) -> None:
    found = told(tmp_path, receives=False)["forged results"]
    assert found.ok is False
    assert "take mx.club.test out of auth.trusted_authserv" in found.said


def test_the_servers_own_line_about_the_return_address_is_no_forged_one(tmp_path: Path) -> None:
    line = f"Authentication-Results: mx.club.test; spf=pass smtp.mailfrom=referee+b.probe{WORD}@club.test\r\n"
    found = told(tmp_path, writes=True, results=line)["forged results"]
    assert (found.ok, found.note) == (True, True)
    stripped = told(tmp_path, writes=True, results=line, strips=True)["forged results"]
    assert (stripped.ok, stripped.note) == (True, False)
    assert told(tmp_path, writes=True, results=line, receives=False)["forged results"].ok is False


def test_results_without_a_received_line_of_the_same_name_are_told(tmp_path: Path) -> None:
    line = OWN_RESULTS.replace("mx.club.test", "other.club.test")
    found = told(tmp_path, writes=True, results=line)["results"]
    assert (found.ok, found.note) == (True, True)
    assert "other.club.test writes them, but not above a Received line with that name after `by`" in found.said
    assert not told(tmp_path)["results"].note


def test_a_server_that_trusts_nobody_gets_no_forged_mail(tmp_path: Path) -> None:
    async def run() -> None:
        async with within(10), EmbeddedMail({REFEREE: PASSWORD}) as mail:
            settings = settings_of(tmp_path, mail)
            auth = settings.auth.model_copy(update={"trusted_authserv": ()})
            sent, said = await send_forged(settings.model_copy(update={"auth": auth}), Server(mail), WORD)
            assert sent == []
            assert [(one.name, one.ok, one.note) for one in said] == [("forged results", True, False)]

    asyncio.run(run())


def test_every_trusted_name_is_forged(tmp_path: Path) -> None:
    async def run() -> None:
        async with within(10), EmbeddedMail({REFEREE: PASSWORD}) as mail:
            settings = settings_of(tmp_path, mail)
            names = ("mx.club.test", "mx2.club.test")
            auth = settings.auth.model_copy(update={"trusted_authserv": names})
            settings = settings.model_copy(update={"auth": auth})
            (forged,), _ = await send_forged(settings, Server(mail), WORD)
            lines = forged.mail.get_all("Authentication-Results", [])
            assert [line.split(";")[0] for line in lines] == [*names]
            assert all(WORD in line and "pass" not in line for line in lines)

    asyncio.run(run())


@pytest.mark.parametrize(("writes", "says"), [(False, "bears none that could be believed"), (True, "and is trusted")])
def test_forged_lines_are_not_taken_for_the_servers_own(tmp_path: Path, writes: bool, says: str) -> None:
    found = told(tmp_path, writes=writes)
    assert found["results"].ok is True and says in found["results"].said
    assert found["forged results"].note
    assert told(tmp_path, writes=writes, strips=True)["results"].said == found["results"].said


@pytest.mark.parametrize(
    ("results", "says"),
    [
        ("spf=pass smtp.mailfrom=referee@club.test", "its SPF names the sender, and is believed"),
        ("spf=pass smtp.mailfrom=club.test", "its SPF names only a domain, not a sender"),
        ("spf=pass (domain of referee@club.test) smtp.mailfrom=referee@club.test", "its SPF is not believed"),
        ("dkim=pass header.d=club.test", "is trusted"),
    ],
)
def test_the_form_of_the_servers_results_is_told(tmp_path: Path, results: str, says: str) -> None:
    line = f"Authentication-Results: mx.club.test; {results}\r\n"
    said = told(tmp_path, writes=True, strips=True, results=line)["results"].said
    assert says in said
    assert ("SPF" in said) is ("spf" in results)


def test_refused_mail_is_well_and_mail_that_waits_is_untried(tmp_path: Path) -> None:
    found = told(tmp_path, answer=Delivery(Fate.REFUSED, 550, "5.7.1 forged"))
    assert (found["forged results"].ok, found["forged results"].said) == (
        True,
        "your server refuses such mail: 5.7.1 forged",
    )
    found = told(tmp_path, answer=Delivery(Fate.DEFERRED, 451, "4.7.1 later"))
    assert found["forged results"].ok is None and "4.7.1 later" in found["forged results"].said


def test_a_flag_that_is_not_kept_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox_module, "MARK", "()")
    found = told(tmp_path)["moving"]
    assert (found.ok, found.note) == (True, True)
    assert r"does not keep the flag \Answered" in found.said


def test_a_forged_mail_that_never_comes_is_well(tmp_path: Path) -> None:
    found = told(tmp_path, loses=".forged")["forged results"]
    assert (found.ok, found.note) == (True, False)
    assert "did not come within 1 s" in found.said


def test_a_whole_check_of_the_embedded_server(tmp_path: Path) -> None:
    """The server of the demo flags, moves and searches as the probes need it."""

    async def run() -> dict[str, Finding]:
        async with within(30), EmbeddedMail({REFEREE: PASSWORD}) as mail:
            settings_of(tmp_path, mail)
            return {one.name: one async for one in findings(tmp_path / "referee.toml", 5.0)}

    found = asyncio.run(run())
    assert {found[name].ok for name in ("own address", "subaddress", "moving", "forged results")} == {True}
    assert not found["moving"].note


@pytest.mark.parametrize("receives", [True, False])
def test_without_a_mailbox_forged_results_are_seen_in_what_is_stored(tmp_path: Path, receives: bool) -> None:
    """A server that leaves them in lets anybody play for anybody."""
    (tmp_path / "referee.toml").write_text(re.sub(r"\[imap\].*?(?=\[smtp\])", "", config_text(), flags=re.DOTALL))
    settings = load_settings(tmp_path / "referee.toml")

    class Piped(Outbox):
        async def send(self, envelope_from: str, recipient: str, raw: bytes) -> Delivery:
            with closing(open_database(settings)) as store:
                store_mails(settings, store, [((RECEIVED if receives else "").encode() + raw)])
            return Delivery(Fate.ACCEPTED, 250, "Ok")

    async def probe() -> dict[str, Finding]:
        outbox = Piped(settings.smtp, "club.test")
        sent, said = await send_plain(settings, outbox, WORD)
        forged, more = await send_forged(settings, outbox, WORD)
        return {f.name: f for f in [*said, *more, *await judge_stored(settings, [*sent, *forged], WORD, 1)]}

    found = asyncio.run(probe())
    assert found["own address"].ok is True and found["subaddress"].ok is True
    assert found["forged results"].ok is receives and found["forged results"].note is receives


def test_without_a_mailbox_a_probe_that_is_not_stored_fails(tmp_path: Path) -> None:
    (tmp_path / "referee.toml").write_text(re.sub(r"\[imap\].*?(?=\[smtp\])", "", config_text(), flags=re.DOTALL))
    settings = load_settings(tmp_path / "referee.toml")
    open_database(settings).close()

    class Loses(Outbox):
        async def send(self, envelope_from: str, recipient: str, raw: bytes) -> Delivery:
            return Delivery(Fate.ACCEPTED, 250, "Ok")

    async def probe() -> list[Finding]:
        sent, _ = await send_plain(settings, Loses(settings.smtp, "club.test"), WORD)
        return await judge_stored(settings, sent, WORD, 0.1)

    found = asyncio.run(probe())
    assert [one.ok for one in found] == [False, False] and "referee handle -" in found[0].said

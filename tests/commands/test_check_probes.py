"""What `referee check` finds out by mail as a stranger might send it: servers that strip, file, refuse or lose it."""

import asyncio
import imaplib
import re
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.commands import check_machine
from referee.commands.check import findings
from referee.commands.check_machine import Finding
from referee.commands.check_probes import folder_addresses, judge_returned, send_hostile, send_plain
from referee.config import Settings, load_settings
from referee.demo.servers import EmbeddedMail
from referee.post.wire import inbox as inbox_module
from referee.post.wire.inbox import Inbox
from referee.post.wire.smtp import Fate, Outbox, Outcome
from tests.running.post_office import PASSWORD, REFEREE, config_text
from tests.wire.scripted import within

WORD = "0123456789abcdef"
OWN_RESULTS = "Authentication-Results: mx.club.test; spf=pass smtp.mailfrom=referee@club.test\r\n"
RECEIVED = "Received: from somewhere by mx.club.test with ESMTPSA id 1; Sun, 22 Nov 2026 12:00:00 +0000\r\n"
FORGED = re.compile(rb"^Authentication-Results:\s+mx\.club\.test;.*\r\n(?:[ \t].*\r\n)*", re.MULTILINE)


@dataclass
class Server(Outbox):
    """Delivers into an embedded mailbox, and does on the way what real servers do."""

    mail: EmbeddedMail
    strips: bool = False
    receives: bool = True
    writes: bool = False
    files: bool = False
    loses: str = ""
    answer: Outcome | None = None
    """To what a stranger might send."""
    delivered: int = 0
    """To the inbox."""

    async def send(self, envelope_from: str, recipient: str, raw: bytes) -> Outcome:
        hostile = b".forged" in raw or b".folder" in raw
        if hostile and self.answer is not None:
            return self.answer
        head = (OWN_RESULTS if self.writes else "") + (RECEIVED if self.receives else "")
        raw = head.encode() + (FORGED.sub(b"", raw) if self.strips else raw)
        if self.files and b".folder" in raw:
            await asyncio.to_thread(put_into_folder, self.mail, raw)
        elif not (self.loses and self.loses.encode() in raw):
            await self.mail.deliver(recipient, raw)
            self.delivered += 1
        return Outcome(Fate.ACCEPTED, 250, "taken")


def put_into_folder(mail: EmbeddedMail, raw: bytes) -> None:
    with imaplib.IMAP4(mail.host, mail.imap_port, timeout=5) as client:
        client.login(REFEREE, PASSWORD)
        assert client.append("Referee/Handled", "", imaplib.Time2Internaldate(time.time()), raw)[0] == "OK"


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
    """The lines of a check on such a server; what came to its inbox was moved, what it filed itself is gone."""

    async def run() -> dict[str, Finding]:
        async with within(10), EmbeddedMail({REFEREE: PASSWORD}) as mail:
            settings = settings_of(folder, mail, **(config or {}))
            server, inbox = Server(mail, **does), Inbox(settings.imap)  # type: ignore[arg-type]
            await inbox.open()
            sent, said = await send_plain(settings, server, WORD)
            hostile, more = await send_hostile(settings, server, WORD, inbox.processed)
            said += more + await judge_returned(settings, inbox, sent + hostile, WORD, 1.0)
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


def test_a_server_that_trusts_nobody_gets_no_forged_mail(tmp_path: Path) -> None:
    async def run() -> None:
        async with within(10), EmbeddedMail({REFEREE: PASSWORD}) as mail:
            settings = settings_of(tmp_path, mail)
            auth = settings.auth.model_copy(update={"trusted_authserv": ()})
            server = Server(mail)
            sent, said = await send_hostile(settings.model_copy(update={"auth": auth}), server, WORD, "Referee/Handled")
            assert [probe.name for probe in sent] == ["folder"]
            assert [(one.name, one.ok, one.note) for one in said] == [("forged results", True, False)]

    asyncio.run(run())


def test_every_trusted_name_is_forged(tmp_path: Path) -> None:
    async def run() -> None:
        async with within(10), EmbeddedMail({REFEREE: PASSWORD}) as mail:
            settings = settings_of(tmp_path, mail)
            names = ("mx.club.test", "mx2.club.test")
            auth = settings.auth.model_copy(update={"trusted_authserv": names})
            settings = settings.model_copy(update={"auth": auth})
            sent, _ = await send_hostile(settings, Server(mail), WORD, "Referee/Handled")
            (forged,) = (probe.mail for probe in sent if probe.name == "forged results")
            lines = forged.get_all("Authentication-Results", [])
            assert [line.split(";")[0] for line in lines] == [*names]
            assert all(WORD in line and "pass" not in line for line in lines)

    asyncio.run(run())


@pytest.mark.parametrize(("writes", "says"), [(False, "bears none that could be believed"), (True, "and is trusted")])
def test_forged_lines_are_not_taken_for_the_servers_own(tmp_path: Path, writes: bool, says: str) -> None:
    found = told(tmp_path, writes=writes)
    assert found["results"].ok is True and says in found["results"].said
    assert found["forged results"].note
    assert told(tmp_path, writes=writes, strips=True)["results"].said == found["results"].said


def test_mail_that_is_filed_among_the_handled_ones_is_a_note_and_taken_away(tmp_path: Path) -> None:
    found = told(tmp_path, files=True)
    assert (found["folder"].ok, found["folder"].note) == (True, True)
    assert "files mail to referee+Referee/Handled@club.test among the handled mails" in found["folder"].said
    assert "stops no game" in found["folder"].said
    assert found["moving"].ok and not found["moving"].note


@pytest.mark.parametrize(
    ("loses", "says"),
    [("", "comes to the inbox like any other"), (".folder", "came neither there nor to the inbox within 1 s")],
)
def test_mail_that_comes_to_the_inbox_or_nowhere_is_well(tmp_path: Path, loses: str, says: str) -> None:
    found = told(tmp_path, loses=loses)["folder"]
    assert (found.ok, found.note) == (True, False)
    assert says in found.said


def test_refused_mail_is_well_and_mail_that_waits_is_untried(tmp_path: Path) -> None:
    found = told(tmp_path, answer=Outcome(Fate.REFUSED, 550, "5.1.1 no such folder"))
    for name in ("folder", "forged results"):
        assert (found[name].ok, found[name].said) == (True, "your server refuses such mail: 5.1.1 no such folder")
    found = told(tmp_path, answer=Outcome(Fate.DEFERRED, 451, "4.7.1 later"))
    for name in ("folder", "forged results"):
        assert found[name].ok is None and "4.7.1 later" in found[name].said


def test_a_flag_that_is_not_kept_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox_module, "MARK", "()")
    found = told(tmp_path)["moving"]
    assert (found.ok, found.note) == (True, True)
    assert r"does not keep the flag \Answered" in found.said


def test_a_forged_mail_that_never_comes_is_well(tmp_path: Path) -> None:
    found = told(tmp_path, loses=".forged")["forged results"]
    assert (found.ok, found.note) == (True, False)
    assert "did not come within 1 s" in found.said


@pytest.mark.parametrize(
    ("folder", "wire", "addresses"),
    [
        ("Referee/Handled", "Referee/Handled", ["referee+Referee/Handled@club.test"]),
        ("Referee/Handled", "INBOX.Referee.Handled", ["INBOX.Referee.Handled", "Referee/Handled"]),
        ("Erledigt/Früher", "Erledigt/Fr&APw-her", ["Erledigt/Fr&APw-her"]),
        ("Handled mail", "Handled mail", []),
    ],
)
def test_the_names_by_which_a_stranger_would_try(tmp_path: Path, folder: str, wire: str, addresses: list[str]) -> None:
    async def run() -> None:
        async with EmbeddedMail({REFEREE: PASSWORD}) as mail:
            for sign in ("+", "-", ""):
                more = {"imap": f'processed_folder = "{folder}"', "smtp": f'subaddress = "{sign}"'}
                settings = settings_of(tmp_path, mail, **more)
                wanted = [one.removeprefix("referee+").removesuffix("@club.test") for one in addresses]
                assert folder_addresses(settings, wire) == [f"referee{sign or '+'}{one}@club.test" for one in wanted]

    asyncio.run(run())


def test_a_whole_check_of_the_embedded_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server of the demo flags, moves, searches and deletes as the probes need it."""
    # which takes longer than all the rest
    monkeypatch.setattr(check_machine, "rehearse", lambda settings: 1)

    async def run() -> dict[str, Finding]:
        async with within(30), EmbeddedMail({REFEREE: PASSWORD}) as mail:
            settings_of(tmp_path, mail)
            return {one.name: one async for one in findings(tmp_path / "referee.toml", 5.0)}

    found = asyncio.run(run())
    assert {found[name].ok for name in ("own address", "subaddress", "moving", "folder", "forged results")} == {True}
    assert not found["moving"].note

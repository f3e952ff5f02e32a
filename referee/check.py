"""`referee check`: tries everything that `run` will need, one line each, with a plain remedy where it fails.

Sends two mails to the referee itself and looks for them; changes no game.
"""

import secrets
import traceback
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from time import monotonic

from jinja2 import TemplateError
from rich.console import Console
from rich.markup import escape

from referee.config import ConfigError, Settings, load_settings
from referee.daemon import FORGEABLE
from referee.desk.send import envelope_sender, local_domain, reply_address
from referee.mail.inbox import Arrived, Inbox, MailboxLost, MailboxRefused
from referee.mail.outbox import Kind, Outbox
from referee.office import open_database, open_desk
from referee.rehearsal import rehearse
from referee.store.engine import Busy, StoreError, only_one
from referee.store.schema import version_of

PROBE_SECONDS = 60.0
CLOCK_OFF = timedelta(minutes=5)
FAULTS = (TemplateError, LookupError, AttributeError, TypeError, ValueError, ArithmeticError)
"""What a template that cannot be used may raise."""
FROM_REMEDY = "let this log-in send as the referee's address and its subaddresses, or set smtp.username to its own"
REMEDIES = {
    "own address": "look into the mailbox's other folders, and let mail from itself come in",
    "subaddress": 'if your provider has no subaddresses, set smtp.subaddress = ""',
}
BODY = "A probe of the referee's own: it may be deleted.\r\n\r\n> a quoted line\r\n.a dot at the start\r\n"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried; `said` is what was found, or what to do."""

    name: str
    ok: bool
    said: str


async def check_all(path: Path, console: Console, *, wait: float = PROBE_SECONDS) -> bool:
    """Try everything, print a line for each; whether all of it holds."""
    good = True
    async for finding in findings(path, wait):
        mark = "[green]ok  [/]" if finding.ok else "[red]FAIL[/]"
        console.print(f"{mark} {finding.name}: {escape(finding.said)}", highlight=False, soft_wrap=True)
        good = good and finding.ok
    return good


async def findings(path: Path, wait: float = PROBE_SECONDS) -> AsyncIterator[Finding]:
    """What was tried, in the order in which one thing needs another."""
    try:
        settings = load_settings(path)
        open_desk(settings)
    except ConfigError as e:
        yield Finding("configuration", False, str(e))
        return
    yield Finding("configuration", True, str(path))
    yield _templates(settings)
    yield _database(settings)
    yield _proofs(settings)
    inbox, outbox = Inbox(settings.imap), Outbox(settings.smtp, local_domain(settings)[1])
    try:
        mailbox = await _mailbox(settings, inbox)
        yield mailbox
        if mailbox.ok:
            yield Finding(
                "IDLE", True, "offered" if inbox.offers("IDLE") else "not offered: mail is seen by polling only"
            )
        server = await _server(settings, outbox)
        yield server
        if mailbox.ok and server.ok:
            async for finding in _probes(settings, inbox, outbox, wait):
                yield finding
    except (MailboxLost, MailboxRefused) as e:
        yield Finding("mailbox", False, f"it was lost on the way: {e}; try again")
    finally:
        await inbox.close()
        await outbox.close()


def _templates(settings: Settings) -> Finding:
    try:
        return Finding("templates", True, f"a game was rehearsed with them, {rehearse(settings)} letters")
    except FAULTS as e:
        frames = traceback.extract_tb(e.__traceback__)
        places = [f"{f.filename}, line {f.lineno}" for f in frames if not f.filename.endswith(".py")]
        where = places[-1] if places else f"{frames[-1].filename}, line {frames[-1].lineno}"
        return Finding("templates", False, f"{where}: {e}; mend that line, or take the file away")


def _database(settings: Settings) -> Finding:
    try:
        with closing(open_database(settings)) as store, only_one(store.file):
            return Finding("database", True, f"{store.file}, schema {version_of(store.file)}")
    except Busy as e:
        return Finding("database", False, f"{e}, it would take the mails that this check sends")
    except StoreError as e:
        return Finding("database", False, str(e))


def _proofs(settings: Settings) -> Finding:
    if "address" in settings.auth.accept:
        return Finding("proofs", True, FORGEABLE)
    if not settings.auth.trusted_authserv:
        return Finding(
            "proofs", True, "reply tokens only; name your mail server in auth.trusted_authserv to spare letters"
        )
    return Finding("proofs", True, f"reply tokens, and the results of {', '.join(settings.auth.trusted_authserv)}")


async def _mailbox(settings: Settings, inbox: Inbox) -> Finding:
    try:
        await inbox.open()
    except MailboxRefused as e:
        return Finding("mailbox", False, str(e))
    except MailboxLost as e:
        return Finding("mailbox", False, f"{e}; check imap.host, imap.port and imap.tls")
    return Finding("mailbox", True, f"{settings.imap.username} at {settings.imap.host}, folder {settings.imap.folder}")


async def _server(settings: Settings, outbox: Outbox) -> Finding:
    outcome = await outbox.check_login()
    if outcome.kind is not Kind.ACCEPTED:
        return Finding("sending", False, f"{outcome.text}; check smtp.host, smtp.port, smtp.tls and the log-in")
    return Finding("sending", True, f"{settings.smtp.host} takes our log-in")


async def _probes(settings: Settings, inbox: Inbox, outbox: Outbox, wait: float) -> AsyncIterator[Finding]:
    word = secrets.token_hex(8)
    sender = envelope_sender(settings, 0, f"probe{word}")
    targets = {"own address": settings.referee.address}
    if (probed := reply_address(settings, f"probe{word}")) is not None:
        targets["subaddress"] = probed
    sent: dict[str, EmailMessage] = {}
    for name, address in targets.items():
        probe = _probe(settings, address, f"{word}.{name.split(maxsplit=1)[0]}")
        outcome = await outbox.send(sender, address, probe.as_bytes())
        if outcome.kind is Kind.ACCEPTED:
            sent[name] = probe
        elif outcome.kind is Kind.UNREACHABLE:
            yield Finding("From", False, f"{outcome.text}; {FROM_REMEDY}")
            return
        else:
            yield Finding(name, False, f"{outcome.text}; {REMEDIES[name]}")
    yield Finding("From", True, f"{settings.referee.address}, with {sender} as return address")
    found = await _collect(inbox, word, len(sent), wait)
    for name, probe in sent.items():
        mail = found.get(str(probe["Subject"]))
        yield Finding(name, *_compare(probe, mail, wait, REMEDIES[name]))
    if found:
        yield _clock(next(iter(found.values())))


def _probe(settings: Settings, address: str, word: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = settings.referee.address, address
    message["Subject"] = f"Probe {word}"
    message["Message-ID"] = f"<{word}@{local_domain(settings)[1]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(BODY)
    return message


async def _collect(inbox: Inbox, word: str, wanted: int, wait: float) -> dict[str, Arrived]:
    """The probes that came back, by their subject; they are moved away like any handled mail."""
    found: dict[str, Arrived] = {}
    others: set[tuple[int, int]] = set()
    end = monotonic() + wait
    while len(found) < wanted and monotonic() < end:
        while arrived := await inbox.fetch_new(lambda validity, uid: (validity, uid) in others):
            for mail in arrived:
                others.add((mail.uidvalidity, mail.uid))
                subject = str(message_from_bytes(mail.raw).get("Subject", ""))
                if subject.startswith(f"Probe {word}"):
                    found[subject] = mail
        await inbox.mark_done(inbox.uidvalidity, [mail.uid for mail in found.values()])
        if len(found) < wanted:
            await inbox.wait_for_mail(1)
    return found


def _compare(probe: EmailMessage, mail: Arrived | None, wait: float, remedy: str) -> tuple[bool, str]:
    if mail is None:
        return False, f"the probe did not come back within {wait:.0f} s; {remedy}"
    back, there = message_from_bytes(mail.raw), message_from_bytes(probe.as_bytes())
    if str(back["Message-ID"]).strip() != probe["Message-ID"]:
        return False, "comes back with another Message-ID: ask the provider to keep ours, else threads fall apart"
    if str(back.get_payload()).rstrip().splitlines() != str(there.get_payload()).rstrip().splitlines():
        return False, "comes back with its text changed: ask the provider to leave it as it is"
    return True, "comes back unchanged"


def _clock(mail: Arrived) -> Finding:
    off = abs(datetime.now(UTC) - mail.arrived)
    if off > CLOCK_OFF:
        return Finding("clock", False, f"this machine and the mail server differ by {off}; set the clock by NTP")
    return Finding("clock", True, "agrees with the mail server's")

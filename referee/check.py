"""`referee check`: tries everything that `run` will need, one line each, with a plain remedy where it fails.

Sends two mails to the referee itself and looks for them; changes no game.
"""

import asyncio
import json
import re
import secrets
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parseaddr
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.markup import escape

from referee.config import ConfigError, Settings, load_settings
from referee.desk.send import envelope_sender, local_domain, reply_address
from referee.machine import Finding, on_this_machine
from referee.mail.auth import own_part
from referee.mail.gathering import MAIL_SECONDS, NoAnswer, asker
from referee.mail.inbox import Arrived, Inbox, MailboxLost, MailboxRefused
from referee.mail.outbox import Kind, Outbox, Outcome
from referee.mail.sockets import printable
from referee.mail.statements import authserv
from referee.office import sheets_of

CLOCK_OFF = timedelta(minutes=5)
OWN, SUBADDRESS, MOVING, RESULTS = "own address", "subaddress", "moving", "results"
BY_MAIL = ("IDLE", "From", OWN, SUBADDRESS, MOVING, RESULTS, "clock")
"""What is only tried once the mailbox is open, or the server for sending has let us in."""
NO_SUBADDRESS = 'if your provider has no subaddresses, set smtp.subaddress = ""'
REFUSED = {
    "From": "let this log-in send as the referee's address and its subaddresses, or set smtp.username to its own",
    OWN: "set referee.address to one that reaches this mailbox",
    SUBADDRESS: NO_SUBADDRESS,
}
LOST = {OWN: "look into the mailbox's other folders, and let mail from itself come in", SUBADDRESS: NO_SUBADDRESS}
NOT_ALLOWED = re.compile(r"5\.7\.")
"""How a server begins that forbids us to send, where others say that nobody has the address (RFC 3463, 3.8)."""
BODY = "A probe of the referee's own: it may be deleted.\r\n\r\n> a quoted line\r\n.a dot at the start\r\n"


MARKS = {True: "[green]ok  [/]", False: "[red]FAIL[/]", None: "[yellow]-   [/]"}


async def check_all(path: Path, console: Console, *, wait: float) -> bool:
    """Try everything, print a line for each; whether all of it holds. `wait`: seconds until a probe counts as lost."""
    good = True
    async for finding in findings(path, wait):
        said = escape(" ".join(finding.said.splitlines()))
        console.print(f"{MARKS[finding.ok]} {finding.name}: {said}", highlight=False, soft_wrap=True)
        good = good and finding.ok is True
    return good


async def findings(path: Path, wait: float) -> AsyncIterator[Finding]:
    """What was tried, in the order in which one thing needs another, and then what could not be."""
    try:
        settings = load_settings(path)
        sheets_of(settings)
    except ConfigError as e:
        yield Finding("configuration", False, str(e))
        return
    yield Finding("configuration", True, str(path))
    for finding in on_this_machine(settings, path):
        yield finding
    if settings.auth.asks:
        yield await asyncio.to_thread(name_servers, settings)
    untried = list(BY_MAIL)
    async for finding in _by_mail(settings, wait):
        yield finding
        if finding.name in untried:
            untried.remove(finding.name)
    for name in untried:
        yield Finding(name, None, "not tried: first mend what failed above")


def name_servers(settings: Settings, seconds: float = MAIL_SECONDS) -> Finding:
    """Whether anyone answers in time where keys are asked for; that there is no such name is an answer."""
    servers = " ".join(settings.auth.nameservers) or "the system's name servers"
    try:
        asker(settings.auth.nameservers)(local_domain(settings)[1], seconds)
    except NoAnswer as e:
        remedy = "set auth.nameservers to servers that do, or take dkim and trusted_lists out of [auth]"
        return Finding("DNS", False, f"no answer from {servers} ({e}); {remedy}")
    return Finding("DNS", True, f"{servers} answer; keys are believed as they come from there")


async def _by_mail(settings: Settings, wait: float) -> AsyncIterator[Finding]:
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
        if server.ok:
            sent, refused = await _send_probes(settings, outbox)
            for finding in refused:
                yield finding
            if sent and mailbox.ok:
                for finding in await _returned(settings, inbox, sent, wait):
                    yield finding
    except (MailboxLost, MailboxRefused) as e:
        yield Finding("mailbox", False, f"it was lost on the way: {e}; try again")
    finally:
        await inbox.close()
        await outbox.close()


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
    what = "takes our log-in" if settings.smtp.username else "answers; smtp.username is not set, so without a log-in"
    return Finding("sending", True, f"{settings.smtp.host} {what}")


async def _send_probes(settings: Settings, outbox: Outbox) -> tuple[dict[str, EmailMessage], list[Finding]]:
    """The probes that were taken, by their name, and what is known already."""
    word = secrets.token_hex(8)
    sender = envelope_sender(settings, 0, f"probe{word}")
    probed = reply_address(settings, f"probe{word}")
    sent: dict[str, EmailMessage] = {}
    said: list[Finding] = []
    for name, address in ((OWN, settings.referee.address), (SUBADDRESS, probed)):
        if address is None:
            said.append(Finding(name, True, "none in use: the tokens travel in the subject"))
            continue
        probe = _probe(settings, address, f"{word}.{name.split(maxsplit=1)[0]}")
        outcome = await outbox.send(sender, address, probe.as_bytes())
        if outcome.kind is Kind.ACCEPTED:
            sent[name] = probe
        elif not sent and _forbids(outcome):
            remedy = REFUSED["From"] + (f"; {NO_SUBADDRESS}" if sender in outcome.text else "")
            return {}, [Finding("From", False, f"{outcome.text}; {remedy}")]
        else:
            said.append(Finding(name, False, f"{outcome.text}; {REFUSED[name]}"))
    if sent:
        said.insert(0, Finding("From", True, f"{settings.referee.address}, with {sender} as return address"))
    return sent, said


def _forbids(outcome: Outcome) -> bool:
    """Whether it is our sending that is refused, and not the address we send to."""
    return outcome.kind is Kind.UNREACHABLE or NOT_ALLOWED.match(outcome.text) is not None


async def _returned(settings: Settings, inbox: Inbox, sent: dict[str, EmailMessage], wait: float) -> list[Finding]:
    """How the probes came back, and what their arrival says about the folders, the server and the clock."""
    found = await _collect(inbox, {str(probe["Subject"]) for probe in sent.values()}, wait)
    back = {name: found.get(str(probe["Subject"])) for name, probe in sent.items()}
    # where nothing comes back, it is not for want of subaddresses
    remedies = LOST if found or OWN not in sent else dict.fromkeys(LOST, LOST[OWN])
    said = [Finding(name, *_compare(probe, back[name], wait, remedies[name])) for name, probe in sent.items()]
    for mail in [*found.values()][:1]:
        said += [await _moved(settings, inbox, [*found.values()]), _results(settings, mail.raw), _clock(mail)]
    return said


async def _moved(settings: Settings, inbox: Inbox, mails: list[Arrived]) -> Finding:
    """The probes go where any handled mail goes."""
    folder = settings.imap.processed_folder
    try:
        await inbox.mark_done(inbox.uidvalidity, [mail.uid for mail in mails])
    except (MailboxRefused, MailboxLost) as e:
        remedy = "set imap.processed_folder to one that this user may write to"
        return Finding(MOVING, False, f"{e}; {remedy}; two probes are left in {settings.imap.folder}: delete them")
    return Finding(MOVING, True, f"handled mail goes to {folder}")


def _results(settings: Settings, raw: bytes) -> Finding:
    """Whether the server that writes Authentication-Results is the one that is trusted to."""
    trusted = {name.lower() for name in settings.auth.trusted_authserv}
    names = {authserv(value) for value in message_from_bytes(raw).get_all("Authentication-Results", [])}
    usable = sorted(name for name in names if own_part(raw, [name]).believed)
    advice = f"auth.trusted_authserv = {json.dumps(usable[:1])}"
    if trusted & {*usable}:
        return Finding(RESULTS, True, f"{printable(' '.join(usable))} writes them, and is trusted")
    if usable:
        said = f"your server writes them as {printable(' '.join(usable))}"
        return Finding(
            RESULTS, not trusted, f"{said}: set {advice}" + ("" if trusted else ", and fewer letters go out")
        )
    said = "the mail to itself bears none that could be believed"
    return Finding(RESULTS, True, f"{said}; servers often write them only on mail from elsewhere")


def _probe(settings: Settings, address: str, word: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = settings.referee.address, address
    message["Subject"] = f"Probe {word}"
    message["Message-ID"] = f"<{word}@{local_domain(settings)[1]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(BODY)
    return message


async def _collect(inbox: Inbox, wanted: set[str], wait: float) -> dict[str, Arrived]:
    """The probes that came back, by their subject."""
    found: dict[str, Arrived] = {}
    others: set[tuple[int, int]] = set()
    end = monotonic() + wait
    while len(found) < len(wanted) and monotonic() < end:
        while monotonic() < end and (arrived := await inbox.fetch_new(lambda *mail: mail in others)):
            for mail in arrived:
                others.add((mail.uidvalidity, mail.uid))
                subject = str(message_from_bytes(mail.raw).get("Subject", ""))
                if subject in wanted:
                    found[subject] = mail
        if len(found) < len(wanted):
            await inbox.wait_for_mail(1)
    return found


def _compare(probe: EmailMessage, mail: Arrived | None, wait: float, remedy: str) -> tuple[bool, str]:
    if mail is None:
        return False, f"the probe did not come back within {wait:.0f} s; {remedy}"
    back, there = message_from_bytes(mail.raw), message_from_bytes(probe.as_bytes())
    if parseaddr(str(back["From"]))[1] != probe["From"]:
        return False, f"comes back as if from another sender; {REFUSED['From']}"
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

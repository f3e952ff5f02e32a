"""The mails that `check` sends to the referee itself, and what their return says about servers and folders.

Changes no game. Moves what comes back to the folder for handled mail, and deletes what the server itself filed there.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from time import monotonic

from referee.commands.check_machine import Finding
from referee.config import Settings
from referee.desk.outgoing import envelope_sender, reply_address
from referee.desk.sender.addresses import local_domain
from referee.post.proof.results import header_fields, own_part
from referee.post.proof.statements import authserv
from referee.post.wire.inbox import Arrived, Inbox, MailboxLost, MailboxRefused
from referee.post.wire.smtp import Fate, Outbox, Outcome
from referee.post.wire.sockets import printable

CLOCK_OFF = timedelta(minutes=5)
FROM, OWN, SUBADDRESS, MOVING = "From", "own address", "subaddress", "moving"
FOLDER, RESULTS, FORGED, CLOCK = "folder", "results", "forged results", "clock"
NO_SUBADDRESS = 'if your provider has no subaddresses, set smtp.subaddress = ""'
REFUSED = {
    FROM: "let this log-in send as the referee's address and its subaddresses, or set smtp.username to its own",
    OWN: "set referee.address to one that reaches this mailbox",
    SUBADDRESS: NO_SUBADDRESS,
}
LOST = {OWN: "look into the mailbox's other folders, and let mail from itself come in", SUBADDRESS: NO_SUBADDRESS}
NOT_SENT = {
    FOLDER: "no plain address names it",
    FORGED: "none are believed, since auth.trusted_authserv names no server",
}
"""Why a probe was not needed."""
NOT_ALLOWED = re.compile(r"5\.7\.")
"""How the reply of a server that refuses us begins (RFC 3463, 3.8), unlike one that does not know the address."""
PLAIN_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*/=?^_`{|}~.+-]+", re.ASCII)
BODY = "A probe of the referee's own: it may be deleted.\r\n\r\n> a quoted line\r\n.a dot at the start\r\n"


@dataclass(frozen=True, slots=True)
class Probe:
    """One mail to ourselves, and the line of `check` that it is for."""

    name: str
    to: str
    mail: EmailMessage

    @property
    def subject(self) -> str:
        """A subject that no other mail has."""
        return str(self.mail["Subject"])


@dataclass(frozen=True, slots=True)
class Returned:
    """What came back, by subject, and the subjects of what the server filed in the folder for handled mail."""

    inbox: dict[str, Arrived]
    filed: frozenset[str]


async def send_plain(settings: Settings, outbox: Outbox, word: str) -> tuple[list[Probe], list[Finding]]:
    """Send to our own address and to a subaddress. Returns what was accepted, and what we already know.

    `word`: new for each check, so that nothing else contains it.
    """
    sender = envelope_sender(settings, f"probe{word}")
    sent: list[Probe] = []
    said: list[Finding] = []
    for name, address in ((OWN, settings.referee.address), (SUBADDRESS, reply_address(settings, f"probe{word}"))):
        if address is None:
            said.append(Finding(name, True, "none in use: the tokens travel in the subject"))
            continue
        probe = Probe(name, address, _mail(settings, address, f"{word}.{name.split(maxsplit=1)[0]}"))
        outcome = await outbox.send(sender, address, probe.mail.as_bytes())
        if outcome.fate is Fate.ACCEPTED:
            sent.append(probe)
        elif not sent and _forbids(outcome):
            remedy = REFUSED[FROM] + (f"; {NO_SUBADDRESS}" if sender in outcome.text else "")
            return [], [Finding(FROM, False, f"{outcome.text}; {remedy}")]
        else:
            said.append(Finding(name, False, f"{outcome.text}; {REFUSED[name]}"))
    if sent:
        said.insert(0, Finding(FROM, True, f"{settings.referee.address}, with {sender} as return address"))
    return sent, said


async def send_hostile(
    settings: Settings, outbox: Outbox, word: str, processed: str
) -> tuple[list[Probe], list[Finding]]:
    """Send what a stranger might: to the folder for handled mail, and with results forged in the name of the trusted
    servers. Returns what was accepted, and what we already know. `processed`: the folder's name on the wire, if there
    is one.
    """
    probes = _hostile(settings, word, processed)
    none = NOT_SENT if settings.imap is not None else {FORGED: NOT_SENT[FORGED]}
    said = [Finding(name, True, why) for name, why in none.items() if name not in {probe.name for probe in probes}]
    sent: list[Probe] = []
    for probe in probes:
        outcome = await outbox.send(envelope_sender(settings, f"probe{word}"), probe.to, probe.mail.as_bytes())
        if outcome.fate is Fate.ACCEPTED:
            sent.append(probe)
        elif outcome.fate is Fate.REFUSED:
            said.append(Finding(probe.name, True, f"your server refuses such mail: {outcome.text}"))
        else:
            said.append(Finding(probe.name, None, f"the probe could not be sent: {outcome.text}; try again"))
    return sent, _one_each(said, sent)


def _hostile(settings: Settings, word: str, processed: str) -> list[Probe]:
    addresses = [] if settings.imap is None else folder_addresses(settings, processed)
    probes = [Probe(FOLDER, to, _mail(settings, to, f"{word}.folder{n}")) for n, to in enumerate(addresses)]
    if settings.auth.trusted_authserv:
        own = settings.referee.address
        probes.append(Probe(FORGED, own, _forged(_mail(settings, own, f"{word}.forged"), settings, word)))
    return probes


def folder_addresses(settings: Settings, processed: str) -> list[str]:
    """How a stranger would address the folder for handled mail: by its configured name, and by that on the wire."""
    local, domain = local_domain(settings)
    sign = settings.smtp.subaddress or "+"
    names = dict.fromkeys((processed, settings.mailbox.processed_folder))
    return [f"{local}{sign}{name}@{domain}" for name in names if PLAIN_LOCAL.fullmatch(name)]


def _one_each(said: list[Finding], sent: list[Probe]) -> list[Finding]:
    """One line for each name, and none while a probe is still on its way."""
    open_yet = {probe.name for probe in sent}
    return [*{finding.name: finding for finding in said if finding.name not in open_yet}.values()]


def _forbids(outcome: Outcome) -> bool:
    """Whether the server refuses us, rather than the address we send to."""
    return outcome.fate is Fate.UNREACHABLE or NOT_ALLOWED.match(outcome.text) is not None


def _mail(settings: Settings, address: str, word: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = settings.referee.address, address
    message["Subject"] = f"Probe {word}"
    message["Message-ID"] = f"<{word}@{local_domain(settings)[1]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(BODY)
    return message


def _forged(mail: EmailMessage, settings: Settings, word: str) -> EmailMessage:
    """The mail with results as anybody can write them: without a verdict, so that they mislead nobody who believes
    them.

    They name SPF, since some servers remove only results that name DKIM. The Received line below them is what a forger
    would add, for readers that go by the first one they find.
    """
    names = [printable(name) for name in settings.auth.trusted_authserv]
    for name in names:
        mail["Authentication-Results"] = f'{name}; spf=none reason="probe {word}"'
    when = format_datetime(datetime.now(UTC))
    mail["Received"] = f"from probe.invalid (probe.invalid [192.0.2.1]) by {names[0]} with ESMTP id {word}; {when}"
    return mail


async def judge_returned(settings: Settings, inbox: Inbox, sent: list[Probe], word: str, wait: float) -> list[Finding]:
    """How the probes came back, and what that says about the folders, the server and the clock."""
    found = await _collect(inbox, sent, wait)
    plain = [probe for probe in sent if probe.name in (OWN, SUBADDRESS)]
    back = [found.inbox[probe.subject] for probe in plain if probe.subject in found.inbox]
    remedies = remedies_of(plain, back)
    said = [
        Finding(probe.name, *compare(probe, found.inbox.get(probe.subject), wait, remedies[probe.name]))
        for probe in plain
    ]
    if found.inbox:
        said.append(await _moved(settings, inbox, [*found.inbox.values()], word))
    if back:
        said += [results(settings, back[0].raw), clock(back[0])]
        said += _folder([probe for probe in sent if probe.name == FOLDER], found, wait)
        said += [stripped(settings, probe, found.inbox, word, wait) for probe in sent if probe.name == FORGED]
    return said


def remedies_of(plain: list[Probe], back: Sequence[Arrived]) -> Mapping[str, str]:
    """What to do about a plain probe that is lost, by its name; `back`: those that came."""
    # if not even the plain one comes back, missing subaddresses are not the reason
    return LOST if back or OWN not in {probe.name for probe in plain} else dict.fromkeys(LOST, LOST[OWN])


async def _collect(inbox: Inbox, sent: list[Probe], wait: float) -> Returned:
    found: dict[str, Arrived] = {}
    filed: set[str] = set()
    others: set[tuple[int, int]] = set()
    wanted = {probe.subject for probe in sent}
    strangers = {probe.subject for probe in sent if probe.name == FOLDER}
    end = monotonic() + wait
    while wanted - {*found} - filed and monotonic() < end:
        while monotonic() < end and (arrived := await inbox.fetch_new(lambda *mail: mail in others)):
            for mail in arrived:
                others.add((mail.uidvalidity, mail.uid))
                subject = str(message_from_bytes(mail.raw).get("Subject", ""))
                if subject in wanted:
                    found[subject] = mail
        filed |= {subject for subject in strangers - {*found} - filed if await _deleted(inbox, subject)}
        if wanted - {*found} - filed:
            await inbox.wait_for_mail(1)
    return Returned(found, frozenset(filed))


async def _deleted(inbox: Inbox, subject: str) -> bool:
    try:
        return await inbox.delete_handled(subject)
    except MailboxRefused:
        # moving the probes there will say what is wrong with it
        return False


def compare(probe: Probe, mail: Arrived | None, wait: float, remedy: str) -> tuple[bool, str]:
    """Whether a probe came back as it was sent, and what to do if not."""
    if mail is None:
        return False, f"the probe did not come back within {wait:.0f} s; {remedy}"
    back, there = message_from_bytes(mail.raw), message_from_bytes(probe.mail.as_bytes())
    if parseaddr(str(back["From"]))[1] != probe.mail["From"]:
        return False, f"comes back as if from another sender; {REFUSED[FROM]}"
    if str(back["Message-ID"]).strip() != probe.mail["Message-ID"]:
        return False, "comes back with another Message-ID: ask the provider to keep ours, else threads fall apart"
    if str(back.get_payload()).rstrip().splitlines() != str(there.get_payload()).rstrip().splitlines():
        return False, "comes back with its text changed: ask the provider to leave it as it is"
    return True, "comes back unchanged"


async def _moved(settings: Settings, inbox: Inbox, mails: list[Arrived], word: str) -> Finding:
    """Move the probes to where handled mail goes."""
    folder = settings.mailbox.processed_folder
    try:
        await inbox.mark_done(inbox.uidvalidity, [mail.uid for mail in mails])
        marked = await inbox.keeps_mark(word)
    except (MailboxRefused, MailboxLost) as e:
        remedy = "set imap.processed_folder to one that this user may write to"
        return Finding(MOVING, False, f"{e}; {remedy}; the probes are left in {settings.mailbox.folder}: delete them")
    if not marked:
        said = f"handled mail goes to {folder}, but your server does not keep the flag \\Answered there"
        return Finding(MOVING, True, f"{said}: only referee.db.reach will tell of a restored database", note=True)
    return Finding(MOVING, True, f"handled mail goes to {folder}")


def _folder(probes: list[Probe], found: Returned, wait: float) -> list[Finding]:
    """Whether a stranger can have mail filed among the handled ones: only a note, since it stops no game."""
    if not probes:
        return []
    names = " and ".join(probe.to for probe in probes)
    if filed := [probe.to for probe in probes if probe.subject in found.filed]:
        said = f"your server files mail to {filed[0]} among the handled mails, whoever sends it; what lies there so"
        remedy = "stops no game, but is never read: choose a folder nobody can guess, or switch that off"
        return [Finding(FOLDER, True, f"{said} {remedy}", note=True)]
    if any(probe.subject in found.inbox for probe in probes):
        return [Finding(FOLDER, True, f"mail to {names} comes to the inbox like any other")]
    return [Finding(FOLDER, True, f"mail to {names} came neither there nor to the inbox within {wait:.0f} s")]


def results(settings: Settings, raw: bytes) -> Finding:
    """Whether we trust the server that writes Authentication-Results."""
    trusted = {name.lower() for name in settings.auth.trusted_authserv}
    names = {authserv(value) for value in _results_in(raw)}
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


def _results_in(raw: bytes) -> list[str]:
    """The values of all Authentication-Results fields of a mail."""
    return [value for name, value in header_fields(raw) if name == "authentication-results"]


def stripped(settings: Settings, probe: Probe, found: Mapping[str, Arrived], word: str, wait: float) -> Finding:
    """Whether the server removes results that claim its own name (RFC 8601, section 5).

    Fails only if we would believe one that is left; otherwise it is a note.
    """
    if (mail := found.get(probe.subject)) is None:
        return Finding(FORGED, True, f"a mail that bears some did not come within {wait:.0f} s")
    left = sorted({printable(authserv(value)) for value in _results_in(mail.raw) if word in value})
    where = 'docs/proofs.md, "Forged results"'
    if not left:
        return Finding(FORGED, True, "your server takes out what others write in its name")
    names = " and ".join(left)
    if any(word in line for line in own_part(mail.raw, settings.auth.trusted_authserv).believed):
        said = f"what anybody writes as {names} would be believed, since your server writes no Received line above it"
        return Finding(FORGED, False, f"{said}: take {names} out of auth.trusted_authserv; {where}")
    said = f"a line forged as {names} came through; it is not believed below your server's own Received line, but have"
    return Finding(FORGED, True, f"{said} your server take such lines out all the same: {where}", note=True)


def clock(mail: Arrived) -> Finding:
    """Whether this machine's clock and that of the mail server agree."""
    off = abs(datetime.now(UTC) - mail.arrived)
    if off > CLOCK_OFF:
        return Finding(CLOCK, False, f"this machine and the mail server differ by {off}; set the clock by NTP")
    return Finding(CLOCK, True, "agrees with the mail server's")

"""The mails that `check` sends to the referee itself, and what their return says about the servers.

Changes no game. Moves what comes back to the folder for handled mail.
"""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from time import monotonic, sleep

from referee.clock import system_clock
from referee.commands.check_machine import Finding
from referee.config import Settings
from referee.desk.outgoing import envelope_sender, reply_address
from referee.desk.sender.reply_addresses import local_domain
from referee.post.proof.results import header_fields, own_part
from referee.post.proof.statements import authserv, read_statements
from referee.post.wire.inbox import Arrived, Inbox, MailboxLost, MailboxRefused
from referee.post.wire.smtp import Delivery, Fate, Outbox
from referee.post.wire.sockets import printable
from referee.running.opening import open_database
from referee.store import inbox as stored_mails

CLOCK_OFF = timedelta(minutes=5)
FROM, OWN, SUBADDRESS, MOVING = "From", "own address", "subaddress", "moving"
RESULTS, FORGED, CLOCK = "results", "forged results", "clock"
BY_MAIL = ("mailbox", "IDLE", "sending", FROM, OWN, SUBADDRESS, MOVING, RESULTS, FORGED, CLOCK)
"""The lines that can be tried only once there is a token, the mailbox is open, or the sending server has let us in."""
BY_PIPE = ("sending", FROM, OWN, SUBADDRESS, RESULTS, FORGED)
"""The lines that can be tried only once the sending server has let us in, where no mailbox is read."""
NO_SUBADDRESS = 'if your provider has no subaddresses, set smtp.subaddress = ""'
REFUSED = {
    FROM: "let this log-in send as the referee's address and its subaddresses, or set smtp.username to its own",
    OWN: "set referee.address to one that reaches this mailbox",
    SUBADDRESS: NO_SUBADDRESS,
}
LOST = {OWN: "look into the mailbox's other folders, and let mail from itself come in", SUBADDRESS: NO_SUBADDRESS}
NOT_STORED = dict.fromkeys(LOST, "see that the mail server pipes mail for that address into `referee handle -`")
STORED_LAST = 50
"""The number of last stored mails that are looked through for a probe."""
NOT_ALLOWED = re.compile(r"5\.7\.")
"""The beginning of a reply by a server that refuses us (RFC 3463, 3.8), unlike one that does not know the address."""
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


async def send_forged(settings: Settings, outbox: Outbox, word: str) -> tuple[list[Probe], list[Finding]]:
    """Send results forged in the name of the trusted servers. Returns the probe if it was accepted, else what that
    says."""
    if not settings.auth.trusted_authserv:
        return [], [Finding(FORGED, True, "none are believed, since auth.trusted_authserv names no server")]
    own = settings.referee.address
    probe = Probe(FORGED, own, _forged(_mail(settings, own, f"{word}.forged"), settings, word))
    outcome = await outbox.send(envelope_sender(settings, f"probe{word}"), own, probe.mail.as_bytes())
    if outcome.fate is Fate.ACCEPTED:
        return [probe], []
    if outcome.fate is Fate.REFUSED:
        return [], [Finding(FORGED, True, f"your server refuses such mail: {outcome.text}")]
    return [], [Finding(FORGED, None, f"the probe could not be sent: {outcome.text}; try again")]


def _forbids(outcome: Delivery) -> bool:
    """Tell if the server refuses us, rather than the address we send to."""
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
    """Forge results in a mail as anybody can write them: without a verdict, so that they mislead nobody who believes
    them.

    They name SPF, since some servers remove only results that name DKIM. The Received line below them is what a forger
    would add, for readers that go by the first one they find.
    """
    names = [printable(name) for name in settings.auth.trusted_authserv]
    for name in names:
        mail["Authentication-Results"] = f'{name}; spf=none reason="probe {word}"'
    when = format_datetime(system_clock())
    mail["Received"] = f"from probe.invalid (probe.invalid [192.0.2.1]) by {names[0]} with ESMTP id {word}; {when}"
    return mail


async def judge_returned(settings: Settings, inbox: Inbox, sent: list[Probe], word: str, wait: float) -> list[Finding]:
    """Return how the probes came back, and what that says about the folder, the server and the clock."""
    found = await _collect(inbox, sent, wait)
    raws = {subject: mail.raw for subject, mail in found.items()}
    back = [found[probe.subject] for probe in _plain(sent) if probe.subject in found]
    said = _compared(sent, raws, wait, LOST)
    if found:
        said.append(await _moved(settings, inbox, [*found.values()], word))
    if back:
        said += [_results(settings, back[0].raw), _clock(back[0])]
        said += [_stripped(settings, probe, raws, word, wait) for probe in sent if probe.name == FORGED]
    return said


async def judge_stored(settings: Settings, sent: list[Probe], word: str, wait: float) -> list[Finding]:
    """Return how the probes came through `referee handle`, which has stored them, and what that says about the
    server."""
    raws = await asyncio.to_thread(_stored, settings, {probe.subject for probe in sent}, wait)
    back = [raws[probe.subject] for probe in _plain(sent) if probe.subject in raws]
    said = _compared(sent, raws, wait, NOT_STORED)
    if back:
        said.append(_results(settings, back[0]))
        said += [_stripped(settings, probe, raws, word, wait) for probe in sent if probe.name == FORGED]
    return said


def _stored(settings: Settings, wanted: set[str], wait: float) -> dict[str, bytes]:
    """Return those of the mails with a wanted subject that are stored, as soon as they all are."""
    end = monotonic() + wait
    with closing(open_database(settings, create=False, at_work=True)) as store:
        while True:
            with store.reading() as look:
                raws = stored_mails.last_raws(look, STORED_LAST)
            found = {subject: raw for raw in raws if (subject := _subject(raw)) in wanted}
            if len(found) == len(wanted) or monotonic() >= end:
                return found
            sleep(1)


def _subject(raw: bytes) -> str:
    return str(message_from_bytes(raw).get("Subject", ""))


def _plain(sent: list[Probe]) -> list[Probe]:
    return [probe for probe in sent if probe.name in (OWN, SUBADDRESS)]


def _compared(sent: list[Probe], raws: Mapping[str, bytes], wait: float, lost: Mapping[str, str]) -> list[Finding]:
    """Judge how each plain probe came back; `lost`: what to do about one that did not, by its name."""
    plain = _plain(sent)
    if OWN in {probe.name for probe in plain} and not any(probe.subject in raws for probe in plain):
        # if not even the plain one comes back, missing subaddresses are not the reason
        lost = dict.fromkeys(lost, lost[OWN])
    return [Finding(probe.name, *_compare(probe, raws.get(probe.subject), wait, lost[probe.name])) for probe in plain]


async def _collect(inbox: Inbox, sent: list[Probe], wait: float) -> dict[str, Arrived]:
    """Return what came back, by subject, as soon as all did."""
    found: dict[str, Arrived] = {}
    others: set[tuple[int, int]] = set()
    wanted = {probe.subject for probe in sent}
    end = monotonic() + wait
    while wanted - {*found} and monotonic() < end:
        while monotonic() < end and (arrived := await inbox.fetch_new(lambda *mail: mail in others)):
            for mail in arrived:
                others.add((mail.uidvalidity, mail.uid))
                if (subject := _subject(mail.raw)) in wanted:
                    found[subject] = mail
        if wanted - {*found}:
            await inbox.wait_for_mail(1)
    return found


def _compare(probe: Probe, raw: bytes | None, wait: float, remedy: str) -> tuple[bool, str]:
    """Tell if a probe came back as it was sent, and what to do if not."""
    if raw is None:
        return False, f"the probe did not come back within {wait:.0f} s; {remedy}"
    back, there = message_from_bytes(raw), message_from_bytes(probe.mail.as_bytes())
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


def _results(settings: Settings, raw: bytes) -> Finding:
    """Judge if we trust the server that writes Authentication-Results."""
    trusted = {name.lower() for name in settings.auth.trusted_authserv}
    names = {authserv(value) for value in _results_in(raw)}
    usable = sorted(name for name in names if own_part(raw, [name]).believed)
    advice = f"auth.trusted_authserv = {json.dumps(usable[:1])}"
    if trusted & {*usable}:
        said = f"{printable(' '.join(usable))} writes them, and is trusted"
        return Finding(RESULTS, True, f"{said}{_form_of_spf(own_part(raw, [*trusted]).believed)}")
    if usable:
        said = f"your server writes them as {printable(' '.join(usable))}"
        return Finding(
            RESULTS, not trusted, f"{said}: set {advice}" + ("" if trusted else ", and fewer letters go out")
        )
    said = "the mail to itself bears none that could be believed"
    if names:
        name = printable(" ".join(sorted(names)))
        where = 'docs/proofs.md, "A trusted server"'
        said = f"{said}: {name} writes them, but not above a Received line with that name after `by`"
        return Finding(RESULTS, True, f"{said}; {where}", note=True)
    return Finding(RESULTS, True, f"{said}; servers often write them only on mail from elsewhere")


def _form_of_spf(lines: Sequence[str]) -> str:
    """Say how far the form is believed in which a server writes that SPF passed."""
    stated = [statement for line in lines for statement in read_statements(line) or ()]
    about = [statement.about for statement in stated if (statement.method, statement.result) == ("spf", "pass")]
    if not about:
        return ""
    if about[0] is None:
        return "; its SPF is not believed, since words that a sender chooses may come before it, but its DKIM may be"
    if "@" not in about[0]:
        return "; its SPF names only a domain, not a sender: mail without DKIM is asked about"
    return "; its SPF names the sender, and is believed"


def _results_in(raw: bytes) -> list[str]:
    """Return the values of all Authentication-Results fields of a mail."""
    return [value for name, value in header_fields(raw) if name == "authentication-results"]


def _stripped(settings: Settings, probe: Probe, raws: Mapping[str, bytes], word: str, wait: float) -> Finding:
    """Judge if the server removes results that claim its own name (RFC 8601, section 5).

    Fails only if we would believe one that is left; otherwise it is a note.
    """
    if (raw := raws.get(probe.subject)) is None:
        return Finding(FORGED, True, f"a mail that bears some did not come within {wait:.0f} s")
    # the server's own line may hold the word too, in the return address
    forged = re.compile(rf"probe\s+{word}")
    left = sorted({printable(authserv(value)) for value in _results_in(raw) if forged.search(value)})
    where = 'docs/proofs.md, "Forged results"'
    if not left:
        return Finding(FORGED, True, "your server takes out what others write in its name")
    names = " and ".join(left)
    if any(map(forged.search, own_part(raw, settings.auth.trusted_authserv).believed)):
        said = f"what anybody writes as {names} would be believed, since your server writes no Received line above it"
        return Finding(FORGED, False, f"{said}: take {names} out of auth.trusted_authserv; {where}")
    said = f"a line forged as {names} came through; it is not believed below your server's own Received line, but have"
    return Finding(FORGED, True, f"{said} your server take such lines out all the same: {where}", note=True)


def _clock(mail: Arrived) -> Finding:
    """Judge if this machine's clock and that of the mail server agree."""
    off = abs(system_clock() - mail.arrived)
    if off > CLOCK_OFF:
        return Finding(CLOCK, False, f"this machine and the mail server differ by {off}; set the clock by NTP")
    return Finding(CLOCK, True, "agrees with the mail server's")

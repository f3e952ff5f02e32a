"""What `check` tries where a mail server hands mail in: the place, the server's own settings, and mails to ourselves.

Takes nothing but its own probes: any other mail that comes meanwhile is told to come again.
"""

from email import message_from_bytes
from ipaddress import ip_address
from pathlib import Path
from time import monotonic

from referee.commands.check_machine import Finding
from referee.commands.check_probes import FORGED, Probe, clock, compare, remedies_of, results, stripped
from referee.config import Settings
from referee.desk.sender.addresses import is_envelope_of
from referee.post.proof.trace import read_stamp
from referee.post.reading.headers import Oversized, read_headers, split_head
from referee.post.wire import postfix
from referee.post.wire.handed_in import HandedIn
from referee.post.wire.inbox import Arrived, MailboxRefused
from referee.post.wire.postfix import NoPostfix
from referee.post.wire.sockets import printable
from referee.running.daemon import FROM_AFAR

PLACE, QUEUE, ROUTE, RECEIVED = "LMTP", "queue", "route", "Received"


def door(settings: Settings) -> HandedIn:
    """The place where mail is handed in, not open yet."""
    return HandedIn(settings.lmtp, lambda address: is_envelope_of(settings, address), settings.poll_seconds)


async def place(settings: Settings, source: HandedIn) -> Finding:
    """Whether we can listen there, and who else than the mail server may hand in mail."""
    try:
        await source.open()
    except MailboxRefused as e:
        return Finding(PLACE, False, str(e))
    said = f"mail can be handed in at {settings.lmtp.listen}"
    where = settings.lmtp.place
    if isinstance(where, Path):
        return Finding(PLACE, True, f"{said}, by the group {where.group()}")
    if settings.lmtp.far:
        return Finding(PLACE, True, f"{said}; {FROM_AFAR}", note=True)
    others = "by every user of this machine, who can also write what a trusted server writes"
    return Finding(PLACE, True, f"{said}, {others}: a unix socket is for one group alone", note=True)


def of_postfix(settings: Settings) -> list[Finding]:
    """Whether Postfix's settings fit ours, if it is on this machine."""
    try:
        longest, way = postfix.longest_in_queue(), postfix.route(settings.referee.address)
    except NoPostfix as e:
        said = f"Postfix cannot be asked here ({e}); lmtp.queue_seconds must be the sum of its maximal_backoff_time, "
        return [Finding(QUEUE, True, f"{said}minimal_backoff_time and queue_run_delay", note=True)]
    own = settings.lmtp.queue_seconds
    if longest > own:
        said = f"mail may lie in Postfix's queue for {longest} s: set lmtp.queue_seconds = {longest}"
        queue = Finding(QUEUE, False, f"{said}, or clocks act before it came")
    else:
        queue = Finding(
            QUEUE, True, f"mail lies in Postfix's queue for {longest} s at most; clocks wait for {own:.0f} s"
        )
    if _is_there(settings, way):
        return [queue, Finding(ROUTE, True, f"Postfix sends mail for {settings.referee.address} there")]
    said = f"Postfix sends mail for {settings.referee.address} to {printable(way) or 'nowhere'}"
    return [queue, Finding(ROUTE, True, f"{said}: set virtual_transport or transport_maps", note=True)]


def _is_there(settings: Settings, way: str) -> bool:
    """Whether a way of Postfix's, `lmtp:inet:127.0.0.1:2424`, leads to us; it may see the files from another root."""
    kind, _, end = way.removeprefix("lmtp:").partition(":")
    where = settings.lmtp.place
    if isinstance(where, Path):
        return kind == "unix" and str(where).endswith(f"/{end.lstrip('/')}")
    return where is not None and kind == "inet" and end.replace("localhost", "127.0.0.1") == _written(*where)


def _written(host: str, port: int) -> str:
    return f"{host}:{port}" if ip_address(host).version == 4 else f"[{host}]:{port}"


async def judge_handed_in(
    settings: Settings, source: HandedIn, sent: list[Probe], word: str, wait: float
) -> list[Finding]:
    """How the probes were handed in, and what that says about the server and the clock."""
    found = await _collect(source, {probe.subject for probe in sent}, wait)
    plain = [probe for probe in sent if probe.name != FORGED]
    back = [found[probe.subject] for probe in plain if probe.subject in found]
    remedies = remedies_of(plain, back)
    said = [Finding(p.name, *compare(p, found.get(p.subject), wait, remedies[p.name])) for p in plain]
    if back:
        said += [results(settings, back[0].raw), _received(settings, back[0].raw), clock(back[0])]
        said += [stripped(settings, probe, found, word, wait) for probe in sent if probe.name == FORGED]
    return said


async def _collect(source: HandedIn, wanted: set[str], wait: float) -> dict[str, Arrived]:
    found: dict[str, Arrived] = {}
    end = monotonic() + wait
    while wanted - {*found} and (left := end - monotonic()) > 0:
        await source.wait_for_mail(min(left, 1.0))
        for mail in await source.fetch_new():
            subject = str(message_from_bytes(mail.raw).get("Subject", ""))
            if subject in wanted:
                found[subject] = mail
                source.stored([mail])
    return found


def _received(settings: Settings, raw: bytes) -> Finding:
    """Whether we know when a mail arrived at the server."""
    try:
        lines = read_headers(split_head(raw)[0]).all("received")
    except Oversized:
        lines = []
    stamp = read_stamp(lines[0]) if lines else None
    if stamp is None or stamp.at is None:
        said = "the mail to itself has no Received line on top that can be read, so mail counts as come when it is"
        return Finding(RECEIVED, True, f"{said} handed in", note=True)
    if stamp.by != settings.lmtp.server:
        said = f"your server writes Received lines as {printable(stamp.by)}: set lmtp.server to that name, or mail that"
        unset = settings.lmtp.server is None
        return Finding(RECEIVED, unset, f"{said} waited counts as come later", note=unset)
    return Finding(RECEIVED, True, f"{stamp.by} says when a mail arrived")

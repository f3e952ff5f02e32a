"""Looks up the keys of a mail's signatures in the domain name system. Bounded in time; decides nothing.

Done once, when the mail is received and outside any transaction; the evidence is stored beside the mail.
"""

import re
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from logging import CRITICAL, Logger
from math import ceil
from time import monotonic

import dkim
import dns.exception
import dns.nameserver
import dns.resolver

from referee.post.proof.dkim import SEALS, Candidate, candidates, seals
from referee.post.proof.evidence import NO_EVIDENCE, Evidence, Seal
from referee.post.reading.headers import FIELD, read_headers, split_head
from referee.post.settings import AuthSettings, server_and_port

AskDns = Callable[[str, float], bytes | None]
"""Gets the one TXT record of a name, None if there is none, within a number of seconds. Raises NoAnswer."""

MAIL_SECONDS, BATCH_SECONDS = 4.0, 10.0
"""The time to look up the keys of one mail, and of all mails that came together."""
AT_ONCE = 32
KEY_BITS = 1024
KEY_BYTES = 2048
"""The longest key record that we read; RSA with 4096 bits takes 750."""
BROKEN = (dkim.DKIMException, ArithmeticError, AssertionError, LookupError, TypeError, ValueError)
"""The errors that dkimpy raises for an unreadable signature or key."""
TESTING = re.compile(rb"(?:^|:)\s*y\s*(?:$|:)")
INSTANCE = re.compile(r"\s*i\s*=\s*(\d{1,2})\s*;(.*)", re.ASCII | re.DOTALL)


SILENT = Logger("dkimpy", CRITICAL)
"""Logs nothing: dkimpy would log a stranger's text."""


class NoAnswer(Exception):
    """Raised if no server of the domain name system answered in time."""


_Found = bytes | NoAnswer | None


def asker(nameservers: Sequence[str]) -> AskDns:
    """Make a function that asks these servers (`address` or `address:port`), or the system's if none are given."""

    def ask(name: str, seconds: float) -> bytes | None:
        try:
            answer = _resolver(tuple(nameservers)).resolve(name, "TXT", lifetime=seconds, search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return None
        except (dns.exception.DNSException, OSError, ValueError) as e:
            raise NoAnswer(type(e).__name__) from None
        return b"".join(answer[0].strings) if len(answer) == 1 else None

    return ask


def _resolver(nameservers: tuple[str, ...]) -> dns.resolver.Resolver:
    resolver = dns.resolver.Resolver(configure=not nameservers)
    if nameservers:
        resolver.nameservers = [dns.nameserver.Do53Nameserver(*server_and_port(server)) for server in nameservers]
    return resolver


def gather_all(
    auth: AuthSettings, mails: Sequence[tuple[bytes, datetime]], seconds: float = BATCH_SECONDS
) -> list[Evidence]:
    """Gather the evidence on mails that came together, each given with its arrival, in at most this many seconds. Each
    has its turn, so that the slow servers of some domains take no time from others."""
    ask, end = asker(auth.nameservers), monotonic() + seconds
    turn = min(MAIL_SECONDS, seconds / max(ceil(len(mails) / AT_ONCE), 1))
    known: dict[str, _Found] = {}

    def gather_one(mail: tuple[bytes, datetime]) -> Evidence:
        until = min(end, monotonic() + turn)
        return gather(*mail, partial(_ask_once, ask, known), trusted=auth.trusted_lists, until=until)

    with ThreadPoolExecutor(AT_ONCE, "keys") as pool:
        return list(pool.map(gather_one, mails))


def _ask_once(ask: AskDns, known: dict[str, _Found], name: str, seconds: float) -> bytes | None:
    """Ask for each name once: a question without an answer is not repeated for the other mails."""
    if name not in known:
        try:
            known[name] = ask(name, seconds)
        except NoAnswer as e:
            known[name] = e
    found = known[name]
    if isinstance(found, NoAnswer):
        raise found
    return found


def gather(raw: bytes, arrived: datetime, ask: AskDns, *, trusted: Collection[str] = (), until: float) -> Evidence:
    """Gather the evidence on one mail, asking until the moment `until` of the monotonic clock. Total over any bytes."""
    signed = candidates(raw, arrived)
    sealed = seals(raw, arrived, lambda domain: domain in trusted)
    if not signed and not sealed:
        return NO_EVIDENCE
    keys = _Keys(ask, until)
    held = tuple(candidate.signature for candidate in signed if _holds(raw, candidate, keys))
    return Evidence(signatures=held, seal=_seal(raw, sealed, keys), trouble=keys.trouble)


class _Keys:
    """Gets usable key records by name; `trouble` says which question got no answer."""

    def __init__(self, ask: AskDns, until: float) -> None:
        self._ask, self._until = ask, until
        self.trouble: str | None = None

    def __call__(self, name: bytes, timeout: float = 0) -> bytes | None:
        """Answer dkimpy, whose own time limit does not count."""
        left = self._until - monotonic()
        try:
            if left <= 0:
                raise NoAnswer("no time left")
            record = self._ask(name.decode("ascii"), left)
        except NoAnswer as e:
            self.trouble = f"no key of {name.decode('ascii')}: {e}"
            return None
        return record if record is not None and usable(record) else None


def usable(record: bytes) -> bool:
    """Tell if a key record is neither revoked (no `p`), nor a test (`t=y`), nor for another use."""
    if len(record) > KEY_BYTES:
        return False
    try:
        tags = dkim.util.parse_tag_value(record)
    except dkim.util.InvalidTagValueList:
        return False
    uses, hashes = tags.get(b"s", b"*").split(b":"), tags.get(b"h", b"sha256").split(b":")
    return (
        bool(tags.get(b"p"))
        and tags.get(b"k", b"rsa") == b"rsa"
        and not TESTING.search(tags.get(b"t", b""))
        and bool({b"*", b"email"} & {use.strip() for use in uses})
        and b"sha256" in {name.strip() for name in hashes}
    )


def _holds(raw: bytes, candidate: Candidate, keys: _Keys) -> bool:
    try:
        return bool(dkim.DKIM(raw, logger=SILENT, minkey=KEY_BITS).verify(idx=candidate.place, dnsfunc=keys))
    except BROKEN:
        return False


def _seal(raw: bytes, sealed: Sequence[Candidate], keys: _Keys) -> Seal | None:
    """Return the newest ARC set, if it is in `sealed` and the chain is unbroken; older sets do not count."""
    try:
        chain = dkim.ARC(raw, logger=SILENT, minkey=KEY_BITS)
        newest = chain.sorted_arc_headers()[0] if sealed else 0
        found = [candidate.signature for candidate in sealed if candidate.instance == newest]
        if len(found) != 1 or newest > SEALS:
            return None
        verdict, sets, _ = chain.verify(dnsfunc=keys)
        if verdict != dkim.CV_Pass or sets[0]["as-domain"].decode("ascii").lower() != found[0].domain:
            return None
    except BROKEN:
        return None
    results = _results(raw, newest)
    return None if results is None else Seal(signature=found[0], results=results)


def _results(raw: bytes, instance: int) -> str | None:
    fields = read_headers(split_head(raw)[0]).all("arc-authentication-results")
    # the middle of a cut field may say what fails
    read = [match for field in fields if len(field) < FIELD and (match := INSTANCE.fullmatch(field))]
    matches = [match for match in read if int(match[1]) == instance]
    return matches[0][2].strip() if len(matches) == 1 else None

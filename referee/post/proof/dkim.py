"""DKIM signatures (RFC 6376) as they are in a mail: whose keys to look up, and what they cover. Asks no network.

Stricter than the RFC, which says only whose key signed some part of a mail: here a signature must cover the whole body,
the sender, the time of writing and the recipients, so that nobody can add to the mail or pass it off as another.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from hashlib import sha256
from itertools import islice

from referee.post.proof.dkim_body import reads_one_way
from referee.post.proof.evidence import Signature, aligned
from referee.post.reading.headers import Headers, message_ids, read_headers, split_head
from referee.post.reading.mailboxes import addresses, one_sender
from referee.post.reading.mime import READ_BYTES

DKIM, SEAL = "dkim-signature", "arc-message-signature"
SIGNATURES = 3
"""The number of signatures of one mail to try."""
SEALS = 5
"""The longest chain of ARC sets that we follow."""
FIELD_BYTES = 4096
BLANKS = re.compile(rb"[ \t]{200}|\s{400}")
"""Longer runs of blanks than people write: canonicalization takes quadratic time for them."""
BLANK_RUN = re.compile(r"\s{40}")
LINE = re.compile(rb"(?:[!-9;-~]+:|[ \t])")
BEFORE = timedelta(days=7)
AFTER = timedelta(days=1)
"""The greatest age of a signed mail when it arrives (servers try for five days), and how far ahead its clock may be."""
TAG = re.compile(r"\s*([A-Za-z]\w*)\s*=([^;]*)", re.ASCII)
SELECTOR = re.compile(r"[A-Za-z0-9_.-]{1,128}", re.ASCII)
HOST = re.compile(r"[a-z0-9_.-]{1,253}", re.ASCII)
DECIDING = ("message-id", "subject", "in-reply-to", "references")
HOW_TO_READ = ("content-type", "content-transfer-encoding")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A signature whose key is worth looking up: its place among the fields of its name (from 0, topmost first), the
    instance of its ARC set (0 for DKIM), and its cover if it is valid."""

    place: int
    instance: int
    signature: Signature


@dataclass(frozen=True, slots=True)
class _Mail:
    raw: bytes
    headers: Headers
    counts: Counter[str]


def candidates(raw: bytes, arrived: datetime) -> list[Candidate]:
    """Return the signatures by the sender's own domain that would prove the sender, topmost first, a few at most. Total
    over any bytes."""
    mail = _read(raw)
    sender = None if mail is None else one_sender(mail.headers.all("from"))
    if mail is None or sender is None:
        return []
    domain = sender[0].rpartition("@")[2]
    return list(islice(_candidates(mail, DKIM, arrived, lambda signer: aligned(signer, domain)), SIGNATURES))


def seals(raw: bytes, arrived: datetime, trusted: Callable[[str], bool]) -> list[Candidate]:
    """Return the message signatures of ARC sets (RFC 8617) by trusted servers that cover the mail as it arrived."""
    mail = _read(raw)
    return [] if mail is None else list(islice(_candidates(mail, SEAL, arrived, trusted), SEALS))


def covered_if_valid(raw: bytes, sender: str, arrived: datetime, *, by_list: bool) -> tuple[Signature, ...]:
    """Find what the signatures by the domain of `sender` cover, for callers who know that one of them is valid, or was
    before a list changed the mail (`by_list`).

    Returns () if a signature is unreadable or covers too little, since nobody knows which signature was valid, or if
    there are too many to read.
    """
    mail = _read(raw, to_verify=False)
    if mail is None or not _timely(mail, arrived):
        return ()
    domain = sender.rpartition("@")[2]
    found: list[Signature] = []
    for value in mail.headers.all(DKIM):
        tags = _tags(value)
        if not tags or not HOST.fullmatch(_domain(tags)):
            return ()
        if aligned(_domain(tags), domain):
            covered = _covered_enough(mail, tags) if _is_complete(tags, arrived) else None
            if covered is None or len(found) == SIGNATURES:
                return ()
            found.append(_signature(mail, tags, covered, wrapped=by_list))
    return tuple(found) if all(signature.clear for signature in found) else ()


def signature_hashes(raw: bytes, sender: str) -> tuple[str, ...]:
    """Hash what each signature for `sender` in the mail signed, valid or not. A mail uses these hashes up, so that
    nobody can send it again with another Message-ID or Content-Type."""
    mail = _read(raw, to_verify=False, strict=False)
    if mail is None:
        return ()
    domain = sender.rpartition("@")[2]
    fields = [(value, True) for value in mail.headers.all(DKIM)] + [(value, False) for value in mail.headers.all(SEAL)]
    found = []
    for value, own in fields:
        tags = _tags(value)
        if tags and (not own or aligned(_domain(tags), domain)) and (mark := _mark(mail, sender, tags)):
            found.append(mark)
    return tuple(dict.fromkeys(found))


def _mark(mail: _Mail, sender: str, tags: dict[str, str]) -> str | None:
    """Hash what one signature signed; None without a signed Date or Message-ID, when two mails with the same text would
    look the same."""
    signed = {*_signed_names(tags)}
    ids = message_ids(mail.headers.all("message-id")[-1:]) if "message-id" in signed else []
    dates = mail.headers.all("date")[-1:] if "date" in signed else []
    if not ids and not dates:
        return None
    # leave out the signature itself, which can be written in several ways
    parts = (sender, *ids, *(" ".join(date.split()) for date in dates), "".join(tags.get("bh", "").split()))
    return sha256("\n".join(parts).encode()).hexdigest()


def _read(raw: bytes, *, to_verify: bool = True, strict: bool = True) -> _Mail | None:
    """Read a mail. None if the header can be read in two ways (`strict`), or verifying takes too long (`to_verify`)."""
    # no signature can vouch for a mail that we do not read to its end
    if to_verify and (len(raw) > READ_BYTES or BLANKS.search(raw)):
        return None
    head, _ = split_head(raw)
    headers = read_headers(head)
    if not headers.whole:
        return None
    lines = head.removesuffix(b"\r").split(b"\n")
    if lines[0].startswith(b"From "):
        lines = lines[1:]
    if strict and (b"\0" in head or not all(LINE.match(x) and b"\r" not in x.removesuffix(b"\r") for x in lines)):
        return None
    return _Mail(raw, headers, Counter(name for name, _ in headers.fields))


def _candidates(mail: _Mail, field: str, arrived: datetime, trusted: Callable[[str], bool]) -> Iterator[Candidate]:
    for place, value in enumerate(mail.headers.all(field)):
        tags = _tags(value)
        if tags and _is_strong(tags, arrived) and trusted(_domain(tags)) and _timely(mail, arrived):
            covered = _covered_enough(mail, tags)
            if covered is not None:
                yield Candidate(place, _number(tags.get("i", "")), _signature(mail, tags, covered))


def _covered_enough(mail: _Mail, tags: dict[str, str]) -> set[str] | None:
    """Return the names of the fields covered, if they say who sent which mail, when and to whom, and if the whole body
    is covered; else None."""
    covered = _covered(mail, _signed_names(tags))
    there = {name for name in covered if mail.counts[name]}
    enough = "l" not in tags and {"from", "date"} <= there and "message-id" in covered and {"to", "cc"} & there
    return covered if enough else None


def _signature(mail: _Mail, tags: dict[str, str], covered: set[str], *, wrapped: bool = False) -> Signature:
    to = addresses(mail.headers.all(*({"to", "cc"} & covered)))
    # a missing field cannot hold anything unsigned
    absent = {name for name in DECIDING if not mail.counts[name]}
    # a relaxed signature does not cover the blanks at the end of a line (RFC 6376, 3.4.4)
    loose = tags.get("c", "").lower().partition("/")[2].strip() == "relaxed"
    clear = reads_one_way(mail.raw, covered, loose=loose, wrapped=wrapped)
    return Signature(domain=_domain(tags), signed=tuple(sorted(covered | absent)), to=to, clear=clear)


def _tags(value: str) -> dict[str, str] | None:
    """Read a tag list (RFC 6376, 3.2); None for any other text, or if a tag occurs twice."""
    if len(value) > FIELD_BYTES or BLANK_RUN.search(value) or not value.isascii():
        return None
    pieces = [piece for piece in value.split(";") if piece.strip()]
    matches = [TAG.fullmatch(piece) for piece in pieces]
    tags = {match[1]: match[2].strip() for match in matches if match}
    return tags if len(tags) == len(pieces) else None


def _domain(tags: dict[str, str]) -> str:
    return tags.get("d", "").lower()


def _signed_names(tags: dict[str, str]) -> list[str]:
    return [name.strip().lower() for name in tags.get("h", "").split(":")]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 13 else 0


def _is_complete(tags: dict[str, str], arrived: datetime) -> bool:
    """Tell if a server would check a signature at all (RFC 6376, 3.5): a skipped signature cannot be the valid one."""
    return tags.get("v", "") == "1" and bool(tags.get("bh") and tags.get("b")) and _has_key(tags, arrived)


def _is_strong(tags: dict[str, str], arrived: datetime) -> bool:
    """Tell if a signature was made with RSA and SHA-256 (RFC 8301) and has not expired."""
    return tags.get("a", "").lower() == "rsa-sha256" and _has_key(tags, arrived)


def _has_key(tags: dict[str, str], arrived: datetime) -> bool:
    """Tell if a signature names a key, and has not expired."""
    ends = tags.get("x", "")
    named = SELECTOR.fullmatch(tags.get("s", "")) is not None
    return named and (not ends or _number(ends) > arrived.timestamp())


def _timely(mail: _Mail, arrived: datetime) -> bool:
    made = _written(mail, arrived)
    return made is not None and -AFTER <= arrived - made <= BEFORE


def date_written(raw: bytes, arrived: datetime) -> datetime | None:
    """Read the Date of a mail; None if it is unreadable, or there twice. Total over any bytes."""
    mail = _read(raw, to_verify=False, strict=False)
    return None if mail is None or mail.counts["date"] != 1 else _written(mail, arrived)


def _written(mail: _Mail, arrived: datetime) -> datetime | None:
    try:
        made = parsedate_to_datetime(mail.headers.first("date"))
        made = made if made.tzinfo else made.replace(tzinfo=arrived.tzinfo)
        # a date at either end of the calendar cannot be compared with others
        return made.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _covered(mail: _Mail, names: list[str]) -> set[str]:
    """Return the names whose every field is signed; none if a field of SIGNED_WHOLE occurs more often than it is
    signed."""
    signed = Counter(names)
    if any(mail.counts[name] > signed[name] for name in signed if name in SIGNED_WHOLE):
        return set()
    return {name for name in signed if name}


SIGNED_WHOLE = {
    *("from", "date", "to", "cc", "reply-to", "sender", "subject", "message-id", "in-reply-to", "references"),
    *("x-original-from", "mime-version", *HOW_TO_READ),
}
"""Fields that decide something or that people see: an unsigned one beside a signed one spoils the signature."""

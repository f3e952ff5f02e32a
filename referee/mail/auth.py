"""What a mail's own header lines prove about its sender. Pure: tokens and people are looked up elsewhere.

Only what the own server wrote counts: its Authentication-Results (RFC 8601) must stand above the line with which that
same server received the mail, since all that stands below may be the sender's invention.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.parser import BytesHeaderParser
from email.policy import compat32

import authres

HEADER_BYTES = 64 * 1024
RECEIVED_BY = re.compile(r"\bby\s+([A-Za-z0-9._-]+)", re.ASCII)
HANDED_ON = re.compile(r"\bwith\s+(?:UTF8)?LMTPS?A?\b", re.IGNORECASE | re.ASCII)
"""A local hand-over (RFC 2033): the server's own delivery, which stands above what it wrote on receipt."""


@dataclass(frozen=True, slots=True)
class Results:
    """What trusted servers say of a sender: `aligned` proves em, `failed` vetoes every other proof."""

    aligned: bool
    failed: bool


NO_RESULTS = Results(False, False)


def trusted_results(raw: bytes, sender: str, trusted: Sequence[str]) -> Results:
    """The results of the servers named in `trusted` about `sender` (a folded address); total over any bytes."""
    if not trusted:
        return NO_RESULTS
    domain = sender.rpartition("@")[2]
    own = _own_lines(raw, {name.lower() for name in trusted})
    verdicts = [verdict for line in own for verdict in _verdicts(line, sender, domain)]
    aligned = any(method != "dmarc" and result == "pass" for method, result in verdicts)
    failed = any(method == "dmarc" and result == "fail" for method, result in verdicts) or (
        not aligned and any(result in ("fail", "hardfail") for _, result in verdicts)
    )
    return Results(aligned and not failed, failed)


def _own_lines(raw: bytes, trusted: set[str]) -> list[str]:
    """The Authentication-Results that stand above the Received line of the very server that they name."""
    waiting: list[tuple[str, str]] = []
    for name, value in _headers(raw):
        if name == "authentication-results":
            authserv = value.split(";", 1)[0].split()
            if authserv and authserv[0].lower() in trusted:
                waiting.append((authserv[0].lower(), value))
        elif name == "received" and not HANDED_ON.search(value):
            by = RECEIVED_BY.search(value)
            host = by[1].lower() if by else ""
            return [line for authserv_id, line in waiting if authserv_id == host]
    return []


def _headers(raw: bytes) -> list[tuple[str, str]]:
    try:
        message = BytesHeaderParser(policy=compat32).parsebytes(raw[:HEADER_BYTES])
        return [(name.lower(), " ".join(str(value).split())) for name, value in message.raw_items()]
    except (ValueError, IndexError, LookupError, RecursionError):
        return []


def _verdicts(line: str, sender: str, domain: str) -> list[tuple[str, str]]:
    """(method, result) of each statement about the sender's own domain; other domains' statements are left out."""
    try:
        parsed = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {line}")
    except (authres.AuthResError, SyntaxError, ValueError, IndexError, AttributeError, RecursionError):
        return []
    found = []
    for result in parsed.results:
        properties = {f"{p.type}.{p.name}".lower(): str(p.value or "").lower() for p in result.properties}
        if _concerns(str(result.method).lower(), properties, sender, domain):
            found.append((str(result.method).lower(), str(result.result).lower()))
    return found


def _concerns(method: str, properties: dict[str, str], sender: str, domain: str) -> bool:
    match method:
        case "dkim":
            signer = properties.get("header.d") or properties.get("header.i", "").rpartition("@")[2]
            return aligned(signer, domain)
        case "spf":
            return aligned(properties.get("smtp.mailfrom", "").rpartition("@")[2], domain)
        case "dmarc":
            return properties.get("header.from", domain).rpartition("@")[2] == domain
        case "auth":
            return properties.get("smtp.auth", "") == sender
        case _:
            return False


def aligned(signer: str, domain: str) -> bool:
    """Whether a signing domain speaks for `domain`: the same, or a parent of it with at least two labels."""
    return bool(signer) and (signer == domain or (domain.endswith("." + signer) and "." in signer))

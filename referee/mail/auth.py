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
LONGEST_REGISTRY = len("com.au")
HANDED_ON = re.compile(
    r"from \S+ (?:\([^()]*\) )?by \S+ (?:\([^()]*\) )?with (?:UTF8)?LMTPS?A?(?: |;|$)", re.IGNORECASE | re.ASCII
)
"""A local hand-over (RFC 2033): the server's own delivery, which stands above what it wrote on receipt. Only where the
protocol itself has its place: a sender can have such words put into a comment, by a quoted envelope address."""

COMMENT = re.compile(r"\((?:[^()\\]|\\.)*\)")
KEYWORD = re.compile(r"[A-Za-z0-9-]+(?<!-)", re.ASCII)
DMARC_FAIL = re.compile(r"\bdmarc\s*=\s*fail\b", re.IGNORECASE | re.ASCII)
ABOUT_SENDER = {"dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",), "auth": ("smtp.auth",)}
"""What names the one who is authenticated, by method: none of it may be said twice."""
DIRECT = ("spf", "auth")
"""What says where the mail came from, and not only what it is."""


@dataclass(frozen=True, slots=True)
class Results:
    """What trusted servers say of a sender: `aligned` proves em, `failed` vetoes every other proof."""

    aligned: bool
    failed: bool
    direct: bool
    """The mail came straight from the sender's own server, or from em by password. A signature alone stays good
    wherever the mail is sent on to, and whoever does it."""


NO_RESULTS = Results(aligned=False, failed=False, direct=False)


def trusted_results(raw: bytes, sender: str, trusted: Sequence[str]) -> Results:
    """The results of the servers named in `trusted` about `sender` (a folded address); total over any bytes."""
    if not trusted:
        return NO_RESULTS
    return judge(own_part(raw, trusted)[0], sender)


def judge(lines: Sequence[str], sender: str) -> Results:
    """What results that are to be believed (the values of Authentication-Results) say about `sender`."""
    domain = sender.rpartition("@")[2]
    verdicts = [verdict for line in lines for verdict in _verdicts(line, sender, domain)]
    aligned = any(method != "dmarc" and result == "pass" for method, result in verdicts)
    failed = any(method == "dmarc" and result == "fail" for method, result in verdicts) or (
        not aligned and any(result in ("fail", "hardfail") for _, result in verdicts)
    )
    direct = any(method in DIRECT and result == "pass" for method, result in verdicts)
    return Results(aligned=aligned and not failed, failed=failed, direct=direct and not failed)


Fields = list[tuple[str, str]]
"""Header fields in order: names in lower case, values on one line."""


def own_part(raw: bytes, trusted: Sequence[str]) -> tuple[list[str], Fields]:
    """The Authentication-Results that stand above the Received line of the very server in `trusted` that they name, and
    all that stands below that line: what came with the mail."""
    names = {name.lower() for name in trusted}
    waiting: list[tuple[str, str]] = []
    fields = _headers(raw)
    for place, (name, value) in enumerate(fields):
        if name == "authentication-results" and (server := authserv(value)) in names:
            waiting.append((server, value))
        elif name == "received" and not HANDED_ON.search(value):
            host = received_by(value)
            return [line for server, line in waiting if server == host], fields[place + 1 :]
    return [], []


def authserv(value: str) -> str:
    """The server that wrote an Authentication-Results, as it says itself, A-Z folded."""
    words = value.split(";", 1)[0].split()
    return words[0].lower() if words else ""


def received_by(value: str) -> str:
    """The server that wrote a Received line, as it says itself, A-Z folded."""
    by = RECEIVED_BY.search(COMMENT.sub(" ", value))
    return by[1].lower() if by else ""


def _headers(raw: bytes) -> Fields:
    try:
        message = BytesHeaderParser(policy=compat32).parsebytes(raw[:HEADER_BYTES])
        return [(name.lower(), " ".join(str(value).split())) for name, value in message.raw_items()]
    except (ValueError, IndexError, LookupError, RecursionError):
        return []


def _verdicts(line: str, sender: str, domain: str) -> list[tuple[str, str]]:
    """(method, result) of each statement about the sender's own domain; other domains' statements are left out.

    A line that does not read as RFC 8601 has it (section 2.2) may hold what a sender wrote into eir envelope address or
    signature: it proves nothing, and only a plain `dmarc=fail` in it counts.
    """
    statements = _statements(line)
    if statements is None:
        return [("dmarc", "fail")] if DMARC_FAIL.search(line) else []
    return [(method, result) for method, result, about in statements if _concerns(method, about, sender, domain)]


def came_from(lines: Sequence[str], domain: str) -> bool:
    """Whether results that are to be believed say that a server of `domain` itself handed the mail in (SPF)."""
    return any(
        (method, result) == ("spf", "pass") and aligned(about.get("smtp.mailfrom", "").rpartition("@")[2], domain)
        for line in lines
        for method, result, about in _statements(line) or ()
    )


def _statements(line: str) -> list[tuple[str, str, dict[str, str]]] | None:
    """Method, result and properties of each statement; None where the line does not read as it should."""
    try:
        parsed = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {line}")
    except (authres.AuthResError, SyntaxError, ValueError, IndexError, AttributeError, RecursionError):
        return None
    if not all(KEYWORD.fullmatch(str(word)) for r in parsed.results for word in (r.method, r.result)):
        return None
    found = []
    for result in parsed.results:
        method = str(result.method).lower()
        names = [f"{p.type}.{p.name}".lower() for p in result.properties]
        if any(names.count(name) > 1 for name in ABOUT_SENDER.get(method, ())):
            return None
        properties = {f"{p.type}.{p.name}".lower(): str(p.value or "").lower() for p in result.properties}
        found.append((method, str(result.result).lower(), properties))
    return found


def _concerns(method: str, properties: dict[str, str], sender: str, domain: str) -> bool:
    match method:
        case "dkim":
            signer = properties.get("header.d") or properties.get("header.i", "").rpartition("@")[2]
            return aligned(signer, domain)
        case "spf":
            local, _, host = properties.get("smtp.mailfrom", "").rpartition("@")
            return aligned(host, domain) and local in ("", sender.rpartition("@")[0])
        case "dmarc":
            return properties.get("header.from", domain).rpartition("@")[2] == domain
        case "auth":
            return properties.get("smtp.auth", "") == sender
        case _:
            return False


def aligned(signer: str, domain: str) -> bool:
    """Whether a signing domain speaks for `domain`: the same, or a parent of it that is no registry's, such as co.uk.

    Registries' domains of two labels are short: what has less than six letters is taken for one.
    """
    parent = domain.endswith("." + signer) and len(signer) > LONGEST_REGISTRY and "." in signer
    return bool(signer) and (signer == domain or parent)

"""What was found out about a mail on receipt, and is kept beside it. Pure: dkim_lookup.py asks the network, once.

Whoever judges a mail later (at once, after a crash, or when its confirmation comes back) judges the same evidence.
"""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A DKIM signature (RFC 6376) that held when the mail came, under a key good enough."""

    domain: str
    """Whose key it was (`d=`), A-Z folded."""
    signed: tuple[str, ...]
    """Names, in lower case, of the header fields of which it covers every one that the mail has."""
    to: tuple[str, ...]
    """The addresses, A-Z folded, in those of To and Cc that it covers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """The newest set of an unbroken ARC chain (RFC 8617): by whom, what it covers, and what e saw on receipt."""

    signature: Signature
    results: str
    """Its ARC-Authentication-Results, without the instance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What held of a mail; `trouble` says what could not be found out, None if everything was."""

    signatures: tuple[Signature, ...] = ()
    seal: Seal | None = None
    """That of a list that is trusted."""
    trouble: str | None = None


NO_EVIDENCE = Evidence()


def to_json(evidence: Evidence) -> dict[str, Any]:
    """As it is kept."""
    return asdict(evidence)


def from_json(kept: dict[str, Any] | None) -> Evidence:
    """From what was kept; mail that came when nothing was asked has none."""
    if kept is None:
        return NO_EVIDENCE
    return Evidence(
        signatures=tuple(_signature(found) for found in kept["signatures"]),
        seal=kept["seal"] and Seal(signature=_signature(kept["seal"]["signature"]), results=kept["seal"]["results"]),
        trouble=kept["trouble"],
    )


def _signature(kept: dict[str, Any]) -> Signature:
    return Signature(domain=kept["domain"], signed=tuple(kept["signed"]), to=tuple(kept["to"]))

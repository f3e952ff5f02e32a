"""The evidence that we found about a mail on receipt and store beside it, and the domains that speak for others. Pure:
dkim_lookup.py asks the network, once.

Whenever the mail is judged (at once, after a crash, or when its confirmation comes back), it is by the same evidence.
"""

from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A DKIM signature (RFC 6376) that was valid when the mail arrived, by a key that is strong enough."""

    domain: str
    """The domain whose key it was (`d=`), A-Z folded."""
    signed: tuple[str, ...]
    """Lower-case names of header fields: the signature covers every field with one of these names."""
    to: tuple[str, ...]
    """The addresses, A-Z folded, in To and Cc, if the signature covers these fields."""
    clear: bool
    """It covers how to read the body, or the body can be read in only one way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """The newest set of an unbroken ARC chain (RFC 8617): who sealed, what the seal covers, what they saw on
    receipt."""

    signature: Signature
    results: str
    """The ARC-Authentication-Results of the set, without the instance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The valid proofs in a mail. `trouble`: what we could not find out; None if we found out everything."""

    signatures: tuple[Signature, ...] = ()
    seal: Seal | None = None
    """A trusted list's."""
    trouble: str | None = None


NO_EVIDENCE = Evidence()
STORED = TypeAdapter(Evidence)


def from_json(stored: dict[str, Any] | None) -> Evidence:
    """Read evidence as `asdict` stores it; it is empty for a mail that arrived while we looked nothing up."""
    return NO_EVIDENCE if stored is None else STORED.validate_python(stored)


LONGEST_REGISTRY = len("com.au")
"""A two-label domain no longer than this may be a registry's, under which anybody can have names."""


def aligned(signer: str, domain: str) -> bool:
    """Tell if a signing domain speaks for `domain`: the same one, or a parent that is not a registry's, such as co.uk.

    Registries' two-label domains are short: we take one of at most six characters for a registry's.
    """
    parent = domain.endswith("." + signer) and len(signer) > LONGEST_REGISTRY and "." in signer
    return bool(signer) and (signer == domain or parent)


def organisation(domain: str) -> str:
    """Guess whose domain it is: its last two labels, or three if those two may be a country registry's, as in
    `club.co.uk`. Too coarse or too fine for some, so let only quotas depend on it."""
    labels = domain.split(".")
    parent = ".".join(labels[-2:])
    country = len(labels[-1]) == 2 and len(parent) <= LONGEST_REGISTRY
    return ".".join(labels[-3:]) if country else parent

"""The proofs of a sender: one table, in the order in which we try them. Pure: the claim holds all they need."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.config import Settings
from referee.post.messages import Automatic, Message
from referee.post.proof.evidence import Evidence, aligned
from referee.post.proof.results import Results
from referee.store.people import Person, Token

WHOLE = frozenset({"message-id", "subject", "in-reply-to", "references"})
"""The header fields that may decide what a mail does, besides those that name its sender."""

CLOCKS = timedelta(minutes=5)
"""The most that a sender's clock may be off."""


@dataclass(frozen=True, slots=True)
class Word:
    """The word of a proof: the claims that it vouches for."""

    covers: frozenset[str]
    """The fields in WHOLE that it covers; we do not read the others."""
    made: datetime | None = None
    """The moment when the mail was signed, if only its signature proves it: somebody may have kept it back since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A mail that claims to be someone's, and all that we know about that claim."""

    settings: Settings
    message: Message
    raw: bytes
    person: Person | None
    token: Token | None
    """The sender's own token that the mail bears."""
    results: Results
    by_server: Word | None
    """The word of our own server that it has checked who wrote the mail; None if it has not checked."""
    by_list: Word | None
    """The word of a trusted list, which has checked the same."""
    rewritten: bool
    """The list surely had the mail and may have changed it, and so broken the signature that our server finds
    broken."""
    evidence: Evidence
    """The evidence, with only the signatures that say that the mail was for us."""
    arrived: datetime
    written: datetime | None
    """The mail's own Date."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One way to prove a sender, named as in `auth.accept`; `holds` returns None if it fails."""

    name: str
    steers: bool
    """The proof is good enough for a gamesmaster's commands."""
    holds: Callable[[Claim], Word | None]


def _token(claim: Claim) -> Word | None:
    token = claim.token
    return Word(WHOLE) if token is not None and token.state == "good" and not token.asks else None


def _results(claim: Claim) -> Word | None:
    """Return the word of our own server's results, or else of a trusted list's."""
    if claim.message.automatic is not Automatic.NO:
        return None
    return claim.by_list if claim.by_server is None else claim.by_server


def _dkim(claim: Claim) -> Word | None:
    """Find what the signatures of the sender's own domain cover together."""
    if claim.message.automatic is not Automatic.NO or claim.message.replaced or claim.results.neighbour:
        return None
    domain = claim.message.sender.rpartition("@")[2]
    covered = [WHOLE & {*s.signed} for s in claim.evidence.signatures if aligned(s.domain, domain)]
    return Word(frozenset[str]().union(*covered), claim.written) if covered and claim.written else None


def _address(claim: Claim) -> Word | None:
    return Word(WHOLE) if claim.message.automatic is Automatic.NO and not claim.message.replaced else None


TOKEN = Proof("token", True, _token)
RESULTS = Proof("results", True, _results)
PROOFS = (
    TOKEN,
    RESULTS,
    Proof("dkim", True, _dkim),
    Proof("address", False, _address),
)
"""The proofs in order: the first that the settings accept and that holds counts."""

CONFIRMED = "confirmed"
"""The proof of a mail whose sender was asked about it and said `yes`."""
STEERING_PROOFS = (*(proof.name for proof in PROOFS if proof.steers), CONFIRMED)


def proven(claim: Claim) -> tuple[str, Word] | None:
    """Return the name of the first proof that holds, and what it vouches for."""
    for proof in _possible(claim):
        if proof.name in claim.settings.auth.accept and (word := proof.holds(claim)) is not None:
            return proof.name, word
    return None


def _possible(claim: Claim) -> tuple[Proof, ...]:
    """Return the proofs that may be tried. A trusted server's *fail* vetoes all of them, with one exception: a list
    that changes a mail breaks its author's signature, so against that *fail* the word of a list that had the mail still
    counts."""
    if claim.results.failed:
        return (RESULTS,) if claim.by_list is not None and claim.rewritten else ()
    return PROOFS if claim.message.plain else (TOKEN,)

"""What proves a sender: one table, in the order in which we try the proofs. Pure: the claim holds all they need."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.config import Settings
from referee.post.messages import Automatic, Incoming
from referee.post.proof.domains import aligned
from referee.post.proof.evidence import Evidence
from referee.post.proof.results import Results
from referee.post.proof.vouched import Vouched
from referee.store.people import Person, Token

WHOLE = frozenset({"message-id", "subject", "in-reply-to", "references"})
"""The header fields that may decide what a mail does, besides those that say whose it is."""

SIGNED_WITHIN = timedelta(days=3)
"""How old an OpenPGP signature may be when its mail arrives."""

CLOCKS = timedelta(minutes=5)
"""How far off a sender's clock may be."""


@dataclass(frozen=True, slots=True)
class Word:
    """What a proof vouches for."""

    covers: frozenset[str]
    """The fields in WHOLE that it covers; we do not read the others."""
    made: datetime | None = None
    """When the mail was signed, if only its signature proves it: somebody may have kept it back since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A mail that claims to be someone's, and all that we know about that claim."""

    settings: Settings
    incoming: Incoming
    raw: bytes
    person: Person | None
    token: Token | None
    """The sender's own token that the mail bears."""
    results: Results
    by_server: Word | None
    """What our own server vouches for, having checked that the sender wrote the mail; None if it has not."""
    by_list: Word | None
    """What a trusted list vouches for in the same way."""
    rewritten: bool
    """That list surely had the mail and may have changed it, and so broken the signature that our server finds
    broken."""
    evidence: Evidence
    """Only those of its signatures that say the mail was for us."""
    vouched: Vouched | None
    """What the sender's OpenPGP key signed."""
    arrived: datetime
    written: datetime | None
    """The mail's own Date."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One way to prove a sender, named as in `auth.accept`; `holds` returns None if it fails."""

    name: str
    steers: bool
    """Whether it is good enough for a gamesmaster's commands."""
    holds: Callable[[Claim], Word | None]


def _token(claim: Claim) -> Word | None:
    token = claim.token
    return Word(WHOLE) if token is not None and token.state == "good" and not token.asks else None


def _results(claim: Claim) -> Word | None:
    """Our own server's results, or else a trusted list's."""
    if claim.incoming.automatic is not Automatic.NO:
        return None
    return claim.by_list if claim.by_server is None else claim.by_server


def _dkim(claim: Claim) -> Word | None:
    """What the signatures of the sender's own domain cover together."""
    if claim.incoming.automatic is not Automatic.NO or claim.incoming.replaced:
        return None
    domain = claim.incoming.sender.rpartition("@")[2]
    covered = [WHOLE & {*s.signed} for s in claim.evidence.signatures if aligned(s.domain, domain)]
    return Word(frozenset[str]().union(*covered), claim.written) if covered and claim.written else None


def _pgp(claim: Claim) -> Word | None:
    """A signature covers no header field, and proves nothing once it is old."""
    if claim.vouched is None or claim.incoming.automatic is not Automatic.NO:
        return None
    fresh = claim.arrived - SIGNED_WITHIN <= claim.vouched.made <= claim.arrived + CLOCKS
    return Word(frozenset(), claim.vouched.made) if fresh else None


def _address(claim: Claim) -> Word | None:
    return Word(WHOLE) if claim.incoming.automatic is Automatic.NO and not claim.incoming.replaced else None


TOKEN = Proof("token", True, _token)
RESULTS = Proof("results", True, _results)
PGP = Proof("pgp", True, _pgp)
PROOFS = (
    TOKEN,
    RESULTS,
    Proof("dkim", True, _dkim),
    PGP,
    Proof("address", False, _address),
)
"""In order: the first that the settings accept and that holds counts."""

CONFIRMED = "confirmed"
"""The proof of a mail whose sender was asked about it and said `yes`."""
STEERING_PROOFS = (*(proof.name for proof in PROOFS if proof.steers), CONFIRMED)


def proven(claim: Claim) -> tuple[str, Word] | None:
    """The name of the first proof that holds, and what it vouches for."""
    for proof in _possible(claim):
        if proof.name in claim.settings.auth.accept and (word := proof.holds(claim)) is not None:
            return proof.name, word
    return None


def _possible(claim: Claim) -> tuple[Proof, ...]:
    """The proofs that may be tried. A trusted server's *fail* vetoes all of them, with one exception: a list that
    changes a mail breaks its author's signature, so against that *fail* the word of a list that had the mail still
    counts."""
    if claim.results.failed:
        return (RESULTS,) if claim.by_list is not None and claim.rewritten else ()
    return PROOFS if claim.incoming.plain else (TOKEN,)

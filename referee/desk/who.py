"""Whose mail it is: the sender, and what proves em. Changes nothing but a token that was shown around."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.config import Settings
from referee.desk.case import Case
from referee.desk.proofs import STEERING_PROOFS, WHOLE, Claim, proven
from referee.desk.send import local_domain
from referee.mail.auth import trusted_results
from referee.mail.domainkeys import marks
from referee.mail.evidence import Evidence
from referee.mail.lists import KEPT, USUAL, passed_results, sealed_results
from referee.mail.lists import author as lists_author
from referee.mail.messages import Automatic, Incoming
from referee.mail.signed import Vouched, vouched
from referee.store import people
from referee.store.people import Person, Token
from referee.store.post import Received

SUBJECT_TOKEN = re.compile(r"\(ref ([a-z2-7]{24})\)", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Who wrote a mail. `proof` is a name in PROOFS or `confirmed`; None: it may be anybody."""

    address: str
    name: str
    person: Person | None
    gamesmaster: bool
    proof: str | None
    token: Token | None
    """The token that the mail bears and that is eirs, also one already spent."""
    vetoed: bool
    """A trusted server says that the mail is forged: then nothing in it proves anything."""
    covers: frozenset[str] = WHOLE
    """The header fields that the proof covers, out of WHOLE."""
    marks: tuple[str, ...] = ()
    """What the mail's own signatures signed: a proven copy uses them up, whatever else is changed about it."""
    vouched: Vouched | None = None
    """What the key that e gave signed."""
    weak: str | None = None
    """A proof that holds, and is not enough for all that the mail asks."""

    @property
    def known(self) -> bool:
        """Whether the referee ever heard of this address."""
        return self.person is not None or self.gamesmaster

    @property
    def bears_token(self) -> bool:
        """Whether the mail bears a token of the sender's that is still good, be it for a move or for a `yes`."""
        return self.token is not None and self.token.state == "good" and not self.vetoed

    @property
    def backing(self) -> str | None:
        """The proof that tells the mail from forged ones, be it too weak for what it asks; a bare From is none."""
        return next((proof for proof in (self.proof, self.weak) if proof in STEERING_PROOFS), None)

    @property
    def anybody(self) -> bool:
        """Whether the mail may be anybody's, and whom it names never heard of the referee."""
        return not self.known and self.backing is None

    @property
    def may_steer(self) -> bool:
        """A gamesmaster whose mail is proven by more than its From."""
        return self.gamesmaster and self.proof in STEERING_PROOFS


def identify(case: Case, incoming: Incoming, received: Received) -> Sender:
    """The sender of a mail and what proves em, in the order of PROOFS."""
    settings = case.desk.settings
    results = trusted_results(received.raw, incoming.sender, settings.auth.trusted_authserv)
    person = people.by_address(case.tx, incoming.sender)
    token = _token(case, incoming)
    if token is not None and token.address != incoming.sender:
        token = None
    if token is not None and shown_around(settings, incoming):
        people.spend(case.tx, token.token, "burnt")
        token = None
    evidence = for_us(settings, received.evidence)
    claim = Claim(
        settings=settings,
        incoming=incoming,
        raw=received.raw,
        person=person,
        token=token,
        results=results,
        by_list=_by_list(settings, incoming, received.raw, evidence),
        evidence=evidence,
        vouched=_vouched(settings, incoming, person, received),
        arrived=received.arrived,
    )
    proof, covers = proven(claim) or (None, WHOLE)
    return Sender(
        address=incoming.sender,
        name=incoming.sender_name,
        person=person,
        gamesmaster=incoming.sender in settings.referee.gamesmasters,
        proof=proof,
        token=token,
        vetoed=results.failed,
        covers=covers,
        marks=(*marks(received.raw, incoming.sender), *((claim.vouched.word,) if claim.vouched else ())),
        vouched=claim.vouched,
    )


def authored(settings: Settings, incoming: Incoming, raw: bytes) -> Incoming:
    """The mail as its author's where the list put its own address into From; as it is where nobody else is named."""
    posting = settings.referee.list
    if posting is None or incoming.sender != posting:
        return incoming
    lists = settings.auth.trusted_lists
    author = lists_author(raw, posting, set(lists.values()) - {KEPT} if lists else USUAL)
    return incoming if author is None else replace(incoming, sender=author, replaced=True)


def for_us(settings: Settings, evidence: Evidence) -> Evidence:
    """The evidence without signatures of mail that was for others: anyone whom it went to could send it on to us."""
    seal = evidence.seal
    return replace(
        evidence,
        signatures=tuple(s for s in evidence.signatures if any(_is_ours(settings, address) for address in s.to)),
        seal=seal if seal and any(_is_ours(settings, address) for address in seal.signature.to) else None,
    )


def _by_list(settings: Settings, incoming: Incoming, raw: bytes, evidence: Evidence) -> frozenset[str] | None:
    lists, replaced = settings.auth.trusted_lists, incoming.replaced
    if evidence.seal and sealed_results(evidence.seal, incoming.sender, lists, replaced=replaced).aligned:
        return WHOLE & {*evidence.seal.signature.signed}
    trusted = settings.auth.trusted_authserv
    passed = passed_results(raw, incoming.sender, trusted, lists, replaced=replaced)
    ours = any(_is_ours(settings, address) for address in incoming.recipients)
    return WHOLE if passed.aligned and ours else None


def _vouched(settings: Settings, incoming: Incoming, person: Person | None, received: Received) -> Vouched | None:
    """What the person's key signed; nothing where the signed text says that it is another's, or for someone else."""
    if person is None or person.key is None or incoming.signed is None:
        return None
    found = vouched(incoming.signed, person.key, received.arrived)
    if found is None or found.sender not in (None, incoming.sender):
        return None
    ours = not found.recipients or any(subaddress(settings, address) is not None for address in found.recipients)
    return found if ours else None


def covered(incoming: Incoming, sender: Sender) -> Incoming:
    """The mail without what its proof does not cover: that may be anyone's addition, and decides nothing."""
    bare = incoming
    if sender.proof == "pgp" and sender.vouched is not None:
        bare = replace(bare, text=sender.vouched.text, keys=sender.vouched.keys)
    if "subject" not in sender.covers:
        bare = replace(bare, subject="", reply_subject=True)
    if not {"in-reply-to", "references"} <= sender.covers:
        bare = replace(bare, references=())
    return bare if "message-id" in sender.covers else replace(bare, message_id=None)


def sights(incoming: Incoming, sender: Sender) -> tuple[str, ...]:
    """How a mail is known again: any by its bytes, since what proved it may be spent when the mailbox hands it out once
    more; only a proven one uses up its Message-ID and its signatures."""
    if sender.proof is None:
        return (f"bytes {incoming.digest}",)
    return (
        f"bytes {incoming.digest}",
        f"proven {incoming.sender} {incoming.message_id or incoming.digest}",
        *(f"signed {mark}" for mark in sender.marks),
    )


def _token(case: Case, incoming: Incoming) -> Token | None:
    for word in token_words(case.desk.settings, incoming):
        if (token := people.find_token(case.tx, word)) is not None:
            return token
    return None


def token_words(settings: Settings, incoming: Incoming) -> list[str]:
    """What may be tokens in a mail: the subaddresses of the referee that it went to, or the mark in its subject."""
    if not settings.smtp.subaddress:
        return SUBJECT_TOKEN.findall(incoming.subject)
    return [sub for a in (*incoming.recipients, *incoming.delivered) if (sub := subaddress(settings, a)) is not None]


def subaddress(settings: Settings, address: str) -> str | None:
    """What stands behind the sign in an address of the referee's; "" in the bare one, None in a foreign one."""
    local, domain = local_domain(settings)
    name, _, host = address.rpartition("@")
    if host != domain or not name.startswith(local):
        return None
    rest = name.removeprefix(local)
    sign = settings.smtp.subaddress
    return "" if not rest else rest[len(sign) :] if sign and rest.startswith(sign) else None


def shown_around(settings: Settings, incoming: Incoming) -> bool:
    """Whether the mail, and the token in it, went to anyone besides the referee."""
    return any(subaddress(settings, address) is None for address in incoming.recipients)


LEFT_ALONE: tuple[tuple[str, Callable[[Settings, Sender, Incoming], bool]], ...] = (
    ("own-mail", lambda settings, sender, _: _is_ours(settings, sender.address)),
    ("bounce", lambda *mail: mail[2].automatic is Automatic.BOUNCE),
    ("automatic-reply", lambda *mail: mail[2].automatic is Automatic.REPLIED),
    ("machine-without-token", lambda *mail: mail[2].automatic is Automatic.GENERATED and not mail[1].bears_token),
)
"""Mail that does nothing and gets no answer, whatever it says: the first rule that holds names the reason."""


def _is_ours(settings: Settings, address: str) -> bool:
    return address == settings.referee.list or subaddress(settings, address) is not None


def left_alone(case: Case, sender: Sender, incoming: Incoming) -> str | None:
    """Why a mail is left alone; None if it is to be read."""
    settings = case.desk.settings
    return next((why for why, holds in LEFT_ALONE if holds(settings, sender, incoming)), None)

"""The sender of a mail, and the proof that they wrote it. Changes nothing."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from referee.config import Settings
from referee.desk.case import Case
from referee.desk.sender.proofs import STEERING_PROOFS, TOKEN, WHOLE, Claim, Word, proven
from referee.desk.sender.reply_addresses import has_ended, is_ours, own_token, token_words
from referee.post.messages import Automatic, Message
from referee.post.proof.dkim import covered_if_valid, date_written, signature_hashes
from referee.post.proof.evidence import Evidence, Signature
from referee.post.proof.results import (
    FROM,
    USUAL,
    Results,
    lists_author,
    passed_results,
    sealed_results,
    trusted_results,
)
from referee.post.reading.headers import repeats_a_field
from referee.post.reading.token_words import possible_tokens
from referee.store import event_log, games, inbox, people
from referee.store.inbox import StoredMail
from referee.store.people import Person, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """The writer of a mail. `proof` is a name in PROOFS (`token`: a good token), or `confirmed`; None: anybody may have
    written it."""

    address: str
    name: str
    person: Person | None
    gamesmaster: bool
    proof: str | None
    token: Token | None
    """The sender's own token that the mail bears, even if spent already."""
    vetoed: bool
    """A trusted server says that the mail is forged, so nothing in it proves anything."""
    covers: frozenset[str] = WHOLE
    """The header fields that the proof covers, from WHOLE."""
    marks: tuple[str, ...] = ()
    """The signatures of the mail. The mail uses them up, so that nobody can change the rest of it and send it again."""
    signed: bool = False
    """One of these signatures is valid, even if it proves nothing."""
    used_up: bool = False
    """The mail would be proven, had not an unproven one borne its signature before."""
    made: datetime | None = None
    """The moment when the mail was signed, if only its signature proves it."""
    plans: bool = False
    """Only a spent token proves the mail: enough for plans in the round in which the token was issued."""

    @property
    def known(self) -> bool:
        """The referee has heard of this address."""
        return self.person is not None or self.gamesmaster

    @property
    def bears_token(self) -> bool:
        """The mail bears a good token of the sender's, for a move or for a `yes`."""
        return self.token is not None and self.token.state == "good" and not self.vetoed

    @property
    def backing(self) -> str | None:
        """The proof that the mail is not forged; a bare From is no proof."""
        return self.proof if self.proof in STEERING_PROOFS else None

    @property
    def proven(self) -> bool:
        """A proof that the operator accepts proves the mail; a bare From may be such a proof."""
        return self.proof is not None or self.plans

    @property
    def burnt_token(self) -> str | None:
        """The word of their own token, if it is dead because others saw it in this mail or an earlier one."""
        burnt = self.token is not None and self.token.state == "burnt" and not self.vetoed
        return self.token.token if burnt and self.token is not None else None

    @property
    def dead_address(self) -> str:
        """The state of their own token, if it proves nothing any more; empty if the mail bears none."""
        return "" if self.token is None or self.vetoed or self.token.state == "good" else self.token.state

    @property
    def anybody(self) -> bool:
        """The referee does not know the From address, and anybody may have written the mail."""
        return not self.known and self.backing is None

    @property
    def may_steer(self) -> bool:
        """The sender is a gamesmaster whose mail is proven by more than its From."""
        return self.gamesmaster and self.proof in STEERING_PROOFS


def identify(case: Case, message: Message, stored: StoredMail) -> Sender:
    """Identify the sender of a mail, and the first of PROOFS that holds."""
    settings = case.desk.settings
    auth = settings.auth
    results = trusted_results(stored.raw, message.sender, auth.trusted_authserv, logins=auth.smtp_auth)
    person = people.by_address(case.tx, message.sender)
    token = own_token(case.tx, case.desk.settings, message)
    if token is not None and has_ended(token, stored.arrived):
        token = replace(token, state="ended")
    evidence = for_us(settings, stored.evidence)
    marks = signature_hashes(stored.raw, message.sender)
    by_list, rewritten = _by_list(case, message, stored, evidence)
    claim = Claim(
        settings=settings,
        message=message,
        raw=stored.raw,
        person=person,
        token=token,
        results=results,
        by_server=None if message.replaced else _known(case, message, stored, results, by_list=False),
        by_list=by_list,
        rewritten=rewritten,
        evidence=evidence,
        arrived=stored.arrived,
        written=date_written(stored.raw, stored.arrived),
    )
    proof, word = proven(claim) or (None, Word(WHOLE))
    used_up = word.made is not None and inbox.seen(case.tx, borne(marks), stored.id)
    if used_up:
        proof, word = None, Word(WHOLE)
    return Sender(
        address=message.sender,
        name=message.sender_name,
        person=person,
        gamesmaster=message.sender in settings.referee.gamesmasters,
        proof=proof,
        token=token,
        vetoed=results.failed,
        covers=word.covers,
        made=word.made,
        marks=marks,
        used_up=used_up,
        signed=results.signed or bool(stored.evidence.signatures or stored.evidence.seal),
        plans=proof is None and not results.failed and _proves_plans(case, token, stored.arrived),
    )


def borne(marks: tuple[str, ...]) -> tuple[str, ...]:
    """Return the marks of signatures that a mail bore and that did not prove it."""
    return tuple(f"borne {mark}" for mark in marks)


def _proves_plans(case: Case, token: Token | None, arrived: datetime) -> bool:
    """Tell if a token is spent while its round is still being played, so that its owner may go on planning."""
    if token is None or token.asks or token.state != "spent" or TOKEN.name not in case.desk.settings.auth.accept:
        return False
    row = None if token.game is None else games.find(case.tx, token.game)
    if row is None or token.turn is None or row.ended_at is not None:
        return False
    lives = token.expires is None or token.expires >= arrived
    return lives and token.turn >= event_log.load(case.tx, row).opening


def authored(settings: Settings, message: Message, raw: bytes) -> Message:
    """Return the mail as its author's, if the list put its own address into From and names the author; else
    unchanged."""
    posting = settings.referee.list
    if posting is None or message.sender != posting:
        return message
    lists = settings.auth.trusted_lists
    author = lists_author(raw, posting, set(lists.values()) - {FROM} if lists else USUAL)
    return message if author is None else replace(message, sender=author, replaced=True)


def for_us(settings: Settings, evidence: Evidence) -> Evidence:
    """Return the evidence without the signatures of a mail that was meant for others, or that reads in another way: any
    of its readers could send it on to us."""
    seal = evidence.seal
    return replace(
        evidence,
        signatures=tuple(s for s in evidence.signatures if s.clear and _names_us(settings, s)),
        seal=seal if seal and seal.signature.clear and _names_us(settings, seal.signature) else None,
    )


def _names_us(settings: Settings, signature: Signature) -> bool:
    return any(is_ours(settings, address) for address in signature.to)


def _by_list(case: Case, message: Message, stored: StoredMail, evidence: Evidence) -> tuple[Word | None, bool]:
    """Find what a trusted list vouches for, and whether the mail surely went through the list, which may have changed
    it."""
    settings = case.desk.settings
    lists, replaced, seal = settings.auth.trusted_lists, message.replaced, evidence.seal
    results = sealed_results(seal, message.sender, lists, replaced=replaced)
    sealed = _known(case, message, stored, results, by_list=True)
    if seal is not None and sealed is not None:
        # somebody may have kept back a mail that a list sealed, as one that its author signed
        return Word(sealed.covers & {*seal.signature.signed}, date_written(stored.raw, stored.arrived)), True
    if not any(is_ours(settings, address) for address in message.recipients):
        return None, False
    passed = passed_results(
        stored.raw,
        message.sender,
        settings.auth.trusted_authserv,
        lists,
        bounces=settings.auth.list_bounces,
        replaced=replaced,
    )
    # only its return address tells a list from others who send from the same host
    return _known(case, message, stored, passed, by_list=True), message.listed and bool(settings.auth.list_bounces)


def _known(case: Case, message: Message, stored: StoredMail, results: Results, *, by_list: bool) -> Word | None:
    """Find which part of a mail the results vouch for: all of it if the mail came straight from its sender. If anybody
    may have sent it on, only the part that the sender's domain signed, if that was for us. If somebody added to the
    mail, no part.

    Not called if a list replaced the From: our own server's results are then about the list.
    """
    if not results.aligned or repeats_a_field(stored.raw):
        return None
    if results.direct:
        return Word(WHOLE)
    signatures = covered_if_valid(stored.raw, message.sender, stored.arrived, by_list=by_list)
    if not signatures or not all(_names_us(case.desk.settings, signature) for signature in signatures):
        return None
    covers = WHOLE.intersection(*(signature.signed for signature in signatures))
    return Word(covers, date_written(stored.raw, stored.arrived))


def others_token(case: Case, sender: Sender, message: Message) -> Token | None:
    """Return the reply token in a mail from an address that is no Gamesmaster's and has no seat in the game of its
    letter, if that letter went to another address; None if others have seen it."""
    if sender.gamesmaster or sender.token is not None or sender.vetoed:
        return None
    found = (people.find_token(case.tx, word) for word in token_words(case.desk.settings, message))
    return next((each for each in found if each is not None and _is_elsewhere(case, sender, each)), None)


def _is_elsewhere(case: Case, sender: Sender, token: Token) -> bool:
    if sender.person is None:
        return token.state in ("good", "spent")
    # a player elsewhere may have been sent an old letter, and ask about it
    return token.state == "good" and token.game is not None and not _sits(case, token.game, sender.person)


def _sits(case: Case, game: int, person: Person) -> bool:
    return games.seat_of(case.tx, game, person.id) is not None


def token_holder(case: Case, message: Message, raw: bytes) -> Sender | None:
    """Return the person to whom the good token in a mail without a sender was issued: a token anywhere in it, if its
    head names nobody. There is no proof that they wrote the mail."""
    words = token_words(case.desk.settings, message) if message.everyone.addresses else [*possible_tokens(raw)]
    for token in people.live_tokens(case.tx, words):
        person = None if token.state != "good" else people.by_address(case.tx, token.address)
        if person is not None:
            masters = case.desk.settings.referee.gamesmasters
            return Sender(
                address=person.address,
                name=person.name,
                person=person,
                gamesmaster=person.address in masters,
                proof=None,
                token=token,
                vetoed=False,
            )
    return None


def as_a_persons(sender: Sender, message: Message) -> Message:
    """Return the mail as a person's, if its return path is empty but it bears a reply address of theirs; else
    unchanged."""
    if message.automatic is Automatic.UNNAMED and (sender.bears_token or sender.plans):
        return replace(message, automatic=Automatic.NO)
    return message


class LeftAlone(StrEnum):
    """The reasons why a mail does nothing and gets no answer, whatever it says."""

    OWN_MAIL = "own-mail"
    BOUNCE = "bounce"
    AUTOMATIC_REPLY = "automatic-reply"
    MACHINE_WITHOUT_TOKEN = "machine-without-token"


def left_alone(settings: Settings, sender: Sender, message: Message) -> LeftAlone | None:
    """Say why we leave a mail alone; None if we should read it."""
    if is_ours(settings, sender.address):
        return LeftAlone.OWN_MAIL
    if message.automatic in (Automatic.BOUNCE, Automatic.UNNAMED):
        return LeftAlone.BOUNCE
    if message.automatic is Automatic.REPLIED:
        return LeftAlone.AUTOMATIC_REPLY
    if message.automatic is Automatic.GENERATED and not sender.bears_token:
        return LeftAlone.MACHINE_WITHOUT_TOKEN
    return None

"""Puts letters into the outbox, with ids, reply tokens and envelopes. Opens no socket, and chooses no recipient."""

from dataclasses import dataclass
from datetime import timedelta

from referee.config import Settings
from referee.desk.case import Case
from referee.desk.quotas import may_notify
from referee.post.compose import to_bytes
from referee.post.messages import Incoming, Letter
from referee.post.proof.openpgp import KeyUnusable
from referee.store import games, outbox, people
from referee.store.people import Person, Token
from referee.store.signups import Lineup
from referee.telling.answers import Alarm, Answer, Last
from referee.telling.letters import Cause, Ids, Recipient

GOOD_FOR = timedelta(days=90)
"""How long the reply address of a letter proves its recipient, unless something ends it sooner."""


def local_domain(settings: Settings) -> tuple[str, str]:
    """The referee's own address in two parts."""
    local, _, domain = settings.referee.address.rpartition("@")
    return local, domain


def reply_address(settings: Settings, token: str) -> str | None:
    """The address that carries a token; None where the provider has no subaddresses."""
    if not settings.smtp.subaddress:
        return None
    local, domain = local_domain(settings)
    return f"{local}{settings.smtp.subaddress}{token}@{domain}"


def envelope_sender(settings: Settings, secret: str) -> str:
    """Where a letter comes back to if it bounces: an address of its own, at which all mail is read as a bounce.

    It holds no number: consecutive numbers would tell everybody how many letters the referee writes, and when.
    """
    return reply_address(settings, f"b.{secret}") or settings.referee.address


def round_thread(settings: Settings, game: int, round: int) -> str:
    """The message id to which every letter of one round refers."""
    return f"spades.{game}.{round}@{local_domain(settings)[1]}"


def recipient(person: Person) -> Recipient:
    """A person as letters know them."""
    return Recipient(
        address=person.address, name=person.name, timezone=person.timezone, format=person.format, key=person.key
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a letter is about, as the outbox stores it."""

    game: int | None = None
    turn: int | None = None
    lineup: int | None = None
    event: str


def new_ids(
    case: Case,
    person: Person | None,
    about: About,
    *,
    thread: str | None = None,
    opens: bool = False,
    answers: Incoming | None = None,
    token: bool = True,
) -> Ids:
    """Message id, thread and reply address of a new letter; a token for `person`, if they get one, is stored.

    `thread`: the round's id, which the letter takes as its own if it `opens` the round on a list.
    """
    settings = case.desk.settings
    message_id = thread if opens and thread else f"{case.draws.secret()}@{local_domain(settings)[1]}"
    answered = answers.message_id if answers else None
    refers = (answered,) if answered else (thread,) if thread and thread != message_id else ()
    word = case.draws.secret() if token and person else None
    if word and person:
        people.issue(
            case.tx,
            Token(
                token=word,
                person=person.id or None,
                address=person.address,
                game=about.game,
                turn=about.turn,
                confirms=None,
                moves=None,
                lines=None,
                expires=case.now + GOOD_FOR,
                state="good",
            ),
        )
    reply_to = reply_address(settings, word) if word else None
    return Ids(
        message_id=message_id,
        in_reply_to=refers[0] if refers else None,
        references=refers,
        reply_to=reply_to,
        token=word,
    )


def send(case: Case, letter: Letter, about: About, *, bulk: bool = False) -> int:
    """Queue one letter; its number in the outbox. `bulk`: it is a watcher's, and all other letters go first.

    A letter that cannot be encrypted to its reader's key any more never goes out in clear: one that says so takes its
    place.
    """
    try:
        raw = to_bytes(letter, case.desk.settings.referee)
    except KeyUnusable as why:
        raw = to_bytes(case.desk.letters.unsealed(letter, str(why)), case.desk.settings.referee)
        _tell_of_key(case, letter, about, str(why))
    return outbox.queue(
        case.tx,
        game=about.game,
        turn=about.turn,
        lineup=about.lineup,
        recipient=letter.to,
        event=about.event,
        message_id=letter.message_id,
        secret=case.draws.secret(),
        raw=raw,
        now=case.now,
        bulk=bulk,
    )


def _tell_of_key(case: Case, letter: Letter, about: About, why: str) -> None:
    """Write to the Gamesmaster, once a day, that one of their players cannot be shown their cards."""
    kept = None if about.game is None else games.find(case.tx, about.game)
    if (
        kept is None
        or kept.gamesmaster == letter.to
        or not may_notify(case, kept.gamesmaster, f"key {letter.to}", seated=True)
    ):
        return
    master = people.welcome(case.tx, kept.gamesmaster, kept.gamesmaster.partition("@")[0])
    cause = f"since their OpenPGP key {why}. They were told how to mend it."
    sentence = f"{letter.to_name} cannot be shown their cards in game {kept.id}, {cause}"
    send_answer(case, master, Alarm((sentence,)), game=kept.id)


def send_answer(
    case: Case,
    person: Person,
    answer: Answer,
    *,
    game: int | None = None,
    turn: int | None = None,
    table: Lineup | None = None,
    to: Incoming | None = None,
    last: Last | None = None,
    bulk: bool = False,
) -> int:
    """Write and queue one private letter, in the thread of the mail `to` that it answers; its number in the outbox.

    One about a full `table` shows the number that its game will have, one about a `game` the head of its record. The
    `last` answer of a day says that it is.
    """
    about = About(game=game, turn=turn, lineup=None if table is None else table.id, event=answer.event)
    ids = new_ids(case, person, about, answers=to)
    shown = game if table is None else table.number
    subject = to.subject if to else None
    kept = None if game is None else games.find(case.tx, game)
    head = kept.head if kept else None
    cause = Cause(written=case.now, subject=subject, game=shown, head=head, last=last)
    letter = case.desk.letters.answer(answer, recipient(person), ids, cause)
    return send(case, letter, about, bulk=bulk)

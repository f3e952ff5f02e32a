"""Puts letters into the outbox, with ids, reply tokens and envelopes. Opens no socket and chooses no recipient."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from referee.config import Settings
from referee.desk.case import Bundle, Case
from referee.desk.sender.reply_addresses import LETTER_LIFE, local_domain
from referee.games import SeatView
from referee.post.compose import to_bytes
from referee.post.messages import Letter, Message
from referee.store import clocks, games, outbox, people, proposals
from referee.store.people import Person, Token
from referee.store.signups import Lineup
from referee.store.tournaments import TournamentRow
from referee.telling.letter_kinds import Last
from referee.telling.letters import Cause, Ids, Recipient
from referee.telling.notices import Answer


def reply_address(settings: Settings, token: str) -> str | None:
    """Return the address that carries a token; None if the provider has no subaddresses."""
    if not settings.smtp.subaddress:
        return None
    local, domain = local_domain(settings)
    return f"{local}{settings.smtp.subaddress}{token}@{domain}"


def envelope_sender(settings: Settings, secret: str) -> str:
    """Return the address where a letter bounces to: one of its own, at which we look for reports of failure.

    It holds no number: consecutive numbers would tell everybody how many letters the referee writes, and when.
    """
    return reply_address(settings, f"b.{secret}") or settings.referee.address


def round_thread(settings: Settings, game: int, round: int) -> str:
    """Return the message id that all letters of one round refer to."""
    return f"spades.{game}.{round}@{local_domain(settings)[1]}"


def recipient(person: Person) -> Recipient:
    """Return a person as letters know them."""
    return Recipient(
        address=person.address,
        name=person.name,
        timezone=person.timezone,
        format=person.format,
        habits=person.habits,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The subject of a letter: a game, at a turn or as a whole, a full table, or a tournament; `event` is its
    Spades-Event."""

    game: int | None = None
    turn: int | None = None
    table: Lineup | None = None
    tournament: TournamentRow | None = None
    event: str = ""
    bulk: bool = False
    """The letter is for a watcher: all other letters go first."""
    own: SeatView | None = None
    """The game as the reader sees it, if they play in it."""
    offer: str | None = None
    """The command that the letter offers to do for a `yes`, as one types it: at this turn, or never. With an `asker` it
    is their question, and the letter offers no command."""
    asker: int | None = None
    """The person whose question the letter brings."""
    asks: bool = False
    """The letter puts the question that waits for an answer in the game."""
    question: Token | None = None
    """The token of the question of ours that the letter puts; its reply address is that one."""

    @property
    def cup(self) -> int | None:
        """The number of the tournament."""
        return None if self.tournament is None else self.tournament.id


PLAY = "show my hand"
"""The offer of the first letter to somebody whom a Gamesmaster put into a game: a `yes` brings their hand. No other
letter offers it in these words."""

NOTHING = About()
"""A letter about no game, no table and no tournament."""


@contextmanager
def stored_together(case: Case) -> Iterator[Case]:
    """Store all letters that are written within the block, and their tokens, at once at its end; store none if it ends
    with an exception. Nobody can look up a letter before that."""
    bundle = Bundle()
    yield replace(case, bundle=bundle)
    _store(case, bundle)


def _store(case: Case, bundle: Bundle) -> None:
    people.issue(case.tx, bundle.tokens)
    outbox.queue(case.tx, bundle.letters, case.now)
    if (notice := bundle.notice) is not None and notice.game is not None:
        clocks.set_notice(case.tx, notice.game, notice.message_id)


def new_ids(
    case: Case,
    person: Person | None,
    about: About,
    *,
    thread: str | None = None,
    opens: bool = False,
    answers: Message | None = None,
) -> Ids:
    """Make message id, thread and reply address of a new letter; its token for `person` is stored as the letter is.

    `thread` is the round's id; a letter that `opens` the round on a list takes it as its own.
    """
    settings = case.desk.settings
    message_id = thread if opens and thread else f"{case.draws.secret()}@{local_domain(settings)[1]}"
    answered = answers.message_id if answers else None
    refers = (answered,) if answered else (thread,) if thread and thread != message_id else ()
    token = None if about.question is None else about.question.token
    if token is None and person is not None:
        token = _issue(case, person, about)
    return Ids(
        message_id=message_id,
        in_reply_to=refers[0] if refers else None,
        references=refers,
        reply_to=reply_address(settings, token) if token else None,
        token=token,
    )


def _issue(case: Case, person: Person, about: About) -> str:
    token = Token(
        token=case.draws.secret(),
        person=person.id or None,
        address=person.address,
        game=about.game,
        turn=about.turn,
        lines=about.offer,
        expires=case.now + LETTER_LIFE,
        proposal=_open_proposal(case, about, person.address),
        tournament=about.cup,
        asker=about.asker,
    )
    if case.bundle is None:
        people.issue(case.tx, [token])
    else:
        case.bundle.tokens.append(token)
    return token.token


def _open_proposal(case: Case, about: About, to: str) -> int | None:
    """Find the proposal to which a `yes` to a letter would agree; None if the letter offers something else for a `yes`.

    Only the question itself takes a `yes`. A player who asked, or has agreed, may still say `no` to any letter about
    the game.
    """
    if about.game is None or about.offer:
        return None
    number = games.open_proposal(case.tx, about.game)
    if number is None or about.asks or (asked := proposals.waiting(case.tx, about.game)) is None:
        return number
    agreed = {asked.seat, *asked.agreed}
    return number if any(people.seated(case.tx, about.game)[seat].address == to for seat in agreed) else None


def queue_letter(case: Case, letter: Letter, about: About, *, notice: bool = False) -> None:
    """Queue one letter, unless it is for an empty seat; `notice`: the clock of its game waits for it."""
    if letter.to == people.NOBODY:
        return
    written = outbox.Written(
        game=about.game,
        turn=about.turn,
        lineup=None if about.table is None else about.table.id,
        recipient=letter.to,
        event=about.event,
        message_id=letter.message_id,
        secret=case.draws.secret(),
        raw=to_bytes(letter, case.desk.settings.referee),
        bulk=about.bulk,
        proposal=_open_proposal(case, about, letter.to),
        tournament=about.cup,
    )
    bundle = case.bundle or Bundle()
    bundle.letters.append(written)
    if notice:
        bundle.notice = written
    if case.bundle is None:
        _store(case, bundle)


def send_answer(
    case: Case,
    person: Person,
    answer: Answer,
    about: About = NOTHING,
    *,
    to: Message | None = None,
    last: Last | None = None,
) -> None:
    """Write and queue one private letter, in the thread of the mail `to` that it answers.

    A letter about a full table shows the number that its game will have, one about a game the head of its record. The
    `last` answer of a day says that it is the last.
    """
    about = replace(about, event=answer.event)
    ids = new_ids(case, person, about, answers=to)
    row = None if about.game is None else games.find(case.tx, about.game)
    cause = Cause(
        written=case.now,
        game=about.game if about.table is None else about.table.number,
        of=row.game if row else "spades",
        head=row.head if row else None,
        own=about.own,
        last=last,
        tournament=about.cup,
        called="" if about.tournament is None else about.tournament.name,
    )
    queue_letter(case, case.desk.letters.answer(answer, recipient(person), ids, cause), about)


def send_to_list(case: Case, answer: Answer, about: About) -> None:
    """Write and queue one letter to the list."""
    settings = case.desk.settings.referee
    assert settings.list is not None, "the settings hold a list in external mode"
    send_to_anyone(case, Recipient(address=settings.list, name="", timezone=None, format="html"), answer, about)


def send_to_anyone(case: Case, to: Recipient, answer: Answer, about: About) -> None:
    """Write and queue one letter that others will read too: without a reply address, which would prove its bearer."""
    about = replace(about, event=answer.event)
    cause = Cause(written=case.now, game=about.game, tournament=about.cup)
    queue_letter(case, case.desk.letters.answer(answer, to, new_ids(case, None, about), cause), about)

"""One mail's wishes, one by one: each is done whole or refused whole, and one answer tells what became of them."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from referee.asking import requests as ask
from referee.asking.grammar import MOVES, read_mail
from referee.asking.redact import redacted
from referee.asking.requests import Asked, Reading, Request
from referee.desk.case import Case, Complaint
from referee.desk.people.address_change import move_in, says_no
from referee.desk.people.keys import check_key, for_all_of, told
from referee.desk.people.sign_up import pair
from referee.desk.people.wishes import settle
from referee.desk.questions import reply
from referee.desk.quotas import Slot, may_answer, may_answer_stranger, may_tell_asked, may_tell_full
from referee.desk.send import send_answer
from referee.desk.sender import confirm
from referee.desk.sender.confirm import confirmed
from referee.desk.sender.doubt import doubted, several
from referee.desk.sender.identify import Sender, authored, identify, shown_around, sights, subaddress, token_holder
from referee.desk.sender.proofs import CONFIRMED
from referee.desk.table.act import move, position_at
from referee.desk.table.rulings import steer
from referee.desk.table.salts import salt
from referee.desk.table.talk import say
from referee.desk.which_game import Meant, find_game, own_games
from referee.desk.wrong import Wrong
from referee.post.messages import Automatic, Incoming
from referee.post.reading.automatic import reads_as_report
from referee.post.reading.parse import read_message
from referee.spades.commands import Concede, Salt, Show, Withdraw
from referee.spades.refusal import Reason, Refusal
from referee.spades.view import SeatView, view
from referee.store import games, inbox, people
from referee.store.people import Person, Token
from referee.telling.answers import Answer, Done, Error, NotUnderstood, RecordPage, Refused

PRIVATE = (
    ask.Hand,
    ask.Join,
    ask.Leave,
    ask.SetName,
    ask.SetAddress,
    ask.SetTimezone,
    ask.SetFormat,
    ask.SetNotify,
    ask.SetKey,
    ask.AutoShow,
    Show,
    Salt,
)
"""What is between a player and the referee alone."""


NAMELESS = (
    "it does not name exactly one address, so nobody can tell whose mail it is; "
    "let your mail program write your name, and your address in angle brackets, and send it again"
)
BOUND = (ask.Steering, ask.Say, ask.ChallengeBook, Concede, Withdraw, Show)
"""What may be wished at any position, and is still meant for the one at which it was written."""

OWN = (ask.Question, ask.Personal)
"""What touches nobody but its sender: all that is done where it is not known what a question showed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mail's wishes."""

    done: list[str] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    held: list[Asked] = field(default_factory=list)


def obey(case: Case, sender: Sender, incoming: Incoming, arrived: datetime, reading: Reading) -> None:
    """Do what a mail asks, as far as its sender may, and answer them."""
    sender = replace(sender, acting=_is_acting(case, sender, incoming))
    if sender.anybody:
        # whom the mail names may be its victim: none of its words go there
        reading = redacted(reading)
    if reading.unclear:
        case.notes.append("refused/unclear")
        _answer_error(case, sender, incoming, Outcome(), tuple((u.line, u.why) for u in reading.unclear))
        return
    doubtful = _doubtful(case, sender, incoming, reading)
    if not reading.asked and (not doubtful or says_no(case, sender, incoming.text)):
        _answer_chat(case, sender, incoming, reading)
        return
    outcome = Outcome()
    sender = for_all_of(sender, replace(reading, asked=(*reading.asked, *doubtful)))
    for asked in reading.asked:
        _one(case, sender, incoming, arrived, asked, outcome)
    unclear = several(doubtful)
    _ask(case, sender, incoming, outcome.held, () if unclear else doubtful)
    if outcome.refused or unclear:
        _answer_error(case, sender, incoming, outcome, unclear)
    elif outcome.done:
        _answer(case, sender, incoming, Done(tuple(outcome.done)))


def answer_nameless(case: Case, incoming: Incoming) -> str:
    """Tell whoever holds the reply address of a mail whose From names nobody that it cannot be read; the words for its
    log line."""
    holder = token_holder(case, incoming)
    if holder is None or incoming.listed or incoming.automatic is not Automatic.NO:
        return "ignored/no single sender"
    case.notes.append("refused/no-single-sender")
    _answer_error(case, holder, replace(incoming, subject=""), Outcome(), (("From: …", NAMELESS),))
    return " ".join(case.notes)


def _one(case: Case, sender: Sender, incoming: Incoming, arrived: datetime, asked: Asked, outcome: Outcome) -> None:
    name = type(asked.request).__name__
    try:
        _check(case, sender, incoming, asked)
        if _waits(sender, asked.request) or _kept_back(case, sender, incoming, arrived, asked.request):
            if not asked.whole:
                raise Complaint(Wrong.NOT_SHOWN_WHOLE)
            case.notes.append(f"{name}/unproven")
            outcome.held.append(asked)
            return
        with case.tx.begin_nested():
            outcome.done.extend(_carry_out(case, sender, incoming, arrived, asked))
        case.notes.append(f"{name}/accepted")
    except Refusal as no:
        case.notes.append(f"{name}/{no.reason}")
        outcome.refused.append(Refused(asked.line, no.reason, no.facts))
    except Complaint as no:
        case.notes.append(f"{name}/{no.wrong}")
        outcome.refused.append(Refused(asked.line, no.wrong, no.facts))


def _check(case: Case, sender: Sender, incoming: Incoming, asked: Asked) -> None:
    """Raises Complaint or Refusal for what neither a proof nor a confirmation would mend."""
    request = asked.request
    if isinstance(request, ask.Steering) and not sender.gamesmaster:
        raise Complaint(Wrong.NOT_GAMESMASTER)
    if isinstance(request, ask.Play | ask.Say | Salt) and not sender.known:
        raise Complaint(Wrong.NO_GAME)
    if isinstance(request, PRIVATE) and shown_around(case.desk.settings, incoming, sender.person):
        raise Complaint(Wrong.PRIVATE_ONLY, command=asked.line)
    if isinstance(request, ask.SetKey):
        check_key(case, sender, incoming, request)
    if isinstance(request, MOVES) and sender.proof is None and sender.token and sender.token.state == "spent":
        raise Refusal(Reason.STALE)


def _waits(sender: Sender, request: Request) -> bool:
    """Whether a wish waits for a confirmation: what is not proven, but for questions of those whom we know."""
    if isinstance(request, ask.Steering):
        return not sender.may_steer
    if isinstance(request, ask.Yes) or sender.proof is not None:
        return False
    return not (isinstance(request, ask.Question) and sender.known)


def _kept_back(case: Case, sender: Sender, incoming: Incoming, arrived: datetime, request: Request) -> bool:
    """Whether a signature is all that proves a wish, and the position at which it was made is over: somebody may have
    kept the mail back. A move says so by itself."""
    if sender.made is None or not isinstance(request, BOUND):
        return False
    try:
        meant = find_game(case, sender, incoming, steering=isinstance(request, ask.Steering))
    except Complaint:
        return False
    return position_at(case, meant, arrived, sender.made) < meant.game.turn


def _carry_out(case: Case, sender: Sender, incoming: Incoming, arrived: datetime, asked: Asked) -> Sequence[str]:
    """Do one wish; sentences for the answer where no announcement tells of it."""
    request = asked.request
    if isinstance(request, ask.Yes):
        return _yes(case, sender, incoming)
    if isinstance(request, ask.Say):
        say(case, sender, incoming, request)
        return ()
    if isinstance(request, Salt):
        salt(case, sender, incoming, request)
        return ()
    if isinstance(request, ask.Question):
        _answer(case, sender, incoming, reply(case, sender, incoming, request))
        return ()
    if isinstance(request, ask.Play):
        move(case, sender, incoming, arrived, request)
        return ()
    if isinstance(request, ask.Steering):
        done = steer(case, sender, incoming, request)
        return () if done is None else (done,)
    settled = settle(case, sender, incoming, request)
    return () if settled is None else (settled,)


def _yes(case: Case, sender: Sender, incoming: Incoming) -> Sequence[str]:
    """Do what was asked about, at this moment. Raises Complaint if there is nothing to confirm."""
    token = confirmed(case, sender)
    if token.pairs is not None:
        paired = pair(case, incoming, token)
        return () if paired is None else (paired,)
    if token.confirms is None:
        move_in(case, incoming, token)
        return ()
    first = inbox.mail(case.tx, token.confirms)
    asking = read_message(first.raw)
    assert isinstance(asking, Incoming), "a mail that asked for something was read before"
    asking = authored(case.desk.settings, asking, first.raw)
    proven = replace(identify(case, asking, first), proof=CONFIRMED, made=None)
    held = _asked_about(read_mail(asking, case.desk.sheets), token)
    if not held or not inbox.first_sight(case.tx, sights(asking, proven), first.id):
        raise Complaint(Wrong.NOTHING_TO_CONFIRM)
    obey(case, proven, asking, first.arrived, Reading(asked=held))
    return ()


def _asked_about(reading: Reading, token: Token) -> tuple[Asked, ...]:
    """The wishes of a mail that a question's letter showed, as it showed them: what it left out is not done."""
    if token.lines is None:
        plain = redacted(reading).asked
        return tuple(asked for asked in plain if asked.whole and isinstance(asked.request, OWN))
    about = token.lines.split("\n")
    waiting = (*reading.asked, *doubted(reading))
    ways = zip(waiting, redacted(Reading(asked=waiting)).asked, strict=True)
    found = (next((way for way in both if way.whole and way.words in about), None) for both in ways)
    return tuple(asked for asked in found if asked is not None)


def _doubtful(case: Case, sender: Sender, incoming: Incoming, reading: Reading) -> tuple[Asked, ...]:
    """What the sender is asked about because it may be old, without what would be refused in any case.

    What is surely old is asked about only where no command is found, in place of that answer, and on eir own turn.
    """
    doubtful = doubted(reading)
    if not (reading.asked or reading.doubtful) and doubtful:
        own = _own_view(case, sender, _place(case, sender, incoming))
        if own is None or not own.mine or several(doubtful) or not _is_for_us(case, sender, incoming):
            return ()
    return tuple(asked for asked in doubtful if _may_ask(case, sender, incoming, asked))


def _may_ask(case: Case, sender: Sender, incoming: Incoming, asked: Asked) -> bool:
    try:
        _check(case, sender, incoming, asked)
    except (Complaint, Refusal):
        return False
    return asked.whole


def _ask(case: Case, sender: Sender, incoming: Incoming, held: list[Asked], doubtful: tuple[Asked, ...]) -> None:
    """Ask the address itself whether it wrote what waits, and whether it means what may be old: in one letter."""
    case.notes.extend(f"{type(asked.request).__name__}/doubtful" for asked in doubtful)
    if not held and not any(_waits(sender, asked.request) for asked in doubtful):
        if doubtful:
            _ask_of_doubt(case, sender, incoming, doubtful)
        return
    every = (*held, *doubtful)
    steering = any(isinstance(asked.request, ask.Steering) for asked in every)
    lines, old = (tuple(line for asked in some for line in told(asked, incoming)) for some in (held, doubtful))
    person = _person(case, sender)
    # a question of somebody unknown takes their answer's place; to come in is counted apart
    coming = any(isinstance(asked.request, ask.Personal) for asked in every)
    if confirm.ask(case, sender, person, incoming, lines, every, doubtful=old, steering=steering, coming=coming):
        return
    if held and sender.known and may_tell_asked(case, person.id):
        again = [Refused(asked.line, Wrong.ASKED_BEFORE, {}) for asked in held]
        _answer_error(case, sender, incoming, Outcome(refused=again), (), slot=Slot())
    else:
        case.notes.append("no-slot")


def _ask_of_doubt(case: Case, sender: Sender, incoming: Incoming, doubtful: tuple[Asked, ...]) -> None:
    """Ask a proven sender, out of the slots for answers: who need not act is not asked about the same again today."""
    person, meant = _person(case, sender), _place(case, sender, incoming)
    slot = _slot(case, sender, person, _once(meant, "doubtful", *(asked.line for asked in doubtful)))
    if slot is None:
        case.notes.append("no-slot")
    else:
        confirm.ask_of_doubt(case, person, incoming, doubtful, slot)


def _person(case: Case, sender: Sender) -> Person:
    """Whom to write to; a gamesmaster is entered on the first letter, someone unknown never."""
    if sender.person is not None:
        return sender.person
    if sender.gamesmaster:
        return people.welcome(case.tx, sender.address, sender.address.partition("@")[0])
    return people.by_address(case.tx, sender.address) or confirm.stranger(sender.address)


def _answer(
    case: Case, sender: Sender, incoming: Incoming, answer: Answer, *reasons: str, slot: Slot | None = None
) -> None:
    """Send an answer if a slot is left, or `slot` was taken already; for the same `reasons` it goes once a turn."""
    person = _person(case, sender)
    meant = _place(case, sender, incoming)
    once = _once(meant, *reasons) if reasons else None
    slot = slot or _slot(case, sender, person, once, full=Wrong.DAY_FULL in reasons)
    if slot is None:
        case.notes.append("no-slot")
        return
    game = None if meant is None else meant.game.id
    turn = None if meant is None else meant.game.turn
    if isinstance(answer, RecordPage) and answer.game != game:
        game, turn = answer.game, None
    to = replace(incoming, subject="") if sender.anybody else incoming
    send_answer(case, person, answer, game=game, turn=turn, to=to, last=slot.last)


def _slot(case: Case, sender: Sender, person: Person, once: str | None, *, full: bool = False) -> Slot | None:
    """A slot for an answer, if one is left; `full`: it tells somebody that nobody comes in any more today."""
    if person.id != confirm.STRANGER:
        return may_answer(case, person.id, proven=sender.proven, acting=sender.acting, once=once)
    backed = sender.backing is not None
    if full and backed:
        return Slot() if may_tell_full(case, person.address) else None
    return may_answer_stranger(case, person.address, backed=backed)


def _once(meant: Meant | None, *reasons: str) -> str:
    """What is said once a turn: some of the reasons are sentences, so the digest of them all."""
    place = "" if meant is None else f"{meant.game.id} {meant.game.turn}"
    return f"{place} {hashlib.sha256(chr(10).join(reasons).encode()).hexdigest()[:16]}"


def _is_acting(case: Case, sender: Sender, incoming: Incoming) -> bool:
    """Whether the sender is a gamesmaster, or on turn: in the game that the mail means if they sit in it, else in
    any."""
    if sender.gamesmaster:
        return True
    own, meant = own_games(case, sender), _place(case, sender, incoming)
    running = [kept for kept in own if meant is not None and kept.id == meant.game.id] or own
    views = (_own_view(case, sender, Meant(kept, None)) for kept in running)
    return any(own is not None and own.mine for own in views)


def _place(case: Case, sender: Sender, incoming: Incoming) -> Meant | None:
    """The game that an answer is about, where there is just one."""
    try:
        steering = sender.gamesmaster and not own_games(case, sender)
        meant = find_game(case, sender, incoming, steering=steering)
    except Complaint:
        return None
    return meant


def _own_view(case: Case, sender: Sender, meant: Meant | None) -> SeatView | None:
    if meant is None or sender.person is None:
        return None
    seat = games.seat_of(case.tx, meant.game.id, sender.person.id)
    return None if seat is None else view(games.load(case.tx, meant.game), seat)


def _answer_error(
    case: Case,
    sender: Sender,
    incoming: Incoming,
    outcome: Outcome,
    unclear: tuple[tuple[str, str], ...],
    *,
    slot: Slot | None = None,
) -> None:
    meant = _place(case, sender, incoming)
    own = _own_view(case, sender, meant)
    deadline = None if meant is None else meant.game.deadline
    error = Error(tuple(outcome.refused), unclear, tuple(outcome.done), own, deadline)
    reasons = (*(each.reason for each in outcome.refused), *(why for _, why in unclear))
    _answer(case, sender, incoming, error, *reasons, slot=slot)


def _answer_chat(case: Case, sender: Sender, incoming: Incoming, reading: Reading) -> None:
    """A mail without a command: left alone on the list, answered when it was for the referee."""
    case.notes.append("no-command")
    if says_no(case, sender, incoming.text):
        return
    if not _is_for_us(case, sender, incoming):
        return
    if incoming.automatic is Automatic.GENERATED or reads_as_report(incoming.subject, incoming.text):
        # a program has no use for a friendly word, and a report whose marks were lost may answer it
        return
    meant = _place(case, sender, incoming)
    deadline = None if meant is None else meant.game.deadline
    asked = sender.bears_token and sender.token is not None and sender.token.asks
    answer = NotUnderstood(reading.chat, _own_view(case, sender, meant), deadline, asked)
    _answer(case, sender, incoming, answer, "chat")


def _is_for_us(case: Case, sender: Sender, incoming: Incoming) -> bool:
    """Whether a mail was written to the referee, and not to the list."""
    settings = case.desk.settings
    to_us = any(subaddress(settings, address) is not None for address in incoming.recipients)
    posted = incoming.listed or settings.referee.list in incoming.recipients
    return not posted and (sender.known or to_us)

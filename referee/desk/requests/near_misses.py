"""Badly typed commands: done if a line has one reading that is legal now, else offered for a `yes`, or explained.

Only in mail that a person wrote to the referee itself, and never a misplay: what the law would punish is not done.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.asking.commands import Asked, BareNumber, DropPlans, MakePlan, Personal, Question, Reading, SetHabit, Yes
from referee.asking.grammar import MOVES, read_commands
from referee.asking.near_misses.hear import Heard, hear, hear_steering
from referee.asking.near_misses.tidy import tidy
from referee.asking.near_misses.words import YES, YES_ALONE
from referee.desk.case import Case
from referee.desk.requests.answers import is_for_us
from referee.desk.requests.offers import NONE, Offer
from referee.desk.requests.request import Mail, Meant, Refused, Unmeant
from referee.desk.requests.which_game import own_view
from referee.desk.tournaments.awaited import awaited
from referee.desk.tournaments.classes import class_said
from referee.post.messages import Automatic
from referee.spades.commands import MakeBid, PlayCard
from referee.spades.decide import ruling
from referee.spades.moves import fault
from referee.spades.plan_choice import choose
from referee.spades.plans import NO_HABITS
from referee.spades.refusal import Reason, Refusal
from referee.spades.view import SeatView
from referee.store.people import Token

BESIDE = (Question, Personal, MakePlan, DropPlans, SetHabit)
"""What a mail may ask besides a near miss: it neither is a move nor agrees to one."""

GREETING = 3
"""How many words a line may have above one that we act on: it is a greeting or a name."""

TAKES_BACK = re.compile(
    r"\b(?:no|nope|not|never|cannot|\w+n['’]?t|wait|if|unless|should|instead|rather|actually|kidding|joking|mistake|cancel"
    r"|ignore|forget|nein|nicht|kein|doch|non|pas|niet)\b",
    re.IGNORECASE,
)
"""What makes a line beside a badly typed one a reason to ask first."""

DOUBTS = re.compile(rf"{TAKES_BACK.pattern}|\?|\d|\b(?:but|maybe|perhaps|later|once|when|until)\b", re.IGNORECASE)
"""What makes a `yes` with more words no plain one."""

AGREES = re.compile(rf"(?:{YES})\s*[,.!:;\u2013\u2014-]+\s+", re.IGNORECASE)
SAID_MORE = 6
"""How many words may stand behind a `yes` that answers the question of a tournament's letter."""


@dataclass(frozen=True, slots=True)
class Near:
    """A mail's reading, with what its near miss surely asks; what to offer instead; or why it is not done."""

    reading: Reading
    offer: Offer = NONE
    refused: Refused | None = None


def resolve(case: Case, mail: Mail, reading: Reading) -> Near:
    """What to make of the near miss in a mail, if it holds one."""
    if (offer := _rank_alone(case, mail, reading)).words:
        return Near(replace(reading, asked=()), offer)
    if not _may_hold_one(case, mail, reading):
        return Near(reading)
    if (twice := _said_twice(reading)) is not None:
        return Near(reading, _offer(mail, reading, reading.asked[0].line, (twice,)))
    heard = _only(reading)
    if heard is None:
        return Near(reading, _steering(mail, reading))
    if heard.now:
        return Near(reading, _picked(mail, reading, heard))
    if isinstance(heard.asked[0].command, MakeBid | PlayCard):
        return _move(mail, reading, heard)
    if heard.sure and _stands_first(reading, heard.line):
        return Near(_with(reading, _as_typed(heard)))
    return Near(reading, _offer(mail, reading, heard.line, heard.asked))


def with_yes(case: Case, mail: Mail, reading: Reading) -> Reading:
    """The reading, with a `yes` in other words in a mail that a person wrote to us, whether we know them or not."""
    if mail.incoming.automatic is not Automatic.NO or not is_for_us(case, mail):
        return reading
    agreed = _agreed(case, mail, reading)
    return reading if agreed is None else _with(reading, agreed)


def _may_hold_one(case: Case, mail: Mail, reading: Reading) -> bool:
    """Whether to look for a near miss: a person known to us wrote to us, and asks for no move in plain words."""
    besides = all(isinstance(asked.command, BESIDE) for asked in reading.asked) or _said_twice(reading) is not None
    return (
        _is_by_a_person(case, mail) and besides and len(reading.unclear) <= 1 and bool(reading.near or reading.unclear)
    )


def _is_by_a_person(case: Case, mail: Mail) -> bool:
    """Whether a person known to us wrote to us."""
    return mail.sender.known and mail.incoming.automatic is Automatic.NO and is_for_us(case, mail)


def _said_twice(reading: Reading) -> Asked | None:
    """The one move of a mail that names it on two lines."""
    if len(reading.asked) != 1 or len(reading.unclear) != 1:
        return None
    first, second = hear(reading.asked[0].line), hear(reading.unclear[0].line)
    same = first is not None and second is not None and first.sure and first.asked == second.asked
    return first.asked[0] if same and first is not None and isinstance(first.asked[0].command, MOVES) else None


def _agreed(case: Case, mail: Mail, reading: Reading) -> Asked | None:
    """A `yes` in other words, to a letter that asks for one."""
    line = next(iter(reading.near), "")
    token = _question(case, mail) if line else None
    if token is None:
        return None
    if not reading.asked and (said := class_said(case, token, line)):
        return Asked(line, Yes(said), (line,))
    tidied = tidy(line)
    plain = tidied is not None and tidied.sure and tidied.words in YES_ALONE.split("|")
    if not (plain or (token.tournament is not None and _agrees(line))) or reading.asked or reading.unclear:
        return None
    if not _stands_alone(reading, line):
        return None
    return Asked(line, Yes(), (line,), heard="yes")


def _question(case: Case, mail: Mail) -> Token | None:
    """The token of the letter whose question a mail answers: of the very letter, or the only one that waits."""
    token = mail.sender.token
    if token is not None and mail.sender.bears_token and (token.offer or token.asks):
        return token
    waiting = awaited(case, mail.sender)
    return waiting[0] if len(waiting) == 1 else None


def _agrees(line: str) -> bool:
    """Whether a short line says yes and more that takes none of it back: `Yes, that's him!`."""
    start = AGREES.match(line)
    more = line[start.end() :] if start else ""
    return start is not None and len(more.split()) <= SAID_MORE and not DOUBTS.search(more)


def _only(reading: Reading) -> Heard | None:
    """The one near miss of a mail: of its unclear line, if it has one. Beside other lines that say a move it is not
    sure."""
    lines = [each.line for each in reading.unclear] or reading.near
    heard = [each for line in lines if (each := hear(line)) is not None]
    if not heard or any(each.asked != heard[0].asked for each in heard):
        return None
    said = sum(hear(line) is not None for line in reading.near)
    return replace(heard[0], sure=heard[0].sure and said <= 1)


def _rank_alone(case: Case, mail: Mail, reading: Reading) -> Offer:
    """The one legal card of the rank that a mail names, and nothing else, while a card is due."""
    own = own_view(mail.meant)
    if own is None or not own.legal_cards or not reading.asked or not _is_by_a_person(case, mail):
        return NONE
    asked = reading.asked[0]
    if len(reading.asked) > 1 or reading.unclear or not isinstance(asked.command, BareNumber):
        return NONE
    rank = "T" if asked.command.number == 10 else str(asked.command.number)
    ways = (f"play {card}" for card in own.legal_cards if card.rank == rank)
    return _offer(mail, replace(reading, asked=()), asked.line, _read(ways))


def _picked(mail: Mail, reading: Reading, heard: Heard) -> Offer:
    """The card that a player means by what it does, if it is their turn: `my lowest heart`."""
    own = own_view(mail.meant)
    (asked,) = heard.asked
    assert isinstance(asked.command, MakePlan), "what says what to play now was read as a plan for one turn"
    chosen = None if own is None else choose(own, (asked.command.plan,), NO_HABITS).command
    return _offer(mail, reading, heard.line, _read([f"play {chosen.card}"])) if isinstance(chosen, PlayCard) else NONE


def _read(lines: Iterable[str]) -> Iterator[Asked]:
    return (asked for line in lines for asked in read_commands(line).asked)


def _steering(mail: Mail, reading: Reading) -> Offer:
    """What a gamesmaster's one misspelt command may be."""
    if not mail.sender.gamesmaster or mail.sender.proof is None or (reading.asked and not reading.unclear):
        return NONE
    lines = [each.line for each in reading.unclear] or reading.near
    ways = {asked.command: (asked.line, line) for line in lines for asked in hear_steering(line)}
    if len(ways) != 1:
        return NONE
    ((words, line),) = ways.values()
    return Offer(words, line=line)


def _move(mail: Mail, reading: Reading, heard: Heard) -> Near:
    """A near bid or play of a proven sender, as the law stands."""
    own = own_view(mail.meant)
    if own is None or own.to_act is None or mail.sender.proof is None:
        return Near(reading)
    alone = _stands_first(reading, heard.line) and _stands_alone(reading, heard.line)
    does = Near(_with(reading, _as_typed(heard))) if heard.sure and alone else None
    if not own.mine:
        # the law refuses it as if it were well typed; a bid that may still be changed is not changed by a slip
        return does if does and not heard.bare and not own.legal_bids else Near(reading)
    if does and _may_be_made(own, heard.asked[0]):
        return does
    if does and not heard.bare:
        return Near(reading, refused=_refused(mail.meant, heard))
    return Near(reading, _offer(mail, reading, heard.line, heard.asked))


def _may_be_made(own: SeatView, asked: Asked) -> bool:
    """Whether a move is legal now; anything else is left to the law."""
    match asked.command:
        case MakeBid(value, blind=blind):
            return own.may_bid_blind if blind else value in own.legal_bids
        case PlayCard(card):
            return card in own.legal_cards
    return True


def _refused(meant: Meant | Unmeant, heard: Heard) -> Refused:
    """Why a near miss with one reading is not done: in the law's words, but never as a misplay."""
    assert isinstance(meant, Meant), "there is a game that the player sees"
    (asked,) = heard.asked
    said = replace(asked, line=f"{heard.line} (understood: {asked.line})")
    assert isinstance(asked.command, MakeBid | PlayCard), "it is a move"
    assert meant.seat is not None, "it is the player's turn"
    try:
        ruling(meant.game, meant.seat, asked.command, meant.game.turn)
    except Refusal as no:
        return Refused(said, no.reason, no.facts)
    assert isinstance(asked.command, PlayCard), "a bid is legal or refused"
    wrong = fault(meant.game, meant.seat, asked.command.card)
    assert wrong is not None, "the card is not legal"
    return Refused(said, Reason.ILLEGAL_CARD, {"card": asked.command.card, "fault": wrong.kind})


def _offer(mail: Mail, reading: Reading, line: str, ways: Iterable[Asked]) -> Offer:
    """The one legal way to take a line, for a `yes` at this turn. Nothing while a `yes` could mean something else."""
    own = own_view(mail.meant)
    if own is None or own.asked or mail.sender.proof is None or (reading.asked and not reading.unclear):
        return NONE
    assert isinstance(mail.meant, Meant), "there is a game that the player sees"
    if mail.meant.answers not in (None, mail.meant.row.turn):
        return NONE
    commands = {asked.command: asked.line for asked in ways if _may_be_made(own, asked)}
    return Offer(next(iter(commands.values())), line=line) if len(commands) == 1 else NONE


def _stands_first(reading: Reading, line: str) -> bool:
    """Whether nothing but a greeting stands above a line."""
    above = reading.near[: reading.near.index(line)] if line in reading.near else ()
    return all(len(each.split()) <= GREETING for each in above)


def _stands_alone(reading: Reading, line: str) -> bool:
    """Whether no other line may take it back, as in `I cannot play` above it, or `no, wait` below."""
    return not any(TAKES_BACK.search(each) for each in reading.near if each != line)


def _as_typed(heard: Heard) -> Asked:
    (asked,) = heard.asked
    return replace(asked, line=heard.line, heard=asked.line)


def _with(reading: Reading, asked: Asked) -> Reading:
    return replace(reading, asked=(*reading.asked, asked), unclear=())

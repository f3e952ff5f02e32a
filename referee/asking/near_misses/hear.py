"""What a line that is no command may have been meant as: its readings, and whether one of them is sure.

Never acts, and never asks what is legal or whose turn it is.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from referee.asking import commands as ask
from referee.asking.cards import is_interjection
from referee.asking.command_table import STOPS
from referee.asking.commands import Asked, Command
from referee.asking.grammar import read_commands
from referee.asking.near_misses.moves import Meant, Move, moves
from referee.asking.near_misses.phrases import nearest_phrases
from referee.asking.near_misses.steering import steering
from referee.asking.near_misses.tidy import Tidied, as_written, tidy
from referee.asking.near_misses.typos import corrected
from referee.asking.near_misses.words import ASKING, PLAY, QUESTIONS, I
from referee.asking.plans import HEAD, PICK, entries_in
from referee.spades import commands as game
from referee.spades.cards import Card

SUGGESTED = (
    *(ask.Hand, ask.Memory, ask.Status, ask.Score, ask.History, ask.Games, ask.Rules, ask.Help, ask.ShowPlans),
    *(ask.MakePlan, ask.DropPlans, ask.SetHabit, ask.AutoShow, ask.YieldBooks, ask.BareNumber, ask.BareCard),
    *(game.MakeBid, game.PlayCard, game.Claim, game.Show, game.Undo, game.Misdeal),
)
"""What a line may be taken for: what belongs to a turn. Nothing that ends a game, moves a person or steers."""

STEERING = (ask.Start, ask.Tables, ask.ExtendBy, ask.LimitTo, ask.InAllGames, game.Pause, game.Resume)
"""What a Gamesmaster's line may be taken for."""

ACE = re.compile(r"a[shdc]|[shdc]a")
CAPITALS = re.compile(r"\b(?:A[SHDC]|[SHDC]A)\b")
NAME = re.compile(r"\b(?:Ace|King|Queen|Jack) (?:Spade|Heart|Diamond|Club)\b")
SENTENCES = re.compile(r"[.;!?,]+\s+|\s+[-\u2013\u2014]+\s+|\n")
_QUESTION = {words: re.compile(rf"{ASKING}(?:{names})") for words, names in QUESTIONS.items()}
_PICK = re.compile(rf"(?P<verb>{I}{PLAY} ?)?(?P<pick>{PICK.pattern})", re.ASCII)
_PLAN = re.compile(r"plan[:=]? ?(?P<rule>.+)")
_WHOSE = re.compile(r"who(?:'s|se|s| is)(?: turn| up| next)?(?: is it)?(?: now)?")


@dataclass(frozen=True, slots=True)
class Heard:
    """What a line may mean, each as the referee would have it typed. `sure`: it has this one reading, from end to end.
    `bare`: it is a number without a verb. `now`: it is a plan for one turn, and says what to play at once: `my lowest
    heart`."""

    line: str
    asked: tuple[Asked, ...]
    sure: bool
    bare: bool = False
    now: bool = False


def hear(line: str) -> Heard | None:
    """The readings of one line, those of the first way to read it that gives any. None for conversation."""
    tidied = tidy(line)
    if tidied is None:
        return None
    return _as_it_stands(line, tidied) or _sentence(line) or _misspelt(line, tidied) or _run_together(line)


def hear_steering(line: str) -> tuple[Asked, ...]:
    """The Gamesmaster's commands that a line may have been meant as; never one that ends a game or takes away a seat or
    a play."""
    tidied = tidy(line)
    if tidied is None:
        return ()
    # `all` may be the word of a command, or a courtesy
    for words in (" ".join(line.lower().split()).rstrip(STOPS), tidied.words):
        found = (_strict(each) for each in steering(words))
        if meant := tuple(asked for asked in found if asked is not None and isinstance(asked.command, STEERING)):
            return meant
    return ()


def _as_it_stands(line: str, tidied: Tidied) -> Heard | None:
    found = moves(tidied.words)
    if found is not None:
        sure = tidied.sure and found.sure and (found.verb or not (tidied.greets or _is_a_word(line, tidied)))
        return Heard(line, _typed(found.moves), sure, bare=isinstance(found.moves[0], int) and not found.verb)
    if (pick := _pick(tidied.words)) is not None:
        return Heard(line, (pick,), sure=False, now=True)
    if (question := _asks(tidied.words)) is not None:
        return Heard(line, (question,), sure=True)
    if (command := _command(tidied.words)) is not None:
        return Heard(line, (command,), sure=False)
    return None


def _is_a_word(line: str, tidied: Tidied) -> bool:
    """Whether a card may be the word that it looks like, or a name: `ha ha`, `Ah!`, `Sá`, `Jack Diamond`; `AS` is a
    card."""
    if NAME.search(line):
        return True
    return ACE.fullmatch(tidied.words) is not None and (is_interjection(line) or not CAPITALS.search(line))


def _sentence(line: str) -> Heard | None:
    """The one part of a line that says outright what to bid or play, the other parts naming no card or number. A card
    without a verb must come first."""
    parts = [part for part in SENTENCES.split(as_written(line)) if part.strip()]
    if len(parts) == 1:
        return None
    said: list[Meant] = []
    for at, part in enumerate(parts):
        tidied = tidy(part)
        found = None if tidied is None else moves(tidied.words)
        if tidied is None or _is_a_word(part, tidied):
            continue
        if found is not None and (found.verb or (at == 0 and isinstance(found.moves[0], Card))):
            said.append(found)
        elif found is not None or re.search(r"\d|\b(?:no|not|or|instead|wait|if|unless)\b", tidied.words):
            return None
    if len(said) != 1 or not said[0].sure:
        return None
    return Heard(line, _typed(said[0].moves), sure=False)


def _misspelt(line: str, tidied: Tidied) -> Heard | None:
    readings: dict[Command, Asked] = {}
    # a list of a plan needs its commas
    for words in (*corrected(tidied.words), *corrected(" ".join(line.lower().split()))):
        found = moves(words)
        if found is not None and len(found.moves) == 1:
            readings |= {each.command: each for each in _typed(found.moves)}
        elif found is None and (each := _asks(words) or _command(words)) is not None:
            readings[each.command] = each
    return Heard(line, tuple(readings.values()), sure=False) if readings else None


def _run_together(line: str) -> Heard | None:
    """The move whose words a line has without its blanks, some letters apart: `threes pades`."""
    found = {asked.command: asked for words in nearest_phrases(line) if (asked := _command(words)) is not None}
    return Heard(line, tuple(found.values()), sure=False) if found else None


def _asks(words: str) -> Asked | None:
    """A question, however it is put."""
    if _WHOSE.fullmatch(words):
        return _strict("status")
    typed = next((typed for typed, pattern in _QUESTION.items() if pattern.fullmatch(words)), None)
    return None if typed is None else _strict(typed)


def _command(words: str) -> Asked | None:
    """Another command that belongs to a turn, if the words without what stood around them are one."""
    asked = _strict(words) or _listed(words)
    match asked and asked.command:
        case ask.MakePlan(plan):
            return _strict(f"plan {plan}")
        case game.MakeBid(value, blind):
            return _strict(f"bid {'blind ' if blind else ''}{value or 'nil'}")
        case game.PlayCard(card):
            return _strict(f"play {card}")
    return asked if asked is not None and isinstance(asked.command, SUGGESTED) else None


def _listed(words: str) -> Asked | None:
    """A plan whose entries have no commas between them."""
    plan = _PLAN.fullmatch(words)
    head = plan and HEAD.fullmatch(plan["rule"])
    if plan is None or (head and not head["listed"]):
        return None
    entries = ", ".join(entries_in(head["listed"] if head else plan["rule"]))
    return _strict(f"plan {head['when']}: {entries}" if head else f"plan {entries}") if entries else None


def _pick(words: str) -> Asked | None:
    """A card by what it does, of a suit or after a verb."""
    match = _PICK.fullmatch(words)
    if match is None or not (match["verb"] or match["suit"] or match["way"] in ("lowest", "highest")):
        return None
    return _strict(f"plan {match['pick']}")


def _strict(words: str) -> Asked | None:
    reading = read_commands(words)
    return reading.asked[0] if len(reading.asked) == 1 and not reading.unclear else None


def _typed(found: Iterable[Move]) -> tuple[Asked, ...]:
    lines = (f"play {move}" if isinstance(move, Card) else f"bid {move or 'nil'}" for move in found)
    return tuple(asked for asked in map(_strict, lines) if asked is not None)

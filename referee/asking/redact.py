"""The requests of a mail without its writer's words: for a letter to somebody who may not have written it.

Nobody can make the referee send a text of their choice to an address by naming it as the sender of a mail. A `yes` to
that letter never does what we left out of it.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from referee.asking import days
from referee.asking.commands import (
    Answer,
    Ask,
    Asked,
    AutoShow,
    Away,
    DropPlans,
    Hand,
    Join,
    MakePlan,
    Reading,
    ReplacePlayer,
    Say,
    SetHabit,
    SetNotify,
    Start,
    Unclear,
    VoidTo,
)
from referee.spades.commands import Salt

PLAIN = re.compile(r"[a-z0-9/_+-]{1,20}", re.ASCII | re.IGNORECASE)
"""A single word that cannot carry a message: a sheet, a topic, a name, a time zone."""

MOST_WORDS = 2
LEFT_OUT = "…"
WORDS = (Say, Ask, Answer, Salt, Start, ReplacePlayer, VoidTo)
"""Commands that consist of words for people, or contain some."""

FIXED = (AutoShow, Hand, SetNotify, SetHabit, DropPlans)
"""Commands of at most three words, none of them of their writer's choice."""


def redacted(reading: Reading) -> Reading:
    """Return the reading with its lines cut to commands with one short argument, one line for each kind of command.

    Conversation, unclear lines and what is surely old are left out.
    """
    unclear = (Unclear(LEFT_OUT, "it begins like a command but does not read as one; `help` lists them all"),)
    bare = _all_bare((*reading.asked, *reading.doubtful))
    plain = len(reading.asked)
    return Reading(bare[:plain], unclear if reading.unclear else (), None, bare[plain:])


def _all_bare(lines: Iterable[Asked]) -> tuple[Asked, ...]:
    seen: set[type[object]] = set()
    bare = []
    for asked in lines:
        kind = type(asked.command)
        most = 3 if kind in FIXED else MOST_WORDS
        bare.append(_bare(asked, 1 if kind in WORDS or kind in seen else most))
        seen.add(kind)
    return tuple(bare)


def _bare(asked: Asked, most: int) -> Asked:
    if isinstance(asked.command, Join) and most > 1:
        asked = _alone(asked, asked.command)
    if isinstance(asked.command, MakePlan | Away) and most > 1:
        return _in_our_words(asked, asked.command)
    words = asked.line.rstrip(" .!").split()
    plain = [word for word in words[:most] if PLAIN.fullmatch(word)]
    whole = asked.whole and plain == words
    line = " ".join(plain if plain == words else [*plain, LEFT_OUT])
    return replace(asked, line=line, lines=(line,), whole=whole)


def _in_our_words(asked: Asked, request: MakePlan | Away) -> Asked:
    """Return a plan or days as we write them: cards and dates alone."""
    line = f"plan {request.plan}" if isinstance(request, MakePlan) else f"away {days.words(request)}"
    return replace(asked, line=line, lines=(line,))


def _alone(asked: Asked, wish: Join) -> Asked:
    """Return a `join` without its partner: the name could be anybody's, and the letter would not say whose."""
    line = f"join {wish.sheet}" if wish.sheet else "join"
    return replace(asked, line=line, command=replace(wish, partner=None, left_out=wish.partner is not None))

"""The requests of a mail without its writer's words, for a letter to somebody who may not have written the mail.

Nobody can make the referee send a text of their choice to an address that they forge as the sender. A `yes` to the
letter never does what we left out of the letter.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from referee.asking.command_table import row_of
from referee.asking.commands import Asked, Away, Join, MakePlan, Reading, Unclear
from referee.asking.days import days_text

PLAIN = re.compile(r"[a-z0-9/_+-]{1,20}", re.ASCII | re.IGNORECASE)
"""A single word that cannot carry a message: a sheet, a topic, a name, a time zone."""

LEFT_OUT = "…"


def redacted(reading: Reading) -> Reading:
    """Return the reading with its lines cut to a command and a short argument, and each further line of the same kind
    to its first word.

    Conversation, unclear lines and surely old lines are left out.
    """
    unclear = (Unclear(LEFT_OUT, "it begins like a command but does not read as one; `help` lists them all"),)
    bare = _all_bare((*reading.asked, *reading.doubtful))
    done = len(reading.asked)
    return Reading(asked=bare[:done], unclear=unclear if reading.unclear else (), doubtful=bare[done:])


def _all_bare(lines: Iterable[Asked]) -> tuple[Asked, ...]:
    seen: set[type[object]] = set()
    bare = []
    for asked in lines:
        kind = type(asked.command)
        bare.append(_bare(asked, 1 if kind in seen else row_of(asked.command).shown))
        seen.add(kind)
    return tuple(bare)


def _bare(asked: Asked, most_words: int) -> Asked:
    if isinstance(asked.command, Join) and most_words > 1:
        asked = _alone(asked, asked.command)
    if isinstance(asked.command, MakePlan | Away) and most_words > 1:
        return _in_our_words(asked, asked.command)
    words = asked.line.rstrip(" .!").split()
    plain = [word for word in words[:most_words] if PLAIN.fullmatch(word)]
    whole = asked.whole and plain == words
    line = " ".join(plain if plain == words else [*plain, LEFT_OUT])
    return replace(asked, line=line, lines=(line,), whole=whole)


def _in_our_words(asked: Asked, request: MakePlan | Away) -> Asked:
    """Return a plan or days as we write them: cards and dates alone."""
    line = f"plan {request.plan}" if isinstance(request, MakePlan) else f"away {days_text(request.first, request.last)}"
    return replace(asked, line=line, lines=(line,))


def _alone(asked: Asked, wish: Join) -> Asked:
    """Return a `join` without its partner: the name may be anybody's, and the letter could not say whose it is."""
    line = f"join {wish.sheet}" if wish.sheet else "join"
    return replace(asked, line=line, command=replace(wish, partner=None, left_out=wish.partner is not None))

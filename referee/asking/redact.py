"""What a mail asks, without its words: for a letter to someone who may not have written it. What it leaves out is
never done by a `yes` to that letter.

A mail that names any address as its sender must not bring that address a text of its writer's choice.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from referee.asking.requests import (
    Asked,
    AutoShow,
    Hand,
    Join,
    Reading,
    ReplacePlayer,
    Say,
    SetNotify,
    Start,
    Unclear,
    VoidTo,
)
from referee.spades.commands import Salt

PLAIN = re.compile(r"[a-z0-9/_+-]{1,20}", re.ASCII | re.IGNORECASE)
"""One word that carries no message: a sheet, a topic, a name, a time zone."""

SHOWN = 2
LEFT_OUT = "…"
WORDS = (Say, Salt, Start, ReplacePlayer, VoidTo)
"""Commands that are words to people, or hold them."""

FIXED = (AutoShow, Hand, SetNotify)
"""Commands that have no word of their writer's choice, in three words at most."""


def unquoted(reading: Reading) -> Reading:
    """A reading whose lines are commands with one short argument, once for each kind of command.

    Conversation, what is unclear and what is surely old are left out.
    """
    unclear = (Unclear(LEFT_OUT, "it begins as a command and does not read as one; `help` lists them all"),)
    bare = _all_bare((*reading.asked, *reading.doubtful))
    plain = len(reading.asked)
    return Reading(bare[:plain], unclear if reading.unclear else (), None, bare[plain:])


def _all_bare(lines: Iterable[Asked]) -> tuple[Asked, ...]:
    seen: set[type[object]] = set()
    bare = []
    for asked in lines:
        kind = type(asked.request)
        most = 3 if kind in FIXED else SHOWN
        bare.append(_bare(asked, 1 if kind in WORDS or kind in seen else most))
        seen.add(kind)
    return tuple(bare)


def _bare(asked: Asked, most: int) -> Asked:
    if isinstance(asked.request, Join) and most > 1:
        asked = _alone(asked, asked.request)
    words = asked.line.rstrip(" .!").split()
    kept = [word for word in words[:most] if PLAIN.fullmatch(word)]
    whole = asked.whole and kept == words
    line = " ".join(kept if kept == words else [*kept, LEFT_OUT])
    return replace(asked, line=line, shown=(line,), whole=whole)


def _alone(asked: Asked, wish: Join) -> Asked:
    """A `join` without the partner, who may be anybody: whoever is asked would not see who it is."""
    line = f"join {wish.sheet}" if wish.sheet else "join"
    return replace(asked, line=line, request=replace(wish, partner=None, left_out=wish.partner is not None))

"""Tables set up once and copied: what many tests do first is done once in a run.

A table is determined by its settings, database, letters, clock and chance, so a step that begins where it began
before ends where it ended before. Never used where a test replaces parts of the program.
"""

import copy
import functools
from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import datetime
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

if TYPE_CHECKING:
    from tests.talk import Letter, Talk

P = ParamSpec("P")
Table = TypeVar("Table", bound="Talk")
MOST = 150
"""So many tables are remembered: a quarter of a megabyte each."""

PLAIN = (str, int, float, bool, type(None))
"""What a step may be given if it is to be remembered."""

_known: OrderedDict[Hashable, "Laid"] = OrderedDict()
_switch = [True]


class Laid(NamedTuple):
    """How a table stands at one moment; `letters` are those of one step."""

    database: bytes
    letters: "tuple[Letter, ...]"
    now: datetime
    hold: bool
    seen: int
    numbers: "count[int]"
    seeds: tuple[str, ...]


def remember(remembers: bool) -> None:
    """Whether steps are remembered from now on."""
    _switch[0] = remembers


def remembered(step: Callable[P, Table]) -> Callable[P, Table]:
    """A step of a table (its first argument, which it returns) that is done only once in a run: later calls copy its
    outcome."""

    @functools.wraps(step)
    def again(*args: P.args, **more: P.kwargs) -> Table:
        talk: Any = args[0]
        given = (*args[1:], *more.values())
        if not _switch[0] or not talk.plain or not all(isinstance(one, PLAIN) for one in given):
            return step(*args, **more)
        before = len(talk.letters)
        key = (step.__module__, step.__qualname__, args[1:], tuple(more.items()), _place(talk))
        if key not in _known:
            step(*args, **more)
            _known[key] = talk.laid(before)
            if len(_known) > MOST:
                _known.popitem(last=False)
        else:
            _known.move_to_end(key)
            talk.stand_as(_known[key])
        return talk  # type: ignore[no-any-return]

    return again


def _place(talk: "Talk") -> Hashable:
    """Everything that decides what becomes of a table."""
    stands = talk.laid(0)
    return (
        type(talk),
        repr(talk.sections),
        sha256(stands.database).digest(),
        tuple((letter.to, letter.raw) for letter in stands.letters),
        *stands[2:5],
        next(copy.copy(stands.numbers)),
        stands.seeds,
    )

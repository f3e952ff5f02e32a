"""The names of tournaments, teams and divisions: which are allowed, and how they are found in a line.

Of several known names the longest is tried first, so that `A with B` and `Cup as Of` are read right. Names are compared
without case, as persons' names are; what stands in quotation marks is what stands between them.
"""

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from referee.names import LONGEST_TITLE, look_alike
from referee.names import check_title as check_signs

BY_CONTEXT = ("the tournament", "this tournament", "the league", "the cup")
"""The tournament that the mail means, without its name."""
RESERVED = re.compile(
    r"all(?: (?:games|tournaments))?|every(?:body|one)|nobody|none|(?:my |the )?concession|tournaments?"
    rf"|(?:game|match) ?\d+|{'|'.join(BY_CONTEXT)}",
    re.IGNORECASE | re.ASCII,
)
"""What commands mean something else by: `watch game 7`, `withdraw concession`, `pause all`, `seed nobody`."""
QUOTES = "\"'“”„«» "
EDGES = ' ,.!:;"”»'
LONGEST_FOUND = LONGEST_TITLE + 4
NEAR = 0.75


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a line may mean: of tournaments that are not over, and of their teams."""

    tournaments: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()


NO_NAMES = Names()


def check_title(text: str) -> str:
    """The name as it is stored. Raises ValueError, with a sentence for its writer, if nothing can be called so."""
    if "," in text:
        raise ValueError("the name of a tournament, team or division has no comma; leave it out")
    name = check_signs(text.strip(QUOTES))
    if RESERVED.fullmatch(name) or not any(c.isalpha() for c in name):
        raise ValueError(f"`{name}` means something else where names are written; take another name, with a letter")
    return name


def check_unlike(name: str, others: Iterable[str]) -> None:
    """Raise ValueError, with a sentence, if `name` is one of the others, or looks like it."""
    if other := next((other for other in others if look_alike(name, other)), None):
        raise ValueError(f"`{name}` and `{other}` look alike; take a name that nobody can confuse")


def check_apart(names: Collection[str]) -> None:
    """Raise ValueError, with a sentence, if two of the names are the same or look alike."""
    for one, other in combinations(names, 2):
        check_unlike(one, [other])


def usual_team(captain: str, partner: str) -> str:
    """The name of a team that was given none: `Ann + Bob`, each cut where both do not fit."""
    room = LONGEST_TITLE - len(" + ")
    first = captain[: max(room - len(partner), room // 2)].rstrip()
    return f"{first} + {partner[: room - len(first)].rstrip()}"


def heads(text: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Each way in which `text` begins with one of `names`: the name as it is known and the rest, the longest first."""
    known = _by_fold(tuple(names))
    ends = [end for end in range(1, min(len(text), LONGEST_FOUND) + 1) if end == len(text) or text[end] in EDGES]
    for end in reversed(ends):
        if name := known.get(_fold(text[:end])):
            yield name, text[end:]


def near(text: str, names: Collection[str]) -> str | None:
    """The one of `names` that `text` was probably meant for."""
    said = text.strip(QUOTES + ".!,")[:LONGEST_FOUND]
    alike = next((name for name in names if said and look_alike(said, name)), None)
    folded = _by_fold(tuple(names))
    close = difflib.get_close_matches(_fold(said), folded, 1, NEAR)
    return alike or (folded[close[0]] if close else None)


@lru_cache(maxsize=16)
def _by_fold(names: tuple[str, ...]) -> dict[str, str]:
    """The names by what they are compared as; nobody changes it."""
    return {_fold(name): name for name in names}


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFC", text).replace("\u2019", "'").strip(QUOTES)
    return " ".join(plain.casefold().split())

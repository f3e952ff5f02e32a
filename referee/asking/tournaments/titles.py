"""The names of tournaments, teams and divisions: which are allowed, and how they are found in a line; and the other
parts of a line: where, why, which match. A reading of a part is a value and the text after it.

We try the longest of several known names first, so that `A with B` and `Cup as Of` are read right. We compare names
without case, as the names of persons, and without quotation marks around them.
"""

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from referee.asking.readers import LONGEST_REASON
from referee.names import LONGEST_TITLE, look_alike, prototype
from referee.names import check_title as check_signs
from referee.post.reading.safe_lines import safe_line

BY_CONTEXT = ("the tournament", "this tournament", "the league", "the cup")
"""The tournament that the mail means, without its name."""
RESERVED = re.compile(
    r"all(?: (?:games|tournaments))?|every(?:body|one)|nobody|none|(?:my |the )?concession|tournaments?"
    rf"|(?:game|match) ?\d+|byes?|(?:the )?(?:winners?|losers?)(?: of .+)?|{'|'.join(BY_CONTEXT)}",
    re.IGNORECASE | re.ASCII,
)
"""The words by which commands and drawings mean something else: `watch game 7`, `withdraw concession`, `pause all`,
`seed nobody`, `winner of 1`."""
OF_LINES = re.compile(r"\bbecause\b|\bwith\b|\b(?:wins?|won) (?=-?\d)|\bin match (?=\d)", re.IGNORECASE | re.ASCII)
"""The words that end the name of a team in the Gamesmaster's lines, `refuse Kings because …`, `rule match 7 Kings win
250 …`, or begin that of a partner: `enter Spring Cup with Bob`."""
QUOTES = "\"'“”„«» "
EDGES = ' ,.!:;"”»'
LONGEST_FOUND = 2 * LONGEST_TITLE
NEAR = 0.75
LEAST_ACCENT, ACROSS = 200, 1
"""Combining classes of marks: from here on they stand above, below or beside a letter; across it."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a line may mean: of tournaments that are not over, and of their teams."""

    tournaments: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    """The tournaments that people enter without a partner."""


NO_NAMES = Names()


def check_title(text: str) -> str:
    """Check a name, and return it as it is stored. Raises ValueError, with a sentence for its writer, if the name
    cannot be used."""
    if "," in text:
        raise ValueError("the name of a tournament, team or division has no comma; leave it out")
    name = check_signs(text.strip(QUOTES))
    if RESERVED.fullmatch(name) or not any(c.isalpha() for c in name):
        hint = f", like `Club {name}`" if len(name) <= LONGEST_TITLE - len("Club ") else ""
        raise ValueError(f"`{name}` means something else where names are written; take another name{hint}")
    return name


def check_team(name: str) -> None:
    """Raise ValueError, with a sentence, if a team of that name could not be told from the words of a line."""
    if OF_LINES.search(name):
        plain = " ".join(OF_LINES.sub(" ", name).split())
        hint = f", perhaps `{plain}`" if any(c.isalpha() for c in plain) else ""
        raise ValueError(
            f"`{name}` holds words that mean something else in a line with a team; take another name{hint}"
        )


def is_like(name: str, other: str) -> bool:
    """Tell if two names are the same or look alike, accents or not."""
    # a capital and its small letter may look like different letters
    ways = ((name, other), (name.casefold(), other.casefold()))
    return any(look_alike(_unaccented(one), _unaccented(two)) for one, two in ways)


def _unaccented(name: str) -> str:
    """Return the name without marks above, below and across its letters; a mark that writes a vowel of its own
    stays."""
    bare = unicodedata.normalize("NFD", "".join(map(prototype, unicodedata.normalize("NFKD", name))))
    return "".join(c for c in bare if unicodedata.combining(c) < LEAST_ACCENT and unicodedata.combining(c) != ACROSS)


def check_unlike(name: str, others: Iterable[str]) -> None:
    """Raise ValueError, with a sentence, if `name` is one of the others, or looks like one."""
    others = tuple(others)
    if name in others:
        raise ValueError(f"the name `{name}` is taken; take another one")
    if other := next((other for other in others if is_like(name, other)), None):
        raise ValueError(f"`{name}` and `{other}` look alike; take a name that nobody can confuse")


def check_apart(names: Collection[str]) -> None:
    """Raise ValueError, with a sentence, if two of the names are the same or look alike."""
    for one, other in combinations(names, 2):
        if is_like(one, other):
            raise ValueError(f"`{one}` and `{other}` look alike; take names that nobody can confuse")


def usual_team(captain: str, partner: str) -> str:
    """Make a name for a team without one: `Ann + Bob`, each name cut if both do not fit."""
    room = LONGEST_TITLE - len(" + ")
    first = captain[: max(room - len(partner), room // 2)].rstrip()
    return f"{first} + {partner[: room - len(first)].rstrip()}"


def heads(text: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield each of `names` with which `text` may begin, in its known spelling, and the rest of the text: the longest
    name first. Then do the same with accents ignored, except for names that only an accent tells apart."""
    ends = [end for end in range(1, min(len(text), LONGEST_FOUND) + 1) if end == len(text) or text[end] in EDGES]
    for known, compared in ((_by_fold(names), _fold), (_by_letters(names), _letters)):
        for end in reversed(ends):
            if name := known.get(compared(text[:end])):
                yield name, text[end:]


def near(text: str, names: Collection[str]) -> str | None:
    """Find the one of `names` that `text` was probably meant for."""
    said = text.strip(QUOTES + ".!,")[: LONGEST_TITLE + 4]
    alike = next((name for name in names if said and look_alike(said, name)), None)
    folded = _by_fold(names)
    close = difflib.get_close_matches(_fold(said), folded, 1, NEAR)
    return alike or (folded[close[0]] if close else None)


def _by_fold(names: Collection[str]) -> dict[str, str]:
    """Map the form in which names are compared to the names."""
    return {_fold(name): name for name in names}


def _by_letters(names: Collection[str]) -> dict[str, str]:
    """Map letters without accents to names, except those that two names share."""
    count = Counter(map(_letters, names))
    return {key: name for name in names if count[key := _letters(name)] == 1}


def _letters(text: str) -> str:
    return _fold(_unaccented(_fold(text)))


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFC", text).replace("\u2019", "'").strip(QUOTES)
    return " ".join(plain.casefold().split())


STOPS = " .!"
WHERE = re.compile(r",? (?:of|in|from) ", re.IGNORECASE)
BECAUSE = re.compile(r",? because\b:? (?P<reason>.+)", re.IGNORECASE | re.DOTALL)
MATCH = re.compile(r"(?:match|game) #?(?P<match>\d{1,4})(?=$|[ ,.:!])", re.IGNORECASE | re.ASCII)


def ends(text: str) -> bool:
    """Tell if the text is empty but for a stop."""
    return not text.strip(STOPS)


def tournaments(text: str, known: Names) -> Iterator[tuple[str | None, str]]:
    """Yield each tournament with which `text` may begin (None for `the tournament`), and the rest of the text."""
    for said in dict.fromkeys((text, re.sub(r"(?i)^(?:the )?tournament:? (?=.)", "", text))):
        yield from heads(said, known.tournaments)
    yield from ((None, rest) for _, rest in heads(text, BY_CONTEXT))


def subjects(text: str, known: Names) -> Iterator[tuple[str | None, str]]:
    """Yield each tournament that `text` may name as its subject, ` of Spring Cup` (None if it names none), and the rest
    of the text."""
    if where := WHERE.match(text):
        yield from tournaments(text[where.end() :], known)
    yield None, text


def teams(text: str, known: Names) -> Iterator[tuple[str, str]]:
    """Yield each team with which `text` may begin, and the rest of the text."""
    for said in dict.fromkeys((text, re.sub(r"(?i)^(?:the )?team:? (?=.)", "", text))):
        yield from heads(said, known.teams)


def reason(text: str) -> str | None:
    """Return the reason that the rest of a line gives; None if it gives none."""
    if found := BECAUSE.fullmatch(text):
        return safe_line(found["reason"], LONGEST_REASON) or None
    return None


def check_near(text: str, names: Collection[str], what: str) -> None:
    """Raise ValueError, with a sentence, if `text` was probably meant for one of `names`."""
    if meant := near(text, names):
        raise ValueError(f"there is no {what} `{safe_line(text, 40)}`; did you mean `{meant}`?")


def no_team(text: str, known: Names) -> ValueError:
    """Return the error for a team that nobody knows, with the team that may have been meant."""
    meant = near(text, known.teams)
    hint = f"did you mean `{meant}`?" if meant else "`standings` lists the teams"
    if not known.teams:
        hint = "no tournament that is open has any, and nothing can be changed in one that is over"
    return ValueError(f"there is no team `{safe_line(text, 40)}`; {hint}")

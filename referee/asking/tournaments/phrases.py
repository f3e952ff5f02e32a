"""The parts of a tournament's lines: where, why, which match. A reading is a value and the text after it.

Several readings are possible where names hold such words themselves; the one with the longest names comes first.
"""

import re
from collections.abc import Collection, Iterator

from referee.asking.readers import LONGEST_REASON
from referee.asking.tournaments.titles import BY_CONTEXT, Names, heads, near
from referee.post.reading.safe_lines import safe_line

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

"""The lines about a whole tournament or one team's part in it: enter, leave, withdraw, protest, look, watch, pause and
resume.

Each reader takes the text after the first word. It returns None for conversation, and raises ValueError, with a
sentence that shows how to write the line, for a line that was meant and is unclear.
"""

import re
from collections.abc import Callable

from referee.asking.readers import LONGEST_REASON
from referee.asking.tournaments import commands as ask
from referee.asking.tournaments.phrases import (
    check_near,
    ends,
    reason,
    subjects,
    teams,
    tournaments,
)
from referee.asking.tournaments.titles import Names, check_title
from referee.names import check_name
from referee.post.reading.safe_lines import safe_line
from referee.post.settings import fold_address

ENTER = "`enter Spring Cup with Bob as The Aces`"
WITH = re.compile(
    r",? with (?P<partner>.{1,330}?)(?: as (?P<team>.{1,64}?))?(?P<words>(?:, ?[^,]{1,40}){0,2})",
    re.IGNORECASE | re.DOTALL,
)
ALONE = re.compile(r"(?P<partner>)(?P<team>),?(?: as)?(?P<words>.{0,80})")
SURELY = re.compile(r".+? with (?:.+ as .+|.*@.*)", re.IGNORECASE | re.DOTALL)
"""An entry, whatever the tournament is called."""
COURTESY = re.compile(
    r"(?:(?<! as)(?<! with)[ .,!]+(?:please|many thanks|thanks(?: a lot)?|thank you|cheers))[ .!]*$", re.IGNORECASE
)
"""The courtesies that end a line and are no part of a name. Fewer than courtesies.THANKS: short words may be names, as
in `as Big Ty`."""
PARTNER = re.compile(
    r"(?P<name>[^<>@]*?) ?(?:<(?:mailto:)?(?P<address>[^<>\s]+)(?:<[^<>]*>)?>|(?P<bare>[^<>\s]+@[^<>\s]+))"
)

FROM = re.compile(r"from ", re.IGNORECASE)


def read_enter(text: str, known: Names) -> ask.Command | None:
    """Read `enter Spring Cup with Bob as The Aces, collegiate`; with Bob's address, without a team's name, or alone."""
    if courtesy := COURTESY.search(text):
        text = text[: courtesy.start()]
    found = [*tournaments(text, known)]
    for tournament, rest in found:
        if match := WITH.fullmatch(rest.rstrip(" !")):
            return _enter(tournament, match)
    if found:
        tournament, rest = found[0]
        if tournament in known.alone and (match := ALONE.fullmatch(rest.rstrip(" !."))):
            return _enter(tournament, match)
        if tournament or ends(rest):
            raise ValueError(f"it names no partner; write it like {ENTER}")
    match = WITH.fullmatch(f" {text}".rstrip(" !"))
    if match and (match["team"] or "@" in match["partner"]):
        return _enter(None, match)
    check_near(re.split(r" with ", text, maxsplit=1, flags=re.IGNORECASE)[0], known.tournaments, "tournament")
    if SURELY.fullmatch(text) and known.tournaments:
        names = ", ".join(f"`{name}`" for name in known.tournaments)
        raise ValueError(f"it names no tournament that can be entered; there is {names}; write it like {ENTER}")
    return None


def _enter(tournament: str | None, match: re.Match[str]) -> ask.Enter:
    name: str = match["partner"]
    address: str | None = None
    if person := PARTNER.fullmatch(name):
        name, address = person["name"], person["address"] or person["bare"]
    words = tuple(word for each in match["words"].split(",") if (word := safe_line(each.rstrip("."), 40)))
    return ask.Enter(
        tournament,
        check_name(name) if name else None,
        fold_address(address) if address else None,
        check_title(match["team"]) if match["team"] else None,
        words,
    )


def about(make: Callable[[str | None], ask.Command]) -> Callable[[str, Names], ask.Command | None]:
    """Make the reader of a line about a whole tournament, such as `leave Spring Cup`."""

    def read(text: str, known: Names) -> ask.Command | None:
        for tournament, rest in tournaments(text, known):
            if ends(rest):
                return make(tournament)
        check_near(text, known.tournaments, "tournament")
        return None

    return read


def read_withdraw(text: str, known: Names) -> ask.Command | None:
    """Read `withdraw The Aces because …`."""
    unexplained: str | None = None
    for team, after in teams(text, known):
        for tournament, rest in subjects(after, known):
            if why := reason(rest):
                return ask.WithdrawTeam(team, why, tournament)
            if ends(rest):
                unexplained = unexplained or team
    if unexplained:
        raise ValueError(f"it gives no reason; write it like `withdraw {unexplained} because they moved away`")
    if start := FROM.match(text):
        check_near(text[start.end() :], known.tournaments, "tournament")
    check_near(re.split(r",? because\b", text, maxsplit=1, flags=re.IGNORECASE)[0], known.teams, "team")
    return None


def read_withdraw_from(text: str, known: Names) -> ask.Command | None:
    """Read `withdraw from Spring Cup`, after `withdraw`. `read_withdraw` reads all other lines with this word."""
    for tournament, rest in tournaments(FROM.sub("", text, count=1), known):
        if ends(rest) or reason(rest):
            return ask.WithdrawFrom(tournament, reason(rest))
    return None


def read_protest(text: str, known: Names) -> ask.Command | None:
    """Read `protest TEXT`; `protest in Spring Cup: TEXT`."""
    for tournament, rest in subjects(f" {text}", known):
        if said := safe_line(rest.lstrip(" :,"), LONGEST_REASON):
            return ask.Protest(said, tournament)
    raise ValueError("it does not say what is wrong; write it like `protest Bob told his partner what to bid`")


def read_tournaments(text: str, known: Names) -> ask.Command | None:
    """Read `tournaments`."""
    return ask.Tournaments() if ends(text) else None


def look(make: Callable[[str | None], ask.Command]) -> Callable[[str, Names], ask.Command | None]:
    """Make the reader of a question about a tournament, such as `standings` or `standings of Spring Cup`."""

    def read(text: str, known: Names) -> ask.Command | None:
        if ends(text):
            return make(None)
        whole = next((tournament for tournament, rest in tournaments(text, known) if tournament and ends(rest)), None)
        return make(whole) if whole else about(make)(re.sub(r"(?i)^(?:of|in|for) ", "", text), known)

    return read

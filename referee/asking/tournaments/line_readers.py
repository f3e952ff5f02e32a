"""The readers of the lines about tournaments, but for `tournament`, which announcement_lines.py reads.

Each reader takes the text after the first words. It returns None for conversation, and raises ValueError, with a
sentence that shows how to write the line, for a line that was meant and is unclear.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from fractions import Fraction

from referee.asking.readers import LONGEST_REASON
from referee.asking.sheet_words import DASHES
from referee.asking.tournaments import commands as ask
from referee.asking.tournaments.titles import (
    BECAUSE,
    MATCH,
    STOPS,
    Names,
    check_near,
    check_title,
    ends,
    no_team,
    reason,
    subjects,
    teams,
    tournaments,
)
from referee.config import parse_span
from referee.names import check_name
from referee.post.reading.safe_lines import safe_line
from referee.post.settings import fold_address
from referee.tournaments.formats import BEST_RATING

LineReader = Callable[[str, Names], ask.Command | None]
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


def about(make: Callable[[str | None], ask.Command]) -> LineReader:
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
    if (start := FROM.match(text)) and not any(teams(text, known)):
        check_near(text[start.end() :], known.tournaments, "tournament")
    return because(ask.WithdrawTeam, "withdraw {} because they moved away")(text, known)


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


def look(make: Callable[[str | None], ask.Command]) -> LineReader:
    """Make the reader of a question about a tournament, such as `standings` or `standings of Spring Cup`."""

    def read(text: str, known: Names) -> ask.Command | None:
        if ends(text):
            return make(None)
        whole = next((tournament for tournament, rest in tournaments(text, known) if tournament and ends(rest)), None)
        return make(whole) if whole else about(make)(re.sub(r"(?i)^(?:of|in|for) ", "", text), known)

    return read


SPAN = re.compile(r" by (?P<span>\d{1,6} ?[a-z]{1,10})\b", re.IGNORECASE | re.ASCII)
SCORE = re.compile(
    r" (?:wins?|won)\b:? ?(?:by )?(?P<won>-?\d{1,6}) ?(?:to|:|-) ?(?P<lost>-?\d{1,6})(?=$|[ ,.!])",
    re.IGNORECASE | re.ASCII,
)
COMMA = re.compile(r" ?[,;] ?(?:(?:and|then) )?", re.IGNORECASE)
AND = re.compile(r" and ", re.IGNORECASE)
NOBODY = re.compile(r"(?:nobody|none|no ?one|no team)\b", re.IGNORECASE)
RATING = re.compile(
    r":? (?P<rating>\d{1,3}(?:[.,]\d{1,4})?)(?: (?:of|out of) \d)? (?:in|for|at) ", re.IGNORECASE | re.ASCII
)
NEW_PLAYER = re.compile(r"(?P<name>[^<>@]{1,60}?)(?: ?<(?:mailto:)?(?P<address>[^<>\s]{1,254})(?:<[^<>]*>)?>)?")
RULE = "`rule match 7 The Aces win 250 to 180 because …`"
SUBSTITUTE = "`substitute Eve <eve@example.org> for Bob in The Aces`"


def read_accept(text: str, known: Names) -> ask.Command | None:
    """Read `accept The Aces`."""
    for team, after in teams(text, known):
        for tournament, rest in subjects(after, known):
            if ends(rest):
                return ask.AcceptTeam(team, tournament)
    check_near(text, known.teams, "team")
    return None


def because(make: Callable[[str, str, str | None], ask.Command], example: str) -> LineReader:
    """Make the reader of a line with a team and a reason, such as `refuse The Aces because …`."""

    def read(text: str, known: Names) -> ask.Command | None:
        whole: str | None = None
        for team, after in teams(text, known):
            for tournament, rest in subjects(after, known):
                if why := reason(rest):
                    return make(team, why, tournament)
                whole = whole or (team if ends(rest) else None)
        if whole:
            raise ValueError(f"it gives no reason; write it like `{example.format(whole)}`")
        check_near(_before_reason(text), known.teams, "team")
        return None

    return read


def _before_reason(text: str) -> str:
    return re.split(r",? because\b", text, maxsplit=1, flags=re.IGNORECASE)[0]


HINTS = 3
"""The most unknown names of a list for which we search the name that was meant: each search takes a while."""


def read_seed(text: str, known: Names) -> ask.Command | None:
    """Read `seed The Aces, Kings`, best first; `seed nobody` takes it back."""
    if nobody := NOBODY.match(text):
        return next((ask.Seed((), place) for place, rest in subjects(text[nobody.end() :], known) if ends(rest)), None)
    *before, last = COMMA.split(text.rstrip(STOPS))
    first = [_whole(part, known) for part in before]
    for seeded, after in _one_or_two(last, known):
        for tournament, rest in subjects(after, known):
            if ends(rest) and all(first):
                return ask.Seed(_distinct([team for part in first for team in part] + seeded), tournament)
    lost = [part for part in (*before, last) if not any(_one_or_two(part, known))]
    for part in lost[:HINTS]:
        check_near(part, known.teams, "team")
    if lost and len(lost) <= len(before):
        raise no_team(lost[0], known)
    return None


def _one_or_two(text: str, known: Names) -> Iterator[tuple[list[str], str]]:
    """Yield the teams with which `text` begins, `Kings` or `Kings and Queens`, and the rest of the text."""
    for team, after in teams(text, known):
        if more := AND.match(after):
            yield from (([team, other], rest) for other, rest in teams(after[more.end() :], known))
        yield [team], after


def _whole(text: str, known: Names) -> list[str]:
    return next((named for named, rest in _one_or_two(text, known) if ends(rest)), [])


def _distinct(seeded: list[str]) -> tuple[str, ...]:
    if len(set(seeded)) != len(seeded):
        raise ValueError("it names a team twice; name each one once, best first")
    return tuple(seeded)


def read_extend_sign_up(text: str, known: Names) -> ask.Command | None:
    """Read `extend sign-up by 3 days`, after `sign-up`."""
    for tournament, span in _spans(f" {text}", known):
        return ask.ExtendSignUp(span, tournament)
    raise ValueError("it does not say by how much; write it like `extend sign-up by 3 days`")


def _spans(text: str, known: Names) -> Iterator[tuple[str | None, timedelta]]:
    """Yield the readings of ` by 3 days`, with the tournament before or after it."""
    for before, rest in subjects(text, known):
        if by := SPAN.match(rest):
            for after, end in subjects(rest[by.end() :], known):
                if ends(end):
                    yield before or after, parse_span(by["span"])


def read_substitute(text: str, known: Names) -> ask.Command | None:
    """Read `substitute Eve <eve@example.org> for Bob in The Aces`, and `because …` where there is a reason to give."""
    for before, team, tournament, rest in _in_teams(text, known):
        why = reason(rest)
        if (why or ends(rest)) and (found := _substitute(before, team, tournament, why or "")):
            return found
    wish = BECAUSE.split(text, maxsplit=1)[0]
    team = re.split(r" in ", wish)[-1]
    if "@" in wish:
        raise no_team(team, known) if " in " in wish else ValueError(f"it names no team; write it like {SUBSTITUTE}")
    if " in " in wish:
        check_near(team, known.teams, "team")
    return None


def read_stand_in(text: str, known: Names) -> ask.Command | None:
    """Read `stand in for Bob in The Aces`."""
    for before, team, tournament, rest in _in_teams(text, known):
        if ends(rest):
            return ask.StandIn(check_name(before), team, tournament)
    return None


def _in_teams(text: str, known: Names) -> Iterator[tuple[str, str, str | None, str]]:
    """Yield the readings of `Bob in The Aces`: the text before the team, the team, the tournament, and the rest."""
    for at in re.finditer(r" in | of ", text, re.IGNORECASE):
        for team, after in teams(text[at.end() :], known):
            for tournament, rest in subjects(after, known):
                yield text[: at.start()], team, tournament, rest


def _substitute(text: str, team: str, tournament: str | None, why: str) -> ask.Substitute | None:
    new, *old = re.split(r" for ", text, maxsplit=1, flags=re.IGNORECASE)
    player = NEW_PLAYER.fullmatch(new.strip())
    if not old or player is None:
        return None
    address = fold_address(player["address"]) if player["address"] else None
    return ask.Substitute(check_name(player["name"]), address, check_name(old[0]), team, tournament, why)


def read_rule_match(text: str, known: Names) -> ask.Command | None:
    """Read `rule match 7 The Aces win 250 to 180 because …`, after `rule`."""
    number, after = _match(text, RULE)
    lacks = ""
    for first, said in subjects(after, known):
        for team, end in teams(said.lstrip(" ,:"), known):
            score = SCORE.match(end.translate(DASHES))
            for last, rest in subjects(end[score.end() :], known) if score else ():
                if score and (why := reason(rest)):
                    return ask.RuleMatch(number, team, _checked_score(score), why, first or last)
            lacks = lacks or ("reason" if score else "score, the winner's first")
    if lacks:
        raise ValueError(f"it gives no {lacks}; write it like {RULE}")
    named = re.split(r" (?:wins?|won|because)\b", after, maxsplit=1, flags=re.IGNORECASE)[0].strip(" ,:")
    raise no_team(named, known) if named else ValueError(f"it names no winner; write it like {RULE}")


def _checked_score(score: re.Match[str]) -> tuple[int, int]:
    won, lost = int(score["won"]), int(score["lost"])
    if won < lost:
        raise ValueError(f"the winner has fewer points than the other team; write the winner's first, like {RULE}")
    return won, lost


def _match(text: str, example: str) -> tuple[int, str]:
    """Return the number of the match with which `text` begins, and the rest of the text."""
    match = MATCH.match(text)
    if match is None or int(match["match"]) < 1:
        raise ValueError(f"it names no match by its number; write it like {example}")
    return int(match["match"]), text[match.end() :]


def read_replay(text: str, known: Names) -> ask.Command | None:
    """Read `replay match 7`, after `replay`."""
    number, after = _match(text, "`replay match 7`")
    for tournament, rest in subjects(after, known):
        if ends(rest) or reason(rest):
            return ask.ReplayMatch(number, reason(rest), tournament)
    raise ValueError("what follows the match cannot be read; write it like `replay match 7`")


def read_reset(text: str, known: Names) -> ask.Command | None:
    """Read `reset match 9 because …`, after `reset`."""
    number, after = _match(text, "`reset match 9 because …`")
    for tournament, rest in subjects(after, known):
        if why := reason(rest):
            return ask.ResetMatch(number, why, tournament)
    raise ValueError(f"it gives no reason; write it like `reset match {number} because …`")


def read_rate(text: str, known: Names) -> ask.Command | None:
    """Read `rate The Aces 3.5 in match 7`."""
    example = "`rate The Aces 3.5 in match 7`"
    for team, after in teams(text, known):
        if rating := RATING.match(after):
            number, place = _match(after[rating.end() :], example)
            for tournament, rest in subjects(place, known):
                if ends(rest):
                    return ask.Rate(team, _checked_rating(rating["rating"]), number, tournament)
    if any(teams(text, known)):
        raise ValueError(
            f"it must name the team, a rating from 0 to {BEST_RATING} and the match; write it like {example}"
        )
    if rating := re.search(r" \d+(?:[.,]\d+)? (?:in|for) match \d", text, re.IGNORECASE):
        raise no_team(text[: rating.start()], known)
    return None


def _checked_rating(text: str) -> Fraction:
    rating = Fraction(text.replace(",", "."))
    if rating > BEST_RATING or rating * 10 != int(rating * 10):
        raise ValueError(f"a rating is a number from 0 to {BEST_RATING} with one decimal, like 3.5")
    return rating


def read_extend_match(text: str, known: Names) -> ask.Command | None:
    """Read `extend match 7 by 5 days`, after `extend`."""
    number, after = _match(text, "`extend match 7 by 5 days`")
    for tournament, span in _spans(after, known):
        return ask.ExtendMatch(number, span, tournament)
    raise ValueError(f"it does not say by how much; write it like `extend match {number} by 5 days`")


def read_cancel(text: str, known: Names) -> ask.Command | None:
    """Read `cancel Spring Cup because …`."""
    found = [*tournaments(text, known)]
    for tournament, rest in found:
        if why := reason(rest):
            return ask.CancelTournament(tournament, why)
    if whole := next((name or "the tournament" for name, rest in found if ends(rest)), None):
        raise ValueError(f"it gives no reason; write it like `cancel {whole} because …`")
    check_near(_before_reason(text), known.tournaments, "tournament")
    return None

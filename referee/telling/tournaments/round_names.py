"""The names of a stage's rounds, of the matches in them, and of the two sides of a match. Knows no letter."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.post.reading.safe_lines import clean
from referee.telling.formats import listed, minus, moment, width
from referee.tournaments.events import UNPLAYED
from referee.tournaments.fixtures import Comes, Fixture, FixtureState, Pending, Running, Side, fixtures, rounds
from referee.tournaments.formats import StageKind
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import Tournament

DOTS = ".."
PLAYED, OPEN = "*", "~"
"""The signs behind the points of a match that is being played, and of one whose result does not count yet."""
STATE_WORDS: Mapping[FixtureState, str] = {
    "unknown": "to come",
    "open": "not begun",
    "running": "being played",
    "waiting": "waits for the Gamesmaster",
    "over": "",
    "off": "no match",
}
ENDINGS = {
    "sets": "by sets",
    "concession": "conceded",
    "forfeit": "forfeited",
    "silence": "forfeited by silence",
    "withdrawal": "forfeited by withdrawal",
    "ruling": "ruled by the Gamesmaster",
}
"""The ending of a match, if it was not by points alone."""


def round_name(kind: StageKind, one: Fixture, every: Sequence[Fixture], *, alone: bool = False) -> str:
    """Name the round of a match: `Round 2`, `Semi-finals`, `Losers' final`, or `Semi-final` for the match `alone`;
    `every` are all matches of the stage."""
    if not kind.is_bracket:
        return f"Round {one.round}"
    last = max((other.round for other in every if other.part == one.part), default=1)
    if kind is StageKind.DOUBLE:
        return _of_double(one, last, best_of_three=len(every) == 3 and every[1].part == "final")
    if one.part == "third":
        return "Third place"
    if one.part == "final":
        return "Final"
    left = 2 ** (last - one.round + 1)
    name = {2: "Semi-final", 4: "Quarter-final"}.get(left)
    of_round = [other for other in every if (other.part, other.round) == (one.part, one.round)]
    return f"Round of {2 * left}" if name is None else name + "s" * (len(of_round) > 1 and not alone)


def _of_double(one: Fixture, last: int, *, best_of_three: bool) -> str:
    if best_of_three:
        return "First match" if one.part == "winners" else "Third match" if one.if_needed else "Second match"
    if one.part == "final":
        return "Grand final, second game" if one.if_needed else "Grand final"
    part = "Winners'" if one.part == "winners" else "Losers'"
    return f"{part} final" if one.round == last > 1 else f"{part} round {one.round}"


def match_title(t: Tournament, number: int) -> str:
    """Name a match by its round: `the final`, `semi-finals`, `round 2`; empty if its stage has not begun."""
    for key in t.stages:
        every = fixtures(t, key)
        for round in rounds(every):
            if any(one.match == number for one in round):
                name = round_name(stage_of(t, key).kind, round[0], every)
                return f"the {name.lower()}" if len(round) == 1 and stage_of(t, key).kind.is_bracket else name.lower()
    return ""


def side_words(side: Side) -> str:
    """Name a side: `The Aces`, `winner of 5`, `(bye)`."""
    if side.team is not None:
        return side.team
    if side.bye or side.comes is None:
        return "(bye)"
    return f"{side.comes[0]} of {side.comes[1]}"


def score_words(one: Fixture, running: Running) -> tuple[str, str]:
    """Return the words beside both names: the points, with a sign while the match is being played or its result does
    not count yet; `won` and `lost` after a forfeit without points; `won` and `out` if a team withdrew before; empty
    before the match."""
    if one.outcome is None:
        live = running.get(one.match) if one.state == "running" else None
        if live is None:
            return _of_the_absent(one)
        mark = PLAYED if live.pending is None else OPEN
        return minus(f"{live.score[0]}{mark}"), minus(f"{live.score[1]}{mark}")
    first, second = (side.team == one.outcome.winner for side in one.sides)
    if one.outcome.how in UNPLAYED:
        return ("won" if first else "lost", "won" if second else "lost")
    return minus(str(one.outcome.score[0])), minus(str(one.outcome.score[1]))


def _of_the_absent(one: Fixture) -> tuple[str, str]:
    """Return the words beside the names of a match that is not played, since a team withdrew."""
    if not any(side.out for side in one.sides):
        return "", ""
    first, second = (
        "out" if side.out else "won" if side.team is not None and side.team == one.winner else "" for side in one.sides
    )
    return first, second


def ending_words(one: Fixture, running: Running | None) -> str:
    """Say how a match ended: `conceded`; empty if the points say everything. Also say if the result does not count yet,
    or never will."""
    live = (running or {}).get(one.match) if one.state == "running" else None
    if live is not None and live.pending is not None:
        return ", ".join(filter(None, (ENDINGS.get(live.pending.how, ""), "not final")))
    how = "" if one.result is None else ENDINGS.get(one.result.how, "")
    if one.limited and one.result is not None and one.result.how == "hands":
        how = "at the match limit"
    return ", ".join(filter(None, (how, "struck" if one.struck else "")))


def open_results(every: Sequence[Fixture], running: Running) -> tuple[str, ...]:
    """Write a sentence on each result that does not count yet: `Match 1: Queens have won, not final: it counts from ...
    on, unless a ruling undoes it before.`"""
    found = ((one, running[one.match].pending) for one in every if one.state == "running" and one.match in running)
    return tuple(pending_sentence(one.match, pending) for one, pending in found if pending is not None)


def pending_sentence(match: int, pending: Pending) -> str:
    """Say a result that does not count yet, and the moment from which it counts."""
    how = ENDINGS.get(pending.how)
    won = f"Match {match}: {pending.winner} have won{f' ({how})' if how else ''}, which is not final."
    if pending.how == "score" or pending.until is None:
        by = "" if pending.until is None else f" by {moment(pending.until)}"
        return f"{won} It counts unless a play is challenged{by}."
    return f"{won} It counts from {moment(pending.until)} on; until then a ruling can void it."


def next_words(one: Fixture, every: Sequence[Fixture]) -> str:
    """Say whom the winner meets, and where the loser goes: `the winner meets The Aces in match 7`; empty if neither
    plays on, or it is known who does."""
    if one.state in ("over", "off"):
        return ""
    words = []
    if one.winner_to is not None and one.winner_to == one.loser_to:
        return f"both meet again in match {one.winner_to}"
    if one.winner_to is not None:
        number, other = next_met(("winner", one.match), one.winner_to, every)
        meets = "has nobody left to meet" if other is None else f"meets {_other(other)} in match {number}"
        words.append(f"the winner {meets}")
    if one.loser_to is not None:
        number, other = next_met(("loser", one.match), one.loser_to, every)
        words.append("the loser has nobody left to meet" if other is None else f"the loser goes to match {number}")
    return listed(words) if words else ""


def next_met(comes: Comes, number: int, every: Sequence[Fixture]) -> tuple[int, Side | None]:
    """Find the match that the winner or loser of a match really plays next, and the other side of it: where nobody
    stands there, they go on; None if nobody is left to meet."""
    known = {one.match: one for one in every}
    after = known[number]
    other = next(side for side in after.sides if side.comes != comes)
    # of a match that nobody plays there is no loser
    lost = other.comes is not None and other.comes[0] == "loser" and known[other.comes[1]].state == "off"
    if not (other.bye or lost):
        return number, other
    return (number, None) if after.winner_to is None else next_met(("winner", number), after.winner_to, every)


def _other(side: Side) -> str:
    return side_words(side) if side.team is not None else f"the {side_words(side)}"


def short_names(names: Sequence[str], wide: int) -> Mapping[str, str]:
    """Shorten the names to at most `wide` columns each, still different from each other: cut at the end, else in the
    middle, else numbered."""
    whole = {name: clean(name) for name in names}
    short = {name: _cut(text, wide, 0) for name, text in whole.items()}
    alike = _alike(short)
    short |= {name: _cut(whole[name], wide, wide // 2) for name in alike}
    if not _alike(short):
        return short
    return {name: f"{_start(text, wide - 4)}~{number}" for number, (name, text) in enumerate(whole.items(), 1)}


def _alike(short: Mapping[str, str]) -> tuple[str, ...]:
    """List the names that look like another name."""
    counts = Counter(short.values())
    return tuple(name for name, text in short.items() if counts[text] > 1)


def _cut(name: str, wide: int, tail: int) -> str:
    """Shorten the name before its last `tail` columns."""
    if width(name) <= wide:
        return name
    end = _start(name[::-1], tail)[::-1]
    return f"{_start(name, wide - len(DOTS) - width(end)).rstrip()}{DOTS}{end}"


def _start(text: str, wide: int) -> str:
    """Cut the text to the room."""
    while width(text) > wide:
        text = text[:-1]
    return text


def legend(names: Mapping[str, str]) -> tuple[str, ...]:
    """Write a line for each name that was cut, with the whole name."""
    cut = {short: name for name, short in names.items() if short != name}
    wide = max(map(width, cut), default=0)
    return tuple(f"{short}{' ' * (wide - width(short))}  {clean(name)}" for short, name in cut.items())

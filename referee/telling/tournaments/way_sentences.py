"""The way on for a team, in sentences: whom it meets next and when, or its place. Rules on nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from referee.telling.formats import at, ordinal
from referee.telling.tournaments.round_names import next_met, side_words
from referee.tournaments import brackets
from referee.tournaments import events as ev
from referee.tournaments.events import Event
from referee.tournaments.fixtures import Fixture, Side, fixtures, opens_at
from referee.tournaments.matches import bracket_of, key_of, match_of, stage_of
from referee.tournaments.stages import ranked
from referee.tournaments.tournament import StageKey, Times, Tournament

CHANGING = (ev.Resulted, ev.Ruled, ev.TakenBack, ev.Withdrawn, ev.StageOpened, ev.StageTakenBack)
"""The events that can change the way of a team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOn:
    """The next step of a team. `plays`: a match; `waits`: its stage is not over, but it has no match left in it; `out`:
    it plays no more, and has this place; `withdrawn`."""

    state: Literal["plays", "waits", "out", "withdrawn"]
    match: int | None = None
    """The match that it plays next. This field and those below are None in states that do not use them."""
    against: Side | None = None
    place: int | None = None
    """The place of a team that is out, or the first of the places that it shares; None while it is unknown."""
    shared: bool = False


def own_way(
    before: Tournament, t: Tournament, happened: Iterable[Event], team: str, times: Times, written: datetime
) -> tuple[str, ...]:
    """Say what the events that turned `before` into `t` mean for the reader's `team`; empty if they change nothing for
    it."""
    if not changes_way(before, t, happened, team):
        return ()
    return tuple(_own(_way(before, team), t, _way(t, team), times, written))


def changes_way(before: Tournament, t: Tournament, happened: Iterable[Event], team: str) -> bool:
    """Tell if these events change the way of a team."""
    if t.phase != "running" or not before.order or not any(isinstance(event, CHANGING) for event in happened):
        return False
    return _gist(_way(before, team)) != _gist(_way(t, team))


def is_out(t: Tournament, team: str) -> bool:
    """Tell if a team has no match left to play in a tournament, whatever the others do."""
    return bool(t.order) and _way(t, team).state in ("out", "withdrawn")


def _gist(one: WayOn) -> tuple[object, ...]:
    return one.state, one.match, one.against and one.against.team, one.place


def _own(was: WayOn, t: Tournament, now: WayOn, times: Times, written: datetime) -> Iterator[str]:
    match now.state:
        case "withdrawn":
            yield "You are out of the tournament, and play no more matches of it."
        case "out":
            place = "" if now.place is None else f": {_place(now)}"
            ends = "have won" if now.place == 1 else "are out"
            yield f"You {_prize(now) or f'{ends}{place}'}."
        case "waits":
            yield "You have no match left for now: how you go on depends on the others."
        case "plays":
            assert now.match is not None and now.against is not None, "a team that plays has a match"
            again = "You play on after all" if was.state in ("out", "withdrawn") else "Your next match"
            when = _when(t, now.match, times, written)
            yield f"{again}: match {now.match}, against {_opponent(now.against)}.{when}"


def _prize(one: WayOn) -> str | None:
    """Name the prize of a team that has played its last match and is second or third alone: nobody calls the loser of a
    final out."""
    return f"have the {ordinal(one.place)} place" if one.place in (2, 3) and not one.shared else None


def _place(one: WayOn) -> str:
    assert one.place is not None, "asked only where it is known"
    return f"you share the {ordinal(one.place)} place" if one.shared else f"you have the {ordinal(one.place)} place"


def _opponent(side: Side) -> str:
    if side.team is not None or side.comes is None:
        return side_words(side)
    return f"the {side.comes[0]} of match {side.comes[1]}"


def _when(t: Tournament, number: int, times: Times, written: datetime) -> str:
    """Say when a match begins, if that is known."""
    match, game, key = match_of(t, number), t.games.get(number), key_of(t, number)
    if number in t.reset or (game is not None and game.state == "waiting"):
        return " It waits for the Gamesmaster."
    if game is not None and game.state == "running":
        return f" It is being played: game {game.game}."
    if match is None or match.teams is None:
        return ""
    if t.paused:
        return " It begins once the tournament goes on."
    opens = opens_at(t, key, match.round, times) or times.begins_at
    return f" It begins {at(opens, t.format.zone)}." if opens > written else ""


def onward(t: Tournament, team: str) -> str:
    """Say to any reader how a team goes on: `Kings go on to match 7, against Tens.`; empty if that is unknown or
    plain."""
    one = _way(t, team)
    match one.state:
        case "plays" if one.against is not None:
            return f"{team} go on to match {one.match}, against {_opponent(one.against)}."
        case "out" if one.place == 1:
            return f"{team} have won."
        case "out":
            return f"{team} {_prize(one) or 'are out'}."
    return ""


def _way(t: Tournament, team: str) -> WayOn:
    """Find the way of a team."""
    if team in t.withdrawn:
        return WayOn(state="withdrawn")
    division = t.team(team).division
    opened = [key for key in t.stages if key[0] == division]
    own = max((key for key in opened if team in t.stages[key]), default=None)
    if own is None:
        return WayOn(state="waits")
    if (later := (division, own[1] + 1)) in t.stages:
        return _left_behind(t, own, later, team)
    every = fixtures(t, own)
    for one in every:
        if one.state not in ("over", "off") and not one.is_spare and (side := _against(one, team)) is not None:
            comes = next(each.comes for each in one.sides if each != side)
            match, met = (one.match, side) if comes is None else next_met(comes, one.match, every)
            return WayOn(state="waits") if met is None else WayOn(state="plays", match=match, against=met)
    return _out_of_bracket(t, own, team) if stage_of(t, own).kind.is_bracket else WayOn(state="waits")


def _against(one: Fixture, team: str) -> Side | None:
    """Return the other side of a match that a team plays."""
    if team not in (side.team for side in one.sides):
        return None
    return one.second if one.first.team == team else one.first


def _left_behind(t: Tournament, key: StageKey, later: StageKey, team: str) -> WayOn:
    """Return the way of a team that did not reach the next stage: its place in its own stage."""
    place = 1 + len(t.stages[later])
    for placed in ranked(t, key):
        left = [one for one in placed if one not in t.stages[later]]
        if team in left:
            return WayOn(state="out", place=place, shared=len(left) > 1)
        place += len(left)
    return WayOn(state="out")


def _out_of_bracket(t: Tournament, key: StageKey, team: str) -> WayOn:
    found = brackets.fallen(bracket_of(t, key))
    if team not in found:
        return WayOn(state="waits")
    place, shared = found[team]
    return WayOn(state="out", place=place, shared=shared)

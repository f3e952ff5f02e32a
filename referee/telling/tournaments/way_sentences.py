"""How a tournament goes on for a team, in sentences: whom it meets next and when, or its place. Decides nothing."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from referee.telling.formats import moment, ordinal
from referee.telling.tournaments.round_names import side_words
from referee.tournaments import events as ev
from referee.tournaments.events import Event
from referee.tournaments.fixtures import Begins, Side, opens_at
from referee.tournaments.matches import find, key_of
from referee.tournaments.tournament import Tournament
from referee.tournaments.ways import Way, way

CHANGING = (ev.Resulted, ev.Ruled, ev.TakenBack, ev.Withdrawn, ev.StageOpened, ev.StageTakenBack)
"""What can change how it goes on for a team."""


def own_way(
    before: Tournament, t: Tournament, happened: Iterable[Event], team: str, begins: Begins, written: datetime
) -> tuple[str, ...]:
    """What these events, which made `t` of `before`, mean for the reader's `team`; nothing if they change nothing for
    it."""
    if not changes_way(before, t, happened, team):
        return ()
    return tuple(_own(way(before, team), t, way(t, team), begins, written))


def changes_way(before: Tournament, t: Tournament, happened: Iterable[Event], team: str) -> bool:
    """Whether it goes on in another way for a team."""
    if t.phase != "running" or not before.order or not any(isinstance(event, CHANGING) for event in happened):
        return False
    return _gist(way(before, team)) != _gist(way(t, team))


def _gist(one: Way) -> tuple[object, ...]:
    return one.state, one.match, one.against and one.against.team, one.place


def _own(was: Way, t: Tournament, now: Way, begins: Begins, written: datetime) -> Iterator[str]:
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
            when = _when(t, now.match, begins, written)
            yield f"{again}: match {now.match}, against {_opponent(now.against)}.{when}"


def _prize(one: Way) -> str | None:
    """What a team has that plays no more and is second or third by itself: nobody calls the loser of a final out."""
    return f"have the {ordinal(one.place)} place" if one.place in (2, 3) and not one.shared else None


def _place(one: Way) -> str:
    assert one.place is not None, "asked only where it is known"
    return f"you share the {ordinal(one.place)} place" if one.shared else f"you have the {ordinal(one.place)} place"


def _opponent(side: Side) -> str:
    if side.team is not None or side.comes is None:
        return side_words(side)
    return f"the {side.comes[0]} of match {side.comes[1]}"


def _when(t: Tournament, number: int, begins: Begins, written: datetime) -> str:
    """When a match begins, as far as that is known."""
    match, game, key = find(t, number), t.games.get(number), key_of(t, number)
    if number in t.reset or (game is not None and game.state == "waiting"):
        return " It waits for the Gamesmaster."
    if game is not None and game.state == "running":
        return f" It is being played: game {game.game}."
    if match is None or match.teams is None:
        return ""
    if t.paused:
        return " It begins once the tournament goes on."
    opens = opens_at(t, key, match.round, begins) or begins.get(key, written)
    return f" It begins {moment(opens)}." if opens > written else ""


def onward(t: Tournament, team: str) -> str:
    """How it goes on for a team, to whoever reads it: `Kings go on to match 7, against Tens.`; empty if it is not known
    or plain."""
    one = way(t, team)
    match one.state:
        case "plays" if one.against is not None:
            return f"{team} go on to match {one.match}, against {_opponent(one.against)}."
        case "out" if one.place == 1:
            return f"{team} have won."
        case "out":
            return f"{team} {_prize(one) or 'are out'}."
    return ""

"""The end of protests, each by itself: a game goes on once the last one that holds it has ended."""

from collections.abc import Collection
from typing import Any

from referee.desk.case import Case
from referee.desk.outgoing import About, send_answer
from referee.desk.request import Request
from referee.desk.table.act import act
from referee.store import event_log, matches, tournaments
from referee.store.games import GameRow
from referee.store.matches import OpenProtest
from referee.store.people import Person
from referee.table import commands as cmd
from referee.table import events as ev
from referee.telling.formats import listed
from referee.telling.notices import Decided


def protest_answered(case: Case, request: Request[Any]) -> OpenProtest | None:
    """Return the protest that still holds a game and whose own letter a mail answers. The letter of a question that a
    player asks for themselves is about no tournament."""
    token = request.sender.token
    if token is None or token.game is None or token.tournament is None:
        return None
    match = matches.of_game(case.tx, token.game)
    waiting = () if match is None else match.open_protests
    return next((one for one in waiting if one.person == token.asker), None)


def protest_stops(case: Case, game: int) -> bool:
    """Tell if the last pause of a game is that of a protest, and not one before it."""
    pauses = [one for one in event_log.story(case.tx, game, kinds=("Paused",)) if isinstance(one, ev.Paused)]
    return bool(pauses) and pauses[-1].protest is not None


def close(case: Case, row: GameRow, ended: Collection[OpenProtest], told: str, to: Collection[Person]) -> str:
    """End protests, and tell these people. Let the game go on if no other protest and no other pause holds it. Returns
    what becomes of the game, as the end of a sentence."""
    match = matches.of_game(case.tx, row.id)
    assert match is not None, "a protest is about a match"
    left = tuple(one for one in match.open_protests if one not in ended)
    matches.change(case.tx, match, open_protests=left, protest_until=match.protest_until if left else None)
    cup = tournaments.find(case.tx, match.tournament)
    if left:
        after = f"the game waits for the answer to the protest of {listed([row.names[one.seat - 1] for one in left])}"
    elif not protest_stops(case, row.id) or (cup is not None and cup.paused_at is not None):
        after = "the game stays paused"
    else:
        act(case, row, event_log.load(case.tx, row), None, cmd.Resume())
        after = "the game goes on"
    for person in to:
        send_answer(case, person, Decided("A protest is over", f"{told}; {after}"), About(game=row.id))
    return after

"""The events of dealing that must follow from what happened at any table: seeds fixed and revealed, salts closed, the
next deal. Nobody asks for them, and they are never refused."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from referee.table import events as ev
from referee.table.fairness import ATTEMPTS, NO_PREV, Deck, tied
from referee.table.game import T, Table
from referee.table.seats import TEAMS, team_of

E = TypeVar("E")


def revealing(game: Table) -> ev.Revealed | None:
    """Reveal the seeds that a restore may have told, and the seed of the last deal once the game is over."""
    return _revealed(game) if len(game.revealed) < game.lost or game.attempt not in game.revealed else None


def shown(game: Table) -> ev.Revealed | None:
    """Reveal the seeds of a round that is over, one by one, or the seed of a deal that was thrown in."""
    if game.points is not None:
        return _revealed(game) if len(game.revealed) < len(game.seeds[game.round]) else None
    return _revealed(game) if game.thrown_in and game.attempt not in game.revealed else None


def _revealed(game: Table) -> ev.Revealed:
    attempt = len(game.revealed) + 1
    return ev.Revealed(game.round, attempt, game.seeds[game.round][attempt - 1])


def conceding(game: Table) -> int | None:
    """Find the team both of whose players have posted a concession."""
    return next((team for team in TEAMS if sum(team_of(s) == team for s in game.conceded) == 2), None)


def next_deal(
    game: T, seeds: Sequence[str], deal: Callable[[T, int, int], E]
) -> E | ev.Committed | ev.SaltsClosed | None:
    """Begin the next round, or the next attempt at this one; after the last attempt only once the clock runs again."""
    if game.round == 0 or game.points is not None:
        return _opening(game, seeds, game.round + 1) or deal(game, game.round + 1, 1)
    if not game.thrown_in:
        return None
    spent = max(game.attempt, len(game.revealed))  # all seeds of a finished round are public, even undealt ones
    if spent == len(game.seeds[game.round]):
        return ev.Committed(game.round, tuple(seeds[:ATTEMPTS]))
    if game.round + 1 not in game.seeds:
        return ev.Committed(game.round + 1, tuple(seeds[:ATTEMPTS]))
    if game.paused and spent % ATTEMPTS == 0:
        return None
    return deal(game, game.round, spent + 1)


def _opening(game: Table, seeds: Sequence[str], number: int) -> ev.Committed | ev.SaltsClosed | None:
    """Open a round: the referee commits to the next round before it deals this one."""
    for one in (number, number + 1):
        if one not in game.seeds:
            return ev.Committed(one, tuple(seeds[:ATTEMPTS]))
        if not game.closed:
            return ev.SaltsClosed(one, game.salts)
    return None


def deck_of(game: Table, number: int, attempt: int, acts: Sequence[str]) -> Deck:
    """Return the sources of the deal of a round that follows on `acts`."""
    first = attempt == 1
    prev = NO_PREV if number == 1 else tied(game.sheet.game, acts) if first else game.deck.prev
    salts = game.salts if first else game.deck.salts
    return Deck(game.number, number, attempt, game.seeds[number][attempt - 1], prev, salts)


def inherited(game: Table, deck: Deck) -> dict[str, Any]:
    """Return what the deal of a `deck` takes over from the game, whatever the game is."""
    return {
        "turn": max(game.turn, 1),
        "round": deck.round,
        "attempt": deck.attempt,
        "reason": game.thrown_in,
        "seeds": game.seeds[deck.round],
        "coming": game.seeds[deck.round + 1],
        "prev": deck.prev,
        "salts": deck.salts,
        "head": game.head,
        "names": game.names,
        "score": game.score,
        "silences": game.silences,
        "conceded": tuple(sorted(game.conceded)),
        "paused": game.paused,
        "limit": game.limit,
        "last_round": game.last_round,
        "hurry": game.hurry,
    }

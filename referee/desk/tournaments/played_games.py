"""What the finished games of a tournament have for its last letter, from their public events. Changes nothing.

Only what scores a round is read, not every card: a large tournament ends in one transaction.
"""

from sqlalchemy import Connection

from referee.spades import events as ev
from referee.spades.game import NO_BIDS
from referee.spades.rulesheet import SEATS
from referee.spades.scoring import Taken, nil_worth
from referee.store import event_log, games
from referee.telling.tournaments.best_moments import BY_POINTS
from referee.telling.tournaments.game_moments import PlayedGame, PlayedRound
from referee.tournaments.outcomes import UNPLAYED, Outcome
from referee.tournaments.tournament import MatchGame, Tournament

KINDS = ("Started", "BidMade", "RoundScored")


def played_games(tx: Connection, t: Tournament) -> tuple[PlayedGame, ...]:
    """The games whose results stand as they were played, by match."""
    return tuple(
        _game(tx, t.games[number], outcome)
        for number, outcome in sorted(t.outcomes.items())
        if number in t.games and outcome.winner is not None and outcome.how not in (*UNPLAYED, "ruling")
    )


def _game(tx: Connection, match: MatchGame, outcome: Outcome) -> PlayedGame:
    row = games.find(tx, match.game)
    assert row is not None, "the game of a match is in the database"
    even = next(team for team in match.teams if team != match.odd)
    return PlayedGame(
        match=match.match,
        names=row.names,
        teams=(match.odd, even),
        winner=1 if outcome.winner == match.odd else 2,
        by_points=outcome.how in BY_POINTS,
        rounds=_rounds(event_log.story(tx, match.game, kinds=KINDS), row.names),
    )


def _rounds(story: list[ev.Event], names: tuple[str, ...]) -> tuple[PlayedRound, ...]:
    """The rounds, each as it was scored last. The bids before the next round is scored are those of the round."""
    started, *rest = story
    assert isinstance(started, ev.Started), "a game begins with Started"
    bids: dict[int, ev.BidMade] = {}
    made: dict[int, dict[int, ev.BidMade]] = {}
    scored: dict[int, ev.RoundScored] = {}
    for event in rest:
        if isinstance(event, ev.BidMade):
            bids[event.seat] = event
        elif isinstance(event, ev.RoundScored):
            if event.round not in scored:
                made[event.round], bids = bids, {}
            scored[event.round] = event
    return tuple(
        PlayedRound(
            number=number,
            books=event.books,
            points=event.points,
            score=event.score,
            nils=tuple(names[seat - 1] for seat in SEATS if _is_nil(started, made[number].get(seat), event)),
        )
        for number, event in sorted(scored.items())
    )


def _is_nil(started: ev.Started, bid: ev.BidMade | None, scored: ev.RoundScored) -> bool:
    """Whether a bid was a zero that is worth something on the sheet, and was made."""
    if bid is None or bid.bid or scored.books[bid.seat - 1]:
        return False
    taken = Taken(NO_BIDS, scored.books, frozenset({bid.seat} if bid.blind else ()))
    return nil_worth(started.sheet, taken, bid.seat) > 0

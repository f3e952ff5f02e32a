"""From events to news: what everyone may be told of what happened, and the position that just ended.

The one place where events, which hold secrets, become public words; seeds and hands stop here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.mail import news as n
from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.game import Game, evolve
from referee.spades.scoring import Tally, tally
from referee.spades.sheets import team_of
from referee.spades.view import SeatView, view


@dataclass(frozen=True, slots=True)
class Story:
    """What one act brought about: the news in order, the public view that it shows, and the state after it."""

    news: tuple[n.News, ...]
    shown: SeatView
    """The position that a trick or round ended with; else the one after the act."""
    game: Game
    dealt: bool
    """Whether new hands were dealt."""


def tell(before: Game | None, events: Sequence[Event], drawn_from: int = 0) -> Story:
    """The story of `events`, which followed on `before`; `drawn_from` orders were alike where a game starts."""
    game, shown = before, None
    told: list[n.News] = []
    for event in events:
        earlier, game = game, evolve(game, event)
        told.extend(_news(earlier, event, game, drawn_from))
        if isinstance(event, ev.TrickTaken | ev.RoundScored) or (isinstance(event, ev.Ended) and shown is not None):
            shown = game
    assert game is not None, "a story has at least one event"
    return Story(tuple(told), view(shown or game), game, any(isinstance(e, ev.Dealt) for e in events))


def _news(before: Game | None, event: Event, after: Game, drawn_from: int) -> Iterator[n.News]:
    match event:
        case ev.Started():
            yield n.GameStarted(drawn_from)
        case ev.Dealt():
            yield n.RoundDealt(event.round, event.eldest)
        case ev.BidMade() | ev.CardPlayed():
            if event.by == "clock":
                yield n.ClockRanOut(event.seat)
            yield n.Bid(event.seat, event.bid) if isinstance(event, ev.BidMade) else n.Play(event.seat, event.card)
        case ev.TrickTaken(seat):
            yield n.TrickWon(seat, len(after.tricks), after.tricks[-1])
        case ev.RoundScored():
            assert before is not None, "a scored round was dealt"
            yield n.RoundOver(event.round, event.books, tallies(before), event.points, event.score, event.bags)
        case ev.Misplayed():
            team = team_of(event.seat) - 1
            counts = (after.misplays_hand[team], after.misplays_game[team])
            yield n.Misplay(event.seat, event.card, event.fault, event.points, *counts)
        case ev.Voided():
            yield n.Void(event.to, event.reason, event.charge, event.points)
        case ev.Conceded(seat):
            yield n.Concession(seat)
        case ev.ConcessionWithdrawn(seat):
            yield n.Withdrawal(seat)
        case ev.Paused():
            yield n.Pause()
        case ev.Resumed():
            yield n.Resume()
        case ev.Extended(seconds):
            yield n.Extension(seconds)
        case ev.Replaced():
            yield n.Replacement(event.seat, event.name, event.old)
        case ev.Ended():
            yield n.GameOver(event.team, event.by, after.score)


def tallies(game: Game) -> tuple[Tally, Tally]:
    """What each team made of a round whose thirteen tricks are taken; `game` is the state before it is scored."""
    first, _ = tally(game.sheet, 1, game.bids, game.books, game.bags[0])
    second, _ = tally(game.sheet, 2, game.bids, game.books, game.bags[1])
    return first, second

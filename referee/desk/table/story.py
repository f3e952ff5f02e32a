"""From events to news: what everyone may know of what happened, and the position that just ended.

The one place where events, which hold secrets, become public words: no hand gets past it, and no seed before it is
revealed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.fold import Step, steps_of
from referee.spades.game import Game, opening, speaker
from referee.spades.law.moves import changes_left, in_order
from referee.spades.law.scoring import Taken, Tally, tally
from referee.spades.record_lines import commits
from referee.spades.rulesheet import SEATS, team_of
from referee.spades.view import SeatView, view
from referee.telling import news as n


@dataclass(frozen=True, slots=True)
class Story:
    """The story of one act: the news in order, the public view to show, and the state after it."""

    news: tuple[n.News, ...]
    scene: SeatView
    """The position at the end of a trick or round; if the act ended neither, the position after the act."""
    game: Game
    dealt: frozenset[int]
    """The seats whose players now get to see their hand: all after a deal, else those that may see it from now on."""


def story_of_events(
    before: Game | None, events: Iterable[Event], drawn_from: int = 0, *, on_list: bool = False
) -> Story:
    """Tell the story of events, given only the state before them."""
    return story_of(before, tuple(steps_of(events, before)), drawn_from, on_list=on_list)


def story_of(
    before: Game | None,
    steps: tuple[Step, ...],
    drawn_from: int = 0,
    *,
    on_list: bool = False,
    fixture: n.Fixture | None = None,
) -> Story:
    """Tell the story of what followed `before`, at least one step.

    When a game starts, `drawn_from` orders were equally likely, and players talk `on_list` or through the referee;
    `fixture` is the match of a tournament that it decides.
    """
    earlier, scene = before, None
    news: list[n.News] = []
    # a challenge is followed by scoring at once only if the round was scored already
    anew = any(isinstance(event, ev.Challenged) for event, _ in steps)
    for event, game in steps:
        if isinstance(event, ev.Started):
            news.append(n.GameStarted(drawn_from, on_list, fixture))
        news.extend(_news(earlier, event, game, anew))
        scene = _scene(event, game, scene)
        earlier = game
    after = steps[-1].game
    return Story(tuple(news), view(scene or after), after, _dealt(before, steps))


def _scene(event: Event, game: Game, scene: Game | None) -> Game | None:
    """Return the view at the end of a trick or round, given `scene` so far; for a round scored anew, the view of that
    round."""
    match event:
        case ev.TrickTaken():
            return game
        case ev.RoundScored():
            return game if event.round == game.round else game.last
        case ev.Ended() | ev.Provisional():
            return game if scene is not None and scene.round == game.round else scene
    return scene


def _dealt(before: Game | None, steps: tuple[Step, ...]) -> frozenset[int]:
    if before is None or any(isinstance(event, ev.Dealt) for event, _ in steps):
        return frozenset(SEATS)
    return steps[-1].game.seen - before.seen


def _news(before: Game | None, event: Event, after: Game, anew: bool) -> Iterator[n.News]:
    match event:
        case ev.Plain():
            yield event
        case ev.Started() | ev.Shown() | ev.Salted() | ev.Planned() | ev.Unplanned():
            return
        case ev.Committed():
            assert before is not None, "a game begins with Started"
            first = len(before.seeds.get(event.round, ())) + 1
            yield n.Commitments(event.round, first, commits(before, event))
        case ev.Claimed(_, seat):
            assert before is not None, "only in a round is anything claimed"
            yield n.Claim(seat, in_order(before.sheet, before.hand(seat)))
        case ev.BidMade() | ev.CardPlayed():
            if event.by == "clock":
                yield n.ClockRanOut(event.seat)
            yield _play(event) if isinstance(event, ev.CardPlayed) else _bid(before, event, after)
        case ev.Restored() | ev.Replaced() | ev.Outcome():
            yield _of_game(event, after)
        case _:
            yield _of_round(before, event, after, anew)


def _of_game(event: ev.Restored | ev.Replaced | ev.Provisional | ev.Ended, after: Game) -> n.News:
    """Return the news that changes how the game goes on, or if it does."""
    match event:
        case ev.Restored(_, since):
            return n.Restored(since, after.thrown_in == "restored")
        case ev.Replaced():
            return n.Replacement(event.seat, event.name, event.old)
        case ev.Provisional():
            return n.Provisional(event.team, event.by, after.score)
        case ev.Ended():
            return n.GameOver(event.team, event.by, after.score)


def _play(event: ev.CardPlayed) -> n.Play:
    return n.Play(event.seat, event.card, by_rule=event.by == "rule")


OfRound = ev.Dealt | ev.Misdealt | ev.TrickTaken | ev.RoundScored | ev.Challenged | ev.Misplayed | ev.Voided


def _of_round(before: Game | None, event: OfRound, after: Game, anew: bool) -> n.News:
    if isinstance(event, ev.Dealt):
        return n.RoundDealt(event.round, event.eldest, event.attempt, event.extra == event.round)
    assert before is not None, "only what was dealt is played, scored, challenged or voided"
    match event:
        case ev.Misdealt():
            return n.Misdeal(event.seat, after.attempt)
        case ev.TrickTaken(seat):
            return n.TrickWon(seat, len(after.tricks), after.tricks[-1])
        case ev.RoundScored():
            return _round(before, event, anew)
        case ev.Challenged():
            return _challenge(before, event, after)
        case ev.Misplayed():
            team = team_of(event.seat) - 1
            counts = (after.misplays_hand[team], after.misplays_game[team])
            return n.Misplay(event.seat, event.card, event.fault, event.points, *counts)
        case ev.Voided():
            return _void(before, event, after)


def _void(before: Game, event: ev.Voided, after: Game) -> n.Void:
    thrown_in = after.attempt if after.thrown_in and not before.thrown_in else 0
    return n.Void(event.to, event.reason, event.charge, event.points, thrown_in)


def _bid(before: Game | None, event: ev.BidMade, after: Game) -> n.Bid:
    assert before is not None, "a bid follows a deal"
    changed = before.bid(speaker(before, event.seat)) is not None
    return n.Bid(event.seat, event.bid, event.blind, changed, changes_left(after, event.seat))


def _challenge(before: Game, event: ev.Challenged, after: Game) -> n.Challenge:
    points, team = after.sheet.misplay_cost.points, team_of(event.accused if event.proven else event.seat) - 1
    was, now = (game if event.round == game.round else game.last for game in (before, after))
    lost = None
    if was is not None and now is not None and was.points is not None:
        lost = tallies(was)[team].books - tallies(now)[team].books
    return n.Challenge(event.seat, event.accused, event.round, event.book, event.proven, event.books, points, lost)


def _round(before: Game, event: ev.RoundScored, anew: bool) -> n.RoundOver:
    was = before if event.round == before.round else before.last
    assert was is not None, "a round is scored anew only while it can be challenged"
    made = tallies(was)
    counts = [sum(books for seat, books in enumerate(was.books, 1) if team_of(seat) == team) for team in (1, 2)]
    off = (counts[0] - made[0].books, counts[1] - made[1].books)
    return n.RoundOver(
        round=event.round,
        bids=was.bids,
        books=event.books,
        tallies=made,
        points=event.points,
        score=event.score,
        bags=event.bags,
        sets=event.sets,
        blind=was.blind,
        off=off,
        anew=anew,
        closed=frozenset() if was is before else before.have_bid,
    )


def tallies(game: Game) -> tuple[Tally, Tally]:
    """Count what each team made of a round with all thirteen tricks taken."""
    taken, bags = Taken(game.bids, game.books, game.blind, game.off), opening(game).bags
    return tally(game.sheet, 1, taken, bags[0])[0], tally(game.sheet, 2, taken, bags[1])[0]

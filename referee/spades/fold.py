"""The effect of each event on a game, whose state is the fold of what happened. Checks nothing, refuses nothing and
draws nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any, NamedTuple

from referee.records.lines import chained
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.corrections import challenged, charged, restored, thrown_in, voided
from referee.spades.events import Event
from referee.spades.fairness import NO_SALTS, Deck
from referee.spades.game import Bids, ByPlan, ByPlans, Game, Played, Result, speaker, speakers, throughout
from referee.spades.record_lines import line
from referee.spades.standing_plans import after_bid, after_play, after_show, due_again, planned, unplanned
from referee.table.seats import NOBODY, SEATS, TEAMS, put, team_of


class Step(NamedTuple):
    """One event, and the state after it."""

    event: Event
    game: Game


def steps_of(events: Iterable[Event], game: Game | None = None) -> Iterator[Step]:
    """Yield each event with the state after it; the first is Started if no game is given."""
    for event in events:
        game = evolve(game, event)
        yield Step(event, game)


def replay(events: Iterable[Event], game: Game | None = None) -> Game:
    """Return the state after `events`; without a `game` the first of them is Started."""
    state = reduce(evolve, events, game)
    assert state is not None, "a game begins with Started"
    return state


def evolve(game: Game | None, event: Event) -> Game:
    """Return the state after one more event."""
    if isinstance(event, ev.Started):
        deck = Deck(event.game, 0, 0, "")
        after = Game(
            number=event.game, sheet=event.sheet, names=event.names, limit=event.limit, terms=event.terms, deck=deck
        )
    else:
        assert game is not None, "a game begins with Started"
        after = _after(game, event)
    public = line(game, event)
    if public is None:
        return after
    # a deal carries the head, because a game may be read from there on
    before = event.head if isinstance(event, ev.Dealt) else after.head if game is None else game.head
    return replace(after, head=chained(before, public))


def _after(game: Game, event: Event) -> Game:
    match event:
        case ev.Committed() | ev.Salted() | ev.SaltsClosed() | ev.Revealed() | ev.Dealt():
            return _after_dealing(game, event)
        case ev.Shown() | ev.BidMade() | ev.Misdealt() | ev.CardPlayed() | ev.TrickTaken() | ev.RoundScored():
            return _after_play(game, event)
        case ev.Claimed():
            return _claimed(game, event)
        case ev.Challenged() | ev.Misplayed() | ev.Voided() | ev.Restored():
            return _after_ruling(game, event)
        case ev.Planned() | ev.Unplanned() | ev.Conceded() | ev.ConcessionWithdrawn() | ev.Replaced():
            return _after_players(game, event)
        case ev.Paused() | ev.Resumed() | ev.Extended() | ev.Limited() | ev.LastRoundSet() | ev.Hurried():
            return _after_clock(game, event)
        case ev.Provisional():
            return replace(game, provisional=Result(event.team, event.by))
        case ev.Ended():
            return replace(game, result=Result(event.team, event.by))
        case ev.Started():
            raise ValueError("a game starts once")


def _after_dealing(game: Game, event: ev.Committed | ev.Salted | ev.SaltsClosed | ev.Revealed | ev.Dealt) -> Game:
    match event:
        case ev.Committed(number, seeds):
            return replace(game, seeds={**game.seeds, number: (*game.seeds.get(number, ()), *seeds)})
        case ev.Salted(seat, salt):
            return replace(game, salts=put(game.salts, seat, salt))
        case ev.SaltsClosed():
            return replace(game, salts=event.salts, closed=True)
        case ev.Revealed(_, attempt):
            return replace(game, revealed=game.revealed | {attempt})
        case ev.Dealt():
            return _dealt(game, event)


def _after_play(
    game: Game, event: ev.Shown | ev.BidMade | ev.Misdealt | ev.CardPlayed | ev.TrickTaken | ev.RoundScored
) -> Game:
    match event:
        case ev.Shown(seat):
            return replace(game, seen=game.seen | {seat}, plans=after_show(game, seat))
        case ev.BidMade():
            return _bid(game, event)
        case ev.Misdealt():
            return thrown_in(game, game.turn + 1, "misdeal")
        case ev.CardPlayed():
            return _played(game, event)
        case ev.TrickTaken(seat):
            return replace(
                game,
                tricks=(*game.tricks, game.trick),
                trick=(),
                leader=seat,
                books=put(game.books, seat, game.books[seat - 1] + 1),
            )
        case ev.RoundScored():
            return _scored(game, event)


def _claimed(game: Game, event: ev.Claimed) -> Game:
    """End the round before its last card; the cards not played stay where they are."""
    books = put(game.books, event.seat, game.books[event.seat - 1] + game.left)
    return replace(_next(game), settled=event, books=books, silences=put(game.silences, event.seat, 0))


def _after_ruling(game: Game, event: ev.Challenged | ev.Misplayed | ev.Voided | ev.Restored) -> Game:
    match event:
        case ev.Challenged():
            return challenged(game, event)
        case ev.Misplayed():
            after = charged(_next(game), game.round, team_of(event.seat))
            return replace(after, unvoided=after.turn, plans=due_again(game.plans, game.turn, after.turn))
        case ev.Voided():
            return voided(game, event)
        case ev.Restored():
            return restored(game, event)


def _after_players(
    game: Game, event: ev.Planned | ev.Unplanned | ev.Conceded | ev.ConcessionWithdrawn | ev.Replaced
) -> Game:
    match event:
        case ev.Planned():
            return planned(game, event)
        case ev.Unplanned():
            return unplanned(game, event)
        case ev.Conceded(seat):
            return replace(game, conceded=game.conceded | {seat})
        case ev.ConcessionWithdrawn(seat):
            return replace(
                game,
                conceded=game.conceded - {seat},
                withdrawals=put(game.withdrawals, seat, game.withdrawals[seat - 1] + 1),
            )
        case ev.Replaced():
            return replace(
                game,
                names=put(game.names, event.seat, event.name),
                silences=put(game.silences, event.seat, 0),
                conceded=game.conceded - {event.seat},
                withdrawals=put(game.withdrawals, event.seat, 0),
                plans=put(game.plans, event.seat, ()),
                by_plan=put(game.by_plan, event.seat, ()),
            )


def _after_clock(
    game: Game, event: ev.Paused | ev.Resumed | ev.Extended | ev.Limited | ev.LastRoundSet | ev.Hurried
) -> Game:
    match event:
        case ev.Paused():
            return replace(game, paused=True)
        case ev.Resumed():
            return replace(game, paused=False, lost=0)
        case ev.Extended():
            return game
        case ev.Limited(seconds):
            return replace(game, limit=seconds)
        case ev.LastRoundSet(number):
            return replace(game, last_round=number)
        case ev.Hurried(seconds):
            return replace(game, hurry=seconds)


def _dealt(game: Game, event: ev.Dealt) -> Game:
    one, two, three, four = (frozenset(hand) for hand in event.hands)
    seed = event.seeds[event.attempt - 1]
    last = game.last if game.points is None else replace(game, last=None)
    again = event.attempt > 1
    return Game(
        number=game.number,
        sheet=game.sheet,
        limit=event.limit,
        terms=game.terms,
        names=event.names,
        turn=event.turn,
        opening=event.turn,
        unvoided=event.turn,
        round=event.round,
        attempt=event.attempt,
        eldest=event.eldest,
        deck=Deck(game.number, event.round, event.attempt, seed, event.prev, event.salts),
        seeds={event.round: event.seeds, event.round + 1: event.coming},
        revealed=game.revealed if again else frozenset(),
        salts=game.salts if again else NO_SALTS,
        closed=game.closed if again else False,
        hands=(one, two, three, four),
        seen=frozenset() if game.sheet.blind_nil else frozenset(SEATS),
        score=event.score,
        bags=event.bags,
        sets=event.sets,
        extra=event.extra,
        last_round=event.last_round,
        hurry=event.hurry,
        off=game.off if again else (0, 0),
        misplays_hand=game.misplays_hand if again else (0, 0),
        misplays_game=event.misplays,
        silences=event.silences,
        conceded=frozenset(event.conceded),
        withdrawals=game.withdrawals if again else NOBODY,
        have_bid=game.have_bid if again else frozenset(),
        paused=event.paused,
        last=last if game.sheet.misplay_act == "stand" else None,
    )


def _bid(game: Game, event: ev.BidMade) -> Game:
    seat, place = event.seat, speaker(game, event.seat)
    have_bid = game.have_bid | {team_of(seat)}
    if game.last is not None and len(have_bid) == len(TEAMS):
        game = throughout(game, lambda past: replace(past, last=None))
    bids = put(game.bids, place, event.bid)
    changed = game.bid(place) is not None
    value = f"B{event.bid}" if event.blind else str(event.bid)
    standing = tuple(act for act in game.acts if not act.startswith(f"bid:{place}:"))
    opened = all(bids[one - 1] is not None for one in speakers(game))
    return _acted(
        game,
        event,
        acts=(*standing, f"bid:{place}:{value}"),
        bids=bids,
        changes=put(game.changes, place, game.changes[place - 1] + changed),
        have_bid=have_bid,
        blind=game.blind | {seat} if event.blind else game.blind,
        seen=game.seen | {seat},
        leader=_first_leader(game, bids) if opened else None,
        plans=after_bid(game, seat, changed=changed),
    )


def _played(game: Game, event: ev.CardPlayed) -> Game:
    hand = game.hand(event.seat) - {event.card}
    trick = (*game.trick, Played(event.seat, event.card))
    acts = (*game.acts, f"card:{event.seat}:{event.card}")
    hands, plans = put(game.hands, event.seat, hand), after_play(game, event)
    return _acted(game, event, acts=acts, hands=hands, trick=trick, plans=plans)


def _scored(game: Game, event: ev.RoundScored) -> Game:
    after_it: dict[str, Any] = {"bags": event.bags, "sets": event.sets, "extra": event.extra}
    if event.round == game.round:
        return replace(game, points=event.points, score=event.score, **after_it)
    one, two = event.score[0] - game.score[0], event.score[1] - game.score[1]
    last = None if game.last is None else replace(game.last, points=event.points)
    return throughout(
        game, lambda past: replace(past, last=last, score=(past.score[0] + one, past.score[1] + two), **after_it)
    )


def _next(game: Game) -> Game:
    return replace(game, turn=game.turn + 1, before=game)


def _acted(game: Game, event: ev.BidMade | ev.CardPlayed, **changes: Any) -> Game:
    """Return the position after an act. Copies the game once: games are read from their events for every mail.

    Only an act by hand ends a player's row of time-outs: a plan, or the last trick, also acts for a silent player.
    """
    seat = event.seat
    by_hand = event.by == "player" and not event.planned
    silent = game.silences[seat - 1] + 1 if event.by == "clock" else 0 if by_hand else game.silences[seat - 1]
    return replace(
        game,
        turn=game.turn + 1,
        before=game,
        acted=put(game.acted, seat, event.turn),
        silences=put(game.silences, seat, silent),
        by_plan=_by_plan(game, event, by_hand=by_hand),
        **changes,
    )


def _by_plan(game: Game, event: ev.BidMade | ev.CardPlayed, *, by_hand: bool) -> ByPlans:
    if not (by_hand or event.planned):
        return game.by_plan
    done = () if by_hand else (*game.by_plan[event.seat - 1], ByPlan(event.turn, _what(event)))
    return put(game.by_plan, event.seat, done)


def _what(event: ev.BidMade | ev.CardPlayed) -> int | Card:
    return event.bid if isinstance(event, ev.BidMade) else event.card


def _first_leader(game: Game, bids: Bids) -> int:
    """Find the first to make the highest bid, or the eldest hand (109, clause 3)."""
    if game.sheet.first_leader == "eldest":
        return game.eldest
    return max(speakers(game), key=lambda seat: bids[seat - 1] or 0)

"""The effect of each event on a game, whose state is the fold of what happened. Checks nothing, refuses nothing and
draws nothing."""

from dataclasses import replace
from typing import Any

from referee.spades import events as ev
from referee.spades.corrections import challenged, charged, throw_in, voided
from referee.spades.events import Event
from referee.spades.game import Bids, Game, Played, speaker, speakers
from referee.spades.plans import Plan, When, plan_from
from referee.spades.record_lines import VERSION, entry
from referee.table import fold
from referee.table.fold import acted, carried, moved
from referee.table.game import throughout
from referee.table.plans import Plans, StandingPlan, due_again, only
from referee.table.seats import SEATS, TEAMS, four, put, team_of

Step = fold.Step[Event, Game]
"""One event, and the state after it."""


def _after(game: Game, event: ev.Own | ev.Voided) -> Game:
    match event:
        case ev.Challenged():
            return challenged(game, event)
        case ev.Misplayed():
            after = charged(moved(game), game.round, team_of(event.seat))
            return replace(after, unvoided=after.turn, plans=due_again(game.plans, game.turn, after.turn))
        case ev.Voided():
            return voided(game, event)
    return _after_act(game, event)


def _after_act(
    game: Game, event: ev.Dealt | ev.Shown | ev.BidMade | ev.CardPlayed | ev.TrickTaken | ev.Claimed | ev.RoundScored
) -> Game:
    match event:
        case ev.Dealt():
            return _dealt(game, event)
        case ev.Shown(seat):
            # it bids blind no more
            plans = only(game.plans, lambda other, one: other != seat or not one.plan.blind)
            return replace(game, seen=game.seen | {seat}, plans=plans)
        case ev.BidMade():
            return _bid(game, event)
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
        case ev.Claimed():
            return _claimed(game, event)
        case ev.RoundScored():
            return _scored(game, event)


def _claimed(game: Game, event: ev.Claimed) -> Game:
    """End the round before its last card; the cards not played stay where they are."""
    books = put(game.books, event.seat, game.books[event.seat - 1] + game.left)
    return replace(moved(game), settled=event, books=books, silences=put(game.silences, event.seat, 0))


def _dealt(game: Game, event: ev.Dealt) -> Game:
    last = game.last if game.points is None else replace(game, last=None)
    again = event.attempt > 1
    return Game(
        **carried(game, event),
        eldest=event.eldest,
        hands=four(map(frozenset, event.hands)),
        seen=frozenset() if game.sheet.blind_nil else frozenset(SEATS),
        bags=event.bags,
        sets=event.sets,
        extra=event.extra,
        off=game.off if again else (0, 0),
        misplays_hand=game.misplays_hand if again else (0, 0),
        misplays_game=event.misplays,
        have_bid=game.have_bid if again else frozenset(),
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
    return acted(
        game,
        event,
        event.bid,
        acts=(*standing, f"bid:{place}:{value}"),
        bids=bids,
        changes=put(game.changes, place, game.changes[place - 1] + changed),
        have_bid=have_bid,
        blind=game.blind | {seat} if event.blind else game.blind,
        seen=game.seen | {seat},
        leader=_first_leader(game, bids) if opened else None,
        plans=_after_bid(game, seat, changed=changed),
    )


def _played(game: Game, event: ev.CardPlayed) -> Game:
    hand = game.hand(event.seat) - {event.card}
    trick = (*game.trick, Played(event.seat, event.card))
    acts = (*game.acts, f"card:{event.seat}:{event.card}")
    hands, plans = put(game.hands, event.seat, hand), _after_play(game, event)
    return acted(game, event, event.card, acts=acts, hands=hands, trick=trick, plans=plans)


def _scored(game: Game, event: ev.RoundScored) -> Game:
    after_it: dict[str, Any] = {"bags": event.bags, "sets": event.sets, "extra": event.extra}
    if event.round == game.round:
        return replace(game, points=event.points, score=event.score, **after_it)
    one, two = event.score[0] - game.score[0], event.score[1] - game.score[1]
    last = None if game.last is None else replace(game.last, points=event.points)
    return throughout(
        game, lambda past: replace(past, last=last, score=(past.score[0] + one, past.score[1] + two), **after_it)
    )


def _first_leader(game: Game, bids: Bids) -> int:
    """Find the first to make the highest bid, or the eldest hand (109, clause 3)."""
    if game.sheet.first_leader == "eldest":
        return game.eldest
    return max(speakers(game), key=lambda seat: bids[seat - 1] or 0)


def _after_bid(game: Game, seat: int, *, changed: bool) -> Plans:
    """Return the plans that stand once `seat` has bid, or has changed its bid while another is still to bid: it, or its
    team, has no more bid to make in this round."""
    place = speaker(game, seat)
    plans = only(game.plans, lambda other, one: one.plan.when != When.BID or speaker(game, other) != place)
    return due_again(plans, game.turn, game.turn + 1) if changed else plans


def _after_play(game: Game, event: ev.CardPlayed) -> Plans:
    """Return the plans that stand once a card was played: a list for the next turn ends with that turn.

    One made on the turn itself is for the turn after, unless plans have played, as they may before the clock does.
    """

    def stays(seat: int, one: StandingPlan[Plan]) -> bool:
        return seat != event.seat or one.plan.when != When.NEXT or (one.turn >= event.turn and not event.planned)

    return only(game.plans, stays)


FOLD: fold.Fold[Event, Game] = fold.Fold(Game, VERSION, entry, _after, throw_in, plan_from)
evolve, line, replay, steps_of = FOLD.evolve, FOLD.line, FOLD.replay, FOLD.steps_of

"""The turn in sentences: whose it is, what is due and by when. Decides nothing: asks the law through views."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from referee.config import span_words
from referee.spades.law.moves import BID_CHANGES, clock_bid
from referee.spades.plans import Habits
from referee.spades.view import SeatView
from referee.table.seats import SEATS, team_of
from referee.table.view import TableView
from referee.telling.formats import because, bid_text, count, listed, local_moment, moment, signed, span_left, times
from referee.telling.news import News, Stake, new_player
from referee.telling.sentences.plan_words import would_do

FAULTS = {"not_held": "do not hold", "revoke": "may not play now"}
"""An illegal card, by the fault that the sheet charges."""

HELD = "Nobody plays until the Gamesmaster has answered a protest."
FINE = timedelta(hours=1)
"""The time left below which seconds are given."""


def task(view: SeatView, whose: str = "your") -> str:
    """Say what the player must do: `bid`, `bid for your team`, `play a card`, `lead to trick 5`."""
    assert view.to_act is not None, "asked only while something is due"
    if view.to_act[1] == "bid":
        return f"bid for {whose} team" if view.sheet.bids_by_team else "bid"
    return "play a card" if view.table else f"lead to trick {len(view.tricks) + 1}"


def place(view: SeatView) -> str:
    """Say where the game stands, for a subject: `round 2, bid`, `round 2, trick 5`."""
    assert view.to_act is not None, "asked only while something is due"
    due = "bid" if view.to_act[1] == "bid" else f"trick {len(view.tricks) + 1}"
    return f"round {view.round}, {due}"


def joined(news: Sequence[News], view: TableView, *, turn: bool) -> str | None:
    """Tell a successor, in their first letter about a game, whose place they take, and for whom the game waits. Tell a
    substitute in a team about the match, why they were asked and, unless it is their turn, when to send something. None
    for everyone else."""
    item = new_player(news, view.seat)
    if item is None:
        return None
    if (place := item.place) is None:
        put = f"The Gamesmaster has put you in the place of {item.old}."
        if not item.missing:
            return put
        waits = f"the game waits for {listed(item.missing)} or somebody in their place"
        return f"{put} The clock stands still: {waits}."
    team = f"You play for {place.team} in {place.tournament} now"
    whom = f"with {place.partner}, in the place of {item.old}.{because(place.reason)}"
    game = f"This is match {place.match}, against {place.other}, and its game is under way."
    later = "" if turn else " A letter comes when it is your turn, and says what to send."
    return f"{team}, {whom} {game}{later}"


def actors(view: TableView) -> str:
    """Name who is to act: `Dave`, or `Ann or Carol` if either may bid for the team."""
    return listed([view.name(seat) for seat in view.called], "or")


def by_when(deadline: datetime | None, written: datetime) -> str:
    """Say ` by Tue 24 Nov 18:00 UTC`; empty while no clock runs."""
    return "" if deadline is None else f" by {moment(deadline, deadline - written < FINE)}"


def left(deadline: datetime | None, written: datetime, zone: str | None) -> str | None:
    """Say `That is 19:00 in Berlin, 3 days from now.`; None while no clock runs."""
    if deadline is None:
        return None
    local = local_moment(deadline, zone, deadline - written < FINE)
    span = span_left(_rounded(deadline - written))
    return f"That is {f'{local}, ' if local else ''}{span} from now."


def _rounded(span: timedelta) -> timedelta:
    """Round to whole minutes if the seconds do not matter."""
    return span if span < FINE else timedelta(minutes=round(span / timedelta(minutes=1)))


def next_sentence(view: TableView, start: str | None, deadline: datetime | None, written: datetime) -> str | None:
    """Say `Next: Dave is to play a card by Tue 24 Nov 18:00 UTC, 3 days from now.`; None once the game is over.

    `start`: what the game waits for, without the time.
    """
    if view.held and view.result is None:
        return HELD
    if start is None or start.endswith("."):
        return start
    if view.paused:
        return f"{start}. The clock is stopped."
    if deadline is None:
        return f"{start}."
    return f"{start}{by_when(deadline, written)}, {span_left(_rounded(deadline - written))} from now."


def otherwise(view: Any) -> str:
    """Say what the referee does when the limit runs out (109, clause 7)."""
    assert view.to_act is not None, "asked only while something is due"
    when = "When the limit runs out, the referee"
    if view.to_act[1] == "play":
        thing = "card" if isinstance(view, SeatView) else "tile"
        return f"{when} plays a {thing} for you, drawn at random from those you may play."
    if view.held_back:
        return f"{when} shows you your hand and makes the smallest bid of 2 or more that is allowed."
    value = bid_text(view.sheet, clock_bid(view.legal_bids))
    return f"{when} bids {value} for {'your team' if view.sheet.bids_by_team else 'you'}."


def warning(view: TableView, habits: Habits, *, reminder: bool) -> str | None:
    """Say what the referee will do at the limit: in a reminder, and if each partner may be waiting for the other."""
    together = isinstance(view, SeatView) and view.bidding and view.sheet.bids_by_team
    if not (reminder or together):
        return None
    planned = would_do(view, habits)
    said = otherwise(view) if planned is None else f"When the limit runs out, your plan {planned}."
    assert view.to_act is not None, "asked only while something is due"
    if not together or (planned is not None and view.to_act[0] == view.seat):
        return said
    return f"{said.removesuffix('.')}, unless your partner has planned a bid."


def what_it_is(limit: timedelta) -> tuple[str, str]:
    """Say to somebody who never heard of the referee what they are asked to play, and what it costs them; `limit`: for
    each answer."""
    return (
        "Spades is a card game for four, two against two: you say how many of thirteen tricks you will take, and "
        "then play for them. A program, the referee, deals, writes to you when it is your turn, and keeps the "
        "score; this letter comes from it. You answer with one line, and need nothing but your mail.",
        "A round asks about thirteen such answers of you and takes four to twelve days, and a game has several "
        f"rounds. You have {span_words(limit)} for each answer; after that the referee acts for you.",
    )


def at_stake(stake: Stake, whom: str = "you") -> str:
    """Say what more silence of a player costs their team."""
    lost = f"{stake.team} lose match {stake.match} of {stake.tournament}"
    if not stake.times:
        return f"If the clock acts for {whom} once, {lost}."
    often = times(stake.times) + (" in a row" if stake.times > 1 else "")
    if stake.both:
        each = f"{times(stake.both)} in a row for both players"
        return f"The clock has acted for {whom} {often}. Once it has acted {each}, {lost}."
    return f"The clock has acted for {whom} {often}: one more time in a row, and {lost}."


def final(view: SeatView) -> str:
    """Say if the player can change what they post now, which is rare, or what an illegal card costs them."""
    alone = all(view.bids[s - 1] is None for s in SEATS if team_of(s) != view.team)
    if view.sheet.bid_change and view.bidding and alone:
        return f"You may change your bid until the other team bids, at most {times(BID_CHANGES)}."
    cost, faults = view.sheet.misplay_cost, view.sheet.misplay_faults
    parts = [f"{-cost.points} points"] if cost.points else []
    parts += [count(cost.books, "trick")] if cost.books else []
    if not parts or not view.legal_cards or view.sheet.misplay_act != "void":
        return ""
    wrong = [words for fault, words in FAULTS.items() if fault in faults]
    return f"A card that you {listed(wrong, 'or')} costs your team {listed(parts)}."


def notes(view: SeatView) -> tuple[str, ...]:
    """Say what else a player may do or should know now, in a letter of their own."""
    return () if view.to_act is None or view.held else tuple(_notes(view))


def _notes(view: SeatView) -> Iterator[str]:
    if view.mine and view.sheet.bids_by_team and view.bidding and not view.may_change:
        partner = listed([view.name(seat) for seat in view.called if seat != view.seat])
        yield f"{partner} may bid too: the first valid bid from either of you stands for your team."
    if view.held_back:
        yield from _held_back(view)
    if view.may_misdeal:
        yield (
            "You hold no ace, king, queen or jack and no spade, so until you bid you may call a misdeal: "
            "the round is then dealt again."
        )
    if view.may_change and view.seat is not None:
        bid = bid_text(view.sheet, view.bid(view.seat), view.seat in view.blind)
        yield f"Your bid of {bid} stands. To change it, send a new one before the other team bids."


def _held_back(view: SeatView) -> Iterator[str]:
    worth = view.sheet.blind_nil
    if view.may_bid_blind:
        yield (
            "Your hand is held back until you ask for it, so that you may bid blind nil: "
            f"{signed(worth)} if you take no trick, {signed(-worth)} if you take one or more. Once you have seen your "
            "hand, you can no longer bid it."
        )
    elif view.mine:
        yield "Your hand is held back until you ask for it. A blind nil is not possible in this round."
    else:
        yield (
            "Your hand is held back until you ask for it: a line that says show brings it, and then you bid what you "
            f"like. Blind nil is a bid without a look at it: {signed(worth)} if you take no trick, {signed(-worth)} if "
            "you take one or more."
        )
    yield "A line that says auto show brings you your cards as soon as they are dealt, in every round."

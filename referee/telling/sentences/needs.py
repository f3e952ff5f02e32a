"""The needs of each team in the running round, in sentences, and how its nils stand. Public figures only."""

from collections.abc import Iterator

from referee.spades.law.scoring import Taken, nil_worth
from referee.spades.view import SeatView
from referee.table.seats import SEATS, TEAMS, partner_of, team_of
from referee.telling.formats import bid_text, count, not_counted, over_name


def needs(view: SeatView) -> tuple[str, ...]:
    """Say one sentence or more for each team, the reader's own first; empty unless tricks are being played."""
    if view.bidding or view.scored or view.to_act is None:
        return ()
    return tuple(" ".join(_team(view, team)) for team in sorted(TEAMS, key=lambda team: team != view.team))


def _team(view: SeatView, team: int) -> Iterator[str]:
    seats = [seat for seat in SEATS if team_of(seat) == team]
    nils = [seat for seat in seats if view.bids[seat - 1] == 0 and nil_worth(view.sheet, _taken(view), seat)]
    bid = sum(view.bids[seat - 1] or 0 for seat in seats)
    if bid or not nils:
        yield _contract(view, team, bid, nils)
    for seat in nils:
        yield _nil(view, seat)


def _contract(view: SeatView, team: int, bid: int, nils: list[int]) -> str:
    """Say `You and Carol need 2 more of the 6 tricks left (bid 5, took 3).`"""
    took = sum(view.books[seat - 1] for seat in SEATS if team_of(seat) == team)
    off = view.off[team - 1]
    counted = max(0, took - off)
    stray = sum(view.books[seat - 1] for seat in nils) if view.sheet.nil_tricks == "bags" else 0
    missing = bid - max(0, counted - stray)
    who, their = _who(view, team)
    so_far = f"bid {bid}, took {took}{not_counted(off)}"
    if missing <= 0:
        over = f"{so_far}; each further trick is {'a sandbag' if over_name(view.sheet) == 'sandbag' else 'over'}"
        return f"{who} have made {their} bid ({over})."
    if missing > view.left:
        return f"{who} can no longer make {their} bid ({so_far})."
    return f"{who} need {missing} more of the {count(view.left, 'trick')} left ({so_far})."


def _who(view: SeatView, team: int) -> tuple[str, str]:
    if view.seat is None or team != view.team:
        return view.team_names(team), "their"
    return f"You and {view.name(partner_of(view.seat))}", "your"


def _nil(view: SeatView, seat: int) -> str:
    whose = "Your" if seat == view.seat else f"{view.name(seat)}'s"
    called = bid_text(view.sheet, 0, seat in view.blind)
    books = view.books[seat - 1]
    stands = f"has failed ({count(books, 'trick')})" if books else "stands so far"
    return f"{whose} {called} {stands}."


def _taken(view: SeatView) -> Taken:
    return Taken(view.bids, view.books, view.blind)

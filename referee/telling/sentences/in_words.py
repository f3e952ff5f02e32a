"""A position in sentences, to be heard: the bids or the trick on the table, a hand, what may be played, and what each
team still needs in the running round.

Says only what a view shows; decides nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from referee.spades.cards import Card
from referee.spades.game import Trick
from referee.spades.law.moves import winner
from referee.spades.law.scoring import Taken, nil_worth
from referee.spades.rulesheet import TRICKS
from referee.spades.view import SeatView
from referee.table.seats import SEATS, TEAMS, partner_of, team_of
from referee.telling.formats import SUIT_NAMES, bid_text, card_name, count, listed, not_counted, over_name, rank_name
from referee.telling.sentences.recap import bids_made


def table(view: SeatView) -> str | None:
    """Say what has been bid, the trick in the order of play, or who took the last one; None if there is nothing yet."""
    if view.result is not None or view.scored or view.thrown_in:
        return None
    if view.bidding:
        return _bids(view)
    if view.table:
        return _trick(view)
    return f"{taken(view)}." if view.tricks else None


def taken(view: SeatView) -> str:
    """Say `Ann took trick 6 with the 2 of spades`, of the last trick that is over."""
    seat = winner(view.sheet, view.tricks[-1])
    card = next(play.card for play in view.tricks[-1] if play.seat == seat)
    return f"{_who(view, seat, 'You')} took trick {len(view.tricks)} with the {card_name(card)}"


def last_trick(view: SeatView) -> str:
    """Say `Trick 6: Ann led the 2 of spades, you the 7 of hearts, …; Ann took it.`, or that there was none yet."""
    if not view.tricks:
        return f"No trick of round {view.round} has been taken yet."
    plays = view.tricks[-1]
    led, took = _who(view, plays[0].seat), _who(view, winner(view.sheet, plays))
    return f"Trick {len(view.tricks)}: {led} led {trick(view, plays)}; {took} took it."


def trick(view: SeatView, plays: Trick) -> str:
    """Say the cards of a trick: `the 2 of spades, Bob the 7 of hearts`, without who led."""
    cards = (f"{_who(view, play.seat)} the {card_name(play.card)}" for play in plays[1:])
    return ", ".join([f"the {card_name(plays[0].card)}", *cards])


def _trick(view: SeatView) -> str:
    """Say `Ann took trick 5 and leads the 2 of spades, Bob the 7 of hearts; Ann is winning.`"""
    leader = view.table[0].seat
    before = view.tricks and winner(view.sheet, view.tricks[-1]) == leader
    opening = f"{_who(view, leader, 'You')} {f'took trick {len(view.tricks)} and ' if before else ''}"
    said = f"{opening}{'lead' if leader == view.seat else 'leads'} {trick(view, view.table)}"
    if len(view.table) > 1:
        best = winner(view.sheet, view.table)
        mate = "your partner " if view.seat is not None and best == partner_of(view.seat) else ""
        said += f"; {mate}{_who(view, best)} {'are' if best == view.seat else 'is'} winning"
    return f"{said}."


def _who(view: SeatView, seat: int, you: str = "you") -> str:
    return you if seat == view.seat else view.name(seat)


def _bids(view: SeatView) -> str | None:
    """Say `Bids: Ann 4, Bob 5; 9 of 13 so far. Your team: Bob's 5 and yours.`"""
    made = bids_made(view)
    if not made:
        return None
    bid = sum(filter(None, view.bids))
    return f"Bids: {made}; {bid} of {TRICKS} so far.{_partners(view)}"


def _partners(view: SeatView) -> str:
    """Say how the partner's bid goes with the reader's own, if it is known and the two add up."""
    if view.seat is None or view.sheet.bids_by_team:
        return ""
    mate = partner_of(view.seat)
    own, other = view.bid(view.seat), view.bid(mate)
    if other is None:
        return ""
    if own is not None:
        return f" Your team: {own + other}."
    return f" Your team: {view.name(mate)}'s {bid_text(view.sheet, other, mate in view.blind)} and yours."


def hand(cards: Sequence[Card]) -> str:
    """Say `3 hearts: jack, 8, 5; 1 club: 4`, suit by suit."""
    suits = ((suit, [rank_name(card) for card in cards if card.suit == suit]) for suit in SUIT_NAMES)
    return "; ".join(f"{count(len(ranks), SUIT_NAMES[suit])}: {', '.join(ranks)}" for suit, ranks in suits if ranks)


def may(view: SeatView) -> str | None:
    """Say which bids or cards are allowed now; None if it is not the seat's turn."""
    if view.legal_bids:
        return f"You may bid {bids([bid_text(view.sheet, bid) for bid in view.legal_bids])}."
    if not view.legal_cards:
        return None
    return f"You may play {_cards(view)}."


def bids(words: Iterable[str]) -> str:
    """Say which bids: `nil or 2 to 13`, with three or more in a row as one."""
    return listed(list(_runs(words)), "or")


def _runs(words: Iterable[str]) -> Iterator[str]:
    for _, each in groupby(enumerate(words), lambda one: int(one[1]) - one[0] if one[1].isdigit() else None):
        run = [word for _, word in each]
        yield from [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run


def _cards(view: SeatView) -> str:
    """Say `the ace, 7 or 4 of spades`, `any heart or club`, `any card`, or each card by name."""
    if len(view.legal_cards) > 1 and view.legal_cards == view.hand:
        return "any card"
    suits = {card.suit: [each for each in view.legal_cards if each.suit == card.suit] for card in view.legal_cards}
    if len(suits) > 1 and all(card in view.legal_cards for card in view.hand or () if card.suit in suits):
        return f"any {listed([SUIT_NAMES[suit] for suit in suits], 'or')}"
    if len(suits) > 1 or any(card.rank in "BL" for card in view.legal_cards):
        return f"the {listed([card_name(card) for card in view.legal_cards], 'or')}"
    (suit,) = suits
    return f"the {listed([rank_name(card) for card in view.legal_cards], 'or')} of {SUIT_NAMES[suit]}s"


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
    who, their = _named(view, team)
    so_far = f"bid {bid}, took {took}{not_counted(off)}"
    if missing <= 0:
        over = f"{so_far}; each further trick is {'a sandbag' if over_name(view.sheet) == 'sandbag' else 'over'}"
        return f"{who} have made {their} bid ({over})."
    if missing > view.left:
        return f"{who} can no longer make {their} bid ({so_far})."
    return f"{who} need {missing} more of the {count(view.left, 'trick')} left ({so_far})."


def _named(view: SeatView, team: int) -> tuple[str, str]:
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

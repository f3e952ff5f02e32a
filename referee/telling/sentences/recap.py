"""Bids and cards told together: a player's recap of what happened since their last act, and cards played one upon
another as one piece of news, since one act makes one letter with all that follows it.

Says nothing hidden, and never why a card came: only its player may know whether a plan played it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.dominoes.line import Laid, Move
from referee.spades.cards import Card
from referee.spades.game import Trick
from referee.spades.law.moves import winner
from referee.spades.view import SeatView
from referee.table.seats import team_of
from referee.table.view import TableView
from referee.telling.formats import bid_text, card_label, card_name, listed
from referee.telling.news import Bid, ClockRanOut, News, Play, RoundOver, TrickWon


def since(view: SeatView) -> tuple[str, ...]:
    """Recount the plays since the seat's own last card by hand, trick by trick; before play, the standing bids."""
    if cards := _cards_since(view):
        return tuple(_tricks_with(view, cards))
    made = bids_made(view)
    return (f"Bids so far: {made}.",) if made and view.bidding and not view.thrown_in else ()


def _cards_since(view: SeatView) -> frozenset[Card]:
    """Return the cards played since the seat's own last one by hand."""
    planned = {done.what for done in view.by_plan}
    plays = [play for trick in (*view.tricks, view.table) for play in trick]
    by_hand = [place for place, play in enumerate(plays) if play.seat == view.seat and play.card not in planned]
    return frozenset(play.card for play in plays[by_hand[-1] + 1 if by_hand else 0 :])


def bids_made(view: SeatView) -> str:
    """Write the bids as `Ann 3, Bob nil`, in bidding order; empty before the first bid."""
    return ", ".join(
        f"{_bidder(view, seat)} {bid_text(view.sheet, view.bid(seat), seat in view.blind)}"
        for seat in view.bidders
        if view.bid(seat) is not None
    )


def _bidder(view: SeatView, seat: int) -> str:
    if not view.sheet.bids_by_team:
        return _who(view, seat)
    return "your team" if team_of(seat) == view.team else view.team_names(team_of(seat))


def _tricks_with(view: SeatView, cards: frozenset[Card]) -> Iterator[str]:
    for number, trick in enumerate((*view.tricks, view.table), 1):
        if any(play.card in cards for play in trick):
            yield _trick_line(view, number, trick)


def trick_lines(view: SeatView) -> tuple[str, ...]:
    """Write the tricks of the round, the running one too."""
    tricks = (*view.tricks, view.table) if view.table else view.tricks
    return tuple(_trick_line(view, number, trick) for number, trick in enumerate(tricks, 1))


def _trick_line(view: SeatView, number: int, trick: Trick) -> str:
    """Write a trick as `Trick 4: Ann Q♠, you 2♥, … Ann takes it.`"""
    text = f"Trick {number}: {trick_text(view, trick)}."
    if number > len(view.tricks):
        return text
    seat = winner(view.sheet, trick)
    return f"{text} {'You take' if seat == view.seat else f'{view.name(seat)} takes'} it."


def without_repeats(news: Sequence[News], view: SeatView) -> tuple[tuple[News, ...], tuple[str, ...]]:
    """Return the news, and the recap of what happened since the reader's last act, with no card or bid in both, and
    without the bids or the trick on the table, which the top of the letter tells. News of a round that is over tells
    its end without a recap."""
    over = any(isinstance(item, RoundOver) for item in news)
    recap = () if over and view.scored else since(view)
    told = recap[:-1] if view.bidding or view.table else recap
    if not recap or over:
        return tuple(news), told
    plain = [
        item
        for place, item in enumerate(news)
        if not isinstance(item, Bid | Play | TrickWon)
        or (isinstance(item, Bid) and item.changed)
        or (place > 0 and isinstance(news[place - 1], ClockRanOut) and not isinstance(item, TrickWon))
    ]
    return tuple(plain), told


def without_own(news: Sequence[News], view: TableView) -> tuple[News, ...]:
    """Return the news without a bid, card or tile of the reader's own that says no more than the first sentence of a
    receipt."""
    cards = [item for item in news if isinstance(item, Play | TrickWon)]
    return tuple(item for item in news if not _said(item, view, alone=len(cards) == 1))


def _said(item: News, view: TableView, *, alone: bool) -> bool:
    match item:
        case Bid(seat, blind=False, changed=False, changes=0):
            return seat == view.seat
        case Play(seat, by_rule=False):
            return seat == view.seat and alone
        case Laid(seat):
            return seat == view.seat
    return False


def own_act(view: TableView, item: News) -> int | Card | Move | None:
    """Return the act of the reader or of a plan of theirs in a piece of news, but not of the rule."""
    match item:
        case Play(seat, card, by_rule=False) if seat == view.seat:
            return card
        case Bid(seat, bid) if seat == view.seat:
            return bid
        case Laid(seat, tile, arm) if seat == view.seat:
            return Move(tile, arm)
    return None


def trick_text(scene: SeatView, trick: Trick) -> str:
    """Write the cards of a trick in order: `Ann Q♠, you 2♥`."""
    return ", ".join(f"{_who(scene, play.seat)} {card_label(play.card)}" for play in trick)


def _who(scene: SeatView, seat: int) -> str:
    return "you" if seat == scene.seat else scene.name(seat)


@dataclass(frozen=True, slots=True)
class Chain:
    """Plays of one trick in a row, and the trick if they ended it; two plays or more if it goes on."""

    plays: tuple[Play, ...]
    won: TrickWon | None


def linked(news: Sequence[News]) -> Iterator[tuple[News | None, News | Chain]]:
    """Yield the news in order, each after the piece before it, with plays that follow one another in a trick as chains.
    A play of the clock stands by itself."""
    plays: list[Play] = []
    before: News | None = None
    for item in news:
        if isinstance(item, Play) and not isinstance(before, ClockRanOut):
            plays.append(item)
        elif isinstance(item, TrickWon) and plays:
            yield None, Chain(tuple(plays), item)
            plays = []
        else:
            yield from _apart(plays)
            yield before, item
            plays = []
        before = item
    yield from _apart(plays)


def _apart(plays: Sequence[Play]) -> Iterator[tuple[None, News | Chain]]:
    if len(plays) > 1:
        yield None, Chain(tuple(plays), None)
    else:
        yield from ((None, play) for play in plays)


def chain_sentence(chain: Chain, scene: SeatView) -> str:
    """Say the plays of a trick: `Trick 3: Ann 3♥, Bob 5♥, Carol K♥, Dave 2♥. Carol takes it.`, or the plays so far."""
    if chain.won is None:
        first, *others = chain.plays
        played = [f"{scene.name(first.seat)} plays the {card_name(first.card)}"]
        return f"{listed([*played, *(f'{scene.name(play.seat)} the {card_name(play.card)}' for play in others)])}."
    cards = ", ".join(f"{scene.name(play.seat)} {card_label(play.card)}" for play in chain.won.trick)
    return f"{_opening(chain)}: {cards}. {scene.name(chain.won.seat)} takes it."


def _opening(chain: Chain) -> str:
    assert chain.won is not None, "asked only of a whole trick"
    by_rule = any(play.by_rule for play in chain.plays)
    return f"Trick {chain.won.number}{', which the referee plays' if by_rule else ''}"

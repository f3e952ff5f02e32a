"""What happened, one sentence each: news and tricks in the words of every letter. Says nothing that is hidden.

Players are e, em, eir.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from referee.config import span_words
from referee.mail import news as n
from referee.mail.words import bid_text, card_text, count, listed, ordinal, signed
from referee.spades.game import Trick
from referee.spades.moves import winner
from referee.spades.scoring import Tally
from referee.spades.sheets import SEATS, TEAMS, after, partner_of, team_of
from referee.spades.view import SeatView

SUITS_LED = {"S": "a spade", "H": "a heart", "D": "a diamond", "C": "a club"}
ORDERS = {24: "Every order was equally likely.", 8: "Every order that keeps partners opposite was equally likely."}


class Line(NamedTuple):
    """One sentence or two; `quote` is what a player said, in eir own words."""

    text: str
    quote: str | None = None


def lines(news: Sequence[n.News], shown: SeatView) -> tuple[Line, ...]:
    """The news in order; `shown` is the public view that they led to (of what just ended, if a trick or round did)."""
    told: list[Line] = []
    for place, item in enumerate(news):
        clocked = place > 0 and isinstance(news[place - 1], n.ClockRanOut)
        told.extend(_lines(item, shown, clocked))
    return tuple(told)


def headline(news: Sequence[n.News], shown: SeatView) -> str | None:
    """The one sentence that matters most; None if there are no news."""
    if said := next((item for item in news if isinstance(item, n.Said)), None):
        return f"{shown.name(said.seat)} writes to the table."
    ranks = (n.GameOver, n.GameStarted, n.RoundOver, n.TrickWon, n.Misplay, n.Void)
    for kind in ranks:
        for item in news:
            if isinstance(item, kind):
                return next(_lines(item, shown, False)).text
    found = lines(news, shown)
    return found[0].text if found else None


def _lines(item: n.News, shown: SeatView, clocked: bool) -> Iterator[Line]:
    match item:
        case n.GameStarted():
            yield from _start(item, shown)
        case n.RoundDealt(number, eldest):
            yield Line(f"Round {number} is dealt. {shown.name(eldest)} bids first.")
        case n.ClockRanOut():
            return
        case n.Bid(seat, bid):
            yield Line(_bid(shown, seat, bid, clocked))
        case n.Play(seat, card):
            yield Line(_play(shown, seat, card_text(card), clocked))
        case n.TrickWon(seat, number, trick):
            won = next(play.card for play in trick if play.seat == seat)
            yield Line(f"{shown.name(seat)} takes trick {number} with the {card_text(won)}.")
            yield Line(f"Trick {number} was {_cards(shown, trick)}.")
        case n.RoundOver():
            yield from _round(item, shown)
        case n.Misplay():
            yield from _misplay(item, shown)
        case n.Void():
            yield from _void(item, shown)
        case n.Concession(seat):
            yield Line(_concession(shown, seat))
        case n.Withdrawal(seat):
            yield Line(f"{shown.name(seat)} withdraws eir concession.")
        case n.Pause():
            yield Line("The Gamesmaster stops the clock. Moves are still accepted.")
        case n.Resume():
            yield Line("The clock runs again.")
        case n.Extension(seconds):
            yield Line(f"The Gamesmaster gives {span_words(timedelta(seconds=seconds))} more for the running turn.")
        case n.Replacement(seat, name, old):
            yield Line(f"{name} takes over seat {seat} from {old}, with eir hand, bid and books.")
        case n.Said(seat, text):
            yield Line(f"{shown.name(seat)} says:", text)
        case n.GameOver():
            yield Line(_end(item, shown))


def _start(item: n.GameStarted, shown: SeatView) -> Iterator[Line]:
    one, two = shown.team_names(1), shown.team_names(2)
    yield Line(f"Game {shown.game} begins: {one} against {two}.")
    seats = ", ".join(f"{seat} {shown.name(seat)}" for seat in SEATS)
    yield Line(f"The seats were drawn: {seats}. {ORDERS.get(item.drawn_from, '')}".strip())
    yield Line(f"Team 1 is {one}, team 2 is {two}.")
    yield Line(f"The rules are those of sheet {shown.sheet.name}: {shown.sheet.target} points win.")
    yield Line(
        f"Each bid and each card is due within {span_words(timedelta(seconds=shown.limit))} of the notice; "
        "then the referee acts for the silent player."
    )


def _bid(shown: SeatView, seat: int, bid: int, clocked: bool) -> str:
    name, value = shown.name(seat), bid_text(shown.sheet, bid)
    if clocked:
        return f"{name} was silent until eir time ran out: the referee bids {value} for em."
    return f"{name} bids {value}."


def _play(shown: SeatView, seat: int, card: str, clocked: bool) -> str:
    if clocked:
        return (
            f"{shown.name(seat)} was silent until eir time ran out: the referee plays the {card} for em, "
            "drawn at random from what e could play."
        )
    return f"{shown.name(seat)} plays the {card}."


def _concession(shown: SeatView, seat: int) -> str:
    name, other = shown.name(seat), partner_of(seat)
    if other in shown.conceded:
        return f"{name} concedes, as {shown.name(other)} did."
    return (
        f"{name} concedes. If {shown.name(other)} concedes too, {shown.team_names(3 - team_of(seat))} win; "
        f"until then play goes on, and {name} may withdraw it."
    )


def _cards(shown: SeatView, trick: Trick) -> str:
    return ", ".join(f"{_who(shown, play.seat)} {card_text(play.card)}" for play in trick)


def _who(shown: SeatView, seat: int) -> str:
    return "you" if seat == shown.seat else shown.name(seat)


def _round(item: n.RoundOver, shown: SeatView) -> Iterator[Line]:
    scores = " and ".join(f"{shown.team_names(team)} {item.score[team - 1]}" for team in TEAMS)
    yield Line(f"Round {item.round} is over. The Spadescore: {scores}.")
    for team in TEAMS:
        parts = [_contract(item.tallies[team - 1], shown, team), *_nils(item, shown, team)]
        parts += _penalty(item, shown, team)
        points = item.points[team - 1]
        total = "" if points == item.tallies[team - 1].contract else f" Together {signed(points)}."
        after_it = f" Spadescore {item.score[team - 1]}{_bags(shown, item.bags[team - 1])}."
        yield Line(f"{shown.team_names(team)} {', '.join(parts)}.{total}{after_it}")


def _contract(tally: Tally, shown: SeatView, team: int) -> str:
    """`bid 7 (nil + 7), took 8: +70 and +1 for 1 sandbag`."""
    made = " + ".join(bid_text(shown.sheet, shown.bids[seat - 1]) for seat in SEATS if team_of(seat) == team)
    text = f"bid {tally.bid} ({made}), took {tally.books}: {signed(tally.contract)}"
    if not tally.over:
        return text
    extra = tally.over // shown.sheet.over_points
    return f"{text} and {signed(tally.over)} for {count(extra, 'sandbag' if shown.sheet.bag_penalty else 'overtrick')}"


def _nils(item: n.RoundOver, shown: SeatView, team: int) -> Iterator[str]:
    for seat in SEATS:
        if shown.sheet.nil and team_of(seat) == team and shown.bids[seat - 1] == 0:
            books = item.books[seat - 1]
            how = "made: " if not books else f"failed with {count(books, 'book')}: "
            yield f"{shown.name(seat)}'s nil {how}{signed(-shown.sheet.nil if books else shown.sheet.nil)}"


def _penalty(item: n.RoundOver, shown: SeatView, team: int) -> Iterator[str]:
    every, cost, bags = shown.sheet.bag_penalty, item.tallies[team - 1].penalty, item.bags[team - 1]
    if every is not None and cost:
        last = bags // every.nth
        passed = range(last - cost // every.points + 1, last + 1)
        yield f"the {listed([ordinal(n * every.nth) for n in passed])} sandbag: {signed(cost)}"


def _bags(shown: SeatView, bags: int) -> str:
    return "" if shown.sheet.bag_penalty is None else f", {count(bags, 'sandbag')}"


def _misplay(item: n.Misplay, shown: SeatView) -> Iterator[Line]:
    name, card, team = shown.name(item.seat), card_text(item.card), team_of(item.seat)
    if item.fault == "revoke":
        suit = SUITS_LED[shown.table[0].card.suit]
        why = f"e named the {card}, but e holds {suit} and must follow"
    else:
        why = f"e named the {card}, but e does not hold it"
    yield Line(f"{name} misplays: {why}. The play is void; {shown.team_names(team)} score {signed(item.points)}.")
    limits = shown.sheet.misplay_forfeit
    counted = f"It is eir team's {ordinal(item.in_hand)} misplay in this round and {ordinal(item.in_game)} in the game"
    if limits is None:
        yield Line(f"{counted}.")
    else:
        forfeit = f"the {ordinal(limits.hand)} in a round or the {ordinal(limits.game)} in a game forfeits"
        yield Line(f"{counted}; {forfeit}.")


def _void(item: n.Void, shown: SeatView) -> Iterator[Line]:
    because = f" because: {item.reason}" if item.reason else "."
    yield Line(f"The Gamesmaster rules void all bids and plays since turn {item.to}{because}")
    if item.charge is not None:
        team = shown.team_names(team_of(item.charge))
        yield Line(f"It counts as a misplay of {shown.name(item.charge)}: {team} score {signed(item.points)}.")
    yield Line("Cards, leads and counts are back where they were then, and what was due then is due again.")


def _end(item: n.GameOver, shown: SeatView) -> str:
    score = f"{item.score[0]} to {item.score[1]}" if item.team != 2 else f"{item.score[1]} to {item.score[0]}"
    if item.team is None:
        return f"Game {shown.game} is over: the Gamesmaster ended it, and nobody wins. The score stood {score}."
    winners, losers = shown.team_names(item.team), shown.team_names(3 - item.team)
    how = {
        "score": f"{winners} win, {score}",
        "concession": f"{losers} concede, so {winners} win. The score stood {score}",
        "forfeit": f"{losers} forfeit, so {winners} win. The score stood {score}",
    }
    return f"Game {shown.game} is over: {how.get(item.by, f'{winners} win by {item.by}')}."


def since(view: SeatView) -> tuple[str, ...]:
    """What was played since the seat's own last card, trick by trick; before play, the bids that stand."""
    if view.since:
        return tuple(_tricks_since(view))
    made = bids_made(view)
    return (f"Bids so far: {made}.",) if made and None in view.bids else ()


def bids_made(view: SeatView) -> str:
    """`Ann 3, Bob nil` in bidding order; empty before the first."""
    order = [after(view.eldest, step) for step in view.sheet.bid_turns]
    return ", ".join(
        f"{_who(view, s)} {bid_text(view.sheet, view.bids[s - 1])}" for s in order if view.bids[s - 1] is not None
    )


def _tricks_since(view: SeatView) -> Iterator[str]:
    cards = {play.card for play in view.since}
    for number, trick in enumerate((*view.tricks, view.table), 1):
        if not any(play.card in cards for play in trick):
            continue
        text = f"Trick {number}: {_cards(view, trick)}."
        if number <= len(view.tricks):
            seat = winner(view.sheet, trick)
            text = f"{text} {'You take' if seat == view.seat else f'{view.name(seat)} takes'} it."
        yield text

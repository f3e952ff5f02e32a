"""The facts that tests of plans need to know of a table: who sits where, who holds what, and what was played by which
act."""

from sqlalchemy import insert, select

from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.law.moves import legal_cards
from referee.store.people import Person, seated
from referee.store.tables import games, seats
from referee.table.seats import after
from tests.talk import Letter, Talk

LOW = "plan\n" + "\n".join(f"{suit}: lowest" for suit in ("spades", "hearts", "diamonds", "clubs", "void"))
"""A plan for every turn but the lead."""


def seasoned(talk: Talk) -> Talk:
    """Have nobody count as a beginner, whose acts are all answered: all four sat in an older game."""
    with talk.store.transaction() as tx:
        older = {"id": 0, "source": "older", "ended_at": talk.now, "deadline": None, "remind_at": None, "notice": None}
        tx.execute(insert(games).values(tx.execute(select(games)).one()._asdict() | older))
        sat = tx.execute(select(seats.c.seat, seats.c.person)).all()
        tx.execute(insert(seats), [{"game": 0, "seat": row.seat, "person": row.person} for row in sat])
    return talk


def name(talk: Talk, seat: int) -> str:
    return talk.game().names[seat - 1].lower()


def seat(talk: Talk, who: str) -> int:
    return talk.game().names.index(who.title()) + 1


def behind(talk: Talk, steps: int) -> str:
    """Find who acts so many seats after whoever is due."""
    place = seat(talk, talk.due())
    for _ in range(steps):
        place = after(place)
    return name(talk, place)


def plans(talk: Talk, who: str) -> list[str]:
    return [str(one.plan) for one in talk.game().plans[seat(talk, who) - 1]]


def acts(talk: Talk) -> list[ev.BidMade | ev.CardPlayed]:
    """Return all bids and cards so far, those of voided positions too."""
    return [event for event in talk.trail() if isinstance(event, ev.BidMade | ev.CardPlayed)]


def person(talk: Talk, who: str) -> Person:
    with talk.store.reading() as tx:
        return seated(tx, 1)[seat(talk, who)]


def hand(talk: Talk, who: str) -> list[Card]:
    return sorted(talk.game().hand(seat(talk, who)))


def legal(talk: Talk) -> list[Card]:
    """Return the legal cards of whoever is due."""
    return sorted(legal_cards(talk.game(), seat(talk, talk.due())))


def leads(talk: Talk, suit: str) -> Card:
    """Return a card of a suit that whoever is due may lead."""
    return next(card for card in legal(talk) if card.suit == suit)


def common_suit(talk: Talk, *others: str) -> str:
    """Return a suit that whoever is due may lead and all the `others` hold."""
    open_to = {card.suit for card in legal(talk)}
    held = [{card.suit for card in hand(talk, who)} for who in others]
    return sorted(open_to.intersection(*held))[0]


def new(talk: Talk, count: int, who: str) -> list[Letter]:
    """Return the letters to someone after the first `count` of all."""
    return [letter for letter in talk.letters[count:] if letter.to == f"{who}@club.test"]

"""What tests of plans need to know of a table: who sits where, who holds what, and what was played by which act."""

import json
from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import select, update

from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fold import evolve
from referee.spades.game import Game
from referee.spades.moves import legal_cards
from referee.spades.plan_choice import lowest
from referee.spades.plans import Plan
from referee.spades.rulesheet import after
from referee.store.people import Person, seated
from referee.store.tables import events
from tests.talk import Letter, Talk


def name(talk: Talk, seat: int) -> str:
    return talk.game().names[seat - 1].lower()


def seat(talk: Talk, who: str) -> int:
    return talk.game().names.index(who.title()) + 1


def behind(talk: Talk, steps: int) -> str:
    """Who acts so many seats after whoever is due."""
    return name(talk, after(seat(talk, talk.due()), steps))


def plans(talk: Talk, who: str) -> list[str]:
    return [str(one.plan) for one in talk.game().plans[seat(talk, who) - 1]]


def plan_of(talk: Talk, who: str) -> list[Plan]:
    return [one.plan for one in talk.game().plans[seat(talk, who) - 1]]


def acts(talk: Talk) -> list[ev.BidMade | ev.CardPlayed]:
    """All bids and cards so far, those of voided positions too."""
    return [event for event in talk.trail() if isinstance(event, ev.BidMade | ev.CardPlayed)]


def person(talk: Talk, who: str) -> Person:
    with talk.store.reading() as tx:
        return seated(tx, 1)[seat(talk, who)]


def count_events(talk: Talk) -> int:
    return len(talk.trail())


def follows(talk: Talk, who: str, lead: Card) -> Card:
    """The lowest card that `who` may play once `lead` lies alone on the table."""
    game = talk.game()
    after_it = evolve(game, ev.CardPlayed(game.turn, seat(talk, talk.due()), lead, "player"))
    there = replace(after_it, leader=seat(talk, who), trick=after_it.trick[:1])
    held = [card for card in game.hand(seat(talk, who)) if card.suit == lead.suit]
    return lowest(game.sheet, held or there.hand(seat(talk, who)))


def last_trick_by_itself(talk: Talk) -> Talk:
    """The game goes on under terms by which the last trick plays by itself."""
    with talk.store.transaction() as tx:
        first = (events.c.game == 1, events.c.seq == 1)
        data = tx.execute(select(events.c.data).where(*first)).scalar_one()
        data = {**json.loads(json.dumps(data)), "terms": {**data["terms"], "last_trick": "by itself"}}
        tx.execute(update(events).where(*first).values(data=data))
    return talk


def legal(game: Game, who: int) -> Iterator[Card]:
    yield from sorted(legal_cards(game, who))


def new(talk: Talk, count: int, who: str) -> list[Letter]:
    """The letters to someone after the first `count` of all."""
    return [letter for letter in talk.letters[count:] if letter.to == f"{who}@club.test"]

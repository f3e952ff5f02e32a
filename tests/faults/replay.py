"""A game replayed from the rows of its events: who was due, what was legal, who took a trick, what a round scored, what
the clock drew, and the public record. Imports nothing of the referee; its rules are written from the words of 109.

What it does not judge: challenges and the scoring of sheets where a misplay stands, and blind bids; of those it keeps
the count of turns and who acted.
"""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.spades.slow_deal import commitment, deals, deck_of, drawn, head_of
from tests.spades.slow_scorer import ending, round_of

Row = dict[str, Any]
SEATS = (1, 2, 3, 4)
ACTS = ("BidMade", "CardPlayed", "Misplayed", "Misdealt")
"""The acts that use up the number of their turn."""


@dataclass
class Place:
    """One position of a round, as a void may go back to it."""

    turn: int = 0
    round: int = 0
    attempt: int = 0
    eldest: int = 1
    hands: list[list[str]] = field(default_factory=lambda: [[], [], [], []])
    bids: list[int | None] = field(default_factory=lambda: [None] * 4)
    blind: list[bool] = field(default_factory=lambda: [False] * 4)
    leader: int | None = None
    trick: list[tuple[int, str]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    books: list[int] = field(default_factory=lambda: [0] * 4)
    score: list[int] = field(default_factory=lambda: [0, 0])
    bags: list[int] = field(default_factory=lambda: [0, 0])
    sets: list[int] = field(default_factory=lambda: [0, 0])
    extra: int = 0
    ended: str | None = None


class Game:
    """One game during its replay. `faults` are sentences, one for each thing that the rules do not allow."""

    def __init__(self) -> None:
        self.now = Place()
        self.past: dict[int, Place] = {}
        self.faults: list[str] = []
        self.lines: list[str] = []
        self.dealt: list[list[list[str]]] = []
        self.drawn: list[tuple[int, Row, int, list[str]]] = []
        self.seeds: dict[int, list[str]] = {}
        self.revealed: set[str] = set()
        self.names: list[str] = []
        self.rules: Row = {}
        self.limit, self.number, self.last = 0, 0, 0
        self.paused = False

    @property
    def due(self) -> tuple[int, str] | None:
        """Return the seat that is to act, and `bid` or `play`."""
        now = self.now
        if now.ended or not any(now.hands):
            return None
        if now.leader is None:
            return next((seat, "bid") for seat in self._order() if now.bids[seat - 1] is None)
        return (now.leader - 1 + len(now.trick)) % 4 + 1, "play"

    @property
    def ended(self) -> str | None:
        """Return the way in which it ended, if it has."""
        return self.now.ended

    @property
    def stands(self) -> bool:
        """Tell if the sheet lets a misplay stand until it is challenged: most of its law is not judged here."""
        return bool(self.rules["misplay_act"] == "stand")

    @property
    def head(self) -> str:
        """Return the head of the public record."""
        return head_of(self.lines)

    def take(self, event: Row) -> None:
        """Take one more event."""
        getattr(self, f"_{event['e'].lower()}", self._silent)(event)

    def wrong(self, what: str) -> None:
        """Note one thing that the rules do not allow."""
        self.faults.append(f"game {self.number}: {what}")

    def secrets(self) -> dict[tuple[int, int], str]:
        """Return every seed by round and attempt."""
        return {(one, attempt): seed for one, seeds in self.seeds.items() for attempt, seed in enumerate(seeds, 1)}

    def _silent(self, event: Row) -> None:
        """Take an event that changes nothing that is judged here."""

    def _line(self, what: str, /, **entry: Any) -> None:
        text = json.dumps({"e": what, **entry}, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        self.lines.append(text)

    def _order(self) -> list[int]:
        return [(self.now.eldest - 1 + step) % 4 + 1 for step in self.rules["bid_turns"]]

    def _started(self, event: Row) -> None:
        self.rules = {key: value for key, value in event["sheet"].items() if key != "name"}
        self.number, self.names, self.limit = event["game"], list(event["names"]), event["limit"]
        start = {"v": "spades-record-v4", "game": str(self.number), "seats": self.names, "limit": self.limit}
        self._line("start", sheet=event["sheet"]["name"], rules=self.rules, **start)

    def _committed(self, event: Row) -> None:
        known = self.seeds.setdefault(event["round"], [])
        numbered = list(enumerate(event["seeds"], len(known) + 1))
        made = [commitment(str(self.number), event["round"], attempt, seed) for attempt, seed in numbered]
        known += event["seeds"]
        self._line("commit", round=event["round"], commits=made)

    def _saltsclosed(self, event: Row) -> None:
        self._line("salts", round=event["round"], salts=event["salts"])

    def _revealed(self, event: Row) -> None:
        seed = self.secrets().get((event["round"], event["attempt"]))
        if seed != event["seed"]:
            self.wrong(f"the seed shown for round {event['round']} is not the one that was fixed")
        self.revealed.add(event["seed"])
        self._line("reveal", round=event["round"], attempt=event["attempt"], seed=event["seed"])

    def _dealt(self, event: Row) -> None:
        now = self.now
        again = event["attempt"] > 1
        eldest = now.eldest if again or event["round"] == 1 else now.eldest % 4 + 1
        told = {name: list(getattr(now, name)) for name in ("score", "bags", "sets")}
        for name, ours in {"turn": max(now.turn, 1), "eldest": eldest, "head": self.head, **told}.items():
            if event[name] != ours and not (self.stands and name in told):
                self.wrong(f"round {event['round']} is dealt with {name} {event[name]}, and it is {ours}")
        reason = {"reason": event["reason"]} if event["reason"] else {}
        deal = {name: event[name] for name in ("round", "attempt", "eldest", "prev")}
        self._line("deal", **deal, **reason)
        self.names = list(event["names"])
        self.now = Place(
            turn=event["turn"],
            round=event["round"],
            attempt=event["attempt"],
            eldest=event["eldest"],
            hands=[list(hand) for hand in event["hands"]],
            score=list(event["score"]),
            bags=list(event["bags"]),
            sets=list(event["sets"]),
            extra=event["extra"],
        )
        self.past = {}
        self.dealt.append(event["hands"])

    def _bidmade(self, event: Row) -> None:
        seat, order = event["seat"], self._order()
        at = seat if seat in order else (seat + 1) % 4 + 1
        changed = self.now.bids[at - 1] is not None
        if not changed and self.due != (at, "bid"):
            self.wrong(f"turn {event['turn']}: seat {seat} bids, and {self.due} is due")
        if event["bid"] not in self.rules["bid_values"]:
            self.wrong(f"turn {event['turn']}: {event['bid']} is no bid")
        self._next(event)
        self.now.bids[at - 1] = event["bid"]
        self.now.blind[at - 1] = event["blind"]
        if all(self.now.bids[one - 1] is not None for one in order):
            highest = max(order, key=lambda one: self.now.bids[one - 1] or 0)
            self.now.leader = self.now.eldest if self.rules["first_leader"] == "eldest" else highest
        blind = {"blind": True} if event["blind"] else {}
        self._line("bid", seat=at, bid=event["bid"], turn=event["turn"], by=event["by"], **blind)

    def _cardplayed(self, event: Row) -> None:
        seat, card = event["seat"], event["card"]
        if self.due != (seat, "play"):
            self.wrong(f"turn {event['turn']}: seat {seat} plays, and {self.due} is due")
        legal = self.legal(seat)
        if card not in legal and not (self.stands and card in self.now.hands[seat - 1]):
            self.wrong(f"turn {event['turn']}: seat {seat} may not play {card}")
        if event["by"] == "clock":
            acts = sum(bid is not None for bid in self.now.bids) + len(self.now.gone) + len(self.now.trick)
            self.drawn.append((len(self.dealt) - 1, event, acts, legal))
        self._next(event)
        if card in self.now.hands[seat - 1]:
            self.now.hands[seat - 1].remove(card)
        self.now.trick.append((seat, card))
        self._line("play", seat=seat, card=card, turn=event["turn"], by=event["by"])

    def _tricktaken(self, event: Row) -> None:
        now = self.now
        if len(now.trick) != 4 or event["seat"] != self.taker():
            self.wrong(f"turn {now.turn}: the trick {now.trick} goes to seat {event['seat']}")
        now.gone += [card for _, card in now.trick]
        now.trick, now.leader = [], event["seat"]
        now.books[event["seat"] - 1] += 1

    def _roundscored(self, event: Row) -> None:
        now = self.now
        if not self.stands:
            if event["books"] != now.books or sum(now.books) != 13:
                self.wrong(f"round {now.round}: books {event['books']}, and {now.books} were taken")
            sets = (now.sets[0], now.sets[1])
            after = round_of(self.rules, now.bids, now.books, now.score, now.bags, blind=now.blind, sets=sets)
            if [event["score"], event["bags"], event["sets"]] != [after.score, after.bags, after.sets]:
                self.wrong(f"round {now.round}: scored {event['score']}, {event['bags']} bags; it brings {after}")
        now.score, now.bags, now.sets = list(event["score"]), list(event["bags"]), list(event["sets"])
        now.extra = event["extra"]
        bags = {"bags": event["bags"]} if self.rules["bag_penalty"] is not None else {}
        self._line("round", round=event["round"], books=event["books"], score=event["score"], **bags)

    def _misplayed(self, event: Row) -> None:
        if (event["seat"], "play") != self.due or event["card"] in self.legal(event["seat"]):
            self.wrong(f"turn {event['turn']}: seat {event['seat']} is charged for {event['card']}, and may play it")
        self._next(event)
        self.now.score[(event["seat"] - 1) % 2] += event["points"]
        told = {key: event[key] for key in ("turn", "fault", "points", "seat", "card")}
        self._line("misplay", **told)

    def _misdealt(self, event: Row) -> None:
        self._next(event)
        self._throw_in()

    def _voided(self, event: Row) -> None:
        if event["turn"] != self.now.turn + 1 or (event["to"] not in self.past and event["to"] != self.now.turn):
            self.wrong(f"turn {event['turn']} voids turn {event['to']}")
        known = any(self.seeds[self.now.round][attempt - 1] in self.revealed for attempt in [self.now.attempt])
        self.now = copy.deepcopy(self.past.get(event["to"], self.now))
        self.past = {turn: place for turn, place in self.past.items() if turn < event["to"]}
        self.now.turn, self.now.ended = event["turn"], None
        if event["charge"] is not None:
            self.now.score[(event["charge"] - 1) % 2] += event["points"]
        if known:
            self._throw_in()
        charge = {} if event["charge"] is None else {"charge": event["charge"]}
        self._line("void", turn=event["turn"], to=event["to"], points=event["points"], **charge)

    def _challenged(self, event: Row) -> None:
        keys = ("seat", "round", "book", "accused", "proven", "books")
        self._line("challenge", **{key: event[key] for key in keys})

    def _conceded(self, event: Row) -> None:
        self._line("concession", seat=event["seat"])

    def _concessionwithdrawn(self, event: Row) -> None:
        self._line("withdrawal", seat=event["seat"])

    def _lastroundset(self, event: Row) -> None:
        self.last = event["round"]
        self._line("last", round=event["round"])

    def _paused(self, event: Row) -> None:
        self.paused = True

    def _resumed(self, event: Row) -> None:
        self.paused = False

    def _restored(self, event: Row) -> None:
        if event["turn"] <= self.now.turn:
            self.wrong(f"it is restored to turn {event['turn']}, and it was turn {self.now.turn}")
        self.seeds.pop(self.now.round + 1, None)
        self.past[self.now.turn] = copy.deepcopy(self.now)
        self.now.turn = event["turn"]
        if not self.now.ended and sum(self.now.books) < 13:
            self.paused = True
            self.past = {}
            self._throw_in()
        self._line("restore", turn=event["turn"])

    def _replaced(self, event: Row) -> None:
        self.names[event["seat"] - 1] = event["name"]
        self._line("replace", seat=event["seat"], name=event["name"])

    def _provisional(self, event: Row) -> None:
        self.now.ended = "provisional"

    def _ended(self, event: Row) -> None:
        now = self.now
        if event["by"] in ("score", "hands", "sets") and not self.stands:
            end = ending(self.rules, now.score, now.sets, now.round, extra=now.extra == now.round, last=self.last)
            if not end.over or end.winner != event["team"] or end.by != event["by"]:
                self.wrong(f"it ends by {event['by']} for team {event['team']}, and the score gives {end}")
        now.ended = event["by"]
        result = "-" if event["team"] is None else f"team {event['team']}"
        self._line("end", result=result, by=event["by"], score=now.score)

    def _next(self, event: Row) -> None:
        """Go to the position after an act."""
        if event["turn"] != self.now.turn:
            self.wrong(f"an act at turn {event['turn']}, and it is turn {self.now.turn}")
        self.past[self.now.turn] = copy.deepcopy(self.now)
        self.now.turn += 1

    def _throw_in(self) -> None:
        now = self.now
        kept = {"score": now.score, "bags": now.bags, "sets": now.sets, "extra": now.extra, "eldest": now.eldest}
        self.now = Place(turn=now.turn, round=now.round, attempt=now.attempt, **kept)  # type: ignore[arg-type]

    def legal(self, seat: int) -> list[str]:
        """Return the cards that `seat` may play now, in canonical order."""
        now, hand = self.now, self.now.hands[seat - 1]
        cards = [card for card in deck_of(self.rules) if card in hand]
        if now.trick:
            led = suit_of(now.trick[0][1])
            return [card for card in cards if suit_of(card) == led] or cards
        gone = now.gone
        if self.rules["spade_lead"] == "broken" and not any(suit_of(card) == "S" for card in gone):
            return [card for card in cards if suit_of(card) != "S"] or cards
        return cards

    def taker(self) -> int:
        """Return the seat that takes the four cards on the table."""
        led, deck = suit_of(self.now.trick[0][1]), deck_of(self.rules)
        trumps = [play for play in self.now.trick if suit_of(play[1]) == "S"]
        return max(
            trumps or [play for play in self.now.trick if suit_of(play[1]) == led], key=lambda play: deck.index(play[1])
        )[0]


def suit_of(card: str) -> str:
    """Return a card's suit: a joker is a spade."""
    return "S" if card in ("BJ", "LJ") else card[1]


def replay(events: list[Row]) -> Game:
    """Return a game as its events give it. Compute the deals and the clock's cards anew from the seeds."""
    game = Game()
    for event in events:
        try:
            game.take(event)
        except (KeyError, IndexError, ValueError, TypeError, StopIteration) as e:
            game.wrong(f"{event.get('e')} cannot follow: {type(e).__name__} {e}")
            return game
    game.faults += [f"game {game.number}: {fault}" for fault in _chance(game)]
    return game


def _chance(game: Game) -> Iterator[str]:
    """Yield deals, and cards of the clock, that do not follow from the seeds."""
    try:
        found = deals(game.lines, game.secrets())
    except (AssertionError, KeyError, IndexError) as e:
        yield f"its deals cannot be computed anew: {type(e).__name__} {e}"
        return
    for deal, hands in zip(found, game.dealt, strict=True):
        if deal.hands is None or [sorted(hand) for hand in deal.hands] != [sorted(hand) for hand in hands]:
            yield f"round {deal.round} was dealt other hands than its seed gives"
    for number, event, acts, options in game.drawn:
        deal, card = found[number], event["card"]
        if deal.key is None or drawn(deal.key, deal.round, deal.attempt, acts, event["seat"], options) != card:
            yield f"turn {event['turn']}: the clock played {card}, which its seed does not give"

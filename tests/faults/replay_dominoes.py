"""A game of dominoes replayed from the rows of its events: its public record is written anew from them, and the second
reader of records judges it with all seeds in hand. Imports nothing of the referee."""

import json
from typing import Any

from tests.dominoes import slow_deal
from tests.dominoes.slow_record import VERSION, Reader
from tests.spades.slow_deal import head_of

Row = dict[str, Any]
LINES = {
    "SaltsClosed": "salts",
    "Revealed": "reveal",
    "TilePlayed": "play",
    "Knocked": "knock",
    "RoundScored": "round",
    "Replaced": "replace",
    "Conceded": "concession",
    "ConcessionWithdrawn": "withdrawal",
    "LastRoundSet": "last",
}
"""The events whose line has their own values."""
KEYS = {
    "salts": ("round", "salts"),
    "reveal": ("round", "attempt", "seed"),
    "play": ("turn", "seat", "tile", "arm", "count", "points", "by"),
    "knock": ("turn", "seat", "by"),
    "round": ("round", "by", "pips", "points", "score"),
    "replace": ("seat", "name"),
    "concession": ("seat",),
    "withdrawal": ("seat",),
    "last": ("round",),
}


class Game(Reader):
    """One game during its replay. `faults` are sentences, one for each thing that the rules do not allow."""

    stands = False

    def __init__(self) -> None:
        super().__init__([])
        self.lines: list[str] = []
        self.names: list[str] = []
        self.fixed: dict[int, list[str]] = {}
        self.paused = False
        self.ended: str | None = None

    @property
    def number(self) -> int:
        """Return the game's number."""
        return int(self.game or 0)

    @property
    def due(self) -> tuple[int, str] | None:
        """Return the seat that is to act, and `play`."""
        now = self.now
        return None if self.over or not now.round or now.scored or now.outcome is not None else (now.seat, "play")

    @property
    def head(self) -> str:
        """Return the head of the public record."""
        return head_of(self.lines)

    def happens(self, event: Row) -> None:
        """Take one more event."""
        kind = event["e"]
        if kind in LINES:
            self._write(LINES[kind], **{key: event[key] for key in KEYS[LINES[kind]]})
        getattr(self, f"_on_{kind.lower()}", self._silent)(event)

    def _silent(self, event: Row) -> None:
        """Take an event that has no more to judge."""

    def _write(self, what: str, /, **entry: Any) -> None:
        self.lines.append(json.dumps({"e": what, **entry}, sort_keys=True, separators=(",", ":")))
        self.take({"e": what, **entry})

    def _on_started(self, event: Row) -> None:
        rules = {key: value for key, value in event["sheet"].items() if key != "name"}
        self.names = list(event["names"])
        start = {"v": VERSION, "game": str(event["game"]), "seats": self.names, "limit": event["limit"]}
        self._write("start", sheet=event["sheet"]["name"], rules=rules, **start)

    def _on_committed(self, event: Row) -> None:
        number = event["round"]
        known = self.fixed.setdefault(number, [])
        numbered = list(enumerate(event["seeds"], len(known) + 1))
        known += event["seeds"]
        self.seeds |= {(number, attempt): seed for attempt, seed in numbered}
        made = [slow_deal.commitment(self.game, number, attempt, seed) for attempt, seed in numbered]
        self._write("commit", round=number, commits=made)

    def _on_revealed(self, event: Row) -> None:
        self.check("the seed shown", event["seed"], self.fixed[event["round"]][event["attempt"] - 1])

    def _on_dealt(self, event: Row) -> None:
        head = self.head
        reason = {"reason": event["reason"]} if event["reason"] else {}
        self._write("deal", **{key: event[key] for key in ("round", "attempt", "opener", "prev")}, **reason)
        self.check("the head of a deal", event["head"], head)
        self.check("the turn of a deal", event["turn"], self.now.turn)
        self.check("the score of a deal", event["score"], self.now.score)
        self.check("a duty to open with 6-6", event["double_six"], self.now.must)
        told, ours = ([sorted(hand) for hand in hands or ()] for hands in (event["hands"], self.now.hands))
        self.check("what is dealt", told, ours)
        self.names = list(event["names"])

    def _on_voided(self, event: Row) -> None:
        charge = {} if event["charge"] is None else {"charge": event["charge"]}
        self.ended = None
        self._write("void", turn=event["turn"], to=event["to"], points=event["points"], **charge)

    def _on_replaced(self, event: Row) -> None:
        self.names[event["seat"] - 1] = event["name"]

    def _on_paused(self, event: Row) -> None:
        self.paused = True

    def _on_resumed(self, event: Row) -> None:
        self.paused = False

    def _on_ended(self, event: Row) -> None:
        result = "-" if event["team"] is None else f"team {event['team']}"
        self.ended = event["by"]
        self._write("end", result=result, by=event["by"], score=self.now.score)


def replay(events: list[Row]) -> Game:
    """Return a game as its events give it. Compute the deals and the clock's tiles anew from the seeds."""
    game = Game()
    for event in events:
        try:
            game.happens(event)
        except (KeyError, IndexError, ValueError, TypeError, StopIteration, AssertionError) as e:
            game.lie(f"{event.get('e')} cannot follow: {type(e).__name__} {e}")
            break
    game.faults = [f"game {game.number}: {fault}" for fault in game.faults]
    return game

"""Canaries: every dealt hand is a set of words that must stand nowhere but with its player, every seed one that must
stand nowhere but in the database. Finds them in any text, in every way in which letters write cards. Imports nothing of
the referee.
"""

import email
import json
import quopri
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from email.header import decode_header
from email.message import Message
from html import unescape
from pathlib import Path
from urllib.parse import unquote

ENOUGH = 4
"""So many hidden cards of one hand are no chance: a sentence may name one or two as an example, or those refused."""
BEFORE_ALL, AFTER_ALL = "0000", "9999"
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"} | {str(n): str(n) for n in range(2, 11)}
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}
CODE = re.compile(r"(?<![A-Za-z0-9])(10|[2-9TJQKA])([SHDC])(?![A-Za-z0-9])")
SYMBOL = re.compile(r"(10|[2-9TJQKA])([♠♥♦♣♤♡♢♧])")
ROW = re.compile(r"(?<![0-9TJQKA])([♠♥♦♣♤♡♢♧])((?:[\s,]*(?:10|[2-9TJQKA])(?![A-Za-z0-9]))+)")
NAME = re.compile(r"\b(ace|king|queen|jack|10|ten|[2-9]) of (spade|heart|diamond|club)s?", re.IGNORECASE)
REPR = re.compile(r"rank='([2-9TJQKA])', suit='([SHDC])'")
JOKER = re.compile(r"(?<![A-Za-z0-9])(BJ|LJ)(?![A-Za-z0-9])")
TAG = re.compile(r"<[^<>]{0,2000}>")
SEED = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", re.IGNORECASE)
HAND = re.compile(r"^Spades-Hand:((?:[ \t]*(?:\r?\n[ \t])?[ \t]*\w{2}\b)+)", re.MULTILINE | re.IGNORECASE)
DATABASE = re.compile(r"(-wal|-shm|-journal|\.lock)?$")
LINES = 8
"""So many lines of a log are read together: a hand may be printed over four."""


@dataclass
class Deal:
    """One deal: from when it is secret, whose hands are whose, and when each card was seen by all."""

    game: int
    dealt: str
    hands: list[list[str]]
    seen: dict[str, str] = field(default_factory=dict)
    open: str = AFTER_ALL
    """When all of it was public: its seed was shown, or the next deal was made."""

    def hidden(self, seat: int, moment: str) -> set[str]:
        """The cards of `seat` that nobody else may know at a moment."""
        if not self.dealt <= moment or self.open <= moment:
            return set()
        return {card for card in self.hands[seat - 1] if self.seen.get(card, AFTER_ALL) > moment}


@dataclass
class Secrets:
    """All that is secret in a database: its deals, and its seeds with the moment at which each was shown."""

    deals: list[Deal]
    seeds: dict[str, str]
    owners: dict[tuple[int, int], set[str]]
    """By game and seat, the addresses that the seat's own letters went to."""


def secrets_of(database: Path) -> Secrets:
    """What a database holds secret."""
    deals: list[Deal] = []
    seeds: dict[str, str] = {}
    with closing(sqlite3.connect(database)) as look:
        rows = look.execute("SELECT game, at, data FROM events ORDER BY game, seq").fetchall()
        for (fixed,) in look.execute("SELECT seeds FROM lineups"):
            seeds |= dict.fromkeys(json.loads(fixed), AFTER_ALL)
        seated = look.execute("SELECT s.game, s.seat, p.address FROM seats s JOIN people p ON p.id = s.person")
        owners = {(game, seat): {address} for game, seat, address in seated}
    running: dict[int, Deal] = {}
    for game, at, data in rows:
        event = json.loads(data)
        if event["e"] == "Committed":
            seeds |= {seed: seeds.get(seed, AFTER_ALL) for seed in event["seeds"]}
        elif event["e"] == "Revealed":
            seeds[event["seed"]] = at
            if game in running and event["attempt"] == running[game].attempt:  # type: ignore[attr-defined]
                running[game].open = min(running[game].open, at)
        elif event["e"] == "Dealt":
            if game in running:
                running[game].open = min(running[game].open, at)
            running[game] = Deal(game, at, event["hands"])
            deals.append(running[game])
        elif event["e"] in ("CardPlayed", "Misplayed"):
            running[game].seen.setdefault(event["card"], at)
    return Secrets(deals, seeds, owners)

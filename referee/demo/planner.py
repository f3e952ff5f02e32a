"""The plans that a robot chooses from those that the buttons of a letter offer. Knows the game only from its mail.

Plans as people do, some of its turns and not others: `Shares` says how many.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from referee.demo.robots import Turn, choose_bid, read_seat, wants_no_trick, wants_tricks

SUITS = ("spades", "hearts", "diamonds", "clubs")
HABITS = ("forced", "equals")


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of a round's turns that are planned: of the suits to follow, the discards, the bids and the leads."""

    follow: float = 0.75
    discard: float = 0.5
    bid: float = 0.5
    lead: float = 1 / 3

    def of(self, kind: str) -> float:
        """Return the share for the plans of one kind, a word like `hearts`; 0 for a kind that is never made."""
        if kind in SUITS:
            return self.follow
        return {"void": self.discard, "bid": self.bid, "lead": self.lead}.get(kind, 0)


class Rule(NamedTuple):
    """A plan as one types it: its kind and the rest."""

    kind: str
    what: str


def read_rule(text: str) -> Rule:
    """Read a plan into its two parts: `hearts: 3H, lowest`, `bid 4`, `forced on`. A list for the next turn has the kind
    `next`."""
    kind, colon, what = text.partition(":")
    if colon:
        return Rule(kind.strip(), what.strip())
    kind, _, what = text.partition(" ")
    return Rule(kind, what) if kind in ("bid", *HABITS) else Rule("next", text)


class Planner:
    """The plans of the player `name`. `chance` settles once a round whether they plan turns of a kind at all."""

    def __init__(self, name: str, chance: Random, shares: Shares | None = None) -> None:
        self.name = name
        self.shares = Shares() if shares is None else shares
        self._chance = chance
        self._inclined: dict[tuple[str, str, str], bool] = {}
        self._made: set[tuple[str, str, str]] = set()

    def choose(self, headers: Mapping[str, str], offered: Sequence[str]) -> list[str]:
        """Choose the lines to send out of the lines `offered`: each kind of plan once a round, each habit once."""
        seat = read_seat(headers, self.name)
        if seat is None or not seat.hand:
            return []
        game, number = headers["Spades-Game"], headers["Spades-Round"]
        standing = {read_rule(rule.strip()).kind for rule in headers.get("Spades-Plan", "").split(";")}
        rules: dict[str, list[str]] = {}
        for line in offered:
            word, _, rule = line.partition(" ")
            if word == "plan":
                rules.setdefault(read_rule(rule).kind, []).append(line)
            elif word == "bid" and seat.due != "bid":
                rules.setdefault("bid", []).append(line)
        chosen = []
        for kind, lines in rules.items():
            about = ("", "", kind) if kind in HABITS else (game, number, kind)
            if about not in self._made and kind not in standing and (kind in HABITS or self._is_inclined(about)):
                self._made.add(about)
                chosen.append(_best(kind, lines, seat))
        return chosen

    def _is_inclined(self, about: tuple[str, str, str]) -> bool:
        if about not in self._inclined:
            self._inclined[about] = self._chance.random() < self.shares.of(about[2])
        return self._inclined[about]


def best_bid(lines: Sequence[str], seat: Turn) -> str:
    """Choose the line with the bid that the hand is worth."""
    bids = {line.rpartition(" ")[2].replace("nil", "0"): line for line in lines if "blind" not in line}
    return bids[str(choose_bid(replace(seat, due="bid", legal=tuple(bids))))]


def _best(kind: str, lines: Sequence[str], seat: Turn) -> str:
    """Choose the line of one kind that serves the player's bid."""
    if kind in HABITS:
        return next(line for line in lines if line.endswith(" on"))
    if kind == "lead":
        return lines[0]
    if kind == "bid":
        return best_bid(lines, seat)
    way = "duck" if wants_no_trick(seat) else "win" if wants_tricks(seat) else "lowest"
    return next((line for word in (way, "lowest") for line in lines if word in line), lines[0])

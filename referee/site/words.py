"""Sentences about the events of a round besides bids and cards, for its page and for feeds. Knows only the record's
lines.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.site.values import Names
from referee.spades.cards import Card, parse_card
from referee.spades.rulesheet import RuleSheet
from referee.table.seats import SEATS, team_of
from referee.telling import kinds
from referee.telling.sentences import rulings

Said = Mapping[str, Any]

RESTORED = "The referee went back to an older state of the game: the running deal was thrown in."
REDEALT = {
    "misdeal": "A misdeal was called: the round is dealt again.",
    "revealed": "The hands were public by then: the round is dealt again.",
    "restored": "The round is dealt again, since its cards may be known.",
}
ENDINGS = {
    "score": "on score",
    "sets": "on rounds set",
    "hands": "at the last round",
    "concession": "by concession",
    "forfeit": "by forfeit",
}


class Scene(NamedTuple):
    """The table when something happened: its names and sheet, the card led to the running trick, the number of tricks
    that are left."""

    names: Names
    sheet: Any
    led: Card | None
    left: int

    def name(self, seat: int) -> str:
        """Return the name at `seat`."""
        return self.names[seat - 1]

    def team(self, seat: int) -> str:
        """Return both names of the team of `seat`."""
        return " + ".join(self.name(one) for one in SEATS if team_of(one) == team_of(seat))


def misplay(said: Said, at: Scene) -> str:
    """Say that a card was named against the rules, and taken back."""
    fault, cost = rulings.fault_words(said["fault"], at.led), rulings.price(said["points"], at.sheet.misplay_cost.books)
    paid = f"{at.team(said['seat'])} {cost}"
    return rulings.misplayed(at.name(said["seat"]), parse_card(said["card"]), fault, paid)


def void(said: Said, at: Scene) -> str:
    """Say that acts were taken back."""
    if "charge" not in said:
        return rulings.voided(said["to"], acts=rulings.UNDONE[at.sheet.game][0])
    paid = rulings.pays(said["points"], at.sheet.misplay_cost.books)
    charged = rulings.charged(at.name(said["charge"]), f"{at.team(said['charge'])} {paid}")
    return f"{rulings.voided(said['to'])} {charged}"


def challenge(said: Said, at: Scene) -> str:
    """Tell of a challenge, and what it cost."""
    accused, proven = said["accused"], said["proven"]
    found = rulings.finding(at.name(said["seat"]), at.name(accused), said["book"], said["round"], proven=proven)
    paid = rulings.pays(at.sheet.misplay_cost.points, said["books"], f"round {said['round']}")
    return f"{found} {at.team(accused if proven else said['seat'])} {paid}."


TEXTS: Mapping[str, Callable[[Said, Scene], str]] = {
    "misplay": misplay,
    "void": void,
    "challenge": challenge,
    "claim": lambda said, at: kinds.claims(at.name(said["seat"]), at.left),
    "concession": lambda said, at: f"{at.name(said['seat'])} concedes.",
    "withdrawal": lambda said, at: kinds.withdraws(at.name(said["seat"])),
    "replace": lambda said, at: kinds.takes_over(said["name"], said["seat"], at.name(said["seat"]), at.sheet.game),
    "restore": lambda said, at: RESTORED,
    "last": lambda said, at: kinds.last_round(said["round"]),
}
"""The words of each line beside bids, cards and scores: those of letters, wherever the record has their facts."""


def ended(team: int | None, by: str, names: Names) -> str:
    """Say in a sentence how a game ended."""
    if team is None:
        return "The Gamesmaster ended the game, and nobody won."
    own = [names[seat - 1] for seat in SEATS if team_of(seat) == team]
    return f"{own[0]} + {own[1]} won {ENDINGS[by]}."


def of_game(game: str, words: str) -> str:
    """Say which game it is, unless it is spades: `dominoes, sheet kitchen`."""
    return words if game == RuleSheet.game else f"{game}, {words}"

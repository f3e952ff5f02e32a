"""The lines of a game's record: each canonical, of a known kind, with exactly its keys and types. Never judges whether
what a line says could have happened: walk.py does.

Kinds, keys and types are those of the format (docs/fairness.md, "The record").
"""

from typing import Any

from referee.records.lines import BY_TEAM, COUNT, HEX, POINTS, listed, out_of, whole
from referee.spades.cards import parse_card
from referee.spades.events import Started
from referee.spades.record_lines import VERSION
from referee.spades.rulesheet import sheet_from
from referee.table.audit.lines import SEAT, Format, Shapes
from referee.table.seats import SEATS


def _card(value: Any) -> bool:
    try:
        return type(value) is str and bool(parse_card(value))
    except ValueError:
        return False


SHAPES: Shapes = {
    "deal": {"round": COUNT, "attempt": COUNT, "eldest": SEAT, "prev": HEX},
    "bid": {"turn": COUNT, "seat": SEAT, "bid": whole(0), "by": out_of("player", "clock", "plan")},
    "play": {"turn": COUNT, "seat": SEAT, "card": _card, "by": out_of("player", "clock", "plan", "rule")},
    "claim": {"turn": COUNT, "seat": SEAT},
    "misplay": {"turn": COUNT, "seat": SEAT, "card": _card, "fault": out_of("revoke", "not_held"), "points": POINTS},
    "challenge": {
        "seat": SEAT,
        "round": COUNT,
        "book": COUNT,
        "accused": SEAT,
        "proven": lambda value: type(value) is bool,
        "books": whole(0),
    },
    "round": {"round": COUNT, "books": listed(len(SEATS), whole(0)), "score": BY_TEAM},
}
"""The keys that a line of each kind must have besides `e`, with a test for each value."""

FORMAT = Format(
    version=VERSION,
    started=Started,
    shapes=SHAPES,
    optional={"bid": {"blind": lambda value: value is True}, "round": {"bags": BY_TEAM}},
    sheet_from=sheet_from,
)

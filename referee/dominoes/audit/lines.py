"""The lines of the record of a game of dominoes, beside those of any game. Never judges whether what a line says could
have happened: walk.py does.

Kinds, keys and types are those of the format (docs/fairness.md, "The record").
"""

from typing import get_args

from referee.dominoes.law.scoring import RoundEnd
from referee.dominoes.line import Place
from referee.dominoes.record_lines import VERSION
from referee.dominoes.sheets import DominoSheet, sheet_from
from referee.dominoes.tiles import SET
from referee.records.lines import BY_TEAM, COUNT, HEX, RecordLine, listed, out_of, whole
from referee.table.audit import lines as table
from referee.table.audit.lines import SEAT, Format
from referee.table.seats import SEATS

FORMAT = Format(
    version=VERSION,
    shapes={
        "deal": {"round": COUNT, "attempt": COUNT, "opener": SEAT, "prev": HEX},
        "play": {
            "turn": COUNT,
            "seat": SEAT,
            "tile": out_of(*map(str, SET)),
            "arm": out_of(*get_args(Place)),
            "count": whole(0),
            "points": whole(0),
            "by": out_of("player", "clock"),
        },
        "knock": {"turn": COUNT, "seat": SEAT, "by": out_of("rule")},
        "round": {
            "round": COUNT,
            "by": out_of(*get_args(RoundEnd)),
            "pips": listed(len(SEATS), whole(0)),
            "points": BY_TEAM,
            "score": BY_TEAM,
        },
    },
    optional={},
    sheet_from=sheet_from,
)


def entries_of(record: str) -> tuple[RecordLine, ...]:
    """Return the lines of a record, the first of which is a start. Raises WrongLine."""
    return table.entries_of(record, FORMAT)


def sheet_of(start: RecordLine) -> DominoSheet:
    """Read the sheet of a start line. Raises WrongLine if nobody can play by it."""
    return table.sheet_of(start, sheet_from)

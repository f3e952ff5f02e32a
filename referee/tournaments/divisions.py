"""The divisions that people must enter after a win (pride, clause 10: "you must move up to the next division for at
least 6 months").

A win binds each winner for themselves, with whatever partner, entered or not. Knows no entries and no clock: the day is
an argument.

(Ours:) a win binds from its own day until the day before the one with the same number six months later, or before the
last day of that month if it is too short. A win of the highest division binds nobody who was free; for whoever is bound
at the time the six months start anew, in the highest division. Of two wins on one day the lower counts as the first.
"""

from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

MONTHS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """A person's win of a division. `division` counts from 0, the highest one; `day` is that of the final."""

    division: int
    day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """The division that a person must enter, or a higher one."""

    division: str
    until: date
    """The first day on which they may go back."""


def bound(wins: Iterable[Win], divisions: Sequence[str], on: date) -> Bound | None:
    """Find the division to which a person with these wins is bound on the day `on`; None: they may enter any division.

    `wins` are in any order, even later ones; `divisions` are the names, highest first. A win that binds to a division
    below all of these does not bind.
    """
    spans: list[tuple[int, date]] = []
    for win in sorted(wins, key=lambda win: (win.day, -win.division)):
        if win.day <= on and (win.division > 0 or any(win.day < until for _, until in spans)):
            spans.append((max(win.division - 1, 0), six_months_after(win.day)))
    open_now = [(division, until) for division, until in spans if on < until and division < len(divisions)]
    if not open_now:
        return None
    highest = min(division for division, _ in open_now)
    return Bound(division=divisions[highest], until=max(until for division, until in open_now if division == highest))


def six_months_after(day: date) -> date:
    """Return the day of the same number six months later, or the last day of that month if it is shorter."""
    years, month = divmod(day.month - 1 + MONTHS, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))

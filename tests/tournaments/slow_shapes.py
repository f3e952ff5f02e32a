"""The shapes of stages, a second time, as docs/tournaments.md has them: texts such as `3-W1`. Nothing of the program is
used."""

from collections.abc import Iterable

AS_THEY_ARE, REVERSED, SWAPPED, HALVES = "as they are", "reversed", "halves swapped", "halves reversed"


def berger(teams: int) -> list[list[str]]:
    """Return the rounds: each place meets the one with which it comes to the same sum around the ring."""
    places = teams + teams % 2
    ring = places - 1
    found: list[list[str]] = []
    for number in range(1, places):
        around = (number - 1) * places // 2 % ring + 1
        top = f"{around}-{places}" if number % 2 else f"{places}-{around}"
        others = [
            f"{one}-{other}"
            for step in range(1, places // 2)
            for one, other in [((around + step - 1) % ring + 1, (around - step - 1) % ring + 1)]
        ]
        found.append(([] if teams % 2 else [top]) + others)
    return found


def bracket(teams: int) -> list[str]:
    places = [1]
    while len(places) < teams:
        places = [one for p in places for one in (p, 2 * len(places) + 1 - p)]
    return [str(p) if p <= teams else "" for p in places]


def ordered(losers: list[str], order: str) -> list[str]:
    upper, lower = losers[: len(losers) // 2], losers[len(losers) // 2 :]
    return {
        AS_THEY_ARE: losers,
        REVERSED: losers[::-1],
        SWAPPED: lower + upper,
        HALVES: upper[::-1] + lower[::-1],
    }[order]


class Shape:
    """The matches of a bracket, as they come."""

    def __init__(self) -> None:
        self.matches: list[str] = []

    def round(self, pairs: Iterable[tuple[str, str]]) -> tuple[list[str], list[str]]:
        winners, losers = [], []
        for first, second in pairs:
            if first and second:
                self.matches.append(f"{first}-{second}")
            number = len(self.matches)
            winners.append(f"W{number}" if first and second else first or second)
            losers.append(f"L{number}" if first and second else "")
        return winners, losers


def pairs(line: list[str]) -> list[tuple[str, str]]:
    return list(zip(line[::2], line[1::2], strict=True))


def single(teams: int, third: bool) -> list[str]:
    shape, line, lost = Shape(), bracket(teams), ["", ""]
    while len(line) > 2:
        line, lost = shape.round(pairs(line))
    if third:
        shape.round(pairs(lost))
    shape.round(pairs(line))
    return shape.matches


def double(teams: int, reset: bool, orders: dict[int, list[str]]) -> list[str]:
    shape, line, left = Shape(), bracket(teams), [""]
    for number, order in enumerate(orders[len(line)]):
        line, lost = shape.round(pairs(line))
        dropped = ordered(lost, order)
        if number == 0:
            left = dropped
        else:
            left, _ = shape.round(pairs(left))
            left, _ = shape.round(list(zip(dropped, left, strict=True)))
    shape.round([(line[0], left[0])])
    if reset or teams == 2:
        final = len(shape.matches)
        shape.matches.append(f"L{final}-W{final}")
    return shape.matches

"""A second opinion on the line of play, plain and slow, written from the words of the rules: ends, spinner, count,
points, legal moves. A line is the list of what was laid, and everything is worked out anew from its first tile. Uses
nothing of the referee's own law."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Laid = tuple[str, str]
"""A tile, and the arm on which it was laid: `("6-4", "left")`; the arm of the opening tile is `first`."""

ARMS = ("left", "right", "up", "down")
SET = tuple(f"{high}-{low}" for high in range(7) for low in range(high + 1))


class End(NamedTuple):
    """One place at which a tile may be laid: its number, and the halves that lie open there."""

    number: int
    halves: int
    spinner: bool
    """True for a side of the spinner itself."""


def halves(tile: str) -> tuple[int, int]:
    return int(tile[0]), int(tile[2])


def double(tile: str) -> bool:
    return tile[0] == tile[2]


def pips(tiles: Iterable[str]) -> int:
    return sum(sum(halves(tile)) for tile in tiles)


def spinner_of(line: Sequence[Laid]) -> int | None:
    """Find the place of the first double in the line."""
    return next((at for at, (tile, _) in enumerate(line) if double(tile)), None)


def bare_sides(line: Sequence[Laid]) -> set[str]:
    """Return the sides of the spinner, left and right, at which nothing lies yet."""
    at = spinner_of(line)
    if at is None:
        return set()
    where = line[at][1]
    sides = {"left", "right"} if where == "first" else {where}
    return sides - {arm for _, arm in line[at + 1 :]}


def ends(line: Sequence[Laid]) -> dict[str, End]:
    """Return the places at which a tile may be laid, by their arms."""
    if not line:
        return {}
    high, low = halves(line[0][0])
    found = {"left": End(high, 1, double(line[0][0])), "right": End(low, 1, double(line[0][0]))}
    at = spinner_of(line)
    for number, (tile, arm) in enumerate(line):
        if arm == "first":
            continue
        if arm not in found:
            assert at is not None and arm in ("up", "down") and not bare_sides(line[:number])
            found[arm] = End(halves(line[at][0])[0], 0, True)
        one, other = halves(tile)
        assert found[arm].number in (one, other)
        far = other if found[arm].number == one else one
        found[arm] = End(far, 2 if double(tile) else 1, number == at)
    bare = bare_sides(line)
    if at is not None and not bare:
        closed = {arm: End(halves(line[at][0])[0], 0, True) for arm in ("up", "down") if arm not in found}
        found.update(closed)
    # with one side covered, the other shows both halves
    for arm in bare:
        found[arm] = found[arm]._replace(halves=2 // len(bare))
    return {arm: found[arm] for arm in ARMS if arm in found}


def count(line: Sequence[Laid]) -> int:
    return sum(end.number * end.halves for end in ends(line).values())


def points(total: int) -> int:
    return total if total % 5 == 0 else 0


def fitting(line: Sequence[Laid], tile: str) -> list[str]:
    """List the arms on which a tile may be laid."""
    return [arm for _, arm in moves(line, [tile])]


def moves(line: Sequence[Laid], hand: Iterable[str]) -> list[Laid]:
    """List all legal moves: tiles in canonical order, arms in theirs."""
    held, places = set(hand), ends(line)
    tiles = [tile for tile in SET if tile in held]
    if not line:
        return [(tile, "first") for tile in tiles]
    return [(tile, arm) for tile in tiles for arm in ARMS if arm in places and places[arm].number in halves(tile)]


def asked(line: Sequence[Laid], tile: str) -> list[Laid]:
    """List the places between which the player of a tile has to choose: of those that lead to the same ends the
    first."""
    kept: dict[tuple[End, ...], Laid] = {}
    for arm in fitting(line, tile):
        after = ends([*line, (tile, arm)]).values()
        # a blank counts nothing, whether one half lies open or two
        told = sorted(end if end.number else end._replace(halves=0) for end in after)
        kept.setdefault(tuple(told), (tile, arm))
    return list(kept.values())


def blocked(line: Sequence[Laid], hands: Iterable[Iterable[str]]) -> bool:
    """Tell if nobody can play, ever."""
    return not any(moves(line, hand) for hand in hands)

"""The pairings when everyone meets everyone: Berger's tables. Knows places only, no teams and no results.

Source: FIDE Handbook C.05, annex "Details of Berger Table". A round is a tuple of pairs of places (1 to n), the side
that stands first (white there) first, boards in the order of the tables.
"""

Round = tuple[tuple[int, int], ...]


def rounds(teams: int) -> tuple[Round, ...]:
    """Return all rounds of the table for `teams` teams, at least two. With an odd number the highest place of the table
    is a dummy: its opponent has the bye and is absent from that round."""
    if teams < 2:
        raise ValueError(f"a table needs two teams or more, not {teams}")
    size = teams + teams % 2
    return tuple(tuple(pair for pair in _full(size, number) if max(pair) <= teams) for number in range(1, size))


def league(teams: int, meetings: int) -> tuple[Round, ...]:
    """Return the rounds of a league: in each second meeting the sides are swapped."""
    once = rounds(teams)
    swapped = tuple(tuple((second, first) for first, second in pairs) for pairs in once)
    return tuple(pairs for meeting in range(meetings) for pairs in (swapped if meeting % 2 else once))


def round_robin(teams: int, count: int) -> tuple[Round, ...]:
    """Return the first `count` rounds of the table, or all if there are fewer."""
    return rounds(teams)[:count]


def _full(size: int, number: int) -> Round:
    """Return a round of the table for an even number of places. Place `size` stands still and changes sides from round
    to round; the others stand in a ring, and those equally far from its opponent on both sides meet."""
    ring = size - 1
    opponent = (number - 1) * (size // 2) % ring + 1
    top = (opponent, size) if number % 2 else (size, opponent)
    around = ((_at(opponent + step, ring), _at(opponent - step, ring)) for step in range(1, size // 2))
    return (top, *around)


def _at(place: int, ring: int) -> int:
    return (place - 1) % ring + 1

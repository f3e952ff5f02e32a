"""A second opinion on a Swiss round: all legal rounds, and the best of them by the figures of the rule. Uses nothing of
the referee's own."""

from collections.abc import Iterator

Places = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]


def legal_rounds(scores: list[int], met: set[frozenset[int]], byes: set[int]) -> Iterator[tuple[Pairs, int | None]]:
    """Every round of places 0, 1, …, best first, without a rematch or a second bye."""
    places = tuple(range(len(scores)))
    if len(places) % 2 == 0:
        yield from ((pairs, None) for pairs in ways(places, met))
        return
    for bye in places:
        if bye not in byes:
            yield from ((pairs, bye) for pairs in ways(places[:bye] + places[bye + 1 :], met))


def ways(places: Places, met: set[frozenset[int]]) -> Iterator[Pairs]:
    if not places:
        yield ()
        return
    first, *others = places
    for other in others:
        if frozenset((first, other)) not in met:
            rest = tuple(place for place in others if place != other)
            yield from (((first, other), *pairs) for pairs in ways(rest, met))


def figures(scores: list[int], pairs: Pairs, bye: int | None) -> tuple[object, ...]:
    """What the rule compares, most important first; less is better."""
    distance = sum((scores[a] - scores[b]) ** 2 for a, b in pairs)
    floats = {a: b + 1 for a, b in pairs if scores[a] != scores[b]}
    halves: list[object] = []
    for score in sorted(set(scores), reverse=True):
        inside = [(a, b) for a, b in pairs if scores[a] == scores[b] == score]
        members = sorted(place for pair in inside for place in pair)
        top, bottom = members[: len(inside)], members[len(inside) :]
        crossing = [(a, b) for a, b in inside if a in top and b in bottom]
        spread = sum((members.index(b) - members.index(a) - len(inside)) ** 2 for a, b in inside)
        halves.append((len(inside) - len(crossing), spread, [b for _, b in sorted(inside)]))
    return (-bye if bye is not None else 0, distance, [floats.get(place, 0) for place in range(len(scores))], halves)


def best(scores: list[int], met: set[frozenset[int]], byes: set[int]) -> tuple[Pairs, int | None] | None:
    """The best legal round; None if there is none."""
    return min(legal_rounds(scores, met, byes), key=lambda one: figures(scores, *one), default=None)

"""A bracket as places in a drawing: boxes for its matches, lines for the ways between them. Decides nothing and draws
nothing: templates/site/bracket.html does.

Lengths are units of the drawing, which are pixels; y grows downwards. The winners' part stands above the losers' part,
and what both lead to at the right of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.telling.formats import width
from referee.telling.tournaments.round_names import (
    OPEN,
    PLAYED,
    STATE_WORDS,
    ending_words,
    round_name,
    score_words,
    short_names,
    side_words,
)
from referee.tournaments.fixtures import Fixture, Running, Side
from referee.tournaments.formats import Kind

WIDE, HIGH, CAPTION = 204, 50, 16
"""A box, and the line of words above it."""
APART, BETWEEN, TITLE, PARTS = 28, 14, 34, 26
"""From a box to the next round, from a box to the one below it, the titles of rounds, and from part to part."""
EDGE = 4
NAME_COLUMNS, NAME_ROOM = 20, 134
"""A longer name is cut, so that it still differs from the others; how wide the name of a team may be."""
SIZES = (14, 12, 11)
"""A name that is too wide is written smaller, and one that is too wide even so is pressed together."""
TITLE_SIZE = 15
NARROW = "ijltfI.,:;'!|- "
BOLD = 1.1
"""How much wider the name of the winner is."""
SLOT = CAPTION + HIGH + BETWEEN
BELOW_FINAL = 1.4
"""How far below the final the match for the third place stands, in slots."""


class SideBox(NamedTuple):
    """One side of a match: its name as it fits, at which size, and in full where it was cut; `room` is how wide it is
    drawn where it is too wide at any size, else 0; `state` is `won`, `lost`, `open` while no team stands there, or
    empty."""

    name: str
    size: int
    room: int
    full: str
    score: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One match. `x` and `y` are those of the box's upper left corner; the caption stands above it."""

    match: int
    game: int | None
    x: float
    y: float
    sides: tuple[SideBox, SideBox]
    caption: str
    live: bool

    @property
    def middle(self) -> float:
        """How high lines come to it."""
        return self.y + HIGH / 2


class Way(NamedTuple):
    """A line from a match to the next one; `gone` once somebody has gone it."""

    path: str
    gone: bool


class Title(NamedTuple):
    """The name of a round, above its matches."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Everything that is drawn."""

    wide: float
    high: float
    box: tuple[int, int]
    """How wide and how high each match is."""
    boxes: tuple[Box, ...]
    ways: tuple[Way, ...]
    titles: tuple[Title, ...]


class _Place(NamedTuple):
    """Where a match stands: its column, and the middle of its box below the top of its part, in slots."""

    column: int
    slot: float


def bracket_drawing(kind: Kind, every: Sequence[Fixture], running: Running) -> Drawing:
    """The bracket of a stage that has begun; `every` are its matches. What is played only if needed is left out."""
    shown = tuple(one for one in every if not one.is_spare)
    tops = _tops(shown)
    places = {match: place for part in tops for match, place in part.places.items()}
    at = {one.match: _corner(one, tops, places) for one in shown}
    teams = dict.fromkeys(side.team for one in shown for side in one.sides if side.team is not None)
    names = short_names(tuple(teams), NAME_COLUMNS)
    boxes = tuple(_box(one, *at[one.match], running, names) for one in shown)
    titles = tuple(_titles(kind, shown, every, at, tops))
    return Drawing(
        wide=max(*(box.x + WIDE for box in boxes), *(one.x + _wide(one.text) * TITLE_SIZE for one in titles)) + EDGE,
        high=max(box.y for box in boxes) + HIGH + EDGE,
        box=(WIDE, HIGH),
        boxes=boxes,
        ways=tuple(_ways(shown, {box.match: box for box in boxes})),
        titles=titles,
    )


class _Part(NamedTuple):
    """A part of a bracket: how far below the top it begins, and where its matches stand in it."""

    top: float
    places: Mapping[int, _Place]


def _tops(shown: Sequence[Fixture]) -> tuple[_Part, ...]:
    """The winners' part (of single elimination that with the final), below it the losers' part, and the rest."""
    parts = {one.match: _part_of(one, shown) for one in shown}
    top, found = 0.0, []
    for name in dict.fromkeys(parts[one.match] for one in shown):
        matches = {one.match: one for one in shown if parts[one.match] == name}
        if name in ("finals", "third"):
            continue
        places = _placed(matches)
        found.append(_Part(top, places))
        slots = max(place.slot for place in places.values()) + 1
        top += TITLE + slots * SLOT + PARTS
    return (*found, *_finals(shown, parts, found), *_third(shown, found))


def _part_of(one: Fixture, shown: Sequence[Fixture]) -> str:
    """`winners`, `losers` or `third`; `finals` for those that winners and losers meet in."""
    if one.part != "final":
        return one.part
    return "finals" if any(other.part == "losers" for other in shown) or one.round > 1 else "winners"


def _placed(matches: Mapping[int, Fixture]) -> Mapping[int, _Place]:
    """Each match between those that its sides come from; those that begin here, one below the other."""
    found: dict[int, _Place] = {}
    free = 0

    def place(one: Fixture) -> None:
        nonlocal free
        before = [matches[number] for number in _feeders(one) if number in matches]
        for each in before:
            if each.match not in found:
                place(each)
        slots = [found[each.match].slot for each in before]
        columns = [found[each.match].column + 1 for each in before]
        if not slots:
            slots, free = [free], free + 1
        least = one.round - 1 if one.part in ("winners", "losers") else 0
        found[one.match] = _Place(max([least, *columns]), sum(slots) / len(slots))

    goes_on = {number for one in matches.values() for number in _feeders(one)}
    for one in matches.values():
        if one.match not in goes_on:
            place(one)
    return found


def _finals(shown: Sequence[Fixture], parts: Mapping[int, str], found: Sequence[_Part]) -> Iterator[_Part]:
    """The matches of a double elimination that decide it, in the middle between its parts."""
    column = max((place.column for part in found for place in part.places.values()), default=-1) + 1
    last = [_lowest(part) for part in found]
    middle = sum(last) / len(last) if last else 0.0
    finals = [one for one in shown if parts[one.match] == "finals"]
    if finals:
        slot = max(0.0, (middle - TITLE - CAPTION - HIGH / 2) / SLOT)
        yield _Part(0.0, {one.match: _Place(column + i, slot) for i, one in enumerate(finals)})


def _third(shown: Sequence[Fixture], found: Sequence[_Part]) -> Iterator[_Part]:
    """The match for the third place, below the final."""
    third = next((one for one in shown if one.part == "third"), None)
    if third is not None:
        final = max(found[0].places.values(), key=lambda place: place.column)
        yield _Part(0.0, {third.match: _Place(final.column, final.slot + BELOW_FINAL)})


def _lowest(part: _Part) -> float:
    """How high the last match of a part stands."""
    place = max(part.places.values(), key=lambda place: place.column)
    return _middle(part.top, place)


def _middle(top: float, place: _Place) -> float:
    return top + TITLE + place.slot * SLOT + CAPTION + HIGH / 2


def _feeders(one: Fixture) -> tuple[int, ...]:
    """The matches whose winners come here, the upper one first; not those whose losers drop in."""
    return tuple(side.comes[1] for side in one.sides if side.comes is not None and side.comes[0] == "winner")


def _corner(one: Fixture, parts: Iterable[_Part], places: Mapping[int, _Place]) -> tuple[float, float]:
    top = next(part.top for part in parts if one.match in part.places)
    place = places[one.match]
    return EDGE + place.column * (WIDE + APART), _middle(top, place) - HIGH / 2


def _box(one: Fixture, x: float, y: float, running: Running, names: Mapping[str, str]) -> Box:
    first, second = score_words(one, running)
    said = ending_words(one, running) or ("" if one.state in ("unknown", "open", "over") else STATE_WORDS[one.state])
    game = "" if one.game is None else f"game {one.game}"
    sides = (_side(one, one.first, first, names), _side(one, one.second, second, names))
    return Box(
        match=one.match,
        game=one.game,
        x=x,
        y=y,
        sides=sides,
        caption=", ".join(filter(None, (f"Match {one.match}", game, said))),
        live=one.state == "running",
    )


def _side(one: Fixture, side: Side, score: str, names: Mapping[str, str]) -> SideBox:
    full = side_words(side)
    name = names.get(full, full)
    points = score.rstrip(PLAYED + OPEN)
    state = "open" if side.team is None else ""
    if side.team is not None and one.winner is not None:
        state = "won" if side.team == one.winner else "lost"
    wide = _wide(name) * (BOLD if state == "won" else 1)
    size = next((size for size in SIZES if wide * size <= NAME_ROOM), SIZES[-1])
    return SideBox(
        name=name,
        size=size,
        room=0 if wide * size <= NAME_ROOM else NAME_ROOM,
        full="" if name == full else full,
        score="" if points.isalpha() else points,
        state=state,
    )


def _ways(shown: Iterable[Fixture], boxes: Mapping[int, Box]) -> Iterator[Way]:
    for one in shown:
        for number in dict.fromkeys(_feeders(one)):
            if number not in boxes:
                continue
            before, after = boxes[number], boxes[one.match]
            turn = after.x - APART / 2
            path = f"M{before.x + WIDE:g} {before.middle:g}H{turn:g}V{after.middle:g}H{after.x:g}"
            yield Way(path, any(one_side.team for one_side in one.sides if one_side.comes == ("winner", number)))


def _titles(
    kind: Kind,
    shown: Sequence[Fixture],
    every: Sequence[Fixture],
    at: Mapping[int, tuple[float, float]],
    parts: Sequence[_Part],
) -> Iterator[Title]:
    rounds: dict[tuple[str, int], list[Fixture]] = {}
    for one in shown:
        rounds.setdefault((one.part, one.round), []).append(one)
    for round in rounds.values():
        first = min(round, key=lambda one: at[one.match][1])
        x, y = at[first.match]
        part = next(part for part in parts if first.match in part.places)
        alone = first.part in ("final", "third")
        yield Title(x, y - CAPTION - 8 if alone else part.top + TITLE - 14, round_name(kind, round, every))


def _wide(text: str) -> float:
    """How wide a text is about, in heights of a letter."""
    return sum(map(_letter, text))


def _letter(sign: str) -> float:
    if width(sign) > 1:
        return 1.05
    if sign in NARROW:
        return 0.36
    if sign in "MW%@":
        return 1.0
    return 0.78 if sign.isupper() or sign in "mw" else 0.64

"""A game of dominoes recounted from its players' mailboxes: every move, knock, count and point, from the hands and the
lines of play that their letters tell. Imports nothing of the referee; its rules are the second opinion's.
"""

from collections.abc import Iterator, Mapping, Sequence
from email.message import Message
from typing import NamedTuple

from tests.dominoes.slow_line import SET, Laid, blocked, count, ends, moves, pips, points
from tests.dominoes.slow_round import SEATS, Outcome, Sheet, after, holder, team_of, was_blocked, went_out, winner

Act = tuple[int, Laid | None]
"""The seat, and the tile and the arm; None for a knock."""
Hands = list[list[str]]
WHOLE = {"round", "end"}
"""The events whose letters tell a whole round."""


class Position(NamedTuple):
    """The headers of any letter about a position, and those of the player on turn: what they should be."""

    table: str
    ends: str
    left: str
    score: str
    legal: str


def recount(sheet: Sheet, boxes: Mapping[str, Sequence[Message]], game: int) -> list[list[int]]:
    """Return the score at the end of every round. Raises AssertionError if letters do not tell one game by the
    rules."""
    own = {name: mails for name, box in boxes.items() if (mails := [m for m in box if _of(m, "Game") == str(game)])}
    every = [mail for mails in own.values() for mail in mails]
    told = {(int(_of(mail, "Round")), _of(mail, "Table")) for mail in every if WHOLE & _events(mail)}
    courses = [_course(text) for _, text in sorted(told)]
    assert [number for number, _ in sorted(told)] == [*range(1, len(courses) + 1)], "everybody is told the same rounds"
    begins = [1 + sum(map(len, courses[:number])) for number in range(len(courses))]
    score, opener = [0, 0], None
    found: list[list[int]] = []
    for first, course in zip(begins, courses, strict=True):
        assert not found or winner(sheet, score, mid_round=False) is None, "nothing is played once somebody has won"
        hands, positions = _hands(own, course, first), dict[int, Position]()
        outcome = _play(sheet, course, hands, opener, score, positions, first)
        opener = outcome.opener if outcome is not None else None
        found.append([*score])
        _agree(every, positions)
    for mail in every:
        if WHOLE & _events(mail):
            assert _of(mail, "Score") == _numbers(found[int(_of(mail, "Round")) - 1]), mail["Subject"]
    return found


def _events(mail: Message) -> set[str]:
    return set(_of(mail, "Event").split(","))


def _of(mail: Message, name: str) -> str:
    """Return a header as it was before it was folded."""
    return " ".join(str(mail.get(f"Spades-{name}", "")).split())


def _course(text: str) -> list[Act]:
    """Read `3=6-6 first, 4=knock`."""
    acts = (act.partition("=") for act in text.split(", "))
    return [(int(seat), None if what == "knock" else (what[:3], what[4:])) for seat, _, what in acts]


def _hands(own: Mapping[str, Sequence[Message]], course: Sequence[Act], first: int) -> Hands:
    """Return the hands of a round as they were dealt, by seat: each player's as their own letters tell it, with the
    tiles that they laid before those were written."""
    turns = range(first, first + len(course))
    hands = [{laid[0] for seat, laid in course if seat == one and laid is not None} for one in SEATS]
    for name, mails in own.items():
        for mail in mails:
            if _of(mail, "Hand") and int(_of(mail, "Turn")) in turns:
                seats = dict(seat.split("=")[::-1] for seat in _of(mail, "Seats").split("; "))
                hands[int(seats[name]) - 1] |= {*_of(mail, "Hand").split()}
    assert [len(hand) for hand in hands] == [7] * 4 and set().union(*hands) == set(SET), "each tile is somebody's"
    return [sorted(hand) for hand in hands]


def _play(
    sheet: Sheet,
    course: Sequence[Act],
    hands: Hands,
    opener: int | None,
    score: list[int],
    positions: dict[int, Position],
    first: int,
) -> Outcome | None:
    """Play a round as it was told, and score it; return its outcome, None if the game was over before its end."""
    line: list[Laid] = []
    due = holder(hands) if opener is None else opener
    for turn, (seat, laid) in enumerate(course, first):
        assert seat == due, f"turn {turn}: seat {due} is on turn"
        options = [("6-6", "first")] if opener is None and not line else moves(line, hands[seat - 1])
        positions[turn] = Position(
            ", ".join(_told(course[: turn - first])),
            ", ".join(f"{arm} {end.number}" for arm, end in ends(line).items()),
            _numbers(map(len, hands)),
            _numbers(score),
            ", ".join(f"{tile} {arm}" for tile, arm in options),
        )
        assert winner(sheet, score, mid_round=True) is None and all(hands), f"turn {turn}: the round is over"
        assert laid in options if laid else not options, f"turn {turn}: seat {seat} may play {options}"
        if laid is not None:
            hands[seat - 1].remove(laid[0])
            line.append(laid)
            score[team_of(seat)] += points(count(line))
        due = after(seat)
    if winner(sheet, score, mid_round=True) is not None:
        return None
    held, last = [pips(hand) for hand in hands], next(seat for seat, laid in reversed(course) if laid)
    assert not hands[last - 1] or blocked(line, hands), "the round is over"
    outcome = was_blocked(sheet, held, last) if hands[last - 1] else went_out(sheet, held, last)
    if outcome.team is not None:
        score[outcome.team] += outcome.points
    return outcome


def _agree(every: Sequence[Message], positions: Mapping[int, Position]) -> None:
    """Check that every letter about one of these positions tells it as it is, those that end a round aside."""
    for mail in every:
        ours = positions.get(int(_of(mail, "Turn") or 0))
        if ours is None or WHOLE & _events(mail):
            continue
        names = {"Table": ours.table, "Ends": ours.ends, "Left": ours.left, "Score": ours.score}
        if _of(mail, "Legal"):
            names["Legal"] = ours.legal
        told = {name: _of(mail, name) for name in names}
        assert told == names, f"{mail['To']}: {mail['Subject']}"


def _told(course: Sequence[Act]) -> Iterator[str]:
    return (f"{seat}={'knock' if laid is None else ' '.join(laid)}" for seat, laid in course)


def _numbers(values: object) -> str:
    return " ".join(map(str, values))  # type: ignore[call-overload]

"""The parts of letters that only dominoes has: the line, moves as buttons, hands around the table, rounds that are over
and what is gone in a round. Shows only what a view shows; decides nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.dominoes.events import RoundScored
from referee.dominoes.line import Laid
from referee.dominoes.tiles import NUMBERS, SET
from referee.dominoes.view import SeatView
from referee.table.seats import SEATS, TEAMS, after, team_of
from referee.telling.buttons import Action, Reply
from referee.telling.dominoes import drawing, sentences
from referee.telling.formats import Block, columns, count, team_called
from referee.telling.news import end_of
from referee.telling.table_rows import NOBODY_AWAY, RoundRow, RoundTable, marked, marks, with_room


def position(view: SeatView, reply: Reply) -> dict[str, Any]:
    """Collect the table as the reader may see it, their hand and their moves, those that score first."""
    lies = view.line.first is not None and view.to_act is not None
    begins = view.line.first is None and view.result is None
    found: dict[str, Any] = {
        "view": view,
        "on_table": sentences.table(view),
        "line": drawing.text(view.line) if lies else None,
        "drawn": drawing.table(view.line) if lies else None,
        "ends_when": sentences.end_rule(view) if begins else None,
    }
    if view.hand is None or view.result is not None:
        return found
    choices = tuple(_button(move, reply.brief) for move in view.choices)
    lines = columns((action.body, sentences.makes(move)) for action, move in choices)
    return found | {
        "hand_lines": columns([tuple(map(str, view.hand))]),
        "choices": choices,
        "allowed": Block(f"You may play:\n\n{lines}"),
        "example": choices[0][0].body if choices else None,
    }


def _button(move: Laid, reply: Reply) -> tuple[Action, Laid]:
    text = sentences.move_text(move)
    return reply.action(text, f"{text}, {sentences.makes(move)}", f"play {text}"), move


class Seat(NamedTuple):
    """One seat at the table: the words beside its name, `to play` if it is its turn, and how many tiles it holds."""

    name: str
    marks: tuple[str, ...]
    due: str
    left: int


def seats(view: SeatView, away: Mapping[int, str] = NOBODY_AWAY) -> tuple[Seat, ...]:
    """Make the rows of the four seats in the order of their turns, from the seat on turn on."""
    first = view.opener if view.to_act is None else view.to_act[0]
    order = (after(first, steps) for steps in range(len(SEATS)))
    return tuple(
        Seat(view.name(seat), marks(view, seat, away), "to play" if seat in view.called else "", view.left[seat - 1])
        for seat in order
    )


def table_lines(view: SeatView, away: Mapping[int, str]) -> Block:
    """Write who holds how many tiles as aligned lines."""
    return with_room(
        view,
        away,
        lambda away: [(marked(row.name, row.marks), count(row.left, "tile"), row.due) for row in seats(view, away)],
    )


def round_title(view: SeatView) -> str:
    """Write `Round 2, tile 9`; once it is over, `Round 2, over`."""
    return f"Round {view.round}, over" if view.to_act is None else sentences.place(view).capitalize()


def round_tables(news: Sequence[Any], scene: SeatView) -> tuple[RoundTable, ...]:
    """Make the table of the round that the news scored, or that the end of the game cut short; `scene` is the view at
    its end."""
    scored = tuple(round_table(item, scene) for item in news if isinstance(item, RoundScored))
    return scored if scored or end_of(news) is None or not scene.course else (round_table(None, scene),)


def round_table(item: RoundScored | None, scene: SeatView) -> RoundTable:
    """Make the table of a round that was scored; of None, of one whose pips count for nobody."""
    return RoundTable(
        title=f"Round {scene.round if item is None else item.round}",
        head=("By tiles", "Pips", "By pips", "Score"),
        rows=tuple(row for team in TEAMS for row in _rows(item, scene, team)),
        notes=(sentences.last_turns(scene), *(() if item is None else (sentences.round_ended(item, scene),))),
    )


def _rows(item: RoundScored | None, scene: SeatView, team: int) -> Iterator[RoundRow]:
    made = sum(act.points for act in scene.course if isinstance(act, Laid) and team_of(act.seat) == team)
    name = team_called(scene, team)
    if item is None:
        yield RoundRow(name, True, (str(made), "", "", str(scene.score[team - 1])))
        return
    own = [seat for seat in SEATS if team_of(seat) == team]
    figures = (made, sum(item.pips[seat - 1] for seat in own), item.points[team - 1], item.score[team - 1])
    yield RoundRow(name, True, tuple(map(str, figures)))
    yield from (RoundRow(scene.name(seat), False, ("", str(item.pips[seat - 1]))) for seat in own)


def rounds_lines(_view: SeatView, rounds: Sequence[RoundScored]) -> Block:
    """Write the rounds of a game as aligned lines."""
    cells = (
        (str(row.round), row.by, *(" ".join(map(str, each)) for each in (row.pips, row.points, row.score)))
        for row in rounds
    )
    return columns([("Rd", "Ended", "Pips left", "By pips", "Score"), *cells], "0")


def gone_lines(view: SeatView) -> Block:
    """Write the tiles that were laid, number by number, as aligned lines; empty before the first tile."""
    lying = {act.tile for act in view.course if isinstance(act, Laid)}
    gone = {number: [str(tile) for tile in SET if number in tile and tile in lying] for number in NUMBERS}
    rows = [
        (str(number), " ".join(tiles) or "none", f"{len(NUMBERS) - len(tiles)} out") for number, tiles in gone.items()
    ]
    return columns([("", "Laid", "Not yet"), *rows] if view.course else ())

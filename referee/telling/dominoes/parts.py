"""The parts of letters that only dominoes has: moves as buttons, hands and knocks around the table, the score, a round
that is over, the memory of a round, and plans. Shows only what a view shows; decides nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.dominoes.events import RoundScored
from referee.dominoes.line import Laid, ends
from referee.dominoes.view import SeatView, memory
from referee.spades.plans import Habits
from referee.table.seats import SEATS, TEAMS, after, team_of
from referee.telling.buttons import Action, Reply
from referee.telling.dominoes import drawing, sentences
from referee.telling.formats import Block, columns, count, team_called, width
from referee.telling.news import end_of
from referee.telling.plan_section import DROP_ALL, Group, PlanSection
from referee.telling.table_rows import NOBODY_AWAY
from referee.telling.text_blocks import WIDTH


class MoveButton(NamedTuple):
    """One move: its button, what it makes, and if that scores."""

    action: Action
    makes: str
    scores: bool


def position(view: SeatView, reply: Reply) -> dict[str, Any]:
    """Collect the table as the reader may see it, their hand and their moves, those that score first."""
    lies = view.line.first is not None and view.to_act is not None
    found: dict[str, Any] = {
        "view": view,
        "on_table": sentences.table(view),
        "line": drawing.text(view.line) if lies else None,
        "drawn": drawing.table(view.line) if lies else None,
        "held": (),
    }
    if view.hand is None or view.result is not None:
        return found
    choices = tuple(_button(view, move, reply.brief) for move in sentences.choices(view))
    example = choices[0].action.body if choices else None
    return found | {"held": view.hand, "choices": choices, "notes": sentences.notes(view), "example": example}


def _button(view: SeatView, move: Laid, reply: Reply) -> MoveButton:
    text, makes = sentences.move_text(move), sentences.makes(move)
    return MoveButton(reply.action(text, f"{text}, {makes}", f"play {text}"), makes, bool(move.points))


def move_lines(moves: Sequence[MoveButton]) -> Block:
    """Write the moves as aligned lines, as they are typed, with what each makes."""
    return columns((move.action.body, move.makes) for move in moves)


class Seat(NamedTuple):
    """One seat at the table: `to play` if it is its turn, how many tiles it holds, and at which numbers it knocked."""

    name: str
    mark: str
    due: str
    left: int
    knocked: str


def seats(view: SeatView, away: Mapping[int, str] = NOBODY_AWAY) -> tuple[Seat, ...]:
    """Make the rows of the four seats in the order of their turns, from the seat on turn on."""
    first = view.opener if view.to_act is None else view.to_act[0]
    return tuple(_seat(view, after(first, steps), away) for steps in range(len(SEATS)))


def _seat(view: SeatView, seat: int, away: Mapping[int, str]) -> Seat:
    mate = "partner" if team_of(seat) == view.team else ""
    mark = f"team {team_of(seat)}" if view.seat is None else "you" if seat == view.seat else mate
    due = "to play" if seat in view.called else ""
    marks = ", ".join(word for word in (mark, away.get(seat)) if word)
    return Seat(view.name(seat), marks, due, view.left[seat - 1], sentences.knocks(view, seat))


def table_lines(view: SeatView, away: Mapping[int, str]) -> Block:
    """Write who holds how many tiles and knocked at what, as aligned lines; below them what has no room beside the
    names."""
    whole = columns([(*_cells(row), f"knocked at {row.knocked}" if row.knocked else "") for row in seats(view, away)])
    if max(map(width, whole.split("\n"))) <= WIDTH:
        return whole
    knocked = {seat: f"knocked at {at}" for seat in SEATS if (at := sentences.knocks(view, seat))}
    notes = [f"  {view.name(seat)}: {words}" for each in (away, knocked) for seat, words in each.items()]
    return Block("\n".join((columns(map(_cells, seats(view))), *notes)))


def _cells(row: Seat) -> tuple[str, str, str]:
    return f"{row.name} ({row.mark})" if row.mark else row.name, count(row.left, "tile"), row.due


def round_title(view: SeatView) -> str:
    """Write `Round 2, tile 9`; once it is over, `Round 2, over`."""
    return f"Round {view.round}, over" if view.to_act is None else sentences.place(view).capitalize()


HEAD = ("By tiles", "Pips", "By pips", "Score")


class Row(NamedTuple):
    """One line of a round's table, of a team or of a player below it; cells that do not apply are empty."""

    name: str
    is_team: bool
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundTable:
    """One round that is over: what tiles and pips brought each team, and how it ended."""

    title: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    head: tuple[str, ...] = HEAD

    @property
    def lines(self) -> Block:
        """The table as aligned lines."""
        return columns(
            [("", *HEAD), *((row.name if row.is_team else f"  {row.name}", *row.cells) for row in self.rows)], "1234"
        )


def round_tables(news: Sequence[Any], scene: SeatView) -> tuple[RoundTable, ...]:
    """Make the table of the round that the news scored, or that the end of the game cut short; `scene` is the view at
    its end."""
    scored = tuple(round_table(item, scene) for item in news if isinstance(item, RoundScored))
    return scored if scored or end_of(news) is None or not scene.course else (_cut_short(scene),)


def _cut_short(scene: SeatView) -> RoundTable:
    """Make the table of a round whose pips count for nobody."""
    scores = ((team, str(_made(scene, team)), str(scene.score[team - 1])) for team in TEAMS)
    rows = tuple(Row(team_called(scene, team), True, (made, "", "", score)) for team, made, score in scores)
    return RoundTable(f"Round {scene.round}", rows, (sentences.last_turns(scene),))


def _made(scene: SeatView, team: int) -> int:
    return sum(act.points for act in scene.course if isinstance(act, Laid) and team_of(act.seat) == team)


def round_table(item: RoundScored, scene: SeatView) -> RoundTable:
    """Make the table of a round that was scored."""
    rows = tuple(row for team in TEAMS for row in _rows(item, scene, team))
    return RoundTable(f"Round {item.round}", rows, (sentences.last_turns(scene), sentences.round_ended(item, scene)))


def _rows(item: RoundScored, scene: SeatView, team: int) -> tuple[Row, ...]:
    own = [seat for seat in SEATS if team_of(seat) == team]
    pips = sum(item.pips[seat - 1] for seat in own)
    cells = (str(_made(scene, team)), str(pips), str(item.points[team - 1]), str(item.score[team - 1]))
    players = (Row(scene.name(seat), False, ("", str(item.pips[seat - 1]), "", "")) for seat in own)
    return (Row(team_called(scene, team), True, cells), *players)


def rounds_lines(rounds: Sequence[RoundScored]) -> Block:
    """Write the rounds of a game as aligned lines."""
    cells = (
        (
            str(row.round),
            row.by,
            " ".join(map(str, row.pips)),
            " ".join(map(str, row.points)),
            " ".join(map(str, row.score)),
        )
        for row in rounds
    )
    return columns([("Rd", "Ended", "Pips left", "By pips", "Score"), *cells], "0")


class Gone(NamedTuple):
    """One number: its tiles that were laid, and how many were not."""

    number: int
    tiles: str
    out: int


def gone_rows(view: SeatView) -> tuple[Gone, ...]:
    """Make a row for each number; empty before the first tile."""
    known = memory(view)
    if not any(known.gone.values()):
        return ()
    return tuple(
        Gone(number, " ".join(map(str, tiles)) or "none", known.out[number]) for number, tiles in known.gone.items()
    )


def gone_lines(view: SeatView) -> Block:
    """Write the numbers as aligned lines."""
    return columns(
        [("", "Laid", "Not yet"), *((str(row.number), row.tiles, f"{row.out} out") for row in gone_rows(view))]
    )


def knocks_line(view: SeatView) -> str:
    """Say who knocked at what: `Knocked: Bob at 3 and 6.`"""
    shown = [f"{view.name(seat)} at {at}" for seat in SEATS if (at := sentences.knocks(view, seat))]
    return f"Knocked: {'; '.join(shown)}." if shown else "Nobody has knocked in this round."


def plan_rules(view: SeatView, habits: Habits) -> tuple[str, ...]:
    """List the standing plan of the view's seat and its habit, as one types them."""
    return (*(str(standing.plan) for standing in view.plans), *(("forced on",) if habits.forced else ()))


def standing_only(view: SeatView, habits: Habits) -> PlanSection:
    """Make the section of the standing plan, without buttons for more."""
    return PlanSection(rules=plan_rules(view, habits))


def plan_section(view: SeatView, habits: Habits, reply: Reply, *, turn: bool, open: bool) -> PlanSection:
    """Make the whole section; `turn`: the letter says that it is the reader's turn."""
    return PlanSection(
        rules=plan_rules(view, habits),
        sentences=tuple(sentences.plan_sentence(standing.plan) for standing in view.plans),
        unfit=sentences.unfit_sentences(view, habits) if turn else (),
        groups=groups(view, habits, reply),
        open=open,
    )


def groups(view: SeatView, habits: Habits, reply: Reply) -> tuple[Group, ...]:
    """Group the plans to offer now; empty once the round is over."""
    if view.to_act is None or not view.hand:
        return ()
    made = {f"plan {standing.plan}" for standing in view.plans}
    lines = [line for line in _lines(view) if line not in made] if len(view.hand) > view.mine else []
    forced = f"plan forced {'off' if habits.forced else 'on'}"
    found = (
        Group("On your next turn", _taps(lines, reply)),
        Group("At once, in all your games", _taps([forced], reply)),
        Group("Drop your plan of this game", _taps([DROP_ALL] if view.plans else [], reply)),
    )
    return tuple(group for group in found if group.actions)


def _lines(view: SeatView) -> list[str]:
    """List plans for the next turn: what scores most, what is heaviest, and the tiles that fit now, heaviest first."""
    fit = [tile for tile in view.hand or () if any(number in tile for number in ends(view.line).values())]
    heavy = sorted(fit, key=lambda tile: -tile.pips)
    named = [f"plan {', '.join(map(str, heavy[:2]))}, fives"] if heavy and not view.mine else []
    return ["plan fives", "plan heaviest", *named]


def _taps(lines: Sequence[str], reply: Reply) -> tuple[Action, ...]:
    return tuple(reply.action(line.removeprefix("plan "), line.removeprefix("plan "), line) for line in lines)

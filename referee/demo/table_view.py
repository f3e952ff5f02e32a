"""Draws the table in a terminal, for the demo. Shows only what everyone at the table may see."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.spades.view import SeatView
from referee.telling.table_rows import Seat, phase, round_title, seats, teams

SHOWN = 4
WIDTH = 72


def draw_table(views: Sequence[SeatView]) -> RenderableType:
    """Draw the running games, at most SHOWN of them."""
    running = [v for v in views if v.result is None]
    panels = [_panel(v) for v in (running or views)[:SHOWN]]
    rest = Text(f"{len(views) - len(running)} of {len(views)} games are over", style="dim")
    return Group(*panels, rest)


def _panel(view: SeatView) -> Panel:
    grid = Table(box=None, pad_edge=False)
    for head in ("", "player", "team bid" if view.sheet.bids_by_team else "bid", "tricks", "card"):
        grid.add_column(head, style="dim" if not head else "")
    for row in seats(view):
        grid.add_row("▸" if row.turn else " ", row.name, row.bid, str(row.books), _card(row))
    title = f"game {view.game}, {round_title(view).lower()}, {phase(view)}"
    return Panel(Group(grid, *_below(view)), title=title, width=WIDTH)


def _card(row: Seat) -> Text:
    return Text(row.card, style="bold red" if row.red else "bold")


def _below(view: SeatView) -> Iterator[Text]:
    """Yield the score, and the special facts of this moment."""
    for team in teams(view):
        yield Text(": ".join((team.names, "  ".join(filter(None, (str(team.score), team.bags, team.warning))))))
    if view.extra:
        yield Text("This round decides at any score.")
    if view.provisional is not None and view.result is None:
        winner = view.provisional.team
        name = "Nobody" if winner is None else view.team_names(winner)
        yield Text(f"{name} will have won, unless the last round is challenged.")

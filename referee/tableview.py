"""The table drawn in a terminal, for the demo's live view. Shows what everyone at the table may see."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.spades.cards import Card
from referee.spades.sheets import SEATS, TEAMS
from referee.spades.view import SeatView

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RED = "HD"
SHOWN = 4


def draw_table(views: Sequence[SeatView]) -> RenderableType:
    """The running games, the first few of them whole."""
    running = [v for v in views if v.result is None]
    panels = [_panel(v) for v in (running or views)[:SHOWN]]
    rest = Text(f"{len(views) - len(running)} of {len(views)} games are over", style="dim")
    return Group(*panels, rest)


def card_text(card: Card) -> Text:
    """A card as a person reads it, red suits in red."""
    name = str(card) if card.rank in "BL" else ("10" if card.rank == "T" else card.rank) + SYMBOLS[card.suit]
    return Text(name, style="bold red" if card.suit in RED else "bold")


def _panel(shown: SeatView) -> Panel:
    grid = Table(box=None, pad_edge=False)
    for head in ("", "player", "bid", "books", "card"):
        grid.add_column(head, style="dim" if not head else "")
    cards = {play.seat: play.card for play in shown.table}
    for seat in SEATS:
        marker = "▸" if shown.to_act and shown.to_act[0] == seat else " "
        bid = shown.bids[seat - 1]
        card = card_text(cards[seat]) if seat in cards else Text("")
        grid.add_row(marker, shown.name(seat), "-" if bid is None else str(bid), str(shown.books[seat - 1]), card)
    score = "   ".join(f"{shown.team_names(t)}: {shown.score[t - 1]} ({shown.bags[t - 1]} bags)" for t in TEAMS)
    title = f"game {shown.game}, round {shown.round}, trick {min(len(shown.tricks) + 1, 13)}"
    return Panel(Group(grid, Text(score)), title=title, width=72)

"""One row a game: the words that letters about any game ask of it, and its own templates."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from referee.table.view import TableView
from referee.telling import table_rows, template_values
from referee.telling.dominoes import parts
from referee.telling.dominoes import sentences as tiles
from referee.telling.formats import Block
from referee.telling.letters.round_letter import round_tables
from referee.telling.sentences import endings, in_words, recap, turns
from referee.telling.table_rows import RoundTable


class Words(NamedTuple):
    """The words of one game. Each view is one of that game."""

    title: str
    """Its name in subjects."""
    things: str
    """The name of the pieces in a hand: `cards`."""
    acts: str
    """The acts that its players owe one by one: `bid and card`."""
    folder: str
    """The templates of its own parts."""
    task: Callable[..., str]
    place: Callable[..., str]
    what_it_is: Callable[[timedelta], tuple[str, str]]
    without_repeats: Callable[..., tuple[tuple[Any, ...], tuple[str, ...]]]
    position: Callable[..., dict[str, Any]]
    aim: Callable[..., str]
    in_short: Callable[..., str]
    end_rule: Callable[..., str]
    round_tables: Callable[..., tuple[RoundTable, ...]]
    round_title: Callable[..., str]
    table_lines: Callable[..., Block]
    rounds_lines: Callable[..., Block]
    gone_lines: Callable[..., Block]
    shown: Callable[..., tuple[str, ...]]
    """The sentences below what is gone in the answer to `memory`."""


WORDS = {
    "spades": Words(
        title="Spades",
        things="cards",
        acts="bid and card",
        folder="parts",
        task=turns.task,
        place=turns.place,
        what_it_is=turns.what_it_is,
        without_repeats=recap.without_repeats,
        position=template_values.position,
        aim=endings.aim,
        in_short=endings.in_short,
        end_rule=endings.end_rule,
        round_tables=round_tables,
        round_title=table_rows.round_title,
        table_lines=table_rows.table_lines,
        rounds_lines=table_rows.rounds_lines,
        gone_lines=table_rows.gone_lines,
        shown=lambda view: (table_rows.voids_line(view), *in_words.needs(view)),
    ),
    "dominoes": Words(
        title="Dominoes",
        things="tiles",
        acts="tile",
        folder="dominoes",
        task=tiles.task,
        place=tiles.place,
        what_it_is=tiles.what_it_is,
        without_repeats=tiles.without_repeats,
        position=parts.position,
        aim=tiles.aim,
        in_short=tiles.in_short,
        end_rule=tiles.end_rule,
        round_tables=parts.round_tables,
        round_title=parts.round_title,
        table_lines=parts.table_lines,
        rounds_lines=parts.rounds_lines,
        gone_lines=parts.gone_lines,
        shown=lambda view: (tiles.knocked(view) or "Nobody has knocked in this round.",),
    ),
}


def words_of(view: TableView) -> Words:
    """Return the words of the game that a view shows."""
    return WORDS[view.sheet.game]


def awaited(view: Any) -> str | None:
    """Say what a game waits for, without the time; None for nothing."""
    if view.result is not None:
        return None
    if view.provisional is not None:
        return f"The result stands unless a play of round {view.round} is challenged"
    if view.thrown_in:
        return f"Round {view.round} is dealt again when the Gamesmaster restarts the clock."
    return f"Next: {turns.actors(view)} is to {words_of(view).task(view, 'their')}" if view.called else None

"""One row a game: the words that letters about any game ask of it, and its own templates."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from referee.table.view import TableView
from referee.telling import plan_section, table_rows, template_values
from referee.telling.dominoes import parts
from referee.telling.dominoes import sentences as tiles
from referee.telling.formats import Block
from referee.telling.letters.round_letter import round_tables
from referee.telling.sentences import endings, needs, plan_words, recap, turns
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
    awaited: Callable[..., str | None]
    warning: Callable[..., str | None]
    what_it_is: Callable[[timedelta], tuple[str, str]]
    without_repeats: Callable[..., tuple[tuple[Any, ...], tuple[str, ...]]]
    without_own: Callable[..., tuple[Any, ...]]
    own_act: Callable[..., Any]
    acts_words: Callable[..., str]
    done_by_plan: Callable[..., str | None]
    position: Callable[..., dict[str, Any]]
    plan_section: Callable[..., plan_section.PlanSection]
    standing_only: Callable[..., plan_section.PlanSection]
    plan_text: Callable[..., str]
    ended_text: Callable[..., str]
    plan_groups: Callable[..., tuple[plan_section.Group, ...]]
    aim: Callable[..., str]
    in_short: Callable[..., str]
    end_rule: Callable[..., str]
    round_headline: Callable[..., str]
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
        awaited=turns.awaited,
        warning=turns.warning,
        what_it_is=turns.what_it_is,
        without_repeats=recap.without_repeats,
        without_own=recap.without_own,
        own_act=recap.own_act,
        acts_words=plan_words.acts_words,
        done_by_plan=plan_words.done_by_plan,
        position=template_values.position,
        plan_section=plan_section.plan_section,
        standing_only=plan_section.standing_only,
        plan_text=plan_words.plan_text,
        ended_text=plan_words.ended_text,
        plan_groups=plan_section.groups,
        aim=endings.aim,
        in_short=endings.in_short,
        end_rule=endings.end_rule,
        round_headline=endings.round_headline,
        round_tables=round_tables,
        round_title=table_rows.round_title,
        table_lines=table_rows.table_lines,
        rounds_lines=table_rows.rounds_lines,
        gone_lines=table_rows.gone_lines,
        shown=lambda view: (table_rows.voids_line(view), *needs.needs(view)),
    ),
    "dominoes": Words(
        title="Dominoes",
        things="tiles",
        acts="tile",
        folder="dominoes",
        task=tiles.task,
        place=tiles.place,
        awaited=tiles.awaited,
        warning=tiles.warning,
        what_it_is=tiles.what_it_is,
        without_repeats=tiles.without_repeats,
        without_own=tiles.without_own,
        own_act=tiles.own_act,
        acts_words=tiles.acts_words,
        done_by_plan=tiles.done_by_plan,
        position=parts.position,
        plan_section=parts.plan_section,
        standing_only=parts.standing_only,
        plan_text=str,
        ended_text=lambda view, plan: str(plan),
        plan_groups=parts.groups,
        aim=tiles.aim,
        in_short=tiles.in_short,
        end_rule=tiles.end_rule,
        round_headline=tiles.round_headline,
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

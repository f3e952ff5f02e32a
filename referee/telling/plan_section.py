"""The part of a letter about its player's plans: the standing plans, their acts, why a plan did not act, and buttons
for more plans. Made only from the reader's own view: nobody else may know that they have plans."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.spades.plans import Habits
from referee.spades.view import SeatView
from referee.telling.buttons import Reply
from referee.telling.plan_buttons import DROP_ALL, Group, groups
from referee.telling.plan_words import plan_text, rules, standing_sentences, unfit_sentences

TYPICAL = 3
"""The typical button of a group stands a third from its beginning: a bid of 4, and not nil."""
MOST_EXAMPLES = 3
"""The most lines that a sentence offers as examples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSection:
    """`rules` as typed, `sentences` the same in words, `unfit` why some did not act on the running turn; `groups` of
    buttons, which stand `open` or folded."""

    rules: tuple[str, ...]
    sentences: tuple[str, ...] = ()
    unfit: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    open: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """One line of each group, as it is typed."""
        one = (group.actions[len(group.actions) // TYPICAL].body for group in self.groups)
        return tuple(line for line in one if line != DROP_ALL)

    @property
    def examples(self) -> tuple[str, ...]:
        """A few of these lines, of different kinds."""
        return _spread(self.lines, MOST_EXAMPLES)


def standing_only(view: SeatView, habits: Habits) -> PlanSection:
    """Make the section of the standing plans, without buttons for more."""
    return PlanSection(rules=rules(view, habits, typed=plan_text))


def plan_section(view: SeatView, habits: Habits, reply: Reply, *, turn: bool, open: bool) -> PlanSection:
    """Make the whole section; `turn`: the letter says that it is the reader's turn."""
    return PlanSection(
        rules=rules(view, habits, typed=plan_text),
        sentences=standing_sentences(view, habits),
        unfit=unfit_sentences(view, habits) if turn else (),
        groups=groups(view, habits, reply),
        open=open,
    )


def _spread(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """Choose at most so many of some lines, the first and the last among them."""
    if len(lines) <= most:
        return tuple(lines)
    return tuple(lines[place * (len(lines) - 1) // (most - 1)] for place in range(most))

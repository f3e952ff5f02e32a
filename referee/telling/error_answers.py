"""Answers to the errors in a mail, as data: lines refused, unclear or not understood. Their words are in
templates/answers and, reason by reason, in templates/refusals.txt. Never holds another player's cards."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

from referee.spades.plans import Plan
from referee.table.refusal import Reason
from referee.table.view import TableView
from referee.telling.notices import Answer
from referee.telling.tournaments.notices import Invitation

WELCOMED = (("Send me the rules", "rules"), ("Send me the commands", "help"))
"""The buttons of a letter to a newcomer, after that which signs them up."""


def joining(said: str) -> str:
    """Return the line that signs a newcomer up, for dominoes if they `said` so."""
    return "join dominoes" if "domino" in said.lower() else "join"


DEAD_ADDRESSES = {
    "spent": "was used for the move or answer that it asked for",
    "shown": "was used, and others have seen it",
    "burnt": "went to others too",
    "ended": "has run out",
}
"""The fate of a reply address that proves nothing any more, by the state of its token."""


def unproven(state: str) -> str:
    """Say why nothing proves that a mail is its sender's, of whose reply address `state` is the dead token's."""
    if state in DEAD_ADDRESSES:
        return f"The reply address of the letter that you answered {DEAD_ADDRESSES[state]}, so it proves nothing more"
    return "Nothing proves that this mail is yours"


@dataclass(frozen=True, slots=True)
class Refused:
    """One line that was refused: the line as written, the value of a Reason or Wrong, and the facts of the case."""

    line: str
    reason: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Error(Answer):
    """The answer to a mail that got something wrong: the fault, that nothing was changed, what the sender must do now
    and what would work.

    `unclear`: lines that could be more than one command, or none, each with a sentence; `done`: lines of the same mail
    that were carried out. `view`: from the sender's seat in the game that they meant, None if there is none. `offer`: a
    card sent before its turn, as the plan that an answer `yes` makes of it.
    """

    event: ClassVar[str] = "error"
    refused: tuple[Refused, ...]
    unclear: tuple[tuple[str, str], ...]
    done: tuple[str, ...]
    view: TableView | None
    deadline: datetime | None
    offer: Plan | None = None
    near: str = ""
    """The command that the unclear line may have been meant as, which an answer `yes` carries out."""
    invited: bool = False
    """Others put the reader into the game, and they have not said yet if they play."""

    @property
    def subject(self) -> str:
        """The end of its subject."""
        if self.which is not None:
            return f"Where does {self.which.facts['tile']} go?"
        return "Done in part" if self.done else "Not done"

    @property
    def which(self) -> Refused | None:
        """The tile that goes to two places, if that is all that is left to ask."""
        alone = len(self.refused) == 1 and not self.unclear and not self.done
        return self.refused[0] if alone and self.refused[0].reason == Reason.WHICH_END else None


LONGEST_NEAR_PLAN = 8
"""The most words of a line that may have been meant as a plan."""
OF_EVENT = re.compile(
    r"(?:(?:i |we )?enter|leave|(?:i |we )?withdraw from|(?:un)?watch|(?:standings|brackets?|schedule) (?:of|for))"
    r"(?: the)? (?-i:[\"'“]?[A-Z][^.!?]{2,})[.!]?$",
    re.IGNORECASE,
)
"""A line about a tournament. Its name has a capital, or all talk of leaving and entering would be one."""


@dataclass(frozen=True, slots=True)
class NotUnderstood(Answer):
    """A letter to the sender of a mail without a command; `line` is the first line of the mail, None if it had no
    text."""

    buttons = (("Send me the commands", "help"),)
    line: str | None
    view: TableView | None
    deadline: datetime | None
    asked: bool = False
    """The mail answers a letter that asks for a `yes`."""
    near: str = ""
    """The command that it may have been meant as, which an answer `yes` carries out."""
    question: bool = False
    """The mail answers a letter that brought a player's question."""
    invited: bool = False
    """Others put the reader into the game, and they have not said yet if they play."""
    declined: bool = False
    """The mail says no to a letter of which only a yes has an effect."""
    unread: str = ""
    """The kind of thing that stands in place of a text, a word of body_text.UNREAD."""
    other_game: bool = False
    """Its line is a command of another game than the reader's."""

    @property
    def near_plan(self) -> bool:
        """The line may have been meant as a plan: it begins like one, and is short."""
        words = (self.line or "").lower().split()
        return 1 < len(words) <= LONGEST_NEAR_PLAN and words[0].rstrip(":") == "plan"

    @property
    def of_no_event(self) -> bool:
        """The line may have been meant for a tournament, of which none is called so."""
        return OF_EVENT.match(self.line or "") is not None

    @property
    def subject(self) -> str:
        """The end of its subject."""
        return "Did you mean this?" if self.near else "Not understood"


@dataclass(frozen=True, slots=True)
class WelcomeError(Answer):
    """A letter to a newcomer whose mail asks for what they cannot have, with a welcome; `waiting` as in
    WelcomePlease."""

    buttons = WELCOMED
    event: ClassVar[str] = "error,welcome"
    subject: ClassVar[str] = "Welcome! Something was not done"
    waiting: tuple[tuple[str, int], ...]
    refused: tuple[Refused, ...]
    unclear: tuple[tuple[str, str], ...]
    invitations: tuple[Invitation, ...] = ()

    @property
    def joins(self) -> str:
        """The line that signs them up."""
        return joining(" ".join([*(each.line for each in self.refused), *(line for line, _ in self.unclear)]))

"""Attributions from many mail programs, the replies that hold them, and what the referee makes of such a reply.

The list is written from the programs' own texts; it knows nothing of how the referee tells old text from new.
"""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from referee.spades.events import CardPlayed
from tests.proof.arena import Arena
from tests.talk import Letter

LIST = Path(__file__).parent.parent / "data" / "attributions.toml"
CHAT = "I would wait with that one."
BEFORE = ("The lead was yours, and it was a fine one.", "I hold nothing of worth in that suit.")
AFTER = ("Take your time, there is no hurry.", "See you at the table!")
"""Lines of old text, above and below the place of a command."""


@dataclass(frozen=True, slots=True)
class Attribution:
    """The lines that one program writes above old text, in one language."""

    language: str
    client: str
    lines: tuple[str, ...]
    source: str

    def __str__(self) -> str:
        return f"{self.client}: {' / '.join(self.lines)}"


@cache
def attributions() -> tuple[Attribution, ...]:
    """Return the whole list, in order."""
    rows = tomllib.loads(LIST.read_text(encoding="utf-8"))["attribution"]
    return tuple(Attribution(row["language"], row["client"], tuple(row["lines"]), row["source"]) for row in rows)


class Outcome(StrEnum):
    """The fate of a reply."""

    NEW = "the new move was played"
    OLD = "the old move was played"
    ASKED = "the player was asked, and nothing else happened"
    NOTHING_FOUND = "answered that no command was found"
    REFUSED = "refused, and nothing was played"
    SILENT = "no letter"
    OTHER = "something else"


@dataclass(frozen=True, slots=True)
class Moves:
    """Two legal cards of the player to act: the one of the reply and the one of the old text."""

    new: str
    old: str


Way = Callable[[Attribution, Moves], Iterator[str]]


def above(attribution: Attribution, moves: Moves) -> Iterator[str]:
    """Yield a move, and below it the old text with another one."""
    yield from (f"play {moves.new}", "")
    yield from quoted(attribution)
    yield from (*BEFORE, f"play {moves.old}", *AFTER)


def only(attribution: Attribution, moves: Moves) -> Iterator[str]:
    """Yield chat, with a move only in the old text."""
    yield from (CHAT, "")
    yield from quoted(attribution)
    yield from (*BEFORE, f"play {moves.old}", *AFTER)


def below(attribution: Attribution, moves: Moves) -> Iterator[str]:
    """Yield the old text without a move, and the new move at its end."""
    yield from quoted(attribution)
    yield from (*BEFORE, *AFTER, "", f"play {moves.new}")


WAYS: dict[str, Way] = {"above": above, "only": only, "below": below}
WANTED: dict[str, frozenset[Outcome]] = {
    "above": frozenset({Outcome.NEW}),
    "only": frozenset({Outcome.ASKED, Outcome.NOTHING_FOUND, Outcome.SILENT}),
    "below": frozenset({Outcome.NEW, Outcome.ASKED, Outcome.NOTHING_FOUND}),
}
"""The allowed outcomes of a reply. The referee may miss a move below old text, but never in silence."""


def quoted(attribution: Attribution) -> Iterator[str]:
    """Yield the lines of an attribution; a blank line follows a block of headers, as programs write it."""
    yield from attribution.lines
    if len(attribution.lines) > 2:
        yield ""


class Table:
    """A table at which each reply is tried as if it were the first."""

    def __init__(self, folder: Path) -> None:
        self.arena = Arena(folder, "token", "results")
        self.player = self.arena.scene.victim
        good = self.arena.scene.good
        self.turn = next(letter for letter in self.arena.talk.to(self.player) if letter["Reply-To"] == good)
        new, old, *_ = self.turn["Spades-Legal"].split()
        self.moves = Moves(new, old)
        self.length = len(self.arena.talk.trail())

    def tries(self, way: str, attribution: Attribution) -> Outcome:
        """Try a reply in one of the ways, and return what becomes of it; the table is put back."""
        return self.outcome("\n".join(WAYS[way](attribution, self.moves)), base64=way == "only")

    def outcome(self, text: str, **more: Any) -> Outcome:
        """Send a mail of the player to act, a reply to the letter of the turn, and return what becomes of it; the table
        is put back."""
        try:
            return self._outcome(text, **{"answers": self.turn, **more})
        finally:
            self.arena.back()

    def _outcome(self, text: str, **more: Any) -> Outcome:
        letters = self._sends(text, **more)
        if played := self._played():
            return {self.moves.new: Outcome.NEW, self.moves.old: Outcome.OLD}.get(" ".join(played), Outcome.OTHER)
        if self.arena.kept() != self.arena.before:
            return Outcome.OTHER
        if not letters:
            return Outcome.SILENT
        if len(letters) > 1:
            return Outcome.OTHER
        letter = letters[0]
        if letter.events == ["confirm"]:
            return self._says_yes(letter, new=f"play {self.moves.new}" in text)
        if letter.events == ["error"]:
            return Outcome.REFUSED
        return Outcome.NOTHING_FOUND if "found no command" in letter.text else Outcome.OTHER

    def _says_yes(self, question: Letter, *, new: bool) -> Outcome:
        """Answer `yes`, which must play the new move if there is one, and else may play the old move, or nothing."""
        self._sends("yes", answers=question)
        fine = {(self.moves.new,)} if new else {(self.moves.old,), ()}
        return Outcome.ASKED if self._played() in fine else Outcome.OTHER

    def _sends(self, text: str, *, base64: bool = False, **more: Any) -> list[Letter]:
        """Return the letters that a mail brings to its sender; it is written in base64, or as its text needs it."""
        raw = self.arena.talk.mail(self.player, text, **more)
        if base64:
            message = message_from_bytes(raw, _class=EmailMessage, policy=SMTP)
            message.set_content(text, cte="base64")
            raw = message.as_bytes()
        count = len(self.arena.talk.letters)
        self.arena.handles(raw)
        return [letter for letter in self.arena.talk.letters[count:] if letter.to == self.player]

    def _played(self) -> tuple[str, ...]:
        """Return the cards that were played since the table was set."""
        new = self.arena.talk.trail()[self.length :]
        return tuple(str(event.card) for event in new if isinstance(event, CardPlayed))

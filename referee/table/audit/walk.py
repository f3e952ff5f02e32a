"""A walk through a public record, line by line: each act must be legal by the sheet, and the next lines must be what
follows from it. Each game runs its own law again with the revealed seeds. Never checks the form of a line.

Also walks a deal whose seed is not revealed yet: the game then does not judge what depends on a hand.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self

from referee.records.lines import RecordLine, WrongLine, canonical, quoted
from referee.table import commands as cmd
from referee.table import events as ev
from referee.table.audit.lines import Format, entries_of, sheet_of
from referee.table.fairness import ATTEMPTS, Deck, commit
from referee.table.game import T
from referee.table.refusal import Reason, Refusal
from referee.table.rulings import Law
from referee.table.seats import four
from referee.table.terms import Terms

BLANK = "0" * 64
"""The stand-in for a seed that is not revealed."""
FREE = {"commit": "commits", "salts": "salts", "reveal": "seed"}
"""The end of a message about a line that does not follow from the lines before it."""
WHY = {
    Reason.GAME_OVER: "the game is over",
    Reason.ALREADY_CONCEDED: "that seat has posted a concession already",
    Reason.NOT_CONCEDED: "that seat has posted no concession",
    Reason.CONCEDED_ENOUGH: "that seat has withdrawn its concession twice in this round",
    Reason.NO_SUCH_TURN: "a void goes back to a position of the running round",
    Reason.TURN_VOIDED: "that position was voided",
    Reason.VOIDS_NOTHING: "it takes nothing back, and charges nobody",
    Reason.NO_CHARGE: "nobody is charged in this game",
    Reason.RESULT_STANDS: "that result cannot be undone so",
    Reason.RESTORED: "the round is to be dealt anew first",
    Reason.CLOCK_STALE: "nobody is to act whose limit could run out",
}
"""The reasons why an act was impossible at any table, in the words of a message."""


@dataclass(frozen=True, slots=True)
class Passed(Generic[T]):
    """A right line and the game after it; `open`: the seed of its deal is not revealed yet."""

    entry: RecordLine
    game: T
    open: bool


class Walk(ABC, Generic[T]):
    """One walk: its place in the record, the game there, and the seeds and commitments that the record gives."""

    law: ClassVar[Law[Any, Any]]
    form: ClassVar[Format]
    why: ClassVar[Mapping[Reason, str]] = WHY

    def __init__(self, entries: Sequence[RecordLine]) -> None:
        self.entries = entries
        self.at = 0
        self.reveals: dict[tuple[int, int], RecordLine] = {}
        for entry in entries:
            if entry.kind == "reveal":
                self.reveals.setdefault((entry.fields["round"], entry.fields["attempt"]), entry)
        self.commits: dict[tuple[int, int], str] = {}

    @classmethod
    def of(cls, record: str) -> Self:
        """Begin a walk through the text of a record. Raises WrongLine if a line is not as the format says."""
        return cls(entries_of(record, cls.form))

    @abstractmethod
    def moved(self, entry: RecordLine) -> tuple[Any, ...]:
        """Return the events of a line that only this game has. Raises Refusal or WrongLine."""

    @abstractmethod
    def unknown(self, deal: Any) -> Any:
        """Return a deal whose seed is not revealed, with hands that stand in for the real ones."""

    def evolve(self, event: Any) -> T:
        """Return the game after an event."""
        after: T = self.law.fold.evolve(self.game, event)
        return after

    def consequence(self) -> Any:
        """Return the event that must follow; None if the next line is an act."""
        return self.law.consequence(self.game, (BLANK,) * ATTEMPTS)

    def ruling(self, seat: int | None, command: Any) -> tuple[Any, ...]:
        """Rule on an act that answers the present position. Raises Refusal."""
        return self.law.ruling(self.game, seat, command, self.game.turn)

    @property
    def open(self) -> bool:
        """The seed of this deal is not revealed yet."""
        return (self.game.round, self.game.attempt) not in self.reveals

    def passed(self) -> Iterator[Passed[T]]:
        """Yield the right lines, in order. Raises WrongLine at the first wrong line."""
        said = self.entries[0].fields
        sheet = sheet_of(self.entries[0], self.form.sheet)
        started = self.form.started(said["game"], tuple(said["seats"]), sheet, said["limit"], Terms())
        self.game: T = self.law.fold.evolve(None, started)
        yield self._pass()
        while True:
            event = self.consequence()
            if event is not None:
                yield from self._follow(self._filled(event))
            elif self.at < len(self.entries):
                yield from self._act(self.entries[self.at])
            else:
                return

    def _pass(self) -> Passed[T]:
        self.at += 1
        return Passed(self.entries[self.at - 1], self.game, self.open)

    def _follow(self, event: Any) -> Iterator[Passed[T]]:
        """Follow one event, which must be the next line, if it has one."""
        public = self.law.fold.line(self.game, event)
        if public is not None:
            self._compare(json.loads(public))
            self._check_seeds(self.entries[self.at])
        self.game = self.evolve(event)
        if public is not None:
            yield self._pass()

    def _filled(self, event: Any) -> Any:
        """Fill in the facts that only the record knows: revealed seeds, and salts."""
        match event:
            case ev.Committed(number):
                first = len(self.game.seeds.get(number, ())) + 1
                return ev.Committed(number, tuple(self._seed(number, first + i) for i in range(ATTEMPTS)))
            case ev.SaltsClosed(number) if self.next_kind == "salts":
                return ev.SaltsClosed(number, four(self.entries[self.at].fields["salts"]))
            case ev.Deal():
                # who opens may follow from the hands: a wrong seed is named, not the line that does not follow from it
                self._check_seed(event.round, event.attempt)
                known = (event.round, event.attempt) in self.reveals
                return replace(event if known else self.unknown(event), paused=False)
        return event

    def _seed(self, number: int, attempt: int) -> str:
        reveal = self.reveals.get((number, attempt))
        return BLANK if reveal is None else str(reveal.fields["seed"])

    @property
    def next_kind(self) -> str | None:
        """The kind of the next line, if there is one."""
        return self.entries[self.at].kind if self.at < len(self.entries) else None

    def _compare(self, must: dict[str, Any]) -> None:
        """Check that the next line is the necessary one. Raises WrongLine."""
        if self.at == len(self.entries):
            raise WrongLine(self.at + 1, f"the record ends before this line, which must be {_asked(must)}")
        entry = self.entries[self.at]
        free = FREE.get(must["e"])
        if free is not None and entry.kind == must["e"]:
            must = {**must, free: entry.fields[free]}
        if must.get("by") == "player" and entry.fields.get("by") == "plan":
            must = {**must, "by": "plan"}
        if canonical(must) != entry.text:
            raise WrongLine(entry.number, f"it says {quoted(entry.text)}; it must say {_asked(must)}")

    def _check_seeds(self, entry: RecordLine) -> None:
        """Note commitments, and check each seed against its own as soon as it is used or revealed."""
        said = entry.fields
        if entry.kind == "commit":
            number: int = said["round"]
            first = len(self.game.seeds.get(number, ())) + 1
            self.commits |= {(number, first + i): one for i, one in enumerate(said["commits"])}
        elif entry.kind == "reveal":
            self._check_seed(said["round"], said["attempt"])

    def _check_seed(self, number: int, attempt: int) -> None:
        reveal = self.reveals.get((number, attempt))
        if reveal is None:
            return
        made = commit(self.game.sheet.game, Deck(self.game.number, number, attempt, reveal.fields["seed"]))
        if made != self.commits[number, attempt]:
            public = f"{self.commits[number, attempt][:16]}..."
            raise WrongLine(
                reveal.number,
                f"its seed does not match the commitment to attempt {attempt} at round {number}: "
                f"that is {public}, the seed's would be {made[:16]}...",
            )

    def _act(self, entry: RecordLine) -> Iterator[Passed[T]]:
        """Follow an act, or an event without a line of its own."""
        try:
            events = self._acted(entry)
        except Refusal as no:
            raise self.impossible(entry, self.why.get(no.reason, self.waited())) from None
        for event in events:
            yield from self._follow(event)
        if self.game.thrown_in and not self.game.paused and entry.kind != "deal":
            # the record does not say whether the clock was stopped, so a deal that waits for it may be yet to come
            self.game = replace(self.game, paused=True)

    def _acted(self, entry: RecordLine) -> tuple[Any, ...]:
        """Return the events of an act; at most one of them has a line. Raises Refusal or WrongLine."""
        said = entry.fields
        match entry.kind:
            case "void":
                return self.ruling(None, cmd.RuleVoid(said["to"], "", said.get("charge")))
            case "concession" | "withdrawal":
                return self.ruling(said["seat"], cmd.Concede() if entry.kind == "concession" else cmd.Withdraw())
            case "replace":
                return self._replaced(entry)
            case "restore" | "last":
                return self._restored(entry) if entry.kind == "restore" else self._made_last(entry)
            case "end":
                return self._ended(entry)
            case "deal" if self.game.thrown_in:
                return self.ruling(None, cmd.Resume())
        return self.moved(entry)

    def _replaced(self, entry: RecordLine) -> tuple[Any, ...]:
        game, seat, name = self.game, entry.fields["seat"], entry.fields["name"]
        if game.result is not None:
            raise Refusal(Reason.GAME_OVER)
        if name in game.names:
            raise self.impossible(entry, "that name is at the table already")
        return (ev.Replaced(seat, name, game.names[seat - 1]),)

    def _restored(self, entry: RecordLine) -> tuple[Any, ...]:
        """Rule on a restore. While a result waits for challenges, no line says when the clock was restarted. Raises
        Refusal."""
        turn = entry.fields["turn"]
        if turn <= self.game.turn:
            raise self.impossible(entry, f"its turn must be past {self.game.turn}")
        events = self.ruling(None, cmd.Restore(turn, ""))
        return events if self.game.provisional is None else (*events, ev.Resumed())

    def _made_last(self, entry: RecordLine) -> tuple[Any, ...]:
        """Rule on the match limit, which comes once. Raises Refusal or WrongLine."""
        if self.game.last_round:
            why = f"the match had reached its time limit in round {self.game.last_round}"
            raise self.impossible(entry, why)
        return self.ruling(None, cmd.LastRound(self.game.limit))

    def _ended(self, entry: RecordLine) -> tuple[Any, ...]:
        game, self.game = self.game, replace(self.game, paused=False)
        events = self.ruling(None, self._end(entry))
        self.game = game
        return events

    def _end(self, entry: RecordLine) -> Any:
        """Return the command that ends a game which no play, misplay or concession has ended."""
        game, by, result = self.game, entry.fields["by"], entry.fields["result"]
        if by == "abort":
            return cmd.Abort()
        if by == "forfeit" and result != "-":
            return cmd.Forfeit(1 if result == "team 2" else 2)
        if game.provisional is not None and by == game.provisional.by:
            return cmd.TimeUp(game.turn)
        raise self.impossible(entry, f"nothing has ended the game so; {self.waited()}")

    def waited(self) -> str:
        """Say what the game waits for, when a line says something else."""
        waiting = self.game.due
        if waiting is not None:
            return f"seat {waiting[0]} is to {waiting[1]} at turn {self.game.turn}"
        if self.game.result is not None:
            return "the game is over"
        return "the result waits for challenges" if self.game.provisional is not None else "the next deal is due"

    def impossible(self, entry: RecordLine, why: str) -> WrongLine:
        """Make the error of an act that could not have happened."""
        return WrongLine(entry.number, f"it says {quoted(entry.text)}; {why}")


def _asked(must: dict[str, Any]) -> str:
    """Say what a line must be, as far as the earlier lines determine it."""
    free = FREE.get(must["e"])
    if free is None:
        return canonical(must)
    attempt = f"attempt {must['attempt']} at " if "attempt" in must else ""
    return f"the {must['e']} of {attempt}round {must['round']}"

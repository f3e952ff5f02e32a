"""A walk through a tournament's record, line by line: the author of each act must have been free to make it, and the
next lines must be its consequences. Runs the referee's own law again. Never checks the form of a line: lines.py does.

The seeds come from the lines that show them; each is held against its commitment there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from referee.records.lines import RecordLine, WrongLine, quoted
from referee.tournaments import draw
from referee.tournaments import events as ev
from referee.tournaments.audit.acts import act
from referee.tournaments.audit.lines import format_of
from referee.tournaments.events import Event
from referee.tournaments.fold import evolve
from referee.tournaments.record_lines import line
from referee.tournaments.tournament import Tournament

UNKNOWN = "0" * 64
"""The stand-in for a seed that is not shown."""
SHOWS = {"draw": ("seed",), "end": ("root",), "cancelled": ("seed", "root")}
"""The lines that show seeds."""
COMMITS: dict[str, tuple[str, Callable[[int, str], str]]] = {
    "seed": ("commit", draw.commit),
    "root": ("root", draw.root_commit),
}
"""The key of each seed's commitment, and how it is made."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A right line, and the tournament after it."""

    entry: RecordLine
    tournament: Tournament


def walk(entries: Sequence[RecordLine]) -> Iterator[Passed]:
    """Walk through the lines, and yield the right lines, in order. Raises WrongLine at the first wrong line."""
    yield from _Walk(entries).passed()


class _Walk:
    """One walk: its place in the record, and the tournament there."""

    def __init__(self, entries: Sequence[RecordLine]) -> None:
        self.entries = entries
        self.at = 0

    def passed(self) -> Iterator[Passed]:
        first = self.entries[0]
        said = first.fields
        self.tournament = evolve(
            None, ev.Announced(int(said["tournament"]), said["name"], format_of(first), said["target"])
        )
        yield self._pass()
        yield from self._commitments()
        while self.at < len(self.entries):
            events, _ = act(self.tournament, self.entries[self.at])
            for event in events:
                yield self._follow(event)

    def _pass(self) -> Passed:
        self.at += 1
        return Passed(self.entries[self.at - 1], self.tournament)

    def _commitments(self) -> Iterator[Passed]:
        """Yield the second line: the commitments, to the seeds that later lines show."""
        entry = self._next("the commitments")
        if entry.kind != "commitments":
            raise WrongLine(entry.number, f"it says {quoted(entry.text)}; the commitments come second")
        self.commits = entry.fields
        self.tournament = evolve(self.tournament, ev.Committed(self._shown("seed"), self._shown("root")))
        yield self._pass()

    def _shown(self, key: str) -> str:
        """Return the seed in the first line that shows one; zeros if no line does."""
        return next((one.fields[key] for one in self.entries if key in SHOWS.get(one.kind, ())), UNKNOWN)

    def _next(self, must: str) -> RecordLine:
        if self.at == len(self.entries):
            raise WrongLine(self.at + 1, f"the record ends before this line, which must be {must}")
        return self.entries[self.at]

    def _follow(self, event: Event) -> Passed:
        """Follow one event, which must be the next line. Raises WrongLine."""
        must = line(self.tournament, event)
        assert must is not None, "all that can happen once it is announced has a line"
        shows = isinstance(event, ev.Drawn)
        entry = self._next("the draw" if shows else must.replace(UNKNOWN, "..."))
        if shows and entry.kind != "draw":
            raise WrongLine(entry.number, f"it says {quoted(entry.text)}; it must be the draw")
        self._check_seeds(entry)
        if must != entry.text:
            raise WrongLine(entry.number, f"it says {quoted(entry.text)}; it must say {must}")
        self.tournament = evolve(self.tournament, event)
        return self._pass()

    def _check_seeds(self, entry: RecordLine) -> None:
        """Hold the seeds that a line shows against their commitments. Raises WrongLine."""
        for key in SHOWS.get(entry.kind, ()):
            committed, commit = COMMITS[key]
            made = commit(self.tournament.number, entry.fields[key])
            if made != self.commits[committed]:
                public = f"{self.commits[committed][:16]}..."
                why = f"its {key} does not match the commitment: that is {public}, the {key}'s would be {made[:16]}..."
                raise WrongLine(entry.number, why)

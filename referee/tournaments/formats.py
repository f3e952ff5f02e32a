"""What the format of a tournament is: its stages, and all that an announcement may settle. Holds no preset's figures,
which are in presets.py, and never says who meets whom.

A format goes into the public record as whole numbers and texts: spans as seconds, a rating as a decimal.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal

from referee.spades.sheets import DEFAULT_SHEET
from referee.spades.terms import LastTrick

LEAST_TEAMS, MOST_TEAMS = 2, 64
MOST_STAGES = 4
THIRD_PLACE_TEAMS = 4
"""Fewer play no two semi-finals."""
PROTEST_STANDS = timedelta(hours=48)
"""How long a protest stops the clock for the Gamesmaster, at most."""
BEST_RATING = 4
"""Of sporting behaviour (ours)."""

Standing = Literal["match points", "points"]
"""What standings compare first."""


class Kind(StrEnum):
    """How the teams of a stage meet."""

    ROUND_ROBIN = "round robin"
    SWISS = "swiss"
    SINGLE = "single elimination"
    DOUBLE = "double elimination"
    LEAGUE = "league"

    @property
    def is_bracket(self) -> bool:
        """Whether its losers drop out; the other kinds end in standings."""
        return self in (Kind.SINGLE, Kind.DOUBLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage. What its kind does not have is at its default."""

    kind: Kind
    rounds: int | None = None
    """Of a round robin or Swiss; None: as many as it takes, which a Swiss stage counts as log2 of its teams."""
    meetings: int = 1
    """How often two teams of a league meet."""
    every: timedelta | None = None
    """From one round of a league or round robin to the next; None: all are open at once."""
    best: int | None = None
    """How many of the stage before go on; None: all."""
    sheet: str | None = None
    """None: the format's."""
    final_sheet: str | None = None
    """Of a bracket's final; None: as its other matches."""
    final_timed: bool = True
    """Whether the match limit binds a bracket's final."""
    third_place: bool = False
    """Whether the losers of the semi-finals play for the third place; both have it otherwise."""
    reset: bool = True
    """Whether a team without a loss has a second game if it loses the grand final of a double elimination."""
    standing: Standing | None = None
    """None: the format's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """The whole format. None switches a rule off; a term of the games that is None is as the configuration has it."""

    name: str
    stages: tuple[Stage, ...]
    sheet: str = DEFAULT_SHEET
    least: int = LEAST_TEAMS
    """Fewer teams than this in a division do not begin."""
    most: int = MOST_TEAMS
    """More teams than this in a division wait for a place."""
    time_limit: timedelta | None = None
    """Of a turn."""
    match_limit: timedelta | None = None
    """From the start of a match."""
    forfeit_after: int | None = None
    """How many acts of the clock in a row for one player lose the match."""
    standing: Standing = "match points"
    divisions: tuple[str, ...] = ()
    """Highest first; each plays all stages."""
    classes: tuple[str, ...] = ()
    """A team has one player of each of these two."""
    approval: bool = False
    """Whether entries wait for the Gamesmaster."""
    protest: bool = False
    """Whether a captain may stop the clock for the Gamesmaster."""
    late_entries: bool = False
    """Whether the Gamesmaster may let teams in from the end of sign-up until entries close."""
    rating: Fraction | None = None
    """The mean rating of sporting behaviour, out of 4, without which nobody goes on to a later stage."""
    reneges: int | None = None
    """After how many proven reneges of a team in a match the Gamesmaster is asked."""
    draw_after: timedelta = timedelta(hours=24)
    """How long players may send salts, from the close to the draw."""
    zone: str = "UTC"
    """Whose days the dates of the announcement are."""
    beacon: str | None = None
    """The public figure that the draw waits for."""
    last_trick: LastTrick | None = None
    bank: timedelta | None = None
    leave: int | None = None
    """Days that each player may be away in a game."""
    weekends: bool | None = None
    undo: bool | None = None

    def sheet_of(self, stage: Stage) -> str:
        """The sheet of a stage's matches but, maybe, its final."""
        return stage.sheet or self.sheet

    def final_sheet_of(self, stage: Stage) -> str:
        """The sheet of a bracket's final."""
        return stage.final_sheet or self.sheet_of(stage)

    def standing_of(self, stage: Stage) -> Standing:
        """What a stage's standings compare first."""
        return stage.standing or self.standing

    @property
    def sheets(self) -> tuple[str, ...]:
        """All sheets that are played by, each once."""
        played = (name for stage in self.stages for name in (self.sheet_of(stage), self.final_sheet_of(stage)))
        return tuple(dict.fromkeys(played))


Write = Callable[[Any], Any]
Read = Callable[[Any], Any]


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds())


def _span(seconds: int) -> timedelta:
    return timedelta(seconds=seconds)


def decimal(number: Fraction) -> str:
    """A number of tenths as people write it: `3`, `3.5`."""
    whole, tenths = divmod(int(number * 10), 10)
    return f"{whole}.{tenths}" if tenths else str(whole)


_SPANS = dict.fromkeys(("every", "time_limit", "match_limit", "draw_after", "bank"), (_seconds, _span))
_SHAPES: Mapping[str, tuple[Write, Read]] = {
    **_SPANS,
    "kind": (str, Kind),
    "rating": (decimal, Fraction),
    "divisions": (list, tuple),
    "classes": (list, tuple),
    "stages": (lambda stages: [_written(each) for each in stages], lambda rows: tuple(Stage(**_read(r)) for r in rows)),
}
"""How fields that are no plain values are written as JSON, and read."""


def to_json(format: Format) -> dict[str, Any]:
    """The whole format as JSON-ready values, with no fractions or floating points among them."""
    return _written(format)


def from_json(data: Mapping[str, Any]) -> Format:
    """The format that `to_json` wrote. Raises TypeError or ValueError for anything else."""
    return Format(**_read(data))


def _written(value: Format | Stage) -> dict[str, Any]:
    found = {field.name: getattr(value, field.name) for field in fields(value)}
    return {key: _SHAPES[key][0](each) if key in _SHAPES and each is not None else each for key, each in found.items()}


def _read(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _SHAPES[key][1](each) if key in _SHAPES and each is not None else each for key, each in data.items()}


def check(format: Format, sheets: Collection[str]) -> None:
    """Raise ValueError, with a sentence that says how to mend it, if a format contradicts itself.

    `sheets` are the names of all that can be played.
    """
    for ok, sentence in _tests(format, sheets):
        if not ok:
            raise ValueError(sentence)


Tests = Iterator[tuple[bool, str]]


def _tests(format: Format, sheets: Collection[str]) -> Tests:
    """What must hold, in order: each test is made only if those before it held."""
    yield from _test_teams(format)
    yield bool(format.stages), "it has no stage; write one, like `stages: single elimination`"
    yield len(format.stages) <= MOST_STAGES, f"it has {len(format.stages)} stages; {MOST_STAGES} are the most"
    entering = format.most
    for number, stage in enumerate(format.stages):
        yield from _test_place(format, number, entering)
        entering = stage.best or entering
        yield from _test_stage(stage, entering)
    for name in format.sheets:
        yield name in sheets, f"there is no sheet `{name}`; use one of {', '.join(sheets)}"
    yield from _test_times(format)
    yield from _test_rulings(format)


def _test_teams(format: Format) -> Tests:
    least, most = format.least, format.most
    yield least <= most, f"at least {least} and at most {most} teams contradict; write `teams: {most} to {least}`"
    yield least >= LEAST_TEAMS, f"nobody can play alone; write `teams: {LEAST_TEAMS} to {max(most, LEAST_TEAMS)}`"
    yield most <= MOST_TEAMS, f"{most} teams are too many; write `teams: {min(least, MOST_TEAMS)} to {MOST_TEAMS}`"
    names = [name.casefold() for name in format.divisions]
    yield len(set(names)) == len(names), "two divisions have the same name; give each one of its own"
    yield len(names) != 1, "one division is no division; name two or more, highest first, or take the line out"
    all_teams = most * len(names)
    fitting = max(MOST_TEAMS // max(len(names), 1), LEAST_TEAMS)
    yield (
        all_teams <= MOST_TEAMS,
        f"{len(names)} divisions of {most} teams are {all_teams}, and {MOST_TEAMS} are the most; write `teams: "
        f"{min(least, fitting)} to {fitting}`, which counts in each division",
    )
    classes = {name.casefold() for name in format.classes}
    yield (
        len(format.classes) in (0, 2) and len(classes) == len(format.classes),
        "a team has two players; write the rule like `team rule: one of each: collegiate, alumni`",
    )


def _test_place(format: Format, number: int, entering: int) -> Tests:
    """What must hold of a stage for where it stands; `entering` teams at most are in the one before."""
    stage = format.stages[number]
    if number == 0:
        yield (
            stage.best is None,
            f"nothing comes before the first stage that it could take the best {stage.best} of; limit the teams with "
            f"a line like `teams: {min(format.least, stage.best or 2)} to {stage.best}`",
        )
        return
    before = format.stages[number - 1].kind
    yield (
        not before.is_bracket,
        f"nobody is left after the {before.value} who could play the {stage.kind.value}; put the {before.value} last",
    )
    best = stage.best or entering
    yield best >= LEAST_TEAMS, f"the {stage.kind.value} needs two teams; write `of the best {LEAST_TEAMS}` or more"
    yield (
        best <= entering,
        f"the {stage.kind.value} takes the best {best}, and at most {entering} teams come to it; write `of the best "
        f"{entering}`, or let more teams in",
    )


def _test_stage(stage: Stage, teams: int) -> Tests:
    """What must hold of a stage by itself; at most `teams` play in it."""
    kind, called = stage.kind, f"a {stage.kind.value}"
    tables = (Kind.ROUND_ROBIN, Kind.SWISS)
    rounds = stage.rounds
    yield rounds is None or kind in tables, f"{called} has as many rounds as it takes; take `{rounds} rounds` out"
    yield rounds is None or rounds >= 1, f"{called} needs a round; write `{kind.value} of 3 rounds`"
    longest = teams - 1 + teams % 2
    yield (
        kind is not Kind.SWISS or rounds is None or rounds <= longest,
        f"{teams} teams have met each other after {longest} rounds, and nobody meets twice in a swiss; write `swiss of "
        f"{longest} rounds` or fewer",
    )
    yield stage.meetings in (1, 2), "two teams of a league meet once or twice; write `league` or `league, 2 meetings`"
    yield stage.meetings == 1 or kind is Kind.LEAGUE, f"only in a league do teams meet twice; write `{kind.value}`"
    timed = kind in (Kind.LEAGUE, Kind.ROUND_ROBIN)
    yield (
        stage.every is None or timed,
        f"a round of {called} begins when the one before is over; take `a round every` out",
    )
    yield stage.every is None or stage.every > timedelta(0), "from round to round some time passes; name it in days"
    yield (
        not stage.third_place or kind is Kind.SINGLE,
        f"{called} settles the third place without a game of its own; take `with third place` out",
    )
    yield (
        not stage.third_place or teams >= THIRD_PLACE_TEAMS,
        f"{teams} teams play no two semi-finals; let in 4, or take `with third place` out",
    )
    yield stage.reset or kind is Kind.DOUBLE, f"{called} has no second final; take `without reset` out"
    has_final = stage.final_sheet is None and stage.final_timed
    yield has_final or kind.is_bracket, f"{called} has no final; take what is said of it out, or add an elimination"
    yield (
        stage.standing is None or not kind.is_bracket,
        f"{called} has no standings; take `by {stage.standing}` out",
    )


def _test_times(format: Format) -> Tests:
    turn, match = format.time_limit, format.match_limit
    spans = (("time limit", turn), ("match limit", match), ("draw after", format.draw_after))
    for key, span in spans:
        yield span is None or span > timedelta(0), f"`{key}` must leave some time; write it like `{key}: 24 hours`"
    yield (
        turn is None or match is None or match >= turn,
        "the match limit is shorter than the time limit of one turn; make it longer, like `match limit: 30 days`",
    )
    after = format.forfeit_after
    yield after is None or after >= 1, "silences are counted from 1; write `forfeit after: 4 silences`, or `none`"
    yield format.reneges is None or format.reneges >= 1, "reneges are counted from 1; write `reneges: 2`, or `none`"


def _test_rulings(format: Format) -> Tests:
    rating = format.rating
    yield (
        rating is None or (0 <= rating <= BEST_RATING and rating * 10 == int(rating * 10)),
        f"a rating is a number from 0 to {BEST_RATING} with one decimal; write it like `rating: 3.0`",
    )
    yield (
        rating is None or len(format.stages) > 1,
        "a rating decides who goes on to a later stage, and there is none; add play-offs to the `stages`, or write "
        "`rating: none`",
    )

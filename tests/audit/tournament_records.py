"""Records of tournaments played by chance, whatever may happen in one: entries and leaves, a changed announcement,
salts, all kinds of results, rulings, replays, aborts, silences, withdrawals, substitutes, ratings, pauses; over, under
way, or called off.
"""

import contextlib
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from random import Random

from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.decide import GameEnd, Impossible, InTheWay
from referee.tournaments.events import Event, Team
from referee.tournaments.fold import lines_of
from referee.tournaments.formats import Format, Stage, StageKind
from referee.tournaments.matches import Match, match_of, matches
from referee.tournaments.presets import PRESETS
from tests.tournaments.played import Played

SEASON = Format(
    name="season", stages=(Stage(kind=StageKind.LEAGUE, meetings=2), Stage(kind=StageKind.SINGLE, best=4)), least=3
)
TWO_DIVISIONS = replace(PRESETS["pride"], divisions=("A", "B"), least=2, most=8)
# sigma-dominoes has the course of sigma
COURSES = [one for name, one in PRESETS.items() if name != "sigma-dominoes"]
FORMATS = (*(replace(one, forfeit_after=4) for one in COURSES), SEASON, TWO_DIVISIONS)
SALTS = ("", "", "tea", "7", "correct-horse", "~" * 64)
QUIET = 0.12
"""The share of happenings beside results."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A tournament and its record's lines."""

    format: Format
    events: tuple[Event, ...]
    lines: tuple[str, ...]


def text_of(lines: tuple[str, ...] | list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@cache
def recorded(number: int, quiet: float = QUIET) -> Recorded:
    """Return one tournament, drawn from its number; every sixth has the same format."""
    luck = Random(f"tournament {number}")
    format = FORMATS[number % len(FORMATS)]
    course = Course(luck, format, number + 1)
    course.enter()
    course.draw()
    course.play_on(quiet)
    events = tuple(course.events)
    return Recorded(format, events, lines_of(events))


class Course(Played):
    """One tournament from its announcement on."""

    def __init__(self, luck: Random, format: Format, number: int) -> None:
        seed, root = luck.randbytes(32).hex(), luck.randbytes(32).hex()
        target = luck.choice((250, 500))
        events, t = decide.announce(number, "Spring Cup", format, target, seed, root)
        super().__init__(luck, t, list(events))

    def enter(self, *, amended: bool = False) -> None:
        """Have teams enter and leave, amend the announcement between them if asked to, and close sign-up."""
        luck, format = self.luck, self.t.format
        divisions = format.divisions or ("",)
        count = luck.randint(max(format.least, 3), min(format.most, 9)) * len(divisions)
        for n in range(1, count + 3):
            division = divisions[n % len(divisions)]
            if len(self.t.in_division(division)) == format.most:
                continue
            self.then(decide.note(self.t, ev.Entered(Team(f"Team {n:02}", (f"Ann {n}", f"Bob {n}"), division))))
            if n == 3 and amended:
                self.then(decide.amend(self.t, replace(format, match_limit=timedelta(days=40)), 300))
            if n in (2, 5):
                self.then(decide.note(self.t, ev.Left(f"Team {n:02}")))
                self.then(decide.note(self.t, ev.Entered(Team(f"Étoile {n}", (f"Ann {n}", f"Eve {n}"), division))))
        seeded = luck.sample([team.name for team in self.t.teams], luck.choice((0, 2)))
        self.then(decide.close(self.t, tuple(seeded), self.t.teams))

    def draw(self) -> None:
        salts = tuple((self.luck.choice(SALTS), self.luck.choice(SALTS)) for _ in self.t.roster)
        self.then(decide.draw_order(self.t, salts))

    def play_on(self, quiet: float) -> None:
        """Play on to the end or, now and then, only so far."""
        steps = self.luck.choice((5, 30, 5000, 5000, 5000))
        for _ in range(steps):
            if self.t.phase != "running":
                return
            if self.luck.random() < quiet:
                self.luck.choice(HAPPENINGS)(self)
            elif self.t.paused:
                self.then(decide.note(self.t, ev.Resumed()))
            else:
                self.step()
                self.mend()
        if self.t.phase == "running" and self.luck.random() < 0.5:
            self.then(decide.cancel(self.t, "rain"))

    def mend(self) -> None:
        """Have what was aborted played again."""
        for number, game in self.t.games.items():
            if game.state == "waiting":
                self.then(decide.take_back(self.t, number, "replay", "", frozenset()))
                return

    def end(self, match: int, won: int | None = None) -> None:
        """End a match: as in a real game, a winner by the score has more points."""
        luck, game = self.luck, self.t.games[match]
        less = luck.randrange(-100, 300)
        high, low = less + luck.randrange(1, 200), less
        silent = game.silent
        if silent is not None:
            won = 2 if silent == game.odd else 1
        won = won or luck.choice((1, 2))
        how = "silence" if silent else luck.choice(("score", "score", "hands", "sets", "concession", "forfeit"))
        score = (high, low) if (won == 1) or how not in ("score", "hands") else (low, high)
        sets = (luck.randrange(3), luck.randrange(3))
        head = luck.randbytes(32).hex()
        self.then(decide.finish(self.t, GameEnd(match=match, won=won, how=how, score=score, sets=sets, head=head)))

    def known(self) -> list[Match]:
        return [one for one in matches(self.t) if one.teams is not None]


def rules(course: Course) -> None:
    match = course.luck.choice(course.known())
    assert match.teams is not None
    score = (course.luck.randrange(500), course.luck.randrange(500))
    with contextlib.suppress(InTheWay, Impossible):
        course.then(decide.rule(course.t, match, course.luck.choice(match.teams), score, "so seen", bid(course)))


def bid(course: Course) -> frozenset[int]:
    """Choose some running matches, as if they had their first bids."""
    return frozenset(number for number in course.running() if course.luck.random() < 0.3)


def takes_back(course: Course) -> None:
    had = sorted(n for n in {*course.t.games, *course.t.outcomes} if match_of(course.t, n) is not None)
    had = [n for n in had if (one := match_of(course.t, n)) is not None and one.teams is not None]
    if had:
        match = course.luck.choice(had)
        with contextlib.suppress(InTheWay, Impossible):
            why = "replay" if course.luck.random() < 0.5 else "reset"
            course.then(decide.take_back(course.t, match, why, "", bid(course)))  # type: ignore[arg-type]


def aborts(course: Course) -> None:
    if running := course.running():
        course.then(decide.abort(course.t, course.luck.choice(running)))


def silences(course: Course) -> None:
    running = [n for n in course.running() if course.t.games[n].silent is None]
    if running and course.t.format.silence_loses:
        match = course.luck.choice(running)
        course.then(decide.note(course.t, ev.Silenced(match, course.luck.choice(course.t.games[match].teams))))


def limits(course: Course) -> None:
    running = [n for n in course.running() if n not in course.t.limited]
    if running and course.t.format.match_limit and not course.t.paused:
        match = match_of(course.t, course.luck.choice(running))
        assert match is not None
        if course.t.format.stages[match.stage - 1].final_timed or match.part != "final":
            course.then(decide.note(course.t, ev.Limited(match.number, course.luck.randint(1, 20))))


def withdraws(course: Course) -> None:
    left = [team.name for team in course.t.teams if team.name not in course.t.withdrawn]
    if len(left) > 3 and course.luck.random() < 0.4:
        by = course.luck.choice(("captain", "gamesmaster"))
        course.then(decide.withdraw(course.t, course.luck.choice(left), by))  # type: ignore[arg-type]


def substitutes(course: Course) -> None:
    team = course.luck.choice([one for one in course.t.teams if one.name not in course.t.withdrawn])
    out = course.luck.choice(team.players)
    course.then(decide.note(course.t, ev.Substituted(team.name, out, f"Fay {len(course.events)}")))


def rates(course: Course) -> None:
    if course.t.format.rating is not None and course.t.games:
        number = course.luck.choice(sorted(course.t.games))
        match = match_of(course.t, number)
        if match is not None and match.teams is not None:
            rating = course.luck.choice(("4", "3.5", "3", "2.9", "1"))
            with contextlib.suppress(Impossible):
                course.then(decide.rate(course.t, match, course.luck.choice(match.teams), rating))


def pauses(course: Course) -> None:
    course.then(decide.note(course.t, ev.Resumed() if course.t.paused else ev.Paused()))


HAPPENINGS = (rules, takes_back, aborts, silences, limits, withdraws, substitutes, rates, pauses)

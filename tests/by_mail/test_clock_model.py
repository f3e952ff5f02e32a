"""Deadlines held against a clock that ticks every six hours, over random acts, pauses, extensions and leaves, while the
mail server takes the letters, is away or refuses them."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.store import outbox
from tests.by_mail.returned import gives_up
from tests.talk import STARTER, Talk

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
STEP, LIMIT = 6, 30
FRIDAY = datetime(2026, 12, 18, 12, tzinfo=UTC)


@dataclass
class Ticking:
    """The table's clock as it should be, in hours: `held` until it starts, then `used` of the running turn's
    `limit`."""

    weekends: bool
    now: datetime = FRIDAY
    away: dict[str, datetime] = field(default_factory=dict)
    used: int = 0
    limit: int = LIMIT
    waits: datetime = FRIDAY
    paused: bool = False
    server: bool = True
    """The mail server takes letters."""
    started: bool = True
    held: int = 0
    told: datetime | None = None
    """The deadline in the letter that the clock waits for."""

    def counts(self, hour: datetime) -> bool:
        return hour >= self.waits and (self.weekends or hour.weekday() < 5)

    def begin(self, who: str) -> None:
        """Begin a turn."""
        self.used, self.limit, self.waits = 0, LIMIT, max(self.now, self.away.get(who, self.now))
        self.tell()

    def tell(self) -> None:
        """Tell the turn in a letter, for which the clock waits."""
        self.started, self.held, self.told = self.server, 0, self.ends()

    def ends(self) -> datetime:
        """Return the end of the turn if its clock starts now, or runs."""
        moment, used = self.now, self.used
        while used < self.limit or not (self.weekends or moment.weekday() < 5):
            used += STEP * self.counts(moment)
            moment += STEP * HOUR
        return moment

    def deadline(self) -> datetime | None:
        """Return the deadline that everyone was told."""
        return None if self.paused else self.ends() if self.started else self.told

    def tick(self) -> None:
        """Let six hours pass: a clock whose notice has waited for one limit starts."""
        if not self.paused and self.counts(self.now):
            self.used += STEP * self.started
            self.held += STEP * (not self.started)
        self.now += STEP * HOUR
        self.started = self.started or (not self.paused and self.held >= LIMIT)


def names(talk: Talk) -> tuple[str, ...]:
    return tuple(name.lower() for name in talk.game().names)


TURNS = [(luck, weekends) for weekends in (True, False) for luck in range(4)]


@pytest.mark.parametrize(("luck", "weekends"), TURNS)
def test_every_deadline_is_when_a_ticking_clock_has_used_up_the_limit(
    tmp_path: Path, luck: int, weekends: bool
) -> None:
    check_deadlines(tmp_path, luck, weekends)


WAYS = (
    "wait",
    "wait",
    "wait",
    "act",
    "act",
    "pause",
    "extend",
    "away",
    "back",
    "server goes",
    "server comes",
    "refuse",
)


def check_deadlines(tmp_path: Path, luck: int, weekends: bool) -> None:  # noqa: C901 (a case for each way)
    chance = random.Random(luck)
    talk = Talk(tmp_path)
    talk.now = FRIDAY
    off = "" if weekends else "\nweekends: off"
    talk.starts(f"{STARTER}\nsheet: standard\nleave: 300\ntime limit: {LIMIT} hours{off}")
    model = Ticking(weekends)
    for _ in range(70):
        match chance.choice(WAYS):
            case "wait":
                wait(talk, model, chance.randint(1, 9))
            case "act":
                assert talk.acts().endswith("/accepted")
                model.begin(talk.due())
            case "pause":
                pause(talk, model)
            case "extend" if not model.paused:
                assert talk.master("extend 6 hours") == "ExtendBy/accepted"
                model.limit += 6
                model.tell()
            case "away":
                leaves(talk, model, chance.choice(names(talk)), chance.randint(0, 6))
            case "back":
                returns(talk, model, chance.choice(names(talk)))
            case "server goes":
                talk.hold, model.server = True, False
            case "server comes":
                talk.accepts()
                model.server = model.started = True
            case "refuse" if not model.server:
                refuse(talk, model)
        assert talk.kept().deadline == model.deadline()


def wait(talk: Talk, model: Ticking, steps: int) -> None:
    """Let time pass; the clock acts whenever it runs out."""
    for _ in range(steps):
        model.tick()
        talk.passes(hours=STEP)
        if not model.paused and model.used >= model.limit:
            model.begin(talk.due())


def pause(talk: Talk, model: Ticking) -> None:
    """Stop the clock, or let it run on with a letter that tells the turn again."""
    assert talk.master("resume" if model.paused else "pause").endswith("/accepted")
    model.paused = not model.paused
    if not model.paused:
        model.waits = max(model.waits, model.now)
        model.tell()


def leaves(talk: Talk, model: Ticking, who: str, days: int) -> None:
    """Let somebody who is not away go away for some days from today on."""
    if model.away.get(who, model.now) > model.now:
        return
    last = model.now + days * DAY
    assert talk.says(who, f"away until {last.day} {last:%b}", proven=True, answers=None) == "Away/accepted"
    model.away[who] = datetime(last.year, last.month, last.day, tzinfo=UTC) + DAY


def returns(talk: Talk, model: Ticking, who: str) -> None:
    """Let somebody who is away come back; a turn of theirs that waits for that runs from now on."""
    if model.away.get(who, model.now) <= model.now:
        return
    assert talk.says(who, "back", proven=True, answers=None) == "Back/accepted"
    if talk.due() == who and model.waits > model.now:
        model.waits = model.now
        if not model.paused:
            model.tell()
    model.away[who] = model.now


def refuse(talk: Talk, model: Ticking) -> None:
    """Let the server come back and refuse the one letter that the clock waits for."""
    number = talk.kept().notice
    with talk.store.reading() as tx:
        letter = None if number is None else outbox.waiting(tx, number)
    if letter is None:
        return
    gives_up(talk, letter)
    talk.collect()
    model.started = True

"""Deadlines and time banks held against a clock that ticks hour by hour, over random pauses, extensions, leaves and
acts."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.store import clocks
from tests.chance import one_in
from tests.talk import STARTER, Talk

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LIMIT, BANK = 30, 60
FRIDAY = datetime(2026, 12, 18, 12, tzinfo=UTC)


@dataclass
class Ticking:
    """What the table's clock should be, in hours: `used` of the running turn's `limit` and of its player's bank."""

    weekends: bool
    now: datetime = FRIDAY
    banks: dict[str, int] = field(default_factory=dict)
    away: dict[str, datetime] = field(default_factory=dict)
    used: int = 0
    limit: int = LIMIT
    waits: datetime = FRIDAY
    paused: bool = False

    def counts(self, hour: datetime) -> bool:
        return hour >= self.waits and (self.weekends or hour.weekday() < 5)

    def begin(self, who: str) -> None:
        self.used, self.limit, self.waits = 0, LIMIT, max(self.now, self.away.get(who, self.now))

    def bank(self, who: str) -> int:
        return self.banks.get(who, BANK)

    def left(self, who: str) -> int:
        return min(self.bank(who), self.limit + self.bank(who) - self.used)

    def deadline(self, who: str) -> datetime:
        moment, used = self.now, self.used
        while used < self.limit + self.bank(who) or not (self.weekends or moment.weekday() < 5):
            used += self.counts(moment)
            moment += HOUR
        return moment

    def tick(self) -> None:
        self.used += not self.paused and self.counts(self.now)
        self.now += HOUR


def names(talk: Talk) -> tuple[str, ...]:
    return tuple(name.lower() for name in talk.game().names)


def banks(talk: Talk) -> dict[str, int]:
    with talk.store.reading() as tx:
        left = {name: clocks.bank(tx, 1, seat) for seat, name in enumerate(names(talk), 1)}
    return {name: BANK if one is None else int(one / HOUR) for name, one in left.items()}


TURNS = [(luck, weekends) for weekends in (True, False) for luck in range(3)]
SOME_TURNS = one_in(3, TURNS, kind=lambda turns: turns[1])


@pytest.mark.parametrize(("luck", "weekends"), SOME_TURNS)
def test_every_deadline_is_when_a_ticking_clock_has_used_up_limit_and_bank(
    tmp_path: Path, luck: int, weekends: bool
) -> None:
    """One chain of turns with weekends and one without, drawn anew by each commit."""
    check_deadlines(tmp_path, luck, weekends)


@pytest.mark.long
@pytest.mark.parametrize(("luck", "weekends"), TURNS)
def test_every_deadline_is_when_a_ticking_clock_has_used_up_limit_and_bank_in_each_chain(
    tmp_path: Path, luck: int, weekends: bool
) -> None:
    check_deadlines(tmp_path, luck, weekends)


def check_deadlines(tmp_path: Path, luck: int, weekends: bool) -> None:
    chance = random.Random(luck)
    talk = Talk(tmp_path)
    talk.now = FRIDAY
    off = "" if weekends else "\nweekends: off"
    talk.starts(f"{STARTER}\nsheet: standard\nleave: 300\ntime limit: {LIMIT} hours + {BANK} hours{off}")
    model = Ticking(weekends)
    for _ in range(45):
        who = talk.due()
        match chance.choice(["wait", "wait", "act", "act", "pause", "extend", "away", "back"]):
            case "wait":
                wait(talk, model, chance.randint(1, 70))
            case "act":
                assert talk.acts().endswith("/accepted")
                model.banks[who] = model.left(who)
                model.begin(talk.due())
            case "pause":
                assert talk.master("resume" if model.paused else "pause").endswith("/accepted")
                model.paused = not model.paused
                model.waits = max(model.waits, model.now)
            case "extend" if not model.paused:
                assert talk.master("extend 7 hours") == "ExtendBy/accepted"
                model.limit += 7
            case "away":
                leaves(talk, model, chance.choice(names(talk)), chance.randint(0, 6))
            case "back":
                returns(talk, model, chance.choice(names(talk)))
        if model.paused:
            assert talk.kept().deadline is None
        else:
            assert talk.kept().deadline == model.deadline(talk.due())
        model_banks = {name: model.bank(name) for name in names(talk)}
        assert banks(talk) == model_banks


def wait(talk: Talk, model: Ticking, hours: int) -> None:
    """Time passes; the clock acts once, if it comes to that."""
    who = talk.due()
    for _ in range(hours):
        model.tick()
    talk.passes(hours=hours)
    if not model.paused and model.used >= model.limit + model.bank(who):
        model.banks[who] = 0
        model.begin(talk.due())


def leaves(talk: Talk, model: Ticking, who: str, days: int) -> None:
    """Somebody who is not away goes away for some days from today on."""
    if model.away.get(who, model.now) > model.now:
        return
    last = model.now + days * DAY
    assert talk.says(who, f"away until {last.day} {last:%b}", proven=True, answers=None) == "Away/accepted"
    model.away[who] = datetime(last.year, last.month, last.day, tzinfo=UTC) + DAY


def returns(talk: Talk, model: Ticking, who: str) -> None:
    """Somebody who is away comes back; if a turn of theirs waits for that, it runs from now on."""
    if model.away.get(who, model.now) <= model.now:
        return
    assert talk.says(who, "back", proven=True, answers=None) == "Back/accepted"
    if talk.due() == who and model.waits > model.now:
        model.waits = model.now
    model.away[who] = model.now

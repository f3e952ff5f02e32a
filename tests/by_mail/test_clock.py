"""Clause 7 of rule 109 by mail: time limits, late notices, silence and the headers that show them; and deadlines held
against a clock that ticks every six hours, over random acts, pauses, extensions and leaves."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.spades.events import BidMade
from referee.store import outbox
from tests.by_mail.returned import gives_up
from tests.by_mail.sheet_tables import plays_on
from tests.by_mail.sheet_tables import table as sheet_table
from tests.talk import MASTER, NAMES, STARTER, Letter, Talk


def deadline(letter: Letter) -> datetime:
    return datetime.fromisoformat(letter["Spades-Deadline"])


def test_three_days_from_the_notice_then_a_bid_of_2(table: Talk) -> None:
    table.hears_each_play()
    who = table.due()
    assert deadline(table.last(who)) == table.now + timedelta(hours=72)
    table.passes(hours=71, minutes=59)
    assert table.game().bids[0] is None
    table.passes(minutes=1)
    assert table.trail()[-1] == BidMade(1, 1, 2, "clock")
    assert all(table.last(name).events[:2] == ["timeout", "bid"] for name in NAMES)
    assert table.last(who)["Spades-Actor"] == "1" and table.last(who)["Spades-Bids"] == "2 - - -"
    assert deadline(table.last(table.due())) == table.now + timedelta(days=3)


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_a_letter_speaks_to_the_player_for_whom_the_clock_played(tmp_path: Path, mode: str) -> None:
    """It goes out at every level of `notify`, shows the hand as it is now, and its buttons do what they say."""
    talk = Talk(tmp_path, referee={"list_mode": mode, "list": "list@club.test"}).starts(f"{STARTER}\nsheet: standard")
    talk.bids()
    who = talk.due()
    held = talk.last(who)["Spades-Hand"].split()
    talk.says(who, "notify result only", proven=True)
    talk.passes(days=3, hours=1)
    own, (card,) = talk.last(who), [card for card in held if card not in talk.last(who)["Spades-Hand"].split()]
    name = next(name for name in NAMES if name.lower() == who)
    assert own["Subject"].startswith("[Spades 1] Your time ran out: ") and own["Subject"].endswith(" was played")
    assert f"Your time ran out, {name}. The referee played the " in own.flat and "Your hand" in own.text
    assert own["Spades-Actor"].endswith(card) and "Spades-Legal" not in own.message
    others = [letter for letter in talk.letters if letter["Spades-Event"].startswith("timeout") and letter is not own]
    assert others and not any("Your time ran out" in letter.flat + letter["Subject"] for letter in others)
    assert talk.says(who, "plan rest: lowest", answers=own) == "MakePlan/accepted"
    assert "I am away until 3 Dec" in own.html
    assert talk.says(who, "I am away until 3 Dec", answers=own) == "Away/accepted"
    assert "I am away until" not in talk.last(who).html


@pytest.mark.parametrize("sheet", ["sigma", "standard"])
def test_whoever_ran_out_of_time_is_offered_no_plan_that_the_game_would_refuse(tmp_path: Path, sheet: str) -> None:
    """The round is over, and on sigma the hands of the next one are not shown."""
    talk = sheet_table(tmp_path, sheet)
    while len(talk.game().tricks) < 12 and not (len(talk.game().tricks) == 11 and len(talk.game().trick) == 3):
        plays_on(talk, talk.game().turn + 1)
    who = talk.due()
    talk.passes(days=3, hours=1)
    letter = next(each for each in reversed(talk.to(who)) if "Your time ran out" in each.flat)
    assert talk.game().round == 2
    offered = "plan%20rest:%20lowest" in letter.html
    assert offered == (talk.says(who, "plan rest: lowest", answers=letter) == "MakePlan/accepted")


def test_one_sweep_lets_one_clock_run_out_once(table: Talk) -> None:
    table.passes(days=9)
    assert sum(isinstance(event, BidMade) for event in table.trail()) == 1, "the next one has three days from now"


def test_a_mail_that_arrived_in_time_is_read_before_the_clock_acts(table: Talk) -> None:
    who, letter = table.due(), table.last(table.due())
    table.now += timedelta(days=4)
    table.deliver(table.mail(who, "bid 7", answers=letter))
    table.passes()
    assert table.game().bids[0] == 7


def test_no_clock_runs_out_before_the_mailbox_has_been_read_past_the_limit(table: Talk) -> None:
    limit = table.kept().deadline
    assert limit is not None
    table.now += timedelta(days=10)
    assert not table.tries("clock", 1, limit - timedelta(seconds=1))
    assert table.tries("clock", 1, limit)
    assert not table.tries("clock", 1, limit)


def test_the_gamesmaster_hears_of_three_silences(table: Talk) -> None:
    who = table.due()
    seat = 1
    silences = 0
    while silences < 3:
        if table.due() == who:
            assert not any("three times" in x.text for x in table.to(MASTER))
            table.passes(days=3)
            silences += 1
        else:
            table.acts()
    told = [x for x in table.to(MASTER) if "three times" in x.flat]
    assert len(told) == 1 and table.game().names[seat - 1] in told[0].text and "replace" in told[0].text


def test_an_act_ends_the_silence(table: Talk) -> None:
    who = table.due()
    for _ in range(2):
        while table.due() != who:
            table.acts()
        table.passes(days=3)
    while table.due() != who:
        table.acts()
    table.acts()
    while table.due() != who:
        table.acts()
    table.passes(days=3)
    assert not any("three times" in x.flat for x in table.to(MASTER))


def held(talk: Talk) -> Talk:
    talk.hold = True
    return talk.starts()


def test_a_late_notice_of_an_extended_turn_keeps_the_extension(table: Talk) -> None:
    table.hold = True
    table.master("extend 3 days")
    table.now += timedelta(hours=2)
    table.accepts()
    assert table.kept().deadline == table.now + timedelta(days=6)


def test_a_notice_taken_late_while_paused_gives_the_whole_limit_on_resume(talk: Talk) -> None:
    held(talk)
    talk.now += timedelta(days=2)
    talk.master("pause")
    talk.accepts()
    talk.master("resume")
    assert talk.kept().deadline == talk.now + timedelta(days=3)


def test_a_pause_over_the_limit(table: Talk) -> None:
    table.passes(days=2, hours=20)
    table.master("pause")
    table.passes(days=100)
    assert table.game().bids[0] is None and "Spades-Deadline" not in table.last("ann").message
    table.master("resume")
    table.passes(hours=3, minutes=59)
    assert table.game().bids[0] is None
    table.passes(minutes=1)
    assert table.game().bids[0] == 2


def test_a_reminder_says_what_will_happen(table: Talk) -> None:
    who, count = table.due(), len(table.letters)
    table.passes(days=2)
    letter = table.last(who)
    assert len(table.letters) == count + 1 and letter.events == ["reminder"]
    assert letter["Spades-Hand"] and letter["Spades-Legal"] and letter["Spades-Turn"] == "1"
    assert deadline(letter) == table.now + timedelta(days=1) and "bid 2" in letter.text.lower().replace("bids", "bid")
    assert len(table.passes(hours=1).letters) == count + 1, "it comes once"
    assert table.says(who, "bid 6", answers=letter) == "MakeBid/accepted"


def test_no_reminder_once_the_limit_is_over(table: Talk) -> None:
    who = table.due()
    table.passes(days=3)
    assert not any("reminder" in letter.events for letter in table.to(who))


@pytest.mark.parametrize("limit", ["1 day", "90 s", "20 hours"])
def test_no_reminder_where_it_would_come_with_the_notice(talk: Talk, limit: str) -> None:
    talk.starts(f"{STARTER}\ntime limit: {limit}")
    talk.passes(seconds=80)
    assert talk.last(talk.due()).events == ["start", "deal", "turn"]


def test_turn_numbers_rise_and_are_never_reused(table: Talk) -> None:
    table.bids()
    seen = [int(table.last(table.due())["Spades-Turn"])]
    table.acts(), table.passes(days=3), table.acts()
    table.says(table.due(), "play big joker")
    table.master("rule void to turn 6 because of it")
    table.acts()
    for letter in table.letters:
        if "turn" in letter.events and int(letter["Spades-Turn"]) > seen[-1]:
            seen.append(int(letter["Spades-Turn"]))
    assert seen == [5, 6, 7, 8, 9, 10, 11]


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


WAYS = (
    "wait", "wait", "wait", "act", "act", "pause", "extend", "away", "back", "server goes", "server comes", "refuse",
)  # fmt: skip


@pytest.mark.parametrize(("luck", "weekends"), [(0, True), (1, False), (2, True), (3, False)])
def test_every_deadline_is_when_a_ticking_clock_has_used_up_the_limit(  # noqa: C901 (a case for each way)
    tmp_path: Path, luck: int, weekends: bool
) -> None:
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
                # a turn is extended twice at most
                if talk.master("extend 6 hours") == "ExtendBy/accepted":
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

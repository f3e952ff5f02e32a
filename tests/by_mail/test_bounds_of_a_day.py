"""Loops end at bounds, not at filters: every kind of letter that mail can cause, under a storm of such mail.

Nothing here bears a mark of a machine. What a day may bring is arithmetic from the figures of desk/quotas.py; each
bound is reached, and not passed.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.desk import quotas
from referee.table import events as ev
from tests.by_mail.answerers import ANSWERERS
from tests.by_mail.returned import queued, returned
from tests.talk import LIST, MASTER, NAMES, REFEREE, STARTER, Letter, Talk, address

FRESH: dict[str, Any] = {"answers": None, "subject": "[Spades 1] so", "proven": True}
SMALLER = {"STRANGERS": 8, "UNPROVEN": 8, "STEERING": 6, "ACTS": 5, "PLANS": 12}
"""The widest bounds of a day, made smaller so that a storm reaches them soon."""

FIGURES = {name: getattr(quotas, name) for name in dir(quotas) if name.isupper()}

CONCESSIONS = 4
"""Postings and withdrawals of one player in one round."""

PRIVATE = ("reply", "error", "confirm", "welcome", "salt", "table")


@pytest.fixture(autouse=True)
def smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in SMALLER.items():
        monkeypatch.setattr(quotas, name, most)


def test_the_figures_of_a_day() -> None:
    """Forty on turn, ten otherwise, one confirmation for each player; all others as docs/operations.md gives them."""
    assert FIGURES == {
        "ON_TURN": 40, "ANSWERS": 10, "BY_OTHERS": 5, "QUESTIONS": 1, "ACTS": 20, "PLANS": 400, "STEERING": 200,
        "STRANGERS": 500, "STRANGERS_OF_DOMAIN": 50, "UNPROVEN": 500, "UNPROVEN_OF_DOMAIN": 25,
        "ENTRANTS": 2,
    }  # fmt: skip


def new(talk: Talk, count: int, *events: str) -> list[Letter]:
    """Return the letters since `count`, or those of them about one of `events`."""
    return [letter for letter in talk.letters[count:] if not events or letter.events[0] in events]


def storm(talk: Talk, who: str, texts: Callable[[int], str], times: int, **more: Any) -> list[Letter]:
    """Write as someone again and again on one day; return the letters that this brings."""
    count = len(talk.letters)
    for number in range(times):
        talk.says(who, texts(number), **{**FRESH, **more})
    return new(talk, count)


IDLE = "bob"
"""Somebody who is not to act at the first bid."""


@pytest.mark.parametrize("text", ["hello", "join", "bid 3", "watch 1"])
@pytest.mark.parametrize("proven", [False, True])
def test_strangers_who_change_their_address_each_time(table: Talk, text: str, proven: bool) -> None:
    count, most = len(table.letters), quotas.STRANGERS
    for number in range(2 * most + 10):
        who = (f"x{number}@else.test", f"mallory+{number}@else.test", f"ann+{number}@club.test")[number % 3]
        table.says(who, text, answers=None, proven=proven)
    tables = new(table, count, "table")
    # a proven sender who comes too late to be entered hears that
    full = quotas.STRANGERS if proven and text in ("join", "watch 1") else 0
    filled = quotas.STRANGERS // 4 if proven and text == "join" else 0
    # one who waits hears of the second of a table, two hear of the third
    heard = 3 * filled
    # every fourth mail fills a table, and has no answer besides
    assert len(tables) == filled * (len(NAMES) + 1)
    assert len(new(table, count)) - len(tables) == most - filled + full + heard


@pytest.mark.parametrize("text", ["hello there", "yes", "join", "bid 3"])
def test_one_stranger_who_goes_on(table: Talk, text: str) -> None:
    found = storm(table, "mallory@else.test", lambda n: f"{text}\n\nfor the {n}th time", 6, proven=False)
    assert len(found) <= 2 * quotas.QUESTIONS


@pytest.mark.parametrize("text", ["pause", "abort", "extend 2 days", STARTER, "replace Ann with Eve <eve@club.test>"])
def test_commands_forged_in_a_gamesmasters_name(table: Talk, text: str) -> None:
    trail = table.trail()
    found = storm(table, MASTER, lambda n: f"{text}\n\n{n}", quotas.STEERING + 4, proven=False)
    told = min(4, quotas.BY_OTHERS)
    assert [x.events for x in found] == [["confirm"]] * quotas.STEERING + [["error"]] * told
    assert {x.to for x in found} == {MASTER} and table.trail() == trail


def test_four_who_fill_one_table_after_another(talk: Talk) -> None:
    count = len(talk.letters)
    for _ in range(quotas.ACTS + 2):
        for name in NAMES:
            talk.says(name, "join", answers=None, proven=True)
    tables = new(talk, count, "table")
    assert len(tables) == quotas.ACTS * (len(NAMES) + 1)
    assert len(new(talk, count)) <= len(tables) + len(NAMES) * quotas.ANSWERS


def test_salts(table: Talk) -> None:
    found = storm(table, IDLE, lambda n: f"salt word{n}x", 14)
    assert [x.events for x in found] == [["salt"]] * quotas.ACTS + [["error"]] * (14 - quotas.ACTS)


def test_plans(table: Talk) -> None:
    storm(table, IDLE, lambda n: "plan bid 3\nplan bid nil\nplan off", 14)
    planned = [event for event in table.trail() if isinstance(event, ev.Planned | ev.Unplanned)]
    assert len(planned) == quotas.PLANS


def test_a_concession_posted_and_withdrawn(table: Talk) -> None:
    """Posted twice and withdrawn twice: then the round, not the day, sets the limit."""
    found = storm(table, IDLE, lambda n: ("concede", "withdraw concession")[n % 2], 15)
    told = [x for x in found if x.events[0] in ("concession", "withdrawal")]
    assert len(told) == CONCESSIONS * len(NAMES)
    assert {x.to for x in found if x not in told} <= {address(IDLE)}
    assert len(found) - len(told) <= quotas.ANSWERS
    table.now += timedelta(days=1)
    assert table.says(IDLE, "concede", **FRESH) == "Concede/conceded-enough"
    assert "You can concede again from the next round on." in table.last(IDLE).flat


@pytest.mark.parametrize(
    "texts",
    [
        lambda n: ("pause", "resume")[n % 2],
        lambda n: f"limit {n + 1} days",
        lambda n: f"replace {'Ann' if n == 0 else f'E{n - 1}'} with E{n} <e{n}@club.test>",
    ],
    ids=["pause", "limit", "replace"],
)
def test_a_robot_that_steers(table: Talk, texts: Callable[[int], str]) -> None:
    trail, count = len(table.trail()), len(table.letters)
    for number in range(quotas.STEERING + 4):
        table.master(texts(number))
    assert len(table.trail()) - trail == quotas.STEERING
    # each ruling is told to the four, to the Gamesmaster, and to one who was replaced
    assert len(new(table, count)) <= quotas.STEERING * (len(NAMES) + 2) + quotas.ANSWERS
    table.now += timedelta(days=1)
    assert table.master(texts(quotas.STEERING)).endswith("/accepted")


def test_a_robot_that_starts(talk: Talk) -> None:
    outcomes = Counter(talk.master(STARTER, subject=f"game {n}") for n in range(9))
    assert outcomes["Start/accepted"] == quotas.STEERING
    assert outcomes["Start/enough"] + outcomes["Start/enough no-slot"] == 9 - quotas.STEERING


def test_bounces_with_the_right_secrets(table: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every letter comes back, and every letter about that, until none is left. Nobody hears of a watcher's."""
    monkeypatch.setattr(quotas, "ACTS", len(NAMES) - 1)
    for number in range(quotas.STRANGERS - 1):
        table.says(f"w{number}@else.test", "watch 1", answers=None, proven=True)
    count, done = len(table.letters), 0
    while done < table.seen:
        letters = [queued(table, who) for who in {x.to for x in table.letters}]
        for letter in (x for x in letters if x.id > done):
            returned(table, letter)
        done = max(x.id for x in letters)
    told = [x for x in new(table, count) if x.to == MASTER]
    assert len(told) == quotas.ACTS
    assert not any("@else.test" in x.text for x in told)
    watchers = [x for x in new(table, count) if "@else.test" in x.to]
    assert len(watchers) <= quotas.STRANGERS, "once each, that they are left out"
    assert len(new(table, count)) == len(told) + len(watchers)


def test_people_who_only_wait_take_no_notice_from_people_who_play(table: Talk) -> None:
    who = table.due()
    for number in range(quotas.ACTS + 3):
        table.says(f"w{number}@else.test", "join", answers=None, proven=True)
        returned(table, queued(table, f"w{number}@else.test"))
    count = len(table.to(MASTER))
    returned(table, queued(table, who, "turn"))
    assert len(table.to(MASTER)) == count + 1 and "was not delivered" in table.last(MASTER).text


# conversations


MOVES_SEEN = 4


def strangers_of_a_day() -> int:
    """Return the most letters that a day may bring to strangers, with the answers to those who came in by it."""
    asked = 2 * (quotas.STRANGERS + quotas.UNPROVEN)
    entered = quotas.STRANGERS + quotas.UNPROVEN
    return asked + entered * (quotas.ANSWERS + quotas.BY_OTHERS)


def answers_all(talk: Talk, answer: Callable[[Letter], str], *, vary: bool, proven: bool, luck: int) -> Counter[str]:
    """Have everyone but the list answer every letter at once, until all is quiet; count the letters by event.

    `vary`: from another address each time, be it a subaddress or nobody's. A machine that happens to play is a player
    like any other: its conversation ends with the game, and is left after some moves."""
    chance, heard, acts, moves = random.Random(luck), 0, 0, 0
    talk.says("ann", "help me", **FRESH)
    while heard < len(talk.letters):
        letter = talk.letters[heard]
        heard += 1
        assert heard < 3000, "the conversation ends"
        if letter.to == LIST:
            continue
        name, _, domain = letter.to.partition("@")
        who = chance.choice([letter.to, f"{name}+{heard}@{domain}", f"x{heard}@else.test"]) if vary else letter.to
        outcome = talk.deliver(talk.mail(who, answer(letter), answers=letter, proven=proven))
        acts += sum(word.endswith("/accepted") for word in outcome.split())
        if "MakeBid/accepted" in outcome or "PlayCard/accepted" in outcome:
            moves += 1
        if moves == MOVES_SEEN:
            break
    return Counter({"acts": acts}) + Counter(letter.events[0] for letter in talk.letters)


WORLDS = [(name, number % 2 == 1) for number, name in enumerate([*ANSWERERS][::3])]
"""Every third machine of those that answer all letters, and whether it does so from another address each time."""


@pytest.mark.parametrize(("name", "another"), WORLDS)
def test_a_world_of_answering_machines_falls_silent(talk: Talk, name: str, another: bool) -> None:
    talk.starts()
    begun = len(talk.letters)
    found = answers_all(talk, ANSWERERS[name], vary=another, proven=another, luck=7)
    answered = sum(1 for letter in talk.letters[begun:] if letter.events[0] in PRIVATE)
    masters = 1
    # answers to each of the five, who all may be on turn; and strangers, of whom some come in
    most = (
        (quotas.ON_TURN + 2 * quotas.BY_OTHERS) * (len(NAMES) + masters)
        + quotas.QUESTIONS * len(NAMES)
        + quotas.STEERING
    )
    most += quotas.ACTS * (1 + len(NAMES))
    most += strangers_of_a_day() if another else 0
    assert answered <= most
    # a move is told to four and the result to the Gamesmaster; a round of moves is 4 bids and 52 cards
    told = len(talk.letters) - begun - answered
    assert told <= (found["acts"] + 1) * (len(NAMES) + 1)


def test_the_bound_of_a_day_whatever_is_written(tmp_path: Path) -> None:
    """100 mails of all sorts by players, strangers and in the Gamesmaster's name, with any From, To and proof."""
    talk = Talk(tmp_path).starts()
    chance, begun = random.Random(3), len(talk.letters)
    lines = [
        "help", "hand", "score", "join", "leave", "bid 14", "bid 20", "play QS or KS", "name X", "say hi", "salt q",
        "yes", "watch 1", "unwatch 1", "concede", "withdraw concession", "pause", "resume", "start", "bid", "hello",
        "address z@else.test", "record 1", "extend 1 hour", "show", "format text", "rules", "games", "auto show",
    ]  # fmt: skip
    for number in range(100):
        who = chance.choice([*NAMES, MASTER, f"x{number}@else.test", f"ann+{number}@club.test"])
        answers = chance.choice(talk.letters) if chance.random() < 0.5 else None
        text = "\n".join(chance.choice(lines) for _ in range(chance.randint(1, 4)))
        talk.deliver(talk.mail(who, text, answers=answers, proven=chance.random() < 0.5))
    private = [x for x in talk.letters[begun:] if x.events[0] in PRIVATE]
    players, masters = len(NAMES), 1
    each = quotas.ON_TURN + 2 * quotas.BY_OTHERS
    asked = players * quotas.QUESTIONS + quotas.STEERING
    changed = players * (quotas.ACTS + 2 * quotas.BY_OTHERS)
    assert len(private) <= each * (players + masters) + asked + changed + strangers_of_a_day()
    by_player = Counter(x.to for x in private)
    for name in NAMES:
        assert by_player[address(name)] <= each + quotas.QUESTIONS + quotas.ACTS + quotas.BY_OTHERS
    told = [x for x in talk.letters[begun:] if x not in private]
    most = (quotas.ACTS + CONCESSIONS) * players + quotas.STEERING
    assert len(told) <= most * (players + 2)


# machines that know one another


def test_two_referees_that_know_one_another(tmp_path: Path) -> None:
    """Each is a player and a Gamesmaster of the other; a gateway between them takes all marks off."""
    here, there = REFEREE, "referee@else.test"
    one = Talk(tmp_path / "one", luck=1, referee={"address": here, "gamesmasters": [MASTER, there]})
    other = Talk(tmp_path / "other", luck=5000, referee={"address": there, "gamesmasters": [MASTER, here]})
    three = ", ".join(f"{n} <{n.lower()}@club.test>" for n in NAMES[:3])
    one.starts(f"start\nplayers: {three}, Robot <{there}>")
    other.deliver(other.mail(MASTER, f"start\nplayers: {three}, Robot <{here}>", to=there, proven=True))
    assert len(other.letters) >= 4
    marks = re.compile(
        rb"^(?:Auto-Submitted|List-[A-Za-z]+|Precedence|X-Auto[A-Za-z-]*|Spades-[A-Za-z-]+):.*\r?\n(?:[ \t].*\r?\n)*",
        re.M,
    )
    for strip in (False, True):
        seen, passed = {here: 0, there: 0}, 0
        while any(seen[own] < len(talk.letters) for own, talk in ((here, one), (there, other))):
            for own, talk, to in ((here, one, other), (there, other, one)):
                for letter in talk.letters[seen[own] :]:
                    seen[own] += 1
                    if letter.to == (there if own == here else here):
                        passed += 1
                        raw = marks.sub(b"", letter.raw) if strip else letter.raw
                        to.deliver(Talk.stamp(own) + raw)
            assert passed < 100
    assert len(one.game().bids) == 4 and one.game().bids == (None,) * 4, "neither plays for the other"
    assert sum(x.to == there for x in one.letters) <= 2 + quotas.ON_TURN + quotas.STEERING


@pytest.mark.parametrize("sender", [None, LIST, "ann@club.test"], ids=["as it is", "by the list", "by a player"])
@pytest.mark.parametrize("footer", [b"", b"\r\n_____\r\nSpades mailing list\r\n"], ids=["whole", "with a footer"])
def test_a_list_that_sends_everything_back(listed: Talk, sender: str | None, footer: bytes) -> None:
    listed.bids()
    count, trail, heard = len(listed.letters), listed.trail(), 0
    while heard < len(listed.letters):
        letter = listed.letters[heard]
        heard += 1
        raw = letter.raw
        if sender is not None:
            raw = re.sub(
                rb"^From:.*(?:\r\n[ \t].*)*", f"From: Referee via list <{sender}>".encode(), raw, count=1, flags=re.M
            )
        outcome = listed.deliver(b"List-Id: <spades.club.test>\r\n" + raw + footer)
        assert "accepted" not in outcome
        assert heard < 200
    assert listed.trail() == trail
    assert len(listed.letters) - count <= quotas.ANSWERS + quotas.QUESTIONS


SILENT = {"Return-Path": "<>", "Auto-Submitted": "auto-generated"}


def test_a_vacation_of_everyone_is_never_answered(table: Talk) -> None:
    count = len(table.letters)
    for letter in list(table.letters):
        for marks in ({"Auto-Submitted": "auto-replied"}, {"X-Autoreply": "yes"}, SILENT):
            table.says(letter.to, f"bid 3\n\n{letter.text}", answers=letter, headers=marks, proven=True)
    assert len(table.letters) == count

"""`referee verify`: it passes right records, whatever happened in their games, and says what cannot be checked yet;
lines of a stranger are wrong, and never cause a traceback; a player's heads are compared.

The records by hand owe nothing to the referee's law: they are written from the text of the format alone.
"""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.commands.app import main
from referee.commands.verify import LARGEST, verified
from referee.records.lines import HEAD_SHOWN, LONGEST, Check, WrongLine, heads
from referee.spades.audit import WORDS, Walk
from referee.spades.fold import evolve, line
from referee.spades.sheets import SHEETS
from referee.table import commands as cmd
from referee.table.audit.verdict import closing
from tests.audit.match_limit_cases import MATCH_LIMIT
from tests.audit.record_cases import CASES, Case, made, playing, void_while_a_third_misdeal_waits
from tests.audit.records import Record, many, record_of, text_of
from tests.audit.restored_cases import RESTORED, provisional_result_taken_away, restores, resumed
from tests.audit.tampering import change, written
from tests.chance import fresh
from tests.rulings import decide
from tests.spades import slow_deal

SEEDS = {(number, attempt): f"{number}{attempt}" * 32 for number in (1, 2, 3) for attempt in (1, 2, 3)}
SALTS = {1: ["correct-horse", "", "7", ""], 2: ["", "", "tea", ""]}
RULES = SHEETS["109"].parameters()
DECK = slow_deal.deck_of(RULES)
HIGH = "23456789TJQKA"
START = datetime(2026, 11, 21, 12, tzinfo=UTC)


def passes(text: str, *known: str) -> list[Check]:
    return list(verified(text, known))


def last_words(lines: Sequence[str]) -> str:
    """Return the verifier's last words about a right record."""
    return " ".join(closing(Walk.of(text_of([*lines])).entries, WORDS, compared=True))


def wrong(text: str, *known: str) -> WrongLine:
    """Return the first wrong line that is named."""
    with pytest.raises(WrongLine) as found:
        passes(text, *known)
    return found.value


# a record by hand


class Written:
    """A game on sheet 109, written line by line from the text of the format. Everyone bids 3 and plays the lowest legal
    card, except that the clock bids for seat 2 and plays the first card of seat 3."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.turn = 1
        names = ["Ann", "Bob", "Carol", "Dave"]
        rules = {"v": "spades-record-v4", "sheet": "109", "rules": RULES}
        self.add("start", game="12", seats=names, limit=259_200, **rules)
        self.commit(1)
        self.add("salts", round=1, salts=SALTS[1])
        self.commit(2)
        self.keys: dict[int, bytes] = {}
        self.hands: list[list[str]] = []
        self.acts: list[str] = []
        self.deal(1, "0" * 64)

    def add(self, kind: str, **fields: Any) -> None:
        self.lines.append(written({"e": kind, **fields}))

    def commit(self, number: int) -> None:
        commits = [slow_deal.commitment("12", number, attempt, SEEDS[number, attempt]) for attempt in (1, 2, 3)]
        self.add("commit", round=number, commits=commits)

    def deal(self, number: int, prev: str) -> None:
        commit = slow_deal.commitment("12", number, 1, SEEDS[number, 1])
        key = slow_deal.key_of("12", number, 1, DECK, commit, prev, SALTS[number], SEEDS[number, 1])
        self.keys[number], self.hands, self.acts = key, slow_deal.shuffled(key, DECK), []
        self.add("deal", round=number, attempt=1, eldest=number, prev=prev)

    def bids(self, eldest: int) -> None:
        for step in range(4):
            seat = (eldest - 1 + step) % 4 + 1
            by, bid = ("clock", 2) if seat == 2 else ("player", 3)
            self.add("bid", turn=self.turn, seat=seat, bid=bid, by=by)
            self.acts.append(f"bid:{seat}:{bid}")
            self.turn += 1

    def trick(self, leader: int, number: int) -> int:
        """Play four cards; return who takes them."""
        table: list[tuple[int, str]] = []
        for step in range(4):
            seat = (leader - 1 + step) % 4 + 1
            hand = self.hands[seat - 1]
            follow = [card for card in hand if table and card[1] == table[0][1][1]] or hand
            options = [card for card in DECK if card in follow]
            silent = seat == 3 and len(hand) == 13
            card = (
                slow_deal.drawn(self.keys[number], number, 1, len(self.acts), seat, options) if silent else options[0]
            )
            hand.remove(card)
            table.append((seat, card))
            self.add("play", turn=self.turn, seat=seat, card=card, by="clock" if silent else "player")
            self.acts.append(f"card:{seat}:{card}")
            self.turn += 1
        led = table[0][1][1]
        return max(table, key=lambda one: (one[1][1] == "S", one[1][1] == led, HIGH.index(one[1][0])))[0]

    def round(self) -> None:
        """Write the first round to its end, and the deal of the second."""
        self.bids(1)
        leader, books = 1, [0, 0, 0, 0]  # seat 1 is the first of those who bid 3
        for number in range(1, 14):
            leader = self.trick(leader, 1)
            books[leader - 1] += 1
            if number == 6:
                self.add("salts", round=2, salts=SALTS[2])
        taken, bid = [books[0] + books[2], books[1] + books[3]], [6, 5]
        made = [taken[team] >= bid[team] for team in (0, 1)]
        bags = [taken[team] - bid[team] if made[team] else 0 for team in (0, 1)]
        score = [10 * bid[team] + bags[team] if made[team] else -10 * bid[team] for team in (0, 1)]
        self.add("round", round=1, books=books, score=score, bags=bags)
        for attempt in (1, 2, 3):
            self.add("reveal", round=1, attempt=attempt, seed=SEEDS[1, attempt])
        self.commit(3)
        prev = slow_deal.sha("spades-prev-v1\n" + "".join(f"{act}\n" for act in self.acts[: 4 + 48]))
        self.deal(2, prev)


def by_hand() -> list[str]:
    game = Written()
    game.round()
    game.bids(2)
    game.trick(3, 2)  # seat 2 bid 2, so seat 3 is the first of those who bid 3
    return game.lines


def place(lines: Sequence[str], kind: str, which: int = 0) -> int:
    """Find where the lines of a kind stand, from 0."""
    return [number for number, line in enumerate(lines) if json.loads(line)["e"] == kind][which]


def says(lines: Sequence[str], at: int, **changes: Any) -> str:
    """Return the record with one line that says something else."""
    return text_of([*lines[:at], written(json.loads(lines[at]) | changes), *lines[at + 1 :]])


def test_a_record_by_hand_is_right() -> None:
    lines = by_hand()
    found = passes(text_of(lines))
    assert found[1] == Check("head", slow_deal.head_of(lines))
    texts = {(check.about, check.held): check.text for check in found}
    assert {about for about, _ in texts} == {"record", "head", "start", "round 1", "round 2", "result"}
    assert [check.about for check in found if not check.held] == ["round 2", "result"]
    assert any("all 52 cards played" in check.text for check in found)
    assert any("1 random card" in check.text for check in found)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_an_editor_adds_does_no_harm(end: str) -> None:
    lines = by_hand()
    mark = "\ufeff".encode().decode("latin-1")
    assert passes(mark + end.join(lines) + 3 * end + " \t" + end) == passes(text_of(lines))
    assert wrong(2 * mark + text_of(lines)).number == 1
    assert wrong(text_of([*lines[:3], "", *lines[3:]])).number == 4


@pytest.mark.parametrize("form", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_record_in_utf_16_is_said_to_be_no_ascii(form: str) -> None:
    found = wrong(text_of(by_hand()).encode(form).decode("latin-1"))
    assert found.number == 1 and "not ASCII text" in found.why and "UTF-16" in found.why


def test_a_deal_that_waits_is_said_and_nothing_empty() -> None:
    lines = void_while_a_third_misdeal_waits().lines
    fourth = place(lines, "deal", 3)
    waits = passes(text_of(lines[:fourth]))
    assert [check.text for check in waits if "next deal waits" in check.text and not check.held]
    assert not [check.text for check in waits if " 0 " in f" {check.text}" or "hands recomputed" in check.text]
    assert not [check for check in passes(text_of(lines)) if "next deal waits" in check.text]


def test_the_head_of_one_line() -> None:
    line = '{"bid":3,"by":"player","e":"bid","seat":1,"turn":1}'
    assert heads([line]) == ("9f4df9b64e7e1cb7dc084dceb8a2b0039b104251b18718b9705752d6706d0960",)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_may_end_as_mail_programs_end_them(end: str) -> None:
    lines = by_hand()
    assert passes(end.join(lines)) == passes(end.join(lines) + end) == passes(text_of(lines))


@pytest.mark.parametrize(
    ("kind", "which", "changes"),
    [
        ("deal", 0, {"prev": "1" * 64}),
        ("deal", 0, {"eldest": 2}),
        ("deal", 1, {"prev": "0" * 64}),
        ("bid", 1, {"bid": 3}),
        ("bid", 0, {"bid": 1}),
        ("bid", 0, {"by": "clock"}),
        ("play", 0, {"seat": 2}),
        ("play", 30, {"turn": 1}),
        ("round", 0, {"score": [0, 0]}),
        ("round", 0, {"bags": [7, 7]}),
        ("salts", 1, {"round": 3}),
        ("commit", 2, {"round": 4}),
        ("reveal", 1, {"attempt": 1}),
        ("reveal", 2, {"seed": "0" * 64}),
    ],
)
def test_a_line_by_hand_that_says_something_else_is_named(kind: str, which: int, changes: dict[str, Any]) -> None:
    lines = by_hand()
    at = place(lines, kind, which)
    assert wrong(says(lines, at, **changes)).number == at + 1


def test_a_plan_is_a_player_and_no_clock() -> None:
    lines = by_hand()
    at = place(lines, "bid", 0)
    assert passes(says(lines, at, by="plan"))
    assert wrong(says(lines, at, by="clock")).number == wrong(says(lines, at, by="plan", bid=1)).number == at + 1


def test_a_commitment_that_its_seed_does_not_fit_is_named_at_the_seed() -> None:
    lines = by_hand()
    at = place(lines, "commit")
    for attempt in (1, 2, 3):
        commits = json.loads(lines[at])["commits"]
        commits[attempt - 1] = "0" * 64
        assert wrong(says(lines, at, commits=commits)).number == place(lines, "reveal", attempt - 1) + 1


def test_a_running_round_is_judged_by_what_all_can_see() -> None:
    lines = by_hand()
    first, second = len(lines) - 4, len(lines) - 3
    card = json.loads(lines[first])["card"]
    assert wrong(says(lines, second, card=card)).number == second + 1
    assert wrong(says(lines, second, card="BJ")).number == second + 1
    assert wrong(says(lines, second, seat=3)).number == second + 1
    assert wrong(says(lines, second, turn=99)).number == second + 1
    free = next(one for one in DECK if not any(f'"{one}"' in line for line in lines[-4:]))
    assert passes(says(lines, second, card=free))
    charge = {"e": "misplay", "turn": json.loads(lines[-1])["turn"], "seat": 2, "card": free, "points": -100}
    assert passes(text_of([*lines[:-1], written(charge | {"fault": "revoke"})]))
    assert wrong(text_of([*lines[:-1], written(charge | {"fault": "revoke", "points": -50})])).number == len(lines)


def test_whoever_takes_over_a_seat_has_a_name_of_their_own() -> None:
    lines = by_hand()
    takes = {"e": "replace", "seat": 2}
    assert passes(text_of([*lines, written(takes | {"name": "Eve"})]))
    assert wrong(text_of([*lines, written(takes | {"name": "Ann"})])).number == len(lines) + 1


def test_a_deal_may_wait_for_the_gamesmaster_where_the_clock_stood() -> None:
    """A waiting result is undone while the game is paused: all seeds of the round are public by then."""
    record = provisional()
    game, lines = record.states[-1], list(record.lines)
    for command in (cmd.Pause(), cmd.RuleVoid(game.turn - 1, "so ruled"), cmd.Replace(1, "Eve"), cmd.Resume()):
        for event in decide(game, None, command, answers=0, seeds=fresh("ab" * 32)):
            told = line(game, event)
            lines += [] if told is None else [told]
            game = evolve(game, event)
        assert passes(text_of(lines))
    kinds = [json.loads(one)["e"] for one in lines[len(record.lines) :]]
    assert kinds == ["void", "commit", "replace", "deal"]
    assert passes(text_of([one for one in lines if '"replace"' not in one or one in record.lines]))


def provisional() -> Record:
    """Return a game whose result waits for challenges."""
    for seed in range(100):
        record = record_of(SHEETS["fsu"], seed)
        acts = [act for act, state in enumerate(record.states) if state.provisional is not None]
        if acts:
            states, told = record.states[: acts[0] + 1], record.told[: acts[0] + 1]
            return Record(record.lines[: told[-1]], states, told)
    raise AssertionError("some game ends so")


def test_a_round_that_is_over_without_its_seeds_is_wrong() -> None:
    lines = by_hand()
    at = place(lines, "reveal")
    assert wrong(text_of(lines[:at])).number == at + 1
    assert wrong(text_of([*lines[:at], *lines[at + 3 :]])).number == at + 1


# records of all kinds of games


def rounds_that_verify(count: int) -> int:
    rounds = 0
    for sheet, seed in many(count):
        record = record_of(sheet, seed)
        found = passes(record.text, *dict.fromkeys(head[:HEAD_SHOWN] for head in record.heads))
        rounds += sum(json.loads(line)["e"] == "round" for line in record.lines)
        over = record.states[-1].result is not None
        assert over <= all(check.held for check in found), f"{sheet.name} {seed}"
        assert [check.about for check in found][-1] == "result" and found[-1].held == over
    return rounds


def test_records_of_all_sheets_are_right() -> None:
    assert rounds_that_verify(42) >= 60


@pytest.mark.long
def test_a_thousand_rounds_are_right() -> None:
    assert rounds_that_verify(630) >= 1000


def test_a_record_is_right_as_far_as_it_goes() -> None:
    """A record cut off after an act is right; cut off between an act and what must follow, it lacks the next line."""
    random = Random(7)
    for sheet, seed in many(14):
        record = record_of(sheet, seed)
        for count in random.sample(range(1, len(record.lines)), 12):
            text = text_of(record.lines[:count])
            if count in record.told:
                assert passes(text)
            else:
                assert wrong(text).number == count + 1


def changes_are_found(count: int) -> None:
    """Check that whoever knows the heads sees any change of a record, and that nothing before a change is blamed."""
    seen = refused = 0
    for sheet, seed in many(count):
        record = record_of(sheet, seed)
        lines, random = list(record.lines), Random(f"changes {seed}")
        change(random, lines)
        place = next(
            (place for place, pair in enumerate(zip(lines, record.lines, strict=False)) if len({*pair}) > 1), len(lines)
        )
        if place == len(lines) == len(record.lines):
            continue
        agreed = max((told for told in record.told if told <= place), default=0)
        told = f"{sheet.name} {seed}, line {place + 1}"
        assert agreed < wrong(text_of(lines), *record.heads).number <= place + 1, told
        seen += 1
        try:
            passes(text_of(lines))
        except WrongLine as found:
            assert place < found.number <= found.last, told
            refused += 1
    assert refused > 0.7 * seen, (refused, seen)


def test_changes_of_records_are_found() -> None:
    changes_are_found(21)


@pytest.mark.long
def test_changes_of_hundreds_of_records_are_found() -> None:
    changes_are_found(630)


def test_redeals_are_said_with_their_reasons() -> None:
    texts = [check.text for sheet, seed in many(42) for check in passes(record_of(sheet, seed).text)]
    assert any(text.startswith("attempt 4 at it, because a misdeal") for text in texts)
    assert any("because the hands of the one before were public" in text for text in texts)
    assert any("those after the third" in text for text in texts)


@pytest.mark.parametrize("name", SHEETS)
def test_records_of_restored_games_are_right(name: str) -> None:
    records = [record_of(SHEETS[name], seed, restores=0.02) for seed in range(4)]
    for record in records:
        passes(record.text)
    assert sum('"e":"restore"' in record.text for record in records) > 2


@pytest.mark.parametrize("make", (*CASES, *RESTORED, *MATCH_LIMIT), ids=lambda make: make.__name__)
def test_the_line_is_named_at_which_a_rule_is_broken(make: Callable[[], Case]) -> None:
    case = made(make)
    if case.wrong is None:
        assert passes(text_of(case.lines))
    else:
        assert wrong(text_of(case.lines)).number == case.wrong


def test_the_report_mentions_a_restore() -> None:
    texts = [check.text for check in passes(text_of(resumed().lines))]
    assert "attempt 4 at it, because the referee's database was restored from an older copy" in texts
    words = last_words(resumed().lines)
    assert "that the referee's database was lost" in words
    assert "committed to anew" not in words


def test_the_report_mentions_a_next_round_that_was_committed_to_too_late() -> None:
    assert "So were the deals of round 2, committed to anew" in last_words(provisional_result_taken_away().lines)


def test_a_head_of_the_lost_time_is_said_to_be_one() -> None:
    table = playing(SHEETS["109"])
    told = table.game.head
    table.plays(3)
    lost = table.game.head
    kept = restores(playing(SHEETS["109"]))
    kept.does(None, cmd.Resume())
    text = text_of(kept.lines)
    assert passes(text, told)
    found = wrong(text, told, lost)
    assert found.number == len(playing(SHEETS["109"]).lines) + 1
    assert "database was restored from an older copy" in found.why


# heads


def test_known_heads_stand_in_the_record_in_order() -> None:
    record = record_of(SHEETS["109"], 3)
    whole = [*dict.fromkeys(record.heads)]
    for known in (whole, [head[:16] for head in whole], [head.upper() for head in whole[::3]], ["0" * 16, *whole[:2]]):
        assert passes(record.text, *known)[2].about == "heads"
    found = wrong(record.text, whole[2], whole[0])
    assert found.number == record.told[record.heads.index(whole[2])] + 1
    odd = "f" * 16
    found = wrong(record.text, whole[0], odd, whole[3])
    assert (found.number, found.last) == (record.told[0] + 1, record.told[record.heads.index(whole[3])])


def test_heads_after_the_end_of_a_record_say_that_it_has_grown() -> None:
    lines = by_hand()
    early, end, later = (slow_deal.head_of(lines[:count])[:16] for count in (6, 9, 12))
    text = text_of(lines[:9])
    grown = f"the head {later} that you were told comes after this record's last line: "
    found = wrong(text, early, end, later, "f" * 16)
    assert (found.number, found.last) == (10, 10)
    again = "ask for the record again (record 12), it has grown since - or a line was left out at its end"
    assert found.why == grown + again
    for known in ((early, later), (end, early), (end, later, end)):
        assert "grown" not in wrong(text, *known).why


def test_a_head_may_be_copied_with_the_words_around_it() -> None:
    lines = by_hand()
    head = slow_deal.head_of(lines[:9])[:16]
    for copied in (f"Record {head}.", f"record {head}", f"RECORD {head.upper()}.", f"{head}.", f" {head} "):
        assert passes(text_of(lines), copied)[2].about == "heads"


def test_a_form_is_looked_at_before_heads_and_heads_before_the_law() -> None:
    lines = by_hand()
    at = place(lines, "round")
    text = says(lines, at, score=[0, 0])
    assert wrong(text).number == at + 1
    assert wrong(text, slow_deal.head_of(lines[:5]), slow_deal.head_of(lines)).number == 6
    assert wrong(text.replace('"e":"round"', '"e": "round"'), slow_deal.head_of(lines)).number == at + 1


# lines of strangers

BID = '{"bid":3,"by":"player","e":"bid","seat":1,"turn":1}'
HOSTILE = [
    "",
    " ",
    "null",
    "[]",
    '"e"',
    "7",
    "{}",
    "{" * 40_000,
    "[" * 60_000,
    '{"e":' * 10_000 + "1" + "}" * 10_000,
    "[" * 900 + "]" * 900,
    '{"e":["bid"]}',
    '{"e":null}',
    BID[:-1],
    BID + " ",
    " " + BID,
    BID.replace(":3", ":3.0"),
    BID.replace(":3", ":3e0"),
    BID.replace(":3", ":-0"),
    BID.replace(":3", ":true"),
    BID.replace(":3", ":NaN"),
    BID.replace(":3", ":Infinity"),
    BID.replace(":3", ":" + "9" * 5000),
    BID.replace(":3", ":9007199254740992"),
    BID.replace(":3", ":-1"),
    BID.replace('"bid":3,', '"bid":3,"bid":3,'),
    BID.replace('"bid":3,', ""),
    BID.replace('"bid":3,', '"bid":3,"blind":false,'),
    BID.replace("player", "\\u0070layer"),
    BID.replace("player", "referee"),
    BID.replace('"seat":1', '"seat":5'),
    BID.replace('"seat":1', '"seat":"1"'),
    BID.replace('"turn":1}', '"turn":1,"\x00":1}'),
    BID.replace('"turn":1}', '"turn":1,"z":1}'),
    '{"e":"replace","name":"\\ud800","seat":1}',
    '{"e":"replace","name":"\xe9","seat":1}',
    '{"e":"replace","name":"\x1b[2J","seat":1}',
    '{"card":"1S","e":"play","by":"player","seat":1,"turn":1}',
    '{"by":"player","card":"BS","e":"play","seat":1,"turn":1}',
    '{"e":"salts","round":1,"salts":["a b","","",""]}',
    '{"e":"salts","round":1,"salts":["","",""]}',
    '{"e":"reveal","attempt":1,"round":1,"seed":"' + "A" * 64 + '"}',
    '{"attempt":1,"e":"deal","eldest":1,"prev":"' + "0" * 64 + '","reason":"misdeal","round":1}',
    "\ufeff" + BID,
    "x" * (LONGEST + 1),
]


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: repr(line[:30]))
def test_a_line_of_a_stranger_is_wrong_and_no_more(line: str) -> None:
    lines = by_hand()
    text = text_of([lines[0], line, *lines[2:]])
    with pytest.raises(WrongLine) as found:
        Walk.of(text)
    assert found.value.number == wrong(text).number == 2
    assert found.value.why.isascii() and found.value.why.isprintable() and len(found.value.why) < 400


@pytest.mark.parametrize(
    "change",
    [
        {"v": "spades-record-v1"},
        {"v": "spades-record-v3"},
        {"v": "spades-record-v5"},
        {"game": "a\nb"},
        {"game": "\u0130"},
        {"seats": ["a", "b", "c"]},
        {"limit": 0},
        {"rules": {}},
        {"rules": {**RULES, "time": 1}},
        {"rules": {**RULES, "target": "500"}},
        {"rules": {**RULES, "target": True}},
        {"rules": {**RULES, "suits": {**RULES["suits"], "S": "AKQ"}}},
        {"rules": {**RULES, "contract": [[[[[[]]]]]]}},
        {"rules": {**RULES, "misplay_faults": None}},
        {"rules": {**RULES, "bid_turns": [0, 1, 2, 9]}},
        {"rules": {**RULES, "bid_values": "ab"}},
    ],
    ids=str,
)
def test_a_start_by_which_nobody_can_play_is_wrong(change: dict[str, Any]) -> None:
    assert wrong(says(by_hand(), 0, **change)).number == 1


@pytest.mark.parametrize("text", ["", "\n", BID, BID + "\n", "\x00", "\xff\xfe{"])
def test_what_does_not_begin_with_a_start_is_wrong_at_once(text: str) -> None:
    assert wrong(text).number == 1


@pytest.mark.parametrize("line", [BID, BID.replace('"bid":3,', '"bid":0,"blind":true,')])
def test_a_line_that_could_stand_elsewhere_is_well_formed(line: str) -> None:
    assert Walk.of(text_of([by_hand()[0], line])).entries[1].text == line


def test_random_damage_is_a_wrong_line_and_never_more() -> None:
    """A record with any change passes, or a line of it is named."""
    random, lines = Random(11), by_hand()
    for _ in range(150):
        text = list(text_of(lines))
        for _ in range(random.choice((1, 3))):
            text[random.randrange(len(text))] = random.choice('0129"{}[],:\\\n\x00\xffeS')
        try:
            passes("".join(text))
        except WrongLine as found:
            assert 1 <= found.number <= len(lines) + 3
    with pytest.raises(WrongLine):
        Walk.of("\n" * 1000)


# the command


@dataclass(frozen=True)
class Ran:
    """The end of the command."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run `referee verify` in an empty folder, without a configuration."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))

    def command(*words: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["referee", "verify", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode("latin-1"))))
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        assert isinstance(end.value.code, int) and "Traceback" not in err
        return Ran(end.value.code, out, err)

    return command


def test_the_command(run: Any, tmp_path: Path) -> None:
    lines = by_hand()
    file = tmp_path / "record.jsonl"
    file.write_bytes(text_of(lines).encode("ascii"))
    ran = run(file, "--head", slow_deal.head_of(lines[:9])[:16], "--head", slow_deal.head_of(lines))
    assert ran.code == 0 and ran.err == ""
    assert slow_deal.head_of(lines) in ran.out and "\nok    heads       2 given" in ran.out
    assert "\nlater round 2 " in ran.out and "\nNot proven: " in ran.out and "WRONG" not in ran.out
    assert run("-", stdin=text_of(lines)).out == run(file).out

    at = place(lines, "round")
    ran = run("-", stdin=says(lines, at, score=[1, 1]))
    assert ran.code == 1 and f"\nWRONG line {at + 1} " in ran.out and "Not proven" not in ran.out
    assert "must say" in ran.out and lines[at] in ran.out
    ran = run(file, "--head", "0123456789abcdef")
    assert ran.code == 1 and "WRONG line 1 " in ran.out and f"1 to {len(lines)}" in ran.out


def test_only_a_fourth_attempt_is_said_to_rest_on_the_word_of_the_referee(run: Any) -> None:
    lines = void_while_a_third_misdeal_waits().lines
    fourth = place(lines, "deal", 3)
    words = "for such a deal the referee's word alone stands"
    assert words in " ".join(run("-", stdin=text_of(lines[: fourth + 1])).out.split())
    third = run("-", stdin=text_of(lines[:fourth]))
    assert third.code == 0 and words not in " ".join(third.out.split())


def test_output_that_nobody_reads_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "record").write_text(text_of(by_hand()), "ascii")
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "referee", "verify", str(tmp_path / "record")]
    ran = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (141, "")


def test_wrong_use(run: Any, tmp_path: Path) -> None:
    (tmp_path / "record").write_text(text_of(by_hand()), "ascii")
    (tmp_path / "large").write_bytes(b"x" * (LARGEST + 1))
    for words in (
        ("none",),
        (".",),
        ("record", "--head", "abc"),
        ("record", "--head", ""),
        ("record", "--mailbox", "none"),
        ("large",),
        (),
    ):
        ran = run(*words)
        assert ran.code == 2 and ran.err.startswith("referee: ") and ran.err.count("\n") == 1, words


@pytest.mark.parametrize("name", ["\x1b[2J", "\u202e", "a\nb", "\x9b2J", "", "x" * 25, "A  ok result"])
def test_a_name_cannot_steer_the_terminal(run: Any, name: str) -> None:
    ran = run("-", stdin=says(by_hand(), 0, seats=[name, "Carol", "B\u00f6b", "D"]))
    assert ran.code == 1 and ran.out.startswith("WRONG line 1 ") and not {"\x1b", "\u202e", "\x9b"} & set(ran.out)


def test_a_name_of_any_script_is_shown(run: Any) -> None:
    ran = run("-", stdin=says(by_hand(), 0, seats=["Zoë", "अनु", "B\u00f6b", "D"]))
    assert ran.code == 0 and "Böb" in ran.out and "Zoë" in ran.out


def test_without_a_head_it_says_what_that_leaves_open(run: Any) -> None:
    record = text_of(by_hand())
    assert "Not compared with any letter" in run("-", stdin=record).out
    head = heads(by_hand())[-1][:16]
    told = run("-", "--head", head, stdin=record)
    assert told.code == 0 and "Not compared" not in told.out

"""The second reader of records: it believes every true one, and finds every lie that is planted in one."""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.dominoes.slow_game import record
from tests.dominoes.slow_line import SET
from tests.dominoes.slow_record import faults_of
from tests.dominoes.slow_round import Sheet, after

Entry = dict[str, Any]
SHEETS = (
    Sheet(),
    Sheet(hand_count="others"),
    Sheet(blocked="difference", target=60),
    Sheet(blocked="nothing", end="after the hand"),
)
TRUE = [
    *(record(sheet, seed) for seed, sheet in enumerate(SHEETS)),
    # one in which the first hands are dealt anew
    record(Sheet(redeal="five doubles", target=5), 154),
    record(Sheet(), 5, rulings=True),
]
WITHOUT_PROOF = {"seats", "sheet", "limit", "rules"}
"""Keys whose value nothing else in a record has to bear out, or only sometimes."""


def entries_of(lines: list[str]) -> list[Entry]:
    return [json.loads(line) for line in lines]


def written(entries: list[Entry]) -> list[str]:
    return [json.dumps(entry, sort_keys=True, separators=(",", ":")) for entry in entries]


def other(key: str, value: Any) -> Iterator[Any]:
    """Yield values that could stand in place of one."""
    if isinstance(value, list):
        yield from ([*value[:at], new, *value[at + 1 :]] for at, one in enumerate(value) for new in other(key, one))
    elif isinstance(value, int):
        yield from (value + 5, value + 1, value - 1)
    elif key in ("commits", "seed", "prev"):
        yield "f" * 64
    elif key == "tile":
        yield from [tile for tile in SET if tile != value][::9]
    elif key == "arm":
        yield from {"left", "right", "up", "down", "first"} - {value}
    elif key == "result":
        yield from {"team 1", "team 2", "-"} - {value}
    else:
        yield f"{value}x"


def changed(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the record with one value changed, for every value that has to be true."""
    entries = entries_of(lines)
    last = max(entry["round"] for entry in entries if entry["e"] == "deal")
    for at, entry in enumerate(entries):
        for key in entry.keys() - WITHOUT_PROOF - {"e"}:
            if entry["e"] in ("commit", "salts") and entry["round"] > last and key in ("commits", "salts"):
                continue
            for value in other(key, entry[key]):
                yield f"{entry}: {key} {value}", written([*entries[:at], {**entry, key: value}, *entries[at + 1 :]])


@pytest.mark.parametrize("lines", TRUE)
def test_a_true_record_is_believed(lines: list[str]) -> None:
    assert faults_of(lines) == []


@pytest.mark.parametrize("lines", TRUE)
def test_a_true_record_is_believed_as_far_as_it_goes(lines: list[str]) -> None:
    acts = [at for at, entry in enumerate(entries_of(lines), 1) if entry["e"] in ("play", "knock")]
    assert [faults_of(lines[:at]) for at in acts[::7]] == [[]] * len(acts[::7])


def test_every_changed_value_is_found() -> None:
    # this one ends with its round, so that every seed of it is public
    believed = [what for what, told in changed(TRUE[0]) if not faults_of(told)]
    assert believed == []


def test_every_line_left_out_doubled_or_put_off_is_found() -> None:
    lines = TRUE[0]
    kinds = [entry["e"] for entry in entries_of(lines)]
    for at, (kind, below) in enumerate(pairwise(kinds)):
        without = [*lines[:at], *lines[at + 1 :]]
        assert faults_of([*lines[:at], lines[at], *lines[at:]]), f"doubled: {lines[at]}"
        assert faults_of(without), f"left out: {lines[at]}"
        if kind in ("play", "knock", "start", "salts") or (kind == "deal" and below != "commit"):
            put_off = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
            assert faults_of(put_off), f"put off: {lines[at]}"


def from_here(entries: list[Entry], at: int, team: int, points: int) -> None:
    """Add points to all scores of a team that are told from a line on."""
    for entry in entries[at:]:
        if "score" in entry:
            entry["score"][team] += points


def count_off_by_five(entries: list[Entry]) -> None:
    at = next(at for at, entry in enumerate(entries) if entry.get("count") == 10)
    entries[at].update(count=15, points=15)
    from_here(entries, at, (entries[at]["seat"] - 1) % 2, 5)


def knock_of_one_who_could_play(entries: list[Entry]) -> None:
    at = [at for at, entry in enumerate(entries) if entry["e"] == "play"][-1]
    play = entries[at]
    del entries[at:]
    entries.append({"e": "knock", "turn": play["turn"], "seat": play["seat"], "by": "rule"})
    shown = [entry for entry in entries_of(TRUE[0]) if entry["e"] in ("reveal", "end")]
    round_number = [entry["round"] for entry in entries if entry["e"] == "deal"][-1]
    entries += [entry for entry in shown if entry.get("round", round_number) == round_number]


def missing_knock(entries: list[Entry]) -> None:
    at = next(at for at, entry in enumerate(entries) if entry["e"] == "knock")
    del entries[at]
    for entry in entries[at:]:
        if "turn" in entry:
            entry["turn"] -= 1


def wrong_opener(entries: list[Entry]) -> None:
    second = [entry for entry in entries if entry["e"] == "deal"][1]
    second["opener"] = after(second["opener"])


def partner_counts_too(entries: list[Entry]) -> None:
    at = next(at for at, entry in enumerate(entries) if entry["e"] == "round" and entry["by"] == "out")
    held = entries[at]["pips"]
    winner = held.index(0)
    entries[at]["points"][winner % 2] += 10
    assert held[(winner + 2) % 4]
    from_here(entries, at, winner % 2, 10)


def clock_plays_what_it_likes(entries: list[Entry]) -> None:
    plays = [entry for entry in entries if entry["e"] == "play"]
    at = next(at for at, entry in enumerate(plays) if entry["by"] == "player" and at > 0 and entry["arm"] != "first")
    plays[at]["by"] = "clock"


def one_more_tile(entries: list[Entry]) -> None:
    """Go on after the end."""
    plays = [entry for entry in entries if entry["e"] == "play"]
    entries.insert(len(entries) - 1, {**plays[-1], "turn": plays[-1]["turn"] + 1})


def salts_after_the_seed_is_known(entries: list[Entry]) -> None:
    salts = [entry for entry in entries if entry["e"] == "salts"][1]
    entries.remove(salts)
    at = next(at for at, entry in enumerate(entries) if entry["e"] == "deal" and entry["round"] == salts["round"])
    entries.insert(at, salts)


def commitment_after_the_deal(entries: list[Entry]) -> None:
    commit = [entry for entry in entries if entry["e"] == "commit"][1]
    entries.remove(commit)
    at = next(at for at, entry in enumerate(entries) if entry["e"] == "salts" and entry["round"] == commit["round"])
    entries.insert(at, commit)


def seed_shown_early(entries: list[Entry]) -> None:
    shown = next(entry for entry in entries if entry["e"] == "reveal")
    entries.remove(shown)
    at = [at for at, entry in enumerate(entries) if entry["e"] == "play"][3]
    entries.insert(at, shown)


def fourth_commitment(entries: list[Entry]) -> None:
    [entry for entry in entries if entry["e"] == "commit"][-1]["commits"].append("0" * 64)


def fifth_salt(entries: list[Entry]) -> None:
    [entry for entry in entries if entry["e"] == "salts"][-1]["salts"].append("")


def reason_for_nothing(entries: list[Entry]) -> None:
    next(entry for entry in entries if entry["e"] == "deal")["reason"] = "misdeal"


def ended_too_soon(entries: list[Entry]) -> None:
    at = next(at for at, entry in enumerate(entries) if entry["e"] == "round")
    score = entries[at]["score"]
    del entries[at + 4 :]
    entries.append({"e": "end", "result": "team 1", "by": "score", "score": score})


LIES = (
    count_off_by_five,
    knock_of_one_who_could_play,
    missing_knock,
    wrong_opener,
    partner_counts_too,
    clock_plays_what_it_likes,
    one_more_tile,
    salts_after_the_seed_is_known,
    commitment_after_the_deal,
    seed_shown_early,
    fourth_commitment,
    fifth_salt,
    reason_for_nothing,
    ended_too_soon,
)


@pytest.mark.parametrize("lie", LIES)
def test_every_planted_lie_is_found(lie: Callable[[list[Entry]], None]) -> None:
    entries = entries_of(TRUE[0])
    lie(entries)
    assert entries != entries_of(TRUE[0])
    assert faults_of(written(entries))

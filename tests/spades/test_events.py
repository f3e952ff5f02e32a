"""Events as they are stored: one line of JSON each, readable by every later version of the program."""

import json
from typing import Any

import pytest

from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import SHEETS
from referee.table.terms import Terms

KEPT: list[tuple[ev.Event, str]] = [
    (
        ev.BidMade(1, 2, 4, "clock"),
        '{"v": 1, "e": "BidMade", "turn": 1, "seat": 2, "bid": 4, "by": "clock", "blind": false, "planned": false}',
    ),
    (
        ev.BidMade(3, 1, 0, "player", blind=True),
        '{"v": 1, "e": "BidMade", "turn": 3, "seat": 1, "bid": 0, "by": "player", "blind": true, "planned": false}',
    ),
    (
        ev.Committed(2, ("ab", "cd", "ef")),
        '{"v": 1, "e": "Committed", "round": 2, "seeds": ["ab", "cd", "ef"]}',
    ),
    (ev.Salted(3, "tea"), '{"v": 1, "e": "Salted", "seat": 3, "salt": "tea"}'),
    (
        ev.SaltsClosed(2, ("tea", "", '"7"', "")),
        '{"v": 1, "e": "SaltsClosed", "round": 2, "salts": ["tea", "", "\\"7\\"", ""]}',
    ),
    (ev.Revealed(2, 1, "ab"), '{"v": 1, "e": "Revealed", "round": 2, "attempt": 1, "seed": "ab"}'),
    (ev.Shown(3), '{"v": 1, "e": "Shown", "seat": 3}'),
    (ev.Misdealt(4, 2), '{"v": 1, "e": "Misdealt", "turn": 4, "seat": 2}'),
    (
        ev.Challenged(1, 3, 11, 4, True, 3),
        '{"v": 1, "e": "Challenged", "seat": 1, "round": 3, "book": 11, "accused": 4, "proven": true, "books": 3}',
    ),
    (ev.Provisional(2, "hands"), '{"v": 1, "e": "Provisional", "team": 2, "by": "hands"}'),
    (
        ev.CardPlayed(5, 3, Card("Q", "H"), "player"),
        '{"v": 1, "e": "CardPlayed", "turn": 5, "seat": 3, "card": "QH", "by": "player", "planned": false}',
    ),
    (
        ev.CardPlayed(6, 4, Card("K", "H"), "player", planned=True),
        '{"v": 1, "e": "CardPlayed", "turn": 6, "seat": 4, "card": "KH", "by": "player", "planned": true}',
    ),
    (
        ev.CardPlayed(56, 4, Card("2", "C"), "rule"),
        '{"v": 1, "e": "CardPlayed", "turn": 56, "seat": 4, "card": "2C", "by": "rule", "planned": false}',
    ),
    (ev.Claimed(40, 2), '{"v": 1, "e": "Claimed", "turn": 40, "seat": 2}'),
    (ev.TrickTaken(4), '{"v": 1, "e": "TrickTaken", "seat": 4}'),
    (
        ev.RoundScored(2, (4, 3, 2, 4), (60, -80), (120, -40), (3, 0), (0, 1), 3),
        '{"v": 1, "e": "RoundScored", "round": 2, "books": [4, 3, 2, 4], "points": [60, -80], "score": [120, -40],'
        ' "bags": [3, 0], "sets": [0, 1], "extra": 3}',
    ),
    (
        ev.Misplayed(9, 1, Card("B", "S"), "not_held", -100),
        '{"v": 1, "e": "Misplayed", "turn": 9, "seat": 1, "card": "BJ", "fault": "not_held", "points": -100}',
    ),
    (
        ev.Voided(12, 9, "a slip", None, 0),
        '{"v": 1, "e": "Voided", "turn": 12, "to": 9, "reason": "a slip", "charge": null, "points": 0}',
    ),
    (ev.Conceded(3), '{"v": 1, "e": "Conceded", "seat": 3}'),
    (ev.ConcessionWithdrawn(3), '{"v": 1, "e": "ConcessionWithdrawn", "seat": 3}'),
    (ev.Paused(), '{"v": 1, "e": "Paused", "protest": null, "words": ""}'),
    (ev.Resumed(), '{"v": 1, "e": "Resumed"}'),
    (
        ev.Restored(140, "Tue 24 Nov 12:00 UTC"),
        '{"v": 1, "e": "Restored", "turn": 140, "since": "Tue 24 Nov 12:00 UTC"}',
    ),
    (ev.Limited(3600), '{"v": 1, "e": "Limited", "seconds": 3600}'),
    (ev.LastRoundSet(7), '{"v": 1, "e": "LastRoundSet", "round": 7}'),
    (ev.Hurried(43200), '{"v": 1, "e": "Hurried", "seconds": 43200}'),
    (ev.Extended(3600), '{"v": 1, "e": "Extended", "seconds": 3600}'),
    (ev.Replaced(2, "Eve", "Bob"), '{"v": 1, "e": "Replaced", "seat": 2, "name": "Eve", "old": "Bob"}'),
    (
        ev.Planned(31, 4, "hearts: 3H, lowest"),
        '{"v": 1, "e": "Planned", "turn": 31, "seat": 4, "plan": "hearts: 3H, lowest"}',
    ),
    (ev.Unplanned(4, "hearts"), '{"v": 1, "e": "Unplanned", "seat": 4, "when": "hearts"}'),
    (ev.Unplanned(1, None), '{"v": 1, "e": "Unplanned", "seat": 1, "when": null}'),
    (ev.Ended(None, "abort"), '{"v": 1, "e": "Ended", "team": null, "by": "abort"}'),
    (ev.Ended(2, "forfeit"), '{"v": 1, "e": "Ended", "team": 2, "by": "forfeit"}'),
    (
        ev.Dealt(
            turn=57,
            round=2,
            attempt=2,
            reason="misdeal",
            eldest=2,
            seeds=("ab", "cd", "ef"),
            coming=("12", "34", "56"),
            prev="78",
            salts=("tea", "", "", ""),
            head="9a",
            hands=((Card("A", "S"),), (Card("L", "S"),), (), (Card("T", "D"), Card("2", "C"))),
            names=("Ann", "Bob", "Carol", "Dave"),
            score=(60, -40),
            bags=(1, 0),
            sets=(0, 2),
            extra=2,
            misplays=(0, 1),
            silences=(0, 0, 2, 0),
            conceded=(3,),
            paused=True,
            limit=7200,
            last_round=2,
            hurry=60,
        ),
        '{"v": 1, "e": "Dealt", "turn": 57, "round": 2, "attempt": 2, "reason": "misdeal", "eldest": 2,'
        ' "seeds": ["ab", "cd", "ef"], "coming": ["12", "34", "56"], "prev": "78", "salts": ["tea", "", "", ""],'
        ' "head": "9a", "hands": [["AS"], ["LJ"], [], ["TD", "2C"]],'
        ' "names": ["Ann", "Bob", "Carol", "Dave"], "score": [60, -40], "bags": [1, 0], "sets": [0, 2],'
        ' "extra": 2, "misplays": [0, 1], "silences": [0, 0, 2, 0], "conceded": [3], "paused": true, "limit": 7200,'
        ' "last_round": 2, "hurry": 60}',
    ),
]


@pytest.mark.parametrize("field", ["turn", "seat", "card", "by", "planned"])
def test_no_field_may_be_absent(field: str) -> None:
    line = ev.CODEC.to_json(ev.CardPlayed(5, 3, Card("Q", "H"), "player"))
    del line[field]
    with pytest.raises(KeyError, match=field):
        ev.CODEC.from_json(line)


@pytest.mark.parametrize(("event", "line"), KEPT, ids=lambda value: type(value).__name__)
def test_event_and_its_line(event: ev.Event, line: str) -> None:
    assert json.loads(json.dumps(ev.CODEC.to_json(event))) == json.loads(line)
    assert ev.CODEC.from_json(json.loads(line)) == event


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=lambda sheet: sheet.name)
def test_a_start_keeps_every_parameter_of_its_sheet(sheet: RuleSheet) -> None:
    started = ev.Started(12, ("Ann", "Bob", "Carol", "Dave"), sheet, 259200, Terms(leave=14))
    line = json.loads(json.dumps(ev.CODEC.to_json(started)))
    assert line["sheet"] == {"name": sheet.name, **sheet.parameters()}
    assert ev.CODEC.from_json(line) == started


def test_every_kind_of_event_has_a_line_here() -> None:
    assert {type(event) for event, _ in KEPT} | {ev.Started} == set(ev.KINDS.values())


@pytest.mark.parametrize("line", [{}, {"v": 2, "e": "Paused"}, {"v": 1, "e": "Vanished"}, {"e": "Paused"}], ids=str)
def test_line_of_another_program_is_refused(line: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="is not known to this program; update it"):
        ev.CODEC.from_json(line)

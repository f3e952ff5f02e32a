"""A game that begins without a mail: the same game as by `start`, and only one for each cause."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from referee.desk.case import Case
from referee.desk.table.begin import Players, begin, players_at
from referee.spades.rulesheet import team_of
from referee.store import signups
from referee.store.tables import events
from tests.talk import MASTER, NAMES, Talk, address

FOUR = tuple((name, address(name)) for name in NAMES)


def begins(talk: Talk, players: Players, sheet: str = "109", limit: timedelta | None = None) -> int:
    with talk.store.transaction() as tx:
        case = Case(desk=talk.desk, tx=tx, now=talk.now, draws=talk.draws())
        number = begin(case, talk.desk.sheets[sheet], players, MASTER, limit)
    talk.collect()
    return number


@pytest.mark.parametrize("team", [None, (0, 2), (0, 1)])
def test_it_is_dealt_announced_and_played_as_any_other(talk: Talk, team: tuple[int, int] | None) -> None:
    assert begins(talk, Players(FOUR, team, "match 7")) == 1
    assert {letter.to for letter in talk.letters} == {MASTER, *(address(name) for name in NAMES)}
    for name in NAMES:
        assert talk.last(name).events[:2] == ["start", "deal"] and len(talk.last(name)["Spades-Hand"].split()) == 13
    if team is not None:
        one, two = (talk.game().names.index(NAMES[place]) + 1 for place in team)
        assert team_of(one) == team_of(two)
    assert talk.kept().deadline == talk.now + timedelta(days=3)
    assert talk.bids().acts() == "PlayCard/accepted"
    assert talk.master("abort") == "Abort/accepted", "and its Gamesmaster steers it"


def test_sheet_and_limit_are_those_asked_for(talk: Talk) -> None:
    begins(talk, Players(FOUR, None, "match 7"), "pride", timedelta(hours=12))
    assert talk.game().sheet.name == "pride"
    assert talk.kept().deadline == talk.now + timedelta(hours=12)


def test_the_same_cause_begins_only_one_game(talk: Talk) -> None:
    assert begins(talk, Players(FOUR, None, "match 7")) == 1
    count = len(talk.letters)
    assert begins(talk, Players(FOUR, None, "match 7")) == 1
    assert len(talk.letters) == count
    assert begins(talk, Players(FOUR, None, "match 8")) == 2


def test_its_events_name_no_mail(talk: Talk) -> None:
    begins(talk, Players(FOUR, None, "match 7"))
    with talk.store.reading() as tx:
        assert set(tx.execute(select(events.c.inbox)).scalars()) == {None}


def test_a_full_table_begins_with_its_own_number_and_seeds(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for name in NAMES:
        assert talk.says(name, "join", answers=None, proven=True) == "Join/accepted"
    talk.says("ann", "salt a handful of sand")
    with talk.store.reading() as tx:
        (table,) = signups.open_lineups(tx)
    with talk.store.transaction() as tx:
        case = Case(desk=talk.desk, tx=tx, now=talk.now, draws=talk.draws())
        players = players_at(case, signups.lineup(tx, table.id))
        number = begin(case, talk.desk.sheets[table.sheet], players, MASTER)
    talk.collect()
    assert number == table.number
    assert talk.game(number).seeds[1] == table.seeds
    with talk.store.reading() as tx:
        assert signups.lineup(tx, table.id).game == number and not signups.open_lineups(tx)
    assert talk.says("ann", "hand") == "Hand/accepted"

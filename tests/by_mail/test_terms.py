"""The terms of a game: what is usual by its sheet, what the configuration says, what its start says."""

from pathlib import Path

import pytest

from referee.spades.sheets import Terms
from tests.by_mail.sheet_tables import table as table_of
from tests.talk import LIST, MASTER, NAMES, STARTER, Talk

OWN = {"ours": {"base": "109", "target": 300}, "theirs": {"base": "ours"}, "other": {"base": "standard"}}


@pytest.mark.parametrize("sheet", ["109", "ours", "theirs"])
def test_109_keeps_its_own_procedure_and_so_does_a_sheet_made_from_it(tmp_path: Path, sheet: str) -> None:
    talk = table_of(tmp_path, sheet, sheets=OWN)
    assert talk.game().terms == Terms(last_trick="by itself", leave=0, weekends=True)


@pytest.mark.parametrize("sheet", ["fsu", "pride", "standard", "usag", "other"])
def test_the_others_give_14_days(tmp_path: Path, sheet: str) -> None:
    talk = table_of(tmp_path, sheet, sheets=OWN)
    assert talk.game().terms == Terms(last_trick="by itself", leave=14, weekends=True)


def test_the_configuration_comes_before_the_usual_and_the_start_before_both(tmp_path: Path) -> None:
    game = {"last_trick": "by hand", "leave": 5, "weekends": False}
    talk = table_of(tmp_path, "109", game=game)
    assert talk.game().terms == Terms(last_trick="by hand", leave=5, weekends=False)
    (tmp_path / "more").mkdir()
    lines = ("time limit: 1 day", "leave: none", "weekends: on", "last trick: by itself")
    more = table_of(tmp_path / "more", "109", *lines, game=game)
    assert more.game().terms == Terms(leave=0) and more.game().limit == 86_400


def test_terms_are_no_parameters_of_the_sheet(tmp_path: Path) -> None:
    talk = table_of(tmp_path, "standard", "leave: 3")
    assert talk.last("ann")["Spades-Sheet"] == "standard" and talk.game().sheet.name == "standard"
    (tmp_path / "star").mkdir()
    star = table_of(tmp_path / "star", "109", "leave: 3", "target: 300")
    assert star.last("ann")["Spades-Sheet"] == "109*"
    assert star.game().terms == Terms(leave=3), "the star does not hide that it is 109"


UNUSUAL = ("Saturday", "leave", "last trick is played")


def test_the_start_letter_is_silent_about_usual_terms(tmp_path: Path) -> None:
    for sheet in ("109", "standard"):
        (tmp_path / sheet).mkdir()
        talk = table_of(tmp_path / sheet, sheet)
        for name in NAMES:
            assert not [word for word in UNUSUAL if word in talk.to(name)[0].flat]


@pytest.mark.parametrize(
    ("sheet", "line", "says"),
    [
        ("109", "weekends: off", "Limits do not run on Saturday and Sunday (UTC)."),
        ("109", "leave: 7", "may be away for 7 days"),
        ("standard", "leave: none", "The game gives no leave"),
        ("standard", "last trick: by hand", "The last trick is played by hand"),
    ],
)
def test_it_names_the_terms_that_are_not(tmp_path: Path, sheet: str, line: str, says: str) -> None:
    talk = Talk(tmp_path, referee={"list": LIST, "list_mode": "external"}).starts(f"{STARTER}\nsheet: {sheet}\n{line}")
    for reader in (LIST, *NAMES):
        assert says in talk.to(reader)[0].flat


def test_a_full_table_gets_the_terms_of_the_start_that_answers_it(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for name in NAMES:
        assert talk.says(name, "join standard", answers=None, proven=True) == "Join/accepted"
    letter = next(x for x in talk.to(MASTER) if "table" in x.events)
    assert talk.master("start\nleave: 2\ntime limit: 1 day", answers=letter) == "Start/accepted"
    assert talk.game().terms == Terms(leave=2) and talk.game().limit == 86_400

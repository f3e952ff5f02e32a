"""The lines about tournaments on the page of all tables."""

from pathlib import Path

from tests.talk import MASTER
from tests.tournament_talk import Cup


def test_the_page_of_all_tables_shows_the_tournaments(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced()
    assert cup.gm("table") == "Tables/accepted"
    assert "- Spring Cup: Nobody has entered yet. Sign-up ends at Thu 26 Nov 12:00 UTC." in cup.last(MASTER).text
    cup.gm("cancel Spring Cup because too few came")
    cup.gm("table")
    assert "Spring Cup" not in cup.last(MASTER).text.partition("-- \n")[0]

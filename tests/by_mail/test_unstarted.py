"""Full tables that nobody starts: whom the referee reminds, how often, and when it stops."""

from datetime import timedelta
from pathlib import Path

from tests.talk import MASTER, NAMES, Talk

OTHER = "second@club.test"


def joined(talk: Talk, *names: str) -> Talk:
    for name in names or NAMES:
        talk.says(name, f"join\nname {name}", answers=None, proven=True)
    return talk


def reminded(talk: Talk, **later: int) -> list[str]:
    """Find who is reminded some time later."""
    talk.now += timedelta(**later)
    before = len(talk.letters)
    done = talk.does("full tables")
    talk.collect()
    new = talk.letters[before:]
    assert done is bool(new)
    return sorted(letter.to for letter in new)


def test_each_gamesmaster_is_reminded_once_a_week_until_the_table_has_started(tmp_path: Path) -> None:
    talk = joined(Talk(tmp_path, referee={"address": "referee@club.test", "gamesmasters": [MASTER, OTHER]}))
    assert reminded(talk, days=6, hours=23) == []
    assert reminded(talk, hours=1) == [MASTER, OTHER]
    page = talk.last("gm").flat
    assert "Table 1 (sheet 109: Ann, Bob, Carol and Dave) has been full since Tue 24 Nov 12:00 UTC" in page
    joined(talk, "Eve", "Finn", "Gus", "Hal")
    assert reminded(talk, days=6) == []
    assert reminded(talk, days=1) == [MASTER, OTHER], "one letter about both"
    assert talk.last("gm").text.count("has been full since") == 2
    for number in (1, 2):
        assert talk.master("start", subject=f"[Spades {number}]") == "Start/accepted"
    assert reminded(talk, days=30) == []


def test_the_letter_about_one_table_is_answered_with_its_start(tmp_path: Path) -> None:
    talk = joined(Talk(tmp_path))
    assert reminded(talk, days=7) == [MASTER]
    assert talk.says("gm", "start") == "Start/accepted" and talk.game().round == 1


def test_nobody_is_reminded_where_full_tables_start_by_themselves_or_none_is_full(tmp_path: Path) -> None:
    waits = joined(Talk(tmp_path), *NAMES[:3])
    assert reminded(waits, days=30) == []
    joined(waits, NAMES[3])
    waits.desk = Talk(tmp_path, game={"start_full_tables": True}).desk
    assert reminded(waits, days=30) == []

"""Nothing that is not public is in any byte of any file of the site, at any moment, whatever happens at a table; and
what is written of it bit by bit is what would be written of all.
"""

from pathlib import Path
from typing import Any

import pytest

from referee.desk.site.renew import Site
from referee.spades.sheets import SHEETS
from referee.table.seats import SEATS
from tests.site.canaries import SALT, Club, CupWatch, WatchedCup, differing, other_secrets
from tests.tournament_talk import pair

KINDS = {
    "index.html", "index.json", "feed.xml", "games/index.html", "games/pageN.html",
    "games/N/index.html", "games/N/rN.html", "games/N/record.jsonl", "games/N/record.js",
    "players/index.html", "players/pageN.html", "players/N/index.html", "tournaments/index.html",
}  # fmt: skip
"""The files that every table brings about."""
CUP_KINDS = {"tournaments/N/index.html", "tournaments/N/scheduleN.html", "tournaments/N/record.jsonl",
             "tournaments/N/feed.xml", "tournaments/index.html"}  # fmt: skip


def sheets(*first: str) -> list[Any]:
    """Return every sheet: these first, which differ in what they hide, the others in the long run."""
    return [pytest.param(name, marks=[] if name in first else [pytest.mark.long]) for name in SHEETS]


@pytest.mark.parametrize("sheet", sheets("fsu", "sigma"))
def test_no_file_holds_a_secret_at_any_moment(tmp_path: Path, sheet: str) -> None:
    club = Club(tmp_path, sheet, 1 + list(SHEETS).index(sheet))
    assert club.watch is not None
    for act in (club.plans, club.salts, club.silence):
        act()
        club.go(6)
    assert SHEETS[sheet].misplay_act is None or club.until(club.reneges)
    club.go(6)
    club.until(club.claims)
    club.go(6)
    club.finishes()
    club.go(6)
    club.quiet = True
    club.watch.renew()
    Site(club.talk.desk, tmp_path / "whole").write_all(club.talk.store, club.talk.now)
    assert differing(tmp_path / "whole", club.place) == [], "what was written bit by bit is the same as all of it"
    club.watch.ends()
    assert club.watch.kinds >= KINDS


@pytest.mark.parametrize("sheet", sheets("109", "fsu", "sigma"))
def test_other_secrets_write_the_same_files(tmp_path: Path, sheet: str) -> None:
    """The other secrets, who holds which card that was not played, what was a plan's, and who lives where, change no
    byte."""
    club = Club(tmp_path, sheet, 2)
    club.go(12)
    assert SHEETS[sheet].misplay_act != "stand" or club.until(club.reneges)
    number = club.game
    assert any(club.talk.game(number).hand(seat) for seat in SEATS)
    Site(club.talk.desk, tmp_path / "one").write_all(club.talk.store, club.talk.now)
    other_secrets(club.talk, number)
    Site(club.talk.desk, tmp_path / "other").write_all(club.talk.store, club.talk.now)
    assert differing(tmp_path / "one", tmp_path / "other") == []


def test_no_file_of_a_tournament_holds_a_secret_at_any_moment(tmp_path: Path) -> None:
    cup = WatchedCup(tmp_path)
    cup.watch = CupWatch(cup, tmp_path / "site")
    cup.announced(format="usag").enter_teams(4)
    cup.writes(pair(2)[0], f"salt {SALT}", subject="Spring Cup")
    cup.closes()
    assert cup.writes(pair(1)[0], f"salt {SALT}", subject="[Spring Cup]") == "Salt/accepted", cup.last(pair(1)[0]).text
    cup.draws_now().begins()
    cup.concedes(1)
    cup.ended()
    Site(cup.desk, tmp_path / "whole").write_all(cup.store, cup.now)
    assert differing(tmp_path / "whole", tmp_path / "site") == []
    cup.watch.ends()
    assert cup.watch.kinds >= CUP_KINDS

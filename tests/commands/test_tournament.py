"""`referee tournament`, and the tournaments of `referee status`: one by mail, and names that fit none or many."""

import json
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from sqlalchemy import update

from referee.commands.app import main
from referee.commands.errors import UnknownTournament
from referee.commands.status import show_status, status_of
from referee.commands.tournament import Summary, find, parts, progress_words, summary, whole
from referee.config import load_settings
from referee.running.opening import open_database
from referee.store import matches, tournaments
from referee.store.games import StoredResult, put_result
from referee.store.tables import games
from referee.store.tournaments import TournamentRow
from referee.tournaments import decide
from referee.tournaments.formats import StageKind
from referee.tournaments.matches import due
from tests.running.post_office import write_config
from tests.talk import Talk, address
from tests.tournament_talk import Cup
from tests.tournaments.drawn_samples import event, finish, of_kind, single
from tests.tournaments.played import Played

START = datetime(2026, 12, 1, tzinfo=UTC)
CUP = "tournament Spring Cup\nformat: usag\nteams: 2 to 4\nsign-up until: 1 December\nbegins: 5 December"


def shown(talk: Talk) -> tuple[list[str], Summary]:
    """Return the command's output about the only tournament, and its line in `referee status`."""
    with talk.store.reading() as tx:
        row = find(tx, "spring")
        t = tournaments.state_of(tx, row)
        running = matches.live(tx, t)
        printed = "\n\n".join(parts(row.times, t, running, whole(tx, row, t, running))).split("\n")
        (line,) = status_of(tx, None)["tournaments"]
    return printed, line


def test_a_tournament_by_mail(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk.master(CUP) == "Announce/accepted"
    for captain, partner, team in (("ann", "bob", "The Aces"), ("carol", "dave", "Bags")):
        talk.deliver(talk.mail(captain, f"enter Spring Cup with {address(partner)} as {team}", proven=True))
        talk.deliver(talk.mail(partner, f"enter Spring Cup with {address(captain)}", proven=True))
    printed, line = shown(talk)
    assert printed[0] == "Spring Cup, tournament 1: sign-up"
    assert printed[2] == "2 teams; next: entries close, Fri 4 Dec 00:00 UTC"
    assert "  Bags: carol and dave" in printed
    talk.passes(days=9, hours=13)
    assert shown(talk)[1]["next"] == {"what": "draw", "at": "2026-12-05T00:00:00+00:00"}
    talk.passes(days=1)
    printed, line = shown(talk)
    assert (line["phase"], line["running"]) == ("running", 1) and line["next"] == {"what": "results", "at": None}
    assert any("0* -+" in row for row in printed) and any("game 1  being played" in row for row in printed)
    with talk.store.transaction() as tx:
        tx.execute(update(games).values(score=[10, -20]))
        t = tournaments.load(tx, 1).state
        first = "The Aces" if talk.kept().names[0] in ("ann", "bob") else "Bags"
        assert dict(zip(t.games[1].teams, matches.live(tx, t)[1].score, strict=True))[first] == 10
        over = StoredResult(game=1, winner=1, how="score", score=(10, -20), decided_at=talk.now, final_at=None)
        for how, final_at, waits in (("score", None, True), ("score", talk.now, False), ("forfeit", talk.now, True)):
            put_result(tx, replace(over, how=how, final_at=final_at))
            assert (matches.live(tx, t)[1].pending is not None) == waits, (how, final_at)
    talk.store.close()


def stored(played: Played, number: int, name: str) -> tuple[TournamentRow, Played]:
    """Return a row for a tournament that was played without games."""
    row = TournamentRow(
        id=number,
        name=name,
        gamesmaster="gm@club.test",
        source=f"mail {number}",
        phase=played.t.phase,
        announced_at=START,
        sign_up_until=START,
        closes_at=START,
        draw_at=START,
        begins_at=START,
        asked_at=None,
        paused_at=None,
        seeded=(),
        pending=(),
        last_seq=0,
        head=played.t.head,
        filed=None,
        wakes_at=None,
    )
    return row, played


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a referee with three tournaments: two that are alike, one that is over."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    config = write_config(tmp_path)
    league = event(of_kind(StageKind.LEAGUE, every=timedelta(days=7)), 3, 0, run=False, number=2)
    league.then(decide.begin(league.t, due(league.t)[0], 1))
    finish(league, 1)
    cups = (
        stored(event(single(), 4, 1, number=1), 1, "Spring Cup"),
        stored(league, 2, "Spring League"),
        stored(event(single(), 2, 9, number=3), 3, "Cup"),
    )
    with closing(open_database(load_settings(config, mail=False))) as store, store.transaction() as tx:
        for row, played in cups:
            tournaments.add(tx, row)
            tournaments.append(tx, row, played.t, played.events, now=START, inbox=None)
        tx.commit()
    return tmp_path


def ran(*words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Run the command; return its code, what it printed, and its errors."""
    monkeypatch.setattr(sys, "argv", ["referee", "tournament", *words])
    with pytest.raises(SystemExit) as end:
        main()
    assert isinstance(end.value.code, int)
    return end.value.code, *capsys.readouterr()


def test_the_command(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[int, str, str]:
        return ran(*words, monkeypatch=monkeypatch, capsys=capsys)

    code, out, err = run("cup")
    assert (code, err) == (0, "") and "Places\n  1st  The Aces\n  2nd  Bags and Nothing" in out
    assert run("3")[1] == out == run(" CUP ")[1]
    found = json.loads(run("league", "--json")[1])
    assert found["next"] == {"what": "round", "at": "2026-12-08T00:00:00+00:00"}
    for name, words in (
        ("spring", "spring may be several tournaments: give the number, 1 (Spring Cup) or 2 (Spring League)"),
        ("Winter", "there is no tournament Winter: `referee status` lists the tournaments, by number and name"),
        ("4", "there is no tournament 4: `referee status` lists the tournaments, by number and name"),
    ):
        assert run(name) == (1, "", f"referee: {words}\n")


def test_a_name_means_the_tournament_that_was_announced_anew(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced(name="Mini Cup").announced("teams: 2 to 4", name="Mini Cup")
    with cup.store.reading() as tx:
        assert [row.phase for row in tournaments.every(tx)] == ["cancelled", "sign-up"]
        assert find(tx, "Mini Cup").id == find(tx, "mini").id == 2


def test_what_is_next(folder: Path) -> None:
    with closing(open_database(load_settings(folder / "referee.toml", mail=False))) as store, store.reading() as tx:
        assert [progress_words(row) for row in status_of(tx, None)["tournaments"]] == [
            "4 teams; next: the next matches begin as results come in",
            "3 teams; next: the next round opens, Tue 8 Dec 00:00 UTC",
            "2 teams",
        ]
        printed = StringIO()
        show_status(Console(file=printed, width=160), status_of(tx, None), START, None)
        assert "Tournament 3, Cup: over; 2 teams\n" in printed.getvalue()
        row = find(tx, "1")
        for changes, what in (({"asked_at": START}, "gamesmaster"), ({"paused_at": START}, "resume")):
            tournaments.change(tx, row, **changes)
            assert summary(tx, find(tx, "1"))["next"] == {"what": what, "at": None}
            tournaments.change(tx, row, asked_at=None, paused_at=None)
        assert summary(tx, row)["phase"] == "running"


def test_no_tournament_at_all(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    with talk.store.reading() as tx, pytest.raises(UnknownTournament, match="there is no tournament yet"):
        find(tx, "Spring Cup")
    talk.store.close()

"""The tricks that people might try in a tournament: to rule on their rivals, to keep a choice open until they know
more, to have an old letter mean a new event, to have the referee pester somebody, or to keep it busy."""

from datetime import timedelta
from pathlib import Path

import pytest

from referee.asking.tournaments import lines, steering_lines
from referee.asking.tournaments.titles import Names
from referee.desk import quotas, rollback
from referee.desk.case import Case
from referee.store import progress
from tests.talk import MASTER, address
from tests.tournament_talk import Cup, called, pair

OTHER = "gm2@club.test"


def test_a_gamesmaster_who_plays_rules_on_no_game_of_the_tournament(tmp_path: Path) -> None:
    cup = Cup(tmp_path, referee={"gamesmasters": [MASTER, OTHER]}).announced()
    cup.enters(OTHER, "Bob", "Masters")
    for number in (2, 3, 4):
        cup.enters(*pair(number), called(number))
    cup.closes().draws_now().begins()
    for game in (one.game for one in cup.running()):
        for line in ("pause", "forfeit team 1", "abort", "extend 2 days", "rule void to turn 1 because I lose"):
            said = cup.deliver(cup.mail(OTHER, line, subject=f"[Spades {game}]", proven=True))
            assert said.endswith("/seated-gamesmaster"), (line, said)
        assert cup.game(game).result is None
        assert cup.master("pause", subject=f"[Spades {game}]") == "Pause/accepted", "who plays nowhere may"


def test_a_match_has_the_players_of_its_teams_and_goes_on_in_one_game(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    match, rival = cup.match(1), cup.match(2)
    assert match.first and rival.first
    (out, _), (rich, _) = cup.cup().team(match.first).players, cup.cup().team(rival.first).players
    tag = {"subject": f"[Spades {cup.in_game(1)}]"}
    game = cup.in_game(1)
    assert cup.gm(f"replace {out} with {rich} <{address(rich)}>", **tag) == "ReplacePlayer/tournament"
    assert "substitute" in cup.last(MASTER).text
    cup.concedes(1)
    assert cup.rules(1) == "RuleMatch/accepted"
    assert cup.gm("rule void to turn 1 because they misread", **tag) == "VoidTo/tournament"
    assert cup.game(game).result is not None, "its match is settled, and nobody plays it on beside that"


def test_who_confirms_late_is_late(tmp_path: Path) -> None:
    """The moment of the `yes` counts: an unanswered question keeps neither a place nor a salt open."""
    cup = Cup(tmp_path).announced("teams: 2 to 4")
    cup.enters(*pair(1), called(1))
    cup.writes("Gil", "name Gil")
    cup.writes("Hana", f"enter Spring Cup with {address('Gil')} as Late")
    assert cup.deliver(cup.mail("Gil", f"enter Spring Cup with {address('Hana')}")) == "Enter/unproven"
    asked = cup.last("Gil")
    cup.now = cup.row().sign_up_until + timedelta(hours=1)
    cup.passes()
    assert cup.says("Gil", "yes", answers=asked).startswith("Enter/tournament"), cup.last("Gil").text
    assert ("Late", "asked") in cup.placed()
    assert cup.gm("extend sign-up by 1 day") == "ExtendSignUp/accepted"
    cup.enters(*pair(2), called(2)).closes()
    assert cup.deliver(cup.mail("Ann", "salt early")) == "Salt/unproven"
    asked = cup.last("Ann")
    cup.now = cup.row().draw_at + timedelta(hours=1)
    assert cup.cup().phase == "closed", "the draw is overdue"
    assert cup.says("Ann", "yes", answers=asked).startswith("Salt/tournament")
    assert all(entry.salts == ("", "") for entry in cup.entries())


def test_a_letter_about_a_tournament_that_is_over_means_no_other(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(2)
    cup.ended()
    old = next(one for one in reversed(cup.to(MASTER)) if one["Spades-Tournament"])
    cup.announced(name="Summer Cup").enter_teams(2, cup="Summer Cup").closes().draws_now().begins()
    line = f"rule match 1 {called(1)} win 250 to 180 because they do"
    assert cup.gm(line, answers=old) == "RuleMatch/tournament"
    assert "Spring Cup is over" in cup.last(MASTER).text
    assert cup.gm(line, subject="about [Spring Cup]") == "RuleMatch/tournament"
    assert not cup.cup().outcomes
    assert cup.gm(f"rule match 1 of Summer Cup {called(1)} win 250 to 180 because they do", answers=old) == (
        "RuleMatch/accepted"
    )


def test_nobody_inherits_a_seed_with_a_name(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 4").enters(*pair(1), "Aces").enters(*pair(2), "Kings")
    assert cup.gm("seed Aces, Kings") == "Seed/accepted"
    cup.writes("Ann", "leave Spring Cup")
    cup.enters(*pair(3), "Aces")
    assert cup.closes().cup().seeded == ("Kings",)


def test_what_waits_for_the_draw_is_noted_once(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enter_teams(2).closes()
    for _ in range(5):
        assert cup.writes("Ann", "withdraw from Spring Cup").startswith("WithdrawFrom/accepted")
    assert len(cup.row().pending) == 1


def test_many_who_name_one_person_do_not_flood_them(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced()
    cup.writes("Bob", "name Bob")
    heard = len(cup.letters)
    for number in range(12):
        letters = chr(ord("a") + number) * 3
        cup.writes(f"{letters}@else.test", f"enter Spring Cup with {address('Bob')} as Team {letters}")
    assert len(cup.since(heard, to="Bob")) == quotas.BY_OTHERS
    assert "answered `yes`" not in cup.last("lll@else.test").text, "nobody was asked"
    assert "has written `enter" in cup.last("lll@else.test").flat


def test_each_ruling_of_a_day_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = Cup(tmp_path).drawn(4)
    monkeypatch.setattr(quotas, "STEERING", 4)
    cup.passes(days=1)
    lines = [
        "replay match 1",
        "reset match 1 because of it",
        "replay match 1",
        "rule match 1 Team Eve win 250 to 180 because of it",
    ]
    assert [cup.master(line).partition("/")[2] for line in [*lines, lines[0]]] == ["accepted"] * 4 + ["enough"]


def test_after_a_restore_only_who_knows_of_it_has_a_tournament_go_on(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(2)
    with cup.store.transaction() as tx:
        case = Case(desk=cup.desk, tx=tx, now=cup.now, draws=cup.draws())
        rollback.stop_all(case, rollback.Lost(0, progress.reach(tx).letter, progress.reach(tx).game))
    cup.collect()
    said = [one.flat for one in cup.to(MASTER)]
    asked = next(text for text in said if "Spring Cup stands still" in text)
    assert "same seed for its first deal" in asked, "the cards of a match may be known"
    late = cup.mail(MASTER, "resume Spring Cup", proven=True)
    assert cup.deliver(late, ago=timedelta(hours=1)) == "ResumeTournament/tournament"
    assert cup.cup().paused
    assert cup.gm("resume Spring Cup") == "ResumeTournament/accepted"


def test_no_mail_keeps_the_reader_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee guesses only few names of a long list."""
    looked: list[str] = []
    known = Names(("Spring Cup",), tuple(f"Team {number} of the cup" for number in range(64)))

    def look(text: str, *_: object) -> bool:
        looked.append(text)
        return False

    monkeypatch.setattr(steering_lines, "check_near", look)
    lines.read_line("seed " + ", ".join("ab" * 50), known)
    assert len(looked) == steering_lines.HINTS

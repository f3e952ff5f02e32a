"""The result of a game, and since when it is final: 109, clauses 5 and 6, and the time to challenge on `fsu`."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from referee.store import inbox
from referee.store.games import StoredResult, result_of
from tests.by_mail.lossy import Lossy
from tests.talk import MASTER, STARTER, Talk

DAY, HOUR = timedelta(hours=24), timedelta(hours=1)


def begins(folder: Path, *lines: str) -> Talk:
    return Talk(folder).starts("\n".join((STARTER, *lines)))


def stored(talk: Talk) -> StoredResult | None:
    with talk.store.reading() as tx:
        return result_of(tx, 1)


def result(talk: Talk) -> StoredResult:
    """Return the stored result, which must be the one that the game has."""
    found, game = stored(talk), talk.game()
    assert found is not None
    assert (found.winner, found.how) == (game.result or game.provisional)
    assert found.score == game.score
    return found


def moments(talk: Talk) -> tuple[datetime, datetime | None]:
    found = result(talk)
    return found.decided_at, found.final_at


def plays_out(talk: Talk) -> Talk:
    """Play to the end of the game, one act an hour."""
    while talk.game().result is None and talk.game().provisional is None:
        talk.now += HOUR
        assert talk.acts().endswith("/accepted")
    return talk


def misplays(talk: Talk) -> int:
    """Have whoever is to act name a joker, which nobody holds; return their seat."""
    who = talk.due()
    assert talk.says(who, "play BJ") == "PlayCard/accepted"
    return 1 + talk.game().names.index(who.title())


def both_concede(talk: Talk) -> Talk:
    for seat in (2, 4):
        assert talk.says(talk.game().names[seat - 1], "concede") == "Concede/accepted"
    return talk


# how a game ends, and since when that is final


def by_score(folder: Path) -> Talk:
    return plays_out(begins(folder, "target: 10"))


def by_hands(folder: Path) -> Talk:
    return plays_out(begins(folder, "hand limit: 1"))


def by_misplays(folder: Path) -> Talk:
    talk = begins(folder).bids()
    misplays(talk)
    misplays(talk)
    return talk


def by_ruling(folder: Path) -> Talk:
    talk = begins(folder)
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    return talk


def by_concession(folder: Path) -> Talk:
    return both_concede(begins(folder))


def by_abort(folder: Path) -> Talk:
    talk = begins(folder)
    assert talk.master("abort") == "Abort/accepted"
    return talk


def provisional(folder: Path) -> Talk:
    return plays_out(begins(folder, "sheet: fsu", "target: 10"))


def undone(folder: Path) -> Talk:
    talk = by_concession(folder)
    assert talk.master("rule void to turn 1 because of a mix-up") == "VoidTo/accepted"
    return talk


Ending = Callable[[Path], Talk]
AT_ONCE: dict[str, Ending] = {"score": by_score, "hands": by_hands, "abort": by_abort}
IN_A_DAY: dict[str, tuple[Ending, int]] = {
    "forfeit by misplays": (by_misplays, 2),
    "forfeit by ruling": (by_ruling, 2),
    "concession": (by_concession, 1),
}


def test_a_game_that_runs_has_none(table: Talk) -> None:
    assert stored(table) is None
    table.bids()
    assert stored(table) is None


@pytest.mark.parametrize("how", AT_ONCE)
def test_what_nothing_undoes_is_final_at_once(tmp_path: Path, how: str) -> None:
    talk = AT_ONCE[how](tmp_path)
    assert moments(talk) == (talk.now, talk.now) and talk.kept().ended_at == talk.now
    assert result(talk).how == how
    one, two = talk.game().score
    assert result(talk).winner == (None if how == "abort" else 1 if one > two else 2)


@pytest.mark.parametrize("how", IN_A_DAY)
def test_forfeit_and_concession_are_final_a_day_later(tmp_path: Path, how: str) -> None:
    ending, winner = IN_A_DAY[how]
    talk = ending(tmp_path)
    if how != "forfeit by misplays":
        assert result(talk).winner == winner
    assert moments(talk) == (talk.now, talk.now + DAY)
    assert result(talk).how == how.partition(" ")[0]


# what a ruling makes of it


def test_a_ruling_that_lets_the_game_go_on_takes_it_away(tmp_path: Path) -> None:
    talk = undone(tmp_path)
    assert talk.game().result is None and stored(talk) is None
    talk.now += HOUR
    assert talk.master("forfeit team 2") == "Forfeit/accepted"
    assert result(talk).winner == 1 and moments(talk) == (talk.now, talk.now + DAY)


def test_a_ruling_that_changes_it_begins_its_day_anew(tmp_path: Path) -> None:
    talk = begins(tmp_path).bids()
    culprit = misplays(talk)
    turn, team = talk.kept().turn, 1 + (culprit - 1) % 2
    assert talk.master(f"forfeit team {3 - team}") == "Forfeit/accepted"
    assert result(talk).winner == team
    talk.now += HOUR
    name = talk.game().names[culprit - 1]
    assert talk.master(f"rule void to turn {turn} because it was worse, with charge {name}").startswith("VoidTo/")
    assert result(talk).winner == 3 - team, "the second misplay in a hand forfeits"
    assert moments(talk) == (talk.now, talk.now + DAY)


def test_a_ruling_that_brings_the_same_result_begins_its_day_anew_too(tmp_path: Path) -> None:
    talk = begins(tmp_path).bids()
    culprit = misplays(talk)
    turn, team = talk.kept().turn, 1 + (culprit - 1) % 2
    assert talk.master(f"forfeit team {team}") == "Forfeit/accepted"
    before = result(talk)
    talk.now += HOUR
    name = talk.game().names[culprit - 1]
    assert talk.master(f"rule void to turn {turn} because it was worse, with charge {name}").startswith("VoidTo/")
    assert (result(talk).winner, result(talk).how) == (before.winner, before.how)
    assert result(talk).score != before.score and moments(talk) == (talk.now, talk.now + DAY)


@pytest.mark.parametrize(("late", "outcome"), [(timedelta(), "accepted"), (HOUR, "result-too-old")])
def test_it_is_undone_until_it_is_final_and_no_longer(tmp_path: Path, late: timedelta, outcome: str) -> None:
    talk = by_ruling(tmp_path)
    final = result(talk).final_at
    assert final is not None
    talk.now = final + late
    assert talk.master("rule void to turn 1 because of a mix-up") == f"VoidTo/{outcome}"
    assert (stored(talk) is None) == (outcome == "accepted")


@pytest.mark.parametrize("ending", [by_hands, by_abort])
def test_a_ruling_that_is_refused_changes_nothing(tmp_path: Path, ending: Ending) -> None:
    talk = ending(tmp_path)
    before = result(talk)
    talk.now += HOUR
    turn = talk.kept().turn
    assert talk.master(f"rule void to turn {turn} because of a mix-up") == "VoidTo/result-stands"
    assert result(talk) == before


# fsu: the last round may be challenged


def test_a_provisional_result_is_final_once_the_time_to_challenge_is_over(tmp_path: Path) -> None:
    talk = provisional(tmp_path)
    decided = talk.now
    assert moments(talk) == (decided, None)
    talk.passes(hours=23)
    assert moments(talk) == (decided, None)
    talk.passes(hours=1)
    assert talk.game().result is not None and moments(talk) == (decided, talk.now)


def test_a_challenge_makes_it_another_or_none(tmp_path: Path) -> None:
    talk = provisional(tmp_path)
    talk.now += HOUR
    honest = talk.game().tricks[3][1].seat
    names = talk.game().names
    said = f"challenge book 4 {names[honest - 1]}"
    assert talk.says(names[honest % 4], said) == "ChallengeBook/accepted"
    if talk.game().provisional is None:
        assert stored(talk) is None
    else:
        assert moments(talk) == (talk.now, None)


# a database that was restored, one that is older, an act that fails


def test_a_restored_database_has_the_result_of_its_time(tmp_path: Path) -> None:
    talk = Lossy(tmp_path)
    talk.starts()
    copy = talk.copies()
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    talk.loses(copy)
    assert talk.game().result is None and stored(talk) is None


def test_a_restored_result_is_no_younger(tmp_path: Path) -> None:
    talk = Lossy(tmp_path)
    talk.starts().bids()
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    before, ended = result(talk), talk.kept().ended_at
    copy = talk.copies()
    talk.master("games", subject="a question")
    talk.loses(copy)
    assert result(talk) == before and talk.kept().ended_at == ended
    talk.now = before.decided_at + DAY + HOUR
    assert talk.master("rule void to turn 1 because of a mix-up") == "VoidTo/result-too-old"


def test_an_act_that_cannot_be_announced_is_not_kept(table: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    events, row, letters = table.trail(), table.kept(), len(table.letters)

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("between keeping and announcing")

    with monkeypatch.context() as broken:
        broken.setattr("referee.desk.table.act.announce", fails)
        with pytest.raises(RuntimeError, match="between keeping"):
            table.master("forfeit team 1")
        with table.store.transaction() as tx:
            # as the daemon puts it aside: a clock waits for a mail that came in time
            inbox.shunt(tx, inbox.unhandled(tx, 200)[-1], "the announcement failed", "shunted")
        table.now += timedelta(days=3)
        with pytest.raises(RuntimeError, match="between keeping"):
            table.passes()
    table.collect()
    assert (table.trail(), table.kept(), len(table.letters)) == (events, row, letters)
    assert stored(table) is None
    assert table.passes().game().bids.count(None) == 3, "and the clock acts once it can"
    assert MASTER not in {letter.to for letter in table.letters[letters:]}

"""The result of a game, and since when it is final: 109, clauses 5 and 6. On `fsu` a round can be challenged by a mail
that arrives within 24 hours of the letter with its result."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from referee.desk.case import Case
from referee.desk.rollback import Lost, stop_all
from referee.handle import handle_sent
from referee.store import inbox, outbox
from referee.store.games import StoredResult, result_of
from tests.by_mail.lossy import Lossy
from tests.by_mail.returned import queued, returned
from tests.by_mail.sheet_tables import name, plays_on, table
from tests.talk import LIST, MASTER, STARTER, Laid, Talk

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

    def play() -> None:
        while talk.game().result is None and talk.game().provisional is None:
            talk.now += HOUR
            assert talk.acts().endswith("/accepted")

    return talk.once("to the end", play)


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
            inbox.shunt(tx, inbox.next_ones(tx, 200)[-1], "the announcement failed", "shunted")
        table.now += timedelta(days=3)
        with pytest.raises(RuntimeError, match="between keeping"):
            table.passes()
    table.collect()
    assert (table.trail(), table.kept(), len(table.letters)) == (events, row, letters)
    assert stored(table) is None
    assert table.passes().game().bids.count(None) == 3, "and the clock acts once it can"
    assert MASTER not in {letter.to for letter in table.letters[letters:]}


def over(folder: Path, **sections: dict[str, object]) -> tuple[Talk, str]:
    """Play round 1, after which nobody bids; return also a challenge that seat 1 or 3 may make."""
    talk = table(folder, "fsu", luck=1, **sections).plays_round()
    return talk, f"challenge round 1 book 3 {name(talk, 2)}"


@pytest.fixture(scope="module")
def round_over(tmp_path_factory: pytest.TempPathFactory) -> tuple[Laid, str]:
    """Return the same table, to be set up again and again."""
    talk, claim = over(tmp_path_factory.mktemp("over"))
    return talk.laid(), claim


@pytest.fixture
def scored(tmp_path: Path, round_over: tuple[Laid, str]) -> tuple[Talk, str]:
    return Talk(tmp_path).stand_as(round_over[0]), round_over[1]


def at(talk: Talk, who: str, claim: str, hours: float) -> str:
    """Return the outcome of a challenge that arrives that long after the end of the round, and is handled an hour
    later."""
    letter = talk.last(who)
    talk.now += timedelta(hours=hours + 1)
    return talk.deliver(talk.mail(who, claim, answers=letter), ago=timedelta(hours=1))


def test_a_round_is_challenged_for_a_day(scored: tuple[Talk, str]) -> None:
    talk, claim = scored
    assert "but no later than 1 day after this letter" in talk.last(name(talk, 1)).flat
    assert at(talk, name(talk, 1), claim, 24) == "ChallengeBook/accepted"


def test_a_challenge_that_arrives_after_the_day_is_late(scored: tuple[Talk, str]) -> None:
    talk, claim = scored
    score, answered = talk.game().score, talk.last(name(talk, 1))
    assert at(talk, name(talk, 1), claim, 24 + 1 / 3600) == "ChallengeBook/challenge-late"
    assert talk.game().score == score and talk.game().last is not None
    text = talk.last(name(talk, 1)).flat
    assert "until the time that the letter with the round's result gives" in text
    assert "You can challenge round 2, as soon as a card of it has been played." in text
    unnamed = f"challenge book 3 {name(talk, 2)}"
    assert talk.says(name(talk, 1), unnamed, answers=answered) == "ChallengeBook/challenge-late"


def test_the_time_for_challenges_is_a_setting(tmp_path: Path) -> None:
    talk, claim = over(tmp_path, game={"challenge_time": "2 hours"})
    assert "but no later than 2 hours after this letter" in talk.last(name(talk, 1)).flat
    assert at(talk, name(talk, 1), claim, 3) == "ChallengeBook/challenge-late"


def test_a_second_score_gives_no_new_time(scored: tuple[Talk, str]) -> None:
    talk, claim = scored
    talk.now += timedelta(hours=20)
    assert talk.says(name(talk, 3), f"challenge round 1 book 5 {name(talk, 4)}") == "ChallengeBook/accepted"
    assert "after the first letter with its result" in talk.last(name(talk, 1)).flat
    assert at(talk, name(talk, 1), claim, 5) == "ChallengeBook/challenge-late"


def held_result(folder: Path) -> Talk:
    """Play round 1, whose last trick plays by itself; the mail server has taken no letter that says so."""
    talk = table(folder, "fsu")
    while not (len(talk.game().tricks) == 11 and len(talk.game().trick) == 3):
        plays_on(talk, talk.game().turn + 1)
    talk.hold = True
    return talk.plays_round()


def accept(talk: Talk, *who: str) -> None:
    """Have the mail server take the letters to some people now."""
    with talk.store.reading() as tx:
        waiting = outbox.due_letters(tx, talk.now, 1000)
    for letter in waiting:
        if letter.recipient in [f"{one.lower()}@club.test" for one in who]:
            handle_sent(talk.desk, talk.store, [(letter, "250 ok")], now=talk.now, draws=talk.draws())


def test_a_letter_on_its_way_has_not_begun_the_time(tmp_path: Path) -> None:
    talk = held_result(tmp_path)
    one, two, three = (name(talk, seat) for seat in (1, 2, 3))
    talk.now += timedelta(hours=30)
    accept(talk, one)
    talk.now += timedelta(hours=30)
    claim = f"challenge round 1 book 3 {two}"
    assert talk.says(one, claim, proven=True) == "ChallengeBook/accepted", "the partner's letter still waits"
    accept(talk, three)
    claim = claim.replace("book 3", "book 4")
    talk.now += timedelta(hours=23)
    assert talk.says(three, claim, proven=True) == "ChallengeBook/accepted"
    talk.now += timedelta(hours=2)
    assert talk.says(one, claim.replace("book 4", "book 5"), proven=True) == "ChallengeBook/challenge-late"


def test_a_letter_that_never_arrives_holds_nothing_back(tmp_path: Path) -> None:
    talk = held_result(tmp_path)
    one, two, three = (name(talk, seat) for seat in (1, 2, 3))
    accept(talk, one)
    with talk.store.transaction() as tx:
        for letter in outbox.due_letters(tx, talk.now, 1000):
            if letter.recipient == f"{three.lower()}@club.test":
                outbox.mark_tried(tx, letter.id, None, "550 no such user")
    talk.now += timedelta(hours=25)
    assert talk.says(one, f"challenge round 1 book 3 {two}", proven=True) == "ChallengeBook/challenge-late"


def test_each_team_has_the_time_of_its_own_letters(tmp_path: Path) -> None:
    talk = held_result(tmp_path)
    one, two, three, four = (name(talk, seat) for seat in (1, 2, 3, 4))
    accept(talk, one, three)
    talk.now += timedelta(hours=25)
    accept(talk, two, four)
    assert talk.says(one, f"challenge round 1 book 3 {two}", proven=True) == "ChallengeBook/challenge-late"
    assert talk.says(two, f"challenge round 1 book 3 {one}", proven=True) == "ChallengeBook/accepted"


def test_on_a_list_the_time_begins_with_the_lists_letter(tmp_path: Path) -> None:
    talk, claim = over(tmp_path, referee={"list": LIST, "list_mode": "external"})
    assert at(talk, name(talk, 1), claim, 23) == "ChallengeBook/accepted"
    assert at(talk, name(talk, 1), claim.replace("book 3", "book 4"), 1) == "ChallengeBook/challenge-late"


def test_the_time_begins_anew_with_the_resumption_of_a_restored_game(scored: tuple[Talk, str]) -> None:
    talk, claim = scored
    with talk.store.transaction() as tx:
        case = Case(desk=talk.desk, tx=tx, now=talk.now + timedelta(hours=30), draws=talk.draws())
        assert stop_all(case, Lost(3, 1000, 5)) == (1,)
    talk.collect()
    talk.now += timedelta(hours=48)
    assert talk.says(name(talk, 1), claim, proven=True) == "ChallengeBook/restored"
    assert talk.master("resume") == "Resume/accepted"
    talk.now += timedelta(hours=23)
    assert talk.says(name(talk, 1), claim, proven=True) == "ChallengeBook/accepted"
    talk.now += timedelta(hours=2)
    again = claim.replace("book 3", "book 4")
    assert talk.says(name(talk, 1), again, proven=True) == "ChallengeBook/challenge-late"


def test_letters_that_come_back_afterwards_do_not_open_it_again(scored: tuple[Talk, str]) -> None:
    talk, claim = scored
    talk.now += timedelta(hours=48)
    for seat in (1, 3):
        assert returned(talk, queued(talk, name(talk, seat), "round")) == "bounce"
    assert talk.says(name(talk, 1), claim, proven=True) == "ChallengeBook/challenge-late"


def test_successors_have_no_time_of_their_own(scored: tuple[Talk, str]) -> None:
    talk, claim = scored
    talk.now += timedelta(hours=48)
    for seat, who in ((1, "Eve"), (3, "Fay")):
        assert talk.master(f"replace {name(talk, seat)} with {who} <{who.lower()}@club.test>").endswith("/accepted")
    assert talk.says("eve", claim, proven=True) == "ChallengeBook/challenge-late"

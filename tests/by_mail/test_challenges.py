"""On `fsu`, by mail: a round can be challenged by a mail that arrives within 24 hours of the letter with its result."""

from datetime import timedelta
from pathlib import Path

import pytest

from referee.desk.case import Case
from referee.desk.rollback import Lost, stop_all
from referee.handle import handle_sent
from referee.store import outbox
from tests.by_mail.returned import queued, returned
from tests.by_mail.sheet_tables import name, plays_on, plays_round, table
from tests.talk import LIST, Laid, Talk


def over(folder: Path, **sections: dict[str, object]) -> tuple[Talk, str]:
    """Play round 1, after which nobody bids; return also a challenge that seat 1 or 3 may make."""
    talk = plays_round(table(folder, "fsu", luck=1, **sections))
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
    assert talk.says(name(talk, 1), unnamed, answers=answered) == "ChallengeBook/challenge-late no-slot"


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
    return plays_round(talk)


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

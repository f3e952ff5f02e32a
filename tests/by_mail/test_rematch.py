"""Rematches by mail: who is asked, what begins the next game, what ends the question, and what proves an answer."""

from datetime import timedelta
from pathlib import Path

import pytest

from referee.asking import commands as ask
from referee.asking.grammar import read_commands
from referee.desk import quotas
from referee.table.seats import partner_of
from tests.talk import MASTER, NAMES, STARTER, Letter, Talk

EVERYONE = [name.lower() for name in NAMES]
TERMS = "teams: Ann + Bob\nsheet: 109\ntarget: 300\ntime limit: 2 days\nleave: 3 days"


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return over(Talk(tmp_path))


def over(talk: Talk) -> Talk:
    """End game 1: Ann and Bob concede."""
    talk.starts(f"{STARTER}\n{TERMS}")
    for name in ("ann", "bob"):
        assert talk.says(name, "concede") == "Concede/accepted"
    return talk


def games_begun(talk: Talk) -> list[str]:
    return [letter.to for letter in talk.letters if letter["Spades-Game"] == "2" and "start" in letter.events]


def flat(talk: Talk, who: str) -> str:
    return talk.last(who).flat


def test_lines() -> None:
    for line in ("rematch", "Rematch!", "rematch?", "a rematch please", "I want a rematch"):
        assert [each.command for each in read_commands(line).asked] == [ask.Rematch()], line
    for line in ("no rematch", "rematch tomorrow", "what a rematch that was", "a rematch of the century"):
        assert not read_commands(line).asked, line


def test_four_yes_begin_a_game_with_the_same_people_teams_sheet_limit_and_terms(talk: Talk) -> None:
    count = len(talk.letters)
    assert talk.says("ann", "rematch") == "Rematch/accepted"
    asked = talk.letters[count:]
    assert sorted(x.to.partition("@")[0] for x in asked) == EVERYONE, "the three others, and an answer"
    for name in ("bob", "carol", "dave"):
        assert talk.last(name).events == ["rematch"] and "Ann asks for a rematch" in flat(talk, name)
        assert "Ann + Bob" in flat(talk, name) and "sheet 109*" in flat(talk, name)
    assert "have yet to answer, by Tue 8 Dec" in flat(talk, "ann")
    assert talk.says("carol", "yes") == "Yes/accepted" and "yet to answer" in flat(talk, "carol")
    assert talk.says("bob", "rematch") == "Rematch/accepted", "that is a yes, too"
    assert not games_begun(talk)
    assert talk.says("dave", "yes") == "Yes/accepted"
    old, new = talk.game(1), talk.game(2)
    assert sorted(games_begun(talk)) == sorted([*(f"{name}@club.test" for name in EVERYONE), MASTER]), "all are told"
    assert sorted(new.names) == sorted(NAMES)
    assert new.names[partner_of(new.names.index("Ann") + 1) - 1] == "Bob"
    assert (new.sheet, new.limit, new.terms) == (old.sheet, old.limit, old.terms)
    assert new.sheet.target == 300 and new.terms.leave == 3
    assert talk.kept(2).gamesmaster == talk.kept(1).gamesmaster


def test_a_rematch_begins_once(talk: Talk) -> None:
    talk.says("ann", "rematch")
    letters = {name: talk.last(name) for name in ("bob", "carol", "dave")}
    for name, letter in letters.items():
        assert talk.says(name, "yes", answers=letter) == "Yes/accepted"
    assert talk.says("dave", "yes", answers=letters["dave"]) == "Yes/nothing-proposed"
    for name in EVERYONE:
        outcome = talk.says(name, "rematch", answers=None, subject="[Spades 1]", proven=True)
        assert outcome == "Rematch/no-rematch" and "it is game 2" in flat(talk, name)
    assert len(games_begun(talk)) == 5


def test_a_no_ends_it_and_all_are_told_once(talk: Talk) -> None:
    talk.says("ann", "rematch")
    letters = {name: talk.last(name) for name in ("bob", "carol", "dave")}
    talk.says("bob", "yes")
    count = len(talk.letters)
    assert talk.says("carol", "no") == "No/accepted"
    told = talk.letters[count:]
    assert sorted(letter.to.partition("@")[0] for letter in told) == EVERYONE
    for name in ("ann", "bob", "dave"):
        assert "Carol said no" in flat(talk, name) and talk.last(name).events == ["rematch"]
    assert talk.says("dave", "yes", answers=letters["dave"]) == "Yes/nothing-proposed", "it crossed that no"
    assert talk.says("dave", "no", answers=letters["dave"]) == "no-command"
    assert talk.says("ann", "rematch", answers=None, subject="[Spades 1]", proven=True) == "Rematch/no-rematch"
    assert "Another of the four may still ask" in flat(talk, "ann")
    assert talk.says("carol", "rematch") == "Rematch/accepted", "they thought better of it"
    asked = {name: talk.last(name) for name in ("ann", "bob", "dave")}
    crossed = talk.says("dave", "yes", answers=letters["dave"])
    assert crossed.startswith("Yes/nothing-proposed"), "that was the first question"
    for name, question in asked.items():
        assert talk.says(name, "yes", answers=question) == "Yes/accepted"
    assert len(games_begun(talk)) == 5


def test_a_yes_to_a_letter_that_does_not_ask_is_no_yes(talk: Talk) -> None:
    talk.says("ann", "rematch")
    question = talk.last("bob")
    talk.says("bob", "good game!")
    assert "rematch" not in flat(talk, "bob")
    assert talk.says("bob", "yes") == "Yes/nothing-to-confirm"
    assert talk.says("bob", "yes", answers=question) == "Yes/accepted"


def test_rematches_of_games_that_are_conceded_at_once_come_to_an_end(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "ACTS", 2)
    for game in (1, 2):
        assert talk.says("ann", "rematch", subject=f"[Spades {game}]", answers=None, proven=True) == "Rematch/accepted"
        for name in ("bob", "carol", "dave"):
            talk.says(name, "yes")
        for name in ("ann", "bob"):
            talk.says(name, "concede", subject=f"[Spades {game + 1}]", answers=None, proven=True)
    assert talk.says("ann", "rematch", subject="[Spades 3]", answers=None, proven=True) == "Rematch/enough"
    assert "asked for a rematch" in flat(talk, "ann")


def test_one_who_agreed_may_think_again_and_so_may_the_one_who_asked(talk: Talk) -> None:
    talk.says("ann", "rematch")
    talk.says("bob", "yes")
    assert talk.says("bob", "no") == "No/accepted"
    talk.says("dave", "rematch")
    assert talk.says("dave", "no") == "No/accepted"
    assert "Dave takes it back" in flat(talk, "ann")
    assert not games_begun(talk)


def test_it_is_proven_like_a_move(talk: Talk) -> None:
    before = len(talk.letters)
    assert talk.says("ann", "rematch", answers=None, subject="[Spades 1]") == "Rematch/unproven"
    assert [x.events for x in talk.letters[before:]] == [["confirm"]], "nobody is asked for a forged mail"
    assert "Rematch/accepted" in talk.says("ann", "yes")
    letter = talk.last("bob")
    bare = talk.deliver(talk.mail("bob", "yes", to="referee@club.test", answers=letter))
    assert bare == "Yes/unproven" and not games_begun(talk)


def test_who_may_ask_and_when(talk: Talk, tmp_path: Path) -> None:
    stranger = talk.says("eve", "rematch", answers=None, subject="[Spades 1]", proven=True)
    assert stranger == "Rematch/no-game"
    assert talk.master("rematch") == "Rematch/not-in-game"
    talk.now += timedelta(days=13, hours=23)
    assert talk.says("carol", "rematch", answers=None, subject="again", proven=True) == "Rematch/accepted", (
        "named by none"
    )
    letter = talk.last("ann")
    talk.now += timedelta(hours=2)
    assert talk.says("ann", "yes", answers=letter) == "Yes/no-rematch", "too late"
    assert talk.says("bob", "rematch", answers=None, subject="[Spades 1]", proven=True) == "Rematch/no-rematch"
    assert talk.says("bob", "rematch", answers=None, subject="x", proven=True) == "Rematch/no-rematch"
    assert not games_begun(talk)
    running = Talk(tmp_path / "running").starts()
    assert running.says("ann", "rematch") == "Rematch/no-rematch" and "not over yet" in flat(running, "ann")


def test_a_ruling_that_lets_the_game_go_on_ends_the_question(talk: Talk) -> None:
    talk.says("ann", "rematch")
    letter = talk.last("bob")
    assert talk.master("rule void to turn 1 because Ann slipped") == "VoidTo/accepted"
    assert talk.kept().proposal is None
    assert talk.says("bob", "yes", answers=letter) == "Yes/nothing-proposed"


def test_with_a_list_of_their_own_the_players_are_asked_in_private(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"address": "referee@club.test", "gamesmasters": [MASTER], "list": "list@club.test",
                                   "list_mode": "external"})  # fmt: skip
    over(talk)
    count = len(talk.letters)
    assert talk.says("ann", "rematch") == "Rematch/accepted"
    assert "list@club.test" not in {letter.to for letter in talk.letters[count:]}
    for name in ("bob", "carol", "dave"):
        assert talk.says(name, "yes") == "Yes/accepted"
    assert "list@club.test" in games_begun(talk) and talk.game(2).round == 1


def test_what_settles_a_rematch_is_answered_once_even_after_the_last_answer_of_a_day(talk: Talk) -> None:
    for name in ("ann", "bob", "carol"):
        for number in range(quotas.ANSWERS + 1):
            talk.says(name, f"score\n\nfor the {number}th time", subject="[Spades 1]", answers=None, proven=True)
    counts = {name: len(talk.to(name)) for name in EVERYONE}

    def answers(who: str, text: str) -> int:
        before = len(talk.to(who))
        talk.says(who, text, subject="[Spades 1]", answers=questions.get(who), proven=True)
        return len(talk.to(who)) - before

    questions: dict[str, Letter] = {}
    assert answers("ann", "rematch") == 1 and "you ask for a rematch" in flat(talk, "ann").lower()
    questions = {name: talk.last(name) for name in EVERYONE[1:]}
    assert counts["bob"] + 1 == len(talk.to("bob")), "the question"
    assert answers("bob", "rematch") == 1 and answers("bob", "rematch") == 0, "the second one changes nothing"
    assert answers("ann", "rematch") == 0 and answers("ann", "score") == 0
    assert answers("carol", "no") == 1 and "you do not want a rematch" in flat(talk, "carol").lower()

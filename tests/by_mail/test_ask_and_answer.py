"""`ask` and `answer`: a player's question reaches the Gamesmaster and the answer comes back, and neither learns the
other's address."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.desk import quotas
from tests.talk import LIST, MASTER, NAMES, STARTER, Letter, Talk, address
from tests.tournament_talk import Cup, pair

SECOND = "gm2@club.test"
FRESH: dict[str, Any] = {"answers": None, "proven": True, "subject": "[Spades 1] hm"}
QUESTION = "When do we go on?"
SEATED = STARTER.replace("dave@club.test", MASTER)
"""A game in which the Gamesmaster plays."""


def words(text: str) -> str:
    return " ".join(text.replace(">", " ").split())


def since(talk: Talk, count: int, *to: str) -> list[Letter]:
    """Return the letters since `count`, which go to these people and nobody else."""
    letters = talk.letters[count:]
    assert [letter.to for letter in letters] == [address(who) for who in to]
    return letters


def asked(talk: Talk, who: str, text: str = QUESTION, master: str = MASTER, **more: Any) -> Letter:
    """Return the letter that brings somebody's question to the Gamesmaster."""
    count = len(talk.letters)
    assert talk.says(who, f"ask {text}", **more) == "Ask/accepted", talk.last(who).text
    return since(talk, count, master, who)[0]


def answered(talk: Talk, letter: Letter, text: str, who: str, **more: Any) -> Letter:
    """Return the letter that brings the answer to a question back."""
    count = len(talk.letters)
    assert talk.says(letter.to, f"answer {text}", answers=letter, **more) == "Answer/accepted"
    return since(talk, count, who, letter.to)[0]


def hides(letter: Letter, who: str) -> None:
    """Check that no part of a letter holds an address, plain or coded."""
    every = [str(value) for value in letter.message.values()]
    parts = [str(part.get_content()) for part in letter.message.walk() if not part.is_multipart()]
    assert address(who) not in " ".join((*every, *parts)).lower()
    assert address(who).encode() not in letter.raw.lower()


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_a_question_and_its_answer(tmp_path: Path, mode: str) -> None:
    lists = {"list": LIST} if mode == "external" else {}
    talk = Talk(tmp_path, referee={"list_mode": mode, **lists}).starts()
    trail = talk.trail()
    letter = asked(talk, "ann")
    assert QUESTION in words(letter.text) and letter["Spades-Game"] == "1"
    assert letter.text.splitlines()[2].startswith("Ann ") and "answer TEXT" in letter.text
    assert QUESTION in words(talk.last("ann").text), "who asks sees what was passed on"
    hides(letter, "ann")
    assert not letter["In-Reply-To"] and not letter["References"], "nothing of the player's mail but their words"
    back = answered(talk, letter, "On Friday at noon.", "ann")
    assert "On Friday at noon." in words(back.text) and QUESTION in words(back.text)
    assert "On Friday at noon." in words(talk.last(MASTER).text), "who answers sees what was passed on"
    hides(back, MASTER)
    assert not back["In-Reply-To"] and not back["References"]
    assert talk.trail() == trail, "no record holds it"


def test_the_conversation_goes_on(table: Talk) -> None:
    first = asked(table, "ann")
    answered(table, first, "On Friday.", "ann")
    again = asked(table, "ann", "And Bob?", answers=table.to("ann")[-1])
    assert "And Bob?" in words(again.text) and QUESTION not in words(again.text)
    # each question keeps its own answer, in any order
    other = asked(table, "bob", "Is it late?")
    assert "And Bob?" in words(answered(table, again, "He too.", "ann").text)
    assert "Is it late?" in words(answered(table, other, "No.", "bob").text)
    assert QUESTION in words(answered(table, first, "I meant Saturday.", "ann").text), "an answer may be mended"


def test_without_subaddresses(tmp_path: Path) -> None:
    talk = Talk(tmp_path, smtp={"subaddress": ""}).starts()
    letter = asked(talk, "ann")
    assert "On Friday." in words(answered(talk, letter, "On Friday.", "ann").text)


# names


def test_the_gamesmaster_has_a_name_in_the_first_letter_and_in_the_status(talk: Talk) -> None:
    assert talk.master("name Grace", subject="me") == "SetName/accepted"
    talk.starts()
    known = "Grace is the Gamesmaster: a line that begins with ask goes to them alone."
    for name in NAMES:
        assert known in words(talk.last(name).text)
        assert talk.says(name, "status") == "Status/accepted"
        assert known in words(talk.last(name).text)
        hides(talk.last(name), MASTER)
    assert words(answered(talk, asked(talk, "ann"), "Now.", "ann").text).count("Grace") == 1
    talk.master("status")
    assert "ask" not in words(talk.last(MASTER).text.partition("\n-- \n")[0])


@pytest.mark.parametrize("wish", ["", "name Grace\npublic off"])
def test_a_gamesmaster_without_a_name_for_others(talk: Talk, wish: str) -> None:
    if wish:
        talk.master(wish, subject="me")
    talk.starts()
    talk.says("ann", "status")
    first, status = (words(letter.text) for letter in talk.to("ann")[:2])
    for text in (first, status):
        assert "A line that begins with ask goes to the Gamesmaster alone." in text
    back = words(answered(talk, asked(talk, "ann"), "Now.", "ann").text)
    for text in (first, status, back):
        assert "Grace" not in text and not re.search(r"\bgm\b", text)


def test_no_letter_to_a_player_names_the_address_of_the_gamesmaster(table: Talk) -> None:
    table.hears_each_play(*NAMES).bids().acts()
    for name in NAMES:
        for letter in table.to(name):
            hides(letter, MASTER)


# addresses


def test_words_with_their_writers_own_address_go_without_it(table: Talk) -> None:
    letter = asked(table, "ann", "Is Ann@Club.test still right? Ann <ann@club.test>")
    assert "> Is … still right? Ann <…>" in letter.text
    hides(letter, "ann")
    hides(answered(table, letter, f"It is. Gil, {MASTER.upper()}", "ann"), MASTER)


def test_the_answer_goes_where_its_asker_is_by_now(table: Talk) -> None:
    letter = asked(table, "ann")
    assert table.says("ann", "address ann@new.test") == "SetAddress/accepted"
    for who in ("ann", "ann@new.test"):
        please = next(one for one in table.to(who) if "confirm" in one.events)
        assert table.says(who, "yes", answers=please) == "Yes/accepted"
    answered(table, letter, "Now.", "ann@new.test")


# who may


@pytest.mark.parametrize("watches", [True, False])
def test_nobody_else_reaches_the_gamesmaster(table: Talk, watches: bool) -> None:
    who = "eve@else.test"
    if watches:
        assert table.says(who, "watch 1", **FRESH) == "Watch/accepted"
    for more in (FRESH, {**FRESH, "subject": "hello"}):
        count = len(table.letters)
        assert table.says(who, f"ask {QUESTION}", **more).startswith(("Ask/not-in-game", "Ask/no-game"))
        assert {letter.to for letter in table.letters[count:]} <= {who}
    count = len(table.letters)
    assert table.says(who, "answer nonsense", **FRESH) == "Answer/not-gamesmaster"
    assert {letter.to for letter in table.letters[count:]} <= {who}


def test_a_forged_answer_goes_to_nobody(table: Talk) -> None:
    letter, count = asked(table, "ann"), len(table.letters)
    # to the referee's plain address, in the thread of the question
    assert table.says(MASTER, "answer you have lost", answers=letter, to="referee@club.test") == "Answer/unproven"
    assert table.says("mallory@else.test", "answer you have lost", answers=letter, proven=True) != "Answer/accepted"
    assert "ann@club.test" not in {one.to for one in table.letters[count:]}


def test_an_answer_without_a_question_says_what_to_do(table: Talk) -> None:
    for more in ({}, {"answers": table.last(MASTER)}):
        count = len(table.letters)
        assert table.master("answer on Friday", **more) == "Answer/no-question"
        (told,) = since(table, count, MASTER)
        assert "Answer the letter with the question itself." in words(told.text)
        table.now += timedelta(days=1)


# words that are none, and other answers


@pytest.mark.parametrize("text", ["On Friday.", "yes", "Yes, they may.", "no", "No, sorry!"])
def test_an_answer_without_its_word_is_told_how(table: Talk, text: str) -> None:
    letter, count, trail = asked(table, "ann"), len(table.letters), table.trail()
    table.says(MASTER, text, answers=letter)
    told = since(table, count, MASTER)[0]
    assert "answer TEXT" in told.text or text == "yes"
    assert table.trail() == trail


@pytest.mark.parametrize("question", ["pause", "forfeit team 1", "rule void to turn 1 because it is late"])
def test_a_yes_to_a_question_does_not_do_what_it_says(table: Talk, question: str) -> None:
    letter, trail = asked(table, "ann", question), table.trail()
    for text in ("yes", "Yes, of course"):
        table.says(MASTER, text, answers=letter)
    assert table.trail() == trail


def test_a_yes_to_a_question_is_no_yes_to_anything_else(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("approval: on").enter_teams(1)
    held = cup.placed()
    assert [state for _, state in held] == ["held"], held
    captain, _ = pair(1)
    letter = asked(cup, captain, "Are we in?", **{**FRESH, "subject": "hello"})
    for text in ("yes", "Yes, you are!"):
        cup.says(MASTER, text, answers=letter, proven=True)
    assert cup.placed() == held


def test_a_no_to_a_question_is_no_no_to_a_rematch(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(SEATED)
    assert talk.master("abort") == "Abort/accepted"
    assert talk.master("rematch") == "Rematch/accepted"
    letter = asked(talk, "ann", "Must I?", answers=next(one for one in talk.to("ann") if "end" in one.events))
    talk.says(MASTER, "no", answers=letter)
    assert talk.kept().proposal is not None


def test_ask_in_conversation(table: Talk) -> None:
    for text in ("Ask me later", "ask him", "I ask you!"):
        assert table.says("ann", text, **FRESH).startswith("no-command")


def test_markup_and_quotes_stay_text(table: Talk) -> None:
    text = '<b>"bold"</b> & <script>alert(1)</script> - one > two `help`'
    letter = asked(table, "ann", text)
    back = answered(table, letter, text, "ann")
    for one in (letter, back):
        assert "<script>" not in one.html and "<b>&#34;" not in one.html and "&lt;script&gt;" in one.html
        assert "alert(1)" in one.text
    quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
    again = answered(table, letter, f"Fine.\n\nOn Tuesday the referee wrote:\n{quoted}", "ann")
    assert "Fine." in again.text and "reply above this line" not in again.text.partition("\n")[2]
    hides(again, MASTER)


# the game


def test_a_question_when_the_game_is_over(table: Talk) -> None:
    assert table.master("abort") == "Abort/accepted"
    letter = asked(table, "ann", "Why?", answers=table.last("ann"))
    assert "Why?" in words(letter.text)
    assert "It was late." in words(answered(table, letter, "It was late.", "ann").text)


def test_a_question_of_somebody_who_was_replaced_is_answered(table: Talk) -> None:
    letter = asked(table, "ann")
    assert table.master("replace Ann with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    answered(table, letter, "Now.", "ann")


def test_who_plays_in_two_games_says_which(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts().starts()
    assert talk.says("ann", f"ask {QUESTION}", answers=None, proven=True) == "Ask/which-game"
    assert asked(talk, "ann", **{**FRESH, "subject": "[Spades 2] hm"})["Spades-Game"] == "2"


# a Gamesmaster who plays


def test_the_gamesmaster_who_does_not_play_is_asked(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"gamesmasters": [MASTER, SECOND]}).starts(SEATED)
    letter = asked(talk, "ann", "May I take QS back?", SECOND)
    assert "QS" in answered(talk, letter, "Your QS stands.", "ann").text


@pytest.mark.parametrize("gamesmasters", [[MASTER], [MASTER, "carol@club.test"]])
def test_a_gamesmaster_who_plays_hears_of_no_cards(tmp_path: Path, gamesmasters: list[str]) -> None:
    talk = Talk(tmp_path, referee={"gamesmasters": gamesmasters}).starts(SEATED)
    for text in ("may I take QS back?", "I hold two aces", "I am void, and now?"):
        count = len(talk.letters)
        assert talk.says("ann", f"ask {text}", **FRESH).removesuffix(" no-slot") == "Ask/say-cards"
        assert {letter.to for letter in talk.letters[count:]} <= {"ann@club.test"}
    letter, count = asked(talk, "ann"), len(talk.letters)
    assert talk.says(MASTER, "answer once I have played my ace", answers=letter, proven=True) == "Answer/say-cards"
    since(talk, count, MASTER)
    answered(talk, letter, "On Friday.", "ann")


def test_a_gamesmaster_who_plays_hears_of_no_cards_in_another_game(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts().starts(SEATED)
    assert talk.says("ann", "ask may I keep QS in game 2?", **FRESH) == "Ask/say-cards"
    letter = asked(talk, "ann", **FRESH)
    assert talk.says(MASTER, "answer once I have played my ace", answers=letter, proven=True) == "Answer/say-cards"
    assert talk.master("abort", subject="[Spades 2]") == "Abort/accepted"
    asked(talk, "ann", "Had I to play QS in game 2?", **FRESH)


def test_a_silent_sheet_keeps_a_gamesmaster_who_plays_silent(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{SEATED}\nsheet: sigma")
    assert talk.says("ann", f"ask {QUESTION}", **FRESH) == "Ask/say-silent"
    assert talk.master("abort") == "Abort/accepted"
    answered(talk, asked(talk, "ann", **FRESH), "Now.", "ann")
    free = Talk(tmp_path / "free").starts(f"{STARTER}\nsheet: sigma")
    answered(free, asked(free, "ann", "May I show QS?"), "Yes, QS.", "ann")


def test_a_gamesmaster_who_plays_answers_when_the_table_may_talk(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{SEATED}\nsheet: fsu")
    letter = asked(talk, "ann", **FRESH)
    while talk.game().leader is None:
        assert talk.acts() == "MakeBid/accepted"
    assert talk.says(MASTER, "answer now", answers=letter, proven=True) == "Answer/say-playing"
    assert talk.master("abort") == "Abort/accepted"
    answered(talk, letter, "Now.", "ann", proven=True)


def test_two_gamesmasters_who_both_play_may_rule(tmp_path: Path) -> None:
    both = STARTER.replace("dave@club.test", MASTER).replace("carol@club.test", SECOND)
    talk = Talk(tmp_path, referee={"gamesmasters": [MASTER, SECOND]}).starts(both)
    assert talk.master("pause") == "Pause/accepted"
    assert talk.says(SECOND, "resume", **FRESH) == "Resume/accepted"


# tournaments


def test_an_entrant_without_a_game_asks_those_who_may_rule(tmp_path: Path) -> None:
    cup = Cup(tmp_path, referee={"gamesmasters": [MASTER, SECOND]}).announced().enter_teams(2)
    captain, partner = pair(1)
    for who in (captain, partner):
        count = len(cup.letters)
        assert cup.writes(who, f"ask {QUESTION}") == "Ask/accepted"
        first, _, _ = since(cup, count, MASTER, SECOND, who)
        assert "[Spring Cup]" in first["Subject"]
        hides(first, who)
        hides(answered(cup, first, "Now.", who), MASTER)
    assert cup.says("eve@else.test", f"ask {QUESTION}", **FRESH) != "Ask/accepted"


def test_an_entrant_of_two_tournaments_is_understood_by_the_letter_that_they_answer(tmp_path: Path) -> None:
    cup = Cup(tmp_path)
    for name in ("Spring Cup", "Autumn Cup"):
        cup.announced(name=name).enters(*pair(1), cup=name)
    captain, _ = pair(1)
    for name in ("Spring Cup", "Autumn Cup"):
        assert f"[{name}]" in asked(cup, captain, **{**FRESH, "subject": f"[{name}] hm"})["Subject"]


# storms


def test_a_storm_of_questions_and_answers_ends(table: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "ACTS", 3)
    count = len(table.letters)
    for number in range(8):
        table.says("ann", f"ask {number} times?", **FRESH)
    letters = [one for one in table.letters[count:] if one.to == MASTER]
    assert len(letters) == 3 and "as often today" in words(table.last("ann").text)
    count = len(table.letters)
    for number in range(8):
        table.says(MASTER, f"answer {number}", answers=letters[0], proven=True)
    assert len([one for one in table.letters[count:] if one.to == "ann@club.test"]) == 3
    table.now += timedelta(days=1)
    assert table.says("ann", f"ask {QUESTION}", **FRESH) == "Ask/accepted"


def test_a_copy_of_a_question_is_passed_on_once(table: Talk) -> None:
    mail = table.mail("ann", f"ask {QUESTION}", **{key: FRESH[key] for key in ("answers", "proven", "subject")})
    count = len(table.letters)
    assert table.deliver(mail) == "Ask/accepted"
    table.deliver(mail)
    assert [one.to for one in table.letters[count:]].count(MASTER) == 1

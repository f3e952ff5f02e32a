"""Text below a line that may introduce an older mail: it is never played without a `yes`, and never keeps a plain line
from being played."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.reading.introductions import ATTRIBUTIONS, TALK
from tests.talk import MASTER, REFEREE, Letter, Talk

CROATIAN = "Dana pon, 1. sij 2024. u 12:00 Ann <a@b.de> je napisao/la:"
ENGLISH = "On Tue, Mar 3, 2026 at 11:02 AM Ann <a@b.de> wrote:"
TAGGED: dict[str, Any] = {"answers": None, "subject": "[Spades 1]"}
"""A mail written afresh: it says which game, and proves nothing."""


def questions(talk: Talk, who: str) -> list[Letter]:
    return [letter for letter in talk.to(who) if letter.events == ["confirm"]]


def says_below(talk: Talk, move: str = "bid 3", attribution: str = CROATIAN, **more: Any) -> tuple[str, str]:
    """Have whoever is to act answer their letter with a move below an attribution; return their name and the log
    line."""
    who = talk.due()
    more.setdefault("answers", next(letter for letter in talk.to(who) if "turn" in letter.events))
    return who, talk.says(who, f"I would wait.\n\n{attribution}\n\nI meant this:\n{move}\n\nAnn", **more)


@pytest.mark.parametrize("attribution", [CROATIAN, ENGLISH, "アンさんは書きました", "____________"])
def test_a_move_below_is_asked_about_and_done_by_yes(table: Talk, attribution: str) -> None:
    count = len(table.trail())
    who, outcome = says_below(table, attribution=attribution)
    (letter,) = questions(table, who)
    assert (outcome, len(table.trail())) == ("MakeBid/doubtful", count)
    assert (
        "> bid 3\r\n" in letter.text
        and "older mail" in letter.flat
        and letter["Subject"].endswith("A question about your move")
    )
    assert table.says(who, "yes", answers=letter) == "MakeBid/accepted Yes/accepted"
    assert table.game().bids[0] == 3


@pytest.mark.parametrize("attribution", [CROATIAN, ENGLISH])
def test_a_move_above_is_played_at_once(table: Talk, attribution: str) -> None:
    who = table.due()
    text = f"bid 3\n\n{attribution}\n\nbid 4\nconcede\nbid 5 or 6\nstart\nplayers: Ann"
    assert table.says(who, text) == "MakeBid/accepted"
    assert table.game().bids[0] == 3 and not questions(table, who)


def test_a_second_yes_does_nothing(table: Talk) -> None:
    who, _ = says_below(table)
    (letter,) = questions(table, who)
    table.says(who, "yes", answers=letter)
    count = len(table.trail())
    assert "nothing-to-confirm" in table.says(who, "yes", answers=letter)
    assert len(table.trail()) == count


def test_a_yes_once_the_move_was_made_changes_nothing(table: Talk) -> None:
    who, _ = says_below(table)
    (letter,) = questions(table, who)
    table.bids()
    count = len(table.trail())
    assert "MakeBid/made-before" in table.says(who, "yes", answers=letter)
    assert len(table.trail()) == count


def test_a_yes_of_another_player_does_nothing(table: Talk) -> None:
    who, _ = says_below(table)
    (letter,) = questions(table, who)
    table.says(next(name for name in ("ann", "bob") if name != who), "yes", answers=letter)
    assert table.game().bids[0] is None


def test_beside_a_plain_command_only_a_move_is_asked_about(table: Talk) -> None:
    who = table.due()
    text = f"say hello\n\n{CROATIAN}\n\nbid 3\nconcede"
    assert table.says(who, text) == "Say/accepted MakeBid/doubtful"
    (letter,) = questions(table, who)
    assert "bid 3" in letter.text and "concede" not in letter.text
    said = len(table.letters)
    assert table.says(who, "yes", answers=letter) == "MakeBid/accepted Yes/accepted"
    assert table.game().bids[0] == 3 and not table.game().conceded
    assert not any("hello" in letter.text for letter in table.letters[said:]), "what was done is not done again"


def test_without_a_plain_command_all_of_it_is_asked_about(table: Talk) -> None:
    assert table.says("ann", f"{CROATIAN}\n\nconcede\nbid 3\nstatus\nname Zoe") == (
        "Concede/doubtful MakeBid/doubtful SetName/doubtful"
    )
    (letter,) = questions(table, "ann")
    table.says("ann", "yes", answers=letter)
    assert table.game().bids[0] == 3 and table.game().conceded == {1}


def test_an_unproven_mail_gets_one_letter_about_both(table: Talk) -> None:
    who = table.due()
    outcome = table.says(who, f"concede\n\n{CROATIAN}\n\nbid 3", **TAGGED)
    assert outcome == "Concede/unproven MakeBid/doubtful"
    (letter,) = questions(table, who)
    assert letter.text.index("> concede") < letter.text.index("older mail") < letter.text.index("> bid 3")
    assert table.game().bids[0] is None and not table.game().conceded
    table.says(who, "yes", answers=letter)
    assert table.game().bids[0] == 3 and table.game().conceded == {1}


def test_an_unproven_move_below_alone(table: Talk) -> None:
    who, outcome = says_below(table, **TAGGED)
    (letter,) = questions(table, who)
    assert outcome == "MakeBid/doubtful" and "asks the referee" not in letter.text
    assert "You hold" not in letter.text and not letter["Spades-Hand"]
    table.says(who, "yes", answers=letter)
    assert table.game().bids[0] == 3


def test_a_stranger_reads_none_of_its_words(table: Talk) -> None:
    table.mail("ann", "x")
    table.says("victim@else.test", f"{CROATIAN}\n\nsay buy my pills", answers=None, to=REFEREE)
    table.says("victim@else.test", f"{CROATIAN}\n\njoin with pills-for-sale and-more", answers=None, to=REFEREE)
    assert not any("pills" in letter.text for letter in table.to("victim@else.test"))


def test_two_moves_below_cannot_be_answered_with_yes(table: Talk) -> None:
    who = table.due()
    turn = table.last(who)
    assert table.says(who, f"{CROATIAN}\n\nbid 3\n\nThis one:\nbid 4") == "refused/several-doubtful"
    letter = table.last(who)
    assert letter.events == ["error"] and "> bid 3" in letter.text and "> bid 4" in letter.text
    assert table.game().bids[0] is None and not questions(table, who)
    assert table.says(who, f"{CROATIAN}\n\nbid 4\n\nI say again:\nbid 4", answers=turn) == "MakeBid/doubtful"


@pytest.mark.parametrize("text", ["bid 3 or 4", "status", "yes", "hello", "no"])
def test_what_no_yes_could_do_gets_the_usual_answer(table: Talk, text: str) -> None:
    who = table.due()
    assert table.says(who, f"{CROATIAN}\n\n{text}") == "no-command"
    assert table.last(who).events == ["reply"] and not questions(table, who)


def test_a_yes_below_an_older_mail_answers_nothing(table: Talk) -> None:
    who, _ = says_below(table)
    (letter,) = questions(table, who)
    assert table.says(who, f"{CROATIAN}\n\nyes", answers=letter) == "no-command"
    assert table.game().bids[0] is None
    assert table.says(who, f"yes\n\n{CROATIAN}\n\nbid 3\nno", answers=letter) == "MakeBid/accepted Yes/accepted"


def test_a_no_of_an_older_mail_answers_nothing(table: Talk) -> None:
    table.says("ann", "address ann@else.test")
    letter = questions(table, "ann")[-1]
    table.says("ann", "No dia 12 de março de 2024, Ann <a@b.de>\nescreveu:\nNo", answers=letter)
    table.says("ann", f"{CROATIAN}\n\nno", answers=letter)
    table.says("ann", "yes", answers=letter)
    table.says("ann@else.test", "yes", answers=questions(table, "ann@else.test")[-1])
    assert any("This is your address from now on" in each.text for each in table.to("ann@else.test"))


def test_on_turn_the_same_is_asked_about_each_time_and_leaves_confirmations_alone(table: Talk) -> None:
    who, _ = says_below(table)
    assert says_below(table)[1] == "MakeBid/doubtful"
    assert says_below(table, "bid 4")[1] == "MakeBid/doubtful"
    assert len(questions(table, who)) == 3
    table.says(who, "concede", **TAGGED)
    assert len(questions(table, who)) == 4


def test_off_turn_the_same_is_asked_about_again(table: Talk) -> None:
    other = next(name for name in ("bob", "carol") if name != table.due())
    text = f"nice!\n\n{CROATIAN}\n\nconcede"
    letter = table.last(other)
    assert table.says(other, text, answers=letter) == "Concede/doubtful"
    assert table.says(other, text, answers=letter) == "Concede/doubtful"
    assert len(questions(table, other)) == 2


def test_what_is_surely_old_is_asked_about_on_the_own_turn_alone(table: Talk) -> None:
    other = next(name for name in ("bob", "carol") if name != table.due())
    assert table.says(other, f"nice!\n\n{ENGLISH}\n\nbid 3") == "no-command"
    assert not questions(table, other)
    assert table.says(table.due(), f"concede\n\n{ENGLISH}\n\nbid 3") == "Concede/accepted"


def test_on_the_list_what_is_surely_old_is_left_alone(listed: Talk) -> None:
    who = listed.due()
    before = len(listed.letters)
    assert listed.says(who, f"nice!\n\n{ENGLISH}\n\nbid 3", to="list@club.test", proven=True) == "no-command"
    assert len(listed.letters) == before


def test_a_subject_has_no_doubt(table: Talk) -> None:
    who = table.due()
    more: dict[str, Any] = {"answers": None, "proven": True}
    assert table.says(who, f"{CROATIAN}\n\nbid 4", subject="bid 3", **more) == "MakeBid/accepted"
    who, before = table.due(), len(table.trail())
    assert table.says(who, "3", subject="Message from Ann, 12.3.2024", **more) == "BareNumber/accepted"
    assert len(table.trail()) > before


def test_an_answer_below_a_marked_quote_needs_no_question(table: Talk) -> None:
    who = table.due()
    quoted = "\n".join(f"> {line}" for line in table.last(who).text.split("\n"))
    assert table.says(who, f"{CROATIAN}\n{quoted}\n\nbid 3") == "MakeBid/accepted"


LONG = "> and this is the last line of the letter, so long that it may be broken"


@pytest.mark.parametrize("move", ["bid 3", "3"])
def test_an_answer_right_below_a_long_quoted_line_is_asked_about(table: Talk, move: str) -> None:
    who, count = table.due(), len(table.trail())
    assert table.says(who, f"{ENGLISH}\n{LONG}\n{move}").endswith("/doubtful")
    assert len(table.trail()) == count
    (letter,) = questions(table, who)
    assert f"> {move}\r\n" in letter.text
    assert "Yes/accepted" in table.says(who, "yes", answers=letter)
    assert table.game().bids[0] == 3


def test_right_below_a_long_quoted_line_nothing_is_in_the_way_of_a_plain_move(table: Talk) -> None:
    who = table.due()
    assert table.says(who, f"bid 4\n\n{ENGLISH}\n{LONG}\nbid 3") == "MakeBid/accepted"
    assert table.game().bids[0] == 4 and not questions(table, who)


def test_two_moves_right_below_a_long_quoted_line_are_not_asked_about(table: Talk) -> None:
    who = table.due()
    assert table.says(who, f"{ENGLISH}\n{LONG}\nbid 3\nbid 4") == "no-command"
    assert not questions(table, who)


def test_right_below_a_long_quoted_line_only_who_is_to_act_is_asked(table: Talk) -> None:
    other = next(name for name in ("bob", "carol") if name != table.due())
    assert table.says(other, f"{ENGLISH}\n{LONG}\nbid 3") == "no-command"
    assert not questions(table, other)


@pytest.mark.parametrize("shape", ["Spades Referee wrote:", "Spades Referee je napisao/la:", ENGLISH])
def test_a_gamesmasters_addresses_above_a_quote(talk: Talk, shape: str) -> None:
    players = "".join(f"{name} <{name.lower()}@club.test>\n" for name in ("Ann", "Bob", "Carol", "Dave"))
    assert talk.master(f"start\nplayers:\n{players}\n{shape}\n> four signed up\n> abort") == "Start/accepted"
    text = f"replace Bob with Eve <eve@club.test>\n{shape}\n\n> replace Bob with Mallory <m@x.test>"
    assert talk.master(text) == "ReplacePlayer/accepted"
    assert sorted(talk.kept().names) == ["Ann", "Carol", "Dave", "Eve"]


def test_a_gamesmasters_doubtful_line_waits_for_their_yes(table: Talk) -> None:
    assert table.master(f"{CROATIAN}\n\nabort") == "Abort/doubtful"
    assert table.game().result is None
    assert table.says(MASTER, "yes", answers=questions(table, MASTER)[-1]).startswith("Abort/accepted")
    assert table.game().result is not None


@pytest.mark.parametrize("attribution", ATTRIBUTIONS[::4])
def test_attributions_edge_to_edge(table: Talk, attribution: str) -> None:
    who, count = table.due(), len(table.trail())
    letter = table.last(who)
    assert table.says(who, f"{attribution}\n\nold words\nbid 3") == "MakeBid/doubtful"
    assert (len(table.trail()), len(questions(table, who))) == (count, 1)
    text = f"bid 4\n\n{attribution}\n\nold words\nbid 3"
    assert table.says(who, text, answers=letter) == "MakeBid/accepted"


OLD = st.lists(
    st.sampled_from(("bid 3", "3", "play QS", "concede", "show", "yes", "say hi", "join", "leave", "abort", *TALK)),
    max_size=6,
).map("\n".join)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(ATTRIBUTIONS), OLD, st.booleans())
def test_nothing_doubtful_acts(table: Talk, attribution: str, old: str, proven: bool) -> None:
    table.now += timedelta(hours=1)
    who = table.due()
    before, waiting = table.trail(), table.to("bob")
    table.says(who, f"{attribution}\n\n{old}", **({} if proven else TAGGED))
    assert table.trail() == before
    assert who == "bob" or table.to("bob") == waiting, "no words of it went to anybody"


@pytest.mark.parametrize("words", ["no", "No, thanks", "No."])
def test_a_no_to_what_was_asked_is_answered_and_needs_nothing_more(table: Talk, words: str) -> None:
    who, _ = says_below(table)
    (letter,) = questions(table, who)
    before, count = table.trail(), len(table.to(who))
    for answers in (letter, letter):
        assert table.says(who, words, answers=answers) == "no-command"
    assert table.trail() == before and len(table.to(who)) == count + 2
    text = table.last(who).flat
    assert "Nothing was done, and nothing more is needed." in text and "stop" not in text and "no command" not in text


def test_a_no_to_was_this_mail_yours_and_to_did_you_mean_is_answered_too(table: Talk) -> None:
    who = table.due()
    table.says(who, "bid 3", answers=None, subject="[Spades 1]")
    assert table.last(who).events == ["confirm"] and table.says(who, "no") == "no-command"
    assert "Nothing was done, and nothing more is needed." in table.last(who).flat
    table.says("eve", "join", answers=None)
    assert table.last("eve").events == ["confirm"] and table.says("eve", "no") == "no-command"
    assert "Nothing was done, and nothing more is needed." in table.last("eve").flat
    table.says(who, "bud 3", answers=next(each for each in table.to(who) if "turn" in each.events))
    assert "Did you mean: bid 3?" in table.last(who).text and table.says(who, "no") == "no-command"
    assert not table.game().paused and table.game().bids[0] is None


def test_a_yes_to_the_answer_that_asks_for_it_alone_is_sent_to_the_letter_that_asked(table: Talk) -> None:
    assert table.says(table.due(), "yes").endswith("Yes/accepted"), "they play"
    who, _ = says_below(table)
    (letter,) = questions(table, who)
    assert table.says(who, "yes\n\nbut maybe not", answers=letter) == "refused/unclear"
    assert "answer the letter that asked you, not this one, with `yes`" in table.last(who).flat
    count = len(table.trail())
    assert table.says(who, "yes").endswith("Yes/nothing-to-confirm")
    text = table.last(who).flat
    assert "already been done" not in text and "If an earlier letter asked you, answer that one." in text
    assert len(table.trail()) == count and table.says(who, "yes", answers=letter).endswith("Yes/accepted")

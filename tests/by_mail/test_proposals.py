"""Yields, undos and their answers by mail: who is asked, which `yes` is meant, what proves it, and what ends it."""

from pathlib import Path

import pytest

from referee.spades import events as ev
from referee.spades.rulesheet import partner_of
from tests.by_mail.sheet_tables import table as table_of
from tests.laid import remembered
from tests.talk import LIST, MASTER, NAMES, Letter, Talk


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return playing(table_of(tmp_path, "standard").hears_each_play())


@remembered
def playing(talk: Talk) -> Talk:
    """All have bid, and the first trick and a card of the second are played."""
    while len(talk.game().plays()) < 5:
        outcome = talk.acts()
        assert outcome.endswith("/accepted"), outcome
    return talk


def others(talk: Talk, who: str) -> list[str]:
    return [name.lower() for name in NAMES if name.lower() != who]


def flat(letter: Letter) -> str:
    return " ".join(letter.text.split())


def of(talk: Talk, kind: type) -> list[ev.Event]:
    return [event for event in talk.trail() if isinstance(event, kind)]


def proposes(talk: Talk, text: str = "yield") -> tuple[str, list[str]]:
    """Whoever is on turn proposes to end the round; returns their name and those of the three others."""
    who = talk.due()
    assert talk.says(who, text) == "YieldBooks/accepted"
    return who, others(talk, who)


def test_all_four_hear_of_a_proposal_and_the_three_others_are_asked(talk: Talk) -> None:
    count = len(talk.letters)
    who, asked = proposes(talk, "yield 3")
    letters = talk.letters[count:]
    assert sorted(letter.to.partition("@")[0] for letter in letters) == sorted([who, *asked]), "one letter each"
    for name in asked:
        assert talk.last(name).events == ["yield"] and "Answer yes or no" in flat(talk.last(name))
    assert "Answer yes or no" not in flat(talk.last(who))


def test_three_yes_end_the_round_with_the_books_as_proposed(talk: Talk) -> None:
    left, books = talk.game().left, talk.game().books
    who, asked = proposes(talk, "yield 3")
    seat = talk.game().names.index(who.capitalize()) + 1
    for name in asked:
        assert talk.says(name, "yes") == "Yes/accepted"
    (yielded,) = of(talk, ev.Yielded)
    assert isinstance(yielded, ev.Yielded) and yielded.seat == seat and sum(yielded.books) == left
    assert yielded.books[seat - 1] == left - 3 and yielded.books[partner_of(seat) - 1] == 0
    (scored,) = of(talk, ev.RoundScored)
    assert isinstance(scored, ev.RoundScored)
    assert scored.books == tuple(a + b for a, b in zip(books, yielded.books, strict=True))
    assert talk.game().round == 2 and talk.last("ann").events[:1] == ["yield"]


def test_the_first_no_ends_it_and_play_goes_on(talk: Talk) -> None:
    who, (one, other, third) = proposes(talk)
    turn, deadline = talk.game().turn, talk.kept().deadline
    assert talk.says(one, "yes") == "Yes/accepted"
    assert talk.says(other, "no") == "No/accepted"
    assert talk.game().proposal is None and talk.game().turn == turn and talk.kept().deadline == deadline
    for name in NAMES:
        assert "does not agree" in flat(talk.last(name))
    assert "Yes/nothing-proposed" in talk.says(third, "yes", answers=talk.to(third)[-2])
    assert talk.acts() == "PlayCard/accepted" and talk.due() != who


def test_the_next_act_ends_it_and_everyone_hears_of_that(talk: Talk) -> None:
    _, asked = proposes(talk)
    letter = talk.last(asked[0])
    assert talk.acts() == "PlayCard/accepted"
    for name in NAMES:
        assert "The game went on" in flat(talk.last(name)) and "yield" in talk.last(name).events
    assert talk.says(asked[0], "yes", answers=letter) == "Yes/nothing-proposed"
    assert not of(talk, ev.Agreed)


def test_one_who_agreed_may_think_again_while_it_is_open(talk: Talk) -> None:
    _, asked = proposes(talk)
    assert talk.says(asked[0], "yes") == "Yes/accepted"
    assert talk.says(asked[0], "yes") == "Yes/nothing-proposed", "once is enough"
    assert talk.says(asked[0], "no") == "No/accepted"
    assert talk.game().proposal is None


def test_a_refused_line_of_the_same_mail_takes_nothing_from_the_proposal(talk: Talk) -> None:
    assert talk.acts() == "PlayCard/accepted", "nothing waits for an answer, and that is known from now on"
    who = talk.due()
    assert talk.says(who, "yield 1\nbid 5") == "YieldBooks/accepted MakeBid/playing-now"
    (name, *_) = others(talk, who)
    assert talk.says(name, "hand") == "Hand/accepted"
    assert talk.says(name, "yes", answers=talk.last(name)) == "Yes/accepted"


def test_the_proposer_cannot_answer(talk: Talk) -> None:
    who, _ = proposes(talk)
    assert talk.says(who, "yes") == "Yes/nothing-proposed"
    assert "You proposed it, so the other three are asked and not you. Nothing was done." in flat(talk.last(who))
    assert talk.game().proposal is not None


def test_a_yes_for_an_earlier_proposal_of_the_same_position_counts_for_no_later_one(talk: Talk) -> None:
    who, asked = proposes(talk)
    first = {name: talk.last(name) for name in asked}
    assert talk.says(asked[0], "no") == "No/accepted"
    second = next(name for name in asked if name != partner(talk, who))
    assert talk.says(second, "yield 2") == "YieldBooks/accepted"
    late = next(name for name in asked if name != second)
    assert talk.says(late, "yes", answers=first[late]) == "Yes/nothing-proposed"
    assert talk.says(late, "no", answers=first[late]) == "no-command", "nothing open is declined by it"
    assert talk.game().proposal is not None and not of(talk, ev.Agreed)
    assert talk.says(late, "yes") == "Yes/accepted"


def partner(talk: Talk, who: str) -> str:
    return talk.game().names[partner_of(talk.game().names.index(who.capitalize()) + 1) - 1].lower()


def test_a_yes_to_a_letter_from_before_the_proposal_agrees_to_nothing(talk: Talk) -> None:
    before = {name.lower(): talk.last(name) for name in NAMES}
    _, asked = proposes(talk)
    assert talk.says(asked[0], "yes", answers=before[asked[0]]) == "Yes/bad-value"
    assert "answer that letter" in flat(talk.last(asked[0]))
    assert talk.says(asked[1], "yes", answers=None, proven=True) == "Yes/bad-value"
    assert not of(talk, ev.Agreed)


def test_a_yes_to_any_letter_since_agrees(talk: Talk) -> None:
    _, asked = proposes(talk)
    assert talk.says(asked[0], "yes") == "Yes/accepted"
    assert "agrees" in flat(talk.last(asked[1])), "the news that one agreed"
    assert talk.says(asked[1], "yes") == "Yes/accepted"
    assert len(of(talk, ev.Agreed)) == 2


def test_no_alone_is_conversation_where_nothing_is_open(talk: Talk) -> None:
    assert talk.says("ann", "no") == "no-command"
    assert talk.game().proposal is None


def test_an_unproven_yes_waits_for_its_own_confirmation(talk: Talk) -> None:
    _, asked = proposes(talk)
    letter = talk.last(asked[0])
    assert talk.says(asked[0], "yes", answers=letter, to="referee@club.test") == "Yes/unproven"
    assert not of(talk, ev.Agreed)
    question = talk.last(asked[0])
    assert question.events == ["confirm"]
    assert talk.says(asked[0], "yes", answers=question) == "Yes/accepted Yes/accepted"
    assert len(of(talk, ev.Agreed)) == 1


def test_an_unproven_no_waits_for_its_own_confirmation(talk: Talk) -> None:
    _, asked = proposes(talk)
    assert talk.says(asked[0], "no", to="referee@club.test", answers=talk.last(asked[0])) == "No/unproven"
    assert talk.game().proposal is not None
    assert talk.says(asked[0], "yes") == "No/accepted Yes/accepted"
    assert talk.game().proposal is None


def test_a_confirmations_yes_stays_what_it_is_while_a_proposal_is_open(talk: Talk) -> None:
    _, asked = proposes(talk)
    letter = talk.last(asked[0])
    assert talk.says(asked[0], "concede", to="referee@club.test", answers=letter) == "Concede/unproven"
    assert talk.last(asked[0]).events == ["confirm"]
    assert talk.says(asked[0], "yes") == "Concede/accepted Yes/accepted"
    assert not of(talk, ev.Agreed) and of(talk, ev.Conceded)
    assert talk.says(asked[0], "yes", answers=letter) == "Yes/accepted"
    assert len(of(talk, ev.Agreed)) == 1


def test_a_proven_yes_in_the_thread_of_the_letter_needs_no_token(talk: Talk) -> None:
    _, asked = proposes(talk)
    letter = talk.last(asked[0])
    assert talk.says(asked[0], "yes", answers=letter, to="referee@club.test", proven=True) == "Yes/accepted"


def test_a_yes_leaves_the_token_good_for_a_move(talk: Talk) -> None:
    who = talk.due()
    other = others(talk, who)[0]
    assert talk.says(other, "yield") == "YieldBooks/accepted"
    letter = talk.last(who)
    card = next(x for x in reversed(talk.to(who)) if "turn" in x.events)["Spades-Legal"].split()[0]
    assert talk.says(who, "yes", answers=letter) == "Yes/accepted"
    assert talk.says(who, f"play {card}", answers=letter) == "PlayCard/accepted"
    assert talk.game().proposal is None


def test_a_yes_and_a_card_in_one_mail_are_done_in_order(talk: Talk) -> None:
    who = talk.due()
    card = next(x for x in reversed(talk.to(who)) if "turn" in x.events)["Spades-Legal"].split()[0]
    assert talk.says(others(talk, who)[0], "yield") == "YieldBooks/accepted"
    assert talk.says(who, f"no\nplay {card}") == "No/accepted PlayCard/accepted"


def test_shares_by_name(talk: Talk) -> None:
    who = talk.due()
    seat = talk.game().names.index(who.capitalize()) + 1
    left, right = (talk.game().names[(seat + step - 1) % 4] for step in (1, 3))
    proposes(talk, f"yield 3 to {left} 2, {right} 1")
    proposal = talk.game().proposal
    assert proposal is not None and proposal.books[seat % 4] == 2 and proposal.books[(seat + 2) % 4] == 1
    assert talk.says("ann", "yield 2 to Zed", answers=None, proven=True) == "YieldBooks/no-such-player"


def test_asked_on_a_list_each_of_the_three_has_a_letter_of_their_own(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"list": LIST, "list_mode": "external"}).starts(START)
    playing(talk)
    count = len(talk.letters)
    _, asked = proposes(talk)
    assert sorted(x.to for x in talk.letters[count:]) == sorted([LIST, *(f"{n}@club.test" for n in asked)])
    for name in asked:
        assert talk.says(name, "yes") == "Yes/accepted"
    assert of(talk, ev.Yielded)


START = f"start\nplayers: {', '.join(f'{n} <{n.lower()}@club.test>' for n in NAMES)}\nsheet: standard"


def test_a_watcher_cannot_answer(talk: Talk) -> None:
    talk.says("wendy", "watch 1", answers=None, proven=True)
    proposes(talk)
    assert talk.last("wendy").events == ["yield"]
    assert talk.says("wendy", "yes") == "Yes/not-in-game"
    assert talk.says("wendy", "no") == "no-command"


def test_undo_takes_back_the_last_card_once_all_agree(talk: Talk) -> None:
    who, before = talk.due(), talk.game()
    assert talk.acts() == "PlayCard/accepted"
    turn = talk.game().turn
    assert talk.says(who, "undo", proven=True) == "Undo/accepted"
    deadline = talk.kept().deadline
    for name in others(talk, who):
        assert talk.last(name).events == ["undo"]
    first, second, third = others(talk, who)
    assert talk.says(first, "yes") == talk.says(second, "yes") == "Yes/accepted"
    assert talk.game().turn == turn and talk.kept().deadline == deadline, "no clock stops"
    assert talk.says(third, "yes") == "Yes/accepted"
    voided = of(talk, ev.Voided)[-1]
    assert isinstance(voided, ev.Voided) and voided.by == "agreed" and voided.points == 0
    assert talk.due() == who and talk.game().hands == before.hands
    assert talk.game().turn == turn + 1
    assert talk.acts() == "PlayCard/accepted"
    assert talk.says(who, "undo", proven=True) == "Undo/proposed-before", "once a round and player"


def test_109_has_no_undo_unless_the_start_says_so(tmp_path: Path) -> None:
    for number, (line, outcome) in enumerate((("", "Undo/not-offered"), ("undo: yes", "Undo/accepted"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        talk = playing(table_of(folder, "109", *((line,) if line else ())))
        who = talk.due()
        assert talk.acts() == "PlayCard/accepted"
        assert talk.says(who, "undo", proven=True) == outcome


def test_the_answer_to_an_open_proposal_is_over_with_a_replacement(talk: Talk) -> None:
    _, asked = proposes(talk)
    assert talk.master(f"replace {asked[0]} with Eve <eve@club.test>").startswith("ReplacePlayer/accepted")
    assert talk.game().proposal is None
    assert "no-command" in talk.says("eve", "no")
    assert talk.last(MASTER) is not None

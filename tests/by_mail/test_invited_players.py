"""People whom a Gamesmaster puts into a game: what the first letter tells them, what a `no` does before their first
act, and what `stop` does after it."""

import re
from io import StringIO
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlparse

import pytest
from rich.console import Console

from referee.asking import commands as ask
from referee.asking.grammar import read_commands
from referee.commands.status import show_status, status_of
from referee.table import events as ev
from tests.by_mail.cup import cup
from tests.talk import MASTER, NAMES, REFEREE, STARTER, Letter, Talk, address

EVE = "replace Bob with Eve <eve@club.test>"


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    """Maria has started a game; nobody in it has ever heard of the referee."""
    talk = Talk(tmp_path)
    talk.master("name Maria", subject="hello")
    return talk.starts()


def since(talk: Talk, count: int) -> list[Letter]:
    return talk.letters[count:]


def link(letter: Letter, label: str) -> tuple[str, str]:
    """Return the address and the body of the mail that a button opens."""
    found = re.search(rf'<a href="(mailto:[^"]+)"[^>]*>{label}</a>', letter.html)
    assert found, label
    parts = urlparse(found[1].replace("&amp;", "&"))
    return unquote(parts.path), parse_qs(parts.query)["body"][0]


def test_the_first_letter_begins_with_who_asks_what_it_is_and_what_it_costs(talk: Talk) -> None:
    for name in NAMES:
        letter = talk.last(name)
        assert letter["Subject"] == "[Spades 1] Maria asks you to play"
        text = letter.flat
        first = text.index(
            "Maria, the Gamesmaster, asks you to play a game of Spades by mail, and has kept a seat for you."
        )
        assert first < text.index("Spades is a card game for four") < text.index("3 days for each answer")
        assert text.index("a line that says no") < text.index("Your hand"), "all of it stands above the game itself"
        assert MASTER not in letter.raw.decode(), "nobody's address"
        for label, body in (("I will play", "yes"), ("No, thanks", "no")):
            assert link(letter, label) == (letter["Reply-To"], body)
    assert "asks you to play" not in talk.last("gm").text
    talk.bids()
    assert not any("asks you to play" in talk.last(name).text + talk.last(name)["Subject"] for name in NAMES)


def test_yes_brings_the_hand_and_what_is_due(talk: Talk) -> None:
    for words in ("yes", "Yes!", "ja"):
        assert talk.says("bob", words, answers=talk.to("bob")[0]) == "Hand/accepted Yes/accepted" or words != "yes"
    assert (
        "hand" in talk.last("bob").text.lower() and talk.last("bob")["Spades-Hand"] == talk.to("bob")[0]["Spades-Hand"]
    )
    assert talk.kept().deadline is not None


def test_whoever_says_yes_and_bids_does_both(talk: Talk) -> None:
    assert talk.acts("Yes, gladly!\n\nyes\nbid 4") == "Hand/accepted Yes/accepted MakeBid/accepted"
    assert talk.acts("yes\nno\nbid 4") == "refused/unclear"


def test_a_gamesmaster_without_a_name_is_called_by_office_alone(tmp_path: Path) -> None:
    letter = Talk(tmp_path).starts().last("bob")
    assert letter["Subject"] == "[Spades 1] The Gamesmaster asks you to play"
    assert "The Gamesmaster asks you to play a game of Spades" in letter.flat


def test_whoever_the_referee_knows_gets_no_such_letter_and_neither_does_the_one_who_starts(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"gamesmasters": ["ann@club.test"]})
    talk.says("bob", "score", answers=None, proven=True)
    talk.says("bob", "name Bob", answers=None, proven=True)
    talk.deliver(talk.mail("ann", STARTER, subject="a game", proven=True))
    asked = {name for name in NAMES if "asks you to play" in talk.last(name)["Subject"]}
    assert asked == {"Carol", "Dave"}


def test_whoever_the_referee_knows_reads_in_one_line_that_they_may_say_no(talk: Talk) -> None:
    line = "If you would rather not play, answer with a line that says no before your first bid"
    assert not any(line in talk.last(name).flat for name in NAMES), "their first letter says so at its head"
    talk.starts(subject="another game")
    assert all(line in talk.last(name).flat for name in NAMES)
    talk.says("bob", "no")
    talk.master("replace Bob with Eve <eve@club.test>", subject="[Spades 2]")
    talk.says("carol", "no", answers=talk.to("carol")[0])
    talk.master("replace Carol with Eve <eve@club.test>", subject="[Spades 1]")
    assert line in talk.last("eve").flat and "asks you to play" not in talk.last("eve")["Subject"]
    assert not talk.game(1).paused and not talk.game(2).paused


def test_who_signed_up_gets_no_such_letter(tmp_path: Path) -> None:
    talk = Talk(tmp_path, game={"start_full_tables": True})
    for name in NAMES:
        talk.says(name, f"join\nname {name}", answers=None, proven=True)
    assert talk.game().round == 1 and not [x for x in talk.letters if "asks you to play" in x["Subject"]]
    assert "would rather not play" not in talk.last("bob").flat
    assert talk.says("bob", "no") == "Stop/accepted"
    assert "You still have your seat" in talk.last("bob").flat, "they asked for it themselves"


@pytest.mark.parametrize(
    "words",
    [
        "no",
        "No, thanks",
        "stop",
        "unsubscribe",
        "remove me please",
        "no\nWho are you?",
        "Oh sorry, I have no time now.",
    ],
)
def test_a_no_before_their_first_act_frees_the_seat(talk: Talk, words: str) -> None:
    count = len(talk.letters)
    assert talk.says("bob", words) == "Stop/accepted"
    letters = [*since(talk, count)]
    (farewell,) = (letter for letter in letters if letter.to == address("bob"))
    assert "You are out of game 1, and get no more letters about it." in farewell.flat and not farewell.cards
    assert talk.game().paused and talk.kept().deadline is None, "nobody's clock runs"
    assert talk.says("gm", "table") == "Tables/accepted" and "The game waits for Bob." in talk.last("gm").flat
    assert "The seat of Bob is empty; the clock is stopped until" in talk.last("gm").flat
    assert "is to bid" not in talk.last("gm").flat, "nobody else holds the game up"
    with talk.store.reading() as tx:
        status = status_of(tx, None)
    printed = StringIO()
    show_status(Console(file=printed, width=80), status, talk.now, None)
    assert "\n  the seat of Bob is empty\n" in printed.getvalue()
    (told,) = (letter for letter in letters if letter.to == MASTER)
    assert (
        "    replace Bob with NAME <ADDRESS>" in told.text.splitlines()
        and "They had neither bid nor played" in told.flat
    )
    assert link(told, "Give the seat to somebody else")[1] == "replace Bob with "
    for name in ("ann", "carol", "dave"):
        assert "Bob does not want to play. The clock stands still" in talk.last(name).flat
    count = len(talk.letters)
    talk.passes(days=30)
    assert not since(talk, count), "no reminder, and no clock"


def test_once_somebody_has_the_seat_the_game_goes_on_by_itself(talk: Talk) -> None:
    hand = talk.to("bob")[0]["Spades-Hand"]
    talk.says("bob", "no")
    count = len(talk.letters)
    assert talk.says("gm", EVE) == "ReplacePlayer/accepted"
    assert not talk.game().paused and talk.kept().deadline is not None
    assert [letter for letter in since(talk, count) if letter.to in ("", address("bob"))] == []
    eve = talk.last("eve")
    assert "Maria, the Gamesmaster, asks you to play" in eve.flat and eve["Spades-Hand"] == hand
    assert "The clock runs again" in talk.last("carol").flat
    talk.bids()
    assert not talk.to("bob")[2:], "the first letter, and the farewell"


def test_a_successor_may_say_no_too_and_then_the_next_one_may(talk: Talk) -> None:
    talk.says("bob", "no")
    talk.says("gm", EVE)
    assert talk.says("eve", "no") == "Stop/accepted" and talk.game().paused
    assert "replace Eve with NAME" in talk.last("gm").text
    talk.says("gm", "replace Eve with Fay <fay@club.test>")
    assert not talk.game().paused and not talk.game().plans[0]


def test_an_empty_seat_takes_no_name_from_its_owner(talk: Talk) -> None:
    talk.says("bob", "no")
    talk.passes(days=60)
    talk.starts("start\nplayers: Ann, Bob, Carol, Dave", subject="another game")
    assert talk.last("bob")["Spades-Game"] == "2"


def test_with_two_empty_seats_the_clock_waits_for_both(talk: Talk) -> None:
    talk.says("bob", "no")
    talk.says("carol", "no")
    assert [type(event) for event in talk.trail()].count(ev.Paused) == 1
    talk.says("gm", EVE)
    assert talk.game().paused
    reason = "The clock stands still: the game waits for Carol or somebody in their place."
    assert reason in talk.last("eve").flat
    talk.says("gm", "replace Carol with Fay <fay@club.test>")
    assert not talk.game().paused
    assert "put you in the place of Carol" in talk.last("fay").flat and "stands still" not in talk.last("fay").flat


def test_a_game_that_the_gamesmaster_had_paused_stays_so(talk: Talk) -> None:
    talk.master("pause")
    talk.says("bob", "no")
    talk.master(EVE)
    assert talk.game().paused and talk.master("resume") == "Resume/accepted"


def test_nobody_restarts_the_clock_over_an_empty_seat_but_the_game_may_end(talk: Talk) -> None:
    talk.says("bob", "no")
    assert talk.master("resume") == "Resume/empty-seat" and "replace Bob with NAME" in talk.last("gm").flat
    assert talk.master("resume all") == "InAllGames/accepted" and talk.game().paused
    assert "a seat in it is empty" in talk.last("gm").flat
    count = len(talk.letters)
    assert talk.master("abort") == "Abort/accepted"
    assert {letter.to for letter in since(talk, count)} == {address(name) for name in ("ann", "carol", "dave", "gm")}
    talk.says("ann", "rematch")
    assert not [letter for letter in talk.letters if letter.to == ""] and not talk.to("bob")[2:]


def test_after_an_act_of_their_own_a_no_frees_nothing(talk: Talk) -> None:
    who = talk.due()
    talk.acts()
    assert talk.says(who, "no", proven=True) == "Stop/accepted" and not talk.game().paused
    assert "You still have your seat" in talk.last(who).flat
    who = next(name for name in talk.game().names if name.lower() not in (who, talk.due()))
    talk.says(who, "plan lowest")
    talk.says(who, "stop")
    assert "You are out of game 1" in talk.last(who).flat, "a plan is no act before it plays"


def test_what_the_clock_did_for_them_is_no_act_of_theirs(talk: Talk) -> None:
    who = talk.due()
    talk.passes(days=3, seconds=1)
    assert talk.says(who, "no") == "Stop/accepted" and talk.game().paused
    assert "You are out of game 1" in talk.last(who).flat


def test_who_is_out_cannot_act_any_more_and_a_second_no_does_nothing(talk: Talk) -> None:
    first = talk.last("bob")
    talk.says("bob", "no")
    acts = len(talk.trail())
    for words in ("bid 3", "hand", "no", "stop", "say boo"):
        talk.says("bob", words, answers=first)
        talk.says("bob", words, answers=None, proven=True)
    assert len(talk.trail()) == acts and not any(letter["Spades-Hand"] for letter in talk.to("bob")[1:])
    assert len([letter for letter in talk.to(MASTER) if "does not want to play" in letter.text]) == 1


def test_nobody_says_no_for_somebody_else(talk: Talk) -> None:
    events, anns = talk.trail(), talk.last("ann")
    assert talk.deliver(talk.mail("bob", "no", subject="[Spades 1]")) == "Stop/unproven", "a bare From"
    talk.deliver(talk.mail("bob", "stop", answers=anns))  # with a token of Ann's
    talk.deliver(talk.mail("mallory@else.test", "no", answers=talk.to("bob")[0], proven=True))
    assert talk.trail() == events and not talk.game().paused
    question = next(letter for letter in talk.to("bob") if "yours?" in letter["Subject"])
    assert "> no" in question.text
    assert talk.says("bob", "yes", answers=question) == "Stop/accepted Yes/accepted"
    assert talk.game().paused and "You are out of game 1" in talk.last("bob").flat


def test_the_header_of_every_letter_does_the_same(talk: Talk) -> None:
    found = re.fullmatch(r"<mailto:([^?]+)\?subject=([^&]+)&body=(.+)>", talk.last("bob")["List-Unsubscribe"])
    assert found and found[2] == found[3] == "stop"
    # Gmail writes a body of its own
    generated = "This message was automatically generated by Gmail."
    assert talk.says("bob", generated, answers=None, to=found[1], subject="stop") == "Stop/accepted"
    assert "You are out of game 1" in talk.last("bob").flat


def test_a_watcher_leaves_by_that_header(talk: Talk) -> None:
    talk.says("eve", "watch 1", answers=None, proven=True)
    talk.says("eve", "notify each play")
    talk.acts()
    found = re.fullmatch(
        r"<mailto:([^?]+)\?subject=unwatch%201&body=unwatch%201>", talk.last("eve")["List-Unsubscribe"]
    )
    assert found and talk.says("eve", "unwatch 1", answers=None, to=found[1]) == "Unwatch/accepted"


def test_on_a_sheet_that_holds_hands_back_all_are_asked_in(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: sigma")
    assert all("asks you to play" in talk.last(name)["Subject"] for name in NAMES)
    talk.says("bob", "no")
    talk.says("gm", EVE)
    assert "asks you to play" in talk.last("eve")["Subject"] and not talk.game().paused


def test_with_a_list_the_first_letter_is_private(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"list": "list@club.test", "list_mode": "external"}).starts()
    assert all("asks you to play" in talk.last(name)["Subject"] for name in NAMES)
    talk.says("bob", "no")
    assert "Bob does not want to play" in talk.last("list").flat


@pytest.fixture
def asking(tmp_path: Path) -> Talk:
    """Have all four asked; the referee knows Ann already."""
    talk = Talk(tmp_path, game={"invitations": "ask"})
    talk.says("ann", "name Ann", answers=None, proven=True)
    return talk.starts()


def test_where_all_are_asked_the_clock_waits_for_four_yes(asking: Talk) -> None:
    assert asking.game().paused and all("asks you to play" in asking.last(name)["Subject"] for name in NAMES)
    assert "until all who were asked have said yes, or have made a bid" in asking.last("gm").flat
    quiet = len(asking.letters)
    asking.passes(days=30)
    assert not asking.letters[quiet:]
    for name in ("ann", "bob", "carol"):
        assert (
            asking.says(name, "yes", answers=asking.to(name)[-1]) == "Hand/accepted Yes/accepted"
            and asking.game().paused
        )
    asking.says("gm", "status")
    assert "The game waits for Dave." in asking.last("gm").flat
    assert (
        asking.says("gm", "start", answers=None, subject="[Spades 1]", proven=True) == "Start/start-waits"
        and "waits for Dave. It runs" in asking.last("gm").flat
    )
    asking.says("dave", "yes", answers=next(x for x in asking.to("dave") if "asks you" in x["Subject"]))
    assert not asking.game().paused and asking.kept().deadline is not None
    assert asking.says("gm", "start").startswith("Start/start-no-table")
    asking.bids()


def test_a_bid_before_its_turn_is_a_yes_too(asking: Talk) -> None:
    first = asking.due()
    others = [name for name in NAMES if name.lower() != first]
    for name in (*others, first):
        assert asking.game().paused
        assert asking.says(name, "bid 3", answers=asking.to(name)[-1]) == "MakeBid/accepted"
    assert not asking.game().paused and asking.game().bids == (3, 3, 3, 3)


def test_a_bid_is_a_yes_and_a_no_leaves_its_seat_to_somebody_who_is_asked_in_turn(asking: Talk) -> None:
    first = asking.due()
    others = [name.lower() for name in NAMES if name.lower() != first]
    assert asking.acts() == "MakeBid/accepted" and asking.game().paused
    assert asking.says(others[0], "no") == "Stop/accepted"
    for name in others[1:]:
        asking.says(name, "yes", answers=next(x for x in asking.to(name) if "asks you" in x["Subject"]))
    assert asking.game().paused
    asking.master(f"replace {others[0].title()} with Eve <eve@club.test>")
    assert asking.game().paused and "asks you to play" in asking.last("eve")["Subject"]
    asking.says("eve", "yes")
    assert not asking.game().paused


def test_the_last_yes_may_be_a_bid(asking: Talk) -> None:
    for name in NAMES:
        if name.lower() != asking.due():
            asking.says(name, "yes", answers=next(x for x in asking.to(name) if "asks you" in x["Subject"]))
    assert asking.game().paused
    asking.acts()
    assert not asking.game().paused and asking.kept().deadline is not None


def test_the_gamesmaster_need_not_wait_and_a_late_yes_starts_no_clock_that_they_stopped(asking: Talk) -> None:
    assert asking.master("resume") == "Resume/accepted" and not asking.game().paused
    asking.master("pause")
    for name in NAMES:
        asking.says(name, "yes", answers=next(x for x in asking.to(name) if "asks you" in x["Subject"]))
    assert asking.game().paused


def test_a_table_that_signed_up_is_not_asked(tmp_path: Path) -> None:
    talk = Talk(tmp_path, game={"invitations": "ask"})
    for name in NAMES:
        talk.says(name, f"join\nname {name}", answers=None, proven=True)
    talk.master("start", subject="[Spades 1]")
    assert not talk.game().paused


DECLINED = (
    "No thanks, too busy",
    "No, sorry, I have no time.",
    "No thank you, I do not have the time. Who gave you my address??",
    "Please take me off your list.",
    "Please remove me from this list",
    "Not interested.",
    "I am afraid I cannot.",
    "Sorry, I can't.",
    "I would rather not play.",
    "Hello Maria,\n\nno, I am too old for this.\n\nBob",
)
ACCEPTED = (
    "Yes, gladly! Thanks for asking, Jim",
    "Sure",
    "Yes, I will play.",
    "I will play",
    "I accept",
    "Yes I would like to play",
    "Hello Maria,\n\nsure, count me in!\n\nBob",
)
UNCLEAR = (
    "No idea what this is",
    "No problem, I will play",
    "No, wait, yes",
    "No, I would love to play",
    "No, keep my seat",
    "No, not yet",
    "No, I do not understand",
    "No?",
    "Yes, but not this week",
    "Yes, if Ann plays",
    "Yes?",
    "I cannot wait!",
    "What is this?",
    "Sure\n\nNo, sorry",
)


def by_turns(words: tuple[str, ...]) -> pytest.MarkDecorator:
    """Say each of these once, by turns where the game waits for all four and where it does not."""
    ways = [(("start", "ask")[number % 2], one) for number, one in enumerate(words)]
    return pytest.mark.parametrize(("invited", "words"), ways, indirect=["invited"])


@pytest.fixture(params=["start", "ask"])
def invited(request: pytest.FixtureRequest, tmp_path: Path) -> Talk:
    """Send all four their first letter, whether the game waits for them or not."""
    return Talk(tmp_path, game={"invitations": request.param}).starts()


@by_turns(DECLINED)
def test_a_no_in_other_words_frees_the_seat(invited: Talk, words: str) -> None:
    assert invited.says("bob", words) == "Stop/accepted"
    assert "You are out of game 1" in invited.last("bob").flat


@by_turns(ACCEPTED)
def test_a_yes_in_other_words_brings_the_hand(invited: Talk, words: str) -> None:
    assert invited.says("bob", words) == "Hand/accepted Yes/accepted"
    for name in ("ann", "carol", "dave"):
        invited.says(name, words)
    assert not invited.game().paused


@by_turns(UNCLEAR)
def test_words_that_doubt_are_answered_with_the_two_answers_and_either_works_there(invited: Talk, words: str) -> None:
    for told in (2, 3):
        assert invited.says("bob", words) in ("no-command", "refused/unclear")
        assert len(invited.to("bob")) == told, "each mail is answered"
        text = invited.last("bob").flat
        assert "You have been asked to play game 1. To play, answer with this line alone: yes" in text
        assert "answer with a line that says no" in text and "nothing to do now" not in text
    assert invited.says("bob", "yes") == "Hand/accepted Yes/accepted"
    assert invited.says("bob", "no") == "Stop/accepted"


def test_who_has_acted_answers_no_invitation(invited: Talk) -> None:
    who = invited.due()
    invited.acts()
    for words in ("No thanks, too busy", "Sure", "Not interested."):
        assert invited.says(who, words).startswith("no-command")
        assert "been asked to play" not in invited.last(who).flat


def test_nobody_answers_an_invitation_in_the_name_of_another(invited: Talk) -> None:
    for words in (DECLINED[0], ACCEPTED[0]):
        assert invited.deliver(invited.mail("bob", words, subject="[Spades 1]")) == "no-command", "a bare From"
        invited.deliver(invited.mail("mallory@else.test", words, answers=invited.to("bob")[0], proven=True))
    assert not any("does not want to play" in letter.text for letter in invited.letters)


@pytest.mark.parametrize("words", ["No, that is wrong.", "Sure"])
def test_the_answer_to_another_question_is_none_to_the_invitation(invited: Talk, words: str) -> None:
    who = invited.due()
    invited.says(who, "bud 3")
    assert "Did you mean: bid 3?" in invited.last(who).flat
    assert invited.says(who, words) == "no-command"
    assert not any("You are out of game 1" in letter.flat for letter in invited.to(who))


WORDS = (
    *("stop", "STOP!", "unsubscribe", "remove me", "Remove me please.", "please remove me", "I quit", "quit", "resign"),
    *(
        "I quit, sorry",
        "Sorry, I quit.",
        "Stop. Sorry!",
        "I resign.",
        "unsubscribe me",
        "take me off the list",
        "stop writing to me",
    ),
    *("Stop emailing me!", "I don't want to play", "I don\u2019t want to play."),
)
TALKS = ("full stop", "stop it with the nil bids", "I quit smoking", "resign yourself to it", "no way", "no problem")


@pytest.fixture
def quiet(tmp_path: Path) -> Talk:
    """Have all four bid."""
    return Talk(tmp_path).starts().bids()


def told(quiet: Talk) -> list[Letter]:
    """Return the letters to the Gamesmaster about somebody who wants to stop."""
    return [letter for letter in quiet.to(MASTER) if "wants to stop playing" in letter.text]


@pytest.mark.parametrize("words", WORDS)
def test_words(words: str) -> None:
    assert [asked.command for asked in read_commands(words).asked] == [ask.Stop()]


@pytest.mark.parametrize("words", TALKS)
def test_talk(words: str) -> None:
    reading = read_commands(words)
    assert (reading.asked, reading.no) == ((), None)


@pytest.mark.parametrize("words", ["stop", "I quit", "no", "No, thanks", "no\n\nWho are you?"])
def test_a_player_is_told_what_ends_the_game_and_the_gamesmaster_hears_of_it_once(quiet: Talk, words: str) -> None:
    events, deadline = quiet.trail(), quiet.kept().deadline
    assert quiet.says("bob", words, proven=True) == "Stop/accepted"
    answer, partner = quiet.last("bob").flat, quiet.game().names[(quiet.game().names.index("Bob") + 2) % 4]
    assert "You still have your seat in game 1." in answer and "The Gamesmaster knows" in answer
    assert f"- concede: gives game 1 up. Once {partner}, your partner, has conceded too" in answer
    assert "- leave: " in answer and "It ends no game." in answer
    (letter,) = told(quiet)
    assert "Bob wants to stop" in letter.text and f"> {words.splitlines()[0]}" in letter.text
    assert "    replace Bob with NAME <ADDRESS>" in letter.text.splitlines()
    assert (quiet.trail(), quiet.kept().deadline) == (events, deadline), "nothing has ended, and the clock runs"
    assert (
        quiet.says("bob", "unsubscribe", proven=True) == "Stop/accepted"
        and "You still have your seat" in quiet.last("bob").flat
    )
    assert len(told(quiet)) == 1
    quiet.says("carol", "stop", proven=True)
    assert len(told(quiet)) == 2 and "Carol" in told(quiet)[1].text


def test_a_no_to_an_old_invitation_stops_nothing(talk: Talk) -> None:
    old = {name.lower(): talk.last(name) for name in NAMES}
    talk.bids().acts()
    assert talk.says("bob", "no", answers=old["bob"]) == "no-command"
    assert "You said no to what the letter asks. Nothing was done" in talk.last("bob").flat and not told(talk)
    assert "write a line that says stop" in talk.last("bob").flat
    assert talk.says("bob", "stop", answers=old["bob"], proven=True) == "Stop/accepted" and len(told(talk)) == 1


@pytest.mark.parametrize("words", ["I quit", "stop", "no"])
def test_a_stop_about_one_game_takes_nobody_out_of_another(talk: Talk, words: str) -> None:
    old = talk.to("bob")[0]
    talk.master("replace Bob with Eve <eve@club.test>")
    talk.starts(subject="another game")
    talk.says("bob", words, answers=old, to=REFEREE, proven=True)
    assert not talk.game(2).paused and not [letter for letter in talk.to(MASTER) if "game 2" in letter.flat][1:]
    if words != "no":
        assert "so you keep your seat in game 2" in talk.last("bob").flat
    assert talk.says("bob", words, answers=None, subject="[Spades 2]", proven=True)
    assert talk.game(2).paused, "they have not acted there, and it is the game that they name"


def test_a_no_that_answers_a_question_stops_nothing(quiet: Talk) -> None:
    who = quiet.due()
    quiet.acts(f"pley {quiet.last(who)['Spades-Legal'].split()[0]}")
    assert "Did you mean" in quiet.last(who).text
    assert quiet.says(who, "no").startswith("no-command")
    quiet.says("bob", "stop", answers=None)  # nothing proves it, so the referee asks
    assert quiet.says("bob", "no").startswith("no-command") and not told(quiet)


def test_a_no_declines_a_rematch_as_before(quiet: Talk) -> None:
    names = [name.lower() for name in quiet.game().names]
    for name in (names[0], names[2]):
        quiet.says(name, "concede")
    quiet.says(names[0], "rematch")
    assert quiet.says(names[1], "No, thanks") == "No/accepted" and not told(quiet)


def test_a_no_on_a_list_or_beside_a_move_is_talk(quiet: Talk) -> None:
    assert quiet.acts("no\nAS KS").startswith("refused") or not told(quiet)
    listed = {"headers": {"List-Id": "<club.test>"}, "to": "list@club.test", "answers": None, "proven": True}
    assert quiet.says("bob", "no", **listed) == "no-command"
    assert quiet.says(quiet.due(), "no", headers={"Auto-Submitted": "auto-generated"}) == "no-command"
    assert not told(quiet)


def test_without_a_proof_the_referee_asks_and_the_yes_stops(quiet: Talk) -> None:
    for words in ("stop", "no"):
        quiet.now = quiet.now.replace(day=quiet.now.day + 1)
        count = len(told(quiet))
        assert quiet.deliver(quiet.mail("bob", words)) == "Stop/unproven"
        assert "Was this mail yours?" in quiet.last("bob")["Subject"] and len(told(quiet)) == count
    assert quiet.says("bob", "yes") == "Stop/accepted Yes/accepted"
    assert len(told(quiet)) == 1 and "You still have your seat" in quiet.last("bob").flat


def test_who_waits_watches_or_entered_is_told_what_ends_it(quiet: Talk) -> None:
    for line in ("name Eve", "join sigma", "watch 1"):
        quiet.says("eve", line, answers=None, proven=True)
    assert quiet.says("eve", "no", proven=True).startswith("no-command"), "to a letter that says what was done"
    assert quiet.says("eve", "no", answers=None, proven=True) == "Stop/accepted"
    answer = quiet.last("eve").flat
    assert "You are off the list for sheet sigma. To sign up again, write join sigma." in answer
    assert "- unwatch 1: " in answer and "leave" not in answer and "concede" not in answer and not told(quiet)


def test_whoever_stops_and_only_waits_waits_no_longer(quiet: Talk) -> None:
    for who in ("eve", "fay"):
        quiet.says(who, "join sigma", answers=None, proven=True)
    assert quiet.says("eve", "stop", answers=None, proven=True) == "Stop/accepted"
    assert "eve has left the list" in quiet.last("fay").flat
    count = len(quiet.to("eve"))
    quiet.says("gus", "join sigma", answers=None, proven=True)
    quiet.passes(days=31)
    assert len(quiet.to("eve")) == count
    quiet.says("bob", "join sigma", answers=None, proven=True)
    assert quiet.says("bob", "stop") == "Stop/accepted"
    assert "- leave: takes you off the list for sheet sigma." in quiet.last("bob").flat, "they stop a game"


def test_in_a_match_the_gamesmaster_gets_the_line_of_its_tournament(tmp_path: Path) -> None:
    quiet = cup(Talk(tmp_path))
    assert quiet.says("bob", "stop") == "Stop/accepted"
    assert "- withdraw from Cup: takes your team out of the tournament." in quiet.last("bob").flat
    assert "    substitute NAME <ADDRESS> for bob in Aces" in told(quiet)[0].text.splitlines()


def test_whoever_takes_part_in_nothing_is_told_so_and_asked_nothing(quiet: Talk) -> None:
    for who, proven in (("eve", False), ("fay@else.test", True)):
        assert quiet.says(who, "unsubscribe", answers=None, proven=proven) == "Stop/accepted"
        (answer,) = quiet.to(who)
        assert "there is nothing to stop" in answer.flat and "yours?" not in answer["Subject"]
    quiet.says("gus", "join", answers=None, proven=True)
    quiet.says("gus", "leave")
    assert quiet.says("gus", "no").startswith("no-command"), "there is nothing to say no to"

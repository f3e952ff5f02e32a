"""Every command that a letter names is taken by an answer to that letter; and what a letter says of an answer that came
twice, too early, or to an address that was used."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from referee.spades.cards import Card
from tests.by_mail.cup import cup
from tests.by_mail.planning import seasoned
from tests.talk import MASTER, STARTER, Letter, Talk

ONE_LINE = re.compile(r"^    (?! )([a-z].*)$", re.MULTILINE)
LISTED = re.compile(r"lines? that says?:? ((?:[a-z]+(?: [a-z]+)?(?:, | or )?)+)")
BUTTON = re.compile(r'href="(mailto:[^"]*)"')
PLACEHOLDER = re.compile(r"NAME|<|: | with$|^ask$")
SAID = ("hand", "memory", "score", "history", "rules", "help", "status", "games", "tournaments", "join", "yes", "no")


def named(letter: Letter) -> list[str]:
    """List the commands that a letter names: on a line of their own, in a sentence, and on buttons."""
    found = ONE_LINE.findall(letter.text)
    for words in LISTED.findall(letter.flat):
        found += [word for word in re.split(", | or ", words) if word in SAID]
    for href in BUTTON.findall(letter.html):
        found += [body.strip() for body in parse_qs(unescape(href).partition("?")[2]).get("body", ())]
    return [line for line in dict.fromkeys(found) if not PLACEHOLDER.search(line)]


def game(folder: Path, sheet: str) -> Talk:
    """Return a game by a sheet, just begun."""
    return Talk(folder).starts(f"{STARTER}\nsheet: {sheet}")


def acted(line: str) -> Callable[[Talk], Talk]:
    """Return what has whoever is on turn write a line."""

    def write(talk: Talk) -> Talk:
        talk.acts(line)
        return talk

    return write


def in_play(talk: Talk) -> Talk:
    """Have all bid, and two cards played."""
    talk.bids()
    talk.acts(), talk.acts()
    return talk


def told(line: str, *, on_turn: bool) -> Callable[[Talk], Talk]:
    """Return what has somebody who is on turn, or is not, write a line in play."""

    def write(talk: Talk) -> Talk:
        in_play(talk)
        who = talk.due() if on_turn else next(n.lower() for n in talk.game().names if n.lower() != talk.due())
        talk.says(who, line, proven=True)
        return talk

    return write


def ruled(line: str) -> Callable[[Talk], Talk]:
    """Return what has the Gamesmaster write a line in play."""

    def write(talk: Talk) -> Talk:
        in_play(talk).master(line)
        return talk

    return write


def is_open(talk: Talk, letter: Letter) -> bool:
    """Tell if the turn of a letter is still due; a letter for no turn is open."""
    return "turn" not in letter.events or letter["Spades-Turn"] == str(talk.game().turn)


SITUATIONS: dict[str, tuple[str, Callable[[Talk], Talk]]] = {
    "begun": ("109", lambda talk: talk),
    "bidding": ("pride", acted("bid 4")),
    "held back": ("sigma", lambda talk: talk),
    "shown": ("sigma", acted("show")),
    "one bid a team": ("fsu", acted("bid 5")),
    "in play": ("109", in_play),
    "reminded": ("109", lambda talk: in_play(talk).passes(days=2, hours=1)),
    "silent": ("109", lambda talk: in_play(talk).passes(days=3, hours=1)),
    "silent, with leave": ("standard", lambda talk: in_play(talk).passes(days=3, hours=1)),
    "planned": ("109", told("plan lowest", on_turn=True)),
    "out of turn": ("109", told("play 2H", on_turn=False)),
    "no command": ("109", told("what am I to do here", on_turn=False)),
    "conceded": ("109", told("concede", on_turn=False)),
    "stopping": ("109", told("stop", on_turn=False)),
    "looking": ("standard", told("hand", on_turn=True)),
    "paused": ("109", ruled("pause")),
    "over": ("109", ruled("forfeit team 1")),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_an_answer_may_say_what_its_letter_names(tmp_path: Path, situation: str) -> None:
    sheet, happens = SITUATIONS[situation]
    talk = happens(game(tmp_path, sheet))
    laid, tried = talk.laid(), set[tuple[str, ...]]()
    for letter in {letter.to: letter for letter in talk.letters}.values():
        for line in named(letter) if is_open(talk, letter) else ():
            # letters of one kind name the same to each of their readers
            if (alike := (line, *letter.events)) not in tried:
                said = talk.says(letter.to, line, answers=letter)
                assert "/accepted" in said, (situation, letter.to, line, said)
                talk.stand_as(laid)
                tried.add(alike)
    assert tried, "letters name commands"


def test_so_may_an_answer_to_a_letter_before_the_game(tmp_path: Path) -> None:
    talk = Talk(tmp_path).knows("Ann", "Bob", "Carol", "Dave")
    for who in ("ann", "bob", "carol", "dave"):
        assert talk.says(who, "join", answers=None, proven=True) == "Join/accepted"
    talk.passes(days=8)
    laid = talk.laid()
    for who, newest in (("ann", 1), (MASTER, 2)):
        for letter in talk.to(who)[-newest:]:
            for line in named(letter):
                assert "/accepted" in talk.says(who, line, answers=letter), (letter["Subject"], line)
                talk.stand_as(laid)


# pride: a bid that may be changed


def changes(talk: Talk) -> Iterator[tuple[str, str]]:
    """Have the first bidder change their bid in answer to one letter, and yield what the log says of each."""
    first = talk.game().names[0].lower()
    letter = talk.last(first)
    for bid in (3, 4, 3, 5, 6):
        yield first, talk.says(first, f"bid {bid}", answers=letter)


def test_the_letter_that_offers_the_change_of_a_bid_takes_it_as_often_as_the_rule_allows(tmp_path: Path) -> None:
    talk = game(tmp_path, "pride")
    said = [outcome for _, outcome in changes(talk)]
    assert said == ["MakeBid/accepted"] * 4 + ["MakeBid/change-enough"]
    assert talk.game().bids[0] == 5


def test_nothing_but_a_change_is_left_to_it(tmp_path: Path) -> None:
    talk = game(tmp_path, "pride")
    first, _, third, _ = (name.lower() for name in talk.game().names)
    letter = talk.last(first)
    talk.says(first, "bid 3", answers=letter)
    assert talk.says(third, "bid 3") == "MakeBid/accepted"
    assert talk.acts("bid 3") == "MakeBid/accepted", "the other team bids"
    assert talk.says(first, "bid 4", answers=letter) == "MakeBid/bid-stands"
    talk.acts("bid 3")
    assert talk.says(first, talk_card(talk, first), answers=letter).startswith("PlayCard/"), "an act of the round"
    assert talk.game().bids[0] == 3


def talk_card(talk: Talk, who: str) -> str:
    """Return the play of a card that somebody holds, the lowest club or else any."""
    seat = talk.game().names.index(who.title()) + 1
    return f"play {min(map(str, talk.game().hand(seat)))}"


@pytest.mark.parametrize("level", ["my turns", "result only"])
def test_partners_hear_each_others_bids_while_they_may_change_their_own(tmp_path: Path, level: str) -> None:
    talk = game(tmp_path, "pride")
    first, second, third, fourth = (name.lower() for name in talk.game().names)
    for who in (first, third):
        talk.says(who, f"notify {level}", proven=True)
    talk.says(first, "bid 3", answers=talk.to(first)[0])
    before = len(talk.to(fourth))
    for who, bid, partner in ((third, 4, first), (first, 5, third), (third, 3, first)):
        assert talk.says(who, f"bid {bid}") == "MakeBid/accepted"
        assert talk.last(partner)["Spades-Actor"].startswith(str(talk.game().names.index(who.title()) + 1))
    heard = len(talk.to(first))
    assert len(talk.to(fourth)) == before, "it is no concern of the other team"
    talk.says(second, "bid 3"), talk.says(fourth, "bid 3")
    new = [letter for letter in talk.to(first)[heard:] if "turn" not in letter.events]
    assert not new, "and their bids bring no letter of their own"


# a move that was made, or comes out of turn


def played(talk: Talk) -> tuple[str, Letter, Card]:
    """Have the one on turn play in answer to their letter. Return who, the letter and the card."""
    talk.bids()
    who = talk.due()
    letter = talk.last(who)
    card = Card(*letter["Spades-Legal"].split()[0])
    assert talk.says(who, f"play {card}", answers=letter) == "PlayCard/accepted"
    return who, letter, card


def test_a_second_copy_of_a_move_is_told_that_it_stands_and_what_is_due(tmp_path: Path) -> None:
    talk = game(tmp_path, "109")
    who, letter, card = played(talk)
    talk.says(who, "hand", answers=letter)
    for more in ({"answers": letter}, {"answers": talk.last(who)}, {"answers": None, "proven": True}):
        talk.now = talk.now.replace(hour=(talk.now.hour + 1) % 24)
        before = talk.game().turn
        assert talk.says(who, f"play {card}", **more).split()[0] == "PlayCard/made-before", more
        assert talk.game().turn == before
    answer = next(letter for letter in talk.to(who) if "already, and that stands" in letter.flat)
    assert f"{talk.due().title()} is to play a card" in answer.flat and "send it" not in answer.flat


@pytest.mark.parametrize(
    ("line", "outcome"), [("bid 3", "made-before"), ("bid 5", "stale"), ("claim", "not-your-turn")]
)
def test_what_was_never_made_is_not_said_to_stand(tmp_path: Path, line: str, outcome: str) -> None:
    talk = game(tmp_path, "109")
    first = talk.due()
    letter = talk.last(first)
    talk.acts("bid 3")
    while talk.game().leader is None:
        talk.acts("bid 2")
    talk.acts()
    assert talk.says(first, line, answers=letter).endswith(outcome)


def test_a_card_of_the_round_before_is_told_that_it_was_played(tmp_path: Path) -> None:
    talk = game(tmp_path, "109")
    who, letter, card = played(talk)
    talk.plays_round()
    assert talk.says(who, f"play {card}", answers=letter) == "PlayCard/made-before"
    assert "in round 1 already, and that stands" in talk.last(who).flat


def test_a_card_before_its_turn_in_answer_to_the_newest_letter_is_offered_as_a_plan(tmp_path: Path) -> None:
    talk = seasoned(game(tmp_path, "109"))
    who, letter, _ = played(talk)
    assert talk.last(who) is letter, "they hear of nothing until their next turn"
    held = talk_card(talk, who)
    assert talk.says(who, held) == "PlayCard/not-your-turn"
    assert "You can make it a plan instead" in talk.last(who).flat and "older letter" not in talk.last(who).flat
    assert talk.says(who, "yes").split() == ["MakePlan/accepted", "Yes/accepted"]


def test_a_void_that_took_the_card_back_is_still_told(tmp_path: Path) -> None:
    talk = game(tmp_path, "109")
    who, letter, card = played(talk)
    talk.master("rule void to turn 5 because a slip")
    assert talk.says(who, f"play {card}", answers=letter) == "PlayCard/voided"
    assert talk.says(who, f"play {card}") == "PlayCard/accepted", "the letter after it is good"


# an address that was used


@pytest.mark.parametrize("line", ["concede", "say well played", "away 20 Dec to 2 Jan", "plan forced on"])
def test_an_answer_to_a_used_address_hears_that_it_was_used_and_which_is_good(tmp_path: Path, line: str) -> None:
    talk = game(tmp_path, "standard")
    who, letter, _ = played(talk)
    assert talk.says(who, line, answers=letter).endswith("/unproven")
    asks = talk.last(who)
    assert "was used for the move or answer that it asked for" in asks.flat and "Nothing in it proves" not in asks.flat
    assert "a line that says hand brings" in asks.flat
    assert talk.says(who, "hand", answers=asks) == "Hand/accepted"
    assert talk.says(who, line).endswith("/accepted"), "the letter that hand brought"
    assert talk.says(who, line, answers=letter).split()[0].endswith(("asked-before", "accepted", "unproven"))


def test_a_bare_mail_hears_that_nothing_proves_it(tmp_path: Path) -> None:
    talk = game(tmp_path, "109")
    talk.says("ann", "concede", answers=None)
    assert "Nothing in it proves that you sent it" in talk.last("ann").flat


# who reads it


def test_only_those_who_watch_are_told_how_to_stop(tmp_path: Path) -> None:
    talk = game(tmp_path, "109")
    talk.says("zoe", "watch 1", proven=True)
    talk.acts("bid 3")
    talk.master("pause"), talk.master("watch 1"), talk.master("forfeit team 1")
    first = talk.to(MASTER)[0]
    assert "unwatch" not in first.text + first.html and "You are its Gamesmaster." in first.flat
    assert not [x for who in "abcd" for x in talk.letters if x.to.startswith(who) and "unwatch" in x.text]
    for who in ("zoe", MASTER):
        assert any("unwatch 1" in letter.flat for letter in talk.to(who)), who


def test_a_stranger_who_is_to_stand_in_hears_who_asks_into_what_and_what_to_do(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path, game={"time_limit": "36 hours"}))
    talk.master("name Grace")
    talk.master("substitute Zoe <zoe@club.test> for Bob in Aces because Bob moved", subject="[Cup]")
    asks = talk.last("zoe").flat
    assert "Grace, the Gamesmaster of Cup, asks you to play Spades by mail in that tournament" in asks
    for words in ("the place of", "in Aces", "Bob moved", "Spades is a card game for four", "36 hours for each answer"):
        assert words in asks
    assert "answer this letter with one line: yes" in asks and "answer with no" in asks
    assert talk.says("zoe", "yes").startswith("StandIn/accepted")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ((), "The games give no leave"),
        (("leave: 5 days",), "Each player may be away for 5 days in a game"),
        (("sheet: standard",), "Each player may be away for 14 days in a game"),
        (("weekends: off", "last trick: by hand"), "No limit runs on Saturday and Sunday, UTC."),
    ],
)
def test_an_announcement_names_the_leave_and_the_other_terms(tmp_path: Path, lines: tuple[str, ...], says: str) -> None:
    talk = Talk(tmp_path)
    usual = () if any(line.startswith("sheet") for line in lines) else ("sheet: 109",)
    talk.master("\n".join(("tournament Cup", "format: usag", *usual, *lines)), subject="a cup")
    assert says in talk.last(MASTER).flat

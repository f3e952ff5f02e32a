"""A game in which nobody's bid or card is due: a result that may be challenged, a round that waits for a new deal.

What letters, pages and `status` say of it, to the table, to a successor and to the Gamesmaster.
"""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from referee.commands.status import show_status, status_of
from referee.spades.law.moves import reneged
from tests.by_mail.sheet_tables import NO_FACE_NO_SPADE, name, new_letters, table
from tests.talk import LIST, MASTER, NAMES, STARTER, Laid, Talk, seed

EVEN = 8
"""The seed of a first deal in which two teams that bid 4 take 8 and 5 books if everyone plays the first legal card."""
MISDEALS = {4: NO_FACE_NO_SPADE[4] + 1, 1: 33644, 3: 1546}
"""Seat -> the number of the seed of a first, second and third deal in which its hand has no ace, king, queen, jack and
no spade."""


def asked(talk: Talk, who: str, question: str) -> str:
    """Return the answer to a question, on one line."""
    talk.says(who, question)
    return talk.last(who).flat


def challenges_in_vain(talk: Talk, seat: int) -> None:
    """Have a player challenge an opponent who followed suit."""
    game, foe = talk.game(), seat % 4 + 1
    was = game.last or game
    before = {(c.book, c.accused) for c in was.challenges}
    book = next(b for b in range(1, 14) if not reneged(was, b, foe) and (b, foe) not in before)
    assert (
        talk.says(name(talk, seat), f"challenge book {book} {name(talk, foe)}", proven=True) == "ChallengeBook/accepted"
    )


def even(folder: Path, **sections: dict[str, object]) -> Talk:
    """Play to round 2: round 1 came to 41 each at a target of 40, after a challenge."""
    talk = table(folder, "fsu", "target: 40", luck=EVEN, **sections)
    assert (talk.acts("bid 4"), talk.acts("bid 4")) == ("MakeBid/accepted",) * 2
    talk.plays_round()
    challenges_in_vain(talk, 1)
    assert (talk.game().score, talk.game().round, talk.game().provisional) == ((41, 41), 2, None)
    return talk


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> Laid:
    """Play to round 2, where a challenge of round 1 has won the game unless another one follows."""
    talk = even(tmp_path_factory.mktemp("won"))
    challenges_in_vain(talk, 2)
    assert (talk.game().score, talk.game().round) == ((41, 0), 2) and talk.game().provisional is not None
    return talk.laid()


@pytest.fixture
def won(tmp_path: Path, position: Laid) -> Talk:
    return Talk(tmp_path).stand_as(position)


def test_a_won_game_speaks_of_the_round_that_may_be_challenged(won: Talk) -> None:
    letter = won.last("ann")
    assert "Round 1, scored again" in letter.text and "Round 2" not in letter.text
    assert "thrown in" not in letter.text
    assert (
        "The result stands unless a play of round 1 is challenged by Wed 25 Nov 12:00 UTC, 1 day from now."
        in letter.flat
    )
    assert (letter["Spades-Round"], letter["Spades-Books"], letter["Spades-Hand"]) == ("1", "1 4 7 1", "")
    assert "challenged by Wed 25 Nov 12:00 UTC" in asked(won, "ann", "status")
    assert "round 1 " in asked(won, "ann", "status") and "round 2" not in asked(won, "ann", "status")
    assert "unless a play of round 1 is challenged by" in asked(won, "ann", "score")
    assert asked(won, "ann", "history") == asked(won, "ann", "history 1")
    assert "Round 2 has not begun; round 1 has." in asked(won, "ann", "history 2")
    hand = won.last("bob") if won.says("bob", "hand") else None
    assert hand is not None and not hand.cards and "Round 2" not in hand.text
    with won.store.reading() as tx:
        line = status_of(tx, 1)["games"][0]
    assert (line["round"], line["waits_for"], line["called"], line["paused"]) == (1, "challenges", [], False)


def test_the_round_dealt_in_vain_is_not_counted(won: Talk) -> None:
    won.passes(days=1)
    assert won.game().result is not None
    assert "It took one round on sheet fsu*." in won.last(MASTER).flat
    assert "Round 1 of game 1." in asked(won, "bob", "history")


def test_a_successor_gets_no_cards_that_nobody_will_play(won: Talk) -> None:
    assert won.master("replace Ann with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    letter = won.last("eve")
    assert "You take over seat 4, Eve; all cards of the round have been played." in letter.flat
    assert letter["Spades-Hand"] == "" and "deal" not in letter.events and "Your hand" not in letter.text
    assert "play of round 1 is challenged" in letter.flat


def test_another_challenge_lets_the_dealt_round_begin(won: Talk) -> None:
    challenges_in_vain(won, 1)
    assert (won.game().score, won.game().provisional) == ((0, 0), None)
    called = [n for n in NAMES if "turn" in won.last(n).events]
    assert sorted(called) == sorted((name(won, 2), name(won, 4))), "both who may bid hear that it is their turn"
    assert "Round 2" in won.last(called[0]).text and len(won.last(called[0])["Spades-Hand"].split()) == 13


def test_an_extension_gives_more_time_for_challenges(won: Talk) -> None:
    assert won.master("extend 2 days") == "ExtendBy/accepted"
    assert "The Gamesmaster gives 2 days more for challenges." in won.last("ann").flat
    assert "until" not in won.last("ann").flat and "running turn" not in won.last(MASTER).text


def test_a_paused_result_says_what_may_be_done(won: Talk) -> None:
    assert won.master("pause") == "Pause/accepted"
    assert "unless a play of round 1 is challenged. The clock is stopped." in won.last("ann").flat
    text = asked(won, "ann", "status")
    assert "the result stands unless a play of the last round is challenged; the clock is stopped." in text
    with won.store.reading() as tx:
        line = status_of(tx, 1)["games"][0]
    assert (line["paused"], line["waits_for"]) == (True, "challenges")


def test_the_gamesmaster_hears_of_a_result_that_may_be_disputed(won: Talk) -> None:
    told = [x for x in won.to(MASTER) if "provisional" in x.events]
    assert len(told) == 2, "of the first, which a challenge undid, and of this one"
    assert "unless a play of round 1 is challenged by" in told[-1].flat


def test_a_gamesmaster_who_watches_hears_of_it_once(tmp_path: Path) -> None:
    talk = even(tmp_path)
    assert talk.master("watch 1") == "Watch/accepted"
    before = len(talk.letters)
    challenges_in_vain(talk, 2)
    assert len([x for x in new_letters(talk, before) if x.to == MASTER]) == 1


# what a challenge cost, once it is known


def test_a_challenge_of_a_scored_round_tells_what_was_lost(won: Talk) -> None:
    team = f"{name(won, 2)} + {name(won, 4)}"
    assert f"- {team} lose 3 tricks of round 1." in won.last("ann").flat
    assert "unless losing" not in won.last("ann").text
    assert f"{team} lose 3 tricks of round 1. " in asked(won, "ann", "history 1")


def test_a_challenge_that_would_help_takes_no_book(won: Talk) -> None:
    challenges_in_vain(won, 1)
    challenges_in_vain(won, 1)
    assert "lose no trick of round 1, since losing tricks would help them." in won.last("bob").flat


def test_a_charge_comes_off_the_round_that_won_the_game(won: Talk) -> None:
    loser, team = name(won, 1), f"{name(won, 1)} + {name(won, 3)}"
    turn = won.game().turn
    assert won.master(f"rule void to turn {turn} because it was a slip") == "VoidTo/result-stands"
    assert won.master(f"rule void to turn {turn} charge {loser} because they reneged") == "VoidTo/accepted"
    assert (won.game().score, won.game().provisional, won.game().off) == ((0, 0), None, (0, 0))
    told = won.last(MASTER if "void" in won.last(MASTER).events else "ann")
    assert f"It counts as a misplay by {loser}: {team} lose 3 tricks of round 1." in told.flat
    assert told["Spades-Score"] == "0 0" and told.events[:2] == ["void", "round"]
    assert won.says(name(won, 2), "bid 4", proven=True) == "MakeBid/accepted", "the round begins that was dealt"


# a round that waits for the Gamesmaster


@pytest.fixture
def waiting(tmp_path: Path) -> Talk:
    """Call a third misdeal in round 1: nothing is dealt, and the clock is stopped."""
    seeds = tuple(map(seed, MISDEALS.values()))
    talk = Talk(tmp_path, luck=NO_FACE_NO_SPADE[4], seeds=seeds).starts(f"{STARTER}\nsheet: sigma")
    for caller in MISDEALS:
        assert talk.says(name(talk, caller), "show") == "Show/accepted"
        assert talk.says(name(talk, caller), "misdeal") == "Misdeal/accepted"
    assert talk.game().paused and not any(talk.game().hands)
    return talk


def test_the_pages_say_what_the_game_waits_for(waiting: Talk) -> None:
    expected = "All hands were thrown in; the round is dealt again when the Gamesmaster restarts the clock."
    assert expected in asked(waiting, "ann", "status")
    assert expected in asked(waiting, "ann", "games")
    assert "This is deal 3 of the round; the earlier deals were thrown in, and so was this one." in asked(
        waiting, "ann", "history"
    )
    with waiting.store.reading() as tx:
        line = status_of(tx, 1)["games"][0]
    assert (line["paused"], line["waits_for"], line["to_act"], line["called"]) == (True, "gamesmaster", None, [])


@pytest.mark.parametrize(("move", "outcome"), [("bid 3", "MakeBid/not-your-turn"), ("play 5H", "PlayCard/bidding-now")])
def test_a_move_is_answered_that_the_round_waits_for_a_new_deal(waiting: Talk, move: str, outcome: str) -> None:
    assert waiting.says(name(waiting, 1), move) == outcome
    text = waiting.last(name(waiting, 1)).flat
    assert "All hands of round 1 were thrown in. The next deal comes when the Gamesmaster" in text
    assert "your turn" not in text and "The bidding of this round is not over" not in text


@pytest.mark.parametrize("move", ["show", "misdeal"])
def test_a_hand_of_a_deal_thrown_in_is_not_asked_for_again(waiting: Talk, move: str) -> None:
    assert waiting.says(name(waiting, 1), move).endswith("/stale")
    text = waiting.last(name(waiting, 1)).flat
    assert "round 1 were thrown in. The next deal comes when" in text and "latest letter" not in text


def test_a_successor_in_a_round_that_waits(waiting: Talk) -> None:
    assert waiting.master(f"replace {name(waiting, 3)} with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    letter = waiting.last("eve")
    assert "You take over seat 3, Eve; the round waits for a new deal." in letter.flat
    assert "cards" not in letter.flat.partition("Spadescore")[0] and "deal" not in letter.events
    assert waiting.master("resume") == "Resume/accepted"
    assert "deal" in waiting.last("eve").events


# either partner may bid


def test_the_pages_name_both_who_may_bid(tmp_path: Path) -> None:
    talk = table(tmp_path, "fsu", "target: 40")
    one, two = name(talk, 1), name(talk, 3)
    until = "is to bid by Fri 27 Nov 12:00 UTC."
    assert f"{one} or {two} {until}" in asked(talk, "ann", "status")
    assert f"{one} or {two} {until}" in asked(talk, "ann", "games")
    with talk.store.reading() as tx:
        status = status_of(tx, 1)
    assert (status["games"][0]["called"], status["games"][0]["to_act"]) == ([one, two], one)
    console = Console(width=200, record=True, file=StringIO())
    show_status(console, status, talk.now, None)
    assert f"Game 1: {one} or {two} is to bid by Fri 27 Nov 12:00 UTC\n" in console.export_text()


# where the table talks


def test_the_start_says_how_the_table_talks(tmp_path: Path) -> None:
    talk = table(tmp_path, "fsu")
    assert "a line that begins with say is passed on to all." in talk.last("ann").flat
    assert "list" not in talk.last("ann").flat


def test_on_an_external_list_the_table_talks_there(tmp_path: Path) -> None:
    talk = table(tmp_path, "fsu", referee={"list": LIST, "list_mode": "external"})
    for letter in (talk.to(LIST)[0], talk.to("ann")[0]):
        assert "during the bidding, but not after it: write to the list itself." in letter.flat
        assert "begins with say" not in letter.flat
    assert talk.says("ann", "say hello") == "Say/say-list"


def test_a_successor_hears_of_it_where_the_rest_reads_a_list(tmp_path: Path) -> None:
    talk = even(tmp_path, referee={"list": LIST, "list_mode": "external"})
    challenges_in_vain(talk, 2)
    assert talk.master("replace Ann with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    assert talk.last("eve").events == ["replace"]
    assert "all cards of the round have been played" in talk.last("eve").flat

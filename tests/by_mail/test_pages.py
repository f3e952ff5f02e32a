"""Score, history and status by mail: each sheet's rounds as bid, dealt anew, challenged and scored anew."""

from pathlib import Path

from referee.spades.game import due
from referee.spades.law.moves import reneged
from tests.talk import STARTER, Talk

POOR_HAND, LUCK = 4, 8232
"""The seed of a first deal that gives this seat no ace, king, queen, jack and no spade."""


def table(folder: Path, *lines: str, luck: int = 1) -> Talk:
    return Talk(folder, luck=luck).starts("\n".join((STARTER, *lines)))


def plays_round(talk: Talk) -> Talk:
    """Play to the end of the running round, with the first legal act each time; show held-back hands."""
    start = talk.game().round
    while talk.game().round == start and due(talk.game()) is not None:
        if "show" in talk.last(talk.due())["Spades-Legal"].split():
            assert talk.says(talk.due(), "show") == "Show/accepted"
        assert talk.acts().endswith("/accepted")
    return talk


def asked(talk: Talk, question: str) -> str:
    """Return the answer to a question by Ann, on one line."""
    talk.says("ann", question)
    assert talk.last("ann").events == ["reply"]
    return talk.last("ann").flat


def challenges_in_vain(talk: Talk) -> tuple[str, str, int]:
    """Challenge as Ann an opponent who followed suit; return who lost three books, who was accused, and in which
    book."""
    game = talk.game()
    last = game.last or game
    own = game.names.index("Ann") + 1
    foe = own % 4 + 1
    book = next(book for book in range(1, 14) if not reneged(last, book, foe))
    assert talk.says("ann", f"challenge book {book} {game.names[foe - 1]}") == "ChallengeBook/accepted"
    return " + ".join(game.names[(own - 1) % 2 :: 2]), game.names[foe - 1], book


def test_fsu(tmp_path: Path) -> None:
    talk = plays_round(table(tmp_path, "sheet: fsu"))
    first = asked(talk, "history 1")
    assert "Round 1 of game 1." in first
    assert first.count(", for the team") == 2
    assert "Challenges" not in first
    losers, foe, book = challenges_in_vain(talk)
    assert "of game 1." in asked(talk, "history")
    anew = asked(talk, "history 1")
    assert f"Ann challenges what {foe} played in trick {book} of round 1: it was no renege." in anew
    assert f"{losers} lose 3 tricks of round 1" in anew
    score = asked(talk, "score")
    assert "Bids are listed by team, tricks by seat" in score
    table_of = talk.last("ann").text.partition("Round by round")[2].splitlines()
    rows = [line for line in table_of if line.strip().startswith("1  ")]
    assert len(rows) == 1, "one row for the round, however often it was scored"
    assert rows[0].endswith("  {} {}".format(*talk.game().score))


def test_a_provisional_result(tmp_path: Path) -> None:
    talk = plays_round(table(tmp_path, "sheet: fsu", "target: 10"))
    while talk.game().provisional is None:
        plays_round(talk)
    limit = "is challenged by Wed 25 Nov 12:00 UTC."
    assert f"the result stands unless a play of the last round {limit}" in asked(talk, "status")
    assert f"win unless a play of round {talk.game().round} {limit}" in asked(talk, "score")
    assert f"the result stands unless a play of the last round {limit}" in asked(talk, "hand")


def test_sigma(tmp_path: Path) -> None:
    talk = table(tmp_path, "sheet: sigma", luck=LUCK)
    caller = talk.game().names[POOR_HAND - 1]
    assert talk.says(caller, "show") == "Show/accepted"
    assert talk.says(caller, "misdeal") == "Misdeal/accepted"
    blind = talk.due()
    assert talk.says(blind, "bid blind nil") == "MakeBid/accepted"
    running = asked(talk, "history")
    assert "This is deal 2 of the round; the earlier deals were thrown in." in running
    assert f"{blind.capitalize()} blind nil" in running
    plays_round(talk)
    assert "(blind nil + " in asked(talk, "history 1")
    assert "1 blind " in asked(talk, "score").replace("  ", " ")

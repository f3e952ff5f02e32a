"""`public off`: the next games of a player begin without their name; `public on`: pages may say how long they take."""

import json

from referee.desk.site.known import Records
from referee.spades.rulesheet import SEATS
from referee.store import games, people
from tests.talk import STARTER, Talk, address


def hides(talk: Talk, who: str = "carol") -> int:
    """Hide someone's name and begin a second game; return their seat in it."""
    assert talk.says(who, "public off", answers=None, proven=True) == "SetPublic/accepted"
    talk.master(STARTER, subject="another game")
    with talk.store.reading() as tx:
        return next(seat for seat, one in people.seated(tx, 2).items() if one.address == address(who))


def test_the_record_of_the_next_game_says_player_and_the_seat(talk: Talk) -> None:
    talk.starts()
    before = talk.game(1).names
    seat = hides(talk)
    assert talk.game(2).names[seat - 1] == f"Player {seat}"
    with talk.store.reading() as tx:
        row = games.find(tx, 2)
        assert row is not None
        lines = Records().of(tx, row).lines
    assert json.loads(lines[0])["seats"][seat - 1] == f"Player {seat}"
    assert not any("Carol" in line for line in lines)
    assert talk.game(1).names == before and "Carol" in before, "a game that has begun stays as it is"


def test_no_page_is_theirs_in_it(talk: Talk) -> None:
    seat = hides(talk.starts())
    with talk.store.reading() as tx:
        shown = {seat for game, seat, _ in games.shown_players(tx, [2])}
        assert shown == set(SEATS) - {seat}


def test_a_name_that_is_taken_is_told_apart(talk: Talk) -> None:
    taken = STARTER.replace("Ann <", "Player 1 <").replace("Bob <", "Player 2 <").replace("Dave <", "Player 4 <")
    talk.starts()
    assert talk.says("carol", "public off", answers=None, proven=True) == "SetPublic/accepted"
    talk.master(taken.replace("Carol <", "Cara <"), subject="another game")
    names = talk.game(2).names
    assert len(set(names)) == len(names) and "Cara" not in names


def test_a_successor_who_wants_no_name_gets_none(talk: Talk) -> None:
    talk.starts()
    seat = hides(talk)
    other = next(name for name in talk.game(2).names if not name.startswith("Player"))
    assert talk.says("eve", "public off", answers=None, proven=True)
    assert "accepted" in talk.master(f"replace {other} with Eve <eve@club.test>", subject="[Spades 2]")
    assert sum(name.startswith("Player") for name in talk.game(2).names) in (1, 2)
    assert talk.game(2).names[seat - 1] == f"Player {seat}"


def test_anything_else_is_asked_about(talk: Talk) -> None:
    talk.starts()
    talk.says("ann", "public maybe", answers=None, proven=True)
    assert "public off" in talk.last("ann").text

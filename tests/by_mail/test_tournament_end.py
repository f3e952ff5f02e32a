"""The last letter of a tournament by mail: what it knows of the games is what their public records say."""

from pathlib import Path

from referee.desk.table.course import course
from referee.desk.tournaments.played_games import played_games
from tests.talk import MASTER
from tests.tournament_talk import Cup


def test_the_last_letter_remembers_the_games(tmp_path: Path) -> None:
    """A round is played, the first bidder with nil; the figures are those of the game's own last letter."""
    cup = Cup(tmp_path).drawn(2, "sheet: standard")
    nil = cup.due()
    assert cup.acts("bid nil") == "MakeBid/accepted"
    while cup.game().round == 1:
        assert "/accepted" in cup.acts()
    cup.concedes(1).passes(days=1)
    assert cup.cup().phase == "over"
    with cup.store.reading() as tx:
        (game,) = played_games(tx, cup.cup())
        (round,) = course(tx, 1).rounds
    (found,) = game.rounds
    assert found[:4] == (1, round.books, round.points, round.score)
    state = cup.game()
    bidder = next(seat for seat, name in enumerate(state.names, 1) if name.lower() == nil)
    assert found.nils == ((state.names[bidder - 1],) if round.books[bidder - 1] == 0 else ())
    assert game.names == state.names and not game.by_points
    assert {game.teams[seat % 2] for seat in (0, 1)} == set(cup.cup().games[1].teams)
    assert all(cup.cup().team(game.teams[0]).players.count(state.names[seat]) == 1 for seat in (0, 2))
    for who in ("ann", "dave"):
        text = cup.last(who).text.partition("Best moments")[2]
        assert f"- Most tricks by one player in a round: {max(round.books)}, " in text, text


def test_the_page_of_all_tables_shows_the_tournaments(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced()
    assert cup.gm("table") == "Tables/accepted"
    assert "- Spring Cup: Nobody has entered yet. Sign-up ends at Thu 26 Nov 12:00 UTC." in cup.last(MASTER).text
    cup.gm("cancel Spring Cup because too few came")
    cup.gm("table")
    assert "Spring Cup" not in cup.last(MASTER).text.partition("-- \n")[0]

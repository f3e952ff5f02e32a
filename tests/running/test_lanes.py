"""What a daemon may do that shares its database with others: only what it has locked; the rest it puts off."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection

from referee.desk.requests.lane import lane_of
from referee.handle import handle_mail, handle_overdue
from referee.running import together
from referee.running.guard import draws
from referee.running.together import Handling, file_mails, handle_taken
from referee.store import clocks, inbox, lanes
from referee.store.lanes import Elsewhere, Held, Taken, Waits
from tests.running.post_office import MASTER, PLAYERS, STARTER, proven
from tests.running.referee import Referee
from tests.running.test_daemon import referee

__all__ = ["referee"]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, mails stay together."""
    monkeypatch.setattr(together, "TOGETHER_SECONDS", 60)


@pytest.fixture
def game(referee: Referee) -> Referee:
    return referee.starts_game()


def handles(referee: Referee, number: int, held: Held) -> str:
    return handle_mail(referee.desk(), referee.store, number, now=datetime.now(UTC), draws=draws(), held=held)


def narrow(*games: int) -> Held:
    return Held(club=False, games=set(games))


def test_a_bid_needs_its_game_alone(game: Referee) -> None:
    bid = game.receives(proven(game.first_bidder(), "bid 3"))
    assert handles(game, bid, narrow(1)) == "MakeBid/accepted"


def test_a_bid_in_a_game_that_others_may_change_is_put_off(game: Referee) -> None:
    bid = game.receives(proven(game.first_bidder(), "bid 3"))
    before, letters = len(game.trail()), len(game.letters())
    with pytest.raises(Elsewhere) as other:
        handles(game, bid, narrow(2))
    assert other.value.game == 1 and len(game.trail()) == before and len(game.letters()) == letters
    assert handles(game, bid, Held(club=True, games=set())) == "MakeBid/accepted", "who holds the club waits for games"


@pytest.mark.parametrize("text", ["name Anna", "join", "rematch", "timezone Europe/Berlin"])
def test_what_leads_beyond_a_game_is_put_off(game: Referee, text: str) -> None:
    mail = game.receives(proven(PLAYERS[0], text))
    with pytest.raises(Elsewhere):
        handles(game, mail, narrow(1))
    assert handles(game, mail, Held(club=True, games={1}))


@pytest.mark.parametrize("text", ["status", "help", "say hello"])
def test_what_stays_in_a_game_or_changes_nothing_is_not(game: Referee, text: str) -> None:
    assert handles(game, game.receives(proven(PLAYERS[0], text)), narrow(1))


def test_a_start_needs_all_that_games_share(referee: Referee) -> None:
    mail = referee.receives(proven(MASTER, STARTER))
    with pytest.raises(Elsewhere):
        handles(referee, mail, narrow())
    assert handles(referee, mail, Held(club=True, games=set())) == "Start/accepted"


def test_a_mail_is_filed_by_its_only_game_and_one_that_names_another_by_that(game: Referee) -> None:
    def lane(raw: bytes) -> tuple[str, int | None]:
        with game.store.reading() as look:
            return lane_of(look, game.desk().settings, raw)

    assert lane(proven(PLAYERS[0], "bid 3")) == (PLAYERS[0], 1)
    assert lane(proven(MASTER, "pause")) == (MASTER, 1)
    assert lane(proven("eve@else.test", "help")) == ("eve@else.test", None)
    assert lane(proven(PLAYERS[0], "bid 3").replace(b"a game", b"[Spades 9]")) == (PLAYERS[0], None), "no such game"
    assert lane(b"no mail at all") == ("", None)


def taking(*waits: Waits, held: Held) -> Callable[[Connection], Taken]:
    return lambda tx: Taken(waits, held)


def test_one_that_belongs_elsewhere_is_put_there_and_ends_what_was_taken_with_it(game: Referee) -> None:
    first = game.receives(proven(PLAYERS[0], "status"))
    second = game.receives(proven(PLAYERS[1], "name Anna"))
    third = game.receives(proven(PLAYERS[1], "status", number=2))
    file_mails(game.desk(), game.store)
    with game.store.reading() as look:
        waiting = lanes.window(look)
    assert [(one.game, one.wide) for one in waiting] == [(1, False)] * 3
    done = handle_taken(game.desk(), game.store, taking(*waiting, held=narrow(1)))
    assert [(number, one.words) for number, one in done] == [(first, "Status/accepted")]
    with game.store.reading() as look:
        assert [(one.id, one.game, one.wide) for one in lanes.window(look)] == [(second, 1, True), (third, 1, False)]
        assert inbox.begun(look, [second, third]) == {second: 0, third: 0}
    again = taking(*waiting[1:], held=Held(club=True, games={1}))
    assert [one.how for _, one in handle_taken(game.desk(), game.store, again)] == [Handling.DONE] * 2


def test_a_clock_waits_while_a_mail_in_time_waits(game: Referee) -> None:
    game.is_overdue()
    bid = game.receives(proven(game.first_bidder(), "bid 3"), ago=timedelta(hours=2))

    def acts() -> bool:
        now = datetime.now(UTC)
        with game.store.reading() as look:
            assert clocks.overdue(look, now) == [1]
        return handle_overdue(game.desk(), game.store, 1, read_until=now, now=now, draws=draws())

    assert not acts(), "of no known game"
    file_mails(game.desk(), game.store)
    assert not acts(), "of this game"
    with game.store.transaction() as tx:
        lanes.file(tx, Waits(bid, PLAYERS[0], 2))
    assert acts(), "of another game"

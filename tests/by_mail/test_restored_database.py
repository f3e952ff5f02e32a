"""A database restored from an older copy: the referee notices it by what the world knows and the copy does not, says
so, and the games go on openly."""

from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from referee.commands.handle import handle_stored
from referee.commands.status import StatusData, status_of
from referee.handle import handle_unknown
from referee.running.guard import write_witness
from referee.store import games, inbox, outbox, progress
from referee.store.progress import Reach, witness, witnessed
from referee.table import events as ev
from tests.by_mail.lossy import FAR, Lossy
from tests.talk import MASTER, NAMES, START


@pytest.fixture
def table(tmp_path: Path) -> Lossy:
    talk = Lossy(tmp_path)
    talk.starts()
    talk.bids()
    return talk


def played(table: Lossy, count: int) -> Lossy:
    for _ in range(count):
        assert table.acts().endswith("/accepted")
    return table


# noticing: letters went out that the copy does not know


def test_nothing_is_noticed_where_nothing_is_lost(table: Lossy) -> None:
    table.hands_over()
    played(table, 2)
    assert not table.looks()
    table.hands_over()
    assert not table.looks()
    table.restores(table.copies())
    assert not table.looks()
    assert table.acts().endswith("/accepted")


def test_a_missing_or_foreign_or_broken_witness_is_none(table: Lossy) -> None:
    table.hands_over()
    own = witnessed(table.witness)
    assert own is not None
    for text in ("", "x", "first 1", "first a b", "first 9999 9 9", "\xff"):
        table.witness.write_bytes(text.encode("latin-1"))
        assert witnessed(table.witness) is None
        assert not table.looks()
    witness(table.witness, Reach("another", 99_999, 99))
    assert not table.looks()
    witness(table.witness, own)
    assert witnessed(table.witness) == own
    table.witness.unlink()
    assert not table.looks()


def test_the_witness_only_goes_up_and_is_its_owners_alone(table: Lossy) -> None:
    file = table.witness
    witness(file, Reach("one", 5, 1))
    witness(file, Reach("one", 4, 1))
    assert witnessed(file) == Reach("one", 5, 1)
    witness(file, Reach("one", 4, 2))
    witness(file, Reach("two", 1, 1))
    assert witnessed(file) == Reach("two", 1, 1)
    assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in file.parent.iterdir() if "reach" in one.name] == [file.name]


def test_it_is_done_once(table: Lossy) -> None:
    copy = table.copies()
    played(table, 3).loses(copy)
    turn = table.kept().turn
    assert not table.looks()
    assert not table.looks()
    assert table.kept().turn == turn
    assert sum(isinstance(event, ev.Restored) for event in table.trail()) == 1


def test_the_same_copy_restored_again_is_noticed_again(table: Lossy) -> None:
    copy = table.copies()
    played(table, 3).loses(copy)
    first = table.kept().turn
    table.loses(copy)
    assert table.kept().turn > first, "positions of the first time were told of"


def test_a_copy_made_after_it_is_noticed_too(table: Lossy) -> None:
    copy = table.copies()
    table.loses_after(copy, 3)
    later = table.copies()
    assert table.master("resume") == "Resume/accepted"
    table.bids()
    table.loses(later)
    assert table.master("resume") == "Resume/accepted"
    assert table.game().attempt == 7
    assert table.stands()


# what happens then


def test_the_game_stops_and_the_deal_is_thrown_in(table: Lossy) -> None:
    copy = table.copies()
    lost_turn = played(table, 5).kept().turn
    score = table.game().score
    table.loses(copy)
    game, kept = table.game(), table.kept()
    assert game.paused
    assert game.thrown_in == "restored"
    assert (kept.deadline, kept.remind_at, kept.due_seat) == (None, None, None)
    assert game.score == score
    assert kept.turn > lost_turn, "no position that was told of is used again"
    table.passes(days=9)
    assert table.kept().turn == kept.turn
    assert table.stands()


def test_no_position_of_a_lost_round_that_ended_by_itself_is_used_again(table: Lossy) -> None:
    """The round's last trick is four positions in one letter."""
    copy = table.copies()
    lost_turn = played(table, 60).kept().turn
    table.loses(copy)
    assert table.game().round == 1 and table.kept().turn > lost_turn


def test_nothing_is_played_until_the_gamesmaster_says_so(table: Lossy) -> None:
    copy = table.copies()
    who = table.due()
    table.loses_after(copy, 4)
    for text in ("play 2c", "bid 3"):
        assert table.says(who, text).split()[0].endswith("/restored")
        assert "dealt again" in table.last(who).flat
    for text in ("pause", "extend 2 days"):
        assert "/already-paused" in table.master(text)
    assert table.master("rule void to turn 3 because so") == "VoidTo/restored"
    assert "resume" in table.last(MASTER).flat
    assert table.master("resume") == "Resume/accepted"
    assert table.game().attempt == 4


def test_it_goes_on_with_a_deal_of_new_seeds(table: Lossy) -> None:
    old = {seed for round_ in (1, 2) for seed in table.game().seeds[round_]}
    copy = table.copies()
    table.loses_after(copy, 6)
    game = table.game()
    assert not old & set(game.seeds[2])
    assert table.master("resume") == "Resume/accepted"
    game = table.game()
    assert game.deck.seed not in old
    assert len(game.revealed) == 3
    assert all(len(table.last(name).cards) >= 13 for name in NAMES), "everyone got a new hand"
    table.plays_round()
    assert table.game().deck.seed not in old
    assert table.stands()
    kinds = [entry["e"] for entry in table.entries()]
    assert kinds.count("restore") == 1


def test_everyone_hears_of_it(table: Lossy) -> None:
    copy = table.copies()
    table.loses_after(copy, 3)
    since = "Tue 24 Nov 12:00 UTC"
    for name in NAMES:
        letter = table.last(name)
        assert letter.events == ["pause", "redeal"]
        assert f"nothing that happened in this game after {since}" in letter.flat
        assert "thrown in" in letter.flat
        assert "the commitments to the deals of round 2" in letter.flat
        assert len(letter["Spades-Commit"].split()) >= 3
        assert "replace those in earlier letters" in letter.flat
        assert not letter["Spades-Hand"]
    told = [letter for letter in table.fresh if letter.to == MASTER]
    assert [letter.events for letter in told] == [["pause", "redeal"], ["reply"]]
    game, operator = (letter.flat for letter in told)
    assert "resume" in game
    assert "abort" in game
    assert "The database is an older copy" in operator
    assert "game 1" in operator
    assert "resume" in operator
    assert table.settings.mailbox.processed_folder in operator


def test_status_shows_it_until_the_gamesmaster_acted(table: Lossy) -> None:
    copy = table.copies()

    def status() -> StatusData:
        with table.store.reading() as tx:
            return status_of(tx, None)

    assert status()["restored"] is None
    table.loses_after(copy, 3)
    shown = status()["restored"]
    assert shown == {"noticed": table.now.isoformat(timespec="seconds"), "games": [1]}
    found = status()["games"]
    assert isinstance(found, list)
    assert found[0]["waits_for"] == "gamesmaster"
    table.master("resume")
    assert status()["restored"] is None


def test_abort_ends_it(table: Lossy) -> None:
    copy = table.copies()
    table.loses_after(copy, 3)
    assert table.master("abort") == "Abort/accepted"
    assert table.stands()


def test_a_resume_out_of_the_lost_time_counts_for_nothing(table: Lossy) -> None:
    copy = table.copies()
    table.loses_after(copy, 3)
    mail = table.mail(MASTER, "resume", subject="[Spades 1]", proven=True)
    assert table.deliver(mail, ago=FAR) == "Resume/before-restore"
    assert "write resume again" in table.last(MASTER).flat
    table.now += timedelta(seconds=5)
    assert table.master("resume") == "Resume/accepted"


def test_a_game_of_the_lost_time_leaves_its_number_to_nobody(table: Lossy) -> None:
    copy = table.copies()
    table.starts()
    table.starts()
    table.loses(copy)
    table.starts()
    with table.store.reading() as tx:
        assert [kept.id for kept in games.running(tx)] == [1, 4]


def test_letters_of_the_lost_time_leave_their_numbers_to_nobody(table: Lossy) -> None:
    copy = table.copies()
    played(table, 4)
    with table.store.reading() as tx:
        last = progress.reach(tx).letter
    table.loses(copy)
    with table.store.reading() as tx:
        waiting = outbox.due_letters(tx, table.now, 1000)
        assert all(letter.id > last for letter in waiting)
        assert progress.reach(tx).letter > last


def test_a_full_table_gets_a_new_number_and_new_commitments(tmp_path: Path) -> None:
    table = Lossy(tmp_path)
    for name in NAMES:
        assert table.says(name, "join", answers=None, proven=True) == "Join/accepted"
    table.says("ann", "salt over the hills", proven=True)
    old = table.tables()[0]
    copy = table.copies()
    assert table.master("start", subject="a game") == "Start/accepted"
    table.bids()
    table.loses(copy)
    (new,) = table.tables()
    assert new.number == old.number + 1
    assert not set(new.seeds) & set(old.seeds)
    assert new.salts == ("",) * 4
    for who in (*NAMES, MASTER):
        letter = table.last(who) if who != MASTER else next(x for x in table.to(MASTER)[::-1] if "table" in x.events)
        assert f"Earlier letters about game {old.number} no longer count" in letter.flat
        assert f"game {new.number}" in letter.flat
    assert table.master("start", subject="a game") == "Start/accepted"
    assert table.kept(new.number).turn == 1
    assert table.stands(new.number)


def test_a_game_that_was_over_stays_over(table: Lossy) -> None:
    table.master("forfeit team 1")
    copy = table.copies()
    ended = table.game().result
    turn = table.kept().turn
    table.master(f"rule void to turn {turn} because it was hasty")
    assert table.game().result is None
    table.loses(copy)
    assert table.game().result == ended
    assert not [letter for letter in table.fresh if letter.to != MASTER], "nothing has changed for the players"
    assert table.master(f"rule void to turn {turn} because it was hasty") == "VoidTo/accepted"
    assert table.game().attempt == 4
    assert table.stands()


def test_a_game_that_is_over_for_good_is_left_alone(table: Lossy) -> None:
    table.master("abort")
    copy = table.copies()
    table.starts()
    head = table.kept().head
    table.loses(copy)
    assert table.kept().head == head
    assert "No game was running" in table.last(MASTER).flat


# noticing: mails were handled that the copy does not know


def knows(table: Lossy, *ages: timedelta, noticed: bool = False) -> int:
    """Put mails of such ages, unknown to the database, into the processed folder."""
    mails = {sha256(str(age).encode()).hexdigest(): table.now - age for age in ages}
    with table.store.reading() as tx:
        table.seen = progress.reach(tx).letter
    unknown = handle_unknown(table.desk, table.store, mails, noticed=noticed, now=table.now, draws=table.draws())
    table.collect()
    return unknown


def test_mails_that_the_copy_does_not_know(table: Lossy) -> None:
    table.now += FAR
    turn = table.kept().turn
    assert knows(table, timedelta(minutes=30), timedelta(minutes=20)) == 2
    assert table.game().thrown_in == "restored"
    assert table.kept().turn > turn + 100
    with table.store.reading() as tx:
        assert progress.reach(tx).game == 3, "each of the two may have begun a game"
        assert progress.known_until(tx) == table.now


def test_mails_show_it_only_once_and_not_where_letters_already_did(table: Lossy) -> None:
    copy = table.copies()
    table.loses_after(copy, 3)
    turn = table.kept().turn
    assert knows(table, timedelta(minutes=30), noticed=True) == 1
    assert table.kept().turn == turn
    with table.store.reading() as tx:
        assert progress.known_until(tx) >= table.now - timedelta(minutes=30)


def test_a_database_without_a_game_is_only_reported(tmp_path: Path) -> None:
    table = Lossy(tmp_path)
    assert knows(table, timedelta(minutes=30), timedelta(days=30)) == 2
    assert "holds 2 handled mails or more that the database does not know" in table.last(MASTER).flat
    assert table.mark(progress.RESTORED) is None
    assert len(table.letters) == 1


def test_mails_count_from_a_little_before_the_last_that_is_known(table: Lossy) -> None:
    def until() -> datetime:
        with table.store.reading() as tx:
            return progress.known_until(tx)

    with table.store.transaction() as tx:
        assert progress.known_until(tx) == progress.EVER, "what came by pipe lies in no folder"
        inbox.receive(tx, b"a mail", "0" * 64, START + FAR, (7, 1))
        inbox.receive(tx, b"an older one", "1" * 64, START, (7, 2))
    assert until() == START + FAR - timedelta(minutes=10)


def test_handle_notices_it_before_the_mail_is_handled(table: Lossy) -> None:
    copy = table.copies()
    move = table.mail(table.due(), "play 2c", answers=table.last(table.due()))
    played(table, 3).restores(copy)
    with table.store.transaction() as tx:
        number = inbox.receive(tx, move, sha256(move).hexdigest(), table.now)
    with capture_logs() as lines:
        handle_stored(table.desk, table.store)
    assert table.game().thrown_in == "restored"
    with table.store.reading() as tx:
        assert number not in inbox.in_state(tx, "new") | inbox.in_state(tx, "shunted")
    assert "older-copy" in [line.get("outcome") for line in lines]


def test_a_witness_that_cannot_be_written_is_reported_and_stops_nothing(table: Lossy, tmp_path: Path) -> None:
    table.witness.mkdir()
    assert write_witness(table.desk, table.store) > 0
    table.collect()
    assert "could not be written" in table.last(MASTER).flat
    assert write_witness(table.desk, table.store) > 0

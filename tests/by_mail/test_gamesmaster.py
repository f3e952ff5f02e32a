"""The Gamesmaster's commands on a running game (rule 109, clause 6), which game a mail means, and what makes many games
easy: names alone, `limit`, `pause all`, `table`."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.desk.people_called import LATELY
from referee.store import event_log, outbox
from referee.store.backend import Store
from referee.table import events as ev
from referee.telling.formats import moment
from tests.talk import MASTER, NAMES, STARTER, Letter, Talk, address

NEW = "eve@else.test"
SWAP = f"replace {{}} with Eve <{NEW}>"


def new_letters(talk: Talk, text: str, outcome: str) -> list[Letter]:
    """Return the letters that a proven command of the Gamesmaster brings."""
    count = len(talk.letters)
    assert talk.master(text) == outcome
    letters = talk.letters[count:]
    assert len({letter.to for letter in letters}) == len(letters), "no person gets two mails for one act"
    return letters


def refused(talk: Talk, text: str, reason: str, **more: Any) -> None:
    events = len(talk.trail())
    assert reason in talk.master(text, **more)
    assert len(talk.trail()) == events and talk.last(MASTER).events == ["error"]


def deadline(letter: Letter) -> datetime:
    return datetime.fromisoformat(letter["Spades-Deadline"])


def test_pause_keeps_what_was_left_and_moves_are_accepted(table: Talk) -> None:
    table.passes(days=1)
    letters = new_letters(table, "pause", "Pause/accepted")
    assert len(letters) == 5 and all(x.events == ["pause"] for x in letters if x.to != MASTER)
    assert all(x["Spades-Deadline"] == "" for x in letters)
    table.passes(days=30)
    assert table.game().bids == (None,) * 4, "no clock runs out"
    table.master("resume")
    assert deadline(table.last(table.due())) == table.now + timedelta(days=2)
    assert table.last(table.due()).events == ["resume", "turn"]
    table.master("pause")
    assert table.acts() == "MakeBid/accepted"
    assert "Spades-Deadline" not in table.last(table.due()).message and table.last(table.due())["Spades-Legal"]
    table.master("resume")
    assert deadline(table.last(table.due())) == table.now + timedelta(days=3), "a new position has the whole limit"


def test_extend_concerns_the_running_turn_only(table: Talk) -> None:
    letters = new_letters(table, "extend 2 days", "ExtendBy/accepted")
    assert all(deadline(x) == table.now + timedelta(days=5) for x in letters if x.to != MASTER)
    table.passes(days=4)
    assert table.game().bids[0] is None
    table.acts()
    assert deadline(table.last(table.due())) == table.now + timedelta(days=3)


def test_an_extension_is_the_limit_at_most_and_a_turn_has_two(table: Talk) -> None:
    for span in ("73 hours", "10 days", "365 days"):
        assert table.master(f"extend {span}") == "ExtendBy/bad-value"
        assert "the limit once more at most, 3 days" in table.last(MASTER).flat
        assert "`pause` stops the clock" in table.last(MASTER).flat
    for span in ("3 days", "1 day"):
        assert table.master(f"extend {span}") == "ExtendBy/accepted"
    table.master(f"replace {table.game().names[table.game().eldest - 2]} with Eve <eve@club.test>")
    assert table.master("extend 1 day") == "ExtendBy/bad-value"
    assert "extended twice at most" in table.last(MASTER).flat
    assert table.kept().deadline == table.now + timedelta(days=7)
    table.acts()
    assert table.master("extend 3 days") == "ExtendBy/accepted", "the next turn has its own"


def test_an_extension_into_another_year_says_the_year(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.now = datetime(2026, 12, 28, 12, tzinfo=UTC)
    talk.starts().master("extend 2 days")
    assert "until Sat 2 Jan 2027 12:00 UTC" in talk.last(MASTER).flat
    assert "by Sat 2 Jan 2027 12:00 UTC" in talk.last(talk.due()).flat


def test_extend_brings_the_reminder_later(table: Talk) -> None:
    who = table.due()
    table.master("extend 2 days")
    table.passes(days=2)
    assert "reminder" not in table.last(who).events
    table.passes(days=2)
    assert table.last(who).events == ["reminder"]


def test_replace_hands_over_seat_hand_and_turn(table: Talk) -> None:
    old = table.due()
    stale = table.last(old)
    hand = set(stale["Spades-Hand"].split())
    table.passes(days=1)
    letters = new_letters(table, SWAP.format(old), "ReplacePlayer/accepted")
    eve = next(x for x in letters if x.to == NEW)
    assert set(eve["Spades-Hand"].split()) == hand and eve.events == ["replace", "deal", "turn"]
    assert deadline(eve) == table.now + timedelta(days=3), "the notice to them is new"
    assert all(x.to in {NEW, address(old)} or not x["Spades-Hand"] for x in letters)
    assert "Eve" in table.last(old).text and "Spades-Hand" not in table.last(old).message
    assert table.game().names[0] == "Eve"
    count = len(table.letters)
    assert table.says(old, "bid 3", answers=stale) == "MakeBid/unproven", "their tokens are dead"
    assert "not-in-game" in table.says(old, "bid 3", answers=stale, proven=True)
    assert "Spades-Hand" not in "".join(x.raw.decode("utf-8", "replace") for x in table.letters[count:])
    assert table.says(NEW, "bid 3") == "MakeBid/accepted"


def test_a_hand_that_waits_for_the_mail_server_is_not_sent_to_a_replaced_player(table: Talk) -> None:
    table.hold = True
    table.acts()
    old = table.due()
    table.master(SWAP.format(old))
    with table.store.reading() as tx:
        waiting = [letter.raw for letter in outbox.due_letters(tx, table.now, 1000) if letter.recipient == address(old)]
    assert waiting, "the farewell is sent"
    assert not any(b"Spades-Hand" in raw for raw in waiting)


def test_replacing_a_player_who_is_not_due_leaves_the_clock_alone(table: Talk) -> None:
    other = table.game().names[1]
    before = table.kept().deadline
    table.passes(hours=5)
    table.master(SWAP.format(other))
    assert table.kept().deadline == before
    assert table.last(NEW).events == ["replace", "deal"]


@pytest.mark.parametrize("seat", [1, 2])
def test_a_successor_reads_first_whose_place_they_take(table: Talk, seat: int) -> None:
    old = table.game().names[seat - 1]
    table.master(SWAP.format(old))
    said = f"The Gamesmaster has put you in the place of {old}."
    letter = table.last(NEW)
    assert said in letter.text.partition("Round 1")[0] and said in letter.html
    for part in (letter.flat, letter.html):
        assert "The reply address of this letter is yours alone: do not pass it on." in part
    assert not any("yours alone" in each.flat for each in table.letters[-6:] if each.to != NEW)
    assert [each.to for each in table.letters if said in each.text] == [NEW]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("replace Zoe with Eve <eve@else.test>", "no-such-player"),
        ("replace Ann with bob <eve@else.test>", "name-taken"),
        ("replace Ann with Eve <bob@club.test>", "address-taken"),
        ("replace Ann with Eve <referee@club.test>", "start-address"),
        ("replace Ann with Eve <referee+x@club.test>", "start-address"),
        ("extend 0 days", "unclear"),
        ("rule void to turn 99 because of it", "no-such-turn"),
        ("rule void to turn 1", "unclear"),
        ("rule void to turn 1, charge Zoe because of it", "no-such-player"),
        ("forfeit team 3", "unclear"),
    ],
)
def test_what_cannot_be_done_is_refused(table: Talk, text: str, reason: str) -> None:
    refused(table, text, reason)
    assert table.acts() == "MakeBid/accepted", "and nobody's token died"


def test_a_void_undoes_all_since_and_turn_numbers_go_on(table: Talk) -> None:
    table.bids()
    leader = table.due()
    hand = table.last(leader)["Spades-Hand"]
    for _ in range(5):
        table.acts()
    letters = new_letters(table, "rule void to turn 5 because the list was down", "VoidTo/accepted")
    assert all("void" in x.events for x in letters if x.to != MASTER)
    assert all("the list was down" in x.flat for x in letters if x.to != MASTER)
    assert table.due() == leader and table.last(leader)["Spades-Hand"] == hand
    assert table.game().turn == 11 and table.last(leader)["Spades-Turn"] == "11"
    assert table.game().score == (0, 0) and table.game().books == (0, 0, 0, 0)
    assert table.kept().deadline == table.now + timedelta(days=3)
    refused(table, "rule void to turn 7 because I may", "turn-voided")
    assert table.acts() == "PlayCard/accepted"


def test_abort(table: Talk) -> None:
    letters = new_letters(table, "abort", "Abort/accepted")
    assert {x["Spades-Result"] for x in letters} == {"-; abort"}
    assert all("Spades-To-Act" not in x.message and "Spades-Deadline" not in x.message for x in letters)
    refused(table, "rule void to turn 1 because I regret it", "result-stands")
    refused(table, "pause", "game-over")


def test_a_seated_gamesmaster_rules_only_where_there_is_no_other(tmp_path: Path) -> None:
    seat = STARTER.replace("Ann <ann@club.test>", f"Ann <{MASTER}>")
    alone = Talk(tmp_path / "one").starts(seat)
    assert alone.master("pause") == "Pause/accepted"
    two = Talk(tmp_path / "two", referee={"gamesmasters": [MASTER, "second@club.test"]}).starts(seat)
    refused(two, "pause", "seated-gamesmaster")
    assert two.says("second@club.test", "pause", proven=True, answers=None, subject="[Spades 1]") == "Pause/accepted"


def test_a_seated_gamesmaster_gets_one_letter_for_each_act(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(STARTER.replace("Ann <ann@club.test>", f"Ann <{MASTER}>"))
    assert len(talk.to(MASTER)) == 1
    for text, outcome in (("pause", "Pause"), ("resume", "Resume"), ("extend 1 day", "ExtendBy"), ("abort", "Abort")):
        new_letters(talk, text, f"{outcome}/accepted")


def test_a_watching_gamesmaster_gets_one_letter_for_each_act(table: Talk) -> None:
    table.master("watch 1")
    for text, outcome in (("pause", "Pause"), ("resume", "Resume"), ("forfeit team 1", "Forfeit")):
        new_letters(table, text, f"{outcome}/accepted")


def test_every_letter_to_a_person_bears_their_own_token(table: Talk) -> None:
    table.says(NEW, "watch 1", proven=True)
    table.bids()
    addresses = [letter["Reply-To"] for letter in table.letters]
    assert all("+" in a for a in addresses) and len(set(addresses)) == len(addresses)


@pytest.fixture
def two(talk: Talk) -> Talk:
    """Return two games of the same four."""
    return talk.starts().starts()


def in_game(talk: Talk, who: str, game: int) -> Letter:
    return next(x for x in reversed(talk.to(who)) if x["Spades-Game"] == str(game))


def acting(talk: Talk, game: int) -> str:
    kept = talk.kept(game)
    assert kept.due_seat is not None
    return kept.names[kept.due_seat - 1].lower()


@pytest.mark.parametrize("game", [1, 2])
def test_the_token_says_which_game(two: Talk, game: int) -> None:
    who = acting(two, game)
    assert two.says(who, "bid 3", to=in_game(two, who, game)["Reply-To"], answers=None) == "MakeBid/accepted"
    assert two.game(game).bids[0] == 3 and two.game(3 - game).bids[0] is None


@pytest.mark.parametrize("game", [1, 2])
def test_the_thread_says_which_game(two: Talk, game: int) -> None:
    who = acting(two, game)
    thread = {"In-Reply-To": "<unknown@x>", "References": f"<x@y> {in_game(two, who, game)['Message-ID']} <z@w>"}
    assert two.says(who, "bid 3", answers=None, headers=thread, proven=True) == "MakeBid/accepted"
    assert two.game(game).bids[0] == 3 and two.game(3 - game).bids[0] is None


@pytest.mark.parametrize("game", [1, 2])
def test_the_tag_says_which_game(two: Talk, game: int) -> None:
    who = acting(two, game)
    assert two.says(who, "bid 3", answers=None, subject=f"AW: [spades {game}] x", proven=True) == "MakeBid/accepted"
    assert two.game(game).bids[0] == 3 and two.game(3 - game).bids[0] is None


def asked_back(talk: Talk, who: str, **more: Any) -> Letter:
    count, before = len(talk.letters), (talk.trail(1), talk.trail(2))
    assert talk.says(who, "bid 3", **more) == "MakeBid/which-game"
    assert (talk.trail(1), talk.trail(2)) == before
    assert len(talk.letters) == count + 1
    return talk.last(who)


def test_with_two_games_and_nothing_said_the_referee_asks(two: Talk) -> None:
    letter = asked_back(two, "ann", answers=None, proven=True)
    assert letter.events == ["error"] and "[Spades 1]" in letter.text and "[Spades 2]" in letter.text
    assert all(name in letter.text for name in NAMES)


def test_where_token_thread_and_tag_disagree_the_referee_asks(two: Talk) -> None:
    who = acting(two, 1)
    first, second = in_game(two, who, 1), in_game(two, who, 2)
    asked_back(two, who, answers=None, proven=True, subject="[Spades 2]", headers={"In-Reply-To": first["Message-ID"]})
    two.now += timedelta(days=1)
    asked_back(two, who, answers=None, to=first["Reply-To"], subject="[Spades 2]")
    two.now += timedelta(days=1)
    asked_back(two, who, answers=None, to=first["Reply-To"], headers={"References": second["Message-ID"]})


def test_only_the_senders_own_games_are_considered(table: Talk) -> None:
    table.starts("start\nplayers: A <a@x.test>, B <b@x.test>, C <c@x.test>, D <d@x.test>")
    assert table.says(table.due(), "bid 3", answers=None, proven=True) == "MakeBid/accepted"
    assert table.says("a@x.test", "bid 3", answers=None, subject="[Spades 1]", proven=True) == "MakeBid/not-in-game"


def test_a_gamesmaster_of_two_games_names_one(two: Talk) -> None:
    assert two.master("pause", subject="hello") == "Pause/which-game"
    assert two.master("pause", subject="[Spades 2]") == "Pause/accepted"
    assert two.game(2).paused and not two.game(1).paused
    two.master("abort", subject="[Spades 1]")
    assert two.master("resume", subject="hello") == "Resume/accepted", "the only one that still runs"


@pytest.mark.parametrize(("subject", "reason"), [("[Spades 9]", "no-such-game"), ("[Spades 1]", "game-over")])
def test_an_unknown_or_finished_game(table: Talk, subject: str, reason: str) -> None:
    table.master("abort")
    count = len(table.trail())
    assert reason in table.says("ann", "bid 3", answers=None, subject=subject, proven=True)
    assert len(table.trail()) == count and table.last("ann").events == ["error"]
    assert "no-game" in table.says("ann", "bid 3", answers=None, proven=True)


NAMED = "start\nplayers: Ann, Bob, Carol, Dave"


def fresh(talk: Talk, line: str) -> str:
    """Write as the Gamesmaster about no game in particular; return the outcome."""
    return talk.master(line, subject="a mail")


def test_known_players_are_started_and_seated_by_name(table: Talk) -> None:
    assert fresh(table, f"{NAMED}\nteams Ann + Carol") == "Start/accepted"
    assert all(f"{name} <{address(name)}>" in table.last(MASTER).flat for name in NAMES), "and the answer shows whom"
    seats = [name.lower() for name in table.game(2).names]
    assert {seats.index("ann"), seats.index("carol")} in ({0, 2}, {1, 3})
    assert {letter.to for letter in table.letters if letter["Spades-Game"] == "2"} == {
        MASTER, *map(address, NAMES),
    }  # fmt: skip
    assert fresh(table, NAMED.replace("Dave", "Zoe")) == "Start/start-line"
    assert "nobody called Zoe" in table.last(MASTER).flat and "`Zoe <zoe@example.org>`" in table.last(MASTER).flat
    table.says("ann@else.test", "name Ann", proven=True, answers=None)
    assert fresh(table, NAMED) == "Start/start-line"
    for known in ("Ann <ann@club.test>", "Ann <ann@else.test>"):
        assert known in table.last(MASTER).flat
    assert fresh(table, NAMED.replace("Ann", "Ann <ann@club.test>")) == "Start/accepted"


def test_nobody_takes_a_seat_with_a_name_that_another_has_played_under(table: Talk) -> None:
    table.now += LATELY
    table.says("bob", "name Bobby", proven=True)
    assert fresh(table, NAMED) == "Start/accepted", "Bob is whom everybody knows as Bob"
    assert table.game(2).names.count("Bob") == 1 and table.to("bob")[-1]["Spades-Game"] == "2"
    table.says("eve@else.test", "name bob", proven=True)
    assert fresh(table, NAMED) == "Start/start-line"
    for known in ("Bobby <bob@club.test>", "bob <eve@else.test>"):
        assert known in table.last(MASTER).flat
    old = table.game().names[table.game().names.index("Bob") - 1]
    assert table.master(f"replace {old} with Bob") == "ReplacePlayer/bad-value"


def test_a_successor_is_found_by_name(table: Talk) -> None:
    old = table.game().names[0]
    assert table.master(f"replace {old} with Eve") == "ReplacePlayer/bad-value"
    assert f"replace {old} with Eve <eve@example.org>" in table.last(MASTER).flat
    table.says("eve@else.test", "name Eve", proven=True)
    assert table.master(f"replace {old} with eve") == "ReplacePlayer/bad-value", "anybody can take a free name"
    since = "ve took that name only on 24 Nov 2026: if you mean Eve <eve@else.test>"
    line = f"replace {old} with Eve <eve@else.test>"
    assert since in table.last(MASTER).flat and f"Did you mean: {line}?" in table.last(MASTER).flat
    assert f"Yes: {line}".replace("<", "&lt;").replace(">", "&gt;") in table.last(MASTER).html
    assert "example.org" not in table.last(MASTER).flat, "the only address to copy is the right one"
    table.now += LATELY
    table.says(MASTER, f"watch {table.game().number}", proven=True, answers=None)
    assert table.master(f"replace {old} with eve") == "ReplacePlayer/accepted"
    assert ", eve <eve@else.test> replaces" in table.last(MASTER).flat, "a name stays as it was written"
    assert table.last("eve@else.test")["Spades-Hand"] and table.game().names[0] == "eve"


def test_a_yes_seats_the_person_whose_name_was_in_doubt(table: Talk) -> None:
    old = table.game().names[0]
    table.says("eve@else.test", "name Eve", proven=True)
    table.master(f"replace {old} with Eve")
    assert table.says(MASTER, "yes", proven=True).startswith("ReplacePlayer/accepted")
    assert table.last("eve@else.test")["Spades-Hand"] and table.game().names[0] == "Eve"


def test_a_squatter_is_dealt_no_cards(table: Talk) -> None:
    """The Gamesmaster means a Zoe who has never written; Mallory takes that name."""
    line = NAMED.replace("Dave", "Zoe")
    table.says("mallory", "name Zoe", proven=True, answers=None)
    assert fresh(table, line) == "Start/start-line"
    assert (
        "Zoe <mallory@club.test>, write that address, too, as in `Zoe <mallory@club.test>`" in table.last(MASTER).flat
    )
    table.now += LATELY - timedelta(seconds=1)
    assert fresh(table, line) == "Start/start-line" and not any(one["Spades-Hand"] for one in table.to("mallory"))
    table.now += timedelta(seconds=1)
    assert fresh(table, line) == "Start/accepted"
    assert "Zoe <mallory@club.test>" in table.last(MASTER).flat and "replace NAME with" in table.last(MASTER).flat


def test_a_name_that_looks_like_another_is_asked_about(table: Talk) -> None:
    table.knows("Zoe")
    line = NAMED.replace("Dave", "Zoe")
    assert table.says("mallory", "name Z.oe", proven=True, answers=None) == "SetName/accepted", "Zoe plays nowhere"
    assert fresh(table, line) == "Start/start-line"
    assert "nother player's name looks like Zoe" in table.last(MASTER).flat
    assert "if you mean Zoe <zoe@club.test>" in table.last(MASTER).flat


def test_a_name_written_anew_is_no_new_name(table: Talk) -> None:
    table.knows("Zoe").says("zoe", "name ZOE", proven=True, answers=None)
    assert fresh(table, NAMED.replace("Dave", "Zoe")) == "Start/accepted"


def test_extend_says_until_when(table: Talk) -> None:
    table.master("extend 2 days")
    assert "has 2 days more, until Sun 29 Nov 12:00 UTC" in table.last(MASTER).flat
    for line in ("limit 20 minutes", "extend 5 minutes", "pause", "resume"):
        table.master(line)
        until = table.kept().deadline
        assert until is None or moment(until, seconds=True) in table.last(MASTER).flat, "below an hour seconds matter"


@pytest.mark.parametrize(
    ("passed", "line", "left"),
    [
        (24, "limit 5 days", 24 * 4),
        (24, "limit 12 hours", 12),
        (71, "limit 12 hours", 1),
        (24, "limit 50 hours", 48),
    ],
)
def test_a_new_limit_and_the_running_turn(table: Talk, passed: int, line: str, left: int) -> None:
    """A longer limit adds the difference; a shorter one leaves at most itself, and takes no time from a turn that had
    less."""
    table.passes(hours=passed)
    count = len(table.letters)
    assert table.master(line) == "LimitTo/accepted"
    assert table.kept().deadline == table.now + timedelta(hours=left)
    letters = table.letters[count:]
    assert {letter.to for letter in letters} == {MASTER, *map(address, NAMES)} and len(letters) == 5
    assert all(x.events[0] == "extend" and line[6:] in x.flat for x in letters if x.to != MASTER)
    asked = table.last(table.due())
    assert datetime.fromisoformat(asked["Spades-Deadline"]) == table.kept().deadline and "turn" in asked.events
    assert table.acts() == "MakeBid/accepted"
    assert table.kept().deadline == table.now + timedelta(seconds=table.game().limit)
    assert table.master(line) == "LimitTo/bad-value", "it is that already"


def test_a_new_limit_stands_in_the_next_round_and_after_a_void(table: Talk) -> None:
    table.bids()
    assert table.master("limit 36 hours") == "LimitTo/accepted"
    assert table.master("rule void to turn 2 because of it") == "VoidTo/accepted"
    assert table.game().limit == 36 * 3600
    table.plays_round()
    assert table.kept().dealt_seq > next(i for i, e in enumerate(table.trail(), 1) if isinstance(e, ev.Limited))
    with closing(Store(table.store.database)) as other, other.reading() as look:
        assert event_log.load(look, table.kept()).limit == 36 * 3600, "whoever reads the game from the last deal on"
    assert table.kept().deadline == table.now + timedelta(hours=36)


def test_a_new_limit_while_the_clock_is_stopped(table: Talk) -> None:
    table.passes(days=1)
    table.master("pause")
    assert table.master("limit 1 day") == "LimitTo/accepted" and table.kept().deadline is None
    table.passes(days=9)
    table.master("resume")
    assert table.kept().deadline == table.now + timedelta(days=1)


def test_all_games_are_paused_and_resumed_with_one_answer(table: Talk) -> None:
    fresh(table, STARTER)
    fresh(table, "pause all")
    count = len(table.to(MASTER))
    assert table.game(1).paused and table.game(2).paused
    assert "The clock of game 1 is stopped; the clock of game 2 is stopped" in table.last(MASTER).flat
    table.hears_each_play(*NAMES)
    table.master("resume", subject="[Spades 2]")
    letters = len(table.letters)
    assert fresh(table, "resume all") == "InAllGames/accepted"
    said = table.last(MASTER).flat
    assert "The clock of game 1 runs again, until Fri 27 Nov 12:00 UTC" in said
    assert "game 2 is unchanged: its clock is running already" in said
    assert len(table.to(MASTER)) == count + 2
    assert {letter.to for letter in table.letters[letters:]} == {MASTER, *map(address, NAMES)}
    assert table.says("ann", "pause all", proven=True, answers=None) == "InAllGames/not-gamesmaster"
    count = len(table.trail())
    assert table.says(MASTER, "pause all", answers=None) == "InAllGames/unproven" and len(table.trail()) == count
    assert "pause all" in table.last(MASTER).text and table.says(MASTER, "yes") == "InAllGames/accepted Yes/accepted"
    assert table.game(1).paused and table.game(2).paused


def test_a_gamesmaster_who_plays_pauses_the_others(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"address": "referee@club.test", "gamesmasters": [MASTER, "x@club.test"]})
    talk.starts(STARTER.replace("Ann <ann@", "Gus <gm@"))
    fresh(talk, STARTER)
    fresh(talk, "pause all")
    assert not talk.game(1).paused and talk.game(2).paused
    assert "Game 1 is unchanged: you play in it" in talk.last(MASTER).flat


def test_the_page_of_all_games(talk: Talk) -> None:
    assert fresh(talk, "table") == "Tables/accepted"
    assert "Nobody is on a waiting list" in talk.last(MASTER).flat
    talk.starts()
    talk.passes(hours=5)
    for name in (*NAMES, "Eve"):
        talk.says(name, "join", answers=None, proven=True)
    talk.passes(hours=1)
    fresh(talk, "table")
    page = talk.last(MASTER).flat
    assert (
        f"{talk.game().names[0]} is to bid by Fri 27 Nov 12:00 UTC. The game has waited for them since Tue 24 Nov 12:00"
        in page
    )
    assert "[Spades 2], sheet 109: Ann, Bob, Carol and Dave, full since Tue 24 Nov 17:00 UTC" in page
    assert "sheet 109: eve <eve@club.test>" in page
    assert not talk.last(MASTER).cards
    assert talk.says("ann", "table", answers=None, proven=True) == "Tables/not-gamesmaster"
    assert "eve" not in talk.last("ann").flat
    for name in ("Fay", "Gil", "Hal"):
        talk.says(name, "join", answers=None, proven=True)
    assert "Another full table waits for a start: 2." in talk.last(MASTER).flat
    assert fresh(talk, "start") == "Start/start-no-table", "there are two"
    assert talk.master("start", subject="[Spades 3]") == "Start/accepted" and talk.kept(3).id == 3


@pytest.mark.parametrize("end", ["abort", "forfeit team 1"])
@pytest.mark.parametrize(
    ("bids", "words"), [(0, "It ended before the first bid, on sheet 109."), (1, "It ended in round 1, on sheet 109.")]
)
def test_of_a_game_that_was_cut_short_no_round_is_counted(talk: Talk, end: str, bids: int, words: str) -> None:
    talk.starts()
    for _ in range(bids):
        talk.acts()
    talk.master(end)
    assert words in talk.last(MASTER).flat and "took" not in talk.last(MASTER).flat

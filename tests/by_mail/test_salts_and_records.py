"""Salts, tables and public records by mail: what is stored, who hears of it, and when."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from referee.commands.log import log_lines
from referee.desk.table.records import record
from referee.post.compose import to_bytes
from referee.records.lines import NO_HEAD, heads
from referee.spades import events as ev
from referee.store import signups
from referee.table.fairness import Deck, commit
from referee.telling.letter_kinds import RecordPage
from referee.telling.letters import Letters
from referee.telling.record_file import record_text
from tests.talk import LIST, MASTER, NAMES, STARTER, Letter, Talk, address
from tests.telling.letter_samples import answered, settings

EVE = "eve@else.test"
PHRASE, KEPT = "Zebras over water", "Zebrasoverwater"
CLOSES = 6


def lines_of(talk: Talk, game: int = 1) -> list[dict[str, object]]:
    with talk.store.reading() as tx:
        return [json.loads(line) for line in record(tx, game)]


def head_of(talk: Talk, game: int = 1) -> str:
    with talk.store.reading() as tx:
        return heads(record(tx, game))[-1]


def alone(letter: Letter, line: str) -> bool:
    """Tell if a line stands in the letter by itself, indented as an example is."""
    return f"    {line}" in letter.text.splitlines()


def attachment(letter: Letter) -> tuple[str | None, bytes]:
    (file,) = letter.message.iter_attachments()
    content = file.get_payload(decode=True)
    assert isinstance(content, bytes)
    return file.get_filename(), content


def plays_to(talk: Talk, tricks: int) -> Talk:
    """Play the first legal acts until that many tricks of the running round are taken."""

    def play() -> None:
        while len(talk.game().tricks) < tricks:
            assert talk.acts().endswith("/accepted")

    return talk.once(f"to trick {tricks}", play)


def seat(talk: Talk, who: str) -> int:
    return [name.casefold() for name in talk.game().names].index(who) + 1


def sits_down(talk: Talk, *more: str) -> Letter:
    """Have four join one by one; return the letter to the last."""
    for who in NAMES:
        assert talk.says(who, " ".join(("join", *more)), answers=None, proven=True) == "Join/accepted"
    return talk.last("dave")


# commitments


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_the_start_shows_commitments_that_stand_in_the_record(tmp_path: Path, mode: str) -> None:
    talk = Talk(tmp_path, referee={"list": LIST if mode == "external" else None, "list_mode": mode}).starts()
    letter = talk.to(LIST)[0] if mode == "external" else talk.to("ann")[0]
    entries = [entry for entry in lines_of(talk) if entry["e"] == "commit"]
    assert [entry["round"] for entry in entries] == [1, 2]
    digits: list[str] = []
    for entry in entries:
        commits = entry["commits"]
        assert isinstance(commits, list) and len(set(commits)) == 3
        digits += commits
    assert letter["Spades-Commit"].split() == digits


def test_a_round_shows_its_seeds_and_new_commitments_which_the_record_has_too(table: Talk) -> None:
    """A letter binds them: the head in its text, which its signature covers, comes after their lines in the record."""
    table.plays_round()
    (letter,) = [one for one in table.letters if "round" in one.events and one.to == address("ann")]
    lines = lines_of(table)
    (entry,) = [line for line in lines if line["e"] == "commit" and line["round"] == 3]
    assert letter["Spades-Commit"].split() == entry["commits"]
    shown = [line["seed"] for line in lines if line["e"] == "reveal" and line["round"] == 1]
    assert letter["Spades-Reveal"].split() == shown and len(shown) == 3
    with table.store.reading() as tx:
        heads_then = heads(record(tx, 1))
    at = next(place for place, head in enumerate(heads_then) if head.startswith(letter["Spades-Record"]))
    assert at >= max(place for place, line in enumerate(lines) if line == entry or line["e"] == "reveal")
    assert f"Record {letter['Spades-Record']}." in letter.flat


def test_whatever_names_a_game_shows_the_head_of_its_record(table: Talk) -> None:
    """Not only announcements: answers, confirmations, notices to the Gamesmaster, the result."""

    def check(count: int) -> None:
        letters = table.letters[count:]
        assert letters and all(letter["Spades-Game"] == "1" for letter in letters)
        for letter in letters:
            shown = letter["Spades-Record"]
            assert shown == head_of(table)[:16] and f" Record {shown}. " in letter.flat

    for line in ("salt x", "status", "score", "history", "hand", "record 1", "notify my turns", "bid a lot"):
        count = len(table.letters)
        table.says("ann", line)
        check(count)
    count = len(table.letters)
    table.says("bob", "withdraw concession")
    check(count)
    count = len(table.letters)
    table.master("forfeit team 1")
    assert table.last(MASTER).events == ["result"]
    check(count)


def test_the_notice_of_silence_shows_the_head(table: Talk) -> None:
    for _ in range(40):
        table.passes(days=4)
        if found := [letter for letter in table.to(MASTER) if "silent" in letter["Subject"]]:
            break
    assert found and found[0]["Spades-Game"] == "1" and found[0]["Spades-Record"] == head_of(table)[:16]


def test_a_letter_with_a_record_is_about_that_game(table: Talk) -> None:
    assert table.master(STARTER, answers=None) == "Start/accepted"
    for number in (1, 2):
        table.says("ann", f"record {number}", subject="[Spades 1]")
        letter = table.last("ann")
        assert letter["Spades-Game"] == str(number)
        assert letter["Spades-Record"] == head_of(table, number)[:16]
    table.says(EVE, "record 2", answers=None, proven=True)
    assert (table.last(EVE)["Spades-Game"], table.last(EVE)["Spades-Record"]) == ("2", head_of(table, 2)[:16])


def test_everyone_hears_when_their_own_salt_becomes_public(table: Talk) -> None:
    """Only they can check that it stands there as they sent it; the others asked for fewer letters, and get fewer."""
    for who in NAMES:
        assert table.says(who.lower(), "notify my turns") == "SetNotify/accepted"
    table.bids()
    for who in NAMES[:2]:
        assert table.says(who.lower(), f"salt of-{who}", proven=True) == "Salt/accepted"
    plays_to(table, CLOSES - 1)
    while len(table.game().tricks) < CLOSES:
        count = len(table.letters)
        table.acts()
    heard = {letter.to: letter for letter in table.letters[count:] if letter.events != ["reply"]}
    salty = {address(who) for who in NAMES[:2]}
    assert set(heard) == salty | {address(table.due())}
    assert all("of-Ann" in heard[to].text for to in salty)


def test_a_mail_that_begins_two_games_gives_them_nothing_in_common(talk: Talk) -> None:
    sits_down(talk)
    outcome = talk.master(f"start\n\n{STARTER}", answers=talk.last(MASTER))
    assert outcome == "Start/accepted Start/accepted"
    seeds = [seed for n in (1, 2) for event in talk.trail(n) if isinstance(event, ev.Committed) for seed in event.seeds]
    assert len(seeds) == len(set(seeds)) == 12, "what one game reveals would tell the hands of the other"


# salts in a running game


def test_a_salt_is_kept_and_echoed_to_its_sender_alone(table: Talk) -> None:
    before, trail, row = len(table.letters), table.trail(), table.kept()
    assert table.says("ann", f"salt {PHRASE}") == "Salt/accepted"
    (letter,) = table.letters[before:]
    assert (letter.to, letter.events, letter["Spades-Game"]) == (address("ann"), ["salt"], "1")
    assert alone(letter, KEPT) and PHRASE not in letter.text and KEPT in letter.html
    assert "salt for round 2 of game 1 has been stored" in letter.flat
    assert "Until trick 6 of round 1 is taken you may send another; the last one counts." in letter.flat
    assert table.trail() == [*trail, ev.Salted(seat(table, "ann"), KEPT)]
    now = table.kept()
    assert (now.turn, now.deadline, now.remind_at, now.notice) == (row.turn, row.deadline, row.remind_at, row.notice)
    assert now.head == row.head, "a salt is in no record before the close"


def test_a_salt_spends_no_token_and_no_time(table: Talk) -> None:
    who, deadline = table.due(), table.kept().deadline
    letter = next(x for x in reversed(table.to(who)) if "turn" in x.events)
    table.now += timedelta(hours=5)
    assert table.says(who, "salt a", answers=letter) == "Salt/accepted"
    assert table.says(who, "bid 3\nsalt b", answers=letter) == "MakeBid/accepted Salt/accepted"
    assert deadline is not None
    assert table.kept().deadline == deadline + timedelta(hours=5), "three days from the bid"


def test_a_salt_does_not_start_a_clock_that_stands(table: Talk) -> None:
    assert table.master("pause") == "Pause/accepted"
    left = table.kept().left_seconds
    table.now += timedelta(days=9)
    assert table.says("bob", "salt pepper") == "Salt/accepted"
    assert (table.kept().deadline, table.kept().left_seconds) == (None, left)


def test_the_last_salt_before_the_close_goes_into_the_next_deal(table: Talk) -> None:
    for who, phrase in (("ann", "first"), ("bob", "b"), ("ann", "second")):
        assert table.says(who, f"salt {phrase}") == "Salt/accepted"
    table.plays_round()
    expected = ["", "", "", ""]
    expected[seat(table, "ann") - 1], expected[seat(table, "bob") - 1] = "second", "b"
    assert [entry["salts"] for entry in lines_of(table) if entry["e"] == "salts"] == [[""] * 4, expected]
    (deal,) = [event for event in table.trail() if isinstance(event, ev.Dealt) and event.round == 2]
    assert list(deal.salts) == expected


def test_salts_close_with_trick_six_and_open_with_the_next_round(table: Talk) -> None:
    table.hears_each_play()
    plays_to(table, CLOSES - 1)
    assert table.says("ann", "salt in-time") == "Salt/accepted"
    plays_to(table, CLOSES)
    assert table.says("ann", "salt late") == "Salt/salt-closed"
    answer = table.last("ann").flat
    assert "The salts for round 2 are already public" in answer
    assert "once round 2 has begun; it then counts for round 3" in answer
    assert table.game().salts[seat(table, "ann") - 1] == "in-time"
    table.plays_round()
    assert table.says("ann", "salt in-time-again") == "Salt/accepted"
    assert "for round 3 of game 1" in table.last("ann").flat


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_nobody_sees_a_salt_before_the_close_and_everyone_does_then(tmp_path: Path, mode: str) -> None:
    talk = Talk(tmp_path, referee={"list": LIST if mode == "external" else None, "list_mode": mode}).starts()
    assert talk.says("ann", f"salt {PHRASE}") == "Salt/accepted"
    plays_to(talk, CLOSES - 1)
    assert talk.says("bob", "hand").endswith("accepted") and talk.says("bob", "record 1", answers=None).endswith("ed")
    others = [letter for letter in talk.letters if letter.to != address("ann")]
    seen = b"".join(letter.raw + b"".join(attached(letter)) for letter in others)
    assert KEPT.encode() not in seen
    with talk.store.reading() as tx:
        assert KEPT not in json.dumps(list(log_lines(tx, 1, secret=False)))
        assert KEPT in json.dumps(list(log_lines(tx, 1, secret=True)))
    before = len(talk.letters)
    plays_to(talk, CLOSES)
    assert any(KEPT in letter.text for letter in talk.letters[before:] if letter.to != address("ann"))
    with talk.store.reading() as tx:
        assert KEPT in json.dumps(list(log_lines(tx, 1, secret=False)))


def attached(letter: Letter) -> list[bytes]:
    return [bytes(part.get_payload(decode=True)) for part in letter.message.iter_attachments()]


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("salt a*b*c `d` <e> & \"f\" 'g' {{ h }} \\ ~", "a*b*c`d`<e>&\"f\"'g'{{h}}\\~"),
        ("salt grüße", "gre"),
        ("SALT: x", "x"),
        ("salt and pepper", "andpepper"),
        (f"salt {'0123456789' * 7}", "0123456789" * 6 + "0123"),
        ("salt correct horse battery staple, and then some more words of my own\nlast", None),
    ],
)
def test_what_is_kept_of_a_phrase(table: Talk, line: str, kept: str | None) -> None:
    kept = kept or "correcthorsebatterystaple,andthensomemorewordsofmyownlast"
    assert table.says("ann", line) == "Salt/accepted"
    assert table.game().salts[seat(table, "ann") - 1] == kept
    assert alone(table.last("ann"), kept)


def test_a_salt_of_nothing_visible(table: Talk) -> None:
    assert table.says("ann", "salt ñ éé") == "Salt/no-salt"
    assert "is made of plain letters (a to z, small or capital), digits and signs" in table.last("ann").flat
    assert table.says("ann", "salt") == "refused/unclear"
    assert "salt purple tortoise 7" in table.last("ann").flat
    assert table.game().salts == ("", "", "", "")


def test_a_quoted_salt_is_none(table: Talk) -> None:
    assert "Salt" not in table.says("ann", "Thank you.\n\n> salt of the earth\n> salt 2\n")


def test_a_salt_names_no_card_whoever_holds_it(table: Talk) -> None:
    seat = table.game().names.index("Ann") + 1
    own = min(table.game().hand(seat), key=str)
    others = next(card for card in table.game().hand(seat % 4 + 1))
    assert table.says("ann", f"salt I-hold-{own}").startswith("Salt/salt-cards")
    assert table.says("ann", f"salt mine: {own.rank} {own.suit}").startswith("Salt/salt-cards"), "without its spaces"
    assert table.says("ann", f"salt who-has-{others}").startswith("Salt/salt-cards")
    assert table.game().salts == ("", "", "", "")


def test_so_many_salts_a_day(table: Talk) -> None:
    for number in range(20):
        assert table.says("ann", f"salt {number}") == "Salt/accepted"
    assert len([letter for letter in table.to("ann") if letter.events == ["salt"]]) == 20, "each is acknowledged"
    trail = table.trail()
    assert table.says("ann", "salt 20").startswith("Salt/salt-enough")
    assert table.trail() == trail and table.game().salts[seat(table, "ann") - 1] == "19"
    assert table.says("bob", "salt mine") == "Salt/accepted"
    table.now += timedelta(days=1)
    assert table.says("ann", "salt 21") == "Salt/accepted"


def test_who_may_send_a_salt(table: Talk) -> None:
    assert table.says(EVE, "salt x", answers=None, proven=True) == "Salt/no-game"
    assert table.says("ann", "watch 1").endswith("accepted")
    assert table.master("salt x") == "Salt/not-in-game"
    assert table.master("replace Ann with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    assert table.says("ann", "salt x", answers=None, proven=True, subject="[Spades 1]") == "Salt/not-in-game"
    assert table.says("eve", "salt y") == "Salt/accepted"
    assert table.game().salts[seat(table, "eve") - 1] == "y"


def test_no_salt_once_the_game_is_over(table: Talk) -> None:
    assert table.master("abort") == "Abort/accepted"
    assert table.says("ann", "salt x", proven=True) == "Salt/game-over"


# tables of those who signed up


def test_players_and_gamesmaster_hear_once_of_a_full_table(talk: Talk) -> None:
    sits_down(talk)
    told = [letter for letter in talk.letters if letter.events == ["table"]]
    assert sorted(letter.to for letter in told) == sorted(map(address, (*NAMES, MASTER)))
    assert [letter.events for letter in talk.to("dave")] == [["table"]], "who completes it has one answer"
    assert talk.last("dave")["In-Reply-To"], "and that answers their mail"
    with talk.store.reading() as tx:
        (table,) = signups.open_lineups(tx)
    assert table.number == 1 and len(set(table.seeds)) == 3
    for letter in told:
        assert letter["Spades-Game"] == "1" and letter["Subject"].startswith("[Spades 1] ")
        for attempt, seed in enumerate(table.seeds, 1):
            one = commit("spades", Deck(1, 1, attempt, seed))
            assert letter["Spades-Commit"].split()[attempt - 1] == one
            assert attachment(letter)[1].decode().split()[attempt - 1] == one, "signed as the text is"
            assert seed.encode() not in letter.raw
    for letter in (letter for letter in told if letter.to != MASTER):
        assert "salt PHRASE" in letter.text and all(name.lower() in letter.text for name in NAMES)
        body = letter.text + letter.html
        assert not any(address(name) in body for name in NAMES), "addresses are the Gamesmaster's to know"
        assert not alone(letter, "start")


def test_a_gamesmaster_who_plays_hears_of_it_once(tmp_path: Path) -> None:
    for last in (False, True):
        folder = tmp_path / str(last)
        folder.mkdir()
        talk = Talk(folder, referee={"gamesmasters": [MASTER, "ann@club.test"]})
        for who in (*NAMES[1:], NAMES[0]) if last else NAMES:
            assert talk.says(who, "join", answers=None, proven=True) == "Join/accepted"
        tables = [letter for letter in talk.to("ann") if letter.events == ["table"]]
        assert len(tables) == 1 and "salt PHRASE" in tables[0].text
        assert alone(tables[0], "start")
        assert len([letter for letter in talk.letters if letter.events == ["table"]]) == 5


def test_salts_of_a_table_go_into_its_first_deal(talk: Talk) -> None:
    sits_down(talk, "sigma")
    with talk.store.reading() as tx:
        (table,) = signups.open_lineups(tx)
    for who, phrase in (("ann", "a"), ("bob", "2"), ("carol", "3"), ("dave", "4"), ("ann", "1")):
        before = len(talk.letters)
        assert talk.says(who, f"salt {phrase}", answers=talk.to(who)[-1], proven=True) == "Salt/accepted"
        (letter,) = talk.letters[before:]
        assert (letter.to, letter.events) == (address(who), ["salt"]) and alone(letter, phrase)
        assert "salt for round 1 of game 1 has been stored" in letter.flat and "Until the game starts" in letter.flat
    mail = next(letter for letter in talk.to(MASTER) if letter.events == ["table"])
    assert talk.master("start", answers=mail) == "Start/accepted"
    expected = [str([name.lower() for name in NAMES].index(name) + 1) for name in talk.game().names]
    commits, salts = lines_of(talk)[1:3]
    assert commits["commits"] == [commit("spades", Deck(1, 1, n, s)) for n, s in enumerate(table.seeds, 1)]
    assert salts == {"e": "salts", "round": 1, "salts": expected}
    assert expected != ["1", "2", "3", "4"], "seats are drawn, and salts go with their givers"
    (deal,) = [event for event in talk.trail() if isinstance(event, ev.Dealt)]
    assert (list(deal.salts), deal.seeds) == (expected, table.seeds)
    assert not set(deal.seeds) & set(deal.coming)
    kinds = [type(event) for event in talk.trail()[:4]]
    assert kinds == [ev.Started, ev.Salted, ev.Salted, ev.Salted]
    assert talk.says("ann", "salt four", answers=talk.to("ann")[0], proven=True) == "Salt/accepted"
    assert "for round 2 of game 1" in talk.last("ann").flat, "the table's letter now means its game"


def test_a_table_keeps_its_number_whatever_begins_meanwhile(talk: Talk) -> None:
    sits_down(talk)
    mail = talk.last(MASTER)
    talk.starts(STARTER.replace("Dave <dave@", "Eve <eve@"))
    assert talk.kept(2).names and head_of(talk, 2) != NO_HEAD
    assert talk.master("start", answers=mail) == "Start/accepted"
    assert talk.kept(1).source.startswith("table") and talk.kept(2).source.startswith("mail")
    talk.master(STARTER.replace("Ann", "Ada"), subject="a third")
    assert talk.kept(3)


def test_who_completes_a_table_and_starts_it_in_one_mail_shares_no_seed_between_rounds(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"gamesmasters": ["dave@club.test"]})
    for who in NAMES[:3]:
        talk.says(who, "join", answers=None, proven=True)
    assert talk.says("dave", "join\nstart", answers=None, proven=True) == "Join/accepted Start/accepted"
    seeds = [seed for event in talk.trail() if isinstance(event, ev.Committed) for seed in event.seeds]
    assert len(seeds) == len(set(seeds)) == 6


def test_a_salt_for_a_table_or_a_game_is_asked_about_where_nothing_tells(talk: Talk) -> None:
    talk.starts()
    sits_down(talk)
    fresh = {"answers": None, "proven": True}
    assert talk.says("ann", "salt x", subject="hello", **fresh) == "Salt/which-game"
    answer = talk.last("ann").text
    assert "[Spades 1] with" in answer and "[Spades 2], a full table" in answer
    assert talk.says("ann", "salt x", subject="[Spades 2]", **fresh) == "Salt/accepted"
    assert "round 1 of game 2" in talk.last("ann").flat
    assert talk.says("ann", "salt y", subject="[Spades 1]", **fresh) == "Salt/accepted"
    assert "round 2 of game 1" in talk.last("ann").flat
    turn = next(letter for letter in talk.to("ann") if "deal" in letter.events)
    assert talk.says("ann", "salt z", answers=turn) == "Salt/accepted"
    assert "round 2 of game 1" in talk.last("ann").flat
    full = next(letter for letter in talk.to("ann") if letter.events == ["table"])
    assert talk.says("ann", "salt w", answers=full, proven=True) == "Salt/accepted"
    refers = {"In-Reply-To": full["Message-ID"]}
    assert talk.says("ann", "salt x", subject="no tag", headers=refers, **fresh) == "Salt/accepted"
    assert "round 1 of game 2" in talk.last("ann").flat, "the thread alone tells"
    with talk.store.reading() as tx:
        (table,) = signups.open_lineups(tx)
    assert sorted(table.salts) == ["", "", "", "x"] and talk.game().salts[seat(talk, "ann") - 1] == "z"


def test_only_players_of_a_table_can_salt_its_first_deal(talk: Talk) -> None:
    sits_down(talk)
    assert talk.says(EVE, "salt x", answers=None, proven=True, subject="[Spades 1]") == "Salt/no-game"
    assert talk.master("salt x") == "Salt/no-such-game"
    assert talk.says("ann", "salt ♠", answers=talk.last("ann"), proven=True) == "Salt/no-salt"
    for number in range(20):
        assert talk.says("ann", f"salt {number}", proven=True) == "Salt/accepted"
    assert talk.says("ann", "salt 20", proven=True) == "Salt/salt-enough"
    with talk.store.reading() as tx:
        (table,) = signups.open_lineups(tx)
    assert sorted(table.salts) == ["", "", "", "19"]


# the public record


def test_the_record_comes_attached_byte_for_byte(table: Talk) -> None:
    plays_to(table, 2)
    for who in ("bob", "ann"):
        assert table.says(who, "record 1", answers=None, subject="please") == "Record/accepted"
    letter = table.last("bob")
    with table.store.reading() as tx:
        lines = record(tx, 1)
    assert attachment(letter) == ("spades-1.jsonl", record_text(lines).encode("ascii"))
    assert letter.events == ["reply"] and f"{len(lines)} lines" in letter.flat and heads(lines)[-1] in letter.text
    assert "referee verify" in letter.flat and "verify.html" in letter.flat and "docs/fairness.md" in letter.flat
    shown = {x["Spades-Record"] for x in table.to("bob") if x["Spades-Record"]}
    assert shown <= {head[:16] for head in heads(lines)}


def test_a_line_longer_than_a_line_of_mail_may_be_arrives_whole() -> None:
    lines = ("x" * 5000, "From here on", "y " * 600)
    raw = to_bytes(answered(Letters(settings()), RecordPage(12, lines)), settings().referee)
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert attachment(Letter("ann", raw))[1] == "".join(f"{line}\n" for line in lines).encode()


def test_a_stranger_gets_the_record_too(table: Talk) -> None:
    assert table.says(EVE, "record 1", answers=None, proven=True) == "Record/accepted"
    assert attachment(table.last(EVE))[1].startswith(b'{"e":"start"')
    assert table.says("zoe@else.test", "record 1", answers=None) == "Record/unproven"
    assert table.last("zoe@else.test").events == ["confirm"]
    assert table.says("zoe@else.test", "yes") == "Record/accepted Yes/accepted"
    assert attachment(table.last("zoe@else.test"))[0] == "spades-1.jsonl"


def test_no_record_of_no_game(table: Talk) -> None:
    assert table.says("ann", "record 7", answers=None) == "Record/no-such-game"
    assert table.says("ann", "record", answers=None) == "refused/unclear"
    assert table.says("ann", "record of game 1", answers=None) == "Record/accepted"


def test_the_result_brings_the_record(table: Talk) -> None:
    assert table.master("forfeit team 1") == "Forfeit/accepted"
    (result,) = [letter for letter in table.to(MASTER) if letter.events == ["result"]]
    with table.store.reading() as tx:
        text = record_text(record(tx, 1)).encode("ascii")
    assert attachment(result) == ("spades-1.jsonl", text)
    assert json.loads(text.splitlines()[-2])["e"] == "end" and json.loads(text.splitlines()[-1])["e"] == "reveal"
    ends = [letter for letter in table.letters if "end" in letter.events]
    assert sorted(letter.to for letter in ends) == sorted(address(name) for name in NAMES)
    assert all(attachment(letter) == attachment(result) for letter in ends), "the players get it, too"


def test_a_gamesmaster_who_watches_has_it_with_the_end(table: Talk) -> None:
    assert table.master("watch 1") == "Watch/accepted"
    before = len(table.letters)
    table.master("abort")
    (letter,) = [letter for letter in table.letters[before:] if letter.to == MASTER]
    assert letter.events == ["end"] and attachment(letter)[0] == "spades-1.jsonl"


def test_a_gamesmaster_who_plays_has_it_with_the_end(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"gamesmasters": ["ann@club.test"]})
    assert talk.says("ann", STARTER, proven=True) == "Start/accepted"
    before = len(talk.letters)
    talk.says("ann", "abort", answers=None, subject="[Spades 1]", proven=True)
    with_record = [letter for letter in talk.letters[before:] if attached(letter)]
    assert sorted(letter.to for letter in with_record) == sorted(address(name) for name in NAMES)
    assert len([letter for letter in talk.letters[before:] if letter.to == "ann@club.test"]) == 1


def test_a_result_that_is_undone_comes_again_with_more(table: Talk) -> None:
    table.bids()
    table.master("forfeit team 1")
    first = attachment(table.last(MASTER))[1]
    assert table.master(f"rule void to turn {table.game().turn} because it was a mistake") == "VoidTo/accepted"
    assert table.game().result is None
    table.master("abort")
    second = attachment([letter for letter in table.to(MASTER) if letter.events == ["result"]][-1])[1]
    assert second.startswith(first) and b'"e":"void"' in second[len(first) :]
    assert table.kept().head == heads(second.decode().splitlines())[-1]


def test_the_head_that_is_kept_is_the_records(table: Talk) -> None:
    def check() -> None:
        assert table.kept().head == table.game().head == head_of(table)

    check()
    table.plays_round()
    for order in ("pause", "resume", "replace Bob with Eve <eve@club.test>", "extend 1 day"):
        table.master(order)
        check()
    table.bids().acts()
    check()
    table.says("ann", "concede", proven=True)
    check()
    table.master(f"rule void to turn {table.game().turn - 1} because of a slip, charge Ann")
    check()
    table.passes(days=20)
    check()

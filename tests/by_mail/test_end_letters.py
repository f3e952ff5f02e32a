"""The letters that begin a game, end a round and end a game, as players, lists, watchers and Gamesmasters get them."""

from datetime import timedelta
from pathlib import Path

import pytest

from referee.desk.table.records import record
from tests.by_mail.sheet_tables import plays_round, table
from tests.talk import LIST, MASTER, NAMES, STARTER, Letter, Talk

HOUR = timedelta(hours=1)
EVERYONE = [name.lower() for name in NAMES]
WITH_LIST: dict[str, object] = {"list": LIST, "list_mode": "external"}


def played_out(talk: Talk) -> Talk:
    """Play a game of one round, an act an hour; the clock makes the first bid."""
    talk.starts(f"{STARTER}\nsheet: standard\nhand limit: 1")
    talk.passes(days=4)
    while talk.game().result is None:
        talk.now += HOUR
        assert talk.acts().endswith("/accepted")
    return talk


def text(letter: Letter) -> str:
    return letter.text.replace("\r\n", "\n")


def files(letter: Letter) -> list[str]:
    return [str(part.get_content()).replace("\r\n", "\n") for part in letter.message.iter_attachments()]


def whole_record(talk: Talk) -> str:
    with talk.store.reading() as tx:
        return "".join(f"{line}\n" for line in record(tx, 1))


def test_the_start_says_teams_once_and_of_salts_no_more_than_where_to_ask(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    one = talk.game().names[0] + " + " + talk.game().names[2]
    for name in EVERYONE:
        letter = talk.to(name)[0]
        assert letter.flat.count(one) == 1 and letter.text.lower().count("salt") <= 2, name
        assert letter.text.index("Your hand") < letter.text.index("This game") < letter.text.index("109")
    assert "rematch" not in talk.to("ann")[0].text


def test_players_get_the_end_with_plot_score_sheet_record_and_a_way_to_a_rematch(tmp_path: Path) -> None:
    talk = played_out(Talk(tmp_path))
    public = whole_record(talk)
    for name in EVERYONE:
        letter = talk.last(name)
        assert "end" in letter.events and files(letter) == [public], name
        assert "\n    rematch\n" in text(letter) and "body=rematch" in letter.html
        assert "by round" in letter.text and "Points" in letter.text
        assert "What it takes to win" not in letter.text
    (result,) = [letter for letter in talk.to(MASTER) if "result" in letter.events]
    assert files(result) == [public]
    assert talk.says("ann", "rematch") == "Rematch/accepted", "the letter's token proves it"


def test_a_list_gets_no_file_that_it_may_hold_back_for_its_size(tmp_path: Path) -> None:
    talk = played_out(Talk(tmp_path, referee=WITH_LIST))
    letter = talk.last(LIST)
    assert "end" in letter.events and files(letter) == []
    assert "To check them, send a line that says: record 1" in letter.flat and "rematch asks the others" in letter.flat
    assert "by round" in letter.text


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_a_round_that_ends_is_told_in_one_table(tmp_path: Path, mode: str) -> None:
    talk = plays_round(table(tmp_path, "standard", referee=WITH_LIST if mode == "external" else {}))
    letters = [talk.last(LIST)] if mode == "external" else [talk.last(name) for name in EVERYONE]
    for letter in letters:
        score = talk.game().score
        news, _, below = text(letter).partition("\nRound 1\n")
        told = below.partition("What it takes to win")[0]
        assert all(name in told for name in NAMES) and "Points" in told
        assert str(score[0]) not in news.partition("\n\n- ")[2], "the news do not repeat the table"
        assert "\n- Round 1 is over" not in text(letter), "wherever they stand"
        assert letter.flat.count("short of 500") == 2

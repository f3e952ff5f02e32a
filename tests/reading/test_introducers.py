"""Old text below an attribution in any language is never acted on, and nothing above one is lost."""

import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking.commands import Reading
from referee.asking.courtesies import TABLE_TALK
from referee.asking.grammar import read_commands
from referee.post.reading.introducers import introduces
from referee.post.reading.new_text import MARKER, split_text
from tests.reading.introductions import ATTRIBUTIONS, TALK

MOVE = "play QS"
COMMANDS = (MOVE, "bid 4", "QS", "4", "concede", "say hello", "salt blue", "leave", "name Eve", "yes", "abort", "score")
BEGUN = "start\nplayers: A <a@x.test>, B <b@x.test>, C <c@x.test>, D <d@x.test>"
ATTRIBUTION = st.sampled_from(ATTRIBUTIONS)
ANYTHING = st.lists(st.sampled_from((*COMMANDS, *TALK, *ATTRIBUTIONS, BEGUN, "bid 3 or 4", "", "target: 300"))).map(
    "\n".join
) | st.text(max_size=200)
WORDS = st.lists(st.sampled_from(TALK), max_size=4).map("\n".join)


def read(text: str) -> Reading:
    """Read what a whole text asks, as a mail's is read."""
    parted = split_text(text)
    return read_commands(parted.new, quoting=parted.quoting)


def lines(reading: Reading) -> list[str]:
    return [each.line for each in reading.asked]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_a_move_below_is_doubtful_or_cut_and_one_above_is_read(attribution: str) -> None:
    for gap in ("\n", "\n\n"):
        parted = split_text(f"hello{gap}{attribution}{gap}{MOVE}\n")
        reading = read_commands(parted.new, quoting=parted.quoting)
        below = (*reading.doubtful, *read_commands(parted.old).asked, *read_commands(parted.old).doubtful)
        assert not reading.asked
        assert [each.line for each in below] == [MOVE]
    reading = read(f"{MOVE}\n\n{attribution}\n\nplay AS\nbid 3 or 4\nconcede")
    assert (lines(reading), reading.unclear) == ([MOVE], ())


LIST = Path(__file__).parent.parent / "data" / "attributions.toml"
PROGRAMS = tomllib.loads(LIST.read_text("utf-8"))["attribution"]


@pytest.mark.parametrize("row", PROGRAMS, ids=lambda row: f"{row['client']}, {row['language']}")
def test_what_a_program_writes_above_old_text_is_known(row: dict[str, list[str]]) -> None:
    """A block of headers is followed by a blank line."""
    attribution = "\n".join((*row["lines"], *[""] * (len(row["lines"]) > 2)))
    old = f"{attribution}\nThe lead was yours, and it was a fine one.\nplay AS\nSee you at the table!"
    assert lines(read(f"{MOVE}\n\n{old}")) == [MOVE]
    assert not read(f"I would wait with that one.\n\n{old}").asked


@pytest.mark.parametrize("talk", TALK)
def test_talk_introduces_nothing(talk: str) -> None:
    assert not introduces(talk, talk=TABLE_TALK)
    assert lines(read_commands(f"{talk}\n\nQS")) == ["QS"] or talk == "I play:"


@given(WORDS, ATTRIBUTION, ANYTHING)
def test_nothing_below_an_attribution_is_asked(above: str, attribution: str, below: str) -> None:
    talk = read(above)
    reading = read(f"{above}\n\n{attribution}\n\n{below}")
    assert (reading.asked, len(reading.unclear)) == ((), len(talk.unclear))


@given(WORDS, st.sampled_from((*COMMANDS, BEGUN)), ATTRIBUTION, ANYTHING)
def test_nothing_above_an_attribution_gets_lost(above: str, command: str, attribution: str, below: str) -> None:
    alone = read(f"{above}\n\n{command}")
    reading = read(f"{above}\n\n{command}\n\n{attribution}\n\n{below}")
    assert [each.command for each in reading.asked] == [each.command for each in alone.asked]
    assert reading.unclear == alone.unclear


@given(st.lists(st.sampled_from((*COMMANDS, *TALK)), min_size=1, max_size=8))
def test_without_an_attribution_nothing_is_doubtful(said: list[str]) -> None:
    reading = read_commands("\n".join(said))
    assert reading.doubtful == ()
    assert lines(reading)[:1] == [line for line in said if read_commands(line).asked][:1]


@pytest.mark.parametrize("year", ["2024", "๒๕๖๗", "۱۴۰۲", "٢٠٢٤", "२०२४", "２０２４"])
def test_a_year_in_any_digits_is_a_date(year: str) -> None:
    assert introduces(f"and that was in {year}")
    assert not introduces("and that was in it")


def test_a_command_introduces_nothing() -> None:
    text = "address ann@x.test\nreplace Bob with Eve <eve@x.test>\nsay Ann wrote on 3 March 2026:\nconcede"
    assert len(read_commands(text).asked) == 4
    assert len(read(f"{BEGUN}\nsheet: fsu\n\npause").asked) == 2


def test_an_attribution_that_was_broken_off_a_long_text() -> None:
    said = "say I have been thinking about this hand for three whole days, and I still"
    reading = read_commands(f"{said}\nAnn <a@b.de> 12 Mar 2024 kaliwat\n{MOVE}")
    assert [each.line for each in reading.doubtful] == [MOVE]


def test_an_attribution_of_a_marked_quote_introduces_that_quote_alone() -> None:
    quote = "> The table: Dave leads 4S."
    for attribution in ("* Ann <a@b.de> [2026-03-03 11:02]:", "Ann kaliwat:", "Ann Smith\n<a@b.de>\nje napisao/la:"):
        assert lines(read(f"{attribution}\n{quote}\n\n{MOVE}")) == [MOVE]
        assert lines(read(f"{attribution}\n\nold\n{quote}\n\n{MOVE}")) == []
        assert lines(read(f"{attribution}\n{MOVE}\n\nAnn kaliwat:\n{quote}")) == []


def test_what_is_unclear_or_a_question_is_left_alone_below() -> None:
    reading = read_commands("Ann kaliwat:\nbid 3 or 4\nstatus\nyes\nbid 4\nbid 4\nplay")
    assert ([each.line for each in reading.doubtful], reading.unclear) == (["bid 4"], ())


SHAPES = (
    "Spades Referee wrote:",
    "Spades Referee <referee+abc@club.test> wrote:",
    "On 3 Mar 2026, at 11:02, Spades Referee wrote:",
    "On Tue, Mar 3, 2026 at 11:02 AM Spades\nReferee <referee@club.test> wrote:",
    "Am 03.03.26 um 11:02 schrieb Spades Referee:",
    "Spades Referee je napisao/la:",
    "Spades Referee kaliwat:",
)
PLAYERS = ("Ann <ann@x.test>", "Bob <bob@x.test>", "Carol <carol@x.test>", "Dave <dave@x.test>")
OF_A_GAMESMASTER = (
    "start\nplayers: " + ", ".join(PLAYERS),
    "start\nplayers:\n" + ",\n".join(PLAYERS),
    "start\nplayers:\n" + "\n".join(f"- {player}" for player in PLAYERS) + "\nsheet: fsu",
    "replace Bob with Eve <eve.2026@x.test>",
)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("wish", OF_A_GAMESMASTER)
def test_addresses_of_a_gamesmasters_own_are_no_attribution(wish: str, shape: str) -> None:
    (alone,) = read_commands(wish).asked
    for gap in ("\n", "\n\n"):
        for old in ("> pause\n> players: Eve <eve@x.test>", "\n> pause"):
            reading = read(f"{wish}{gap}{shape}\n{old}")
            assert (reading.asked, reading.unclear, reading.doubtful) == ((alone,), (), ())
    reading = read(f"{wish}\n\n{shape}\n\nEve plays.\nabort")
    assert (reading.asked, reading.unclear) == ((alone,), ())


def test_our_own_letter_below_is_no_older_mail_to_ask_about() -> None:
    parted = split_text(f"thanks\n\nOn 3 Mar 2026 R <r@x.org> wrote:\n\n{MARKER}\n\n{MOVE}")
    assert (parted.new, MOVE in parted.old) == ("thanks", False)


def test_time_is_linear() -> None:
    began = time.process_time()
    read_commands("é" * 65_000)
    read_commands("\n".join(["ab c" * 100] * 160))
    read_commands("a: \n" * 2000)
    read_commands("hello\n" + "\n" * 1998)
    read("\n".join(["kirjе <", "> x"] * 1000))
    assert time.process_time() - began < 2

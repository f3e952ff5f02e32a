"""Tiles and places as people write them in a game of dominoes, and what must not be read as one."""

import string
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking import commands as ask
from referee.asking.command_table import DOMINOES, row_of
from referee.asking.grammar import read_commands
from referee.asking.nearest import nearest
from referee.asking.tiles import place_text, words_of_tiles
from referee.dominoes.plans import plan_from
from referee.dominoes.tiles import SET, Tile, parse_tile
from tests.asking.reading import asked, why
from tests.asking.test_typed_mails import done

SIX_FOUR: tuple[str, ...] = ("6-4", "4-6", "6/4", "6|4", "64", "46", "6 4", "[6|4]", "[6-4]", "(6-4)", "6–4", "6 - 4")
SIX_FOUR += ("six-four", "six four", "Four-Six", "6-four", "the 6-4", "my six four")


def move(text: str) -> tuple[str, object]:
    (command,) = asked(text, DOMINOES)
    assert isinstance(command, ask.PlayTile)
    return str(command.tile), command.place


@pytest.mark.parametrize("written", SIX_FOUR)
def test_a_tile_reads_by_itself_and_after_its_verb(written: str) -> None:
    verbs = ("", "play ", "Play: ", "I play ", "I'll play ", "we lay ", "put ", "I go with ")
    for before, after in product(verbs, ("", ".", "!", ", thanks!", " please", " 🙂")):
        assert move(f"{before}{written}{after}") == ("6-4", None)


@pytest.mark.parametrize(
    ("written", "tile"),
    [
        ("double five", "5-5"), ("double-five", "5-5"), ("Dbl 3", "3-3"), ("big six", "6-6"), ("double sixes", "6-6"),
        ("5-blank", "5-0"), ("blank five", "5-0"), ("double blank", "0-0"), ("blank-blank", "0-0"), ("00", "0-0"),
        ("10", "1-0"), ("zero two", "2-0"), ("deuce trey", "3-2"),
    ],
)  # fmt: skip
def test_a_tile_reads_by_its_names(written: str, tile: str) -> None:
    assert move(written) == move(f"play {written}") == (tile, None)


@pytest.mark.parametrize(
    ("written", "place"),
    [
        *((arm, arm) for arm in ("left", "right", "up", "down")),
        ("top", "up"), ("bottom", "down"), ("on the left", "left"), ("to the right side", "right"),
        ("at the top", "up"), ("on the left arm", "left"), ("on the 5", 5), ("on 5", 5), ("to the five", 5),
        ("on the blank", 0),
        ("spinner", "spinner"), ("on the spinner", "spinner"),
    ],
)  # fmt: skip
def test_a_place_reads_after_its_tile_and_as_an_answer(written: str, place: object) -> None:
    assert move(f"play 6-4 {written}") == move(f"64, {written}") == ("6-4", place)
    assert asked(f"{written.capitalize()}, thanks!", DOMINOES) == [ask.ChoosePlace(place)]  # type: ignore[arg-type]


@given(st.sampled_from(SET), st.sampled_from(["", "left", "on the 5", "on the spinner"]))
def test_a_move_is_written_as_it_reads(tile: Tile, place: str) -> None:
    found = move(f"play {tile} {place}".rstrip())
    assert found == (str(tile), found[1])
    assert place == ("" if found[1] is None else place_text(found[1]))  # type: ignore[arg-type]


def test_a_place_below_its_tile_belongs_to_it_and_any_other_is_talk() -> None:
    assert move("6-4\nleft") == ("6-4", "left")
    assert move("6-4\n\nRight!") == move("Right.\n\n6-4") == move("Right!\n6-4") == ("6-4", None)
    assert move("6-4 left\nright") == ("6-4", "left")


@pytest.mark.parametrize("line", ["knock", "Knock!", "pass", "I pass", "I knock, thanks"])
def test_a_knock_reads(line: str) -> None:
    assert asked(line, DOMINOES) == [ask.Knock()]


@pytest.mark.parametrize(
    ("line", "plan"),
    [
        ("plan 6-4 left, 5-5, highest", "6-4 left, 5-5, heaviest"),
        ("Plan: 64 top; double five, then fives.", "6-4 up, 5-5, fives"),
        ("plan the heaviest", "heaviest"), ("plan fives please", "fives"), ("plan six four or 3-2", "6-4, 3-2"),
    ],
)  # fmt: skip
def test_a_plan_reads_as_it_is_stored(line: str, plan: str) -> None:
    assert asked(line, DOMINOES) == [ask.MakePlan(plan_from(plan))]
    assert nearest(line.replace("lan", "aln", 1).replace(":", ""), DOMINOES) == (f"plan {plan}",)


def test_a_plan_names_arms_and_a_habit_is_switched_as_in_any_game() -> None:
    assert "`6-4 on the 5` is none of these" in why("plan 6-4 on the 5", DOMINOES)
    assert "`lowest` is none of these" in why("plan 6-4, lowest", DOMINOES)
    assert asked("plan forced on", DOMINOES) == [ask.SetHabit("forced", True)]
    assert asked("plan off", DOMINOES) == [ask.DropPlans()]
    assert asked("plan show", DOMINOES) == [ask.ShowPlans()]
    assert asked("plan to be there at 6", DOMINOES) == asked("plan KH", DOMINOES) == []


TALK = (
    "see you on 6-4", "We lost 6-4 last night", "6-4?", "85-60", "6.4.", "on 6/4 I am away", "12 March", "7", "6",
    "64 Park Road", "> 6-4", "at 6 4 of us came", "right you are", "I left it at home", "put the kettle on",
    "playing along", "lay low", "the spinner is gone", "knock knock", "pass the salt", "bid 4", "QS", "claim",
    "1-800-555-0104",
)  # fmt: skip


@pytest.mark.parametrize("line", TALK)
def test_other_lines_are_talk(line: str) -> None:
    reading = read_commands(line, game=DOMINOES)
    assert (reading.asked, reading.unclear) == ((), ())


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("play", "it names no tile"), ("play 6", "both halves"), ("play 6-9", "both halves"), ("play a double", "both"),
        ("play 6-4 or 5-5", "it names 2 tiles"), ("6-4, 5-5", "it names 2 tiles"), ("6-4 or 5-5", "like `play 6-4`"),
    ],
)  # fmt: skip
def test_an_unclear_tile_is_told_what_would_work(line: str, told: str) -> None:
    assert told in why(line, DOMINOES)


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("paly 6-4", ["play 6-4"]), ("pley fuor six lefft", ["play 6-4 left"]), ("dobule five", ["play 5-5"]),
        ("6-4?", ["play 6-4"]), ("I think 6-4", ["play 6-4"]), ("6:4", ["play 6-4"]), ("go 6-4 top", ["play 6-4 up"]),
        ("6-9", [f"play 6-{low}" for low in range(7)]), ("the blank", [f"play {high}-0" for high in range(7)]),
        ("play double", [f"play {half}-{half}" for half in range(7)]), ("puase", ["pause"]),
        ("not 6-4", []), ("6-4 or 5-5", []), ("don't play 6-4", []), ("bud 4", []), ("pley QS", []),
        ("the rest are mine", []),
    ],
)  # fmt: skip
def test_what_a_line_is_nearest_to(line: str, commands: list[str]) -> None:
    assert sorted(nearest(line, DOMINOES)) == sorted(commands)


@given(
    st.sampled_from(["play 6-4 left", "double five", "six-four on the 5"]),
    st.integers(0, 20),
    st.sampled_from(string.printable),
)
def test_whatever_a_slip_is_nearest_to_is_a_command(words: str, at: int, key: str) -> None:
    for line in (words[:at] + key + words[at + 1 :], words[:at] + words[at + 1 :], words[:at] + key + words[at:]):
        for near in nearest(line, DOMINOES):
            (found,) = read_commands(near, game=DOMINOES).asked
            assert row_of(found.command).offered


@pytest.mark.parametrize(
    "turning", ["No, wait.", "Scratch that.", "Sorry, 5-5.", "Not yet!", "I meant the other tile", "Or double five?"]
)
def test_what_turns_a_tile_turns_it(turning: str) -> None:
    assert done(f"6-4\n\n{turning}", game=DOMINOES) == []


@pytest.mark.parametrize(
    "talk", ["What a storm we had last night!", "See you at 8!", "6-4, my lucky one.", "I have 3 cats."]
)
def test_talk_turns_no_tile(talk: str) -> None:
    for text in (f"play 6-4\n\n{talk}", f"{talk}\n\n6-4\n\nAnn"):
        assert done(text, game=DOMINOES) == [ask.PlayTile(parse_tile("6-4"))]


def test_a_tile_under_a_name_may_be_the_number_of_a_house() -> None:
    assert done("Elm Street\n64", game=DOMINOES) == []


@pytest.mark.parametrize("line", [*SIX_FOUR, "play 6-4", "double five", "left", "on the 5", "knock", "play 64 left"])
def test_a_game_of_spades_reads_no_tile(line: str) -> None:
    assert read_commands(line).asked == ()


@pytest.mark.parametrize("above", ["[Dominoes 12]", "My tile for today:"])
def test_words_about_tiles_introduce_no_older_mail(above: str) -> None:
    reading = read_commands(f"{above}\nplay 6-4", game=DOMINOES)
    assert [each.command for each in reading.asked] == [ask.PlayTile(parse_tile("6-4"))] and reading.doubtful == ()


SAID = (
    "I hold 64.", "I have 64 and 31", "play 31 left", "six four", "6 - 4", "6:4", "6_4", "I-hold-6-4",
    "hold6-4", "my6-4and5-5", "6-4-5-5", "6-4x", "６-４", "🁣", "double-five", "doublefive", "my 5s", "no 5's",
    "a blank", "blank three",
)  # fmt: skip
UNSAID = (
    "at 20:00", "16:30", "we have 50, you have 65!", "25 points short", "12 Dec", "2026-06-04", "6/4/2026",
    "24-12-26", "10 to 5", "between 5 and 6", "room 12", "the 25th", "call 555-1234", "I have 12 minutes",
    "one of you", "three of us at 6: four of us", "50-45 for us", "tea",
)  # fmt: skip


@pytest.mark.parametrize("words", [*(f"I hold {written}" for written in SIX_FOUR), *SAID])
def test_a_tile_is_found_in_words_for_others_however_it_is_written(words: str) -> None:
    assert words_of_tiles(words, whole=False)


@pytest.mark.parametrize("words", UNSAID)
def test_hours_dates_and_scores_of_fives_are_no_tiles(words: str) -> None:
    assert words_of_tiles(words, whole=False) == ()

"""Names that look alike to the eye, whatever their letters are (Unicode TS 39)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking.start_lines import read_start
from referee.desk.table.start import unique_names
from referee.names import LONGEST, check_name, look_alike

CYRILLIC, FULLWIDTH, GREEK = "\u0410nn", "\uff21nn", "\u0391nn"
SEPARATORS = " .'-"
NAMES = st.text(
    st.sampled_from("annBobIl1O0mrivw\u0430\u043e\u0435\u0391\u03bf\u0412\u0421\uff21\u00e9\u0131\u0130\u00df -.'"),
    min_size=1,
    max_size=12,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", CYRILLIC),
        ("Ann", FULLWIDTH),
        ("Ann", GREEK),
        ("ANN", "\u0391\u039d\u039d"),  # Greek capitals throughout
        ("Ann", "\U0001d400nn"),  # mathematical bold
        ("Ann", "Ann."),
        ("Ann", "A-n n"),
        ("Ann", "ann"),
        ("Bob", "\u0412\u041e\u0412"),  # Cyrillic capitals, which look like BOB
        ("Bob", "B0b"),
        ("Bill", "Bi11"),
        ("Alan", "AIan"),  # a capital I for the l
        ("Arno", "Amo"),
        ("Ivan", "\u0130van"),
        ("Lina", "L\u0131na"),
        ("O'Neil", "O\u02bcNeil"),
        ("O'Neil", "ONeil"),
        ("Jos\u00e9", "Jose\u0301"),
        ("Strasse", "Stra\u00dfe"),
        ("Ann", "Ann\u3164"),
        ("Ann", "An\u034fn"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other) and look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Ann", "Ann 2"), ("Ann 2", "Ann 3"), ("Jos\u00e9", "Jose"), ("Mia", "Mla"), ("Jan", "Jon")],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not look_alike(one, other)


@given(NAMES, st.integers(0, 11), st.sampled_from(SEPARATORS))
def test_names_that_differ_only_by_separators_or_case_look_alike(name: str, at: int, separator: str) -> None:
    assert look_alike(name, name[:at] + separator + name[at:])
    assert look_alike(name, name.casefold())


@given(st.lists(NAMES, min_size=4, max_size=4))
def test_no_two_at_a_table_look_alike(names: list[str]) -> None:
    unique = unique_names(names)
    for index, name in enumerate(unique):
        assert not any(look_alike(name, other) for other in unique[:index])
        assert name == names[index] or name.startswith(f"{names[index][:21]} ")


def test_a_table_of_lookalikes() -> None:
    assert unique_names(["Ann", CYRILLIC, "Ann.", "ann"]) == ("Ann", f"{CYRILLIC} 2", "Ann. 3", "ann 4")
    assert all(len(name) <= LONGEST for name in unique_names(["a" * LONGEST] * 4))


@pytest.mark.parametrize("name", ["Ann\u3164", "An\u034fn", "Ann\ufe0f", "\u115f"])
def test_no_name_holds_an_invisible_character(name: str) -> None:
    with pytest.raises(ValueError, match="invisible letters"):
        check_name(name)


@pytest.mark.parametrize("second", ["Ann.", CYRILLIC, FULLWIDTH])
def test_a_start_with_names_that_look_alike_is_refused(second: str) -> None:
    players = f"players: Ann <a@x.test>, {second} <b@x.test>, Carol <c@x.test>, Dave <d@x.test>"
    with pytest.raises(ValueError, match=f"`Ann` and `{second}` look alike; give them names"):
        read_start([players])

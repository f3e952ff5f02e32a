"""The draw of a tournament, byte for byte: published vectors, a second implementation, and even draws."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.table.fairness import salt
from referee.tournaments.draw import (
    closed_line,
    commit,
    draw_key,
    drawn_order,
    first_seed,
    lots,
    partners,
    root_commit,
    roster,
    roster_hash,
    seats,
)
from referee.tournaments.events import Team
from tests.tournaments import slow_draw

SEED = bytes(range(32)).hex()
ROOT = bytes(range(32, 64)).hex()


def team(name: str, captain: str = "", partner: str = "") -> Team:
    return Team(name, (captain or f"{name} 1", partner or f"{name} 2"))


FOUR = (
    team("Aces", "Ann", "Bob"),
    team("Bags", "Carol", "Dave"),
    team("Clubs", "Eve", "Finn"),
    team("Deuces", "Gil", "Hana"),
)
SEVEN = tuple(map(team, ("Jacks", "Kings", "Nines", "Queens", "Tens", "The Aces", "Étoiles")))
SEEDED = ("The Aces", "Kings")


def key_of(
    tournament: int = 1,
    seed: str = SEED,
    teams: tuple[Team, ...] = FOUR,
    seeded: Sequence[str] = (),
    salts: Sequence[Sequence[str]] = (),
) -> bytes:
    """Return the key of a draw; without salts nobody gave one."""
    return draw_key(tournament, seed, teams, seeded, salts or [("",) * len(one.players) for one in teams])


FIRST_LINE = (
    '{"e":"closed","seeded":[],"teams":[{"name":"Aces","players":["Ann","Bob"]},'
    '{"name":"Bags","players":["Carol","Dave"]},{"name":"Clubs","players":["Eve","Finn"]},'
    '{"name":"Deuces","players":["Gil","Hana"]}]}'
)
THIRD_LINE = (
    '{"e":"closed","seeded":["The Aces","Kings"],"teams":[{"name":"Jacks","players":["Jacks 1","Jacks 2"]},'
    '{"name":"Kings","players":["Kings 1","Kings 2"]},{"name":"Nines","players":["Nines 1","Nines 2"]},'
    '{"name":"Queens","players":["Queens 1","Queens 2"]},{"name":"Tens","players":["Tens 1","Tens 2"]},'
    '{"name":"The Aces","players":["The Aces 1","The Aces 2"]},'
    '{"name":"\\u00c9toiles","players":["\\u00c9toiles 1","\\u00c9toiles 2"]}]}'
)


def test_commitments() -> None:
    assert commit(1, SEED) == "cef993e671772d9ae9879670e5da91e42194ad38798ae1de3ca86fb56106d9e5"
    assert commit(3, SEED) == "e83d923c9f9fef926a0cb048d832da562c504cb889bb64dac33f3c34cd03e554"
    assert root_commit(3, ROOT) == "2a785f669cfe4a98dbd84ebcf96230834bc6f4d9c96987a80b8a190d153978f1"


def test_four_teams_without_seeding() -> None:
    line = closed_line(FOUR)
    assert line == FIRST_LINE
    assert roster_hash(line) == "c88a730b6e86e281a9f8d729d4d6344af903975342a21378f76bbd8160c81437"
    key = key_of()
    assert key.hex() == "0fe85ec82aa77b2d810ca2cd3c96ae9db3f306b5f2a836da0058f5df7ea04201"
    assert drawn_order(key, FOUR) == ("Deuces", "Aces", "Clubs", "Bags")
    assert lots(key, FOUR) == ("Clubs", "Aces", "Bags", "Deuces")
    aces, bags, clubs, deuces = FOUR
    assert seats(key, 1, 1, deuces, bags) == ("Dave", "Hana", "Carol", "Gil")
    assert seats(key, 2, 1, aces, clubs) == ("Ann", "Finn", "Bob", "Eve")


def test_seven_teams_two_of_them_seeded() -> None:
    line = closed_line(SEVEN, SEEDED)
    assert line == THIRD_LINE
    assert roster_hash(line) == "a9ed2c129991b5f34a037e702f61ea0a2837f1f37cc7bd9c3befe511613fcf7b"
    salts = (("correct-horse", ""), *[("", "")] * 5, ("", salt("two words 7")))
    key = key_of(3, teams=SEVEN, seeded=SEEDED, salts=salts)
    assert key.hex() == "f1a8236ef7c749e7e964ce3f7daa224ebccba696c25d442c920b3602523b9a40"
    assert drawn_order(key, SEVEN, SEEDED) == ("The Aces", "Kings", "Queens", "Étoiles", "Nines", "Tens", "Jacks")
    assert lots(key, SEVEN) == ("Étoiles", "Tens", "Queens", "Jacks", "Nines", "Kings", "The Aces")
    by_name = {one.name: one for one in SEVEN}
    third = seats(key, 1, 1, by_name["The Aces"], by_name["Jacks"])
    assert third == ("Jacks 2", "The Aces 2", "Jacks 1", "The Aces 1")
    assert seats(key, 2, 1, by_name["Kings"], by_name["Tens"]) == ("Tens 2", "Kings 1", "Tens 1", "Kings 2")


CLASSES = ("collegiate", "alumni")
ALONE = tuple(
    Team(name, (name,), CLASSES[place % 2])
    for place, name in enumerate(("Ann", "Bob", "Carol", "Dave", "Eve", "Finn", "Gil", "Hana"))
)


def test_eight_players_who_entered_alone() -> None:
    salts = (("correct-horse",), *[("",)] * 6, ("7",))
    key = key_of(3, teams=ALONE, salts=salts)
    line = slow_draw.alone([(one.name, one.division) for one in ALONE])
    assert closed_line(ALONE) == line
    assert roster_hash(line) == "d316463032d33d50d7cdbe16abd976691cbebbb9a31985fadd7761729973ebaf"
    assert key == slow_draw.key_of(3, SEED, line, [list(own) for own in salts])
    assert key.hex() == "c807da920011824c105d7a61de18d02394fe25647d326eaa344d1a73c50d57b0"
    drawn = partners(key, ALONE, CLASSES)
    assert [(one.name, *one.players) for one in drawn] == slow_draw.partners_of(key, line, CLASSES)
    assert [one.name for one in drawn] == ["Ann + Dave", "Carol + Hana", "Eve + Finn", "Gil + Bob"]
    assert drawn_order(key, drawn) == ("Eve + Finn", "Ann + Dave", "Gil + Bob", "Carol + Hana")
    assert lots(key, drawn) == ("Carol + Hana", "Gil + Bob", "Ann + Dave", "Eve + Finn")
    assert key_of(3, teams=ALONE) != key, "salts count"


def test_every_partner_is_as_likely_as_any_other() -> None:
    """Each of the 24 ways to pair four and four, within five standard deviations."""
    keys = [f"key {number}".encode() for number in range(1200)]
    ways = Counter(tuple(one.players for one in partners(key, ALONE, CLASSES)) for key in keys)
    assert len(ways) == 24 and all(abs(count - 50) < 5 * 50**0.5 for count in ways.values())


def test_first_seed() -> None:
    assert first_seed(ROOT, 3, 7, 1, 1) == "4069d3b50eda9da5eb1b07dac0f31e2ba63bf58c8af9ef3344059cf6cddd6fdd"
    games = ((3, 7, 1, 1), (4, 7, 1, 1), (3, 8, 1, 1), (3, 7, 2, 1), (3, 7, 1, 2))
    assert len({first_seed(ROOT, *numbers) for numbers in games}) == 5


def test_teams_stand_by_code_points_of_composed_names() -> None:
    """Upper case before lower, and `É` after all of ASCII, also where it came as two characters."""
    mixed = (team("aces"), team("E\u0301toiles"), team("Zebras"), team("Fools"))
    assert [one.name for one in roster(mixed)] == ["Fools", "Zebras", "aces", "Étoiles"]
    assert closed_line(mixed, ("E\u0301toiles",)) == closed_line(mixed[::-1], ("Étoiles",))
    assert drawn_order(b"key", mixed, ("E\u0301toiles",))[0] == "Étoiles"


def test_whatever_was_frozen_or_given_makes_another_draw() -> None:
    none = (("", ""),) * 4
    others = (
        key_of(2),
        key_of(seed=SEED[::-1]),
        key_of(seeded=("Bags",)),
        key_of(salts=(("tea", ""), *none[1:])),
        key_of(salts=(("", "tea"), *none[1:])),
        key_of(salts=(*none[1:], ("tea", ""))),
    )
    assert len({key_of(), *others}) == 7


NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), min_size=1, max_size=8)
PHRASES = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), max_size=64)
SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@settings(max_examples=20)
@given(st.data())
def test_a_second_implementation_agrees(data: st.DataObject) -> None:
    names = data.draw(st.lists(NAMES, min_size=2, max_size=12, unique_by=lambda name: roster([team(name)])[0].name))
    teams = tuple(Team(name, data.draw(st.tuples(NAMES, NAMES))) for name in names)
    seeded = tuple(data.draw(st.permutations(names)))[: data.draw(st.integers(0, len(names)))]
    salts = data.draw(st.lists(st.tuples(PHRASES, PHRASES), min_size=len(names), max_size=len(names)))
    number, seed = data.draw(st.integers(1, 999)), data.draw(SEEDS)

    line = slow_draw.closed([(one.name, one.players[0], one.players[1]) for one in teams], list(seeded))
    assert closed_line(teams, seeded) == line
    key = slow_draw.key_of(number, seed, line, [list(both) for both in salts])
    assert key_of(number, seed, teams, seeded, salts) == key
    assert list(drawn_order(key, teams, seeded)) == slow_draw.order_of(key, line)
    assert list(lots(key, teams)) == slow_draw.lots_of(key, line)
    match, game, attempt = (data.draw(st.integers(1, 99)) for _ in range(3))
    first, second = roster(teams)[:2]
    seated = slow_draw.seats_of(key, line, match, game, first.name, second.name)
    assert list(seats(key, match, game, first, second)) == seated
    assert first_seed(seed, number, match, game, attempt) == slow_draw.first_seed_of(seed, number, match, game, attempt)


def test_orders_lots_and_seats_are_even() -> None:
    """Each of the 24 orders of four, and each of the eight seatings of a match, within five standard deviations."""
    keys = [f"key {number}".encode() for number in range(1200)]
    for drawn in (Counter(drawn_order(key, FOUR) for key in keys), Counter(lots(key, FOUR) for key in keys)):
        assert len(drawn) == 24
        assert all(abs(count - 50) < 5 * 50**0.5 for count in drawn.values())
    seatings = Counter(seats(key_of(), match, 1, FOUR[0], FOUR[1]) for match in range(1, 1201))
    assert len(seatings) == 8
    assert all(abs(count - 150) < 5 * 150**0.5 for count in seatings.values())
    assert all({one[0], one[2]} in ({"Ann", "Bob"}, {"Carol", "Dave"}) for one in seatings)

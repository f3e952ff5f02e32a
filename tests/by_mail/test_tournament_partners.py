"""The way from two people to a team: whom a name means, whose name a team has, what a `yes` agrees to."""

from pathlib import Path

import pytest

from tests.talk import MASTER
from tests.tournament_talk import Cup, called, pair


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    return Cup(tmp_path).announced("teams: 2 to 4")


@pytest.mark.parametrize("team", ["", " as Queens", " as queens", " as Jacks"])
@pytest.mark.parametrize("known", ["", "Carol", "Dave"])
def test_two_who_name_one_another_by_name_meet_in_one_entry(cup: Cup, team: str, known: str) -> None:
    if known:
        cup.knows(known)
    cup.writes("Carol", "enter Spring Cup with Dave as Queens")
    assert cup.writes("Dave", f"enter Spring Cup with Carol{team}") == "Enter/accepted", cup.last("Dave").flat
    assert {name for name, _ in cup.placed()} == {"Queens"}, "no second entry with a name of its own"
    if known != "Dave":
        asked = cup.last("Carol")
        assert asked["Subject"].endswith("Is this your partner in Queens?")
        assert "dave <dave@club.test>" in asked.text.casefold()
        cup.says("Carol", "yes", answers=asked)
    assert cup.placed() == [("Queens", "in")]
    assert [one.casefold() for one in cup.cup().teams[0].players] == ["carol", "dave"]


def test_the_captain_hears_who_is_asked_and_both_see_an_address_once_they_have_agreed(cup: Cup) -> None:
    cup.knows("Dave")
    cup.writes("Carol", "enter Spring Cup with Dave as Queens")
    assert "the letter that asks the only Dave, known by that name since 25 Oct 2026" in cup.last("Carol").flat
    assert "dave@club.test" not in cup.last("Carol").flat
    cup.says("Dave", "yes", answers=cup.last("Dave"))
    assert "Your partner is Dave <dave@club.test>." in cup.last("Carol").flat
    assert "Your partner is carol <carol@club.test>." in cup.last("Dave").flat


@pytest.mark.parametrize("like", [False, True])
def test_a_squatter_gets_no_letter_and_no_place_without_the_captain_seeing_their_address(cup: Cup, like: bool) -> None:
    if like:
        cup.knows("Dave")
        assert cup.writes("Mallory", "name D.ave") == "SetName/accepted"
    else:
        cup.writes("Mallory", "name Dave")
    heard = len(cup.letters)
    assert cup.writes("Carol", "enter Spring Cup with Dave as Queens") == "Enter/accepted"
    why = "another player's name looks like Dave" if like else "Dave took that name only on 24 Nov 2026"
    assert f"no letter asks them, since {why}" in cup.last("Carol").flat
    assert [one.to for one in cup.since(heard)] == ["carol@club.test"]
    cup.writes("Mallory", "enter Spring Cup with Carol" if like else "enter Spring Cup with carol@club.test")
    assert not any(state == "in" for _, state in cup.placed())
    assert like or "Dave <mallory@club.test>" in cup.last("Carol").flat
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Queens")
    cup.writes("Dave", "enter Spring Cup with carol@club.test")
    assert ("Queens", "in") in cup.placed() and "Your partner is Dave <dave@club.test>" in " ".join(
        cup.to("Carol")[-1].text.replace("dave <", "Dave <").split()
    )


def test_a_captain_never_hears_who_has_the_address_that_they_wrote(cup: Cup) -> None:
    cup.knows("Dave")
    cup.writes("Dave", "name Sir Robert")
    heard = len(cup.letters)
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Queens")
    assert cup.last("Dave")["Subject"].endswith("Will you play in Queens?")
    cup.writes("Carol", "tournaments")
    cup.gm("extend sign-up by 2 days")
    cup.writes("Dave", "leave Spring Cup")
    assert "taken back by dave@club.test" in cup.last("Carol").flat
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Queens")
    cup.enters("Ann", "Dave", "Aces")
    assert "dave@club.test plays in another team" in cup.last("Carol").flat
    letters = cup.since(heard, to="Carol")
    assert len(letters) == 6 and not any("Robert" in letter.text for letter in letters)


def test_the_gamesmaster_sees_whose_address_a_substitutes_name_led_to(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(2)
    line = f"substitute Zoe for {pair(1)[1]} in {called(1)}"
    cup.writes("Mallory", "name Zoe")
    assert cup.gm(line) == "Substitute/tournament"
    assert "if you mean Zoe <mallory@club.test>, write that address, too" in cup.last(MASTER).flat
    cup.writes("Mallory", "name Mallory")
    cup.knows("Zoe")
    assert cup.gm(line) == "Substitute/accepted"
    assert "Zoe <zoe@club.test> is asked" in cup.last(MASTER).flat


@pytest.mark.parametrize("line", ["enter Spring Cup with Cary as Queens", "enter Spring Cup with CAROL as Queens"])
def test_the_same_line_of_the_partner_is_their_yes(cup: Cup, line: str) -> None:
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Queens")
    assert cup.writes("Dave", line) == "Enter/accepted", cup.last("Dave").flat
    assert cup.placed() == [("Queens", "in")]


def test_who_names_somebody_unknown_is_asked_about_the_entry_that_names_them(cup: Cup) -> None:
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Queens")
    assert cup.writes("Dave", "enter Spring Cup with Caro") == "Enter/accepted"
    assert cup.placed() == [("Queens", "asked")]
    assert cup.last("Dave")["Subject"].endswith("Will you play in Queens?")
    cup.says("Dave", "yes", answers=cup.last("Dave"))
    assert cup.placed() == [("Queens", "in")]


def test_a_name_is_the_first_teams_of_which_both_have_agreed(cup: Cup) -> None:
    cup.writes("Mallory", "enter Spring Cup with zoe@club.test as The Aces")
    heard = len(cup.letters)
    cup.enters("Ann", "Bob", "The Aces")
    assert cup.placed() == [("The Aces", "in")]
    (told,) = cup.since(heard, to="Mallory")
    assert told["Subject"].endswith("The Aces: the name is another team's")
    assert cup.writes("Zoe", "enter Spring Cup with mallory@club.test").startswith("Enter/"), "and nobody is stuck"
    assert ("The Aces", "asked") not in cup.placed()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("The Acés", "look alike"),
        ("The Асеs", "look alike"),
        ("Thé Ȧces", "look alike"),
        ("THE ÁCES", "look alike"),
        ("winner of 1", "Club winner of 1"),
        ("Kings because Tens", "perhaps `Kings Tens`"),
        ("Kings win 250", "perhaps `Kings 250`"),
        ("Ace with Bea", "perhaps `Ace Bea`"),
        ("all", "Club all"),
        ("12", "Club 12"),
        ("bye", "Club bye"),
        ("Team, B", "knows no `B`; leave it out. A comma ends the name"),
    ],
)
def test_a_name_that_would_be_misread_is_refused_with_a_hint(cup: Cup, name: str, hint: str) -> None:
    cup.enters("Ann", "Bob", "The Aces")
    assert cup.writes("Carol", f"enter Spring Cup with dave@club.test as {name}") != "Enter/accepted"
    assert hint in cup.last("Carol").flat
    assert len(cup.placed()) == 1


def test_the_gamesmasters_yes_accepts_and_a_team_names_its_tournament(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("approval: yes").announced("approval: yes", name="Other Cup")
    cup.enters("Ann", "Bob", "Aces").enters("Carol", "Dave", "Kings", cup="Other Cup").enters("Eve", "Finn", "Tens")
    cup.enters("Eve", "Finn", "Tens", cup="Other Cup")
    assert cup.gm("accept Aces") == "AcceptTeam/accepted"
    assert cup.gm("refuse Kings because they are late") == "RefuseTeam/accepted"
    assert cup.gm("accept Tens") == "AcceptTeam/tournament", "both have such a team"
    held = next(one for one in cup.to(MASTER) if "waits for your yes: Tens" in one["Subject"])
    assert cup.deliver(cup.mail(MASTER, "yes", answers=held, proven=True)) == "AcceptTeam/accepted Yes/accepted"
    assert [(one.team, one.state) for one in cup.entries(1)] == [("Aces", "in"), ("Tens", "in")]
    assert [(one.team, one.state) for one in cup.entries(2)] == [("Tens", "held")]


def test_at_a_close_with_too_few_teams_the_letter_names_those_that_wait_for_the_yes(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("approval: yes").enters("Ann", "Bob", "Aces").enters("Carol", "Dave", "Kings")
    cup.gm("close sign-up")
    cup.passes()
    assert "Aces and Kings wait for your yes" in cup.last(MASTER).flat
    assert "accept Aces" in cup.last(MASTER).flat
    for team in ("Aces", "Kings"):
        cup.gm(f"accept {team}")
        cup.passes()
    assert cup.cup().phase == "closed"


@pytest.mark.parametrize("words", ["yes, alumni", "alumni", "Yes alumni.", "yeah, Alumni", "ja, alumni"])
def test_where_nobody_said_a_class_the_letter_says_what_to_write(tmp_path: Path, words: str) -> None:
    cup = Cup(tmp_path).announced(format="sigma")
    cup.knows("Dave")
    cup.writes("Carol", "enter Spring Cup with Dave as Clubs")
    asked = cup.last("Dave")
    assert "yes, alumni" in asked.text
    assert cup.says("Dave", "yes", answers=asked) == "Yes/tournament"
    assert "enter Spring Cup with carol@club.test, collegiate" in cup.last("Dave").flat
    assert cup.says("Dave", words, answers=asked).endswith("accepted"), cup.last("Dave").flat
    assert cup.entries()[0].classes == ("collegiate", "alumni")


def test_what_has_a_bound_of_its_own_is_always_answered(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 8")
    cup.enters("Ann", "Bob", "Aces").enters("Carol", "Dave", "Kings")
    for number in range(45):
        assert cup.gm("seed nobody" if number % 2 else "seed Aces") == "Seed/accepted"
    assert len([one for one in cup.to(MASTER) if "Seeded" in one.text or "Nobody is seeded" in one.text]) == 45
    assert cup.gm("seed Tens") != "Seed/accepted"
    assert "Spades" in cup.last(MASTER)["Subject"], "their own answers are all left"


def test_an_answer_about_a_tournament_names_no_other_game(tmp_path: Path) -> None:
    cup = Cup(tmp_path)
    cup.starts()
    cup.announced("teams: 2 to 8")
    for line in (
        "enter Spring Cup with zoe@club.test as Aces",
        "enter Spring Cup with ann@club.test",
        "schedule of Spring Cup",
    ):
        cup.writes("Ann", line)
        letter = cup.last("Ann")
        assert not letter["Spades-Game"], line
        assert "[Spades 1]" not in letter["Subject"], line
    cup.gm("seed nobody of Spring Cup")
    assert not cup.last(MASTER)["Spades-Game"]


def test_each_team_enters_under_its_own_name(cup: Cup) -> None:
    for number in (1, 2):
        cup.enters(*pair(number), called(number))
    assert [name for name, _ in cup.placed()] == [called(1), called(2)]


def test_whoever_is_replaced_hears_of_it_and_nobody_is_said_to_have_given_up(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(2)
    cup.gm(f"substitute Zoe <zoe@club.test> for {pair(1)[1]} in {called(1)}")
    heard = len(cup.letters)
    cup.says("Zoe", "yes", answers=cup.last("Zoe"))
    (told,) = [one for one in cup.since(heard, to=pair(1)[1]) if one.events == ["entry"]]
    assert told["Subject"].endswith(f"{called(1)}: another player has your place")
    assert "zoe" in told.text.casefold()
    assert not any("given up" in one.text for one in cup.since(heard))

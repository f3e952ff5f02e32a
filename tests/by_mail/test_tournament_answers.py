"""The answers of the referee to people who enter a tournament by mail: what waits for their yes, until when they can
enter, who is captain, what is played. The words of letters are read as a person reads them."""

from pathlib import Path

import pytest

from referee.tournaments.presets import PRESETS
from tests.talk import MASTER
from tests.tournament_talk import Cup

LATE = "begins: 3 December"


def knows(cup: Cup, *names: str) -> Cup:
    """People whom the referee knows."""
    cup.knows(*names)
    return cup


def test_an_answer_to_a_question_that_is_not_read_says_that_yes_is_awaited(tmp_path: Path) -> None:
    cup = knows(Cup(tmp_path).announced(), "Ann", "Bob", "Carol")
    assert cup.writes("Ann", "enter Spring Cup with Bob as Étoiles") == "Enter/accepted"
    question = cup.last("Bob")
    assert "Will you play in Étoiles?" in question["Subject"]
    cup.says("Bob", "He is an old friend of mine.", answers=question, proven=True)
    assert "This waits for your yes: > enter Spring Cup with ann@club.test" in cup.last("Bob").flat
    cup.says("Bob", "yes", answers=cup.last("Bob"), proven=True)
    assert cup.placed() == [("Étoiles", "in")]
    cup.says("Bob", "yes", answers=cup.last("Bob"), proven=True)
    assert "There is nothing to confirm" in cup.last("Bob").flat


def test_of_several_questions_the_referee_asks_which_is_meant(tmp_path: Path) -> None:
    cup = knows(Cup(tmp_path).announced(), "Ann", "Bob", "Carol")
    cup.writes("Ann", "enter Spring Cup with Bob as Kings")
    cup.writes("Carol", "enter Spring Cup with Bob as Queens")
    cup.writes("Bob", "hello there")
    assert "enter Spring Cup with ann@club.test enter Spring Cup with carol@club.test" in cup.last("Bob").flat
    cup.says("Bob", "yes", answers=cup.last("Bob"), proven=True)
    assert "ore than one question waits for your yes" in cup.last("Bob").flat
    assert [state for _, state in cup.placed()] == ["asked", "asked"]


@pytest.mark.parametrize(("words", "state"), [("Yes, that's him!", "in"), ("Yes, but who is he?", "asked")])
def test_a_yes_with_more_words_counts_if_they_take_nothing_back(tmp_path: Path, words: str, state: str) -> None:
    cup = knows(Cup(tmp_path).announced(), "Ann", "Bob")
    cup.writes("Ann", "enter Spring Cup with Bob as Kings")
    cup.says("Bob", words, answers=cup.last("Bob"), proven=True)
    assert cup.placed() == [("Kings", state)]


def test_a_yes_that_settled_one_entry_settles_no_other(tmp_path: Path) -> None:
    """The Gamesmaster says yes twice to one letter, while another team waits."""
    cup = Cup(tmp_path).announced("approval: yes").enters("Ann", "Bob", "Kings").enters("Carol", "Dave", "Queens")
    first = next(one for one in cup.to(MASTER) if "Kings" in one["Subject"])
    for _ in range(2):
        cup.master("yes", answers=first)
    assert cup.placed() == [("Kings", "in"), ("Queens", "held")]


def test_once_sign_up_has_ended_letters_name_the_close_of_entries(tmp_path: Path) -> None:
    cup = knows(Cup(tmp_path).announced(LATE), "Ann", "Bob")
    cup.passes(days=3)
    cup.writes("Ann", "enter Spring Cup with Bob as Tens")
    assert "the Gamesmaster has said yes until Wed 2 Dec 00:00 UTC, since sign-up has ended" in cup.last("Ann").flat
    until = "until the end of Tue 1 Dec (24:00 UTC); sign-up has ended, so the Gamesmaster must say yes too"
    assert until in cup.last("Bob").flat
    cup.says("Bob", "yes", answers=cup.last("Bob"), proven=True)
    assert "they can do so until the end of Tue 1 Dec" in cup.last("Bob").flat
    cup.gm("accept Tens")
    assert "You have the 1st entry. Entries close at the end of Tue 1 Dec" in cup.last("Bob").flat
    cup.writes("Ann", "tournaments")
    assert "Sign-up ended at Thu 26 Nov 12:00 UTC" in cup.last("Ann").flat


def test_the_partner_who_stays_becomes_captain(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    captain, partner = cup.cup().team("Team Ann").players
    cup.gm(f"substitute Zoe <zoe@club.test> for {captain} in Team Ann")
    cup.says("Zoe", "yes", answers=cup.last("Zoe"), proven=True)
    assert f"{partner} is the team's captain now" in cup.last(partner).flat
    cup.writes("Zoe", "withdraw from Spring Cup")
    assert "nly the captain can withdraw" in cup.last("Zoe").flat
    cup.writes(partner, "withdraw from Spring Cup")
    assert "Team Ann" in cup.cup().withdrawn


def test_what_the_gamesmaster_writes_below_an_announcement_is_in_it(tmp_path: Path) -> None:
    cup = knows(Cup(tmp_path), "Ann")
    cup.writes("Ann", "join")
    words = ("", "Hello all, our first cup.", "Bring your own biscuits!", "", "watch 12")
    assert "Announce/accepted" in cup.announces(*words)
    assert "They say: > Hello all, our first cup. > Bring your own biscuits!" in cup.last("Ann").flat
    assert "watch 12" not in cup.last("Ann").flat
    cup.writes("Zoe", "rules of Spring Cup")
    assert "They say: > Hello all, our first cup. > Bring your own biscuits!" in cup.last("Zoe").flat


def test_what_is_played_can_be_asked(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("match limit: 30 days").enters("Ann", "Bob")
    cup.writes("Ann", "rules of Spring Cup")
    page = cup.last("Ann").flat
    for each in (
        "What is played",
        "single elimination",
        "by sheet usag",
        "gm@club.test",
        "enter Spring Cup with Bob as",
    ):
        assert each.lower() in page.lower()
    cup.says("Ann", "rules", answers=cup.last("Ann"))
    assert "Single elimination" in cup.last("Ann").flat
    cup.writes("Ann", "standings")
    assert "The Gamesmaster is" in cup.last("Ann").flat


def test_who_is_in_reads_so_and_not_how_to_enter(tmp_path: Path) -> None:
    cup = knows(Cup(tmp_path).announced().enters("Ann", "Bob", "Kings"), "Zoe")
    how = "To enter with your partner, answer with a line like this"
    for what in ("standings", "bracket", "schedule"):
        cup.writes("Bob", f"{what} of Spring Cup")
        assert "You are in, with Kings." in cup.last("Bob").flat and how not in cup.last("Bob").flat
        cup.writes("Zoe", f"{what} of Spring Cup")
        assert "You are in" not in cup.last("Zoe").flat and how in cup.last("Zoe").flat


def test_what_is_drawn_says_when_it_begins_and_what_is_over_who_has_which_place(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("begins: 20 December").enter_teams(4).closes().draws_now()
    cup.writes("Ann", "schedule")
    first = "The first matches begin at Sun 20 Dec 00:00 UTC."
    assert f"0 of 4 matches are over. {first}" in cup.last("Ann").flat
    cup.begins().ended()
    places = cup.cup().places[0].teams
    cup.writes("Ann", "standings of Spring Cup")
    page = cup.last("Ann").flat
    assert first not in page and "Places ------ - 1st: " in page
    assert all(
        f"{place}: {teams[0]} (" in page for place, teams in zip(("1st", "2nd", "3rd", "4th"), places, strict=True)
    )
    assert cup.gm(f"rule match 1 {places[1][0]} win 250 to 180 because of a mistake").startswith("refused")
    assert "no tournament that is open has any, and nothing can be changed in one that is over" in cup.last(MASTER).flat


def test_the_start_letter_names_the_match_limit_once(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4, "match limit: 30 days")
    assert "Match limit: " in cup.to("Ann")[-1].text or any("Match limit: " in one.text for one in cup.to("Ann"))


def test_everybody_with_an_entry_hears_of_an_extension(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 2").enter_teams(3)
    assert dict(cup.placed())["Team Eve"] == "waiting"
    assert cup.gm("extend sign-up by 3 days") == "ExtendSignUp/accepted"
    assert "Sign-up for Spring Cup has been extended until" in cup.last("Eve").flat


def test_who_watches_hears_of_an_extension_once(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 8").enter_teams(1)
    for who in ("Zoe", "Ann"):
        assert cup.writes(who, "watch Spring Cup") == "WatchTournament/accepted"
    seen = {who: len(cup.to(who)) for who in ("Zoe", "Ann")}
    cup.gm("extend sign-up by 3 days")
    assert {who: len(cup.to(who)) - count for who, count in seen.items()} == {"Zoe": 1, "Ann": 1}
    letter = cup.last("Zoe").flat
    assert "Sign-up for Spring Cup has been extended until" in letter and "enter Spring Cup with Bob as" in letter
    assert "unwatch" in letter and "Your team" not in letter
    assert cup.writes("Zoe", "enter Spring Cup with Yan <yan@club.test> as Étoiles") == "Enter/accepted"


def test_places_are_counted_among_those_that_are_in(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 2", "approval: yes").enter_teams(1)
    cup.gm("accept Team Ann")
    cup.writes("Ann", "leave Spring Cup")
    cup.enters("Carol", "Dave", "Kings").gm("accept Kings")
    assert "You have the 1st entry" in cup.last("Carol").flat
    cup.enters("Eve", "Finn", "Tens").gm("accept Tens")
    cup.enters("Gil", "Hana", "Nines").gm("accept Nines")
    assert "Nines are accepted for Spring Cup, but all places are taken" in cup.last(MASTER).flat


@pytest.mark.parametrize(
    ("who", "line", "words"),
    [
        ("Ann", "leave", "to take your team out of a tournament, write `leave Spring Cup`"),
        ("Zoe", "enter Spring Cup with Zoe", "hat is your own name"),
        ("Zoe", "enter Spring Cup with Yan <yan@club.test> as Étoiles", "ame `Étoiles` is taken"),
        ("Zoe", "enter Spring Cup with Yan <yan@club.test> as Nines. Please!", "Nines are noted"),
        (
            "Zoe",
            "enter Spring Cup with Yan <yan@club.test> as Nines",
            "has written `enter Spring Cup with zoe@club.test`, so tell them",
        ),
    ],
)
def test_what_is_said_to_one_line(tmp_path: Path, who: str, line: str, words: str) -> None:
    cup = knows(Cup(tmp_path).announced().enters("Ann", "Bob", "Étoiles"), "Zoe")
    cup.writes(who, line)
    assert words in cup.last(who).flat


def test_help_names_the_formats_that_there_are(tmp_path: Path) -> None:
    cup = Cup(tmp_path)
    cup.gm("help tournaments")
    assert f"Formats: {', '.join(PRESETS)}. If you play" in cup.last(MASTER).flat


def test_names_are_read_without_their_accents(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enters("Ann", "Bob", "Étoiles").enters("Carol", "Dave", "Kings")
    assert cup.gm("seed Kings, Etoiles") == "Seed/accepted"


def test_a_salt_may_name_its_tournament(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enter_teams(4).closes()
    cup.writes("Ann", "salt of Spring Cup: über 7")
    assert " salt has no letter but a to z, and yours has `ü`" in cup.last("Ann").flat
    cup.writes("Ann", "salt of Spring Cup: purple 7")
    assert "is `purple7`" in cup.last("Ann").flat


def test_whoever_was_named_and_plays_elsewhere_took_nothing_back(tmp_path: Path) -> None:
    cup = knows(Cup(tmp_path).announced(), "Ann", "Bob", "Carol")
    cup.writes("Carol", "enter Spring Cup with Ann as Queens")
    cup.enters("Ann", "Bob", "Kings")
    letter = cup.to("Carol")[-1].flat
    assert "Ann plays in another team of Spring Cup now" in letter and "taken back" not in letter

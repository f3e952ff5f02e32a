"""The letters to whoever wants to enter a tournament, is new here, or asks for `tournaments`: what waits for their yes,
until when they can enter, who is captain, what is played. Their words are read as a person reads them."""

import json
from pathlib import Path

import pytest

from referee.tournaments.fold import lines_of
from referee.tournaments.presets import PRESETS
from tests.talk import MASTER
from tests.tournament_talk import Cup

LATE = "begins: 3 December"


def knows(cup: Cup, *names: str) -> Cup:
    """Make people known to the referee."""
    cup.knows(*names)
    return cup


def test_an_answer_to_a_question_that_is_not_read_says_that_yes_is_awaited(tmp_path: Path) -> None:
    cup = knows(Cup(tmp_path).announced(), "Ann", "Bob", "Carol")
    assert cup.writes("Ann", "enter Spring Cup with Bob as Étoiles") == "Enter/accepted"
    question = cup.last("Bob")
    assert "Will you play in Étoiles?" in question["Subject"]
    cup.says("Bob", "He is an old friend of mine.", answers=question, proven=True)
    assert "answer that letter again with this line alone: yes" in cup.last("Bob").flat
    cup.says("Bob", "yes", answers=cup.last("Bob"), proven=True)
    assert "If an earlier letter asked you, answer that one" in cup.last("Bob").flat and cup.placed()[0][1] == "asked"
    cup.says("Bob", "yes", answers=question, proven=True)
    assert cup.placed() == [("Étoiles", "in")]
    cup.says("Bob", "yes", answers=cup.last("Bob"), proven=True)
    assert "There is nothing to confirm" in cup.last("Bob").flat


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


def test_a_salt_that_comes_early_is_answered_with_the_day_from_which_it_counts(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 2").enter_teams(3)
    cup.writes("Zoe", "enter Spring Cup with yan@club.test as Queens")
    for who in ("Ann", "Bob", "Eve", "Zoe"):
        assert cup.writes(who, "salt apple pie") == "Salt/tournament"
        assert "count from the close of entries, Thu 26 Nov 12:00 UTC" in cup.last(who).flat
    cup.closes()
    assert all(one.salts == ("", "") for one in cup.entries())
    assert cup.writes("Ann", "salt apple pie") == "Salt/accepted"


def test_of_two_draws_a_salt_names_one(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().announced(name="Other Cup").enter_teams(1).enter_teams(1, cup="Other Cup")
    assert cup.writes("Ann", "salt apple pie") == "Salt/tournament"
    assert "It may be for the draw of Spring Cup or Other Cup: answer a letter about the one" in cup.last("Ann").flat


def test_whoever_was_named_and_plays_elsewhere_took_nothing_back(tmp_path: Path) -> None:
    cup = knows(Cup(tmp_path).announced(), "Ann", "Bob", "Carol")
    cup.writes("Carol", "enter Spring Cup with Ann as Queens")
    cup.enters("Ann", "Bob", "Kings")
    letter = cup.to("Carol")[-1].flat
    assert "Ann plays in another team of Spring Cup now" in letter and "taken back" not in letter


FREE = "enter Spring Cup with Bob as The Aces"


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    return Cup(tmp_path).announced("teams: 2 to 4")


def test_a_newcomer_reads_of_the_entry_that_waits_for_them_whatever_they_write(cup: Cup) -> None:
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Queens")
    for line in ("play QS", "tournaments", "enter Sprig Cup with Carol", "hello, who are you?"):
        cup.writes("Dave", line)
        assert "carol has entered Spring Cup with you" in cup.last("Dave").flat, line
        assert "    enter Spring Cup with carol" in cup.last("Dave").text.splitlines(), line
        assert FREE not in cup.last("Dave").text, line
    letter = cup.last("Dave")
    assert "enter%20Spring%20Cup%20with%20carol" in letter.html
    assert "    join" in letter.text.splitlines(), "beside the way to a game"
    assert cup.says("Dave", "enter Spring Cup with carol", answers=letter, proven=True) == "Enter/accepted"
    assert cup.placed() == [("Queens", "in")]


def test_mail_that_anybody_may_have_sent_brings_no_words_of_a_team(cup: Cup) -> None:
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Buy Pills")
    cup.says("Dave", "enter Spring Cup with carol", answers=None)
    letter = cup.last("Dave")
    assert "    enter Spring Cup with carol" in letter.text.splitlines()
    assert "Pills" not in letter.text


@pytest.mark.parametrize(
    "line",
    [
        "what is this Spring Cup?",
        "I like tournaments",
        "enter",
        "enter Sprig Cup with Ann",
        "I would like to join the cup with Jon, name us Nines",
        "Sign us up, please",
    ],
)
def test_a_stranger_who_writes_of_a_tournament_reads_how_to_enter_it(cup: Cup, line: str) -> None:
    cup.writes("Zoe", line)
    assert f"    {FREE}" in cup.last("Zoe").text.splitlines()
    assert "    join" in cup.last("Zoe").text.splitlines()


def test_who_writes_of_none_reads_of_none_and_none_is_offered_when_it_is_too_late(cup: Cup) -> None:
    cup.writes("Zoe", "hello, may I play?")
    assert "Spring Cup" not in cup.last("Zoe").text
    cup.passes(days=3)
    cup.writes("Yan", "what is this Spring Cup?")
    assert FREE not in cup.last("Yan").text


def test_tournaments_shows_each_what_is_theirs(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: exactly 2").announced("approval: yes", name="Other Cup", format="sigma")
    cup.knows("Ann", "Bob", "Carol", "Dave")
    cup.writes("Carol", "enter Spring Cup with Dave as Queens")
    cup.enters("Ann", "Bob", "The Aces").enters("Gil", "Hana", "Jacks").enters(
        "Ann", "Bob", "Tens", ", collegiate", "Other Cup"
    )
    cup.writes("Eve", "enter Other Cup with Carol as Clubs, alumni")
    for who, words in (
        ("Ann", "You are in Spring Cup, with Bob as The Aces."),
        ("Ann", "Your entry in Other Cup, Tens with Bob, waits for the Gamesmaster."),
        ("Bob", "You are in Spring Cup, with Ann as The Aces."),
        ("Carol", "Your entry in Spring Cup, Queens, waits for your partner, Dave."),
        ("Carol", "enter Spring Cup with carol@club.test"),
        ("Carol", "eve has entered Other Cup with you"),
        ("Carol", "enter Other Cup with eve"),
        ("Dave", "Carol has entered Spring Cup with you"),
        ("Dave", "enter Spring Cup with Carol"),
        ("Dave", "enter Other Cup with Bob as The Aces, collegiate"),
    ):
        cup.writes(who, "tournaments")
        assert words in cup.last(who).flat, (who, words)
    cup.writes("Dave", "enter Spring Cup with Carol")
    cup.writes("Dave", "tournaments")
    assert "You wait for a place in Spring Cup, with Carol as Queens." in cup.last("Dave").flat


def test_the_announcement_says_the_usual_time_and_the_gamesmaster_hears_who_got_it(tmp_path: Path) -> None:
    cup = Cup(tmp_path)
    cup.writes("Ann", "join")
    cup.announced()
    (letter,) = [one for one in cup.to("Ann") if one.events == ["announced"]]
    words = letter.flat
    assert "Each bid and card is due within 3 days" in words
    assert f"The Gamesmaster is gm <{MASTER}>." in words
    assert "For you, the Gamesmaster" not in words
    mine = cup.last(MASTER).flat
    assert "went to everyone who plays here or waits for a game: 1 player" in mine
    assert "They need a `begins` later than Fri 27 Nov 12:00 UTC" in mine
    cup.announced("begins: 3 December", name="Other Cup")
    assert "They need a `begins`" not in cup.last(MASTER).flat
    assert "Entries close at the end of Tue 1 Dec (24:00 UTC)." in cup.last(MASTER).flat


def test_the_end_of_sign_up_and_the_close_of_entries_are_two_moments(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("begins: 3 December").enters("Ann", "Bob", "The Aces")
    late = "until Thu 26 Nov 12:00 UTC, or with the Gamesmaster's yes until the end of Tue 1 Dec (24:00 UTC)"
    assert "before entries close, at the end of Tue 1 Dec" in cup.last("Ann").flat
    cup.writes("Zoe", "what is this Spring Cup?")
    assert late in cup.last("Zoe").flat
    cup.passes(days=3)
    assert cup.writes("Bob", "leave Spring Cup") == "LeaveTournament/accepted"
    assert (
        "until the end of Tue 1 Dec (24:00 UTC); sign-up has ended, so the Gamesmaster must say yes"
        in cup.last("Bob").flat
    )
    cup.passes(days=5)
    cup.writes("Yan", "enter Spring Cup with ann@club.test")
    closed = "ended on Thu 26 Nov 12:00 UTC, and entries closed on Wed 2 Dec 00:00 UTC"
    assert closed in cup.last("Yan").flat


NO_DAY = "until the Gamesmaster closes sign-up"


def test_without_days_sign_up_is_open_until_the_gamesmaster_closes_it(tmp_path: Path) -> None:
    """No letter tells a day that nobody named."""
    cup = Cup(tmp_path).announced("teams: 2 to 2", until=None)
    cup.knows("Ann", "Bob")
    cup.writes("Ann", "enter Spring Cup with Bob as Kings")
    cup.says("Bob", "yes", answers=cup.last("Bob"))
    cup.enters("Carol", "Dave", "Tens").enters("Eve", "Finn", "Nines")
    for line in ("tournaments", "rules of Spring Cup", "standings", "salt apple pie"):
        cup.writes("Ann", line)
    for who in ("Zoe", MASTER):
        cup.writes(who, "tournaments")
        cup.writes(who, "schedule of Spring Cup")
    told = [one for one in cup.letters if "sign-up" in one.flat.casefold()]
    assert len(told) > 12
    for letter in told:
        assert "2036" not in letter.text and "2027" not in letter.text and " Nov 2" not in letter.text, letter.text
        assert "the Gamesmaster closes sign-up" in letter.flat, letter.text
    assert NO_DAY in cup.to(MASTER)[0]["Subject"] and f"Enter {NO_DAY}." in cup.to(MASTER)[0].flat
    assert cup.gm("extend sign-up by 3 days") == "ExtendSignUp/accepted"
    cup.writes("Ann", "tournaments")
    assert "Sign-up ends at Fri 27 Nov 12:00 UTC" in cup.last("Ann").flat


def test_what_is_over_is_told_as_over(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 3 to 4", "begins: 3 December").enter_teams(2)
    cup.now = cup.row().closes_at
    cup.passes(days=5)
    cup.writes("Ann", "rules of Spring Cup")
    assert "Sign-up ended at" in cup.last("Ann").flat and "The draw waits for the Gamesmaster." in cup.last("Ann").flat
    cup.gm("extend sign-up by 2 days")
    cup.enters("Carol", "Dave", "Tens").enters("Eve", "Finn", "Nines").closes()
    cup.writes("Ann", "rules of Spring Cup")
    assert "The draw is at" in cup.last("Ann").flat
    cup.draws_now().begins()
    cup.writes("Ann", "rules of Spring Cup")
    page = cup.last("Ann").flat
    assert "The draw was at" in page and "The first matches began" in page
    assert "The draw is at" not in page and " begin " not in page


@pytest.mark.parametrize(
    ("format", "lines", "words", "told"),
    [
        ("usag", (), "", "by sheet usag. The jokers are spades, each player bids and 300 points win."),
        ("usag", ("target: 200",), "", "one game to 200 points by sheet usag. The jokers are spades, each player bids"),
        ("fsu", (), "", "by sheet fsu. Each team makes one bid, the 10th sandbag brings −50 and 200"),
        (
            "pride",
            ("divisions: A, B", "approval: yes"),
            ", B",
            "by sheet pride; the final by sheet pride-final. The jokers",
        ),
    ],
)
def test_who_enters_reads_what_they_enter(
    tmp_path: Path, format: str, lines: tuple[str, ...], words: str, told: str
) -> None:
    cup = knows(Cup(tmp_path).announced(*lines, format=format), "Ann", "Bob")
    assert told in cup.to(MASTER)[0].flat
    cup.writes("Ann", f"enter Spring Cup with Bob as Kings{words}")
    assert told in cup.last("Bob").flat
    if words:
        assert "Kings are noted for Spring Cup, division B;" in cup.last("Ann").flat
        assert "as Kings, division B:" in cup.last("Bob").flat
    cup.says("Bob", "yes", answers=cup.last("Bob"))
    for who in ("Ann", "Bob"):
        assert told in cup.last(who).flat
        assert ("You play in division B. Each match" in cup.last(who).flat) == bool(words)
    if words:
        assert "Kings want to enter Spring Cup, division B, and need your yes." in cup.last(MASTER).flat


def test_an_announcement_can_be_changed_until_the_first_entry(tmp_path: Path) -> None:
    cup = knows(Cup(tmp_path, referee={"gamesmasters": [MASTER, "other@club.test"]}).announced("teams: 2 to 4"), "Zoe")
    cup.writes("Zoe", "watch Spring Cup")
    cup.announced("teams: 2 to 8", "begins: 20 December", format="sigma")
    called_off, anew = cup.to("Zoe")[-2:]
    assert "called off" in called_off.flat and "announced anew" in called_off.flat
    assert "2 to 8 teams of two play" in anew.flat
    assert (cup.cup(1).phase, cup.cup(2).phase, cup.cup().format.most) == ("cancelled", "sign-up", 8)
    other = cup.writes("other@club.test", "tournament Spring Cup\nformat: usag", subject="a cup")
    assert other == "Announce/tournament" and "is taken" in cup.last("other@club.test").flat
    cup.writes("Ann", "enter Spring Cup with bob@club.test as Kings, alumni")
    assert cup.announces("teams: 2 to 4", format="sigma") == "Announce/accepted" and cup.number() == 2
    cup.writes("Ann", "leave Spring Cup")
    assert cup.announces("teams: 2 to 4") == "Announce/accepted" and cup.number() == 3


FIRST = ("teams: 2 to 2", "begins: 3 December", "match limit: 30 days")


def amended(folder: Path) -> Cup:
    """Return a cup with two teams in, one that waits, a watcher and somebody who does neither."""
    cup = knows(Cup(folder).announced(*FIRST), "Zoe", "Yan")
    cup.writes("Zoe", "watch Spring Cup")
    return cup.enters("Ann", "Bob", "Kings").enters("Carol", "Dave", "Queens").enters("Eve", "Finn", "Tens")


def test_an_announcement_is_amended_after_the_first_entry_with_a_letter(tmp_path: Path) -> None:
    cup = amended(tmp_path)
    before = {who: len(cup.to(who)) for who in ("Ann", "Bob", "Eve", "Zoe", "Yan", MASTER)}
    words = "\n\nThe clubhouse has moved."
    lines = ("teams: 2 to 4", "begins: 9 December", "match limit: 14 days", "standing: points", "target: 200")
    assert cup.announces(*lines[:-1], f"{lines[-1]}{words}") == "Announce/accepted"
    for who in ("Ann", "Bob", "Zoe", MASTER):
        (letter,) = cup.to(who)[before[who] :]
        assert "The announcement has changed" in letter["Subject"]
        now, then = letter.flat.split("It no longer says")
        for told in ("2 to 4 teams of two play.", "After 14 days", "compare points first", "to 200 points", "9 Dec"):
            assert told in now, told
        for told in ("- 2 teams of two play.", "After 30 days", "compare match points first", "3 Dec"):
            assert told in then, told
        assert "> The clubhouse has moved." in then and "with a game for the third place" in now
        assert ("leave Spring Cup" in then) == (who in ("Ann", "Bob"))
        assert ("unwatch Spring Cup" in then) == (who not in ("Ann", "Bob"))
    changed, moved = cup.to("Eve")[before["Eve"] :]
    assert "The announcement has changed" in changed["Subject"] and "have a place in Spring Cup now" in moved.flat
    assert len(cup.to("Yan")) == before["Yan"]
    assert cup.placed() == [("Kings", "in"), ("Queens", "in"), ("Tens", "in")]
    assert cup.writes("Bob", "leave Spring Cup") == "LeaveTournament/accepted"
    cup.enters("Ann", "Bob", "Kings").closes().draws_now().begins()
    assert (cup.cup().target, cup.cup().format.standing) == (200, "points")
    assert [json.loads(line)["e"] for line in lines_of(cup.course())].count("amended") == 1


@pytest.mark.parametrize(
    ("lines", "more", "told"),
    [
        (FIRST, {}, "says all that already"),
        (("teams: 2 to 4", "divisions: A, B"), {}, "its divisions and its team rule stay"),
        (("teams: 2 to 4",), {"format": "sigma"}, "its divisions and its team rule stay"),
        (("teams: 4 to 2",), {}, "write `teams: 2 to 4`"),
        (("time limit: 9 days", "match limit: 2 days"), {}, "match limit is shorter"),
        (FIRST, {"until": "20 November"}, "write"),
    ],
)
def test_what_no_entry_could_bear_is_not_amended(
    tmp_path: Path, lines: tuple[str, ...], more: dict[str, str], told: str
) -> None:
    cup = amended(tmp_path)
    format, heard = cup.cup().format, len(cup.to("Ann"))
    assert cup.announces(*lines, **more) == "Announce/tournament"
    assert told in cup.last(MASTER).flat
    assert (cup.cup().format, len(cup.to("Ann"))) == (format, heard)


def test_fewer_teams_than_have_a_place_and_a_closed_list_are_not_amended(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enter_teams(3)
    assert cup.announces("teams: 2 to 2") == "Announce/tournament"
    assert "3 teams have a place; write `teams: 2 to 3`, or more" in cup.last(MASTER).flat
    assert cup.announces("teams: 2 to 3") == "Announce/accepted"
    assert cup.announces("teams: 2 to 3", until=None) == "Announce/accepted"
    assert "Teams can enter until the Gamesmaster closes sign-up." in cup.last("Ann").flat
    assert cup.announces("teams: 2 to 3", until=None) == "Announce/tournament"
    assert cup.closes().announces() == "Announce/tournament"
    assert "ntries for Spring Cup are closed, so its announcement stands" in cup.last(MASTER).flat

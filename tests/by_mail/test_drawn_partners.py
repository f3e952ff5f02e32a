"""Partners that the draw brings together: people enter alone, as one of two classes; as many of each play; the draw's
letter says who plays with whom, and its record proves it."""

from pathlib import Path

import pytest

from referee.commands.verify_tournament import TournamentRecords, tournament_verified
from referee.desk.site import views
from referee.names import LONGEST
from referee.records.lines import heads
from referee.tournaments.fold import lines_of
from tests.by_mail.test_salts_and_records import attachment
from tests.talk import MASTER
from tests.tournament_talk import Cup

COLLEGIATE, ALUMNI = ("Ann", "Carol", "Eve", "Gil"), ("Bob", "Dave", "Finn", "Hana")


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    return Cup(tmp_path).announced("partners: drawn", "teams: 2 to 4", format="sigma")


def enters(cup: Cup, *who: str) -> Cup:
    for name in who:
        said = "collegiate" if name in COLLEGIATE else "alumni"
        assert cup.writes(name, f"enter Spring Cup, {said}") == "Enter/accepted", cup.last(name).text
    return cup


def drawn(cup: Cup) -> Cup:
    return enters(cup, *COLLEGIATE[:3], *ALUMNI[:3]).closes().draws_now()


def test_the_announcement_says_how_to_enter_and_a_button_does_it(cup: Cup) -> None:
    letter = cup.last(MASTER)
    assert "enter Spring Cup, collegiate" in letter.text and "with Bob" not in letter.text
    assert "with alumni in place of collegiate if you are that" in letter.flat
    assert "A team has one collegiate and one alumni. Each enters alone, and the draw makes the teams." in letter.flat
    assert "Enter Spring Cup as collegiate" in letter.html and "Enter Spring Cup as alumni" in letter.html


def test_an_entry_alone_counts_once_it_is_surely_theirs(cup: Cup) -> None:
    cup.knows("Ann")
    assert cup.says("Ann", "enter Spring Cup, collegiate", answers=None) == "Enter/unproven", "a From proves nothing"
    asked = cup.last("Ann")
    assert asked.events == ["confirm"] and "> enter Spring Cup, collegiate" in asked.text and cup.placed() == []
    assert cup.says("Ann", "yes", answers=asked).startswith("Enter/accepted"), cup.last("Ann").text
    assert cup.placed() == [("Ann", "in")]
    assert "You are in Spring Cup, as collegiate. You have the 1st entry." in cup.last("Ann").flat
    assert "Your partner is drawn once entries are closed." in cup.last("Ann").flat


@pytest.mark.parametrize(
    "line",
    ["enter Spring Cup", "enter Spring Cup with Bob as The Aces, collegiate", "enter Spring Cup with bob@club.test"],
)
def test_whoever_names_a_partner_or_no_class_is_told_how_to_enter(cup: Cup, line: str) -> None:
    assert cup.writes("Ann", line) == "Enter/tournament"
    assert "enter alone and once, and say which you are: `enter spring cup, collegiate`" in cup.said("Ann")
    assert cup.placed() == []


def test_nobody_enters_twice_and_nobody_is_seeded(cup: Cup) -> None:
    enters(cup, "Ann")
    assert cup.writes("Ann", "enter Spring Cup, alumni") == "Enter/tournament"
    assert cup.gm("seed ann") == "Seed/tournament" and "partners are drawn, so nobody is seeded" in cup.said(MASTER)
    cup.writes("Ann", "leave Spring Cup")
    assert cup.placed() == []
    assert cup.writes("Ann", "enter Spring Cup, alumni") == "Enter/accepted"
    assert [team.division for team in cup.cup().teams] == ["alumni"]


@pytest.mark.parametrize("line", ["enter Spring Cup, alumni", "enter Spring Cup", "enter Spring Cup with Ann as Kings"])
def test_a_late_entry_hears_that_entries_are_closed(cup: Cup, line: str) -> None:
    enters(cup, *COLLEGIATE[:3], *ALUMNI[:3]).closes()
    assert cup.writes("Hana", line) == "Enter/tournament"
    assert "Sign-up for Spring Cup ended on " in cup.last("Hana").flat


def test_two_of_one_name_are_told_apart(cup: Cup) -> None:
    enters(cup, "Ann")
    cup.writes("Zoe", "name Ann")
    assert cup.writes("Zoe", "enter Spring Cup, alumni") == "Enter/accepted"
    assert [team.players for team in cup.cup().teams] == [("ann",), ("Ann 2",)]


def test_a_drawn_team_of_the_longest_names_can_be_named(cup: Cup) -> None:
    for who, letter in zip((*COLLEGIATE[:2], *ALUMNI[:2]), "ABCD", strict=True):
        assert cup.writes(who, f"name Maximiliana Alexandra {letter}").endswith("accepted")
        enters(cup, who)
    cup.closes().draws_now()
    team = cup.cup().teams[0].name
    assert len(team) == 2 * LONGEST + len(" + ") - 2
    assert cup.gm(f"withdraw {team} because they moved away") == "WithdrawTeam/accepted"


def test_where_partners_are_entered_nobody_enters_alone(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced(format="sigma")
    assert cup.writes("Ann", "enter Spring Cup, collegiate") == "refused/unclear"
    assert "it names no partner" in cup.said("Ann")


def test_each_class_has_places_and_a_waiting_list_of_its_own(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("partners: drawn", "teams: 2 to 2", format="sigma")
    enters(cup, "Ann", "Carol", "Eve", "Bob")
    assert cup.placed() == [("ann", "in"), ("carol", "in"), ("eve", "waiting"), ("bob", "in")]
    assert "you wait for a place in spring cup: all places for collegiate are taken" in cup.said("Eve")
    cup.writes("Bob", "leave Spring Cup")
    assert ("eve", "waiting") in cup.placed(), "an alumni leaves no place to a collegiate"
    cup.writes("Ann", "leave Spring Cup")
    assert cup.placed() == [("carol", "in"), ("eve", "in")]
    assert "you have a place in spring cup now. another collegiate has left" in cup.said("Eve")


def test_the_last_of_the_larger_class_have_no_place(cup: Cup) -> None:
    enters(cup, "Ann", "Carol", "Bob", "Eve", "Gil", "Dave")
    heard = len(cup.letters)
    cup.closes()
    assert cup.placed() == [("ann", "in"), ("carol", "in"), ("bob", "in"), ("dave", "in")]
    for who in ("Eve", "Gil"):
        (told,) = cup.since(heard, to=who)
        assert "Entries for Spring Cup are closed, and you have no place in it." in told.flat
        assert "As many of each class play, and enough of yours had entered before you." in told.flat
    (told,) = cup.since(heard, to="Ann")
    assert "Entries for Spring Cup are closed: 2 teams will play." in told.flat
    assert "Collegiate ---------- - ann - carol Alumni ------ - bob - dave" in told.flat


def test_too_few_of_one_class_are_too_few(cup: Cup) -> None:
    enters(cup, *COLLEGIATE, "Bob")
    cup.gm("close sign-up")
    cup.passes()
    assert cup.cup().phase == "sign-up"
    assert "and it has 1 alumni; it needs 2." in cup.said(MASTER)
    assert cup.placed()[0] == ("ann", "in"), "nobody is dropped while the Gamesmaster is asked"


def test_the_gamesmaster_lets_players_in(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("partners: drawn", "approval: yes", format="sigma")
    enters(cup, "Ann")
    assert cup.placed() == [("ann", "held")]
    asked = cup.last(MASTER)
    assert "ann wants to enter Spring Cup, and needs your yes. - ann <ann@club.test>, collegiate" in asked.flat
    assert cup.says(MASTER, "yes", answers=asked, proven=True).startswith("AcceptTeam/accepted")
    assert cup.placed() == [("ann", "in")]


def test_the_draws_letter_says_who_plays_with_whom_and_its_record_proves_it(cup: Cup) -> None:
    enters(cup, *COLLEGIATE[:3], *ALUMNI[:3]).closes()
    assert cup.writes("Bob", "salt apple") == "Salt/accepted"
    cup.draws_now()
    teams = {team.name: team.players for team in cup.cup().teams}
    assert sorted(one for one, _ in teams.values()) == ["ann", "carol", "eve"], "a collegiate is the captain"
    assert sorted(other for _, other in teams.values()) == ["bob", "dave", "finn"]
    assert cup.placed() == [(name, "in") for name in sorted(teams, key=lambda name: cup.placed().index((name, "in")))]
    for name, (one, other) in teams.items():
        for who in (one, other):
            letter = next(letter for letter in cup.to(who) if letter.events == ["draw"])
            assert f"Drawn together: {one} and {other}. You play as {name}." in letter.flat
            assert "One of the 6 players gave a salt: - bob: apple" in letter.flat
            record = attachment(letter)[1].decode()
            checks = [check.text for check in tournament_verified(TournamentRecords(record, {}, ()))]
            assert any("partners, order and lots follow from it" in text for text in checks)
            assert heads(record.splitlines())[-1].startswith(letter["Spades-Record"])


def test_who_was_drawn_together_plays_together_to_the_end(cup: Cup) -> None:
    drawn(cup).begins()
    first = cup.running()[0]
    game = cup.game(first.game)
    pairs = {team.players for team in cup.cup().teams}
    for odd in (0, 1):
        seated = {game.names[odd], game.names[odd + 2]}
        assert any(seated == set(pair) for pair in pairs)
    t = cup.ended()
    assert sorted(team for place in t.places[0].teams for team in place) == sorted(team.name for team in t.teams)
    assert heads(lines_of(cup.course()))[-1] == cup.row().head
    for name in (*COLLEGIATE[:3], *ALUMNI[:3]):
        assert any("champion" in one.events for one in cup.to(name)), name


def test_before_the_draw_nobody_withdraws_and_nobody_stands_in(cup: Cup) -> None:
    enters(cup, *COLLEGIATE[:2], *ALUMNI[:2]).closes()
    for said in (cup.writes("Ann", "withdraw from Spring Cup"), cup.gm("withdraw ann because they moved away")):
        assert said.endswith("/tournament")
    assert cup.gm("substitute Zoe <zoe@club.test> for ann in ann") == "Substitute/tournament"
    assert "partners are drawn first in spring cup: write it after the draw" in cup.said(MASTER)
    cup.draws_now()
    team = next(team for team in cup.cup().teams if "ann" in team.players)
    partner = team.players[1]
    assert cup.writes(partner, "withdraw from Spring Cup") == "WithdrawFrom/tournament", "the collegiate is the captain"
    cup.gm(f"substitute Zoe <zoe@club.test> for ann in {team.name}")
    assert cup.says("zoe", "yes", answers=cup.last("zoe")).startswith("StandIn/accepted")
    assert cup.writes(partner, "withdraw from Spring Cup") == "WithdrawFrom/accepted", "their captain has gone"


def test_a_tournament_at_dominoes(tmp_path: Path) -> None:
    cup = Cup(tmp_path)
    cup.announced("partners: drawn", format="sigma-dominoes")
    said = cup.last(MASTER).flat
    assert "Each match is one game by sheet sigma-dominoes. Dominoes, all fives: open ends that add up to" in said
    assert "the first team with 150 wins, even in mid-round" in said and "Each tile is due within 3 days" in said
    assert "card" not in said and "trick" not in said
    drawn(cup).begins()
    assert {len(team.players) for team in cup.cup().teams} == {2}
    assert "Drawn together:" in next(letter for letter in cup.to("Ann") if letter.events == ["draw"]).flat
    while cup.cup().phase != "over":
        for one in cup.running():
            game = cup.game(one.game)
            assert (game.sheet.game, game.sheet.name) == ("dominoes", "sigma-dominoes")
            cup.concedes(one.match)
        cup.passes(days=1, seconds=1)
    assert {outcome.how for outcome in cup.cup().outcomes.values()} == {"concession"}
    record = attachment(next(letter for letter in cup.to("Ann") if "champion" in letter.events))[1].decode()
    assert list(tournament_verified(TournamentRecords(record, {}, ())))


def test_a_tournament_on_a_groups_own_sheet_of_dominoes_speaks_of_tiles(tmp_path: Path) -> None:
    cup = Cup(tmp_path, sheets={"ours": {"base": "sigma-dominoes", "hand_count": "others"}})
    cup.announced("partners: drawn", "sheet: ours", format="sigma-dominoes")
    assert "Each tile is due within 3 days" in cup.last(MASTER).flat
    drawn(cup).begins()
    assert {cup.game(one.game).sheet.name for one in cup.running()} == {"ours"}
    cup.writes("Ann", "rules of Spring Cup")
    assert "Each tile is due within 3 days" in cup.last("Ann").flat
    with cup.store.reading() as tx:
        view = views.tournament(tx, cup.row(), cup.desk, cup.now)
    assert view.game == "dominoes"


def test_a_match_at_dominoes_is_won_by_its_score(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("partners: drawn", "target: 20", format="sigma-dominoes")
    drawn(cup).begins()
    one = cup.running()[0]
    while (game := cup.game(one.game)).result is None:
        waits = game.due
        assert waits is not None, "somebody is to play"
        who = game.names[waits[0] - 1]
        letter = next(each for each in reversed(cup.to(who)) if f"[Dominoes {one.game}]" in each["Subject"])
        move = letter["Spades-Legal"].split(",")[0].removesuffix(" first")
        assert cup.says(who, f"play {move}", answers=letter).endswith("accepted"), cup.last(who).text
    cup.passes()
    outcome = cup.cup().outcomes[one.match]
    assert (outcome.how, outcome.winner) == ("score", max(zip(outcome.score, outcome.teams, strict=True))[1])
    assert max(outcome.score) >= 20


def test_the_announcement_keeps_how_partners_come(cup: Cup) -> None:
    enters(cup, "Ann")
    assert cup.announces("partners: entered", format="sigma") == "Announce/tournament"
    assert cup.announces("partners: drawn", "teams: 2 to 8", format="sigma") == "Announce/accepted", cup.said(MASTER)
    assert "so does your entry: you need do nothing" in cup.said("Ann")


def test_what_the_referee_answers_before_the_draw(cup: Cup) -> None:
    enters(cup, "Ann", "Bob")
    cup.writes("Ann", "tournaments")
    assert "2 players have entered" in cup.last("Ann").flat and "You are in Spring Cup." in cup.last("Ann").flat
    cup.writes("Zoe", "bracket")
    assert "- ann, collegiate - bob, alumni" in cup.last("Zoe").flat
    assert "To enter, answer with a line like this, until Thu 26 Nov 12:00 UTC: enter Spring Cup, collegiate" in (
        cup.last("Zoe").flat
    )

"""The entrants of a tournament: first come, first serve, a captain and a partner who both want it, and nobody twice;
whom a name means, whose name a team has, what a `yes` agrees to."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.talk import LIST, MASTER, address
from tests.tournament_talk import Cup, called, pair


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    return Cup(tmp_path).announced("teams: 2 to 4")


def test_an_entry_counts_once_the_partner_has_written_the_same(cup: Cup) -> None:
    assert cup.writes("Ann", "enter Spring Cup with Bob <bob@club.test> as The Aces") == "Enter/accepted"
    assert cup.placed() == [("The Aces", "asked")]
    assert cup.cup().teams == ()
    assert cup.writes("Bob", "enter Spring Cup with ann@club.test") == "Enter/accepted"
    assert cup.placed() == [("The Aces", "in")]
    assert cup.cup().teams[0].players == ("ann", "bob"), "who wrote first is the captain"
    assert all("entry" in cup.last(who).events for who in ("Ann", "Bob"))


def test_a_known_partner_is_asked_and_says_yes(cup: Cup) -> None:
    cup.knows("Bob")
    cup.writes("Ann", "enter Spring Cup with Bob")
    asked = cup.last("Bob")
    assert "entry" in asked.events
    assert cup.says("Bob", "yes", answers=asked).endswith("accepted")
    assert cup.placed() == [("ann + Bob", "in")]
    assert cup.says("Bob", "yes", answers=asked) != "Yes/accepted", "once"
    assert len(cup.cup().teams) == 1


def test_an_unknown_partner_is_named_by_address(cup: Cup) -> None:
    assert cup.writes("Ann", "enter Spring Cup with Bob as The Aces") == "Enter/which-partner"
    assert "the referee knows nobody called bob: write their address, too" in cup.said("Ann")
    assert cup.placed() == []


def test_first_come_first_serve_then_a_waiting_list_from_which_teams_move_up(cup: Cup) -> None:
    cup.writes("Gil", "enter Spring Cup with hana@club.test as Slow")
    for number in (1, 2, 3):
        cup.enters(*pair(number), called(number))
    cup.enters(*pair(5), called(5))
    cup.writes("Hana", "enter Spring Cup with gil@club.test")
    cup.enters(*pair(6), called(6))
    assert [state for _, state in cup.placed()] == ["in"] * 4 + ["waiting"] * 2
    assert cup.placed()[4] == ("Slow", "waiting"), "the mail that made it count was the fifth"
    assert cup.writes(pair(2)[1], "leave Spring Cup") == "LeaveTournament/accepted"
    assert ("Slow", "in") in cup.placed(), "the first that waits"
    assert (called(6), "waiting") in cup.placed()
    assert {team.name for team in cup.cup().teams} == {"Team Ann", "Team Eve", called(5), "Slow"}
    moved = cup.last("Hana")
    assert moved.events == ["entry"]
    assert cup.row().head.startswith(moved["Spades-Record"]), "which has the line of their own entry"
    cup.writes("Ann", "leave Spring Cup")
    assert (called(6), "in") in cup.placed()


def test_who_waits_when_sign_up_ends_is_told_so_and_so_is_who_never_got_an_answer(cup: Cup) -> None:
    for number in (1, 2, 3, 5, 6):
        cup.enters(*pair(number), called(number))
    cup.writes("Gil", "enter Spring Cup with hana@club.test as Slow")
    cup.writes("Hana", "name Hana")
    cup.writes("Ann", "enter Spring Cup with zoe@club.test as Falcons")
    heard = len(cup.letters)
    cup.closes()
    assert [one.to for one in cup.since(heard) if one.to == address("Gil")], "its partner never answered"
    assert not any("no place" in one.flat for one in cup.since(heard, to="Ann")), "their first team has one"
    assert cup.since(heard, to=pair(6)[0]), "it waited for a place"
    assert not cup.since(heard, to="Hana"), "who was only named hears nothing of it"
    assert {state for _, state in cup.placed()} == {"in"}


def test_two_entries_name_one_partner(cup: Cup) -> None:
    cup.knows("Bob")
    cup.writes("Ann", "enter Spring Cup with Bob as Aces")
    cup.writes("Carol", "enter Spring Cup with Bob as Clubs")
    heard = len(cup.letters)
    cup.says("Bob", "yes", answers=cup.last("Bob"))
    assert cup.placed() == [("Clubs", "in")]
    assert cup.since(heard, to="Ann"), "the other one is told, and may look for somebody else"
    cup.enters("Ann", "Dave", "Aces")
    assert cup.placed() == [("Clubs", "in"), ("Aces", "in")]


def test_one_team_a_person_under_whatever_name(cup: Cup) -> None:
    cup.enters("Ann", "Bob", "The Aces")
    for who, line in (
        ("Ann", "enter Spring Cup with bob@club.test as The Aces"),
        ("Bob", "enter Spring Cup with ann@club.test"),
    ):
        assert cup.writes(who, line) == "Enter/tournament", line
        assert "you are in spring cup already, with the aces" in cup.said(who)
    cup.writes("Carol", "enter Spring Cup with ann@club.test")
    assert cup.cup().teams[0].name == "The Aces"
    assert [state for _, state in cup.placed()] == ["in", "asked"]


def test_who_enters_again_stays_in_until_the_new_entry_counts(cup: Cup) -> None:
    cup.enters("Ann", "Bob", "The Aces").enters("Eve", "Finn", "Tens")
    assert cup.writes("Ann", "enter Spring Cup with carol@club.test as The Aces") == "Enter/accepted"
    assert "in place of the aces, who stay in until then" in cup.said("Ann")
    assert cup.placed() == [("The Aces", "in"), ("Tens", "in"), ("The Aces", "asked")]
    assert cup.cup().teams[0].players == ("ann", "bob")
    cup.writes("Carol", "enter Spring Cup with ann@club.test")
    assert cup.placed() == [("The Aces", "in"), ("Tens", "in")], "and keeps its place"
    assert {team.players for team in cup.cup().teams} == {("ann", "carol"), ("eve", "finn")}
    assert "ann plays in another team of spring cup now" in cup.said("Bob")


@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_a_pair_may_take_another_name_and_keeps_its_place(tmp_path: Path, who: str) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 2").enters("Ann", "Bob", "Aces").enters("Eve", "Finn", "Tens")
    cup.enters("Gil", "Hana", "Nines")
    other = {"Ann": "Bob", "Bob": "Ann"}[who]
    assert cup.writes(who, f"enter Spring Cup with {address(other)} as Jacks") == "Enter/accepted"
    heard = len(cup.letters)
    cup.says(other, "yes", answers=cup.last(other))
    assert cup.placed() == [("Jacks", "in"), ("Tens", "in"), ("Nines", "waiting")]
    assert not any("another team" in one.text for one in cup.since(heard))


def test_whose_partner_goes_to_another_team_gives_up_the_place_and_the_next_moves_up(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 2").enters("Ann", "Bob", "Aces").enters("Eve", "Finn", "Tens")
    cup.enters("Gil", "Hana", "Nines")
    cup.writes("Bob", "enter Spring Cup with carol@club.test as Clubs")
    cup.writes("Carol", "enter Spring Cup with bob@club.test")
    assert cup.placed() == [("Tens", "in"), ("Nines", "in"), ("Clubs", "waiting")]


def test_who_is_asked_hears_what_their_yes_costs(cup: Cup) -> None:
    cup.knows("Carol")
    cup.enters("Carol", "Dave", "Kings")
    cup.writes("Ann", "enter Spring Cup with Carol as Aces")
    assert "your yes takes you out of that team" in cup.said("Carol")
    cup.says("Carol", "yes", answers=cup.last("Carol"))
    assert cup.placed() == [("Aces", "in")]
    assert "carol plays in another team" in cup.said("Dave")


def test_a_new_entry_that_is_refused_leaves_the_old_one(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("approval: yes").enters("Ann", "Bob", "Aces")
    cup.gm("accept Aces")
    cup.enters("Ann", "Carol", "Clubs")
    assert cup.placed() == [("Aces", "in"), ("Clubs", "held")]
    cup.gm("refuse Clubs because they are late")
    assert cup.placed() == [("Aces", "in")]
    cup.enters("Ann", "Carol", "Clubs").gm("accept Clubs")
    assert cup.placed() == [("Clubs", "in")]


@pytest.mark.parametrize(
    "since",
    [
        "enter Spring Cup with carol@club.test as Aces",
        "enter Spring Cup with Bob as Jacks",
        "leave Spring Cup",
    ],
)
def test_an_old_question_is_void(cup: Cup, since: str) -> None:
    """Its `yes` does nothing, least of all what the letter did not ask."""
    cup.knows("Bob")
    cup.writes("Ann", "enter Spring Cup with Bob as Aces")
    asked = cup.last("Bob")
    cup.writes("Ann", since)
    before = cup.placed()
    assert cup.says("Bob", "yes", answers=asked) == "Yes/tournament"
    assert "the question of that letter is void" in cup.said("Bob")
    assert cup.placed() == before
    if "Jacks" in since:
        newer = next(one for one in cup.to("Bob") if "Will you play in Jacks?" in one["Subject"])
        cup.says("Bob", "yes", answers=newer)
        assert cup.placed() == [("Jacks", "in")]


@pytest.mark.parametrize("line", ["refuse Aces because of rain", "withdraw Aces because of rain"])
def test_the_gamesmaster_takes_out_a_team_and_the_first_that_waits_moves_up(tmp_path: Path, line: str) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 2").enters("Ann", "Bob", "Aces").enters("Eve", "Finn", "Tens")
    cup.enters("Gil", "Hana", "Nines").enters("Carol", "Dave", "Kings")
    cup.gm("seed Aces")
    assert cup.gm(line).endswith("Team/accepted")
    assert cup.placed() == [("Tens", "in"), ("Nines", "in"), ("Kings", "waiting")]
    assert [team.name for team in cup.cup().teams] == ["Tens", "Nines"] and cup.row().seeded == ()
    for who in ("Ann", "Bob"):
        assert "was taken out by the gamesmaster. their reason: > of rain" in cup.said(who)
    assert "nines have a place in spring cup now" in cup.said("Gil")
    assert cup.gm("refuse Kings because of rain") == "RefuseTeam/accepted", "who waits, too"
    assert cup.gm("refuse Aces because of rain") != "RefuseTeam/accepted", "they are out"
    cup.closes()
    assert cup.gm("refuse Tens because of rain") == "RefuseTeam/tournament"
    assert "`withdraw tens because …` takes a team out" in cup.said("gm")


@pytest.mark.parametrize("proven", [True, False])
def test_a_whole_club_enters_on_one_day(tmp_path: Path, proven: bool) -> None:
    """More than 25 teams of one domain, all of them new."""
    cup = Cup(tmp_path).announced("teams: 2 to 64")
    for number in range(1, 31):
        for who, other in (pair(number), pair(number)[::-1]):
            line = f"enter Spring Cup with {address(other)} as {called(number)}"
            cup.says(who, line, answers=None, proven=proven)
            if not proven:
                cup.says(who, line, answers=cup.last(who))
    assert [state for _, state in cup.placed()] == ["in"] * 30


def test_the_rush_has_a_bound_and_takes_nothing_from_others(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 2")
    for number in range(60):
        cup.writes(f"p{number}@club.test", f"enter Spring Cup with q{number}@club.test as Team {number}")
    assert len(cup.placed()) == 50 + 2 * 4, "twice its players, and the fifty of any domain"
    assert cup.writes("ann@other.test", "enter Spring Cup with bob@other.test as Aces") == "Enter/accepted"


def test_who_corrects_their_own_entry_has_one_in_the_end(cup: Cup) -> None:
    cup.writes("Ann", "enter Spring Cup with bob@club.test as Aces")
    cup.writes("Ann", "enter Spring Cup with carol@club.test as Aces")
    assert cup.placed() == [("Aces", "asked")]
    cup.writes("Bob", "enter Spring Cup with ann@club.test")
    assert cup.cup().teams == (), "Ann has taken back the entry with Bob"
    cup.writes("Carol", "enter Spring Cup with ann@club.test")
    assert cup.cup().teams[0].players == ("ann", "carol")


@pytest.mark.parametrize(
    "name", ["The Aces", "the aces", "THE ACES", "The Асes", "The Aces!", "Spring Cup", "all", "7"]
)
def test_names_that_are_taken_or_look_alike_or_mean_something_else(cup: Cup, name: str) -> None:
    cup.enters("Ann", "Bob", "The Aces")
    assert cup.writes("Carol", f"enter Spring Cup with dave@club.test as {name}") != "Enter/accepted", name
    assert [team.name for team in cup.cup().teams] == ["The Aces"]


def test_a_name_with_a_card_of_its_writers_hand_is_refused(tmp_path: Path) -> None:
    cup = Cup(tmp_path)
    cup.starts()
    cup.announced()
    card, who = str(min(cup.game().hands[0])), cup.game().names[0]
    assert cup.writes(who, f"enter Spring Cup with zoe@club.test as {card} Fans") == "Enter/name-cards"
    assert cup.placed() == []


def test_leave_is_either_partners_before_the_close_and_nobodys_after(cup: Cup) -> None:
    for number in (1, 2, 3):
        cup.enters(*pair(number), called(number))
    assert cup.writes("Bob", "leave Spring Cup") == "LeaveTournament/accepted"
    assert cup.last("Ann").events == ["entry"], "their captain hears of it"
    assert cup.writes("Gil", "leave Spring Cup") == "LeaveTournament/tournament", "they have no team"
    cup.closes()
    for who in pair(2):
        assert cup.writes(who, "leave Spring Cup") == "LeaveTournament/tournament"
        assert "withdraw from spring cup" in cup.said(who)
    assert [team.name for team in cup.cup().teams] == [called(2), called(3)]


def test_to_the_second_of_the_deadline(tmp_path: Path) -> None:
    """Mail that reached the mailbox by then counts, whenever it is handled."""
    cup = Cup(tmp_path).announced("begins: 1 December")
    for number in (1, 2, 3):
        cup.writes(pair(number)[0], f"enter Spring Cup with {address(pair(number)[1])} as {called(number)}")
    until = cup.row().sign_up_until
    cup.now = until + timedelta(hours=1)
    agree = [cup.mail(pair(n)[1], f"enter Spring Cup with {address(pair(n)[0])}", proven=True) for n in (1, 2, 3)]
    assert cup.deliver(agree[0], ago=timedelta(hours=1, seconds=1)) == "Enter/accepted"
    assert cup.deliver(agree[1], ago=timedelta(hours=1)) == "Enter/accepted"
    assert cup.deliver(agree[2], ago=timedelta(minutes=59, seconds=59)) == "Enter/accepted"
    states = dict(cup.placed())
    assert (states[called(1)], states[called(2)]) == ("in", "in")
    assert states[called(3)] == "held", "late: usag asks its Gamesmaster"


def test_to_the_second_without_late_entries(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("late entries: no")
    cup.enters("Ann", "Bob", "Aces").enters("Carol", "Dave", "Clubs")
    cup.writes("Eve", "enter Spring Cup with finn@club.test as Eights")
    cup.writes("Gil", "enter Spring Cup with hana@club.test as Gulls")
    cup.now = cup.row().closes_at + timedelta(minutes=5)
    for who, captain, ago, outcome in (
        ("Finn", "Eve", 300, "Enter/accepted"),
        ("Hana", "Gil", 299, "Enter/tournament"),
    ):
        mail = cup.mail(who, f"enter Spring Cup with {address(captain)}", proven=True)
        assert cup.deliver(mail, ago=timedelta(seconds=ago)) == outcome, who
    leave = cup.mail("Bob", "leave Spring Cup", proven=True)
    assert cup.deliver(leave, ago=timedelta(seconds=299)) == "LeaveTournament/tournament"
    cup.passes()
    assert [team.name for team in cup.cup().teams] == ["Aces", "Clubs", "Eights"]


def test_approval_waits_for_the_gamesmaster(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("approval: yes")
    for number in (1, 2, 3):
        cup.enters(*pair(number), called(number))
    assert [state for _, state in cup.placed()] == ["held"] * 3
    assert sum("entry" in one.events for one in cup.to(MASTER)) == 3
    assert cup.gm(f"accept {called(2)}") == "AcceptTeam/accepted"
    assert cup.gm(f"accept {called(1)}") == "AcceptTeam/accepted"
    assert cup.placed()[:2] == [(called(2), "in"), (called(1), "in")], "places in the order in which they counted"
    assert cup.gm(f"refuse {called(3)} because not eligible") == "RefuseTeam/accepted"
    assert cup.last("Eve").events == ["entry"]
    assert cup.gm(f"accept {called(3)}") != "AcceptTeam/accepted", "it is out"
    assert cup.gm(f"accept {called(1)}") == "AcceptTeam/tournament", "it is in"
    assert cup.says("Ann", f"accept {called(1)}", answers=None, proven=True) != "AcceptTeam/accepted"
    cup.enters("Eve", "Finn", "Second Try")
    assert ("Second Try", "held") in cup.placed()


def test_late_entries_need_a_yes_until_the_draw_is_prepared(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("begins: 1 December")
    cup.enters("Ann", "Bob", "Aces").enters("Carol", "Dave", "Clubs")
    row = cup.row()
    assert row.closes_at > row.sign_up_until
    cup.now = row.sign_up_until + timedelta(hours=5)
    cup.passes()
    assert cup.cup().phase == "sign-up"
    cup.enters("Eve", "Finn", "Late")
    cup.enters("Gil", "Hana", "Later")
    assert cup.placed()[2:] == [("Late", "held"), ("Later", "held")]
    assert cup.gm("accept Late") == "AcceptTeam/accepted"
    cup.now = row.closes_at
    cup.passes()
    assert [team.name for team in cup.cup().teams] == ["Aces", "Clubs", "Late"]
    assert cup.gm("accept Later") != "AcceptTeam/accepted"


def test_one_of_each_class(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced(format="sigma")
    cup.writes("Ann", "enter Spring Cup with bob@club.test as Aces, collegiate")
    assert cup.writes("Bob", "enter Spring Cup with ann@club.test, collegiate") == "Enter/tournament"
    assert "you would both be collegiate" in cup.said("Bob")
    assert cup.writes("Bob", "enter Spring Cup with ann@club.test") == "Enter/accepted"
    assert cup.entries()[0].classes == ("collegiate", "alumni")
    assert cup.writes("Carol", "enter Spring Cup with dave@club.test as Clubs") == "Enter/tournament"
    assert "say which you are: `enter spring cup with dave@club.test, collegiate`, or the same" in cup.said("Carol")
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Clubs, alumni")
    assert cup.writes("Dave", "enter Spring Cup with carol@club.test, collegiate") == "Enter/accepted"
    assert cup.entries()[1].classes == ("alumni", "collegiate")
    assert cup.writes("Eve", "enter Spring Cup with finn@club.test, professor") == "Enter/tournament"
    assert "knows no `professor`" in cup.said("Eve")


@pytest.mark.parametrize(("format", "upper", "lower"), [("pride", "A", "B"), ("usag", "Gold", "A"), ("fsu", "B", "x")])
def test_who_won_a_lower_division_plays_in_the_next_for_six_months(
    tmp_path: Path, format: str, upper: str, lower: str
) -> None:
    """Pride: "you must move up to the next division for at least 6 months", whatever the next event and its divisions
    are called."""
    lines = ("divisions: A, B", "rounds: 1", "final sheet: none", "teams: 2 to 4")
    cup = Cup(tmp_path).announced(*lines, format="pride")
    for number in (1, 2, 3, 4):
        cup.enters(*pair(number), called(number), words=f", {'A' if number > 2 else 'B'}")
    cup.closes().draws_now().begins()
    won = {place.division: place.teams[0][0] for place in cup.ended().places}
    winner, other = cup.cup().team(won["B"]).players, cup.cup().team(won["A"]).players
    cup.announced(f"divisions: {upper}, {lower}", name="Summer Cup", format=format, until="20 January")
    for who in winner:
        outcome = cup.writes(who, f"enter Summer Cup with zoe@club.test as Zs, {lower}")
        assert outcome == "Enter/tournament", "each for themselves, with whatever partner"
        assert f"{who} plays in {upper.lower()} until" in cup.said(who)
        assert "may 2027" in cup.said(who)
    assert cup.writes("Zoe", f"enter Summer Cup with {address(winner[0])} as Zs, {lower}") == "Enter/accepted"
    outcome = cup.writes(winner[0], "enter Summer Cup with zoe@club.test")
    assert outcome.startswith("Enter/tournament"), "nor as a partner"
    assert cup.writes(other[0], f"enter Summer Cup with yan@club.test as Ys, {lower}") == "Enter/accepted", "free"
    assert cup.writes(winner[1], "enter Summer Cup with xia@club.test as Xs") == "Enter/accepted"
    assert cup.entries()[-1].division == upper, "without a wish: the lowest that they may enter"


def test_a_win_binds_from_the_day_of_its_final(tmp_path: Path) -> None:
    """Division B is conceded on 5 December; that is read a day later, and counts two days later. Then Pat comes into
    the team that won. A ends in February."""
    lines = ("divisions: A, B", "rounds: 1", "bracket: none", "teams: 2 to 4", "match limit: none")
    cup = Cup(tmp_path).announced(*lines, format="pride")
    for number in (1, 2, 3, 4):
        cup.enters(*pair(number), called(number), words=f", {'A' if number > 2 else 'B'}")
    cup.closes().draws_now().begins()
    upper, lower = sorted(cup.running(), key=lambda one: cup.match(one.match).division)
    first = cup.match(upper.match).first
    winners, losers = (cup.cup().team(name).players for name in cup.match(lower.match).teams or ())
    cup.passes(seconds=(datetime(2026, 12, 6, 6, tzinfo=UTC) - cup.now).total_seconds())
    for who in losers:
        mail = cup.mail(who, "concede", proven=True, subject=f"[Spades {lower.game}]")
        assert cup.deliver(mail, ago=timedelta(hours=8)) == "Concede/accepted"
    cup.passes(days=2)
    assert cup.cup().phase == "running" and cup.cup().outcomes[lower.match].how == "concession"
    team = cup.match(lower.match).first
    assert cup.gm(f"substitute Pat <pat@club.test> for {winners[1]} in {team}") == "Substitute/accepted"
    assert cup.writes("pat", "yes", answers=cup.last("pat")).startswith("StandIn/accepted")

    def may(who: str, name: str) -> bool:
        outcome = cup.writes(who, f"enter {name} with zoe@club.test as Team {who} {name}, B")
        assert outcome == "Enter/accepted" or "plays in a until 5 june 2027" in cup.said(who), cup.said(who)
        return outcome == "Enter/accepted"

    cup.announced(*lines, name="Next Cup", format="pride", until="20 January")
    assert [may(who, "Next Cup") for who in (*winners, "pat")] == [False, False, True]
    cup.passes(days=70)
    cup.gm(f"rule match {upper.match} {first} win 250 to 180 because so", subject="[Spring Cup]")
    assert cup.cup(1).phase == "over"
    cup.announced(*lines, name="Last Cup", format="pride", until="20 June 2027")
    assert [may(who, "Last Cup") for who in (*winners, "pat")] == [False, False, True]


def test_the_day_of_a_final_is_one_in_the_zone_of_the_tournament(tmp_path: Path) -> None:
    """It is 03:00 UTC on 5 December, and still the 4th in Los Angeles."""
    lines = ("divisions: A, B", "rounds: 1", "bracket: none", "teams: 2 to 4", "zone: America/Los_Angeles")
    cup = Cup(tmp_path).announced(*lines, format="pride")
    for number in (1, 2, 3, 4):
        cup.enters(*pair(number), called(number), words=f", {'A' if number > 2 else 'B'}")
    cup.closes().draws_now().begins()
    lower = next(one.match for one in cup.running() if cup.match(one.match).division == "B")
    cup.passes(seconds=(datetime(2026, 12, 5, 3, tzinfo=UTC) - cup.now).total_seconds())
    assert cup.rules(lower) == "RuleMatch/accepted"
    winner, _ = cup.cup().team(cup.match(lower).first or "").players
    cup.announced(*lines, name="Next Cup", format="pride", until="20 January")
    assert cup.writes(winner, "enter Next Cup with zoe@club.test as Zs, B") == "Enter/tournament"
    assert "plays in a until 4 june 2027" in cup.said(winner)


def test_a_ruling_may_free_who_had_won_a_division(tmp_path: Path) -> None:
    lines = ("divisions: A, B", "rounds: 1", "bracket: none", "teams: 2 to 4")
    cup = Cup(tmp_path).announced(*lines, format="pride")
    for number in (1, 2, 3, 4):
        cup.enters(*pair(number), called(number), words=f", {'A' if number > 2 else 'B'}")
    cup.closes().draws_now().begins()
    lower = next(one.match for one in cup.running() if cup.match(one.match).division == "B")
    first, second = (cup.cup().team(name or "").players for name in cup.match(lower).teams or ())
    cup.announced(*lines, name="Next Cup", format="pride", until="20 January")
    for winner, loser in ((first, second), (second, first)):
        team = next(one.name for one in cup.cup(1).teams if one.players == winner)
        assert (
            cup.gm(f"rule match {lower} {team} win 250 to 180 because so", subject="[Spring Cup]")
            == "RuleMatch/accepted"
        )
        assert cup.writes(winner[0], "enter Next Cup with zoe@club.test as Zs, B") == "Enter/tournament"
        assert cup.writes(loser[0], "enter Next Cup with zoe@club.test as Zs, B") == "Enter/accepted"
        cup.writes(loser[0], "leave Next Cup")


def test_a_forged_from_enters_and_leaves_for_nobody(cup: Cup) -> None:
    cup.enters("Ann", "Bob", "Aces")
    cup.enters("Carol", "Dave", "Clubs")
    before = cup.placed()
    cup.says("Ann", "leave Spring Cup", answers=None)
    cup.says("Eve", "enter Spring Cup with mallory@evil.test as Eights", answers=None)
    assert cup.placed() == before, "unproven mail is asked about first"
    cup.closes()
    cup.says("Ann", "salt mine", answers=None)
    cup.says("Ann", "withdraw from Spring Cup", answers=None)
    assert all(one.salts == ("", "") for one in cup.entries())
    assert cup.row().pending == ()


def test_an_unproven_entry_counts_after_a_yes(cup: Cup) -> None:
    cup.writes("Ann", "name Ann")
    cup.says("Ann", "enter Spring Cup with bob@club.test as Aces", answers=None)
    assert cup.placed() == []
    assert cup.says("Ann", "yes", answers=cup.last("Ann")).endswith("accepted")
    assert cup.placed() == [("Aces", "asked")]


def test_nobody_can_have_the_referee_write_to_strangers_or_again_and_again(cup: Cup) -> None:
    cup.writes("Bob", "name Bob")
    heard = len(cup.letters)
    cup.writes("Ann", "enter Spring Cup with stranger@far.test as Aces")
    assert not cup.since(heard, to="stranger@far.test"), "who never wrote to the referee gets no letter"
    for number in range(12):
        cup.writes("Ann", f"enter Spring Cup with bob@club.test as Aces {'abcdefghijkl'[number]}")
        cup.writes("Ann", "leave Spring Cup")
    assert len(cup.since(heard, to="Bob")) <= 5, "a few a day"


def test_to_be_named_in_an_entry_takes_nothing_from_anybody(tmp_path: Path) -> None:
    cup = Cup(tmp_path, referee={"gamesmasters": [MASTER, "other@club.test"]}).announced()
    cup.enters("Ann", "Bob", "Aces").enters("Carol", "Dave", "Clubs")
    cup.writes("Mallory", f"enter Spring Cup with {MASTER} as Trap")
    assert cup.gm("seed Clubs") == "Seed/accepted", "the Gamesmaster does not play in it"
    heard = len(cup.letters)
    cup.writes("Mallory", "enter Spring Cup with gil@club.test as Trap")
    cup.gm("cancel Spring Cup because of rain")
    assert not cup.since(heard, to="Gil")


def test_addresses_are_shown_to_nobody_but_the_partner_who_is_asked(tmp_path: Path) -> None:
    cup = Cup(tmp_path, referee={"list_mode": "external", "list": LIST}).announced()
    cup.knows("Bob")
    cup.writes("Ann", "enter Spring Cup with Bob as Aces")
    asked = cup.last("Bob")
    cup.says("Bob", "yes", answers=asked)
    cup.writes("Dave", "name Dave")
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Clubs")
    asked_too = cup.last("Dave")
    cup.says("Dave", "yes", answers=asked_too)
    cup.closes().draws_now().begins()
    cup.writes("Carol", "standings")
    cup.ended()
    assert cup.to(LIST), "the list hears of it"
    for letter in cup.letters:
        if letter in (asked, asked_too) or letter.to == MASTER:
            continue
        shown = {one for one in ("ann", "bob", "carol", "dave") if f"{one}@club.test" in f"{letter.text}{letter.html}"}
        own = letter.to.partition("@")[0]
        team = next((team for team in ({"ann", "bob"}, {"carol", "dave"}) if own in team), {own})
        assert shown <= team, f"{letter['Subject']} to {letter.to} shows {shown}"


def test_the_captain_alone_withdraws_and_not_before_the_close(cup: Cup) -> None:
    for number in (1, 2, 3):
        cup.enters(*pair(number), called(number))
    assert cup.writes("Ann", "withdraw from Spring Cup") == "WithdrawFrom/tournament"
    assert "leave spring cup" in cup.said("Ann")
    cup.closes()
    assert cup.writes("Bob", "withdraw from Spring Cup") == "WithdrawFrom/tournament", "the captain alone"
    assert cup.writes("Ann", "withdraw from Spring Cup") == "WithdrawFrom/accepted"
    assert cup.cup().withdrawn == frozenset(), "the roster is frozen until the draw"
    cup.draws_now()
    assert cup.cup().withdrawn == {"Team Ann"}
    assert all("Team Ann" not in game.teams for game in cup.cup().games.values()), "no match begins with it"
    for who, isin in (("Ann", False), ("Carol", True)):
        cup.writes(who, "tournaments")
        assert ("you are in spring cup" in cup.said(who)) == isin, who


@pytest.mark.parametrize("team", ["", " as Queens", " as queens", " as Jacks"])
def test_two_who_name_one_another_by_name_meet_in_one_entry(cup: Cup, team: str) -> None:
    cup.knows("Dave")
    cup.writes("Carol", "enter Spring Cup with Dave as Queens")
    assert cup.writes("Dave", f"enter Spring Cup with Carol{team}") == "Enter/accepted", cup.last("Dave").flat
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
def test_a_squatter_gets_no_letter_and_no_place(cup: Cup, like: bool) -> None:
    if like:
        cup.knows("Dave")
        assert cup.writes("Mallory", "name D.ave") == "SetName/accepted"
    else:
        cup.writes("Mallory", "name Dave")
    heard = len(cup.letters)
    assert cup.writes("Carol", "enter Spring Cup with Dave as Queens") == "Enter/which-partner"
    why = "another player's name looks like Dave" if like else "Dave took that name only on 24 Nov 2026"
    assert f"{why}: write their address, too" in cup.last("Carol").flat.replace("Another", "another")
    assert [one.to for one in cup.since(heard)] == ["carol@club.test"] and cup.placed() == []
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Queens")
    cup.writes("Mallory", "enter Spring Cup with Carol as Queens")
    assert not any(state == "in" for _, state in cup.placed())
    cup.writes("Dave", "enter Spring Cup with carol@club.test")
    assert ("Queens", "in") in cup.placed()


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
    offered = "Did you mean: substitute Zoe <mallory@club.test> for "
    assert "if you mean Zoe <mallory@club.test>" in cup.last(MASTER).flat and offered in cup.last(MASTER).flat
    cup.writes("Mallory", "name Mallory")
    cup.knows("Zoe")
    assert cup.gm(line) == "Substitute/accepted"
    assert "Zoe <zoe@club.test> is asked" in cup.last(MASTER).flat


@pytest.mark.parametrize("line", ["enter Spring Cup with Cary as Queens", "enter Spring Cup with CAROL as Queens"])
def test_the_same_line_of_the_partner_is_their_yes(cup: Cup, line: str) -> None:
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Queens")
    assert cup.writes("Dave", line) == "Enter/accepted", cup.last("Dave").flat
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


def test_the_gamesmasters_yes_accepts_the_team_of_its_letter(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("approval: yes").announced("approval: yes", name="Other Cup")
    cup.enters("Eve", "Finn", "Tens").enters("Eve", "Finn", "Tens", cup="Other Cup")
    assert cup.gm("accept Tens") == "AcceptTeam/tournament", "both have such a team"
    held = next(one for one in cup.to(MASTER) if "waits for your yes: Tens" in one["Subject"])
    assert cup.deliver(cup.mail(MASTER, "yes", answers=held, proven=True)) == "AcceptTeam/accepted Yes/accepted"
    assert [(one.team, one.state) for one in cup.entries(1)] == [("Tens", "in")]
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


def test_a_no_to_a_letter_about_a_game_answers_no_question_of_a_tournament(cup: Cup) -> None:
    cup.knows("Bob")
    cup.writes("Ann", "enter Spring Cup with bob@club.test as Kings")
    players = ", ".join(f"{name} <{name.lower()}@club.test>" for name in ("Ann", "Bob", "Carol", "Dave"))
    assert cup.gm(f"start\nplayers: {players}").endswith("accepted")
    assert cup.says("Bob", "no", answers=cup.last("Bob")) == "Stop/accepted"
    assert "You are out of game 1" in cup.last("Bob").flat


def test_who_names_no_tournament_that_there_is_hears_so(cup: Cup) -> None:
    cup.knows("Ann")
    for line, told in (("enter Winter Cup with Bob", True), ("leave Winter Cup", True), ("leave me alone", False)):
        assert cup.writes("Ann", line) == "no-command"
        assert ("none is called so: a line that says tournaments" in cup.last("Ann").flat) is told

"""The entrants of a tournament: first come, first serve, a captain and a partner who both want it, and nobody twice."""

from datetime import timedelta
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


def test_an_unknown_partner_named_by_name_alone_is_confirmed_by_the_captain(cup: Cup) -> None:
    cup.writes("Ann", "enter Spring Cup with Bob as The Aces")
    stranger = "bob@elsewhere.test"
    cup.deliver(cup.mail(stranger, "name Bob", proven=True))
    assert cup.writes(stranger, "enter Spring Cup with ann@club.test") == "Enter/accepted"
    assert ("The Aces", "asked") in cup.placed(), "anyone can call themselves Bob"
    assert cup.cup().teams == ()
    cup.says("Ann", "yes", answers=cup.last("Ann"))
    assert cup.placed() == [("The Aces", "in")], "who wrote first is the captain, and names the team"
    assert cup.cup().teams[0].players == ("ann", "Bob")


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
    cup.writes("Ann", "leave Spring Cup")
    assert (called(6), "in") in cup.placed()


def test_who_waits_when_sign_up_ends_is_told_so_and_so_is_who_never_got_an_answer(cup: Cup) -> None:
    for number in (1, 2, 3, 5, 6):
        cup.enters(*pair(number), called(number))
    cup.writes("Gil", "enter Spring Cup with hana@club.test as Slow")
    cup.writes("Hana", "name Hana")
    heard = len(cup.letters)
    cup.closes()
    assert [one.to for one in cup.since(heard) if one.to == address("Gil")], "its partner never answered"
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
        ("Ann", "enter Spring Cup with carol@club.test as Kings"),
        ("Bob", "enter Spring Cup with dave@club.test"),
    ):
        assert cup.writes(who, line) == "Enter/tournament", line
        assert "you are in spring cup already, with the aces" in cup.said(who)
    cup.writes("Carol", "enter Spring Cup with ann@club.test")
    assert cup.cup().teams[0].name == "The Aces"
    assert [state for _, state in cup.placed()] == ["in", "asked"]


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
    assert cup.gm(f"refuse {called(1)} because not eligible") == "RefuseTeam/tournament", "it is in"
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
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Clubs")
    assert cup.writes("Dave", "enter Spring Cup with carol@club.test") == "Enter/tournament", "nobody said which"
    assert cup.writes("Dave", "enter Spring Cup with carol@club.test, collegiate") == "Enter/accepted"
    assert cup.entries()[1].classes == ("alumni", "collegiate")
    assert cup.writes("Eve", "enter Spring Cup with finn@club.test, professor") == "Enter/tournament"
    assert "knows no `professor`" in cup.said("Eve")


def test_who_won_a_lower_division_plays_in_the_next_for_six_months(tmp_path: Path) -> None:
    """Pride: "you must move up to the next division for at least 6 months"."""
    lines = ("divisions: A, B", "rounds: 1", "final sheet: none", "teams: 2 to 4")
    cup = Cup(tmp_path).announced(*lines, format="pride")
    for number in (1, 2, 3, 4):
        cup.enters(*pair(number), called(number), words=f", {'A' if number > 2 else 'B'}")
    cup.closes().draws_now().begins()
    won = {place.division: place.teams[0][0] for place in cup.ended().places}
    winner, other = cup.cup().team(won["B"]).players, cup.cup().team(won["A"]).players
    cup.announced(*lines, name="Summer Cup", format="pride", until="20 January")
    for who in winner:
        outcome = cup.writes(who, "enter Summer Cup with zoe@club.test as Zs, B")
        assert outcome == "Enter/tournament", "each for themselves, with whatever partner"
        assert f"{who} plays in a until" in cup.said(who)
        assert "may 2027" in cup.said(who)
    assert cup.writes("Zoe", f"enter Summer Cup with {address(winner[0])} as Zs, B") == "Enter/accepted"
    outcome = cup.writes(winner[0], "enter Summer Cup with zoe@club.test")
    assert outcome.startswith("Enter/tournament"), "nor as a partner"
    assert cup.writes(other[0], "enter Summer Cup with yan@club.test as Ys, B") == "Enter/accepted", "A binds nobody"
    assert cup.writes(winner[1], "enter Summer Cup with xia@club.test as Xs") == "Enter/accepted"
    assert cup.entries()[-1].division == "A", "without a wish: the lowest that they may enter"


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

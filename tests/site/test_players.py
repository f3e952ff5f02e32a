"""The figures of players on the site: games played and won, and how long they take if they allow that."""

from datetime import timedelta
from pathlib import Path

import pytest

from referee.desk.site import views
from referee.site.public import PlayerView
from referee.store import games as games_in_store
from referee.store import people
from tests.by_mail.sheet_tables import table
from tests.talk import STARTER, Talk, address

HOUR = timedelta(hours=1)
EVERYONE = ("ann", "bob", "carol", "dave")


def page(talk: Talk, who: str) -> PlayerView:
    """Return the page of a player."""
    with talk.store.reading() as tx:
        person = people.by_address(tx, address(who))
        found = None if person is None else views.player(tx, person.id)
    assert found is not None, f"{who} has no page"
    return found


def won(talk: Talk) -> dict[str, tuple[int, int]]:
    """Return by name how many games each player in the list won, and of how many."""
    with talk.store.reading() as tx:
        return {row.name: (row.won, row.games) for row in views.players_block(tx, 1)}


def goes_on(talk: Talk, acts: int, span: timedelta = HOUR) -> Talk:
    """Play some acts, each a while after the one before."""

    def play() -> None:
        for _ in range(acts):
            talk.now += span
            assert "/accepted" in talk.acts()

    return talk.once(f"{acts} acts, {span} apart", play)


def test_a_game_that_is_over_counts_for_the_four_who_sat_in_it(talk: Talk) -> None:
    talk.starts()
    assert won(talk) == {} and (page(talk, "ann").won, page(talk, "ann").games) == (0, 0)
    one, two, three, four = talk.game().names
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    assert won(talk) == {two: (1, 1), four: (1, 1), one: (0, 1), three: (0, 1)}
    assert [*won(talk)][:2] == sorted((two, four)), "those who won most come first"
    assert "void" in talk.master(f"rule void to turn {talk.game().turn} because it was a slip").lower()
    assert talk.game().result is None and won(talk) == {}, "it goes on"
    assert "/accepted" in talk.master(f"replace {one} with Eve <eve@club.test>")
    assert talk.master("forfeit team 2") == "Forfeit/accepted"
    assert won(talk) == {"Eve": (1, 1), three: (1, 1), two: (0, 1), four: (0, 1)}


def test_a_page_says_whom_its_player_met_and_how_that_went(talk: Talk) -> None:
    talk.starts()
    one, two, three, four = talk.game().names
    assert not page(talk, one.lower()).met
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    assert talk.master(f"{STARTER}\nteams: {one} + {two}", subject="another game") == "Start/accepted"
    loses = 1 + talk.game(2).names.index(three) % 2
    assert talk.master(f"forfeit team {loses}", subject="[Spades 2]") == "Forfeit/accepted"
    assert talk.master(STARTER, subject="a third game") == "Start/accepted"
    found = {met.name: (met.together, met.against) for met in page(talk, one.lower()).met}
    assert found == {two: ((1, 1), (0, 1)), three: ((0, 1), (1, 1)), four: ((0, 0), (1, 2))}
    with talk.store.transaction() as tx:
        known = people.by_address(tx, address(two.lower()))
        assert known is not None
        games_in_store.reseat(tx, 1, 2, known.id, hidden=True)
    found = {met.name: (met.together, met.against) for met in page(talk, one.lower()).met}
    assert found[two] == ((1, 1), (0, 0)), "in the other game they had no name"


def test_a_game_without_a_winner_counts_for_nobody_and_neither_does_one_that_may_be_challenged(tmp_path: Path) -> None:
    talk = table(tmp_path, "fsu", "target: 10")
    while talk.game().provisional is None:
        assert "/accepted" in talk.acts()
    assert won(talk) == {}
    assert len(won(talk.passes(hours=24))) == len(EVERYONE)
    talk.master(STARTER, subject="another game")
    assert talk.master("abort", subject="[Spades 2]") == "Abort/accepted"
    assert {games for _, games in won(talk).values()} == {1}


def test_the_list_has_everybody_under_the_name_of_their_latest_game_that_is_over(talk: Talk) -> None:
    talk.starts()
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    assert talk.says("ann", "name Anna", answers=None, proven=True) == "SetName/accepted"
    talk.master("start\nplayers: Anna <ann@club.test>, Bob, Carol, Dave", subject="another game")
    assert "Ann" in won(talk) and page(talk, "ann").name == "Anna"
    assert talk.master("forfeit team 1", subject="[Spades 2]") == "Forfeit/accepted"
    assert "Anna" in won(talk) and "Ann" not in won(talk)


def test_who_plays_without_their_name_is_in_no_list(talk: Talk) -> None:
    assert talk.starts().says("carol", "public off", answers=None, proven=True) == "SetPublic/accepted"
    talk.master(STARTER, subject="another game")
    assert talk.master("forfeit team 1", subject="[Spades 2]") == "Forfeit/accepted"
    assert {*won(talk)} == {"Ann", "Bob", "Dave"}


def prompt(talk: Talk, who: str) -> timedelta | None:
    """Return a player's time to act, once they allow to show it."""
    assert talk.says(who, "public on", answers=None, proven=True) == "SetPublic/accepted"
    return page(talk, who).prompt


def test_how_long_a_player_takes_is_told_of_games_that_are_over_and_once_they_allow_it(talk: Talk) -> None:
    goes_on(talk.starts(), 52)
    assert prompt(talk, "ann") is None, "the game still runs"
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    assert page(talk, "ann").prompt == HOUR and page(talk, "bob").prompt is None
    assert prompt(talk, "bob") == HOUR


def test_of_a_few_acts_nobody_learns_how_long_a_player_takes(talk: Talk) -> None:
    goes_on(talk.starts(), 20)
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    assert prompt(talk, "ann") is None


def test_what_the_clock_did_is_not_their_time(talk: Talk) -> None:
    silent = talk.starts().due()
    for turn in range(26):
        if turn % 2:
            talk.passes(days=4)
        else:
            goes_on(talk, 1)
        while talk.due() != silent:
            goes_on(talk, 1)
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    assert prompt(talk, silent) == HOUR


def test_a_pause_is_not_their_time(talk: Talk) -> None:
    stopped = goes_on(talk.starts(), 44).due()
    for _ in range(12 * 4):
        if talk.due() == stopped:
            assert talk.master("pause") == "Pause/accepted"
            goes_on(talk, 1, 30 * HOUR)
            assert talk.master("resume") == "Resume/accepted"
        else:
            goes_on(talk, 1)
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    assert prompt(talk, stopped) == HOUR


def test_what_a_predecessor_did_is_not_their_time(talk: Talk) -> None:
    goes_on(talk.starts(), 56, 3 * HOUR)
    assert "/accepted" in talk.master(f"replace {talk.game().names[0]} with Eve <eve@club.test>")
    goes_on(talk, 48)
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    assert prompt(talk, "eve") == HOUR


def test_pace_games_and_names_are_those_of_the_person_in_whose_time_it_was(talk: Talk) -> None:
    """Seat 1 is Ann's, Eve's, Ann's again and then Finn's: each has their own pace, and Finn the game."""
    one, begun = 0, talk.starts().now
    first = talk.game().names[one]
    for span, successor in ((3 * HOUR, "Eve"), (HOUR, first), (5 * HOUR, "Finn")):
        goes_on(talk, 44, span)
        joined = talk.now
        line = f"replace {talk.game().names[one]} with {successor} <{successor.lower()}@club.test>"
        assert "/accepted" in talk.master(line)
    goes_on(talk, 44, 2 * HOUR)
    assert talk.master("forfeit team 2") == "Forfeit/accepted"
    paces = [prompt(talk, who) for who in (first.lower(), "eve", "finn")]
    assert paces == [3 * HOUR + HOUR, HOUR, 2 * HOUR], "of Ann's, half took three hours and half five"
    for who, games in ((first, (0, 0)), ("Eve", (0, 0)), ("Finn", (1, 1))):
        view = page(talk, who.lower())
        assert (view.name, view.won, view.games) == (who, *games) and [one.game for one in view.latest] == [1]
    notes = [
        page(talk, who.lower()).latest[0].note.split(",")[0] for who in (first, "Eve", "Finn", talk.game().names[1])
    ]
    assert notes == [f"{first} left it in round 3", "Eve left it in round 2", "Finn came into it in round 3", ""]
    with talk.store.reading() as tx:
        found = {name: [*games_in_store.players_named(tx, name).values()] for name in (first, "Eve", "Finn")}
    assert found[first] == [begun] and found["Finn"] == [joined] and begun < found["Eve"][0] < joined


def test_who_never_acted_has_no_page_of_the_game_they_left(talk: Talk) -> None:
    first = talk.starts().game().names[3]
    assert "/accepted" in talk.master(f"replace {first} with Eve <eve@club.test>")
    with talk.store.reading() as tx:
        person = people.by_address(tx, address(first))
        assert person is not None and views.player(tx, person.id) is None


def test_a_mail_that_was_read_late_costs_its_player_no_pace(talk: Talk) -> None:
    talk.starts()
    for _ in range(52):
        letter = talk.last(who := talk.due())
        legal, what = letter["Spades-Legal"].split(), letter["Spades-To-Act"].split()[-1]
        talk.now += 9 * HOUR
        mail = talk.mail(who, f"{what} {legal[2 if what == 'bid' else 0]}", answers=letter)
        assert "/accepted" in talk.deliver(mail, ago=8 * HOUR)
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    assert prompt(talk, "ann") == HOUR


def test_the_latest_acts_count(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST", 10)
    goes_on(talk.starts(), 48, 2 * HOUR)
    goes_on(talk, 44)
    assert talk.master("forfeit team 1") == "Forfeit/accepted"
    assert prompt(talk, "ann") == HOUR

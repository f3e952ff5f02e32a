"""A start: its lines as people write them, the terms that it sets or that its sheet has, and a game that begins without
a mail."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from referee.desk.case import Case
from referee.desk.table.start import Players, begin, players_at
from referee.store import signups
from referee.store.tables import events
from referee.table.seats import team_of
from referee.table.terms import Terms
from tests.by_mail.sheet_tables import table as table_of
from tests.talk import LIST, MASTER, NAMES, STARTER, Talk, address

ODD = ("Book 1", "Trick 3", "Please", "By Ron", "Round 2", "The Book 5 of Bob", "Bob's", "Jean-Luc P.", "Against")


def seated(folder: Path, bob: str, dave: str) -> Talk:
    """Play one book; then give Bob's and Dave's seats to people of these names."""
    talk = Talk(folder).starts(f"{STARTER}\nteams: Ann + Carol\nsheet: fsu")
    while not talk.game().tricks:
        assert talk.acts().endswith("/accepted")
    for old, new, mail in (("Bob", bob, "b@club.test"), ("Dave", dave, "d@club.test")):
        if new != old:
            assert talk.master(f"replace {old} with {new} <{mail}>") == "ReplacePlayer/accepted"
    return talk


@pytest.mark.parametrize("name", ODD)
def test_a_player_of_any_name_can_be_challenged(tmp_path: Path, name: str) -> None:
    for number, line in enumerate((f"challenge book 1 {name}", f"challenge round 1 book 1 {name}")):
        (folder := tmp_path / str(number)).mkdir()
        talk = seated(folder, name, "Ron")
        assert talk.says("ann", line) == "ChallengeBook/accepted"
        assert [c.accused for c in talk.game().challenges] == [talk.game().names.index(name) + 1]


def test_a_name_in_full_comes_first(tmp_path: Path) -> None:
    talk = seated(tmp_path, "Book 1", "By Book 1")
    for name in ("By Book 1", "Book 1"):
        assert talk.says("ann", f"challenge book 1 {name}") == "ChallengeBook/accepted"
        assert talk.game().challenges[-1].accused == talk.game().names.index(name) + 1


def test_names_that_differ_only_by_a_full_stop_cannot_share_a_game(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="looks-alike"):
        seated(tmp_path, "Max", "Max.")


@pytest.mark.parametrize("name", ["Max.", "Max"])
def test_a_name_is_found_with_its_full_stop_and_without(tmp_path: Path, name: str) -> None:
    talk = seated(tmp_path, "Max.", "Dave")
    assert talk.says("ann", f"challenge book 1 {name}") == "ChallengeBook/accepted"
    assert talk.game().challenges[-1].accused == talk.game().names.index("Max.") + 1
    assert talk.says("ann", "challenge book 1 by Zoe") == "ChallengeBook/no-such-player"
    assert "There is no Zoe in this game" in talk.last("ann").text


def test_a_start_with_a_setting_outside_its_block_begins_nothing(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.master(f"{STARTER}\nsheet: fsu\nthanks, GM\ntarget: 100", subject="a game")
    assert "`target: 100` after `thanks, GM` would be left out" in talk.last(MASTER).flat
    assert not any("deal" in letter.events for letter in talk.letters)


def test_a_long_s_is_no_letter_of_a_sheet(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk.master(f"{STARTER}\nsheet: \u017figma", subject="a game") == "Start/unknown-sheet"
    assert talk.master(f"{STARTER}\nsheet: SIGMA", subject="a game") == "Start/accepted"


def test_the_open_round_has_no_card_yet(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: fsu").hears_each_play()
    while talk.game().round == 1 or all(bid is None for bid in talk.game().bids):
        assert talk.acts().endswith("/accepted")
    game = talk.game()
    assert talk.says(game.names[1], f"challenge round 1 book 5 {game.names[0]}") == "ChallengeBook/challenge-late"
    text = talk.last(game.names[1]).flat
    assert "You can challenge round 2, as soon as a card of it has been played." in text


OWN = {"ours": {"base": "109", "target": 300}, "theirs": {"base": "ours"}, "other": {"base": "standard"}}


@pytest.mark.parametrize("sheet", ["109", "ours", "theirs"])
def test_109_keeps_its_own_procedure_and_so_does_a_sheet_made_from_it(tmp_path: Path, sheet: str) -> None:
    talk = table_of(tmp_path, sheet, sheets=OWN)
    assert talk.game().terms == Terms(last_trick="by itself", leave=0, weekends=True)


@pytest.mark.parametrize("sheet", ["fsu", "pride", "standard", "usag", "other"])
def test_the_others_give_14_days(tmp_path: Path, sheet: str) -> None:
    talk = table_of(tmp_path, sheet, sheets=OWN)
    assert talk.game().terms == Terms(last_trick="by itself", leave=14, weekends=True)


def test_the_configuration_comes_before_the_usual_and_the_start_before_both(tmp_path: Path) -> None:
    game = {"last_trick": "by hand", "leave": 5, "weekends": False}
    talk = table_of(tmp_path, "109", game=game)
    assert talk.game().terms == Terms(last_trick="by hand", leave=5, weekends=False)
    (tmp_path / "more").mkdir()
    lines = ("time limit: 1 day", "leave: none", "weekends: on", "last trick: by itself")
    more = table_of(tmp_path / "more", "109", *lines, game=game)
    assert more.game().terms == Terms(leave=0) and more.game().limit == 86_400


def test_terms_are_no_parameters_of_the_sheet(tmp_path: Path) -> None:
    talk = table_of(tmp_path, "standard", "leave: 3")
    assert talk.last("ann")["Spades-Sheet"] == "standard" and talk.game().sheet.name == "standard"
    (tmp_path / "star").mkdir()
    star = table_of(tmp_path / "star", "109", "leave: 3", "target: 300")
    assert star.last("ann")["Spades-Sheet"] == "109*"
    assert star.game().terms == Terms(leave=3), "the star does not hide that it is 109"


UNUSUAL = ("Saturday", "leave", "last trick is played")


def test_the_start_letter_is_silent_about_usual_terms(tmp_path: Path) -> None:
    for sheet in ("109", "standard"):
        (tmp_path / sheet).mkdir()
        talk = table_of(tmp_path / sheet, sheet)
        for name in NAMES:
            assert not [word for word in UNUSUAL if word in talk.to(name)[0].flat]


@pytest.mark.parametrize(
    ("sheet", "line", "says"),
    [
        ("109", "weekends: off", "Limits do not run on Saturday and Sunday (UTC)."),
        ("109", "leave: 7", "may be away for 7 days"),
        ("standard", "leave: none", "The game gives no leave"),
        ("standard", "last trick: by hand", "The last trick is played by hand"),
    ],
)
def test_it_names_the_terms_that_are_not(tmp_path: Path, sheet: str, line: str, says: str) -> None:
    talk = Talk(tmp_path, referee={"list": LIST, "list_mode": "external"}).starts(f"{STARTER}\nsheet: {sheet}\n{line}")
    for reader in (LIST, *NAMES):
        assert says in talk.to(reader)[0].flat


def test_a_full_table_gets_the_terms_of_the_start_that_answers_it(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for name in NAMES:
        assert talk.says(name, "join standard", answers=None, proven=True) == "Join/accepted"
    letter = next(x for x in talk.to(MASTER) if "table" in x.events)
    assert talk.master("start\nleave: 2\ntime limit: 1 day", answers=letter) == "Start/accepted"
    assert talk.game().terms == Terms(leave=2) and talk.game().limit == 86_400


FOUR = tuple((name, address(name)) for name in NAMES)


def begins(talk: Talk, players: Players, sheet: str = "109", limit: timedelta | None = None) -> int:
    with talk.store.transaction() as tx:
        case = Case(desk=talk.desk, tx=tx, now=talk.now, draws=talk.draws())
        number = begin(case, talk.desk.sheets[sheet], players, MASTER, limit)
    talk.collect()
    return number


@pytest.mark.parametrize("team", [None, (0, 2), (0, 1)])
def test_it_is_dealt_announced_and_played_as_any_other(talk: Talk, team: tuple[int, int] | None) -> None:
    assert begins(talk, Players(FOUR, team, "match 7")) == 1
    assert {letter.to for letter in talk.letters} == {MASTER, *(address(name) for name in NAMES)}
    for name in NAMES:
        assert talk.last(name).events[:2] == ["start", "deal"] and len(talk.last(name)["Spades-Hand"].split()) == 13
    if team is not None:
        one, two = (talk.game().names.index(NAMES[place]) + 1 for place in team)
        assert team_of(one) == team_of(two)
    assert talk.kept().deadline == talk.now + timedelta(days=3)
    assert talk.bids().acts() == "PlayCard/accepted"
    assert talk.master("abort") == "Abort/accepted", "and its Gamesmaster steers it"


def test_sheet_and_limit_are_those_asked_for(talk: Talk) -> None:
    begins(talk, Players(FOUR, None, "match 7"), "pride", timedelta(hours=12))
    assert talk.game().sheet.name == "pride"
    assert talk.kept().deadline == talk.now + timedelta(hours=12)


def test_the_same_cause_begins_only_one_game(talk: Talk) -> None:
    assert begins(talk, Players(FOUR, None, "match 7")) == 1
    count = len(talk.letters)
    assert begins(talk, Players(FOUR, None, "match 7")) == 1
    assert len(talk.letters) == count
    assert begins(talk, Players(FOUR, None, "match 8")) == 2


def test_its_events_name_no_mail(talk: Talk) -> None:
    begins(talk, Players(FOUR, None, "match 7"))
    with talk.store.reading() as tx:
        assert set(tx.execute(select(events.c.inbox)).scalars()) == {None}


def test_a_full_table_begins_with_its_own_number_and_seeds(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for name in NAMES:
        assert talk.says(name, "join", answers=None, proven=True) == "Join/accepted"
    talk.says("ann", "salt a handful of sand")
    with talk.store.reading() as tx:
        (table,) = signups.open_lineups(tx)
    with talk.store.transaction() as tx:
        case = Case(desk=talk.desk, tx=tx, now=talk.now, draws=talk.draws())
        players = players_at(case, signups.lineup(tx, table.id))
        number = begin(case, talk.desk.sheets[table.sheet], players, MASTER)
    talk.collect()
    assert number == table.number
    assert talk.game(number).seeds[1] == table.seeds
    with talk.store.reading() as tx:
        assert signups.lineup(tx, table.id).game == number and not signups.open_lineups(tx)
    assert talk.says("ann", "hand") == "Hand/accepted"

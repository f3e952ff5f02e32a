"""Names: a pair is two addresses, the names of a full table stay, nobody passes for somebody else by a name, and pages
name who allows it."""

import json
import tempfile
from datetime import timedelta
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import Phase, given
from hypothesis import settings as limits
from hypothesis import strategies as st
from sqlalchemy import select

from referee.desk.quotas import BY_OTHERS
from referee.desk.table.records import record
from referee.names import look_alike
from referee.store import games, people, signups
from referee.store.tables import lineups
from referee.table.seats import SEATS
from tests.talk import MASTER, STARTER, Letter, Talk, address

CYRILLIC, FULLWIDTH = "\u0410nn", "\uff21nn"
LIKE_ANN = (CYRILLIC, FULLWIDTH, "A.nn", "A nn", "A-nn", "Ann'")
OPPOSITE = {1: 3, 2: 4, 3: 1, 4: 2}


def says(talk: Talk, who: str, text: str) -> str:
    """Send a new mail, which the server vouches for."""
    return talk.says(who, text, answers=None, proven=True)


def answer(talk: Talk, who: str, text: str) -> str:
    """Send a new mail, and return what comes back, in one line."""
    says(talk, who, text)
    return talk.last(who).flat


def named(talk: Talk, *names: str) -> None:
    """Make these people known; they wait for nothing."""
    for name in names:
        assert says(talk, name, f"name {name.title()}") == "SetName/accepted"


def questions(talk: Talk, who: str) -> list[Letter]:
    """Return the letters that asked someone about a partner."""
    return [letter for letter in talk.to(who) if "partner" in letter["Subject"]]


def moves(talk: Talk, who: str, new: str) -> None:
    """Change someone's address."""
    says(talk, who, f"address {new}")
    for to in (who, new):
        question = [letter for letter in talk.to(to) if letter.events == ["confirm"]][-1]
        assert talk.says(to, "yes", answers=question) == "Yes/accepted"


def partner(talk: Talk, who: str) -> str | None:
    """Look up whom someone on the list waits for, as stored."""
    with talk.store.reading() as tx:
        person = people.by_address(tx, address(who))
        entry = signups.entry_of(tx, person.id) if person else None
    return None if entry is None else entry.partner


def table_of(talk: Talk) -> signups.Lineup:
    """Return the only full table."""
    with talk.store.reading() as tx:
        (table,) = signups.open_lineups(tx)
    return table


def teams(talk: Talk) -> list[set[str]]:
    """Return the chosen teams of the only full table, by address."""
    with talk.store.reading() as tx:
        return [{people.by_id(tx, number).address for number in team} for team in table_of(talk).teams]


def is_full(talk: Talk) -> bool:
    with talk.store.reading() as tx:
        return bool(signups.open_lineups(tx))


def opposite(talk: Talk, who: str, game: int = 1) -> str:
    """Return the address of someone's partner in a game."""
    with talk.store.reading() as tx:
        seats = people.seated(tx, game)
    (seat,) = [seat for seat, person in seats.items() if person.address == address(who)]
    return seats[OPPOSITE[seat]].address


def name_of(talk: Talk, who: str) -> str:
    with talk.store.reading() as tx:
        person = people.by_address(tx, address(who))
    assert person is not None
    return person.name


def four(talk: Talk, *last: str) -> Talk:
    """Seat Ann and Bob, a pair, at a full table with Mallory and Carol."""
    named(talk, "ann", "bob", "carol", "mallory", *last)
    says(talk, "ann", "join with bob@club.test")
    says(talk, "bob", "join with ann@club.test")
    says(talk, "mallory", "join")
    says(talk, "carol", "join")
    assert is_full(talk)
    return talk


def says_yes(talk: Talk, who: str) -> str:
    """Answer someone's last question about a partner with yes."""
    return talk.says(who, "yes", answers=questions(talk, who)[-1])


# pairs are addresses


def test_the_name_of_a_mail_counts_for_its_join_whichever_line_is_first(talk: Talk) -> None:
    for who, text in (("ann", "name Ann\njoin"), ("bob", "join\nname Bob"), ("carol", "join\nhand\nname Carol")):
        says(talk, who, text)
    talk.says("dave", "join\nname David", answers=None)
    assert talk.says("dave", "yes").endswith("Yes/accepted")
    with talk.store.reading() as tx:
        (table,) = signups.open_lineups(tx)
        assert sorted(table.names or ()) == ["Ann", "Bob", "Carol", "David"]


def test_the_player_whom_a_name_surely_means_is_asked_and_confirms_an_address(talk: Talk) -> None:
    named(talk.knows("Bob"), "ann", "carol", "dave")
    said = answer(talk, "ann", "join with Bob")
    assert "a letter asks the only Bob, known by that name since 25 Oct 2026" in said and "bob@club.test" not in said
    assert "with the partner whom you named; it counts once they have written `join with ann@club.test` too" in said
    for who in ("carol", "dave"):
        says(talk, who, "join")
    assert not is_full(talk)
    (asked,) = questions(talk, "bob")
    assert "Ann <ann@club.test>" in asked.text and "109" in asked.text
    assert "Join/accepted" in talk.says("bob", "yes", answers=asked)
    assert teams(talk) == [{"ann@club.test", "bob@club.test"}]
    assert says(talk, MASTER, "start") == "Start/accepted"
    assert opposite(talk, "ann") == "bob@club.test"


def test_a_partner_who_has_named_them_is_asked_nothing_and_shown(talk: Talk) -> None:
    named(talk.knows("Bob"), "ann")
    says(talk, "bob", "join with ann@club.test")
    said = answer(talk, "ann", "join with Bob")
    assert "Bob <bob@club.test> and you are a pair" in said and not questions(talk, "bob")


def test_a_stranger_learns_nobodys_address_by_their_name(talk: Talk) -> None:
    talk.knows("Ann")
    for text in ("join with Ann", "join sigma with Ann", "join", "leave", "join with Ann", "join with ann@club.test"):
        says(talk, "mallory", text)
    letters = talk.to("mallory")
    assert not any("ann@club.test" in letter.text for letter in letters[:-1])
    assert "Ann" not in letters[-1].text, "nor whose address it is"
    says(talk, "mallory", "join sigma")
    assert "with the partner whom you named" in talk.last("mallory").flat
    assert not {"Ann", "ann@club.test"} & {*talk.last("mallory").text.replace(";", " ").split()}
    assert 1 <= len(talk.to("ann")) - 1 <= BY_OTHERS, "who is asked instead"


@pytest.mark.parametrize("line", ["join with {}", "enter Spring Cup with {} as The Aces"])
def test_an_answer_about_an_address_is_the_same_whether_somebody_plays_from_it(talk: Talk, line: str) -> None:
    talk.knows("Robert")
    talk.master("tournament Spring Cup\nformat: usag\nteams: 2 to 4\nsign-up until: 28 November", subject="a cup")
    known, free = (
        answer(talk, who, line.format(f"{named}@club.test")) for who, named in (("ann", "robert"), ("amy", "nobody"))
    )
    assert known.replace("robert", "nobody").replace("ann@", "amy@").replace("Ann", "amy") == free


def test_a_name_that_somebody_took_lately_asks_nobody(talk: Talk) -> None:
    """A player who waits for a Bob does not show their address to a Mallory who took that name."""
    says(talk, "mallory", "name Bob")
    said = answer(talk, "ann", "join with Bob")
    assert "once somebody called Bob has written `join with ann@club.test` too" in said and "asks the only" not in said
    assert not questions(talk, "mallory")
    says(talk, "mallory", "join with Ann")
    assert not any("ann@club.test" in letter.text for letter in talk.to("mallory"))
    says(talk, "bob", "name Bob")
    says(talk, "bob", "join with ann@club.test")
    assert "bob@club.test" in questions(talk, "ann")[-1].text, "and Bob, whom Ann told their address, is found"


def test_a_name_makes_no_pair_before_its_writer_has_seen_whom_it_fits(talk: Talk) -> None:
    """Mallory took the name Bob first, and waits for Ann."""
    named(talk, "ann", "carol", "dave")
    says(talk, "mallory", "name Bob")
    for who, text in (("mallory", "join with ann@club.test"), ("carol", "join"), ("dave", "join")):
        says(talk, who, text)
    says(talk, "ann", "join with Bob")
    assert not is_full(talk) and "Bob <mallory@club.test>" in questions(talk, "ann")[-1].text
    says(talk, "bob", "join with ann@club.test")
    says(talk, "ann", "join with bob@club.test")
    assert teams(talk) == [{"ann@club.test", "bob@club.test"}]


def test_an_address_as_it_was_written_is_named_back(talk: Talk) -> None:
    named(talk, "bob")
    said = answer(talk, "ann", "join with bob@club.test")
    assert "with bob@club.test; it counts once they have written `join with ann@club.test` too" in said
    said = answer(talk, "bob", "join with ann@club.test")
    assert "You are on the list for 109, and ann@club.test and you are a pair" in said
    said = answer(talk, "ann", "join sigma")
    assert "with the partner whom you named" in said, "it was not written in this mail"
    assert "Bob <bob@club.test> and you are a pair" in answer(talk, "ann", "join 109"), "who named Ann's address"


def test_a_partner_named_by_one_alone_is_none(talk: Talk) -> None:
    named(talk, "ann", "bob", "carol", "dave")
    for who, text in (("ann", "join with bob"), ("bob", "join with carol"), ("carol", "join"), ("dave", "join")):
        says(talk, who, text)
    assert not is_full(talk)


def test_nobody_is_their_own_partner(talk: Talk) -> None:
    named(talk, "ann")
    assert says(talk, "ann", "join with ann@club.test").startswith("Join/which-partner")
    assert "That is your own name" in answer(talk, "ann", "join with Ann")


def test_a_name_that_two_share_makes_no_pair(talk: Talk) -> None:
    for who in ("bob@one.test", "bob@two.test"):
        says(talk, who, "name Bob")
    assert says(talk, "ann", "join with BOB") == "Join/which-partner"
    assert "More than one player is or was called BOB: write their address." in talk.last("ann").flat
    assert partner(talk, "ann") is None


def test_a_partner_who_moves_stays_the_partner(talk: Talk) -> None:
    named(talk, "ann", "bob", "carol", "dave")
    says(talk, "ann", "join with bob@club.test")
    moves(talk, "bob", "bob@else.test")
    assert partner(talk, "ann") == "bob@else.test"
    says(talk, "bob@club.test", "join with ann@club.test")
    says(talk, "carol", "join")
    says(talk, "dave", "join")
    assert not is_full(talk), "whoever has Bob's old address now is somebody else"
    says(talk, "bob@else.test", "join with ann@club.test")
    assert teams(talk) == [{"ann@club.test", "bob@else.test"}]


# names that fit nobody yet


@pytest.fixture
def asked(talk: Talk) -> Talk:
    """Let Ann wait for an unknown Bob, who then signs up with the address that Ann told them."""
    named(talk, "ann", "carol", "dave")
    assert "a letter will show you their address" in answer(talk, "ann", "join with Bob")
    says(talk, "bob", "join with ann@club.test")
    return talk


def test_a_player_who_waits_for_a_name_is_asked_once_it_fits(asked: Talk) -> None:
    (letter,) = questions(asked, "ann")
    assert letter.events == ["confirm"]
    assert "bob <bob@club.test>" in letter.text
    for who in ("carol", "dave"):
        says(asked, who, "join")
    assert not is_full(asked), "a question is no answer"
    assert "Join/accepted" in says_yes(asked, "ann")
    assert teams(asked) == [{"ann@club.test", "bob@club.test"}]
    assert asked.last("ann").events == asked.last("bob").events == asked.last(MASTER).events == ["table"]


@pytest.mark.parametrize("text", ["join", "join with ann"])
def test_nobody_is_shown_to_a_player_whose_address_they_have_not_written(talk: Talk, text: str) -> None:
    says(talk, "ann", "join with Bob")
    says(talk, "bob", text)
    assert not questions(talk, "ann") and not questions(talk, "bob")
    says(talk, "bob", "join with ann@club.test")
    assert "Join/accepted" in says_yes(talk, "ann")
    assert "bob@club.test and you are a pair" in talk.last("ann").flat


def test_a_yes_counts_while_the_other_names_them(asked: Talk) -> None:
    says(asked, "bob", "join with eve@club.test")
    assert "Join/accepted" in says_yes(asked, "ann")
    said = asked.last("ann").flat
    assert "with bob@club.test; it counts once they have written `join with ann@club.test` too" in said
    says(asked, "carol", "join")
    says(asked, "dave", "join")
    assert not is_full(asked)
    says(asked, "bob", "join with ann@club.test")
    assert teams(asked) == [{"ann@club.test", "bob@club.test"}]


def test_a_player_on_the_list_who_takes_the_name_is_asked_about_too(talk: Talk) -> None:
    says(talk, "ann", "join with Bob")
    says(talk, "robert", "join with ann@club.test")
    assert not questions(talk, "ann")
    says(talk, "robert", "name BOB")
    assert "BOB <robert@club.test>" in questions(talk, "ann")[-1].text


def test_a_yes_is_about_the_person_and_not_about_the_name(asked: Talk) -> None:
    says(asked, "bob", "name Robert")
    says(asked, "mallory", "name Bob")
    says(asked, "mallory", "join with ann@club.test")
    assert len(questions(asked, "ann")) == 2
    first, _ = questions(asked, "ann")
    assert "Join/accepted" in asked.says("ann", "yes", answers=first)
    assert partner(asked, "ann") == "bob@club.test"


def test_a_yes_about_someone_who_left_waits_for_them(asked: Talk) -> None:
    says(asked, "bob", "leave")
    assert "Join/accepted" in says_yes(asked, "ann") and partner(asked, "ann") == "bob@club.test"
    says(asked, "carol", "join")
    says(asked, "dave", "join")
    says(asked, "eve", "join")
    assert not is_full(asked), "three are no table, and Ann waits for Bob"
    says(asked, "bob", "join with ann@club.test")
    assert teams(asked) == [{"ann@club.test", "bob@club.test"}]


def test_two_who_fit_are_asked_about_one_by_one(talk: Talk) -> None:
    says(talk, "ann", "join with Bob")
    for who in ("bob@one.test", "bob@two.test"):
        says(talk, who, "join with ann@club.test")
    first, second = questions(talk, "ann")
    assert "bob@one.test" in first.text and "bob@two.test" in second.text
    assert "Join/accepted" in talk.says("ann", "yes", answers=second)
    says(talk, "carol", "join")
    says(talk, "dave", "join")
    assert teams(talk) == [{"ann@club.test", "bob@two.test"}]


def test_another_sheet_is_another_list(talk: Talk) -> None:
    says(talk, "ann", "join with Bob")
    says(talk, "bob", "join sigma with ann@club.test")
    assert not questions(talk, "ann")
    says(talk, "ann", "join sigma")
    assert len(questions(talk, "ann")) == 1


def test_nobody_is_asked_about_the_same_person_twice(asked: Talk) -> None:
    for day in range(3):
        asked.now += timedelta(days=day)
        for text in ("name Robert", "name Bob", "leave", "join"):
            says(asked, "bob", text)
    assert len(questions(asked, "ann")) == 1


def test_strangers_make_no_flood_of_questions(talk: Talk) -> None:
    says(talk, "ann", "join with Bob")
    for number in range(BY_OTHERS + 3):
        says(talk, f"bob@{'x' * number}host.test", "join with ann@club.test")
    assert len(questions(talk, "ann")) == BY_OTHERS
    talk.now += timedelta(days=1)
    says(talk, "bob@host.test", "name Bob")
    assert len(questions(talk, "ann")) == BY_OTHERS + 3, "the rest the next day, each once"


# the names of a full table


@pytest.mark.parametrize("text", ["start", "start\nteams: Ann + Bob"])
def test_names_taken_after_the_table_is_full_change_nothing(talk: Talk, text: str) -> None:
    four(talk)
    assert "Your name is Robert from your next table on" in answer(talk, "bob", "name Robert")
    assert says(talk, "mallory", "name Bob") == "SetName/accepted"
    assert says(talk, MASTER, text) == "Start/accepted"
    assert opposite(talk, "ann") == "bob@club.test"
    with talk.store.reading() as tx:
        seats = people.seated(tx, 1)
    called = {person.address: talk.game().names[seat - 1] for seat, person in seats.items()}
    assert called == {f"{name.lower()}@club.test": name for name in ("Ann", "Bob", "Carol", "Mallory")}


# names that look alike


def test_a_newcomer_cannot_look_like_somebody_who_waits(talk: Talk) -> None:
    named(talk, "ann")
    says(talk, "ann", "join")
    for number, like in enumerate((*LIKE_ANN, "Ann.")):
        mail = talk.mail(f"mallory{number}@club.test", "join sigma", proven=True)
        shown = f"From: =?utf-8?q?{''.join(f'={b:02X}' for b in like.encode())}?= <mallory{number}@club.test>"
        talk.deliver(mail.replace(f"From: mallory{number}@club.test".encode(), shown.encode()))
        assert name_of(talk, f"mallory{number}") == f"mallory{number}", like


def test_a_newcomer_with_no_name_left_is_numbered(talk: Talk) -> None:
    for who, name in (("ann", "Player"), ("eve", "Ev.e")):
        says(talk, who, "join")
        says(talk, who, f"name {name}")
    says(talk, "e.ve@club.test", "timezone UTC")
    assert name_of(talk, "e.ve") == "Player", "the very same name is nobody's alone"
    says(talk, "ann", "name P1ayer")
    says(talk, "e-ve@club.test", "timezone UTC")
    assert name_of(talk, "e-ve") == "Player 2"


@pytest.mark.parametrize("like", LIKE_ANN)
def test_a_name_like_that_of_somebody_who_waits_is_refused(talk: Talk, like: str) -> None:
    named(talk, "ann", "mallory")
    says(talk, "ann", "join")
    assert says(talk, "mallory", f"name {like}") == "SetName/looks-alike"
    assert f"{like} could be mistaken for Ann, who is somebody else" in talk.last("mallory").flat
    assert name_of(talk, "mallory") == "Mallory"
    assert says(talk, "ann", f"name {like}") == "SetName/accepted", "one's own name may be written otherwise"


@pytest.mark.parametrize("like", ["Grace", "grace", "Gr\u0430ce", "G.race"])
def test_the_name_of_a_gamesmaster_is_nobody_elses(talk: Talk, like: str) -> None:
    assert says(talk, "grace@else.test", "score") and says(talk, MASTER, "name Grace") == "SetName/accepted"
    text = answer(talk, "ann", f"name {like}\njoin")
    assert f"{like} could be mistaken for Grace, the Gamesmaster, who is somebody else." in text
    says(talk, f"{like} <grace@there.test>" if like.isascii() else "grace@there.test", "join")
    with talk.store.reading() as tx:
        assert [person.address for person in people.named(tx, like) if person.address != MASTER] == []
    assert says(talk, MASTER, "name Grace") == "SetName/accepted", "their own"
    assert says(talk, MASTER, "name Hope") == "SetName/accepted"
    assert says(talk, "ann", f"name {like}") == "SetName/accepted"


def test_the_same_name_is_refused_to_nobody(talk: Talk) -> None:
    named(talk, "ann", "mallory")
    says(talk, "ann", "join")
    assert says(talk, "mallory", "name ANN") == "SetName/accepted"


def test_a_name_like_that_of_somebody_who_has_left_is_free(talk: Talk) -> None:
    named(talk, "ann", "mallory")
    assert says(talk, "mallory", f"name {CYRILLIC}") == "SetName/accepted"
    for who in ("ann", "mallory", "carol", "dave"):
        says(talk, who, "join")
    assert table_of(talk).names == ("Ann", f"{CYRILLIC} 2", "carol", "dave"), "their table tells them apart"


@pytest.mark.parametrize("begun", [False, True])
def test_a_name_like_one_at_a_table_or_in_a_game_is_refused(talk: Talk, begun: bool) -> None:
    four(talk, "eve")
    assert says(talk, "ann", "name Anabel") == "SetName/accepted"
    if begun:
        says(talk, MASTER, "start")
    for like in (CYRILLIC, "A.nn", "Anabe1"):
        talk.now += timedelta(days=1)
        assert says(talk, "eve", f"name {like}") == "SetName/looks-alike", like
    if begun:
        talk.master("forfeit team 1")
        assert says(talk, "eve", f"name {CYRILLIC}") == "SetName/accepted"


@pytest.mark.parametrize("like", ["Ann.", CYRILLIC, FULLWIDTH])
def test_a_successor_who_looks_like_a_player_is_refused(table: Talk, like: str) -> None:
    assert table.master(f"replace Bob with {like} <eve@club.test>") == "ReplacePlayer/looks-alike"
    assert f"{like} could be mistaken for Ann" in table.last(MASTER).text
    assert not table.to("eve") and "Bob" in table.game().names


@pytest.mark.parametrize("like", ["Ann.", CYRILLIC, FULLWIDTH])
def test_a_start_with_players_who_look_alike_is_refused(talk: Talk, like: str) -> None:
    assert "accepted" not in talk.master(STARTER.replace("Bob <", f"{like} <"), subject="a game")
    assert "look alike; give them names that cannot be confused" in talk.last(MASTER).flat


# all of it together

CAST = ("ann", "bob", "mallory")
STEPS = st.one_of(
    st.tuples(
        st.sampled_from(CAST),
        st.sampled_from(
            [
                "join",
                "leave",
                "yes",
                *(f"join with {name}" for name in CAST),
                *(f"join with {name}@club.test" for name in CAST),
                *(f"name {name}" for name in (*CAST, "A.nn", "B0b")),
            ]
        ),
    ),
    st.sampled_from([("carol", "join"), ("dave", "join"), ("gm", "start")]),
)


# a failing run takes minutes to shrink, and is short enough as it is
FEW = limits(max_examples=6, phases=(Phase.explicit, Phase.generate))
RUNS = st.lists(STEPS, min_size=8, max_size=24)


@FEW
@given(RUNS)
def test_nobody_has_a_partner_unseen_and_no_name_shows_an_address(steps: list[tuple[str, str]]) -> None:
    run(steps)


@pytest.mark.long
@limits(FEW, max_examples=400)
@given(RUNS)
def test_nobody_does_so_in_hundreds_of_runs(steps: list[tuple[str, str]]) -> None:
    run(steps)


def run(steps: list[tuple[str, str]]) -> None:
    """Take all the steps, check every team after each, and then start a table if it can."""
    with tempfile.TemporaryDirectory() as folder:
        talk = Talk(Path(folder))
        for who, text in [*steps, ("carol", "join"), ("dave", "join"), ("gm", "start")]:
            asked = questions(talk, who)
            talk.says(who, text, answers=asked[-1] if text == "yes" and asked else None, proven=True)
            check_tables(talk, steps)
        check_addresses(talk, steps)


def check_tables(talk: Talk, steps: list[tuple[str, str]]) -> None:
    """Check that partners know each other by address, that the game seats them opposite, and that no two names look
    alike."""
    with talk.store.reading() as tx:
        tables = [signups.lineup(tx, number) for number in tx.execute(select(lineups.c.id)).scalars()]
        pairs = [(table, [people.by_id(tx, n).address for n in team]) for table in tables for team in table.teams]
    for table, (one, other) in pairs:
        assert knows(talk, steps, one, other) and knows(talk, steps, other, one)
        if table.game is not None:
            assert opposite(talk, one, table.game) == other
    for table in tables:
        names = table.names or ()
        assert not any(look_alike(a, b) for i, a in enumerate(names) for b in names[:i])


def check_addresses(talk: Talk, steps: list[tuple[str, str]]) -> None:
    """Check that a player read the address of another only after one of the two had written that of the other."""
    for reader, other in permutations(CAST, 2):
        if not {(reader, f"join with {other}@club.test"), (other, f"join with {reader}@club.test")} & {*steps}:
            assert not any(f"{other}@club.test" in letter.text for letter in talk.to(reader)), (reader, other)


def knows(talk: Talk, steps: list[tuple[str, str]], one: str, other: str) -> bool:
    """Tell if `one` wrote the address of `other`, or read it."""
    wrote = (one.partition("@")[0], f"join with {other}") in steps
    return wrote or any(f"<{other}>" in letter.text for letter in talk.to(one))


def hides(talk: Talk, who: str = "carol") -> int:
    """Hide someone's name and begin a second game; return their seat in it."""
    assert talk.says(who, "public off", answers=None, proven=True) == "SetPublic/accepted"
    talk.master(STARTER, subject="another game")
    with talk.store.reading() as tx:
        return next(seat for seat, one in people.seated(tx, 2).items() if one.address == address(who))


def test_the_record_of_the_next_game_says_player_and_the_seat(talk: Talk) -> None:
    talk.starts()
    before = talk.game(1).names
    seat = hides(talk)
    assert talk.game(2).names[seat - 1] == f"Player {seat}"
    with talk.store.reading() as tx:
        lines = record(tx, 2)
    assert json.loads(lines[0])["seats"][seat - 1] == f"Player {seat}"
    assert not any("Carol" in line for line in lines)
    assert talk.game(1).names == before and "Carol" in before, "a game that has begun stays as it is"


def test_no_page_is_theirs_in_it(talk: Talk) -> None:
    seat = hides(talk.starts())
    with talk.store.reading() as tx:
        shown = {seat for game, seat, _ in games.shown_players(tx, [2])}
        assert shown == set(SEATS) - {seat}


def test_a_name_that_is_taken_is_told_apart(talk: Talk) -> None:
    taken = STARTER.replace("Ann <", "Player 1 <").replace("Bob <", "Player 2 <").replace("Dave <", "Player 4 <")
    talk.starts()
    assert talk.says("carol", "public off", answers=None, proven=True) == "SetPublic/accepted"
    talk.master(taken.replace("Carol <", "Cara <"), subject="another game")
    names = talk.game(2).names
    assert len(set(names)) == len(names) and "Cara" not in names


def test_a_successor_who_wants_no_name_gets_none(talk: Talk) -> None:
    talk.starts()
    seat = hides(talk)
    other = next(name for name in talk.game(2).names if not name.startswith("Player"))
    assert talk.says("eve", "public off", answers=None, proven=True)
    assert "accepted" in talk.master(f"replace {other} with Eve <eve@club.test>", subject="[Spades 2]")
    assert sum(name.startswith("Player") for name in talk.game(2).names) in (1, 2)
    assert talk.game(2).names[seat - 1] == f"Player {seat}"


def test_anything_else_is_asked_about(talk: Talk) -> None:
    talk.starts()
    talk.says("ann", "public maybe", answers=None, proven=True)
    assert "public off" in talk.last("ann").text

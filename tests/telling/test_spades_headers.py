"""The `Spades-*` and `List-*` headers, on which robot players and archives rely."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from referee.post.messages import Letter
from referee.spades.cards import parse_card
from referee.spades.fold import replay
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table import commands as cmd
from referee.table import events as ev
from referee.telling import error_answers, notices
from referee.telling import letter_kinds as a
from referee.telling import news as n
from referee.telling.letter_headers import Position, event_names, spades_headers
from referee.telling.letters import Letters
from referee.telling.news import story_of_events
from tests.chance import fresh
from tests.rulings import start
from tests.telling.letter_samples import (
    COMMITS,
    DEADLINE,
    LINES,
    SEED,
    THE_LIST,
    announced,
    answered,
    ended_by_forfeit,
    flat,
    forward,
    opening,
    player,
    settings,
    step,
    step_on,
    told,
    undone,
)

LETTERS = Letters(settings())
EXTERNAL = Letters(settings(mode="external"))


def fields(letter: Letter) -> dict[str, str]:
    """Return the headers of a letter by name."""
    names = [name for name, _ in letter.headers]
    assert len(set(names)) == len(names), "no header stands twice"
    return {name: value for name, value in letter.headers if name.startswith("Spades-")}


def test_every_letter_of_a_position_shows_the_head_of_the_record() -> None:
    """Private letters and answers too: whoever was sent another record sees another head."""
    game, story = opening()
    seen = set()
    for _ in range(70):
        letters = [
            announced(LETTERS, game, story, player("Dave")),
            announced(EXTERNAL, game, story, THE_LIST),
            *(told(LETTERS, game, story, seat, turn=view(game, seat).mine) for seat in (1, 2, 3, 4)),
            told(EXTERNAL, game, story, 2, turn=False, news=False),
            told(LETTERS, game, replace(story, news=()), (game.due or (0,))[0], news=False, reminder=True),
            answered(LETTERS, a.HandPage(view(game, 3), DEADLINE)),
            answered(LETTERS, error_answers.Error((), (("bid", "it names no number"),), (), view(game, 1), DEADLINE)),
            answered(LETTERS, error_answers.NotUnderstood("hello", view(game, 4), DEADLINE)),
        ]
        assert {fields(letter)["Spades-Record"] for letter in letters} == {game.head[:16]}
        for letter in letters:
            assert f" Record {game.head[:16]}. " in flat(letter)
            assert f"Record {game.head[:16]}." in (letter.html or "")
            assert game.head[:17] not in letter.text, "the first 16 digits are enough"
        seen.add(game.head)
        game, story = step_on(game)
    assert len(seen) == 70, "every bid and every card changes it"
    game, _ = step(game, None, cmd.Abort())
    assert fields(answered(LETTERS, notices.GameResult(view(game), ())))["Spades-Record"] == game.head[:16]


def test_answers_about_one_game_show_the_head_of_its_record() -> None:
    """So do answers that show nothing else of the game; a table whose game has not begun has no record."""
    game = opening()[0]
    about: list[notices.Answer] = [
        a.SaltKept(12, "tortoise", 2, "trick 6 of round 1 is taken"),
        notices.Silence(view(game), 2),
        a.StatusPage((a.GameLine(view(game), DEADLINE),)),
        a.ScorePage(view(game), ()),
        a.HistoryPage(view(game), view(game), 1, (), ()),
        a.RecordPage(12, LINES),
        a.Done(("it is done",)),
        notices.GameResult(view(step(game, None, cmd.Abort())[0]), LINES),
    ]
    for answer in about:
        letter = answered(LETTERS, answer)
        shown = fields(letter)["Spades-Record"]
        assert fields(letter)["Spades-Game"] == "12" and len(shown) == 16
        assert f" -- Spades 12. Record {shown}. " in flat(letter)
        assert f"Spades 12. Record {shown}. " in (letter.html or "")
    table = notices.TableSeated("109", ("Ann", "Bob", "Carol", "Dave"), (), 12, COMMITS)
    for letter in (answered(LETTERS, table), answered(LETTERS, a.Done(("done",)), game=None)):
        assert "Spades-Record" not in fields(letter) and "\nRecord " not in letter.text


@pytest.mark.parametrize(
    ("attempt", "charges", "events"),
    [(1, 0, "void,redeal"), (2, 0, "void,redeal"), (3, 0, "void,redeal,pause"), (1, 1, "void,end")],
)
def test_a_void_that_has_the_round_dealt_anew_is_a_redeal_too(attempt: int, charges: int, events: str) -> None:
    game, _ = ended_by_forfeit(attempt=attempt, misplays=(2 * charges, 0))
    game, story = undone(game, charge=1 if charges else None)
    found = fields(announced(EXTERNAL, game, story, THE_LIST))
    assert found["Spades-Event"] == events
    assert ("Spades-To-Act" in found) == (events == "void,redeal")
    assert "Spades-Trick" not in found or charges
    if events == "void,redeal":
        own = fields(told(LETTERS, game, story, 1))
        assert own["Spades-Event"] == "void,redeal,deal,turn"
        assert set(own["Spades-Hand"].split()) == set(map(str, game.hand(1)))


def test_a_void_in_a_running_round_is_no_redeal() -> None:
    game = forward(opening()[0], lambda g: len(g.tricks) == 2)
    game, story = step(game, None, cmd.RuleVoid(5, "so ruled"))
    assert fields(announced(EXTERNAL, game, story, THE_LIST))["Spades-Event"] == "void"


def test_a_letter_that_only_brings_cards_names_no_legal_move() -> None:
    game, story = opening()
    found = fields(told(EXTERNAL, game, story, 2, turn=False, news=False))
    assert found["Spades-Event"] == "deal"
    assert found["Spades-To-Act"] == "1 bid"
    assert set(found["Spades-Hand"].split()) == set(map(str, game.hand(2)))
    assert "Spades-Legal" not in found
    assert "Spades-Actor" not in found


def test_the_public_sees_no_hand() -> None:
    game, story = opening()
    for letter in (announced(EXTERNAL, game, story, THE_LIST), announced(LETTERS, game, story, player("Bob"))):
        assert not {"Spades-Hand", "Spades-Legal", "Spades-Since"} & set(fields(letter))
        assert fields(letter)["Spades-Event"] == "start"


def test_a_game_that_ends_with_a_round_shows_that_round() -> None:
    sheet = replace(SHEETS["109"], name="109*", target=1)
    events = start(12, ("Ann", "Bob", "Carol", "Dave"), sheet, 60, fresh(SEED))
    game = forward(replay(events), lambda g: len(g.tricks) == 12 and len(g.trick) == 3)
    game, story = step_on(game)
    found = fields(announced(LETTERS, game, story, player("Dave")))
    assert found["Spades-Event"] == "play,trick,round,end"
    assert found["Spades-Sheet"] == "109*"
    assert found["Spades-Trick"] == "13"
    assert found["Spades-Result"].endswith("; score")


def test_while_paused_there_is_no_deadline() -> None:
    game, story = step(opening()[0], None, cmd.Pause())
    found = fields(announced(LETTERS, game, story, player("Dave")))
    assert found["Spades-Event"] == "pause"
    assert found["Spades-To-Act"] == "1 bid"
    assert "Spades-Deadline" not in found


def test_no_bags_on_a_sheet_without_a_bag_penalty() -> None:
    sheet = replace(SHEETS["109"], bag_penalty=None)
    events = start(12, ("Ann", "Bob", "Carol", "Dave"), sheet, 60, fresh(SEED))
    assert "Spades-Bags" not in fields(told(LETTERS, replay(events), story_of_events(None, events, 24), 1))


def test_every_other_event_has_its_name_in_order() -> None:
    queen = parse_card("QS")
    found = event_names(
        (n.Void(3, "", None, 0), ev.Conceded(1), ev.ConcessionWithdrawn(1), ev.Resumed(), ev.Extended(60),
         n.Replacement(1, "E", "A"), n.RoundDealt(1, 1, 1, False), n.Said(1, "x"), n.Play(1, queen))
    )  # fmt: skip
    assert found == ("void", "concession", "withdrawal", "resume", "extend", "replace", "play")


def test_a_deadline_is_utc_whatever_zone_it_came_in() -> None:
    here = datetime(2026, 11, 24, 20, 0, 0, 999, tzinfo=timezone(timedelta(hours=2)))
    headers = spades_headers((), game=12, position=Position(view(opening()[0]), deadline=here))
    assert dict(headers)["Spades-Deadline"] == "2026-11-24T18:00:00Z"
    assert here.astimezone(UTC).hour == 18


def test_a_name_cannot_speak_for_another_seat() -> None:
    game, story = opening(("A; 2=Mallory", "Bob", "C\r\nSpades-Hand: AS", "Dave"))
    value = fields(announced(LETTERS, game, story, player("Dave")))["Spades-Seats"]
    assert value.count("=") == 4
    assert value.count(";") == 3
    assert "\n" not in value


def test_answers() -> None:
    game = opening()[0]
    unclear = (("bid", "it names no number"),)
    found = fields(answered(LETTERS, error_answers.Error((), unclear, (), view(game, 1), DEADLINE)))
    assert (found["Spades-Event"], found["Spades-Turn"], found["Spades-To-Act"]) == ("error", "1", "1 bid")
    assert "Spades-Legal" in found
    found = fields(answered(LETTERS, a.HandPage(view(game, 2), DEADLINE)))
    assert found["Spades-Event"] == "reply"
    assert "Spades-Hand" in found
    assert "Spades-Legal" not in found
    for asks in (a.ConfirmPlease(("yes",), DEADLINE), a.DoubtPlease(("play QS",), DEADLINE)):
        assert fields(answered(LETTERS, asks, game=None)) == {"Spades-Event": "confirm"}


def test_list_headers_let_a_watcher_leave() -> None:
    game, story = opening()
    found = dict(announced(LETTERS, game, story, player("Bob"), watcher=True).headers)
    assert found["List-Unsubscribe"] == "<mailto:referee@example.org?subject=unwatch%2012&body=unwatch%2012>"
    assert found["List-Subscribe"] == "<mailto:referee@example.org?subject=watch%2012&body=watch%2012>"
    assert found["List-Help"] == "<mailto:referee@example.org?subject=help&body=help>"
    assert found["List-Id"] == "Spades game 12 <spades-12.example.org>"
    assert found["List-Post"] == "NO"


def test_list_headers_are_the_referees_own_announcements_only() -> None:
    game, story = opening()
    own = announced(LETTERS, game, story, player("Bob"))
    listed = announced(EXTERNAL, game, story, THE_LIST)
    private = told(LETTERS, game, story, 1)
    assert len([name for name, _ in own.headers if name.startswith("List-")]) == 5
    assert not [name for name, _ in listed.headers if name.startswith("List-")]
    assert [name for name, _ in private.headers if name.startswith("List-")] == ["List-Unsubscribe"]


def test_every_letter_to_a_person_offers_to_stop_at_its_own_reply_address() -> None:
    game, story = opening()
    address = "mailto:referee+abcdefghijklmnopqrstuvwx@example.org"
    for letter in (
        announced(LETTERS, game, story, player("Bob")),
        told(LETTERS, game, story, 1),
        answered(LETTERS, a.Done(())),
    ):
        assert dict(letter.headers)["List-Unsubscribe"] == f"<{address}?subject=stop&body=stop>"
    plain = told(Letters(settings(subaddress="")), game, story, 1)
    subject = "subject=stop%20%28ref%20abcdefghijklmnopqrstuvwx%29"
    assert f"?{subject}&body=stop>" in dict(plain.headers)["List-Unsubscribe"]

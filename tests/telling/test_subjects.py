"""Subjects: each kind of letter has its own, none reads as a command, and all keep the tag that an answer needs."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest

from referee.asking.grammar import read_commands
from referee.dominoes.events import RoundScored
from referee.dominoes.line import Knock, Laid
from referee.dominoes.tiles import Tile
from referee.spades.cards import Card
from referee.spades.view import view
from referee.table import commands as cmd
from referee.table import events as ev
from referee.telling import error_answers, kinds, notices
from referee.telling import letter_kinds as a
from referee.telling import news as n
from referee.telling.buttons import tag_alone
from referee.telling.kinds import KINDS, Context
from referee.telling.letters import Contents, Letters, Occasion
from tests.telling.letter_samples import (
    DEADLINE,
    WRITTEN,
    announced,
    answered,
    forward,
    ids,
    last_card,
    opening,
    player,
    settings,
    step,
    told,
)
from tests.telling.test_letter_words import every_answer

LETTERS = Letters(settings())
GAME, STORY = opening()
SCENE = view(forward(GAME, lambda game: len(game.tricks) == 2))
ROUND = next(item for item in last_card(GAME)[1].news if isinstance(item, n.RoundOver))
TEN = Card("T", "S")
NEWS: tuple[n.News, ...] = (
    n.GameStarted(24),
    n.RoundDealt(2, 1, 1, False),
    n.RoundDealt(2, 1, 2, False),
    n.ClockRanOut(2),
    n.Bid(2, 3),
    n.Bid(2, 3, changed=True),
    n.Play(2, TEN),
    n.TrickWon(2, 4, ()),
    n.Claim(2, (TEN,)),
    ROUND,
    n.Challenge(2, 3, 1, 4, True, 3, 0),
    n.Challenge(2, 3, 1, 4, False, 0, 0),
    n.Misplay(2, TEN, "revoke", -100, 1, 1),
    n.Void(17, "a slip", None, 0),
    n.Commitments(2, 1, ("5e" * 32,)),
    n.GivenBack(2),
    n.Awaiting(),
    n.Restored("Tue 24 Nov", False),
    n.LateNotice(2, 7200),
    n.LateNotice(None, 7200),
    n.Away(2, date(2026, 11, 24), date(2026, 11, 30)),
    n.Back(2),
    n.Back(2, before=True),
    n.Replacement(2, "Eve", "Bob"),
    n.Said(2, "well bid"),
    n.Provisional(1, "score", (236, 195)),
    n.GameOver(1, "score", (510, 240)),
    n.GameOver(2, "concession", (0, 0)),
    n.GameOver(None, "abort", (0, 0)),
    ev.SaltsClosed(2, ("", "pepper", "", "")),
    ev.Revealed(2, 1, "5e" * 32),
    ev.Misdealt(1, 2),
    ev.Conceded(2),
    ev.ConcessionWithdrawn(2),
    ev.Paused(),
    ev.Paused(protest=2, words="look"),
    ev.Resumed(),
    ev.Extended(7200),
    ev.Limited(7200),
    ev.LastRoundSet(5),
    ev.Hurried(7200),
    ev.Hurried(0),
    Laid(2, Tile(6, 4), "left", 10, 10),
    Knock(3, (2, 5)),
    RoundScored(2, "out", (7, 0, 6, 3), (0, 15), (20, 45)),
)
"""News of every kind, and of every kind of subject."""


def of_news(item: n.News, reader: int | None = None) -> str:
    found = kinds.subject((item,), Context(SCENE, (item,), reader=reader))
    assert found is not None
    return found


def turns() -> Iterator[tuple[str, str]]:
    """Yield the subjects of letters about a turn by their kind."""
    late = Occasion(news=(n.LateNotice(1, 7200),), written=WRITTEN, deadline=DEADLINE)
    corrected = LETTERS.private(late, view(GAME), view(GAME, 1), player(), ids(), Contents(turn=True))
    yield "turn", told(LETTERS, GAME, STORY, 1).subject
    yield "reminder", told(LETTERS, GAME, STORY, 1, reminder=True).subject
    yield "more time", corrected.subject
    yield "asked", told(LETTERS, GAME, STORY, 1, asked_by="Maria").subject
    for name, contents in (("cards", Contents()), ("receipt", Contents(receipt=True))):
        quiet = Occasion(news=(n.Bid(1, 3),) if contents.receipt else (), written=WRITTEN, deadline=DEADLINE)
        yield name, LETTERS.private(quiet, view(GAME), view(GAME, 1), player(), ids(), contents).subject


def every_subject() -> dict[tuple[str, str], str]:
    """Return the subjects of one game by kind of letter: of all news, all answers and all letters about a turn."""
    found = {("news", f"{type(item).__name__} {place}"): of_news(item) for place, item in enumerate(NEWS)}
    found |= {("turn", name): subject.removeprefix("[Spades 12] ") for name, subject in turns()}
    for answer in every_answer():
        subject = re.sub(r"^\[[^]]*\] ", "", answered(LETTERS, answer).subject)
        found["answer", f"{type(answer).__name__} {subject}"] = subject
    return found


def test_every_kind_of_news_is_in_the_list() -> None:
    assert {type(item) for item in NEWS} == set(KINDS)


def test_no_two_kinds_of_letter_share_a_subject() -> None:
    kinds_of: dict[str, set[str]] = {}
    for (_, name), subject in every_subject().items():
        kinds_of.setdefault(subject, set()).add(name)
    assert {subject: names for subject, names in kinds_of.items() if len(names) > 1} == {}


def test_no_subject_reads_as_a_command() -> None:
    for subject in every_subject().values():
        assert not read_commands(f"[Spades 12] {subject}").asked, subject


def test_a_subject_fits_a_list_of_mails() -> None:
    assert {subject for subject in every_subject().values() if len(subject) > 92} == set()


@pytest.mark.parametrize(
    ("item", "reader", "subject"),
    [
        (n.GameStarted(24), 1, "Game 12 begins: you and Carol"),
        (n.GameStarted(24), None, "Game 12 begins: Ann + Carol against Bob + Dave"),
        (n.GameOver(1, "score", (510, 240)), 3, "Over: you and Ann have won, 510 to 240"),
        (n.GameOver(1, "score", (510, 240)), 2, "Over: Ann + Carol have won, 510 to 240"),
        (n.GameOver(1, "score", (510, 240)), None, "Over: Ann + Carol have won, 510 to 240"),
        (n.GameOver(1, "concession", (0, 9)), 4, "Over: Ann + Carol have won, since you conceded"),
        (n.Provisional(2, "score", (195, 236)), 4, "Unless challenged, you and Bob win, 236 to 195"),
        (n.Replacement(2, "Eve", "Bob"), 2, "You play for Bob"),
        (n.Replacement(2, "Eve", "Bob"), 1, "Bob is replaced by Eve"),
        (ev.Paused(), 1, "Paused"),
    ],
)
def test_a_subject_knows_its_reader(item: n.News, reader: int | None, subject: str) -> None:
    assert of_news(item, reader) == subject


@pytest.mark.parametrize(
    ("reader", "subject"),
    [(2, "Your time ran out: 10♠ was played"), (1, "Bob's time ran out: 10♠ was played")],
)
def test_a_time_out_says_what_was_played(reader: int, subject: str) -> None:
    news = (n.ClockRanOut(2), n.Play(2, TEN), n.TrickWon(1, 4, ()))
    assert kinds.subject(news, Context(SCENE, news, reader=reader)) == subject


def test_an_own_time_out_comes_before_the_round_that_it_ends_and_after_the_game() -> None:
    news = (n.ClockRanOut(2), n.Play(2, TEN), ROUND)
    assert kinds.subject(news, Context(SCENE, news, reader=2)) == "Your time ran out: 10♠ was played"
    assert (kinds.subject(news, Context(SCENE, news, reader=1)) or "").startswith("Round 1 is over")
    over = (*news, n.GameOver(1, "score", (510, 240)))
    assert (kinds.subject(over, Context(SCENE, over, reader=2)) or "").startswith("Over: ")


@pytest.mark.parametrize(
    ("left", "zone", "subject"),
    [
        (timedelta(hours=24), None, "Last day: bid by Sun 18:00 UTC"),
        (timedelta(hours=24), "Europe/Berlin", "Last day: bid by Sun 19:00 in Berlin"),
        (timedelta(days=2), None, "Still your turn: bid by Mon 18:00 UTC"),
        (timedelta(days=9), None, "Still your turn: bid by Mon 30 Nov 18:00 UTC"),
    ],
)
def test_a_reminder_says_until_when(left: timedelta, zone: str | None, subject: str) -> None:
    occasion = Occasion(news=(), written=WRITTEN, deadline=WRITTEN + left)
    contents = Contents(turn=True, reminder=True)
    letter = LETTERS.private(occasion, view(GAME), view(GAME, 1), player(zone=zone), ids(), contents)
    assert letter.subject == f"[Spades 12] {subject}"


def test_an_answer_is_named_for_what_it_is() -> None:
    """Its round is its own; beside a turn it says that too."""
    third = replace(view(GAME), round=3)
    refused = (error_answers.Refused("play 2S", "no-game"),)
    subjects: list[tuple[notices.Answer, str]] = [
        (a.MemoryPage(third), "Your memory, round 3"),
        (a.HistoryPage(third, replace(third, round=1), 1, (), ()), "The history, round 1"),
        (a.DoubtPlease(("play QS",), DEADLINE, game=view(GAME, 1)), "A question about your move"),
        (error_answers.Error(refused, (), (), None, None), "Not done"),
        (error_answers.Error(refused, (), ("Your name is Ann.",), None, None), "Done in part"),
        (error_answers.Error(refused, (), (), view(GAME, 1), None), "Not done. Your turn: round 1, bid"),
        (error_answers.Error(refused, (), (), view(GAME, 2), None), "Not done"),
    ]
    for answer, subject in subjects:
        assert answered(LETTERS, answer).subject == f"[Spades 12] {subject}"
    assert answered(LETTERS, a.Done(("Done.",)), game=None).subject == "[Spades] Done"


def test_a_reader_of_no_seat_is_told_of_the_news() -> None:
    over, story = step(GAME, None, cmd.Forfeit(1))
    for to, subject in ((player(), "Ann + Carol forfeited"), (replace(player(), seat=1), "you forfeited")):
        letter = announced(LETTERS, over, story, to)
        assert letter.subject == f"[Spades 12] Over: Bob + Dave have won, since {subject}"


@pytest.mark.parametrize(
    ("subject", "left"),
    [
        ("[Spades 12] Your turn: round 1, bid", "[Spades 12]"),
        ("[Spades 12] Paused (ref abcdefghijklmnopqrstuvwx)", "[Spades 12] (ref abcdefghijklmnopqrstuvwx)"),
        ("[Spring Cup] The draw", "[Spring Cup]"),
    ],
)
def test_a_short_link_keeps_what_an_answer_needs(subject: str, left: str) -> None:
    assert tag_alone(subject) == left

"""The rows of news: a new kind needs one row, and letters, headers, levels of `notify` and pages know it."""

from dataclasses import dataclass
from typing import get_args

import pytest

from referee.spades import events as ev
from referee.spades.fold import Step
from referee.spades.view import view
from referee.telling import news as n
from referee.telling.kinds import KINDS, LEVELS, Kind, concerns, page_words, wanted
from referee.telling.letters import Letters
from referee.telling.news import story_of
from referee.telling.sentences.news_lines import lines
from tests.telling.letter_samples import announced, flat, opening, player, settings


@dataclass(frozen=True, slots=True)
class Rained(ev.Plain):
    """Rain on `seat`."""

    seat: int


def wet(item: Rained) -> str:
    return f"It rains on seat {item.seat}."


ROW = Kind(
    Rained,
    "rain",
    "round",
    lambda item, at: [wet(item)],
    concerns=lambda item, view: (item.seat,),
    actor=lambda item: str(item.seat),
    headline="first",
    page=wet,
)


def test_a_new_kind_of_event_is_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, Rained, ROW)
    game, _ = opening()
    rain: ev.Event = Rained(2)  # type: ignore[assignment]
    story = story_of(game, (Step(rain, game),))
    assert story.news == (rain,)
    letter = announced(Letters(settings()), game, story, player())
    headers = dict(letter.headers)
    assert "It rains on seat 2." in flat(letter) and letter.subject == "[Spades 12] It rains on seat 2"
    assert (headers["Spades-Event"], headers["Spades-Actor"]) == ("rain", "2")
    assert [level for level in LEVELS[1:] if wanted(level, story.news)] == ["play", "trick", "turn", "round"]
    assert [seat for seat in (1, 2, 3, 4) if concerns(story.news[0], seat, view(game))] == [2]
    assert page_words()["Rained"](rain) == "It rains on seat 2."


def test_every_kind_of_news_has_a_row() -> None:
    plain = {kind for kind in ev.KINDS.values() if issubclass(kind, ev.Plain)}
    assert set(KINDS) == plain | (set(get_args(n.News)) - {ev.Plain})


def test_what_is_told_as_it_stands_hides_nothing() -> None:
    for kind in ev.KINDS.values():
        assert not issubclass(kind, ev.Plain) or not (ev.secrets_of(kind) or issubclass(kind, ev.Private)), kind


@pytest.mark.parametrize("item", [ev.Resumed(), ev.Extended(7200), ev.Limited(7200), ev.Hurried(7200), ev.Hurried(0)])
def test_a_page_says_it_in_the_words_of_letters(item: ev.Plain) -> None:
    shown = view(opening()[0])
    assert page_words()[type(item).__name__](item) == lines((item,), shown)[0].text

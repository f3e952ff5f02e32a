"""The first game of the players' page is played by mail from first to last."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.desk.table import start
from referee.spades import events as ev
from referee.spades.cards import Card, parse_card
from referee.spades.law import consequences
from referee.spades.sheets import RULE_109
from tests.docs.pages import blocks, page, section
from tests.talk import NAMES, Talk

PAGE = page("players.md")
STORY = section(PAGE, "Your first game")
STEP = re.compile(
    r"^```text\n(?P<mails>\w+: [\s\S]*?)^```$|^> (?P<quote>.+(?:\n> .+)*)$|^<!-- (?P<rest>the round is played) -->$",
    re.MULTILINE,
)
LINE = re.compile(r"(?:(\w+):)? +(\S.*?)(?: {2,}(\S.*))?")


def hands() -> tuple[tuple[Card, ...], ...]:
    """Return the four hands of the page, in the order of seats."""
    dealt = next(block for block in blocks(STORY, "text") if block.startswith("Ann   ")).splitlines()
    assert tuple(line.split()[0] for line in dealt) == NAMES
    return tuple(tuple(map(parse_card, line.split()[1:])) for line in dealt)


def seated(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> Talk:
    """Have whoever signs up first sit in seat 1, and so on, and deal the page's hands in every round."""
    monkeypatch.setattr(start, "playing_order", lambda key, team: (0, 1, 2, 3))
    monkeypatch.setattr(consequences, "deal", lambda key, sheet: hands())
    talk.anew = True
    return talk


def mails(block: str) -> list[tuple[str, str, str]]:
    """Return sender, text and outcome of each mail; a line without a sender goes on with the mail above it."""
    written: list[tuple[str, str, str]] = []
    for line in block.splitlines():
        match = LINE.fullmatch(line)
        assert match, line
        who, text, outcome = match.groups()
        if who is None:
            who, above, _ = written.pop()
            text = f"{above}\n{text}"
        written.append((who, text, outcome or ""))
    return written


def flat(text: str) -> str:
    """Return a text on one line, without its bullets and quote marks."""
    return " ".join(re.sub(r"^(?:> |- )", "", text, flags=re.MULTILINE).split())


def heard(names: Sequence[str], events: Sequence[ev.Event]) -> str:
    """Say what a bid or a card brings about, in the words of the page."""
    words = []
    for event in events:
        match event:
            case ev.BidMade():
                words.append(f"{names[event.seat - 1]} bids {event.bid or 'nil'}")
            case ev.CardPlayed():
                words.append(f"{names[event.seat - 1]} plays {event.card}")
            case ev.TrickTaken(seat):
                words.append(f"{names[seat - 1]} takes the trick")
            case ev.Misplayed():
                words.append(f"{names[event.seat - 1]} misplays {event.card}: {event.points}")
    return "; ".join(words)


def say(talk: Talk, who: str, text: str, outcome: str, playing: bool) -> None:
    """Send one mail of the page, and check that it does what the page says, or is answered in these words."""
    before = len(talk.trail()) if playing else 0
    talk.says(who, text)
    if playing and (told := heard(talk.game().names, talk.trail()[before:])):
        assert told == outcome, text
    elif outcome:
        assert outcome in flat(talk.last(who).text), text


def test_the_hands_are_a_deal() -> None:
    assert sorted(card for hand in hands() for card in hand) == sorted(RULE_109.deck)


def test_the_first_game_is_played_as_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = seated(Talk(tmp_path, game={"start_full_tables": True}), monkeypatch)
    since = quotes = 0
    for step in STEP.finditer(STORY):
        if step["mails"]:
            since = len(talk.letters)
            for who, text, outcome in mails(step["mails"]):
                playing = any("start" in letter.events for letter in talk.letters)
                say(talk, who, text, outcome, playing)
        elif step["quote"]:
            told = [flat(letter.text) for letter in talk.letters[since:]]
            assert any(flat(step[0]) in letter for letter in told), step[0]
            quotes += 1
        else:
            since = len(talk.letters)
            while talk.game().round == 1:
                assert talk.acts().endswith("/accepted")
    assert talk.game(1).names == NAMES and talk.game(1).result is not None and talk.game(2).result is None
    assert quotes > 10

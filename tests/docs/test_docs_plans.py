"""The page of plans: its examples are played by mail, and its lines read as it says."""

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.asking import commands as ask
from referee.asking.command_table import COMMANDS
from referee.asking.days import EXAMPLES, resolve_days
from referee.asking.grammar import read_commands
from referee.spades import events as ev
from referee.spades.cards import Card, parse_card
from referee.spades.law import consequences
from referee.spades.sheets import usual_terms
from tests.docs.pages import TOP, everything, page, rows, section, spans
from tests.talk import NAMES, Talk

PAGE = page("plans.md")
EXAMPLE = re.compile(
    r"^### (?P<title>.+?)\n(?P<words>.+?)"
    r"<!-- deal (?P<deal>\w)(?:: (?P<before>.+?))? -->\n\n```text\n(?P<lines>.+?)```",
    re.MULTILINE | re.DOTALL,
)
LINE = re.compile(r"(?:(\w+):)? +(\S.*?)(?: {2,}(\S.*))?")
DEALS = """
A  Bob    AS 9S AH JH 8H 6H 3H AD 5D KC QC 4C 2C
   Carol  QS TS 6S 5S QH 7H 2H JD 6D 2D AC JC TC
   Dave   7S 3S 2S KH TH 9H 5H 4H TD 9D 8D 4D 7C
   Ann    KS JS 8S 4S KD QD 7D 3D 9C 8C 6C 5C 3C
B  Bob    KS 6S 3S KH TH 9H 7H 6H JD 8D KC JC TC
   Carol  AS 5S QH 5H 3H AD 9D 5D 3D QC 7C 6C 4C
   Dave   QS JS TS 4S 2S AH 4H 2H KD TD 6D 3C 2C
   Ann    9S 8S 7S JH 8H QD 7D 4D 2D AC 9C 8C 5C
C  Dave   TS 2S AH KH 5H 2H AD 7D 3D AC TC 8C 4C
   Ann    AS KS JS 9S 8S 6S 5S 4S JH 5D KC 9C 7C
   Bob    3S TH 8H 6H 4H QD JD TD 8D 2D QC JC 2C
   Carol  QS 7S QH 9H 7H 3H KD 9D 6D 4D 6C 5C 3C
"""
"""The hands of the examples, in the order of the seats."""


class Example(NamedTuple):
    """One example of the page: what was sent before it, who then writes what, and what everybody hears of that."""

    title: str
    sentences: tuple[str, ...]
    deal: str
    before: tuple[str, ...]
    mails: tuple[tuple[str, str, str], ...]


def examples() -> list[Example]:
    return [
        Example(
            title=found["title"],
            sentences=tuple(
                " ".join(quote.replace("\n> ", " ").split())
                for quote in re.findall(r"^> ((?:.+\n> )*.+)$", found["words"], re.MULTILINE)
            ),
            deal=found["deal"],
            before=tuple((found["before"] or "").split(", ")) if found["before"] else (),
            mails=mails(found["lines"]),
        )
        for found in EXAMPLE.finditer(PAGE)
    ]


def mails(lines: str) -> tuple[tuple[str, str, str], ...]:
    """Return sender, text and outcome of each mail; a line without a sender goes on with the mail above it."""
    written: list[tuple[str, str, str]] = []
    for line in lines.splitlines():
        match = LINE.fullmatch(line)
        assert match, line
        who, text, outcome = match.groups()
        if who is None:
            who, above, _ = written.pop()
            text = f"{above}\n{text}"
        written.append((who, text, outcome or ""))
    return tuple(written)


def deals() -> dict[str, dict[str, tuple[Card, ...]]]:
    """Return the deals by letter: seat by seat, name -> hand."""
    found: dict[str, dict[str, tuple[Card, ...]]] = {}
    letter = ""
    for line in DEALS.strip().splitlines():
        letter = line[0].strip() or letter
        name, *cards = line[1:].split()
        found.setdefault(letter, {})[name] = tuple(map(parse_card, cards))
    return found


def table(folder: Path, hands: dict[str, tuple[Card, ...]], monkeypatch: pytest.MonkeyPatch) -> Talk:
    """Return a game in which these players sit in this order and are dealt these hands in every round."""
    drawn = Talk(folder / "drawn").starts().game().names
    listed = dict(zip((NAMES.index(name) for name in drawn), hands, strict=True))
    players = ", ".join(f"{listed[i]} <{listed[i].lower()}@club.test>" for i in range(4))
    monkeypatch.setattr(consequences, "deal", lambda key, sheet: tuple(hands.values()))
    talk = Talk(folder)
    talk.anew = True
    talk.starts(f"start\nplayers: {players}", subject="our game").hears_each_play()
    assert talk.game().names == tuple(hands)
    return talk


def heard(names: tuple[str, ...], events: list[ev.Event]) -> str:
    """Say what everybody hears of events, in the words of the page."""
    words = []
    for event in events:
        match event:
            case ev.BidMade():
                words.append(f"{names[event.seat - 1]} bids {event.bid or 'nil'}")
            case ev.CardPlayed():
                words.append(f"{names[event.seat - 1]} plays {event.card}")
            case ev.Claimed(seat=seat):
                words.append(f"{names[seat - 1]} claims the rest")
            case ev.TrickTaken(seat):
                words.append(f"{names[seat - 1]} takes the trick")
    return "; ".join(words)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_an_example_happens_as_it_is_told(example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = table(tmp_path, deals()[example.deal], monkeypatch)
    for line in example.before:
        assert talk.acts(line).endswith("/accepted")
    told = []
    for who, text, outcome in example.mails:
        before, count = len(talk.trail()), len(talk.letters)
        assert talk.says(who, text).endswith(("/accepted", "/answered")), text
        assert heard(talk.game().names, talk.trail()[before:]) == outcome, text
        told += [letter.flat for letter in talk.letters[count:]]
    assert example.sentences
    for sentence in example.sentences:
        assert any(sentence in letter for letter in told), sentence


def test_none_of_them_is_left_out() -> None:
    assert len(examples()) == PAGE.count("<!-- deal ") > 3


def test_cards_that_an_example_names_are_held() -> None:
    for example in examples():
        words = section(PAGE, example.title).split("```")[0]
        named = [card for span in spans(words) for card in re.findall(r"\b(?:10|[2-9TJQKA])[SHDC]\b", span)]
        assert {parse_card(card) for card in named} <= set(deals()[example.deal]["Ann"]), example.title


def test_lines_of_plans_read_as_they_are_told() -> None:
    lines = [line for row in rows(section(PAGE, "The words")) for line in spans(row[0]) if line.startswith("plan")]
    assert len(lines) == 12
    for line in lines:
        reading = read_commands(line)
        assert len(reading.asked) == 1 and not reading.unclear, line


def test_the_block_reads_whole() -> None:
    found = re.search(r"(?:^    \S.*\n)+", section(PAGE, "The words"), re.MULTILINE)
    assert found
    reading = read_commands(re.sub("^    ", "", found[0], flags=re.MULTILINE))
    assert len(reading.asked) == 3 and not reading.unclear and reading.chat is None


def test_terms_are_read_from_a_start_as_they_are_told() -> None:
    players = ", ".join(f"{name} <{name.lower()}@example.org>" for name in NAMES)
    lines = [line for row in rows(section(page("for-gamesmasters.md"), "Choose the rules")) for line in spans(row[0])]
    assert len(lines) == 5
    for line in lines:
        reading = read_commands(f"start\nplayers: {players}\n{line}")
        assert len(reading.asked) == 1 and not reading.unclear, line
        assert isinstance(reading.asked[0].command, ask.Start), line


def test_the_days_of_leave_that_are_shown_are_no_more_than_games_give() -> None:
    helped = (TOP / "templates" / "help" / "time.txt").read_text("utf-8")
    shown = "\n".join([everything(), helped, EXAMPLES, *(f"{row.usage}\n{row.help}" for row in COMMANDS)])
    lines = set(re.findall(r"away (?:\d+ \w+ to|until) \d+ \w+", shown))
    assert len(lines) == 2
    for line in lines:
        (away,) = [asked.command for asked in read_commands(line).asked]
        assert isinstance(away, ask.Away)
        first, last = resolve_days(away.first, away.last, date(2026, 12, 20))
        assert (last - first).days + 1 <= usual_terms("standard").leave, line

"""Cards, bids, figures and moments as people read them, in English. Knows no letter and no template."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, timedelta
from operator import add
from typing import Any
from zoneinfo import ZoneInfo

from markupsafe import Markup

from referee.post.reading.safe_lines import clean
from referee.spades.cards import Card
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import ALL_RANKS, RULE_109
from referee.table.seats import TEAMS
from referee.table.sheet import Sheet
from referee.table.view import TableView

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
LONG = 60
"""The bytes from which on the names of two partners are long, so that a letter does not repeat them."""

RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
JOKER_NAMES = {"B": "big joker", "L": "little joker"}
JOKER_STARS = {"B": "★", "L": "☆"}
MINUS = "\N{MINUS SIGN}"
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SINGLE = re.compile("[\0-\u02ff\u2212\u2660-\u2667]*")
"""Western letters, the minus and the suits: each of these characters takes one column."""
UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


class Block(str):
    """Our own text with its line breaks; a template shows any other text as one printable line."""

    __slots__ = ()


OURS = (Markup, Block)
"""The kinds of text that are shown as they are."""


def cleaned(value: Any) -> Any:
    """Clean the value of an expression in a template: a stranger's text becomes one printable line, a number gets its
    minus, any other value stays."""
    if isinstance(value, int):
        return minus(str(value))
    return clean(value) if isinstance(value, str) and not isinstance(value, OURS) else value


def minus(figure: str) -> str:
    """Write a figure with a minus that is read aloud, which a hyphen is not."""
    return figure.replace("-", MINUS)


def card_text(card: Card) -> str:
    """Write a card as `Q♠`, `10♥`, `big joker`."""
    return JOKER_NAMES.get(card.rank) or _rank(card) + SYMBOLS[card.suit]


def card_label(card: Card) -> str:
    """Write a card in a row of cards as `Q♠`, `10♥`, `BJ`."""
    return str(card) if card.rank in JOKER_NAMES else card_text(card)


def card_face(card: Card) -> str:
    """Write a card that is drawn as one: `Q♠`, `10♥`, `★ BJ`, `☆ LJ`."""
    return f"{JOKER_STARS[card.rank]} {card}" if card.rank in JOKER_NAMES else card_text(card)


def is_red(card: Card) -> bool:
    """Tell if a card is printed in red: hearts, diamonds, and the big joker, to tell it from the little one."""
    return card.suit in "HD" or card.rank == "B"


def card_code(card: Card) -> str:
    """Return a card as a player types it: `QS`, `10H`, `BJ`."""
    return str(card) if card.rank in JOKER_NAMES else _rank(card) + card.suit


def card_name(card: Card) -> str:
    """Name a card for screen readers: `queen of spades`."""
    return JOKER_NAMES.get(card.rank) or f"{rank_name(card)} of {SUIT_NAMES[card.suit]}s"


def rank_name(card: Card) -> str:
    """Name a card whose suit is named beside it: `queen`, `10`, `big joker`."""
    return JOKER_NAMES.get(card.rank) or RANK_NAMES.get(card.rank, card.rank)


def _rank(card: Card) -> str:
    return "10" if card.rank == "T" else card.rank


def ranks_text(ranks: str) -> str:
    """Write the ranks of a suit, high to low: `A K Q J 10 9`, jokers by name."""
    names = {"B": "big joker", "L": "little joker", "T": "10"}
    return " ".join(names.get(rank, rank) for rank in ranks)


def left_out(sheet: RuleSheet) -> tuple[str, ...]:
    """List the cards of a pack of 52 that the sheet does not deal: `2♥`, `2♣`."""
    pack = [Card(rank, suit) for suit in SYMBOLS for rank in ALL_RANKS]
    return tuple(card_text(card) for card in pack if card not in sheet.deck)


def bid_text(sheet: RuleSheet, bid: int | None, blind: bool = False) -> str:
    """Write a bid as `4`, `nil`, `blind nil`, or `-` if there is none."""
    if bid is None:
        return "-"
    if blind:
        return "blind nil"
    return "nil" if bid == 0 and sheet.nil else str(bid)


def over_name(sheet: RuleSheet) -> str:
    """Name a trick over the contract: a sandbag only if the sheet counts them."""
    return "sandbag" if sheet.bag_penalty else "overtrick"


def score_name(sheet: RuleSheet) -> str:
    """Name the score as the sheet does: 109 has a word of its own."""
    return "Spadescore" if sheet.name.rstrip("*") == RULE_109.name else "Score"


def team_called(view: TableView, team: int) -> str:
    """Return `Ann + Carol`, or `Team 1` if the names are long: the page says once who is in that team."""
    long = any(len(view.team_names(each).encode()) > LONG for each in TEAMS)
    return f"Team {team}" if long else view.team_names(team)


def round_number(number: int, sheet: Sheet) -> str:
    """Write the number of a round as `4`, or `4 of 10` if the sheet limits the rounds."""
    limit = sheet.hand_limit if isinstance(sheet, RuleSheet) else None
    return str(number) if limit is None or number > limit else f"{number} of {limit}"


def count(number: int, thing: str) -> str:
    """Write a number of things: `1 trick`, `2 tricks`, `2 matches`."""
    many = "es" if thing.endswith("ch") else "s"
    return f"{number} {thing}{'' if number == 1 else many}"


def signed(points: int) -> str:
    """Write points with their sign: `+70`, `−100`, `0`."""
    return minus(f"{points:+d}") if points else "0"


def not_counted(books: int) -> str:
    """Say `, of which 3 do not count` after the number of books of a team; empty if all of them count."""
    return f", of which {books} {'does' if books == 1 else 'do'} not count" if books else ""


def ordinal(number: int) -> str:
    """Write a place as `1st`, `12th`, `22nd`."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def times(number: int) -> str:
    """Write how often: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def moment(when: datetime, seconds: bool = False) -> str:
    """Write a moment as `Tue 24 Nov 18:00 UTC`; with `seconds` if minutes are too coarse."""
    when = when.astimezone(UTC)
    return f"{weekday_text(when)} {_clock(when, seconds)} UTC"


def local_moment(when: datetime, zone: str | None, seconds: bool = False) -> str | None:
    """Write a moment as `19:00 in Berlin`, with the day if it is another day there; None without a zone, or if its
    clocks show UTC."""
    if zone is None:
        return None
    universal, local = when.astimezone(UTC), when.astimezone(ZoneInfo(zone))
    if local.utcoffset() == timedelta(0):
        return None
    day = "" if local.date() == universal.date() else f"{weekday_text(local)} "
    return f"{day}{_clock(local, seconds)} in {place(zone)}"


def at(when: datetime, zone: str | None = None) -> str:
    """Write `Tue 15 Dec 18:00 UTC (19:00 in Berlin)`."""
    local = local_moment(when, zone)
    return f"{moment(when)} ({local})" if local else moment(when)


def short_moment(when: datetime, zone: str | None, *, dated: bool = False) -> str:
    """Write a moment as `Fri 12:00 UTC`, or `Fri 13:00 in Berlin` in the reader's zone; with its day if it is `dated`,
    as it must be beyond the coming week."""
    local = when.astimezone(UTC if zone is None else ZoneInfo(zone))
    where = f"in {place(zone)}" if zone is not None and local.utcoffset() else "UTC"
    return f"{weekday_text(local) if dated else DAYS[local.weekday()]} {_clock(local, seconds=False)} {where}"


def place(zone: str) -> str:
    """Name a time zone by its city, `Berlin`, or `UTC+5`: the zones Etc/GMT-5 have their signs the other way round."""
    name = zone.rpartition("/")[2].replace("_", " ")
    if not zone.startswith("Etc/GMT") or name[3:4] not in ("+", "-"):
        return name
    return f"UTC{'-' if name[3] == '+' else '+'}{name[4:]}"


def weekday_text(day: date) -> str:
    """Write a day as `Tue 24 Nov`, with its year if it is another one."""
    return f"{DAYS[day.weekday()]} {day_text(day)}"


_YEAR: ContextVar[int | None] = ContextVar("year", default=None)


@contextmanager
def written_at(now: datetime) -> Iterator[None]:
    """Give the days that are written in this context their year, if it is not the year of `now`."""
    token = _YEAR.set(now.astimezone(UTC).year)
    try:
        yield
    finally:
        _YEAR.reset(token)


def day_text(day: date) -> str:
    """Write a day as `3 Jan`; as `3 Jan 2027` if the letter or page is written in another year."""
    year = "" if _YEAR.get() in (None, day.year) else f" {day.year}"
    return f"{day.day} {MONTHS[day.month - 1]}{year}"


def _clock(when: datetime, seconds: bool) -> str:
    return f"{when.hour:02}:{when.minute:02}{f':{when.second:02}' if seconds else ''}"


def span_left(span: timedelta) -> str:
    """Write a span in its two largest units: `3 days`, `2 days 5 hours`, `90 s` as `1 minute 30 seconds`."""
    seconds = max(int(span.total_seconds()), 0)
    for place, (unit, size) in enumerate(UNITS):
        if seconds >= size:
            first, rest = divmod(seconds, size)
            smaller, step = UNITS[min(place + 1, len(UNITS) - 1)]
            second = rest // step
            return count(first, unit) + (f" {count(second, smaller)}" if second else "")
    return "no time"


def capital(text: str) -> str:
    """Begin the text with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def sentence(text: str) -> str:
    """Make the text a sentence: with a capital letter, and a full stop if it has no end of its own."""
    return f"{capital(text)}{'' if text.endswith(('.', '!', '?')) else '.'}"


def because(reason: str) -> str:
    """Give a reason, to follow a sentence: ` The reason: They asked.`; empty without a reason."""
    if reason.startswith("of "):
        return f" {sentence(f'because {reason}')}"
    return f" The reason: {sentence(reason)}" if reason else ""


def listed(items: Sequence[str], last: str = "and") -> str:
    """Join words as `a`, `a and b`, `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def flowing(text: str) -> str:
    """Join a template's lines into one paragraph, since in the template each sentence may have its own line."""
    return " ".join(text.split())


def columns(rows: Iterable[Sequence[str]], right: str = "") -> Block:
    """Align rows as lines of columns, indented by two; `right` names the columns aligned to the right: `02`."""
    table = zip(*([cell if cell.isprintable() else clean(cell) for cell in row] for row in rows), strict=True)
    even = [_even(column, right=str(place) in right) for place, column in enumerate(table)]
    return Block("\n".join([("  " + "  ".join(row)).rstrip() for row in zip(*even, strict=True)]))


def _even(column: Sequence[str], *, right: bool) -> list[str]:
    """Make the cells of one column as wide as the widest."""
    widths = list(map(width, column))
    widest = max(widths)
    gaps = [" " * (widest - wide) for wide in widths]
    return list(map(add, gaps, column) if right else map(add, column, gaps))


def width(text: str) -> int:
    """Count the columns of a terminal that `text` takes."""
    if SINGLE.fullmatch(text):
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)

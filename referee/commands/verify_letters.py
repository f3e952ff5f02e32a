"""The letters of one game that a player received, compared with its record: the heads and the hands in them.

Reads a Maildir, an mbox file, a folder of .eml files or one of them, and changes nothing there. Any letter may be
forged: we name one that does not fit the record, and the reader must see whose it is.
"""

import mailbox
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path

from referee.spades.audit.lines import WrongLine, outgrown, quoted
from referee.spades.audit.verdict import Check
from referee.spades.audit.walk import Passed
from referee.spades.game import Game
from referee.spades.record import HEAD_SHOWN
from referee.spades.rulesheet import SEATS

LARGEST = 4_000_000
"""The most bytes of a letter; the referee's own, with a record attached, are far smaller."""
MBOX = b"From "
"""How each letter of an mbox begins."""
WORDS = ("text/plain", "text/html")
TAG = re.compile(rb"<[^>]*>")
HEAD_IN_WORDS = re.compile(rb"Record\s+([0-9a-f]{16})\b")
"""The head in the foot of a letter."""
NO_DATE = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Received:
    """One letter of a game: its own Message-ID, Date and recipient, the head and the hand in its headers, and the head
    in its text if that is a different one; empty if there is none."""

    game: str
    name: str
    date: str
    sent: datetime | None
    to: str
    head: str
    words: str
    hand: str

    def __str__(self) -> str:
        return f"the letter {quoted(self.name)} of {quoted(self.date)}"


def letters_of(place: Path, game: str) -> tuple[Received, ...]:
    """The letters of game `game` in a Maildir, an mbox file, a folder of .eml files or one of them, by date; those
    without a date first. Raises OSError if there is no such place."""
    found = [_received(letter) for letter in _letters(place) if _header(letter, "Spades-Game") == game]
    return tuple(sorted(found, key=lambda one: one.sent or NO_DATE))


def check_heads(letters: Sequence[Received], heads: Sequence[str]) -> Check:
    """Check that the record has the heads of all letters, in their order. Raises WrongLine."""
    at = _places(heads)
    # letters of the same second may come in any order, and those without a date have none
    shows = sorted((one for one in letters if one.head), key=lambda one: (one.sent or NO_DATE, at.get(_cut(one), 0)))
    agreed = 0
    for number, letter in enumerate(shows):
        place = at.get(_cut(letter))
        if letter.words:
            why = f"{letter} shows the head {quoted(letter.head)} in its header and {letter.words} in its words"
            raise WrongLine(place or agreed + 1, why)
        if place is None or not heads[place - 1].startswith(letter.head):
            if agreed == len(heads) and not any(_cut(one) in at or not one.sent for one in shows[number:]):
                raise outgrown(f"{_cut(letter)} of your letter of {quoted(letter.date)}", agreed, letter.game)
            last = max(len(heads), agreed + 1)
            why = f"{letter} shows the head {quoted(letter.head)}, and no line of the record has it"
            raise WrongLine(agreed + 1, f"{why}: a line from {agreed + 1} on is not what was told, or is missing", last)
        if letter.sent is not None and place < agreed:
            why = f"{letter} shows the head after line {place}, and one sent before it that after line {agreed}"
            raise WrongLine(place + 1, why, agreed)
        agreed = place if letter.sent is not None else agreed
    distinct = len({letter.head for letter in shows})
    return Check("letters", f"{len(letters)} of this game; the heads that they show, {distinct}, are in the record")


def check_hands(letters: Sequence[Received], passed: Sequence[Passed], heads: Sequence[str]) -> Iterator[Check]:
    """Check that each hand in a letter is the one of the player's seat at the line of its head. Raises WrongLine."""
    at = _places(heads)
    dealt = _since(passed, "deal")
    taken_over = _since(passed, "replace")
    seats: dict[str, tuple[int, int]] = {}
    fits: Counter[int] = Counter()
    waits = 0
    for letter in letters:
        place = at.get(_cut(letter), 0)
        if not letter.hand or not place:
            continue
        if passed[place - 1].open:
            waits += 1
            continue
        seat = _holder(passed[place - 1].game, letter.hand)
        known, since = seats.get(letter.to, (seat, place))
        if seat is None or (seat != known and taken_over[max(place, since) - 1] <= min(place, since)):
            whose = "nobody's at that line" if seat is None else f"that of seat {seat}, and those before seat {known}'s"
            raise WrongLine(
                dealt[place - 1], f"{letter} shows the hand {quoted(letter.hand)}: by the seed it is {whose}"
            )
        seats[letter.to] = (seat, place)
        fits[seat] += 1
    for seat, count in sorted(fits.items()):
        yield Check("letters", f"seat {seat}: each hand in them is the recomputed one ({count} of {count})")
    if waits:
        yield Check("letters", f"hands of a round that is not revealed yet: {waits}, not compared", held=False)


def _holder(game: Game, hand: str) -> int | None:
    """The seat that holds exactly these cards."""
    held = sorted(hand.split())
    return next((seat for seat in SEATS if sorted(map(str, game.hand(seat))) == held), None)


def _since(passed: Sequence[Passed], kind: str) -> list[int]:
    """For each line, the number of the last line of a kind up to it, 0 if there is none."""
    found, last = [], 0
    for one in passed:
        last = one.entry.number if one.entry.kind == kind else last
        found.append(last)
    return found


def _places(heads: Sequence[str]) -> dict[str, int]:
    return {head[:HEAD_SHOWN]: place for place, head in enumerate(heads, 1)}


def _cut(letter: Received) -> str:
    return letter.head[:HEAD_SHOWN]


def _letters(place: Path) -> Iterator[Message]:
    """All letters at a place, each with its headers."""
    if not place.is_dir():
        with place.open("rb") as raw:
            first = raw.read(LARGEST)
        if first.startswith(MBOX):
            yield from mailbox.mbox(place, create=False)
        else:
            yield message_from_bytes(first)
    elif (place / "cur").is_dir():
        yield from mailbox.Maildir(place, create=False)
    else:
        for file in sorted(place.glob("*.eml")):
            with file.open("rb") as raw:
                yield message_from_bytes(raw.read(LARGEST))


def _received(letter: Message) -> Received:
    date, head = _header(letter, "Date"), _header(letter, "Spades-Record")
    return Received(
        game=_header(letter, "Spades-Game"),
        name=_header(letter, "Message-ID") or "without a Message-ID",
        date=date or "no date",
        sent=_sent(date),
        to=parseaddr(_header(letter, "To"))[1].lower(),
        head=head,
        words=_in_words(letter, head),
        hand=_header(letter, "Spades-Hand"),
    )


def _in_words(letter: Message, head: str) -> str:
    """The head that the text or HTML of a letter shows where it should show `head`; empty if it does. The text also
    quotes what players say at the table, so another head beside the right one proves nothing."""
    for part in letter.walk():
        payload = part.get_payload(decode=True) if part.get_content_type() in WORDS else None
        if isinstance(payload, bytes):
            heads: list[str] = [found.decode() for found in HEAD_IN_WORDS.findall(TAG.sub(b"", payload))]
            if heads and head and head[:HEAD_SHOWN] not in heads:
                return heads[-1]
    return ""


def _header(letter: Message, name: str) -> str:
    """A header's value on one line, empty if there is none."""
    return " ".join(str(letter.get(name, "")).split())


def _sent(date: str) -> datetime | None:
    try:
        sent = parsedate_to_datetime(date)
    except (ValueError, TypeError, OverflowError):
        return None
    return sent.replace(tzinfo=UTC) if sent.tzinfo is None else sent

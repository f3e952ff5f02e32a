"""The files attached to letters: the public record of a game or a tournament, before it begins the commitments to its
first deal, and a time to meet for a calendar (RFC 5545).

Never writes the lines of a record: spades/record_lines.py does.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime

from referee.post.messages import Attachment
from referee.post.reading.safe_lines import clean
from referee.telling.letter_kinds import Answer, RecordPage
from referee.telling.notices import HALF_AN_HOUR, GameResult, MeetNews, MeetPlease, TableFull, TableSeated
from referee.telling.tournaments.notices import Champion, Drawn
from referee.tournaments.tournament import Tournament

OCTETS = 75
"""The octets of a line of a calendar, at most."""


def record_name(game: int) -> str:
    """Name the file: `spades-12.jsonl`."""
    return f"spades-{game}.jsonl"


def tournament_record_name(number: int) -> str:
    """Name the file: `tournament-3.jsonl`."""
    return f"tournament-{number}.jsonl"


def record_text(lines: Iterable[str]) -> str:
    """Write the whole file, from which anyone can compute the head: ASCII, each line with a newline at its end."""
    return "".join(f"{line}\n" for line in lines)


def record_file(game: int, lines: Iterable[str]) -> Attachment:
    """Make the file an attachment."""
    return Attachment(name=record_name(game), text=record_text(lines))


def _of_tournament(t: Tournament, lines: Iterable[str]) -> tuple[Attachment, ...]:
    return (Attachment(name=tournament_record_name(t.number), text=record_text(lines)),) if lines else ()


def calendar(meeting: MeetNews) -> str:
    """Write the file of a meeting. Another time for the same game bears the same UID, so that it takes the old one's
    place."""
    names = ", ".join((*meeting.come, *meeting.silent))
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Spades Referee//EN",
        "BEGIN:VEVENT",
        f"UID:spades.{meeting.game}.meet@{meeting.host}",
        f"SEQUENCE:{meeting.number}",
        f"DTSTAMP:{_stamp(meeting.written)}",
        f"DTSTART:{_stamp(meeting.at)}",
        f"DTEND:{_stamp(meeting.at + HALF_AN_HOUR)}",
        f"SUMMARY:{_escaped(f'Spades, game {meeting.game}: {names}')}",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    return re.sub(r"([\\;,])", r"\\\1", clean(text))


def _folded(line: str) -> str:
    """Break a line after at most 75 octets, and never within a character (RFC 5545, 3.1)."""
    folded, size = "", 0
    for character in line:
        size += len(character.encode())
        if size > OCTETS:
            folded, size = f"{folded}\r\n ", 1 + len(character.encode())
        folded += character
    return folded


def attached(answer: Answer) -> tuple[Attachment, ...]:
    """List the files attached to an answer."""
    match answer:
        case RecordPage(game=int(game), lines=lines):
            return (record_file(game, lines),)
        case GameResult(view, lines):
            return (record_file(view.game, lines),)
        case RecordPage(tournament=Tournament() as t, lines=lines) | Champion(tournament=t, lines=lines):
            return _of_tournament(t, lines)
        case Drawn(tournament=t, lines=lines):
            return _of_tournament(t, lines)
        case MeetNews() | MeetPlease():
            meeting = answer.of if isinstance(answer, MeetPlease) else answer
            return (Attachment(name=f"spades-{meeting.game}.ics", text=calendar(meeting), subtype="calendar"),)
        case TableFull() | TableSeated():
            return (Attachment(name=f"commitments-{answer.game}.txt", text=record_text(answer.commits)),)
    return ()

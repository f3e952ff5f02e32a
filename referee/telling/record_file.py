"""The files attached to letters: the public record of a game or a tournament, before it begins the commitments to its
first deal, and a time to meet for a calendar (RFC 5545).

Never writes the lines of a record: spades/record_lines.py does.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from referee.post.messages import Attachment
from referee.telling.letter_kinds import RecordPage
from referee.telling.notices import Answer, GameResult, MeetNews, MeetPlease, TableFull, TableSeated
from referee.telling.tournaments.notices import Champion, Drawn


def record_name(game: int, lines: Sequence[str]) -> str:
    """Name the file by what its first line says is played: `spades-12.jsonl`, `dominoes-12.jsonl`."""
    of = "dominoes" if any('"v":"dominoes-' in line for line in lines[:1]) else "spades"
    return f"{of}-{game}.jsonl"


def tournament_record_name(number: int) -> str:
    """Name the file: `tournament-3.jsonl`."""
    return f"tournament-{number}.jsonl"


def record_text(lines: Iterable[str]) -> str:
    """Write the whole file, from which anyone can compute the head: ASCII, each line with a newline at its end."""
    return "".join(f"{line}\n" for line in lines)


def record_file(game: int, lines: Sequence[str]) -> Attachment:
    """Make the file an attachment."""
    return Attachment(name=record_name(game, lines), text=record_text(lines))


def calendar(game: int, at: datetime, written: datetime, host: str) -> str:
    """Write the file of a time to meet: half an hour; the same event in all letters of the referee at `host`."""
    begins, made = (moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ") for moment in (at, written))
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Spades Referee//EN",
        "BEGIN:VEVENT",
        f"UID:spades.{game}.{begins}@{host}",
        f"DTSTAMP:{made}",
        f"DTSTART:{begins}",
        "DURATION:PT30M",
        f"SUMMARY:Spades by mail: game {game}",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "".join(f"{line}\r\n" for line in lines)


def attached(answer: Answer, written: datetime, host: str) -> tuple[Attachment, ...]:
    """List the files attached to an answer."""
    match answer:
        case RecordPage(game=int(game), lines=lines):
            return (record_file(game, lines),)
        case GameResult(view, lines):
            return (record_file(view.game, lines),)
        case RecordPage() | Champion() | Drawn() if answer.tournament is not None and answer.lines:
            return (Attachment(name=tournament_record_name(answer.tournament.number), text=record_text(answer.lines)),)
        case MeetNews(game=game, at=at) | MeetPlease(game=game, at=at):
            text = calendar(game, at, written, host)
            return (Attachment(name=f"spades-{game}.ics", text=text, subtype="calendar"),)
        case TableFull() | TableSeated():
            return (Attachment(name=f"commitments-{answer.game}.txt", text=record_text(answer.commits)),)
    return ()

"""A game's public record as a file: its name and its text. What its lines say is spades/entries.py's."""

from collections.abc import Iterable

from referee.post.messages import Attachment
from referee.telling.answers import Answer, GameResult, RecordPage


def record_name(game: int) -> str:
    """`spades-12.jsonl`."""
    return f"spades-{game}.jsonl"


def record_text(lines: Iterable[str]) -> str:
    """The whole file, of which the head can be computed: each line with its end, ASCII."""
    return "".join(f"{line}\n" for line in lines)


def record_file(game: int, lines: Iterable[str]) -> Attachment:
    """The file as it goes with a letter."""
    return Attachment(name=record_name(game), text=record_text(lines))


def attached(answer: Answer) -> tuple[Attachment, ...]:
    """The files that go with an answer."""
    match answer:
        case RecordPage(game, lines):
            return (record_file(game, lines),)
        case GameResult(view, lines):
            return (record_file(view.game, lines),)
    return ()

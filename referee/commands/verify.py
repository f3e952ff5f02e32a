"""`referee verify`: checks a public record, a game's or a tournament's, a line for each check, from nothing but the
record.

Also compares it with heads from letters, if a player has some, and a tournament's with the records of its games. Needs
no configuration; changes nothing.
"""

import re
import sys
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from referee.commands.audits import audit_of
from referee.commands.errors import WRONG_USE, end_unread, fail, sentence
from referee.commands.verify_tournament import TournamentRecords, WrongGame, tournament_verified
from referee.records.lines import HEAD_SHOWN, Check, RecordLine, WrongLine, heads, located
from referee.table.audit.verdict import checks, closing
from referee.tournaments.audit.lines import is_tournament

LARGEST = 20_000_000
"""The most bytes of a record; a game of a hundred rounds has half a million."""
WIDTH = 80
HEAD = re.compile(rf"(?:record\s+)?([0-9a-f]{{{HEAD_SHOWN},64}})\.?")
"""A head as people copy it from a letter, in lower case: by itself, or with the word before it and the stop after."""


class VerifyError(Exception):
    """We cannot check the record as asked; the text says why."""


def verify(
    file: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="A game's record, or a tournament's and its games'; or `-`."),
    ],
    head: Annotated[
        list[str] | None, typer.Option(metavar="HEAD", help="A head from a letter; may be repeated, oldest first.")
    ] = None,
) -> None:
    """Print what holds, up to the first line that is wrong; exit 0 if none is, 2 if the record cannot be checked."""
    try:
        right = _printed(file, tuple(head or ()))
        sys.stdout.flush()
    except BrokenPipeError:
        # typer would end with 1, as if the record were wrong
        end_unread()
    except (VerifyError, OSError) as e:
        fail(str(e) if isinstance(e, VerifyError) else sentence(e), WRONG_USE)
    raise typer.Exit(0 if right else 1)


def _printed(files: Sequence[str], known: tuple[str, ...]) -> bool:
    """Print each check; `known` are heads from letters. Return true if all is right. Raises VerifyError, OSError."""
    records = {file: read_record(file) for file in files}
    tournaments = [file for file, record in records.items() if is_tournament(record)]
    if len(records) > 1 and len(tournaments) != 1:
        raise VerifyError("name one game's record, or one tournament's and those of its games")
    try:
        if tournaments:
            given = {file: record for file, record in records.items() if file != tournaments[0]}
            tournament = TournamentRecords(records[tournaments[0]], given, tuple(map(_head, known)))
            last_words = _say_all(tournament_verified(tournament))
        else:
            last_words = _say_all(game_verified(records[files[0]], known))
    except WrongGame as wrong:
        _say("WRONG", wrong.file, wrong.why)
        return False
    except WrongLine as wrong:
        _say("WRONG", f"line {wrong.number}", wrong.why)
        return False
    for paragraph in last_words:
        print(f"\n{fill(paragraph, WIDTH)}")
    return True


def _say_all(checks: Generator[Check, None, tuple[str, ...]]) -> tuple[str, ...]:
    """Print each check. Returns the last words. Raises WrongLine, WrongGame, VerifyError, OSError."""
    while True:
        try:
            check = next(checks)
        except StopIteration as end:
            found: tuple[str, ...] = end.value
            return found
        _say("ok" if check.held else "later", check.about, check.text)


def game_verified(record: str, known: Sequence[str]) -> Generator[Check, None, tuple[str, ...]]:
    """Yield as `verified`; return the last words."""
    yield from verified(record, known)
    audit = audit_of(record)
    return closing(audit.walk.of(record).entries, audit.words, compared=bool(known))


def read_record(file: str) -> str:
    """Read the text of a record, one character for each byte; `-` is standard input. Raises VerifyError, OSError."""
    if file == "-":
        raw = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(file).open("rb") as opened:
            raw = opened.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise VerifyError(f"{file} is larger than {LARGEST // 1_000_000} MB: it is no record")
    return raw.decode("latin-1")


def verified(record: str, known: Sequence[str] = ()) -> Iterator[Check]:
    """Yield the checks that hold, and those that must wait; `known` are heads from letters, oldest first.

    Raises WrongLine at the first wrong line; VerifyError, before any check, if one of `known` is no head.
    """
    known = [_head(head) for head in known]
    audit = audit_of(record)
    walk = audit.walk.of(record)
    entries = walk.entries
    chain = heads(entry.text for entry in entries)
    yield Check("record", f"{len(entries)} lines, each of them as the format says")
    yield Check("head", chain[-1])
    if known:
        try:
            located(chain, known, entries[0].fields["game"])
        except WrongLine as wrong:
            raise _with_restore(wrong, entries) from None
        yield Check("heads", f"{len(known)} given, and the record has them, in that order")
    yield from checks(walk.passed(), audit.words)


def _with_restore(wrong: WrongLine, entries: Sequence[RecordLine]) -> WrongLine:
    """Explain a missing head by a restored database, its likely cause, if the record mentions one."""
    for entry in entries:
        if entry.kind == "restore" and entry.number >= wrong.number:
            why = (
                f"line {entry.number} says that the referee's database was restored from an older copy, and what was "
                "told between that copy and this line is in no record"
            )
            return WrongLine(wrong.number, f"{wrong.why}; {why}", wrong.last)
    return wrong


def _head(text: str) -> str:
    """Return the digits of a head as somebody typed it. Raises VerifyError."""
    found = HEAD.fullmatch(text.strip().lower())
    if found is None:
        raise VerifyError(f"{text!r} is no head: it has {HEAD_SHOWN} to 64 digits out of 0-9 and a-f")
    return found[1]


def _say(word: str, about: str, text: str) -> None:
    first = f"{word:<6}{about:<11} "
    print(
        fill(
            text,
            WIDTH,
            initial_indent=first,
            subsequent_indent=" " * len(first),
            break_long_words=False,
            break_on_hyphens=False,
        )
    )

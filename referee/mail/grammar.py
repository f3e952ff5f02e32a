"""Text to what it asks: a line is a command only if the whole line reads as one; all else is conversation.

Never judges whether the sender may ask it. The commands themselves are rows of phrasebook.COMMANDS.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from referee.mail import requests as ask
from referee.mail.cardwords import is_interjection, read_cards
from referee.mail.lines import safe_line
from referee.mail.messages import Automatic, Incoming
from referee.mail.names import check_name
from referee.mail.phrasebook import COMMANDS, TOPICS, Row
from referee.mail.requests import Asked, Reading, Request, Unclear
from referee.mail.startblock import block_length, check_rest, read_start
from referee.spades import commands as game
from referee.spades.sheets import SHEETS

__all__ = ["COMMANDS", "check_name", "read_commands", "read_mail"]

LINES = 2000
LINE = 1200
"""No command is longer than this many characters."""

COMMANDS_OF_A_MAIL = 50
UNCLEAR_LINES = 10
"""How many of them are told of: nothing of such a mail is done, however many there are."""

WRAPPED_AT = 60
"""Free text on a line as long as this may go on with the next: mail programs break lines at 70 or so."""

HIGHEST_BARE = 26
MOVES = (ask.BareCard, ask.BareNumber, game.MakeBid, game.PlayCard)
EMPHASIS = re.compile(r"(\*\*|[*`])(?=\S)([^*`]+)(?<=\S)\1")
CHARGE = re.compile(r"charge (.{1,40})", re.IGNORECASE)


def read_mail(incoming: Incoming, sheets: Collection[str] = SHEETS) -> Reading:
    """What a mail asks: its body, or its subject where the body asks nothing and the subject may be a command."""
    reading = read_commands(incoming.text, sheets)
    if reading.asked or reading.unclear or incoming.reply_subject or incoming.automatic is not Automatic.NO:
        return reading
    # with the body below it, so that a `start` in the subject has its lines
    titled = read_commands(f"{incoming.subject}\n\n{incoming.text}", sheets)
    return replace(titled, chat=reading.chat)


def read_commands(text: str, sheets: Collection[str] = SHEETS) -> Reading:
    """All that a text asks, in order, with the lines that were meant as commands but are unclear.

    `sheets` are the names that `help` knows besides its topics: an operator may have sheets of eir own.
    """
    lines = text.split("\n")[:LINES]
    asked: list[Asked] = []
    unclear: list[Unclear] = []
    chat: str | None = None
    at = 0
    while at < len(lines) and len(unclear) < UNCLEAR_LINES:
        echo = safe_line(lines[at])
        found, used = _read(lines, at)
        if isinstance(found, ask.Help) and found.topic not in (None, *TOPICS, *sheets):
            found = None
        first = next((each.line for each in asked if isinstance(each.request, MOVES)), None)
        if isinstance(found, str):
            unclear.append(Unclear(echo, found))
        elif isinstance(found, MOVES) and first:
            unclear.append(Unclear(echo, f"a mail may hold one bid or play, and `{first}` is one; send one of them"))
        elif found and len(asked) == COMMANDS_OF_A_MAIL:
            unclear.append(Unclear(echo, f"a mail may hold {len(asked)} commands; send the others in a second one"))
            break
        elif found:
            below = tuple(map(safe_line, lines[at + 1 : at + used]))
            asked.append(Asked(echo, found, tuple(line for line in below if line)))
        else:
            chat = chat or echo or None
        at += used
    return Reading(tuple(asked), tuple(unclear), chat)


def _read(lines: Sequence[str], at: int) -> tuple[Request | str | None, int]:
    """What the line at `at` asks, or a sentence on why it is unclear, or None for chat; and how many lines it takes."""
    line = _plain(lines[at])
    spoken = line.rstrip(" .!")
    found = next(((row, match) for row in COMMANDS if (match := _match(row, line, spoken))), None)
    used = 1
    try:
        if found is None:
            return _bare(line, spoken), used
        row, match = found
        if row.word == "start":
            used += block_length(lines[at + 1 :])
            begin = read_start(lines[at + 1 : at + used])
            check_rest(lines[at + used :])
            return begin, used
        if row.wraps:
            line, used = _unwrapped(lines, at)
            match = row.pattern.fullmatch(line) or match
        request = row.make(match)
        if isinstance(request, ask.VoidTo):
            request, used = _charged(request, lines, at, used)
        return request, used
    except ValueError as why:
        return safe_line(str(why), 400), used


def _plain(line: str) -> str:
    plain = EMPHASIS.sub(r"\2", " ".join(line[:LINE].split()))
    return plain[1:-1] if len(plain) > 2 and plain[0] == plain[-1] == "_" else plain


def _match(row: Row, line: str, spoken: str) -> re.Match[str] | None:
    return row.pattern.fullmatch(line if row.wraps or row.verbatim else spoken)


def _bare(line: str, spoken: str) -> Request | None:
    """A card, number, `nil` alone, or the name of a command that needs more."""
    if re.fullmatch(r"[0-9]{1,2}", spoken) and int(spoken) <= HIGHEST_BARE:
        return ask.BareNumber(int(spoken))
    if spoken.lower() == "nil":
        return ask.BareNumber(0)
    if (cards := read_cards(spoken)) and not is_interjection(line):
        if len(cards) > 1:
            raise ValueError(f"it names {len(cards)} cards; name the one that you play, like `play {cards[0]}`")
        return ask.BareCard(cards[0])
    if usage := next((row.usage for row in COMMANDS if row.word == spoken.lower()), None):
        raise ValueError(f"it is not complete; write it like `{usage}`")
    return None


def _unwrapped(lines: Sequence[str], at: int) -> tuple[str, int]:
    """Free text with the lines that a mail program broke off it, and how many lines that is."""
    end = at + 1
    while end < len(lines) and len(lines[end - 1]) >= WRAPPED_AT and lines[end].strip() and not _is_command(lines[end]):
        end += 1
    return " ".join(" ".join(lines[at:end])[:LINE].split()), end - at


def _is_command(line: str) -> bool:
    plain = _plain(line)
    spoken = plain.rstrip(" .!")
    return CHARGE.fullmatch(spoken) is not None or any(_match(row, plain, spoken) for row in COMMANDS)


def _charged(ruling: ask.VoidTo, lines: Sequence[str], at: int, used: int) -> tuple[ask.VoidTo, int]:
    """The ruling with the `charge NAME` of the line below, if there is one."""
    below = next((n for n in range(at + used, len(lines)) if lines[n].strip()), at)
    match = CHARGE.fullmatch(_plain(lines[below]).rstrip(" .!"))
    if not match or ruling.charge:
        return ruling, used
    return replace(ruling, charge=check_name(match[1])), below + 1 - at

"""What the sender wrote now, out of the whole text: no quotes, signatures, disclaimers, forwarded originals.

When in doubt a line is cut: a move that was not found is asked for again, a move that nobody made cannot be taken back.
Never looks at what the lines mean to the game.
"""

from collections.abc import Sequence

from quotequail import quote

from referee.mail import quotes
from referee.mail.quotes import MARKER

__all__ = ["MARKER", "new_text"]

CHARACTERS = 64 * 1024
LINES = 2000
LINE = 400
"""How much of a line the patterns look at."""

ATTRIBUTION_LINES = 6
FIELDS_NEAR = 6
WRAPPED_AT = 60
"""A quoted line as long as this may have been wrapped, and its end left without a quote mark."""

INVISIBLE = str.maketrans(
    dict.fromkeys(
        "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\0", ""
    )
)


def new_text(text: str) -> str:
    """The new text of a mail's whole text, lines joined by line feeds, without blank lines at either end.

    Reads at most 64 KiB of characters and 2,000 lines, in time linear in them.
    """
    clean = text[:CHARACTERS].replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ").translate(INVISIBLE)
    lines = clean.split("\n")[:LINES]
    seen = [line[:LINE].rstrip() for line in lines]
    kept: list[str] = []
    position, leftover = 0, False
    while position < len(lines):
        line = seen[position]
        if quotes.QUOTED.match(line):
            leftover = len(line) >= WRAPPED_AT
        elif not line:
            kept.append("")
            leftover = False
        elif _ends_new_text(seen, position):
            break
        elif length := _attribution(seen, position):
            if not _quote_follows(seen, position + length):
                break
            position += length - 1
        elif not leftover:
            kept.append(lines[position].rstrip())
        position += 1
    return "\n".join(kept).strip("\n")


def _ends_new_text(lines: Sequence[str], position: int) -> bool:
    line = lines[position]
    return (
        quotes.MARKED in line.lower()
        or _is_titled_rule(line)
        or any(pattern.match(line) for pattern in quotes.SEPARATORS)
        or quotes.DEVICES.match(line) is not None
        or quotes.DISCLAIMERS.match(line) is not None
        or _is_header_block(lines, position)
    )


def _is_titled_rule(line: str) -> bool:
    """`-----Original Message-----` in any language."""
    rule = line.strip(" \t*")
    title = rule.strip("- ")
    dashed = rule.startswith("--") and rule.endswith("--")
    return dashed and 0 < len(title) <= 100 and not title.startswith("BEGIN PGP SIGNED")


def _is_header_block(lines: Sequence[str], position: int) -> bool:
    if not quotes.FIELD.match(lines[position]):
        return False
    near = [line for line in lines[position : position + 2 * FIELDS_NEAR] if line][:FIELDS_NEAR]
    return sum(quotes.FIELD.match(line) is not None for line in near) >= 2


def _attribution(lines: Sequence[str], position: int) -> int:
    """How many lines the attribution that begins here has, wrapped as it may be; 0 where none begins."""
    if _known_to_quotequail(lines[position]):
        return 1
    if not (quotes.DATED.search(lines[position]) or quotes.ADDRESSED.search(lines[position])):
        return 0
    for end in range(position + 1, min(position + ATTRIBUTION_LINES, len(lines)) + 1):
        if lines[end - 1] and _is_attribution(lines[position:end]):
            later = range(position + 1, end)
            own = any(_starts(lines[start]) and _is_attribution(lines[start:end]) for start in later)
            return 0 if own else end - position
        if lines[end - 1].endswith(":"):
            return 0
    return 0


def _starts(line: str) -> bool:
    return quotes.DATED.search(line) is not None or quotes.STARTS.match(line) is not None


def _is_attribution(lines: Sequence[str]) -> bool:
    joined = " ".join(line.strip() for line in lines if line)[:LINE]
    if not quotes.ENDS.search(joined):
        return quotes.BARE_DATE.match(joined) is not None
    return (
        joined.endswith(">:") or quotes.WROTE.search(joined) is not None or quotes.BARE_DATE.match(joined) is not None
    )


def _known_to_quotequail(line: str) -> bool:
    # one line at a time: it would take everything below an attribution for a quote, and some of its patterns are slow
    return line.endswith((":", ">", "-", "_")) and len(line) < 200 and len(quote(line, quote_intro_line=True)) == 2


def _quote_follows(lines: Sequence[str], position: int) -> bool:
    following = next((line for line in lines[position:] if line), "")
    return quotes.QUOTED.match(following) is not None

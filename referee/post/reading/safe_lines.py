"""Text from strangers: made safe to echo; and is there anything to see? Never judges what it means."""

import unicodedata

ECHO = 200
"""The most characters of a line that we ever echo."""

LONGEST = 4000

SEEN = frozenset("LNPS")
"""The first letters of the categories of characters that can be seen."""

UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\ufffd")
"""Blanks of other names, and the places of pictures and of what could not be read."""


def is_seen(text: str) -> bool:
    """Tell if a text holds anything that can be seen."""
    return any(unicodedata.category(each)[0] in SEEN and each not in UNSEEN for each in text)


def safe_line(text: str, limit: int = ECHO) -> str:
    """Make one printable line in NFC, white space as single spaces, without control, format (bidi) or private
    characters."""
    clipped = unicodedata.normalize("NFC", text[: 4 * limit])
    if not (clipped.isascii() and clipped.isprintable()):
        clipped = "".join(map(_safe, clipped))
    return " ".join(clipped.split())[:limit].rstrip()


def _safe(character: str) -> str:
    """Return the character, a space for white space, an empty text for an invisible character."""
    if character.isspace():
        return " "
    return "" if unicodedata.category(character).startswith("C") else character


def clean(text: str) -> str:
    """Return the text itself if it is printable, else one safe line of at most 4,000 characters."""
    return str(text) if text.isprintable() else safe_line(text, LONGEST)

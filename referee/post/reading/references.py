"""HTML's character references as the characters that they stand for. Reads no tags: html_text.py does."""

import re
from html import unescape

LONG_REFERENCE = re.compile(r"&#(?:0+(?=[0-9]))?([0-9]{1,8})[0-9]*+")


def resolve(text: str) -> str:
    """The text with HTML's character references resolved, however many digits they have."""
    # int() reads at most 4300 digits; eight are already more than Unicode needs
    return unescape(LONG_REFERENCE.sub(r"&#\1", text)) if "&" in text else text

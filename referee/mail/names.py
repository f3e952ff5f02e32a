"""What a player may be called (contract: names)."""

import re
import unicodedata

LONGEST = 24


def check_name(text: str) -> str:
    """The name in NFC with single spaces. Raises ValueError, with a sentence for its writer, if it cannot be used."""
    name = " ".join(unicodedata.normalize("NFC", text[: 8 * LONGEST]).replace("\u2019", "'").split())
    if len(name) > LONGEST:
        raise ValueError(f"a name has at most {LONGEST} characters")
    if not all(c.isalpha() or c in "0123456789 .'-" or _is_mark(name, i) for i, c in enumerate(name)):
        raise ValueError("a name is made of letters, digits, spaces, full stops, apostrophes and hyphens")
    if not re.search(r"[^ .'-]", name):
        raise ValueError("a name has at least one letter or digit")
    return name


def _is_mark(name: str, index: int) -> bool:
    # scripts such as Devanagari write vowels as marks on the letter before
    return index > 0 and unicodedata.category(name[index]) in {"Mn", "Mc"} and name[index - 1] not in " .'-"

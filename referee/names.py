"""The names that a player may have, and which of them look alike. Never knows who has which name.

Skeletons (Unicode Technical Standard 39) find names that look alike. The table is beside this module, reduced to the
characters that names may have: we only need to look each character up, and a package would bring forty times as much
data and releases of its own to wait for.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path

LONGEST = 24
LONGEST_TITLE = 32
INVISIBLE = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x3164, 0xFFA0)),
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Letters and marks that nobody can see (Default_Ignorable_Code_Point)."""
SIGN_WORDS = {".": "full stops", "'": "apostrophes", "-": "hyphens", "+": "plus signs", "&": "ampersands"}


def check_name(text: str) -> str:
    """Check a name, and return it in NFC with single spaces. Raises ValueError, with a sentence for its writer, if we
    cannot use it."""
    return _checked(text, "a name", LONGEST, ".'-")


def check_title(text: str) -> str:
    """Check the name of a tournament, a team or a division like a person's name, and return it; `+` and `&` are allowed
    too."""
    return _checked(text, "the name of a tournament, team or division", LONGEST_TITLE, ".'-+&")


def _checked(text: str, what: str, longest: int, signs: str) -> str:
    name = " ".join(unicodedata.normalize("NFC", text[: 8 * longest]).replace("\u2019", "'").split())
    if len(name) > longest:
        raise ValueError(f"{what} has at most {longest} characters")
    if not all(c.isalpha() or c in f"0123456789 {signs}" or _is_mark(name, i) for i, c in enumerate(name)):
        listed = ", ".join(SIGN_WORDS[sign] for sign in signs[:-1])
        raise ValueError(f"{what} consists of letters, digits, spaces, {listed} and {SIGN_WORDS[signs[-1]]}")
    if not INVISIBLE.isdisjoint(name):
        raise ValueError(f"{what} must not contain invisible letters or marks")
    if not re.search(r"[^ .'+&-]", name):
        raise ValueError(f"{what} needs at least one letter or digit")
    return name


def _is_mark(name: str, index: int) -> bool:
    # scripts such as Devanagari write vowels as marks on the preceding letter
    return index > 0 and unicodedata.category(name[index]) in {"Mn", "Mc"} and name[index - 1] not in " .'-+&"


def same_name(one: str, other: str) -> bool:
    """Tell if two names are the same, ignoring upper and lower case."""
    return one.casefold() == other.casefold()


def look_alike(one: str, other: str) -> bool:
    """Tell if two names are the same or look alike: `Ann` and `Ann.`, `A-nn` or `Ann` with a Cyrillic A.

    Dots, apostrophes, hyphens, spaces and upper case do not tell names apart.
    """
    return not _shapes(one).isdisjoint(_shapes(other))


def _shapes(name: str) -> frozenset[str]:
    """Return the shapes of a name as written and in lower case: `I` looks like `l`, but `i` does not."""
    return frozenset({_shape(name), _shape(_fold(name))})


def _shape(text: str) -> str:
    # twice, because a prototype may be a capital whose lower case has a prototype of its own
    for _ in range(2):
        text = _fold(_skeleton(text))
    return "".join(c for c in text if c.isalnum() or unicodedata.category(c).startswith("M"))


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _skeleton(text: str) -> str:
    """Return the skeleton of the text in NFKC (UTS 39, section 4)."""
    seen = (c for c in unicodedata.normalize("NFKD", text) if c not in INVISIBLE)
    # i and j already have their dot
    bare = re.sub("(?<=[ij])\u0307", "", "".join(map(prototype, seen)))
    return unicodedata.normalize("NFD", bare)


def prototype(character: str) -> str:
    """Return the character that `character` looks like (UTS 39), or itself."""
    return _prototypes().get(character, character)


@cache
def _prototypes() -> dict[str, str]:
    """Map each character to the one that it looks like."""
    lines = Path(__file__).with_name("confusables.txt").read_text("utf-8").splitlines()
    rows = (line.split() for line in lines if not line.startswith("#"))
    return {chr(int(c, 16)): "".join(chr(int(p, 16)) for p in row[0].split("+")) for row in rows for c in row[1:]}

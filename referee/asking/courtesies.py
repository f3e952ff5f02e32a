"""A line without courtesies and drawings: `ok 4`, `bid 4, thanks! :-)`, `- play “QS”`, `Hi, I bid 4`.

No letter is changed, and no word is left out but a courtesy. Also the words of plain talk at a table, by which we know
that a line is its writer's own.
"""

import re
import unicodedata

from referee.asking.cards import DRAWN, SYMBOLS
from referee.post.reading.introducers import Talk

LONGEST = 120
"""A longer line is talk, not a command with a courtesy."""

THANKS = (
    r"please|pls|plz|(?:(?:many )?thanks|thank you)(?: a lot| again| so much| very much| for (?:waiting|reading"
    r"|playing|everything|(?:your|the) (?:help|time|patience|game|deal)))?|thx|tnx|ty"
    r"|danke|merci|gracias|grazie|dank je|bedankt"
)
WISHES = (
    r"(?:cheers|love|best|regards)(?: \w+)?|good luck|gl|have fun|well played|good game|ta|no worries"
    r"|good (?:night|day|evening|morning|afternoon)|have a \w+ \w+|(?:a )?(?:very )?(?:happy|merry) [\w ]{1,40}"
)
YOU = r"(?: to)?(?: (?:you|all|four|of|everyone|everybody|partner|ref|referee))*"

BEFORE = re.compile(
    r"(?:(?:hi|hello|hey|yo|dear|morning|evening|hallo|moin|servus|bonjour|salut|hola|ciao|hoi"
    r"|good (?:morning|day|afternoon|evening)|guten (?:morgen|tag|abend))(?: \w+){0,2} ?[,.!:]"
    r"|(?:hi|hello|hey)(?: all| everyone| guys| folks)?(?= (?:i |my )?(?:bid|play)\b)|(?:ok|okay|please|pls)[,.!:]?) ",
    re.IGNORECASE,
)
"""A courtesy before a command. A greeting has a mark behind it: `Hi Jack` and `Hi 5` are talk."""
AFTER = re.compile(
    rf"(?: (?:{THANKS})|(?: ?[,;.!\u2013-]+ ?(?:and )?| and )(?:{THANKS}"
    rf"|{WISHES})){YOU}(?:[ ,.!]+(?-i:[A-Z][a-z]+))?[ .!]*$",
    re.IGNORECASE,
)
"""A courtesy after a command. A wish has a mark before it: `three cheers` is talk."""
LIST_MARK = re.compile(r"^(?:[-*\u2022\u2013]|\d{1,2}[.)](?! \d+\W*$)) (?=\S)")
FACE = re.compile(r" [:;=]['\u2019]?-?[)(DP]+$")
QUOTES = dict.fromkeys(map(ord, '"\u201c\u201d\u201e\u00ab\u00bb'))
WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
"""Wide letters and figures, as people type them among Chinese and Japanese characters."""
YES = "yes|yep|yeah|yup"
YES_ALONE = f"{YES}|ja|oui"
"""The words of agreement where a letter asks for a `yes`."""
UNSEEN = {"\ufe0e", "\ufe0f", "\u20e3"}
"""Characters that only say how the one before them is drawn."""


def own_words(line: str) -> str | None:
    """Return the line without courtesies, marks and pictures; None if there is nothing to leave out, nothing is left,
    or the line is quoted or too long."""
    if len(line) > LONGEST or line.startswith((">", "|")):
        return None
    # a reader sees the line without characters that only format it
    seen = "".join(c for c in line.translate(WIDE | QUOTES) if c not in UNSEEN and unicodedata.category(c) != "Cf")
    words = LIST_MARK.sub("", " ".join(seen.split()), count=1)
    while (less := _less(words)) != words:
        words = less
    return words if words and words != line else None


def _less(words: str) -> str:
    """Leave one picture or courtesy out at either end."""
    words = FACE.sub("", words.rstrip())
    if _is_picture(words[-1:]):
        return words[:-1]
    if before := BEFORE.match(words):
        return words[before.end() :]
    return AFTER.sub("", words)


def _is_picture(sign: str) -> bool:
    """Tell an emoji from a suit and from `°`."""
    known = sign in SYMBOLS or ord(sign or " ") in DRAWN
    return (
        ("\u2600" <= sign < "\u2c00" or sign >= "\U0001f000")
        and unicodedata.category(sign) in ("So", "Sk")
        and not known
    )


WORDS = """
    trick tricks book books bag bags sandbags card cards deal dealt suit trump trumps nil bidding lead leads
    round rounds game hand hands though tile tiles spinner
"""

TABLE_TALK = Talk(
    words=frozenset(WORDS.split()), acts=("play", "bid", "card", "lead", "tile"), tag=r"\[(?:spades|dominoes) \d+\]"
)
"""The words of table talk, which `introduces` must not take for the beginning of someone else's text."""

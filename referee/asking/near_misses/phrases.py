"""Bids and cards in whole phrases, compared without blanks: `bidt wo`, `ace ofs pades`. Never sure."""

import re
from itertools import product

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from referee.asking.cards import NUMBER_WORDS, RANK_WORDS, SUIT_WORDS

SHORTEST, LONGEST = 7, 32
"""How many letters may be compared: fewer are too easily a word."""
LONG = 12
"""From so many letters on, two of them may be wrong."""

_BEFORE_CARD = ("", "the", "play", "playthe", "iplay", "iplaythe", "illplay", "illplaythe")
_BEFORE_BID = ("bid", "ibid", "illbid", "mybidis")
_AFTER = ("", "please")
_CARDS = {
    f"{before}{rank}{of}{suit}s{after}": f"play {rank} of {suit}s"
    for before, rank, of, suit, after in product(_BEFORE_CARD, RANK_WORDS, ("", "of"), SUIT_WORDS, _AFTER)
}
_BIDS = {
    f"{before}{number}{after}": f"bid {number}"
    for before, number, after in product(_BEFORE_BID, (*NUMBER_WORDS, "nil"), _AFTER)
}
PHRASES = _CARDS | _BIDS
"""Each phrase without blanks, and the command that it is."""


def nearest_phrases(line: str) -> tuple[str, ...]:
    """The commands whose phrases are nearest to a line, if any is near enough."""
    letters = re.sub(r"[^a-z]", "", line.lower())
    if not SHORTEST <= len(letters) <= LONGEST or re.search(r"\d", line):
        return ()
    most = 2 if len(letters) >= LONG else 1
    near = extract(letters, PHRASES.keys(), scorer=OSA.distance, score_cutoff=most, limit=None)
    least = min((distance for _, distance, _ in near), default=0)
    return tuple(sorted({PHRASES[phrase] for phrase, distance, _ in near if distance == least}))

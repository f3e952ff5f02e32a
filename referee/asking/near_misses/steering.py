"""What a Gamesmaster's badly typed line may be in plain words: `extned 2 days`. Never judges whether they are one."""

from collections.abc import Iterator

from referee.asking.cards import NUMBER_WORDS
from referee.asking.near_misses.typos import corrected

COMMANDS = ("start", "table", "pause", "resume", "limit", "extend", "all", "by", "to", "time")
SPANS = ("second", "minute", "hour", "day", "week")
WORDS = frozenset((*COMMANDS, *SPANS, *(f"{span}s" for span in SPANS), *NUMBER_WORDS))


def steering(words: str) -> Iterator[str]:
    """The lines that `words` may have been meant as, with figures for numbers; as they stand first."""
    for line in (words, *corrected(words, WORDS)):
        yield " ".join(str(NUMBER_WORDS.get(word, word)) for word in line.split())

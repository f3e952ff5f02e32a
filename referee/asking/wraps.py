"""The lines as their writer ended them: joins the lines that a mail program broke at its columns.

Most programs that break lines leave no sign of it, so the length of the lines tells: a line was broken if the first
word of the next one had no room in it. Paragraphs wrapped below 60 columns stay as they are.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from math import inf

NARROWEST = 60
"""The columns that we take a mail program to break at, at least."""
WIDEST = 80
"""The columns at most: a block with a longer line was not broken at all."""
FIRST_WIDEST = 100
"""The columns at which a line that was broken twice was broken first, at most."""
LONG_WORD = 40
"""A longer word, mostly an address, stands out beyond the columns."""
ENDED = re.compile(
    r"[.!?:;\u2026]['\"\u201d\u2019)\]*_]*$|[:;=]['\u2019]?-?[)(DP]+$|[\u2600-\u27bf\U0001f000-\U0001faff]\ufe0f?$"
)
"""The end of a sentence, a smiley or a picture: whatever follows begins anew."""

Test = Callable[[str], bool]


def written(
    lines: Sequence[str], *, anew: frozenset[int], starts_block: Test, ends_freely: Test
) -> Iterator[tuple[int, str]]:
    """Yield the lines that their writer ended, each with the number of its first line.

    `anew` are the numbers of lines that surely begin anew. From a line for which `starts_block` is true to the next
    blank one no lines are joined; in one for which `ends_freely` is true, in its writer's own words, sentences may end
    anywhere.
    """
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            yield at, ""
            at += 1
            continue
        end = next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))
        yield from _block(lines, at, end, anew, starts_block, ends_freely)
        at = end


def _block(
    lines: Sequence[str], first: int, end: int, anew: frozenset[int], starts_block: Test, ends_freely: Test
) -> Iterator[tuple[int, str]]:
    width = _width(lines[first:end])
    begun, broken = first, False
    for at in range(first + 1, end):
        above, below = lines[at - 1].rstrip(), lines[at].strip()
        if begun == at - 1 and starts_block(above):
            yield from ((n, lines[n].rstrip()) for n in range(begun, end))
            return
        # if a line was broken twice, its second piece is short; `broken` still tells of the pair above
        short = len(above) < NARROWEST and not ENDED.search(above)
        again = broken and short and len(lines[at - 2].rstrip()) + 1 + len(above) <= FIRST_WIDEST
        broken = _is_wrap(above, below, width, is_free=ends_freely(lines[begun]))
        if at not in anew and (broken or again):
            continue
        yield begun, _joined(lines[begun:at])
        begun = at
    yield begun, _joined(lines[begun:end])


def _joined(lines: Sequence[str]) -> str:
    return " ".join(line.strip() for line in lines) if len(lines) > 1 else lines[0].rstrip()


def _width(lines: Sequence[str]) -> float:
    """Return the columns at which a block was broken; endless if it was not."""
    whole = [line.rstrip() for line in lines]
    lengths = (len(line) for line in whole if " " in line.strip() and max(map(len, line.split())) <= LONG_WORD)
    width = max(lengths, default=0)
    return max(NARROWEST, width) if width <= WIDEST else inf


def _is_wrap(above: str, below: str, width: float, *, is_free: bool) -> bool:
    """Tell if the first word of a line had no room in the one above. Emacs breaks no line behind a word with a full
    stop."""
    first, _, rest = below.partition(" ")
    if first.endswith("."):
        first = f"{first} {rest.partition(' ')[0]}".rstrip()
    return len(above) + 1 + len(first) > width and (is_free or not ENDED.search(above))

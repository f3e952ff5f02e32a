"""The report on a checked record of any game, round by round, in words: each check that held, and what nobody can check
yet. Each game says what was played; walk.py judges the lines.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from referee.records.lines import Check, RecordLine, printable
from referee.table.audit.walk import Passed
from referee.table.fairness import ATTEMPTS
from referee.table.sheet import Sheet

PROVEN = (
    "Proven, as far as it says ok: the referee chose neither a deal nor a {piece} of the clock; each follows from a "
    "seed that was fixed before the round before, from the salts, and from what the players did since. {judged} and "
    "the result follow the sheet that line 1 writes out."
)
NOT_PROVEN = (
    "Not proven: that you were told the same record as the others (compare its head with theirs); that the operator "
    "did not look at hands, or say that a mail never came; names, rulings, that the time "
    "of a match was up, and whether a move was the player's or the clock's; the playing order drawn at the start, "
    "which is the referee's word. The first deal rests on the salts alone, and where nobody gave one on nothing that "
    "others gave. "
    "The operator together with a player could have searched for a deal where that player's salt or {piece}s came last."
)
UNCOMPARED = (
    "Not compared with any letter: only the heads in your letters show that these are the lines you were told, and "
    "that each was told before what followed from it. Give them with --head."
)
FOURTH = (
    "The deals of fourth and later attempts at a round were committed to when salts and prev were known: for such a "
    "deal the referee's word alone stands."
)
LATE = (
    "So were the deals of round {rounds}, committed to anew once the round before was over: there, too, the referee's "
    "word alone stands."
)
RESTORED = (
    "Not proven either: that the referee's database was lost where this record says `restore`, and what happened after "
    "the copy that took its place. Heads of letters from that time are in no record."
)
"""The further doubt, if the record has such a deal or such a line."""
AGAIN = {
    "revealed": "the hands of the one before were public",
    "restored": "the referee's database was restored from an older copy",
}
"""The reasons for dealing a round again, besides the hand that the sheet names."""
RULINGS = ("void", "challenge", "concession", "replace")
WAITS = "the hands were thrown in; the next deal waits until the Gamesmaster resumes the game"


class Words(NamedTuple):
    """The words of a game about its records."""

    piece: str
    """A card, or a tile."""
    judged: str
    """The facts that follow the sheet, besides the result."""
    first: str
    """The seat that a deal names."""
    misdeal: str
    """The reason for dealing again that the sheet names."""
    sheets: Mapping[str, Sheet]
    played: Callable[[str, Sequence[Passed[Any]]], Iterator[Check]]
    """The checks of what was played in a round."""
    scored: Callable[[Any, str], str]
    """The words for how the game stands after it, with the score."""


def checks(passed: Iterable[Passed[Any]], words: Words) -> Iterator[Check]:
    """Yield the checks that the right lines show, a round at a time. Raises WrongLine when `passed` does."""
    late: tuple[int, ...] = ()
    for number, group in groupby(passed, key=lambda one: one.game.round):
        lines = list(group)
        yield from _round(number, lines, words, late=number in late) if number else _start(lines, words)
        late = _late(one.entry for one in lines)
        last = lines[-1]
    yield _result(last)


def closing(entries: Iterable[RecordLine], words: Words, *, compared: bool) -> tuple[str, ...]:
    """Return the last words on a record that is right, a paragraph each: what it proves, and what it does not.

    `compared`: the record was compared with heads from letters.
    """
    lines = tuple(entries)
    fourth = any(entry.kind == "deal" and entry.fields["attempt"] > ATTEMPTS for entry in lines)
    restored = any(entry.kind == "restore" for entry in lines)
    anew = LATE.format(rounds=" and ".join(map(str, late))) if (late := _late(lines)) else ""
    besides = (FOURTH if fourth else "", anew, RESTORED if restored else "")
    not_proven = " ".join((NOT_PROVEN.format(piece=words.piece), *filter(None, besides)))
    proven = PROVEN.format(piece=words.piece, judged=words.judged)
    return (proven, not_proven) if compared else (UNCOMPARED, proven, not_proven)


def _late(entries: Iterable[RecordLine]) -> tuple[int, ...]:
    """Return the rounds whose first deal was committed to, or committed to anew, after the previous round was over."""
    over: set[int] = set()
    dealt: set[int] = set()
    late: dict[int, None] = {}
    for entry in entries:
        number = entry.fields.get("round", 0)
        if entry.kind == "round":
            over.add(number)
        if entry.kind == "deal":
            dealt.add(number)
        if entry.kind == "commit" and number - 1 in over and number not in dealt:
            late[number] = None
    return tuple(late)


def _start(lines: Sequence[Passed[Any]], words: Words) -> Iterator[Check]:
    game = lines[0].game
    named = words.sheets.get(game.sheet.name)
    whose = "as its name says" if named == game.sheet else "with parameters of the table's own, written out in line 1"
    names = ", ".join(f"{seat} {printable(name)}" for seat, name in enumerate(game.names, 1))
    yield Check("start", f"seats {names}; sheet {printable(game.sheet.name)}, {whose}")


def _round(number: int, lines: Sequence[Passed[Any]], words: Words, *, late: bool) -> Iterator[Check]:
    about, last = f"round {number}", lines[-1]
    kinds = counted(lines)
    yield from (Check(about, text) for text in _dealt(number, lines, words, late=late))
    yield from words.played(about, lines)
    if rulings := [count(kinds[kind], kind) for kind in RULINGS if kinds[kind]]:
        yield Check(about, f"{', '.join(rulings)}: each was open to whoever made it, and did what the sheet says")
    if kinds["last"]:
        yield Check(about, "the match limit makes it the last round, unless it ends in a tie")
    if kinds["round"]:
        score = next(one.game.score for one in reversed(lines) if one.entry.kind == "round")
        yield Check(about, words.scored(last.game, f"score {score[0]} and {score[1]}"))
    if last.game.thrown_in and last.game.result is None:
        yield Check(about, WAITS, held=False)


def counted(lines: Iterable[Passed[Any]], by: str | None = None) -> Counter[str]:
    """Count the lines of each kind; `by`: of one author alone."""
    return Counter(one.entry.kind for one in lines if by in (None, one.entry.fields.get("by")))


def _dealt(number: int, lines: Sequence[Passed[Any]], words: Words, *, late: bool) -> Iterator[str]:
    """Yield the checks of a round's deals against the commitments."""
    reveals = counted(lines)["reveal"]
    deals = [one.entry.fields for one in lines if one.entry.kind == "deal"]
    if reveals:
        before = "before its deal" if number == 1 or late else f"before the deal of round {number - 1}"
        later = "; those after the third, once that was thrown in" if reveals > ATTEMPTS else ""
        seeds = "1 seed matches its commitment, made" if reveals == 1 else f"{reveals} seeds match commitments made"
        yield f"{seeds} {before}{later}"
    tied = "to the salts alone" if number == 1 else f"to the salts and to what was played in round {number - 1}"
    yield f"dealt when it was due, {words.first}; the deal is tied {tied}"
    for deal in deals:
        if deal["attempt"] > 1:
            yield f"attempt {deal['attempt']} at it, because {AGAIN.get(deal['reason'], words.misdeal)}"


def _result(last: Passed[Any]) -> Check:
    game = last.game
    if game.result is None:
        runs = f"the game runs: round {game.round}, turn {game.turn}"
        return Check("result", runs if game.points is None else "it waits for challenges", held=False)
    winner = "nobody" if game.result.team is None else f"team {game.result.team}"
    return Check("result", f"{winner} by {game.result.by}, score {game.score[0]} and {game.score[1]}")


def count(number: int, noun: str) -> str:
    """Return a number of things: `1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def drawn(number: int, noun: str) -> str:
    """Say that what the clock played is what the seed draws."""
    are = f"{noun} of the clock is the one" if number == 1 else f"{noun}s of the clock are the ones"
    return f"{number} random {are} that the seed draws"

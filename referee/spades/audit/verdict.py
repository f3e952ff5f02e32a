"""The report on a checked record, round by round, in words: each check that held, and what nobody can check yet. Never
judges a line itself: walk.py does."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from referee.records.lines import Check, RecordLine, printable
from referee.spades.game import Game
from referee.spades.sheets import SHEETS
from referee.table.audit.walk import Passed
from referee.table.fairness import ATTEMPTS

PROVEN = (
    "Proven, as far as it says ok: the referee chose neither a deal nor a card of the clock; each follows from a seed "
    "that was fixed before the round before, from the salts, and from what the players did since. Bids, plays, tricks, "
    "scores and the result follow the sheet that line 1 writes out."
)
NOT_PROVEN = (
    "Not proven: that you were told the same record as the others (compare its head with theirs); that the operator "
    "did not look at hands, or say that a mail never came; names, rulings, that the time "
    "of a match was up, and whether a move was the player's or the clock's; the playing order drawn at the start, "
    "which is the referee's word. The first deal rests on the salts alone, and where nobody gave one on nothing that "
    "others gave. "
    "The operator together with a player could have searched for a deal where that player's salt or cards came last."
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
    "misdeal": "a misdeal was called, and a seat that could call it held a hand for it",
    "revealed": "the hands of the one before were public",
    "restored": "the referee's database was restored from an older copy",
}
"""The reasons for dealing a round again."""
WAITS = "the hands were thrown in; the next deal waits until the Gamesmaster resumes the game"


def checks(passed: Iterable[Passed[Game]]) -> Iterator[Check]:
    """Yield the checks that the right lines show, a round at a time. Raises WrongLine when `passed` does."""
    late: tuple[int, ...] = ()
    for number, group in groupby(passed, key=lambda one: one.game.round):
        lines = list(group)
        yield from _round(number, lines, late=number in late) if number else _start(lines)
        late = _late(one.entry for one in lines)
        last = lines[-1]
    yield _result(last)


def closing(entries: Iterable[RecordLine], *, compared: bool) -> tuple[str, ...]:
    """Return the last words on a record that is right, a paragraph each: what it proves, and what it does not.

    `compared`: the record was compared with heads from letters.
    """
    lines = tuple(entries)
    fourth = any(entry.kind == "deal" and entry.fields["attempt"] > ATTEMPTS for entry in lines)
    restored = any(entry.kind == "restore" for entry in lines)
    anew = LATE.format(rounds=" and ".join(map(str, late))) if (late := _late(lines)) else ""
    besides = (FOURTH if fourth else "", anew, RESTORED if restored else "")
    not_proven = " ".join((NOT_PROVEN, *filter(None, besides)))
    return (PROVEN, not_proven) if compared else (UNCOMPARED, PROVEN, not_proven)


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


def _start(lines: Sequence[Passed[Game]]) -> Iterator[Check]:
    game = lines[0].game
    named = SHEETS.get(game.sheet.name)
    whose = "as its name says" if named == game.sheet else "with parameters of the table's own, written out in line 1"
    names = ", ".join(f"{seat} {printable(name)}" for seat, name in enumerate(game.names, 1))
    yield Check("start", f"seats {names}; sheet {printable(game.sheet.name)}, {whose}")


def _round(number: int, lines: Sequence[Passed[Game]], *, late: bool) -> Iterator[Check]:
    about, last = f"round {number}", lines[-1]
    kinds = Counter(one.entry.kind for one in lines)
    clock = Counter(one.entry.kind for one in lines if one.entry.fields.get("by") == "clock")
    yield from (Check(about, text) for text in _dealt(number, lines, kinds["reveal"], late=late))
    if kinds["bid"]:
        yield Check(about, f"{_count(kinds['bid'], 'bid')} in turn and by the sheet{_of_clock(clock['bid'])}")
    yield from _open(about, kinds["play"]) if last.open else _cards(about, kinds, clock["play"])
    if rulings := [_count(kinds[kind], kind) for kind in ("void", "challenge", "concession", "replace") if kinds[kind]]:
        yield Check(about, f"{', '.join(rulings)}: each was open to whoever made it, and did what the sheet says")
    if kinds["last"]:
        yield Check(about, "the match limit makes it the last round, unless it ends in a tie")
    if kinds["round"]:
        bags = f", bags {last.game.bags[0]} and {last.game.bags[1]}" if last.game.sheet.bag_penalty else ""
        score = next(one.game.score for one in reversed(lines) if one.entry.kind == "round")
        yield Check(about, f"books, score {score[0]} and {score[1]}{bags} follow from bids and cards")
    if last.game.thrown_in and last.game.result is None:
        yield Check(about, WAITS, held=False)


def _dealt(number: int, lines: Sequence[Passed[Game]], reveals: int, *, late: bool) -> Iterator[str]:
    """Yield the checks of a round's deals against the commitments."""
    deals = [one.entry.fields for one in lines if one.entry.kind == "deal"]
    if reveals:
        before = "before its deal" if number == 1 or late else f"before the deal of round {number - 1}"
        later = "; those after the third, once that was thrown in" if reveals > ATTEMPTS else ""
        seeds = "1 seed matches its commitment, made" if reveals == 1 else f"{reveals} seeds match commitments made"
        yield f"{seeds} {before}{later}"
    tied = "to the salts alone" if number == 1 else f"to the salts and to what was played in round {number - 1}"
    yield f"dealt when it was due, the right seat eldest; the deal is tied {tied}"
    for deal in deals:
        if deal["attempt"] > 1:
            yield f"attempt {deal['attempt']} at it, because {AGAIN[deal['reason']]}"


def _cards(about: str, kinds: Counter[str], drawn: int) -> Iterator[Check]:
    if kinds["play"]:
        cards = _count(kinds["play"], "card")
        yield Check(about, f"4 hands recomputed; all {cards} played are those dealt, and in turn")
    if drawn:
        are = "card of the clock is the one" if drawn == 1 else "cards of the clock are the ones"
        yield Check(about, f"{drawn} random {are} that the seed draws")
    if kinds["claim"]:
        yield Check(about, "the claim is proven by the claimer's own hand and what had been played")
    if kinds["misplay"]:
        yield Check(about, f"{_count(kinds['misplay'], 'misplay')} by those hands, charged as the sheet says")


def _open(about: str, plays: int) -> Iterator[Check]:
    if plays:
        yield Check(about, f"{_count(plays, 'card')} in turn, none twice; the tricks went to the highest")
    yield Check(
        about,
        "its seed is not revealed yet: hands, following suit, misplays and cards of the clock cannot be checked",
        held=False,
    )


def _of_clock(bids: int) -> str:
    if not bids:
        return ""
    return f"; {bids} of the clock, what a time-out bids"


def _result(last: Passed[Game]) -> Check:
    game = last.game
    if game.result is None:
        runs = f"the game runs: round {game.round}, turn {game.turn}"
        return Check("result", runs if game.points is None else "it waits for challenges", held=False)
    winner = "nobody" if game.result.team is None else f"team {game.result.team}"
    return Check("result", f"{winner} by {game.result.by}, score {game.score[0]} and {game.score[1]}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

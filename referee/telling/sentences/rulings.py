"""Misplays, challenges, misdeals and voids in sentences, with what they cost. Rules on nothing itself.

Never mentions a renege that a sheet lets stand, except in the challenge that proves it.
"""

from collections.abc import Iterator

from referee.spades.cards import Card
from referee.spades.rulesheet import Limits
from referee.spades.view import SeatView
from referee.table import events as ev
from referee.table.seats import team_of
from referee.telling import news as n
from referee.telling.formats import card_name, count, ordinal, signed

SUITS_LED = {"S": "a spade", "H": "a heart", "D": "a diamond", "C": "a club"}
UNDONE = {"spades": ("bids and plays", "Cards, leads and counts"), "dominoes": ("plays", "Tiles and counts")}
"""The acts that a void takes back, and the things that it sets back, by game."""
CHALLENGE = "challenge trick 5 NAME"
"""An example of a challenge."""


def price(points: int, books: int, round: str = "this round") -> str:
    """Say what a misplay costs: `score -100`, `lose 3 books of this round`."""
    parts = [f"score {signed(points)}"] if points else []
    if books:
        parts.append(f"lose {count(books, 'trick')} of {round}")
    return " and ".join(parts) or "pay nothing for it"


def own_misplay(item: n.Misplay, scene: SeatView) -> str:
    """Tell the player, whose turn it still is, of their own misplay: `The 6 of clubs is a misplay: you do not hold it.`
    The score below it counts misplays."""
    cost = price(item.points, scene.sheet.misplay_cost.books)
    first = f"The {card_name(item.card)} is a misplay: you {_fault(item, scene)}. The play is void; you {cost}."
    limits = scene.sheet.misplay_forfeit
    return first if limits is None else f"{first} {_forfeit(limits)}"


def misplay(item: n.Misplay, scene: SeatView) -> Iterator[str]:
    """Say which card somebody named against the rules, and what it costs."""
    cost = price(item.points, scene.sheet.misplay_cost.books)
    team = scene.team_names(team_of(item.seat))
    yield misplayed(scene.name(item.seat), item.card, _fault(item, scene), f"{team} {cost}")
    yield from _counted(item, scene)


def misplayed(name: str, card: Card, fault: str, cost: str) -> str:
    """Say in letters and on pages that a card was named against the rules; `cost` says who pays what."""
    return f"{name} misplays: they named the {card_name(card)}, but {fault}. The play is void; {cost}."


def fault_words(fault: str, led: Card | None) -> str:
    """Say what was wrong with a card, after `they` or `you`; `led` is the card led to the trick."""
    if fault == "revoke" and led is not None:
        return f"hold {SUITS_LED[led.suit]} and must follow"
    return "do not hold it"


def _fault(item: n.Misplay, scene: SeatView) -> str:
    return fault_words(item.fault, scene.table[0].card if scene.table else None)


def _counted(item: n.Misplay, scene: SeatView) -> Iterator[str]:
    limits = scene.sheet.misplay_forfeit
    in_round, in_game = ordinal(item.in_hand), ordinal(item.in_game)
    yield f"It is their team's {in_round} misplay in this round and {in_game} in the game."
    if limits is not None:
        yield _forfeit(limits)


def _forfeit(limits: Limits) -> str:
    return f"The {ordinal(limits.hand)} in a round or the {ordinal(limits.game)} in a game forfeits."


def misdeal(item: ev.Misdealt, scene: SeatView) -> Iterator[str]:
    """Say why the hands are thrown in."""
    if scene.sheet.game == "dominoes":
        yield f"{scene.name(item.seat)} was dealt five doubles or more, so all four hands are thrown in."
        return
    yield (
        f"{scene.name(item.seat)} calls a misdeal: they hold no ace, king, queen or jack, and no spade. "
        "All four hands are thrown in."
    )


def throws_in(item: n.News | None) -> bool:
    """Tell if the news throws the hands in."""
    return isinstance(item, ev.Misdealt) or (isinstance(item, n.Void) and item.thrown_in)


def waits(attempt: int) -> str:
    """Say that the deal after `attempt` waits for the Gamesmaster."""
    return (
        f"It was attempt {attempt} at this round, so the clock stops until the Gamesmaster restarts it. "
        "The round is then dealt again."
    )


def challenge(item: n.Challenge, scene: SeatView) -> Iterator[str]:
    """Say what a challenge found, and what it costs."""
    name, accused = scene.name(item.seat), scene.name(item.accused)
    wrong = team_of(item.accused if item.proven else item.seat)
    yield finding(name, accused, item.book, item.round, proven=item.proven)
    paid = _paid(item.points, item.books, item.lost, f"round {item.round}")
    yield f"{scene.team_names(wrong)} {paid}."
    limits = scene.sheet.misplay_forfeit
    if limits is not None and item.proven:
        yield _forfeit(limits)


def finding(name: str, accused: str, book: int, round: int, *, proven: bool) -> str:
    """Say in letters and on pages what a challenge found."""
    found = "they could have followed suit and did not" if proven else "it was no renege"
    return f"{name} challenges what {accused} played in trick {book} of round {round}: {found}."


def pays(points: int, books: int, where: str = "this round") -> str:
    """Say in letters and on pages what a challenge or a charge costs in a round that is not scored yet."""
    return f"{price(points, books, where)}{', unless losing tricks would help them' if books else ''}"


def _paid(points: int, books: int, lost: int | None, where: str) -> str:
    """Say what a misplay costs or, if its round had already been scored, what the team lost when it was scored
    again."""
    if lost is None:
        return pays(points, books, where)
    if lost or not books:
        return price(points, lost, where)
    score = f"score {signed(points)} and " if points else ""
    return f"{score}lose no trick of {where}, since losing tricks would help them"


def void(item: n.Void, scene: SeatView) -> Iterator[str]:
    """Say what the Gamesmaster declares void."""
    yield voided(item.to, item.reason, UNDONE[scene.sheet.game][0])
    if item.charge is not None:
        where = "this round" if item.scored is None else f"round {item.scored}"
        cost = _paid(item.points, scene.sheet.misplay_cost.books, item.lost, where)
        yield charged(scene.name(item.charge), f"{scene.team_names(team_of(item.charge))} {cost}")
    yield from _back(item, scene)


def voided(to: int, reason: str = "", acts: str = "bids and plays") -> str:
    """Say in letters and, without the reason, on pages what the Gamesmaster declares void."""
    why = f" The reason: {reason.rstrip('.')}." if reason else ""
    return f"The Gamesmaster declares void all {acts} since turn {to}.{why}"


def charged(name: str, cost: str) -> str:
    """Say in letters and on pages whose misplay it was that a void takes back; `cost` says who pays what."""
    return f"It counts as a misplay by {name}: {cost}."


def _back(item: n.Void, scene: SeatView) -> Iterator[str]:
    """Say to which state a void leads back. It never leads back to hands that everyone knows, or from the end of a game
    into play."""
    if scene.result is not None or (scene.thrown_in and not item.thrown_in):
        yield "All counts are back to what they were then."
    elif item.thrown_in:
        yield "All four hands are public by now, so they are thrown in."
    else:
        yield f"{UNDONE[scene.sheet.game][1]} are back to what they were then, and what was due then is due again."


def lost(item: n.Restored) -> str:
    """Say what the referee has lost."""
    return f"The referee has lost its latest records: it knows nothing that happened in this game after {item.since}."


SEEN = {
    "spades": "Cards and hands of this round may have been seen since then, so all four hands are thrown in and the "
    "bids are void",
    "dominoes": "Tiles of this round may have been seen since then, so all four hands and their points are thrown in",
}
"""Why a restore throws a round in, by game."""


def restored(item: n.Restored, scene: SeatView) -> Iterator[str]:
    """Say what is lost, and how the game goes on."""
    yield lost(item)
    if item.thrown_in:
        yield (
            f"{SEEN[scene.sheet.game]}; the score is what it was then. Letters about this game from the lost time no "
            "longer count, and the heads that they show are in no record."
        )
        yield (
            "The clock is stopped until the Gamesmaster answers their copy of this letter. With resume the round is "
            "dealt again, from seeds fixed after the loss; with abort the game ends without a winner."
        )
    else:
        yield (
            "The round that is over counts as it was scored by then. The clock is stopped until the Gamesmaster "
            "answers their copy of this letter: with resume the time for challenges starts again."
        )

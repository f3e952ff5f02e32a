"""Cards played one upon another, as one piece of news: one act makes one letter, with all that follows it. Never says
why a card came: only its player may know whether a plan played it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.spades.view import SeatView
from referee.telling import news as n
from referee.telling.formats import card_label, card_text, listed


@dataclass(frozen=True, slots=True)
class Chain:
    """Plays of one trick in a row, and the trick if they ended it; two plays or more if it goes on."""

    plays: tuple[n.Play, ...]
    won: n.TrickWon | None


def linked(news: Sequence[n.News]) -> Iterator[tuple[n.News | None, n.News | Chain]]:
    """Yield the news in order, each after the piece before it, with plays that follow one another in a trick as chains.
    A play of the clock stands by itself."""
    plays: list[n.Play] = []
    before: n.News | None = None
    for item in news:
        if isinstance(item, n.Play) and not isinstance(before, n.ClockRanOut):
            plays.append(item)
        elif isinstance(item, n.TrickWon) and plays:
            yield None, Chain(tuple(plays), item)
            plays = []
        else:
            yield from _apart(plays)
            yield before, item
            plays = []
        before = item
    yield from _apart(plays)


def _apart(plays: Sequence[n.Play]) -> Iterator[tuple[None, n.News | Chain]]:
    if len(plays) > 1:
        yield None, Chain(tuple(plays), None)
    else:
        yield from ((None, play) for play in plays)


def sentence(chain: Chain, scene: SeatView) -> str:
    """Say the plays of a trick: `Trick 3: Ann 3♥, Bob 5♥, Carol K♥, Dave 2♥. Carol takes it.`, or the plays so far."""
    if chain.won is None:
        first, *others = chain.plays
        played = [f"{scene.name(first.seat)} plays the {card_text(first.card)}"]
        return f"{listed([*played, *(f'{scene.name(play.seat)} the {card_text(play.card)}' for play in others)])}."
    cards = ", ".join(f"{scene.name(play.seat)} {card_label(play.card)}" for play in chain.won.trick)
    return f"{_opening(chain)}: {cards}. {scene.name(chain.won.seat)} takes it."


def _opening(chain: Chain) -> str:
    assert chain.won is not None, "asked only of a whole trick"
    by_rule = any(play.by_rule for play in chain.plays)
    return f"Trick {chain.won.number}{', which the referee plays' if by_rule else ''}"

"""Claims, and what players propose to one another, in sentences. Rules on nothing, and says nothing of plans."""

from collections.abc import Iterator, Sequence

from referee.spades.cards import Card
from referee.spades.events import Claimed, Four, Yielded
from referee.spades.rulesheet import SEATS, TEAMS, team_of
from referee.spades.view import SeatView
from referee.telling import news as n
from referee.telling.formats import bid_text, card_label, card_text, count, listed

Agreement = n.Claim | n.YieldAsked | n.UndoAsked | n.Assent | n.Dissent | n.Lapse | n.Yield
WHAT = {"yield": "to end the round", "undo": "to take an act back"}
ASKED = (n.YieldAsked, n.UndoAsked)
YES_OR_NO = (
    "Do you agree? Answer yes or no: all three of you must say yes; the first no, or the next bid or card, ends it."
)
ALL_MUST = "All three others must say yes; the first no, or the next bid or card, ends it."


def sentences(item: Agreement, scene: SeatView) -> Iterator[str]:
    """The sentences of one piece of news."""
    match item:
        case n.Claim(seat, cards):
            one = len(cards) == 1
            rest = "the trick that is left" if one else f"all {len(cards)} tricks that are left"
            yield f"{scene.name(seat)} claims {rest}, and takes {'it' if one else 'them'} whatever others hold."
            yield f"{scene.name(seat)} held {' '.join(map(card_label, cards))}."
        case n.YieldAsked(seat, books):
            yield f"{scene.name(seat)} proposes to end the round here: {_shares(scene, books)}. {ALL_MUST}"
        case n.UndoAsked(seat, act):
            yield f"{scene.name(seat)} asks to take back {_act(scene, act)}, and all that followed it. {ALL_MUST}"
        case n.Assent(seat, what, silent):
            waiting = f"{listed([scene.name(one) for one in silent])} {'has' if len(silent) == 1 else 'have'}"
            yield f"{scene.name(seat)} agrees {WHAT[what]}. {waiting} yet to answer."
        case n.Dissent(seat, what, proposer):
            proposed = f"what {scene.name(proposer)} proposed" if seat != proposer else "their own proposal"
            yield f"{scene.name(seat)} does not agree {WHAT[what]}, so {proposed} is over and play goes on."
        case n.Lapse(what, proposer):
            yield f"The game went on, so {scene.name(proposer)}'s proposal {WHAT[what]} is over."
        case n.Yield(seat, books):
            yield f"All agree to what {scene.name(seat)} proposed: {_shares(scene, books)}."


def settled_early(view: SeatView) -> str:
    """How a round ended before its last card; empty if it did not."""
    match view.settled:
        case Claimed(_, seat):
            return f"{view.name(seat)} claimed all tricks that were left; the cards not played stay where they were."
        case Yielded(_, seat, books):
            return f"All agreed to what {view.name(seat)} proposed: {_shares(view, books)}."
    return ""


def question(view: SeatView, news: Sequence[n.News] = ()) -> str | None:
    """What the view's seat is asked to agree to; None if nothing waits for its answer."""
    if view.proposal is None or not view.asked:
        return None
    asked = next((item for item in news if isinstance(item, ASKED)), None)
    if asked is not None:
        return next(sentences(asked, view)).replace(ALL_MUST, YES_OR_NO)
    asks = view.name(view.proposal.seat)
    if view.proposal.what == "yield":
        return f"{asks} proposes to end the round here: {_shares(view, view.proposal.books)}. {YES_OR_NO}"
    return f"{asks} asks to take back their last bid or card, and all that followed it. {YES_OR_NO}"


def not_asked(news: Sequence[n.News]) -> tuple[n.News, ...]:
    """The news without what the question says already."""
    return tuple(item for item in news if not isinstance(item, ASKED))


def _shares(scene: SeatView, books: Four) -> str:
    """`of the 5 tricks left Ann + Carol get 3 (Ann 2, Carol 1), Bob + Dave 2 (Bob 2)`."""
    teams = sorted(TEAMS, key=lambda team: -_of(books, team))
    first, other = (f"{_count(_of(books, team))}{_each(scene, books, team)}" for team in teams)
    names = [scene.team_names(team) for team in teams]
    return f"of the {count(sum(books), 'trick')} left {names[0]} get {first}, {names[1]} get {other}"


def _of(books: Four, team: int) -> int:
    return sum(books[seat - 1] for seat in SEATS if team_of(seat) == team)


def _count(number: int) -> str:
    return str(number) if number else "none"


def _each(scene: SeatView, books: Four, team: int) -> str:
    """` (Ann 2, Carol 1)`, since a nil is broken by a trick of one's own."""
    parts = [f"{scene.name(s)} {books[s - 1]}" for s in SEATS if team_of(s) == team and books[s - 1]]
    return f" ({', '.join(parts)})" if parts else ""


def _act(scene: SeatView, act: int | Card) -> str:
    return f"the {card_text(act)}" if isinstance(act, Card) else f"the bid of {bid_text(scene.sheet, act)}"

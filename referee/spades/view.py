"""What one seat, or the public, may know of a game. Letters and robots see only this, never a Game or an Event."""

from dataclasses import dataclass

from referee.spades.cards import Card
from referee.spades.events import Four, Names, Pair
from referee.spades.game import Bids, Game, Result, Trick, due
from referee.spades.moves import in_order, legal_bids, legal_cards
from referee.spades.sheets import RuleSheet, team_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One position as `seat` sees it (None: as everyone does). Tuples of four go by seat, tuples of two by team."""

    game: int
    sheet: RuleSheet
    limit: int
    """The time limit in seconds."""
    seat: int | None
    names: Names
    round: int
    turn: int
    eldest: int
    bids: Bids
    table: Trick
    """The cards of the trick that is being played."""
    tricks: tuple[Trick, ...]
    """The completed tricks of this round, oldest first."""
    books: Four
    score: Pair
    bags: Pair
    misplays_hand: Pair
    misplays_game: Pair
    conceded: tuple[int, ...]
    to_act: tuple[int, str] | None
    """The seat that is to act and `bid` or `play`."""
    paused: bool
    result: Result | None
    hand: tuple[Card, ...] | None
    """The seat's own cards, spades first, high to low; None in a public view."""
    legal_bids: tuple[int, ...]
    legal_cards: tuple[Card, ...]
    """Legal bids and cards of the seat, empty unless it is to act; cards in the hand's order."""
    since: Trick
    """Standing plays of this round since the seat's own last play; all of them in a public view."""

    @property
    def team(self) -> int | None:
        """The seat's team."""
        return None if self.seat is None else team_of(self.seat)

    @property
    def mine(self) -> bool:
        """Whether this seat is to act."""
        return self.to_act is not None and self.to_act[0] == self.seat

    def name(self, seat: int) -> str:
        """The name at `seat`."""
        return self.names[seat - 1]

    def team_names(self, team: int) -> str:
        """`Ann + Carol`."""
        return f"{self.names[team - 1]} + {self.names[team + 1]}"


def view(game: Game, seat: int | None = None) -> SeatView:
    """What `seat` may know at this position."""
    return SeatView(
        game=game.number,
        sheet=game.sheet,
        limit=game.limit,
        seat=seat,
        names=game.names,
        round=game.round,
        turn=game.turn,
        eldest=game.eldest,
        bids=game.bids,
        table=game.trick,
        tricks=game.tricks,
        books=game.books,
        score=game.score,
        bags=game.bags,
        misplays_hand=game.misplays_hand,
        misplays_game=game.misplays_game,
        conceded=tuple(sorted(game.conceded)),
        to_act=due(game),
        paused=game.paused,
        result=game.result,
        hand=None if seat is None else in_order(game.sheet, game.hand(seat)),
        legal_bids=() if seat is None else legal_bids(game, seat),
        legal_cards=() if seat is None else in_order(game.sheet, legal_cards(game, seat)),
        since=_since(game, seat),
    )


def _since(game: Game, seat: int | None) -> Trick:
    plays = game.plays()
    own = [i for i, play in enumerate(plays) if play.seat == seat]
    return plays[own[-1] + 1 :] if own else plays

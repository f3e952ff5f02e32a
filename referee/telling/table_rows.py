"""The table, the score, past rounds and a round's memory as rows for templates. Shows only what a view shows; decides
nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from referee.spades.cards import Card
from referee.spades.game import Bids
from referee.spades.law.moves import winner
from referee.spades.law.scoring import bags_to_penalty
from referee.spades.rulesheet import HAND_ORDER, RuleSheet
from referee.spades.view import SeatView, memory
from referee.table.seats import SEATS, TEAMS, after, team_of
from referee.table.view import TableView
from referee.telling.formats import (
    SUIT_NAMES,
    SYMBOLS,
    Block,
    bid_text,
    card_face,
    card_name,
    card_text,
    columns,
    count,
    day_text,
    is_red,
    listed,
    minus,
    ranks_text,
    round_number,
    signed,
    width,
)
from referee.telling.news import Away, RoundOver
from referee.telling.text_blocks import WIDTH

NOBODY_AWAY: Mapping[int, str] = MappingProxyType({})
DID = {(False, False): "", (True, False): "led", (False, True): "winning", (True, True): "led, winning"}
"""The standing of a card in its trick, by whether it was led and whether it is the best of several."""


class Seat(NamedTuple):
    """One seat at the table; `card` is what it played to this trick, empty if nothing yet, `face` the same as drawn."""

    seat: int
    name: str
    bid: str
    books: int
    card: str
    face: str
    spoken: str
    """The card in words."""
    red: bool
    did: str
    """`led`, `winning` for the best card of several so far, `led, winning`, or empty."""
    turn: str
    """The act that is due: `bid`, `lead`, `play`, or empty."""
    marks: tuple[str, ...]
    """The words beside the name: `you`, `partner`, `team 1` in a public view, `away 20 Dec to 2 Jan`."""


class RoundRow(NamedTuple):
    """One line of a round's table, of a team or of a player below it. Cells that do not apply are empty, or left out
    at the end."""

    name: str
    is_team: bool
    cells: tuple[str, ...]


class TeamRow(NamedTuple):
    """One team's standing in words."""

    names: str
    team: int
    score: int
    bags: str
    """Sandbags and rounds set, if the sheet counts them, and until the game ends what more of them bring."""
    warning: str
    """Misplays and concessions, empty if there are none."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """One round that is over; `notes` say by team how its points came about, or how it ended."""

    title: str
    head: tuple[str, ...]
    rows: tuple[RoundRow, ...]
    notes: tuple[str, ...]

    @property
    def lines(self) -> Block:
        """The table as aligned lines for a plain terminal. If the names of the teams make it too wide, it numbers the
        teams."""
        table = self._lines([row.name for row in self.rows if row.is_team])
        fits = max(map(width, table.split("\n"))) <= WIDTH
        return table if fits else self._lines([f"Team {number}" for number in TEAMS])

    def _lines(self, names: Sequence[str]) -> Block:
        name = iter(names)
        rows = [(next(name) if row.is_team else f"  {row.name}", *self._cells(row)) for row in self.rows]
        return columns([("", *self.head), *rows], "123456")

    def _cells(self, row: RoundRow) -> tuple[str, ...]:
        """Return as many cells as the head has."""
        return (*row.cells, *("" for _ in self.head[len(row.cells) :]))


def _phase(view: SeatView) -> str:
    """Name the phase: `bidding`, `trick 5`, `all tricks played`, `thrown in`."""
    if view.thrown_in:
        return "thrown in"
    if view.bidding:
        return "bidding"
    return "all tricks played" if view.scored else f"trick {len(view.tricks) + 1}"


def round_title(view: SeatView) -> str:
    """Write `Round 4 of 10, trick 5`."""
    return f"Round {round_number(view.round, view.sheet)}, {_phase(view)}"


def away_words(away: Iterable[Away]) -> Mapping[int, str]:
    """Return the words beside the names, by seat: `away 20 Dec to 2 Jan`."""
    return {one.seat: f"away {day_text(one.first)} to {day_text(one.last)}" for one in away}


def seats(view: SeatView, away: Mapping[int, str] = NOBODY_AWAY) -> tuple[Seat, ...]:
    """Make the rows of the four seats in the order of their turns; `away` are the words of away_words."""
    cards = {play.seat: play.card for play in view.table}
    best = winner(view.sheet, view.table) if len(view.table) > 1 else None
    return tuple(_seat(view, seat, cards.get(seat), best, marks(view, seat, away)) for seat in _order(view))


def _order(view: SeatView) -> tuple[int, ...]:
    """Return the four seats, from the first to bid or the leader of the trick on."""
    if view.bidding and not view.sheet.bids_by_team:
        return view.bidders
    first = view.eldest
    if not view.bidding and view.to_act is not None:
        first = view.table[0].seat if view.table else view.to_act[0]
    return tuple(after(first, steps) for steps in range(len(SEATS)))


def _seat(view: SeatView, seat: int, card: Card | None, best: int | None, beside: tuple[str, ...]) -> Seat:
    """Make the row of one seat. `card` is what the seat has played to this trick, `best` the seat whose card is the
    best of several, `beside` what stands beside the name."""
    led = card is not None and view.table[0].seat == seat
    act = "" if view.to_act is None else "lead" if view.to_act[1] == "play" and not view.table else view.to_act[1]
    return Seat(
        seat=seat,
        name=view.name(seat),
        bid=bid_text(view.sheet, view.bid(seat), seat in view.blind),
        books=view.books[seat - 1],
        card="" if card is None else card_text(card),
        face="" if card is None else card_face(card),
        spoken="" if card is None else card_name(card),
        red=card is not None and is_red(card),
        did=DID[led, seat == best],
        turn=act if seat in view.called else "",
        marks=beside,
    )


def marks(view: TableView, seat: int, away: Mapping[int, str]) -> tuple[str, ...]:
    """Return the words beside a name: `you`, `partner`, `team 1` in a public view, `away 20 Dec to 2 Jan`."""
    mates = "partner" if team_of(seat) == view.team else ""
    mark = f"team {team_of(seat)}" if view.seat is None else "you" if seat == view.seat else mates
    return tuple(word for word in (mark, away.get(seat)) if word)


def table_lines(view: SeatView, away: Mapping[int, str] = NOBODY_AWAY) -> Block:
    """Write bids and tricks as aligned lines for a plain terminal. The cards of the trick stand in a sentence."""
    called = "team bid" if view.sheet.bids_by_team else "bid"
    return with_room(view, away, lambda away: [_cells(view, row, called) for row in seats(view, away)])


def with_room(
    view: TableView, away: Mapping[int, str], rows: Callable[[Mapping[int, str]], Iterable[Sequence[str]]]
) -> Block:
    """Align the rows of the seats, with the words about absences below them if there is no room beside the names."""
    whole = columns(rows(away))
    if max(map(width, whole.split("\n"))) <= WIDTH:
        return whole
    notes = (f"  {view.name(seat)}: {words}" for seat, words in sorted(away.items()))
    return Block("\n".join((columns(rows(NOBODY_AWAY)), *notes)))


def _cells(view: SeatView, row: Seat, called: str) -> tuple[str, ...]:
    """Return a line of the table: `Ann (you)`, `bid nil`, `took 4`, `to play`."""
    name = marked(row.name, row.marks)
    due = f"to {row.turn}" if row.turn else ""
    if view.bidding:
        return name, f"{called} {row.bid}" if row.bid != "-" else due or "to come"
    return name, f"{called} {row.bid}", f"took {row.books}", due


def marked(name: str, marks: Sequence[str]) -> str:
    """Write `Ann (you)`."""
    return f"{name} ({', '.join(marks)})" if marks else name


def teams(view: TableView) -> tuple[TeamRow, ...]:
    """Say the standing of both teams."""
    return tuple(
        TeamRow(
            view.team_names(team),
            team,
            view.score[team - 1],
            "; ".join(_counts(view, team)) if isinstance(view, SeatView) else "",
            " ".join((*(_misplays(view, team) if isinstance(view, SeatView) else ()), *_conceded(view, team))),
        )
        for team in TEAMS
    )


def _counts(view: SeatView, team: int) -> Iterator[str]:
    bags, every = view.bags[team - 1], view.sheet.bag_penalty
    if every is not None:
        worth = f"{'cost' if every.points < 0 else 'bring'} {abs(every.points)}"
        more = "" if view.result else f"; {bags_to_penalty(view.sheet, bags)} more {worth}"
        yield f"{count(bags, 'sandbag')}{more}"
    if view.sheet.set_limit is not None:
        limit = "" if view.result else f"; {view.sheet.set_limit} lose the game"
        yield f"set in {count(view.sets[team - 1], 'round')}{limit}"


def _misplays(view: SeatView, team: int) -> Iterator[str]:
    if in_game := view.misplays_game[team - 1]:
        yield f"{count(in_game, 'misplay')} in this game, {view.misplays_hand[team - 1]} in this round."
    if off := view.off[team - 1]:
        yield f"{count(off, 'trick')} off this round's count."


def _conceded(view: TableView, team: int) -> Iterator[str]:
    for seat in view.conceded:
        if team_of(seat) == team and view.result is None:
            yield f"{view.name(seat)} has conceded."


def score_lines(view: TableView) -> Block:
    """Write the score as aligned lines for a plain terminal."""
    return columns([(row.names, minus(f"{row.score} points"), row.bags) for row in teams(view)], "1")


def bids_row(sheet: RuleSheet, bids: Bids, blind: frozenset[int]) -> str:
    """Write the bids of a round by seat, `3 nil 4 blind`; by team if a team makes one bid."""
    if sheet.bids_by_team:
        return " ".join(
            str(next((b for s, b in enumerate(bids, 1) if team_of(s) == t and b is not None), "-")) for t in TEAMS
        )
    words = [bid_text(sheet, bid, seat in blind) for seat, bid in enumerate(bids, 1)]
    return " ".join("blind" if word == "blind nil" else word for word in words)


def rounds_lines(view: SeatView, rounds: Sequence[RoundOver]) -> Block:
    """Write the rounds of a game as aligned lines, with tricks off the count and rounds set if there are any."""
    off, sets = any(any(row.off) for row in rounds), view.sheet.set_limit is not None
    head = ["Rd", "Bids", "Tricks", *(["Off"] if off else []), "Points", "Score", *(["Set"] if sets else [])]
    return columns([head, *(_round_cells(view, row, off, sets) for row in rounds)], "0")


def _round_cells(view: SeatView, row: RoundOver, off: bool, sets: bool) -> list[str]:
    cells = [str(row.round), bids_row(view.sheet, row.bids, row.blind), " ".join(map(str, row.books))]
    cells += [" ".join(map(str, row.off))] if off else []
    cells += [" ".join(map(signed, row.points)), minus(" ".join(map(str, row.score)))]
    return cells + ([" ".join(map(str, row.sets))] if sets else [])


class Gone(NamedTuple):
    """One suit: its cards that were played, high to low, and how many were not."""

    symbol: str
    name: str
    ranks: str
    out: int


def gone_rows(view: SeatView) -> tuple[Gone, ...]:
    """Make a row for each suit, spades first; empty before the first card."""
    known = memory(view)
    if not any(known.gone.values()):
        return ()
    return tuple([_gone(suit, known.gone[suit], known.out[suit]) for suit in HAND_ORDER])


def _gone(suit: str, cards: tuple[Card, ...], out: int) -> Gone:
    ranks = "".join([card.rank for card in cards])
    return Gone(SYMBOLS[suit], f"{SUIT_NAMES[suit]}s", ranks_text(ranks) or "none", out)


def gone_lines(view: SeatView) -> Block:
    """Write the suits as aligned lines for a plain terminal; empty before the first card."""
    rows = [(row.symbol, row.ranks, f"{row.out} out") for row in gone_rows(view)]
    return columns((("", "Played", "Not yet"), *rows) if rows else ())


def voids_line(view: SeatView) -> str:
    """Say who has shown a void; where a renege stands, who did not follow suit."""
    stands = view.sheet.misplay_act == "stand"
    voids = memory(view).voids
    shown = [
        f"{view.name(seat)} {listed([f'{SUIT_NAMES[void.suit]}s (trick {void.trick})' for void in own])}"
        for seat in SEATS
        if (own := [void for void in voids if void.seat == seat])
    ]
    if not shown:
        return "Everyone has followed suit so far." if stands else "Nobody has shown a void yet."
    return f"{'Did not follow' if stands else 'Void'}: {'; '.join(shown)}."

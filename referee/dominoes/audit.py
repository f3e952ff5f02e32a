"""The audit of the public record of a game of dominoes: the form of its lines, a walk through them by the referee's own
law, and the report in words. Kinds, keys and types are those of the format (docs/fairness.md, "The record").

While the seed of a deal is not revealed, every seat may hold any tile that does not lie, but none that it knocked at:
who holds what and the moves of the clock cannot be judged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, get_args

from referee.dominoes import commands as cmd
from referee.dominoes import events as ev
from referee.dominoes.events import Event, RoundEnd
from referee.dominoes.fairness import TILES
from referee.dominoes.fold import VERSION
from referee.dominoes.game import Game, Hands, legal_moves
from referee.dominoes.law import LAW, tile_played
from referee.dominoes.line import Knock, Move, Place
from referee.dominoes.sheets import SHEETS, DominoSheet
from referee.dominoes.tiles import SET, parse_tile
from referee.records.lines import BY_TEAM, COUNT, HEX, Check, RecordLine, listed, out_of, whole
from referee.table.audit import walk as table
from referee.table.audit.lines import SEAT, Format
from referee.table.audit.verdict import Words, count, counted, drawn
from referee.table.audit.walk import Passed
from referee.table.seats import SEATS, four, put

FORMAT = Format(
    version=VERSION,
    started=ev.Started,
    shapes={
        "deal": {"round": COUNT, "attempt": COUNT, "opener": SEAT, "prev": HEX},
        "play": {
            "turn": COUNT,
            "seat": SEAT,
            "tile": out_of(*map(str, SET)),
            "arm": out_of(*get_args(Place)),
            "count": whole(0),
            "points": whole(0),
            "by": out_of("player", "clock"),
        },
        "knock": {"turn": COUNT, "seat": SEAT, "by": out_of("rule")},
        "round": {
            "round": COUNT,
            "by": out_of(*get_args(RoundEnd)),
            "pips": listed(len(SEATS), whole(0)),
            "points": BY_TEAM,
            "score": BY_TEAM,
        },
    },
    optional={},
    sheet=DominoSheet,
)


class Walk(table.Walk[Game]):
    """A walk through a record of dominoes. It does not judge who holds what, nor the moves of the clock, while it does
    not know the hands."""

    law = LAW
    form = FORMAT

    def evolve(self, event: Event) -> Game:
        game = super().evolve(event)
        acted = isinstance(event, ev.TilePlayed | ev.Knocked)
        return _narrowed(game) if acted and self.open else game

    def consequence(self) -> Any:
        event = super().consequence()
        if isinstance(event, ev.RoundScored) and self.open and self.next_kind == "round":
            # what hands held is unknown; that its seed is missing shows at the line after this one
            said = self.entries[self.at].fields
            held: dict[str, Any] = {key: tuple(said[key]) for key in ("pips", "points", "score")}
            return replace(event, by=said["by"], **held)
        return event

    def unknown(self, deal: ev.Dealt) -> ev.Dealt:
        """Take from the record who holds 6-6, if it opens; each seat may hold any tile."""
        said = self.entries[self.at].fields if deal.double_six and self.next_kind == "deal" else {}
        return replace(deal, hands=(SET, SET, SET, SET), opener=said.get("opener", deal.opener))

    def moved(self, entry: RecordLine) -> tuple[Event, ...]:
        game, said = self.game, entry.fields
        if entry.kind not in ("play", "knock") or game.due != (said["seat"], "play"):
            raise self.impossible(entry, self.waited())
        seat: int = said["seat"]
        if entry.kind == "knock":
            if not self.open:
                raise self.impossible(entry, f"seat {seat} holds a tile that fits")
            return (ev.Knocked(game.turn, seat),)
        if said["by"] == "clock" and not self.open:
            return self.ruling(None, cmd.TimeUp(game.turn))
        move = Move(parse_tile(said["tile"]), said["arm"])
        if move not in legal_moves(game, seat):
            held = move.tile in game.hand(seat)
            raise self.impossible(
                entry, f"{move} is no move of seat {seat}" if held else f"seat {seat} does not hold it"
            )
        return (tile_played(game, seat, move, said["by"]),)


def _narrowed(game: Game) -> Game:
    """Return the game with hands that hold no tile which lies, nor any which their seat has just knocked at."""
    lying, last = {one.tile for one in game.laid}, game.course[-1]
    hands: Hands = four(hand - lying for hand in game.hands)
    if isinstance(last, Knock):
        hands = put(hands, last.seat, frozenset(tile for tile in hands[last.seat - 1] if not {*last.numbers} & {*tile}))
    if sum(one.seat == last.seat for one in game.laid) == TILES:
        return replace(game, hands=put(hands, last.seat, frozenset()), over=True)
    return replace(game, hands=hands)


def _played(about: str, lines: Sequence[Passed[Game]]) -> Iterator[Check]:
    kinds, by_clock = counted(lines), counted(lines, "clock")["play"]
    tiles, knocks = count(kinds["play"], "tile"), count(kinds["knock"], "knock")
    if lines[-1].open:
        if kinds["play"]:
            yield Check(about, f"{tiles} in turn, none twice, each where it fits; counts and points follow")
        why = "its seed is not revealed yet: hands, knocks and tiles of the clock cannot be checked"
        yield Check(about, why, held=False)
        return
    if kinds["play"]:
        yield Check(about, f"4 hands recomputed; all {tiles} laid are those dealt, in turn, and fit; counts follow")
        yield Check(about, f"{knocks}: {'each had to be, and ' * bool(kinds['knock'])}none is missing")
    if by_clock:
        yield Check(about, drawn(by_clock, "tile"))


def _scored(_game: Game, score: str) -> str:
    return f"pips, {score} follow from the tiles"


WORDS = Words(
    piece="tile",
    judged="Plays, knocks, counts, scores",
    first="the right seat opens",
    misdeal="a hand held five doubles",
    sheets=SHEETS,
    played=_played,
    scored=_scored,
)

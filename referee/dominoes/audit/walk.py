"""A walk through the public record of a game of dominoes: runs the referee's own law again with the revealed seeds.

While the seed of a deal is not revealed, every seat may hold any tile that does not lie, but none that it knocked at:
who holds what and the moves of the clock cannot be judged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.dominoes import commands as cmd
from referee.dominoes import events as ev
from referee.dominoes.audit.lines import sheet_of
from referee.dominoes.events import Event
from referee.dominoes.fairness import TILES
from referee.dominoes.fold import evolve, line
from referee.dominoes.game import Game, Hands
from referee.dominoes.law.consequences import consequence
from referee.dominoes.law.decide import ruling
from referee.dominoes.law.moves import legal_moves
from referee.dominoes.law.turns import tile_played
from referee.dominoes.line import Knock, Move
from referee.dominoes.tiles import SET, parse_tile
from referee.records.lines import RecordLine
from referee.table.audit import walk as table
from referee.table.seats import put
from referee.table.terms import Terms

Passed = table.Passed[Game]


def walk(entries: Sequence[RecordLine]) -> Iterator[Passed]:
    """Walk through the lines, and yield the right lines, in order. Raises WrongLine at the first wrong line."""
    return _Walk(entries).passed()


class _Walk(table.Walk[Game]):
    def begun(self, start: RecordLine) -> Game:
        said = start.fields
        return evolve(None, ev.Started(said["game"], tuple(said["seats"]), sheet_of(start), said["limit"], Terms()))

    def evolve(self, event: Event) -> Game:
        game = evolve(self.game, event)
        acted = isinstance(event, ev.TilePlayed | ev.Knocked)
        return _narrowed(game) if acted and self.open else game

    def line(self, event: Event) -> str | None:
        return line(self.game, event)

    def consequence(self, seeds: Sequence[str]) -> Event | None:
        event = consequence(self.game, seeds)
        if isinstance(event, ev.RoundScored) and self.open and self.next_kind == "round":
            # what hands held is unknown; that its seed is missing shows at the line after this one
            said = self.entries[self.at].fields
            held: dict[str, Any] = {key: tuple(said[key]) for key in ("pips", "points", "score")}
            return replace(event, by=said["by"], **held)
        return event

    def ruling(self, seat: int | None, command: cmd.Command) -> tuple[Event, ...]:
        return ruling(self.game, seat, command, self.game.turn)

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
    one, two, three, four = (hand - lying for hand in game.hands)
    hands: Hands = (one, two, three, four)
    if isinstance(last, Knock):
        hands = put(hands, last.seat, frozenset(tile for tile in hands[last.seat - 1] if not {*last.numbers} & {*tile}))
    if sum(one.seat == last.seat for one in game.laid) == TILES:
        return replace(game, hands=put(hands, last.seat, frozenset()), over=True)
    return replace(game, hands=hands)

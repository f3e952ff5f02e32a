"""THE ACT: rule, keep, announce; for a player, the clock, the Gamesmaster, a restored database and a start alike."""

from dataclasses import dataclass

from referee.desk.case import Case
from referee.desk.clock import grace
from referee.desk.clock.deadlines import Clock, next_clock, store_clock
from referee.desk.table.announce import announce
from referee.desk.table.results import store_result
from referee.desk.table.story import story_of
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.decide import rule
from referee.spades.fold import Step, steps_of
from referee.spades.game import Game, due, stands_still
from referee.spades.rulesheet import SEATS
from referee.store import games, people
from referee.store.games import GameRow


@dataclass(frozen=True, slots=True)
class Acted:
    """What came of an act: its steps, and the addresses that a letter about it went to."""

    steps: tuple[Step, ...]
    reached: frozenset[str]

    @property
    def after(self) -> Game:
        """The state after the act."""
        return self.steps[-1].game


def act(
    case: Case, row: GameRow, before: Game, seat: int | None, command: cmd.Command, answers: int | None = None
) -> Acted:
    """Rule on a command and carry it out. Raises Refusal, having changed nothing.

    `before` is the state of the game as it stands; `seat` None for the clock and the Gamesmaster; `answers` the
    position that a mail answers, None: the present one.
    """
    turn = before.turn if answers is None else answers
    return enact(case, row, before, rule(before, seat, command, answers=turn, seeds=case.draws.seeds()))


def enact(case: Case, row: GameRow, before: Game | None, steps: tuple[Step, ...], drawn_from: int = 0) -> Acted:
    """Append what was ruled, set the clock and announce it.

    `before` is None where the game begins; then its order of seats was `drawn_from` so many.
    """
    steps += _shown_at_once(case, steps[-1].game)
    clock = _keep(case, row, before, steps)
    if before is not None and _stays_over(before, steps):
        return Acted(steps, frozenset())
    story = story_of(before, steps, drawn_from, on_list=case.desk.settings.referee.list_mode == "external")
    if clock.grace:
        story = grace.grant_in(case, story, clock.grace)
    return Acted(steps, announce(case, story, clock.deadline, turn=_tells_turn(before, steps)))


def held_back(game: Game) -> tuple[int, ...]:
    """The seats whose hands are held back from them."""
    return () if due(game) is None else tuple(seat for seat in SEATS if seat not in game.seen)


def _shown_at_once(case: Case, game: Game) -> tuple[Step, ...]:
    """The hands held back that are shown all the same: those of players who have a standing wish to see theirs."""
    held = held_back(game)
    seated = people.seated(case.tx, game.number) if held else {}
    return tuple(steps_of((ev.Shown(seat) for seat in held if seated[seat].auto_show), game))


def _keep(case: Case, row: GameRow, before: Game | None, steps: tuple[Step, ...]) -> Clock:
    """Append the events and store the result and the clock that come of them."""
    events, after = tuple(event for event, _ in steps), steps[-1].game
    games.append(case.tx, after, row.last_seq, events, now=case.now, inbox=case.inbox)
    store_result(case, before, after, events)
    clock = next_clock(case, row, before, after, events)
    store_clock(case, after, clock)
    return clock


def _stays_over(before: Game, steps: tuple[Step, ...]) -> bool:
    """Whether a game that was over stayed so all along: what a restored database brings about in it is no news."""
    return before.result is not None and all(game.result is not None for _, game in steps)


def _tells_turn(before: Game | None, steps: tuple[Step, ...]) -> bool:
    """Whether the player to act is told that it is their turn: a new position, a clock that was moved or set anew, a
    new player."""
    after = steps[-1].game
    if stands_still(after):
        return False
    if before is None or (due(before) is None and due(after) is not None):
        return True
    moved = any(isinstance(event, ev.Resumed | ev.Extended | ev.Replaced) for event, _ in steps)
    return moved or after.turn != before.turn

"""THE ACT: rule, keep, announce. One recipe for a player, the clock, the Gamesmaster, a rollback and a start.

Also the result that it brings about, and when nothing undoes that any more; and the receipts of acts: whose acts a
letter answers at once, and for whom one is due later. Writes no letter itself."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from referee.desk.case import Case
from referee.desk.clock.deadlines import TurnClock, columns_of, next_clock
from referee.desk.clock.missing_players import BY_MAIL
from referee.desk.masters import name_of_master
from referee.desk.table.announce import Owners, announce, ended_plans, played_before_deal, undone_plans
from referee.desk.table.chain import chain, follow_up
from referee.desk.table.match import match_end, stake
from referee.games import Game, Step, rule, rules_of
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.game import Game as Cards
from referee.store import clocks, event_log, games, marks, matches, outbox, people
from referee.store.event_log import Origin
from referee.store.games import GameRow, StoredResult
from referee.store.people import Person
from referee.table.game import Result, stands_still
from referee.table.rulings import UNDOABLE
from referee.table.seats import SEATS
from referee.telling.news import (
    Awaiting,
    ClockRanOut,
    Fixture,
    GameOver,
    GameStarted,
    GivenBack,
    News,
    Replacement,
    Settled,
    TeamPlace,
    story_of,
)

RESULT_OPEN = timedelta(hours=24)
"""The time in which a ruling may undo a forfeit or a concession (109, clause 6)."""
SOON = timedelta(hours=1)
"""The wait of a receipt for another letter that shows its reader the same."""
APART = timedelta(hours=6)
"""The least time between two receipts of a game."""


@dataclass(frozen=True, slots=True)
class Acted:
    """The outcome of an act: its steps, and the addresses that got a letter about it."""

    steps: tuple[Step, ...]
    reached: frozenset[str]
    shown: frozenset[int] = frozenset()
    """The seats whose players got a letter of their own, with their plans."""

    @property
    def after(self) -> Game:
        """The state after the act."""
        return self.steps[-1].game


@dataclass(frozen=True, slots=True)
class Outside:
    """The facts for letters about an act that the game itself does not know. As it begins: its order of seats is one of
    `drawn_from`, 0 if it was not drawn here, and `fixture` is the match of a tournament that it decides, if any.
    `settled`: why a tournament ends it; `place`: the place in a team that a successor takes with the seat; `talked`:
    the seat whose player said more than their move, and hears what it did; `asked`: the seats of those who are asked to
    play; `given_back`: the seat for whose sake it pauses; `awaited`: it pauses until all have said that they play;
    `missing`: the others for whom it still waits when a successor comes."""

    drawn_from: int = 0
    fixture: Fixture | None = None
    settled: Settled | None = None
    place: TeamPlace | None = None
    talked: int | None = None
    asked: tuple[int, ...] = ()
    given_back: int | None = None
    awaited: bool = False
    missing: tuple[str, ...] = ()


NOTHING = Outside()


def act(
    case: Case,
    row: GameRow,
    before: Game,
    seat: int | None,
    *commands: cmd.Command,
    answers: int | None = None,
    outside: Outside = NOTHING,
) -> Acted:
    """Rule on commands, one after the other, and carry them out together. Raises Refusal, having changed nothing.

    `before` is the present game; `seat` is None for the clock and the Gamesmaster; `answers` is the position that a
    mail answers, None for the present position. The end of a pause leaves a game to the protest that holds it.
    """
    if any(isinstance(one, cmd.Resume) for one in commands) and (match := matches.held(case.tx, before)) is not None:
        first = match.open_protests[0]
        commands += (cmd.Pause(first.seat, first.words),)
    turn, game = before.turn if answers is None else answers, before
    steps: tuple[Step, ...] = ()
    for command in commands:
        steps += rule(game, seat, command, answers=turn, seeds=case.draws.seeds())
        game = steps[-1].game
    return enact(case, row, before, steps, outside)


def go_on(case: Case, row: GameRow, game: Game, hears_anyway: int | None = None) -> None:
    """Carry out the acts of plans, habits and the last trick that are due in the game, if there are any.

    The player `hears_anyway` gets an answer about them, so they get no receipt.
    """
    if steps := follow_up(case, game, people.seated(case.tx, row.id)):
        enact(case, row, game, steps, hears_anyway=hears_anyway)


def enact(
    case: Case,
    row: GameRow,
    before: Game | None,
    steps: tuple[Step, ...],
    outside: Outside = NOTHING,
    *,
    hears_anyway: int | None = None,
) -> Acted:
    """Append the ruled events and the acts that follow by themselves, set the clock, and announce all of them at once.

    `before` is None when the game begins.
    """
    seated = people.seated(case.tx, row.id)
    steps += chain(case, steps, seated)
    steps += _hands_at_once(steps[-1].game, seated)
    clock = _keep(case, row, before, steps)
    if before is not None and _stays_over(before, steps):
        return Acted(steps, frozenset())
    external = case.desk.settings.referee.list_mode == "external"
    story = story_of(before, steps, outside.drawn_from, on_list=external, fixture=outside.fixture)
    after = steps[-1].game
    told = (item for item in story.news if not (isinstance(item, ev.Resumed) and after.paused))
    story = replace(story, news=tuple(_around(case, row, after, item, outside) for item in told))
    receipts = _receipts_due(steps, seated, outside.talked) - {hears_anyway}
    by_plan = _acted_by_plan(steps, seated) - {hears_anyway}
    if after.result is not None:
        receipts |= by_plan | clocks.receipts_owed(case.tx, row.id)
        marks.drop_marks(case.tx, f"meet {row.id}", *(f"long game {row.id} {seat}" for seat in SEATS))
    owners = Owners(
        receipts=receipts,
        ended=ended_plans(before, steps),
        stand=undone_plans(before, steps),
        played=played_before_deal(before, steps),
        asked=outside.asked,
    )
    reached = announce(case, row.gamesmaster, story, clock, owners, tells_turn=_tells_turn(before, steps))
    if reached.shown:
        clocks.set_receipt(case.tx, row.id, reached.shown, None)
    owe_receipts(case, row.id, by_plan - reached.shown)
    return Acted(steps, reached.addresses, reached.shown)


def held_back(game: Game) -> tuple[int, ...]:
    """Return the seats whose players may not see their hands yet."""
    if game.due is None or not isinstance(game, Cards):
        return ()
    return tuple(seat for seat in SEATS if seat not in game.seen)


def _around(case: Case, row: GameRow, game: Game, item: News, outside: Outside) -> News:
    """Add to a piece of news the facts that the game does not know: its Gamesmaster, its tournament if it is a match,
    and the player for whose sake it pauses."""
    match item:
        case GameStarted():
            listed = row.source.startswith(BY_MAIL)
            return replace(item, gamesmaster=name_of_master(case, row.gamesmaster), listed=listed)
        case ev.Paused() if outside.given_back is not None:
            return GivenBack(outside.given_back)
        case ev.Paused() if outside.awaited:
            return Awaiting()
        case GameOver():
            return replace(item, match=match_end(case, row, outside.settled))
        case Replacement():
            return replace(item, place=outside.place, missing=outside.missing)
        case ClockRanOut():
            return replace(item, stake=stake(case, game, item.seat))
    return item


def _hands_at_once(game: Game, seated: Mapping[int, Person]) -> tuple[Step, ...]:
    """Show hands that are held back, if their players have a standing order to see them."""
    shows = (ev.Shown(seat) for seat in held_back(game) if seated[seat].auto_show)
    return tuple(rules_of(game).law.fold.steps_of(shows, game))


def _keep(case: Case, row: GameRow, before: Game | None, steps: tuple[Step, ...]) -> TurnClock:
    """Append the events and store the result and the clock that come of them."""
    events, after = tuple(event for event, _ in steps), steps[-1].game
    clock = next_clock(case, row, before, after, events)
    event_log.append(case.tx, after, row.last_seq, events, Origin(case.now, case.inbox), columns_of(clock))
    _store_result(case, before, after, events)
    return clock


def _stays_over(before: Game, steps: tuple[Step, ...]) -> bool:
    """Tell if a game was over before these steps and after each: then a rollback makes no news."""
    return before.result is not None and all(game.result is not None for _, game in steps)


def _tells_turn(before: Game | None, steps: tuple[Step, ...]) -> bool:
    """Tell if the player on turn must hear that it is their turn: after a new position, a clock that moved or was set
    again, or a new player."""
    after = steps[-1].game
    if stands_still(after):
        return False
    if before is None or (before.due is None and after.due is not None):
        return True
    renewed = any(isinstance(event, ev.Renewing) for event, _ in steps)
    return renewed or after.turn != before.turn


def _store_result(case: Case, before: Game | None, after: Game, events: Sequence[ev.Event]) -> None:
    """Store a result that an act brought about, changed or made final; remove a result that the act undid.

    A result by score, sets or the limit of rounds is final at once, or once the time to challenge the last round is
    over; so is an abort. For one day a ruling may undo a forfeit or a concession.
    """
    was, stands = _standing(before), _standing(after)
    if stands is None and was is not None:
        games.drop_result(case.tx, after.number)
    if stands is None or not any(isinstance(event, ev.Outcome) for event in events):
        return
    if before is not None and before.provisional is not None and before.provisional == after.result:
        games.make_final(case.tx, after.number, case.now)
    else:
        open_for = RESULT_OPEN if stands.by in UNDOABLE else timedelta(0)
        final_at = None if after.result is None else case.now + open_for
        result = StoredResult(
            game=after.number,
            winner=stands.team,
            how=stands.by,
            score=after.score,
            decided_at=case.arrived,
            final_at=final_at,
        )
        games.put_result(case.tx, result)


def _standing(game: Game | None) -> Result | None:
    return None if game is None else game.result or game.provisional


def too_old(case: Case, game: int) -> bool:
    """Tell if it is too late for a ruling to undo the game's result; False if it has none."""
    result = games.result_of(case.tx, game)
    if result is None or result.final_at is None or result.how not in UNDOABLE:
        return False
    return case.arrived > result.final_at


def _receipts_due(steps: tuple[Step, ...], seated: Mapping[int, Person], talked: int | None) -> frozenset[int]:
    """Return the seats to which a receipt is due at once. Their players acted and want a receipt of every act, or
    (`talked`) their mail said more than the act."""
    wishes = {event.seat: seated[event.seat].receipts for event in _acts(steps)}
    return frozenset(seat for seat, wish in wishes.items() if wish or (wish is None and seat == talked))


def _acted_by_plan(steps: tuple[Step, ...], seated: Mapping[int, Person]) -> frozenset[int]:
    """Return the seats for which plans or habits acted, and whose players want to hear of that, if not at once."""
    return frozenset(event.seat for event in _acts(steps) if event.planned and seated[event.seat].receipts is None)


def _acts(steps: tuple[Step, ...]) -> list[ev.Act]:
    return [event for event, _ in steps if isinstance(event, ev.Act) and event.by == "player"]


def owe_receipts(case: Case, game: int, seats: Collection[int]) -> None:
    """Note that receipts are due to these seats, soon, but not too soon after the last ones."""
    for seat in seats and {*seats} - clocks.receipts_owed(case.tx, game):
        last = outbox.last_written(case.tx, game, people.seated(case.tx, game)[seat].address, "receipt")
        moment = case.now + SOON if last is None else max(case.now + SOON, last + APART)
        clocks.set_receipt(case.tx, game, [seat], moment)


def is_first_round(case: Case, game: Game, person: Person) -> bool:
    """Tell if a person plays the first round of their first game, and has not said if they want receipts."""
    if game.round != 1 or person.receipts is not None:
        return False
    return [row.id for row in games.played_by(case.tx, person.id, count=2, hidden=True)] == [game.number]

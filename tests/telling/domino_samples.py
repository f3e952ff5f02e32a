"""One letter of each kind about a game of dominoes that is really played: the golden letters of that game."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from typing import Any

from referee.dominoes import commands as cmd
from referee.dominoes import events as ev
from referee.dominoes.game import Game
from referee.dominoes.law import begin, rule
from referee.dominoes.line import Knock
from referee.dominoes.plans import plan_from
from referee.dominoes.sheets import SIGMA_DOMINOES
from referee.dominoes.tiles import Tile
from referee.dominoes.view import view
from referee.post.messages import Letter
from referee.table.fold import Step
from referee.table.terms import Terms
from referee.telling.dominoes.sentences import round_ended
from referee.telling.letter_kinds import HandPage, HistoryPage, MemoryPage, PlansPage, ScorePage
from referee.telling.letters import Cause, Contents, Letters, Occasion
from referee.telling.news import Story, story_of
from referee.telling.notices import Answer
from tests.chance import fresh
from tests.telling.letter_samples import DEADLINE, LIMIT, NAMES, THE_LIST, WRITTEN, ids, player, settings

BUILTIN, EXTERNAL = Letters(settings()), Letters(settings(mode="external"))
Steps = tuple[Step[ev.Event, Game], ...]


def seeds_of(number: int) -> list[str]:
    """Return the seeds of one game."""
    return list(fresh(bytes([number] * 32).hex()))


@cache
def opening(number: int = 1) -> Steps:
    """Begin game 13."""
    started = ev.Started(13, NAMES, SIGMA_DOMINOES, int(LIMIT.total_seconds()), Terms(leave=14))
    return begin(started, seeds_of(number))


def on_turn(game: Game) -> int:
    """Return the seat that is to act."""
    waiting = game.due
    assert waiting is not None, "the game goes on"
    return waiting[0]


def act(game: Game, command: cmd.Command | None = None, seat: int | None = None) -> Steps:
    """Carry out a command; by default the seat on turn makes the move that scores most."""
    if command is None:
        move = max(view(game, on_turn(game)).moves, key=lambda move: move.points)
        command = cmd.PlayTile(move.tile, move.arm)
    whose = None if isinstance(command, cmd.TimeUp) else seat or on_turn(game)
    return rule(game, whose, command, answers=game.turn, seeds=seeds_of(game.round + 1))


def played(number: int) -> Iterator[tuple[Game, Steps]]:
    """Yield each act of a game, with the position before it."""
    game = opening(number)[-1].game
    while game.result is None:
        steps = act(game)
        yield game, steps
        game = steps[-1].game


@cache
def found(wanted: Callable[[Game, Steps], bool]) -> tuple[Game, Steps]:
    """Return the first act that is as wanted, with the position before it, of the first games."""
    return next((game, steps) for number in count(1) for game, steps in played(number) if wanted(game, steps))


def told(before: Game | None, steps: Steps) -> Story:
    """Tell the story of some steps."""
    return story_of(before, steps, 0 if before is not None else 24)


def occasion(story: Story, *rounds: ev.RoundScored) -> Occasion:
    """Return the occasion of a story; `rounds` of a game that is over."""
    over = story.game.result is not None
    return Occasion(
        news=story.news, written=WRITTEN, deadline=None if over else DEADLINE, course=rounds if over else None
    )


def private(story: Story, seat: int, *rounds: ev.RoundScored, **contents: Any) -> Letter:
    """Write a player's own letter."""
    own = view(story.game, seat)
    to = player(NAMES[seat - 1])
    return BUILTIN.private(occasion(story, *rounds), story.scene, own, to, ids(), Contents(**contents))


def announced(story: Story, *rounds: ev.RoundScored) -> Letter:
    """Write the letter to the list."""
    return EXTERNAL.announcement(occasion(story, *rounds), story.scene, view(story.game), THE_LIST, ids(None))


def scored(steps: Steps) -> list[ev.RoundScored]:
    """Return the rounds that some steps scored."""
    return [event for event, _ in steps if isinstance(event, ev.RoundScored)]


def asks_place(game: Game, steps: Steps) -> bool:
    """Tell if whoever is on turn then has to name a place for some of their tiles."""
    after = steps[-1].game
    if after.result is not None or len(after.course) < 9:
        return False
    own = view(after, on_turn(after))
    return any(len(own.asked(tile)) > 1 for tile in own.hand or ()) and any(move.points for move in own.moves)


def ends(by: str) -> Callable[[Game, Steps], bool]:
    """Return what tells if a round ends so, and not the game."""
    return lambda game, steps: [event.by for event in scored(steps)] == [by] and steps[-1].game.result is None


OUT, BLOCKED = ends("out"), ends("blocked")


def knocks(game: Game, steps: Steps) -> bool:
    """Tell if a seat then knocks, and the round goes on."""
    return any(isinstance(act, Knock) for act in steps[-1].game.course[-1:])


def wins(game: Game, steps: Steps) -> bool:
    """Tell if the game ends."""
    return steps[-1].game.result is not None


def domino_samples() -> dict[str, Letter]:
    """Return all letters of this file by name."""
    return {f"dominoes-{name}": letter for name, letter in (*_turns(), *_ends(), *_answers())}


def _turns() -> Iterator[tuple[str, Letter]]:
    begun = told(None, opening())
    first = on_turn(begun.game)
    yield "first-turn", private(begun, first, deal=True, turn=True, news=True)
    yield "start", private(begun, first % 4 + 1, deal=True, news=True)
    game, steps = found(lambda game, steps: len(steps[-1].game.course) == 9)
    ninth = told(game, steps)
    yield "turn", private(ninth, on_turn(ninth.game), turn=True, news=True)
    yield "reminder", private(told(game, steps), on_turn(ninth.game), turn=True, reminder=True)
    yield "play-list", announced(ninth)
    yield "receipt", private(ninth, on_turn(game), receipt=True, news=True)
    late = told(game, act(game, cmd.TimeUp(game.turn)))
    yield "timeout-own", private(late, on_turn(game), news=True)
    yield "timeout-turn", private(late, on_turn(late.game), turn=True, news=True)
    asked = told(*found(asks_place))
    yield "place-asked", private(asked, on_turn(asked.game), turn=True, news=True)
    knocked = told(*found(knocks))
    yield "knock-turn", private(knocked, on_turn(knocked.game), turn=True, news=True)
    yield "plans", private(told(None, _planned(ninth.game)), on_turn(ninth.game) % 4 + 1, receipt=True)


def _planned(game: Game) -> Steps:
    plan = plan_from("6-4 left, fives")
    return act(game, cmd.MakePlan(plan), on_turn(game) % 4 + 1)


def _ends() -> Iterator[tuple[str, Letter]]:
    for name, wanted in (("out", OUT), ("blocked", BLOCKED)):
        over = told(*found(wanted))
        yield f"round-{name}", private(over, on_turn(over.game), deal=True, turn=True, news=True)
        yield f"round-{name}-list", announced(over)
    game, steps = found(wins)
    rounds = [event for _, steps in played(1) for event in scored(steps)]
    yield "end", private(told(game, steps), 1, *rounds, news=True)
    yield "end-list", announced(told(game, steps), *rounds)


def answered(answer: Answer, game: Game) -> Letter:
    """Write an answer about a game, to the seat on turn."""
    seat = on_turn(game)
    own = view(game, seat)
    cause = Cause(written=WRITTEN, game=game.number, head=game.head, own=own)
    return BUILTIN.answer(answer, player(NAMES[seat - 1]), ids(), cause)


def _answers() -> Iterator[tuple[str, Letter]]:
    game = found(knocks)[1][-1].game
    own = view(game, on_turn(game))
    _, steps = found(BLOCKED)
    (event,) = scored(steps)
    at_end = next(after for event, after in steps if isinstance(event, ev.RoundScored))
    yield "memory", answered(MemoryPage(view(game)), game)
    yield "hand", answered(HandPage(own, DEADLINE), game)
    yield "score", answered(ScorePage(view(steps[-1].game), (event,)), steps[-1].game)
    told = (round_ended(event, view(at_end)),)
    yield "history", answered(HistoryPage(view(at_end), view(at_end), 1, (), told), steps[-1].game)
    made = act(game, cmd.MakePlan(plan_from("6-0, fives")), on_turn(game))[-1].game
    now = view(made, on_turn(made))
    understood = ("On your next turn, you play 6-0 if you can, else the move that scores most.",)
    yield "plan-offer", answered(PlansPage(now, DEADLINE, understood, cmd.PlayTile(Tile(6, 0), "left")), made)

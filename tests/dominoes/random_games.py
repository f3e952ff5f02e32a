"""Random games of dominoes from one integer seed: what everyone at the table might try, legal or not."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from referee.dominoes import commands as cmd
from referee.dominoes import events as ev
from referee.dominoes.fold import replay
from referee.dominoes.game import Game, legal_moves
from referee.dominoes.law import begin, rule
from referee.dominoes.line import ARMS
from referee.dominoes.sheets import SIGMA_DOMINOES, DominoSheet
from referee.dominoes.tiles import SET
from referee.table.refusal import Reason, Refusal
from referee.table.seats import SEATS
from referee.table.terms import Terms
from tests.chance import fresh

NAMES = ("Ann", "Bob", "Carol", "Dave")
SHEETS: tuple[DominoSheet, ...] = (
    SIGMA_DOMINOES,
    DominoSheet.from_table(
        "long", {"end": "after_the_hand", "redeal": "five_doubles", "blocked": "difference"}, SIGMA_DOMINOES
    ),
    DominoSheet.from_table("others", {"hand_count": "others", "blocked": "nothing", "target": 90}, SIGMA_DOMINOES),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One act: the state before it, who asked what, and the events or the refusal that came of it."""

    before: Game
    seat: int | None
    command: cmd.Command
    events: tuple[ev.Event, ...]
    refused: Reason | None
    after: Game


def opening(random: Random, sheet: DominoSheet) -> tuple[ev.Event, ...]:
    """Return the first deal of a game."""
    started = ev.Started(random.randint(1, 99), NAMES, sheet, 60, Terms())
    salts = ("tea", "", random.choice(("", "7")), "")
    return tuple(step.event for step in begin(started, fresh(random.randbytes(32).hex()), salts))


def played(seed: int, *, wild: float, sheet: DominoSheet = SIGMA_DOMINOES) -> Iterator[Step]:
    """Play a game to its end, act by act; a share `wild` of the acts is anything, the others are legal moves."""
    random = Random(seed)
    game = replay(opening(random, sheet))
    while game.result is None:
        seat, command, answers = anything(random, game) if random.random() < wild else sensible(random, game)
        step = act(game, seat, command, answers, random.randbytes(32).hex())
        yield step
        game = step.after


def act(game: Game, seat: int | None, command: cmd.Command, answers: int, seed: str) -> Step:
    """Try one act, and note what comes of it."""
    try:
        steps = rule(game, seat, command, answers=answers, seeds=fresh(seed))
    except Refusal as refusal:
        return Step(game, seat, command, (), refusal.reason, game)
    return Step(game, seat, command, tuple(step.event for step in steps), None, steps[-1].game)


def sensible(random: Random, game: Game) -> tuple[int | None, cmd.Command, int]:
    """Return a legal move, by hand or by a plan; where nobody is on turn, time passes."""
    waiting = game.due
    if waiting is None:
        return None, cmd.Resume(), 0
    move = random.choice(legal_moves(game, waiting[0]))
    return waiting[0], cmd.PlayTile(*move, planned=random.random() < 0.2), game.turn


def anything(random: Random, game: Game) -> tuple[int | None, cmd.Command, int]:
    """Return any act by anyone, for any position; now and then a legal one by chance."""
    waiting, seat = game.due, random.choice(SEATS)
    if waiting and random.random() < 0.6:
        seat = waiting[0]
    answers = game.turn - random.choice((0, 0, 0, 1, 2, 4, 30))
    tile, arm = random.choice(SET), random.choice((*ARMS, None))
    return random.choice(
        (
            (seat, cmd.PlayTile(tile, arm), answers),
            (seat, cmd.PlayTile(random.choice(sorted(game.hand(seat)) or SET), arm), game.turn),
            (seat, cmd.Knock(), answers),
            (seat, cmd.Concede(), answers),
            (seat, cmd.Withdraw(), answers),
            (seat, cmd.Withdraw(), answers),
            (seat, cmd.Salt(random.choice(("tea", "a b", "7" * 99, "ä"))), answers),
            (None, cmd.TimeUp(game.turn), 0),
            (None, cmd.TimeUp(game.turn), 0),
            (None, cmd.RuleVoid(random.randint(game.opening - 1, game.turn + 1), "so ruled"), 0),
            (None, cmd.LastRound(60), 0),
            (None, cmd.Restore(game.turn + random.randint(0, 5), "noon"), 0),
            (None, random.choice((cmd.Pause(), cmd.Resume(), cmd.Resume(), cmd.Extend(60))), 0),
            (None, cmd.Replace(random.choice(SEATS), random.choice(("Eve", "Finn", "Gil", "ANN"))), 0),
        )
    )

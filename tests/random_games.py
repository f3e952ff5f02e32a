"""Random games from one integer seed: what everyone at the table might try, legal or not, and what must hold after
each act. `played` is the table; the checks are test_properties.py's.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.decide import decide, start
from referee.spades.game import Game, due, replay
from referee.spades.moves import legal_cards
from referee.spades.refusal import Reason, Refusal
from referee.spades.sheets import RULE_109, SEATS, RuleSheet

NAMES = ("Ann", "Bob", "Carol", "Dave")
JOKERS = (Card("B", "S"), Card("L", "S"))


@dataclass(frozen=True, slots=True)
class Step:
    """One act: the state before it, who asked what, and the events or the refusal that came of it."""

    before: Game
    seat: int | None
    command: cmd.Command
    answers: int
    events: tuple[ev.Event, ...]
    refused: Reason | None
    after: Game


def opening(random: Random, sheet: RuleSheet = RULE_109) -> tuple[ev.Event, ...]:
    """The first deal of a game, with counts as a game already under way has them, so that games soon end."""
    started, dealt = start(random.randint(1, 99), NAMES, sheet, 60, random.randbytes(32).hex())
    assert isinstance(dealt, ev.Dealt)
    score = (random.randint(250, 510), random.randint(250, 510))
    bags = (random.randint(0, 29), random.randint(0, 29))
    return started, replace(dealt, score=score, bags=bags, misplays=(random.randint(0, 2), random.randint(0, 2)))


def played(seed: int, *, wild: float) -> Iterator[Step]:
    """A game to its end, act by act; a share `wild` of the acts is anything, the others are sensible moves."""
    random = Random(seed)
    game = replay(opening(random))
    while game.result is None:
        seat, command, answers = anything(random, game) if random.random() < wild else sensible(random, game)
        step = act(game, seat, command, answers, random.randbytes(32).hex())
        yield step
        game = step.after


def act(game: Game, seat: int | None, command: cmd.Command, answers: int, seed: str) -> Step:
    """What comes of one act."""
    try:
        events = decide(game, seat, command, answers=answers, seed=seed)
    except Refusal as refusal:
        return Step(game, seat, command, answers, (), refusal.reason, game)
    return Step(game, seat, command, answers, events, None, replay(events, game))


def sensible(random: Random, game: Game) -> tuple[int, cmd.Command, int]:
    """A legal move that a player might make: a bid by honours and spades, any legal card."""
    waiting = due(game)
    assert waiting is not None, "an unfinished game has a seat that is due"
    seat, what = waiting
    if what == "bid":
        hand = game.hand(seat)
        worth = sum(card.rank in "AK" for card in hand) + sum(card.suit == "S" for card in hand) // 2
        return seat, cmd.MakeBid(0 if worth == 1 else max(2, worth - 1)), game.turn
    return seat, cmd.PlayCard(random.choice(legal_cards(game, seat))), game.turn


def anything(random: Random, game: Game) -> tuple[int | None, cmd.Command, int]:
    """Any act by anyone, for any position; now and then a legal one by chance."""
    waiting = due(game)
    seat = waiting[0] if waiting and random.random() < 0.6 else random.choice(SEATS)
    answers = game.turn - random.choice((0, 0, 0, 1, 2, 4, 30))
    other = random.choice(SEATS)
    return random.choice(
        (
            (seat, cmd.PlayCard(random.choice(game.sheet.deck)), answers),
            (seat, cmd.PlayCard(random.choice(sorted(game.hand(seat)) or JOKERS)), answers),
            (seat, cmd.PlayCard(random.choice(JOKERS)), answers),
            (seat, cmd.MakeBid(random.randint(-1, 15)), answers),
            (seat, cmd.Concede(), answers),
            (seat, cmd.Withdraw(), answers),
            (seat, cmd.Withdraw(), answers),
            (None, cmd.TimeUp(answers), 0),
            (None, cmd.TimeUp(game.turn), 0),
            (None, cmd.RuleVoid(random.randint(game.opening - 1, game.turn + 1), "so ruled"), 0),
            (None, cmd.RuleVoid(max(game.opening, answers), "so ruled", random.choice((None, other))), 0),
            (None, random.choice((cmd.Pause(), cmd.Resume(), cmd.Resume(), cmd.Extend(60))), 0),
            (None, cmd.Replace(other, random.choice(("Eve", "Finn", "Gil", "ANN"))), 0),
        )
    )

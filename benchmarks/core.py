"""Random rounds a second of the pure game, and the rest as ratios to it: `python -m benchmarks.core [ROUNDS]`."""

import json
import random
import sys
import time

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.decide import FRESH, begin, rule
from referee.spades.events import Event, from_json, to_json
from referee.spades.fairness import SEED_BYTES
from referee.spades.game import due
from referee.spades.moves import legal_bids, legal_cards
from referee.spades.sheets import DEFAULT_SHEET, SHEETS

NAMES = ("Ann", "Bob", "Carol", "Dave")


def seeds(chance: random.Random) -> list[str]:
    """As many as one act may need."""
    return [chance.randbytes(SEED_BYTES).hex() for _ in range(FRESH)]


def play(rounds: int, chance: random.Random) -> list[Event]:
    """The events of so many rounds of random legal moves, over as many games as that takes."""
    story: list[Event] = []
    played = 0
    while played < rounds:
        steps = begin(ev.Started(1, NAMES, SHEETS[DEFAULT_SHEET], 259200), seeds(chance))
        game = steps[-1].game
        story += [step.event for step in steps]
        while game.result is None and played < rounds:
            seat, what = due(game) or (0, "")
            move: cmd.Move = (
                cmd.MakeBid(chance.choice(legal_bids(game, seat)[:4]))
                if what == "bid"
                else cmd.PlayCard(chance.choice(legal_cards(game, seat)))
            )
            steps = rule(game, seat, move, answers=game.turn, seeds=seeds(chance))
            number, game = game.round, steps[-1].game
            played += game.round > number or game.result is not None
            story += [step.event for step in steps]
    return story


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    began = time.perf_counter()
    story = play(rounds, random.Random(1))
    playing = time.perf_counter() - began
    began = time.perf_counter()
    lines = [json.dumps(to_json(event)) for event in story]
    writing = time.perf_counter() - began
    began = time.perf_counter()
    again = [from_json(json.loads(line)) for line in lines]
    reading = time.perf_counter() - began
    assert again == story
    print(f"{rounds} random rounds, {rounds / playing:.0f} a second, {len(story)} events")
    print(f"writing the events as JSON: {writing / playing:.2f} of the time to play them")
    print(f"reading them back:          {reading / playing:.2f}")


if __name__ == "__main__":
    main()

"""The cost of a move as a game grows old or a database large: `python -m benchmarks.growth` with GAMES, ROUNDS and
MOVES, if not 10,000, 100 and 112.

Two ratios, both near 1 if it does not: a move in the last round to one in the first, and a move beside so many games to
one beside 10. The samples of each pair are taken in turn, so that a busy machine slows both alike, and count this
process's own time.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from sqlalchemy import Connection, insert, text

from benchmarks.path import timed_mail
from referee.spades import commands as cmd
from referee.spades.events import Event
from referee.spades.law.decide import rule
from referee.spades.law.moves import legal_bids, legal_cards
from referee.store import event_log
from referee.store.tables import events, outbox, people, seats
from referee.store.tables import games as games_table
from tests.talk import STARTER, Talk

GAMES, ROUNDS, MOVES = 10_000, 100, 112
NEVER = "target: 1000000"


def median_ms(samples: list[float]) -> float:
    """Return the median in milliseconds."""
    return 1000 * statistics.median(samples)


def age(talk: Talk, rounds: int) -> None:
    """Play game 1 on to round `rounds` without mail, low bids and first legal cards."""
    game = talk.game()
    while game.round < rounds:
        kept = talk.kept()
        story: list[Event] = []
        number = game.round
        while game.round == number:
            seat, what = game.due or (0, "")
            move = cmd.MakeBid(legal_bids(game, seat)[1]) if what == "bid" else cmd.PlayCard(legal_cards(game, seat)[0])
            steps = rule(game, seat, move, answers=game.turn, seeds=talk.draws().seeds())
            game = steps[-1].game
            story += [step.event for step in steps]
        with talk.store.transaction() as tx:
            event_log.append(tx, game, kept.last_seq, story, event_log.Origin(talk.now))
    talk.passes(days=4)


def crowd(tx: Connection, copies: int) -> None:
    """Put `copies` more games of other people beside game 1, each with its events and letters."""
    first = tx.execute(games_table.select()).first()
    assert first is not None
    row = dict(first._mapping)
    story = [dict(r._mapping) for r in tx.execute(events.select().where(events.c.game == 1))]
    places = [dict(r._mapping) for r in tx.execute(seats.select().where(seats.c.game == 1))]
    known = [dict(r._mapping) for r in tx.execute(people.select().order_by(people.c.id))]
    letter = dict(tx.execute(outbox.select().limit(1)).one()._mapping)
    letter.pop("id")
    for number in range(2, copies + 2):
        tx.execute(insert(games_table).values(**row | {"id": number, "source": f"copy {number}", "notice": None}))
        tx.execute(insert(events), [e | {"game": number, "inbox": None} for e in story])
        others = {person["id"]: person["id"] + number * len(known) for person in known}
        strangers = [p | {"id": others[p["id"]], "address": f"{number}.{p['address']}"} for p in known]
        tx.execute(insert(people), strangers)
        tx.execute(insert(seats), [p | {"game": number, "person": others[p["person"]]} for p in places])
        again = {"game": number, "message_id": f"copy-{number}", "secret": f"copy-{number}", "state": "sent"}
        tx.execute(insert(outbox).values(**letter | again))
    tx.execute(text("ANALYZE"))


def by_age(rounds: int, moves: int) -> float:
    """Return the cost of a move in round `rounds` over that of one in round 1."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        young = Talk(Path(one)).starts(f"{STARTER}\n{NEVER}")
        old = Talk(Path(other)).starts(f"{STARTER}\n{NEVER}")
        age(old, rounds)
        return compare("round 1", young, f"round {old.kept().round}", old, moves)


def by_size(copies: int, moves: int) -> float:
    """Return the cost of a move beside many games over that of one beside ten."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        small, large = Talk(Path(one)).starts(), Talk(Path(other)).starts()
        for talk, count in ((small, 10), (large, copies)):
            with talk.store.transaction() as tx:
                crowd(tx, count)
        return compare("beside 10 games", small, f"beside {copies} games", large, moves)


def compare(name: str, first: Talk, other: str, second: Talk, moves: int) -> float:
    """Move in turn in both, and print both medians. Return their ratio."""
    pairs = [(timed_mail(first)[0], timed_mail(second)[0]) for _ in range(moves)]
    a, b = median_ms([p[0] for p in pairs]), median_ms([p[1] for p in pairs])
    print(f"{name}: {a:.1f} ms; {other}: {b:.1f} ms; ratio {b / a:.2f}")
    return b / a


def main() -> None:
    given = [int(word) for word in sys.argv[1:]]
    copies, rounds, moves = (*given, *(GAMES, ROUNDS, MOVES)[len(given) :])
    by_age(rounds, moves // 2)
    by_size(copies, moves)


if __name__ == "__main__":
    main()

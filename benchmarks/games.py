"""A play of dominoes beside a play of Spades, from raw bytes to commit: `python -m benchmarks.games [PLAYS]`.

The games take turns, so that other work on the machine meets both alike.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks.path import timed_mail
from tests.talk import STARTER, Talk

GAMES = {"Spades": STARTER, "dominoes": f"{STARTER}\nsheet: sigma-dominoes\ntarget: 5000"}


def measure(plays: int) -> dict[str, list[float]]:
    """Return the CPU seconds of each play, by game; of Spades without the bids."""
    spent: dict[str, list[float]] = {name: [] for name in GAMES}
    with tempfile.TemporaryDirectory() as folder:
        talks = {name: Talk(Path(folder) / name).starts(start).hears_each_play() for name, start in GAMES.items()}
        while min(map(len, spent.values())) < plays:
            for name, talk in talks.items():
                waiting = talk.game().due
                seconds, _ = timed_mail(talk)
                if waiting is not None and waiting[1] == "play":
                    spent[name].append(seconds)
    return spent


def main() -> None:
    spent = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    middle = {name: 1000 * statistics.median(seconds) for name, seconds in spent.items()}
    for name, seconds in spent.items():
        print(f"{name}: {len(seconds)} plays, p50 {middle[name]:.1f} ms, mean {1000 * statistics.mean(seconds):.1f} ms")
    print(f"a play of dominoes takes {middle['dominoes'] / middle['Spades']:.2f} of a play of Spades (p50)")


if __name__ == "__main__":
    main()

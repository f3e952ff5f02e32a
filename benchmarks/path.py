"""Mails handled per second, from raw bytes to commit, and where the time goes: `python -m benchmarks.path [MAILS]`.

Every mail is a player's reply that is read, proven by its token, ruled on, kept and announced in four letters.
"""

import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from referee import handle
from referee.desk import outgoing
from referee.desk.table import act
from referee.handle import handle_mail
from referee.store import event_log, inbox, outbox
from tests.talk import Talk

STEPS: tuple[tuple[str, Any, str], ...] = (
    ("read the mail", handle, "read_message"),
    ("whose mail it is", handle, "identify"),
    ("read the commands", handle, "read_mail"),
    ("load the game", event_log, "load"),
    ("rule on it", act, "rule"),
    ("keep the events", event_log, "append"),
    ("letters as bytes", outgoing, "to_bytes"),
    ("queue the letters", outbox, "queue"),
)
LETTERS = ("announcement", "private")


class Stopwatch:
    """Seconds spent in named steps."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def around(self, name: str, step: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            began = time.perf_counter()
            try:
                return step(*args, **kwargs)
            finally:
                self.seconds[name] += time.perf_counter() - began

        return timed


def measure(mails: int) -> tuple[float, Stopwatch]:
    """Seconds for so many mails, and for each step of them."""
    watch = Stopwatch()
    spent = 0.0
    with tempfile.TemporaryDirectory() as folder, ExitStack() as patches:
        talk = Talk(Path(folder)).starts()
        for name, module, function in STEPS:
            patches.enter_context(patch.object(module, function, watch.around(name, getattr(module, function))))
        for name in LETTERS:
            whole = watch.around("render the letters", getattr(talk.desk.letters, name))
            patches.enter_context(patch.object(talk.desk.letters, name, whole))
        for _ in range(mails):
            spent += one_mail(talk)
    return spent, watch


def one_mail(talk: Talk) -> float:
    """One act of whoever is to act; the seconds from its raw bytes, kept, to the commit."""
    who_acts = talk.due()
    letter = next(x for x in reversed(talk.to(who_acts)) if "turn" in x.events)
    legal = letter["Spades-Legal"].split()[-1]
    raw = talk.mail(who_acts, legal, answers=letter)
    with talk.store.transaction() as tx:
        number = inbox.receive(tx, raw, sha256(raw).hexdigest(), talk.now)
    draws = talk.draws()
    began = time.perf_counter()
    outcome = handle_mail(talk.desk, talk.store, number, now=talk.now, draws=draws)
    spent = time.perf_counter() - began
    assert outcome.endswith("/accepted"), outcome
    talk.collect()
    return spent


def main() -> None:
    mails = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    spent, watch = measure(mails)
    print(f"{mails} mails, {mails / spent:.0f} a second, {1000 * spent / mails:.1f} ms each")
    for name, seconds in sorted(watch.seconds.items(), key=lambda step: -step[1]):
        print(f"  {name:<20} {seconds / spent:6.1%}")
    print(f"  {'the rest, commit too':<20} {1 - sum(watch.seconds.values()) / spent:6.1%}")


if __name__ == "__main__":
    main()

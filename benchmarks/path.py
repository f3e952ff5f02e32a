"""The cost of one mail, from raw bytes to commit, and where the time goes: `python -m benchmarks.path [MAILS]`.

Every mail is a player's reply that is read, proven by its token, ruled on, kept and announced in four letters. The
times are this process's own, by CPU; only the time on the wall also counts waiting for the disk.
"""

import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlalchemy import event

from referee import handle
from referee.desk import outgoing
from referee.desk.table import act
from referee.handle import handle_mail
from referee.store import event_log, inbox, outbox, people
from referee.telling.letters import Letters
from tests.talk import Letter, Talk

STEPS: tuple[tuple[str, Any, str], ...] = (
    ("read the mail", handle, "read_message"),
    ("whose mail it is", handle, "identify"),
    ("seen before", handle, "mark_seen"),
    ("read the commands", handle, "read"),
    ("which game it means", handle, "look_up"),
    ("load the game", event_log, "load"),
    ("rule on it", act, "rule"),
    ("what follows by itself", act, "chain"),
    ("keep the events", event_log, "append"),
    ("set the clock", act, "next_clock"),
    ("issue the tokens", people, "issue"),
    ("write what all get", Letters, "announcement"),
    ("write a player's own", Letters, "private"),
    ("letters as bytes", outgoing, "to_bytes"),
    ("queue the letters", outbox, "queue"),
)
"""The steps by name, each a function of a module or class. What a step takes within another counts once."""
REST = "the rest, commit too"
COUNTED = 10
"""In how many mails to count statements, and functions called: that slows them, so they do not count for the times."""


@dataclass
class Profile:
    """The cost of mails: seconds of CPU and on the wall for each, and by step in all; statements and functions for
    each."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    steps: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    statements: list[int] = field(default_factory=list)
    functions: list[int] = field(default_factory=list)
    _inner: list[float] = field(default_factory=lambda: [0.0])

    def around(self, name: str, step: Callable[..., Any]) -> Callable[..., Any]:
        """Return the step, timed."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            began = time.process_time()
            self._inner.append(0.0)
            try:
                return step(*args, **kwargs)
            finally:
                spent = time.process_time() - began
                self.steps[name] += spent - self._inner.pop()
                self._inner[-1] += spent

        return timed

    def one(self, talk: Talk) -> None:
        """Note the time of one mail."""
        cpu, wall = timed_mail(talk)
        self.cpu.append(cpu)
        self.wall.append(wall)

    def step_ms(self, name: str) -> float:
        """Return the milliseconds of a mail that a step takes, on average."""
        return 1000 * self.steps[name] / len(self.cpu)

    def rows(self) -> Iterator[tuple[str, float]]:
        """Yield the steps and their milliseconds a mail, the longest first, and what is left."""
        yield from sorted(((name, self.step_ms(name)) for name in self.steps), key=lambda row: -row[1])
        yield REST, 1000 * (sum(self.cpu) - sum(self.steps.values())) / len(self.cpu)


@contextmanager
def timed(profile: Profile) -> Iterator[None]:
    """Time all steps of the mails that come within."""
    with ExitStack() as patches:
        for name, module, function in STEPS:
            step = profile.around(name, getattr(module, function))
            patches.enter_context(patch.object(module, function, step))
        yield


def table(folder: Path) -> Talk:
    """Return a game whose four players all have letters about each play."""
    return Talk(folder).starts().hears_each_play()


def measure(mails: int) -> Profile:
    """Return the cost of so many mails: first without a look inside, then of as many by step, then of some by
    function."""
    profile, inside = Profile(), Profile()
    with tempfile.TemporaryDirectory() as folder:
        talk = table(Path(folder))
        timed_mail(talk)
        for _ in range(mails):
            profile.one(talk)
        with timed(inside):
            for _ in range(mails):
                inside.one(talk)
        profile.statements = [statements_of(talk) for _ in range(COUNTED)]
        profile.functions = [functions_of(talk) for _ in range(COUNTED)]
    factor = sum(profile.cpu) / sum(inside.cpu)
    profile.steps.update({name: seconds * factor for name, seconds in inside.steps.items()})
    return profile


def statements_of(talk: Talk) -> int:
    """Count the SQL statements of one mail, BEGIN and savepoints too."""
    asked: list[str] = []

    def count(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    waits = waiting_mail(talk)
    event.listen(talk.store.engine, "before_cursor_execute", count)
    try:
        waits()
    finally:
        event.remove(talk.store.engine, "before_cursor_execute", count)
    talk.collect()
    return len(asked)


def functions_of(talk: Talk) -> int:
    """Count the calls of Python functions for one mail."""
    calls = 0

    def called(frame: object, what: str, arg: object) -> None:
        nonlocal calls
        calls += what == "call"

    waits = waiting_mail(talk)
    sys.setprofile(called)
    try:
        waits()
    finally:
        sys.setprofile(None)
    talk.collect()
    return calls


def timed_mail(talk: Talk) -> tuple[float, float]:
    """Handle one act of whoever is to act. Return the seconds of CPU and on the wall, from its raw bytes to the
    commit."""
    waits = waiting_mail(talk)
    began = time.process_time(), time.perf_counter()
    outcome = waits()
    spent = time.process_time() - began[0], time.perf_counter() - began[1]
    assert outcome.endswith("/accepted"), outcome
    talk.collect()
    return spent


def waiting_mail(talk: Talk) -> Callable[[], str]:
    """Receive a mail of whoever is to act. Return what handles it."""
    letter, who_acts = _turn_letter(talk)
    last = letter["Spades-Legal"].split(", ")[-1].removesuffix(" first")
    raw = talk.mail(who_acts, last if "-" in last else last.split()[-1], answers=letter)
    with talk.store.transaction() as tx:
        number = inbox.receive(tx, raw, sha256(raw).hexdigest(), talk.now)
    draws = talk.draws()
    return lambda: handle_mail(talk.desk, talk.store, number, now=talk.now, draws=draws)


def _turn_letter(talk: Talk) -> tuple[Letter, str]:
    letter = next(x for x in reversed(talk.letters) if "turn" in x.events)
    return letter, letter.to


def main() -> None:
    mails = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    found = measure(mails)
    cpu, wall = found.cpu, found.wall
    middle, mean = 1000 * statistics.median(cpu), 1000 * statistics.mean(cpu)
    print(f"{mails} mails, by CPU: p50 {middle:.1f} ms, mean {mean:.1f} ms, {1000 / mean:.0f} a second")
    print(f"on the wall: p50 {1000 * statistics.median(wall):.1f} ms, mean {1000 * statistics.mean(wall):.1f} ms")
    print(f"statements a mail: {statistics.median(found.statements):.0f}", end=", ")
    print(f"functions a mail: {statistics.median(found.functions):.0f}")
    for name, each in found.rows():
        print(f"  {name:<22} {each:6.2f} ms {each / mean:6.1%}")


if __name__ == "__main__":
    main()

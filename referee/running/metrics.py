"""Figures for Prometheus, in its text format, for `referee status --metrics` and for a file. Decides nothing.

Names and units are as its conventions want them: seconds, bytes, `_total` for what only grows.
"""

import json
import os
import shutil
import tempfile
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import accumulate
from pathlib import Path

from sqlalchemy import Connection

from referee import __version__
from referee.running.backups import LAST_BACKUP, moment_in
from referee.running.queue_wait import wait_of
from referee.running.watch import LAST_READ
from referee.store import figures, inbox, marks, outbox
from referee.store.backend import Store

SECONDS = "handling-seconds"
"""The mark that holds how long the handling of mails took."""
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
OUTCOMES = ("accepted", "refused", "unproven", "doubtful", "no-command", "bounce", "ignored")
PHASES = ("sign-up", "closed", "running", "over", "cancelled")
FOR_ALL = 0o644
"""Who reads the file is another user, and it holds only counts."""

Labels = Mapping[str, str]
Sample = tuple[str, Labels, float]
"""The ending of a sample's name, its labels, its value."""
PLAIN: Labels = {}


class Durations:
    """How long the handling of mails took, in seconds: a histogram that goes on after a restart."""

    def __init__(self, counts: Iterable[int] = (), total: float = 0.0) -> None:
        given = tuple(counts)
        self.counts = list(given) if len(given) == len(BUCKETS) + 1 else [0] * (len(BUCKETS) + 1)
        """How many took at most as long as each bucket says and longer than the one before; last, those beyond."""
        self.total = total

    def add(self, seconds: float) -> None:
        """One more mail."""
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.total += seconds

    def to_mark(self) -> str:
        """What `from_mark` reads."""
        return json.dumps({"counts": self.counts, "total": round(self.total, 6)})

    @classmethod
    def from_mark(cls, value: str | None) -> "Durations":
        """As they were noted; none yet if that is missing, or of another version."""
        with suppress(ValueError, KeyError, TypeError):
            found = json.loads(value or "")
            return cls([int(count) for count in found["counts"]], float(found["total"]))
        return cls()


class Outcomes:
    """How many mails came to which kind of outcome. Looks at each mail once."""

    def __init__(self) -> None:
        self._last = 0
        self.counts: Counter[str] = Counter(dict.fromkeys(OUTCOMES, 0))

    def count(self, tx: Connection) -> Mapping[str, int]:
        """All handled so far."""
        self._last, new = figures.outcomes(tx, self._last)
        for outcome, count in new.items():
            self.counts[kind_of(outcome)] += count
        return self.counts


def kind_of(outcome: str) -> str:
    """The kind of an outcome as the log has it: `PlayCard/stale no-slot` is `refused`."""
    words = outcome.split() or [""]
    if any(word.endswith("/accepted") for word in words):
        return "accepted"
    first, _, why = words[0].partition("/")
    if words[0] in ("bounce", "no-command") or first == "ignored":
        return first
    return why if why in ("unproven", "doubtful") else "refused"


def exposition(store: Store, outcomes: Outcomes, now: datetime, *, running: bool | None, healthy: bool) -> str:
    """All figures as text. Raises StoreError."""
    with store.reading() as tx:
        lines = [line for family in _families(tx, store, outcomes, now) for line in family]
    up = () if running is None else _one("referee_up", "gauge", "Whether a daemon works on the database.", running)
    lines += [*up, *_one("referee_healthy", "gauge", "Whether `referee status --check` says yes.", healthy)]
    return "\n".join(lines) + "\n"


def _families(tx: Connection, store: Store, outcomes: Outcomes, now: datetime) -> Iterator[list[str]]:
    mails, letters = inbox.counts(tx), outbox.counts(tx)
    yield _family("referee_build_info", "gauge", "The version that wrote this.", [("", {"version": __version__}, 1)])
    handled = outcomes.count(tx)
    yield _family("referee_mails_total", "counter", "Mails handled, by outcome.", _by("outcome", handled))
    fates = {
        "accepted": letters.get("sent", 0) + letters.get("bounced", 0),
        "bounced": letters.get("bounced", 0),
        "failed": letters.get("failed", 0),
    }
    yield _family(
        "referee_letters_total",
        "counter",
        "Letters by fate; those that bounced were accepted first.",
        _by("fate", fates),
    )
    yield _one("referee_mails_waiting", "gauge", "Mails received and not handled.", mails.get("new", 0))
    yield _one("referee_mails_shunted", "gauge", "Mails that could not be handled.", mails.get("shunted", 0))
    yield _one("referee_letters_waiting", "gauge", "Letters written and not sent.", letters.get("waiting", 0))
    for what, since in (("mail", inbox.oldest_unhandled(tx)), ("letter", outbox.oldest_waiting(tx))):
        help_ = f"Age of the oldest {what} that waits; 0 if none does."
        yield _one(f"referee_oldest_{what}_age_seconds", "gauge", help_, _age(since, now))
    yield _family("referee_games", "gauge", "Games by state.", _by("state", figures.games_by_state(tx)))
    phases = dict.fromkeys(PHASES, 0) | figures.tournaments_by_phase(tx)
    yield _family("referee_tournaments", "gauge", "Tournaments by phase.", _by("phase", phases))
    yield _durations(Durations.from_mark(marks.get_mark(tx, SECONDS)))
    read, backup = marks.get_mark(tx, LAST_READ), marks.get_mark(tx, LAST_BACKUP)
    moments = {
        "mailbox_read": ("All mail was read until then", None if read is None else datetime.fromisoformat(read)),
        "letter_sent": ("The mail server last accepted a letter", outbox.last_sent(tx)),
        "backup": ("The daemon last made a backup", None if backup is None else moment_in(backup)),
    }
    for name, (help_, moment) in moments.items():
        at = 0 if moment is None else moment.timestamp()
        yield _one(f"referee_{name}_timestamp_seconds", "gauge", f"{help_}; 0 for never.", at)
    wait = wait_of(tx)
    help_ = "How long clocks wait at most for what may lie in a mail server's queue; 0 if they do not."
    yield _one("referee_clocks_wait_seconds", "gauge", help_, _age(now, wait.until if wait else now))
    yield _one("referee_database_bytes", "gauge", "Size of the database.", store.database.size(tx))
    free = shutil.disk_usage(store.file.parent).free
    yield _one("referee_disk_free_bytes", "gauge", "Room left on the disk of the database.", free)


def _durations(found: Durations) -> list[str]:
    sums = list(accumulate(found.counts))
    samples: list[Sample] = [
        ("_bucket", {"le": bound}, count) for bound, count in zip([*map(str, BUCKETS), "+Inf"], sums, strict=True)
    ]
    samples += [("_sum", PLAIN, found.total), ("_count", PLAIN, sums[-1])]
    name = "referee_mail_handling_seconds"
    return _family(name, "histogram", "How long the handling of a mail took.", samples)


def _by(label: str, counts: Mapping[str, int]) -> list[Sample]:
    return [("", {label: name}, count) for name, count in counts.items()]


def _one(name: str, kind: str, help_: str, value: float) -> list[str]:
    return _family(name, kind, help_, [("", PLAIN, value)])


def _family(name: str, kind: str, help_: str, samples: Iterable[Sample]) -> list[str]:
    """The lines of one metric. Names and values of labels are our own words, which need no escapes."""
    return [
        f"# HELP {name} {help_}",
        f"# TYPE {name} {kind}",
        *(f"{name}{ending}{_braces(labels)} {_number(value)}" for ending, labels, value in samples),
    ]


def _braces(labels: Labels) -> str:
    inside = ",".join(f'{key}="{value}"' for key, value in labels.items())
    return f"{{{inside}}}" if inside else ""


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(round(value, 6))


def _age(since: datetime | None, now: datetime) -> float:
    return 0.0 if since is None else max((now - since).total_seconds(), 0.0)


def replace_file(file: Path, text: str) -> None:
    """Write the file whole, for all to read; whoever reads it sees the old or the new one. Raises OSError."""
    # its ending is not the one that the collector looks for
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii", newline="\n") as new:
            new.write(text)
        Path(name).chmod(FOR_ALL)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

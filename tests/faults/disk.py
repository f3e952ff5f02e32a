"""Input/output errors and a full disk at the N-th call that touches the database, once and from then on, while acts are
played; then on a disk that really is full. Nothing that was acknowledged, a mail moved or a letter sent, is ever
lost."""

import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count, product
from pathlib import Path
from typing import NamedTuple

from tests.faults.club import maildir
from tests.faults.kill import TERMS
from tests.faults.runs import Figures
from tests.faults.table import Table
from tests.running.post_office import REFEREE

TRY_AGAIN = 75
"""EX_TEMPFAIL: the sender of a piped mail keeps it."""
ACTS = 60
DISK_BYTES = 8 * 1024 * 1024
PAGE = 4096
ROOM = {True: range(24), False: range(0, 24, 12)}
"""The pages that are left on the full disk."""


class Fault(NamedTuple):
    """An error of one kind of call; `always`: from the N-th on."""

    call: str
    error: str
    always: bool

    def __str__(self) -> str:
        return f"{self.error} of {self.call}{' from then on' if self.always else ''}"


CALLS = {
    "EIO": ("pread64", "pwrite64", "fdatasync", "fsync", "ftruncate", "openat"),
    "ENOSPC": ("pwrite64", "openat", "write"),
}
FAULTS = tuple(
    Fault(call, error, always) for error, calls in CALLS.items() for call in calls for always in (False, True)
)
OFTEN = ("pread64", "pwrite64")
STEP = {True: 6, False: 60}
"""The step between the calls tried, of those that a run makes by the hundred; of others the long form tries each."""
SHORT = (Fault("pwrite64", "EIO", False), Fault("fdatasync", "EIO", False), Fault("write", "ENOSPC", True))


def run(*, long: bool) -> Figures:
    """Return figures: the faults that happened, how the program ended, and what was acknowledged but lost, which must
    be nothing."""
    ends, came = Counter[str](), Counter[str]()
    with Table() as table:
        table.starts(*TERMS[0])
        for fault, way in product(FAULTS if long else SHORT, (_daemon, _pipe)):
            step = STEP[long] if fault.call in OFTEN else 1 if long else 5
            for number in count(1 if long else step // 2, step):
                said = way(table, fault, number)
                if said is None:
                    break
                came[fault.error] += 1
                ends[said] += 1
                _start_over(table)
        full = Counter(_full(table, long))
        return {
            **{f"{error} at the N-th call": times for error, times in sorted(came.items())},
            **{f"ended: {said}": times for said, times in sorted(ends.items())},
            **{f"full disk: {said}": times for said, times in sorted(full.items())},
            "acknowledged but lost": 0,
        }


def _daemon(table: Table, fault: Fault, number: int) -> str | None:
    """Act once under a fault of `run --once`. Return how that ended, None if the fault did not come about."""
    before = table.turn()
    table.mail_move()
    ended = table.once(strace=_strace(table, fault, number))
    allowed = (0,) if fault.call == "write" else (0, 1)
    assert ended.code in allowed, f"{fault} at call {number}: it ended with {ended.code}"
    _kept(table, f"{fault} at call {number}")
    table.settles()
    assert table.turn() == before + 1, f"{fault} at call {number}: turn {before} was followed by {table.turn()}"
    return f"run, {ended.code}" if _came(table) else None


def _pipe(table: Table, fault: Fault, number: int) -> str | None:
    """Act once under a fault of `handle`, tried again for as long as it asks for that."""
    before = table.turn()
    mail = table.next_move()
    file = table.folder / "piped.eml"
    file.write_bytes(mail)
    code = table.handle(file, strace=_strace(table, fault, number)).code
    assert code in (0, TRY_AGAIN), f"{fault} at call {number}: handle ended with {code}"
    if code == TRY_AGAIN:
        assert table.handle(file).code == 0
    else:
        assert table.sql("SELECT count(*) FROM inbox WHERE raw = ?", mail)[0][0] == 1, f"{fault} at call {number}"
    table.settles()
    assert table.turn() == before + 1, f"{fault} at call {number}: turn {before} was followed by {table.turn()}"
    return f"handle, {code}" if _came(table) else None


def _full(table: Table, long: bool) -> Iterator[str]:
    """Act on a disk with hardly a page left, and then with room again; nothing where no disk may be mounted."""
    table.check()
    table.clear()
    with ExitStack() as later:
        if not _mount(table.data):
            return
        later.callback(subprocess.run, ["umount", str(table.data)], check=True)
        table.settles()
        table.starts(*TERMS[0])
        filler = table.data / "filler"
        for pages in ROOM[long]:
            before = table.turn()
            table.mail_move()
            _fill(filler, pages)
            ended = table.once()
            assert ended.code in (0, 1), f"{pages} pages left: it ended with {ended.code}"
            filler.unlink()
            _kept(table, f"{pages} pages left")
            table.settles()
            assert table.turn() == before + 1, f"{pages} pages left: turn {before} was followed by {table.turn()}"
            yield f"run, {ended.code}"
        table.check()


def _mount(folder: Path) -> bool:
    for file in folder.iterdir():
        file.unlink()
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES},mode=700", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _fill(filler: Path, pages: int) -> None:
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(PAGE)) == PAGE:
                pass
        except OSError:
            file.truncate(max(0, file.tell() - pages * PAGE))


def _strace(table: Table, fault: Fault, number: int) -> tuple[str, ...]:
    names = [f"{table.database}{end}" for end in ("", "-wal", "-shm")]
    when = f"{number}{'+' if fault.always else ''}"
    # a log that cannot be written costs nobody a move
    names += [str(table.log)] if fault.call == "write" else []
    paths = [word for name in names for word in ("-P", name)]
    inject = f"inject={fault.call}:error={fault.error}:when={when}"
    return ("-o", str(table.folder / "trace"), *paths, "-e", f"trace={fault.call}", "-e", inject)


def _came(table: Table) -> bool:
    return "(INJECTED)" in (table.folder / "trace").read_text(errors="replace")


def _kept(table: Table, where: str) -> None:
    """Check, before anything is mended, that every mail in the processed folder has its outcome in the database."""
    moved = sum(len(list(maildir(table.stack, REFEREE).glob(f".Referee*/{where}/*"))) for where in ("new", "cur"))
    done = table.sql("SELECT count(*) FROM inbox WHERE state = 'done' AND uid IS NOT NULL")[0][0]
    assert moved <= done, f"{where}: {moved} mails were moved, {done} have an outcome"


def _start_over(table: Table) -> None:
    if table.moves >= ACTS:
        table.check()
        table.clear()
        table.moves = 0
        table.starts(*TERMS[0])

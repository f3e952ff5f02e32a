"""Handles mails in a process of its own and reports what each cost; the letters are searched for what got through.

Knows no bomb. As a program: prints one line with the address that the mails shall seem to come from and the one that
they go to, then takes the name of a file a line and answers each with one line of figures.
"""

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from referee.post.wire.imap_fetch import MESSAGE_BYTES
from tests.talk import Letter, Talk


def peak_mb(process: int | str) -> int:
    """Return the most memory that a process ever had, in MB; the figure of getrusage may be that of its parent."""
    found = re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) // 1024


@dataclass(frozen=True)
class Cost:
    """The cost of one mail: seconds of the processor, and the most memory in MB that the process had needed by then."""

    outcome: str
    seconds: float
    mb: int


class Reader:
    """The other side of the pipe. `letters` are those of the last mail."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self.process, self.folder = process, folder
        self.sender, self.to = self._answer()
        self.letters: list[Letter] = []

    def read(self, raw: bytes) -> Cost:
        """Have as much of a mail handled as a mailbox would hand out."""
        assert self.process.stdin is not None
        path = self.folder / "bomb"
        path.write_bytes(raw[:MESSAGE_BYTES])
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        outcome, seconds, mb, letters = self._answer()
        self.letters = [Letter(to, (self.folder / name).read_bytes()) for to, name in letters]
        return Cost(outcome, seconds, mb)

    def _answer(self) -> list:  # type: ignore[type-arg]
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the reader is dead"
        found: list = json.loads(line)  # type: ignore[type-arg]
        return found


@contextmanager
def reader() -> Iterator[Reader]:
    """Yield a process that reads."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.reading.bomb_reader", folder]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield Reader(process, Path(folder))
            finally:
                process.kill()


def main(folder: Path) -> None:
    """Play the reader until nothing more comes."""
    talk = Talk(folder).starts()
    who = talk.due()
    print(json.dumps([f"{who}@club.test", talk.last(who)["Reply-To"]]), flush=True)
    for number, line in enumerate(sys.stdin):
        raw = Path(line.rstrip("\n")).read_bytes()
        # each on a day of its own: answers are bounded by the day
        talk.now += timedelta(days=1)
        before = len(talk.letters)
        began = time.process_time()
        # our own server vouches for it: a bomb may show its reply address to others, which then proves nothing
        outcome = talk.deliver(Talk.stamp(f"{who}@club.test") + raw)
        seconds = round(time.process_time() - began, 4)
        most = peak_mb("self")
        letters = [(letter.to, f"{number}.{n}.eml") for n, letter in enumerate(talk.letters[before:])]
        for (_, name), letter in zip(letters, talk.letters[before:], strict=True):
            (folder / name).write_bytes(letter.raw)
        print(json.dumps([outcome, seconds, most, letters]), flush=True)
    talk.store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""The `referee` command, made fast: a process that has imported all of it, forked for every command. As a program of
its own:

`python -m tests.faults.forked LOG`, with one command a line on standard input and one answer a line, both JSON.
"""

import importlib
import json
import os
import pkgutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from tests.faults import calls

ATTACH_SECONDS = 10.0


class Ended(NamedTuple):
    """The end of a command: exit code (negative: the signal), and where it was traced, the calls that it made and the
    kind of the last one."""

    code: int
    calls: int = 0
    kind: int = -1


class Forked:
    """A context manager; commands one after the other. Their standard error goes to the end of `log`, what they leave
    in temporary files to `scratch`.
    """

    def __init__(self, log: Path, scratch: Path) -> None:
        self.log, self.scratch = log, scratch

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.faults.forked", str(self.log)]
        here = {**os.environ, "TMPDIR": str(self.scratch)}
        self._server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=here)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.kill()
        self._server.communicate()

    def do(self, *arguments: str, kill_at: int = 0, count: bool = False, strace: tuple[str, ...] = ()) -> Ended:
        """Run one command: killed at a system call; or its calls counted; or under strace with these arguments."""
        order = {"arguments": arguments, "kill_at": kill_at, "count": count or kill_at > 0, "strace": strace}
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.write(json.dumps(order) + "\n")
        self._server.stdin.flush()
        return Ended(*json.loads(self._server.stdout.readline()))


def serve(log: Path) -> None:
    """Do what is asked for, until no more requests can come."""
    import referee  # noqa: PLC0415

    for module in pkgutil.walk_packages(referee.__path__, "referee."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for line in sys.stdin:
        order = json.loads(line)
        print(json.dumps(_one(order, log)), flush=True)


def _one(order: dict[str, Any], log: Path) -> Ended:
    child = os.fork()
    if child == 0:
        _become(order, log)
    if order["count"]:
        made, kind, code = calls.count(child, order["kill_at"])
        return Ended(code, made, kind)
    tracer = _attach(child, order["strace"]) if order["strace"] else None
    _, status = os.waitpid(child, 0)
    if tracer is not None:
        tracer.wait(ATTACH_SECONDS)
    return Ended(os.waitstatus_to_exitcode(status))


def _attach(child: int, arguments: list[str]) -> subprocess.Popen[bytes]:
    os.waitpid(child, os.WUNTRACED)
    tracer = subprocess.Popen(["strace", "-f", "-p", str(child), *arguments], stderr=subprocess.DEVNULL)
    end = time.monotonic() + ATTACH_SECONDS
    while "TracerPid:\t0\n" in Path(f"/proc/{child}/status").read_text():
        assert time.monotonic() < end, "strace did not attach"
        time.sleep(0.001)
    os.kill(child, signal.SIGCONT)
    return tracer


def _become(order: dict[str, Any], log: Path) -> None:
    """Become the command, in the child, and nothing after it."""
    code = 1
    try:
        from referee.commands.app import main  # noqa: PLC0415

        nothing, errors = os.open(os.devnull, os.O_RDWR), os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for target, source in ((0, nothing), (1, nothing), (2, errors)):
            os.dup2(source, target)
        sys.argv = ["referee", *order["arguments"]]
        if order["count"]:
            calls.allow()
        elif order["strace"]:
            os.kill(os.getpid(), signal.SIGSTOP)
        main()
    except SystemExit as e:
        code = e.code if isinstance(e.code, int) else int(e.code is not None)
    finally:
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    serve(Path(sys.argv[1]))

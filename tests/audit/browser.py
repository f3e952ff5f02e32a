"""Headless Chromium, steered over a pipe (the DevTools protocol): it opens one page, evaluates expressions in it, and
notes every address that the page asks for. Never opens a port."""

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
)
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions")
PIPES = """
import fcntl, os, sys
into, out = (fcntl.fcntl(int(fd), fcntl.F_DUPFD, 10) for fd in sys.argv[1:3])
os.dup2(into, 3)
os.dup2(out, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""The browser reads commands from descriptor 3 and writes to 4."""


class Page:
    """One page of a running browser."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._rest = b""
        self._numbers = count(1)
        self._session = ""
        self.asked: list[str] = []
        """Every address that the page asked for, its own first."""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.send("Network.enable")
        self.send("Page.enable")

    def open(self, file: Path, seconds: float = 20) -> None:
        """Load a file and wait until it is there."""
        self.send("Page.navigate", url=file.resolve().as_uri())
        until = monotonic() + seconds
        while self.evaluate("document.readyState + location.protocol") != "completefile:":
            assert monotonic() < until, "the page does not load"

    def evaluate(self, expression: str, seconds: float = 120) -> Any:
        """Return the value of an expression in the page, awaited where it is a promise."""
        asked = {"expression": expression, "awaitPromise": True, "returnByValue": True, "userGesture": True}
        told = self.send("Runtime.evaluate", seconds, **asked)
        assert "exceptionDetails" not in told, json.dumps(told["exceptionDetails"])[:2000]
        return told["result"].get("value")

    def send(self, method: str, seconds: float = 30, **params: Any) -> dict[str, Any]:
        """Send one command of the browser's protocol, and return its answer."""
        number = next(self._numbers)
        session = {"sessionId": self._session} if self._session else {}
        data = json.dumps({"id": number, "method": method, "params": params, **session}).encode() + b"\0"
        while data:
            data = data[os.write(self._commands, data) :]
        until = monotonic() + seconds
        while (message := self._next(until)).get("id") != number:
            if message.get("method") == "Network.requestWillBeSent":
                self.asked.append(message["params"]["request"]["url"])
        assert "error" not in message, f"{method}: {message['error']}"
        result: dict[str, Any] = message["result"]
        return result

    def _next(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._answers], [], [], max(0, until - monotonic()))
            assert ready, "the browser does not answer in time"
            more = os.read(self._answers, 1 << 20)
            assert more, "the browser has ended"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found


def chromium() -> str | None:
    """Return the browser's path, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def browsing() -> Iterator[Page]:
    """Yield a page in a browser of its own, which ends with the block. Skips the test if there is no Chromium."""
    program = chromium()
    if program is None:
        pytest.skip(f"no browser on this machine: none of {', '.join(NAMES)} is installed")
    (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        steered = [program, *OPTIONS, *QUIET, "--remote-debugging-pipe", f"--user-data-dir={home}", "about:blank"]
        process = subprocess.Popen(
            [sys.executable, "-c", PIPES, str(theirs_in), str(theirs_out), *steered],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": home},
        )
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            yield Page(ours_out, ours_in)
        finally:
            with suppress(OSError):
                os.close(ours_out)
            os.close(ours_in)
            # closing the pipe ends the browser; one that hangs is killed
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

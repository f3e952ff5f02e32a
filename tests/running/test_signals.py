"""Signals: each that would end a process ends the daemon cleanly."""

import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.running.post_office import PostOffice, write_config

FAULTS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL}
TRIED = """
import os, signal, sys
from referee.commands.run import heed_signals
def end(number, heeds):
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        heeds()
        os.kill(os.getpid(), number)
        os._exit(7)
    _, status = os.waitpid(child, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "stopped"
    return os.waitstatus_to_exitcode(status)
for number in signal.valid_signals() - {signal.SIGKILL}:
    print(int(number), end(number, lambda: number != signal.SIGSTOP and signal.signal(number, signal.SIG_DFL)),
          end(number, heed_signals))
"""


def test_each_signal_that_ends_a_process_ends_the_daemon_cleanly() -> None:
    """The kernel says which signals those are. Python ignores two of them: what they tell of raises an error."""
    told = subprocess.run([sys.executable, "-c", TRIED], capture_output=True, text=True, check=True, timeout=60)
    ends = {int(number): (default, ours) for number, default, ours in map(str.split, told.stdout.splitlines())}
    assert len(ends) > 50
    for number, (default, ours) in ends.items():
        if default != str(-number) or number in (signal.SIGPIPE, signal.SIGXFSZ):
            assert ours in ("7", "stopped"), number
        else:
            assert ours == (str(-number) if number in FAULTS else "0"), number


def test_a_hang_up_ends_it_like_any_other_unless_it_was_started_to_ignore_it(tmp_path: Path) -> None:
    started = (
        "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); from referee.commands.app import main; "
    )
    log = tmp_path / "log"
    with PostOffice() as office, log.open("w") as lines:
        path = write_config(tmp_path, office, imap="poll_seconds = 0.2")
        run = [sys.executable, "-c", f"{started}main()", "run", "--config", str(path)]
        daemon = subprocess.Popen(run, stderr=lines)
        try:
            end = time.monotonic() + 60
            while "event=started" not in log.read_text():
                assert time.monotonic() < end, log.read_text()
                time.sleep(0.05)
            daemon.send_signal(signal.SIGHUP)
            time.sleep(0.5)
            assert daemon.poll() is None
            daemon.send_signal(signal.SIGUSR1)
            assert daemon.wait(60) == 0
        finally:
            daemon.kill()
            daemon.wait()
    said = log.read_text()
    assert "event=stopping signal=SIGUSR1" in said and said.rstrip().endswith("event=stopped")

"""Signals: each that would end a process ends the daemon cleanly, and SIGHUP reads the configuration again."""

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
        if default != str(-number) or number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGHUP):
            assert ours in ("7", "stopped"), number
        else:
            assert ours == (str(-number) if number in FAULTS else "0"), number


def test_a_hang_up_reads_the_configuration_again_and_any_other_signal_stops(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def says(*words: str) -> None:
        end = time.monotonic() + 60
        while not all(word in log.read_text() for word in words):
            assert time.monotonic() < end, (words, log.read_text())
            time.sleep(0.05)

    with PostOffice() as office, log.open("w") as lines:
        path = write_config(tmp_path, office, imap="poll_seconds = 0.2")
        daemon = subprocess.Popen([sys.executable, "-m", "referee", "run", "--config", str(path)], stderr=lines)
        try:
            says("event=started")
            old = path.read_text()
            more = '[game]\ntime_limit = "2 days"'
            path.write_text(old.replace("gm@", "other@").replace("= 0.2", "= 0.3").replace("mx.", "mail.") + more)
            daemon.send_signal(signal.SIGHUP)
            says('outcome="read again" changed="referee.gamesmasters game.time_limit auth.trusted_authserv"')
            says('level=warning event=configuration outcome="waits for the next start" keys=imap.poll_seconds')
            path.write_text(old.replace("[smtp]", "[smpt]"))
            daemon.send_signal(signal.SIGHUP)
            says("outcome=refused", "did you mean smtp?")
            path.write_text(old.replace("[referee]", '[referee]\nlog_level = "error"'))
            daemon.send_signal(signal.SIGHUP)
            time.sleep(0.5)
            assert daemon.poll() is None
            path.write_text(old)
            daemon.send_signal(signal.SIGHUP)
            says("changed=referee.log_level")
            daemon.send_signal(signal.SIGUSR1)
            assert daemon.wait(60) == 0
        finally:
            daemon.kill()
            daemon.wait()
    said = log.read_text()
    assert "event=stopping signal=SIGUSR1" in said and said.rstrip().endswith("event=stopped")

"""What Postfix on this machine says of itself and its queue, by its own programs. Changes nothing but to try deferred
mail again.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable

WHERE = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
SECONDS = 20.0
"""How long one of the programs may take."""
SPAN = re.compile(r"(\d+)([smhdw]?)")
UNIT = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
HELD = "hold"
"""The queue of mail that somebody stopped by hand, which does not come by itself."""


class NoPostfix(Exception):
    """There is none here, or it does not answer; the text says which."""


def setting(name: str) -> str:
    """What a setting of main.cf is, with everything in it filled in. Raises NoPostfix."""
    return _run("postconf", "-hx", name).strip()


def seconds(name: str) -> int:
    """A setting that is a span of time. Raises NoPostfix."""
    match = SPAN.fullmatch(setting(name))
    if match is None:
        raise NoPostfix(f"it has no {name}")
    return int(match[1]) * UNIT[match[2]]


def route(address: str) -> str:
    """Where it sends mail for an address of a virtual domain: `lmtp:inet:127.0.0.1:2424`. Raises NoPostfix."""
    for table in setting("transport_maps").replace(",", " ").split():
        for key in (address, address.rpartition("@")[2]):
            if found := _run("postmap", "-q", key, table, may_fail=True).strip():
                return found
    return setting("virtual_transport")


def longest_in_queue() -> int:
    """For how many seconds a mail may lie there after its way is free again: until it is tried (maximal_backoff_time),
    and the queue is looked through (queue_run_delay), once the way is believed again (minimal_backoff_time). Raises
    NoPostfix."""
    return sum(map(seconds, ("maximal_backoff_time", "minimal_backoff_time", "queue_run_delay")))


def try_again() -> None:
    """Have it try all mail that it deferred. Raises NoPostfix."""
    _run("postqueue", "-f")


def queued(ours: Callable[[str], bool]) -> int:
    """How many mails to our addresses lie in its queue. Raises NoPostfix."""
    mails = [json.loads(line) for line in _run("postqueue", "-j").splitlines()]
    return sum(
        mail["queue_name"] != HELD and any(ours(recipient["address"]) for recipient in mail["recipients"])
        for mail in mails
    )


def _run(name: str, *args: str, may_fail: bool = False) -> str:
    found = shutil.which(name, path=WHERE)
    if found is None:
        raise NoPostfix(f"there is no program {name} here")
    config = ("-c", folder) if (folder := os.environ.get("MAIL_CONFIG")) else ()
    try:
        done = subprocess.run([found, *config, *args], capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as e:
        raise NoPostfix(f"{name} did not answer ({type(e).__name__})") from None
    if done.returncode != 0 and not may_fail:
        raise NoPostfix(f"{name} failed: {' '.join(done.stderr.split())[:200] or done.returncode}")
    return done.stdout

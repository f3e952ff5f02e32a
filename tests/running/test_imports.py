"""What a daemon loads when it starts: not what only a few mails need, or the first start after an update."""

import subprocess
import sys

RARE = {"alembic", "dkim", "dns", "inscriptis", "lxml", "mako", "networkx", "pygments", "rich"}


def test_what_few_need_is_not_loaded_at_every_start() -> None:
    program = (
        "import sys; from pathlib import Path; from referee.commands.run import run\n"
        "try: run(Path('/nowhere/referee.toml'))\n"
        "except Exception: import referee.running.daemon\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "referee.running.daemon" in loaded and loaded & RARE == set()

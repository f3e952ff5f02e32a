"""A provider's day over Dovecot and Postfix: from noon to midnight the server refuses every letter, for a quota that is
used up."""

import asyncio
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from referee.config import load_settings
from referee.running.daemon import Daemon
from referee.running.opening import open_desk
from referee.running.together import handle_together
from referee.store import inbox
from tests.running.post_office import MASTER, PLAYERS, STARTER, proven
from tests.scratch import scratch_store
from tests.servers.real_table import mail_system, write_config
from tests.servers.servers import MailStack

pytestmark = pytest.mark.servers

QUOTA = "5.4.5 Daily user sending limit exceeded"
REFUSES: dict[str, dict[str, tuple[str, ...]]] = {
    "RCPT": {"access": (f"/./ 550 {QUOTA}",)},
    "the text": {"checks": (f"/^Subject:/ REJECT {QUOTA}",)},
    "RCPT, in words of its own": {"access": ("/./ 554 5.7.1 Kein Versand heute",)},
}
GAMES, HOURS = 8, 12
BELIEVED = '\n[auth]\ntrusted_authserv = ["mx.club.test"]'


@pytest.mark.parametrize("step", REFUSES)
def test_a_day_without_letters(tmp_path: Path, step: str) -> None:
    with mail_system(**REFUSES[step]) as stack:
        asyncio.run(day(stack, tmp_path))


async def day(stack: MailStack, folder: Path) -> None:
    settings = load_settings(write_config(stack, folder, "builtin", BELIEVED))
    store = scratch_store(settings)
    began = now = datetime.now(UTC)
    desk = replace(open_desk(settings), clock=lambda: now)

    def rows(query: str) -> Sequence[Any]:
        with closing(sqlite3.connect(store.file)) as database:
            return database.execute(query).fetchall()

    for number in range(GAMES):
        raw = proven(MASTER, f"{STARTER}\ntime limit: 8 hours", number=number)
        with store.transaction() as tx:
            mail = inbox.receive(tx, raw, sha256(raw).hexdigest(), began)
        handle_together(desk, store, [mail])
    written = rows("SELECT message_id FROM outbox")
    events = rows("SELECT count(*) FROM events")
    assert len(written) == 5 * GAMES
    for _ in range(HOURS // 2):
        now += timedelta(hours=2)
        assert await Daemon(desk, store).once()
    assert {state for (state,) in rows("SELECT state FROM outbox")} == {"waiting"}
    assert rows("SELECT count(*) FROM events") == events, "no clock acted for a letter that had not gone"
    stack.stop_smtp()
    stack.access = stack.checks = ()
    stack.start_smtp()
    assert await Daemon(desk, store).once()
    assert {state for (state,) in rows("SELECT state FROM outbox")} == {"sent"}
    sent = rows("SELECT message_id FROM outbox")
    store.close()
    found: Counter[str] = Counter()
    end = time.monotonic() + 30
    while (found := arrived(stack)).total() < len(sent) and time.monotonic() < end:
        await asyncio.sleep(0.2)
    assert found == Counter(message_id for (message_id,) in sent), "each came, and once"
    assert set(written) <= set(sent)


def arrived(stack: MailStack) -> Counter[str]:
    """Count the letters in people's mailboxes, by Message-ID."""
    boxes = [stack.base / "home" / user / "Maildir" for user in (MASTER, *PLAYERS)]
    mails = [message_from_bytes(path.read_bytes()) for box in boxes for path in box.glob("[cn][ue][rw]/*")]
    return Counter(re.sub(r"[<>\s]", "", str(mail["Message-ID"])) for mail in mails)

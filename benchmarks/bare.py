"""The least that any mail program must do: `python -m benchmarks.floor` runs it as a process of its own.

Nothing but aioimaplib, aiosmtplib and sqlite3 (WAL, synchronous FULL): fetches each mail, commits it, moves it away,
sends the letters that belong to it, and commits a mark for each. Reads none of them, and rules on nothing.
"""

import asyncio
import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import aioimaplib
import aiosmtplib

DONE = "Handled"
MOST = 200
"""The number of mails to fetch at a time."""


def database(file: Path) -> sqlite3.Connection:
    """Return a new database for mails and marks."""
    db = sqlite3.connect(file, isolation_level=None)
    for line in (
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "CREATE TABLE mails (uid INTEGER PRIMARY KEY, raw BLOB NOT NULL)",
        "CREATE TABLE sent (letter INTEGER PRIMARY KEY, reply TEXT NOT NULL)",
    ):
        db.execute(line)
    return db


async def log_in(port: int, user: str, password: str) -> Any:
    """Return a mailbox, open, with a folder for what is done."""
    imap = aioimaplib.IMAP4("localhost", port, timeout=60)
    await imap.wait_hello_from_server()
    await imap.login(user, password)
    await imap.create(DONE)
    await imap.select("INBOX")
    return imap


async def news(imap: Any) -> None:
    """Wait until the server says that something came, a second at most."""
    idle = await imap.idle_start(timeout=1)
    await imap.wait_server_push()
    imap.idle_done()
    await idle


async def fetch(imap: Any, db: sqlite3.Connection) -> int:
    """Commit each mail that is there and move all away; return their number."""
    found = (await imap.uid_search("ALL")).lines[0].split()
    if not found:
        return 0
    which = b",".join(found[:MOST]).decode()
    answer = await imap.uid("fetch", which, "(UID INTERNALDATE BODY.PEEK[])")
    mails = [bytes(line) for line in answer.lines if isinstance(line, bytearray)]
    for raw in mails:
        db.execute("INSERT INTO mails (raw) VALUES (?)", (raw,))
    await imap.uid("move", which, DONE)
    return len(mails)


async def send(smtp: aiosmtplib.SMTP, db: sqlite3.Connection, number: int, letter: tuple[str, str, bytes]) -> None:
    """Hand over one letter (sender, recipient, bytes), and commit a mark for it."""
    sender, to, raw = letter
    await smtp.mail(sender)
    await smtp.rcpt(to)
    said = await smtp.data(raw)
    db.execute("INSERT INTO sent VALUES (?, ?)", (number, said.message))


async def work(given: dict[str, Any], letters: list[tuple[str, str, bytes]]) -> None:
    """Do it all; say `ready` and `done` on standard output, and end when the input does."""
    db = database(Path(given["database"]))
    imap = await log_in(given["imap"], given["user"], given["password"])
    smtp = aiosmtplib.SMTP(hostname="localhost", port=given["smtp"], start_tls=False)
    await smtp.connect()
    print("ready", flush=True)
    fetched = sent = 0
    while fetched < given["mails"]:
        if not (new := await fetch(imap, db)):
            await news(imap)
            continue
        fetched += new
        due = len(letters) * fetched // given["mails"]
        for number in range(sent, due):
            await send(smtp, db, number, letters[number])
        sent = due
    print("done", flush=True)
    sys.stdin.read()
    await smtp.quit()
    await imap.logout()


def main() -> None:
    given = json.loads(Path(sys.argv[1]).read_text("ascii"))
    letters = json.loads(Path(given["letters"]).read_text("ascii"))
    asyncio.run(work(given, [(sender, to, raw.encode("ascii")) for sender, to, raw in letters]))


if __name__ == "__main__":
    main()

"""The questions that we ask about the mails in a connection's selected folder: to find, fetch and delete them, always
by UID.

Never moves a mail and never asks by position.
"""

from collections.abc import Sequence

import structlog

from referee.post.wire.imap import ImapConnection, MailboxRefused
from referee.post.wire.imap_fetch import Fetched, by_hundreds, read_answer, uid_set

log = structlog.get_logger()


async def search(connection: ImapConnection, *criteria: str) -> list[int]:
    """Search for the UIDs of the mails that meet the criteria (RFC 3501, 6.4.4), lowest first, in the folder as it was
    after the last command."""
    lines = await connection.command("SEARCH", *criteria, uid=True)
    return sorted({int(uid) for line in lines[:-1] for uid in line.split() if uid.isdigit()})


async def fetch(connection: ImapConnection, uids: Sequence[int], items: str) -> dict[int, Fetched]:
    """Fetch these data items of as many mails as one command can name, in the order of `uids`; leave out a mail that
    the server cannot read, with a warning in the log."""
    try:
        lines = await connection.command("FETCH", uid_set(uids), items, uid=True)
    except MailboxRefused as e:
        if len(uids) > 1:
            # one mail that the server cannot read must not hide the others
            return {uid: mail for one in uids for uid, mail in (await fetch(connection, [one], items)).items()}
        log.warning("mail", uid=uids[0], outcome="unreadable", why=str(e))
        return {}
    answer = read_answer(lines[:-1])
    return {uid: answer[uid] for uid in uids if uid in answer}


async def fetch_facts(connection: ImapConnection, uids: Sequence[int]) -> dict[int, Fetched]:
    """Fetch size and time of arrival of any number of mails."""
    found: dict[int, Fetched] = {}
    for some in by_hundreds(uids):
        found |= await fetch(connection, some, "(UID RFC822.SIZE INTERNALDATE)")
    return found


async def delete(connection: ImapConnection, uids: Sequence[int]) -> None:
    """Delete only these mails, if the server has UIDPLUS (RFC 4315); else those flagged as deleted go, too."""
    await connection.command("STORE", uid_set(uids), "+FLAGS.SILENT", r"(\Deleted)", uid=True)
    if "UIDPLUS" in connection.capabilities:
        await connection.command("EXPUNGE", uid_set(uids), uid=True)
    else:
        await connection.command("EXPUNGE")

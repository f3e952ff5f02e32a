"""FETCH of IMAP: the messages to ask for together, and the reading of an answer. Pure; knows no sockets."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

MESSAGE_BYTES = 2 * 1024 * 1024
BATCH_BYTES = 4 * 1024 * 1024
CALL_BYTES = 16 * 1024 * 1024
BATCH = 100

START = re.compile(rb"\d+ FETCH \(")
UID = re.compile(rb"\bUID (\d+)")
SIZE = re.compile(rb"\bRFC822\.SIZE (\d+)")
EMPTY = re.compile(rb'\bBODY\[\](?:<0>)? (?:""|NIL)')
DATE = re.compile(rb'\bINTERNALDATE "([ \d]\d-\w{3}-\d{4} \d\d:\d\d:\d\d [+-]\d{4})"')


@dataclass(frozen=True, slots=True)
class Fetched:
    """The facts that we know of one message: its data items as the server wrote them, and its literal."""

    items: bytes = b""
    literal: bytes | None = None

    def __or__(self, more: "Fetched") -> "Fetched":
        return Fetched(self.items + more.items, self.literal if more.literal is None else more.literal)

    @property
    def size(self) -> int:
        """RFC822.SIZE in bytes; if the server does not say, as much as we would ever read."""
        size = SIZE.search(self.items)
        return int(size[1]) if size else MESSAGE_BYTES

    @property
    def body(self) -> bytes | None:
        """BODY[], which is a literal unless it is empty; None if it is missing."""
        return b"" if self.literal is None and EMPTY.search(self.items) else self.literal

    @property
    def arrived(self) -> datetime | None:
        """INTERNALDATE in UTC (RFC 3501, 9: date-time); None if it is missing or no such moment exists."""
        date = DATE.search(self.items)
        try:
            return date and datetime.strptime(date[1].decode("ascii"), "%d-%b-%Y %H:%M:%S %z").astimezone(UTC)
        except (ValueError, OverflowError):
            return None


def read_answer(lines: Sequence[bytes | bytearray]) -> dict[int, Fetched]:
    """Read a FETCH answer by UID, from its lines (bytes) and literals (bytearray).

    Unasked news about other messages, such as their flags, does no harm.
    """
    messages: list[Fetched] = []
    for line in lines:
        if isinstance(line, bytearray):
            if messages:
                messages[-1] |= Fetched(literal=bytes(line))
        elif START.match(line):
            messages.append(Fetched(line))
        elif messages:
            messages[-1] |= Fetched(line)
    found: dict[int, Fetched] = {}
    for message in messages:
        if uid := UID.search(message.items):
            found[int(uid[1])] = found.get(int(uid[1]), Fetched()) | message
    return found


def uid_set(uids: Sequence[int]) -> str:
    """Write messages as a command names them: `4,5,9`."""
    return ",".join(map(str, uids))


def by_hundreds(uids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Part the UIDs into runs that one command can name."""
    return (uids[i : i + BATCH] for i in range(0, len(uids), BATCH))


def batches(sizes: Mapping[int, int]) -> Iterator[list[int]]:
    """Part UIDs, in the order of `sizes` (UID to bytes), into groups for one FETCH each; 16 MiB in all, but at least
    one.

    A group has at most 100 mails and 4 MiB; a mail over 2 MiB counts as 2 MiB and is a group of its own.
    """
    group: list[int] = []
    in_group = in_all = 0
    for uid, size in sizes.items():
        weight, alone = min(size, MESSAGE_BYTES), size > MESSAGE_BYTES
        if in_all and in_all + weight > CALL_BYTES:
            break
        if group and (alone or len(group) == BATCH or in_group + weight > BATCH_BYTES):
            yield group
            group, in_group = [], 0
        group.append(uid)
        in_group, in_all = in_group + weight, in_all + weight
        if alone:
            yield group
            group, in_group = [], 0
    if group:
        yield group


def body_item(uids: Sequence[int], sizes: Mapping[int, int]) -> str:
    """Return the data item to fetch for a group from `batches`: whole mails, or the first 2 MiB of a bigger mail."""
    part = f"<0.{MESSAGE_BYTES}>" if sizes[uids[0]] > MESSAGE_BYTES else ""
    return f"(UID BODY.PEEK[]{part})"

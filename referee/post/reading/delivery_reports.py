"""Delivery reports: whether one says that a letter is given up, or only that it is late (RFC 3464).

Reads the mail's bytes by patterns in time linear in them. Never decides which letter a report is about.
"""

import re

READ_BYTES = 256 * 1024
STATUS = re.compile(rb"^content-type:[ \t]*message/delivery-status\b", re.IGNORECASE | re.MULTILINE)
ACTION = re.compile(rb"^action:[ \t]*([a-z]+)", re.IGNORECASE | re.MULTILINE)
BOUNDARY = re.compile(rb"^--", re.MULTILINE)
NOT_GIVEN_UP = {b"delayed", b"delivered", b"relayed", b"expanded"}
"""The values of the Action field that leave a letter on its way, or delivered (RFC 3464, 2.3.3)."""

STILL_TRYING = re.compile(
    rb"attempts? will continue|will be retried|continue to (?:try|attempt)|not yet been delivered"
    rb"|delivery status notification \(delay\)|this is a warning message only",
    re.IGNORECASE,
)
"""How reports without an Action field, most of them old, say that the letter is only late."""


def gives_up(raw: bytes) -> bool:
    """Whether a report says that its letter is given up: by its Action fields, else unless its words say otherwise."""
    head = raw[:READ_BYTES]
    actions = {word.lower() for block in _statuses(head) for word in ACTION.findall(block)}
    if actions:
        return not actions <= NOT_GIVEN_UP
    return STILL_TRYING.search(b" ".join(head.split())) is None


def _statuses(raw: bytes) -> list[bytes]:
    """The delivery-status parts, each up to the next boundary; what stands in the letter sent back is not in them."""
    found = []
    for start in STATUS.finditer(raw):
        end = BOUNDARY.search(raw, start.end())
        found.append(raw[start.end() : end.start() if end else len(raw)])
    return found

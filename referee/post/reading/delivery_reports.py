"""Delivery reports: was a letter given up, or is it only late (RFC 3464)?

Searches the bytes for patterns, in linear time, and ignores MIME: reports come with boundaries that do not match, or
inside other reports. Never decides which letter a report is about.
"""

import re

REPORT_BYTES = 256 * 1024
"""The part of a report that we read."""

STATUS = re.compile(rb"^content-type:[ \t]*message/delivery-status\b", re.IGNORECASE | re.MULTILINE)
ACTION = re.compile(rb"^action:[ \t]*([a-z]+)", re.IGNORECASE | re.MULTILINE)
BOUNDARY = re.compile(rb"^--", re.MULTILINE)
NOT_GIVEN_UP = {b"delayed", b"delivered", b"relayed", b"expanded"}
"""The values of the Action field for a letter that is on its way or delivered (RFC 3464, 2.3.3)."""

STILL_TRYING = re.compile(
    rb"attempts? will continue|will be retried|continue to (?:try|attempt)|not yet been delivered"
    rb"|delivery status notification \(delay\)|this is a warning message only",
    re.IGNORECASE,
)
"""The words of reports without an Action field, most of them old, that say the letter is only late."""


def gives_up(raw: bytes) -> bool:
    """Tell if a report says that its letter was given up: by its Action fields or, without any, unless its words say
    otherwise."""
    report = raw[:REPORT_BYTES]
    actions = {word.lower() for status in _statuses(report) for word in ACTION.findall(status)}
    if actions:
        return not actions <= NOT_GIVEN_UP
    return STILL_TRYING.search(b" ".join(report.split())) is None


def _statuses(report: bytes) -> list[bytes]:
    """Return the delivery-status parts, each up to the next boundary, so that they exclude the returned letter."""
    found = []
    for start in STATUS.finditer(report):
        end = BOUNDARY.search(report, start.end())
        found.append(report[start.end() : end.start() if end else len(report)])
    return found

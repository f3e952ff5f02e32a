"""Mail that a list distributed: who wrote it, and what a trusted list says about them. Pure.

A list changes mail (a footer, a tag in the subject, its own From) and so breaks the signature of the author's server.
The list's server seals (ARC, RFC 8617) what it saw before, or writes it in its results (RFC 8601).
"""

from collections.abc import Iterable, Mapping, Sequence

from referee.post.proof.evidence import Seal
from referee.post.proof.results import NO_RESULTS, Fields, Results, came_from, judge, own_part
from referee.post.proof.statements import authserv
from referee.post.proof.trace import read_stamp
from referee.post.reading.headers import read_headers, split_head
from referee.post.reading.mailboxes import addresses

FROM = "from"
"""The field where a list leaves the author's name if it does not replace From."""
USUAL = ("x-original-from", "reply-to")
"""The fields where lists put an author whose From they replace."""


def author(raw: bytes, posting: str, fields: Iterable[str]) -> str | None:
    """Find who wrote a mail whose From a list replaced by its own address `posting`: the one other address in
    `fields`."""
    headers = read_headers(split_head(raw)[0])
    found = {address for address in addresses(headers.all(*fields)) if address != posting}
    return found.pop() if len(found) == 1 else None


def sealed_results(seal: Seal | None, sender: str, lists: Mapping[str, str], *, replaced: bool) -> Results:
    """Judge what a trusted list's seal says about the author `sender`; `lists`: where each list, by its domain, puts
    authors."""
    if seal is None or (place := lists.get(seal.signature.domain)) is None:
        return NO_RESULTS
    if replaced and (place == FROM or place not in seal.signature.signed):
        return NO_RESULTS
    return judge([seal.results], sender)


def passed_results(
    raw: bytes,
    sender: str,
    trusted: Sequence[str],
    lists: Mapping[str, str],
    *,
    bounces: Sequence[str],
    replaced: bool,
) -> Results:
    """Judge what a trusted list's own results say about the author `sender`, in a mail that our server received from
    the list itself. SPF must show that, since anybody can pass on a mail that a list signed, with other results above
    it.

    `bounces`: the return addresses of the lists, if we know them.
    """
    own = own_part(raw, trusted)
    for name, place in lists.items():
        if not (replaced and place == FROM) and came_from(own.believed, name, bounces):
            return judge(_first_results(own.came, name), sender)
    return NO_RESULTS


def _first_results(came: Fields, name: str) -> list[str]:
    """Return the results of the list's server above the line with which it received the mail; below may be a sender's
    own.

    Above them there may be lines of how the mail went from one of its programs to the next.
    """
    found: list[str] = []
    for field, value in came:
        if field == "authentication-results" and authserv(value) == name:
            found.append(value)
        elif field == "received":
            stamp = read_stamp(value)
            if stamp is None or stamp.by != name:
                return []
            if found or not (stamp.handed or stamp.looped):
                return found
    return []

"""Bytes to mail: read_message is total, so that nothing a stranger sends can stop the referee.

Never decides whose mail it is or what may be done with it; only what it says.
"""

import hashlib
import re
from dataclasses import replace

from referee.mail.automatic import classify, is_listed
from referee.mail.bodies import body_text
from referee.mail.headers import (
    Headers,
    Oversized,
    addresses,
    decode_words,
    message_ids,
    one_sender,
    read_headers,
    split_head,
    strays,
)
from referee.mail.lines import safe_line
from referee.mail.messages import Ignored, Incoming
from referee.mail.newtext import Parted, part
from referee.mail.signed import find_keys, find_signed

READ_BYTES = 1024 * 1024
"""How much of a mail is read; what lies beyond does not exist."""

REFERENCES = 100
DELIVERED_FIELDS = ("delivered-to", "x-original-to", "x-delivered-to", "envelope-to", "x-envelope-to")
REPLY_SUBJECT = re.compile(
    r"\s*(?:\[[^\]]*\]\s*)*(?:re|aw|wg|fwd?|sv|vs|vb|vl|antw|antwort|doorst|rif|ref|enc|res|rv|tr|odp|pd|odg|ynt|ilt|i̇lt|atb|bls"
    r"|trs|vá|ha|на|отв|ответ|пер|fs|r|i|απ|σχετ|πρθ|回复|回覆|答复|转发|轉寄|返信|転送|답장|회신|전달|השב|תגובה|הועבר|رد)"
    r"\s*(?:\[\d+\]|\(\d+\)|[*^]\d+)?\s*[:：]",
    re.IGNORECASE,
)


def read_message(raw: bytes) -> Incoming | Ignored:
    """The mail in `raw`, or why it is passed over. No input raises; time is bounded by the caps."""
    try:
        head, body = split_head(raw[:READ_BYTES])
        headers = read_headers(head)
        sender = one_sender([*headers.all("from"), *strays(head)])
        if sender is None:
            return Ignored("no single sender")
        text = part(body_text(headers, body))
        keys, signed = find_keys(headers, body), find_signed(headers, body)
    except Oversized as over:
        return Ignored(str(over))
    incoming = _incoming(hashlib.sha256(raw).hexdigest(), headers, sender, text)
    return replace(incoming, keys=keys, signed=signed)


def addressed(raw: bytes) -> tuple[tuple[str, ...], bool] | None:
    """Whom a mail is addressed to and whether it came through a list, also of one that is passed over; None if its
    head goes over a cap."""
    try:
        headers = read_headers(split_head(raw[:READ_BYTES])[0])
    except Oversized:
        return None
    return addresses(headers.all("to", "cc")), is_listed(headers)


def _incoming(digest: str, headers: Headers, sender: tuple[str, str], text: Parted) -> Incoming:
    subject = safe_line(decode_words(headers.first("subject")), 500)
    nearest = message_ids(headers.all("in-reply-to")) + message_ids(headers.all("references"))[::-1]
    return Incoming(
        digest=digest,
        message_id=next(iter(message_ids([headers.first("message-id")])), None),
        sender=sender[0],
        sender_name=sender[1],
        recipients=addresses(headers.all("to", "cc")),
        delivered=addresses(headers.all(*DELIVERED_FIELDS)),
        subject=subject,
        references=tuple(dict.fromkeys(nearest))[:REFERENCES],
        text=text.new,
        old=text.old,
        quoting=text.quoting,
        automatic=classify(headers, sender[0]),
        listed=is_listed(headers),
        reply_subject=not subject or REPLY_SUBJECT.match(subject) is not None,
    )

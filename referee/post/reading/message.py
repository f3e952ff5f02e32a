"""The way from a mail's bytes to a Message. Total, so that no stranger's mail can stop the program.

Says what the mail says; never decides whose it is or what may be done with it.
"""

import hashlib
import re

from referee.post.messages import Message
from referee.post.reading.automatic import classify, is_listed
from referee.post.reading.body_text import body_text
from referee.post.reading.headers import (
    DELIVERED_FIELDS,
    HEAD_BYTES,
    HEAD_END,
    NAMED,
    NAMED_ANYWHERE,
    Headers,
    decode_words,
    message_ids,
)
from referee.post.reading.mailboxes import Sender, addresses, read_sender, recipients, stray_from
from referee.post.reading.mime import READ_BYTES, Part, read_parts, readable
from referee.post.reading.new_text import new_text, split_text
from referee.post.reading.safe_lines import safe_line

REFERENCES = 100
"""The ids that a mail refers to, as many as we look up: the nearest ones and, beyond a gap, the first ones."""
BARE_CR = re.compile(rb"\r(?!\n)")
LINE_END = re.compile(rb"\r+\n|\r")
WRITTEN = ("from", "to", "cc", "date", "subject", "in-reply-to", "references")
"""The fields that are the same in each copy of a mail that went to several addresses."""
REPLY_SUBJECT = re.compile(
    r"\s*(?:\[[^\]]*\]\s*)*(?:re|aw|wg|fwd?|sv|vs|vb|vl|antw|antwort|doorst|rif|ref|enc|res|rv|tr|odp|pd|odg|ynt|ilt|i̇lt|atb|bls"
    r"|trs|vá|ha|на|отв|ответ|пер|fs|r|i|απ|σχετ|πρθ|回复|回覆|答复|转发|轉寄|返信|転送|답장|회신|전달|השב|תגובה|הועבר|رد)"
    r"\s*+(?:\[\d+\]|\(\d+\)|[*^]\d+)?\s*[:：]",
    re.IGNORECASE,
)


def read_message(raw: bytes) -> Message:
    """Read the mail in `raw`. No input raises, and the caps bound the time."""
    read = readable(raw)
    data, mended = mend_line_ends(read)
    mail = read_parts(data)
    sender = read_sender(mail.headers.all("from")) or NOBODY
    plain = sender.plain and not mended and not stray_from(mail.head)
    body = body_text(mail, whole=len(read) < READ_BYTES and len(raw) < 2 * READ_BYTES)
    text = split_text(body.text)
    headers, digest = mail.headers, hashlib.sha256(raw).hexdigest()
    subject = safe_line(decode_words(headers.first("subject")), 500)
    return Message(
        digest=digest,
        message_id=next(iter(message_ids([headers.first("message-id")])), None),
        date=" ".join(headers.first("date").split()),
        written=_written(mail) or digest,
        sender=sender.address,
        sender_name=sender.name,
        plain=plain,
        recipients=addresses(headers.all(*NAMED)),
        everyone=recipients(headers, *NAMED_ANYWHERE),
        delivered=addresses(headers.all(*DELIVERED_FIELDS)),
        subject=subject,
        references=_nearest(headers),
        text=text.new,
        old="\n".join(filter(None, (text.old, split_text(body.enclosed).new))),
        quoting=text.quoting,
        formatted=None if body.formatted is None else new_text(body.formatted),
        unread=body.unread or ("long" if text.cut else "quoted" if body.text and not (text.new or text.old) else ""),
        automatic=classify(headers, sender.address),
        listed=is_listed(headers),
        # the subject alone is not what the writer of a text meant
        reply_subject=not subject or REPLY_SUBJECT.match(subject) is not None or bool(mail.excess),
    )


def _written(mail: Part) -> str:
    """Hash what a mail's writer wrote; an empty text without a date, when two mails may be the same."""
    if not mail.headers.first("date"):
        return ""
    return hashlib.sha256("\n".join(mail.headers.all(*WRITTEN)).encode() + b"\n\n" + mail.body).hexdigest()


NOBODY = Sender("", "", plain=False)
"""The sender of a mail whose From does not name one address."""


def mend_line_ends(raw: bytes) -> tuple[bytes, bool]:
    """Return the mail with LF for every line end if its head has a bare CR; and True if it has."""
    end = HEAD_END.search(raw, 0, HEAD_BYTES + 4)
    if not BARE_CR.search(raw, 0, end.start() if end else HEAD_BYTES):
        return raw, False
    return LINE_END.sub(b"\n", raw), True


def _nearest(headers: Headers) -> tuple[str, ...]:
    named = message_ids(headers.all("in-reply-to")) + message_ids(headers.all("references"))[::-1]
    nearest = [*dict.fromkeys(named)]
    return (*nearest[: REFERENCES // 2], *nearest[-REFERENCES // 2 :]) if len(nearest) > REFERENCES else (*nearest,)

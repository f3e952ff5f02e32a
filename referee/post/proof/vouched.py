"""What a mail's OpenPGP signature vouches for, read in place of the mail. Never decides whose key to ask for."""

import re
from dataclasses import dataclass
from datetime import datetime

from referee.post.messages import Signed
from referee.post.proof.openpgp import Verified, verify
from referee.post.reading.attached_keys import find_keys, key_blocks
from referee.post.reading.body_text import body_text
from referee.post.reading.headers import Oversized, decode_bytes, decode_words, split_head
from referee.post.reading.mailboxes import addresses, one_sender
from referee.post.reading.mime import read_parts
from referee.post.reading.new_text import SplitText, split_text

FIELD = re.compile(rb"[!-9;-~]+[ \t]*:|[ \t]")
"""How each line of a part's header begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vouched:
    """What a sender's key signed, to be read in place of the mail."""

    text: SplitText
    whole: str
    """All of the text, and the subject if that is signed too."""
    keys: tuple[str, ...]
    made: datetime
    word: str
    """How we recognise the signature again."""
    sender: str | None = None
    recipients: tuple[str, ...] = ()
    """From, To and Cc if those are signed too, as some mail programs do; else None and nothing."""


def vouch(signed: Signed, key: str, now: datetime) -> Vouched | None:
    """What this key vouches for in a mail; None if the signature is not its own."""
    verified = verify(signed, key, now) if _is_part(signed.content) is not signed.clear else None
    if verified is None:
        return None
    try:
        return _in_place(verified, signed.charset) if signed.clear else _part(verified)
    except Oversized:
        return None


def _in_place(verified: Verified, charset: str) -> Vouched:
    text = decode_bytes(verified.content, charset)
    return Vouched(
        text=split_text(text),
        whole=f"\n{text}",
        keys=key_blocks(verified.content),
        made=verified.made,
        word=verified.word,
    )


def _part(verified: Verified) -> Vouched:
    """Raises Oversized."""
    mail = read_parts(verified.content)
    text = body_text(mail)
    sender = one_sender(mail.headers.all("from"))
    return Vouched(
        text=split_text(text),
        whole=f"{decode_words(mail.headers.first('subject'))}\n{text}",
        keys=find_keys(mail),
        made=verified.made,
        word=verified.word,
        sender=sender[0] if sender else None,
        recipients=addresses(mail.headers.all("to", "cc")),
    )


def _is_part(content: bytes) -> bool:
    """Whether signed bytes are a MIME part, with a header that gives its type (RFC 3156, 5), and not plain text.

    Otherwise somebody could send text signed in place again as a part, with its first paragraph as a header that nobody
    reads; or a part as text, with its encoded or attached pieces as words.
    """
    try:
        lines = split_head(content)[0].replace(b"\r\n", b"\n").split(b"\n")
    except Oversized:
        return False
    names = [line.partition(b":")[0].strip().lower() for line in lines]
    return b"content-type" in names and all(FIELD.match(line) for line in lines)

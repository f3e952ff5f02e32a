"""What of a mail may be signed, and the OpenPGP keys in it: PGP/MIME (RFC 3156) and text signed in place (RFC 9580, 7).

Finds bytes and never judges them: openpgp.py does. Of a signed mail nothing outside what was signed is read.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from referee.post.messages import Signed
from referee.post.proof.openpgp import key_blocks, verify
from referee.post.reading.bodies import body_text, leaves, raw_parts, split_part
from referee.post.reading.headers import Headers, Oversized, decode_bytes, decode_words, parameters, split_head
from referee.post.reading.mailboxes import addresses, one_sender
from referee.post.reading.new_text import Parted, part

LARGEST = 512 * 1024
"""A key that is too large is to be told so, in base64 at that."""

SIGNATURE = "application/pgp-signature"
BEGIN = re.compile(rb"^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\r?\n", re.MULTILINE)
FIELDS = re.compile(rb"(?:Hash: [\w, -]{1,200}\r?\n){0,10}\r?\n")
SIGNED_BY = re.compile(rb"^-----BEGIN PGP SIGNATURE-----[ \t]*\r?$", re.MULTILINE)
END = b"\n-----END PGP SIGNATURE-----"
BREAK = re.compile(rb"\r?\n")
FIELD = re.compile(rb"[!-9;-~]+[ \t]*:|[ \t]")
"""How each line of a part's head begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vouched:
    """What a sender's key signed, as it is read in place of the mail."""

    text: Parted
    whole: str
    """All of the text, and the subject where that is signed too: it may name a game."""
    keys: tuple[str, ...]
    made: datetime
    word: str
    """By which the signature is known again."""
    sender: str | None
    recipients: tuple[str, ...]
    """From, To and Cc where those are signed too, as some mail programs do; else None and nothing."""


def find_keys(headers: Headers, body: bytes) -> tuple[str, ...]:
    """The armoured OpenPGP keys of a mail, attached or in its text."""
    found = (key for _, payload, _ in leaves(headers, body, LARGEST) for key in key_blocks(payload))
    return tuple(dict.fromkeys(found))


def find_signed(headers: Headers, body: bytes) -> Signed | None:
    """The one signed text of a mail; None if there is none, or more than one.

    A mailing list may have put the signed part beside a footer of its own (RFC 3156, 5).
    """
    kind, options = parameters(headers.first("content-type"))
    parts = [(headers, body)]
    if kind == "multipart/mixed" and options.get("boundary"):
        parts = [split_part(raw) for raw in islice(raw_parts(body, options["boundary"]), 20)]
    found = [part for part in parts if parameters(part[0].first("content-type"))[0] == "multipart/signed"]
    if found:
        return _mime(*found[0]) if len(found) == 1 else None
    return _in_place(headers, body)


def _mime(headers: Headers, body: bytes) -> Signed | None:
    """The first part to the byte, with CRLF (RFC 3156, 5), and the signature, its only other part."""
    _, options = parameters(headers.first("content-type"))
    if options.get("protocol", "").lower() != SIGNATURE or not options.get("boundary"):
        return None
    parts = list(islice(raw_parts(body, options["boundary"]), 3))
    if len(parts) != 2:
        return None
    signatures = [payload for kind, payload, _ in leaves(*split_part(parts[1]), LARGEST) if kind == SIGNATURE]
    if len(signatures) != 1:
        return None
    return Signed(content=BREAK.sub(b"\r\n", parts[0]), signature=signatures[0], clear=False, charset="us-ascii")


def _in_place(headers: Headers, body: bytes) -> Signed | None:
    texts = (
        (payload, charset) for kind, payload, charset in leaves(headers, body, inline=True) if kind == "text/plain"
    )
    begun = ((payload, begin, charset) for payload, charset in texts for begin in BEGIN.finditer(payload))
    first = list(islice(begun, 2))
    return _block(*first[0]) if len(first) == 1 else None


def _block(payload: bytes, begin: re.Match[bytes], charset: str) -> Signed | None:
    """Nothing but `Hash` may stand above the text: what else stood there would look signed and not be."""
    text = FIELDS.match(payload, begin.end())
    signature = text and SIGNED_BY.search(payload, text.end())
    close = payload.find(END, signature.end()) if signature else -1
    if signature is None or close < 0:
        return None
    return Signed(
        content=_as_signed(payload[text.end() : signature.start()]) if text else b"",
        signature=payload[signature.start() : close + len(END)] + b"\r\n",
        clear=True,
        charset=charset,
    )


def _as_signed(text: bytes) -> bytes:
    """A text as its signature counts it: no dashes put before others, no blanks at the ends of lines, and the last line
    end belongs to the mark below (RFC 9580, 7.1 and 7.2)."""
    lines = BREAK.split(text)[:-1]
    return b"\r\n".join(line.removeprefix(b"- ").rstrip(b" \t") for line in lines)


def _is_part(content: bytes) -> bool:
    """Whether signed octets are a MIME part, with a head that says what type it is (RFC 3156, 5), and not plain text.

    What was signed in place could else be sent again as a part, its first paragraph then being a head that nobody
    reads; and a part as text, its encoded or attached pieces then being words.
    """
    try:
        head = BREAK.split(split_head(content)[0])
    except Oversized:
        return False
    fields = [line.partition(b":")[0].strip().lower() for line in head]
    return b"content-type" in fields and all(FIELD.match(line) for line in head)


def vouched(signed: Signed, key: str, now: datetime) -> Vouched | None:
    """What of a mail this key vouches for; None if the signature is not its own."""
    verified = verify(signed, key, now) if _is_part(signed.content) is not signed.clear else None
    if verified is None:
        return None
    try:
        headers, body = split_part(verified.content) if not signed.clear else (Headers(()), verified.content)
        text = decode_bytes(body, signed.charset) if signed.clear else body_text(headers, body)
        keys = find_keys(headers, body)
    except Oversized:
        return None
    sender = one_sender(headers.all("from"))
    return Vouched(
        text=part(text),
        whole=f"{decode_words(headers.first('subject'))}\n{text}",
        keys=keys,
        made=verified.made,
        word=verified.word,
        sender=sender[0] if sender else None,
        recipients=addresses(headers.all("to", "cc")),
    )

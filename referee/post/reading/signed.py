"""The parts of a mail that may be signed with OpenPGP: PGP/MIME (RFC 3156) and text signed in place (RFC 9580, 7).

Finds bytes and never judges them: proof/vouched.py does. In a signed mail we read only what was signed.
"""

import re

from referee.post.messages import Signed
from referee.post.reading.mime import TEXT_BYTES, Part

SIGNATURE = "application/pgp-signature"
BEGIN = re.compile(rb"^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\r?\n", re.MULTILINE)
FIELDS = re.compile(rb"(?:Hash: [\w, -]{1,200}\r?\n){0,10}\r?\n")
SIGNED_BY = re.compile(rb"^-----BEGIN PGP SIGNATURE-----[ \t]*\r?$", re.MULTILINE)
END = b"\n-----END PGP SIGNATURE-----"
BREAK = re.compile(rb"\r?\n")


def find_signed(mail: Part) -> Signed | None:
    """The one signed text of a mail; None if there is none, or more than one.

    A mailing list may have put the signed part beside a footer of its own (RFC 3156, 5).
    """
    outermost = mail.parts if mail.kind == "multipart/mixed" else (mail,)
    found = [part for part in outermost if part.kind == "multipart/signed"]
    if found:
        return _signed_part(found[0]) if len(found) == 1 else None
    return _signed_in_place(mail)


def _signed_part(signed: Part) -> Signed | None:
    """The first part to the byte, with CRLF (RFC 3156, 5), and the signature, its only other part."""
    if signed.parameters.get("protocol", "").lower() != SIGNATURE or len(signed.parts) != 2:
        return None
    content, beside = signed.parts
    signatures = [payload for part, payload in beside.payloads(TEXT_BYTES) if part.kind == SIGNATURE]
    if len(signatures) != 1:
        return None
    return Signed(content=BREAK.sub(b"\r\n", content.raw), signature=signatures[0], clear=False, charset="us-ascii")


def _signed_in_place(mail: Part) -> Signed | None:
    found = [
        (payload, begin, part.charset)
        for part, payload in mail.payloads(TEXT_BYTES)
        if part.kind == "text/plain" and not part.is_attached
        for begin in BEGIN.finditer(payload)
    ]
    return _block(*found[0]) if len(found) == 1 else None


def _block(payload: bytes, begin: re.Match[bytes], charset: str) -> Signed | None:
    """Only `Hash` may come above the text: anything else there would look signed without being so."""
    text = FIELDS.match(payload, begin.end())
    signature = text and SIGNED_BY.search(payload, text.end())
    close = payload.find(END, signature.end()) if signature else -1
    if text is None or signature is None or close < 0:
        return None
    return Signed(
        content=_as_signed(payload[text.end() : signature.start()]),
        signature=payload[signature.start() : close + len(END)] + b"\r\n",
        clear=True,
        charset=charset,
    )


def _as_signed(text: bytes) -> bytes:
    """A text as its signature counts it: dash-escaping undone, no blanks at the ends of lines, and without the last
    line end, which belongs to the mark below (RFC 9580, 7.1 and 7.2)."""
    lines = BREAK.split(text)[:-1]
    return b"\r\n".join(line.removeprefix(b"- ").rstrip(b" \t") for line in lines)

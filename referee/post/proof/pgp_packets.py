"""OpenPGP data as the packets that it claims to be (RFC 9580, 4 and 6): takes off the armour, walks packet headers.

Decompresses nothing and knows no cryptography. A library decompresses whatever it gets, and a few hundred bytes become
gigabytes; so it gets nothing that we have not looked at here, in linear time.
"""

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass

SIGNATURE, SECRET_KEY, PUBLIC_KEY, SECRET_SUBKEY, MARKER = 2, 5, 6, 7, 10
USER_ID, PUBLIC_SUBKEY, ATTRIBUTE, PADDING = 13, 14, 17, 21
"""Kinds of packets, by number (RFC 9580, 5)."""

BEGIN = re.compile(rb"^-----BEGIN PGP ([A-Z ]{1,30})-----[ \t]*\r?$", re.MULTILINE)
FIELD = re.compile(rb"[A-Za-z-]{1,30}: ")
MOST = 1000
"""More packets than any key or signature that we accept; the walk ends here."""


class NoPackets(ValueError):
    """The data is not OpenPGP, or of a kind that nobody needs here (partial or endless packets)."""


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet: the number of its kind, its bytes without the header."""

    kind: int
    body: bytes


def unarmoured(block: bytes, what: bytes) -> bytes:
    """The bytes in the first armour of a text, which must say that it holds `what`. Raises NoPackets.

    Does not check the checksum: RFC 9580, 6.1 wants nothing to depend on it.
    """
    begin = BEGIN.search(block)
    if begin is None or begin[1] != what:
        raise NoPackets("no armour")
    end = block.find(b"\n-----END PGP %s-----" % what, begin.end())
    if end < 0:
        raise NoPackets("the armour has no end")
    lines = [line.strip() for line in block[begin.end() : end].split(b"\n")[1:]]
    start = next((n for n, line in enumerate(lines) if not FIELD.match(line)), len(lines))
    data = [line for line in lines[start:] if line]
    if data and data[-1].startswith(b"=") and len(data[-1]) == len("=abcd"):
        data.pop()
    try:
        return base64.b64decode(b"".join(data), validate=True)
    except binascii.Error:
        raise NoPackets("the armour holds no base64") from None


def walk(data: bytes) -> list[Packet]:
    """All packets in `data`, in order, without looking into them. Raises NoPackets."""
    found: list[Packet] = []
    at = 0
    while at < len(data):
        if len(found) == MOST:
            raise NoPackets("too many packets")
        kind, start, length = _header(data, at)
        at = start + length
        if at > len(data):
            raise NoPackets("torn")
        found.append(Packet(kind, data[start:at]))
    return found


def _header(data: bytes, at: int) -> tuple[int, int, int]:
    """The kind of the packet at `at`, where its body begins, and its length (RFC 9580, 4.2)."""
    first = data[at]
    if not first & 0x80:
        raise NoPackets("no packet")
    if not first & 0x40:  # the legacy format: 1, 2 or 4 octets of length, or no end
        octets = (1, 2, 4, None)[first & 3]
        if octets is None:
            raise NoPackets("a packet without end")
        return first >> 2 & 15, at + 1 + octets, _number(data, at + 1, octets)
    length = _number(data, at + 1, 1)
    if length < 192:
        return first & 63, at + 2, length
    if length < 224:
        return first & 63, at + 3, ((length - 192) << 8) + _number(data, at + 2, 1) + 192
    if length < 255:
        raise NoPackets("a packet in pieces")
    return first & 63, at + 6, _number(data, at + 2, 4)


def _number(data: bytes, at: int, octets: int) -> int:
    if at + octets > len(data):
        raise NoPackets("torn")
    return int.from_bytes(data[at : at + octets], "big")


def key_fingerprint(body: bytes) -> str:
    """The fingerprint of a public key packet, in lower case hex digits (RFC 9580, 5.5.4). Raises NoPackets."""
    if body[:1] == b"\x04" and len(body) < 1 << 16:
        return hashlib.sha1(b"\x99" + len(body).to_bytes(2, "big") + body, usedforsecurity=False).hexdigest()
    if body[:1] == b"\x06":
        return hashlib.sha256(b"\x9b" + len(body).to_bytes(4, "big") + body).hexdigest()
    raise NoPackets("a version that is not in use")

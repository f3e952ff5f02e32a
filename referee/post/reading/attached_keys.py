"""The armoured OpenPGP keys in a mail (RFC 9580, 6.2), attached or in its text.

Finds them and never judges them: proof/openpgp.py does.
"""

import re

from referee.post.reading.mime import Part

LARGEST = 512 * 1024
"""A key that is too large to keep is still found, in base64 at that, so that its sender can be told so."""

BEGIN = re.compile(rb"^-----BEGIN PGP (PUBLIC|PRIVATE|SECRET) KEY BLOCK-----[ \t]*\r?$", re.MULTILINE)
BLOCKS = 3
"""How many keys of one part are looked at: one is wanted."""


def find_keys(mail: Part) -> tuple[str, ...]:
    """The armoured keys of a mail, public and private, each once."""
    found = (key for _, payload in mail.payloads(LARGEST) for key in key_blocks(payload))
    return tuple(dict.fromkeys(found))


def key_blocks(payload: bytes) -> tuple[str, ...]:
    """The first armoured keys in some bytes, public and private, each once; in time linear in them."""
    found: list[str] = []
    end = 0
    while len(found) < BLOCKS and (begin := BEGIN.search(payload, end)):
        last = b"\n-----END PGP %s KEY BLOCK-----" % begin[1]
        close = payload.find(last, begin.end())
        if close < 0:
            break
        end = close + len(last)
        found.append(payload[begin.start() : end].decode("ascii", "replace"))
    return tuple(dict.fromkeys(found))

"""The armoured OpenPGP keys in a mail (RFC 9580, 6.2), attached or in its text.

Finds them and never judges them: proof/openpgp.py does.
"""

import re

from referee.post.reading.mime import Part

LARGEST = 512 * 1024
"""We still find a key that is too large to accept, even in base64, so that we can tell its sender."""

BEGIN = re.compile(rb"^-----BEGIN PGP (PUBLIC|PRIVATE|SECRET) KEY BLOCK-----[ \t]*\r?$", re.MULTILINE)
BLOCKS = 3
"""How many keys of one part to look at: we want one."""


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

"""The log-in XOAUTH2 as a command of aioimaplib, whose own hangs when a token is refused and logs it. Asks for none.

Source: the SASL XOAUTH2 mechanism (developers.google.com/workspace/gmail/imap/xoauth2-protocol). The token goes out
only when the server asks for it, past the parser, so that no line of its debug log holds it. A server that refuses it
explains that in a second challenge, and says NO only once that is answered with an empty line.
"""

import asyncio
from base64 import b64encode

import aioimaplib


def initial_response(user: str, token: str) -> bytes:
    """Return what proves us, in base64: XOAUTH2 is one line."""
    return b64encode(f"user={user}\x01auth=Bearer {token}\x01\x01".encode())


class XOAuth2(aioimaplib.Command):  # type: ignore[misc]
    """`AUTHENTICATE XOAUTH2`, and the answers to the server's challenges."""

    def __init__(self, tag: str, transport: asyncio.Transport, response: bytes) -> None:
        super().__init__("AUTHENTICATE", tag, "XOAUTH2")
        self._transport, self._response = transport, response

    def append_to_resp(self, line: bytes, result: str = "Pending") -> None:
        """Take a line of the answer: aioimaplib's hook."""
        if result == "Pending" and line.startswith(b"+"):
            self._transport.write(self._response + b"\r\n")
            self._response = b""
            return
        super().append_to_resp(line, result=result)

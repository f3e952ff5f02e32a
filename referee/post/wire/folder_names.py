"""Names of IMAP folders, as people write them and as they go over the wire. Pure."""

import base64
import re
from dataclasses import dataclass

UNPRINTABLE = re.compile(r"[^ -~]+")


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """The way in which a server nests folders: its delimiter, "" for none; `below_inbox`: all folders are below
    INBOX."""

    delimiter: str
    below_inbox: bool

    def wire_name(self, name: str) -> str:
        """Write `Referee/Handled` as this server wants it, say `INBOX.Referee.Handled`; `/` in `name` nests."""
        nested = name.replace("/", self.delimiter) if self.delimiter else name
        top = nested.partition(self.delimiter)[0] if self.delimiter else nested
        if top.upper() == "INBOX":
            nested = "INBOX" + nested[5:]
        elif self.below_inbox:
            nested = f"INBOX{self.delimiter}{nested}"
        return modified_utf7(nested)


def modified_utf7(name: str) -> str:
    """Write a folder's name in printable ASCII (RFC 3501, 5.1.3)."""
    return UNPRINTABLE.sub(_shifted, name.replace("&", "&-"))


def _shifted(run: re.Match[str]) -> str:
    encoded = base64.b64encode(run[0].encode("utf-16-be")).decode("ascii")
    return "&" + encoded.rstrip("=").replace("/", ",") + "-"

"""The readers of a player's private requests: joining, letters, keys, help. Stores nothing and knows no person.

Each reader raises ValueError, with a sentence that shows how to write it, for a line that is unclear.
"""

import re

from referee.asking import commands as ask
from referee.names import check_name
from referee.post.settings import fold_address

LEVELS = {"play": "play", "trick": "trick", "book": "trick", "turn": "turn", "round": "round", "result": "result"}


def read_join(match: re.Match[str]) -> ask.Command:
    """Read `join [SHEET] [with PARTNER]`."""
    partner = match["address"] or match["partner"]
    if partner is None:
        return ask.Join(match["sheet"] and match["sheet"].lower())
    partner = fold_address(partner) if "@" in partner else check_name(partner)
    return ask.Join(match["sheet"] and match["sheet"].lower(), partner)


def read_notify(match: re.Match[str]) -> ask.Command:
    """Read `notify each trick`, `notify result only`."""
    level = re.fullmatch(
        r"(?:each|every|my|all|only|the)? ?(play|trick|book|turn|round|result)s?(?: only)?", match[1].lower()
    )
    if not level:
        lines = ("each play", "each trick", "my turns", "rounds")
        raise ValueError(f"write {', '.join(f'`notify {line}`' for line in lines)} or `notify result only`")
    return ask.SetNotify(LEVELS[level[1]])


def read_format(match: re.Match[str]) -> ask.Command:
    """Read `format text`, `format html`."""
    if match[1].lower() not in {"text", "html"}:
        raise ValueError("write `format text` or `format html`")
    return ask.SetFormat(match[1].lower())


def read_auto_show(match: re.Match[str]) -> ask.Command:
    """Read `auto show`, `auto show off`."""
    if (match[1] or "on").lower() not in {"on", "off"}:
        raise ValueError("write `auto show` or `auto show off`")
    return ask.AutoShow((match[1] or "on").lower() == "on")


def read_receipts(match: re.Match[str]) -> ask.Command:
    """Read `receipts on`, `receipts off`."""
    if match[1].lower() not in {"on", "off"}:
        raise ValueError("write `receipts on` or `receipts off`")
    return ask.SetReceipts(match[1].lower() == "on")


def read_public(match: re.Match[str]) -> ask.Command:
    """Read `public on`, `public off`."""
    if match[1].lower() not in {"on", "off"}:
        raise ValueError("write `public on` or `public off`")
    return ask.SetPublic(match[1].lower() == "on")


def read_help(match: re.Match[str]) -> ask.Command:
    """Read `help [TOPIC]`."""
    return ask.Help(match[1] and " ".join(match[1].lower().split()))

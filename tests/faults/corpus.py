"""Real mail of other people, each as if the player on turn had sent it to a good reply address: its text stays, its
sender and recipient are replaced. Nobody in it ever meant to bid or to play.

Needs no servers, but REFEREE_MAIL_CORPUS: a folder of real mail.
"""

import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from referee.asking.grammar import read_commands
from tests.faults.runs import Figures
from tests.talk import Talk, address

RAW = ("command-mail/*.eml", "incoming/*.eml", "bounces/*.txt")
TEXTS = ("reply-trimmer/emails/*.txt", "reply-parser/*.txt")
TRUE_TEXT = "trimmed"
"""The folder beside `emails` with the new text of each, as the corpus itself has it."""
LINE_END = re.compile(rb"\r\n|\r|\n")
REPLACED = (b"from", b"to", b"cc", b"message-id", b"delivered-to", b"x-original-to", b"envelope-to", b"return-path")
CHANGES = ("MakeBid", "PlayCard", "Concede", "Withdraw", "Show", "Misdeal", "ChallengeBook")
SHARE = 0.99


@dataclass
class Tally:
    """The outcomes of all mails."""

    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)


def run(*, long: bool) -> Figures:
    """Mail all files, while a bid is due and while a card is due; in the short form each only in one of them."""
    place = os.environ.get("REFEREE_MAIL_CORPUS")
    if place is None:
        return {"corpus": "not tried: set REFEREE_MAIL_CORPUS to a folder of real mail"}
    files = [*mails(Path(place))]
    assert len(files) > 100, f"too few files in {place}"
    tally = Tally()
    for playing in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            talk = Talk(Path(folder)).starts()
            if playing:
                talk.bids()
            for number, path in enumerate(files):
                if long or number % 2 == playing:
                    _send(talk, path, tally)
            talk.store.close()
    assert tally.moves == [], f"taken for a move: {', '.join(tally.moves)}"
    took = sorted(tally.seconds)
    return {
        "files": len(files),
        "mails": len(took),
        "false moves": 0,
        "crashes": 0,
        "median ms": round(1000 * took[len(took) // 2], 1),
        "p99 ms": round(1000 * took[int(SHARE * len(took))], 1),
        "longest ms": round(1000 * took[-1], 1),
        "other commands read": sum(count for what, count in tally.outcomes.items() if what.endswith("/accepted")),
        "what became of them": ", ".join(f"{count} {what}" for what, count in tally.outcomes.most_common(6)),
    }


def mails(place: Path) -> Iterator[Path]:
    """Yield every mail and every reply text of a corpus."""
    for pattern in (*RAW, *TEXTS):
        yield from sorted(place.glob(pattern))


def _send(talk: Talk, path: Path, tally: Tally) -> None:
    # answers are bounded by the day
    talk.now += timedelta(days=1)
    who, events = talk.due(), len(talk.trail())
    letter = next(x for x in reversed(talk.to(who)) if "turn" in x.events)
    raw = as_players(path, address(who), letter["Reply-To"])
    began = time.perf_counter()
    outcome = talk.deliver(raw)
    tally.seconds.append(time.perf_counter() - began)
    tally.outcomes[outcome.split()[0]] += 1
    moved = any(outcome.startswith(f"{change}/accepted") for change in CHANGES) or len(talk.trail()) != events
    if moved and not truly_new(path):
        tally.moves.append(f"{path.parent.name}/{path.name} ({outcome})")


def as_players(path: Path, sender: str, to: str) -> bytes:
    """Return the mail in a file with another sender and recipient; a text alone becomes a mail of its own."""
    raw = LINE_END.sub(b"\r\n", path.read_bytes())
    name = f"<{abs(hash(path.name))}.{time.monotonic_ns()}@corpus.test>"
    if path.suffix == ".txt" and path.parent.name != "bounces":
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = sender, to, "Re: a letter", name
        mail.set_content(path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n"))
        return mail.as_bytes()
    head, gap, body = raw.partition(b"\r\n\r\n")
    fields = re.split(rb"\r\n(?![ \t])", head.lstrip(b"\r\n"))
    kept = [one for one in fields if one.partition(b":")[0].strip().lower() not in REPLACED and b":" in one]
    own = [f"From: {sender}".encode(), f"To: {to}".encode(), f"Message-ID: {name}".encode()]
    return b"\r\n".join([*own, *kept]) + gap + body


def truly_new(path: Path) -> bool:
    """Tell if what the corpus itself holds for new text of a file reads as something to be done."""
    true = path.parent.parent / TRUE_TEXT / path.name
    return true.exists() and bool(read_commands(true.read_text(encoding="utf-8")).asked)

"""Mails that claim to be a player's and are not, and for each family one that is.

Nothing here asks the referee anything: a scene is a table with a player to act, and each attack is bytes as they would
lie in the mailbox, with what the own mail server wrote above them.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr, parsedate_to_datetime

from sqlalchemy import text as sql

from tests.talk import AUTHSERV, MASTER, REFEREE, STARTER, Letter, Talk, address, tokens

RECEIVED = (
    f"Received: from out.test (out.test [192.0.2.1]) by {AUTHSERV} with ESMTPS id 1;"
    " Tue, 24 Nov 2026 12:00:00 +0000\r\n"
)
WRITTEN = "Wed, 02 Dec 2026 12:00:00 +0000"
"""The day on which a scene is set."""
SIGNATURE = (
    "DKIM-Signature: v=1; a=rsa-sha256; d=club.test; s=s1; bh=aGFzaA==; b=c2lnbmF0dXJl;\r\n"
    " h=from:to:cc:subject:date:message-id:in-reply-to:references:reply-to:\r\n"
    " mime-version:content-type:content-transfer-encoding\r\n"
)
MALLORY = "mallory@attack.test"
INSIDER = "mallory@club.test"
"""Mallory with an account at the mail provider of the players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The player who is to act, a card they may play, and the reply addresses of every kind."""

    victim: str
    other: str
    move: str
    good: str
    spent: str
    old: str
    """An unused reply address, sent before their last act."""
    burnt: str
    theirs: str
    """The good reply address of the other player."""
    asks: str
    """The reply address of a confirmation letter to the victim."""
    late: str
    """The reply address of a confirmation letter that has run out."""
    masters: str
    """A reply address of the Gamesmaster's."""
    bounces: str
    """The envelope address of the victim's last letter."""


@dataclass(frozen=True, slots=True)
class Attack:
    """One mail and what it is about; `family/name` is its own."""

    family: str
    name: str
    raw: bytes

    def __str__(self) -> str:
        return f"{self.family}/{self.name}"


Family = Callable[[Scene], Iterator[tuple[str, bytes]]]

SAMPLE = Scene(
    victim="carol@club.test",
    other="ann@club.test",
    move="play 5H",
    good=f"referee+{'g' * 24}@club.test",
    spent=f"referee+{'s' * 24}@club.test",
    old=f"referee+{'o' * 24}@club.test",
    burnt=f"referee+{'b' * 24}@club.test",
    theirs=f"referee+{'t' * 24}@club.test",
    asks=f"referee+{'q' * 24}@club.test",
    late=f"referee+{'l' * 24}@club.test",
    masters=f"referee+{'m' * 24}@club.test",
    bounces=f"referee+b.{'e' * 24}@club.test",
)
"""A scene for callers that need only names."""


def set_scene(talk: Talk) -> Scene:
    """Set a table in its first trick, at which someone is to act who has tokens of every kind."""
    if talk.master(STARTER, subject="a game") == "Start/unproven":
        talk.says(MASTER, "yes")
    talk.bids().acts(), talk.acts()
    who = talk.due()
    turn = talk.last(who)
    move = f"play {turn['Spades-Legal'].split()[0]}"
    bid = next(letter for letter in talk.to(who) if "turn" in letter.events)
    old = next(letter for letter in talk.to(who) if tokens(letter))
    talk.says(who, "score", answers=None, subject="[Spades 1]")
    shown = talk.last(who)
    talk.says(who, "hello", answers=shown, cc="friend@else.test")
    late = _question(talk, who, move)
    talk.now += timedelta(days=7, minutes=1)
    asks = _question(talk, who, move)
    talk.now += timedelta(days=1)
    assert abs(talk.now - parsedate_to_datetime(WRITTEN)) < timedelta(hours=1)
    other = next(name for name in ("ann", "bob", "carol", "dave") if name != who)
    talk.says(other, "score", answers=None, subject="[Spades 1]")
    talk.master("score")
    with talk.store.reading() as tx:
        row = tx.execute(sql("SELECT secret FROM outbox WHERE recipient = :to"), {"to": address(who)}).all()[-1]
    return Scene(
        victim=address(who),
        other=address(other),
        move=move,
        good=turn["Reply-To"],
        spent=bid["Reply-To"],
        old=old["Reply-To"],
        burnt=shown["Reply-To"],
        theirs=talk.last(other)["Reply-To"],
        asks=asks["Reply-To"],
        late=late["Reply-To"],
        masters=talk.last(MASTER)["Reply-To"],
        bounces=f"referee+b.{row.secret}@club.test",
    )


def _question(talk: Talk, who: str, move: str) -> Letter:
    """Return the question to someone about a move that their server calls forged, whatever else is believed."""
    talk.deliver(own("dmarc=fail").encode() + talk.mail(who, move, answers=None, subject="[Spades 1]"))
    return talk.last(who)


def own(results: str, *, received: str = RECEIVED) -> str:
    """Return our own server's lines above a mail."""
    return f"Authentication-Results: {AUTHSERV}; {results}\r\n{received}"


def vouched(domain: str = "club.test") -> str:
    """Return the own server's word that the domain signed the mail."""
    return own(f"dkim=pass header.d={domain}")


NOTHING = own("spf=none smtp.mailfrom=x@attack.test; dkim=none")
THEIRS = own(f"spf=pass smtp.mailfrom={MALLORY}; dkim=pass header.d=attack.test; dmarc=pass header.from=attack.test")
HOUSE = own(f"spf=pass smtp.mailfrom={INSIDER}; dkim=pass header.d=club.test; dmarc=pass header.from=club.test")
"""Attacks in which the players' provider vouches for mail that is truly Mallory's."""


def mail(
    sender: str, text: str, *, top: str = THEIRS, to: str = REFEREE, more: str = "", tag: str = "[Spades 1]"
) -> bytes:
    """Return a mail whose sender lines are `sender`, just as written; `more` are further header lines, each with its
    end.

    It has a signature that would be the players' provider's, were it to hold: what the own server says decides that.
    """
    head = f"{top}{SIGNATURE}{sender}\r\nTo: {to}\r\nSubject: {tag}\r\nDate: {WRITTEN}\r\n"
    return f"{head}{more}\r\n{text}\r\n".encode("utf-8", "surrogateescape")


def written_by(raw: bytes) -> set[str]:
    """Return the plain addresses in the From lines of a mail, read as loosely as any program might."""
    head = re.split(rb"\r?\n\r?\n", raw)[0].decode("latin-1")
    unfolded = re.sub(r"\r?\n(?=[ \t])", " ", head)
    lines = re.findall(r"(?im)^[\W_]*from[^a-z:\n]*:(.*)$", f"{head}\n{unfolded}")
    return {word.lower() for line in lines for word in re.split(r"[\s<>,;:()\"]+", line) if "@" in word} | {
        parseaddr(line)[1].lower() for line in lines
    }

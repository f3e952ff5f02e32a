"""Every server, every place, every text: the hostile mails, and mails that are truly the victim's as servers mark them.

All are bytes as they would lie in the mailbox. A hostile mail is in the victim's name and holds a move of theirs.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import cycle, islice

from tests.proof.attacks import SIGNATURE, Attack, Scene, mail
from tests.proof.hostile import receivers, texts, writers
from tests.proof.hostile.receivers import RECEIVERS, Receiver
from tests.proof.hostile.words import DAY, Let, Words
from tests.proof.hostile.writers import WRITERS, Writer

TRULY = {("user", "address"), ("user", "address-blank"), ("user", "address-comments")}
"""Places and texts of a log-in by the victim's name: such a sender is the victim."""

Texts = Iterator[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Genuine:
    """A mail by the victim; `asks` if a question whether it is theirs may be the answer to it."""

    name: str
    raw: bytes
    asks: bool = False

    def __str__(self) -> str:
        return self.name


def forged_below(scene: Scene, each: int = 3) -> Iterator[Attack]:
    """Yield mails in which our own `Received` is to seem a hand-over or another's, so that we believe the sender's
    words below it.

    `each`, here and below: how many texts are tried in one place. Place after place, all of them have their turn."""
    claims = cycle(enumerate(_claims(scene.victim), 1))
    every = cycle(texts.handovers().items())
    for receiver in RECEIVERS:
        for place, let in receiver.places.items():
            for text, words in _hostile(every, place, let, each):
                number, claim = next(claims)
                silent = replace(Words(), spf="none", dkim="none")
                # every other mail is one about which the server wrote nothing
                said = writers.BY_NAME[receiver.writer].lines(silent) if number % 2 else ""
                top = f"{receiver.above(words)}{said}{receiver.below(words)}{receiver.line(words)}{claim}"
                yield _attack("below", receiver.name, place, f"{text}-{number}", scene, top)


def forged_within(scene: Scene, each: int = 3) -> Iterator[Attack]:
    """Yield mails in which a statement about the victim is to be found in a line that our own server wrote."""
    every = cycle(texts.statements(scene.victim).items())
    for writer in WRITERS:
        for place, let in writer.places.items():
            if place not in writer.unquoted:
                yield from within("within", scene, writer, place, _hostile(every, place, let, each))


def forged_unquoted(scene: Scene, each: int = 6) -> Iterator[Attack]:
    """Yield the same where the server writes the text bare among its own words, and only its other statements tell."""
    every = cycle(texts.statements(scene.victim).items())
    for writer in WRITERS:
        for place in writer.unquoted:
            yield from within("unquoted", scene, writer, place, _hostile(every, place, writer.places[place], each))


def hidden_by(scene: Scene, each: int = 2) -> Iterator[Attack]:
    """Yield mails in which our own `dmarc=fail` stands between lines with hostile words."""
    every = cycle(texts.veils().items())
    for receiver in RECEIVERS:
        writer = writers.BY_NAME[receiver.writer]
        if writer.unseen:
            continue
        said = writer.lines(replace(Words(), spf="none", dkim="none", dmarc="fail"))
        for place, let in receiver.places.items():
            for number, (text, words) in enumerate(_hostile(every, place, let, each), 1):
                top = f"{receiver.above(words)}{said}{receiver.below(words)}{receiver.line(words)}"
                yield _attack("hidden-by", receiver.name, place, f"{text}-{number}", scene, top)


def hidden_in(scene: Scene, each: int = 2) -> Iterator[Attack]:
    """Yield mails in which our own `dmarc=fail` stands behind a hostile word in its line."""
    every = cycle(texts.veils().items())
    for writer in WRITERS:
        if writer.unseen:
            continue
        for place, let in writer.places.items():
            found = ((text, replace(words, dmarc="fail")) for text, words in _hostile(every, place, let, each))
            yield from within("hidden-in", scene, writer, place, found)


def passwords(scene: Scene) -> Iterator[Attack]:
    """Yield mails of which the server says that the victim logged in, which counts only where the configuration lets
    it."""
    for found in logged_in(scene):
        yield Attack("password", found.name, found.raw)


def genuine(scene: Scene) -> Iterator[Genuine]:
    """Yield the victim's own mails, by DKIM and SPF, by either alone, and through every chain of hand-overs."""
    for writer in WRITERS:
        for rests, words in _honest(scene).items():
            raw = _marked(scene, receivers.BY_NAME[writer.receiver], writer, words)
            yield Genuine(f"{writer.name}/{rests}", raw, rests in writer.asks)
        both, receiver = _honest(scene)["both"], receivers.BY_NAME[writer.receiver]
        said = writer.lines(both)
        # many providers sign as well; a method that stands twice in a line may count for nothing
        twice = f"{receiver.above(both)}{_signed_twice(said)}{receiver.below(both)}{receiver.line(both)}"
        yield Genuine(f"{writer.name}/two-signatures", mail(f"From: {scene.victim}", scene.move, top=twice), asks=True)
        if writer.lower:
            top = f"{receiver.above(both)}{receiver.line(both)}{said}"
            yield Genuine(f"{writer.name}/lower", mail(f"From: {scene.victim}", scene.move, top=top), asks=True)
    for receiver in RECEIVERS:
        writer = writers.BY_NAME[receiver.writer]
        for rests, words in _honest(scene).items():
            helo = "[192.0.2.1]" if rests == "both" else "smtp-out-3.club.test"
            odd = replace(words, helo=helo, ident="[dave]", cn="O=Club (test); CN=out", recipient="referee+x@club.test")
            raw = _marked(scene, receiver, writer, odd)
            yield Genuine(f"{receiver.name}/{rests}-odd", raw, rests in writer.asks)


def logged_in(scene: Scene) -> Iterator[Genuine]:
    """Yield mails by the victim, who gave the server their password; nothing else speaks for them."""
    words = replace(_honest(scene)["spf"], spf="none", user=scene.victim)
    for writer in WRITERS:
        if "user" in writer.places:
            raw = _marked(scene, receivers.BY_NAME[writer.receiver], writer, words)
            # Exim's comment names the mechanism, in front of the user; Rspamd writes the sender before
            yield Genuine(f"{writer.name}/auth", raw, writer.name in ("exim", "rspamd-1", "rspamd-3"))


def _honest(scene: Scene) -> dict[str, Words]:
    """Return the servers' findings about the victim's mails."""
    host = "out.club.test"
    base = Words(helo=host, rdns=host, ident="mail", cn=host, sender=scene.victim, seal="club.test", dmarc="pass")
    signed = replace(base, domain="club.test", identity="@club.test")
    return {
        "both": signed,
        "dkim": replace(signed, sender="bounces@list.test"),
        "spf": replace(signed, dkim="none"),
    }


def _marked(scene: Scene, receiver: Receiver, writer: Writer, words: Words) -> bytes:
    """Return a mail by the victim with what the server wrote above it."""
    top = f"{receiver.above(words)}{writer.lines(words)}{receiver.below(words)}{receiver.line(words)}"
    raw = mail(f"From: {scene.victim}", scene.move, top=top)
    return raw if words.dkim == "pass" else raw.replace(SIGNATURE.encode(), b"")


def _signed_twice(said: str) -> str:
    """Return the results of a mail that its provider signed as well."""
    return re.sub(r"(dkim=pass[^;]*header\.)", r"dkim=pass header.d=provider.test header.s=x;\r\n\t\1", said, count=1)


def _claims(victim: str) -> Iterator[str]:
    """Yield what a sender writes as if the server had written it."""
    for said in (
        f"auth=pass smtp.auth={victim}",
        "dkim=pass header.d=club.test",
        f"spf=pass smtp.mailfrom={victim}",
        f"dkim=pass header.d=club.test; spf=pass smtp.mailfrom={victim}; dmarc=pass header.from=club.test",
        f"dkim=pass header.i={victim} header.d=club.test; auth=pass smtp.auth={victim}",
    ):
        results = f"Authentication-Results: mx.club.test; {said}\r\n"
        came = f"from out.club.test (out.club.test [192.0.2.9]) by mx.club.test with ESMTPS id 7; {DAY}"
        yield f"{results}Received: {came}\r\n"


def _hostile(every: Texts, place: str, let: Let, each: int) -> Iterator[tuple[str, Words]]:
    """Yield the next texts, as the server writes them in a place; what it spoils altogether is left out."""
    seen, names = {let("a"), let("")}, set[str]()
    for text, chosen in islice(every, each):
        if text in names:
            break
        names.add(text)
        written = let(chosen)
        if written not in seen and (place, text) not in TRULY:
            seen.add(written)
            yield text, replace(Words(), **{place: written})


def within(
    family: str, scene: Scene, writer: Writer, place: str, found: Iterator[tuple[str, Words]]
) -> Iterator[Attack]:
    """Yield mails whose results hold hostile words; every other one passed the checks, for Mallory's domain."""
    receiver, plain = receivers.BY_NAME[writer.receiver], Words()
    for number, (text, words) in enumerate(found, 1):
        verdict = "pass" if number % 2 and words.dmarc != "fail" else "none"
        said = writer.lines(_verdicts(replace(words, spf=verdict, dkim=verdict), writer, place))
        top = f"{receiver.above(plain)}{said}{receiver.below(plain)}{receiver.line(plain)}"
        yield _attack(family, writer.name, place, f"{text}-{number}", scene, top)


def _verdicts(words: Words, writer: Writer, place: str) -> Words:
    """Return the findings without which the server would not write that word at all."""
    match place:
        case "explanation":
            return replace(words, spf="fail")
        case "identity" | "selector" | "domain":
            return replace(words, dkim="pass")
        case "helo" if "helo" in writer.unquoted:
            return replace(words, sender="")  # if that is empty, servers look up HELO (RFC 7208 2.4)
    return words


def _attack(family: str, server: str, place: str, text: str, scene: Scene, top: str) -> Attack:
    return Attack(family, f"{server}/{place}/{text}", mail(f"From: {scene.victim}", scene.move, top=top))

"""Attacks on what servers say about a mail: forged Authentication-Results, and words smuggled into true ones."""

from collections.abc import Iterator
from itertools import cycle

from tests.proof.attacks import NOTHING, RECEIVED, SIGNATURE, WRITTEN, Scene, mail, own
from tests.talk import AUTHSERV, REFEREE

HOP = "Received: from a.test by relay.attack.test with ESMTPS id 2; Tue, 24 Nov 2026 11:59:00 +0000\r\n"
HANDED = f"Received: from {AUTHSERV} by {AUTHSERV} with LMTP id 3; Tue, 24 Nov 2026 12:00:01 +0000\r\n"


def said(results: str, server: str = AUTHSERV) -> str:
    """Return a line of results as anyone may write it."""
    return f"Authentication-Results: {server}; {results}\r\n"


def _places(passing: str) -> dict[str, str]:
    """Return lines in places where a sender, or a server on the way, can have written them."""
    forged = said(passing)
    envelope = RECEIVED.replace(" id 1", ' (envelope-from <"x with LMTP y"@attack.test>) id 1')
    helo = RECEIVED.replace("out.test (out.test", "with.LMTP (helo=x with LMTP y")
    rdns = RECEIVED.replace("(out.test [192.0.2.1])", f"(by {AUTHSERV} with LMTP [192.0.2.1])")
    return {
        "below": RECEIVED + forged,
        "below-nothing": NOTHING + forged,
        "below-with-received": NOTHING + forged + RECEIVED,
        "below-handed-on": HANDED + RECEIVED + forged + RECEIVED,
        "below-forged-hand-over": NOTHING + HANDED + forged + RECEIVED,
        "no-received": forged,
        "above-another-hop": forged + HOP,
        "above-another-hop-then-own": forged + HOP + RECEIVED,
        "above-look-alike-hop": forged + RECEIVED.replace(AUTHSERV, f"x{AUTHSERV}"),
        "above-subdomain-hop": forged + RECEIVED.replace(AUTHSERV, f"{AUTHSERV}.attack.test"),
        "above-dotted-hop": forged + RECEIVED.replace(AUTHSERV, "mx-club.test"),
        "above-from-clause": forged + HOP.replace("from a.test by", f"from {AUTHSERV} by"),
        "above-comment": forged + HOP.replace("by relay", f"(by {AUTHSERV}) by relay"),
        "hand-over-in-envelope": envelope + forged + RECEIVED,
        "hand-over-in-helo": helo + forged + RECEIVED,
        "hand-over-in-name": rdns + forged + RECEIVED,
        "hand-over-by-id": RECEIVED.replace("id 1", "id 1 with LMTP x") + forged + RECEIVED,
        "hand-over-for": RECEIVED.replace("id 1", 'for <"x with LMTP x"@club.test>') + forged + RECEIVED,
        "in-subject": NOTHING + f"Subject: x\r\n {forged}",
        "arc": RECEIVED + f"ARC-Authentication-Results: i=1; {AUTHSERV}; {passing}\r\n",
        "arc-above": f"ARC-Authentication-Results: i=1; {AUTHSERV}; {passing}\r\n{RECEIVED}",
        "x-header": f"X-Authentication-Results: {AUTHSERV}; {passing}\r\n{RECEIVED}",
        "old-header": f"X-Original-Authentication-Results: {AUTHSERV}; {passing}\r\n{RECEIVED}",
        "received-spf": f"Received-SPF: pass (sender is club.test) client-ip=192.0.2.1\r\n{RECEIVED}",
        "dkim-status": f"X-DKIM-Status: good club.test\r\n{RECEIVED}",
    }


def _servers(passing: str) -> dict[str, str]:
    """Return other names that look like the trusted one's, at the very place where it would stand."""
    names = (
        f"x{AUTHSERV}", f"{AUTHSERV}.attack.test", f"{AUTHSERV}x", AUTHSERV.replace(".", "-"), f"mail.{AUTHSERV}",
        f"{AUTHSERV}, other.test", f"other.test {AUTHSERV}", f"other.test ({AUTHSERV})", f"({AUTHSERV}) other.test",
        f'"{AUTHSERV}.attack.test"', f"{AUTHSERV}/other", f"<{AUTHSERV}>", f"{AUTHSERV}\x00.attack.test",
        f"{AUTHSERV}\u3002test", AUTHSERV.replace("c", "\u0441"), "", "club.test", ".", "*", f"{AUTHSERV}.",
    )  # fmt: skip
    found = {f"server-{number}": said(passing, name) + RECEIVED for number, name in enumerate(names)}
    by = {f"server-by-{n}": said(passing, x) + RECEIVED.replace(AUTHSERV, x) for n, x in enumerate(names[:5])}
    return found | by | {
        "no-server": f"Authentication-Results: {passing}\r\n{RECEIVED}",
        "version-only": f"Authentication-Results: 1; {passing}\r\n{RECEIVED}",
    }  # fmt: skip


def _words(v: str) -> tuple[str, ...]:
    """Return true lines of the own server, into which the attacker got words by envelope, signature or reason."""
    domain = v.partition("@")[2]
    return (
        "dkim=pass header.d=attack.test",
        f"dkim=pass header.d={domain}.attack.test",
        f"dkim=pass header.d=x{domain}",
        f"dkim=pass header.d=sub.{domain}",
        "dkim=pass header.d=test",
        "dkim=pass header.d=.test",
        "dkim=pass",
        f"dkim=pass header.d=attack.test header.i=@{domain}",
        f"dkim=pass header.i={v} header.d=attack.test",
        f"dkim=pass header.i=x@{domain}.attack.test",
        f'dkim=pass header.i="@{domain}"@attack.test',
        f"dkim=pass header.d=attack.test header.d={domain}",
        f"dkim=pass header.d={domain} header.d=attack.test",
        f"dkim=pass header.i=@{domain} header.i=@attack.test",
        f"dkim=pass policy.d={domain}",
        f"dkim=pass body.d={domain}",
        f"dkim=pass smtp.d={domain}",
        f"dkim=pass header.from={v}",
        f"dkim=pass header.b={domain}",
        f"dkim=none header.d={domain}",
        f"dkim=neutral header.d={domain}",
        f"dkim=policy header.d={domain}",
        f"dkim=temperror header.d={domain}",
        f"dkim=permerror header.d={domain}",
        f"dkim=fail header.d={domain}",
        f"dkim=passed header.d={domain}",
        f"dkim=xpass header.d={domain}",
        f"dkim=fail reason=pass header.d={domain}",
        f'dkim=none reason="dkim=pass header.d={domain}"',
        f'dkim=fail reason="; dkim=pass header.d={domain};" header.d=attack.test',
        f"spf=fail (dkim=pass header.d={domain}) smtp.mailfrom={v}",
        f"spf=pass (x; dkim=pass header.d={domain}) smtp.mailfrom=a@attack.test",
        f"spf=none (; dkim=pass header.d={domain}",
        f'spf=pass smtp.mailfrom="x@attack.test dkim=pass header.d={domain}"',
        f'spf=pass smtp.mailfrom="x; dkim=pass header.d={domain}; "@attack.test',
        f'spf=pass smtp.mailfrom="{v}"@attack.test',
        f"spf=pass smtp.mailfrom={v}@attack.test",
        f"spf=pass smtp.mailfrom={v}.attack.test",
        f"spf=pass smtp.mailfrom={domain}@attack.test",
        f"spf=pass smtp.mailfrom=x{v.replace('@', '@x')}",
        f"spf=pass smtp.mailfrom=a@attack.test smtp.mailfrom={v}",
        f"spf=pass smtp.mailfrom={v} smtp.mailfrom=a@attack.test",
        f"spf=pass smtp.helo={domain}",
        f"spf=pass smtp.rcptto={v}",
        f"spf=pass header.from={v}",
        f"spf=softfail smtp.mailfrom={v}",
        f"spf=neutral smtp.mailfrom={v}",
        f"spf=none smtp.mailfrom={v}",
        f"spf=temperror smtp.mailfrom={v}",
        "spf=pass",
        f"spf=pass smtp.mailfrom=any@{domain};x=y.attack.test",
        f"spf=pass smtp.mailfrom={v};x=y.attack.test",
        f"spf=pass smtp.mailfrom={v};x=y/2.attack.test; dkim=none",
        f"spf=pass smtp.mailfrom=any@{domain};z.a=b.attack.test",
        f"spf=pass smtp.mailfrom=any@{domain};x=none(.attack.test",
        f"dmarc=pass header.from={domain}",
        f"dmarc=pass header.from={v}; dkim=pass header.d=attack.test",
        f"arc=pass header.d={domain}",
        f"auth=pass smtp.auth=x{v}",
        f"auth=pass smtp.mailfrom={v}",
        f"iprev=pass policy.iprev=192.0.2.1 header.d={domain}",
        f"vbr=pass header.md={domain}",
        f"x-dkim=pass header.d={domain}",
        f"dkim-atps=pass header.d={domain}",
        f"domainkeys=pass header.from={v}",
        f"sender-id=pass header.from={v}",
        f"none; dkim=pass header.d={domain}",
        "none",
        "",
        f"dkim=pass header.d={domain}; dmarc=fail header.from={domain}",
        f"dkim=pass header.d={domain}; dmarc=fail",
        f"dmarc=fail (p=reject) header.from={domain}; dkim=pass header.d={domain}; odd(",
        f"spf=fail smtp.mailfrom={v}; dkim=fail header.d={domain}",
    )


def forged_results(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield a plain mail in the victim's name, with results that do not show that the victim wrote it."""
    domain = s.victim.partition("@")[2]
    passing = f"dkim=pass header.d={domain}"
    for name, top in (_places(passing) | _servers(passing)).items():
        yield name, mail(f"From: {s.victim}", s.move, top=top)
    for number, words in enumerate(_words(s.victim)):
        yield f"words-{number}", mail(f"From: {s.victim}", s.move, top=own(words))
    split = said(passing).replace("; ", ";\r\n\t")
    yield "below-folded", mail(f"From: {s.victim}", s.move, top=NOTHING + split)
    yield "below-case", mail(f"From: {s.victim}", s.move, top=NOTHING + said(passing).upper())
    fails = said(f"dmarc=fail header.from={domain}")
    for name, first, second in (("pass-then-fail", said(passing), fails), ("fail-then-pass", fails, said(passing))):
        yield name, mail(f"From: {s.victim}", s.move, top=first + second + RECEIVED)
        yield f"{name}-token", mail(f"From: {s.victim}", s.move, top=first + second + RECEIVED, to=s.good)
    yield "fail-token", mail(f"From: {s.victim}", s.move, top=fails + RECEIVED, to=s.good)
    yield (
        "fail-odd-line-token",
        mail(
            f"From: {s.victim}",
            s.move,
            top=said(f"dmarc=fail; spf=pass smtp.mailfrom=<a@{domain}>") + RECEIVED,
            to=s.good,
        ),
    )


def genuine(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield lines of the referee's own server that do show it, in the forms in which servers write them."""
    domain = s.victim.partition("@")[2]
    passing = f"dkim=pass header.d={domain}"
    forms = {
        "plain": own(passing),
        "case": said(passing, AUTHSERV.upper()) + RECEIVED,
        "folded": own(passing).replace("; dkim", ";\r\n\tdkim"),
        "version": said(passing, f"{AUTHSERV} 1") + RECEIVED,
        "comments": own(f"dkim=pass (2048-bit key; unprotected) header.d={domain} header.i=@{domain} header.b=abc"),
        "signer": own(f"dkim=pass header.i=@{domain} header.s=s1 header.b=abc"),
        "quoted": own(f'dkim=pass header.d="{domain}"'),
        "spf": own(f"spf=pass (sender SPF authorized) smtp.mailfrom={s.victim}"),
        "several-methods": own(f"spf=pass smtp.mailfrom=list@else.test; {passing}; dmarc=pass header.from={domain}"),
        "two-lines": said("spf=none smtp.mailfrom=x@else.test") + own(passing),
        "handed-on": HANDED + own(passing),
        "handed-on-above": said(passing) + HANDED + RECEIVED,
        "forged-below-too": own(passing) + said("dmarc=fail header.from=club.test"),
        "other-servers-above": said("dkim=fail header.d=club.test", "else.test") + own(passing),
    }
    for name, top in forms.items():
        yield name, mail(f"From: {s.victim}", s.move, top=top)


def smuggled_into_results(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield words of a stranger's in the line that a server writes, as one prints them that escapes nothing: in an
    identity, an envelope address, a name; with whatever end the place must have."""
    v, domain = s.victim, s.victim.partition("@")[2]
    spf, dkim = f"spf=pass smtp.mailfrom={v}", f"dkim=pass header.d={domain}"
    ends = ("", "; a=b c.d=e.attack.test", f"; a=b c.d=e@{domain}", "; a=b c.d=e@attack.test", " c.d=e@b.attack.test")
    hosts = {
        "identity": 'dkim=pass (2048-bit key) header.d=attack.test header.i={} header.b="aGFzaA=="',
        "broken-identity": f'dkim=permerror (0-bit key) header.d={domain} header.i={{}} header.b="aGFzaA=="',
        "identity-first": "dkim=pass header.i={} header.d=attack.test header.s=s1",
        "identity-alone": "dkim=pass header.i={} header.s=s1 header.b=aGFzaA==",
        "envelope": "spf=none smtp.mailfrom={}",
        "envelope-that-passed": "spf=pass smtp.mailfrom={}",
        "helo": "iprev=fail smtp.helo={}",
        "name": "iprev=fail policy.ptr={}",
        "recipient": "x=none smtp.rcptto=referee+{}",
        "login": "auth=pass smtp.auth={}",
    }
    words = cycle(("x", "1", "pass", "a.b", "::", "@attack.test", "y"))
    for host, line in hosts.items():
        for number, end in enumerate(ends):
            if host == "envelope-that-passed" and number != 3:
                # the results that passed end with the domain that passed, which is the stranger's
                continue
            for kind, passing in (("spf", spf), ("dkim", dkim)):
                said_before = next(words)
                name = f"into-{host}-{kind}-{number}-{said_before}"
                text = line.replace("{}", f"{said_before}; {passing}{end}")
                yield name, mail(f"From: {v}", s.move, top=own(text))


def not_quite(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield lines of the own server in which somebody else's words may stand, or that speak for a whole domain: its
    players are asked."""
    domain = s.victim.partition("@")[2]
    forms = {
        "spf-comment": own(f"spf=pass (sender {s.victim} is known) smtp.mailfrom={s.victim}"),
        "spf-gmail": own(f"spf=pass (google.com: domain of {s.victim} designates 192.0.2.1) smtp.mailfrom={s.victim}"),
        "spf-domain": own(f"spf=pass smtp.mailfrom={domain}"),
        "spf-parent": own(f"spf=pass smtp.mailfrom={s.victim.replace('@', '@mail.')}"),
        "auth": own(f"auth=pass smtp.auth={s.victim}"),
        "spf-failed-before": own(f"spf=fail smtp.mailfrom=list@else.test; dkim=pass header.d={domain}"),
        "spf-behind-identity": own(f"dkim=none header.i=@{domain}; spf=pass smtp.mailfrom={s.victim}"),
        "two-signatures": own(f"dkim=fail header.d={domain} header.b=a; dkim=pass header.d={domain} header.b=b"),
    }
    for name, top in forms.items():
        yield name, mail(f"From: {s.victim}", s.move, top=top)


FRIEND = "friend@else.test"
BY_FRIEND = own("dkim=pass header.d=club.test; spf=pass smtp.mailfrom=mallory@attack.test")
"""The victim's provider signed the mail, but it came from elsewhere."""


def _passed_on(s: Scene, text: str, *, to: str = REFEREE, front: str = "", **changes: str) -> bytes:
    """Return a mail that the victim once wrote, sent by someone else; `changes` are made to its signature."""
    signature = SIGNATURE
    for old, new in changes.items():
        assert old in signature
        signature = signature.replace(old, new)
    raw = mail(f"From: {s.victim}", text, top=BY_FRIEND + front, to=to, more="Message-ID: <once@club.test>\r\n")
    before, _, after = raw.rpartition(SIGNATURE.encode())
    return before + signature.encode() + after


def replays(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield what the victim's provider did sign, sent on to the referee by whoever got it, changed or not."""
    chat, subject, ours = "Lovely weather.", f"Subject: {s.move}\r\n", f"To: {REFEREE}\r\n"
    other = SIGNATURE.replace("d=club.test", "d=attack.test")
    old = WRITTEN.replace("Wed, 02 Dec", "Tue, 24 Nov").replace("12:00", "11:00")
    yield "command-in-front", _passed_on(s, chat, to=FRIEND, front=subject + ours)
    yield "address-in-front", _passed_on(s, s.move, to=FRIEND, front=ours)
    yield "copy-in-front", _passed_on(s, s.move, to=FRIEND, front=f"Cc: {REFEREE}\r\n", cc="x-cc")
    yield "as-it-is", _passed_on(s, s.move, to=FRIEND)
    yield "referee-in-comment", _passed_on(s, s.move, to=f"{FRIEND} ({REFEREE})")
    yield "referee-in-name", _passed_on(s, s.move, to=f"{REFEREE} <{FRIEND}>")
    yield "address-unsigned", _passed_on(s, s.move, **{":to:cc": ""})
    yield "date-unsigned", _passed_on(s, s.move, **{":date": ""})
    yield "subject-unsigned", _passed_on(s, chat, front=subject, **{":subject": ""}).replace(b"Subject: [", b"X-Old: [")
    yield "part-signed", _passed_on(s, s.move, bh="l=0; bh")
    yield (
        "reading-unsigned",
        _passed_on(s, s.move, front="Content-Type: text/html\r\n", **{"mime-version:content-type": "x-none"}),
    )
    yield "signature-gone", _passed_on(s, s.move).replace(b"DKIM-Signature", b"X-Signature")
    yield "signature-of-another", _passed_on(s, s.move, **{"d=club.test": "d=attack.test"})
    yield "signature-below", _passed_on(s, s.move, **{"d=club.test": "d=mail.club.test"})
    yield "broken-one-in-front", _passed_on(s, s.move, front=SIGNATURE, **{":to:cc": ""}).replace(b"c2ln", b"eHh4", 1)
    yield "odd-one-in-front", _passed_on(s, s.move, front=other.replace("d=attack", "d=club. test; d=attack"))
    yield "odd-domain", _passed_on(s, s.move, front=SIGNATURE.replace("d=club.", "d=club. ").replace(":to:cc", ""))
    yield "odd-line", _passed_on(s, s.move, front="No field\r\n")
    yield "old", _passed_on(s, s.move).replace(WRITTEN.encode(), old.encode())
    yield "no-date", _passed_on(s, s.move).replace(b"Date: " + WRITTEN.encode() + b"\r\n", b"")
    for field in (
        *("To", "Cc", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To"),
        *("Content-Type", "Content-Transfer-Encoding", "MIME-Version"),
    ):
        value = {"To": REFEREE, "Date": WRITTEN}.get(field, "<twice@attack.test>")
        line = f"{field}: {value}\r\n"
        yield f"two-{field}", _passed_on(s, s.move, front=line * 2)
        direct = mail(f"From: {s.victim}", s.move, top=own(f"spf=pass smtp.mailfrom={s.victim}") + line * 2)
        yield f"two-{field}-direct", direct


def replays_genuine(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield the same mails as the victim sent them to the referee."""
    yield "forwarded", _passed_on(s, s.move)
    yield "signed-twice", _passed_on(s, s.move, front=SIGNATURE.replace(":reply-to", ""))
    yield "signed-by-another-too", _passed_on(s, s.move, front=SIGNATURE.replace("club", "else"))
    yield "subject-unsigned", _passed_on(s, s.move, **{":subject": ""})
    yield "copied", _passed_on(s, s.move, to=f"{FRIEND}\r\nCc: Referee <{REFEREE}>")
    blind = mail(f"From: {s.victim}", s.move, top=own(f"spf=pass smtp.mailfrom={s.victim}"), to=FRIEND)
    yield "blind-copy", blind
    yield "direct-unsigned", blind.replace(b"DKIM-Signature", b"X-Signature")

"""People at the same domain: what a server says of all of them proves none of them.

The Gamesmaster is gm@gm.test and a player is ann@ann.test; the referee knows nobody else there. A stranger has a
mailbox beside each of them, at a provider that signs whatever From they write.
"""

from email.utils import format_datetime
from pathlib import Path
from time import monotonic

import pytest

from referee.post.proof.dkim_lookup import gather
from tests.proof.signing import Records, record, sign
from tests.talk import AUTHSERV, MASTER, STARTER, Talk

WHO = {"gm@gm.test": ("pause", "Pause"), "ann@ann.test": ("concede", "Concede")}
SIGNED = "dkim=pass header.d={d}"
RECEIVED = "Received: from out.test ([192.0.2.9]) by {own} with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n"
EXIM = (
    "Received: from out.test ([192.0.2.9] helo=out.test) by {own} with esmtps (TLS1.3) tls TLS_AES_256_GCM_SHA384"
    " (Exim 4.96) (envelope-from <{mailbox}@{d}>) id 1tAbCd-000Abc-1x; Tue, 24 Nov 2026 12:00:00 +0000\r\n"
)


def said(*lines: str, received: str = RECEIVED, above: str = "") -> str:
    return above + "".join(f"Authentication-Results: {{own}}; {line}\r\n" for line in lines) + received


ASKED = {
    "SPF of the domain": said("spf=pass smtp.mailfrom={d}"),
    "SPF of the domain, with an address in a comment": said(
        "spf=pass (mailfrom) smtp.mailfrom={d} (client-ip=192.0.2.9; envelope-from={mailbox}@{d}; receiver=r)"
    ),
    "Exim's SPF": said("iprev=pass (out.test) smtp.remote-ip=192.0.2.9; spf=pass smtp.mailfrom={d}; dmarc=none"),
    "SPF of the stranger": said("spf=pass smtp.mailfrom=stranger@{d}"),
    "a signature beside SPF of the stranger": said("spf=pass smtp.mailfrom=stranger@{d}", SIGNED),
    "in one line": said(f"{SIGNED}; spf=pass smtp.mailfrom=stranger@{{d}}; dmarc=pass header.from={{d}}"),
    "SPF that failed": said(f"spf=softfail smtp.mailfrom=stranger@{{d}}; {SIGNED}"),
    "SPF of Gmail": said(
        f"{SIGNED}; spf=pass (google.com: domain of stranger@{{d}} designates 192.0.2.9) smtp.mailfrom={{d}}"
    ),
    "SPF in capitals": said(SIGNED, "spf=pass SMTP.MailFrom=Stranger@{d}"),
    "SPF of a quoted mailbox": said(SIGNED, 'spf=pass smtp.mailfrom="a; b"@{d}'),
    "SPF that nobody can read": said(SIGNED, "spf=pass (( smtp.mailfrom=stranger@{d}"),
    "SPF with a comment of policyd": said(
        SIGNED, "spf=pass (mailfrom) smtp.mailfrom={d} (client-ip=192.0.2.9; envelope-from=stranger@{d}; receiver=r)"
    ),
    "a list's own tag": said(SIGNED, "spf=pass smtp.mailfrom=bounce+{mailbox}={d}@{d}"),
    "a return path": said(SIGNED, above="Return-Path: <stranger@{d}>\r\n"),
    "a line of SPF": said(SIGNED, above="Received-SPF: pass (x) identity=mailfrom; envelope-from=stranger@{d}\r\n"),
    "Exim's envelope": said(f"{SIGNED}; spf=pass smtp.mailfrom={{d}}", received=EXIM.replace("{mailbox}", "stranger")),
}
BELIEVED = {
    "SPF": said("spf=pass smtp.mailfrom={mailbox}@{d}"),
    "a signature": said(SIGNED),
    "both": said(f"{SIGNED}; spf=pass smtp.mailfrom={{mailbox}}@{{d}}", above="Return-Path: <{mailbox}@{d}>\r\n"),
    "Exim": said(f"spf=pass smtp.mailfrom={{d}}; {SIGNED} header.s=s1", received=EXIM),
    "Gmail": said(
        SIGNED + "; spf=pass (google.com: domain of {mailbox}@{d} designates 192.0.2.9) smtp.mailfrom={mailbox}@{d}"
    ),
    "an extension": said(SIGNED, "spf=pass smtp.mailfrom={mailbox}+games@{d}"),
    "a tagged return address": said(SIGNED, "spf=pass smtp.mailfrom=prvs=0123abcd={mailbox}@{d}"),
    "sent on by another domain": said(f"spf=pass smtp.mailfrom=srs0=ab=cd={{d}}={{mailbox}}@else.test; {SIGNED}"),
    "a server's return address": said(SIGNED, "spf=pass smtp.mailfrom=0100-x@bounces.{d}"),
}


@pytest.fixture
def table(tmp_path: Path) -> Talk:
    auth = {"accept": ["token", "results", "dkim"]}
    talk = Talk(tmp_path, referee={"gamesmasters": [MASTER, "gm@gm.test"]}, auth=auth)
    return talk.starts(STARTER.replace("ann@club.test", "ann@ann.test"))


def comes(talk: Talk, who: str, top: str, *, keys: bool = False) -> str:
    """Deliver a mail of theirs below what our own server wrote; `keys`: we can also check its signature ourselves."""
    mailbox, _, domain = who.partition("@")
    above = top.format(d=domain, own=AUTHSERV, mailbox=mailbox).encode()
    date = {"Date": format_datetime(talk.now)}
    raw = talk.mail(who, WHO[who][0], answers=None, subject="[Spades 1] hello", headers=date)
    mail = above + sign(raw, domain=domain)
    dns = Records({f"s1._domainkey.{domain}.": record()} if keys else {})
    return talk.deliver(mail, evidence=gather(mail, talk.now, dns, until=monotonic() + 5))


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("form", ASKED)
def test_forms_that_are_asked_about(table: Talk, form: str, who: str) -> None:
    trail = table.trail()
    assert comes(table, who, ASKED[form]) == f"{WHO[who][1]}/unproven"
    assert table.trail() == trail
    assert [(letter.to, letter.events) for letter in table.letters[-1:]] == [(who, ["confirm"])]
    assert table.says(who, "yes") == f"{WHO[who][1]}/accepted Yes/accepted"


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("form", [form for form in ASKED if "SPF" not in form or "signature" in form])
def test_a_signature_that_we_check_is_asked_about_as_well(table: Talk, form: str, who: str) -> None:
    assert comes(table, who, ASKED[form], keys=True) == f"{WHO[who][1]}/unproven"


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("form", BELIEVED)
def test_forms_that_are_believed(table: Talk, form: str, who: str) -> None:
    assert comes(table, who, BELIEVED[form]) == f"{WHO[who][1]}/accepted"


def test_a_reply_address_proves_its_owner_whatever_the_envelope(table: Talk) -> None:
    who = "ann@ann.test"
    top = ASKED["a signature beside SPF of the stranger"].format(d="ann.test", own=AUTHSERV)
    letter = table.last(who)
    assert table.deliver(top.encode() + table.mail(who, "concede", answers=letter)) == "Concede/accepted"

"""The forms of `Authentication-Results`, as written by servers and their filters in the name of `mx.club.test`.

Some write a text that others chose just as it is among their own words. What they then write might be what they
write of an honest mail, and only what else they say of it can tell: those places are named.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tests.proof.hostile.words import (
    Let,
    Words,
    bare,
    bare_extension,
    cleaned,
    cleaned_name,
    decoded_identity,
    lua,
    lua_tag,
    lua_user,
    name,
    neutered,
    one_word,
    quoted,
    raw,
    tag,
    tag_identity,
)

BEGIN = "Authentication-Results: mx.club.test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """A writer of results, where its format was looked up, and the places for words of others."""

    name: str
    source: str
    lines: Callable[[Words], str]
    places: dict[str, Let]
    unquoted: tuple[str, ...] = ()
    """The places where the text stands bare, outside comments, and may hold anything."""
    unseen: bool = False
    """True if nobody can rely on its results: they name no server, or stand below a `Received` of the server's own."""
    lower: bool = False
    """True if the server puts its results below its `Received`; here they stand above it, as a filter's do."""
    receiver: str
    """The server beside which it commonly stands."""
    asks: tuple[str, ...] = ()
    """The proofs that do not save a mail from a question, since an envelope address or an odd form stands in front:
    `spf`, `dkim`, `both`."""


def _openmilters(w: Words) -> str:
    return (
        f"{BEGIN}; dmarc={w.dmarc} (p=none dis=none) header.from=club.test\r\n"
        f"{BEGIN};\r\n\tdkim={w.dkim} (2048-bit key; unprotected) header.d={w.domain} header.i={w.identity}"
        f' header.a=rsa-sha256 header.s={w.selector} header.b="c2lnbmF0";\r\n\tdkim-atps=neutral\r\n'
    )


def _opendkim(w: Words) -> str:
    about = "sender SPF authorized" if w.spf == "pass" else w.explanation
    return (
        f"{_openmilters(w)}{BEGIN}; spf={w.spf} ({about})"
        f" smtp.mailfrom={w.host} (client-ip=192.0.2.1; helo={w.helo}; envelope-from={w.sender};"
        f" receiver={w.recipient})\r\n"
    )


def _opendmarc(w: Words) -> str:
    return f"{_openmilters(w)}{BEGIN}; spf={w.spf} smtp.mailfrom={w.host}\r\n"


def _rspamd_1(w: Words) -> str:
    user = f";\r\n\tauth=pass smtp.auth={w.user} smtp.mailfrom={w.sender}" if w.user else ""
    return (
        f"{BEGIN};\r\n\tdkim={w.dkim} header.d={w.domain};\r\n\tspf={w.spf} smtp.mailfrom={w.sender};\r\n"
        f"\tdmarc={w.dmarc} (policy=none) header.from=club.test{user}\r\n"
    )


def _rspamd_3(w: Words) -> str:
    user = f"; auth=pass smtp.auth={w.user} smtp.mailfrom={w.sender}" if w.user else ""
    return (
        f"{BEGIN};\r\n\tdkim={w.dkim} header.d={w.domain} header.s={w.selector} header.b=c2lnbmF0;\r\n"
        f'\tarc=pass ("{w.seal}:s=s1:i=1");\r\n'
        f"\tspf={w.spf} (mx.club.test: domain of {w.sender} designates 192.0.2.1 as permitted sender)"
        f" smtp.mailfrom={w.sender};\r\n\tdmarc={w.dmarc} (policy=none) header.from=club.test{user}\r\n"
    )


def _exim(w: Words) -> str:
    user = f"\r\n\tauth=pass (LOGIN) smtp.auth={w.user};" if w.user else ""
    sender = f"smtp.mailfrom={w.host}" if w.sender else f"smtp.helo={w.helo}"
    return (
        f"{BEGIN};\r\n\tiprev=pass ({w.rdns}) smtp.remote-ip=192.0.2.1;{user}\r\n\tspf={w.spf} {sender};\r\n"
        f"\tdkim={w.dkim} header.d={w.domain} header.i={w.identity} header.s={w.selector} header.a=rsa-sha256;\r\n"
        f"\tdmarc={w.dmarc} header.from=club.test;\r\n\tarc=none\r\n"
    )


def _gmail(w: Words) -> str:
    return (
        f'{BEGIN};\r\n       dkim={w.dkim} header.i={w.identity} header.s={w.selector} header.b="R/ATP5Q2";\r\n'
        f"       arc=pass (i=1 spf=pass spfdomain={w.seal} dkim=pass dkdomain={w.seal} dmarc=pass"
        f" fromdomain={w.seal});\r\n"
        f"       spf={w.spf} (mx.club.test: domain of {w.sender} designates 192.0.2.1 as permitted sender)"
        f" smtp.mailfrom={w.sender};\r\n       dmarc={w.dmarc} (p=NONE sp=NONE dis=NONE) header.from=club.test\r\n"
    )


def _stalwart(w: Words) -> str:
    said = f"designates 192.0.2.1 as permitted sender) smtp.helo={w.helo}"
    return (
        f"{BEGIN};\r\n\tdkim={w.dkim} header.i={w.identity} header.s={w.selector} header.b=EmGbuDcw;\r\n"
        f"\tspf=pass (mx.club.test: domain of postmaster@{w.helo} {said};\r\n"
        f"\tspf={w.spf} (mx.club.test: domain of {w.sender} designates 192.0.2.1 as permitted sender)"
        f" smtp.mailfrom={w.sender};\r\n"
        f"\tiprev=pass policy.iprev=192.0.2.1;\r\n\tdmarc={w.dmarc} header.from=club.test policy.dmarc=none\r\n"
    )


def _fastmail(w: Words) -> str:
    return (
        f"{BEGIN} 1;\r\n    x-csa=none;\r\n    x-me-sender=none;\r\n    x-ptr=pass smtp.helo={w.helo}\r\n"
        f"    policy.ptr={w.rdns}\r\n{BEGIN} 1;\r\n    bimi=none (No BIMI records found)\r\n"
        f"{BEGIN} 1;\r\n    arc=none (no signatures found)\r\n"
        f"{BEGIN} 1;\r\n    dkim={w.dkim} (2048-bit rsa key sha256) header.d={w.domain}\r\n"
        f"    header.i={w.identity} header.b=cynWU+nU header.a=rsa-sha256\r\n    header.s={w.selector} x-bits=2048;\r\n"
        f"    dmarc={w.dmarc} policy.published-domain-policy=reject\r\n"
        "    policy.applied-disposition=none policy.evaluated-disposition=none\r\n"
        "    (p=reject,d=none,d.eval=none) policy.policy-from=p\r\n    header.from=club.test;\r\n"
        f"    spf={w.spf} smtp.mailfrom={w.sender}\r\n    smtp.helo={w.helo}\r\n"
    )


def _haraka(w: Words) -> str:
    sender = f"smtp.mailfrom={w.host}" if w.sender else f"smtp.helo={w.helo}"
    return (
        f"{BEGIN};\r\n\tspf={w.spf} {sender};\r\n"
        f"\tdkim={w.dkim} header.i={w.identity} header.d={w.domain} header.s={w.selector};\r\n"
        f"\tdmarc={w.dmarc} header.from=club.test\r\n"
    )


def _amavis(w: Words) -> str:
    return (
        f"{BEGIN} (amavisd-new);\r\n\tdkim={w.dkim} (2048-bit key) header.d={w.domain} header.i={w.identity}\r\n"
        f"{BEGIN}; dmarc={w.dmarc} header.from=club.test\r\n{BEGIN};\r\n\tspf={w.spf} smtp.mailfrom={w.sender}\r\n"
    )


def _hotmail(w: Words) -> str:
    aligned = "identity alignment result is pass and alignment mode is\r\n relaxed"
    return (
        f"{BEGIN}; spf={w.spf} (sender IP is\r\n 192.0.2.1; {aligned}) smtp.mailfrom={w.sender}; dkim={w.dkim}\r\n"
        f" ({aligned}) header.d={w.domain}; dmarc={w.dmarc} action=none\r\n header.from=club.test; x-hmca=pass"
        " header.id=someone@club.test\r\n"
    )


def _nameless(w: Words) -> str:
    return (
        f"Authentication-Results: spf={w.spf} (sender IP is 192.0.2.1)\r\n smtp.mailfrom={w.host}; dkim={w.dkim}"
        f" (signature was verified)\r\n header.d={w.domain};dmarc={w.dmarc} action=none header.from=club.test;\r\n"
    )


WRITERS = (
    Writer(
        name="opendkim",
        source="OpenDKIM opendkim/opendkim.c, libopendkim/dkim.c (i= is decoded, and printed as it is),"
        " OpenDMARC opendmarc/opendmarc.c,"
        " spf-engine spf_engine/policyd_spf.py (results of python-authres)",
        lines=_opendkim,
        places={
            "identity": decoded_identity,
            "sender": bare,
            "helo": neutered,
            "recipient": bare_extension,
            "explanation": raw,
        },
        unquoted=("identity",),
        receiver="postfix",
        asks=("spf",),  # the domain alone
    ),
    Writer(
        name="opendmarc",
        source="OpenDMARC opendmarc/opendmarc.c with its own SPF; mails at smtp.subspace.kernel.org",
        lines=_opendmarc,
        places={"identity": decoded_identity, "domain": name},
        unquoted=("identity",),
        receiver="dovecot",
        asks=("spf",),  # the domain alone
    ),
    Writer(
        name="rspamd-1",
        source="rspamd/rspamd lualib/lua_auth_results.lua (2017): nothing is quoted",
        lines=_rspamd_1,
        places={"sender": quoted, "user": raw},
        unquoted=("user",),
        receiver="postfix",
    ),
    Writer(
        name="rspamd-3",
        source="rspamd/rspamd lualib/lua_auth_results.lua and lua_util.lua: maybe_smtp_quote_value",
        lines=_rspamd_3,
        places={"sender": lua, "selector": lua_tag, "user": lua_user, "seal": tag},
        receiver="postfix",
        asks=("spf",),
    ),
    Writer(
        name="exim",
        source="Exim/exim src/src/dkim.c, spf.c, expand.c (authresults), pdkim/pdkim.c: i= is decoded",
        lines=_exim,
        places={"identity": decoded_identity, "selector": tag, "domain": name, "rdns": name, "user": raw, "helo": raw},
        unquoted=("identity", "user", "helo"),
        receiver="exim",
        asks=("spf",),  # the domain alone
    ),
    Writer(
        name="gmail",
        source="mails at mx.google.com in public archives (from 2016)",
        lines=_gmail,
        places={"sender": quoted, "seal": tag, "selector": tag},
        lower=True,
        receiver="gmail",
        asks=("spf",),
    ),
    Writer(
        name="stalwart",
        source="stalwartlabs/mail-auth src/common/auth_results.rs; mails of it (spf stands there for HELO as well)",
        lines=_stalwart,
        places={"sender": quoted, "helo": one_word},
        lower=True,
        receiver="stalwart",
        asks=("spf", "dkim", "both"),
    ),
    Writer(
        name="fastmail",
        source="fastmail/authentication_milter Handler/SPF.pm; mails at messagingengine.com (one line by each check)",
        lines=_fastmail,
        places={"sender": cleaned, "helo": cleaned_name, "selector": tag},
        receiver="postfix",
        asks=("spf",),  # behind a signature's identity
    ),
    Writer(
        name="haraka",
        source="haraka/Haraka connection.js: auth_results; plugins/spf.js",
        lines=_haraka,
        places={"helo": one_word, "selector": tag, "domain": name},
        unquoted=("helo",),
        receiver="haraka",
        asks=("spf",),  # the domain alone
    ),
    Writer(
        name="amavis",
        source="mails through amavisd-new at cs.columbia.edu in public archives: a comment follows the server's name",
        lines=_amavis,
        places={"sender": quoted, "identity": tag_identity},
        unseen=True,
        receiver="amavis",
        asks=("spf", "dkim", "both"),  # the mail comes back to the server by SMTP
    ),
    Writer(
        name="hotmail",
        source="mails at hotmail.com in public archives (2015 to 2017)",
        lines=_hotmail,
        places={"sender": quoted, "domain": name},
        receiver="exchange",
    ),
    Writer(
        name="exchange",
        source="mails at Exchange Online in public archives: no server is named, so nobody can be believed",
        lines=_nameless,
        places={"domain": name},
        unseen=True,
        receiver="exchange",
        asks=("spf", "dkim", "both"),
    ),
)
BY_NAME = {writer.name: writer for writer in WRITERS}

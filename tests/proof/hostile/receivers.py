"""The forms of `Received`, as servers of the operator's write it for `mx.club.test`, with the words of others.

Where a server takes only the characters of a host name in a place, no hostile text is tried there: HELO at Exim without
`helo_accept_junk_hosts` and at sendmail, the name of an address at Postfix (`valid_hostname`), ident at sendmail.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.proof.hostile.words import DAY, Let, Words, extension, name, neutered, one_word, quoted, raw, sanitized

Line = Callable[[Words], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receiver:
    """A server, where its format was looked up, and the places for words of others."""

    name: str
    source: str
    line: Line
    """The `Received` with which a mail comes into the house."""
    places: dict[str, Let]
    above: Line = field(default=lambda words: "")
    """The lines above its results: the hand-overs within the house, and lines such as Return-Path."""
    below: Line = field(default=lambda words: "")
    """The lines between its results and `line`."""
    writer: str = "opendkim"
    """The writer of its results."""


def _postfix(w: Words) -> str:
    user = f"\r\n\t(Authenticated sender: {w.user})" if w.user else ""
    return (
        f"Received: from {w.helo} ({w.rdns} [192.0.2.1])\r\n"
        "\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)\r\n"
        "\t key-exchange X25519 server-signature RSA-PSS (2048 bits))\r\n"
        f'\t(Client CN "{w.cn}", Issuer "{w.cn}" (not verified)){user}\r\n'
        "\tby mx.club.test (Postfix) with ESMTPS id 4213B21EBBD\r\n"
        f"\tfor <{w.recipient}>; {DAY} (UTC)\r\n"
    )


def _exim(w: Words) -> str:
    return (
        f"Received: from {w.rdns} ([192.0.2.1] helo={w.helo} ident={w.ident})\r\n"
        "\tby mx.club.test with esmtps  (TLS1.3) tls TLS_AES_256_GCM_SHA384\r\n"
        f"\t(Exim 4.98.2)\r\n\t(envelope-from <{w.sender}>)\r\n"
        f"\tid 1uP2U5-00000000Bnw-2uZz\r\n\tfor {w.recipient};\r\n\t{DAY}\r\n"
    )


def _sendmail(w: Words) -> str:
    return (
        f"Received: from {w.helo} ({w.ident}@{w.rdns} [192.0.2.1] (may be forged))\r\n"
        "\tby mx.club.test (8.18.1/8.18.1) with ESMTPS id 4AOC00xx012345\r\n"
        "\t(version=TLSv1.3 cipher=TLS_AES_256_GCM_SHA384 bits=256 verify=NO)\r\n"
        f"\tfor <{w.recipient}>; {DAY}\r\n\t(envelope-from {w.sender})\r\n"
    )


def _lmtp(w: Words) -> str:
    return (
        f"Return-Path: <{w.sender}>\r\nDelivered-To: {w.recipient}\r\n"
        "Received: from mx.club.test ([127.0.0.1])\r\n\tby mx.club.test with LMTP\r\n\tid 4LCuEDMwAmsgVAAAg+zDdQ\r\n"
        f"\t(envelope-from <{w.sender}>)\r\n\tfor <{w.recipient}>; {DAY}\r\n"
    )


def _haraka(w: Words) -> str:
    return (
        f"Received: from {w.helo} ({w.rdns} [192.0.2.1])\r\n"
        "\tby mx.club.test (Haraka/3.0.3) with ESMTPS id 8D9B6F6C-0D5B-4F0E-8B3F-0A1B2C3D4E5F.1\r\n"
        f"\tenvelope-from <{w.sender}>\r\n\ttls TLS_AES_256_GCM_SHA384;\r\n\t{DAY}\r\n"
    )


def _stalwart(w: Words) -> str:
    return (
        f"Received: from {w.helo} ({w.rdns} [192.0.2.1] (AS64500 Attack, XX))\r\n"
        "\t(using TLSv1.3 with cipher TLS13_AES_256_GCM_SHA384)\r\n"
        f"\tby mx.club.test (Stalwart SMTP) with ESMTPS id 3DE517AF3D36E02;\r\n\t{DAY}\r\n"
    )


def _gmail(w: Words) -> str:
    return (
        f"Received: from {w.helo} ({w.rdns}. [192.0.2.1])\r\n"
        "        by mx.club.test with ESMTPS id i26si55209486pfi.132.2026.12.02.12.00.00\r\n"
        f"        for <{w.recipient}>\r\n"
        f"        (version=TLS1_3 cipher=TLS_AES_128_GCM_SHA256 bits=128/128);\r\n        {DAY} (UTC)\r\n"
    )


def _exchange(w: Words) -> str:
    return (
        f"Received: from {w.helo} (192.0.2.1) by\r\n mx.club.test (10.13.173.133) with Microsoft SMTP\r\n"
        " Server (version=TLS1_2, cipher=TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384_P384) id 15.20.4173.20 via Frontend\r\n"
        f" Transport; {DAY}\r\n"
    )


def _reinjected(w: Words) -> str:
    return (
        f"Return-Path: <{w.sender}>\r\nDelivered-To: {w.recipient}\r\n"
        "Received: from localhost (localhost [127.0.0.1])\r\n\tby mx.club.test (Postfix) with ESMTP id DE44385C88\r\n"
        f"\tfor <{w.recipient}>; {DAY} (UTC)\r\n"
    )


def _filtered(w: Words) -> str:
    return (
        "Received: from mx.club.test ([127.0.0.1])\r\n"
        "\tby localhost (mx.club.test [127.0.0.1]) (amavisd-new, port 10024)\r\n"
        f"\twith ESMTP id uqXusKQmZZ1U for <{w.recipient}>; {DAY} (UTC)\r\n"
    )


RECEIVERS = (
    Receiver(
        name="postfix",
        source="postfix smtpd.c: data_cmd, comment_sanitize, NEUTER_CHARACTERS; mails that went through Postfix 3.7",
        line=_postfix,
        places={"helo": neutered, "cn": sanitized, "user": sanitized, "recipient": extension},
    ),
    Receiver(
        name="dovecot",
        source="dovecot lib-smtp/smtp-server-transaction.c: smtp_server_transaction_write_trace_record; Dovecot 2.3",
        line=_postfix,
        above=_lmtp,
        places={"sender": quoted, "recipient": extension},
        writer="opendmarc",
    ),
    Receiver(
        name="exim",
        source="Exim/exim src/src/globals.c: received_header_text; src/src/host.c: host_build_sender_fullhost",
        line=_exim,
        above=lambda w: f"Return-path: <{w.sender}>\r\nEnvelope-to: {w.recipient}\r\nDelivery-date: {DAY}\r\n",
        places={"helo": raw, "ident": raw, "sender": quoted, "recipient": extension},
        writer="exim",
    ),
    Receiver(
        name="sendmail",
        source="sendmail cf/m4/cfhead.m4: confRECEIVED_HEADER, and FreeBSD's patch of it (envelope-from)",
        line=_sendmail,
        places={"sender": quoted, "recipient": extension},
        writer="opendmarc",
    ),
    Receiver(
        name="haraka",
        source="haraka/Haraka connection.js: received_line",
        line=_haraka,
        places={"helo": one_word, "sender": quoted},
        writer="haraka",
    ),
    Receiver(
        name="stalwart",
        source="stalwartlabs/stalwart smtp/src/inbound/data.rs: write_received; mails of it with (AS...)",
        line=_stalwart,
        places={"helo": one_word, "rdns": name},
        writer="stalwart",
    ),
    Receiver(
        name="gmail",
        source="mails at mx.google.com in public archives (2010 to 2024)",
        line=_gmail,
        above=lambda w: f"Delivered-To: {w.recipient}\r\nReturn-Path: <{w.sender}>\r\n",
        places={"helo": one_word, "sender": quoted, "recipient": extension},
        writer="gmail",
    ),
    Receiver(
        name="exchange",
        source="mails at Exchange Online and Exchange 15 in public archives",
        line=_exchange,
        places={"helo": one_word},
        writer="hotmail",
    ),
    Receiver(
        name="amavis",
        source="mails through amavisd-new at osuosl.org and cs.columbia.edu in public archives",
        line=_postfix,
        above=_reinjected,
        below=_filtered,
        places={"recipient": extension, "sender": quoted},
        writer="amavis",
    ),
)
BY_NAME = {receiver.name: receiver for receiver in RECEIVERS}

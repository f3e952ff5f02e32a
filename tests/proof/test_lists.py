"""Moves that are posted to a mailing list, and how they come back from it.

The list is list@club.test at lists.club.test, which changes what it distributes: a footer, its own From. Its seal is an
ARC set (RFC 8617), its results are Authentication-Results (RFC 8601) of what it saw when the mail came to it.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path
from time import monotonic
from typing import Any

import dkim
import pytest

from referee.config import ConfigError
from referee.post.proof.dkim_lookup import gather
from referee.table.events import Conceded
from tests.proof.signing import Records, private_key, record, sign
from tests.talk import AUTHSERV, LIST, MASTER, Talk, settings

LISTS = "lists.club.test"
DNS = {f"s1._domainkey.{LISTS}.": record(), "s1._domainkey.club.test.": record(), "s1._domainkey.else.test.": record()}
SEEN = "dkim=pass header.d=club.test; spf=pass smtp.mailfrom=ann@club.test"
FOOTER = (
    "\r\n_______________________________________________\r\nSpades mailing list\r\nhttps://lists.club.test/spades\r\n"
)
SEALED = ("from", "to", "subject", "date", "message-id", "in-reply-to", "references", "reply-to", "x-original-from")
LONG = f'reason="{"x" * 5000}"'
MUNGED = '"Ann via Spades" <list@club.test>'


@pytest.fixture
def posted(tmp_path: Path) -> Talk:
    """Return a game announced to a list that is trusted, and puts authors into Reply-To."""
    return talk_at(tmp_path, "Reply-To")


def talk_at(folder: Path, place: str | None) -> Talk:
    auth: dict[str, Any] = {} if place is None else {"trusted_lists": {LISTS: place}}
    return Talk(folder, referee={"list": LIST, "list_mode": "external"}, auth=auth).starts()


def posting(talk: Talk, text: str = "concede", *, sender: str = "ann", **fields: str) -> bytes:
    """Return a mail as the list distributes it, not yet sealed; `fields` that it writes, `x_y` for X-Y."""
    headers = {"Date": format_datetime(talk.now), "List-Id": "<spades.lists.club.test>"}
    headers |= {name.replace("_", "-"): value for name, value in fields.items() if name != "From"}
    raw = talk.mail(sender, text + FOOTER, to=LIST, answers=None, subject="[Spades 1] hello", headers=headers)
    plain = f"{sender}@club.test"
    return raw.replace(f"From: {plain}".encode(), f"From: {fields.get('From', plain)}".encode(), 1)


def seal(
    raw: bytes, results: str = SEEN, *, domain: str = LISTS, names: Sequence[str] = SEALED, server: str = LISTS
) -> bytes:
    """Return the mail below an ARC set by the list's server, which saw `results`."""
    seen = f"Authentication-Results: {server}; {results}\r\n".encode()
    lines = dkim.arc_sign(
        seen + raw, b"s1", domain.encode(), private_key(), server.encode(), include_headers=[n.encode() for n in names]
    )
    return b"".join(bytes(line) for line in lines) + raw


def comes(talk: Talk, raw: bytes) -> str:
    found = gather(raw, talk.now, Records(DNS), trusted=talk.settings.auth.trusted_lists, until=monotonic() + 5)
    return talk.deliver(raw, evidence=found)


def conceded(talk: Talk) -> int:
    return sum(isinstance(event, Conceded) for event in talk.trail())


# a list that is trusted, and seals


def test_a_footer_breaks_the_authors_signature_and_the_seal_proves_them(posted: Talk) -> None:
    who = posted.due()
    bare = posting(posted, "bid 3", sender=who)
    broken = sign(bare).replace(FOOTER.encode(), b"\r\n-- \r\n" + FOOTER.encode())
    assert comes(posted, broken) == "MakeBid/unproven"
    assert comes(posted, seal(bare)) == "MakeBid/accepted"
    assert posted.game().bids[0] == 3


def test_against_a_fail_that_the_list_caused_its_seal_stands(posted: Talk) -> None:
    """The list changed the mail, so it fails at our own server."""
    raw = own(f"dkim=fail header.d=club.test; dmarc=fail header.from=club.test; spf=pass smtp.mailfrom=list-b@{LISTS}")
    assert comes(posted, raw + posting(posted)) == "Concede/unproven"
    assert comes(posted, raw + seal(posting(posted))) == "Concede/accepted"


def test_a_replaced_from_is_found_where_the_list_puts_it(posted: Talk) -> None:
    assert comes(posted, seal(posting(posted, From=MUNGED, Reply_To="Ann <ann@club.test>"))) == "Concede/accepted"
    assert conceded(posted) == 1
    with_list = f"Ann <ann@club.test>, {LIST}"
    assert comes(posted, seal(posting(posted, "withdraw concession", From=MUNGED, Reply_To=with_list))).endswith(
        "/accepted"
    )


def test_another_field_for_authors(tmp_path: Path) -> None:
    talk = talk_at(tmp_path, "X-Original-From")
    forged = posting(talk, From=MUNGED, Reply_To="ann@club.test", X_Original_From="mallory@club.test")
    assert "/accepted" not in comes(talk, seal(forged))
    assert comes(talk, seal(posting(talk, From=MUNGED, X_Original_From="ann@club.test"))) == "Concede/accepted"


BAD: dict[str, Callable[[Talk], bytes]] = {
    "two authors": lambda t: seal(posting(t, From=MUNGED, Reply_To="ann@club.test, mallory@club.test")),
    "no author": lambda t: seal(posting(t, From=MUNGED)),
    "an author elsewhere": lambda t: seal(posting(t, From=MUNGED, X_Original_From="ann@club.test")),
    "an author unsealed": lambda t: seal(
        posting(t, From=MUNGED, Reply_To="ann@club.test"), names=[n for n in SEALED if n != "reply-to"]
    ),
    "an author added": lambda t: b"Reply-To: ann@club.test\r\n" + seal(posting(t, From=MUNGED)),
    "a fail": lambda t: seal(posting(t), "dkim=fail header.d=club.test"),
    "a fail in long results": lambda t: seal(posting(t), f"{SEEN}; arc=none {LONG}; dmarc=fail {LONG}"),
    "another's pass": lambda t: seal(posting(t), "dkim=pass header.d=else.test"),
    "nothing seen": lambda t: seal(posting(t), "none"),
    "another server's seal": lambda t: seal(posting(t), domain="else.test"),
    "an unknown key": lambda t: seal(posting(t), domain="nokey.test"),
    "the text changed": lambda t: seal(posting(t, "say x")).replace(b"say x", b"concede"),
    "the results changed": lambda t: seal(posting(t), SEEN.replace("club", "else")).replace(b"=else", b"=club"),
    "the subject added": lambda t: b"Subject: [Spades 1] more\r\n" + seal(posting(t)),
    "the date unsealed": lambda t: seal(posting(t), names=[n for n in SEALED if n != "date"]),
    "sealed by another since": lambda t: b"".join(
        [*_second(seal(posting(t)), "else.test")],
    ),
    "to others": lambda t: seal(posting(t).replace(b"To: list@club.test", b"To: friends@else.test")),
}


def _second(raw: bytes, domain: str) -> list[bytes]:
    seen = f"Authentication-Results: {domain}; arc=pass; {SEEN}\r\n".encode()
    lines = dkim.arc_sign(
        seen + raw, b"s1", domain.encode(), private_key(), domain.encode(), include_headers=[n.encode() for n in SEALED]
    )
    return [*(bytes(line) for line in lines), raw]


@pytest.mark.parametrize("name", BAD)
def test_seals_that_prove_nobody(posted: Talk, name: str) -> None:
    assert "/accepted" not in comes(posted, BAD[name](posted))
    assert not conceded(posted)


def test_a_chain_that_ends_at_the_list_counts(posted: Talk) -> None:
    first = seal(posting(posted), domain="else.test", server="else.test")
    assert comes(posted, b"".join(_second(first, LISTS))) == "Concede/accepted"


def test_a_seal_counts_only_where_the_list_is_trusted(tmp_path: Path) -> None:
    talk = talk_at(tmp_path, None)
    assert comes(talk, seal(posting(talk))) == "Concede/unproven"


def test_a_sealed_mail_counts_once(posted: Talk) -> None:
    raw = seal(posting(posted))
    assert comes(posted, raw) == "Concede/accepted"
    assert comes(posted, b"X-Again: 1\r\n" + raw) == "ignored/seen-before"


def test_a_seal_that_leaves_open_which_mail_it_is_does_not_count(posted: Talk) -> None:
    raw = seal(posting(posted), names=[n for n in SEALED if n != "message-id"])
    assert comes(posted, raw) == "Concede/unproven"


def test_a_sealed_mail_that_was_kept_back_is_asked_about(posted: Talk) -> None:
    raw = seal(posting(posted))
    posted.now += timedelta(hours=1)
    posted.acts()
    assert comes(posted, raw) == "Concede/unproven"
    assert posted.last("ann").events == ["confirm"]


def test_a_subject_counts_only_where_it_is_sealed(posted: Talk) -> None:
    raw = posting(posted, "").replace(b"Subject: [Spades 1] hello", b"Subject: concede")
    assert comes(posted, seal(raw, names=[n for n in SEALED if n != "subject"])) == "no-command"
    assert comes(posted, seal(raw.replace(b"Message-ID: <m", b"Message-ID: <n"))) == "Concede/accepted"


def test_a_gamesmaster_may_steer_by_the_list(posted: Talk) -> None:
    raw = posting(posted, "pause", sender="gm", From='"GM via Spades" <list@club.test>', Reply_To=MASTER)
    assert comes(posted, seal(raw, SEEN.replace("ann@", "gm@"))) == "Pause/accepted"


# a list that is trusted, by its results


def own(results: str, server: str = AUTHSERV) -> bytes:
    """Return our own server's lines on receipt from the list."""
    return (
        f"Authentication-Results: {server}; {results}\r\n"
        f"Received: from {LISTS} by {server} with ESMTPS id 2; Tue, 24 Nov 2026 12:00:00 +0000\r\n"
    ).encode()


def again(server: str = LISTS, seen: str = "localhost [127.0.0.1]") -> str:
    """Return the line of a hand-over between two programs of a server, at the address `seen`."""
    return f"Received: from {server} ({seen}) by {server} with ESMTP id 9; Tue, 24 Nov 2026 11:59:59 +0000\r\n"


def theirs(results: str = SEEN, server: str = LISTS) -> bytes:
    """Return the list server's lines: the mail's way through it, and its results above its receipt."""
    return (
        f"{again(server)}"
        f"Authentication-Results: {server}; {results}\r\n"
        f"Received: from out.club.test by {server} with ESMTPS id 1; Tue, 24 Nov 2026 11:59:58 +0000\r\n"
    ).encode()


STRAIGHT = f"spf=pass smtp.mailfrom=spades-bounces@{LISTS}"


def test_results_of_a_list_in_a_mail_that_came_straight_from_it(posted: Talk) -> None:
    assert comes(posted, own(STRAIGHT) + theirs() + posting(posted)) == "Concede/accepted"
    text = posting(posted, "withdraw concession", From=MUNGED, Reply_To="ann@club.test")
    assert comes(posted, own(STRAIGHT) + theirs() + text).endswith("/accepted")


def test_what_another_list_of_the_same_server_distributes_was_not_for_us(posted: Talk) -> None:
    other = posting(posted).replace(b"To: list@club.test", b"To: friends@lists.club.test")
    assert comes(posted, own(STRAIGHT) + theirs() + other) == "Concede/unproven"


RESULTS: dict[str, bytes] = {
    "not from the list": own("spf=pass smtp.mailfrom=ann@else.test") + theirs(),
    "spf failed": own(f"spf=fail smtp.mailfrom=x@{LISTS}") + theirs(),
    "only signed by the list": own(f"dkim=pass header.d={LISTS}") + theirs(),
    "nobody of ours says so": theirs(),
    "another server says so": own(STRAIGHT, "mx.else.test") + theirs(),
    "the list saw a fail": own(STRAIGHT) + theirs("dkim=fail header.d=club.test"),
    "the list saw the domain alone": own(STRAIGHT) + theirs("spf=pass smtp.mailfrom=club.test"),
    "the list saw another": own(STRAIGHT) + theirs("dkim=pass header.d=else.test"),
    "below the list's own": own(STRAIGHT)
    + theirs("dkim=none")
    + f"Authentication-Results: {LISTS}; {SEEN}\r\n".encode(),
    "below another server": own(STRAIGHT) + b"Received: from a by mx.else.test; Tue, 24 Nov 2026\r\n" + theirs(),
    "another server's results": own(STRAIGHT) + theirs(server="mx.else.test"),
    "above no receipt": own(STRAIGHT) + f"Authentication-Results: {LISTS}; {SEEN}\r\n".encode(),
    "below a line of the list's without results": own(STRAIGHT)
    + again(seen="out.else.test [192.0.2.1]").encode()
    + theirs(),
    "below a line that a sender named local": own(STRAIGHT)
    + again("localhost", seen="localhost [192.0.2.1]").replace("by localhost", f"by {LISTS}").encode()
    + theirs(),
}


@pytest.mark.parametrize("name", RESULTS)
def test_results_that_prove_nobody(posted: Talk, name: str) -> None:
    assert comes(posted, RESULTS[name] + posting(posted)) == "Concede/unproven"
    assert not conceded(posted)


BOUNCES = f"spades-bounces@{LISTS}"


@pytest.mark.parametrize(
    ("mailfrom", "counts"),
    [
        (BOUNCES, True),
        (BOUNCES.replace("@", "+ann=club.test@"), True),
        (BOUNCES.replace("@", "-17-ann=club.test@"), True),
        (f"mallory@{LISTS}", False),
        (f"spades@{LISTS}", False),
        (BOUNCES.replace("@", "-mallory@"), False),
        (f"x{BOUNCES}", False),
        (LISTS, False),
        (BOUNCES.replace(LISTS, "club.test"), False),
        (BOUNCES.replace(LISTS, f"mail.{LISTS}"), False),
    ],
)
def test_a_list_with_a_return_address_is_known_by_it(tmp_path: Path, mailfrom: str, counts: bool) -> None:
    auth = {"trusted_lists": {LISTS: "Reply-To"}, "list_bounces": [BOUNCES]}
    talk = Talk(tmp_path, referee={"list": LIST, "list_mode": "external"}, auth=auth).starts()
    raw = own(f"spf=pass smtp.mailfrom={mailfrom}") + theirs() + posting(talk)
    assert comes(talk, raw) == f"Concede/{'accepted' if counts else 'unproven'}"


@pytest.mark.parametrize("host", ["club.test", f"mail.{LISTS}", f"x{LISTS}"])
def test_a_list_without_one_is_known_by_its_very_host(posted: Talk, host: str) -> None:
    assert comes(posted, own(f"spf=pass smtp.mailfrom=x@{host}") + theirs() + posting(posted)) == "Concede/unproven"
    assert comes(posted, own(f"spf=pass smtp.mailfrom=x@{LISTS}") + theirs() + posting(posted)) == "Concede/accepted"


def test_our_own_servers_fail_stands_where_the_list_may_not_have_had_the_mail(tmp_path: Path) -> None:
    fail = f"spf=pass smtp.mailfrom={BOUNCES}; dmarc=fail header.from=club.test"
    lists: dict[str, Any] = {"trusted_lists": {LISTS: "Reply-To"}}
    for name, more, counts in (("plain", {}, False), ("bounces", {"list_bounces": [BOUNCES]}, True)):
        talk = Talk(tmp_path / name, referee={"list": LIST, "list_mode": "external"}, auth=lists | more).starts()
        unlisted = posting(talk).replace(b"List-Id", b"X-Id")
        assert comes(talk, own(fail) + theirs() + unlisted) == "Concede/unproven"
        raw = own(fail) + theirs() + posting(talk)
        assert comes(talk, raw).startswith(f"Concede/{'accepted' if counts else 'unproven'}"), name


def test_what_our_server_says_of_the_list_proves_no_author(posted: Talk) -> None:
    """The list may stand in the players' own domain, and signs what it distributes by that."""
    raw = own("dkim=pass header.d=club.test; dmarc=pass header.from=club.test; spf=pass smtp.mailfrom=ann@club.test")
    assert comes(posted, raw + posting(posted, From=MUNGED, Reply_To="ann@club.test")) == "Concede/unproven"


@pytest.mark.parametrize("accept", ["dkim", "address"])
def test_neither_does_the_lists_own_signature_nor_a_bare_from(tmp_path: Path, accept: str) -> None:
    talk = Talk(
        tmp_path, referee={"list": LIST, "list_mode": "external"}, auth={"accept": ["token", "results", accept]}
    )
    talk.starts()
    assert comes(talk, sign(posting(talk, From=MUNGED, Reply_To="ann@club.test"))) == "Concede/unproven"
    assert not conceded(talk)


# what somebody else sends to the list, that the author once sent

BY_DKIM = "dkim=pass header.d=club.test"
WAYS: dict[str, Callable[[bytes], bytes]] = {
    "seal": lambda raw: seal(raw, BY_DKIM, names=[*SEALED, "subject", "to"]),
    "results": lambda raw: own(STRAIGHT) + theirs(BY_DKIM) + raw,
}


def once(talk: Talk, text: str = "concede", to: str = LIST, **more: Any) -> bytes:
    """Return a mail of Ann's, signed by their server, before any list changed it."""
    headers = {"Date": format_datetime(talk.now), "List-Id": "<spades.lists.club.test>"}
    return sign(talk.mail("ann", text, to=to, answers=None, subject="[Spades 1] hello", headers=headers), **more)


REPLAYS: dict[str, Callable[[Talk], bytes]] = {
    "to a friend, with more in front": lambda t: (
        b"Subject: concede\r\nTo: list@club.test\r\n" + once(t, "lovely weather", "friend@else.test")
    ),
    "to a friend": lambda t: once(t, to="friend@else.test"),
    "to a friend, readdressed": lambda t: once(t, to="friend@else.test", names=("from", "date")).replace(
        b"To: friend@else.test", b"To: list@club.test"
    ),
    "a second Message-ID": lambda t: b"Message-ID: <x@else.test>\r\n" + once(t),
    "only a part signed": lambda t: once(t, l="5"),
    "no signature": posting,
    "another's signature": lambda t: once(t, domain="else.test"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", REPLAYS)
def test_what_a_list_was_sent_by_another_proves_nobody(posted: Talk, name: str, way: str) -> None:
    assert "/accepted" not in comes(posted, WAYS[way](REPLAYS[name](posted)))
    assert not conceded(posted)


@pytest.mark.parametrize("way", WAYS)
def test_what_the_author_signed_for_the_list_proves_them(posted: Talk, way: str) -> None:
    changed = once(posted).replace(b"concede", b"concede" + FOOTER.encode())
    assert comes(posted, WAYS[way](changed)) == "Concede/accepted"


@pytest.mark.parametrize("way", WAYS)
def test_a_neighbour_of_the_author_is_not_the_author(posted: Talk, way: str) -> None:
    raw, seen = once(posted), f"{BY_DKIM}; spf=pass smtp.mailfrom=mallory@club.test"
    passed_on = seal(raw, seen) if way == "seal" else own(STRAIGHT) + theirs(seen) + raw
    assert comes(posted, passed_on) == "Concede/unproven"
    assert comes(posted, WAYS[way](once(posted))) == "Concede/accepted"


# a list that nobody trusts


@pytest.mark.parametrize("field", ["Reply_To", "X_Original_From"])
def test_an_author_whom_nothing_proves_is_asked(tmp_path: Path, field: str) -> None:
    talk = talk_at(tmp_path, None)
    assert comes(talk, posting(talk, From=MUNGED, **{field: "Ann <ann@club.test>"})) == "Concede/unproven"
    assert talk.last("ann").events == ["confirm"]
    assert talk.says("ann", "yes") == "Concede/accepted Yes/accepted"
    assert conceded(talk) == 1


@pytest.mark.parametrize("answer_to", [None, LIST, "ann@club.test, bob@club.test", "referee@club.test"])
def test_where_nobody_is_named_the_mail_is_left_alone(tmp_path: Path, answer_to: str | None) -> None:
    talk = talk_at(tmp_path, None)
    count = len(talk.letters)
    fields = {} if answer_to is None else {"Reply_To": answer_to}
    assert comes(talk, posting(talk, From=MUNGED, **fields)) == "ignored/own-mail"
    assert len(talk.letters) == count


def test_chat_on_the_list_is_left_alone(posted: Talk) -> None:
    count = len(posted.letters)
    assert comes(posted, seal(posting(posted, "What a hand!", From=MUNGED, Reply_To="ann@club.test"))) == "no-command"
    assert len(posted.letters) == count


@pytest.mark.parametrize("place", ["Cc", "", "Sender"])
def test_a_place_that_no_list_uses_is_an_error_of_the_settings(tmp_path: Path, place: str) -> None:
    with pytest.raises(ConfigError, match=r"auth\.trusted_lists"):
        settings(tmp_path, auth={"trusted_lists": {LISTS: place}})

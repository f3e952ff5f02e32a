"""Whose mail it is: contract section 5, proofs. What each kind of evidence lets a mail do, and what it does not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.spades.events import BidMade, Conceded
from tests.talk import AUTHSERV, MASTER, REFEREE, STARTER, Talk, address

RECEIVED = f"Received: from out.test by {AUTHSERV} with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n"


def results(text: str, server: str = AUTHSERV) -> str:
    return f"Authentication-Results: {server}; {text}\r\n"


EVIDENCE = {
    "none": "",
    "dkim": results("dkim=pass header.d=club.test") + RECEIVED,
    "spf": results("spf=pass smtp.mailfrom=ann@club.test") + RECEIVED,
    "fail": results("dkim=pass header.d=club.test; dmarc=fail header.from=club.test") + RECEIVED,
    "below": RECEIVED + results("dkim=pass header.d=club.test"),
    "other": results("dkim=pass header.d=club.test", "mx.else.test") + RECEIVED,
    "unaligned": results("dkim=pass header.d=else.test; spf=pass smtp.mailfrom=ann@else.test") + RECEIVED,
}
"""What may stand at the head of a mail from ann@club.test."""

GRID = """
           none  dkim  spf  fail  below  other  unaligned
no-token   no    yes   yes  no    no     no     no
good       yes   yes   yes  no    yes    yes    yes
old        yes   yes   yes  no    yes    yes    yes
spent      no    yes   yes  no    no     no     no
burnt      no    yes   yes  no    no     no     no
bobs       no    yes   yes  no    no     no     no
made-up    no    yes   yes  no    no     no     no
"""
"""Is a mail that says it is Ann's proven to be? Down: the token it came to. Across: what its head says."""


def cells() -> Iterator[tuple[str, str, bool]]:
    head, *rows = (line.split() for line in GRID.strip().splitlines())
    for token, *answers in rows:
        for evidence, answer in zip(head, answers, strict=True):
            yield token, evidence, answer == "yes"


def reply_address(talk: Talk, token: str) -> str:
    """Where the mail goes, given what token it is to bear."""
    ann = talk.to("ann")
    match token:
        case "no-token":
            return REFEREE
        case "good":
            return ann[-1]["Reply-To"]
        case "bobs":
            return talk.last("bob")["Reply-To"]
        case "made-up":
            return f"referee+{'a' * 24}@club.test"
        case "old":
            while talk.due() == "ann":
                talk.acts()
            old = talk.last("ann")["Reply-To"]
            talk.acts()
            return old
        case "spent":
            own = next(letter for letter in ann if "turn" in letter.events)
            assert talk.says("ann", "bid 3", answers=own) == "MakeBid/accepted"
            return own["Reply-To"]
        case "burnt":
            talk.says("ann", "just showing", answers=ann[-1], cc="friend@else.test")
            return ann[-1]["Reply-To"]
    raise AssertionError(token)


def conceded(talk: Talk) -> int:
    return sum(isinstance(event, Conceded) for event in talk.trail())


@pytest.mark.parametrize(("token", "evidence", "proven"), list(cells()))
def test_who_is_proven(table: Talk, token: str, evidence: str, proven: bool) -> None:
    while token == "spent" and table.due() != "ann":
        table.acts()
    to = reply_address(table, token)
    mail = EVIDENCE[evidence].encode() + table.mail("ann", "concede", to=to, subject="[Spades 1] enough")
    assert table.deliver(mail) == ("Concede/accepted" if proven else "Concede/unproven")
    assert conceded(table) == proven
    assert ("confirm" in table.last("ann").events) is not proven


@pytest.mark.parametrize("sender", ["bob", "stranger@else.test"])
def test_a_token_in_another_persons_mail_proves_nothing(table: Talk, sender: str) -> None:
    table.says(sender, "concede", answers=table.last("ann"))
    assert not conceded(table)
    assert table.says("ann", "concede", answers=table.last("ann")) == "Concede/accepted", "and is still good"


def test_a_token_is_spent_by_an_accepted_move_and_not_by_a_refused_one(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    assert table.says(who, "bid 1", answers=letter) == "MakeBid/not-a-bid"
    assert table.says(who, "bid 3", answers=letter) == "MakeBid/accepted"
    assert table.says(who, "concede", answers=letter) == "Concede/unproven"


def test_a_second_move_to_a_spent_token_is_stale_and_told_once(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    table.says(who, "bid 3", answers=letter)
    count = len(table.trail())
    for _ in range(3):
        assert "stale" in table.says(who, "bid 4", answers=letter)
    assert len(table.trail()) == count
    assert [x.events for x in table.to(who) if x["Spades-Event"] == "error"] == [["error"]]


def test_a_copy_to_anyone_burns_the_token_at_once(table: Talk) -> None:
    who = table.due()
    letter, before = table.last(who), table.trail()
    assert table.says(who, "bid 3", answers=letter, cc="friend@else.test") == "MakeBid/unproven"
    assert "unproven" in table.says(who, "bid 3", answers=letter)
    assert table.trail() == before


def test_a_copy_to_another_address_of_the_referee_burns_nothing(table: Talk) -> None:
    assert table.says(table.due(), "bid 3", cc=REFEREE) == "MakeBid/accepted"


def test_a_token_of_one_game_is_none_for_another(table: Talk) -> None:
    table.starts()
    first = next(x for x in table.to("ann") if x["Spades-Game"] == "1")
    assert table.says("ann", "concede", answers=first) == "Concede/accepted"
    assert sum(isinstance(event, Conceded) for event in table.trail(1)) == 1
    assert not any(isinstance(event, Conceded) for event in table.trail(2))


def test_the_bare_from_counts_only_where_it_is_accepted(tmp_path: Path) -> None:
    closed = Talk(tmp_path, auth={"accept": ["token", "results", "address"]}).starts()
    assert closed.says(closed.due(), "bid 3", answers=None, subject="[Spades 1]") == "MakeBid/accepted"
    mail = EVIDENCE["fail"].encode() + closed.mail("ann", "concede", subject="[Spades 1]")
    assert closed.deliver(mail) == "Concede/unproven", "a trusted server's fail vetoes that too"


def test_results_count_only_where_they_are_accepted(tmp_path: Path) -> None:
    talk = Talk(tmp_path, auth={"accept": ["token"]})
    assert talk.master("start\nplayers: A <a@x.test>, B <b@x.test>, C <c@x.test>, D <d@x.test>") == "Start/unproven"


@pytest.mark.parametrize("accept", [["token", "results"], ["token", "results", "address"]])
def test_a_gamesmasters_commands_always_need_proof(tmp_path: Path, accept: list[str]) -> None:
    talk = Talk(tmp_path, auth={"accept": accept}).starts()
    assert talk.says(MASTER, "pause", answers=None, subject="[Spades 1]") == "Pause/unproven"
    assert talk.last(MASTER).events == ["confirm"]
    assert not talk.game().paused
    assert talk.master("pause") == "Pause/accepted"
    token_letter = talk.last(MASTER)
    assert talk.says(MASTER, "resume", answers=token_letter) == "Resume/accepted", "a private letter's token will do"
    assert talk.says(MASTER, "pause", answers=token_letter, cc="a@else.test") == "Pause/unproven"


def test_a_player_is_no_gamesmaster_however_proven(table: Talk) -> None:
    count = len(table.trail())
    assert table.says("ann", "abort", proven=True) == "Abort/not-gamesmaster"
    assert len(table.trail()) == count
    assert table.last("ann").events == ["error"]


@pytest.mark.parametrize("question", ["hand", "status", "score", "history", "help", "rules", "games"])
def test_questions_need_no_proof_and_are_answered_at_the_registered_address(table: Talk, question: str) -> None:
    count = len(table.letters)
    outcome = table.says("ann", question, answers=None, headers={"Reply-To": "mallory@else.test", "Sender": "m@e.test"})
    assert outcome.endswith("/accepted")
    assert [(letter.to, letter.events) for letter in table.letters[count:]] == [(address("ann"), ["reply"])]


def test_only_a_proven_copy_uses_up_a_message_id(table: Talk) -> None:
    who = table.due()
    same: dict[str, Any] = {"subject": "[Spades 1]", "answers": None}
    real = table.mail(who, "bid 3", **same)
    forged = real.replace(b"bid 3", b"bid 9")
    assert table.deliver(forged) == "MakeBid/unproven"
    assert table.deliver(table.stamp(address(who)) + real) == "MakeBid/accepted"
    assert table.game().bids[0] == 3
    for copy in (table.stamp(address(who)) + real, b"X-Copy: 2\r\n" + table.stamp(address(who)) + real):
        assert table.deliver(copy) == "ignored/seen-before"


def test_unproven_mail_is_known_by_its_bytes(table: Talk) -> None:
    mail = table.mail("ann", "score", answers=None)
    assert table.deliver(mail) == "Score/accepted"
    assert table.deliver(mail) == "ignored/seen-before"
    assert table.deliver(b"X-Other: 1\r\n" + mail) == "Score/accepted"


@pytest.mark.parametrize("proven", [True, False])
def test_a_mail_without_message_id_is_handled_once(table: Talk, proven: bool) -> None:
    mail = table.mail("ann", "score", proven=proven)
    bare = b"\r\n".join(line for line in mail.split(b"\r\n") if not line.startswith(b"Message-ID"))
    assert table.deliver(bare) == "Score/accepted"
    assert table.deliver(bare) == "ignored/seen-before"


@pytest.fixture
def plain(tmp_path: Path) -> Talk:
    """A provider without subaddresses: tokens travel in subjects."""
    return Talk(tmp_path, smtp={"subaddress": ""}).starts()


def test_without_subaddresses_the_token_is_in_the_subject(plain: Talk) -> None:
    assert all("+" not in letter["Reply-To"] for letter in plain.letters)
    plain.bids()
    assert plain.acts() == "PlayCard/accepted"
    assert sum(isinstance(event, BidMade) for event in plain.trail()) == 4


def test_without_subaddresses_a_copy_burns_and_a_missing_mark_proves_nothing(plain: Talk) -> None:
    who = plain.due()
    letter = plain.last(who)
    assert plain.says(who, "bid 3", answers=letter, cc="friend@else.test") == "MakeBid/unproven"
    assert "unproven" in plain.says(who, "bid 3", answers=letter)
    assert "unproven" in plain.deliver(plain.mail(who, "bid 3", subject="[Spades 1] Round 1"))


def test_without_subaddresses_a_confirmation_is_answered_all_the_same(plain: Talk) -> None:
    who = plain.due()
    plain.says(who, "bid 5", answers=None, subject="[Spades 1]")
    assert plain.says(who, "yes") == "MakeBid/accepted Yes/accepted"
    assert plain.game().bids[0] == 5


def test_a_gamesmaster_confirms_even_where_a_bare_from_is_believed(tmp_path: Path) -> None:
    talk = Talk(tmp_path, auth={"accept": ["token", "address"]})
    assert talk.deliver(talk.mail(MASTER, STARTER)) == "Start/unproven"
    assert "Start/accepted" in talk.says(MASTER, "yes")

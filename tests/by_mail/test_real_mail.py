"""Mails of real mail programs and machines as they arrived: what was typed acts, and nothing that a program broke,
quoted or sent by itself. Those that were once read wrongly do now what they should."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import cycle
from pathlib import Path

import pytest

from referee.desk.outgoing import envelope_sender
from referee.post.proof.dkim import candidates
from referee.post.proof.evidence import Evidence
from referee.spades import events as ev
from tests import outgoing
from tests.by_mail.returned import notices
from tests.by_mail.test_badly_typed import cards, dealt
from tests.proof.arena import Arena
from tests.reading.corpus import CORPUS, corpus
from tests.talk import MASTER, REFEREE, STARTER, Letter, Talk, address

pytestmark = pytest.mark.skipif(CORPUS is None, reason="set REFEREE_MAIL_CORPUS to a folder of real mail")

HANDS = cards("""
    AS QS JS AH KH TH 5H 4H 2H AD 3D 2D 5C
    KS TS 9S QH JH 9H KD QD JD AC KC QC JC
    8S 7S 6S 8H 7H TD 9D 8D 7D TC 9C 8C 7C
    5S 4S 3S 2S 6H 3H 6D 5D 4D 6C 4C 3C 2C
""")
BIDS = ("bid 4", "bid 3", "bid 3", "bid 3")
TOKEN = re.compile(rb"(?:imckjiwfsk7xovl3ku3aj5pt|b66mqa2gdhp546rw7b7qvbvo)")


def kinds() -> dict[str, tuple[str, str]]:
    """Return by kind the letter that is answered, and all outcomes that are right: an act, a question, or `none`."""
    (path,) = corpus("clients", "kinds.tsv")
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    return {kind: (letter, right) for kind, letter, right in rows}


@pytest.mark.parametrize("due", ["bid", "lead"])
def test_what_was_typed_acts_and_nothing_else(tmp_path: Path, due: str) -> None:
    letters, wrong = kinds(), []
    for path in corpus("clients", "*.eml"):
        kind = max((kind for kind in letters if path.stem.endswith(f"-{kind}")), key=len)
        letter, right = letters[kind]
        if letter != due:
            continue
        folder = tmp_path / path.stem
        folder.mkdir()
        talk = dealt(folder, HANDS, *(() if due == "bid" else BIDS))
        came = arrives(talk, path)
        if came not in {"none" if each.startswith("ask") else each for each in right.split(" | ")}:
            wrong.append(f"{path.stem}: {came}, not {right}")
    assert not wrong, "\n".join(wrong)


def arrives(talk: Talk, path: Path) -> str:
    """Hand in a mail with the reply address of the letter at hand, and return the act that it did."""
    turn = next(letter for letter in reversed(talk.to("ann")) if "turn" in letter.events)
    token = turn["Reply-To"].partition("+")[2].partition("@")[0].encode()
    raw, before = TOKEN.sub(token, path.read_bytes()), len(talk.trail())
    outcome = talk.deliver(raw if token in raw else talk.stamp("ann@club.test") + raw)
    assert outcome, "each mail has its words in the log"
    acts = [event for event in talk.trail()[before:] if isinstance(event, ev.BidMade | ev.CardPlayed)]
    words = [f"bid {act.bid}" if isinstance(act, ev.BidMade) else f"play {act.card}" for act in acts]
    return ", ".join(words) if len(talk.trail()) > before else "none"


TYPED = b"bid 4"


def answered(raw: bytes, letter: Letter, who: str, move: str) -> bytes:
    """Return a program's mail as an answer of somebody else to another letter, with another move.

    The quotation stays that of the first letter: it is longer than most, and nothing in it may act.
    """
    token = letter["Reply-To"].partition("+")[2].partition("@")[0].encode()
    head, gap, body = TOKEN.sub(token, raw).partition(b"\r\n\r\n")
    written = b"".join(line for line in head.splitlines(keepends=True) if not line.lower().startswith(b"message-id:"))
    assert TYPED in body and b"ann@club.test" in written, "the move and its writer stand there in plain bytes"
    return written.replace(b"ann@club.test", address(who).encode()) + gap + body.replace(TYPED, move.encode())


def test_each_act_of_a_round_through_another_program(talk: Talk) -> None:
    talk.starts()
    mails = [path.read_bytes() for path in corpus("clients", "*-bid4.eml")]
    assert len(mails) >= 13
    programs, acts = cycle(mails), 0
    while talk.game().round == 1:
        who = talk.due()
        letter = next(each for each in reversed(talk.to(who)) if "turn" in each.events)
        legal = letter["Spades-Legal"].split()
        bids = letter["Spades-To-Act"].endswith("bid")
        move, outcome = (
            ("bid 3", "MakeBid/accepted") if bids else (f"play {legal[acts % len(legal)]}", "PlayCard/accepted")
        )
        assert talk.deliver(answered(next(programs), letter, who, move)) == outcome, (acts, move)
        acts += 1
    assert acts == 4 + 48, "the last trick plays itself"


AS_REPORTED = {
    "alias": "refused/other-address asked-owner",
    "bottom-post-phone-signature-above": "PlayCard/accepted",
    "encoding-8bits": "PlayCard/accepted",
    "head-long-field": "PlayCard/accepted",
    "head-long-references": "PlayCard/accepted",
    "named-body": "PlayCard/accepted",
    "null-return-path": "PlayCard/accepted",
    "plain-invisible": "PlayCard/accepted",
    "smime-opaque": "no-command",
    "struck-alone": "BareCard/doubtful",
}
"""What becomes of mails as people reported them to the makers of other programs; test_bounces.py has the rest."""
LONG = re.compile(r"@(LONG|IDS):(\d+)@")


def long_field(found: re.Match[str]) -> str:
    """Return a folded field of so many bytes, or so many Message-IDs."""
    count = int(found[2])
    pieces = ["x" * 70] * (count // 72) if found[1] == "LONG" else [f"<{n}.{'a' * 60}@else.test>" for n in range(count)]
    return "".join(f"\n {piece}" for piece in pieces)


@pytest.mark.parametrize("name", AS_REPORTED)
def test_mails_as_others_reported_them(tmp_path: Path, name: str) -> None:
    (path,) = corpus("public", f"{name}.eml")
    talk = dealt(tmp_path, HANDS, *BIDS)
    turn = next(letter for letter in reversed(talk.to("ann")) if "turn" in letter.events)
    facts = {"TO": turn["Reply-To"], "SUBJECT": turn["Subject"], "ID": turn["Message-ID"], "FROM": "ann@club.test"}
    facts |= {"C": "QS", "D": "KH", "N": "7", "QUOTE": "".join(f"> {line}\n" for line in turn.text.splitlines())}
    text = LONG.sub(long_field, path.read_text("utf-8"))
    raw = re.sub(r"@([A-Z]+)@", lambda found: facts[found[1]], text).encode()
    count = len(talk.letters)
    assert talk.deliver(raw) == AS_REPORTED[name]
    assert len(talk.letters) > count


ADDRESS = re.compile(rb"referee\+[a-z2-7]{24}@club\.test")
RETURN = re.compile(rb"referee\+b\.(?:\d+\.)?[a-z2-7]{24}@club\.test")


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    return Arena(tmp_path_factory.mktemp("faults"), "token", "results")


def ours(arena: Arena, raw: bytes) -> bytes:
    """Return the mail with the player to act, the move and the addresses of our own table."""
    scene = arena.scene
    raw = ADDRESS.sub(scene.good.encode(), RETURN.sub(scene.bounces.encode(), raw))
    return raw.replace(b"dave@club.test", scene.victim.encode()).replace(b"play TS", scene.move.encode())


def test_each_of_them(arena: Arena) -> None:
    found = {}
    for path in corpus("faults", "*.eml"):
        if path.name.startswith(("rebound", "neighbour")):
            continue
        outcome, letters = arena.handles(ours(arena, path.read_bytes()))
        changed = arena.kept()["events"] != arena.before["events"]
        found[path.stem] = (outcome, changed, sorted({event for letter in letters for event in letter.events}))
        arena.back()
    for name, (outcome, changed, _) in found.items():
        assert changed is name.startswith("genuine"), (name, outcome)
    assert found["bounce-dragonfly-unheard"][0] == "bounce"
    for name in ("quote-croatian", "quote-no-colon"):
        assert found[name][2] == ["confirm"], name


def test_what_others_send_in_the_name_of_people_at_domains_of_their_own(tmp_path: Path) -> None:
    """Every signature is taken for a good one, since the keys are not at hand."""
    for path in (*corpus("faults", "rebound*.eml"), *corpus("faults", "neighbour*.eml")):
        auth = {"accept": ["token", "results", "dkim"]}
        talk = Talk(tmp_path / path.stem, auth=auth, referee={"gamesmasters": [MASTER, "gm@gm.test"]})
        talk.starts(STARTER.replace("ann@club.test", "ann@ann.test"))
        raw, trail = path.read_bytes(), talk.trail()
        found = tuple(candidate.signature for candidate in candidates(raw, talk.now))
        assert "/accepted" not in talk.deliver(raw, evidence=Evidence(signatures=found)), path.stem
        assert talk.trail() == trail


A_PERSONS = {"groupwise_03.txt"}
"""A hotel's own answer to a booking, which lies among the reports."""

MACHINES = re.compile(r"auto_generated|bounced?_")
LATE = {
    "dsn_05.txt", "dsn_06.txt", "dsn_07.txt", "dsn_08.txt", "dsn_17.txt", "simple_03.txt", "simple_21.txt",
    "simple_22.txt", "simple_28.txt", "simple_35.txt", "simple_40.txt",
}  # fmt: skip
"""Reports that a letter is late and still tried, by their own words; their suite calls these failures temporary."""

ANSWERS = {"qmail_08.txt"}
"""Reports that thank for the mail."""

ADDRESSED = re.compile(rb"^(?:From|To|Cc|Reply-To|Sender):.*(?:\r?\n[ \t].*)*\r?\n?", re.MULTILINE | re.IGNORECASE)


def automatic() -> Iterator[tuple[str, bytes]]:
    folder = Path(CORPUS or "")
    for path in sorted(folder.glob("bounces/*.txt")):
        if path.name not in A_PERSONS:
            yield path.name, path.read_bytes()
    for path in sorted(folder.glob("incoming/*.eml")):
        if MACHINES.search(path.name):
            yield path.name, path.read_bytes()


def readdressed(raw: bytes, sender: str, to: str) -> bytes:
    """Return the mail with another From and To, and nothing else of its head changed."""
    head, gap, body = re.split(rb"(\r?\n\r?\n)", raw, maxsplit=1)
    rest = ADDRESSED.sub(b"", head + b"\n").strip(b"\r\n")
    return f"From: {sender}\nTo: {to}\n".encode() + rest + gap + body


def counts(talk: Talk) -> tuple[int, int]:
    return len(talk.letters), len(talk.trail())


def test_as_they_are(table: Talk) -> None:
    before, mails = counts(table), list(automatic())
    for name, raw in mails:
        assert table.deliver(raw) and table.deliver(readdressed(raw, "someone@else.test", REFEREE)), name
    letters, moves = (after - was for after, was in zip(counts(table), before, strict=True))
    print(f"{2 * len(mails)} mails, answers {letters}, moves {moves}")
    assert len(mails) == 126 and (letters, moves) == (0, 0)


@pytest.mark.parametrize("proven", [False, True])
def test_in_a_players_name_with_a_good_reply_address(table: Talk, proven: bool) -> None:
    who, before, mails = table.due(), counts(table), list(automatic())
    answered = []
    for name, raw in mails:
        mail = readdressed(raw, f"{who}@club.test", table.last(who)["Reply-To"])
        count = len(table.letters)
        table.deliver((table.stamp(f"{who}@club.test") if proven else b"") + mail)
        answered += [name] * (len(table.letters) - count)
        table.now += timedelta(days=1)
    letters, moves = (after - was for after, was in zip(counts(table), before, strict=True))
    print(f"{len(mails)} mails, answers {letters}, moves {moves}")
    assert answered == [] and (len(mails), letters, moves) == (126, 0, 0)


def test_at_the_envelope_address_of_a_letter(table: Talk) -> None:
    """Each report is about a letter of its own; reports that a letter is only late do nothing."""
    before, late = counts(table), set()
    for name, raw in automatic():
        if not name.endswith(".txt"):
            continue
        table.says("bob", "score", answers=None, subject="[Spades 1]", proven=True)
        with table.store.reading() as tx:
            letter = outgoing.letter(tx, table.seen)
        to = envelope_sender(table.settings, letter.secret)
        outcome = table.deliver(readdressed(raw, "mailer-daemon@else.test", to))
        late |= {name} if outcome == "ignored/delayed" else set()
        assert (outcome == "bounce") == (name not in LATE | ANSWERS), (name, outcome)
        table.now += timedelta(days=1)
    assert late == LATE and table.trail() == table.trail()[: before[1]]
    assert len(notices(table)) == 116 - len(LATE | ANSWERS), "each is told once, on its own day"
    assert {x.to for x in table.letters[before[0] :]} == {MASTER, "bob@club.test"}

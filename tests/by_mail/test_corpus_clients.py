"""Mails of real mail programs as they arrived: what was typed acts, and nothing that the program broke or quoted."""

import re
from pathlib import Path

import pytest

from referee.spades import events as ev
from tests.by_mail.test_near_misses import cards, dealt
from tests.reading.corpus import CORPUS, corpus
from tests.talk import Talk

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
    talk.deliver(raw if token in raw else talk.stamp("ann@club.test") + raw)
    acts = [event for event in talk.trail()[before:] if isinstance(event, ev.BidMade | ev.CardPlayed)]
    words = [f"bid {act.bid}" if isinstance(act, ev.BidMade) else f"play {act.card}" for act in acts]
    return ", ".join(words) if len(talk.trail()) > before else "none"

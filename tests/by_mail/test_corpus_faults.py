"""Mails of the folder of real mail that were once read wrongly: each now does what it should."""

import re
from pathlib import Path

import pytest

from referee.post.proof.dkim import candidates
from referee.post.proof.evidence import Evidence
from tests.proof.arena import Arena
from tests.reading.corpus import CORPUS, corpus
from tests.talk import MASTER, STARTER, Talk

pytestmark = pytest.mark.skipif(CORPUS is None, reason="set REFEREE_MAIL_CORPUS to a folder of real mail")

TOKEN = re.compile(rb"referee\+[a-z2-7]{24}@club\.test")
RETURN = re.compile(rb"referee\+b\.(?:\d+\.)?[a-z2-7]{24}@club\.test")


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    return Arena(tmp_path_factory.mktemp("faults"), "token", "results")


def ours(arena: Arena, raw: bytes) -> bytes:
    """Return the mail with the player to act, the move and the addresses of our own table."""
    scene = arena.scene
    raw = TOKEN.sub(scene.good.encode(), RETURN.sub(scene.bounces.encode(), raw))
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

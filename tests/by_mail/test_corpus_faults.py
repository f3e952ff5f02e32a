"""Mails of the folder of real mail that were once read wrongly: each now does what it should."""

import re

import pytest

from tests.proof.arena import Arena
from tests.reading.corpus import CORPUS, corpus

pytestmark = pytest.mark.skipif(CORPUS is None, reason="set REFEREE_MAIL_CORPUS to a folder of real mail")

TOKEN = re.compile(rb"referee\+[a-z2-7]{24}@club\.test")
RETURN = re.compile(rb"referee\+b\.(?:\d+\.)?[a-z2-7]{24}@club\.test")


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    return Arena(tmp_path_factory.mktemp("faults"), "token", "results")


def ours(arena: Arena, raw: bytes) -> bytes:
    """The mail with the player to act, the move and the addresses of our own table."""
    scene = arena.scene
    raw = TOKEN.sub(scene.good.encode(), RETURN.sub(scene.bounces.encode(), raw))
    return raw.replace(b"dave@club.test", scene.victim.encode()).replace(b"play TS", scene.move.encode())


def test_each_of_them(arena: Arena) -> None:
    found = {}
    for path in corpus("faults", "*.eml"):
        outcome, letters = arena.handles(ours(arena, path.read_bytes()))
        changed = arena.kept()["events"] != arena.before["events"]
        found[path.stem] = (outcome, changed, sorted({event for letter in letters for event in letter.events}))
        arena.back()
    for name, (outcome, changed, _) in found.items():
        assert changed is name.startswith("genuine"), (name, outcome)
    assert found["bounce-dragonfly-unheard"][0] == "bounce"
    for name in ("quote-croatian", "quote-no-colon"):
        assert found[name][2] == ["confirm"], name

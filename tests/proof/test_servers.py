"""The lines that mail servers write above a mail: a player's own mail is taken, whichever server marks it, or asked
about where its form proves too little; and a line of the sender's own below it proves nothing.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proof.arena import Arena
from tests.proof.attacks import MALLORY, RECEIVED, SIGNATURE, mail
from tests.talk import AUTHSERV

FILE = Path(__file__).parent / "servers.txt"
TAKEN, ASKED = "PlayCard/accepted", "PlayCard/unproven"
BELOW = (
    f"Authentication-Results: {AUTHSERV}; dkim=pass header.d=club.test; auth=pass smtp.auth={{victim}}\r\n{RECEIVED}"
)


def forms() -> Iterator[tuple[str, set[str], str]]:
    """Yield each form: the server's name, what proves too little in it, and its lines."""
    for block in FILE.read_text("utf-8").split("\n== ")[1:]:
        title, _, lines = block.rstrip("\n").partition("\n")
        name, _, asks = title.partition(": asks ")
        yield name, set(asks.split()), lines.replace("\n", "\r\n") + "\r\n"


FORMS = [form for form in forms() if "log-in" not in form[0]]
LOG_INS = [form for form in forms() if "log-in" in form[0]]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Return a table at which `auth=` does not count, as without further configuration."""
    return Arena(tmp_path_factory.mktemp("usual"), "token", "results")


@pytest.fixture(scope="module")
def trusting(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Return a table that believes its server about log-ins as well."""
    return Arena(tmp_path_factory.mktemp("trusting"), "token", "results", smtp_auth=True)


def written(arena: Arena, lines: str, *, sender: str, dkim: str) -> bytes:
    """Return a mail in the victim's name, with a server's lines above it."""
    scene = arena.scene
    top = lines.format(sender=sender, host=sender.partition("@")[2], dkim=dkim, victim=scene.victim)
    raw = mail(f"From: {scene.victim}", scene.move, top=top)
    return raw if dkim == "pass" else raw.replace(SIGNATURE.encode(), b"")


def came(arena: Arena, raw: bytes) -> str:
    """Return the outcome of a mail, on the table as it was."""
    outcome, letters = arena.handles(raw)
    changed = arena.kept() != arena.before
    arena.back()
    assert changed == (outcome == TAKEN)
    assert outcome != ASKED or [letter.events for letter in letters] == [["confirm"]]
    return outcome


@pytest.mark.parametrize(("name", "asks", "lines"), FORMS, ids=[name for name, *_ in FORMS])
def test_own_mails_are_taken(usual: Arena, name: str, asks: set[str], lines: str) -> None:
    victim = usual.scene.victim
    for rests, sender, dkim in (
        ("both", victim, "pass"),
        ("dkim", "bounces@list.test", "pass"),
        ("spf", victim, "none"),
    ):
        outcome = came(usual, written(usual, lines, sender=sender, dkim=dkim))
        assert outcome == TAKEN or (outcome == ASKED and rests in asks), f"{rests}: {outcome}"


@pytest.mark.parametrize(("name", "asks", "lines"), FORMS, ids=[name for name, *_ in FORMS])
def test_what_a_sender_writes_below_proves_nothing(trusting: Arena, name: str, asks: set[str], lines: str) -> None:
    for dkim in ("none", "fail"):
        raw = written(trusting, lines.replace("dmarc=pass", "dmarc=none") + BELOW, sender=MALLORY, dkim=dkim)
        assert came(trusting, raw) != TAKEN


WORDS = (
    "x with LMTP y",
    "x by mx.club.test with LMTP id 1 (y",
    "x) by mx.club.test with LMTP id 1 (y",
    "x; dkim=pass header.d=club.test",
    "x); auth=pass smtp.auth={victim} (y",
    "x; spf=pass smtp.mailfrom={victim} smtp.helo=y",
    "x (y; dkim=pass header.d=club.test",
    "x\\) dkim=pass header.d=club.test \\(y",
)
"""What a stranger may have in the local part of their envelope address, as a server prints it that escapes nothing."""


@pytest.mark.parametrize(("name", "asks", "lines"), FORMS, ids=[name for name, *_ in FORMS])
def test_words_of_a_stranger_in_their_address_prove_nothing(
    trusting: Arena, name: str, asks: set[str], lines: str
) -> None:
    for number, words in enumerate(WORDS):
        text = words.format(victim=trusting.scene.victim)
        sender = f"{text}@attack.test" if number % 2 else f'"{text}"@attack.test'
        below = BELOW if "LMTP" in words else ""
        raw = written(trusting, lines.replace("dmarc=pass", "dmarc=none") + below, sender=sender, dkim="none")
        assert came(trusting, raw) != TAKEN, words


@pytest.mark.parametrize(("name", "asks", "lines"), LOG_INS, ids=[name for name, *_ in LOG_INS])
def test_log_ins_count_if_they_may(usual: Arena, trusting: Arena, name: str, asks: set[str], lines: str) -> None:
    raws = [written(arena, lines, sender=arena.scene.victim, dkim="none") for arena in (usual, trusting)]
    assert came(usual, raws[0]) != TAKEN
    assert came(trusting, raws[1]) in (TAKEN, ASKED)

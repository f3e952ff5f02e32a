"""Nobody can move for somebody else by words in a server's own lines, and nobody's genuine mail is refused because of
them.

Each hostile mail is tried at a table and may change nothing but bring the victim a question.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.proof.arena import Arena
from tests.proof.attacks import SAMPLE, Attack, mail, written_by
from tests.proof.hostile import traces
from tests.proof.hostile.receivers import RECEIVERS
from tests.proof.hostile.traces import Genuine
from tests.proof.hostile.words import Words
from tests.proof.hostile.writers import WRITERS, Writer

Hostile = Callable[..., Iterator[Attack]]
ACCEPTED, ASKED = "PlayCard/accepted", "PlayCard/unproven"
FAULT = "fault: "
RESULTS, OPEN = ("token", "results"), ("token", "results", "address")
TABLES: tuple[tuple[Hostile, str], ...] = (
    (traces.forged_below, "trusting"),
    (traces.forged_within, "trusting"),
    (traces.forged_unquoted, "usual"),
    (traces.hidden_by, "bare"),
    (traces.hidden_in, "bare"),
)
"""Each family, and the table at which it has the most ways to succeed."""
BY_FAMILY = pytest.mark.parametrize(("family", "table"), TABLES, ids=[family.__name__ for family, _ in TABLES])


@pytest.fixture(scope="module")
def trusting(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Return a table that believes its server about log-ins as well, where forgeries have the most ways to succeed."""
    return Arena(tmp_path_factory.mktemp("trusting"), *RESULTS, smtp_auth=True)


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Return a table at which `auth=` does not count, as without further configuration."""
    return Arena(tmp_path_factory.mktemp("usual"), *RESULTS)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Return a table that believes any From, unless the server says that it is forged."""
    return Arena(tmp_path_factory.mktemp("bare"), *OPEN, smtp_auth=True)


def _outcome(arena: Arena, raw: bytes) -> str:
    """Return the outcome of a mail; a fault of our own is one of them."""
    arena.outcome = FAULT
    try:
        return arena.handles(raw)[0]
    except Exception as fault:
        return f"{FAULT}{fault!r}"


def _succeeded(arena: Arena, attacks: Iterable[Attack]) -> list[str]:
    """Return the attacks that changed something."""
    found = []
    for attack in attacks:
        outcome = _outcome(arena, attack.raw)
        if outcome == ACCEPTED or outcome.startswith(FAULT) or arena.kept() != arena.before:
            found.append(f"{attack}: {outcome}")
        arena.back()
    return found


def _refused(arena: Arena, mails: Iterator[Genuine]) -> list[str]:
    """Return the genuine mails that were neither taken nor, where that will do, asked about with one letter."""
    found = []
    for genuine in mails:
        outcome, letters = arena.handles(genuine.raw)
        asked = outcome == ASKED and [letter.events for letter in letters] == [["confirm"]]
        if not (outcome == ACCEPTED or (asked and genuine.asks)):
            found.append(f"{genuine}: {outcome}")
        arena.back()
    return found


def _report(found: list[str], what: str) -> str:
    return "\n".join([f"{len(found)} {what}:", *found])


@BY_FAMILY
def test_nothing_hostile_succeeds(request: pytest.FixtureRequest, family: Hostile, table: str) -> None:
    """Nothing forged is believed, below our own line or within it; and no failure that our server reports is hidden."""
    arena: Arena = request.getfixturevalue(table)
    found = _succeeded(arena, family(arena.scene))
    assert not found, _report(found, "hostile mails succeeded")


PLACES = [(writer, place) for writer in WRITERS for place in writer.places if place != "user"]
PIECES = (
    *'();"\\<>[]@=.,: ',
    *("\t", "\r\n ", "a", "none", "by mx.club.test with LMTP b", "auth=pass smtp.auth=VICTIM"),
    *("dkim=pass header.d=club.test", "spf=pass smtp.mailfrom=VICTIM", "dmarc=pass header.from=club.test"),
)


@settings(max_examples=150)
@given(st.sampled_from(PLACES), st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_no_words_in_any_place_make_a_mail_the_victims(usual: Arena, place: tuple[Writer, str], text: str) -> None:
    """Checked for any text in the place where a server writes a sender's words."""
    writer, name = place
    words = replace(Words(), **{name: writer.places[name](text.replace("VICTIM", usual.scene.victim))})
    found = _succeeded(usual, traces.within("drawn", usual.scene, writer, name, iter([("text", words)] * 2)))
    assert not found, _report(found, "hostile mails succeeded")


def test_any_from_is_believed_there(bare: Arena) -> None:
    """The test above would be worthless if this table took no mail without proof."""
    outcome, _ = bare.handles(mail(f"From: {bare.scene.victim}", bare.scene.move, top=""))
    bare.back()
    assert outcome == ACCEPTED


def test_own_mails_are_taken(usual: Arena) -> None:
    """Checked for every server that marks them."""
    found = _refused(usual, traces.genuine(usual.scene))
    assert not found, _report(found, "genuine mails were not taken")


def test_passwords_count_if_they_may(trusting: Arena) -> None:
    """With `smtp_auth` a log-in proves the sender."""
    found = _refused(trusting, traces.logged_in(trusting.scene))
    assert not found, _report(found, "genuine mails were not taken")


def test_passwords_do_not_count_by_themselves(usual: Arena) -> None:
    """Without `smtp_auth` a log-in proves nothing."""
    found = _succeeded(usual, traces.passwords(usual.scene))
    assert not found, _report(found, "mails were believed by `auth=` alone")


def test_mails_are_what_they_seem() -> None:
    """The mails are many, no two alike, all in the victim's name, and some for each server and place."""
    attacks = [attack for family, _ in TABLES for attack in family(SAMPLE)]
    names = {str(attack) for attack in attacks}
    assert len(attacks) > 200
    assert len(names) == len(attacks) == len({attack.raw for attack in attacks})
    tried = {tuple(name.split("/")[:3]) for name in names}
    assert {("below", each.name, place) for each in RECEIVERS for place in each.places} <= tried
    for each in WRITERS:
        for place in each.places:
            assert ("unquoted" if place in each.unquoted else "within", each.name, place) in tried
    assert all(written_by(genuine.raw) == {SAMPLE.victim} for genuine in traces.genuine(SAMPLE))
    assert all(f"\r\nFrom: {SAMPLE.victim}\r\n".encode() in attack.raw for attack in attacks)

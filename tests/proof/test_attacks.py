"""The proof of senders, under attack: no forged mail is taken for the player's, and every genuine twin is."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.proof import attack_results, attack_senders, attack_tokens
from tests.proof.arena import Arena
from tests.proof.attacks import SAMPLE, Attack, Family, Scene, mail, own, written_by
from tests.talk import MASTER, NAMES, Letter, address

FAMILIES: dict[str, tuple[tuple[Family, ...], Family]] = {
    "senders": (
        (attack_senders.published, attack_senders.ambiguous, attack_senders.strays, attack_senders.look_alikes),
        attack_senders.genuine,
    ),
    "fields": ((attack_senders.other_fields,), attack_senders.other_fields_genuine),
    "results": ((attack_results.forged_results, attack_results.smuggled_into_results), attack_results.genuine),
    "replays": ((attack_results.replays,), attack_results.replays_genuine),
    "tokens": ((attack_tokens.tokens,), attack_tokens.tokens_genuine),
    "smuggled": ((attack_tokens.smuggled,), attack_tokens.smuggled_genuine),
    "steering": ((attack_tokens.steering,), attack_tokens.steering_genuine),
    "machines": ((attack_tokens.machines,), attack_tokens.machines_genuine),
}
PUBLIC = {"Spades-Event", "Spades-Game", "Spades-Record"}
"""The headers that an answer to a stranger may have."""

REGISTERED = {MASTER, *(address(name) for name in NAMES)}


def attacks(scene: Scene) -> dict[str, Attack]:
    """Return every attack by its name."""
    found = [
        Attack(family, name, raw) for family, (forged, _) in FAMILIES.items() for f in forged for name, raw in f(scene)
    ]
    return {str(attack): attack for attack in found}


def twins(scene: Scene) -> dict[str, Attack]:
    """Return every genuine mail by its name."""
    found = [Attack(family, name, raw) for family, (_, genuine) in FAMILIES.items() for name, raw in genuine(scene)]
    return {str(attack): attack for attack in found}


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Return a referee with the usual settings."""
    return Arena(tmp_path_factory.mktemp("usual"), "token", "results")


@pytest.fixture(scope="module")
def believing(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Return a referee that believes a bare From."""
    return Arena(tmp_path_factory.mktemp("believing"), "token", "results", "address")


def gives_nothing_away(letter: Letter, raw: bytes, scene: Scene) -> bool:
    """Tell if a letter to a stranger went only to whoever wrote, and holds nothing about the player or the
    game."""
    asked = letter.events in (["confirm"], ["error"], ["reply"], ["welcome"]) and letter.to in written_by(raw)
    fields = {name for name in letter.message if name.startswith("Spades-")} - PUBLIC
    secrets = (scene.good, scene.theirs, scene.old, scene.asks, scene.masters)
    words = letter.text + letter.html
    plain = re.sub(r"(?m)^> .*$", "", letter.text)
    cards = letter.cards - {scene.move.split()[1]}
    return (
        asked
        and not cards
        and not fields
        and not any(s.split("@")[0] in words for s in secrets)
        and scene.victim not in plain
    )


def breach(arena: Arena, raw: bytes) -> str | None:
    """Return a forged mail's success; None if it changed nothing and no stranger learned anything."""
    outcome, letters = arena.handles(raw)
    if "seen-before" in outcome:
        return "the mail was not looked at"
    if arena.kept() != arena.before:
        return f"it was taken: {outcome}"
    for letter in letters:
        if letter.to not in REGISTERED and not gives_nothing_away(letter, raw, arena.scene):
            return f"{letter.to} got {letter.text}"
    return None


def breaches(arena: Arena, names: Iterable[str]) -> dict[str, str]:
    """Return the attacks that got through, each on the table as it was."""
    found, forged = {}, attacks(arena.scene)
    for name in names:
        if why := breach(arena, forged[name].raw):
            found[name] = why
        arena.back()
    return found


NAMES_OF_ATTACKS = sorted(attacks(SAMPLE))
BARE = re.compile(r"senders/(server_a[1-7]|client_a3)-\d+$")
"""Attacks with the victim's plain From, which is all that a referee asks for if it believes From."""


def kind(name: str) -> str:
    """Return an attack's kind: those of one are alike but for one word or number."""
    family, case = re.split(r"[/-]", name)[:2]
    return f"{family}/{case}"


def of_family(family: str) -> list[str]:
    return [name for name in NAMES_OF_ATTACKS if name.startswith(f"{family}/")]


def not_bare() -> list[str]:
    return [name for name in of_family("senders") if not BARE.match(name)]


def test_there_are_enough_of_them_and_no_two_alike() -> None:
    found = attacks(SAMPLE)
    assert len({attack.raw for attack in found.values()}) == len(found) >= 200
    cases = {f"server_a{n}" for n in range(1, 20)} | {f"client_a{n}" for n in range(1, 4)}
    assert cases <= {re.split(r"[/-]", name)[1] for name in found if name.startswith("senders/")}


@pytest.mark.parametrize("family", FAMILIES)
def test_no_forged_mail_is_taken_for_the_players(usual: Arena, family: str) -> None:
    assert not breaches(usual, of_family(family))


def test_no_from_that_is_not_plainly_the_players_is_believed(believing: Arena) -> None:
    assert not breaches(believing, not_bare())


@pytest.mark.parametrize("family", FAMILIES)
def test_every_genuine_twin_is(usual: Arena, family: str) -> None:
    wanted = "Pause/accepted" if family == "steering" else "PlayCard/accepted"
    for name, twin in twins(usual.scene).items():
        if name.startswith(f"{family}/"):
            outcome, letters = usual.handles(twin.raw)
            assert wanted in outcome and letters, (name, outcome)
            usual.back()


def test_lines_that_may_hold_others_words_are_asked_about(usual: Arena) -> None:
    for name, raw in attack_results.not_quite(usual.scene):
        outcome, letters = usual.handles(raw)
        assert outcome == "PlayCard/unproven", (name, outcome)
        assert [(letter.to, letter.events) for letter in letters] == [(usual.scene.victim, ["confirm"])], name
        usual.back()


def test_logins_count_where_the_server_writes_them(tmp_path: Path) -> None:
    arena = Arena(tmp_path, "token", "results", smtp_auth=True)
    top = own(f"auth=pass smtp.auth={arena.scene.victim}")
    raw = mail(f"From: {arena.scene.victim}", arena.scene.move, top=top, to="friend@else.test")
    assert arena.handles(raw)[0] == "PlayCard/accepted"

"""Every kind of sender with every kind of proof: for each cell the rules say what becomes of the mail.

The rules are written here once more, from what players were promised, and know nothing of how the referee is built.
"""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from tests.proof.arena import Arena
from tests.proof.attacks import MALLORY, RECEIVED, Scene, mail
from tests.talk import AUTHSERV, LIST, MASTER, REFEREE

MOVED, CONFIRM, REFUSED, NOTHING, ELSEWHERE = "moved", "confirm", "refused", "nothing", "elsewhere"
"""ELSEWHERE: refused, and the owner of the reply address is asked if the sender's address is theirs, too."""
TO_ACT, OTHER, GAMESMASTER, STRANGER = "to act", "other", "gamesmaster", "stranger"
TWO, THE_LIST, THE_REFEREE = "two Froms", "list", "referee"
FROM = (TO_ACT, OTHER, GAMESMASTER, STRANGER, TWO, THE_LIST, THE_REFEREE)
TOKENS = ("none", "right", "other's", "spent", "old", "burnt", "question", "late question", "yes", "late yes")
"""The tokens of the player to act, but one of another; `yes` answers the question instead of a move."""
RESULTS = ("none", "pass", "pass elsewhere", "fail", "neutral", "pass for another", "forged below")
ACCEPT = (("token",), ("token", "results"), ("token", "results", "address"))
SLIPS = 5
"""The wrong cells that a failure shows."""


def expected(sender: str, token: str, results: str, accept: tuple[str, ...]) -> str:
    """Return the outcome of a mail that asks for the move that is due, or answers a question about it with `yes`."""
    if sender == TWO:
        # nobody can tell whose the mail is, but the person who was sent the reply address hears of it
        return REFUSED if token not in ("none", "spent", "burnt") else NOTHING
    if sender in (THE_LIST, THE_REFEREE):
        return NOTHING
    forged = results == "fail"
    if sender == STRANGER:
        return REFUSED if forged or token in ("none", "burnt") else ELSEWHERE
    own = token != "none" and sender == (OTHER if token == "other's" else TO_ACT)
    if token.endswith("yes"):
        return MOVED if own and token == "yes" and not forged else REFUSED
    proven = not forged and (
        (own and token in ("right", "other's", "old"))
        or (results == "pass" and "results" in accept)
        or "address" in accept
    )
    if own and token == "spent":
        return REFUSED
    if not proven:
        return CONFIRM
    return MOVED if sender == TO_ACT and not (own and token == "old") else REFUSED


def addressed(scene: Scene, token: str) -> str:
    """Return the address of a mail with that token."""
    return {
        "none": REFEREE,
        "right": scene.good,
        "other's": scene.theirs,
        "spent": scene.spent,
        "old": scene.old,
        "burnt": scene.burnt,
        "question": scene.asks,
        "late question": scene.late,
        "yes": scene.asks,
        "late yes": scene.late,
    }[token]


def sent_by(scene: Scene, sender: str) -> tuple[str, str]:
    """Return the sender lines, and the domain that servers speak of."""
    if sender == TWO:
        return f"From: {scene.victim}\r\nFrom: {scene.other}", "club.test"
    who = {
        TO_ACT: scene.victim,
        OTHER: scene.other,
        GAMESMASTER: MASTER,
        STRANGER: MALLORY,
        THE_LIST: LIST,
        THE_REFEREE: REFEREE,
    }[sender]
    return f"From: {who}", who.partition("@")[2]


def top(results: str, domain: str) -> str:
    """Return the lines above the mail."""
    line = f"Authentication-Results: {AUTHSERV}; "
    return {
        "none": RECEIVED,
        "pass": f"{line}dkim=pass header.d={domain}\r\n{RECEIVED}",
        "pass elsewhere": f"{line.replace(AUTHSERV, 'mx.else.test')}dkim=pass header.d={domain}\r\n{RECEIVED}",
        "fail": f"{line}dkim=pass header.d={domain}; dmarc=fail header.from={domain}\r\n{RECEIVED}",
        "neutral": f"{line}dkim=neutral header.d={domain}; spf=none\r\n{RECEIVED}",
        "pass for another": f"{line}dkim=pass header.d=else.test\r\n{RECEIVED}",
        "forged below": f"{RECEIVED}{line}dkim=pass header.d={domain}\r\n",
    }[results]


def became(arena: Arena, raw: bytes) -> str:
    """Return the outcome of a mail, on the table as it was."""
    outcome, letters = arena.handles(raw)
    events = arena.kept()["events"]
    arena.back()
    if events != arena.before["events"]:
        return MOVED
    told = {event for letter in letters for event in letter.events}
    if outcome.startswith("ignored/") or not told:
        return NOTHING
    if told == {"confirm", "error"} and {each.to for each in letters if each.events == ["error"]} == {MALLORY}:
        return ELSEWHERE
    return CONFIRM if told == {"confirm"} else REFUSED if told == {"error"} else f"{outcome} {told}"


FEW = ("none", "pass", "fail")
"""What servers can say that matters of senders who have no token of their own."""
CELLS = tuple(cell for cell in product(FROM, TOKENS, RESULTS) if cell[0] in (TO_ACT, OTHER) or cell[2] in FEW)


def wrong_cells(folder: Path, accept: tuple[str, ...], cells: Sequence[tuple[str, str, str]]) -> list[tuple[str, ...]]:
    """Return the cells with another outcome."""
    arena = Arena(folder, *accept, referee={"list": LIST, "list_mode": "external"})
    wrong: list[tuple[str, ...]] = []
    for cell in cells:
        sender, token, results = cell
        lines, domain = sent_by(arena.scene, sender)
        text = "yes" if token.endswith("yes") else arena.scene.move
        raw = mail(lines, text, top=top(results, domain), to=addressed(arena.scene, token))
        if (found := became(arena, raw)) != (wanted := expected(sender, token, results, accept)):
            wrong.append((*cell, f"{found} instead of {wanted}"))
    return wrong


@pytest.mark.parametrize("accept", ACCEPT, ids="-".join)
def test_every_cell_under_every_setting(tmp_path: Path, accept: tuple[str, ...]) -> None:
    wrong = wrong_cells(tmp_path, accept, CELLS)
    assert not wrong, (len(wrong), wrong[:SLIPS])


MACHINES = {"person": "", "robot": "auto-generated", "reply": "auto-replied", "report": ""}
WAYS = ("token", "token and friend", "token and list", "referee", "referee and friend", "list")


def expected_of_machines(kind: str, way: str, results: str) -> str:
    """Return the outcome of a mail with the due move, by its sender and recipients; tokens and results count."""
    if kind in ("reply", "report"):
        return NOTHING
    if results == "fail":
        return NOTHING if kind == "robot" else CONFIRM
    if way == "token":
        return MOVED
    if kind == "robot":
        return NOTHING
    return MOVED if results == "pass" else CONFIRM


def test_every_cell_of_machines_and_lists(tmp_path: Path) -> None:
    arena = Arena(tmp_path, "token", "results", referee={"list": LIST, "list_mode": "external"})
    wrong = []
    for cell in product(MACHINES, WAYS, ("none", "pass", "fail")):
        kind, way, results = cell
        lines = f"From: {arena.scene.victim}"
        lines += f"\r\nAuto-Submitted: {MACHINES[kind]}" if MACHINES[kind] else ""
        lines += "\r\nContent-Type: multipart/report; boundary=b" if kind == "report" else ""
        whom = way.replace("token", arena.scene.good).replace("friend", "friend@else.test").replace("list", LIST)
        whom = REFEREE if way == "referee" else whom.replace("referee and", f"{REFEREE} and")
        raw = mail(lines, arena.scene.move, top=top(results, "club.test"), to=whom.replace(" and ", ", "))
        if (found := became(arena, raw)) != (wanted := expected_of_machines(kind, way, results)):
            wrong.append((*cell, f"{found} instead of {wanted}"))
    assert not wrong, (len(wrong), wrong[:SLIPS])

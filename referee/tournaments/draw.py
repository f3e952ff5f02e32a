"""The draw of a tournament from a committed seed: `spades-draw-v1`, byte for byte. Never makes a seed of its own.

All texts are ASCII, each line ends with one LF, hex is lower-case, HMAC and SHA are SHA-256; canonical JSON, the
stream of words and `below` are those of deals (docs/fairness.md). Points are numbered as in `spades-draw-v1`.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any
from unicodedata import normalize

from referee.records.chance import below, mac, shuffle, word_stream
from referee.records.lines import canonical
from referee.tournaments.events import Team


def commit(tournament: int, seed: str) -> str:
    """Return the commitment to the seed of the draw, 64 hex digits (point 1)."""
    return _sha(f"spades-draw-commit-v1\ntournament:{tournament}\nseed:{seed}\n")


def root_commit(tournament: int, root: str) -> str:
    """Return the commitment to the root of first deals, 64 hex digits (point 1)."""
    return _sha(f"spades-root-commit-v1\ntournament:{tournament}\nroot:{root}\n")


def roster(teams: Iterable[Team]) -> tuple[Team, ...]:
    """Return the teams in roster order: by the code points of their names, all names in NFC (point 2)."""
    composed = (replace(team, name=_nfc(team.name), players=tuple(map(_nfc, team.players))) for team in teams)
    return tuple(sorted(composed, key=lambda team: team.name))


def closed_line(teams: Iterable[Team], seeded: Sequence[str] = ()) -> str:
    """Return the record line that freezes seeding and roster, without its newline (point 2); teams have the key
    `division` where there are any."""
    listed = [team_entry(team) for team in roster(teams)]
    return canonical({"e": "closed", "seeded": list(map(_nfc, seeded)), "teams": listed})


def team_entry(team: Team) -> dict[str, Any]:
    """Return a team as lines of the record have it."""
    division = {"division": team.division} if team.division else {}
    return {"name": team.name, "players": list(team.players), **division}


def roster_hash(line: str) -> str:
    """Hash the closed line, which ties the draw to it, 64 hex digits (point 5)."""
    return _sha(f"{line}\n")


def draw_key(
    tournament: int, seed: str, teams: tuple[Team, ...], seeded: Sequence[str], salts: Sequence[Sequence[str]]
) -> bytes:
    """Return the secret key of the draw: HMAC of the context under the seed (point 5). `teams`: the roster frozen at
    the close; `salts`: those of captain and partner for each of them, empty where nobody gave one."""
    context = (
        f"spades-draw-v1\ntournament:{tournament}\ncommit:{commit(tournament, seed)}\n"
        f"roster:{roster_hash(closed_line(teams, seeded))}\n"
        + "".join(
            f"salt:{team}:{place}:{salt}\n" for team, own in enumerate(salts, 1) for place, salt in enumerate(own, 1)
        )
        + "beacon:-\n"
    )
    return mac(bytes.fromhex(seed), context.encode("ascii"))


def partners(key: bytes, teams: Iterable[Team], classes: Sequence[str]) -> tuple[Team, ...]:
    """Return the teams of players who entered alone, in roster order: each class is shuffled, and those at the same
    place play together."""
    alone = [[team.players[0] for team in roster(teams) if team.division == one] for one in classes]
    labels = (b"partners\n", b"partners2\n")
    drawn = [shuffle(word_stream(key, label), names) for label, names in zip(labels, alone, strict=True)]
    return roster(Team(f"{one} + {other}", (one, other)) for one, other in zip(*drawn, strict=True))


def drawn_order(key: bytes, teams: Iterable[Team], seeded: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names by place, which is seed and Berger number: the seeded teams, then the others as drawn."""
    first = tuple(map(_nfc, seeded))
    others = [team.name for team in roster(teams) if team.name not in first]
    return (*first, *shuffle(word_stream(key, b"order\n"), others))


def lots(key: bytes, teams: Iterable[Team]) -> tuple[str, ...]:
    """Return the names by lot, from lot 1: where nothing else decides, the lower lot goes first."""
    return tuple(shuffle(word_stream(key, b"lots\n"), [team.name for team in roster(teams)]))


def seats(key: bytes, match: int, game: int, first: Team, second: Team) -> tuple[str, str, str, str]:
    """Return the players at seats 1 to 4 of a match's game; `first` stands first in the match, `game` counts its
    replays."""
    drawn = word_stream(key, f"seats\nmatch:{match}\ngame:{game}\n".encode("ascii"))
    second_is_odd = below(drawn, 2) == 1
    pairs = [team.players[::-1] if below(drawn, 2) == 1 else team.players for team in (first, second)]
    (one, three), (two, four) = reversed(pairs) if second_is_odd else pairs
    return one, two, three, four


def first_seed(root: str, tournament: int, match: int, game: int, attempt: int) -> str:
    """Return the seed of an attempt (1, 2, 3) at the first deal of a match's game, 64 hex digits (point 6)."""
    text = f"spades-first-v1\ntournament:{tournament}\nmatch:{match}\ngame:{game}\nattempt:{attempt}\n"
    return mac(bytes.fromhex(root), text.encode("ascii")).hex()


def _nfc(name: str) -> str:
    return normalize("NFC", name)


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()

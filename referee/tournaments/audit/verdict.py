"""The report on a checked record of a tournament, stage by stage, in words: each check that held, and what nobody can
know yet. Never judges a line itself: walk.py does."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from referee.records.lines import Check, RecordLine, WrongLine, printable
from referee.tournaments.audit.walk import Passed
from referee.tournaments.events import Places
from referee.tournaments.matches import key_of, matches_of, stage_of
from referee.tournaments.presets import PRESETS
from referee.tournaments.stages import is_over
from referee.tournaments.tournament import StageKey, Tournament

PROVEN = (
    "Proven, as far as it says ok: the order, the lots and all seats follow from a seed that was fixed before the "
    "first entry, from the roster frozen at the close, and from the salts. Who met whom, who went on, standings "
    "and places follow from the format in line 1 and from the results in the record."
)
NOT_PROVEN = (
    "Not proven: that you were told the same record as the others (compare its head with theirs); that an operator who "
    "plays too did not try salts until the draw pleased, where theirs came last; who wanted to enter and was "
    "not let in, seeding, classes, names, and when anything happened. Rulings, ratings, withdrawals, silences and "
    "whether a match had begun are the Gamesmaster's and the referee's word."
)
UNBOUND = "Nothing that the operator could not know went into the draw but the other players' salts."
RESULTS = "Results are the referee's word too, as long as the records of the games are not given beside this one."
GAMES = "Results rest on the records of their games, which were checked here: {given} of {all} were given."
UNCOMPARED = (
    "Not compared with any letter: only the heads in your letters show that these are the lines you were told. Give "
    "them with --head."
)
OF_MATCHES = ("pairing", "result", "ruling", "back", "silence", "limit", "rating")


def checks(passed: Iterable[Passed]) -> Iterator[Check]:
    """Yield the checks that the right lines show. Raises WrongLine when `passed` does, after the checks of the earlier
    lines."""
    lines: list[Passed] = []
    try:
        for one in passed:
            lines.append(one)
    except WrongLine:
        yield from _shown(lines)
        raise
    yield from _shown(lines)


def _shown(lines: Sequence[Passed]) -> Iterator[Check]:
    if not lines:
        return
    t = lines[-1].tournament
    yield _announced(t)
    yield from _sign_up(lines)
    if t.order:
        yield _draw(t)
    for key in sorted(t.stages, key=lambda key: (t.divisions.index(key[0]), key[1])):
        yield from _stage(t, key, [one.entry for one in lines if _is_of(one, key)])
    yield from _people(lines)
    yield from _end(t)


def _announced(t: Tournament) -> Check:
    whose = "as its name says" if PRESETS.get(t.format.name) == t.format else "its parameters written out in line 1"
    stages = ", then ".join(stage.kind.value for stage in t.format.stages)
    return Check(
        "announced", f"tournament {t.number}, {printable(t.name)}; format {printable(t.format.name)}, {whose}: {stages}"
    )


def _sign_up(lines: Sequence[Passed]) -> Iterator[Check]:
    kinds = Counter(one.entry.kind for one in lines)
    t = lines[-1].tournament
    who = "player" if t.format.partners == "drawn" else "team"
    came = f"{_count(kinds['entry'], who)} entered, {kinds['left']} left"
    if not kinds["closed"]:
        yield Check("sign-up", f"{came}; it has not been closed", held=False)
        return
    yield Check(
        "sign-up", f"{came}; {_count(len(t.roster), who)} in the roster of the close, {len(t.seeded)} of them seeded"
    )


def _draw(t: Tournament) -> Check:
    given = sum(bool(salt) for pair in t.salts for salt in pair)
    salts = _count(given, "salt")
    drawn = "partners, order" if t.format.partners == "drawn" else "order"
    return Check("draw", f"the seed matches its commitment; {drawn} and lots follow from it, the roster and {salts}")


def _is_of(one: Passed, key: StageKey) -> bool:
    said = one.entry.fields
    if one.entry.kind in OF_MATCHES:
        return key_of(one.tournament, said["match"]) == key
    return one.entry.kind in ("stage", "standings") and (said.get("division", ""), said["stage"]) == key


def _stage(t: Tournament, key: StageKey, entries: Sequence[RecordLine]) -> Iterator[Check]:
    about = f"stage {key[1]}"
    kinds = Counter(entry.kind for entry in entries)
    where = f"{printable(key[0])}: " if key[0] else ""
    kind, teams = stage_of(t, key).kind.value, t.stages[key]
    whence = "in their drawn order" if key[1] == 1 else f"those that stage {key[1] - 1} lets go on"
    yield Check(about, f"{where}{kind}, {_count(len(teams), 'team')}, {whence}")
    if kinds["pairing"]:
        games = _count(kinds["pairing"], "game")
        yield Check(about, f"{games}, each between the teams that were to meet, in seats as drawn")
    if kinds["result"]:
        yield Check(about, f"{_count(kinds['result'], 'result')}, each of the match's running game")
    if acts := [f"{kinds[one]} {name}" for one, name in RULED.items() if kinds[one]]:
        yield Check(about, f"besides, each where it could be: {', '.join(acts)}")
    if kinds["standings"]:
        yield Check(about, f"the standings follow from the results, {_count(kinds['standings'], 'time')}")
    if not is_over(t, key):
        left = sum(one.number not in t.outcomes for one in matches_of(t, key))
        yield Check(about, f"{_count(left, 'match')} still to be played", held=False)


RULED = {
    "ruling": "by ruling",
    "back": "taken back",
    "silence": "lost by silence",
    "limit": "at the match limit",
    "rating": "ratings",
}
"""The other fates of a match, which a report counts."""


def _people(lines: Sequence[Passed]) -> Iterator[Check]:
    kinds = Counter(one.entry.kind for one in lines)
    if kinds["withdrawal"]:
        yield Check("teams", f"{_count(kinds['withdrawal'], 'withdrawal')}; the matches left behind are given up")
    if kinds["substitute"]:
        yield Check("teams", f"{_count(kinds['substitute'], 'substitute')} for a player of the team")


def _end(t: Tournament) -> Iterator[Check]:
    if t.phase == "cancelled":
        yield Check("end", "called off; seed and root match their commitments")
        return
    if t.phase != "over":
        yield Check("end", "the tournament is not over; the root of its first deals is not shown yet", held=False)
        return
    yield Check("end", "the root of its first deals matches its commitment")
    for one in t.places:
        yield Check("places", _places(one))


def _places(one: Places) -> str:
    where = f"{printable(one.division)}: " if one.division else ""
    found, place = [], 1
    for teams in one.teams:
        if teams:
            found.append(f"{place} {' and '.join(map(printable, teams))}")
        place += max(len(teams), 1)
    return where + "; ".join(found)


def closing(t: Tournament, *, compared: bool, given: int = 0) -> tuple[str, ...]:
    """Return the last words on a record that is right, a paragraph each: what it proves, and what it does not. `t` is
    the tournament after its last line.

    `compared`: the record was compared with heads from letters; `given`: how many records of its games were.
    """
    begun = sum(game.attempt for game in t.games.values())
    results = GAMES.format(given=given, all=begun) if given else RESULTS
    paragraphs = (PROVEN, f"{NOT_PROVEN} {UNBOUND} {results}")
    return paragraphs if compared else (UNCOMPARED, *paragraphs)


def _count(number: int, noun: str) -> str:
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"

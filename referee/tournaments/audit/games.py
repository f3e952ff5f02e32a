"""A tournament's record against the records of its games: who sat where, the first deal, and each result. Never checks
a game's record itself.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.records.lines import Check, RecordLine, WrongLine
from referee.tournaments import decide
from referee.tournaments.audit.walk import UNKNOWN, Passed, impossible
from referee.tournaments.events import Pair
from referee.tournaments.matches import match_of


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """The facts that a game's record, itself right, shows."""

    number: str
    seats: tuple[str, ...]
    sheet: str
    target: int
    limit: int
    """Seconds for each act."""
    head: str
    commits: tuple[str, ...]
    """The commitments to the first attempts at round 1."""
    commit: Callable[[int, str], str]
    """The commitment of this game to a seed of round 1: of the attempt and the seed."""
    begun: bool
    """Somebody has bid or played."""
    last_round: int
    """The round that the match limit made the last; 0 if none."""
    by: str | None
    """The way in which the game ended; None while it runs."""
    won: int | None
    """The team of seats that won, 1 or 2."""
    score: Pair
    sets: Pair
    """The rounds set, of the teams of seats, in their order; none in dominoes."""
    silences: tuple[int, ...]
    """The acts of the clock in a row at the end, of seats 1 to 4, as far as everybody sees them."""


def compare(passed: Sequence[Passed], games: Mapping[str, GameRecord]) -> Iterator[Check]:
    """Check the lines about the games whose records are given, by number. Raises WrongLine."""
    if not games:
        return
    rooted = passed[-1].tournament.root != UNKNOWN
    kinds: Counter[str] = Counter()
    for one in passed:
        if (game := _game_of(one, games)) is not None:
            _check(one, game, rooted=rooted)
            kinds[one.entry.kind] += 1
    begun, results = kinds["pairing"], kinds["result"]
    yield Check("games", f"{begun} given: the seats as drawn, the sheet and the time limit as announced")
    if rooted:
        yield Check("games", "their first deals were committed to from the root, so fixed before anybody entered")
    else:
        yield Check("games", "the root is not shown yet: first deals cannot be checked", held=False)
    if results:
        yield Check("games", f"{results} results: winner, how, score, sets and head as the games' records have them")
    if missing := len(_numbers(passed)) - begun:
        yield Check("games", f"{missing} more, whose records are not given", held=False)


def _check(one: Passed, game: GameRecord, *, rooted: bool) -> None:
    """Check a line that is about a game; `rooted`: the root is shown. Raises WrongLine."""
    if one.entry.kind == "pairing":
        _check_start(one, game)
        if rooted:
            _check_seeds(one, game)
    elif one.entry.kind == "result":
        _check_result(one, game)
    elif one.entry.kind == "limit":
        if game.by is not None or game.last_round:
            _hold(one.entry, game, {"last round": (one.entry.fields["round"], game.last_round)})
    elif one.entry.fields["why"] == "changed" and game.begun:
        raise impossible(one.entry, f"game {game.number} had begun, as its record shows")
    elif one.entry.fields["why"] == "abort" and game.by is not None:
        _hold(one.entry, game, {"end": ("abort", game.by)})


def missed(passed: Sequence[Passed], games: Mapping[str, GameRecord]) -> tuple[str, ...]:
    """Return the numbers of given games that no line names."""
    return tuple(number for number in games if number not in _numbers(passed))


def _numbers(passed: Sequence[Passed]) -> set[str]:
    return {one.entry.fields["number"] for one in passed if one.entry.kind == "pairing"}


def _game_of(one: Passed, games: Mapping[str, GameRecord]) -> GameRecord | None:
    """Return the record of the game that a line is about, if it is given."""
    if one.entry.kind in ("pairing", "result"):
        return games.get(one.entry.fields["number"])
    if one.entry.kind in ("back", "limit") and one.entry.fields["match"] in one.tournament.games:
        return games.get(str(one.tournament.games[one.entry.fields["match"]].game))
    return None


def _check_start(one: Passed, game: GameRecord) -> None:
    t, said = one.tournament, one.entry.fields
    match = match_of(t, said["match"])
    assert match is not None, "a pairing is that of a match"
    sheet = t.format.final_sheet if match.part == "final" else t.format.sheet
    limit, target = t.format.time_limit, t.format.target
    same: dict[str, tuple[object, object]] = {
        "seats": (tuple(said["seats"]), game.seats),
        "sheet": (sheet, game.sheet if target is None else game.sheet.removesuffix("*")),
        "time limit": (game.limit if limit is None else int(limit.total_seconds()), game.limit),
    }
    if target is not None or sheet == t.format.sheet:
        same["target"] = (t.target, game.target)
    _hold(one.entry, game, same)


def _check_seeds(one: Passed, game: GameRecord) -> None:
    t, said = one.tournament, one.entry.fields
    seeds = decide.first_seeds(t, said["match"], said["game"], len(game.commits))
    made = tuple(game.commit(attempt, seed) for attempt, seed in enumerate(seeds, 1))
    if made != game.commits:
        why = f"game {game.number} did not commit to the first deals that the root gives match {said['match']}"
        raise WrongLine(one.entry.number, why)


def _check_result(one: Passed, game: GameRecord) -> None:
    said = one.entry.fields
    played = one.tournament.games[said["match"]]
    if game.by is None:
        raise WrongLine(one.entry.number, f"the record of game {game.number} has no end: ask for it again")
    first = played.odd == played.teams[0]
    winner = 0 if game.won is None else game.won if first else 3 - game.won
    same: dict[str, tuple[object, object]] = {
        "head": (said["head"], game.head),
        "last round": (one.tournament.limited.get(said["match"], 0), game.last_round),
        "winner": (said["winner"], played.teams[winner - 1] if winner else "nobody"),
        "by": ("forfeit" if said["by"] == "silence" else said["by"], game.by),
        "score": (tuple(said["score"]), game.score if first else game.score[::-1]),
        "sets": (tuple(said["sets"]), game.sets if first else game.sets[::-1]),
    }
    _hold(one.entry, game, same)
    if said["by"] == "silence" and game.won is not None:
        rows = sorted(game.silences[2 - game.won :: 2])
        if not one.tournament.format.is_silent(rows[1], rows[0]):
            raise impossible(one.entry, f"the record of game {game.number} does not show the losers so often silent")


def _hold(entry: RecordLine, game: GameRecord, same: Mapping[str, tuple[object, object]]) -> None:
    """Check that the line of the tournament agrees with the game's record. Raises WrongLine at the first difference."""
    for what, (said, shown) in same.items():
        if said != shown:
            raise impossible(entry, f"the record of game {game.number} has another {what}: {_written(shown)}")


def _written(value: object) -> str:
    return " and ".join(map(str, value)) if isinstance(value, tuple) else str(value)

"""`referee verify` on a tournament's record, and on those of its games beside it. Reads no file; changes nothing."""

from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from referee.commands.audits import audit_of
from referee.records.lines import Check, RecordLine, WrongLine, heads, located
from referee.table.fairness import Deck, commit
from referee.telling.formats import listed
from referee.tournaments.audit.games import GameRecord, compare, missed
from referee.tournaments.audit.lines import entries_of
from referee.tournaments.audit.verdict import checks, closing
from referee.tournaments.audit.walk import Passed, walk


@dataclass(frozen=True, slots=True)
class TournamentRecords:
    """The records to check: a tournament's, those of its games by file, and heads from letters, oldest first."""

    record: str
    games: Mapping[str, str]
    heads: tuple[str, ...] = ()


class WrongGame(Exception):
    """The record of a game that is wrong in itself, or given twice."""

    def __init__(self, file: str, why: str) -> None:
        super().__init__(why)
        self.file = file
        self.why = why


def tournament_verified(given: TournamentRecords) -> Generator[Check, None, tuple[str, ...]]:
    """Yield the checks that hold, and those that must wait; returns the last words. Raises WrongLine at the first wrong
    line of the tournament's record, WrongGame for a game's."""
    entries = entries_of(given.record)
    chain = heads(entry.text for entry in entries)
    yield Check("record", f"{len(entries)} lines, each of them as the format says")
    yield Check("head", chain[-1])
    if given.heads:
        located(chain, given.heads, f"of {entries[0].fields['name']}")
        yield Check("heads", f"{len(given.heads)} given, and the record has them, in that order")
    passed: list[Passed] = []
    try:
        yield from checks(_collecting(entries, passed))
    except WrongLine:
        _check_results_before(passed, given.games)
        raise
    games = {file: _game(file, record) for file, record in given.games.items()}
    own = yield from _own(passed, games)
    yield from compare(passed, own)
    return closing(passed[-1].tournament, compared=bool(given.heads), given=len(own))


def _collecting(entries: tuple[RecordLine, ...], into: list[Passed]) -> Generator[Passed, None, None]:
    for one in walk(entries):
        into.append(one)
        yield one


def _check_results_before(passed: list[Passed], games: Mapping[str, str]) -> None:
    """Check the results before a changed one. Of a changed result the first that shows in the record alone may be what
    follows from it, further down; the record of its game shows the result itself. Raises WrongLine for that; a game's
    record that is wrong shows nothing."""
    shown: dict[str, GameRecord] = {}
    for file, record in games.items():
        with suppress(WrongGame):
            game = _game(file, record)
            shown[game.number] = game
    for _ in compare(passed, shown) if passed else ():
        pass


def _own(passed: list[Passed], games: Mapping[str, GameRecord]) -> Generator[Check, None, Mapping[str, GameRecord]]:
    """Yield the tournament's games among those given, by number, with a note of the others: a folder may hold the games
    of several. Raises WrongGame."""
    numbers = Counter(game.number for game in games.values())
    known = {game.number: game for game in games.values()}
    for file, game in games.items():
        if numbers[game.number] > 1:
            raise WrongGame(file, f"game {game.number} is given twice")
    if strange := missed(passed, known):
        verb = "is no game" if len(strange) == 1 else "are no games"
        yield Check("games", f"{listed(strange)} {verb} of this tournament: left out", held=False)
    return {number: game for number, game in known.items() if number not in strange}


def _game(file: str, record: str) -> GameRecord:
    """Read what a game's record shows, once every line of it is right. Raises WrongGame."""
    try:
        walk = audit_of(record).walk.of(record)
        passed = tuple(walk.passed())
    except WrongLine as wrong:
        raise WrongGame(file, f"line {wrong.number} of it is wrong: {wrong.why}") from None
    entries, game = walk.entries, passed[-1].game
    start = entries[0].fields
    commits = next(entry.fields["commits"] for entry in entries if entry.kind == "commit")
    return GameRecord(
        number=start["game"],
        seats=tuple(start["seats"]),
        sheet=game.sheet.name,
        target=game.sheet.target,
        limit=start["limit"],
        head=heads(entry.text for entry in entries)[-1],
        commits=tuple(commits),
        commit=lambda attempt, seed: commit(game.sheet.game, Deck(start["game"], 1, attempt, seed)),
        begun=any(entry.kind in ("bid", "play") for entry in entries),
        last_round=game.last_round,
        by=None if game.result is None else game.result.by,
        won=None if game.result is None else game.result.team,
        score=game.score,
        sets=getattr(game, "sets", (0, 0)),
        silences=game.silences,
    )

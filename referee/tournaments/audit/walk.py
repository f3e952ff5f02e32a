"""A walk through a tournament's record, line by line: the author of each act must have been free to make it, and the
next lines must be its consequences. Runs the referee's own law again. Never checks the form of a line: lines.py does.

The seeds come from the lines that show them; each is held against its commitment there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.records.lines import RecordLine, WrongLine, quoted
from referee.tournaments import decide, draw
from referee.tournaments import events as ev
from referee.tournaments.audit.lines import format_of
from referee.tournaments.decide import Decided, GameEnd, Impossible, InTheWay
from referee.tournaments.events import Event, Team
from referee.tournaments.fold import evolve
from referee.tournaments.matches import Match, due, match_of
from referee.tournaments.record_lines import line
from referee.tournaments.tournament import Phase, Tournament

NOT_BEGUN: frozenset[int] = frozenset()
"""The record of a tournament holds no bids, so any running game may still be without one."""
Act = Callable[[Tournament, RecordLine], Decided]
Demand = tuple[bool, str]
"""A condition that must hold, and what is wrong if it does not."""


def act(t: Tournament, entry: RecordLine) -> Decided:
    """Return what an act brings about: its events, of which the first has this line, and the state after them. Raises
    WrongLine if the act was impossible."""
    if entry.kind not in ACTS:
        raise impossible(entry, "nothing has led to it")
    phases, ruled = ACTS[entry.kind]
    if t.phase not in phases:
        raise impossible(entry, STANDS[t.phase])
    try:
        return ruled(t, entry)
    except Impossible as why:
        raise impossible(entry, str(why)) from None
    except InTheWay as why:
        numbers = ", ".join(map(str, why.matches))
        raise impossible(entry, f"matches have results that stand in its way: {numbers}") from None


def impossible(entry: RecordLine, why: str) -> WrongLine:
    """Make the error of a line that tells of an impossible act."""
    return WrongLine(entry.number, f"it says {quoted(entry.text)}; {why}")


def _amended(t: Tournament, entry: RecordLine) -> Decided:
    return decide.amend(t, format_of(entry), entry.fields["target"])


def _entered(t: Tournament, entry: RecordLine) -> Decided:
    said = entry.fields
    division = said.get("division", "")
    _hold(
        entry,
        (said["name"] not in _names(t), "that team has a place already"),
        (len({*_players(t), *said["players"]}) == len(_players(t)) + 2 - t.alone, "two players have one name"),
        (division in t.divisions, "there is no such division"),
        (len(t.in_division(division)) < t.format.most, f"no more than {t.format.most} teams have a place"),
    )
    return decide.note(t, ev.Entered(_team(said)))


def _left(t: Tournament, entry: RecordLine) -> Decided:
    _hold(entry, (entry.fields["team"] in _names(t), "no such team has a place"))
    return decide.note(t, ev.Left(entry.fields["team"]))


def _closed(t: Tournament, entry: RecordLine) -> Decided:
    seeded = entry.fields["seeded"]
    _hold(
        entry,
        (len(set(seeded)) == len(seeded) and {*seeded} <= _names(t), "who is seeded must be a team, and once"),
        (not (seeded and t.alone), "whose partner is drawn is not seeded"),
        *((len(t.in_division(one)) >= t.format.least, f"{t.format.least} teams must enter") for one in t.divisions),
    )
    return decide.close(t, tuple(seeded), t.teams)


def _drawn(t: Tournament, entry: RecordLine) -> Decided:
    salts = entry.fields["salts"]
    all_given = [len(own) for own in salts] == [len(team.players) for team in t.roster]
    _hold(entry, (all_given, f"{len(t.roster)} teams gave salts"))
    return decide.draw_order(t, tuple(map(tuple, salts)))


def _begun(t: Tournament, entry: RecordLine) -> Decided:
    said = entry.fields
    # records hold no times, so any round may have opened
    match = next((one for one in due(t) if one.number == said["match"]), None)
    if match is None:
        raise impossible(entry, "no such match can begin")
    last = max((game.game for game in t.games.values()), default=0)
    _hold(entry, (int(said["number"]) > last, f"games begin in the order of their numbers, and {last} was before it"))
    return decide.begin(t, match, int(said["number"]))


def _resulted(t: Tournament, entry: RecordLine) -> Decided:
    said = entry.fields
    game = t.games.get(said["match"])
    if game is None or game.state != "running":
        raise impossible(entry, "no game of that match is being played")
    winner, by = said["winner"], said["by"]
    _hold(entry, (winner in game.teams, "the winner does not play in that match"))
    first = game.teams[0]
    ahead = said["score"] if winner == first else said["score"][::-1]
    _hold(entry, (by not in ("score", "hands") or ahead[0] > ahead[1], "whoever wins by the score has more points"))
    turned = game.odd != first
    end = GameEnd(
        match=game.match,
        won=1 if winner == game.odd else 2,
        how=by,
        score=_pair(said["score"], turned=turned),
        sets=_pair(said["sets"], turned=turned),
        head=said["head"],
    )
    return decide.finish(t, end)


def _ruled(t: Tournament, entry: RecordLine) -> Decided:
    said = entry.fields
    match = _match(t, entry)
    _hold(entry, (said["winner"] in (match.teams or ()), "the winner does not play in that match"))
    return decide.rule(t, match, said["winner"], _pair(said["score"]), "", NOT_BEGUN)


def _back(t: Tournament, entry: RecordLine) -> Decided:
    match, why = entry.fields["match"], entry.fields["why"]
    if why == "abort":
        running = match in t.games and t.games[match].state == "running"
        _hold(entry, (running, "no game of that match is being played"))
        return decide.abort(t, match)
    _match(t, entry)
    _hold(entry, (why != "changed", "nothing has changed who plays in it"))
    return decide.take_back(t, match, why, "", NOT_BEGUN)


def _silenced(t: Tournament, entry: RecordLine) -> Decided:
    match, team = entry.fields["match"], entry.fields["team"]
    game = t.games.get(match)
    _hold(
        entry,
        (t.format.silence_loses, "nobody loses by silence in this tournament"),
        (game is not None and game.state == "running", "no game of that match is being played"),
        (game is not None and team in game.teams and game.silent != team, "nobody can lose that match so now"),
    )
    return decide.note(t, ev.Silenced(match, team))


def _limited(t: Tournament, entry: RecordLine) -> Decided:
    number = entry.fields["match"]
    match = _match(t, entry)
    stage = t.format.stages[match.stage - 1]
    _hold(
        entry,
        (t.format.match_limit is not None, "matches have no time limit in this tournament"),
        (stage.final_timed or match.part != "final", "the final has no time limit"),
        (number in t.games and t.games[number].state == "running", "no game of that match is being played"),
        (number not in t.limited and not t.paused, "that match has reached its limit already, or time stands still"),
    )
    return decide.note(t, ev.Limited(number, entry.fields["round"]))


def _withdrawn(t: Tournament, entry: RecordLine) -> Decided:
    team, by = entry.fields["team"], entry.fields["by"]
    _hold(
        entry,
        (team in _names(t) and team not in t.withdrawn, "no such team is in the tournament"),
        (by != "silence", "that team has not lost two matches by silence"),
    )
    return decide.withdraw(t, team, by)


def _substituted(t: Tournament, entry: RecordLine) -> Decided:
    team, out, name = (entry.fields[key] for key in ("team", "out", "name"))
    _hold(
        entry,
        (team in _names(t) - t.withdrawn and out in t.team(team).players, "no such player is in that team"),
        (name not in _players(t), "somebody of that name plays already"),
    )
    return decide.note(t, ev.Substituted(team, out, name))


def _rated(t: Tournament, entry: RecordLine) -> Decided:
    return decide.rate(t, _match(t, entry), entry.fields["team"], entry.fields["rating"])


def _paused(t: Tournament, entry: RecordLine) -> Decided:
    stops = entry.kind == "pause"
    _hold(entry, (t.paused != stops, "it is paused already" if stops else "it is not paused"))
    return decide.note(t, ev.Paused() if stops else ev.Resumed())


def _cancelled(t: Tournament, entry: RecordLine) -> Decided:
    return decide.cancel(t, "")


ACTS: Mapping[str, tuple[tuple[Phase, ...], Act]] = {
    "amended": (("sign-up",), _amended),
    "entry": (("sign-up",), _entered),
    "left": (("sign-up",), _left),
    "closed": (("sign-up",), _closed),
    "salts": (("closed",), _drawn),
    "pairing": (("running",), _begun),
    "result": (("running",), _resulted),
    "ruling": (("running",), _ruled),
    "back": (("running",), _back),
    "silence": (("running",), _silenced),
    "limit": (("running",), _limited),
    "withdrawal": (("running",), _withdrawn),
    "substitute": (("running",), _substituted),
    "rating": (("running",), _rated),
    "pause": (("running",), _paused),
    "resume": (("running",), _paused),
    "cancelled": (("sign-up", "closed", "running"), _cancelled),
}
"""Every kind of line that an act of somebody adds, and the phases in which it can stand. All other lines follow from
these."""
STANDS: Mapping[Phase, str] = {
    "sign-up": "sign-up is open",
    "closed": "entries are closed, and the draw is still to come",
    "running": "the draw was made before it",
    "over": "the tournament is over",
    "cancelled": "the tournament is called off",
}


def _hold(entry: RecordLine, *tests: Demand) -> None:
    for ok, why in tests:
        if not ok:
            raise impossible(entry, why)


def _match(t: Tournament, entry: RecordLine) -> Match:
    """Return the match of a line. Raises WrongLine unless both its teams are known."""
    found = match_of(t, entry.fields["match"])
    if found is None or found.teams is None:
        raise impossible(entry, "no such match can be played")
    return found


def _names(t: Tournament) -> set[str]:
    return {team.name for team in t.teams}


def _players(t: Tournament) -> list[str]:
    return [player for team in t.teams for player in team.players]


def _team(said: Mapping[str, object]) -> Team:
    return Team(str(said["name"]), tuple(_strings(said["players"])), str(said.get("division", "")))


def _strings(value: object) -> Iterator[str]:
    assert isinstance(value, list), "the form of the line was checked"
    yield from map(str, value)


def _pair(said: list[int], *, turned: bool = False) -> tuple[int, int]:
    one, other = reversed(said) if turned else said
    return one, other


UNKNOWN = "0" * 64
"""The stand-in for a seed that is not shown."""
SHOWS = {"draw": ("seed",), "end": ("root",), "cancelled": ("seed", "root")}
"""The lines that show seeds."""
COMMITS: dict[str, tuple[str, Callable[[int, str], str]]] = {
    "seed": ("commit", draw.commit),
    "root": ("root", draw.root_commit),
}
"""The key of each seed's commitment, and how it is made."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A right line, and the tournament after it."""

    entry: RecordLine
    tournament: Tournament


def walk(entries: Sequence[RecordLine]) -> Iterator[Passed]:
    """Walk through the lines, and yield the right lines, in order. Raises WrongLine at the first wrong line."""
    yield from _Walk(entries).passed()


class _Walk:
    """One walk: its place in the record, and the tournament there."""

    def __init__(self, entries: Sequence[RecordLine]) -> None:
        self.entries = entries
        self.at = 0

    def passed(self) -> Iterator[Passed]:
        first = self.entries[0]
        said = first.fields
        self.tournament = evolve(
            None, ev.Announced(int(said["tournament"]), said["name"], format_of(first), said["target"])
        )
        yield self._pass()
        yield from self._commitments()
        while self.at < len(self.entries):
            events, _ = act(self.tournament, self.entries[self.at])
            for event in events:
                yield self._follow(event)

    def _pass(self) -> Passed:
        self.at += 1
        return Passed(self.entries[self.at - 1], self.tournament)

    def _commitments(self) -> Iterator[Passed]:
        """Yield the second line: the commitments, to the seeds that later lines show."""
        entry = self._next("the commitments")
        if entry.kind != "commitments":
            raise WrongLine(entry.number, f"it says {quoted(entry.text)}; the commitments come second")
        self.commits = entry.fields
        self.tournament = evolve(self.tournament, ev.Committed(self._shown("seed"), self._shown("root")))
        yield self._pass()

    def _shown(self, key: str) -> str:
        """Return the seed in the first line that shows one; zeros if no line does."""
        return next((one.fields[key] for one in self.entries if key in SHOWS.get(one.kind, ())), UNKNOWN)

    def _next(self, must: str) -> RecordLine:
        if self.at == len(self.entries):
            raise WrongLine(self.at + 1, f"the record ends before this line, which must be {must}")
        return self.entries[self.at]

    def _follow(self, event: Event) -> Passed:
        """Follow one event, which must be the next line. Raises WrongLine."""
        must = line(self.tournament, event)
        assert must is not None, "all that can happen once it is announced has a line"
        shows = isinstance(event, ev.Drawn)
        entry = self._next("the draw" if shows else must.replace(UNKNOWN, "..."))
        if shows and entry.kind != "draw":
            raise WrongLine(entry.number, f"it says {quoted(entry.text)}; it must be the draw")
        self._check_seeds(entry)
        if must != entry.text:
            raise WrongLine(entry.number, f"it says {quoted(entry.text)}; it must say {must}")
        self.tournament = evolve(self.tournament, event)
        return self._pass()

    def _check_seeds(self, entry: RecordLine) -> None:
        """Hold the seeds that a line shows against their commitments. Raises WrongLine."""
        for key in SHOWS.get(entry.kind, ()):
            committed, commit = COMMITS[key]
            made = commit(self.tournament.number, entry.fields[key])
            if made != self.commits[committed]:
                public = f"{self.commits[committed][:16]}..."
                why = f"its {key} does not match the commitment: that is {public}, the {key}'s would be {made[:16]}..."
                raise WrongLine(entry.number, why)

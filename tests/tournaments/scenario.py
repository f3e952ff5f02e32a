"""Scenarios of tournaments: lines of text, played by the core and compared line by line. Knows no rule of its own.

A file opens with `#` lines that say what the rules ask. Then, one a line:

    given format pride              a preset as a whole; or the stages, with what is not the default:
    given stages league, meetings 2; single elimination, best 2
    given divisions X Y             teams are then written A:X
    given teams A B C D             they are drawn in this order
    A beats D 250 200               the running match of two teams ends; the score is 250 to 100 where none stands
    A beats D by concession         also `by silence`: the silence of the loser is noted first
    better                          all running matches end, each won by the team whose name comes first
    week 2                          the second round of a league with days opens
    withdraw A                      also `bid 3`, `abort 3`, `replay 3`, `reset 3`, `rule 3 A 250 180`,
    rule 1 D 9 0 -> in the way 5 3  `rate A 3.5 in 3`, `pause`, `resume`
    plays A-D B-C                   what must now be true: these matches are being played, and no other
    match 3 A-D                     who meets in the match of that number; `match 3 none`
    stage 2 A B C D                 the teams it began with, best first; `stage 2 none`; `stage 2 of X ...`
    table A B C                     the standings of the first stage; `table of X ...`
    points 4 2 0                    the match points in it
    out A                           who withdrew, or was withdrawn
    places A, B, C D                the end: those that share a place stand together; `-` is nobody; `places of X ...`;
    places none                     not yet

All matches that are due begin after each line.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.decide import GameEnd, InTheWay
from referee.tournaments.events import Team
from referee.tournaments.fold import replay
from referee.tournaments.formats import Format, Stage, StageKind
from referee.tournaments.matches import due, match_of
from referee.tournaments.presets import PRESETS
from referee.tournaments.standings import table
from tests.tournaments.played import ROOT, SEED, Played

ALL_ROUNDS = 99


class ScenarioError(AssertionError):
    """A line of a scenario is not true, or makes no sense."""


def run(path: Path) -> None:
    """Play the scenario of a file. Raises ScenarioError."""
    play_lines(path.read_text("utf-8").splitlines(), path.stem)


def play_lines(lines: list[str], name: str) -> None:
    """Play the lines of a scenario. Raises ScenarioError."""
    played, format = None, Format(name=name, stages=())
    for number, line in enumerate(lines, 1):
        verb, _, rest = line.partition(" ")
        if verb == "#" or not line:
            continue
        try:
            if verb == "given":
                format, played = _given(format, *rest.split(" ", 1))
            else:
                assert played is not None, "no teams are given"
                played.line(verb, rest)
        except (AssertionError, IndexError, KeyError, TypeError, ValueError, InTheWay) as why:
            raise ScenarioError(f"{name}, line {number}: {line}\n{why!r}") from why


def _given(format: Format, what: str, words: str) -> "tuple[Format, Scenario | None]":
    match what:
        case "format":
            return PRESETS[words], None
        case "stages":
            return replace(format, stages=tuple(_stage(one) for one in words.split("; "))), None
        case "divisions":
            return replace(format, divisions=tuple(words.split())), None
        case "rating":
            return replace(format, rating=Fraction(words)), None
        case "teams":
            return format, _drawn(format, [one.partition(":") for one in words.split()])
    raise ValueError(what)


def _stage(words: str) -> Stage:
    kind, *changes = words.split(", ")
    values = dict(one.split(" ", 1) for one in changes)
    known = {"yes": True, "no": False}
    stage: dict[str, Any] = {key: known[word] if word in known else int(word) for key, word in values.items()}
    return Stage(kind=StageKind(kind), **stage)


def _drawn(format: Format, teams: list[tuple[str, str, str]]) -> "Scenario":
    roster = tuple(Team(name, (f"{name}1", f"{name}2"), division) for name, _, division in teams)
    events, t = decide.announce(1, "Spring Cup", format, 250, SEED, ROOT)
    played = Scenario(Random(1), t, list(events))
    played.then(decide.close(t, tuple(team.name for team in roster), roster))
    played.then(decide.draw_order(played.t, (("", ""),) * len(roster)))
    played.week = 1 if any(stage.every for stage in format.stages) else ALL_ROUNDS
    played.begin()
    return played


@dataclass
class Scenario(Played):
    """A tournament as its lines have led it so far."""

    week: int = ALL_ROUNDS
    bids: frozenset[int] = frozenset()

    def line(self, verb: str, rest: str) -> None:
        """Do one line that is not given."""
        if (check := getattr(self, f"see_{verb}", None)) is not None:
            check(rest)
            return
        wanted, _, hindered = rest.partition("-> in the way ")
        words = wanted.split()
        act: Callable[..., None] = getattr(self, f"do_{verb}", self.beats)
        try:
            act(*words) if act != self.beats else act(verb, *words[words.index("beats") + 1 :])
        except InTheWay as why:
            if [str(number) for number in why.matches] != hindered.split():
                raise
        else:
            assert not hindered, "nothing is in the way"
        self.begin()
        assert replay(self.events) == self.t

    def begin(self) -> None:
        for match in due(self.t, self.week):
            self.game += 1
            self.then(decide.begin(self.t, match, self.game))

    def between(self, *teams: str) -> int:
        """Return the running match of two teams."""
        found = [number for number in self.running() if set(self.t.games[number].teams) == set(teams)]
        assert found, f"{teams} do not play"
        return found[0]

    def beats(self, winner: str, loser: str, *rest: str) -> None:
        by, how = rest[-2:] if rest[-2:-1] == ("by",) else ("", "score")
        figures = [int(word) for word in (rest[:-2] if by else rest)] or [250, 100]
        number = self.between(winner, loser)
        if how == "silence":
            self.then(decide.note(self.t, ev.Silenced(number, loser)))
        game = self.t.games[number]
        if game.state != "running":
            return
        won, score = (1, (figures[0], figures[1])) if game.odd == winner else (2, (figures[1], figures[0]))
        self.then(decide.finish(self.t, GameEnd(match=number, won=won, how=how, score=score, sets=(0, 0), head="")))

    def do_better(self) -> None:
        for number in self.running():
            self.beats(*sorted(self.t.games[number].teams))

    def do_week(self, number: str) -> None:
        self.week = int(number)

    def do_withdraw(self, team: str) -> None:
        self.then(decide.withdraw(self.t, team, "captain"))

    def do_bid(self, number: str) -> None:
        self.bids |= {int(number)}

    @property
    def begun(self) -> frozenset[int]:
        return self.bids.intersection(self.running())

    def do_abort(self, number: str) -> None:
        self.then(decide.abort(self.t, int(number)))

    def do_replay(self, number: str) -> None:
        self.then(decide.take_back(self.t, int(number), "replay", "", self.begun))
        self.bids -= {int(number)}

    def do_reset(self, number: str) -> None:
        self.then(decide.take_back(self.t, int(number), "reset", "so", self.begun))
        self.bids -= {int(number)}

    def do_rule(self, number: str, winner: str, own: str, other: str) -> None:
        match = match_of(self.t, int(number))
        assert match is not None and match.teams is not None, "no such match"
        score = (int(own), int(other)) if match.first == winner else (int(other), int(own))
        self.then(decide.rule(self.t, match, winner, score, "so", self.begun))

    def do_rate(self, team: str, rating: str, _in: str, number: str) -> None:
        match = match_of(self.t, int(number))
        assert match is not None, "no such match"
        self.then(decide.rate(self.t, match, team, rating))

    def do_pause(self) -> None:
        self.then(decide.note(self.t, ev.Paused()))

    def do_resume(self) -> None:
        self.then(decide.note(self.t, ev.Resumed()))

    def see_plays(self, words: str) -> None:
        pairs = sorted("-".join(sorted(one.split("-"))) for one in words.split() if one != "none")
        same(sorted("-".join(sorted(self.t.games[number].teams)) for number in self.running()), pairs)

    def see_match(self, words: str) -> None:
        number, teams = words.split()
        found = match_of(self.t, int(number))
        same("none" if found is None else f"{found.first}-{found.second}", teams)

    def see_stage(self, words: str) -> None:
        number, *rest = words.split()
        division, teams = _division(rest)
        opened = self.t.stages.get((division, int(number)))
        same(["none"] if opened is None else list(opened), teams)

    def see_table(self, words: str) -> None:
        division, teams = _division(words.split())
        same([row.team for row in table(self.t, (division, 1))], teams)

    def see_points(self, words: str) -> None:
        division, points = _division(words.split())
        same([str(row.match_points) for row in table(self.t, (division, 1))], points)

    def see_out(self, words: str) -> None:
        same(" ".join(sorted(self.t.withdrawn)) or "none", words)

    def see_places(self, words: str) -> None:
        division, rest = _division(words.split())
        wanted = [sorted(place.split()) for place in " ".join(rest).split(", ")]
        found = [sorted(place) or ["-"] for one in self.t.places if one.division == division for place in one.teams]
        same(found or [["none"]], wanted)


def _division(words: list[str]) -> tuple[str, list[str]]:
    return (words[1], words[2:]) if words[:1] == ["of"] else ("", words)


def same(found: object, wanted: object) -> None:
    """Complain unless a value is as the line says."""
    assert found == wanted, f"it is {found}"

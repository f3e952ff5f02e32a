"""A tournament in which everything that may happen does, by chance, and what must hold after each step of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.decide import Impossible, InTheWay
from referee.tournaments.fixtures import all_results
from referee.tournaments.matches import Match, due, match_of, matches
from referee.tournaments.tournament import Tournament
from tests.tournaments.played import Played

OTHERS = ("withdraw", "silence", "abort", "substitute", "rate", "pause")


@dataclass
class Upheaval(Played):
    """One tournament under way, with all that a Gamesmaster, captains and clocks do to it.

    `wild`: how many more times something else than a result happens.
    """

    wild: int = 0
    eager: float = 0.5
    """The chance that a first bid comes before anything else."""
    acts_of: tuple[str, ...] = ("rule",) * 3 + ("take_back",) * 2 + OTHERS
    """The happenings besides results, each as often as it stands here."""
    bid: set[int] = field(default_factory=set)
    """The matches whose running game has its first bid."""
    resets: int = 0
    """The number of times that matches stood in the way of a ruling."""
    substitutes: int = 0

    def begin(self) -> None:
        before = dict(self.t.games)
        for match in due(self.t):
            assert match.number not in before or before[match.number].state == "taken back"
        super().begin()
        for number, game in self.t.games.items():
            again = game.attempt - before[number].attempt if number in before else game.attempt
            assert again == (0 if before.get(number) == game else 1), "each game of a match has its own seats"
        self.check()

    def end(self, match: int, won: int | None = None) -> None:
        super().end(match, won)
        self.bid.discard(match)
        self.check()

    def step(self) -> None:
        """Begin what can begin; then a first bid, something wild, or a result."""
        if self.t.paused and self.luck.random() < 0.5:
            self.do(decide.note(self.t, ev.Resumed()))
        self.begin()
        running = self.running()
        unbid = [match for match in running if match not in self.bid]
        if unbid and self.luck.random() < self.eager:
            self.bid.add(self.luck.choice(unbid))
        elif self.wild and self.luck.random() < 0.5:
            self.wild -= 1
            getattr(self, self.luck.choice(self.acts_of))()
        elif running:
            self.end(self.luck.choice(running))
        else:
            self.settle_a_waiting_match()

    def do(self, happened: decide.Decided) -> None:
        """Take note of what happened, and forget the bids of games that count no more."""
        self.then(happened)
        self.bid &= set(self.running())
        self.check()

    def rule(self) -> None:
        known = [one for one in matches(self.t) if one.teams is not None]
        if known:
            self.settle(self.luck.choice(known))

    def settle(self, match: Match) -> None:
        """Rule on a match, after resetting whatever stands in the way."""
        assert match.teams is not None
        winner, score = self.luck.choice(match.teams), (self.luck.randrange(300), self.luck.randrange(300))
        self.changing(lambda: decide.rule(self.t, match, winner, score, "so it is", frozenset(self.bid)))

    def take_back(self) -> None:
        played = {number for number, game in self.t.games.items() if game.state != "taken back"} | set(self.t.outcomes)
        known = [one for one in matches(self.t) if one.number in played]
        if known:
            match = self.luck.choice(known)
            self.changing(lambda: decide.take_back(self.t, match.number, "replay", "so it is", frozenset(self.bid)))

    def changing(self, act: Callable[[], decide.Decided]) -> None:
        """Carry out an act, after resetting the matches in its way, latest first; check that then none is."""
        try:
            self.do(act())
        except Impossible:
            return
        except InTheWay as why:
            self.resets += 1
            begun = {number for number in self.bid if number in self.running()} | set(self.t.outcomes)
            assert set(why.matches) <= begun and all(one > other for one, other in pairwise(why.matches))
            for number in why.matches:
                self.do(decide.take_back(self.t, number, "reset", "in the way", frozenset(self.bid)))
                Played.begin(self)
                assert number not in self.running(), "it waits"
            self.do(act())

    def abort(self) -> None:
        if running := self.running():
            self.do(decide.abort(self.t, self.luck.choice(running)))

    def settle_a_waiting_match(self) -> None:
        """Rule on a match whose game was aborted, or have it played again: nobody plays."""
        aborted = {number for number, game in self.t.games.items() if game.state == "waiting"}
        waiting = sorted(aborted | self.t.reset.keys())
        if not waiting:
            assert self.t.paused or self.t.phase == "over", "nobody can go on"
            return
        match = match_of(self.t, self.luck.choice(waiting))
        assert match is not None
        if self.luck.random() < 0.5:
            self.settle(match)
        else:
            self.changing(lambda: decide.take_back(self.t, match.number, "replay", "", frozenset(self.bid)))

    def withdraw(self) -> None:
        left = [team.name for team in self.t.teams if team.name not in self.t.withdrawn]
        if left:
            by, team, before = self.luck.choice(("captain", "gamesmaster")), self.luck.choice(left), self.t
            self.do(decide.withdraw(self.t, team, by))  # type: ignore[arg-type]
            won = winners(self.t)
            assert winners(before).items() <= won.items(), "what was won before stays won, and stays to be seen"
            given = {n: one.teams for n, one in before.games.items() if one.state == "running" and team in one.teams}
            assert all(won[number] in set(teams) - {team} for number, teams in given.items()), "a match given up"

    def silence(self) -> None:
        if running := self.running():
            match = self.luck.choice(running)
            team = self.luck.choice(self.t.games[match].teams)
            self.do(decide.note(self.t, ev.Silenced(match, team)))
            if self.t.games[match].state == "running":
                self.end(match, won=2 if self.t.games[match].odd == team else 1)

    def substitute(self) -> None:
        team = self.luck.choice(self.t.teams)
        self.substitutes += 1
        newcomer = f"Newcomer {self.substitutes}"
        self.do(decide.note(self.t, ev.Substituted(team.name, self.luck.choice(team.players), newcomer)))
        assert newcomer in self.t.team(team.name).players

    def rate(self) -> None:
        if self.t.format.rating is not None and self.t.outcomes:
            outcome = self.t.outcomes[self.luck.choice(sorted(self.t.outcomes))]
            rating = f"{self.luck.randrange(41) / 10:.1f}"
            match = match_of(self.t, outcome.match)
            assert match is not None
            self.changing(lambda: decide.rate(self.t, match, self.luck.choice(outcome.teams), rating))

    def pause(self) -> None:
        if not self.t.paused:
            self.do(decide.note(self.t, ev.Paused()))

    def check(self) -> None:
        """Check what holds at any moment."""
        meeting = {one.number: one for one in matches(self.t)}
        for number, game in self.t.games.items():
            if game.state in ("running", "waiting"):
                assert self.t.phase == "running" and number not in self.t.outcomes
                assert meeting[number].teams == game.teams and self.t.withdrawn.isdisjoint(game.teams)
        for number, outcome in self.t.outcomes.items():
            assert meeting[number].teams == outcome.teams, "a result of teams that do not meet"
            assert outcome.winner in outcome.teams and meeting[number].round == outcome.round
            assert number not in self.t.games or self.t.games[number].state in ("over", "taken back")


def winners(t: Tournament) -> dict[int, str | None]:
    """Find who has won each match, as results show it, played or not."""
    return {one.match: one.winner for one in all_results(t)}

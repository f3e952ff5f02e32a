"""A tournament with its games: real ones, from the first deals that its root gives, with their records. Short ones: on
sheets with a low target, and conceded, forfeited or aborted as often as not.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any, Literal

from referee.games import ALL_SHEETS, RULES, Command, Game, evolve, line, rule
from referee.spades.rulesheet import RuleSheet
from referee.table import commands as cmd
from referee.table.fairness import ATTEMPTS, FRESH
from referee.table.refusal import Refusal
from referee.table.seats import Names
from referee.table.sheet import Sheet
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.decide import GameEnd
from referee.tournaments.fold import lines_of
from referee.tournaments.formats import Format
from referee.tournaments.matches import Match, due
from referee.tournaments.presets import PRESETS
from tests.audit.tournament_records import Course
from tests.chance import fresh
from tests.dominoes import random_games as dominoes
from tests.rulings import PLAIN
from tests.spades import random_games as spades

LIMIT = 86_400
TARGET = 60


@dataclass(frozen=True, slots=True)
class WithGames:
    """The lines of a tournament's record, and of each game's by its number."""

    lines: tuple[str, ...]
    games: dict[str, tuple[str, ...]]

    def files(self, **changed: tuple[str, ...]) -> dict[str, str]:
        """Return the games' records as files; `changed` ones instead of those of their numbers (`game_4`)."""
        found = self.games | {key.removeprefix("game_"): lines for key, lines in changed.items()}
        return {f"spades-{number}.jsonl": "".join(f"{one}\n" for one in lines) for number, lines in found.items()}


class PlayedGame:
    """One game from its start, and the lines of its record."""

    def __init__(self, number: int, names: Names, sheet: Sheet, seeds: tuple[str, ...]) -> None:
        self.game: Game | None = None
        self.lines: list[str] = []
        rules = RULES[sheet.game]
        started = rules.started(number, names, sheet, LIMIT, PLAIN)
        self._follow(step.event for step in rules.law.begin(started, seeds))

    @property
    def now(self) -> Game:
        assert self.game is not None
        return self.game

    def act(self, luck: Random, seat: int | None, command: Command, answers: int) -> None:
        seeds = fresh(luck.randbytes(32).hex())
        self._follow(step.event for step in rule(self.now, seat, command, answers=answers, seeds=seeds))

    def _follow(self, events: Iterable[Any]) -> None:
        for event in events:
            if (public := line(self.game, event)) is not None:
                self.lines.append(public)
            self.game = evolve(self.game, event)


class RealCourse(Course):
    """A tournament whose matches are games."""

    def __init__(self, luck: Random, format: Format, number: int) -> None:
        super().__init__(luck, format, number)
        self.played: dict[int, PlayedGame] = {}
        assert isinstance(self.events[0], ev.Announced), "it begins so"
        self.events[0] = replace(self.events[0], target=TARGET)
        self.t = replace(self.t, target=TARGET)

    def begin(self) -> None:
        for match in due(self.t):
            self.game += 1
            attempt = decide.next_attempt(self.t, match.number)
            one, two, three, four = decide.seats(self.t, match, attempt)
            seeds = decide.first_seeds(self.t, match.number, attempt, ATTEMPTS)
            seeds += fresh(self.luck.randbytes(32).hex())[: FRESH - ATTEMPTS]
            self.played[self.game] = PlayedGame(self.game, (one, two, three, four), self._sheet(match), seeds)
            self.then(decide.begin(self.t, match, self.game))

    def liked(self, number: str, seats: tuple[str, ...], rules: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the record of a game that begins as another one, from seeds of its own."""
        one, two, three, four = seats
        sheet = RuleSheet.from_table(rules["sheet"], rules["rules"])
        seeds = fresh(self.luck.randbytes(32).hex())
        return tuple(PlayedGame(int(number), (one, two, three, four), sheet, seeds).lines)

    def _sheet(self, match: Match) -> Any:
        if match.part == "final" and self.t.format.final_sheet != self.t.format.sheet:
            return ALL_SHEETS[self.t.format.final_sheet]
        star = "*" if self.t.format.target else ""
        return replace(ALL_SHEETS[self.t.format.sheet], name=f"{self.t.format.sheet}{star}", target=TARGET)

    def end(self, match: int, won: int | None = None) -> None:
        played = self.played[self.t.games[match].game]
        silent = self.t.games[match].silent
        if silent is not None:
            loser: Literal[1, 2] = 1 if silent == self.t.games[match].odd else 2
            while not self.t.format.is_silent(*played.now.silences[loser - 1 :: 2]):
                played.act(self.luck, None, cmd.TimeUp(played.now.turn), 0)
            played.act(self.luck, None, cmd.Forfeit(loser), 0)
        while played.now.result is None:
            self.move(played)
        result = played.now.result
        if result.team is None:
            self.then(decide.abort(self.t, match))
            return
        end = GameEnd(
            match=match,
            won=result.team,
            how="silence" if silent else result.by,
            score=played.now.score,
            sets=getattr(played.now, "sets", (0, 0)),
            head=played.now.head,
        )
        self.then(decide.finish(self.t, end))

    def limit(self, match: int) -> None:
        """Let a match reach its time limit, once."""
        played = self.played[self.t.games[match].game]
        if match not in self.t.limited and played.now.round:
            played.act(self.luck, None, cmd.LastRound(LIMIT), 0)
            self.then(decide.note(self.t, ev.Limited(match, played.now.last_round)))

    def move(self, played: PlayedGame) -> None:
        """Make one act of a game; now and then the one that ends it."""
        luck, game = self.luck, played.now
        if game.round > 3 or (game.turn > 20 and luck.random() < 0.02):
            ends = luck.choice((cmd.Forfeit(1), cmd.Forfeit(2), cmd.Abort(), None, None, None))
            if ends is not None:
                played.act(luck, None, ends, 0)
                return
            for seat in luck.choice(((1, 3), (2, 4))):
                if seat not in played.now.conceded:
                    played.act(luck, seat, cmd.Concede(), played.now.turn)
            return
        asked = (spades if game.sheet.game == "spades" else dominoes).sensible(luck, game)
        assert asked is not None
        with suppress(Refusal):
            played.act(luck, *asked)


FORMATS = (
    replace(PRESETS["usag"], time_limit=timedelta(seconds=LIMIT), forfeit_both=2),
    replace(PRESETS["sigma"], time_limit=timedelta(seconds=LIMIT), target=TARGET),
)


DOMINOES = (replace(PRESETS["sigma-dominoes"], time_limit=timedelta(seconds=LIMIT), target=TARGET, forfeit_both=2),)


@cache
def with_games(number: int, teams: int = 4, formats: tuple[Format, ...] = FORMATS) -> WithGames:
    """Return a whole tournament of few teams, drawn from its number."""
    luck = Random(f"tournament with games {number}")
    format = replace(formats[number % len(formats)], most=teams)
    course = RealCourse(luck, format, number + 1)
    course.enter()
    course.draw()
    while course.t.phase == "running":
        course.begin()
        running = course.running()
        if luck.random() < 0.1 and running and format.silence_loses:
            match = luck.choice(running)
            if course.t.games[match].silent is None:
                course.then(decide.note(course.t, ev.Silenced(match, luck.choice(course.t.games[match].teams))))
        elif luck.random() < 0.3 and running and format.match_limit:
            course.limit(luck.choice(running))
        elif running:
            course.end(luck.choice(running))
        course.mend()
    games = {str(n): tuple(one.lines) for n, one in course.played.items()}
    return WithGames(lines_of(course.events), games)

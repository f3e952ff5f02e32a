"""A tournament to talk to: Talk, with its Gamesmaster and its teams writing what such an event is made of."""

from itertools import product
from pathlib import Path
from typing import Any

from referee.store import matches, tournaments
from referee.store.matches import MatchRow
from referee.store.tournaments import Entry, TournamentRow
from referee.tournaments.events import Event
from referee.tournaments.matches import Match
from referee.tournaments.matches import matches as matches_of
from referee.tournaments.tournament import Tournament
from tests.talk import MASTER, Letter, Talk, address

FIRST = ("Ann", "Bob", "Carol", "Dave", "Eve", "Finn", "Gil", "Hana")
SYLLABLES = tuple("".join(sounds).capitalize() for sounds in product("bdgk", "aeiou", "lmnr", "aeiou"))
PLAYERS = (*FIRST, *(name for name in SYLLABLES if name not in FIRST))
"""Names of players, two for each team."""
NEWCOMERS = 20
UNTIL = "26 November 12:00"
"""Two days after the clock of Talk begins."""


def pair(team: int) -> tuple[str, str]:
    """Return captain and partner of team 1, 2 ..."""
    return PLAYERS[2 * team - 2], PLAYERS[2 * team - 1]


def called(team: int) -> str:
    """Return the name of team 1, 2 ...: `Team Ann`, after its captain."""
    return f"Team {pair(team)[0]}"


class Cup(Talk):
    """A referee with tournaments. Without a number its methods mean the latest one."""

    def __init__(self, folder: Path, **more: Any) -> None:
        super().__init__(folder, **more)
        self.subject = "a cup"

    def gm(self, text: str, **more: Any) -> str:
        """Send a new mail of the Gamesmaster, for whom their server vouches."""
        return self.master(text, **{"subject": self.subject, **more})

    def announces(self, *lines: str, name: str = "Spring Cup", format: str = "usag", until: str | None = UNTIL) -> str:
        """Announce a tournament, with these lines below its format."""
        end = [f"sign-up until: {until}"] if until else []
        return self.gm("\n".join([f"tournament {name}", f"format: {format}", *end, *lines]))

    def announced(self, *lines: str, **more: Any) -> "Cup":
        """Announce a tournament, which must work."""
        outcome = self.announces(*lines, **more)
        assert outcome == "Announce/accepted", (outcome, self.last(MASTER).text)
        return self

    def writes(self, who: str, text: str, **more: Any) -> str:
        """Send someone's new mail, for which their server vouches."""
        return self.says(who, text, **{"answers": None, "proven": True, **more})

    def enters(self, captain: str, partner: str, team: str = "", words: str = "", cup: str = "Spring Cup") -> "Cup":
        """Enter a pair: the captain with the partner's address, the partner with the captain's name."""
        called = f" as {team}" if team else ""
        first = self.writes(captain, f"enter {cup} with {partner} <{address(partner)}>{called}{words}")
        assert first == "Enter/accepted", (first, self.last(captain).text)
        second = self.writes(partner, f"enter {cup} with {address(captain)}")
        assert second == "Enter/accepted", (second, self.last(partner).text)
        return self

    def enter_teams(self, count: int, **more: Any) -> "Cup":
        """Enter teams 1 to `count`, in this order, twenty a day: the referee takes no more newcomers."""

        def play() -> None:
            for number in range(1, count + 1):
                self.enters(*pair(number), called(number), **more)
                if number % NEWCOMERS == 0:
                    self.passes(days=1)

        return self.once(f"{count} teams {more}", play)

    def closes(self) -> "Cup":
        """End the sign-up now."""
        assert self.gm("close sign-up") == "CloseSignUp/accepted", self.last(MASTER).text
        self.passes()
        assert self.cup().phase == "closed", self.cup().phase
        return self

    def draws_now(self) -> "Cup":
        """Let the time for salts pass, and the draw be made."""
        self.now = self.row().draw_at
        self.passes()
        assert self.cup().phase == "running", self.cup().phase
        return self

    def begins(self) -> "Cup":
        """Begin the first matches."""
        self.now = max(self.now, self.row().begins_at)
        self.passes()
        return self

    def drawn(self, count: int, *lines: str, format: str = "usag", **more: Any) -> "Cup":
        """Return a tournament of `count` teams, drawn, its first matches begun."""

        def play() -> None:
            self.announced(*lines, format=format).enter_teams(count, **more).closes().draws_now().begins()

        return self.once(f"drawn {count} {lines} {format} {more}", play)

    def number(self) -> int:
        """Return the number of the latest tournament."""
        with self.store.reading() as tx:
            return max((row.id for row in tournaments.every(tx)), default=0)

    def cup(self, number: int | None = None) -> Tournament:
        """Return the state of a tournament."""
        number = number or self.number()
        with self.store.reading() as tx:
            return tournaments.load(tx, number).state

    def row(self, number: int | None = None) -> TournamentRow:
        """Return its row."""
        number = number or self.number()
        with self.store.reading() as tx:
            found = tournaments.find(tx, number)
        assert found is not None, f"there is no tournament {number}"
        return found

    def course(self, number: int | None = None) -> list[Event]:
        """Return all that happened in it."""
        number = number or self.number()
        with self.store.reading() as tx:
            return tournaments.events_of(tx, number)

    def entries(self, number: int | None = None) -> list[Entry]:
        """Return its open entries, those that count first."""
        number = number or self.number()
        with self.store.reading() as tx:
            return tournaments.entries_in(tx, number)

    def placed(self) -> list[tuple[str, str]]:
        """Return the open entries, as team and state."""
        return [(one.team, one.state) for one in self.entries()]

    def match(self, number: int) -> Match:
        """Return a match."""
        return next(one for one in matches_of(self.cup()) if one.number == number)

    def running(self, number: int | None = None) -> list[MatchRow]:
        """Return the games of matches that are being played."""
        number = number or self.number()
        with self.store.reading() as tx:
            return matches.running(tx, number)

    def rules(self, match: int, winner: str | None = None, score: str = "250 to 180") -> str:
        """Rule a match as the Gamesmaster; without a name its first team wins."""
        winner = winner or self.match(match).first
        return self.gm(f"rule match {match} {winner} win {score} because they do")

    def concedes(self, match: int, loser: str | None = None) -> "Cup":
        """Concede a team's match, by both players; without a name the second one does."""
        game = next(one.game for one in self.running() if one.match == match)
        team = self.cup().team(loser or self.match(match).second or "")
        for player in team.players:
            self.says(player, "concede", answers=None, proven=True, subject=f"[Spades {game}]")
        assert self.game(game).result is not None, self.last(team.players[0]).text
        return self

    def falls_silent(self, match: int, *silent: str, periods: int = 99) -> int:
        """Let these players, or a whole team, do nothing in a match until its game is over, or for so many periods of
        one of them; the others act. Return the game."""
        game = self.in_game(match)
        silent = next((team.players for team in self.cup().teams if silent == (team.name,)), silent)
        while (state := self.game(game)).result is None and max(state.silences) < periods:
            waiting, deadline = state.due, self.kept(game).deadline
            assert waiting is not None and deadline is not None, "someone is to act"
            who = state.names[waiting[0] - 1]
            if who in silent:
                self.now = max(self.now, deadline)
                self.passes()
                continue
            self.moves(game, who)
        return game

    def moves(self, game: int, who: str) -> "Cup":
        """Answer the last letter that calls on someone in a game with a legal bid or card."""
        state = self.game(game)
        waiting = state.due
        assert waiting is not None, "someone is to act"
        letter = next(
            one for one in reversed(self.to(who)) if f"[Spades {game}]" in one["Subject"] and "turn" in one.events
        )
        if state.sheet.blind_nil and waiting[0] not in state.seen:
            self.says(who, "show", answers=letter)
            letter = self.last(who)
        legal = letter["Spades-Legal"].split()
        move = f"bid {legal[min(4, len(legal) - 1)]}" if waiting[1] == "bid" else f"play {legal[0]}"
        assert "/accepted" in self.says(who, move, answers=letter), self.last(who).text
        return self

    def in_game(self, match: int) -> int:
        """Return the game of a match that is being played."""
        return next(one.game for one in self.running() if one.match == match)

    def ended(self, most: int = 400) -> Tournament:
        """Rule every match that is played, and let time pass where none is, until the tournament is over."""
        for _ in range(most):
            if self.cup().phase == "over":
                return self.cup()
            if not (now := self.running()):
                wakes = self.row().wakes_at
                assert wakes is not None, "nothing would ever happen"
                self.now = max(self.now, wakes)
                self.passes()
            elif (done := self.rules(now[0].match)) != "RuleMatch/accepted":
                raise AssertionError((done, self.last(MASTER).text))
        raise AssertionError("it goes on for ever")

    def said(self, who: str) -> str:
        """Return the last letter to someone, in one line and in lower case."""
        return self.last(who).flat.casefold()

    def since(self, seen: int, to: str | None = None) -> list[Letter]:
        """Return the letters since the first `seen`, or those of them to someone."""
        return [one for one in self.letters[seen:] if to is None or one.to == address(to)]

"""The commands about tournaments that a mail can give, as values. Never judges whether the sender may give them.

`tournament` is the name of a known tournament; None: the line names none, and the mail shows in another way which it
means. Teams are known teams in their known spelling, except the new team of Enter.
"""

from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import Any

from referee.asking.days import Moment

Changes = tuple[tuple[str, Any], ...]
"""Fields of a Format with their values, and changes to its stages (setting_lines.py)."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command about tournaments."""


@dataclass(frozen=True, slots=True)
class OfTournament(Command):
    """A command about a whole tournament."""

    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class Announce(Command):
    """`tournament Spring Cup` and the lines below it; announcement_lines.settle makes an Announcement of it."""

    name: str
    format: str | None = None
    """The name of a preset."""
    changes: Changes = ()
    sign_up_until: Moment | None = None
    begins: Moment | None = None
    words: tuple[str, ...] = ()
    """The words of the Gamesmaster to everybody, as lines; they stand below the announcement."""


@dataclass(frozen=True, slots=True)
class Enter(Command):
    """`enter Spring Cup with Bob as The Aces, collegiate`."""

    tournament: str | None
    partner: str | None
    """The partner's name; None if only their address is given, or the line names no partner."""
    address: str | None = None
    team: str | None = None
    words: tuple[str, ...] = ()
    """The words behind commas: the writer's class, the division."""


class LeaveTournament(OfTournament):
    """`leave Spring Cup`, before the close."""


@dataclass(frozen=True, slots=True)
class WithdrawFrom(Command):
    """`withdraw from Spring Cup`, a captain's."""

    tournament: str | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class WithdrawTeam(Command):
    """`withdraw The Aces because …`, the Gamesmaster's."""

    team: str
    reason: str
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class AcceptTeam(Command):
    """`accept The Aces`."""

    team: str
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class RefuseTeam(Command):
    """`refuse The Aces because …`."""

    team: str
    reason: str
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class Tournaments(Command):
    """`tournaments`."""


class Standings(OfTournament):
    """`standings of Spring Cup`."""


class Bracket(OfTournament):
    """`bracket of Spring Cup`."""


class Schedule(OfTournament):
    """`schedule of Spring Cup`."""


class TournamentRules(OfTournament):
    """`rules of Spring Cup`."""


class TournamentRecord(OfTournament):
    """`record of Spring Cup`."""


class WatchTournament(OfTournament):
    """`watch Spring Cup`."""


class UnwatchTournament(OfTournament):
    """`unwatch Spring Cup`."""


@dataclass(frozen=True, slots=True)
class Seed(Command):
    """`seed The Aces, Kings`, best first; no teams for `seed nobody`."""

    teams: tuple[str, ...]
    tournament: str | None = None


class CloseSignUp(OfTournament):
    """`close sign-up`."""


@dataclass(frozen=True, slots=True)
class ExtendSignUp(Command):
    """`extend sign-up by 3 days`."""

    span: timedelta
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class Substitute(Command):
    """`substitute Eve <eve@example.org> for Bob in The Aces because …`; without an address the referee must know the
    player, and the reason may be missing."""

    name: str
    address: str | None
    leaves: str
    team: str
    tournament: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StandIn(Command):
    """`stand in for Bob in The Aces`: the substitute whom the Gamesmaster has asked agrees."""

    leaves: str
    team: str
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class RuleMatch(Command):
    """`rule match 7 The Aces win 250 to 180 because …`; `score` begins with the winner's."""

    match: int
    winner: str
    score: tuple[int, int]
    reason: str
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class ReplayMatch(Command):
    """`replay match 7`."""

    match: int
    reason: str | None = None
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class ResetMatch(Command):
    """`reset match 9 because …`."""

    match: int
    reason: str
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class Rate(Command):
    """`rate The Aces 3.5 in match 7`."""

    team: str
    rating: Fraction
    match: int
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class ExtendMatch(Command):
    """`extend match 7 by 5 days`."""

    match: int
    span: timedelta
    tournament: str | None = None


class PauseTournament(OfTournament):
    """`pause Spring Cup`."""


class ResumeTournament(OfTournament):
    """`resume Spring Cup`."""


@dataclass(frozen=True, slots=True)
class CancelTournament(Command):
    """`cancel Spring Cup because …`."""

    tournament: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Protest(Command):
    """`protest TEXT`, or `clarify TEXT`."""

    text: str
    tournament: str | None = None

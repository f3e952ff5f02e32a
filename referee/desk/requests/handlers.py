"""The table of commands: who carries each one out, and what it demands of its sender. Carries nothing out itself."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from referee.asking import commands as ask
from referee.asking.tournaments import commands as tournament
from referee.desk.case import Case
from referee.desk.people import address_change, sign_up, wishes
from referee.desk.request import Mail, Part, Request, Result
from referee.desk.requests import questions
from referee.desk.requests.help_pages import help_page
from referee.desk.requests.yes import yes
from referee.desk.table import (
    leave,
    moves,
    plans,
    proposals,
    rematch,
    rulings,
    start,
    stopping,
    talk,
    voids,
)
from referee.desk.tournaments import announce, entry, match_limit, protest, salts, substitutes
from referee.desk.tournaments import questions as about_tournaments
from referee.desk.tournaments import rulings as in_tournaments
from referee.desk.which_game import meant_as
from referee.spades import commands as game

Handler = Callable[[Case, Request[Any]], Result]
"""Carries a command out. Raises Refusal or Complaint, which undoes all that it did."""


class Kind(Enum):
    """The demands that a command makes on its sender."""

    QUESTION = auto()
    """Changes nothing. Answered without a proof to anyone the referee knows."""
    PERSONAL = auto()
    """Concerns only its sender, who may be a newcomer."""
    TABLE = auto()
    """Concerns a game or a full table. Only from someone known."""
    STEERING = auto()
    """A gamesmaster's; the From address alone is not proof enough."""
    YES = auto()
    """The answer to a letter, proven by that letter's token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One command: its handler, and what its sender must be, prove and keep private."""

    kind: Kind
    handle: Handler
    private: bool = False
    """Between a player and the referee: refused in a mail that also went to others."""
    final: bool = False
    """A command that cannot be undone: it is asked about unless the mail says nothing else."""
    bound: bool = False
    """Valid at any position, yet meant for the one at which it was written. A move names its position itself."""
    part: Part = Part.EITHER


def _question(handle: Handler, *, private: bool = False, part: Part = Part.EITHER) -> Row:
    return Row(kind=Kind.QUESTION, handle=handle, private=private, part=part)


def _personal(handle: Handler, *, private: bool = True, final: bool = False, bound: bool = False) -> Row:
    return Row(kind=Kind.PERSONAL, handle=handle, private=private, final=final, bound=bound)


def _table(handle: Handler, *, private: bool = False, final: bool = False, bound: bool = False) -> Row:
    return Row(kind=Kind.TABLE, handle=handle, private=private, final=final, bound=bound, part=Part.PLAYER)


def _steering(handle: Handler, *, final: bool = False) -> Row:
    return Row(kind=Kind.STEERING, handle=handle, final=final, bound=True, part=Part.GAMESMASTER)


HANDLERS: dict[type[ask.Command], Row] = {
    ask.BareCard: _table(moves.move),
    ask.BareNumber: _table(moves.move),
    game.MakeBid: _table(moves.move),
    game.PlayCard: _table(moves.move),
    game.Misdeal: _table(moves.move),
    game.Show: _table(moves.move, private=True, bound=True),
    game.Concede: _table(moves.move, final=True, bound=True),
    game.Withdraw: _table(moves.move, final=True, bound=True),
    ask.ChallengeBook: _table(moves.move, bound=True),
    game.Claim: _table(moves.move),
    ask.Rematch: _table(rematch.rematch, bound=True),
    ask.No: _table(proposals.answer, bound=True),
    ask.Say: _table(talk.say, bound=True),
    ask.Ask: _table(talk.ask, private=True),
    game.Salt: _table(salts.salt, private=True),
    ask.MakePlan: _table(plans.make_plan, private=True, bound=True),
    ask.DropPlans: _table(plans.drop_plans, private=True, bound=True),
    ask.ShowPlans: _question(plans.show_plans, private=True, part=Part.PLAYER),
    ask.Hand: _question(questions.hand, private=True, part=Part.PLAYER),
    ask.Memory: _question(questions.memory, private=True, part=Part.PLAYER),
    ask.Help: _question(help_page),
    ask.Rules: _question(questions.rules),
    ask.Status: _question(questions.status),
    ask.Score: _question(questions.score),
    ask.History: _question(questions.history),
    ask.Games: _question(questions.running_games),
    ask.Record: _question(questions.public_record),
    ask.Join: _personal(sign_up.join),
    ask.Leave: _personal(sign_up.leave),
    ask.Stop: _personal(stopping.stop, private=False),
    ask.SetName: _personal(wishes.set_name),
    ask.SetAddress: _personal(address_change.change_address),
    ask.SetTimezone: _personal(wishes.set_timezone),
    ask.SetFormat: _personal(wishes.set_format),
    ask.SetNotify: _personal(wishes.set_notify),
    ask.AutoShow: _personal(wishes.auto_show),
    ask.Away: _table(leave.away, private=True, bound=True),
    ask.Back: _table(leave.back, private=True, bound=True),
    ask.SetHabit: _personal(wishes.set_habit, bound=True),
    ask.SetReceipts: _personal(wishes.set_receipts),
    ask.SetPublic: _personal(wishes.set_public),
    ask.Watch: _personal(wishes.watch, private=False),
    ask.Unwatch: _personal(wishes.unwatch, private=False),
    ask.Start: _steering(start.start),
    ask.ReplacePlayer: _steering(rulings.replace, final=True),
    ask.VoidTo: _steering(voids.void, final=True),
    ask.ExtendBy: _steering(rulings.extend),
    ask.LimitTo: _steering(rulings.limit),
    ask.InAllGames: _steering(rulings.in_all_games),
    ask.Tables: _steering(questions.tables),
    ask.Answer: _steering(talk.answer),
    game.Pause: _steering(rulings.rule),
    game.Resume: _steering(rulings.resume),
    game.Forfeit: _steering(rulings.rule, final=True),
    game.Abort: _steering(rulings.rule, final=True),
    tournament.Tournaments: _question(about_tournaments.list_all),
    tournament.Standings: _question(about_tournaments.standings),
    tournament.Bracket: _question(about_tournaments.bracket),
    tournament.Schedule: _question(about_tournaments.schedule),
    tournament.TournamentRules: _question(about_tournaments.rules),
    tournament.Enter: _personal(entry.enter, private=False),
    tournament.LeaveTournament: _personal(entry.leave, private=False),
    tournament.WithdrawFrom: _personal(in_tournaments.withdraw, private=False, final=True),
    tournament.StandIn: _personal(substitutes.stand_in, private=False),
    tournament.Protest: _table(protest.protest, bound=True),
    tournament.WatchTournament: _personal(about_tournaments.watch, private=False),
    tournament.UnwatchTournament: _personal(about_tournaments.unwatch, private=False),
    tournament.Announce: _steering(announce.announce),
    tournament.Seed: _steering(announce.seed),
    tournament.CloseSignUp: _steering(announce.close),
    tournament.ExtendSignUp: _steering(announce.extend),
    tournament.AcceptTeam: _steering(entry.accept),
    tournament.RefuseTeam: _steering(entry.refuse),
    tournament.Substitute: _steering(substitutes.substitute),
    tournament.RuleMatch: _steering(in_tournaments.rule_match),
    tournament.ReplayMatch: _steering(in_tournaments.replay_match),
    tournament.ResetMatch: _steering(in_tournaments.reset_match),
    tournament.WithdrawTeam: _steering(in_tournaments.withdraw_team, final=True),
    tournament.Rate: _steering(in_tournaments.rate),
    tournament.ExtendMatch: _steering(match_limit.extend),
    tournament.PauseTournament: _steering(in_tournaments.pause),
    tournament.ResumeTournament: _steering(in_tournaments.resume),
    tournament.CancelTournament: _steering(in_tournaments.cancel, final=True),
    ask.Yes: Row(kind=Kind.YES, handle=yes),
}
"""The handler of each command that a mail may ask."""


def row_of(asked: ask.Asked) -> Row:
    """Return the row of a line's command."""
    return HANDLERS[type(asked.command)]


def request_of(case: Case, mail: Mail, asked: ask.Asked) -> Request[Any]:
    """Make a request of one command of a mail, with the game that it means."""
    meant = meant_as(case, mail, row_of(asked).part)
    return Request(mail=mail, command=asked.command, asked=asked, meant=meant)

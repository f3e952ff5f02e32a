"""The function that carries out each command. The command's row, in asking/, says the rest about it."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.asking import commands as ask
from referee.asking.command_table import row_of
from referee.asking.rows import Kind
from referee.asking.tournaments import commands as tournament
from referee.desk.case import Case
from referee.desk.people import address_change, members, sign_up, stopping, wishes
from referee.desk.request import Mail, Part, Request, Result
from referee.desk.requests import questions
from referee.desk.requests.help_pages import help_page
from referee.desk.requests.yes import yes
from referee.desk.table import leave, meeting, moves, proposals, rulings, start, talk
from referee.desk.tournaments import announcement, conduct, entry, match_limit, protest, salts, substitutes
from referee.desk.tournaments import questions as about_tournaments
from referee.desk.tournaments import rulings as in_tournaments
from referee.desk.which_game import meant_as
from referee.spades import commands as cmd

Handler = Callable[[Case, Request[Any]], Result]
"""Carries a command out. Raises Refusal or Complaint, which undoes all that it did."""


HANDLERS: Mapping[type[ask.Command], Handler] = {
    ask.BareCard: moves.move,
    ask.BareNumber: moves.move,
    ask.PlayTile: moves.move,
    ask.ChoosePlace: moves.move,
    ask.Knock: moves.move,
    cmd.MakeBid: moves.move,
    cmd.PlayCard: moves.move,
    cmd.Misdeal: moves.move,
    cmd.Show: moves.move,
    cmd.Concede: moves.move,
    cmd.Withdraw: moves.move,
    ask.ChallengeBook: moves.move,
    cmd.Claim: moves.move,
    ask.Rematch: proposals.rematch,
    ask.No: proposals.answer_proposal,
    ask.Meet: meeting.meet,
    ask.Say: talk.say,
    ask.Ask: talk.ask,
    cmd.Salt: salts.salt,
    ask.MakePlan: moves.make_plan,
    ask.DropPlans: moves.drop_plans,
    ask.ShowPlans: moves.show_plans,
    ask.Hand: questions.hand,
    ask.LastTrick: questions.last_trick,
    ask.Memory: questions.memory,
    ask.Help: help_page,
    ask.Rules: questions.rules,
    ask.Status: questions.status,
    ask.Score: questions.score,
    ask.History: questions.history,
    ask.Games: questions.running_games,
    ask.Record: questions.public_record,
    ask.Join: sign_up.join,
    ask.Leave: sign_up.leave,
    ask.Stop: stopping.stop,
    ask.SetName: wishes.set_name,
    ask.SetAddress: address_change.change_address,
    ask.SetTimezone: wishes.set_timezone,
    ask.SetFormat: wishes.set_format,
    ask.SetNotify: wishes.set_notify,
    ask.AutoShow: wishes.auto_show,
    ask.Away: leave.away,
    ask.Back: leave.back,
    ask.SetHabit: wishes.set_habit,
    ask.SetReceipts: wishes.set_receipts,
    ask.SetPublic: wishes.set_public,
    ask.SetAnnouncements: members.set_announcements,
    ask.Watch: wishes.watch,
    ask.Unwatch: wishes.unwatch,
    ask.Start: start.start,
    ask.ReplacePlayer: rulings.replace,
    ask.Conduct: conduct.rule_on,
    ask.VoidTo: rulings.void,
    ask.ExtendBy: rulings.extend,
    ask.LimitTo: rulings.limit,
    ask.InAllGames: rulings.in_all_games,
    ask.Tables: questions.tables,
    ask.NewTable: questions.new_table,
    ask.Members: members.members,
    ask.AnnounceToAll: members.announce,
    ask.Answer: talk.answer,
    cmd.Pause: rulings.steer,
    cmd.Resume: rulings.resume,
    cmd.Forfeit: rulings.steer,
    cmd.Abort: rulings.steer,
    tournament.Tournaments: about_tournaments.list_all,
    tournament.Standings: about_tournaments.standings,
    tournament.Bracket: about_tournaments.bracket,
    tournament.TournamentRecord: about_tournaments.record,
    tournament.Schedule: about_tournaments.schedule,
    tournament.TournamentRules: about_tournaments.rules,
    tournament.Enter: entry.enter,
    tournament.LeaveTournament: entry.leave,
    tournament.WithdrawFrom: in_tournaments.withdraw,
    tournament.StandIn: substitutes.stand_in,
    tournament.Protest: protest.protest,
    tournament.WatchTournament: about_tournaments.watch,
    tournament.UnwatchTournament: about_tournaments.unwatch,
    tournament.Announce: announcement.announce,
    tournament.Seed: announcement.seed,
    tournament.CloseSignUp: announcement.close,
    tournament.ExtendSignUp: announcement.extend,
    tournament.AcceptTeam: entry.accept,
    tournament.RefuseTeam: in_tournaments.withdraw_team,
    tournament.Substitute: substitutes.substitute,
    tournament.RuleMatch: in_tournaments.rule_match,
    tournament.ReplayMatch: in_tournaments.replay_match,
    tournament.ResetMatch: in_tournaments.reset_match,
    tournament.WithdrawTeam: in_tournaments.withdraw_team,
    tournament.Rate: in_tournaments.rate,
    tournament.ExtendMatch: match_limit.extend,
    tournament.PauseTournament: in_tournaments.pause,
    tournament.ResumeTournament: in_tournaments.resume,
    tournament.CancelTournament: in_tournaments.cancel,
    ask.Yes: yes,
}
"""The handler of each command that a mail may ask."""


def request_of(case: Case, mail: Mail, asked: ask.Asked) -> Request[Any]:
    """Make a request of one command of a mail, with the game that it means."""
    row = row_of(asked.command)
    meant = meant_as(case, mail, _part(asked.command), row.game if row.moves else None)
    return Request(mail=mail, command=asked.command, asked=asked, meant=meant)


def _part(command: ask.Command) -> Part:
    row = row_of(command)
    if row.kind is Kind.STEERING:
        return Part.GAMESMASTER
    of_seat = row.kind in (Kind.TABLE, Kind.OWN) or (row.kind is Kind.QUESTION and row.private)
    return Part.PLAYER if of_seat else Part.EITHER

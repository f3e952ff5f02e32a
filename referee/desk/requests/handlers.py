"""The function that carries out each command, and the checks before it: its sender may use it, and has proved that they
wrote it. The command's row, in asking/, says the rest about it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from referee.asking import commands as ask
from referee.asking.command_table import row_of
from referee.asking.commands import Asked, Stop, Yes
from referee.asking.rows import Kind
from referee.asking.tournaments import commands as tournament
from referee.asking.tournaments.commands import Enter
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.people import address_change, members, sign_up, stopping, wishes
from referee.desk.people.members import check_welcome
from referee.desk.people.stopping import takes_part
from referee.desk.request import Mail, Part, Request, Result
from referee.desk.requests import questions
from referee.desk.requests.help_pages import help_page
from referee.desk.requests.yes import yes
from referee.desk.sender.identify import Sender
from referee.desk.sender.reply_addresses import went_to_others
from referee.desk.table import leave, meeting, moves, proposals, rulings, start, talk
from referee.desk.table.moves import refuse_used
from referee.desk.table.proposals import proposal_answered
from referee.desk.tournaments import announcement, conduct, entry, match_ends, protest, salts, substitutes
from referee.desk.tournaments import questions as about_tournaments
from referee.desk.tournaments import rulings as in_tournaments
from referee.desk.tournaments.which_tournament import event_of, number_meant
from referee.desk.which_game import is_over, meant_as
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
    tournament.Standings: about_tournaments.look,
    tournament.Bracket: about_tournaments.look,
    tournament.TournamentRecord: about_tournaments.record,
    tournament.Schedule: about_tournaments.look,
    tournament.TournamentRules: about_tournaments.look,
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
    tournament.ExtendMatch: match_ends.extend,
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


def check(case: Case, request: Request[Any]) -> None:
    """Refuse a command that neither a proof nor a confirmation could save. Raises Complaint or Refusal."""
    row, sender = row_of(request.command), request.sender
    if row.kind is Kind.STEERING and not sender.gamesmaster:
        raise Complaint(Wrong.NOT_GAMESMASTER)
    if row.kind in (Kind.TABLE, Kind.OWN) and not sender.known:
        raise Complaint(Wrong.NO_GAME)
    if row.private and went_to_others(case.desk.settings, request.message, sender.person):
        raise Complaint(Wrong.PRIVATE_ONLY, command=request.asked.line, early=False)
    spent = sender.token is not None and sender.token.state in ("spent", "shown")
    if row.on_turn and sender.proof is None and spent:
        refuse_used(case, request)


def needs_yes(case: Case, request: Request[Any]) -> bool:
    """Tell if a command waits for its sender's `yes`: it is unproven, or somebody may have kept it back. Raises
    Complaint if a letter could not show the whole command, so that we cannot ask."""
    if isinstance(request.command, Stop) and not takes_part(case, request.mail):
        return False
    agrees = isinstance(request.command, Yes) and proposal_answered(case, request.mail) is not None
    kept_back = (agrees or row_of(request.command).bound) and is_over(case, request)
    unproven = request.sender.proof is None if agrees else is_unproven(request.sender, request.asked)
    if not (unproven or kept_back):
        return False
    if not request.asked.whole:
        raise Complaint(Wrong.NOT_SHOWN_WHOLE, dead=request.sender.dead_address)
    return True


def is_unproven(sender: Sender, asked: Asked) -> bool:
    """Tell if a command needs more proof than the mail has. Questions from people we know need no proof."""
    row = row_of(asked.command)
    match row.kind:
        case Kind.STEERING:
            return not sender.may_steer
        case Kind.YES:
            return False
        case Kind.QUESTION:
            return sender.proof is None and not sender.known
        case Kind.PERSONAL | Kind.TABLE:
            return sender.proof is None
        case Kind.OWN:
            # a spent token still proves plans
            return sender.proof is None and not (sender.plans and row.plans)


def admit(case: Case, request: Request[Any]) -> None:
    """Refuse a newcomer's request on a day when too many came in. Raises Complaint."""
    if row_of(request.command).kind is Kind.PERSONAL:
        entered = number_meant(case, request) if isinstance(request.command, Enter) else None
        check_welcome(case, request.sender, event_of(case, entered))

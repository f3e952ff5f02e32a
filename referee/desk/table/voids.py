"""`rule void to turn N`: everything since that turn is undone. A Gamesmaster who plays rules so on an act of their own
team only once an opponent has said yes: the first yes does it, the first no ends it.
"""

from referee.asking.commands import VoidTo
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint
from referee.desk.outgoing import About, send_answer
from referee.desk.refusals import Wrong
from referee.desk.request import Meant, Request, Settled
from referee.desk.table.act import Acted, act
from referee.desk.table.results import too_old
from referee.desk.table.rulings import check_counts, game_ruled, ruled
from referee.desk.table.seats import seat_named
from referee.spades import commands as cmd
from referee.spades.game import Game, position
from referee.spades.law.decide import rule
from referee.spades.refusal import Reason, Refusal
from referee.spades.rulesheet import SEATS, partner_of, team_of
from referee.store import matches, people, proposals
from referee.store.proposals import Proposal
from referee.telling.formats import listed
from referee.telling.letter_kinds import Done
from referee.telling.notices import VoidPlease


def void(case: Case, request: Request[VoidTo]) -> str | Settled | None:
    """Undo everything since a turn, or ask the opponents. Here and below: raises Refusal or Complaint."""
    meant, wish = game_ruled(case, request), request.command
    # everyone reads the reason, and a Gamesmaster may be playing too
    check_words(case, request.sender.person, wish.reason, Wrong.SAY_CARDS, meant.row)
    charge = None if wish.charge is None else seat_named(meant, wish.charge)
    command = cmd.RuleVoid(wish.turn, wish.reason, charge)
    if meant.seat is not None and _undoes_own(meant.game, meant.seat, wish.turn):
        return _ask(case, meant, meant.seat, command)
    acted = _carry_out(case, meant, command)
    cost = f", and {wish.charge} is charged with a misplay" if wish.charge else ""
    return ruled(request, acted, f"everything since turn {wish.turn} of game {meant.row.id} is void{cost}")


def answer(case: Case, meant: Meant, asked: Proposal, seat: int, *, agreed: bool) -> str | None:
    """Take the `yes` or `no` of a player to a void that waits for an opponent's."""
    assert asked.void is not None, "asked about a void"
    if team_of(seat) == team_of(asked.seat) and (agreed or seat != asked.seat):
        raise Refusal(Reason.NOTHING_PROPOSED)
    proposals.close(case.tx, meant.row.id)
    if agreed:
        _carry_out(case, meant, asked.void)
        return None
    if seat == asked.seat:
        return f"nothing is taken back in game {meant.row.id}"
    sentence = f"{meant.row.names[seat - 1]} does not agree, so nothing is taken back in game {meant.row.id}"
    master = people.seated(case.tx, meant.row.id)[asked.seat]
    send_answer(case, master, Done((sentence,)), About(game=meant.row.id, turn=meant.row.turn))
    return f"you do not agree, so nothing is taken back in game {meant.row.id}"


def _carry_out(case: Case, meant: Meant, command: cmd.RuleVoid) -> Acted:
    _check_open(case, meant)
    acted = act(case, meant.row, meant.game, None, command)
    if meant.game.result is not None:
        matches.look_again(case.tx, meant.row.id, case.now)  # the match's time may have run out while the game was over
    return acted


def _check_open(case: Case, meant: Meant) -> None:
    if too_old(case, meant.row.id):
        raise Complaint(Wrong.RESULT_TOO_OLD)
    check_counts(case, meant)


def _undoes_own(game: Game, seat: int, to: int) -> bool:
    """Tell if a void back to position `to` changes acts of the seat's team since then, or undoes that the team has
    lost."""
    then = position(game, to)
    lost = game.result is not None and game.result.team != team_of(seat)
    return then is not None and (lost or _done(then, seat) != _done(game, seat))


def _done(game: Game, seat: int) -> tuple[object, ...]:
    """Return the bids and the cards of a team, and the number of its misplays."""
    pair = (seat, partner_of(seat))
    return [game.bids[one - 1] for one in pair], [game.hand(one) for one in pair], game.misplays_game[team_of(seat) - 1]


def _ask(case: Case, meant: Meant, seat: int, command: cmd.RuleVoid) -> Settled:
    row = meant.row
    _check_open(case, meant)
    # if the law refuses the void, nobody is asked
    rule(meant.game, None, command, answers=meant.game.turn, seeds=case.draws.seeds())
    proposals.ask(case.tx, row.id, seat, command)
    charged = "" if command.charge is None else row.names[command.charge - 1]
    page = VoidPlease(row.id, row.names[seat - 1], command.to, command.reason, charged)
    opponents = [one for one in SEATS if team_of(one) != team_of(seat)]
    seated = people.seated(case.tx, row.id)
    for one in opponents:
        send_answer(case, seated[one], page, About(game=row.id, turn=row.turn, asks=True))
    names = listed([row.names[one - 1] for one in opponents])
    return Settled(
        f"in game {row.id} your own team has acted since turn {command.to}, so {names} are asked if you may take it "
        "all back. The first yes does it, the first no ends it"
    )

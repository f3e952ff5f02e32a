"""The proposals of players: `rematch`, another game like one that is over, once all four want it; and the `yes` or `no`
to one, or to a ruling by a Gamesmaster who plays.

An answer counts only for the proposal in the letter that it answers, not for a later one. To a rematch, the three
others are asked, each in a letter of their own. A second `rematch` is a `yes`; the first `no` ends it, and all four
know. A game has one rematch at most, a match of a tournament none, and each of the four may ask for it once. Its
Gamesmaster is the old one's. Never touches the game that is over, and never takes a `yes` to a question of our own.
"""

from datetime import datetime, timedelta

from referee.asking.commands import No, Rematch, TermLines, Yes
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import spend_act
from referee.desk.request import Mail, Meant, Request, Settled
from referee.desk.table import rulings
from referee.desk.table.seats import check_may_sit, own_seat
from referee.desk.table.start import Players, begin
from referee.desk.which_game import game_meant, lines_of
from referee.games import view
from referee.store import event_log, games, matches, outbox, people, proposals
from referee.store.games import GameRow
from referee.store.proposals import Proposal
from referee.table.refusal import Reason, Refusal
from referee.table.seats import SEATS, TEAMS
from referee.telling.formats import listed, moment
from referee.telling.notices import RematchOff, RematchPlease

LIFE = timedelta(days=14)
"""The time after the end of a game in which its players may agree on another one."""

PARTNERS = (0, 2)
"""Places of one team among the four in the order of their seats."""


def answer_proposal(case: Case, request: Request[Yes] | Request[No]) -> str | Settled | None:
    """Take a `yes` or `no` to the question that the mail answers. Returns a sentence for the answer if no letter tells
    the outcome."""
    meant = game_meant(case, request)
    seat = own_seat(meant)
    if meant.row.proposal is None or proposal_answered(case, request.mail) != meant.row.proposal:
        raise Refusal(Reason.NOTHING_PROPOSED)
    agreed = isinstance(request.command, Yes)
    asked = proposals.waiting(case.tx, meant.row.id)
    assert asked is not None, "the game's proposal is stored"
    if asked.ruling is not None:
        return rulings.answer_ruling(case, meant, asked, seat, agreed=agreed)
    return answer_rematch(case, meant, asked, seat, agreed=agreed)


def proposal_answered(case: Case, mail: Mail) -> int | None:
    """Return the number of the proposal that a mail answers, by its token or else its thread; None if it answers no
    letter with a question."""
    token = mail.sender.token
    if token is not None:
        return token.proposal
    letter = outbox.referred(case.tx, mail.message.references)
    return None if letter is None else letter.proposal


def rematch(case: Case, request: Request[Rematch]) -> str | Settled | None:
    """Ask the three others, or agree if one of them has asked. Returns a sentence for the answer; None if the new game
    begins, since its own letters say so. Here and below: raises Complaint."""
    meant = _meant(case, request)
    seat = own_seat(meant)
    _check_open(case, meant.row, seat)
    asked = proposals.waiting(case.tx, meant.row.id)
    return _ask(case, meant, seat) if asked is None else _agree(case, meant, asked, seat)


def answer_rematch(case: Case, meant: Meant, asked: Proposal, seat: int, *, agreed: bool) -> str | Settled | None:
    """Take the `yes` or `no` of a player to the rematch that waits for answers."""
    if not agreed:
        return _decline(case, meant, asked, seat)
    _check_open(case, meant.row, seat)
    return _agree(case, meant, asked, seat)


def _meant(case: Case, request: Request[Rematch]) -> Meant:
    """Return the game that the mail names; else the sender's only game that ended lately."""
    mail, person = request.mail, request.sender.person
    if mail.named or person is None:
        return game_meant(case, request)
    ended = games.ended_of(case.tx, person.id, case.arrived - LIFE)
    if len(ended) > 1:
        raise Complaint(Wrong.WHICH_GAME, games=lines_of(case, ended), tables=(), disagree=False)
    if not ended:
        raise Complaint(Wrong.NO_REMATCH)
    row = ended[0]
    seat = games.seat_of(case.tx, row.id, person.id)
    return Meant(row=row, game=event_log.load(case.tx, row), seat=seat, answers=None)


def _check_open(case: Case, row: GameRow, seat: int) -> None:
    if (match := matches.of_game(case.tx, row.id)) is not None:
        raise Complaint(Wrong.NO_REMATCH, game=row.id, match=match.match)
    if row.ended_at is None:
        raise Complaint(Wrong.NO_REMATCH, game=row.id, running=True)
    if (begun := games.begun_by(case.tx, _source(row))) is not None:
        raise Complaint(Wrong.NO_REMATCH, game=row.id, begun=begun)
    if case.arrived > _expires(row):
        raise Complaint(Wrong.NO_REMATCH, game=row.id)
    seated = people.seated(case.tx, row.id)
    check_may_sit(case, seated[seat].address, *(one.address for one in seated.values()))


def _ask(case: Case, meant: Meant, seat: int) -> Settled:
    row = meant.row
    if seat in proposals.asked_by(case.tx, row.id):
        raise Complaint(Wrong.NO_REMATCH, game=row.id, asked=True)
    if not spend_act(case, people.seated(case.tx, row.id)[seat].address, "rematch"):
        raise Complaint(Wrong.ENOUGH, what="asked for a rematch")
    asked = proposals.ask(case.tx, row.id, seat)
    public = view(meant.game)
    one, two = (public.team_names(team) for team in TEAMS)
    page = RematchPlease(row.id, row.names[seat - 1], (one, two), public.sheet.name, _expires(row))
    _tell_others(case, row, seat, page)
    return Settled(f"you ask for a rematch of game {row.id}. {_awaited(row, asked)}")


def _agree(case: Case, meant: Meant, asked: Proposal, seat: int) -> str | Settled | None:
    before = asked
    if seat != asked.seat:
        asked = proposals.agree(case.tx, asked, seat)
    if not _silent(asked):
        proposals.close(case.tx, meant.row.id)
        _begin(case, meant)
        return None
    sentence = f"you want a rematch of game {meant.row.id}. {_awaited(meant.row, asked)}"
    return sentence if asked == before else Settled(sentence)


def _decline(case: Case, meant: Meant, asked: Proposal, seat: int) -> Settled:
    names = meant.row.names
    proposals.close(case.tx, meant.row.id)
    _tell_others(case, meant.row, seat, RematchOff(meant.row.id, names[asked.seat - 1], names[seat - 1]))
    return Settled(f"you do not want a rematch of game {meant.row.id}, and the others are told")


def _tell_others(case: Case, row: GameRow, seat: int, page: RematchPlease | RematchOff) -> None:
    for other, person in people.seated(case.tx, row.id).items():
        if other != seat:
            send_answer(case, person, page, About(game=row.id, turn=row.turn, asks=isinstance(page, RematchPlease)))


def _begin(case: Case, meant: Meant) -> None:
    row, game = meant.row, meant.game
    seated = people.seated(case.tx, row.id)
    four = tuple((row.names[seat - 1], seated[seat].address) for seat in SEATS)
    players = Players(four, PARTNERS, _source(row))
    terms = TermLines(last_trick=game.terms.last_trick, leave=game.terms.leave, weekends=game.terms.weekends)
    begin(case, game.sheet, players, _gamesmaster(case, row), timedelta(seconds=game.limit), terms)


def _gamesmaster(case: Case, row: GameRow) -> str:
    masters = case.desk.settings.referee.gamesmasters
    return row.gamesmaster if row.gamesmaster in masters else masters[0]


def _source(row: GameRow) -> str:
    """Name the source of a game's rematch, unique to it: two yes at once start one game."""
    return f"rematch of game {row.id}"


def _expires(row: GameRow) -> datetime:
    assert row.ended_at is not None, "asked only of a game that is over"
    return row.ended_at + LIFE


def _silent(asked: Proposal) -> tuple[int, ...]:
    return tuple(seat for seat in SEATS if seat != asked.seat and seat not in asked.agreed)


def _awaited(row: GameRow, asked: Proposal) -> str:
    """Say who has yet to answer: `The game begins once all four agree; Bob and Dave have yet to answer, by Sun 6 Dec
    12:00 UTC.`"""
    silent = [row.names[seat - 1] for seat in _silent(asked)]
    have = "has" if len(silent) == 1 else "have"
    return f"The game begins once all four agree; {listed(silent)} {have} yet to answer, by {moment(_expires(row))}"

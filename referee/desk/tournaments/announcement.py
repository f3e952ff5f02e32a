"""The announcement of a tournament, `tournament NAME` and the lines below it, and what changes before its draw.

The seeds of the draw and of all first deals are made here, before any entry is read, and committed to at once.
"""

from dataclasses import replace
from datetime import datetime

from referee.asking.tournaments import commands as ask
from referee.asking.tournaments.announcement_lines import Announcement, settle
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import spend_ruling
from referee.desk.refusals import Wrong
from referee.desk.request import Request
from referee.desk.tournaments.act import act
from referee.desk.tournaments.match_games import played_by
from referee.desk.tournaments.roster import write_to
from referee.desk.tournaments.which_tournament import steered
from referee.names import same_name
from referee.store import people, tournaments
from referee.store.tournaments import OPEN_END, Cup, TournamentRow
from referee.telling.formats import listed
from referee.telling.tournaments.format_sentences import at
from referee.telling.tournaments.notices import SignUpExtended
from referee.tournaments import decide
from referee.tournaments.formats import Format
from referee.tournaments.zone_days import later


def announce(case: Case, request: Request[ask.Announce]) -> None:
    """Announce a tournament. Here and below: raises Complaint."""
    source = f"mail {request.message.message_id or request.message.digest}"
    if (known := tournaments.announced_by(case.tx, source)) is not None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"this mail has announced tournament {known} already")
    if not spend_ruling(case, request.sender.address, "starts"):
        raise Complaint(Wrong.ENOUGH, what="started games")
    old = _announced_anew(case, request)
    found = _settled(case, request, old)
    for text in (found.name, *found.format.divisions, *found.format.classes):
        check_words(case, request.sender.person, text, Wrong.NAME_CARDS, whole=True)
    check_words(case, request.sender.person, "\n".join(request.command.words), Wrong.SAY_CARDS, whole=True)
    number = tournaments.next_number(case.tx)
    seed, root = case.draws.seeds(2)
    happened = decide.announce(
        number, found.name, found.format, played_by(case, found.format, found.format.sheet).target, seed, root
    )
    row = _row(case, number, found, request, source)
    tournaments.add(case.tx, row)
    if old is not None:
        act(case, old, decide.cancel(old.state, "it is announced anew"))
        for person in tournaments.watchers(case.tx, old.row.id):
            tournaments.watch(case.tx, number, person)
    act(case, Cup(row, happened[1]), happened)


def _announced_anew(case: Case, request: Request[ask.Announce]) -> Cup | None:
    """Find the tournament that its Gamesmaster announces anew, under the same name: the new announcement takes its
    place. Raises Complaint if somebody has entered it."""
    same = (row for row in tournaments.open_ones(case.tx) if same_name(row.name, request.command.name))
    row = next(same, None)
    if row is None or row.gamesmaster != request.sender.address or row.phase != "sign-up":
        return None
    if tournaments.entries_in(case.tx, row.id):
        stands = (
            f"teams have entered {row.name}, so its announcement stands; `extend sign-up by 3 days` gives more time"
        )
        other = f"for anything else, write `cancel {row.name} because …`, and announce it again"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{stands}; {other}")
    return tournaments.load(case.tx, row.id)


def _settled(case: Case, request: Request[ask.Announce], old: Cup | None) -> Announcement:
    taken = [row.name for row in tournaments.open_ones(case.tx) if old is None or row.id != old.row.id]
    try:
        found = settle(request.command, sheets=case.desk.sheets, taken=taken, now=request.mail.arrived)
    except ValueError as why:
        raise Complaint(Wrong.TOURNAMENT, sentence=str(why)) from None
    if found.sign_up_until is not None and found.sign_up_until <= case.now:
        zone = found.format.zone
        sentence = f"your mail was read only now, and sign-up would have ended on {at(found.sign_up_until, zone)}"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{sentence}; write later dates")
    return found


def _row(case: Case, number: int, found: Announcement, request: Request[ask.Announce], source: str) -> TournamentRow:
    until = found.sign_up_until or case.arrived + OPEN_END
    closes = found.closes or until
    draw_at = later(closes, found.format.draw_after, found.format.zone)
    return TournamentRow(
        id=number,
        name=found.name,
        gamesmaster=request.sender.address,
        source=source,
        phase="sign-up",
        announced_at=case.arrived,
        sign_up_until=until,
        closes_at=closes,
        draw_at=draw_at,
        begins_at=max(found.begins or draw_at, draw_at),
        asked_at=None,
        paused_at=None,
        seeded=(),
        pending=(),
        last_seq=0,
        head="",
        filed=None,
        wakes_at=None,
        begins_fixed=request.command.begins is not None,
        words=request.command.words,
    )


def seed(case: Case, request: Request[ask.Seed]) -> str:
    """Carry out `seed A, B`: the best teams, best first, until the close."""
    meant = steered(case, request)
    _check_phase(meant.state.phase == "sign-up", "entries are closed, and seeding was frozen with them")
    names: list[str] = []
    for wanted in request.command.teams:
        found = next((team.name for team in meant.state.teams if same_name(team.name, wanted)), None)
        if found is None or found in names:
            why = "stands there twice" if found else f"has no place in {meant.row.name}"
            raise Complaint(Wrong.TOURNAMENT, sentence=f"{wanted} {why}")
        names.append(found)
    tournaments.change(case.tx, meant.row, seeded=names)
    return f"seeded in {meant.row.name}: {listed(names)}; the others are drawn" if names else "nobody is seeded"


def close(case: Case, request: Request[ask.CloseSignUp]) -> None:
    """Carry out `close sign-up`: it ends and entries close now."""
    meant = steered(case, request)
    _check_phase(meant.state.phase == "sign-up", "entries are closed already")
    _move(case, meant.row, min(meant.row.sign_up_until, case.arrived), case.arrived, meant.state.format)


def extend(case: Case, request: Request[ask.ExtendSignUp]) -> str:
    """Carry out `extend sign-up by 3 days`: from its end, or from now if that is over."""
    meant = steered(case, request)
    _check_phase(meant.state.phase == "sign-up", "entries are closed: teams and seeding are frozen")
    begins = case.arrived if meant.row.times.open_end else max(meant.row.sign_up_until, case.arrived)
    span, zone = request.command.span, meant.state.format.zone
    until = later(begins, span, zone)
    if until <= case.now:
        until = later(case.now, span, zone)
    late = meant.row.closes_at - meant.row.sign_up_until
    moved = replace(meant, row=_move(case, meant.row, until, until + late, meant.state.format))
    every = tournaments.entries_in(case.tx, meant.row.id)
    for entry in every:
        write_to(case, moved, entry, "extended")
    heard = {person for entry in every for person in entry.agreed}
    page, about = SignUpExtended(tournament=moved.state, times=moved.row.times), About(tournament=moved.row, bulk=True)
    for number in tournaments.watchers(case.tx, meant.row.id):
        if number not in heard:
            send_answer(case, people.by_id(case.tx, number), page, about)
    return f"teams can enter {meant.row.name} until {at(until, zone)}"


def _move(case: Case, row: TournamentRow, until: datetime, closes: datetime, format: Format) -> TournamentRow:
    """Move the end of sign-up, and with it the draw. Matches begin with the draw, or later if the announcement said so.
    Returns the changed row."""
    # nobody can send a salt before they hear of it
    draw_at = later(max(closes, case.now), format.draw_after, format.zone)
    begins = max(row.begins_at, draw_at) if row.begins_fixed else draw_at
    instants = {"sign_up_until": until, "closes_at": closes, "draw_at": draw_at, "begins_at": begins}
    return tournaments.change(case.tx, row, **instants, asked_at=None, wakes_at=closes)


def _check_phase(right: bool, sentence: str) -> None:
    if not right:
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)

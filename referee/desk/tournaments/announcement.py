"""The announcement of a tournament, `tournament NAME` and the lines below it, and what changes before its draw.

The seeds of the draw and of all first deals are made here, before any entry is read, and committed to at once.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from referee.asking.tournaments import commands as ask
from referee.asking.tournaments.announcement_lines import Announcement, settle
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.quotas import spend_ruling
from referee.desk.request import Request
from referee.desk.tournaments.act import act
from referee.desk.tournaments.match_games import played_by
from referee.desk.tournaments.roster import move_up
from referee.desk.tournaments.tell import tell_amended
from referee.desk.tournaments.which_tournament import steered
from referee.names import same_name
from referee.store import tournaments
from referee.store.tournaments import OPEN_END, Cup, TournamentRow
from referee.telling.formats import at, listed
from referee.tournaments import decide
from referee.tournaments.formats import Format
from referee.tournaments.tournament import later


def announce(case: Case, request: Request[ask.Announce]) -> None:
    """Announce a tournament. Here and below: raises Complaint."""
    source = f"mail {request.message.message_id or request.message.digest}"
    if (known := tournaments.announced_by(case.tx, source)) is not None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"this mail has announced tournament {known} already")
    if not spend_ruling(case, request.sender.address, "starts"):
        raise Complaint(Wrong.ENOUGH, what="started games")
    old = _announced_anew(case, request)
    found = _settled(case, request, old)
    target = played_by(case, found.format, found.format.sheet).target
    for text in (found.name, *found.format.divisions, *found.format.classes):
        check_words(case, request.sender.person, text, Wrong.NAME_CARDS, whole=True)
    check_words(case, request.sender.person, "\n".join(request.command.words), Wrong.SAY_CARDS, whole=True)
    if old is not None and tournaments.entries_in(case.tx, old.row.id):
        _amend(case, old, found, target, _kept(request, found, old.row.announced_at))
        return
    number = tournaments.next_number(case.tx)
    seed, root = case.draws.seeds(2)
    happened = decide.announce(number, found.name, found.format, target, seed, root)
    row = _row(case, number, found, request, source)
    tournaments.add(case.tx, row)
    if old is not None:
        act(case, old, decide.cancel(old.state, "it is announced anew"))
        for person in tournaments.watchers(case.tx, old.row.id):
            tournaments.watch(case.tx, number, person)
    act(case, Cup(row, happened[1]), happened)


def _announced_anew(case: Case, request: Request[ask.Announce]) -> Cup | None:
    """Find the tournament that its Gamesmaster announces anew, under the same name: the new announcement takes its
    place, or amends it once somebody has entered. Raises Complaint if entries are closed."""
    same = (row for row in tournaments.open_ones(case.tx) if same_name(row.name, request.command.name))
    row = next(same, None)
    if row is None or row.gamesmaster != request.sender.address:
        return None
    _check_phase(row.phase == "sign-up", f"entries for {row.name} are closed, so its announcement stands")
    return tournaments.load(case.tx, row.id)


def _amend(case: Case, old: Cup, found: Announcement, target: int, kept: dict[str, Any]) -> None:
    """Change an announcement by which teams have entered. Places that it adds go to the teams that wait."""
    cup = old
    if (found.format, target) != (old.state.format, old.state.target):
        try:
            events, state = decide.amend(old.state, found.format, target)
        except decide.Impossible as why:
            raise Complaint(Wrong.TOURNAMENT, sentence=str(why)) from None
        cup = tournaments.append(case.tx, old.row, state, events, now=case.now, inbox=case.inbox)
    row = tournaments.change(case.tx, cup.row, **kept, asked_at=None, wakes_at=kept["closes_at"])
    if (row.times, row.words, cup.state) == (old.row.times, old.row.words, old.state):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"the announcement of {row.name} says all that already")
    cup = replace(cup, row=row)
    tell_amended(case, old, cup)
    for division in cup.state.divisions:
        while (after := move_up(case, cup, division)) is not cup:
            cup = after


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


def _kept(request: Request[ask.Announce], found: Announcement, announced_at: datetime) -> dict[str, Any]:
    """Return the columns that an announcement fixes."""
    until = found.sign_up_until or announced_at + OPEN_END
    closes = found.closes or until
    draw_at = later(closes, found.format.draw_after, found.format.zone)
    return {
        "sign_up_until": until,
        "closes_at": closes,
        "draw_at": draw_at,
        "begins_at": max(found.begins or draw_at, draw_at),
        "begins_fixed": request.command.begins is not None,
        "words": request.command.words,
    }


def _row(case: Case, number: int, found: Announcement, request: Request[ask.Announce], source: str) -> TournamentRow:
    return TournamentRow(
        id=number,
        name=found.name,
        gamesmaster=request.sender.address,
        source=source,
        phase="sign-up",
        announced_at=case.arrived,
        asked_at=None,
        paused_at=None,
        seeded=(),
        pending=(),
        last_seq=0,
        head="",
        filed=None,
        wakes_at=None,
        **_kept(request, found, case.arrived),
    )


def seed(case: Case, request: Request[ask.Seed]) -> str:
    """Carry out `seed A, B`: the best teams, best first, until the close."""
    meant = steered(case, request)
    _check_phase(meant.state.phase == "sign-up", "entries are closed, and seeding was frozen with them")
    _check_phase(not meant.state.alone, "partners are drawn, so nobody is seeded")
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


def extend(case: Case, request: Request[ask.ExtendSignUp]) -> None:
    """Carry out `extend sign-up by 3 days`: from its end, or from now if that is over."""
    meant = steered(case, request)
    _check_phase(meant.state.phase == "sign-up", "entries are closed: teams and seeding are frozen")
    begins = case.arrived if meant.row.times.open_end else max(meant.row.sign_up_until, case.arrived)
    span, zone = request.command.span, meant.state.format.zone
    until = later(begins, span, zone)
    if until <= case.now:
        until = later(case.now, span, zone)
    late = meant.row.closes_at - meant.row.sign_up_until
    moved = _move(case, meant.row, until, until + late, meant.state.format)
    tell_amended(case, meant, replace(meant, row=moved))


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

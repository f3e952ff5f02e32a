"""`salt PHRASE` between the close and the draw: each player mixes it into the draw (draw, point 3)."""

from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.quotas import spend_act
from referee.desk.request import Request
from referee.desk.table import moves
from referee.desk.which_game import tournaments_of_mail
from referee.store import signups, tournaments
from referee.store.tournaments import Entry, TournamentRow
from referee.table import fairness
from referee.table.commands import Salt
from referee.table.refusal import Reason, Refusal
from referee.telling.formats import at, listed
from referee.telling.tournaments.format_sentences import entries_end


def salt(case: Case, request: Request[Salt]) -> str | None:
    """Keep a player's salt: for the draw of a tournament, and say so in a sentence; else for a game or a table. Raises
    Refusal or Complaint."""
    drawn = _draw_meant(case, request)
    if drawn is None:
        moves.salt(case, request)
        return None
    return _salt_draw(case, request, *drawn)


def _draw_meant(case: Case, request: Request[Salt]) -> tuple[TournamentRow, Entry] | None:
    """Return the tournament whose draw a salt is for, with the sender's entry; None if it is for a game or a table.

    It is for a draw if the mail answers a letter about that tournament, or names no game and there is no game or full
    table of the sender's that it could be for. Raises Complaint if it may be for several.
    """
    person = request.sender.person
    if person is None:
        return None
    waiting = [
        (row, entry)
        for row in tournaments.open_ones(case.tx)
        for entry in tournaments.entries_of(case.tx, row.id, person.id)
        if (row.phase == "closed" and entry.state == "in") or (row.phase == "sign-up" and person.id in entry.agreed)
    ]
    named = tournaments_of_mail(case, request.mail)
    if found := next((each for each in waiting if each[0].id in named), None):
        return found
    if request.mail.named or request.mail.playing or signups.tables_of(case.tx, person.id):
        return None
    best = [one for one in waiting if one[0].phase == "closed"] or waiting
    if len({row.id for row, _ in best}) > 1:
        names = listed([row.name for row, _ in best], "or")
        sentence = f"it may be for the draw of {names}: answer a letter about the one that you mean"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    return best[0] if best else None


def _salt_draw(case: Case, request: Request[Salt], row: TournamentRow, entry: Entry) -> str:
    """Keep a player's salt for the draw. Returns what was kept, as a sentence. Raises Refusal or Complaint."""
    phrase = request.command.phrase
    given = fairness.salt(phrase)
    if not given:
        raise Refusal(Reason.NO_SALT)
    zone = tournaments.state_of(case.tx, row).format.zone
    if row.phase == "sign-up":
        # whoever knew the salts could still choose who enters, and so the draw
        closes = f"{'once ' if row.times.open_end else ''}{entries_end(row.times, zone)}"
        opens = f"salts for the draw of {row.name} count from the close of entries, {closes}"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{opens}: send yours then; a letter will ask for it")
    if case.arrived > row.draw_at:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"the time for salts in {row.name} ended on {at(row.draw_at, zone)}")
    person = request.sender.person
    assert person is not None, "somebody with an entry is known"
    check_words(case, person, phrase, Wrong.SALT_CARDS)
    if not spend_act(case, person.address, f"salt tournament {row.id}"):
        raise Complaint(Wrong.SALT_ENOUGH)
    captain, partner = entry.salts
    both = (given, partner) if entry.captain == person.id else (captain, given)
    tournaments.change_entry(case.tx, entry.id, salts=both)
    return (
        f"your salt for the draw of {row.name} is `{given}`; until {at(row.draw_at, zone)} the last one you send counts"
    )

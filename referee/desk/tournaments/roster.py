"""The teams in a tournament: places and the waiting list for them, the roster at the close, and the captain of a
team."""

from collections.abc import Collection
from dataclasses import replace

from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import About, send_answer
from referee.desk.people_called import introduced
from referee.desk.table.start import unique_names
from referee.desk.tournaments.act import act
from referee.desk.tournaments.match_games import sheet_in_short
from referee.store import people, tournaments
from referee.store.people import Person
from referee.store.tournaments import Cup, Entry, TournamentRow
from referee.telling.formats import at, count, listed
from referee.telling.tournaments.format_sentences import is_late
from referee.telling.tournaments.notices import EntryNews, Fate
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.events import Team
from referee.tournaments.tournament import Tournament


def check_open(case: Case, meant: Cup) -> None:
    """Check that a team can still enter. Raises Complaint."""
    last = meant.row.closes_at if meant.state.format.late_entries else meant.row.sign_up_until
    if meant.state.phase != "sign-up" or case.arrived > last:
        zone = meant.state.format.zone
        ended = f"sign-up for {meant.row.name} ended on {at(meant.row.sign_up_until, zone)}"
        closed = f", and entries closed on {at(last, zone)}" if last > meant.row.sign_up_until else ""
        sentence = f"{ended}{closed}"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)


def late_words(case: Case, meant: Cup) -> str:
    """Say, for the sentence about a new entry, until when the Gamesmaster has let late teams in; empty while sign-up is
    open."""
    if not is_late(meant.row.times, case.arrived):
        return ""
    closes = at(meant.row.closes_at, meant.state.format.zone)
    return f", and the Gamesmaster has said yes until {closes}, since sign-up has ended"


def place(case: Case, meant: Cup, entry: Entry) -> None:
    """Let an entry count: it has a place, or waits for one. Other entries of its players go; if its captain or partner
    was captain of one that counted, in the same division, it takes over the place of that one."""
    found = (one for number in entry.people for one in tournaments.entries_of(case.tx, meant.row.id, number))
    others = {one.id: one for one in found if one.id != entry.id}.values()
    kept = next((one for one in others if _hands_on(one, entry)), None)
    for other in others:
        movers = [people.by_id(case.tx, one).name for one in other.agreed if one in entry.people]
        write_to(case, meant, other, "elsewhere", listed(movers or [other.named]), goes=entry.people)
        meant = _take_out(case, meant, other)
        meant = meant if other == kept else move_up(case, meant, other.division)
    number = tournaments.next_place(case.tx, meant.row.id) if kept is None else kept.place
    if kept.state == "waiting" if kept else is_full(case, meant, entry.division):
        waiting = tournaments.change_entry(case.tx, entry.id, state="waiting", place=number)
        write_to(case, meant, waiting, "waiting")
        return
    _let_in(case, meant, tournaments.change_entry(case.tx, entry.id, state="in", place=number), "in")


def _hands_on(old: Entry, new: Entry) -> bool:
    """Tell if a new entry takes over the place of an old one."""
    return old.state in ("in", "waiting") and old.captain in new.people and old.division == new.division


def give_up(case: Case, meant: Cup, entry: Entry, what: Fate, said: str = "") -> None:
    """Take back an entry, or refuse it: its place goes to the next that waits. `said` is told with it: by whom it was
    taken back, or why it was refused."""
    after = _take_out(case, meant, entry)
    write_to(case, after, entry, what, said)
    move_up(case, after, entry.division)


def _take_out(case: Case, meant: Cup, entry: Entry) -> Cup:
    drop(case, meant, entry)
    if entry.state != "in":
        return meant
    # another team may now enter under that name
    seeded = [name for name in meant.row.seeded if name != entry.team]
    meant = replace(meant, row=tournaments.change(case.tx, meant.row, seeded=seeded))
    return act(case, meant, decide.note(meant.state, ev.Left(entry.team)))


def drop(case: Case, meant: Cup, entry: Entry) -> None:
    """Take an entry out, and with it the question that its captain asks by it."""
    tournaments.change_entry(case.tx, entry.id, state="out")
    partner = people.by_address(case.tx, entry.named) if entry.partner is None else people.by_id(case.tx, entry.partner)
    if entry.state == "asked" and partner is not None:
        people.void_offers(case.tx, partner.id, meant.row.id, question_of(case, meant, entry))


def question_of(case: Case, meant: Cup, entry: Entry) -> str:
    """Write the line that a letter offers to whoever an entry asks."""
    return f"enter {meant.row.name} with {people.by_id(case.tx, entry.captain).address}"


def own_team(case: Case, meant: Cup, person: Person) -> Entry | None:
    """Find the entry that counts, or waits for the Gamesmaster, of a person."""
    own = tournaments.entries_of(case.tx, meant.row.id, person.id)
    return next((one for one in own if one.state != "asked"), None)


def is_full(case: Case, meant: Cup, division: str) -> bool:
    """Tell if a division has as many teams as it may."""
    every = tournaments.entries_in(case.tx, meant.row.id)
    return sum(one.state == "in" and one.division == division for one in every) >= meant.state.format.most


def move_up(case: Case, meant: Cup, division: str) -> Cup:
    """Give a place in a division to the first team that waits for one, if there is a place. Returns the changed
    tournament."""
    waiting = [one for one in tournaments.entries_in(case.tx, meant.row.id) if one.state == "waiting"]
    first = next((one for one in waiting if one.division == division), None)
    if first is not None and not is_full(case, meant, division):
        return _let_in(case, meant, tournaments.change_entry(case.tx, first.id, state="in"), "moved up")
    return meant


def _let_in(case: Case, meant: Cup, entry: Entry, what: Fate) -> Cup:
    after = act(case, meant, decide.note(meant.state, ev.Entered(_as_team(case, meant.state, entry))))
    write_to(case, after, entry, what)
    return after


def _as_team(case: Case, t: Tournament, entry: Entry) -> Team:
    """Make a team of an entry, with the present names of its players, which they keep in this tournament: no two
    players are called alike."""
    if t.alone:
        return Team(entry.team, (entry.team,), entry.division)
    names = [name for team in t.teams for name in team.players]
    *_, captain, partner = unique_names([*names, *(people.by_id(case.tx, number).name for number in entry.people)])
    return Team(entry.team, (captain, partner), entry.division)


def short_of(t: Tournament) -> tuple[str, ...]:
    """Return the divisions with fewer teams than the format needs; an empty name where there are no divisions."""
    return tuple(one for one in t.divisions if len(t.in_division(one)) < t.format.least)


def too_few(case: Case, row: TournamentRow, t: Tournament) -> tuple[str, ...]:
    """Write the question to the Gamesmaster at a close with too few teams, and then the lines that they can write."""
    where = "".join(f" in division {one}" for one in short_of(t) if one)
    has = f"{count(len(t.teams), 'team')}{where}"
    if t.alone:
        has = listed([f"{len(t.in_division(one))} {one}" for one in short_of(t)])
    sentence = f"{row.name} was to close, and it has {has}; it needs {t.format.least}"
    held = [one.team for one in tournaments.entries_in(case.tx, row.id) if one.state == "held"]
    if held:
        sentence += f". {listed(held)} {'waits' if len(held) == 1 else 'wait'} for your yes"
    return sentence, *(f"accept {team}" for team in held), "extend sign-up by 7 days", f"cancel {row.name} because …"


def drop_unfinished(case: Case, meant: Cup, closed: Tournament) -> None:
    """Drop at the close the entries that do not count, or that got no place; who has one in another team hears
    nothing of it."""
    every, names = tournaments.entries_in(case.tx, meant.row.id), {team.name for team in closed.roster}
    placed = {person for one in every if one.state == "in" and one.team in names for person in one.people}
    for entry in every:
        if entry.state != "in" or entry.team not in names:
            drop(case, meant, entry)
            write_to(case, meant, entry, "dropped", goes=placed)


def join_partners(case: Case, t: Tournament) -> None:
    """Make one entry of those of two players who were drawn together."""
    for team in t.teams if t.format.partners == "drawn" else ():
        first, second = (tournaments.entry_of_team(case.tx, t.number, name) for name in team.players)
        tournaments.change_entry(case.tx, second.id, state="out")
        tournaments.change_entry(case.tx, first.id, team=team.name, division="", partner=second.captain)


def check_drawn(meant: Cup) -> None:
    """Check that no partners are still to be drawn. Raises Complaint."""
    if meant.state.alone:
        raise Complaint(
            Wrong.TOURNAMENT, sentence=f"partners are drawn first in {meant.row.name}: write it after the draw"
        )


def _rank(case: Case, entry: Entry) -> int | None:
    """Find the place that a team has, or would have, among the present teams; None if its entry never counted."""
    if entry.place is None:
        return None
    counting = tournaments.entries_in(case.tx, entry.tournament)
    return 1 + sum(one.state == "in" and (one.place or 0) < entry.place for one in counting)


def write_to(case: Case, meant: Cup, entry: Entry, what: Fate, said: str = "", *, goes: Collection[int] = ()) -> None:
    """Write to captain and partner what became of their entry; a partner who has not agreed to it hears nothing, nor
    who `goes` to another team."""
    both = [people.by_id(case.tx, number) for number in entry.people]
    partner = both[1].name if len(entry.agreed) == 2 else entry.named
    for person in [one for one in both if one.id in entry.agreed and one.id not in goes]:
        page = EntryNews(
            tournament=meant.state,
            times=meant.row.times,
            team=entry.team,
            players=(both[0].name, partner),
            what=what,
            place=_rank(case, entry),
            reason=said if what == "refused" else "",
            by="" if what == "refused" else said,
            partner=introduced(both[person == both[0]]) if len(entry.agreed) == 2 else "",
            division=entry.division,
            sheet=sheet_in_short(case, meant.state),
        )
        send_answer(case, person, page, About(tournament=meant.row))


def captain_of(case: Case, entry: Entry) -> int:
    """Return the number of the person who may withdraw and protest for a team."""
    place, players = 0, ["", ""]
    for event in tournaments.events_of(case.tx, entry.tournament):
        match event:
            case ev.Closed(teams=teams) | ev.Drawn(teams=teams):
                players = list(next((one.players for one in teams if one.name == entry.team), players))
            case ev.Substituted(team=entry.team, out=out, name=name):
                left = players.index(out)
                players[left] = name
                place = 1 - left if left == place else place
    return entry.people[place]

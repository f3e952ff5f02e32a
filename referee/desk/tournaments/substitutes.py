"""`substitute EVE for BOB in TEAM`: another player takes a place in a team, in its running games too, once they have
agreed to it.
"""

from referee.asking.tournaments import commands as ask
from referee.desk.case import Case, Complaint
from referee.desk.outgoing import About, send_answer
from referee.desk.refusals import Wrong
from referee.desk.requests.request import Request
from referee.desk.table.act import act as act_in_game
from referee.desk.table.begin import known_player, player_address, unique_names
from referee.desk.table.rulings import reseat
from referee.desk.tournaments.act import act
from referee.desk.tournaments.meant import MeantTournament, steered, tournament_meant
from referee.desk.tournaments.roster import write_to
from referee.names import same_name
from referee.spades import commands as cmd
from referee.store import entries, event_log, games, matches, people, tournaments
from referee.store.people import Person
from referee.telling.tournaments.notices import EntryPlease
from referee.tournaments import decide
from referee.tournaments import events as ev


def substitute(case: Case, request: Request[ask.Substitute]) -> str:
    """Ask the substitute whom the Gamesmaster names. Here and below: raises Complaint."""
    meant, wish = steered(case, request), request.command
    if meant.state.phase not in ("closed", "running"):
        sentence = f"sign-up for {meant.row.name} has not ended: until then a team that changes enters anew"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    team, out = _place(meant, wish.team, wish.leaves)
    address = wish.address or known_player(
        case, wish.name, Wrong.TOURNAMENT, f"`substitute {wish.name} <eve@example.org> for {out} in {team}`"
    )
    person = people.welcome(case.tx, player_address(case, address), wish.name)
    _check_free(case, meant, person)
    offers = [*_others(meant, person.id), {"do": "offer", "team": team, "out": out, "person": person.id}]
    tournaments.change(case.tx, meant.row.id, pending=offers)
    page = EntryPlease(
        tournament=meant.state,
        times=meant.times,
        captain=next(name for name in meant.state.team(team).players if name != out),
        team=team,
        division=meant.state.team(team).division,
        substitute_for=out,
    )
    offer = f"stand in for {out} in {team} of {meant.row.name}"
    send_answer(case, person, page, About(tournament=meant.row.id, offer=offer))
    return f"{person.name} is asked; once they have said `yes` they take the place of {out} in {team}"


def stand_in(case: Case, request: Request[ask.StandIn]) -> str:
    """The substitute agrees, and takes the place; between close and draw right after the draw."""
    meant, wish, person = tournament_meant(case, request), request.command, request.sender.person
    team, out = _place(meant, wish.team, wish.leaves)
    offer = {"do": "offer", "team": team, "out": out, "person": None if person is None else person.id}
    if person is None or offer not in meant.row.pending:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"the Gamesmaster has not asked you to play for {out} in {team}")
    _check_free(case, meant, person)
    rest = _others(meant, person.id)
    if any((one["do"], one["team"], one.get("out")) == ("substitute", team, out) for one in rest):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"somebody else takes the place of {out} in {team}")
    if meant.state.phase == "closed":
        tournaments.change(case.tx, meant.row.id, pending=[*rest, {**offer, "do": "substitute"}])
        return f"you take the place of {out} in {team} right after the draw"
    tournaments.change(case.tx, meant.row.id, pending=rest)
    seat_substitute(case, meant, team, out, person.id)
    return f"you play for {team} in {meant.row.name} now"


def _others(meant: MeantTournament, person: int) -> list[dict[str, object]]:
    return [one for one in meant.row.pending if one.get("person") != person]


def _place(meant: MeantTournament, team: str, player: str) -> tuple[str, str]:
    """The team and the player in it, as they are called there."""
    found = next((one for one in meant.state.teams if same_name(one.name, team)), None)
    if found is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"no team in {meant.row.name} is called {team}")
    if found.name in meant.state.withdrawn:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{found.name} are out of {meant.row.name}")
    out = next((name for name in found.players if same_name(name, player)), None)
    if out is None:
        raise Complaint(
            Wrong.TOURNAMENT,
            sentence=f"{player} does not play for {team}; {found.players[0]} and {found.players[1]} do",
        )
    return found.name, out


def _check_free(case: Case, meant: MeantTournament, person: Person) -> None:
    if any(one.state == "in" for one in entries.of_person(case.tx, meant.row.id, person.id)):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{person.name} plays for a team in {meant.row.name} already")


def seat_substitute(
    case: Case, meant: MeantTournament, team: str, out: str, person: int, *, begins: bool = True
) -> None:
    """Put a person in the place of a player of a team, in its running games too."""
    entry = entries.team(case.tx, meant.row.id, team)
    place = meant.state.team(team).players.index(out)
    old = people.by_id(case.tx, entry.people[place])
    successor = people.by_id(case.tx, person)
    name = _unlike(successor.name, [name for one in meant.state.teams for name in one.players])
    changed = entries.change(case.tx, entry.id, **{("captain", "partner")[place]: person})
    for one in matches.running(case.tx, meant.row.id):
        if team in meant.state.games[one.match].teams:
            _take_seat(case, one.game, old, successor, name)
    act(case, meant.row, decide.note(meant.state, ev.Substituted(team, out, name)), begins=begins)
    write_to(case, meant, changed, "substituted", by=out)


def _unlike(name: str, taken: list[str]) -> str:
    """The name, with a number if another player in the tournament is called like it."""
    return unique_names([*taken, name])[-1]


def _take_seat(case: Case, number: int, old: Person, successor: Person, name: str) -> None:
    row, seat = games.find(case.tx, number), games.seat_of(case.tx, number, old.id)
    if row is None or row.ended_at is not None or seat is None:
        return
    reseat(case, number, seat, old, successor)
    act_in_game(case, row, event_log.load(case.tx, row), None, cmd.Replace(seat, name))

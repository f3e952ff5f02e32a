"""`substitute EVE for BOB in TEAM`: another player takes a place in a team, in its running games too, once they have
agreed to it.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from referee.asking.tournaments import commands as ask
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.masters import name_of_master
from referee.desk.outgoing import About, send_answer
from referee.desk.people_called import introduced
from referee.desk.request import Request
from referee.desk.table.act import Outside
from referee.desk.table.act import act as act_at_table
from referee.desk.table.seats import check_may_sit, reseat
from referee.desk.table.start import address_meant, unique_names
from referee.desk.tournaments.act import act, is_game_over
from referee.desk.tournaments.match_games import game_of_match
from referee.desk.tournaments.roster import captain_of, check_drawn
from referee.desk.tournaments.which_tournament import steered, tournament_meant
from referee.names import same_name
from referee.store import event_log, games, matches, people, tournaments
from referee.store.matches import MatchRow
from referee.store.people import Person
from referee.store.tournaments import Cup
from referee.table import commands as cmd
from referee.table.seats import partner_of
from referee.telling.news import TeamPlace
from referee.telling.tournaments.notices import EntryNews, EntryPlease
from referee.tournaments import decide
from referee.tournaments import events as ev

PlaceOffer = dict[str, Any]
"""An act that waits for a person's `yes`: to `do` an `offer`, a `team`, the player who goes `out`, the `person`, and
the `reason`."""


def substitute(case: Case, request: Request[ask.Substitute]) -> str:
    """Ask the substitute whom the Gamesmaster names. Here and below: raises Complaint."""
    meant, wish = steered(case, request), request.command
    if meant.state.phase not in ("closed", "running"):
        sentence = f"entries for {meant.row.name} are not closed: until then a team that changes enters anew"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    check_drawn(meant)
    team, out = _place(meant, wish.team, wish.leaves)
    check_words(case, request.sender.person, wish.reason, Wrong.SAY_CARDS)
    rest = f" for {out} in {team}" + (f" because {wish.reason}" if wish.reason else "")
    address = address_meant(case, wish.name, wish.address, Wrong.TOURNAMENT, lambda who: f"substitute {who}{rest}")
    stranger = people.by_address(case.tx, address) is None
    person = people.welcome(case.tx, address, wish.name)
    _check_free(case, meant, request, person)
    offer: PlaceOffer = {"do": "offer", "team": team, "out": out, "person": person.id, "reason": wish.reason}
    offers = [*_others(meant, person.id), offer]
    tournaments.change(case.tx, meant.row, pending=offers)
    page = EntryPlease(
        tournament=meant.state,
        times=meant.row.times,
        captain=next(name for name in meant.state.team(team).players if name != out),
        team=team,
        division=meant.state.team(team).division,
        substitute_for=out,
        reason=wish.reason,
        limit=_limit(case, meant) if stranger else None,
        gamesmaster=name_of_master(case, request.sender.address),
        plays=any(_plays(case, meant, one, team) for one in matches.running(case.tx, meant.row.id)),
    )
    line = f"stand in for {out} in {team} of {meant.row.name}"
    send_answer(case, person, page, About(tournament=meant.row, offer=line))
    return f"{introduced(person)} is asked; once they have said `yes` they take the place of {out} in {team}"


def stand_in(case: Case, request: Request[ask.StandIn]) -> str | None:
    """Let the substitute, who agrees, take the place; between close and draw right after the draw. Returns None if a
    letter tells them so."""
    meant, wish, person = tournament_meant(case, request), request.command, request.sender.person
    team, out = _place(meant, wish.team, wish.leaves)
    offer = None if person is None else _offer(meant, team, out, person.id)
    if person is None or offer is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"the Gamesmaster has not asked you to play for {out} in {team}")
    _check_free(case, meant, request, person)
    rest = _others(meant, person.id)
    if any((one["do"], one["team"], one.get("out")) == ("substitute", team, out) for one in rest):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"somebody else takes the place of {out} in {team}")
    if meant.state.phase == "closed":
        tournaments.change(case.tx, meant.row, pending=[*rest, {**offer, "do": "substitute"}])
        return f"you take the place of {out} in {team} right after the draw"
    seat_substitute(case, replace(meant, row=tournaments.change(case.tx, meant.row, pending=rest)), offer)
    return None


def _limit(case: Case, meant: Cup) -> timedelta:
    """Return the time for each bid and card in a tournament."""
    return meant.state.format.time_limit or case.desk.settings.game.time_limit


def _offer(meant: Cup, team: str, out: str, person: int) -> PlaceOffer | None:
    """Find the offer of a place that the Gamesmaster has made to a person."""
    wanted = ("offer", team, out, person)
    return next(
        (one for one in meant.row.pending if tuple(map(one.get, ("do", "team", "out", "person"))) == wanted), None
    )


def _others(meant: Cup, person: int) -> list[PlaceOffer]:
    return [one for one in meant.row.pending if one.get("person") != person]


def _place(meant: Cup, team: str, player: str) -> tuple[str, str]:
    """Return the team and the player in it, as they are called there."""
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


def _check_free(case: Case, meant: Cup, request: Request[Any], person: Person) -> None:
    check_may_sit(case, request.sender.address, person.address)
    if any(one.state == "in" for one in tournaments.entries_of(case.tx, meant.row.id, person.id)):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{person.name} plays for a team in {meant.row.name} already")


def seat_substitute(case: Case, meant: Cup, offer: PlaceOffer, *, begins: bool = True) -> Cup:
    """Put the person who took an offer in the place of a player of a team, in its running games too. Write one letter
    to each player of the team and to the one who leaves it. Returns the tournament after it."""
    team, out, reason = offer["team"], offer["out"], offer["reason"]
    entry = tournaments.entry_of_team(case.tx, meant.row.id, team)
    place = meant.state.team(team).players.index(out)
    old = people.by_id(case.tx, entry.people[place])
    successor = people.by_id(case.tx, offer["person"])
    # with a number, if another player in the tournament has a name like it
    *_, name = unique_names([*(name for one in meant.state.teams for name in one.players), successor.name])
    changed = tournaments.change_entry(case.tx, entry.id, **{("captain", "partner")[place]: successor.id})
    seated = _take_seats(case, meant, offer, old, successor, name)
    noted = decide.note(meant.state, ev.Substituted(team, out, name, reason))
    after = act(case, meant, noted, begins=begins, reached=changed.people)
    page = EntryNews(
        tournament=meant.state,
        times=meant.row.times,
        team=team,
        players=(people.by_id(case.tx, changed.people[0]).name, people.by_id(case.tx, changed.people[1]).name),
        what="substituted",
        by=out,
        reason=reason,
        captain=people.by_id(case.tx, captain_of(case, changed)).name,
    )
    about = About(tournament=meant.row)
    send_answer(case, people.by_id(case.tx, changed.people[1 - place]), page, about)
    if not seated:
        send_answer(case, successor, replace(page, what="stands in"), about)
    send_answer(case, old, replace(page, what="replaced", by=name), about)
    return after


def _take_seats(case: Case, meant: Cup, offer: PlaceOffer, old: Person, successor: Person, name: str) -> int:
    """Seat the successor in the games that the team is playing. Returns in how many."""
    team: str = offer["team"]
    playing = [one for one in matches.running(case.tx, meant.row.id) if _plays(case, meant, one, team)]
    for one in playing:
        row, seat = game_of_match(case.tx, one), games.seat_of(case.tx, one.game, old.id)
        assert seat is not None, "the player who leaves the team sits in its games"
        names = meant.state.games[one.match].teams
        partner = row.names[partner_of(seat) - 1]
        other = names[1] if names[0] == team else names[0]
        place = TeamPlace(meant.row.name, team, partner, one.match, other, offer["reason"])
        reseat(case, one.game, seat, old, successor)
        act_at_table(
            case, row, event_log.load(case.tx, row), None, cmd.Replace(seat, name), outside=Outside(place=place)
        )
    return len(playing)


def _plays(case: Case, meant: Cup, match: MatchRow, team: str) -> bool:
    """Tell if a team plays in a match whose game is not over."""
    return team in meant.state.games[match.match].teams and not is_game_over(case, match)

"""The letters about an act in a tournament: to the entrants, the watchers, the Gamesmaster and the list. Rules on
nothing.

Everyone in it hears of the close, the draw, the end of each round, and the end; of a single match, or a ruling on one,
only whoever plays in it or goes another way by it, and people who want to hear of more than their own games (`notify
rounds` and above). A team that is out hears of the end, and beyond that only what its players want to hear.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from referee.desk.case import Case
from referee.desk.outgoing import About, recipient, send_answer, send_to_anyone, send_to_list
from referee.desk.tournaments.match_games import game_of, running, sheet_in_short, terms_of_games
from referee.store import people, tournaments
from referee.store.people import Person
from referee.store.tournaments import Cup, TournamentRow
from referee.telling.tournaments.notices import (
    Champion,
    Drawn,
    SignUpClosed,
    TournamentAmended,
    TournamentAnnounced,
    TournamentNews,
)
from referee.telling.tournaments.way_sentences import changes_way, is_out
from referee.tournaments import events as ev
from referee.tournaments.events import Event
from referee.tournaments.fold import lines_of
from referee.tournaments.tournament import Tournament

MORE_THAN_OWN = ("play", "trick", "round")
"""The levels of `notify` that bring news of every match."""
QUIET = (ev.Announced, ev.Committed, ev.Entered, ev.Left, ev.Salted, ev.MatchBegun, ev.Silenced, ev.Limited)
"""The events that need no news of their own: letters about entries and games tell of them."""
OF_A_MATCH = (ev.Resulted, ev.MatchBegun, ev.Rated, ev.Silenced, ev.Limited)
"""The events that concern one match."""

RULINGS = (ev.Ruled, ev.TakenBack)
"""The events of a ruling on a match."""

NewsLetter = TournamentAnnounced | SignUpClosed | Drawn | TournamentNews | Champion


def tell(
    case: Case,
    cup: Cup,
    happened: Sequence[Event],
    before: Tournament | None,
    reached: Collection[int] = (),
) -> None:
    """Tell everyone concerned about the events that turned `before` into `cup`, except those `reached` by another
    letter."""
    row, t = cup.row, cup.state
    page = _page(case, cup, happened, before)
    if page is None:
        return
    about = About(tournament=row)
    if _for_all(happened) and case.desk.settings.referee.list_mode == "external":
        send_to_list(case, page, about)
    for person, team in _readers(case, row, page):
        if person.id not in reached and _wants(t, person, team, happened, before):
            own, how = _for(case, row, page, person, team), replace(about, bulk=team is None)
            if isinstance(own, TournamentAnnounced) and own.to_master:
                send_to_anyone(case, recipient(person), own, how)  # the letter asks its reader to pass it on
            else:
                send_answer(case, person, own, how)


def _for(case: Case, row: TournamentRow, page: NewsLetter, person: Person, team: str | None) -> NewsLetter:
    """Make the page as one reader gets it."""
    match page:
        case Drawn() | TournamentNews() | Champion():
            return replace(page, team=team)
        case TournamentAnnounced() if person.address == row.gamesmaster:
            builtin = case.desk.settings.referee.list_mode == "builtin"
            others = [one for one in _invited(case) if one != person.id]
            return replace(page, to_master=True, players=len(others) if builtin else None)
    return page


def _page(case: Case, cup: Cup, happened: Sequence[Event], before: Tournament | None) -> NewsLetter | None:
    """Make the page about these events: the most important kind decides which. None if there is nothing to tell."""
    t, times = cup.state, cup.row.times
    kinds = {type(event) for event in happened}
    if ev.Announced in kinds:
        return _announced(case, cup)
    if ev.Ended in kinds or ev.Drawn in kinds:
        lines = lines_of(tournaments.events_of(case.tx, t.number))
        if ev.Drawn in kinds:
            return Drawn(tournament=t, times=times, team=None, lines=lines)
        return Champion(tournament=t, times=times, team=None, lines=lines, happened=tuple(happened))
    if ev.Closed in kinds:
        return SignUpClosed(tournament=t, times=times)
    if all(isinstance(event, QUIET) for event in happened):
        return None
    return TournamentNews(
        tournament=t,
        times=times,
        happened=tuple(happened),
        running=running(case.tx, t),
        team=None,
        before=before,
    )


def _announced(case: Case, cup: Cup) -> TournamentAnnounced:
    master = people.welcome(case.tx, cup.row.gamesmaster)
    return TournamentAnnounced(
        tournament=cup.state,
        times=cup.row.times,
        gamesmaster=f"{master.name} <{master.address}>",
        usual_limit=case.desk.settings.game.time_limit,
        terms=terms_of_games(case.desk.settings, cup.state),
        sheet=sheet_in_short(case, cup.state),
        game=game_of(case.desk, cup.state),
        words=cup.row.words,
    )


def tell_amended(case: Case, old: Cup, cup: Cup) -> None:
    """Tell all who have entered or watch, and the list, what the announcement of `old` says now."""
    new = _announced(case, cup)
    page = TournamentAmended(tournament=cup.state, times=new.times, old=_announced(case, old), new=new)
    about = About(tournament=cup.row)
    if case.desk.settings.referee.list_mode == "external":
        send_to_list(case, page, about)
    for person, team in _readers(case, cup.row, page):
        send_answer(case, person, replace(page, team=team), replace(about, bulk=team is None))


def _for_all(happened: Iterable[Event]) -> bool:
    return not all(isinstance(event, OF_A_MATCH) for event in happened)


def _readers(
    case: Case, row: TournamentRow, page: NewsLetter | TournamentAmended
) -> Iterator[tuple[Person, str | None]]:
    """Yield everyone who may hear of the act, each once, with their team if they have one."""
    teams = {person: one.team for one in tournaments.entries_in(case.tx, row.id) for person in one.agreed}
    numbers = dict.fromkeys((*teams, *tournaments.watchers(case.tx, row.id)))
    if isinstance(page, TournamentAnnounced):
        numbers |= dict.fromkeys(_invited(case))
    master = people.welcome(case.tx, row.gamesmaster)
    for number in numbers | {master.id: None}:
        yield people.by_id(case.tx, number), teams.get(number)


def _invited(case: Case) -> list[int]:
    """List who gets the announcement: on a list its readers; else everyone who plays here or waits for a game."""
    builtin = case.desk.settings.referee.list_mode == "builtin"
    return people.who_play(case.tx) if builtin else []


def _wants(
    t: Tournament, person: Person, team: str | None, happened: Sequence[Event], before: Tournament | None
) -> bool:
    if person.notify in MORE_THAN_OWN or isinstance(happened[-1], ev.Ended | ev.Cancelled):
        return True
    for_all = not all(isinstance(event, OF_A_MATCH + RULINGS) for event in happened)
    if team is None:
        return for_all
    if any(_concerns(t, event, team) for event in happened):
        return True
    if for_all and not (before is not None and is_out(before, team) and is_out(t, team)):
        return True
    begins = any(isinstance(event, ev.MatchBegun) and team in event.teams for event in happened)
    return not begins and before is not None and changes_way(before, t, happened, team)


def _concerns(t: Tournament, event: Event, team: str) -> bool:
    match event:
        case ev.Ruled(teams=teams):
            return team in teams
        case ev.Resulted(match) | ev.TakenBack(match):
            return match in t.games and team in t.games[match].teams
        case ev.Rated(name) | ev.Withdrawn(name) | ev.Substituted(name):
            return name == team
    return False

"""The Gamesmasters who may rule on a tournament or a game, because they do not play in it, and a letter that asks them
to rule. Rules on nothing."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import About, send_answer
from referee.store import matches, people, tournaments
from referee.store.tournaments import Cup
from referee.telling.formats import listed
from referee.telling.tournaments.notices import MasterAsked
from referee.tournaments.tournament import Tournament


def masters_of(case: Case, tournament: int) -> tuple[str, ...]:
    """Return the addresses of the Gamesmasters who may rule on a tournament: those who do not play in it. If all of
    them play in it, all may rule."""
    every = case.desk.settings.referee.gamesmasters
    return tuple(one for one in every if not _plays(case, one, tournament)) or tuple(every)


def masters_of_game(case: Case, game: int) -> tuple[str, ...]:
    """Return the addresses of the Gamesmasters who may rule on a game: those who play neither in it nor in its
    tournament. If all of them play, all may rule."""
    if (match := matches.of_game(case.tx, game)) is not None:
        return masters_of(case, match.tournament)
    every, seated = case.desk.settings.referee.gamesmasters, people.seated(case.tx, game).values()
    return tuple(one for one in every if all(one != person.address for person in seated)) or tuple(every)


def masters_to_tell(case: Case, game: int, gamesmaster: str) -> tuple[str, ...]:
    """Return the address of the `gamesmaster` who steers a game. If they may not rule on it, return the addresses of
    all who may."""
    masters = masters_of_game(case, game)
    return (gamesmaster,) if gamesmaster in masters else masters


def check_impartial(case: Case, address: str, t: Tournament, teams: Collection[str]) -> None:
    """Refuse to rule on teams one of which is the Gamesmaster's own: those of a match, or all that may meet. Raises
    Complaint."""
    if not _plays_for(case, address, t, teams):
        return
    others = [one for one in masters_of(case, t.number) if not _plays_for(case, one, t, teams)]
    who = f"ask {listed(others, 'or')}" if others else "have another address named in `gamesmasters`"
    rule = "nobody rules on their own match, or takes out or changes teams that theirs may meet"
    raise Complaint(Wrong.TOURNAMENT, sentence=f"you play in {t.name}, and {rule}: {who}")


def _plays_for(case: Case, address: str, t: Tournament, teams: Collection[str]) -> bool:
    person = people.by_address(case.tx, address)
    own = [] if person is None else tournaments.entries_of(case.tx, t.number, person.id)
    return any(one.state == "in" and one.team in teams for one in own)


def ask_master(
    case: Case,
    cup: Cup,
    sentences: Sequence[str],
    commands: Sequence[str],
    *,
    about: About | None = None,
) -> None:
    """Write to every Gamesmaster who may act about the matter that waits for them, and the commands that help; `about`:
    the game that an answer means, and whose question it is."""
    page = MasterAsked(tournament=cup.state, times=cup.row.times, sentences=tuple(sentences), commands=tuple(commands))
    for address in masters_of(case, cup.row.id):
        master = people.welcome(case.tx, address)
        send_answer(case, master, page, replace(about or About(), tournament=cup.row))


def name_of_master(case: Case, address: str) -> str:
    """Return the name by which players know a Gamesmaster; empty if they have set none: the part of their address that
    we use until then is not shown."""
    person = people.by_address(case.tx, address)
    if person is None or person.public is False or person.name == address.partition("@")[0]:
        return ""
    return person.name


def _plays(case: Case, address: str, tournament: int) -> bool:
    person = people.by_address(case.tx, address)
    return person is not None and tournament in tournaments.entered_by(case.tx, person.id)

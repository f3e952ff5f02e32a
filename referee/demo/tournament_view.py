"""The demo's view of its tournament: news line by line, and in the end the bracket or table, and the places. Shows only
what is public; decides nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.store import games, matches, tournaments
from referee.store.backend import Store
from referee.telling.formats import capital, count, listed, ordinal
from referee.telling.tournaments.round_names import round_name
from referee.telling.tournaments.standing_tables import standing_text
from referee.telling.tournaments.text_bracket import bracket_text
from referee.tournaments.export import stage_keys
from referee.tournaments.fixtures import Fixture, Running, fixtures
from referee.tournaments.formats import decimal
from referee.tournaments.matches import stage_of
from referee.tournaments.stages import eligible
from referee.tournaments.tournament import StageKey, Tournament


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The tournament at one moment."""

    state: Tournament
    running: Running
    filed: bool
    """The records of all that is over lie on file."""

    @property
    def over(self) -> bool:
        """The tournament has ended."""
        return self.state.phase == "over"


def look(store: Store) -> Snapshot:
    """Look at the only tournament there is, as it stands."""
    with store.reading() as tx:
        (row,) = tournaments.every(tx)
        state = tournaments.state_of(tx, row)
        running = matches.live(tx, state)
        filed = not games.unfiled(tx) and not tournaments.unfiled(tx)
        return Snapshot(state, running, filed)


class Reporter:
    """The news since it was last asked, as sentences."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def since(self, seen: Snapshot) -> Iterator[str]:
        """Yield the new lines, oldest first."""
        for line in _story(seen.state):
            if line not in self._said:
                self._said.add(line)
                yield line


def _story(t: Tournament) -> Iterator[str]:
    """Yield a line for everything worth one so far."""
    for team in t.teams:
        yield f"{team.name} are in: {listed(team.players)}."
    if t.phase != "sign-up":
        yield f"Entries are closed, with {count(len(t.roster), 'team')}; until the draw their players send salts."
    if t.order:
        yield f"The draw: {', '.join(f'{place} {team}' for place, team in enumerate(t.order, 1))}."
    for key in stage_keys(t):
        yield from _left_out(t, key)
        yield f"{_title(t, key)} begins, with {listed(t.stages[key])}."
        for name, one in _played(t, key):
            yield f"Match {one.match}, {name}: {_result(one)}."


def _left_out(t: Tournament, key: StageKey) -> Iterator[str]:
    """Name the teams that do not come to a stage because of how they behaved."""
    before, needed = t.stages.get((key[0], key[1] - 1)), t.format.rating
    if before is None or needed is None:
        return
    for team in before:
        if not eligible((one.rating for one in t.ratings if one.team == team), needed):
            yield f"{team} may not go on: their behaviour was rated below {decimal(needed)} on average."


def _title(t: Tournament, key: StageKey) -> str:
    return capital(stage_of(t, key).kind.value)


def _played(t: Tournament, key: StageKey) -> Iterator[tuple[str, Fixture]]:
    """Yield the matches of a stage that are over, with the names of their rounds."""
    every = fixtures(t, key)
    over = [one for one in every if one.outcome is not None]
    for one in over:
        name = round_name(stage_of(t, key).kind, [one], every)
        yield name[0].lower() + name[1:], one


def _result(one: Fixture) -> str:
    assert one.outcome is not None, "only of a match that is over"
    (first, second), (made, against) = one.outcome.teams, one.outcome.score
    if one.outcome.winner == second:
        first, second, made, against = second, first, against, made
    return f"{first} beat {second}, {made} to {against}"


def _drawn(t: Tournament, key: StageKey, running: Running) -> str:
    return bracket_text(t, key, running) if stage_of(t, key).kind.is_bracket else standing_text(t, key)


def last_words(seen: Snapshot) -> str:
    """Return the brackets and tables as they ended, and the places."""
    t = seen.state
    parts = [f"{_title(t, key)}\n\n{_drawn(t, key, seen.running)}" for key in stage_keys(t)]
    return "\n\n".join(("", *parts, "\n".join(_places(t)), ""))


def _places(t: Tournament) -> Iterator[str]:
    yield f"{t.name} is over:"
    for one in t.places:
        place = 1
        if one.division:
            yield f"Division {one.division}"
        for teams in one.teams:
            for name in teams:
                yield f"  {ordinal(place):<5}{name} ({listed(t.team(name).players)})"
            place += len(teams) or 1

"""The demo's view of its tournament: news line by line, on a terminal also the bracket or table as it stands, and in
the end the places. Shows only what is public; decides nothing."""

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from referee.commands.tournament import Summary, progress_words, summary
from referee.store import games, matches, tournaments
from referee.store.backend import Store
from referee.telling.formats import capital, count, listed, ordinal, width
from referee.telling.tournaments.round_names import round_name, score_words, side_words
from referee.telling.tournaments.schedule_rows import schedule_text
from referee.telling.tournaments.standing_tables import standing_text
from referee.telling.tournaments.text_bracket import bracket_text
from referee.tournaments.export import stage_keys
from referee.tournaments.fixtures import Fixture, FixtureState, Running, fixtures
from referee.tournaments.formats import decimal
from referee.tournaments.matches import stage_of
from referee.tournaments.stages import eligible
from referee.tournaments.tournament import StageKey, Tournament

BAR = 40
AROUND = 4
"""The lines above and below the drawing."""
NEWS = 3
"""The number of lines of news above the drawing."""
CUT = "  ..."
UNBROKEN = "\xa0"
THIRD = "Third place"
UNPLAYED: tuple[FixtureState, ...] = ("unknown", "open", "running", "waiting")
NOW: tuple[FixtureState, ...] = ("running", "waiting")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The tournament at one moment."""

    state: Tournament
    running: Running
    summary: Summary
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
        return Snapshot(state, running, summary(tx, row), filed)


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


def wrapped(line: str, t: Tournament, wide: int) -> str:
    """Wrap a sentence of the news into lines of so many columns, in which no team's name is broken."""
    for team in t.teams:
        line = line.replace(team.name, team.name.replace(" ", UNBROKEN))
    return textwrap.fill(line, wide).replace(UNBROKEN, " ")


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


def draw(seen: Snapshot, wide: int, high: int) -> RenderableType:
    """Draw the stage that is being played, its bracket or table, and its progress, on so many columns and lines."""
    t = seen.state
    line = _one_line(f"{t.name}: {_progress(seen, wide - width(t.name) - 2)}", style="bold")
    if not t.stages:
        return line
    key = stage_keys(t)[-1]
    every = [one for one in fixtures(t, key) if one.state != "off" and not one.is_spare]
    over = [one for one in every if one.state == "over"]
    far = Table.grid(padding=(0, 1))
    far.add_row(
        ProgressBar(total=len(every), completed=len(over), width=BAR),
        _one_line(f"{len(over)} of {count(len(every), 'match')} over"),
    )
    room = max(high - AROUND - NEWS, 1)
    return Group(line, Text(""), _one_line(_that_fits(_drawings(t, key, seen.running), room)), Text(""), far)


def _one_line(text: str, style: str = "") -> Text:
    """Make text that is cut, and not wrapped, where a terminal is too narrow for it."""
    return Text(text, style=style, no_wrap=True, overflow="ellipsis")


def _progress(seen: Snapshot, wide: int) -> str:
    """Say how far the tournament is and, if there is room, what comes next."""
    words = progress_words(seen.summary)
    return words if width(words) <= wide else progress_words(seen.summary | {"next": None})


def _that_fits(drawings: Iterable[str], room: int) -> str:
    """Choose the first drawing that fits into `room` lines; if no drawing fits, cut the last one."""
    drawing = ""
    for drawing in drawings:
        if len(drawing.split("\n")) <= room:
            return drawing
    return "\n".join((*drawing.split("\n")[: room - 1], CUT))


def _drawings(t: Tournament, key: StageKey, running: Running) -> Iterator[str]:
    """Yield drawings of a stage, from the whole of it down to the matches that are being played."""
    whole = _drawn(t, key, running)
    yield whole
    if not stage_of(t, key).kind.is_bracket:
        yield whole.partition("\n\n")[0]
        return
    tree, third, _ = whole.partition(f"\n\n{THIRD}\n\n")
    if third:
        yield f"{tree}\n  {_third(t, key, running)}"
    yield schedule_text(t, key, running, None, UNPLAYED)
    yield schedule_text(t, key, running, None, NOW)


def _third(t: Tournament, key: StageKey, running: Running) -> str:
    """Say the game for the third place in one line."""
    one = next(one for one in fixtures(t, key) if one.part == "third")
    first, second = score_words(one, running)
    points = f"{first} : {second}" if first else "-"
    return f"{THIRD}, match {one.match}: {side_words(one.first)} {points} {side_words(one.second)}"


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

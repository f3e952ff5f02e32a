"""What the templates of letters about tournaments show beside the facts of the answer itself. Writes no letter.

Of the state of a tournament only what is public goes into a page: never its seeds.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from referee.telling.drawings import Drawing, Drawings, sign
from referee.telling.formats import Block
from referee.telling.template_values import Page
from referee.telling.templates import Templates
from referee.telling.tournaments import match_sentences as said
from referee.telling.tournaments.best_moments import best_moments
from referee.telling.tournaments.draw_sentences import first_match, first_matches
from referee.telling.tournaments.format_sentences import at, format_lines, plan, time_rows, until
from referee.telling.tournaments.headlines import headline
from referee.telling.tournaments.notices import (
    Champion,
    Drawn,
    SignUpClosed,
    TournamentAnnounced,
    TournamentLetter,
    TournamentNews,
    TournamentPage,
    TournamentsPage,
)
from referee.telling.tournaments.overviews import overview
from referee.telling.tournaments.place_sentences import path_of, place_lines
from referee.telling.tournaments.stage_drawings import (
    StageDrawing,
    draw_order,
    draw_schedule,
    draw_stages,
    latest_stages,
    open_stages,
)
from referee.tournaments import events as ev
from referee.tournaments.events import Places
from referee.tournaments.tournament import Tournament

Stages = tuple[tuple[str, Block], ...]
"""Drawn stages: title, and the sign of the drawing."""

Sections = tuple[tuple[str, tuple[str, ...]], ...]
"""Headings, and the lines below each."""


class Drawer:
    """Collects the drawings of one letter, and gives their signs."""

    def __init__(self) -> None:
        self.drawings: dict[Block, Drawing] = {}

    def place(self, drawing: Drawing) -> Block:
        """The sign that stands for the drawing."""
        mark = sign(len(self.drawings))
        self.drawings[mark] = drawing
        return mark

    def stages(self, drawn: Iterable[StageDrawing]) -> Stages:
        """The stages with signs for drawings."""
        return tuple((one.title, self.place(one.drawing)) for one in drawn)


def tournament_page(templates: Templates, answer: TournamentLetter, written: datetime, zone: str | None) -> Page:
    """The values for the template of one letter. `zone` is the reader's."""
    drawer = Drawer()
    page: Page = {"until": lambda when: until(when, zone), "at": lambda when: at(when, zone)}
    if isinstance(answer, TournamentsPage):
        rows = [(t.name, overview(t, times)) for t, times in answer.tournaments]
        return page | {"rows": rows}
    page |= {"tournament": answer.tournament.name, "number": answer.tournament.number, "title": headline(answer)}
    page |= {"may_unwatch": isinstance(answer, Drawn | TournamentNews) and answer.team is None}
    return page | _own(templates, answer, drawer, written, zone) | {"drawings": drawer.drawings}


def _own(templates: Templates, answer: TournamentLetter, drawer: Drawer, written: datetime, zone: str | None) -> Page:
    """What one kind of letter has of its own."""
    match answer:
        case TournamentAnnounced():
            t = answer.tournament
            more = _words_of_entry(t)
            return {
                "plan": plan(t.format),
                "lines": format_lines(t.format),
                "when": time_rows(t.format, answer.times, zone),
                "more": more,
            }
        case SignUpClosed():
            return {"when": time_rows(answer.tournament.format, answer.times, zone)}
        case Drawn():
            return _draw(templates, answer, drawer)
        case TournamentNews():
            return _news(templates, answer, drawer, written)
        case Champion():
            return _end(templates, answer, drawer)
        case TournamentPage():
            return _page(templates, answer, drawer, written, zone)
    return {}


def _words_of_entry(t: Tournament) -> str:
    """What an entry may or must say behind the name of the team: `, collegiate`."""
    words = [group[0] for group in (t.format.divisions, t.format.classes) if group]
    return "".join(f", {word}" for word in words)


def _draw(templates: Templates, answer: Drawn, drawer: Drawer) -> Page:
    t = answer.tournament
    return {
        "first": None if answer.team is None else first_match(t, answer.team, answer.times),
        "matches": first_matches(t),
        "stages": drawer.stages(draw_stages(templates, t, _brackets(t), (), answer.team)),
        "fold": drawer.place(draw_order(templates, t)),
    }


def _brackets(t: Tournament) -> tuple[tuple[str, int], ...]:
    """Of the stages that begin with the draw those that are drawn as a bracket."""
    return tuple(key for key in latest_stages(t) if t.format.stages[key[1] - 1].kind.is_bracket)


def _news(templates: Templates, answer: TournamentNews, drawer: Drawer, written: datetime) -> Page:
    t, happened = answer.tournament, answer.happened
    stood = {(one.division, one.stage) for one in happened if isinstance(one, ev.Stood)}
    keys = tuple(key for key in open_stages(t) if key in stood or key in latest_stages(t))
    own = answer.running
    if answer.team is not None:
        own = tuple(one for one in own if one.match in t.games and answer.team in t.games[one.match].teams)
    return {
        "sections": _sections(
            ("Rulings", said.rulings(t, happened)),
            ("Results", tuple(line for line in said.results(t, happened) if line != f"{headline(answer)}.")),
            ("What begins", (*said.stages_opened(t, happened), *said.pairings(t, happened, answer.team))),
        ),
        "running": _sections(("Being played", said.running_lines(t, own, written))),
        "stages": drawer.stages(draw_stages(templates, t, keys, answer.running, answer.team)),
    }


def _end(templates: Templates, answer: Champion, drawer: Drawer) -> Page:
    t = answer.tournament
    return {
        "sections": _sections(
            *(section for one in t.places for section in _places(t, one, answer.team)),
            ("Best moments", (*best_moments(t), *(line for _, lines in answer.games for line in lines))),
        ),
        "stages": drawer.stages(draw_stages(templates, t, reversed(open_stages(t)), (), answer.team)),
        "results": _sections(
            ("All results", tuple(said.outcome_sentence(t.outcomes[number]) for number in sorted(t.outcomes)))
        ),
    }


def _places(t: Tournament, places: Places, team: str | None) -> Sections:
    of = f", division {places.division}" if places.division else ""
    return (f"Places{of}", place_lines(places, team)), (f"The winners' path{of}", path_of(t, places))


def _sections(*sections: tuple[str, tuple[str, ...]]) -> Sections:
    """Headings with what stands below them; none with nothing below it."""
    return tuple((heading, lines) for heading, lines in sections if lines)


def _page(templates: Templates, answer: TournamentPage, drawer: Drawer, written: datetime, zone: str | None) -> Page:
    t, times = answer.tournament, answer.times
    if answer.what == "schedule":
        drawn: Iterable[StageDrawing] = draw_schedule(templates, t, open_stages(t), answer.running, times.begins_at)
    else:
        drawn = draw_stages(templates, t, _asked(t, answer.what), answer.running, None, whole=True)
    return {
        "stages": drawer.stages(drawn),
        "running": _sections(("Being played", said.running_lines(t, answer.running, written))),
        "overview": overview(t, times),
        "when": time_rows(t.format, times, zone),
    }


def _asked(t: Tournament, what: str) -> tuple[tuple[str, int], ...]:
    """The stages of that kind; the latest ones where there are none."""
    found = tuple(key for key in open_stages(t) if t.format.stages[key[1] - 1].kind.is_bracket == (what == "bracket"))
    return found or latest_stages(t)


def drawings_of(page: Mapping[str, object]) -> Drawings:
    """The drawings that a page placed."""
    found = page["drawings"]
    assert isinstance(found, dict), "every page has its drawings, if none"
    return found

"""The values of letters about tournaments: what their templates show beside the facts of the answer itself, and what
their headers say. Writes no letter.

Of the state of a tournament only what is public goes into a letter: never its seeds before they are public.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from referee.telling.formats import Block, at, count
from referee.telling.letter_headers import InTournament
from referee.telling.template_values import Page
from referee.telling.templates import Templates
from referee.telling.text_blocks import Drawing, Drawings, sign
from referee.telling.tournaments import match_sentences as said
from referee.telling.tournaments.draw_sentences import first_match, first_matches, first_of, salts_given, salts_told
from referee.telling.tournaments.format_sentences import (
    begins_row,
    draw_row,
    enter_until,
    entries_end,
    format_lines,
    has_late,
    is_late,
    master_lines,
    plans,
    rare_lines,
    sheet_row,
    sign_up_end,
    sign_up_row,
    time_rows,
    until,
    words_of_entry,
)
from referee.telling.tournaments.headlines import headline, overview
from referee.telling.tournaments.notices import (
    AboutFormat,
    Champion,
    Drawn,
    EntryNews,
    EntryPlease,
    MatchTime,
    SignUpClosed,
    TournamentAmended,
    TournamentAnnounced,
    TournamentLetter,
    TournamentNews,
    TournamentPage,
)
from referee.telling.tournaments.place_sentences import early_lines, end_lines, path_of, place_lines
from referee.telling.tournaments.stage_drawings import (
    StageDrawing,
    draw_order,
    draw_salts,
    draw_schedule,
    draw_stages,
    latest_stages,
    open_stages,
)
from referee.telling.tournaments.way_sentences import own_way
from referee.tournaments import draw
from referee.tournaments import events as ev
from referee.tournaments.events import Cancelled, Places
from referee.tournaments.fixtures import all_results
from referee.tournaments.stages import is_over
from referee.tournaments.tournament import StageKey, Tournament

MOST_RUNNING = 32
"""The most games being played that a letter names; the schedule has all."""

Stages = tuple[tuple[str, Block], ...]
"""Drawn stages: title, and the sign of the drawing."""

Sections = tuple[tuple[str, tuple[str, ...]], ...]
"""Headings, and the lines below each."""


class Drawer:
    """Collects the drawings of one letter, and gives their signs."""

    def __init__(self) -> None:
        self.drawings: dict[Block, Drawing] = {}

    def place(self, drawing: Drawing) -> Block:
        """Keep the drawing, and return the sign that stands for it."""
        mark = sign(len(self.drawings))
        self.drawings[mark] = drawing
        return mark

    def stages(self, drawn: Iterable[StageDrawing]) -> Stages:
        """Return the stages with the signs of their drawings, without the stages that have no drawing."""
        return tuple((one.title, self.place(one.drawing)) for one in drawn if one.drawing.text)


def tournament_page(templates: Templates, answer: TournamentLetter, written: datetime, zone: str | None) -> Page:
    """Collect the values for the template of one letter. `zone` is the reader's; that of the
    tournament stands for it."""
    drawer = Drawer()
    zone = zone or answer.tournament.format.zone
    t, times = answer.tournament, answer.times
    page: Page = {
        "until": lambda when: until(when, zone),
        "at": lambda when: at(when, zone),
        "tournament": t.name,
        "number": t.number,
        "title": headline(answer),
        "enter_until": enter_until(times, written, zone),
        "has_late": has_late(times),
        "is_late": is_late(times, written),
        "entries_end": entries_end(times, zone),
        "sign_up_end": sign_up_end(times, zone),
        "sign_up_row": sign_up_row(times, written, zone),
        "draw_row": draw_row(t, times, written, zone),
        "begins_row": begins_row(t, times, written, zone),
        "when": time_rows(t, times, written, zone),
        "more": words_of_entry(t.format),
        "may_unwatch": isinstance(answer, TournamentAmended | Drawn | TournamentNews) and answer.team is None,
    }
    if isinstance(answer, AboutFormat):
        page |= {"lines": _format(answer)}
    return page | _own(templates, answer, drawer, written, zone) | {"drawings": drawer.drawings}


def _format(answer: AboutFormat) -> tuple[str, ...]:
    return format_lines(answer.tournament, answer.usual_limit, answer.terms, answer.sheet, game=answer.game)


def _own(templates: Templates, answer: TournamentLetter, drawer: Drawer, written: datetime, zone: str | None) -> Page:
    """Collect the values that only one kind of letter has."""
    match answer:
        case TournamentAnnounced():
            return {"for_master": tuple(master_lines(answer))}
        case TournamentAmended(old=old, new=new):
            then, now = _said(old, written, zone), _said(new, written, zone)
            no_longer = [line for line in then if line not in now]
            return {"lines": [line for line in now if line not in then], "no_longer": no_longer}
        case EntryPlease() | EntryNews():
            return {"sheet_row": sheet_row(answer.tournament.format, answer.sheet)}
        case SignUpClosed():
            return {"lines": plans(answer.tournament)}
        case Drawn():
            return _draw(templates, answer, drawer)
        case TournamentNews():
            return _news(templates, answer, drawer, written)
        case Champion():
            return _end(templates, answer, drawer)
        case TournamentPage():
            return _page(templates, answer, drawer, written)
    return {}


def _said(answer: TournamentAnnounced, written: datetime, zone: str | None) -> tuple[str, ...]:
    """Say all of an announcement but the words of its Gamesmaster, as lines."""
    t = answer.tournament
    return (*_format(answer), *rare_lines(t.format), *time_rows(t, answer.times, written, zone))


def _draw(templates: Templates, answer: Drawn, drawer: Drawer) -> Page:
    t = answer.tournament
    return {
        "first": None if answer.team is None else first_match(t, answer.team, answer.times),
        "matches": first_matches(t),
        "stages": drawer.stages(draw_stages(templates, t, _of_kind(t, latest_stages(t), True), (), answer.team)),
        "fold": drawer.place(draw_order(templates, t)),
        "salts_told": salts_told(t),
        "salts": drawer.place(draw_salts(t)) if salts_given(t) else None,
    }


def _news(templates: Templates, answer: TournamentNews, drawer: Drawer, written: datetime) -> Page:
    t, happened = answer.tournament, answer.happened
    stood = {(one.division, one.stage) for one in happened if isinstance(one, ev.Stood)}
    keys = tuple(key for key in open_stages(t) if key in stood or key in latest_stages(t))
    means = _own_way(answer, written)
    begun = happened if not means else [one for one in happened if answer.team not in getattr(one, "teams", ())]
    own = answer.running
    if answer.team is not None:
        own = tuple(one for one in own if one.match in t.games and answer.team in t.games[one.match].teams)
    off = next((one for one in happened if isinstance(one, ev.Cancelled)), None)
    return {
        "seeds": () if off is None else (off.seed, off.root),
        "sections": _sections(
            ("For you", means),
            ("Rulings", _but_headline(answer, said.rulings(happened))),
            ("Results", _but_headline(answer, said.results(t, happened, answer.team))),
            ("Over early", _early(answer)),
            ("What begins", (*said.stages_opened(t, happened), *said.pairings(t, begun, answer.team))),
        ),
        "running": _running(t, own, written),
        "stages": drawer.stages(draw_stages(templates, t, keys, answer.running, answer.team)),
    }


def _early(answer: TournamentNews) -> tuple[str, ...]:
    """Say which stages are over earlier than announced since the last letter."""
    before, t = answer.before, answer.tournament
    ended = [key for key in t.stages if before is None or key not in before.stages or not is_over(before, key)]
    return tuple(line for key in ended for line in early_lines(t, key))


def _but_headline(answer: TournamentNews, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines without the words of the headline."""
    said = f"{headline(answer)}."
    return tuple(line.removeprefix(said).lstrip() for line in lines if line != said)


def _own_way(answer: TournamentNews, written: datetime) -> tuple[str, ...]:
    """Say what the news means for the reader's own team."""
    if answer.team is None or answer.before is None:
        return ()
    return own_way(answer.before, answer.tournament, answer.happened, answer.team, answer.times, written)


def _end(templates: Templates, answer: Champion, drawer: Drawer) -> Page:
    t = answer.tournament
    return {
        "sections": _sections(
            ("Rulings", said.rulings(answer.happened)),
            *(section for one in t.places for section in _places(t, one, answer.team)),
        ),
        "stages": drawer.stages(draw_stages(templates, t, sorted(open_stages(t), key=_in_order(t)), (), answer.team)),
        "results": _sections(("All results", tuple(said.result_sentence(t, one) for one in all_results(t)))),
    }


def _in_order(t: Tournament) -> Callable[[StageKey], tuple[int, int]]:
    """Sort by division, the highest first, then as the stages were played."""
    return lambda key: (t.divisions.index(key[0]), key[1])


def _places(t: Tournament, places: Places, team: str | None) -> Sections:
    of = f", division {places.division}" if places.division else ""
    lines = (*place_lines(t, places, team), *end_lines(t, places))
    return (f"Places{of}", lines), (f"The winners' path{of}", path_of(t, places))


def _running(t: Tournament, running: Sequence[MatchTime], written: datetime) -> Sections:
    """Return the running games; if there are very many, only the first."""
    lines = said.running_lines(t, running[:MOST_RUNNING], written)
    more = len(running) - MOST_RUNNING
    return _sections(("Being played", (*lines, *([f"And {count(more, 'more match')}."] if more > 0 else []))))


def _sections(*sections: tuple[str, tuple[str, ...]]) -> Sections:
    """Put a heading above each section; leave out a section without lines."""
    return tuple((heading, lines) for heading, lines in sections if lines)


def _page(templates: Templates, answer: TournamentPage, drawer: Drawer, written: datetime) -> Page:
    t, times = answer.tournament, answer.times
    if answer.what == "schedule":
        drawn: Iterable[StageDrawing] = draw_schedule(templates, t, open_stages(t), answer.running, times)
    else:
        drawn = draw_stages(templates, t, _asked(t, answer.what), answer.running, None)
    return {
        "stages": () if answer.what == "rules" else drawer.stages(drawn),
        "running": (
            *(_places(t, one, answer.team)[0] for one in t.places if answer.what == "standings"),
            *_running(t, () if answer.what == "rules" else answer.running, written),
        ),
        "overview": overview(t, times, answer.running, written),
    }


def _asked(t: Tournament, what: str) -> tuple[StageKey, ...]:
    """Return the stages of a kind, or the latest stages if there are none of the kind."""
    return _of_kind(t, open_stages(t), what == "bracket") or latest_stages(t)


def _of_kind(t: Tournament, keys: Iterable[StageKey], bracket: bool) -> tuple[StageKey, ...]:
    """Choose the stages that are drawn as a bracket, or those that are not."""
    return tuple(key for key in keys if t.format.stages[key[1] - 1].kind.is_bracket == bracket)


def drawings_of(page: Mapping[str, object]) -> Drawings:
    """Return the drawings that a page placed."""
    found = page["drawings"]
    assert isinstance(found, dict), "every page has its drawings, if none"
    return found


def in_tournament(answer: TournamentLetter) -> InTournament:
    """Return the commitments to the draw and to the first deals when it is announced, and each seed once it is
    public."""
    t = answer.tournament
    match answer:
        case TournamentAnnounced():
            return InTournament(t.number, commits=(draw.commit(t.number, t.seed), draw.root_commit(t.number, t.root)))
        case Drawn(team=team):
            first = None if team is None else first_of(t, team)
            return InTournament(t.number, None if first is None else first.number, seeds=(t.seed,))
        case Champion():
            return InTournament(t.number, seeds=(t.root,))
        case TournamentNews(happened=happened):
            off = next((one for one in happened if isinstance(one, Cancelled)), None)
            return InTournament(t.number, answer.match, seeds=() if off is None else (off.seed, off.root))
    return InTournament(t.number)

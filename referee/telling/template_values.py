"""The values that the templates of letters see: one page, names and their values. Writes no letter and decides
nothing."""

from typing import Any

from referee.config import Settings
from referee.post.reading.new_text import MARKER
from referee.records.lines import HEAD_SHOWN
from referee.spades.view import SeatView
from referee.telling import buttons, turn_sentences
from referee.telling.buttons import Reply
from referee.telling.examples import example
from referee.telling.subjects import of_end

Page = dict[str, Any]

EMPTY: Page = {
    "news": (), "facts": (), "since": (), "next": None, "detail": None, "joined": None, "otherwise": None,
    "corrected": False, "misplay": None, "game": None, "asked": None, "may_decline": False,
    "view": None, "suits": (), "choices": (), "offers": (), "notes": (), "final": "", "example": None, "buttons": (),
    "plans": None, "question": None, "ended": (), "away": {}, "private": False, "turn": False, "hand_first": False,
    "watcher": False, "to_list": False, "drawings": {}, "tournament": None, "record": None, "standing": "score",
}  # fmt: skip
"""Every name that only some letters fill: to the templates a missing name is an error."""


def blank(settings: Settings, subject: str, reply: Reply) -> Page:
    """Make the page with only the values that every letter has."""
    return {
        **EMPTY,
        "marker": MARKER,
        "subject": of_end(subject),
        "reply": reply,
        "address": settings.referee.address,
        "external": settings.referee.list_mode == "external",
        "site": settings.site.base_url if settings.site.folder else None,
    }


def position(view: SeatView, reply: Reply) -> Page:
    """Collect the table as the reader may see it, their hand, and all their possible answers; of a public view only the
    table."""
    if view.seat is None:
        return {"view": view}
    suits = () if view.result else buttons.hand(view, reply)
    return {
        "view": view,
        "suits": suits,
        "choices": buttons.choices(view, suits, reply),
        "offers": buttons.offers(view, reply),
        "notes": turn_sentences.notes(view),
        "final": turn_sentences.final(view),
        "example": example(view),
    }


def short_head(head: str | None) -> str | None:
    """Return the part of a record's head that letters show."""
    return None if head is None else head[:HEAD_SHOWN]

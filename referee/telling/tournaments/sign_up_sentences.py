"""Sentences about a tournament that can be entered: the invitation of one reader, above the line that they can write;
and for the Gamesmaster below their announcement, who hears of it, and for what it leaves no room. Decides nothing.
"""

from collections.abc import Iterator
from datetime import datetime

from referee.config import span_words
from referee.telling.formats import at, count
from referee.telling.tournaments.format_sentences import enter_until, has_late
from referee.telling.tournaments.notices import Invitation, TournamentAnnounced


def invitation_sentence(one: Invitation, now: datetime, zone: str | None) -> str:
    """Say `Ann has entered Spring Cup with you. If you will play with them, write this until the end of Tue 15 Dec:`"""
    until = enter_until(one.times, now, zone or one.format.zone)
    team = f", with {one.partner} as {one.team}" if one.partner else ""
    match one.state:
        case "free":
            more = ", and what applies to you behind it" if one.format.divisions or one.format.classes else ""
            if one.format.partners == "drawn":
                return f"To enter {one.tournament}, write this {until}, with {one.format.classes[1]} if you are that:"
            return (
                f"To enter {one.tournament}, write this {until}, with your "
                f"partner's name or address for Bob and your team's name for The Aces{more}:"
            )
        case "named":
            classes = one.format.classes
            either = bool(classes) and one.line.endswith(f", {classes[0]}")
            more = f", with `{classes[1]}` at its end if you are that" if either else ""
            return (
                f"{one.partner} has entered {one.tournament} with you. If you will play with them, write this "
                f"{until}{more}:"
            )
        case "asked":
            return (
                f"Your entry in {one.tournament}, {one.team}, waits for your partner, {one.partner}. It counts once "
                "they have answered the letter that asks them, or have written this:"
            )
        case "held":
            held = f", {one.team} with {one.partner}," if one.partner else ""
            return f"Your entry in {one.tournament}{held} waits for the Gamesmaster."
        case "waiting":
            return f"You wait for a place in {one.tournament}{team}."
        case "in":
            return f"You are in {one.tournament}{team}."


def master_lines(answer: TournamentAnnounced) -> tuple[str, ...]:
    """List the sentences, the most important first."""
    return tuple(_lines(answer))


def _lines(answer: TournamentAnnounced) -> Iterator[str]:
    format, times = answer.tournament.format, answer.times
    if format.late_entries and not has_late(times):
        later = "" if times.open_end else f" later than {at(times.draw_at, format.zone)}"
        yield (
            "Late entries are possible in this format, but here they have no time: entries close as sign-up ends, "
            f"{span_words(format.draw_after)} before the draw. They need a `begins`{later}: to have them, write "
            f"`cancel {answer.tournament.name} because …`, and announce it again."
        )
    yield f"{_readers(answer.players)} Pass it on to whoever else may want to play."
    yield "You hear of each team that needs your yes; `tournaments` shows how many have entered."


def _readers(players: int | None) -> str:
    """Say who got the letter besides the Gamesmaster; None: the list."""
    if players is None:
        return "This letter also went to the list."
    if not players:
        return "Nobody plays here or waits for a game, so this letter went to you alone."
    return f"This letter also went to everyone who plays here or waits for a game: {count(players, 'player')}."

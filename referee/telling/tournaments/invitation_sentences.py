"""The invitation of one reader to a tournament that can still be entered, in a sentence; the line that they can write
stands below it. Decides nothing."""

from datetime import datetime

from referee.telling.tournaments.format_sentences import enter_until
from referee.telling.tournaments.notices import Invitation


def invitation_sentence(one: Invitation, now: datetime, zone: str | None) -> str:
    """Say `Ann has entered Spring Cup with you. If you will play with them, write this until the end of Tue 15 Dec:`"""
    match one.state:
        case "free":
            more = ", and what applies to you behind it" if one.format.divisions or one.format.classes else ""
            return (
                f"To enter {one.tournament}, write this {enter_until(one.times, now, zone)}, with your "
                f"partner's name or address for Bob and your team's name for The Aces{more}:"
            )
        case "named":
            classes = one.format.classes
            either = bool(classes) and one.line.endswith(f", {classes[0]}")
            more = f", with `{classes[1]}` at its end if you are that" if either else ""
            return (
                f"{one.partner} has entered {one.tournament} with you. If you will play with them, write this "
                f"{enter_until(one.times, now, zone)}{more}:"
            )
        case "asked":
            return (
                f"Your entry in {one.tournament}, {one.team}, waits for your partner, {one.partner}. It counts once "
                "they have answered the letter that asks them, or have written this:"
            )
        case "held":
            return f"Your entry in {one.tournament}, {one.team} with {one.partner}, waits for the Gamesmaster."
        case "waiting":
            return f"You wait for a place in {one.tournament}, with {one.partner} as {one.team}."
        case "in":
            return f"You are in {one.tournament}, with {one.partner} as {one.team}."

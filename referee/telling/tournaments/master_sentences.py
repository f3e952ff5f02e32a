"""The lines for the Gamesmaster below their announcement: who hears of it, and for what it leaves no room. Decides
nothing."""

from collections.abc import Iterator

from referee.config import span_words
from referee.telling.formats import count
from referee.telling.tournaments.format_sentences import at, has_late
from referee.telling.tournaments.notices import TournamentAnnounced


def master_lines(answer: TournamentAnnounced) -> tuple[str, ...]:
    """List the sentences, the most important first."""
    return tuple(_lines(answer))


def _lines(answer: TournamentAnnounced) -> Iterator[str]:
    format, times = answer.tournament.format, answer.times
    if format.late_entries and not has_late(times):
        draw = at(times.draw_at)
        yield (
            "Late entries are possible in this format, but here they have no time: entries close as sign-up ends, "
            f"{span_words(format.draw_after)} before the draw. They need a `begins` later than {draw}: to have them, "
            f"write `cancel {answer.tournament.name} because …`, and announce it again."
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

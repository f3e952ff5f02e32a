"""The winners of divisions of a tournament, and when they won: it binds them to the next one for a while. Decides
nothing."""

from datetime import datetime

from sqlalchemy import Connection, insert, select

from referee.store.tables import division_wins


def note(tx: Connection, tournament: int, person: int, format: str, division: str, won_at: datetime) -> None:
    """Store that a person won a division of a tournament of that format."""
    values = {"format": format, "division": division, "won_at": won_at}
    tx.execute(insert(division_wins).values(tournament=tournament, person=person, **values))


def of_person(tx: Connection, person: int, format: str) -> list[tuple[str, datetime]]:
    """Return the divisions that a person won in tournaments of that format, and when, oldest first."""
    query = select(division_wins.c.division, division_wins.c.won_at).where(
        division_wins.c.person == person, division_wins.c.format == format
    )
    return [(division, won_at) for division, won_at in tx.execute(query.order_by(division_wins.c.won_at))]

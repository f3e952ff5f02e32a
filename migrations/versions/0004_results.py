"""The results of games, with the moment since when each is final; those of games that were played before, too."""

from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

UNDOABLE = ("forfeit", "concession")
OPEN = timedelta(hours=24)
DECIDES = ("Ended", "Provisional")
UNDOES = ("Voided", "Challenged")

GAMES = sa.table("games", sa.column("id", sa.Integer), sa.column("score", sa.JSON))
EVENTS = sa.table(
    "events",
    sa.column("game", sa.Integer),
    sa.column("seq", sa.Integer),
    sa.column("at", sa.String),
    sa.column("kind", sa.String),
    sa.column("data", sa.JSON),
)


def upgrade() -> None:
    """One table, filled in from the events: a result stands where nothing undid the last event that decided a game."""
    results = op.create_table(
        "results",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("winner", sa.Integer()),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("score", sa.JSON(), nullable=False),
        sa.Column("decided_at", sa.String(32), nullable=False),
        sa.Column("final_at", sa.String(32)),
    )
    bind = op.get_bind()
    scores = {row.id: row.score for row in bind.execute(sa.select(GAMES))}
    if rows := [{**row, "score": scores[row["game"]]} for row in _standing(bind)]:
        bind.execute(sa.insert(results), rows)


def _standing(bind: sa.Connection) -> list[dict[str, Any]]:
    """The results that nothing undid, but for the score."""
    found: dict[int, dict[str, Any]] = {}
    query = sa.select(EVENTS).where(EVENTS.c.kind.in_((*DECIDES, *UNDOES))).order_by(EVENTS.c.game, EVENTS.c.seq)
    for event in bind.execute(query):
        before = found.pop(event.game, None)
        if event.kind in DECIDES:
            found[event.game] = _result(event, before)
    return list(found.values())


def _result(event: Any, before: dict[str, Any] | None) -> dict[str, Any]:
    """What one event decided; `before`: the provisional result that it may make final."""
    row = {"game": event.game, "winner": event.data["team"], "how": event.data["by"], "decided_at": event.at}
    if before is not None and (before["winner"], before["how"]) == (row["winner"], row["how"]):
        row["decided_at"] = before["decided_at"]
    return {**row, "final_at": _final_at(event)}


def _final_at(event: Any) -> str | None:
    if event.kind == "Provisional":
        return None
    if event.data["by"] not in UNDOABLE:
        return str(event.at)
    return (datetime.fromisoformat(event.at) + OPEN).isoformat(timespec="microseconds")

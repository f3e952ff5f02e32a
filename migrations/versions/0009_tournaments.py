"""Tournaments: their events, who enters them, the games of their matches, and who won a division."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("gamesmaster", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False, unique=True),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("announced_at", sa.String(32), nullable=False),
        sa.Column("sign_up_until", sa.String(32), nullable=False),
        sa.Column("closes_at", sa.String(32), nullable=False),
        sa.Column("draw_at", sa.String(32), nullable=False),
        sa.Column("begins_at", sa.String(32), nullable=False),
        sa.Column("asked_at", sa.String(32)),
        sa.Column("paused_at", sa.String(32)),
        sa.Column("seeded", sa.JSON(), nullable=False),
        sa.Column("beacon", sa.String()),
        sa.Column("pending", sa.JSON(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(), nullable=False),
        sa.Column("filed", sa.String()),
        sa.Column("wakes_at", sa.String(32)),
        sa.Column("begins_fixed", sa.Boolean(), nullable=False),
    )
    op.create_index("tournaments_wakes_at", "tournaments", ["wakes_at"])
    op.create_index("tournaments_phase", "tournaments", ["phase"])
    op.create_index("tournaments_filed", "tournaments", ["filed"])
    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.Integer(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("inbox", sa.Integer(), sa.ForeignKey("inbox.id")),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("tournament", sa.Integer(), sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("team", sa.String(), nullable=False),
        sa.Column("division", sa.String(), nullable=False),
        sa.Column("captain", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("partner", sa.Integer(), sa.ForeignKey("people.id")),
        sa.Column("named", sa.String(), nullable=False),
        sa.Column("classes", sa.JSON(), nullable=False),
        sa.Column("salts", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("place", sa.Integer()),
    )
    op.create_index("entries_tournament", "entries", ["tournament"])
    op.create_index("entries_captain", "entries", ["captain"])
    op.create_index("entries_partner", "entries", ["partner"])
    op.create_table(
        "matches",
        sa.Column("tournament", sa.Integer(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("match", sa.Integer(), primary_key=True),
        sa.Column("attempt", sa.Integer(), primary_key=True),
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), nullable=False, unique=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("limit_at", sa.String(32)),
        sa.Column("hurried", sa.Integer(), nullable=False),
        sa.Column("protests", sa.JSON(), nullable=False),
        sa.Column("protest_until", sa.String(32)),
    )
    op.create_index("matches_state", "matches", ["state"])
    op.create_table(
        "tournament_watchers",
        sa.Column("tournament", sa.Integer(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), primary_key=True),
    )
    op.create_table(
        "division_wins",
        sa.Column("tournament", sa.Integer(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("division", sa.String(), nullable=False),
        sa.Column("won_at", sa.String(32), nullable=False),
    )
    op.add_column("outbox", sa.Column("tournament", sa.Integer()))
    op.add_column("tokens", sa.Column("tournament", sa.Integer()))

"""Time banks, leave, and which proposal a letter asks about."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody is away, no bank is touched, nothing is proposed. In place: a table made anew would give numbers a second
    time."""
    op.add_column("games", sa.Column("runs_from", sa.String(32), nullable=True))
    op.add_column("seats", sa.Column("bank", sa.Integer(), nullable=True))
    for table in ("games", "outbox", "tokens"):
        op.add_column(table, sa.Column("proposal", sa.Integer(), nullable=True))
    op.create_table(
        "leaves",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("since", sa.String(32), primary_key=True),
        sa.Column("until", sa.String(32), nullable=False),
    )

"""What people want of all their games: habits and receipts; and when a planned bid that waits may be made."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has a habit, nobody has said whether they want receipts, and no bid waits. In place: a table made anew
    would give numbers a second time."""
    for habit in ("forced", "equals"):
        op.add_column("people", sa.Column(habit, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("receipts", sa.Boolean(), nullable=True))
    op.add_column("games", sa.Column("bid_at", sa.String(32), nullable=True))

"""Who works on a mail or a letter, and until when at most."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two columns in each of two tables, empty: nobody works on anything. In place: a table made anew would give
    numbers a second time."""
    for table in ("inbox", "outbox"):
        op.add_column(table, sa.Column("claimed_by", sa.String(), nullable=True))
        op.add_column(table, sa.Column("claimed_until", sa.String(32), nullable=True))

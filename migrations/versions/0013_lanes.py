"""Which game a mail is likely to mean, so that several daemons can share the mails out; what they lock and lease."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """In place: a table made anew would give numbers a second time. Mails that wait are filed when next seen."""
    op.add_column("inbox", sa.Column("sender", sa.String()))
    op.add_column("inbox", sa.Column("game", sa.Integer()))
    op.add_column("inbox", sa.Column("wide", sa.Boolean(), nullable=False, server_default=sa.false()))
    waits = sa.text("state = 'new'")
    op.create_index("inbox_waiting", "inbox", ["id"], sqlite_where=waits, postgresql_where=waits)
    locks = op.create_table("locks", sa.Column("name", sa.String(), primary_key=True))
    op.bulk_insert(locks, [{"name": name} for name in ("club", "filing", "letters")])
    op.create_table(
        "leases",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
    )

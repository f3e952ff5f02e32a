"""What late notices took of a seat's grace, letters that let others go first, and how often a watcher's came back."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Three columns: nothing was waited for, no letter stands back, and none came back."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("waited", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("outbox") as outbox:
        outbox.add_column(sa.Column("bulk", sa.Boolean(), nullable=False, server_default="0"))
    with op.batch_alter_table("watchers") as watchers:
        watchers.add_column(sa.Column("returned", sa.Integer(), nullable=False, server_default="0"))

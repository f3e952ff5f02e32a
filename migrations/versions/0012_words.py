"""What a Gamesmaster said when they announced a tournament is kept; of older tournaments it is not known."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One column."""
    op.add_column("tournaments", sa.Column("words", sa.JSON(), nullable=True))

"""A full table keeps the names of its four, and a question may ask whether two are a pair."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two columns, empty in all rows that are there."""
    with op.batch_alter_table("lineups") as lineups:
        lineups.add_column(sa.Column("names", sa.JSON(), nullable=True))
    with op.batch_alter_table("tokens") as tokens:
        tokens.add_column(sa.Column("pairs", sa.Integer(), nullable=True))
        tokens.create_foreign_key("tokens_pairs", "people", ["pairs"], ["id"])
    op.create_index("tokens_pairs", "tokens", ["person", "pairs"], unique=False)

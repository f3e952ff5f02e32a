"""A full table keeps the names of its four; a question may ask whether two are a pair, or about single lines."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Three columns, empty in all rows that are there."""
    with op.batch_alter_table("lineups") as lineups:
        lineups.add_column(sa.Column("names", sa.JSON(), nullable=True))
    with op.batch_alter_table("tokens") as tokens:
        tokens.add_column(sa.Column("pairs", sa.Integer(), nullable=True))
        tokens.add_column(sa.Column("lines", sa.String(), nullable=True))
        tokens.create_foreign_key("tokens_pairs", "people", ["pairs"], ["id"])
    op.create_index("tokens_pairs", "tokens", ["person", "pairs"], unique=False)

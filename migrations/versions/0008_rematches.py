"""Who asks for another game with the same four, and who agrees."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has asked for one."""
    op.create_table(
        "rematches",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
    )

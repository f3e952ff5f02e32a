"""The site: what changed and is not shown yet, what players and the club add up to, who is shown without their name."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is counted yet: the first rewrite of a site counts the games that are over."""
    op.create_table(
        "site_changes",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("times", sa.Integer(), nullable=False),
    )
    op.create_table(
        "site_counted",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("counted", sa.JSON(), nullable=False),
    )
    op.create_table(
        "site_sums",
        sa.Column("owner", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("sums", sa.JSON(), nullable=False),
    )
    op.create_index("site_sums_won", "site_sums", ["won", "games"])
    op.add_column("people", sa.Column("public", sa.Boolean()))
    op.add_column("seats", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()))

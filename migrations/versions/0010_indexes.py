"""Who won a division is looked up by person, and games by planned bids that wait and notices on their way."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Three indexes."""
    op.create_index("division_wins_person", "division_wins", ["person", "format"], unique=False)
    op.create_index("games_bid_at", "games", ["bid_at"], unique=False)
    op.create_index("games_notice", "games", ["notice"], unique=False)

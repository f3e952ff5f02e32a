"""Sights are fingerprints of fixed length, and games that are over for long are packed."""

import sqlalchemy as sa
from alembic import op

from referee.store.backend import KEY_ONLY, guard_events
from referee.store.fingerprints import fingerprint

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

AT_ONCE = 1_000


def upgrade() -> None:
    """No game is packed yet."""
    op.create_table(
        "packs",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("letters", sa.LargeBinary(), nullable=False),
        sa.Column("tokens", sa.LargeBinary(), nullable=False),
        sa.Column("sent", sa.Integer(), nullable=False),
    )
    op.create_table(
        "packed_words",
        sa.Column("word", sa.LargeBinary(8), primary_key=True),
        sa.Column("game", sa.Integer(), sa.ForeignKey("packs.game"), primary_key=True),
        sa.Column("place", sa.Integer(), primary_key=True),
        **KEY_ONLY,
    )
    op.create_index("tokens_game", "tokens", ["game"], unique=False)
    _shorten_sights()
    guard_events(op.get_bind())


def _shorten_sights() -> None:
    op.create_table(
        "short_sights",
        sa.Column("key", sa.LargeBinary(16), primary_key=True),
        sa.Column("inbox", sa.Integer(), sa.ForeignKey("inbox.id"), nullable=False),
        **KEY_ONLY,
    )
    long = sa.table("sights", sa.column("key", sa.String), sa.column("inbox", sa.Integer))
    short = sa.table("short_sights", sa.column("key", sa.LargeBinary), sa.column("inbox", sa.Integer))
    tx = op.get_bind()
    for some in tx.execute(sa.select(long.c.key, long.c.inbox)).partitions(AT_ONCE):
        tx.execute(sa.insert(short), [{"key": fingerprint(key), "inbox": number} for key, number in some])
    op.drop_table("sights")
    op.rename_table("short_sights", "sights")

"""Sights are fingerprints of fixed length, and games that are over for long are packed."""

import sqlalchemy as sa
from alembic import op

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
        sqlite_with_rowid=False,
    )
    op.create_index("tokens_game", "tokens", ["game"], unique=False)
    _shorten_sights()
    if op.get_bind().dialect.name == "sqlite":
        _guard_in_a_file()
    else:
        _guard_on_a_server()


def _shorten_sights() -> None:
    op.create_table(
        "short_sights",
        sa.Column("key", sa.LargeBinary(16), primary_key=True),
        sa.Column("inbox", sa.Integer(), sa.ForeignKey("inbox.id"), nullable=False),
        sqlite_with_rowid=False,
    )
    long = sa.table("sights", sa.column("key", sa.String), sa.column("inbox", sa.Integer))
    short = sa.table("short_sights", sa.column("key", sa.LargeBinary), sa.column("inbox", sa.Integer))
    tx = op.get_bind()
    for some in tx.execute(sa.select(long.c.key, long.c.inbox)).partitions(AT_ONCE):
        tx.execute(sa.insert(short), [{"key": fingerprint(key), "inbox": number} for key, number in some])
    op.drop_table("sights")
    op.rename_table("short_sights", "sights")


PACKED = "EXISTS (SELECT 1 FROM packs WHERE packs.game = OLD.game AND length(packs.events) > 0)"
"""Whether the game of an event has a pack that holds it: only then may its row go."""


def _guard_in_a_file() -> None:
    op.execute("DROP TRIGGER events_no_delete")
    op.execute(
        f"CREATE TRIGGER events_no_delete BEFORE DELETE ON events WHEN NOT {PACKED} "
        "BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END"
    )


def _guard_on_a_server() -> None:
    op.execute(
        "CREATE OR REPLACE FUNCTION events_only_added() RETURNS trigger LANGUAGE plpgsql AS "
        f"'BEGIN IF TG_OP = ''DELETE'' AND {PACKED} THEN RETURN OLD; END IF; "
        "RAISE EXCEPTION ''events are only ever added''; END'"
    )

"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_THIRTY_TWO_BITS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""Numbers of a mailbox, without a sign."""


def upgrade() -> None:
    """All tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("gamesmaster", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("sheet", sa.String(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("limit_seconds", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.String(32), nullable=True),
        sa.Column("dealt_seq", sa.Integer(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("due_seat", sa.Integer(), nullable=True),
        sa.Column("due_what", sa.String(), nullable=True),
        sa.Column("score", sa.JSON(), nullable=False),
        sa.Column("deadline", sa.String(32), nullable=True),
        sa.Column("remind_at", sa.String(32), nullable=True),
        sa.Column("left_seconds", sa.Integer(), nullable=True),
        sa.Column("notice", sa.Integer(), nullable=True),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("filed", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(["notice"], ["outbox.id"], use_alter=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("source"),
        sqlite_autoincrement=True,
    )
    op.create_index("games_deadline", "games", ["deadline"], unique=False)
    op.create_index("games_remind_at", "games", ["remind_at"], unique=False)
    op.create_index("games_running", "games", ["ended_at"], unique=False)
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uidvalidity", _THIRTY_TWO_BITS, nullable=True),
        sa.Column("uid", _THIRTY_TWO_BITS, nullable=True),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("arrived", sa.String(32), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("uidvalidity", "uid", "digest"),
    )
    op.create_index("inbox_state", "inbox", ["state"], unique=False)
    op.create_table(
        "marks",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("timezone", sa.String(), nullable=True),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("notify", sa.String(), nullable=False),
        sa.Column("auto_show", sa.Boolean(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("address"),
    )
    op.create_table(
        "slots",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index("slots_day", "slots", ["day"], unique=False)
    op.create_table(
        "events",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("inbox", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.ForeignKeyConstraint(
            ["inbox"],
            ["inbox.id"],
        ),
        sa.PrimaryKeyConstraint("game", "seq"),
    )
    op.create_index("events_kind", "events", ["game", "kind", "round"], unique=False)
    op.create_table(
        "lineups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sheet", sa.String(), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False),
        sa.Column("teams", sa.JSON(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seeds", sa.JSON(), nullable=False),
        sa.Column("salts", sa.JSON(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("number"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("grace", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("seats_person", "seats", ["person"], unique=False)
    op.create_table(
        "sights",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("inbox", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inbox"],
            ["inbox.id"],
        ),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "tokens",
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=True),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("confirms", sa.Integer(), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=True),
        sa.Column("expires", sa.String(32), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["confirms"],
            ["inbox.id"],
        ),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.ForeignKeyConstraint(
            ["moves"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_table(
        "waiting",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("sheet", sa.String(), nullable=False),
        sa.Column("partner", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("person"),
    )
    op.create_table(
        "watchers",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("game", "person"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("event", sa.String(), nullable=False),
        sa.Column("lineup", sa.Integer(), nullable=True),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("written", sa.String(32), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sent", sa.String(32), nullable=True),
        sa.Column("reply", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.ForeignKeyConstraint(
            ["lineup"],
            ["lineups.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("message_id"),
        sa.UniqueConstraint("secret"),
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_game_sent", "outbox", ["game", "sent"], unique=False)
    op.create_index("outbox_sent", "outbox", ["sent"], unique=False)
    op.create_index("outbox_state_due", "outbox", ["state", "due"], unique=False)
    if op.get_bind().dialect.name == "sqlite":
        _guard_events()
    else:
        _on_a_server()


def _guard_events() -> None:
    # a batch migration that makes the table anew loses these: create them again after it
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER events_no_{act.lower()} BEFORE {act} ON events "
            "BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END"
        )


def _on_a_server() -> None:
    """What a file has in itself: the numbers never to give again, since a sequence forgets; a key to a later table."""
    op.create_table(
        "numbers",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("last", sa.Integer(), nullable=False),
    )
    op.execute("INSERT INTO numbers VALUES ('games', 0), ('outbox', 0), ('tournaments', 0)")
    op.create_foreign_key("games_notice", "games", "outbox", ["notice"], ["id"])
    op.execute(
        "CREATE FUNCTION events_only_added() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN RAISE EXCEPTION ''events are only ever added''; END'"
    )
    op.execute(
        "CREATE TRIGGER events_only_added BEFORE UPDATE OR DELETE ON events "
        "FOR EACH ROW EXECUTE FUNCTION events_only_added()"
    )

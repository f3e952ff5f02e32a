"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_MOMENT = sa.String(32)
"""UTC as fixed-width text, so that it sorts and a person can read it."""

_UNSIGNED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""Numbers of 32 bits without a sign."""

_WAITS, _OFFERS = sa.text("state = 'new'"), sa.text("lines IS NOT NULL")


def upgrade() -> None:
    """Create all tables."""
    _people_and_games()
    _known_mail()
    _tournaments()
    _notes()
    if op.get_bind().dialect.name == "sqlite":
        _guard_events()
    else:
        _on_a_server()


def _people_and_games() -> None:
    """Create the tables of people and games, and of the mail about them."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("address", sa.String(), nullable=False, unique=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("named_at", _MOMENT),
        sa.Column("timezone", sa.String()),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("notify", sa.String(), nullable=False),
        sa.Column("auto_show", sa.Boolean(), nullable=False),
        sa.Column("forced", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("equals", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("receipts", sa.Boolean()),
        sa.Column("public", sa.Boolean()),
        sa.Column("suspended", _MOMENT),
        sa.Column("heard", _MOMENT),
        sa.Column("quiet", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uidvalidity", _UNSIGNED),
        sa.Column("uid", _UNSIGNED),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("arrived", _MOMENT, nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("evidence", sa.JSON()),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String()),
        sa.Column("trouble", sa.Text()),
        sa.UniqueConstraint("uidvalidity", "uid", "digest"),
    )
    op.create_index("inbox_state", "inbox", ["state"])
    op.create_index("inbox_waiting", "inbox", ["id"], sqlite_where=_WAITS, postgresql_where=_WAITS)
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("gamesmaster", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False, unique=True),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("sheet", sa.String(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("limit_seconds", sa.Integer(), nullable=False),
        sa.Column("started_at", _MOMENT, nullable=False),
        sa.Column("ended_at", _MOMENT),
        sa.Column("dealt_seq", sa.Integer(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("due_seat", sa.Integer()),
        sa.Column("due_what", sa.String()),
        sa.Column("score", sa.JSON(), nullable=False),
        sa.Column("deadline", _MOMENT),
        sa.Column("remind_at", _MOMENT),
        sa.Column("left_seconds", sa.Integer()),
        sa.Column("notice", sa.Integer(), sa.ForeignKey("outbox.id", use_alter=True)),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("filed", sa.String(64)),
        sa.Column("runs_from", _MOMENT),
        sa.Column("proposal", sa.Integer()),
        sa.Column("result_at", _MOMENT),
        sqlite_autoincrement=True,
    )
    op.create_index("games_result_at", "games", ["result_at"])
    op.create_index("games_deadline", "games", ["deadline"])
    op.create_index("games_notice", "games", ["notice"])
    op.create_index("games_remind_at", "games", ["remind_at"])
    op.create_index("games_running", "games", ["ended_at"])
    op.create_table(
        "lineups",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("sheet", sa.String(), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False),
        sa.Column("teams", sa.JSON(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, unique=True),
        sa.Column("seeds", sa.JSON(), nullable=False),
        sa.Column("salts", sa.JSON(), nullable=False),
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id")),
        sa.Column("names", sa.JSON(), nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("receipt_at", _MOMENT),
    )
    op.create_index("seats_person", "seats", ["person"])
    op.create_index("seats_receipt_at", "seats", ["receipt_at"])
    op.create_table(
        "tenures",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("last_seq", sa.Integer(), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("until", _MOMENT, nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
    )
    op.create_index("tenures_person", "tenures", ["person"])
    op.create_table(
        "leaves",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("since", _MOMENT, primary_key=True),
        sa.Column("until", _MOMENT, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("inbox", sa.Integer(), sa.ForeignKey("inbox.id")),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
    )
    op.create_index("events_kind", "events", ["game", "kind", "round"])
    op.create_table(
        "proposals",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("ruling", sa.JSON()),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("winner", sa.Integer()),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("score", sa.JSON(), nullable=False),
        sa.Column("decided_at", _MOMENT, nullable=False),
        sa.Column("final_at", _MOMENT),
    )
    op.create_table(
        "watchers",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("returned", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_table(
        "waiting",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), nullable=False, unique=True),
        sa.Column("sheet", sa.String(), nullable=False),
        sa.Column("partner", sa.String()),
        sa.Column("since", _MOMENT, nullable=False),
        sa.Column("asked", _MOMENT),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id")),
        sa.Column("turn", sa.Integer()),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("event", sa.String(), nullable=False),
        sa.Column("lineup", sa.Integer(), sa.ForeignKey("lineups.id")),
        sa.Column("message_id", sa.String(), nullable=False, unique=True),
        sa.Column("secret", sa.String(), nullable=False, unique=True),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("written", _MOMENT, nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("due", _MOMENT, nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sent", _MOMENT),
        sa.Column("reply", sa.String()),
        sa.Column("bulk", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("proposal", sa.Integer()),
        sa.Column("tournament", sa.Integer()),
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_game_sent", "outbox", ["game", "sent"])
    op.create_index("outbox_sent", "outbox", ["sent"])
    op.create_index("outbox_state_due", "outbox", ["state", "due"])


def _known_mail() -> None:
    """Create the tables by which mail is known and counted."""
    op.create_table(
        "sights",
        sa.Column("key", sa.LargeBinary(16), primary_key=True),
        sa.Column("inbox", sa.Integer(), sa.ForeignKey("inbox.id"), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tokens",
        sa.Column("token", sa.String(), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id")),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id")),
        sa.Column("turn", sa.Integer()),
        sa.Column("confirms", sa.Integer(), sa.ForeignKey("inbox.id")),
        sa.Column("moves", sa.Integer(), sa.ForeignKey("people.id")),
        sa.Column("lines", sa.String()),
        sa.Column("expires", _MOMENT),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("proposal", sa.Integer()),
        sa.Column("tournament", sa.Integer()),
        sa.Column("asker", sa.Integer(), sa.ForeignKey("people.id", name="tokens_asker")),
    )
    op.create_index("tokens_game", "tokens", ["game"])
    op.create_index("tokens_offers", "tokens", ["person"], sqlite_where=_OFFERS, postgresql_where=_OFFERS)
    op.create_table(
        "slots",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
    )
    op.create_index("slots_day", "slots", ["day"])


def _tournaments() -> None:
    """Create the tables of tournaments and of those who play in them."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("gamesmaster", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False, unique=True),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("announced_at", _MOMENT, nullable=False),
        sa.Column("sign_up_until", _MOMENT, nullable=False),
        sa.Column("closes_at", _MOMENT, nullable=False),
        sa.Column("draw_at", _MOMENT, nullable=False),
        sa.Column("begins_at", _MOMENT, nullable=False),
        sa.Column("asked_at", _MOMENT),
        sa.Column("paused_at", _MOMENT),
        sa.Column("seeded", sa.JSON(), nullable=False),
        sa.Column("pending", sa.JSON(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(), nullable=False),
        sa.Column("filed", sa.String()),
        sa.Column("wakes_at", _MOMENT),
        sa.Column("begins_fixed", sa.Boolean(), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("pauses", sa.JSON()),
    )
    op.create_index("tournaments_filed", "tournaments", ["filed"])
    op.create_index("tournaments_phase", "tournaments", ["phase"])
    op.create_index("tournaments_wakes_at", "tournaments", ["wakes_at"])
    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.Integer(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("inbox", sa.Integer(), sa.ForeignKey("inbox.id")),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("tournament", sa.Integer(), sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("team", sa.String(), nullable=False),
        sa.Column("division", sa.String(), nullable=False),
        sa.Column("captain", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("partner", sa.Integer(), sa.ForeignKey("people.id")),
        sa.Column("named", sa.String(), nullable=False),
        sa.Column("classes", sa.JSON(), nullable=False),
        sa.Column("salts", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("place", sa.Integer()),
    )
    op.create_index("entries_captain", "entries", ["captain"])
    op.create_index("entries_partner", "entries", ["partner"])
    op.create_index("entries_tournament", "entries", ["tournament"])
    op.create_table(
        "matches",
        sa.Column("tournament", sa.Integer(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("match", sa.Integer(), primary_key=True),
        sa.Column("attempt", sa.Integer(), primary_key=True),
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), nullable=False, unique=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("limit_at", _MOMENT),
        sa.Column("extended", sa.Integer(), nullable=False),
        sa.Column("hurried", sa.Integer(), nullable=False),
        sa.Column("protests", sa.JSON(), nullable=False),
        sa.Column("open_protests", sa.JSON(), nullable=False),
        sa.Column("protest_until", _MOMENT),
    )
    op.create_index("matches_state", "matches", ["state"])
    op.create_table(
        "tournament_watchers",
        sa.Column("tournament", sa.Integer(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), primary_key=True),
    )
    op.create_table(
        "division_wins",
        sa.Column("tournament", sa.Integer(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("won_at", _MOMENT, nullable=False),
    )
    op.create_index("division_wins_person", "division_wins", ["person"])


def _notes() -> None:
    """Create the tables of what the daemon notes for itself."""
    op.create_table(
        "marks",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("value", sa.String(), nullable=False),
    )
    op.create_table(
        "site_changes",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("times", sa.Integer(), nullable=False),
    )


def _guard_events() -> None:
    # a batch migration that makes the table anew loses these: create them again after it
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER events_no_{act.lower()} BEFORE {act} ON events "
            "BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END"
        )


def _on_a_server() -> None:
    """Add what a file has in itself: the numbers never to give again, since a sequence forgets, and the foreign key to
    a later table."""
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

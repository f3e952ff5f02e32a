"""The tables. Holds no queries: they stand in the file of their subject (games.py, inbox.py, quotas.py)."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)
from sqlalchemy.engine import Dialect

from referee.store.backend.statements import KEY_ONLY, NUMBERED_ONCE, UNSIGNED, only_where


class Moment(TypeDecorator[datetime]):
    """A moment in UTC as fixed-width text, so that it sorts and a person can read it."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write UTC with microseconds; a moment without a zone is a bug of ours."""
        if value is None:
            return None
        assert value.tzinfo is not None, "every moment has its zone"
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Read the moment, in UTC."""
        return None if value is None else datetime.fromisoformat(value)


metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("address", String, nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("named_at", Moment),
    Column("timezone", String),
    Column("format", String, nullable=False, default="html"),
    Column("notify", String, nullable=False, default="turn"),
    Column("auto_show", Boolean, nullable=False, default=False),
    Column("forced", Boolean, nullable=False, server_default=false()),
    Column("equals", Boolean, nullable=False, server_default=false()),
    Column("receipts", Boolean),
    Column("public", Boolean),
    Column("suspended", Moment),
    Column("heard", Moment),
    Column("quiet", Boolean, nullable=False, server_default=false()),
)

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("gamesmaster", String, nullable=False),
    Column("source", String, nullable=False, unique=True),
    Column("game", String, nullable=False),
    Column("sheet", String, nullable=False),
    Column("names", JSON, nullable=False),
    Column("limit_seconds", Integer, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Column("dealt_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("due_seat", Integer),
    Column("due_what", String),
    Column("score", JSON, nullable=False),
    Column("deadline", Moment),
    Column("remind_at", Moment),
    Column("left_seconds", Integer),
    Column("notice", ForeignKey("outbox.id", use_alter=True)),
    Column("head", String(64), nullable=False),
    Column("filed", String(64)),
    Column("runs_from", Moment),
    Column("proposal", Integer),
    Column("result_at", Moment),
    **NUMBERED_ONCE,
)
Index("games_deadline", games.c.deadline)
Index("games_result_at", games.c.result_at)
Index("games_remind_at", games.c.remind_at)
Index("games_running", games.c.ended_at)
Index("games_notice", games.c.notice)

seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Column("receipt_at", Moment),
)
Index("seats_person", seats.c.person)
Index("seats_receipt_at", seats.c.receipt_at)

tenures = Table(
    "tenures",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("last_seq", Integer, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("name", String, nullable=False),
    Column("round", Integer, nullable=False),
    Column("until", Moment, nullable=False),
    Column("shown", Boolean, nullable=False),
)
Index("tenures_person", tenures.c.person)

leaves = Table(
    "leaves",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("since", Moment, primary_key=True),
    Column("until", Moment, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("inbox", ForeignKey("inbox.id")),
    Column("kind", String, nullable=False),
    Column("round", Integer, nullable=False),
    Column("data", JSON, nullable=False),
)
Index("events_kind", events.c.game, events.c.kind, events.c.round)

proposals = Table(
    "proposals",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("agreed", JSON, nullable=False),
    Column("ruling", JSON(none_as_null=True)),
)

results = Table(
    "results",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("winner", Integer),
    Column("how", String, nullable=False),
    Column("score", JSON, nullable=False),
    Column("decided_at", Moment, nullable=False),
    Column("final_at", Moment),
)

watchers = Table(
    "watchers",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("returned", Integer, nullable=False, server_default="0"),
)

waiting = Table(
    "waiting",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, unique=True),
    Column("sheet", String, nullable=False),
    Column("partner", String),
    Column("since", Moment, nullable=False),
    Column("asked", Moment),
)

lineups = Table(
    "lineups",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("sheet", String, nullable=False),
    Column("people", JSON, nullable=False),
    Column("teams", JSON, nullable=False),
    Column("number", Integer, nullable=False, unique=True),
    Column("seeds", JSON, nullable=False),
    Column("salts", JSON, nullable=False),
    Column("game", ForeignKey("games.id")),
    Column("names", JSON, nullable=False),
)

inbox = Table(
    "inbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("uidvalidity", UNSIGNED),
    Column("uid", UNSIGNED),
    Column("digest", String, nullable=False),
    Column("arrived", Moment, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("evidence", JSON(none_as_null=True)),
    Column("state", String, nullable=False, default="new"),
    Column("tries", Integer, nullable=False, default=0),
    Column("begun", Integer, nullable=False, default=0),
    Column("outcome", String),
    Column("trouble", Text),
    UniqueConstraint("uidvalidity", "uid", "digest"),
)
Index("inbox_state", inbox.c.state)
Index("inbox_waiting", inbox.c.id, **only_where(inbox.c.state == "new"))

sights = Table(
    "sights",
    metadata,
    Column("key", LargeBinary(16), primary_key=True),
    Column("inbox", ForeignKey("inbox.id"), nullable=False),
    **KEY_ONLY,
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id")),
    Column("turn", Integer),
    Column("recipient", String, nullable=False),
    Column("event", String, nullable=False),
    Column("lineup", ForeignKey("lineups.id")),
    Column("message_id", String, nullable=False, unique=True),
    Column("secret", String, nullable=False, unique=True),
    Column("raw", LargeBinary, nullable=False),
    Column("written", Moment, nullable=False),
    Column("state", String, nullable=False, default="waiting"),
    Column("due", Moment, nullable=False),
    Column("tries", Integer, nullable=False, default=0),
    Column("sent", Moment),
    Column("reply", String),
    Column("bulk", Boolean, nullable=False, server_default=false()),
    Column("proposal", Integer),
    Column("tournament", Integer),
    **NUMBERED_ONCE,
)
Index("outbox_state_due", outbox.c.state, outbox.c.due)
Index("outbox_game_sent", outbox.c.game, outbox.c.sent)
Index("outbox_sent", outbox.c.sent)

tokens = Table(
    "tokens",
    metadata,
    Column("token", String, primary_key=True),
    Column("person", ForeignKey("people.id")),
    Column("address", String, nullable=False),
    Column("game", ForeignKey("games.id")),
    Column("turn", Integer),
    Column("confirms", ForeignKey("inbox.id")),
    Column("moves", ForeignKey("people.id")),
    Column("lines", String),
    Column("expires", Moment),
    Column("state", String, nullable=False, default="good"),
    Column("proposal", Integer),
    Column("tournament", Integer),
    Column("asker", ForeignKey("people.id", name="tokens_asker")),
)
Index("tokens_game", tokens.c.game)
Index("tokens_offers", tokens.c.person, **only_where(tokens.c.lines.is_not(None)))

slots = Table(
    "slots",
    metadata,
    Column("key", String, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("day", String, nullable=False),
)
Index("slots_day", slots.c.day)

marks = Table(
    "marks",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("gamesmaster", String, nullable=False),
    Column("source", String, nullable=False, unique=True),
    Column("phase", String, nullable=False),
    Column("announced_at", Moment, nullable=False),
    Column("sign_up_until", Moment, nullable=False),
    Column("closes_at", Moment, nullable=False),
    Column("draw_at", Moment, nullable=False),
    Column("begins_at", Moment, nullable=False),
    Column("asked_at", Moment),
    Column("paused_at", Moment),
    Column("seeded", JSON, nullable=False),
    Column("pending", JSON, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("head", String, nullable=False),
    Column("filed", String),
    Column("wakes_at", Moment),
    Column("begins_fixed", Boolean, nullable=False),
    Column("words", JSON, nullable=False),
    Column("pauses", JSON),
)
Index("tournaments_wakes_at", tournaments.c.wakes_at)
Index("tournaments_phase", tournaments.c.phase)
Index("tournaments_filed", tournaments.c.filed)

tournament_events = Table(
    "tournament_events",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("inbox", ForeignKey("inbox.id")),
    Column("kind", String, nullable=False),
    Column("data", JSON, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament", ForeignKey("tournaments.id"), nullable=False),
    Column("team", String, nullable=False),
    Column("division", String, nullable=False),
    Column("captain", ForeignKey("people.id"), nullable=False),
    Column("partner", ForeignKey("people.id")),
    Column("named", String, nullable=False),
    Column("classes", JSON, nullable=False),
    Column("salts", JSON, nullable=False),
    Column("state", String, nullable=False),
    Column("place", Integer),
)
Index("entries_tournament", entries.c.tournament)
Index("entries_captain", entries.c.captain)
Index("entries_partner", entries.c.partner)

matches = Table(
    "matches",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("attempt", Integer, primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False, unique=True),
    Column("state", String, nullable=False),
    Column("limit_at", Moment),
    Column("extended", Integer, nullable=False),
    Column("hurried", Integer, nullable=False),
    Column("protests", JSON, nullable=False),
    Column("open_protests", JSON, nullable=False),
    Column("protest_until", Moment),
)
Index("matches_state", matches.c.state)

tournament_watchers = Table(
    "tournament_watchers",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True),
)

division_wins = Table(
    "division_wins",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("division", Integer, nullable=False),
    Column("won_at", Moment, nullable=False),
)
Index("division_wins_person", division_wins.c.person)

site_changes = Table(
    "site_changes",
    metadata,
    Column("key", String, primary_key=True),
    Column("times", Integer, nullable=False),
)

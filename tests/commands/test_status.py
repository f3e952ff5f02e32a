"""The conditions for `status` to say that all is well: a daemon runs, and it has read the mailbox recently."""

from datetime import UTC, datetime, timedelta

import pytest

from referee.commands.status import unwell

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)


def said(*, running: bool | None, read: timedelta | None, poll_seconds: float = 60) -> str:
    """Say what is wrong, or nothing; `read`: how long ago the mailbox was."""
    moment = None if read is None else (NOW - read).isoformat()
    return unwell({"running": running, "mailbox_read": moment}, NOW, poll_seconds) or ""


@pytest.mark.parametrize("running", [True, None])
def test_all_is_well_where_nothing_says_otherwise(running: bool | None) -> None:
    for minutes in (0, 1, 30):
        assert said(running=running, read=timedelta(minutes=minutes)) == ""
    assert said(running=running, read=timedelta(minutes=-3)) == "", "the clock was set back"


@pytest.mark.parametrize("read", [None, timedelta(0), timedelta(days=9)])
def test_without_a_daemon_nothing_is(read: timedelta | None) -> None:
    assert said(running=False, read=read).startswith("No daemon runs:")


@pytest.mark.parametrize(
    ("poll_seconds", "limit"), [(1, timedelta(minutes=30)), (180, timedelta(minutes=30)), (360, timedelta(hours=1))]
)
def test_nor_where_one_has_not_read_for_ten_polls_and_half_an_hour(poll_seconds: float, limit: timedelta) -> None:
    assert said(running=True, read=limit, poll_seconds=poll_seconds) == ""
    late = said(running=True, read=limit + timedelta(seconds=1), poll_seconds=poll_seconds)
    assert late.startswith("The daemon runs, but the mailbox was last read ")
    assert "no clock runs out" in said(running=None, read=limit + timedelta(seconds=1), poll_seconds=poll_seconds)


def test_nor_where_one_never_did() -> None:
    assert "was never read" in said(running=True, read=None)
    assert "was never read" in said(running=None, read=None)


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        ({"seconds": 1801}, "30 minutes ago"),
        ({"minutes": 119}, "119 minutes ago"),
        ({"hours": 2}, "2 hours ago"),
        ({"hours": 47}, "47 hours ago"),
        ({"days": 2}, "2 days ago"),
        ({"days": 400}, "400 days ago"),
    ],
)
def test_how_long_ago(ago: dict[str, float], words: str) -> None:
    assert words in said(running=True, read=timedelta(**ago))

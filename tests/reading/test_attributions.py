"""Old text below an attribution is never played, whatever program wrote it and in whatever language."""

import pytest

from tests.reading.attributions import CHAT, WANTED, WAYS, Outcome, Table, attributions


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Return a table whose player to act has two legal cards and the letter that asks for one."""
    return Table(tmp_path_factory.mktemp("table"))


def test_no_two_entries_are_alike() -> None:
    entries = attributions()
    assert len({entry.lines for entry in entries}) == len(entries)


def test_each_entry_is_whole_and_not_marked_as_quoted() -> None:
    for entry in attributions():
        assert 1 <= len(entry.lines) <= 8 and not any("\n" in line for line in entry.lines), entry
        assert all((entry.language, entry.client, entry.source, "".join(entry.lines).strip())), entry
        assert not any(line.lstrip().startswith((">", "|")) for line in entry.lines), entry


def test_outcomes_are_told_apart(table: Table) -> None:
    new, old = f"play {table.moves.new}", f"play {table.moves.old}"
    assert table.outcome(new) is Outcome.NEW
    assert table.outcome(old) is Outcome.OLD
    assert table.outcome(new, answers=None, subject="[Spades 1]") is Outcome.ASKED
    assert table.outcome(old, answers=None, subject="[Spades 1]") is Outcome.ASKED
    assert table.outcome(f"{new}\n{old}") is Outcome.REFUSED
    assert table.outcome(CHAT) is Outcome.NOTHING_FOUND
    assert table.outcome(new, headers={"Auto-Submitted": "auto-replied"}) is Outcome.SILENT
    assert table.outcome("concede") is Outcome.OTHER


@pytest.mark.parametrize("way", WAYS)
def test_old_text_is_never_played_and_new_text_is_never_lost(table: Table, way: str) -> None:
    found = [(entry, table.tries(way, entry)) for entry in attributions()]
    assert {str(entry): outcome for entry, outcome in found if outcome not in WANTED[way]} == {}

"""Old text below an attribution is never played, whatever program wrote it and in whatever language."""

from collections.abc import Iterable

import pytest

from tests.chance import one_in
from tests.reading.attributions import CHAT, WANTED, WAYS, Attribution, Outcome, Table, attributions

LANGUAGES = sorted({attribution.language for attribution in attributions()})


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A player is to act, who has two legal cards and the letter that asks for one."""
    return Table(tmp_path_factory.mktemp("table"))


def wrong(table: Table, replies: Iterable[tuple[str, Attribution]]) -> dict[str, Outcome]:
    """Those replies, each a way and the attribution in it, with an outcome that is not allowed."""
    found = [(way, entry, table.tries(way, entry)) for way, entry in replies]
    return {f"{way} {entry}": outcome for way, entry, outcome in found if outcome not in WANTED[way]}


def replies(language: str) -> list[tuple[str, Attribution]]:
    """Each attribution of a language in each way."""
    return [(way, entry) for way in WAYS for entry in attributions() if entry.language == language]


def test_the_list_is_wide() -> None:
    entries = attributions()
    assert len(entries) >= 220
    assert len(LANGUAGES) >= 45
    assert len({entry.client.partition(",")[0] for entry in entries}) >= 28


def test_no_two_entries_are_alike() -> None:
    entries = attributions()
    assert len({entry.lines for entry in entries}) == len(entries)


def test_each_entry_is_whole_and_not_marked_as_quoted() -> None:
    def whole(entry: Attribution) -> bool:
        lines = 1 <= len(entry.lines) <= 8 and not any("\n" in line for line in entry.lines)
        return lines and all((entry.language, entry.client, entry.source, "".join(entry.lines).strip()))

    assert not [str(entry) for entry in attributions() if not whole(entry)]
    assert not [str(e) for e in attributions() if any(line.lstrip().startswith((">", "|")) for line in e.lines)]


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_old_text_is_never_played_and_new_text_is_never_lost(table: Table, language: str) -> None:
    """A twelfth of the replies in each language, drawn anew by each commit."""
    assert not wrong(table, one_in(12, replies(language), kind=lambda _: language))


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_the_same_holds_below_every_attribution(table: Table, way: str) -> None:
    assert not wrong(table, ((way, entry) for entry in attributions()))

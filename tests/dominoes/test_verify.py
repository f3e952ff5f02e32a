"""`referee verify` on records of dominoes, from the file to what it prints."""

import sys
from itertools import islice
from pathlib import Path

import pytest

from referee.commands.app import main
from referee.dominoes.sheets import SIGMA_DOMINOES
from tests.dominoes.records import lies, record_of


def verify(file: Path, *words: str) -> int:
    """Run the command, and return its exit code."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as end:
        patch.setattr(sys, "argv", ["referee", "verify", str(file), *words])
        main()
    assert isinstance(end.value.code, int)
    return end.value.code


def test_a_right_record_is_told_round_by_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, file = record_of(SIGMA_DOMINOES, 3), tmp_path / "record.jsonl"
    file.write_text(record.text, "utf-8")
    assert verify(file, "--head", record.heads[3][:16], "--head", record.heads[-1]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "ok start seats 1 Ann, 2 Bob, 3 Carol, 4 Dave; sheet sigma-dominoes, as its name says" in said
    assert "ok heads 2 given, and the record has them, in that order" in said
    assert "4 hands recomputed" in said and "the referee chose neither a deal nor a tile of the clock" in said
    assert verify(file, "--head", "0123456789abcdef") == 1


def refuses(count: int, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that the command refuses so many altered records, each at a line."""
    file = folder / "record.jsonl"
    for text in islice(lies(34), count):
        file.write_text(text, "utf-8")
        assert verify(file) == 1, text
        told = capsys.readouterr()
        assert "WRONG line " in told.out and "Traceback" not in told.err, text


def test_altered_records_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refuses(60, tmp_path, capsys)


@pytest.mark.long
def test_a_thousand_altered_records_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refuses(1000, tmp_path, capsys)

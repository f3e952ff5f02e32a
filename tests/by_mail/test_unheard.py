"""Mails of every shape that the specifications allow, from a few seeds: the move stands, or its writer has a letter;
reports move no clock. The fault run `unheard` brings ten thousand."""

from pathlib import Path

from tests.faults.unheard import FAULTS, Tables


def test_a_player_on_turn_is_heard_or_hears_why_not(tmp_path: Path) -> None:
    tables, mails = Tables(tmp_path), range(1, 41)
    tried = {seed: tables.tries(seed) for seed in mails}
    assert {seed: (came, made.odd) for seed, (made, came) in tried.items() if came.what in FAULTS} == {}
    assert {came.what for _, came in tried.values()} == {"stood", "answered", "reported"}

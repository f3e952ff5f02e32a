"""Mails in any order, and more than once: a sample of the orders that the fault run `orders` tries."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.orders import SETS, Mails, all_orders
from tests.talk import Talk


@pytest.mark.parametrize("write", SETS.values(), ids=list(SETS))
def test_four_mails_in_any_order_end_in_the_same_state(tmp_path: Path, write: Callable[[Talk], Mails]) -> None:
    assert all_orders(tmp_path, write, 6) == 6


def test_the_same_bytes_once_more_after_the_token_is_spent(tmp_path: Path) -> None:
    """This happens when the mailbox gives all its mails new numbers."""
    talk = Talk(tmp_path).starts()
    who = talk.due()
    raw = talk.mail(who, "bid 3")
    token = talk.last(who)
    raw = talk.mail(who, "bid 3", answers=token)
    assert talk.deliver(raw) == "MakeBid/accepted"
    talk.acts()
    written = len(talk.letters)
    for _ in range(2):
        assert talk.deliver(raw) == "ignored/seen-before"
    assert len(talk.letters) == written, "nobody is told again"

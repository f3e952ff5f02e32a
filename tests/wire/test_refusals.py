"""What a refusal is about: a letter and its recipient, or us. A table of what real servers say."""

from pathlib import Path

import pytest

from referee.post.wire.refusals import reason_of
from referee.post.wire.smtp import fate_of

SAID = [
    (fate, line)
    for block in (Path(__file__).parent / "refusals.txt").read_text("utf-8").split("\n== ")[1:]
    for fate, *lines in [block.split("\n")]
    for line in lines
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("fate", "line"), SAID, ids=lambda each: each[:60])
def test_what_a_refusal_is_about(fate: str, line: str) -> None:
    lines = line.split(" / ")
    said = "\n".join(each[4:] for each in lines)
    assert fate_of(int(lines[0][:3]), said) == fate


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("5.1.1 <ann@club.test>: User unknown", "5.1.1 <bob@else.test>: User unknown", True),
        ("5.1.1 ann is gone", "5.1.1 bob is gone", True),
        ("5.7.1 Rejected\n5.7.1 x1si7 - gsmtp", "5.7.1 Rejected 5.7.1 y2si8 - gsmtp", True),
        ("5.1.1 User unknown", "5.1.2 User unknown", False),
        ("5.1.1 User unknown", "5.1.1 No such user", False),
    ],
)
def test_two_refusals_for_one_reason(one: str, other: str, same: bool) -> None:
    assert (reason_of(550, one, "ann@club.test") == reason_of(550, other, "bob@else.test")) is same
    assert reason_of(550, one, "ann@club.test") != reason_of(554, one, "ann@club.test")

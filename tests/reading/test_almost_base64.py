"""A long text that is almost base64 is read at once, whatever stands at its end."""

import pytest

from referee.post.reading.mime import ALL_BASE64


@pytest.mark.parametrize("end", [b"!", b"===", b"\r\nab", b" a"])
def test_almost_base64_is_told_in_one_pass(end: bytes) -> None:
    assert ALL_BASE64.fullmatch(b"Zm9v" * 250_000)
    assert not ALL_BASE64.fullmatch(b"Zm9v" * 250_000 + end)

"""Templates compiled once in a run, whatever folder of an operator's own they are used with."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from referee.telling import templates


class Compiled(BytecodeCache):
    """What was compiled, by the file and its text; never on the disk."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket if its text was compiled before."""
        if (found := self._known.get(bucket.key + bucket.checksum)) is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._known[bucket.key + bucket.checksum] = bucket.bytecode_to_string()


@contextmanager
def compiled_once() -> Iterator[None]:
    """From now on no template of the same file and text is compiled a second time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "Environment", partial(Environment, bytecode_cache=Compiled()))
        yield

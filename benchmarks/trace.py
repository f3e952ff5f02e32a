"""The files and functions that one act goes through: `python -m benchmarks.trace [--names]`.

Counted are functions of the program that ran at least once between the raw mail, or the clock that ran out, and the
commit of its letters; of comprehensions and lambdas, the function around them. `--names` lists the files. A tree
elsewhere is counted by running this program in it.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType

from benchmarks.path import waiting_mail
from tests.by_mail.cup import cup
from tests.talk import Talk

PROGRAM = Path(__file__).parent.parent / "referee"


def functions_in(act: Callable[[], object]) -> dict[str, set[str]]:
    """Return the functions that run during an act, by file below referee/."""
    seen: set[CodeType] = set()

    def called(frame: FrameType, what: str, arg: object) -> None:
        if what == "call":
            seen.add(frame.f_code)

    sys.setprofile(called)
    try:
        act()
    finally:
        sys.setprofile(None)
    found: dict[str, set[str]] = {}
    for code in seen:
        file, name = Path(code.co_filename), code.co_qualname.partition(".<locals>")[0]
        if file.is_relative_to(PROGRAM) and not name.startswith("<"):
            found.setdefault(file.relative_to(PROGRAM).as_posix(), set()).add(name)
    return found


def play(folder: Path) -> Callable[[], object]:
    """Return the act that handles a play to a trick, of which nobody had a plan."""
    talk = Talk(folder).starts().hears_each_play().bids()
    assert talk.acts().endswith("/accepted")
    return waiting_mail(talk)


def time_out(folder: Path) -> Callable[[], object]:
    """Return the act for a player whose clock runs out."""
    talk = Talk(folder).starts().bids()
    deadline = talk.kept().deadline
    assert deadline is not None, "a clock runs"
    return lambda: talk.passes(seconds=(deadline - talk.now).total_seconds() + 1)


def result(folder: Path) -> Callable[[], object]:
    """Return the act that counts a concession a day later: it ends a match, and with it a tournament."""
    talk = cup(Talk(folder))
    for seat in (0, 2):
        assert talk.says(talk.game().names[seat], "concede", proven=True).endswith("/accepted")
    return lambda: talk.passes(days=1)


ACTS: dict[str, Callable[[Path], Callable[[], object]]] = {
    "a play": play,
    "a time-out": time_out,
    "a result that ends a match": result,
}


def main() -> None:
    """Print a line for each act."""
    for name, stand in ACTS.items():
        with tempfile.TemporaryDirectory() as folder:
            found = functions_in(stand(Path(folder)))
        print(f"{name}: {len(found)} files, {sum(map(len, found.values()))} functions")
        if "--names" in sys.argv:
            print("\n".join(f"  {file} {len(found[file])}" for file in sorted(found)))


if __name__ == "__main__":
    main()

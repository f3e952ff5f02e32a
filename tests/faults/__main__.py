"""The long form of the fault runs: all of them, or those named; prints their figures, and ends with 1 if one failed.

`python -m tests.faults [NAME ...]`
"""

import sys
import time
import traceback

from tests.faults.runs import NAMES, find


def main(names: list[str]) -> int:
    if unknown := set(names) - set(NAMES):
        print(f"no such run: {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    failed = []
    for name in names or NAMES:
        began = time.monotonic()
        print(f"== {name}", flush=True)
        try:
            for what, figure in find(name)(long=True).items():
                print(f"   {what}: {figure}", flush=True)
        except Exception:
            traceback.print_exc()
            failed.append(name)
        print(f"   seconds: {time.monotonic() - began:.0f}", flush=True)
    print(f"failed: {', '.join(failed)}" if failed else "nothing failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

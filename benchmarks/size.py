"""The size of the project, counted in its own tree: `python -m benchmarks.size`.

Lines and files as they stand; imports that go up the floors of the desk, by rooms (`tests/house.py` has the floors);
packages as they are installed in the environment that runs this. Pages that tests write from the code are counted
apart. A tree that has these folders can be named: `python -m benchmarks.size FOLDER` counts that one.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

from benchmarks.named import figure
from tests.house import climbs

NAME = "spades-referee"
EXTRAS = {"to run": (), "with the tests'": ("test",), "with browser and oracle": ("test", "browser", "oracle")}
"""Extras, by what they are installed for."""
MEGABYTE = 1_000_000
WRITTEN_BY_TESTS = ("docs/sheets/", "docs/json.md")
"""The pages, or folders of pages, that tests write."""


def main() -> None:
    """Print a line for each figure."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    code = list(_files(root / "referee", ".py"))
    tests = list(_files(root / "tests"))
    test_code = [file for file in tests if file.suffix == ".py"]
    test_data = [file for file in tests if file.suffix != ".py"]
    docs = [root / "README.md", *_files(root / "docs", ".md")]
    generated = [file for file in docs if file.relative_to(root).as_posix().startswith(WRITTEN_BY_TESTS)]
    docs = [file for file in docs if file not in generated]
    print(f"referee/: {_lines(code):,} lines in {len(code):,} files")
    print(f"tests/: {_lines(test_code):,} lines of code in {len(test_code):,} files")
    print(f"tests/: {_lines(test_data):,} lines of data in {len(test_data):,} files")
    print(f"files that name a kind of event: {figure(root)}")
    print(f"README.md, docs/: {_words(docs):,} words in {len(docs):,} pages that people write")
    print(f"docs/: {_words(generated):,} words in {len(generated):,} pages that tests write")
    up = Counter(f"{below} -> {above}" for below, above in climbs(root / "referee"))
    by_rooms = [f", {count} {rooms}" for rooms, count in up.most_common()]
    print(f"referee/desk/: {up.total()} imports go up", *by_rooms, sep="")
    for what, extras in EXTRAS.items():
        packages = list(_packages(extras))
        print(f"packages {what}: {len(packages):,}, {sum(map(_bytes, packages)) / MEGABYTE:,.0f} MB")


def _files(folder: Path, suffix: str = "") -> Iterator[Path]:
    """Yield the files below a folder, those that Python compiled left out."""
    for file in sorted(folder.rglob(f"*{suffix}")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file


def _lines(files: Iterable[Path]) -> int:
    return sum(file.read_bytes().count(b"\n") for file in files)


def _words(files: Iterable[Path]) -> int:
    return sum(len(file.read_text("utf-8").split()) for file in files)


def _packages(extras: Iterable[str]) -> Iterator[Distribution]:
    """Yield what is installed because the project asks for it, directly or through another package."""
    seen: set[tuple[str, str]] = set()
    waiting = [(NAME, extra) for extra in ("", *extras)]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in seen:
            continue
        known = any(name == other for other, _ in seen)
        seen.add((name, extra))
        try:
            package = distribution(name)
        except PackageNotFoundError:
            # a package for another system, or of an extra that is not installed
            continue
        if not known and name != NAME:
            yield package
        for line in package.requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                waiting += [(_plain(needed.name), more) for more in ("", *needed.extras)]


def _plain(name: str) -> str:
    """Return a package's name as indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _bytes(package: Distribution) -> int:
    files = (Path(str(file.locate())) for file in package.files or ())
    return sum(file.stat().st_size for file in files if file.exists())


if __name__ == "__main__":
    main()

"""The number of files that name a kind of event of a game, or the news that it becomes: what somebody reads who adds
one. `python -m benchmarks.named` lists the kinds, `python -m benchmarks.size` counts them."""

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median_high

EVENTS, NEWS = "referee.spades.events", "referee.telling.news"
BECOMES = {
    "Started": "GameStarted", "Committed": "Commitments", "Dealt": "RoundDealt", "BidMade": "Bid",
    "CardPlayed": "Play", "TrickTaken": "TrickWon", "Claimed": "Claim",
    "RoundScored": "RoundOver", "Misplayed": "Misplay", "Challenged": "Challenge", "Voided": "Void",
    "Replaced": "Replacement", "Ended": "GameOver",
}  # fmt: skip
"""The news of an event, where it has another name."""


def main() -> None:
    """Print each kind with its files, the most named first."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    for kind, files in sorted(files_by_kind(root).items(), key=lambda one: -len(one[1])):
        print(f"{len(files):>2} {kind}: {' '.join(files)}")


def figure(root: Path) -> str:
    """Write `median 9, at most 20` of a tree."""
    counts = [len(files) for files in files_by_kind(root).values()]
    return f"median {median_high(counts)}, at most {max(counts)}"


def files_by_kind(root: Path) -> Mapping[str, list[str]]:
    """Return the files of the program that name each kind of event."""
    files = {file: ast.parse(file.read_text("utf-8")) for file in sorted((root / "referee").rglob("*.py"))}
    kinds = _union(files[root / "referee/spades/events.py"])
    named = {
        file.relative_to(root / "referee").as_posix(): set(_named(tree, kinds))
        | {(_module(root, file), node.name) for node in tree.body if isinstance(node, ast.ClassDef)}
        for file, tree in files.items()
    }
    return {
        kind: [file for file, names in named.items() if {(EVENTS, kind), (NEWS, BECOMES.get(kind, kind))} & names]
        for kind in kinds
    }


def _union(tree: ast.Module) -> list[str]:
    """Return the members of `Event`."""
    union = next(x.value for x in tree.body if isinstance(x, ast.Assign) and ast.unparse(x.targets[0]) == "Event")
    return [node.id for node in ast.walk(union) if isinstance(node, ast.Name)]


def _module(root: Path, file: Path) -> str:
    return ".".join(file.relative_to(root).with_suffix("").parts)


def _named(tree: ast.Module, kinds: list[str]) -> Iterator[tuple[str, str]]:
    """Yield what a file takes from any module by name, and the kinds that it names in text."""
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            modules |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            yield from ((node.module, alias.name) for alias in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield modules.get(node.value.id, ""), node.attr
        elif isinstance(node, ast.Constant) and node.value in kinds:
            yield EVENTS, str(node.value)


if __name__ == "__main__":
    main()

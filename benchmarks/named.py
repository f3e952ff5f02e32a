"""The number of files that name a kind of event of a game, or the news that it becomes: what somebody reads who adds
one. `python -m benchmarks.named` lists the kinds, `python -m benchmarks.size` counts them."""

import ast
import sys
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from statistics import median_high

TABLE, GAMES, NEWS = "referee.table.events", ("spades", "dominoes"), "referee.telling.news"
IN_TEXT = ""
"""Stands for the module of a kind that is named in text: which game's is meant, nobody can tell."""
BECOMES = {
    "Started": "GameStarted", "Committed": "Commitments", "Dealt": "RoundDealt", "BidMade": "Bid",
    "CardPlayed": "Play", "TrickTaken": "TrickWon", "Claimed": "Claim",
    "RoundScored": "RoundOver", "Misplayed": "Misplay", "Challenged": "Challenge", "Voided": "Void",
    "Replaced": "Replacement", "Ended": "GameOver", "dominoes RoundScored": "RoundScored",
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
    """Return the files of the program that name each kind of event, of every game or of the one named with it."""
    files = {file: ast.parse(file.read_text("utf-8")) for file in sorted((root / "referee").rglob("*.py"))}
    modules = {game: f"referee.{game}.events" for game in GAMES}
    shared, *own = (_union(files[root / f"{module.replace('.', '/')}.py"]) for module in (TABLE, *modules.values()))
    kinds = {kind: (kind, {TABLE, *modules.values()}) for kind in shared}
    for (game, module), names in zip(modules.items(), own, strict=True):
        kinds |= {f"{game} {kind}": (kind, {module}) for kind in names}
    plain = {kind for kind, _ in kinds.values()}
    named = {
        file.relative_to(root / "referee").as_posix(): set(_named(tree, plain))
        | {(_module(root, file), node.name) for node in tree.body if isinstance(node, ast.ClassDef)}
        for file, tree in files.items()
    }
    return {
        title: [
            file
            for file, names in named.items()
            if {*product({*within, IN_TEXT}, [kind]), (NEWS, BECOMES.get(title, BECOMES.get(kind, kind)))} & names
        ]
        for title, (kind, within) in kinds.items()
    }


def _union(tree: ast.Module) -> list[str]:
    """Return the classes of a module that its unions name, one in another or not."""
    unions = [x.value for x in tree.body if isinstance(x, ast.Assign) and isinstance(x.value, ast.BinOp)]
    named = {node.id for union in unions for node in ast.walk(union) if isinstance(node, ast.Name)}
    return [x.name for x in tree.body if isinstance(x, ast.ClassDef) and x.name in named]


def _module(root: Path, file: Path) -> str:
    return ".".join(file.relative_to(root).with_suffix("").parts)


def _named(tree: ast.Module, kinds: set[str]) -> Iterator[tuple[str, str]]:
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
            yield IN_TEXT, str(node.value)


if __name__ == "__main__":
    main()

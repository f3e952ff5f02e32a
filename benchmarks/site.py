"""What the club's site costs: `python -m benchmarks.site` with MOVES and GAMES, if not 200 and 10,000.

Two ratios, and what one rewrite takes. The path of a move with a site over that without one: it notes that the game has
changed, and pages are made elsewhere. And the rewrite after a move beside so many games over that beside 10. The
samples of each pair are taken in turn, so that a busy machine slows both alike, and count this process's own time.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.growth import crowd, median_ms
from benchmarks.path import timed_mail
from referee.desk.site.renew import Keys, Site
from referee.store import site_changes
from tests.talk import Talk

MOVES, GAMES = 200, 10_000


def wanted(talk: Talk) -> Talk:
    """The same table, with a site that is wanted."""
    with talk.store.transaction() as tx:
        site_changes.want(tx, "site")
    return talk


def path(moves: int) -> float:
    """The cost of a move with a site over that of one without."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        plain, shown = Talk(Path(one)).starts(), wanted(Talk(Path(other)).starts())
        for talk in (plain, shown):
            timed_mail(talk)
        pairs = [(timed_mail(plain)[0], timed_mail(shown)[0]) for _ in range(moves)]
    without, with_site = median_ms([pair[0] for pair in pairs]), median_ms([pair[1] for pair in pairs])
    ratio = statistics.median(pair[1] / pair[0] for pair in pairs)
    print(f"a move without a site: {without:.2f} ms; with one: {with_site:.2f} ms; ratio {ratio:.3f}")
    return ratio


def rewrites(moves: int, games: int) -> float:
    """The cost of a rewrite after one move beside many games over that beside ten."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        small, large = _crowded(Path(one), 10), _crowded(Path(other), games)
        pairs = [(_rewrite(*small), _rewrite(*large)) for _ in range(moves)]
    few, many = median_ms([pair[0] for pair in pairs]), median_ms([pair[1] for pair in pairs])
    ratio = statistics.median(pair[1] / pair[0] for pair in pairs)
    print(f"a rewrite beside 10 games: {few:.1f} ms; beside {games}: {many:.1f} ms; ratio {ratio:.2f}")
    return ratio


def _crowded(folder: Path, games: int) -> tuple[Talk, Site]:
    talk = wanted(Talk(folder).starts())
    with talk.store.transaction() as tx:
        crowd(tx, games)
    site = Site(talk.desk, folder / "site")
    for _ in range(2):
        _rewrite(talk, site)
    return talk, site


def _rewrite(talk: Talk, site: Site) -> float:
    """One move, and the rewrite of what it touches: this process's seconds for that."""
    timed_mail(talk)
    began = time.process_time()
    site.renew(talk.store, Keys((1,), ()), talk.now)
    return time.process_time() - began


def main() -> None:
    given = [int(word) for word in sys.argv[1:]]
    moves, games = (*given, *(MOVES, GAMES)[len(given) :])
    path(moves)
    rewrites(moves, games)


if __name__ == "__main__":
    main()

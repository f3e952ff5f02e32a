"""Counts games that are over into the sums of players and club, once each; one that goes on again is taken out.

It is a sweep: what was counted is stored beside the sums, in the same transaction.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from sqlalchemy import Connection

from referee.desk.site.views import players_of
from referee.site.figures import Mark, club_sums, marks, player_sums
from referee.site.values import Story
from referee.spades import events as ev
from referee.spades.rulesheet import SEATS, partner_of, team_of
from referee.store import event_log, site_sums
from referee.store.games import GameRow
from referee.store.site_sums import CLUB, Owned

TOP = 10
"""How many marks of a kind are kept, so that one that is taken out leaves the next best."""
PROMPT = 40
"""How many of a player's latest acts their promptness is taken from."""
ACTS = ("Dealt", "BidMade", "CardPlayed", "Misplayed", "Voided", "Resumed", "Paused")
Counted = dict[str, Any]


def count(tx: Connection, row: GameRow, story: Story) -> frozenset[int]:
    """Count a game as it stands, in place of what was counted of it. Returns whose sums changed, the club's too."""
    before: Counted | None = site_sums.counted(tx, row.id)
    now = _of(tx, row, story) if story.end is not None and story.end.team is not None else None
    if before == now:
        return frozenset()
    changed: set[int] = set()
    for counted, sign in ((before, -1), (now, 1)):
        if counted is not None:
            changed |= set(_add(tx, row.id, counted, sign))
    site_sums.set_counted(tx, row.id, now)
    return frozenset(changed)


def _of(tx: Connection, row: GameRow, story: Story) -> Counted:
    """What a game adds to whose sums, as it is stored."""
    assert story.end is not None
    players = players_of(tx, [row.id])[row.id]
    times = _times(tx, row.id)
    own = {}
    for seat, person in zip(SEATS, players, strict=True):
        if person is not None:
            own[str(person)] = {
                "name": story.name(seat),
                "won": int(team_of(seat) == story.end.team),
                "partner": players[partner_of(seat) - 1],
                "sums": dict(player_sums(story, seat)),
                "times": times.get(seat, []),
            }
    return {"players": own, "club": dict(club_sums(story)), "marks": {k: list(m) for k, m in marks(story).items()}}


def _add(tx: Connection, game: int, counted: Counted, sign: int) -> Iterator[int]:
    for person, one in counted["players"].items():
        owned = site_sums.of(tx, int(person))
        _add_sums(owned, one["sums"], sign)
        owned.games += sign
        owned.won += sign * one["won"]
        owned.sums["name"] = one["name"]
        if one["partner"] is not None:
            _add_partner(owned, str(one["partner"]), one["won"], sign)
        _add_times(owned, game, one["times"], sign)
        site_sums.put(tx, owned)
        yield owned.owner
    club = site_sums.of(tx, CLUB)
    _add_sums(club, counted["club"], sign)
    club.sums["marks"] = _marked(club.sums.get("marks", {}), game, counted["marks"], sign)
    site_sums.put(tx, club)
    yield CLUB


def _add_sums(owned: Owned, sums: Mapping[str, int], sign: int) -> None:
    for name, number in sums.items():
        owned.sums[name] = owned.sums.get(name, 0) + sign * number


def _add_partner(owned: Owned, partner: str, won: int, sign: int) -> None:
    partners: dict[str, list[int]] = dict(owned.sums.get("partners", {}))
    played, with_them = partners.get(partner, [0, 0])
    partners[partner] = [played + sign, with_them + sign * won]
    owned.sums["partners"] = {who: both for who, both in partners.items() if both[0]}


def _add_times(owned: Owned, game: int, times: list[int], sign: int) -> None:
    """The seconds of the latest acts, each with its game."""
    known = [one for one in owned.sums.get("times", []) if one[0] != game]
    new = [[game, seconds] for seconds in times] if sign > 0 else []
    owned.sums["times"] = (known + new)[-PROMPT:]


def _marked(known: Mapping[str, list[Any]], game: int, found: Mapping[str, list[Any]], sign: int) -> dict[str, Any]:
    marked = {}
    for kind in {*known, *found}:
        every = [mark for mark in known.get(kind, []) if Mark(*mark).game != game]
        every += [found[kind]] if sign > 0 and kind in found else []
        marked[kind] = sorted(every, key=lambda mark: (-mark[0], mark[1]))[:TOP]
    return marked


def _times(tx: Connection, game: int) -> Mapping[int, list[int]]:
    """How many seconds each seat took for each of its last acts: from the moment at which everyone knew that it was on
    turn. What happens at the same moment as what came before is left out, and so is what the clock did."""
    taken: dict[int, list[int]] = {}
    since: datetime | None = None
    for at, event in event_log.timed_story(tx, game, kinds=ACTS):
        took = timedelta() if since is None else at - since
        if isinstance(event, ev.BidMade | ev.CardPlayed) and event.by == "player" and took >= timedelta(seconds=1):
            taken.setdefault(event.seat, []).append(int(took.total_seconds()))
        since = None if isinstance(event, ev.Paused) else at
    return {seat: seconds[-PROMPT:] for seat, seconds in taken.items()}


def promptness(owned: Owned) -> timedelta | None:
    """How long a player takes for an act, at the median of their latest ones; None for too few."""
    seconds = [one[1] for one in owned.sums.get("times", [])]
    return timedelta(seconds=int(median(seconds))) if len(seconds) >= TOP else None

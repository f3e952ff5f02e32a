"""Double eliminations of eight teams at dominoes over Dovecot and Postfix, held as the tournaments of spades are: every
game, and the bracket, are recounted from the mailboxes."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from email.message import Message
from pathlib import Path

import pytest

from referee.demo import tournament
from referee.demo.entrants import address_of, pairs
from referee.demo.tournament import NAME, DemoTournament
from tests.dominoes import slow_record
from tests.dominoes.slow_round import Sheet
from tests.faults import checker
from tests.faults.club import mails_of
from tests.servers import recount_dominoes
from tests.servers.real_table import (
    MASTER,
    PASSWORD,
    REFEREE,
    Referee,
    hands_stay_private,
    letters_go_out,
    mailbox,
    nothing_is_left,
    write_config,
)
from tests.servers.recount import Told
from tests.servers.servers import MailStack, missing
from tests.servers.test_real_tournament import entries, hold, records_hold, recounts_to_the_places

pytestmark = pytest.mark.servers

FORMAT = "sigma-dominoes"
TEAMS = pairs(8)
PLAYERS = tuple(player for pair in TEAMS for player in pair.players)
SHORT, LONG = 50, 100
"""The points that end a match: mostly one round, and mostly more."""


@pytest.fixture
def stack() -> Iterator[MailStack]:
    if why := missing():
        pytest.fail(why)
    with MailStack(dict.fromkeys([REFEREE, MASTER, *map(address_of, PLAYERS)], PASSWORD)) as running:
        yield running


@pytest.mark.parametrize("drawn", [False, pytest.param(True, marks=pytest.mark.long)], ids=["entered", "drawn"])
def test_a_whole_tournament(stack: MailStack, tmp_path: Path, drawn: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "SIGN_UP", timedelta(seconds=40))
    target = LONG if drawn else SHORT
    event = DemoTournament(format=FORMAT, teams=len(TEAMS), target=target)
    entered, lines = entries(event), list[str]()
    if drawn:
        entered = {name: f"enter {NAME},{line.rpartition(',')[2]}" for name, line in entered.items()}
        lines = ["partners: drawn"]
    config = write_config(stack, tmp_path, "builtin", 'challenge_time = "1 s"')
    referee = Referee(config)
    referee.start()
    try:
        asyncio.run(hold(stack, referee, event, entered, *lines))
        letters_go_out(config)
    finally:
        code = referee.stop()
    assert code == 0, "SIGTERM ends the daemon cleanly"
    boxes = {name: mailbox(stack, address_of(name)) for name in PLAYERS}
    told = recounts_to_the_places(FORMAT, boxes)
    if drawn:
        assert {player for both in told.teams.values() for player in both} == set(PLAYERS)
        assert {frozenset(pair.players) for pair in TEAMS} != set(told.teams.values()), "the draw mixes them"
        one, other = PLAYERS[::2], PLAYERS[1::2]
        assert all(len(both & {*one}) == len(both & {*other}) == 1 for both in told.teams.values())
    else:
        assert {pair.team: frozenset(pair.players) for pair in TEAMS} == told.teams
    rounds = _games_recount(told, boxes, config, Sheet(target=target))
    assert rounds > len(told.games) or not drawn, "rounds are scored on the way"
    records_hold(config, boxes)
    hands_stay_private(boxes)
    nothing_is_left(config)
    raw = {user: mails_of(stack, user) for user in stack.users}
    assert checker.faults_of(config.parent / "data" / "referee.db", raw, REFEREE) == [], (
        "nothing is lost, doubled or told"
    )


def _games_recount(told: Told, boxes: dict[str, list[Message]], config: Path, sheet: Sheet) -> int:
    """Check that each game's score follows from its moves as the mailboxes tell them, and its record from its seeds;
    return the number of rounds in all."""
    assert len(told.games) in (14, 15)
    numbers = {int(mail["Spades-Game"]) for box in boxes.values() for mail in box if mail["Spades-Result"]}
    rounds, scores = 0, []
    for number in numbers:
        after_each = recount_dominoes.recount(sheet, boxes, number)
        rounds += len(after_each)
        scores.append(sorted(after_each[-1], reverse=True))
        filed = config.parent / "data" / "records" / f"dominoes-{number}.jsonl"
        assert slow_record.faults_of(filed.read_text("ascii").splitlines()) == []
    assert sorted(scores) == sorted([game.won, game.lost] for game in told.games)
    return rounds

"""The promises that hold after every fault, judged from the database file and the mailboxes alone. Imports nothing of
the referee, changes nothing, and knows no run.

`faults_of` is for the moment at which all is quiet: no mail waits to be read, no letter to be sent.
"""

import email
import json
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from tests.faults import replay, replay_dominoes
from tests.faults.leaks import AFTER_ALL, in_letter, secrets_of

Row = dict[str, Any]
Game = replay.Game | replay_dominoes.Game
RETOLD: dict[str, Callable[[list[Row]], Game]] = {"spades": replay.replay, "dominoes": replay_dominoes.replay}
READ_UNTIL = 2 * 1024 * 1024
"""The bytes that the referee reads of a longer mail."""
MOVE = re.compile(r"\b(MakeBid|PlayCard|BareCard|BareNumber|PlayTile|ChoosePlace)/accepted\b")
ACTS = ("BidMade", "CardPlayed", "Misplayed", "TilePlayed", "Knocked")
TRACE = re.compile(
    rb"(?:(?:Return-Path|Delivered-To|X-Original-To|Received|Authentication-Results):[^\n]*\n(?:[ \t][^\n]*\n)*)*",
    re.IGNORECASE,
)
"""The fields that servers write above a mail that they hand on."""
HEADERS = BytesHeaderParser(policy=compat32)


@dataclass(frozen=True)
class Copy:
    """One mail as it lies in a mailbox."""

    address: str
    raw: bytes
    message_id: str
    sender: str


@dataclass(frozen=True)
class Found:
    """All that there is to look at: the rows of the tables, and the mails."""

    inbox: list[Row]
    outbox: list[Row]
    games: list[Row]
    results: dict[int, Row]
    """The results, by game."""
    events: dict[int, list[Row]]
    """The events, by game; each row with its event as `event`."""
    copies: list[Copy]
    own: list[bytes]
    """The mails in the referee's own mailbox."""
    referee: str
    boxes: frozenset[str]


def faults_of(database: Path, mailboxes: Mapping[str, Sequence[bytes]], referee: str) -> list[str]:
    """Return every violation, a sentence each; none if nothing was lost, doubled or leaked.

    `mailboxes`: by address, all mails that lie there, in all folders; `referee`: its own address. Letters to a mailbox
    that is not named are left out.
    """
    with closing(sqlite3.connect(database)) as look:
        look.row_factory = sqlite3.Row
        found = _found(look, mailboxes, referee.lower())
        faults = [*_file(look)]
    for judge in (_mails, _moves, _rulings, _told, _letters, _copies, _clocks):
        faults += judge(found)
    return [*faults, *_leaks(database, found)]


def _found(look: sqlite3.Connection, mailboxes: Mapping[str, Sequence[bytes]], referee: str) -> Found:
    def rows(table: str) -> list[Row]:
        return [dict(row) for row in look.execute(f"SELECT * FROM {table} ORDER BY rowid")]

    events: dict[int, list[Row]] = defaultdict(list)
    for row in rows("events"):
        events[row["game"]].append({**row, "event": json.loads(row["data"])})
    for story in events.values():
        story.sort(key=lambda row: int(row["seq"]))
    boxes = {address.lower(): raws for address, raws in mailboxes.items()}
    copies = [_copy(address, raw) for address, raws in boxes.items() if address != referee for raw in raws]
    own = [_plain(raw) for raw in boxes.get(referee, [])]
    results = {row["game"]: row for row in rows("results")}
    return Found(rows("inbox"), rows("outbox"), rows("games"), results, events, copies, own, referee, frozenset(boxes))


def _copy(address: str, raw: bytes) -> Copy:
    head = HEADERS.parsebytes(raw, headersonly=True)
    sender = parseaddr(str(head.get("From", "")))[1].lower()
    return Copy(address, _plain(raw), str(head.get("Message-ID", "")).strip().strip("<>"), sender)


def _plain(raw: bytes) -> bytes:
    """Return a text with the line ends that a Maildir has, whichever way it was read."""
    return raw.replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n"


def _file(look: sqlite3.Connection) -> Iterator[str]:
    for (said,) in look.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield f"the database is damaged: {said}"
    for table, row, parent, _ in look.execute("PRAGMA foreign_key_check"):
        yield f"row {row} of {table} names a row of {parent} that is not there"


def _mails(found: Found) -> Iterator[str]:
    """Check that every mail in the mailbox has exactly one outcome."""
    kept: dict[bytes, list[Row]] = defaultdict(list)
    for row in found.inbox:
        kept[_plain(row["raw"])].append(row)
        if row["state"] != "done" or not row["outcome"]:
            yield f"mail {row['id']} has no outcome: it is {row['state']} ({row['trouble']!s:.200})"
    for raw, copies in Counter(raw[:READ_UNTIL] for raw in found.own).items():
        rows = kept.get(raw, [])
        name = HEADERS.parsebytes(raw, headersonly=True).get("Message-ID", "one without Message-ID")
        if len(rows) < copies:
            yield f"a mail in the mailbox has no outcome: {name} lies there {copies} times, {len(rows)} were taken in"
    for rows in kept.values():
        outcomes = [row["outcome"] for row in rows if row["outcome"] and not row["outcome"].startswith("ignored/")]
        if len(outcomes) > 1:
            yield f"mails {[row['id'] for row in rows]} are the same and have {len(outcomes)} outcomes: {outcomes}"
    numbers = Counter((row["uidvalidity"], row["uid"], row["digest"]) for row in found.inbox if row["uid"] is not None)
    yield from (f"the mail {uid} was taken in {count} times" for uid, count in numbers.items() if count > 1)


def _moves(found: Found) -> Iterator[str]:
    """Check that every move by hand has its mail, every mail whose outcome is a move is one, and each only once. A bid
    before its turn is kept as a plan."""
    caused: Counter[int] = Counter()
    every = (row for story in found.events.values() for row in story)
    planned = Counter(row["inbox"] for row in every if row["event"]["e"] == "Planned")
    for number, story in found.events.items():
        for row in story:
            event = row["event"]
            if event["e"] not in ACTS:
                continue
            by_player = event.get("by", "player") == "player"
            if not _follows(event) and by_player != (row["inbox"] is not None):
                yield f"game {number}, turn {event['turn']}: a move by the {event.get('by')}, mail {row['inbox']}"
            if by_player and row["inbox"] is not None and not _follows(event):
                caused[row["inbox"]] += 1
    for row in found.inbox:
        outcome = row["outcome"] or ""
        accepted, kept = len(MOVE.findall(outcome)), planned[row["id"]] - outcome.count("MakePlan/accepted")
        if accepted != caused[row["id"]] + kept:
            yield f"mail {row['id']} was told to be {accepted} moves ({row['outcome']}), and {caused[row['id']]} stand"
    begun = {row["inbox"] for story in found.events.values() for row in story if row["event"]["e"] == "Started"}
    for row in found.inbox:
        if "Start/accepted" in (row["outcome"] or "") and row["id"] not in begun:
            yield f"mail {row['id']} was told to begin a game, and there is none"


def _rulings(found: Found) -> Iterator[str]:
    """Check that a replay of the events gives the stored state."""
    for row in found.games:
        story = found.events.get(row["id"], [])
        if [one["seq"] for one in story] != list(range(1, row["last_seq"] + 1)):
            yield f"game {row['id']}: its events are not 1 to {row['last_seq']}"
        turns = Counter(one["event"]["turn"] for one in story if one["event"]["e"] in ACTS)
        yield from (f"game {row['id']}: turn {turn} has {count} moves" for turn, count in turns.items() if count > 1)
        for one in story:
            if one["kind"] != one["event"]["e"]:
                yield f"game {row['id']}: event {one['seq']} is kept as {one['kind']}"
        game = RETOLD[row["game"]]([one["event"] for one in story])
        yield from game.faults
        if not game.faults:
            yield from _stored(row, game)
            yield from () if game.stands else _result(row["id"], found.results.get(row["id"]), game)
    for number in found.events.keys() - {row["id"] for row in found.games}:
        yield f"events of game {number}, which there is not"


def _stored(row: Row, game: Game) -> Iterator[str]:
    over = game.ended not in (None, "provisional")
    seat, what = game.due or (None, None)
    ours: Row = {
        "round": game.now.round,
        "turn": game.now.turn,
        "due_seat": seat,
        "due_what": what,
        "names": game.names,
        "head": game.head,
    }
    if not game.stands:
        ours["score"] = game.now.score
    for name, value in ours.items():
        stored = json.loads(row[name]) if isinstance(value, list) else row[name]
        if stored != value:
            yield f"game {row['id']}: {name} is stored as {stored}, and its events give {value}"
    if over != (row["ended_at"] is not None):
        yield f"game {row['id']}: it is {'over' if over else 'running'}, and stored as ended {row['ended_at']}"
    if seat is not None and not game.paused and row["deadline"] is None and row["left_seconds"] is None:
        yield f"game {row['id']}: seat {seat} is to act, and there is no clock"
    if over and row["deadline"] is not None:
        yield f"game {row['id']}: it is over, and its clock runs"


def _result(number: int, result: Row | None, game: Game) -> Iterator[str]:
    """Check that a game has a result if, and only if, it is over, and that its events give that result."""
    ours = None if game.ended is None else [game.ended, game.now.score]
    stored = None if result is None else [result["how"], json.loads(result["score"])]
    if stored != ours:
        yield f"game {number}: its result is stored as {stored}, and its events give {ours}"
    if result is not None and (result["final_at"] or "") < result["decided_at"]:
        yield f"game {number}: its result was final before it was decided"


def _told(found: Found) -> Iterator[str]:
    """Check that every move was announced, and to nobody twice."""
    letters: Counter[tuple[int, int, str]] = Counter()
    for row in found.outbox:
        words = set(row["event"].split(","))
        if row["game"] is not None and words & {"bid", "play", "misplay"}:
            letters[row["game"], row["turn"], row["recipient"]] += 1
    for (number, turn, recipient), count in letters.items():
        if count > 1:
            yield f"game {number}: {recipient} was told {count} times of what led to turn {turn}"
    told = {(number, turn) for number, turn, _ in letters}
    for number, story in found.events.items():
        moves = [one["event"] for one in story if one["event"]["e"] in ACTS]
        chained = {event["turn"] for event in moves if _follows(event)}
        for event in moves:
            after = event["turn"] + 1
            if after not in chained and (number, after) not in told:
                yield f"game {number}: the move at turn {event['turn']} was told to nobody"


def _follows(event: Row) -> bool:
    """Tell if a plan or the rule made a move, which then needs no mail and no letter of its own."""
    return bool(event.get("planned")) or event.get("by") == "rule"


def _letters(found: Found) -> Iterator[str]:
    """Check that every letter arrived at least once, in its recipient's mailbox and no other, unless its turn was over
    and a letter of a later one arrived; every letter that arrived had been written."""
    by_id = {row["message_id"]: row for row in found.outbox}
    arrived: dict[str, set[str]] = defaultdict(set)
    for copy in found.copies:
        row = by_id.get(copy.message_id)
        if row is not None:
            arrived[copy.message_id].add(copy.address)
            to = row["recipient"].lower()
            if to in found.boxes and to != copy.address:
                yield f"letter {row['id']} to {to} lies in the mailbox of {copy.address}"
        elif copy.sender == found.referee:
            yield f"{copy.address} has a letter of the referee's that was never kept: {copy.message_id}"
    latest: dict[tuple[str, int | None], int] = defaultdict(int)
    for row in found.outbox:
        if row["recipient"].lower() in arrived[row["message_id"]]:
            about = row["recipient"].lower(), row["game"]
            latest[about] = max(latest[about], row["turn"] or 0)
    for row in found.outbox:
        to = row["recipient"].lower()
        over = row["state"] == "withdrawn" and (row["turn"] or 0) < latest[to, row["game"]]
        if to in found.boxes and to != found.referee and to not in arrived[row["message_id"]] and not over:
            yield f"letter {row['id']} ({row['event']}, {row['state']}) never arrived at {to}"


def _copies(found: Found) -> Iterator[str]:
    """Check that every copy is what was written, byte for byte, except for what servers write above it."""
    written = {row["message_id"]: (row["id"], _plain(row["raw"])) for row in found.outbox}
    for copy in found.copies:
        if copy.message_id not in written:
            continue
        number, raw = written[copy.message_id]
        above = copy.raw[: -len(raw)]
        if not copy.raw.endswith(raw) or not TRACE.fullmatch(above):
            yield f"letter {number}: the copy at {copy.address} is not the letter that was written"


def _clocks(found: Found) -> Iterator[str]:
    """Check that no clock ran out before its limit, counted from when the mail server took or refused the notice, or
    else from one limit after that was written; nor on a player whose answer lay unread."""
    notices: dict[tuple[int, int], list[Row]] = defaultdict(list)
    for row in found.outbox:
        if row["game"] is not None and {"turn", "reminder"} & set(row["event"].split(",")):
            notices[row["game"], row["turn"]].append(row)
    for number, story in found.events.items():
        limit = timedelta(seconds=story[0]["event"].get("limit", 0))
        for one in story:
            event = one["event"]
            if event.get("by") != "clock" or event["e"] not in ACTS:
                continue
            where = f"game {number}, turn {event['turn']}"
            told = notices[number, event["turn"]]
            given_up = bool(told) and all(row["state"] in ("failed", "bounced") for row in told)
            waited = bool(told) and _moment(one["at"]) - _moment(told[0]["written"]) >= 2 * limit
            accepted = any((row["sent"] or AFTER_ALL) <= one["at"] for row in told)
            if not (accepted or given_up or waited):
                yield f"{where}: the clock ran out before the mail server had accepted the notice"
            if told and _moment(one["at"]) < _moment(told[0]["written"]) + limit:
                yield f"{where}: the clock ran out before the limit was over"
            for mail in _answers_in_time(found, told, limit):
                yield f"{where}: the clock ran out while an answer in time, mail {mail}, lay unread"


def _answers_in_time(found: Found, told: list[Row], limit: timedelta) -> Iterator[int]:
    """Yield the mails that answer one of these notices, came within the limit, and found the turn over."""
    for row in found.inbox:
        if not told or not re.search(r"(MakeBid|PlayCard|PlayTile)/stale", row["outcome"] or ""):
            continue
        answers = str(email.message_from_bytes(row["raw"]).get("In-Reply-To", ""))
        in_time = _moment(row["arrived"]) + timedelta(seconds=1) <= _moment(told[0]["written"]) + limit
        if in_time and any(notice["message_id"] in answers for notice in told):
            yield row["id"]


def _leaks(database: Path, found: Found) -> Iterator[str]:
    """Check that no hand is in a mailbox other than its player's, and no seed in any."""
    secrets = secrets_of(database)
    rows = {row["message_id"]: row for row in found.outbox}
    for copy in found.copies:
        row = rows.get(copy.message_id)
        if row is None and copy.sender != found.referee:
            continue
        game, moment = (None, AFTER_ALL[:-1]) if row is None else (row["game"], row["written"])
        for what in in_letter(secrets, copy.raw, copy.address, game, moment):
            yield f"{copy.address} has a mail ({copy.message_id}) that tells {what}"


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)

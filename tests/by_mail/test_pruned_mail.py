"""A club whose old mail is pruned to nothing goes on exactly as one whose mail is all there."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from referee.commands.log import log_lines
from referee.commands.status import status_of
from referee.desk.table.records import record
from referee.store import bodies, inbox, outbox, progress
from referee.store.bodies import Bodies
from tests.by_mail.returned import gives_up, queued, returned
from tests.talk import MASTER, NAMES, Talk

FAR = timedelta(days=3650)


def pruned(talk: Talk) -> Bodies:
    """Free every body that may go, whatever its age; return what went."""
    found = Bodies()
    with talk.store.transaction() as tx:
        for piece in list(bodies.pieces(tx)):
            found += bodies.spare(tx, piece, talk.now + FAR)
            bodies.free(tx, piece, talk.now + FAR)
    return found


def lying(talk: Talk) -> dict[str, set[int]]:
    """Return the numbers of the letters and mails that have a body."""
    with talk.store.reading() as tx:
        queries = {name: f"SELECT id FROM {name} WHERE length(raw) > 0" for name in ("outbox", "inbox")}
        return {name: set(tx.exec_driver_sql(query).scalars()) for name, query in queries.items()}


def club(folder: Path) -> tuple[Talk, dict[str, Any]]:
    """Return two games, one of them over; a question, a refused letter; and what its members remember of all that."""
    folder.mkdir()
    talk = Talk(folder).starts()
    first = talk.due()
    question = talk.last(first)
    move = talk.mail(first, "bid 3", answers=question, proven=True)
    assert talk.deliver(move) == "MakeBid/accepted"
    for _ in range(5):
        talk.acts()
    came_back, refused = queued(talk, "ann"), queued(talk, "bob")
    gives_up(talk, refused)
    talk.master("abort")
    talk.starts()
    letters = {name.lower(): talk.to(name.lower()) for name in NAMES}
    talk.collect()
    return talk, {"move": move, "question": question, "first": first, "came back": came_back, "letters": letters}


def own(talk: Talk, question: Callable[[Any], Any]) -> Any:
    with talk.store.reading() as tx:
        return question(tx)


STEPS: dict[str, Callable[[Talk, dict[str, Any]], Any]] = {
    "status": lambda talk, _: own(talk, lambda tx: status_of(tx, None)),
    "log": lambda talk, _: own(talk, lambda tx: list(log_lines(tx, 1, secret=True))),
    "record": lambda talk, _: own(talk, lambda tx: record(tx, 1)),
    "reach": lambda talk, _: own(talk, lambda tx: (progress.reach(tx), progress.known_until(tx), progress.newest(tx))),
    "a copy of an old mail": lambda talk, past: talk.deliver(past["move"]),
    "another mail with a spent token": lambda talk, past: talk.says(past["first"], "bid 4", answers=past["question"]),
    "a forged answer to it": lambda talk, past: talk.says("mallory@else.test", "bid 4", answers=past["question"]),
    "a letter that comes back late": lambda talk, past: returned(talk, past["came back"]),
    "and once more": lambda talk, past: returned(talk, past["came back"]),
    "history": lambda talk, past: talk.says("ann", "history", answers=past["letters"]["ann"][0]),
    "the record by mail": lambda talk, past: talk.says("bob", "record 1", answers=past["letters"]["bob"][0]),
    "an answer to an old letter": lambda talk, past: talk.says("carol", "status", answers=past["letters"]["carol"][0]),
    "the letter again": lambda talk, past: talk.says("ann", "again"),
    "the next act": lambda talk, _: (talk.master("status"), talk.to(MASTER)[-1].text),
    "a ruling on it": lambda talk, _: talk.master("rule void", subject="[Spades 2]"),
    "what is left of it all": lambda talk, _: own(talk, lambda tx: (status_of(tx, None), outbox.counts(tx))),
}


def test_nothing_that_anybody_asks_for_was_in_an_old_body(tmp_path: Path) -> None:
    whole, past = club(tmp_path / "whole")
    bare, remembered = club(tmp_path / "bare")
    assert [one.raw for one in bare.letters] == [one.raw for one in whole.letters]
    assert pruned(bare).letters > 10 and lying(bare) == {"outbox": set(), "inbox": set()}
    for name, step in STEPS.items():
        assert step(bare, remembered) == step(whole, past), name
        assert [one.raw for one in bare.letters] == [one.raw for one in whole.letters], name
    assert pruned(bare) != Bodies(), "what came since"


def test_a_mail_keeps_its_body_until_its_question_is_answered(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    who = talk.due()
    assert talk.deliver(talk.mail(who, "bid 3")) == "MakeBid/unproven"
    question = talk.last(who)
    pruned(talk)
    assert len(lying(talk)["inbox"]) == 1
    talk.says(who, "yes", answers=question)
    assert talk.game().bids[0] == 3
    pruned(talk)
    assert lying(talk)["inbox"] == set()


def test_what_waits_or_was_put_aside_or_is_young_keeps_its_body(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.hold = True
    talk.starts()
    with talk.store.transaction() as tx:
        aside = inbox.receive(tx, b"x", "x", talk.now)
        inbox.shunt(tx, aside, "why", "shunted")
        new = inbox.receive(tx, b"y", "y", talk.now)
        waiting = {letter.id for letter in outbox.due_letters(tx, talk.now)}
        assert all(bodies.spare(tx, piece, talk.now) == Bodies() for piece in bodies.pieces(tx)), "all is young"
    pruned(talk)
    assert lying(talk) == {"outbox": waiting, "inbox": {aside, new}}


def test_what_would_go_is_what_goes(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    with talk.store.reading() as tx:
        told = sum((bodies.spare(tx, piece, talk.now + FAR) for piece in bodies.pieces(tx)), Bodies())
        sizes = [f"SELECT sum(length(raw)) FROM {name}" for name in ("outbox", "inbox")]
        size = sum(tx.exec_driver_sql(query).scalar_one() for query in sizes)
    assert told.size == size and told.letters > 0 and told.mails > 0
    assert pruned(talk) == told
    assert pruned(talk) == Bodies()
